//! Ops that move elements, as steps of plans: each is a list of copies ([`Moves`]) that is made when all shapes, axes and places are known.
//!
//! A result of many bytes is cut along its outermost dimension, and threads copy the pieces. A copy of all elements in their order
//! is no step: its result has the bytes of its operand. What the row's shape function would refuse is not prepared.

use std::sync::atomic::{AtomicBool, Ordering};

use bytemuck::Pod;
use parking_lot::Mutex;
use smallvec::SmallVec;
use tfrt_executor::core_runtime::{Declined, OpContext, OpError, Prepared, StepOperand, StepSpec};
use tfrt_executor::tensor::{DType, Dims, Element, TensorMetadata};

use crate::ops::arrays::gather::product;
use crate::ops::arrays::slice::Block;
use crate::ops::arrays::strided::{Copy, SIDE, VECTOR, row_major};
use crate::ops::index_arguments::normalize_axis;

/// Bytes of a result from which threads share a copy, and of a piece.
const LARGE: usize = 1 << 16;
const PIECE: usize = 1 << 14;

/// A copy from an operand.
pub(crate) struct Move {
    pub(crate) operand: usize,
    pub(crate) copy: Copy,
}

/// The copies that make a result.
pub(super) struct Moves {
    moves: SmallVec<[Move; 2]>,
    /// The elements of a row, if all copies go row by row, and rows follow each other.
    row: Option<usize>,
    /// Rows that a piece has at least: a transposition takes squares of several, if there are enough rows for pieces of them.
    least: usize,
}

impl Moves {
    pub(super) fn of(moves: SmallVec<[Move; 2]>, result: &TensorMetadata) -> Moves {
        let merged: SmallVec<[Move; 2]> = moves
            .into_iter()
            .map(|Move { operand, copy }| Move { operand, copy: Copy { axes: copy.merged(), ..copy } })
            .collect();
        let count = result.shape.num_elements();
        let row_of = |moved: &Move| {
            let outer = moved.copy.axes.first()?;
            let row = usize::try_from(outer.to).ok().filter(|&row| row > 0)?;
            let is_inside = usize::try_from(moved.copy.to).is_ok_and(|first| first < row);
            (is_inside && row.checked_mul(outer.count as usize) == Some(count)).then_some(row)
        };
        let row = merged.first().and_then(row_of);
        let row = row.filter(|_| merged.iter().all(|moved| row_of(moved) == row));
        let transposes = |Move { copy, .. }: &Move| match &copy.axes[..] {
            [outer, .., inner] => outer.from == 1 && inner.from != 1,
            _ => false,
        };
        let rows = row.map_or(0, |row| count / row);
        let least = match merged.iter().any(transposes) {
            true if rows >= 4 * SIDE => SIDE,
            true => VECTOR,
            false => 1,
        };
        Moves { moves: merged, row, least }
    }

    /// Makes the result, of elements of `size` bytes.
    pub(super) fn run(
        &self,
        size: usize,
        operands: &[&[u8]],
        result: &mut [u8],
        context: &dyn OpContext,
    ) -> Result<(), OpError> {
        let Some(row) = self.row.filter(|_| result.len() >= LARGE) else {
            return self
                .moves
                .iter()
                .try_for_each(|Move { operand, copy }| copy.run(size, operands[*operand], result));
        };
        let rows = (PIECE / (row * size)).max(self.least);
        let pieces: Vec<Mutex<&mut [u8]>> = result.chunks_mut(rows * row * size).map(Mutex::new).collect();
        let outcome = Mutex::new(Ok(()));
        context.parallel_for(pieces.len(), 1, &|begin, end| {
            for (at, piece) in pieces.iter().enumerate().take(end).skip(begin) {
                let mut piece = piece.lock();
                for Move { operand, copy } in &self.moves {
                    let mut copy = copy.clone();
                    let outer = &mut copy.axes[0];
                    copy.from += (at * rows) as i64 * outer.from;
                    outer.count = (piece.len() / (row * size)) as i64;
                    if let Err(error) = copy.run(size, operands[*operand], &mut piece) {
                        *outcome.lock() = Err(error);
                    }
                }
            }
        });
        outcome.into_inner()
    }
}

