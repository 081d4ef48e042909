//! From pixels to positions, and from sums at positions to pixels, for several instruction sets.
#![expect(unsafe_code, reason = "vector instructions, and pointers into images")]

use super::POSITIONS;
use crate::cpu::{InstructionSet, instruction_set};
#[cfg(target_arch = "x86_64")]
use crate::simd::{Avx2, Avx512};
use crate::simd::{Baseline, Simd};
use crate::tile::{self, epilogue};
use tfrt_ops::Precision;

/// The pixels under a tile, row by row.
pub(super) type Pixels = [*const f32; POSITIONS];

/// The storage of transformed pixels.
trait Put<S: Simd> {
    /// Stores a vector: that of the elements from `at` on of those that begin at `to`.
    ///
    /// # Safety
    /// The processor has the instructions, and `to` may be written for these elements.
    unsafe fn put(to: *mut f32, at: usize, vector: S::V);
}

/// As they are.
struct Whole;

impl<S: Simd> Put<S> for Whole {
    #[inline(always)]
    unsafe fn put(to: *mut f32, at: usize, vector: S::V) {
        // SAFETY: the caller says that the processor has the instructions, and that `to` may be written for these elements.
        unsafe { S::store(to.add(at), vector) }
    }
}

/// Rounded to `bf16`, two to a word.
#[cfg(target_arch = "x86_64")]
struct Rounded;

#[cfg(target_arch = "x86_64")]
impl Put<Avx512> for Rounded {
    #[inline(always)]
    unsafe fn put(to: *mut f32, at: usize, vector: std::arch::x86_64::__m512) {
        use std::arch::x86_64::*;
        // SAFETY: the caller says that the processor has the instructions, those of AVX-512 BF16 among them, and that `to` may be written for these
        // elements; both types are vectors of 256 bits, and every pattern of bits is a value of either.
        unsafe {
            let rounded = std::mem::transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(vector));
            _mm256_storeu_si256(to.cast::<u16>().add(at).cast(), rounded);
        }
    }
}

/// `B^T d B` of all channels: at `to` for the first position, and `step` elements of `to` further for each next one, in whole vectors.
///
/// # Safety
/// The pixels may be read for `channels` elements, `to` written for as many whole vectors at each position, and the processor has the
/// instructions.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and vectors stay in registers"
)]
unsafe fn transform_pixels<S: Simd, P: Put<S>>(pixels: &Pixels, channels: usize, to: *mut f32, step: usize) {
    // SAFETY: the caller says that the processor has the instructions, that `channels` elements of each pixel may be read, and that
    // whole vectors for as many may be written at each position. The last vector's loads stop at `channels`.
    unsafe {
        for at in (0..channels).step_by(S::LANES) {
            let n = (channels - at).min(S::LANES);
            let mut d = [S::splat(0.0); POSITIONS];
            for p in 0..POSITIONS {
                let from = pixels[p].add(at);
                d[p] = if n == S::LANES { S::load(from) } else { S::load_first(from, n) };
            }
            let line = |a, b, c, d| [S::sub(a, c), S::add(b, c), S::sub(c, b), S::sub(b, d)];
            let mut half = [S::splat(0.0); POSITIONS];
            for k in 0..4 {
                let column = line(d[k], d[4 + k], d[8 + k], d[12 + k]);
                for i in 0..4 {
                    half[i * 4 + k] = column[i];
                }
            }
            for i in 0..4 {
                let row = line(half[i * 4], half[i * 4 + 1], half[i * 4 + 2], half[i * 4 + 3]);
                for k in 0..4 {
                    P::put(to.add((i * 4 + k) * step), at, row[k]);
                }
            }
        }
    }
}

/// One tile's sums in a panel, and the place of their pixels.
pub(super) struct Sums<'a> {
    /// The sums at the first position.
    pub(super) from: *const f32,
    /// From one position's sums to the next.
    pub(super) step: usize,
    /// Columns of the panel.
    pub(super) columns: usize,
    /// The first pixel, at the panel's first column.
    pub(super) out: *mut f32,
    /// From one row of pixels, and from one pixel of a row, to the next.
    pub(super) steps: (usize, usize),
    /// Pixels down and across that there are.
    pub(super) inside: (usize, usize),
    pub(super) after: Option<&'a tile::After>,
}

