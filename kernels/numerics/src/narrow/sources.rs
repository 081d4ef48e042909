//! From the elements of factors to narrow numbers.
#![expect(unsafe_code, reason = "vector instructions")]

use std::ops::Range;

use half::bf16;

use super::product::{Left, Words};
use super::unit::{Kind, Unit};
use crate::cpu::multiversioned;
use crate::split::Split;

/// Makes elements narrow.
pub(crate) trait Source: Sync + Copy {
    /// The elements.
    type Element: Copy + Sync;

    /// Bytes of a narrow number.
    fn size(&self) -> usize;

    /// Makes elements narrow: each fills its bytes of `to`, which has as many.
    fn narrow(&self, from: &[Self::Element], to: &mut [u8]);

    /// Fills in what stands for zero.
    fn zero(&self, to: &mut [u8]);
}

/// `f32` to `bf16`.
#[derive(Clone, Copy)]
pub(crate) struct Rounded;

impl Source for Rounded {
    type Element = f32;

    fn size(&self) -> usize {
        Kind::Bf16.size()
    }

    fn narrow(&self, from: &[f32], to: &mut [u8]) {
        assert_eq!(size_of::<u16>() * from.len(), to.len(), "as many numbers");
        #[cfg(target_arch = "x86_64")]
        if super::vectors::has_pairs() {
            // SAFETY: the processor has the instructions, and there are as many numbers.
            return unsafe { round_by_vectors(from, to) };
        }
        for (&from, to) in from.iter().zip(to.chunks_exact_mut(size_of::<u16>())) {
            to.copy_from_slice(&bf16::from_f32(from).to_le_bytes());
        }
    }

    fn zero(&self, to: &mut [u8]) {
        to.fill(0);
    }
}

/// # Safety
/// The processor has the instructions, and `to` has two bytes for each number.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bf16")]
unsafe fn round_by_vectors(from: &[f32], to: &mut [u8]) {
    use std::arch::x86_64::*;

    const LANES: usize = 16;
    let (count, from, to) = (from.len(), from.as_ptr(), to.as_mut_ptr().cast::<u16>());
    let mut at = 0;
    // SAFETY: the caller says that there is room for each number; vectors are whole up to the last ones, whose masks have a bit for each number that is left.
    unsafe {
        while at + 2 * LANES <= count {
            let (low, high) = (_mm512_loadu_ps(from.add(at)), _mm512_loadu_ps(from.add(at + LANES)));
            let pairs = _mm512_cvtne2ps_pbh(high, low);
            _mm512_storeu_si512(to.add(at).cast(), std::mem::transmute::<__m512bh, __m512i>(pairs));
            at += 2 * LANES;
        }
        while at < count {
            let mask = u16::MAX >> (LANES - (count - at).min(LANES));
            let pairs = _mm512_cvtneps_pbh(_mm512_maskz_loadu_ps(mask, from.add(at)));
            let words = std::mem::transmute::<__m256bh, __m256i>(pairs);
            _mm256_mask_storeu_epi16(to.add(at).cast(), mask, words);
            at += LANES;
        }
    }
}

/// Elements that are narrow already, of this many bytes.
#[derive(Clone, Copy)]
pub(crate) struct Ready<const N: usize> {
    /// The byte that all bytes of a zero are.
    pub zero: u8,
}

impl<const N: usize> Source for Ready<N> {
    type Element = [u8; N];

    fn size(&self) -> usize {
        N
    }

    #[inline]
    fn narrow(&self, from: &[[u8; N]], to: &mut [u8]) {
        copy_few(from.as_flattened(), to);
    }

    fn zero(&self, to: &mut [u8]) {
        to.fill(self.zero);
    }
}

/// Copies bytes, in two overlapping vectors if they are few: the runs of images of few channels are short, and a call of a function would take
/// longer than the copy.
#[inline]
fn copy_few(from: &[u8], to: &mut [u8]) {
    #[inline(always)]
    fn by_two<const N: usize>(from: &[u8], to: &mut [u8]) -> bool {
        let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else {
            return false;
        };
        let Some(start) = to.first_chunk_mut() else { return false };
        *start = *first;
        let Some(end) = to.last_chunk_mut() else { return false };
        *end = *last;
        true
    }
    let is_done = from.len() == to.len()
        && match from.len() {
            8..16 => by_two::<8>(from, to),
            16..=32 => by_two::<16>(from, to),
            33..=64 => by_two::<32>(from, to),
            _ => false,
        };
    if is_done {
        return;
    }
    to.copy_from_slice(from);
}

