//! `hlo.gather`: slices at places that a tensor of indices says.

use std::ops::Range;

use tfrt_executor::core_runtime::{
    Declined, DispatchFrame, OpAttrsRef, OpContext, OpEntry, OpError, OpRegistry, Prepared, StepSpec,
};
use tfrt_executor::tensor::{DType, Dims, TensorMetadata};

use super::movement::fresh;
use super::{Odometer, axes, for_runs, int, integers, ints};
use crate::ops::arrays::strided::{element_size, row_major};
use crate::ops::memory::room;
use crate::ops::tasks::{for_blocks, for_parts};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("hlo.gather", OpEntry::new().dispatch(gather).prepared(prepared));
    ops.add("hlo.dynamic_gather", OpEntry::new().dispatch(dynamic_gather));
}

/// Which dimensions of an operand vectors of indices say, and where these vectors are.
pub(super) struct Numbers {
    /// The dimension of the operand that each component of an index vector is for.
    pub map: Vec<usize>,
    /// Dimensions of the operand, and those of the indices that go with them.
    pub batching: Vec<(usize, usize)>,
    /// The dimension of the vectors; that after the last one if each index is one.
    pub vector: usize,
}

impl Numbers {
    /// From the attributes of these names.
    pub(super) fn of(
        attrs: OpAttrsRef<'_>,
        names: [&str; 3],
        rank: usize,
        index_dims: &[i64],
    ) -> Result<Numbers, OpError> {
        let [map, batching, others] = names;
        let vector = int(attrs, "index_vector_dim")?;
        let vector =
            usize::try_from(vector).ok().filter(|&vector| vector <= index_dims.len()).ok_or_else(|| {
                format!("index_vector_dim is {vector} for indices of rank {}", index_dims.len())
            })?;
        let map_name = map;
        let map = axes(attrs, map, rank)?;
        let components = index_dims.get(vector).copied().unwrap_or(1);
        if components != map.len() as i64 {
            return Err(format!(
                "index vectors along index_vector_dim {vector} have {components} components, but {map_name} is {map:?}"
            )
            .into());
        }
        let batching = axes(attrs, batching, rank)?;
        let others = axes(attrs, others, index_dims.len())?;
        if batching.len() != others.len() || others.contains(&vector) {
            return Err("the batching dimensions of operand and indices do not fit each other".into());
        }
        Ok(Numbers { map, batching: batching.into_iter().zip(others).collect(), vector })
    }

    /// The dimensions of the indices without that of the vectors.
    pub(super) fn batch_dims(&self, index_dims: &[i64]) -> Dims {
        let kept = index_dims.iter().enumerate().filter(|(axis, _)| *axis != self.vector);
        kept.map(|(_, &dim)| dim).collect()
    }

    /// Calls `f` with the start of the slice that each index vector says, in the operand's dimensions, and its number.
    pub(super) fn for_starts(
        &self,
        indices: &[i64],
        index_dims: &[i64],
        rank: usize,
        mut f: impl FnMut(usize, &[i64]) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        let all = row_major(index_dims);
        let step = all.get(self.vector).copied().unwrap_or(1);
        let dims = self.batch_dims(index_dims);
        let steps: Dims =
            all.iter().enumerate().filter(|(axis, _)| *axis != self.vector).map(|(_, &step)| step).collect();
        let mut start: Dims = (0..rank).map(|_| 0).collect();
        let mut places = Odometer::new(&dims, &steps, 0);
        for number in 0.. {
            let position = Dims::from_slice(places.position());
            let Some(at) = places.next() else { return Ok(()) };
            for (component, &axis) in self.map.iter().enumerate() {
                start[axis] = indices[(at + component as i64 * step) as usize];
            }
            for &(axis, other) in &self.batching {
                start[axis] = position[other - usize::from(other > self.vector)];
            }
            f(number, &start)?;
        }
        Ok(())
    }
}

