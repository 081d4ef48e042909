//! Threads for tasks that may block: they start when needed, up to a limit, and end after a second without
//! work.

use super::{
    Task,
    multi::{depth_of, run_as_task_of},
};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

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

    /// Runs the task on a thread of the pool. Returns it if there is no free thread and it may not, or cannot, be
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

    /// The owner of its tasks, for [`depth_of`].
    pub(super) fn as_owner(&self) -> *const () {
        Arc::as_ptr(&self.shared).cast()
    }

    /// Whether no task is queued, and at most so many are running.
    pub(super) fn is_quiet(&self, running: u64) -> bool {
        let state = self.shared.state.lock();
        state.tasks.is_empty() && state.running as u64 <= running
    }

    /// Runs a queued task on this thread; says whether there was one.
    pub(super) fn run_one(&self) -> bool {
        let mut state = self.shared.state.lock();
        match state.tasks.pop_front() {
            Some(task) => {
                drop(self.shared.run(state, task));
                true
            }
            None => false,
        }
    }

    pub(crate) fn quiesce(&self) {
        let mut state = self.shared.state.lock();
        while !(state.tasks.is_empty() && state.running == 0) {
            self.shared.quiet.wait(&mut state);
        }
    }
}

impl Shared {
    /// Runs a task without the lock.
    fn run<'a>(&'a self, mut state: MutexGuard<'a, State>, task: Task) -> MutexGuard<'a, State> {
        state.running += 1;
        drop(state);
        // Tasks of others' code end their own panics; the hook for panics has reported any other one.
        let owner = std::ptr::from_ref(self).cast();
        let _ = catch_unwind(AssertUnwindSafe(|| run_as_task_of(owner, || task.run())));
        let mut state = self.state.lock();
        state.running -= 1;
        if state.running == 0 && state.tasks.is_empty() {
            self.quiet.notify_all();
        }
        state
    }
}

fn worker(shared: &Shared) {
    let mut state = shared.state.lock();
    loop {
        if let Some(task) = state.tasks.pop_front() {
            state = shared.run(state, task);
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
        // The last reference to a host may go in a task of its own: that thread ends when it has run the task.
        let own = usize::from(depth_of(self.as_owner()) > 0);
        while state.threads > own {
            self.shared.quiet.wait(&mut state);
        }
    }
}
