//! Tasks, and spawned ones: a closure whose result is an async value, all in one cell.
//!
//! A [`Task`] is an entry of a work queue: a function and its data, opaque to the queue.

#![expect(unsafe_code, reason = "a closure lies where its result will be")]

use super::origin::Origin;
use super::{
    AnyRef, AsyncRef, Error, KernelError,
    cell::{AsyncCell, Header, VTable, drop_in_place, free_cell, kind_flags, load_bits, new_pending},
    life::{CONCRETE, Life},
    pool::Class,
    promise::publish_error,
    scalar::kind_of,
};
use crate::prefetch::prefetch;
use std::{
    alloc::Layout,
    any::{TypeId, type_name},
    marker::PhantomData,
    mem::{ManuallyDrop, offset_of},
    ptr::NonNull,
};

/// The function of a queued task. It gets its data and argument; with `true` it only drops the data.
pub(crate) type TaskFn = unsafe fn(*mut (), u64, bool);

/// A unit of work. A task that is dropped without having run drops its data.
pub(crate) struct Task {
    run: TaskFn,
    data: *mut (),
    arg: u64,
}

// SAFETY: the caller of `Task::from_raw` says that any thread may use and drop the data.
unsafe impl Send for Task {}

impl Task {
    /// Inlined, as what queues tasks is: a task goes from registers to its place in the queue. One that is written to the stack
    /// and copied from there at once costs several times as much.
    ///
    /// # Safety
    /// `run` may be called once with `data` and `arg` on any thread, at any later time.
    #[inline(always)]
    pub(crate) unsafe fn from_raw(run: TaskFn, data: *mut (), arg: u64) -> Task {
        Task { run, data, arg }
    }

    /// A task of a closure.
    pub(crate) fn new<F: FnOnce() + Send + 'static>(f: F) -> Task {
        /// # Safety
        /// `data` is the task's own, which is passed back for this call: a boxed closure, or a reference to the cell in
        /// which the closure lies.
        unsafe fn run<F: FnOnce()>(data: *mut (), _: u64, drop_only: bool) {
            // SAFETY: `data` is the box below, passed back once.
            let f = unsafe { Box::from_raw(data.cast::<F>()) };
            if !drop_only {
                f();
            }
        }
        Task { run: run::<F>, data: Box::into_raw(Box::new(f)).cast(), arg: 0 }
    }

    /// A task made by [`task_value`] may now be seen by other threads.
    ///
    /// # Safety
    /// It was made by that function, and has not run.
    #[inline]
    pub(crate) unsafe fn share_value(&self) {
        // SAFETY: the caller says that this is a spawned task, whose data is its cell, to which the task has
        // a reference.
        unsafe { share_cell(self.data) };
    }

    /// Whether a task made by [`task_value`] computes this value.
    #[inline]
    pub(crate) fn computes(&self, value: &AnyRef) -> bool {
        value.address() == self.data.addr()
    }

    /// Prefetches the data that the task is about to read.
    #[inline(always)]
    pub(crate) fn prefetch(&self) {
        prefetch(self.data);
    }

    /// Reads a task from where it is.
    ///
    /// # Safety
    /// The caller does not use the cell's task again.
    #[inline(always)]
    pub(crate) unsafe fn take(&self) -> Task {
        // Word by word: it may have been written so a moment ago.
        Task { run: self.run, data: self.data, arg: self.arg }
    }

    /// Whether the task was made with this data.
    #[inline]
    pub(crate) fn is_about(&self, data: *mut ()) -> bool {
        self.data == data
    }

    /// The task's argument, for a caller that does what the task would have done.
    #[inline]
    pub(crate) fn into_arg(self) -> u64 {
        std::mem::ManuallyDrop::new(self).arg
    }

    /// Runs the task.
    #[inline]
    pub(crate) fn run(self) {
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: the caller of `from_raw` says that `run` may be called with `data` and `arg` once;
        // `ManuallyDrop` keeps `drop` from calling it again.
        unsafe { (this.run)(this.data, this.arg, false) }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        // SAFETY: the caller of `from_raw` says that `run` may be called with `data` and `arg` once; `run`
        // forgets a task that ran, so this is the only call.
        unsafe { (self.run)(self.data, self.arg, true) }
    }
}

/// Storage of a spawned task: its closure, then its result.
#[repr(C)]
union TaskStorage<F, T> {
    closure: ManuallyDrop<F>,
    payload: ManuallyDrop<T>,
    error: ManuallyDrop<Error>,
}

struct TaskVTable<F, T>(PhantomData<(F, T)>);

impl<F: FnOnce() -> Result<T, Error> + Send + 'static, T: Send + Sync + 'static> TaskVTable<F, T> {
    const VTABLE: &'static VTable = &VTable {
        type_id: TypeId::of::<T>(),
        type_name: type_name::<T>,
        class: Class::of(Layout::new::<AsyncCell<TaskStorage<F, T>>>()),
        payload: offset_of!(AsyncCell<TaskStorage<F, T>>, payload),
        drop_payload: drop_in_place::<T>,
        indirect: false,
    };
}

