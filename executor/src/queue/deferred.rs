//! Tasks that a running kernel has queued, held back until its results are stored.
//!
//! A spawned task cannot start before that, so the executor registers for its value without an atomic operation (see
//! [`AnyRef::wait`](crate::value::AnyRef)), and several tasks are handed over at once. Whatever could wait for such a task
//! from inside the kernel hands them over first: waiting, quiescing, and running a function.

#![expect(unsafe_code, reason = "held-back tasks of values are told apart from others")]

use super::{Task, WorkQueue};
use crate::value::{AnyRef, AsyncRef, Error, task_value};
use std::{
    cell::{Cell, UnsafeCell},
    mem::MaybeUninit,
};

thread_local! {
    /// Whether a kernel runs on this thread whose tasks are held back.
    static HOLDING: Cell<bool> = const { Cell::new(false) };
    /// How many are.
    static COUNT: Cell<usize> = const { Cell::new(0) };
    /// The tasks, and whether they are those of values. Tasks are held for the run of a kernel only, so that at the
    /// thread's end there are none: no destructor is needed.
    static HELD: UnsafeCell<[MaybeUninit<(Task, bool)>; LIMIT]> =
        const { UnsafeCell::new([const { MaybeUninit::uninit() }; LIMIT]) };
}

/// Tasks that are held back at most; a kernel with more hands over what it has.
const LIMIT: usize = 16;

/// Takes a task; there is room.
#[inline]
fn keep(task: Task, of_value: bool) {
    let count = COUNT.get();
    debug_assert!(count < LIMIT);
    // SAFETY: entries from `count` on are free, and this thread's alone.
    HELD.with(|held| unsafe { (*held.get())[count].write((task, of_value)) });
    COUNT.set(count + 1);
}

/// Takes the held tasks out, in order.
#[inline]
fn hand_over(queue: &WorkQueue) {
    let count = COUNT.replace(0);
    for index in 0..count {
        // SAFETY: entries below `count` are tasks, each read once. Pushing a task runs nothing on this thread.
        let (task, of_value) = HELD.with(|held| unsafe { (*held.get())[index].assume_init_read() });
        if of_value {
            // SAFETY: `spawn` made it, and it has not run.
            unsafe { task.share_value() };
        }
        queue.push_now(task);
    }
}

/// Starts to hold back tasks of this thread.
#[inline]
pub(crate) fn hold() {
    HOLDING.set(true);
}

/// Takes a task to be held back, or returns it if nothing is.
#[inline]
pub(crate) fn offer(queue: &WorkQueue, task: Task) -> Option<Task> {
    if !HOLDING.get() {
        return Some(task);
    }
    if COUNT.get() == LIMIT {
        hand_over(queue);
    }
    keep(task, false);
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
        if COUNT.get() == LIMIT {
            hand_over(queue);
        }
        keep(task, true);
    } else {
        queue.push_now(task);
    }
    value
}

/// Hands over what was held back; from now on tasks go to the queue directly.
#[inline]
pub(crate) fn release(queue: &WorkQueue) {
    HOLDING.set(false);
    if COUNT.get() > 0 {
        hand_over(queue);
    }
}

/// Whether the only task held back is the one that computes this value.
#[inline]
pub(crate) fn holds_only(value: &AnyRef) -> bool {
    COUNT.get() == 1
        // SAFETY: the first entry is a task.
        && HELD.with(|held| unsafe {
            let (task, of_value) = (*held.get())[0].assume_init_ref();
            *of_value && task.computes(value)
        })
}
