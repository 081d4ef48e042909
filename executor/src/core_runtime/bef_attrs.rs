//! Conversion of a BEF file's attributes to attributes of ops.

use std::any::Any;
use std::sync::Arc;

use tfrt_bef::{AggregateView, AttrView};

use super::OpError;
use super::attrs::{AttrValue, OpAttrs};
use crate::fused_body;
use crate::tensor::{
    Buffer, DType, DenseHostTensor, Dims, PartialShape, Shape, StringHostTensor, TensorMetadata, dtype_of,
};

/// An attribute of a file as a value that owns itself. Tensors refer to the file's bytes, which `keep_alive` must own.
pub fn attr_value(view: AttrView<'_>, keep_alive: &Arc<dyn Any + Send + Sync>) -> Result<AttrValue, OpError> {
    Ok(match view {
        AttrView::Scalar { dtype, bits } => {
            let mut bytes = [0; 16];
            bytes[..8].copy_from_slice(&bits.to_le_bytes());
            AttrValue::Scalar(dtype_of(dtype), bytes)
        }
        AttrView::String(bytes) => AttrValue::String(bytes.into()),
        AttrView::FuncName(name) => AttrValue::Func(name.into()),
        AttrView::Type(dtype) => AttrValue::Type(dtype_of(dtype)),
        AttrView::Array { dtype, data, .. } => AttrValue::Array(dtype_of(dtype), data.into()),
        AttrView::TypeArray(codes) => {
            AttrValue::Types(codes.iter().filter_map(|&code| DType::from_code(code)).collect())
        }
        AttrView::Shape(None) => AttrValue::Shape(PartialShape::Unranked),
        AttrView::Shape(Some(dims)) => AttrValue::Shape(PartialShape::Ranked(Dims::from_slice(dims))),
        AttrView::Dense { dtype, shape, data } => {
            AttrValue::Dense(dense_constant(dtype_of(dtype), shape, data, keep_alive)?)
        }
        AttrView::TensorType { dtype, shape } => AttrValue::TensorType(
            dtype_of(dtype),
            shape.map_or(PartialShape::Unranked, |dims| PartialShape::Ranked(Dims::from_slice(dims))),
        ),
        AttrView::StringTensor { shape, values } => AttrValue::Strings(strings(shape, values)?),
        AttrView::FusedBody(body) => AttrValue::FusedBody(Arc::new(fused_body::from_file(body)?)),
        AttrView::Aggregate(elements) => {
            let elements: Result<Vec<AttrValue>, OpError> =
                elements.iter().map(|element| attr_value(element, keep_alive)).collect();
            AttrValue::Aggregate(elements?.into())
        }
        AttrView::Unit => return Err("a unit attribute is no op attribute".into()),
        AttrView::SymbolRef(_) => return Err("a symbol reference is no op attribute".into()),
    })
}

/// A tensor of strings, of which one may stand for all.
fn strings(dims: &[i64], values: AggregateView<'_>) -> Result<StringHostTensor, OpError> {
    let shape = Shape::new(dims)?;
    let mut strings: Vec<Box<[u8]>> = Vec::new();
    let count = shape.num_elements();
    strings.try_reserve_exact(count).map_err(|_| "failed to allocate string host tensor")?;
    strings.extend(values.iter().map(|value| Box::from(value.as_bytes().unwrap_or_default())));
    if let [one] = &strings[..] {
        let one = one.clone();
        strings.resize(count, one);
    }
    Ok(StringHostTensor::new(shape, strings)?)
}

/// A tensor over the bytes of a constant, without a copy unless they are not aligned.
pub(super) fn dense_constant(
    dtype: DType,
    dims: &[i64],
    data: &[u8],
    keep_alive: &Arc<dyn Any + Send + Sync>,
) -> Result<DenseHostTensor, OpError> {
    let metadata = TensorMetadata::new(dtype, Shape::new(dims)?);
    let size = dtype
        .size()
        .ok_or_else(|| format!("dense constants of dtype {} are not supported", dtype.label()))?;
    if !data.as_ptr().addr().is_multiple_of(dtype.alignment())
        || data.len() != metadata.shape.num_elements() * size
    {
        return Ok(DenseHostTensor::from_bytes(metadata, data)?);
    }
    Ok(DenseHostTensor::from_buffer(metadata, mapped(data, keep_alive)?)?)
}

#[expect(unsafe_code, reason = "a buffer over a mapped file")]
fn mapped(data: &[u8], keep_alive: &Arc<dyn Any + Send + Sync>) -> Result<Buffer, OpError> {
    // SAFETY: attribute views borrow from an open file, whose bytes neither move nor change while its owner lives.
    Ok(unsafe { Buffer::external(data, keep_alive.clone()) }?)
}

/// Adds the `[key, value]` pairs of an `op_attrs` or `op_func_attrs` attribute. In the latter, strings name functions.
pub fn add_pairs(
    attrs: &mut OpAttrs,
    pairs: AttrView<'_>,
    functions: bool,
    keep_alive: &Arc<dyn Any + Send + Sync>,
) -> Result<(), OpError> {
    let pairs = match pairs {
        AttrView::Aggregate(pairs) => pairs,
        // An empty list is an array of numbers without elements.
        AttrView::Array { len: 0, .. } | AttrView::Unit => return Ok(()),
        _ => return Err("op attributes must be a list of key-value pairs".into()),
    };
    for pair in pairs.iter() {
        let malformed = "each op_attr should be a key-value pair, where the key is a string";
        let AttrView::Aggregate(pair) = pair else { return Err(malformed.into()) };
        let (Some(AttrView::String(key)), Some(value), 2) = (pair.get(0), pair.get(1), pair.len()) else {
            return Err(malformed.into());
        };
        let key = std::str::from_utf8(key).map_err(|_| "the name of an op attribute must be UTF-8")?;
        match (functions, value) {
            (true, AttrView::String(name) | AttrView::FuncName(name)) => attrs.set_func(key, name),
            (_, value) => attrs.set_value(key, &attr_value(value, keep_alive)?),
        };
    }
    Ok(())
}
