//! Equations and determinants of matrices: `tf.Cholesky`, `tf.MatrixInverse`, `tf.MatrixSolve` and their like.
//!
//! A tensor's last two dimensions are a matrix, the dimensions before them a batch. All functions compute in double precision, by
//! elimination with row exchanges, and round once.

use half::f16;
use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, Output};
use tfrt_executor::tensor::{DType, Dims, Element, Shape};
use tfrt_ops::shapes::no_matrix;

use crate::ops::arrays::gather::product;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::linear_algebra::field::Field;
use crate::ops::linear_algebra::triangular::{self, Triangle};
use crate::ops::memory::{collected, filled, result_metadata, room};
use crate::ops::number::Real;

/// Adds ops on matrices: for each its name and the function that runs it on elements of a type.
macro_rules! matrix_ops {
    ($ops:ident: $($name:literal $run:ident;)*) => {$(
        $ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            match frame.dense(0)?.dtype() {
                DType::F16 => $run::<::half::f16>(frame),
                DType::F32 => $run::<f32>(frame),
                DType::F64 => $run::<f64>(frame),
                DType::Complex64 => $run::<Complex<f32>>(frame),
                DType::Complex128 => $run::<Complex<f64>>(frame),
                other => Err(unsupported(other)),
            }
        }));
    )*};
}
pub(crate) use matrix_ops;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    matrix_ops! { ops:
        "tf.Cholesky" cholesky;
        "tf.MatrixInverse" inverse;
        "tf.MatrixDeterminant" determinant;
        "tf.LogMatrixDeterminant" log_determinant;
        "tf.MatrixSolve" solve;
        "tf.MatrixTriangularSolve" triangular_solve;
    }
    ops.add(
        "tf.Cross",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves], cross::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
}

/// Elements of matrices.
pub(crate) trait Entry: Element {
    type Wide: Field;
    fn wide(self) -> Self::Wide;
    fn round(wide: Self::Wide) -> Self;
}

macro_rules! entries {
    ($($ty:ty, $wide:ty, $value:ident => $to:expr, $from:expr;)*) => {$(
        impl Entry for $ty {
            type Wide = $wide;
            fn wide(self) -> $wide { let $value = self; $to }
            fn round($value: $wide) -> $ty { $from }
        }
    )*};
}

entries! {
    f16, f64, x => x.to_f64(), f16::from_f64(x);
    f32, f64, x => x.into(), x as f32;
    f64, f64, x => x, x;
    Complex<f32>, Complex<f64>, x => Complex::new(x.re.into(), x.im.into()), Complex::new(x.re as f32, x.im as f32);
    Complex<f64>, Complex<f64>, x => x, x;
}

/// The dimensions before the matrix, its rows and its columns.
pub(crate) fn matrix(shape: &Shape) -> Result<(Dims, i64, i64), OpError> {
    let mut dims = shape.dims();
    match (dims.pop(), dims.pop()) {
        (Some(columns), Some(rows)) => Ok((dims, rows, columns)),
        _ => Err(no_matrix(shape)),
    }
}

pub(crate) fn wide<T: Entry>(from: &[T]) -> Result<Vec<T::Wide>, OpError> {
    collected(from.iter().map(|&value| value.wide()))
}

/// Matrices of a batch that there is something to compute for: none where the results have no elements, however large the batch.
pub(crate) fn matrices(batch: &[i64], outs: &mut [&mut Output]) -> usize {
    if outs.iter_mut().all(|out| out.bytes_mut().is_empty()) { 0 } else { product(batch) }
}

/// Calls a function for each matrix, with the place for its result of so many elements.
fn each<T: Entry>(
    frame: &mut DispatchFrame<'_>,
    results: usize,
    run: impl Fn(Vec<T::Wide>, usize, &mut [T]) -> Result<(), OpError>,
) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let n = rows as usize;
    let input = frame.values::<T>(0)?;
    let count = matrices(&batch, &mut [&mut out]);
    let to = out.values_mut::<T>();
    for at in 0..count {
        run(wide(&input[at * n * n..][..n * n])?, n, &mut to[at * results..][..results])?;
    }
    frame.finish(0, out);
    Ok(())
}

