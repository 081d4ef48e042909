//! `hlo.reduce`: tensors are combined along dimensions by a scalar region.
//!
//! The specification leaves the order to the implementation. A region of one function of numbers runs as a loop over them. Any other region
//! combines neighbours in pairs, then neighbours among what remains, so that the region runs over blocks and never sees two operands
//! change places; where the dimensions that remain are the last ones, whole rows are combined.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Element, I1, Shape, TensorMetadata};
use tfrt_numerics::combining::{doubles, singles};
use tfrt_ops::Elementwise;

use super::axes;
use super::extremes;
use super::movement::permuted;
use super::region::{BLOCK, Combination, Functions, Region};
use crate::ops::arrays::gather::copy_rows;
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::for_dtype;
use crate::ops::memory::{filled, room};
use crate::ops::number::{Number, Real};

/// Adds the op.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    let reduce = move |frame: &mut DispatchFrame<'_>| reduce(frame, &functions);
    ops.add("hlo.reduce", OpEntry::new().dispatch(reduce));
}

/// An argument, to be changed: its own buffer if this was the last reference to it, else a copy.
pub(super) fn taken_over(frame: &mut DispatchFrame<'_>, i: usize) -> Result<DenseHostTensor, OpError> {
    let mut tensor = frame.dense(i)?.clone();
    drop(frame.take(i));
    match tensor.bytes_mut() {
        Some(_) => Ok(tensor),
        None => Ok(tensor.deep_copy()?),
    }
}

/// A tensor on its way: its rows are combined, each to one element.
struct Rows {
    bytes: Vec<u8>,
    size: usize,
}

fn reduce(frame: &mut DispatchFrame<'_>, functions: &Functions) -> Result<(), OpError> {
    // Inputs of a narrower dtype than the initial values' are widened by the caller.
    let Combination { n, dtypes, region, results } = Combination::new(frame, functions)?;
    let shape = frame.dense(0)?.shape().clone();
    let rank = shape.rank();
    let reduced = axes(frame.attrs(), "dimensions", rank)?;
    let kept: Vec<usize> = (0..rank).filter(|axis| !reduced.contains(axis)).collect();
    let outputs = results[0].shape.num_elements();
    let depth = reduced.iter().map(|&axis| shape.dim(axis) as usize).product::<usize>();
    // Rows of outputs where these are the last dimensions, or few steps; else a row for each output.
    let is_by_columns = kept.first().is_some_and(|&first| reduced.iter().all(|&axis| axis < first));
    let order: Vec<usize> = match is_by_columns {
        true => reduced.iter().chain(&kept).copied().collect(),
        false => kept.iter().chain(&reduced).copied().collect(),
    };
    if n == 1
        && dtypes[0] == dtypes[1]
        && let Some(simple) = region.simple()
    {
        let (input, layout) = match outer_of(&shape, &reduced) {
            // One block is rows from its beginning to its end, which tasks share.
            Some(outer) => {
                let layout = Layout { outer, outputs, depth, is_by_columns: true };
                (frame.dense(0)?.clone(), layout)
            }
            None => {
                let layout = Layout { outer: 1, outputs, depth, is_by_columns };
                (permuted(frame.dense(0)?, &order)?, layout)
            }
        };
        let folding = Folding { frame, input: &input, metadata: &results[0], layout };
        if let Some(result) = combine(simple.function, dtypes[0], folding) {
            frame.set(0, result?);
            return Ok(());
        }
    }
    let inputs: Vec<DenseHostTensor> =
        (0..n).map(|i| permuted(frame.dense(i)?, &order)).collect::<Result<_, _>>()?;
    if !is_by_columns && n == 2 && dtypes[..2] == dtypes[2..] {
        let found = extremes::of_rows(frame, &region, &inputs, &results, depth)?;
        if let Some([values, places]) = found {
            frame.set(0, values);
            frame.set(1, places);
            return Ok(());
        }
    }
    let outs = match is_by_columns {
        true => by_columns(frame, &region, &inputs, outputs, depth)?,
        false => by_rows(frame, &region, &inputs, outputs, depth)?,
    };
    for (i, (bytes, metadata)) in outs.into_iter().zip(results).enumerate() {
        frame.set(i, DenseHostTensor::from_bytes(metadata, &bytes)?);
    }
    Ok(())
}

/// The product of the dimensions before those that are reduced, if these follow each other, and enough elements stand behind each of their
/// elements for loops over these.
fn outer_of(shape: &Shape, reduced: &[usize]) -> Option<usize> {
    let (first, last) = (*reduced.iter().min()?, *reduced.iter().max()?);
    let dims = shape.dims();
    let product = |dims: &[i64]| dims.iter().map(|&dim| dim as usize).product::<usize>();
    let follow_each_other = last + 1 - first == reduced.len();
    (first > 0 && follow_each_other && product(&dims[last + 1..]) >= LANES).then(|| product(&dims[..first]))
}

