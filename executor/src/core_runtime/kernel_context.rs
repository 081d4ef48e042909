//! The context of ops that a kernel of a program calls.

use std::sync::Arc;

use super::OpError;
use super::context::{Keep, Kept, OpContext};
use super::op_error::CallError as _;
use crate::host::Host;
use crate::jit::JitCompiler;
use crate::kernel::{ExecCtx, OwnedCtx, report};
use crate::request::RequestContext;
use crate::value::{Error, ErrorCode, KernelError, SourceLocation, Value};

/// The surroundings of a kernel as the context of an op: errors are reported at the kernel's location.
#[derive(Debug, Clone, Copy)]
pub struct KernelOpContext<'a>(pub ExecCtx<'a>);

impl OpContext for KernelOpContext<'_> {
    fn report(&self, code: ErrorCode, message: &str) -> Error {
        self.0.report(KernelError::with_code(code, message))
    }

    fn report_op(&self, op: &str, code: ErrorCode, error: OpError) -> Error {
        let (failure, message) = error.of_op(op);
        self.0.report(KernelError { op: Some(failure), ..KernelError::with_code(code, message) })
    }

    fn location(&self) -> SourceLocation {
        self.0.location()
    }

    fn is_recorded(&self) -> bool {
        true
    }

    fn report_at(&self, location: &str, op: &str, code: ErrorCode, error: OpError) -> Error {
        let Some(location) = SourceLocation::parse(location) else {
            return self.report_op(op, code, error);
        };
        let (failure, message) = error.of_op(op);
        let error = KernelError { op: Some(failure), ..KernelError::with_code(code, message) };
        report(self.0.host(), location, error)
    }

    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.0.program().jit()
    }

    fn cancelled(&self) -> Option<Error> {
        self.0.cancelled()
    }

    fn request(&self) -> RequestContext {
        self.0.request().clone()
    }

    fn enqueue(&self, task: Box<dyn FnOnce() + Send>) {
        self.0.enqueue(task);
    }

    fn host(&self) -> Option<&Host> {
        Some(self.0.host())
    }

    fn wait(&self, values: &[Value]) {
        self.0.host().wait(values);
    }

    fn share(&self) -> Arc<dyn OpContext> {
        Arc::new(Kept(self.0.to_owned()))
    }
}

impl Keep for OwnedCtx {
    type Context<'a> = KernelOpContext<'a>;

    fn context(&self) -> KernelOpContext<'_> {
        KernelOpContext(self.as_ctx())
    }

    fn host(&self) -> &Host {
        self.host()
    }

    fn jit(&self) -> Option<&Arc<dyn JitCompiler>> {
        self.as_ctx().program().jit()
    }
}
