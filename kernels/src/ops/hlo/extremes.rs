//! Rows whose largest or smallest number is wanted with its index, as `argmax` and `argmin` are written in StableHLO.
//!
//! The region takes the better one of two numbers, the left one if it is NaN, the right one if they are equal, and of the indices of
//! equal numbers the smaller one. [`Extreme`] recognises it by its functions, and combines rows in order without running it: the results
//! are those of the region, bit for bit.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{OpContext, OpError};
use tfrt_executor::tensor::{DType, Element};
use tfrt_ops::Elementwise as Op;

use super::folding::Layout;
use super::region::Region;
use crate::ops::by_dtype::{for_dtype, unsupported};

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

/// A reduction to the best number with its index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extreme {
    is_largest: bool,
    /// The dtypes of numbers and indices.
    dtypes: [DType; 2],
}

impl Extreme {
    /// That of a region; `None` if the region does something else.
    pub(super) fn of(region: &Region) -> Option<Extreme> {
        let is_largest = is_largest(region)?;
        let &[value, index] = region.results() else { return None };
        let dtypes = [value, index].map(|value| region.dtype_of(value));
        let is_known = match dtypes[0] {
            DType::I1 => true,
            dtype => for_dtype!(dtype, [ints floats halves], T::DTYPE == dtype, else false),
        };
        let is_counted = matches!(dtypes[1], DType::I32 | DType::I64);
        (is_known && is_counted).then_some(Extreme { is_largest, dtypes })
    }

    /// Combines numbers and indices with those of their rows.
    ///
    /// # Errors
    /// If a tensor is not aligned.
    pub(super) fn of_rows(
        self,
        context: &dyn OpContext,
        layout: Layout,
        from: [&[u8]; 2],
        to: [&mut [u8]; 2],
    ) -> Result<(), OpError> {
        macro_rules! of {
            ($ty:ty, $index:ty) => {
                match self.is_largest {
                    true => rows::<$ty, $index>(context, layout, from, to, <$index>::MAX, |a, b| a > b),
                    false => rows::<$ty, $index>(context, layout, from, to, <$index>::MAX, |a, b| a < b),
                }
            };
            ($index:ty) => {
                match self.dtypes[0] {
                    // Conditions are bytes of 0 or 1.
                    DType::I1 => of!(u8, $index),
                    dtype => for_dtype!(dtype, [ints floats halves], of!(T, $index), else Err(unsupported(dtype))),
                }
            };
        }
        match self.dtypes[1] {
            DType::I32 => of!(i32),
            DType::I64 => of!(i64),
            other => Err(unsupported(other)),
        }
    }
}

