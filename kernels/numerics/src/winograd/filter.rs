//! Filters, transformed once for all tiles.
#![expect(unsafe_code, reason = "tasks write panels by address")]

use super::{POSITIONS, unit_of};
use crate::cpu::multiversioned;
use crate::narrow::Words;
use crate::narrow::sources::{Rounded, Source as _};
use crate::panels::Layout;
use crate::scratch::{Numbers, Scratch};
use crate::split::Split;
use crate::tile::Shared;
use tfrt_ops::{Precision, TargetCpu};

/// Elements of the shortest vectors that a row of a panel is made of.
const SHORT: usize = 8;

/// Elements of the widest panel.
pub(super) const WIDEST: usize = 32;

/// A transformed filter: for each panel of output channels and each position a matrix with a row for each input channel.
pub struct Filter {
    pub(super) layout: Layout,
    stored: Stored,
}

enum Stored {
    /// Numbers, panel by panel.
    Numbers(Scratch),
    /// Rounded numbers, for each position.
    Words(Vec<Words>),
}

impl std::fmt::Debug for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Filter").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl Filter {
    /// Transforms a filter `[3, 3, channels, out]` for products of a precision that [applies](super::applies); `None` if there is no memory for it.
    ///
    /// # Panics
    /// When the filter has not this size: a mistake of the caller.
    pub fn of(
        filter: &[f32],
        channels: usize,
        out: usize,
        precision: Precision,
        split: Split<'_>,
    ) -> Option<Filter> {
        let made = Filter::on(TargetCpu::Native, filter, channels, out, split)?;
        let Some(unit) = unit_of(precision) else { return Some(made) };
        let (layout, numbers) = (made.layout, made.numbers()?);
        let words = |position: usize| {
            let row = |row: usize, first: usize, to: &mut [u8]| {
                let from = rows_of(numbers, layout, first / layout.width, position);
                let from = &from[row * layout.width + first % layout.width..];
                Rounded.narrow(&from[..to.len() / Rounded.size()], to);
            };
            Words::of(unit, [channels, out], &row, split)
        };
        let words = (0..POSITIONS).map(words).collect::<Option<_>>()?;
        Some(Filter { layout, stored: Stored::Words(words) })
    }

    /// The transformed filter that products which are not rounded read on a processor; only that of this one can be used here. `None` if there is no
    /// memory for it.
    ///
    /// # Panics
    /// When the filter has not this size: a mistake of the caller.
    pub fn on(
        target: TargetCpu,
        filter: &[f32],
        channels: usize,
        out: usize,
        split: Split<'_>,
    ) -> Option<Filter> {
        assert_eq!(
            Some(filter.len()),
            channels.checked_mul(out).and_then(|n| n.checked_mul(9)),
            "the filter's shape"
        );
        let layout = Layout::on(target, channels, out);
        let size = layout.size() * POSITIONS;
        let mut memory = split.scratch(len_of(layout)?)?;
        let target = Shared(memory.values_mut().as_mut_ptr());
        split.run(layout.panels(), &|begin, end| {
            for panel in begin..end {
                // SAFETY: the memory has room for all panels, and each is one task's.
                let to = unsafe { std::slice::from_raw_parts_mut(target.at(panel * size), size) };
                transform_filter(filter, layout, panel, to);
            }
        });
        Some(Filter { layout, stored: Stored::Numbers(memory) })
    }

    /// A filter of so many channels that was transformed before, on a processor with panels of the same [width](crate::panels::Panels::width);
    /// `None` if these are not as many numbers.
    pub fn of_numbers(numbers: Box<dyn Numbers>, channels: usize, out: usize) -> Option<Filter> {
        let layout = Layout::of(channels, out);
        let len = len_of(layout).filter(|&len| len == numbers.values().len())?;
        Some(Filter { layout, stored: Stored::Numbers(Scratch::of(numbers, len)?) })
    }

    /// All numbers, panel by panel; `None` if they are rounded.
    pub fn numbers(&self) -> Option<&[f32]> {
        match &self.stored {
            Stored::Numbers(memory) => Some(memory.values()),
            Stored::Words(_) => None,
        }
    }

    /// Bytes of memory that a transformed filter of so many channels takes at most; `None` if these are more than there can be.
    pub fn bytes_of(channels: usize, out: usize) -> Option<usize> {
        len_of(Layout::of(channels, out))?.checked_mul(size_of::<f32>())
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        match &self.stored {
            Stored::Numbers(memory) => size_of_val(memory.values()),
            Stored::Words(words) => words.iter().map(Words::bytes).sum(),
        }
    }

    /// The rows of a panel at a position, or the rounded filter at this position.
    pub(super) fn rows(&self, panel: usize, position: usize) -> Result<&[f32], &Words> {
        match &self.stored {
            Stored::Numbers(memory) => Ok(rows_of(memory.values(), self.layout, panel, position)),
            Stored::Words(words) => Err(&words[position]),
        }
    }

    /// The precision of its products.
    pub(super) fn precision(&self) -> Precision {
        match self.stored {
            Stored::Numbers(_) => Precision::F32,
            Stored::Words(_) => Precision::Bf16,
        }
    }
}

