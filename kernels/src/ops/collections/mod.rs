//! Collections of tensors, which loops keep their steps in: lists as values, stacks and arrays as resources; and values that may be
//! absent.

pub mod list;
mod optional;
mod stack;
mod tensor_array;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    list::register(ops);
    optional::register(ops);
    stack::register(ops);
    tensor_array::register(ops);
}
