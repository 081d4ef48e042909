//! The records a file is made of, exactly as they lie in it.
//!
//! All of them are `Pod`: little-endian integers, no padding, no invalid bit patterns, so a section is read in place as a
//! slice. This module checks nothing; the `verify` module states the rules for records. The prose reference is
//! `docs/bef.md`; a test below pins sizes and field offsets, because they are the format.

use bytemuck::{Pod, Zeroable};

#[cfg(target_endian = "big")]
compile_error!("BEF records are read in place and are little-endian");

/// First two bytes of every file.
pub const MAGIC: [u8; 2] = [0x0B, 0xEF];
/// Major version this crate reads and writes. Files of another major version are refused.
pub const MAJOR_VERSION: u8 = 1;
/// Latest minor version this crate writes: the least one that gives a meaning to everything in a file is written. Readers accept
/// every minor version of their major one.
pub const MINOR_VERSION: u8 = 4;
/// Alignment of every section in the file.
pub const SECTION_ALIGNMENT: usize = 64;
/// "No such index", where a record may have none.
pub const NONE: u32 = u32::MAX;

/// The file header.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: [u8; 2],
    /// Major version; never 0, which the older, variable-width format has in this place.
    pub major: u8,
    /// Minor version.
    pub minor: u8,
    /// No flag is defined; readers ignore them.
    pub flags: u32,
    /// Length of the file in bytes.
    pub file_len: u64,
    /// Number of section records; they follow the header.
    pub section_count: u32,
    /// Zero.
    pub reserved0: u32,
    /// Zero.
    pub reserved: [u64; 4],
    /// XXH3 (64 bits, seed 0) of the bytes before this field followed by the section table.
    pub checksum: u64,
}

/// An entry of the section table.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct SectionRecord {
    /// The section's id; see [`Section`].
    pub id: u32,
    /// [`SECTION_REQUIRED`] or 0.
    pub flags: u32,
    /// Offset in the file, a multiple of [`SECTION_ALIGNMENT`].
    pub offset: u64,
    /// Length in bytes.
    pub len: u64,
    /// XXH3 (64 bits, seed 0) of the section's bytes.
    pub checksum: u64,
}

/// Section flag: a reader that does not know the section must refuse the file instead of skipping it.
pub const SECTION_REQUIRED: u32 = 1;

