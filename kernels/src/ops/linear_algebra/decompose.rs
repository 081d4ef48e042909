//! Decompositions of matrices: `tf.SelfAdjointEigV2`, `tf.Svd`, `tf.Qr`, `tf.Lu`, and `tf.MatrixSquareRoot`.
//!
//! A tensor's last two dimensions are a matrix, the dimensions before them a batch. All functions compute in double precision and
//! round once. Where a factor is only determined up to a sign (or phase), as eigenvectors and singular vectors are, it may differ
//! from another library's. QR is Householder's, with the diagonal of R as in LAPACK.
//!
//! The library `faer` is not used: for `f32` it computes in single precision, with residuals of up to 7e-6, where these functions round once, and
//! it takes 106 s of processor time to build and adds 3.5 MB to a stripped program for real numbers alone.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::arrays::gather::product;
use crate::ops::by_dtype::unsupported;
use crate::ops::index_arguments::integers;
use crate::ops::linear_algebra::bidiagonal::{Singular, singular};
use crate::ops::linear_algebra::field::Field;
use crate::ops::linear_algebra::reflection::{Reflection, accumulated};
use crate::ops::linear_algebra::solve::{Entry, Factors, matrices, matrix, matrix_ops, store, wide};
use crate::ops::linear_algebra::tridiagonal::hermitian;
use crate::ops::memory::{collected, copied, filled, result_metadata, room, try_room};

/// Iterations before giving up: a handful suffice.
const ITERATIONS: usize = 60;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    matrix_ops! { ops:
        "tf.SelfAdjointEigV2" eig;
        "tf.Svd" svd;
        "tf.Qr" qr;
        "tf.Lu" lu;
        "tf.MatrixSquareRoot" square_root;
    }
}

/// The columns of a matrix that is stored by rows.
pub(crate) fn columns<F: Field>(a: &[F], m: usize, n: usize) -> Vec<Vec<F>> {
    (0..n).map(|j| (0..m).map(|i| a[i * n + j]).collect()).collect()
}

/// The elements of so many vectors of a length, those of the same place one after the other.
pub(crate) fn transposed<F: Field>(vectors: &[F], count: usize, length: usize) -> Vec<F> {
    let mut turned = Vec::with_capacity(count * length);
    for i in 0..length {
        turned.extend(vectors.chunks_exact(length).take(count).map(|vector| vector[i]));
    }
    turned
}

/// A matrix by rows from its columns, of so many elements each.
pub(crate) fn rows_of<F: Field>(columns: &[Vec<F>], m: usize) -> Vec<F> {
    (0..m).flat_map(|i| columns.iter().map(move |column| column[i])).collect()
}

fn eig<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let mut values = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut vectors = DispatchFrame::fresh(result_metadata(frame, 1)?)?;
    let with_vectors = frame.attrs().get_bool("compute_v").unwrap_or(true);
    // The matrix, its tridiagonal form with the reflections, and the vectors as they are found, in order, and by columns.
    try_room::<T::Wide>(n.saturating_mul(n).saturating_mul(if with_vectors { 6 } else { 3 }))?;
    let input = frame.values::<T>(0)?;
    for at in 0..matrices(&batch, &mut [&mut values, &mut vectors]) {
        let (found, columns) = hermitian::<T::Wide>(&wide(&input[at * n * n..][..n * n])?, n, with_vectors)
            .ok_or(
            "Self-adjoint eigen decomposition was not successful. The input might not be valid.",
        )?;
        let found: Vec<T::Wide> = found.into_iter().map(T::Wide::real).collect();
        store(&mut values.values_mut::<T>()[at * n..][..n], &found);
        if with_vectors {
            store(&mut vectors.values_mut::<T>()[at * n * n..][..n * n], &transposed(&columns, n, n));
        }
    }
    frame.finish(0, values);
    frame.finish(1, vectors);
    Ok(())
}

fn svd<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, m, n) = matrix(frame.dense(0)?.shape())?;
    let (m, n) = (m as usize, n as usize);
    let least = m.min(n);
    let attrs = frame.attrs();
    let with_vectors = attrs.get_bool("compute_uv").unwrap_or(true);
    let full = attrs.get_bool("full_matrices").unwrap_or(false);
    let (left_count, right_count) = if full { (m, n) } else { (least, least) };
    if with_vectors {
        // The vectors, and their copies as rows; more than the input where all vectors are wanted.
        try_room::<[T::Wide; 2]>(m.saturating_mul(left_count).saturating_add(n.saturating_mul(right_count)))?;
    }
    let mut outs = [
        DispatchFrame::fresh(result_metadata(frame, 0)?)?,
        DispatchFrame::fresh(result_metadata(frame, 1)?)?,
        DispatchFrame::fresh(result_metadata(frame, 2)?)?,
    ];
    let input = frame.values::<T>(0)?;
    let [first, second, third] = &mut outs;
    for at in 0..matrices(&batch, &mut [first, second, third]) {
        let a = columns::<T::Wide>(&wide(&input[at * m * n..][..m * n])?, m, n);
        let parts = parts_of(a, m, [left_count, right_count], with_vectors);
        let found: Vec<T::Wide> = parts.values.iter().map(|&value| T::Wide::real(value)).collect();
        store(&mut outs[0].values_mut::<T>()[at * least..][..least], &found);
        if with_vectors {
            for (out, vectors, length, count) in
                [(1, &parts.left, m, left_count), (2, &parts.right, n, right_count)]
            {
                let to = &mut outs[out].values_mut::<T>()[at * length * count..][..length * count];
                store(to, &transposed(vectors, count, length));
            }
        }
    }
    for (i, out) in outs.into_iter().enumerate() {
        frame.finish(i, out);
    }
    Ok(())
}

