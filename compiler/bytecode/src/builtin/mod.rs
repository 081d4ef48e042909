//! The encoding of builtin's attributes, locations and types.
//!
//! The codes are those of upstream's `BuiltinDialectBytecode.td`. Attributes and types without a code (affine maps, strided layouts,
//! small floats) are text. [`elements`] has the elements of dense attributes, [`locations`] the locations.

mod elements;
mod locations;

use tfrt_ir::Context;
use tfrt_ir::affine::AffineMap;
use tfrt_ir::apint::ApInt;
use tfrt_ir::attributes::{AttrKind, FloatBits};
use tfrt_ir::dense::element_layout;
use tfrt_ir::handles::{Attr, Ident, Type};
use tfrt_ir::types::{DYNAMIC, FloatKind, MAX_INTEGER_WIDTH, Signedness, TypeKind};

use crate::codec::{DialectCodec, DialectReader, DialectWriter, Entry};
use crate::error::BytecodeError;
use crate::writer::Form;

use self::elements::{pack_bools, read_dense_array, read_dense_elements, read_dense_strings, read_shaped};
use self::locations::{read_loc, write_loc};

/// The encoding of the builtin dialect.
#[derive(Clone, Copy, Debug)]
pub struct Builtin;

/// Codes of attributes.
mod attr {
    pub(super) const ARRAY: u64 = 0;
    pub(super) const DICTIONARY: u64 = 1;
    pub(super) const STRING: u64 = 2;
    pub(super) const STRING_WITH_TYPE: u64 = 3;
    pub(super) const FLAT_SYMBOL_REF: u64 = 4;
    pub(super) const SYMBOL_REF: u64 = 5;
    pub(super) const TYPE: u64 = 6;
    pub(super) const UNIT: u64 = 7;
    pub(super) const INTEGER: u64 = 8;
    pub(super) const FLOAT: u64 = 9;
    pub(super) const CALL_SITE_LOC: u64 = 10;
    pub(super) const FILE_LINE_COL_LOC: u64 = 11;
    pub(super) const FUSED_LOC: u64 = 12;
    pub(super) const FUSED_LOC_WITH_METADATA: u64 = 13;
    pub(super) const NAME_LOC: u64 = 14;
    pub(super) const UNKNOWN_LOC: u64 = 15;
    pub(super) const DENSE_RESOURCE: u64 = 16;
    pub(super) const DENSE_ARRAY: u64 = 17;
    pub(super) const DENSE_ELEMENTS: u64 = 18;
    pub(super) const DENSE_STRINGS: u64 = 19;
    pub(super) const SPARSE_ELEMENTS: u64 = 20;
    pub(super) const DISTINCT: u64 = 21;
    pub(super) const FILE_RANGE: u64 = 22;
}

/// Codes of types.
mod ty {
    pub(super) const INTEGER: u64 = 0;
    pub(super) const INDEX: u64 = 1;
    pub(super) const FUNCTION: u64 = 2;
    pub(super) const BF16: u64 = 3;
    pub(super) const F16: u64 = 4;
    pub(super) const F32: u64 = 5;
    pub(super) const F64: u64 = 6;
    pub(super) const F80: u64 = 7;
    pub(super) const F128: u64 = 8;
    pub(super) const COMPLEX: u64 = 9;
    pub(super) const MEMREF: u64 = 10;
    pub(super) const MEMREF_WITH_SPACE: u64 = 11;
    pub(super) const NONE: u64 = 12;
    pub(super) const RANKED_TENSOR: u64 = 13;
    pub(super) const RANKED_TENSOR_WITH_ENCODING: u64 = 14;
    pub(super) const TUPLE: u64 = 15;
    pub(super) const UNRANKED_MEMREF: u64 = 16;
    pub(super) const UNRANKED_MEMREF_WITH_SPACE: u64 = 17;
    pub(super) const UNRANKED_TENSOR: u64 = 18;
    pub(super) const VECTOR: u64 = 19;
    pub(super) const VECTOR_WITH_SCALABLE: u64 = 20;
}

/// Floats with a code of their own.
const FLOATS: [(FloatKind, u64); 6] = [
    (FloatKind::BF16, ty::BF16),
    (FloatKind::F16, ty::F16),
    (FloatKind::F32, ty::F32),
    (FloatKind::F64, ty::F64),
    (FloatKind::F80, ty::F80),
    (FloatKind::F128, ty::F128),
];

impl DialectCodec for Builtin {
    fn dialect(&self) -> &str {
        "builtin"
    }

