//! `tf.Einsum` of two tensors of `f32` as a step.
//!
//! An equation that is a product of two matrices as they lie is a step as `tf.MatMul` has one: a constant right factor is packed once, and what
//! follows runs strip by strip. Other equations are products for each index of the batch ([`Batches`]). Every element is the sum of the same
//! products in the same order as the op itself computes it. Vectors, whose sums have another order, repeated labels, sums over labels of one
//! operand and dimensions that broadcast stay with the op.

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{Prepared, StepSpec};
use tfrt_executor::tensor::{DType, Dims, Shape, TensorMetadata};
use tfrt_ops::Precision;
use tfrt_ops::shapes::{ELLIPSIS, Equation, Label, ShapeView};

use crate::ops::arrays::strided::{Axis, Copy, row_major};
use crate::ops::fusion::product_step;
use crate::ops::linear_algebra::batches::{BatchDim, Batches};
use crate::ops::linear_algebra::gemm::Product;
use crate::ops::linear_algebra::matmul::FixedProduct;

type Labels = SmallVec<[Label; 8]>;

/// Distinct labels with the sizes and steps that a row-major operand gives them.
pub(crate) struct Operand {
    labels: Labels,
    dims: Dims,
    steps: Dims,
}

impl Operand {
    /// `None` if labels repeat, or a dimension may broadcast.
    pub(crate) fn of(labels: &[Label], shape: &Shape) -> Option<Operand> {
        let dims = shape.dims();
        let is_usual = |(i, &label): (usize, &Label)| {
            !labels[..i].contains(&label) && (label < ELLIPSIS || dims[i] != 1)
        };
        let all = labels.len() == dims.len() && labels.iter().enumerate().all(is_usual);
        all.then(|| Operand { labels: labels.into(), steps: row_major(&dims), dims: dims.as_ref().into() })
    }

    fn at(&self, label: Label) -> Option<(i64, i64)> {
        let at = self.labels.iter().position(|&known| known == label)?;
        Some((self.dims[at], self.steps[at]))
    }

    /// Count and step of the dimension that some labels are together; `None` where their elements have no common step.
    fn merged(&self, labels: &[Label]) -> Option<(usize, usize)> {
        let mut merged: Option<(i64, i64)> = None;
        for &label in labels.iter().rev() {
            let (dim, step) = self.at(label)?;
            merged = match merged {
                Some((count, inner)) if dim != 1 && count != 1 && step != count * inner => return None,
                Some((count, inner)) if count != 1 => Some((count * dim, inner)),
                _ => Some((dim, step)),
            };
        }
        let (count, step) = merged.unwrap_or((1, 1));
        Some((usize::try_from(count).ok()?, usize::try_from(step).ok()?))
    }
}

/// The step of an einsum; `None` if it is the op's.
pub(super) fn step(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([a, b], [result]) = (spec.operands, spec.results) else { return None };
    let is_usual = |shape: &Shape| shape.num_elements() > 0;
    if [a.metadata, b.metadata, result].iter().any(|x| x.dtype != DType::F32 || !is_usual(&x.shape)) {
        return None;
    }
    let shapes = [&a.metadata.shape, &b.metadata.shape];
    let equation = Equation::of(&*spec.attrs, &shapes.map(ShapeView::Full)).ok()?;
    let output = &equation.output;
    let [Some(left), Some(right)] = [0, 1].map(|i| Operand::of(&equation.operands[i], shapes[i])) else {
        return None;
    };
    let is_repeated = output.iter().enumerate().any(|(i, label)| output[..i].contains(label));
    if is_repeated || output.len() != result.shape.rank() {
        return None;
    }
    labelled(spec, [left, right], output)
}

