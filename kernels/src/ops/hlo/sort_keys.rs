//! Comparators of sorts as integers: the values that they compare, for all elements at once.
//!
//! A comparator has *levels*: it compares a value of the left elements with a value of the right elements, and if they are equal those of the next
//! level. JAX writes such comparators for sorts by several keys. Where values are the same on both sides, each has an integer of the same order, and
//! elements are sorted by the last level first, stably.

use std::ops::Range;
use std::sync::atomic::{self, AtomicBool};

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{DispatchFrame, OpError};
use tfrt_executor::tensor::{DType, DenseHostTensor};
use tfrt_ops::Elementwise as Op;

use super::order::{self, Ordered};
use super::region::{BLOCK, Region, Runner};
use crate::ops::by_dtype::unsupported;
use crate::ops::memory::{filled, room};

/// Numbers in the order that a comparison has; `None` where every comparison is false.
pub(super) type Keys = Vec<Option<u64>>;

/// Elements that one task works on.
pub(super) const TASK: usize = 1 << 15;

/// The values that a comparator compares, as integers of the same order.
fn keys(values: &[u8], dtype: DType, is_total: bool) -> Result<Keys, OpError> {
    order::each!(dtype, {
        let read = |bytes: &[u8]| bytemuck::pod_read_unaligned::<T>(bytes).key(is_total);
        Ok(values.chunks_exact(size_of::<T>()).map(read).collect())
    }, else Err(unsupported(dtype)))
}

/// A comparison of a comparator.
#[derive(Clone, Copy)]
pub(super) struct Level {
    /// The numbers of the left and the right value in the region.
    values: [u16; 2],
    /// Whether the smaller value comes first.
    pub ascends: bool,
    /// Whether each value has a place in the order.
    is_total: bool,
    /// The number of the value that says whether the next level counts; none at the last one.
    equal: Option<u16>,
}

/// The levels of a comparator; `None` if it does something else.
pub(super) fn levels(region: &Region) -> Option<Vec<Level>> {
    let &[result] = region.results() else { return None };
    let sides = region.sides(|arg| arg % 2 == 0);
    let mut levels = Vec::new();
    let mut value = region.uncopied(result);
    loop {
        let compared = |value: u16| {
            let (function, [a, b]) = region.binary(value)?;
            let (ascends, is_total) = comparison(function)?;
            let is_apart = sides[usize::from(a)] == [true, false] && sides[usize::from(b)] == [false, true];
            let is_known = order::is_ordered(region.dtype_of(a)) && region.dtype_of(a) == region.dtype_of(b);
            (is_apart && is_known).then_some(Level { values: [a, b], ascends, is_total, equal: None })
        };
        if let Some(level) = compared(value) {
            levels.push(level);
            return Some(levels);
        }
        // Before, or equal and before at the next level.
        let tied = |value: u16, level: Level| {
            let [x, y] = region.call(value, Op::HloAnd)?;
            [(x, y), (y, x)].into_iter().find(|(equal, _)| is_tie(region, *equal, level))
        };
        let either = |[x, y]: [u16; 2]| {
            let level = compared(x)?;
            let (equal, next) = tied(y, level)?;
            Some((level, equal, next))
        };
        let selected = || {
            let [equal, next, before] = region.call(value, Op::HloSelect)?;
            let level = compared(before)?;
            is_tie(region, equal, level).then_some((level, equal, next))
        };
        let found = match region.call(value, Op::HloOr) {
            Some([x, y]) => either([x, y]).or_else(|| either([y, x])),
            None => selected(),
        };
        let (level, equal, next) = found?;
        levels.push(Level { equal: Some(equal), ..level });
        value = region.uncopied(next);
    }
}