/// Numbers of a transformed filter; `None` if these are more than there can be.
fn len_of(layout: Layout) -> Option<usize> {
    layout.size().checked_mul(POSITIONS)?.checked_mul(layout.panels())
}

/// The rows of a panel at a position among those of all panels.
fn rows_of(numbers: &[f32], layout: Layout, panel: usize, position: usize) -> &[f32] {
    let size = layout.size();
    &numbers[(panel * POSITIONS + position) * size..][..size]
}

multiversioned! {
    /// `G g G^T` of a panel's columns, with zeros for columns that are missing.
    fn transform_filter(filter: &[f32], layout: Layout, panel: usize, to: &mut [f32]) {
        let Layout { inner, columns, width } = layout;
        let here = layout.columns_of(panel);
        // Rows of all positions are written whole: they may share sets of a cache.
        let mut all = [[0.0f32; WIDEST]; POSITIONS];
        for c in 0..inner {
            for at in (0..here).step_by(SHORT) {
                let n = (here - at).min(SHORT);
                let mut taps = [[0.0f32; SHORT]; 9];
                for (tap, to) in taps.iter_mut().enumerate() {
                    let from = &filter[(tap * inner + c) * columns + panel * width + at..][..n];
                    match from.first_chunk() {
                        Some(whole) => *to = *whole,
                        None => to[..n].copy_from_slice(from),
                    }
                }
                let mut half = [[[0.0f32; SHORT]; 3]; 4];
                for k in 0..3 {
                    let column = filtered([&taps[k], &taps[3 + k], &taps[6 + k]]);
                    for i in 0..4 {
                        half[i][k] = column[i];
                    }
                }
                for (i, [first, second, third]) in half.iter().enumerate() {
                    for (j, values) in filtered([first, second, third]).iter().enumerate() {
                        all[i * 4 + j][at..][..SHORT].copy_from_slice(values);
                    }
                }
            }
            for (position, row) in all.iter().enumerate() {
                to[(position * inner + c) * width..][..width].copy_from_slice(&row[..width]);
            }
        }
    }
}

/// `G` times three numbers, for each lane.
#[inline(always)]
fn filtered([a, b, c]: [&[f32; SHORT]; 3]) -> [[f32; SHORT]; 4] {
    let mut to = [[0.0; SHORT]; 4];
    for i in 0..SHORT {
        let (outer, middle) = ((a[i] + c[i]) * 0.5, b[i] * 0.5);
        to[0][i] = a[i];
        to[1][i] = outer + middle;
        to[2][i] = outer - middle;
        to[3][i] = c[i];
    }
    to
}
