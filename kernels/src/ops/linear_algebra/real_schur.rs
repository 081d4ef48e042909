//! The triangular form of real matrices in real numbers: `A = Q T Q'` with an orthogonal `Q`, where the diagonal of `T` has numbers for real
//! eigenvalues and blocks of two rows for pairs of conjugate ones.
//!
//! Householder's reflections bring the matrix to Hessenberg form; Francis's double steps, which use a pair of conjugate shifts in real
//! arithmetic, then make elements below the diagonal vanish (Golub and Van Loan, Matrix Computations, 7.4 and 7.5). Each block of two rows
//! has equal diagonal elements and off-diagonal elements of different signs, as LAPACK's blocks do.

use num_complex::Complex;

use super::decompose::transposed;
use super::field::Field;
use super::reflection::Reflection;

/// Double steps for each eigenvalue before giving up: two or three are usual.
const STEPS: usize = 60;

/// The form; matrices are stored by rows.
pub(crate) struct RealSchur {
    n: usize,
    pub(crate) t: Vec<f64>,
    pub(crate) q: Vec<f64>,
    /// The eigenvalues in the order of the diagonal; of a pair, the one with the positive imaginary part comes first.
    pub(crate) values: Vec<Complex<f64>>,
    /// Room for a row.
    shared: Vec<f64>,
}

/// Applies a reflection of rows from `first` on, of a matrix with rows of `n` elements, to the columns from `from` on; `shared` is room.
fn reflect_rows(
    matrix: &mut [f64],
    n: usize,
    r: &Reflection<f64>,
    first: usize,
    from: usize,
    shared: &mut Vec<f64>,
) {
    shared.clear();
    shared.resize(n - from, 0.0);
    let rows = &mut matrix[first * n..][..r.v.len() * n];
    for (row, &v) in rows.chunks_exact(n).zip(&r.v) {
        f64::add_scaled(shared, v, &row[from..]);
    }
    for (row, &v) in rows.chunks_exact_mut(n).zip(&r.v) {
        f64::add_scaled(&mut row[from..], -r.factor * v, shared);
    }
}

/// A plane rotation: cosine and sine.
type Turn = (f64, f64);

impl RealSchur {
    /// The form of a matrix of finite numbers; `None` if the steps do not converge, or there are others.
    pub(crate) fn of(a: Vec<f64>, n: usize) -> Option<RealSchur> {
        if a.iter().any(|x| !x.is_finite()) {
            return None;
        }
        let mut q = vec![0.0; n * n];
        q.iter_mut().step_by(n + 1).for_each(|one| *one = 1.0);
        let mut this = RealSchur { n, t: a, q, values: vec![Complex::default(); n], shared: Vec::new() };
        this.hessenberg();
        this.blocks()?;
        // By columns so far, as steps turn them.
        this.q = transposed(&this.q, n, n);
        Some(this)
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.t[i * self.n + j]
    }

    /// Applies a reflection of rows from `first` on, to the columns from `from` on.
    fn reflect_rows(&mut self, r: &Reflection<f64>, first: usize, from: usize) {
        reflect_rows(&mut self.t, self.n, r, first, from, &mut self.shared);
    }

    /// Applies a reflection of columns from `first` on, to the first rows, and to the orthogonal matrix.
    fn reflect_columns(&mut self, r: &Reflection<f64>, first: usize, rows: usize) {
        let n = self.n;
        for row in self.t.chunks_exact_mut(n).take(rows) {
            let row = &mut row[first..first + r.v.len()];
            if let ([a, b, c], [x, y, z]) = (&r.v[..], &mut *row) {
                let shared = r.factor * (a * *x + b * *y + c * *z);
                (*x, *y, *z) = (*x - shared * a, *y - shared * b, *z - shared * c);
            } else {
                r.apply(row, false);
            }
        }
        // Its columns are rows here.
        reflect_rows(&mut self.q, n, r, first, 0, &mut self.shared);
    }

    fn hessenberg(&mut self) {
        let n = self.n;
        for k in 0..n.saturating_sub(2) {
            let mut column: Vec<f64> = (k + 1..n).map(|i| self.at(i, k)).collect();
            let r = Reflection::of(&mut column);
            for (i, value) in (k + 1..n).zip(column) {
                self.t[i * n + k] = value;
            }
            self.reflect_rows(&r, k + 1, k + 1);
            self.reflect_columns(&r, k + 1, n);
        }
    }

