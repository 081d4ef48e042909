//! Checks a use of an op against its definition: its attributes, and the numbers of its operands and results.
//!
//! The types of tensors are checked when the op runs; this module checks only what the program itself determines.

use tfrt_ir::attributes::{Attr, AttrKind as Kind};
use tfrt_ir::context::Context;
use tfrt_ir::did_you_mean;
use tfrt_ops::{ArgType, AttrDef, AttrKind, AttrValue, DataType, OpDef, needed_attributes};

use super::{IrDataType as _, OpUse};

/// Checks a use; the message names the fault.
///
/// # Errors
/// An attribute is unknown, missing, of another kind or not among the allowed values; or the number of arguments or results cannot
/// be right.
pub fn check_use(
    ctx: &Context,
    def: &OpDef,
    given: &[(&str, Attr)],
    args: usize,
    results: usize,
) -> Result<(), String> {
    check_given(ctx, def, given, args, results)?;
    for &(key, value) in given {
        let Some(attr) = def.attr(key).filter(|attr| attr.kind == AttrKind::Type) else { continue };
        check_allowed(def, attr, read(ctx, attr, value).flatten())?;
    }
    let is_given =
        |attr: &AttrDef| given.iter().any(|(key, _)| **key == *attr.name) || attr.default.is_some();
    let is_learnt = |attr: &AttrDef| {
        def.inputs.iter().any(|arg| {
            arg.number_attr.as_deref() == Some(&*attr.name)
                || matches!(&arg.ty, ArgType::Attr(ty) | ArgType::ListAttr(ty) if *ty == attr.name)
        })
    };
    match def.attrs.iter().find(|attr| !is_given(attr) && !is_learnt(attr)) {
        Some(missing) => Err(format!("'{}' needs the attribute '{}'", def.name, missing.name)),
        None => Ok(()),
    }
}

fn check_allowed(def: &OpDef, attr: &AttrDef, value: Option<AttrValue>) -> Result<(), String> {
    match value {
        Some(value) if !attr.allows(&value) => {
            Err(format!("attribute '{}' of '{}' has a value that is not allowed", attr.name, def.name))
        }
        _ => Ok(()),
    }
}

/// As [`check_use`] for the runtime's own ops, which do without some attributes and compute with more dtypes than the definitions say.
///
/// # Errors
/// An attribute is unknown, of another kind or, unless it is a dtype, not among the allowed values; the number of arguments or results cannot be
/// right; or there is no attribute without which the op does not run.
pub fn check_given(
    ctx: &Context,
    def: &OpDef,
    given: &[(&str, Attr)],
    args: usize,
    results: usize,
) -> Result<(), String> {
    let name = &def.name;
    for &(key, value) in given {
        // Names that start with an underscore are free for anybody's use.
        if key.starts_with('_') {
            continue;
        }
        let Some(attr) = def.attr(key) else {
            let near = did_you_mean(key, def.attrs.iter().map(|attr| &*attr.name));
            return Err(format!("'{name}' has no attribute '{key}'{near}"));
        };
        let Some(value) = read(ctx, attr, value) else {
            let list = if attr.is_list { "a list of " } else { "" };
            return Err(format!("attribute '{key}' of '{name}' must be {list}{}", attr.kind.name()));
        };
        if attr.kind != AttrKind::Type {
            check_allowed(def, attr, value)?;
        }
    }
    let arguments = vec![None; args];
    let use_of = OpUse { def, attrs: given, arguments: &arguments };
    let lists = def.inputs.iter().filter(|arg| arg.is_list()).count();
    if lists == 0 && def.inputs.len() != args || lists == 1 && use_of.input_counts(ctx).is_none() {
        let expected = def.fixed_input_count();
        let expected = expected.map_or_else(|| "another number of".to_owned(), |count| count.to_string());
        return Err(format!("'{name}' takes {expected} arguments, but {args} are given"));
    }
    match def.fixed_output_count() {
        Some(count) if results > count => {
            return Err(format!("'{name}' gives {count} results, but {results} are taken"));
        }
        _ => {}
    }
    let is_given = |attr: &&str| given.iter().any(|(key, _)| key == attr);
    match needed_attributes(name).iter().find(|attr| !is_given(attr)) {
        Some(missing) => Err(format!("'{name}' needs the attribute '{missing}'")),
        None => Ok(()),
    }
}

/// The value of an attribute as far as definitions can restrict it; `None` if it has another kind than the definition says.
fn read(ctx: &Context, def: &AttrDef, value: Attr) -> Option<Option<AttrValue>> {
    if !def.is_list {
        return read_one(ctx, def.kind, value);
    }
    let mut entries = Vec::new();
    if let Kind::DenseArray { .. } = ctx.attr_kind(value) {
        return Some(None);
    }
    for &entry in ctx.array_elems(value)? {
        entries.push(read_one(ctx, def.kind, entry)?);
    }
    let length = entries.len();
    let known: Option<Vec<AttrValue>> = entries.into_iter().collect();
    // The length can be checked when the entries cannot.
    Some(Some(AttrValue::List(known.unwrap_or_else(|| vec![AttrValue::Bool(false); length]))))
}

fn read_one(ctx: &Context, kind: AttrKind, value: Attr) -> Option<Option<AttrValue>> {
    let is_bool = |ty| ty == ctx.i1();
    match (kind, ctx.attr_kind(value)) {
        (AttrKind::Any, _) => Some(None),
        (AttrKind::String, Kind::String { bytes, .. }) => {
            Some(Some(AttrValue::String(String::from_utf8_lossy(bytes).into())))
        }
        (AttrKind::Int, Kind::Integer { ty, .. }) if !is_bool(*ty) => {
            Some(ctx.attr_as_i64(value).map(AttrValue::Int))
        }
        (AttrKind::Float, Kind::Float { .. }) => Some(None),
        (AttrKind::Float, Kind::Integer { ty, .. }) if !is_bool(*ty) => Some(None),
        (AttrKind::Bool, Kind::Integer { ty, .. }) if is_bool(*ty) => Some(None),
        (AttrKind::Type, Kind::Type(ty)) => Some(DataType::of_type(ctx, *ty).map(AttrValue::Type)),
        (AttrKind::Shape, Kind::Array(_)) => Some(None),
        (AttrKind::Shape, _) if crate::shape_of_attr(ctx, value).is_some() => Some(None),
        (
            AttrKind::Tensor,
            Kind::DenseElements { .. } | Kind::DenseStrings { .. } | Kind::DenseResource { .. },
        ) => Some(None),
        (AttrKind::Func, Kind::String { .. } | Kind::SymbolRef { .. }) => Some(None),
        _ => None,
    }
}
