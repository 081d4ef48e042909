//! Convolutions of `f32` images with channels last, of one group, with the filter in panels.
//!
//! Tiles are as in [`super::convolution`]: their rows are neighbouring pixels of one row of the output, and they read the image in place.
//! Their right factor is a panel of the filter ([`super::panels`]), which was made once. A task has a band of output rows and some panels;
//! it goes through the inner dimension in blocks, so that a block of a panel stays in the second-level cache for all tiles of the band.
//! Where windows reach beyond the image, each task copies its rows with zeros around them, or, if several tasks need the same rows, the
//! images are copied before. The split into tasks depends on the shapes and the number of threads.
//!
//! Taps of a window that lie in the padding are passed over if the filter is finite: those that no window has on an image altogether, above
//! and below the image for each row, and beside it, where the filter is dilated, for each tile.
//!
//! Each element is the sum of its products in the order of the filter, fused where the processor can, whatever the
//! split.
#![expect(unsafe_code, reason = "tiles take pointers")]

use std::ops::Range;

use smallvec::SmallVec;

use super::convolution::{Geometry, covered, padded_rows, pads};
use super::finish::{Then, finish_all};
use super::narrow::ends::Floats;
use super::narrow::patches;
use super::narrow::sources::Rounded;
use super::panel_product::Place;
use super::panels::{Layout, Panels};
use super::split::Split;
use super::tile::{Shared, Tile, Tiles};

/// Steps of the inner dimension that tiles go through at once.
const DEPTH: usize = 1024;

/// Pixels of a band at least, if the output has them: tiles that share a block of a panel.
const BAND: usize = 112;

/// Tasks that a convolution is cut into at least, if it has the rows and panels.
const TASKS: usize = 16;

/// Elements of a filter up to which rows of the output are computed and finished one by one.
const SMALL: usize = 1 << 17;

/// Multiplications that make a task worth starting.
const TASK_WORK: usize = 1 << 18;

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 19;

/// The division of the rows of results and the panels of a filter into tasks.
pub(super) struct Cut {
    /// Rows of a task.
    pub(super) band: usize,
    /// Bands of an image.
    pub(super) bands: usize,
    /// Panels of a task.
    group: usize,
    panels: usize,
    /// Groups of panels.
    pub(super) cuts: usize,
    /// Whether one thread does all.
    alone: bool,
}

impl Cut {
    /// Of so many images with rows and columns, for a filter of so many panels; a row takes `row_work` multiplications.
    pub(super) fn of(
        [images, rows, columns]: [usize; 3],
        row_work: usize,
        panels: usize,
        split: Split<'_>,
    ) -> Cut {
        let band = BAND.div_ceil(columns).max(TASK_WORK / row_work).clamp(1, rows);
        let band = rows.div_ceil(rows.div_ceil(band));
        let bands = rows.div_ceil(band);
        // Few bands are cut further, by panels, as long as tasks are worth starting.
        let worth = (row_work * band / TASK_WORK).max(1);
        let cuts = split.enough(TASKS).div_ceil(images * bands).min(panels).min(worth);
        let group = panels.div_ceil(cuts);
        let alone = row_work.saturating_mul(rows * images) <= ALONE;
        Cut { band, bands, group, panels, cuts: panels.div_ceil(group), alone }
    }

    /// The panels of a group.
    pub(super) fn panels(&self, cut: usize) -> Range<usize> {
        cut * self.group..self.panels.min((cut + 1) * self.group)
    }

    /// Runs tasks, on all threads if they are worth it.
    pub(super) fn run(&self, tasks: usize, split: Split<'_>, task: &(dyn Fn(usize) + Sync)) {
        if self.alone {
            (0..tasks).for_each(task);
        } else {
            split.run(tasks, &|begin, end| (begin..end).for_each(task));
        }
    }
}

