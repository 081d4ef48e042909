//! Blocks by vectors: of pairs of `bf16` (AVX-512 BF16), of four bytes (AVX-512 VNNI), of pairs of `i16` (AVX2).
#![expect(unsafe_code, reason = "vector instructions and raw pointers")]

use std::arch::x86_64::*;

use super::loops::nothing;
use super::unit::{Block, Kind, LANES, Unit};
use crate::cpu::{InstructionSet, instruction_set};

/// Rows of the highest tile of two vectors of 512 bits: the sums, a row of the right factor and a word of the left one fit the registers.
const ROWS: usize = 12;

/// The same, of 256 bits.
const ROWS_OF_SHORTS: usize = 6;

/// Pairs of `bf16`.
pub(super) static OF_BF16: Unit = Unit {
    kind: Kind::Bf16,
    rows: 2 * ROWS,
    is_direct: true,
    step: 1,
    begin: nothing,
    block: block_of_bf16,
    end: nothing,
};

/// Four bytes.
pub(super) static OF_BYTES: Unit = Unit {
    kind: Kind::Bytes,
    rows: 2 * ROWS,
    is_direct: true,
    step: 1,
    begin: nothing,
    block: block_of_bytes,
    end: nothing,
};

/// Pairs of `i16`.
pub(super) static OF_SHORTS: Unit = Unit {
    kind: Kind::Shorts,
    rows: 4 * ROWS_OF_SHORTS,
    is_direct: true,
    step: 1,
    begin: nothing,
    block: block_of_shorts,
    end: nothing,
};

/// Whether the processor multiplies pairs of `bf16`.
pub(super) fn has_pairs() -> bool {
    instruction_set() == InstructionSet::Avx512 && is_x86_feature_detected!("avx512bf16")
}

/// Whether the processor multiplies bytes by vectors of 512 bits.
pub(super) fn has_bytes() -> bool {
    instruction_set() == InstructionSet::Avx512 && is_x86_feature_detected!("avx512vnni")
}

/// Goes through a block tile by tile, as equal ones as possible: a flat one would leave the processor waiting for its sums.
fn for_tiles(rows: usize, most: usize, mut tile: impl FnMut(usize, usize)) {
    let mut row = 0;
    for left in (1..=rows.div_ceil(most)).rev() {
        let height = (rows - row).div_ceil(left);
        tile(row, height);
        row += height;
    }
}

/// A tile of a block, from a row on.
type TileFn = unsafe fn(&Block, usize);

/// Defines blocks whose tiles are of one or two vectors of words of 512 bits: how a vector of words is added to sums.
macro_rules! blocks {
    ($name:ident, $features:literal, $add:expr) => {
        /// # Safety
        /// The processor has the instructions, and the block's pointers are valid.
        #[target_feature(enable = $features)]
        unsafe fn $name(block: &Block) {
            /// # Safety
            /// The processor has the instructions, and the block's pointers are valid for `R` rows from `row` on and `V` vectors.
            #[target_feature(enable = $features)]
            unsafe fn tile<const R: usize, const V: usize>(block: &Block, row: usize) {
                // SAFETY: the caller says that the processor has the instructions, and that the pointers are valid for these rows,
                // `depth` words of them and of a panel, and the result's rows.
                unsafe {
                    let c = block.c.add(row * block.c_row);
                    let mut sums = [[_mm512_setzero_si512(); V]; R];
                    if !block.from.is_null() {
                        let from = block.from.add(row * block.from_row);
                        for i in 0..R {
                            for v in 0..V {
                                let from = from.add(i * block.from_row + v * LANES);
                                sums[i][v] = _mm512_loadu_si512(from.cast());
                            }
                        }
                    }
                    let mut a = block.a.add(row * block.a_row);
                    let mut b = block.b;
                    for _ in 0..block.depth {
                        let mut words = [_mm512_setzero_si512(); V];
                        for v in 0..V {
                            words[v] = _mm512_loadu_si512(b.add(v * LANES).cast());
                        }
                        for i in 0..R {
                            let word = _mm512_set1_epi32(a.add(i * block.a_row).read().cast_signed());
                            for v in 0..V {
                                sums[i][v] = $add(sums[i][v], word, words[v]);
                            }
                        }
                        a = a.add(1);
                        b = b.add(block.width);
                    }
                    for i in 0..R {
                        for v in 0..V {
                            _mm512_storeu_si512(c.add(i * block.c_row + v * LANES).cast(), sums[i][v]);
                        }
                    }
                }
            }

            macro_rules! all {
                ($vectors:literal) => {
                    [
                        tile::<1, $vectors>,
                        tile::<2, $vectors>,
                        tile::<3, $vectors>,
                        tile::<4, $vectors>,
                        tile::<5, $vectors>,
                        tile::<6, $vectors>,
                        tile::<7, $vectors>,
                        tile::<8, $vectors>,
                        tile::<9, $vectors>,
                        tile::<10, $vectors>,
                        tile::<11, $vectors>,
                        tile::<12, $vectors>,
                    ]
                };
            }
            static TILES: [[TileFn; ROWS]; 2] = [all!(1), all!(2)];
            for_tiles(block.rows, ROWS, |row, height| {
                // SAFETY: the caller says that the processor has the instructions and that the block's pointers are valid; the tile's
                // rows are the block's.
                unsafe { TILES[block.width / LANES - 1][height - 1](block, row) }
            });
        }
    };
}

