//! The pass `stablehlo-legalize-deprecated-ops`: operations that StableHLO keeps for old programs become those that replaced them.
//!
//! `einsum` and `torch_index_select` stay, as upstream leaves them. What has no replacement (`map`, `rng`) is an error if it is asked for.

use smallvec::smallvec;
use tfrt_convert::{Benefit, Conversion, ConversionPatterns, ConversionTarget, NoMatch, Root};
use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::attributes::DotDimensionNumbers;
use tfrt_dialects::stablehlo::integers;
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use super::emit::{Emit, state, sum_region};

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-legalize-deprecated-ops",
    title: "StablehloLegalizeDeprecatedOpsPass",
    summary: "Replaces operations that StableHLO keeps for old programs only",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[OptionInfo {
        name: "fail-on-unused",
        summary: "Fail on operations that no framework is known to use and that have no replacement",
        default: "true",
    }],
    statistics: &[],
    build: |options| Ok(Box::new(LegalizeDeprecated { fails: options.flag("fail-on-unused")? })),
};

struct LegalizeDeprecated {
    fails: bool,
}

type Pattern = fn(Op, &mut Rewriter<'_>) -> Result<(), NoMatch>;

const PATTERNS: &[(&str, Pattern)] = &[
    ("stablehlo.broadcast", broadcast),
    ("stablehlo.create_token", create_token),
    ("stablehlo.cross-replica-sum", cross_replica_sum),
    ("stablehlo.dot", dot),
    ("stablehlo.unary_einsum", unary_einsum),
];

impl Pass for LegalizeDeprecated {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut patterns = ConversionPatterns::new();
        let mut conversion = ConversionTarget::new();
        for &(name, pattern) in PATTERNS {
            patterns.add_rewrite(Root::Op(name.into()), Benefit::default(), pattern);
            conversion = conversion.illegal_ops(&[name]);
        }
        if self.fails {
            conversion = conversion.illegal_ops(&["stablehlo.map", "stablehlo.rng"]);
        }
        Conversion::partial(&conversion, &patterns).run(ctx, body, cx.diagnostics).map(|_| ())
    }
}

/// The new dimensions stand before those of the operand.
fn broadcast(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let sizes =
        view.attr("broadcast_sizes").and_then(|sizes| integers(ctx, sizes)).ok_or_else(NoMatch::quiet)?;
    let rank = rank_of(ctx, view.body, view.operand(0))?;
    let (operand, ty) = (view.operand(0), view.value_type(view.body.result(op, 0)));
    let first = sizes.len() as i64;
    let dims: Vec<i64> = (first..first + rank).collect();
    let new = Emit::before(rewriter, op).broadcast_in_dim(operand, ty, &dims);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

fn rank_of(ctx: &Context, body: &Body, value: Value) -> Result<i64, NoMatch> {
    let dims = ctx.type_kind(body.value_type(value)).dims();
    dims.map(|dims| dims.len() as i64).ok_or_else(|| NoMatch::because("the rank of an operand is not known"))
}

fn create_token(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let ty = rewriter.body().value_type(rewriter.body().result(op, 0));
    let new = Emit::before(rewriter, op).op("stablehlo.after_all", &[], ty, &[]);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

fn dot(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let numbers = DotDimensionNumbers {
        lhs_contracting_dimensions: vec![rank_of(ctx, view.body, view.operand(0))? - 1],
        rhs_contracting_dimensions: vec![0],
        ..DotDimensionNumbers::default()
    };
    rank_of(ctx, view.body, view.operand(1))?;
    let mut attrs = vec![("dot_dimension_numbers", numbers.into_attr(ctx))];
    attrs.extend(view.attr("precision_config").map(|precision| ("precision_config", precision)));
    let (operands, ty) = ([view.operand(0), view.operand(1)], view.value_type(view.body.result(op, 0)));
    let new = Emit::before(rewriter, op).op("stablehlo.dot_general", &operands, ty, &attrs);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// An einsum with the number one, whose subscripts are empty.
fn unary_einsum(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let config =
        view.attr("einsum_config").and_then(|config| ctx.attr_as_str(config)).ok_or_else(NoMatch::quiet)?;
    let config = ctx.string_attr(format!(",{config}"));
    let (operand, ty) = (view.operand(0), view.value_type(view.body.result(op, 0)));
    let elem = ctx.type_kind(view.value_type(operand)).element_type().ok_or_else(NoMatch::quiet)?;
    let mut emit = Emit::before(rewriter, op);
    let one = emit
        .splat(ctx.tensor(&[], elem), 1.0)
        .ok_or_else(|| NoMatch::because("its elements have no constant one"))?;
    let new = emit.op("stablehlo.einsum", &[one, operand], ty, &[("einsum_config", config)]);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

fn cross_replica_sum(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let loc = view.loc();
    let groups = view.attr("replica_groups").ok_or_else(NoMatch::quiet)?;
    let (operand, ty) = (view.operand(0), view.value_type(view.body.result(op, 0)));
    let elem = ctx.type_kind(ty).element_type().ok_or_else(NoMatch::quiet)?;
    let new = state(ctx, "stablehlo.all_reduce", loc, &[operand], &[ty], &[("replica_groups", groups)]);
    let region = rewriter.body_mut().create_region();
    let new = OpState { regions: OpRegions::Inline(smallvec![region]), ..new };
    let new = rewriter.create(InsertionPoint::Before(op), new);
    sum_region(ctx, rewriter.body_mut(), new, ctx.tensor(&[], elem));
    let result = rewriter.body().result(new, 0);
    rewriter.replace_op(op, &[result]);
    Ok(())
}
