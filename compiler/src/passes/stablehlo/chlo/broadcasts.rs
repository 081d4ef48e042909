//! Operations of operands that are broadcast. Sizes that are not known are asked for while the program runs; operands that do not fit are errors then.

use tfrt_convert::NoMatch;
use tfrt_dialects::DialectAttr;
use tfrt_dialects::chlo::OfChlo;
use tfrt_dialects::stablehlo::integers;
use tfrt_dialects::stablehlo::words::{ComparisonDirection, ComparisonType};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::types::DYNAMIC;

use super::super::emit::Emit;

/// The dimensions of the result that those of an operand become: what the attribute says of an operand of a lower rank, or else the last ones.
pub(crate) fn places(view: OpRef<'_>, rank: usize, result_rank: usize) -> Vec<i64> {
    let given = view.attr("broadcast_dimensions").and_then(|dims| integers(view.ctx, dims));
    let last = || (result_rank - rank.min(result_rank)..result_rank).map(|dim| dim as i64).collect();
    given.filter(|dims| dims.len() == rank && rank < result_rank).unwrap_or_else(last)
}

/// An operand that is broadcast.
struct Operand {
    value: Value,
    dims: Vec<i64>,
    places: Vec<i64>,
}

/// The operands from one on, in the shape of the result.
fn broadcast(op: Op, rewriter: &mut Rewriter<'_>, first: usize) -> Result<Vec<Value>, NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let unknown = || NoMatch::because("the rank of an operand is not known");
    let result = view.result_types().next().and_then(|ty| ctx.type_kind(ty).dims()).ok_or_else(unknown)?;
    let mut operands = Vec::with_capacity(view.num_operands());
    for value in view.operands().skip(first) {
        let dims = ctx.type_kind(view.value_type(value)).dims().ok_or_else(unknown)?.to_vec();
        let places = places(view, dims.len(), result.len());
        operands.push(Operand { value, dims, places });
    }
    let is_static = |dims: &[i64]| !dims.contains(&DYNAMIC);
    let shape = match is_static(result) && operands.iter().all(|operand| is_static(&operand.dims)) {
        true => None,
        false => Some(shape(&mut Emit::before(rewriter, op), &operands, result)),
    };
    let emit = &mut Emit::before(rewriter, op);
    let in_shape = |operand: Operand| {
        let elem = ctx.type_kind(emit.ty(operand.value)).element_type().ok_or_else(NoMatch::quiet)?;
        let ty = ctx.tensor(result, elem);
        Ok(match shape {
            None if operand.dims == result => operand.value,
            None => emit.broadcast_in_dim(operand.value, ty, &operand.places),
            Some(shape) => emit.dynamic_broadcast_in_dim(operand.value, shape, ty, &operand.places),
        })
    };
    operands.into_iter().map(in_shape).collect()
}

/// The shape of the result: each size is that of an operand, of which it is not one.
fn shape(emit: &mut Emit<'_, '_>, operands: &[Operand], result: &[i64]) -> Value {
    let mut sizes = Vec::with_capacity(result.len());
    for (dim, &known) in result.iter().enumerate() {
        let of_operand = |operand: &Operand| {
            let at = operand.places.iter().position(|&place| place == dim as i64)?;
            Some((operand.value, at, operand.dims[at]))
        };
        let found: Vec<(Value, usize, i64)> = operands.iter().filter_map(of_operand).collect();
        let given = found.iter().map(|&(_, _, size)| size).find(|&size| size != DYNAMIC && size != 1);
        let size = if known != DYNAMIC { Some(known) } else { given };
        if let Some(size) = size {
            sizes.push(emit.number_of(size));
            continue;
        }
        // Each of them that is not known may be one.
        let mut unknown = found.iter().filter(|&&(_, _, size)| size == DYNAMIC);
        let mut size = match unknown.next() {
            Some(&(value, at, _)) => emit.size(value, at),
            None => emit.number_of(1),
        };
        for &(value, at, _) in unknown {
            let (one, other) = (emit.number_of(1), emit.size(value, at));
            let is_one = emit.compare(ComparisonDirection::Eq, size, one);
            size = emit.select(is_one, other, size);
        }
        sizes.push(size);
    }
    emit.shape(&sizes)
}

/// An operation of two operands: `chlo.broadcast_add` becomes `stablehlo.add`.
pub(super) fn binary(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let name = view.name_str().strip_prefix("chlo.broadcast_");
    let name = name.ok_or_else(|| NoMatch::because("there is no formula for it"))?;
    if view.num_operands() != 2 {
        return Err(NoMatch::quiet());
    }
    let dialect = if matches!(name, "next_after" | "polygamma" | "zeta") { "chlo" } else { "stablehlo" };
    let name = format!("{dialect}.{name}");
    let attrs = comparison(ctx, view)?;
    let ty = view.value_type(view.body.result(op, 0));
    let operands = broadcast(op, rewriter, 0)?;
    let new = Emit::before(rewriter, op).op(&name, &operands, ty, &attrs);
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// The attributes of a comparison, as those of `stablehlo`.
fn comparison(ctx: &Context, view: OpRef<'_>) -> Result<Vec<(&'static str, Attr)>, NoMatch> {
    let mut attrs = Vec::new();
    if let Some(direction) = view.attr("comparison_direction") {
        let direction = OfChlo::<ComparisonDirection>::of(ctx, direction).ok_or_else(NoMatch::quiet)?;
        attrs.push(("comparison_direction", direction.into_attr(ctx)));
    }
    if let Some(kind) = view.attr("compare_type") {
        let kind = OfChlo::<ComparisonType>::of(ctx, kind).ok_or_else(NoMatch::quiet)?;
        attrs.push(("compare_type", kind.into_attr(ctx)));
    }
    Ok(attrs)
}

/// A predicate of rank 0 stays as it is.
pub(super) fn select(op: Op, rewriter: &mut Rewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = view.value_type(view.body.result(op, 0));
    let which = view.operand(0);
    let is_scalar = ctx.type_kind(view.value_type(which)).dims() == Some(&[]);
    let mut operands = broadcast(op, rewriter, usize::from(is_scalar))?;
    if is_scalar {
        operands.insert(0, which);
    }
    let new = Emit::before(rewriter, op).op("stablehlo.select", &operands, ty, &[]);
    rewriter.replace_op(op, &[new]);
    Ok(())
}
