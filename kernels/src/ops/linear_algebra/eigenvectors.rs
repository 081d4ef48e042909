//! Eigenvectors of triangular matrices, also of those whose diagonal has blocks of two rows.

use num_complex::Complex;

type C = Complex<f64>;

/// A triangular matrix with the unitary matrix of its basis, both stored by rows: `A = Q T Q*`.
pub(crate) struct Triangular {
    pub(crate) n: usize,
    pub(crate) t: Vec<C>,
    pub(crate) q: Vec<C>,
    /// The eigenvalues in the order of the diagonal; the first one of a block has the positive imaginary part.
    pub(crate) values: Vec<C>,
}

impl Triangular {
    fn at(&self, i: usize, j: usize) -> C {
        self.t[i * self.n + j]
    }

    /// Whether row `i` is the second one of a block.
    fn is_second(&self, i: usize) -> bool {
        i > 0 && i < self.n && self.at(i, i - 1) != C::default()
    }

    /// Vectors `u` with `u* A = value u*`, as columns, in the order of [`Self::vectors`].
    pub(crate) fn left_vectors(&self, is_real: bool) -> Vec<C> {
        let n = self.n;
        let found = self.transposed().vectors(is_real);
        let mut all = vec![C::default(); n * n];
        for j in 0..n {
            let from = match (self.is_second(j + 1), self.is_second(j)) {
                (true, _) => n - 2 - j,
                (_, true) => n - j,
                _ => n - 1 - j,
            };
            for i in 0..n {
                all[i * n + j] = found[i * n + from].conj();
            }
        }
        all
    }

    /// The same for the transposed matrix, in the opposite order.
    fn transposed(&self) -> Triangular {
        let n = self.n;
        let t = (0..n * n).map(|at| self.t[(n - 1 - at % n) * n + n - 1 - at / n]).collect();
        let q = (0..n * n).map(|at| self.q[at / n * n + n - 1 - at % n].conj()).collect();
        let mut values: Vec<C> = self.values.iter().rev().copied().collect();
        // The value with the positive imaginary part stays the first one of its block.
        for i in (0..n).filter(|&i| self.is_second(i)) {
            values.swap(n - 1 - i, n - i);
        }
        Triangular { n, t, q, values }
    }

    /// Eigenvectors as columns, of length one, the largest element of each real. `is_real` if the matrix is real: then eigenvectors of real
    /// eigenvalues are, and those of a pair are conjugates.
    pub(crate) fn vectors(&self, is_real: bool) -> Vec<C> {
        let n = self.n;
        let size = self.t.iter().map(|x| x.norm()).fold(f64::MIN_POSITIVE, f64::max);
        let mut all = vec![C::default(); n * n];
        for j in 0..n {
            if is_real && self.is_second(j) {
                for i in 0..n {
                    all[i * n + j] = all[i * n + j - 1].conj();
                }
                continue;
            }
            let x = self.of_triangular(j, size);
            let row = |row: &[C]| row.iter().zip(&x).fold(C::default(), |sum, (&q, &x)| sum + q * x);
            let mut column: Vec<C> = self.q.chunks_exact(n).map(row).collect();
            let length = column.iter().map(C::norm_sqr).sum::<f64>().sqrt();
            let largest = (0..n).fold(0, |best, i| match column[i].norm_sqr() > column[best].norm_sqr() {
                true => i,
                false => best,
            });
            let x = column[largest];
            let phase = match is_real {
                true if x.im == 0.0 => C::new(1.0, 0.0),
                true => x.conj() / x.norm() * 1f64.copysign(x.re),
                false => x.conj() / x.norm(),
            };
            column.iter_mut().for_each(|x| *x = *x * phase / length);
            column[largest].im = 0.0;
            for (i, x) in column.into_iter().enumerate() {
                all[i * n + j] = x;
            }
        }
        all
    }

    /// The eigenvector of the triangular matrix itself, up to the last element that is not zero.
    fn of_triangular(&self, j: usize, size: f64) -> Vec<C> {
        let value = self.values[j];
        let end = if self.is_second(j + 1) { j + 2 } else { j + 1 };
        let mut x = vec![C::default(); end];
        let mut top = j;
        if end == j + 2 {
            let (a, b) = (self.at(j, j) - value, self.at(j, j + 1));
            let (c, d) = (self.at(j + 1, j), self.at(j + 1, j + 1) - value);
            if b.norm() >= c.norm() {
                (x[j], x[j + 1]) = (C::new(1.0, 0.0), -a / b);
            } else {
                (x[j], x[j + 1]) = (-d / c, C::new(1.0, 0.0));
            }
        } else {
            x[j] = C::new(1.0, 0.0);
            if self.is_second(j) {
                // The second value of a block in a matrix that is not real.
                let (c, d) = (self.at(j, j - 1), self.at(j, j) - value);
                x[j - 1] = -d / c;
                top = j - 1;
            }
        }
        // Equal eigenvalues may share an eigenvector.
        let apart = |difference: C| match difference.norm() < f64::EPSILON * size {
            true => C::new(f64::EPSILON * size, 0.0),
            false => difference,
        };
        let sum = |x: &[C], i: usize, from: usize| {
            let row = &self.t[i * self.n..][from..end];
            row.iter().zip(&x[from..end]).fold(C::default(), |sum, (&t, &x)| sum + t * x)
        };
        let mut i = top;
        while i > 0 {
            i -= 1;
            if self.is_second(i) {
                let rhs = [-sum(&x, i - 1, i + 1), -sum(&x, i, i + 1)];
                let (a, b) = (self.at(i - 1, i - 1) - value, self.at(i - 1, i));
                let (c, d) = (self.at(i, i - 1), self.at(i, i) - value);
                let determinant = a * d - b * c;
                let determinant = match determinant.norm() < (f64::EPSILON * size).powi(2) {
                    true => C::new((f64::EPSILON * size).powi(2).max(f64::MIN_POSITIVE), 0.0),
                    false => determinant,
                };
                x[i - 1] = (rhs[0] * d - b * rhs[1]) / determinant;
                x[i] = (a * rhs[1] - c * rhs[0]) / determinant;
                i -= 1;
            } else {
                x[i] = -sum(&x, i, i + 1) / apart(self.at(i, i) - value);
            }
            // Elements that grow without bound are taken back, all alike.
            let largest = x[i..].iter().map(|x| x.norm()).fold(0.0, f64::max);
            if largest > 1e100 {
                x.iter_mut().for_each(|x| *x /= largest);
            }
        }
        x
    }
}
