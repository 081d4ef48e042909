//! Ops on tensors as arrays: shapes and constants; moving, gathering and scattering elements.

mod dynamic_slices;
pub(crate) mod gather;
mod inplace;
pub(crate) mod layout;
mod partition;
pub(crate) mod scatter;
pub(crate) mod shapes;
pub(crate) mod slice;
mod space_batch;
pub(crate) mod steps;
pub(crate) mod strided;
mod top_k;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    shapes::register(ops);
    layout::register(ops);
    slice::register(ops);
    gather::register(ops);
    scatter::register(ops);
    partition::register(ops);
    top_k::register(ops);
    inplace::register(ops);
    space_batch::register(ops);
    dynamic_slices::register(ops);
}
