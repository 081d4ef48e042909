//! Tiles: the sums of some neighbouring pixels, in one row or in two.
#![expect(unsafe_code, reason = "vector instructions and pointers into images")]

use std::ops::Range;

use crate::simd::Simd;

/// Pixels of the longest tile.
const PIXELS: usize = 8;

/// Pixels of each row of the longest tile of two rows, if windows have more than three taps along a row.
const PIXELS_OF_TWO: usize = 6;

/// One tile's work; all pointers are those of the tile's first channel, at the first tap that lies in the image.
pub(super) struct Tile {
    /// Taps that lie in the image, along both axes.
    pub(super) taps: [usize; 2],
    pub(super) image: *const f32,
    /// From one tap to the next in the image, along both axes: numbers.
    pub(super) steps: [usize; 2],
    /// From the window of one pixel to that of the next.
    pub(super) next: usize,
    /// The columns of the image, counted from that of the first tap of the tile's first pixel, in taps. Where windows [share](Tile::is_shared)
    /// elements, others are passed over; for other tiles all taps lie in the image.
    pub(super) inside: Range<isize>,
    pub(super) filter: *const f32,
    /// From one tap to the next in the filter, along both axes.
    pub(super) filter_steps: [usize; 2],
    pub(super) out: *mut f32,
    pub(super) channels: usize,
    pub(super) after: Option<crate::tile::After>,
    /// The tile's first channel among those of `after`.
    pub(super) first: usize,
}

/// The operation on the elements under a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Each is multiplied with the filter's, and they are added up.
    Convolution,
    /// The largest is taken; NaNs are passed over.
    Maximum,
    /// They are added up, and divided by how many there are.
    Mean,
}

/// Kinds as parameters of functions.
pub(super) trait Step {
    const KIND: Kind;
}

pub(super) struct Convolution;
pub(super) struct Maximum;
pub(super) struct Mean;

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
            // SAFETY: the caller says that the processor has the instructions, which are of registers alone.
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
                    if tile.has::<N, SHARED>(I) {
                        let x = load(image.wrapping_add(I * right));
                        add_shared::<S, N, SHARED, I>(x, &weights, &mut sums[0]);
                    }
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
                crate::tile::epilogue::<S, N>(after, tile.first + w * S::LANES, n, sums);
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
            if tile.has::<N, SHARED>(I) {
                let x = load::<S>(tile.image.wrapping_add(I * right), n);
                add_shared::<S, N, SHARED, I>(x, &weights, &mut first);
            }
        });
        for row in 1..height {
            let (before, image) = (weights, tile.image.wrapping_add(row * down));
            let filter = tile.filter.wrapping_add(row * filter_down);
            for tap in 0..SHARED {
                weights[tap] = load::<S>(filter.wrapping_add(tap * filter_right), n);
            }
            each_shared!(N + SHARED - 1, |I| {
                if tile.has::<N, SHARED>(I) {
                    let x = load::<S>(image.wrapping_add(I * right), n);
                    add_shared::<S, N, SHARED, I>(x, &weights, &mut first);
                    add_shared::<S, N, SHARED, I>(x, &before, &mut second);
                }
            });
        }
        let image = tile.image.wrapping_add(height * down);
        each_shared!(N + SHARED - 1, |I| {
            if tile.has::<N, SHARED>(I) {
                let x = load::<S>(image.wrapping_add(I * right), n);
                add_shared::<S, N, SHARED, I>(x, &weights, &mut second);
            }
        });
        let mut sums = [first, second];
        for r in 0..2 {
            let sums = &mut sums[r];
            if let Some(after) = &tile.after {
                crate::tile::epilogue::<S, N>(after, tile.first, n, sums);
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
    // SAFETY: the caller says that the first `n` elements may be read and that the processor has the instructions; a whole vector has `LANES`.
    unsafe { if n == S::LANES { S::load(from) } else { S::load_first(from, n) } }
}

/// Vectors of channels that a tile of one pixel has: one addition waits for the one before it, and the processor has others to do meanwhile.
pub(super) const WIDE: usize = 4;

impl Tile {
    /// Whether element `at` of a row under a tile of `N` pixels, counted in taps, lies in the image. Those that are no window's first or last
    /// ones do, and those of windows of three taps.
    #[inline(always)]
    fn has<const N: usize, const SHARED: usize>(&self, at: usize) -> bool {
        SHARED == 3 || (at + 1 >= SHARED && at < N) || self.inside.contains(&(at as isize))
    }

    /// Whether neighbouring pixels, of which there are so many, share elements of the image, and there are tiles for so many taps.
    #[inline(always)]
    pub(super) fn is_shared(&self, pixels: usize) -> bool {
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
        // SAFETY: the caller says that elements under all taps of both rows of pixels may be read, that their results may be written, and that the
        // processor has the instructions. It calls this for windows that share elements: they are one tap apart, and have 3, 5 or 7 taps.
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
        // SAFETY: the caller says that all that taps, pixels and channels name may be read, that the results may be written, and that the processor
        // has the instructions. Tiles that share elements are of windows one tap apart, as `is_shared` says.
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
    pub(super) unsafe fn run<S: Simd, K: Step>(&mut self, count: usize, n: usize, line: Option<usize>) {
        // SAFETY: the caller says that all that taps, pixels and channels name may be read, that the results may be written, in the next row as well if
        // there is a `line`, and that the processor has the instructions. Pointers go from one tile of the run to the next.
        unsafe {
            if count == 1 && n > S::LANES {
                return compute::<S, K, 1, WIDE, 0>(self, n);
            }
            for _ in 0..n.div_ceil(S::LANES) {
                let (image, out, inside) = (self.image, self.out, self.inside.clone());
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
                    // Elements that are passed over are those of windows one column apart.
                    let columns = pixels as isize;
                    self.inside =
                        self.inside.start.saturating_sub(columns)..self.inside.end.saturating_sub(columns);
                    pixel += pixels;
                }
                self.image = image.wrapping_add(S::LANES);
                self.out = out.wrapping_add(S::LANES);
                self.inside = inside;
                self.filter = self.filter.wrapping_add(S::LANES);
                self.first += S::LANES;
            }
        }
    }
}
