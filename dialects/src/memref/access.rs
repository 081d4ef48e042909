//! Accesses of memory besides plain ones: atomic changes, prefetches, and copies that a device makes while the program goes on.

use tfrt_ir::body::{OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter, UnresolvedOperand};
use tfrt_ir::types::TypeKind;
use tfrt_ir::verify::OpVerifier;

use super::{element_type, index, ranked};

/// The combination of two values in an atomic change, by number.
const KINDS: [&str; 16] = [
    "addf", "addi", "andi", "assign", "maximumf", "maxnumf", "maxs", "maxu", "minimumf", "minnumf", "mins",
    "minu", "mulf", "muli", "ori", "xori",
];

/// The messages of [`verify_change`].
const CHANGE_MESSAGES: [&str; 4] = [
    "failed to verify that value type matches element type of memref",
    "expects the number of subscripts to be equal to memref rank",
    "with kind '{}' expects a floating-point type",
    "with kind '{}' expects an integer type",
];

/// The messages of [`verify_generic`].
const GENERIC_MESSAGES: [&str; 3] = [
    "expected single number of entry block arguments",
    "expected block argument of the same type result type",
    "body of 'memref.generic_atomic_rmw' should contain only operations with no side effects",
];

const YIELD_PARENT: &str = "expects parent op 'memref.generic_atomic_rmw'";
const YIELD_TYPE: &str = "types mismatch between yield op: {} and its parent: {}";
const FEW_INDICES: &str = "too few indices";
const OPERAND_COUNT: &str = "incorrect number of operands";
const TAG_COUNT: &str =
    "expected tagIndices to have the same number of elements as the tagMemRef rank, expected {}, but got {}";

/// The operations.
pub(super) fn ops() -> Vec<OpDefinition> {
    let op = |name: &str| OpDefinition::new(format!("memref.{name}"));
    vec![
        op("prefetch")
            .summary("Says that an element will be read or written soon.")
            .operand("memref", ranked())
            .variadic_operand("indices", index())
            .attribute("isWrite", AttrConstraint::boolean())
            .attribute("localityHint", locality())
            .attribute("isDataCache", AttrConstraint::boolean())
            .parse_hook(parse_prefetch)
            .print_hook(print_prefetch)
            .verify_hook(verify_prefetch)
            .verify_messages(&[FEW_INDICES]),
        op("atomic_rmw")
            .summary("Joins a value with an element, in one step that no other access divides; gives the element as it was.")
            .attribute("kind", kind())
            .operand("value", TypeConstraint::any())
            .operand("memref", ranked())
            .variadic_operand("indices", index())
            .result("result", TypeConstraint::any())
            .parse_hook(parse_change)
            .print_hook(print_change)
            .verify_hook(verify_change)
            .verify_messages(&CHANGE_MESSAGES),
        op("generic_atomic_rmw")
            .summary("Replaces an element by what a region computes of it, in one step that no other access divides.")
            .operand("memref", ranked())
            .variadic_operand("indices", index())
            .result("result", TypeConstraint::any())
            .region("atomic_body", RegionShape::Any)
            .parse_hook(parse_generic)
            .print_hook(print_generic)
            .verify_hook(verify_generic)
            .verify_messages(&GENERIC_MESSAGES),
        op("atomic_yield")
            .summary("Ends the region of a `memref.generic_atomic_rmw`; its operand is the new element.")
            .operand("result", TypeConstraint::any())
            .traits(Traits::PURE | Traits::TERMINATOR)
            .verify_hook(verify_yield)
            .verify_messages(&[YIELD_PARENT, YIELD_TYPE])
            .format("$result attr-dict `:` type($result)"),
        op("dma_start")
            .summary("Starts a copy that goes on by itself; a tag tells when it is done.")
            .variadic_operand("operands", TypeConstraint::any())
            .parse_hook(parse_transfer)
            .print_hook(print_transfer)
            .verify_hook(verify_transfer)
            .verify_messages(&[OPERAND_COUNT]),
        op("dma_wait")
            .summary("Waits until the copy of a tag is done.")
            .operand("tagMemRef", ranked())
            .variadic_operand("tagIndices", index())
            .operand("numElements", index())
            .verify_hook(verify_wait)
            .verify_messages(&[TAG_COUNT])
            .format("$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)"),
    ]
}

