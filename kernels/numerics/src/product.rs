//! Products of `f32` matrices: chooses the method by shape.
//!
//! A single row goes to [`super::row`]. With rows for a tile or two, the tiles read both factors in place. All others are products over
//! panels ([`super::panels`]). Except for the single row, each element is the sum of its products in the order of the inner dimension,
//! whatever the method.
#![expect(unsafe_code, reason = "tiles take pointers")]

use std::marker::PhantomData;

use super::finish::Then;
use super::panel_product::{
    Place, product_by_panels, product_by_panels_at, product_of_panels, product_of_panels_at,
};
use super::panels::{Matrix, Panels, usable};
use super::row::row_times_matrix;
use super::split::Split;
use super::tile::{Shared, Tile, Tiles};
use tfrt_ops::Precision;

/// A product `[rows, inner] x [inner, columns]`, each factor with strides of (row, column) in elements.
#[derive(Debug, Clone, Copy)]
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
    /// The precision. A single row or column has that of `f32`, but for [`product_into`].
    pub precision: Precision,
}

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 18;

/// Tiles above each other that read the right factor where it is; more are worth a copy.
const FEW_TILES: usize = 2;

/// `out = a b`, where `out` is row-major.
///
/// # Panics
/// When a factor is smaller than its shape and strides say, or `out` has not `rows * columns` elements: mistakes of the caller.
pub fn product(factors: &Factors<'_>, out: &mut [f32], split: Split<'_>) {
    let &Factors { rows, inner, columns, a, a_strides, b, b_strides, precision } = factors;
    assert_eq!(Some(out.len()), rows.checked_mul(columns), "the result's shape");
    if out.is_empty() {
        return;
    }
    if inner == 0 {
        return out.fill(0.0);
    }
    let left = Matrix { values: a, strides: a_strides };
    let right = Matrix { values: b, strides: b_strides };
    assert!(left.has(rows, inner), "the left factor's shape");
    assert!(right.has(inner, columns), "the right factor's shape");
    if rows > 1
        && columns > 1
        && let Some(panels) = rounded(right, inner, columns, precision, split)
    {
        return product_of_panels(left, rows, &panels, Then::default(), out, split);
    }
    if rows == 1 && b_strides.1 == 1 {
        return row_times_matrix(a, a_strides.1, b, b_strides.0, inner, out, split);
    }
    if !is_flat(factors) {
        return product_by_panels(left, right, [rows, inner, columns], out, split);
    }
    let place = Place { start: Shared(out.as_mut_ptr()), pitch: columns };
    // SAFETY: the factors hold their rows and columns, and the result is borrowed.
    unsafe { flat_product(factors, place, split) };
}

/// The panels of a right factor that is to be rounded, if this processor rounds and there is memory for them.
fn rounded(
    right: Matrix<'_>,
    inner: usize,
    columns: usize,
    precision: Precision,
    split: Split<'_>,
) -> Option<Panels> {
    match usable(precision) {
        Precision::F32 => None,
        precision => Panels::of(right, inner, columns, precision, split),
    }
}

/// Columns of a strip of a product whose factors are read where they are.
fn strip_of(columns: usize) -> usize {
    let tiles = Tiles::best();
    (tiles.vectors() * tiles.lanes).min(columns.next_multiple_of(tiles.lanes))
}

/// Whether a product has rows for so few tiles that a copy of the right factor is not worth it.
fn is_flat(factors: &Factors<'_>) -> bool {
    let tiles = Tiles::best();
    let rows = tiles.rows(strip_of(factors.columns) / tiles.lanes);
    factors.rows.div_ceil(rows) <= FEW_TILES && factors.b_strides.1 == 1
}

/// A product whose factors are read where they are.
///
/// # Safety
/// The factors hold their rows and columns, those of the right factor's rows next to each other. `place` may be written for all rows and columns,
/// which nothing else accesses meanwhile.
unsafe fn flat_product(factors: &Factors<'_>, place: Place, split: Split<'_>) {
    let &Factors { rows, inner, columns, .. } = factors;
    let strip = strip_of(columns);
    let strips = columns.div_ceil(strip);
    let task = |at: usize| {
        let column = at * strip;
        let place = Place { start: Shared(place.start.at(column)), ..place };
        // SAFETY: the caller says that the factors hold their rows and columns, and a strip of the result is its task's own.
        unsafe { in_place(factors, column, strip.min(columns - column), place) }
    };
    if rows * inner * columns <= ALONE {
        (0..strips).for_each(task);
    } else {
        split.run(strips, &|begin, end| (begin..end).for_each(task));
    }
}

