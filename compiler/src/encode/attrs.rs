//! Attributes: the kind and the bytes of each.
//!
//! Kernels take the attributes that upstream's format can hold. Attributes of ops (`op_attrs`), which become attributes of the core
//! runtime, may also be types of tensors, tensors of strings and bodies of fused ops, but not attributes that no op can take: a unit, a
//! symbol of a compiled module.

use super::Encoder;
use super::parts::Thing;
use crate::dtype::code_of;
use bytes::Bytes;
use tfrt_bef::{AttrIx, DTypeCode, FusedAttrRecord, FusedMember, WriteError};
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::context::Context;
use tfrt_ir::types::{Type, TypeKind};
use tfrt_ops::{FusedBody, MemberAttr};

/// A number or none, if a file cannot hold it.
type Encoded = Result<Option<AttrIx>, WriteError>;

/// An attribute of fixed size.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fixed {
    Scalar(DTypeCode, u64),
    Type(DTypeCode),
}

impl Fixed {
    /// The common properties of arrays.
    fn kind(self) -> Fixed {
        match self {
            Fixed::Scalar(dtype, _) => Fixed::Scalar(dtype, 0),
            Fixed::Type(_) => Fixed::Type(DTypeCode::UI8),
        }
    }
}

fn fixed(ctx: &Context, attr: Attr) -> Option<Fixed> {
    match ctx.attr_kind(attr) {
        AttrKind::Integer { ty, value } => Some(Fixed::Scalar(code_of(ctx, *ty)?, value.as_u64()?)),
        AttrKind::Float { ty, bits } => {
            Some(Fixed::Scalar(code_of(ctx, *ty)?, u64::try_from(bits.get()).ok()?))
        }
        AttrKind::Type(ty) => Some(Fixed::Type(code_of(ctx, *ty)?)),
        _ => None,
    }
}

