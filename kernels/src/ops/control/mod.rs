//! Ops for observing a program: printing and assertions.

mod print;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    print::register(ops);
}
