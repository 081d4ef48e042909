//! Non-temporal stores: writing results that are too large to stay in a cache until they are read again.
//!
//! A store to uncached memory first reads the line it goes to. If a result is larger than the caches, that is a third of all
//! traffic of an op with two operands; stores past the caches avoid it. They must fill whole lines one after the other, so an op
//! computes a block that fits the first-level cache, and this module copies the block.
#![expect(unsafe_code, reason = "stores past the caches are instructions of their own")]

use bytemuck::NoUninit;

/// Results from this many bytes on are better written past the caches: last-level caches that a few cores share are not larger.
pub const LARGE: usize = 32 << 20;

/// Copies `from` to `to`, of the same length, past the caches where the processor can. Other threads see the copy after
/// [`finish`].
///
/// # Panics
/// When the lengths differ: a mistake of the caller.
pub fn copy<T: NoUninit>(from: &[T], to: &mut [T]) {
    assert_eq!(from.len(), to.len(), "as many elements as there are places");
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{__m128i, _mm_loadu_si128, _mm_stream_si128};
        const WIDTH: usize = size_of::<__m128i>();
        let size = size_of_val(from);
        let (from, to) = (from.as_ptr().cast::<u8>(), to.as_mut_ptr().cast::<u8>());
        let head = to.align_offset(WIDTH).min(size);
        let middle = (size - head) / WIDTH * WIDTH;
        // SAFETY: both slices have `size` bytes that are initialized, and do not overlap; vectors lie between `head` and
        // `head + middle`, where `to` is aligned. Every x86-64 processor has the instructions.
        unsafe {
            std::ptr::copy_nonoverlapping(from, to, head);
            for at in (head..head + middle).step_by(WIDTH) {
                _mm_stream_si128(to.add(at).cast(), _mm_loadu_si128(from.add(at).cast()));
            }
            let rest = head + middle;
            std::ptr::copy_nonoverlapping(from.add(rest), to.add(rest), size - rest);
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    to.copy_from_slice(from);
}

/// Orders this thread's copies before its later writes.
pub fn finish() {
    // SAFETY: every x86-64 processor has the instruction.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_every_length_and_alignment() {
        let from: Vec<u8> = (0..200).map(|i| i as u8).collect();
        for start in 0..40 {
            for length in 0..120 {
                let mut to = [255u8; 200];
                copy(&from[start..start + length], &mut to[3 * start / 2..][..length]);
                finish();
                for (i, &byte) in to.iter().enumerate() {
                    let inside = i.checked_sub(3 * start / 2).filter(|&at| at < length);
                    assert_eq!(byte, inside.map_or(255, |at| from[start + at]), "{start} {length} {i}");
                }
            }
        }
        let numbers = [1.0f64, -2.0, 3.5, 4.0, 5.0];
        let mut to = [0.0; 5];
        copy(&numbers, &mut to);
        finish();
        assert_eq!(to, numbers);
    }
}
