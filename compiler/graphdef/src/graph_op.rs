//! The operations that are nodes of op graphs, and the functions that consist only of these.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::Block;
use tfrt_ir::handles::{Ident, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::TypeKind;

pub(crate) use tfrt_convert::graph::INDEX;

/// The role of an operation in an op graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GraphOp {
    /// `corert.executeop`
    Execute,
    /// `corert.executeop.seq`
    Sequenced,
    /// `corert.const_dense_tensor`
    Dense,
    /// `corert.const_string_tensor`
    Strings,
    /// `tfrt.new.chain`
    NewChain,
    /// `tfrt.merge.chains`
    MergeChains,
    /// `corert.get_op_handler`
    Handler,
    /// `tfrt.call` of a function of tensors
    Call,
    /// `corert.cond`
    Cond,
    /// `corert.while`
    While,
    /// `corert.tensorhandle_to_int32`, the index of a `tfrt.case`
    Index,
    /// `tfrt.case` on such an index
    Case,
    /// `tfrt.return`
    Return,
}

impl GraphOp {
    /// Whether a call or a branch: refers to functions.
    pub(crate) fn calls(self) -> bool {
        matches!(self, GraphOp::Call | GraphOp::Cond | GraphOp::While | GraphOp::Case)
    }
}

/// The kinds of arguments and results of a function of tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Chain,
    Handle,
    OpHandler,
}

pub(crate) fn kind(ctx: &Context, ty: Type) -> Option<Kind> {
    match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, body } => match (ctx.str(*dialect), &**body) {
            ("tfrt", "chain") => Some(Kind::Chain),
            ("corert", "tensorhandle") => Some(Kind::Handle),
            ("corert", "ophandler") => Some(Kind::OpHandler),
            _ => None,
        },
        _ => None,
    }
}

/// Whether all types are tensor handles except a chain, which is the first if `chain_first`.
fn is_signature(ctx: &Context, types: impl Iterator<Item = Type>, chain_first: bool) -> bool {
    types.enumerate().all(|(index, ty)| match kind(ctx, ty) {
        Some(Kind::Handle) => true,
        Some(Kind::Chain) => !chain_first || index == 0,
        _ => false,
    })
}

/// The role of an operation in a graph; `None` if it has none.
pub(crate) fn graph_op(op: OpRef<'_>) -> Option<GraphOp> {
    let all_tensors =
        || is_signature(op.ctx, op.operand_types(), true) && is_signature(op.ctx, op.result_types(), true);
    Some(match op.name_str() {
        "corert.executeop" => GraphOp::Execute,
        "corert.executeop.seq" => GraphOp::Sequenced,
        "corert.const_dense_tensor" => GraphOp::Dense,
        "corert.const_string_tensor" => GraphOp::Strings,
        "tfrt.new.chain" => GraphOp::NewChain,
        "tfrt.merge.chains" => GraphOp::MergeChains,
        "corert.get_op_handler" => GraphOp::Handler,
        "tfrt.call" if all_tensors() => GraphOp::Call,
        "corert.cond" => GraphOp::Cond,
        "corert.while" => GraphOp::While,
        INDEX => {
            let result = op.results().next()?;
            let only_branches = op.body.uses(result).all(|user| {
                op.body.use_index(user) == 0 && op.at(op.body.use_owner(user)).name_str() == "tfrt.case"
            });
            return (op.body.has_uses(result) && only_branches).then_some(GraphOp::Index);
        }
        "tfrt.case" => {
            let index = op.operands().next().and_then(|index| op.body.defining_op(index))?;
            let tensors = is_signature(op.ctx, op.operand_types().skip(1), true)
                && is_signature(op.ctx, op.result_types(), true);
            return (tensors && op.at(index).name_str() == INDEX).then_some(GraphOp::Case);
        }
        "tfrt.return" => GraphOp::Return,
        _ => return None,
    })
}

/// The functions that an operation refers to.
pub(crate) fn callees(op: OpRef<'_>) -> Vec<Ident> {
    let mut names = Vec::new();
    for &(_, attr) in op.attrs() {
        tfrt_ir::symbol::for_each_reference(op.ctx, attr, &mut |name, _| names.push(name));
    }
    names
}

/// A function's only block, if it has a body of one block.
pub(crate) fn only_block(function: OpRef<'_>) -> Option<(&Body, Block)> {
    let region = function.region(0)?;
    let block = region.entry_block()?;
    region.body.next_block(block).is_none().then_some((region.body, block))
}

/// The types of a function's arguments and results.
pub(crate) fn signature(function: OpRef<'_>) -> Option<(Vec<Type>, Vec<Type>)> {
    let ty = function.ctx.attr_as_type(function.attr("function_type")?)?;
    match function.ctx.type_kind(ty) {
        TypeKind::Function { inputs, results } => Some((inputs.to_vec(), results.to_vec())),
        _ => None,
    }
}

/// Whether a function can be called from a graph: tensors, after a chain or none.
pub(crate) fn is_callable(function: OpRef<'_>) -> bool {
    signature(function).is_some_and(|(inputs, results)| {
        is_signature(function.ctx, inputs.into_iter(), true)
            && is_signature(function.ctx, results.into_iter(), true)
    })
}

/// The functions of a module that are op graphs: nothing but nodes, on tensors and chains, calling only others of the kind.
pub(crate) fn graph_functions<'m>(
    ctx: &'m Context,
    functions: &FxHashMap<Ident, OpRef<'m>>,
) -> FxHashSet<Ident> {
    let mut calls: FxHashMap<Ident, Vec<Ident>> = FxHashMap::default();
    for (&name, &function) in functions {
        if let Some(callees) = calls_of_graph(ctx, function) {
            calls.insert(name, callees);
        }
    }
    // A function that calls a function other than a graph is not a graph either; repeated until nothing
    // changes.
    let mut graphs: FxHashSet<Ident> = calls.keys().copied().collect();
    loop {
        let bad: Vec<Ident> = graphs
            .iter()
            .filter(|name| {
                calls[name].iter().any(|callee| {
                    !graphs.contains(callee)
                        || functions.get(callee).is_none_or(|callee| !is_callable(*callee))
                })
            })
            .copied()
            .collect();
        if bad.is_empty() {
            return graphs;
        }
        for name in bad {
            graphs.remove(&name);
        }
    }
}

/// The functions that a graph calls; `None` if the function is not a graph.
fn calls_of_graph(ctx: &Context, function: OpRef<'_>) -> Option<Vec<Ident>> {
    let (inputs, results) = signature(function)?;
    if !is_signature(ctx, inputs.into_iter(), false) || !is_signature(ctx, results.into_iter(), false) {
        return None;
    }
    let (body, block) = only_block(function)?;
    let mut all = Vec::new();
    for op in body.ops(block) {
        let op = OpRef { ctx, body, op };
        if graph_op(op)?.calls() {
            all.extend(callees(op));
        }
    }
    Some(all)
}
