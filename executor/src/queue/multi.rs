//! Worker threads with a deque each.
//!
//! [`parking`](super::parking) parks and wakes workers. Quiescence needs no shared counter: each thread counts the tasks it
//! pushed and finished in cells of its own. A reader sums *finished* before *pushed*; if the sums are equal, no task was
//! queued or running at the moment between the two.

#![expect(unsafe_code, reason = "a thread's worker is found through a pointer")]

use super::{Task, blocking::BlockingPool, parking::Parking};
use crate::value::{Value, when_all_ready};
use crossbeam_deque::{Injector, Steal, Stealer, Worker};
use crossbeam_utils::CachePadded;
use parking_lot::{Condvar, Mutex};
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{
            AtomicBool, AtomicU64,
            Ordering::{Acquire, Relaxed, Release, SeqCst},
            fence,
        },
    },
    thread,
    time::Duration,
};

/// Rounds over all queues before a worker goes to sleep.
const SEARCH_ROUNDS: usize = 32;

/// The limit of queues examined in these rounds: many workers that start together would keep each other from starting.
const SEARCHED_QUEUES: usize = 4096;

/// So many tasks run on a thread one inside the other at most; one more that waits leaves the work to others.
const MAX_NESTED: u64 = 128;

#[derive(Default)]
struct Counts {
    pushed: AtomicU64,
    finished: AtomicU64,
}

struct Shared {
    injector: Injector<Task>,
    stealers: Vec<Stealer<Task>>,
    /// One for each worker, the last for all other threads.
    counts: Vec<CachePadded<Counts>>,
    parking: Parking,
    closing: AtomicBool,
    /// Tasks inside of which a thread quiesces: those of this queue, and those of the pool for tasks that may block.
    quiescing: [AtomicU64; 2],
}

struct Local {
    shared: Arc<Shared>,
    deque: Worker<Task>,
    index: usize,
}

thread_local! {
    /// The worker that this thread is, which lives on the thread's stack for as long as this is set.
    static LOCAL: Cell<*const Local> = const { Cell::new(std::ptr::null()) };
    /// The innermost task of any queue that is running on this thread.
    static RUNNING: Cell<*const Running> = const { Cell::new(std::ptr::null()) };
}

/// A task that is running on this thread, on whose stack this lies.
struct Running {
    /// The queue or pool that it came from.
    owner: *const (),
    /// The one inside of which it runs.
    outer: *const Running,
}

/// Whether a task keeps its worker from nothing by staying: it runs inside no other task, and none waits for a worker.
pub(crate) fn nothing_waits() -> bool {
    // SAFETY: the pointer is set while the worker runs, on its thread only, and refers to its stack.
    let Some(local) = (unsafe { LOCAL.get().as_ref() }) else { return false };
    let shared = &*local.shared;
    depth_of(Arc::as_ptr(&local.shared).cast()) == 1 && !shared.has_work() && !shared.closing.load(Relaxed)
}

/// Runs something as a task that came from `owner`.
#[inline(always)]
pub(super) fn run_as_task_of(owner: *const (), run: impl FnOnce()) {
    /// The task is over, also when it panics.
    struct Over(*const Running);
    impl Drop for Over {
        #[inline(always)]
        fn drop(&mut self) {
            RUNNING.set(self.0);
        }
    }
    let running = Running { owner, outer: RUNNING.get() };
    RUNNING.set(&raw const running);
    let _over = Over(running.outer);
    run();
}

/// The number of tasks of `owner` that are running on this thread, nested.
pub(super) fn depth_of(owner: *const ()) -> u64 {
    let mut count = 0;
    let mut next = RUNNING.get();
    // SAFETY: what is in the list lies on this thread's stack, below the caller, and is taken out before it goes.
    while let Some(running) = unsafe { next.as_ref() } {
        count += u64::from(running.owner == owner);
        next = running.outer;
    }
    count
}

pub(crate) struct MultiQueue {
    shared: Arc<Shared>,
    blocking: BlockingPool,
    threads: Vec<thread::JoinHandle<()>>,
}

impl MultiQueue {
    pub(crate) fn new(threads: usize, blocking_threads: usize) -> std::io::Result<MultiQueue> {
        let deques: Vec<Worker<Task>> = (0..threads).map(|_| Worker::new_lifo()).collect();
        let shared = Arc::new(Shared {
            injector: Injector::new(),
            stealers: deques.iter().map(Worker::stealer).collect(),
            counts: (0..=threads).map(|_| CachePadded::default()).collect(),
            parking: Parking::new(),
            closing: AtomicBool::new(false),
            quiescing: Default::default(),
        });
        let mut queue = MultiQueue {
            shared: shared.clone(),
            blocking: BlockingPool::new(blocking_threads),
            threads: Vec::new(),
        };
        for (index, deque) in deques.into_iter().enumerate() {
            let local = Local { shared: shared.clone(), deque, index };
            let thread =
                thread::Builder::new().name(format!("tfrt-worker-{index}")).spawn(move || work(&local))?;
            queue.threads.push(thread);
        }
        Ok(queue)
    }

