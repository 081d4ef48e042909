//! Softmax of the rows of a tensor and its logarithm: `tf.Softmax`, `tf.LogSoftmax`.

use tfrt_executor::core_runtime::{
    Declined, DispatchFrame, Follower, OnParts, OpContext, OpEntry, OpError, OpRegistry, Prepared, Step,
    StepSpec,
};
use tfrt_executor::tensor::{DType, Shape};
use tfrt_numerics::blocks;

use crate::ops::by_dtype::for_dtype;
use crate::ops::memory::result_metadata;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Float, Number as _};
use crate::ops::tasks::for_parts;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let steps = |rows| move |spec: &StepSpec<'_>| rows_step(spec, rows);
    ops.add("tf.Softmax", OpEntry::new().dispatch(softmax).prepared(steps(blocks::softmax_rows)));
    ops.add("tf.LogSoftmax", OpEntry::new().dispatch(log_softmax).prepared(steps(blocks::log_softmax_rows)));
}

/// Length of the rows of a tensor: its last dimension, at least one so that it can cut slices.
pub(super) fn row_length(shape: &Shape) -> usize {
    shape.dim(shape.rank() - 1).max(1) as usize
}

/// Runs `rows` over whole rows of the output, which hold the argument's elements at first.
fn by_rows<T: Float>(
    frame: &mut DispatchFrame<'_>,
    rows: impl Fn(&mut [T], usize) + Sync,
) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let metadata = result_metadata(frame, 0)?;
    let mut out = frame.output(metadata)?;
    let input: &[T] = if out.source().is_some() { &[] } else { frame.values(0)? };
    let columns = row_length(&metadata.shape);
    for_parts(frame.context(), out.values_mut(), columns, &|at, part| {
        if !input.is_empty() {
            part.copy_from_slice(&input[at..][..part.len()]);
        }
        rows(part, columns);
    });
    frame.finish(0, out);
    Ok(())
}

/// A function of whole rows of `f32`, in place.
type Rows = fn(&mut [f32], usize);

/// A function of the rows of a tensor of `f32` of a known shape, as a step.
struct RowsStep {
    rows: Rows,
    columns: usize,
}

fn rows_step(spec: &StepSpec<'_>, rows: Rows) -> Option<Prepared> {
    let ([input], [result]) = (spec.operands, spec.results) else { return None };
    if input.metadata.dtype != DType::F32 || input.metadata != result || result.shape.rank() == 0 {
        return None;
    }
    let columns = row_length(&result.shape);
    Some(Prepared::Step(Box::new(RowsStep { rows, columns })))
}

impl Step for RowsStep {
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let ([input], [out]) = (operands, results) else { return Err(Declined) };
        let input: &[f32] = bytemuck::try_cast_slice(input)?;
        for_parts(context, bytemuck::try_cast_slice_mut(out)?, self.columns, &|at, part| {
            part.copy_from_slice(&input[at..][..part.len()]);
            (self.rows)(part, self.columns);
        });
        Ok(())
    }

    fn as_follower(&self) -> Option<&dyn Follower> {
        Some(self)
    }
}

impl Follower for RowsStep {
    fn replaces(&self, operand: usize) -> bool {
        operand == 0
    }

    fn needs_rows(&self) -> bool {
        true
    }

    fn begin<'a>(&'a self, _: &dyn OpContext, _: &'a [&'a [u8]], _: usize) -> OnParts<'a> {
        Box::new(|_, part| (self.rows)(bytemuck::cast_slice_mut(part), self.columns))
    }

    fn end(&self, _: &dyn OpContext, _: &[u8], others: &mut [&mut [u8]]) -> Result<(), Declined> {
        if others.is_empty() { Ok(()) } else { Err(Declined) }
    }
}

/// The largest element of a row, which is subtracted before powers are taken.
pub(super) fn largest<T: Float>(row: &[T]) -> T::Work {
    row.iter().fold(T::LOWEST, |a, &b| a.larger(b)).work()
}

fn softmax(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn row<T: Float>(values: &mut [T]) {
        let largest = largest(values);
        let mut sum = T::Work::ZERO;
        for value in &mut *values {
            let power = value.work().minus(largest).exp();
            sum = sum.plus(power);
            *value = T::unwork(power);
        }
        let scale = T::Work::ONE.over(sum);
        for value in values {
            *value = T::unwork(value.work().times(scale));
        }
    }
    let dtype = frame.dense(0)?.dtype();
    if dtype == DType::F32 {
        return by_rows(frame, blocks::softmax_rows);
    }
    for_dtype!(
        dtype,
        [floats halves],
        by_rows(frame, |rows: &mut [T], columns| rows.chunks_exact_mut(columns).for_each(row)),
        else Err(format!("Unsupported dtype: {}", dtype.label()).into())
    )
}

fn log_softmax(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    fn row<T: Float>(values: &mut [T]) {
        let largest = largest(values);
        let sum = values.iter().fold(T::Work::ZERO, |sum, x| sum.plus(x.work().minus(largest).exp()));
        let log = sum.ln();
        for value in values {
            *value = T::unwork(value.work().minus(largest).minus(log));
        }
    }
    let dtype = frame.dense(0)?.dtype();
    if dtype == DType::F32 {
        return by_rows(frame, blocks::log_softmax_rows);
    }
    for_dtype!(
        dtype,
        [floats halves],
        by_rows(frame, |rows: &mut [T], columns| rows.chunks_exact_mut(columns).for_each(row)),
        else Err(format!("Unsupported dtype: {}", dtype.label()).into())
    )
}
