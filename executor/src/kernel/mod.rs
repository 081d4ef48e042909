//! Kernels: what a program's operations do.
//!
//! A kernel is a plain Rust function; [`KernelRegistry::add`] adapts it. Its parameters say which operands, attributes
//! and functions it takes ([`params`]), its return type which results it has and whether it can fail ([`results`]), so a
//! kernel states its own signature and the loader checks programs against it.
//!
//! A kernel of scalars only (operands, attributes and results) is compiled into a thunk that reads and writes registers
//! directly: no allocation, no tags, no table of arguments. All others get a [`KernelFrame`].
//!
//! Invariants the loader establishes and the adaptors rely on: a register that is read as a scalar holds that kind of
//! scalar, every operand, attribute and function a kernel takes exists, every register number is in range. What type an
//! *object* has is only known when the kernel runs, and a wrong one is that kernel's error.

mod context;
mod frame;
pub mod params;
mod registry;
pub mod results;
mod signature;
mod typed;

pub use context::{ExecCtx, Func, LocationToken, OwnedCtx, Values};
pub use frame::{KernelFrame, Site};
pub use params::{
    Attr, AttrAny, AttrArray, AttrDense, AttrStr, AttrType, Funcs, In, Operand, Rest, RestAttrs,
};
pub use registry::{Control, KernelDef, KernelFlags, KernelRegistry, NativeFn};
pub(crate) use registry::Body;
pub use results::{AsyncResult, Out};
pub use signature::{AttrSpec, OperandSpec, Signature};
pub use typed::TypedKernel;