fn rows<T: Element + PartialOrd, I: Element + Ord>(
    context: &dyn OpContext,
    layout: Layout,
    from: [&[u8]; 2],
    to: [&mut [u8]; 2],
    most: I,
    is_better: impl Fn(T, T) -> bool + Copy + Sync,
) -> Result<(), OpError> {
    let [values, indices] = from;
    let [to, at] = to;
    let unaligned = |_| "a tensor is not aligned";
    let values: &[T] = bytemuck::try_cast_slice(values).map_err(unaligned)?;
    let indices: &[I] = bytemuck::try_cast_slice(indices).map_err(unaligned)?;
    let to: &mut [T] = bytemuck::try_cast_slice_mut(to).map_err(unaligned)?;
    let at: &mut [I] = bytemuck::try_cast_slice_mut(at).map_err(unaligned)?;
    let Layout { outer, outputs, depth, is_by_columns } = layout;
    if values.is_empty() {
        return Ok(());
    }
    let (outer, inner) = if is_by_columns { (outer, outputs / outer) } else { (outputs, 1) };
    if inner > 1 {
        let columns = inner.min(COLUMNS);
        let cut = |to: usize| (to / inner.div_ceil(columns), to % inner.div_ceil(columns) * columns);
        let to = to.chunks_mut(inner).flat_map(|block| block.chunks_mut(columns));
        let at = at.chunks_mut(inner).flat_map(|block| block.chunks_mut(columns));
        let tasks: Vec<Mutex<(&mut [T], &mut [I])>> = to.zip(at).map(Mutex::new).collect();
        context.parallel_for(tasks.len(), (TASK / (depth * columns)).max(1), &|begin, end| {
            for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut to = slot.lock();
                let (to, at) = &mut *to;
                let (block, first) = cut(task);
                for row in block * depth..(block + 1) * depth {
                    let start = row * inner + first;
                    better_of_each((to, at), (&values[start..], &indices[start..]), is_better);
                }
            }
        });
    } else if depth > 2 * TASK {
        // Parts of a row, in order.
        for ((to, at), row) in to.iter_mut().zip(at).zip(0..outer) {
            let all = row * depth..(row + 1) * depth;
            let (values, indices) = (&values[all.clone()], &indices[all]);
            let parts: Vec<Mutex<(T, I)>> =
                (0..depth.div_ceil(TASK)).map(|_| Mutex::new((values[0], indices[0]))).collect();
            context.parallel_for(parts.len(), 1, &|begin, end| {
                for (part, best) in parts.iter().enumerate().take(end).skip(begin) {
                    let all = part * TASK..depth.min((part + 1) * TASK);
                    *best.lock() = best_of(&values[all.clone()], &indices[all], most, is_better);
                }
            });
            for part in parts {
                (*to, *at) = better((*to, *at), part.into_inner(), is_better);
            }
        }
    } else {
        let rows = (TASK / depth).max(1);
        let tasks: Vec<Mutex<(&mut [T], &mut [I])>> =
            to.chunks_mut(rows).zip(at.chunks_mut(rows)).map(Mutex::new).collect();
        context.parallel_for(tasks.len(), 1, &|begin, end| {
            for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut to = slot.lock();
                let (to, at) = &mut *to;
                let start = task * rows * depth;
                let (values, indices) = (&values[start..], &indices[start..]);
                for (i, (to, at)) in to.iter_mut().zip(at.iter_mut()).enumerate() {
                    let row = &values[i * depth..][..depth];
                    let found = best_of(row, &indices[i * depth..][..depth], most, is_better);
                    (*to, *at) = better((*to, *at), found, is_better);
                }
            }
        });
    }
    Ok(())
}

/// Columns that are compared at once.
const COLUMNS: usize = 2048;

/// The region's result for two pairs.
#[inline(always)]
fn better<T: Element + PartialOrd, I: Element + Ord>(
    a: (T, I),
    b: (T, I),
    is_better: impl Fn(T, T) -> bool,
) -> (T, I) {
    #[expect(clippy::eq_op, reason = "NaN is not equal to itself")]
    let is_left = is_better(a.0, b.0) | (a.0 != a.0);
    let is_first = is_left | ((a.0 == b.0) & (a.1 < b.1));
    (if is_left { a.0 } else { b.0 }, if is_first { a.1 } else { b.1 })
}

/// The region's results for pairs and those of a row, in the place of the first ones.
fn better_of_each<T: Element + PartialOrd, I: Element + Ord>(
    (to, at): (&mut [T], &mut [I]),
    (row, indices): (&[T], &[I]),
    is_better: impl Fn(T, T) -> bool,
) {
    let count = to.len();
    let (at, row, indices) = (&mut at[..count], &row[..count], &indices[..count]);
    for i in 0..count {
        (to[i], at[i]) = better((to[i], at[i]), (row[i], indices[i]), &is_better);
    }
}

/// Elements that are compared side by side.
const LANES: usize = 16;

/// The region's result for a row that is not empty; `most` is no less than any index.
fn best_of<T: Element + PartialOrd, I: Element + Ord>(
    row: &[T],
    indices: &[I],
    most: I,
    is_better: impl Fn(T, T) -> bool + Copy,
) -> (T, I) {
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
    if best == T::zeroed() {
        // The last one of equal numbers, which is a zero of either sign at most, and the least of their indices.
        return all
            .filter(|(value, _)| *value == best)
            .reduce(|a, b| (b.0, a.1.min(b.1)))
            .unwrap_or((best, indices[0]));
    }
    let (of_lanes, of_rest) = indices.as_chunks::<LANES>();
    let mut least = [most; LANES];
    for (lane, at) in lanes.iter().zip(of_lanes) {
        for i in 0..LANES {
            let at = if lane[i] == best { at[i] } else { most };
            least[i] = if at < least[i] { at } else { least[i] };
        }
    }
    let behind = rest.iter().zip(of_rest).filter(|(value, _)| **value == best).map(|(_, &at)| at);
    (best, behind.chain(least).min().unwrap_or(most))
}