/// The product of two operands of distinct labels, summed over those that the output does not have; `None` if it is no product of matrices.
pub(crate) fn labelled(
    spec: &StepSpec<'_>,
    [left, right]: [Operand; 2],
    output: &[Label],
) -> Option<Prepared> {
    let (result, precision) = (spec.results.first()?, Precision::of(&*spec.attrs));
    let is_shared = |label: &Label| right.labels.contains(label);
    let own = |of: &Operand, keep: &dyn Fn(&Label) -> bool| -> Labels {
        of.labels.iter().copied().filter(|label| keep(label)).collect()
    };
    let inner = own(&left, &|label| is_shared(label) && !output.contains(label));
    let rows = own(&left, &|label| !is_shared(label));
    let columns = own(&right, &|label| !left.labels.contains(label));
    let batch: Labels =
        output.iter().copied().filter(|label| is_shared(label) && left.labels.contains(label)).collect();
    let is_kept = |label: &Label| output.contains(label);
    let agree = inner
        .iter()
        .chain(&batch)
        .all(|&label| left.at(label).map(|(dim, _)| dim) == right.at(label).map(|(dim, _)| dim));
    if !agree || !rows.iter().chain(&columns).all(is_kept) {
        return None;
    }
    let is = |labels: &[Label], parts: [&Labels; 3]| labels.iter().eq(parts.into_iter().flatten());
    let none = Labels::new();
    let transpose_b = is(&right.labels, [&none, &columns, &inner]);
    let lies = is(&left.labels, [&none, &rows, &inner])
        && (transpose_b || is(&right.labels, [&none, &inner, &columns]));
    if batch.is_empty() && lies && is(output, [&none, &rows, &columns]) {
        let [rows, inner] = [&rows, &inner].map(|labels| left.merged(labels).map(|(count, _)| count));
        let (columns, _) = right.merged(&columns)?;
        let product = Product { transpose_b, precision, ..Product::plain([rows?, inner?, columns]) };
        return Some(product_step(FixedProduct::of(product, spec.operands.get(1)?.constant)));
    }
    let batches = batches_of(
        [&left, &right],
        [&batch, &rows, &inner, &columns],
        &output_of(output, result)?,
        precision,
    )?;
    Some(Prepared::Step(Box::new(batches)))
}

/// The result as an operand of these labels.
fn output_of(output: &[Label], result: &TensorMetadata) -> Option<Operand> {
    let dims = result.shape.dims();
    (output.len() == dims.len()).then(|| Operand {
        labels: output.into(),
        steps: row_major(&dims),
        dims: dims.as_ref().into(),
    })
}

/// The products of an equation, of which each index of the batch has one.
fn batches_of(
    operands: [&Operand; 2],
    labels: [&Labels; 4],
    output: &Operand,
    precision: Precision,
) -> Option<Batches> {
    let [batch, rows, inner, columns] = labels;
    // The factor whose labels are the result's last is the right one: the result's rows are long then.
    let swapped = output.labels.last().is_some_and(|last| rows.contains(last));
    let left = usize::from(swapped);
    let (rows, columns) = if swapped { (columns, rows) } else { (rows, columns) };
    let (a, b) = (operands[left], operands[1 - left]);
    let [(row_count, row_step), (inner_count, a_step)] = [a.merged(rows)?, a.merged(inner)?];
    let [(_, b_step), (column_count, column_step)] = [b.merged(inner)?, b.merged(columns)?];
    if row_count < 2 || column_count < 2 {
        return None;
    }
    // The products in order, for a result that has their columns elsewhere than next to each other.
    let order: Labels = [batch, rows, columns].into_iter().flatten().copied().collect();
    let size = |&label: &Label| a.at(label).or_else(|| b.at(label)).map(|(dim, _)| dim);
    let own: Dims = order.iter().map(size).collect::<Option<_>>()?;
    let in_order = Operand { steps: row_major(&own), dims: own, labels: order };
    let lies = |of: &Operand| {
        let ((_, pitch), (_, step)) = (of.merged(rows)?, of.merged(columns)?);
        (step == 1).then_some(pitch)
    };
    let (to, pitch, moved) = match lies(output) {
        Some(pitch) => (output, pitch, None),
        None => {
            let axis = |(i, label): (usize, &Label)| {
                let (_, from) = in_order.at(*label)?;
                Some(Axis { count: output.dims[i], from, to: output.steps[i] })
            };
            let axes = output.labels.iter().enumerate().map(axis).collect::<Option<_>>()?;
            (&in_order, column_count, Some(Copy { from: 0, to: 0, axes }))
        }
    };
    let index = |&label: &Label| {
        let ((dim, a), (_, b), (_, to)) = (a.at(label)?, b.at(label)?, to.at(label)?);
        let steps = [usize::try_from(a).ok()?, usize::try_from(b).ok()?, usize::try_from(to).ok()?];
        Some(BatchDim { count: usize::try_from(dim).ok()?, steps })
    };
    Some(Batches {
        batch: batch.iter().map(index).collect::<Option<_>>()?,
        rows: row_count,
        inner: inner_count,
        columns: column_count,
        strides: [(row_step, a_step), (b_step, column_step)],
        pitch,
        left,
        row: a.dims.last().map_or(1, |&dim| dim as usize),
        precision,
        moved,
    })
}
