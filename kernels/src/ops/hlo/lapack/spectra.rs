//! Eigenvalues, singular values and triangular forms.
//!
//! A matrix with elements that are not finite has none: `info` says so, and values and vectors are NaN.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpRegistry};
use tfrt_executor::tensor::DType;

use super::{C, Part, Parts, Problem, nan, routines};
use crate::ops::by_dtype::unsupported;
use crate::ops::linear_algebra::decompose::{columns, parts_of, transposed};
use crate::ops::linear_algebra::eigenvectors::Triangular;
use crate::ops::linear_algebra::field::Field;
use crate::ops::linear_algebra::real_schur::RealSchur;
use crate::ops::linear_algebra::triangular_form::Schur;
use crate::ops::linear_algebra::tridiagonal::hermitian;
use crate::ops::memory::{filled, try_room};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    routines! { ops:
        "hlo.lapack_syevd" 0 syevd;
        "hlo.lapack_gesdd" 0 gesdd;
        "hlo.lapack_geev" 0 geev;
        "hlo.lapack_gees" 0 gees;
    }
}

/// A triangular form: the matrix, its basis, and the eigenvalues in the order of the diagonal.
pub(super) struct Form<F> {
    t: Vec<F>,
    q: Vec<F>,
    values: Vec<C>,
}

/// Numbers whose matrices have a triangular form of the same numbers.
pub(super) trait Spectrum: Field {
    /// Whether the numbers are real.
    const IS_REAL: bool;
    /// As a complex number.
    fn complex(self) -> C;
    /// The form of a matrix; `None` if it has none.
    fn form(a: Vec<Self>, n: usize) -> Option<Form<Self>>;
}

impl Spectrum for f64 {
    const IS_REAL: bool = true;
    fn complex(self) -> C {
        C::new(self, 0.0)
    }
    fn form(a: Vec<f64>, n: usize) -> Option<Form<f64>> {
        let RealSchur { t, q, values, .. } = RealSchur::of(a, n)?;
        Some(Form { t, q, values })
    }
}

impl Spectrum for C {
    const IS_REAL: bool = false;
    fn complex(self) -> C {
        self
    }
    fn form(a: Vec<C>, n: usize) -> Option<Form<C>> {
        let mut schur = Schur::of(a, n).ok()?;
        for i in 0..n {
            schur.t[i * n..][..i].fill(C::default());
        }
        let values = (0..n).map(|i| schur.t[i * n + i]).collect();
        Some(Form { t: schur.t, q: schur.q, values })
    }
}

/// Eigenvalues of a Hermitian matrix, rising, with their vectors as columns.
fn syevd<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (lower, with_vectors) = (problem.flag("lower"), problem.flag("compute_v"));
    let (mut a, n) = (problem.a, problem.n);
    if !lower {
        for i in 0..n {
            for j in 0..i {
                a[i * n + j] = a[j * n + i].conj();
            }
        }
    }
    Ok(match hermitian(&a, n, with_vectors) {
        Some((values, vectors)) => {
            let vectors = if with_vectors { transposed(&vectors, n, n) } else { vec![F::ZERO; n * n] };
            vec![Part::Same(vectors), Part::Real(values), Part::info(0)]
        }
        None => vec![Part::Same(nan(n * n)), Part::Real(nan(n)), Part::info(n.max(1))],
    })
}

/// Singular values, falling, with the vectors of the columns' side as columns and those of the rows' side as rows.
fn gesdd<F: Field>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (full, with_vectors) = (problem.flag("full_matrices"), problem.flag("compute_uv"));
    let (m, n) = (problem.m, problem.n);
    let least = m.min(n);
    let (left_count, right_count) = if full { (m, n) } else { (least, least) };
    let is_finite = problem.a.iter().all(|x| x.abs().is_finite());
    if !is_finite {
        return Ok(vec![
            Part::Real(nan(least)),
            Part::Same(nan(m * left_count)),
            Part::Same(nan(right_count * n)),
            Part::Ints(vec![-4]),
        ]);
    }
    // The vectors and their copies as rows.
    try_room::<[F; 2]>(m.saturating_mul(left_count).saturating_add(right_count.saturating_mul(n)))?;
    let parts = parts_of(columns(&problem.a, m, n), m, [left_count, right_count], with_vectors);
    let info = usize::from(parts.values.iter().any(|value| value.is_nan()));
    let (u, vt) = if with_vectors {
        (transposed(&parts.left, left_count, m), parts.right.into_iter().map(F::conj).collect())
    } else {
        (filled(F::ZERO, m * left_count)?, filled(F::ZERO, right_count * n)?)
    };
    Ok(vec![Part::Real(parts.values), Part::Same(u), Part::Same(vt), Part::info(info)])
}

/// Eigenvalues of any matrix, with vectors of both sides as columns of length one.
fn geev<F: Spectrum>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (with_left, with_right) = (problem.flag("compute_left"), problem.flag("compute_right"));
    let n = problem.n;
    let Some(form) = F::form(problem.a, n) else {
        return Ok(vec![
            Part::Complex(nan(n)),
            Part::Complex(nan(n * n)),
            Part::Complex(nan(n * n)),
            Part::info(n.max(1)),
        ]);
    };
    let complex = |values: Vec<F>| values.into_iter().map(F::complex).collect();
    let form = Triangular { n, t: complex(form.t), q: complex(form.q), values: form.values };
    let none = || vec![Complex::default(); n * n];
    let left = if with_left { form.left_vectors(F::IS_REAL) } else { none() };
    let right = if with_right { form.vectors(F::IS_REAL) } else { none() };
    Ok(vec![Part::Complex(form.values), Part::Complex(left), Part::Complex(right), Part::info(0)])
}

/// The triangular form of a matrix with its basis; of a real matrix, blocks of two rows stand for pairs of conjugate eigenvalues.
fn gees<F: Spectrum>(problem: Problem<'_, '_, F>) -> Parts<F> {
    let (with_vectors, n) = (problem.flag("compute_v"), problem.n);
    Ok(match F::form(problem.a, n) {
        Some(Form { t, q, values }) => {
            let q = if with_vectors { q } else { vec![F::ZERO; n * n] };
            vec![Part::Same(t), Part::Same(q), Part::Complex(values), Part::info(0)]
        }
        None => {
            vec![Part::Same(nan(n * n)), Part::Same(nan(n * n)), Part::Complex(nan(n)), Part::info(n.max(1))]
        }
    })
}
