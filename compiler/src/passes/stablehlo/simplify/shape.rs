//! Operations that move elements: those that move none, and those that another one can take along.

use tfrt_convert::NoMatch;
use tfrt_dialects::DialectAttr;
use tfrt_dialects::stablehlo::attributes::GatherDimensionNumbers;
use tfrt_dialects::stablehlo::{i64_array, integers};
use tfrt_ir::context::Context;
use tfrt_ir::dense::make_dense;
use tfrt_ir::effects::{self, Effects};
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::Rewriter;
use tfrt_ir::types::DYNAMIC;

use super::super::dynamism;
use super::super::emit::Emit;
use super::{Outcome, Pattern, constant_of, defined_by, need, replace, result_type, static_dims};

pub(super) const PATTERNS: &[(&str, Pattern)] = &[
    ("broadcast_in_dim", broadcast_in_dim),
    ("concatenate", concatenate),
    ("dynamic_broadcast_in_dim", static_form),
    ("dynamic_broadcast_in_dim", dynamic_broadcast_of_same_shape),
    ("dynamic_conv", static_form),
    ("dynamic_gather", static_form),
    ("dynamic_iota", static_form),
    ("dynamic_pad", static_form),
    ("dynamic_reshape", static_form),
    ("dynamic_reshape", dynamic_reshape),
    ("dynamic_slice", dynamic_slice),
    ("dynamic_update_slice", dynamic_update_slice),
    ("gather", gather),
    ("iota", iota),
    ("pad", pad),
    ("real_dynamic_slice", static_form),
    ("reshape", reshape),
    ("reverse", reverse),
    ("slice", slice),
    ("transpose", transpose),
];

fn list(view: OpRef<'_>, name: &str) -> Result<Vec<i64>, NoMatch> {
    view.attr(name).and_then(|attr| integers(view.ctx, attr)).ok_or_else(NoMatch::quiet)
}

fn operand_dims<'c>(ctx: &'c Context, view: OpRef<'_>, index: usize) -> Result<&'c [i64], NoMatch> {
    static_dims(ctx, view.value_type(view.operand(index)))
}

/// A dynamic operation with constant sizes.
fn static_form(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let ctx = rewriter.ctx();
    let new = dynamism::static_form(rewriter.op(op)).ok_or_else(NoMatch::quiet)?;
    let operands: Vec<Value> = rewriter.body().operands(op).take(new.operands).collect();
    rewriter.set_operands(op, &operands);
    let body = rewriter.body_mut();
    body.set_name(op, ctx.ident(new.name));
    body.set_attrs(ctx, op, &new.attrs);
    Ok(())
}

/// A static result of a dynamic reshape needs no sizes at run time.
fn dynamic_reshape(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = result_type(view)?;
    static_dims(ctx, ty)?;
    operand_dims(ctx, view, 0)?;
    let operand = view.operand(0);
    let new = Emit::before(rewriter, op).op("stablehlo.reshape", &[operand], ty, &[]);
    replace(rewriter, op, new)
}

/// All dimensions stay, and none grows.
fn dynamic_broadcast_of_same_shape(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let dims = list(view, "broadcast_dimensions")?;
    let kept = list(view, "known_nonexpanding_dimensions")?;
    need(dims.iter().copied().eq(0..dims.len() as i64) && kept.len() == dims.len())?;
    let operand = view.operand(0);
    replace(rewriter, op, operand)
}

fn is_identity(dims: &[i64]) -> bool {
    dims.iter().copied().eq(0..dims.len() as i64)
}

fn elements(dims: &[i64]) -> Option<i64> {
    dims.iter().try_fold(1i64, |product, &size| product.checked_mul(size))
}

