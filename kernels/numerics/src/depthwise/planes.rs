//! Windows over copies of a few channels, with borders of their own.
//!
//! Where an image has many channels, the pixels of a window lie far apart: each is in another line of the cache and often in another
//! page, and the windows at the borders have fewer taps, so that tiles are short. Here a block of channels, as many as a line of the cache
//! holds, is copied into planes of one vector each, in which pixels are neighbours and whatever lies beyond the image has a value that
//! changes no result. Then all windows have the same taps, and a tile can have pixels of two rows, which share what they read. A copied
//! pixel is read by many windows, so the copy pays where a filter has many taps for each pixel of its input.
//!
//! Taps are added up in the order of the filter from zero, as they are without the copy. A tap beyond the image adds the product of zero
//! and a weight, which changes nothing if the weight is finite: the caller has seen to this.
#![expect(unsafe_code, reason = "vector instructions and pointers into planes")]

use std::ops::Range;

use super::{Depthwise, Kind, PIXELS, Step, inside};
use crate::finish::After;
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512};
use crate::simd::{Baseline, Simd};
use crate::tile::{self, epilogue};

/// Channels of a block: those of a line of the cache.
pub(super) const BLOCK: usize = 16;

/// Taps for each copied pixel that make the copy worth its time: filters of five by five with strides of one have them, those of three by
/// three are as fast without.
const LEAST_TAPS: usize = 16;

/// Pixels of a row of the output that do: an image of few pixels is in the first cache as it is.
const LEAST_COLUMNS: usize = 10;

/// Pixels of the longest tile of two rows.
const PAIRS: usize = 6;

/// Numbers of all planes of a block, if that makes enough rows of the output: 64 KiB.
const NUMBERS: usize = 1 << 14;

/// Numbers of all planes of a block at most, for wide images: they have to stay in the second cache.
const MOST_NUMBERS: usize = 1 << 16;

/// Sizes of planes, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Planes {
    /// Pixels of a row: the windows of a row of the output and what is between them.
    width: usize,
    /// Rows that the windows of one row of the output reach.
    reach: usize,
    /// Rows of the output that are computed from one copy.
    pub(super) lines: usize,
}

impl Planes {
    /// How the windows of an image are computed by planes; `None` if they are better computed from the image itself.
    pub(super) fn of(geometry: &Depthwise) -> Option<Planes> {
        let Depthwise { rows, columns, .. } = geometry;
        let taps = rows.filter.checked_mul(columns.filter)?;
        let copied = rows.stride.min(rows.filter).checked_mul(columns.stride.min(columns.filter))?;
        if taps < copied.checked_mul(LEAST_TAPS)? || rows.output == 0 || columns.output < LEAST_COLUMNS {
            return None;
        }
        let reach = |filter: usize, dilation: usize| (filter - 1).checked_mul(dilation)?.checked_add(1);
        let width = (columns.output - 1)
            .checked_mul(columns.stride)?
            .checked_add(reach(columns.filter, columns.dilation)?)?;
        let reach = reach(rows.filter, rows.dilation)?;
        // A window that is much larger than its image would mostly copy what lies beyond.
        if width > 2 * columns.input + 8 || reach > 2 * rows.input + 8 {
            return None;
        }
        // As many rows as a window has share half of what is copied for each.
        let lines_of = |numbers: usize| {
            let height = numbers / (width * BLOCK);
            height.checked_sub(reach).map_or(0, |more| more / rows.stride + 1)
        };
        let lines = lines_of(NUMBERS).max(lines_of(MOST_NUMBERS).min(rows.filter)).min(rows.output);
        (lines >= rows.filter.min(rows.output)).then_some(Planes { width, reach, lines })
    }

    /// Rows of planes for so many rows of the output.
    fn height(&self, lines: usize, stride: usize) -> usize {
        (lines - 1) * stride + self.reach
    }

    /// Numbers of scratch memory: the planes of a block, and its filter.
    pub(super) fn numbers(&self, geometry: &Depthwise) -> usize {
        let Depthwise { rows, columns, .. } = geometry;
        (self.height(self.lines, rows.stride) * self.width + rows.filter * columns.filter) * BLOCK
    }
}

/// Windows of one image.
pub(super) struct Image<'a> {
    pub(super) geometry: &'a Depthwise,
    pub(super) planes: Planes,
    pub(super) input: &'a [f32],
    /// `[height, width, channels]`; for maxima and means it is empty.
    pub(super) filter: &'a [f32],
    pub(super) after: Option<After<'a>>,
}