#[derive(Clone, Copy)]
struct Layout {
    /// Blocks of rows, each of which is reduced to one row.
    outer: usize,
    outputs: usize,
    depth: usize,
    is_by_columns: bool,
}

/// A use of a function of two numbers of one dtype, for which loops are compiled.
pub(super) trait Combine {
    /// Its result.
    type Out;

    /// Does it. The function is commutative; `rows` is it for rows, whose results come in the place of the first one, and `all` for all elements
    /// of a row, if that has code of its own.
    fn with<T: Element>(
        self,
        f: impl Fn(T, T) -> T + Copy + Sync,
        rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        all: Option<fn(&[T]) -> T>,
    ) -> Self::Out;
}

/// Calls [`Combine::with`] of `user` with a function of numbers of a dtype. `None` for a function without compiled loops.
pub(super) fn combine<C: Combine>(function: Elementwise, dtype: DType, user: C) -> Option<C::Out> {
    use Elementwise as Op;
    macro_rules! by {
        ($ty:ty, $f:expr) => {
            Some(user.with::<$ty>(
                $f,
                |to: &mut [$ty], from: &[$ty]| {
                    to.iter_mut().zip(from).for_each(|(to, &from)| *to = $f(*to, from));
                },
                None,
            ))
        };
        ($ty:ty, $f:expr, $rows:expr, $all:expr) => {
            Some(user.with::<$ty>($f, $rows, Some($all)))
        };
    }
    match (function, dtype) {
        (Op::HloAdd, DType::F32) => by!(f32, |a: f32, b: f32| a + b, singles::add_into, singles::sum),
        (Op::HloAdd, DType::F64) => by!(f64, |a: f64, b: f64| a + b, doubles::add_into, doubles::sum),
        (Op::HloAnd | Op::HloMinimum | Op::HloMultiply, DType::I1) => by!(I1, |a: I1, b: I1| I1(a.0 & b.0)),
        (Op::HloOr | Op::HloMaximum | Op::HloAdd, DType::I1) => by!(I1, |a: I1, b: I1| I1(a.0 | b.0)),
        (Op::HloAdd, _) => for_dtype!(dtype, [ints floats halves complex], by!(T, T::plus), else None),
        (Op::HloMultiply, _) => for_dtype!(dtype, [ints floats halves complex], by!(T, T::times), else None),
        (Op::HloMaximum, _) if dtype.is_integer() => for_dtype!(dtype, [ints], by!(T, T::larger), else None),
        (Op::HloMinimum, _) if dtype.is_integer() => for_dtype!(dtype, [ints], by!(T, T::smaller), else None),
        (Op::HloMaximum, DType::F32) => by!(f32, singles::larger, singles::larger_into, singles::largest),
        (Op::HloMinimum, DType::F32) => by!(f32, singles::smaller, singles::smaller_into, singles::smallest),
        (Op::HloMaximum, DType::F64) => by!(f64, doubles::larger, doubles::larger_into, doubles::largest),
        (Op::HloMinimum, DType::F64) => by!(f64, doubles::smaller, doubles::smaller_into, doubles::smallest),
        (Op::HloAnd, _) => for_dtype!(dtype, [ints], by!(T, |a: T, b: T| a & b), else None),
        (Op::HloOr, _) => for_dtype!(dtype, [ints], by!(T, |a: T, b: T| a | b), else None),
        (Op::HloXor, _) => for_dtype!(dtype, [ints], by!(T, |a: T, b: T| a ^ b), else None),
        _ => None,
    }
}

/// Elements that are combined side by side.
const LANES: usize = 16;

/// Elements of a row from which on code of its own is worth a call.
const LONG: usize = 48;

/// Elements that one task combines.
const TASK: usize = 1 << 16;

/// Columns that are combined at once.
const COLUMNS: usize = 4096;

struct Folding<'a, 'f> {
    frame: &'a DispatchFrame<'f>,
    input: &'a DenseHostTensor,
    metadata: &'a TensorMetadata,
    layout: Layout,
}

impl Combine for Folding<'_, '_> {
    type Out = Result<DenseHostTensor, OpError>;

