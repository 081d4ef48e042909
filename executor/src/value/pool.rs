//! Memory of async values: per-thread caches of small blocks over a bounded shared depot.
//!
//! A block that is freed on another thread than the one that allocated it goes to the freeing thread's cache. A cache that
//! overflows gives a chain of [`CHAIN`] blocks to the depot, an empty one takes a chain from there, so producer and consumer
//! threads meet once per chain and not once per block. Blocks come one by one from the global allocator and go back to it when
//! the depot is full or the thread ends. Blocks that an ending thread frees after it has emptied its cache go there directly.
//!
//! The lists of a thread are in its thread-local memory, not in a cell of [`leases`](crate::leases). A leased cell is found through a pointer
//! that may be missing: an allocation with its release would take 31 instructions instead of 25, and 3.6 ns instead of 2.2. The cell would also
//! keep the blocks of a thread that has ended, which go back to the system here.

#![expect(unsafe_code, reason = "an allocator: blocks are raw memory")]

use crate::prefetch::prefetch;
use parking_lot::Mutex;
use std::{
    alloc::{Layout, alloc, dealloc, handle_alloc_error},
    cell::UnsafeCell,
    ptr::{NonNull, null_mut},
};

const CLASSES: usize = 6;
const GRAIN: usize = 64;
/// Blocks that move between a cache and the depot at once.
const CHAIN: u32 = 128;
/// Chains the depot keeps per class.
const DEPOT_CHAINS: usize = 4096;

struct Free {
    next: *mut Free,
    /// In the first block of a chain in the depot: the next chain. Unused elsewhere.
    chain: *mut Free,
}

#[derive(Clone, Copy)]
struct List {
    head: *mut Free,
    /// [`CHAIN`] with an empty list: nothing may be put there without a closer look, because the cache is not known to be emptied
    /// when the thread ends, or has been.
    len: u32,
    /// A second list: a cache holds up to two chains, so that it does not thrash at a boundary.
    spare: *mut Free,
}

struct Depot {
    head: *mut Free,
    len: usize,
}

// SAFETY: a depot alone owns its blocks, which are plain memory.
unsafe impl Send for Depot {}

static DEPOTS: [Mutex<Depot>; CLASSES] = [const { Mutex::new(Depot { head: null_mut(), len: 0 }) }; CLASSES];

const CLOSED: List = List { head: null_mut(), len: CHAIN, spare: null_mut() };

thread_local! {
    // Without a destructor, so that access is a plain load; `Flush` empties it when the thread ends.
    static CACHE: UnsafeCell<[List; CLASSES]> = const { UnsafeCell::new([CLOSED; CLASSES]) };
    static FLUSH: Flush = const { Flush };
}

struct Flush;

impl Drop for Flush {
    fn drop(&mut self) {
        CACHE.with(|lists| {
            // SAFETY: the cache belongs to this thread and nothing here calls back into it.
            for (class, list) in unsafe { &mut *lists.get() }.iter_mut().enumerate() {
                for head in [list.head, list.spare] {
                    // SAFETY: the lists hold free blocks of this class.
                    unsafe { free_list(class, head) };
                }
                *list = CLOSED;
            }
        });
    }
}

/// # Safety
/// `head` is a list of free blocks of the class that nothing else refers to.
unsafe fn free_list(class: usize, mut head: *mut Free) {
    while let Some(block) = NonNull::new(head) {
        // SAFETY: every block of the list is free, was allocated with the class's layout, and is the caller's
        // alone; `next` is read before the block is freed.
        unsafe {
            head = block.as_ref().next;
            dealloc(block.as_ptr().cast(), class_layout(class));
        }
    }
}

const fn class_layout(class: usize) -> Layout {
    match Layout::from_size_align((class + 1) * GRAIN, GRAIN) {
        Ok(layout) => layout,
        Err(_) => panic!("sizes are small multiples of a power of two"),
    }
}

const fn class_of(layout: Layout) -> Option<usize> {
    if layout.align() <= GRAIN && layout.size() <= CLASSES * GRAIN && layout.size() > 0 {
        Some((layout.size() - 1) / GRAIN)
    } else {
        None
    }
}

/// The common properties of blocks of a layout.
#[derive(Clone, Copy)]
pub(crate) struct Class {
    /// The cache's list; [`CLASSES`] for blocks that are too large.
    list: usize,
    layout: Layout,
}

impl Class {
    /// The class of blocks with this layout.
    pub(crate) const fn of(layout: Layout) -> Class {
        match class_of(layout) {
            Some(list) => Class { list, layout },
            None => Class { list: CLASSES, layout },
        }
    }
}

impl Class {
    /// Bytes of a block.
    pub(crate) fn bytes(self) -> usize {
        if self.list < CLASSES { (self.list + 1) * GRAIN } else { self.layout.size() }
    }
}

/// Allocates memory of this class. The process ends as with any allocation when there is none.
#[inline(always)]
pub(crate) fn allocate(class: Class) -> NonNull<u8> {
    let Class { list: class, layout } = class;
    if class >= CLASSES {
        return system(layout);
    }
    CACHE.with(|lists| {
        // SAFETY: the cache belongs to this thread and nothing here calls back into it.
        let list = unsafe { &mut (*lists.get())[class] };
        match NonNull::new(list.head) {
            Some(block) => {
                // SAFETY: blocks in the list are free, allocated, and start with a `Free`.
                list.head = unsafe { block.as_ref().next };
                // Looking at the null page misses the TLB each time.
                if !list.head.is_null() {
                    prefetch(list.head);
                }
                list.len -= 1;
                block.cast()
            }
            None => refill(class, list),
        }
    })
}

/// Sees to it that the cache is emptied when the thread ends. False if that has happened: nothing may be put there any more.
fn will_flush() -> bool {
    FLUSH.try_with(|_| ()).is_ok()
}

