//! Decompositions of matrices: `tf.SelfAdjointEigV2`, `tf.Svd`, `tf.Qr`, `tf.Lu`, and `tf.MatrixSquareRoot`.
//!
//! A tensor's last two dimensions are a matrix, the dimensions before them a batch. All functions compute in double precision and
//! round once. Where a factor is only determined up to a sign (or phase), as eigenvectors and singular vectors are, it may differ
//! from another library's. Singular values and eigenvalues come from Jacobi rotations, which find small ones to full precision; QR
//! is Householder's, with the diagonal of R as in LAPACK.
//!
//! The library `faer` 0.24 is faster, on one thread and for an `f64` matrix of 256: 26 ms and not 951 ms for singular values, 13 and 247 ms
//! for eigenvalues, 1.0 and 15 ms for QR, 0.3 and 1.1 ms for LU, 0.1 and 2.0 ms for Cholesky. Its residuals are 1e-15 to 8e-15 for `f64`. For `f32` it
//! computes in single precision, with residuals of up to 7e-6, where these functions round once. It takes 106 s of processor time to
//! build and adds 3.5 MB to a stripped program for real numbers alone. Models rarely decompose large matrices, and both costs are those of every
//! program that runs ops, so these functions stay.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::DType;

use crate::ops::by_dtype::unsupported;
use crate::ops::index_arguments::integers;
use crate::ops::linear_algebra::solve::{Entry, Factors, Field, matrices, matrix, matrix_ops, store, wide};
use crate::ops::memory::{filled, result_metadata, try_room};

/// Sweeps of rotations before giving up: a handful suffice.
const SWEEPS: usize = 60;

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

pub(crate) fn rows_of<F: Field>(columns: &[Vec<F>], m: usize) -> Vec<F> {
    (0..m).flat_map(|i| columns.iter().map(move |column| column[i])).collect()
}

/// The product of the first vector's conjugate with the second.
pub(crate) fn dot<F: Field>(a: &[F], b: &[F]) -> F {
    a.iter().zip(b).fold(F::ZERO, |sum, (&a, &b)| sum + a.conj() * b)
}

pub(crate) fn norm<F: Field>(a: &[F]) -> f64 {
    let largest = a.iter().map(|x| x.abs()).fold(0.0, f64::max);
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * a.iter().map(|x| (x.abs() / largest).powi(2)).sum::<f64>().sqrt()
}

/// The rotation that makes two numbers of a Hermitian matrix's corner, `[[a, b], [b*, d]]`, its diagonal: cosine, and sine with
/// the phase of `b`.
fn rotation<F: Field>(a: f64, b: F, d: f64) -> (f64, F) {
    let size = b.abs();
    let zeta = (d - a) / (2.0 * size);
    let t = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
    let cosine = 1.0 / t.hypot(1.0);
    (cosine, F::real(t * cosine) * (b / F::real(size)))
}

/// Turns two columns: `p` becomes `c p - s* q`, `q` becomes `s p + c q`.
fn turn<F: Field>(all: &mut [Vec<F>], p: usize, q: usize, cosine: f64, sine: F) {
    let cosine = F::real(cosine);
    for i in 0..all[p].len() {
        let (x, y) = (all[p][i], all[q][i]);
        all[p][i] = cosine * x - sine.conj() * y;
        all[q][i] = sine * x + cosine * y;
    }
}

fn eig<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let mut values = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut vectors = DispatchFrame::fresh(result_metadata(frame, 1)?)?;
    let with_vectors = frame.attrs().get_bool("compute_v").unwrap_or(true);
    let input = frame.values::<T>(0)?;
    for at in 0..matrices(&batch, &mut [&mut values, &mut vectors]) {
        let (found, columns) = hermitian::<T::Wide>(&wide(&input[at * n * n..][..n * n]), n)?;
        let found: Vec<T::Wide> = found.into_iter().map(T::Wide::real).collect();
        store(&mut values.values_mut::<T>()[at * n..][..n], &found);
        if with_vectors {
            store(&mut vectors.values_mut::<T>()[at * n * n..][..n * n], &rows_of(&columns, n));
        }
    }
    frame.finish(0, values);
    frame.finish(1, vectors);
    Ok(())
}

