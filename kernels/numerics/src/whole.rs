//! Products of matrices of integers of 32 and of 64 bits, which wrap, compiled for the processor's vectors.
#![expect(unsafe_code, reason = "functions are compiled for instructions that the processor must have")]

use super::cpu::multiversioned;

/// Rows that are computed at once.
const ROWS: usize = 4;

macro_rules! products {
    ($name:ident, $ty:ty, $columns:literal, $doc:literal) => {
        #[doc = $doc]
        pub mod $name {
            use super::{ROWS, multiversioned};

            /// Columns that are computed at once.
            const COLUMNS: usize = $columns;

            /// Adds a product's block of `R` rows from `i` and [`COLUMNS`] columns from `j`.
            #[inline(always)]
            fn block<const R: usize>(
                c: &mut [$ty],
                a: &[$ty],
                b: &[$ty],
                [inner, columns]: [usize; 2],
                [i, j]: [usize; 2],
            ) {
                let mut sums = [[0; COLUMNS]; R];
                let rows: [&[$ty]; R] = std::array::from_fn(|r| &a[(i + r) * inner..][..inner]);
                for k in 0..inner {
                    let Some(right) = b[k * columns + j..].first_chunk::<COLUMNS>() else { return };
                    for r in 0..R {
                        let factor = rows[r][k];
                        for w in 0..COLUMNS {
                            sums[r][w] = right[w].wrapping_mul(factor).wrapping_add(sums[r][w]);
                        }
                    }
                }
                for r in 0..R {
                    let Some(to) = c[(i + r) * columns + j..].first_chunk_mut::<COLUMNS>() else { return };
                    for w in 0..COLUMNS {
                        to[w] = to[w].wrapping_add(sums[r][w]);
                    }
                }
            }

            multiversioned! {
                /// `c += a * b`, of matrices by rows: `sizes` are the rows of `a`, its columns, and the columns of `b`.
                ///
                /// # Panics
                /// If a slice is shorter than its matrix.
                pub fn add_product(c: &mut [$ty], a: &[$ty], b: &[$ty], sizes: [usize; 3]) {
                    let [rows, inner, columns] = sizes;
                    let whole = columns - columns % COLUMNS;
                    let mut i = 0;
                    while i < rows {
                        let is_whole = i + ROWS <= rows;
                        for j in (0..whole).step_by(COLUMNS) {
                            match is_whole {
                                true => block::<ROWS>(c, a, b, [inner, columns], [i, j]),
                                false => block::<1>(c, a, b, [inner, columns], [i, j]),
                            }
                        }
                        i += if is_whole { ROWS } else { 1 };
                    }
                    if whole == columns {
                        return;
                    }
                    for i in 0..rows {
                        let to = &mut c[i * columns..][whole..columns];
                        for k in 0..inner {
                            let (factor, right) = (a[i * inner + k], &b[k * columns..][whole..columns]);
                            for w in 0..to.len() {
                                to[w] = right[w].wrapping_mul(factor).wrapping_add(to[w]);
                            }
                        }
                    }
                }
            }
        }
    };
}

products!(words, u32, 32, "Products of integers of 32 bits.");
products!(double_words, u64, 16, "Products of integers of 64 bits.");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_wrap() {
        for [rows, inner, columns] in [[1, 1, 1], [4, 3, 32], [7, 5, 70], [9, 0, 33], [3, 8, 31]] {
            let number = |i: usize| (i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let (a, b): (Vec<u64>, Vec<u64>) = (
                (0..rows * inner).map(number).collect(),
                (0..inner * columns).map(|i| number(i + 99)).collect(),
            );
            let mut c = vec![7u64; rows * columns];
            double_words::add_product(&mut c, &a, &b, [rows, inner, columns]);
            let [low_a, low_b] = [&a, &b].map(|values| values.iter().map(|&x| x as u32).collect::<Vec<_>>());
            let mut low = vec![7u32; rows * columns];
            words::add_product(&mut low, &low_a, &low_b, [rows, inner, columns]);
            for i in 0..rows {
                for j in 0..columns {
                    let sum = (0..inner).fold(7u64, |sum, k| {
                        sum.wrapping_add(a[i * inner + k].wrapping_mul(b[k * columns + j]))
                    });
                    assert_eq!((c[i * columns + j], low[i * columns + j]), (sum, sum as u32), "{i} {j}");
                }
            }
        }
    }
}
