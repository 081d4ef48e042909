//! Numbers as small integers and back: `tf.QuantizeV2`, `tf.Dequantize`, and both at once, `tf.QuantizeAndDequantizeV2`, `…V3` and
//! `…V4`, with the gradient of the last.
//!
//! The range of the numbers, one for all or one for each position along an axis, is moved a little as the mode says. Results of
//! quantised dtypes are the bytes of the integers.

use std::cmp::Ordering;

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ops::shapes::dtype_attr;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::index_arguments::normalize_axis;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

const QUANTISED: [DType; 5] = [DType::QI8, DType::QUI8, DType::QI16, DType::QUI16, DType::QI32];

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.QuantizeV2", OpEntry::new().dispatch(quantize));
    ops.add("tf.Dequantize", OpEntry::new().dispatch(dequantize));
    for name in ["tf.QuantizeAndDequantizeV2", "tf.QuantizeAndDequantizeV3", "tf.QuantizeAndDequantizeV4"] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [floats halves], {
                        there_and_back::<T>(frame, name.ends_with("V3"))
                    }, else Err(unsupported_for(name, dtype)))
            }),
        );
    }
    ops.add(
        "tf.QuantizeAndDequantizeV4Grad",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], there_and_back_gradient::<T>(frame),
                else Err(unsupported_for("tf.QuantizeAndDequantizeV4Grad", dtype)))
        }),
    );
}

/// The gradients of numbers within their range. The ends of the range have none, as with TensorFlow.
fn there_and_back_gradient<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let shape = frame.dense(1)?.shape().clone();
    if frame.dense(0)?.shape() != &shape {
        let given = frame.dense(0)?.shape();
        return Err(format!("gradients must have the shape of the input, {shape}, but have {given}").into());
    }
    let (run, ranges) = runs(&shape, along(frame.attrs()))?;
    let count = ranges.unwrap_or(1);
    let (gradients, input) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    let (low, high) = (frame.values::<T>(2)?, frame.values::<T>(3)?);
    if low.len() != count || high.len() != count {
        let (low, high) = (low.len(), high.len());
        return Err(format!("a range must have {count} elements, but has {low} and {high}").into());
    }
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(T::DTYPE, shape))?;
    for (at, to) in out.values_mut::<T>().iter_mut().enumerate() {
        let range = at / run % count.max(1);
        let is_inside = input[at] >= low[range] && input[at] <= high[range];
        *to = if is_inside { gradients[at] } else { T::ZERO };
    }
    frame.finish(0, out);
    for end in 0..2 {
        let metadata = TensorMetadata::new(T::DTYPE, frame.dense(2 + end)?.shape().clone());
        let mut out = DispatchFrame::fresh(&metadata)?;
        out.values_mut::<T>().fill(T::ZERO);
        frame.finish(1 + end, out);
    }
    Ok(())
}

/// The smallest and the largest integer of a quantised dtype.
pub(crate) fn limits(dtype: DType) -> Option<(f64, f64)> {
    let limits = match dtype {
        DType::QI8 => (i8::MIN.into(), i8::MAX.into()),
        DType::QUI8 => (0.0, u8::MAX.into()),
        DType::QI16 => (i16::MIN.into(), i16::MAX.into()),
        DType::QUI16 => (0.0, u16::MAX.into()),
        DType::QI32 => (i32::MIN.into(), i32::MAX.into()),
        _ => return None,
    };
    Some(limits)
}

/// The correspondence of numbers and integers.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    /// The range of the numbers is that of all integers.
    MinCombined,
    /// As that, but the smallest number is a whole number of steps from zero.
    MinFirst,
    /// Zero is zero.
    Scaled,
}

impl Mode {
    fn of(attrs: OpAttrsRef<'_>) -> Result<Mode, OpError> {
        match attrs.get_str("mode") {
            None | Some("MIN_COMBINED") => Ok(Mode::MinCombined),
            Some("MIN_FIRST") => Ok(Mode::MinFirst),
            Some("SCALED") => Ok(Mode::Scaled),
            Some(other) => {
                Err(format!("mode must be MIN_COMBINED, MIN_FIRST or SCALED, but is {other}").into())
            }
        }
    }
}

