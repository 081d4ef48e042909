//! Sources of memory besides allocations: globals, scopes that free what they took, and allocations that grow.

use tfrt_ir::AttrKind;
use tfrt_ir::body::{OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{AttrClass, AttrConstraint, OpDefinition, RegionShape, Traits, TypeConstraint};
use tfrt_ir::syntax::{Delimiter, OpParser, OpPrinter, attr_to_string, type_to_string};
use tfrt_ir::types::{DYNAMIC, TypeKind};
use tfrt_ir::verify::OpVerifier;

use super::{element_type, index};
use crate::effects::fresh_allocation;

const VISIBILITY: &str = "sym_visibility";

const INITIAL: &str = "initial value should be a unit or elements attribute, but got {}";
const INITIAL_SHAPE: &str = "initial value shape expected to be {} but was {}";
const INITIAL_ELEMENT: &str = "initial value element expected to be of type {}, but was of type {}";
const STATIC_TYPE: &str = "type should be static shaped memref, but got {}";
const RETURN_COUNT: &str = "along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has {} \
                            operands, but region successor needs {} inputs";
const RETURN_TYPE: &str = "along control flow edge from Operation memref.alloca_scope.return to parent: successor operand type #{} {} \
                           should match successor input type #{} {}";

/// The messages of [`verify_realloc`].
const REALLOC_MESSAGES: [&str; 4] = [
    "different element types specified for source memref type {} and result memref type {}",
    "different memory spaces specified for source memref type {} and result memref type {}",
    "missing dimension operand for result type {}",
    "unnecessary dimension operand for result type {}",
];

fn one_dimension() -> TypeConstraint {
    TypeConstraint::new(
        "1D memref of any type values",
        |ctx, ty| matches!(ctx.type_kind(ty), TypeKind::MemRef { dims, .. } if dims.len() == 1),
    )
}

/// The operations.
pub(super) fn ops() -> Vec<OpDefinition> {
    vec![
        OpDefinition::new("memref.global")
            .summary("Memory that a name stands for, with the contents at the start.")
            .attribute("sym_name", AttrConstraint::symbol_name())
            .optional_attribute(VISIBILITY, AttrConstraint::string())
            .attribute(
                "type",
                AttrConstraint::new("memref type attribute", AttrClass::Own, |ctx, attr| {
                    ctx.attr_as_type(attr)
                        .is_some_and(|ty| matches!(ctx.type_kind(ty), TypeKind::MemRef { .. }))
                }),
            )
            .optional_attribute("initial_value", AttrConstraint::any())
            .optional_attribute("constant", AttrConstraint::unit())
            .optional_attribute("alignment", AttrConstraint::integer(64))
            .traits(Traits::SYMBOL)
            .parse_hook(parse_global)
            .print_hook(print_global)
            .verify_hook(verify_global)
            .verify_messages(&[STATIC_TYPE, INITIAL, INITIAL_SHAPE, INITIAL_ELEMENT]),
        OpDefinition::new("memref.alloca_scope")
            .summary("Runs a region; memory that `memref.alloca` takes in it goes at its end.")
            .variadic_result("results", TypeConstraint::any())
            .region("bodyRegion", RegionShape::Blocks(1))
            .traits(Traits::AUTOMATIC_ALLOCATION_SCOPE | Traits::SINGLE_BLOCK | Traits::RECURSIVE_EFFECTS)
            .parse_hook(parse_scope)
            .print_hook(print_scope)
            .verify_hook(verify_scope)
            .verify_messages(&[RETURN_COUNT, RETURN_TYPE]),
        OpDefinition::new("memref.alloca_scope.return")
            .summary("Ends the region of a `memref.alloca_scope`; its operands are what that gives.")
            .variadic_operand("results", TypeConstraint::any())
            .traits(Traits::PURE | Traits::TERMINATOR | Traits::RETURN_LIKE)
            .format("attr-dict ($results^ `:` type($results))?"),
        OpDefinition::new("memref.realloc")
            .summary("Memory of another size with the contents of what it replaces.")
            .operand("source", one_dimension())
            .variadic_operand("dynamicResultSize", index())
            .optional_attribute("alignment", AttrConstraint::integer(64))
            .result("result", one_dimension())
            .effects_hook(fresh_allocation)
            .parse_hook(parse_realloc)
            .print_hook(print_realloc)
            .verify_hook(verify_realloc)
            .verify_messages(&REALLOC_MESSAGES),
    ]
}

/// The type of the tensor that fills memory of a type.
fn contents_type(ctx: &Context, memref: Type) -> Option<Type> {
    match ctx.type_kind(memref) {
        TypeKind::MemRef { dims, elem, .. } if !dims.contains(&DYNAMIC) => Some(ctx.tensor(dims, *elem)),
        _ => None,
    }
}

/// `["visibility"] [constant] @name : memref<…> [= uninitialized | = <elements>] attr-dict`
fn parse_global(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    if let Some(word) = p.optional_string() {
        let attr = ctx.string_attr(&*String::from_utf8_lossy(&word));
        state.attrs.push((ctx.ident(VISIBILITY), attr));
    }
    if p.optional_keyword("constant") {
        state.attrs.push((ctx.ident("constant"), ctx.unit()));
    }
    let name = p.symbol_name()?;
    state.attrs.push((ctx.ident("sym_name"), ctx.string_attr(ctx.str(name))));
    let ty = p.colon_type()?;
    let Some(contents) = contents_type(ctx, ty) else {
        let message = STATIC_TYPE.replacen("{}", &format!("'{}'", type_to_string(ctx, ty)), 1);
        return Err(p.error(p.name_offset(), message));
    };
    state.attrs.push((ctx.ident("type"), ctx.type_attr(ty)));
    if p.optional_equal() {
        let value =
            if p.optional_keyword("uninitialized") { ctx.unit() } else { p.attribute(Some(contents))? };
        state.attrs.push((ctx.ident("initial_value"), value));
    }
    p.attr_dict(&mut state.attrs)
}

fn print_global(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let ctx = op.ctx;
    if let Some(word) = op.attr(VISIBILITY).and_then(|word| ctx.attr_as_str(word)) {
        p.text(" ");
        p.string(word.as_bytes());
    }
    if op.attr("constant").is_some() {
        p.text(" constant");
    }
    if let Some(name) = tfrt_ir::symbol::name(op) {
        p.text(" ");
        p.symbol(name);
    }
    p.text(" : ");
    if let Some(ty) = op.attr("type").and_then(|ty| ctx.attr_as_type(ty)) {
        p.ty(ty);
    }
    match op.attr("initial_value") {
        Some(value) if value == ctx.unit() => p.text(" = uninitialized"),
        Some(value) => {
            p.text(" = ");
            p.attr_without_type(value);
        }
        None => {}
    }
    p.attr_dict(op, &["sym_name", VISIBILITY, "constant", "type", "initial_value"]);
}

fn verify_global(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let ctx = op.ctx;
    let Some(ty) = op.attr("type").and_then(|ty| ctx.attr_as_type(ty)) else { return Ok(()) };
    let Some(contents) = contents_type(ctx, ty) else {
        let message = STATIC_TYPE.replacen("{}", &verifier.quoted(ctx, ty), 1);
        return Err(verifier.op_error(op, message));
    };
    let Some(value) = op.attr("initial_value").filter(|&value| value != ctx.unit()) else { return Ok(()) };
    let Some(own) = ctx.attr_type(value).filter(|_| is_elements(ctx, value)) else {
        let message = INITIAL.replacen("{}", &attr_to_string(ctx, value), 1);
        return Err(verifier.op_error(op, message));
    };
    let (found, wanted) = (ctx.type_kind(own), ctx.type_kind(contents));
    if found.element_type() != wanted.element_type() {
        let quoted = |ty: Option<Type>| ty.map_or_else(String::new, |ty| verifier.quoted(ctx, ty));
        let message = INITIAL_ELEMENT.replacen("{}", &quoted(wanted.element_type()), 1).replacen(
            "{}",
            &quoted(found.element_type()),
            1,
        );
        return Err(verifier.op_error(op, message));
    }
    if found.dims() != wanted.dims() {
        let message = INITIAL_SHAPE.replacen("{}", &verifier.quoted(ctx, contents), 1).replacen(
            "{}",
            &verifier.quoted(ctx, own),
            1,
        );
        return Err(verifier.op_error(op, message));
    }
    Ok(())
}

fn is_elements(ctx: &Context, value: Attr) -> bool {
    DenseView::new(ctx, value).is_some()
        || !matches!(ctx.attr_kind(value), AttrKind::Integer { .. } | AttrKind::Float { .. })
}

/// `[-> (T, …)] { … } attr-dict`
fn parse_scope(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    state.result_types.extend(p.optional_arrow_type_list()?);
    let region = p.inline_region(&[])?;
    p.end_inline_region(region, "memref.alloca_scope.return");
    state.regions = OpRegions::Inline([region].into_iter().collect());
    p.attr_dict(&mut state.attrs)
}

fn print_scope(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let gives = op.num_results() > 0;
    // The second space is upstream's.
    p.text(" ");
    if gives {
        p.text(" -> (");
        p.types(op.result_types());
        p.text(")");
    }
    if let Some(region) = op.region(0) {
        p.text(" ");
        p.region(region, false, gives);
    }
    p.attr_dict(op, &[]);
}

fn verify_scope(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let Some(end) = op.region(0).and_then(|region| region.terminator(op.ctx)) else { return Ok(()) };
    if end.name_str() != "memref.alloca_scope.return" {
        return Ok(());
    }
    if end.num_operands() != op.num_results() {
        let message = RETURN_COUNT.replacen("{}", &end.num_operands().to_string(), 1).replacen(
            "{}",
            &op.num_results().to_string(),
            1,
        );
        return Err(verifier.op_error(op, message));
    }
    for (index, (found, wanted)) in end.operand_types().zip(op.result_types()).enumerate() {
        if found != wanted {
            let message = [
                index.to_string(),
                verifier.quoted(op.ctx, found),
                index.to_string(),
                verifier.quoted(op.ctx, wanted),
            ]
            .iter()
            .fold(RETURN_TYPE.to_owned(), |text, part| text.replacen("{}", part, 1));
            return Err(verifier.op_error(op, message));
        }
    }
    Ok(())
}

/// `%m [(%size)] attr-dict : T to U`
fn parse_realloc(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let source = p.operand()?;
    let size = p.operand_list(Delimiter::OptionalParen)?;
    p.attr_dict(&mut state.attrs)?;
    let ty = p.colon_type()?;
    p.keyword("to")?;
    let result = p.ty()?;
    p.resolve(&source, ty, &mut state.operands)?;
    for operand in &size {
        p.resolve(operand, ctx.index(), &mut state.operands)?;
    }
    state.result_types.push(result);
    Ok(())
}

fn print_realloc(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands().take(1));
    if op.num_operands() > 1 {
        p.text("(");
        p.operands(op.operands().skip(1));
        p.text(")");
    }
    p.attr_dict(op, &[]);
    p.text(" : ");
    p.types(op.operand_types().take(1));
    p.text(" to ");
    p.types(op.result_types());
}

fn verify_realloc(verifier: &mut OpVerifier<'_>, op: OpRef<'_>) -> Result<(), Failed> {
    let ctx = op.ctx;
    let (Some(source), Some(result)) = (op.operand_types().next(), op.result_types().next()) else {
        return Ok(());
    };
    let space = |ty: Type| match ctx.type_kind(ty) {
        TypeKind::MemRef { memory_space, .. } => *memory_space,
        _ => None,
    };
    let dynamic = ctx.type_kind(result).dims().is_some_and(|dims| dims.contains(&DYNAMIC));
    let (message, types): (&str, &[Type]) = if element_type(ctx, source) != element_type(ctx, result) {
        (REALLOC_MESSAGES[0], &[source, result])
    } else if space(source) != space(result) {
        (REALLOC_MESSAGES[1], &[source, result])
    } else if dynamic && op.num_operands() < 2 {
        (REALLOC_MESSAGES[2], &[result])
    } else if !dynamic && op.num_operands() > 1 {
        (REALLOC_MESSAGES[3], &[result])
    } else {
        return Ok(());
    };
    let message =
        types.iter().fold(message.to_owned(), |text, &ty| text.replacen("{}", &verifier.quoted(ctx, ty), 1));
    Err(verifier.error(op, message))
}
