//! Values, threads, BEF execution and the core runtime.

pub mod core_runtime;
pub mod log;
pub mod output;
pub mod tensor;
