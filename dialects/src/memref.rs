//! The part of the `memref` dialect that loops over memory use: modules that are kept for a compiler in the executor
//! (`tfrt.compiled`) usually consist of it. These operations do not run. Other operations of the dialect are accepted in
//! generic form.

mod access;
mod storage;
mod views;

use crate::effects::fresh_allocation;
use tfrt_ir::AttrKind;
use tfrt_ir::body::OpState;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dialect::Dialect;
use tfrt_ir::effects::Effects;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter};
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ir::verify::OpVerifier;

const SEGMENTS: &str = "operandSegmentSizes";
const INDEX_COUNT: &str = "has {} indices for a memref of rank {}";
const ELEMENT_TYPE: &str = "has a value that is not of the memref's element type";
const SIZE_COUNT: &str = "has {} sizes for {} dynamic dimensions";

/// The dialect itself.
pub(crate) fn dialect() -> Dialect {
    Dialect::new("memref")
        .summary(
            "MLIR's views of memory, for modules that another compiler gets: operations on them are read, checked and kept, \
             and run nowhere.",
        )
        .allow_unknown_ops()
        .materialize_hook(crate::arith::materialize)
        .inlinable()
}

fn index() -> TypeConstraint {
    TypeConstraint::exactly("index", |ctx| ctx.index())
}

fn ranked() -> TypeConstraint {
    TypeConstraint::new("memref of any type values", |ctx, ty| {
        matches!(ctx.type_kind(ty), TypeKind::MemRef { .. })
    })
}

fn ranked_or_not() -> TypeConstraint {
    TypeConstraint::new("ranked or unranked memref of any type values", |ctx, ty| {
        matches!(ctx.type_kind(ty), TypeKind::MemRef { .. } | TypeKind::UnrankedMemRef { .. })
    })
}

/// The operations.
pub(crate) fn ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("memref.{name}"));
    let allocation = |name: &str, summary: &'static str| {
        op(name)
            .summary(summary)
            .variadic_operand("dynamicSizes", index())
            .variadic_operand("symbolOperands", index())
            .optional_attribute("alignment", AttrConstraint::integer(64))
            .attribute(SEGMENTS, AttrConstraint::any())
            .result("memref", ranked())
            .traits(Traits::ATTR_SIZED_OPERANDS)
            .parse_hook(parse_allocation)
            .print_hook(print_allocation)
            .verify_hook(verify_allocation)
            .result_names_hook(|op, name| name(0, op.name_str().trim_start_matches("memref.")))
            .effects_hook(fresh_allocation)
            .verify_messages(&[SIZE_COUNT])
    };
    let mut ops = vec![
        allocation("alloc", "Takes memory, which has to be given back."),
        allocation("alloca", "Takes memory that goes with the operation around."),
        op("dealloc")
            .summary("Gives memory back.")
            .operand("memref", ranked_or_not())
            .format("$memref attr-dict `:` type($memref)"),
        op("load")
            .summary("Reads an element.")
            .operand("memref", ranked())
            .variadic_operand("indices", index())
            .result("result", TypeConstraint::any())
            .optional_attribute("nontemporal", AttrConstraint::boolean())
            .optional_attribute("alignment", AttrConstraint::integer(64))
            .parse_hook(parse_load)
            .print_hook(print_load)
            .verify_hook(verify_access)
            .verify_messages(&[INDEX_COUNT, ELEMENT_TYPE])
            .traits(Traits::READS_ONLY)
            .effects_hook(|_| Effects::READS),
        op("store")
            .summary("Writes an element.")
            .operand("value", TypeConstraint::any())
            .operand("memref", ranked())
            .variadic_operand("indices", index())
            .optional_attribute("nontemporal", AttrConstraint::boolean())
            .optional_attribute("alignment", AttrConstraint::integer(64))
            .parse_hook(parse_store)
            .print_hook(print_store)
            .verify_hook(verify_access)
            .verify_messages(&[INDEX_COUNT, ELEMENT_TYPE]),
        op("dim")
            .summary("One dimension, by index.")
            .operand("source", ranked_or_not())
            .operand("index", index())
            .result("result", index())
            .result_names_hook(|_, name| name(0, "dim"))
            .traits(Traits::PURE)
            .format("attr-dict $source `,` $index `:` type($source)"),
        op("rank")
            .summary("The number of dimensions.")
            .operand("memref", ranked_or_not())
            .result("result", index())
            .traits(Traits::PURE)
            .format("$memref attr-dict `:` type($memref)"),
        op("cast")
            .summary("The same memory, of which more or less is known.")
            .operand("source", ranked_or_not())
            .result("dest", ranked_or_not())
            .result_names_hook(|_, name| name(0, "cast"))
            .traits(Traits::PURE)
            .format("$source attr-dict `:` type($source) `to` type($dest)"),
        op("copy")
            .summary("Copies all elements.")
            .operand("source", ranked_or_not())
            .operand("target", ranked_or_not())
            .format("$source `,` $target attr-dict `:` type($source) `to` type($target)"),
    ];
    ops.extend(views::ops());
    ops.extend(storage::ops());
    ops.extend(access::ops());
    ops
}

