//! Islands: the parts of a function that are op graphs, between kernels of other kinds.
//!
//! No path leaves an island and comes back. So other nodes with the same inputs and outputs can replace it, wherever its operations stand
//! in the block. Calls, branches and loops are part of an island if the functions that they refer to are op graphs themselves. Constants
//! are part of each island that uses them; so is the number that a `tfrt.case` makes from its index, since graphs have no node for it. Op
//! handlers and new chains come from outside.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;

use crate::graph_op::{self, GraphOp, graph_op};

/// Operations that are nodes of one graph.
#[derive(Clone, Debug, Default)]
pub struct Island {
    /// The operations, in the order of the block, with the constants and indices that they use.
    pub ops: Vec<Op>,
    /// Values from outside.
    pub inputs: Vec<Value>,
    /// Values that others use.
    pub outputs: Vec<Value>,
}

impl Island {
    /// The name of an op handler that is an input, if the function says it.
    pub(crate) fn handler_name<'c>(&self, ctx: &'c Context, body: &Body, value: Value) -> Option<&'c str> {
        handler_name(ctx, body, value)
    }
}

fn handler_name<'c>(ctx: &'c Context, body: &Body, value: Value) -> Option<&'c str> {
    let op = body.defining_op(value)?;
    if ctx.str(body.name(op)) != "corert.get_op_handler" {
        return None;
    }
    ctx.attr_as_str(body.attr(op, ctx.ident("op_handler_name"))?)
}

/// The name of the op handler that runs an operation.
pub(crate) fn handler_of<'c>(ctx: &'c Context, body: &Body, op: Op) -> Option<&'c str> {
    (body.num_operands(op) > 0).then(|| handler_name(ctx, body, body.operand(op, 0)))?
}

/// The islands of a function.
pub(crate) fn find(function: OpRef<'_>, graphs: &FxHashSet<Ident>) -> Vec<Island> {
    let Some((body, block)) = graph_op::only_block(function) else { return Vec::new() };
    let ctx = function.ctx;
    find_in(ctx, body, block, &|op| {
        graph_op::callees(OpRef { ctx, body, op }).iter().all(|name| graphs.contains(name))
    })
}

/// The islands of a block, of those ops, calls, branches and loops that `wanted` accepts.
pub fn find_in(ctx: &Context, body: &Body, block: Block, wanted: &dyn Fn(Op) -> bool) -> Vec<Island> {
    // How many times a path to the operation has left an island and come to another.
    let mut levels: FxHashMap<Op, u32> = FxHashMap::default();
    let mut members: FxHashSet<Op> = FxHashSet::default();
    let mut constants: FxHashSet<Op> = FxHashSet::default();
    let mut islands: Vec<Island> = Vec::new();
    for op in body.ops(block) {
        let what = graph_op(OpRef { ctx, body, op });
        // Chains that merge between the ops of an island are its own: see `drop_border_merges`.
        let member = what == Some(GraphOp::MergeChains) || (is_node(what) && wanted(op));
        if matches!(what, Some(GraphOp::Dense | GraphOp::Strings)) {
            constants.insert(op);
            continue;
        }
        let branches = member && what == Some(GraphOp::Case);
        let from = body.operands(op).filter_map(|value| {
            let def = body.defining_op(value)?;
            // The index is the island's own: what counts is the tensor that it is made of.
            if branches && is_index(ctx, body, def) {
                body.defining_op(body.operand(def, 0))
            } else {
                Some(def)
            }
        });
        let level = from
            .map(|def| {
                let level = levels.get(&def).copied().unwrap_or_default();
                level + u32::from(!member && members.contains(&def))
            })
            .max()
            .unwrap_or_default();
        levels.insert(op, level);
        if member {
            members.insert(op);
            if islands.len() <= level as usize {
                islands.resize_with(level as usize + 1, Island::default);
            }
            islands[level as usize].ops.push(op);
        }
    }
    for island in &mut islands {
        drop_border_merges(ctx, body, island);
    }
    islands.retain(|island| !island.ops.is_empty());
    for island in &mut islands {
        complete(ctx, body, island, &constants);
    }
    islands
}

/// Whether an operation is a node that runs something.
fn is_node(what: Option<GraphOp>) -> bool {
    matches!(what, Some(GraphOp::Execute | GraphOp::Sequenced)) || what.is_some_and(GraphOp::calls)
}

/// Leaves out the merges of chains that no path between two nodes of the island goes through.
fn drop_border_merges(ctx: &Context, body: &Body, island: &mut Island) {
    let mut behind: FxHashSet<Op> = FxHashSet::default();
    for &op in &island.ops {
        let mut defs = body.operands(op).filter_map(|value| body.defining_op(value));
        if is_node(graph_op(OpRef { ctx, body, op })) || defs.any(|def| behind.contains(&def)) {
            behind.insert(op);
        }
    }
    let mut between: FxHashSet<Op> = FxHashSet::default();
    for &op in island.ops.iter().rev() {
        let mut users = (0..body.num_results(op)).flat_map(|index| body.users(body.result(op, index)));
        if is_node(graph_op(OpRef { ctx, body, op }))
            || (behind.contains(&op) && users.any(|user| between.contains(&user)))
        {
            between.insert(op);
        }
    }
    island.ops.retain(|op| between.contains(op));
}

/// Whether an operation makes the index of a `tfrt.case` of a tensor.
fn is_index(ctx: &Context, body: &Body, op: Op) -> bool {
    graph_op(OpRef { ctx, body, op }) == Some(GraphOp::Index)
}

fn complete(ctx: &Context, body: &Body, island: &mut Island, constants: &FxHashSet<Op>) {
    let mut own: FxHashSet<Op> = island.ops.iter().copied().collect();
    let index_of = |op: Op| {
        let def = body.operands(op).next().and_then(|value| body.defining_op(value))?;
        is_index(ctx, body, def).then_some(def)
    };
    // An index that only branches of this island use goes with them.
    let only_ours = |&index: &Op| body.users(body.result(index, 0)).all(|user| own.contains(&user));
    let indices: Vec<Op> = island.ops.iter().filter_map(|&op| index_of(op)).filter(only_ours).collect();
    own.extend(indices);
    let mut seen: FxHashSet<Value> = FxHashSet::default();
    let (mut used, mut placed): (FxHashSet<Op>, FxHashSet<Op>) = Default::default();
    let mut ops = Vec::with_capacity(island.ops.len());
    for &op in &island.ops {
        let mut take = |value: Value, ops: &mut Vec<Op>| {
            let def = body.defining_op(value);
            if let Some(constant) = def.filter(|def| constants.contains(def)) {
                if used.insert(constant) {
                    ops.push(constant);
                }
            } else if def.is_none_or(|def| !own.contains(&def)) && seen.insert(value) {
                island.inputs.push(value);
            }
        };
        let index = index_of(op);
        if let Some(index) = index {
            take(body.operand(index, 0), &mut ops);
            if placed.insert(index) {
                ops.push(index);
            }
        }
        for value in body.operands(op).skip(usize::from(index.is_some())) {
            take(value, &mut ops);
        }
        ops.push(op);
        for index in 0..body.num_results(op) {
            let value = body.result(op, index);
            if body.users(value).any(|user| !own.contains(&user)) {
                island.outputs.push(value);
            }
        }
    }
    island.ops = ops;
}
