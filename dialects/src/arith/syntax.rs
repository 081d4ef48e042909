//! The custom forms of `arith`: `arith.addi %a, %b overflow<nsw> : i32`, `arith.cmpi slt, %a, %b : i32`,
//! `arith.extsi %a : i32 to i64`, `arith.constant 1 : i32`.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::TypeConstraint;
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter, type_to_string};
use tfrt_ir::types::TypeKind;

use super::flags::{parse as parse_flags, print as print_flags};

/// The predicates of `arith.cmpi`, in the order of their numbers.
pub const INTEGER_PREDICATES: [&str; 10] =
    ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

/// The predicates of `arith.cmpf`, in the order of their numbers.
pub const FLOAT_PREDICATES: [&str; 16] = [
    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
    "uno", "true",
];

/// Operands, flags and attributes: what stands before the types.
pub(crate) fn print_operands(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    let written = print_flags(p, op);
    p.attr_dict(op, &written);
}

/// `%a, %b [flags] {…} : T`
pub(crate) fn parse_same(
    p: &mut OpParser<'_, '_>,
    state: &mut OpState,
    operands: usize,
) -> Result<(), Failed> {
    let mut names = vec![p.operand()?];
    while names.len() < operands {
        p.comma()?;
        names.push(p.operand()?);
    }
    parse_flags(p, state)?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    for name in &names {
        p.resolve(name, ty, &mut state.operands)?;
    }
    state.result_types.push(ty);
    Ok(())
}

pub(crate) fn print_same(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    p.text(" : ");
    p.types(op.result_types());
}

/// `%a [flags] {…} : T to U`
pub(super) fn parse_cast(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let operand = p.operand()?;
    parse_flags(p, state)?;
    p.attr_dict(&mut state.attrs)?;
    let from = p.colon_type()?;
    p.keyword("to")?;
    let to = p.ty()?;
    p.resolve(&operand, from, &mut state.operands)?;
    state.result_types.push(to);
    Ok(())
}

pub(super) fn print_cast(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    p.text(" : ");
    p.types(op.operand_types());
    p.text(" to ");
    p.types(op.result_types());
}

/// `slt, %a, %b [flags] {…} : T`
pub(super) fn parse_compare(
    p: &mut OpParser<'_, '_>,
    state: &mut OpState,
    predicates: &[&str],
    of: &TypeConstraint,
) -> Result<(), Failed> {
    let ctx = p.ctx();
    let at = p.offset();
    let is_string = p.at_string();
    let number = match predicates.iter().position(|predicate| p.optional_keyword(predicate)) {
        Some(number) => number,
        None if is_string => {
            let word = p.keyword_or_string()?;
            let Some(number) = predicates.iter().position(|predicate| *predicate == word) else {
                return Err(p.error(at, format!("invalid predicate attribute specification: \"{word}\"")));
            };
            number
        }
        None => {
            let known = predicates.join(", ");
            let message = format!(
                "expected string or keyword containing one of the following enum values for attribute 'predicate' [{known}]"
            );
            return Err(p.error(at, message));
        }
    };
    state.attrs.push((ctx.ident("predicate"), ctx.i64_attr(number as i64)));
    p.comma()?;
    let lhs = p.operand()?;
    p.comma()?;
    let rhs = p.operand()?;
    parse_flags(p, state)?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    // The type of the result follows only from a right one.
    if !of.matches(ctx, ty) {
        let message = format!("'lhs' must be {}, but got '{}'", of.description(), type_to_string(ctx, ty));
        return Err(p.error(p.name_offset(), message));
    }
    p.resolve(&lhs, ty, &mut state.operands)?;
    p.resolve(&rhs, ty, &mut state.operands)?;
    state.result_types.push(like(ctx, ty));
    Ok(())
}

/// `i1`, or a vector or tensor of it like this one.
pub(crate) fn like(ctx: &Context, ty: Type) -> Type {
    let elem = ctx.i1();
    match ctx.type_kind(ty).clone() {
        TypeKind::Vector { dims, scalable, .. } => ctx.intern_type(TypeKind::Vector { dims, scalable, elem }),
        TypeKind::RankedTensor { dims, encoding, .. } => {
            ctx.intern_type(TypeKind::RankedTensor { dims, elem, encoding })
        }
        TypeKind::UnrankedTensor(_) => ctx.unranked_tensor(elem),
        _ => elem,
    }
}

