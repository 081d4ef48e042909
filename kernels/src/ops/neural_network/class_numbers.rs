//! Ops that look classes up by number: `tf.DenseBincount`, `tf.InTopKV2`, `tf.SparseSoftmaxCrossEntropyWithLogits`, `tf.SparseToDense`; and
//! `tf.EnsureShape`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, I1, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported, unsupported_for};
use crate::ops::memory::result_metadata;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number};
use crate::ops::stand_ins::numbered;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.DenseBincount", OpEntry::new().dispatch(dense_bincount));
    ops.add("tf.InTopKV2", OpEntry::new().dispatch(in_top_k));
    ops.add(
        "tf.SparseSoftmaxCrossEntropyWithLogits",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            let op = "tf.SparseSoftmaxCrossEntropyWithLogits";
            for_dtype!(dtype, [floats halves], cross_entropy::<T>(frame), else Err(unsupported_for(op, dtype)))
        }),
    );
    ops.add("tf.SparseToDense", OpEntry::new().dispatch(numbered(sparse_to_dense)).strings());
    ops.add("tf.EnsureShape", OpEntry::new().dispatch(ensure_shape).strings());
}

fn dense_bincount(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (values, size) = (positions(frame, 0)?, positions(frame, 1)?);
    let size = match size[..] {
        [size] if size >= 0 => size,
        [size] => return Err(format!("size ({size}) must be non-negative").into()),
        _ => return Err("Shape must be rank 0: size must be a scalar".into()),
    };
    let input = frame.dense(0)?.shape().dims();
    let (rows, columns) = match input[..] {
        [] => (1, 1),
        [columns] => (1, columns as usize),
        [rows, columns] => (rows as usize, columns as usize),
        _ => return Err(format!("Shape must be at most rank 2 but is rank {}", input.len()).into()),
    };
    if let Some(bad) = values.iter().find(|&&value| value < 0) {
        return Err(format!("Input arr must be non-negative, but has {bad}").into());
    }
    let weights = frame.dense(2)?;
    let weighted = weights.num_elements() > 0;
    if weighted && weights.num_elements() != values.len() {
        return Err(format!(
            "`weights` must be the same shape as `arr`, {}, or a length-0 `Tensor`, but has shape {}",
            frame.dense(0)?.shape(),
            weights.shape()
        )
        .into());
    }
    let once = frame.attrs().get_bool("binary_output").unwrap_or(false);
    let mut dims = Dims::from_slice(if input.len() == 2 { &input[..1] } else { &[] });
    dims.push(size);
    let dtype = weights.dtype();
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(&dims)?))?;
    debug_assert!(values.len() <= rows * columns);
    for_dtype!(dtype, [ints floats halves complex], {
        let weights = frame.values::<T>(2)?;
        let counts = out.values_mut::<T>();
        counts.fill(T::ZERO);
        for (at, &value) in values.iter().enumerate().filter(|(_, value)| **value < size) {
            let count = &mut counts[at / columns.max(1) * size as usize + value as usize];
            *count = match (once, weighted) {
                (true, _) => T::ONE,
                (false, true) => count.plus(weights[at]),
                (false, false) => count.plus(T::ONE),
            };
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}

fn in_top_k(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (targets, k) = (positions(frame, 1)?, positions(frame, 2)?);
    let [k] = k[..] else { return Err("k must be 0-D".into()) };
    let classes = frame.dense(0)?.shape().dim(1) as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let predictions = frame.values::<f32>(0)?;
    for (row, (out, &target)) in out.values_mut::<I1>().iter_mut().zip(&targets).enumerate() {
        let row = &predictions[row * classes..][..classes];
        let own = usize::try_from(target).ok().and_then(|target| row.get(target));
        // Others that are equal do not push a class out; without finite numbers there is no order.
        let inside = own.is_some_and(|own| {
            own.is_finite()
                && row.iter().all(|x| x.is_finite())
                && (row.iter().filter(|x| *x > own).count() as i64) < k
        });
        *out = I1::from(inside);
    }
    frame.finish(0, out);
    Ok(())
}

fn cross_entropy<T: Float>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
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

fn sparse_to_dense(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let dims: Dims = positions(frame, 1)?.into();
    let (indices, values, default) = (frame.dense(0)?, frame.dense(2)?, frame.dense(3)?);
    // A matrix of a row for each value; a vector for tensors of one dimension; a single number.
    let count = match indices.shape().dims()[..] {
        [] => 1,
        [count] => count as usize,
        [count, _] => count as usize,
        _ => {
            return Err(format!(
                "sparse_indices should be a scalar, vector, or matrix, got shape {}",
                indices.shape()
            )
            .into());
        }
    };
    let depth = match indices.shape().dims()[..] {
        [_, depth] => depth as usize,
        _ => 1,
    };
    if depth != dims.len() {
        return Err(format!("output_shape should have {depth} elements, but has {}", dims.len()).into());
    }
    if values.shape().rank() > 1 || (values.shape().rank() == 1 && values.num_elements() != count) {
        return Err(format!(
            "sparse_values has incorrect shape {}, should be [] or [{count}]",
            values.shape()
        )
        .into());
    }
    if default.num_elements() != 1 || default.dtype() != values.dtype() {
        return Err("default_value should be a scalar of the dtype of sparse_values".into());
    }
    let dtype = values.dtype();
    let size = element_size(dtype)?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(&dims)?))?;
    let rows = crate::ops::arrays::gather::rows_of(&positions(frame, 0)?, depth, &dims)?;
    if frame.attrs().get_bool("validate_indices").unwrap_or(true)
        && let Some(at) = rows.windows(2).position(|pair| pair[1] <= pair[0])
    {
        let what = if rows[at] == rows[at + 1] { "is repeated" } else { "is out of order" };
        return Err(format!("indices[{}] {what}", at + 1).into());
    }
    debug_assert_eq!(product(&dims) * size, out.bytes_mut().len());
    let (values, to) = (values.bytes(), out.bytes_mut());
    to.chunks_exact_mut(size).for_each(|to| to.copy_from_slice(default.bytes()));
    for (at, row) in rows.into_iter().enumerate() {
        let from = if values.len() == size && count != 1 { values } else { &values[at * size..][..size] };
        to[row * size..][..size].copy_from_slice(from);
    }
    frame.finish(0, out);
    Ok(())
}

fn ensure_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let tensor = frame.take(0);
    frame.set_handle(0, tensor);
    Ok(())
}