/// Nothing is repeated: the operand, its reshape or transpose. Broadcasts of broadcasts are one.
fn broadcast_in_dim(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let dims = list(view, "broadcast_dimensions")?;
    let ty = result_type(view)?;
    let operand = view.operand(0);
    if ty == view.value_type(operand) && is_identity(&dims) {
        return replace(rewriter, op, operand);
    }
    if let Some(inner) = defined_by(view, operand, "stablehlo.broadcast_in_dim") {
        let first = list(inner, "broadcast_dimensions")?;
        let composed: Option<Vec<i64>> =
            first.iter().map(|&dim| dims.get(usize::try_from(dim).ok()?).copied()).collect();
        let composed = composed.ok_or_else(NoMatch::quiet)?;
        let from = inner.operand(0);
        let new = Emit::before(rewriter, op).broadcast_in_dim(from, ty, &composed);
        return replace(rewriter, op, new);
    }
    let (from, to) = (operand_dims(ctx, view, 0)?, static_dims(ctx, ty)?);
    need(elements(from).is_some() && elements(from) == elements(to))?;
    let mut emit = Emit::before(rewriter, op);
    let new = if dims.is_sorted() {
        emit.op("stablehlo.reshape", &[operand], ty, &[])
    } else {
        need(from.len() == to.len())?;
        // The result's dimension that each of the operand's became says where each of the result's comes from.
        let mut permutation = vec![0; dims.len()];
        for (at, &dim) in dims.iter().enumerate() {
            *usize::try_from(dim)
                .ok()
                .and_then(|dim| permutation.get_mut(dim))
                .ok_or_else(NoMatch::quiet)? = at as i64;
        }
        let permutation = i64_array(emit.ctx(), &permutation);
        emit.op("stablehlo.transpose", &[operand], ty, &[("permutation", permutation)])
    };
    replace(rewriter, op, new)
}

/// The operand, or the operand of another reshape.
fn reshape(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let operand = view.operand(0);
    if result_type(view)? == view.value_type(operand) {
        return replace(rewriter, op, operand);
    }
    let inner = defined_by(view, operand, "stablehlo.reshape").ok_or_else(NoMatch::quiet)?;
    let from = inner.operand(0);
    rewriter.set_operands(op, &[from]);
    Ok(())
}

/// The operand, its reshape if only dimensions of one element move, or one transpose for two.
fn transpose(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let permutation = list(view, "permutation")?;
    let ty = result_type(view)?;
    let operand = view.operand(0);
    if is_identity(&permutation) {
        return replace(rewriter, op, operand);
    }
    if let Some(inner) = defined_by(view, operand, "stablehlo.transpose") {
        let first = list(inner, "permutation")?;
        let composed: Option<Vec<i64>> =
            permutation.iter().map(|&dim| first.get(usize::try_from(dim).ok()?).copied()).collect();
        let composed = composed.ok_or_else(NoMatch::quiet)?;
        let from = inner.operand(0);
        let mut emit = Emit::before(rewriter, op);
        let composed = i64_array(emit.ctx(), &composed);
        let new = emit.op("stablehlo.transpose", &[from], ty, &[("permutation", composed)]);
        return replace(rewriter, op, new);
    }
    let dims = operand_dims(ctx, view, 0)?;
    let moved: Vec<i64> = permutation
        .iter()
        .copied()
        .filter(|&dim| usize::try_from(dim).ok().and_then(|dim| dims.get(dim)).is_some_and(|&size| size != 1))
        .collect();
    need(moved.is_sorted())?;
    let new = Emit::before(rewriter, op).op("stablehlo.reshape", &[operand], ty, &[]);
    replace(rewriter, op, new)
}

/// Dimensions of one element are not reversed.
fn reverse(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let dims = list(view, "dimensions")?;
    let sizes = operand_dims(ctx, view, 0)?;
    let is_reversed = |dim: &i64| usize::try_from(*dim).ok().and_then(|dim| sizes.get(dim)) != Some(&1);
    let reversed: Vec<i64> = dims.iter().copied().filter(is_reversed).collect();
    if reversed.is_empty() {
        let operand = view.operand(0);
        return replace(rewriter, op, operand);
    }
    need(reversed.len() < dims.len())?;
    rewriter.body_mut().set_attr(ctx, op, ctx.ident("dimensions"), i64_array(ctx, &reversed));
    rewriter.touch(op);
    Ok(())
}

/// Positions along a dimension of one element are zero.
fn iota(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = result_type(view)?;
    let dims = static_dims(ctx, ty)?;
    let dim = view.attr("iota_dimension").and_then(|dim| view.ctx.attr_as_i64(dim));
    let size = dim.and_then(|dim| dims.get(usize::try_from(dim).ok()?));
    need(size == Some(&1))?;
    let zero = Emit::before(rewriter, op).splat(ty, 0.0).ok_or_else(NoMatch::quiet)?;
    replace(rewriter, op, zero)
}

