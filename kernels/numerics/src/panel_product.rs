//! Products of `f32` matrices over a right factor in panels ([`super::panels`]), which are there or made for the product.
//!
//! The shape of the product and the number of threads determine how it is split:
//!
//! - With few rows, a task has one panel and a range of rows. The left factor is read in place. Tasks go panel by panel, so that
//!   threads that start at both ends keep their parts of the right factor in their caches. While tiles go over a panel they prefetch
//!   the next one, which may be in a distant cache.
//! - With many rows and columns, a task has a range of rows and a group of panels. It goes through the inner dimension in blocks, and
//!   copies a block of the left factor to scratch memory in which rows do not share sets of the caches. Fewer rows are many where the
//!   factor's own rows share them.
//! - Where parts of the result are finished by a function and the panels are small, a task has a range of rows and goes through them strip by
//!   strip, of a tile's height and all columns, so that each is finished while it is in the first cache.
//!
//! Each element is the sum of its products in the order of the inner dimension, fused where the processor can, whatever the
//! split.
#![expect(unsafe_code, reason = "tiles take pointers")]

use std::ops::Range;

use smallvec::SmallVec;

use super::finish::{Then, finish_all};
use super::narrow::ends::Floats;
use super::narrow::multiply;
use super::panels::{Layout, Matrix, Panels, rounded};
use super::scratch::Scratch;
use super::split::Split;
use super::tile::{Shared, Tile, Tiles};
use tfrt_ops::Precision;

/// Rows from which a product can be one of many rows.
const MANY_ROWS: usize = 128;

/// Rows from which it can where rows that lie in memory as they are would [meet](meet) in a cache.
const MANY_THAT_MEET: usize = 48;

/// Panels that make the copy of a block of the left factor worth it.
const MANY_PANELS: usize = 8;

/// Tiles of a range of rows in a product of many rows: with [`DEPTH`], a part of a second cache.
const TILES: usize = 10;

/// Steps of the inner dimension that tiles go through at once. Fewer would have them read and write the result more often.
const DEPTH: usize = 1024;

/// Elements between copied rows: they start in different sets of a cache.
const GAP: usize = 16;

/// Elements of a row of the left factor, and of all panels, up to which a product is computed strip by strip.
const STRIP_INNER: usize = 512;
const STRIP_PANELS: usize = 1 << 17;

/// Multiplications that make a task worth starting.
const TASK_WORK: usize = 1 << 18;

/// Tasks that a product of many rows is cut into at least, if it has the columns.
const TASKS: usize = 16;

/// Panels that a task makes from a matrix.
const GROUP: usize = 2;

/// Elements of a block of a panel that a task makes: it shares the first cache with rows of the left factor.
const MADE: usize = 7168;

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 17;

/// `out = left right`, where `out` is row-major, with the right factor in panels, and with what follows.
///
/// # Panics
/// When the left factor is smaller than its shape and strides say, `out` has not `rows * columns` elements, or the bias not
/// `columns`: mistakes of the caller.
pub fn product_of_panels(
    left: Matrix<'_>,
    rows: usize,
    right: &Panels,
    then: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) {
    let Then { after, finish } = then;
    let Layout { inner, columns, .. } = right.layout();
    assert_eq!(Some(out.len()), rows.checked_mul(columns), "the result's shape");
    assert!(left.has(rows, inner), "the left factor's shape");
    assert!(after.is_none_or(|after| after.has(columns)), "the shape of what comes after");
    if out.is_empty() {
        return;
    }
    if inner == 0 {
        // Sums of nothing.
        out.fill(0.0);
        return then.apply(out, columns, split);
    }
    let values = match right.values() {
        Ok(values) => values,
        // SAFETY: the result is borrowed, and has the size of all rows.
        Err(words) => {
            let end = Floats { then, out: Place::of(out, columns), columns };
            // SAFETY: the result is borrowed, and has the size of all rows.
            return unsafe { multiply(&rounded(left), rows, words, &end, split) };
        }
    };
    let work = Work::new(left, rows, right.layout(), Right::Panels(values), Place::of(out, columns), split);
    let cut = match finish {
        Some(_) => Cut::strips(rows, right.layout()).unwrap_or(work.cut),
        None => work.cut,
    };
    // A task that has all columns has a part of the result.
    let by_task = finish.filter(|_| cut.groups == 1);
    Work { then: Then { after, finish: by_task }, cut, ..work }.run(split);
    if let Some(finish) = finish.filter(|_| by_task.is_none()) {
        finish_all(finish, out, columns, split);
    }
}

