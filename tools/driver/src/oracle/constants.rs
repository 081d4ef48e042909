//! Ops run ahead of time, on constant tensors.
//!
//! The ops run as they would later: metadata function and dispatch function of a CPU handler, with one thread. An op that has
//! side effects, waits or fails is not folded.

use std::sync::Arc;

use tfrt_compiler::dtype::type_of;
use tfrt_dialects::oracle::OpCall;
use tfrt_executor::core_runtime::{
    CpuOpHandler, NullOpHandler, OpContext, OpEntry, OpHandler as _, OpInvocation, OpRegistry, TensorHandle,
};
use tfrt_executor::host::{Host, HostOptions};
use tfrt_executor::request::RequestContext;
use tfrt_executor::tensor::Tensor;
use tfrt_executor::tensor::convert::to_dense;
use tfrt_executor::value::{Error, ErrorCode, SourceLocation, Value};
use tfrt_ir::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::handles::Attr;

use super::attrs::{op_attrs, tensor};

/// The results of an op on constants.
pub(super) fn evaluate(
    ctx: &Context,
    entry: &Arc<OpEntry>,
    op: OpCall<'_>,
    operands: &[Attr],
) -> Option<Vec<Attr>> {
    if entry.flags.side_effects || entry.dispatch.is_none() {
        return None;
    }
    let attrs = op_attrs(ctx, op.attrs)?;
    let mut args: Vec<TensorHandle> = Vec::with_capacity(operands.len());
    for &operand in operands {
        args.push(TensorHandle::new(tensor(ctx, operand)?));
    }
    let mut results = vec![TensorHandle::NULL; op.num_results];
    let mut registry = OpRegistry::new();
    registry.add(op.name, OpEntry::clone(entry));
    let handler = CpuOpHandler::new(Arc::new(registry), Arc::new(NullOpHandler));
    let made = handler.make_op(op.name).ok()?;
    made.invoke(OpInvocation {
        context: &AheadOfTime::default(),
        args: &mut args,
        attrs: (&attrs).into(),
        results: &mut results,
        chain: None,
    });
    results.iter().map(|result| elements(ctx, result.tensor()?)).collect()
}

/// A tensor of numbers as an attribute.
fn elements(ctx: &Context, tensor: &Tensor) -> Option<Attr> {
    let dense = match tensor {
        Tensor::Dense(dense) => dense.clone(),
        Tensor::Scalar(_) => to_dense(tensor).ok()?,
        _ => return None,
    };
    dense.dtype().size()?;
    let ty = ctx.tensor(&dense.shape().dims(), type_of(ctx, dense.dtype()));
    Some(make_dense(ctx, ty, dense.bytes().to_vec()))
}

/// The context of an op that runs in the compiler: errors are not reported, and everything runs on the calling thread, but for parallel loops if
/// there is a host with threads for them.
#[derive(Clone, Default)]
pub(super) struct AheadOfTime {
    pub(super) host: Option<Host>,
}

impl OpContext for AheadOfTime {
    fn report(&self, code: ErrorCode, message: &str) -> Error {
        Error::new(code, message, SourceLocation::Unknown)
    }

    fn cancelled(&self) -> Option<Error> {
        None
    }

    fn request(&self) -> RequestContext {
        let host = Host::new(HostOptions::single_threaded())
            .expect("a host without threads needs nothing that can fail");
        RequestContext::new(&host)
    }

    fn enqueue(&self, task: Box<dyn FnOnce() + Send>) {
        task();
    }

    fn host(&self) -> Option<&Host> {
        self.host.as_ref()
    }

    fn wait(&self, _values: &[Value]) {}

    fn share(&self) -> Arc<dyn OpContext> {
        Arc::new(self.clone())
    }
}
