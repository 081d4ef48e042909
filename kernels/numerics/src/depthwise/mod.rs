//! Depthwise convolutions of `f32` images with channels last, and maxima and means under windows, which share their loops.
//!
//! A tile has some neighbouring pixels of a row of the output and one vector of channels, or few pixels and several vectors, kept in
//! registers; it goes over the taps of the filter that lie in the image. Windows that reach beyond the image are tiles of one pixel with
//! fewer taps, so nothing is copied. Filters with many taps go over [copies](planes) instead. A task is some rows of the output.
#![expect(unsafe_code, reason = "vector instructions and pointers into images")]

use smallvec::SmallVec;

mod planes;

use std::ops::Range;

use super::cpu::{InstructionSet, instruction_set};
use super::finish::{After, Then, finish_all};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Baseline, Simd};
use super::split::Split;
use super::tile::Shared;
use planes::{Image, LinesFn, Planes};
use tfrt_ops::window::Window;

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

/// Multiplications below which one thread does all.
const ALONE: usize = 1 << 17;

/// Rows of a task that share what is copied, at least; with larger filters as many as these have.
const TOGETHER: usize = 7;

/// Pixels of the longest tile.
const PIXELS: usize = 8;

/// The reads of one tap: offsets in the image, from the tile's first pixel, and in the filter.
#[derive(Clone, Copy)]
struct Tap {
    image: isize,
    filter: usize,
}

/// One tile's work; all pointers are those of the tile's first channel.
struct Tile<'a> {
    taps: &'a [Tap],
    /// The image, at the first tap of the first pixel if no tap is beyond it.
    image: *const f32,
    /// From the window of one pixel to that of the next.
    step: usize,
    filter: *const f32,
    out: *mut f32,
    channels: usize,
    after: Option<super::tile::After>,
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

/// Computes a tile of `N` pixels and `W` vectors of channels; the first `n` channels of the vector count, if it is the only one.
///
/// # Safety
/// All that taps, pixels and channels name may be read, `out` written, and the processor has the instructions.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
unsafe fn compute<S: Simd, K: Step, const N: usize, const W: usize>(tile: &Tile<'_>, n: usize) {
    // SAFETY: the caller says that all elements of the taps, pixels and channels of the tile may be read,
    // and that `out` may be written there. If `n` is less than a vector, loads and stores access `n` elements
    // only.
    unsafe {
        let is_whole = W > 1 || n == S::LANES;
        let load = |from: *const f32| if is_whole { S::load(from) } else { S::load_first(from, n) };
        let start = S::splat(if K::KIND == Kind::Maximum { f32::NEG_INFINITY } else { 0.0 });
        let mut sums = [[start; N]; W];
        for tap in tile.taps {
            let image = tile.image.offset(tap.image);
            for w in 0..W {
                let weight = match K::KIND {
                    Kind::Convolution => load(tile.filter.add(tap.filter + w * S::LANES)),
                    Kind::Maximum | Kind::Mean => S::splat(1.0),
                };
                for i in 0..N {
                    let x = load(image.add(i * tile.step + w * S::LANES));
                    sums[w][i] = match K::KIND {
                        Kind::Convolution => S::fma(x, weight, sums[w][i]),
                        Kind::Maximum => S::at_least(x, sums[w][i]),
                        Kind::Mean => S::add(sums[w][i], x),
                    };
                }
            }
        }
        for w in 0..W {
            let sums = &mut sums[w];
            if K::KIND == Kind::Mean {
                let count = S::splat(tile.taps.len() as f32);
                sums.iter_mut().for_each(|sum| *sum = S::div(*sum, count));
            }
            if let Some(after) = &tile.after {
                let n = if is_whole { S::LANES } else { n };
                super::tile::epilogue::<S, N>(after, w * S::LANES, n, sums);
            }
            for i in 0..N {
                let out = tile.out.add(i * tile.channels + w * S::LANES);
                if is_whole { S::store(out, sums[i]) } else { S::store_first(out, sums[i], n) }
            }
        }
    }
}