/// The singular values of a matrix of `m` rows, which is given by its columns, with so many vectors of either side; all are NaN if the matrix
/// has elements that are not finite, or the steps do not converge.
pub(crate) fn parts_of<F: Field>(
    a: Vec<Vec<F>>,
    m: usize,
    counts: [usize; 2],
    with_vectors: bool,
) -> Singular<F> {
    let n = a.len();
    let found = if m >= n {
        singular(a, m, counts[0], with_vectors)
    } else {
        // That of the adjoint matrix.
        let rows = (0..m).map(|i| a.iter().map(|column| column[i].conj()).collect()).collect();
        let found = singular(rows, n, counts[1], with_vectors);
        found.map(|Singular { left, values, right }| Singular { left: right, values, right: left })
    };
    found.unwrap_or_else(|| {
        let nan = |count: usize| vec![F::real(f64::NAN); if with_vectors { count } else { 0 }];
        Singular { left: nan(m * counts[0]), values: vec![f64::NAN; m.min(n)], right: nan(n * counts[1]) }
    })
}

fn qr<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, m, n) = matrix(frame.dense(0)?.shape())?;
    let (m, n) = (m as usize, n as usize);
    let least = m.min(n);
    let inner = if frame.attrs().get_bool("full_matrices").unwrap_or(false) { m } else { least };
    // The whole factor and its copy as rows; more than the input where it is square.
    try_room::<[T::Wide; 2]>(m.saturating_mul(inner))?;
    let mut q_out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut r_out = DispatchFrame::fresh(result_metadata(frame, 1)?)?;
    let input = frame.values::<T>(0)?;
    for at in 0..matrices(&batch, &mut [&mut q_out, &mut r_out]) {
        let mut a = columns::<T::Wide>(&wide(&input[at * m * n..][..m * n])?, m, n);
        let mut reflections = Vec::new();
        for k in 0..least {
            let reflection = Reflection::of(&mut a[k][k..]);
            for column in &mut a[k + 1..] {
                reflection.apply(&mut column[k..], true);
            }
            reflections.push(reflection);
        }
        let q = accumulated(&reflections, m, inner, 0);
        for (j, column) in a.iter_mut().enumerate() {
            column.iter_mut().skip(j + 1).for_each(|below| *below = T::Wide::ZERO);
        }
        store(&mut q_out.values_mut::<T>()[at * m * inner..][..m * inner], &transposed(&q, inner, m));
        store(&mut r_out.values_mut::<T>()[at * inner * n..][..inner * n], &rows_of(&a, inner));
    }
    frame.finish(0, q_out);
    frame.finish(1, r_out);
    Ok(())
}

fn lu<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut order = room(product(&batch).saturating_mul(n))?;
    let input = frame.values::<T>(0)?;
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let factors = Factors::of(wide(&input[at * n * n..][..n * n])?, n);
        if factors.diagonal().any(|pivot| pivot.abs() == 0.0) {
            return Err("Input is not invertible.".into());
        }
        store(&mut out.values_mut::<T>()[at * n * n..][..n * n], &factors.a);
        order.extend(factors.rows.iter().map(|&row| row as i64));
    }
    let metadata = result_metadata(frame, 1)?;
    let order = integers(metadata.dtype, &metadata.shape.dims(), &order)?;
    frame.finish(0, out);
    frame.set(1, order);
    Ok(())
}

/// The product of two square matrices.
fn times<F: Field>(a: &[F], b: &[F], n: usize) -> Result<Vec<F>, OpError> {
    let mut out = filled(F::ZERO, n * n)?;
    for i in 0..n {
        for k in 0..n {
            let factor = a[i * n + k];
            for j in 0..n {
                out[i * n + j] = out[i * n + j] + factor * b[k * n + j];
            }
        }
    }
    Ok(out)
}

/// The principal square root, by the product form of Denman and Beavers' iteration.
fn square_root<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let input = frame.values::<T>(0)?;
    let mut identity = filled(T::Wide::ZERO, n.saturating_mul(n))?;
    identity.iter_mut().step_by(n + 1).for_each(|one| *one = T::Wide::ONE);
    let quarter = T::Wide::real(0.25);
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let a: Vec<T::Wide> = wide(&input[at * n * n..][..n * n])?;
        let (mut x, mut m) = (copied(&a)?, a);
        for _ in 0..ITERATIONS {
            let inverse = Factors::of(copied(&m)?, n).solve(&identity, n)?;
            let half =
                identity.iter().zip(&inverse).map(|(&one, &inverse)| (one + inverse) * T::Wide::real(0.5));
            x = times(&x, &collected(half)?, n)?;
            let two = T::Wide::real(2.0);
            for ((m, &inverse), &one) in m.iter_mut().zip(&inverse).zip(&identity) {
                *m = (two * one + *m + inverse) * quarter;
            }
            let distance = m.iter().zip(&identity).map(|(&m, &one)| (m - one).abs()).fold(0.0, f64::max);
            if distance < 1e-14 {
                break;
            }
        }
        store(&mut out.values_mut::<T>()[at * n * n..][..n * n], &x);
    }
    frame.finish(0, out);
    Ok(())
}
