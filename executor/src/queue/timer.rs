//! Timers: one thread, started with the first timer, that runs due timers in order of time.

use parking_lot::{Condvar, Mutex};
use std::{
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Instant,
};

type Action = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct State {
    /// By time, and then in the order in which they were scheduled.
    due: BTreeMap<TimerId, Action>,
    next_id: u64,
    thread: Option<thread::JoinHandle<()>>,
    closing: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// A host's timers. Dropping it drops what is pending.
pub(crate) struct TimerQueue {
    shared: Arc<Shared>,
}

/// Names a timer, for cancelling it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TimerId(Instant, u64);

impl TimerQueue {
    pub(crate) fn new() -> TimerQueue {
        TimerQueue { shared: Arc::default() }
    }

    /// Runs `action` on the timer thread at `when`, or soon after.
    pub(crate) fn schedule(&self, when: Instant, action: impl FnOnce() + Send + 'static) -> TimerId {
        let mut state = self.shared.state.lock();
        let id = TimerId(when, state.next_id);
        state.next_id += 1;
        state.due.insert(id, Box::new(action));
        if state.thread.is_none() {
            let shared = self.shared.clone();
            state.thread = thread::Builder::new().name("tfrt-timer".into()).spawn(move || run(&shared)).ok();
        }
        // The thread sleeps until the first timer is due, so a later timer does not concern it yet.
        let is_first = state.due.first_key_value().is_some_and(|(&first, _)| first == id);
        drop(state);
        if is_first {
            self.shared.changed.notify_one();
        }
        id
    }

    /// Drops a timer that has not run yet; says whether there was one.
    pub(crate) fn cancel(&self, timer: TimerId) -> bool {
        let action = self.shared.state.lock().due.remove(&timer);
        action.is_some()
    }
}

fn run(shared: &Shared) {
    let mut state = shared.state.lock();
    while !state.closing {
        let Some((&id, _)) = state.due.first_key_value() else {
            shared.changed.wait(&mut state);
            continue;
        };
        if id.0 > Instant::now() {
            shared.changed.wait_until(&mut state, id.0);
            continue;
        }
        if let Some(action) = state.due.remove(&id) {
            drop(state);
            // The hook for panics has reported it; the other timers are waiting.
            let _ = catch_unwind(AssertUnwindSafe(action));
            state = shared.state.lock();
        }
    }
}

impl Drop for TimerQueue {
    fn drop(&mut self) {
        let (thread, actions) = {
            let mut state = self.shared.state.lock();
            state.closing = true;
            (state.thread.take(), std::mem::take(&mut state.due))
        };
        self.shared.changed.notify_all();
        drop(actions);
        if let Some(thread) = thread
            && thread.thread().id() != thread::current().id()
        {
            // A timer that panicked has printed why.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{sync::mpsc, time::Duration};

    #[test]
    fn timers_run_in_order_of_time_and_cancelled_ones_do_not() {
        let timers = TimerQueue::new();
        let (send, received) = mpsc::channel();
        let start = Instant::now();
        let at = |millis: u64| {
            let send = send.clone();
            timers.schedule(start + Duration::from_millis(millis), move || {
                // The test may be over.
                let _ = send.send(millis);
            })
        };
        let ids: Vec<TimerId> = [60, 20, 40, 20, 0].map(at).into();
        assert!(timers.cancel(ids[2]));
        assert!(!timers.cancel(ids[2]));
        let far = at(1_000_000);
        let order: Vec<u64> = (0..4).map(|_| received.recv().unwrap()).collect();
        assert_eq!(order, [0, 20, 20, 60]);
        assert!(start.elapsed() >= Duration::from_millis(60));
        assert!(timers.cancel(far) && !timers.cancel(ids[0]));
    }

    #[test]
    fn dropping_the_queue_drops_what_waits() {
        let held = Arc::new(());
        let timers = TimerQueue::new();
        for i in 0..10_000 {
            let held = held.clone();
            timers.schedule(Instant::now() + Duration::from_secs(3600 + i % 7), move || drop(held));
        }
        assert_eq!(Arc::strong_count(&held), 10_001);
        drop(timers);
        assert_eq!(Arc::strong_count(&held), 1);
    }
}