    fn with<T: Element>(
        self,
        f: impl Fn(T, T) -> T + Copy + Sync,
        rows: impl Fn(&mut [T], &[T]) + Copy + Sync,
        all: Option<fn(&[T]) -> T>,
    ) -> Self::Out {
        let folded = |to: T, row: &[T]| match all {
            Some(all) if row.len() >= LONG => f(to, all(row)),
            _ => folded(to, row, f),
        };
        let Layout { outer, outputs, depth, is_by_columns } = self.layout;
        let context = self.frame.context();
        let init = self.frame.values::<T>(1)?[0];
        let mut out = DenseHostTensor::filled(self.metadata.clone(), bytemuck::bytes_of(&init))?;
        let values = self.input.values::<T>().ok_or("the input has another dtype")?;
        let Some(to) = out.values_mut::<T>() else { return Err("a new tensor is shared".into()) };
        if depth == 0 || outputs == 0 {
            return Ok(out);
        }
        if outer > 1 {
            let inner = outputs / outer;
            let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(inner).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), (TASK / (depth * inner)).max(1), &|begin, end| {
                for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                    columns(
                        &mut slot.lock(),
                        &values[task * depth * inner..][..depth * inner],
                        inner,
                        0,
                        rows,
                    );
                }
            });
            return Ok(out);
        }
        // Many elements for few results: tasks combine a part of them each, and their results are combined in order.
        let per_part = match is_by_columns {
            true => (TASK / outputs).max(1),
            false => TASK,
        };
        let parts = depth.div_ceil(per_part);
        if is_by_columns && outputs <= COLUMNS && parts > 1 {
            let mut partial = filled(init, outputs * parts)?;
            let tasks: Vec<Mutex<&mut [T]>> = partial.chunks_exact_mut(outputs).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), 1, &|begin, end| {
                for part in begin..end {
                    let count = per_part.min(depth - part * per_part);
                    let values = &values[part * per_part * outputs..][..count * outputs];
                    let (first, others) = values.split_at(outputs);
                    let mut to = tasks[part].lock();
                    to.copy_from_slice(first);
                    columns(&mut to, others, outputs, 0, rows);
                }
            });
            drop(tasks);
            columns(to, &partial, outputs, 0, rows);
        } else if is_by_columns {
            let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(COLUMNS).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), (TASK / (depth * COLUMNS)).max(1), &|begin, end| {
                for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                    columns(&mut slot.lock(), values, outputs, task * COLUMNS, rows);
                }
            });
        } else if parts > 1 {
            for (to, row) in to.iter_mut().zip(values.chunks_exact(depth)) {
                let mut partial = filled(init, parts)?;
                let tasks: Vec<Mutex<&mut T>> = partial.iter_mut().map(Mutex::new).collect();
                context.parallel_for(parts, 1, &|begin, end| {
                    for (task, part) in tasks[begin..end].iter().zip(row.chunks(TASK).skip(begin)) {
                        **task.lock() = folded(part[0], &part[1..]);
                    }
                });
                drop(tasks);
                *to = folded(*to, &partial);
            }
        } else {
            let rows = (TASK / depth).max(1);
            let tasks: Vec<Mutex<&mut [T]>> = to.chunks_mut(rows).map(Mutex::new).collect();
            context.parallel_for(tasks.len(), 1, &|begin, end| {
                for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                    let values = values[task * rows * depth..].chunks_exact(depth);
                    slot.lock().iter_mut().zip(values).for_each(|(to, row)| *to = folded(*to, row));
                }
            });
        }
        Ok(out)
    }
}

/// Combines elements with a number.
#[inline(always)]
fn folded<T: Element>(to: T, row: &[T], f: impl Fn(T, T) -> T + Copy) -> T {
    let (lanes, rest) = row.as_chunks::<LANES>();
    let mut to = to;
    if let Some((first, lanes)) = lanes.split_first() {
        let mut parts = *first;
        for lane in lanes {
            for (part, &value) in parts.iter_mut().zip(lane) {
                *part = f(*part, value);
            }
        }
        to = parts.iter().fold(to, |to, &part| f(to, part));
    }
    rest.iter().fold(to, |to, &value| f(to, value))
}

/// Combines the columns of rows from `first` on, as many as there are results, with these.
#[inline(always)]
fn columns<T: Element>(
    to: &mut [T],
    rows: &[T],
    length: usize,
    first: usize,
    combine: impl Fn(&mut [T], &[T]),
) {
    for row in rows.chunks_exact(length) {
        combine(to, &row[first..][..to.len()]);
    }
}

