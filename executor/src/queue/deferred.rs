//! Tasks that a running kernel has enqueued, held back until its results are stored.
//!
//! A spawned task cannot start before that, so the executor registers for its value without an atomic operation (see
//! [`AnyRef::wait`](crate::value::AnyRef)), and several tasks are handed over at once. Operations inside the kernel that
//! may wait for such a task hand the tasks over first: waiting, quiescing, and running a function.
//!
//! Tasks are held back for the work queue of the kernel's host. Tasks for other hosts go there at once; functions that the kernel
//! runs on other hosts hold back tasks of their own.

#![expect(unsafe_code, reason = "held-back tasks of values are told apart from others")]

use super::{Task, WorkQueue};
use crate::value::{AnyRef, AsyncRef, Error, Origin, PendingCell, TaskCell, task_value};
use std::{
    cell::{Cell, UnsafeCell},
    mem::MaybeUninit,
    ptr::{self, null},
};

/// Tasks that are held back at most; a kernel with more hands over what it has.
const LIMIT: usize = 16;

/// A task, and whether it is that of a value.
type Held = (Task, bool);

/// The tasks that a thread holds back.
struct Deferred {
    /// The queue of the kernel that runs on this thread and whose tasks are held back; null if there is none.
    holding: Cell<*const WorkQueue>,
    /// The number of held tasks.
    count: Cell<usize>,
    /// The tasks. They are held for the run of a kernel only, so that at the thread's end there are none: no destructor is
    /// needed.
    held: UnsafeCell<[MaybeUninit<Held>; LIMIT]>,
}

thread_local! {
    static DEFERRED: Deferred = const {
        Deferred {
            holding: Cell::new(null()),
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

    /// Whether tasks for this queue are held back.
    #[inline(always)]
    fn holds_for(&self, queue: &WorkQueue) -> bool {
        ptr::eq(self.holding.get(), queue)
    }

    /// Hands the held tasks over, in order, to the queue that they are held back for.
    #[inline(always)]
    fn hand_over(&self) {
        match self.count.get() {
            0 => {}
            1 => {
                // SAFETY: tasks are held for a kernel that runs on this thread, and so does its host; the entry is a task, read
                // once: the count says that it is gone.
                unsafe {
                    let (task, _) = (*self.held.get())[0].assume_init_read();
                    self.count.set(0);
                    (*self.holding.get()).push_now(task);
                }
            }
            _ => self.hand_over_many(),
        }
    }

    #[cold]
    #[inline(never)]
    fn hand_over_many(&self) {
        // All are taken out first: a push may call wakers of futures, which may run kernels of this thread.
        let count = self.count.replace(0);
        let tasks: [Option<Held>; LIMIT] = std::array::from_fn(|index| {
            // SAFETY: entries below the count were tasks, each read once.
            (index < count).then(|| unsafe { (*self.held.get())[index].assume_init_read() })
        });
        // SAFETY: the queue is that of a kernel running on this thread, whose host outlives the kernel (see
        // [`hold`]), so the pointer is valid.
        let queue = unsafe { &*self.holding.get() };
        tasks.into_iter().flatten().for_each(|(task, _)| queue.push_now(task));
    }
}

/// Starts to hold back tasks that a kernel on this thread queues here. It ends with [`release`] or [`take_sole`], before the kernel's
/// host does.
#[inline(always)]
pub(crate) fn hold(queue: &WorkQueue) {
    DEFERRED.with(|deferred| {
        // A kernel that this one runs in has handed its tasks over: running anything does.
        debug_assert_eq!(deferred.count.get(), 0);
        deferred.holding.set(queue);
    });
}

/// Takes a task to be held back, or returns it if nothing is.
#[inline]
pub(crate) fn offer(queue: &WorkQueue, task: Task) -> Option<Task> {
    DEFERRED.with(|deferred| {
        if !deferred.holds_for(queue) {
            return Some(task);
        }
        if deferred.count.get() == LIMIT {
            deferred.hand_over();
        }
        deferred.keep(task, false);
        None
    })
}

/// Queues the computation of a value.
#[inline]
pub(crate) fn spawn<T: Send + Sync + 'static>(
    queue: &WorkQueue,
    origin: Origin,
    f: impl FnOnce() -> Result<T, Error> + Send + 'static,
) -> AsyncRef<T> {
    let (value, task) = task_value(origin, f, |cell| begin(queue, cell));
    if let Some(task) = task {
        queue.push_now(task);
    }
    value
}

/// Makes the cell of a task, which is held back if tasks are. No generic function: a kernel of another crate would reach what
/// belongs to the thread by a detour.
fn begin(queue: &WorkQueue, cell: TaskCell) -> (PendingCell, bool) {
    DEFERRED.with(|deferred| {
        if !deferred.holds_for(queue) {
            return begin_shared(cell);
        }
        if deferred.count.get() == LIMIT {
            deferred.hand_over();
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

/// Hands over what was held back; from now on tasks go to their queues directly.
#[inline]
pub(crate) fn release() {
    DEFERRED.with(|deferred| {
        deferred.hand_over();
        deferred.holding.set(null());
    });
}

/// Takes out the only task held back, if it computes this value; from now on tasks go to the queue directly. A value without other
/// references is hidden: the caller shares it before it enqueues the task.
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
            deferred.holding.set(null());
            value.hide();
            Some(task.take())
        }
    })
}
