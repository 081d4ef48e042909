//! Eigenvalues and eigenvectors of Hermitian matrices: Householder's reflections make them tridiagonal, and implicit steps with Wilkinson's
//! shift diagonal (Golub and Van Loan, Matrix Computations, 8.3).
//!
//! Errors are small beside the largest eigenvalue. The rotations of several steps are applied to the vectors together, so that those stay in
//! cache.

use tfrt_numerics::matrix_steps::{Sweep, Turn};

use super::field::{Field, turn};
use super::reflection::{Reflection, accumulated};

/// Steps for each eigenvalue before giving up: two are usual.
const STEPS: usize = 60;
/// Rotations that are applied together.
pub(super) const TOGETHER: usize = 4096;

/// A tridiagonal matrix `T`, real and symmetric, and the reflections whose product `Q` makes it: `A = Q T Q*`. The reflection of number `k`
/// begins at element `k + 1`.
pub(crate) struct Tridiagonal<F> {
    pub(crate) diagonal: Vec<f64>,
    pub(crate) beside: Vec<f64>,
    pub(crate) reflections: Vec<Reflection<F>>,
}

impl<F: Field> Tridiagonal<F> {
    /// The form of a matrix of `n` rows, of which only the lower triangle is read, and overwritten.
    pub(crate) fn of(a: &mut [F], n: usize) -> Tridiagonal<F> {
        let mut this = Tridiagonal {
            diagonal: Vec::with_capacity(n),
            beside: Vec::with_capacity(n),
            reflections: Vec::with_capacity(n),
        };
        for k in 0..n.saturating_sub(1) {
            this.diagonal.push(a[k * n + k].re());
            let mut column: Vec<F> = (k + 1..n).map(|i| a[i * n + k]).collect();
            let r = Reflection::of(&mut column);
            this.beside.push(column[0].re());
            if r.factor.abs() != 0.0 {
                reflect_both_sides(a, n, k + 1, &r);
            }
            this.reflections.push(r);
        }
        if n > 0 {
            this.diagonal.push(a[n * n - 1].re());
        }
        this
    }
}

/// `H* A H` for the rows and columns from `first` on, as a change of rank two.
fn reflect_both_sides<F: Field>(a: &mut [F], n: usize, first: usize, r: &Reflection<F>) {
    let v = &r.v;
    let mut w = vec![F::ZERO; v.len()];
    for i in 0..v.len() {
        let row = &a[(first + i) * n + first..][..=i];
        let (before, own) = w.split_at_mut(i);
        let sum = F::hermitian_step(&row[..i], v, v[i], before);
        own[0] = own[0] + sum + F::real(row[i].re()) * v[i];
    }
    w.iter_mut().for_each(|x| *x = *x * r.factor);
    let shared = F::dot(&w, v) * r.factor * F::real(-0.5);
    F::add_scaled(&mut w, shared, v);
    let [v_conj, w_conj]: [Vec<F>; 2] = [v, &w].map(|x| x.iter().map(|x| x.conj()).collect());
    for i in 0..v.len() {
        let row = &mut a[(first + i) * n + first..][..=i];
        F::add_two_scaled(row, [-v[i], -w[i]], &w_conj, &v_conj);
    }
}

/// Rotations of neighbouring vectors that wait to be applied.
pub(super) struct Waiting {
    sweeps: Vec<Sweep>,
    count: usize,
}

impl Waiting {
    pub(super) fn new() -> Waiting {
        Waiting { sweeps: Vec::new(), count: 0 }
    }

    pub(super) fn push<F: Field>(
        &mut self,
        first: usize,
        turns: Vec<Turn>,
        vectors: &mut [F],
        length: usize,
    ) {
        self.count += turns.len();
        self.sweeps.push(Sweep { first, turns });
        if self.count >= TOGETHER {
            self.apply(vectors, length);
        }
    }

    pub(super) fn apply<F: Field>(&mut self, vectors: &mut [F], length: usize) {
        F::turn_rows(vectors, length, &self.sweeps);
        self.sweeps.clear();
        self.count = 0;
    }
}

/// The first row of the last block that is not diagonal yet; `last` moves to the block's last row. Numbers beside the diagonal that are nothing
/// compared with it end blocks, and those behind the block become zero.
pub(super) fn unfinished(diagonal: &[f64], beside: &mut [f64], last: &mut usize) -> Option<usize> {
    let is_nothing = |beside: &[f64], row: usize| {
        beside[row - 1].abs() <= f64::EPSILON * (diagonal[row - 1].abs() + diagonal[row].abs())
    };
    while *last > 0 && is_nothing(beside, *last) {
        *last -= 1;
        beside[*last] = 0.0;
    }
    let first = (1..*last).rev().find(|&row| is_nothing(beside, row)).unwrap_or(0);
    (*last > 0).then_some(first)
}

