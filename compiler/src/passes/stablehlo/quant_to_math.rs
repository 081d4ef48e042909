//! The pass `stablehlo-legalize-quant-to-math`: programs of quantized numbers become programs of the integers that are stored for them.
//!
//! Operations that only move elements do so with the stored integers. Sums of numbers that are quantized by tensors, and products whose results are
//! quantized as their operands say, are computed on integers; everything else on real numbers between `uniform_dequantize` and
//! `uniform_quantize`, which are arithmetic here too. Operations with regions are refused by name.

use tfrt_convert::{
    Benefit, Conversion, ConversionPatterns, ConversionRewriter, ConversionTarget, Converted, NoMatch,
    Operands, Root, TypeConverter,
};
use tfrt_dialects::quant::QuantizedType;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

use super::emit::{Emit, elements, with_element};
use super::quant_products as products;
use super::quantized_ops::{self, copied};

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-legalize-quant-to-math",
    title: "StablehloLegalizeQuantToMathPass",
    summary: "Computes functions of quantized numbers on the integers that are stored for them",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(QuantToMath)),
};

struct QuantToMath;

impl Pass for QuantToMath {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let types = TypeConverter::identity().conversion(|ctx, ty| Some(Converted::To(stored(ctx, ty))));
        let mut patterns = ConversionPatterns::new();
        patterns.add(Root::Any, Benefit(0), Box::new(moved));
        for &name in quantized_ops::OPS {
            patterns.add(Root::Op(name.into()), Benefit(1), Box::new(on_reals));
        }
        let mut first = |names: &[&'static str], pattern: Pattern| {
            for &name in names {
                patterns.add(Root::Op(name.into()), Benefit(2), Box::new(pattern));
            }
        };
        first(&["stablehlo.maximum", "stablehlo.minimum", "stablehlo.select"], moved_if_alike);
        first(&["stablehlo.add"], sum);
        first(&["stablehlo.dot", "stablehlo.dot_general", "stablehlo.convolution"], products::product);
        first(&["stablehlo.uniform_dequantize"], dequantize);
        first(&["stablehlo.uniform_quantize"], quantize);
        let conversion = ConversionTarget::new().others_legal_if(|op| {
            !op.operand_types().chain(op.result_types()).any(|ty| stored(op.ctx, ty) != ty)
        });
        if let Some(body) = target.nested() {
            Conversion::full(&conversion, &patterns).with_types(&types).with_block_arguments().run(
                ctx,
                body,
                cx.diagnostics,
            )?;
        }
        let signature = ctx.ident("function_type");
        if let Some(ty) = target.body.attr(target.op, signature).and_then(|ty| ctx.attr_as_type(ty)) {
            target.body.set_attr(ctx, target.op, signature, ctx.type_attr(stored(ctx, ty)));
        }
        Ok(())
    }
}

type Pattern = fn(Op, &Operands, &mut ConversionRewriter<'_>) -> Result<(), NoMatch>;

/// The quantization of a tensor's elements.
pub(super) fn quantized(ctx: &Context, ty: Type) -> Option<QuantizedType> {
    QuantizedType::of(ctx, ctx.type_kind(ty).element_type()?)
}

/// The integers that a quantized number is stored as.
fn storage(ctx: &Context, quantized: &QuantizedType) -> Type {
    match quantized.is_signed {
        true => ctx.int(quantized.storage_width),
        false => ctx.int_with_sign(quantized.storage_width, Signedness::Unsigned),
    }
}

/// The type with what is stored in the place of quantized numbers.
fn stored(ctx: &Context, ty: Type) -> Type {
    let all = |types: &[Type]| types.iter().map(|&ty| stored(ctx, ty)).collect::<Vec<_>>();
    match ctx.type_kind(ty) {
        TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_) => match quantized(ctx, ty) {
            Some(quantized) => with_element(ctx, ty, storage(ctx, &quantized)),
            None => ty,
        },
        TypeKind::Tuple(types) => ctx.tuple(&all(types)),
        TypeKind::Function { inputs, results } => ctx.function(&all(inputs), &all(results)),
        _ => ty,
    }
}

