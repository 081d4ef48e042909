//! Code: the form in which a function runs, made at its first call.
//!
//! * [`instruction`]: the form of instructions, and of kernels that are not scalar thunks.
//! * [`function`]: a function ready to run ([`Prepared`](function::Prepared)) with its codes ([`FunctionCode`](function::FunctionCode)); [`build`] writes
//!   them.
//! * [`order`]: the users of registers, and the order of effects; [`start`]: the kernels that are ready when
//!   a call begins.
//! * [`tiers`]: the state of a code's compilation.
//!
//! Code is constant once it is made, except [`tiers`], the data that kernels keep at their sites, and the frames that a function keeps
//! for reuse. It depends on the loader, but not on how code is run: the executor's own instructions are a table
//! ([`Engine`](instruction::Engine)) that the program supplies.

pub(in crate::program) mod build;
pub(in crate::program) mod function;
pub(in crate::program) mod instruction;
pub(in crate::program) mod order;
pub(in crate::program) mod start;
pub(in crate::program) mod tiers;
