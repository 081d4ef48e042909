//! The passes, the pipelines, and the translation between programs and BEF files.
//!
//! * [`passes`] change programs, one file each; [`pipeline`] is their order, which is fixed: passes that rewrite the graph of ops,
//!   then [`placement`] on devices, then the passes of plugins, then lowering, whose result no pass sees (transfers, fusion, streams).
//! * [`encode`] writes a program as a file and [`decode`] reads it back; [`streams`] computes which kernels run one after the
//!   other.
//! * [`op_checks`] compares the ops that a program runs with their definitions.
//! * [`tensor_types`] infers dtypes and shapes; [`convert`] turns plain MLIR programs into `tfrt`; [`picture`] draws
//!   programs.
//! * `mlir`, a feature that needs LLVM, runs upstream's passes.
//!
//! Invariants: a pass keeps what a program prints and returns, and which of its errors are visible; an op that may fail is removed
//! only when it is known not to fail; equal input gives equal output, whatever the number of threads. Nothing here panics over a
//! program: a fault is a diagnostic with its place.
//!
//! Left to others: the declarations of operations (`tfrt-dialects`), evaluating constants and shapes (traits there, implemented in
//! `tfrt-driver`), and running programs.

mod components;
pub mod convert;
pub mod decode;
pub mod dtype;
pub mod encode;
mod handlers;
#[cfg(feature = "mlir")]
pub mod mlir;
pub mod op_checks;
pub mod passes;
pub mod picture;
pub mod pipeline;
pub mod placement;
mod stablehlo;
pub mod streams;
pub mod tensor_types;
mod text;

pub use stablehlo::{
    Shardings, convert_stablehlo, elementwise as stablehlo_elementwise,
    give_by_device as stablehlo_give_by_device, operation_shardings as stablehlo_operation_shardings,
    permutation as stablehlo_permutation, shardings as stablehlo_shardings,
};
