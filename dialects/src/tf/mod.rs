//! Op definitions in terms of the IR: element types as types of the IR, and uses of ops in programs.
//!
//! The definitions themselves are in `tfrt-ops`, which does not depend on the IR. This module has the parts that depend on attributes
//! and types of the IR: the types of results, and the check of a use against its definition.

mod check;
mod types;

pub use check::{check_given, check_use};
pub use types::{IrDataType, OpUse};
