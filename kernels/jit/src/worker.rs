//! The background thread that compiles.
//!
//! It starts with the first job. When its owner is dropped, it ends after the job that is running. Jobs are plain data:
//! they keep no program alive. With a single processor, programs have priority. Without a job, the thread tidies up.

#![expect(unsafe_code, reason = "changes the priority of its thread")]

use parking_lot::{Condvar, Mutex};
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    thread,
    time::Duration,
};

type Job = Box<dyn FnOnce() + Send>;
/// The work without a job; returns when to repeat it, if there is more to do.
type Tidy = Arc<dyn Fn() -> Option<Duration> + Send + Sync>;

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    running: bool,
    started: bool,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// A background thread.
pub struct Worker(Arc<Shared>, Tidy);

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Worker {
    /// A thread that tidies up like this.
    pub fn new(tidy: impl Fn() -> Option<Duration> + Send + Sync + 'static) -> Worker {
        Worker(Arc::default(), Arc::new(tidy))
    }

    /// Runs a job in the background; here, if no thread can be started.
    pub fn push(&self, job: Job) {
        let mut state = self.0.state.lock();
        if !state.started {
            let (shared, tidy) = (self.0.clone(), self.1.clone());
            let thread = thread::Builder::new().name("tfrt-jit".into()).spawn(move || work(&shared, &*tidy));
            if thread.is_err() {
                drop(state);
                return job();
            }
            state.started = true;
        }
        state.jobs.push_back(job);
        self.0.changed.notify_all();
    }

    /// Returns when all jobs are done.
    pub fn finish(&self) {
        let mut state = self.0.state.lock();
        while state.running || !state.jobs.is_empty() {
            self.0.changed.wait(&mut state);
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.closed = true;
        state.jobs.clear();
        self.0.changed.notify_all();
    }
}

/// The decrease of the thread's priority where programs have no other processor: it gets about a quarter of the time.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

/// Lets programs run first if there is one processor. Not being able to changes nothing but time.
fn step_back() {
    #[cfg(target_os = "linux")]
    if thread::available_parallelism().is_ok_and(|processors| processors.get() == 1) {
        // SAFETY: takes and changes numbers only. On this system it is about the thread that calls.
        unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICE) };
    }
}

fn work(shared: &Shared, tidy: &(dyn Fn() -> Option<Duration> + Send + Sync)) {
    step_back();
    let mut state = shared.state.lock();
    let mut untidy = false;
    loop {
        if let Some(job) = state.jobs.pop_front() {
            state.running = true;
            drop(state);
            // The owner of the job reports its panic; this thread goes on with the next one.
            let _ = catch_unwind(AssertUnwindSafe(job));
            state = shared.state.lock();
            state.running = false;
            shared.changed.notify_all();
            untidy = true;
        } else if state.closed {
            return;
        } else if std::mem::take(&mut untidy) {
            drop(state);
            let again = tidy();
            state = shared.state.lock();
            if let Some(again) = again
                && state.jobs.is_empty()
                && !state.closed
            {
                untidy = true;
                shared.changed.wait_for(&mut state, again);
            }
        } else {
            shared.changed.wait(&mut state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

    #[test]
    fn a_job_that_panics_leaves_the_thread_to_the_others() {
        let worker = Worker::new(|| None);
        let done = Arc::new(AtomicU32::new(0));
        for panics in [true, false, true, false] {
            let done = done.clone();
            worker.push(Box::new(move || {
                assert!(!panics, "a job's own");
                done.fetch_add(1, SeqCst);
            }));
        }
        worker.finish();
        assert_eq!(done.load(SeqCst), 2);
    }
}