/// The axis along which ranges differ; -1 where there is one.
fn along(attrs: OpAttrsRef<'_>) -> i64 {
    attrs.get_int("axis").unwrap_or(-1)
}

/// Runs of elements that share a range: how many elements are in a run, and how many ranges there are.
pub(super) fn runs(shape: &Shape, axis: i64) -> Result<(usize, Option<usize>), OpError> {
    if axis == -1 {
        return Ok((shape.num_elements().max(1), None));
    }
    let dims = shape.dims();
    let axis = normalize_axis(axis, dims.len()).filter(|_| axis >= 0);
    let axis = axis.ok_or_else(|| format!("axis must be -1 or a dimension of shape {shape}"))?;
    let inner: usize = dims[axis + 1..].iter().map(|&dim| dim as usize).product();
    Ok((inner.max(1), Some(dims[axis] as usize)))
}

/// The bounds of the ranges, which arguments give.
fn bounds(
    frame: &DispatchFrame<'_>,
    first: usize,
    ranges: Option<usize>,
) -> Result<Vec<(f64, f64)>, OpError> {
    let count = ranges.unwrap_or(1);
    let numbers = |i: usize| -> Result<Vec<f64>, OpError> {
        let dtype = frame.dense(i)?.dtype();
        let values: Vec<f64> = for_dtype!(dtype, [floats halves], {
            frame.values::<T>(i)?.iter().map(|&x| f64::from(x)).collect()
        }, else return Err(format!("ranges cannot be {}", dtype.label()).into()));
        if values.len() != count {
            return Err(format!("a range must have {count} elements, but has {}", values.len()).into());
        }
        Ok(values)
    };
    let bounds: Vec<(f64, f64)> = numbers(first)?.into_iter().zip(numbers(first + 1)?).collect();
    match bounds.iter().find(|(min, max)| min.partial_cmp(max).is_none_or(Ordering::is_gt)) {
        Some((min, max)) => {
            Err(format!("min_range must be <= max_range, but they are {min} and {max}").into())
        }
        None => Ok(bounds),
    }
}

/// A range in single precision.
fn single((min, max): (f64, f64)) -> (f32, f32) {
    (min as f32, max as f32)
}

/// In the precision of most ranges.
fn as_single(x: f64) -> f64 {
    f64::from(x as f32)
}

/// The number of steps of one, and the bounds whose one end is the end of the integers; the other lies within them.
fn scaled(
    (min, max): (f64, f64),
    lowest: f64,
    highest: f64,
    precise: fn(f64) -> f64,
) -> (f64, f64, (f64, f64)) {
    let side =
        |limit: f64, bound: f64| if limit * bound > 0.0 { precise(limit / bound) } else { f64::INFINITY };
    let (from_min, from_max) = (side(lowest, min), side(highest, max));
    if from_min < from_max {
        let back = precise(min / lowest);
        (from_min, back, (min, precise(highest * back)))
    } else {
        let back = precise(max / highest);
        // Of nothing but zeros nothing is left.
        (from_max.min(f32::MAX.into()), back, (precise(lowest * back), max))
    }
}

