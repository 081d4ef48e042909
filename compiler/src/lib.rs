//! The passes, the pipelines, and the translation between text and BEF.

pub mod passes;
pub mod pipeline;
pub mod decode;
mod dtype;
pub mod encode;
mod report;
pub mod streams;
