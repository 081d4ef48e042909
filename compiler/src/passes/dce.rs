//! Dead code elimination: erases unused operations without side effects, and unreachable blocks.

use crate::pipeline::PassGroup;
use rustc_hash::FxHashSet;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

pub(super) const INFO: PassInfo = PassInfo {
    name: "dce",
    title: "DCE",
    summary: "Erases unused operations without side effects, and unreachable blocks",
    anchor: Anchor::Any,
    group: Some(PassGroup::DeadCode.name()),
    options: &[],
    statistics: &[
        ("num-dce'd", "Number of operations removed"),
        ("num-blocks", "Number of unreachable blocks removed"),
    ],
    build: |_| Ok(Box::new(Dce)),
};

struct Dce;

impl Pass for Dce {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            let (ops, blocks) = run_on_body(cx.ctx, body);
            cx.statistics[0] += ops;
            cx.statistics[1] += blocks;
        }
        Ok(())
    }
}

/// Erases dead code in a body and all bodies below it; returns the numbers of erased operations and blocks.
fn run_on_body(ctx: &Context, body: &mut Body) -> (u64, u64) {
    let (mut ops, mut blocks) = (0, 0);
    let mut regions = body.root_regions().to_vec();
    while let Some(region) = regions.pop() {
        blocks += erase_unreachable_blocks(body, region);
        for block in body.blocks(region).collect::<Vec<Block>>().into_iter().rev() {
            // Users mostly stand after the definitions they use, so one walk backwards finds the dead
            // operations.
            let mut previous = body.last_op(block);
            while let Some(op) = previous {
                previous = body.prev_op(op);
                let view = OpRef { ctx, body, op };
                if effects::is_erasable(view) {
                    body.erase_op(op);
                    ops += 1;
                } else if !view.has(Traits::MEASURED) {
                    regions.extend_from_slice(body.inline_regions(op));
                    if let Some(nested) = body.nested_mut(op) {
                        let (inner_ops, inner_blocks) = run_on_body(ctx, nested);
                        ops += inner_ops;
                        blocks += inner_blocks;
                    }
                }
            }
        }
    }
    (ops, blocks)
}

/// Erases the blocks of a region that cannot be reached from its entry; says how many.
pub(crate) fn erase_unreachable_blocks(body: &mut Body, region: Region) -> u64 {
    let Some(entry) = body.entry_block(region) else { return 0 };
    if body.next_block(entry).is_none() {
        return 0;
    }
    let mut reached = FxHashSet::from_iter([entry]);
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        let successors = body.last_op(block).map_or(&[][..], |last: Op| body.successors(last));
        work.extend(successors.iter().copied().filter(|&to| reached.insert(to)));
    }
    let dead: Vec<Block> = body.blocks(region).filter(|block| !reached.contains(block)).collect();
    body.erase_blocks(&dead);
    dead.len() as u64
}