fn quantize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let dtype = frame.dense(0)?.dtype();
    if dtype != DType::F32 {
        return Err(unsupported_for("tf.QuantizeV2", dtype));
    }
    let attrs = frame.attrs();
    let mode = Mode::of(attrs)?;
    let to_even = match attrs.get_str("round_mode") {
        None | Some("HALF_AWAY_FROM_ZERO") => false,
        Some("HALF_TO_EVEN") if mode == Mode::Scaled => true,
        Some(other) => return Err(format!("round_mode {other} is not supported in this mode").into()),
    };
    let dtype = dtype_attr(&*attrs, "T", DType::QUI8, &QUANTISED)?;
    let narrow = attrs.get_bool("narrow_range").unwrap_or(false);
    let least = attrs.get_float("ensure_minimum_range").unwrap_or(0.01) as f32;
    let (lowest, highest) = limits(dtype).ok_or("not a quantised dtype")?;
    let shape = frame.dense(0)?.shape().clone();
    let (run, ranges) = runs(&shape, along(attrs))?;
    let mut bounds: Vec<(f32, f32)> = bounds(frame, 1, ranges)?.into_iter().map(single).collect();
    for (min, max) in &mut bounds {
        let smallest = min.min(0.0);
        let least = 1_f32.max(min.abs()).max(max.abs()) * least;
        *max = max.max(smallest + least).max(0.0);
        *min = smallest;
    }
    let mut ends = bounds.clone();
    if mode == Mode::Scaled {
        let lowest = if narrow { lowest + 1.0 } else { lowest };
        for end in &mut ends {
            *end = single(scaled((end.0.into(), end.1.into()), lowest, highest, as_single).2);
        }
    }
    let rounded = |number: usize, x: f32| -> f64 {
        let (min, max) = ends[number];
        match mode {
            Mode::MinCombined => {
                let half = if lowest < 0.0 { (highest - lowest + 1.0) / 2.0 } else { 0.0 };
                let scale = (highest - lowest) as f32 / (max - min);
                f64::from(((x.max(min).min(max) - min) * scale - half as f32).round())
            }
            Mode::MinFirst if dtype == DType::QI32 => {
                let steps = highest - lowest + 1.0;
                let range = (f64::from(max) - f64::from(min)) * (steps / (steps - 1.0));
                let scale = steps / range;
                (f64::from(x) * scale).round() - (f64::from(min) * scale).round() + lowest
            }
            // In single precision: which way halves go depends on it.
            Mode::MinFirst => {
                let scale = ((highest - lowest) / f64::from(max - min)) as f32;
                let start = (min * scale).round() - lowest as f32;
                f64::from((x * scale).round() - start)
            }
            Mode::Scaled => {
                let lowest = if narrow { lowest + 1.0 } else { lowest };
                let (low, high) = bounds[number];
                let (scale, ..) = scaled((low.into(), high.into()), lowest, highest, as_single);
                let x = x.max(min).min(max) * scale as f32;
                f64::from(if to_even { x.round_ties_even() } else { x.round() })
            }
        }
    };
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
    let size = dtype.size().ok_or("not a quantised dtype")?;
    let values = frame.values::<f32>(0)?;
    for (i, (&x, to)) in values.iter().zip(out.bytes_mut().chunks_exact_mut(size)).enumerate() {
        let integer = rounded(i / run % ends.len(), x).clamp(lowest, highest) as i64;
        to.copy_from_slice(&integer.to_le_bytes()[..size]);
    }
    let side = if ranges.is_some() { Shape::new(&[ends.len() as i64])? } else { Shape::scalar() };
    let (mins, maxes): (Vec<f32>, Vec<f32>) = ends.into_iter().unzip();
    frame.finish(0, out);
    frame.set(1, DenseHostTensor::from_values(side.clone(), &mins)?);
    frame.set(2, DenseHostTensor::from_values(side, &maxes)?);
    Ok(())
}

