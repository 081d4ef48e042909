//! Matrices that may be asymmetric, through their triangular form: `tf.Eig` and `tf.MatrixLogarithm`.
//!
//! Rotations make a matrix upper triangular (shifted QR steps on its Hessenberg form). Its eigenvalues are then on the diagonal, in no
//! particular order; eigenvectors have length one and any phase. All functions compute in double precision and round once.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::unsupported;
use crate::ops::linear_algebra::solve::{Entry, matrices, matrix};
use crate::ops::memory::result_metadata;

type C = Complex<f64>;

/// Steps for each eigenvalue before giving up: two or three are usual.
const STEPS: usize = 60;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.Eig",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
            DType::F32 => eig::<f32, Complex<f32>>(frame),
            DType::F64 => eig::<f64, C>(frame),
            DType::Complex64 => eig::<Complex<f32>, Complex<f32>>(frame),
            DType::Complex128 => eig::<C, C>(frame),
            other => Err(unsupported(other)),
        }),
    );
    ops.add(
        "tf.MatrixLogarithm",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| match frame.dense(0)?.dtype() {
            DType::Complex64 => logarithms::<Complex<f32>>(frame),
            DType::Complex128 => logarithms::<C>(frame),
            other => Err(unsupported(other)),
        }),
    );
}

/// Numbers that are complex in double precision.
trait Wide: Entry {
    fn complex(self) -> C;
}

impl Wide for f32 {
    fn complex(self) -> C {
        C::new(self.into(), 0.0)
    }
}

impl Wide for f64 {
    fn complex(self) -> C {
        C::new(self, 0.0)
    }
}

impl Wide for Complex<f32> {
    fn complex(self) -> C {
        self.wide()
    }
}

impl Wide for C {
    fn complex(self) -> C {
        self
    }
}

fn eig<T: Wide, U: Entry<Wide = C>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let with_vectors = frame.attrs().get_bool("compute_v").unwrap_or(true);
    let mut values = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut vectors = DispatchFrame::fresh(result_metadata(frame, 1)?)?;
    let input = frame.values::<T>(0)?;
    for at in 0..matrices(&batch, &mut [&mut values, &mut vectors]) {
        let schur = Schur::of(input[at * n * n..][..n * n].iter().map(|x| x.complex()).collect(), n)?;
        for (i, to) in values.values_mut::<U>()[at * n..][..n].iter_mut().enumerate() {
            *to = U::round(schur.t[i * n + i]);
        }
        if with_vectors {
            let all = schur.vectors();
            for (to, from) in vectors.values_mut::<U>()[at * n * n..][..n * n].iter_mut().zip(all) {
                *to = U::round(from);
            }
        }
    }
    frame.finish(0, values);
    frame.finish(1, vectors);
    Ok(())
}

/// `A = Q T Q*` with a unitary `Q` and an upper triangular `T`.
pub(crate) struct Schur {
    n: usize,
    pub(crate) t: Vec<C>,
    pub(crate) q: Vec<C>,
}

/// A rotation that makes the second of two numbers zero.
fn rotation(a: C, b: C) -> Option<(C, C)> {
    let size = a.norm().hypot(b.norm());
    (size > 0.0 && b.norm() > 0.0).then(|| (a / size, b / size))
}

impl Schur {
    pub(crate) fn of(a: Vec<C>, n: usize) -> Result<Schur, OpError> {
        if a.iter().any(|x| !x.is_finite()) {
            return Err("Eigen decomposition was not successful. The input might not be valid.".into());
        }
        let mut q = vec![C::default(); n * n];
        q.iter_mut().step_by(n + 1).for_each(|one| *one = C::new(1.0, 0.0));
        let mut this = Schur { n, t: a, q };
        this.hessenberg();
        this.triangular()?;
        Ok(this)
    }

    fn at(&self, i: usize, j: usize) -> C {
        self.t[i * self.n + j]
    }

    /// Turns rows `p` and `q` from column `from` on.
    fn turn_rows(&mut self, p: usize, q: usize, (c, s): (C, C), from: usize) {
        for k in from..self.n {
            let (x, y) = (self.at(p, k), self.at(q, k));
            self.t[p * self.n + k] = c.conj() * x + s.conj() * y;
            self.t[q * self.n + k] = c * y - s * x;
        }
    }

