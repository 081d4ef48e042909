//! Reference-counted byte buffers, 64-byte aligned, from caches.
//!
//! A [`Buffer`] is one of: bytes allocated together with their header; memory of another owner, which is read-only (a mapped
//! constant) or lent for this buffer alone (a device's host memory); or a slice of another buffer. An op may reuse allocated or lent
//! memory for its result. Blocks come from the caches of `cache` and go back to them; `hook` has the observers of allocations.
//!
//! Invariants: the bytes of a buffer never move; `data` is valid for `size` bytes as long as one reference exists; mutable
//! access through the safe interface needs the only reference. Every live buffer is counted ([`stats`]).
//!
//! What this leaves to others: the meaning of the bytes (see `dense`), and any ordering of writers that share
//! a buffer.
#![expect(unsafe_code, reason = "reference-counted blocks with their header in front of the data")]

use std::any::Any;
use std::fmt;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

use bytes::Bytes;

use super::block;

mod cache;
mod derived;
mod hook;

pub use cache::{BufferStats, stats, trim};
use cache::{class_of, put_block, take_block};
pub use derived::{Derivation, Derived, FORM_WORDS, Form};
pub(crate) use hook::trace_buffers;
pub use hook::{AllocationHook, set_allocation_hook};

/// Alignment of all buffers that this module allocates.
pub const ALIGNMENT: usize = block::ALIGNMENT;

/// The system has no memory for a buffer, or an allocation hook refused it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("out of memory allocating {0} bytes")]
pub struct OutOfMemory(pub usize);

enum Owner {
    /// The bytes follow the header in the same block, of this size class.
    Inline(u8),
    /// Memory of another owner, which never changes and which the field keeps alive; with what was derived from it.
    Constant { _keep_alive: Arc<dyn Any + Send + Sync>, derived: Derived },
    /// Memory of another owner that only this buffer uses.
    Lent { _keep_alive: Arc<dyn Any + Send + Sync> },
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

// SAFETY: the count is atomic, and dropping an owner is allowed on any thread (`Arc<dyn Any + Send + Sync>`). Bytes
// are written only through the single reference, or by unsafe callers that exclude data races.
unsafe impl Send for Buffer {}
// SAFETY: shared references only read bytes and the atomic count; bytes are written only through the single reference,
// or by unsafe callers that exclude data races.
unsafe impl Sync for Buffer {}

impl Buffer {
    /// Allocates `size` bytes with unspecified contents.
    #[inline]
    pub fn uninitialized(size: usize) -> Result<Buffer, OutOfMemory> {
        let hooked = hook::is_watched();
        if hooked && !hook::allows(size) {
            return Err(OutOfMemory(size));
        }
        let total =
            size.checked_add(HEADER).filter(|&t| t <= isize::MAX as usize / 2).ok_or(OutOfMemory(size))?;
        let class = class_of(total);
        let block = take_block(class, size)?;
        let header = block.cast::<Header>();
        // SAFETY: `take_block` returned a block of this class, which has at least `HEADER + size` bytes at 64-byte
        // alignment and no other user.
        unsafe {
            let data = block.add(HEADER);
            header.write(Header { refs: AtomicUsize::new(1), size, data, owner: Owner::Inline(class) });
            if hooked {
                hook::trace_bytes(data, size as i64);
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
        let derived = Derived::default();
        Self::with_owner(data, bytes.len(), Owner::Constant { _keep_alive: keep_alive, derived })
    }

    /// A read-only buffer over bytes that are shared with others.
    pub fn constant(bytes: Bytes) -> Result<Buffer, OutOfMemory> {
        let owner = Arc::new(bytes);
        let bytes: *const [u8] = &raw const owner[..];
        // SAFETY: shared bytes neither move nor change as long as one of their owners lives, and this one does.
        unsafe { Buffer::external(&*bytes, owner) }
    }

    /// The same memory as a constant, which is read-only from now on; `None` if the buffer has other references.
    pub fn into_constant(self) -> Option<Result<Buffer, OutOfMemory>> {
        if !self.is_exclusive() {
            return None;
        }
        let (data, size) = (self.as_ptr(), self.len());
        // The only reference that may write goes behind the owner, which gives no access to it.
        let (keep_alive, derived) = (Arc::new(self), Derived::default());
        Some(Self::with_owner(data, size, Owner::Constant { _keep_alive: keep_alive, derived }))
    }

    /// A buffer over memory of `keep_alive`, lent to it alone: an op may write and reuse it like allocated memory, and observers
    /// see it as an allocation.
    ///
    /// # Safety
    /// `data` must be aligned to [`ALIGNMENT`] and valid for reads and writes of `size` bytes for as long as `keep_alive` lives, and
    /// nobody else may use it.
    pub unsafe fn lent(
        data: NonNull<u8>,
        size: usize,
        keep_alive: Arc<dyn Any + Send + Sync>,
    ) -> Result<Buffer, OutOfMemory> {
        let hooked = hook::is_watched();
        if hooked && !hook::allows(size) {
            return Err(OutOfMemory(size));
        }
        let buffer = Self::with_owner(data, size, Owner::Lent { _keep_alive: keep_alive })?;
        if hooked {
            hook::trace_bytes(data, size as i64);
        }
        Ok(buffer)
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
        let header = take_block(const { class_of(HEADER) }, 0)?.cast::<Header>();
        // SAFETY: `take_block` returned a block of this class, which has room for a header at 64-byte
        // alignment and no other user.
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

    /// The address of the bytes.
    #[inline]
    pub fn as_ptr(&self) -> NonNull<u8> {
        self.header().data
    }

    /// The bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        let header = self.header();
        // SAFETY: `data` is valid for `size` bytes while a reference exists. Blocks are recycled, not uninitialised,
        // in the sense that they are plain memory that the system has given out initialised (see `block::fresh`).
        unsafe { std::slice::from_raw_parts(header.data.as_ptr(), header.size) }
    }

    /// Whether this is the only reference to memory that was allocated here or lent (directly or as a slice of such a buffer).
    #[inline]
    pub fn is_exclusive(&self) -> bool {
        let header = self.header();
        header.refs.load(Ordering::Acquire) == 1
            && match &header.owner {
                Owner::Inline(_) | Owner::Lent { .. } => true,
                Owner::Constant { .. } => false,
                Owner::Slice(parent) => parent.is_exclusive(),
            }
    }

    /// The bytes for writing, if this is the only reference.
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
            Owner::Inline(_) | Owner::Lent { .. } => true,
            Owner::Constant { .. } => false,
            Owner::Slice(parent) => parent.is_writable(),
        }
    }

