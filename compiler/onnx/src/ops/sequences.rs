//! Sequences, which are lists of tensors, and optional values, which are lists of at most one tensor or one sequence.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, Content, Facts, Items, NONE, Result, Tensor};
use crate::node::{Node, axis};
use crate::proto::TypeProto;
use crate::proto::type_proto::Value as TypeValue;
use crate::tensor::dtype;

pub(super) const OPS: Table = &[
    ("SequenceEmpty", |b, n| Ok(vec![empty(b, Some(n.dtype("dtype")?.unwrap_or(DType::F32)))?])),
    ("SequenceConstruct", construct),
    ("SequenceAt", |b, n| Ok(vec![item(b, n.input(0)?, n.input(1)?)?])),
    ("SequenceLength", |b, n| Ok(vec![length(b, n.input(0)?)?])),
    ("SequenceInsert", insert),
    ("SequenceErase", erase),
    ("SplitToSequence", split),
    ("ConcatFromSequence", concat),
    ("Optional", |b, n| match n.optional(0) {
        Some(input) => Ok(vec![optional(b, input)?]),
        None => {
            let declared = n.attr("type").and_then(|attr| attr.tp.as_ref());
            let declared = declared.ok_or("it has neither an input nor the attribute 'type'")?;
            let content = match (content_of(declared)?, &declared.value) {
                (Some(content), _) => content.optional(),
                (None, Some(TypeValue::TensorType(ty))) => Content::OptionalTensor(dtype(ty.elem_type())?),
                (None, _) => return Err("the attribute 'type' says nothing".into()),
            };
            Ok(vec![empty(b, Some(items_of(content)))?.with_content(Some(content))])
        }
    }),
    ("OptionalGetElement", |b, n| {
        let x = n.input(0)?;
        let (dtype, content) = match x.content() {
            Some(Content::OptionalTensor(dtype)) => (dtype, None),
            Some(Content::OptionalSequence(item)) => (DType::Variant, Some(Content::Sequence(item))),
            _ => return Ok(vec![x.clone()]),
        };
        let (first, shape) = (b.int32(0)?, any_shape(b)?);
        let got = b.op("tf.TensorListGetItem", &[x, &first, &shape], [element(dtype)])?;
        Ok(vec![got.with_dtype(dtype).with_content(content)])
    }),
    ("OptionalHasElement", |b, n| match n.optional(0) {
        Some(x) if x.content().is_some_and(Content::is_optional) => {
            let (length, zero) = (b.op("tf.TensorListLength", &[x], NONE)?, b.int32(0)?);
            Ok(vec![b.op("tf.Greater", &[&length, &zero], NONE)?])
        }
        input => Ok(vec![b.number(DType::I1, f64::from(u8::from(input.is_some())))?]),
    }),
];

/// The element types of a value's type; none for tensors.
pub(crate) fn content_of(ty: &TypeProto) -> Result<Option<Content>> {
    let inner = |ty: &Option<Box<TypeProto>>| ty.as_deref().and_then(|ty| ty.value.clone());
    let tensors = |value: Option<TypeValue>| match value {
        Some(TypeValue::TensorType(ty)) => dtype(ty.elem_type()),
        _ => Err("a sequence of what is no tensor is not supported".to_owned()),
    };
    Ok(match &ty.value {
        Some(TypeValue::SequenceType(ty)) => Some(Content::Sequence(tensors(inner(&ty.elem_type))?)),
        Some(TypeValue::OptionalType(ty)) => Some(match inner(&ty.elem_type) {
            Some(TypeValue::TensorType(ty)) => Content::OptionalTensor(dtype(ty.elem_type())?),
            Some(TypeValue::SequenceType(ty)) => Content::OptionalSequence(tensors(inner(&ty.elem_type))?),
            _ => {
                return Err(
                    "an optional value of neither a tensor nor a sequence is not supported".to_owned()
                );
            }
        }),
        Some(TypeValue::TensorType(_)) | None => None,
        Some(TypeValue::MapType(_)) => return Err("a map is not supported".to_owned()),
        Some(TypeValue::SparseTensorType(_)) => return Err("a sparse tensor is not supported".to_owned()),
        Some(TypeValue::OpaqueType(_)) => return Err("an opaque value is not supported".to_owned()),
    })
}

