//! Products whose factors are words of narrow numbers.
//!
//! A task has a range of rows and a group of panels. It goes through the inner dimension in blocks: it has a block of the left factor filled into
//! scratch memory, which stays in a second cache, and multiplies it by a block of each panel, which stays in the first one, block of rows by block of
//! rows. Sums that go over several blocks of the inner dimension are kept in scratch memory as units have them. Where a function
//! follows on rows, and one block of the inner dimension gives whole sums, a task goes strip by strip: it finishes some rows while they are in the first
//! cache, and they need be nowhere else.
#![expect(unsafe_code, reason = "blocks take pointers")]

use std::ops::Range;

use super::ends::{At, End, Target};
use super::unit::{Block, Kind, LANES, MOST_ROWS, Unit, WIDTH};
use crate::cpu::multiversioned;
use crate::panel_product::Place;
use crate::scratch::Scratch;
use crate::split::Split;
use crate::tile::Shared;

/// Words of the inner dimension that blocks go through at once: such a block of a panel is half of a first cache.
pub(crate) const DEPTH: usize = 192;

/// Rows of a range at most: with [`DEPTH`], a part of a second cache.
const RANGE: usize = 256;

/// Sums that a task keeps at most, but for one block of rows: a part of a second cache.
const KEPT: usize = 1 << 17;

/// Elements of rows that a task has in memory of its own: a part of a second cache.
const OWN: usize = 1 << 17;

/// Elements of rows that are finished while they are in a first cache.
const STRIP: usize = 1 << 13;

/// Words between rows of the left factor: they start in different sets of a cache.
const GAP: usize = 16;

/// Tasks that a product is cut into at most.
const TASKS: usize = 16;

/// Multiplications that make a task worth starting.
const TASK_WORK: usize = 1 << 20;

/// The right factor of products, made narrow, in panels of words.
pub(crate) struct Words {
    unit: &'static Unit,
    inner: usize,
    columns: usize,
    /// Words of the inner dimension; what no element fills is zero.
    depth: usize,
    /// Words of a panel's row: one vector or two.
    width: usize,
    memory: Scratch,
}

impl Words {
    /// The panels of a matrix of `inner` rows; `None` if there is no memory for them. `row` gives the narrow numbers of a row, from a column on.
    pub(crate) fn of(
        unit: &'static Unit,
        [inner, columns]: [usize; 2],
        row: &(dyn Fn(usize, usize, &mut [u8]) + Sync),
        split: Split<'_>,
    ) -> Option<Words> {
        let (group, size) = (unit.kind.group(), unit.kind.size());
        let mut made = Words::room(unit, [inner, columns], split)?;
        let Words { depth, width, .. } = made;
        let target = made.target();
        split.run(made.panels(), &|begin, end| {
            let mut bytes = [0; WIDTH * size_of::<u32>()];
            for panel in begin..end {
                let start = target.at(panel * depth * width);
                // SAFETY: the memory has room for all panels, and each is one task's.
                let words = unsafe { std::slice::from_raw_parts_mut(start, depth * width) };
                let first = panel * width;
                let here = width.min(columns - first);
                for (at, words) in words.chunks_exact_mut(width).enumerate() {
                    words.fill(0);
                    for i in 0..group.min(inner.saturating_sub(at * group)) {
                        let bytes = &mut bytes[..here * size];
                        row(at * group + i, first, bytes);
                        let shift = 8 * size * i;
                        match bytes.as_chunks::<2>().0 {
                            shorts if size == 2 => {
                                for (word, &short) in words.iter_mut().zip(shorts) {
                                    *word |= u32::from(u16::from_le_bytes(short)) << shift;
                                }
                            }
                            _ => words
                                .iter_mut()
                                .zip(&*bytes)
                                .for_each(|(word, &byte)| *word |= u32::from(byte) << shift),
                        }
                    }
                }
            }
        });
        Some(made)
    }

    /// As [`Words::of`], of a matrix whose columns are given: `column` gives all narrow numbers of one.
    pub(crate) fn of_columns(
        unit: &'static Unit,
        [inner, columns]: [usize; 2],
        column: &(dyn Fn(usize, &mut [u8]) + Sync),
        split: Split<'_>,
    ) -> Option<Words> {
        let mut made = Words::room(unit, [inner, columns], split)?;
        let Words { depth, width, .. } = made;
        let target = made.target();
        split.run(made.panels(), &|begin, end| {
            // Words of some columns, which are then turned.
            let mut lines = vec![0_u32; TURNED.min(columns) * depth];
            for panel in begin..end {
                let start = target.at(panel * depth * width);
                // SAFETY: the memory has room for all panels, and each is one task's.
                let words = unsafe { std::slice::from_raw_parts_mut(start, depth * width) };
                for first in (0..width).step_by(TURNED) {
                    for (j, line) in lines.chunks_exact_mut(depth).enumerate() {
                        let column_of = panel * width + first + j;
                        let bytes: &mut [u8] = bytemuck::cast_slice_mut(line);
                        let filled = if column_of < columns { inner * unit.kind.size() } else { 0 };
                        if filled > 0 {
                            column(column_of, &mut bytes[..filled]);
                        }
                        bytes[filled..].fill(0);
                    }
                    turn(&lines, depth, &mut words[first..], width);
                }
            }
        });
        Some(made)
    }

