//! Op handlers of devices: each runs the kernels that plugins registered for its type of device, or for `DEFAULT`.
//!
//! In the usual case all arguments of a call are available in the memory that the kernel wants (most on the device, some in
//! host memory). Then the kernel starts on the spot: it enqueues its work on the device's stream and returns, and its results
//! are available at once for users of the same stream. Other calls wait as a [`Job`]. An error that a stream reports later is
//! the error of the op.
//!
//! An op without a kernel for its types is an error, or runs on the host if the options say so (see `job`).

#![expect(unsafe_code, reason = "what a call has looked at, its run need not look at again")]

use std::sync::Arc;

use tfrt_executor::core_runtime::{
    CoreRuntime, CpuOpHandler, MetadataFn, MetadataFrame, NullOpHandler, Op, OpContext, OpError, OpHandler,
    OpImpl, OpInvocation, TensorHandle,
};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DType, Shape, Tensor, TensorMetadata, TensorType};
use tfrt_executor::trace::{self, Level};
use tfrt_executor::value::{ErrorCode, SourceLocation, Value};
use tfrt_ops::Row;

use super::constants::Constant;
use super::device::{Device, DeviceRun, to_host};
use super::job::{HostOp, Job};
use super::platform::platforms;
use super::tensor::PluginTensor;
use super::transfer_ops::{COPY_TO_DEVICE, COPY_TO_HOST, CopyToDevice, CopyToHost, stays_in_host};
use crate::install::{Choice, Uses};
use crate::kernel::{Call, Compute, Context, DEFAULT_DEVICE, KernelDevice, KernelInstance, kernels_of};
use crate::ops::definition;
use crate::tensor::TfTensor;

/// The user's options of devices.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeviceOptions {
    /// Whether an op runs on the host if its device has no kernel for it, or none for its types.
    pub soft_placement: bool,
    /// Told of such ops, each once a place. Without it they are noted in the log.
    pub remark: Option<fn(location: &SourceLocation, message: &str)>,
}

/// Adds the devices of all platforms to a core runtime: an op handler for each, under the device's name. Returns the
/// faults of platforms; the devices of the others are added.
pub fn install_devices(runtime: &CoreRuntime, options: DeviceOptions) -> Vec<String> {
    let mut errors = Vec::new();
    let state = runtime.state();
    for platform in platforms() {
        let devices = match platform.devices() {
            Ok(devices) => devices,
            Err(message) => {
                errors.push(message.to_owned());
                continue;
            }
        };
        for device in devices {
            state.devices.add(&device.name, device.device_ref.kind());
            state.conversions.add(device.tensor_type, TensorType::DENSE_HOST, to_host);
            let ops = state.ops().clone();
            let metadata = Arc::new(move |name: &str| ops.get(name).and_then(|entry| entry.metadata.clone()));
            let host = CpuOpHandler::new(state.ops().clone(), Arc::new(NullOpHandler));
            let handler = DeviceHandler { device, metadata, host, options };
            state.register_handler(&device.name, Arc::new(handler));
        }
    }
    errors
}

/// Stands where no metadata is.
static NO_METADATA: TensorMetadata = TensorMetadata { dtype: DType::I1, shape: Shape::scalar() };

/// Calls with more arguments do not run on the spot.
const FEW_ARGS: usize = 4;

/// Finds metadata functions.
type MetadataOf = Arc<dyn Fn(&str) -> Option<MetadataFn> + Send + Sync>;

/// The op handler of a device.
struct DeviceHandler {
    device: &'static Device,
    metadata: MetadataOf,
    host: CpuOpHandler,
    options: DeviceOptions,
}

impl OpHandler for DeviceHandler {
    fn name(&self) -> &str {
        &self.device.name
    }

    fn device(&self) -> DeviceRef {
        self.device.device_ref
    }

