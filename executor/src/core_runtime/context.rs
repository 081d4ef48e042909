//! The origin of an op's call: host, request and location.

use std::sync::Arc;

use super::OpError;
use super::parallel::parallel_for;
use crate::host::Host;
use crate::jit::JitCompiler;
use crate::request::RequestContext;
use crate::value::{Error, ErrorCode, SourceLocation, Value};

/// The context that an op gets from its caller. Calls get it by reference, on the stack; a use that outlives
/// the call keeps a [`OpContext::share`]d one.
pub trait OpContext: Send + Sync {
    /// Makes an error at the call's location and tells the host's error handler.
    fn report(&self, code: ErrorCode, message: &str) -> Error;

    /// The same for an op that failed, whose name diagnostics give. The message is the error's as it is.
    fn report_op(&self, op: &str, code: ErrorCode, error: OpError) -> Error {
        let _ = op;
        self.report(code, error.message())
    }

    /// The location of the call.
    fn location(&self) -> SourceLocation {
        SourceLocation::Unknown
    }

    /// Whether the call is the whole of something that recordings have anyway: a kernel of a program.
    fn is_recorded(&self) -> bool {
        false
    }

    /// As [`Self::report_op`], at another place of the source, `file:line:column`; where it is not known, at the call's location.
    fn report_at(&self, _location: &str, op: &str, code: ErrorCode, error: OpError) -> Error {
        self.report_op(op, code, error)
    }

    /// The compiler of machine code for this call's program, if there is one.
    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        None
    }

    /// The error of the request, if it was cancelled.
    fn cancelled(&self) -> Option<Error>;

    /// As [`Self::cancelled`], for a call of the op that does not run for it. Callers of the API are told of it like of any other
    /// error of a call; for programs the request's own error is enough.
    fn cancelled_op(&self, op: &str) -> Option<Error> {
        let _ = op;
        self.cancelled()
    }

    /// The request, for functions that run as ops.
    fn request(&self) -> RequestContext;

    /// Runs a task on the work queue.
    fn enqueue(&self, task: Box<dyn FnOnce() + Send>);

    /// The host whose threads the call may use; none if it stays on its own.
    fn host(&self) -> Option<&Host>;

    /// Returns when all values are available. Never called from a task.
    fn wait(&self, values: &[Value]);

    /// The same for a task that outlives the call.
    fn share(&self) -> Arc<dyn OpContext>;
}

// Not for implementations to say: ops write to parts of their results by address, and rely on each block being run once.
impl dyn OpContext + '_ {
    /// Threads that run tasks.
    pub fn parallelism(&self) -> usize {
        self.host().map_or(1, Host::parallelism)
    }

    /// Alternates with each call on the same host, for loops that go the opposite way of the previous one: a core's own cache has
    /// the data that the previous loop touched last. Always the same for a call that stays on its own.
    pub fn alternates(&self) -> bool {
        self.host().is_some_and(Host::alternate)
    }

    /// Runs `body(begin, end)` over blocks of `0..total`, on all threads, and returns when all are done. Blocks have `block`
    /// elements (the last may have fewer), whatever the number of threads. A panic of the body is passed on once all blocks are done.
    pub fn parallel_for(&self, total: usize, block: usize, body: &(dyn Fn(usize, usize) + Sync)) {
        parallel_for(self.host(), total, block, body);
    }
}

/// The part of a call's context that a task keeps after the call has returned.
pub(super) trait Keep: Clone + Send + Sync + 'static {
    /// The context while the call runs.
    type Context<'a>: OpContext;

    /// The kept context.
    fn context(&self) -> Self::Context<'_>;

    /// As [`OpContext::host`].
    fn host(&self) -> &Host;

    /// As [`OpContext::jit`].
    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        None
    }
}

/// The context of a task that outlives the call. Such a task is never the whole of a kernel, which has returned.
#[derive(Clone)]
pub(super) struct Kept<K>(pub(super) K);

impl<K: Keep> OpContext for Kept<K> {
    fn report(&self, code: ErrorCode, message: &str) -> Error {
        self.0.context().report(code, message)
    }

    fn report_op(&self, op: &str, code: ErrorCode, error: OpError) -> Error {
        self.0.context().report_op(op, code, error)
    }

    fn report_at(&self, location: &str, op: &str, code: ErrorCode, error: OpError) -> Error {
        self.0.context().report_at(location, op, code, error)
    }

    fn location(&self) -> SourceLocation {
        self.0.context().location()
    }

    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.0.jit()
    }

    fn cancelled(&self) -> Option<Error> {
        self.0.context().cancelled()
    }

    fn cancelled_op(&self, op: &str) -> Option<Error> {
        self.0.context().cancelled_op(op)
    }

    fn request(&self) -> RequestContext {
        self.0.context().request()
    }

    fn enqueue(&self, task: Box<dyn FnOnce() + Send>) {
        self.0.context().enqueue(task);
    }

    fn host(&self) -> Option<&Host> {
        Some(self.0.host())
    }

    fn wait(&self, values: &[Value]) {
        self.0.context().wait(values);
    }

    fn share(&self) -> Arc<dyn OpContext> {
        Arc::new(self.clone())
    }
}
