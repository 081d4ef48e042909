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

/// The sum of each column of some rows, as many as there are sums, from the first row to the last. A row that is not whole is left out.
pub fn sums_of_columns(rows: &[f32], sums: &mut [f32]) {
    let step = sums.len();
    let (sums_of, lanes) = best();
    let count = rows.len().checked_div(step).unwrap_or(0);
    let mut column = 0;
    while column < step {
        let left = step - column;
        let n = if left >= WIDE * lanes { WIDE * lanes } else { left.min(lanes) };
        let columns = Columns { from: rows.as_ptr().wrapping_add(column), rows: count, step };
        // SAFETY: `n` columns from this one on are in each of the rows, and in the sums; the function is for this processor.
        unsafe { sums_of(columns, n, sums[column..].as_mut_ptr()) };
        column += n;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_added_up_in_order() {
        for columns in [0, 1, 3, 4, 15, 16, 17, 33, 64, 70, 131, 200] {
            for count in [0, 1, 2, 7, 64] {
                let rows: Vec<f32> = (0..columns * count).map(|i| 1.0 / (i as f32 + 0.3)).collect();
                let mut sums = vec![f32::NAN; columns];
                sums_of_columns(&rows, &mut sums);
                for (column, &sum) in sums.iter().enumerate() {
                    let wanted = (0..count).fold(0.0, |sum, row| sum + rows[row * columns + column]);
                    assert_eq!(f32::to_bits(sum), f32::to_bits(wanted), "{columns} {count} {column}");
                }
            }
        }
    }
}
