//! The executor's interface to a running kernel.

use super::opened::{Function, Program};
use crate::{
    host::Host,
    queue::Task,
    request::{RequestContext, ResourceContext},
    value::{AsyncRef, Error, KernelError, Origin, SourceLocation, Value, panic_message},
};
use smallvec::SmallVec;
use std::{
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};
use tfrt_bef::{FunctionKind, KernelIx};

/// Arguments or results of a call.
pub type Values = SmallVec<[Value; 4]>;

/// Names a kernel of a program, to tell where it stands; comparable, cheap to keep.
#[derive(Clone)]
pub struct LocationToken {
    program: Option<Program>,
    kernel: u32,
}

impl LocationToken {
    /// A token for code that is in no program.
    pub fn unknown() -> LocationToken {
        LocationToken { program: None, kernel: u32::MAX }
    }

    /// The place in the source.
    pub fn resolve(&self) -> SourceLocation {
        self.program
            .as_ref()
            .map_or(SourceLocation::Unknown, |program| program.kernel_location(KernelIx(self.kernel)))
    }
}

impl PartialEq for LocationToken {
    fn eq(&self, other: &LocationToken) -> bool {
        self.kernel == other.kernel
            && match (&self.program, &other.program) {
                (Some(a), Some(b)) => a.same(b),
                (None, None) => true,
                _ => false,
            }
    }
}

impl Eq for LocationToken {}

impl std::fmt::Debug for LocationToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.resolve().fmt(f)
    }
}

/// The surroundings of a running kernel.
#[derive(Clone, Copy)]
pub struct ExecCtx<'a> {
    pub(crate) request: &'a RequestContext,
    pub(crate) program: &'a Program,
    /// Position of the kernel in the file; `u32::MAX` for none.
    pub(crate) kernel: u32,
}

impl std::fmt::Debug for ExecCtx<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExecCtx").field("location", &self.location()).finish_non_exhaustive()
    }
}

impl<'a> ExecCtx<'a> {
    /// The request the kernel runs for.
    #[inline]
    pub fn request(&self) -> &'a RequestContext {
        self.request
    }

    /// The host.
    #[inline]
    pub fn host(&self) -> &'a Host {
        self.request.host()
    }

    /// The program; clone it to keep the file mapped.
    pub fn program(&self) -> &'a Program {
        self.program
    }

    /// The request's resources, if it has any.
    pub fn resources(&self) -> Option<&'a Arc<ResourceContext>> {
        self.request.resources()
    }

    /// The kernel's location, as a token for later.
    pub fn location_token(&self) -> LocationToken {
        LocationToken { program: Some(self.program.clone()), kernel: self.kernel }
    }

    /// Position of the kernel in its file: distinct kernels of a program have distinct ones.
    pub fn kernel_index(&self) -> u32 {
        self.kernel
    }

    /// The kernel's location.
    pub fn location(&self) -> SourceLocation {
        self.program.kernel_location(KernelIx(self.kernel))
    }

    /// The kernel's debug info: the name in its location.
    pub fn debug_info(&self) -> Option<String> {
        self.program.debug_info(KernelIx(self.kernel))
    }

    /// Turns a kernel's failure into an error value at the kernel's location, and calls the host's diagnostic
    /// handler unless the failure is a silent one.
    pub fn report(&self, error: KernelError) -> Error {
        report(self.host(), self.location(), error)
    }

    /// A copy that tasks can keep.
    pub fn to_owned(&self) -> OwnedCtx {
        OwnedCtx { request: self.request.clone(), program: self.program.clone(), kernel: self.kernel }
    }

    /// The origin of the kernel's tasks.
    #[inline(always)]
    fn origin(&self) -> Origin {
        Origin::new(self.host().reporter(), self.program.places(), self.kernel)
    }

    /// Queues a task that computes a value; the value is returned at once. One allocation in all. A panic is reported as a failure of
    /// the kernel, at its location.
    pub fn spawn<T: Send + Sync + 'static>(&self, f: impl FnOnce() -> T + Send + 'static) -> AsyncRef<T> {
        self.host().queue().spawn(self.origin(), move || Ok(f()))
    }

    /// Queues a task that computes a value or fails; a failure, or a panic, is reported at the kernel's location.
    pub fn spawn_result<T: Send + Sync + 'static>(
        &self,
        f: impl FnOnce() -> Result<T, KernelError> + Send + 'static,
    ) -> AsyncRef<T> {
        let ctx = self.to_owned();
        self.host().queue().spawn(self.origin(), move || f().map_err(|error| ctx.report(error)))
    }

    /// Queues a task. A panic is reported to the diagnostic handler, with the kernel's location.
    pub fn enqueue(&self, f: impl FnOnce() + Send + 'static) {
        self.host().queue().push(self.task(f));
    }

    /// A task of the kernel's.
    fn task(&self, f: impl FnOnce() + Send + 'static) -> Task {
        let origin = self.origin();
        Task::new(move || origin.guard(f))
    }

    /// Runs a closure that may block; a panic is reported. If there is no thread for it, the closure is dropped and
    /// the result is false.
    #[must_use]
    pub fn enqueue_blocking(&self, allow_queueing: bool, f: impl FnOnce() + Send + 'static) -> bool {
        self.host().queue().push_blocking(self.task(f), allow_queueing).is_ok()
    }

    /// The error of the request, if it was cancelled.
    #[inline]
    pub fn cancelled(&self) -> Option<Error> {
        self.request.cancelled()
    }
}

