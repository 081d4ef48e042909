//! One run of a kernel: its inputs, its outputs and what it says of itself.
//!
//! A context has the runtime's own references to its inputs, so that memory nobody else refers to can become the memory of an
//! output. A synchronous kernel's context lives on the stack and borrows the kernel and the device; an asynchronous one's shares
//! them, and lives until the kernel says that it is done.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::{DType, Shape, Tensor};
use tfrt_executor::value::AnyRef;

use super::call::Held;
use super::tensors::{Input, InputTensor, Output, is_exclusive, usual};
use super::{Compute, KernelInstance};
use crate::abi::Ptr;
use crate::abi::data_type::{TF_STRING, number_of, size_of_type, to_dtype};
use crate::boxes::{self, Counted, Here, Loan};
use crate::device::PluginTensor;
use crate::status::{Code, Status};
use crate::tensor::{Memory, TfTensor};

/// What `TF_OpKernelContext` points to.
#[derive(Debug)]
pub struct Context {
    pub(crate) instance: Held<KernelInstance>,
    inputs: SmallVec<[Input; 4]>,
    outputs: SmallVec<[Output; 1]>,
    /// The thread that the run begins and ends on; none if the run is not over when the kernel's function returns.
    here: Option<Here>,
    pub(crate) status: Status,
    /// The device and its stream; none on the host.
    pub(crate) device: Option<Held<dyn KernelDevice>>,
    /// The number of the step; 0 as long as nobody asked.
    step: i64,
    /// What input names were asked for, kept while their views are used.
    pub(crate) names: Vec<Box<str>>,
    origin: Origin,
    /// Whether nothing is lent any more.
    is_settled: bool,
    /// Whether an output has the memory of an input.
    has_forwarded: bool,
    _counted: Option<Counted>,
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
    fn allocate(
        &self,
        dtype: DType,
        shape: &Shape,
        bytes: usize,
    ) -> Result<Arc<PluginTensor>, (Code, String)>;
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
    pub fn new(instance: Arc<KernelInstance>, device: Option<Arc<dyn KernelDevice>>) -> Context {
        Context::with(Held::Shared(instance), device.map(Held::Shared), None)
    }

    #[inline]
    pub(super) fn with(
        instance: Held<KernelInstance>,
        device: Option<Held<dyn KernelDevice>>,
        here: Option<Here>,
    ) -> Context {
        let outputs = match instance.node.outputs.len() {
            1 => SmallVec::from_buf([Output::Nothing]),
            count => (0..count).map(|_| Output::Nothing).collect(),
        };
        // A run that ends on the thread that it begins on cannot be left over.
        let counted = if here.is_some() { None } else { Some(Counted::new()) };
        Context {
            instance,
            inputs: SmallVec::new(),
            outputs,
            here,
            status: Status::ok(),
            device,
            step: 0,
            names: Vec::new(),
            origin: Origin::Unknown,
            is_settled: false,
            has_forwarded: false,
            _counted: counted,
        }
    }

    /// Ends what was lent of inputs, before the inputs go.
    #[inline]
    fn end_loans(&mut self) {
        self.inputs.iter_mut().for_each(Input::end_loan);
    }

