//! Reports the streams of each function, and their costs, as remarks.

use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

use crate::streams::{self, analysis::StreamOptions};

pub(super) const INFO: PassInfo = PassInfo {
    name: "tfrt-print-stream",
    title: "PrintStream",
    summary: "Reports the streams that kernels are assigned to, and their costs",
    anchor: Anchor::Any,
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(PrintStream)),
};

struct PrintStream;

impl Pass for PrintStream {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let op = OpRef { ctx: cx.ctx, body: target.body, op: target.op };
        report(op, StreamOptions::default(), cx.diagnostics);
        Ok(())
    }
}

/// Reports on a function, or on all functions of a module.
fn report(op: OpRef<'_>, options: StreamOptions, diagnostics: &mut Diagnostics) {
    match op.name_str() {
        "func.func" => streams::remarks(op, options, diagnostics),
        "builtin.module" => {
            let options = options.with_attrs_of(op);
            for region in op.regions() {
                for inner in region.entry_ops(op.ctx) {
                    report(inner, options, diagnostics);
                }
            }
        }
        _ => {}
    }
}
