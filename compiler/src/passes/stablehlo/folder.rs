//! The pass `stablehlo-aggressive-folder`: operations on constants become constants.
//!
//! An operation is computed as the program would compute it when it runs: converted to an op graph, which the runtime's own ops evaluate. So a
//! fold and the run of the same operation agree bit for bit. Left to run: results or operands of more elements than a limit, operations that depend on
//! anything but their operands, and what the runtime does not evaluate (quantized elements, floats of a few bits).

use tfrt_convert::{Benefit, GreedyOptions, NoMatch, RewritePatterns, Root, apply_greedily};
use tfrt_dialects::stablehlo::integers;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, CopyMap};
use tfrt_ir::context::Context;
use tfrt_ir::dense::{DenseView, make_dense};
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::effects::{self, Effects};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, PassOptions, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::types::TypeKind;

use super::emit::{Emit, state, with_element};
use super::wrap_in_composite::captures_nothing;
use crate::passes::sccp;
use crate::passes::walk::for_each_body;

pub(super) const STATISTICS: &[(&str, &str)] = &[("num-rewrites", "Number of operations replaced")];

pub(super) const OPTIONS: &[OptionInfo] = &[
    OptionInfo {
        name: "fold-op-element-limit",
        summary: "Elements of an operand or result that is folded, at most",
        default: "65536",
    },
    OptionInfo { name: "optimize-float", summary: "Fold operations on floats too", default: "true" },
];

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-aggressive-folder",
    title: "StablehloAggressiveFolderPass",
    summary: "Computes operations on constants",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: OPTIONS,
    statistics: STATISTICS,
    build: |options| Ok(Box::new(Folder { limits: Limits::of(options)? })),
};

/// The limits of folding.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    elements: u64,
    floats: bool,
    /// Whether operations are folded that spread different numbers, or positions, over a shape.
    spreads: bool,
}

impl Limits {
    /// Sizes of tensors, and what they are made of.
    pub(super) const OF_SIZES: Limits = Limits { elements: 64, floats: false, spreads: false };

    pub(super) fn of(options: &PassOptions<'_>) -> Result<Limits, String> {
        let name = "fold-op-element-limit";
        let elements = options.integer(name)?;
        let elements = u64::try_from(elements)
            .map_err(|_| format!("'{elements}' value invalid for option '{name}': it is negative"))?;
        Ok(Limits { elements, floats: options.flag("optimize-float")?, spreads: true })
    }
}

struct Folder {
    limits: Limits,
}

impl Pass for Folder {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let patterns = patterns(self.limits);
        for_each_body(ctx, body, &mut |body| {
            let outcome = apply_greedily(ctx, body, &patterns, &GreedyOptions::default());
            cx.statistics[0] += outcome.rewritten;
        });
        Ok(())
    }
}

/// The patterns that fold.
pub(super) fn patterns(limits: Limits) -> RewritePatterns {
    let mut patterns = RewritePatterns::new();
    let fold = move |op: Op, rewriter: &mut Rewriter<'_>| fold(op, rewriter, limits);
    patterns.add(Root::Dialect("stablehlo".into()), Benefit::default(), Box::new(fold));
    let size = |op: Op, rewriter: &mut Rewriter<'_>| dimension_size(op, rewriter);
    patterns.add(Root::Op("stablehlo.get_dimension_size".into()), Benefit::default(), Box::new(size));
    patterns
}

fn fold(op: Op, rewriter: &mut Rewriter<'_>, limits: Limits) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let effects = effects::of(view);
    // Without operands are constants, positions, and the numbers of processes, which are not known here.
    if view.num_results() == 0 || view.num_operands() == 0 || effects != Effects::NONE {
        return Err(NoMatch::quiet());
    }
    if !limits.spreads && spreads(view) {
        return Err(NoMatch::quiet());
    }
    let constant = |value: Value| constant_value(ctx, view.body, value);
    let operands: Vec<Attr> =
        view.operands().map(constant).collect::<Option<_>>().ok_or_else(NoMatch::quiet)?;
    let is_foldable = |ty: Type| {
        let Some(elem) = ctx.type_kind(ty).element_type() else { return false };
        limits.floats || matches!(ctx.type_kind(elem), TypeKind::Integer { .. })
    };
    if !view.result_types().chain(view.operand_types()).all(is_foldable) {
        return Err(NoMatch::quiet());
    }
    let values = match of_splats(view, &operands) {
        Some(value) => vec![value],
        None => {
            let is_small =
                |ty: Type| ctx.type_kind(ty).num_elements().is_some_and(|count| count <= limits.elements);
            if !view.result_types().chain(view.operand_types()).all(is_small) {
                return Err(NoMatch::quiet());
            }
            evaluate(view, &operands).ok_or_else(NoMatch::quiet)?
        }
    };
    let mut emit = Emit::before(rewriter, op);
    let values: Vec<Value> = values.into_iter().map(|value| emit.constant(value)).collect();
    rewriter.replace_op(op, &values);
    Ok(())
}

/// Whether an operation spreads different numbers, or positions, over a shape.
fn spreads(op: OpRef<'_>) -> bool {
    let is_splat = |value: Value| {
        let constant = constant_value(op.ctx, op.body, value).map(|constant| op.ctx.attr_kind(constant));
        matches!(constant, Some(AttrKind::DenseElements { splat: true, .. }))
    };
    let name = op.name_str();
    name.starts_with("stablehlo.dynamic_")
        || name == "stablehlo.broadcast_in_dim" && !op.operands().all(is_splat)
}

