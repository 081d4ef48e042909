//! Ops for observing a program, printing and assertions, and what it asks about where it runs.

mod host;
mod print;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    host::register(ops);
    print::register(ops);
}
