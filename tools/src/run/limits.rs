//! The limits of a run: the memory of tensors and of calls, and time.
//!
//! Buffers of tensors are seen by one hook of the process, which enters them into the books of the host's allocator, if that keeps any, and
//! refuses those beyond `--max-memory`. Time is limited twice: requests have a deadline, which kernels notice between ops; what does not
//! notice, such as a compilation or a kernel of a library, ends with the process a little later.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tfrt_driver::messages::program_name;
use tfrt_executor::allocator::{AllocatorKind, HostAllocator};
use tfrt_executor::host::Host;
use tfrt_executor::tensor::buffer::{self, AllocationHook};

use super::{Options, complain};

/// Bytes of a tensor's buffer besides its elements.
const BUFFER_HEADER: u64 = 64;

/// The time in which a run notices its deadline.
const GRACE: Duration = Duration::from_secs(1);

/// Bytes for calls that wait for each other, if the command line says anything about it.
pub(super) fn call_memory(options: &Options) -> Option<u64> {
    let of_tensors = options.max_memory.map(|mib| mib.saturating_mul(1 << 20) / 2);
    options.call_memory.map(|mib| mib.saturating_mul(1 << 20)).or(of_tensors)
}

/// Sees the buffers of tensors.
struct Watcher {
    /// Books in which they are entered.
    books: Option<Arc<HostAllocator>>,
    /// Bytes that there may be at a time.
    limit: u64,
    /// Bytes that there are.
    used: AtomicU64,
}

impl AllocationHook for Watcher {
    fn allocate(&self, bytes: usize) -> bool {
        let bytes = (bytes as u64).saturating_add(BUFFER_HEADER);
        let add = |used: u64| used.checked_add(bytes).filter(|&sum| sum <= self.limit);
        if self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).is_err() {
            return false;
        }
        let is_booked = self.books.as_ref().is_none_or(|books| books.allocate(bytes).is_ok());
        if !is_booked {
            self.used.fetch_sub(bytes, Ordering::Relaxed);
        }
        is_booked
    }

    fn free(&self, bytes: usize) {
        let bytes = (bytes as u64).saturating_add(BUFFER_HEADER);
        // Buffers that were made before there was a hook are not counted.
        let less = |used: u64| Some(used.saturating_sub(bytes));
        let _ = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        if let Some(books) = &self.books {
            books.deallocate(bytes);
        }
    }
}

/// Watches buffers if the host's allocator limits or reports them, or there is a limit in MiB. An allocator that only looks for leaks is
/// spared the work: buffers are counted anyway.
pub(super) fn watch_buffers(host: &Host, limit: Option<u64>) {
    let keeps_books =
        matches!(host.allocator().kind(), AllocatorKind::Profiled | AllocatorKind::TestFixedSize1k);
    if keeps_books || limit.is_some() {
        let books = keeps_books.then(|| host.allocator().clone());
        let limit = limit.map_or(u64::MAX, |mib| mib.saturating_mul(1 << 20));
        buffer::set_allocation_hook(Some(Arc::new(Watcher { books, limit, used: AtomicU64::new(0) })));
    }
}

/// Whether the deadline has not passed; says so if it has.
pub(super) fn is_in_time(time: Option<Duration>, deadline: Option<Instant>) -> bool {
    let Some(time) = time.filter(|_| deadline.is_some_and(|deadline| Instant::now() >= deadline)) else {
        return true;
    };
    complain(&format!("{}: cancelled after {} seconds", program_name(), time.as_secs_f64()))
}

/// Ends the process if it still runs a little after this time.
pub(super) fn end_after(time: Duration) {
    std::thread::spawn(move || {
        std::thread::sleep(time.saturating_add(GRACE));
        complain(&format!("{}: not finished after {} seconds", program_name(), time.as_secs_f64()));
        std::process::exit(1);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_beyond_the_limit_are_refused() {
        let watcher = Watcher { books: None, limit: 1000, used: AtomicU64::new(0) };
        assert!(watcher.allocate(500));
        assert!(!watcher.allocate(500));
        assert!(watcher.allocate(372));
        assert!(!watcher.allocate(0) && !watcher.allocate(usize::MAX));
        watcher.free(500);
        assert!(watcher.allocate(400));
        // Of a buffer that came before the hook.
        watcher.free(1 << 20);
        assert!(watcher.allocate(936) && !watcher.allocate(0));
    }
}
