//! The functions that libraries call for asynchronous work: results that come later, and tasks.
//!
//! As in [`api`](super::api), pointers from C are as the header says.

#![expect(unsafe_code, reason = "pointers from C")]

use super::{
    abi::*,
    api::{failure, object, read_scalar, running, running_ref, string},
};
use crate::{
    kernel::OwnedCtx,
    value::{IndirectPromise, KernelError, Value, indirect},
};
use std::{
    ffi::{c_char, c_void},
    ptr::null_mut,
};

/// A result that a library gives later: what `TFRT_Promise` points to.
pub(super) struct Later {
    promise: IndirectPromise,
    ctx: OwnedCtx,
}

/// A task of a library, called once.
struct LibraryTask {
    run: TaskFn,
    data: *mut c_void,
}

// SAFETY: the header says that tasks run on any thread.
unsafe impl Send for LibraryTask {}

impl LibraryTask {
    fn call(self) {
        let this = std::mem::ManuallyDrop::new(self);
        // SAFETY: called once: dropping, which would be the other time, is off.
        unsafe { (this.run)(this.data, false) }
    }
}

impl Drop for LibraryTask {
    fn drop(&mut self) {
        // SAFETY: `call` forgets the task, so `run` has not been called with `data`.
        unsafe { (self.run)(self.data, true) }
    }
}

/// # Safety
/// `frame` is the frame of the kernel that calls this.
pub(super) unsafe extern "C" fn promise(frame: *mut ForeignFrame, index: usize) -> *mut Promise {
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    let running = unsafe { running(frame) };
    let (promise, value) = indirect();
    let ctx = running.ctx().to_owned();
    if running.set(index, Ok(Value::Async(value))) {
        Box::into_raw(Box::new(Later { promise, ctx })).cast()
    } else {
        null_mut()
    }
}

/// Keeps a promise.
///
/// # Safety
/// It is one that has not been kept.
unsafe fn keep(promise: *mut Promise, value: Result<Value, KernelError>) {
    // SAFETY: the caller passes a pointer from [`promise`], which made it with `Box::into_raw`, and does not
    // use it afterwards.
    let Later { promise, ctx } = *unsafe { Box::from_raw(promise.cast::<Later>()) };
    match value {
        Ok(value) => promise.forward(value),
        Err(error) => promise.set_error(ctx.report(error)),
    }
}

/// # Safety
/// `promise` came from [`promise`] and is used for the last time. `value` points to a scalar of the type `ty`, aligned.
pub(super) unsafe extern "C" fn promise_scalar(promise: *mut Promise, ty: u32, value: *const c_void) {
    // SAFETY: the library passes a promise that came from [`promise`] and was not kept; `value` points to a
    // scalar of the type `ty`, aligned.
    unsafe { keep(promise, read_scalar(ty, value)) }
}

/// # Safety
/// `promise` came from [`promise`] and is used for the last time. `data` is null or points to `size` bytes.
pub(super) unsafe extern "C" fn promise_string(promise: *mut Promise, data: *const c_char, size: usize) {
    // SAFETY: the library passes a promise that came from [`promise`] and was not kept; `data` is null or
    // points to `size` bytes.
    unsafe { keep(promise, string(data, size)) }
}

/// # Safety
/// `promise` came from [`promise`] and is used for the last time. `ty` is null or a type as `tfrt_kernel_api.h` says; `data` is
/// what its functions take, and is given away.
pub(super) unsafe extern "C" fn promise_object(
    promise: *mut Promise,
    ty: *const ObjectType,
    payload: *mut c_void,
) {
    // SAFETY: the library passes a promise that came from [`promise`] and was not kept; `ty` is null or a
    // type as `tfrt_kernel_api.h` says; `data` is what its functions take, and becomes the object's.
    unsafe { keep(promise, object(ty, payload)) }
}

/// # Safety
/// `promise` came from [`promise`] and is used for the last time. `message` is null or a terminated string.
pub(super) unsafe extern "C" fn promise_fail(promise: *mut Promise, code: u32, message: *const c_char) {
    // SAFETY: the library passes a promise that came from [`promise`] and was not kept; `message` is null or
    // a terminated string.
    unsafe { keep(promise, Err(failure(code, message))) }
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `run` may be called once with `data`, on any thread, at any later time.
pub(super) unsafe extern "C" fn enqueue(frame: *mut ForeignFrame, run: TaskFn, data: *mut c_void) {
    let task = LibraryTask { run, data };
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    unsafe { running_ref(frame) }.ctx().enqueue(move || task.call());
}

/// # Safety
/// `frame` is the frame of the kernel that calls this. `run` may be called once with `data`, on any thread, at any later time.
pub(super) unsafe extern "C" fn enqueue_blocking(
    frame: *mut ForeignFrame,
    run: TaskFn,
    data: *mut c_void,
) -> bool {
    let task = LibraryTask { run, data };
    // SAFETY: `frame` is the frame that the host passed to the kernel that makes this call, and nothing else
    // borrows it during the call.
    unsafe { running_ref(frame) }.ctx().enqueue_blocking(true, move || task.call())
}
