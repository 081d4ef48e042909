//! Wide integers as narrow ones: `tf.RequantizationRange`, `tf.Requantize`, `tf.QuantizeDownAndShrinkRange`, and the first two with a range
//! for each channel.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};
use tfrt_ops::shapes::{NARROW, dtype_attr};

use super::{Scale, integers, range, set, tensor};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.RequantizationRange", OpEntry::new().dispatch(actual_range));
    ops.add("tf.Requantize", OpEntry::new().dispatch(requantize));
    ops.add("tf.QuantizeDownAndShrinkRange", OpEntry::new().dispatch(shrink));
    ops.add("tf.RequantizationRangePerChannel", OpEntry::new().dispatch(range_per_channel));
    ops.add("tf.RequantizePerChannel", OpEntry::new().dispatch(requantize_per_channel));
}

/// The numbers that the smallest and the largest integers stand for, zero among them.
fn used(scale: Scale, values: &[i32]) -> (f32, f32) {
    let number = |integer: Option<&i32>| integer.map_or(0.0, |&integer| scale.number(i64::from(integer)));
    (number(values.iter().min()).min(0.0), number(values.iter().max()))
}

fn actual_range(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let scale = Scale::new(frame.dense(0)?.dtype(), range(frame, 1, "input")?)?;
    let (min, max) = used(scale, &integers(frame, 0)?);
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[min])?);
    frame.set(1, DenseHostTensor::from_values(Shape::scalar(), &[max])?);
    Ok(())
}

fn moved(
    frame: &mut DispatchFrame<'_>,
    from: Scale,
    values: &[i32],
    limits: (f32, f32),
) -> Result<(), OpError> {
    let dtype = dtype_attr(&*frame.attrs(), "out_type", DType::QUI8, &NARROW)?;
    let to = Scale::new(dtype, limits)?;
    let shape = frame.dense(0)?.shape().clone();
    if from.lowest != f64::from(i32::MIN) {
        let made = tensor(dtype, shape, values.iter().map(|&x| to.integer(from.number(i64::from(x)))))?;
        return set(frame, made, limits);
    }
    // Of 32 bits in fixed point, with 16 bits of fraction; bytes have a fraction in their offset as well.
    const ONE: f64 = 65536.0;
    let widths = (f64::from(from.max - from.min), f64::from(to.max - to.min));
    if widths.1 == 0.0 {
        let made = tensor(dtype, shape, values.iter().map(|_| 0))?;
        return set(frame, made, limits);
    }
    let steps = to.highest - to.lowest;
    let scale = (steps * ONE * (widths.0 / widths.1)) as i128;
    let per_unit = (steps as f32) / (to.max - to.min);
    let middle = (f64::from((from.max + from.min) / 2.0) * f64::from(per_unit) * ONE) as i128;
    let offset = match dtype {
        DType::QUI8 => (f64::from(to.min * per_unit) * ONE) as i128,
        _ => (f64::from(to.min * per_unit).round() * ONE) as i128,
    };
    let lowest = to.lowest as i128;
    let made = tensor(
        dtype,
        shape,
        values.iter().map(|&x| {
            let scaled = (i128::from(x) * scale) >> 32;
            (((scaled + middle - offset + 32768) >> 16) + lowest).clamp(i64::MIN.into(), i64::MAX.into())
                as i64
        }),
    )?;
    set(frame, made, limits)
}

fn requantize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let from = Scale::new(frame.dense(0)?.dtype(), range(frame, 1, "input")?)?;
    let (min, max) = range(frame, 3, "the result")?;
    if min > 0.0 {
        return Err(format!("requested_output_min must be <= 0, but got {min}").into());
    }
    let values = integers(frame, 0)?;
    moved(frame, from, &values, (min, max))
}

fn shrink(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let from = Scale::new(frame.dense(0)?.dtype(), range(frame, 1, "input")?)?;
    let values = integers(frame, 0)?;
    let limits = used(from, &values);
    moved(frame, from, &values, limits)
}

/// The ranges of the channels: as many of each bound as the last dimension has.
fn ranges(frame: &DispatchFrame<'_>) -> Result<Vec<(f32, f32)>, OpError> {
    let shape = frame.dense(0)?.shape();
    let channels = shape.dims().last().copied().unwrap_or(1) as usize;
    let (min, max) = (frame.values::<f32>(1)?, frame.values::<f32>(2)?);
    if min.len() != channels || max.len() != channels {
        return Err(format!(
            "input_min and input_max must have {channels} elements, one for each channel, but have {} and {}",
            min.len(),
            max.len()
        )
        .into());
    }
    Ok(min.iter().copied().zip(max.iter().copied()).collect())
}

fn range_per_channel(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let ranges = ranges(frame)?;
    let values = integers(frame, 0)?;
    let most = frame.attrs().get_float("clip_value_max").unwrap_or(f64::INFINITY) as f32;
    let (mut min, mut max) = (f32::MAX, f32::MIN);
    for (channel, &(low, high)) in ranges.iter().enumerate() {
        let own = || values.iter().skip(channel).step_by(ranges.len());
        let (least, largest) = (own().min().copied().unwrap_or(0), own().max().copied().unwrap_or(0));
        let scale = low.abs().max(high.abs()) / 2_147_483_648.0;
        (min, max) = (min.min(least as f32 * scale), max.max(largest as f32 * scale));
    }
    let (min, max) = (min.min(0.0), max.max(0.0).min(most));
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[min])?);
    frame.set(1, DenseHostTensor::from_values(Shape::scalar(), &[max])?);
    Ok(())
}

fn requantize_per_channel(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let ranges = ranges(frame)?;
    let (min, max) = range(frame, 3, "the result")?;
    let dtype = dtype_attr(&*frame.attrs(), "out_type", DType::QUI8, &[DType::QUI8, DType::QI8])?;
    let unsigned = dtype == DType::QUI8;
    let most = if unsigned { 255.0_f32 } else { 127.0 };
    let wanted = if unsigned { max } else { min.abs().max(max.abs()) };
    let factors: Vec<f32> = ranges
        .iter()
        .map(|(low, high)| low.abs().max(high.abs()) / 2_147_483_648.0 * (most / wanted))
        .collect();
    let shape = frame.dense(0)?.shape().clone();
    let values = integers(frame, 0)?;
    let values = values
        .iter()
        .zip(factors.iter().cycle())
        .map(|(&x, factor)| (x as f32 * factor).round_ties_even() as i64);
    let made = tensor(dtype, shape, values)?;
    set(frame, made, (min, max))
}