macro_rules! sections {
    ($($(#[$doc:meta])* $name:ident = $id:literal, $elem:expr;)*) => {
        /// The sections this version knows.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u32)]
        pub enum Section { $($(#[$doc])* $name = $id,)* }

        impl Section {
            /// All known sections, in the order in which they are written.
            pub const ALL: &'static [Section] = &[$(Section::$name,)*];

            /// The section with this id.
            pub const fn from_id(id: u32) -> Option<Section> {
                match id { $($id => Some(Section::$name),)* _ => None }
            }

            /// Bytes of one element.
            pub const fn element_size(self) -> usize {
                match self { $(Section::$name => $elem,)* }
            }

            /// The section's name, for messages.
            pub const fn name(self) -> &'static str {
                match self { $(Section::$name => stringify!($name),)* }
            }

            /// Position in [`Section::ALL`].
            pub(crate) const fn slot(self) -> usize {
                let mut slot = 0;
                while slot < Section::ALL.len() {
                    if Section::ALL[slot] as u32 == self as u32 {
                        return slot;
                    }
                    slot += 1;
                }
                slot
            }
        }
    };
}

sections! {
    /// [`StringRecord`]s.
    Strings = 1, size_of::<StringRecord>();
    /// Their bytes, UTF-8.
    StringBytes = 2, 1;
    /// [`TypeRecord`]s.
    Types = 3, size_of::<TypeRecord>();
    /// Names of kernels, each a [`StringIx`].
    KernelNames = 4, 4;
    /// [`AttrRecord`]s.
    Attributes = 5, size_of::<AttrRecord>();
    /// The data of attributes that does not fit their records.
    AttrData = 6, 1;
    /// [`FunctionRecord`]s.
    Functions = 7, size_of::<FunctionRecord>();
    /// Argument and result types of functions, each a [`TypeIx`].
    FunctionTypes = 8, 4;
    /// [`KernelRecord`]s of all functions.
    Kernels = 9, size_of::<KernelRecord>();
    /// Operands, attributes and functions of kernels, result registers of functions.
    Words = 10, 4;
    /// A [`TypeCode`](crate::TypeCode) byte for each register of each function.
    RegisterCodes = 11, 1;
    /// [`UnitRecord`]s: modules kept as text.
    Units = 12, size_of::<UnitRecord>();
    /// Text of the compilation units, UTF-8.
    UnitText = 13, 1;
    /// [`LocationRecord`]s of kernels, then of functions. Optional.
    Locations = 14, size_of::<LocationRecord>();
    /// [`LocationRecord`]s that others are made of. Optional.
    NestedLocations = 15, size_of::<LocationRecord>();
    /// Indices into `NestedLocations`, for fused locations. Optional.
    LocationChildren = 16, 4;
    /// Names of attributes and of function references. Optional.
    AttributeNames = 17, 4;
    /// A [`TypeIx`] for each register of each function. Optional.
    RegisterTypes = 18, 4;
    /// [`SignatureRecord`]s: facts about arguments and results of functions. Optional, since 1.3.
    Signatures = 20, size_of::<SignatureRecord>();
    /// [`SmallTypeRecord`]s: the element types that arguments and results of functions stand for. Optional, since 1.4.
    SmallTypes = 21, size_of::<SmallTypeRecord>();
    /// Data of dense attributes; last, and not among the tables whose checksums are checked on opening.
    Constants = 19, 1;
}

macro_rules! index {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Pod, Zeroable)]
        #[repr(transparent)]
        pub struct $name(pub u32);

        impl $name {
            /// As an index of a slice.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index! {
    /// Index of a string.
    StringIx;
    /// Index of a type.
    TypeIx;
    /// Index of a kernel name, which selects the kernel of a record.
    KernelCode;
    /// Index of an attribute.
    AttrIx;
    /// Index of a function.
    FunctionId;
    /// Index of a kernel, counted over the whole file.
    KernelIx;
    /// Index of a compilation unit.
    UnitIx;
    /// Index into the nested locations.
    NestedLocationIx;
}

/// The place of a string in `StringBytes`.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct StringRecord {
    /// First byte.
    pub offset: u32,
    /// Length in bytes.
    pub len: u32,
}

/// A type.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct TypeRecord {
    /// Its printed form.
    pub name: StringIx,
    /// Its [`TypeCode`](crate::TypeCode).
    pub code: u32,
}

/// The kind of an attribute; the meaning of the other fields of [`AttrRecord`] depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum AttrKind {
    /// Present, without a value.
    Unit = 0,
    /// Number of at most 64 bits: `payload` holds its bits, the unused ones zero.
    Scalar = 1,
    /// `aux` bytes at `AttrData[payload]`.
    String = 2,
    /// The type `dtype`.
    Type = 3,
    /// `aux` elements of type `dtype` at `AttrData[payload]`.
    Array = 4,
    /// `aux` type codes, one byte each, at `AttrData[payload]`.
    TypeArray = 5,
    /// `aux` dimensions, `i64`, -1 unknown, at `AttrData[payload]`.
    Shape = 6,
    /// A shape of unknown rank.
    UnrankedShape = 7,
    /// Tensor of rank `aux`: `AttrData[payload]` holds offset and length in `Constants` (`u64` each), then the dimensions.
    Dense = 8,
    /// `aux` attribute indices (`u32`), each smaller than this one's, at `AttrData[payload]`; see [`AggregateMeaning`].
    Aggregate = 9,
    /// Name of a function inside an aggregate: `aux` bytes at `AttrData[payload]`.
    FuncName = 10,
    /// Symbol in a compilation unit: `AttrData[payload]` holds `2 + aux` `u32`: unit, root name, `aux` nested names.
    SymbolRef = 11,
    /// As [`AttrKind::Array`], but written `array<i32: …>` in text.
    DenseArray = 12,
}

