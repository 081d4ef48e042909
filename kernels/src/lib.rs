//! Kernels and ops on a CPU.
//!
//! A kernel is a plain Rust function with a name; each family has a file that implements its kernels and adds them to a
//! registry. Registration is explicit: a host calls [`register_all`] or the families it wants.
//!
//! * [`host_tensor`]: kernels that work on tensors in place; [`corert`]: kernels that run ops; [`test`]: kernels and ops of test programs, which tools and tests add.
//! * [`ops`]: the ops of the core runtime, with their metadata functions.
//!
//! Invariants: results do not depend on the number of threads; fused and compiled code gives the results of the kernels, bit for
//! bit; wrong arguments are errors, never panics; `unsafe` is limited to vectors, fused loops and memory of other owners.
//!
//! Left to others: functions over blocks of numbers, products and convolutions (`tfrt-numerics`); kernels of scalars (`tfrt-scalars`);
//! files (`tfrt-exchange`); scheduling (`tfrt-executor`); names of operations in text (`tfrt-dialects`).

pub mod corert;
pub mod host_tensor;
pub mod ops;
pub mod test;

use tfrt_executor::kernel::KernelRegistry;

/// Adds all kernels and native functions of this crate, except those of test programs: [`test::register`].
pub fn register_all(registry: &mut KernelRegistry) {
    // A few more than there are: a table that grows is filled again and again.
    registry.reserve(1000);
    tfrt_scalars::register(registry);
    corert::register(registry);
    host_tensor::register(registry);
}
