//! Values, threads, BEF execution and the core runtime.

#![warn(missing_debug_implementations)]

pub mod allocator;
pub mod core_runtime;
pub mod device;
pub mod host;
pub mod jit;
pub mod kernel;
mod memory;
pub mod output;
mod prefetch;
pub mod program;
pub mod queue;
pub mod request;
pub mod runtime;
pub mod tensor;
pub mod trace;
pub mod value;
mod wake;
