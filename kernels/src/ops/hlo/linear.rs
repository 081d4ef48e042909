//! `hlo.cholesky` and `hlo.triangular_solve`, of batches of matrices, in double precision.

use num_complex::Complex;
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::linear_algebra::decompose::transposed;
use crate::ops::linear_algebra::field::Field;
use crate::ops::linear_algebra::triangular::{self, Triangle};
use crate::ops::memory::{result_metadata, room};
use crate::ops::number::Float;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.cholesky", OpEntry::new().dispatch(cholesky));
    ops.add("hlo.triangular_solve", OpEntry::new().dispatch(triangular_solve));
}

/// The elements of an operand in double precision.
fn reals(dense: &DenseHostTensor) -> Result<Vec<f64>, OpError> {
    let mut values: Vec<f64> = room(dense.num_elements())?;
    let dtype = dense.dtype();
    for_dtype!(dtype, [floats halves], {
        values.extend(dense.values::<T>().unwrap_or_default().iter().map(|value| f64::from(value.work())));
    }, else return Err(unsupported(dtype)));
    Ok(values)
}

fn complexes(dense: &DenseHostTensor) -> Result<Vec<Complex<f64>>, OpError> {
    let mut values: Vec<Complex<f64>> = room(dense.num_elements())?;
    if let Some(single) = dense.values::<Complex<f32>>() {
        values.extend(single.iter().map(|value| Complex::new(value.re.into(), value.im.into())));
    } else {
        values.extend(dense.values::<Complex<f64>>().ok_or_else(|| unsupported(dense.dtype()))?);
    }
    Ok(values)
}

/// Sets the result to these numbers, rounded to its dtype.
fn finish_reals(frame: &mut DispatchFrame<'_>, values: &[f64]) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let dtype = metadata.dtype;
    match dtype {
        DType::F64 => out.values_mut::<f64>().copy_from_slice(values),
        DType::F32 => {
            out.values_mut::<f32>().iter_mut().zip(values).for_each(|(to, &value)| *to = value as f32);
        }
        DType::F16 => {
            let to = out.values_mut::<half::f16>();
            to.iter_mut().zip(values).for_each(|(to, &value)| *to = half::f16::rounded(value));
        }
        DType::BF16 => {
            let to = out.values_mut::<half::bf16>();
            to.iter_mut().zip(values).for_each(|(to, &value)| *to = half::bf16::rounded(value));
        }
        other => return Err(unsupported(other)),
    }
    frame.finish(0, out);
    Ok(())
}

fn finish_complexes(frame: &mut DispatchFrame<'_>, values: &[Complex<f64>]) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    match metadata.dtype {
        DType::Complex128 => out.values_mut::<Complex<f64>>().copy_from_slice(values),
        DType::Complex64 => {
            let to = out.values_mut::<Complex<f32>>();
            to.iter_mut().zip(values).for_each(|(to, value)| {
                *to = Complex::new(value.re as f32, value.im as f32);
            });
        }
        other => return Err(unsupported(other)),
    }
    frame.finish(0, out);
    Ok(())
}

/// Operations of one task.
const TASK: usize = 1 << 15;

/// The factor of each matrix in its place, in the triangle that the flag names, with zeros in the other one; NaN for a matrix that is not
/// positive definite.
fn factors<F: Field>(context: &dyn OpContext, values: &mut [F], n: usize, lower: bool, nan: F) {
    for_matrices(context, values, n * n, n, &|_, a| factor(a, n, lower, nan));
}

/// Calls `f` with the number and the elements of each matrix of a batch, of `size` elements; each element costs `work` operations. Matrices are
/// computed on all threads if there is work for them.
fn for_matrices<F: Send>(
    context: &dyn OpContext,
    values: &mut [F],
    size: usize,
    work: usize,
    f: &(dyn Fn(usize, &mut [F]) + Sync),
) {
    let size = size.max(1);
    let tasks: Vec<Mutex<&mut [F]>> = values.chunks_exact_mut(size).map(Mutex::new).collect();
    context.parallel_for(tasks.len(), (TASK / size.saturating_mul(work.max(1))).max(1), &|begin, end| {
        for (number, matrix) in tasks.iter().enumerate().take(end).skip(begin) {
            f(number, &mut matrix.lock());
        }
    });
}

/// The factor of a matrix, as [`factors`] says.
fn factor<F: Field>(a: &mut [F], n: usize, lower: bool, nan: F) {
    if !lower {
        for i in 0..n {
            for j in 0..i {
                a[i * n + j] = a[j * n + i].conj();
            }
        }
    }
    if triangular::cholesky(a, n, n).is_err() {
        a.fill(nan);
        return;
    }
    for i in 0..n {
        for j in i + 1..n {
            a[i * n + j] = if lower { F::ZERO } else { a[j * n + i].conj() };
        }
    }
    if !lower {
        for i in 0..n {
            a[i * n..][..i].fill(F::ZERO);
        }
    }
}

