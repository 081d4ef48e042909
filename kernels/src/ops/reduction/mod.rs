//! Reductions over axes, running sums, segments, counts.

mod along_axis;
mod bincount;
pub(crate) mod reduce;
mod segment;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    reduce::register(ops);
    along_axis::register(ops);
    segment::register(ops);
    bincount::register(ops);
}
