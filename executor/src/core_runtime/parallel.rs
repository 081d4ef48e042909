//! A loop over blocks, on all threads of a host, that returns when every block is done.
//!
//! The caller works too. Helpers are ordinary tasks that take blocks from a shared counter; one that starts late finds no block
//! left and ends, so a busy work queue delays no caller. The blocks are fixed; which thread runs a block is not. The caller
//! takes blocks from the front and helpers take them from the back, so that the same loop run again mostly finds its data in the
//! caches of the same cores. Each thread takes a share of the remaining blocks, many at first and single ones at the end:
//! contention on the counter is rare, and the wait for the last block is short.
#![expect(unsafe_code, reason = "tasks borrow the caller's closure while the caller waits for them")]

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use crate::host::Host;
use crate::queue::{Task, deferred};

struct Shared {
    body: *const (dyn Fn(usize, usize) + Sync),
    total: usize,
    block: usize,
    blocks: usize,
    /// Threads that work at most.
    threads: usize,
    /// Blocks taken from the front (low half) and from the back (high half).
    taken: AtomicU64,
    done: AtomicUsize,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: the closure is `Sync`, and is only called while the thread that owns it waits in `parallel_for`.
unsafe impl Send for Shared {}
// SAFETY: the closure is `Sync`, so several threads may call it, which they do only while its owner waits in
// `parallel_for`; the other fields are atomic or locked.
unsafe impl Sync for Shared {}

impl Shared {
    /// Takes some blocks; `None` when none is left.
    fn take(&self, front: bool) -> Option<Range<usize>> {
        let mut taken = self.taken.load(Ordering::Relaxed);
        loop {
            let (from_front, from_back) = ((taken & u64::from(u32::MAX)) as usize, (taken >> 32) as usize);
            let left = self.blocks - from_front - from_back;
            if left == 0 {
                return None;
            }
            let count = (left / (2 * self.threads)).max(1);
            let more = if front { count as u64 } else { (count as u64) << 32 };
            match self.taken.compare_exchange_weak(taken, taken + more, Ordering::Relaxed, Ordering::Relaxed)
            {
                Ok(_) if front => return Some(from_front..from_front + count),
                Ok(_) => {
                    let end = self.blocks - from_back;
                    return Some(end - count..end);
                }
                Err(now) => taken = now,
            }
        }
    }

    fn work(&self, front: bool) {
        let mut done = 0;
        while let Some(blocks) = self.take(front) {
            done += blocks.len();
            // SAFETY: these blocks are claimed and not done, so the caller is still in `parallel_for`.
            let body = unsafe { &*self.body };
            for at in blocks {
                let begin = at * self.block;
                let end = self.total.min(begin + self.block);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(begin, end))) {
                    self.panic.lock().get_or_insert(panic);
                }
            }
        }
        if done > 0 {
            self.done.fetch_add(done, Ordering::Release);
        }
    }
}

/// Calls `body(begin, end)` for every block of `0..total`, on the host's threads or on this one. A panic of the body is passed on once
/// all blocks are done.
pub(super) fn parallel_for(
    host: Option<&Host>,
    total: usize,
    block: usize,
    body: &(dyn Fn(usize, usize) + Sync),
) {
    let block = block.max(1);
    // Counted in 32 bits.
    let block = block.max(total.div_ceil(1 << 30));
    let blocks = total.div_ceil(block);
    let helpers = host.map_or(1, Host::parallelism).min(blocks).saturating_sub(1);
    let Some(host) = host.filter(|host| helpers > 0 && !host.is_single_threaded()) else {
        for at in 0..blocks {
            body(at * block, total.min((at + 1) * block));
        }
        return;
    };
    // SAFETY: only the lifetime changes; the pointer is not used after this function returns (see `Shared::work`).
    let body: &'static (dyn Fn(usize, usize) + Sync) = unsafe { std::mem::transmute(body) };
    let shared = Arc::new(Shared {
        body,
        total,
        block,
        blocks,
        threads: helpers + 1,
        taken: AtomicU64::new(0),
        done: AtomicUsize::new(0),
        panic: Mutex::new(None),
    });
    // In a kernel of a dataflow function they would else be held back until the kernel, and so the loop, is over.
    deferred::release();
    for _ in 0..helpers {
        let shared = shared.clone();
        host.queue().push(Task::new(move || shared.work(false)));
    }
    shared.work(true);
    let mut spins = 0u32;
    while shared.done.load(Ordering::Acquire) < blocks {
        // Blocks are short: the others are about to finish theirs.
        if spins < 1000 {
            spins += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
    let panic = shared.panic.lock().take();
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::HostOptions;
    use crate::queue::QueueKind;

    #[test]
    fn every_element_is_visited_once() {
        for queue in ["s", "mstd:3"] {
            let options =
                HostOptions { queue: QueueKind::parse(queue).unwrap(), ..HostOptions::single_threaded() };
            let host = Host::new(options).unwrap();
            for (total, block) in [(0, 4), (1, 4), (1000, 7), (64, 64), (5, 0), (3, 1), (77, 1)] {
                let seen: Vec<AtomicUsize> = (0..total).map(|_| AtomicUsize::new(0)).collect();
                parallel_for(Some(&host), total, block, &|begin, end| {
                    for seen in &seen[begin..end] {
                        seen.fetch_add(1, Ordering::Relaxed);
                    }
                });
                assert!(seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn other_threads_help_a_kernel_whose_tasks_are_held_back() {
        let options =
            HostOptions { queue: QueueKind::parse("mstd:2").unwrap(), ..HostOptions::single_threaded() };
        let host = Host::new(options).unwrap();
        let at_work = AtomicUsize::new(0);
        deferred::hold(host.queue());
        // Each of the two blocks ends when somebody works on the other one.
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        parallel_for(Some(&host), 2, 1, &|_, _| {
            at_work.fetch_add(1, Ordering::SeqCst);
            while at_work.load(Ordering::SeqCst) < 2 {
                assert!(std::time::Instant::now() < deadline, "nobody helps");
                std::thread::yield_now();
            }
        });
    }
}