    fn read_attr(&self, r: &mut DialectReader<'_, '_>) -> Result<Entry, BytecodeError> {
        let ctx = r.ctx();
        let code = r.varint()?;
        if let Some(loc) = read_loc(r, code)? {
            return Ok(Entry::Loc(loc));
        }
        let attr = match code {
            attr::ARRAY => ctx.array_attr(&r.list(DialectReader::attr)?),
            attr::DICTIONARY => ctx.dict(r.list(|r| Ok((r.string_attr()?, r.attr()?)))?),
            attr::STRING => ctx.string_attr(r.string()?),
            attr::STRING_WITH_TYPE => {
                let bytes = r.string()?.into();
                // Upstream says `none` where there is no type.
                let ty = Some(r.ty()?).filter(|&ty| ty != ctx.none());
                ctx.intern_attr(AttrKind::String { bytes, ty })
            }
            attr::FLAT_SYMBOL_REF => ctx.symbol_ref_ident(r.string_attr()?),
            attr::SYMBOL_REF => {
                let root = r.string_attr()?;
                let nested = r.list(|r| {
                    let attr = r.attr()?;
                    ctx.flat_symbol(attr).ok_or_else(|| r.error("expected a flat symbol reference"))
                })?;
                ctx.nested_symbol_ref(root, &nested)
            }
            attr::TYPE => ctx.type_attr(r.ty()?),
            attr::UNIT => ctx.unit(),
            attr::INTEGER => r.integer_attr()?,
            attr::FLOAT => r.float_attr()?,
            attr::DENSE_RESOURCE => {
                let ty = read_shaped(r)?;
                let key = r.resource()?;
                ctx.intern_attr(AttrKind::DenseResource { ty, key })
            }
            attr::DENSE_ARRAY => read_dense_array(r)?,
            attr::DENSE_ELEMENTS => r.dense_elements()?,
            attr::DENSE_STRINGS => read_dense_strings(r)?,
            attr::SPARSE_ELEMENTS => {
                let ty = read_shaped(r)?;
                let (indices, values) = (r.attr()?, r.attr()?);
                let is_dense = |attr| {
                    matches!(
                        ctx.attr_kind(attr),
                        AttrKind::DenseElements { .. } | AttrKind::DenseStrings { .. }
                    )
                };
                if !is_dense(indices) || !is_dense(values) {
                    return Err(r.error("indices and values of sparse elements are dense elements"));
                }
                ctx.intern_attr(AttrKind::Sparse { ty, indices, values })
            }
            attr::DISTINCT => {
                // What tells it apart is its place in the file.
                let id = r.cursor().offset() as u64;
                let value = r.attr()?;
                ctx.intern_attr(AttrKind::Distinct { id, value })
            }
            code => return Err(r.error(format!("unknown code of a builtin attribute: {code}"))),
        };
        Ok(Entry::Attr(attr))
    }

