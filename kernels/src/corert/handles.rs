//! Tensor handles: conversion from and to host tensors, printing, transfers between devices and kinds of
//! tensors.

use tfrt_executor::core_runtime::{RuntimeState, TensorHandle};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::kernel::{
    ExecCtx, KernelFlags, KernelFrame, KernelRegistry, Operand, OperandSpec, Out, Signature,
};
use tfrt_executor::output::print_line;
use tfrt_executor::tensor::{Extents, Tensor, TensorType};
use tfrt_executor::value::{Chain, Error, KernelError, Value};

use super::runtime;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    // A handle on the host is the value of its tensor.
    registry.add("corert.ht_to_tensorhandle", |tensor: Operand| -> Result<Value, KernelError> {
        handle_of(tensor.0).map(TensorHandle::into_value)
    });
    registry.add("corert.tensorhandle_to_ht", |handle: Operand| -> Result<Value, KernelError> {
        let handle = handle_of(handle.0)?;
        match (handle.get_error().cloned(), handle.into_async()) {
            (Some(error), _) => Ok(Value::Error(error)),
            (None, Some(tensor)) => Ok(Value::Async(tensor)),
            (None, None) => Err(KernelError::new("the tensor handle was moved")),
        }
    });
    let signature = Signature {
        operands: vec![OperandSpec::Object],
        results: vec![OperandSpec::Object],
        ..Signature::empty()
    };
    registry.add_raw_with(
        "corert.tensorhandle_to_shape",
        signature,
        KernelFlags::NONE,
        tensorhandle_to_shape,
    );
    registry.add("corert.print_tensorhandle", |handle: Operand| -> Result<Chain, KernelError> {
        print_line(handle_of(handle.0)?.print());
        Ok(Chain)
    });
    registry.add(
        "corert.tensorhandle_to_int32",
        |handle: Operand, ctx: ExecCtx<'_>| -> Result<i32, KernelError> {
            let handle = handle_of(handle.0)?;
            let tensor = tensor_of(&handle)?;
            let dense = runtime(ctx)?.state().conversions.convert(tensor, TensorType::DENSE_HOST)?;
            match dense.as_dense().and_then(|dense| dense.bytes().first_chunk::<4>()) {
                Some(bytes) => Ok(i32::from_ne_bytes(*bytes)),
                None => Err(KernelError::new("The tensor should have only one element, which is the index.")),
            }
        },
    );
    registry.add(
        "corert.get_dst_tensor_type",
        |handle: Operand, device: &DeviceRef| -> Result<Out<TensorType>, KernelError> {
            let handle = handle_of(handle.0)?;
            destination_type(tensor_of(&handle)?.tensor_type(), *device).map(Out)
        },
    );
    registry.add(
        "corert.transfer",
        |handle: Operand,
         device: &DeviceRef,
         ty: &TensorType,
         ctx: ExecCtx<'_>|
         -> Result<Value, KernelError> { transfer(handle_of(handle.0)?, *device, *ty, ctx) },
    );
    registry.add(
        "corert.transfer_inferred_tensortype",
        |handle: Operand, device: &DeviceRef, ctx: ExecCtx<'_>| -> Result<Value, KernelError> {
            let handle = handle_of(handle.0)?;
            if handle.device() == *device || handle.get_error().is_some() {
                return Ok(handle.into_value());
            }
            let from = tensor_of(&handle)?.tensor_type();
            let to = match device.kind() {
                "cpu" if from.is_host() => from,
                _ => destination_type(from, *device).unwrap_or(from),
            };
            transfer(handle, *device, to, ctx)
        },
    );
}

pub(super) fn handle_of(value: Value) -> Result<TensorHandle, KernelError> {
    TensorHandle::from_value(value)
        .map_err(|what| KernelError::new(format!("expected a tensor handle, but got {what}")))
}

fn tensor_of(handle: &TensorHandle) -> Result<&Tensor, KernelError> {
    handle.tensor().ok_or_else(|| match handle.get_error() {
        Some(error) => silent(error),
        None => KernelError::new("the tensor is not available"),
    })
}

/// An error that was reported where it arose.
pub(super) fn silent(error: &Error) -> KernelError {
    KernelError::with_code(error.code(), error.message()).silent()
}

fn tensorhandle_to_shape(frame: &mut KernelFrame<'_>) {
    let outcome = (|| -> Result<Extents, KernelError> {
        let handle = handle_of(frame.operand(0))?;
        match (handle.metadata(), handle.get_error()) {
            (Some(metadata), _) => Ok(Extents::from(&metadata.shape)),
            (None, Some(error)) => Err(silent(error)),
            (None, None) => Err(KernelError::new("the tensor's metadata is not available")),
        }
    })();
    match outcome {
        Ok(shape) => frame.set_result(0, Value::new(shape)),
        Err(error) => frame.fail(error),
    }
}

/// The kind of tensor that a device has.
fn destination_type(from: TensorType, device: DeviceRef) -> Result<TensorType, KernelError> {
    match device.kind() {
        "cpu" => Ok(TensorType::DENSE_HOST),
        "gpu" => Ok(TensorType::register("DenseGpu")),
        "tpu" => Ok(TensorType::register("DenseTpu")),
        kind => Err(KernelError::new(format!(
            "failed to find dst device type for src_tensor_type={from} and dst_device_type={kind}"
        ))),
    }
}

/// The tensor as another kind, on another device. A conversion that fails leaves a handle with the error.
fn transfer(
    handle: TensorHandle,
    device: DeviceRef,
    to: TensorType,
    ctx: ExecCtx<'_>,
) -> Result<Value, KernelError> {
    let Some(tensor) = handle.tensor() else { return Ok(handle.into_value()) };
    if tensor.tensor_type() == to && handle.device() == device {
        return Ok(handle.into_value());
    }
    let runtime = runtime(ctx)?;
    let state: &RuntimeState = runtime.state();
    Ok(match state.conversions.convert(tensor, to) {
        Ok(tensor) => TensorHandle::new(tensor).on_device(device).into_value(),
        Err(message) => Value::new(TensorHandle::error(ctx.report(KernelError::new(message)))),
    })
}
