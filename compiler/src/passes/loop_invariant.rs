//! Loop-invariant code motion: hoists operations that use no value of a loop out of the loop.
//!
//! Inner loops come first. An operation is hoisted if it has no effects, has a result for all operands ([`effects::is_speculatable`]), and
//! neither it nor anything in its regions uses a value of the loop. An arithmetic operation that is undefined on some operands stays.

use std::collections::VecDeque;

use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::effects;
use tfrt_ir::entity::{Op, Region, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, PassInfo};

use super::walk::{EachBody, nested_ops, region_of_op};

pub(super) const INFO: PassInfo = PassInfo {
    name: "loop-invariant-code-motion",
    title: "LoopInvariantCodeMotion",
    summary: "Moves what a loop computes in each iteration alike out of the loop",
    anchor: Anchor::Any,
    group: None,
    options: &[],
    statistics: &[("num-moved", "Number of operations moved")],
    build: |_| Ok(Box::new(EachBody(run_on_body))),
};

fn run_on_body(ctx: &Context, body: &mut Body) -> u64 {
    let mut moved = 0;
    // Behind the loops in its regions comes the loop around them.
    for op in nested_ops(body).into_iter().rev() {
        if matches!((OpRef { ctx, body, op }).name_str(), "scf.for" | "scf.while" | "scf.parallel") {
            for region in body.inline_regions(op).to_vec() {
                moved += hoist(ctx, body, op, region);
            }
        }
    }
    moved
}

/// Moves what can be moved from a region of a loop to before the loop.
fn hoist(ctx: &Context, body: &mut Body, around: Op, region: Region) -> u64 {
    let mut moved = 0;
    let mut work: VecDeque<Op> = body.blocks(region).flat_map(|block| body.ops(block)).collect();
    while let Some(op) = work.pop_front() {
        let view = OpRef { ctx, body, op };
        if region_of_op(body, op) != Some(region)
            || view.has(Traits::TERMINATOR)
            || !effects::is_speculatable(view)
            || !uses_only_outside(body, op, region)
        {
            continue;
        }
        let users: Vec<Op> = body.results(op).flat_map(|result| body.users(result)).collect();
        body.move_op_before(op, around);
        moved += 1;
        work.extend(users.into_iter().filter(|&user| region_of_op(body, user) == Some(region)));
    }
    moved
}

/// Whether an operation, with all in its regions, uses nothing that a region defines but for what it defines itself.
fn uses_only_outside(body: &Body, op: Op, region: Region) -> bool {
    fn is_inside(body: &Body, value: Value, region: Region) -> bool {
        let mut current = body.value_block(value).and_then(|block| body.region_of(block));
        while let Some(inner) = current {
            if inner == region {
                return true;
            }
            current = body.region_parent(inner).and_then(|op| region_of_op(body, op));
        }
        false
    }
    let own = body.inline_regions(op);
    let outside =
        |value: Value| !is_inside(body, value, region) || own.iter().any(|&own| is_inside(body, value, own));
    let mut ops = vec![op];
    for &region in own {
        body.walk_region(region, &mut |inner, op| {
            if std::ptr::eq(inner, body) {
                ops.push(op);
            }
        });
    }
    ops.into_iter().all(|op| body.operands(op).all(outside))
}