/// Memory of a result, in which threads write products side by side.
#[derive(Clone, Copy)]
pub struct SharedResult<'a> {
    start: Shared,
    len: usize,
    _memory: PhantomData<&'a mut [f32]>,
}

impl std::fmt::Debug for SharedResult<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedResult").field("len", &self.len).finish_non_exhaustive()
    }
}

impl<'a> SharedResult<'a> {
    /// This memory.
    pub fn of(out: &'a mut [f32]) -> SharedResult<'a> {
        SharedResult { start: Shared(out.as_mut_ptr()), len: out.len(), _memory: PhantomData }
    }

    /// The start of `len` elements of this memory, from `first` on. The caller makes sure that nothing else accesses them meanwhile.
    ///
    /// # Panics
    /// When it is not in the memory: a mistake of the caller.
    pub fn part(self, first: usize, len: usize) -> *mut f32 {
        assert!(first.checked_add(len).is_some_and(|end| end <= self.len), "the part is in the memory");
        self.start.at(first)
    }

    /// The place of rows of a product from an element on, `pitch` apart.
    fn place(self, first: usize, [rows, columns]: [usize; 2], pitch: usize) -> Place {
        let end = (rows.max(1) - 1)
            .checked_mul(pitch)
            .and_then(|last| last.checked_add(first)?.checked_add(columns));
        assert!(end.is_some_and(|end| end <= self.len), "the rows are in the memory");
        Place { start: Shared(self.start.at(first)), pitch }
    }
}

/// A part of a shared result: an element, and how far apart its rows are from there on.
#[derive(Debug, Clone, Copy)]
pub struct Rows {
    /// The first element.
    pub first: usize,
    /// From one row to the next.
    pub pitch: usize,
}

/// As [`product`], into rows of a shared result. Also a single row is the sum of its products in the order of the inner dimension.
///
/// # Panics
/// When a factor is smaller than its shape and strides say, or the rows are not in the memory: mistakes of the caller.
///
/// # Safety
/// Nothing else accesses the elements of these rows meanwhile.
pub unsafe fn product_into(factors: &Factors<'_>, out: SharedResult<'_>, to: Rows, split: Split<'_>) {
    let &Factors { rows, inner, columns, a, a_strides, b, b_strides, precision } = factors;
    let place = out.place(to.first, [rows, columns], to.pitch);
    assert!(rows > 0 && inner > 0 && columns > 0, "factors that have elements");
    let (left, right) = (Matrix { values: a, strides: a_strides }, Matrix { values: b, strides: b_strides });
    if let Some(panels) = rounded(right, inner, columns, precision, split) {
        // SAFETY: the rows are in the memory, and the caller says that nothing else accesses them.
        return unsafe { product_of_panels_at(left, rows, &panels, place, split) };
    }
    if is_flat(factors) {
        assert!(left.has(rows, inner) && right.has(inner, columns), "the factors' shapes");
        // SAFETY: the factors hold their rows and columns, those of the right factor's rows next to each other; the rows of the result are in the
        // memory, and the caller says that nothing else accesses them.
        return unsafe { flat_product(factors, place, split) };
    }
    // SAFETY: the rows are in the memory, and the caller says that nothing else accesses them.
    unsafe { product_by_panels_at(left, right, [rows, inner, columns], place, split) };
}

/// As [`product_into`], with a right factor in panels.
///
/// # Panics
/// As [`product_into`].
///
/// # Safety
/// As [`product_into`].
pub unsafe fn product_of_panels_into(
    left: Matrix<'_>,
    rows: usize,
    right: &Panels,
    out: SharedResult<'_>,
    to: Rows,
    split: Split<'_>,
) {
    let place = out.place(to.first, [rows, right.layout().columns], to.pitch);
    assert!(rows > 0 && right.layout().inner > 0, "factors that have elements");
    // SAFETY: the rows are in the memory, and the caller says that nothing else accesses them.
    unsafe { product_of_panels_at(left, rows, right, place, split) };
}

/// The result's columns from `first` on, as many as a tile has at most, with both factors read where they are.
///
/// # Safety
/// The factors hold their rows and columns, those of the right factor's rows next to each other; `place` may be written for all rows.
unsafe fn in_place(factors: &Factors<'_>, first: usize, columns: usize, place: Place) {
    let &Factors { rows, inner, a, a_strides, b, b_strides, .. } = factors;
    let tiles = Tiles::best();
    let vectors = columns.div_ceil(tiles.lanes);
    let last = columns - (vectors - 1) * tiles.lanes;
    let mut row = 0;
    for left in (1..=rows.div_ceil(tiles.rows(vectors))).rev() {
        // Tiles as equal as possible: a flat one at the end would leave the processor waiting.
        let height = (rows - row).div_ceil(left);
        let tile = Tile {
            a: a[row * a_strides.0..].as_ptr(),
            a_row: a_strides.0,
            a_step: a_strides.1,
            segments: &[0],
            length: inner,
            b: b[first * b_strides.1..].as_ptr(),
            b_row: b_strides.0,
            b_whole: false,
            ahead: b.as_ptr(),
            ahead_step: 0,
            c: place.start.at(row * place.pitch),
            c_row: place.pitch,
            accumulate: false,
            after: None,
        };
        // SAFETY: the caller says that the factors hold their rows and columns, with the elements of the right factor's rows
        // next to each other, and that the place may be written for all rows. The tile lies within them.
        unsafe { tiles.get(height, vectors)(&tile, last) };
        row += height;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::tests::Backwards;

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
                        let factors = Factors {
                            rows,
                            inner,
                            columns,
                            a: &a,
                            a_strides,
                            b: &b,
                            b_strides,
                            precision: Precision::F32,
                        };
                        let mut out = vec![f32::NAN; rows * columns];
                        product(&factors, &mut out, Backwards::default().split());
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

    #[test]
    fn products_in_rows_of_others_leave_these() {
        for [rows, inner, columns] in [[1, 3, 5], [7, 40, 33], [30, 9, 16], [150, 20, 24]] {
            let (a, b) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
            let split = Backwards::default();
            for b_strides in [(columns, 1), (1, inner)] {
                let factors = Factors {
                    rows,
                    inner,
                    columns,
                    a: &a,
                    a_strides: (inner, 1),
                    b: &b,
                    b_strides,
                    precision: Precision::F32,
                };
                let mut alone = vec![f32::NAN; rows * columns];
                product(&factors, &mut alone, split.split());
                let panels = Panels::of(
                    Matrix { values: &b, strides: b_strides },
                    inner,
                    columns,
                    Precision::F32,
                    split.split(),
                )
                .expect("memory");
                for (pitch, first) in [(columns, 0), (columns + 3, 2), (3 * columns, columns)] {
                    for by_panels in [false, true] {
                        let mut all = vec![-0.5; (rows - 1) * pitch + first + columns];
                        let (out, to) = (SharedResult::of(&mut all), Rows { first, pitch });
                        // SAFETY: the test owns the memory, and nothing else accesses it.
                        unsafe {
                            match by_panels {
                                true => {
                                    let left = Matrix { values: &a, strides: (inner, 1) };
                                    product_of_panels_into(left, rows, &panels, out, to, split.split());
                                }
                                false => product_into(&factors, out, to, split.split()),
                            }
                        }
                        for (at, &got) in all.iter().enumerate() {
                            let place = at.checked_sub(first).map(|at| (at / pitch, at % pitch));
                            let expected = match place {
                                Some((row, column)) if column < columns => alone[row * columns + column],
                                _ => -0.5,
                            };
                            assert_eq!(got, expected, "{rows}x{inner}x{columns}, {pitch} apart, at {at}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "the rows are in the memory")]
    fn rows_beyond_the_memory_are_refused() {
        let (a, b, mut out) = (numbers(4, 1), numbers(4, 2), vec![0.0; 5]);
        let factors = Factors {
            rows: 2,
            inner: 2,
            columns: 2,
            a: &a,
            a_strides: (2, 1),
            b: &b,
            b_strides: (2, 1),
            precision: Precision::F32,
        };
        let to = Rows { first: 1, pitch: 3 };
        // SAFETY: the test owns the memory, and nothing else accesses it.
        unsafe { product_into(&factors, SharedResult::of(&mut out), to, Backwards::default().split()) };
    }
}
