//! The passes, the pipelines, and the translation between programs and BEF files.
//!
//! * [`passes`] are what changes programs, one file each; [`pipeline`] is their order, which is fixed: what rewrites the graph of ops,
//!   then [`placement`] on devices, then the passes of plugins, then what nobody looks at any more (transfers, fusion, streams).
//! * [`encode`] writes a program as a file and [`decode`] reads it back; [`streams`] says which kernels run one after the other.
//! * [`tensor_types`] finds dtypes and shapes; [`convert`] makes our programs of plain MLIR ones; [`picture`] draws them.
//! * `mlir`, a feature that needs LLVM, runs upstream's passes.
//!
//! Invariants: a pass keeps what a program prints and returns, and which of its errors are seen; an op that may fail goes only when it
//! is known not to; output is the same for the same input, whatever the number of threads. Nothing here panics over a program: what
//! is wrong with one is a diagnostic with its place.
//!
//! Left to others: what operations are (`tfrt-dialects`), evaluating constants and shapes (traits there, implemented in `tfrt-driver`),
//! and running anything.

pub mod convert;
pub mod decode;
pub mod dtype;
pub mod encode;
mod handlers;
#[cfg(feature = "mlir")]
pub mod mlir;
pub mod passes;
pub mod picture;
pub mod pipeline;
pub mod placement;
pub mod streams;
pub mod tensor_types;
mod text;