    pub(crate) fn threads(&self) -> usize {
        self.shared.stealers.len()
    }

    pub(crate) fn in_worker(&self) -> bool {
        self.shared.local().is_some()
    }

    #[inline]
    pub(crate) fn push(&self, task: Task) {
        if let Some(local) = self.shared.local() {
            let count = &self.shared.counts[local.index].pushed;
            count.store(count.load(Relaxed) + 1, Release);
            local.deque.push(task);
            // Without the fence of `wake_one` a worker that is just falling asleep may be missed. It is not missed for long: this
            // thread looks again when it takes its next task.
            self.shared.parking.wake_if_asleep();
        } else {
            self.shared.counts[self.threads()].pushed.fetch_add(1, SeqCst);
            self.shared.injector.push(task);
            self.shared.parking.wake_one();
        }
    }

    /// As [`Self::push`], for another worker: this thread may not look again for long, so none that is falling asleep may miss it.
    pub(crate) fn push_for_others(&self, task: Task) {
        self.push(task);
        self.shared.parking.wake_one();
    }

    /// Whether another worker would take a task that this thread pushes now before this thread does.
    #[inline]
    pub(crate) fn wants_tasks(&self) -> bool {
        match self.shared.local() {
            Some(local) => local.deque.is_empty(),
            None => self.shared.injector.is_empty(),
        }
    }

    pub(crate) fn push_blocking(&self, task: Task, allow_queueing: bool) -> Result<(), Task> {
        self.blocking.push(task, allow_queueing)
    }

    pub(crate) fn wait(&self, values: &[Value]) {
        if values.iter().all(Value::is_available) {
            return;
        }
        let latch = Arc::new((Mutex::new(false), Condvar::new()));
        let signal = latch.clone();
        when_all_ready(values, move || {
            *signal.0.lock() = true;
            signal.1.notify_all();
        });
        if self.in_worker() {
            // While a task waits, its thread runs other tasks, or no thread may be left to run them. Each takes its part of the stack.
            let helps = depth_of(Arc::as_ptr(&self.shared).cast()) < MAX_NESTED;
            while !*latch.0.lock() {
                match helps.then(|| self.shared.find_any()).flatten() {
                    Some(task) => self.shared.run_here(task, None),
                    None => {
                        let mut done = latch.0.lock();
                        if !*done {
                            latch.1.wait_for(&mut done, Duration::from_micros(50));
                        }
                    }
                }
            }
            return;
        }
        let mut done = latch.0.lock();
        while !*done {
            latch.1.wait(&mut done);
        }
    }

    pub(crate) fn quiesce(&self) {
        // What runs on this thread is what waits here. Inside a task others that wait here as well count as done, or each would wait
        // for the other; outside they do not.
        let owners = [Arc::as_ptr(&self.shared).cast(), self.blocking.as_owner()];
        let own = owners.map(depth_of);
        let inside = own != [0, 0];
        let _quiescing = inside.then(|| Quiescing::new(&self.shared.quiescing, own));
        let allowed = || match inside {
            true => [0, 1].map(|i| self.shared.quiescing[i].load(SeqCst)),
            false => [0, 0],
        };
        let is_quiet = || {
            let [tasks, blocking] = allowed();
            self.shared.outstanding() <= tasks && self.blocking.is_quiet(blocking)
        };
        let mut idle = 0u32;
        loop {
            if own[0] < MAX_NESTED
                && let Some(task) = self.shared.find_any()
            {
                self.shared.run_here(task, None);
                idle = 0;
                continue;
            }
            // A thread of the pool that waits here is one less for the pool's tasks.
            if own[1] > 0 && own[1] < MAX_NESTED && self.blocking.run_one() {
                continue;
            }
            // Twice, for one of the two may have been given a task by the other after it was looked at.
            if is_quiet() {
                if is_quiet() {
                    return;
                }
                continue;
            }
            idle += 1;
            if idle < 64 {
                thread::yield_now();
            } else if !inside && !self.blocking.is_quiet(0) {
                self.blocking.quiesce();
            } else {
                thread::sleep(Duration::from_micros(50));
            }
        }
    }
}

/// Counts the tasks of a thread that quiesces inside of them.
struct Quiescing<'a>(&'a [AtomicU64; 2], [u64; 2]);

impl<'a> Quiescing<'a> {
    fn new(counts: &'a [AtomicU64; 2], own: [u64; 2]) -> Quiescing<'a> {
        for (count, own) in counts.iter().zip(own) {
            count.fetch_add(own, SeqCst);
        }
        Quiescing(counts, own)
    }
}

impl Drop for Quiescing<'_> {
    fn drop(&mut self) {
        for (count, own) in self.0.iter().zip(self.1) {
            count.fetch_sub(own, SeqCst);
        }
    }
}

