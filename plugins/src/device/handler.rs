//! Op handlers of devices: each runs the kernels that plugins registered for its type of device, or for `DEFAULT`.
//!
//! A call waits for its arguments, brings them where the kernel wants them (most on the device, some in host memory) and
//! starts the kernel, which puts its work on the device's stream and returns. Its results are there at once for whoever
//! uses the same stream. An error that a stream shows afterwards is the error of the op.

use std::sync::Arc;

use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    CoreRuntime, CpuOpHandler, FrozenAttrs, MetadataFn, MetadataFrame, NullOpHandler, Op, OpContext, OpError,
    OpHandler, OpImpl, OpInvocation, TensorHandle, VariableRef,
};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DType, Tensor, TensorMetadata, TensorType};
use tfrt_executor::trace::{self, Level};
use tfrt_executor::value::{AsyncRef, Error, ErrorCode, IndirectPromise, Value, indirect, when_all_ready};

use super::device::{Device, DeviceRun, to_host};
use super::platform::platforms;
use super::tensor::PluginTensor;
use crate::install::{Choice, Uses};
use crate::kernel::{Compute, Context, DEFAULT_DEVICE, KernelInstance, Outputs, kernels_of};
use crate::ops::{PREFIX, definition};
use crate::tensor::TfTensor;

/// The op, of every device's handler, whose result is its argument in host memory.
pub const COPY_TO_HOST: &str = "tfrt.copy_to_host";
/// The op, of every device's handler, whose result is its argument in the device's memory.
pub const COPY_TO_DEVICE: &str = "tfrt.copy_to_device";

/// Gives a core runtime the devices of all platforms: an op handler for each, under the device's name. What is wrong with
/// platforms is returned; the devices of the others are there.
pub fn install_devices(runtime: &CoreRuntime) -> Vec<String> {
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
            let handler = DeviceHandler { device: device.clone(), metadata, host };
            state.register_handler(&device.name, Arc::new(handler));
        }
    }
    errors
}

/// Finds metadata functions.
type MetadataOf = Arc<dyn Fn(&str) -> Option<MetadataFn> + Send + Sync>;

/// The op handler of a device.
struct DeviceHandler {
    device: Arc<Device>,
    metadata: MetadataOf,
    host: CpuOpHandler,
}

/// Ops that only pass on what may be anywhere: every device has them.
const ANYWHERE: &[&str] = &[
    "tf.VarHandleOp",
    "tf.ReadVariableOp",
    "tf.AssignVariableOp",
    "tf.VarIsInitializedOp",
    "tf.VariableShape",
    "tf.DestroyResourceOp",
];

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
            return Ok(Op::new(CopyToDevice(self.device.clone())));
        }
        let device_type = self.device.device_type();
        let missing = || OpError::from(format!("{name} has no kernel on {}.", self.device.name));
        let op = name.strip_prefix(PREFIX).ok_or_else(missing)?;
        let serves = |device: &str| device == device_type || device == DEFAULT_DEVICE;
        if !kernels_of(op).iter().any(|kernel| serves(&kernel.device)) {
            return if ANYWHERE.contains(&name) { self.host.make_op(name) } else { Err(missing()) };
        }
        let def = definition(name).ok_or_else(missing)?;
        let is_stateful = def.is_stateful;
        Ok(Op::new(DeviceOp(Arc::new(Kernels {
            name: name.into(),
            device: self.device.clone(),
            uses: Uses::new(def, device_type, &self.device.full_name, None),
            metadata: (self.metadata)(name),
            is_stateful,
        }))))
    }
}

/// The kernels of an op on a device.
struct Kernels {
    name: Box<str>,
    device: Arc<Device>,
    uses: Uses,
    metadata: Option<MetadataFn>,
    is_stateful: bool,
}

struct DeviceOp(Arc<Kernels>);

type Results = Result<Vec<TensorHandle>, Error>;

