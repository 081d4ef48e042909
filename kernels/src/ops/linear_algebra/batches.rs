//! Products of `f32` matrices for each index of a batch, as a step.
//!
//! Factors are read where they are and results written where they belong, through strides; only a result whose columns do not lie next to each
//! other is moved.
//!
//! Such products are what attention is made of: scores of queries and keys, a softmax of their rows, and a sum of values that the rows weigh.
//! As a producer the step hands out its result in strips of rows, which can do without a place of their own, and as a consumer it takes its
//! left factor in strips. So the scores of long sequences are never stored. The right factor of a batch's index is packed once, by the first
//! strip that needs it.
//!
//! Every element is the sum of the same products in the same order as the op itself computes it. Vectors, whose sums have another order, stay
//! with the op.
#![expect(unsafe_code, reason = "threads write rows of a result side by side")]

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;
use tfrt_executor::core_runtime::{
    Consumer, Declined, FinishPart, OnParts, OpContext, Producer, Step, Strips,
};
use tfrt_numerics::panels::{Matrix, Panels, usable};
use tfrt_numerics::product::{Factors, Rows, SharedResult, product_into, product_of_panels_into};
use tfrt_ops::Precision;

use crate::ops::arrays::strided::Copy;
use crate::ops::host::{ALONE, HostThreads, scratch};

/// Multiplications that make a task worth starting.
const WORK: usize = 1 << 18;

/// Elements of a strip, roughly: they stay in the second cache.
const STRIP: usize = 1 << 14;

/// Rows of a strip at least, if there are so many: whatever the instruction set, two tiles of them.
const LEAST_ROWS: usize = 28;

/// A dimension of a batch.
#[derive(Debug, Clone, Copy)]
pub(super) struct BatchDim {
    pub(super) count: usize,
    /// Elements from one index to the next in the left factor, the right one and the result.
    pub(super) steps: [usize; 3],
}

/// Products of matrices, one for each index of a batch. All sizes are two at least but that of the batch and the inner dimension.
pub(super) struct Batches {
    pub(super) batch: SmallVec<[BatchDim; 4]>,
    pub(super) rows: usize,
    pub(super) inner: usize,
    pub(super) columns: usize,
    /// Steps of rows and columns in each factor.
    pub(super) strides: [(usize, usize); 2],
    /// From one row of the result to the next.
    pub(super) pitch: usize,
    /// The operand that is the left factor.
    pub(super) left: usize,
    /// The last dimension of that operand.
    pub(super) row: usize,
    /// The precision of the products.
    pub(super) precision: Precision,
    /// Where the products go, if the steps of the result are those of scratch memory.
    pub(super) moved: Option<Copy>,
}

/// Right factors in panels, by index of the batch, each made by the first that needs it; `None` where there is no memory.
struct Packed(Box<[OnceLock<Option<Panels>>]>);

impl Batches {
    fn items(&self) -> usize {
        self.batch.iter().map(|dim| dim.count).product()
    }

    /// Where an index of the batch starts in the left factor, the right one and the result.
    fn starts(&self, mut index: usize) -> [usize; 3] {
        let mut starts = [0; 3];
        for dim in self.batch.iter().rev() {
            for (start, step) in starts.iter_mut().zip(dim.steps) {
                *start += index % dim.count * step;
            }
            index /= dim.count;
        }
        starts
    }

    /// Whether the matrices of an operand, or of the result, lie one after another in the order of the batch, row by row.
    fn is_in_order(&self, of: usize, [row, column]: [usize; 2], [rows, columns]: [usize; 2]) -> bool {
        let mut next = rows * columns;
        let dims = self.batch.iter().rev().all(|dim| {
            let fits = dim.count == 1 || dim.steps[of] == next;
            next *= dim.count;
            fits
        });
        dims && row == columns && column == 1
    }

    fn hands_out_rows(&self) -> bool {
        self.moved.is_none() && self.is_in_order(2, [self.pitch, 1], [self.rows, self.columns])
    }

    fn packed(&self) -> Packed {
        Packed((0..self.items()).map(|_| OnceLock::new()).collect())
    }

