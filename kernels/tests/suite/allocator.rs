//! The allocator of this test program: it counts each thread's allocations, and refuses absurd sizes, so that tests see ops answer
//! such requests with an error.

#![expect(unsafe_code, reason = "a global allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that nothing in these tests has a right to.
pub(crate) const ABSURD: usize = 1 << 30;

/// The largest request that is granted.
static LARGEST: AtomicUsize = AtomicUsize::new(ABSURD);

/// From now on, requests of more bytes than this fail, in the whole process.
pub(crate) fn refuse_above(bytes: usize) {
    LARGEST.store(bytes, Ordering::Relaxed);
}

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

/// The number of allocations of this thread.
pub(crate) fn allocations_of_this_thread() -> u64 {
    COUNT.get()
}

struct Watched;

#[global_allocator]
static ALLOCATOR: Watched = Watched;

/// Counts a request; whether it may be granted.
fn ask(bytes: usize) -> bool {
    // A thread that ends may have no counter any more.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
    let is_granted = bytes <= LARGEST.load(Ordering::Relaxed);
    if !is_granted {
        crate::bad_calls::say_refused(bytes);
    }
    is_granted
}

// SAFETY: the system's allocator, but for requests that fail, which any may.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller passes a layout of a size above zero, as `GlobalAlloc` requires.
        if ask(layout.size()) { unsafe { System.alloc(layout) } } else { null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller passes a layout of a size above zero, as `GlobalAlloc` requires.
        if ask(layout.size()) { unsafe { System.alloc_zeroed(layout) } } else { null_mut() }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller passes a block that this allocator, and so `System`, allocated with this layout,
        // and a size above zero.
        if ask(size) { unsafe { System.realloc(block, layout, size) } } else { null_mut() }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller passes a block that this allocator, and so `System`, allocated with this layout.
        unsafe { System.dealloc(block, layout) }
    }
}