/// Part of the inner dimension that a tile goes through in one call.
pub(super) struct Block {
    /// Its first row in a panel.
    pub(super) first: usize,
    /// The taps that its runs belong to, as many as runs, in the order of the filter; a row of taps without dilation counts as one.
    taps: Range<usize>,
    /// The starts of its runs in the image, from the first element under a window.
    segments: SmallVec<[usize; 8]>,
    /// Elements of each run.
    length: usize,
    /// Whether it has the beginning of its first tap, and the end of its last one.
    is_whole: [bool; 2],
}

impl Block {
    /// The same part of a window behind so many rows of a panel and taps, so many elements further.
    pub(super) fn moved(&self, rows: usize, taps: usize, elements: usize) -> Block {
        Block {
            first: self.first + rows,
            taps: self.taps.start + taps..self.taps.end + taps,
            segments: self.segments.iter().map(|start| start + elements).collect(),
            ..*self
        }
    }

    fn depth(&self) -> usize {
        self.segments.len() * self.length
    }
}

/// Taps of a row of the filter that are read one by one, and elements of each: neighbours without dilation are one.
pub(super) fn runs(Geometry { columns, channels, .. }: &Geometry) -> (usize, usize) {
    if columns.dilation == 1 { (1, columns.filter * channels) } else { (columns.filter, *channels) }
}

/// The parts of windows over images whose rows are `pitch` elements apart. The windows are those of some taps, of a filter that has
/// `across` taps in a row.
pub(super) fn blocks(
    geometry: &Geometry,
    taps: &[Range<usize>; 2],
    across: usize,
    pitch: usize,
) -> Vec<Block> {
    let Geometry { rows, columns, channels, .. } = geometry;
    let (per_row, length) = runs(geometry);
    let starts: Vec<usize> = (0..rows.filter * per_row)
        .map(|i| i / per_row * rows.dilation * pitch + i % per_row * columns.dilation * channels)
        .collect();
    // Its row in a panel.
    let place =
        |tap: usize| ((taps[0].start + tap / per_row) * across + taps[1].start + tap % per_row) * channels;
    if length > DEPTH {
        let part = length.div_ceil(length.div_ceil(DEPTH));
        let parts = |(tap, &start): (usize, &usize)| {
            (0..length).step_by(part).map(move |k| Block {
                first: place(tap) + k,
                taps: tap..tap + 1,
                segments: SmallVec::from_slice(&[start + k]),
                length: part.min(length - k),
                is_whole: [k == 0, k + part >= length],
            })
        };
        return starts.iter().enumerate().flat_map(parts).collect();
    }
    // Rows of taps follow each other in panels if they are whole.
    let neighbours = if columns.filter == across { starts.len() } else { per_row };
    let together = neighbours.div_ceil((neighbours * length).div_ceil(DEPTH));
    let mut blocks = Vec::new();
    for row in (0..starts.len()).step_by(neighbours) {
        for first in (row..row + neighbours).step_by(together) {
            let taps = first..(first + together).min(row + neighbours);
            let segments = starts[taps.clone()].into();
            blocks.push(Block { first: place(first), taps, segments, length, is_whole: [true; 2] });
        }
    }
    blocks
}

/// A convolution that is being computed.
pub(super) struct Work<'a> {
    pub(super) geometry: Geometry,
    pub(super) tiles: &'static Tiles,
    pub(super) layout: Layout,
    pub(super) filter: &'a [f32],
    /// Parts are finished by tasks, which have all panels if they are; then pixels and rows of the output follow each other.
    pub(super) then: Then<'a>,
    pub(super) out: Shared,
    /// Elements from one row of the output to the next, and from one pixel to the next.
    pub(super) steps: [usize; 2],
    pub(super) blocks: Vec<Block>,
    /// Whether taps in the padding are passed over.
    pub(super) skips: bool,
    /// Elements from one image row to the next, as tiles see them.
    pub(super) pitch: usize,
}

