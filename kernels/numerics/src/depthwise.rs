//! Depthwise convolutions of `f32` images with channels last, and maxima and means under windows, which share their loops.
//!
//! A tile has some neighbouring pixels of a row of the output and one vector of channels, or one pixel and several vectors, kept in
//! registers; it goes over the taps of the filter that lie in the image, which are a rectangle. Windows that reach beyond the image are tiles of
//! one pixel with fewer taps, so nothing is copied. Two rows of whole windows one row apart
//! are one tile where there are registers enough. A task is some rows of the output.
#![expect(unsafe_code, reason = "vector instructions and pointers into images")]

use std::ops::Range;

use smallvec::SmallVec;
use tfrt_ops::window::Window;

use super::cpu::{InstructionSet, instruction_set};
use super::finish::{After, Then};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Baseline, Simd};
use super::split::Split;
use super::tile::Shared;

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

/// Pixels of the longest tile.
const PIXELS: usize = 8;

/// Pixels of each row of the longest tile of two rows, if windows have more than three taps along a row.
const PIXELS_OF_TWO: usize = 6;

/// One tile's work; all pointers are those of the tile's first channel, at the first tap that lies in the image.
struct Tile {
    /// Taps that lie in the image, along both axes.
    taps: [usize; 2],
    image: *const f32,
    /// From one tap to the next in the image, along both axes: numbers.
    steps: [usize; 2],
    /// From the window of one pixel to that of the next.
    next: usize,
    filter: *const f32,
    /// From one tap to the next in the filter, along both axes.
    filter_steps: [usize; 2],
    out: *mut f32,
    channels: usize,
    after: Option<super::tile::After>,
    /// The tile's first channel among those of `after`.
    first: usize,
}

/// The operation on the elements under a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Each is multiplied with the filter's, and they are added up.
    Convolution,
    /// The largest is taken; NaNs are passed over.
    Maximum,
    /// They are added up, and divided by how many there are.
    Mean,
}

/// Kinds as parameters of functions.
trait Step {
    const KIND: Kind;
}

struct Convolution;
struct Maximum;
struct Mean;

impl Step for Convolution {
    const KIND: Kind = Kind::Convolution;
}

impl Step for Maximum {
    const KIND: Kind = Kind::Maximum;
}

impl Step for Mean {
    const KIND: Kind = Kind::Mean;
}

/// Runs a block for each number below a limit, at most that of the elements under the longest tile, as a constant: loops over so many are not unrolled, and
/// sums with numbers that are not constants are kept in memory.
macro_rules! each_shared {
    ($limit:expr, |$i:ident| $block:block) => {
        each_shared!(@ $limit, $i, $block, 0 1 2 3 4 5 6 7 8 9 10 11 12 13)
    };
    (@ $limit:expr, $i:ident, $block:block, $($number:literal)*) => {
        $(
            if $number < $limit {
                const $i: usize = $number;
                $block
            }
        )*
    };
}

/// Adds the products of element `I` under a tile of `N` pixels whose windows are one tap apart.
///
/// # Safety
/// The processor has the instructions.
#[inline(always)]
unsafe fn add_shared<S: Simd, const N: usize, const SHARED: usize, const I: usize>(
    x: S::V,
    weights: &[S::V; SHARED],
    sums: &mut [S::V; N],
) {
    for tap in 0..SHARED {
        if tap <= I && I - tap < N {
            // SAFETY: as the caller says.
            sums[I - tap] = unsafe { S::fma(x, weights[tap], sums[I - tap]) };
        }
    }
}

