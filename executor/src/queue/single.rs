//! The single-threaded queue: one FIFO for all tasks, run by the threads that wait.
//!
//! One thread at a time *owns* the queue: the thread that runs a function or waits. It pushes and pops without
//! synchronization. Other threads push to an inbox, which the owner moves to the FIFO's end when it becomes the owner and
//! when the FIFO is empty. Tasks of one thread thus run in the order in which they were pushed. Ownership nests within a
//! thread. A thread that must own the queue waits until the owner releases it; an owner also releases it while it waits for
//! values that only other threads can provide.

#![expect(unsafe_code, reason = "the owner's FIFO is accessed by the owning thread alone")]

use super::{Task, ring::Ring};
use crate::value::Value;
use crate::wake::{Pollers, SharedWaker, wake_all};
use parking_lot::{Condvar, Mutex};
use std::{
    cell::{Cell, UnsafeCell},
    collections::VecDeque,
    marker::PhantomData,
    sync::{
        Arc,
        atomic::{
            AtomicUsize,
            Ordering::{Acquire, Relaxed, SeqCst},
        },
    },
};

#[derive(Default)]
struct Inbox {
    tasks: VecDeque<Task>,
    /// Futures that run queued tasks when they are polled. They may be the only waiters of a task, so a push
    /// wakes them.
    pollers: Pollers,
}

struct Shared {
    /// The owning thread, 0 for none. Written under `inbox`'s lock, except that the owner may read it at any time.
    owner: AtomicUsize,
    /// The owner's nesting depth. Only the owner accesses it.
    depth: UnsafeCell<usize>,
    /// Of the owner alone.
    tasks: UnsafeCell<Ring>,
    /// The value that the owner runs tasks for, null if it runs all of them. Of the owner alone, to whom it means something
    /// while a task runs: so long it lives.
    awaited: Cell<*const Value>,
    inbox: Mutex<Inbox>,
    inbox_len: AtomicUsize,
    /// Told of tasks in the inbox, of the end of ownership, and of values that a waiting thread asks for.
    changed: Condvar,
}

// SAFETY: the cells belong to the owner, which is one thread; passing ownership goes through the inbox's lock.
unsafe impl Send for Shared {}
// SAFETY: the cells belong to the owner, which is one thread; passing ownership goes through the inbox's lock.
unsafe impl Sync for Shared {}

pub(crate) struct SingleQueue {
    shared: Arc<Shared>,
}

/// A number of the current thread that no other living thread has; not 0.
#[inline]
fn this_thread() -> usize {
    thread_local! {
        static MARK: u8 = const { 0 };
    }
    MARK.with(|mark| std::ptr::from_ref(mark) as usize)
}

/// Ownership of the queue by this thread, which it does not leave, for as long as it lives.
pub(crate) struct Owned<'a>(&'a SingleQueue, PhantomData<*const ()>);

impl Drop for Owned<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.disown(1);
    }
}

impl SingleQueue {
    pub(crate) fn new() -> SingleQueue {
        SingleQueue {
            shared: Arc::new(Shared {
                owner: AtomicUsize::new(0),
                depth: UnsafeCell::new(0),
                tasks: UnsafeCell::default(),
                awaited: Cell::new(std::ptr::null()),
                inbox: Mutex::default(),
                inbox_len: AtomicUsize::new(0),
                changed: Condvar::new(),
            }),
        }
    }

    #[inline]
    pub(crate) fn owns(&self) -> bool {
        self.shared.owner.load(Relaxed) == this_thread()
    }

