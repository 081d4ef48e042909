//! Values, threads, the execution of BEF files, and the core runtime that runs ops one by one.
//!
//! * [`host`] is one instance of all this: a work queue ([`queue`]), who is told of errors, shared contexts. [`runtime`] opens programs on one.
//! * [`program`] is a file that was opened with a registry of kernels ([`kernel`]): its functions run as straight loops or as dataflow,
//!   interpreted or, where a compiler ([`jit`]) was given, as machine code. A [`request`] is one run that can be cancelled.
//! * [`value`] is what flows: scalars, objects that may come later, errors. [`tensor`] is the most common object.
//! * [`core_runtime`] runs ops by name on handlers and [`device`]s, for programs and for callers of the API alike.
//! * [`trace`] says what ran when. [`leases`] are cells of threads, for counts.
//!
//! Invariants: a failed kernel poisons exactly what depends on it and is reported once, at its place; results do not depend on the
//! number of threads; with the single-threaded queue the order of effects is fixed; no native stack grows with a program; all values,
//! buffers and hosts are counted. `docs/executor.md` says the rest in words. `unsafe` is in the modules that expect it by name: what a
//! verified file says is relied on there, and not looked at again.
//!
//! Left to others: kernels and ops themselves (`tfrt-kernels`), making machine code (`tfrt-jit`), the format of files (`tfrt-bef`).

pub mod allocator;
pub mod core_runtime;
pub mod device;
mod fused_body;
pub mod host;
pub mod jit;
pub mod kernel;
pub mod leases;
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
