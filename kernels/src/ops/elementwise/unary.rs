//! Element-wise ops of one tensor.

use half::{bf16, f16};
use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, Elementwise, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, I1};

use crate::ops::elementwise::apply::{apply, apply_function, op};
use crate::ops::elementwise::block_functions::{self, elementwise};
use crate::ops::elementwise::complex_functions::{self, wide};
use crate::ops::number::num_traits_like::Functions;
use crate::ops::number::{Float, Number, Real, WorkFloat};
use crate::ops::support::{unsupported, unsupported_for};
use tfrt_numerics::blocks;

macro_rules! unary_ops {
    ($ops:ident: $($name:literal [$($class:ident)*] $f:expr;)*) => {$(
        $ops.add($name, op!(1, |dtypes| {
            elementwise!(dtypes, 1, [$($class)*], block_functions::unary::<T, T, _>($f))
        }));
    )*};
}

/// Functions of floating-point numbers, element by element, some of complex numbers too.
macro_rules! functions {
    ($ops:ident: $($name:literal $f:expr $(, complex $c:expr)?;)*) => {$(
        $ops.add($name, op!(1, |dtypes| match dtypes {
            $(
                [DType::Complex64] => { type W = f32; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
                [DType::Complex128] => { type W = f64; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
            )?
            _ => elementwise!(dtypes, 1, [floats halves], {
                type W = <T as Float>::Work;
                block_functions::unary::<T, T, _>(|x: T| T::unwork(($f)(x.work())))
            }),
        }, fused is_real));
    )*};
}

/// Functions of floating-point numbers by functions of blocks, which have the same name for `f32` and `f64`; some of complex numbers too.
macro_rules! functions_of_blocks {
    ($ops:ident: $($name:literal $b:ident $(, complex $c:expr)?;)*) => {$(
        $ops.add($name, op!(1, |dtypes| match dtypes {
            [DType::F32] => Some(block_functions::in_place::<f32, _>(blocks::$b)),
            [DType::F64] => Some(block_functions::in_place::<f64, _>(blocks::doubles::$b)),
            [DType::F16] => Some(block_functions::halves::<f16, _>(blocks::$b)),
            [DType::BF16] => Some(block_functions::halves::<bf16, _>(blocks::$b)),
            $(
                [DType::Complex64] => { type W = f32; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
                [DType::Complex128] => { type W = f64; Some(block_functions::unary::<Complex<W>, Complex<W>, _>($c)) }
            )?
            _ => None,
        }, fused is_real));
    )*};
}

macro_rules! tests {
    ($ops:ident: $($name:literal $f:expr;)*) => {$(
        $ops.add($name, op!(1, |dtypes| {
            elementwise!(dtypes, 1, [floats halves], block_functions::unary::<T, I1, _>($f))
        }));
    )*};
}

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    unary_ops! { ops:
        "tf.Abs" [signed floats halves] T::magnitude;
        "tf.Neg" [signed floats halves complex] T::negated;
        "tf.Square" [ints floats halves complex] |x: T| x.times(x);
        "tf.Inv" [signed floats halves complex] |x: T| T::ONE.over(x);
        "tf.Reciprocal" [signed floats halves complex] |x: T| T::ONE.over(x);
        "tf.Relu6" [ints floats halves] |x: T| x.larger(T::ZERO).smaller(T::from_small(6));
        "tf.LogicalNot" [bool] |x: T| I1::from(!x.get());
    }
    ops.add("tf.Relu", op!(1, relu_blocks).dispatch(relu));
    ops.add(
        "tf.Sign",
        op!(1, |dtypes| match dtypes {
            [DType::Complex64] => Some(block_functions::unary(|x: Complex<f32>| direction(x, x.norm()))),
            [DType::Complex128] => Some(block_functions::unary(|x: Complex<f64>| direction(x, x.norm()))),
            _ => elementwise!(dtypes, 1, [signed floats halves], block_functions::unary(<T as Real>::signum)),
        }, fused is_real),
    );
    ops.add("tf.Round", op!(1, round_blocks, fused is_real).dispatch(round));
    ops.add("tf.LeakyRelu", OpEntry::new().dispatch(leaky_relu).elementwise(leaky_relu_blocks));
    tests! { ops:
        "tf.IsNan" |x: T| I1::from(x.is_nan());
        "tf.IsInf" |x: T| I1::from(x == T::HIGHEST || x == T::LOWEST);
        "tf.IsFinite" |x: T| I1::from(!x.is_nan() && x != T::HIGHEST && x != T::LOWEST);
    }
    functions! { ops:
        "tf.Ceil" W::ceil;
        "tf.Digamma" |x: W| W::of(digamma(f64::from(x)));
        "tf.Floor" W::floor;
        "tf.Lgamma" |x: W| W::of(libm::lgamma(f64::from(x)));
        "tf.Rint" |x: W| x.round_even();
        "tf.Rsqrt" |x: W| 1.0 / x.sqrt(), complex |x| wide(x, complex_functions::rsqrt);
        "tf.Softsign" |x: W| x / (1.0 + x.abs());
        "tf.Sqrt" W::sqrt, complex |x| wide(x, complex_functions::sqrt);
    }
    functions_of_blocks! { ops:
        "tf.Acos" acos_in_place, complex |x| wide(x, complex_functions::acos);
        "tf.Acosh" acosh_in_place, complex |x| wide(x, complex_functions::acosh);
        "tf.Asin" asin_in_place, complex |x| wide(x, complex_functions::asin);
        "tf.Asinh" asinh_in_place, complex |x| wide(x, complex_functions::asinh);
        "tf.Atan" atan_in_place, complex |x| wide(x, complex_functions::atan);
        "tf.Atanh" atanh_in_place, complex |x| wide(x, complex_functions::atanh);
        "tf.Cos" cos_in_place, complex |x| wide(x, Complex::cos);
        "tf.Cosh" cosh_in_place, complex |x| wide(x, Complex::cosh);
        "tf.Elu" elu_in_place;
        "tf.Erf" erf_in_place;
        "tf.Erfc" erfc_in_place;
        "tf.Exp" exp_in_place, complex |x| wide(x, Complex::exp);
        "tf.Expm1" exp_m1_in_place, complex |x| wide(x, complex_functions::exp_m1);
        "tf.Log" ln_in_place, complex |x| wide(x, Complex::ln);
        "tf.Log1p" ln_1p_in_place, complex |x| wide(x, complex_functions::ln_1p);
        "tf.Selu" selu_in_place;
        "tf.Sigmoid" sigmoid_in_place, complex |x| wide(x, complex_functions::sigmoid);
        "tf.Sin" sin_in_place, complex |x| wide(x, Complex::sin);
        "tf.Sinh" sinh_in_place, complex |x| wide(x, Complex::sinh);
        "tf.Softplus" softplus_in_place;
        "tf.Tan" tan_in_place, complex |x| wide(x, complex_functions::tan);
        "tf.Tanh" tanh_in_place, complex |x| wide(x, complex_functions::tanh);
    }
}

/// Ops of these dtypes are fused.
fn is_real(dtype: DType) -> bool {
    !matches!(dtype, DType::Complex64 | DType::Complex128)
}

fn relu_blocks(dtypes: &[DType]) -> Option<Elementwise> {
    elementwise!(dtypes, 1, [ints floats halves], {
        block_functions::unary(|x: T| if x < T::ZERO { T::ZERO } else { x })
    })
}

fn relu(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let function = relu_blocks(&[dtype]).ok_or_else(|| unsupported_for("relu", dtype))?;
    apply_function(frame, &[dtype], function)
}

/// A complex number of length one, in the direction of `x`.
fn direction<W: WorkFloat>(x: Complex<W>, length: W) -> Complex<W> {
    if length == W::ZERO { x } else { Complex::new(x.re.over(length), x.im.over(length)) }
}

fn round_blocks(dtypes: &[DType]) -> Option<Elementwise> {
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
fn round(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if let DType::I8 | DType::I16 | DType::I32 | DType::I64 = frame.dense(0)?.dtype() {
        let handle = frame.take(0);
        frame.set_handle(0, handle);
        return Ok(());
    }
    apply::<1>(frame, round_blocks)
}

/// The factor of what is negative is a parameter.
fn leaky_relu_blocks(dtypes: &[DType], attrs: OpAttrsRef<'_>) -> Option<Elementwise> {
    let alpha = attrs.get_float("alpha").unwrap_or(f64::from(0.2f32));
    elementwise!(dtypes, 1, [floats halves], {
        block_functions::parametrized(alpha, |x: T, alpha| {
            if x > T::ZERO { x } else { x.times(T::unwork(<T as Float>::Work::of(alpha))) }
        })
    })
}

fn leaky_relu(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    let function = leaky_relu_blocks(&[dtype], frame.attrs()).ok_or_else(|| unsupported(dtype))?;
    apply_function(frame, &[dtype], function)
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
