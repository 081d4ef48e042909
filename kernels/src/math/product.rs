//! Products of `f32` matrices that are small, or have few rows, over register tiles.
//!
//! The result is cut into strips of columns, and those into ranges of rows, by its shape alone; each piece is a task. A task
//! goes through the inner dimension in blocks: it copies a block of its strip of the right factor to where the first
//! cache can hold it, if several tiles will read it, and runs the tiles over it. The left factor is read where it is. Larger
//! products are better packed as a whole: see [`pays`]. A single row is [`super::row`]'s.
#![expect(unsafe_code, reason = "tiles take pointers")]

use std::mem::MaybeUninit;

use super::row::row_times_matrix;
use super::tile::{Shared, Tile, Tiles};

/// A product `[rows, inner] x [inner, columns]`, each factor with strides of (row, column) in elements.
#[derive(Clone, Copy)]
pub struct Factors<'a> {
    /// Rows of the result.
    pub rows: usize,
    /// Columns of the left, rows of the right factor.
    pub inner: usize,
    /// Columns of the result.
    pub columns: usize,
    /// The left factor.
    pub a: &'a [f32],
    /// Its strides.
    pub a_strides: (usize, usize),
    /// The right factor.
    pub b: &'a [f32],
    /// Its strides.
    pub b_strides: (usize, usize),
}

/// Calls its second argument with ranges that cover `0..tasks`, on one thread or several.
pub type Split<'a> = &'a dyn Fn(usize, &(dyn Fn(usize, usize) + Sync));

/// Elements of a block of a strip that is copied: it shares the first cache with rows of the left factor.
const BLOCK: usize = 7168;

/// Multiplications that make a task worth starting.
const TASK_WORK: usize = 1 << 22;

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 18;

/// Whether this module is the better way to compute a product of this size.
pub fn pays(rows: usize, inner: usize, columns: usize) -> bool {
    rows <= 128 || columns <= 64 || rows.saturating_mul(inner).saturating_mul(columns) <= 1 << 18
}

/// `out = a b`, where `out` is row-major.
///
/// # Panics
/// When a factor is smaller than its shape and strides say, or `out` has not `rows * columns` elements: mistakes of the caller.
pub fn product(factors: &Factors<'_>, out: &mut [f32], split: Split<'_>) {
    let &Factors { rows, inner, columns, a, a_strides, b, b_strides } = factors;
    assert_eq!(out.len(), rows * columns, "the result's shape");
    if out.is_empty() {
        return;
    }
    if inner == 0 {
        return out.fill(0.0);
    }
    let reach = |rows: usize, columns: usize, strides: (usize, usize)| {
        (rows - 1) * strides.0 + (columns - 1) * strides.1 + 1
    };
    assert!(a.len() >= reach(rows, inner, a_strides), "the left factor's shape");
    assert!(b.len() >= reach(inner, columns, b_strides), "the right factor's shape");
    if rows == 1 && b_strides.1 == 1 {
        return row_times_matrix(a, a_strides.1, b, b_strides.0, inner, out, split);
    }
    let tiles = Tiles::best();
    let strip = (tiles.vectors() * tiles.lanes).min(columns.next_multiple_of(tiles.lanes));
    let vectors = strip / tiles.lanes;
    let height = tiles.rows(vectors);
    let range = (TASK_WORK / (inner * strip)).max(1).next_multiple_of(height).min(rows);
    let (strips, ranges) = (columns.div_ceil(strip), rows.div_ceil(range));
    let target = Shared(out.as_mut_ptr());
    let task = |at: usize| {
        let (first_column, first_row) = (at % strips * strip, at / strips * range);
        let (columns_here, rows_here) = (strip.min(columns - first_column), range.min(rows - first_row));
        let piece = Piece {
            tiles,
            a: &a[first_row * a_strides.0..],
            a_strides,
            b: &b[first_column * b_strides.1..],
            b_strides,
            rows: rows_here,
            inner,
            columns: columns_here,
            c: target.at(first_row * columns + first_column),
            c_row: columns,
        };
        // SAFETY: the piece's factors hold its rows and columns (asserted above), and its part of the result is its own.
        unsafe { piece.compute() }
    };
    let tasks = strips * ranges;
    if rows * inner * columns <= ALONE {
        (0..tasks).for_each(task);
    } else {
        split(tasks, &|begin, end| (begin..end).for_each(task));
    }
}

/// A range of rows of a strip of columns.
struct Piece<'a> {
    tiles: &'static Tiles,
    a: &'a [f32],
    a_strides: (usize, usize),
    b: &'a [f32],
    b_strides: (usize, usize),
    rows: usize,
    inner: usize,
    columns: usize,
    c: *mut f32,
    c_row: usize,
}

