//! Programs: BEF files that run.
//!
//! A program passes through a stack of folders, each of which uses only those before it:
//!
//! | Module | What it is about | Its state |
//! |---|---|---|
//! | [`protocol`] | how threads share a dataflow call | `Counts`, `Slot` |
//! | [`loading`] | a file's kernels, and the check of every use of them | `Loaded` |
//! | [`code`] | what a function becomes when it first runs | `Prepared`, `FunctionCode`, `JitState` |
//! | [`mod@signature`] | what callers of a function give and get | |
//! | [`open`] | open programs and their functions | `ProgramInner` |
//! | [`frames`] | dataflow calls | `FlowFrame`, `Flow` |
//! | [`machine`] | what a thread has to run functions: a state for each of the following | `Machine` |
//! | [`native`] | tiers of native code: what is hot, what can be compiled, entering and leaving it | `NativeState` |
//! | [`straight`] | instructions one after the other | `Straight` |
//! | [`dataflow`] | kernels as they become ready, on several threads | `Flows` |
//! | [`running`] | calls to their end, from one of these states to the next | `Run`, `Calls` |
//!
//! Code generators are outside of this module, see [`jit`](crate::jit). A test over the imports keeps the order
//! (`executor/tests/suite/modules.rs`).

mod code;
mod dataflow;
mod frames;
mod loading;
mod machine;
mod native;
mod open;
mod protocol;
mod running;
mod signature;
mod straight;

pub use crate::kernel::opened::{Function, Program};
pub use loading::LoadError;
pub use signature::{FunctionSignature, SignatureError, SignatureValue};
