//! The custom form of `vhlo.func_v1`: `@name(%x: T, …) -> (U, …) { … } {attributes}`.
//!
//! As upstream's, it has no place for the arguments of a function without a body.

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{Argument, Delimiter, OpParser, OpPrinter};
use tfrt_ir::types::TypeKind;

use super::text::{attr_of, spelled_attr, type_of};

/// The attributes that the custom form writes apart from the dictionary.
const WRITTEN: [&str; 2] = ["sym_name", "function_type"];

pub(super) fn parse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    let spelled = |attr| match spelled_attr(ctx, attr) {
        Some(text) => ctx.opaque_attr("vhlo", &text),
        None => attr,
    };
    let name = p.symbol_name()?;
    state.attrs.push((ctx.ident("sym_name"), spelled(ctx.string_attr(ctx.str(name)))));
    let mut arguments: Vec<Argument<'_>> = Vec::new();
    p.list(Delimiter::Paren, "", |p| {
        arguments.push(p.argument(false)?);
        Ok(())
    })?;
    let mut results: Vec<Type> = Vec::new();
    if p.optional_arrow() {
        p.list(Delimiter::Paren, "", |p| {
            results.push(type_of(ctx, p.ty()?));
            Ok(())
        })?;
    }
    let inputs: Vec<Type> = arguments.iter().map(|argument| type_of(ctx, argument.ty)).collect();
    let function = ctx.type_attr(ctx.function(&inputs, &results));
    state.attrs.push((ctx.ident("function_type"), spelled(function)));
    let mut body = Body::new();
    p.isolated_region(&mut body, &arguments)?;
    p.attr_dict(&mut state.attrs)?;
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

pub(super) fn print(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let ctx = op.ctx;
    let inherent = |name: &str| op.attr(name).map(|attr| attr_of(ctx, attr));
    p.text(" ");
    p.symbol(ctx.ident(inherent("sym_name").and_then(|name| ctx.attr_as_str(name)).unwrap_or_default()));
    let region = op.region(0);
    p.text("(");
    if let Some(region) = region
        && let Some(block) = region.entry_block()
    {
        for (index, &arg) in region.body.block_args(block).iter().enumerate() {
            if index > 0 {
                p.text(", ");
            }
            p.argument(region, arg, &[]);
        }
    }
    p.text(") -> (");
    let function = inherent("function_type").map(|attr| ctx.attr_kind(attr));
    if let Some(AttrKind::Type(ty)) = function
        && let TypeKind::Function { results, .. } = ctx.type_kind(*ty)
    {
        for (index, &ty) in results.iter().enumerate() {
            if index > 0 {
                p.text(", ");
            }
            match super::text::spelled_type(ctx, ty) {
                Some(text) => p.text(&format!("!vhlo.{text}")),
                None => p.ty(ty),
            }
        }
    }
    p.text(") ");
    if let Some(region) = region {
        p.region(region, false, true);
    }
    p.attr_dict(op, &WRITTEN);
}

/// The custom form says a name and a function's type.
pub(super) fn has_custom_form(op: OpRef<'_>) -> bool {
    let ctx = op.ctx;
    let inherent = |name: &str| op.attr(name).map(|attr| attr_of(ctx, attr));
    inherent("sym_name").and_then(|name| ctx.attr_as_str(name)).is_some()
        && inherent("function_type").and_then(|attr| ctx.attr_as_type(attr)).is_some()
}
