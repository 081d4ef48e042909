//! Matrices of 32-bit words turned: sixteen rows of eight words at a time, which become eight whole lines of the result.
//!
//! Lines of a result are often a power of two apart, so that few of them fit a cache together. Each is therefore written at once.
#![expect(unsafe_code, reason = "vectors are loaded and stored by address")]

/// Rows that are turned together: their words fill a cache line of the result.
const ROWS: usize = 16;

/// Words of each.
const COLUMNS: usize = 8;

/// `to[column * to_step + row] = from[row * from_step + column]` for so many rows and columns.
///
/// # Panics
/// When an element lies outside its slice: a mistake of the caller.
pub fn transpose_words(
    from: &[u32],
    from_step: usize,
    to: &mut [u32],
    to_step: usize,
    [rows, columns]: [usize; 2],
) {
    if rows == 0 || columns == 0 {
        return;
    }
    let reach = |lines: usize, step: usize, length: usize| (lines - 1).checked_mul(step)?.checked_add(length);
    let fits = |reach: Option<usize>, len: usize| reach.is_some_and(|reach| reach <= len);
    assert!(fits(reach(rows, from_step, columns), from.len()), "the source has all elements");
    assert!(fits(reach(columns, to_step, rows), to.len()), "the result has all elements");
    let has_vectors =
        cfg!(target_arch = "x86_64") && crate::cpu::instruction_set() != crate::cpu::InstructionSet::Baseline;
    for row in (0..rows).step_by(ROWS) {
        let end = rows.min(row + ROWS);
        let turned = if has_vectors && end - row == ROWS { columns / COLUMNS * COLUMNS } else { 0 };
        #[cfg(target_arch = "x86_64")]
        for column in (0..turned).step_by(COLUMNS) {
            // SAFETY: the processor has AVX2; the elements of these whole rows and columns are in the slices, as was asserted.
            unsafe {
                let from = from.as_ptr().add(row * from_step + column);
                let to = to.as_mut_ptr().add(column * to_step + row);
                for half in [0, ROWS / 2] {
                    square(from.add(half * from_step), from_step, to.add(half), to_step);
                }
            }
        }
        for column in turned..columns {
            for row in row..end {
                to[column * to_step + row] = from[row * from_step + column];
            }
        }
    }
}

/// Eight rows of eight words.
///
/// # Safety
/// The processor has AVX2, and the elements can be read and written.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn square(from: *const u32, from_step: usize, to: *mut u32, to_step: usize) {
    use std::arch::x86_64::*;

    // SAFETY: the caller says that all rows can be read.
    let row = |i: usize| unsafe { _mm256_loadu_ps(from.add(i * from_step).cast()) };
    let [a, b, c, d] = [row(0), row(1), row(2), row(3)];
    let [e, f, g, h] = [row(4), row(5), row(6), row(7)];
    // Pairs of rows, word by word; then fours, pair by pair; then halves.
    let fours = |a: __m256, b: __m256, c: __m256, d: __m256| {
        let (ab, cd) = (_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d));
        let (ab_high, cd_high) = (_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d));
        [
            _mm256_shuffle_ps::<0x44>(ab, cd),
            _mm256_shuffle_ps::<0xee>(ab, cd),
            _mm256_shuffle_ps::<0x44>(ab_high, cd_high),
            _mm256_shuffle_ps::<0xee>(ab_high, cd_high),
        ]
    };
    let (upper, lower) = (fours(a, b, c, d), fours(e, f, g, h));
    for i in 0..4 {
        let low = _mm256_permute2f128_ps::<0x20>(upper[i], lower[i]);
        let high = _mm256_permute2f128_ps::<0x31>(upper[i], lower[i]);
        // SAFETY: the caller says that all rows can be written.
        unsafe {
            _mm256_storeu_ps(to.add(i * to_step).cast(), low);
            _mm256_storeu_ps(to.add((i + 4) * to_step).cast(), high);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_changes_row_and_column() {
        for (rows, columns) in [(1, 1), (16, 8), (37, 21), (8, 64), (33, 7), (64, 40)] {
            let (from_step, to_step) = (columns + 3, rows + 1);
            let from: Vec<u32> = (0..rows * from_step).map(|i| i as u32).collect();
            let mut to = vec![u32::MAX; columns * to_step];
            transpose_words(&from, from_step, &mut to, to_step, [rows, columns]);
            for (at, &word) in to.iter().enumerate() {
                let (column, row) = (at / to_step, at % to_step);
                let expected = if row < rows { (row * from_step + column) as u32 } else { u32::MAX };
                assert_eq!(word, expected, "{rows} rows of {columns} at {at}");
            }
        }
    }
}