impl AttrKind {
    /// The kind with this number.
    pub const fn from_code(code: u8) -> Option<AttrKind> {
        Some(match code {
            0 => AttrKind::Unit,
            1 => AttrKind::Scalar,
            2 => AttrKind::String,
            3 => AttrKind::Type,
            4 => AttrKind::Array,
            5 => AttrKind::TypeArray,
            6 => AttrKind::Shape,
            7 => AttrKind::UnrankedShape,
            8 => AttrKind::Dense,
            9 => AttrKind::Aggregate,
            10 => AttrKind::FuncName,
            11 => AttrKind::SymbolRef,
            12 => AttrKind::DenseArray,
            _ => return None,
        })
    }
}

/// The meaning of an aggregate beyond that of a list. Readers of version 1.0, for which every aggregate is a list, see its
/// elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum AggregateMeaning {
    /// A list; so is every aggregate with a number that is not known.
    List = 0,
    /// The type of tensors: an element type and a shape. Since 1.1.
    TensorType = 1,
    /// A tensor of strings: the element type `string`, a shape without unknown dimensions, then the elements, row-major, or one that
    /// all equal. Since 1.1.
    StringTensor = 2,
    /// The body of a fused op: an array of 64-bit words, the attribute before this one; see [`FusedBodyView`](crate::FusedBodyView).
    /// Since 1.2.
    FusedBody = 3,
}

impl AggregateMeaning {
    /// The meaning with this number.
    pub const fn from_code(code: u16) -> AggregateMeaning {
        match code {
            1 => AggregateMeaning::TensorType,
            2 => AggregateMeaning::StringTensor,
            3 => AggregateMeaning::FusedBody,
            _ => AggregateMeaning::List,
        }
    }

    /// The first minor version that gives the number this meaning.
    pub(crate) const fn since(self) -> u8 {
        match self {
            AggregateMeaning::List => 0,
            AggregateMeaning::TensorType | AggregateMeaning::StringTensor => 1,
            AggregateMeaning::FusedBody => 2,
        }
    }
}

/// The first word of a fused body.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct FusedBodyHeader {
    /// Arguments of the fused op.
    pub num_args: u16,
    /// Number of members.
    pub num_members: u16,
    /// Number of results.
    pub num_results: u16,
    /// Zero.
    pub reserved: u16,
}

/// A member of a fused body. Its operands and its attributes follow those of the member before it.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct FusedMemberRecord {
    /// The code of its op, in the op's class.
    pub op: u16,
    /// The code of the class.
    pub class: u16,
    /// Number of operands.
    pub num_operands: u16,
    /// Number of attributes.
    pub num_attrs: u16,
}

/// An attribute of a member of a fused body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct FusedAttrRecord {
    /// The code of its name, which determines the meaning of the value.
    pub name: u32,
    /// Zero.
    pub reserved: u32,
    /// The value's bits.
    pub value: u64,
}

/// An attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct AttrRecord {
    /// An [`AttrKind`].
    pub kind: u8,
    /// A [`DTypeCode`](crate::DTypeCode), where the kind has one, else 0.
    pub dtype: u8,
    /// Of aggregates, an [`AggregateMeaning`]; else zero.
    pub meaning: u16,
    /// Count; see [`AttrKind`].
    pub aux: u32,
    /// Value or offset; see [`AttrKind`].
    pub payload: u64,
}

/// The way in which a function is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum FunctionKind {
    /// Kernels as a dataflow graph.
    Async = 0,
    /// Implemented by the host and found there by name; has no kernels.
    Native = 1,
    /// Kernels in textual order, on the calling thread.
    Sync = 2,
}

impl FunctionKind {
    /// The kind with this number.
    pub const fn from_code(code: u32) -> Option<FunctionKind> {
        match code {
            0 => Some(FunctionKind::Async),
            1 => Some(FunctionKind::Native),
            2 => Some(FunctionKind::Sync),
            _ => None,
        }
    }
}