pub(crate) fn store<T: Entry>(to: &mut [T], from: &[T::Wide]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = T::round(from);
    }
}

fn size(frame: &DispatchFrame<'_>) -> Result<usize, OpError> {
    Ok(matrix(frame.dense(0)?.shape())?.1 as usize)
}

fn cholesky<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let n = size(frame)?;
    each::<T>(frame, n * n, |mut a, n, to| {
        if triangular::cholesky(&mut a, n, n).is_err() {
            return Err("Cholesky decomposition was not successful. The input might not be valid.".into());
        }
        for (i, row) in a.chunks_exact_mut(n.max(1)).enumerate() {
            row[i + 1..].fill(T::Wide::ZERO);
        }
        store(to, &a);
        Ok(())
    })
}

/// The triangular factors of a matrix in its place, and the row that each row was; whether rows were exchanged an odd number of times.
pub(crate) struct Factors<F> {
    pub(crate) a: Vec<F>,
    n: usize,
    pub(crate) rows: Vec<usize>,
    odd: bool,
}

impl<F: Field> Factors<F> {
    pub(crate) fn of(mut a: Vec<F>, n: usize) -> Factors<F> {
        let (mut rows, mut odd): (Vec<usize>, bool) = ((0..n).collect(), false);
        for (j, best) in triangular::lu(&mut a, n, n, F::abs).into_iter().enumerate() {
            rows.swap(best, j);
            odd ^= best != j;
        }
        Factors { a, n, rows, odd }
    }

    pub(crate) fn diagonal(&self) -> impl Iterator<Item = F> {
        (0..self.n).map(|i| self.a[i * self.n + i])
    }

    /// Solves for all columns of a right-hand side.
    pub(crate) fn solve(&self, rhs: &[F], columns: usize) -> Result<Vec<F>, OpError> {
        if self.diagonal().any(|pivot| pivot.abs() == 0.0) {
            return Err("Input matrix is not invertible.".into());
        }
        let mut x = room(rhs.len())?;
        x.extend(self.rows.iter().flat_map(|&row| &rhs[row * columns..][..columns]));
        for triangle in [Triangle { lower: true, unit: true }, Triangle { lower: false, unit: false }] {
            triangular::solve(&self.a, self.n, self.n, &mut x, columns, columns, triangle);
        }
        Ok(x)
    }
}

fn adjoint<F: Field>(a: &[F], n: usize) -> Result<Vec<F>, OpError> {
    collected((0..n * n).map(|at| a[at % n * n + at / n].conj()))
}

fn inverse<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (n, flip) = (size(frame)?, frame.attrs().get_bool("adjoint").unwrap_or(false));
    each::<T>(frame, n * n, |a, n, to| {
        let a = if flip { adjoint(&a, n)? } else { a };
        let mut identity = filled(T::Wide::ZERO, n.saturating_mul(n))?;
        identity.iter_mut().step_by(n + 1).for_each(|one| *one = T::Wide::ONE);
        store(to, &Factors::of(a, n).solve(&identity, n)?);
        Ok(())
    })
}

fn determinant<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    each::<T>(frame, 1, |a, n, to| {
        let factors = Factors::of(a, n);
        let product = factors.diagonal().fold(T::Wide::ONE, |product, pivot| product * pivot);
        store(to, &[if factors.odd { -product } else { product }]);
        Ok(())
    })
}