/// Computes a tile of `N` pixels and `W` vectors of channels; the first `n` channels of the vector count, if it is the only one. If `SHARED`
/// is not 0, the tile is of a convolution and one vector, has so many taps along a row, and the windows of neighbouring pixels are one tap
/// apart: each element of the image is read once for all of them. Without optimisations it stays a function of its own: all tiles in one would need more
/// stack than a thread has.
///
/// # Safety
/// All that taps, pixels and channels name may be read, `out` written, and the processor has the instructions.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
unsafe fn compute<S: Simd, K: Step, const N: usize, const W: usize, const SHARED: usize>(
    tile: &Tile,
    n: usize,
) {
    // SAFETY: the caller says that all elements of the taps, pixels and channels of the tile may be read,
    // and that `out` may be written there. If `n` is less than a vector, loads and stores access `n` elements
    // only.
    unsafe {
        let is_whole = W > 1 || n == S::LANES;
        let load = |from: *const f32| if is_whole { S::load(from) } else { S::load_first(from, n) };
        let start = S::splat(if K::KIND == Kind::Maximum { f32::NEG_INFINITY } else { 0.0 });
        let mut sums = [[start; N]; W];
        let ([height, width], [down, right], [filter_down, filter_right]) =
            (tile.taps, tile.steps, tile.filter_steps);
        for row in 0..height {
            let mut image = tile.image.wrapping_add(row * down);
            let mut filter = tile.filter.wrapping_add(row * filter_down);
            if SHARED > 0 {
                let mut weights = [start; SHARED];
                for tap in 0..SHARED {
                    weights[tap] = load(filter.wrapping_add(tap * filter_right));
                }
                each_shared!(N + SHARED - 1, |I| {
                    let x = load(image.add(I * right));
                    add_shared::<S, N, SHARED, I>(x, &weights, &mut sums[0]);
                });
                continue;
            }
            for _ in 0..width {
                for w in 0..W {
                    let weight = match K::KIND {
                        Kind::Convolution => load(filter.add(w * S::LANES)),
                        Kind::Maximum | Kind::Mean => S::splat(1.0),
                    };
                    for i in 0..N {
                        let x = load(image.add(i * tile.next + w * S::LANES));
                        sums[w][i] = match K::KIND {
                            Kind::Convolution => S::fma(x, weight, sums[w][i]),
                            Kind::Maximum => S::at_least(x, sums[w][i]),
                            Kind::Mean => S::add(sums[w][i], x),
                        };
                    }
                }
                image = image.wrapping_add(right);
                filter = filter.wrapping_add(filter_right);
            }
        }
        for w in 0..W {
            let sums = &mut sums[w];
            if K::KIND == Kind::Mean {
                let count = S::splat((height * width) as f32);
                sums.iter_mut().for_each(|sum| *sum = S::div(*sum, count));
            }
            if let Some(after) = &tile.after {
                let n = if is_whole { S::LANES } else { n };
                super::tile::epilogue::<S, N>(after, tile.first + w * S::LANES, n, sums);
            }
            for i in 0..N {
                let out = tile.out.add(i * tile.channels + w * S::LANES);
                if is_whole { S::store(out, sums[i]) } else { S::store_first(out, sums[i], n) }
            }
        }
    }
}

/// Computes a tile of `N` pixels in each of two rows of the output whose windows are one row apart, of a convolution and one vector of channels, as
/// `compute` does with `SHARED` taps along a row: each element of the image is read once for both rows.
///
/// # Safety
/// As [`compute`]; the second row's windows are one row of taps below the first one's, and its pixels are `line` elements after those of the first.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline(never))]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
unsafe fn compute_two<S: Simd, const N: usize, const SHARED: usize>(tile: &Tile, line: usize, n: usize) {
    // SAFETY: the caller says that all elements of the taps, pixels and channels of the tile's two rows may be read, and that `out` may be
    // written there. If `n` is less than a vector, loads and stores access `n` elements only.
    unsafe {
        let is_whole = n == S::LANES;
        let zero = S::splat(0.0);
        let (mut first, mut second) = ([zero; N], [zero; N]);
        let ([height, _], [down, right], [filter_down, filter_right]) =
            (tile.taps, tile.steps, tile.filter_steps);
        // The weights of a row of taps meet a row of the image for the first row of the output, and the next one for the second.
        let mut weights = [zero; SHARED];
        for tap in 0..SHARED {
            weights[tap] = load::<S>(tile.filter.wrapping_add(tap * filter_right), n);
        }
        each_shared!(N + SHARED - 1, |I| {
            let x = load::<S>(tile.image.add(I * right), n);
            add_shared::<S, N, SHARED, I>(x, &weights, &mut first);
        });
        for row in 1..height {
            let (before, image) = (weights, tile.image.wrapping_add(row * down));
            let filter = tile.filter.wrapping_add(row * filter_down);
            for tap in 0..SHARED {
                weights[tap] = load::<S>(filter.wrapping_add(tap * filter_right), n);
            }
            each_shared!(N + SHARED - 1, |I| {
                let x = load::<S>(image.add(I * right), n);
                add_shared::<S, N, SHARED, I>(x, &weights, &mut first);
                add_shared::<S, N, SHARED, I>(x, &before, &mut second);
            });
        }
        let image = tile.image.wrapping_add(height * down);
        each_shared!(N + SHARED - 1, |I| {
            let x = load::<S>(image.add(I * right), n);
            add_shared::<S, N, SHARED, I>(x, &weights, &mut second);
        });
        let mut sums = [first, second];
        for r in 0..2 {
            let sums = &mut sums[r];
            if let Some(after) = &tile.after {
                super::tile::epilogue::<S, N>(after, tile.first, n, sums);
            }
            for i in 0..N {
                let out = tile.out.add(r * line + i * tile.channels);
                if is_whole { S::store(out, sums[i]) } else { S::store_first(out, sums[i], n) }
            }
        }
    }
}

