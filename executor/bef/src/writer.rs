//! Writing a file.
//!
//! A [`BefWriter`] collects strings, types, kernel names, attributes, locations and functions and numbers each in the
//! order in which it comes; the same calls give the same bytes. Functions are written one after the other: regions first,
//! then the function whose kernels refer to them. The order of their attributes and words, and that counts fit their
//! fields, is checked as they come, so that what is written also verifies.

use crate::{
    checksum,
    dtype::{DTypeCode, TypeCode},
    error::WriteError,
    records::*,
    verify::limits,
};
use std::{
    collections::{HashMap, HashSet},
    io,
};

/// A new function's signature and place.
#[derive(Debug, Clone)]
pub struct FunctionSpec<'a> {
    /// Its name; empty for a region.
    pub name: &'a str,
    /// How it is executed. A native function has no kernels: [`BefWriter::add_native`] makes it complete.
    pub kind: FunctionKind,
    /// Types of its arguments.
    pub arg_types: &'a [TypeIx],
    /// Types of its results.
    pub result_types: &'a [TypeIx],
    /// Stream in which a call begins.
    pub root_stream: u32,
    /// Its location.
    pub location: LocationRecord,
}

/// A new kernel call.
#[derive(Debug, Clone)]
pub struct KernelSpec<'a> {
    /// Which kernel.
    pub code: KernelCode,
    /// Registers of its operands.
    pub operands: &'a [u32],
    /// Its attributes, in the order of their names.
    pub attrs: &'a [AttrIx],
    /// Their names; used only when names are written.
    pub attr_names: &'a [StringIx],
    /// Its functions: those of its attributes, then its regions.
    pub functions: &'a [FunctionId],
    /// Which attributes refer to them, as many as functions; used only when names are written.
    pub function_names: &'a [FunctionRefName],
    /// Types of its results.
    pub result_types: &'a [TypeIx],
    /// Stream it is assigned to.
    pub stream: u32,
    /// Its location.
    pub location: LocationRecord,
}

/// What to leave out of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteOptions {
    /// Write names of attributes and types of registers, without which a file cannot be turned back into text.
    pub optional_sections: bool,
    /// Write locations.
    pub locations: bool,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions { optional_sections: true, locations: true }
    }
}

/// Collects a program and writes it; see the module's text.
#[derive(Debug, Default)]
pub struct BefWriter {
    options: WriteOptions,
    strings: Vec<StringRecord>,
    string_bytes: Vec<u8>,
    string_ids: HashMap<Box<str>, StringIx>,
    function_names: HashSet<StringIx>,
    types: Vec<TypeRecord>,
    type_ids: HashMap<StringIx, TypeIx>,
    kernel_names: Vec<StringIx>,
    kernel_ids: HashMap<StringIx, KernelCode>,
    attrs: Vec<AttrRecord>,
    attr_ids: HashMap<AttrRecord, AttrIx>,
    /// Depth and number of parts of each aggregate attribute.
    aggregates: HashMap<AttrIx, limits::Extent>,
    attr_data: Vec<u8>,
    constants: Vec<u8>,
    functions: Vec<FunctionRecord>,
    function_types: Vec<TypeIx>,
    function_locations: Vec<LocationRecord>,
    kernels: Vec<KernelRecord>,
    words: Vec<u32>,
    register_codes: Vec<u8>,
    register_types: Vec<TypeIx>,
    attribute_names: Vec<u32>,
    units: Vec<UnitRecord>,
    unit_text: Vec<u8>,
    locations: Vec<LocationRecord>,
    nested_locations: Vec<LocationRecord>,
    nested_ids: HashMap<LocationRecord, NestedLocationIx>,
    nested_extents: Vec<limits::Extent>,
    location_children: Vec<NestedLocationIx>,
    open: Option<OpenFunction>,
}

/// The function that kernels are being added to.
#[derive(Debug)]
struct OpenFunction {
    record: FunctionRecord,
    location: LocationRecord,
}

/// `len` as an index, which must stay below [`NONE`] and the bit that marks list elements in `AttributeNames`.
fn index(len: usize, what: &'static str) -> Result<u32, WriteError> {
    u32::try_from(len).ok().filter(|&ix| ix < FunctionRefName::IN_ARRAY).ok_or(WriteError::TooMany(what))
}

/// `len` as a position, which may be anything that fits.
fn position(len: usize, what: &'static str) -> Result<u32, WriteError> {
    u32::try_from(len).map_err(|_| WriteError::TooMany(what))
}

