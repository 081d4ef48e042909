//! Reference-counted byte buffers, 64-byte aligned, from caches.
//!
//! A [`Buffer`] is one of: bytes allocated together with their header (the only kind that an op may take over for its
//! result), memory that something else owns (a mapped constant), or a slice of another buffer. Freed blocks go to the
//! cache of the thread that frees them when small and to a bounded shared cache when large: fresh pages from the
//! system cost more than most ops.
//!
//! Invariants: the bytes of a buffer never move; `data` is valid for `size` bytes as long as one reference exists; mutable
//! access through the safe interface needs the only reference. Every live buffer is counted ([`stats`]), in release
//! builds too, through per-thread counters without atomic read-modify-write operations.
//!
//! What this leaves out: what the bytes mean (see `dense`), and any ordering of writers that share a buffer.
#![expect(unsafe_code, reason = "reference-counted blocks with their header in front of the data")]

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering, fence};
use std::sync::{Arc, OnceLock};

use parking_lot::{Mutex, RwLock};

use super::block;

/// Alignment of all buffers that this module allocates.
pub const ALIGNMENT: usize = block::ALIGNMENT;

/// Blocks above this size (header included) go through the shared cache.
const THREAD_CACHE_MAX_BLOCK: usize = 64 << 10;
/// A thread keeps at most this many bytes of free blocks per size class.
const THREAD_CACHE_CLASS_BYTES: usize = 256 << 10;
/// All threads together keep at most this many bytes of large free blocks.
const SHARED_CACHE_BYTES: usize = 512 << 20;

/// The system has no memory for a buffer, or an allocation hook refused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory allocating {0} bytes")]
pub struct OutOfMemory(pub usize);

/// Sees and may refuse every buffer allocation of the process (a test allocator, a profile).
pub trait AllocationHook: Send + Sync {
    /// Called before a buffer of `bytes` is made; `false` refuses it.
    fn allocate(&self, bytes: usize) -> bool;
    /// Called when a buffer of `bytes` is gone.
    fn free(&self, bytes: usize);
}

static HOOKED: AtomicBool = AtomicBool::new(false);
static HOOK: RwLock<Option<Arc<dyn AllocationHook>>> = RwLock::new(None);
static TRACED: AtomicBool = AtomicBool::new(false);

/// Installs the process-wide allocation hook, or removes it. Meant for drivers, before they run anything.
pub fn set_allocation_hook(hook: Option<Arc<dyn AllocationHook>>) {
    let mut slot = HOOK.write();
    HOOKED.store(hook.is_some() || TRACED.load(Ordering::Relaxed), Ordering::Release);
    *slot = hook;
}

/// Whether buffers that come and go are recorded as events of a trace.
pub(crate) fn trace_buffers(on: bool) {
    let slot = HOOK.write();
    TRACED.store(on, Ordering::Relaxed);
    HOOKED.store(slot.is_some() || on, Ordering::Release);
}

enum Owner {
    /// The bytes follow the header in the same block, of this size class.
    Inline(u8),
    /// Somebody else's memory; the field keeps it alive.
    External { _keep_alive: Arc<dyn Any + Send + Sync>, writable: bool },
    /// Part of another buffer.
    Slice(Buffer),
}

#[repr(C, align(64))]
struct Header {
    refs: AtomicUsize,
    size: usize,
    data: NonNull<u8>,
    owner: Owner,
}

const HEADER: usize = size_of::<Header>();
const _: () = assert!(HEADER == 64);

/// A shared reference to a buffer of bytes.
pub struct Buffer(NonNull<Header>);