    fn read_type(&self, r: &mut DialectReader<'_, '_>) -> Result<Type, BytecodeError> {
        let ctx = r.ctx();
        let code = r.varint()?;
        if let Some((kind, _)) = FLOATS.iter().find(|(_, known)| *known == code) {
            return Ok(ctx.float(*kind));
        }
        let kind = match code {
            ty::INTEGER => {
                let number = r.varint()?;
                let sign = match number & 3 {
                    0 => Signedness::Signless,
                    1 => Signedness::Signed,
                    2 => Signedness::Unsigned,
                    _ => return Err(r.error("an integer type is signless, signed or unsigned")),
                };
                let width = u32::try_from(number >> 2).ok().filter(|&width| width <= MAX_INTEGER_WIDTH);
                let width = width.ok_or_else(|| {
                    r.error(format!(
                        "integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits, not {}",
                        number >> 2
                    ))
                })?;
                TypeKind::Integer { width, sign }
            }
            ty::INDEX => TypeKind::Index,
            ty::FUNCTION => TypeKind::Function {
                inputs: r.list(DialectReader::ty)?.into(),
                results: r.list(DialectReader::ty)?.into(),
            },
            ty::COMPLEX => {
                let part = r.ty()?;
                match ctx.type_kind(part) {
                    TypeKind::Integer { .. } | TypeKind::Float(_) => TypeKind::Complex(part),
                    _ => return Err(r.error("invalid element type for complex")),
                }
            }
            ty::MEMREF | ty::MEMREF_WITH_SPACE => {
                let memory_space = if code == ty::MEMREF { None } else { Some(r.attr()?) };
                let dims = read_dims(r)?;
                let elem = r.ty()?;
                let layout = Some(r.attr()?).filter(|&layout| !is_identity(ctx, layout));
                TypeKind::MemRef { dims, elem, layout, memory_space }
            }
            ty::NONE => TypeKind::None,
            ty::RANKED_TENSOR | ty::RANKED_TENSOR_WITH_ENCODING => {
                let encoding = if code == ty::RANKED_TENSOR { None } else { Some(r.attr()?) };
                let dims = read_dims(r)?;
                let elem = r.ty()?;
                if let Some(encoding) = encoding {
                    ctx.check_encoding(encoding, &dims, elem).map_err(|message| r.error(message))?;
                }
                TypeKind::RankedTensor { dims, elem, encoding }
            }
            ty::TUPLE => TypeKind::Tuple(r.list(DialectReader::ty)?.into()),
            ty::UNRANKED_MEMREF => TypeKind::UnrankedMemRef { elem: r.ty()?, memory_space: None },
            ty::UNRANKED_MEMREF_WITH_SPACE => {
                let memory_space = Some(r.attr()?);
                TypeKind::UnrankedMemRef { elem: r.ty()?, memory_space }
            }
            ty::UNRANKED_TENSOR => TypeKind::UnrankedTensor(r.ty()?),
            ty::VECTOR | ty::VECTOR_WITH_SCALABLE => {
                let scalable = match code {
                    ty::VECTOR => Vec::new(),
                    _ => r.list(|r| Ok(r.cursor().byte()? != 0))?,
                };
                let dims = read_dims(r)?;
                let elem = r.ty()?;
                if dims.iter().any(|&dim| dim <= 0) {
                    return Err(r.error("vector types must have positive constant sizes"));
                }
                if !scalable.is_empty() && scalable.len() != dims.len() {
                    return Err(r.error("number of dims must match, got other scalable dims"));
                }
                let scalable = if scalable.contains(&true) { scalable.into() } else { Box::default() };
                TypeKind::Vector { dims, scalable, elem }
            }
            code => return Err(r.error(format!("unknown code of a builtin type: {code}"))),
        };
        Ok(ctx.intern_type(kind))
    }

    fn write_attr(&self, entry: Entry, w: &mut DialectWriter<'_, '_>) -> bool {
        let ctx = w.ctx();
        let attr = match entry {
            Entry::Loc(loc) => {
                write_loc(loc, w);
                return true;
            }
            Entry::Attr(attr) => attr,
        };
        match ctx.attr_kind(attr) {
            AttrKind::Unit => w.varint(attr::UNIT),
            AttrKind::Integer { .. } => {
                w.varint(attr::INTEGER);
                return w.typed_number(attr);
            }
            AttrKind::Float { .. } => {
                w.varint(attr::FLOAT);
                return w.typed_number(attr);
            }
            AttrKind::String { bytes, ty: None } => {
                w.varint(attr::STRING);
                w.string(bytes);
            }
            AttrKind::String { bytes, ty: Some(ty) } => {
                w.varint(attr::STRING_WITH_TYPE);
                w.string(bytes);
                w.ty(*ty);
            }
            AttrKind::Array(elements) => {
                w.varint(attr::ARRAY);
                w.list(elements.iter(), |w, &element| w.attr(element));
            }
            AttrKind::DenseArray { elem, data } => {
                w.varint(attr::DENSE_ARRAY);
                w.ty(*elem);
                let size = element_layout(ctx, *elem).map_or(1, |layout| layout.bytes().max(1));
                w.out().size(data.len() / size);
                w.blob(data);
            }
            AttrKind::Dict(entries) => write_dictionary(w, entries, Form::Own),
            AttrKind::DenseElements { .. } => {
                w.varint(attr::DENSE_ELEMENTS);
                return w.dense_elements(attr);
            }
            AttrKind::DenseStrings { ty, splat, values } => {
                w.varint(attr::DENSE_STRINGS);
                w.ty(*ty);
                w.varint(u64::from(*splat));
                values.iter().for_each(|value| w.string(value));
            }
            AttrKind::DenseResource { ty, key } => {
                w.varint(attr::DENSE_RESOURCE);
                w.ty(*ty);
                w.resource(*key);
            }
            AttrKind::Sparse { ty, indices, values } => {
                w.varint(attr::SPARSE_ELEMENTS);
                w.ty(*ty);
                w.attr(*indices);
                w.attr(*values);
            }
            AttrKind::SymbolRef { root, nested } if nested.is_empty() => {
                w.varint(attr::FLAT_SYMBOL_REF);
                w.string_attr(*root);
            }
            AttrKind::SymbolRef { root, nested } => {
                w.varint(attr::SYMBOL_REF);
                w.string_attr(*root);
                w.list(nested.iter(), |w, &name| w.attr(ctx.symbol_ref_ident(name)));
            }
            AttrKind::Type(ty) => {
                w.varint(attr::TYPE);
                w.ty(*ty);
            }
            AttrKind::Distinct { value, .. } => {
                w.varint(attr::DISTINCT);
                w.attr(*value);
            }
            AttrKind::Location(loc) => write_loc(*loc, w),
            AttrKind::AffineMap(_)
            | AttrKind::IntegerSet(_)
            | AttrKind::Strided { .. }
            | AttrKind::Opaque { .. }
            | AttrKind::Typed { .. } => return false,
        }
        true
    }