/// `out = input * filter`, with a filter whose panels have `height * width * channels` rows, and with what follows.
///
/// # Panics
/// When a slice has not the size that the geometry says, there is more than one group, or the geometry is not
/// [direct](Geometry::is_direct), of [its used taps](Geometry::used) if the filter is finite: mistakes of the caller.
pub fn convolve_by_panels(
    geometry: &Geometry,
    input: &[f32],
    filter: &Panels,
    then: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) {
    let Then { after, finish } = then;
    let &Geometry { batch, rows, columns, channels, groups, out: out_channels } = geometry;
    assert_eq!(groups, 1, "one group");
    let size = |sizes: [usize; 4]| sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    let of_input = size([batch, rows.input, columns.input, channels]);
    assert_eq!(Some(input.len()), of_input, "the input's shape");
    let of_out = size([batch, rows.output, columns.output, out_channels]);
    assert_eq!(Some(out.len()), of_out, "the output's shape");
    let layout = filter.layout();
    let depth = rows.filter * columns.filter * channels;
    assert_eq!((layout.inner, layout.columns), (depth, out_channels), "the filter's shape");
    assert!(after.is_none_or(|after| after.has(out_channels)), "the shape of what comes after");
    if out.is_empty() {
        return;
    }
    if depth == 0 {
        out.fill(0.0);
        return then.apply(out, out_channels, split);
    }

    let values = match filter.values() {
        Ok(values) => values,
        Err(words) => {
            let end = Floats { then, out: Place::of(out, out_channels), columns: out_channels };
            // SAFETY: the result is borrowed, and has the size of all pixels.
            return unsafe { patches::convolve(geometry, input, Rounded, words, &end, split) };
        }
    };
    let skips = pads(geometry) && filter.is_finite();
    let all_taps = [0..rows.filter, 0..columns.filter];
    let (taps, used) = if skips { geometry.used() } else { (all_taps, *geometry) };
    let (geometry, across) = (&used, columns.filter);
    let Geometry { rows, columns, .. } = used;
    assert!(geometry.is_direct(), "padded images that can be held");
    let depth = rows.filter * columns.filter * channels;
    let row_work = columns.output * depth * out_channels;
    let cut_up = Cut::of([batch, rows.output, columns.output], row_work, layout.panels(), split);
    let Cut { band, bands, cuts, .. } = cut_up;
    let units = batch * bands;

    let pads = pads(geometry);
    let width = if pads { covered(&columns, columns.output) } else { columns.input };
    let pitch = width * channels;
    let run = |tasks: usize, task: &(dyn Fn(usize) + Sync)| cut_up.run(tasks, split, task);
    let (image, height) = (rows.input * columns.input * channels, covered(&rows, rows.output));
    let work = Work {
        geometry: used,
        tiles: Tiles::best(),
        layout,
        filter: values,
        then: Then { after, finish: finish.filter(|_| cuts == 1) },
        out: Shared(out.as_mut_ptr()),
        steps: [columns.output * out_channels, out_channels],
        blocks: blocks(geometry, &taps, across, pitch),
        skips,
        pitch,
    };
    // Images with their padding, if several tasks want the same rows.
    let mut all = (pads && cuts > 1).then(|| split.scratch(batch * height * pitch)).flatten();
    if let Some(all) = &mut all {
        let to = Shared(all.values_mut().as_mut_ptr());
        run(batch * bands, &|at| {
            let first = at % bands * height.div_ceil(bands);
            let count = height.div_ceil(bands).min(height.saturating_sub(first));
            let from = &input[at / bands * image..][..image];
            let to = to.at((at / bands * height + first) * pitch);
            // SAFETY: the memory has room for all padded images, and tasks write rows of their own.
            let to = unsafe { std::slice::from_raw_parts_mut(to, count * pitch) };
            padded_rows(geometry, from, first, width, to);
        });
    }
    run(units * cuts, &|at| {
        let (unit, cut) = (at % units, at / units);
        let (number, first) = (unit / bands, unit % bands * band);
        let count = band.min(rows.output - first);
        let panels = cut_up.panels(cut);
        let output = [number * rows.output * columns.output * out_channels, first];
        let skipped = first * rows.stride * pitch;
        if let Some(all) = &all {
            return work.band(&all.values()[number * height * pitch + skipped..], output, count, panels);
        }
        let from = &input[number * image..][..image];
        if !pads {
            return work.band(&from[skipped..], output, count, panels);
        }
        let size = covered(&rows, count) * pitch;
        let mut padded = split.scratch(size);
        let mut fallback = Vec::new();
        let padded = match &mut padded {
            Some(padded) => &mut padded.values_mut()[..size],
            None => {
                fallback.resize(size, 0.0);
                &mut fallback[..]
            }
        };
        padded_rows(geometry, from, first * rows.stride, width, padded);
        work.band(padded, output, count, panels);
    });
    if let Some(finish) = finish.filter(|_| cuts > 1) {
        finish_all(finish, out, out_channels, split);
    }
}

