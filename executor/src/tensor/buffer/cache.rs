//! Caches of free blocks for new buffers, and the count of buffers.
//!
//! A small freed block goes to the cache of the freeing thread, a large one to a bounded shared cache: fresh pages from the system
//! cost more than most ops. Blocks of one size class are interchangeable. A thread's cache that overflows gives a chain of small
//! blocks to the shared cache, an empty one takes a chain from there. So threads that make tensors for other threads to drop also stop
//! calling the system.
//!
//! Invariants: a block is in one cache or belongs to one buffer; a free block's first word points at the next block of its list, and
//! the rest of it is as its last owner left it. A thread's list has blocks only while the thread's cache is open, from its first use
//! until the thread ends. The counts are kept in release builds too, through per-thread counters without atomic read-modify-write
//! operations.
//!
//! A thread leases its counters, which must outlive it. Its lists are in thread-local memory, for the reasons of
//! [`pool`](crate::value::pool): a leased list would cost a load and a check more for each block, and keep the blocks of ended threads.
#![expect(
    unsafe_code,
    reason = "lists of free blocks, which go back to the system and from thread to thread"
)]

use std::cell::{Cell, UnsafeCell};
use std::ptr::{NonNull, null_mut};
use std::sync::atomic::{AtomicI64, Ordering};

use parking_lot::Mutex;

use super::{OutOfMemory, block};
use crate::leases::{Lease, Leases};

/// Blocks above this size (header included) go through the shared cache, one by one.
const THREAD_CACHE_MAX_BLOCK: usize = 64 << 10;
/// Bytes of a chain; a thread keeps at most two chains per size class.
const CHAIN_BYTES: usize = 128 << 10;
/// Limit of the large free blocks and the complete chains that the shared cache keeps, in bytes.
const SHARED_CACHE_BYTES: usize = 512 << 20;

// Size classes: multiples of 64 bytes up to 1 KiB, then four steps per power of two.

const FINE_CLASSES: usize = 16;
const NUM_CLASSES: usize = FINE_CLASSES + 4 * 53;
/// Classes whose blocks threads keep.
const THREAD_CLASSES: usize = class_of(THREAD_CACHE_MAX_BLOCK) as usize + 1;

#[inline]
pub(super) const fn class_of(total: usize) -> u8 {
    if total <= 64 {
        return 0;
    }
    if total <= 1024 {
        return (total.div_ceil(64) - 1) as u8;
    }
    let power = (total - 1).ilog2();
    let step = ((total - 1) >> (power - 2)) & 3;
    (FINE_CLASSES + 4 * (power as usize - 10) + step) as u8
}

#[inline]
const fn class_size(class: u8) -> usize {
    let class = class as usize;
    if class < FINE_CLASSES {
        return (class + 1) * 64;
    }
    let power = (class - FINE_CLASSES) / 4 + 10;
    let step = (class - FINE_CLASSES) % 4;
    (step + 5) << (power - 2)
}

/// Blocks of a chain.
const fn chain_length(class: u8) -> u32 {
    (CHAIN_BYTES / class_size(class)) as u32
}

/// Counters of one thread: only the thread itself writes them.
#[repr(align(128))]
struct Counters {
    made: AtomicI64,
    freed: AtomicI64,
    /// Bytes of those made less bytes of those freed.
    live_bytes: AtomicI64,
    from_system: AtomicI64,
}

impl Counters {
    const fn new() -> Counters {
        Counters {
            made: AtomicI64::new(0),
            freed: AtomicI64::new(0),
            live_bytes: AtomicI64::new(0),
            from_system: AtomicI64::new(0),
        }
    }

    #[inline]
    fn add(counter: &AtomicI64, by: i64) {
        counter.store(counter.load(Ordering::Relaxed).wrapping_add(by), Ordering::Relaxed);
    }

    #[inline]
    fn count_made(&self, bytes: usize) {
        Self::add(&self.made, 1);
        Self::add(&self.live_bytes, bytes as i64);
    }

    #[inline]
    fn count_freed(&self, bytes: usize) {
        Self::add(&self.freed, 1);
        Self::add(&self.live_bytes, -(bytes as i64));
    }
}

/// The counts of ending threads, whose caches are closed; with atomic operations.
static LATE: Counters = Counters::new();