    fn write_type(&self, ty: Type, w: &mut DialectWriter<'_, '_>) -> bool {
        let ctx = w.ctx();
        match ctx.type_kind(ty) {
            TypeKind::Integer { width, sign } => {
                w.varint(ty::INTEGER);
                let sign = match sign {
                    Signedness::Signless => 0,
                    Signedness::Signed => 1,
                    Signedness::Unsigned => 2,
                };
                w.varint(u64::from(*width) << 2 | sign);
            }
            TypeKind::Index => w.varint(ty::INDEX),
            TypeKind::Float(kind) => match FLOATS.iter().find(|(known, _)| known == kind) {
                Some((_, code)) => w.varint(*code),
                None => return false,
            },
            TypeKind::None => w.varint(ty::NONE),
            TypeKind::Complex(part) => {
                w.varint(ty::COMPLEX);
                w.ty(*part);
            }
            TypeKind::Tuple(elements) => {
                w.varint(ty::TUPLE);
                w.list(elements.iter(), |w, &element| w.ty(element));
            }
            TypeKind::Function { inputs, results } => {
                w.varint(ty::FUNCTION);
                w.list(inputs.iter(), |w, &input| w.ty(input));
                w.list(results.iter(), |w, &result| w.ty(result));
            }
            TypeKind::Vector { dims, scalable, elem } => {
                if scalable.is_empty() {
                    w.varint(ty::VECTOR);
                } else {
                    w.varint(ty::VECTOR_WITH_SCALABLE);
                    w.list(scalable.iter(), |w, &scalable| w.out().byte(u8::from(scalable)));
                }
                write_dims(w, dims);
                w.ty(*elem);
            }
            TypeKind::RankedTensor { dims, elem, encoding } => {
                match encoding {
                    None => w.varint(ty::RANKED_TENSOR),
                    Some(encoding) => {
                        w.varint(ty::RANKED_TENSOR_WITH_ENCODING);
                        w.attr(*encoding);
                    }
                }
                write_dims(w, dims);
                w.ty(*elem);
            }
            TypeKind::UnrankedTensor(elem) => {
                w.varint(ty::UNRANKED_TENSOR);
                w.ty(*elem);
            }
            TypeKind::MemRef { dims, elem, layout, memory_space } => {
                match memory_space {
                    None => w.varint(ty::MEMREF),
                    Some(space) => {
                        w.varint(ty::MEMREF_WITH_SPACE);
                        w.attr(*space);
                    }
                }
                write_dims(w, dims);
                w.ty(*elem);
                w.attr(layout.unwrap_or_else(|| ctx.affine_map_attr(AffineMap::identity(dims.len() as u32))));
            }
            TypeKind::UnrankedMemRef { elem, memory_space } => {
                match memory_space {
                    None => w.varint(ty::UNRANKED_MEMREF),
                    Some(space) => {
                        w.varint(ty::UNRANKED_MEMREF_WITH_SPACE);
                        w.attr(*space);
                    }
                }
                w.ty(*elem);
            }
            TypeKind::Opaque { .. } => return false,
        }
        true
    }
}

/// Writes a dictionary whose values have this form.
pub(crate) fn write_dictionary(w: &mut DialectWriter<'_, '_>, entries: &[(Ident, Attr)], values: Form) {
    w.varint(attr::DICTIONARY);
    w.list(entries.iter(), |w, &(name, value)| {
        w.string_attr(name);
        w.attr_in_form(value, values);
    });
}

fn is_identity(ctx: &Context, layout: Attr) -> bool {
    matches!(ctx.attr_kind(layout), AttrKind::AffineMap(map) if map.is_identity())
}

fn read_dims(r: &mut DialectReader<'_, '_>) -> Result<Box<[i64]>, BytecodeError> {
    let dims = r.list(DialectReader::signed_varint)?;
    match dims.iter().find(|&&dim| dim < 0 && dim != DYNAMIC) {
        Some(dim) => Err(r.error(format!("invalid dimension size: {dim}"))),
        None => Ok(dims.into()),
    }
}