impl Piece<'_> {
    /// # Safety
    /// The factors hold as many rows and columns as the piece has; `c` may be written for all of them.
    unsafe fn compute(&self) {
        let tiles = self.tiles;
        let vectors = self.columns.div_ceil(tiles.lanes);
        let last = self.columns - (vectors - 1) * tiles.lanes;
        let highest = tiles.rows(vectors);
        let count = self.rows.div_ceil(highest);
        let copy = count > 2 || self.b_strides.1 != 1;
        if !copy {
            // SAFETY: the caller's promise.
            return unsafe {
                self.rows_of_tiles(0, self.inner, self.b.as_ptr(), self.b_strides.0, vectors, last)
            };
        }
        let width = vectors * tiles.lanes;
        let blocks = (self.inner * width).div_ceil(BLOCK);
        let depth = self.inner.div_ceil(blocks);
        let mut block = [MaybeUninit::<f32>::uninit(); BLOCK + 64];
        for first in (0..self.inner).step_by(depth) {
            let depth = depth.min(self.inner - first);
            let (b_row, b_column) = self.b_strides;
            for (k, row) in block.chunks_exact_mut(width).take(depth).enumerate() {
                let from = &self.b[(first + k) * b_row..];
                if b_column == 1 {
                    row[..self.columns].write_copy_of_slice(&from[..self.columns]);
                } else {
                    for (j, to) in row.iter_mut().take(self.columns).enumerate() {
                        to.write(from[j * b_column]);
                    }
                }
            }
            // SAFETY: the caller's promise; the block holds `depth` rows of `columns` elements, `width` apart.
            unsafe { self.rows_of_tiles(first, depth, block.as_ptr().cast(), width, vectors, last) };
        }
    }

    /// The tiles of all rows, over `depth` steps of the inner dimension from `first` on.
    ///
    /// # Safety
    /// As [`Self::compute`]; `b` points at `depth` rows that are `b_row` apart.
    unsafe fn rows_of_tiles(
        &self,
        first: usize,
        depth: usize,
        b: *const f32,
        b_row: usize,
        vectors: usize,
        last: usize,
    ) {
        let count = self.rows.div_ceil(self.tiles.rows(vectors));
        let mut row = 0;
        for left in (1..=count).rev() {
            // Tiles as equal as possible: a flat one at the end would leave the processor waiting.
            let height = (self.rows - row).div_ceil(left);
            let tile = self.tile(row, first, depth, b, b_row);
            // SAFETY: the caller's promise.
            unsafe { self.tiles.get(height, vectors)(&tile, last) };
            row += height;
        }
    }

    fn tile(&self, row: usize, first: usize, depth: usize, b: *const f32, b_row: usize) -> Tile<'_> {
        let (a_row, a_step) = self.a_strides;
        Tile {
            a: self.a[row * a_row + first * a_step..].as_ptr(),
            a_row,
            a_step,
            segments: &[0],
            length: depth,
            b,
            b_row,
            c: self.c.wrapping_add(row * self.c_row),
            c_row: self.c_row,
            accumulate: first > 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(n: usize, seed: usize) -> Vec<f32> {
        (0..n).map(|i| ((i * 7 + seed) % 23) as f32 - 11.0).collect()
    }

    #[test]
    fn products_of_all_shapes() {
        let sizes = [1, 2, 5, 16, 17, 33, 64, 65, 130, 200];
        for &rows in &sizes {
            for &columns in &sizes {
                for inner in [0, 1, 3, 100, 300] {
                    for (transpose_a, transpose_b) in [(false, false), (true, false), (false, true)] {
                        let (a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
                        let a_strides = if transpose_a { (1, rows) } else { (inner, 1) };
                        let b_strides = if transpose_b { (1, inner) } else { (columns, 1) };
                        let factors = Factors { rows, inner, columns, a: &a, a_strides, b: &b, b_strides };
                        let mut out = vec![f32::NAN; rows * columns];
                        product(&factors, &mut out, &|tasks, body| {
                            for task in (0..tasks).rev() {
                                body(task, task + 1);
                            }
                        });
                        // Whole numbers of this size add up exactly. Look at some rows and columns.
                        for i in (0..rows).step_by(7) {
                            for j in (0..columns).step_by(5) {
                                let sum: f32 = (0..inner)
                                    .map(|k| {
                                        a[i * a_strides.0 + k * a_strides.1]
                                            * b[k * b_strides.0 + j * b_strides.1]
                                    })
                                    .sum();
                                assert_eq!(out[i * columns + j], sum, "{rows}x{inner}x{columns} at {i}, {j}");
                            }
                        }
                        assert!(out.iter().all(|x| x.is_finite()), "{rows}x{inner}x{columns}");
                    }
                }
            }
        }
    }
}