fn element_type(ctx: &Context, memref: Type) -> Option<Type> {
    ctx.type_kind(memref).element_type()
}

/// `%m[%i, …] attr-dict : memref<…>`; what was read of it.
fn parse_access(p: &mut OpParser<'_, '_>, state: &mut OpState, value: bool) -> Result<Type, Failed> {
    let ctx = p.ctx();
    let value = if value {
        let value = p.operand()?;
        p.comma()?;
        Some(value)
    } else {
        None
    };
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.attr_dict(&mut state.attrs)?;
    let at = p.offset();
    let ty = p.colon_type()?;
    let Some(element) = element_type(ctx, ty) else {
        return Err(p.error(at, "expected a memref type"));
    };
    if let Some(value) = value {
        p.resolve(&value, element, &mut state.operands)?;
    }
    p.resolve(&memref, ty, &mut state.operands)?;
    for index in &indices {
        p.resolve(index, ctx.index(), &mut state.operands)?;
    }
    Ok(element)
}

fn parse_load(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let element = parse_access(p, state, false)?;
    state.result_types.push(element);
    Ok(())
}

fn parse_store(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    parse_access(p, state, true).map(drop)
}

fn print_access(p: &mut OpPrinter<'_>, op: OpRef<'_>, memref: usize) {
    p.text(" ");
    p.operands(op.operands().take(memref + 1));
    p.text("[");
    p.operands(op.operands().skip(memref + 1));
    p.text("]");
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types(op.operand_types().skip(memref).take(1));
}

fn print_load(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_access(p, op, 0);
}

fn print_store(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    print_access(p, op, 1);
}

fn verify_access(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let types: Vec<Type> = op.operand_types().collect();
    let (value, memref, indices) = match op.result_types().next() {
        Some(result) => (result, types[0], types.len() - 1),
        None => (types[0], types[1], types.len() - 2),
    };
    let rank = op.ctx.type_kind(memref).dims().map_or(0, <[i64]>::len);
    if indices != rank {
        let message = format!("has {indices} indices for a memref of rank {rank}");
        return Err(verifier.op_error(op, message));
    }
    if element_type(op.ctx, memref) != Some(value) {
        return Err(verifier.op_error(op, ELEMENT_TYPE));
    }
    Ok(())
}

/// `(%size, …)[[%symbol, …]] attr-dict : memref<…>`
fn parse_allocation(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let sizes = p.operand_list(Delimiter::Paren)?;
    let symbols = p.operand_list(Delimiter::OptionalSquare)?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    for operand in sizes.iter().chain(&symbols) {
        p.resolve(operand, ctx.index(), &mut state.operands)?;
    }
    let segments = [sizes.len(), symbols.len()];
    let data: Vec<u8> = segments.iter().flat_map(|&size| (size as i32).to_le_bytes()).collect();
    let segments = ctx.intern_attr(AttrKind::DenseArray { elem: ctx.i32(), data: data.into() });
    state.attrs.push((ctx.ident(SEGMENTS), segments));
    state.result_types.push(ty);
    Ok(())
}

fn print_allocation(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let sizes =
        op.group_sizes(SEGMENTS).and_then(|sizes| sizes.first().copied()).unwrap_or(op.num_operands());
    let operands: Vec<Value> = op.operands().collect();
    let (sizes, symbols) = operands.split_at(sizes.min(operands.len()));
    p.text("(");
    p.operands(sizes.iter().copied());
    p.text(")");
    if !symbols.is_empty() {
        p.text("[");
        p.operands(symbols.iter().copied());
        p.text("]");
    }
    p.attr_dict(op, &[SEGMENTS]);
    p.text(" : ");
    p.types(op.result_types());
}

fn verify_allocation(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let sizes = op.group_sizes(SEGMENTS).and_then(|sizes| sizes.first().copied()).unwrap_or(0);
    let dims = op.result_types().next().and_then(|ty| op.ctx.type_kind(ty).dims());
    let dynamic = dims.map_or(0, |dims| dims.iter().filter(|&&dim| dim == DYNAMIC).count());
    if sizes != dynamic {
        let message = format!("has {sizes} sizes for {dynamic} dynamic dimensions");
        return Err(verifier.op_error(op, message));
    }
    Ok(())
}
