//! Walks that several passes share.

use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Region};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Pass, PassContext, Target};

/// All operations of a body, but for those in bodies of their own: each before those in its regions.
pub(super) fn nested_ops(body: &Body) -> Vec<Op> {
    body.ops_in(body.root_regions())
}

/// All operations of a body, but for those in bodies of their own: each behind those in its regions.
pub(super) fn nested_ops_inside_out(body: &Body) -> Vec<Op> {
    fn collect(body: &Body, regions: &[Region], found: &mut Vec<Op>) {
        for op in regions.iter().flat_map(|&region| body.blocks(region)).flat_map(|block| body.ops(block)) {
            collect(body, body.inline_regions(op), found);
            found.push(op);
        }
    }
    let mut found = Vec::new();
    collect(body, body.root_regions(), &mut found);
    found
}

/// Visits a body and all bodies below it, but for those that are measured.
pub(super) fn for_each_body(ctx: &Context, body: &mut Body, visit: &mut dyn FnMut(&mut Body)) {
    visit(body);
    for op in nested_ops(body) {
        if !(OpRef { ctx, body, op }).has(Traits::MEASURED)
            && let Some(nested) = body.nested_mut(op)
        {
            for_each_body(ctx, nested, visit);
        }
    }
}

/// Visits all operations of a body and of all bodies below it.
pub(super) fn for_all_ops(body: &mut Body, visit: &mut dyn FnMut(&mut Body, Op)) {
    for op in nested_ops(body) {
        if let Some(nested) = body.nested_mut(op) {
            for_all_ops(nested, visit);
        }
        visit(body, op);
    }
}

/// A pass that changes each body below an operation on its own, and counts its changes as its only statistic.
pub(super) struct EachBody(pub(super) fn(&Context, &mut Body) -> u64);

impl Pass for EachBody {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        if let Some(body) = target.nested() {
            for_each_body(ctx, body, &mut |body| cx.statistics[0] += (self.0)(ctx, body));
        }
        Ok(())
    }
}

/// The region in which an operation stands.
pub(super) fn region_of_op(body: &Body, op: Op) -> Option<Region> {
    body.region_of(body.block_of(op)?)
}