/// Combines whole rows of outputs.
fn by_columns(
    frame: &DispatchFrame<'_>,
    region: &Region,
    inputs: &[DenseHostTensor],
    outputs: usize,
    depth: usize,
) -> Result<Vec<Vec<u8>>, OpError> {
    let n = inputs.len();
    let mut runner = region.runner()?;
    let sizes: Vec<[usize; 2]> = (0..n)
        .map(|i| Ok([element_size(frame.dense(n + i)?.dtype())?, element_size(inputs[i].dtype())?]))
        .collect::<Result<_, OpError>>()?;
    let mut outs: Vec<Vec<u8>> = Vec::with_capacity(n);
    for (i, size) in sizes.iter().enumerate() {
        let mut out = room(outputs.saturating_mul(size[0]))?;
        let init = frame.dense(n + i)?.bytes();
        (0..outputs).for_each(|_| out.extend_from_slice(init));
        outs.push(out);
    }
    for start in (0..outputs).step_by(BLOCK) {
        let count = BLOCK.min(outputs - start);
        for row in 0..depth {
            for i in 0..n {
                let [to, from] = sizes[i];
                runner.arg_mut(i, count).copy_from_slice(&outs[i][start * to..][..count * to]);
                let bytes = &inputs[i].bytes()[(row * outputs + start) * from..][..count * from];
                runner.arg_mut(n + i, count).copy_from_slice(bytes);
            }
            runner.run(count);
            for (i, out) in outs.iter_mut().enumerate() {
                let size = sizes[i][0];
                out[start * size..][..count * size].copy_from_slice(runner.result(i, count));
            }
        }
    }
    Ok(outs)
}

/// Combines the elements of each row in pairs of neighbours, and the result with the initial values.
fn by_rows(
    frame: &DispatchFrame<'_>,
    region: &Region,
    inputs: &[DenseHostTensor],
    outputs: usize,
    depth: usize,
) -> Result<Vec<Vec<u8>>, OpError> {
    let n = inputs.len();
    let mut runner = region.runner()?;
    let sizes: Vec<usize> =
        (0..n).map(|i| element_size(frame.dense(n + i)?.dtype())).collect::<Result<_, _>>()?;
    if depth > 1 && (0..n).any(|i| inputs[i].dtype() != region.dtype_of(i as u16)) {
        return Err("inputs must have the dtypes of the initial values".into());
    }
    let mut rows: Vec<Rows> = Vec::with_capacity(n);
    for (input, &size) in inputs.iter().zip(&sizes) {
        let mut bytes = room(input.bytes().len())?;
        bytes.extend_from_slice(input.bytes());
        rows.push(Rows { bytes, size });
    }
    let mut length = depth;
    while length > 1 {
        let (half, next) = (length / 2, length.div_ceil(2));
        let pairs = outputs * half;
        let mut combined: Vec<Vec<u8>> = Vec::with_capacity(n);
        for row in &rows {
            let mut bytes = room(outputs * next * row.size)?;
            bytes.resize(outputs * next * row.size, 0);
            // Elements without a neighbour.
            if next > half {
                for output in 0..outputs {
                    let from = &row.bytes[(output * length + length - 1) * row.size..][..row.size];
                    bytes[(output * next + half) * row.size..][..row.size].copy_from_slice(from);
                }
            }
            combined.push(bytes);
        }
        for start in (0..pairs).step_by(BLOCK) {
            let count = BLOCK.min(pairs - start);
            let place = |pair: usize| pair / half * length + pair % half * 2;
            for (i, row) in rows.iter().enumerate() {
                copy_rows((start..).map(place), row.size, &row.bytes, runner.arg_mut(i, count));
                let behind = (start..).map(|at| place(at) + 1);
                copy_rows(behind, row.size, &row.bytes, runner.arg_mut(n + i, count));
            }
            runner.run(count);
            for (i, bytes) in combined.iter_mut().enumerate() {
                let size = sizes[i];
                let from = runner.result(i, count);
                // Runs of pairs of one row are together.
                let mut done = 0;
                while done < count {
                    let pair = start + done;
                    let run = (half - pair % half).min(count - done);
                    let at = (pair / half * next + pair % half) * size;
                    bytes[at..at + run * size].copy_from_slice(&from[done * size..][..run * size]);
                    done += run;
                }
            }
        }
        for (row, bytes) in rows.iter_mut().zip(combined) {
            row.bytes = bytes;
        }
        length = next;
    }
    let mut outs: Vec<Vec<u8>> = Vec::with_capacity(n);
    for (i, &size) in sizes.iter().enumerate() {
        let mut out: Vec<u8> = room(outputs * size)?;
        let init = frame.dense(n + i)?.bytes();
        (0..outputs).for_each(|_| out.extend_from_slice(init));
        outs.push(out);
    }
    if depth == 0 {
        return Ok(outs);
    }
    for start in (0..outputs).step_by(BLOCK) {
        let count = BLOCK.min(outputs - start);
        for i in 0..n {
            let size = sizes[i];
            runner.arg_mut(i, count).copy_from_slice(&outs[i][start * size..][..count * size]);
            let from = &rows[i].bytes[start * rows[i].size..][..count * rows[i].size];
            runner.arg_mut(n + i, count).copy_from_slice(from);
        }
        runner.run(count);
        for (i, out) in outs.iter_mut().enumerate() {
            let size = sizes[i];
            out[start * size..][..count * size].copy_from_slice(runner.result(i, count));
        }
    }
    Ok(outs)
}
