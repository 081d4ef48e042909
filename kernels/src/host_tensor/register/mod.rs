//! The kernels over host tensors, by the names that programs use.
//!
//! What a kernel does is a function of its family's file; here are its operands, attributes and results. Kernels that
//! exist for several element types or ranks are added once for each.

mod attributes;
mod compute;
mod dense;
mod eigen;
mod shape;
mod sparse;

use tfrt_executor::kernel::KernelRegistry;

/// Adds the kernels of this family.
pub fn register(registry: &mut KernelRegistry) {
    shape::register(registry);
    dense::register(registry);
    sparse::register(registry);
    compute::register(registry);
    eigen::register(registry);
}