// SAFETY: the count is atomic; the bytes are only mutated with exclusive ownership, or under a contract of the caller.
unsafe impl Send for Buffer {}
// SAFETY: as above.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// Allocates `size` bytes with unspecified contents.
    #[inline]
    pub fn uninitialized(size: usize) -> Result<Buffer, OutOfMemory> {
        let hooked = HOOKED.load(Ordering::Relaxed);
        if hooked && !hook_allows(size) {
            return Err(OutOfMemory(size));
        }
        let total =
            size.checked_add(HEADER).filter(|&t| t <= isize::MAX as usize / 2).ok_or(OutOfMemory(size))?;
        let class = class_of(total);
        let block = take_block(class, size)?;
        let header = block.cast::<Header>();
        // SAFETY: a block of this class has at least `HEADER + size` bytes at 64-byte alignment and is ours alone.
        unsafe {
            let data = block.add(HEADER);
            header.write(Header { refs: AtomicUsize::new(1), size, data, owner: Owner::Inline(class) });
            if hooked {
                trace_bytes(data, size as i64);
            }
        }
        Ok(Buffer(header))
    }

    /// Allocates `size` zero bytes.
    pub fn zeroed(size: usize) -> Result<Buffer, OutOfMemory> {
        let mut buffer = Self::uninitialized(size)?;
        if let Some(bytes) = buffer.bytes_mut() {
            bytes.fill(0);
        }
        Ok(buffer)
    }

    /// A copy of `bytes`.
    pub fn copy_of(bytes: &[u8]) -> Result<Buffer, OutOfMemory> {
        let mut buffer = Self::uninitialized(bytes.len())?;
        if let Some(to) = buffer.bytes_mut() {
            to.copy_from_slice(bytes);
        }
        Ok(buffer)
    }

    /// A read-only buffer over memory that `keep_alive` owns, without a copy.
    ///
    /// # Safety
    /// `bytes` must stay valid and unchanged for as long as `keep_alive` lives.
    pub unsafe fn external(
        bytes: &[u8],
        keep_alive: Arc<dyn Any + Send + Sync>,
    ) -> Result<Buffer, OutOfMemory> {
        let data = NonNull::from(bytes).cast::<u8>();
        Self::with_owner(data, bytes.len(), Owner::External { _keep_alive: keep_alive, writable: false })
    }

    /// A part of this buffer that shares its memory; `None` when the range is not inside.
    pub fn slice(&self, offset: usize, size: usize) -> Option<Result<Buffer, OutOfMemory>> {
        if offset.checked_add(size)? > self.len() {
            return None;
        }
        // SAFETY: the offset is inside the buffer or one past its end.
        let data = unsafe { self.header().data.add(offset) };
        Some(Self::with_owner(data, size, Owner::Slice(self.clone())))
    }

    fn with_owner(data: NonNull<u8>, size: usize, owner: Owner) -> Result<Buffer, OutOfMemory> {
        let class = class_of(HEADER);
        let header = take_block(class, 0)?.cast::<Header>();
        // SAFETY: the block holds a header and is ours alone.
        unsafe { header.write(Header { refs: AtomicUsize::new(1), size, data, owner }) };
        Ok(Buffer(header))
    }

    #[inline]
    fn header(&self) -> &Header {
        // SAFETY: the header lives as long as one reference does.
        unsafe { self.0.as_ref() }
    }

    /// Number of bytes.
    #[inline]
    pub fn len(&self) -> usize {
        self.header().size
    }

    /// Whether there are no bytes.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the bytes are.
    #[inline]
    pub fn as_ptr(&self) -> NonNull<u8> {
        self.header().data
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        let header = self.header();
        // SAFETY: `data` is valid for `size` bytes while a reference exists. Blocks are recycled, not uninitialised,
        // in the sense that they are plain memory that the system has given out initialised (see `fresh_block`).
        unsafe { std::slice::from_raw_parts(header.data.as_ptr(), header.size) }
    }

    /// Whether this is the only reference to memory that was allocated here (directly or as a slice of such a buffer).
    #[inline]
    pub fn is_exclusive(&self) -> bool {
        let header = self.header();
        header.refs.load(Ordering::Acquire) == 1
            && match &header.owner {
                Owner::Inline(_) => true,
                Owner::External { .. } => false,
                Owner::Slice(parent) => parent.is_exclusive(),
            }
    }

    /// The bytes for writing, when nobody else can see them.
    #[inline]
    pub fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        if !self.is_exclusive() {
            return None;
        }
        let header = self.header();
        // SAFETY: valid for `size` bytes; `self` is borrowed mutably and is the only reference.
        Some(unsafe { std::slice::from_raw_parts_mut(header.data.as_ptr(), header.size) })
    }

    /// Whether the memory may be written at all: mapped constants may not.
    pub fn is_writable(&self) -> bool {
        match &self.header().owner {
            Owner::Inline(_) => true,
            Owner::External { writable, .. } => *writable,
            Owner::Slice(parent) => parent.is_writable(),
        }
    }

    /// The bytes for writing although others may hold references; `None` for memory that is read-only.
    ///
    /// # Safety
    /// Nobody may read or write the same bytes during the borrow. In programs, chains order the kernels that work in place.
    #[expect(
        clippy::mut_from_ref,
        reason = "in-place kernels write through shared references, ordered by chains"
    )]
    pub unsafe fn shared_bytes_mut(&self) -> Option<&mut [u8]> {
        if !self.is_writable() {
            return None;
        }
        let header = self.header();
        // SAFETY: valid for `size` bytes; the caller excludes other accesses.
        Some(unsafe { std::slice::from_raw_parts_mut(header.data.as_ptr(), header.size) })
    }

    /// Whether both refer to the same bytes.
    pub fn same_memory(&self, other: &Buffer) -> bool {
        self.as_ptr() == other.as_ptr()
    }

    #[cold]
    fn free(&mut self) {
        fence(Ordering::Acquire);
        // SAFETY: the last reference is gone, so the header is ours; it is not used afterwards.
        let header = unsafe { self.0.read() };
        let size = header.size;
        match header.owner {
            Owner::Inline(class) => {
                if HOOKED.load(Ordering::Relaxed) {
                    hook_freed(size);
                    trace_bytes(header.data, -(size as i64));
                }
                put_block(self.0.cast(), class, size);
            }
            Owner::External { .. } | Owner::Slice(_) => put_block(self.0.cast(), class_of(HEADER), 0),
        }
    }
}

