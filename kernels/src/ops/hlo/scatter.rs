//! `hlo.scatter`: updates of elements at places, combined by a scalar region.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims};
use tfrt_numerics::combining::{doubles, singles};
use tfrt_ops::Elementwise;

use super::gather::{Numbers, all_offsets, follow_each_other, with_indices};
use super::reduce::taken_over;
use super::region::{BLOCK, Functions, Region, Runner};
use super::{Odometer, axes, integers, steps};
use crate::ops::arrays::strided::{element_size, row_major};
use crate::ops::by_dtype::for_dtype;
use crate::ops::memory::{filled, room};
use crate::ops::number::{Number, Real};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    ops.add(
        "hlo.scatter",
        OpEntry::new()
            .dispatch(move |frame: &mut DispatchFrame<'_>| scatter(frame, &functions))
            .prepared(steps::scatter),
    );
}

/// Elements of the updates that are not dropped.
enum Runs {
    /// In runs: the place of the first in the operand and in the updates, and how many follow each other in both.
    Listed(Vec<[usize; 3]>),
    /// One of so many elements for each index vector, in their order; it begins at the place that the vector says, or is nowhere.
    Single { numbers: Numbers, index_dims: Dims, dims: Dims, length: usize },
}

impl Runs {
    /// Calls a function with each run.
    #[inline(always)]
    fn for_each(
        &self,
        frame: &DispatchFrame<'_>,
        n: usize,
        mut f: impl FnMut(usize, usize, usize),
    ) -> Result<(), OpError> {
        match self {
            Runs::Listed(runs) => runs.iter().for_each(|&[to, from, length]| f(to, from, length)),
            Runs::Single { numbers, index_dims, dims, length } => {
                let (own, most) = (row_major(dims), last_of(dims));
                with_indices!(frame, n, indices => {
                    let count = indices.len() / numbers.map.len().max(1);
                    numbers.for_places::<_, true>((indices, index_dims), (&own, &most), 0..count, |number, place| {
                        if let Some(place) = place {
                            f(place, number * length, *length);
                        }
                    });
                });
            }
        }
        Ok(())
    }
}

/// The last place in each dimension.
fn last_of(dims: &[i64]) -> Dims {
    dims.iter().map(|dim| dim - 1).collect()
}