/// The element type of the list that an optional value is.
fn items_of(content: Content) -> DType {
    match content {
        Content::OptionalTensor(dtype) => dtype,
        _ => DType::Variant,
    }
}

/// A value as an optional one.
pub(crate) fn optional(b: &mut Builder<'_>, x: &Tensor) -> Result<Tensor> {
    let content = match x.content() {
        Some(content) if content.is_optional() => return Ok(x.clone()),
        Some(content) => content.optional(),
        None => Content::OptionalTensor(x.dtype()?),
    };
    let dtype = items_of(content);
    let none = empty(b, Some(dtype))?;
    let list = b.op("tf.TensorListPushBack", &[&none, x], [element(dtype)])?;
    Ok(list.with_content(Some(content)))
}

/// An argument that is a list, as the value that it stands for.
pub(crate) fn argument(b: &mut Builder<'_>, list: &Tensor, content: Content) -> Result<Tensor> {
    let (kind, dtype) = match content {
        Content::Sequence(item) => ("sequence", item),
        Content::OptionalTensor(dtype) => ("optional_tensor", dtype),
        Content::OptionalSequence(item) => ("optional_sequence", item),
    };
    let attrs = [element(dtype), ("kind", Attribute::Text(kind))];
    Ok(b.op("onnx.Argument", &[list], attrs)?.with_content(Some(content)))
}

fn element(dtype: DType) -> (&'static str, Attribute) {
    ("element_dtype", Attribute::Type(dtype))
}

/// A shape that says nothing.
fn any_shape(b: &mut Builder<'_>) -> Result<Tensor> {
    b.int32(-1)
}

/// No tensors, of an element type.
pub(crate) fn empty(b: &mut Builder<'_>, item: Option<DType>) -> Result<Tensor> {
    let item = item.ok_or("the element type of what is collected is not known")?;
    let (shape, most) = (any_shape(b)?, b.int32(-1)?);
    let attrs = [element(item), ("shape_type", Attribute::Type(DType::I32))];
    Ok(b.op("tf.EmptyTensorList", &[&shape, &most], attrs)?.with_item(Some(item)).with_items(Items::None))
}

/// The type and shape that the tensors of a sequence have in common with one more tensor.
fn more(list: &Tensor, tensor: &Tensor) -> Items {
    list.items().or(&Items::of(tensor.open_sizes().ok().as_deref()))
}

/// A tensor more.
pub(crate) fn pushed(b: &mut Builder<'_>, list: &Tensor, tensor: &Tensor) -> Result<Tensor> {
    let item = tensor.dtype()?;
    let longer = b.op("tf.TensorListPushBack", &[list, tensor], [element(item)])?;
    Ok(longer.with_item(Some(item)).with_items(more(list, tensor)))
}

/// The number of tensors, a scalar of 64 bits.
pub(crate) fn length(b: &mut Builder<'_>, list: &Tensor) -> Result<Tensor> {
    let length = b.op("tf.TensorListLength", &[list], NONE)?;
    b.cast(&length, DType::I64)
}

/// A place in a sequence, counted from its end if negative.
fn place(b: &mut Builder<'_>, list: &Tensor, at: &Tensor) -> Result<Tensor> {
    let at = b.reshape(at, &[])?;
    let at = b.cast(&at, DType::I64)?;
    let at = match at.ints().as_deref() {
        Some(&[known]) if known >= 0 => at,
        _ => {
            let (length, zero) = (length(b, list)?, b.number(DType::I64, 0.0)?);
            let from_end = b.op("tf.AddV2", &[&at, &length], NONE)?;
            let is_negative = b.op("tf.Less", &[&at, &zero], NONE)?;
            b.op("tf.SelectV2", &[&is_negative, &from_end, &at], NONE)?
        }
    };
    b.cast(&at, DType::I32)
}

