//! Reductions over any axes.
//!
//! A reduction first merges adjacent reduced axes. The rest is a
//! reduction of rows (the last axis), of columns (the first of two), or, rarely, of a transposed copy. Floating-point sums
//! are kept in `f32` (`f64` for `f64`) and added pairwise over blocks, in an order that depends on the shapes alone: the
//! error grows with the logarithm of the length, and the number of threads changes nothing.

use num_complex::Complex;
use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpContext, OpEntry, OpError, OpRegistry};
use tfrt_executor::jit::loops::{LoopReduction, PARTS};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Element, I1, Shape};
use tfrt_ops::Reduction;
use tfrt_ops::shapes::{Dim, DimList, kept, reduced_axes};

use crate::ops::arrays::strided::{Copy, element_size, row_major};
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::number::{Columns, Float, Number, Real};
use tfrt_numerics::blocks;

use crate::ops::by_dtype::{for_dtype, unsupported, unsupported_for};
use crate::ops::memory::result_metadata;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    macro_rules! reductions {
        ($($name:literal [$($class:ident)*] $reducer:expr;)*) => {$(
            ops.add($name, OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [$($class)*], reduce::<T>(frame, $name, &$reducer), else Err(unsupported(dtype)))
            }));
        )*};
    }
    reductions! {
        "tf.Sum" [ints floats halves complex]
            fold(T::SUM_OF_BLOCK, T::SUM_ZERO, |a, x: T| T::sum_plus(a, x.widen()), T::sum_plus, |a, _| T::narrow(a))
                .by_columns(T::SUMS_OF_COLUMNS);
        "tf.Prod" [ints floats halves complex]
            fold(None, T::SUM_ONE, |a, x: T| T::sum_times(a, x.widen()), T::sum_times, |a, _| T::narrow(a));
        "tf.Max" [ints floats halves] fold(T::LARGEST_OF_BLOCK, T::LOWEST, T::larger, T::larger, |a, _| a);
        "tf.Min" [ints floats halves] fold(T::SMALLEST_OF_BLOCK, T::HIGHEST, T::smaller, T::smaller, |a, _| a);
        "tf.All" [bool] fold(None, true, |a, x: T| a & x.get(), |a, b| a & b, |a, _| I1::from(a));
        "tf.Any" [bool] fold(None, false, |a, x: T| a | x.get(), |a, b| a | b, |a, _| I1::from(a));
    }
    ops.add(
        "tf.Mean",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            // Integers are summed in 64 bits, which wrap.
            macro_rules! whole {
                ($sum:ty) => {{
                    let take = |sum: $sum, x: T| sum.wrapping_add(<$sum>::from(x));
                    let end =
                        |sum: $sum, count: usize| if count == 0 { 0 } else { (sum / count as $sum) as T };
                    reduce::<T>(frame, "tf.Mean", &fold(None, 0, take, <$sum>::wrapping_add, end))
                }};
            }
            for_dtype!(dtype, [signed], whole!(i64), else for_dtype!(dtype, [unsigned], whole!(u64), else {
                for_dtype!(dtype, [floats halves complex], {
                    let take = |a, x: T| T::sum_plus(a, x.widen());
                    let mean = fold(T::SUM_OF_BLOCK, T::SUM_ZERO, take, T::sum_plus, T::mean)
                        .by_columns(T::SUMS_OF_COLUMNS);
                    reduce::<T>(frame, "tf.Mean", &mean)
                }, else Err(unsupported_for("TfMeanOp", dtype)))
            }))
        }),
    );
    ops.add("tf.EuclideanNorm", OpEntry::new().dispatch(euclidean_norm));
}