/// A tile's work; pointers are those of the first channel of its vector.
struct Tile {
    /// The plane, at the first tap of the first pixel.
    plane: *const f32,
    filter: *const f32,
    taps: [usize; 2],
    /// From one tap to the next, along both axes, and from the window of a pixel to that of the next: numbers.
    steps: [usize; 3],
    out: *mut f32,
    channels: usize,
    after: Option<tile::After>,
    /// Channels of the vector that there are.
    lanes: usize,
    /// From one row of the output to the next: numbers.
    line: usize,
    /// For means, how many elements of the image are under the windows, along both axes.
    down: [f32; 2],
    across: *const f32,
}

/// One tap of a row of the planes: an element of each pixel's window goes to the sums of one row of the output or of two.
///
/// # Safety
/// `at` has a vector for each of `N` pixels `next` apart, the filters have one, and the processor has the instructions.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
unsafe fn tap<S: Simd, K: Step, const N: usize, const R: usize>(
    at: *const f32,
    next: usize,
    filters: [*const f32; R],
    sums: [&mut [S::V; N]; R],
) {
    // SAFETY: as the caller says.
    unsafe {
        let mut weights = [S::splat(1.0); R];
        if K::KIND == Kind::Convolution {
            for r in 0..R {
                weights[r] = S::load(filters[r]);
            }
        }
        for i in 0..N {
            let x = S::load(at.add(i * next));
            for r in 0..R {
                let sum = &mut sums[r][i];
                *sum = match K::KIND {
                    Kind::Convolution => S::fma(x, weights[r], *sum),
                    Kind::Maximum => S::at_least(x, *sum),
                    Kind::Mean => S::add(*sum, x),
                };
            }
        }
    }
}

/// Finishes and stores the sums of a row of a tile.
///
/// # Safety
/// As [`compute`].
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
unsafe fn store<S: Simd, K: Step, const N: usize>(tile: &Tile, row: usize, mut sums: [S::V; N]) {
    // SAFETY: as the caller says.
    unsafe {
        if K::KIND == Kind::Mean {
            for i in 0..N {
                let count = tile.down[row] * *tile.across.add(i);
                sums[i] = S::div(sums[i], S::splat(count));
            }
        }
        if let Some(after) = &tile.after {
            epilogue::<S, N>(after, 0, tile.lanes, &mut sums);
        }
        for i in 0..N {
            let out = tile.out.add(row * tile.line + i * tile.channels);
            if tile.lanes == S::LANES {
                S::store(out, sums[i])
            } else {
                S::store_first(out, sums[i], tile.lanes)
            }
        }
    }
}

/// Computes a tile of `N` pixels of one row of the output, or of two whose windows are `apart` rows of the planes apart: less than a
/// window has, so that both take the rows between.
///
/// # Safety
/// The plane holds a vector for each tap of each pixel, the filter a vector in [`BLOCK`] numbers for each tap if `K` is a convolution,
/// `across` a number for each pixel if it is a mean; `out` may be written, and the processor has the instructions.
#[inline(always)]
unsafe fn compute<S: Simd, K: Step, const N: usize, const TWO: bool>(tile: &Tile, apart: usize) {
    // SAFETY: as the caller says.
    unsafe {
        let start = [S::splat(if K::KIND == Kind::Maximum { f32::NEG_INFINITY } else { 0.0 }); N];
        let (mut upper, mut lower) = (start, start);
        let [down, right, next] = tile.steps;
        let [height, width] = tile.taps;
        let filter_of = |row: usize| tile.filter.wrapping_add(row * width * BLOCK);
        let alone = if TWO { apart } else { height };
        for row in 0..alone {
            let (at, filter) = (tile.plane.add(row * down), filter_of(row));
            for i in 0..width {
                tap::<S, K, N, 1>(at.add(i * right), next, [filter.wrapping_add(i * BLOCK)], [&mut upper]);
            }
        }
        if TWO {
            for row in apart..height {
                let (at, first, second) =
                    (tile.plane.add(row * down), filter_of(row), filter_of(row - apart));
                for i in 0..width {
                    let filters = [first.wrapping_add(i * BLOCK), second.wrapping_add(i * BLOCK)];
                    tap::<S, K, N, 2>(at.add(i * right), next, filters, [&mut upper, &mut lower]);
                }
            }
            for row in height..height + apart {
                let (at, filter) = (tile.plane.add(row * down), filter_of(row - apart));
                for i in 0..width {
                    tap::<S, K, N, 1>(
                        at.add(i * right),
                        next,
                        [filter.wrapping_add(i * BLOCK)],
                        [&mut lower],
                    );
                }
            }
        }
        store::<S, K, N>(tile, 0, upper);
        if TWO {
            store::<S, K, N>(tile, 1, lower);
        }
    }
}