/// As [`product_of_panels`], with panels that are made for this product: all before, or where there are few rows (or is little
/// memory) by the tasks, a block after the other.
///
/// # Panics
/// When a factor is smaller than its shape and strides say, or `out` has not `rows * columns` elements: mistakes of the caller.
pub(super) fn product_by_panels(
    left: Matrix<'_>,
    right: Matrix<'_>,
    [rows, inner, columns]: [usize; 3],
    out: &mut [f32],
    split: Split<'_>,
) {
    assert_eq!(Some(out.len()), rows.checked_mul(columns), "the result's shape");
    if out.is_empty() || inner == 0 {
        assert!(left.has(rows, inner) && right.has(inner, columns), "the factors' shapes");
        return out.fill(0.0);
    }
    // SAFETY: the result is borrowed, and has the size of all rows.
    unsafe { product_by_panels_at(left, right, [rows, inner, columns], Place::of(out, columns), split) };
}

/// Where a result is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) start: Shared,
    /// Elements from one row to the next.
    pub(super) pitch: usize,
}

impl Place {
    pub(super) fn of(out: &mut [f32], pitch: usize) -> Place {
        Place { start: Shared(out.as_mut_ptr()), pitch }
    }
}

/// As [`product_of_panels`], into any rows and with nothing after it.
///
/// # Safety
/// `place` may be written for all rows and columns, which nothing else accesses meanwhile.
pub(super) unsafe fn product_of_panels_at(
    left: Matrix<'_>,
    rows: usize,
    right: &Panels,
    place: Place,
    split: Split<'_>,
) {
    assert!(left.has(rows, right.layout().inner), "the left factor's shape");
    match right.values() {
        Ok(values) => {
            Work::new(left, rows, right.layout(), Right::Panels(values), place, split).run(split);
        }
        // SAFETY: the caller says that the place may be written and that nothing else accesses it.
        Err(words) => {
            let end = Floats { then: Then::default(), out: place, columns: right.layout().columns };
            // SAFETY: the caller says that the place may be written and that nothing else accesses it.
            unsafe { multiply(&rounded(left), rows, words, &end, split) }
        }
    }
}

/// As [`product_by_panels`], into any rows.
///
/// # Safety
/// `place` may be written for all rows and columns, which nothing else accesses meanwhile.
pub(super) unsafe fn product_by_panels_at(
    left: Matrix<'_>,
    right: Matrix<'_>,
    [rows, inner, columns]: [usize; 3],
    place: Place,
    split: Split<'_>,
) {
    if rows > MANY_ROWS
        && let Some(panels) = Panels::of(right, inner, columns, Precision::F32, split)
    {
        // SAFETY: the caller says that the place may be written and that nothing else accesses it.
        return unsafe { product_of_panels_at(left, rows, &panels, place, split) };
    }
    assert!(left.has(rows, inner) && right.has(inner, columns), "the factors' shapes");
    Work::new(left, rows, Layout::of(inner, columns), Right::Matrix(right), place, split).run(split);
}

/// Whether rows of a left factor are so far apart that those of a tile share a few sets of the first cache.
fn meet(left: Matrix<'_>) -> bool {
    /// Bytes apart at which every second row is in the same set.
    const APART: usize = 2048;
    (left.strides.0 * size_of::<f32>()).is_multiple_of(APART)
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
    /// Whether blocks of the left factor are copied.
    copies: bool,
    /// Whether tasks go strip by strip: there is one group, and the inner dimension is one block.
    strips: bool,
}