/// The result of operations on numbers that are in each element of an operand: it is computed once.
fn of_splats(op: OpRef<'_>, operands: &[Attr]) -> Option<Attr> {
    let ctx = op.ctx;
    let ty = op
        .result_types()
        .next()
        .filter(|&ty| op.num_results() == 1 && ctx.type_kind(ty).has_static_shape())?;
    let is_splat =
        |&operand: &Attr| matches!(ctx.attr_kind(operand), AttrKind::DenseElements { splat: true, .. });
    if operands.is_empty() || !operands.iter().all(is_splat) {
        return None;
    }
    let scalar = |ty: Type| Some(ctx.tensor(&[], ctx.type_kind(ty).element_type()?));
    let moves = matches!(
        op.name_str(),
        "stablehlo.broadcast"
            | "stablehlo.broadcast_in_dim"
            | "stablehlo.reshape"
            | "stablehlo.reverse"
            | "stablehlo.slice"
            | "stablehlo.transpose"
    );
    let value = if moves {
        operands[0]
    } else {
        crate::stablehlo::elementwise(op)?;
        let numbers: Vec<Attr> = operands
            .iter()
            .map(|&operand| {
                let number = DenseView::new(ctx, operand)?.stored().next()?.to_vec();
                Some(make_dense(ctx, scalar(ctx.attr_type(operand)?)?, number))
            })
            .collect::<Option<_>>()?;
        evaluate_as(op, &numbers, &[scalar(ty)?])?.pop()?
    };
    let number = DenseView::new(ctx, value)?.stored().next()?.to_vec();
    let elem = ctx.type_kind(ty).element_type()?;
    (ctx.type_kind(ctx.attr_type(value)?).element_type() == Some(elem))
        .then(|| make_dense(ctx, with_element(ctx, ty, elem), number))
}

/// The results of an operation on these constants.
fn evaluate(op: OpRef<'_>, operands: &[Attr]) -> Option<Vec<Attr>> {
    let types: Vec<Type> = op.result_types().collect();
    evaluate_as(op, operands, &types)
}

/// The results of an operation on constants that may have other shapes than its operands; `results` are the types of its results then.
fn evaluate_as(op: OpRef<'_>, operands: &[Attr], results: &[Type]) -> Option<Vec<Attr>> {
    let ctx = op.ctx;
    if op.body.nested(op.op).is_some() || !op.regions().all(|region| captures_nothing(op, region.region)) {
        return None;
    }
    let loc = op.loc();
    let (mut function, block) = Body::with_entry_block();
    let mut map = CopyMap::default();
    let mut constants: Vec<Value> = Vec::with_capacity(operands.len());
    for (value, &operand) in op.operands().zip(operands) {
        let ty = ctx.attr_type(operand)?;
        let constant = state(ctx, "stablehlo.constant", loc, &[], &[ty], &[("value", operand)]);
        let constant = function.insert_op(ctx, InsertionPoint::End(block), constant);
        constants.push(function.result(constant, 0));
        map.values.insert(value, function.result(constant, 0));
    }
    let copy = function.copy_op(ctx, op.body, op.op, &mut map, &mut |loc| loc);
    function.append_op(block, copy);
    function.set_operands(copy, &constants);
    let values: Vec<Value> = function.results(copy).collect();
    for (&value, &ty) in values.iter().zip(results) {
        function.set_value_type(value, ty);
    }
    function.insert_op(ctx, InsertionPoint::End(block), state(ctx, "func.return", loc, &values, &[], &[]));
    let attrs = [
        ("sym_name", ctx.string_attr("folded")),
        ("function_type", ctx.type_attr(ctx.function(&[], results))),
    ];
    let (mut module, top) = Body::with_entry_block();
    let function = state(ctx, "func.func", loc, &[], &[], &attrs).nested(Box::new(function));
    module.insert_op(ctx, InsertionPoint::End(top), function);
    crate::stablehlo::convert_body(ctx, &mut module, &mut Diagnostics::new()).ok()?;
    let values = sccp::evaluated_results(ctx, &mut module, "folded")?;
    let fits = |(value, &ty): (&Attr, &Type)| ctx.attr_type(*value) == Some(ty);
    (values.len() == results.len() && values.iter().zip(results).all(fits)).then_some(values)
}

/// A size that the operand's type says.
fn dimension_size(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let dimension = view
        .attr("dimension")
        .and_then(|dim| ctx.attr_as_i64(dim).or_else(|| integers(ctx, dim)?.first().copied()));
    let dims = ctx.type_kind(view.value_type(view.operand(0))).dims();
    let size = dims.zip(dimension).and_then(|(dims, dim)| dims.get(usize::try_from(dim).ok()?).copied());
    let size = size
        .and_then(|size| i32::try_from(size).ok())
        .filter(|&size| size >= 0)
        .ok_or_else(NoMatch::quiet)?;
    let ty = view.value_type(view.body.result(op, 0));
    let mut emit = Emit::before(rewriter, op);
    let value = emit.splat(ty, f64::from(size)).ok_or_else(NoMatch::quiet)?;
    rewriter.replace_op(op, &[value]);
    Ok(())
}