/// A step of these copies, one list for each result. All tensors that are copied have one dtype.
pub(crate) fn copies(spec: &StepSpec<'_>, moves: Vec<SmallVec<[Move; 2]>>) -> Option<Prepared> {
    let dtype = spec.results.first()?.dtype;
    let is_alike = |moved: &Move| spec.operands[moved.operand].metadata.dtype == dtype;
    let are_alike =
        spec.results.iter().all(|result| result.dtype == dtype) && moves.iter().flatten().all(is_alike);
    let size = dtype.size().filter(|_| are_alike && moves.len() == spec.results.len())?;
    if let ([moves], [result]) = (&moves[..], spec.results)
        && let [Move { operand, copy }] = &moves[..]
        && copy.is_all(&spec.operands[*operand].metadata.shape, &result.shape)
    {
        return Some(Prepared::Same(*operand));
    }
    let moves: Box<[Moves]> =
        moves.into_iter().zip(spec.results).map(|(moves, result)| Moves::of(moves, result)).collect();
    Some(Prepared::step(move |context, operands, results| {
        let mut made = moves.iter().zip(results);
        made.try_for_each(|(moves, result)| moves.run(size, operands, result, context)).map_err(|_| Declined)
    }))
}

/// The elements of an operand that is a constant list of places or sizes.
fn numbers(operand: &StepOperand<'_>) -> Option<Dims> {
    operand.constant?.index_values()
}

/// An axis that is a constant.
fn axis_of(operand: &StepOperand<'_>, rank: usize) -> Option<usize> {
    let [axis] = numbers(operand)?[..] else { return None };
    normalize_axis(axis, rank)
}

/// `tf.Transpose`, in an order that is a constant.
pub(super) fn transpose(spec: &StepSpec<'_>) -> Option<Prepared> {
    let [input, order] = spec.operands else { return None };
    let rank = input.metadata.shape.rank();
    let axes: SmallVec<[usize; 8]> =
        numbers(order)?.iter().map(|&axis| normalize_axis(axis, rank)).collect::<Option<_>>()?;
    transposed(spec, &axes)
}

/// The first operand with its dimensions in another order.
pub(crate) fn transposed(spec: &StepSpec<'_>, axes: &[usize]) -> Option<Prepared> {
    let ([input, ..], [result]) = (spec.operands, spec.results) else { return None };
    let (dims, strides) = (input.metadata.shape.dims(), input.metadata.shape.strides());
    let mut seen = SmallVec::<[bool; 8]>::from_elem(false, dims.len());
    if axes.iter().any(|&axis| seen.get_mut(axis).is_none_or(|seen| std::mem::replace(seen, true))) {
        return None;
    }
    let of_axes = |values: &[i64]| axes.iter().map(|&axis| values[axis]).collect::<Dims>();
    if axes.len() != dims.len() || result.shape.dims() != of_axes(&dims) {
        return None;
    }
    let copy = Copy::gather(&result.shape.dims(), 0, &of_axes(&strides));
    copies(spec, vec![SmallVec::from_iter([Move { operand: 0, copy }])])
}

/// Whether two shapes are alike but for one dimension.
fn are_alike(a: &[i64], b: &[i64], axis: usize) -> bool {
    a.len() == b.len() && a.iter().zip(b).enumerate().all(|(at, (a, b))| at == axis || a == b)
}

/// `tf.ConcatV2`, along an axis that is a constant.
pub(super) fn concat(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ((axis, inputs), [result]) = (spec.operands.split_last()?, spec.results) else { return None };
    concatenated(spec, inputs, axis_of(axis, result.shape.rank())?)
}

