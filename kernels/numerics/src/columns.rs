//! Sums of the columns of rows of `f32`, each from the first row to the last.
//!
//! Several vectors of columns stay in registers while the rows go by.
#![expect(unsafe_code, reason = "vector instructions and pointers into rows")]

use super::cpu::{InstructionSet, instruction_set};
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Baseline, Simd};

/// Vectors that stay in registers.
const WIDE: usize = 4;

/// Some columns of rows.
#[derive(Clone, Copy)]
struct Columns {
    /// The first of these columns in the first row.
    from: *const f32,
    rows: usize,
    /// Elements from one row to the next.
    step: usize,
}

/// The sums of `W` vectors of columns; the first `n` columns of the vector count, if it is the only one.
///
/// # Safety
/// These columns of all rows may be read, and `to` written for as many; the processor has the instructions.
#[inline(always)]
unsafe fn sums<S: Simd, const W: usize>(columns: Columns, n: usize, to: *mut f32) {
    // SAFETY: the caller says that all these elements may be read and written. If `n` is less than a vector, loads and stores access `n`
    // elements only.
    unsafe {
        let is_whole = W > 1 || n == S::LANES;
        let mut sums = [S::splat(0.0); W];
        let mut row = columns.from;
        for _ in 0..columns.rows {
            for (w, sum) in sums.iter_mut().enumerate() {
                let from = row.add(w * S::LANES);
                *sum = S::add(*sum, if is_whole { S::load(from) } else { S::load_first(from, n) });
            }
            row = row.wrapping_add(columns.step);
        }
        for (w, &sum) in sums.iter().enumerate() {
            let to = to.add(w * S::LANES);
            if is_whole { S::store(to, sum) } else { S::store_first(to, sum, n) }
        }
    }
}

/// Sums of so many columns: of several whole vectors, or part of one.
type SumsFn = unsafe fn(Columns, usize, *mut f32);

macro_rules! sums {
    ($($(#[$attr:meta])* $name:ident: $simd:ty $(, $feature:literal)?;)*) => {$(
        /// # Safety
        /// As `sums`, of `n` columns: part of a vector, one, or `WIDE` of them.
        $(#[$attr])*
        $(#[target_feature(enable = $feature)])?
        unsafe fn $name(columns: Columns, n: usize, to: *mut f32) {
            // SAFETY: the caller says that the processor has the instructions, and that these elements may be read and written.
            unsafe {
                match n > <$simd as Simd>::LANES {
                    true => sums::<$simd, WIDE>(columns, n, to),
                    false => sums::<$simd, 1>(columns, n, to),
                }
            }
        }
    )*};
}

sums! {
    #[cfg(target_arch = "x86_64")]
    avx512: Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma";
    #[cfg(target_arch = "x86_64")]
    avx2: Avx2, "avx2,fma";
    baseline: Baseline;
}

/// For this processor: the function, and how many columns a vector has.
fn best() -> (SumsFn, usize) {
    match instruction_set() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => (avx512, Avx512::LANES),
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => (avx2, Avx2::LANES),
        _ => (baseline, Baseline::LANES),
    }
}

/// The sums of as many columns as there are sums, of so many rows, `step` elements apart, from the first row to the last.
///
/// # Panics
/// When `values` has not all elements of these columns: a mistake of the caller.
pub fn sums_of_columns(values: &[f32], [rows, step]: [usize; 2], sums: &mut [f32]) {
    let count = sums.len();
    let reach =
        rows.checked_sub(1).map(|last| last.checked_mul(step).and_then(|last| last.checked_add(count)));
    assert!(reach.is_none_or(|reach| reach.is_some_and(|reach| reach <= values.len())), "columns of rows");
    let (sums_of, lanes) = best();
    let mut column = 0;
    while column < count {
        let left = count - column;
        let n = if left >= WIDE * lanes { WIDE * lanes } else { left.min(lanes) };
        let columns = Columns { from: values.as_ptr().wrapping_add(column), rows, step };
        // SAFETY: `n` columns from this one on are in each of the rows (asserted above), and in the sums; the function is for this processor.
        unsafe { sums_of(columns, n, sums[column..].as_mut_ptr()) };
        column += n;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_added_up_in_order() {
        for columns in [0usize, 1, 3, 4, 15, 16, 17, 33, 64, 70, 131, 200] {
            for (rows, apart) in [(0usize, 0), (1, 0), (2, 5), (7, 0), (64, 3)] {
                let step = columns + apart;
                // Nothing after the last column of the last row.
                let values: Vec<f32> =
                    (0..(step * rows).saturating_sub(apart)).map(|i| 1.0 / (i as f32 + 0.3)).collect();
                let mut sums = vec![f32::NAN; columns];
                sums_of_columns(&values, [rows, step], &mut sums);
                for (column, &sum) in sums.iter().enumerate() {
                    let wanted = (0..rows).fold(0.0, |sum, row| sum + values[row * step + column]);
                    assert_eq!(f32::to_bits(sum), f32::to_bits(wanted), "{columns} {rows} {column}");
                }
            }
        }
    }
}
