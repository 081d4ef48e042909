//! Networks on quantised integers, as graph transformations write them: `tf.QuantizedConv2D`, `tf.QuantizedMatMul`, the ops between
//! them, and `tf.Requantize` from wide integers to narrow ones.
//!
//! A tensor comes with the two numbers that its smallest and its largest integer stand for. Sums of products are 32-bit integers,
//! whose range follows from those of the factors.

pub(crate) mod fake_quant;
mod layers;
mod quantize;
mod requantize;
mod uniform;

use tfrt_executor::core_runtime::{DispatchFrame, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};

use crate::ops::by_dtype::unsupported;
use crate::ops::memory::filled;

/// Adds the ops of this folder.
pub(super) fn register(ops: &mut OpRegistry) {
    quantize::register(ops);
    fake_quant::register(ops);
    layers::register(ops);
    requantize::register(ops);
    uniform::register(ops);
}

/// The numbers of a range that the integers of a dtype stand for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    lowest: f64,
    highest: f64,
    min: f32,
    max: f32,
}

impl Scale {
    fn new(dtype: DType, (min, max): (f32, f32)) -> Result<Scale, OpError> {
        let (lowest, highest) =
            crate::ops::quantized::quantize::limits(dtype).ok_or_else(|| unsupported(dtype))?;
        Ok(Scale { lowest, highest, min, max })
    }

    /// The difference of the numbers of two consecutive integers.
    fn step(&self) -> f32 {
        ((f64::from(self.max) - f64::from(self.min)) / (self.highest - self.lowest)) as f32
    }

    /// Steps to a number's integer, which may be none of the dtype.
    fn unclamped(&self, number: f32) -> i64 {
        if self.min == self.max {
            return 0;
        }
        let steps = self.highest - self.lowest + 1.0;
        let range = (f64::from(self.max) - f64::from(self.min)) * (steps / (steps - 1.0));
        let scale = steps / range;
        let quantized = (f64::from(number) * scale).round() - (f64::from(self.min) * scale).round();
        (quantized + self.lowest) as i64
    }

    fn integer(&self, number: f32) -> i64 {
        self.unclamped(number).clamp(self.lowest as i64, self.highest as i64)
    }

    /// The integer of zero.
    fn zero(&self) -> i64 {
        self.unclamped(0.0)
    }

    fn number(&self, integer: i64) -> f32 {
        if self.min == self.max {
            return self.min;
        }
        let steps = self.highest - self.lowest + 1.0;
        let range = (f64::from(self.max) - f64::from(self.min)) * (steps / (steps - 1.0));
        let step = range / steps;
        // The start is a whole number of steps, in single precision.
        let start = (self.min / step as f32).round() * step as f32;
        (f64::from(start) + (integer as f64 - self.lowest) * step) as f32
    }
}

/// The integers of an argument, whatever their width.
fn integers(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<i32>, OpError> {
    let tensor = frame.dense(i)?;
    let dtype = tensor.dtype();
    let (lowest, _) = crate::ops::quantized::quantize::limits(dtype).ok_or_else(|| unsupported(dtype))?;
    let size = dtype.size().unwrap_or(1);
    let mut out = filled(0, tensor.num_elements())?;
    for (to, bytes) in out.iter_mut().zip(tensor.bytes().chunks_exact(size)) {
        let mut whole = [if lowest < 0.0 && bytes[size - 1] >= 0x80 { 0xff } else { 0 }; 4];
        whole[..size].copy_from_slice(bytes);
        *to = i32::from_le_bytes(whole);
    }
    Ok(out)
}

/// The two arguments that are the range of another; they must be in order.
fn range(frame: &DispatchFrame<'_>, first: usize, what: &str) -> Result<(f32, f32), OpError> {
    let number = |i: usize| match frame.values::<f32>(i)? {
        &[number] => Ok(number),
        _ => Err(OpError::from(format!(
            "the range of {what} must be two scalars, but one has shape {}",
            frame.dense(i).map_or_else(|_| String::new(), |x| x.shape().to_string())
        ))),
    };
    let (min, max) = (number(first)?, number(first + 1)?);
    if min > max || !min.is_finite() || !max.is_finite() {
        return Err(
            format!("the range of {what} must be two numbers in order, but is {min} and {max}").into()
        );
    }
    Ok((min, max))
}

/// Integers as a tensor of a quantised dtype; those that it does not have become the nearest that it has.
fn tensor(dtype: DType, shape: Shape, values: impl Iterator<Item = i64>) -> Result<DenseHostTensor, OpError> {
    let (lowest, highest) =
        crate::ops::quantized::quantize::limits(dtype).ok_or_else(|| unsupported(dtype))?;
    let mut out = DenseHostTensor::zeroed(TensorMetadata::new(dtype, shape))?;
    let size = dtype.size().unwrap_or(1);
    for (to, value) in out.bytes_mut().unwrap_or_default().chunks_exact_mut(size).zip(values) {
        let value = value.clamp(lowest as i64, highest as i64);
        to.copy_from_slice(&value.to_le_bytes()[..size]);
    }
    Ok(out)
}

/// Sets a result and the range that follows it.
fn set(
    frame: &mut DispatchFrame<'_>,
    result: DenseHostTensor,
    (min, max): (f32, f32),
) -> Result<(), OpError> {
    frame.set(0, result);
    frame.set(1, DenseHostTensor::from_values(Shape::scalar(), &[min])?);
    frame.set(2, DenseHostTensor::from_values(Shape::scalar(), &[max])?);
    Ok(())
}

/// The range of 32-bit sums of products.
fn range_of_products(a: Scale, b: Scale) -> (f32, f32) {
    let step = a.step() * b.step();
    (step * i32::MIN as f32, step * i32::MAX as f32)
}
