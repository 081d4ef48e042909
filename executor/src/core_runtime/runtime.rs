//! The core runtime: ops by name, executed one by one.
//!
//! A [`CoreRuntime`] belongs to a host and is shared by everything that runs on it: the op handlers by name, their ops,
//! conversions between kinds of tensors, the devices. Calls are thread-safe and asynchronous: results are handles to
//! tensors that may come later. Shape and dtype errors are known when a call returns.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;
use rustc_hash::FxHashMap;

use super::OpError;
use super::attrs::{OpAttrs, OpAttrsRef};
use super::context::{Keep, Kept, OpContext};
use super::cpu::CpuOpHandler;
use super::direct::invoke_shared;
use super::handle::TensorHandle;
use super::op::{NullOpHandler, Op, OpHandlerRef, OpInvocation, or_panic};
use super::op_error::CallError as _;
use super::registry::OpRegistry;
use crate::device::DeviceManager;
use crate::host::Host;
use crate::jit::{HostCompiler, JitCompiler};
use crate::request::RequestContext;
use crate::tensor::convert::ConversionRegistry;
use crate::trace;
use crate::value::{Error, ErrorCode, SourceLocation, Value};

/// The state that all users of a host's core runtime share.
pub struct RuntimeState {
    ops: Arc<OpRegistry>,
    handlers: RwLock<FxHashMap<Box<str>, OpHandlerRef>>,
    /// Conversions between kinds of tensors.
    pub conversions: ConversionRegistry,
    /// The host's devices.
    pub devices: Arc<DeviceManager>,
    /// Set by [`CoreRuntime::cancel`].
    cancelled: AtomicBool,
    /// The compiler of machine code for calls through the API, if the host's runtime has one.
    jit: Option<Arc<dyn JitCompiler>>,
}

impl std::fmt::Debug for RuntimeState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let handlers: Vec<_> = self.handlers.read().keys().cloned().collect();
        f.debug_struct("RuntimeState").field("handlers", &handlers).finish_non_exhaustive()
    }
}

impl RuntimeState {
    /// The ops that CPU handlers know.
    pub fn ops(&self) -> &Arc<OpRegistry> {
        &self.ops
    }

    /// The handler of this name.
    pub fn handler(&self, name: &str) -> Option<OpHandlerRef> {
        self.handlers.read().get(name).cloned()
    }

    /// Registers a handler. The first handler of a name stays; the result says whether this one did.
    pub fn register_handler(&self, name: &str, handler: OpHandlerRef) -> bool {
        let mut handlers = self.handlers.write();
        if handlers.contains_key(name) {
            return false;
        }
        handlers.insert(name.into(), handler);
        true
    }

    /// A CPU handler for all ops over `fallback`.
    pub fn cpu_handler(&self, fallback: OpHandlerRef) -> OpHandlerRef {
        Arc::new(CpuOpHandler::new(self.ops.clone(), fallback))
    }

    /// Registers a handler `cpu` over the one that knows no op: for programs that register none themselves.
    pub fn register_default_handlers(&self) {
        self.register_handler("cpu", self.cpu_handler(Arc::new(NullOpHandler)));
    }
}

/// Tells where a call came from.
pub trait LocationDecoder: Send + Sync {
    /// The place that a token stands for.
    fn decode(&self, token: u64) -> SourceLocation;
}

/// The origin of a call: the caller's own token, decoded only if something goes wrong.
#[derive(Clone, Default)]
pub struct Location {
    /// Whatever the caller likes.
    pub token: u64,
    /// The decoder of the token.
    pub decoder: Option<Arc<dyn LocationDecoder>>,
}

impl std::fmt::Debug for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Location").field("token", &self.token).finish_non_exhaustive()
    }
}

impl Location {
    /// No location.
    pub fn unknown() -> Self {
        Self::default()
    }

    /// The place.
    pub fn decode(&self) -> SourceLocation {
        self.decoder.as_ref().map_or(SourceLocation::Unknown, |decoder| decoder.decode(self.token))
    }
}

/// Executes ops one by one on a host. Cheap to clone.
#[derive(Debug, Clone)]
pub struct CoreRuntime {
    host: Host,
    state: Arc<RuntimeState>,
}

impl CoreRuntime {
    /// Gives a host a core runtime with these ops. A host that has one keeps it.
    pub fn install(host: &Host, ops: OpRegistry) -> CoreRuntime {
        let state = host.shared(|_| RuntimeState {
            ops: Arc::new(ops),
            handlers: RwLock::default(),
            conversions: ConversionRegistry::default(),
            devices: host.shared(|_| DeviceManager::default()),
            cancelled: AtomicBool::new(false),
            jit: host.find_shared::<HostCompiler>().map(|compiler| compiler.0.clone()),
        });
        CoreRuntime { host: host.clone(), state }
    }

    /// The core runtime of a host, if it has one.
    pub fn of(host: &Host) -> Option<CoreRuntime> {
        Some(CoreRuntime { state: host.find_shared()?, host: host.clone() })
    }

    /// The host.
    pub fn host(&self) -> &Host {
        &self.host
    }

    /// Handlers, conversions, devices.
    pub fn state(&self) -> &Arc<RuntimeState> {
        &self.state
    }

    /// The handler of this name.
    pub fn handler(&self, name: &str) -> Option<OpHandlerRef> {
        self.state.handler(name)
    }

    /// The op of this name, for repeated use.
    pub fn op(&self, name: &str, handler: &OpHandlerRef) -> Result<Op, OpError> {
        or_panic(|| handler.make_op(name))
    }

