//! Values, threads, BEF execution and the core runtime.

pub mod log;
pub mod output;
