//! VHLO as text: `!vhlo.tensor_v1<2x!vhlo.f32_v1>`, `#vhlo.integer_v1<1 : i64>`.
//!
//! Programs keep types and attributes of artifacts as those of `builtin` and `stablehlo` ([`codec`](super::codec)). In text, and between the passes
//! that take text, each is spelled out as a type or an attribute of `vhlo`, which is kept as its text. [`spell_out`] and [`take_back`] turn a
//! program from the one form into the other; the readers ([`read`](super::read)) are also the dialect's, so that each text has one spelling.

use std::fmt::Write as _;

use tfrt_ir::attributes::AttrKind;
use tfrt_ir::body::{Body, NamedAttr};
use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::entity::Region;
use tfrt_ir::float::{from_f64, write_float};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::syntax::strings::write_quoted;
use tfrt_ir::syntax::{attr_to_string, type_to_string};
use tfrt_ir::types::{DYNAMIC, FloatKind, Signedness, TypeKind};

use super::codec::ApiVersion;
use super::names;
use super::read::{plain_type, read_attr, read_type};
use crate::attr_text::{AttrText, Read};
use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;
use crate::stablehlo::attributes::{OutputOperandAlias, ResultAccuracy, TypeExtensions};
use crate::stablehlo::future_types;

/// Spells out the types and attributes of the operations of `vhlo`.
pub fn spell_out(ctx: &Context, body: &mut Body) {
    let mut attr = |attr: Attr| match spelled_attr(ctx, attr) {
        Some(text) => ctx.opaque_attr("vhlo", &text),
        None => attr,
    };
    let mut ty = |ty: Type| match spelled_type(ctx, ty) {
        Some(text) => ctx.opaque_type("vhlo", &text),
        None => ty,
    };
    each(ctx, body, &mut attr, &mut ty);
}

/// The reverse of [`spell_out`].
pub fn take_back(ctx: &Context, body: &mut Body) {
    each(ctx, body, &mut |attr| attr_of(ctx, attr), &mut |ty| type_of(ctx, ty));
}

/// Whether a program has operations of `vhlo` with types or attributes that are spelled out: it was read as text, or from a file of a tool
/// that does not know the dialect and writes them as text.
#[must_use]
pub fn is_spelled_out(ctx: &Context, body: &Body) -> bool {
    let mut found = false;
    body.walk(&mut |body, op| {
        let is_own = |ty: Type| {
            matches!(ctx.type_kind(ty), TypeKind::Opaque { dialect, .. } if ctx.str(*dialect) == "vhlo")
        };
        found = found
            || ctx.str(body.name(op)).starts_with("vhlo.")
                && (body.attrs(op).iter().any(|&(_, value)| ctx.opaque_body(value, "vhlo").is_some())
                    || (0..body.num_results(op)).any(|i| is_own(body.value_type(body.result(op, i)))));
    });
    found
}

/// The attribute that a spelled one stands for; others as they are.
pub(super) fn attr_of(ctx: &Context, attr: Attr) -> Attr {
    let text = ctx.opaque_body(attr, "vhlo");
    text.and_then(|text| whole(text, |text| read_attr(ctx, text)).ok()).unwrap_or(attr)
}

/// The type that a spelled one stands for; others as they are.
pub(super) fn type_of(ctx: &Context, ty: Type) -> Type {
    match ctx.type_kind(ty) {
        TypeKind::Opaque { dialect, body } if ctx.str(*dialect) == "vhlo" => {
            whole(body, |text| read_type(ctx, text)).unwrap_or(ty)
        }
        _ => ty,
    }
}