    /// Turns columns `p` and `q` of the first rows, and of the unitary matrix.
    fn turn_columns(&mut self, p: usize, q: usize, (c, s): (C, C), rows: usize) {
        let n = self.n;
        let turn = |matrix: &mut [C], rows: usize| {
            for k in 0..rows {
                let (x, y) = (matrix[k * n + p], matrix[k * n + q]);
                matrix[k * n + p] = x * c + y * s;
                matrix[k * n + q] = y * c.conj() - x * s.conj();
            }
        };
        turn(&mut self.t, rows);
        turn(&mut self.q, n);
    }

    /// Zeros below the first diagonal under the main one.
    fn hessenberg(&mut self) {
        for column in 0..self.n.saturating_sub(2) {
            for row in column + 2..self.n {
                if let Some(turn) = rotation(self.at(column + 1, column), self.at(row, column)) {
                    self.turn_rows(column + 1, row, turn, column);
                    self.turn_columns(column + 1, row, turn, self.n);
                    self.t[row * self.n + column] = C::default();
                }
            }
        }
    }

    fn triangular(&mut self) -> Result<(), OpError> {
        let n = self.n;
        let (mut last, mut steps) = (n.saturating_sub(1), 0);
        while last > 0 {
            // Where the block that is not triangular yet begins.
            let mut first = last;
            while first > 0 {
                let around = self.at(first - 1, first - 1).l1_norm() + self.at(first, first).l1_norm();
                if self.at(first, first - 1).l1_norm() <= f64::EPSILON * around.max(f64::MIN_POSITIVE) {
                    self.t[first * n + first - 1] = C::default();
                    break;
                }
                first -= 1;
            }
            if first == last {
                (last, steps) = (last - 1, 0);
                continue;
            }
            steps += 1;
            if steps > STEPS {
                return Err("Eigen decomposition was not successful. The input might not be valid.".into());
            }
            let shift = self.shift(last, steps);
            for i in first..=last {
                self.t[i * n + i] -= shift;
            }
            let mut turns = Vec::new();
            for i in first..last {
                let turn = rotation(self.at(i, i), self.at(i + 1, i));
                if let Some(turn) = turn {
                    self.turn_rows(i, i + 1, turn, i);
                    self.t[(i + 1) * n + i] = C::default();
                }
                turns.push(turn);
            }
            for (i, turn) in (first..last).zip(turns) {
                if let Some(turn) = turn {
                    self.turn_columns(i, i + 1, turn, i + 2);
                }
            }
            for i in first..=last {
                self.t[i * n + i] += shift;
            }
        }
        Ok(())
    }

    /// The eigenvalue of the last two rows that is nearer to the last element; now and then another number, which breaks cycles.
    fn shift(&self, last: usize, steps: usize) -> C {
        let (a, b) = (self.at(last - 1, last - 1), self.at(last - 1, last));
        let (c, d) = (self.at(last, last - 1), self.at(last, last));
        if steps.is_multiple_of(10) {
            return d + C::new(c.norm(), 0.0);
        }
        let half = (a - d) * 0.5;
        let root = (half * half + b * c).sqrt();
        let [x, y] = [half + root, half - root];
        d + if x.norm_sqr() < y.norm_sqr() { x } else { y }
    }

    /// Eigenvectors as columns.
    fn vectors(&self) -> Vec<C> {
        let n = self.n;
        let size = self.t.iter().map(|x| x.norm()).fold(f64::MIN_POSITIVE, f64::max);
        let mut all = vec![C::default(); n * n];
        for j in 0..n {
            // Of the triangular matrix, from its diagonal up.
            let mut x = vec![C::default(); n];
            x[j] = C::new(1.0, 0.0);
            for i in (0..j).rev() {
                let sum = (i + 1..=j).fold(C::default(), |sum, k| sum + self.at(i, k) * x[k]);
                let mut difference = self.at(i, i) - self.at(j, j);
                // Equal eigenvalues may share an eigenvector.
                if difference.norm() < f64::EPSILON * size {
                    difference = C::new(f64::EPSILON * size, 0.0);
                }
                x[i] = -sum / difference;
            }
            let column: Vec<C> =
                (0..n).map(|i| (0..=j).fold(C::default(), |sum, k| sum + self.q[i * n + k] * x[k])).collect();
            let length = column.iter().map(C::norm_sqr).sum::<f64>().sqrt();
            for (i, x) in column.into_iter().enumerate() {
                all[i * n + j] = x / length;
            }
        }
        all
    }

