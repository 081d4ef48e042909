//! Tasks that a running kernel has queued, held back until its results are stored.
//!
//! A spawned task cannot start before that, so the executor registers for its value without an atomic operation (see
//! [`AnyRef::wait`](crate::value::AnyRef)), and several tasks are handed over at once. Whatever could wait for such a task
//! from inside the kernel hands them over first: waiting, quiescing, and running a function.

#![expect(unsafe_code, reason = "held-back tasks of values are told apart from others")]

use super::{Task, WorkQueue};
use crate::value::{AnyRef, AsyncRef, Error, PendingCell, TaskCell, task_value};
use std::{
    cell::{Cell, UnsafeCell},
    mem::MaybeUninit,
};

/// Tasks that are held back at most; a kernel with more hands over what it has.
const LIMIT: usize = 16;

/// A task, and whether it is that of a value.
type Held = (Task, bool);

/// What a thread holds back.
struct Deferred {
    /// Whether a kernel runs on this thread whose tasks are held back.
    holding: Cell<bool>,
    /// How many are.
    count: Cell<usize>,
    /// The tasks. They are held for the run of a kernel only, so that at the thread's end there are none: no destructor is
    /// needed.
    held: UnsafeCell<[MaybeUninit<Held>; LIMIT]>,
}

thread_local! {
    static DEFERRED: Deferred = const {
        Deferred {
            holding: Cell::new(false),
            count: Cell::new(0),
            held: UnsafeCell::new([const { MaybeUninit::uninit() }; LIMIT]),
        }
    };
}

impl Deferred {
    /// Takes a task; there is room.
    #[inline(always)]
    fn keep(&self, task: Task, of_value: bool) {
        let count = self.count.get();
        debug_assert!(count < LIMIT);
        // SAFETY: entries from `count` on are free, and this thread's alone.
        unsafe { (*self.held.get())[count].write((task, of_value)) };
        self.count.set(count + 1);
    }

    /// Takes the held tasks out, in order.
    #[inline(always)]
    fn hand_over(&self, queue: &WorkQueue) {
        let count = self.count.replace(0);
        for index in 0..count {
            // SAFETY: entries below `count` are tasks, each read once. Pushing a task runs nothing on this thread.
            let (task, _) = unsafe { (*self.held.get())[index].assume_init_read() };
            queue.push_now(task);
        }
    }

    /// Makes room for a task.
    #[cold]
    #[inline(never)]
    fn make_room(&self, queue: &WorkQueue) {
        self.hand_over(queue);
    }
}

/// Starts to hold back tasks of this thread.
#[inline(always)]
pub(crate) fn hold() {
    DEFERRED.with(|deferred| deferred.holding.set(true));
}

/// Takes a task to be held back, or returns it if nothing is.
#[inline]
pub(crate) fn offer(queue: &WorkQueue, task: Task) -> Option<Task> {
    DEFERRED.with(|deferred| {
        if !deferred.holding.get() {
            return Some(task);
        }
        if deferred.count.get() == LIMIT {
            deferred.make_room(queue);
        }
        deferred.keep(task, false);
        None
    })
}

/// Queues the computation of a value.
#[inline]
pub(crate) fn spawn<T: Send + Sync + 'static>(
    queue: &WorkQueue,
    f: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> AsyncRef<T> {
    let (value, task) = task_value(f, |cell| begin(queue, cell));
    if let Some(task) = task {
        queue.push_now(task);
    }
    value
}

/// Makes the cell of a task, which is held back if tasks are. No generic function: a kernel of another crate would reach what
/// belongs to the thread by a detour.
fn begin(queue: &WorkQueue, cell: TaskCell) -> (PendingCell, bool) {
    DEFERRED.with(|deferred| {
        if !deferred.holding.get() {
            return begin_shared(cell);
        }
        if deferred.count.get() == LIMIT {
            deferred.make_room(queue);
        }
        // SAFETY: the task stays here while `spawn` writes the closure.
        let (cell, task) = unsafe { cell.held_back() };
        deferred.keep(task, true);
        (cell, true)
    })
}

/// As [`begin`], where nothing is held back. Apart, so that the usual way has few registers to save.
#[inline(never)]
fn begin_shared(cell: TaskCell) -> (PendingCell, bool) {
    (cell.shared(), false)
}

/// Hands over what was held back; from now on tasks go to the queue directly.
#[inline]
pub(crate) fn release(queue: &WorkQueue) {
    DEFERRED.with(|deferred| {
        deferred.holding.set(false);
        if deferred.count.get() > 0 {
            deferred.hand_over(queue);
        }
    });
}

/// Takes out the only task held back, if that computes this value; from now on tasks go to the queue directly. A value that nobody
/// else can see is hidden: whoever queues the task shares it before.
#[inline(always)]
pub(crate) fn take_sole(value: &AnyRef) -> Option<Task> {
    DEFERRED.with(|deferred| {
        if deferred.count.get() != 1 {
            return None;
        }
        // SAFETY: the first entry is a task, which is read once: then the count says that it is gone.
        unsafe {
            let (task, of_value) = (*deferred.held.get())[0].assume_init_ref();
            if !(*of_value && task.computes(value)) {
                return None;
            }
            deferred.count.set(0);
            deferred.holding.set(false);
            value.hide();
            Some(task.take())
        }
    })
}