fn runs(frame: &DispatchFrame<'_>, n: usize) -> Result<Runs, OpError> {
    let attrs = frame.attrs();
    let dims = frame.dense(0)?.shape().dims();
    let rank = dims.len();
    let index_dims = frame.dense(n)?.shape().dims();
    let update_dims = frame.dense(n + 1)?.shape().dims();
    let names = ["scatter_dims_to_operand_dims", "input_batching_dims", "scatter_indices_batching_dims"];
    let numbers = Numbers::of(attrs, names, rank, &index_dims)?;
    let inserted = axes(attrs, "inserted_window_dims", rank)?;
    let windows = axes(attrs, "update_window_dims", update_dims.len())?;
    let is_batching = |axis: usize| numbers.batching.iter().any(|&(own, _)| own == axis);
    let kept: Vec<usize> =
        (0..rank).filter(|&axis| !inserted.contains(&axis) && !is_batching(axis)).collect();
    let batch = numbers.batch_dims(&index_dims);
    let others: Vec<usize> = (0..update_dims.len()).filter(|axis| !windows.contains(axis)).collect();
    let fits = windows.len() == kept.len()
        && others.len() == batch.len()
        && others.iter().zip(&batch).all(|(&axis, &dim)| update_dims[axis] == dim)
        && windows.iter().zip(&kept).all(|(&axis, &own)| update_dims[axis] <= dims[own]);
    if !fits {
        let (updates, indices) = (frame.dense(n + 1)?.metadata(), frame.dense(n)?.metadata());
        let operand = frame.dense(0)?.metadata();
        return Err(format!(
            "updates {updates} at indices {indices} do not fit {operand} with update_window_dims {windows:?} and \
             inserted_window_dims {inserted:?}"
        )
        .into());
    }
    let (own, steps) = (row_major(&dims), row_major(&update_dims));
    let window_dims: Dims = windows.iter().map(|&axis| update_dims[axis]).collect();
    let window_steps: Dims = windows.iter().map(|&axis| steps[axis]).collect();
    let own_steps: Dims = kept.iter().map(|&axis| own[axis]).collect();
    let batch_steps: Dims = others.iter().map(|&axis| steps[axis]).collect();
    // The window in the operand's dimensions.
    let mut sizes: Dims = (0..rank).map(|_| 1).collect();
    kept.iter().zip(&window_dims).for_each(|(&axis, &dim)| sizes[axis] = dim);
    let (mut run, mut outer) = (1, window_dims.len());
    while outer > 0 && own_steps[outer - 1] == run && window_steps[outer - 1] == run {
        run *= window_dims[outer - 1];
        outer -= 1;
    }
    if frame.dense(n + 1)?.num_elements() == 0 {
        return Ok(Runs::Listed(Vec::new()));
    }
    let from = Odometer::new(&window_dims[..outer], &window_steps[..outer], 0);
    let to = Odometer::new(&window_dims[..outer], &own_steps[..outer], 0);
    let within: Vec<[usize; 2]> = to.zip(from).map(|(to, from)| [to as usize, from as usize]).collect();
    // Single runs, which lie in the operand or are dropped as a whole: elements, and rows of whole dimensions.
    let are_whole =
        (0..rank).all(|axis| sizes[axis] == 1 || (!numbers.map.contains(&axis) && sizes[axis] <= dims[axis]));
    if let [[0, 0]] = within[..]
        && are_whole
        && numbers.are_in_order(&index_dims, &dims)
    {
        if follow_each_other(&batch, &batch_steps, run) {
            return Ok(Runs::Single { numbers, index_dims, dims, length: run as usize });
        }
        let places = all_offsets(&batch, &batch_steps)?;
        let mut runs = room(places.len())?;
        let most = last_of(&dims);
        with_indices!(frame, n, indices => {
            let all = (indices, &index_dims[..]);
            numbers.for_places::<_, true>(all, (&own, &most), 0..places.len(), |number, first| {
                runs.extend(first.map(|first| [first, places[number] as usize, run as usize]));
            });
        });
        return Ok(Runs::Listed(runs));
    }
    let places = all_offsets(&batch, &batch_steps)?;
    let mut runs = room(places.len() * within.len())?;
    let indices = integers(frame, n)?;
    numbers.for_starts(&indices, &index_dims, rank, |number, start| {
        let is_inside = (0..rank).all(|axis| {
            start[axis] >= 0 && start[axis].checked_add(sizes[axis]).is_some_and(|end| end <= dims[axis])
        });
        if is_inside {
            let first: i64 = (0..rank).map(|axis| start[axis] * own[axis]).sum();
            let place = places[number] as usize;
            runs.extend(within.iter().map(|&[to, from]| [first as usize + to, place + from, run as usize]));
            return Ok(());
        }
        // Elements that come to lie outside are dropped.
        let mut window = Odometer::new(&window_dims, &window_steps, places[number]);
        loop {
            let position = Dims::from_slice(window.position());
            let Some(from) = window.next() else { return Ok(()) };
            let mut to = Some(0i64);
            for axis in 0..rank {
                let offset = kept.iter().position(|&own| own == axis).map_or(0, |i| position[i]);
                let place = start[axis].checked_add(offset).filter(|place| (0..dims[axis]).contains(place));
                to = to.zip(place).map(|(to, place)| to + place * own[axis]);
            }
            if let Some(to) = to {
                runs.push([to as usize, from as usize, 1]);
            }
        }
    })?;
    Ok(Runs::Listed(runs))
}