blocks!(block_of_bf16, "avx512f,avx512bw,avx512vl,avx512bf16", |sums, a, b| {
    let sums = _mm512_dpbf16_ps(_mm512_castsi512_ps(sums), pairs(a), pairs(b));
    _mm512_castps_si512(sums)
});

blocks!(block_of_bytes, "avx512f,avx512bw,avx512vl,avx512vnni", |sums, a, b| _mm512_dpbusd_epi32(sums, a, b));

/// A vector of words as pairs.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn pairs(words: __m512i) -> __m512bh {
    // SAFETY: both are vectors of 512 bits, and every pattern of bits is a value of either.
    unsafe { std::mem::transmute::<__m512i, __m512bh>(words) }
}

/// Lanes of a vector of 256 bits.
const HALF: usize = 8;

/// # Safety
/// The processor has the instructions, and the block's pointers are valid.
#[target_feature(enable = "avx2")]
unsafe fn block_of_shorts(block: &Block) {
    static TILES: [TileOfShorts; ROWS_OF_SHORTS] = [
        tile_of_shorts::<1>,
        tile_of_shorts::<2>,
        tile_of_shorts::<3>,
        tile_of_shorts::<4>,
        tile_of_shorts::<5>,
        tile_of_shorts::<6>,
    ];
    for first in (0..block.width).step_by(2 * HALF) {
        for_tiles(block.rows, ROWS_OF_SHORTS, |row, height| {
            // SAFETY: the caller says that the processor has the instructions and that the block's pointers are valid; the tile's rows and columns
            // are the block's.
            unsafe { TILES[height - 1](block, row, first) }
        });
    }
}

/// A tile of a block, from a row and a column on.
type TileOfShorts = unsafe fn(&Block, usize, usize);

/// # Safety
/// The processor has the instructions, and the block's pointers are valid for `R` rows from `row` on and two vectors of columns from `first` on.
#[target_feature(enable = "avx2")]
#[expect(
    clippy::needless_range_loop,
    reason = "loops over constants by number unroll, and the sums stay in registers"
)]
unsafe fn tile_of_shorts<const R: usize>(block: &Block, row: usize, first: usize) {
    // SAFETY: the caller says that the processor has the instructions, and that the pointers are valid for these rows, `depth` words of them and of
    // a panel, and these columns of the result's rows.
    unsafe {
        let c = block.c.add(row * block.c_row + first);
        let mut sums = [[_mm256_setzero_si256(); 2]; R];
        if !block.from.is_null() {
            let from = block.from.add(row * block.from_row + first);
            for i in 0..R {
                for v in 0..2 {
                    sums[i][v] = _mm256_loadu_si256(from.add(i * block.from_row + v * HALF).cast());
                }
            }
        }
        let mut a = block.a.add(row * block.a_row);
        let mut b = block.b.add(first);
        for _ in 0..block.depth {
            // A closure would be code without these instructions, into which they are not inlined.
            let words = [_mm256_loadu_si256(b.cast()), _mm256_loadu_si256(b.add(HALF).cast())];
            for i in 0..R {
                let word = _mm256_set1_epi32(a.add(i * block.a_row).read().cast_signed());
                for v in 0..2 {
                    sums[i][v] = _mm256_add_epi32(sums[i][v], _mm256_madd_epi16(word, words[v]));
                }
            }
            a = a.add(1);
            b = b.add(block.width);
        }
        for i in 0..R {
            for v in 0..2 {
                _mm256_storeu_si256(c.add(i * block.c_row + v * HALF).cast(), sums[i][v]);
            }
        }
    }
}