/// The first operands of an op, next to each other along an axis.
pub(crate) fn concatenated(spec: &StepSpec<'_>, inputs: &[StepOperand<'_>], axis: usize) -> Option<Prepared> {
    let [result] = spec.results else { return None };
    let dims = result.shape.dims();
    if axis >= dims.len() {
        return None;
    }
    let steps = row_major(&dims);
    let (mut moves, mut at) = (SmallVec::new(), 0);
    for (operand, input) in inputs.iter().enumerate() {
        let own = input.metadata.shape.dims();
        if !are_alike(&own, &dims, axis) {
            return None;
        }
        if own[axis] > 0 {
            moves.push(Move { operand, copy: Copy::scatter(&own, at * steps[axis], &steps) });
        }
        at += own[axis];
    }
    (at == dims[axis]).then(|| copies(spec, vec![moves])).flatten()
}

/// The pieces of an operand along an axis, which are the results.
fn cut(spec: &StepSpec<'_>, operand: usize, axis: usize) -> Option<Prepared> {
    let dims = spec.operands[operand].metadata.shape.dims();
    let steps = row_major(&dims);
    let (mut moves, mut at) = (Vec::new(), 0);
    for result in spec.results {
        let own = result.shape.dims();
        if !are_alike(&own, &dims, axis) {
            return None;
        }
        moves.push(SmallVec::from_iter([Move {
            operand,
            copy: Copy::gather(&own, at * steps[axis], &steps),
        }]));
        at += own[axis];
    }
    (at == dims[axis]).then(|| copies(spec, moves)).flatten()
}

/// `tf.Split`, along an axis that is a constant.
pub(super) fn split(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([axis, input], [first, ..]) = (spec.operands, spec.results) else { return None };
    let axis = axis_of(axis, input.metadata.shape.rank())?;
    let size = |result: &TensorMetadata| (axis < result.shape.rank()).then(|| result.shape.dim(axis));
    let equal = spec.results.iter().all(|result| size(result) == size(first));
    equal.then(|| cut(spec, 1, axis)).flatten()
}

/// `tf.SplitV`, along an axis and into sizes that are constants.
pub(super) fn split_by_sizes(spec: &StepSpec<'_>) -> Option<Prepared> {
    let [input, sizes, axis] = spec.operands else { return None };
    let axis = axis_of(axis, input.metadata.shape.rank())?;
    let sizes = numbers(sizes)?;
    let fits = |(size, result): (&i64, &TensorMetadata)| {
        axis < result.shape.rank() && (*size == -1 || *size == result.shape.dim(axis))
    };
    let is_plain = sizes.len() == spec.results.len() && sizes.iter().filter(|&&size| size == -1).count() <= 1;
    (is_plain && sizes.iter().zip(spec.results).all(fits)).then(|| cut(spec, 0, axis)).flatten()
}

/// `tf.Slice`, from a place and of a size that are constants.
pub(super) fn slice(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([input, begin, size], [result]) = (spec.operands, spec.results) else { return None };
    let (dims, own) = (input.metadata.shape.dims(), result.shape.dims());
    let (begin, size) = (numbers(begin)?, numbers(size)?);
    if [own.len(), begin.len(), size.len()] != [dims.len(); 3] {
        return None;
    }
    for axis in 0..dims.len() {
        let wanted = if size[axis] == -1 { dims[axis].checked_sub(begin[axis])? } else { size[axis] };
        let end = begin[axis].checked_add(wanted)?;
        if begin[axis] < 0 || wanted != own[axis] || end > dims[axis] {
            return None;
        }
    }
    let steps = row_major(&dims);
    let first = begin.iter().zip(&steps).map(|(begin, step)| begin * step).sum();
    copies(spec, vec![SmallVec::from_iter([Move { operand: 0, copy: Copy::gather(&own, first, &steps) }])])
}

/// `tf.StridedSlice`, from a place to another one that are constants.
pub(super) fn strided_slice(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([input, begin, end, strides], [result]) = (spec.operands, spec.results) else { return None };
    let lists = [numbers(begin)?, numbers(end)?, numbers(strides)?];
    let are_vectors = [begin, end, strides].iter().all(|list| list.metadata.shape.rank() == 1);
    let lists = lists.each_ref().map(|list| &list[..]);
    let block = Block::of(&input.metadata.shape.dims(), lists, &*spec.attrs).ok()?;
    if !are_vectors || result.shape.dims() != block.sizes {
        return None;
    }
    let copy = Copy::gather(&block.sizes, block.first, &block.steps);
    copies(spec, vec![SmallVec::from_iter([Move { operand: 0, copy }])])
}