#[cold]
fn refill(class: usize, list: &mut List) -> NonNull<u8> {
    if !will_flush() {
        return system(class_layout(class));
    }
    let mut head = std::mem::replace(&mut list.spare, null_mut());
    if head.is_null() {
        let mut depot = DEPOTS[class].lock();
        if let Some(chain) = NonNull::new(depot.head) {
            // SAFETY: chains in the depot are free blocks; the first holds the link.
            depot.head = unsafe { chain.as_ref().chain };
            depot.len -= 1;
            head = chain.as_ptr();
        }
    }
    let Some(block) = NonNull::new(head) else { return system(class_layout(class)) };
    // SAFETY: chains in the depot are free blocks; the first holds the link.
    list.head = unsafe { block.as_ref().next };
    list.len = CHAIN - 1;
    block.cast()
}

fn system(layout: Layout) -> NonNull<u8> {
    // SAFETY: `class_layout` and the layouts of cells have a size above zero.
    NonNull::new(unsafe { alloc(layout) }).unwrap_or_else(|| handle_alloc_error(layout))
}

/// Gives memory back.
///
/// # Safety
/// `block` came from [`allocate`] with the same class and is not used any more.
#[inline(always)]
pub(crate) unsafe fn deallocate(block: NonNull<u8>, class: Class) {
    let Class { list: class, layout } = class;
    if class >= CLASSES {
        // SAFETY: large blocks come from the global allocator with this layout.
        return unsafe { dealloc(block.as_ptr(), layout) };
    }
    CACHE.with(|lists| {
        // SAFETY: the cache belongs to this thread and nothing here calls back into it.
        let list = unsafe { &mut (*lists.get())[class] };
        if list.len == CHAIN && !make_room(class, list) {
            // SAFETY: blocks of a class came from the global allocator with this layout, and this one is not used any more.
            return unsafe { dealloc(block.as_ptr(), class_layout(class)) };
        }
        let free: NonNull<Free> = block.cast();
        // SAFETY: the caller gave up the block, which has at least 64 bytes at 64-byte alignment: room for a
        // `Free`.
        unsafe { free.write(Free { next: list.head, chain: null_mut() }) };
        list.head = free.as_ptr();
        list.len += 1;
    });
}

/// Makes room in a list that is full, or is not open yet. False if nothing may be put there.
#[cold]
fn make_room(class: usize, list: &mut List) -> bool {
    if !will_flush() {
        return false;
    }
    let chain = std::mem::replace(&mut list.spare, list.head);
    list.head = null_mut();
    list.len = 0;
    let Some(mut first) = NonNull::new(chain) else { return true };
    let mut depot = DEPOTS[class].lock();
    if depot.len < DEPOT_CHAINS {
        // SAFETY: `first` heads a chain of free blocks taken out of the thread's list, so this thread alone
        // accesses it.
        unsafe { first.as_mut().chain = depot.head };
        depot.head = first.as_ptr();
        depot.len += 1;
    } else {
        drop(depot);
        // SAFETY: `chain` is a list of free blocks of this class taken out of the thread's list, so this
        // thread alone accesses it.
        unsafe { free_list(class, chain) };
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn blocks_are_reused_and_distinct() {
        let class = Class::of(Layout::new::<[u64; 8]>());
        let mut blocks: Vec<_> = (0..1000).map(|_| allocate(class)).collect();
        blocks.sort();
        blocks.dedup();
        assert_eq!(blocks.len(), 1000);
        for &block in &blocks {
            // SAFETY: `allocate` returned the block for this class above, and the test does not use it
            // afterwards.
            unsafe { deallocate(block, class) };
        }
        let again = allocate(class);
        assert!(blocks.contains(&again));
        // SAFETY: `allocate` returned the block for this class above, and the test does not use it
        // afterwards.
        unsafe { deallocate(again, class) };
    }

    #[test]
    fn a_thread_that_only_frees_keeps_nothing() {
        /// Frees its block when the thread ends, after the thread's cache has been emptied or before.
        struct Late(Cell<Option<NonNull<u8>>>);
        impl Drop for Late {
            fn drop(&mut self) {
                if let Some(block) = self.0.take() {
                    // SAFETY: `allocate` returned the block for this class below, and it is freed once.
                    unsafe { deallocate(block, Class::of(Layout::new::<[u64; 8]>())) };
                    assert!(CACHE.with(|lists| {
                        // SAFETY: the cache is this thread's, and no borrow of it is live.
                        let list = unsafe { (*lists.get())[0] };
                        list.head.is_null() || will_flush()
                    }));
                }
            }
        }
        thread_local! {
            static FIRST: Late = const { Late(Cell::new(None)) };
            static LAST: Late = const { Late(Cell::new(None)) };
        }
        let blocks = [(); 3].map(|()| allocate(Class::of(Layout::new::<[u64; 8]>())).as_ptr() as usize);
        let freeing = std::thread::spawn(move || {
            let block = |at: usize| NonNull::new(blocks[at] as *mut u8);
            FIRST.with(|late| late.0.set(block(0)));
            // SAFETY: the other thread allocated it with this class and does not use it.
            block(1)
                .into_iter()
                .for_each(|block| unsafe { deallocate(block, Class::of(Layout::new::<[u64; 8]>())) });
            LAST.with(|late| late.0.set(block(2)));
        });
        freeing.join().unwrap();
    }

    #[test]
    fn large_blocks_pass_through() {
        let class = Class::of(Layout::new::<[u64; 4096]>());
        let block = allocate(class);
        // SAFETY: `allocate` returned the block for this class above, and the test does not use it
        // afterwards.
        unsafe { deallocate(block, class) };
    }
}