/// Where a call's results go: it may be done before its caller knows whether to wait.
enum Delivery {
    Open,
    Done(Results),
    Promised(Promises),
}

struct Promises {
    results: Vec<IndirectPromise>,
    chain: Option<IndirectPromise>,
}

impl Promises {
    fn keep(self, outcome: Results) {
        match outcome {
            Ok(handles) => {
                let mut handles = handles.into_iter();
                for promise in self.results {
                    match handles.next().and_then(TensorHandle::into_async) {
                        Some(value) => promise.forward(Value::Async(value)),
                        None => promise.set_error(Error::internal("a result was not computed")),
                    }
                }
                if let Some(chain) = self.chain {
                    chain.forward(Value::CHAIN);
                }
            }
            Err(error) => {
                self.results.into_iter().for_each(|promise| promise.set_error(error.clone()));
                if let Some(chain) = self.chain {
                    chain.set_error(error);
                }
            }
        }
    }
}

/// Runs something that calls back with the results, now or later, and sets the results of a call accordingly.
fn deliver(
    mut call: OpInvocation<'_>,
    device: DeviceRef,
    updates_chain: bool,
    start: impl FnOnce(Box<dyn FnOnce(Results) + Send>),
) {
    let delivery = Arc::new(Mutex::new(Delivery::Open));
    let shared = delivery.clone();
    start(Box::new(move |outcome| {
        let mut state = shared.lock();
        match std::mem::replace(&mut *state, Delivery::Open) {
            Delivery::Promised(promises) => {
                drop(state);
                promises.keep(outcome);
            }
            Delivery::Open | Delivery::Done(_) => *state = Delivery::Done(outcome),
        }
    }));
    let mut state = delivery.lock();
    match std::mem::replace(&mut *state, Delivery::Open) {
        Delivery::Done(Ok(handles)) => {
            drop(state);
            for (result, handle) in call.results.iter_mut().zip(handles) {
                *result = handle;
            }
            for (i, result) in call.results.iter_mut().enumerate().filter(|(_, result)| result.is_null()) {
                let message = format!("result {i} was not computed");
                *result = TensorHandle::error(call.context.report(ErrorCode::Internal, &message));
            }
            if let Some(chain) = call.chain.as_deref_mut().filter(|_| updates_chain) {
                *chain = Value::CHAIN;
            }
        }
        Delivery::Done(Err(error)) => {
            drop(state);
            call.fail(&error);
        }
        Delivery::Open | Delivery::Promised(_) => {
            let mut promises = Promises { results: Vec::new(), chain: None };
            for result in call.results.iter_mut() {
                let (promise, tensor) = indirect();
                promises.results.push(promise);
                *result = TensorHandle::future(tensor, None, device);
            }
            if let Some(chain) = call.chain.as_deref_mut().filter(|_| updates_chain) {
                let (promise, value) = indirect();
                *chain = Value::Async(value);
                promises.chain = Some(promise);
            }
            *state = Delivery::Promised(promises);
        }
    }
}

/// The values that a call waits for.
fn inputs(args: &[TensorHandle], chain: Option<&Value>) -> Vec<Value> {
    let tensors = args.iter().filter_map(|arg| arg.as_async().cloned().map(Value::Async));
    tensors.chain(chain.cloned()).collect()
}

impl OpImpl for DeviceOp {
    fn invoke(&self, call: OpInvocation<'_>) {
        let args: Vec<TensorHandle> = call.args.iter_mut().map(std::mem::take).collect();
        let chain = call.chain.as_deref().cloned();
        let job = Job { kernels: self.0.clone(), attrs: call.attrs.freeze(), context: call.context.share() };
        let device = self.0.device.device_ref;
        let updates_chain = self.0.is_stateful;
        deliver(call, device, updates_chain, move |done| {
            let waits_for = inputs(&args, chain.as_ref());
            if waits_for.iter().all(Value::is_available) {
                drop(waits_for);
                return job.start(args, chain.as_ref(), done);
            }
            when_all_ready(&waits_for, move || job.start(args, chain.as_ref(), done));
        });
    }
}

