//! Convolutions as products: each row of the left factor is the patch of an image that lies under a window.
//!
//! Where windows overlap, images are made narrow before, so that each element is once.
#![expect(unsafe_code, reason = "products write to results by address")]

use std::ops::Range;

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
    /// How elements are made narrow.
    source: S,
}

impl<S: Source> Left for Patches<'_, S> {
    fn fill(&self, patches: Range<usize>, inner: Range<usize>, to: &mut [u8], pitch: usize) {
        let Geometry { rows, columns, channels, .. } = *self.geometry;
        let size = self.source.size();
        // Neighbouring taps of a row without dilation are a run of the image.
        let taps = if columns.dilation == 1 { columns.filter } else { 1 };
        let run = taps * channels;
        let line = columns.input * channels;
        let mut place = 0;
        for patch in patches {
            let to = &mut to[place..];
            place += pitch;
            let (column, rest) = (patch % columns.output, patch / columns.output);
            let (row, image) = (rest % rows.output, rest / rows.output);
            let image = &self.input[image * rows.input * line..][..rows.input * line];
            let mut at = inner.start;
            while at < inner.end {
                let (number, skipped) = (at / run, at % run);
                let count = (run - skipped).min(inner.end - at);
                let (tap_row, tap_column) = (number * taps / columns.filter, number * taps % columns.filter);
                let to = &mut to[(at - inner.start) * size..][..count * size];
                at += count;
                let Some(y) = rows.position(row, tap_row) else {
                    self.source.zero(to);
                    continue;
                };
                // The run starts so many elements after the start of the image's row, less what is before it.
                let start = (column * columns.stride + tap_column * columns.dilation) * channels + skipped;
                let before = columns.before * channels;
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
}
