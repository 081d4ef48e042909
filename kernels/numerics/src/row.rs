//! A row times a matrix of `f32` that is stored by rows: the product of a network's layer with a single
//! example.
//!
//! Each element of the matrix is used once, so the bandwidth of memory or of a cache limits the product. Bandwidth is best in
//! order: the matrix is read from front to back, some rows at a time, and the sums stay in the first-level cache. For several
//! threads the matrix is split between rows, by its shape alone, and each part gives a row of its own; these are added in order.
//! (If it were split between columns, a part's pieces of rows would usually lie a power of two apart, and share a few sets of a
//! cache.)
#![expect(unsafe_code, reason = "vector instructions over pointers into matrices")]

use super::cpu::{InstructionSet, instruction_set};
use super::panels::Matrix;
#[cfg(target_arch = "x86_64")]
use super::simd::{Avx2, Avx512};
use super::simd::{Baseline, Simd};
use super::split::Split;
use super::tile::Shared;

/// Rows that are read at once: their factors and two sums fit the registers of every processor.
const ROWS: usize = 8;

/// Columns of the result that the first cache holds beside the rows that pass through.
const COLUMNS: usize = 4096;

/// Elements of the matrix that make a part worth a task.
const PART: usize = 1 << 17;

/// `c += x b`, or `c = x b` if `fresh`, for `rows` elements of `x` and as many rows of `b`.
///
/// # Safety
/// `x` has `rows` elements that are `x_step` apart, `b` as many rows of `columns` elements that are `b_row` apart, `c` has
/// `columns`; no other thread uses `c`, and the processor has the instructions.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "pointers, steps and sizes of a product")]
unsafe fn add_rows<S: Simd>(
    x: *const f32,
    x_step: usize,
    b: *const f32,
    b_row: usize,
    rows: usize,
    columns: usize,
    c: *mut f32,
    fresh: bool,
) {
    // SAFETY: the caller says that `x` has `rows` elements `x_step` apart, that `b` has as many rows of `columns`
    // elements, and that `c` has `columns` elements that nothing else accesses. The last vector is loaded and
    // stored up to `columns`.
    unsafe {
        let whole = columns / S::LANES * S::LANES;
        let mut row = 0;
        while row + ROWS <= rows {
            let mut factors = [S::splat(0.0); ROWS];
            for (i, factor) in factors.iter_mut().enumerate() {
                *factor = S::splat(*x.add((row + i) * x_step));
            }
            let b = b.add(row * b_row);
            let start = fresh && row == 0;
            for at in (0..whole).step_by(S::LANES) {
                let mut even = if start { S::splat(0.0) } else { S::load(c.add(at)) };
                let mut odd = S::splat(0.0);
                for i in 0..ROWS / 2 {
                    even = S::fma(factors[2 * i], S::load(b.add(2 * i * b_row + at)), even);
                    odd = S::fma(factors[2 * i + 1], S::load(b.add((2 * i + 1) * b_row + at)), odd);
                }
                S::store(c.add(at), S::add(even, odd));
            }
            if whole < columns {
                let rest = columns - whole;
                let mut even = if start { S::splat(0.0) } else { S::load_first(c.add(whole), rest) };
                let mut odd = S::splat(0.0);
                for i in 0..ROWS / 2 {
                    even = S::fma(factors[2 * i], S::load_first(b.add(2 * i * b_row + whole), rest), even);
                    odd = S::fma(
                        factors[2 * i + 1],
                        S::load_first(b.add((2 * i + 1) * b_row + whole), rest),
                        odd,
                    );
                }
                S::store_first(c.add(whole), S::add(even, odd), rest);
            }
            row += ROWS;
        }
        while row < rows {
            let factor = S::splat(*x.add(row * x_step));
            let b = b.add(row * b_row);
            let start = fresh && row == 0;
            for at in (0..columns).step_by(S::LANES) {
                let n = (columns - at).min(S::LANES);
                let sum = if start { S::splat(0.0) } else { S::load_first(c.add(at), n) };
                S::store_first(c.add(at), S::fma(factor, S::load_first(b.add(at), n), sum), n);
            }
            row += 1;
        }
    }
}

/// As [`add_rows`], for one kind of vectors.
type AddRows = unsafe fn(*const f32, usize, *const f32, usize, usize, usize, *mut f32, bool);

