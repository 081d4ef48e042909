//! Depthwise convolutions of `f32` images with channels last, and maxima and means under windows, which share their loops.
//!
//! A tile has some neighbouring pixels of a row of the output and one vector of channels, or one pixel and several vectors, kept in
//! registers; it goes over the taps of the filter that lie in the image, which are a rectangle. Windows that reach beyond the image are tiles of
//! one pixel with fewer taps, so nothing is copied. Two rows of whole windows one row apart are one tile where there are registers enough. A
//! task is some rows of the output.
#![expect(unsafe_code, reason = "vector instructions and pointers into images")]

#[cfg(test)]
mod tests;
mod tile;

use std::ops::Range;

use smallvec::SmallVec;
use tfrt_ops::window::Window;

use crate::cpu::{InstructionSet, instruction_set};
use crate::finish::{After, Then};
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512};
use crate::simd::{Baseline, Simd};
use crate::split::Split;
use crate::tile::Shared;
use tile::{Convolution, Kind, Maximum, Mean, Step, Tile, WIDE};

/// The sizes of a convolution by channel.
#[derive(Debug, Clone, Copy)]
pub struct Depthwise {
    /// Number of images.
    pub batch: usize,
    /// Windows along the height.
    pub rows: Window,
    /// Windows along the width.
    pub columns: Window,
    /// Channels, of the input as of the output.
    pub channels: usize,
}

/// Multiplications that make a task worth starting.
const TASK_WORK: usize = 1 << 16;

/// Rows of the output that a task has at least, if there are so many: two share what they read of the image.
const LINES: usize = 2;

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 17;

/// Computes rows of the output of an image.
type RowsFn = unsafe fn(&Work<'_>, &[f32], Range<usize>, &mut [f32]);

macro_rules! rows {
    ($($(#[$attr:meta])* $name:ident: $simd:ty $(, $feature:literal)?;)*) => {$(
        /// # Safety
        /// The processor has the instructions.
        $(#[$attr])*
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name<K: Step>(work: &Work<'_>, image: &[f32], lines: Range<usize>, out: &mut [f32]) {
            // SAFETY: the caller says that the processor has the instructions of `$simd`.
            unsafe { work.lines::<$simd, K>(image, lines, out) }
        }
    )*};
}

rows! {
    #[cfg(target_arch = "x86_64")]
    avx512: Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma";
    #[cfg(target_arch = "x86_64")]
    avx2: Avx2, "avx2,fma";
    baseline: Baseline;
}

/// The function for this processor.
fn best<K: Step>() -> RowsFn {
    match instruction_set() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => avx512::<K>,
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => avx2::<K>,
        _ => baseline::<K>,
    }
}

/// Bytes from one pixel to the next at which few pixels lie at different places of their pages.
const APART: usize = 1024;

/// Pixels of a run that are one tile, or two.
const TILE: usize = 8;

/// Taps of a window that lie in the input.
fn inside(window: &Window, output: usize) -> Range<usize> {
    let start = output * window.stride;
    let first = window.before.saturating_sub(start).div_ceil(window.dilation);
    let end = (window.input + window.before).saturating_sub(start).div_ceil(window.dilation);
    first.min(window.filter)..end.min(window.filter).max(first.min(window.filter))
}

/// Windows that lie in the input altogether.
fn whole(window: &Window) -> Range<usize> {
    if window.filter == 0 {
        return 0..0;
    }
    let first = window.before.div_ceil(window.stride).min(window.output);
    let reach = (window.filter - 1) * window.dilation + 1;
    let end = match (window.input + window.before).checked_sub(reach) {
        Some(last) => (last / window.stride + 1).min(window.output),
        None => first,
    };
    first..end.max(first)
}

/// `out[.., c] = input[.., c] * filter[.., c]`, with a filter of `[height, width, channels]`, and with what follows.
///
/// # Panics
/// When a slice has not the size that the geometry says: a mistake of the caller.
pub fn convolve_by_channel(
    geometry: &Depthwise,
    input: &[f32],
    filter: &[f32],
    then: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) {
    let Depthwise { rows, columns, channels, .. } = geometry;
    assert_eq!(Some(filter.len()), size([rows.filter, columns.filter, *channels, 1]), "the filter's shape");
    assert!(then.after.is_none_or(|after| after.has(*channels)), "the shape of what comes after");
    if filter.is_empty() && input.len() + out.len() > 0 {
        out.fill(0.0);
        return then.apply(out, *channels, split);
    }
    run::<Convolution>(geometry, input, filter, then, out, split);
}

/// The largest element under each window, for each channel; NaNs are passed over.
///
/// # Panics
/// As [`convolve_by_channel`].
pub fn maxima(geometry: &Depthwise, input: &[f32], out: &mut [f32], split: Split<'_>) {
    run::<Maximum>(geometry, input, &[], Then::default(), out, split);
}

/// The mean of the elements under each window, those that lie in the image, for each channel.
///
/// # Panics
/// As [`convolve_by_channel`].
pub fn means(geometry: &Depthwise, input: &[f32], out: &mut [f32], split: Split<'_>) {
    run::<Mean>(geometry, input, &[], Then::default(), out, split);
}

fn size(sizes: [usize; 4]) -> Option<usize> {
    sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size))
}

