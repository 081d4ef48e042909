//! Functions of one number that are longer than a line of [`super::table`].

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpError, TypedBlockFn};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::unsupported_for;
use crate::ops::elementwise::apply::{apply, apply_function};
use crate::ops::elementwise::block_functions::{self, elementwise};
use crate::ops::number::num_traits_like::Functions;
use crate::ops::number::{Float, Number, Real, WorkFloat};

pub(super) fn relu_blocks(dtypes: &[DType]) -> Option<TypedBlockFn> {
    elementwise!(dtypes, 1, [ints floats halves], {
        block_functions::unary(|x: T| if x < T::ZERO { T::ZERO } else { x })
    })
}

pub(super) fn relu(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let function = relu_blocks(&[dtype]).ok_or_else(|| unsupported_for("relu", dtype))?;
    apply_function(frame, &[dtype], function)
}

pub(super) fn sign_blocks(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::Complex64] => Some(block_functions::unary(|x: Complex<f32>| direction(x, x.norm()))),
        [DType::Complex128] => Some(block_functions::unary(|x: Complex<f64>| direction(x, x.norm()))),
        _ => elementwise!(dtypes, 1, [signed floats halves], block_functions::unary(<T as Real>::signum)),
    }
}

/// A complex number of length one, in the direction of `x`.
fn direction<W: WorkFloat>(x: Complex<W>, length: W) -> Complex<W> {
    if length == W::ZERO { x } else { Complex::new(x.re.over(length), x.im.over(length)) }
}

pub(super) fn round_blocks(dtypes: &[DType]) -> Option<TypedBlockFn> {
    match dtypes {
        [DType::Complex64] => Some(block_functions::unary(|x: Complex<f32>| {
            Complex::new(x.re.round_ties_even(), x.im.round_ties_even())
        })),
        [DType::Complex128] => Some(block_functions::unary(|x: Complex<f64>| {
            Complex::new(x.re.round_ties_even(), x.im.round_ties_even())
        })),
        _ => elementwise!(dtypes, 1, [floats halves], {
            block_functions::unary(|x: T| T::unwork(x.work().round_even()))
        }),
    }
}

/// Rounds to the nearest, ties to even; integers are round.
pub(super) fn round(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if let DType::I8 | DType::I16 | DType::I32 | DType::I64 = frame.dense(0)?.dtype() {
        let handle = frame.take(0);
        frame.set_handle(0, handle);
        return Ok(());
    }
    apply::<1>(frame, round_blocks)
}

/// The derivative of `lgamma`: reflection for negative arguments, recurrence up to 10, then the asymptotic series
/// (Abramowitz and Stegun 6.3.18).
pub(crate) fn digamma(x: f64) -> f64 {
    const SERIES: [f64; 7] =
        [-1.0 / 12.0, 1.0 / 120.0, -1.0 / 252.0, 1.0 / 240.0, -1.0 / 132.0, 691.0 / 32760.0, -1.0 / 12.0];
    if x == f64::INFINITY {
        return x;
    }
    let (mut x, mut result) = (x, 0.0);
    if x <= 0.0 {
        if x == x.floor() {
            return f64::NAN;
        }
        let pi = std::f64::consts::PI;
        // The tangent has the period one here, and small arguments keep their digits.
        result = -pi / (pi * (x - x.round())).tan();
        x = 1.0 - x;
    }
    while x < 10.0 {
        result -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let sum = SERIES.iter().rev().fold(0.0, |sum, &term| (sum + term) * square);
    result + x.ln() - 0.5 / x + sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digamma_has_its_known_values() {
        let euler = 0.577_215_664_901_532_9;
        for (x, expected) in [
            (1.0, -euler),
            (0.5, -euler - 2.0 * 2.0f64.ln()),
            (2.0, 1.0 - euler),
            (-0.5, 0.036_489_973_978_576_52),
        ] {
            let got = digamma(x);
            assert!((got - expected).abs() < 1e-10, "digamma({x}) = {got}, not {expected}");
        }
        assert!(digamma(-1.0).is_nan());
    }
}