/// `A^T m A` of a panel's columns, to pixels. Returns whether all results are finite before what comes after is applied.
///
/// # Safety
/// All positions may be read for whole vectors of the panel's columns, the pixels that are inside may be written, and the processor has
/// the instructions.
#[inline(always)]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and vectors stay in registers"
)]
unsafe fn transform_sums<S: Simd>(sums: &Sums<'_>) -> bool {
    // SAFETY: the caller says that the processor has the instructions, that all positions may be read for whole vectors, and that pixels
    // inside may be written. Of the last vector, only the elements of columns that there are are stored.
    unsafe {
        let zero = S::splat(0.0);
        // A number times zero is zero, an infinity or NaN is NaN, and a sum with NaN stays NaN.
        let mut zeros = zero;
        for at in (0..sums.columns).step_by(S::LANES) {
            let last = (sums.columns - at).min(S::LANES);
            let mut m = [zero; POSITIONS];
            for p in 0..POSITIONS {
                m[p] = S::load(sums.from.add(p * sums.step + at));
            }
            let line = |a, b, c, d| [S::add(S::add(a, b), c), S::sub(S::sub(b, c), d)];
            let mut half = [zero; 8];
            for k in 0..4 {
                let column = line(m[k], m[4 + k], m[8 + k], m[12 + k]);
                half[k] = column[0];
                half[4 + k] = column[1];
            }
            let [first, second] = line(half[0], half[1], half[2], half[3]);
            let [third, fourth] = line(half[4], half[5], half[6], half[7]);
            let mut pixels = [first, second, third, fourth];
            for pixel in pixels {
                zeros = S::fma(pixel, zero, zeros);
            }
            if let Some(after) = sums.after {
                epilogue::<S, 4>(after, at, last, &mut pixels);
            }
            for i in 0..4 {
                if i / 2 < sums.inside.0 && i % 2 < sums.inside.1 {
                    let out = sums.out.add(i / 2 * sums.steps.0 + i % 2 * sums.steps.1 + at);
                    if last == S::LANES {
                        S::store(out, pixels[i])
                    } else {
                        S::store_first(out, pixels[i], last)
                    }
                }
            }
        }
        let mut all = [0.0; 16];
        S::store(all.as_mut_ptr(), zeros);
        all.iter().all(|x| *x == 0.0)
    }
}

/// The transforms for one kind of vectors.
pub(super) struct Transforms {
    pub(super) pixels: unsafe fn(&Pixels, usize, *mut f32, usize),
    pub(super) sums: unsafe fn(&Sums<'_>) -> bool,
}

macro_rules! transforms {
    ($($(#[$attr:meta])* $name:ident: $simd:ty, $put:ty $(, $feature:literal)?;)*) => {$(
        $(#[$attr])*
        static $name: Transforms = {
            /// # Safety
            /// As `transform_pixels`.
            $(#[target_feature(enable = $feature)])?
            unsafe fn pixels(pixels: &Pixels, channels: usize, to: *mut f32, step: usize) {
                // SAFETY: the caller says that the processor has the instructions of `$simd`, that the pixels may be read for
                // `channels` elements, and that `to` may be written for as many whole vectors at each position.
                unsafe { transform_pixels::<$simd, $put>(pixels, channels, to, step) }
            }
            /// # Safety
            /// As `transform_sums`.
            $(#[target_feature(enable = $feature)])?
            unsafe fn sums(sums: &Sums<'_>) -> bool {
                // SAFETY: the caller says that the processor has the instructions of `$simd`, that all positions may be read for whole
                // vectors of the panel's columns, and that the pixels that are inside may be written.
                unsafe { transform_sums::<$simd>(sums) }
            }
            Transforms { pixels, sums }
        };
    )*};
}

transforms! {
    #[cfg(target_arch = "x86_64")]
    AVX512_BF16: Avx512, Rounded, "avx512f,avx512bw,avx512dq,avx512vl,avx512bf16,avx2,fma";
    #[cfg(target_arch = "x86_64")]
    AVX512: Avx512, Whole, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma";
    #[cfg(target_arch = "x86_64")]
    AVX2: Avx2, Whole, "avx2,fma";
    BASELINE: Baseline, Whole;
}

impl Transforms {
    /// Those for this processor, and for products of a precision that [applies](super::applies).
    pub(super) fn best(precision: Precision) -> &'static Transforms {
        match instruction_set() {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 if precision == Precision::Bf16 => &AVX512_BF16,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => &AVX512,
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => &AVX2,
            _ => &BASELINE,
        }
    }
}