impl Numbers {
    /// Whether vectors of indices follow each other, in the order of their numbers, and those that go with dimensions of the operand, which
    /// has dimensions `dims`, are no more than these.
    pub(super) fn are_in_order(&self, index_dims: &[i64], dims: &[i64]) -> bool {
        !self.map.is_empty()
            && (self.vector == index_dims.len() || self.vector + 1 == index_dims.len())
            && self.batching.iter().all(|&(axis, other)| index_dims[other] <= dims[axis])
    }

    /// Calls `f` with the number of each index vector of a range, and the place in the operand of the first element of the slice that it
    /// says, for vectors that [are in order](Self::are_in_order). `own` are the operand's row-major steps, and `most` the last start of a
    /// slice in each dimension; the start is moved there, or, if it `drops`, the slice has no place.
    #[inline(always)]
    pub(super) fn for_places<I: Copy + Into<i64>, const DROPS: bool>(
        &self,
        (indices, index_dims): (&[I], &[i64]),
        (own, most): (&[i64], &[i64]),
        range: Range<usize>,
        mut f: impl FnMut(usize, Option<usize>),
    ) {
        let start = |index: I, most: i64| {
            let index: i64 = index.into();
            if DROPS { (0..=most).contains(&index).then_some(index) } else { Some(index.clamp(0, most)) }
        };
        // What dimensions that go with those of the indices add.
        let dims = self.batch_dims(index_dims);
        let mut steps: Dims = dims.iter().map(|_| 0).collect();
        for &(axis, other) in &self.batching {
            steps[other - usize::from(other > self.vector)] += own[axis];
        }
        let width = self.map.len();
        // Vectors along the last dimension go together.
        let (count, apart) =
            dims.last().zip(steps.last()).map_or((1, 0), |(&count, &apart)| (count as usize, apart));
        let outer = dims.len().saturating_sub(1);
        let mut number = range.start;
        let lines =
            Odometer::new(&dims[..outer], &steps[..outer], 0).skip(number.checked_div(count).unwrap_or(0));
        for line in lines {
            let within = number % count.max(1);
            let end = range.end.min(number - within + count);
            if number >= range.end {
                return;
            }
            let vectors = &indices[number * width..end * width];
            let first = line + within as i64 * apart;
            if let [axis] = self.map[..] {
                let (step, most) = (own[axis], most[axis]);
                for (i, &index) in vectors.iter().enumerate() {
                    let base = first + i as i64 * apart;
                    f(number + i, start(index, most).map(|at| (base + at * step) as usize));
                }
            } else if let [first_axis, second_axis] = self.map[..] {
                let [steps, most] = [own, most].map(|of| [of[first_axis], of[second_axis]]);
                for (i, &[a, b]) in vectors.as_chunks::<2>().0.iter().enumerate() {
                    let base = first + i as i64 * apart;
                    let places = start(a, most[0]).zip(start(b, most[1]));
                    f(number + i, places.map(|(a, b)| (base + a * steps[0] + b * steps[1]) as usize));
                }
            } else {
                for (i, vector) in vectors.chunks_exact(width).enumerate() {
                    let base = first + i as i64 * apart;
                    let place = vector.iter().zip(&self.map).try_fold(base, |place, (&index, &axis)| {
                        start(index, most[axis]).map(|at| place + at * own[axis])
                    });
                    f(number + i, place.map(|place| place as usize));
                }
            }
            number = end;
        }
    }
}

/// Evaluates an expression for a slice of an operand's indices, as they are if they have 32 or 64 bits and a sign, else widened.
macro_rules! with_indices {
    ($frame:expr, $i:expr, $indices:ident => $body:expr) => {
        match $frame.dense($i)?.dtype() {
            tfrt_executor::tensor::DType::I32 => {
                let $indices = $frame.values::<i32>($i)?;
                $body
            }
            tfrt_executor::tensor::DType::I64 => {
                let $indices = $frame.values::<i64>($i)?;
                $body
            }
            _ => {
                let $indices = &$crate::ops::hlo::integers($frame, $i)?[..];
                $body
            }
        }
    };
}
pub(super) use with_indices;

