//! Op definitions and the IR: the element types that definitions name as types of the IR, and uses of ops in programs.
//!
//! The definitions themselves are in `tfrt-ops`, which knows no IR. What depends on attributes and types of the IR is here: the types of
//! results, and whether a use fits its definition.

mod check;
mod types;

pub use check::check_use;
pub use types::{IrDataType, OpUse};