impl Cut {
    /// By the shape and the number of threads.
    fn of(left: Matrix<'_>, rows: usize, layout: Layout, ready: bool, split: Split<'_>) -> Cut {
        let tiles = Tiles::best();
        let panels = layout.panels();
        let height = tiles.rows(layout.width / tiles.lanes);
        let even = |total: usize, parts: usize| total.div_ceil(parts);
        if !ready {
            // Each panel is made by one task, which makes some: they are next to each other in the matrix.
            let group = GROUP.min(panels);
            let groups = panels.div_ceil(group);
            return Cut { range: rows, ranges: 1, group, groups, copies: false, strips: false };
        }
        let many = if meet(left) { MANY_THAT_MEET } else { MANY_ROWS };
        if rows > many && panels >= MANY_PANELS {
            // As many ranges as two threads can share.
            let range = even(rows, rows.div_ceil(TILES * height).next_multiple_of(2));
            let ranges = rows.div_ceil(range);
            let group = even(panels, split.enough(TASKS).div_ceil(ranges).min(panels / MANY_PANELS));
            return Cut { range, ranges, group, groups: panels.div_ceil(group), copies: true, strips: false };
        }
        let group = if rows > MANY_ROWS { panels } else { 1 };
        let least = (TASK_WORK / (layout.size() * group)).max(1).next_multiple_of(height);
        let range = even(rows, rows.div_ceil(least));
        let (ranges, groups) = (rows.div_ceil(range), panels.div_ceil(group));
        Cut { range, ranges, group, groups, copies: false, strips: false }
    }

    /// For strips that are finished, if they pay.
    fn strips(rows: usize, layout: Layout) -> Option<Cut> {
        let tiles = Tiles::best();
        let panels = layout.panels();
        if layout.inner > STRIP_INNER || panels * layout.size() > STRIP_PANELS {
            return None;
        }
        let height = tiles.rows(layout.width / tiles.lanes);
        let least = (TASK_WORK / (layout.size() * panels)).max(1).next_multiple_of(height);
        let range = rows.div_ceil(rows.div_ceil(least));
        let ranges = rows.div_ceil(range);
        Some(Cut { range, ranges, group: panels, groups: 1, copies: false, strips: true })
    }
}

/// The right factor.
#[derive(Clone, Copy)]
enum Right<'a> {
    /// All its panels.
    Panels(&'a [f32]),
    /// As it is: tasks copy blocks of it to panels of their own.
    Matrix(Matrix<'a>),
}

/// The memory that tiles prefetch.
#[derive(Clone, Copy)]
struct Ahead<'a> {
    values: &'a [f32],
    /// The part that a range's tiles ask for, of so many.
    part: usize,
    parts: usize,
}

impl Ahead<'_> {
    /// The place so many bytes from the start. Rounding may have it lie beyond the end, which does no harm.
    fn place(&self, bytes: usize) -> *const f32 {
        self.values.as_ptr().wrapping_byte_add(bytes)
    }
}

/// A product that is being computed.
struct Work<'a> {
    tiles: &'static Tiles,
    left: Matrix<'a>,
    right: Right<'a>,
    rows: usize,
    layout: Layout,
    out: Place,
    cut: Cut,
    /// Parts are finished by tasks, so there is only one group of panels if they are.
    then: Then<'a>,
}

impl<'a> Work<'a> {
    fn new(
        left: Matrix<'a>,
        rows: usize,
        layout: Layout,
        right: Right<'a>,
        out: Place,
        split: Split<'_>,
    ) -> Self {
        let cut = Cut::of(left, rows, layout, matches!(right, Right::Panels(_)), split);
        Work { tiles: Tiles::best(), left, right, rows, layout, out, cut, then: Then::default() }
    }

    /// Runs all tasks, on one thread if they are small.
    fn run(&self, split: Split<'_>) {
        let tasks = self.cut.ranges * self.cut.groups;
        if self.rows * self.layout.inner * self.layout.columns <= ALONE {
            (0..tasks).for_each(|task| self.task(task, split));
        } else {
            split.run(tasks, &|begin, end| (begin..end).for_each(|task| self.task(task, split)));
        }
    }

    fn task(&self, task: usize, split: Split<'_>) {
        match self.right {
            Right::Panels(values) if self.cut.strips => return self.strips(task, values),
            Right::Panels(_) => self.blocks(task, split, DEPTH, &mut []),
            Right::Matrix(_) => self.blocks(task, split, MADE / self.layout.width, &mut [0.0; MADE]),
        }
        let first = task % self.cut.ranges * self.cut.range;
        self.finish(first..self.rows.min(first + self.cut.range));
    }

