//! The threads and the scratch memory that a product or convolution may use, both lent by the caller.
//!
//! Tasks write to parts of a result by address. So each task of the range must run exactly once, and no task outside of it: an
//! implementation of [`Threads`] promises this.
#![expect(unsafe_code, reason = "a trait whose implementers promise what writes through pointers rely on")]

use crate::scratch::{Memory, Scratch};

/// Threads that run loops.
///
/// # Safety
/// Between call and return of [`Threads::parallel_for`] the body has been called with ranges within `0..tasks` that together contain each
/// task exactly once, and all these calls have returned; unless one of them, or the function itself, panicked.
pub unsafe trait Threads: Sync {
    /// Calls `body(begin, end)` with ranges that cover `0..tasks`, each task once; returns when all calls have.
    fn parallel_for(&self, tasks: usize, body: &(dyn Fn(usize, usize) + Sync));

    /// The number of threads that may call it at the same time.
    fn count(&self) -> usize;
}

/// Runs tasks on one thread or several.
#[derive(Clone, Copy)]
pub struct Split<'a> {
    /// `None`: the caller's thread.
    threads: Option<&'a dyn Threads>,
    memory: &'a dyn Memory,
}

impl std::fmt::Debug for Split<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.threads.is_some() { "Split(threads)" } else { "Split(this thread)" })
    }
}

impl<'a> Split<'a> {
    /// Everything runs on the caller's thread: for products inside a task.
    pub const fn alone(memory: &'a dyn Memory) -> Split<'a> {
        Split { threads: None, memory }
    }

    /// Tasks run on these threads.
    pub fn over(threads: &'a dyn Threads, memory: &'a dyn Memory) -> Split<'a> {
        Split { threads: Some(threads), memory }
    }

    /// Calls `body(begin, end)` with ranges that cover `0..tasks`, each task once; returns when all calls have.
    pub fn run(self, tasks: usize, body: &(dyn Fn(usize, usize) + Sync)) {
        match self.threads {
            None => body(0, tasks),
            Some(threads) => threads.parallel_for(tasks, body),
        }
    }

    /// Tasks that are enough for these threads, but no more than `most`: two for each, since one may be late. A cut into more would have each
    /// read again what others have in their caches.
    pub(crate) fn enough(self, most: usize) -> usize {
        match self.threads.map_or(1, Threads::count) {
            0 | 1 => 1,
            threads => most.min(2 * threads),
        }
    }

    /// Room for `len` numbers with unspecified contents; `None` if there is no memory for them.
    pub fn scratch(self, len: usize) -> Option<Scratch> {
        Scratch::new(self.memory, len)
    }
}

/// Splits of the tests.
#[cfg(test)]
pub(crate) mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::scratch::Heap;

    pub(crate) const ALONE: Split<'static> = Split::alone(&Heap);

    /// The caller's thread, from the last task to the first; notes how many tasks there were.
    #[derive(Default)]
    pub(crate) struct Backwards(AtomicUsize);

    impl Backwards {
        pub(crate) fn split(&self) -> Split<'_> {
            Split::over(self, &Heap)
        }

        /// The number of tasks of the last loop.
        pub(crate) fn tasks(&self) -> usize {
            self.0.load(Ordering::Relaxed)
        }
    }

    // SAFETY: the loop calls the body once for each task.
    unsafe impl Threads for Backwards {
        fn parallel_for(&self, tasks: usize, body: &(dyn Fn(usize, usize) + Sync)) {
            self.0.store(tasks, Ordering::Relaxed);
            (0..tasks).rev().for_each(|task| body(task, task + 1));
        }

        fn count(&self) -> usize {
            64
        }
    }
}
