//! The memory of buffers: from the global allocator, and for large blocks pages of their own.
//!
//! Large blocks start at a multiple of [`HUGE_PAGE`] and ask the system for pages of that size: otherwise an op that reads a
//! large tensor once spends much of its time on page faults and address translation. All memory starts as zeros, so a program
//! cannot print a byte that was never written.
#![expect(unsafe_code, reason = "raw memory from the allocator and from the system")]

use std::alloc::Layout;
use std::ptr::{self, NonNull};

use rustix::mm::{Advice, MapFlags, ProtFlags, madvise, mmap_anonymous, munmap};

/// Alignment of all blocks.
pub(super) const ALIGNMENT: usize = 64;

/// Blocks from this size on have pages of their own.
const LARGE: usize = 4 << 20;

/// The size of the processor's next larger pages.
const HUGE_PAGE: usize = 2 << 20;

/// A block of `size` zero bytes; `None` when there is no memory.
pub(super) fn fresh(size: usize) -> Option<NonNull<u8>> {
    if size >= LARGE {
        return map(size);
    }
    let layout = Layout::from_size_align(size.max(1), ALIGNMENT).ok()?;
    // SAFETY: `size.max(1)` gives the layout a size above zero.
    NonNull::new(unsafe { std::alloc::alloc_zeroed(layout) })
}

/// Gives a block back.
///
/// # Safety
/// The block came from [`fresh`] with this size and is not used any more.
pub(super) unsafe fn release(block: NonNull<u8>, size: usize) {
    if size >= LARGE {
        // SAFETY: `map` returned this block as a mapping of `whole_pages(size)` bytes, and the caller does not
        // use it afterwards. A failure would only leave it mapped.
        let _ = unsafe { munmap(block.as_ptr().cast(), whole_pages(size)) };
    } else if let Ok(layout) = Layout::from_size_align(size.max(1), ALIGNMENT) {
        // SAFETY: `fresh` allocated the block with this layout, and the caller does not use it afterwards.
        unsafe { std::alloc::dealloc(block.as_ptr(), layout) };
    }
}

fn whole_pages(size: usize) -> usize {
    size.next_multiple_of(rustix::param::page_size())
}

fn map(size: usize) -> Option<NonNull<u8>> {
    if size > isize::MAX as usize - 2 * HUGE_PAGE {
        return None;
    }
    let size = whole_pages(size);
    let length = size + HUGE_PAGE;
    // SAFETY: a new anonymous mapping at an address of the system's choice. The unmapped parts before and after the block were
    // never handed out, and lie inside of the mapping.
    unsafe {
        let access = ProtFlags::READ | ProtFlags::WRITE;
        let start: *mut u8 = mmap_anonymous(ptr::null_mut(), length, access, MapFlags::PRIVATE).ok()?.cast();
        let before = start.addr().next_multiple_of(HUGE_PAGE) - start.addr();
        let block = start.add(before);
        let after = length - before - size;
        if before > 0 {
            let _ = munmap(start.cast(), before);
        }
        if after > 0 {
            let _ = munmap(block.add(size).cast(), after);
        }
        // A system without such pages says so and gives small ones.
        let _ = madvise(block.cast(), size, Advice::LinuxHugepage);
        NonNull::new(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_all_sizes_are_aligned_zeros() {
        for size in [1, 64, 4096, LARGE - 1, LARGE, LARGE + 1, 3 * LARGE + 12345] {
            let block = fresh(size).unwrap();
            assert!(block.as_ptr().addr().is_multiple_of(if size >= LARGE { HUGE_PAGE } else { ALIGNMENT }));
            // SAFETY: `fresh` returned the block with that many initialized bytes to this test alone, which
            // releases it once.
            unsafe {
                let bytes = std::slice::from_raw_parts_mut(block.as_ptr(), size);
                assert!(bytes.iter().all(|&byte| byte == 0));
                bytes[size - 1] = 1;
                release(block, size);
            }
        }
        assert!(fresh(isize::MAX as usize).is_none());
        assert!(fresh(1 << 56).is_none());
    }
}
