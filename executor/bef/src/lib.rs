//! The BEF file format: fixed-width records, writer, mapped reader and verifier.
//!
//! A BEF file holds a program in the form in which an executor reads it: tables of little-endian records at natural
//! alignment, used in place from a memory map. Opening a file decodes nothing; verifying it is linear in its tables and
//! does not touch the data of tensor constants.
//!
//! - [`BefWriter`] writes a file; the same calls give the same bytes.
//! - [`BefFile`] opens a file, from a path or from bytes, and returns [`FunctionView`]s, [`KernelView`]s,
//!   [`AttrView`]s and [`LocationView`]s.
//! - [`records`] are the bytes; the format is described in prose in `docs/bef.md`.
//!
//! Invariant: no view of a verified file panics or leaves its section, whatever the bytes. The executor checks that
//! kernels of these names exist and that their operands and attributes fit them.
//!
//! ```
//! use tfrt_bef::{BefFile, BefWriter, DTypeCode, FunctionKind, FunctionSpec, KernelSpec, TypeCode, WriteOptions};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut writer = BefWriter::new(WriteOptions::default());
//! let i32 = writer.type_named("i32", TypeCode::Scalar(DTypeCode::I32))?;
//! let add = writer.kernel_name("tfrt.add.i32")?;
//! let location = BefWriter::unknown_location();
//! writer.begin_function(&FunctionSpec {
//!     name: "double",
//!     kind: FunctionKind::Async,
//!     arg_types: &[i32],
//!     result_types: &[i32],
//!     root_stream: 0,
//!     location,
//! })?;
//! let sum = writer.add_kernel(&KernelSpec {
//!     code: add,
//!     operands: &[0, 0],
//!     attrs: &[],
//!     attr_names: &[],
//!     functions: &[],
//!     function_names: &[],
//!     result_types: &[i32],
//!     stream: 0,
//!     location,
//! })?;
//! writer.end_function(&[sum])?;
//!
//! let file = BefFile::from_bytes(&writer.finish()?)?;
//! let double = file.function_by_name("double").expect("it was just written");
//! assert_eq!(double.kernel(0).name(), "tfrt.add.i32");
//! assert_eq!(double.kernel(0).operands(), [0, 0]);
//! assert_eq!(double.result_registers(), [1]);
//! # Ok(())
//! # }
//! ```

mod attr;
mod bytes;
mod checksum;
mod dtype;
mod error;
mod file;
mod fused;
mod host_section;
mod location;
pub mod records;
mod verify;
mod view;
mod writer;

pub use self::bytes::{map_file, release};
pub use attr::{AggregateView, AttrView, SymbolRefView};
pub use checksum::recompute_checksums;
pub use dtype::{DTypeCode, TypeCode};
pub use error::{BefError, WriteError};
pub use file::BefFile;
pub use fused::{FusedBodyView, FusedMember};
pub use host_section::FIRST_HOST_SECTION;
pub use location::{FusedView, Location, LocationView};
pub use records::{
    AttrIx, FunctionId, FunctionKind, FunctionRefName, FusedAttrRecord, KernelCode, KernelIx, LocationRecord,
    NestedLocationIx, Section, SignatureRecord, StringIx, TypeIx, UnitIx,
};
pub use view::{FunctionView, KernelNameView, KernelView, TypeView, ValueView};
pub use writer::{BefWriter, FunctionSpec, KernelSpec, Renumbering, ValueSpec, WriteOptions};
