//! `hlo.cholesky` and `hlo.triangular_solve`, of batches of matrices, in double precision.

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::memory::{result_metadata, room};
use crate::ops::number::{Float, Number};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.cholesky", OpEntry::new().dispatch(cholesky));
    ops.add("hlo.triangular_solve", OpEntry::new().dispatch(triangular_solve));
}

/// Numbers that matrices are computed in.
trait Field: Number {
    /// The real square root of a number's real part, if that is positive.
    fn root(self) -> Option<Self>;
}

impl Field for f64 {
    fn root(self) -> Option<f64> {
        (self > 0.0).then(|| self.sqrt())
    }
}

impl Field for Complex<f64> {
    fn root(self) -> Option<Complex<f64>> {
        (self.re > 0.0).then(|| Complex::new(self.re.sqrt(), 0.0))
    }
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

/// The lower factor of each matrix in its place, from the triangle that the flag names; NaN for a matrix that is not positive definite.
fn factors<T: Field>(values: &mut [T], n: usize, lower: bool, nan: T) {
    for a in values.chunks_exact_mut((n * n).max(1)) {
        if !lower {
            for i in 0..n {
                for j in 0..i {
                    a[i * n + j] = a[j * n + i].conjugated();
                }
            }
        }
        let mut is_positive = true;
        for j in 0..n {
            let mut pivot = a[j * n + j];
            for k in 0..j {
                pivot = pivot.minus(a[j * n + k].times(a[j * n + k].conjugated()));
            }
            let Some(root) = pivot.root() else {
                is_positive = false;
                break;
            };
            a[j * n + j] = root;
            let (above, below) = a.split_at_mut((j + 1) * n);
            let row = &above[j * n..][..j];
            for rest in below.chunks_exact_mut(n) {
                let sum =
                    rest[..j].iter().zip(row).fold(rest[j], |sum, (x, y)| sum.minus(x.times(y.conjugated())));
                rest[j] = sum.over(root);
            }
        }
        for i in 0..n {
            for j in 0..n {
                if !is_positive {
                    a[i * n + j] = nan;
                } else if j > i {
                    a[i * n + j] = T::ZERO;
                }
            }
        }
        if !lower && is_positive {
            for i in 0..n {
                for j in 0..i {
                    a[j * n + i] = a[i * n + j].conjugated();
                    a[i * n + j] = T::ZERO;
                }
            }
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
        factors(&mut values, n, lower, Complex::new(f64::NAN, f64::NAN));
        return finish_complexes(frame, &values);
    }
    let mut values = reals(a)?;
    factors(&mut values, n, lower, f64::NAN);
    finish_reals(frame, &values)
}

/// What is solved: the matrix as it is read, and the sides.
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

fn solve<T: Field>(a: &[T], b: &mut [T], equation: Equation) {
    let Equation { n, rows, columns, is_left, lower, has_unit_diagonal, is_transposed, is_conjugated } =
        equation;
    let matrices = a.chunks_exact((n * n).max(1));
    for (a, b) in matrices.zip(b.chunks_exact_mut((rows * columns).max(1))) {
        let element = |i: usize, j: usize| {
            let value = if is_transposed { a[j * n + i] } else { a[i * n + j] };
            if is_conjugated { value.conjugated() } else { value }
        };
        // From the right the equation is that of the transposed matrix from the left.
        let read = |i: usize, j: usize| if is_left { element(i, j) } else { element(j, i) };
        let is_forward = (lower != is_transposed) == is_left;
        let others = if is_left { columns } else { rows };
        let at = |i: usize, other: usize| if is_left { i * columns + other } else { other * columns + i };
        for other in 0..others {
            for step in 0..n {
                let i = if is_forward { step } else { n - 1 - step };
                let mut sum = b[at(i, other)];
                let known = if is_forward { 0..i } else { i + 1..n };
                for j in known {
                    sum = sum.minus(read(i, j).times(b[at(j, other)]));
                }
                b[at(i, other)] = if has_unit_diagonal { sum } else { sum.over(read(i, i)) };
            }
        }
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
        solve(&a, &mut b, equation);
        return finish_complexes(frame, &b);
    }
    let (a, mut b) = (reals(a)?, reals(b)?);
    solve(&a, &mut b, equation);
    finish_reals(frame, &b)
}
