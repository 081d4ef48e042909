//! The passes, the pipelines, and the translation between text and BEF.

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
