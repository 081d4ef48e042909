//! Convolutions of `f32` images with channels last, directly over register tiles.
//!
//! The rows of a tile are neighbouring pixels of one row of the output, its columns are output channels, and its inner dimension
//! runs over the part of the image that lies under the filter. With undilated filters that is a run of whole pixels for each row
//! of the filter, which is contiguous in the image and in the filter. So nothing is gathered. Only where windows reach beyond
//! the image are its rows copied, with zeros around them. A task is a number of output rows that depends on the shapes alone.
#![expect(unsafe_code, reason = "tiles take pointers")]

use std::ops::Range;

use smallvec::SmallVec;

use super::split::Split;
use super::tile::{Shared, Tile, Tiles};
use tfrt_ops::window::Window;

/// The sizes of a convolution.
#[derive(Debug, Clone, Copy)]
pub struct Geometry {
    /// Number of images.
    pub batch: usize,
    /// Windows along the height.
    pub rows: Window,
    /// Windows along the width.
    pub columns: Window,
    /// Input channels.
    pub channels: usize,
    /// Parts that the channels are cut into, input and output alike, that do not see each other.
    pub groups: usize,
    /// Output channels.
    pub out: usize,
}

impl Geometry {
    /// Whether images with their padding, which tiles read, are of a size that pays. Windows with large dilations reach far beyond the
    /// image: what they cover may be more than memory has, or than can be counted.
    pub fn is_direct(&self) -> bool {
        /// Elements of padded images that are always few.
        const FEW: usize = 1 << 20;
        /// The factor by which padding may enlarge other images.
        const TIMES: usize = 8;
        let Geometry { batch, rows, columns, channels, .. } = *self;
        let elements = |rows: usize, columns: usize| {
            batch.checked_mul(rows)?.checked_mul(columns)?.checked_mul(channels)
        };
        let Some(image) = elements(rows.input, columns.input) else { return false };
        let reach = |window: &Window| {
            let last = window.output.saturating_sub(1).checked_mul(window.stride)?;
            let extent = window.filter.saturating_sub(1).checked_mul(window.dilation)?;
            last.checked_add(extent)?.checked_add(1)
        };
        let padded = reach(&rows).zip(reach(&columns)).and_then(|(rows, columns)| elements(rows, columns));
        padded.is_some_and(|padded| padded <= image.saturating_mul(TIMES).max(FEW))
    }

    /// The taps along height and width that lie on images, and the convolution by these alone.
    pub fn used(&self) -> ([Range<usize>; 2], Geometry) {
        let taps = [self.rows.used(), self.columns.used()];
        let [rows, columns] = [self.rows.of_taps(&taps[0]), self.columns.of_taps(&taps[1])];
        (taps, Geometry { rows, columns, ..*self })
    }
}

/// Multiplications that make a task worth starting.
const TASK_WORK: usize = 1 << 18;

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 19;

/// A function that works on results of [`convolve`] while they are in the cache: whole pixels of the output.
pub type FinishRows<'a> = &'a (dyn Fn(&mut [f32]) + Sync);

/// `out = input * filter`, with a filter of `[height, width, channels / groups, out]`; each part of the output goes
/// through `finish`.
///
/// # Panics
/// When a slice has not the size that the geometry says, or the geometry is not [direct](Geometry::is_direct): mistakes of the caller.
pub fn convolve(
    geometry: &Geometry,
    input: &[f32],
    filter: &[f32],
    out: &mut [f32],
    finish: FinishRows<'_>,
    split: Split<'_>,
) {
    let &Geometry { batch, rows, columns, channels, groups, out: out_channels } = geometry;
    assert!(geometry.is_direct(), "padded images that can be held");
    assert!(groups > 0 && channels % groups == 0 && out_channels % groups == 0, "groups divide the channels");
    let size = |sizes: [usize; 4]| sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    assert_eq!(Some(input.len()), size([batch, rows.input, columns.input, channels]), "the input's shape");
    let of_filter = size([rows.filter, columns.filter, channels / groups, out_channels]);
    assert_eq!(Some(filter.len()), of_filter, "the filter's shape");
    let depth = rows.filter * columns.filter * (channels / groups);
    assert_eq!(
        Some(out.len()),
        size([batch, rows.output, columns.output, out_channels]),
        "the output's shape"
    );
    if out.is_empty() {
        return;
    }
    if depth == 0 {
        out.fill(0.0);
        return finish(out);
    }
    let row_work = columns.output * depth * (out_channels / groups);
    let bands = rows.output.div_ceil((TASK_WORK / row_work).clamp(1, rows.output));
    let band = rows.output.div_ceil(bands);
    let bands = rows.output.div_ceil(band);
    let units = batch * bands;
    let group = (TASK_WORK / (row_work * band)).clamp(1, units);
    let layout = Layout::of(geometry);
    let target = Shared(out.as_mut_ptr());
    let task = |at: usize| {
        let mut padded = Vec::new();
        for unit in at * group..units.min((at + 1) * group) {
            let (image, first) = (unit / bands, unit % bands * band);
            let count = band.min(rows.output - first);
            let size = columns.output * out_channels;
            let part = target.at((image * rows.output + first) * size);
            // SAFETY: units are apart, and lie in the output.
            let part = unsafe { std::slice::from_raw_parts_mut(part, count * size) };
            let pixels = rows.input * columns.input * channels;
            layout.rows(&input[image * pixels..][..pixels], filter, part, first, &mut padded);
            finish(part);
        }
    };
    let tasks = units.div_ceil(group);
    if row_work * rows.output * batch <= ALONE {
        (0..tasks).for_each(task);
    } else {
        split.run(tasks, &|begin, end| (begin..end).for_each(task));
    }
}