    /// `Q X Q*`.
    fn back(&self, x: &[C]) -> Vec<C> {
        let n = self.n;
        let sum = |f: &dyn Fn(usize) -> C| (0..n).fold(C::default(), |sum, k| sum + f(k));
        let left: Vec<C> =
            (0..n * n).map(|at| sum(&|k| self.q[at / n * n + k] * x[k * n + at % n])).collect();
        (0..n * n).map(|at| sum(&|k| left[at / n * n + k] * self.q[at % n * n + k].conj())).collect()
    }
}

/// Gauss's eight points for an integral from 0 to 1, of which each has a mirror image: their distances from the middle and weights.
const POINTS: [(f64, f64); 4] = [
    (0.183_434_642_495_649_8, 0.362_683_783_378_362),
    (0.525_532_409_916_329, 0.313_706_645_877_887_3),
    (0.796_666_477_413_626_7, 0.222_381_034_453_374_5),
    (0.960_289_856_497_536_3, 0.101_228_536_290_376_3),
];

/// The logarithm of a triangular matrix: roots are taken until it is nearly one, where the integral of `X / (1 + tX)` is exact.
fn logarithm(mut t: Vec<C>, n: usize) -> Result<Vec<C>, OpError> {
    let one = C::new(1.0, 0.0);
    let mut roots = 0;
    let far = |t: &[C]| {
        let off = |at: usize| if at / n == at % n { t[at] - one } else { t[at] };
        (0..n * n).map(|at| off(at).norm()).fold(0.0, f64::max)
    };
    while far(&t) * n as f64 > 0.25 {
        roots += 1;
        if roots > 100 || (0..n).any(|i| t[i * n + i].norm() == 0.0) {
            return Err("The logarithm of a matrix that is not invertible does not exist.".into());
        }
        let mut root = vec![C::default(); n * n];
        for j in 0..n {
            root[j * n + j] = t[j * n + j].sqrt();
            for i in (0..j).rev() {
                let sum = (i + 1..j).fold(C::default(), |sum, k| sum + root[i * n + k] * root[k * n + j]);
                root[i * n + j] = (t[i * n + j] - sum) / (root[i * n + i] + root[j * n + j]);
            }
        }
        t = root;
    }
    (0..n).for_each(|i| t[i * n + i] -= one);
    let mut sum = vec![C::default(); n * n];
    for (distance, weight) in POINTS {
        for place in [0.5 + distance / 2.0, 0.5 - distance / 2.0] {
            // Columns of (1 + place X)⁻¹ X, from the bottom up.
            for j in 0..n {
                let mut x = vec![C::default(); n];
                for i in (0..=j).rev() {
                    let others = (i + 1..=j).fold(C::default(), |sum, k| sum + t[i * n + k] * x[k]);
                    x[i] = (t[i * n + j] - others * place) / (one + t[i * n + i] * place);
                    sum[i * n + j] += x[i] * (weight / 2.0);
                }
            }
        }
    }
    let scale = 2f64.powi(roots);
    Ok(sum.into_iter().map(|x| x * scale).collect())
}

fn logarithms<T: Entry<Wide = C>>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let input = frame.values::<T>(0)?;
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let schur = Schur::of(input[at * n * n..][..n * n].iter().map(|x| x.wide()).collect(), n)?;
        let made = schur.back(&logarithm(schur.t.clone(), n)?);
        for (to, from) in out.values_mut::<T>()[at * n * n..][..n * n].iter_mut().zip(made) {
            *to = T::round(from);
        }
    }
    frame.finish(0, out);
    Ok(())
}
