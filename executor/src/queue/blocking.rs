//! Threads for tasks that may block: started when needed, up to a limit, gone after a second without work.

use super::Task;
use parking_lot::{Condvar, Mutex};
use std::{collections::VecDeque, sync::Arc, thread, time::Duration};

/// Tasks that may wait for a thread.
const QUEUE_LIMIT: usize = 1 << 16;
const IDLE_TIME: Duration = Duration::from_secs(1);

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    threads: usize,
    idle: usize,
    running: usize,
    closing: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    work: Condvar,
    quiet: Condvar,
}

pub(crate) struct BlockingPool {
    limit: usize,
    shared: Arc<Shared>,
}

impl BlockingPool {
    pub(crate) fn new(limit: usize) -> BlockingPool {
        BlockingPool { limit, shared: Arc::default() }
    }

    /// Runs the task on a thread of the pool. Gives it back when there is no thread for it and it may not, or cannot, be
    /// queued.
    pub(crate) fn push(&self, task: Task, allow_queueing: bool) -> Result<(), Task> {
        let mut state = self.shared.state.lock();
        if state.idle > state.tasks.len() {
            state.tasks.push_back(task);
            self.shared.work.notify_one();
            return Ok(());
        }
        if state.threads < self.limit {
            let shared = self.shared.clone();
            let started = thread::Builder::new().name("tfrt-blocking".into()).spawn(move || worker(&shared));
            if started.is_ok() {
                state.threads += 1;
                state.tasks.push_back(task);
                return Ok(());
            }
        }
        if allow_queueing && state.threads > 0 && state.tasks.len() < QUEUE_LIMIT {
            state.tasks.push_back(task);
            return Ok(());
        }
        Err(task)
    }

    pub(crate) fn is_quiet(&self) -> bool {
        let state = self.shared.state.lock();
        state.tasks.is_empty() && state.running == 0
    }

    pub(crate) fn quiesce(&self) {
        let mut state = self.shared.state.lock();
        while !(state.tasks.is_empty() && state.running == 0) {
            self.shared.quiet.wait(&mut state);
        }
    }
}

fn worker(shared: &Shared) {
    let mut state = shared.state.lock();
    loop {
        if let Some(task) = state.tasks.pop_front() {
            state.running += 1;
            drop(state);
            task.run();
            state = shared.state.lock();
            state.running -= 1;
            if state.running == 0 && state.tasks.is_empty() {
                shared.quiet.notify_all();
            }
            continue;
        }
        if state.closing {
            break;
        }
        state.idle += 1;
        let timed_out = shared.work.wait_for(&mut state, IDLE_TIME).timed_out();
        state.idle -= 1;
        if timed_out && state.tasks.is_empty() {
            break;
        }
    }
    state.threads -= 1;
    shared.quiet.notify_all();
}

impl Drop for BlockingPool {
    fn drop(&mut self) {
        let mut state = self.shared.state.lock();
        state.closing = true;
        self.shared.work.notify_all();
        while state.threads > 0 {
            self.shared.quiet.wait(&mut state);
        }
    }
}