    fn blocks(&mut self) -> Option<()> {
        let n = self.n;
        let size = self.t.iter().map(|x| x.abs()).fold(0.0, f64::max);
        let (mut end, mut steps) = (n, 0);
        while end > 0 {
            let last = end - 1;
            // Where the block that is not triangular yet begins.
            let mut first = last;
            while first > 0 {
                let around = self.at(first - 1, first - 1).abs() + self.at(first, first).abs();
                let around = if around == 0.0 { size } else { around };
                if self.at(first, first - 1).abs() <= f64::EPSILON * around {
                    self.t[first * n + first - 1] = 0.0;
                    break;
                }
                first -= 1;
            }
            if first == last {
                self.values[last] = Complex::new(self.at(last, last), 0.0);
                (end, steps) = (end - 1, 0);
            } else if first + 1 == last {
                self.standardize(first);
                (end, steps) = (end - 2, 0);
            } else {
                steps += 1;
                if steps > STEPS {
                    return None;
                }
                self.double_step(first, last, steps.is_multiple_of(10));
            }
        }
        Some(())
    }

    /// A double step on the block of these rows; `is_odd` with other shifts than usual, which breaks cycles.
    fn double_step(&mut self, first: usize, last: usize, is_odd: bool) {
        let n = self.n;
        let (sum, product) = if is_odd {
            let around = self.at(last, last - 1).abs() + self.at(last - 1, last - 2).abs();
            (1.5 * around, around * around)
        } else {
            let (a, b) = (self.at(last - 1, last - 1), self.at(last - 1, last));
            let (c, d) = (self.at(last, last - 1), self.at(last, last));
            (a + d, a * d - b * c)
        };
        // The first column of `(T - s)(T - s*)`, divided by an element below the diagonal.
        let (a, c) = (self.at(first, first), self.at(first + 1, first));
        let next = self.at(first + 1, first + 1);
        let mut column = vec![
            (a * (a - sum) + product) / c + self.at(first, first + 1),
            a + next - sum,
            self.at(first + 2, first + 1),
        ];
        for k in first..last {
            let r = Reflection::of(&mut column);
            if k > first {
                for (i, &value) in (k..).zip(&column) {
                    self.t[i * n + k - 1] = value;
                }
            }
            self.reflect_rows(&r, k, k);
            self.reflect_columns(&r, k, (k + 4).min(last + 1));
            column = (k + 1..=last).take(3).map(|i| self.at(i, k)).collect();
        }
    }

    /// Turns the block of two rows into a triangular one, or one with equal diagonal elements, and notes its eigenvalues.
    fn standardize(&mut self, i: usize) {
        let n = self.n;
        let block = [self.at(i, i), self.at(i, i + 1), self.at(i + 1, i), self.at(i + 1, i + 1)];
        let ([a, b, c, d], (cosine, sine)) = standard(block);
        for j in i + 2..n {
            let (x, y) = (self.at(i, j), self.at(i + 1, j));
            self.t[i * n + j] = cosine * x + sine * y;
            self.t[(i + 1) * n + j] = cosine * y - sine * x;
        }
        let turn = |matrix: &mut [f64], rows: usize| {
            for row in matrix.chunks_exact_mut(n).take(rows) {
                let (x, y) = (row[i], row[i + 1]);
                row[i] = cosine * x + sine * y;
                row[i + 1] = cosine * y - sine * x;
            }
        };
        turn(&mut self.t, i);
        let (upper, lower) = self.q[i * n..][..2 * n].split_at_mut(n);
        for (x, y) in upper.iter_mut().zip(lower) {
            (*x, *y) = (cosine * *x + sine * *y, cosine * *y - sine * *x);
        }
        for (at, value) in [(i, i), (i, i + 1), (i + 1, i), (i + 1, i + 1)].into_iter().zip([a, b, c, d]) {
            self.t[at.0 * n + at.1] = value;
        }
        let imaginary = if c == 0.0 { 0.0 } else { b.abs().sqrt() * c.abs().sqrt() };
        self.values[i] = Complex::new(a, imaginary);
        self.values[i + 1] = Complex::new(d, 0.0 - imaginary);
    }
}

