//! `hlo.sort` by a comparator region, and `hlo.top_k`.
//!
//! Sorting is stable. A comparator that compares values of the left elements with values of the right elements, one after the other as long as they are
//! equal, has these values computed for all elements at once ([`super::sort_keys`]). If they are the same on both sides, elements are sorted by
//! integers of the same order, digit by digit; else the only ones are compared. Any other comparator runs for each pair.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use super::int;
use super::movement::permuted;
use super::order::{self, Ordered};
use super::region::{Functions, Region, Runner};
use super::sort_keys::{Keys, Sides, TASK, levels, sort_by_keys};
use crate::ops::arrays::gather::copy_rows;
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::unsupported;
use crate::ops::memory::{result_metadata, room};

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let functions = Functions::new(ops);
    ops.add(
        "hlo.sort",
        OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| sort(frame, &functions)),
    );
    ops.add("hlo.top_k", OpEntry::new().dispatch(top_k));
}

/// A comparator as it runs on elements of rows.
enum Comparator<'r> {
    /// Compares precomputed keys; the left ones, the right ones, and whether the smaller comes first.
    Keys { left: Keys, right: Keys, ascends: bool },
    /// Runs the region.
    Region { runner: Runner<'r>, sizes: Vec<usize> },
}

fn sort(frame: &mut DispatchFrame<'_>, functions: &Functions) -> Result<(), OpError> {
    let n = super::count(frame, 1)?;
    let shape = frame.dense(0)?.shape().clone();
    let rank = shape.rank();
    let axis = int(frame.attrs(), "dimension")?;
    let axis = usize::try_from(axis).ok().filter(|&axis| axis < rank);
    let axis = axis.ok_or_else(|| format!("a tensor of shape {shape} has no such dimension"))?;
    let mut dtypes = Vec::with_capacity(2 * n);
    for i in 0..n {
        let tensor = frame.dense(i)?;
        if *tensor.shape() != shape {
            return Err(format!("operand {i}, {}, must have the shape {shape}", tensor.metadata()).into());
        }
        // Each input gives two arguments of the comparator.
        dtypes.extend([tensor.dtype(); 2]);
    }
    let region = Region::new(functions, frame, "body", &dtypes, n..frame.num_args())?;
    if !region.result_dtypes().eq([DType::I1]) {
        return Err("a comparator must give one i1".into());
    }
    let length = shape.dim(axis) as usize;
    let mut order: Vec<usize> = (0..rank).filter(|&other| other != axis).collect();
    order.push(axis);
    let inputs: Vec<DenseHostTensor> =
        (0..n).map(|i| permuted(frame.dense(i)?, &order)).collect::<Result<_, _>>()?;
    let sizes: Vec<usize> =
        inputs.iter().map(|input| element_size(input.dtype())).collect::<Result<_, _>>()?;
    let total = shape.num_elements();
    let mut places: Vec<usize> = room(total)?;
    places.extend(0..total);
    let levels = levels(&region).unwrap_or_default();
    let sides = Sides { region: &region, inputs: &inputs, sizes: &sizes, levels: &levels };
    let shared = if levels.is_empty() || length < 2 { None } else { sides.shared_keys(frame, total)? };
    match (shared, &levels[..]) {
        _ if length < 2 || total == 0 => {}
        (Some(keys), _) => sort_by_keys(frame, &keys, &sides.orders(), length, &mut places),
        (None, [level]) => {
            let [left, right] = sides.keys(total)?;
            let mut comparator = Comparator::Keys { left, right, ascends: level.ascends };
            places.chunks_exact_mut(length).for_each(|row| comparator.sort(row, &inputs));
        }
        _ => {
            let mut comparator = Comparator::Region { runner: region.runner()?, sizes: sizes.clone() };
            places.chunks_exact_mut(length).for_each(|row| comparator.sort(row, &inputs));
        }
    }
    let inverse: Vec<usize> =
        (0..rank).map(|at| order.iter().position(|&other| other == at).unwrap_or(at)).collect();
    for (i, input) in inputs.iter().enumerate() {
        let mut out = DenseHostTensor::uninitialized(input.metadata().clone())?;
        let to = out.bytes_mut().ok_or("a new tensor is shared")?;
        let tasks: Vec<Mutex<&mut [u8]>> = to.chunks_mut(TASK * sizes[i]).map(Mutex::new).collect();
        frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
            for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                let rows = places[task * TASK..].iter().copied();
                copy_rows(rows, sizes[i], input.bytes(), &mut slot.lock());
            }
        });
        drop(tasks);
        frame.set(i, permuted(&out, &inverse)?);
    }
    Ok(())
}

impl Comparator<'_> {
    fn sort(&mut self, row: &mut [usize], inputs: &[DenseHostTensor]) {
        match self {
            Comparator::Keys { left, right, ascends } => {
                let is_before = |a: usize, b: usize| match (left[a], right[b]) {
                    (Some(a), Some(b)) => {
                        if *ascends {
                            a < b
                        } else {
                            a > b
                        }
                    }
                    _ => false,
                };
                merge_sort(row, &mut |a, b| is_before(a, b));
            }
            Comparator::Region { runner, sizes } => merge_sort(row, &mut |a, b| {
                for (i, input) in inputs.iter().enumerate() {
                    let size = sizes[i];
                    let of = |at: usize| &input.bytes()[at * size..][..size];
                    runner.arg_mut(2 * i, 1).copy_from_slice(of(a));
                    runner.arg_mut(2 * i + 1, 1).copy_from_slice(of(b));
                }
                runner.run(1);
                runner.result(0, 1)[0] != 0
            }),
        }
    }
}

