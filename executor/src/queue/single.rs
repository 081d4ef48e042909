//! The single-threaded queue: one FIFO for all tasks, run by the threads that wait.

use super::Task;
use crate::value::Value;
use parking_lot::{Condvar, Mutex};
use std::{collections::VecDeque, sync::Arc};

#[derive(Default)]
struct Shared {
    tasks: Mutex<VecDeque<Task>>,
    /// Told of new tasks and of values that waiting threads ask for.
    changed: Condvar,
}

pub(crate) struct SingleQueue {
    shared: Arc<Shared>,
}

impl SingleQueue {
    pub(crate) fn new() -> SingleQueue {
        SingleQueue { shared: Arc::default() }
    }

    #[inline]
    pub(crate) fn push(&self, task: Task) {
        self.shared.tasks.lock().push_back(task);
        self.shared.changed.notify_one();
    }

    /// Runs queued tasks in order until the values are available; the rest stay queued. With nothing left to run, waits
    /// for other threads to provide the values.
    pub(crate) fn wait(&self, values: &[Value]) {
        let mut ready = 0;
        let mut told = false;
        loop {
            while values.get(ready).is_some_and(Value::is_available) {
                ready += 1;
            }
            if ready == values.len() {
                return;
            }
            let task = self.shared.tasks.lock().pop_front();
            if let Some(task) = task {
                task.run();
                told = false;
                continue;
            }
            if !told {
                // Come back here once to look at queue and value again, now that news will arrive.
                let shared = self.shared.clone();
                values[ready].when_ready(move || {
                    drop(shared.tasks.lock());
                    shared.changed.notify_all();
                });
                told = true;
                continue;
            }
            let mut tasks = self.shared.tasks.lock();
            if tasks.is_empty() && !values[ready].is_available() {
                self.shared.changed.wait(&mut tasks);
            }
            told = !values[ready].is_available();
        }
    }

    pub(crate) fn quiesce(&self) {
        loop {
            let task = self.shared.tasks.lock().pop_front();
            match task {
                Some(task) => task.run(),
                None => return,
            }
        }
    }
}

impl Drop for SingleQueue {
    fn drop(&mut self) {
        // Tasks give up what they hold outside the lock: that may push again.
        loop {
            let task = self.shared.tasks.lock().pop_front();
            if task.is_none() {
                return;
            }
        }
    }
}