/// A function, or a region of an op (then the name is empty).
///
/// Registers are numbered within the function: arguments first, then results of kernels in textual order.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct FunctionRecord {
    /// Name; the empty string for regions.
    pub name: StringIx,
    /// A [`FunctionKind`].
    pub kind: u32,
    /// First of its argument types in `FunctionTypes`; result types follow.
    pub types: u32,
    /// Number of arguments.
    pub num_args: u32,
    /// Number of results.
    pub num_results: u32,
    /// First of its kernels.
    pub first_kernel: KernelIx,
    /// Number of kernels.
    pub num_kernels: u32,
    /// Number of registers.
    pub num_registers: u32,
    /// Position of its register 0 in `RegisterCodes` and `RegisterTypes`.
    pub register_base: u32,
    /// End of its kernels' words, where its result registers start in `Words`.
    pub results: u32,
    /// Stream in which a call of the function begins.
    pub root_stream: u32,
    /// Position of its first kernel's first name in `AttributeNames`.
    pub first_name: u32,
}

/// A kernel call. Its words are operands (registers), then attributes, then functions; they end where those of the next
/// kernel of the same function, or else the function's result registers, start. Its results are the registers from
/// `first_result` to the next kernel's `first_result`, or else to the function's last.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct KernelRecord {
    /// The kernel's name, by index.
    pub code: KernelCode,
    /// Start of its words in `Words`.
    pub words: u32,
    /// Register of its first result.
    pub first_result: u32,
    /// Stream it was assigned to: a scheduling hint.
    pub stream: u32,
    /// Number of attributes.
    pub num_attrs: u16,
    /// Number of functions.
    pub num_functions: u16,
}

/// Facts about an argument or a result of a function beyond its type: for callers, and for the check of a call's arguments.
/// Records stand in the order of functions and positions; a value without a record has no such facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct SignatureRecord {
    /// The function, which is no region.
    pub function: FunctionId,
    /// The position of its type among the function's: arguments first, then results.
    pub position: u32,
    /// The name of the value, or [`NONE`]. Arguments of one function have different names, and so have results.
    pub name: StringIx,
    /// The attribute with the type of the tensor ([`AggregateMeaning::TensorType`]), or [`NONE`].
    pub tensor_type: AttrIx,
    /// The attribute with the names of the sizes, or [`NONE`]: a list with a string for each dimension, empty for a size without a name.
    /// There are at most [`MAX_NAMED_SIZES`]. Sizes with one name are equal in every call.
    pub sizes: AttrIx,
    /// The attribute with the value of an argument that a caller does not give, or [`NONE`].
    pub default: AttrIx,
}

/// The element type of a few bits, of which there are no tensors, that an argument or a result of a function stands for. Records stand in
/// the order of functions and positions; most values have none. A value with such a record has a [`SignatureRecord`], too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct SmallTypeRecord {
    /// The function, which is no region.
    pub function: FunctionId,
    /// The position of the value's type among the function's: arguments first, then results.
    pub position: u32,
    /// The name of the type: `i4`, `ui2`, `f8E4M3FN` …
    pub name: StringIx,
}

/// The largest number of dimensions that a [`SignatureRecord`] may name.
pub const MAX_NAMED_SIZES: usize = 64;

/// A module kept as text for a compiler that runs in the executor.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct UnitRecord {
    /// Offset in `UnitText`.
    pub offset: u64,
    /// Length in bytes.
    pub len: u64,
}

/// The kind of a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum LocationKind {
    /// `loc(unknown)`.
    Unknown = 0,
    /// String `a`, line `b`, column `c`.
    FileLineCol = 1,
    /// String `a`, nested location `b` or [`NONE`].
    Name = 2,
    /// Callee `b`, caller `c`, both nested locations.
    CallSite = 3,
    /// `c` entries of `LocationChildren` from `b`; only among nested locations.
    Fused = 4,
    /// A location that the format has no record for.
    Other = 5,
    /// Nested location `b`; only for kernels and functions.
    Nested = 6,
}

/// Bits of [`LocationRecord::tag`] that hold the kind.
pub(crate) const LOCATION_KIND_BITS: u32 = 3;

/// A location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct LocationRecord {
    /// A [`LocationKind`] in the low 3 bits, the field `a` above them.
    pub tag: u32,
    /// See [`LocationKind`].
    pub b: u32,
    /// See [`LocationKind`].
    pub c: u32,
}

