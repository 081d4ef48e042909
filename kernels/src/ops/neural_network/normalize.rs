//! Normalization: of batches, with given or computed statistics, and of each pixel by its neighbouring channels.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, TensorMetadata};
use tfrt_ops::shapes::{Operand, averaging_factor, batch_normalized, channels_second};

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::memory::{collected, copied, filled, gathered, result_metadata, try_room};
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number};
use crate::ops::tasks::for_rows;
use tfrt_numerics::finish::{After, Scale};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    for name in ["tf.FusedBatchNorm", "tf.FusedBatchNormV2", "tf.FusedBatchNormV3"] {
        ops.add(name, OpEntry::new().dispatch(batch_norm));
    }
    ops.add(
        "tf.BatchNormWithGlobalNormalization",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [floats halves], global::<T>(frame), else Err(unsupported_for("tf.BatchNormWithGlobalNormalization", dtype)))
        }),
    );
    ops.add("tf.LRN", OpEntry::new().dispatch(lrn));
}

/// `(x - mean) / sqrt(variance + epsilon)`, times gamma if an attribute says so, plus beta.
fn global<T: Float<Work: Into<f64>>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let epsilon = attrs.get_float("variance_epsilon").ok_or("missing 'variance_epsilon' attribute")?;
    let scales =
        attrs.get_bool("scale_after_normalization").ok_or("missing 'scale_after_normalization' attribute")?;
    let parameter = |i: usize| collected(frame.values::<T>(i)?.iter().map(|x| x.work()));
    let (mean, variance, beta, gamma) = (parameter(1)?, parameter(2)?, parameter(3)?, parameter(4)?);
    let factors = variance.iter().zip(&gamma).map(|(&variance, &gamma)| {
        let (variance, gamma): (f64, f64) = (variance.into(), gamma.into());
        T::Work::of(if scales { gamma } else { 1.0 } / (variance + epsilon).sqrt())
    });
    let factors: Vec<T::Work> = collected(factors)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = frame.output(metadata)?;
    if out.source().is_none() {
        out.values_mut::<T>().copy_from_slice(frame.values::<T>(0)?);
    }
    for pixel in out.values_mut::<T>().chunks_exact_mut(mean.len().max(1)) {
        for (channel, x) in pixel.iter_mut().enumerate() {
            *x = T::unwork(x.work().minus(mean[channel]).times(factors[channel]).plus(beta[channel]));
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// The metadata of the first result of a batch norm of `f32` tensors with given statistics, all of which are there; `None` for any
/// other.
pub(crate) fn norm_metadata(
    x: &TensorMetadata,
    scale: &TensorMetadata,
    offset: &TensorMetadata,
    mean: &TensorMetadata,
    variance: &TensorMetadata,
    attrs: OpAttrsRef<'_>,
) -> Option<TensorMetadata> {
    let given = attrs.get_bool("is_training") == Some(false);
    if !given
        || x.shape.rank() < 2
        || x.dtype != DType::F32
        || scale.dtype != DType::F32
        || mean != scale
        || variance != scale
    {
        return None;
    }
    let operands = [x, scale, offset, mean, variance].map(Operand::of);
    let [y, _] = batch_normalized(operands.each_ref(), &*attrs).ok()?;
    y.into_metadata()
}

/// The factor of each channel in a batch norm.
pub(crate) fn factors(scale: &[f32], variance: &[f32], attrs: OpAttrsRef<'_>) -> Vec<f32> {
    let epsilon = attrs.get_float("epsilon").unwrap_or(0.0) as f32;
    scale.iter().zip(variance).map(|(scale, variance)| scale / (variance + epsilon).sqrt()).collect()
}

/// The first argument, of `f32` with channels last, with a batch norm and an activation applied to its channels.
pub(crate) fn finished_norm(
    frame: &mut DispatchFrame<'_>,
    metadata: &TensorMetadata,
    after: &After<'_>,
) -> Result<(), OpError> {
    /// Elements of a task, and of the copy that is changed in place: it stays in the first-level cache.
    const BLOCK: usize = 1 << 12;
    let mut out = frame.output(metadata)?;
    if let Some(other) = out.source().filter(|&source| source != 0) {
        return Err(format!("argument {other} has the shape of the image").into());
    }
    let input: &[f32] = if out.source().is_some() { &[] } else { frame.values(0)? };
    let channels = after.bias.len().max(1);
    let block = (BLOCK / channels).max(1) * channels;
    let parts: Vec<Mutex<&mut [f32]>> = out.values_mut::<f32>().chunks_mut(block).map(Mutex::new).collect();
    frame.context().parallel_for(parts.len(), 8, &|begin, end| {
        for (at, part) in parts.iter().enumerate().take(end).skip(begin) {
            let mut part = part.lock();
            if !input.is_empty() {
                let from = &input[at * block..][..part.len()];
                part.copy_from_slice(from);
            }
            after.apply(&mut part);
        }
    });
    drop(parts);
    frame.finish(0, out);
    Ok(())
}

/// Mean and variance of each channel.
struct Statistics {
    mean: Vec<f32>,
    variance: Vec<f32>,
}

/// Calls `body(channel, plane)` for the parts of a tensor in which one channel is contiguous: single elements, or planes.
fn planes<'a, T>(values: &'a [T], channels: usize, plane: usize, mut body: impl FnMut(usize, &'a [T])) {
    for (i, values) in values.chunks_exact(plane.max(1)).enumerate() {
        body(i % channels, values);
    }
}

impl Statistics {
    /// Of a whole batch. Both are kept in double precision on the way.
    fn of<T: Float<Work = f32>>(values: &[T], channels: usize, plane: usize) -> Result<Statistics, OpError> {
        let count = values.len().checked_div(channels).unwrap_or(0) as f64;
        let (mut sums, mut squares) = (filled(0.0f64, channels)?, filled(0.0f64, channels)?);
        planes(values, channels, plane, |channel, values| {
            sums[channel] = values.iter().fold(sums[channel], |sum, x| sum + f64::from(x.work()));
        });
        let mean = collected(sums.iter().map(|sum| sum / count))?;
        planes(values, channels, plane, |channel, values| {
            squares[channel] = values.iter().fold(squares[channel], |sum, x| {
                let difference = f64::from(x.work()) - mean[channel];
                sum + difference * difference
            });
        });
        Ok(Statistics {
            mean: collected(mean.iter().map(|&mean| mean as f32))?,
            variance: collected(squares.iter().map(|sum| (sum / count) as f32))?,
        })
    }
}

/// `(x - mean) * scale / sqrt(variance + epsilon) + offset`, of the given statistics or, in training, of the batch's own. The other
/// results are the running mean and variance, which in training include the batch's (the variance as an estimate for more than the
/// batch), and the inputs of a gradient: the mean and variance that were used, and an empty tensor.
fn batch_norm(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [single halves], normalized::<T>(frame), else Err(unsupported_for("TfFusedBatchNormV3Op", dtype)))
}

fn normalized<T: Float<Work = f32>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if frame.dense(1)?.dtype() != DType::F32 {
        return Err(unsupported_for("TfFusedBatchNormV3Op", frame.dense(1)?.dtype()));
    }
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let dims = metadata.shape.dims();
    let plane = match channels_second(&*attrs, Some(dims.len()))? {
        true => dims[2..].iter().product::<i64>() as usize,
        false => 1,
    };
    let parameter = |i: usize| copied(frame.values::<f32>(i)?);
    let (scale, offset) = (parameter(1)?, parameter(2)?);
    let given = Statistics { mean: parameter(3)?, variance: parameter(4)? };
    let channels = scale.len();
    let (used, running) = if attrs.get_bool("is_training").unwrap_or(true) {
        let values = frame.values::<T>(0)?;
        let used = Statistics::of(values, channels, plane)?;
        let count = values.len().checked_div(channels).unwrap_or(0) as f32;
        let unbiased = count / (count - 1.0).max(1.0);
        let factor = averaging_factor(&*attrs);
        let blend = |new: &[f32], scale: f32, old: &[f32]| -> Result<Vec<f32>, OpError> {
            let old = old.iter().copied().chain(std::iter::repeat(0.0));
            let blended = |(&new, old): (&f32, f32)| {
                if factor == 1.0 { new * scale } else { (1.0 - factor) * old + factor * (new * scale) }
            };
            gathered(new.iter().zip(old).map(blended))
        };
        let running = Statistics {
            mean: blend(&used.mean, 1.0, &given.mean)?,
            variance: blend(&used.variance, unbiased, &given.variance)?,
        };
        (used, running)
    } else {
        let running = Statistics { mean: copied(&given.mean)?, variance: copied(&given.variance)? };
        (given, running)
    };
    try_room::<f32>(channels)?;
    let factor = factors(&scale, &used.variance, attrs);
    if T::DTYPE == DType::F32 && plane == 1 && frame.dense(0)?.shape().rank() > 1 {
        let scale = Some(Scale { before: None, mean: Some(&used.mean), factor: &factor });
        let after = After { scale, bias: &offset, low: f32::NEG_INFINITY, high: f32::INFINITY };
        finished_norm(frame, metadata, &after)?;
        return set_statistics(frame, &running, &used);
    }
    let mut out = frame.output(metadata)?;
    if out.source().is_none() {
        out.values_mut::<T>().copy_from_slice(frame.values::<T>(0)?);
    }
    if channels > 0 && plane == 1 {
        for_rows(frame.context(), out.values_mut::<T>(), channels, &|rows| {
            for pixel in rows.chunks_exact_mut(channels) {
                for (((x, factor), offset), mean) in
                    pixel.iter_mut().zip(&factor).zip(&offset).zip(&used.mean)
                {
                    *x = T::unwork((x.work() - mean) * factor + offset);
                }
            }
        });
    } else if channels > 0 && plane > 0 {
        for (i, values) in out.values_mut::<T>().chunks_exact_mut(plane).enumerate() {
            let channel = i % channels;
            let (factor, offset, mean) = (factor[channel], offset[channel], used.mean[channel]);
            for x in values {
                *x = T::unwork((x.work() - mean) * factor + offset);
            }
        }
    }
    frame.finish(0, out);
    set_statistics(frame, &running, &used)
}

