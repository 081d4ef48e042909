//! Ops that compute each element by itself, with NumPy broadcasting, and the functions that they apply.

pub(crate) mod apply;
mod binary;
pub(crate) mod block_functions;
pub(crate) mod broadcast;
mod cast;
pub(crate) mod complex;
pub(crate) mod complex_functions;
mod incomplete_gamma;
mod integral_functions;
mod rare_functions;
mod special_functions;
mod table;
mod unary;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    table::register(ops);
    cast::register(ops);
    complex::register(ops);
    rare_functions::register(ops);
    special_functions::register(ops);
    incomplete_gamma::register(ops);
    integral_functions::register(ops);
}