/// The first `n` elements of a vector.
///
/// # Safety
/// The elements may be read, and the processor has the instructions.
#[inline(always)]
unsafe fn load<S: Simd>(from: *const f32, n: usize) -> S::V {
    // SAFETY: as the caller says.
    unsafe { if n == S::LANES { S::load(from) } else { S::load_first(from, n) } }
}

/// Vectors of channels that a tile of one pixel has: one addition waits for the one before it, and the processor has others to do meanwhile.
const WIDE: usize = 4;

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
    let work = Work { geometry, after, filter, runs: runs(&columns) };
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
    /// The taps, and the column of the image at the first of them, of the first pixel.
    taps: Range<usize>,
    column: usize,
}

/// The runs of a row.
fn runs(columns: &Window) -> SmallVec<[Run; 8]> {
    let (interior, mut runs) = (whole(columns), SmallVec::new());
    let mut first = 0;
    while first < columns.output {
        let count = if interior.contains(&first) { interior.end - first } else { 1 };
        let taps = inside(columns, first);
        runs.push(Run { first, count, column: place(columns, first, &taps), taps });
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
                    let mut tile = Tile {
                        taps: [taps.len(), run.taps.len()],
                        image: image
                            .as_ptr()
                            .wrapping_add((row * columns.input + run.column) * channels + channel),
                        steps: [rows.dilation * columns.input * channels, columns.dilation * channels],
                        next: columns.stride * channels,
                        filter: self.filter.as_ptr().wrapping_add(filter),
                        filter_steps,
                        out: out[run.first * channels + channel..].as_mut_ptr(),
                        channels,
                        after,
                        first: 0,
                    };
                    // SAFETY: the taps of all pixels of a run lie in the image, which has the size asserted above, as the output has, also one row
                    // further down if there are two; the filter has a row of channels for each tap, and the caller vouches for the instructions.
                    unsafe {
                        if together == 2 && tile.is_shared(run.count) {
                            tile.run::<S, K>(run.count, n, Some(line));
                            continue;
                        }
                        for _ in 0..together {
                            let start = (tile.image, tile.filter, tile.out);
                            tile.run::<S, K>(run.count, n, None);
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

impl Tile {
    /// Whether neighbouring pixels, of which there are so many, share elements of the image, and there are tiles for so many taps.
    #[inline(always)]
    fn is_shared(&self, pixels: usize) -> bool {
        self.steps[1] == self.next && pixels > 1 && matches!(self.taps[1], 3 | 5 | 7)
    }

    /// Computes so many pixels, more than one and at most [`PIXELS`], in two rows whose windows [share](Self::is_shared) elements.
    ///
    /// # Safety
    /// As [`compute_two`].
    #[inline(always)]
    unsafe fn pixels_of_two<S: Simd>(&self, pixels: usize, line: usize, n: usize) {
        macro_rules! tile {
            ($shared:literal) => {
                match pixels {
                    1 => compute_two::<S, 1, $shared>(self, line, n),
                    2 => compute_two::<S, 2, $shared>(self, line, n),
                    3 => compute_two::<S, 3, $shared>(self, line, n),
                    4 => compute_two::<S, 4, $shared>(self, line, n),
                    5 => compute_two::<S, 5, $shared>(self, line, n),
                    6 => compute_two::<S, 6, $shared>(self, line, n),
                    7 => compute_two::<S, 7, $shared>(self, line, n),
                    _ => compute_two::<S, 8, $shared>(self, line, n),
                }
            };
        }
        // SAFETY: as the caller says; windows next to each other are one tap apart.
        unsafe {
            match self.taps[1] {
                3 => tile!(3),
                5 => tile!(5),
                _ => tile!(7),
            }
        }
    }

    /// Computes so many pixels, at most [`PIXELS`], of the first `n` channels of a vector.
    ///
    /// # Safety
    /// As [`compute`].
    #[inline(always)]
    unsafe fn pixels<S: Simd, K: Step>(&self, pixels: usize, n: usize) {
        let shared = K::KIND == Kind::Convolution && self.is_shared(pixels);
        macro_rules! tile {
            ($shared:literal) => {
                match pixels {
                    1 => compute::<S, K, 1, 1, 0>(self, n),
                    2 => compute::<S, K, 2, 1, $shared>(self, n),
                    3 => compute::<S, K, 3, 1, $shared>(self, n),
                    4 => compute::<S, K, 4, 1, $shared>(self, n),
                    5 => compute::<S, K, 5, 1, $shared>(self, n),
                    6 => compute::<S, K, 6, 1, $shared>(self, n),
                    7 => compute::<S, K, 7, 1, $shared>(self, n),
                    _ => compute::<S, K, 8, 1, $shared>(self, n),
                }
            };
        }
        // SAFETY: as the caller says; windows next to each other are one tap apart.
        unsafe {
            match self.taps[1] {
                3 if shared => tile!(3),
                5 if shared => tile!(5),
                7 if shared => tile!(7),
                _ => tile!(0),
            }
        }
    }

    /// Computes so many pixels from the tile's first on, of `n` channels: part of a vector, one, or [`WIDE`] of them; also in the next row, `line` elements
    /// further on, if it is given and they are [shared](Self::is_shared).
    ///
    /// # Safety
    /// As [`compute`], or as [`compute_two`].
    #[inline(always)]
    unsafe fn run<S: Simd, K: Step>(&mut self, count: usize, n: usize, line: Option<usize>) {
        // SAFETY: as the caller says; pointers go from one tile of the run to the next.
        unsafe {
            if count == 1 && n > S::LANES {
                return compute::<S, K, 1, WIDE, 0>(self, n);
            }
            for _ in 0..n.div_ceil(S::LANES) {
                let (image, out) = (self.image, self.out);
                // The sums of two rows leave fewer registers for weights.
                let most = if line.is_some() && self.taps[1] > 3 { PIXELS_OF_TWO } else { PIXELS };
                let tiles = count.div_ceil(most);
                let mut pixel = 0;
                for left in (1..=tiles).rev() {
                    let pixels = (count - pixel).div_ceil(left);
                    match line {
                        Some(line) => self.pixels_of_two::<S>(pixels, line, n.min(S::LANES)),
                        None => self.pixels::<S, K>(pixels, n.min(S::LANES)),
                    }
                    self.image = self.image.wrapping_add(pixels * self.next);
                    self.out = self.out.wrapping_add(pixels * self.channels);
                    pixel += pixels;
                }
                self.image = image.wrapping_add(S::LANES);
                self.out = out.wrapping_add(S::LANES);
                self.filter = self.filter.wrapping_add(S::LANES);
                self.first += S::LANES;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finish::Scale;
    use crate::split::tests::{ALONE, Backwards};
    use tfrt_ops::window::Padding;

    #[test]
    fn weights_that_are_infinite_meet_no_zeros_of_the_border() {
        let window = Window::new(12, 5, 1, 1, Padding::Same, None).expect("the window fits");
        let geometry = Depthwise { batch: 1, rows: window, columns: window, channels: 3 };
        let mut filter = vec![1.0; 5 * 5 * 3];
        filter[0] = f32::INFINITY;
        let mut out = vec![f32::NAN; 12 * 12 * 3];
        convolve_by_channel(&geometry, &[1.0; 12 * 12 * 3], &filter, Then::default(), &mut out, ALONE);
        // The first tap of the first pixels is beyond the image.
        assert_eq!([out[0], out[1]], [9.0, 9.0]);
        assert_eq!(out[(2 * 12 + 2) * 3], f32::INFINITY);
    }

    #[test]
    fn each_channel_is_convolved_by_itself() {
        let cases = [
            ([5, 7], [3, 3], [1, 1], [1, 1], Padding::Same, 8),
            ([15, 27], [3, 3], [1, 1], [1, 1], Padding::Same, 35),
            ([12, 12], [5, 5], [2, 2], [1, 1], Padding::Same, 19),
            ([9, 8], [3, 2], [1, 2], [2, 3], Padding::Valid, 16),
            ([3, 3], [7, 7], [1, 1], [1, 1], Padding::Same, 4),
            ([6, 6], [3, 3], [1, 1], [4, 4], Padding::Same, 4),
            ([2, 2], [3, 3], [1, 1], [1, 1], Padding::Explicit, 3),
            ([4, 4], [1, 1], [3, 3], [1, 1], Padding::Same, 5),
            ([3, 4], [3, 3], [1, 1], [1, 1], Padding::Same, 300),
            ([15, 27], [5, 5], [1, 1], [1, 1], Padding::Same, 35),
            ([40, 31], [5, 5], [1, 1], [1, 1], Padding::Same, 8),
            ([12, 21], [7, 7], [1, 1], [1, 1], Padding::Same, 24),
            ([13, 30], [5, 5], [1, 1], [2, 2], Padding::Same, 19),
            ([12, 18], [5, 4], [1, 1], [1, 1], Padding::Valid, 16),
            ([1, 12], [9, 9], [1, 1], [1, 1], Padding::Same, 3),
            ([16, 200], [7, 7], [1, 1], [1, 1], Padding::Same, 5),
            ([3, 5], [3, 3], [1, 1], [1, 1], Padding::Same, 70),
            ([2, 6], [3, 3], [1, 1], [1, 1], Padding::Same, 150),
        ];
        for (size, filter_size, stride, dilation, padding, channels) in cases {
            let explicit = (padding == Padding::Explicit).then_some((2, 1));
            let window = |axis: usize| {
                Window::new(size[axis], filter_size[axis], stride[axis], dilation[axis], padding, explicit)
                    .expect("the window fits")
            };
            let (rows, columns, batch) = (window(0), window(1), 2);
            let geometry = Depthwise { batch, rows, columns, channels };
            let input: Vec<f32> =
                (0..batch * size[0] * size[1] * channels).map(|i| (i % 11) as f32 - 5.0).collect();
            let taps = filter_size[0] * filter_size[1];
            let filter: Vec<f32> = (0..taps * channels).map(|i| (i % 7) as f32 - 3.0).collect();
            let bias: Vec<f32> = (0..channels).map(|i| i as f32 * 0.5).collect();
            let factor: Vec<f32> = (0..channels).map(|i| (i % 3) as f32 - 0.5).collect();
            let scale = Some(Scale { before: Some(&factor), mean: Some(&bias), factor: &factor });
            let after = After { scale, bias: &bias, low: -20.0, high: 30.0 };
            let backwards = Backwards::default();
            let mut largest = vec![f32::NAN; batch * rows.output * columns.output * channels];
            let mut middle = largest.clone();
            maxima(&geometry, &input, &mut largest, backwards.split());
            means(&geometry, &input, &mut middle, backwards.split());
            for after in [None, Some(after)] {
                let mut out = vec![f32::NAN; batch * rows.output * columns.output * channels];
                let finish = |_: usize, part: &mut [f32]| part.iter_mut().for_each(|x| *x = -*x);
                let then = Then { after, finish: Some(&finish) };
                convolve_by_channel(&geometry, &input, &filter, then, &mut out, backwards.split());
                out.iter_mut().for_each(|x| *x = -*x);
                for (at, &got) in out.iter().enumerate() {
                    let (channel, rest) = (at % channels, at / channels);
                    let (column, rest) = (rest % columns.output, rest / columns.output);
                    let (row, image) = (rest % rows.output, rest / rows.output);
                    let (mut sum, mut total, mut count, mut most) = (0.0, 0.0, 0.0f32, f32::NEG_INFINITY);
                    for tap_row in 0..rows.filter {
                        let Some(y) = rows.position(row, tap_row) else { continue };
                        for tap_column in 0..columns.filter {
                            let Some(x) = columns.position(column, tap_column) else { continue };
                            let pixel = ((image * size[0] + y) * size[1] + x) * channels + channel;
                            most = most.max(input[pixel]);
                            total += input[pixel];
                            count += 1.0;
                            sum += input[pixel]
                                * filter[(tap_row * columns.filter + tap_column) * channels + channel];
                        }
                    }
                    assert_eq!(
                        largest[at], most,
                        "{size:?} {filter_size:?} at {image}, {row}, {column}, {channel}"
                    );
                    assert!(middle[at] == total / count || count == 0.0);
                    if let Some(after) = after {
                        let scaled =
                            (sum + factor[channel] - bias[channel]) * factor[channel] + bias[channel];
                        sum = scaled.clamp(after.low, after.high);
                    }
                    assert_eq!(got, sum, "{size:?} {filter_size:?} at {image}, {row}, {column}, {channel}");
                }
            }
        }
    }
}
