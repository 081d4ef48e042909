//! Wakers of futures that wait for values.

use parking_lot::Mutex;
use std::{
    sync::{
        Arc, Weak,
        atomic::{
            AtomicBool,
            Ordering::{AcqRel, Release},
        },
    },
    task::{Context, Waker},
};

/// The waker of a future's last poll, shared with the threads that wake it.
#[derive(Debug)]
pub(crate) struct SharedWaker {
    waker: Mutex<Waker>,
    /// Whether it is in a list of [`Pollers`].
    is_listed: AtomicBool,
}

impl SharedWaker {
    pub(crate) fn new(context: &Context<'_>) -> Arc<SharedWaker> {
        Arc::new(SharedWaker {
            waker: Mutex::new(context.waker().clone()),
            is_listed: AtomicBool::new(false),
        })
    }

    /// The future has been polled again.
    pub(crate) fn update(&self, context: &Context<'_>) {
        self.waker.lock().clone_from(context.waker());
    }

    /// Wakes; without the lock, for this is others' code.
    pub(crate) fn wake(&self) {
        let waker = self.waker.lock().clone();
        waker.wake();
    }
}

/// Futures that can go on when there is something to run.
#[derive(Debug, Default)]
pub(crate) struct Pollers {
    wakers: Vec<Weak<SharedWaker>>,
    /// So long a list is searched for futures that are gone.
    search_at: usize,
}

impl Pollers {
    /// Adds a future, if it is not there.
    pub(crate) fn add(&mut self, waker: &Arc<SharedWaker>) {
        if waker.is_listed.swap(true, AcqRel) {
            return;
        }
        if self.wakers.len() >= self.search_at {
            self.wakers.retain(|waker| waker.strong_count() > 0);
            self.search_at = (self.wakers.len() * 2).max(64);
        }
        self.wakers.push(Arc::downgrade(waker));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.wakers.is_empty()
    }

    /// All of them, which are taken out, to be woken when the lock around the list is gone.
    pub(crate) fn take(&mut self) -> Vec<Weak<SharedWaker>> {
        for waker in self.wakers.iter().filter_map(Weak::upgrade) {
            waker.is_listed.store(false, Release);
        }
        std::mem::take(&mut self.wakers)
    }
}

/// Wakes what [`Pollers::take`] gave.
pub(crate) fn wake_all(wakers: Vec<Weak<SharedWaker>>) {
    wakers.iter().filter_map(Weak::upgrade).for_each(|waker| waker.wake());
}