/// The layout of an image that tiles read.
struct Layout<'a> {
    geometry: &'a Geometry,
    tiles: &'static Tiles,
    /// Whether some window reaches beyond the image.
    pads: bool,
    /// Pixels of an image row under all windows.
    width: usize,
    /// Elements from one image row to the next.
    pitch: usize,
    /// The starts of a window's contiguous parts.
    segments: SmallVec<[usize; 16]>,
    /// Elements of such a part.
    length: usize,
}

/// Copies rows of an image with the padding around it: from row `first` on, counted with the padding above the image, `width`
/// pixels of each.
pub(super) fn padded_rows(geometry: &Geometry, image: &[f32], first: usize, width: usize, to: &mut [f32]) {
    let Geometry { rows, columns, channels, .. } = geometry;
    for (y, row) in to.chunks_exact_mut((width * channels).max(1)).enumerate() {
        let y = (first + y).wrapping_sub(rows.before);
        if y >= rows.input {
            row.fill(0.0);
            continue;
        }
        let from = &image[y * columns.input * channels..][..columns.input * channels];
        let before = columns.before * channels;
        // Windows may end before the image does.
        let inside = from.len().min(row.len().saturating_sub(before));
        let (left, rest) = row.split_at_mut(before.min(width * channels));
        left.fill(0.0);
        rest[..inside].copy_from_slice(&from[..inside]);
        rest[inside..].fill(0.0);
    }
}

/// Positions under `count` windows.
pub(super) fn covered(window: &Window, count: usize) -> usize {
    (count - 1) * window.stride + (window.filter - 1) * window.dilation + 1
}

/// Whether some window reaches beyond the image.
pub(super) fn pads(geometry: &Geometry) -> bool {
    let beyond = |window: &Window| window.before > 0 || covered(window, window.output) > window.input;
    beyond(&geometry.rows) || beyond(&geometry.columns)
}

