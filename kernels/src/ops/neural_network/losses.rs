//! Losses: cross entropy of logits with labels that are distributions or class numbers, and half the sum of squares.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};

use super::softmax::{largest, row_length};
use crate::ops::arrays::gather::positions;
use crate::ops::by_dtype::{for_dtype, unsupported_for};
use crate::ops::memory::result_metadata;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.SoftmaxCrossEntropyWithLogits", OpEntry::new().dispatch(cross_entropy));
    ops.add(
        "tf.SparseSoftmaxCrossEntropyWithLogits",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            let op = "tf.SparseSoftmaxCrossEntropyWithLogits";
            for_dtype!(
                dtype,
                [floats halves],
                sparse_cross_entropy::<T>(frame),
                else Err(unsupported_for(op, dtype))
            )
        }),
    );
    ops.add("tf.L2Loss", OpEntry::new().dispatch(l2_loss));
}

/// Labels are a distribution over the classes for each row.
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

/// Labels are the number of a class for each row.
fn sparse_cross_entropy<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let labels = positions(frame, 1)?;
    let classes = frame.dense(0)?.shape().dim(1);
    if let Some(bad) = labels.iter().find(|label| !(0..classes).contains(*label)) {
        return Err(format!(
            "Received a label value of {bad} which is outside the valid range of [0, {classes})"
        )
        .into());
    }
    let mut losses = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut backprops = DispatchFrame::fresh(result_metadata(frame, 1)?)?;
    let length = (classes as usize).max(1);
    let rows = frame.values::<T>(0)?.chunks_exact(length);
    let outs = backprops.values_mut::<T>().chunks_exact_mut(length);
    for (((row, out), loss), &label) in rows.zip(outs).zip(losses.values_mut::<T>()).zip(&labels) {
        let largest = row.iter().copied().fold(T::LOWEST, T::larger).work();
        let powers = row.iter().map(|x| x.work().minus(largest).exp());
        let sum = powers.clone().fold(T::Work::ZERO, |sum, power| sum.plus(power));
        *loss = T::unwork(sum.ln().minus(row[label as usize].work().minus(largest)));
        for (class, (out, power)) in out.iter_mut().zip(powers).enumerate() {
            let own = if class == label as usize { T::Work::ONE } else { T::Work::ZERO };
            *out = T::unwork(power.over(sum).minus(own));
        }
    }
    frame.finish(0, losses);
    frame.finish(1, backprops);
    Ok(())
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
