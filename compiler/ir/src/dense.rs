//! Elements of dense attributes as bytes and as numbers.
//!
//! Elements are row-major and little-endian; each takes `ceil(width / 8)` bytes, `index` 8, a boolean 1 (0 or 1), a
//! complex number twice its part. An attribute whose elements are all the same bytes keeps one of them: a *splat*.

use bytes::Bytes;

use crate::attributes::AttrKind;
use crate::context::Context;
use crate::float;
use crate::handles::{Attr, Type};
use crate::types::{FloatKind, Signedness, TypeKind};

/// The layout of elements of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementLayout {
    /// The type of the parts: that of the elements, or of a complex number's two numbers.
    pub part: Type,
    /// 2 for complex numbers, else 1.
    pub parts: u32,
    /// Bits of a part.
    pub width: u32,
    /// The format, if the parts are floats.
    pub float: Option<FloatKind>,
    /// Whether the elements are `i1`.
    pub is_bool: bool,
}

impl ElementLayout {
    /// Bytes of a part.
    pub fn part_bytes(&self) -> usize {
        self.width.div_ceil(8) as usize
    }

    /// Bytes of an element.
    pub fn bytes(&self) -> usize {
        self.part_bytes() * self.parts as usize
    }

    /// Whether bits above the width are clear in all elements.
    pub fn fits(&self, data: &[u8]) -> bool {
        let spare = self.width % 8;
        spare == 0
            || self.width == 0
            || data.chunks_exact(self.part_bytes()).all(|part| part.last().is_some_and(|b| b >> spare == 0))
    }
}

/// The layout of elements of a type; `None` if they are not numbers.
pub fn element_layout(ctx: &Context, elem: Type) -> Option<ElementLayout> {
    let (part, parts) = match *ctx.type_kind(elem) {
        TypeKind::Complex(part) => (part, 2),
        _ => (elem, 1),
    };
    let width = ctx.int_or_float_width(part)?;
    let float = match *ctx.type_kind(part) {
        TypeKind::Float(kind) => Some(kind),
        _ => None,
    };
    let is_bool = parts == 1 && width == 1;
    Some(ElementLayout { part, parts, width, float, is_bool })
}

/// The attribute of elements of a static shape from one element or all of them; equal elements become a splat.
///
/// `data` must have the size of one or of all elements.
pub fn make_dense(ctx: &Context, ty: Type, data: Vec<u8>) -> Attr {
    make_shared_dense(ctx, ty, data.into())
}

/// As [`make_dense`], of elements that others may have as well.
pub fn make_shared_dense(ctx: &Context, ty: Type, data: Bytes) -> Attr {
    let kind = ctx.type_kind(ty);
    let size = kind.element_type().and_then(|e| element_layout(ctx, e)).map_or(1, |l| l.bytes());
    // All elements are equal if each byte equals the one an element further on.
    let splat = if size == 0 {
        kind.num_elements() != Some(0)
    } else {
        !data.is_empty() && (data.len() <= size || data[size..] == data[..data.len() - size])
    };
    // One element does not keep the memory of all.
    let data = if splat { Bytes::copy_from_slice(&data[..size.min(data.len())]) } else { data };
    ctx.intern_attr(AttrKind::DenseElements { ty, splat, data })
}

/// A view of a [`AttrKind::DenseElements`] or [`AttrKind::DenseArray`].
#[derive(Clone, Copy, Debug)]
pub struct DenseView<'c> {
    /// Shape; of an array its length.
    pub len: usize,
    /// Layout of an element.
    pub layout: ElementLayout,
    /// Whether `data` is one element, which all elements equal.
    pub splat: bool,
    /// The bytes of one or of all elements.
    pub data: &'c [u8],
    signed: bool,
}

impl<'c> DenseView<'c> {
    /// The view of an attribute; `None` if it has no dense numbers.
    pub fn new(ctx: &'c Context, attr: Attr) -> Option<DenseView<'c>> {
        let (elem, len, splat, data) = match ctx.attr_kind(attr) {
            AttrKind::DenseElements { ty, splat, data } => {
                let kind = ctx.type_kind(*ty);
                // Of a scalable vector one element is known.
                let len = kind.num_elements().map_or(1, |n| n as usize);
                (kind.element_type()?, len, *splat, &data[..])
            }
            AttrKind::DenseArray { elem, data } => {
                let size = element_layout(ctx, *elem)?.bytes().max(1);
                (*elem, data.len() / size, false, &data[..])
            }
            _ => return None,
        };
        let layout = element_layout(ctx, elem)?;
        let signed = !layout.is_bool
            && !matches!(ctx.type_kind(layout.part), TypeKind::Integer { sign: Signedness::Unsigned, .. });
        Some(DenseView { len, layout, splat, data, signed })
    }

    /// The bytes of each element; those of a splat once for each.
    pub fn elements(&self) -> impl Iterator<Item = &'c [u8]> + use<'c> {
        let (data, size, splat) = (self.data, self.layout.bytes(), self.splat);
        (0..self.len).map(move |i| {
            let at = if splat { 0 } else { i * size };
            data.get(at..at + size).unwrap_or(&[])
        })
    }

    /// The elements that are stored: one of a splat.
    pub fn stored(&self) -> impl Iterator<Item = &'c [u8]> + use<'c> {
        self.data.chunks_exact(self.layout.bytes().max(1))
    }

    /// Reads integers of at most 64 bits: with the sign of their type (signless ones with a sign, `i1` as 0 or 1). `None` for
    /// floats, complex numbers and wider integers.
    pub fn integers(&self) -> Option<impl Iterator<Item = i64> + use<'c>> {
        if self.layout.float.is_some() || self.layout.parts != 1 || self.layout.width > 64 {
            return None;
        }
        let (width, signed) = (self.layout.width, self.signed);
        Some(self.elements().map(move |bytes| read_integer(bytes, width, signed)))
    }

    /// Reads floats, rounded if their format is larger than `f64`. `None` for anything else.
    pub fn floats(&self) -> Option<impl Iterator<Item = f64> + use<'c>> {
        let kind = self.layout.float.filter(|_| self.layout.parts == 1)?;
        Some(self.elements().map(move |bytes| float::to_f64(kind, read_bits(bytes))))
    }
}

/// The low bits of at most 16 little-endian bytes.
pub fn read_bits(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |bits, &b| bits << 8 | u128::from(b))
}

fn read_integer(bytes: &[u8], width: u32, signed: bool) -> i64 {
    let bits = read_bits(bytes) as u64 as i64;
    if !signed || width == 0 || width >= 64 {
        return bits;
    }
    let shift = 64 - width;
    bits << shift >> shift
}
