//! Convolutions of `f32` images by constant filters of three by three with a stride of one, by Winograd's minimal filtering.
//!
//! `F(2x2, 3x3)` of A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks" (CVPR 2016), section 4.1: a tile of two by two
//! output pixels is `A^T ((G g G^T) * (B^T d B)) A` of the filter `g` and the four by four pixels `d` under the tile. That is sixteen
//! multiplications for each pair of channels instead of thirty-six, as sixteen products of matrices: for each of the sixteen positions
//! the tiles' transformed pixels times the transformed filter, which is made once ([`Filter`]).
//!
//! A task has some tiles and some panels of output channels. Products are over register tiles ([`super::tile`]), and each panel's are
//! brought back to pixels while they are in the second cache. The split into tasks depends on the shapes and
//! the number of threads, and no result on the split.
//!
//! Where products may be rounded to `bf16` and the processor multiplies vectors of pairs, transformed pixels and the transformed filter are.
//!
//! Accuracy: with `u = 2^-24`, `C` channels, and `d` and `g` the largest magnitudes of image and filter, each result is within
//! `81 (C + 12) C u d g` of the exact one; a direct sum is within `81 C C u d g`. The bound is of norms: where pixels next to each other differ by
//! many orders of magnitude, the small ones' sums are less accurate than direct ones. Results that are not finite are computed again by direct sums, so
//! that infinities and NaNs reach the pixels whose windows hold them, and no others. With rounded products `u = 2^-9`, and the bound is `162 C u d g`,
//! where that of direct sums of rounded numbers is `18 C u d g`; of numbers of all signs errors are about twice those.
#![expect(unsafe_code, reason = "tiles and transforms take pointers")]

mod filter;
#[cfg(test)]
mod tests;
mod transforms;

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

pub use filter::Filter;
use filter::WIDEST;
use transforms::{Pixels, Sums, Transforms};

use super::convolution::Geometry;
use super::cpu::multiversioned;
use super::finish::{Then, finish_all};
use super::narrow::{Block, DEPTH as WORDS_DEPTH, Unit as NarrowUnit, Words};
use super::panels::Layout;
use super::split::Split;
use super::tile::{Shared, Tile, Tiles};
use tfrt_ops::Precision;

/// Positions of a transformed tile.
const POSITIONS: usize = 16;

/// Channels, of input and output, from which the products outweigh the transforms.
const CHANNELS: usize = 32;

/// Channels of the input at most: as many zeros stand for a pixel beyond the image.
const MOST_CHANNELS: usize = 4096;
static ZEROS: [f32; MOST_CHANNELS] = [0.0; MOST_CHANNELS];

/// Tiles of an image from which a transformed filter, which is almost twice as large as the filter, is read for enough of them.
const LEAST_TILES: usize = 36;

/// Tiles of a task at most, unless a row of panels is less: their transformed pixels and sums fit the second cache.
const TILES: usize = 56;

/// Tasks that a convolution is cut into at least, if it has the tiles and panels.
const TASKS: usize = 8;

/// Steps of the inner dimension that register tiles go through at once.
const DEPTH: usize = 1024;

/// Elements between rows that should start in different sets of a cache.
const GAP: usize = 16;

/// The unit that multiplies rounded numbers.
fn unit_of(precision: Precision) -> Option<&'static NarrowUnit> {
    match precision {
        Precision::F32 => None,
        Precision::Bf16 => NarrowUnit::of_bf16().filter(|unit| unit.is_direct),
    }
}

/// Whether a convolution of this geometry, whose products have this [usable](super::panels::usable) precision, is computed here. Its batch does not
/// matter. Processors with tiles for rounded numbers compute sums of them directly.
pub fn applies(geometry: &Geometry, precision: Precision) -> bool {
    if precision != Precision::F32 && unit_of(precision).is_none() {
        return false;
    }
    let Geometry { rows, columns, channels, groups, out, .. } = geometry;
    let fits =
        |window: &tfrt_ops::window::Window| (window.filter, window.stride, window.dilation) == (3, 1, 1);
    let (down, across) = tiles_of(geometry);
    // Tiles at the border may be half empty.
    let pays = (rows.output * columns.output * 9) as f64 >= 1.5 * (down * across * POSITIONS) as f64;
    let size =
        down * across >= LEAST_TILES && (CHANNELS..=MOST_CHANNELS).contains(channels) && *out >= CHANNELS;
    *groups == 1 && fits(rows) && fits(columns) && size && pays
}

