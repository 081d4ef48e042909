//! Ragged tensors: as values with row splits, and as variants.

pub(crate) mod dense;
mod variant;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    dense::register(ops);
    variant::register(ops);
}
