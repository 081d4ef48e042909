//! Tasks that a running kernel has queued, held back until its results are stored.
//!
//! A spawned task cannot start before that, so the executor registers for its value without an atomic operation (see
//! [`AnyRef::wait`](crate::value::AnyRef)), and several tasks are handed over at once. Whatever could wait for such a task
//! from inside the kernel hands them over first: waiting, quiescing, and running a function.

#![expect(unsafe_code, reason = "held-back tasks of values are told apart from others")]

use super::{Task, WorkQueue};
use crate::value::{AsyncRef, Error, task_value};
use std::cell::{Cell, RefCell};

thread_local! {
    /// Whether a kernel runs on this thread whose tasks are held back.
    static HOLDING: Cell<bool> = const { Cell::new(false) };
    /// The tasks, and whether they are those of values.
    static HELD: RefCell<Vec<(Task, bool)>> = const { RefCell::new(Vec::new()) };
}

/// Starts to hold back tasks of this thread.
#[inline]
pub(crate) fn hold() {
    HOLDING.set(true);
}

/// Takes a task to be held back, or returns it if nothing is.
#[inline]
pub(crate) fn offer(task: Task) -> Option<Task> {
    if !HOLDING.get() {
        return Some(task);
    }
    HELD.with_borrow_mut(|held| held.push((task, false)));
    None
}

/// Queues the computation of a value.
#[inline]
pub(crate) fn spawn<T: Send + Sync + 'static>(
    queue: &WorkQueue,
    f: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> AsyncRef<T> {
    let holding = HOLDING.get();
    let (task, value) = task_value(f, holding);
    if holding {
        HELD.with_borrow_mut(|held| held.push((task, true)));
    } else {
        queue.push_now(task);
    }
    value
}

/// Hands over what was held back; from now on tasks go to the queue directly.
#[inline]
pub(crate) fn release(queue: &WorkQueue) {
    if HOLDING.replace(false) {
        HELD.with_borrow_mut(|held| {
            for (task, of_value) in held.drain(..) {
                if of_value {
                    // SAFETY: `spawn` made it, and it has not run.
                    unsafe { task.share_value() };
                }
                queue.push_now(task);
            }
        });
    }
}
