//! Householder's reflections: `1 - factor v v*`.

use std::ops::Range;

use super::field::{Field, norm, unit_vectors};

/// A power of two; numbers below it may not have all of their digits.
const SMALL: f64 = f64::from_bits((1023 - 960) << 52);

/// `1 - factor v v*`, with a first element of `v` that is one.
pub(crate) struct Reflection<F> {
    pub(crate) v: Vec<F>,
    pub(crate) factor: F,
}

impl<F: Field> Reflection<F> {
    /// The reflection that leaves nothing of a column but its first element, which becomes real; the column is changed.
    pub(crate) fn of(column: &mut [F]) -> Reflection<F> {
        let (first, rest) = (column[0], norm(&column[1..]));
        let is_real = (first - F::real(first.re())).abs() == 0.0;
        if rest == 0.0 && is_real {
            let mut v = vec![F::ZERO; column.len()];
            v[0] = F::ONE;
            return Reflection { v, factor: F::ZERO };
        }
        let size = first.abs().hypot(rest);
        if size < SMALL {
            // Numbers that have lost digits make no reflection: larger ones do.
            column.iter_mut().for_each(|x| *x = *x * F::real(1.0 / SMALL));
            let reflection = Reflection::of(column);
            column[0] = column[0] * F::real(SMALL);
            return reflection;
        }
        let beta = if first.re() >= 0.0 { -size } else { size };
        let scale = first - F::real(beta);
        let mut v: Vec<F> = column.iter().map(|&x| x / scale).collect();
        v[0] = F::ONE;
        column[1..].fill(F::ZERO);
        column[0] = F::real(beta);
        Reflection { v, factor: (F::real(beta) - first) / F::real(beta) }
    }

    /// Reflects a vector, by the reflection itself or, for the factors of a product in reverse, by its adjoint.
    pub(crate) fn apply(&self, x: &mut [F], adjoint: bool) {
        let factor = if adjoint { self.factor.conj() } else { self.factor };
        let shared = F::dot(&self.v, x) * factor;
        F::add_scaled(x, -shared, &self.v);
    }

    /// Multiplies these rows of a matrix by the reflection from the right; `columns` begin with that of the vector's first element, and `shared` is
    /// room for a column.
    pub(crate) fn apply_from_right(&self, columns: &mut [Vec<F>], rows: Range<usize>, shared: &mut Vec<F>) {
        shared.clear();
        shared.resize(rows.len(), F::ZERO);
        for (column, &v) in columns.iter().zip(&self.v) {
            F::add_scaled(shared, v, &column[rows.clone()]);
        }
        for (column, &v) in columns.iter_mut().zip(&self.v) {
            F::add_scaled(&mut column[rows.clone()], -(self.factor * v.conj()), shared);
        }
    }
}

/// The product of reflections, of which the one of number `k` begins at element `k + later`, with unit vectors of that length: the first
/// columns of an orthogonal matrix, one after the other.
pub(crate) fn accumulated<F: Field>(
    reflections: &[Reflection<F>],
    length: usize,
    count: usize,
    later: usize,
) -> Vec<F> {
    let mut vectors = unit_vectors(length, count);
    for (k, reflection) in reflections.iter().enumerate().rev() {
        // The vectors before have nothing that it reflects.
        let first = k + later;
        for vector in vectors.chunks_exact_mut(length.max(1)).skip(first) {
            reflection.apply(&mut vector[first..], false);
        }
    }
    vectors
}