/// The offsets of all elements of a block, in row-major order.
pub(super) fn all_offsets(dims: &[i64], steps: &[i64]) -> Result<Vec<i64>, OpError> {
    let mut all = room(dims.iter().map(|&dim| dim as usize).product())?;
    for_runs(dims, steps, |first, count, apart| all.extend((0..count).map(|i| first + i * apart)));
    Ok(all)
}

/// Copies runs of so many bytes, each from its first place to its second one.
#[inline]
fn copy_runs(from: &[u8], to: &mut [u8], runs: &[[usize; 2]], bytes: usize) {
    fn words<const N: usize>(from: &[u8], to: &mut [u8], runs: &[[usize; 2]]) {
        for &[at, place] in runs {
            if let (Some(from), Some(to)) =
                (from[at..].first_chunk::<N>(), to[place..].first_chunk_mut::<N>())
            {
                *to = *from;
            }
        }
    }
    match bytes {
        4 => words::<4>(from, to, runs),
        8 => words::<8>(from, to, runs),
        16 => words::<16>(from, to, runs),
        _ => {
            for &[at, place] in runs {
                to[place..][..bytes].copy_from_slice(&from[at..][..bytes]);
            }
        }
    }
}

/// Whether the elements of a block, each of so many elements, follow each other in row-major order.
pub(super) fn follow_each_other(dims: &[i64], steps: &[i64], length: i64) -> bool {
    let mut next = length;
    dims.iter().zip(steps).rev().filter(|(dim, _)| **dim != 1).all(|(dim, step)| {
        let is_next = *step == next;
        next *= dim;
        is_next
    })
}

/// Indices as they are stored, if they have 32 or 64 bits and a sign; else widened.
enum Indices<'a> {
    Words(&'a [i32]),
    Long(&'a [i64]),
    Widened(Vec<i64>),
}

impl<'a> Indices<'a> {
    /// Those of an operand.
    fn of(frame: &'a DispatchFrame<'_>, i: usize) -> Result<Indices<'a>, OpError> {
        Ok(match frame.dense(i)?.dtype() {
            DType::I32 => Indices::Words(frame.values(i)?),
            DType::I64 => Indices::Long(frame.values(i)?),
            _ => Indices::Widened(integers(frame, i)?),
        })
    }
}

/// How the slices of a gather are copied, for operands of known shapes.
struct Slices {
    numbers: Numbers,
    index_dims: Dims,
    dims: Dims,
    /// The sizes of a slice in the operand's dimensions.
    sizes: Dims,
    /// The operand's row-major steps, and the last start of a slice in each dimension.
    own: Dims,
    most: Dims,
    /// The dimensions of the result.
    result: Dims,
    /// The dimensions of the indices without that of the vectors, and the result's steps in them.
    batch: Dims,
    batch_steps: Dims,
    /// Bytes of an element.
    size: usize,
    /// Elements of a slice.
    count: usize,
    /// Runs of elements of a slice that are together on both sides: where they are in the operand and in the result, in bytes.
    runs: Vec<[usize; 2]>,
    /// Bytes of a run.
    bytes: usize,
}