macro_rules! add_rows_of {
    ($($name:ident: $simd:ty $(, $feature:literal)?;)*) => {$(
        /// # Safety
        /// As [`add_rows`].
        $(#[target_feature(enable = $feature)])?
        #[expect(clippy::too_many_arguments, reason = "as `add_rows`")]
        unsafe fn $name(
            x: *const f32,
            x_step: usize,
            b: *const f32,
            b_row: usize,
            rows: usize,
            columns: usize,
            c: *mut f32,
            fresh: bool,
        ) {
            // SAFETY: the caller says that the processor has the instructions, that `x` has `rows` elements `x_step` apart, `b`
            // as many rows of `columns` elements `b_row` apart, and `c` `columns` elements that nothing else accesses.
            unsafe { add_rows::<$simd>(x, x_step, b, b_row, rows, columns, c, fresh) }
        }
    )*};
}

add_rows_of! {
    baseline: Baseline;
}

#[cfg(target_arch = "x86_64")]
add_rows_of! {
    avx2: Avx2, "avx2,fma";
    avx512: Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma";
}

fn best() -> AddRows {
    match instruction_set() {
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx512 => avx512,
        #[cfg(target_arch = "x86_64")]
        InstructionSet::Avx2 => avx2,
        _ => baseline,
    }
}

/// `out = x b`, where `x` has `inner` elements that are `x_step` apart and `b` has as many rows of `out`'s length that are `b_row`
/// apart.
///
/// # Panics
/// When a slice is smaller than that: a mistake of the caller.
pub fn row_times_matrix(
    x: &[f32],
    x_step: usize,
    b: &[f32],
    b_row: usize,
    inner: usize,
    out: &mut [f32],
    split: Split<'_>,
) {
    by(best(), [x, b], [x_step, b_row], inner, out, split);
}

fn by(
    add_rows: AddRows,
    [x, b]: [&[f32]; 2],
    [x_step, b_row]: [usize; 2],
    inner: usize,
    out: &mut [f32],
    split: Split<'_>,
) {
    let columns = out.len();
    if columns == 0 {
        return;
    }
    if inner == 0 {
        return out.fill(0.0);
    }
    let row = Matrix { values: x, strides: (x_step, 1) };
    let matrix = Matrix { values: b, strides: (b_row, 1) };
    assert!(row.has(inner, 1), "the row's length");
    assert!(matrix.has(inner, columns), "the matrix's shape");
    let part = |first: usize, rows: usize, c: Shared| {
        for at in (0..columns).step_by(COLUMNS) {
            let width = COLUMNS.min(columns - at);
            let (x, b) = (&x[first * x_step..], &b[first * b_row + at..]);
            // SAFETY: the slices hold these rows (asserted above), `c` has `columns` elements of its own, and the level is the
            // processor's.
            unsafe { add_rows(x.as_ptr(), x_step, b.as_ptr(), b_row, rows, width, c.at(at), true) };
        }
    };
    let parts = (inner * columns).div_ceil(PART).min(inner.div_ceil(4 * ROWS));
    if parts == 1 {
        return part(0, inner, Shared(out.as_mut_ptr()));
    }
    let rows = inner.div_ceil(parts);
    let parts = inner.div_ceil(rows);
    let mut sums = vec![0.0; (parts - 1) * columns];
    let (own, others) = (Shared(out.as_mut_ptr()), Shared(sums.as_mut_ptr()));
    split.run(parts, &|begin, end| {
        for at in begin..end {
            let first = at * rows;
            // Each part has a row of its own.
            let to = if at == 0 { own } else { Shared(others.at((at - 1) * columns)) };
            part(first, rows.min(inner - first), to);
        }
    });
    for sums in sums.chunks_exact(columns) {
        for (out, sum) in out.iter_mut().zip(sums) {
            *out += sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::split::tests::Backwards;

    #[test]
    fn rows_of_all_lengths_on_all_levels_are_products() {
        let mut levels: Vec<AddRows> = vec![baseline];
        #[cfg(target_arch = "x86_64")]
        {
            levels.extend((instruction_set() >= InstructionSet::Avx2).then_some(avx2 as AddRows));
            levels.extend((instruction_set() >= InstructionSet::Avx512).then_some(avx512 as AddRows));
        }
        let shapes =
            [(1, 1), (3, 5), (8, 16), (9, 17), (40, 33), (100, 300), (512, 300), (2, 70_000), (1000, 600)];
        for add_rows in levels {
            for (inner, columns) in shapes {
                for (x_step, more) in [(1, 0), (3, 2)] {
                    let b_row = columns + more;
                    let x: Vec<f32> = (0..inner * x_step).map(|i| ((i * 7) % 11) as f32 - 5.0).collect();
                    let b: Vec<f32> = (0..inner * b_row).map(|i| ((i * 5) % 13) as f32 - 6.0).collect();
                    let mut out = vec![f32::NAN; columns];
                    let backwards = Backwards::default();
                    by(add_rows, [&x, &b], [x_step, b_row], inner, &mut out, backwards.split());
                    assert_eq!(
                        backwards.tasks() > 1,
                        inner * columns > PART && inner > 4 * ROWS,
                        "{inner} {columns}"
                    );
                    // Whole numbers of this size add up exactly.
                    for j in (0..columns).step_by(7) {
                        let sum: f32 = (0..inner).map(|k| x[k * x_step] * b[k * b_row + j]).sum();
                        assert_eq!(out[j], sum, "{inner}x{columns} at {j}");
                    }
                }
            }
        }
    }
}