    fn make_op(&self, name: &str) -> Result<Op, OpError> {
        if name == COPY_TO_HOST {
            return Ok(Op::new(CopyToHost));
        }
        if name == COPY_TO_DEVICE {
            return Ok(Op::new(CopyToDevice::new(self.device)));
        }
        let device_type = self.device.device_type();
        let missing = || OpError::from(format!("{name} has no kernel on {}.", self.device.name));
        let on_host = if self.options.soft_placement { self.host.make_op(name).ok() } else { None };
        let on_host = on_host.map(|op| HostOp::new(op, self.options.remark));
        let op = tfrt_ops::tensorflow_name(name).ok_or_else(missing)?;
        let serves = |device: &str| device == device_type || device == DEFAULT_DEVICE;
        if !kernels_of(op).iter().any(|kernel| serves(&kernel.device)) && Row::of(name).is_on_every_device {
            return self.host.make_op(name);
        }
        let has_kernels = kernels_of(op).iter().any(|kernel| serves(&kernel.device));
        if !has_kernels && on_host.is_none() {
            return Err(missing());
        }
        let def = definition(name).ok_or_else(missing)?;
        let is_stateful = def.is_stateful;
        Ok(Op::new(DeviceOp(Arc::new(Kernels {
            name: name.into(),
            device: self.device,
            run: Arc::new(DeviceRun(self.device)),
            uses: Uses::new(def, device_type, &self.device.full_name, None),
            metadata: (self.metadata)(name),
            is_stateful,
            on_host,
            constants: Default::default(),
        }))))
    }
}

/// The kernels of an op on a device.
pub(super) struct Kernels {
    pub(super) name: Box<str>,
    pub(super) device: &'static Device,
    run: Arc<dyn KernelDevice>,
    pub(super) uses: Uses,
    pub(super) metadata: Option<MetadataFn>,
    pub(super) is_stateful: bool,
    /// The host's op for uses without a kernel, if it may take them.
    pub(super) on_host: Option<HostOp>,
    /// The constants among the first few arguments that come from the host.
    constants: [Constant; FEW_ARGS],
}

struct DeviceOp(Arc<Kernels>);

impl OpImpl for DeviceOp {
    #[inline]
    fn invoke(&self, mut call: OpInvocation<'_>) {
        if !self.0.invoke_now(&mut call) {
            Job::invoke(&self.0, call);
        }
    }
}

impl Kernels {
    /// Runs a call whose arguments and chain are there, and where the kernel wants them. `false`: they are not, or something is
    /// wrong with them, and nothing happened.
    fn invoke_now(&self, call: &mut OpInvocation<'_>) -> bool {
        if call.chain.as_ref().is_some_and(|chain| !matches!(chain, Value::Scalar(..))) {
            return false;
        }
        let count = call.args.len();
        if count > FEW_ARGS {
            return false;
        }
        let mut metadata = [&NO_METADATA; FEW_ARGS];
        let mut dtypes = [DType::I1; FEW_ARGS];
        let mut on_device = [false; FEW_ARGS];
        for (i, arg) in call.args.iter().enumerate() {
            let known = match arg.tensor() {
                None => return false,
                Some(tensor @ Tensor::Device(_)) => match PluginTensor::of(tensor) {
                    Some(tensor) if tensor.is_on(self.device) => {
                        on_device[i] = true;
                        &tensor.metadata
                    }
                    _ => return false,
                },
                Some(tensor) => tensor.metadata(),
            };
            metadata[i] = known;
            dtypes[i] = known.dtype;
        }
        let known = self.uses.lookup(call.attrs, &dtypes[..count]);
        let Choice::Kernel(instance) = &known.choice else { return false };
        if !matches!(instance.compute(), Some(Compute::Now(_))) || call.context.cancelled().is_some() {
            return false;
        }
        if instance.host_inputs.iter().zip(on_device).any(|(&in_host, on_device)| in_host && on_device) {
            return false;
        }
        if let Some(function) = &self.metadata
            && (MetadataFrame { inputs: &metadata[..count], attrs: call.attrs }).results(function).is_err()
        {
            return false;
        }
        let outcome = self.compute(instance, call.args, &on_device[..count], call.context, |context| {
            for (i, result) in call.results.iter_mut().enumerate() {
                let value = context.take_value(i)?.ok_or_else(|| format!("result {i} was not computed"))?;
                let device = match value.get::<Tensor>() {
                    Some(Tensor::Device(tensor)) => tensor.device(),
                    _ => DeviceRef::HOST,
                };
                *result = TensorHandle::future(value, None, device);
            }
            Ok(())
        });
        match outcome {
            Ok(()) if self.is_stateful => {
                if let Some(chain) = call.chain.as_deref_mut() {
                    *chain = Value::CHAIN;
                }
            }
            Ok(()) => {}
            Err(message) => {
                let error = call.context.report(ErrorCode::Internal, &message);
                call.fail(&error);
            }
        }
        true
    }

