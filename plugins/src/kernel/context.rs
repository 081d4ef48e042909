//! One run of a kernel: its inputs, its outputs and what it says of itself.
//!
//! A context owns shares of its inputs' memory. The runtime gives up its own before the kernel runs, so that memory nobody else
//! refers to can become the memory of an output. A synchronous kernel's context lives on the stack; an asynchronous one's
//! lives until the kernel says that it is done.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::{Buffer, DType, Shape, Tensor};

use super::{Compute, KernelInstance};
use crate::abi::Ptr;
use crate::abi::data_type::{TF_STRING, size_of_type, to_dtype};
use crate::status::{Code, Status};
use crate::tensor::{Memory, TfTensor};

/// What `TF_OpKernelContext` points to.
#[derive(Debug)]
pub struct Context {
    pub(crate) instance: Arc<KernelInstance>,
    pub(crate) inputs: SmallVec<[TfTensor; 3]>,
    pub(crate) outputs: SmallVec<[Option<TfTensor>; 1]>,
    pub(crate) status: Status,
    /// The device and its stream; none on the host.
    pub(crate) device: Option<Arc<dyn KernelDevice>>,
    /// The number of the step; 0 as long as nobody asked.
    step: i64,
    /// What input names were asked for, kept while their views are used.
    pub(crate) names: Vec<Box<str>>,
    origin: Origin,
}

/// Where a run comes from.
#[derive(Default)]
enum Origin {
    #[default]
    Unknown,
    /// The call is on the stack below the run.
    Borrowed(*const (dyn OpContext + 'static)),
    Shared(Arc<dyn OpContext>),
}

impl std::fmt::Debug for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Origin")
    }
}

/// The device that a kernel runs on, when it is not the host.
pub trait KernelDevice: Send + Sync + std::fmt::Debug {
    /// The stream that the kernel's work goes to.
    fn stream(&self) -> Ptr;
    /// The device's number among those of its type.
    fn ordinal(&self) -> i32;
    /// Its full name, `/job:localhost/replica:0/task:0/device:GPU:0`.
    fn full_name(&self) -> &str;
    /// Memory for a tensor, of at least `bytes` bytes.
    ///
    /// # Errors
    /// There is none.
    fn allocate(&self, dtype: DType, shape: Shape, bytes: usize) -> Result<TfTensor, (Code, String)>;
    /// The copy of a tensor of the host, for kernels that are started after this.
    ///
    /// # Errors
    /// It cannot be on the device, there is no memory, or the copy fails.
    fn upload(&self, tensor: &Tensor) -> Result<TfTensor, (Code, String)>;
    /// The copy of a tensor of the device, when the kernels before are done.
    ///
    /// # Errors
    /// It is not on the device, there is no memory, or the copy fails.
    fn download(&self, tensor: &Tensor) -> Result<Tensor, (Code, String)>;
}

/// Steps of runs that belong to no request.
static STEPS: AtomicI64 = AtomicI64::new(i64::MAX);

/// The outputs of a run.
pub type Outputs = SmallVec<[Option<Tensor>; 1]>;

impl Context {
    /// A run, whose inputs are to be pushed.
    #[inline]
    pub fn new(instance: Arc<KernelInstance>, device: Option<Arc<dyn KernelDevice>>) -> Context {
        let mut outputs = SmallVec::new();
        for _ in 0..instance.node.outputs.len() {
            outputs.push(None);
        }
        let (inputs, status, names) = (SmallVec::new(), Status::ok(), Vec::new());
        Context { instance, inputs, outputs, status, device, step: 0, names, origin: Origin::Unknown }
    }

    /// The number of the step: all kernels that run for one request are one step.
    pub(crate) fn step(&mut self) -> i64 {
        if self.step == 0 {
            let request = self.request().map(|request| request.id().cast_signed());
            self.step = request.unwrap_or_else(|| STEPS.fetch_sub(1, Ordering::Relaxed)).max(1);
        }
        self.step
    }

    /// Says which call the run belongs to, which may outlive it.
    #[must_use]
    pub fn of_call(mut self, call: Arc<dyn OpContext>) -> Context {
        self.origin = Origin::Shared(call);
        self
    }

