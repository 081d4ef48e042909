//! Ops on parts of variables: reading and changing some rows, elements or a slice.
//!
//! Each computes what the op on tensors of the same kind does, of the variable's tensor; a tensor that nothing else has is changed in
//! place.

use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFn, DispatchFrame, OpEntry, OpError, OpRegistry, TensorHandle};
use tfrt_executor::tensor::{DenseHostTensor, Dims, Shape, Tensor, TensorMetadata};

use super::variables::{change, check_dtype, handle_of, in_host_memory, variable};
use crate::ops::arrays::gather::{gather, gather_nd};
use crate::ops::arrays::scatter::divide;
use crate::ops::element_encoding::encoded;
use crate::ops::gradient::shapes::replace_slice;

/// Adds the ops of this file. Those that change something use ops that are there already.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new().resources().strings().side_effects();
    ops.add("tf.ResourceGather", entry().dispatch(gather_rows));
    ops.add("tf.ResourceGatherNd", entry().dispatch(gather_elements));
    let replace_slice: DispatchFn = Arc::new(encoded(replace_slice));
    ops.add(
        "tf.ResourceStridedSliceAssign",
        entry().dispatch(move |frame: &mut DispatchFrame<'_>| update(frame, 5, &replace_slice)),
    );
    let divide: DispatchFn = Arc::new(divide);
    ops.add(
        "tf.ResourceScatterDiv",
        entry().dispatch(move |frame: &mut DispatchFrame<'_>| scatter(frame, &divide)),
    );
    for (name, of_tensors) in [
        ("tf.ResourceScatterUpdate", "tf.TensorScatterUpdate"),
        ("tf.ResourceScatterAdd", "tf.TensorScatterAdd"),
        ("tf.ResourceScatterSub", "tf.TensorScatterSub"),
        ("tf.ResourceScatterMul", "onnx.TensorScatterMul"),
        ("tf.ResourceScatterMax", "tf.TensorScatterMax"),
        ("tf.ResourceScatterMin", "tf.TensorScatterMin"),
    ] {
        if let Some(function) = dispatch_of(ops, of_tensors) {
            ops.add(name, entry().dispatch(move |frame: &mut DispatchFrame<'_>| scatter(frame, &function)));
        }
    }
    for (name, of_tensors) in [
        ("tf.ResourceScatterNdUpdate", "tf.TensorScatterUpdate"),
        ("tf.ResourceScatterNdAdd", "tf.TensorScatterAdd"),
        ("tf.ResourceScatterNdSub", "tf.TensorScatterSub"),
        ("tf.ResourceScatterNdMax", "tf.TensorScatterMax"),
        ("tf.ResourceScatterNdMin", "tf.TensorScatterMin"),
    ] {
        if let Some(function) = dispatch_of(ops, of_tensors) {
            ops.add(name, entry().dispatch(move |frame: &mut DispatchFrame<'_>| update(frame, 3, &function)));
        }
    }
}

fn dispatch_of(ops: &OpRegistry, name: &str) -> Option<DispatchFn> {
    ops.get(name).and_then(|entry| entry.dispatch.clone())
}

/// Changes the variable as an op on tensors does, whose arguments are the variable's tensor and the others of this call, of which there are so
/// many in all. The last one has the values.
fn update(frame: &mut DispatchFrame<'_>, count: usize, function: &DispatchFn) -> Result<(), OpError> {
    frame.expect_args(count)?;
    let last = count - 1;
    let variable = variable(frame)?;
    check_dtype(&variable, frame.tensor(last)?.dtype())?;
    let rest: Result<Vec<_>, OpError> =
        (1..=last).map(|i| Ok(TensorHandle::new(frame.tensor(i)?.clone()))).collect();
    let rest = rest?;
    change(frame, &variable, |_| Ok((rest, function)))
}

/// Changes rows, which are numbered by indices of any shape, where the op on tensors takes tuples of one index.
fn scatter(frame: &mut DispatchFrame<'_>, function: &DispatchFn) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let variable = variable(frame)?;
    let (indices, updates) = (frame.dense(1)?, frame.tensor(2)?.clone());
    check_dtype(&variable, updates.dtype())?;
    let mut tuples = indices.shape().dims();
    let outer = tuples.clone();
    tuples.push(1);
    let tuples = indices.reshaped(Shape::new(&tuples)?)?;
    change(frame, &variable, |old| {
        let updates = match &updates {
            // One element is written everywhere.
            Tensor::Dense(element) if element.shape().rank() == 0 => {
                let mut dims = outer;
                dims.extend(old.shape.dims().iter().skip(1).copied());
                let metadata = TensorMetadata::new(element.dtype(), Shape::new(&dims)?);
                Tensor::Dense(DenseHostTensor::filled(metadata, element.bytes())?)
            }
            _ => updates,
        };
        Ok((vec![TensorHandle::new(tuples), TensorHandle::new(updates)], function))
    })
}

/// The variable's tensor, as the first argument of an op on tensors, and the indices.
fn params_and_indices(frame: &DispatchFrame<'_>) -> Result<(Tensor, DenseHostTensor), OpError> {
    frame.expect_args(2)?;
    let tensor = variable(frame)?.read();
    let tensor = tensor.ok_or_else(|| handle_of(frame).map(|handle| handle.missing()).unwrap_or_default())?;
    Ok((in_host_memory(&tensor)?, frame.dense(1)?.clone()))
}

fn gather_rows(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (params, indices) = params_and_indices(frame)?;
    let (sizes, index_sizes) = (params.shape().dims(), indices.shape().dims());
    let batch = frame.attrs().get_int("batch_dims").unwrap_or(0);
    let axis = usize::try_from(batch).ok().filter(|&axis| {
        axis < sizes.len() && axis <= index_sizes.len() && sizes[..axis] == index_sizes[..axis]
    });
    let axis = axis.ok_or_else(|| {
        let (params, indices) = (params.shape(), indices.shape());
        format!("params {params} and indices {indices} have no {batch} dimensions of a batch in common")
    })?;
    let mut dims = Dims::from_slice(&index_sizes);
    dims.extend(sizes[axis + 1..].iter().copied());
    give(frame, params, indices, &dims, move |call| gather(call, axis, axis))
}

fn gather_elements(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (params, indices) = params_and_indices(frame)?;
    let (sizes, index_sizes) = (params.shape().dims(), indices.shape().dims());
    let split = index_sizes.split_last().and_then(|(&depth, outer)| {
        let depth = usize::try_from(depth).ok().filter(|&depth| depth <= sizes.len())?;
        Some((depth, outer))
    });
    let (depth, outer) = split.ok_or_else(|| {
        format!("indices {} do not index a tensor of shape {}", indices.shape(), params.shape())
    })?;
    let mut dims = Dims::from_slice(outer);
    dims.extend(sizes[depth..].iter().copied());
    give(frame, params, indices, &dims, gather_nd)
}

/// Sets the result to what a function gathers.
fn give(
    frame: &mut DispatchFrame<'_>,
    params: Tensor,
    indices: DenseHostTensor,
    dims: &[i64],
    function: impl Fn(&mut DispatchFrame<'_>) -> Result<(), OpError> + Send + Sync + 'static,
) -> Result<(), OpError> {
    let metadata = TensorMetadata::new(params.dtype(), Shape::new(dims)?);
    let mut args = [TensorHandle::new(params), TensorHandle::new(indices)];
    let results = frame.nested(&mut args, &[metadata], encoded(function))?;
    let result = results.into_iter().next().ok_or("nothing was gathered")?;
    frame.set_handle(0, result);
    Ok(())
}