pub(crate) fn report(host: &Host, location: SourceLocation, error: KernelError) -> Error {
    let tells = error.diagnose;
    let error = error.at(location);
    if tells {
        host.diagnose(&error);
    }
    error
}

/// The surroundings of a kernel, for tasks that outlive its run.
#[derive(Clone)]
pub struct OwnedCtx {
    request: RequestContext,
    program: Program,
    kernel: u32,
}

impl OwnedCtx {
    /// As it is passed to kernels.
    pub fn as_ctx(&self) -> ExecCtx<'_> {
        ExecCtx { request: &self.request, program: &self.program, kernel: self.kernel }
    }

    /// Runs a part of the kernel that may fail. A failure, or a panic, is reported at the kernel's location.
    pub fn run<T>(&self, f: impl FnOnce() -> Result<T, KernelError>) -> Result<T, Error> {
        let result = catch_unwind(AssertUnwindSafe(f));
        result
            .unwrap_or_else(|panic| Err(KernelError::new(panic_message(&*panic))))
            .map_err(|error| self.report(error))
    }

    /// See [`ExecCtx::report`].
    pub fn report(&self, error: impl Into<KernelError>) -> Error {
        self.as_ctx().report(error.into())
    }

    /// The host.
    pub fn host(&self) -> &Host {
        self.request.host()
    }

    /// The request.
    pub fn request(&self) -> &RequestContext {
        &self.request
    }
}

impl std::fmt::Debug for OwnedCtx {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnedCtx").field("location", &self.as_ctx().location()).finish_non_exhaustive()
    }
}

/// A function that a kernel got from the program: a region of the op, or one it names.
#[derive(Clone, Copy)]
pub struct Func<'a> {
    pub(crate) program: &'a Program,
    pub(crate) id: u32,
}

impl<'a> Func<'a> {
    /// Its name, empty for regions.
    pub fn name(&self) -> &'a str {
        self.program.function_view(self.id).name()
    }

    /// The way in which it is executed.
    pub fn kind(&self) -> FunctionKind {
        self.program.function_view(self.id).kind()
    }

    /// Number of arguments.
    pub fn num_args(&self) -> usize {
        self.program.function_view(self.id).num_args()
    }

    /// Number of results.
    pub fn num_results(&self) -> usize {
        self.program.function_view(self.id).num_results()
    }

    /// Type names of the arguments.
    pub fn arg_types(&self) -> Vec<&'a str> {
        let program = self.program;
        self.program.function_view(self.id).arg_types().iter().map(|&ix| program.type_name(ix)).collect()
    }

    /// Type names of the results.
    pub fn result_types(&self) -> Vec<&'a str> {
        let program = self.program;
        self.program.function_view(self.id).result_types().iter().map(|&ix| program.type_name(ix)).collect()
    }

    /// Runs the function in this thread until nothing of it is ready any more. Results may be pending. It nests natively, up to fifty
    /// runs inside of each other; from there on it is a task, as with [`Func::call_async`].
    pub fn call(&self, ctx: ExecCtx<'_>, args: impl IntoIterator<Item = Value>) -> Values {
        let ctx = ExecCtx { program: self.program, ..ctx };
        (self.program.calls().call)(ctx, self.id, args.into_iter().collect())
    }

    /// Runs the function in a task; the results are placeholders until then.
    pub fn call_async(&self, ctx: ExecCtx<'_>, args: impl IntoIterator<Item = Value>) -> Values {
        let ctx = ExecCtx { program: self.program, ..ctx };
        (self.program.calls().call_async)(ctx, self.id, args.into_iter().collect())
    }

    /// Calls the function for each block of at most `block` numbers (at least 1) of a range that does not run backwards, with the
    /// block's ends and then `args`, on the threads of the work queue; one block, or none, in this thread. Gives a chain that is
    /// ready when all calls have returned and, if the function has a result, the first one of each is there, errors included.
    pub fn call_blocks(&self, ctx: ExecCtx<'_>, range: Range<i32>, block: u32, args: Values) -> Value {
        let ctx = ExecCtx { program: self.program, ..ctx };
        (self.program.calls().call_blocks)(ctx, self.id, range, block, args)
    }

    /// Runs a sync function; the first error of a kernel ends it.
    pub fn call_sync(
        &self,
        ctx: ExecCtx<'_>,
        args: impl IntoIterator<Item = Value>,
    ) -> Result<Values, Error> {
        (self.program.calls().call_sync)(self.program, self.id, ctx.request, args.into_iter().collect())
    }

    /// A function that can be kept.
    pub fn to_owned(&self) -> Function {
        self.program.function_by_id(self.id)
    }
}

impl std::fmt::Debug for Func<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Func({:?})", self.name())
    }
}
