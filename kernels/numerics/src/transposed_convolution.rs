//! Transposed convolutions of `f32` images with channels last, of one group: what a convolution's gradient for its input is.
//!
//! A window over the result gives each tap's share of a pixel of the image. Pixels of the result whose places differ by the stride meet the
//! same taps. So the result is cut into phases, as many as strides along height and width make together, and each phase is a convolution of
//! the image, with stride one, by the taps that it meets, whose results lie a stride apart. These convolutions are those of
//! [`super::panel_convolution`]; the panels of all phases are those of one matrix, whose rows are the filter's taps phase by phase.
//!
//! A task has a band of image rows, copies them with the zeros around them that any phase reads, and computes the rows of the result that
//! belong to it, which follow each other, phase by phase. Each element is the sum of its products in the order in which its phase meets the
//! image, whatever the split.
#![expect(unsafe_code, reason = "tasks write to parts of a result by address")]

use std::ops::Range;

use smallvec::SmallVec;

use super::convolution::{Geometry, padded_rows};
use super::finish::{Then, finish_all};
use super::panel_convolution::{Cut, Work, blocks};
use super::panels::{Matrix, Panels};
use super::split::Split;
use super::tile::{Shared, Tiles};
use tfrt_ops::Precision;
use tfrt_ops::window::Window;

/// The sizes of a transposed convolution.
#[derive(Debug, Clone, Copy)]
pub struct Transposed {
    /// Number of images.
    pub batch: usize,
    /// Windows along the height: they lie over the result, and there are as many as the image has rows. They may leave out or go beyond
    /// any part of it.
    pub rows: Window,
    /// Windows along the width.
    pub columns: Window,
    /// Channels of the image.
    pub channels: usize,
    /// Channels of the result.
    pub out: usize,
}

/// The places of a result, along one dimension, that are a multiple of the stride apart.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// The tap that meets the image last, and the distance of taps.
    tap: usize,
    step: usize,
    /// The number of taps that it meets.
    taps: usize,
    /// The place in the image that the first of them reads for the first place of the phase.
    start: isize,
    /// The distance of places that its taps read.
    dilation: usize,
    /// The number of its places.
    places: usize,
}

impl Phase {
    /// The phases along one dimension, by their first place.
    fn all(window: &Window) -> SmallVec<[Phase; 4]> {
        let &Window { input, filter, stride, dilation, before, .. } = window;
        // Taps so far apart meet the same phase, and places so far apart.
        let common = {
            let (mut a, mut b) = (stride, dilation);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            a
        };
        let (step, apart) = (stride / common, dilation / common);
        let phase = |first: usize| {
            let place = first + before;
            let meets = |&tap: &usize| (tap * dilation) % stride == place % stride;
            let places = input.saturating_sub(first).div_ceil(stride);
            match (0..step.min(filter)).find(meets) {
                Some(tap) => {
                    let taps = (filter - tap).div_ceil(step);
                    let last = (place as isize - (tap * dilation) as isize) / stride as isize;
                    let start = last - ((taps - 1) * apart) as isize;
                    Phase { tap, step, taps, start, dilation: apart, places }
                }
                None => Phase { tap: 0, step, taps: 0, start: 0, dilation: apart, places },
            }
        };
        (0..stride).map(phase).collect()
    }

    /// The taps that it meets, in the order of what they read.
    fn met(&self) -> impl Iterator<Item = usize> + use<> {
        let Phase { tap, step, taps, .. } = *self;
        (0..taps).rev().map(move |i| tap + i * step)
    }

    /// The places of the image that it reads for `count` of its places, from the first on.
    fn reads(&self, count: usize) -> Range<isize> {
        let reach = (self.taps.saturating_sub(1) * self.dilation + count) as isize;
        self.start..self.start + reach
    }
}

/// The places of an image that any of these phases reads for `count` of its places, as far as it has them.
fn reads(phases: &[Phase], count: usize) -> Range<isize> {
    let reading = phases.iter().filter(|phase| phase.taps > 0 && phase.places > 0);
    let ranges = reading.map(|phase| phase.reads(phase.places.min(count)));
    ranges.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0)
}