impl Image<'_> {
    /// Copies a block of channels of the rows of the input under some rows of the output, and the block's filter.
    ///
    /// # Safety
    /// The processor has the instructions. `scratch` has [`Planes::numbers`], `lines` are at most [`Planes::lines`] of the output, and
    /// there are `count` channels from `channel` on.
    #[inline(always)]
    unsafe fn copy<S: Simd, K: Step>(
        &self,
        lines: &Range<usize>,
        channel: usize,
        count: usize,
        scratch: &mut [f32],
    ) {
        let Depthwise { rows, columns, channels, .. } = *self.geometry;
        let Planes { width, .. } = self.planes;
        let height = self.planes.height(lines.len(), rows.stride);
        let beyond = if K::KIND == Kind::Maximum { f32::NEG_INFINITY } else { 0.0 };
        let (filter, planes) = scratch.split_at_mut(rows.filter * columns.filter * BLOCK);
        if K::KIND == Kind::Convolution {
            for (to, from) in filter.chunks_exact_mut(BLOCK).zip(self.filter.chunks_exact(channels)) {
                to[..count].copy_from_slice(&from[channel..][..count]);
                to[count..].fill(0.0);
            }
        }
        // Columns of the planes that are columns of the image: `left..right`.
        let left = columns.before.min(width);
        let right = (columns.before + columns.input).min(width);
        let size = height * width * S::LANES;
        for y in 0..height {
            let row =
                (lines.start * rows.stride + y).checked_sub(rows.before).filter(|&row| row < rows.input);
            for vector in 0..count.div_ceil(S::LANES) {
                let to = &mut planes[vector * size + y * width * S::LANES..][..width * S::LANES];
                let Some(row) = row else {
                    to.fill(beyond);
                    continue;
                };
                to[..left * S::LANES].fill(beyond);
                to[right * S::LANES..].fill(beyond);
                let lanes = (count - vector * S::LANES).min(S::LANES);
                let from = &self.input[row * columns.input * channels + channel + vector * S::LANES..];
                let pixels = right - left;
                assert!(pixels == 0 || (pixels - 1) * channels + lanes <= from.len(), "pixels of a row");
                let to = &mut to[left * S::LANES..right * S::LANES];
                for (pixel, to) in to.chunks_exact_mut(S::LANES).enumerate() {
                    // SAFETY: the row has so many pixels (asserted), `to` is a vector, and the caller vouches for the instructions.
                    unsafe {
                        let from = from.as_ptr().add(pixel * channels);
                        let value =
                            if lanes == S::LANES { S::load(from) } else { S::load_first(from, lanes) };
                        S::store(to.as_mut_ptr(), value);
                    }
                }
            }
        }
    }

    /// Computes rows of the output.
    ///
    /// # Safety
    /// The processor has the instructions of `S`.
    #[inline(always)]
    unsafe fn lines<S: Simd, K: Step>(&self, lines: Range<usize>, scratch: &mut [f32], out: &mut [f32]) {
        let Depthwise { rows, columns, channels, .. } = *self.geometry;
        let Planes { width, .. } = self.planes;
        assert!(lines.len() <= self.planes.lines && lines.end <= rows.output, "rows of the output");
        assert_eq!(out.len(), lines.len() * columns.output * channels, "the output's rows");
        assert!(scratch.len() >= self.planes.numbers(self.geometry), "scratch memory");
        let size = self.planes.height(lines.len(), rows.stride) * width * S::LANES;
        let across: Vec<f32> = match K::KIND {
            Kind::Mean => (0..columns.output).map(|column| inside(&columns, column).len() as f32).collect(),
            Kind::Convolution | Kind::Maximum => Vec::new(),
        };
        let down = |line: usize| if K::KIND == Kind::Mean { inside(&rows, line).len() as f32 } else { 1.0 };
        // Two rows of the output whose windows overlap are computed together.
        let pairs = rows.dilation == 1 && rows.stride < rows.filter;
        for channel in (0..channels).step_by(BLOCK) {
            let count = BLOCK.min(channels - channel);
            // SAFETY: the caller vouches for the instructions, and the sizes are asserted above.
            unsafe { self.copy::<S, K>(&lines, channel, count, scratch) };
            let (filter, planes) = scratch.split_at(rows.filter * columns.filter * BLOCK);
            for vector in 0..count.div_ceil(S::LANES) {
                let first = vector * S::LANES;
                let lanes = (count - first).min(S::LANES);
                let plane = &planes[vector * size..][..size];
                let after = self.after.map(|after| after.of_columns(channel + first, lanes));
                let mut line = 0;
                while line < lines.len() {
                    let two = pairs && line + 1 < lines.len();
                    let tiles = columns.output.div_ceil(if two { PAIRS } else { PIXELS });
                    let number = lines.start + line;
                    let mut pixel = 0;
                    for left in (1..=tiles).rev() {
                        let pixels = (columns.output - pixel).div_ceil(left);
                        let tile = Tile {
                            plane: plane[(line * rows.stride * width + pixel * columns.stride) * S::LANES..]
                                .as_ptr(),
                            filter: filter[first..].as_ptr(),
                            taps: [rows.filter, columns.filter],
                            steps: [
                                rows.dilation * width * S::LANES,
                                columns.dilation * S::LANES,
                                columns.stride * S::LANES,
                            ],
                            out: out[(line * columns.output + pixel) * channels + channel + first..]
                                .as_mut_ptr(),
                            channels,
                            line: columns.output * channels,
                            after,
                            lanes,
                            down: [down(number), down(number + 1)],
                            across: across.as_ptr().wrapping_add(pixel),
                        };
                        // SAFETY: a plane has the reach of all windows of `lines`, its filter a block for each tap, `out` these pixels
                        // (sizes asserted above), and the caller vouches for the instructions.
                        unsafe {
                            match (pixels, two) {
                                (1, true) => compute::<S, K, 1, true>(&tile, rows.stride),
                                (2, true) => compute::<S, K, 2, true>(&tile, rows.stride),
                                (3, true) => compute::<S, K, 3, true>(&tile, rows.stride),
                                (4, true) => compute::<S, K, 4, true>(&tile, rows.stride),
                                (5, true) => compute::<S, K, 5, true>(&tile, rows.stride),
                                (_, true) => compute::<S, K, 6, true>(&tile, rows.stride),
                                (1, _) => compute::<S, K, 1, false>(&tile, 0),
                                (2, _) => compute::<S, K, 2, false>(&tile, 0),
                                (3, _) => compute::<S, K, 3, false>(&tile, 0),
                                (4, _) => compute::<S, K, 4, false>(&tile, 0),
                                (5, _) => compute::<S, K, 5, false>(&tile, 0),
                                (6, _) => compute::<S, K, 6, false>(&tile, 0),
                                (7, _) => compute::<S, K, 7, false>(&tile, 0),
                                _ => compute::<S, K, 8, false>(&tile, 0),
                            }
                        }
                        pixel += pixels;
                    }
                    line += 1 + usize::from(two);
                }
            }
        }
    }
}

/// Computes rows of the output of an image, at most [`Planes::lines`], with scratch memory of [`Planes::numbers`].
pub(super) type LinesFn = unsafe fn(&Image<'_>, Range<usize>, &mut [f32], &mut [f32]);

macro_rules! lines {
    ($($(#[$attr:meta])* $name:ident: $simd:ty $(, $feature:literal)?;)*) => {$(
        /// # Safety
        /// As [`Image::lines`].
        $(#[$attr])*
        $(#[target_feature(enable = $feature)])?
        pub(super) unsafe fn $name<K: Step>(image: &Image<'_>, lines: Range<usize>, scratch: &mut [f32], out: &mut [f32]) {
            // SAFETY: the caller says that the processor has the instructions of `$simd`.
            unsafe { image.lines::<$simd, K>(lines, scratch, out) }
        }
    )*};
}

lines! {
    #[cfg(target_arch = "x86_64")]
    avx512: Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma";
    #[cfg(target_arch = "x86_64")]
    avx2: Avx2, "avx2,fma";
    baseline: Baseline;
}
