//! The precision of products: each op of products that says none gets the one that the user asks for, as an attribute.
//!
//! Only ops with tensors of `f32` look at it. It says what may be computed with less precision, not how: the kernels know what the processor has.

use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Op;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ops::{Precision, Row};

use super::walk::for_all_ops;

pub(super) const INFO: PassInfo = PassInfo {
    name: "set-precision",
    title: "SetPrecision",
    summary: "Says in which precision products of f32 are computed",
    anchor: Anchor::Any,
    group: None,
    options: &[OptionInfo {
        name: "to",
        summary: "The precision: f32, or bf16 for factors that are rounded",
        default: "bf16",
    }],
    statistics: &[("num-ops", "Number of ops that got a precision")],
    build: |options| {
        let name = options.text("to");
        let precision = Precision::from_name(name.as_bytes())
            .ok_or_else(|| format!("set-precision: '{name}' is no precision: expected f32 or bf16"))?;
        Ok(Box::new(SetPrecision(precision)))
    },
};

/// Gives ops of products a precision.
pub(super) struct SetPrecision(pub Precision);

impl Pass for SetPrecision {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            for_all_ops(body, &mut |body, op| cx.statistics[0] += u64::from(self.op(cx.ctx, body, op)));
        }
        Ok(())
    }
}

impl SetPrecision {
    /// Whether this op got a precision.
    fn op(&self, ctx: &Context, body: &mut Body, op: Op) -> bool {
        let view = OpRef { ctx, body, op };
        let has_precision = tfrt_dialects::op_name(view).is_some_and(|name| Row::of(name).has_precision);
        if !has_precision || tfrt_dialects::op_attr(view, Precision::ATTR).is_some() {
            return false;
        }
        let given = view.attr("op_attrs").and_then(|attrs| ctx.array_elems(attrs)).unwrap_or_default();
        let pair = [Precision::ATTR, self.0.name()].map(|text| ctx.string_attr(text));
        let attrs: Vec<Attr> = std::iter::once(ctx.array_attr(&pair)).chain(given.iter().copied()).collect();
        body.set_attr(ctx, op, ctx.ident("op_attrs"), ctx.array_attr(&attrs));
        true
    }
}