/// A call on its way.
struct Job {
    kernels: Arc<Kernels>,
    attrs: FrozenAttrs,
    context: Arc<dyn OpContext>,
}

/// Gets the results of a call.
type Done = Box<dyn FnOnce(Results) + Send>;

impl Job {
    fn report(&self, code: ErrorCode, message: &str) -> Error {
        self.context.report(code, message)
    }

    /// All arguments are there or have failed.
    fn start(self, mut args: Vec<TensorHandle>, chain: Option<&Value>, done: Done) {
        let failed =
            args.iter().find_map(TensorHandle::get_error).or_else(|| chain.and_then(Value::error)).cloned();
        if let Some(error) = failed.or_else(|| self.context.cancelled()) {
            return done(Err(error));
        }
        let metadata: SmallVec<[&TensorMetadata; 4]> =
            args.iter().filter_map(TensorHandle::metadata).collect();
        let dtypes: SmallVec<[DType; 4]> = metadata.iter().map(|metadata| metadata.dtype).collect();
        if let Some(function) = &self.kernels.metadata
            && let Err(error) = function(&MetadataFrame { inputs: &metadata, attrs: self.attrs.as_ref() })
        {
            return done(Err(self.report(ErrorCode::InvalidArgument, error.message())));
        }
        drop(metadata);
        let known = self.kernels.uses.lookup(self.attrs.as_ref(), &dtypes);
        let instance = match &known.choice {
            Choice::Kernel(instance) => instance.clone(),
            Choice::Failed(message) => return done(Err(self.report(ErrorCode::Internal, message))),
            Choice::Own => {
                return done(Err(self.report(ErrorCode::Internal, "the op has no kernel on the device")));
            }
        };
        // A variable stands for its value where the kernel wants a tensor.
        for (i, arg) in args.iter_mut().enumerate() {
            let Some(variable) = arg.tensor().and_then(VariableRef::of) else { continue };
            if !instance.node.is_ref_input(i) {
                match variable.value() {
                    Some(value) => *arg = TensorHandle::new(value),
                    None => {
                        let message = "Attempting to use an uninitialized variable";
                        return done(Err(self.report(ErrorCode::FailedPrecondition, message)));
                    }
                }
            }
        }
        // What must be in the host, or comes from another device, goes to the host first.
        let mut pending = Vec::new();
        for (i, arg) in args.iter_mut().enumerate() {
            let Some(tensor) = arg.tensor().and_then(PluginTensor::of) else { continue };
            let in_host = instance.host_inputs.get(i).copied().unwrap_or(false);
            if in_host || !Arc::ptr_eq(tensor.memory().device(), &self.kernels.device) {
                let copy = download(tensor, &self.context);
                pending.extend(copy.as_async().cloned().map(Value::Async));
                *arg = copy;
            }
        }
        if pending.is_empty() {
            return self.run(args, instance, done);
        }
        when_all_ready(&pending, move || match args.iter().find_map(TensorHandle::get_error).cloned() {
            Some(error) => done(Err(error)),
            None => self.run(args, instance, done),
        });
    }

    /// Arguments are where they can be taken from.
    fn run(self, args: Vec<TensorHandle>, instance: Arc<KernelInstance>, done: Done) {
        let _scope = trace::scope(Level::Default, || {
            format!("RunDispatch: {} on {}", self.kernels.name, self.kernels.device.name)
        });
        let mut inputs = SmallVec::new();
        for (i, arg) in args.into_iter().enumerate() {
            let in_host = instance.host_inputs.get(i).copied().unwrap_or(false);
            match self.input(&arg, in_host) {
                Ok(input) => inputs.push(input),
                Err(message) => return done(Err(self.report(ErrorCode::Internal, &message))),
            }
        }
        let run: Arc<DeviceRun> = Arc::new(DeviceRun(self.kernels.device.clone()));
        let context = Context::new(instance.clone(), inputs, Some(run));
        match instance.compute() {
            // What follows runs on the work queue, which the host waits for, not on a thread of the plugin.
            Some(Compute::Later(_)) => context.of_call(self.context.clone()).start(move |outputs| {
                let queue = self.context.clone();
                queue.enqueue(Box::new(move || done(self.results(outputs))));
            }),
            _ => {
                let outputs = context.run_for(&*self.context);
                done(self.results(outputs));
            }
        }
    }