fn euclidean_norm(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let name = "tf.EuclideanNorm";
    let plus = |a: f64, b: f64| a + b;
    let dtype = frame.dense(0)?.dtype();
    for_dtype!(dtype, [ints], {
        let norm = fold(None, 0.0, |a: f64, x: T| a + x as f64 * x as f64, plus, |a, _| a.sqrt() as T);
        reduce::<T>(frame, name, &norm)
    }, else for_dtype!(dtype, [floats halves], {
        let take = |a: f64, x: T| a + f64::from(x) * f64::from(x);
        let norm = fold(None, 0.0, take, plus, |a, _| T::unwork(<T as Float>::Work::of(a.sqrt())));
        reduce::<T>(frame, name, &norm)
    }, else match dtype {
        DType::Complex64 => {
            let take = |a: f64, x: Complex<f32>| a + f64::from(x.re) * f64::from(x.re) + f64::from(x.im) * f64::from(x.im);
            let norm = fold(None, 0.0, take, plus, |a, _| Complex::new(a.sqrt() as f32, 0.0));
            reduce::<Complex<f32>>(frame, name, &norm)
        }
        DType::Complex128 => {
            let norm = fold(None, 0.0, |a, x: Complex<f64>| a + x.norm_sqr(), plus, |a, _| Complex::new(a.sqrt(), 0.0));
            reduce::<Complex<f64>>(frame, name, &norm)
        }
        other => Err(unsupported(other)),
    }))
}

/// A reduction of elements to one.
trait Reduce<T>: Sync {
    /// The state of a partial reduction.
    type Partial: std::marker::Copy + Send + Sync;
    fn start(&self) -> Self::Partial;
    fn take(&self, partial: Self::Partial, x: T) -> Self::Partial;
    fn join(&self, a: Self::Partial, b: Self::Partial) -> Self::Partial;
    /// A short run, if there is a faster way than one by one.
    fn block(&self, row: &[T]) -> Option<Self::Partial>;
    /// Columns of so many rows, so many elements apart, from the first row to the last, if there is a faster way than one by one; says so.
    fn columns(&self, values: &[T], rows: [usize; 2], partials: &mut [Self::Partial]) -> bool;
    fn end(&self, partial: Self::Partial, count: usize) -> T;
}

struct Fold<T, A, F, J, E> {
    block: Option<fn(&[T]) -> A>,
    columns: Columns<T, A>,
    start: A,
    take: F,
    join: J,
    end: E,
}

fn fold<T, A, F, J, E>(
    block: Option<fn(&[T]) -> A>,
    start: A,
    take: F,
    join: J,
    end: E,
) -> Fold<T, A, F, J, E>
where
    F: Fn(A, T) -> A,
    J: Fn(A, A) -> A,
    E: Fn(A, usize) -> T,
{
    Fold { block, columns: None, start, take, join, end }
}

impl<T, A, F, J, E> Fold<T, A, F, J, E> {
    /// With a way to reduce columns.
    fn by_columns(self, columns: Columns<T, A>) -> Self {
        Fold { columns, ..self }
    }
}

impl<T, A, F, J, E> Reduce<T> for Fold<T, A, F, J, E>
where
    A: std::marker::Copy + Send + Sync,
    F: Fn(A, T) -> A + Sync,
    J: Fn(A, A) -> A + Sync,
    E: Fn(A, usize) -> T + Sync,
{
    type Partial = A;
    #[inline(always)]
    fn start(&self) -> A {
        self.start
    }
    #[inline(always)]
    fn take(&self, partial: A, x: T) -> A {
        (self.take)(partial, x)
    }
    #[inline(always)]
    fn join(&self, a: A, b: A) -> A {
        (self.join)(a, b)
    }
    #[inline(always)]
    fn block(&self, row: &[T]) -> Option<A> {
        self.block.map(|block| block(row))
    }
    #[inline(always)]
    fn columns(&self, values: &[T], rows: [usize; 2], partials: &mut [A]) -> bool {
        self.columns.map(|columns| columns(values, rows, partials)).is_some()
    }
    #[inline(always)]
    fn end(&self, partial: A, count: usize) -> T {
        (self.end)(partial, count)
    }
}

