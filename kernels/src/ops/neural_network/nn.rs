//! Ops of neural networks that are neither products nor convolutions: bias, softmax, losses, top-k, one-hot.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, Shape};
use tfrt_ops::shapes::channels_first;

use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::elementwise::block_functions::{self, elementwise};
use crate::ops::memory::result_metadata;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number, Real};
use crate::ops::tasks::for_parts;
use tfrt_numerics::blocks;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.BiasAddGrad", OpEntry::new().dispatch(bias_add_grad));
    ops.add("tf.Softmax", OpEntry::new().dispatch(softmax));
    ops.add("tf.LogSoftmax", OpEntry::new().dispatch(log_softmax));
    let cross_entropy = OpEntry::new().dispatch(cross_entropy);
    ops.add("tf.SoftmaxCrossEntropyWithLogits", cross_entropy);
    ops.add("tf.L2Loss", OpEntry::new().dispatch(l2_loss));
}

/// `tf.BiasAdd`.
pub(crate) fn bias_add_entry() -> OpEntry {
    OpEntry::new().dispatch(bias_add).elementwise(|dtypes, attrs| {
        // Channels that come last are what broadcasting adds to.
        if channels_first(&*attrs).unwrap_or(true) {
            return None;
        }
        elementwise!(dtypes, 2, [ints floats halves complex], block_functions::binary(T::plus))
    })
}

/// `tf.ReluGrad`.
pub(crate) fn relu_grad_entry() -> OpEntry {
    OpEntry::new().dispatch(relu_grad).elementwise(
        |dtypes, _| elementwise!(dtypes, 2, [ints floats halves], block_functions::binary(passed::<T>)),
    )
}

fn bias_add(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    // Elements for which the same bias holds: one, or a whole image plane.
    let plane = match channels_first(&*frame.attrs())? {
        true => metadata.shape.dims()[2..].iter().product::<i64>() as usize,
        false => 1,
    };
    for_dtype!(metadata.dtype, [ints floats halves complex], {
        let mut out = frame.output(metadata)?;
        let bias = if out.source() == Some(1) {
            // The bias has the value's shape only if both are vectors, which the metadata function refuses.
            return Err("unexpected output shape".into());
        } else {
            frame.values::<T>(1)?
        };
        let input: &[T] = if out.source() == Some(0) { &[] } else { frame.values(0)? };
        // Parts begin at a first channel.
        let unit = (bias.len() * plane).max(1);
        for_parts(frame.context(), out.values_mut::<T>(), unit, &|at, part| {
            if !input.is_empty() {
                part.copy_from_slice(&input[at..][..part.len()]);
            }
            if plane != 1 {
                for (plane, &bias) in part.chunks_exact_mut(plane.max(1)).zip(bias.iter().cycle()) {
                    plane.iter_mut().for_each(|value| *value = value.plus(bias));
                }
                return;
            }
            match (bytemuck::try_cast_slice_mut(part), bytemuck::try_cast_slice(bias)) {
                (Ok(part), Ok(bias)) if metadata.dtype == DType::F32 => blocks::add_bias(part, bias),
                _ => {
                    for row in part.chunks_exact_mut(bias.len().max(1)) {
                        for (value, &bias) in row.iter_mut().zip(bias) {
                            *value = value.plus(bias);
                        }
                    }
                }
            }
        });
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported_for("TfBiasAddOp", metadata.dtype)))
}

fn bias_add_grad(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let plane = match channels_first(&*frame.attrs())? {
        true => frame.dense(0)?.shape().dims()[2..].iter().product::<i64>() as usize,
        false => 1,
    };
    for_dtype!(metadata.dtype, [ints floats halves complex], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let channels = out.values_mut::<T>().len();
        let mut sums = vec![T::SUM_ZERO; channels];
        if channels > 0 && plane > 0 {
            for (i, plane) in frame.values::<T>(0)?.chunks_exact(plane).enumerate() {
                let sum = &mut sums[i % channels];
                *sum = plane.iter().fold(*sum, |sum, x| T::sum_plus(sum, x.widen()));
            }
        }
        for (out, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
            *out = T::narrow(sum);
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported_for("TfBiasAddGradOp", metadata.dtype)))
}

/// Length of the rows of a tensor: its last dimension, at least one so that it can cut slices.
fn row_length(shape: &Shape) -> usize {
    shape.dim(shape.rank() - 1).max(1) as usize
}

/// Runs `rows` over whole rows of the output, which hold the argument's elements at first.
fn by_rows<T: Float>(
    frame: &mut DispatchFrame<'_>,
    rows: impl Fn(&mut [T], usize) + Sync,
) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = frame.output(metadata)?;
    let input: &[T] = if out.source().is_some() { &[] } else { frame.values(0)? };
    let columns = row_length(&metadata.shape);
    for_parts(frame.context(), out.values_mut(), columns, &|at, part| {
        if !input.is_empty() {
            part.copy_from_slice(&input[at..][..part.len()]);
        }
        rows(part, columns);
    });
    frame.finish(0, out);
    Ok(())
}

