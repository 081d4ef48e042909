//! One run of a kernel: its inputs, its outputs and its status.
//!
//! [`inputs`] and [`outputs`] are the access to tensors. A context holds the runtime's own references to its inputs, so that the memory of
//! an input without other references can become the memory of an output. A synchronous kernel's context lives on the stack and borrows the
//! kernel and the device; an asynchronous one shares them, and lives until the kernel says that it is done.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::Tensor;
use tfrt_executor::value::AnyRef;

use super::call::Held;
use super::device::KernelDevice;
use super::tensors::{Input, Output};
use super::{Compute, KernelInstance};
use crate::boxes::{self, Counted, Here};
use crate::handles::{self, Handled};
use crate::rendezvous::{Meeting, Rendezvous};
use crate::status::Status;
use crate::tensor::TfTensor;

mod inputs;
mod outputs;

/// The object behind `TF_OpKernelContext`.
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
    /// The number of the step; 0 until it is requested.
    step: i64,
    /// The requested input names, kept while their views are used.
    pub(crate) names: Vec<Box<str>>,
    origin: Origin,
    /// The handle of the rendezvous, once the kernel has requested it.
    meeting: Option<Box<Meeting>>,
    /// Whether nothing is lent any more.
    is_settled: bool,
    /// Whether an output has the memory of an input.
    has_forwarded: bool,
    _counted: Option<Counted>,
}

/// The origin of a run.
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

/// Steps of runs that belong to no request.
static STEPS: AtomicI64 = AtomicI64::new(i64::MAX);

/// The outputs of a run.
pub type Outputs = SmallVec<[Option<Tensor>; 1]>;

impl Context {
    /// A run whose inputs are pushed next.
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
            meeting: None,
            is_settled: false,
            has_forwarded: false,
            _counted: counted,
        }
    }

    /// Ends the loans of inputs, before the inputs are dropped.
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
        match outcome {
            Ok(()) => Ok(()),
            Err(message) => Err(message.into()),
        }
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

    /// The way to where the kernels of the request meet; it stays where it is as long as the run.
    pub(crate) fn meeting(&mut self) -> &Meeting {
        if self.meeting.is_none() {
            let rendezvous = self.request().map(|request| Rendezvous::of(&request));
            let device = self.device.as_ref().map(|device| device.shared());
            self.meeting = Some(Box::new(Meeting { rendezvous, device }));
        }
        self.meeting.get_or_insert_default()
    }

    // The outcome of a run fits into registers, as far as the next functions go.
    fn run(&mut self) -> Result<(), Box<str>> {
        let Some(Compute::Now(compute)) = self.instance.compute() else {
            return Err("the kernel does not compute at once".into());
        };
        let state = self.instance.state();
        // SAFETY: the plugin registered the function for this state; the context is valid during the call.
        unsafe { compute(state, std::ptr::from_mut(self)) };
        self.settle()
    }

    /// The kernel is done: whether it failed. Shares of inputs are dropped before outputs are read, so that a forwarded input has
    /// one owner then.
    fn settle(&mut self) -> Result<(), Box<str>> {
        self.end_loans();
        self.is_settled = true;
        if !self.status.is_ok() {
            return Err(self.status.text().into());
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
        let Some(output) = self.outputs.get_mut(i) else { return Ok(None) };
        match std::mem::replace(output, Output::Nothing) {
            Output::Nothing => Ok(None),
            Output::Lent(loan) if !loan.is_held() => {
                // SAFETY: the loan is not held, so the plugin has deleted the box; its tensor is moved out
                // once, here.
                match unsafe { loan.recover_with(|place| TfTensor::take_value(place)) } {
                    Ok(value) => Ok(Some(value)),
                    Err(tensor) => tensor.into_value().map(Some),
                }
            }
            // SAFETY: the run has ended, on this thread; sharing a tensor calls none of the plugin's code.
            Output::Lent(loan) => unsafe { loan.end_sharing(TfTensor::share) }.into_value().map(Some),
            Output::Made(tensor) => tensor.into_value().map(Some),
        }
    }

    /// Starts an asynchronous kernel; `done` gets its outcome.
    pub fn start(mut self, done: impl FnOnce(Result<Outputs, String>) + Send + 'static) {
        let Some(Compute::Later(compute)) = self.instance.compute() else {
            let outcome = self.run().map_err(String::from);
            return done(outcome.and_then(|()| self.into_outputs()));
        };
        // The run may be over, and with it its share of the kernel, before the kernel's function returns.
        let instance = match &self.instance {
            Held::Shared(instance) => instance.clone(),
            Held::Lent(_) => return done(Err("an asynchronous kernel was lent to a run".into())),
        };
        let mut context = Box::new(self);
        let given = &raw mut *context;
        let pending = handles::give(AsyncDone { context, done: Box::new(done) });
        // SAFETY: the plugin registered the function for this state. The context lives until the plugin calls back with
        // the handle of the object that holds it.
        unsafe { compute(instance.state(), given, pending) };
    }

    fn finish(mut self) -> Result<Outputs, String> {
        self.settle().map_err(String::from)?;
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

/// The object behind `TF_AsyncOpKernelDoneCallback`: a run that is not done.
pub struct AsyncDone {
    context: Box<Context>,
    done: Box<dyn FnOnce(Result<Outputs, String>) + Send>,
}

impl std::fmt::Debug for AsyncDone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AsyncDone").field("context", &self.context).finish_non_exhaustive()
    }
}

impl Handled for AsyncDone {
    const NAME: &'static str = "callback of a run";
}

impl AsyncDone {
    /// The kernel is done.
    pub(crate) fn finish(self) {
        (self.done)(self.context.finish());
    }
}
