//! Records of features and of text, read from their serialised form.

mod csv;
pub(crate) mod example;
mod sequence_example;
pub(crate) mod tensor_proto;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    example::register(ops);
    sequence_example::register(ops);
    csv::register(ops);
    tensor_proto::register(ops);
}