/// The zeros before an image, along one dimension, and the places from these on that are read.
fn padded(phases: &[Phase]) -> (usize, usize) {
    let Range { start, end } = reads(phases, usize::MAX);
    let before = (-start).max(0) as usize;
    (before, (end + before as isize).max(0) as usize)
}

/// A phase along both dimensions.
struct Part {
    /// The convolution that it is, of an image with its padding.
    geometry: Geometry,
    /// The first of its taps among those of all phases.
    first_tap: usize,
    /// Its first pixel in the result.
    pixel: [usize; 2],
    /// Its first pixel in the image with its padding.
    from: [usize; 2],
}

impl Transposed {
    /// Whether the sizes can be counted, and what tasks copy is of a size that pays. Windows with large dilations read far beyond the image.
    pub fn is_direct(&self) -> bool {
        /// Elements of padded images that are always few.
        const FEW: usize = 1 << 20;
        /// The factor by which padding may enlarge other images.
        const TIMES: usize = 8;
        /// Sizes along a dimension that can be counted with.
        const LARGEST: usize = 1 << 31;
        /// Phases that are few.
        const PHASES: usize = 64;
        let Transposed { batch, rows, columns, channels, .. } = *self;
        for Window { input, filter, stride, dilation, before, output } in [rows, columns] {
            let sizes = [input, filter, stride, dilation, before, output];
            let extent = filter.checked_mul(dilation);
            if sizes.iter().any(|&size| size > LARGEST) || extent.is_none_or(|extent| extent > LARGEST) {
                return false;
            }
        }
        if rows.stride.saturating_mul(columns.stride) > PHASES {
            return false;
        }
        let elements = |rows: usize, columns: usize| {
            batch.checked_mul(rows)?.checked_mul(columns)?.checked_mul(channels)
        };
        let read = |window: &Window| padded(&Phase::all(window)).1;
        let image = elements(rows.output, columns.output).unwrap_or(0);
        elements(read(&rows), read(&columns)).is_some_and(|read| read <= image.saturating_mul(TIMES).max(FEW))
    }

    /// The right factor of its products: the taps of each phase after each other. A tap, by row and column, is a matrix of the image's
    /// channels times the result's. `None` if there is no memory for it.
    ///
    /// # Panics
    /// When a tap has another size: a mistake of the caller.
    pub fn panels<'a>(&self, tap: impl Fn(usize, usize) -> Matrix<'a>, split: Split<'_>) -> Option<Panels> {
        let Transposed { rows, columns, channels, out, .. } = *self;
        let size = channels * out;
        let mut ordered = split.scratch(rows.filter * columns.filter * size)?;
        let mut places = ordered.values_mut().chunks_exact_mut(size.max(1));
        let (of_rows, of_columns) = (Phase::all(&rows), Phase::all(&columns));
        let mut inner = 0;
        for (row, column) in of_rows.iter().flat_map(|row| of_columns.iter().map(move |column| (row, column)))
        {
            for (y, x) in row.met().flat_map(|y| column.met().map(move |x| (y, x))) {
                let Some(place) = places.next() else { break };
                let from = tap(y, x);
                assert!(from.has(channels, out), "the filter's shape");
                let (row, column) = from.strides;
                for (i, to) in place.chunks_exact_mut(out).enumerate() {
                    let from = &from.values[i * row..];
                    if column == 1 {
                        to.copy_from_slice(&from[..out]);
                    } else {
                        to.iter_mut().zip(from.iter().step_by(column)).for_each(|(to, from)| *to = *from);
                    }
                }
                inner += channels;
            }
        }
        let values = &ordered.values()[..inner * out];
        Panels::of(Matrix { values, strides: (out, 1) }, inner, out, Precision::F32, split)
    }

    /// Its phases that have pixels.
    fn parts(&self, of_rows: &[Phase], of_columns: &[Phase]) -> SmallVec<[Part; 4]> {
        let Transposed { batch, channels, out, .. } = *self;
        let window = |phase: &Phase| Window {
            input: phase.reads(phase.places).len(),
            filter: phase.taps,
            stride: 1,
            dilation: phase.dilation,
            before: 0,
            output: phase.places,
        };
        let before = [padded(of_rows).0, padded(of_columns).0];
        let mut first_tap = 0;
        let mut parts = SmallVec::new();
        for (y, row) in of_rows.iter().enumerate() {
            for (x, column) in of_columns.iter().enumerate() {
                let (rows, columns) = (window(row), window(column));
                let geometry = Geometry { batch, rows, columns, channels, groups: 1, out };
                let from = [row.start + before[0] as isize, column.start + before[1] as isize];
                if row.places > 0 && column.places > 0 {
                    // Phases without taps read nothing.
                    let from = from.map(|place| place.max(0) as usize);
                    parts.push(Part { geometry, first_tap, pixel: [y, x], from });
                }
                first_tap += row.taps * column.taps;
            }
        }
        parts
    }
}

