//! Ops that every device has and that only move tensors: to the device, from another one or the host, and to the host.
//!
//! Values that cannot be on a device (strings, lists, names of variables) stay where they are.

use std::sync::Arc;

use tfrt_executor::core_runtime::{OpContext, OpImpl, OpInvocation, TensorHandle, VariableRef};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DType, Tensor};
use tfrt_executor::value::{AsyncRef, ErrorCode, when_all_ready};

use super::constants::Constant;
use super::delivery::{Done, deliver, inputs};
use super::device::Device;
use super::tensor::PluginTensor;

/// The op, of every device's handler, whose result is its argument in host memory.
pub const COPY_TO_HOST: &str = "tfrt.copy_to_host";
/// The op, of every device's handler, whose result is its argument in the device's memory.
pub const COPY_TO_DEVICE: &str = "tfrt.copy_to_device";

/// Whether a tensor is of a kind that no device holds.
pub(super) fn stays_in_host(tensor: &Tensor) -> bool {
    matches!(tensor.dtype(), DType::String | DType::Resource | DType::Variant)
        || VariableRef::of(tensor).is_some()
}

/// A handle to the tensor's copy in the host.
pub(super) fn download(tensor: &Arc<PluginTensor>, context: &Arc<dyn OpContext>) -> TensorHandle {
    let (promise, value) = AsyncRef::<Tensor>::promise();
    let shared = context.clone();
    let device = tensor.on();
    device.download(tensor, context.clone(), move |copied| match copied {
        Ok(tensor) => promise.set(tensor),
        Err(message) => promise.set_error(shared.report(ErrorCode::Internal, &message)),
    });
    TensorHandle::from_async(value.into_any())
}

/// The only argument of a copy; an error is reported and set when there is another number of them.
fn only_argument(call: &mut OpInvocation<'_>, name: &str) -> Option<TensorHandle> {
    if let [arg] = &mut *call.args {
        return Some(std::mem::take(arg));
    }
    let error = call.context.report(ErrorCode::Internal, &format!("{name} takes one argument"));
    call.fail(&error);
    None
}

/// The same tensor, which is in the host although its handle may have been a device's.
pub(super) fn of_host(handle: TensorHandle) -> TensorHandle {
    match handle.tensor() {
        Some(tensor) if handle.device() != DeviceRef::HOST => TensorHandle::new(tensor.clone()),
        _ => handle,
    }
}

/// Copies its argument to a device.
pub(super) struct CopyToDevice {
    device: &'static Device,
    constant: Arc<Constant>,
}

impl CopyToDevice {
    pub(super) fn new(device: &'static Device) -> CopyToDevice {
        CopyToDevice { device, constant: Arc::default() }
    }
}

impl OpImpl for CopyToDevice {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        let Some(arg) = only_argument(&mut call, COPY_TO_DEVICE) else { return };
        let (context, device, constant) = (call.context.share(), self.device, self.constant.clone());
        deliver(call, device.device_ref, false, move |done| {
            let waits_for = inputs(std::slice::from_ref(&arg), None);
            when_all_ready(&waits_for, move || {
                let other =
                    arg.tensor().and_then(PluginTensor::shared).filter(|tensor| !tensor.is_on(device));
                let Some(other) = other else { return upload(&arg, device, &constant, &context, done) };
                if let Ok(copy) = device.copy_from(&other) {
                    return done(Ok(vec![TensorHandle::new(copy).on_device(device.device_ref)]));
                }
                // What cannot go from device to device goes over the host.
                let copy = download(&other, &context);
                let pending = inputs(std::slice::from_ref(&copy), None);
                when_all_ready(&pending, move || upload(&copy, device, &constant, &context, done));
            });
        });
    }
}

fn upload(
    arg: &TensorHandle,
    device: &'static Device,
    constant: &Constant,
    context: &Arc<dyn OpContext>,
    done: Done,
) {
    if let Some(error) = arg.get_error().cloned() {
        return done(Err(error));
    }
    let copied = match arg.tensor() {
        None => Err("the argument is not there".to_owned()),
        Some(tensor @ Tensor::Device(_)) => Ok(tensor.clone()),
        Some(tensor) if stays_in_host(tensor) => return done(Ok(vec![arg.clone()])),
        Some(tensor) => constant.upload(device, tensor),
    };
    done(match copied {
        Ok(tensor) => Ok(vec![TensorHandle::new(tensor).on_device(device.device_ref)]),
        Err(message) => Err(context.report(ErrorCode::Internal, &message)),
    });
}

/// Copies its argument to the host.
pub(super) struct CopyToHost;

impl OpImpl for CopyToHost {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        let Some(arg) = only_argument(&mut call, COPY_TO_HOST) else { return };
        let context = call.context.share();
        deliver(call, DeviceRef::HOST, false, move |done| {
            let waits_for = inputs(std::slice::from_ref(&arg), None);
            when_all_ready(&waits_for, move || {
                if let Some(error) = arg.get_error().cloned() {
                    return done(Err(error));
                }
                match arg.tensor().and_then(PluginTensor::shared) {
                    None => done(Ok(vec![of_host(arg)])),
                    Some(tensor) => done(Ok(vec![download(&tensor, &context)])),
                }
            });
        });
    }
}