impl LocationRecord {
    /// Puts a record together; `a` must fit 29 bits.
    pub(crate) const fn new(kind: LocationKind, a: u32, b: u32, c: u32) -> LocationRecord {
        LocationRecord { tag: kind as u32 | a << LOCATION_KIND_BITS, b, c }
    }

    /// The field `a`.
    pub const fn a(&self) -> u32 {
        self.tag >> LOCATION_KIND_BITS
    }

    /// The kind of the location, if the number is known.
    pub const fn kind(&self) -> Option<LocationKind> {
        match self.tag & ((1 << LOCATION_KIND_BITS) - 1) {
            0 => Some(LocationKind::Unknown),
            1 => Some(LocationKind::FileLineCol),
            2 => Some(LocationKind::Name),
            3 => Some(LocationKind::CallSite),
            4 => Some(LocationKind::Fused),
            5 => Some(LocationKind::Other),
            6 => Some(LocationKind::Nested),
            _ => None,
        }
    }
}

/// The name of the attribute that refers to a function of a kernel, as in `AttributeNames`.
///
/// `AttributeNames` holds, for every kernel in order, one [`StringIx`] for each attribute and one word for each function:
/// [`NONE`] for a region, else the attribute's name, with [`FunctionRefName::IN_ARRAY`] set when the attribute is a list
/// of references (consecutive functions with the same name are one list).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionRefName {
    /// The function is a region of the op.
    Region,
    /// The attribute with this name is a reference.
    Single(StringIx),
    /// The attribute with this name is a list of references.
    Element(StringIx),
}

impl FunctionRefName {
    /// Bit that marks an element of a list.
    pub const IN_ARRAY: u32 = 1 << 31;

    /// From the word in the file.
    pub const fn from_word(word: u32) -> FunctionRefName {
        match word {
            NONE => FunctionRefName::Region,
            word if word & FunctionRefName::IN_ARRAY != 0 => {
                FunctionRefName::Element(StringIx(word & !FunctionRefName::IN_ARRAY))
            }
            word => FunctionRefName::Single(StringIx(word)),
        }
    }

    /// The word in the file.
    pub const fn to_word(self) -> u32 {
        match self {
            FunctionRefName::Region => NONE,
            FunctionRefName::Single(name) => name.0,
            FunctionRefName::Element(name) => name.0 | FunctionRefName::IN_ARRAY,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::offset_of;

    #[test]
    fn the_layout_is_the_format() {
        assert_eq!(
            (size_of::<Header>(), offset_of!(Header, file_len), offset_of!(Header, checksum)),
            (64, 8, 56)
        );
        assert_eq!((size_of::<SectionRecord>(), offset_of!(SectionRecord, checksum)), (32, 24));
        assert_eq!((size_of::<StringRecord>(), size_of::<TypeRecord>()), (8, 8));
        assert_eq!((size_of::<AttrRecord>(), offset_of!(AttrRecord, payload)), (16, 8));
        assert_eq!((size_of::<FunctionRecord>(), offset_of!(FunctionRecord, results)), (48, 36));
        assert_eq!((size_of::<KernelRecord>(), offset_of!(KernelRecord, num_attrs)), (20, 16));
        assert_eq!((size_of::<UnitRecord>(), size_of::<LocationRecord>()), (16, 12));
        assert_eq!((size_of::<SmallTypeRecord>(), offset_of!(SmallTypeRecord, name)), (12, 8));
        assert_eq!((size_of::<SignatureRecord>(), offset_of!(SignatureRecord, tensor_type)), (24, 12));
        assert_eq!((size_of::<FusedBodyHeader>(), offset_of!(FusedBodyHeader, num_results)), (8, 4));
        assert_eq!((size_of::<FusedMemberRecord>(), offset_of!(FusedMemberRecord, num_operands)), (8, 4));
        assert_eq!((size_of::<FusedAttrRecord>(), offset_of!(FusedAttrRecord, value)), (16, 8));
    }

    #[test]
    fn sections_have_distinct_ids() {
        for (slot, &section) in Section::ALL.iter().enumerate() {
            assert_eq!(Section::from_id(section as u32), Some(section));
            assert_eq!(section.slot(), slot);
        }
    }
}