fn locality() -> AttrConstraint {
    let description = "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3";
    AttrConstraint::new(description, AttrClass::Own, |ctx, attr| {
        ctx.attr_type(attr) == Some(ctx.i32())
            && ctx.attr_as_i64(attr).is_some_and(|hint| (0..=3).contains(&hint))
    })
}

fn kind() -> AttrConstraint {
    let numbers: Vec<String> = (0..KINDS.len()).map(|number| number.to_string()).collect();
    let description = format!("allowed 64-bit signless integer cases: {}", numbers.join(", "));
    AttrConstraint::new(description, AttrClass::Own, |ctx, attr| {
        ctx.attr_type(attr) == Some(ctx.i64())
            && ctx.attr_as_i64(attr).is_some_and(|number| (0..KINDS.len() as i64).contains(&number))
    })
}

fn rank(ctx: &Context, memref: Type) -> usize {
    ctx.type_kind(memref).dims().map_or(0, <[i64]>::len)
}

/// Resolves a memref and its indices.
fn resolve_access<'s>(
    p: &mut OpParser<'_, 's>,
    state: &mut OpState,
    memref: &UnresolvedOperand<'s>,
    ty: Type,
    indices: &[UnresolvedOperand<'s>],
) -> Result<(), Failed> {
    p.resolve(memref, ty, &mut state.operands)?;
    for operand in indices {
        p.resolve(operand, p.ctx().index(), &mut state.operands)?;
    }
    Ok(())
}

/// Writes a memref, the operand at a place, with the indices behind it.
fn print_access(p: &mut OpPrinter<'_>, op: OpRef<'_>, memref: usize, indices: usize) {
    p.operand(op.operand(memref));
    p.text("[");
    p.operands(op.operands().skip(memref + 1).take(indices));
    p.text("]");
}

/// `%m[%i, …], read, locality<3>, data : memref<…>`
fn parse_prefetch(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.comma()?;
    let is_write = word(p, ["read", "write"], "rw specifier has to be 'read' or 'write'")?;
    p.comma()?;
    p.keyword("locality")?;
    p.less()?;
    let hint = p.integer()?;
    p.greater()?;
    p.comma()?;
    let is_code = word(p, ["data", "instr"], "cache type has to be 'data' or 'instr'")?;
    let ty = p.colon_type()?;
    resolve_access(p, state, &memref, ty, &indices)?;
    state.attrs.push((ctx.ident("localityHint"), ctx.int_attr(ctx.i32(), hint)));
    state.attrs.push((ctx.ident("isWrite"), ctx.bool_attr(is_write)));
    state.attrs.push((ctx.ident("isDataCache"), ctx.bool_attr(!is_code)));
    p.attr_dict(&mut state.attrs)
}

/// One of two words; whether it is the second.
fn word(p: &mut OpParser<'_, '_>, words: [&str; 2], message: &str) -> Result<bool, Failed> {
    let found = p.any_keyword()?;
    match words.iter().position(|&word| word == found) {
        Some(index) => Ok(index == 1),
        None => Err(p.error(p.name_offset(), message)),
    }
}

fn print_prefetch(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let flag = |name: &str| op.attr(name).and_then(|attr| op.ctx.attr_as_bool(attr)).unwrap_or_default();
    let hint = op.attr("localityHint").and_then(|attr| op.ctx.attr_as_i64(attr)).unwrap_or_default();
    p.text(" ");
    print_access(p, op, 0, usize::MAX);
    p.text(if flag("isWrite") { ", write" } else { ", read" });
    p.text(&format!(", locality<{hint}>, "));
    p.text(if flag("isDataCache") { "data" } else { "instr" });
    p.text(" : ");
    p.types(op.operand_types().take(1));
    p.attr_dict(op, &["isWrite", "localityHint", "isDataCache"]);
}

fn verify_prefetch(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(memref) = op.operand_types().next() else { return Ok(()) };
    if op.num_operands() != rank(op.ctx, memref) + 1 {
        return Err(verifier.op_error(op, FEW_INDICES));
    }
    Ok(())
}