/// Sorts stably by a relation that need not be an order: then the result is some permutation.
fn merge_sort(row: &mut [usize], is_before: &mut dyn FnMut(usize, usize) -> bool) {
    let mut other = row.to_vec();
    let mut width = 1;
    while width < row.len() {
        for (from, to) in row.chunks(2 * width).zip(other.chunks_mut(2 * width)) {
            let (left, right) = from.split_at(width.min(from.len()));
            let (mut i, mut j) = (0, 0);
            for to in to {
                let takes_right = match (left.get(i), right.get(j)) {
                    (Some(&a), Some(&b)) => is_before(b, a),
                    (None, _) => true,
                    (_, None) => false,
                };
                let taken = if takes_right { &mut j } else { &mut i };
                *to = if takes_right { right[*taken] } else { left[*taken] };
                *taken += 1;
            }
        }
        row.copy_from_slice(&other);
        width *= 2;
    }
}

/// The largest elements of each row and their positions, the largest first, of equal ones the first. The order is total, as XLA's: NaN is larger than all numbers, and NaN
/// with a sign smaller.
fn top_k(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (values, indices) = (result_metadata(frame, 0)?.clone(), result_metadata(frame, 1)?.clone());
    let x = frame.dense(0)?.clone();
    let (rank, k) = (x.shape().rank(), int(frame.attrs(), "k")? as usize);
    let length = x.shape().dim(rank - 1) as usize;
    let size = element_size(x.dtype())?;
    let mut out = DenseHostTensor::uninitialized(values)?;
    let mut places = DenseHostTensor::uninitialized(indices)?;
    let dtype = x.dtype();
    if k > 0 && !x.bytes().is_empty() {
        let to = out.bytes_mut().ok_or("a new tensor is shared")?.chunks_exact_mut(k * size);
        let at = places.values_mut::<i32>().ok_or("a new tensor is shared")?.chunks_exact_mut(k);
        for ((to, at), row) in to.zip(at).zip(x.bytes().chunks_exact(length * size)) {
            order::each!(dtype, {
                let row = bytemuck::try_cast_slice::<u8, T>(row).map_err(|_| "a tensor is not aligned")?;
                // Every number has a key in the total order.
                let key = |value: T| value.key(true).unwrap_or_default();
                // Of equal elements the first is the largest.
                let order = |i: usize| (key(row[i]), usize::MAX - i);
                for (i, (_, place)) in largest(frame, length, k, &order)?.into_iter().enumerate() {
                    let from = usize::MAX - place;
                    at[i] = from as i32;
                    to[i * size..][..size].copy_from_slice(bytemuck::bytes_of(&row[from]));
                }
            }, else return Err(unsupported(dtype)));
        }
    }
    frame.set(0, out);
    frame.set(1, places);
    Ok(())
}

/// An element's key, and how far from the end it is.
type Candidate = (u64, usize);

/// The `k` largest of the candidates with numbers below `length`, the largest first.
fn largest(
    frame: &DispatchFrame<'_>,
    length: usize,
    k: usize,
    candidate: &(impl Fn(usize) -> Candidate + Sync),
) -> Result<Vec<Candidate>, OpError> {
    let per_task = TASK.max(k.saturating_mul(4));
    let tasks = length.div_ceil(per_task);
    let parts: Vec<Mutex<Result<Vec<Candidate>, OpError>>> =
        (0..tasks).map(|_| Mutex::new(Ok(Vec::new()))).collect();
    frame.context().parallel_for(tasks, 1, &|begin, end| {
        for (task, slot) in parts.iter().enumerate().take(end).skip(begin) {
            let all = task * per_task..length.min((task + 1) * per_task);
            *slot.lock() = largest_of(all.map(candidate), k);
        }
    });
    let mut best = match <[_; 1]>::try_from(parts) {
        Ok([only]) => only.into_inner()?,
        Err(parts) => {
            let parts: Vec<Vec<Candidate>> =
                parts.into_iter().map(Mutex::into_inner).collect::<Result<_, _>>()?;
            largest_of(parts.into_iter().flatten(), k)?
        }
    };
    best.sort_unstable_by(|a, b| b.cmp(a));
    Ok(best)
}

/// The `k` largest candidates, in any order.
fn largest_of(all: impl Iterator<Item = Candidate>, k: usize) -> Result<Vec<Candidate>, OpError> {
    let most = k.saturating_mul(2).max(64);
    let mut best: Vec<Candidate> = Vec::new();
    let mut least: Option<Candidate> = None;
    for candidate in all {
        if least.is_some_and(|least| candidate < least) {
            continue;
        }
        if best.len() == best.capacity() {
            let more = best.len().clamp(64, most).min(most - best.len().min(most)).max(1);
            best.try_reserve(more).map_err(|_| format!("out of memory for {most} elements"))?;
        }
        best.push(candidate);
        if best.len() >= most {
            best.select_nth_unstable_by(k - 1, |a, b| b.cmp(a));
            best.truncate(k);
            least = best.last().copied();
        }
    }
    if best.len() > k {
        best.select_nth_unstable_by(k - 1, |a, b| b.cmp(a));
        best.truncate(k);
    }
    Ok(best)
}