    /// Runs a synchronous kernel for a call. Its outputs are there to be taken.
    ///
    /// # Errors
    /// As [`Self::run`].
    #[inline]
    pub fn run_for(&mut self, call: &dyn OpContext) -> Result<(), String> {
        let call: *const (dyn OpContext + '_) = call;
        // SAFETY: only the lifetime changes; the pointer is gone when this function returns, as the run is over then.
        self.origin = Origin::Borrowed(unsafe {
            std::mem::transmute::<*const (dyn OpContext + '_), *const (dyn OpContext + 'static)>(call)
        });
        let outcome = self.run();
        self.origin = Origin::Unknown;
        outcome
    }

    /// The request that the run is part of, if that is known.
    pub(crate) fn request(&self) -> Option<RequestContext> {
        match &self.origin {
            Origin::Unknown => None,
            // SAFETY: `run_for` sets it while the call is borrowed.
            Origin::Borrowed(call) => Some(unsafe { &**call }.request()),
            Origin::Shared(call) => Some(call.request()),
        }
    }

    /// Runs a synchronous kernel. Its outputs are there to be taken.
    ///
    /// # Errors
    /// The kernel failed.
    pub fn run(&mut self) -> Result<(), String> {
        let Some(Compute::Now(compute)) = self.instance.compute() else {
            return Err("the kernel does not compute at once".into());
        };
        let state = self.instance.state();
        // SAFETY: the plugin registered the function for this state; the context is valid during the call.
        unsafe { compute(state, std::ptr::from_mut(self)) };
        self.settle()
    }

    /// The kernel is done: whether it failed. Shares of inputs go before outputs are looked at, so that what was forwarded has one
    /// owner then.
    fn settle(&mut self) -> Result<(), String> {
        if !self.status.is_ok() {
            return Err(self.status.message());
        }
        self.inputs.clear();
        Ok(())
    }

    /// An output of a run that is done, for the runtime; `None` if the kernel left none.
    ///
    /// # Errors
    /// The output cannot leave the plugin.
    #[inline]
    pub fn take_output(&mut self, i: usize) -> Result<Option<Tensor>, String> {
        self.outputs.get_mut(i).and_then(Option::take).map(TfTensor::into_runtime).transpose()
    }

    /// Starts an asynchronous kernel; `done` gets what comes of it.
    pub fn start(mut self, done: impl FnOnce(Result<Outputs, String>) + Send + 'static) {
        let instance = self.instance.clone();
        let Some(Compute::Later(compute)) = instance.compute() else {
            let outcome = self.run();
            return done(outcome.and_then(|()| self.into_outputs()));
        };
        let mut pending = Box::new(AsyncDone { context: self, done: Box::new(done) });
        let context = &raw mut pending.context;
        // SAFETY: the plugin registered the function for this state. The context lives until the plugin calls back with
        // the box that holds it.
        unsafe { compute(instance.state(), context, Box::into_raw(pending)) };
    }

    fn finish(mut self) -> Result<Outputs, String> {
        self.settle()?;
        self.into_outputs()
    }

    fn into_outputs(mut self) -> Result<Outputs, String> {
        (0..self.outputs.len()).map(|i| self.take_output(i)).collect()
    }

    /// Fails the run; the first failure stays.
    pub(crate) fn fail(&mut self, status: &Status) {
        if self.status.is_ok() {
            self.status = status.clone();
        }
    }

    /// An input by number.
    #[inline]
    pub(crate) fn input(&self, i: i32) -> Result<&TfTensor, (Code, String)> {
        let count = self.inputs.len();
        usize::try_from(i).ok().and_then(|at| self.inputs.get(at)).ok_or_else(|| no_input(i, count))
    }

    /// The place of an output.
    #[inline]
    pub(crate) fn output(&mut self, i: i32) -> Result<&mut Option<TfTensor>, (Code, String)> {
        let count = self.outputs.len();
        usize::try_from(i).ok().and_then(|at| self.outputs.get_mut(at)).ok_or_else(|| no_output(i, count))
    }

    /// The number of the element type of an output; 0 for any.
    pub(crate) fn output_type(&self, i: i32) -> i32 {
        usize::try_from(i).ok().and_then(|at| self.instance.node.outputs.get(at).copied()).unwrap_or(0)
    }

    /// Whether an input or output is in host memory.
    pub(crate) fn in_host(&self, marks: &[bool], i: i32) -> Option<bool> {
        let mark = *marks.get(usize::try_from(i).ok()?)?;
        Some(mark || self.device.is_none())
    }

    /// Memory for a tensor, on the device unless it is to be in the host.
    #[inline]
    pub(crate) fn allocate(
        &self,
        dtype: i32,
        shape: Shape,
        len: usize,
        in_host: bool,
    ) -> Result<TfTensor, (Code, String)> {
        let count = shape.num_elements();
        let oom = || {
            let bytes = count.saturating_mul(size_of_type(dtype)).max(len);
            (
                Code::RESOURCE_EXHAUSTED,
                format!("OOM when allocating {bytes} bytes for a tensor of shape {shape}"),
            )
        };
        match &self.device {
            Some(device) if !in_host && dtype != TF_STRING => {
                let size = count.checked_mul(size_of_type(dtype)).ok_or_else(oom)?.max(len);
                let dtype = to_dtype(dtype).ok_or_else(|| {
                    (Code::INVALID_ARGUMENT, format!("type {dtype} is not known on devices"))
                })?;
                device.allocate(dtype, shape.clone(), size)
            }
            _ => TfTensor::allocate(dtype, shape.clone(), len).ok_or_else(oom),
        }
    }

    /// Allocates an output, and hands a share of it to the plugin.
    #[inline]
    pub(crate) fn allocate_output(
        &mut self,
        i: i32,
        dtype: i32,
        shape: Shape,
        len: usize,
    ) -> Result<*mut TfTensor, (Code, String)> {
        let count = self.outputs.len();
        let Some(at) = usize::try_from(i).ok().filter(|&at| at < count) else {
            return Err(no_output(i, count));
        };
        let expected = self.instance.node.outputs[at];
        if expected != 0 && expected != dtype {
            return Err(wrong_type(i, expected, dtype));
        }
        // The usual case first: numbers in the host.
        let size = size_of_type(dtype);
        if self.device.is_none()
            && dtype != TF_STRING
            && let Some(needed) = shape.num_elements().checked_mul(size)
            && let Ok(buffer) = Buffer::uninitialized(len.max(needed))
        {
            let tensor = TfTensor::new(dtype, shape, Memory::Host(buffer));
            return Ok(self.outputs[at].insert(tensor).give_share());
        }
        let in_host = self.instance.host_outputs.get(at).copied().unwrap_or(true);
        let tensor = self.allocate(dtype, shape, len, in_host)?;
        Ok(self.outputs[at].insert(tensor).give_share())
    }

    /// Makes the memory of an input that of an output, if nobody else refers to it and type and size fit.
    pub(crate) fn forward(&mut self, input: i32, output: i32, shape: &Shape) -> Option<*mut TfTensor> {
        let at = usize::try_from(input).ok()?;
        let dtype = self.output_type(output);
        let same_place = self.in_host(&self.instance.host_inputs, input)?
            == self.in_host(&self.instance.host_outputs, output)?;
        let given = self.inputs.get(at)?;
        let fits = same_place
            && given.dtype == dtype
            && given.shape.num_elements() == shape.num_elements()
            && given.is_exclusive();
        if !fits {
            return None;
        }
        // The input keeps its share: the plugin may still ask for it, and reads what the output holds.
        let memory = given.memory.clone();
        let tensor = TfTensor::new(dtype, shape.clone(), memory);
        Some(self.output(output).ok()?.insert(tensor).give_share())
    }

    /// The stream of the device; null on the host.
    pub(crate) fn stream(&self) -> Ptr {
        self.device.as_ref().map_or(std::ptr::null_mut(), |device| device.stream())
    }
}

#[cold]
fn no_input(i: i32, count: usize) -> (Code, String) {
    (Code::OUT_OF_RANGE, format!("input index out of range: {i} of {count}"))
}

#[cold]
fn no_output(i: i32, count: usize) -> (Code, String) {
    (Code::OUT_OF_RANGE, format!("output index out of range: {i} of {count}"))
}

#[cold]
fn wrong_type(i: i32, expected: i32, given: i32) -> (Code, String) {
    let message = format!("output {i} has the type with number {expected}, but {given} was to be allocated");
    (Code::INVALID_ARGUMENT, message)
}

/// What `TF_AsyncOpKernelDoneCallback` points to: a run that is not done.
pub struct AsyncDone {
    context: Context,
    done: Box<dyn FnOnce(Result<Outputs, String>) + Send>,
}

impl AsyncDone {
    /// The kernel is done.
    pub(crate) fn finish(self) {
        (self.done)(self.context.finish());
    }
}