/// Operands without elements are left out, concatenations of concatenations along one dimension are one.
fn concatenate(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let dimension =
        view.attr("dimension").and_then(|dim| view.ctx.attr_as_i64(dim)).ok_or_else(NoMatch::quiet)?;
    let at = usize::try_from(dimension).map_err(|_| NoMatch::quiet())?;
    if view.num_operands() == 1 {
        let operand = view.operand(0);
        return replace(rewriter, op, operand);
    }
    let size = |value: Value| {
        view.ctx.type_kind(view.value_type(value)).dims().and_then(|dims| dims.get(at)).copied()
    };
    let mut operands: Vec<Value> = Vec::with_capacity(view.num_operands());
    for value in view.operands() {
        let inner = defined_by(view, value, "stablehlo.concatenate").filter(|inner| {
            inner.attr("dimension").and_then(|dim| view.ctx.attr_as_i64(dim)) == Some(dimension)
                && view.body.has_one_use(value)
        });
        match inner {
            Some(inner) => operands.extend(inner.operands()),
            None if size(value) == Some(0) => {}
            None => operands.push(value),
        }
    }
    need(!operands.is_empty() && !operands.iter().copied().eq(view.operands()))?;
    rewriter.set_operands(op, &operands);
    Ok(())
}

/// A range of a tensor.
struct Range {
    start: Vec<i64>,
    limit: Vec<i64>,
    strides: Vec<i64>,
}

impl Range {
    fn of(view: OpRef<'_>) -> Result<Range, NoMatch> {
        let (start, limit) = (list(view, "start_indices")?, list(view, "limit_indices")?);
        let strides = list(view, "strides")?;
        need(start.len() == limit.len() && start.len() == strides.len())?;
        Ok(Range { start, limit, strides })
    }