impl Encoder<'_> {
    /// The number of an attribute, which is added when it is met for the first time.
    pub(super) fn attr(&mut self, attr: Attr) -> Encoded {
        if let Some(&known) = self.attrs.get(&attr) {
            return Ok(known);
        }
        let ix = match self.met {
            None => self.new_attr(attr)?,
            Some(_) => {
                let ix = self.writer.stand_in_attr()?;
                self.meet(Thing::Attr(attr, ix));
                Some(ix)
            }
        };
        self.attrs.insert(attr, ix);
        Ok(ix)
    }

    fn new_attr(&mut self, attr: Attr) -> Encoded {
        let ctx = self.ctx;
        match fixed(ctx, attr) {
            Some(Fixed::Scalar(dtype, bits)) => return self.writer.scalar_attr(dtype, bits).map(Some),
            Some(Fixed::Type(dtype)) => return self.writer.type_attr(dtype).map(Some),
            None => {}
        }
        match ctx.attr_kind(attr) {
            AttrKind::Unit => self.writer.unit_attr().map(Some),
            AttrKind::String { bytes, .. } => self.writer.string_attr(bytes).map(Some),
            AttrKind::Array(elements) => self.array(elements),
            AttrKind::DenseArray { elem, data } => match code_of(ctx, *elem) {
                Some(dtype) => self.writer.dense_array_attr(dtype, data).map(Some),
                None => Ok(None),
            },
            AttrKind::DenseElements { ty, splat, data } => self.dense(*ty, *splat, data),
            AttrKind::DenseStrings { ty, values, .. } => self.strings(*ty, values),
            AttrKind::DenseResource { ty, key } => {
                let resources = self.resources;
                match resources.blob(ctx.str(*key)) {
                    Some(data) if is_whole(ctx, *ty, data) => {
                        self.dense(*ty, false, &Bytes::copy_from_slice(data))
                    }
                    _ => Ok(None),
                }
            }
            AttrKind::Type(ty) => self.tensor_type(*ty),
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
                self.writer.func_name_attr(ctx.str(*root).as_bytes()).map(Some)
            }
            AttrKind::SymbolRef { root, nested } => {
                let Some(compiled) = self.compiled.get_mut(root) else { return Ok(None) };
                let unit = match compiled.unit {
                    Some(unit) => unit,
                    None => {
                        let unit = self.writer.unit(&crate::text::generic_text(compiled.op))?;
                        *compiled.unit.insert(unit)
                    }
                };
                let nested: Vec<&str> = nested.iter().map(|&name| ctx.str(name)).collect();
                self.writer.symbol_ref_attr(unit, ctx.str(*root), &nested).map(Some)
            }
            AttrKind::Typed { .. } => match tfrt_dialects::fused_body(ctx, attr) {
                Some(body) => self.fused_body(body).map(Some),
                None => Ok(None),
            },
            AttrKind::Opaque { .. } => match tfrt_dialects::shape_of_attr(ctx, attr) {
                Some(dims) => self.writer.shape_attr(dims.as_deref()).map(Some),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Numbers or types of one kind become an array, anything else an aggregate.
    fn array(&mut self, elements: &[Attr]) -> Encoded {
        let ctx = self.ctx;
        let Some(&first) = elements.first() else {
            return self.writer.array_attr(DTypeCode::I32, &[]).map(Some);
        };
        if let Some(kind) = fixed(ctx, first).map(Fixed::kind)
            && elements.iter().all(|&element| fixed(ctx, element).map(Fixed::kind) == Some(kind))
        {
            let values = elements.iter().filter_map(|&element| fixed(ctx, element));
            return match kind {
                Fixed::Scalar(dtype, _) => {
                    let size = dtype.size().unwrap_or(8);
                    let mut data = Vec::with_capacity(elements.len() * size);
                    for value in values {
                        if let Fixed::Scalar(_, bits) = value {
                            data.extend_from_slice(&bits.to_le_bytes()[..size]);
                        }
                    }
                    self.writer.array_attr(dtype, &data).map(Some)
                }
                Fixed::Type(_) => {
                    let dtypes: Vec<DTypeCode> = values
                        .filter_map(|value| match value {
                            Fixed::Type(dtype) => Some(dtype),
                            Fixed::Scalar(..) => None,
                        })
                        .collect();
                    self.writer.type_array_attr(&dtypes).map(Some)
                }
            };
        }
        let mut parts = Vec::with_capacity(elements.len());
        for &element in elements {
            match self.attr(element)? {
                Some(ix) => parts.push(ix),
                None => return Ok(None),
            }
        }
        self.writer.aggregate_attr(&parts).map(Some)
    }

    /// The type of tensors; types of elements were dealt with.
    fn tensor_type(&mut self, ty: Type) -> Encoded {
        let (elem, shape) = match self.ctx.type_kind(ty) {
            TypeKind::RankedTensor { dims, elem, encoding: None } => {
                // In files a dimension that is not known is -1.
                (*elem, Some(dims.iter().map(|&dim| dim.max(-1)).collect::<Vec<i64>>()))
            }
            TypeKind::UnrankedTensor(elem) => (*elem, None),
            _ => return Ok(None),
        };
        match code_of(self.ctx, elem) {
            Some(dtype) => self.writer.tensor_type_attr(dtype, shape.as_deref()).map(Some),
            None => Ok(None),
        }
    }

    /// A tensor of strings, of any dialect's type of that name: there is one in files.
    fn strings(&mut self, ty: Type, values: &[Box<[u8]>]) -> Encoded {
        let kind = self.ctx.type_kind(ty);
        let (Some(dims), Some(elem)) = (kind.dims(), kind.element_type()) else { return Ok(None) };
        match self.ctx.type_kind(elem) {
            TypeKind::Opaque { body, .. } if &**body == "string" => {
                self.writer.string_tensor_attr(dims, values).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn fused_body(&mut self, body: &FusedBody) -> Result<AttrIx, WriteError> {
        let record = |attr: &MemberAttr| FusedAttrRecord {
            name: attr.name.code(),
            reserved: 0,
            value: attr.value.bits(),
        };
        let attrs: Vec<Vec<FusedAttrRecord>> =
            body.members().map(|member| member.attrs.iter().map(record).collect()).collect();
        let members = body.members().zip(&attrs).map(|(member, attrs)| {
            let (class, op) = member.op.codes();
            FusedMember { class, op, operands: member.operands, attrs }
        });
        // Bodies have fewer values than 16 bits can number.
        self.writer.fused_body_attr(body.num_args() as u16, members, body.results())
    }

    fn dense(&mut self, ty: Type, splat: bool, data: &Bytes) -> Encoded {
        let ctx = self.ctx;
        let kind = ctx.type_kind(ty);
        let (Some(dims), Some(elem)) = (kind.dims(), kind.element_type()) else { return Ok(None) };
        if !kind.has_static_shape() {
            return Ok(None);
        }
        let Some(dtype) = code_of(ctx, elem).filter(|dtype| dtype.size().is_some()) else { return Ok(None) };
        if !splat {
            return self.writer.shared_dense_attr(dtype, dims, data.clone()).map(Some);
        }
        let len = kind.num_elements().and_then(|count| usize::try_from(count).ok());
        match len.and_then(|len| len.checked_mul(data.len())).filter(|&bytes| bytes <= MAX_SPLAT) {
            Some(bytes) => {
                self.writer.shared_dense_attr(dtype, dims, repeated(data, bytes)?.into()).map(Some)
            }
            None => Err(WriteError::TooMany("bytes in a splat")),
        }
    }
}

/// Whether an attribute can be one of a kernel, as far as only its kind decides that.
pub(super) fn is_of_kernels(ctx: &Context, attr: Attr) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::DenseStrings { .. } | AttrKind::Typed { .. } => false,
        AttrKind::Type(ty) => {
            !matches!(ctx.type_kind(*ty), TypeKind::RankedTensor { .. } | TypeKind::UnrankedTensor(_))
        }
        AttrKind::Array(elements) => elements.iter().all(|&element| is_of_kernels(ctx, element)),
        _ => true,
    }
}

/// Whether an attribute can be one of an op, as far as only its kind decides that.
pub(super) fn is_of_ops(ctx: &Context, attr: Attr) -> bool {
    match ctx.attr_kind(attr) {
        AttrKind::Unit => false,
        AttrKind::SymbolRef { nested, .. } => nested.is_empty(),
        AttrKind::Array(elements) => elements.iter().all(|&element| is_of_ops(ctx, element)),
        _ => true,
    }
}

/// Whether the data of a resource has the size that a type of tensors requires.
fn is_whole(ctx: &Context, ty: Type, data: &[u8]) -> bool {
    let kind = ctx.type_kind(ty);
    let elements = kind.num_elements().and_then(|count| usize::try_from(count).ok());
    let dtype = kind.element_type().and_then(|elem| code_of(ctx, elem));
    let size = dtype.and_then(DTypeCode::size);
    elements.zip(size).is_some_and(|(count, size)| count.checked_mul(size) == Some(data.len()))
        && (dtype != Some(DTypeCode::I1) || data.iter().all(|&byte| byte <= 1))
}

/// An element again and again, as many bytes as the text of a program may ask for with a few characters.
fn repeated(element: &[u8], bytes: usize) -> Result<Vec<u8>, WriteError> {
    let mut all: Vec<u8> = Vec::new();
    all.try_reserve_exact(bytes).map_err(|_| WriteError::OutOfMemory(bytes))?;
    while all.len() < bytes && !element.is_empty() {
        // The filled part is doubled, up to the end.
        match all.len() {
            0 => all.extend_from_slice(element),
            len => all.extend_from_within(..len.min(bytes - len)),
        }
    }
    Ok(all)
}

/// Largest tensor that a splat is expanded to.
const MAX_SPLAT: usize = 1 << 34;