/// The number of buffers and their origins, over all threads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BufferStats {
    /// Buffers alive, slices and external ones included.
    pub live: i64,
    /// Bytes of the live buffers that were allocated here.
    pub live_bytes: i64,
    /// Buffers made since the start.
    pub made: i64,
    /// Of those, how many needed memory from the system because no cache had a block.
    pub from_system: i64,
}

/// The current counts. Exact when no other thread is making or freeing buffers.
pub fn stats() -> BufferStats {
    let mut sum = BufferStats::default();
    let mut add = |counters: &Counters| {
        let made = counters.made.load(Ordering::Relaxed);
        sum.live += made - counters.freed.load(Ordering::Relaxed);
        sum.live_bytes += counters.live_bytes.load(Ordering::Relaxed);
        sum.made += made;
        sum.from_system += counters.from_system.load(Ordering::Relaxed);
    };
    COUNTERS.for_each(&mut add);
    add(&LATE);
    sum
}

/// Counters of every thread that ever made or freed a buffer; those of ended threads keep their part of the sum.
static COUNTERS: Leases<Counters> = Leases::new();

/// A free block.
struct Free {
    next: *mut Free,
}

/// Free blocks of a class.
#[derive(Clone, Copy)]
struct List {
    head: *mut Free,
    /// Blocks until the list is as long as a chain; none while the cache is closed.
    room: u32,
    /// A chain, so that the cache does not thrash at a boundary.
    spare: *mut Free,
}

const CLOSED: List = List { head: null_mut(), room: 0, spare: null_mut() };

struct ThreadCache {
    lists: [List; THREAD_CLASSES],
    /// While the cache is open.
    counters: Option<&'static Counters>,
}

thread_local! {
    // Without a destructor, so that access is a plain load; `Flush` empties it when the thread ends.
    static CACHE: UnsafeCell<ThreadCache> =
        const { UnsafeCell::new(ThreadCache { lists: [CLOSED; THREAD_CLASSES], counters: None }) };
    static FLUSH: Flush = const { Flush(Cell::new(None)) };
}

/// Empties the thread's cache when it ends, and then gives its counters back.
struct Flush(Cell<Option<Lease<Counters>>>);

impl Drop for Flush {
    fn drop(&mut self) {
        with_cache(|cache| {
            for (class, list) in cache.lists.iter_mut().enumerate() {
                let List { head, spare, .. } = std::mem::replace(list, CLOSED);
                // SAFETY: the lists hold free blocks of this class, which are in no list any more.
                unsafe {
                    release_list(head, class as u8);
                    release_list(spare, class as u8);
                }
            }
            cache.counters = None;
        });
    }
}

/// Calls `f` with this thread's cache. `f` makes and frees no buffers.
#[inline(always)]
fn with_cache<R>(f: impl FnOnce(&mut ThreadCache) -> R) -> R {
    // SAFETY: the cache is this thread's, and nothing that `f` does comes back here.
    CACHE.with(|cache| f(unsafe { &mut *cache.get() }))
}

impl ThreadCache {
    /// Opens the cache, unless the thread is about to end.
    fn open(&mut self) -> Option<&'static Counters> {
        if self.counters.is_none()
            && let Ok(counters) = FLUSH.try_with(|flush| {
                let lease = COUNTERS.take(Counters::new);
                let counters = lease.cell();
                flush.0.set(Some(lease));
                counters
            })
        {
            self.counters = Some(counters);
            for (class, list) in self.lists.iter_mut().enumerate() {
                list.room = chain_length(class as u8);
            }
        }
        self.counters
    }
}

#[inline]
pub(super) fn take_block(class: u8, bytes: usize) -> Result<NonNull<u8>, OutOfMemory> {
    with_cache(|cache| {
        if let Some(list) = cache.lists.get_mut(usize::from(class))
            && let Some(block) = NonNull::new(list.head)
            && let Some(counters) = cache.counters
        {
            // SAFETY: a block in a list is free and holds the next one.
            list.head = unsafe { block.as_ref().next };
            list.room += 1;
            counters.count_made(bytes);
            return Ok(block.cast());
        }
        take_block_slow(cache, class, bytes)
    })
}