/// Replaces attributes and types of the operations of `vhlo`.
fn each(
    ctx: &Context,
    body: &mut Body,
    attr: &mut dyn FnMut(Attr) -> Attr,
    ty: &mut dyn FnMut(Type) -> Type,
) {
    let roots = body.root_regions().to_vec();
    for op in body.ops_in(&roots) {
        let is_own = ctx.str(body.name(op)).starts_with("vhlo.");
        if is_own {
            let attrs: Vec<NamedAttr> =
                body.attrs(op).iter().map(|&(name, value)| (name, attr(value))).collect();
            body.set_attrs(ctx, op, &attrs);
            for index in 0..body.num_results(op) {
                let value = body.result(op, index);
                let new = ty(body.value_type(value));
                body.set_value_type(value, new);
            }
            let regions = body.inline_regions(op).to_vec();
            arguments(body, &regions, ty);
        }
        if let Some(nested) = body.nested_mut(op) {
            if is_own {
                let regions = nested.root_regions().to_vec();
                arguments(nested, &regions, ty);
            }
            each(ctx, nested, attr, ty);
        }
    }
}

fn arguments(body: &mut Body, regions: &[Region], ty: &mut dyn FnMut(Type) -> Type) {
    for &region in regions {
        let blocks: Vec<_> = body.blocks(region).collect();
        for block in blocks {
            for arg in body.block_args(block).to_vec() {
                let new = ty(body.value_type(arg));
                body.set_value_type(arg, new);
            }
        }
    }
}

/// The dialect's reader of types.
pub(super) fn parse_type(ctx: &Context, body: &str) -> Result<Type, DialectSyntaxError> {
    let ty = whole(body, |text| read_type(ctx, text))?;
    let text = spelled_type(ctx, ty).ok_or_else(|| DialectSyntaxError {
        offset: 0,
        message: "expected VHLO type or attribute".to_owned(),
    })?;
    Ok(ctx.opaque_type("vhlo", &text))
}

/// The dialect's reader of attributes.
pub(super) fn parse_attr(ctx: &Context, body: &str) -> Result<Attr, DialectSyntaxError> {
    let attr = whole(body, |text| read_attr(ctx, text))?;
    let text = spelled_attr(ctx, attr).ok_or_else(|| DialectSyntaxError {
        offset: 0,
        message: "expected VHLO type or attribute".to_owned(),
    })?;
    Ok(ctx.opaque_attr("vhlo", &text))
}