/// The offset of a step along each of `rank` dimensions in a tensor of these dimensions that is broadcast to them.
pub(super) fn broadcast_steps(dims: &[i64], rank: usize) -> Dims {
    let mut steps = Dims::from_elem(0, rank.saturating_sub(dims.len()));
    steps.extend(dims.iter().zip(row_major(dims)).map(|(&dim, step)| if dim == 1 { 0 } else { step }));
    steps
}

/// `tf.BroadcastTo`.
pub(super) fn broadcast_to(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([input, _], [result]) = (spec.operands, spec.results) else { return None };
    let (own, dims) = (input.metadata.shape.dims(), result.shape.dims());
    let missing = dims.len().checked_sub(own.len())?;
    if !own.iter().zip(&dims[missing..]).all(|(own, dim)| own == dim || *own == 1) {
        return None;
    }
    let copy = Copy::gather(&dims, 0, &broadcast_steps(&own, dims.len()));
    copies(spec, vec![SmallVec::from_iter([Move { operand: 0, copy }])])
}

/// `tf.GatherV2` along an axis that is a constant: a part of the operand if the only index is a constant too, else rows by indices.
pub(super) fn gather(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([input, indices, axis], [result]) = (spec.operands, spec.results) else { return None };
    let dims = input.metadata.shape.dims();
    let axis = axis_of(axis, dims.len())?;
    let index_dims = indices.metadata.shape.dims();
    let mut wanted = dims.clone();
    wanted.remove(axis);
    wanted.insert_many(axis, index_dims.iter().copied());
    let is_plain = spec.attrs.get_int("batch_dims").unwrap_or(0) == 0;
    if !is_plain || result.shape.dims() != wanted || result.dtype != input.metadata.dtype {
        return None;
    }
    if let Some([at]) = numbers(indices).as_deref() {
        let mut steps = row_major(&dims);
        let along = steps.remove(axis);
        steps.insert_many(axis, index_dims.iter().map(|_| 0));
        let copy = Copy::gather(&wanted, at * along, &steps);
        let moves = vec![SmallVec::from_iter([Move { operand: 0, copy }])];
        return (0..dims[axis]).contains(at).then(|| copies(spec, moves)).flatten();
    }
    let bytes = product(&dims[axis + 1..]).checked_mul(result.dtype.size()?)?;
    let rows = Rows { limit: usize::try_from(dims[axis]).ok()?, bytes };
    // Nothing to copy, but indices to check.
    if result.shape.num_elements() == 0 {
        return None;
    }
    match indices.metadata.dtype {
        DType::I32 => Some(rows.step::<i32>()),
        DType::I64 => Some(rows.step::<i64>()),
        _ => None,
    }
}

/// Rows of a tensor, of so many bytes each, that indices below a limit name. What an index names before the axis is in blocks.
#[derive(Clone, Copy)]
struct Rows {
    limit: usize,
    bytes: usize,
}

impl Rows {
    /// The step whose indices are of this type. The op itself refuses others.
    fn step<T: Element + TryInto<usize>>(self) -> Prepared {
        Prepared::step(move |context, operands, results| {
            let ([from, indices, ..], [to]) = (operands, results) else { return Err(Declined) };
            let indices: &[T] = bytemuck::try_cast_slice(indices)?;
            if to.len() < LARGE {
                return self.copy(from, indices, 0, to).ok_or(Declined);
            }
            let rows = (PIECE / self.bytes).max(1);
            let pieces: Vec<Mutex<&mut [u8]>> = to.chunks_mut(rows * self.bytes).map(Mutex::new).collect();
            let is_done = AtomicBool::new(true);
            context.parallel_for(pieces.len(), 1, &|begin, end| {
                for (at, piece) in pieces.iter().enumerate().take(end).skip(begin) {
                    if self.copy(from, indices, at * rows, &mut piece.lock()).is_none() {
                        is_done.store(false, Ordering::Relaxed);
                    }
                }
            });
            if is_done.into_inner() { Ok(()) } else { Err(Declined) }
        })
    }