    /// Executes the op of this name on a handler. Arguments are moved out; every slot of `results` is set, to handles of
    /// errors if the op cannot be run. The chain, if given, is awaited and replaced.
    #[expect(clippy::too_many_arguments, reason = "the parts of a call")]
    pub fn execute(
        &self,
        name: &str,
        handler: &OpHandlerRef,
        location: &Location,
        args: &mut [TensorHandle],
        attrs: OpAttrsRef<'_>,
        results: &mut [TensorHandle],
        chain: Option<&mut Value>,
    ) {
        if let Some(op) = handler.find_op(name) {
            return self.invoke(op, location, args, attrs, results, chain);
        }
        match self.op(name, handler) {
            Ok(op) => self.invoke(&op, location, args, attrs, results, chain),
            Err(why) => {
                let context = CallContext { runtime: self, location };
                let message = format!("op '{name}' is not supported: {why}");
                let error = context.report(ErrorCode::Internal, &message);
                OpInvocation { context: &context, args, attrs, results, chain }.fail(&error);
            }
        }
    }

    /// Executes an op that was resolved before.
    #[inline]
    pub fn invoke(
        &self,
        op: &Op,
        location: &Location,
        args: &mut [TensorHandle],
        attrs: OpAttrsRef<'_>,
        results: &mut [TensorHandle],
        chain: Option<&mut Value>,
    ) {
        let context = CallContext { runtime: self, location };
        op.invoke(OpInvocation { context: &context, args, attrs, results, chain });
    }

    /// Executes a resolved op without side effects: `let [sum] = runtime.call(&add, &location, [a, b], &attrs);`.
    #[inline]
    pub fn call<const ARGS: usize, const RESULTS: usize>(
        &self,
        op: &Op,
        location: &Location,
        mut args: [TensorHandle; ARGS],
        attrs: &OpAttrs,
    ) -> [TensorHandle; RESULTS] {
        let mut results = [const { TensorHandle::NULL }; RESULTS];
        self.invoke(op, location, &mut args, attrs.into(), &mut results, None);
        results
    }

    /// As [`Self::call`], with borrowed arguments: `let [sum] = runtime.call_shared(&add, &location, [&a, &b], &attrs);`. No result
    /// reuses their memory, so a caller that needs an argument no more moves it into `call` instead. A small call does not even count
    /// references to them.
    #[inline]
    pub fn call_shared<const ARGS: usize, const RESULTS: usize>(
        &self,
        op: &Op,
        location: &Location,
        args: [&TensorHandle; ARGS],
        attrs: &OpAttrs,
    ) -> [TensorHandle; RESULTS] {
        if RESULTS == 1
            && !trace::watched()
            && !self.state.cancelled.load(Ordering::Acquire)
            && let Some(direct) = op.direct()
            // What panics does so again on the usual way, which reports it.
            && let Ok(Some(result)) = catch_unwind(AssertUnwindSafe(|| invoke_shared(direct, &args)))
        {
            let mut results = [const { TensorHandle::NULL }; RESULTS];
            results[0] = result;
            return results;
        }
        self.call(op, location, args.map(TensorHandle::clone), attrs)
    }

    /// From now on every call, and every call that waits for its inputs, gives the cancellation error.
    pub fn cancel(&self) {
        self.state.cancelled.store(true, Ordering::Release);
    }

    /// Ends the effect of [`Self::cancel`] for calls to come.
    pub fn restart(&self) {
        self.state.cancelled.store(false, Ordering::Release);
    }

    /// Returns when the tensors of all handles are there or have failed.
    pub fn wait(&self, handles: &[TensorHandle]) {
        let values: Vec<Value> =
            handles.iter().filter_map(|handle| handle.as_async().cloned().map(Value::Async)).collect();
        self.host.wait(&values);
    }
}

/// The context of a call through the API.
struct CallContext<'a> {
    runtime: &'a CoreRuntime,
    location: &'a Location,
}

impl OpContext for CallContext<'_> {
    fn report(&self, code: ErrorCode, message: &str) -> Error {
        let error = Error::new(code, message, self.location.decode());
        self.runtime.host.diagnose(&error);
        error
    }

    fn report_op(&self, op: &str, code: ErrorCode, error: OpError) -> Error {
        let (failure, message) = error.of_op(op);
        let error = Error::of_op(Some(failure), code, message, self.location.decode());
        self.runtime.host.diagnose(&error);
        error
    }

    fn location(&self) -> SourceLocation {
        self.location.decode()
    }

    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.runtime.state.jit.as_ref()
    }

    fn cancelled(&self) -> Option<Error> {
        self.runtime.state.cancelled.load(Ordering::Acquire).then(Error::cancelled)
    }

    fn cancelled_op(&self, op: &str) -> Option<Error> {
        let error = self.cancelled()?;
        Some(self.report_op(op, error.code(), error.message().into()))
    }

    fn request(&self) -> RequestContext {
        RequestContext::new(&self.runtime.host)
    }

    fn enqueue(&self, task: Box<dyn FnOnce() + Send>) {
        self.runtime.host.enqueue(task);
    }

    fn host(&self) -> Option<&Host> {
        Some(&self.runtime.host)
    }

    fn wait(&self, values: &[Value]) {
        self.runtime.host.wait(values);
    }

    fn share(&self) -> Arc<dyn OpContext> {
        Arc::new(Kept(KeptCall { runtime: self.runtime.clone(), location: self.location.clone() }))
    }
}

/// The state of a call that waits for its inputs.
#[derive(Clone)]
struct KeptCall {
    runtime: CoreRuntime,
    location: Location,
}

impl Keep for KeptCall {
    type Context<'a> = CallContext<'a>;

    fn context(&self) -> CallContext<'_> {
        CallContext { runtime: &self.runtime, location: &self.location }
    }

    fn host(&self) -> &Host {
        &self.runtime.host
    }

    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.runtime.state.jit.as_ref()
    }
}
