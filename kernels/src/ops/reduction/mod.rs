//! Reductions over axes, running sums, segments, counts, isotonic regression.

mod along_axis;
mod bincount;
mod isotonic_regression;
pub(crate) mod reduce;
mod segment;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    reduce::register(ops);
    along_axis::register(ops);
    segment::register(ops);
    bincount::register(ops);
    isotonic_regression::register(ops);
}