    /// Runs a synchronous kernel on arguments that it can take, of which `on_device` says which are known to be on a device of plugins, and hands its outputs over if the stream is in order.
    #[inline]
    pub(super) fn compute<R>(
        &self,
        instance: &Arc<KernelInstance>,
        args: &mut [TensorHandle],
        on_device: &[bool],
        call: &dyn OpContext,
        done: impl FnOnce(&mut Context) -> Result<R, String>,
    ) -> Result<R, String> {
        let _scope = self.scope();
        let mut context = Call::new(instance, Some(&*self.run));
        self.fill(&mut context, args, on_device)?;
        let timer = self.device.start_timer();
        let outcome = context.run_for(call);
        if let Some(timer) = timer {
            self.device.stop_timer(timer, &self.name);
        }
        outcome?;
        self.device.check()?;
        done(&mut context)
    }

    #[inline]
    pub(super) fn scope(&self) -> Option<trace::Scope> {
        trace::scope(Level::Default, || format!("RunDispatch: {} on {}", self.name, self.device.name))
    }

    /// A run over these arguments, which are given up.
    pub(super) fn context(
        &self,
        instance: &Arc<KernelInstance>,
        args: &mut [TensorHandle],
    ) -> Result<Context, String> {
        let mut context = Context::new(instance.clone(), Some(self.run.clone()));
        self.fill(&mut context, args, &[])?;
        Ok(context)
    }

    /// Gives a run its inputs.
    #[inline]
    fn fill(
        &self,
        context: &mut Context,
        args: &mut [TensorHandle],
        on_device: &[bool],
    ) -> Result<(), String> {
        for (i, arg) in args.iter_mut().enumerate() {
            if on_device.get(i) == Some(&true)
                && let Some(value) = arg.take_async()
            {
                // SAFETY: `invoke_now` has checked that the argument is a tensor of this device; nothing
                // changes it in between.
                unsafe { context.push_seen_on_device(value) };
                continue;
            }
            self.fill_one(context, i, arg)?;
        }
        Ok(())
    }

    /// The same for one argument of any kind.
    fn fill_one(&self, context: &mut Context, i: usize, arg: &mut TensorHandle) -> Result<(), String> {
        // The runtime's reference goes with the input: an input without other references may become an
        // output.
        if let Some(Tensor::Device(_)) = arg.tensor()
            && let Some(value) = arg.take_async()
        {
            match context.push_on_device(value) {
                Ok(()) => return Ok(()),
                Err(other) => *arg = TensorHandle::from_async(other),
            }
        }
        let tensor = arg.tensor().ok_or("an argument is not there")?;
        let in_host = context.instance.host_inputs.get(i) == Some(&true);
        let input = self.host_input(tensor, i, in_host)?;
        *arg = TensorHandle::default();
        context.push(input);
        Ok(())
    }

    fn host_input(&self, tensor: &Tensor, i: usize, in_host: bool) -> Result<TfTensor, String> {
        match (in_host || stays_in_host(tensor), self.constants.get(i)) {
            (true, _) => TfTensor::from_runtime(tensor),
            (false, Some(constant)) => TfTensor::from_runtime(&constant.upload(self.device, tensor)?),
            (false, None) => TfTensor::from_runtime(&self.device.upload(tensor)?),
        }
    }
}

/// A handle to an output.
pub(super) fn handle(tensor: Tensor) -> TensorHandle {
    match tensor {
        Tensor::Device(tensor) => {
            let device = tensor.device();
            TensorHandle::new(Tensor::Device(tensor)).on_device(device)
        }
        tensor => TensorHandle::new(tensor),
    }
}