/// Integers of 8 bits to the numbers of a unit.
#[derive(Clone, Copy)]
pub(crate) struct Shifted {
    /// The kind of operands of the unit: bytes or shorts.
    pub kind: Kind,
    /// Whether the bytes are `i8`.
    pub is_signed: bool,
    /// Whether the narrow bytes have a sign.
    pub wants_sign: bool,
    /// The zero point of the elements: shorts are the differences from it.
    pub zero: i32,
}

impl Shifted {
    /// The summand of elements modulo 256: bytes with another sign move by half of their range.
    fn moved(&self) -> u8 {
        if self.is_signed == self.wants_sign { 0 } else { 128 }
    }

    /// The zero point of narrow bytes.
    pub(crate) fn narrow_zero(&self) -> i32 {
        match (self.is_signed, self.wants_sign) {
            (true, false) => self.zero + 128,
            (false, true) => self.zero - 128,
            _ => self.zero,
        }
    }
}

impl Source for Shifted {
    type Element = u8;

    fn size(&self) -> usize {
        self.kind.size()
    }

    #[inline]
    fn narrow(&self, from: &[u8], to: &mut [u8]) {
        assert_eq!(self.size() * from.len(), to.len(), "as many numbers");
        match self.kind {
            Kind::Bytes if self.moved() == 0 => copy_few(from, to),
            Kind::Bytes => flip(from, to),
            Kind::Shorts if self.is_signed => widen_signed(from, self.zero, to),
            Kind::Shorts => widen(from, self.zero, to),
            Kind::Bf16 => unreachable!("integers are not rounded"),
        }
    }

    fn zero(&self, to: &mut [u8]) {
        to.fill(if self.kind == Kind::Bytes { self.narrow_zero() as u8 } else { 0 });
    }
}

multiversioned! {
    fn flip(from: &[u8], to: &mut [u8]) {
        from.iter().zip(to).for_each(|(&from, to)| *to = from ^ 0x80);
    }

    fn widen(from: &[u8], zero: i32, to: &mut [u8]) {
        for (&from, to) in from.iter().zip(to.as_chunks_mut::<2>().0) {
            *to = (i16::from(from) - zero as i16).to_le_bytes();
        }
    }

    fn widen_signed(from: &[u8], zero: i32, to: &mut [u8]) {
        for (&from, to) in from.iter().zip(to.as_chunks_mut::<2>().0) {
            *to = (i16::from(from.cast_signed()) - zero as i16).to_le_bytes();
        }
    }
}

/// A matrix of elements with strides of (row, column).
pub(crate) struct Elements<'a, S: Source> {
    /// The elements: as many as rows, columns and strides say.
    pub values: &'a [S::Element],
    /// From one row to the next, from one column to the next.
    pub strides: (usize, usize),
    /// The source of narrow elements.
    pub source: S,
}

impl<S: Source> Elements<'_, S> {
    /// Packs the matrix as the right factor of products.
    pub(crate) fn packed(&self, unit: &'static Unit, sizes: [usize; 2], split: Split<'_>) -> Option<Words> {
        let (row_step, column_step) = self.strides;
        if row_step == 1 && column_step != 1 {
            let turned = Elements { values: self.values, strides: (column_step, 1), source: self.source };
            return Words::of_columns(unit, sizes, &|column, to: &mut [u8]| turned.row(column, 0, to), split);
        }
        Words::of(unit, sizes, &|row, first, to: &mut [u8]| self.row(row, first, to), split)
    }

    /// Makes a part of a row narrow, from a column on.
    pub(crate) fn row(&self, row: usize, first: usize, to: &mut [u8]) {
        let (row_step, column_step) = self.strides;
        let size = self.source.size();
        let from = &self.values[row * row_step + first * column_step..];
        if column_step == 1 {
            return self.source.narrow(&from[..to.len() / size], to);
        }
        for (j, to) in to.chunks_exact_mut(size).enumerate() {
            self.source.narrow(&from[j * column_step..][..1], to);
        }
    }
}

impl<S: Source> Left for Elements<'_, S> {
    fn fill(&self, rows: Range<usize>, inner: Range<usize>, to: &mut [u8], pitch: usize) {
        let size = inner.len() * self.source.size();
        let (row_step, column_step) = self.strides;
        let mut at = 0;
        if column_step == 1 {
            // Rows may be shorter than what calls cost.
            for row in rows {
                let from = &self.values[row * row_step + inner.start..][..inner.len()];
                self.source.narrow(from, &mut to[at..][..size]);
                at += pitch;
            }
            return;
        }
        for row in rows {
            self.row(row, inner.start, &mut to[at..][..size]);
            at += pitch;
        }
    }
}