    /// Makes this thread the owner; waits for another owner to give up.
    #[inline]
    pub(crate) fn own(&self) -> Owned<'_> {
        if self.owns() {
            // SAFETY: only the owning thread accesses `depth`, and `owns` says that this thread is the owner.
            unsafe { *self.shared.depth.get() += 1 };
        } else {
            self.take_over(1);
        }
        Owned(self, PhantomData)
    }

    fn take_over(&self, depth: usize) {
        let mut inbox = self.shared.inbox.lock();
        while self.shared.owner.load(Relaxed) != 0 {
            self.shared.changed.wait(&mut inbox);
        }
        self.shared.owner.store(this_thread(), Relaxed);
        // SAFETY: this thread is the owner now, and the lock orders it after the previous one.
        unsafe {
            *self.shared.depth.get() = depth;
            (*self.shared.tasks.get()).append(&mut inbox.tasks);
        }
        self.shared.inbox_len.store(0, Relaxed);
    }

    #[inline]
    fn disown(&self, count: usize) {
        // SAFETY: `disown` is only called by the owning thread, which alone accesses `depth`.
        let left = unsafe {
            let depth = &mut *self.shared.depth.get();
            *depth -= count;
            *depth
        };
        if left == 0 {
            let mut inbox = self.shared.inbox.lock();
            // SAFETY: this thread is the owner up to the next line.
            let is_done = unsafe { (*self.shared.tasks.get()).is_empty() };
            self.shared.owner.store(0, Relaxed);
            self.shared.changed.notify_all();
            if !is_done && !inbox.pollers.is_empty() {
                let pollers = inbox.pollers.take();
                drop(inbox);
                wake_all(pollers);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn push(&self, task: Task) {
        if self.owns() {
            // SAFETY: this thread is the owner, and nothing else borrows the FIFO while it pushes or pops.
            unsafe { (*self.shared.tasks.get()).push(task) };
        } else {
            self.push_to_inbox(task);
        }
    }

    fn push_to_inbox(&self, task: Task) {
        let mut inbox = self.shared.inbox.lock();
        inbox.tasks.push_back(task);
        self.shared.inbox_len.store(inbox.tasks.len(), SeqCst);
        self.shared.changed.notify_all();
        if !inbox.pollers.is_empty() {
            let pollers = inbox.pollers.take();
            drop(inbox);
            wake_all(pollers);
        }
    }

    /// Runs what is queued for a future that is polled, which is woken once when another thread queues something or leaves something.
    pub(crate) fn poll(&self, waker: &Arc<SharedWaker>) {
        let owned = self.own();
        self.shared.inbox.lock().pollers.add(waker);
        self.quiesce();
        drop(owned);
    }

    /// Queues a task.
    ///
    /// # Safety
    /// This thread owns the queue.
    #[inline(always)]
    pub(crate) unsafe fn push_owned(&self, task: Task) {
        debug_assert!(self.owns());
        // SAFETY: the caller's thread owns the queue, so no other thread accesses the FIFO, and no borrow of
        // it is live across `push`.
        unsafe { (*self.shared.tasks.get()).push(task) };
    }

    /// Takes the next task if it is about this data and would be the next to run were the current one to end now: a task can
    /// so go on with what comes after it.
    ///
    /// # Safety
    /// This thread owns the queue and runs a task that came from it.
    #[inline]
    pub(crate) unsafe fn pop_if_about(&self, data: *mut ()) -> Option<Task> {
        debug_assert!(self.owns());
        // SAFETY: the caller's thread owns the queue, so `awaited` and the FIFO are this thread's, and no
        // other borrow of the FIFO is live. `awaited` is null or points at a value that `run_for`'s caller
        // borrows until `run_for` returns.
        unsafe {
            if self.shared.awaited.get().as_ref().is_some_and(Value::is_available) {
                return None;
            }
            let tasks = &mut *self.shared.tasks.get();
            if tasks.front().is_some_and(|task| task.is_about(data)) { tasks.pop() } else { None }
        }
    }

    /// Runs a task for the sake of this value, or of none. The caller owns the queue.
    #[inline]
    fn run_for(&self, awaited: *const Value, task: Task) {
        /// Puts back what the thread waited for, also when the task panics: the value may not live longer.
        struct Restore<'a>(&'a Cell<*const Value>, *const Value);
        impl Drop for Restore<'_> {
            #[inline(always)]
            fn drop(&mut self) {
                self.0.set(self.1);
            }
        }
        let _outer = Restore(&self.shared.awaited, self.shared.awaited.replace(awaited));
        task.run();
    }

    /// The next task. The caller owns the queue.
    #[inline(always)]
    fn pop(&self) -> Option<Task> {
        debug_assert!(self.owns());
        // SAFETY: the caller's thread owns the queue, so no other thread accesses the FIFO, and this is its
        // only borrow until the function returns.
        let tasks = unsafe { &mut *self.shared.tasks.get() };
        if tasks.is_empty() {
            self.empty_inbox(tasks);
        }
        let task = tasks.pop();
        // Far enough ahead for what lies in a distant cache.
        if let Some(later) = tasks.ahead(1) {
            later.prefetch();
        }
        task
    }

    #[cold]
    fn empty_inbox(&self, tasks: &mut Ring) {
        if self.shared.inbox_len.load(Acquire) > 0 {
            let mut inbox = self.shared.inbox.lock();
            tasks.append(&mut inbox.tasks);
            self.shared.inbox_len.store(0, Relaxed);
        }
    }

    /// Runs queued tasks in order until the values are available; the rest stay queued. With nothing left to run, waits
    /// for other threads to provide the values.
    pub(crate) fn wait(&self, values: &[Value]) {
        if values.iter().all(Value::is_available) {
            return;
        }
        let _owned = self.own();
        for value in values {
            let mut tells = false;
            while !value.is_available() {
                match self.pop() {
                    Some(task) => self.run_for(value, task),
                    None => self.sleep(value, &mut tells),
                }
            }
        }
    }

    /// Gives up the queue until there are tasks or the value is there. `tells` is whether the value will tell the queue when it is
    /// there: it is asked to once, however often the thread is woken before.
    fn sleep(&self, value: &Value, tells: &mut bool) {
        if !std::mem::replace(tells, true) {
            let shared = self.shared.clone();
            value.when_ready(move || {
                drop(shared.inbox.lock());
                shared.changed.notify_all();
            });
        }
        // SAFETY: the caller's thread owns the queue, and only the owning thread accesses `depth`.
        let depth = unsafe { *self.shared.depth.get() };
        let awaited = self.shared.awaited.get();
        self.disown(depth);
        {
            let mut inbox = self.shared.inbox.lock();
            while !value.is_available() && inbox.tasks.is_empty() {
                self.shared.changed.wait(&mut inbox);
            }
        }
        self.take_over(depth);
        self.shared.awaited.set(awaited);
    }

    pub(crate) fn quiesce(&self) {
        let _owned = self.own();
        while let Some(task) = self.pop() {
            self.run_for(std::ptr::null(), task);
        }
    }
}

impl Drop for SingleQueue {
    fn drop(&mut self) {
        // The remaining tasks drop their data; that may push again.
        let _owned = self.own();
        while self.pop().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::AsyncRef;
    use std::{sync::mpsc, thread};

    #[test]
    fn a_value_is_asked_once_however_often_its_waiter_is_woken() {
        let queue = SingleQueue::new();
        let (promise, value) = AsyncRef::promise();
        let value = Value::Async(value.into_any());
        let (send, ran) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| queue.wait(std::slice::from_ref(&value)));
            for round in 0..100 {
                let send = send.clone();
                queue.push(Task::new(move || send.send(()).unwrap()));
                ran.recv().unwrap();
                // The queue's own, and the one with which the value tells it.
                let references = Arc::strong_count(&queue.shared);
                assert!(references <= 2, "{references} references in round {round}");
            }
            promise.set(1);
        });
        assert!(value.is_available());
    }
}