/// Makes a tridiagonal matrix diagonal; the vectors, one after the other, are turned with it. Says whether the steps converged.
fn diagonalise<F: Field>(d: &mut [f64], e: &mut [f64], vectors: &mut [F], length: usize) -> bool {
    let mut waiting = Waiting::new();
    let mut steps = STEPS * d.len();
    let mut last = d.len().saturating_sub(1);
    while let Some(first) = unfinished(d, e, &mut last) {
        if steps == 0 {
            return false;
        }
        steps -= 1;
        // Wilkinson's shift: the eigenvalue of the last two rows that is nearer to the last element.
        let half = (d[last - 1] - d[last]) / 2.0;
        let beside = e[last - 1];
        let length_of = half.hypot(beside);
        let shift = d[last] - beside * (beside / (half + if half >= 0.0 { length_of } else { -length_of }));
        let (mut x, mut y) = (d[first] - shift, e[first]);
        let mut turns = Vec::with_capacity(last - first);
        for k in first..last {
            let (turn, length) = turn(x, y);
            let Turn { cosine: c, sine: s } = turn;
            if k > first {
                e[k - 1] = length;
            }
            let (upper, lower, beside) = (d[k], d[k + 1], e[k]);
            // What one element of the diagonal gives the other.
            let moved = s * (s * (lower - upper) + 2.0 * c * beside);
            d[k] = upper + moved;
            d[k + 1] = lower - moved;
            e[k] = c * s * (lower - upper) + (c - s) * (c + s) * beside;
            if k + 1 < last {
                x = e[k];
                y = s * e[k + 1];
                e[k + 1] *= c;
            }
            turns.push(turn);
        }
        if !vectors.is_empty() {
            waiting.push(first, turns, vectors, length);
        }
    }
    waiting.apply(vectors, length);
    true
}

/// A power of two that brings numbers of this size near one, if they are so large or so small that squares would be lost.
pub(super) fn scale_of(largest: f64) -> f64 {
    if largest == 0.0 || (1e-100..1e100).contains(&largest) {
        return 1.0;
    }
    // The exponent is at least -1074, and two's power of it in range.
    2f64.powi(-(largest.log2() as i32))
}

/// The eigenvalues of a Hermitian matrix of `n` rows, rising, and eigenvectors, one after the other, or nothing if they are not wanted. Only the
/// lower triangle is read. `None` if there are numbers that are not finite, or the steps do not converge.
pub(crate) fn hermitian<F: Field>(lower: &[F], n: usize, with_vectors: bool) -> Option<(Vec<f64>, Vec<F>)> {
    let elements = || (0..n).flat_map(|i| &lower[i * n..][..=i]);
    let largest = elements().map(|x| x.abs()).fold(0.0, f64::max);
    if elements().any(|x| !x.abs().is_finite()) {
        return None;
    }
    let scale = scale_of(largest);
    let mut a: Vec<F> = lower.iter().map(|&x| x * F::real(scale)).collect();
    let Tridiagonal { mut diagonal, mut beside, reflections } = Tridiagonal::of(&mut a, n);
    let mut vectors = if with_vectors { accumulated(&reflections, n, n, 1) } else { Vec::new() };
    if !diagonalise(&mut diagonal, &mut beside, &mut vectors, n) {
        return None;
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| diagonal[i].total_cmp(&diagonal[j]));
    let values = order.iter().map(|&i| diagonal[i] / scale).collect();
    let vectors = match with_vectors {
        true => order.iter().flat_map(|&i| &vectors[i * n..][..n]).copied().collect(),
        false => vectors,
    };
    Some((values, vectors))
}

#[cfg(test)]
mod tests {
    use num_complex::Complex;

    use super::*;
    use crate::ops::linear_algebra::field::unit_vectors;

    fn check<F: Field>(entry: impl Fn(usize, usize) -> F, n: usize) {
        let a: Vec<F> = (0..n * n)
            .map(|at| match (at / n, at % n) {
                (i, j) if i == j => F::real(entry(i, i).re()),
                (i, j) if i > j => entry(i, j),
                (i, j) => entry(j, i).conj(),
            })
            .collect();
        let (values, vectors) = hermitian(&a, n, true).expect("it converges");
        let size = a.iter().map(|x| x.abs()).fold(0.0, f64::max) * n as f64;
        for (k, vector) in vectors.chunks(n.max(1)).enumerate() {
            for i in 0..n {
                let product = (0..n).fold(F::ZERO, |sum, j| sum + a[i * n + j] * vector[j]);
                let error = (product - vector[i] * F::real(values[k])).abs();
                assert!(error <= 4e-15 * size, "{n}, vector {k}: {error} of {size}");
            }
            for (other, others) in vectors.chunks(n.max(1)).enumerate() {
                let expected = if other == k { 1.0 } else { 0.0 };
                assert!((F::dot(vector, others) - F::real(expected)).abs() < 1e-13, "{n}: {k} {other}");
            }
        }
        assert!(values.windows(2).all(|pair| pair[0] <= pair[1]));
        let (alone, _) = hermitian(&a, n, false).expect("it converges");
        assert!(alone.iter().zip(&values).all(|(a, b)| (a - b).abs() <= 1e-15 * size));
    }

    #[test]
    fn vectors_are_those_of_the_matrix() {
        let number = |i: usize, j: usize| ((i * 31 + j * 17 + i * j) % 23) as f64 - 11.0;
        for n in [0, 1, 2, 3, 7, 40] {
            check(number, n);
            check(|i, j| number(i, j) * 1e200, n);
            check(|i, j| Complex::new(number(i, j), number(j, i + 1)), n);
            check(|i, j| if i == j { i as f64 % 3.0 } else { 0.0 }, n);
            check(|_, _| 1.0, n);
            // Of very different sizes.
            check(|i, j| 10f64.powi(-((i + j) as i32)), n);
        }
        assert!(hermitian(&[f64::NAN], 1, true).is_none());
        let (values, vectors) = hermitian::<f64>(&unit_vectors(3, 3), 3, true).expect("it is diagonal");
        assert_eq!((values, vectors), (vec![1.0; 3], unit_vectors(3, 3)));
    }
}