pub(super) fn print_compare(p: &mut OpPrinter<'_>, op: OpRef<'_>, predicates: &[&str]) {
    let number = op.attr("predicate").and_then(|predicate| op.ctx.attr_as_i64(predicate)).unwrap_or_default();
    p.text(" ");
    p.text(usize::try_from(number).ok().and_then(|number| predicates.get(number)).copied().unwrap_or("?"));
    p.text(", ");
    p.operands(op.operands());
    let mut written = print_flags(p, op);
    written.push("predicate");
    p.attr_dict(op, &written);
    p.text(" : ");
    p.types(op.operand_types().take(1));
}

/// `%c, %a, %b {…} : [C,] T`
pub(super) fn parse_select(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let at = p.offset();
    if !p.at_operand() {
        return Err(p.wrong_token("expected operand"));
    }
    let operands = p.operand_list(Delimiter::None)?;
    let &[condition, first, second] = &operands[..] else { return Err(p.error(at, "expected 3 operands")) };
    p.attr_dict(&mut state.attrs)?;
    let mut ty = p.colon_type()?;
    let mut condition_type = p.ctx().i1();
    if p.optional_comma() {
        condition_type = ty;
        ty = p.ty()?;
    }
    p.resolve(&condition, condition_type, &mut state.operands)?;
    p.resolve(&first, ty, &mut state.operands)?;
    p.resolve(&second, ty, &mut state.operands)?;
    state.result_types.push(ty);
    Ok(())
}

pub(super) fn print_select(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands());
    p.attr_dict(op, &[]);
    p.text(" : ");
    let condition = op.operand_types().next().filter(|&ty| ty != op.ctx.i1());
    p.types(condition.into_iter().chain(op.result_types()));
}

/// `{…} value`, whose type is the result's.
pub(super) fn parse_constant(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    p.attr_dict(&mut state.attrs)?;
    let at = p.offset();
    let value = p.attribute(None)?;
    let ty = match (ctx.attr_type(value), ctx.attr_kind(value)) {
        (Some(ty), _) => ty,
        // An attribute with a type of its own has this one unless it says otherwise.
        (None, AttrKind::String { .. } | AttrKind::Opaque { .. }) => ctx.none(),
        (None, _) => {
            return Err(p.error(at, "invalid kind of attribute specified: expected an attribute with a type"));
        }
    };
    state.attrs.push((ctx.ident("value"), value));
    state.result_types.push(ty);
    Ok(())
}

pub(super) fn print_constant(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.attr_dict(op, &["value"]);
    p.text(" ");
    if let Some(value) = op.attr("value") {
        p.attr(value);
    }
}

/// `%c7_i32`, `%true`, `%cst`: how upstream names constants.
pub(super) fn name_constant(op: OpRef<'_>, name: &mut dyn FnMut(usize, &str)) {
    let ctx = op.ctx;
    let Some(value) = op.attr("value") else { return };
    let AttrKind::Integer { ty, value: number } = ctx.attr_kind(value) else {
        return name(0, "cst");
    };
    if *ty == ctx.i1() {
        return name(0, if number.is_zero() { "false" } else { "true" });
    }
    let number = number.to_decimal(true);
    if *ty == ctx.index() {
        name(0, &format!("c{number}"));
    } else {
        name(0, &format!("c{number}_{}", type_to_string(ctx, *ty)));
    }
}

/// `%a, %scale [flags] {…} : T, S to U`
pub(super) fn parse_scaling(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let operand = p.operand()?;
    p.comma()?;
    let scale = p.operand()?;
    parse_flags(p, state)?;
    p.attr_dict(&mut state.attrs)?;
    let from = p.colon_type()?;
    p.comma()?;
    let by = p.ty()?;
    p.keyword("to")?;
    let to = p.ty()?;
    p.resolve(&operand, from, &mut state.operands)?;
    p.resolve(&scale, by, &mut state.operands)?;
    state.result_types.push(to);
    Ok(())
}

pub(super) fn print_scaling(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    p.text(" : ");
    p.types(op.operand_types());
    p.text(" to ");
    p.types(op.result_types());
}

/// `%a, %b {…} : T, B`
pub(super) fn parse_extended_sum(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let lhs = p.operand()?;
    p.comma()?;
    let rhs = p.operand()?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    p.comma()?;
    let overflow = p.ty()?;
    p.resolve(&lhs, ty, &mut state.operands)?;
    p.resolve(&rhs, ty, &mut state.operands)?;
    state.result_types.extend([ty, overflow]);
    Ok(())
}

pub(super) fn print_extended_sum(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_operands(p, op);
    p.text(" : ");
    p.types(op.result_types());
}
