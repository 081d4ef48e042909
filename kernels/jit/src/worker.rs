//! The thread that compiles in the background.
//!
//! It is started with the first job and ends after the one that runs when its owner is dropped. Jobs are plain data:
//! they keep no program alive. Where there is one processor only, programs come first.

#![expect(unsafe_code, reason = "changes the priority of its thread")]

use parking_lot::{Condvar, Mutex};
use std::{collections::VecDeque, sync::Arc, thread};

type Job = Box<dyn FnOnce() + Send>;

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
#[derive(Default)]
pub struct Worker(Arc<Shared>);

impl Worker {
    /// Runs a job in the background; here, if no thread can be started.
    pub fn push(&self, job: Job) {
        let mut state = self.0.state.lock();
        if !state.started {
            let shared = self.0.clone();
            let thread = thread::Builder::new().name("tfrt-jit".into()).spawn(move || work(&shared));
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

/// How much lower the thread's priority is where programs have no other processor: it gets about a quarter of the time.
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

fn work(shared: &Shared) {
    step_back();
    let mut state = shared.state.lock();
    loop {
        if let Some(job) = state.jobs.pop_front() {
            state.running = true;
            drop(state);
            job();
            state = shared.state.lock();
            state.running = false;
            shared.changed.notify_all();
        } else if state.closed {
            return;
        } else {
            shared.changed.wait(&mut state);
        }
    }
}