/// Tiles down and across an image.
fn tiles_of(geometry: &Geometry) -> (usize, usize) {
    (geometry.rows.output.div_ceil(2), geometry.columns.output.div_ceil(2))
}

/// The tiles of a task: some whole rows of tiles of an image, or a part of a row.
struct Unit {
    image: usize,
    down: Range<usize>,
    across: Range<usize>,
}

impl Unit {
    fn count(&self) -> usize {
        self.down.len() * self.across.len()
    }

    /// The tiles, by rows: down and across.
    fn tiles(&self) -> impl Iterator<Item = (usize, usize)> {
        let across = self.across.clone();
        self.down.clone().flat_map(move |i| across.clone().map(move |j| (i, j)))
    }
}

/// A convolution that is being computed.
struct Work<'a> {
    geometry: &'a Geometry,
    tiles: &'static Tiles,
    transforms: &'static Transforms,
    input: &'a [f32],
    filter: &'a Filter,
    weights: &'a [f32],
    then: Then<'a>,
    out: Shared,
    /// Rows of tiles of a unit, and units down an image.
    down: (usize, usize),
    /// Tiles across a unit, and units across an image.
    across: (usize, usize),
    /// Elements of a tile's transformed pixels at a position.
    pitch: usize,
    /// Elements of a unit's transformed pixels at a position.
    step: usize,
}

/// `out = input * weights` for a filter `[3, 3, channels, out]` that was transformed before, with what follows. Says whether it did: if a task has
/// no memory, the output has unspecified contents.
///
/// # Panics
/// When a slice has not the size that the geometry says, the filter is another, or the geometry does not [apply](applies): mistakes of the
/// caller.
pub fn convolve_by_tiles(
    geometry: &Geometry,
    input: &[f32],
    weights: &[f32],
    filter: &Filter,
    Then { after, finish }: Then<'_>,
    out: &mut [f32],
    split: Split<'_>,
) -> bool {
    let &Geometry { batch, rows, columns, channels, out: out_channels, .. } = geometry;
    let size = |sizes: [usize; 4]| sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size));
    let precision = filter.precision();
    assert!(
        applies(geometry, precision),
        "a stride of one, three by three taps, and enough of tiles and channels"
    );
    assert_eq!(Some(input.len()), size([batch, rows.input, columns.input, channels]), "the input's shape");
    assert_eq!(
        Some(out.len()),
        size([batch, rows.output, columns.output, out_channels]),
        "the output's shape"
    );
    assert_eq!((filter.layout.inner, filter.layout.columns), (channels, out_channels), "the filter's shape");
    assert_eq!(weights.len(), 9 * channels * out_channels, "the weights' shape");
    assert!(after.is_none_or(|after| after.has(out_channels)), "the shape of what comes after");
    if batch == 0 {
        return true;
    }
    let even = |total: usize, parts: usize| (total.div_ceil(parts), total.div_ceil(total.div_ceil(parts)));
    let (all_down, all_across) = tiles_of(geometry);
    let across = even(all_across, all_across.div_ceil(TILES));
    let down =
        even(all_down, if across.1 > 1 { all_down } else { all_down.div_ceil((TILES / all_across).max(1)) });
    let units = batch * down.1 * across.1;
    let panels = filter.layout.panels();
    let vectors = channels.next_multiple_of(Tiles::best().lanes);
    let pitch = if precision == Precision::F32 { vectors } else { vectors / 2 } + GAP;
    let step = down.0 * across.0 * pitch + GAP;
    // Few units are cut further, by panels, and share the transformed pixels.
    let cuts = split.enough(TASKS).div_ceil(units).min(panels);
    let of_all = || units.checked_mul(POSITIONS)?.checked_mul(step);
    let mut shared = if cuts > 1 { of_all().and_then(|len| split.scratch(len)) } else { None };
    let group = if shared.is_some() { panels.div_ceil(cuts) } else { panels };
    let cuts = panels.div_ceil(group);
    let work = Work {
        geometry,
        tiles: Tiles::best(),
        transforms: Transforms::best(precision),
        input,
        filter,
        weights,
        then: Then { after, finish: finish.filter(|_| cuts == 1) },
        out: Shared(out.as_mut_ptr()),
        down,
        across,
        pitch,
        step,
    };
    if let Some(shared) = &mut shared {
        let to = Shared(shared.values_mut().as_mut_ptr());
        // A row of tiles of a unit at a time.
        split.run(units * down.0, &|begin, end| {
            for at in begin..end {
                let unit = work.unit(at / down.0);
                let row = at % down.0;
                if row < unit.down.len() {
                    let count = unit.across.len();
                    let tiles = unit.tiles().enumerate().skip(row * count).take(count);
                    // SAFETY: the memory has room for all units, and each row of tiles of one is this task's alone.
                    unsafe { work.transform(unit.image, tiles, to.at(at / down.0 * POSITIONS * step)) };
                }
            }
        });
    }
    let task = |at: usize| -> Option<()> {
        let unit = work.unit(at % units);
        let panels = at / units * group..panels.min((at / units + 1) * group);
        if let Some(shared) = &shared {
            let pixels = &shared.values()[at % units * POSITIONS * step..][..POSITIONS * step];
            return work.panels(&unit, pixels, panels, split);
        }
        let mut room = split.scratch(POSITIONS * step)?;
        let pixels = room.values_mut();
        // SAFETY: the room has a unit's transformed pixels, and is this task's.
        unsafe { work.transform(unit.image, unit.tiles().enumerate(), pixels.as_mut_ptr()) };
        work.panels(&unit, pixels, panels, split)
    };
    let is_complete = AtomicBool::new(true);
    split.run(units * cuts, &|begin, end| {
        if (begin..end).any(|at| task(at).is_none()) {
            is_complete.store(false, Ordering::Relaxed);
        }
    });
    if !is_complete.into_inner() {
        return false;
    }
    if let Some(finish) = finish.filter(|_| cuts > 1) {
        finish_all(finish, out, out_channels, split);
    }
    true
}