fn dequantize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let dtype = frame.dense(0)?.dtype();
    let Some((lowest, highest)) = limits(dtype) else { return Err(unsupported_for("tf.Dequantize", dtype)) };
    let attrs = frame.attrs();
    let mode = Mode::of(attrs)?;
    let result = dtype_attr(&*attrs, "dtype", DType::F32, &[DType::F32, DType::BF16])?;
    let narrow = attrs.get_bool("narrow_range").unwrap_or(false);
    let shape = frame.dense(0)?.shape().clone();
    let (run, ranges) = runs(&shape, along(attrs))?;
    // A number is `(integer - start) * step + origin`.
    let rule = |(min, max): (f32, f32)| -> (f64, f64, f64) {
        match mode {
            Mode::MinCombined => {
                let half = if lowest < 0.0 { (highest - lowest + 1.0) / 2.0 } else { 0.0 };
                (-half, f64::from((max - min) / (highest - lowest) as f32), min.into())
            }
            Mode::MinFirst if min == max => (0.0, 0.0, min.into()),
            Mode::MinFirst => {
                // In single precision, which decides where zero is.
                let step = (f64::from(max - min) / (highest - lowest)) as f32;
                (lowest, step.into(), ((min / step).round() * step).into())
            }
            Mode::Scaled => {
                let from_max = max / highest as f32;
                let lowest = if narrow { lowest + 1.0 } else { lowest } as f32;
                (0.0, f64::from(if lowest < 0.0 { from_max.max(min / lowest) } else { from_max }), 0.0)
            }
        }
    };
    let rules: Vec<(f64, f64, f64)> = bounds(frame, 1, ranges)?.into_iter().map(single).map(rule).collect();
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(result, shape))?;
    let size = dtype.size().ok_or("not a quantised dtype")?;
    let integers = frame.dense(0)?.bytes().chunks_exact(size).map(|bytes| {
        let mut whole = [if lowest < 0.0 && bytes[size - 1] >= 0x80 { 0xff } else { 0 }; 8];
        whole[..size].copy_from_slice(bytes);
        i64::from_le_bytes(whole)
    });
    for_dtype!(result, [floats halves], {
        for (i, (integer, to)) in integers.zip(out.values_mut::<T>()).enumerate() {
            let (start, step, origin) = rules[i / run % rules.len()];
            *to = T::unwork(<T as Float>::Work::of((integer as f64 - start) * step + origin));
        }
    }, else return Err(unsupported_for("tf.Dequantize", result)));
    frame.finish(0, out);
    Ok(())
}

fn there_and_back<T: Float<Work: Into<f64>>>(
    frame: &mut DispatchFrame<'_>,
    bits_given: bool,
) -> Result<(), OpError> {
    frame.expect_args(if bits_given { 4 } else { 3 })?;
    let attrs = frame.attrs();
    let flag = |name, default| attrs.get_bool(name).unwrap_or(default);
    let (signed, given, narrow) =
        (flag("signed_input", true), flag("range_given", bits_given), flag("narrow_range", false));
    let bits = if bits_given { frame.indices(3)?.first().copied() } else { None };
    let bits = bits.unwrap_or(attrs.get_int("num_bits").unwrap_or(8));
    if bits <= i64::from(signed) || bits > 62 {
        return Err(format!("num_bits is out of range: {bits} with signed_input {signed}").into());
    }
    let to_even = match attrs.get_str("round_mode") {
        None | Some("HALF_TO_EVEN") => true,
        Some("HALF_UP") => false,
        Some(other) => {
            return Err(format!("round_mode must be HALF_TO_EVEN or HALF_UP, but is {other}").into());
        }
    };
    let highest = (1_i64 << (bits - i64::from(signed))) - 1;
    let lowest = if signed { -highest - i64::from(!narrow) } else { 0 };
    let metadata = frame.dense(0)?.metadata().clone();
    let (run, ranges) = runs(&metadata.shape, along(attrs))?;
    let values = frame.values::<T>(0)?;
    let value = |x: T| -> f64 { x.work().into() };
    let bounds: Vec<(f64, f64)> = if given {
        bounds(frame, 1, ranges)?
    } else {
        let mut found = vec![(f64::INFINITY, f64::NEG_INFINITY); ranges.unwrap_or(1)];
        let count = found.len();
        for (i, &x) in values.iter().enumerate() {
            let (min, max) = &mut found[i / run % count];
            let x = value(x);
            (*min, *max) = (min.min(x), max.max(x));
        }
        found
    };
    let precise = if metadata.dtype == DType::F64 { |x| x } else { as_single };
    let rules: Vec<_> =
        bounds.iter().map(|&bounds| scaled(bounds, lowest as f64, highest as f64, precise)).collect();
    let mut out = DispatchFrame::fresh(&metadata)?;
    for (i, (&x, to)) in values.iter().zip(out.values_mut::<T>()).enumerate() {
        let (scale, back, (min, max)) = rules[i / run % rules.len()];
        let x = value(x);
        let x = if given { x.max(min).min(max) } else { x };
        // In the precision of the dtype, as halves are decided there.
        let steps: f64 = T::Work::of(x * scale).into();
        let whole = if to_even { steps.round_ties_even() } else { (steps + 0.5).floor() };
        *to = T::unwork(T::Work::of(whole * back));
    }
    frame.finish(0, out);
    Ok(())
}