    /// The thread, if boxes may be lent on it.
    #[inline]
    fn lends(&self) -> Option<Here> {
        self.here.filter(|_| boxes::here() == self.here)
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

    #[inline]
    pub(super) fn run_for(&mut self, call: &dyn OpContext) -> Result<(), String> {
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

    fn run(&mut self) -> Result<(), String> {
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
        self.end_loans();
        self.is_settled = true;
        if !self.status.is_ok() {
            return Err(self.status.text());
        }
        if self.has_forwarded {
            self.inputs.clear();
        }
        Ok(())
    }

    /// An output of a run that is done, for the runtime; `None` if the kernel left none.
    ///
    /// # Errors
    /// The output cannot leave the plugin.
    pub fn take_output(&mut self, i: usize) -> Result<Option<Tensor>, String> {
        self.outputs.get_mut(i).and_then(Output::take).map(TfTensor::into_runtime).transpose()
    }

    /// As [`Self::take_output`], as a value.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn take_value(&mut self, i: usize) -> Result<Option<AnyRef>, String> {
        match self.outputs.get_mut(i).and_then(Output::take) {
            Some(tensor) => tensor.into_value().map(Some),
            None => Ok(None),
        }
    }

    /// Starts an asynchronous kernel; `done` gets what comes of it.
    pub fn start(mut self, done: impl FnOnce(Result<Outputs, String>) + Send + 'static) {
        let Some(Compute::Later(compute)) = self.instance.compute() else {
            let outcome = self.run();
            return done(outcome.and_then(|()| self.into_outputs()));
        };
        // The run may be over, and with it its share of the kernel, before the kernel's function returns.
        let instance = match &self.instance {
            Held::Shared(instance) => instance.clone(),
            Held::Lent(_) => return done(Err("an asynchronous kernel was lent to a run".into())),
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

    /// Gives the run its next input: the runtime's reference to a tensor that is there, dense or of a device of plugins. With it
    /// the caller gives up its own: what nobody else refers to may become an output.
    ///
    /// # Errors
    /// It is another kind of tensor, or not there.
    #[inline]
    pub fn push_value(&mut self, value: AnyRef) -> Result<(), String> {
        let input = match value.get::<Tensor>() {
            Some(Tensor::Dense(_)) => InputTensor::Dense,
            Some(tensor) if PluginTensor::of(tensor).is_some() => InputTensor::Device,
            Some(Tensor::Device(_)) => InputTensor::Other,
            _ => return Err(format!("input {} is not there", self.inputs.len())),
        };
        self.inputs.push(Input::new(input(value)));
        Ok(())
    }

    /// As [`Self::push_value`], if it is a tensor of a device of plugins; else it is given back.
    #[inline]
    pub(crate) fn push_on_device(&mut self, value: AnyRef) -> Result<(), AnyRef> {
        if value.get::<Tensor>().and_then(PluginTensor::of).is_none() {
            return Err(value);
        }
        self.inputs.push(Input::new(InputTensor::Device(value)));
        Ok(())
    }

    /// As [`Self::push_on_device`], without a look at what the value is.
    ///
    /// # Safety
    /// Its payload, which is there, is a tensor of a device of plugins.
    #[inline]
    pub(crate) unsafe fn push_seen_on_device(&mut self, value: AnyRef) {
        self.inputs.push(Input::new(InputTensor::Device(value)));
    }

    /// Gives the run its next input.
    pub fn push(&mut self, tensor: TfTensor) {
        self.inputs.push(Input::new(InputTensor::Made(Box::new(tensor))));
    }

    /// How many inputs there are.
    #[inline]
    pub(crate) fn num_inputs(&self) -> usize {
        self.inputs.len()
    }

    #[inline]
    fn input(&self, i: i32) -> Result<&Input, (Code, String)> {
        usize::try_from(i).ok().and_then(|at| self.inputs.get(at)).ok_or_else(no_input)
    }

    /// A share of an input.
    #[inline]
    pub(crate) fn share_input(&self, i: i32) -> Result<TfTensor, (Code, String)> {
        self.input(i)?.share().ok_or_else(no_input)
    }

    /// A share of an input, in the hands of the plugin.
    #[inline]
    pub(crate) fn give_input(&mut self, i: i32) -> Result<*mut TfTensor, (Code, String)> {
        match self.lend_input(i) {
            Some(given) => Ok(given),
            None => self.share_input(i).map(boxes::give),
        }
    }

    /// Lends an input to the plugin, which gets a share of its own if it asks twice, and of what is not the runtime's.
    #[inline]
    pub(crate) fn lend_input(&mut self, i: i32) -> Option<*mut TfTensor> {
        let here = self.lends()?;
        // A negative number is none of an input either.
        let input = self.inputs.get_mut(i as usize).filter(|input| input.loan.is_none())?;
        // SAFETY: the run keeps the value until the loan ends, and the box does from then on; the kind says what the tensor is.
        let lent = unsafe {
            match &input.tensor {
                InputTensor::Dense(value) => TfTensor::lend_dense(value.get()?)?,
                InputTensor::Device(value) => TfTensor::lend_device(value.get()?)?,
                InputTensor::Other(_) | InputTensor::Made(_) => return None,
            }
        };
        let loan = Loan::new(here, lent);
        let given = loan.given();
        input.loan = Some(loan);
        Some(given)
    }

    /// The number of an input's element type.
    pub(crate) fn input_type(&self, i: i32) -> Result<i32, (Code, String)> {
        let input = self.input(i)?;
        Ok(match (&input.tensor, input.value()) {
            (InputTensor::Made(tensor), _) => tensor.dtype,
            (_, value) => {
                value.and_then(|value| value.get()).map_or(0, |tensor: &Tensor| number_of(tensor.dtype()))
            }
        })
    }

    /// An input that only the runtime understands; `None` if it is an ordinary tensor.
    pub(crate) fn opaque_input(&self, i: i32) -> Result<Option<&Tensor>, (Code, String)> {
        Ok(match &self.input(i)?.tensor {
            InputTensor::Dense(value) | InputTensor::Other(value) => value.get::<Tensor>(),
            InputTensor::Device(_) => None,
            InputTensor::Made(tensor) => match &tensor.memory {
                Memory::Opaque(tensor) => Some(tensor),
                _ => None,
            },
        })
    }

    #[inline]
    fn output(&mut self, i: i32) -> Result<&mut Output, (Code, String)> {
        usize::try_from(i).ok().and_then(|at| self.outputs.get_mut(at)).ok_or_else(no_output)
    }

    /// How many outputs there are.
    pub(crate) fn num_outputs(&self) -> usize {
        self.outputs.len()
    }

    /// Whether there is an output with this number.
    pub(crate) fn has_output(&self, i: i32) -> Result<(), (Code, String)> {
        let at = usize::try_from(i).ok().filter(|&at| at < self.outputs.len());
        at.map(|_| ()).ok_or_else(no_output)
    }

    /// Whether an output may have elements of this type. If not, the run has failed, whatever the kernel makes of it.
    #[inline]
    pub(crate) fn check_type(&mut self, i: i32, dtype: i32, how: &str) -> Result<(), (Code, String)> {
        let expected = self.output_type(i);
        if expected == 0 || expected == dtype {
            return Ok(());
        }
        let (code, message) = wrong_type(i, expected, dtype, how);
        self.fail(&Status::new(code, &message));
        Err((code, message))
    }

    /// Sets an output.
    pub(crate) fn set_output(&mut self, i: i32, tensor: TfTensor) -> Result<(), (Code, String)> {
        let output = self.output(i)?;
        // What was there goes, or stays with the kernel that holds it.
        drop(output.take());
        *output = Output::Made(tensor);
        Ok(())
    }

    /// A share of an output; `None` if it is not set.
    pub(crate) fn share_output(&mut self, i: i32) -> Result<Option<TfTensor>, (Code, String)> {
        Ok(match self.output(i)? {
            Output::Nothing => None,
            Output::Made(tensor) => Some(tensor.share()),
            Output::Lent(loan) => Some(loan.get().share()),
        })
    }

    /// Sets an output, and hands a share of it to the plugin.
    #[inline]
    fn give_output(&mut self, at: usize, dtype: i32, shape: &Shape, memory: Memory) -> *mut TfTensor {
        let here = self.lends();
        let output = &mut self.outputs[at];
        if !matches!(output, Output::Nothing) {
            drop(output.take());
        }
        match here {
            Some(here) => {
                let loan = Loan::new(here, TfTensor::new(dtype, shape.clone(), memory));
                let given = loan.given();
                *output = Output::Lent(loan);
                given
            }
            None => {
                let tensor = TfTensor::new(dtype, shape.clone(), memory);
                let given = tensor.give_share();
                *output = Output::Made(tensor);
                given
            }
        }
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

    /// Whether an input or output was declared to be in host memory; on a device, what can be nowhere else counts as well.
    pub(crate) fn in_host_by_name(
        &self,
        marks: &[bool],
        i: i32,
        range: impl Fn(&str) -> Option<(usize, usize)>,
    ) -> Option<bool> {
        let at = usize::try_from(i).ok()?;
        let &mark = marks.get(at)?;
        let is_named = |name: &String| range(name).is_some_and(|(start, end)| (start..end).contains(&at));
        Some(match &self.device {
            Some(_) => mark,
            None => self.instance.kernel.host_memory.iter().any(is_named),
        })
    }

    /// Memory for a tensor, on the device unless it is to be in the host.
    pub(crate) fn allocate(
        &self,
        dtype: i32,
        shape: Shape,
        len: usize,
        in_host: bool,
    ) -> Result<TfTensor, (Code, String)> {
        let memory = self.memory(dtype, &shape, len, in_host)?;
        Ok(TfTensor::new(dtype, shape, memory))
    }

    #[inline]
    fn memory(&self, dtype: i32, shape: &Shape, len: usize, in_host: bool) -> Result<Memory, (Code, String)> {
        let count = shape.num_elements();
        match &self.device {
            Some(device) if !in_host && dtype != TF_STRING => {
                let size = count.checked_mul(size_of_type(dtype)).ok_or_else(|| oom(dtype, shape, len))?;
                let dtype = to_dtype(dtype).ok_or_else(|| unknown_type(dtype))?;
                Ok(Memory::Device(device.allocate(dtype, shape, size.max(len))?))
            }
            _ => TfTensor::memory(dtype, count, len).ok_or_else(|| oom(dtype, shape, len)),
        }
    }

    /// Allocates an output, and hands a share of it to the plugin.
    #[inline]
    pub(crate) fn allocate_output(
        &mut self,
        i: i32,
        dtype: i32,
        shape: &Shape,
        len: usize,
    ) -> Result<*mut TfTensor, (Code, String)> {
        let count = self.outputs.len();
        let Some(at) = usize::try_from(i).ok().filter(|&at| at < count) else {
            return Err(bad_index(i, count, &self.instance.name));
        };
        if !matches!(self.outputs[at], Output::Nothing) {
            return Err(allocated_before(i, &self.instance.name));
        }
        self.check_type(i, dtype, "was to be allocated with")?;
        let in_host = self.instance.host_outputs.get(at).copied().unwrap_or(true);
        let memory = self.memory(dtype, shape, len, in_host)?;
        Ok(self.give_output(at, dtype, shape, memory))
    }

    /// Makes the memory of an input that of an output, if nobody else refers to it and type and size fit.
    pub(crate) fn forward(&mut self, input: i32, output: i32, shape: &Shape) -> Option<*mut TfTensor> {
        let at = usize::try_from(input).ok()?;
        let dtype = self.output_type(output);
        let same_place = self.in_host(&self.instance.host_inputs, input)?
            == self.in_host(&self.instance.host_outputs, output)?;
        // A plugin that holds the input has a share of it.
        let input = self.inputs.get(at)?;
        if input.loan.as_ref().is_some_and(Loan::is_held) {
            return None;
        }
        // The input keeps its share: the plugin may still ask for it, and reads what the output holds.
        let given = match &input.tensor {
            InputTensor::Made(tensor) if tensor.is_exclusive() => tensor.share(),
            InputTensor::Dense(value) | InputTensor::Device(value)
                if value.is_unique() && is_exclusive(value.get()?) =>
            {
                usual(value)?
            }
            _ => return None,
        };
        let fits = same_place && given.dtype == dtype && given.shape.num_elements() == shape.num_elements();
        if !fits {
            return None;
        }
        let output = usize::try_from(output).ok().filter(|&output| output < self.outputs.len())?;
        self.has_forwarded = true;
        Some(self.give_output(output, dtype, shape, given.memory))
    }

    /// The stream of the device; null on the host.
    pub(crate) fn stream(&self) -> Ptr {
        self.device.as_ref().map_or(std::ptr::null_mut(), |device| device.stream())
    }
}

#[cold]
fn oom(dtype: i32, shape: &Shape, len: usize) -> (Code, String) {
    let bytes = shape.num_elements().saturating_mul(size_of_type(dtype)).max(len);
    (Code::RESOURCE_EXHAUSTED, format!("OOM when allocating {bytes} bytes for a tensor of shape {shape}"))
}

#[cold]
fn unknown_type(dtype: i32) -> (Code, String) {
    (Code::INVALID_ARGUMENT, format!("type {dtype} is not known on devices"))
}

#[cold]
fn no_input() -> (Code, String) {
    (Code::OUT_OF_RANGE, "input index out of range".to_owned())
}

#[cold]
fn no_output() -> (Code, String) {
    (Code::OUT_OF_RANGE, "output index out of range".to_owned())
}

#[cold]
fn bad_index(i: i32, count: usize, kernel: &str) -> (Code, String) {
    let range = if i < 0 { String::new() } else { format!(" num_outputs={count}") };
    (Code::INTERNAL, format!("allocate_output with bad index={i}{range} kernel={kernel}"))
}

#[cold]
fn allocated_before(i: i32, kernel: &str) -> (Code, String) {
    let message = format!("allocate_output on same index multiple times. index = {i} kernel={kernel}");
    (Code::INTERNAL, message)
}

#[cold]
fn wrong_type(i: i32, expected: i32, given: i32, how: &str) -> (Code, String) {
    let message = format!("output {i} has the type {}, but {how} {}", name_of(expected), name_of(given));
    (Code::INVALID_ARGUMENT, message)
}

fn name_of(number: i32) -> String {
    let known = u32::try_from(number).ok().and_then(tfrt_dialects::tf::DataType::from_number);
    known.map_or_else(|| format!("with number {number}"), |data_type| data_type.name().to_owned())
}

impl Drop for Context {
    #[inline]
    fn drop(&mut self) {
        if !self.is_settled {
            self.end_loans();
        }
        for output in &mut self.outputs {
            if let Output::Lent(_) = output {
                drop(output.take());
            }
        }
    }
}

// SAFETY: what is lent, which belongs to a thread, is only lent in runs that begin and end on one.
unsafe impl Send for Context {}

/// What `TF_AsyncOpKernelDoneCallback` points to: a run that is not done.
pub struct AsyncDone {
    context: Context,
    done: Box<dyn FnOnce(Result<Outputs, String>) + Send>,
}

impl std::fmt::Debug for AsyncDone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AsyncDone").field("context", &self.context).finish_non_exhaustive()
    }
}

impl AsyncDone {
    /// The kernel is done.
    pub(crate) fn finish(self) {
        (self.done)(self.context.finish());
    }
}
