//! Free blocks kept for the next buffers, and how many buffers there are.
//!
//! Freed blocks go to the cache of the thread that frees them when small and to a bounded shared cache when large: fresh
//! pages from the system cost more than most ops. Blocks of one size class are alike.
//!
//! Invariants: a block is in one cache or belongs to one buffer; the counts are kept in release builds too, through per-thread
//! counters without atomic read-modify-write operations.
#![expect(unsafe_code, reason = "blocks go back to the system, and from thread to thread")]

use std::cell::RefCell;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use super::{OutOfMemory, block};

/// Blocks above this size (header included) go through the shared cache.
const THREAD_CACHE_MAX_BLOCK: usize = 64 << 10;
/// A thread keeps at most this many bytes of free blocks per size class.
const THREAD_CACHE_CLASS_BYTES: usize = 256 << 10;
/// All threads together keep at most this many bytes of large free blocks.
const SHARED_CACHE_BYTES: usize = 512 << 20;

// Size classes: multiples of 64 bytes up to 1 KiB, then four steps per power of two.

const FINE_CLASSES: usize = 16;
const NUM_CLASSES: usize = FINE_CLASSES + 4 * 53;

#[inline]
pub(super) fn class_of(total: usize) -> u8 {
    if total <= 1024 {
        return (total.div_ceil(64).max(1) - 1) as u8;
    }
    let power = (total - 1).ilog2();
    let step = ((total - 1) >> (power - 2)) & 3;
    (FINE_CLASSES + 4 * (power as usize - 10) + step) as u8
}

#[inline]
fn class_size(class: u8) -> usize {
    let class = usize::from(class);
    if class < FINE_CLASSES {
        return (class + 1) * 64;
    }
    let power = (class - FINE_CLASSES) / 4 + 10;
    let step = (class - FINE_CLASSES) % 4;
    (step + 5) << (power - 2)
}

/// Counters of one thread: only the thread itself writes them.
#[derive(Default)]
struct Counters {
    live: AtomicI64,
    live_bytes: AtomicI64,
    made: AtomicI64,
    from_system: AtomicI64,
}

impl Counters {
    #[inline]
    fn add(counter: &AtomicI64, by: i64) {
        counter.store(counter.load(Ordering::Relaxed).wrapping_add(by), Ordering::Relaxed);
    }
}

/// How many buffers there are and where they came from, over all threads.
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
    for counters in all_counters().lock().iter() {
        sum.live += counters.live.load(Ordering::Relaxed);
        sum.live_bytes += counters.live_bytes.load(Ordering::Relaxed);
        sum.made += counters.made.load(Ordering::Relaxed);
        sum.from_system += counters.from_system.load(Ordering::Relaxed);
    }
    sum
}

/// Counters of every thread that ever made or freed a buffer; those of ended threads keep their part of the sum.
fn all_counters() -> &'static Mutex<Vec<Arc<Counters>>> {
    static ALL: OnceLock<Mutex<Vec<Arc<Counters>>>> = OnceLock::new();
    ALL.get_or_init(Mutex::default)
}

struct ThreadCache {
    free: Vec<Vec<NonNull<u8>>>,
    counters: Arc<Counters>,
}

impl ThreadCache {
    fn new() -> Self {
        let counters = take_counters();
        let classes = usize::from(class_of(THREAD_CACHE_MAX_BLOCK)) + 1;
        ThreadCache { free: (0..classes).map(|_| Vec::new()).collect(), counters }
    }
}

/// Counters for a new thread: those of an ended thread go on being used, so their number stays bounded.
fn take_counters() -> Arc<Counters> {
    let mut all = all_counters().lock();
    if let Some(idle) = all.iter().find(|counters| Arc::strong_count(counters) == 1) {
        return idle.clone();
    }
    let counters = Arc::new(Counters::default());
    all.push(counters.clone());
    counters
}

impl Drop for ThreadCache {
    fn drop(&mut self) {
        for (class, blocks) in self.free.iter_mut().enumerate() {
            for block in blocks.drain(..) {
                release_block(block, class as u8);
            }
        }
    }
}

thread_local! {
    static CACHE: RefCell<ThreadCache> = RefCell::new(ThreadCache::new());
}

