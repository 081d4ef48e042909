//! Rows whose largest or smallest number is wanted with its index, as `argmax` and `argmin` are written in StableHLO.
//!
//! The region takes the better one of two numbers, the left one if it is NaN, the right one if they are equal, and of the indices of
//! equal numbers the smaller one. [`of_rows`] recognises it by its functions, and combines rows in order without running it: the results
//! are those of the region, bit for bit.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{DenseHostTensor, Element, TensorMetadata};
use tfrt_ops::Elementwise as Op;

use super::region::Region;
use crate::ops::by_dtype::for_dtype;

/// Elements that one task compares.
const TASK: usize = 1 << 15;

/// Whether a region gives the largest number with its index, or the smallest one; `None` if it does something else.
fn is_largest(region: &Region) -> Option<bool> {
    // Arguments: the left number and its index, the right ones.
    let (a, a_at, b, b_at) = (0, 1, 2, 3);
    let results = region.results();
    let [value, index] = results[..] else { return None };
    let value = region.uncopied(value);
    let index = region.uncopied(index);
    let [takes_left, x, y] = region.call(value, Op::HloSelect)?;
    let [takes_index, x_at, y_at] = region.call(index, Op::HloSelect)?;
    if [x, y, x_at, y_at] != [a, b, a_at, b_at] {
        return None;
    }
    // Whether the left number is better, or NaN.
    let either = |value: u16, of: &dyn Fn(u16, u16) -> bool| match region.call::<2>(value, Op::HloOr) {
        Some([x, y]) => of(x, y) || of(y, x),
        None => false,
    };
    let is_nan = |value: u16| region.call(value, Op::HloNotEqual) == Some([a, a]);
    let is_tie = |value: u16| {
        let of = |equal: u16, before: u16| {
            matches!(region.call(equal, Op::HloEqual), Some([x, y]) if [x, y] == [a, b])
                && region.call(before, Op::HloLess) == Some([a_at, b_at])
        };
        region.call::<2>(value, Op::HloAnd).is_some_and(|[x, y]| of(x, y) || of(y, x))
    };
    if !either(takes_index, &|better, tie| better == takes_left && is_tie(tie)) {
        return None;
    }
    let by = |compare: Op| {
        either(takes_left, &|better, nan| region.call(better, compare) == Some([a, b]) && is_nan(nan))
    };
    match (by(Op::HloGreater), by(Op::HloLess)) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

/// The best number of each row of the first input and its index in the second one; `None` if the region does something else.
///
/// # Errors
/// If there is no memory for the results.
pub(super) fn of_rows(
    frame: &DispatchFrame<'_>,
    region: &Region,
    inputs: &[DenseHostTensor],
    results: &[TensorMetadata],
    depth: usize,
) -> Result<Option<[DenseHostTensor; 2]>, OpError> {
    let Some(is_largest) = is_largest(region) else { return Ok(None) };
    let (values, places) = (results[0].dtype, results[1].dtype);
    macro_rules! of {
        ($index:ty) => {
            for_dtype!(values, [ints floats], match is_largest {
                true => rows::<T, $index>(frame, inputs, results, depth, |a, b| a > b),
                false => rows::<T, $index>(frame, inputs, results, depth, |a, b| a < b),
            }.map(Some), else Ok(None))
        };
    }
    match places {
        tfrt_executor::tensor::DType::I32 => of!(i32),
        tfrt_executor::tensor::DType::I64 => of!(i64),
        _ => Ok(None),
    }
}

fn rows<T: Element + PartialOrd, I: Element + Ord>(
    frame: &DispatchFrame<'_>,
    inputs: &[DenseHostTensor],
    results: &[TensorMetadata],
    depth: usize,
    is_better: impl Fn(T, T) -> bool + Copy + Sync,
) -> Result<[DenseHostTensor; 2], OpError> {
    let (first, first_at) = (frame.values::<T>(2)?[0], frame.values::<I>(3)?[0]);
    let mut best = DenseHostTensor::filled(results[0].clone(), bytemuck::bytes_of(&first))?;
    let mut best_at = DenseHostTensor::filled(results[1].clone(), bytemuck::bytes_of(&first_at))?;
    let values = inputs[0].values::<T>().ok_or("the input has another dtype")?;
    let indices = inputs[1].values::<I>().ok_or("the input has another dtype")?;
    if let Some(rows) = TASK.checked_div(depth) {
        let rows = rows.max(1);
        let to = best.values_mut::<T>().ok_or("a new tensor is shared")?.chunks_mut(rows);
        let at = best_at.values_mut::<I>().ok_or("a new tensor is shared")?.chunks_mut(rows);
        let tasks: Vec<Mutex<(&mut [T], &mut [I])>> = to.zip(at).map(Mutex::new).collect();
        frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
            for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut to = slot.lock();
                let (to, at) = &mut *to;
                let start = task * rows * depth;
                let (values, indices) = (&values[start..], &indices[start..]);
                for (i, (to, at)) in to.iter_mut().zip(at.iter_mut()).enumerate() {
                    let row = &values[i * depth..][..depth];
                    let found = best_of(row, &indices[i * depth..][..depth], is_better);
                    (*to, *at) = better((*to, *at), found, is_better);
                }
            }
        });
    }
    Ok([best, best_at])
}

/// The region's result for two pairs.
#[inline(always)]
fn better<T: Element + PartialOrd, I: Element + Ord>(
    a: (T, I),
    b: (T, I),
    is_better: impl Fn(T, T) -> bool,
) -> (T, I) {
    #[expect(clippy::eq_op, reason = "NaN is not equal to itself")]
    let is_left = is_better(a.0, b.0) || a.0 != a.0;
    let is_first = is_left || (a.0 == b.0 && a.1 < b.1);
    (if is_left { a.0 } else { b.0 }, if is_first { a.1 } else { b.1 })
}

/// The region's result for a row that is not empty.
fn best_of<T: Element + PartialOrd, I: Element + Ord>(
    row: &[T],
    indices: &[I],
    is_better: impl Fn(T, T) -> bool + Copy,
) -> (T, I) {
    const LANES: usize = 16;
    let (lanes, rest) = row.as_chunks::<LANES>();
    let mut parts = [row[0]; LANES];
    let mut strange = [false; LANES];
    for lane in lanes {
        for i in 0..LANES {
            parts[i] = if is_better(lane[i], parts[i]) { lane[i] } else { parts[i] };
            #[expect(clippy::eq_op, reason = "NaN is not equal to itself")]
            let is_nan = lane[i] != lane[i];
            strange[i] |= is_nan;
        }
    }
    let mut best = row[0];
    for &value in parts.iter().chain(rest) {
        if is_better(value, best) {
            best = value;
        }
    }
    #[expect(clippy::eq_op, reason = "NaN is not equal to itself")]
    let has_nan = strange.contains(&true) || rest.iter().any(|x| x != x) || best != best;
    let all = row.iter().copied().zip(indices.iter().copied());
    if has_nan {
        return all.reduce(|a, b| better(a, b, is_better)).unwrap_or((row[0], indices[0]));
    }
    // The last one of equal numbers, which is a zero of either sign at most, and the least of their indices.
    all.filter(|(value, _)| *value == best).reduce(|a, b| (b.0, a.1.min(b.1))).unwrap_or((best, indices[0]))
}