#[cold]
fn take_block_slow(cache: &mut ThreadCache, class: u8, bytes: usize) -> Result<NonNull<u8>, OutOfMemory> {
    let counters = cache.open();
    let cached = match cache.lists.get_mut(usize::from(class)) {
        Some(_) if counters.is_none() => None,
        Some(list) => {
            let spare = NonNull::new(std::mem::replace(&mut list.spare, null_mut()));
            let chain = spare.or_else(|| SHARED.lock().take(class));
            if let Some(first) = chain {
                // SAFETY: `first` heads a chain of free blocks of this class, taken out of the cache, so that
                // this thread owns them; the first word of each is the link `next`.
                list.head = unsafe { first.as_ref().next };
                list.room = 1;
            }
            chain
        }
        None => SHARED.lock().take(class),
    };
    let block = match cached {
        Some(block) => block.cast(),
        None => {
            let block = fresh_block(class).ok_or(OutOfMemory(bytes))?;
            match counters {
                Some(counters) => Counters::add(&counters.from_system, 1),
                None => drop(LATE.from_system.fetch_add(1, Ordering::Relaxed)),
            }
            block
        }
    };
    match counters {
        Some(counters) => counters.count_made(bytes),
        None => {
            LATE.made.fetch_add(1, Ordering::Relaxed);
            LATE.live_bytes.fetch_add(bytes as i64, Ordering::Relaxed);
        }
    }
    Ok(block)
}

fn fresh_block(class: u8) -> Option<NonNull<u8>> {
    block::fresh(class_size(class))
}

/// # Safety
/// The block came from [`fresh_block`] with the same class, and is in no cache any more.
unsafe fn release_block(block: NonNull<u8>, class: u8) {
    // SAFETY: the caller got the block from [`fresh_block`] with this class, so `class_size(class)` is its size; no
    // cache holds it, and it is freed once.
    unsafe { block::release(block, class_size(class)) };
}

/// # Safety
/// The list is of free blocks of the class, which nothing else refers to.
unsafe fn release_list(mut head: *mut Free, class: u8) {
    while let Some(block) = NonNull::new(head) {
        // SAFETY: every block of the list is free and has this class, and the caller alone holds the list;
        // `next` is read before the block is freed.
        unsafe {
            head = block.as_ref().next;
            release_block(block.cast(), class);
        }
    }
}

/// Keeps or gives back a block that held a buffer of so many bytes.
///
/// # Safety
/// The block came from [`take_block`] with the same class, and is not used any more.
#[inline]
pub(super) unsafe fn put_block(block: NonNull<u8>, class: u8, bytes: usize) {
    with_cache(|cache| {
        let free: NonNull<Free> = block.cast();
        if let Some(list) = cache.lists.get_mut(usize::from(class))
            && list.room > 0
            && let Some(counters) = cache.counters
        {
            // SAFETY: the block is free, aligned, and larger than a pointer.
            unsafe { free.write(Free { next: list.head }) };
            list.head = free.as_ptr();
            list.room -= 1;
            counters.count_freed(bytes);
            return;
        }
        // SAFETY: the caller got the block from [`take_block`] with this class and does not use it any more.
        unsafe { put_block_slow(cache, free, class, bytes) }
    });
}

/// # Safety
/// As for [`put_block`].
#[cold]
unsafe fn put_block_slow(cache: &mut ThreadCache, block: NonNull<Free>, class: u8, bytes: usize) {
    let counters = cache.open();
    match counters {
        Some(counters) => counters.count_freed(bytes),
        None => {
            LATE.freed.fetch_add(1, Ordering::Relaxed);
            LATE.live_bytes.fetch_sub(bytes as i64, Ordering::Relaxed);
        }
    }
    // SAFETY: the caller handed over the block, which is free, aligned, and larger than a link. `room` counts
    // the free places of the list, so a list without room is a complete chain of this class.
    unsafe {
        match cache.lists.get_mut(usize::from(class)) {
            None => {
                block.write(Free { next: null_mut() });
                SHARED.lock().put(block, class);
            }
            Some(_) if counters.is_none() => release_block(block.cast(), class),
            Some(list) => {
                if list.room == 0 {
                    let chain = std::mem::replace(&mut list.spare, list.head);
                    (list.head, list.room) = (null_mut(), chain_length(class));
                    if let Some(chain) = NonNull::new(chain) {
                        SHARED.lock().put(chain, class);
                    }
                }
                block.write(Free { next: list.head });
                list.head = block.as_ptr();
                list.room -= 1;
            }
        }
    }
}

/// Free blocks of all threads: large ones one by one, small ones in chains.
struct SharedCache {
    free: [Vec<NonNull<Free>>; NUM_CLASSES],
    bytes: usize,
}