    /// Panels that are not filled.
    fn room(unit: &'static Unit, [inner, columns]: [usize; 2], split: Split<'_>) -> Option<Words> {
        let depth = inner.div_ceil(unit.kind.group()).next_multiple_of(unit.step);
        let width = if columns <= LANES { LANES } else { WIDTH };
        let memory = split.scratch(columns.div_ceil(width).checked_mul(width)?.checked_mul(depth)?)?;
        Some(Words { unit, inner, columns, depth, width, memory })
    }

    fn target(&mut self) -> SharedWords {
        let words: &mut [u32] = bytemuck::cast_slice_mut(self.memory.values_mut());
        SharedWords(words.as_mut_ptr())
    }

    /// The unit that multiplies it.
    pub(crate) fn unit(&self) -> &'static Unit {
        self.unit
    }

    /// The words of a panel: rows of as many, and how many a row has.
    pub(crate) fn panel(&self, panel: usize) -> (&[u32], usize) {
        let words: &[u32] = bytemuck::cast_slice(self.memory.values());
        let size = self.depth * self.width;
        (&words[panel * size..][..size], self.width)
    }

    /// Rows of the matrix, and its columns.
    pub(crate) fn sizes(&self) -> [usize; 2] {
        [self.inner, self.columns]
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.memory.values())
    }

    /// The sums of the signed bytes of each column.
    pub(crate) fn sums_of_columns(&self) -> Vec<i32> {
        debug_assert_eq!(self.unit.kind, Kind::Bytes, "bytes");
        let words: &[u32] = bytemuck::cast_slice(self.memory.values());
        let mut sums = vec![0; self.panels() * self.width];
        let panels = words.chunks_exact((self.depth * self.width).max(1));
        for (sums, panel) in sums.chunks_exact_mut(self.width).zip(panels) {
            for words in panel.chunks_exact(self.width) {
                for (sum, word) in sums.iter_mut().zip(words) {
                    let bytes = word.to_le_bytes().map(|byte| i32::from(byte.cast_signed()));
                    *sum = i32::wrapping_add(*sum, bytes.iter().sum());
                }
            }
        }
        sums.truncate(self.columns);
        sums
    }

    fn panels(&self) -> usize {
        self.columns.div_ceil(self.width)
    }
}

/// Columns whose words are turned together.
const TURNED: usize = 16;

multiversioned! {
    /// Turns lines of words, at most [`TURNED`], to rows that are `pitch` apart; zeros stand for lines that are missing.
    fn turn(lines: &[u32], depth: usize, to: &mut [u32], pitch: usize) {
        let count = lines.len() / depth;
        let mut at = 0;
        for k in 0..depth {
            let (filled, others) = to[at..][..TURNED].split_at_mut(count);
            let mut place = k;
            for to in filled {
                *to = lines[place];
                place += depth;
            }
            others.fill(0);
            at += pitch;
        }
    }
}

multiversioned! {
    /// The sum of bytes without a sign.
    fn sum_of(bytes: &[u8]) -> i32 {
        bytes.iter().map(|&byte| i32::from(byte)).sum()
    }
}

/// A pointer to words that tasks share; they write apart.
#[derive(Clone, Copy)]
struct SharedWords(*mut u32);

// SAFETY: every task writes its own words only, and the slice outlives them.
unsafe impl Send for SharedWords {}
// SAFETY: every task writes its own words only, and the slice outlives them.
unsafe impl Sync for SharedWords {}

impl SharedWords {
    /// The place `offset` words further on.
    fn at(self, offset: usize) -> *mut u32 {
        self.0.wrapping_add(offset)
    }
}

/// The left factor of a product.
pub(crate) trait Left: Sync {
    /// Writes the narrow numbers of `inner` of these rows to rows that are `pitch` bytes apart.
    fn fill(&self, rows: Range<usize>, inner: Range<usize>, to: &mut [u8], pitch: usize);
}

/// The split of a product into tasks.
#[derive(Clone, Copy)]
struct Cut {
    /// Rows of a range; the last one may have fewer.
    range: usize,
    ranges: usize,
    /// Panels of a group; the last one may have fewer.
    group: usize,
    groups: usize,
}

