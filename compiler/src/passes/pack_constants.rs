//! Regions bring with them what they read of constants in another layout: the runtime makes it now, and not at each start of the program.
//!
//! The layouts are those of one kind of processor, and of a batch of one; the attributes that say it are the runtime's
//! ([`RegionOps::pack`](tfrt_dialects::oracle::RegionOps::pack)). The pass comes last, since nothing else looks at such attributes.

use tfrt_dialects::oracle::Oracles;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Op;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Pass, PassContext, Target};

use tfrt_ops::TargetCpu;

use super::form_regions::REGION;
use super::walk::for_all_ops;

/// Gives regions what was made of their constants. See the module.
pub(super) struct PackConstants(pub TargetCpu);

impl Pass for PackConstants {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            for_all_ops(body, &mut |body, op| pack(cx.ctx, body, op, self.0));
        }
        Ok(())
    }
}

fn pack(ctx: &Context, body: &mut Body, op: Op, target: TargetCpu) {
    let view = OpRef { ctx, body, op };
    let is_region = tfrt_dialects::op_name(view) == Some(REGION);
    let Some(ops) = Oracles::of(ctx).and_then(|oracles| oracles.regions.as_deref()) else { return };
    let Some(given) = view.attr("op_attrs").and_then(|attrs| ctx.array_elems(attrs)).filter(|_| is_region)
    else {
        return;
    };
    let pair = |&pair: &Attr| match ctx.array_elems(pair)? {
        &[name, value] => Some((ctx.attr_as_str(name)?, value)),
        _ => None,
    };
    let Some(attrs) = given.iter().map(pair).collect::<Option<Vec<(&str, Attr)>>>() else { return };
    let packed = ops.pack(ctx, &attrs, target);
    if packed.is_empty() {
        return;
    }
    let packed = packed.into_iter().map(|(name, value)| ctx.array_attr(&[ctx.string_attr(name), value]));
    let attrs: Vec<Attr> = given.iter().copied().chain(packed).collect();
    body.set_attr(ctx, op, ctx.ident("op_attrs"), ctx.array_attr(&attrs));
}
