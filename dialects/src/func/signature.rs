//! The custom form of `func.func`:
//! `[private|nested|public] @name(%x : T {…}, …) -> (U {…}, …) [attributes {…}] [{ … }]`.
//!
//! A declaration has types only. The attributes in braces behind arguments and results are in `arg_attrs` and `res_attrs`, which
//! are absent when all of them are empty.

use smallvec::SmallVec;
use tfrt_ir::body::{Body, NamedAttr, OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::{Argument, Delimiter, OpParser, OpPrinter};

use crate::callee;

type Attrs = SmallVec<[NamedAttr; 2]>;

/// The attributes that the custom form writes apart from the dictionary.
const WRITTEN: [&str; 5] = ["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"];

pub(super) fn parse(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let ctx = p.ctx();
    if let Some(visibility) =
        ["private", "nested", "public"].into_iter().find(|word| p.optional_keyword(word))
    {
        state.attrs.push((ctx.ident("sym_visibility"), ctx.string_attr(visibility)));
    }
    let name = p.symbol_name()?;
    state.attrs.push((ctx.ident("sym_name"), ctx.string_attr(ctx.str(name))));

    let mut arguments: Vec<Argument<'_>> = Vec::new();
    let mut inputs: Vec<(Type, Attrs)> = Vec::new();
    p.list(Delimiter::Paren, "", |p| {
        if inputs.len() > arguments.len() {
            // Types alone so far: a declaration.
            if p.at_operand() {
                let at = p.offset();
                return Err(p.error(at, "expected type instead of SSA identifier"));
            }
        } else if p.at_operand() {
            let argument = p.argument(true)?;
            inputs.push((argument.ty, argument.attrs.clone()));
            arguments.push(argument);
            return Ok(());
        } else if !arguments.is_empty() {
            let at = p.offset();
            return Err(p.error(at, "expected SSA identifier"));
        }
        inputs.push(typed(p)?);
        p.optional_location().map(drop)
    })?;

    let mut results: Vec<(Type, Attrs)> = Vec::new();
    if p.optional_arrow() {
        if p.at("(") {
            p.list(Delimiter::Paren, "", |p| {
                results.push(typed(p)?);
                Ok(())
            })?;
        } else {
            results.push((p.non_function_type()?, Attrs::new()));
        }
    }
    let types = |half: &[(Type, Attrs)]| half.iter().map(|(ty, _)| *ty).collect::<Vec<Type>>();
    let function_type = ctx.function(&types(&inputs), &types(&results));
    state.attrs.push((ctx.ident("function_type"), ctx.type_attr(function_type)));
    for (attr, half) in [("arg_attrs", &inputs), ("res_attrs", &results)] {
        if half.iter().any(|(_, attrs)| !attrs.is_empty()) {
            state.attrs.push((ctx.ident(attr), dictionaries(ctx, half)));
        }
    }

    let at = p.offset();
    let mut attrs = Attrs::new();
    p.attr_dict_with_keyword(&mut attrs)?;
    for &(name, _) in &attrs {
        let name = ctx.str(name);
        if WRITTEN.contains(&name) {
            let message = format!(
                "'{name}' is an inferred attribute and should not be specified in the explicit attribute dictionary"
            );
            return Err(p.error(at, message));
        }
    }
    state.attrs.extend(attrs);

    let mut body = Body::new();
    if p.at("{") {
        let at = p.offset();
        let region = p.isolated_region(&mut body, &arguments)?;
        if body.entry_block(region).is_none() {
            return Err(p.error(at, "expected non-empty function body"));
        }
    } else {
        body.add_root_region();
    }
    state.regions = OpRegions::Nested(Box::new(body));
    Ok(())
}

/// `T {…}`
fn typed(p: &mut OpParser<'_, '_>) -> Result<(Type, Attrs), Failed> {
    let ty = p.ty()?;
    let mut attrs = Attrs::new();
    p.attr_dict(&mut attrs)?;
    Ok((ty, attrs))
}

fn dictionaries(ctx: &Context, half: &[(Type, Attrs)]) -> Attr {
    let dictionaries: Vec<Attr> = half.iter().map(|(_, attrs)| ctx.dict(attrs.to_vec())).collect();
    ctx.array_attr(&dictionaries)
}

pub(super) fn print(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    let text = |attr: &str| op.attr(attr).and_then(|value| op.ctx.attr_as_str(value)).unwrap_or_default();
    p.text(" ");
    let visibility = text("sym_visibility");
    if !visibility.is_empty() {
        p.text(visibility);
        p.text(" ");
    }
    p.symbol(op.ctx.ident(text("sym_name")));
    let (inputs, results) = callee::signature(op.ctx, op).unwrap_or_default();
    let dictionary = |attr: &str, index: usize| {
        let dictionaries = op.attr(attr).and_then(|attrs| op.ctx.array_elems(attrs)).unwrap_or_default();
        dictionaries.get(index).and_then(|&dictionary| op.ctx.dict_entries(dictionary)).unwrap_or_default()
    };
    let region = op.region(0);
    let entry = region.and_then(|region| Some((region, region.entry_block()?)));
    p.text("(");
    for (index, &ty) in inputs.iter().enumerate() {
        if index > 0 {
            p.text(", ");
        }
        let arg =
            entry.and_then(|(region, block)| Some((region, *region.body.block_args(block).get(index)?)));
        if let Some((region, arg)) = arg {
            p.argument(region, arg, dictionary("arg_attrs", index));
        } else {
            p.ty(ty);
            print_dictionary(p, dictionary("arg_attrs", index));
        }
    }
    p.text(")");
    if !results.is_empty() {
        p.text(" -> ");
        let alone =
            results.len() == 1 && dictionary("res_attrs", 0).is_empty() && !is_function(op.ctx, results[0]);
        if !alone {
            p.text("(");
        }
        for (index, &ty) in results.iter().enumerate() {
            if index > 0 {
                p.text(", ");
            }
            p.ty(ty);
            print_dictionary(p, dictionary("res_attrs", index));
        }
        if !alone {
            p.text(")");
        }
    }
    p.attr_dict_with_keyword(op, &WRITTEN);
    if let (Some(region), Some(_)) = (region, entry) {
        p.text(" ");
        p.region(region, false, true);
    }
}

fn print_dictionary(p: &mut OpPrinter<'_>, dictionary: &[NamedAttr]) {
    if !dictionary.is_empty() {
        p.text(" ");
        p.attr_entries(dictionary);
    }
}

fn is_function(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_kind(ty), tfrt_ir::types::TypeKind::Function { .. })
}

/// `%f(%a, …) {…} : (T, …) -> (U, …)`
pub(super) fn parse_call_indirect(p: &mut OpParser<'_, '_>, state: &mut OpState) -> Result<(), Failed> {
    let callee = p.operand()?;
    p.l_paren()?;
    let at = p.offset();
    let operands = p.operand_list(Delimiter::None)?;
    p.r_paren()?;
    p.attr_dict(&mut state.attrs)?;
    p.colon()?;
    let (inputs, results) = p.function_type()?;
    let ty = p.ctx().function(inputs, results);
    p.resolve(&callee, ty, &mut state.operands)?;
    p.resolve_all(&operands, inputs, at, &mut state.operands)?;
    state.result_types.extend_from_slice(results);
    Ok(())
}

pub(super) fn print_call_indirect(p: &mut OpPrinter<'_>, op: OpRef<'_>) {
    p.text(" ");
    p.operands(op.operands().take(1));
    p.text("(");
    p.operands(op.operands().skip(1));
    p.text(")");
    p.attr_dict(op, &["arg_attrs", "res_attrs"]);
    p.text(" : ");
    p.types(op.operand_types().take(1));
}
