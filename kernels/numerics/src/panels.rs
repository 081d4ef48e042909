//! Right factors of products in panels.
//!
//! A panel has all rows of a tile's width of columns, one row after the other: tiles read it from front to back, which suits
//! caches and prefetchers. Panels are made once for a factor that stays the same, or for one product ([`super::panel_product`],
//! [`super::panel_convolution`]). Where products are rounded, panels hold narrow words ([`super::narrow`]).
#![expect(unsafe_code, reason = "tiles take pointers")]

use std::sync::OnceLock;

use super::narrow::sources::{Elements, Rounded};
use super::narrow::{Unit, Words};
use super::scratch::{Numbers, Scratch};
use super::split::Split;
use super::tile::{Rows, Shared, Tiles};
use tfrt_ops::{Precision, TargetCpu};

/// Vectors of a panel's row: with two, tiles can be high, and a row of the panel serves many rows of the result.
const VECTORS: usize = 2;

/// Rows of a factor that are copied at once, and are worth a task together with others.
const FILL_ROWS: usize = 16;

/// Elements below which one thread does all.
const ALONE: usize = 1 << 17;

/// A matrix with strides of (row, column) in elements.
#[derive(Debug, Clone, Copy)]
pub struct Matrix<'a> {
    /// The elements.
    pub values: &'a [f32],
    /// From one row to the next, from one column to the next.
    pub strides: (usize, usize),
}

impl Matrix<'_> {
    /// Whether the elements of this many rows and columns are there.
    pub(super) fn has(&self, rows: usize, columns: usize) -> bool {
        let last = |rows: usize, columns: usize| {
            let (row, column) = (rows.checked_mul(self.strides.0)?, columns.checked_mul(self.strides.1)?);
            row.checked_add(column)
        };
        rows == 0 || columns == 0 || last(rows - 1, columns - 1).is_some_and(|last| last < self.values.len())
    }
}

/// A factor that is rounded as it is read.
pub(super) fn rounded(matrix: Matrix<'_>) -> Elements<'_, Rounded> {
    Elements { values: matrix.values, strides: matrix.strides, source: Rounded }
}

/// The layout of a factor's panels.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) inner: usize,
    pub(super) columns: usize,
    /// Elements from one row of a panel to the next.
    pub(super) width: usize,
}

impl Layout {
    pub(super) fn of(inner: usize, columns: usize) -> Layout {
        Layout::on(TargetCpu::Native, inner, columns)
    }

    /// The layout on another processor.
    pub(super) fn on(target: TargetCpu, inner: usize, columns: usize) -> Layout {
        let lanes = target.lanes().unwrap_or(Tiles::best().lanes);
        Layout { inner, columns, width: (VECTORS * lanes).min(columns.next_multiple_of(lanes)) }
    }

    pub(super) fn panels(&self) -> usize {
        self.columns.div_ceil(self.width)
    }

    /// Elements of a panel.
    pub(super) fn size(&self) -> usize {
        self.inner * self.width
    }

    /// Elements of all panels; `None` if these are more than there can be.
    fn len(&self) -> Option<usize> {
        self.panels().checked_mul(self.width)?.checked_mul(self.inner)
    }

    /// Columns that a panel has.
    pub(super) fn columns_of(&self, panel: usize) -> usize {
        (self.columns - panel * self.width).min(self.width)
    }

    /// Copies rows of the right factor, from `first` on, to rows of a panel, with zeros for columns that are missing in a vector.
    pub(super) fn fill(&self, panel: usize, first: usize, from: Matrix<'_>, to: &mut [f32]) {
        let (row_step, column_step) = from.strides;
        let columns = self.columns_of(panel);
        let from = &from.values[first * row_step + panel * self.width * column_step..];
        let rows = to.len() / self.width;
        if column_step == 1 && self.width.is_multiple_of(Tiles::best().lanes) {
            assert!(from.len() >= (rows - 1) * row_step + columns, "the right factor's shape");
            let from = Rows { start: from.as_ptr(), step: row_step };
            let to = Rows { start: to.as_mut_ptr(), step: self.width };
            // SAFETY: `from` has `rows` rows of `columns` elements, `row_step` apart; `to` has as many rows of a panel's width,
            // which is whole vectors. `Tiles::best` only selects tiles whose instructions the processor has.
            return unsafe { (Tiles::best().copy)(from, to, rows, columns) };
        }
        for j in 0..columns {
            for (k, to) in to.chunks_exact_mut(self.width).enumerate() {
                to[j] = from[k * row_step + j * column_step];
            }
        }
        if columns < self.width {
            to.chunks_exact_mut(self.width).for_each(|to| to[columns..].fill(0.0));
        }
    }
}