/// Goes over all windows. A filter, where there is one, has the right size.
fn run<K: Step>(
    geometry: &Depthwise,
    input: &[f32],
    filter: &[f32],
    Then { after, finish }: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) {
    let &Depthwise { batch, rows, columns, channels } = geometry;
    assert_eq!(Some(input.len()), size([batch, rows.input, columns.input, channels]), "the input's shape");
    assert_eq!(Some(out.len()), size([batch, rows.output, columns.output, channels]), "the output's shape");
    if out.is_empty() {
        return;
    }
    let row = columns.output * channels;
    let lines = batch * rows.output;
    let row_work = (row * rows.filter.min(rows.input) * columns.filter.min(columns.input)).max(1);
    let per_task = (TASK_WORK / row_work).clamp(LINES.min(lines), lines);
    let rows_of = best::<K>();
    // Where pixels lie at the same places of their pages, reads wait for what was just written there. Tiles of other channels come between those
    // of the same ones then.
    let meet = (channels * size_of::<f32>()).is_multiple_of(APART);
    let work =
        Work { geometry, after, filter, runs: runs::<K>(&columns, if meet { TILE } else { usize::MAX }) };
    let image = rows.input * columns.input * channels;
    let target = Shared(out.as_mut_ptr());
    let tasks = lines.div_ceil(per_task);
    let run = |begin: usize, end: usize| {
        let (mut line, end) = (begin * per_task, lines.min(end * per_task));
        while line < end {
            // Rows of one task, and of one image.
            let first = line % rows.output;
            let count = (end - line).min(per_task - line % per_task).min(rows.output - first);
            // SAFETY: each line is one task's, and lies in the output.
            let out = unsafe { std::slice::from_raw_parts_mut(target.at(line * row), count * row) };
            let input = &input[line / rows.output * image..][..image];
            // SAFETY: the function is for this processor.
            unsafe { rows_of(&work, input, first..first + count, out) };
            if let Some(finish) = finish {
                finish(line * row, out);
            }
            line += count;
        }
    };
    if row_work.saturating_mul(lines) <= ALONE { run(0, tasks) } else { split.run(tasks, &run) }
}

/// A convolution that is being computed.
struct Work<'a> {
    geometry: &'a Depthwise,
    after: Option<After<'a>>,
    /// `[height, width, channels]`; for maxima and means it is empty.
    filter: &'a [f32],
    runs: SmallVec<[Run; 8]>,
}

/// Neighbouring pixels of a row of the output whose windows have the same taps in the image.
struct Run {
    first: usize,
    count: usize,
    /// The taps, and the column of the image at the first of them, of the first pixel. Where [tiles pass over](Tile::inside) columns beside
    /// the image, these are all taps.
    taps: Range<usize>,
    column: isize,
}

/// Whether tiles of a convolution may pass over what is beside the image: the windows of neighbouring pixels share elements, and so few taps
/// that there are such tiles, and each begins or ends in the image. Of three taps too few are passed over to pay.
fn passes_over<K: Step>(columns: &Window) -> bool {
    K::KIND == Kind::Convolution
        && (columns.stride, columns.dilation) == (1, 1)
        && columns.output > 1
        && matches!(columns.filter, 5 | 7)
        && columns.before < columns.filter
        && columns.output <= columns.input + columns.before
}

