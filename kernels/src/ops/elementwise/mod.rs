//! Ops that compute each element by itself, with NumPy broadcasting, and the functions that they apply.

pub(crate) mod apply;
mod binary;
mod bits;
pub(crate) mod block_functions;
pub(crate) mod broadcast;
mod bucketize;
mod cast;
pub(crate) mod complex;
pub(crate) mod complex_functions;
mod complex_inverses;
mod defined;
mod hlo;
mod incomplete_gamma;
mod integral_functions;
mod normal_quantile;
mod special_functions;
mod table;
mod unary;
mod zero_wins;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    table::register(ops);
    cast::register(ops);
    complex::register(ops);
    zero_wins::register(ops);
    normal_quantile::register(ops);
    bits::register(ops);
    bucketize::register(ops);
    special_functions::register(ops);
    incomplete_gamma::register(ops);
    integral_functions::register(ops);
}