    /// Multiplies some rows of an index of the batch; the left factor starts at the first of them.
    ///
    /// # Safety
    /// Nothing else accesses these rows of the result meanwhile.
    unsafe fn multiply(
        &self,
        (left, strides): (&[f32], (usize, usize)),
        rows: usize,
        (right, packed): (&[f32], &OnceLock<Option<Panels>>),
        out: SharedResult<'_>,
        to: Rows,
    ) {
        let &Batches { inner, columns, strides: [_, b_strides], precision, .. } = self;
        let pack = || {
            let matrix = Matrix { values: right, strides: b_strides };
            Panels::of(matrix, inner, columns, precision, ALONE)
        };
        // With so few rows the right factor is read once, so that a copy pays for itself only where it is made for tiles.
        let is_few = self.rows < LEAST_ROWS && usable(precision) == Precision::F32;
        let panels = if is_few { None } else { packed.get_or_init(pack).as_ref() };
        // SAFETY: the caller says that nothing else accesses these rows of the result.
        unsafe {
            match panels {
                Some(panels) => {
                    let left = Matrix { values: left, strides };
                    product_of_panels_into(left, rows, panels, out, to, ALONE);
                }
                None => {
                    let factors = Factors {
                        rows,
                        inner,
                        columns,
                        a: left,
                        a_strides: strides,
                        b: right,
                        b_strides,
                        precision,
                    };
                    product_into(&factors, out, to, ALONE);
                }
            }
        }
    }

    /// Writes all products.
    fn all(&self, context: &dyn OpContext, [a, b]: [&[f32]; 2], out: &mut [f32]) {
        let (out, threads) = (SharedResult::of(out), HostThreads::of(context));
        let &Batches { rows, inner, columns, strides: [a_strides, b_strides], pitch, precision, .. } = self;
        let one = |index: usize, split| {
            let [left, right, first] = self.starts(index);
            let factors = Factors {
                rows,
                inner,
                columns,
                a: &a[left..],
                a_strides,
                b: &b[right..],
                b_strides,
                precision,
            };
            // SAFETY: the results of a batch lie apart, and each index is one task's.
            unsafe { product_into(&factors, out, Rows { first, pitch }, split) };
        };
        let items = self.items();
        if items < 4 {
            // Too few for every thread to have one: share each.
            return (0..items).for_each(|index| one(index, threads.split()));
        }
        let per_task = (WORK / (rows * inner * columns).max(1)).max(1);
        context.parallel_for(items, per_task, &|begin, end| (begin..end).for_each(|index| one(index, ALONE)));
    }

    fn factors<'v>(&self, operands: &[&'v [u8]]) -> Result<[&'v [f32]; 2], Declined> {
        let &[a, b] = operands else { return Err(Declined) };
        let factors: [&[f32]; 2] = [bytemuck::try_cast_slice(a)?, bytemuck::try_cast_slice(b)?];
        Ok([factors[self.left], factors[1 - self.left]])
    }

    /// Rows of a strip, and the strips of an index of the batch.
    fn strips(&self) -> (usize, usize) {
        let most = (STRIP / self.columns).max(LEAST_ROWS);
        let count = self.rows.div_ceil(most);
        let height = self.rows.div_ceil(count);
        (height, self.rows.div_ceil(height))
    }

    /// Computes strips, in their places in the result or in memory of their own, and hands them out.
    fn by_strips(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: Option<&mut [u8]>,
        take: FinishPart<'_>,
    ) -> Result<(), Declined> {
        let [a, b] = self.factors(operands)?;
        let &Batches { rows, inner, columns, strides: [a_strides, _], .. } = self;
        let result: Option<&mut [f32]> = result.map(bytemuck::try_cast_slice_mut).transpose()?;
        let size = rows * columns;
        if result.as_ref().is_some_and(|result| result.len() != self.items() * size) {
            return Err(Declined);
        }
        let result = result.map(SharedResult::of);
        let (height, per_item) = self.strips();
        let packed = self.packed();
        let failed = AtomicBool::new(false);
        let per_task = (WORK / (height * inner * columns).max(1)).max(1);
        context.parallel_for(self.items() * per_item, per_task, &|begin, end| {
            let mut room = if result.is_none() { scratch(height * columns) } else { None };
            for strip in begin..end {
                let (item, row) = (strip / per_item, strip % per_item * height);
                let [left, right, _] = self.starts(item);
                let count = height.min(rows - row);
                let first = item * size + row * columns;
                let left = (&a[left + row * a_strides.0..], a_strides);
                let right = (&b[right..], &packed.0[item]);
                let part: &mut [f32] = match (&result, &mut room) {
                    (Some(result), _) => {
                        // SAFETY: strips are apart, and each is one task's.
                        unsafe {
                            self.multiply(left, count, right, *result, Rows { first, pitch: columns });
                            std::slice::from_raw_parts_mut(
                                result.part(first, count * columns),
                                count * columns,
                            )
                        }
                    }
                    (None, Some(room)) => {
                        let part = &mut room.values_mut()[..count * columns];
                        let to = Rows { first: 0, pitch: columns };
                        // SAFETY: the memory is this task's.
                        unsafe { self.multiply(left, count, right, SharedResult::of(part), to) };
                        part
                    }
                    (None, None) => return failed.store(true, Ordering::Relaxed),
                };
                take(first * size_of::<f32>(), bytemuck::cast_slice_mut(part));
            }
        });
        if failed.into_inner() { Err(Declined) } else { Ok(()) }
    }
}

