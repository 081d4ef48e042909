//! Control-flow sink: moves operations whose users are all in one branch of an `scf.if`, or one case of a
//! switch, into it.
//!
//! An operation moves to the start of a region that runs at most once each time the enclosing operation does, if it has no effects and all
//! its users are in that region; then its operands may follow.

use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::effects::{self, Effects};
use tfrt_ir::entity::{Op, Region};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, PassInfo};

use super::walk::{EachBody, nested_ops, region_of_op};

pub(super) const INFO: PassInfo = PassInfo {
    name: "control-flow-sink",
    title: "ControlFlowSink",
    summary: "Moves operations into the one branch that uses their results",
    anchor: Anchor::Any,
    group: None,
    options: &[],
    statistics: &[("num-sunk", "Number of operations moved")],
    build: |_| Ok(Box::new(EachBody(run_on_body))),
};

fn run_on_body(ctx: &Context, body: &mut Body) -> u64 {
    let mut sunk = 0;
    for op in postorder(body) {
        if matches!((OpRef { ctx, body, op }).name_str(), "scf.if" | "scf.index_switch") {
            for region in body.inline_regions(op).to_vec() {
                sunk += sink_into(ctx, body, region);
            }
        }
    }
    sunk
}

/// All operations of a body, each behind those in its regions.
fn postorder(body: &Body) -> Vec<Op> {
    let mut order = Vec::new();
    let mut waiting: Vec<Op> = Vec::new();
    for op in nested_ops(body) {
        while let Some(&last) = waiting.last() {
            let inside = body.parent_op(op) == Some(last);
            if inside {
                break;
            }
            order.extend(waiting.pop());
        }
        waiting.push(op);
    }
    order.extend(waiting.into_iter().rev());
    order
}

fn sink_into(ctx: &Context, body: &mut Body, region: Region) -> u64 {
    let mut sunk = 0;
    // The last operation goes first, and what was moved for it next: the order of the moved operations is upstream's.
    let mut stack: Vec<Op> = body.blocks(region).flat_map(|block| body.ops(block)).collect();
    while let Some(op) = stack.pop() {
        sunk += sink_operands(ctx, body, op, region, &mut stack);
    }
    sunk
}

/// Moves what defines the operands of an operation in a region there, where only that region uses it.
fn sink_operands(ctx: &Context, body: &mut Body, user: Op, region: Region, stack: &mut Vec<Op>) -> u64 {
    let mut sunk = 0;
    let operands: Vec<_> = body.operands(user).collect();
    for operand in operands {
        let Some(op) = body.defining_op(operand) else { continue };
        let view = OpRef { ctx, body, op };
        if region_of_op(body, op) == Some(region)
            || view.has(Traits::TERMINATOR)
            || effects::of(view) != Effects::NONE
            || !all_users_in(body, op, region)
        {
            continue;
        }
        let Some(block) = body.entry_block(region) else { continue };
        body.unlink_op(op);
        body.prepend_op(block, op);
        stack.push(op);
        sunk += 1;
    }
    sunk
}

fn all_users_in(body: &Body, op: Op, region: Region) -> bool {
    let inside = |user: Op| {
        let mut current = region_of_op(body, user);
        while let Some(inner) = current {
            if inner == region {
                return true;
            }
            current = body.region_parent(inner).and_then(|op| region_of_op(body, op));
        }
        false
    };
    body.results(op).all(|result| body.users(result).all(inside))
}
