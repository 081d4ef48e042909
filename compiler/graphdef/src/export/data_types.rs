//! Element types of values, as far as declarations of arguments and definitions of ops determine them.
//!
//! Nodes must state the types of the results of branches and calls, and of the inputs of an island; the operations do not state
//! them. Both follow from exporting the operations as nodes, during which constants need not be copied.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::entity::{Block, Value};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::DataType;

use super::nodes::{NodeWriter, OneResult as _, Style, argument_attrs, declared_type};
use crate::dtype;
use crate::graph_op::{self, GraphOp, Kind, callees, graph_op, kind};

/// The element types of the tensors that functions give.
pub(crate) type Signatures = FxHashMap<Ident, Vec<Option<DataType>>>;

/// The signatures of the functions that others call.
///
/// Functions that call each other in a circle are known as far as their other branches tell.
pub(crate) fn signatures(ctx: &Context, functions: &FxHashMap<Ident, OpRef<'_>>) -> Signatures {
    let called_by = |name: Ident| -> Vec<Ident> {
        let Some((body, block)) = functions.get(&name).and_then(|&function| graph_op::only_block(function))
        else {
            return Vec::new();
        };
        let ops = body.ops(block).map(|op| OpRef { ctx, body, op });
        let calls = ops.filter(|&op| graph_op(op).is_some_and(GraphOp::calls));
        calls.flat_map(callees).filter(|callee| functions.contains_key(callee)).collect()
    };
    let mut signatures = Signatures::default();
    let mut seen: FxHashSet<Ident> = FxHashSet::default();
    let mut pending: Vec<(Ident, bool)> =
        functions.keys().flat_map(|&name| called_by(name)).map(|name| (name, false)).collect();
    // Callees come before their callers.
    while let Some((name, callees_done)) = pending.pop() {
        if callees_done {
            let types = results(functions[&name], &signatures);
            signatures.insert(name, types);
        } else if seen.insert(name) {
            pending.push((name, true));
            pending.extend(called_by(name).into_iter().map(|callee| (callee, false)));
        }
    }
    signatures
}

/// The element types of the tensors that a function returns.
fn results(function: OpRef<'_>, signatures: &Signatures) -> Vec<Option<DataType>> {
    let ctx = function.ctx;
    let Some((body, block)) = graph_op::only_block(function) else { return Vec::new() };
    let types = of_block(ctx, body, block, &declared(function), signatures);
    let Some(end) = body.last_op(block) else { return Vec::new() };
    let is_tensor = |value: &Value| kind(ctx, body.value_type(*value)) == Some(Kind::Handle);
    body.operands(end).filter(is_tensor).map(|value| types.get(&value).copied()).collect()
}

/// The element types that a function declares for its arguments.
fn declared(function: OpRef<'_>) -> FxHashMap<Value, DataType> {
    let Some((body, block)) = graph_op::only_block(function) else { return FxHashMap::default() };
    let of = |index| declared_type(function.ctx, argument_attrs(function, index)).0;
    let arguments = body.block_args(block).iter().enumerate();
    arguments.filter_map(|(index, &value)| Some((value, of(index)?))).collect()
}

/// The element types of the tensors of a block; without those that are not known.
pub(crate) fn of_block(
    ctx: &Context,
    body: &Body,
    block: Block,
    declared: &FxHashMap<Value, DataType>,
    signatures: &Signatures,
) -> FxHashMap<Value, DataType> {
    let mut writer = NodeWriter::new(ctx, Style::Graph, signatures);
    for &value in body.block_args(block) {
        writer.set_argument(value, String::new(), declared.get(&value).copied());
    }
    for op in body.ops(block) {
        let op = OpRef { ctx, body, op };
        match graph_op(op) {
            Some(GraphOp::Dense) => {
                let ty = op.attr("value").and_then(|value| ctx.attr_type(value));
                let element = ty.and_then(|ty| ctx.type_kind(ty).element_type());
                let data_type = element.and_then(|element| dtype::of_type(ctx, element));
                writer.set_argument(op.result_value(), String::new(), data_type);
            }
            // What cannot be written has results of types that are not known.
            Some(what) if writer.write(op, what, &mut Diagnostics::new()).is_ok() => {}
            _ => op.results().for_each(|value| writer.set_argument(value, String::new(), None)),
        }
    }
    writer.data_types().collect()
}
