//! Ops of ONNX that no `tf.*` op computes: `onnx.*`, as ONNX's operator schemas say. Channels are the second dimension of images.
//!
//! Interpolation is in `f64`, rounded once to the element type, but for the usual ways to resize `f32`. Ops on sequences are with the lists of tensors.

mod affine;
mod between;
mod columns;
mod deform;
mod elements;
mod integers;
mod linear_attention;
mod mel;
mod picture;
mod pool;
mod recurrent;
mod regions;
mod resize;
mod sample;
mod suppression;
mod text;
mod tf_idf;
mod tokens;
mod unique;

use half::{bf16, f16};
use tfrt_executor::core_runtime::{DispatchFrame, OpError, OpRegistry};
use tfrt_executor::tensor::Element;

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::room;

/// Adds the ops.
pub(super) fn register(ops: &mut OpRegistry) {
    affine::register(ops);
    columns::register(ops);
    deform::register(ops);
    elements::register(ops);
    integers::register(ops);
    linear_attention::register(ops);
    mel::register(ops);
    picture::register(ops);
    pool::register(ops);
    recurrent::register(ops);
    regions::register(ops);
    resize::register(ops);
    sample::register(ops);
    suppression::register(ops);
    text::register(ops);
    tf_idf::register(ops);
    tokens::register(ops);
    unique::register(ops);
}

/// Numbers between which others are.
trait Point: Element {
    fn to_f64(self) -> f64;
    /// Rounded; to an integer, towards zero.
    fn of_f64(value: f64) -> Self;
}

macro_rules! points {
    ($($ty:ty: $value:ident => $wide:expr, $back:expr;)*) => {$(
        impl Point for $ty {
            #[inline(always)]
            fn to_f64(self) -> f64 {
                let $value = self;
                $wide
            }

            #[inline(always)]
            fn of_f64($value: f64) -> Self {
                $back
            }
        }
    )*};
}

points! {
    i8: x => x.into(), x as i8; u8: x => x.into(), x as u8; i16: x => x.into(), x as i16; u16: x => x.into(), x as u16;
    i32: x => x.into(), x as i32; u32: x => x.into(), x as u32; i64: x => x as f64, x as i64; u64: x => x as f64, x as u64;
    f32: x => x.into(), x as f32; f64: x => x, x; f16: x => x.into(), f16::from_f64(x); bf16: x => x.into(), bf16::from_f64(x);
}

/// The elements of an operand of numbers.
fn numbers(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<f64>, OpError> {
    let dense = frame.dense(i)?;
    let mut numbers = room(dense.num_elements())?;
    for_dtype!(dense.dtype(), [ints floats halves], {
        numbers.extend(frame.values::<T>(i)?.iter().map(|&value| value.to_f64()));
    }, else return Err(unsupported(dense.dtype())));
    Ok(numbers)
}

/// The distance of two neighbours along each dimension, row-major.
fn steps(dims: &[usize]) -> Vec<usize> {
    let mut steps = vec![1; dims.len()];
    for axis in (1..dims.len()).rev() {
        steps[axis - 1] = steps[axis] * dims[axis];
    }
    steps
}

/// The coordinates of the element of this number, row-major.
fn coordinates(mut number: usize, dims: &[usize], to: &mut [usize]) {
    for axis in (0..dims.len()).rev() {
        to[axis] = number % dims[axis].max(1);
        number /= dims[axis].max(1);
    }
}

/// The value between the four pixels of a plane around a place; those outside of it are zero.
fn between(plane: &[impl Point], [height, width]: [usize; 2], y: f64, x: f64) -> f64 {
    let (top, left) = (y.floor(), x.floor());
    let pixel = |y: f64, x: f64| {
        let is_inside = y >= 0.0 && x >= 0.0 && y < height as f64 && x < width as f64;
        if is_inside { plane[y as usize * width + x as usize].to_f64() } else { 0.0 }
    };
    let (down, right) = (y - top, x - left);
    let above = pixel(top, left) * (1.0 - right) + pixel(top, left + 1.0) * right;
    let below = pixel(top + 1.0, left) * (1.0 - right) + pixel(top + 1.0, left + 1.0) * right;
    above * (1.0 - down) + below * down
}

/// The weight of an element at this distance in an interpolation of third degree, with the coefficient `a`.
fn cubic(distance: f64, a: f64) -> f64 {
    let x = distance.abs();
    if x <= 1.0 {
        ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
    } else if x < 2.0 {
        ((x - 5.0) * x + 8.0) * x * a - 4.0 * a
    } else {
        0.0
    }
}