    fn input(&self, arg: &TensorHandle, in_host: bool) -> Result<TfTensor, String> {
        let tensor = arg.tensor().ok_or("an argument is not there")?;
        match PluginTensor::of(tensor) {
            // Handles and references are names, which are where they are.
            None if tensor.dtype() == DType::Resource || VariableRef::of(tensor).is_some() => {
                TfTensor::from_runtime(tensor)
            }
            None if !in_host => TfTensor::from_runtime(&self.kernels.device.upload(tensor)?),
            _ => TfTensor::from_runtime(tensor),
        }
    }

    /// What the kernel left, if the stream is in order.
    fn results(&self, outputs: Result<Outputs, String>) -> Results {
        let outputs = outputs.and_then(|outputs| self.kernels.device.check().map(|()| outputs));
        let outputs = outputs.map_err(|message| self.report(ErrorCode::Internal, &message))?;
        let handle = |tensor: Option<Tensor>| match tensor {
            Some(Tensor::Device(tensor)) => {
                let device = tensor.device();
                TensorHandle::new(Tensor::Device(tensor)).on_device(device)
            }
            Some(tensor) => TensorHandle::new(tensor),
            None => TensorHandle::default(),
        };
        Ok(outputs.into_iter().map(handle).collect())
    }
}

/// A handle to the tensor's copy in the host.
fn download(tensor: &PluginTensor, context: &Arc<dyn OpContext>) -> TensorHandle {
    let (promise, value) = AsyncRef::<Tensor>::promise();
    let shared = context.clone();
    let device = tensor.memory().device();
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

/// Copies its argument to a device.
struct CopyToDevice(Arc<Device>);

impl OpImpl for CopyToDevice {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        let Some(arg) = only_argument(&mut call, COPY_TO_DEVICE) else { return };
        let (context, device) = (call.context.share(), self.0.clone());
        deliver(call, self.0.device_ref, false, move |done| {
            let waits_for = inputs(std::slice::from_ref(&arg), None);
            when_all_ready(&waits_for, move || {
                let other = arg
                    .tensor()
                    .and_then(PluginTensor::of)
                    .filter(|tensor| !Arc::ptr_eq(tensor.memory().device(), &device));
                let Some(other) = other else { return upload(&arg, &device, &context, done) };
                // From another device it goes over the host.
                let copy = download(other, &context);
                let pending = inputs(std::slice::from_ref(&copy), None);
                when_all_ready(&pending, move || upload(&copy, &device, &context, done));
            });
        });
    }
}

fn upload(arg: &TensorHandle, device: &Arc<Device>, context: &Arc<dyn OpContext>, done: Done) {
    if let Some(error) = arg.get_error().cloned() {
        return done(Err(error));
    }
    let copied = match arg.tensor() {
        None => Err("the argument is not there".to_owned()),
        Some(tensor @ Tensor::Device(_)) => Ok(tensor.clone()),
        Some(tensor) => device.upload(tensor),
    };
    done(match copied {
        Ok(tensor) => Ok(vec![TensorHandle::new(tensor).on_device(device.device_ref)]),
        Err(message) => Err(context.report(ErrorCode::Internal, &message)),
    });
}

/// Copies its argument to the host.
struct CopyToHost;

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
                match arg.tensor().and_then(PluginTensor::of) {
                    None => done(Ok(vec![arg])),
                    Some(tensor) => done(Ok(vec![download(tensor, &context)])),
                }
            });
        });
    }
}