/// The matrix `[a, b; c, d]` turned by an angle, to a triangular one if its eigenvalues are real, else to one with equal diagonal elements;
/// and the angle.
fn standard([a, b, c, d]: [f64; 4]) -> ([f64; 4], Turn) {
    if c == 0.0 {
        return ([a, b, c, d], (1.0, 0.0));
    }
    if b == 0.0 {
        return ([d, -c, 0.0, a], (0.0, 1.0));
    }
    let half = 0.5 * (a - d);
    if half == 0.0 && (b > 0.0) != (c > 0.0) {
        return ([a, b, c, d], (1.0, 0.0));
    }
    let scale = half.abs().max(b.abs()).max(c.abs());
    let discriminant = half / scale * half + b / scale * c;
    if discriminant >= 4.0 * f64::EPSILON * scale {
        // Two real eigenvalues: the first one's eigenvector becomes the first axis.
        let root = half + (scale.sqrt() * discriminant.sqrt()).copysign(half);
        let (first, second) = (d + root, d - b / root * c);
        let length = c.hypot(root);
        return ([first, b - c, 0.0, second], (root / length, c / length));
    }
    // The angle that makes the diagonal elements equal.
    let sigma = b + c;
    let length = sigma.hypot(2.0 * half);
    let cosine = (0.5 * (1.0 + sigma.abs() / length)).sqrt();
    let sine = -(half / (length * cosine)) * 1f64.copysign(sigma);
    let mean = 0.5 * (a + d);
    let (ab, cd) =
        ([a * cosine + b * sine, b * cosine - a * sine], [c * cosine + d * sine, d * cosine - c * sine]);
    let (b, c) = (ab[1] * cosine + cd[1] * sine, cd[0] * cosine - ab[0] * sine);
    if c == 0.0 || (b > 0.0) != (c > 0.0) && b != 0.0 {
        return ([mean, b, c, mean], (cosine, sine));
    }
    if b == 0.0 {
        return ([mean, -c, 0.0, mean], (-sine, cosine));
    }
    // Nearly equal real eigenvalues after all.
    let (x, y) = (b.abs().sqrt(), c.abs().sqrt());
    let distance = (x * y).copysign(c);
    let length = (b + c).abs().sqrt();
    let (u, v) = (x / length, y / length);
    ([mean + distance, b - c, 0.0, mean - distance], (cosine * u - sine * v, cosine * v + sine * u))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers between -1 and 1, the same in each run.
    fn numbers(count: usize, mut seed: u64) -> Vec<f64> {
        (0..count)
            .map(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
            })
            .collect()
    }

    fn product(a: &[f64], b: &[f64], n: usize) -> Vec<f64> {
        (0..n * n).map(|at| (0..n).map(|k| a[at / n * n + k] * b[k * n + at % n]).sum()).collect()
    }

    fn check(a: Vec<f64>, n: usize) {
        let schur = RealSchur::of(a.clone(), n).expect("converges");
        let size = a.iter().fold(1.0, |size: f64, x| size.max(x.abs()));
        let back = product(&product(&schur.q, &schur.t, n), &transposed(&schur.q, n, n), n);
        let unit = product(&schur.q, &transposed(&schur.q, n, n), n);
        for i in 0..n {
            for j in 0..n {
                assert!((back[i * n + j] - a[i * n + j]).abs() < 1e-13 * size * n as f64, "{a:?}");
                let one = f64::from(u8::from(i == j));
                assert!((unit[i * n + j] - one).abs() < 1e-13 * n as f64);
                let below = schur.t[i * n + j];
                let is_pair = i == j + 1 && schur.values[i].im < 0.0;
                if i > j && !is_pair {
                    assert_eq!(below, 0.0, "{i} {j} of {a:?}");
                }
            }
            if schur.values[i].im > 0.0 {
                assert_eq!(schur.values[i], schur.values[i + 1].conj());
                assert_eq!(schur.t[i * n + i], schur.t[(i + 1) * n + i + 1]);
                assert!(schur.t[i * n + i + 1] * schur.t[(i + 1) * n + i] < 0.0);
            }
        }
    }

    #[test]
    fn matrices_come_back_from_their_form() {
        for n in 0..14 {
            for seed in 0..8 {
                check(numbers(n * n, seed * 100 + n as u64), n);
            }
        }
        check(numbers(64 * 64, 7), 64);
    }

    #[test]
    fn special_matrices_have_a_form() {
        // A cyclic permutation, whose eigenvalues are roots of one; equal rows; a block that is nearly singular; a nilpotent matrix.
        check(vec![0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0], 4);
        check(vec![1.0; 25], 5);
        check(vec![0.0; 9], 3);
        check(vec![1.0, 1e-20, 1e20, 1.0], 2);
        check(vec![1.0, 1.0, -1e-18, 1.0], 2);
        check(vec![2.0, 1.0, 1e-17, 2.0], 2);
        check(vec![0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], 3);
        assert!(RealSchur::of(vec![f64::NAN, 0.0, 0.0, 1.0], 2).is_none());
    }
}