impl Slices {
    fn of(
        attrs: OpAttrsRef<'_>,
        x: &TensorMetadata,
        index_dims: Dims,
        sizes: &[i64],
    ) -> Result<Slices, OpError> {
        let dims = x.shape.dims();
        let rank = dims.len();
        if sizes.len() != rank || (0..rank).any(|axis| sizes[axis] < 0 || sizes[axis] > dims[axis]) {
            return Err(format!("{x} has no slices of sizes {sizes:?}").into());
        }
        let names = ["start_index_map", "operand_batching_dims", "start_indices_batching_dims"];
        let numbers = Numbers::of(attrs, names, rank, &index_dims)?;
        let collapsed = axes(attrs, "collapsed_slice_dims", rank)?;
        let is_batching = |axis: usize| numbers.batching.iter().any(|&(own, _)| own == axis);
        let kept: Vec<usize> =
            (0..rank).filter(|&axis| !collapsed.contains(&axis) && !is_batching(axis)).collect();
        let batch = numbers.batch_dims(&index_dims);
        let result_rank = batch.len() + kept.len();
        let offsets = axes(attrs, "offset_dims", result_rank)?;
        if offsets.len() != kept.len() {
            return Err(format!(
                "offset_dims {offsets:?} do not fit slices of sizes {sizes:?} without collapsed_slice_dims {collapsed:?}"
            )
            .into());
        }
        // The result, and its steps for the dimensions of the batch and of the slices.
        let (mut batch_left, mut kept_left) = (batch.iter(), kept.iter());
        let result: Dims = (0..result_rank)
            .filter_map(|axis| match offsets.contains(&axis) {
                true => kept_left.next().map(|&axis| sizes[axis]),
                false => batch_left.next().copied(),
            })
            .collect();
        let steps = row_major(&result);
        let batch_steps: Dims =
            (0..result_rank).filter(|axis| !offsets.contains(axis)).map(|axis| steps[axis]).collect();
        let slice_dims: Dims = kept.iter().map(|&axis| sizes[axis]).collect();
        let slice_steps: Dims = offsets.iter().map(|&axis| steps[axis]).collect();
        let own = row_major(&dims);
        let own_steps: Dims = kept.iter().map(|&axis| own[axis]).collect();
        let size = element_size(x.dtype)?;
        let count: usize = slice_dims.iter().map(|&dim| dim as usize).product();
        let (mut run, mut outer) = (1, slice_dims.len());
        while outer > 0 && own_steps[outer - 1] == run && slice_steps[outer - 1] == run {
            run *= slice_dims[outer - 1];
            outer -= 1;
        }
        let is_empty = result.contains(&0);
        let mut runs: Vec<[usize; 2]> = room(if is_empty { 0 } else { count / run as usize })?;
        if !is_empty {
            let from = Odometer::new(&slice_dims[..outer], &own_steps[..outer], 0);
            let to = Odometer::new(&slice_dims[..outer], &slice_steps[..outer], 0);
            runs.extend(from.zip(to).map(|(from, to)| [from as usize * size, to as usize * size]));
        }
        let most: Dims = dims.iter().zip(sizes).map(|(dim, size)| dim - size).collect();
        let (sizes, bytes) = (Dims::from_slice(sizes), run as usize * size);
        Ok(Slices {
            numbers,
            index_dims,
            dims,
            sizes,
            own,
            most,
            result,
            batch,
            batch_steps,
            size,
            count,
            runs,
            bytes,
        })
    }

    /// Copies the slices.
    fn run(
        &self,
        context: &dyn OpContext,
        source: &[u8],
        indices: &Indices<'_>,
        target: &mut [u8],
    ) -> Result<(), OpError> {
        if target.is_empty() {
            return Ok(());
        }
        if self.numbers.are_in_order(&self.index_dims, &self.dims) {
            return match indices {
                Indices::Words(indices) => self.run_in_order(context, source, indices, target),
                Indices::Long(indices) => self.run_in_order(context, source, indices, target),
                Indices::Widened(indices) => self.run_in_order(context, source, indices, target),
            };
        }
        let widened: Vec<i64>;
        let indices: &[i64] = match indices {
            Indices::Words(words) => {
                widened = words.iter().map(|&index| index.into()).collect();
                &widened
            }
            Indices::Long(long) => long,
            Indices::Widened(widened) => widened,
        };
        let Slices { numbers, index_dims, dims, sizes, own, size, .. } = self;
        let rank = dims.len();
        let places = all_offsets(&self.batch, &self.batch_steps)?;
        numbers.for_starts(indices, index_dims, rank, |number, start| {
            let first: i64 =
                (0..rank).map(|axis| start[axis].clamp(0, dims[axis] - sizes[axis]) * own[axis]).sum();
            let (first, place) = (first as usize * size, places[number] as usize * size);
            copy_runs(&source[first..], &mut target[place..], &self.runs, self.bytes);
            Ok(())
        })
    }

