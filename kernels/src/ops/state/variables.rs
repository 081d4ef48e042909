//! Ops on variables: handles, reading, assigning.
//!
//! A handle names a variable, which exists from its first assignment on, in the host that runs the op. Values may be on any device:
//! these ops pass them on unchanged, so they serve handlers of other devices as well, except the ops that compute.

use std::sync::Arc;

use tfrt_executor::core_runtime::{
    DispatchFn, DispatchFrame, OpEntry, OpError, OpRegistry, TensorHandle, Variable, VariableHandle,
    VariableKey, VariableStore,
};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DType, DenseHostTensor, I1, PartialShape, Shape, Tensor, TensorMetadata};
use tfrt_ops::shapes::dtype_attr;

/// Adds the ops of this file. Those that compute use ops that are there already.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.VarHandleOp", OpEntry::new().dispatch(handle).side_effects());
    let entry = || OpEntry::new().resources().scalars().strings().side_effects();
    ops.add("tf.ReadVariableOp", entry().dispatch(read));
    ops.add("tf.AssignVariableOp", entry().dispatch(assign));
    ops.add("tf.VarIsInitializedOp", entry().dispatch(is_initialized));
    ops.add("tf.VariableShape", entry().dispatch(variable_shape));
    ops.add("tf.DestroyResourceOp", entry().dispatch(destroy));
    for (name, combine) in [("tf.AssignAddVariableOp", "tf.AddV2"), ("tf.AssignSubVariableOp", "tf.Sub")] {
        if let Some(combine) = ops.get(combine).and_then(|entry| entry.dispatch.clone()) {
            let update = move |frame: &mut DispatchFrame<'_>| update(frame, &combine);
            ops.add(name, OpEntry::new().resources().side_effects().dispatch(update));
        }
    }
}

fn handle(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(0)?;
    let attrs = frame.attrs();
    let text = |name: &str| attrs.get_str(name).unwrap_or_default();
    let key = VariableKey::new(text("container"), text("shared_name"));
    let dtype = attrs.get_dtype("dtype").ok_or("tf.VarHandleOp needs the attribute 'dtype'")?;
    let shape = attrs.get_shape("shape").or_else(|| attrs.get_ints("shape").map(PartialShape::Ranked));
    let shape = shape.unwrap_or(PartialShape::Unranked);
    let store = VariableStore::of(frame.context().request().host());
    frame.set(0, VariableHandle::make(store, key, dtype, shape, DeviceRef::HOST.tensorflow_name()));
    Ok(())
}

/// The handle that the first argument is.
pub(super) fn handle_of<'a>(frame: &'a DispatchFrame<'_>) -> Result<&'a VariableHandle, OpError> {
    let tensor = frame.tensor(0)?;
    VariableHandle::of(tensor).ok_or_else(|| {
        format!("argument 0 must be the handle of a variable, but is a {}", tensor.tensor_type()).into()
    })
}

/// The variable that the first argument names.
pub(super) fn variable(frame: &DispatchFrame<'_>) -> Result<Arc<Variable>, OpError> {
    let handle = handle_of(frame)?;
    handle.find().ok_or_else(|| handle.missing().into())
}

fn read(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let variable = variable(frame)?;
    let wanted = frame.attrs().get_dtype("dtype").unwrap_or(variable.dtype());
    if wanted != variable.dtype() {
        let (wanted, got) = (wanted.label(), variable.dtype().label());
        return Err(format!("Trying to read variable with wrong dtype. Expected {wanted} got {got}").into());
    }
    let tensor =
        variable.read().ok_or_else(|| handle_of(frame).map(VariableHandle::missing).unwrap_or_default())?;
    let device = match &tensor {
        Tensor::Device(tensor) => tensor.device(),
        _ => DeviceRef::HOST,
    };
    frame.set_handle(0, TensorHandle::new(tensor).on_device(device));
    Ok(())
}

/// The variable's shape as attributes say it must be, if they do.
fn check_shape(frame: &DispatchFrame<'_>, expected: &Shape, got: &Shape) -> Result<(), OpError> {
    if !frame.attrs().get_bool("validate_shape").unwrap_or(false) || expected == got {
        return Ok(());
    }
    Err(format!("Trying to assign to variable with tensor with wrong shape. Expected {expected} got {got}")
        .into())
}

pub(super) fn check_dtype(variable: &Variable, got: DType) -> Result<(), OpError> {
    if variable.dtype() == got {
        return Ok(());
    }
    let (expected, got) = (variable.dtype().label(), got.label());
    Err(format!("Trying to assign variable with wrong dtype. Expected {expected} got {got}").into())
}

