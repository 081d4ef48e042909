//! Writing a BEF file.
//!
//! A [`BefWriter`] collects strings, types, kernel names, attributes, locations and functions and numbers each in the
//! order of the calls; the same calls give the same bytes. Functions are written one after the other: regions first, then
//! the function whose kernels refer to them. Each call checks the order of attributes and words, and that counts fit
//! their fields, so that the written file also verifies.

mod append;
mod attrs;
mod bytes;
mod constants;

pub use append::Renumbering;
pub(crate) use bytes::write_sections;

use constants::Constants;

use crate::{dtype::TypeCode, error::WriteError, records::*, verify::limits};
use std::collections::{HashMap, HashSet};

/// A new function's signature and place.
#[derive(Debug, Clone)]
pub struct FunctionSpec<'a> {
    /// Its name; empty for a region.
    pub name: &'a str,
    /// The way in which it is executed. A native function has no kernels: [`BefWriter::add_native`] makes it
    /// complete.
    pub kind: FunctionKind,
    /// Types of its arguments.
    pub arg_types: &'a [TypeIx],
    /// Types of its results.
    pub result_types: &'a [TypeIx],
    /// Stream in which a call begins; [`BefWriter::set_streams`] may change it.
    pub root_stream: u32,
    /// Its location.
    pub location: LocationRecord,
}

/// A new kernel call.
#[derive(Debug, Clone)]
pub struct KernelSpec<'a> {
    /// The kernel's name, by number.
    pub code: KernelCode,
    /// Registers of its operands.
    pub operands: &'a [u32],
    /// Its attributes, in the order of their names.
    pub attrs: &'a [AttrIx],
    /// Their names; used only when names are written.
    pub attr_names: &'a [StringIx],
    /// Its functions: those of its attributes, then its regions.
    pub functions: &'a [FunctionId],
    /// The attributes that refer to them, as many as functions; used only when names are written.
    pub function_names: &'a [FunctionRefName],
    /// Types of its results.
    pub result_types: &'a [TypeIx],
    /// Stream it is assigned to; [`BefWriter::set_streams`] may change it.
    pub stream: u32,
    /// Its location.
    pub location: LocationRecord,
}

/// Facts about an argument or a result of a function; see [`SignatureRecord`].
#[derive(Debug, Clone, Copy, Default)]
pub struct ValueSpec {
    /// Its name.
    pub name: Option<StringIx>,
    /// The attribute with the type of the tensor.
    pub tensor_type: Option<AttrIx>,
    /// The attribute with the names of the sizes.
    pub sizes: Option<AttrIx>,
    /// The attribute with the value of an argument that a caller does not give.
    pub default: Option<AttrIx>,
    /// The name of the element type of a few bits that it stands for.
    pub small_type: Option<StringIx>,
}

/// The optional parts of a file to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteOptions {
    /// Write names of attributes, types of registers and signatures of functions. Without them a file cannot be turned back into
    /// text, and its functions are called by position alone.
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
    constants: Constants,
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
    signatures: Vec<SignatureRecord>,
    small_types: Vec<SmallTypeRecord>,
    locations: Vec<LocationRecord>,
    nested_locations: Vec<LocationRecord>,
    nested_ids: HashMap<LocationRecord, NestedLocationIx>,
    nested_extents: Vec<limits::Extent>,
    location_children: Vec<NestedLocationIx>,
    open: Option<OpenFunction>,
    /// This is a part of a program, and uses things that it does not have.
    has_stand_ins: bool,
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

impl BefWriter {
    /// A writer of an empty program.
    pub fn new(options: WriteOptions) -> BefWriter {
        BefWriter { options, ..BefWriter::default() }
    }

    /// The options.
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

    /// Whether a file may have a location, which may be nested too deeply.
    pub fn allows_location(&self, location: &LocationRecord) -> bool {
        self.location_extent(location).is_ok()
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
    /// Number of functions so far, which is the number of the next one.
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
        // Where its parts end, whether or not a function follows.
        position(self.function_types.len(), "function types")?;
        position(self.register_codes.len(), "registers")?;
        position(self.attribute_names.len(), "attribute names")?;
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

    /// States facts about a value of a function that was ended, by the position of its type: arguments first, then results. Values come
    /// in the order of functions and positions.
    pub fn describe_value(
        &mut self,
        function: FunctionId,
        position: usize,
        value: ValueSpec,
    ) -> Result<(), WriteError> {
        let Some(record) = self.functions.get(function.index()) else {
            return Err(WriteError::Misuse("a value of a function that was not added"));
        };
        if position >= record.num_args as usize + record.num_results as usize {
            return Err(WriteError::Misuse("a value that its function does not have"));
        }
        let attr = |ix: Option<AttrIx>| ix.unwrap_or(AttrIx(NONE));
        let record = SignatureRecord {
            function,
            position: position as u32,
            name: value.name.unwrap_or(StringIx(NONE)),
            tensor_type: attr(value.tensor_type),
            sizes: attr(value.sizes),
            default: attr(value.default),
        };
        let place = |record: &SignatureRecord| (record.function, record.position);
        if self.signatures.last().is_some_and(|last| place(last) >= place(&record)) {
            return Err(WriteError::Misuse("values are described in another order than theirs"));
        }
        if self.options.optional_sections {
            self.signatures.push(record);
            let small_type = |name| SmallTypeRecord { function, position: position as u32, name };
            self.small_types.extend(value.small_type.map(small_type));
        }
        Ok(())
    }

    /// Sets the streams of a function that was ended: of the call's begin, and of each kernel in order. There may be more streams than
    /// kernels; ends of functions have one too.
    pub fn set_streams(
        &mut self,
        function: FunctionId,
        root: u32,
        kernels: &[u32],
    ) -> Result<(), WriteError> {
        let Some(record) = self.functions.get_mut(function.index()) else {
            return Err(WriteError::Misuse("streams of a function that was not added"));
        };
        record.root_stream = root;
        let records = &mut self.kernels[record.first_kernel.index()..][..record.num_kernels as usize];
        if kernels.len() < records.len() {
            return Err(WriteError::Misuse("a function with fewer streams than kernels"));
        }
        for (record, &stream) in records.iter_mut().zip(kernels) {
            record.stream = stream;
        }
        Ok(())
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
