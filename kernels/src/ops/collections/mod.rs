//! Collections of tensors, which loops keep their steps in: lists as values, stacks and arrays as resources.

pub mod list;
mod stack;
mod tensor_array;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    list::register(ops);
    stack::register(ops);
    tensor_array::register(ops);
}
