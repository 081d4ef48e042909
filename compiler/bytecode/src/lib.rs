//! MLIR bytecode, read and written without LLVM.
//!
//! The format is that of `mlir/docs/BytecodeFormat.md`, versions 0 to 6: a header with the version and the name of the producer,
//! then sections of strings, dialects and operation names, attributes and types, properties, resources, and the operations.
//! [`read_module`] reads a [`Module`](tfrt_ir::Module) of any version, [`write_module`] writes the requested version.
//!
//! Attributes and types are either text, which the parser of `tfrt-ir` reads, or bytes in their dialect's own encoding. A
//! [`DialectCodec`] is such an encoding; [`Builtin`] is that of the builtin dialect. A dialect registers its codec in [`Codecs`], so
//! that this crate depends on no dialect but builtin.
//!
//! The declaration of an operation determines how its properties are read: upstream writes inherent attributes sorted by name, and then
//! the sizes of operand and result groups. Operations without a declaration keep their properties as an attribute.
//!
//! Invariants: no input makes the reader panic, recurse without a bound, or allocate more than a small multiple of the input; every error
//! has the offset of its byte in the file. Writing and reading gives the same program, locations, resources and the order of use lists
//! included.
//!
//! Left to others: upgrading programs of older versions of a dialect (the dialect's codec sees the version that the file states), and
//! verification: a program from the reader is structurally sound, but no rule of a dialect was checked.

mod builtin;
mod codec;
mod cursor;
mod emitter;
mod error;
mod properties;
mod reader;
mod section;
#[cfg(test)]
mod tests;
mod use_lists;
mod writer;

pub use builtin::Builtin;
pub use codec::{Codecs, DialectCodec, DialectReader, DialectWriter, Entry};
pub use cursor::Cursor;
pub use emitter::Emitter;
pub use error::BytecodeError;
pub use reader::{ReadModule, read_module};
pub use writer::{WriteOptions, write_module};

/// The first bytes of a file.
pub const MAGIC: [u8; 4] = *b"ML\xEFR";

/// The newest version that is read and written.
pub const NEWEST_VERSION: u64 = 6;

/// Whether a file is MLIR bytecode.
#[must_use]
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// From which version on a part of the format exists.
mod since {
    /// Dialects may state a version.
    pub(crate) const DIALECT_VERSIONS: u64 = 1;
    /// The regions of isolated operations are sections, which can be skipped.
    pub(crate) const LAZY_REGIONS: u64 = 2;
    /// Orders of use lists are kept.
    pub(crate) const USE_LIST_ORDERS: u64 = 3;
    /// Unknown locations of block arguments are left out, and the number of operation names is stated.
    pub(crate) const ELIDED_LOCATIONS: u64 = 4;
    /// Properties are apart from attributes, and operation names say whether they were registered.
    pub(crate) const PROPERTIES: u64 = 5;
    /// The sizes of operand and result groups are arrays of their own.
    pub(crate) const GROUP_SIZES: u64 = 6;
}