impl Work<'_> {
    /// Computes `count` rows of the output of an image, and channels of some panels. The image's output starts at element `start`, and
    /// the first of the rows is `first`. `from` starts at the first image row under them.
    pub(super) fn band(&self, from: &[f32], [start, first]: [usize; 2], count: usize, panels: Range<usize>) {
        let Geometry { rows, columns, channels, .. } = self.geometry;
        let reach = (count - 1) * rows.stride * self.pitch
            + (columns.output - 1) * columns.stride * channels
            + self
                .blocks
                .iter()
                .map(|b| b.segments.last().copied().unwrap_or(0) + b.length)
                .max()
                .unwrap_or(0);
        assert!(from.len() >= reach, "windows lie in the image");
        // Rows of the output that are computed panel by panel: one, if the filter is small and the row is finished in the first cache.
        let is_small = self.blocks.len() == 1 && self.filter.len() <= SMALL && self.then.finish.is_some();
        let at_once = if is_small { 1 } else { count };
        for next in (0..count).step_by(at_once) {
            let rows = next..count.min(next + at_once);
            for block in &self.blocks {
                for panel in panels.clone() {
                    self.panel(from, [start, first], rows.clone(), block, panel);
                }
            }
            if let Some(finish) = self.then.finish {
                let [row, _] = self.steps;
                let start = start + (first + rows.start) * row;
                // SAFETY: tasks have all panels, so these rows of the output are this task's alone.
                let part = unsafe { std::slice::from_raw_parts_mut(self.out.at(start), rows.len() * row) };
                finish(start, part);
            }
        }
    }

    /// Rows of an image's output, counted from `first` on, in a panel's channels, over a block of the inner dimension.
    fn panel(
        &self,
        from: &[f32],
        [start, first]: [usize; 2],
        rows_of: Range<usize>,
        block: &Block,
        panel: usize,
    ) {
        let Geometry { rows, columns, channels, .. } = self.geometry;
        let [row_step, pixel_step] = self.steps;
        let Layout { width, .. } = self.layout;
        let here = self.layout.columns_of(panel);
        let vectors = here.div_ceil(self.tiles.lanes);
        let last = here - (vectors - 1) * self.tiles.lanes;
        let highest = self.tiles.rows(vectors);
        let values = &self.filter[panel * self.layout.size() + block.first * width..];
        let values = &values[..block.depth() * width];
        let after = self.then.after.map(|after| after.of_columns(panel * width, here));
        let mut tile = Tile {
            a: from.as_ptr(),
            a_row: columns.stride * channels,
            a_step: 1,
            segments: &block.segments,
            length: block.length,
            b: values.as_ptr(),
            b_row: width,
            b_whole: true,
            ahead: values.as_ptr(),
            ahead_step: 0,
            c: self.out.at(panel * width),
            c_row: pixel_step,
            accumulate: false,
            after: None,
        };
        for row in rows_of {
            tile.a = from[row * rows.stride * self.pitch..].as_ptr();
            tile.c = self.out.at(start + (first + row) * row_step + panel * width);
            let taps_of_row = self.taps_of_row(first + row);
            let mut pixel = 0;
            for left in (1..=columns.output.div_ceil(highest)).rev() {
                let height = (columns.output - pixel).div_ceil(left);
                let compute = self.tiles.get(height, vectors);
                self.parts(block, &taps_of_row, pixel..pixel + height, |part| {
                    tile.segments = part.segments;
                    tile.b = values[part.skipped * width..].as_ptr();
                    tile.accumulate = !part.is_first;
                    tile.after = after.filter(|_| part.is_last);
                    // SAFETY: the image holds all windows (asserted by the caller), and the panel's block as many rows as the
                    // segments have elements, behind those that were skipped; the output has the size that was asserted, and
                    // these rows and columns of it are this task's.
                    unsafe { compute(&tile, last) };
                });
                tile.a = tile.a.wrapping_add(height * tile.a_row);
                tile.c = tile.c.wrapping_add(height * pixel_step);
                pixel += height;
            }
        }
    }

    /// The rows of taps that a row of the output needs.
    fn taps_of_row(&self, row: usize) -> Range<usize> {
        let rows = &self.geometry.rows;
        self.skips.then(|| rows.taps(row)).filter(|taps| !taps.is_empty()).unwrap_or(0..rows.filter)
    }

    /// Calls `compute` with the parts of a block that these pixels of a row need, which needs these rows of taps.
    fn parts<'b>(
        &self,
        block: &'b Block,
        taps_of_row: &Range<usize>,
        pixels: Range<usize>,
        mut compute: impl FnMut(Part<'b>),
    ) {
        let (per_row, _) = runs(&self.geometry);
        let on_image = || {
            let columns = &self.geometry.columns;
            columns.taps(pixels.end - 1).start..columns.taps(pixels.start).end
        };
        let across = (self.skips && per_row > 1).then(on_image).filter(|taps| !taps.is_empty());
        let across = across.unwrap_or(0..per_row);
        // The first tap and the end of those that are needed.
        let first = taps_of_row.start * per_row + across.start;
        let end = (taps_of_row.end - 1) * per_row + across.end;
        let mut part = |taps: Range<usize>| {
            let taps = taps.start.max(block.taps.start)..taps.end.min(block.taps.end);
            if taps.is_empty() {
                return;
            }
            compute(Part {
                segments: &block.segments[taps.start - block.taps.start..taps.end - block.taps.start],
                skipped: (taps.start - block.taps.start) * block.length,
                is_first: taps.start == first && block.is_whole[0],
                is_last: taps.end == end && block.is_whole[1],
            });
        };
        if across.len() == per_row {
            return part(first..end);
        }
        for row in taps_of_row.clone() {
            part(row * per_row + across.start..row * per_row + across.end);
        }
    }
}

