//! Integers on uniform scales: `tf.UniformQuantize` and the ops between it and `tf.UniformDequantize`.
//!
//! An integer stands for its distance from a *zero point* times a *scale*. All elements share both, or those at one position along an
//! axis do. From one scale to another, integers are multiplied by a fraction of 31 bits, and halves go up.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};
use tfrt_ops::shapes::dtype_attr;

use super::layers::pairs;
use super::quantize::{limits, runs};
use super::{integers, tensor};
use crate::ops::by_dtype::unsupported;
use crate::ops::memory::{filled, result_metadata};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.UniformQuantize", OpEntry::new().dispatch(quantize));
    ops.add("tf.UniformDequantize", OpEntry::new().dispatch(dequantize));
    ops.add("tf.UniformRequantize", OpEntry::new().dispatch(requantize));
    ops.add("tf.UniformQuantizedAdd", OpEntry::new().dispatch(sum));
    ops.add("tf.UniformQuantizedClipByValue", OpEntry::new().dispatch(clip));
    ops.add("tf.UniformQuantizedDot", OpEntry::new().dispatch(dot));
    ops.add("tf.UniformQuantizedDotHybrid", OpEntry::new().dispatch(hybrid_dot));
}

/// The scales and zero points of the elements of a tensor.
struct Scales {
    /// The number of consecutive elements that share a scale.
    run: usize,
    rules: Vec<(f32, i32)>,
}

impl Scales {
    /// Those that arguments `first` and the next give along the axis of an attribute.
    fn of(frame: &DispatchFrame<'_>, first: usize, shape: &Shape, axis: &str) -> Result<Scales, OpError> {
        let (run, ranges) = runs(shape, frame.attrs().get_int(axis).unwrap_or(-1))?;
        let count = ranges.unwrap_or(1);
        let (scales, zeros) = (frame.values::<f32>(first)?, frame.values::<i32>(first + 1)?);
        if scales.len() != count || zeros.len() != count {
            return Err(format!(
                "scales and zero points must have {count} elements, but have {} and {}",
                scales.len(),
                zeros.len()
            )
            .into());
        }
        if let Some(scale) = scales.iter().find(|&&scale| scale <= 0.0 || !scale.is_finite()) {
            return Err(format!("scales must be positive, but one is {scale}").into());
        }
        Ok(Scales { run, rules: scales.iter().copied().zip(zeros.iter().copied()).collect() })
    }

    /// The scale and the zero point of an element.
    fn at(&self, element: usize) -> (f32, i32) {
        self.rules[element / self.run % self.rules.len()]
    }
}

/// The integers from the smallest to the largest that attributes allow, of those of a dtype.
struct Allowed {
    lowest: i64,
    highest: i64,
}

impl Allowed {
    fn of(attrs: OpAttrsRef<'_>, prefix: &str, dtype: DType) -> Result<Allowed, OpError> {
        let (lowest, highest) = limits(dtype).ok_or_else(|| unsupported(dtype))?;
        let bound = |end: &str, default: f64| {
            attrs.get_int(&format!("{prefix}quantization_{end}_val")).unwrap_or(default as i64)
        };
        let (low, high) = (bound("min", lowest), bound("max", highest));
        if low > high {
            return Err(format!(
                "{prefix}quantization_min_val must be at most {prefix}quantization_max_val, but they are {low} and {high}"
            )
            .into());
        }
        Ok(Allowed {
            lowest: low.clamp(lowest as i64, highest as i64),
            highest: high.clamp(lowest as i64, highest as i64),
        })
    }

    fn nearest(&self, integer: i64) -> i64 {
        integer.clamp(self.lowest, self.highest)
    }
}

/// A factor as a fraction of 31 bits and a power of two.
#[derive(Clone, Copy)]
struct Factor {
    fraction: i64,
    /// By how many bits a product is moved down.
    shift: i32,
}

impl Factor {
    /// That of a positive number.
    fn new(number: f64) -> Factor {
        let bits = number.to_bits();
        // Quotients of single precision have a normal double.
        let mut exponent = (bits >> 52) as i32 - 1022;
        let fraction = f64::from_bits((bits & ((1 << 52) - 1)) | (1022 << 52));
        let mut fraction = (fraction * (1_i64 << 31) as f64).round() as i64;
        if fraction == 1 << 31 {
            fraction /= 2;
            exponent += 1;
        }
        Factor { fraction, shift: 31 - exponent }
    }

