//! Singular values and vectors: Householder's reflections from both sides make a matrix bidiagonal, and implicit steps diagonal (Golub and
//! Van Loan, Matrix Computations, 8.6; the shift is Demmel and Kahan's, "Accurate singular values of bidiagonal matrices", 1990).
//!
//! Errors are small beside the largest singular value.

use tfrt_numerics::matrix_steps::Turn;

use super::field::{Field, turn};
use super::reflection::{Reflection, accumulated};
use super::tridiagonal::{Waiting, scale_of, unfinished};

/// Steps for each singular value before giving up: two are usual.
const STEPS: usize = 60;

/// `A = U S V*`
pub(crate) struct Singular<F> {
    /// Columns of `U`, one after the other.
    pub(crate) left: Vec<F>,
    /// Falling.
    pub(crate) values: Vec<f64>,
    /// Columns of `V`, one after the other.
    pub(crate) right: Vec<F>,
}

/// The singular values of a matrix of `m` rows, which is given by no more columns than that, with so many vectors of its left side and all of its
/// right one, or none. `None` if there are numbers that are not finite, or the steps do not converge.
pub(crate) fn singular<F: Field>(
    mut a: Vec<Vec<F>>,
    m: usize,
    left_count: usize,
    with_vectors: bool,
) -> Option<Singular<F>> {
    let n = a.len();
    if a.iter().flatten().any(|x| !x.abs().is_finite()) {
        return None;
    }
    let scale = scale_of(a.iter().flatten().map(|x| x.abs()).fold(0.0, f64::max));
    if scale != 1.0 {
        a.iter_mut().flatten().for_each(|x| *x = *x * F::real(scale));
    }
    let (mut d, mut f) = (Vec::with_capacity(n), Vec::with_capacity(n));
    let (mut lefts, mut rights) = (Vec::with_capacity(n), Vec::with_capacity(n));
    let mut shared = Vec::new();
    for k in 0..n {
        let (column, behind) = a[k..].split_first_mut()?;
        let r = Reflection::of(&mut column[k..]);
        behind.iter_mut().for_each(|column| r.apply(&mut column[k..], true));
        d.push(column[k].re());
        lefts.push(r);
        if behind.is_empty() {
            continue;
        }
        // The reflection of the row's conjugate.
        let mut row: Vec<F> = behind.iter().map(|column| column[k].conj()).collect();
        let r = Reflection::of(&mut row);
        r.apply_from_right(behind, k + 1..m, &mut shared);
        f.push(row[0].re());
        rights.push(r);
    }
    let (mut left, mut right) = match with_vectors {
        true => (accumulated(&lefts, m, left_count, 0), accumulated(&rights, n, n, 1)),
        false => (Vec::new(), Vec::new()),
    };
    if !diagonalise(&mut d, &mut f, [&mut left, &mut right], [m, n]) {
        return None;
    }
    for (vector, value) in right.chunks_exact_mut(n.max(1)).zip(&d) {
        if *value < 0.0 {
            vector.iter_mut().for_each(|x| *x = -*x);
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| d[j].abs().total_cmp(&d[i].abs()));
    let values = order.iter().map(|&i| d[i].abs() / scale).collect();
    if with_vectors {
        let behind = left.get(n * m..).unwrap_or_default().to_vec();
        let kept = order.iter().filter(|&&i| i < left_count);
        left = kept.flat_map(|&i| &left[i * m..][..m]).copied().chain(behind).collect();
        right = order.iter().flat_map(|&i| &right[i * n..][..n]).copied().collect();
    }
    Some(Singular { left, values, right })
}

/// The smaller singular value of `[[a, b], [0, d]]`.
fn smaller_of_two(a: f64, b: f64, d: f64) -> f64 {
    let (a, d) = (a.abs(), d.abs());
    let twice_the_larger = (a + d).hypot(b) + (a - d).hypot(b);
    if twice_the_larger == 0.0 { 0.0 } else { 2.0 * a.min(d) * (a.max(d) / twice_the_larger) }
}

/// Makes a bidiagonal matrix diagonal; vectors of both sides are turned with it. Says whether the steps converged.
fn diagonalise<F: Field>(
    d: &mut [f64],
    f: &mut [f64],
    vectors: [&mut Vec<F>; 2],
    lengths: [usize; 2],
) -> bool {
    let mut waiting = [Waiting::new(), Waiting::new()];
    let mut steps = STEPS * d.len();
    let mut last = d.len().saturating_sub(1);
    while let Some(first) = unfinished(d, f, &mut last) {
        if steps == 0 {
            return false;
        }
        steps -= 1;
        let has_zero = d[first..=last].contains(&0.0);
        let shift = if has_zero { 0.0 } else { smaller_of_two(d[last - 1], f[last - 1], d[last]) };
        let start = d[first];
        let mut x =
            if shift == 0.0 { start } else { (start.abs() - shift) * (start.signum() + shift / start) };
        let mut y = f[first];
        let mut turns = [(); 2].map(|()| Vec::with_capacity(last - first));
        for k in first..last {
            let (right, length) = turn(x, y);
            if k > first {
                f[k - 1] = length;
            }
            let Turn { cosine, sine } = right;
            let upper = cosine * d[k] + sine * f[k];
            f[k] = cosine * f[k] - sine * d[k];
            let below = sine * d[k + 1];
            d[k + 1] *= cosine;
            let (left, length) = turn(upper, below);
            d[k] = length;
            let Turn { cosine, sine } = left;
            x = cosine * f[k] + sine * d[k + 1];
            d[k + 1] = cosine * d[k + 1] - sine * f[k];
            f[k] = x;
            if k + 1 < last {
                y = sine * f[k + 1];
                f[k + 1] *= cosine;
            }
            turns[0].push(left);
            turns[1].push(right);
        }
        if !vectors[1].is_empty() {
            for (i, turns) in turns.into_iter().enumerate() {
                waiting[i].push(first, turns, vectors[i], lengths[i]);
            }
        }
    }
    for (i, waiting) in waiting.iter_mut().enumerate() {
        waiting.apply(vectors[i], lengths[i]);
    }
    true
}

#[cfg(test)]
mod tests {
    use num_complex::Complex;

    use super::*;

    fn check<F: Field>(entry: impl Fn(usize, usize) -> F, m: usize, n: usize) {
        let a: Vec<Vec<F>> = (0..n).map(|j| (0..m).map(|i| entry(i, j)).collect()).collect();
        let Singular { left, values, right } = singular(a.clone(), m, m, true).expect("it converges");
        let size = a.iter().flatten().map(|x| x.abs()).fold(0.0, f64::max) * m as f64;
        for (j, column) in a.iter().enumerate() {
            for (i, &entry) in column.iter().enumerate() {
                let product = (0..n).fold(F::ZERO, |sum, k| {
                    sum + left[k * m + i] * F::real(values[k]) * right[k * n + j].conj()
                });
                let error = (product - entry).abs();
                assert!(error <= 4e-15 * size, "{m} x {n}: {i} {j}: {error} of {size}");
            }
        }
        for (vectors, length) in [(&left, m), (&right, n)] {
            for (i, a) in vectors.chunks(length.max(1)).enumerate() {
                for (j, b) in vectors.chunks(length.max(1)).enumerate() {
                    let expected = if i == j { 1.0 } else { 0.0 };
                    let error = (F::dot(a, b) - F::real(expected)).abs();
                    assert!(error < 1e-13, "{m} x {n}: {i} {j}: {error}");
                }
            }
        }
        assert!(values.windows(2).all(|pair| pair[0] >= pair[1]) && values.iter().all(|&value| value >= 0.0));
        let alone = singular(a, m, 0, false).expect("it converges");
        assert!(alone.values.iter().zip(&values).all(|(a, b)| (a - b).abs() <= 1e-15 * size));
    }

    #[test]
    fn the_parts_make_the_matrix() {
        let number = |i: usize, j: usize| ((i * 31 + j * 17 + i * j) % 23) as f64 - 11.0;
        for (m, n) in [(0, 0), (1, 0), (1, 1), (2, 2), (5, 3), (9, 9), (40, 33)] {
            check(number, m, n);
            check(|i, j| number(i, j) * 1e-200, m, n);
            check(|i, j| Complex::new(number(i, j), number(j, i + 1)), m, n);
            // Of lower rank, and of one row or column of zeros.
            check(|_, _| 1.0, m, n);
            check(|_, _| 0.0, m, n);
            check(|i, j| if i == 1 || j == 0 { 0.0 } else { number(i, j) }, m, n);
            check(|i, j| if i + 1 == j { 1.0 } else { 0.0 }, m, n);
            check(
                |i, j| {
                    if i == j {
                        (i % 2) as f64
                    } else if i + 1 == j {
                        2.0
                    } else {
                        0.0
                    }
                },
                m,
                n,
            );
        }
        assert!(singular(vec![vec![f64::INFINITY]], 1, 1, true).is_none());
    }
}