    /// Copies the rows of a result from one on; `None` if an index names none.
    fn copy<T: Element + TryInto<usize>>(
        self,
        from: &[u8],
        indices: &[T],
        first: usize,
        to: &mut [u8],
    ) -> Option<()> {
        match self.bytes {
            4 => self.copy_words::<T, u32>(bytemuck::try_cast_slice(from).ok()?, indices, first, to),
            8 => self.copy_words::<T, u64>(bytemuck::try_cast_slice(from).ok()?, indices, first, to),
            _ => {
                let mut rows = to.chunks_exact_mut(self.bytes);
                self.each(indices, first, rows.len(), |row| {
                    let start = row * self.bytes;
                    rows.next()?.copy_from_slice(from.get(start..start + self.bytes)?);
                    Some(())
                })
            }
        }
    }

    /// As [`Self::copy`], of rows of one word.
    fn copy_words<T: Element + TryInto<usize>, E: Pod>(
        self,
        from: &[E],
        indices: &[T],
        first: usize,
        to: &mut [u8],
    ) -> Option<()> {
        let to: &mut [E] = bytemuck::try_cast_slice_mut(to).ok()?;
        let mut next = 0;
        self.each(indices, first, to.len(), |row| {
            *to.get_mut(next)? = *from.get(row)?;
            next += 1;
            Some(())
        })
    }

    /// Calls `row` with the numbers of the rows that make `count` rows of the result, from one on.
    fn each<T: Element + TryInto<usize>>(
        self,
        indices: &[T],
        first: usize,
        count: usize,
        mut row: impl FnMut(usize) -> Option<()>,
    ) -> Option<()> {
        let (mut block, mut index) = (first / indices.len(), first % indices.len());
        let mut left = count;
        while left > 0 {
            let part = &indices[index..indices.len().min(index + left)];
            for &at in part {
                let at = at.try_into().ok().filter(|&at| at < self.limit)?;
                row(block * self.limit + at)?;
            }
            left -= part.len();
            (block, index) = (block + 1, 0);
        }
        Some(())
    }
}

/// `tf.Pack`: the operands next to each other along a new axis.
pub(super) fn pack(spec: &StepSpec<'_>) -> Option<Prepared> {
    let [result] = spec.results else { return None };
    let dims = result.shape.dims();
    let axis = normalize_axis(spec.attrs.get_int("axis").unwrap_or(0), dims.len())?;
    let (mut left, mut steps) = (dims.clone(), row_major(&dims));
    let count = left.remove(axis);
    let along = steps.remove(axis);
    if count != spec.operands.len() as i64
        || spec.operands.iter().any(|operand| operand.metadata.shape.dims() != left)
    {
        return None;
    }
    let moved = |operand: usize| Move { operand, copy: Copy::scatter(&left, operand as i64 * along, &steps) };
    copies(spec, vec![(0..spec.operands.len()).map(moved).collect()])
}

/// `tf.Unpack`: the parts along an axis, without it.
pub(super) fn unpack(spec: &StepSpec<'_>) -> Option<Prepared> {
    let [input] = spec.operands else { return None };
    let dims = input.metadata.shape.dims();
    let axis = normalize_axis(spec.attrs.get_int("axis").unwrap_or(0), dims.len())?;
    let (mut left, mut steps) = (dims.clone(), row_major(&dims));
    let count = left.remove(axis);
    let along = steps.remove(axis);
    if count != spec.results.len() as i64 || spec.results.iter().any(|result| result.shape.dims() != left) {
        return None;
    }
    let moved = |at: usize| Move { operand: 0, copy: Copy::gather(&left, at as i64 * along, &steps) };
    copies(spec, (0..spec.results.len()).map(|at| SmallVec::from_iter([moved(at)])).collect())
}
