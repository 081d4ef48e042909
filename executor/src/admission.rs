//! Admission: how many requests run at a time, and in which order they start.
//!
//! A call runs in the thread that makes it, with the workers' help. When many more threads call than the host has processors, the
//! operating system shares the processors among all of them: every request takes as long as all that are under way, and the slowest take
//! a multiple of the median. An [`Admission`] lets a fixed number of requests run and makes the others wait, first come, first served. Then
//! a request that runs has its processors for itself, so the throughput is no lower, and the time of a request depends only on how many came
//! before it.
//!
//! A permit passes from the thread that gives it back to the thread that has waited longest: a thread that arrives at that moment cannot
//! overtake the waiting ones. The module knows nothing of hosts and requests; a server has one admission for each host and enters it before each
//! call.

use parking_lot::{Condvar, Mutex};
use std::{collections::VecDeque, num::NonZeroUsize, sync::Arc};

/// A limit on the number of requests that run at a time.
///
/// ```
/// use std::num::NonZeroUsize;
/// use tfrt_executor::admission::Admission;
///
/// let admission = Admission::new(NonZeroUsize::MIN);
/// let permit = admission.enter(); // waits while another request runs
/// // … call a function, wait for its results …
/// drop(permit);
/// # assert_eq!((admission.running(), admission.waiting()), (0, 0));
/// ```
#[derive(Debug)]
pub struct Admission {
    limit: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    waiting: VecDeque<Arc<Waiter>>,
}

/// A thread that waits.
#[derive(Debug, Default)]
struct Waiter {
    admitted: Mutex<bool>,
    changed: Condvar,
}

/// The right to run a request, given back when it is dropped.
#[derive(Debug)]
#[must_use = "the request may run for as long as the permit lives"]
pub struct Permit<'a>(&'a Admission);

impl Admission {
    /// Lets so many requests run at a time.
    pub fn new(limit: NonZeroUsize) -> Admission {
        Admission { limit: limit.get(), state: Mutex::default() }
    }

    /// Waits until the request may run: at once if fewer than the limit run, else after all requests that came before.
    pub fn enter(&self) -> Permit<'_> {
        let waiter = {
            let mut state = self.state.lock();
            if state.running < self.limit {
                state.running += 1;
                return Permit(self);
            }
            let waiter = Arc::new(Waiter::default());
            state.waiting.push_back(waiter.clone());
            waiter
        };
        let mut admitted = waiter.admitted.lock();
        while !*admitted {
            waiter.changed.wait(&mut admitted);
        }
        Permit(self)
    }

    /// A permit, unless the request would have to wait: a server that is full can refuse.
    pub fn try_enter(&self) -> Option<Permit<'_>> {
        let mut state = self.state.lock();
        if state.running >= self.limit {
            return None;
        }
        state.running += 1;
        Some(Permit(self))
    }

    /// The number of requests that run.
    pub fn running(&self) -> usize {
        self.state.lock().running
    }

    /// The number of requests that wait.
    pub fn waiting(&self) -> usize {
        self.state.lock().waiting.len()
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let next = {
            let mut state = self.0.state.lock();
            let next = state.waiting.pop_front();
            // A waiting thread takes the permit over: the number of running requests stays.
            state.running -= usize::from(next.is_none());
            next
        };
        if let Some(next) = next {
            *next.admitted.lock() = true;
            next.changed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::atomic::{AtomicUsize, Ordering::SeqCst},
        thread,
    };

    #[test]
    fn no_more_run_than_the_limit_says() {
        let admission = Admission::new(NonZeroUsize::new(3).unwrap());
        let (running, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..12 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let permit = admission.enter();
                        most.fetch_max(running.fetch_add(1, SeqCst) + 1, SeqCst);
                        thread::yield_now();
                        running.fetch_sub(1, SeqCst);
                        drop(permit);
                    }
                });
            }
        });
        assert!((1..=3).contains(&most.load(SeqCst)));
        assert_eq!((admission.running(), admission.waiting()), (0, 0));
    }

    #[test]
    fn requests_start_in_the_order_in_which_they_came() {
        let admission = Admission::new(NonZeroUsize::MIN);
        let order = Mutex::new(Vec::new());
        thread::scope(|scope| {
            let first = admission.enter();
            for number in 0..20 {
                let (admission, order) = (&admission, &order);
                scope.spawn(move || {
                    let _permit = admission.enter();
                    order.lock().push(number);
                });
                while admission.waiting() <= number {
                    thread::yield_now();
                }
            }
            assert!(admission.try_enter().is_none());
            drop(first);
        });
        assert_eq!(*order.lock(), Vec::from_iter(0..20));
    }

    #[test]
    fn a_request_that_panics_gives_its_permit_back() {
        let admission = Admission::new(NonZeroUsize::MIN);
        let panicked = thread::scope(|scope| {
            scope
                .spawn(|| {
                    let _permit = admission.enter();
                    std::panic::resume_unwind(Box::new(()));
                })
                .join()
        });
        assert!(panicked.is_err());
        assert!(admission.try_enter().is_some());
    }
}
