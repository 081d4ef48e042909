//! `tf.Einsum`: sums of products over labelled dimensions.
//!
//! Operands are combined one after the other. Each is first reduced to a term without repeated labels (a diagonal where labels
//! repeat), summed over the labels that no other term needs, and multiplied with the product so far as a batch of matrix products.
//! The last term is written in the order, and along the diagonals, that the output asks for. The dimensions of an ellipsis
//! broadcast: an operand with one element along such a dimension lacks the dimension.

use std::borrow::Cow;

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{Dims, Element, Shape, TensorMetadata};
use tfrt_ops::Precision;
use tfrt_ops::shapes::{ELLIPSIS, Equation, Label, ShapeView};

use crate::ops::arrays::strided::{Axis, Copy, row_major};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::linear_algebra::gemm::{MatrixElement, Product};
use crate::ops::linear_algebra::matmul::multiply_batches;
use crate::ops::memory::{filled, result_metadata};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Einsum", OpEntry::new().dispatch(einsum).prepared(super::einsum_step::step));
}

/// Elements in row-major order of distinct labels.
struct Term<'a, T: Element> {
    labels: SmallVec<[Label; 8]>,
    dims: Dims,
    values: Cow<'a, [T]>,
}

/// Elements of a row-major tensor, read with other dimensions and steps.
fn gathered<T: Element>(values: &[T], dims: &[i64], steps: &[i64]) -> Result<Vec<T>, OpError> {
    let mut out = filled(T::zeroed(), Shape::new(dims)?.num_elements())?;
    Copy::gather(dims, 0, steps).run(
        size_of::<T>(),
        bytemuck::cast_slice(values),
        bytemuck::cast_slice_mut(&mut out),
    )?;
    Ok(out)
}

impl<'a, T: MatrixElement> Term<'a, T> {
    /// An operand, along the diagonals of repeated labels and without dimensions that broadcast.
    fn of(
        equation: &Equation,
        operand: usize,
        dims: &[i64],
        values: &'a [T],
    ) -> Result<Term<'a, T>, OpError> {
        let given = &equation.operands[operand];
        let (mut labels, mut sizes, mut steps) = (SmallVec::new(), Dims::new(), Dims::new());
        for ((&label, &dim), step) in given.iter().zip(dims).zip(row_major(dims)) {
            match labels.iter().position(|&known| known == label) {
                Some(at) => steps[at] += step,
                None if label >= ELLIPSIS && dim == 1 => {}
                None => {
                    labels.push(label);
                    sizes.push(dim);
                    steps.push(step);
                }
            }
        }
        let values = if labels.len() == given.len() {
            Cow::Borrowed(values)
        } else {
            Cow::Owned(gathered(values, &sizes, &steps)?)
        };
        Ok(Term { labels, dims: sizes, values })
    }

    /// The same elements in the order of these labels, which are all of the term's.
    fn ordered(self, labels: &[Label]) -> Result<Term<'a, T>, OpError> {
        if self.labels[..] == *labels {
            return Ok(self);
        }
        let own = row_major(&self.dims);
        let place = |label: &Label| self.labels.iter().position(|known| known == label).unwrap_or(0);
        let (dims, steps): (Dims, Dims) =
            labels.iter().map(|label| (self.dims[place(label)], own[place(label)])).unzip();
        let values = gathered(&self.values, &dims, &steps)?;
        Ok(Term { labels: labels.into(), dims, values: Cow::Owned(values) })
    }

    /// Summed over the labels that are not needed.
    fn summed(self, needed: impl Fn(Label) -> bool) -> Result<Term<'a, T>, OpError> {
        let (kept, gone): (Vec<Label>, Vec<Label>) = self.labels.iter().partition(|label| needed(**label));
        if gone.is_empty() {
            return Ok(self);
        }
        let order: Vec<Label> = kept.iter().chain(&gone).copied().collect();
        let term = self.ordered(&order)?;
        let dims = Dims::from_slice(&term.dims[..kept.len()]);
        let length = term.dims[kept.len()..].iter().product::<i64>() as usize;
        let mut values = filled(T::ZERO, Shape::new(&dims)?.num_elements())?;
        if length > 0 {
            for (sum, row) in values.iter_mut().zip(term.values.chunks_exact(length)) {
                *sum = T::narrow(row.iter().fold(T::SUM_ZERO, |sum, x| T::sum_plus(sum, x.widen())));
            }
        }
        Ok(Term { labels: kept.into(), dims, values: Cow::Owned(values) })
    }

    /// The product with another term, summed over common labels that are not needed.
    fn times(
        self,
        other: Term<'_, T>,
        needed: impl Fn(Label) -> bool,
        precision: Precision,
        context: &dyn OpContext,
    ) -> Result<Term<'static, T>, OpError> {
        let common = |label: &Label| other.labels.contains(label);
        let batch: Vec<Label> =
            self.labels.iter().copied().filter(|label| common(label) && needed(*label)).collect();
        let inner: Vec<Label> =
            self.labels.iter().copied().filter(|label| common(label) && !needed(*label)).collect();
        let left: Vec<Label> = self.labels.iter().copied().filter(|label| !common(label)).collect();
        let right: Vec<Label> =
            other.labels.iter().copied().filter(|label| !self.labels.contains(label)).collect();
        let a = self.ordered(&[&batch[..], &left[..], &inner[..]].concat())?;
        // The right factor is read transposed where that is how it lies.
        let transposed = [&batch[..], &right[..], &inner[..]].concat();
        let transpose_b = other.labels[..] == transposed;
        let b = if transpose_b {
            other
        } else {
            other.ordered(&[&batch[..], &inner[..], &right[..]].concat())?
        };
        let size = |dims: &[i64]| dims.iter().product::<i64>() as usize;
        let (left_dims, right_dims) = (
            &a.dims[batch.len()..batch.len() + left.len()],
            if transpose_b {
                &b.dims[batch.len()..batch.len() + right.len()]
            } else {
                &b.dims[batch.len() + inner.len()..]
            },
        );
        let depth = size(&a.dims[batch.len() + left.len()..]);
        let sizes = Product::plain([size(left_dims), depth, size(right_dims)]);
        let product = Product { transpose_b, precision, ..sizes };
        let dims: Dims = a.dims[..batch.len()].iter().chain(left_dims).chain(right_dims).copied().collect();
        let mut values = filled(T::ZERO, Shape::new(&dims)?.num_elements())?;
        // There may be more batches of nothing than a list of them could hold.
        let batches = if values.is_empty() { 0 } else { size(&a.dims[..batch.len()]) };
        let batches: Vec<[usize; 2]> = (0..batches).map(|i| [i, i]).collect();
        multiply_batches(product, &batches, &a.values, &b.values, &mut values, context);
        Ok(Term { labels: [batch, left, right].concat().into(), dims, values: Cow::Owned(values) })
    }
}

