//! The passes, the pipelines, and the translation between text and BEF.

pub mod decode;
mod dtype;
pub mod encode;
#[cfg(feature = "mlir")]
pub mod mlir;
pub mod passes;
pub mod picture;
pub mod pipeline;
pub mod streams;
mod text;