/// The shape that is left.
fn reduced_shape(dims: &[i64], reduced: &[bool], keep_dims: bool) -> Result<Shape, OpError> {
    let dims: DimList = dims.iter().map(|&dim| Dim::of(dim)).collect();
    let left: Dims = kept(&dims, reduced, keep_dims).iter().filter_map(|dim| dim.known()).collect();
    Ok(Shape::new(&left)?)
}

/// Merged dimensions, alternately kept and reduced.
fn merged(dims: &[i64], reduced: &[bool]) -> Vec<(usize, bool)> {
    let mut merged: Vec<(usize, bool)> = Vec::new();
    for (&dim, &reduced) in dims.iter().zip(reduced) {
        match merged.last_mut() {
            Some((count, same)) if *same == reduced => *count *= dim as usize,
            _ => merged.push((dim as usize, reduced)),
        }
    }
    merged
}

fn reduce<T: Element>(
    frame: &mut DispatchFrame<'_>,
    name: &str,
    reducer: &impl Reduce<T>,
) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(result_metadata(frame, 0)?)?;
    let input = frame.dense(0)?;
    let dims = input.shape().dims();
    let reduced = reduced_axes(&frame.indices(1)?, dims.len(), name)?;
    let values = frame.values::<T>(0)?;
    let results = out.values_mut::<T>();
    let count: usize =
        dims.iter().zip(&reduced).filter(|(_, reduced)| **reduced).map(|(&dim, _)| dim as usize).product();
    if values.is_empty() {
        results.fill(reducer.end(reducer.start(), count));
    } else {
        match merged(&dims, &reduced)[..] {
            [(_, false)] | [] => {
                for (result, &x) in results.iter_mut().zip(values) {
                    *result = reducer.end(reducer.take(reducer.start(), x), 1);
                }
            }
            [(_, true)] | [(_, false), (_, true)] => rows(frame, reducer, values, count, results),
            [(_, true), (columns, false)] => {
                blocks_of_columns(frame.context(), reducer, values, [count, columns], results)
            }
            [(_, false), (_, true), (columns, false)] => {
                blocks_of_columns(frame.context(), reducer, values, [count, columns], results);
            }
            _ => rows(frame, reducer, &reduced_last(input, &reduced)?, count, results),
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// A copy with the reduced axes moved to the end.
fn reduced_last<T: Element>(input: &DenseHostTensor, reduced: &[bool]) -> Result<Vec<T>, OpError> {
    let (dims, steps) = (input.shape().dims(), row_major(&input.shape().dims()));
    let order =
        (0..dims.len()).filter(|&axis| !reduced[axis]).chain((0..dims.len()).filter(|&axis| reduced[axis]));
    let (dims, steps): (Dims, Dims) = order.map(|axis| (dims[axis], steps[axis])).unzip();
    let mut copy = vec![bytemuck::Zeroable::zeroed(); input.num_elements()];
    let to = bytemuck::cast_slice_mut::<T, u8>(&mut copy);
    Copy::gather(&dims, 0, &steps).run(element_size(input.dtype())?, input.bytes(), to)?;
    Ok(copy)
}

/// The parts of a reduction of `f32` rows, for callers that compute the rows on the way.
#[derive(Clone, Copy)]
pub(crate) struct RowReduction {
    /// A run of at most [`CHUNK`] elements.
    pub chunk: fn(&[f32]) -> f32,
    /// The results of all chunks of a row, which has so many elements.
    pub join: fn(&mut [f32], usize) -> f32,
    /// The loop's way to reduce a block, from parts that start with `start`.
    pub of_loop: LoopReduction,
    pub start: f32,
    /// The parts of a block.
    join_parts: fn(&[f32; PARTS]) -> f32,
    /// Two elements or results.
    pub pair: fn(f32, f32) -> f32,
    /// The reduction along the middle of `[outer, count, columns]`, for these numbers.
    columns: ReduceColumns,
}

/// Reduces elements along the middle of `[outer, count, columns]`, for the last two of these, to a result.
type ReduceColumns = fn(&dyn OpContext, &[f32], [usize; 2], &mut [f32]);

/// A reduction of `f32` along the middle of three dimensions.
pub(crate) struct ColumnReduction {
    run: ReduceColumns,
    count: usize,
    columns: usize,
}

impl ColumnReduction {
    /// The result's shape and the reduction, if reducing a tensor, which is not empty, along these axes reduces columns.
    pub(crate) fn new(
        reduction: Reduction,
        shape: &Shape,
        axes: &[i64],
        keep_dims: bool,
    ) -> Option<(Shape, ColumnReduction)> {
        let dims = shape.dims();
        let reduced = reduced_axes(axes, dims.len(), "").ok()?;
        let (count, columns) = match merged(&dims, &reduced)[..] {
            [(count, true), (columns, false)] | [(_, false), (count, true), (columns, false)] => {
                (count, columns)
            }
            _ => return None,
        };
        let run = row_reduction(reduction)?.columns;
        Some((reduced_shape(&dims, &reduced, keep_dims).ok()?, ColumnReduction { run, count, columns }))
    }

    /// Reduces a tensor of the shape that it was made for.
    pub(crate) fn run(&self, context: &dyn OpContext, values: &[f32], results: &mut [f32]) {
        (self.run)(context, values, [self.count, self.columns], results);
    }
}

impl RowReduction {
    /// As [`Self::chunk`], of `length` elements whose blocks, of so many elements, are reduced into parts elsewhere; from front to back.
    pub(crate) fn by_blocks(&self, length: usize, block: &mut dyn FnMut(&mut [f32; PARTS], usize)) -> f32 {
        if let Some(half) = half_of(length) {
            let left = self.by_blocks(half, block);
            let right = self.by_blocks(length - half, block);
            return (self.pair)(left, right);
        }
        let mut parts = [self.start; PARTS];
        block(&mut parts, length);
        (self.join_parts)(&parts)
    }
}

/// The parts of the reduction of this name, whose results are the op's.
pub(crate) fn row_reduction(reduction: Reduction) -> Option<RowReduction> {
    type T = f32;
    macro_rules! parts {
        ($of_loop:ident, $start:expr, $join_parts:path, $pair:expr, $reducer:expr) => {
            RowReduction {
                of_loop: LoopReduction::$of_loop,
                start: $start,
                join_parts: $join_parts,
                pair: $pair,
                columns: |context, values, sizes, results| {
                    blocks_of_columns(context, &$reducer, values, sizes, results)
                },
                chunk: |row| run(&$reducer, row),
                join: |partials, length| {
                    let reducer = $reducer;
                    let whole = tree(&reducer, partials);
                    reducer.end(whole, length)
                },
            }
        };
    }
    Some(match reduction {
        Reduction::Sum => parts!(
            Sum,
            T::SUM_ZERO,
            blocks::sum_of_parts,
            T::sum_plus,
            fold(T::SUM_OF_BLOCK, T::SUM_ZERO, |a, x: T| a + x, T::sum_plus, |a, _| a)
                .by_columns(T::SUMS_OF_COLUMNS)
        ),
        Reduction::Mean => parts!(
            Sum,
            T::SUM_ZERO,
            blocks::sum_of_parts,
            T::sum_plus,
            fold(T::SUM_OF_BLOCK, T::SUM_ZERO, |a, x: T| a + x, T::sum_plus, T::mean)
                .by_columns(T::SUMS_OF_COLUMNS)
        ),
        Reduction::Max => parts!(
            Max,
            T::LOWEST,
            blocks::largest_of_parts,
            T::larger,
            fold(T::LARGEST_OF_BLOCK, T::LOWEST, T::larger, T::larger, |a, _| a)
        ),
        Reduction::Min => parts!(
            Min,
            T::HIGHEST,
            blocks::smallest_of_parts,
            T::smaller,
            fold(T::SMALLEST_OF_BLOCK, T::HIGHEST, T::smaller, T::smaller, |a, _| a)
        ),
        Reduction::All | Reduction::Any | Reduction::Prod => return None,
    })
}

/// The result's shape and the length of a row, if reducing these axes reduces rows.
pub(crate) fn rows_of(shape: &Shape, axes: &[i64], keep_dims: bool) -> Option<(Shape, usize)> {
    let dims = shape.dims();
    let reduced = reduced_axes(axes, dims.len(), "").ok()?;
    let length = match merged(&dims, &reduced)[..] {
        [(length, true)] | [(_, false), (length, true)] => length,
        _ => return None,
    };
    Some((reduced_shape(&dims, &reduced, keep_dims).ok()?, length))
}

/// Elements whose reduction is one task's work, and of which longer rows are cut into.
pub(crate) const CHUNK: usize = 1 << 15;

/// Elements of columns whose reduction is one task's work.
const COLUMNS_WORK: usize = 1 << 14;

/// Reduces runs of `length` elements.
fn rows<T: Element, R: Reduce<T>>(
    frame: &DispatchFrame<'_>,
    reducer: &R,
    values: &[T],
    length: usize,
    results: &mut [T],
) {
    if length > CHUNK {
        for (row, result) in values.chunks_exact(length).zip(results) {
            let mut partials = vec![reducer.start(); length.div_ceil(CHUNK)];
            let slots: Vec<Mutex<&mut R::Partial>> = partials.iter_mut().map(Mutex::new).collect();
            frame.context().parallel_for(slots.len(), 1, &|begin, end| {
                for (slot, chunk) in slots[begin..end].iter().zip(row.chunks(CHUNK).skip(begin)) {
                    **slot.lock() = run(reducer, chunk);
                }
            });
            drop(slots);
            *result = reducer.end(tree(reducer, &mut partials), length);
        }
        return;
    }
    let per_task = (CHUNK / length.max(1)).max(1);
    let tasks: Vec<Mutex<&mut [T]>> = results.chunks_mut(per_task).map(Mutex::new).collect();
    frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            let rows = values[at * per_task * length..].chunks_exact(length);
            for (result, row) in task.lock().iter_mut().zip(rows) {
                *result = reducer.end(run(reducer, row), length);
            }
        }
    });
}