impl Clone for Buffer {
    #[inline]
    fn clone(&self) -> Self {
        self.header().refs.fetch_add(1, Ordering::Relaxed);
        Buffer(self.0)
    }
}

impl Drop for Buffer {
    #[inline]
    fn drop(&mut self) {
        let refs = &self.header().refs;
        // The only reference needs no atomic decrement: nobody else can make another one.
        if refs.load(Ordering::Acquire) == 1 || refs.fetch_sub(1, Ordering::Release) == 1 {
            self.free();
        }
    }
}

impl fmt::Debug for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HostBuffer<pointer={:p}, size={}>", self.as_ptr(), self.len())
    }
}

#[cold]
fn hook_allows(size: usize) -> bool {
    HOOK.read().as_ref().is_none_or(|hook| hook.allocate(size))
}

/// An event for bytes that came, or went when they are negative.
#[cold]
fn trace_bytes(data: NonNull<u8>, bytes: i64) {
    if TRACED.load(Ordering::Relaxed) {
        crate::trace::record::memory(data.addr().get(), bytes);
    }
}

#[cold]
fn hook_freed(size: usize) {
    if let Some(hook) = HOOK.read().as_ref() {
        hook.free(size);
    }
}

// Size classes: multiples of 64 bytes up to 1 KiB, then four steps per power of two.

const FINE_CLASSES: usize = 16;
const NUM_CLASSES: usize = FINE_CLASSES + 4 * 53;

#[inline]
fn class_of(total: usize) -> u8 {
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
fn take_block(class: u8, bytes: usize) -> Result<NonNull<u8>, OutOfMemory> {
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
fn put_block(block: NonNull<u8>, class: u8, bytes: usize) {
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

    #[test]
    fn buffers_are_aligned_and_counted() {
        let before = stats().live;
        let buffers: Vec<_> = [0, 1, 63, 64, 1000, 1 << 17].map(|n| Buffer::uninitialized(n).unwrap()).into();
        for buffer in &buffers {
            assert_eq!(buffer.as_ptr().as_ptr() as usize % ALIGNMENT, 0);
        }
        assert!(stats().live >= before + 6);
    }

    #[test]
    fn freed_blocks_come_back() {
        let first = Buffer::uninitialized(500).unwrap();
        let at = first.as_ptr();
        drop(first);
        assert_eq!(Buffer::uninitialized(490).unwrap().as_ptr(), at);
    }

    #[test]
    fn only_an_unshared_buffer_is_exclusive() {
        let mut buffer = Buffer::copy_of(&[1, 2, 3, 4]).unwrap();
        assert!(buffer.bytes_mut().is_some());
        let other = buffer.clone();
        assert!(!buffer.is_exclusive());
        drop(other);
        let slice = buffer.slice(1, 2).unwrap().unwrap();
        assert_eq!(slice.bytes(), [2, 3]);
        assert!(!slice.is_exclusive());
        drop(buffer);
        assert!(slice.is_exclusive());
        assert!(slice.slice(1, 2).is_none());
        assert!(slice.slice(usize::MAX, 2).is_none());
    }

    #[test]
    fn external_memory_is_never_taken_over() {
        let owner: Arc<Vec<u8>> = Arc::new(vec![7; 100]);
        // SAFETY: the vector is not changed and is kept alive.
        let buffer = unsafe { Buffer::external(&owner[..], owner.clone()) }.unwrap();
        assert_eq!(buffer.bytes(), &owner[..]);
        assert!(!buffer.is_exclusive());
        assert!(!buffer.is_writable());
        drop(buffer);
        assert_eq!(Arc::strong_count(&owner), 1);
    }

    #[test]
    fn an_absurd_size_is_refused() {
        assert!(Buffer::uninitialized(usize::MAX).is_err());
        assert!(Buffer::uninitialized(isize::MAX as usize / 2 - 64).is_err());
    }

    #[test]
    fn buffers_cross_threads() {
        let buffers: Vec<_> = (0..100).map(|i| Buffer::copy_of(&[i; 100]).unwrap()).collect();
        std::thread::spawn(move || {
            for (i, buffer) in buffers.iter().enumerate() {
                assert_eq!(buffer.bytes(), [i as u8; 100]);
            }
        })
        .join()
        .unwrap();
    }
}
