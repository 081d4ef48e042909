//! The processor's instructions that multiply narrow numbers.

use std::sync::OnceLock;

/// The elements that words hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Two `bf16`, summed in `f32`.
    Bf16,
    /// Four bytes, without a sign on the left and with one on the right, summed in `i32`.
    Bytes,
    /// Two `i16`, summed in `i32`.
    Shorts,
}

impl Kind {
    /// The numbers of a word.
    pub(crate) const fn group(self) -> usize {
        match self {
            Kind::Bf16 | Kind::Shorts => 2,
            Kind::Bytes => 4,
        }
    }

    /// The bytes of a number.
    pub(crate) const fn size(self) -> usize {
        size_of::<u32>() / self.group()
    }
}

/// A unit's functions over words, and the sizes that suit it.
pub(crate) struct Unit {
    /// The kind of its operands.
    pub kind: Kind,
    /// Rows of the highest block.
    pub rows: usize,
    /// Whether blocks may have any number of rows, begin with any row of numbers, and go to rows at any distance.
    pub is_direct: bool,
    /// Words by which the inner dimension is a multiple, so that blocks have no rest.
    pub step: usize,
    /// Gets the thread ready for blocks.
    ///
    /// # Safety
    /// The processor has the instructions.
    pub begin: unsafe fn(),
    /// Computes a block.
    ///
    /// # Safety
    /// The processor has the instructions, this thread has begun and not ended, and the block's pointers are valid.
    pub block: unsafe fn(&Block),
    /// Gives back what the thread holds for blocks.
    ///
    /// # Safety
    /// The processor has the instructions.
    pub end: unsafe fn(),
}

/// A block of a product: `c[i][j] = from[i][j] + sum over k of a[i][k] . b[k][j]`, where the elements of `a` and `b` are words. Sizes and distances are
/// in words, which the sums are, too.
pub(crate) struct Block {
    /// The first row of the left factor. If the unit is not direct, there are as many as its highest block has, of which `rows` count.
    pub a: *const u32,
    /// From one row of the left factor to the next.
    pub a_row: usize,
    /// The first row of a panel of the right factor, aligned to whole vectors.
    pub b: *const u32,
    /// Words of a panel's row: [`LANES`] or [`WIDTH`].
    pub width: usize,
    /// Words of the inner dimension: a multiple of the unit's step.
    pub depth: usize,
    /// Rows of the result: no more than those of the highest block, if the unit is not direct.
    pub rows: usize,
    /// The start of the sums: null for zeros. If the unit is not direct, else the result's rows.
    pub from: *const u32,
    /// From one row of it to the next: none if it is the same for all.
    pub from_row: usize,
    /// The result, whose rows have `width` sums. If the unit is not direct, there are as many rows as its highest block has.
    pub c: *mut u32,
    /// From one row of the result to the next: [`WIDTH`] if the unit is not direct.
    pub c_row: usize,
}

/// Words of a row of the narrower panels.
pub(crate) const LANES: usize = 16;

/// Words of a row of the wider panels.
pub(crate) const WIDTH: usize = 2 * LANES;

/// Rows of the highest block of any unit.
pub(crate) const MOST_ROWS: usize = 32;

impl Unit {
    /// The unit that multiplies pairs of `bf16` faster than others multiply `f32`; `None` where there is no such unit.
    pub(crate) fn of_bf16() -> Option<&'static Unit> {
        static UNIT: OnceLock<Option<&'static Unit>> = OnceLock::new();
        *UNIT.get_or_init(of_bf16)
    }

    /// The best unit for integers of 8 bits.
    pub(crate) fn of_integers() -> &'static Unit {
        static UNIT: OnceLock<&'static Unit> = OnceLock::new();
        UNIT.get_or_init(of_integers)
    }
}

#[cfg(target_arch = "x86_64")]
fn of_bf16() -> Option<&'static Unit> {
    use super::tiles::{self, Support};
    use super::vectors;

    if !vectors::has_pairs() {
        return None;
    }
    // Processors that have tiles take as long for the products of a vector of pairs as for two of `f32`, or longer.
    match tiles::support() {
        Support::Ready => Some(&tiles::OF_BF16),
        Support::Locked => None,
        Support::Missing => Some(&vectors::OF_BF16),
    }
}

#[cfg(target_arch = "x86_64")]
fn of_integers() -> &'static Unit {
    use super::tiles::{self, Support};
    use super::vectors;
    use crate::cpu::{InstructionSet, instruction_set};

    match instruction_set() {
        InstructionSet::Avx512 if matches!(tiles::support(), Support::Ready) => &tiles::OF_BYTES,
        InstructionSet::Avx512 if vectors::has_bytes() => &vectors::OF_BYTES,
        InstructionSet::Avx512 | InstructionSet::Avx2 => &vectors::OF_SHORTS,
        InstructionSet::Baseline => &super::loops::OF_SHORTS,
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn of_bf16() -> Option<&'static Unit> {
    None
}

#[cfg(not(target_arch = "x86_64"))]
fn of_integers() -> &'static Unit {
    &super::loops::OF_SHORTS
}
