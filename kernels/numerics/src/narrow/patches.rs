//! Convolutions as products: each row of the left factor is the patch of an image that lies under a window.
//!
//! Where windows overlap, images are made narrow before, so that each element is once.
#![expect(unsafe_code, reason = "products write to results by address")]

use std::ops::Range;

use smallvec::SmallVec;

use super::ends::End;
use super::product::{Left, Words, multiply};
use super::sources::{Elements, Ready, Source};
use crate::convolution::Geometry;
use crate::split::Split;
use crate::tile::Shared;
use tfrt_ops::window::Window;

/// Elements of an image that a task makes narrow.
const PART: usize = 1 << 14;

/// `input * filter`, into what its end says.
///
/// # Safety
/// Nothing else accesses the end's result, which has a row for each pixel and a column for each channel of the output.
pub(crate) unsafe fn convolve<S: Source>(
    geometry: &Geometry,
    input: &[S::Element],
    source: S,
    filter: &Words,
    end: &dyn End,
    split: Split<'_>,
) {
    let Geometry { batch, rows, columns, channels, .. } = *geometry;
    let pixels = batch * rows.output * columns.output;
    let is_pixel = |window: Window| window.filter == 1 && window.stride == 1 && window.before == 0;
    if is_pixel(rows) && is_pixel(columns) && (rows.output, columns.output) == (rows.input, columns.input) {
        // Images are their patches.
        let left = Elements { values: input, strides: (channels, 1), source };
        // SAFETY: the caller says that nothing else accesses the result.
        return unsafe { multiply(&left, pixels, filter, end, split) };
    }
    let size = source.size();
    let room = (rows.filter * columns.filter > 1)
        .then(|| split.scratch((input.len() * size).div_ceil(size_of::<f32>())));
    let Some(mut room) = room.flatten() else {
        let left = Patches { geometry, input, source };
        // SAFETY: the caller says that nothing else accesses the result.
        return unsafe { multiply(&left, pixels, filter, end, split) };
    };
    let bytes: &mut [u8] = bytemuck::cast_slice_mut(room.values_mut());
    let start = Shared(bytes.as_mut_ptr().cast());
    split.run(input.len().div_ceil(PART), &|begin, end| {
        let (first, last) = (begin * PART, input.len().min(end * PART));
        // SAFETY: there is room for all elements, and each is one task's.
        let to = unsafe {
            std::slice::from_raw_parts_mut(start.at(0).cast::<u8>().add(first * size), (last - first) * size)
        };
        source.narrow(&input[first..last], to);
    });
    let mut zero = [0; size_of::<f32>()];
    source.zero(&mut zero[..size]);
    let [zero, ..] = zero;
    let bytes = &bytes[..input.len() * size];
    // SAFETY: the caller says that nothing else accesses the result.
    unsafe {
        match size {
            1 => {
                let left = Patches { geometry, input: bytes.as_chunks::<1>().0, source: Ready { zero } };
                multiply(&left, pixels, filter, end, split);
            }
            _ => {
                let left = Patches { geometry, input: bytes.as_chunks::<2>().0, source: Ready { zero } };
                multiply(&left, pixels, filter, end, split);
            }
        }
    }
}

/// The patches of images with channels last, under the windows of one group, one for each output pixel.
struct Patches<'a, S: Source> {
    /// The sizes.
    geometry: &'a Geometry,
    /// The images, of the geometry's size.
    input: &'a [S::Element],
    /// The source of narrow elements.
    source: S,
}

/// The place of a patch: its image, and the row and column of its output pixel.
#[derive(Clone, Copy)]
struct Spot {
    image: usize,
    row: usize,
    column: usize,
}

impl Spot {
    fn of(patch: usize, geometry: &Geometry) -> Spot {
        let Geometry { rows, columns, .. } = geometry;
        let (column, rest) = (patch % columns.output, patch / columns.output);
        Spot { image: rest / rows.output, row: rest % rows.output, column }
    }