/// Whether a value says that those which a level compares are equal. Where its order is total, zeros of two signs are told apart when keys are made.
fn is_tie(region: &Region, value: u16, level: Level) -> bool {
    let [a, b] = level.values;
    let is_pair = |[x, y]: [u16; 2]| [x, y] == [a, b] || [x, y] == [b, a];
    match region.binary(value) {
        Some((Op::HloEqual, pair)) => is_pair(pair),
        Some((Op::HloTotalEqual, pair)) => is_pair(pair) && level.is_total,
        _ => false,
    }
}

/// What a comparison says: whether the left value must be the smaller one, and whether the order is total.
fn comparison(function: Op) -> Option<(bool, bool)> {
    match function {
        Op::HloLess => Some((true, false)),
        Op::HloGreater => Some((false, false)),
        Op::HloTotalLess => Some((true, true)),
        Op::HloTotalGreater => Some((false, true)),
        _ => None,
    }
}

/// The values that comparators compare, for all elements.
pub(super) struct Sides<'a> {
    pub region: &'a Region,
    pub inputs: &'a [DenseHostTensor],
    pub sizes: &'a [usize],
    pub levels: &'a [Level],
}

impl Sides<'_> {
    /// Calls `f` for blocks of elements, with the number of the first one, how many there are, and what the region made of them on both sides.
    fn run(
        &self,
        elements: Range<usize>,
        mut f: impl FnMut(usize, usize, &Runner<'_>) -> Result<(), OpError>,
    ) -> Result<(), OpError> {
        let mut runner = self.region.runner()?;
        for start in elements.clone().step_by(BLOCK) {
            let count = BLOCK.min(elements.end - start);
            for (i, (input, size)) in self.inputs.iter().zip(self.sizes).enumerate() {
                let bytes = &input.bytes()[start * size..][..count * size];
                runner.arg_mut(2 * i, count).copy_from_slice(bytes);
                runner.arg_mut(2 * i + 1, count).copy_from_slice(bytes);
            }
            runner.run(count);
            f(start, count, &runner)?;
        }
        Ok(())
    }

    /// The keys that the only level compares, of both sides.
    pub(super) fn keys(&self, total: usize) -> Result<[Keys; 2], OpError> {
        let (mut left, mut right) = (room(total)?, room(total)?);
        let Some(level) = self.levels.first() else { return Ok([left, right]) };
        let [a, b] = level.values;
        self.run(0..total, |_, count, runner| {
            left.extend(keys(runner.value(a, count), self.region.dtype_of(a), level.is_total)?);
            right.extend(keys(runner.value(b, count), self.region.dtype_of(b), level.is_total)?);
            Ok(())
        })?;
        Ok([left, right])
    }

    /// The bits of each level's keys, and whether they ascend.
    pub(super) fn orders(&self) -> Vec<(u32, bool)> {
        let bits = |level: &Level| order::each!(self.region.dtype_of(level.values[0]), <T as Ordered>::WIDTH, else 64);
        self.levels.iter().map(|level| (bits(level), level.ascends)).collect()
    }

    /// The keys of all elements for each level, if both sides have the same and each element has one.
    pub(super) fn shared_keys(
        &self,
        frame: &DispatchFrame<'_>,
        total: usize,
    ) -> Result<Option<Vec<Vec<u64>>>, OpError> {
        let mut all: Vec<Vec<u64>> =
            self.levels.iter().map(|_| filled(0u64, total)).collect::<Result<_, _>>()?;
        let mut tasks: Vec<Mutex<Vec<&mut [u64]>>> =
            (0..total.div_ceil(TASK)).map(|_| Mutex::new(Vec::with_capacity(self.levels.len()))).collect();
        for keys in &mut all {
            for (task, keys) in tasks.iter_mut().zip(keys.chunks_mut(TASK)) {
                task.get_mut().push(keys);
            }
        }
        let (is_shared, failure) = (AtomicBool::new(true), Mutex::new(None));
        frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
            for (task, slot) in tasks.iter().enumerate().take(end).skip(begin) {
                let mut to = slot.lock();
                let first = task * TASK;
                let done = self.run(first..total.min(first + TASK), |start, count, runner| {
                    // Elements that are equal to themselves at all levels so far; the others have no order at the next ones.
                    let mut tied = [true; BLOCK];
                    for (level, to) in self.levels.iter().zip(&mut *to) {
                        let to = &mut to[start - first..][..count];
                        if !self.keys_of(*level, runner, to) {
                            is_shared.store(false, atomic::Ordering::Relaxed);
                        }
                        to.iter_mut().zip(&tied).filter(|(_, tied)| !**tied).for_each(|(to, _)| *to = 0);
                        if let Some(equal) = level.equal {
                            let equal = runner.value(equal, count);
                            tied.iter_mut().zip(equal).for_each(|(tied, equal)| *tied &= *equal != 0);
                        }
                    }
                    Ok(())
                });
                if let Err(error) = done {
                    *failure.lock() = Some(error);
                }
            }
        });
        drop(tasks);
        failure.into_inner().map_or(Ok(()), Err)?;
        Ok(is_shared.into_inner().then_some(all))
    }

    /// Writes the keys of a block at a level; says whether both sides have the same, each element has one, and elements with two keys are not equal.
    fn keys_of(&self, level: Level, runner: &Runner<'_>, to: &mut [u64]) -> bool {
        let [left, right] = level.values.map(|value| runner.value(value, to.len()));
        let dtype = self.region.dtype_of(level.values[0]);
        let is_ieee = level.is_total
            && level.equal.is_some_and(|equal| self.region.call::<2>(equal, Op::HloEqual).is_some());
        left == right
            && order::each!(dtype, {
                let read = |bytes: &[u8]| bytemuck::pod_read_unaligned::<T>(bytes);
                left.chunks_exact(size_of::<T>()).zip(to).all(|(bytes, to)| {
                    let value = read(bytes);
                    let key = value.key(level.is_total);
                    *to = key.unwrap_or_default();
                    // Zeros of two signs are equal, but have two keys.
                    key.is_some() && !(is_ieee && value.key(false).is_some_and(|other| Some(other) != key))
                })
            }, else false)
    }
}