/// The runs of a row, of about `most` pixels at most.
fn runs<K: Step>(columns: &Window, most: usize) -> SmallVec<[Run; 8]> {
    let (mut interior, mut runs) = (whole(columns), SmallVec::new());
    if passes_over::<K>(columns) {
        interior = 0..columns.output;
    }
    let mut first = 0;
    while first < columns.output {
        let left = interior.end.saturating_sub(first);
        let count = if interior.contains(&first) { left.div_ceil(left.div_ceil(most)) } else { 1 };
        let (column, taps) = if passes_over::<K>(columns) {
            (first as isize - columns.before as isize, 0..columns.filter)
        } else {
            let taps = inside(columns, first);
            (place(columns, first, &taps) as isize, taps)
        };
        runs.push(Run { first, count, column, taps });
        first += count;
    }
    runs
}

/// The position in the input of the first of these taps of a window; none of a window without taps in the input is read.
fn place(window: &Window, output: usize, taps: &Range<usize>) -> usize {
    (output * window.stride + taps.start * window.dilation).saturating_sub(window.before)
}

impl Work<'_> {
    /// Rows of the output of an image.
    ///
    /// # Safety
    /// The processor has the instructions of `S`.
    #[inline(always)]
    unsafe fn lines<S: Simd, K: Step>(&self, image: &[f32], lines: Range<usize>, out: &mut [f32]) {
        let Depthwise { rows, columns, channels, .. } = *self.geometry;
        let line = columns.output * channels;
        assert_eq!(image.len(), rows.input * columns.input * channels, "an image");
        assert_eq!(out.len(), lines.len() * line, "rows of the output");
        // Windows without a filter may be of any size.
        let filter_steps =
            if self.filter.is_empty() { [0; 2] } else { [columns.filter * channels, channels] };
        // Two rows of whole windows that are one row apart share what they read, if there are registers for both.
        let whole = if rows.stride == 1 && rows.dilation == 1 { whole(&rows) } else { 0..0 };
        let fits = K::KIND == Kind::Convolution && S::LANES >= 16;
        let is_pair =
            |number: usize| fits && number + 1 < lines.end && whole.start <= number && number + 1 < whole.end;
        let mut number = lines.start;
        while number < lines.end {
            let together = if is_pair(number) { 2 } else { 1 };
            let taps = inside(&rows, number);
            let row = place(&rows, number, &taps);
            let out = &mut out[(number - lines.start) * line..][..together * line];
            let mut channel = 0;
            while channel < channels {
                let left = channels - channel;
                let n = if left >= WIDE * S::LANES { WIDE * S::LANES } else { left.min(S::LANES) };
                let after = self.after.map(|after| after.of_columns(channel, n));
                for run in &self.runs {
                    let filter = taps.start * filter_steps[0] + run.taps.start * filter_steps[1] + channel;
                    let column = run.column * channels as isize;
                    let mut tile = Tile {
                        taps: [taps.len(), run.taps.len()],
                        image: image
                            .as_ptr()
                            .wrapping_add(row * columns.input * channels + channel)
                            .wrapping_offset(column),
                        inside: match passes_over::<K>(&columns) {
                            true => -run.column..columns.input as isize - run.column,
                            false => 0..isize::MAX,
                        },
                        steps: [rows.dilation * columns.input * channels, columns.dilation * channels],
                        next: columns.stride * channels,
                        filter: self.filter.as_ptr().wrapping_add(filter),
                        filter_steps,
                        out: out[run.first * channels + channel..].as_mut_ptr(),
                        channels,
                        after,
                        first: 0,
                    };
                    // SAFETY: the taps of all pixels of a run lie in the image, but for those that its tiles pass over, which has the size asserted above, as the output has, also one row
                    // further down if there are two; the filter has a row of channels for each tap, and the caller vouches for the instructions.
                    unsafe {
                        if together == 2 && tile.is_shared(run.count) {
                            tile.run::<S, K>(run.count, n, Some(line));
                            continue;
                        }
                        for _ in 0..together {
                            let start = (tile.image, tile.filter, tile.out);
                            let inside = tile.inside.clone();
                            tile.run::<S, K>(run.count, n, None);
                            tile.inside = inside;
                            (tile.image, tile.filter, tile.out, tile.first) =
                                (start.0.wrapping_add(tile.steps[0]), start.1, start.2.wrapping_add(line), 0);
                        }
                    }
                }
                channel += n;
            }
            number += together;
        }
    }
}
