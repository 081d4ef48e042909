//! Attributes of ops as values of messages, and back.
//!
//! A message has one width of integers (64 bits) and one of floats (32 bits), a program has many; so an attribute may come
//! back with a type other than its own. [`to_value`] reports whether it does.

use prost::Message as _;
use tfrt_dialects::{shape_attr, shape_of_attr};
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::context::Context;
use tfrt_ir::handles::Attr;
use tfrt_ir::syntax::{ParserInput, ParserState, attr_to_string};
use tfrt_ir::types::FloatKind;
use tfrt_ops::{AttrDef, AttrKind as Kind, AttrValue as DefinedValue};

use crate::dtype;
use crate::proto::tensorflow::attr_value::{ListValue, Value};
use crate::proto::tensorflow::{AttrValue, NameAttrList, TensorProto};
use crate::tensor::{self, Constant};

pub(crate) fn value(value: Value) -> AttrValue {
    AttrValue { value: Some(value) }
}

pub(crate) fn string(text: impl AsRef<[u8]>) -> AttrValue {
    value(Value::S(text.as_ref().to_vec()))
}

pub(crate) fn int(int: i64) -> AttrValue {
    value(Value::I(int))
}

pub(crate) fn boolean(boolean: bool) -> AttrValue {
    value(Value::B(boolean))
}

pub(crate) fn data_type(data_type: tfrt_ops::DataType) -> AttrValue {
    value(Value::Type(dtype::number(data_type)))
}