fn scatter(frame: &mut DispatchFrame<'_>, functions: &Functions) -> Result<(), OpError> {
    let n = super::count(frame, 2)?;
    if frame.num_args() < 2 * n + 1 {
        return Err(format!("N is {n}, but {} operands are too few for it", frame.num_args()).into());
    }
    let mut dtypes: Vec<DType> = Vec::with_capacity(2 * n);
    for i in (0..n).chain(n + 1..2 * n + 1) {
        let tensor = frame.dense(i)?;
        let like = frame.dense(if i < n { 0 } else { n + 1 })?;
        if tensor.shape() != like.shape() {
            return Err(format!("{} and {} must have one shape", tensor.metadata(), like.metadata()).into());
        }
        dtypes.push(tensor.dtype());
    }
    let region = Region::new(functions, frame, "body", &dtypes, 2 * n + 1..frame.num_args())?;
    if !region.result_dtypes().eq(dtypes[..n].iter().copied()) {
        return Err("the region's results are not of the inputs' dtypes".into());
    }
    let runs = runs(frame, n)?;
    let updates: Vec<DenseHostTensor> =
        (n + 1..2 * n + 1).map(|i| frame.dense(i).cloned()).collect::<Result<_, _>>()?;
    let mut results: Vec<DenseHostTensor> = (0..n).map(|i| taken_over(frame, i)).collect::<Result<_, _>>()?;
    let is_done =
        n == 1 && dtypes[0] == dtypes[1] && by_loop(frame, &region, &mut results[0], &updates[0], &runs)?;
    if !is_done {
        by_region(frame, &region, &mut results, &updates, &runs)?;
    }
    for (i, result) in results.into_iter().enumerate() {
        frame.set(i, result);
    }
    Ok(())
}

/// Runs the region on runs of elements, in their order.
fn by_region(
    frame: &DispatchFrame<'_>,
    region: &Region,
    results: &mut [DenseHostTensor],
    updates: &[DenseHostTensor],
    runs: &Runs,
) -> Result<(), OpError> {
    let n = results.len();
    let mut sizes = Vec::with_capacity(n);
    for (result, update) in results.iter().zip(updates) {
        sizes.push([element_size(result.dtype())?, element_size(update.dtype())?]);
    }
    let mut slots = Vec::with_capacity(n);
    for result in results.iter_mut() {
        slots.push(result.bytes_mut().ok_or("a tensor that was taken over is shared")?);
    }
    let updates: Vec<&[u8]> = updates.iter().map(DenseHostTensor::bytes).collect();
    let seen = filled(false, PLACES)?;
    let mut combining =
        Combining { runner: region.runner()?, sizes, slots, updates, apart: Vec::with_capacity(BLOCK), seen };
    runs.for_each(frame, n, |to, from, length| {
        if length == 1 {
            return combining.add(to, from);
        }
        combining.flush();
        for start in (0..length).step_by(BLOCK) {
            let count = BLOCK.min(length - start);
            combining.run(count, |i| (to + start + i, from + start + i), true);
        }
    })?;
    combining.flush();
    Ok(())
}

/// The number of places that are told apart while single elements are collected.
const PLACES: usize = 1 << 12;

/// A region that combines elements of results with updates. Single elements are collected, as long as their places differ.
struct Combining<'a> {
    runner: Runner<'a>,
    /// Bytes of an element of each result and each update.
    sizes: Vec<[usize; 2]>,
    slots: Vec<&'a mut [u8]>,
    updates: Vec<&'a [u8]>,
    /// The places of single elements, in the results and in the updates.
    apart: Vec<(usize, usize)>,
    /// Whether there is an element whose place in the results has this remainder.
    seen: Vec<bool>,
}

