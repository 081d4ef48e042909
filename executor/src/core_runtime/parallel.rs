//! A loop over blocks, on all threads of a host, that returns when every block is done.
//!
//! The caller works too. Helpers are ordinary tasks that take blocks from a shared counter; one that starts late finds no
//! block left and does nothing, so a busy work queue delays nobody. Which thread runs a block is not determined, the blocks are.
//! The caller takes blocks from the front and helpers take them from the back, so that the same loop run again mostly finds
//! its data in the caches of the same cores.
#![expect(unsafe_code, reason = "tasks borrow the caller's closure while the caller waits for them")]

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use crate::host::Host;
use crate::queue::Task;

struct Shared {
    body: *const (dyn Fn(usize, usize) + Sync),
    total: usize,
    block: usize,
    blocks: usize,
    /// Blocks taken from the front (low half) and from the back (high half).
    taken: AtomicU64,
    done: AtomicUsize,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: the closure is `Sync`, and is only called while the thread that owns it waits in `parallel_for`.
unsafe impl Send for Shared {}
// SAFETY: as above; the rest is atomic or locked.
unsafe impl Sync for Shared {}

impl Shared {
    /// Takes a block; `None` when none is left. A taker that comes too late leaves a mark, which changes nothing: the two
    /// halves add up to all blocks or more from then on.
    fn take(&self, front: bool) -> Option<usize> {
        let taken = self.taken.fetch_add(if front { 1 } else { 1 << 32 }, Ordering::Relaxed);
        let (from_front, from_back) = ((taken & u64::from(u32::MAX)) as usize, (taken >> 32) as usize);
        if from_front + from_back >= self.blocks {
            return None;
        }
        Some(if front { from_front } else { self.blocks - 1 - from_back })
    }

    fn work(&self, front: bool) {
        while let Some(at) = self.take(front) {
            let begin = at * self.block;
            let end = self.total.min(begin + self.block);
            // SAFETY: this block is claimed and not done, so the caller is still in `parallel_for`.
            let body = unsafe { &*self.body };
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(begin, end))) {
                self.panic.lock().get_or_insert(panic);
            }
            self.done.fetch_add(1, Ordering::Release);
        }
    }
}

/// Calls `body(begin, end)` for every block of `0..total`. A panic of the body is passed on once all blocks are done.
pub(super) fn parallel_for(host: &Host, total: usize, block: usize, body: &(dyn Fn(usize, usize) + Sync)) {
    let block = block.max(1);
    // Counted in 32 bits.
    let block = block.max(total.div_ceil(1 << 30));
    let blocks = total.div_ceil(block);
    let helpers = host.parallelism().min(blocks).saturating_sub(1);
    if helpers == 0 || host.is_single_threaded() {
        for at in 0..blocks {
            body(at * block, total.min((at + 1) * block));
        }
        return;
    }
    // SAFETY: only the lifetime changes; the pointer is not used after this function returns (see `Shared::work`).
    let body: &'static (dyn Fn(usize, usize) + Sync) = unsafe { std::mem::transmute(body) };
    let shared = Arc::new(Shared {
        body,
        total,
        block,
        blocks,
        taken: AtomicU64::new(0),
        done: AtomicUsize::new(0),
        panic: Mutex::new(None),
    });
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
            let options = HostOptions { queue: QueueKind::parse(queue).unwrap(), ..HostOptions::default() };
            let host = Host::new(options).unwrap();
            for (total, block) in [(0, 4), (1, 4), (1000, 7), (64, 64), (5, 0)] {
                let seen: Vec<AtomicUsize> = (0..total).map(|_| AtomicUsize::new(0)).collect();
                parallel_for(&host, total, block, &|begin, end| {
                    for seen in &seen[begin..end] {
                        seen.fetch_add(1, Ordering::Relaxed);
                    }
                });
                assert!(seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1));
            }
        }
    }
}