/// The same operation on stored integers.
fn moved(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    /// Operations that move elements, whatever these are.
    const MOVES: &[&str] = &[
        "func.return",
        "stablehlo.bitcast_convert",
        "stablehlo.broadcast_in_dim",
        "stablehlo.broadcast",
        "stablehlo.composite",
        "stablehlo.concatenate",
        "stablehlo.constant",
        "stablehlo.dynamic_broadcast_in_dim",
        "stablehlo.dynamic_gather",
        "stablehlo.dynamic_iota",
        "stablehlo.dynamic_pad",
        "stablehlo.dynamic_reshape",
        "stablehlo.dynamic_slice",
        "stablehlo.dynamic_update_slice",
        "stablehlo.gather",
        "stablehlo.get_dimension_size",
        "stablehlo.get_tuple_element",
        "stablehlo.maximum",
        "stablehlo.minimum",
        "stablehlo.optimization_barrier",
        "stablehlo.pad",
        "stablehlo.real_dynamic_slice",
        "stablehlo.reshape",
        "stablehlo.return",
        "stablehlo.reverse",
        "stablehlo.select",
        "stablehlo.set_dimension_size",
        "stablehlo.slice",
        "stablehlo.transpose",
        "stablehlo.tuple",
    ];
    let view = rewriter.op(op);
    let name = view.name_str();
    if !MOVES.contains(&name) {
        let message = format!("failed to legalize operation '{name}' that was explicitly marked illegal");
        return Err(NoMatch::refuse(message));
    }
    rewriter.retype(op, operands).map(drop)
}

fn moved_if_alike(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let kinds: Vec<QuantizedType> =
        view.operand_types().chain(view.result_types()).filter_map(|ty| quantized(ctx, ty)).collect();
    if kinds.iter().any(|kind| Some(kind) != kinds.first()) {
        return Err(NoMatch::quiet());
    }
    moved(op, operands, rewriter)
}

/// A number, or one for each index along a dimension, as a constant.
pub(super) fn parameters(
    emit: &mut Emit<'_, '_>,
    quantized: &QuantizedType,
    elem: Type,
    number: impl Fn(f64, i64) -> f64,
) -> Value {
    let ctx = emit.ctx();
    let values: Vec<f64> = quantized.parameters.iter().map(|&(scale, zero)| number(scale, zero)).collect();
    let dims: &[i64] = match quantized.dimension {
        Some(_) => &[values.len() as i64],
        None => &[],
    };
    emit.constant(elements(ctx, ctx.tensor(dims, elem), &values))
}

pub(super) fn scalar(emit: &mut Emit<'_, '_>, elem: Type, value: f64) -> Value {
    let ctx = emit.ctx();
    emit.constant(elements(ctx, ctx.tensor(&[], elem), &[value]))
}

/// An operation of `chlo` that broadcasts its right operand along the dimension that a type is quantized along.
pub(super) fn broadcast(
    emit: &mut Emit<'_, '_>,
    name: &str,
    lhs: Value,
    rhs: Value,
    quantized: &QuantizedType,
) -> Value {
    let ctx = emit.ctx();
    let ty = emit.ty(lhs);
    let dims: Option<Attr> = quantized.dimension.map(|dim| tfrt_dialects::stablehlo::i64_array(ctx, &[dim]));
    let attrs: Vec<(&str, Attr)> = dims.map(|dims| ("broadcast_dimensions", dims)).into_iter().collect();
    emit.op(name, &[lhs, rhs], ty, &attrs)
}

/// As [`broadcast`], of scalars.
pub(super) fn broadcast_scalar(emit: &mut Emit<'_, '_>, name: &str, operands: [Value; 2]) -> Value {
    let [lhs, rhs] = operands.map(|value| emit.ty(value));
    let is_scalar = |ty: Type| emit.ctx().type_kind(ty).dims().is_some_and(<[i64]>::is_empty);
    let ty = if is_scalar(lhs) { rhs } else { lhs };
    emit.op(name, &operands, ty, &[])
}