/// The place at which a run is split in two; `None` if it is a block.
fn half_of(length: usize) -> Option<usize> {
    const BLOCK: usize = 1024;
    (length > BLOCK).then(|| (length / 2).next_multiple_of(BLOCK).min(length - 1))
}

/// Whether a run of so many elements is reduced as one block.
pub(crate) fn is_block(length: usize) -> bool {
    half_of(length).is_none()
}

/// Reduces one run: sixteen interleaved parts over blocks, blocks joined pairwise.
fn run<T: Element, R: Reduce<T>>(reducer: &R, row: &[T]) -> R::Partial {
    const PARTS: usize = 16;
    if let Some(half) = half_of(row.len()) {
        let (left, right) = row.split_at(half);
        return reducer.join(run(reducer, left), run(reducer, right));
    }
    if let Some(partial) = reducer.block(row) {
        return partial;
    }
    let mut parts = [reducer.start(); PARTS];
    let (blocks, rest) = row.as_chunks::<PARTS>();
    for block in blocks {
        for (part, &x) in parts.iter_mut().zip(block) {
            *part = reducer.take(*part, x);
        }
    }
    for (part, &x) in parts.iter_mut().zip(rest) {
        *part = reducer.take(*part, x);
    }
    tree(reducer, &mut parts)
}

