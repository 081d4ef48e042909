//! The host: the state that all programs of a process share.
//!
//! A [`Host`] owns the work queue, the timers, the allocator's accounts, the shared contexts and the handler of
//! diagnostics. It does not depend on programs.

use crate::{
    allocator::{AllocatorKind, HostAllocator},
    memory,
    queue::{
        QueueKind, Task, WorkQueue,
        timer::{TimerId, TimerQueue},
    },
    value::{Error, Reporter, Reports, Value, counters, panic_text},
};
use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;
use std::{
    any::{Any, TypeId},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, OnceLock, Weak,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::Instant,
};

/// Gets every error that a kernel reports, once, where and when it happens.
pub type DiagnosticHandler = Arc<dyn Fn(&Error) + Send + Sync>;

/// Options of a host.
#[derive(Clone)]
pub struct HostOptions {
    /// The work queue.
    pub queue: QueueKind,
    /// The allocator.
    pub allocator: AllocatorKind,
    /// The handler of errors.
    pub diagnostics: DiagnosticHandler,
    /// Bytes that calls of a request which wait for each other may take; half of the memory there is if not given. A program that
    /// recurses deeper gets an error.
    pub call_memory: Option<u64>,
}

impl HostOptions {
    /// The single-threaded queue and the allocator that checks for leaks, for tests and for programs whose order of effects is fixed.
    pub fn single_threaded() -> HostOptions {
        HostOptions {
            queue: QueueKind::Single,
            allocator: AllocatorKind::LeakCheck,
            ..HostOptions::default()
        }
    }
}

impl Default for HostOptions {
    /// A worker thread per processor, an allocator without books, errors to standard error.
    fn default() -> HostOptions {
        HostOptions {
            queue: QueueKind::per_processor(),
            allocator: AllocatorKind::Malloc,
            diagnostics: Arc::new(|error| {
                eprintln!("{}: error: runtime error: {}", error.location(), error.description())
            }),
            call_memory: None,
        }
    }
}

impl std::fmt::Debug for HostOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HostOptions").field("queue", &self.queue).finish_non_exhaustive()
    }
}

pub(crate) struct HostInner {
    /// By which tasks find it when they panic. The first to go: then no task finds it any more.
    reporter: Reporter,
    queue: WorkQueue,
    timers: TimerQueue,
    allocator: Arc<HostAllocator>,
    diagnostics: RwLock<DiagnosticHandler>,
    shared: Mutex<FxHashMap<TypeId, Arc<dyn Any + Send + Sync>>>,
    next_request: AtomicU64,
    /// Flips with each loop over large tensors.
    loops: AtomicBool,
    call_memory: OnceLock<u64>,
}

/// The state that all programs of a process share; cheap to clone.
#[derive(Clone)]
pub struct Host(Arc<HostInner>);

impl Reports for HostInner {
    fn report(&self, error: &Error) {
        let handler = self.diagnostics.read().clone();
        handler(error);
    }
}

impl Drop for HostInner {
    fn drop(&mut self) {
        counters::hosts(-1);
    }
}

impl Host {
    /// Makes a host. Fails when its threads cannot be started.
    pub fn new(options: HostOptions) -> std::io::Result<Host> {
        let queue = WorkQueue::new(options.queue)?;
        counters::hosts(1);
        Ok(Host(Reporter::of(|reporter| {
            Arc::new(HostInner {
                reporter,
                queue,
                timers: TimerQueue::new(),
                allocator: Arc::new(HostAllocator::new(options.allocator)),
                diagnostics: RwLock::new(options.diagnostics),
                shared: Mutex::default(),
                next_request: AtomicU64::new(1),
                loops: AtomicBool::new(false),
                call_memory: options.call_memory.map_or_else(OnceLock::new, OnceLock::from),
            })
        })))
    }

    /// Bytes that calls which wait for each other may take.
    pub(crate) fn call_memory(&self) -> u64 {
        *self.0.call_memory.get_or_init(|| memory::available() / 2)
    }

    /// By which its tasks find it when they panic.
    #[inline]
    pub(crate) fn reporter(&self) -> &Reporter {
        &self.0.reporter
    }

    #[inline]
    pub(crate) fn queue(&self) -> &WorkQueue {
        &self.0.queue
    }