impl<'a> Layout<'a> {
    fn of(geometry: &'a Geometry) -> Layout<'a> {
        let Geometry { rows, columns, channels, groups, .. } = geometry;
        let pads = pads(geometry);
        let width = if pads { covered(columns, columns.output) } else { columns.input };
        let pitch = width * channels;
        let whole = columns.dilation == 1 && *groups == 1;
        let per_row = if whole { 1 } else { columns.filter };
        let segments = (0..rows.filter * per_row)
            .map(|i| i / per_row * rows.dilation * pitch + i % per_row * columns.dilation * channels)
            .collect();
        let length = if whole { columns.filter * channels } else { channels / groups };
        Layout { geometry, tiles: Tiles::best(), pads, width, pitch, segments, length }
    }

    /// Computes output rows from `first` on, as many as `out` holds.
    fn rows(&self, image: &[f32], filter: &[f32], out: &mut [f32], first: usize, padded: &mut Vec<f32>) {
        let Geometry { rows, columns, out: out_channels, .. } = self.geometry;
        let count = out.len() / (columns.output * out_channels);
        if !self.pads {
            let from = &image[first * rows.stride * self.pitch..];
            return self.tiles_of(from, filter, out, count);
        }
        padded.resize(covered(rows, count) * self.pitch, 0.0);
        padded_rows(self.geometry, image, first * rows.stride, self.width, padded);
        self.tiles_of(padded, filter, out, count);
    }

    /// `from` starts at the first image row under the first output row.
    fn tiles_of(&self, from: &[f32], filter: &[f32], out: &mut [f32], count: usize) {
        let Geometry { rows, columns, channels, groups, out: out_channels, .. } = *self.geometry;
        let (in_group, out_group) = (channels / groups, out_channels / groups);
        let lanes = self.tiles.lanes;
        let most = self.tiles.vectors().min(out_group.div_ceil(lanes));
        let reach = (count - 1) * rows.stride * self.pitch
            + (columns.output - 1) * columns.stride * channels
            + (groups - 1) * in_group
            + self.segments.last().copied().unwrap_or(0)
            + self.length;
        assert!(from.len() >= reach, "windows lie in the image");
        for group in 0..groups {
            for strip in (0..out_group).step_by(most * lanes) {
                let width = (out_group - strip).min(most * lanes);
                let vectors = width.div_ceil(lanes);
                let last = width - (vectors - 1) * lanes;
                let highest = self.tiles.rows(vectors);
                let column = group * out_group + strip;
                for row in 0..count {
                    let mut pixel = 0;
                    for left in (1..=columns.output.div_ceil(highest)).rev() {
                        let height = (columns.output - pixel).div_ceil(left);
                        let start = row * rows.stride * self.pitch
                            + pixel * columns.stride * channels
                            + group * in_group;
                        let tile = Tile {
                            a: from[start..].as_ptr(),
                            a_row: columns.stride * channels,
                            a_step: 1,
                            segments: &self.segments,
                            length: self.length,
                            b: filter[column..].as_ptr(),
                            b_row: out_channels,
                            b_whole: false,
                            ahead: filter[column..].as_ptr(),
                            ahead_step: 0,
                            c: out[(row * columns.output + pixel) * out_channels + column..].as_mut_ptr(),
                            c_row: out_channels,
                            accumulate: false,
                            after: None,
                        };
                        // SAFETY: the image holds all windows (asserted above); filter and output have the sizes that
                        // `convolve` asserted, and the tile stays in its pixels and channels.
                        unsafe { self.tiles.get(height, vectors)(&tile, last) };
                        pixel += height;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::tests::ALONE;
    use tfrt_ops::window::Padding;

    #[test]
    fn convolutions_follow_the_definition() {
        let cases = [
            ([5, 7], [3, 3], [1, 1], [1, 1], Padding::Same, 3, 1, 8),
            ([5, 7], [3, 3], [2, 2], [1, 1], Padding::Same, 1, 1, 20),
            ([9, 8], [3, 2], [1, 2], [2, 3], Padding::Valid, 4, 2, 6),
            ([9, 8], [2, 3], [1, 1], [2, 1], Padding::Same, 2, 1, 70),
            ([28, 28], [5, 5], [1, 1], [1, 1], Padding::Valid, 2, 1, 33),
            ([4, 4], [1, 1], [3, 3], [1, 1], Padding::Same, 5, 5, 10),
            ([2, 2], [3, 3], [1, 1], [1, 1], Padding::Explicit, 3, 1, 4),
        ];
        for (size, filter_size, stride, dilation, padding, channels, groups, out_channels) in cases {
            let explicit = (padding == Padding::Explicit).then_some((2, 1));
            let window = |axis: usize| {
                Window::new(size[axis], filter_size[axis], stride[axis], dilation[axis], padding, explicit)
                    .unwrap()
            };
            let (rows, columns, batch) = (window(0), window(1), 2);
            let geometry = Geometry { batch, rows, columns, channels, groups, out: out_channels };
            let (in_group, out_group) = (channels / groups, out_channels / groups);
            let input: Vec<f32> =
                (0..batch * size[0] * size[1] * channels).map(|i| (i % 11) as f32 - 5.0).collect();
            let filter: Vec<f32> = (0..filter_size[0] * filter_size[1] * in_group * out_channels)
                .map(|i| (i % 7) as f32 - 3.0)
                .collect();
            let mut out = vec![f32::NAN; batch * rows.output * columns.output * out_channels];
            let finish = |pixels: &mut [f32]| pixels.iter_mut().for_each(|x| *x += 0.5);
            convolve(&geometry, &input, &filter, &mut out, &finish, ALONE);
            for (at, &got) in out.iter().enumerate() {
                let (channel, rest) = (at % out_channels, at / out_channels);
                let (column, rest) = (rest % columns.output, rest / columns.output);
                let (row, image) = (rest % rows.output, rest / rows.output);
                let mut sum = 0.5;
                for tap_row in 0..rows.filter {
                    let Some(y) = rows.position(row, tap_row) else { continue };
                    for tap_column in 0..columns.filter {
                        let Some(x) = columns.position(column, tap_column) else { continue };
                        for c in 0..in_group {
                            let group = channel / out_group;
                            let pixel =
                                ((image * size[0] + y) * size[1] + x) * channels + group * in_group + c;
                            let tap = (tap_row * columns.filter + tap_column) * in_group + c;
                            sum += input[pixel] * filter[tap * out_channels + channel];
                        }
                    }
                }
                assert_eq!(got, sum, "{size:?} {filter_size:?} at {image}, {row}, {column}, {channel}");
            }
        }
    }
}