/// The real numbers that stored integers stand for.
fn real(emit: &mut Emit<'_, '_>, value: Value, quantized: &QuantizedType) -> Value {
    let ctx = emit.ctx();
    let expressed = ctx.float(quantized.expressed);
    let scale = parameters(emit, quantized, expressed, |scale, _| scale);
    let zero = parameters(emit, quantized, ctx.i32(), |_, zero| zero as f64);
    let wide = emit.convert(value, ctx.i32());
    let shifted = broadcast(emit, "chlo.broadcast_subtract", wide, zero, quantized);
    let float = emit.convert(shifted, expressed);
    broadcast(emit, "chlo.broadcast_multiply", float, scale, quantized)
}

/// Clamps real numbers to the range that is stored, and rounds them to integers.
fn integers(emit: &mut Emit<'_, '_>, value: Value, quantized: &QuantizedType) -> Value {
    let ctx = emit.ctx();
    let expressed = ctx.float(quantized.expressed);
    let least = scalar(emit, expressed, quantized.storage_min as f64);
    let greatest = scalar(emit, expressed, quantized.storage_max as f64);
    let ty = emit.ty(value);
    let clamped = emit.op("stablehlo.clamp", &[least, value, greatest], ty, &[]);
    let rounded = emit.elementwise("stablehlo.round_nearest_even", &[clamped]);
    emit.convert(rounded, storage(ctx, quantized))
}

/// The integers that are stored for real numbers.
fn stored_of(emit: &mut Emit<'_, '_>, value: Value, quantized: &QuantizedType) -> Value {
    let ctx = emit.ctx();
    let expressed = ctx.float(quantized.expressed);
    let scale = parameters(emit, quantized, expressed, |scale, _| scale);
    let zero = parameters(emit, quantized, expressed, |_, zero| zero as f64);
    // Both are there before the range, as the operations that take them are.
    let least = scalar(emit, expressed, quantized.storage_min as f64);
    let greatest = scalar(emit, expressed, quantized.storage_max as f64);
    let scaled = broadcast(emit, "chlo.broadcast_divide", value, scale, quantized);
    let shifted = broadcast(emit, "chlo.broadcast_add", scaled, zero, quantized);
    let ty = emit.ty(shifted);
    let clamped = emit.op("stablehlo.clamp", &[least, shifted, greatest], ty, &[]);
    let rounded = emit.elementwise("stablehlo.round_nearest_even", &[clamped]);
    emit.convert(rounded, storage(ctx, quantized))
}

fn dequantize(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let kind = quantized(view.ctx, view.value_type(view.operand(0))).ok_or_else(NoMatch::quiet)?;
    let value = operands.one(0)?;
    let value = real(&mut Emit::before(rewriter, op), value, &kind);
    rewriter.replace_op(op, &[value]);
    Ok(())
}

/// By how much numbers of one scheme are scaled and shifted to be numbers of another, for each pair of parameters.
fn rescaled(from: &QuantizedType, to: &QuantizedType) -> QuantizedType {
    let parameters = from.parameters.iter().zip(&to.parameters);
    QuantizedType {
        parameters: parameters.map(|(&(scale, _), &(other, _))| (scale / other, 0)).collect(),
        ..to.clone()
    }
}

/// Real numbers that are those of another scheme but for rounding.
fn requantized(emit: &mut Emit<'_, '_>, value: Value, from: &QuantizedType, to: &QuantizedType) -> Value {
    let ctx = emit.ctx();
    let expressed = ctx.float(to.expressed);
    let factors = rescaled(from, to);
    let float = emit.convert(value, expressed);
    let factor = parameters(emit, &factors, expressed, |scale, _| scale);
    let scaled = broadcast(emit, "chlo.broadcast_multiply", float, factor, to);
    let pairs = from.parameters.iter().zip(&to.parameters).zip(&factors.parameters);
    let shifts: Vec<f64> =
        pairs.map(|((&(_, zero), &(_, other)), &(factor, _))| other as f64 - zero as f64 * factor).collect();
    if shifts.iter().all(|&shift| shift == 0.0) {
        return scaled;
    }
    let dims: &[i64] = if to.dimension.is_some() { &[shifts.len() as i64] } else { &[] };
    let shift = emit.constant(elements(ctx, ctx.tensor(dims, expressed), &shifts));
    broadcast(emit, "chlo.broadcast_add", scaled, shift, to)
}