/// Eigenvalues, rising, and eigenvectors as columns. Only the lower triangle is read.
pub(crate) fn hermitian<F: Field>(lower: &[F], n: usize) -> Result<(Vec<f64>, Vec<Vec<F>>), OpError> {
    let mut a: Vec<Vec<F>> = (0..n)
        .map(|j| {
            let entry = |i: usize| if i >= j { lower[i * n + j] } else { lower[j * n + i].conj() };
            (0..n).map(|i| if i == j { F::real(entry(i).re()) } else { entry(i) }).collect()
        })
        .collect();
    let unit = |j: usize| (0..n).map(|i| if i == j { F::ONE } else { F::ZERO }).collect();
    let mut vectors: Vec<Vec<F>> = (0..n).map(unit).collect();
    let size = a.iter().map(|column| norm(column)).fold(0.0, f64::hypot);
    if !size.is_finite() {
        return Err(
            "Self-adjoint eigen decomposition was not successful. The input might not be valid.".into()
        );
    }
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let b = a[q][p];
                if b.abs()
                    <= f64::EPSILON * 0.25 * (a[p][p].abs() * a[q][q].abs()).sqrt().max(size * f64::EPSILON)
                {
                    continue;
                }
                turned = true;
                let (cosine, sine) = rotation(a[p][p].re(), b, a[q][q].re());
                turn(&mut a, p, q, cosine, sine);
                // Rows as columns, with the same change on the other side.
                for column in &mut a {
                    let (x, y) = (column[p], column[q]);
                    column[p] = F::real(cosine) * x - sine * y;
                    column[q] = sine.conj() * x + F::real(cosine) * y;
                }
                turn(&mut vectors, p, q, cosine, sine);
            }
        }
        if !turned {
            break;
        }
    }
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| a[i][i].re().total_cmp(&a[j][j].re()));
    let values = order.iter().map(|&i| a[i][i].re()).collect();
    Ok((values, order.into_iter().map(|i| vectors[i].clone()).collect()))
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
        let a = columns::<T::Wide>(&wide(&input[at * m * n..][..m * n]), m, n);
        // The side with fewer columns is turned.
        let flipped = n > m;
        let adjoint = |a: &[Vec<T::Wide>]| -> Vec<Vec<T::Wide>> {
            (0..m).map(|i| a.iter().map(|column| column[i].conj()).collect()).collect()
        };
        let (mut left, values, mut right) = singular(if flipped { adjoint(&a) } else { a });
        if flipped {
            std::mem::swap(&mut left, &mut right);
        }
        let found: Vec<T::Wide> = values.iter().map(|&value| T::Wide::real(value)).collect();
        store(&mut outs[0].values_mut::<T>()[at * least..][..least], &found);
        if with_vectors {
            complete(&mut left, m, left_count);
            complete(&mut right, n, right_count);
            store(
                &mut outs[1].values_mut::<T>()[at * m * left_count..][..m * left_count],
                &rows_of(&left, m),
            );
            store(
                &mut outs[2].values_mut::<T>()[at * n * right_count..][..n * right_count],
                &rows_of(&right, n),
            );
        }
    }
    for (i, out) in outs.into_iter().enumerate() {
        frame.finish(i, out);
    }
    Ok(())
}

/// The vectors of the columns' side, the singular values, falling, and the vectors of the rows' side, of a matrix with no more
/// columns than rows. Vectors of zeros stand where a value is zero.
pub(crate) fn singular<F: Field>(mut a: Vec<Vec<F>>) -> (Vec<Vec<F>>, Vec<f64>, Vec<Vec<F>>) {
    let n = a.len();
    let mut right: Vec<Vec<F>> =
        (0..n).map(|j| (0..n).map(|i| if i == j { F::ONE } else { F::ZERO }).collect()).collect();
    for _ in 0..SWEEPS {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let (x, y, b) = (norm(&a[p]), norm(&a[q]), dot(&a[p], &a[q]));
                if b.abs() <= f64::EPSILON * x * y || b.abs() == 0.0 || !b.abs().is_finite() {
                    continue;
                }
                turned = true;
                let (cosine, sine) = rotation(x * x, b, y * y);
                turn(&mut a, p, q, cosine, sine);
                turn(&mut right, p, q, cosine, sine);
            }
        }
        if !turned {
            break;
        }
    }
    let values: Vec<f64> = a.iter().map(|column| norm(column)).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
    let left = order
        .iter()
        .map(|&i| {
            let scale = if values[i] > 0.0 { 1.0 / values[i] } else { 0.0 };
            a[i].iter().map(|&x| x * F::real(scale)).collect()
        })
        .collect();
    let right = order.iter().map(|&i| right[i].clone()).collect();
    (left, order.iter().map(|&i| values[i]).collect(), right)
}

