//! The kernels over host tensors, by the names that programs use.
//!
//! Each kernel's computation is a function in its family's file; this module has its operands, attributes and
//! results. A kernel for several element types or ranks is added once for each.

mod attributes;
mod dense;
mod eigen;
mod shape;
mod sparse;

use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::value::{Chain, KernelError};

/// Adds the kernels of this family.
pub fn register(registry: &mut KernelRegistry) {
    shape::register(registry);
    dense::register(registry);
    sparse::register(registry);
    eigen::register(registry);
}

/// A chain for work that is done, or its error.
pub(crate) fn done(result: Result<(), String>) -> Result<Chain, KernelError> {
    result.map(|()| Chain).map_err(KernelError::from)
}