/// Joins partial results pairwise.
fn tree<T, R: Reduce<T>>(reducer: &R, parts: &mut [R::Partial]) -> R::Partial {
    let mut count = parts.len();
    while count > 1 {
        let half = count.div_ceil(2);
        for i in 0..count / 2 {
            parts[i] = reducer.join(parts[i], parts[i + half]);
        }
        count = half;
    }
    parts.first().copied().unwrap_or_else(|| reducer.start())
}

/// Rows whose reductions are joined before they join the total.
const BLOCK: usize = 64;

/// Columns whose partial results stay in the first cache.
const STRIP: usize = 256;

/// Reduces the middle of `[outer, count, columns]`. Columns are reduced alike whatever is one task's work: some of them altogether if there are
/// many, else some of their rows.
fn blocks_of_columns<T: Element, R: Reduce<T>>(
    context: &dyn OpContext,
    reducer: &R,
    values: &[T],
    [count, columns]: [usize; 2],
    results: &mut [T],
) {
    /// Strips from which there are enough for all threads.
    const MANY: usize = 8;
    if results.is_empty() {
        return;
    }
    let strips = columns.div_ceil(STRIP);
    if results.len() / columns * strips < MANY && count >= 2 * BLOCK {
        return columns_by_blocks(context, reducer, values, [count, columns], results);
    }
    let tasks: Vec<Mutex<&mut [T]>> =
        results.chunks_mut(columns).flat_map(|row| row.chunks_mut(STRIP)).map(Mutex::new).collect();
    let per_task = (COLUMNS_WORK / (count * STRIP.min(columns)).max(1)).max(1);
    context.parallel_for(tasks.len(), per_task, &|begin, end| {
        let mut totals = [reducer.start(); STRIP];
        let mut partials = [reducer.start(); STRIP];
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            let mut results = task.lock();
            let (totals, partials) = (&mut totals[..results.len()], &mut partials[..results.len()]);
            totals.fill(reducer.start());
            let first = at / strips * count * columns + at % strips * STRIP;
            for block in (0..count).step_by(BLOCK) {
                let rows = &values[first + block * columns..];
                columns_of_block(reducer, rows, [BLOCK.min(count - block), columns], partials);
                for (total, &partial) in totals.iter_mut().zip(&*partials) {
                    *total = reducer.join(*total, partial);
                }
            }
            for (result, &total) in results.iter_mut().zip(&*totals) {
                *result = reducer.end(total, count);
            }
        }
    });
}

