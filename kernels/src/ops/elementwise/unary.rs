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
