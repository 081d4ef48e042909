//! Spawned tasks: a closure whose result is an async value, all in one cell.

#![expect(unsafe_code, reason = "a closure lies where its result will be")]

use super::{
    AnyRef, AsyncRef, Error,
    cell::{AsyncCell, Header, VTable, drop_in_place, kind_flags, new_cell},
    life::{CONCRETE, PENDING, UNSHARED},
    promise::publish_error,
    scalar::kind_of,
};
use crate::queue::Task;
use std::{
    alloc::Layout,
    any::{TypeId, type_name},
    marker::PhantomData,
    mem::{ManuallyDrop, MaybeUninit},
    ptr::NonNull,
};

/// What a queued task does: gets its data and argument; with `true` it only gives up what it holds.
pub(crate) type TaskFn = unsafe fn(*mut (), u64, bool);

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
        layout: Layout::new::<AsyncCell<TaskStorage<F, T>>>(),
        drop_payload: drop_in_place::<T>,
        indirect: false,
    };
}

/// Makes a value whose producer is the closure: returns the task and the value. All of it is one allocation.
///
/// With `held_back`, the task stays on this thread (see [`deferred`](crate::queue)) until the value's waiter is
/// registered, and is handed to other threads with release order.
pub(crate) fn task_value<F, T>(f: F, held_back: bool) -> (Task, AsyncRef<T>)
where
    F: FnOnce() -> Result<T, Error> + Send + 'static,
    T: Send + Sync + 'static,
{
    unsafe fn run<F: FnOnce() -> Result<T, Error>, T>(data: *mut (), _: u64, drop_only: bool) {
        // SAFETY: `data` is the task's reference to the cell, passed back once.
        let cell = unsafe { AnyRef::from_bits(data as u64) };
        let storage = Header::payload(cell.0);
        // SAFETY: the closure was written when the task was made, and is read here only.
        let f = unsafe { storage.cast::<F>().read() };
        let result = if drop_only {
            drop(f);
            Err(Error::cancelled())
        } else {
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(f)) {
                Ok(result) => result,
                Err(panic) => Err(Error::internal(super::panic_message(&*panic))),
            }
        };
        // SAFETY: the task is the unique producer, and the closure is gone from the storage. The task's reference and
        // those that waiters leave are dropped together.
        unsafe {
            match result {
                Ok(payload) => {
                    storage.cast::<T>().write(payload);
                    let cell = ManuallyDrop::new(cell);
                    Header::publish_and_drop(cell.0, CONCRETE);
                }
                Err(error) => publish_error(&cell, error),
            }
        }
    }
    let storage = MaybeUninit::new(TaskStorage::<F, T> { closure: ManuallyDrop::new(f) });
    let flags = kind_flags(kind_of::<T>()) | if held_back { UNSHARED } else { 0 };
    let cell: NonNull<Header> = new_cell(TaskVTable::<F, T>::VTABLE, flags, PENDING, 2, storage).cast();
    // SAFETY: the closure is `Send` and the task has one of the cell's two references.
    let task = unsafe { Task::from_raw(run::<F, T>, cell.as_ptr().cast(), 0) };
    (task, AsyncRef::of(AnyRef(cell)))
}

/// Ends the time in which a cell made with `held_back` is not shared.
///
/// # Safety
/// `data` is that of the cell's task, which has not run.
#[inline]
pub(crate) unsafe fn share_cell(data: *mut ()) {
    // SAFETY: by the contract the task has a reference.
    unsafe { (*data.cast::<Header>()).life.share() };
}