    /// The place of the next patch.
    #[inline]
    fn next(self, geometry: &Geometry) -> Spot {
        let Geometry { rows, columns, .. } = geometry;
        match self {
            Spot { column, .. } if column + 1 < columns.output => Spot { column: column + 1, ..self },
            Spot { row, .. } if row + 1 < rows.output => Spot { row: row + 1, column: 0, ..self },
            Spot { image, .. } => Spot { image: image + 1, row: 0, column: 0 },
        }
    }
}

impl<S: Source> Patches<'_, S> {
    /// Neighbouring taps of a row of the window, which are a run of the image: all of a row without dilation.
    fn taps(&self) -> usize {
        let columns = &self.geometry.columns;
        if columns.dilation == 1 { columns.filter } else { 1 }
    }

    /// A part of any patch.
    fn part(&self, spot: Spot, inner: Range<usize>, to: &mut [u8]) {
        let Geometry { rows, columns, channels, .. } = *self.geometry;
        let (size, taps) = (self.source.size(), self.taps());
        let (run, line) = (taps * channels, columns.input * channels);
        let before = columns.before * channels;
        let image = &self.input[spot.image * rows.input * line..][..rows.input * line];
        let mut at = inner.start;
        while at < inner.end {
            let (number, skipped) = (at / run, at % run);
            let count = (run - skipped).min(inner.end - at);
            let (tap_row, tap_column) = (number * taps / columns.filter, number * taps % columns.filter);
            let to = &mut to[(at - inner.start) * size..][..count * size];
            at += count;
            let Some(y) = rows.position(spot.row, tap_row) else {
                self.source.zero(to);
                continue;
            };
            // The run starts so many elements after the start of the image's row, less what is before it.
            let start = (spot.column * columns.stride + tap_column * columns.dilation) * channels + skipped;
            let missing = before.saturating_sub(start).min(count);
            let from = (start + missing).saturating_sub(before).min(line);
            let there = (count - missing).min(line - from);
            let (outside, to) = to.split_at_mut(missing * size);
            let (inside, behind) = to.split_at_mut(there * size);
            self.source.zero(outside);
            self.source.narrow(&image[y * line + from..][..there], inside);
            self.source.zero(behind);
        }
    }
}

impl<S: Source> Left for Patches<'_, S> {
    fn fill(&self, patches: Range<usize>, inner: Range<usize>, to: &mut [u8], pitch: usize) {
        let Geometry { rows, columns, channels, .. } = *self.geometry;
        let size = self.source.size();
        let (run, line) = (self.taps() * channels, columns.input * channels);
        // Patches of few elements cost more to find than to copy: the lines of the image under whole ones are found once for a row of them.
        let are_whole = self.taps() == columns.filter && inner.len() == rows.filter * run;
        let lines_of = |spot: Spot| -> SmallVec<[Option<usize>; 8]> {
            let line = |tap| Some((spot.image * rows.input + rows.position(spot.row, tap)?) * line);
            (0..rows.filter).map(line).collect()
        };
        let mut spot = Spot::of(patches.start, self.geometry);
        let mut lines = lines_of(spot);
        let mut place = 0;
        for _ in patches {
            if spot.column == 0 {
                lines = lines_of(spot);
            }
            let to = &mut to[place..];
            place += pitch;
            let first = (spot.column * columns.stride).checked_sub(columns.before);
            match first.filter(|first| are_whole && first + columns.filter <= columns.input) {
                Some(first) => {
                    let (skipped, mut at) = (first * channels, 0);
                    for tap in 0..rows.filter {
                        let to = &mut to[at..][..run * size];
                        at += run * size;
                        match lines[tap] {
                            Some(line) => self.source.narrow(&self.input[line + skipped..][..run], to),
                            None => self.source.zero(to),
                        }
                    }
                }
                None => self.part(spot, inner.clone(), to),
            }
            spot = spot.next(self.geometry);
        }
    }
}