impl Combining<'_> {
    /// Adds a single element.
    fn add(&mut self, to: usize, from: usize) {
        if self.apart.len() == BLOCK || self.seen[to % PLACES] {
            self.flush();
        }
        self.seen[to % PLACES] = true;
        self.apart.push((to, from));
    }

    /// Combines the elements that were collected.
    fn flush(&mut self) {
        if self.apart.is_empty() {
            return;
        }
        let apart = std::mem::take(&mut self.apart);
        self.run(apart.len(), |i| apart[i], false);
        apart.iter().for_each(|(to, _)| self.seen[to % PLACES] = false);
        self.apart = apart;
        self.apart.clear();
    }

    /// Combines elements at these places, which differ; they follow each other if the flag says so.
    fn run(&mut self, count: usize, place: impl Fn(usize) -> (usize, usize), is_row: bool) {
        let n = self.sizes.len();
        let (to, from) = place(0);
        let pieces = |size: usize| if is_row { (1, count * size) } else { (count, size) };
        for i in 0..n {
            let [to_size, from_size] = self.sizes[i];
            let own = self.runner.arg_mut(i, count);
            let (number, bytes) = pieces(to_size);
            for (at, own) in own.chunks_exact_mut(bytes).enumerate().take(number) {
                let at = if is_row { to } else { place(at).0 };
                own.copy_from_slice(&self.slots[i][at * to_size..][..bytes]);
            }
            let other = self.runner.arg_mut(n + i, count);
            let (number, bytes) = pieces(from_size);
            for (at, other) in other.chunks_exact_mut(bytes).enumerate().take(number) {
                let at = if is_row { from } else { place(at).1 };
                other.copy_from_slice(&self.updates[i][at * from_size..][..bytes]);
            }
        }
        self.runner.run(count);
        for (i, slot) in self.slots.iter_mut().enumerate() {
            let size = self.sizes[i][0];
            let (number, bytes) = pieces(size);
            for (at, made) in self.runner.result(i, count).chunks_exact(bytes).enumerate().take(number) {
                let at = if is_row { to } else { place(at).0 };
                slot[at * size..][..bytes].copy_from_slice(made);
            }
        }
    }
}

/// Combines numbers by the region's only function; gives whether it is one that is known here.
fn by_loop(
    frame: &DispatchFrame<'_>,
    region: &Region,
    result: &mut DenseHostTensor,
    update: &DenseHostTensor,
    runs: &Runs,
) -> Result<bool, OpError> {
    use Elementwise as Op;
    let dtype = result.dtype();
    if region.is_second() {
        let size = element_size(dtype)?;
        let to = result.bytes_mut().ok_or("a tensor that was taken over is shared")?;
        runs.for_each(frame, 1, |target, from, length| {
            let from = &update.bytes()[from * size..][..length * size];
            to[target * size..][..length * size].copy_from_slice(from);
        })?;
        return Ok(true);
    }
    let Some(simple) = region.simple() else { return Ok(false) };
    macro_rules! combine {
        ($ty:ty, $f:expr) => {
            combine!($ty, $f, |to: &mut [$ty], from: &[$ty]| {
                to.iter_mut().zip(from).for_each(|(to, &from)| *to = $f(*to, from));
            })
        };
        ($ty:ty, $f:expr, $rows:expr) => {{
            let to = result.values_mut::<$ty>().ok_or("a tensor that was taken over is shared")?;
            let from = update.values::<$ty>().ok_or("the updates have another dtype")?;
            runs.for_each(frame, 1, |target, first, length| {
                if length == 1 {
                    to[target] = $f(to[target], from[first]);
                    return;
                }
                $rows(&mut to[target..][..length], &from[first..][..length]);
            })?;
            Ok(true)
        }};
    }
    match simple.function {
        Op::HloAdd if dtype == DType::F32 => combine!(f32, f32::plus, singles::add_into),
        Op::HloAdd if dtype == DType::F64 => combine!(f64, f64::plus, doubles::add_into),
        Op::HloAdd => for_dtype!(dtype, [ints floats halves complex], combine!(T, T::plus), else Ok(false)),
        Op::HloMultiply => {
            for_dtype!(dtype, [ints floats halves complex], combine!(T, T::times), else Ok(false))
        }
        Op::HloMaximum if dtype.is_integer() => {
            for_dtype!(dtype, [ints], combine!(T, T::larger), else Ok(false))
        }
        Op::HloMinimum if dtype.is_integer() => {
            for_dtype!(dtype, [ints], combine!(T, T::smaller), else Ok(false))
        }
        Op::HloMaximum if dtype == DType::F32 => combine!(f32, singles::larger, singles::larger_into),
        Op::HloMaximum if dtype == DType::F64 => combine!(f64, doubles::larger, doubles::larger_into),
        Op::HloMinimum if dtype == DType::F32 => combine!(f32, singles::smaller, singles::smaller_into),
        Op::HloMinimum if dtype == DType::F64 => combine!(f64, doubles::smaller, doubles::smaller_into),
        _ => Ok(false),
    }
}