    /// The values that were derived from the bytes; `None` if they may be written, or are a part of another buffer.
    pub fn derived(&self) -> Option<&Derived> {
        match &self.header().owner {
            Owner::Constant { derived, .. } => Some(derived),
            Owner::Inline(_) | Owner::Lent { .. } | Owner::Slice(_) => None,
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

    /// Frees what the last reference referred to.
    #[inline]
    fn free(&mut self) {
        fence(Ordering::Acquire);
        // ThreadSanitizer sees loads, but not fences.
        #[cfg(tfrt_tsan)]
        let _ = self.header().refs.load(Ordering::Acquire);
        let &Header { size, data, ref owner, .. } = self.header();
        match *owner {
            Owner::Inline(class) => {
                if hook::is_watched() {
                    hook::freed(size);
                    hook::trace_bytes(data, -(size as i64));
                }
                // SAFETY: the block is of this class; the last reference is gone, and the header needs no drop.
                unsafe { put_block(self.0.cast(), class, size) };
            }
            Owner::Constant { .. } | Owner::Lent { .. } | Owner::Slice(_) => self.free_other(),
        }
    }

    #[inline(never)]
    fn free_other(&mut self) {
        let &Header { size, data, ref owner, .. } = self.header();
        if matches!(owner, Owner::Lent { .. }) && hook::is_watched() {
            hook::freed(size);
            hook::trace_bytes(data, -(size as i64));
        }
        // SAFETY: the count has reached zero, so no other reference can access the header. The owner is
        // dropped once, and the block, which came from `take_block` with this class, is not used afterwards.
        unsafe {
            (&raw mut (*self.0.as_ptr()).owner).drop_in_place();
            put_block(self.0.cast(), const { class_of(HEADER) }, 0);
        }
    }
}

impl Clone for Buffer {
    #[inline]
    fn clone(&self) -> Self {
        // As with any counted reference: the count must not come round to zero, whatever threads do at the same time.
        if self.header().refs.fetch_add(1, Ordering::Relaxed) > isize::MAX as usize {
            std::process::abort();
        }
        Buffer(self.0)
    }
}

impl Drop for Buffer {
    #[inline]
    fn drop(&mut self) {
        let refs = &self.header().refs;
        // The only reference needs no atomic decrement: no other thread can make another one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_aligned_and_counted() {
        let buffers: Vec<_> = [0, 1, 63, 64, 1000, 1 << 17].map(|n| Buffer::uninitialized(n).unwrap()).into();
        for buffer in &buffers {
            assert_eq!(buffer.as_ptr().as_ptr() as usize % ALIGNMENT, 0);
        }
        // Other tests free theirs meanwhile.
        assert!(stats().live >= buffers.len() as i64);
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
    fn lent_memory_is_as_ours() {
        #[repr(align(64))]
        struct Room(std::cell::UnsafeCell<[u8; 128]>);
        // SAFETY: only the buffer below accesses the bytes.
        unsafe impl Sync for Room {}
        let owner = Arc::new(Room([7; 128].into()));
        let data = NonNull::new(owner.0.get().cast::<u8>()).unwrap();
        // SAFETY: the room is aligned to 64 bytes, has 128 of them, lives as long as its owner, and only this
        // buffer accesses it.
        let mut buffer = unsafe { Buffer::lent(data, 100, owner.clone()) }.unwrap();
        assert!(buffer.is_exclusive() && buffer.is_writable());
        buffer.bytes_mut().unwrap()[99] = 1;
        let part = buffer.slice(99, 1).unwrap().unwrap();
        assert!(!buffer.is_exclusive());
        drop(buffer);
        assert!(part.is_exclusive());
        assert_eq!((part.bytes(), Arc::strong_count(&owner)), (&[1][..], 2));
        drop(part);
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