/// A list of data types.
pub(crate) fn data_types(data_types: &[tfrt_ops::DataType]) -> AttrValue {
    let r#type = data_types.iter().map(|&data_type| dtype::number(data_type)).collect();
    value(Value::List(Box::new(ListValue { r#type, ..Default::default() })))
}

pub(crate) fn function(name: impl Into<String>) -> AttrValue {
    value(Value::Func(NameAttrList { name: name.into(), ..Default::default() }))
}

/// An attribute as a value, and whether the value gives back that very attribute.
pub(crate) fn to_value(ctx: &Context, attr: Attr, def: Option<&AttrDef>) -> (AttrValue, bool) {
    let converted = convert(ctx, attr, def);
    let Some(converted) = converted else {
        // Nothing like it: its text will do.
        return (string(attr_to_string(ctx, attr)), false);
    };
    // Looking at all elements of a large tensor again would tell nothing: only its type could be special.
    let exact = match &converted {
        Value::Tensor(_) => true,
        _ => from_value(ctx, &value(converted.clone())) == Ok(attr),
    };
    (value(converted), exact)
}

fn convert(ctx: &Context, attr: Attr, def: Option<&AttrDef>) -> Option<Value> {
    Some(match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, value } => match *ty == ctx.i1() {
            true => Value::B(!value.is_zero()),
            false => Value::I(value.as_i64().or_else(|| value.as_u64().map(|bits| bits as i64))?),
        },
        AttrKind::Float { bits, ty } => Value::F(float(ctx, *ty, bits.get())?),
        AttrKind::String { bytes, .. } => match def.map(|def| def.kind) {
            Some(Kind::Func) => Value::Func(NameAttrList {
                name: String::from_utf8(bytes.to_vec()).ok()?,
                ..Default::default()
            }),
            _ => Value::S(bytes.to_vec()),
        },
        AttrKind::Type(ty) => Value::Type(dtype::number(dtype::of_type(ctx, *ty)?)),
        AttrKind::DenseElements { .. } | AttrKind::DenseStrings { .. } => {
            Value::Tensor(Box::new(tensor::to_proto(ctx, attr)?))
        }
        AttrKind::Array(elems) => Value::List(Box::new(list(ctx, elems)?)),
        _ => Value::Shape(tensor::shape_to_proto(shape_of_attr(ctx, attr)?.as_deref())),
    })
}

fn float(ctx: &Context, ty: tfrt_ir::handles::Type, bits: u128) -> Option<f32> {
    match *ctx.type_kind(ty) {
        tfrt_ir::types::TypeKind::Float(FloatKind::F32) => Some(f32::from_bits(bits as u32)),
        tfrt_ir::types::TypeKind::Float(kind) => Some(tfrt_ir::float::to_f64(kind, bits) as f32),
        _ => None,
    }
}

/// A list of one kind of values.
fn list(ctx: &Context, elems: &[Attr]) -> Option<ListValue> {
    let mut list = ListValue::default();
    for &elem in elems {
        match convert(ctx, elem, None)? {
            Value::S(value) => list.s.push(value),
            Value::I(value) => list.i.push(value),
            Value::F(value) => list.f.push(value),
            Value::B(value) => list.b.push(value),
            Value::Type(value) => list.r#type.push(value),
            Value::Shape(value) => list.shape.push(value),
            Value::Tensor(value) => list.tensor.push(*value),
            Value::Func(_) | Value::List(_) | Value::Placeholder(_) => return None,
        }
    }
    let kinds = [
        list.s.len(),
        list.i.len(),
        list.f.len(),
        list.b.len(),
        list.r#type.len(),
        list.shape.len(),
        list.tensor.len(),
    ];
    (kinds.iter().filter(|&&len| len > 0).count() <= 1).then_some(list)
}

/// The attribute for a value that names no function.
///
/// # Errors
/// Says what is wrong with the value, or that there is no attribute for it.
pub(crate) fn from_value(ctx: &Context, attr: &AttrValue) -> Result<Attr, String> {
    match attr.value.as_ref().ok_or("has no value")? {
        Value::S(bytes) => Ok(ctx.string_attr(bytes)),
        Value::I(int) => Ok(ctx.i64_attr(*int)),
        Value::F(float) => Ok(ctx.f32_attr(*float)),
        Value::B(boolean) => Ok(ctx.bool_attr(*boolean)),
        Value::Type(number) => type_attr(ctx, *number),
        Value::Shape(shape) => Ok(shape_attr(ctx, tensor::shape_from_proto(shape).as_deref())),
        Value::Tensor(proto) => match tensor::from_proto(ctx, proto)? {
            Constant::Dense(attr) => Ok(attr),
            Constant::Strings { .. } => Err("tensors of strings are not supported as attributes".into()),
        },
        Value::List(list) => from_list(ctx, list),
        Value::Func(_) => Err("a function is not expected here".into()),
        Value::Placeholder(name) => Err(format!("is the placeholder '{name}', which stands for no value")),
    }
}

fn type_attr(ctx: &Context, number: i32) -> Result<Attr, String> {
    let data_type =
        dtype::from_number(number).ok_or_else(|| format!("data type {number} is not supported"))?;
    Ok(ctx.type_attr(dtype::to_type(ctx, data_type)))
}

fn from_list(ctx: &Context, list: &ListValue) -> Result<Attr, String> {
    if !list.func.is_empty() {
        return Err("lists of functions are not supported".into());
    }
    let mut elems: Vec<Attr> = Vec::new();
    elems.extend(list.s.iter().map(|bytes| ctx.string_attr(bytes)));
    elems.extend(list.i.iter().map(|&int| ctx.i64_attr(int)));
    elems.extend(list.f.iter().map(|&float| ctx.f32_attr(float)));
    elems.extend(list.b.iter().map(|&boolean| ctx.bool_attr(boolean)));
    for &number in &list.r#type {
        elems.push(type_attr(ctx, number)?);
    }
    elems.extend(list.shape.iter().map(|shape| shape_attr(ctx, tensor::shape_from_proto(shape).as_deref())));
    for proto in &list.tensor {
        match tensor::from_proto(ctx, proto)? {
            Constant::Dense(attr) => elems.push(attr),
            Constant::Strings { .. } => {
                return Err("tensors of strings are not supported as attributes".into());
            }
        }
    }
    Ok(ctx.array_attr(&elems))
}

/// The attribute with this text.
pub(crate) fn from_text(ctx: &Context, text: &str) -> Option<Attr> {
    let source = ctx.add_source("<attribute>", text.as_bytes())?;
    let mut parser = ParserState::new(ParserInput { ctx, text, source });
    let attr = parser.parse_attribute(None).ok()?;
    parser.spelling().is_empty().then_some(attr)
}

/// The value of a default in an op definition.
pub(crate) fn of_default(default: &DefinedValue) -> AttrValue {
    value(match default {
        DefinedValue::String(text) => Value::S(text.as_bytes().to_vec()),
        DefinedValue::Int(int) => Value::I(*int),
        DefinedValue::Float(float) => Value::F(*float),
        DefinedValue::Bool(boolean) => Value::B(*boolean),
        DefinedValue::Type(data_type) => Value::Type(dtype::number(*data_type)),
        DefinedValue::Shape(dims) => Value::Shape(tensor::shape_to_proto(dims.as_deref())),
        DefinedValue::Tensor { ty, dims, bytes } => Value::Tensor(Box::new(TensorProto {
            dtype: dtype::number(*ty),
            tensor_shape: Some(tensor::shape_to_proto(Some(dims))),
            tensor_content: bytes.clone().into(),
            ..Default::default()
        })),
        DefinedValue::Strings { dims, values } => {
            Value::Tensor(Box::new(tensor::strings_to_proto(dims, values.clone())))
        }
        DefinedValue::Func { name, attrs } => Value::Func(NameAttrList {
            name: name.to_string(),
            attr: attrs.iter().map(|(name, value)| (name.to_string(), of_default(value))).collect(),
        }),
        DefinedValue::List(entries) => {
            let mut list = ListValue::default();
            for entry in entries {
                match of_default(entry).value {
                    Some(Value::S(value)) => list.s.push(value),
                    Some(Value::I(value)) => list.i.push(value),
                    Some(Value::F(value)) => list.f.push(value),
                    Some(Value::B(value)) => list.b.push(value),
                    Some(Value::Type(value)) => list.r#type.push(value),
                    Some(Value::Shape(value)) => list.shape.push(value),
                    Some(Value::Tensor(value)) => list.tensor.push(*value),
                    Some(Value::Func(value)) => list.func.push(value),
                    // Definitions have no lists of lists.
                    _ => {}
                }
            }
            Value::List(Box::new(list))
        }
    })
}

/// Whether two values are the same, NaNs included.
pub(crate) fn same(a: &AttrValue, b: &AttrValue) -> bool {
    a == b || a.encode_to_vec() == b.encode_to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back() {
        let mut registry = tfrt_ir::dialect::DialectRegistry::new();
        tfrt_dialects::register_all(&mut registry).expect("the declarations are right");
        let ctx = Context::with_dialects(registry);
        for (text, exact) in [
            ("true", true),
            ("-3 : i64", true),
            ("-3 : i32", false),
            ("5.000000e-01 : f32", true),
            ("5.000000e-01 : f64", false),
            ("\"NHWC\"", true),
            ("f32", true),
            ("!corert.string", true),
            ("ui8", true),
            ("[1, 2]", true),
            ("[1 : i32, 2 : i32]", false),
            ("[\"a\", \"b\"]", true),
            ("[f32, i32]", true),
            ("[]", true),
            ("[1, \"a\"]", false),
            ("[[1], [2]]", false),
            ("#corert.shape<1x?x3>", true),
            ("[#corert.shape<*>, #corert.shape<>]", true),
            ("dense<[1, 2]> : tensor<2xi32>", true),
            ("unit", false),
            ("index", false),
        ] {
            let attr = from_text(&ctx, text).expect(text);
            let (value, is_exact) = to_value(&ctx, attr, None);
            assert_eq!(is_exact, exact, "{text}");
            if exact {
                assert_eq!(from_value(&ctx, &value), Ok(attr), "{text}");
            }
            assert_eq!(from_text(&ctx, &attr_to_string(&ctx, attr)), Some(attr), "{text}");
        }
        assert_eq!(from_text(&ctx, "1 2"), None);
    }
}
