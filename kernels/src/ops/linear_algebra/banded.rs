//! Equations of matrices with few diagonals, and of matrices with more rows than columns: `tf.TridiagonalSolve`,
//! `tf.TridiagonalMatMul`, `tf.BandedTriangularSolve` and `tf.MatrixSolveLs`.
//!
//! They compute in double precision and round once.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::unsupported;
use crate::ops::linear_algebra::field::Field;
use crate::ops::linear_algebra::solve::{Entry, Factors, matrices, matrix, matrix_ops, store, wide};
use crate::ops::memory::{collected, result_metadata};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    matrix_ops! { ops:
        "tf.TridiagonalSolve" tridiagonal;
        "tf.TridiagonalMatMul" multiply;
        "tf.BandedTriangularSolve" banded;
        "tf.MatrixSolveLs" least_squares;
    }
}

/// Elimination with row exchanges, which may put a second diagonal above.
fn tridiagonal<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, n, columns) = matrix(frame.dense(1)?.shape())?;
    let (n, columns) = (n as usize, columns as usize);
    if frame.attrs().get_bool("perturb_singular").unwrap_or(false) {
        return Err("perturb_singular must be false here".into());
    }
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (diagonals, rhs) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let bands = wide(&diagonals[at * 3 * n..][..3 * n])?;
        let mut x = wide(&rhs[at * n * columns..][..n * columns])?;
        // A row's elements from its diagonal to the right.
        let row = |i: usize| [bands[n + i], if i + 1 < n { bands[i] } else { T::Wide::ZERO }, T::Wide::ZERO];
        let mut rows: Vec<[T::Wide; 3]> = (0..n).map(row).collect();
        for i in 0..n {
            if i + 1 < n {
                let below = bands[2 * n + i + 1];
                let [diagonal, right, _] = rows[i + 1];
                // The row below, seen from this one's diagonal.
                let mut next = [below, diagonal, right];
                if next[0].abs() > rows[i][0].abs() {
                    std::mem::swap(&mut next, &mut rows[i]);
                    for c in 0..columns {
                        x.swap(i * columns + c, (i + 1) * columns + c);
                    }
                }
                if rows[i][0].abs() == 0.0 {
                    return Err("The matrix is not invertible as it has zeros on the diagonal.".into());
                }
                let factor = next[0] / rows[i][0];
                rows[i + 1] = [next[1] - factor * rows[i][1], next[2] - factor * rows[i][2], T::Wide::ZERO];
                for c in 0..columns {
                    x[(i + 1) * columns + c] = x[(i + 1) * columns + c] - factor * x[i * columns + c];
                }
            } else if rows[i][0].abs() == 0.0 {
                return Err("The matrix is not invertible as it has zeros on the diagonal.".into());
            }
        }
        for i in (0..n).rev() {
            for c in 0..columns {
                let mut value = x[i * columns + c];
                for k in 1..3.min(n - i) {
                    value = value - rows[i][k] * x[(i + k) * columns + c];
                }
                x[i * columns + c] = value / rows[i][0];
            }
        }
        store(&mut out.values_mut::<T>()[at * n * columns..][..n * columns], &x);
    }
    frame.finish(0, out);
    Ok(())
}

fn multiply<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, n, columns) = matrix(frame.dense(3)?.shape())?;
    let (n, columns) = (n as usize, columns as usize);
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let [above, main, below] = [frame.values::<T>(0)?, frame.values::<T>(1)?, frame.values::<T>(2)?];
    let rhs = frame.values::<T>(3)?;
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let rhs = wide(&rhs[at * n * columns..][..n * columns])?;
        let mut sums = vec![T::Wide::ZERO; n * columns];
        for i in 0..n {
            for c in 0..columns {
                let mut sum = main[at * n + i].wide() * rhs[i * columns + c];
                if i + 1 < n {
                    sum = sum + above[at * n + i].wide() * rhs[(i + 1) * columns + c];
                }
                if i > 0 {
                    sum = sum + below[at * n + i].wide() * rhs[(i - 1) * columns + c];
                }
                sums[i * columns + c] = sum;
            }
        }
        store(&mut out.values_mut::<T>()[at * n * columns..][..n * columns], &sums);
    }
    frame.finish(0, out);
    Ok(())
}