/// Appends zeros up to a multiple of `alignment`.
fn align(bytes: &mut Vec<u8>, alignment: usize) {
    bytes.resize(bytes.len().next_multiple_of(alignment), 0);
}

impl BefWriter {
    /// A writer of an empty program.
    pub fn new(options: WriteOptions) -> BefWriter {
        BefWriter { options, ..BefWriter::default() }
    }

    /// What is left out.
    pub fn options(&self) -> WriteOptions {
        self.options
    }

    /// Makes room for a function of this size.
    pub fn reserve(&mut self, kernels: usize, words: usize, registers: usize) {
        self.kernels.reserve(kernels);
        self.words.reserve(words);
        self.register_codes.reserve(registers);
        if self.options.optional_sections {
            self.register_types.reserve(registers);
        }
        if self.options.locations {
            self.locations.reserve(kernels);
        }
    }

    /// Adds a string, once.
    pub fn string(&mut self, text: &str) -> Result<StringIx, WriteError> {
        if let Some(&ix) = self.string_ids.get(text) {
            return Ok(ix);
        }
        let ix = StringIx(index(self.strings.len(), "strings")?);
        let offset = position(self.string_bytes.len(), "bytes of strings")?;
        let len = position(text.len(), "bytes of strings")?;
        self.strings.push(StringRecord { offset, len });
        self.string_bytes.extend_from_slice(text.as_bytes());
        self.string_ids.insert(text.into(), ix);
        Ok(ix)
    }

    /// Adds a type by its printed form, once.
    pub fn type_named(&mut self, name: &str, code: TypeCode) -> Result<TypeIx, WriteError> {
        let name = self.string(name)?;
        if let Some(&ix) = self.type_ids.get(&name) {
            return Ok(ix);
        }
        let ix = TypeIx(index(self.types.len(), "types")?);
        self.types.push(TypeRecord { name, code: u32::from(code.code()) });
        self.type_ids.insert(name, ix);
        Ok(ix)
    }

    /// Adds a kernel name, once.
    pub fn kernel_name(&mut self, name: &str) -> Result<KernelCode, WriteError> {
        let name = self.string(name)?;
        if let Some(&code) = self.kernel_ids.get(&name) {
            return Ok(code);
        }
        let code = KernelCode(index(self.kernel_names.len(), "kernel names")?);
        self.kernel_names.push(name);
        self.kernel_ids.insert(name, code);
        Ok(code)
    }

