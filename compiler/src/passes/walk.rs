//! Walks that several passes share.

use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Region};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;

/// All operations of a body, but for those in bodies of their own: each before those in its regions.
pub(super) fn nested_ops(body: &Body) -> Vec<Op> {
    region_ops(body, body.root_regions())
}

/// All operations in regions, but for those in bodies of their own: each before those in its regions.
pub(super) fn region_ops(body: &Body, regions: &[Region]) -> Vec<Op> {
    fn block_ops(body: &Body, block: Block, found: &mut Vec<Op>) {
        for op in body.ops(block) {
            found.push(op);
            for &region in body.inline_regions(op) {
                for block in body.blocks(region) {
                    block_ops(body, block, found);
                }
            }
        }
    }
    let mut found = Vec::new();
    for &region in regions {
        for block in body.blocks(region) {
            block_ops(body, block, &mut found);
        }
    }
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

/// The region in which an operation stands.
pub(super) fn region_of_op(body: &Body, op: Op) -> Option<Region> {
    body.region_of(body.block_of(op)?)
}