    /// As [`Self::run`], where the index vectors are in order.
    fn run_in_order<I: Copy + Into<i64> + Sync>(
        &self,
        context: &dyn OpContext,
        source: &[u8],
        indices: &[I],
        target: &mut [u8],
    ) -> Result<(), OpError> {
        let Slices { numbers, runs, .. } = self;
        let (size, count, bytes) = (self.size, self.count, self.bytes);
        let (all, steps) = ((indices, &self.index_dims[..]), (&self.own[..], &self.most[..]));
        let whole = count * size;
        let are_rows = follow_each_other(&self.batch, &self.batch_steps, count as i64);
        macro_rules! words {
            ($size:literal) => {{
                let (to, from) = (target.as_chunks_mut::<$size>().0, source.as_chunks::<$size>().0);
                for_blocks(context, to, &|first, to| {
                    numbers.for_places::<_, false>(all, steps, first..first + to.len(), |number, place| {
                        if let Some(place) = place {
                            to[number - first] = from[place];
                        }
                    });
                });
            }};
        }
        match (count, size) {
            (1, 1) if are_rows => words!(1),
            (1, 2) if are_rows => words!(2),
            (1, 4) if are_rows => words!(4),
            (1, 8) if are_rows => words!(8),
            // Slices are rows of the result.
            _ if are_rows => for_parts(context, target, whole, &|first, to| {
                let within = first / whole..(first + to.len()) / whole;
                numbers.for_places::<_, false>(all, steps, within, |number, place| {
                    let from = &source[place.map_or(0, |place| place * size)..];
                    copy_runs(from, &mut to[number * whole - first..], runs, bytes);
                });
            }),
            _ => {
                let places = all_offsets(&self.batch, &self.batch_steps)?;
                numbers.for_places::<_, false>(all, steps, 0..places.len(), |number, place| {
                    let from = &source[place.map_or(0, |place| place * size)..];
                    copy_runs(from, &mut target[places[number] as usize * size..], runs, bytes);
                });
            }
        }
        Ok(())
    }
}

fn gather(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let sizes = ints(frame.attrs(), "slice_sizes")?;
    slices(frame, &sizes)
}

fn dynamic_gather(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let sizes = integers(frame, 2)?;
    slices(frame, &sizes)
}

fn slices(frame: &mut DispatchFrame<'_>, sizes: &[i64]) -> Result<(), OpError> {
    let x = frame.dense(0)?;
    let index_dims = frame.dense(1)?.shape().dims();
    let slices = Slices::of(frame.attrs(), x.metadata(), index_dims, sizes)?;
    let mut out = fresh(x.dtype(), &slices.result)?;
    slices.run(frame.context(), x.bytes(), &Indices::of(frame, 1)?, out.bytes_mut())?;
    frame.finish(0, out);
    Ok(())
}

/// `hlo.gather` as a step.
fn prepared(spec: &StepSpec<'_>) -> Option<Prepared> {
    let ([x, indices], [result]) = (spec.operands, spec.results) else { return None };
    let sizes = ints(spec.attrs, "slice_sizes").ok()?;
    let slices = Slices::of(spec.attrs, x.metadata, indices.metadata.shape.dims(), &sizes).ok()?;
    let is_long = match indices.metadata.dtype {
        DType::I32 => false,
        DType::I64 => true,
        _ => return None,
    };
    let fits = result.dtype == x.metadata.dtype && result.shape.dims() == slices.result;
    fits.then(|| {
        Prepared::step(move |context, operands, results| {
            let indices = match is_long {
                true => Indices::Long(bytemuck::try_cast_slice(operands[1])?),
                false => Indices::Words(bytemuck::try_cast_slice(operands[1])?),
            };
            slices.run(context, operands[0], &indices, results[0]).map_err(|_| Declined)
        })
    })
}
