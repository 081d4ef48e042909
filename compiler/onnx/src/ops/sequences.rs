//! Sequences: lists of tensors. An optional value is the value itself.

use tfrt_ops::DType;

use super::Table;
use crate::builder::{Attribute, Builder, Facts, NONE, Result, Tensor};
use crate::node::Node;

pub(super) const OPS: Table = &[
    ("SequenceEmpty", |b, n| Ok(vec![empty(b, Some(n.dtype("dtype")?.unwrap_or(DType::F32)))?])),
    ("SequenceConstruct", construct),
    ("SequenceAt", |b, n| Ok(vec![item(b, n.input(0)?, n.input(1)?)?])),
    ("SequenceLength", |b, n| Ok(vec![length(b, n.input(0)?)?])),
    ("SequenceInsert", insert),
    ("SequenceErase", erase),
    ("SplitToSequence", split),
    ("ConcatFromSequence", concat),
    ("Optional", |_, n| {
        let input = n.optional(0).cloned();
        Ok(vec![input.ok_or_else(|| n.refuse("no input", "(an empty optional value)"))?])
    }),
    ("OptionalGetElement", |_, n| Ok(vec![n.input(0)?.clone()])),
    ("OptionalHasElement", |b, n| {
        Ok(vec![b.number(DType::I1, f64::from(u8::from(n.optional(0).is_some())))?])
    }),
];

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
    Ok(b.op("tf.EmptyTensorList", &[&shape, &most], attrs)?.with_item(Some(item)))
}

/// A tensor more.
pub(crate) fn pushed(b: &mut Builder<'_>, list: &Tensor, tensor: &Tensor) -> Result<Tensor> {
    let item = tensor.dtype()?;
    Ok(b.op("tf.TensorListPushBack", &[list, tensor], [element(item)])?.with_item(Some(item)))
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
    b.op("tf.TensorListGetItem", &[list, &at, &shape], [element(list.item()?)])
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
    Ok(vec![result.with_item(Some(list.item()?))])
}

fn erase(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let list = n.input(0)?;
    let last = b.int32(-1)?;
    let at = place(b, list, n.optional(1).unwrap_or(&last))?;
    Ok(vec![b.op("onnx.SequenceErase", &[list, &at], NONE)?.with_item(Some(list.item()?))])
}

/// Parts of equal sizes, but for the last one, or of given sizes.
fn split(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let x = n.input(0)?;
    let at = n.axis(0, x.rank()?)?;
    let size = x.dim(at).ok_or("the size to split is not known")?;
    let keeps = n.optional(1).is_some() || n.int("keepdims", 1) != 0;
    let sizes = match n.optional(1) {
        None => vec![1; crate::node::line(size)?.count()],
        Some(given) => {
            let ints = given.known_ints("split")?;
            match (given.rank()?, &ints[..]) {
                (0, &[part]) if part > 0 => {
                    let mut sizes = vec![part; crate::node::line(size / part)?.count()];
                    sizes.extend(Some(size % part).filter(|&rest| rest > 0));
                    sizes
                }
                (0, _) => return Err(format!("parts of the sizes {ints:?}")),
                _ => ints,
            }
        }
    };
    let axis = b.int32(at as i64)?;
    let mut list = empty(b, Some(x.dtype()?))?;
    if sizes.is_empty() {
        return Ok(vec![list]);
    }
    let count = sizes.len();
    let sizes = b.int64s(&sizes)?;
    let attrs = [("num_split", Attribute::Int(count as i64))];
    for part in b.ops("tf.SplitV", &[x, &sizes, &axis], attrs, count)? {
        let part = match keeps {
            true => part,
            false => b.op("tf.Squeeze", &[&part], [("squeeze_dims", Attribute::Ints(vec![at as i64]))])?,
        };
        list = pushed(b, &list, &part)?;
    }
    Ok(vec![list])
}

fn concat(b: &mut Builder<'_>, n: &Node<'_>) -> Result<Vec<Tensor>> {
    let list = n.input(0)?;
    let attrs = [
        ("axis", Attribute::Int(n.int("axis", 0))),
        ("new_axis", Attribute::Bool(n.int("new_axis", 0) != 0)),
        element(list.item()?),
    ];
    Ok(vec![b.op("onnx.ConcatFromSequence", &[list], attrs)?])
}
