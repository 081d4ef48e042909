//! The readers of VHLO's types and attributes in text; [`text`](super::text) says what they stand for.

use tfrt_ir::attributes::{AttrKind, FloatBits};
use tfrt_ir::context::Context;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::syntax::strings::unquote;
use tfrt_ir::types::{FloatKind, Signedness, TypeKind};

use super::names;
use crate::attr_text::{AttrText, Read, with_parser};
use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;
use crate::stablehlo::attributes::{OutputOperandAlias, ResultAccuracy, TypeExtensions};

/// Types without parts, by the name of the builtin type.
pub(super) fn plain_type(ctx: &Context, word: &str) -> Option<Type> {
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
pub(super) fn read_type(ctx: &Context, text: &mut AttrText<'_>) -> Read<Type> {
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
        "future_v1" => {
            let types = text.list(("<", ">"), |text| nested_type(ctx, text))?;
            let is_tensor = |ty: &Type| matches!(ctx.type_kind(*ty), TypeKind::RankedTensor { .. });
            if types.is_empty() || !types.iter().all(is_tensor) {
                return Err(text.error_at(at, "future element type must be a ranked tensor"));
            }
            crate::stablehlo::future(ctx, &types)
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

/// A string in quotes.
fn quoted(text: &mut AttrText<'_>) -> Read<Vec<u8>> {
    let literal = text.quoted().ok_or_else(|| text.error("expected string"))?;
    Ok(unquote(literal))
}

/// An attribute with its mark before it.
pub(super) fn nested_attr(ctx: &Context, text: &mut AttrText<'_>) -> Read<Attr> {
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
pub(super) fn read_attr(ctx: &Context, text: &mut AttrText<'_>) -> Read<Attr> {
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
            | "sub_axis_info_v1"
            | "axis_ref_v1"
            | "mesh_axis_v1"
            | "mesh_v1"
            | "replica_group_mesh_axes_v1"
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
        "sub_axis_info_v1" | "axis_ref_v1" | "mesh_axis_v1" | "mesh_v1" | "replica_group_mesh_axes_v1" => {
            super::mesh::read_fields(ctx, word, text)?
        }
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