fn assign(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let value = frame.tensor(1)?.clone();
    let variable = handle_of(frame)?.find_or_create(value.dtype());
    check_dtype(&variable, value.dtype())?;
    // What the caller gives up is the variable's own, and can be changed in place.
    drop(frame.take(1));
    let _changing = variable.lock().write();
    let mut content = variable.content().lock();
    if let Some(old) = &content.tensor {
        check_shape(frame, old.shape(), value.shape())?;
    }
    content.is_sparse = false;
    content.tensor = Some(value);
    Ok(())
}

/// The variable becomes what an op computes of it and a value of the same shape.
fn update(frame: &mut DispatchFrame<'_>, combine: &DispatchFn) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let variable = variable(frame)?;
    let value = frame.dense(1)?.clone();
    check_dtype(&variable, value.dtype())?;
    let shape = value.shape().clone();
    change(frame, &variable, |old| {
        if old.shape == shape {
            return Ok((vec![TensorHandle::new(value)], combine));
        }
        let old = &old.shape;
        Err(format!(
            "Cannot update variable with shape {old} using a Tensor with shape {shape}, shapes must be equal."
        )
        .into())
    })
}

/// The variable becomes what a function computes of its tensor and further arguments, which `prepare` gives. It stays as it was where
/// that fails. A tensor without other references is changed in place.
pub(super) fn change<'f>(
    frame: &DispatchFrame<'_>,
    variable: &Variable,
    prepare: impl FnOnce(&TensorMetadata) -> Result<(Vec<TensorHandle>, &'f DispatchFn), OpError>,
) -> Result<(), OpError> {
    let _changing = variable.lock().write();
    let old = variable.content().lock().tensor.take();
    let old = old.ok_or_else(|| handle_of(frame).map(VariableHandle::missing).unwrap_or_default())?;
    let put_back = |tensor: Tensor| variable.content().lock().tensor = Some(tensor);
    let metadata = old.metadata().clone();
    let prepared = in_host_memory(&old).and_then(|dense| Ok((dense, prepare(&metadata)?)));
    let (dense, (rest, combine)) = match prepared {
        Ok(prepared) => prepared,
        Err(error) => {
            put_back(old);
            return Err(error);
        }
    };
    // With this reference the tensor could not be changed in place.
    drop(old);
    let mut args = vec![TensorHandle::new(dense)];
    args.extend(rest);
    let results = frame.nested(&mut args, &[metadata], |nested| combine(nested));
    let new = results.map(|results| results.into_iter().next().and_then(|result| result.tensor().cloned()));
    match new {
        Ok(Some(tensor)) => {
            put_back(tensor);
            Ok(())
        }
        Ok(None) | Err(_) => {
            // It is still where it was unless its memory was to become the result's.
            if let Some(old) = args[0].tensor() {
                put_back(old.clone());
            }
            Err(new.err().unwrap_or_else(|| "the update gave no tensor".into()))
        }
    }
}

/// A variable's tensor with its elements in memory, for ops that compute.
pub(super) fn in_host_memory(tensor: &Tensor) -> Result<Tensor, OpError> {
    match tensor {
        Tensor::Dense(_) | Tensor::String(_) => Ok(tensor.clone()),
        Tensor::Scalar(element) => Ok(Tensor::Dense(element.to_dense()?)),
        other => {
            Err(format!("a variable whose tensor is a {} cannot be used here", other.tensor_type()).into())
        }
    }
}

fn is_initialized(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let is_there = handle_of(frame)?.find().is_some_and(|variable| variable.read().is_some());
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[I1::from(is_there)])?);
    Ok(())
}

fn variable_shape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let tensor = variable(frame)?.read();
    let tensor = tensor.ok_or_else(|| handle_of(frame).map(VariableHandle::missing).unwrap_or_default())?;
    let dims = tensor.shape().dims();
    let shape = Shape::new(&[dims.len() as i64]).map_err(|error| error.to_string())?;
    let dense = match dtype_attr(&*frame.attrs(), "out_type", DType::I32, &[DType::I32, DType::I64])? {
        DType::I64 => DenseHostTensor::from_values(shape, &dims)?,
        _ => {
            let dims: Result<Vec<i32>, _> = dims.iter().map(|&dim| i32::try_from(dim)).collect();
            let dims = dims.map_err(|_| "the shape does not fit 32 bits; ask for out_type = i64")?;
            DenseHostTensor::from_values(shape, &dims)?
        }
    };
    frame.set(0, dense);
    Ok(())
}

fn destroy(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let handle = handle_of(frame)?;
    if !handle.destroy() && !frame.attrs().get_bool("ignore_lookup_error").unwrap_or(true) {
        return Err(format!("Resource {} does not exist.", handle.key()).into());
    }
    Ok(())
}
