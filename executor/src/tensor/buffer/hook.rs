//! Observers of buffers: the process's allocation hook and recordings.
//!
//! Buffers check one flag, [`is_watched`], and call this module only when it is set. An observer may see the release of a
//! buffer that was made before the observer was installed.

use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use parking_lot::RwLock;

/// Sees and may refuse every buffer allocation of the process (a test allocator, a profile).
pub trait AllocationHook: Send + Sync {
    /// Called before a buffer of `bytes` is made; `false` refuses it.
    fn allocate(&self, bytes: usize) -> bool;
    /// Called when a buffer of `bytes` is gone.
    fn free(&self, bytes: usize);
}

/// The observers: [`HOOKED`], [`TRACED`].
static WATCHED: AtomicU8 = AtomicU8::new(0);
const HOOKED: u8 = 1;
const TRACED: u8 = 2;
static HOOK: RwLock<Option<Arc<dyn AllocationHook>>> = RwLock::new(None);

/// Installs the process-wide allocation hook, or removes it. Meant for drivers, before they run anything.
pub fn set_allocation_hook(hook: Option<Arc<dyn AllocationHook>>) {
    let mut slot = HOOK.write();
    watch(HOOKED, hook.is_some());
    *slot = hook;
}

/// Whether buffers that come and go are recorded as events of a trace.
pub(crate) fn trace_buffers(on: bool) {
    watch(TRACED, on);
}

fn watch(who: u8, on: bool) {
    if on {
        WATCHED.fetch_or(who, Ordering::Release);
    } else {
        WATCHED.fetch_and(!who, Ordering::Release);
    }
}

fn is(who: u8) -> bool {
    WATCHED.load(Ordering::Relaxed) & who != 0
}

/// Whether allocations and releases of buffers have an observer.
#[inline]
pub(super) fn is_watched() -> bool {
    WATCHED.load(Ordering::Relaxed) != 0
}

#[cold]
pub(super) fn allows(size: usize) -> bool {
    !is(HOOKED) || HOOK.read().as_ref().is_none_or(|hook| hook.allocate(size))
}

/// An event for bytes that came, or went when they are negative.
#[cold]
pub(super) fn trace_bytes(data: NonNull<u8>, bytes: i64) {
    if is(TRACED) {
        crate::trace::record::memory(data.addr().get(), bytes);
    }
}

#[cold]
pub(super) fn freed(size: usize) {
    if is(HOOKED)
        && let Some(hook) = HOOK.read().as_ref()
    {
        hook.free(size);
    }
}
