//! State that programs keep between calls: variables and tables.

pub(crate) mod generator;
mod optimizers;
mod parts;
mod tables;
mod variables;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    variables::register(ops);
    parts::register(ops);
    generator::register(ops);
    optimizers::register(ops);
    tables::register(ops);
}
