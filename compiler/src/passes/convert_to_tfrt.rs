//! [`crate::stablehlo`] and [`crate::convert`] as a pass.

use tfrt_ir::diagnostics::Failed;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

use crate::convert::convert_body;
use crate::stablehlo;

pub(super) const INFO: PassInfo = PassInfo {
    name: "convert-to-tfrt",
    title: "ConvertToTfrt",
    summary: "Converts operations of func, arith, cf and scf on scalars to the tfrt dialect",
    anchor: Anchor::Only("builtin.module"),
    group: None,
    options: &[],
    statistics: &[("num-functions", "Number of functions converted")],
    build: |_| Ok(Box::new(ConvertToTfrt)),
};

pub(super) struct ConvertToTfrt;

impl Pass for ConvertToTfrt {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            cx.statistics[0] += stablehlo::convert_body(cx.ctx, body, cx.diagnostics)?;
            cx.statistics[0] += convert_body(cx.ctx, body, cx.diagnostics)?;
        }
        Ok(())
    }
}
