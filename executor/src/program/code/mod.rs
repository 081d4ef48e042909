//! Code: what a function becomes when it first runs.
//!
//! * [`instruction`]: the form of instructions, and of kernels that are no thunks of scalars.
//! * [`function`]: a function ready to run ([`Prepared`](function::Prepared)) with its codes ([`FunctionCode`](function::FunctionCode)); [`build`] writes
//!   them.
//! * [`order`]: who uses what, and the order of effects; [`start`]: what is ready when a call begins.
//! * [`tiers`]: what is known of a code's compilation.
//!
//! All of it is constant once it is made, but for [`tiers`], for what kernels keep at their places, and for the frames that a function
//! keeps for reuse. It knows what was loaded, and nothing of how code is run: the executor's own instructions are a table
//! ([`Engine`](instruction::Engine)) that comes with the program.

pub(in crate::program) mod build;
pub(in crate::program) mod function;
pub(in crate::program) mod instruction;
pub(in crate::program) mod order;
pub(in crate::program) mod start;
pub(in crate::program) mod tiers;