impl Work<'_> {
    fn unit(&self, number: usize) -> Unit {
        let (all_down, all_across) = tiles_of(self.geometry);
        let (i, j) = (number / self.across.1 % self.down.1, number % self.across.1);
        let part = |at: usize, size: usize, all: usize| at * size..all.min((at + 1) * size);
        Unit {
            image: number / self.across.1 / self.down.1,
            down: part(i, self.down.0, all_down),
            across: part(j, self.across.0, all_across),
        }
    }

    /// Transforms the pixels under numbered tiles of an image.
    ///
    /// # Safety
    /// `to` may be written at all positions for tiles of these numbers.
    unsafe fn transform(
        &self,
        image: usize,
        tiles: impl Iterator<Item = (usize, (usize, usize))>,
        to: *mut f32,
    ) {
        let Geometry { rows, columns, channels, .. } = *self.geometry;
        let size = rows.input * columns.input * channels;
        let image = &self.input[image * size..][..size];
        for (number, (i, j)) in tiles {
            let pixels: Pixels = std::array::from_fn(|p| {
                // A pixel above or left of the image has a number beyond any.
                let y = (2 * i + p / 4).wrapping_sub(rows.before);
                let x = (2 * j + p % 4).wrapping_sub(columns.before);
                if y >= rows.input || x >= columns.input {
                    return ZEROS[..channels].as_ptr();
                }
                image[(y * columns.input + x) * channels..][..channels].as_ptr()
            });
            // SAFETY: each pixel is `channels` elements of the image or of the zeros; the caller says that `to` may be written for this
            // tile, whose pitch is whole vectors. `Transforms::best` selected instructions that the processor has.
            unsafe { (self.transforms.pixels)(&pixels, channels, to.add(number * self.pitch), self.step) };
        }
    }

    /// Computes some panels of a unit from its transformed pixels, and finishes its pixels; `None` if there is no memory for sums.
    fn panels(&self, unit: &Unit, pixels: &[f32], panels: Range<usize>, split: Split<'_>) -> Option<()> {
        let Geometry { rows, columns, out: out_channels, .. } = *self.geometry;
        let width = self.filter.layout.width;
        let step = unit.count() * width + GAP;
        let mut room = split.scratch(POSITIONS * step)?;
        let sums = room.values_mut();
        for panel in panels {
            for position in 0..POSITIONS {
                let pixels = &pixels[position * self.step..];
                self.product(unit, pixels, panel, position, &mut sums[position * step..]);
            }
            if !self.back(unit, sums, step, panel) {
                self.mend(unit, sums, step, panel);
                self.back(unit, sums, step, panel);
            }
        }
        let Some(finish) = self.then.finish else { return Some(()) };
        let line = columns.output * out_channels;
        let first = (unit.image * rows.output + 2 * unit.down.start) * line;
        let lines = (2 * unit.down.end).min(rows.output) - 2 * unit.down.start;
        let part = |start: usize, len: usize| {
            // SAFETY: tasks have all panels if they finish, so these pixels of the unit are this task's alone.
            finish(start, unsafe { std::slice::from_raw_parts_mut(self.out.at(start), len) });
        };
        if self.across.1 == 1 {
            part(first, lines * line);
            return Some(());
        }
        let across = 2 * unit.across.start..(2 * unit.across.end).min(columns.output);
        for at in 0..lines {
            part(first + at * line + across.start * out_channels, across.len() * out_channels);
        }
        Some(())
    }

    /// The sums of a unit's tiles at a position, in a panel's columns.
    fn product(&self, unit: &Unit, pixels: &[f32], panel: usize, position: usize, sums: &mut [f32]) {
        let Layout { inner, width, .. } = self.filter.layout;
        let (count, vectors) = (unit.count(), width / self.tiles.lanes);
        let values = match self.filter.rows(panel, position) {
            Ok(values) => values,
            Err(words) => return self.product_of_words(count, pixels, words, panel, sums),
        };
        assert!(sums.len() >= count * width && pixels.len() >= count * self.pitch, "room for the tiles");
        let next = match position + 1 {
            POSITIONS => values,
            next => self.filter.rows(panel, next).unwrap_or(values),
        };
        let all = count.div_ceil(self.tiles.rows(vectors));
        let ahead_step = size_of_val(next).div_ceil(all * inner);
        for k in (0..inner).step_by(DEPTH) {
            let mut row = 0;
            for left in (1..=all).rev() {
                let height = (count - row).div_ceil(left);
                let tile = Tile {
                    a: pixels[row * self.pitch + k..].as_ptr(),
                    a_row: self.pitch,
                    a_step: 1,
                    segments: &[0],
                    length: DEPTH.min(inner - k),
                    b: values[k * width..].as_ptr(),
                    b_row: width,
                    b_whole: true,
                    ahead: next.as_ptr().wrapping_byte_add(((all - left) * inner + k) * ahead_step),
                    ahead_step,
                    c: sums[row * width..].as_mut_ptr(),
                    c_row: width,
                    accumulate: k > 0,
                    after: None,
                };
                // SAFETY: there are pixels for all tiles, of `inner` channels each, as many rows of `width` in the panel, and room for sums
                // of whole vectors (asserted above).
                unsafe { self.tiles.get(height, vectors)(&tile, self.tiles.lanes) };
                row += height;
            }
        }
    }

    /// The sums of so many tiles' rounded pixels, in a panel's columns.
    fn product_of_words(&self, count: usize, pixels: &[f32], words: &Words, panel: usize, sums: &mut [f32]) {
        let (pixels, sums): (&[u32], &mut [u32]) =
            (bytemuck::cast_slice(pixels), bytemuck::cast_slice_mut(sums));
        let (values, width) = words.panel(panel);
        let depth = values.len() / width;
        assert_eq!(width, self.filter.layout.width, "panels of one width");
        assert!(self.pitch >= depth && pixels.len() >= count * self.pitch, "pixels of all tiles");
        assert!(sums.len() >= count * width, "room for the tiles");
        for k in (0..depth).step_by(WORDS_DEPTH) {
            let block = Block {
                a: pixels[k..].as_ptr(),
                a_row: self.pitch,
                b: values[k * width..].as_ptr(),
                width,
                depth: WORDS_DEPTH.min(depth - k),
                rows: count,
                from: if k > 0 { sums.as_ptr() } else { std::ptr::null() },
                from_row: width,
                c: sums.as_mut_ptr(),
                c_row: width,
            };
            // SAFETY: the filter was rounded for a direct unit of this processor, which needs no beginning. There are pixels for all tiles, of more words
            // than the panel has rows, and room for sums of the panel's columns (asserted above).
            unsafe { (words.unit().block)(&block) };
        }
    }

    /// Brings a panel's sums, `step` elements for each position, back to pixels; returns whether all are finite.
    fn back(&self, unit: &Unit, sums: &[f32], step: usize, panel: usize) -> bool {
        let Geometry { rows, columns, out: out_channels, .. } = *self.geometry;
        let width = self.filter.layout.width;
        let here = self.filter.layout.columns_of(panel);
        assert!(sums.len() >= (POSITIONS - 1) * step + unit.count() * width, "sums of all tiles");
        let after = self.then.after.map(|after| after.of_columns(panel * width, here));
        let mut finite = true;
        for (number, (i, j)) in unit.tiles().enumerate() {
            let pixel = (unit.image * rows.output + 2 * i) * columns.output + 2 * j;
            let sums = Sums {
                from: sums[number * width..].as_ptr(),
                step,
                columns: here,
                out: self.out.at(pixel * out_channels + panel * width),
                steps: (columns.output * out_channels, out_channels),
                inside: (rows.output - 2 * i, columns.output - 2 * j),
                after: after.as_ref(),
            };
            // SAFETY: there are sums of whole vectors at each position (asserted above), the output has the size that its geometry says,
            // and the tile's pixels in this panel are this task's. `Transforms::best` selected instructions that the processor has.
            finite &= unsafe { (self.transforms.sums)(&sums) };
        }
        finite
    }

    /// Replaces the sums of results that are not finite by sums that give the direct ones.
    #[cold]
    fn mend(&self, unit: &Unit, sums: &mut [f32], step: usize, panel: usize) {
        let width = self.filter.layout.width;
        let here = self.filter.layout.columns_of(panel);
        let mut direct = [0.0; 4 * WIDEST];
        for (number, (i, j)) in unit.tiles().enumerate() {
            let at = |position: usize, column: usize| position * step + number * width + column;
            let mut known = false;
            for column in 0..here {
                let m: [f32; POSITIONS] = std::array::from_fn(|position| sums[at(position, column)]);
                let line = |a: f32, b: f32, c: f32, d: f32| [a + b + c, b - c - d];
                let half: [[f32; 2]; 4] = std::array::from_fn(|k| line(m[k], m[4 + k], m[8 + k], m[12 + k]));
                let row = |i: usize| line(half[0][i], half[1][i], half[2][i], half[3][i]);
                let [[a, b], [c, d]] = [row(0), row(1)];
                let mut pixels = [a, b, c, d];
                if pixels.iter().all(|x| x.is_finite()) {
                    continue;
                }
                if !known {
                    for (p, direct) in direct.chunks_exact_mut(width).enumerate() {
                        self.direct(
                            unit.image,
                            (2 * i + p / 2, 2 * j + p % 2),
                            panel * width,
                            &mut direct[..here],
                        );
                    }
                    known = true;
                }
                for (p, pixel) in pixels.iter_mut().enumerate().filter(|(_, x)| !x.is_finite()) {
                    *pixel = direct[p * width + column];
                }
                // Each result is now the sum at one corner, which goes into no other result.
                for position in 0..POSITIONS {
                    sums[at(position, column)] = 0.0;
                }
                for (corner, value) in [(0, pixels[0]), (3, -pixels[1]), (12, -pixels[2]), (15, pixels[3])] {
                    sums[at(corner, column)] = value;
                }
            }
        }
    }

    /// The sums of a pixel, in columns from `first` on, in the order of the filter. A pixel outside of the output gives zeros.
    fn direct(&self, image: usize, (y, x): (usize, usize), first: usize, to: &mut [f32]) {
        let Geometry { rows, columns, channels, out: out_channels, .. } = *self.geometry;
        to.fill(0.0);
        if y >= rows.output || x >= columns.output {
            return;
        }
        for tap in 0..9 {
            let Some(y) = rows.position(y, tap / 3) else { continue };
            let Some(x) = columns.position(x, tap % 3) else { continue };
            let pixel = ((image * rows.input + y) * columns.input + x) * channels;
            for (c, &value) in self.input[pixel..][..channels].iter().enumerate() {
                let weights = &self.weights[(tap * channels + c) * out_channels + first..][..to.len()];
                add_products(value, weights, to);
            }
        }
    }
}

multiversioned! {
    /// `sums += x * weights`.
    fn add_products(x: f32, weights: &[f32], sums: &mut [f32]) {
        for (sum, weight) in sums.iter_mut().zip(weights) {
            *sum += x * weight;
        }
    }
}
