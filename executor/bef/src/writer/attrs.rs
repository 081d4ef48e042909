//! Writing attributes: records of fixed size, and data that does not fit into them.

use bytes::Bytes;

use super::{BefWriter, index, position};
use crate::{dtype::DTypeCode, error::WriteError, fused, records::*, verify::limits};

/// Appends zeros up to a multiple of `alignment`.
fn align(bytes: &mut Vec<u8>, alignment: usize) {
    bytes.resize(bytes.len().next_multiple_of(alignment), 0);
}

/// That a tensor of this shape has so many bytes.
fn check_dense(dtype: DTypeCode, shape: &[i64], data: &[u8]) -> Result<(), WriteError> {
    if dtype.size().and_then(|size| limits::dense_size(shape, size)) != Some(data.len() as u64) {
        return Err(WriteError::Misuse("the data of a dense attribute does not fit its shape"));
    }
    Ok(())
}

/// Attributes. Equal scalars, types, unit and unranked shapes are added once; for the others the caller remembers.
impl BefWriter {
    fn push_attr(
        &mut self,
        kind: AttrKind,
        dtype: Option<DTypeCode>,
        aux: u32,
        payload: u64,
    ) -> Result<AttrIx, WriteError> {
        let dtype = dtype.map_or(0, DTypeCode::code);
        self.push_record(AttrRecord { kind: kind as u8, dtype, meaning: 0, aux, payload })
    }

    fn push_record(&mut self, record: AttrRecord) -> Result<AttrIx, WriteError> {
        if let Some(&ix) = self.attr_ids.get(&record) {
            return Ok(ix);
        }
        let ix = AttrIx(index(self.attrs.len(), "attributes")?);
        self.attrs.push(record);
        self.attr_ids.insert(record, ix);
        Ok(ix)
    }

    fn data(&mut self, bytes: &[u8], alignment: usize) -> u64 {
        align(&mut self.attr_data, alignment);
        let offset = self.attr_data.len() as u64;
        self.attr_data.extend_from_slice(bytes);
        offset
    }

    /// An attribute without a value.
    pub fn unit_attr(&mut self) -> Result<AttrIx, WriteError> {
        self.push_attr(AttrKind::Unit, None, 0, 0)
    }

    /// A number; bits beyond the type's size must be zero.
    pub fn scalar_attr(&mut self, dtype: DTypeCode, bits: u64) -> Result<AttrIx, WriteError> {
        if !dtype.is_scalar() || !limits::scalar_fits(dtype, bits) {
            return Err(WriteError::Misuse("a scalar attribute does not fit its type"));
        }
        self.push_attr(AttrKind::Scalar, Some(dtype), 0, bits)
    }

    /// A byte string.
    pub fn string_attr(&mut self, bytes: &[u8]) -> Result<AttrIx, WriteError> {
        let len = position(bytes.len(), "bytes in a string attribute")?;
        let offset = self.data(bytes, 1);
        self.push_attr(AttrKind::String, None, len, offset)
    }

    /// An element type.
    pub fn type_attr(&mut self, dtype: DTypeCode) -> Result<AttrIx, WriteError> {
        self.push_attr(AttrKind::Type, Some(dtype), 0, 0)
    }

    /// Numbers of one type, little-endian: `[1 : i32, 2 : i32]`.
    pub fn array_attr(&mut self, dtype: DTypeCode, data: &[u8]) -> Result<AttrIx, WriteError> {
        self.numbers(AttrKind::Array, dtype, data)
    }

    /// Numbers of one type, little-endian: `array<i32: 1, 2>`.
    pub fn dense_array_attr(&mut self, dtype: DTypeCode, data: &[u8]) -> Result<AttrIx, WriteError> {
        self.numbers(AttrKind::DenseArray, dtype, data)
    }

    fn numbers(&mut self, kind: AttrKind, dtype: DTypeCode, data: &[u8]) -> Result<AttrIx, WriteError> {
        let Some(size) = dtype.size().filter(|size| data.len().is_multiple_of(*size)) else {
            return Err(WriteError::Misuse("an array attribute is not a whole number of elements long"));
        };
        if dtype == DTypeCode::I1 && data.iter().any(|&byte| byte > 1) {
            return Err(WriteError::Misuse("a boolean is neither 0 nor 1"));
        }
        let len = position(data.len() / size, "elements in an array attribute")?;
        let offset = self.data(data, 8);
        self.push_attr(kind, Some(dtype), len, offset)
    }

    /// Element types.
    pub fn type_array_attr(&mut self, dtypes: &[DTypeCode]) -> Result<AttrIx, WriteError> {
        let len = position(dtypes.len(), "elements in an array attribute")?;
        let codes: Vec<u8> = dtypes.iter().map(|dtype| dtype.code()).collect();
        let offset = self.data(&codes, 1);
        self.push_attr(AttrKind::TypeArray, None, len, offset)
    }

    /// A shape, -1 for unknown dimensions, or `None` for an unknown rank.
    pub fn shape_attr(&mut self, dims: Option<&[i64]>) -> Result<AttrIx, WriteError> {
        let Some(dims) = dims else { return self.push_attr(AttrKind::UnrankedShape, None, 0, 0) };
        if dims.iter().any(|&dim| dim < -1) {
            return Err(WriteError::Misuse("a dimension of a shape is negative"));
        }
        let rank = position(dims.len(), "dimensions in a shape")?;
        let offset = self.data(bytemuck::cast_slice(dims), 8);
        self.push_attr(AttrKind::Shape, None, rank, offset)
    }

