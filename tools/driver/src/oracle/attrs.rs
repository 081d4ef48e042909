//! Attributes of the IR as attributes of ops, and as tensors.
//!
//! An attribute becomes the same value here as in a file and then at run time.

use std::sync::Arc;

use tfrt_executor::core_runtime::{AttrValue, OpAttrs};
use tfrt_executor::tensor::{
    Buffer, DType, DenseHostTensor, Dims, PartialShape, Shape, StringHostTensor, TensorMetadata,
};
use tfrt_ir::Context;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::dense::DenseView;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::TypeKind;

use super::dtype_of;

/// The attributes of an op; `None` if one of them cannot be an attribute of an op.
pub(super) fn op_attrs(ctx: &Context, attrs: &[(&str, Attr)]) -> Option<OpAttrs> {
    let mut result = OpAttrs::new();
    for &(name, attr) in attrs {
        result.set_value(name, &value(ctx, attr)?);
    }
    Some(result)
}

fn scalar(ctx: &Context, attr: Attr) -> Option<(DType, [u8; 16])> {
    let (dtype, bits) = match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, value } => (dtype_of(ctx, *ty)?, u128::from(value.as_u64()?)),
        AttrKind::Float { ty, bits } => (dtype_of(ctx, *ty)?, bits.get()),
        _ => return None,
    };
    Some((dtype, bits.to_le_bytes()))
}

fn value(ctx: &Context, attr: Attr) -> Option<AttrValue> {
    if let Some((dtype, bytes)) = scalar(ctx, attr) {
        return Some(AttrValue::Scalar(dtype, bytes));
    }
    Some(match ctx.attr_kind(attr) {
        AttrKind::String { bytes, .. } => AttrValue::String((&**bytes).into()),
        AttrKind::Type(ty) => match dtype_of(ctx, *ty) {
            Some(dtype) => AttrValue::Type(dtype),
            None => tensor_type(ctx, *ty)?,
        },
        AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
            AttrValue::Func(ctx.str(*root).as_bytes().into())
        }
        AttrKind::DenseArray { elem, data } => AttrValue::Array(dtype_of(ctx, *elem)?, (&**data).into()),
        AttrKind::DenseElements { .. } => AttrValue::Dense(tensor(ctx, attr)?),
        AttrKind::DenseStrings { ty, splat, values } => {
            AttrValue::Strings(strings(ctx, *ty, *splat, values)?)
        }
        AttrKind::Typed { .. } => AttrValue::FusedBody(tfrt_dialects::fused_body(ctx, attr)?.clone()),
        AttrKind::Opaque { .. } => match tfrt_dialects::shape_of_attr(ctx, attr)? {
            Some(dims) => AttrValue::Shape(PartialShape::Ranked(Dims::from_slice(&dims))),
            None => AttrValue::Shape(PartialShape::Unranked),
        },
        AttrKind::Array(elements) => return array(ctx, elements),
        _ => return None,
    })
}

/// Numbers or types of one kind are an array, anything else is nested.
fn array(ctx: &Context, elements: &[Attr]) -> Option<AttrValue> {
    let Some(&first) = elements.first() else { return Some(AttrValue::Array(DType::I32, Arc::new([]))) };
    if let Some((dtype, _)) = scalar(ctx, first) {
        let scalars: Option<Vec<(DType, [u8; 16])>> =
            elements.iter().map(|&element| scalar(ctx, element)).collect();
        if let Some(scalars) = scalars.filter(|scalars| scalars.iter().all(|(other, _)| *other == dtype)) {
            let size = dtype.size()?;
            let bytes: Vec<u8> = scalars.iter().flat_map(|(_, bytes)| &bytes[..size]).copied().collect();
            return Some(AttrValue::Array(dtype, bytes.into()));
        }
    }
    let types: Option<Vec<DType>> =
        elements.iter().map(|&element| dtype_of(ctx, ctx.attr_as_type(element)?)).collect();
    if let Some(types) = types {
        return Some(AttrValue::Types(types.into()));
    }
    let values: Option<Vec<AttrValue>> = elements.iter().map(|&element| value(ctx, element)).collect();
    Some(AttrValue::Aggregate(values?.into()))
}

/// The type of tensors.
fn tensor_type(ctx: &Context, ty: Type) -> Option<AttrValue> {
    let (elem, shape) = match ctx.type_kind(ty) {
        TypeKind::RankedTensor { dims, elem, encoding: None } => {
            (*elem, PartialShape::Ranked(dims.iter().map(|&dim| dim.max(-1)).collect()))
        }
        TypeKind::UnrankedTensor(elem) => (*elem, PartialShape::Unranked),
        _ => return None,
    };
    Some(AttrValue::TensorType(dtype_of(ctx, elem)?, shape))
}

/// A tensor of strings.
fn strings(ctx: &Context, ty: Type, splat: bool, values: &[Box<[u8]>]) -> Option<StringHostTensor> {
    let shape = Shape::new(ctx.type_kind(ty).dims()?).ok()?;
    let values = match (splat, values) {
        (true, [one]) => vec![one.clone(); shape.num_elements()],
        _ => values.to_vec(),
    };
    StringHostTensor::new(shape, values).ok()
}

/// An elements attribute as a read-only tensor, over the attribute's own memory where that is aligned.
pub(super) fn constant(ctx: &Context, attr: Attr) -> Option<DenseHostTensor> {
    if let AttrKind::DenseElements { ty, splat: false, data } = ctx.attr_kind(attr) {
        let metadata = metadata(ctx, *ty)?;
        if data.as_ptr().addr().is_multiple_of(metadata.dtype.alignment()) {
            return DenseHostTensor::from_buffer(metadata, Buffer::constant(data.clone()).ok()?).ok();
        }
    }
    let dense = tensor(ctx, attr)?;
    let metadata = dense.metadata().clone();
    DenseHostTensor::from_buffer(metadata, dense.into_buffer().into_constant()?.ok()?).ok()
}

/// An elements attribute as a tensor.
pub(super) fn tensor(ctx: &Context, attr: Attr) -> Option<DenseHostTensor> {
    let (ty, view) = (ctx.attr_type(attr)?, DenseView::new(ctx, attr)?);
    let metadata = metadata(ctx, ty)?;
    if view.splat {
        return DenseHostTensor::filled(metadata, view.data).ok();
    }
    let copy = DenseHostTensor::from_bytes(metadata, view.data).ok();
    // The elements need not be in memory twice.
    tfrt_bef::release(view.data);
    copy
}

/// The metadata of a tensor of a type of which everything is known.
pub(super) fn metadata(ctx: &Context, ty: Type) -> Option<TensorMetadata> {
    let kind = ctx.type_kind(ty);
    if !kind.has_static_shape() {
        return None;
    }
    Some(TensorMetadata::new(dtype_of(ctx, kind.element_type()?)?, Shape::new(kind.dims()?).ok()?))
}