    /// Finishes rows whose elements are all there, if tasks do that.
    fn finish(&self, rows: Range<usize>) {
        if let Some(finish) = self.then.finish {
            let (first, count) = (rows.start * self.layout.columns, rows.len() * self.layout.columns);
            // SAFETY: there is one group of panels, so these rows of the result are this task's alone.
            let part = unsafe { std::slice::from_raw_parts_mut(self.out.start.at(first), count) };
            finish(first, part);
        }
    }

    /// Goes through a range of rows strip by strip.
    fn strips(&self, task: usize, values: &[f32]) {
        let Layout { inner, width, .. } = self.layout;
        let (row_step, column_step) = self.left.strides;
        let end = self.rows.min((task + 1) * self.cut.range);
        let mut row = task * self.cut.range;
        assert!(self.left.has(end, inner), "the left factor's shape");
        // What is the same for all strips: the tiles of each panel, but for their height.
        let mut panels: SmallVec<[(Tile<'_>, usize, usize); 16]> = (0..self.layout.panels())
            .map(|panel| {
                let here = self.layout.columns_of(panel);
                let vectors = here.div_ceil(self.tiles.lanes);
                let values = values[panel * self.layout.size()..][..self.layout.size()].as_ptr();
                let tile = Tile {
                    a: self.left.values.as_ptr().wrapping_add(row * row_step),
                    a_row: row_step,
                    a_step: column_step,
                    segments: &[0],
                    length: inner,
                    b: values,
                    b_row: width,
                    b_whole: true,
                    ahead: values,
                    ahead_step: 0,
                    c: self.out.start.at(row * self.out.pitch + panel * width),
                    c_row: self.out.pitch,
                    accumulate: false,
                    after: self.then.after.map(|after| after.of_columns(panel * width, here)),
                };
                (tile, vectors, here - (vectors - 1) * self.tiles.lanes)
            })
            .collect();
        let all = (end - row).div_ceil(self.tiles.rows(width / self.tiles.lanes));
        for left in (1..=all).rev() {
            let strip = row..row + (end - row).div_ceil(left);
            for (tile, vectors, last) in &mut panels {
                // SAFETY: the left factor holds `inner` columns of these rows (asserted above), and a panel as many rows of `width`; this
                // part of the result, which is `rows * columns` elements, is this task's.
                unsafe { self.tiles.get(strip.len(), *vectors)(tile, *last) };
                tile.a = tile.a.wrapping_add(strip.len() * row_step);
                tile.c = tile.c.wrapping_add(strip.len() * tile.c_row);
            }
            row = strip.end;
            self.finish(strip);
        }
    }

    /// Goes through the inner dimension in blocks of at most `most` steps, with room for such a block of a panel.
    fn blocks(&self, task: usize, split: Split<'_>, most: usize, made: &mut [f32]) {
        let Cut { range, ranges, group, copies, .. } = self.cut;
        let Layout { inner, width, .. } = self.layout;
        let first = task % ranges * range;
        let rows = range.min(self.rows - first);
        let start = task / ranges * group;
        let panels = start..self.layout.panels().min(start + group);
        let left = Matrix { values: &self.left.values[first * self.left.strides.0..], ..self.left };
        let depth = inner.div_ceil(inner.div_ceil(most));
        let mut copied = if copies { Copied::room(rows, depth, split) } else { None };
        for k in (0..inner).step_by(depth) {
            let depth = depth.min(inner - k);
            let left = Matrix { values: &left.values[k * left.strides.1..], ..left };
            let left = match &mut copied {
                Some(copied) => copied.fill(left, rows, depth),
                None => left,
            };
            let size = depth * width;
            for panel in panels.clone() {
                let (values, ahead) = match self.right {
                    Right::Panels(all) => {
                        let block = |panel: usize| &all[panel * self.layout.size() + k * width..][..size];
                        (block(panel), if panel + 1 < self.layout.panels() { block(panel + 1) } else { &[] })
                    }
                    Right::Matrix(matrix) => {
                        self.layout.fill(panel, k, matrix, &mut made[..size]);
                        (&made[..size], &[][..])
                    }
                };
                // Ranges that share a panel come one after the other.
                let ahead = match group {
                    1 => Ahead { values: ahead, part: task % ranges, parts: ranges },
                    _ => Ahead { values: ahead, part: 0, parts: 1 },
                };
                self.block(panel, values, ahead, first..first + rows, left, k);
            }
        }
    }

    /// The tiles of a range of rows over rows of a panel, from `k` on, where `left` starts. They prefetch their part of `ahead`.
    fn block(
        &self,
        panel: usize,
        values: &[f32],
        ahead: Ahead<'_>,
        range: Range<usize>,
        left: Matrix<'_>,
        k: usize,
    ) {
        let Layout { inner, width, .. } = self.layout;
        let (first, rows) = (range.start, range.len());
        let depth = values.len() / width;
        assert!(left.has(rows, depth), "the left factor's shape");
        let here = self.layout.columns_of(panel);
        let vectors = here.div_ceil(self.tiles.lanes);
        let last = here - (vectors - 1) * self.tiles.lanes;
        let all = rows.div_ceil(self.tiles.rows(vectors));
        let ahead_step = size_of_val(ahead.values).div_ceil((ahead.parts * all * depth).max(1));
        let ahead = if ahead.values.is_empty() { Ahead { values, ..ahead } } else { ahead };
        let after = self.then.after.filter(|_| k + depth == inner);
        let after = after.map(|after| after.of_columns(panel * width, here));
        // What is the same for all tiles is written once: a tile takes a few hundred cycles.
        let mut tile = Tile {
            a: left.values.as_ptr(),
            a_row: left.strides.0,
            a_step: left.strides.1,
            segments: &[0],
            length: depth,
            b: values.as_ptr(),
            b_row: width,
            b_whole: true,
            ahead: values.as_ptr(),
            ahead_step,
            c: self.out.start.at(first * self.out.pitch + panel * width),
            c_row: self.out.pitch,
            accumulate: k > 0,
            after,
        };
        let mut row = 0;
        for tiles in (1..=all).rev() {
            // Tiles as equal as possible: a flat one at the end would leave the processor waiting.
            let height = (rows - row).div_ceil(tiles);
            tile.ahead = ahead.place((all * ahead.part + all - tiles) * depth * ahead_step);
            // SAFETY: the left factor holds `depth` columns of `rows` rows (asserted above), and `values` as many rows of
            // `width`; this part of the result, which is `rows * columns` elements, is this task's.
            unsafe { self.tiles.get(height, vectors)(&tile, last) };
            tile.a = tile.a.wrapping_add(height * left.strides.0);
            tile.c = tile.c.wrapping_add(height * tile.c_row);
            row += height;
        }
    }
}

/// Room for a block of the left factor.
struct Copied(Scratch);

impl Copied {
    fn room(rows: usize, depth: usize, split: Split<'_>) -> Option<Copied> {
        split.scratch((rows + GAP) * (depth + GAP)).map(Copied)
    }

    /// A copy of `rows` rows of `depth` columns, along the contiguous dimension.
    fn fill(&mut self, from: Matrix<'_>, rows: usize, depth: usize) -> Matrix<'_> {
        let by_rows = from.strides.1 == 1;
        let (lines, length) = if by_rows { (rows, depth) } else { (depth, rows) };
        let (line, step) = if by_rows { from.strides } else { (from.strides.1, from.strides.0) };
        let pitch = length + GAP;
        for (at, to) in self.0.values_mut().chunks_exact_mut(pitch).take(lines).enumerate() {
            let from = &from.values[at * line..];
            if step == 1 {
                to[..length].copy_from_slice(&from[..length]);
            } else {
                to[..length].iter_mut().zip(from.iter().step_by(step)).for_each(|(to, from)| *to = *from);
            }
        }
        Matrix { values: self.0.values(), strides: if by_rows { (pitch, 1) } else { (1, pitch) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finish::After;
    use crate::split::tests::{ALONE, Backwards};

    fn numbers(n: usize, seed: usize) -> Vec<f32> {
        (0..n).map(|i| ((i * 7 + seed) % 23) as f32 - 11.0).collect()
    }

    #[test]
    fn products_of_every_cut() {
        let backwards = Backwards::default();
        let backwards = backwards.split();
        // Many rows and panels in several ranges and groups, blocks of the inner dimension, few panels, single ones.
        for [rows, inner, columns] in [[300, 1100, 600], [150, 1030, 290], [400, 40, 70], [40, 1500, 33]] {
            let (a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
            for (transpose_a, transpose_b) in [(false, false), (true, false), (false, true)] {
                let left = Matrix { values: &a, strides: if transpose_a { (1, rows) } else { (inner, 1) } };
                let right =
                    Matrix { values: &b, strides: if transpose_b { (1, inner) } else { (columns, 1) } };
                let at = |matrix: Matrix<'_>, i: usize, j: usize| {
                    matrix.values[i * matrix.strides.0 + j * matrix.strides.1]
                };
                let mut out = vec![f32::NAN; rows * columns];
                product_by_panels(left, right, [rows, inner, columns], &mut out, backwards);
                // Whole numbers of this size add up exactly. Look at some rows and columns.
                for i in (0..rows).step_by(13) {
                    for j in (0..columns).step_by(7) {
                        let sum: f32 = (0..inner).map(|k| at(left, i, k) * at(right, k, j)).sum();
                        assert_eq!(out[i * columns + j], sum, "{rows}x{inner}x{columns} at {i}, {j}");
                    }
                }
                let panels = Panels::of(right, inner, columns, Precision::F32, backwards).expect("memory");
                let mut again = vec![f32::NAN; rows * columns];
                product_of_panels(left, rows, &panels, Then::default(), &mut again, backwards);
                assert_eq!(out, again, "{rows}x{inner}x{columns}");
                let bias = numbers(columns, 5);
                let after = After { scale: None, bias: &bias, low: 0.0, high: 600.0 };
                let double = |first: usize, part: &mut [f32]| {
                    for (i, x) in part.iter_mut().enumerate() {
                        *x = *x * 2.0 + (first + i) as f32;
                    }
                };
                let then = Then { after: Some(after), finish: Some(&double) };
                product_of_panels(left, rows, &panels, then, &mut again, backwards);
                for (i, x) in again.iter_mut().enumerate() {
                    *x = (*x - i as f32) * 0.5;
                }
                for (again, out) in again.chunks_exact(columns).zip(out.chunks_exact(columns)) {
                    let expected: Vec<f32> =
                        out.iter().zip(&bias).map(|(out, bias)| (out + bias).clamp(0.0, 600.0)).collect();
                    assert_eq!(again, expected, "{rows}x{inner}x{columns}");
                }
                // As without memory for panels.
                let layout = Layout::of(inner, columns);
                again.fill(f32::NAN);
                let place = Place::of(&mut again, columns);
                Work::new(left, rows, layout, Right::Matrix(right), place, backwards).run(backwards);
                assert_eq!(out, again, "{rows}x{inner}x{columns}");
            }
        }
    }

    #[test]
    fn sums_do_not_depend_on_the_cut() {
        let fraction = |i: usize| ((i * 37) % 101) as f32 * 0.019 - 0.9;
        let [rows, inner, columns] = [200, 1100, 300];
        let a: Vec<f32> = (0..rows * inner).map(fraction).collect();
        let b: Vec<f32> = (0..inner * columns).map(fraction).collect();
        let right = Matrix { values: &b, strides: (columns, 1) };
        let of_rows = |first: usize, rows: usize| {
            let left = Matrix { values: &a[first * inner..], strides: (inner, 1) };
            let mut out = vec![0.0; rows * columns];
            product_by_panels(left, right, [rows, inner, columns], &mut out, ALONE);
            out
        };
        let whole = of_rows(0, rows);
        for (first, rows) in [(0, 20), (3, 1), (17, 130), (100, 100)] {
            let part = of_rows(first, rows);
            let expected = &whole[first * columns..][..rows * columns];
            assert!(part.iter().zip(expected).all(|(a, b)| a.to_bits() == b.to_bits()), "{rows} rows");
        }
    }
}
