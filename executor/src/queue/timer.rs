//! Timers: one thread, started with the first timer, that runs what is due in order of time.

use parking_lot::{Condvar, Mutex};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BinaryHeap},
    sync::Arc,
    thread,
    time::Instant,
};

type Action = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct State {
    due: BinaryHeap<Reverse<(Instant, u64)>>,
    actions: BTreeMap<u64, Action>,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TimerId(u64);

impl TimerQueue {
    pub(crate) fn new() -> TimerQueue {
        TimerQueue { shared: Arc::default() }
    }

    /// Runs `action` on the timer thread at `when`, or soon after.
    pub(crate) fn schedule(&self, when: Instant, action: impl FnOnce() + Send + 'static) -> TimerId {
        let mut state = self.shared.state.lock();
        let id = state.next_id;
        state.next_id += 1;
        state.due.push(Reverse((when, id)));
        state.actions.insert(id, Box::new(action));
        if state.thread.is_none() {
            let shared = self.shared.clone();
            state.thread = thread::Builder::new().name("tfrt-timer".into()).spawn(move || run(&shared)).ok();
        }
        self.shared.changed.notify_one();
        TimerId(id)
    }

    /// Drops a timer that has not run yet; says whether there was one.
    pub(crate) fn cancel(&self, timer: TimerId) -> bool {
        // Its entry in the heap is skipped when it comes up.
        let action = self.shared.state.lock().actions.remove(&timer.0);
        action.is_some()
    }
}

fn run(shared: &Shared) {
    let mut state = shared.state.lock();
    while !state.closing {
        let Some(&Reverse((when, id))) = state.due.peek() else {
            shared.changed.wait(&mut state);
            continue;
        };
        if when > Instant::now() && state.actions.contains_key(&id) {
            shared.changed.wait_until(&mut state, when);
            continue;
        }
        state.due.pop();
        if let Some(action) = state.actions.remove(&id) {
            drop(state);
            action();
            state = shared.state.lock();
        }
    }
}

impl Drop for TimerQueue {
    fn drop(&mut self) {
        let (thread, actions) = {
            let mut state = self.shared.state.lock();
            state.closing = true;
            (state.thread.take(), std::mem::take(&mut state.actions))
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