/// `out = image * filter`, transposed, with the filter in [its panels](Transposed::panels), and with what follows.
///
/// # Panics
/// When a slice or the panels have not the size that the geometry says, or the geometry is not [direct](Transposed::is_direct): mistakes of the
/// caller.
pub fn convolve_transposed(
    geometry: &Transposed,
    image: &[f32],
    filter: &Panels,
    then: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) {
    let Then { after, finish } = then;
    let &Transposed { batch, rows, columns, channels, out: out_channels } = geometry;
    let size = |sizes: [usize; 4]| sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    assert_eq!(Some(image.len()), size([batch, rows.output, columns.output, channels]), "the image's shape");
    assert_eq!(Some(out.len()), size([batch, rows.input, columns.input, out_channels]), "the result's shape");
    assert!(geometry.is_direct(), "padded images that can be held");
    assert!(after.is_none_or(|after| after.has(out_channels)), "the shape of what comes after");
    let layout = filter.layout();
    if out.is_empty() || image.is_empty() || layout.inner == 0 {
        out.fill(0.0);
        return then.apply(out, out_channels, split);
    }
    let (of_rows, of_columns) = (Phase::all(&rows), Phase::all(&columns));
    let taps = |phases: &[Phase]| phases.iter().map(|phase| phase.taps).sum::<usize>();
    let inner = taps(&of_rows) * taps(&of_columns) * channels;
    assert_eq!((layout.inner, layout.columns), (inner, out_channels), "the filter's shape");
    let values = filter.values().unwrap_or_else(|_| unreachable!("panels are made of f32"));

    let [(above, _), (before, width)] = [padded(&of_rows), padded(&of_columns)];
    let read = reads(&of_rows, usize::MAX);
    // Images are copied if anything beyond them is read.
    let copies = above > 0 || before > 0 || read.end > rows.output as isize || width > columns.output;
    let pitch = if copies { width } else { columns.output } * channels;
    let around = Geometry {
        batch,
        rows: Window { input: rows.output, before: above, ..rows },
        columns: Window { input: columns.output, before, ..columns },
        channels,
        groups: 1,
        out: out_channels,
    };
    let row = columns.input * out_channels;
    let target = Shared(out.as_mut_ptr());
    let parts = geometry.parts(&of_rows, &of_columns);
    let works: SmallVec<[Work<'_>; 4]> = parts
        .iter()
        .map(|part| {
            let Geometry { rows: of_row, columns: of_column, .. } = part.geometry;
            let taps = [0..of_row.filter, 0..of_column.filter];
            let mut blocks = match of_row.filter * of_column.filter {
                0 => Vec::new(),
                _ => blocks(&part.geometry, &taps, of_column.filter, pitch),
            };
            blocks.iter_mut().for_each(|block| block.first += part.first_tap * channels);
            Work {
                geometry: part.geometry,
                tiles: Tiles::best(),
                layout,
                filter: values,
                then: Then { after, finish: None },
                out: target,
                steps: [rows.stride * row, columns.stride * out_channels],
                blocks,
                skips: false,
                pitch,
            }
        })
        .collect();

    // A row of each phase.
    let most = of_rows[0].places;
    let row_work = columns.input.div_ceil(columns.stride) * inner * out_channels;
    let cut_up = Cut::of([batch, most, of_columns[0].places], row_work, layout.panels(), split);
    let Cut { band, bands, cuts, .. } = cut_up;
    let units = batch * bands;
    // The rows above the first of a band that are copied, counted with the padding.
    let first_read = (read.start + above as isize) as usize;
    let pixels = rows.output * columns.output * channels;
    let finishes = finish.filter(|_| cuts == 1);
    let task = |at: usize| {
        let (unit, cut) = (at % units, at / units);
        let (number, first) = (unit / bands, unit % bands * band);
        let count = band.min(most - first);
        let from = &image[number * pixels..][..pixels];
        let len = reads(&of_rows, count).len() * pitch;
        let mut room = if copies { split.scratch(len) } else { None };
        let mut fallback = Vec::new();
        let from: &[f32] = if copies {
            let padded = match &mut room {
                Some(room) => &mut room.values_mut()[..len],
                None => {
                    fallback.resize(len, 0.0);
                    &mut fallback[..]
                }
            };
            padded_rows(&around, from, first + first_read, width, padded);
            padded
        } else {
            &from[(first + first_read) * pitch..]
        };
        let panels = cut_up.panels(cut);
        let start = number * rows.input * row;
        for (part, work) in parts.iter().zip(&works) {
            let [y, x] = part.pixel;
            let count = count.min(part.geometry.rows.output.saturating_sub(first));
            let start = start + y * row + x * out_channels;
            if count == 0 {
                continue;
            }
            if !work.blocks.is_empty() {
                let from = &from[(part.from[0] - first_read) * pitch + part.from[1] * channels..];
                work.band(from, [start, first], count, panels.clone());
                continue;
            }
            // Sums of nothing, for which one of the tasks is enough.
            for y in (0..count).filter(|_| cut == 0) {
                for x in 0..part.geometry.columns.output {
                    let pixel = start + (first + y) * work.steps[0] + x * work.steps[1];
                    // SAFETY: the pixel lies in the result, and belongs to the band and phase of this task alone.
                    let pixel = unsafe { std::slice::from_raw_parts_mut(target.at(pixel), out_channels) };
                    pixel.fill(0.0);
                    if let Some(after) = after {
                        after.apply(pixel);
                    }
                }
            }
        }
        if let Some(finish) = finishes {
            let (begin, end) = (first * rows.stride, rows.input.min((first + count) * rows.stride));
            let start = start + begin * row;
            // SAFETY: tasks have all panels, so these rows of the result are this task's alone.
            let part = unsafe { std::slice::from_raw_parts_mut(target.at(start), (end - begin) * row) };
            finish(start, part);
        }
    };
    cut_up.run(units * cuts, split, &task);
    if let Some(finish) = finish.filter(|_| cuts > 1) {
        finish_all(finish, out, out_channels, split);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::finish::After;
    use crate::split::tests::{ALONE, Backwards};
    use tfrt_ops::window::Padding;

    /// The sums of the shares of all taps, with numbers small enough to be exact.
    fn expected(geometry: &Transposed, image: &[f32], filter: &[f32]) -> Vec<f32> {
        let Transposed { batch, rows, columns, channels, out } = *geometry;
        let mut result = vec![0.0; batch * rows.input * columns.input * out];
        for number in 0..batch {
            for (row, column) in (0..rows.output).flat_map(|y| (0..columns.output).map(move |x| (y, x))) {
                let pixel = &image[((number * rows.output + row) * columns.output + column) * channels..];
                for (i, j) in (0..rows.filter).flat_map(|i| (0..columns.filter).map(move |j| (i, j))) {
                    let (Some(y), Some(x)) = (rows.position(row, i), columns.position(column, j)) else {
                        continue;
                    };
                    let to = &mut result[((number * rows.input + y) * columns.input + x) * out..][..out];
                    for (c, to) in to.iter_mut().enumerate() {
                        let weights = &filter[((i * columns.filter + j) * out + c) * channels..];
                        *to += pixel[..channels].iter().zip(weights).map(|(a, b)| a * b).sum::<f32>();
                    }
                }
            }
        }
        result
    }

    #[test]
    fn phases_give_the_sums_of_all_shares() {
        let same = Padding::Same;
        let cases = [
            ([16, 16], [3, 3], [2, 2], [1, 1], same, None, 24, 40),
            ([8, 10], [2, 2], [2, 2], [1, 1], Padding::Valid, None, 5, 3),
            ([9, 10], [4, 4], [2, 2], [1, 1], Padding::Explicit, Some((1, 1)), 8, 16),
            ([7, 8], [3, 3], [1, 1], [1, 1], same, None, 8, 16),
            ([11, 13], [5, 2], [3, 2], [1, 1], Padding::Valid, None, 4, 33),
            ([12, 13], [2, 3], [4, 5], [1, 1], same, None, 4, 7),
            ([13, 12], [3, 3], [2, 2], [2, 3], Padding::Explicit, Some((2, 1)), 4, 7),
            ([13, 12], [3, 2], [4, 3], [2, 6], same, None, 3, 2),
            ([20, 9], [3, 3], [1, 2], [4, 4], Padding::Explicit, Some((5, 7)), 3, 2),
            ([6, 6], [2, 2], [2, 2], [1, 1], Padding::Explicit, Some((1, 1)), 3, 9),
            ([5, 5], [1, 1], [2, 2], [1, 1], Padding::Explicit, Some((3, 3)), 3, 9),
            ([1, 40], [1, 7], [1, 2], [1, 1], same, None, 300, 70),
            ([4, 4], [3, 3], [2, 2], [1, 1], same, None, 1200, 130),
        ];
        for (size, filter_size, stride, dilation, padding, explicit, channels, out) in cases {
            let window = |axis: usize| {
                Window::new(size[axis], filter_size[axis], stride[axis], dilation[axis], padding, explicit)
                    .expect("the window fits")
            };
            let geometry = Transposed { batch: 3, rows: window(0), columns: window(1), channels, out };
            assert!(geometry.is_direct());
            let pixels = 3 * geometry.rows.output * geometry.columns.output;
            let image: Vec<f32> = (0..pixels * channels).map(|i| (i % 11) as f32 - 5.0).collect();
            let count = filter_size[0] * filter_size[1] * channels * out;
            let filter: Vec<f32> = (0..count).map(|i| (i % 7) as f32 - 3.0).collect();
            let sums = expected(&geometry, &image, &filter);
            let tap = |y: usize, x: usize| {
                let values = &filter[(y * filter_size[1] + x) * channels * out..][..channels * out];
                Matrix { values, strides: (1, channels) }
            };
            let panels = geometry.panels(tap, ALONE).expect("memory");
            let mut result = vec![f32::NAN; sums.len()];
            convolve_transposed(&geometry, &image, &panels, Then::default(), &mut result, ALONE);
            assert_eq!(result, sums, "{size:?} {filter_size:?} {stride:?} {dilation:?}");

            let bias: Vec<f32> = (0..out).map(|i| i as f32).collect();
            let after = After { scale: None, bias: &bias, low: -4.0, high: 900.0 };
            let seen: Vec<AtomicUsize> = result.iter().map(|_| AtomicUsize::new(0)).collect();
            let double = |first: usize, part: &mut [f32]| {
                for (x, seen) in part.iter_mut().zip(&seen[first..]) {
                    *x *= 2.0;
                    seen.fetch_add(1, Ordering::Relaxed);
                }
            };
            result.fill(f32::NAN);
            let then = Then { after: Some(after), finish: Some(&double) };
            let backwards = Backwards::default();
            convolve_transposed(&geometry, &image, &panels, then, &mut result, backwards.split());
            for ((at, &got), &sum) in result.iter().enumerate().zip(&sums) {
                assert_eq!(got, (sum + bias[at % out]).clamp(-4.0, 900.0) * 2.0, "{size:?} {filter_size:?}");
            }
            assert!(seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1), "each is finished once");
        }
    }

    #[test]
    fn windows_that_read_far_beyond_the_image_are_not_direct() {
        let window =
            Window::new(4, 3, 1, 1 << 20, Padding::Explicit, Some((1 << 20, 1 << 20))).expect("fits");
        let geometry = Transposed { batch: 1, rows: window, columns: window, channels: 1, out: 1 };
        assert!(!geometry.is_direct());
    }
}