impl Cut {
    fn of(rows: usize, right: &Words, has_place: bool, split: Split<'_>) -> Cut {
        let (panels, height) = (right.panels(), right.unit.rows);
        let most_own = if has_place { RANGE } else { OWN / right.columns.max(1) };
        let work = rows.saturating_mul(right.inner).saturating_mul(right.columns);
        let tasks = split.enough(TASKS).min(work / TASK_WORK).max(1);
        let most = if right.depth > DEPTH { KEPT / (panels * WIDTH) } else { RANGE };
        let even = |count: usize| rows.div_ceil(count).next_multiple_of(height);
        // More ranges than the cache asks for as long as each has some blocks; what is missing then is cut by panels.
        let by_tasks = even(tasks).max(2 * height);
        let most = most.min(most_own).clamp(height, RANGE);
        let range = even(rows.div_ceil(most)).min(by_tasks);
        let ranges = rows.div_ceil(range);
        let group = panels.div_ceil(tasks.div_ceil(ranges).min(panels));
        Cut { range, ranges, group, groups: panels.div_ceil(group) }
    }
}

/// A product that is being computed.
struct Work<'a> {
    left: &'a dyn Left,
    rows: usize,
    right: &'a Words,
    end: &'a dyn End,
    /// Where the result is, if it is anywhere as a whole.
    target: Option<Target>,
    cut: Cut,
}

/// Memory of a call or of a task: scratch memory if there is any.
struct Room {
    memory: Option<Scratch>,
    fallback: Vec<u32>,
}

impl Room {
    fn of(size: usize, split: Split<'_>) -> Room {
        let memory = split.scratch(size);
        let fallback = if memory.is_none() { vec![0; size] } else { Vec::new() };
        Room { memory, fallback }
    }

    fn words(&mut self) -> &mut [u32] {
        match &mut self.memory {
            Some(memory) => bytemuck::cast_slice_mut(memory.values_mut()),
            None => &mut self.fallback,
        }
    }
}

/// Rows of a result one after the other in memory, from row `first` on.
fn target_in(words: &mut [u32], columns: usize, first: usize) -> Target {
    Target { place: Place { start: Shared(words.as_mut_ptr().cast()), pitch: columns }, first }
}

/// `left right`, of so many rows, into what its end says.
///
/// # Safety
/// Nothing else accesses the end's result, which has all rows and columns.
pub(crate) unsafe fn multiply(left: &dyn Left, rows: usize, right: &Words, end: &dyn End, split: Split<'_>) {
    debug_assert!(right.depth > 0 && rows > 0, "factors that have elements");
    let given = end.target();
    let cut = Cut::of(rows, right, given.is_some(), split);
    let mut room;
    let target = match given {
        None if cut.groups > 1 => {
            // Tasks have parts of rows: these are finished when all are there.
            room = Room::of(rows * right.columns, split);
            Some(target_in(room.words(), right.columns, 0))
        }
        given => given,
    };
    let work = Work { left, rows, right, end, target, cut };
    split.run(cut.ranges * cut.groups, &|first, last| {
        // SAFETY: units are those of this processor.
        unsafe { (right.unit.begin)() };
        (first..last).for_each(|task| work.task(task, split));
        // SAFETY: units are those of this processor.
        unsafe { (right.unit.end)() };
    });
    if let Some(target) = target.filter(|_| cut.groups > 1 && end.has_finish()) {
        // SAFETY: the caller says that nothing else accesses the result, and all tasks are done.
        unsafe { end.finish_all(rows, target, split) };
    }
}