    /// A tensor: row-major elements, little-endian; they are placed at a multiple of 64 bytes.
    pub fn dense_attr(&mut self, dtype: DTypeCode, shape: &[i64], data: &[u8]) -> Result<AttrIx, WriteError> {
        check_dense(dtype, shape, data)?;
        let place = self.constants.add(data)?;
        self.placed_attr(dtype, shape, [place, data.len()])
    }

    /// As [`BefWriter::dense_attr`], without a copy of large tensors: the writer holds them until it has written.
    pub fn shared_dense_attr(
        &mut self,
        dtype: DTypeCode,
        shape: &[i64],
        data: Bytes,
    ) -> Result<AttrIx, WriteError> {
        check_dense(dtype, shape, &data)?;
        let len = data.len();
        let place = self.constants.share(data)?;
        self.placed_attr(dtype, shape, [place, len])
    }

    /// A tensor at this place of the constants, of so many bytes.
    fn placed_attr(
        &mut self,
        dtype: DTypeCode,
        shape: &[i64],
        place: [usize; 2],
    ) -> Result<AttrIx, WriteError> {
        let rank = position(shape.len(), "dimensions in a shape")?;
        let offset = self.data(bytemuck::cast_slice(&place.map(|number| number as u64)), 8);
        self.attr_data.extend_from_slice(bytemuck::cast_slice(shape));
        self.push_attr(AttrKind::Dense, Some(dtype), rank, offset)
    }

    /// A list of attributes.
    pub fn aggregate_attr(&mut self, elements: &[AttrIx]) -> Result<AttrIx, WriteError> {
        self.aggregate(AggregateMeaning::List, elements)
    }

    /// The type of tensors: dimensions, -1 where unknown, or `None` when even the rank is.
    pub fn tensor_type_attr(
        &mut self,
        dtype: DTypeCode,
        shape: Option<&[i64]>,
    ) -> Result<AttrIx, WriteError> {
        let elements = [self.type_attr(dtype)?, self.shape_attr(shape)?];
        self.aggregate(AggregateMeaning::TensorType, &elements)
    }

    /// A tensor of strings: its elements, row-major, or one that all equal.
    pub fn string_tensor_attr(
        &mut self,
        shape: &[i64],
        values: &[impl AsRef<[u8]>],
    ) -> Result<AttrIx, WriteError> {
        if !limits::strings_fit(shape, values.len()) {
            return Err(WriteError::Misuse("the strings of a tensor do not fit its shape"));
        }
        let mut elements = Vec::with_capacity(values.len() + 2);
        elements.extend([self.type_attr(DTypeCode::String)?, self.shape_attr(Some(shape))?]);
        for value in values {
            elements.push(self.string_attr(value.as_ref())?);
        }
        self.aggregate(AggregateMeaning::StringTensor, &elements)
    }

    /// The body of a fused op that takes so many arguments: its members, and the values that are results.
    pub fn fused_body_attr<'a>(
        &mut self,
        num_args: u16,
        members: impl Iterator<Item = fused::FusedMember<'a>>,
        results: &[u16],
    ) -> Result<AttrIx, WriteError> {
        let words = fused::words(num_args, members, results)
            .map_err(|_| WriteError::Misuse("a fused body breaks a rule of fused bodies"))?;
        let words = self.array_attr(DTypeCode::UI64, bytemuck::cast_slice(&words))?;
        self.aggregate(AggregateMeaning::FusedBody, &[words])
    }

    fn aggregate(&mut self, meaning: AggregateMeaning, elements: &[AttrIx]) -> Result<AttrIx, WriteError> {
        let mut extent = limits::Extent::LEAF;
        for &element in elements {
            if element.index() >= self.attrs.len() {
                return Err(WriteError::Misuse("an aggregate has an element that was not added"));
            }
            extent = extent.with_part(self.aggregates.get(&element).copied().unwrap_or(limits::Extent::LEAF));
        }
        if !extent.allows_attribute() {
            return Err(WriteError::TooDeep("an attribute"));
        }
        let len = position(elements.len(), "elements in an array attribute")?;
        let offset = self.data(bytemuck::cast_slice(elements), 8);
        let kind = AttrKind::Aggregate as u8;
        let ix = self.push_record(AttrRecord {
            kind,
            dtype: 0,
            meaning: meaning as u16,
            aux: len,
            payload: offset,
        })?;
        self.aggregates.insert(ix, extent);
        Ok(ix)
    }

    /// The name of a function, for aggregates.
    pub fn func_name_attr(&mut self, name: &[u8]) -> Result<AttrIx, WriteError> {
        let len = position(name.len(), "bytes in a string attribute")?;
        let offset = self.data(name, 1);
        self.push_attr(AttrKind::FuncName, None, len, offset)
    }

    /// A symbol of a compilation unit.
    pub fn symbol_ref_attr(
        &mut self,
        unit: UnitIx,
        root: &str,
        nested: &[impl AsRef<str>],
    ) -> Result<AttrIx, WriteError> {
        if unit.index() >= self.units.len() {
            return Err(WriteError::Misuse("a symbol of a unit that was not added"));
        }
        let mut words = vec![unit.0, self.string(root)?.0];
        for name in nested {
            words.push(self.string(name.as_ref())?.0);
        }
        let offset = self.data(bytemuck::cast_slice(&words), 8);
        self.push_attr(AttrKind::SymbolRef, None, position(nested.len(), "nested symbols")?, offset)
    }
}