/// The results of a batch norm behind the first.
fn set_statistics(
    frame: &mut DispatchFrame<'_>,
    running: &Statistics,
    used: &Statistics,
) -> Result<(), OpError> {
    let statistics = [&running.mean, &running.variance, &used.mean, &used.variance, &Vec::new()];
    for (i, values) in statistics.into_iter().enumerate().take(frame.num_results().saturating_sub(1)) {
        let tensor = DenseHostTensor::from_values(Shape::new(&[values.len() as i64])?, values)?;
        frame.set(i + 1, tensor);
    }
    Ok(())
}

/// `x / (bias + alpha * sum of squares over nearby channels) ^ beta`.
fn lrn(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let radius = usize::try_from(attrs.get_int("depth_radius").unwrap_or(5))
        .map_err(|_| "depth_radius must not be negative")?;
    let [bias, alpha, beta] = [("bias", 1.0), ("alpha", 1.0), ("beta", 0.5)]
        .map(|(name, default)| attrs.get_float(name).unwrap_or(default) as f32);
    let channels = metadata.shape.dim(3) as usize;
    for_dtype!(metadata.dtype, [floats halves], {
        type W = <T as Float>::Work;
        let mut out = DispatchFrame::fresh(metadata)?;
        let pixels = frame.values::<T>(0)?.chunks_exact(channels.max(1));
        for (pixel, out) in pixels.zip(out.values_mut::<T>().chunks_exact_mut(channels.max(1))) {
            for (c, out) in out.iter_mut().enumerate() {
                let near = &pixel[c.saturating_sub(radius)..channels.min(c.saturating_add(radius).saturating_add(1))];
                let sum = near.iter().fold(W::ZERO, |sum, x| sum.plus(x.work().times(x.work())));
                let norm = W::of(f64::from(bias)).plus(W::of(f64::from(alpha)).times(sum));
                *out = T::unwork(pixel[c].work().over(norm.powf(W::of(f64::from(beta)))));
            }
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(format!("Unsupported dtype: {}", metadata.dtype.label()).into()))
}
