//! Work queues: where tasks wait, and the threads that run them.
//!
//! * `s` ([`single`]): one FIFO; tasks run only inside the thread that awaits or quiesces. Its order is part of the
//!   programs' observable behaviour.
//! * `mstd` ([`multi`]): worker threads with a deque each. Guarantees: a task runs exactly once. A worker runs the tasks
//!   that it pushed, newest first; other workers steal them, oldest first. Tasks from other threads start in the order in
//!   which they were pushed. A push wakes a parked worker unless another one is already searching for work, and the
//!   searcher that finds a task wakes the next. A worker that parks while another one pushes is woken when the pushing
//!   worker takes its next task at the latest. There is no further fairness between requests.
//! * [`blocking`]: threads for tasks that may block, so that these do not hold up other tasks.
//! * [`timer`]: one thread that runs the timers that are due.

pub(crate) mod blocking;
pub(crate) mod deferred;
pub(crate) mod multi;
mod parking;
mod ring;
pub(crate) mod single;
pub mod timer;

/// The atomics and locks of [`parking`].
mod sync {
    use parking_lot::MutexGuard;
    pub(super) use parking_lot::{Condvar, Mutex};
    pub(super) use std::sync::atomic::{AtomicUsize, Ordering, fence};

    pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock()
    }

    pub(super) fn wait<'a, T>(condition: &Condvar, mut guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condition.wait(&mut guard);
        guard
    }
}

pub(crate) use crate::value::Task;
use crate::{
    value::{AsyncRef, Error, Origin, Value},
    wake::SharedWaker,
};
pub(crate) use multi::nothing_waits;
use std::{fmt, sync::Arc};

/// The kinds of work queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueKind {
    /// One FIFO, run by the thread that waits.
    Single,
    /// Worker threads.
    Multi {
        /// Threads for ordinary tasks.
        threads: usize,
        /// Most threads for tasks that may block.
        blocking_threads: usize,
    },
}

/// More threads than this are a mistake: no system has so many processors, and many have no room for so many threads.
const MAX_THREADS: usize = 1 << 15;

/// The reason why the description of a queue was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QueueKindError {
    /// No queue has this name.
    #[error("unknown work queue type '{0}'")]
    UnknownType(String),
    /// The part after the colon does not fit.
    #[error("Invalid argument for {queue} work queue: {argument}")]
    InvalidArgument {
        /// The queue.
        queue: &'static str,
        /// The text after the colon.
        argument: String,
    },
}

/// Most threads for tasks that may block, unless the user says otherwise.
const BLOCKING_THREADS: usize = 256;

impl QueueKind {
    /// A worker thread for each processor.
    pub fn per_processor() -> QueueKind {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        QueueKind::Multi { threads, blocking_threads: BLOCKING_THREADS }
    }

    /// Reads `s`, `mstd`, `mstd:N` or `mstd:N,M`.
    pub fn parse(text: &str) -> Result<QueueKind, QueueKindError> {
        let (name, argument) = text.split_once(':').unwrap_or((text, ""));
        let invalid = |queue| Err(QueueKindError::InvalidArgument { queue, argument: argument.to_owned() });
        match name {
            "s" if argument.is_empty() => Ok(QueueKind::Single),
            "s" => invalid("s"),
            "mstd" => {
                let mut threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
                let mut blocking_threads = BLOCKING_THREADS;
                if !argument.is_empty() {
                    let (n, m) = argument.split_once(',').map_or((argument, None), |(n, m)| (n, Some(m)));
                    match n.parse() {
                        Ok(n) if (1..=MAX_THREADS).contains(&n) => threads = n,
                        _ => return invalid("mstd"),
                    }
                    match m.map(str::parse) {
                        None => {}
                        Some(Ok(m)) if m > 0 => blocking_threads = m,
                        Some(_) => return invalid("mstd"),
                    }
                }
                Ok(QueueKind::Multi { threads, blocking_threads })
            }
            _ => Err(QueueKindError::UnknownType(text.to_owned())),
        }
    }
}

impl fmt::Display for QueueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            QueueKind::Single => f.write_str("single-threaded"),
            QueueKind::Multi { threads, blocking_threads } => {
                write!(
                    f,
                    "Multi-threaded C++ work queue ({threads} threads, {blocking_threads} blocking threads)"
                )
            }
        }
    }
}