fn quantize(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let to = view.result_types().next().and_then(|ty| quantized(ctx, ty)).ok_or_else(NoMatch::quiet)?;
    let from = quantized(ctx, view.value_type(view.operand(0)));
    let value = operands.one(0)?;
    let mut emit = Emit::before(rewriter, op);
    let new = match from {
        Some(from) if from.dimension != to.dimension || from.parameters.len() != to.parameters.len() => {
            let value = real(&mut emit, value, &from);
            stored_of(&mut emit, value, &to)
        }
        Some(from) => {
            let value = requantized(&mut emit, value, &from, &to);
            integers(&mut emit, value, &to)
        }
        None => stored_of(&mut emit, value, &to),
    };
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// An operation of real numbers.
fn on_reals(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let kinds: Vec<Option<QuantizedType>> = view.operand_types().map(|ty| quantized(ctx, ty)).collect();
    let results: Vec<Type> = view.result_types().collect();
    let mut values = operands.all().to_vec();
    let mut emit = Emit::before(rewriter, op);
    for (value, kind) in values.iter_mut().zip(&kinds) {
        if let Some(kind) = kind {
            *value = real(&mut emit, *value, kind);
        }
    }
    let reals: Vec<Type> =
        results.iter().map(|&ty| quantized_ops::expressed(ctx, ty).unwrap_or(ty)).collect();
    let new = copied(rewriter, op, &values, &reals);
    let values: Vec<Value> = rewriter.body().results(new).collect();
    let mut emit = Emit::before(rewriter, op);
    let given: Vec<Value> = values
        .into_iter()
        .zip(results)
        .map(|(value, ty)| match quantized(ctx, ty) {
            Some(kind) => stored_of(&mut emit, value, &kind),
            None => value,
        })
        .collect();
    rewriter.replace_op(op, &given);
    Ok(())
}

/// A sum of numbers that tensors are quantized with, on integers of 32 bits.
fn sum(op: Op, operands: &Operands, rewriter: &mut ConversionRewriter<'_>) -> Result<(), NoMatch> {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let kinds: Option<Vec<QuantizedType>> =
        view.operand_types().chain(view.result_types()).map(|ty| quantized(ctx, ty)).collect();
    let Some([lhs, rhs, to]) = kinds.as_deref() else { return Err(NoMatch::quiet()) };
    if [lhs, rhs, to].iter().any(|kind| kind.dimension.is_some()) {
        return Err(NoMatch::quiet());
    }
    let values = [operands.one(0)?, operands.one(1)?];
    let mut emit = Emit::before(rewriter, op);
    let emit = &mut emit;
    let [x, y] = [(values[0], lhs), (values[1], rhs)].map(|(value, from)| {
        if from.parameters == to.parameters {
            return emit.convert(value, ctx.i32());
        }
        let value = requantized(emit, value, from, to);
        let rounded = emit.elementwise("stablehlo.round_nearest_even", &[value]);
        emit.convert(rounded, ctx.i32())
    });
    // Each of the two has the zero point.
    let zero = parameters(emit, to, ctx.i32(), |_, zero| zero as f64);
    let all = emit.op("chlo.broadcast_add", &[x, y], emit.ty(x), &[]);
    let shifted = broadcast(emit, "chlo.broadcast_subtract", all, zero, to);
    let least = scalar(emit, ctx.i32(), to.storage_min as f64);
    let greatest = scalar(emit, ctx.i32(), to.storage_max as f64);
    let clamped = emit.op("stablehlo.clamp", &[least, shifted, greatest], emit.ty(shifted), &[]);
    let new = emit.convert(clamped, storage(ctx, to));
    rewriter.replace_op(op, &[new]);
    Ok(())
}

/// The integers that the result of an operation is stored as, from integers of 32 bits.
pub(super) fn narrowed(emit: &mut Emit<'_, '_>, value: Value, to: &QuantizedType) -> Value {
    let ty = storage(emit.ctx(), to);
    emit.convert(value, ty)
}

/// Whether an operand is of real numbers that take part in a product with quantized ones.
pub(super) fn is_real(op: OpRef<'_>, ty: Type) -> bool {
    let elem = op.ctx.type_kind(ty).element_type().map(|elem| op.ctx.type_kind(elem));
    matches!(elem, Some(TypeKind::Float(FloatKind::F32 | FloatKind::F64 | FloatKind::F16 | FloatKind::BF16)))
}
