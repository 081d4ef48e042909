//! VHLO as text: `!vhlo.tensor_v1<2x!vhlo.f32_v1>`, `#vhlo.integer_v1<1 : i64>`.
//!
//! Programs keep types and attributes of artifacts as those of `builtin` and `stablehlo` ([`codec`](super::codec)). In text, and between the passes
//! that take text, each is spelled out as a type or an attribute of `vhlo`, which is kept as its text. [`spell_out`] and [`take_back`] turn a
//! program from the one form into the other; the readers here are also the dialect's, so that each text has one spelling.

use std::fmt::Write as _;

use tfrt_ir::attributes::{AttrKind, FloatBits};
use tfrt_ir::body::{Body, NamedAttr};
use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::entity::Region;
use tfrt_ir::float::{from_f64, write_float};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::syntax::strings::{unquote, write_quoted};
use tfrt_ir::syntax::{ParserInput, ParserState, TokenKind, attr_to_string, type_to_string};
use tfrt_ir::types::{DYNAMIC, FloatKind, Signedness, TypeKind};

use super::codec::ApiVersion;
use super::names;
use crate::attr_text::{AttrText, Read};
use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;
use crate::stablehlo::attributes::{OutputOperandAlias, ResultAccuracy, TypeExtensions};

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

/// Types without parts, by the name of the builtin type.
fn plain_type(ctx: &Context, word: &str) -> Option<Type> {
    let name = word.strip_suffix("_v1")?;
    Some(match name {
        "bool" => ctx.i1(),
        "index" => ctx.index(),
        "none" => ctx.none(),
        "token" => ctx.opaque_type("stablehlo", "token"),
        // Upstream's spelling.
        "tf31" => ctx.float(FloatKind::TF32),
        "tf32" => return None,
        _ => {
            if let Some(kind) = FloatKind::from_name(name) {
                return Some(ctx.float(kind));
            }
            let (digits, sign) = match name.strip_prefix("ui") {
                Some(digits) => (digits, Signedness::Unsigned),
                None => (name.strip_prefix('i')?, Signedness::Signless),
            };
            let width = [2, 4, 8, 16, 32, 64].into_iter().find(|width| width.to_string() == digits)?;
            ctx.int_with_sign(width, sign)
        }
    })
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

/// The text of a type behind `!vhlo.`, if it has one.
pub(super) fn spelled_type(ctx: &Context, ty: Type) -> Option<String> {
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
            format!("array_v1<[{}]>", items?.join(", "))
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
            text + "}>"
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
            names::spelled_word(ctx, attr)?
        }
        _ => return None,
    })
}

fn dims(text: &mut AttrText<'_>) -> Read<Vec<i64>> {
    let mut dims = Vec::new();
    while !text.remaining().starts_with('!') {
        if text.remaining().starts_with('-') {
            return Err(text.error("expected VHLO type or attribute"));
        }
        dims.push(text.size()?);
        text.expect("x")?;
    }
    Ok(dims)
}

/// A type with `!vhlo.` before it.
fn nested_type(ctx: &Context, text: &mut AttrText<'_>) -> Read<Type> {
    if !text.eat("!vhlo.") {
        return Err(text.error("expected VHLO type or attribute"));
    }
    text.nested(|text| read_type(ctx, text))
}

/// A type behind `!vhlo.`.
fn read_type(ctx: &Context, text: &mut AttrText<'_>) -> Read<Type> {
    let at = text.offset();
    let word = text.word().unwrap_or_default();
    if let Some(ty) = plain_type(ctx, word) {
        return Ok(ty);
    }
    let unknown = || format!("unknown vhlo type: {word}");
    let ty = match word {
        "complex_v1" => {
            text.expect("<")?;
            let part = nested_type(ctx, text)?;
            text.expect(">")?;
            match ctx.type_kind(part) {
                TypeKind::Float(_) => ctx.complex(part),
                _ => return Err(text.error_at(at, "invalid element type for complex")),
            }
        }
        "tensor_v1" | "buffer_v1" => {
            text.expect("<")?;
            let dims = dims(text)?;
            let elem = nested_type(ctx, text)?;
            let mut encoding = None;
            if word == "tensor_v1" && text.eat(",") {
                if !text.eat("#vhlo.") {
                    return Err(text.error("expected VHLO type or attribute"));
                }
                let extensions = read_attr(ctx, text)?;
                if let Err(message) = ctx.check_encoding(extensions, &dims, elem) {
                    return Err(text.error_at(at, message));
                }
                encoding = Some(extensions);
            }
            text.expect(">")?;
            match word {
                "buffer_v1" => ctx.intern_type(TypeKind::MemRef {
                    dims: dims.into(),
                    elem,
                    layout: None,
                    memory_space: None,
                }),
                _ => ctx.intern_type(TypeKind::RankedTensor { dims: dims.into(), elem, encoding }),
            }
        }
        "unranked_tensor_v1" => {
            text.expect("<")?;
            let elem = nested_type(ctx, text)?;
            text.expect(">")?;
            ctx.unranked_tensor(elem)
        }
        "tuple_v1" => ctx.tuple(&text.list(("<", ">"), |text| nested_type(ctx, text))?),
        "func_v1" => {
            text.expect("<")?;
            text.expect("(")?;
            let inputs = types_or_none(ctx, text)?;
            text.expect(")")?;
            text.expect("->")?;
            let results = types_or_none(ctx, text)?;
            text.expect(">")?;
            ctx.function(&inputs, &results)
        }
        "quant_v1" | "quant_per_axis_v1" => read_quantized(ctx, text, word == "quant_per_axis_v1")?,
        _ => return Err(text.error_at(at, unknown())),
    };
    Ok(ty)
}

