//! Kernels that test and benchmark the executor.

pub mod asynchronous;
pub mod atomic;
pub mod benchmark;
pub mod failure;
pub mod function;
pub mod identity;
pub mod misc;
pub mod statistics;
pub mod string;
pub mod tracked;
pub mod tutorial;

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
    string::register(registry);
    tracked::register(registry);
    tutorial::register(registry);
}
