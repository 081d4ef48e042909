//! The passes `stablehlo-legalize-quantized-op-to-qdq` and `stablehlo-legalize-qdq-to-quantized-op`: a function of quantized numbers becomes a
//! function of real numbers between `uniform_dequantize` and `uniform_quantize`, and the reverse.
//!
//! Left as they are: operations that only move elements, which need not know what these stand for, and those with regions.

use tfrt_convert::{GreedyOptions, NoMatch, RewritePatterns, apply_greedily};
use tfrt_dialects::quant::QuantizedType;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use super::emit::{Emit, with_element};

pub(in crate::passes) const TO_QDQ: PassInfo = PassInfo {
    name: "stablehlo-legalize-quantized-op-to-qdq",
    title: "StablehloLegalizeQuantizedOpToQDQPass",
    summary: "Computes functions of quantized numbers on real numbers",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| {
        Ok(Box::new(Greedy(|patterns| OPS.iter().for_each(|&name| patterns.on(name, computed_on_reals)))))
    },
};

pub(in crate::passes) const FROM_QDQ: PassInfo = PassInfo {
    name: "stablehlo-legalize-qdq-to-quantized-op",
    title: "StablehloLegalizeQDQToQuantizedOpPass",
    summary: "Makes functions of real numbers that are quantized before and behind functions of quantized numbers",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(Greedy(|patterns| patterns.on("stablehlo.uniform_quantize", fused)))),
};

/// A pass that applies patterns until nothing changes.
struct Greedy(fn(&mut RewritePatterns));

impl Pass for Greedy {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut patterns = RewritePatterns::new();
        (self.0)(&mut patterns);
        apply_greedily(ctx, body, &patterns, &GreedyOptions::default());
        Ok(())
    }
}

/// Operations that compute with what their elements stand for.
pub(super) const OPS: &[&str] = &[
    "stablehlo.abs",
    "stablehlo.add",
    "stablehlo.atan2",
    "stablehlo.batch_norm_grad",
    "stablehlo.batch_norm_inference",
    "stablehlo.batch_norm_training",
    "stablehlo.cbrt",
    "stablehlo.ceil",
    "stablehlo.cholesky",
    "stablehlo.clamp",
    "stablehlo.compare",
    "stablehlo.convolution",
    "stablehlo.cosine",
    "stablehlo.divide",
    "stablehlo.dot",
    "stablehlo.dot_general",
    "stablehlo.dynamic_conv",
    "stablehlo.exponential",
    "stablehlo.exponential_minus_one",
    "stablehlo.floor",
    "stablehlo.log",
    "stablehlo.log_plus_one",
    "stablehlo.logistic",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.negate",
    "stablehlo.power",
    "stablehlo.reduce_precision",
    "stablehlo.remainder",
    "stablehlo.round_nearest_afz",
    "stablehlo.round_nearest_even",
    "stablehlo.rsqrt",
    "stablehlo.select",
    "stablehlo.sign",
    "stablehlo.sine",
    "stablehlo.sqrt",
    "stablehlo.subtract",
    "stablehlo.tan",
    "stablehlo.tanh",
    "stablehlo.triangular_solve",
];

/// The type of the real numbers that the elements of a quantized tensor stand for; `None` for other types.
pub(super) fn expressed(ctx: &Context, ty: Type) -> Option<Type> {
    let quantized = QuantizedType::of(ctx, ctx.type_kind(ty).element_type()?)?;
    Some(with_element(ctx, ty, ctx.float(quantized.expressed)))
}

/// An operation on other operands, with results of other types, before one that it is a copy of.
pub(super) fn copied(rewriter: &mut Rewriter<'_>, op: Op, operands: &[Value], results: &[Type]) -> Op {
    let body = rewriter.body();
    let mut state = OpState::new(body.name(op), body.loc(op)).operands(operands).results(results);
    state.attrs.extend_from_slice(body.attrs(op));
    rewriter.create(InsertionPoint::Before(op), state)
}

fn computed_on_reals(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let mut operands: Vec<Value> = view.operands().collect();
    let results: Vec<Type> = view.result_types().collect();
    let is_quantized = |ty: Type| expressed(ctx, ty).is_some();
    if !operands.iter().any(|&value| is_quantized(view.value_type(value)))
        && !results.iter().any(|&ty| is_quantized(ty))
    {
        return Err(NoMatch::quiet());
    }
    let reals: Vec<Type> = results.iter().map(|&ty| expressed(ctx, ty).unwrap_or(ty)).collect();
    let mut emit = Emit::before(rewriter, op);
    for value in &mut operands {
        if let Some(real) = expressed(ctx, emit.ty(*value)) {
            *value = emit.op("stablehlo.uniform_dequantize", &[*value], real, &[]);
        }
    }
    let new = copied(emit.rewriter, op, &operands, &reals);
    let values: Vec<Value> = emit.rewriter.body().results(new).collect();
    let mut emit = Emit::before(rewriter, op);
    let given: Vec<Value> = values
        .into_iter()
        .zip(results)
        .map(|(value, ty)| match is_quantized(ty) {
            true => emit.op("stablehlo.uniform_quantize", &[value], ty, &[]),
            false => value,
        })
        .collect();
    rewriter.replace_op(op, &given);
    Ok(())
}

/// What a `uniform_quantize` quantizes is computed from quantized numbers, if all operands of it are dequantized ones.
fn fused(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let body = rewriter.body();
    let real =
        body.operands(op).next().and_then(|value| body.defining_op(value)).ok_or_else(NoMatch::quiet)?;
    if body.num_results(real) != 1 || body.num_regions(real) != 0 {
        return Err(NoMatch::quiet());
    }
    let dequantized = |value: Value| {
        let from = body.defining_op(value)?;
        let is_dequantize = rewriter.op(from).name_str() == "stablehlo.uniform_dequantize";
        is_dequantize.then(|| body.operands(from).next()).flatten()
    };
    let operands: Option<Vec<Value>> = body.operands(real).map(dequantized).collect();
    let operands = operands.filter(|operands| !operands.is_empty()).ok_or_else(NoMatch::quiet)?;
    let ty = body.value_type(body.result(op, 0));
    let new = copied(rewriter, real, &operands, &[ty]);
    let result = rewriter.body().result(new, 0);
    rewriter.replace_op(op, &[result]);
    Ok(())
}