    /// Adds a compilation unit: the text of a module.
    pub fn unit(&mut self, text: &str) -> Result<UnitIx, WriteError> {
        let ix = UnitIx(index(self.units.len(), "compilation units")?);
        self.units.push(UnitRecord { offset: self.unit_text.len() as u64, len: text.len() as u64 });
        self.unit_text.extend_from_slice(text.as_bytes());
        Ok(ix)
    }
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
        let record = AttrRecord { kind: kind as u8, dtype, reserved: 0, aux, payload };
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
        if dtype.size().and_then(|size| limits::dense_size(shape, size)) != Some(data.len() as u64) {
            return Err(WriteError::Misuse("the data of a dense attribute does not fit its shape"));
        }
        let rank = position(shape.len(), "dimensions in a shape")?;
        align(&mut self.constants, SECTION_ALIGNMENT);
        let place = [self.constants.len() as u64, data.len() as u64];
        self.constants.extend_from_slice(data);
        let offset = self.data(bytemuck::cast_slice(&place), 8);
        self.attr_data.extend_from_slice(bytemuck::cast_slice(shape));
        self.push_attr(AttrKind::Dense, Some(dtype), rank, offset)
    }

    /// A list of attributes.
    pub fn aggregate_attr(&mut self, elements: &[AttrIx]) -> Result<AttrIx, WriteError> {
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
        let ix = self.push_attr(AttrKind::Aggregate, None, len, offset)?;
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

/// Locations. The functions make records; kernels and functions take the outermost one, others are nested.
impl BefWriter {
    /// `loc(unknown)`.
    pub fn unknown_location() -> LocationRecord {
        LocationRecord::new(LocationKind::Unknown, 0, 0, 0)
    }

    /// A location that the format has no record for.
    pub fn other_location() -> LocationRecord {
        LocationRecord::new(LocationKind::Other, 0, 0, 0)
    }

    /// A position in a file.
    pub fn file_location(&self, file: StringIx, line: u32, column: u32) -> LocationRecord {
        LocationRecord::new(LocationKind::FileLineCol, file.0, line, column)
    }

    /// A named location; no child stands for an unknown one.
    pub fn name_location(&self, name: StringIx, child: Option<NestedLocationIx>) -> LocationRecord {
        LocationRecord::new(LocationKind::Name, name.0, child.map_or(NONE, |ix| ix.0), 0)
    }

    /// A location inlined at another.
    pub fn call_site_location(&self, callee: NestedLocationIx, caller: NestedLocationIx) -> LocationRecord {
        LocationRecord::new(LocationKind::CallSite, 0, callee.0, caller.0)
    }

    /// Several locations. Add it once: each call makes a new one.
    pub fn fused_location(&mut self, parts: &[NestedLocationIx]) -> Result<LocationRecord, WriteError> {
        let start = index(self.location_children.len(), "locations")?;
        let len = index(parts.len(), "locations")?;
        self.location_children.extend_from_slice(parts);
        match self.nested_location(LocationRecord::new(LocationKind::Fused, 0, start, len)) {
            Ok(ix) => Ok(LocationRecord::new(LocationKind::Nested, 0, ix.0, 0)),
            Err(error) => {
                self.location_children.truncate(start as usize);
                Err(error)
            }
        }
    }

    /// Adds a location that others are made of, once.
    pub fn nested_location(&mut self, location: LocationRecord) -> Result<NestedLocationIx, WriteError> {
        if location.kind() == Some(LocationKind::Nested) {
            return Ok(NestedLocationIx(location.b));
        }
        if let Some(&ix) = self.nested_ids.get(&location) {
            return Ok(ix);
        }
        let extent = self.location_extent(&location)?;
        let ix = NestedLocationIx(index(self.nested_locations.len(), "locations")?);
        self.nested_locations.push(location);
        self.nested_extents.push(extent);
        self.nested_ids.insert(location, ix);
        Ok(ix)
    }

    fn location_extent(&self, location: &LocationRecord) -> Result<limits::Extent, WriteError> {
        let part = |extent: limits::Extent, ix: u32| {
            let part = self.nested_extents.get(ix as usize).copied();
            part.map(|part| extent.with_part(part))
                .ok_or(WriteError::Misuse("a part of a location was not added"))
        };
        let mut extent = limits::Extent::LEAF;
        match location.kind() {
            Some(LocationKind::Name) if location.b != NONE => extent = part(extent, location.b)?,
            Some(LocationKind::CallSite) => extent = part(part(extent, location.b)?, location.c)?,
            Some(LocationKind::Fused) => {
                let parts = &self.location_children[location.b as usize..][..location.c as usize];
                for ix in parts {
                    extent = part(extent, ix.0)?;
                }
            }
            _ => {}
        }
        if extent.allows_location() { Ok(extent) } else { Err(WriteError::TooDeep("a location")) }
    }
}

/// Functions and kernels.
impl BefWriter {
    /// Number of functions so far: what the next one will be called.
    pub fn num_functions(&self) -> usize {
        self.functions.len()
    }

    /// Number of attributes so far.
    pub fn num_attrs(&self) -> usize {
        self.attrs.len()
    }

    fn new_function(&mut self, spec: &FunctionSpec<'_>) -> Result<FunctionRecord, WriteError> {
        if self.open.is_some() {
            return Err(WriteError::Misuse("a function was begun inside another"));
        }
        self.location_extent(&spec.location)?;
        let name = self.string(spec.name)?;
        if !spec.name.is_empty() && !self.function_names.insert(name) {
            return Err(WriteError::Misuse("two functions with one name"));
        }
        let types = position(self.function_types.len(), "function types")?;
        self.function_types.extend_from_slice(spec.arg_types);
        self.function_types.extend_from_slice(spec.result_types);
        Ok(FunctionRecord {
            name,
            kind: spec.kind as u32,
            types,
            num_args: position(spec.arg_types.len(), "arguments")?,
            num_results: position(spec.result_types.len(), "results")?,
            first_kernel: KernelIx(index(self.kernels.len(), "kernels")?),
            num_kernels: 0,
            num_registers: 0,
            register_base: position(self.register_codes.len(), "registers")?,
            results: position(self.words.len(), "kernel operands and attributes")?,
            root_stream: spec.root_stream,
            first_name: position(self.attribute_names.len(), "attribute names")?,
        })
    }

    fn push_function(&mut self, open: OpenFunction) -> Result<FunctionId, WriteError> {
        let id = FunctionId(index(self.functions.len(), "functions")?);
        self.functions.push(open.record);
        self.function_locations.push(open.location);
        Ok(id)
    }

    /// Adds a function that the host implements.
    pub fn add_native(&mut self, spec: &FunctionSpec<'_>) -> Result<FunctionId, WriteError> {
        if spec.kind != FunctionKind::Native || spec.name.is_empty() {
            return Err(WriteError::Misuse("a native function without that kind or without a name"));
        }
        let record = self.new_function(spec)?;
        self.push_function(OpenFunction { record, location: spec.location })
    }

    /// Begins a function with kernels; registers 0 and up are its arguments.
    pub fn begin_function(&mut self, spec: &FunctionSpec<'_>) -> Result<(), WriteError> {
        if spec.kind == FunctionKind::Native {
            return Err(WriteError::Misuse("kernels in a native function"));
        }
        let record = self.new_function(spec)?;
        self.open = Some(OpenFunction { record, location: spec.location });
        self.push_registers(spec.arg_types)
    }

    fn push_registers(&mut self, types: &[TypeIx]) -> Result<(), WriteError> {
        let Some(open) = &mut self.open else {
            return Err(WriteError::Misuse("a kernel outside of a function"));
        };
        for &ty in types {
            let Some(record) = self.types.get(ty.index()) else {
                return Err(WriteError::Misuse("a register of a type that was not added"));
            };
            self.register_codes.push(record.code as u8);
        }
        if self.options.optional_sections {
            self.register_types.extend_from_slice(types);
        }
        let registers = self.register_codes.len() - open.record.register_base as usize;
        open.record.num_registers = position(registers, "registers")?;
        Ok(())
    }

    /// Adds a kernel to the function and gives the register of its first result; the others follow.
    pub fn add_kernel(&mut self, spec: &KernelSpec<'_>) -> Result<u32, WriteError> {
        let Some(open) = &mut self.open else {
            return Err(WriteError::Misuse("a kernel outside of a function"));
        };
        let first_result = open.record.num_registers;
        if spec.operands.iter().any(|&register| register >= first_result) {
            return Err(WriteError::Misuse("an operand before its definition"));
        }
        if spec.attrs.iter().any(|ix| ix.index() >= self.attrs.len()) {
            return Err(WriteError::Misuse("an attribute that was not added"));
        }
        open.record.num_kernels += 1;
        index(self.kernels.len(), "kernels")?;
        self.kernels.push(KernelRecord {
            code: spec.code,
            words: position(self.words.len(), "kernel operands and attributes")?,
            first_result,
            stream: spec.stream,
            num_attrs: u16::try_from(spec.attrs.len())
                .map_err(|_| WriteError::TooMany("attributes of an op"))?,
            num_functions: u16::try_from(spec.functions.len())
                .map_err(|_| WriteError::TooMany("functions of an op"))?,
        });
        self.words.extend_from_slice(spec.operands);
        self.words.extend_from_slice(bytemuck::cast_slice(spec.attrs));
        self.words.extend_from_slice(bytemuck::cast_slice(spec.functions));
        if self.options.optional_sections {
            if spec.attr_names.len() != spec.attrs.len() || spec.function_names.len() != spec.functions.len()
            {
                return Err(WriteError::Misuse("a kernel without names for its attributes and functions"));
            }
            self.attribute_names.extend_from_slice(bytemuck::cast_slice(spec.attr_names));
            self.attribute_names.extend(spec.function_names.iter().map(|name| name.to_word()));
        }
        if self.options.locations {
            if spec.location.kind() != Some(LocationKind::FileLineCol) {
                self.location_extent(&spec.location)?;
            }
            self.locations.push(spec.location);
        }
        self.push_registers(spec.result_types)?;
        Ok(first_result)
    }

    /// Ends the function with the registers it returns.
    pub fn end_function(&mut self, results: &[u32]) -> Result<FunctionId, WriteError> {
        let Some(mut open) = self.open.take() else {
            return Err(WriteError::Misuse("the end of a function that was not begun"));
        };
        if results.len() != open.record.num_results as usize {
            return Err(WriteError::Misuse(
                "a function returns another number of values than it has results",
            ));
        }
        if results.iter().any(|&register| register >= open.record.num_registers) {
            return Err(WriteError::Misuse("a function returns a register that it does not have"));
        }
        open.record.results = position(self.words.len(), "kernel operands and attributes")?;
        self.words.extend_from_slice(results);
        position(self.words.len(), "kernel operands and attributes")?;
        self.push_function(open)
    }
}

/// The bytes of the file.
impl BefWriter {
    /// The sections to write, in file order.
    fn sections(&self) -> Vec<(Section, Vec<&[u8]>)> {
        use bytemuck::cast_slice;
        let optional = self.options.optional_sections;
        let locations = self.options.locations;
        Section::ALL
            .iter()
            .filter_map(|&section| {
                let (wanted, parts): (bool, Vec<&[u8]>) = match section {
                    Section::Strings => (true, vec![cast_slice(&self.strings)]),
                    Section::StringBytes => (true, vec![&self.string_bytes]),
                    Section::Types => (true, vec![cast_slice(&self.types)]),
                    Section::KernelNames => (true, vec![cast_slice(&self.kernel_names)]),
                    Section::Attributes => (true, vec![cast_slice(&self.attrs)]),
                    Section::AttrData => (!self.attr_data.is_empty(), vec![&self.attr_data]),
                    Section::Functions => (true, vec![cast_slice(&self.functions)]),
                    Section::FunctionTypes => (true, vec![cast_slice(&self.function_types)]),
                    Section::Kernels => (true, vec![cast_slice(&self.kernels)]),
                    Section::Words => (true, vec![cast_slice(&self.words)]),
                    Section::RegisterCodes => (true, vec![&self.register_codes]),
                    Section::Units => (!self.units.is_empty(), vec![cast_slice(&self.units)]),
                    Section::UnitText => (!self.units.is_empty(), vec![&self.unit_text]),
                    Section::Locations => {
                        (locations, vec![cast_slice(&self.locations), cast_slice(&self.function_locations)])
                    }
                    Section::NestedLocations => (
                        locations && !self.nested_locations.is_empty(),
                        vec![cast_slice(&self.nested_locations)],
                    ),
                    Section::LocationChildren => (
                        locations && !self.location_children.is_empty(),
                        vec![cast_slice(&self.location_children)],
                    ),
                    Section::AttributeNames => (optional, vec![cast_slice(&self.attribute_names)]),
                    Section::RegisterTypes => (optional, vec![cast_slice(&self.register_types)]),
                    Section::Constants => (!self.constants.is_empty(), vec![&self.constants]),
                };
                wanted.then_some((section, parts))
            })
            .collect()
    }

    /// Writes the file.
    ///
    /// Fails with [`io::ErrorKind::InvalidInput`] when a function was begun and not ended. That the functions kernels
    /// refer to have all been added is not checked here; a reader would find it.
    pub fn write_to(&self, out: &mut dyn io::Write) -> io::Result<()> {
        if self.open.is_some() {
            let error = WriteError::Misuse("a function was not ended");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, error));
        }
        let sections = self.sections();
        let mut end = size_of::<Header>() + sections.len() * size_of::<SectionRecord>();
        let mut table = Vec::with_capacity(sections.len());
        for (section, parts) in &sections {
            let offset = end.next_multiple_of(SECTION_ALIGNMENT);
            let len: usize = parts.iter().map(|part| part.len()).sum();
            table.push(SectionRecord {
                id: *section as u32,
                flags: 0,
                offset: offset as u64,
                len: len as u64,
                checksum: checksum::of_parts(parts),
            });
            end = offset + len;
        }
        let mut header = Header {
            magic: MAGIC,
            major: MAJOR_VERSION,
            minor: MINOR_VERSION,
            flags: 0,
            file_len: end as u64,
            section_count: table.len() as u32,
            reserved0: 0,
            reserved: [0; 4],
            checksum: 0,
        };
        header.checksum = checksum::of_header(&header, bytemuck::cast_slice(&table));

        out.write_all(bytemuck::bytes_of(&header))?;
        out.write_all(bytemuck::cast_slice(&table))?;
        let mut at = size_of::<Header>() + size_of_val(table.as_slice());
        for (_, parts) in &sections {
            let padding = at.next_multiple_of(SECTION_ALIGNMENT) - at;
            out.write_all(&[0; SECTION_ALIGNMENT][..padding])?;
            at += padding;
            for part in parts {
                out.write_all(part)?;
                at += part.len();
            }
        }
        Ok(())
    }

    /// The bytes of the file; see [`BefWriter::write_to`].
    pub fn finish(self) -> io::Result<Vec<u8>> {
        let sections = self.sections();
        let len =
            sections.iter().flat_map(|(_, parts)| parts).map(|part| part.len() + SECTION_ALIGNMENT).sum();
        let mut bytes = Vec::with_capacity(len);
        self.write_to(&mut bytes)?;
        Ok(bytes)
    }
}
