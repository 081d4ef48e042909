//! The IR of dataflow programs: entities, textual syntax, verifier and pass manager.

pub mod handles;

pub use handles::{Attr, Ident, Loc, Type};