/// Computes a tile of so many pixels and channels: several whole vectors, or a part of one.
type TileFn = unsafe fn(&Tile<'_>, usize, usize);

/// Vectors of channels that a tile of so many pixels has if there are as many: one addition waits for the one before it, and the processor
/// has others to do meanwhile.
fn wide(pixels: usize) -> usize {
    match pixels {
        1 => 8,
        2 => 4,
        3 | 4 => 2,
        _ => 1,
    }
}

macro_rules! tiles {
    ($($(#[$attr:meta])* $name:ident: $simd:ty $(, $feature:literal)?;)*) => {$(
        /// # Safety
        /// As `compute`, of `pixels` pixels, 1 to `PIXELS`, and `n` channels: part of a vector, one, or as many as are [`wide`].
        $(#[$attr])*
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name<K: Step>(tile: &Tile<'_>, pixels: usize, n: usize) {
            // SAFETY: the caller says that the processor has the instructions of `$simd`, that all elements of the taps, pixels
            // and channels may be read, and that `out` may be written there.
            unsafe {
                match (pixels, n > <$simd as Simd>::LANES) {
                    (1, true) => compute::<$simd, K, 1, 8>(tile, n),
                    (2, true) => compute::<$simd, K, 2, 4>(tile, n),
                    (3, true) => compute::<$simd, K, 3, 2>(tile, n),
                    (4, true) => compute::<$simd, K, 4, 2>(tile, n),
                    (1, _) => compute::<$simd, K, 1, 1>(tile, n),
                    (2, _) => compute::<$simd, K, 2, 1>(tile, n),
                    (3, _) => compute::<$simd, K, 3, 1>(tile, n),
                    (4, _) => compute::<$simd, K, 4, 1>(tile, n),
                    (5, _) => compute::<$simd, K, 5, 1>(tile, n),
                    (6, _) => compute::<$simd, K, 6, 1>(tile, n),
                    (7, _) => compute::<$simd, K, 7, 1>(tile, n),
                    _ => compute::<$simd, K, 8, 1>(tile, n),
                }
            }
        }
    )*};
}

tiles! {
    #[cfg(target_arch = "x86_64")]
    avx512: Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma";
    #[cfg(target_arch = "x86_64")]
    avx2: Avx2, "avx2,fma";
    baseline: Baseline;
}

/// For this processor: the tiles, and how many channels they have; and rows by planes.
fn best<K: Step>() -> ((TileFn, usize), LinesFn) {
    match instruction_set() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => ((avx512::<K>, Avx512::LANES), planes::avx512::<K>),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => ((avx2::<K>, Avx2::LANES), planes::avx2::<K>),
        _ => ((baseline::<K>, Baseline::LANES), planes::baseline::<K>),
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
    let Then { after, finish } = then;
    let Depthwise { rows, columns, channels, .. } = geometry;
    assert_eq!(Some(filter.len()), size([rows.filter, columns.filter, *channels, 1]), "the filter's shape");
    assert!(after.is_none_or(|after| after.has(*channels)), "the shape of what comes after");
    if filter.is_empty() && input.len() + out.len() > 0 {
        out.fill(0.0);
        if let Some(after) = after {
            after.apply(out);
        }
        if let Some(finish) = finish {
            finish_all(finish, out, split);
        }
        return;
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
    // Without a way out of the loop, it goes over vectors.
    let is_finite = || filter.iter().fold(true, |all, weight| all & weight.is_finite());
    let planes = Planes::of(geometry).filter(|_| is_finite());
    // Neighbouring rows of a task share what is copied.
    let together = match planes {
        Some(_) => rows.output.div_ceil((rows.output / rows.filter.max(TOGETHER)).max(1)),
        None => 1,
    };
    let per_task = (TASK_WORK / row_work).max(together).clamp(1, lines);
    let (tiles, by_planes) = best::<K>();
    let work = Work { geometry, after, interior: whole(&columns), best: tiles, filtered: !filter.is_empty() };
    let image = rows.input * columns.input * channels;
    let target = Shared(out.as_mut_ptr());
    let tasks = lines.div_ceil(per_task);
    let run = |begin: usize, end: usize| {
        let mut copied = planes.and_then(|planes| Some((planes, split.scratch(planes.numbers(geometry))?)));
        let most = copied.as_ref().map_or(per_task, |(planes, _)| planes.lines);
        let (mut line, end) = (begin * per_task, lines.min(end * per_task));
        while line < end {
            // Rows of one image, so that those of all parts are about as many.
            let first = line % rows.output;
            let left = (end - line).min(rows.output - first);
            let count = left.div_ceil(left.div_ceil(most));
            // SAFETY: each line is one task's, and lies in the output.
            let out = unsafe { std::slice::from_raw_parts_mut(target.at(line * row), count * row) };
            let input = &input[line / rows.output * image..][..image];
            match &mut copied {
                Some((planes, scratch)) => {
                    let image = Image { geometry, planes: *planes, input, filter, after };
                    // SAFETY: the functions are for this processor.
                    unsafe { by_planes(&image, first..first + count, scratch.values_mut(), out) }
                }
                None => {
                    for (number, out) in out.chunks_exact_mut(row).enumerate() {
                        work.line(input, filter, first + number, out);
                    }
                }
            }
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
    /// Pixels of a row whose windows lie between the left and the right border.
    interior: Range<usize>,
    best: (TileFn, usize),
    /// Whether there is a filter.
    filtered: bool,
}

type Taps = SmallVec<[Tap; 32]>;

impl Work<'_> {
    /// The taps of an output pixel that lie in the image; image offsets are from its first element.
    fn taps(&self, row: usize, column: usize) -> Taps {
        let Depthwise { rows, columns, channels, .. } = self.geometry;
        let mut taps = Taps::new();
        for tap_row in inside(rows, row) {
            let y = row * rows.stride + tap_row * rows.dilation - rows.before;
            for tap_column in inside(columns, column) {
                let x = column * columns.stride + tap_column * columns.dilation - columns.before;
                taps.push(Tap {
                    image: ((y * columns.input + x) * channels) as isize,
                    // Windows without a filter may be of any size.
                    filter: if self.filtered {
                        (tap_row * columns.filter + tap_column) * channels
                    } else {
                        0
                    },
                });
            }
        }
        taps
    }

    /// One row of the output.
    fn line(&self, image: &[f32], filter: &[f32], row: usize, out: &mut [f32]) {
        let Depthwise { columns, .. } = self.geometry;
        let mut column = 0;
        while column < columns.output {
            let run = if self.interior.contains(&column) { self.interior.end - column } else { 1 };
            self.run(&self.taps(row, column), image, filter, column, run, out);
            column += run;
        }
    }

    /// Neighbouring pixels with the same taps, which are those of the first.
    fn run(&self, taps: &[Tap], image: &[f32], filter: &[f32], first: usize, count: usize, out: &mut [f32]) {
        let Depthwise { columns, channels, .. } = *self.geometry;
        let (tile_of, lanes) = self.best;
        let step = columns.stride * channels;
        let reach = taps.iter().map(|tap| tap.image as usize + (count - 1) * step + channels).max();
        assert!(reach.is_none_or(|reach| reach <= image.len()), "windows lie in the image");
        let tiles = count.div_ceil(PIXELS);
        let wide = if tiles == 1 { wide(count) * lanes } else { lanes };
        let mut channel = 0;
        while channel < channels {
            let left = channels - channel;
            let n = if left >= wide { wide } else { left.min(lanes) };
            let after = self.after.map(|after| after.of_columns(channel, n));
            let mut pixel = 0;
            for left in (1..=tiles).rev() {
                let pixels = (count - pixel).div_ceil(left);
                let tile = Tile {
                    taps,
                    image: image.as_ptr().wrapping_add(pixel * step + channel),
                    step,
                    filter: if self.filtered { filter[channel..].as_ptr() } else { std::ptr::null() },
                    out: out[(first + pixel) * channels + channel..].as_mut_ptr(),
                    channels,
                    after,
                };
                // SAFETY: the image holds what the taps of all pixels name (asserted above), the filter has a row of
                // channels for each tap, the output has these pixels, and the tiles are for this processor.
                unsafe { tile_of(&tile, pixels, n) };
                pixel += pixels;
            }
            channel += n;
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
        assert!(Planes::of(&geometry).is_some());
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