impl Work<'_> {
    fn task(&self, task: usize, split: Split<'_>) {
        let Cut { range, ranges, group, groups } = self.cut;
        let Words { unit, depth, .. } = *self.right;
        let first = task % ranges * range;
        let rows = first..self.rows.min(first + range);
        let start = task / ranges * group;
        let panels = start..self.right.panels().min(start + group);
        let pitch = depth.min(DEPTH) + GAP;
        let high = rows.len().next_multiple_of(unit.rows);
        // The left factor, and the sums where they are kept.
        let is_kept = depth > DEPTH;
        let of_panel = high / unit.rows * BLOCK;
        let kept = if is_kept { panels.len() * of_panel } else { BLOCK };
        let columns = self.right.columns;
        // Rows that are finished together.
        let finishes = groups == 1 && self.end.has_finish();
        let strip = match STRIP / (unit.rows * columns) {
            blocks if blocks > 0 && finishes && !is_kept => blocks * unit.rows,
            _ => rows.len(),
        };
        let own = if self.target.is_some() { 0 } else { strip.min(rows.len()) * columns };
        let mut room = Room::of(kept + high * pitch + own, split);
        let (kept, words) = room.words().split_at_mut(kept);
        let (words, own) = words.split_at_mut(high * pitch);
        let mut sums = vec![0; if self.end.wants_left() { rows.len() } else { 0 }];
        for first in rows.clone().step_by(strip) {
            let part = first..rows.end.min(first + strip);
            let target = self.target.unwrap_or_else(|| target_in(own, columns, first));
            for k in (0..depth).step_by(DEPTH) {
                let depth = DEPTH.min(depth - k);
                if first == rows.start {
                    self.fill(rows.clone(), k..k + depth, words, pitch);
                    for (sum, words) in sums.iter_mut().zip(words.chunks_exact(pitch)) {
                        let bytes: &[u8] = bytemuck::cast_slice(&words[..depth]);
                        *sum = i32::wrapping_add(*sum, sum_of(bytes));
                    }
                }
                let skipped = first - rows.start;
                let (words, sums) = (&words[skipped * pitch..], sums.get(skipped..).unwrap_or_default());
                for panel in panels.clone() {
                    // Sums that are whole at once have one place for all.
                    let kept = match is_kept {
                        true => (&mut kept[(panel - panels.start) * of_panel..], BLOCK),
                        false => (&mut kept[..], 0),
                    };
                    self.panel(panel, k..k + depth, &part, (words, pitch), kept, sums, target);
                }
            }
            if groups == 1 {
                // SAFETY: the task has all columns of these rows.
                unsafe { self.end.finish(part, target) };
            }
        }
    }

    /// Fills a block of the left factor, with zeros where the last word has no elements.
    fn fill(&self, rows: Range<usize>, depth: Range<usize>, words: &mut [u32], pitch: usize) {
        let (group, size) = (self.right.unit.kind.group(), self.right.unit.kind.size());
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(words);
        let pitch = pitch * size_of::<u32>();
        let of_block = (depth.start * group).min(self.right.inner)..(depth.end * group).min(self.right.inner);
        let (filled, whole) = (of_block.len() * size, depth.len() * size_of::<u32>());
        let count = rows.len();
        self.left.fill(rows, of_block, bytes, pitch);
        if filled < whole {
            bytes.chunks_exact_mut(pitch).take(count).for_each(|row| row[filled..whole].fill(0));
        }
    }

    /// The blocks of a range of rows over a part of a panel.
    #[expect(clippy::too_many_arguments, reason = "what a task has")]
    fn panel(
        &self,
        panel: usize,
        of: Range<usize>,
        rows: &Range<usize>,
        (left, pitch): (&[u32], usize),
        (kept, step): (&mut [u32], usize),
        sums: &[i32],
        target: Target,
    ) {
        let Words { unit, depth, width, columns, ref memory, .. } = *self.right;
        let right: &[u32] = bytemuck::cast_slice(memory.values());
        let right = &right[(panel * depth + of.start) * width..][..of.len() * width];
        let columns = panel * width..columns.min((panel + 1) * width);
        for start in (0..rows.len()).step_by(unit.rows) {
            let room = &mut kept[start / unit.rows * step..][..BLOCK];
            let count = unit.rows.min(rows.len() - start);
            let first = rows.start + start;
            let at = At { rows: first..first + count, columns: columns.clone() };
            let left = &left[start * pitch..][..unit.rows * pitch];
            let (is_first, is_last) = (of.start == 0, of.end == depth);
            // Sums that begin with numbers of their columns go where the result is.
            let base = self.end.base().filter(|_| unit.is_direct && at.columns.len() == width);
            let (from, from_row) = match base.filter(|_| is_first) {
                Some(base) => (base[columns.clone()].as_ptr().cast(), 0),
                None if is_first => (std::ptr::null(), 0),
                None => (room.as_ptr(), WIDTH),
            };
            let (c, c_row) = match base.filter(|_| is_last) {
                Some(_) => (target.at(first, columns.start).cast(), target.place.pitch),
                None => (room.as_mut_ptr(), WIDTH),
            };
            let block = Block {
                a: left.as_ptr(),
                a_row: pitch,
                b: right.as_ptr(),
                width,
                depth: of.len(),
                rows: count,
                from,
                from_row,
                c,
                c_row,
            };
            // SAFETY: units are those of this processor, and this thread has begun. The left factor has the rows of the highest block, of a pitch that
            // is more than the depth, and the panel `depth` rows. The room has the rows of the highest block, the base a number for each column, and
            // these rows and columns of the target, which are whole rows of the panel if the block writes them, are this task's.
            unsafe {
                (unit.block)(&block);
                if is_last && base.is_none() {
                    self.end.store(block.c, &at, sums.get(start..).unwrap_or_default(), target);
                }
            }
        }
    }
}

/// The sums of a block.
const BLOCK: usize = MOST_ROWS * WIDTH;