fn log_determinant<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let mut logs = DispatchFrame::fresh(result_metadata(frame, 1)?)?;
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let mut signs = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let input = frame.values::<T>(0)?;
    for (at, (sign_out, log_out)) in
        signs.values_mut::<T>().iter_mut().zip(logs.values_mut::<T>()).enumerate().take(product(&batch))
    {
        let factors = Factors::of(wide(&input[at * n * n..][..n * n])?, n);
        let (mut sign, mut log) = (T::Wide::ONE, 0.0);
        for pivot in factors.diagonal() {
            let size = pivot.abs();
            log += size.ln();
            sign = if size == 0.0 { T::Wide::ZERO } else { sign * (pivot / T::Wide::real(size)) };
        }
        *sign_out = T::round(if factors.odd { -sign } else { sign });
        *log_out = T::round(T::Wide::real(log));
    }
    frame.finish(0, signs);
    frame.finish(1, logs);
    Ok(())
}

fn solve<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let flip = frame.attrs().get_bool("adjoint").unwrap_or(false);
    let (batch, _, columns) = matrix(frame.dense(1)?.shape())?;
    let (n, columns) = (size(frame)?, columns as usize);
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (a, b) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    let count = matrices(&batch, &mut [&mut out]);
    let to = out.values_mut::<T>();
    for at in 0..count {
        let a = wide(&a[at * n * n..][..n * n])?;
        let a = if flip { adjoint(&a, n)? } else { a };
        let x = Factors::of(a, n).solve(&wide(&b[at * n * columns..][..n * columns])?, columns)?;
        store(&mut to[at * n * columns..][..n * columns], &x);
    }
    frame.finish(0, out);
    Ok(())
}

fn triangular_solve<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let (lower, flip) = (attrs.get_bool("lower").unwrap_or(true), attrs.get_bool("adjoint").unwrap_or(false));
    let metadata = result_metadata(frame, 0)?;
    let (batch, _, columns) = matrix(&metadata.shape)?;
    let ((left, _, _), (right, _, _)) = (matrix(frame.dense(0)?.shape())?, matrix(frame.dense(1)?.shape())?);
    let (n, columns) = (size(frame)?, columns as usize);
    let mut out = DispatchFrame::fresh(metadata)?;
    let (a, b) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    let count = matrices(&batch, &mut [&mut out]);
    let to = out.values_mut::<T>();
    // The matrix that one of the result is computed from: dimensions of one stay at their only place.
    let source = |dims: &[i64], at: usize| {
        let (mut at, mut place, mut step) = (at, 0, 1);
        for (axis, &dim) in batch.iter().enumerate().rev() {
            let position = at % dim.max(1) as usize;
            at /= dim.max(1) as usize;
            let Some(own) = (axis + dims.len()).checked_sub(batch.len()) else { continue };
            place += if dims[own] == 1 { 0 } else { position * step };
            step *= dims[own] as usize;
        }
        place
    };
    for at in 0..count {
        let a = wide(&a[source(&left, at) * n * n..][..n * n])?;
        if (0..n).any(|i| a[i * n + i].abs() == 0.0) {
            return Err("Input matrix is not invertible.".into());
        }
        let a = if flip { adjoint(&a, n)? } else { a };
        let mut x = wide(&b[source(&right, at) * n * columns..][..n * columns])?;
        triangular::solve(&a, n, n, &mut x, columns, columns, Triangle { lower: lower != flip, unit: false });
        store(&mut to[at * n * columns..][..n * columns], &x);
    }
    frame.finish(0, out);
    Ok(())
}

fn cross<T: Real>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (a, b) = (frame.values::<T>(0)?.chunks_exact(3), frame.values::<T>(1)?.chunks_exact(3));
    for ((a, b), out) in a.zip(b).zip(out.values_mut::<T>().chunks_exact_mut(3)) {
        for (i, out) in out.iter_mut().enumerate() {
            let (j, k) = ((i + 1) % 3, (i + 2) % 3);
            *out = a[j].times(b[k]).minus(a[k].times(b[j]));
        }
    }
    frame.finish(0, out);
    Ok(())
}