/// The precision that products of an asked one have on this processor: `bf16` where it has AMX-BF16, or AVX-512 BF16 and no AMX.
pub fn usable(asked: Precision) -> Precision {
    match asked {
        Precision::Bf16 if Unit::of_bf16().is_some() => Precision::Bf16,
        _ => Precision::F32,
    }
}

/// The right factor of products, in panels.
pub struct Panels {
    layout: Layout,
    stored: Stored,
    /// Whether all numbers are finite, once somebody has asked.
    finite: OnceLock<bool>,
}

enum Stored {
    /// As it is.
    Numbers(Scratch),
    /// Rounded.
    Words(Words),
}

impl std::fmt::Debug for Panels {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Panels").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl Panels {
    /// The panels of a matrix of `inner` rows, for products of a precision; `None` if there is no memory for them. Where the processor multiplies `bf16`
    /// no faster than `f32` (see [`usable`]), the panels are those of `f32`.
    ///
    /// # Panics
    /// When the matrix is smaller: a mistake of the caller.
    pub fn of(
        right: Matrix<'_>,
        inner: usize,
        columns: usize,
        precision: Precision,
        split: Split<'_>,
    ) -> Option<Panels> {
        assert!(right.has(inner, columns), "the right factor's shape");
        if precision == Precision::Bf16
            && let Some(unit) = Unit::of_bf16()
        {
            let layout = Layout::of(inner, columns);
            let words = rounded(right).packed(unit, [inner, columns], split)?;
            return Some(Panels { layout, stored: Stored::Words(words), finite: OnceLock::new() });
        }
        Panels::on(TargetCpu::Native, right, inner, columns, split)
    }

    /// The panels that products which are not rounded read on a processor; only those of this one can be multiplied here. `None` if there is no
    /// memory for them.
    ///
    /// # Panics
    /// When the matrix is smaller: a mistake of the caller.
    pub fn on(
        target: TargetCpu,
        right: Matrix<'_>,
        inner: usize,
        columns: usize,
        split: Split<'_>,
    ) -> Option<Panels> {
        assert!(right.has(inner, columns), "the right factor's shape");
        let layout = Layout::on(target, inner, columns);
        let mut memory = split.scratch(layout.len()?)?;
        let target = Shared(memory.values_mut().as_mut_ptr());
        let task = |at: usize| {
            let first = at * FILL_ROWS;
            let rows = FILL_ROWS.min(inner - first);
            for panel in 0..layout.panels() {
                let start = target.at(panel * layout.size() + first * layout.width);
                // SAFETY: the memory has room for all panels, and tasks fill rows of their own.
                let to = unsafe { std::slice::from_raw_parts_mut(start, rows * layout.width) };
                layout.fill(panel, first, right, to);
            }
        };
        let tasks = inner.div_ceil(FILL_ROWS);
        if inner * columns <= ALONE {
            (0..tasks).for_each(task);
        } else {
            split.run(tasks, &|begin, end| (begin..end).for_each(task));
        }
        Some(Panels { layout, stored: Stored::Numbers(memory), finite: OnceLock::new() })
    }

    /// Its layout.
    pub(super) fn layout(&self) -> Layout {
        self.layout
    }

    /// Panels of a matrix of `inner` rows that were made before, on a processor with panels of the same [width](Panels::width); `None` if
    /// these are not as many numbers.
    pub fn of_numbers(numbers: Box<dyn Numbers>, inner: usize, columns: usize) -> Option<Panels> {
        let layout = Layout::of(inner, columns);
        let len = layout.len().filter(|&len| len == numbers.values().len())?;
        let stored = Stored::Numbers(Scratch::of(numbers, len)?);
        Some(Panels { layout, stored, finite: OnceLock::new() })
    }

    /// Columns of a panel of a matrix with so many columns, on a processor.
    pub fn width(target: TargetCpu, columns: usize) -> usize {
        Layout::on(target, 0, columns).width
    }

    /// All numbers, panel by panel; `None` if they are rounded.
    pub fn numbers(&self) -> Option<&[f32]> {
        self.values().ok()
    }

    /// All panels, one after the other, if they are not rounded.
    pub(super) fn values(&self) -> Result<&[f32], &Words> {
        match &self.stored {
            Stored::Numbers(memory) => Ok(memory.values()),
            Stored::Words(words) => Err(words),
        }
    }

    /// Whether numbers that are not rounded have no infinity and no NaN among them: then nothing times one of them is nothing.
    pub fn is_finite(&self) -> bool {
        let look = || self.values().is_ok_and(|values| values.iter().all(|value| value.is_finite()));
        *self.finite.get_or_init(look)
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.values().map_or_else(Words::bytes, size_of_val)
    }
}