/// Makes a value whose producer is the closure, which the kernel `origin` queues: returns the value and, unless the task was held back, the task. All of it is one
/// allocation.
///
/// `begin` makes the cell. It may hold its task back on this thread (see [`deferred`](crate::queue)) until the value's waiter is
/// registered; then the task is handed to other threads with release order, and none is returned.
#[inline]
pub(crate) fn task_value<F, T>(
    origin: Origin,
    f: F,
    begin: impl FnOnce(TaskCell) -> (PendingCell, bool),
) -> (AsyncRef<T>, Option<Task>)
where
    F: FnOnce() -> Result<T, Error> + Send + 'static,
    T: Send + Sync + 'static,
{
    /// # Safety
    /// `data` is the task's own, which is passed back for this call: a boxed closure, or a reference to the cell in which
    /// the closure lies.
    unsafe fn run<F: FnOnce() -> Result<T, Error> + Send + 'static, T: Send + Sync + 'static>(
        data: *mut (),
        origin: u64,
        drop_only: bool,
    ) {
        // SAFETY: `data` is the task's reference to the cell, passed back once.
        let cell = unsafe { AnyRef::from_raw(data) };
        // SAFETY: `held_back` made the cell with this vtable, whose `payload` is an offset within the cell.
        let storage = unsafe { data.cast::<u8>().add(TaskVTable::<F, T>::VTABLE.payload) };
        // SAFETY: the closure was written when the task was made, and is read here only.
        let f = unsafe { storage.cast::<F>().read() };
        let result = if drop_only {
            drop(f);
            Err(Error::cancelled())
        } else {
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)) {
                Ok(result) => result,
                Err(panic) => {
                    let failure = KernelError::new(super::panic_message(&*panic));
                    Err(Origin::from_bits(origin).report(failure))
                }
            }
        };
        // SAFETY: the task is the unique producer, and the closure is gone from the storage. The task's reference and
        // those that waiters leave are dropped together.
        unsafe {
            match result {
                Ok(payload) => {
                    let cell = ManuallyDrop::new(cell);
                    if let Some(kind) = kind_of::<T>()
                        && let Some(waiter) = Life::take_sole(Header::life(cell.0))
                    {
                        // Nothing else can see the value: the waiter may reuse its memory.
                        let bits = load_bits((&raw const payload).cast(), kind);
                        free_cell(cell.0, TaskVTable::<F, T>::VTABLE);
                        return waiter.give(bits);
                    }
                    storage.cast::<T>().write(payload);
                    Header::publish_and_drop(cell.0, CONCRETE);
                }
                Err(error) => publish_error(&cell, error),
            }
        }
    }
    let what = TaskCell {
        vtable: TaskVTable::<F, T>::VTABLE,
        flags: kind_flags(kind_of::<T>()),
        run: run::<F, T>,
        origin: origin.to_bits(),
    };
    let (PendingCell(cell), held_back) = begin(what);
    // SAFETY: the cell is new, its task has not run, and its storage is uninitialized; so the closure has its place there.
    unsafe { cell.as_ptr().cast::<u8>().add(TaskVTable::<F, T>::VTABLE.payload).cast::<F>().write(f) };
    // SAFETY: the closure is `Send` and the task has one of the cell's two references.
    let task =
        (!held_back).then(|| unsafe { Task::from_raw(run::<F, T>, cell.as_ptr().cast(), origin.to_bits()) });
    (AsyncRef::of(AnyRef(cell)), task)
}

/// The parts of a task's cell.
pub(crate) struct TaskCell {
    vtable: &'static VTable,
    flags: u32,
    run: TaskFn,
    /// The task's argument.
    origin: u64,
}

/// A cell whose closure is still to be written.
pub(crate) struct PendingCell(NonNull<Header>);

impl TaskCell {
    /// Makes the cell of a task that other threads may see as soon as it is queued.
    #[inline]
    pub(crate) fn shared(self) -> PendingCell {
        PendingCell(new_pending(self.vtable, self.flags))
    }

    /// Makes the cell of a task that is held back, and the task.
    ///
    /// # Safety
    /// The task does not run before the cell's closure is written.
    #[inline]
    pub(crate) unsafe fn held_back(self) -> (PendingCell, Task) {
        let cell = new_pending(self.vtable, self.flags);
        // SAFETY: the closure of a task is `Send`. The task has one of the cell's two references. The caller says that the
        // closure is written before the task runs.
        (PendingCell(cell), unsafe { Task::from_raw(self.run, cell.as_ptr().cast(), self.origin) })
    }
}

/// Ends the time in which a value is [hidden](AnyRef::hide).
///
/// # Safety
/// `data` is that of the cell's task, which has not run.
#[inline]
pub(crate) unsafe fn share_cell(data: *mut ()) {
    // SAFETY: `data` is the cell of a task that has not run and so still has its reference: the header is
    // alive.
    unsafe { (*data.cast::<Header>()).life.share() };
}
