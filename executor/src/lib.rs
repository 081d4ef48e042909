//! Values, threads, the execution of BEF files, and the core runtime that runs ops one by one.
//!
//! * [`host`] is the state that programs share: a work queue ([`queue`]), the handler of diagnostics, shared contexts. [`runtime`] opens
//!   programs on a host.
//! * [`program`] is a file opened with a registry of kernels ([`kernel`]). Its functions run as straight loops or as dataflow,
//!   interpreted or, with a compiler ([`jit`]), as machine code. A [`request`] is one run that can be cancelled.
//! * [`value`] has the values of programs: scalars, objects that may come later, errors. [`tensor`] is the most
//!   common object.
//! * [`core_runtime`] runs ops by name on handlers and [`device`]s, for programs and for callers of the API alike.
//! * [`collectives`] exchange bytes between the processes that run one program.
//! * [`admission`] limits how many requests run at a time, in a server with many threads.
//! * [`trace`] records which kernel ran when. [`leases`] are per-thread cells for counts.
//!
//! Invariants: a failed kernel poisons exactly its dependents and is reported once, at its place; results do not depend on the number
//! of threads; with the single-threaded queue the order of effects is fixed; no native stack grows with a program; all values, buffers
//! and hosts are counted. `docs/executor.md` states the rest. `unsafe` is in the modules that expect it by name; they rely on the
//! checks of a verified file without repeating them.
//!
//! Left to others: kernels and ops themselves (`tfrt-kernels`), the generation of machine code (`tfrt-jit`), the file format
//! (`tfrt-bef`).

pub mod admission;
pub mod allocator;
pub mod collectives;
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