    /// Queues a task. A panic is reported to the diagnostic handler.
    pub fn enqueue(&self, f: impl FnOnce() + Send + 'static) {
        self.0.queue.push(self.task(f));
    }

    /// A task that runs foreign code.
    pub(crate) fn task(&self, f: impl FnOnce() + Send + 'static) -> Task {
        Task::new(self.guarded(f))
    }

    /// Wraps foreign code, whose panics are reported and end there. It does not keep the host.
    fn guarded(&self, f: impl FnOnce() + Send + 'static) -> impl FnOnce() + Send + 'static {
        let host = Arc::downgrade(&self.0);
        move || {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(f))
                && let Some(host) = host.upgrade()
            {
                Host(host).diagnose(&Error::internal(format!("task panicked: {}", panic_text(&*panic))));
            }
        }
    }

    /// Threads that work on tasks at the same time.
    pub fn parallelism(&self) -> usize {
        self.0.queue.parallelism()
    }

    /// Whether the current thread is a worker of this host.
    pub fn in_worker_thread(&self) -> bool {
        self.0.queue.in_worker()
    }

    /// Whether tasks run only inside the thread that waits, in the order in which they were queued.
    pub fn is_single_threaded(&self) -> bool {
        self.0.queue.is_single()
    }

    /// Returns when all values are available. With the single-threaded queue this runs queued tasks until then; so does a worker
    /// thread that waits inside a task, unless 128 tasks run on it already, one inside the other: then it only waits.
    pub fn wait(&self, values: &[Value]) {
        self.0.queue.wait(values);
    }

    /// Returns when no task is queued or running. Inside a task, tasks that are quiescing themselves do not count.
    pub fn quiesce(&self) {
        self.0.queue.quiesce();
    }

    /// The allocator's accounts. Their owner can still read them after the host is dropped.
    pub fn allocator(&self) -> &Arc<HostAllocator> {
        &self.0.allocator
    }

    /// Tells the diagnostic handler of an error.
    pub fn diagnose(&self, error: &Error) {
        self.0.report(error);
    }

    /// Replaces the diagnostic handler.
    pub fn set_diagnostic_handler(&self, handler: DiagnosticHandler) {
        *self.0.diagnostics.write() = handler;
    }

    /// The host's only instance of `T`, made at its first use.
    pub fn shared<T: Send + Sync + 'static>(&self, make: impl FnOnce(&Host) -> T) -> Arc<T> {
        if let Some(found) = self.find_shared() {
            return found;
        }
        // Made without the lock: making one may ask for another.
        let made: Arc<T> = Arc::new(make(self));
        let mut all = self.0.shared.lock();
        let kept = all.entry(TypeId::of::<T>()).or_insert_with(|| made.clone());
        kept.clone().downcast().unwrap_or(made)
    }

    /// The host's instance of `T`, if there is one.
    pub fn find_shared<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.shared.lock().get(&TypeId::of::<T>())?.clone().downcast().ok()
    }

    /// Runs `action` on the timer thread at `when`, or soon after. A panic is reported to the diagnostic handler.
    pub fn at(&self, when: Instant, action: impl FnOnce() + Send + 'static) -> TimerId {
        self.0.timers.schedule(when, self.guarded(action))
    }

    /// Drops a timer that has not run yet; says whether there was one.
    pub fn cancel_timer(&self, timer: TimerId) -> bool {
        self.0.timers.cancel(timer)
    }

    /// A reference that identifies this host, also when it is gone.
    pub(crate) fn downgrade(&self) -> Weak<HostInner> {
        Arc::downgrade(&self.0)
    }

    /// Whether it is this one.
    pub(crate) fn is(&self, other: &Weak<HostInner>) -> bool {
        std::ptr::eq(Arc::as_ptr(&self.0), other.as_ptr())
    }

    /// Says something else each time: for loops that go the other way than the one before on these threads. Two that ask at once may hear
    /// the same.
    pub(crate) fn alternate(&self) -> bool {
        let now = !self.0.loops.load(Relaxed);
        self.0.loops.store(now, Relaxed);
        now
    }

    pub(crate) fn next_request_id(&self) -> u64 {
        self.0.next_request.fetch_add(1, Relaxed)
    }
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("parallelism", &self.parallelism()).finish_non_exhaustive()
    }
}
