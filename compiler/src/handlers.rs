//! The handler that runs an op, as far as it can be known before the program runs.
//!
//! `cpu` is the handler that runs this project's CPU kernels, unless the program itself gives the name to another one. Passes that
//! rely on it (those that fold ops or merge them) leave such a program's ops alone. The loader of plugins knows for which ops plugins
//! have CPU kernels: see [`Oracles::foreign`].

use tfrt_dialects::oracle::Oracles;
use tfrt_ir::context::Context;
use tfrt_ir::op_ref::OpRef;

/// The name of the handler.
pub(crate) const CPU: &str = "cpu";

/// Whether an operation gets the handler `cpu`.
pub(crate) fn gets_cpu(op: OpRef<'_>) -> bool {
    op.name_str() == "corert.get_op_handler"
        && op.attr("op_handler_name").and_then(|name| op.ctx.attr_as_str(name)) == Some(CPU)
}

/// Whether an operation makes `cpu` the name of another handler than the CPU's own.
pub(crate) fn registers_other_cpu(op: OpRef<'_>) -> bool {
    if op.name_str() != "corert.register_op_handler" {
        return false;
    }
    let texts = op.attrs().iter().filter_map(|&(_, value)| op.ctx.attr_as_str(value));
    let is_cpu = texts.into_iter().any(|text| text == CPU);
    let maker = op.operands().next().and_then(|handler| op.body.defining_op(handler));
    is_cpu && maker.is_none_or(|maker| op.at(maker).name_str() != "corert.create_cpu_op_handler")
}

/// Whether the CPU may run an op with another kernel than this project's.
pub(crate) fn is_foreign(ctx: &Context, name: &str) -> bool {
    Oracles::of(ctx).is_some_and(|oracles| oracles.foreign.contains(name))
}