fn whole<T>(body: &str, read: impl FnOnce(&mut AttrText<'_>) -> Read<T>) -> Read<T> {
    let mut text = AttrText::new(body);
    let value = read(&mut text)?;
    text.end()?;
    Ok(value)
}

fn spelled_plain(ctx: &Context, ty: Type) -> Option<String> {
    let name = match ctx.type_kind(ty) {
        TypeKind::Integer { width: 1, .. } => "bool".to_owned(),
        TypeKind::Index => "index".to_owned(),
        TypeKind::None => "none".to_owned(),
        TypeKind::Float(FloatKind::TF32) => "tf31".to_owned(),
        TypeKind::Float(kind) => kind.name().to_owned(),
        TypeKind::Integer { width, sign: Signedness::Signless } => format!("i{width}"),
        TypeKind::Integer { width, sign: Signedness::Unsigned } => format!("ui{width}"),
        _ if ctx.is_opaque_type(ty, "stablehlo", "token") => "token".to_owned(),
        _ => return None,
    };
    let word = name + "_v1";
    (plain_type(ctx, &word) == Some(ty)).then_some(word)
}

/// The most bytes of the text of a type or an attribute without its elements. Types and attributes are shared, so that short programs have some whose
/// text is long without end.
const LONGEST: usize = 1 << 20;

/// The text of a type behind `!vhlo.`, if it has one of at most [`LONGEST`] bytes.
pub(super) fn spelled_type(ctx: &Context, ty: Type) -> Option<String> {
    spelled_type_of_any_length(ctx, ty).filter(|text| text.len() <= LONGEST)
}

fn spelled_type_of_any_length(ctx: &Context, ty: Type) -> Option<String> {
    if let Some(word) = spelled_plain(ctx, ty) {
        return Some(word);
    }
    let nested = |ty: Type| Some(format!("!vhlo.{}", spelled_type(ctx, ty)?));
    let list = |types: &[Type]| {
        let texts: Option<Vec<String>> = types.iter().map(|&ty| nested(ty)).collect();
        Some(texts?.join(", "))
    };
    let shape = |dims: &[i64]| -> String {
        dims.iter().map(|&dim| if dim == DYNAMIC { "?x".to_owned() } else { format!("{dim}x") }).collect()
    };
    Some(match ctx.type_kind(ty) {
        TypeKind::Complex(part) => format!("complex_v1<{}>", nested(*part)?),
        TypeKind::RankedTensor { dims, elem, encoding: None } => {
            format!("tensor_v1<{}{}>", shape(dims), nested(*elem)?)
        }
        TypeKind::RankedTensor { dims, elem, encoding: Some(encoding) } => {
            let encoding = format!("#vhlo.{}", spelled_extensions(TypeExtensions::of(ctx, *encoding)?));
            format!("tensor_v1<{}{}, {encoding}>", shape(dims), nested(*elem)?)
        }
        TypeKind::UnrankedTensor(elem) => format!("unranked_tensor_v1<{}>", nested(*elem)?),
        TypeKind::MemRef { dims, elem, layout: None, memory_space: None } => {
            format!("buffer_v1<{}{}>", shape(dims), nested(*elem)?)
        }
        TypeKind::Tuple(types) => format!("tuple_v1<{}>", list(types)?),
        TypeKind::Function { inputs, results } => {
            // As upstream writes what takes or gives nothing.
            let or_empty = |text: String| if text.is_empty() { "()".to_owned() } else { text };
            format!("func_v1<({}) -> {}>", or_empty(list(inputs)?), or_empty(list(results)?))
        }
        TypeKind::Opaque { .. } if future_types(ctx, ty).is_some() => {
            format!("future_v1<{}>", list(&future_types(ctx, ty)?)?)
        }
        TypeKind::Opaque { .. } => spelled_quantized(ctx, &QuantizedType::of(ctx, ty)?)?,
        _ => return None,
    })
}

fn spelled_quantized(ctx: &Context, quantized: &QuantizedType) -> Option<String> {
    let storage = spelled_plain(ctx, ctx.int(quantized.storage_width))?;
    let expressed = spelled_plain(ctx, ctx.float(quantized.expressed))?;
    let scale = |scale: f64| {
        let mut text = String::new();
        write_float(&mut text, FloatKind::F64, from_f64(FloatKind::F64, scale));
        text
    };
    let end =
        format!("{}:{}, {}", quantized.storage_min, quantized.storage_max, u8::from(quantized.is_signed));
    Some(match quantized.dimension {
        None => {
            let &(factor, zero) = quantized.parameters.first()?;
            format!("quant_v1<!vhlo.{storage}:!vhlo.{expressed}, {}:{zero}, {end}>", scale(factor))
        }
        Some(dimension) => {
            let scales: Vec<String> = quantized.parameters.iter().map(|&(factor, _)| scale(factor)).collect();
            let zeros: Vec<String> = quantized.parameters.iter().map(|(_, zero)| zero.to_string()).collect();
            format!(
                "quant_per_axis_v1<!vhlo.{storage}:!vhlo.{expressed}, {dimension}, [{}], [{}], {end}>",
                scales.join(", "),
                zeros.join(", ")
            )
        }
    })
}

fn spelled_extensions(extensions: &TypeExtensions) -> String {
    let bounds: Vec<String> = extensions
        .bounds
        .iter()
        .map(|&bound| if bound == DYNAMIC { "?".to_owned() } else { bound.to_string() })
        .collect();
    format!("type_extensions_v1<bounds = [{}]>", bounds.join(", "))
}

/// The text of an attribute behind `#vhlo.`, if it has one.
pub(super) fn spelled_attr(ctx: &Context, attr: Attr) -> Option<String> {
    // Attributes of other dialects stand as they are.
    let nested = |attr: Attr| {
        Some(match spelled_attr(ctx, attr) {
            Some(text) if text.contains(' ') && names::is_word(&text) => format!("#vhlo<{text}>"),
            Some(text) => format!("#vhlo.{text}"),
            None => match ctx.attr_kind(attr) {
                AttrKind::Opaque { .. } | AttrKind::Typed { .. } => attr_to_string(ctx, attr),
                _ => return None,
            },
        })
    };
    let string = |bytes: &[u8]| {
        let mut text = String::new();
        write_quoted(&mut text, bytes);
        format!("string_v1<{text}>")
    };
    Some(match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, .. } if *ty == ctx.i1() => {
            format!("bool_v1<{}>", ctx.attr_as_bool(attr)?)
        }
        AttrKind::Integer { ty, value } => {
            spelled_plain(ctx, *ty)?;
            let is_unsigned =
                matches!(ctx.type_kind(*ty), TypeKind::Integer { sign: Signedness::Unsigned, .. });
            let number = match is_unsigned {
                true => value.as_u64()?.to_string(),
                false => value.as_i64()?.to_string(),
            };
            format!("integer_v1<{number} : {}>", type_to_string(ctx, *ty))
        }
        AttrKind::Float { ty, bits } => {
            let TypeKind::Float(kind) = *ctx.type_kind(*ty) else { return None };
            let mut text = String::new();
            write_float(&mut text, kind, bits.get());
            format!("float_v1<{text} : !vhlo.{}>", spelled_plain(ctx, *ty)?)
        }
        AttrKind::String { bytes, ty: None } => string(bytes),
        AttrKind::Type(ty) => format!("type_v1<!vhlo.{}>", spelled_type(ctx, *ty)?),
        AttrKind::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(|&item| nested(item)).collect();
            let text = format!("array_v1<[{}]>", items?.join(", "));
            return (text.len() <= LONGEST).then_some(text);
        }
        AttrKind::Dict(entries) => {
            let mut text = "dict_v1<{".to_owned();
            for (index, &(name, value)) in entries.iter().enumerate() {
                let separator = if index > 0 { ", " } else { "" };
                let _ = write!(
                    text,
                    "{separator}#vhlo.{} = {}",
                    string(ctx.str(name).as_bytes()),
                    nested(value)?
                );
            }
            text += "}>";
            return (text.len() <= LONGEST).then_some(text);
        }
        AttrKind::DenseElements { ty, .. } => {
            spelled_type(ctx, *ty)?;
            format!("tensor_v1<{}>", attr_to_string(ctx, attr))
        }
        AttrKind::Typed { .. } => {
            if let Some(alias) = OutputOperandAlias::of(ctx, attr) {
                let list = |values: &[i64]| {
                    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
                    format!("[{}]", texts.join(", "))
                };
                return Some(format!(
                    "output_operand_alias_v1<outputTupleIndices = {}, operandIndex = {}, operandTupleIndices = {}>",
                    list(&alias.output_tuple_indices),
                    alias.operand_index,
                    list(&alias.operand_tuple_indices)
                ));
            }
            if let Some(accuracy) = ResultAccuracy::of(ctx, attr) {
                let number = |bits: u64| {
                    let mut text = String::new();
                    write_float(&mut text, FloatKind::F64, u128::from(bits));
                    text
                };
                return Some(format!(
                    "result_accuracy_v1<atol = {}, rtol = {}, ulps = {}, mode = #vhlo<result_accuracy_mode_v1 {}>>",
                    number(accuracy.atol),
                    number(accuracy.rtol),
                    accuracy.ulps,
                    accuracy.mode.word()
                ));
            }
            if let Some(version) = ApiVersion::of(ctx, attr) {
                return Some(version.to_string());
            }
            if let Some(extensions) = TypeExtensions::of(ctx, attr) {
                return Some(spelled_extensions(extensions));
            }
            if super::mesh::is_mesh(ctx, attr) {
                return super::mesh::spelled(ctx, attr, &nested);
            }
            names::spelled_word(ctx, attr)?
        }
        _ => return None,
    })
}