/// A triangular matrix of so many diagonals: the main one first (or last, in an upper one), each as long as the main one, with the
/// excess at its start (or end).
fn banded<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, n, columns) = matrix(frame.dense(1)?.shape())?;
    let (n, columns) = (n as usize, columns as usize);
    let flag = |name, default| frame.attrs().get_bool(name).unwrap_or(default);
    let (lower, adjoint) = (flag("lower", true), flag("adjoint", false));
    let count = frame.dense(0)?.shape().dim(batch.len()) as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (bands, rhs) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let bands = wide(&bands[at * count * n..][..count * n])?;
        let mut x = wide(&rhs[at * n * columns..][..n * columns])?;
        // Elements of the matrix as it stands; the adjoint has them mirrored.
        let stored = |i: usize, j: usize| match lower {
            true => bands[(i - j) * n + i],
            false => bands[(count - 1 - (j - i)) * n + i],
        };
        let element = |i: usize, j: usize| if adjoint { stored(j, i).conj() } else { stored(i, j) };
        for step in 0..n {
            let down = lower != adjoint;
            let i = if down { step } else { n - 1 - step };
            let others = if down { i.saturating_sub(count - 1)..i } else { i + 1..n.min(i + count) };
            for j in others {
                let factor = element(i, j);
                for c in 0..columns {
                    x[i * columns + c] = x[i * columns + c] - factor * x[j * columns + c];
                }
            }
            let diagonal = element(i, i);
            if diagonal.abs() == 0.0 {
                return Err(
                    "The banded triangular matrix is not invertible: it has a zero on its diagonal.".into()
                );
            }
            for c in 0..columns {
                x[i * columns + c] = x[i * columns + c] / diagonal;
            }
        }
        store(&mut out.values_mut::<T>()[at * n * columns..][..n * columns], &x);
    }
    frame.finish(0, out);
    Ok(())
}

/// Through the normal equations: of the columns, or of the rows where those are fewer, for the shortest of many solutions.
fn least_squares<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, m, n) = matrix(frame.dense(0)?.shape())?;
    let (m, n) = (m as usize, n as usize);
    let columns = frame.dense(1)?.shape().dim(batch.len() + 1) as usize;
    // Without `fast` no regularization takes place.
    let fast = frame.attrs().get_bool("fast").unwrap_or(true);
    let regularizer = if fast { frame.values::<f64>(2)?[0] } else { 0.0 };
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let (input, rhs) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let a = wide(&input[at * m * n..][..m * n])?;
        let b = wide(&rhs[at * m * columns..][..m * columns])?;
        let least = m.min(n);
        let sum =
            |count: usize, f: &dyn Fn(usize) -> T::Wide| (0..count).fold(T::Wide::ZERO, |sum, k| sum + f(k));
        let mut gram = collected((0..least * least).map(|at| {
            let (i, j) = (at / least, at % least);
            match m >= n {
                true => sum(m, &|k| a[k * n + i].conj() * a[k * n + j]),
                false => sum(n, &|k| a[i * n + k] * a[j * n + k].conj()),
            }
        }))?;
        for i in 0..least {
            gram[i * least + i] = gram[i * least + i] + T::Wide::real(regularizer);
        }
        let factors = Factors::of(gram, least);
        // The adjoint's product with something of so many rows.
        let adjoint = |x: &[T::Wide]| {
            collected(
                (0..n * columns)
                    .map(|at| sum(m, &|k| a[k * n + at / columns].conj() * x[k * columns + at % columns])),
            )
        };
        let x = match m >= n {
            true => factors.solve(&adjoint(&b)?, columns)?,
            false => adjoint(&factors.solve(&b, columns)?)?,
        };
        store(&mut out.values_mut::<T>()[at * n * columns..][..n * columns], &x);
    }
    frame.finish(0, out);
    Ok(())
}