fn largest<T: Float>(row: &[T]) -> T::Work {
    row.iter().fold(T::LOWEST, |a, &b| a.larger(b)).work()
}

fn softmax(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn row<T: Float>(values: &mut [T]) {
        let largest = largest(values);
        let mut sum = T::Work::ZERO;
        for value in &mut *values {
            let power = value.work().minus(largest).exp();
            sum = sum.plus(power);
            *value = T::unwork(power);
        }
        let scale = T::Work::ONE.over(sum);
        for value in values {
            *value = T::unwork(value.work().times(scale));
        }
    }
    let dtype = frame.dense(0)?.dtype();
    if dtype == DType::F32 {
        return by_rows(frame, blocks::softmax_rows);
    }
    for_dtype!(
        dtype,
        [floats halves],
        by_rows(frame, |rows: &mut [T], columns| rows.chunks_exact_mut(columns).for_each(row)),
        else Err(format!("Unsupported dtype: {}", dtype.label()).into())
    )
}

fn log_softmax(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn row<T: Float>(values: &mut [T]) {
        let largest = largest(values);
        let sum = values.iter().fold(T::Work::ZERO, |sum, x| sum.plus(x.work().minus(largest).exp()));
        let log = sum.ln();
        for value in values {
            *value = T::unwork(value.work().minus(largest).minus(log));
        }
    }
    let dtype = frame.dense(0)?.dtype();
    if dtype == DType::F32 {
        return by_rows(frame, blocks::log_softmax_rows);
    }
    for_dtype!(
        dtype,
        [floats halves],
        by_rows(frame, |rows: &mut [T], columns| rows.chunks_exact_mut(columns).for_each(row)),
        else Err(format!("Unsupported dtype: {}", dtype.label()).into())
    )
}

/// The gradient where `x` is positive, else zero times it: not zero where it is infinite.
fn passed<T: Real>(gradient: T, x: T) -> T {
    gradient.times(if x > T::ZERO { T::ONE } else { T::ZERO })
}

fn relu_grad(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(
        dtype,
        [ints floats halves],
        crate::ops::elementwise::apply::binary(frame, passed::<T>),
        else Err(unsupported_for("relu", dtype))
    )
}

fn cross_entropy(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (loss_metadata, backprop_metadata) = (result_metadata(frame, 0)?, result_metadata(frame, 1)?);
    let row = row_length(&backprop_metadata.shape);
    for_dtype!(backprop_metadata.dtype, [floats halves], {
        type W = <T as Float>::Work;
        let mut loss = DispatchFrame::fresh(loss_metadata)?;
        let mut backprop = DispatchFrame::fresh(backprop_metadata)?;
        let spread = |i: usize| -> Result<Vec<T>, OpError> {
            let dense = frame.dense(i)?;
            let plan = crate::ops::elementwise::broadcast::Plan::new(&backprop_metadata.shape, &[dense.shape()]);
            let mut values = vec![T::ZERO; backprop_metadata.shape.num_elements()];
            plan.copy(&mut values, frame.values::<T>(i)?);
            Ok(values)
        };
        let (features, labels) = (spread(0)?, spread(1)?);
        let rows = features.chunks_exact(row).zip(labels.chunks_exact(row));
        // Without classes there are no rows to go through.
        loss.values_mut::<T>().fill(T::ZERO);
        let outs = loss.values_mut::<T>().iter_mut().zip(backprop.values_mut::<T>().chunks_exact_mut(row));
        for ((features, labels), (loss, backprop)) in rows.zip(outs) {
            let largest = largest(features);
            let sum = features.iter().fold(W::ZERO, |sum, x| sum.plus(x.work().minus(largest).exp()));
            let log = sum.ln();
            let mut total = W::ZERO;
            for ((x, label), out) in features.iter().zip(labels).zip(backprop) {
                let shifted = x.work().minus(largest);
                // A label of zero takes no part, also where the logit is infinite.
                if *label != T::ZERO {
                    total = total.plus(label.work().times(log.minus(shifted)));
                }
                *out = T::unwork(shifted.exp().over(sum).minus(label.work()));
            }
            *loss = T::unwork(total);
        }
        frame.finish(0, loss);
        frame.finish(1, backprop);
        Ok(())
    }, else Err(format!("Unsupported dtype: {}", backprop_metadata.dtype.label()).into()))
}

fn l2_loss(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    for_dtype!(metadata.dtype, [floats halves], {
        let mut out = DispatchFrame::fresh(metadata)?;
        let values = frame.values::<T>(0)?;
        let sum = crate::ops::linear_algebra::gemm::dot(values, values);
        out.values_mut::<T>().fill(T::unwork(sum.over(<T as Float>::Work::of(2.0))));
        frame.finish(0, out);
        Ok(())
    }, else Err(format!("Unsupported dtype: {}", metadata.dtype.label()).into()))
}