impl Shared {
    /// The worker of this queue that the current thread is.
    #[inline]
    fn local(&self) -> Option<&Local> {
        // SAFETY: the pointer is set while the worker runs, on its thread only, and refers to its stack.
        let local = unsafe { LOCAL.get().as_ref() }?;
        std::ptr::eq(Arc::as_ptr(&local.shared), self).then_some(local)
    }

    /// Tasks that are queued or running; exact if zero.
    fn outstanding(&self) -> u64 {
        let finished: u64 = self.counts.iter().map(|c| c.finished.load(SeqCst)).sum();
        fence(SeqCst);
        let pushed: u64 = self.counts.iter().map(|c| c.pushed.load(SeqCst)).sum();
        pushed - finished
    }

    /// A task from anywhere, for a thread that is not a worker or is inside a task.
    fn find_any(&self) -> Option<Task> {
        let own = self.local().and_then(|local| local.deque.pop());
        own.or_else(|| steal(|| self.injector.steal()))
            .or_else(|| self.stealers.iter().find_map(|stealer| steal(|| stealer.steal())))
    }

    fn run_here(&self, task: Task, worker: Option<usize>) {
        /// Counts the task also when it panics.
        struct Finish<'a>(&'a Shared, Option<usize>);
        impl Drop for Finish<'_> {
            #[inline(always)]
            fn drop(&mut self) {
                let Finish(shared, worker) = *self;
                match worker {
                    Some(index) => {
                        let count = &shared.counts[index].finished;
                        count.store(count.load(Relaxed) + 1, Release);
                    }
                    None => {
                        shared.counts[shared.stealers.len()].finished.fetch_add(1, SeqCst);
                    }
                }
            }
        }
        let _finish = Finish(self, worker);
        run_as_task_of(std::ptr::from_ref(self).cast(), || task.run());
    }

    fn has_work(&self) -> bool {
        !self.injector.is_empty() || self.stealers.iter().any(|stealer| !stealer.is_empty())
    }
}

fn steal(mut attempt: impl FnMut() -> Steal<Task>) -> Option<Task> {
    loop {
        match attempt() {
            Steal::Success(task) => return Some(task),
            Steal::Empty => return None,
            Steal::Retry => {}
        }
    }
}

fn work(local: &Local) {
    LOCAL.set(local);
    // Tasks of others' code end their own panics. Should another one get here, the hook for panics has reported it, and the worker continues.
    while catch_unwind(AssertUnwindSafe(|| run_tasks(local))).is_err() {}
    // The remaining tasks drop their data; that may push more.
    while local.deque.pop().is_some() {}
    LOCAL.set(std::ptr::null());
}

/// Runs tasks until the queue closes.
fn run_tasks(local: &Local) {
    let shared = &*local.shared;
    let index = local.index;
    while !shared.closing.load(Acquire) {
        while let Some(task) = local.deque.pop() {
            // Taking a task has a sequentially consistent fence: a worker that parked before it is visible here, a worker that
            // parks after it sees the tasks that this thread has pushed.
            if !local.deque.is_empty() {
                shared.parking.wake_if_asleep();
            }
            shared.run_here(task, Some(index));
        }
        if let Some(task) = search(local) {
            shared.run_here(task, Some(index));
        } else {
            park(shared);
        }
    }
}

/// Looks for a task in all queues. The last searcher that finds one wakes another worker.
fn search(local: &Local) -> Option<Task> {
    let shared = &*local.shared;
    // A worker that was woken counts as searching already and gives that up here.
    if !WOKEN.replace(false) {
        shared.parking.begin_search();
    }
    let mut found = None;
    for round in 0..SEARCH_ROUNDS.min(SEARCHED_QUEUES / shared.stealers.len()).max(1) {
        found = steal_round(local);
        if found.is_some() || shared.closing.load(Relaxed) {
            break;
        }
        if round > 4 { thread::yield_now() } else { std::hint::spin_loop() }
    }
    let last = shared.parking.end_search();
    if found.is_some() && last && shared.has_work() {
        shared.parking.wake_one();
    }
    found
}

thread_local! {
    /// Whether this worker was counted as searching by the thread that woke it.
    static WOKEN: Cell<bool> = const { Cell::new(false) };
}

fn steal_round(local: &Local) -> Option<Task> {
    let shared = &*local.shared;
    steal(|| shared.injector.steal_batch_and_pop(&local.deque)).or_else(|| {
        let others = shared.stealers.len();
        (1..others)
            .map(|step| &shared.stealers[(local.index + step) % others])
            .find_map(|stealer| steal(|| stealer.steal_batch_and_pop(&local.deque)))
    })
}

fn park(shared: &Shared) {
    if shared.parking.park(|| shared.has_work(), || shared.closing.load(SeqCst)) {
        WOKEN.set(true);
    }
}

impl Drop for MultiQueue {
    fn drop(&mut self) {
        self.shared.parking.close(|| self.shared.closing.store(true, SeqCst));
        for thread in self.threads.drain(..) {
            if thread.thread().id() != thread::current().id() {
                // A worker that panicked has printed why.
                let _ = thread.join();
            }
        }
        while steal(|| self.shared.injector.steal()).is_some() {}
    }
}
