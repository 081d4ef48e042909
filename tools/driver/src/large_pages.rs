//! The allocator of programs that compile: arrays of megabytes get memory in large pages, everything else the system's allocator.
//!
//! A program of a million operations is a dozen arrays that grow to tens of megabytes. With pages of 4 KiB each array costs a
//! trap per page, and following a value through them misses the translation buffer nearly every time; with pages of 2 MiB both
//! costs are negligible. A growing array is moved by its page tables, not copied, and keeps its large pages because it moves
//! between multiples of their size.
//!
//! The layout of a block determines its allocator; the caller must pass the same layout when it frees the block. If the system has no
//! large pages to give, blocks consist of small ones; nothing else changes. Freed blocks go back to the system at once, so the
//! system's allocator is better for a process that runs programs, which allocates and frees arrays of this size again and again. A
//! process that compiles calls [`enable`] when it starts; otherwise everything comes from the system's allocator. The choice is made
//! once, at the latest by the first large block, because the layout alone determines the owner of a block.

#![expect(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicU8, Ordering};

use rustix::mm::{
    Advice, MapFlags, MremapFlags, ProtFlags, madvise, mmap_anonymous, mremap, mremap_fixed, munmap,
};

/// Bytes in a large page; blocks are multiples of it, and lie at multiples of it.
const PAGE: usize = 2 << 20;
/// Blocks of at least this size are mapped.
const LARGE: usize = 2 << 20;

/// See the [module documentation](self).
#[derive(Debug, Clone, Copy, Default)]
pub struct LargePages;

/// Whether large blocks are mapped: [`UNDECIDED`], then [`MAPPED`] or [`SYSTEM`] for ever.
static CHOICE: AtomicU8 = AtomicU8::new(UNDECIDED);
const UNDECIDED: u8 = 0;
const MAPPED: u8 = 1;
const SYSTEM: u8 = 2;

/// Makes the choice that large blocks are mapped, unless it was made before; returns the choice.
pub fn enable() -> bool {
    decide(MAPPED)
}

/// Makes a choice if none was made; whether large blocks are mapped.
fn decide(choice: u8) -> bool {
    // Nothing is published with the choice, and of several attempts one wins.
    match CHOICE.compare_exchange(UNDECIDED, choice, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => choice == MAPPED,
        Err(before) => before == MAPPED,
    }
}

/// Bytes that are mapped for a block of `size`, if it is mapped at all.
fn mapped(size: usize, align: usize) -> Option<usize> {
    // A size is at most `isize::MAX`, so rounding up does not overflow.
    (size >= LARGE && align <= PAGE && decide(SYSTEM)).then(|| size.next_multiple_of(PAGE))
}

/// A new mapping of `len` bytes at a multiple of [`PAGE`].
fn map(len: usize, access: ProtFlags) -> Option<NonNull<c_void>> {
    let room = len.checked_add(PAGE)?;
    // SAFETY: a new mapping wherever there is room overlaps nothing.
    let start = unsafe { mmap_anonymous(null_mut(), room, access, MapFlags::PRIVATE) }.ok()?;
    let before = start.addr().wrapping_neg() % PAGE;
    let block = start.wrapping_byte_add(before);
    // SAFETY: both ends are parts of the mapping that was just made, outside of the returned block, and
    // nothing refers to them.
    unsafe {
        unmap(start, before);
        unmap(block.wrapping_byte_add(len), PAGE - before);
    }
    NonNull::new(block)
}

/// Gives a range back.
///
/// # Safety
/// The range is mapped, whole pages, and nobody uses it from now on.
unsafe fn unmap(start: *mut c_void, len: usize) {
    if len > 0 {
        // SAFETY: the caller says that the range is mapped, consists of whole pages, and is not used from now on. A failure would
        // mean that the kernel is out of memory for its tables; the range then stays.
        let _ = unsafe { munmap(start, len) };
    }
}

/// A new block of `len` bytes, zeroed, or null.
fn allocate(len: usize) -> *mut u8 {
    let Some(block) = map(len, ProtFlags::READ | ProtFlags::WRITE) else { return null_mut() };
    // SAFETY: advice on a mapping that was just made. Without large pages there are small ones.
    let _ = unsafe { madvise(block.as_ptr(), len, Advice::LinuxHugepage) };
    block.as_ptr().cast()
}

/// Makes a block of `old` bytes one of `new` bytes, or gives null and leaves it as it was.
///
/// # Safety
/// The block came from [`allocate`], has `old` bytes, and nobody else uses it.
unsafe fn resize(block: *mut u8, old: usize, new: usize) -> *mut u8 {
    if new <= old {
        // SAFETY: the end of the block, which its owner gave up.
        unsafe { unmap(block.wrapping_add(new).cast(), old - new) };
        return block;
    }
    // SAFETY: the caller says that the block came from `allocate`, has `old` bytes, and is its own; without
    // `MAYMOVE` it stays where it is.
    if unsafe { mremap(block.cast(), old, new, MremapFlags::empty()) }.is_ok() {
        return block;
    }
    let Some(place) = map(new, ProtFlags::empty()) else { return null_mut() };
    // SAFETY: the caller says that the block came from `allocate`, has `old` bytes, and is its own; `place`
    // was just reserved with `new` bytes, and is replaced.
    match unsafe { mremap_fixed(block.cast(), old, new, MremapFlags::MAYMOVE, place.as_ptr()) } {
        Ok(moved) => moved.cast(),
        Err(_) => {
            // SAFETY: `place` was just reserved with `new` bytes, and nothing refers to it. The kernel may have
            // unmapped it already, which does no harm.
            unsafe { unmap(place.as_ptr(), new) };
            null_mut()
        }
    }
}

