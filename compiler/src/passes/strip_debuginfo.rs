//! Replaces every location by the unknown one, so that programs that differ only in their locations become equal.

use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Loc;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

pub(super) const INFO: PassInfo = PassInfo {
    name: "strip-debuginfo",
    title: "StripDebugInfo",
    summary: "Forgets where operations come from",
    anchor: Anchor::Any,
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(StripDebugInfo)),
};

struct StripDebugInfo;

impl Pass for StripDebugInfo {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let unknown = cx.ctx.unknown_loc();
        target.body.set_loc(target.op, unknown);
        if let Some(body) = target.nested() {
            strip(body, unknown);
        }
        Ok(())
    }
}

fn strip(body: &mut Body, unknown: Loc) {
    let mut regions = body.root_regions().to_vec();
    while let Some(region) = regions.pop() {
        let blocks: Vec<_> = body.blocks(region).collect();
        for block in blocks {
            body.set_block_arg_locs(block, unknown);
            let mut next = body.first_op(block);
            while let Some(op) = next {
                next = body.next_op(op);
                body.set_loc(op, unknown);
                regions.extend_from_slice(body.inline_regions(op));
                if let Some(nested) = body.nested_mut(op) {
                    strip(nested, unknown);
                }
            }
        }
    }
}