    /// The integer next to a product, the upper one of two.
    fn times(self, integer: i64) -> i64 {
        let product = i128::from(integer) * i128::from(self.fraction);
        let moved = match self.shift {
            ..=0 => product << (-self.shift).min(60),
            shift => (product + (1 << (shift.min(120) - 1))) >> shift.min(120),
        };
        moved.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }
}

/// The integer of a number, the upper one of two, before it is clamped.
fn upper(number: f32, scale: f32, zero: i32) -> i64 {
    ((number * (1.0 / scale) + 0.5).floor() as i64).saturating_add(zero.into())
}

fn quantize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let dtype = dtype_attr(&*frame.attrs(), "Tout", DType::QI8, &[DType::QI8, DType::QUI8, DType::QI32])?;
    let shape = frame.dense(0)?.shape().clone();
    let scales = Scales::of(frame, 1, &shape, "quantization_axis")?;
    let allowed = Allowed::of(frame.attrs(), "", dtype)?;
    let numbers = frame.values::<f32>(0)?.iter().enumerate();
    let made = tensor(
        dtype,
        shape,
        numbers.map(|(i, &number)| {
            let (scale, zero) = scales.at(i);
            allowed.nearest(upper(number, scale, zero))
        }),
    )?;
    frame.set(0, made);
    Ok(())
}

fn dequantize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let shape = frame.dense(0)?.shape().clone();
    let scales = Scales::of(frame, 1, &shape, "quantization_axis")?;
    let mut numbers = filled(0_f32, shape.num_elements())?;
    for (i, (to, integer)) in numbers.iter_mut().zip(integers(frame, 0)?).enumerate() {
        let (scale, zero) = scales.at(i);
        *to = integer.wrapping_sub(zero) as f32 * scale;
    }
    frame.set(0, DenseHostTensor::from_values(shape, &numbers)?);
    Ok(())
}

fn requantize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let dtype = dtype_attr(&*frame.attrs(), "Tout", DType::QI8, &[DType::QI8, DType::QI32])?;
    let shape = frame.dense(0)?.shape().clone();
    let from = Scales::of(frame, 1, &shape, "input_quantization_axis")?;
    let to = Scales::of(frame, 3, &shape, "output_quantization_axis")?;
    let allowed = Allowed::of(frame.attrs(), "output_", dtype)?;
    let integers = integers(frame, 0)?;
    let moved = integers.iter().enumerate().map(|(i, &integer)| {
        let ((scale, zero), (new_scale, new_zero)) = (from.at(i), to.at(i));
        let factor = Factor::new(f64::from(scale) / f64::from(new_scale));
        let moved = factor.times(i64::from(integer) - i64::from(zero));
        allowed.nearest(moved.saturating_add(new_zero.into()))
    });
    let made = tensor(dtype, shape, moved)?;
    frame.set(0, made);
    Ok(())
}

/// Both operands move to the scale of the result, where they are in single precision.
fn sum(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(8)?;
    let (left, right) = (frame.dense(0)?.shape(), frame.dense(1)?.shape());
    let shape = &result_metadata(frame, 0)?.shape;
    let a = Scales::of(frame, 2, left, "lhs_quantization_axis")?;
    let b = Scales::of(frame, 4, right, "rhs_quantization_axis")?;
    let to = Scales::of(frame, 6, shape, "output_quantization_axis")?;
    let allowed = Allowed::of(frame.attrs(), "output_", DType::QI32)?;
    let (x, y) = (integers(frame, 0)?, integers(frame, 1)?);
    let moved = |integer: i32, (scale, zero): (f32, i32), new: f32| {
        let factor = Factor::new(f64::from(scale) / f64::from(new));
        i64::from(factor.times(i64::from(integer) - i64::from(zero)) as f32 as i32)
    };
    let sums = pairs(left, right, shape).enumerate().map(|(place, (i, j))| {
        let (scale, zero) = to.at(place);
        allowed.nearest(moved(x[i], a.at(i), scale) + moved(y[j], b.at(j), scale) + i64::from(zero))
    });
    let made = tensor(DType::QI32, shape.clone(), sums)?;
    frame.set(0, made);
    Ok(())
}

fn clip(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let shape = frame.dense(0)?.shape().clone();
    let (run, ranges) = runs(&shape, frame.attrs().get_int("quantization_axis").unwrap_or(-1))?;
    let count = ranges.unwrap_or(1);
    let (min, max) = (integers(frame, 1)?, integers(frame, 2)?);
    if min.len() != count || max.len() != count {
        return Err(format!(
            "min and max must have {count} elements, but have {} and {}",
            min.len(),
            max.len()
        )
        .into());
    }
    let integers = integers(frame, 0)?;
    let clipped = integers.iter().enumerate().map(|(i, &integer)| {
        let part = i / run % count;
        i64::from(integer.max(min[part]).min(max[part]))
    });
    let made = tensor(DType::QI32, shape, clipped)?;
    frame.set(0, made);
    Ok(())
}

