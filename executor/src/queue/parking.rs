//! Parking and waking of workers: an event count.
//!
//! A worker announces that it parks, checks every queue once more, and only then waits; a pusher makes its task visible, and
//! only then looks for parked workers. Both have a sequentially consistent fence between their two steps, so at least one of
//! them sees the other. A worker that looks for tasks is *searching*: meanwhile pushers wake no worker, because the searcher
//! will find their tasks.
//!
//! This module takes its atomics from its parent: a test puts it under a parent whose atomics are those of a model checker
//! (`executor/tests/model`).

use super::sync::{
    AtomicUsize, Condvar, Mutex,
    Ordering::{Relaxed, SeqCst},
    fence, lock, wait,
};

pub(super) struct Parking {
    sleepers: AtomicUsize,
    searching: AtomicUsize,
    /// Wake-ups given; a sleeper waits for a change.
    wakeups: Mutex<u64>,
    wake: Condvar,
}

impl Parking {
    pub(super) fn new() -> Parking {
        Parking {
            sleepers: AtomicUsize::new(0),
            searching: AtomicUsize::new(0),
            wakeups: Mutex::new(0),
            wake: Condvar::new(),
        }
    }

    /// Wakes a parked worker, unless a worker is already searching, for a task that was pushed before.
    #[inline]
    pub(super) fn wake_one(&self) {
        fence(SeqCst);
        self.wake_if_asleep();
    }

    /// As [`Parking::wake_one`], for a thread that has a sequentially consistent fence between its push and this.
    #[inline]
    pub(super) fn wake_if_asleep(&self) {
        if self.sleepers.load(Relaxed) > 0 && self.searching.load(Relaxed) == 0 {
            self.wake_sleeper();
        }
    }

    #[cold]
    fn wake_sleeper(&self) {
        let mut wakeups = lock(&self.wakeups);
        if self.sleepers.load(Relaxed) > 0 && self.searching.load(Relaxed) == 0 {
            // The woken worker searches from now on; no other worker need be woken for the same task.
            self.searching.fetch_add(1, SeqCst);
            self.sleepers.fetch_sub(1, SeqCst);
            *wakeups += 1;
            self.wake.notify_one();
        }
    }

    /// A worker begins to search. One that was woken is counted already.
    pub(super) fn begin_search(&self) {
        self.searching.fetch_add(1, SeqCst);
    }

    /// A worker ends its search; returns whether it was the last searcher. A last searcher that found a task checks whether
    /// there is more: a pusher that still saw it searching has woken no worker, and its task is visible after this.
    pub(super) fn end_search(&self) -> bool {
        let last = self.searching.fetch_sub(1, SeqCst) == 1;
        fence(SeqCst);
        last
    }

    /// Sleeps until woken, unless there is something to do. Says whether the worker was woken, and so counts as searching.
    pub(super) fn park(&self, has_work: impl Fn() -> bool, closing: impl Fn() -> bool) -> bool {
        let mut wakeups = lock(&self.wakeups);
        self.sleepers.fetch_add(1, SeqCst);
        fence(SeqCst);
        if has_work() || closing() {
            self.sleepers.fetch_sub(1, SeqCst);
            return false;
        }
        let before = *wakeups;
        while *wakeups == before && !closing() {
            wakeups = wait(&self.wake, wakeups);
        }
        *wakeups != before
    }

    /// Wakes all workers, after `close` has made them find that they should end.
    pub(super) fn close(&self, close: impl FnOnce()) {
        let _wakeups = lock(&self.wakeups);
        close();
        self.wake.notify_all();
    }
}
