//! Products, decompositions, equations and diagonals of matrices.

mod banded;
mod batches;
mod bidiagonal;
pub(crate) mod decompose;
mod diagonal;
pub(crate) mod eigenvectors;
mod einsum;
pub(crate) mod einsum_step;
pub(crate) mod epilogue;
pub(crate) mod field;
pub(crate) mod gemm;
mod halves;
pub(crate) mod matmul;
pub(crate) mod prepared_factors;
pub(crate) mod real_schur;
pub(crate) mod reflection;
pub(crate) mod solve;
mod sparse_matmul;
pub(crate) mod triangular;
pub(crate) mod triangular_form;
pub(crate) mod tridiagonal;

use tfrt_executor::core_runtime::OpRegistry;

/// Adds the ops of this family.
pub(super) fn register(ops: &mut OpRegistry) {
    matmul::register(ops);
    sparse_matmul::register(ops);
    einsum::register(ops);
    solve::register(ops);
    decompose::register(ops);
    triangular_form::register(ops);
    banded::register(ops);
    diagonal::register(ops);
}