/// Makes so many orthonormal vectors of those that are given, of which some may be zero.
pub(crate) fn complete<F: Field>(vectors: &mut Vec<Vec<F>>, length: usize, count: usize) {
    vectors.truncate(count);
    if vectors.is_empty() {
        let unit = |at: usize| (0..length).map(|i| if i == at { F::ONE } else { F::ZERO }).collect();
        *vectors = (0..count).map(unit).collect();
        return;
    }
    let mut next = 0;
    for at in 0..count {
        if vectors.get(at).is_some_and(|vector| norm(vector) > 0.5) {
            continue;
        }
        // The first unit vector that is not, nearly, a sum of the others.
        while next < length {
            let mut vector = vec![F::ZERO; length];
            vector[next] = F::ONE;
            next += 1;
            for _ in 0..2 {
                for other in vectors.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, other)| other) {
                    let shared = dot(other, &vector);
                    for (x, &y) in vector.iter_mut().zip(other) {
                        *x = *x - shared * y;
                    }
                }
            }
            let size = norm(&vector);
            if size > 0.5 / (length as f64).sqrt() {
                vector.iter_mut().for_each(|x| *x = *x / F::real(size));
                if at < vectors.len() {
                    vectors[at] = vector
                } else {
                    vectors.push(vector)
                }
                break;
            }
        }
    }
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
        let mut a = columns::<T::Wide>(&wide(&input[at * m * n..][..m * n]), m, n);
        let mut reflections = Vec::new();
        for k in 0..least {
            let reflection = reflection(&mut a[k][k..]);
            for column in &mut a[k + 1..] {
                reflect(&reflection, &mut column[k..], true);
            }
            reflections.push(reflection);
        }
        let mut q: Vec<Vec<T::Wide>> = (0..inner)
            .map(|j| (0..m).map(|i| if i == j { T::Wide::ONE } else { T::Wide::ZERO }).collect())
            .collect();
        for (k, reflection) in reflections.iter().enumerate().rev() {
            for column in &mut q {
                reflect(reflection, &mut column[k..], false);
            }
        }
        for (j, column) in a.iter_mut().enumerate() {
            column.iter_mut().skip(j + 1).for_each(|below| *below = T::Wide::ZERO);
        }
        store(&mut q_out.values_mut::<T>()[at * m * inner..][..m * inner], &rows_of(&q, m));
        store(&mut r_out.values_mut::<T>()[at * inner * n..][..inner * n], &rows_of(&a, inner));
    }
    frame.finish(0, q_out);
    frame.finish(1, r_out);
    Ok(())
}

/// `1 - factor v v*`, with a first element of `v` that is one.
pub(crate) struct Reflection<F> {
    pub(crate) v: Vec<F>,
    pub(crate) factor: F,
}

/// The reflection that leaves nothing of a column but its first element, which becomes real; the column is changed.
pub(crate) fn reflection<F: Field>(column: &mut [F]) -> Reflection<F> {
    let (first, rest) = (column[0], norm(&column[1..]));
    let is_real = (first - F::real(first.re())).abs() == 0.0;
    if rest == 0.0 && is_real {
        let mut v = vec![F::ZERO; column.len()];
        v[0] = F::ONE;
        return Reflection { v, factor: F::ZERO };
    }
    let size = first.abs().hypot(rest);
    let beta = if first.re() >= 0.0 { -size } else { size };
    let scale = first - F::real(beta);
    let mut v: Vec<F> = column.iter().map(|&x| x / scale).collect();
    v[0] = F::ONE;
    column[1..].fill(F::ZERO);
    column[0] = F::real(beta);
    Reflection { v, factor: (F::real(beta) - first) / F::real(beta) }
}

/// Reflects a vector, by the reflection itself or, for the factors of a product in reverse, by its adjoint.
pub(crate) fn reflect<F: Field>(reflection: &Reflection<F>, x: &mut [F], adjoint: bool) {
    let factor = if adjoint { reflection.factor.conj() } else { reflection.factor };
    let shared = dot(&reflection.v, x) * factor;
    for (x, &v) in x.iter_mut().zip(&reflection.v) {
        *x = *x - shared * v;
    }
}

fn lu<T: Entry>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (batch, rows, _) = matrix(frame.dense(0)?.shape())?;
    let n = rows as usize;
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let mut order = Vec::new();
    let input = frame.values::<T>(0)?;
    for at in 0..matrices(&batch, &mut [&mut out]) {
        let factors = Factors::of(wide(&input[at * n * n..][..n * n]), n);
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
fn times<F: Field>(a: &[F], b: &[F], n: usize) -> Vec<F> {
    let mut out = vec![F::ZERO; n * n];
    for i in 0..n {
        for k in 0..n {
            let factor = a[i * n + k];
            for j in 0..n {
                out[i * n + j] = out[i * n + j] + factor * b[k * n + j];
            }
        }
    }
    out
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
        let a: Vec<T::Wide> = wide(&input[at * n * n..][..n * n]);
        let (mut x, mut m) = (a.clone(), a);
        for _ in 0..SWEEPS {
            let inverse = Factors::of(m.clone(), n).solve(&identity, n)?;
            let half: Vec<T::Wide> = identity
                .iter()
                .zip(&inverse)
                .map(|(&one, &inverse)| (one + inverse) * T::Wide::real(0.5))
                .collect();
            x = times(&x, &half, n);
            let two = T::Wide::real(2.0);
            let next: Vec<T::Wide> = m
                .iter()
                .zip(&inverse)
                .zip(&identity)
                .map(|((&m, &inverse), &one)| (two * one + m + inverse) * quarter)
                .collect();
            m = next;
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