fn cholesky(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let lower = frame.attrs().get_bool("lower").unwrap_or(false);
    let a = frame.dense(0)?;
    let rank = a.shape().rank();
    if rank < 2 {
        return Err(format!("{} has no matrices", a.metadata()).into());
    }
    let n = a.shape().dim(rank - 1) as usize;
    if a.dtype().is_complex() {
        let mut values = complexes(a)?;
        factors(frame.context(), &mut values, n, lower, Complex::new(f64::NAN, f64::NAN));
        return finish_complexes(frame, &values);
    }
    let mut values = reals(a)?;
    factors(frame.context(), &mut values, n, lower, f64::NAN);
    finish_reals(frame, &values)
}

/// The system: the matrix as it is read, and the right sides.
#[derive(Clone, Copy)]
struct Equation {
    n: usize,
    /// Rows and columns of a right-hand side.
    rows: usize,
    columns: usize,
    is_left: bool,
    lower: bool,
    has_unit_diagonal: bool,
    is_transposed: bool,
    is_conjugated: bool,
}

fn solve<F: Field>(context: &dyn OpContext, a: &[F], b: &mut [F], equation: Equation) {
    let Equation { n, rows, columns, .. } = equation;
    let size = n * n;
    for_matrices(context, b, rows * columns, n, &|number, b| {
        solve_one(a.get(number * size..).and_then(|a| a.get(..size)).unwrap_or_default(), b, equation);
    });
}

fn solve_one<F: Field>(a: &[F], b: &mut [F], equation: Equation) {
    let Equation { n, rows, columns, is_left, lower, has_unit_diagonal, is_transposed, is_conjugated } =
        equation;
    // From the right the equation is that of the transposed matrices from the left.
    let reads_transposed = is_transposed == is_left;
    let triangle = Triangle { lower: (lower != is_transposed) == is_left, unit: has_unit_diagonal };
    let others = if is_left { columns } else { rows };
    let mut matrix = Vec::new();
    if reads_transposed {
        matrix = transposed(a, n, n);
    }
    if is_conjugated {
        if !reads_transposed {
            matrix.extend_from_slice(a);
        }
        matrix.iter_mut().for_each(|value| *value = value.conj());
    }
    let a = if reads_transposed || is_conjugated { &matrix[..] } else { a };
    if is_left {
        triangular::solve(a, n, n, b, others, others, triangle);
    } else {
        let mut turned = transposed(b, rows, columns);
        triangular::solve(a, n, n, &mut turned, others, others, triangle);
        b.copy_from_slice(&transposed(&turned, columns, rows));
    }
}

fn triangular_solve(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (a, b, attrs) = (frame.dense(0)?, frame.dense(1)?, frame.attrs());
    let flag = |name: &str| attrs.get_bool(name).unwrap_or(false);
    let transposition = attrs.get_str("transpose_a").unwrap_or("NO_TRANSPOSE");
    let (a_dims, b_dims) = (a.shape().dims(), b.shape().dims());
    let rank = b_dims.len();
    let is_left = flag("left_side");
    let fits = rank >= 2
        && a_dims.len() == rank
        && a_dims[..rank - 2] == b_dims[..rank - 2]
        && a_dims[rank - 1] == a_dims[rank - 2]
        && a_dims[rank - 1] == b_dims[if is_left { rank - 2 } else { rank - 1 }]
        && a.dtype() == b.dtype();
    if !fits {
        return Err(format!(
            "{} and {} make no equations with left_side {is_left}",
            a.metadata(),
            b.metadata()
        )
        .into());
    }
    let equation = Equation {
        n: a_dims[rank - 1] as usize,
        rows: b_dims[rank - 2] as usize,
        columns: b_dims[rank - 1] as usize,
        is_left,
        lower: flag("lower"),
        has_unit_diagonal: flag("unit_diagonal"),
        is_transposed: transposition != "NO_TRANSPOSE",
        is_conjugated: transposition == "ADJOINT",
    };
    if a.dtype().is_complex() {
        let (a, mut b) = (complexes(a)?, complexes(b)?);
        solve(frame.context(), &a, &mut b, equation);
        return finish_complexes(frame, &b);
    }
    let (a, mut b) = (reals(a)?, reals(b)?);
    solve(frame.context(), &a, &mut b, equation);
    finish_reals(frame, &b)
}