/// Puts the places of the elements of each row in the order of their keys, of which those of the first level count most; equal ones keep their
/// order.
pub(super) fn sort_by_keys(
    frame: &DispatchFrame<'_>,
    keys: &[Vec<u64>],
    orders: &[(u32, bool)],
    length: usize,
    places: &mut [usize],
) {
    let rows = (TASK / length).max(1);
    let tasks: Vec<Mutex<&mut [usize]>> = places.chunks_mut(rows * length).map(Mutex::new).collect();
    frame.context().parallel_for(tasks.len(), 1, &|begin, end| {
        let (mut scratch, mut packed, mut sorted) = (Vec::new(), Vec::new(), Vec::new());
        for task in &tasks[begin..end] {
            for places in task.lock().chunks_mut(length) {
                for (keys, &(bits, ascends)) in keys.iter().zip(orders).rev() {
                    let mask = if ascends { 0 } else { u64::MAX >> (64 - bits) };
                    if u32::try_from(length).is_err() {
                        // Places at which elements stand so far decide between equal ones.
                        places.sort_by_key(|&place| keys[place] ^ mask);
                        continue;
                    }
                    // Keys of more than 32 bits by their lower half, then by their upper half.
                    for shift in (0..bits).step_by(32) {
                        packed.clear();
                        let half = |place: usize| (keys[place] ^ mask) >> shift & u64::from(u32::MAX);
                        packed.extend(places.iter().zip(0u64..).map(|(&place, i)| half(place) << 32 | i));
                        order::sort_by_upper_half(&mut packed, bits.min(32), &mut scratch);
                        let low = |key: u64| (key & u64::from(u32::MAX)) as usize;
                        sorted.clear();
                        sorted.extend(packed.iter().map(|&key| places[low(key)]));
                        places.copy_from_slice(&sorted);
                    }
                }
            }
        }
    });
}