/// Adds the products of a row of distances from zero with a matrix.
fn add_products(sums: &mut [i32], row: impl Iterator<Item = i32>, right: &[i32]) {
    for (value, weights) in row.zip(right.chunks_exact(sums.len().max(1))) {
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum = sum.wrapping_add(value.wrapping_mul(weight));
        }
    }
}

/// The distances of the integers of an argument from zero.
fn distances(frame: &DispatchFrame<'_>, i: usize, scales: &Scales) -> Result<Vec<i32>, OpError> {
    let mut integers = integers(frame, i)?;
    for (i, integer) in integers.iter_mut().enumerate() {
        *integer = integer.wrapping_sub(scales.at(i).1);
    }
    Ok(integers)
}

fn dot(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(8)?;
    let shape = &result_metadata(frame, 0)?.shape;
    let a = Scales::of(frame, 2, frame.dense(0)?.shape(), "lhs_quantization_axis")?;
    let b = Scales::of(frame, 4, frame.dense(1)?.shape(), "rhs_quantization_axis")?;
    let to = Scales::of(frame, 6, shape, "output_quantization_axis")?;
    if a.rules.len() != 1 {
        return Err("lhs of a product must have one scale".into());
    }
    let allowed = Allowed::of(frame.attrs(), "output_", DType::QI32)?;
    let depth = frame.dense(0)?.shape().dim(1) as usize;
    let columns = shape.dim(1) as usize;
    let (left, right) = (distances(frame, 0, &a)?, distances(frame, 1, &b)?);
    let mut sums = filled(0_i32, shape.num_elements())?;
    for (row, sums) in sums.chunks_exact_mut(columns.max(1)).enumerate() {
        add_products(sums, left[row * depth..][..depth].iter().copied(), &right);
    }
    let moved = sums.iter().enumerate().map(|(i, &sum)| {
        let ((scale, _), (new_scale, zero)) = (b.at(i % columns), to.at(i));
        let factor = Factor::new(f64::from(a.at(0).0) * f64::from(scale) / f64::from(new_scale));
        allowed.nearest(factor.times(sum.into()).saturating_add(zero.into()))
    });
    let made = tensor(DType::QI32, shape.clone(), moved)?;
    frame.set(0, made);
    Ok(())
}

/// The scale and the zero point of eight bits for numbers, where zero is an integer.
fn eight_bits(numbers: &[f32]) -> (f32, i32) {
    let (min, max) = numbers.iter().fold((0_f32, 0_f32), |(min, max), &x| (min.min(x), max.max(x)));
    let (min, max) = (f64::from(min), f64::from(max));
    if min == max {
        return (1.0, 0);
    }
    let scale = (max - min) / 255.0;
    let (from_min, from_max) = (-128.0 - min / scale, 127.0 - max / scale);
    let nearer = if 128.0 + (min / scale).abs() < 127.0 + (max / scale).abs() { from_min } else { from_max };
    (scale as f32, ((nearer + 0.5).floor() as i32).clamp(-128, 127))
}

/// Each row of the numbers becomes integers of its own scale.
fn hybrid_dot(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let shape = result_metadata(frame, 0)?.shape.clone();
    let b = Scales::of(frame, 2, frame.dense(1)?.shape(), "rhs_quantization_axis")?;
    let depth = frame.dense(0)?.shape().dim(1) as usize;
    let columns = shape.dim(1) as usize;
    let (numbers, right) = (frame.values::<f32>(0)?, distances(frame, 1, &b)?);
    let mut sums = filled(0_i32, columns)?;
    let mut made = filled(0_f32, shape.num_elements())?;
    for (row, made) in made.chunks_exact_mut(columns.max(1)).enumerate() {
        let numbers = &numbers[row * depth..][..depth];
        let (scale, zero) = eight_bits(numbers);
        sums.fill(0);
        let row = numbers.iter().map(|&x| (upper(x, scale, zero).clamp(-128, 127) - i64::from(zero)) as i32);
        add_products(&mut sums, row, &right);
        for (column, (to, &sum)) in made.iter_mut().zip(&sums).enumerate() {
            *to = sum as f32 * scale * b.at(column).0;
        }
    }
    frame.set(0, DenseHostTensor::from_values(shape, &made)?);
    Ok(())
}