#[inline]
pub(super) fn take_block(class: u8, bytes: usize) -> Result<NonNull<u8>, OutOfMemory> {
    let cached = CACHE.try_with(|cache| {
        let cache = &mut *cache.borrow_mut();
        Counters::add(&cache.counters.live, 1);
        Counters::add(&cache.counters.live_bytes, bytes as i64);
        Counters::add(&cache.counters.made, 1);
        cache.free.get_mut(usize::from(class)).and_then(Vec::pop)
    });
    match cached {
        Ok(Some(block)) => Ok(block),
        other => take_block_slow(class, bytes, other.is_ok()),
    }
}

#[cold]
fn take_block_slow(class: u8, bytes: usize, counted: bool) -> Result<NonNull<u8>, OutOfMemory> {
    if class_size(class) > THREAD_CACHE_MAX_BLOCK
        && let Some(block) = SHARED.lock().take(class)
    {
        return Ok(block);
    }
    let block = fresh_block(class);
    if counted {
        let _ = CACHE.try_with(|cache| {
            let cache = cache.borrow();
            Counters::add(&cache.counters.from_system, 1);
            if block.is_none() {
                Counters::add(&cache.counters.live, -1);
                Counters::add(&cache.counters.live_bytes, -(bytes as i64));
            }
        });
    }
    block.ok_or(OutOfMemory(bytes))
}

fn fresh_block(class: u8) -> Option<NonNull<u8>> {
    block::fresh(class_size(class))
}

fn release_block(block: NonNull<u8>, class: u8) {
    // SAFETY: the block came from `fresh_block` with the same class, and is in no cache any more.
    unsafe { block::release(block, class_size(class)) };
}

#[inline]
pub(super) fn put_block(block: NonNull<u8>, class: u8, bytes: usize) {
    let kept = CACHE.try_with(|cache| {
        let cache = &mut *cache.borrow_mut();
        Counters::add(&cache.counters.live, -1);
        Counters::add(&cache.counters.live_bytes, -(bytes as i64));
        match cache.free.get_mut(usize::from(class)) {
            Some(blocks) if (blocks.len() + 1) * class_size(class) <= THREAD_CACHE_CLASS_BYTES => {
                blocks.push(block);
                true
            }
            _ => false,
        }
    });
    if !matches!(kept, Ok(true)) {
        put_block_slow(block, class);
    }
}

#[cold]
fn put_block_slow(block: NonNull<u8>, class: u8) {
    if class_size(class) > THREAD_CACHE_MAX_BLOCK {
        SHARED.lock().put(block, class);
    } else {
        release_block(block, class);
    }
}

/// Large free blocks of all threads.
struct SharedCache {
    free: [Vec<NonNull<u8>>; NUM_CLASSES],
    bytes: usize,
}

// SAFETY: the blocks are plain memory that belongs to the cache.
unsafe impl Send for SharedCache {}

static SHARED: Mutex<SharedCache> =
    Mutex::new(SharedCache { free: [const { Vec::new() }; NUM_CLASSES], bytes: 0 });

impl SharedCache {
    fn take(&mut self, class: u8) -> Option<NonNull<u8>> {
        let block = self.free.get_mut(usize::from(class))?.pop()?;
        self.bytes -= class_size(class);
        Some(block)
    }

    fn put(&mut self, block: NonNull<u8>, class: u8) {
        let size = class_size(class);
        if size > SHARED_CACHE_BYTES {
            return release_block(block, class);
        }
        // Make room by letting go of blocks of other sizes, largest first: those are the least likely to be asked for.
        for other in (0..NUM_CLASSES).rev().filter(|&other| other != usize::from(class)) {
            while self.bytes + size > SHARED_CACHE_BYTES
                && let Some(old) = self.take(other as u8)
            {
                release_block(old, other as u8);
            }
        }
        match self.free.get_mut(usize::from(class)) {
            Some(blocks) if self.bytes + size <= SHARED_CACHE_BYTES => {
                blocks.push(block);
                self.bytes += size;
            }
            _ => release_block(block, class),
        }
    }
}

/// Gives the large blocks that are kept for reuse back to the system.
pub fn trim() {
    let mut shared = SHARED.lock();
    for class in 0..NUM_CLASSES {
        while let Some(block) = shared.take(class as u8) {
            release_block(block, class as u8);
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
}
