//! Topological sort: in regions without a fixed order, puts definitions before uses.
//!
//! The existing order is kept where possible. A cycle is broken at its first operation.

use rustc_hash::FxHashSet;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

use super::walk::nested_ops;

pub(super) const INFO: PassInfo = PassInfo {
    name: "topological-sort",
    title: "TopologicalSort",
    summary: "Puts definitions before uses in regions whose operations may stand in any order",
    anchor: Anchor::Any,
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(TopologicalSort)),
};

struct TopologicalSort;

impl Pass for TopologicalSort {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        sort_below(cx.ctx, target.body, target.op);
        Ok(())
    }
}

/// Sorts the regions of an operation, and those below it.
fn sort_below(ctx: &Context, body: &mut Body, op: Op) {
    let is_graph = (OpRef { ctx, body, op }).has(Traits::GRAPH_REGION);
    if let Some(nested) = body.nested_mut(op) {
        let roots = nested.root_regions().to_vec();
        for region in roots.into_iter().filter(|_| is_graph) {
            for block in nested.blocks(region).collect::<Vec<Block>>() {
                sort_block(ctx, nested, block);
            }
        }
        for op in nested_ops(nested) {
            sort_below(ctx, nested, op);
        }
        return;
    }
    for region in body.inline_regions(op).to_vec().into_iter().filter(|_| is_graph) {
        for block in body.blocks(region).collect::<Vec<Block>>() {
            sort_block(ctx, body, block);
        }
    }
}

fn sort_block(ctx: &Context, body: &mut Body, block: Block) {
    let is_end = |op: Op| (OpRef { ctx, body, op }).has(Traits::TERMINATOR);
    let mut left: Vec<Op> = body.ops(block).filter(|&op| !is_end(op)).collect();
    let end = body.last_op(block).filter(|&op| is_end(op));
    let mut waiting: FxHashSet<Op> = left.iter().copied().collect();
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let mut rest = Vec::new();
        for &op in &left {
            if is_ready(body, block, op, &waiting) {
                waiting.remove(&op);
                order.push(op);
            } else {
                rest.push(op);
            }
        }
        if rest.len() == left.len() {
            let first = rest.remove(0);
            waiting.remove(&first);
            order.push(first);
        }
        left = rest;
    }
    for op in order {
        match end {
            Some(end) => body.move_op_before(op, end),
            None => body.move_op_to_end(op, block),
        }
    }
}

/// Whether nothing that still waits defines an operand of an operation, or of one in its regions.
fn is_ready(body: &Body, block: Block, op: Op, waiting: &FxHashSet<Op>) -> bool {
    let ready = |value: Value| {
        let mut def = body.defining_op(value);
        while let Some(current) = def {
            if body.block_of(current) == Some(block) {
                return current == op || !waiting.contains(&current);
            }
            def = body.parent_op(current);
        }
        true
    };
    let mut all = body.operands(op).all(ready);
    for &region in body.inline_regions(op) {
        body.walk_region(region, &mut |inner, op| {
            if std::ptr::eq(inner, body) {
                all &= body.operands(op).all(ready);
            }
        });
    }
    all
}