/// A host's work queue.
pub(crate) enum WorkQueue {
    Single(single::SingleQueue),
    Multi(multi::MultiQueue),
}

impl WorkQueue {
    pub(crate) fn new(kind: QueueKind) -> std::io::Result<WorkQueue> {
        Ok(match kind {
            QueueKind::Single => WorkQueue::Single(single::SingleQueue::new()),
            QueueKind::Multi { threads, blocking_threads } => {
                WorkQueue::Multi(multi::MultiQueue::new(threads, blocking_threads)?)
            }
        })
    }

    pub(crate) fn is_single(&self) -> bool {
        matches!(self, WorkQueue::Single(_))
    }

    pub(crate) fn parallelism(&self) -> usize {
        match self {
            WorkQueue::Single(_) => 1,
            WorkQueue::Multi(queue) => queue.threads(),
        }
    }

    /// Queues a task; at once, or when the kernel that runs on this thread has given its results.
    #[inline]
    pub(crate) fn push(&self, task: Task) {
        if let Some(task) = deferred::offer(self, task) {
            self.push_now(task);
        }
    }

    /// Queues the computation of a value, for a kernel.
    #[inline]
    pub(crate) fn spawn<T: Send + Sync + 'static>(
        &self,
        origin: Origin,
        f: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> AsyncRef<T> {
        deferred::spawn(self, origin, f)
    }

    #[inline(always)]
    pub(crate) fn push_now(&self, task: Task) {
        match self {
            WorkQueue::Single(queue) => queue.push(task),
            WorkQueue::Multi(queue) => queue.push(task),
        }
    }

    /// Queues a task at once, which another thread is to run while this one goes on.
    pub(crate) fn push_for_others(&self, task: Task) {
        // In a kernel of a dataflow function it would else be held back until the kernel is over.
        deferred::release();
        match self {
            WorkQueue::Single(queue) => queue.push(task),
            WorkQueue::Multi(queue) => queue.push_for_others(task),
        }
    }

    /// The single-threaded queue, if this is one and this thread owns it.
    #[inline]
    pub(crate) fn owned_here(&self) -> Option<&single::SingleQueue> {
        match self {
            WorkQueue::Single(queue) if queue.owns() => Some(queue),
            _ => None,
        }
    }

    /// Whether another worker would take a task that this thread pushes before this thread does. Meaningful on worker threads
    /// only.
    #[inline]
    pub(crate) fn wants_tasks(&self) -> bool {
        match self {
            WorkQueue::Single(_) => false,
            WorkQueue::Multi(queue) => queue.wants_tasks(),
        }
    }

    /// Runs the task where it may block; gives it back when it is refused.
    pub(crate) fn push_blocking(&self, task: Task, allow_queueing: bool) -> Result<(), Task> {
        deferred::release();
        match self {
            WorkQueue::Single(queue) if allow_queueing => {
                queue.push(task);
                Ok(())
            }
            WorkQueue::Single(_) => Err(task),
            WorkQueue::Multi(queue) => queue.push_blocking(task, allow_queueing),
        }
    }

    /// Returns when all values are available.
    pub(crate) fn wait(&self, values: &[Value]) {
        deferred::release();
        match self {
            WorkQueue::Single(queue) => queue.wait(values),
            WorkQueue::Multi(queue) => queue.wait(values),
        }
    }

    /// Returns when no task is queued or running.
    pub(crate) fn quiesce(&self) {
        deferred::release();
        match self {
            WorkQueue::Single(queue) => queue.quiesce(),
            WorkQueue::Multi(queue) => queue.quiesce(),
        }
    }

    /// On the single-threaded queue, runs what is queued for a future that is polled, and wakes it when there is more. With worker
    /// threads there is nothing to do.
    pub(crate) fn poll(&self, waker: &Arc<SharedWaker>) {
        if let WorkQueue::Single(queue) = self {
            deferred::release();
            queue.poll(waker);
        }
    }

    /// Makes this thread the one that runs programs, on the single-threaded queue.
    #[inline]
    pub(crate) fn own(&self) -> Option<single::Owned<'_>> {
        match self {
            WorkQueue::Single(queue) => Some(queue.own()),
            WorkQueue::Multi(_) => None,
        }
    }

    /// Whether the current thread is one of the queue's workers.
    pub(crate) fn in_worker(&self) -> bool {
        match self {
            WorkQueue::Single(_) => false,
            WorkQueue::Multi(queue) => queue.in_worker(),
        }
    }
}