// SAFETY: a block is mapped exactly if its layout says so, has at least the size and alignment of the layout, and belongs to
// the caller until it is given back. No method unwinds.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match mapped(layout.size(), layout.align()) {
            Some(len) => allocate(len),
            // SAFETY: the caller passes a layout of a size above zero, as `GlobalAlloc` requires.
            None => unsafe { System.alloc(layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match mapped(layout.size(), layout.align()) {
            Some(len) => allocate(len),
            // SAFETY: the caller passes a layout of a size above zero, as `GlobalAlloc` requires.
            None => unsafe { System.alloc_zeroed(layout) },
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        match mapped(layout.size(), layout.align()) {
            // SAFETY: `mapped` says that `allocate` made every block of this layout, with `len` bytes; the
            // caller gives it up.
            Some(len) => unsafe { unmap(block.cast(), len) },
            // SAFETY: `mapped` says that `System` allocated every block of this layout; the caller gives it
            // up.
            None => unsafe { System.dealloc(block, layout) },
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (mapped(layout.size(), layout.align()), mapped(size, layout.align())) {
            // SAFETY: `mapped` says that `allocate` made every block of this layout, with `old` bytes; the
            // caller owns it.
            (Some(old), Some(new)) => unsafe { resize(block, old, new) },
            // SAFETY: `mapped` says that `System` allocated every block of this layout, and that it would
            // also allocate the new size, which the caller passes above zero.
            (None, None) => unsafe { System.realloc(block, layout, size) },
            // From one allocator to the other.
            _ => {
                // SAFETY: the caller passes a size that is valid for this alignment, as `GlobalAlloc`
                // requires.
                let layout_after = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
                // SAFETY: the caller passes a size above zero, as `GlobalAlloc` requires.
                let after = unsafe { self.alloc(layout_after) };
                if !after.is_null() {
                    // SAFETY: both blocks have that many bytes; the new one was just allocated, so they do
                    // not overlap.
                    unsafe { block.copy_to_nonoverlapping(after, layout.size().min(size)) };
                    // SAFETY: the caller passes a block of this layout, as `GlobalAlloc` requires; it is not
                    // used afterwards.
                    unsafe { self.dealloc(block, layout) };
                }
                after
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes around the limits, and some that take several pages.
    const SIZES: [usize; 9] =
        [1, LARGE - 1, LARGE, LARGE + 1, PAGE * 3, PAGE * 3 + 1, PAGE * 17, PAGE - 1, 4096];

    /// Some bytes of each page of a block.
    fn places(size: usize) -> impl Iterator<Item = usize> {
        (0..size).step_by(1021)
    }

    fn pattern(at: usize) -> u8 {
        (at % 251) as u8
    }

    #[test]
    fn blocks_keep_their_contents_whatever_they_grow_or_shrink_to() {
        assert!(enable());
        for from in SIZES {
            for to in SIZES {
                let layout = Layout::from_size_align(from, 16).unwrap();
                // SAFETY: the layout has a size; the block is used within it, and freed with the layout it has then.
                unsafe {
                    let block = LargePages.alloc(layout);
                    assert!(!block.is_null());
                    if from >= LARGE {
                        assert_eq!(block.addr() % PAGE, 0);
                    }
                    for at in places(from) {
                        block.add(at).write(pattern(at));
                    }
                    let block = LargePages.realloc(block, layout, to);
                    assert!(!block.is_null());
                    for at in places(from).take_while(|&at| at < to) {
                        assert_eq!(block.add(at).read(), pattern(at), "{from} to {to}, byte {at}");
                    }
                    block.add(to - 1).write(1);
                    LargePages.dealloc(block, Layout::from_size_align(to, 16).unwrap());
                }
            }
        }
    }

    #[test]
    fn new_blocks_are_zero_when_asked_for() {
        assert!(enable());
        for size in SIZES {
            let layout = Layout::from_size_align(size, 8).unwrap();
            // SAFETY: the layout has a size; the block is used within it, and freed with the layout it has then.
            unsafe {
                let block = LargePages.alloc_zeroed(layout);
                assert!(places(size).all(|at| block.add(at).read() == 0));
                LargePages.dealloc(block, layout);
            }
        }
    }

    #[test]
    fn blocks_that_nothing_can_hold_are_refused() {
        assert!(enable());
        let layout = Layout::from_size_align(PAGE, 8).unwrap();
        let too_large = isize::MAX as usize - PAGE;
        // SAFETY: the layouts are possible ones; the block that stays is freed with its own.
        unsafe {
            assert!(LargePages.alloc(Layout::from_size_align(too_large, 8).unwrap()).is_null());
            let block = LargePages.alloc(layout);
            block.write(7);
            assert!(LargePages.realloc(block, layout, too_large).is_null());
            assert_eq!(block.read(), 7);
            LargePages.dealloc(block, layout);
        }
    }
}