/// Types separated by commas; none are `()`, or nothing.
fn types_or_none(ctx: &Context, text: &mut AttrText<'_>) -> Read<Vec<Type>> {
    if text.eat("()") || !text.remaining().starts_with('!') {
        return Ok(Vec::new());
    }
    let mut types = vec![nested_type(ctx, text)?];
    while text.eat(",") {
        types.push(nested_type(ctx, text)?);
    }
    Ok(types)
}

fn read_quantized(ctx: &Context, text: &mut AttrText<'_>, per_axis: bool) -> Read<Type> {
    text.expect("<")?;
    let at = text.offset();
    let storage = nested_type(ctx, text)?;
    text.expect(":")?;
    let expressed = nested_type(ctx, text)?;
    text.expect(",")?;
    let (TypeKind::Integer { width: storage_width @ 2..=32, .. }, TypeKind::Float(expressed)) =
        (ctx.type_kind(storage), ctx.type_kind(expressed))
    else {
        return Err(text.error_at(at, "a quantized type stores integers of at most 32 bits for floats"));
    };
    let (storage_width, expressed) = (*storage_width, *expressed);
    let (dimension, parameters) = if per_axis {
        let dimension = text.integer()?;
        text.expect(",")?;
        let scales = text.list(("[", "]"), AttrText::float)?;
        text.expect(",")?;
        let zeros = text.integers()?;
        if scales.len() != zeros.len() {
            return Err(text.error_at(at, "a quantized type has as many zero points as scales"));
        }
        (Some(dimension), scales.into_iter().zip(zeros).collect())
    } else {
        let scale = text.float()?;
        text.expect(":")?;
        (None, vec![(scale, text.integer()?)])
    };
    text.expect(",")?;
    let storage_min = text.integer()?;
    text.expect(":")?;
    let storage_max = text.integer()?;
    text.expect(",")?;
    let is_signed = text.integer()? & 1 != 0;
    text.expect(">")?;
    let quantized = QuantizedType {
        storage_width,
        is_signed,
        storage_min,
        storage_max,
        expressed,
        dimension,
        parameters,
    };
    Ok(quantized.to_type(ctx))
}