impl Step for Batches {
    fn run(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        results: &mut [&mut [u8]],
    ) -> Result<(), Declined> {
        let factors = self.factors(operands)?;
        let [out] = results else { return Err(Declined) };
        let Some(copy) = &self.moved else {
            self.all(context, factors, bytemuck::try_cast_slice_mut(out)?);
            return Ok(());
        };
        let mut products = scratch(out.len() / size_of::<f32>()).ok_or(Declined)?;
        self.all(context, factors, products.values_mut());
        copy.run(size_of::<f32>(), bytemuck::cast_slice(products.values()), out).map_err(|_| Declined)
    }

    fn as_producer(&self) -> Option<&dyn Producer> {
        self.hands_out_rows().then_some(self)
    }

    fn as_consumer(&self) -> Option<&dyn Consumer> {
        self.moved.is_none().then_some(self)
    }
}

impl Producer for Batches {
    fn run_then(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        result: &mut [u8],
        finish: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.by_strips(context, operands, Some(result), finish)
    }

    fn gives_rows(&self) -> bool {
        true
    }

    fn as_strips(&self) -> Option<&dyn Strips> {
        Some(self)
    }
}

impl Strips for Batches {
    fn run_strips(
        &self,
        context: &dyn OpContext,
        operands: &[&[u8]],
        take: FinishPart<'_>,
    ) -> Result<(), Declined> {
        self.by_strips(context, operands, None, take)
    }
}

impl Consumer for Batches {
    fn takes(&self, operand: usize) -> bool {
        let [(row, column), _] = self.strides;
        // Parts are rows of the operand, of which each must be one of the factor.
        operand == self.left
            && self.row == self.inner
            && self.is_in_order(0, [row, column], [self.rows, self.inner])
    }

    fn begin<'a>(
        &'a self,
        _: &dyn OpContext,
        operands: &'a [&'a [u8]],
        taken: usize,
        result: &'a mut [u8],
    ) -> Result<OnParts<'a>, Declined> {
        let right: &[f32] = bytemuck::try_cast_slice(operands.get(1 - taken.min(1)).ok_or(Declined)?)?;
        let out = SharedResult::of(bytemuck::try_cast_slice_mut(result)?);
        let packed = self.packed();
        let &Batches { rows, inner, pitch, .. } = self;
        Ok(Box::new(move |first, part| {
            let part: &[f32] = bytemuck::cast_slice(part);
            // A part may end in the rows of another index.
            let mut row = first / size_of::<f32>() / inner;
            let mut left = part;
            while !left.is_empty() {
                let (item, of_item) = (row / rows, row % rows);
                let count = (left.len() / inner).min(rows - of_item);
                let [_, start, to] = self.starts(item);
                let to = Rows { first: to + of_item * pitch, pitch };
                // SAFETY: each row is taken once, and the rows of the result are apart.
                unsafe {
                    self.multiply((left, (inner, 1)), count, (&right[start..], &packed.0[item]), out, to);
                }
                left = &left[count * inner..];
                row += count;
            }
        }))
    }
}
