//! The IR of dataflow programs: entities, textual syntax, verifier and pass manager.

pub mod affine;
pub mod apint;
pub mod attributes;
#[expect(dead_code, reason = "reading floats needs the rest")]
mod bigint;
pub mod context;
pub mod handles;
pub mod location;
pub mod types;

pub use attributes::AttrKind;
pub use context::Context;
pub use handles::{Attr, Ident, Loc, Type};
pub use location::LocKind;
pub use types::TypeKind;
