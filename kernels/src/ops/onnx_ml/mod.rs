//! Models of classical machine learning: the ops of ONNX's domain `ai.onnx.ml` that are no compositions of other ops.

mod keys;
mod probabilities;
mod trees;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    keys::register(ops);
    probabilities::register(ops);
    trees::register(ops);
}
