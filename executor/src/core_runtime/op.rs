//! Resolved ops, and the handlers that resolve them.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::OpError;
use super::attrs::OpAttrsRef;
use super::context::OpContext;
use super::direct::Direct;
use super::handle::TensorHandle;
use crate::device::DeviceRef;
use crate::tensor::Tensor;
use crate::value::{AsyncRef, Error, ErrorCode, Value};

/// One call of an op.
pub struct OpInvocation<'a> {
    /// Host, request and location of the call.
    pub context: &'a dyn OpContext,
    /// The arguments. They are moved out: null handles are left.
    pub args: &'a mut [TensorHandle],
    /// The attributes.
    pub attrs: OpAttrsRef<'a>,
    /// Where the results go, one slot for each that is asked for.
    pub results: &'a mut [TensorHandle],
    /// The chain to wait for, replaced by the one that says the op is done.
    pub chain: Option<&'a mut Value>,
}

impl std::fmt::Debug for OpInvocation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let call = &mut f.debug_struct("OpInvocation");
        call.field("args", &self.args).field("attrs", &self.attrs).finish_non_exhaustive()
    }
}

impl OpInvocation<'_> {
    /// The same call, for somebody who is done with it before this one is used again.
    #[inline]
    pub(super) fn reborrow(&mut self) -> OpInvocation<'_> {
        OpInvocation {
            context: self.context,
            args: self.args,
            attrs: self.attrs,
            results: self.results,
            chain: self.chain.as_deref_mut(),
        }
    }

    /// Fails the call: the error becomes all results and the chain.
    #[cold]
    pub fn fail(&mut self, error: &Error) {
        if let Some(chain) = self.chain.as_deref_mut() {
            *chain = Value::Error(error.clone());
        }
        self.args.fill_with(TensorHandle::default);
        if self.results.is_empty() {
            return;
        }
        let (promise, tensor) = AsyncRef::<Tensor>::promise();
        promise.set_error(error.clone());
        for result in self.results.iter_mut() {
            *result = TensorHandle::from_async(tensor.as_any().clone());
        }
    }
}

/// The implementation of an op.
pub trait OpImpl: Send + Sync + 'static {
    /// Runs the op, or arranges for it to run when its arguments are there. All results are set on return.
    fn invoke(&self, call: OpInvocation<'_>);

    /// The direct call that a caller may try first, unless ops are traced or the call is cancelled.
    fn direct(&self) -> Option<&Arc<Direct>> {
        None
    }

    /// The op for calls that all have these attributes, if it gains anything from knowing them.
    fn bind(&self, _attrs: OpAttrsRef<'_>) -> Option<Result<Op, OpError>> {
        None
    }
}

/// An op that an op handler made: resolved once, run any number of times from any thread.
#[derive(Clone)]
pub struct Op {
    implementation: Arc<dyn OpImpl>,
}

impl std::fmt::Debug for Op {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Op").finish_non_exhaustive()
    }
}

/// An op's functions are somebody else's: a panic in them is the error of the call.
struct Guarded<I>(I);

impl<I: OpImpl> OpImpl for Guarded<I> {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.0.invoke(call.reborrow()))) {
            let error = call.context.report(ErrorCode::Internal, &panic_message(&*panic));
            call.fail(&error);
        }
    }

    fn direct(&self) -> Option<&Arc<Direct>> {
        self.0.direct()
    }

    fn bind(&self, attrs: OpAttrsRef<'_>) -> Option<Result<Op, OpError>> {
        self.0.bind(attrs)
    }
}

/// The message of a panic in an op's functions.
#[cold]
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("op panicked: {}", text.unwrap_or("unknown panic"))
}

/// The result of a function that may panic.
pub(super) fn or_panic<T>(function: impl FnOnce() -> Result<T, OpError>) -> Result<T, OpError> {
    catch_unwind(AssertUnwindSafe(function)).unwrap_or_else(|panic| Err(panic_message(&*panic).into()))
}

impl Op {
    /// An op that does this. A panic in it is the error of the call.
    pub fn new(implementation: impl OpImpl) -> Self {
        Self::of_careful(Guarded(implementation))
    }

    /// An op that does this and never panics.
    pub(super) fn of_careful(implementation: impl OpImpl) -> Self {
        Op { implementation: Arc::new(implementation) }
    }

    /// The direct call that a caller may try before [`Self::invoke`].
    pub fn direct(&self) -> Option<&Arc<Direct>> {
        self.implementation.direct()
    }

    /// The op for calls that all have these attributes: itself, unless it gains from knowing them. Fails if they are wrong
    /// in themselves.
    pub fn bind(self, attrs: OpAttrsRef<'_>) -> Result<Op, OpError> {
        or_panic(|| self.implementation.bind(attrs).transpose()).map(|bound| bound.unwrap_or(self))
    }

    /// Runs it.
    #[inline]
    pub fn invoke(&self, call: OpInvocation<'_>) {
        self.implementation.invoke(call);
    }
}

/// A way to run ops: on a device, or by handing them on.
pub trait OpHandler: Send + Sync + 'static {
    /// Its kind: `cpu`, `null`, `logging` …
    fn name(&self) -> &str;

    /// The device whose ops it runs.
    fn device(&self) -> DeviceRef {
        DeviceRef::HOST
    }

    /// The op of this name where the handler keeps it, so that a call needs no reference of its own; `None` where it would have to
    /// be made, or there is none.
    fn find_op(&self, _name: &str) -> Option<&Op> {
        None
    }

    /// The op of this name, or why there is none.
    fn make_op(&self, name: &str) -> Result<Op, OpError>;
}

/// A shared op handler.
pub type OpHandlerRef = Arc<dyn OpHandler>;

/// The handler at the end of every chain of handlers: it knows no op.
#[derive(Debug, Default)]
pub struct NullOpHandler;

impl OpHandler for NullOpHandler {
    fn name(&self) -> &str {
        "null"
    }

    fn make_op(&self, name: &str) -> Result<Op, OpError> {
        Err(format!("{name} was not supported by NullOpHandler.").into())
    }
}
