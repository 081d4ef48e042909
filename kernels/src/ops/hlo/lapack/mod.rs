//! LAPACK's routines on batches of matrices, `hlo.lapack_*`, for the custom calls that JAX makes of linear algebra.
//!
//! Results are those of the routine of that name: factors in the same places, pivots that count from one, and for each matrix the number
//! `info`, which is zero if the routine succeeded. Where it did not, factors are those of the steps before, and values and vectors are NaN.
//! Matrices are tensors by rows; their layout in memory, which the calls state, has no meaning here. All routines compute in double precision
//! and round once. Where a factor is determined up to a sign or phase only, as eigenvectors and singular vectors are, it may differ from
//! another library's.

mod factors;
mod spectra;

use num_complex::Complex;
use tfrt_executor::core_runtime::{DispatchFrame, OpError, OpRegistry, Output};
use tfrt_executor::tensor::Element;

use crate::ops::linear_algebra::field::Field;
use crate::ops::linear_algebra::solve::{Entry, matrices, matrix, store};
use crate::ops::memory::{result_metadata, room};
use spectra::Spectrum;

type C = Complex<f64>;

/// Adds the ops.
pub(super) fn register(ops: &mut OpRegistry) {
    factors::register(ops);
    spectra::register(ops);
}

/// Elements that LAPACK's routines take.
trait Scalar: Entry<Wide: Spectrum> {
    type Real: Entry<Wide = f64>;
    type Complex: Entry<Wide = C>;
}

impl Scalar for f32 {
    type Real = f32;
    type Complex = Complex<f32>;
}

impl Scalar for f64 {
    type Real = f64;
    type Complex = C;
}

impl Scalar for Complex<f32> {
    type Real = f32;
    type Complex = Complex<f32>;
}

impl Scalar for C {
    type Real = f64;
    type Complex = C;
}

/// Adds an op, for each of LAPACK's dtypes; the operand of that number has the matrices.
macro_rules! routines {
    ($ops:ident: $($name:literal $operand:literal $run:ident;)*) => {$(
        $ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            use $crate::ops::hlo::lapack::each;
            match frame.dense($operand)?.dtype() {
                DType::F32 => each::<f32>(frame, $operand, $run::<f64>),
                DType::F64 => each::<f64>(frame, $operand, $run::<f64>),
                DType::Complex64 => each::<Complex<f32>>(frame, $operand, $run::<Complex<f64>>),
                DType::Complex128 => each::<Complex<f64>>(frame, $operand, $run::<Complex<f64>>),
                other => Err(unsupported(other)),
            }
        }));
    )*};
}
use routines;

/// One result of a routine for one matrix.
enum Part<F> {
    Same(Vec<F>),
    Real(Vec<f64>),
    Complex(Vec<C>),
    Ints(Vec<i32>),
}

impl<F> Part<F> {
    fn info(info: usize) -> Part<F> {
        Part::Ints(vec![info as i32])
    }
}

/// A matrix of the batch as a routine sees it.
struct Problem<'f, 'a, F> {
    frame: &'f DispatchFrame<'a>,
    /// Rows and columns.
    m: usize,
    n: usize,
    /// The matrix by rows.
    a: Vec<F>,
    /// Number in the batch.
    at: usize,
    /// Numbers of another operand.
    other: &'f dyn Fn(usize, usize, usize) -> Result<Vec<F>, OpError>,
}

impl<F> Problem<'_, '_, F> {
    /// The elements of another operand that belong to this matrix, so many for each.
    fn operand(&self, i: usize, count: usize) -> Result<Vec<F>, OpError> {
        (self.other)(i, self.at, count)
    }

    fn flag(&self, name: &str) -> bool {
        self.frame.attrs().get_bool(name).unwrap_or(false)
    }
}

/// The results for one matrix, in the order of the op's.
type Parts<F> = Result<Vec<Part<F>>, OpError>;

/// A part of an operand in double precision.
fn wide_part<T: Entry>(values: &[T], at: usize, count: usize) -> Result<Vec<T::Wide>, OpError> {
    let part = values.get(at * count..(at + 1) * count).ok_or("an operand has too few elements")?;
    let mut wide = room(count)?;
    wide.extend(part.iter().map(|&value| value.wide()));
    Ok(wide)
}

/// Runs a routine for each matrix.
fn each<T: Scalar>(
    frame: &mut DispatchFrame<'_>,
    operand: usize,
    run: impl Fn(Problem<'_, '_, T::Wide>) -> Parts<T::Wide>,
) -> Result<(), OpError> {
    let (batch, m, n) = matrix(frame.dense(operand)?.shape())?;
    let (m, n) = (m as usize, n as usize);
    let mut outs: Vec<Output> = (0..frame.num_results())
        .map(|i| DispatchFrame::fresh(result_metadata(frame, i)?))
        .collect::<Result<_, _>>()?;
    // Routines work on copies of one matrix and vectors beside it: too large a one is the op's error.
    drop(room::<[f64; 16]>((m + 1).saturating_mul(n + 1))?);
    let input = frame.values::<T>(operand)?;
    let shared: &DispatchFrame<'_> = frame;
    let other = |i: usize, at: usize, count: usize| wide_part(shared.values::<T>(i)?, at, count);
    let count = matrices(&batch, &mut outs.iter_mut().collect::<Vec<_>>());
    for at in 0..count {
        let a = wide_part(input, at, m * n)?;
        let parts = run(Problem { frame: shared, m, n, a, at, other: &other })?;
        for (out, part) in outs.iter_mut().zip(parts) {
            match part {
                Part::Same(values) => put::<T>(out, at, &values)?,
                Part::Real(values) => put::<T::Real>(out, at, &values)?,
                Part::Complex(values) => put::<T::Complex>(out, at, &values)?,
                Part::Ints(values) => place::<i32>(out, at, values.len())?.copy_from_slice(&values),
            }
        }
    }
    for (i, out) in outs.into_iter().enumerate() {
        frame.finish(i, out);
    }
    Ok(())
}

fn place<T: Element>(out: &mut Output, at: usize, count: usize) -> Result<&mut [T], OpError> {
    let to = out.values_mut::<T>().get_mut(at * count..(at + 1) * count);
    to.ok_or_else(|| "a result has another size".into())
}

fn put<T: Entry>(out: &mut Output, at: usize, values: &[T::Wide]) -> Result<(), OpError> {
    store(place::<T>(out, at, values.len())?, values);
    Ok(())
}

/// So many times the number that is none.
fn nan<F: Field>(count: usize) -> Vec<F> {
    vec![F::real(f64::NAN); count]
}

/// A matrix by rows from its columns, of so many elements each.
fn by_rows<F: Field>(columns: &[Vec<F>], m: usize) -> Vec<F> {
    crate::ops::linear_algebra::decompose::rows_of(columns, m)
}