// SAFETY: the blocks are plain memory that belongs to the cache.
unsafe impl Send for SharedCache {}

static SHARED: Mutex<SharedCache> =
    Mutex::new(SharedCache { free: [const { Vec::new() }; NUM_CLASSES], bytes: 0 });

/// Bytes of what the shared cache holds of a class: a chain or a block.
fn unit_size(class: u8) -> usize {
    if usize::from(class) < THREAD_CLASSES {
        class_size(class) * chain_length(class) as usize
    } else {
        class_size(class)
    }
}

impl SharedCache {
    fn take(&mut self, class: u8) -> Option<NonNull<Free>> {
        let unit = self.free.get_mut(usize::from(class))?.pop()?;
        self.bytes -= unit_size(class);
        Some(unit)
    }

    /// # Safety
    /// The list, a chain or a block, is the caller's and free.
    unsafe fn put(&mut self, unit: NonNull<Free>, class: u8) {
        let size = unit_size(class);
        // Make room by freeing blocks of other sizes, largest first: those are the least likely to be requested.
        for other in (0..NUM_CLASSES).rev().filter(|&other| other != usize::from(class)) {
            while self.bytes + size > SHARED_CACHE_BYTES
                && size <= SHARED_CACHE_BYTES
                && let Some(old) = self.take(other as u8)
            {
                // SAFETY: `take` removed this list of free blocks of class `other` from the cache, so this
                // function alone holds it.
                unsafe { release_list(old.as_ptr(), other as u8) };
            }
        }
        match self.free.get_mut(usize::from(class)) {
            Some(units) if self.bytes + size <= SHARED_CACHE_BYTES => {
                units.push(unit);
                self.bytes += size;
            }
            // SAFETY: the caller hands over the list, a chain or a single block, of free blocks of this class
            // that nothing else refers to.
            _ => unsafe { release_list(unit.as_ptr(), class) },
        }
    }
}

/// Gives the blocks that are kept for reuse by all threads, among them all large ones, back to the system.
pub fn trim() {
    let mut shared = SHARED.lock();
    for class in 0..NUM_CLASSES {
        while let Some(unit) = shared.take(class as u8) {
            // SAFETY: `take` removed this list of free blocks of this class from the cache, so this function
            // alone holds it.
            unsafe { release_list(unit.as_ptr(), class as u8) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_what_they_promise() {
        for total in (1..5000).chain([1 << 20, (1 << 20) + 1, 5 << 30, (7 << 40) + 3]) {
            let class = class_of(total);
            assert!(usize::from(class) < NUM_CLASSES);
            let size = class_size(class);
            assert!(size >= total, "{total} in class {class} of {size}");
            assert!(class == 0 || class_size(class - 1) < total, "{total} fits class {} too", class - 1);
            assert!(total <= 1024 || size <= total + total / 4 + 1, "{total} wastes: {size}");
        }
    }

    #[test]
    fn threads_that_only_make_live_off_threads_that_only_free() {
        // A class that no other test uses.
        let (class, rounds) = (class_of(777), 40);
        let length = chain_length(class) as usize;
        let (to, from) = std::sync::mpsc::channel::<Vec<usize>>();
        let (back, done) = std::sync::mpsc::channel::<()>();
        let frees = std::thread::spawn(move || {
            for blocks in from {
                for block in blocks {
                    let block = NonNull::new(block as *mut u8).expect("a block");
                    // SAFETY: taken by the other thread, which has forgotten it.
                    unsafe { put_block(block, class, 700) };
                }
                back.send(()).expect("the other side waits");
            }
        });
        let mut fresh = Vec::new();
        for _ in 0..rounds {
            let before = with_cache(|cache| cache.open().map(|c| c.from_system.load(Ordering::Relaxed)));
            let blocks = (0..length).map(|_| take_block(class, 700).expect("memory").as_ptr() as usize);
            to.send(blocks.collect()).expect("the other side runs");
            done.recv().expect("the other side runs");
            let after = with_cache(|cache| cache.open().map(|c| c.from_system.load(Ordering::Relaxed)));
            fresh.push(after.zip(before).map_or(0, |(after, before)| after - before));
        }
        drop(to);
        frees.join().expect("no panic");
        assert_eq!(fresh[0], length as i64);
        assert_eq!(fresh[rounds - 10..], [0; 10], "{fresh:?}");
    }
}