/// As [`blocks_of_columns`], for so few columns that the results of all blocks are little.
fn columns_by_blocks<T: Element, R: Reduce<T>>(
    context: &dyn OpContext,
    reducer: &R,
    values: &[T],
    [count, columns]: [usize; 2],
    results: &mut [T],
) {
    let blocks = count.div_ceil(BLOCK);
    let mut partials = vec![reducer.start(); blocks * results.len()];
    let tasks: Vec<Mutex<&mut [R::Partial]>> = partials.chunks_mut(columns).map(Mutex::new).collect();
    let per_task = (COLUMNS_WORK / (BLOCK * columns)).max(1);
    context.parallel_for(tasks.len(), per_task, &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            let (outer, first) = (at / blocks, at % blocks * BLOCK);
            let rows = &values[(outer * count + first) * columns..];
            columns_of_block(reducer, rows, [BLOCK.min(count - first), columns], &mut task.lock());
        }
    });
    drop(tasks);
    for (results, partials) in results.chunks_mut(columns).zip(partials.chunks(columns * blocks)) {
        for (column, result) in results.iter_mut().enumerate() {
            let partials = partials[column..].iter().step_by(columns);
            let total = partials.fold(reducer.start(), |total, &partial| reducer.join(total, partial));
            *result = reducer.end(total, count);
        }
    }
}

/// Reduces columns of so many rows, so many elements apart, from the first row to the last.
fn columns_of_block<T: Element, R: Reduce<T>>(
    reducer: &R,
    values: &[T],
    [rows, step]: [usize; 2],
    partials: &mut [R::Partial],
) {
    if reducer.columns(values, [rows, step], partials) {
        return;
    }
    partials.fill(reducer.start());
    for row in 0..rows {
        for (partial, &x) in partials.iter_mut().zip(&values[row * step..]) {
            *partial = reducer.take(*partial, x);
        }
    }
}
