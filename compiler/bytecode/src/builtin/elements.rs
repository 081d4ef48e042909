//! Elements of dense attributes: arrays, tensors of numbers, tensors of strings.

use tfrt_ir::Context;
use tfrt_ir::attributes::AttrKind;
use tfrt_ir::dense::{element_layout, make_dense};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::types::TypeKind;

use crate::codec::DialectReader;
use crate::error::BytecodeError;

/// A vector or tensor type.
pub(super) fn read_shaped(r: &mut DialectReader<'_, '_>) -> Result<Type, BytecodeError> {
    let ty = r.ty()?;
    match r.ctx().type_kind(ty) {
        kind if kind.is_shaped() => Ok(ty),
        _ => Err(r.error("the type of elements is no shaped type")),
    }
}

/// A type of known sizes, its number of elements and the type of one.
pub(super) fn read_static(r: &mut DialectReader<'_, '_>) -> Result<(Type, usize, Type), BytecodeError> {
    let ty = read_shaped(r)?;
    let kind = r.ctx().type_kind(ty);
    // Of a scalable vector one element is known.
    let scalable = matches!(kind, TypeKind::Vector { scalable, .. } if !scalable.is_empty());
    let count = kind.num_elements().or(scalable.then_some(1)).and_then(|count| usize::try_from(count).ok());
    let parts = count.zip(kind.element_type());
    parts.map(|(count, elem)| (ty, count, elem)).ok_or_else(|| r.error("elements have a static shape"))
}

pub(super) fn read_dense_array(r: &mut DialectReader<'_, '_>) -> Result<Attr, BytecodeError> {
    let ctx = r.ctx();
    let elem = r.ty()?;
    let count = r.cursor().size()?;
    let data = r.blob()?;
    let layout = element_layout(ctx, elem)
        .filter(|layout| layout.parts == 1 && (matches!(layout.width, 8 | 16 | 32 | 64) || layout.is_bool));
    let layout = layout.ok_or_else(|| r.error("the elements of a dense array have another type"))?;
    if count.checked_mul(layout.bytes()) != Some(data.len()) || layout.is_bool && data.iter().any(|&b| b > 1)
    {
        return Err(r.error(format!("{} bytes are no dense array of {count} elements", data.len())));
    }
    Ok(ctx.intern_attr(AttrKind::DenseArray { elem, data: data.into() }))
}

/// The bytes of booleans as they stand in files: eight in a byte, and all bits of a splat alike.
pub(super) fn pack_bools(ctx: &Context, ty: Type, splat: bool, data: &[u8]) -> Option<Vec<u8>> {
    let elem = ctx.type_kind(ty).element_type()?;
    if !element_layout(ctx, elem)?.is_bool {
        return None;
    }
    if splat {
        return Some(vec![if data.first() == Some(&1) { 0xff } else { 0 }]);
    }
    let pack = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit);
    Some(data.chunks(8).map(pack).collect())
}

pub(super) fn read_dense_elements(r: &mut DialectReader<'_, '_>) -> Result<Attr, BytecodeError> {
    let ctx = r.ctx();
    let (ty, count, elem) = read_static(r)?;
    let data = r.blob()?;
    let layout = element_layout(ctx, elem).ok_or_else(|| r.error("dense elements are numbers"))?;
    let size = layout.bytes();
    if layout.is_bool {
        let unpacked =
            data.len() == count && count > 8 || data.len() == count && data.iter().all(|&b| b <= 1);
        let bools = match data {
            [splat @ (0 | 0xff)] => vec![splat & 1],
            _ if unpacked => data.to_vec(),
            _ if data.len() == count.div_ceil(8) => (0..count).map(|i| data[i / 8] >> (i % 8) & 1).collect(),
            _ => return Err(r.error(format!("{} bytes are no {count} elements of i1", data.len()))),
        };
        if bools.iter().any(|&b| b > 1) {
            return Err(r.error("an element of i1 is 0 or 1"));
        }
        return Ok(make_dense(ctx, ty, bools));
    }
    // One element stands for all, for none too.
    let fits = data.len() == size || count.checked_mul(size) == Some(data.len());
    if !fits {
        return Err(r.error(format!("{} bytes are no {count} elements of {size} bytes", data.len())));
    }
    if !layout.fits(data) {
        return Err(r.error("an element has bits beyond its width"));
    }
    Ok(make_dense(ctx, ty, data.to_vec()))
}

pub(super) fn read_dense_strings(r: &mut DialectReader<'_, '_>) -> Result<Attr, BytecodeError> {
    let (ty, count, _) = read_static(r)?;
    let splat = r.varint()? != 0;
    let count = if splat { 1 } else { count };
    if count > r.cursor().len() {
        let left = r.cursor().len();
        return Err(r.error(format!("{count} strings in {left} bytes")));
    }
    let values = (0..count).map(|_| Ok(r.string()?.into())).collect::<Result<Vec<Box<[u8]>>, _>>()?;
    Ok(r.ctx().intern_attr(AttrKind::DenseStrings { ty, splat, values: values.into() }))
}