/// Reads with the parser of the language up to the end of a part, which its brackets tell.
fn with_parser<T>(
    ctx: &Context,
    text: &mut AttrText<'_>,
    read: impl FnOnce(&mut ParserState<'_>) -> tfrt_ir::syntax::PResult<T>,
) -> Read<T> {
    let at = text.offset();
    let part = text.balanced();
    let Some(source) = ctx.add_source("<vhlo>", part.as_bytes()) else {
        return Err(text.error_at(at, "the text of an attribute is too long"));
    };
    let mut state = ParserState::new(ParserInput { ctx, text: part, source });
    let value = read(&mut state).map_err(|error| text.error_at(at, error.message))?;
    match state.at(TokenKind::Eof) {
        true => Ok(value),
        false => Err(text.error_at(at, "expected '>'")),
    }
}

/// A string in quotes.
fn quoted(text: &mut AttrText<'_>) -> Read<Vec<u8>> {
    let literal = text.quoted().ok_or_else(|| text.error("expected string"))?;
    Ok(unquote(literal))
}

/// An attribute with its mark before it.
fn nested_attr(ctx: &Context, text: &mut AttrText<'_>) -> Read<Attr> {
    if text.eat("#vhlo.") {
        return text.nested(|text| read_attr(ctx, text));
    }
    if text.eat("#vhlo<") {
        let attr = text.nested(|text| read_attr(ctx, text))?;
        text.expect(">")?;
        return Ok(attr);
    }
    with_parser(ctx, text, |parser| parser.parse_attribute(None))
}

/// An attribute behind `#vhlo.`, or between the brackets of `#vhlo<…>`.
fn read_attr(ctx: &Context, text: &mut AttrText<'_>) -> Read<Attr> {
    let at = text.offset();
    let word = text.word().unwrap_or_default();
    if let Some(attr) = names::read_word(ctx, word, text) {
        return attr;
    }
    if !matches!(
        word,
        "array_v1"
            | "bool_v1"
            | "dict_v1"
            | "float_v1"
            | "integer_v1"
            | "output_operand_alias_v1"
            | "result_accuracy_v1"
            | "string_v1"
            | "tensor_v1"
            | "type_extensions_v1"
            | "type_v1"
    ) {
        return Err(text.error_at(at, "unknown vhlo attribute"));
    }
    text.expect("<")?;
    let attr = match word {
        "array_v1" => ctx.array_attr(&text.list(("[", "]"), |text| nested_attr(ctx, text))?),
        "bool_v1" => ctx.bool_attr(text.boolean()?),
        "dict_v1" => {
            let entries = text.list(("{", "}"), |text| {
                let key = nested_attr(ctx, text)?;
                text.expect("=")?;
                let value = nested_attr(ctx, text)?;
                match ctx.attr_as_str(key) {
                    Some(key) => Ok((ctx.ident(key), value)),
                    None => Err(text.error("expected string")),
                }
            })?;
            ctx.dict(entries)
        }
        "float_v1" => {
            let number = text.until(':').trim().to_owned();
            text.expect(":")?;
            let ty = nested_type(ctx, text)?;
            let TypeKind::Float(kind) = *ctx.type_kind(ty) else {
                return Err(text.error_at(at, "expected a floating point type"));
            };
            let source = format!("{number} : {}", kind.name());
            let read = with_parser(ctx, &mut AttrText::new(&source), |parser| parser.parse_attribute(None));
            match read.map(|attr| ctx.attr_kind(attr)) {
                Ok(AttrKind::Float { bits, .. }) => {
                    ctx.intern_attr(AttrKind::Float { ty, bits: FloatBits::new(bits.get()) })
                }
                _ => return Err(text.error_at(at, "expected floating point literal")),
            }
        }
        "integer_v1" => {
            let attr = with_parser(ctx, text, |parser| parser.parse_attribute(None))?;
            match ctx.attr_kind(attr) {
                AttrKind::Integer { .. } => attr,
                _ => return Err(text.error_at(at, "expected integer value")),
            }
        }
        "string_v1" => ctx.string_attr(quoted(text)?),
        "tensor_v1" => {
            let attr = with_parser(ctx, text, |parser| parser.parse_attribute(None))?;
            match ctx.attr_kind(attr) {
                AttrKind::DenseElements { .. } => attr,
                _ => return Err(text.error_at(at, "expected dense elements")),
            }
        }
        "type_v1" => ctx.type_attr(nested_type(ctx, text)?),
        "type_extensions_v1" => {
            text.field("bounds")?;
            TypeExtensions { bounds: text.list(("[", "]"), AttrText::size)? }.into_attr(ctx)
        }
        "output_operand_alias_v1" => {
            text.field("outputTupleIndices")?;
            let output_tuple_indices = text.integers()?;
            text.expect(",")?;
            text.field("operandIndex")?;
            let operand_index = text.integer()?;
            text.expect(",")?;
            text.field("operandTupleIndices")?;
            let operand_tuple_indices = text.integers()?;
            OutputOperandAlias { output_tuple_indices, operand_index, operand_tuple_indices }.into_attr(ctx)
        }
        _ => {
            text.field("atol")?;
            let atol = text.float()?.to_bits();
            text.expect(",")?;
            text.field("rtol")?;
            let rtol = text.float()?.to_bits();
            text.expect(",")?;
            text.field("ulps")?;
            let ulps = text.integer()?;
            text.expect(",")?;
            text.field("mode")?;
            let mode = nested_attr(ctx, text)?;
            match names::mode(ctx, mode) {
                Some(mode) => ResultAccuracy { atol, rtol, ulps, mode }.into_attr(ctx),
                None => return Err(text.error("expected a mode of accuracy")),
            }
        }
    };
    text.expect(">")?;
    Ok(attr)
}
