//! The IR of dataflow programs: entities, textual syntax, verifier and pass manager.

pub mod affine;
pub mod apint;
pub mod attributes;
mod bigint;
pub mod body;
pub mod context;
pub mod dense;
pub mod diagnostics;
pub mod dialect;
pub mod dominators;
pub mod effects;
pub mod entity;
pub mod float;
pub mod handles;
pub mod location;
pub mod module;
pub mod op_ref;
pub mod opdef;
pub mod pass;
pub mod resources;
pub mod rewrite;
pub mod symbol;
pub mod syntax;
pub mod types;
pub mod verify;

pub use attributes::AttrKind;
pub use body::{Body, OpState};
pub use context::Context;
pub use handles::{Attr, Ident, Loc, Type};
pub use location::LocKind;
pub use module::Module;
pub use op_ref::OpRef;
pub use types::TypeKind;
