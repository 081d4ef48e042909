//! Gradients of normalizations: `tf.FusedBatchNormGrad` and its versions, and `tf.LRNGrad`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Shape};
use tfrt_ops::shapes::channels_second;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::memory::result_metadata;
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    for name in ["tf.FusedBatchNormGrad", "tf.FusedBatchNormGradV2", "tf.FusedBatchNormGradV3"] {
        ops.add(name, OpEntry::new().dispatch(batch_norm));
    }
    ops.add("tf.LRNGrad", OpEntry::new().dispatch(lrn));
}

fn batch_norm(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(1)?.dtype();
    for_dtype!(dtype, [single halves], batch_gradient::<T>(frame), else Err(unsupported_for("tf.FusedBatchNormGradV3", dtype)))
}

/// In training the mean and variance are of the batch, so each element moves them; else they are constants.
fn batch_gradient<T: Float<Work = f32>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let dims = metadata.shape.dims();
    let plane = match channels_second(&*attrs, Some(dims.len()))? {
        true => dims[2..].iter().product::<i64>() as usize,
        false => 1,
    };
    let training = attrs.get_bool("is_training").unwrap_or(true);
    let epsilon = attrs.get_float("epsilon").unwrap_or(1e-4);
    let [scale, mean, variance] = [frame.values::<f32>(2)?, frame.values::<f32>(3)?, frame.values::<f32>(4)?];
    let (gradients, values) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    let channels = scale.len().max(1);
    let count = (values.len() / channels).max(1) as f64;
    let channel_of = |at: usize| at / plane.max(1) % channels;
    let centered = |at: usize| f64::from(values[at].work()) - f64::from(mean[channel_of(at)]);
    let (mut sums, mut products) = (vec![0.0f64; scale.len()], vec![0.0f64; scale.len()]);
    for (at, dy) in gradients.iter().enumerate() {
        let dy = f64::from(dy.work());
        sums[channel_of(at)] += dy;
        products[channel_of(at)] += dy * centered(at);
    }
    let mut out = DispatchFrame::fresh(metadata)?;
    let roots: Vec<f64> =
        variance.iter().map(|&variance| 1.0 / (f64::from(variance) + epsilon).sqrt()).collect();
    for (at, (to, dy)) in out.values_mut::<T>().iter_mut().zip(gradients).enumerate() {
        let (c, dy) = (channel_of(at), f64::from(dy.work()));
        let moved = match training {
            true => sums[c] / count + centered(at) * roots[c] * roots[c] * products[c] / count,
            false => 0.0,
        };
        *to = T::unwork((f64::from(scale[c]) * roots[c] * (dy - moved)) as f32);
    }
    let scales: Vec<f32> = products.iter().zip(&roots).map(|(sum, root)| (sum * root) as f32).collect();
    let offsets: Vec<f32> = sums.iter().map(|&sum| sum as f32).collect();
    frame.finish(0, out);
    for (i, values) in [scales, offsets, Vec::new(), Vec::new()].into_iter().enumerate() {
        frame.set(i + 1, DenseHostTensor::from_values(Shape::new(&[values.len() as i64])?, &values)?);
    }
    Ok(())
}

/// Each element is part of its own norm and of those of its neighbours.
fn lrn(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let radius = usize::try_from(attrs.get_int("depth_radius").unwrap_or(5))
        .map_err(|_| "depth_radius must not be negative")?;
    let [bias, alpha, beta] = [("bias", 1.0), ("alpha", 1.0), ("beta", 0.5)]
        .map(|(name, default)| attrs.get_float(name).unwrap_or(default));
    let channels = (metadata.shape.dim(3) as usize).max(1);
    for_dtype!(metadata.dtype, [floats halves], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let wide = |i: usize| -> Result<Vec<f64>, OpError> {
            Ok(frame.values::<T>(i)?.iter().map(|x| x.work().into()).collect())
        };
        let (gradients, inputs, outputs) = (wide(0)?, wide(1)?, wide(2)?);
        for (at, to) in out.values_mut::<T>().chunks_exact_mut(channels).enumerate() {
            let [dy, x, y] = [&gradients, &inputs, &outputs].map(|values| &values[at * channels..][..channels]);
            let near = |c: usize| c.saturating_sub(radius)..channels.min(c.saturating_add(radius).saturating_add(1));
            let norms: Vec<f64> = (0..channels)
                .map(|c| bias + alpha * x[near(c)].iter().map(|x| x * x).sum::<f64>())
                .collect();
            for (c, to) in to.iter_mut().enumerate() {
                let others: f64 = near(c).map(|k| dy[k] * y[k] / norms[k]).sum();
                let value = dy[c] * norms[c].powf(-beta) - 2.0 * alpha * beta * x[c] * others;
                *to = T::unwork(<T as Float>::Work::of(value));
            }
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported_for("tf.LRNGrad", metadata.dtype)))
}