/// The tensor at a place.
pub(crate) fn item(b: &mut Builder<'_>, list: &Tensor, at: &Tensor) -> Result<Tensor> {
    let (at, shape) = (place(b, list, at)?, any_shape(b)?);
    let item = b.op("tf.TensorListGetItem", &[list, &at, &shape], [element(list.item()?)])?;
    Ok(match list.items().dims() {
        Some(dims) => item.with_dims(dims),
        None => item,
    })
}

/// The tensors as one, with a new first dimension, of this size if it is known.
pub(crate) fn stacked(
    b: &mut Builder<'_>,
    list: &Tensor,
    item: &Facts,
    count: Option<i64>,
) -> Result<Tensor> {
    let shape = match item.dims() {
        Some(dims) => b.int32s(dims)?,
        None => any_shape(b)?,
    };
    // Unknown sizes are those of the tensors, and zero in an empty list.
    if item.dims().is_none_or(|dims| dims.contains(&-1)) {
        return b.op("onnx.Stack", &[list, &shape], [element(list.item()?)]);
    }
    let attrs = [element(list.item()?), ("num_elements", Attribute::Int(count.unwrap_or(-1)))];
    b.op("tf.TensorListStack", &[list, &shape], attrs)
}

fn construct(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let mut list = empty(b, Some(n.input(0)?.dtype()?))?;
    for tensor in n.all()? {
        list = pushed(b, &list, tensor)?;
    }
    Ok(vec![list])
}

fn insert(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let (list, tensor) = (n.input(0)?, n.input(1)?);
    let Some(at) = n.optional(2) else { return Ok(vec![pushed(b, list, tensor)?]) };
    let at = place(b, list, at)?;
    let result = b.op("onnx.SequenceInsert", &[list, tensor, &at], NONE)?;
    Ok(vec![result.with_item(Some(list.item()?)).with_items(more(list, tensor))])
}

fn erase(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let list = n.input(0)?;
    let last = b.int32(-1)?;
    let at = place(b, list, n.optional(1).unwrap_or(&last))?;
    let rest = b.op("onnx.SequenceErase", &[list, &at], NONE)?;
    Ok(vec![rest.with_item(Some(list.item()?)).with_items(list.items().clone())])
}

/// Parts of equal sizes, but for the last one, or of given sizes.
fn split(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let (sizes, keeps) = match n.optional(1) {
        Some(sizes) => (b.cast(sizes, DType::I64)?, true),
        None => (b.number(DType::I64, 1.0)?, n.int("keepdims", 1) != 0),
    };
    let at = n.int("axis", 0);
    let attrs = [("axis", Attribute::Int(at)), ("keepdims", Attribute::Bool(keeps))];
    let list = b.op("onnx.SplitToSequence", &[x, &sizes], attrs)?.with_item(Some(x.dtype()?));
    let Ok(mut dims) = x.open_sizes() else { return Ok(vec![list]) };
    let at = axis(at, dims.len())?;
    match keeps {
        true => dims[at] = if n.optional(1).is_none() { 1 } else { -1 },
        false => _ = dims.remove(at),
    }
    Ok(vec![list.with_items(Items::Sized(dims))])
}

fn concat(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let list = n.input(0)?;
    let (at, is_new) = (n.int("axis", 0), n.int("new_axis", 0) != 0);
    let attrs = [("axis", Attribute::Int(at)), ("new_axis", Attribute::Bool(is_new)), element(list.item()?)];
    let joined = b.op("onnx.ConcatFromSequence", &[list], attrs)?;
    let Some(dims) = list.items().dims() else { return Ok(vec![joined]) };
    let mut dims = dims.to_vec();
    match is_new {
        true => dims.insert(axis(at, dims.len() + 1)?, -1),
        false => {
            let at = axis(at, dims.len())?;
            dims[at] = -1;
        }
    }
    Ok(vec![joined.with_dims(&dims)])
}