fn write_dims(w: &mut DialectWriter<'_, '_>, dims: &[i64]) {
    w.list(dims.iter(), |w, &dim| w.signed_varint(dim));
}

/// An integer of a known width.
fn read_int(r: &mut DialectReader<'_, '_>, width: u32) -> Result<ApInt, BytecodeError> {
    match width {
        0..=8 => Ok(ApInt::from_u64(width, u64::from(r.cursor().byte()?))),
        9..=64 => Ok(ApInt::from_i64(width, r.signed_varint()?)),
        _ => {
            let words = r.list(DialectReader::signed_varint)?;
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            Ok(ApInt::from_le_bytes(width, &bytes))
        }
    }
}

fn write_int(w: &mut DialectWriter<'_, '_>, value: &ApInt) {
    let bytes = value.to_le_bytes();
    match value.width() {
        0..=8 => w.out().byte(bytes.first().copied().unwrap_or(0)),
        // Read without a sign, as upstream does, which keeps the bits above the width.
        9..=64 => w.signed_varint(value.as_u64().unwrap_or(0) as i64),
        _ => {
            // The words up to the highest bit that is set.
            let used = bytes.iter().rposition(|&byte| byte != 0).map_or(1, |last| last + 1);
            let words = bytes[..used].chunks(8).map(|chunk| {
                let mut word = [0; 8];
                word[..chunk.len()].copy_from_slice(chunk);
                i64::from_le_bytes(word)
            });
            let words: Vec<i64> = words.collect();
            w.list(words.iter(), |w, &word| w.signed_varint(word));
        }
    }
}

/// Parts that other dialects encode as builtin does.
impl DialectReader<'_, '_> {
    /// A type and an integer of it, as an attribute.
    ///
    /// # Errors
    /// The type is no integer type, or the value cannot be read.
    pub fn integer_attr(&mut self) -> Result<Attr, BytecodeError> {
        let (ctx, ty) = (self.ctx(), self.ty()?);
        let width = match *ctx.type_kind(ty) {
            TypeKind::Integer { width, .. } => width,
            TypeKind::Index => 64,
            _ => return Err(self.error("the type of an integer attribute is no integer type")),
        };
        let value = read_int(self, width)?;
        Ok(ctx.intern_attr(AttrKind::Integer { ty, value }))
    }

    /// A type and a float of it, as an attribute.
    ///
    /// # Errors
    /// The type is no float type, or the value cannot be read.
    pub fn float_attr(&mut self) -> Result<Attr, BytecodeError> {
        let (ctx, ty) = (self.ctx(), self.ty()?);
        let TypeKind::Float(kind) = *ctx.type_kind(ty) else {
            return Err(self.error("the type of a float attribute is no float type"));
        };
        let bits = FloatBits::new(self.float_bits(kind)?);
        Ok(ctx.intern_attr(AttrKind::Float { ty, bits }))
    }

    /// The bits of a float.
    ///
    /// # Errors
    /// Nothing is left.
    pub fn float_bits(&mut self, kind: FloatKind) -> Result<u128, BytecodeError> {
        Ok(tfrt_ir::dense::read_bits(&read_int(self, kind.width())?.to_le_bytes()))
    }

    /// A shaped type and the data of its elements, as an attribute.
    ///
    /// # Errors
    /// The type is of no static shape, or the data is not that of its elements.
    pub fn dense_elements(&mut self) -> Result<Attr, BytecodeError> {
        read_dense_elements(self)
    }
}

/// Parts that other dialects encode as builtin does.
impl DialectWriter<'_, '_> {
    /// Writes the type and the value of an attribute that is an integer or a float; says whether it is one.
    pub fn typed_number(&mut self, attr: Attr) -> bool {
        let ctx = self.ctx();
        match ctx.attr_kind(attr) {
            AttrKind::Integer { ty, value } => {
                self.ty(*ty);
                write_int(self, value);
            }
            AttrKind::Float { ty, bits } => {
                self.ty(*ty);
                let width = ctx.int_or_float_width(*ty).unwrap_or(0);
                write_int(self, &ApInt::from_le_bytes(width, &bits.get().to_le_bytes()));
            }
            _ => return false,
        }
        true
    }

    /// Writes the type and the elements of a dense attribute of numbers; says whether it is one.
    pub fn dense_elements(&mut self, attr: Attr) -> bool {
        let ctx = self.ctx();
        let AttrKind::DenseElements { ty, splat, data } = ctx.attr_kind(attr) else { return false };
        self.ty(*ty);
        match pack_bools(ctx, *ty, *splat, data) {
            Some(packed) => self.blob(&packed),
            None => self.blob(data),
        }
        true
    }
}