/// Part of a block that a tile needs.
struct Part<'a> {
    /// The starts of its runs in the image.
    segments: &'a [usize],
    /// Rows of the block's panel before it.
    skipped: usize,
    /// Whether it is the first that the tile needs.
    is_first: bool,
    /// Whether it is the last one.
    is_last: bool,
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::convolution::convolve;
    use crate::finish::{After, Scale};
    use crate::panels::Matrix;
    use crate::split::tests::{ALONE, Backwards};
    use tfrt_ops::Precision;
    use tfrt_ops::window::{Padding, Window};

    #[test]
    fn panels_give_what_the_filter_gives() {
        let cases = [
            ([5, 7], [3, 3], [1, 1], [1, 1], Padding::Same, 3, 8),
            ([17, 30], [3, 3], [1, 1], [1, 1], Padding::Same, 70, 100),
            ([9, 9], [5, 5], [2, 2], [1, 1], Padding::Same, 300, 40),
            ([20, 19], [3, 2], [1, 2], [2, 3], Padding::Valid, 40, 33),
            ([4, 4], [1, 1], [3, 3], [1, 1], Padding::Same, 5, 10),
            ([9, 9], [1, 1], [2, 2], [1, 1], Padding::Valid, 1030, 65),
            ([2, 2], [3, 3], [1, 1], [1, 1], Padding::Explicit, 3, 4),
            ([14, 15], [3, 3], [1, 1], [12, 12], Padding::Same, 9, 20),
            ([14, 15], [3, 3], [1, 1], [6, 6], Padding::Same, 400, 20),
            ([5, 6], [3, 3], [1, 1], [5, 24], Padding::Same, 9, 20),
            ([2, 2], [5, 5], [1, 1], [1, 1], Padding::Explicit, 3, 40),
            ([2, 1], [5, 5], [1, 1], [1, 1], Padding::Same, 700, 8),
            ([7, 20], [3, 5], [1, 1], [2, 7], Padding::Same, 1030, 8),
            ([1, 6], [3, 3], [1, 1], [1, 4], Padding::Explicit, 4, 8),
            ([7, 7], [5, 5], [1, 1], [1, 1], Padding::Same, 230, 40),
        ];
        let fraction = |i: usize| ((i * 37) % 101) as f32 * 0.019 - 0.9;
        for (size, filter_size, stride, dilation, padding, channels, out_channels) in cases {
            let explicit = (padding == Padding::Explicit).then_some((2, 1));
            let window = |axis: usize| {
                Window::new(size[axis], filter_size[axis], stride[axis], dilation[axis], padding, explicit)
                    .expect("the window fits")
            };
            let (rows, columns, batch) = (window(0), window(1), 2);
            let geometry = Geometry { batch, rows, columns, channels, groups: 1, out: out_channels };
            let input: Vec<f32> = (0..batch * size[0] * size[1] * channels).map(fraction).collect();
            let depth = filter_size[0] * filter_size[1] * channels;
            let filter: Vec<f32> = (0..depth * out_channels).map(|i| fraction(i + 7)).collect();
            let bias: Vec<f32> = (0..out_channels).map(|i| fraction(i + 3)).collect();
            let factor: Vec<f32> = (0..out_channels).map(|i| fraction(i + 5)).collect();
            let scale = Scale { before: Some(&factor), mean: Some(&bias), factor: &factor };
            let right = Matrix { values: &filter, strides: (out_channels, 1) };
            let panels = Panels::of(right, depth, out_channels, Precision::F32, ALONE).expect("memory");
            for after in [
                None,
                Some(After { scale: None, bias: &bias, low: 0.0, high: 6.0 }),
                Some(After { scale: Some(scale), bias: &bias, low: 0.0, high: f32::INFINITY }),
            ] {
                let mut expected = vec![f32::NAN; batch * rows.output * columns.output * out_channels];
                let mut out = expected.clone();
                let finish = |pixels: &mut [f32]| {
                    if let Some(after) = after {
                        after.apply(pixels);
                    }
                };
                convolve(&geometry, &input, &filter, &mut expected, &finish, ALONE);
                let backwards = Backwards::default();
                convolve_by_panels(&geometry, &input, &panels, after.into(), &mut out, backwards.split());
                let same = out.iter().zip(&expected).all(|(a, b)| a.to_bits() == b.to_bits());
                assert!(same, "{size:?} {filter_size:?} {channels} {out_channels}");
                let seen: Vec<AtomicUsize> = out.iter().map(|_| AtomicUsize::new(0)).collect();
                let negate = |first: usize, part: &mut [f32]| {
                    for (x, seen) in part.iter_mut().zip(&seen[first..]) {
                        *x = -*x;
                        seen.fetch_add(1, Ordering::Relaxed);
                    }
                };
                let then = Then { after, finish: Some(&negate) };
                convolve_by_panels(&geometry, &input, &panels, then, &mut out, backwards.split());
                assert!(
                    seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1),
                    "each element is finished once"
                );
                assert!(out.iter().zip(&expected).all(|(a, b)| (-a).to_bits() == b.to_bits()));
            }
        }
    }
}
