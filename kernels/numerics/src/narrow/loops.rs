//! Blocks by loops, for processors without instructions for them.
#![expect(unsafe_code, reason = "raw pointers")]

use super::unit::{Block, Kind, Unit};

/// The unit of integers.
pub(super) static OF_SHORTS: Unit =
    Unit { kind: Kind::Shorts, rows: 8, is_direct: true, step: 1, begin: nothing, block, end: nothing };

pub(super) fn nothing() {}

/// # Safety
/// The block's pointers are valid.
unsafe fn block(block: &Block) {
    let low_high = |word: u32| (i32::from(word as u16 as i16), i32::from((word >> 16) as u16 as i16));
    for i in 0..block.rows {
        // SAFETY: the caller says that the pointers are valid for these rows of `depth` words and of a panel's width.
        unsafe {
            let sums = std::slice::from_raw_parts_mut(block.c.add(i * block.c_row), block.width);
            let from = block.from.wrapping_add(i * block.from_row);
            if block.from.is_null() {
                sums.fill(0);
            } else if from != sums.as_ptr() {
                sums.copy_from_slice(std::slice::from_raw_parts(from, block.width));
            }
            for k in 0..block.depth {
                let (low, high) = low_high(block.a.add(i * block.a_row + k).read());
                let words = std::slice::from_raw_parts(block.b.add(k * block.width), block.width);
                for (sum, &word) in sums.iter_mut().zip(words) {
                    let (right_low, right_high) = low_high(word);
                    *sum = sum.wrapping_add((low * right_low + high * right_high).cast_unsigned());
                }
            }
        }
    }
}
