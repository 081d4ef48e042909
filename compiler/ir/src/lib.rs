//! The IR of dataflow programs: entities, textual syntax, verifier and pass manager.
//!
//! The concepts and the spelling are MLIR's: operations with operands, results, attributes, regions and locations, blocks with
//! arguments, nested symbol tables.
//!
//! * [`context`] interns types, attributes, names and locations, once for all programs and from any thread; [`handles`] name them.
//! * [`module`] holds [`body`]s: each operation that is isolated from above owns the arenas of its own body, with entities that are
//!   `u32`s ([`entity`]), so that a thread can work on one as `&mut`.
//! * [`opdef`] and [`dialect`] declare operations; [`syntax`] reads and prints, and [`verify`] checks, by the same declaration.
//!   All of them report [`diagnostics`].
//! * [`pass`] runs passes; [`effects`], [`dominators`] and [`rewrite`] are shared by passes.
//!
//! Invariants: printed text reads back as the same program; no output depends on the numbers of interned things; nested text does
//! not nest on the native stack beyond a fixed depth; no text makes the parser panic, and the parser continues after the first
//! error.
//!
//! Left to others: dialects (which register the declarations of operations), files, and running programs.

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
mod nearest;
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
pub use nearest::{did_you_mean, edits_within, nearest};
pub use op_ref::OpRef;
pub use types::TypeKind;
