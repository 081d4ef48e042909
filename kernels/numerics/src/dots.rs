//! Rows of `f32` times a vector.
//!
//! Each sum has [`PARTS`] interleaved partial sums, whatever the processor's vectors; those of several rows are in registers at once.
#![expect(unsafe_code, reason = "vector instructions and pointers into rows")]

use super::combining::by_halves;
use super::cpu::{InstructionSet, instruction_set};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Baseline, Simd};

/// Partial sums of a row.
const PARTS: usize = 32;

/// The partial sums of `R` rows, `length` elements apart, of their first `blocks * PARTS` elements, in `V` vectors each.
///
/// # Safety
/// These elements of all rows and of the vector may be read; the processor has the instructions.
#[inline(always)]
unsafe fn partial<S: Simd, const R: usize, const V: usize>(
    rows: *const f32,
    length: usize,
    vector: *const f32,
    blocks: usize,
    parts: &mut [[f32; PARTS]; R],
) {
    // SAFETY: the caller says that the elements may be read; `V` vectors are `PARTS` elements, which `parts` has for each row.
    unsafe {
        let mut sums = [[S::splat(0.0); V]; R];
        for block in 0..blocks {
            for v in 0..V {
                let at = block * PARTS + v * S::LANES;
                let y = S::load(vector.add(at));
                for (r, sums) in sums.iter_mut().enumerate() {
                    sums[v] = S::fma(S::load(rows.add(r * length + at)), y, sums[v]);
                }
            }
        }
        for (parts, sums) in parts.iter_mut().zip(&sums) {
            for (v, &sum) in sums.iter().enumerate() {
                S::store(parts.as_mut_ptr().add(v * S::LANES), sum);
            }
        }
    }
}

/// Partial sums of a row of fewer elements than [`PARTS`].
const FEW_PARTS: usize = 8;

/// The products of rows of fewer elements than [`PARTS`]. Multiplications and additions are apart: processors without the fused instruction would
/// take a call for each.
#[inline(always)]
fn short_products(rows: &[f32], vector: &[f32], out: &mut [f32]) {
    let length = vector.len();
    let blocks = length / FEW_PARTS * FEW_PARTS;
    for (r, out) in out.iter_mut().enumerate() {
        let row = &rows[r * length..][..length];
        let mut parts = [0.0f32; FEW_PARTS];
        let mut at = 0;
        while at < blocks {
            let (x, y) = (&row[at..at + FEW_PARTS], &vector[at..at + FEW_PARTS]);
            for i in 0..FEW_PARTS {
                parts[i] += x[i] * y[i];
            }
            at += FEW_PARTS;
        }
        for i in blocks..length {
            parts[i - blocks] += row[i] * vector[i];
        }
        *out = by_halves(&mut parts, |a, b| a + b);
    }
}

/// The products of all rows.
///
/// # Safety
/// The processor has the instructions.
#[inline(always)]
unsafe fn products<S: Simd, const R: usize, const V: usize>(rows: &[f32], vector: &[f32], out: &mut [f32]) {
    let length = vector.len();
    if (1..PARTS).contains(&length) {
        return short_products(rows, vector, out);
    }
    let blocks = length / PARTS;
    let mut at = 0;
    while at < out.len() {
        let count = if at + R <= out.len() { R } else { 1 };
        let own = &rows[at * length..][..count * length];
        let mut parts = [[0.0; PARTS]; R];
        // SAFETY: the slices have these elements; the caller says that the processor has the instructions.
        unsafe {
            if count == R {
                partial::<S, R, V>(own.as_ptr(), length, vector.as_ptr(), blocks, &mut parts);
            } else {
                let mut one = [[0.0; PARTS]];
                partial::<S, 1, V>(own.as_ptr(), length, vector.as_ptr(), blocks, &mut one);
                parts[0] = one[0];
            }
        }
        for (r, out) in out[at..at + count].iter_mut().enumerate() {
            let parts = &mut parts[r];
            for k in blocks * PARTS..length {
                let part = &mut parts[k - blocks * PARTS];
                *part = own[r * length + k].mul_add(vector[k], *part);
            }
            *out = by_halves(parts, |a, b| a + b);
        }
        at += count;
    }
}

macro_rules! functions {
    ($($(#[$attr:meta])* $name:ident: $simd:ty, $rows:literal, $vectors:literal $(, $feature:literal)?;)*) => {$(
        /// # Safety
        /// The processor has the instructions.
        $(#[$attr])*
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name(rows: &[f32], vector: &[f32], out: &mut [f32]) {
            // SAFETY: the caller says that the processor has the instructions.
            unsafe { products::<$simd, $rows, $vectors>(rows, vector, out) }
        }
    )*};
}

functions! {
    #[cfg(target_arch = "x86_64")]
    avx512: Avx512, 4, 2, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma";
    #[cfg(target_arch = "x86_64")]
    avx2: Avx2, 2, 4, "avx2,fma";
    baseline: Baseline, 1, 8;
}

/// The products of rows that follow each other, of as many elements as the vector has, with it.
///
/// # Panics
/// If there are fewer rows than results.
pub fn dots(rows: &[f32], vector: &[f32], out: &mut [f32]) {
    let function = match instruction_set() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => avx512,
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => avx2,
        _ => baseline,
    };
    // SAFETY: `instruction_set` has found that the processor has these instructions.
    unsafe { function(rows, vector, out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_all_products() {
        for length in [0, 1, 31, 32, 33, 100] {
            for count in [0usize, 1, 3, 4, 9] {
                let number = |i: usize| ((i * 7919) % 1013) as f32 / 500.0 - 1.0;
                let rows: Vec<f32> = (0..count * length).map(number).collect();
                let vector: Vec<f32> = (0..length).map(|i| number(i + 77)).collect();
                let (mut out, mut plain) = (vec![0.0; count], vec![0.0; count]);
                dots(&rows, &vector, &mut out);
                // SAFETY: every processor has these instructions.
                unsafe { baseline(&rows, &vector, &mut plain) };
                // Those round products by themselves.
                assert!(out.iter().zip(&plain).all(|(a, b)| (a - b).abs() < 1e-5), "{length} {count}");
                for (out, row) in out.iter().zip(rows.chunks(length.max(1))) {
                    let exact: f64 =
                        row.iter().zip(&vector).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum();
                    assert!((f64::from(*out) - exact).abs() < 1e-5, "{length} {count}");
                }
            }
        }
    }
}