fn einsum(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    for_dtype!(
        metadata.dtype,
        [ints floats halves complex],
        run::<T>(frame, metadata),
        else Err(unsupported(metadata.dtype))
    )
}

fn run<T: MatrixElement>(frame: &mut DispatchFrame<'_>, metadata: &TensorMetadata) -> Result<(), OpError> {
    let count = frame.num_args();
    let shapes: Vec<&Shape> =
        (0..count).map(|i| Ok(frame.dense(i)?.shape())).collect::<Result<_, OpError>>()?;
    let views: Vec<ShapeView<'_>> = shapes.iter().copied().map(ShapeView::Full).collect();
    let equation = Equation::of(&*frame.attrs(), &views)?;
    // The labels that the output or an operand from `next` on names.
    let needed = |label: Label, next: usize| {
        equation.output.contains(&label)
            || equation.operands.iter().skip(next).any(|labels| labels.contains(&label))
    };
    let precision = Precision::of(&*frame.attrs());
    let mut all: Option<Term<'_, T>> = None;
    for (i, shape) in shapes.iter().enumerate() {
        let term = Term::of(&equation, i, &shape.dims(), frame.values::<T>(i)?)?;
        let so_far: SmallVec<[Label; 8]> = all.as_ref().map(|all| all.labels.clone()).unwrap_or_default();
        let term = term.summed(|label| needed(label, i + 1) || so_far.contains(&label))?;
        all = Some(match all {
            None => term,
            Some(all) => {
                let own = term.labels.clone();
                let all = all.summed(|label| needed(label, i + 1) || own.contains(&label))?;
                all.times(term, |label| needed(label, i + 1), precision, frame.context())?
            }
        });
    }
    let term = all.ok_or("tf.Einsum needs an input")?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let steps = metadata.shape.strides();
    // Each of the term's labels moves along all places that the output has for it.
    let axes =
        term.labels.iter().zip(&term.dims).zip(row_major(&term.dims)).map(|((label, &count), from)| {
            let places = equation.output.iter().zip(&steps).filter(|(known, _)| *known == label);
            Axis { count, from, to: places.map(|(_, step)| step).sum() }
        });
    let mut copy = Copy { from: 0, to: 0, axes: axes.collect() };
    // Dimensions that broadcast and that no operand has more than one of need no axis.
    let repeats = equation.output.iter().enumerate().any(|(i, label)| equation.output[..i].contains(label));
    if repeats {
        out.bytes_mut().fill(0);
    } else {
        // Written in the order of the output, so that rows are long.
        copy.axes.sort_by_key(|axis| std::cmp::Reverse(axis.to));
    }
    copy.run(size_of::<T>(), bytemuck::cast_slice(&term.values), out.bytes_mut())?;
    frame.finish(0, out);
    Ok(())
}
