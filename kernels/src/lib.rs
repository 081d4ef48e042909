//! What kernels and ops do on a CPU.
//!
//! A kernel is a plain Rust function with a name; each family has a file that says what its kernels do and adds them to a
//! registry. Nothing is registered by itself: a host calls [`register_all`] or the families it wants.

pub mod basic;
pub mod btf;
pub mod compute;
pub mod corert;
pub mod exchange;
pub mod host_tensor;
pub mod math;
pub mod ops;
pub mod test;
pub mod text;

use tfrt_executor::kernel::KernelRegistry;

/// Adds all kernels and native functions of this crate.
pub fn register_all(registry: &mut KernelRegistry) {
    // A few more than there are: a table that grows is filled again and again.
    registry.reserve(1000);
    basic::register(registry);
    corert::register(registry);
    host_tensor::register(registry);
    test::register(registry);
}
