//! The rules of `arith` operations beyond the types of their operands and results, with upstream's messages.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::{Signedness, Type, TypeKind};
use tfrt_ir::verify::OpVerifier;

/// The messages of [`constant`].
pub(super) const CONSTANT_MESSAGES: [&str; 3] = [
    "failed to verify that all of {value, result} have same type",
    "integer return type must be signless",
    "value must be an integer, float, or elements attribute",
];

pub(super) fn constant(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let ctx = op.ctx;
    let (value, ty) = (op.attr("value"), op.result_types().next());
    let own = value.map(|value| ctx.attr_type(value).unwrap_or(ctx.none()));
    if own != ty {
        return Err(verifier.op_error(op, CONSTANT_MESSAGES[0]));
    }
    let kind = ty.map(|ty| ctx.type_kind(ty));
    if matches!(kind, Some(TypeKind::Integer { sign, .. }) if *sign != Signedness::Signless) {
        return Err(verifier.op_error(op, CONSTANT_MESSAGES[1]));
    }
    let is_number = value.is_some_and(|value| {
        matches!(
            ctx.attr_kind(value),
            AttrKind::Integer { .. }
                | AttrKind::Float { .. }
                | AttrKind::DenseElements { .. }
                | AttrKind::DenseStrings { .. }
                | AttrKind::DenseResource { .. }
                | AttrKind::Sparse { .. }
        )
    });
    if is_number { Ok(()) } else { Err(verifier.op_error(op, CONSTANT_MESSAGES[2])) }
}

/// The message of [`compare`].
pub(super) const COMPARE_MESSAGES: [&str; 1] = ["requires all operands to have the same type"];

pub(super) fn compare(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let mut types = op.operand_types();
    if types.next() == types.next() { Ok(()) } else { Err(verifier.op_error(op, COMPARE_MESSAGES[0])) }
}

/// The messages of [`select`].
pub(super) const SELECT_MESSAGES: [&str; 2] = [
    "failed to verify that all of {true_value, false_value, result} have same type",
    "failed to verify that condition is signless i1 or has matching shape",
];

pub(super) fn select(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let types: Vec<_> = op.operand_types().chain(op.result_types()).collect();
    if types[1..].iter().any(|ty| *ty != types[1]) {
        return Err(verifier.op_error(op, SELECT_MESSAGES[0]));
    }
    if types[0] != op.ctx.i1() && types[0] != super::syntax::like(op.ctx, types[1]) {
        return Err(verifier.op_error(op, SELECT_MESSAGES[1]));
    }
    Ok(())
}

/// The messages of [`extended_sum`].
pub(super) const EXTENDED_SUM_MESSAGES: [&str; 2] = [
    "failed to verify that all of {lhs, rhs, sum} have same type",
    "failed to verify that result type has i1 element type and same shape as operands",
];

pub(super) fn extended_sum(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let types: Vec<_> = op.operand_types().chain(op.result_types()).collect();
    if types[..3].iter().any(|ty| *ty != types[0]) {
        return Err(verifier.op_error(op, EXTENDED_SUM_MESSAGES[0]));
    }
    match types[3] == super::syntax::like(op.ctx, types[0]) {
        true => Ok(()),
        false => Err(verifier.op_error(op, EXTENDED_SUM_MESSAGES[1])),
    }
}

/// The messages of [`cast`].
const CAST_MESSAGES: [&str; 3] = [
    "requires the same shape for all operands and results",
    "failed to verify that input and output have the same tensor dimensions",
    "operand type '{}' and result type '{}' are cast incompatible",
];

/// The messages of [`cast`] that an operation can give.
pub(super) fn cast_messages(name: &str) -> &'static [&'static str] {
    // Between integers and floats there is no cast that loses or gains nothing.
    if name.ends_with("tofp") || name.starts_with("fpto") { &CAST_MESSAGES[..2] } else { &CAST_MESSAGES }
}

pub(super) fn cast(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let ctx = op.ctx;
    let (Some(from), Some(to)) = (op.operand_types().next(), op.result_types().next()) else { return Ok(()) };
    let (from_kind, to_kind) = (ctx.type_kind(from), ctx.type_kind(to));
    if !shapes_agree(from_kind, to_kind) {
        return Err(verifier.op_error(op, CAST_MESSAGES[0]));
    }
    if from_kind.dims() != to_kind.dims()
        || std::mem::discriminant(from_kind) != std::mem::discriminant(to_kind) && from_kind.is_shaped()
    {
        return Err(verifier.op_error(op, CAST_MESSAGES[1]));
    }
    let element =
        |ty: Type, kind: &TypeKind| if kind.is_shaped() { kind.element_type().unwrap_or(ty) } else { ty };
    let (from_element, to_element) = (element(from, from_kind), element(to, to_kind));
    let (narrow, wide) = (width(ctx, from_element), width(ctx, to_element));
    let is_index = |ty: Type| ty == ctx.index();
    let agrees = match op.name_str() {
        "arith.extsi" | "arith.extui" | "arith.extf" => narrow < wide,
        "arith.trunci" | "arith.truncf" => narrow > wide,
        "arith.index_cast" | "arith.index_castui" => is_index(from_element) != is_index(to_element),
        "arith.bitcast" => narrow == wide,
        _ => true,
    };
    if agrees {
        return Ok(());
    }
    let [from, to] = [from, to].map(|ty| type_to_string(ctx, ty));
    Err(verifier.op_error(op, format!("operand type '{from}' and result type '{to}' are cast incompatible")))
}

/// Whether two types are both scalars, or have shapes that could be the same.
fn shapes_agree(from: &TypeKind, to: &TypeKind) -> bool {
    if from.is_shaped() != to.is_shaped() {
        return false;
    }
    if let (TypeKind::Vector { scalable: from, .. }, TypeKind::Vector { scalable: to, .. }) = (from, to)
        && from != to
    {
        return false;
    }
    let (Some(from), Some(to)) = (from.dims(), to.dims()) else { return true };
    from.len() == to.len() && from.iter().zip(to).all(|(from, to)| from == to || *from < 0 || *to < 0)
}

/// The number of bits of a number.
fn width(ctx: &Context, ty: Type) -> u32 {
    match ctx.type_kind(ty) {
        TypeKind::Integer { width, .. } => *width,
        TypeKind::Float(kind) => kind.width(),
        _ => 0,
    }
}
