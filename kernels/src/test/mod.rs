//! Kernels and ops that test and benchmark the executor: `tfrt_test.*`, `vt.*`, `tfrt_tutorial.*`.
//!
//! Tools that run test programs, and tests, add them by [`register`] and [`register_ops`]; a host does not get them from
//! [`crate::register_all`] and [`crate::ops::register_ops`]. Metadata functions of the ops stand beside them, as those of a plugin's ops do.

pub mod asynchronous;
pub mod atomic;
pub mod benchmark;
pub mod failure;
pub mod function;
pub mod identity;
pub mod misc;
mod op_attrs;
mod ops;
pub mod statistics;
pub mod string;
mod tensors;
pub mod tracked;
pub mod tutorial;

pub use ops::register_ops;
use tfrt_executor::kernel::KernelRegistry;

/// Adds the kernels and native functions of this family.
pub fn register(registry: &mut KernelRegistry) {
    asynchronous::register(registry);
    atomic::register(registry);
    benchmark::register(registry);
    failure::register(registry);
    function::register(registry);
    identity::register(registry);
    misc::register(registry);
    op_attrs::register(registry);
    string::register(registry);
    tensors::register(registry);
    tfrt_scalars::table::register_test(registry);
    tracked::register(registry);
    tutorial::register(registry);
}