    fn attrs(&self, ctx: &Context) -> [(&'static str, Attr); 3] {
        [
            ("start_indices", i64_array(ctx, &self.start)),
            ("limit_indices", i64_array(ctx, &self.limit)),
            ("strides", i64_array(ctx, &self.strides)),
        ]
    }
}

/// The whole operand, or a part of one of those that were concatenated.
fn slice(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = result_type(view)?;
    let operand = view.operand(0);
    if ty == view.value_type(operand) && static_dims(ctx, ty).is_ok() {
        return replace(rewriter, op, operand);
    }
    let joined = defined_by(view, operand, "stablehlo.concatenate").ok_or_else(NoMatch::quiet)?;
    let dimension =
        joined.attr("dimension").and_then(|dim| view.ctx.attr_as_i64(dim)).ok_or_else(NoMatch::quiet)?;
    let at = usize::try_from(dimension).map_err(|_| NoMatch::quiet())?;
    let mut range = Range::of(view)?;
    need(at < range.start.len())?;
    let mut offset = 0;
    for value in joined.operands().collect::<Vec<Value>>() {
        let dims = static_dims(ctx, rewriter.body().value_type(value))?;
        let size = *dims.get(at).ok_or_else(NoMatch::quiet)?;
        if range.start[at] >= offset && range.limit[at] <= offset + size {
            range.start[at] -= offset;
            range.limit[at] -= offset;
            let mut emit = Emit::before(rewriter, op);
            let attrs = range.attrs(emit.ctx());
            let new = emit.op("stablehlo.slice", &[value], ty, &attrs);
            return replace(rewriter, op, new);
        }
        offset += size;
    }
    Err(NoMatch::quiet())
}

/// No padding leaves the operand, and padding of nothing is a broadcast.
fn pad(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = result_type(view)?;
    let dims = operand_dims(ctx, view, 0)?;
    let (low, high) = (list(view, "edge_padding_low")?, list(view, "edge_padding_high")?);
    let (operand, padding) = (view.operand(0), view.operand(1));
    // Between less than two elements there is no place.
    let interior = list(view, "interior_padding")?;
    let is_wide = |(&size, &between): (&i64, &i64)| size > 1 && between != 0;
    if low.iter().chain(&high).all(|&size| size == 0) && !dims.iter().zip(&interior).any(is_wide) {
        return replace(rewriter, op, operand);
    }
    need(dims.contains(&0))?;
    let new = Emit::before(rewriter, op).broadcast_in_dim(padding, ty, &[]);
    replace(rewriter, op, new)
}

/// The integer that a constant of one element is.
fn number(view: OpRef<'_>, value: Value) -> Option<i64> {
    let numbers = integers(view.ctx, constant_of(view, value)?)?;
    if let [number] = numbers[..] { Some(number) } else { None }
}

/// Where a slice of this size begins, after clamping.
fn clamped(start: i64, size: i64, whole: i64) -> i64 {
    start.min(whole - size).max(0)
}

/// Constant starts make a slice.
fn dynamic_slice(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = result_type(view)?;
    let dims = operand_dims(ctx, view, 0)?;
    let sizes = list(view, "slice_sizes")?;
    need(sizes.len() == dims.len() && view.num_operands() == 1 + dims.len())?;
    let operand = view.operand(0);
    if sizes == dims {
        return replace(rewriter, op, operand);
    }
    let start: Option<Vec<i64>> = (0..dims.len())
        .map(|dim| Some(clamped(number(view, view.operand(1 + dim))?, sizes[dim], dims[dim])))
        .collect();
    let start = start.ok_or_else(NoMatch::quiet)?;
    let limit = start.iter().zip(&sizes).map(|(start, size)| start + size).collect();
    let range = Range { start, limit, strides: vec![1; sizes.len()] };
    let mut emit = Emit::before(rewriter, op);
    let attrs = range.attrs(emit.ctx());
    let new = emit.op("stablehlo.slice", &[operand], ty, &attrs);
    replace(rewriter, op, new)
}

/// An update of the whole is the update, and one without elements changes nothing.
fn dynamic_update_slice(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let (dims, update) = (operand_dims(ctx, view, 0)?, operand_dims(ctx, view, 1)?);
    need(update == dims || update.contains(&0))?;
    let value = view.operand(usize::from(update == dims));
    replace(rewriter, op, value)
}

/// One window at a constant place is a slice.
fn gather(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let ty = result_type(view)?;
    let numbers = GatherDimensionNumbers::named(view, "dimension_numbers").ok_or_else(NoMatch::quiet)?;
    let dims = operand_dims(ctx, view, 0)?;
    let sizes = list(view, "slice_sizes")?;
    let result = static_dims(ctx, ty)?;
    need(numbers.operand_batching_dims.is_empty() && sizes.len() == dims.len())?;
    need(elements(&sizes).is_some() && elements(&sizes) == elements(result))?;
    let indices = constant_of(view, view.operand(1)).and_then(|indices| integers(view.ctx, indices));
    let indices = indices
        .filter(|indices| indices.len() == numbers.start_index_map.len())
        .ok_or_else(NoMatch::quiet)?;
    // The window's dimensions keep their order, and all others have one element.
    need(numbers.offset_dims.is_sorted())?;
    let mut start = vec![0; dims.len()];
    for (&dim, &index) in numbers.start_index_map.iter().zip(&indices) {
        let at = usize::try_from(dim).ok().filter(|&at| at < dims.len()).ok_or_else(NoMatch::quiet)?;
        start[at] = clamped(index, sizes[at], dims[at]);
    }
    let limit = start.iter().zip(&sizes).map(|(start, size)| start + size).collect();
    let range = Range { start, limit, strides: vec![1; sizes.len()] };
    let elem = view.ctx.type_kind(ty).element_type().ok_or_else(NoMatch::quiet)?;
    let operand = view.operand(0);
    let mut emit = Emit::before(rewriter, op);
    let attrs = range.attrs(emit.ctx());
    let window = emit.ctx().tensor(&sizes, elem);
    let mut new = emit.op("stablehlo.slice", &[operand], window, &attrs);
    if window != ty {
        new = emit.reshape(new, result);
    }
    replace(rewriter, op, new)
}

/// A result without elements is a constant.
pub(super) fn empty_result(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let ty: Type = result_type(view)?;
    let dims = view.ctx.type_kind(ty).dims().ok_or_else(NoMatch::quiet)?;
    need(dims.contains(&0) && !dims.contains(&DYNAMIC) && view.name_str() != "stablehlo.constant")?;
    need(effects::of(view) == Effects::NONE)?;
    let mut emit = Emit::before(rewriter, op);
    let new = emit.constant(make_dense(emit.ctx(), ty, Vec::new()));
    replace(rewriter, op, new)
}