/// `kind %value, %m[%i, …] attr-dict : (T, memref<…>) -> T`
fn parse_change(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let at = p.offset();
    let found = p.keyword_or_string()?;
    let Some(number) = KINDS.iter().position(|&kind| kind == found) else {
        let message = format!(
            "expected string or keyword containing one of the following enum values for attribute 'kind' [{}]",
            KINDS.join(", ")
        );
        return Err(p.error(at, message));
    };
    let value = p.operand()?;
    p.comma()?;
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.attr_dict(&mut state.attrs)?;
    p.colon()?;
    let at = p.offset();
    let (inputs, results) = p.function_type()?;
    p.resolve_all(&[value, memref], inputs, at, &mut state.operands)?;
    for operand in &indices {
        p.resolve(operand, ctx.index(), &mut state.operands)?;
    }
    state.result_types.extend_from_slice(results);
    state.attrs.push((ctx.ident("kind"), ctx.int_attr(ctx.i64(), number as i64)));
    Ok(())
}

fn kind_of(op: OpRef<'_>) -> &'static str {
    let number =
        op.attr("kind").and_then(|kind| op.ctx.attr_as_i64(kind)).and_then(|n| usize::try_from(n).ok());
    number.and_then(|number| KINDS.get(number)).copied().unwrap_or_default()
}

fn print_change(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.text(kind_of(op));
    p.text(" ");
    p.operands(op.operands().take(1));
    p.text(", ");
    print_access(p, op, 1, usize::MAX);
    p.attr_dict(op, &["kind"]);
    p.text(" : (");
    p.types(op.operand_types().take(2));
    p.text(") -> ");
    p.types(op.result_types());
}

fn verify_change(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let types: Vec<Type> = op.operand_types().collect();
    let (value, memref) = (types[0], types[1]);
    if element_type(op.ctx, memref) != Some(value) || op.result_types().next() != Some(value) {
        return Err(verifier.op_error(op, CHANGE_MESSAGES[0]));
    }
    if types.len() - 2 != rank(op.ctx, memref) {
        return Err(verifier.op_error(op, CHANGE_MESSAGES[1]));
    }
    let kind = kind_of(op);
    let found = op.ctx.type_kind(value);
    let message = match kind {
        "addf" | "maximumf" | "maxnumf" | "minimumf" | "minnumf" | "mulf"
            if !matches!(found, TypeKind::Float(_)) =>
        {
            CHANGE_MESSAGES[2]
        }
        "addi" | "andi" | "maxs" | "maxu" | "mins" | "minu" | "muli" | "ori" | "xori"
            if !matches!(found, TypeKind::Integer { .. }) =>
        {
            CHANGE_MESSAGES[3]
        }
        _ => return Ok(()),
    };
    Err(verifier.op_error(op, message.replacen("{}", kind, 1)))
}

/// `%m[%i, …] : memref<…> { … } attr-dict`
fn parse_generic(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let memref = p.operand()?;
    let indices = p.operand_list(Delimiter::Square)?;
    p.colon()?;
    let at = p.offset();
    let ty = p.ty()?;
    let Some(element) = element_type(p.ctx(), ty) else {
        return Err(p.error(at, "expected a memref type"));
    };
    resolve_access(p, state, &memref, ty, &indices)?;
    let region = p.inline_region(&[])?;
    state.regions = OpRegions::Inline([region].into_iter().collect());
    state.result_types.push(element);
    p.attr_dict(&mut state.attrs)
}

fn print_generic(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    print_access(p, op, 0, usize::MAX);
    p.text(" : ");
    p.types(op.operand_types().take(1));
    p.text(" ");
    if let Some(region) = op.region(0) {
        p.region(region, true, true);
    }
    p.attr_dict(op, &[]);
}

fn verify_generic(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(region) = op.region(0) else { return Ok(()) };
    let arguments = region.entry_block().map_or(&[][..], |block| region.body.block_args(block));
    let [argument] = arguments else { return Err(verifier.op_error(op, GENERIC_MESSAGES[0])) };
    if Some(region.body.value_type(*argument)) != op.result_types().next() {
        return Err(verifier.op_error(op, GENERIC_MESSAGES[1]));
    }
    for block in region.blocks() {
        for inner in region.body.ops(block) {
            let inner = OpRef { ctx: op.ctx, body: region.body, op: inner };
            if !inner.has(Traits::TERMINATOR) && effects::of(inner) != effects::Effects::NONE {
                return Err(verifier.error(inner, GENERIC_MESSAGES[2]));
            }
        }
    }
    Ok(())
}

fn verify_yield(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let parent = verifier.parent(op).filter(|parent| parent.name_str() == "memref.generic_atomic_rmw");
    let Some(wanted) = parent.and_then(|parent| parent.result_types().next()) else {
        return Err(verifier.op_error(op, YIELD_PARENT));
    };
    match op.operand_types().next() {
        Some(found) if found != wanted => {
            let message = YIELD_TYPE.replacen("{}", &verifier.quoted(op.ctx, found), 1).replacen(
                "{}",
                &verifier.quoted(op.ctx, wanted),
                1,
            );
            Err(verifier.op_error(op, message))
        }
        _ => Ok(()),
    }
}

/// `%from[…], %to[…], %count, %tag[…] [, %stride, %per_stride] : T, U, V`
fn parse_transfer(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let from = (p.operand()?, p.operand_list(Delimiter::Square)?);
    p.comma()?;
    let to = (p.operand()?, p.operand_list(Delimiter::Square)?);
    p.comma()?;
    let count = p.operand()?;
    p.comma()?;
    let tag = (p.operand()?, p.operand_list(Delimiter::Square)?);
    let mut stride = Vec::new();
    while p.optional_comma() {
        stride.push(p.operand()?);
    }
    if !matches!(stride.len(), 0 | 2) {
        return Err(p.error(p.name_offset(), "expected two stride related operands"));
    }
    let types = p.colon_type_list()?;
    let [first, second, third] = types[..] else {
        return Err(p.error(p.name_offset(), "fewer/more types expected"));
    };
    resolve_access(p, state, &from.0, first, &from.1)?;
    resolve_access(p, state, &to.0, second, &to.1)?;
    p.resolve(&count, ctx.index(), &mut state.operands)?;
    resolve_access(p, state, &tag.0, third, &tag.1)?;
    for operand in &stride {
        p.resolve(operand, ctx.index(), &mut state.operands)?;
    }
    p.attr_dict(&mut state.attrs)
}

/// Where the target, the number of elements, the tag and the strides stand among the operands of a transfer.
fn transfer_places(op: OpRef<'_>) -> Option<[usize; 4]> {
    let types: Vec<Type> = op.operand_types().collect();
    let behind = |at: usize| {
        let ty = *types.get(at)?;
        matches!(op.ctx.type_kind(ty), TypeKind::MemRef { .. }).then(|| at + 1 + rank(op.ctx, ty))
    };
    let to = behind(0)?;
    let count = behind(to)?;
    let tag = count + 1;
    let stride = behind(tag)?;
    let is_index = |at: usize| types.get(at).is_some_and(|&ty| ty == op.ctx.index());
    let others = (1..types.len()).filter(|&at| at != to && at != tag);
    (matches!(types.len().checked_sub(stride), Some(0 | 2)) && others.into_iter().all(is_index))
        .then_some([to, count, tag, stride])
}

fn print_transfer(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let Some([to, count, tag, stride]) = transfer_places(op) else { return };
    p.text(" ");
    print_access(p, op, 0, to - 1);
    p.text(", ");
    print_access(p, op, to, count - to - 1);
    p.text(", ");
    p.operand(op.operand(count));
    p.text(", ");
    print_access(p, op, tag, stride - tag - 1);
    for operand in op.operands().skip(stride) {
        p.text(", ");
        p.operand(operand);
    }
    p.text(" : ");
    let types: Vec<Type> = op.operand_types().collect();
    p.types([types[0], types[to], types[tag]]);
    p.attr_dict(op, &[]);
}

fn verify_transfer(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    if transfer_places(op).is_none() {
        return Err(verifier.op_error(op, OPERAND_COUNT));
    }
    Ok(())
}

fn verify_wait(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(tag) = op.operand_types().next() else { return Ok(()) };
    let (wanted, found) = (rank(op.ctx, tag), op.num_operands().saturating_sub(2));
    if wanted != found {
        let message = TAG_COUNT.replacen("{}", &wanted.to_string(), 1).replacen("{}", &found.to_string(), 1);
        return Err(verifier.op_error(op, message));
    }
    Ok(())
}
