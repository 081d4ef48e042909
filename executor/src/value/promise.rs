//! Producers of async values, and placeholders that forward to other values.

#![expect(unsafe_code, reason = "producers write the storage of cells before they publish them")]

use super::{
    AnyRef, Error, State, Value,
    cell::{Header, INDIRECT, Indirect, new_cell},
    life::{CONCRETE, ERROR, FORWARDED, PENDING},
};
use std::{
    any::type_name,
    cell::{Cell, RefCell},
    marker::PhantomData,
    mem::MaybeUninit,
};

/// The unique producer of an async value. One that is dropped leaves an error.
pub struct Promise<T: Send + Sync + 'static> {
    cell: Option<AnyRef>,
    payload: PhantomData<T>,
}

impl<T: Send + Sync + 'static> Promise<T> {
    /// The promise of a pending cell that has a payload of this type and no other producer.
    pub(super) fn of(cell: AnyRef) -> Promise<T> {
        Promise { cell: Some(cell), payload: PhantomData }
    }

    /// Makes the value available and calls its waiters.
    pub fn set(mut self, payload: T) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the cell's unique producer and is used up here, so the storage is
            // uninitialized, has `T`'s layout, and is published once.
            unsafe {
                Header::payload(cell.0).cast::<T>().write(payload);
                Header::publish(cell.0, CONCRETE);
            }
        }
    }

    /// Makes the value available as an error and calls its waiters.
    pub fn set_error(mut self, error: Error) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the cell's unique producer and is used up here; nothing has written the
            // storage.
            unsafe { publish_error(&cell, error) };
        }
    }

    /// Whether the value's only reference is this promise's, so that it will never be read.
    pub fn is_abandoned(&self) -> bool {
        self.cell.as_ref().is_none_or(|cell| cell.ref_count() == 1)
    }
}

/// # Safety
/// The caller is the unique producer of the pending cell and has not written its storage.
pub(super) unsafe fn publish_error(cell: &AnyRef, error: Error) {
    // SAFETY: the caller is the unique producer and has not written the storage, which every cell makes large
    // enough for an `Error`.
    unsafe {
        Header::payload(cell.0).cast::<Error>().write(error);
        Header::publish(cell.0, ERROR);
    }
}

impl<T: Send + Sync + 'static> Drop for Promise<T> {
    fn drop(&mut self) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the cell's unique producer; it still has its cell, so it has not written
            // the storage.
            unsafe { publish_error(&cell, Error::internal("the producer of a value is gone")) };
        }
    }
}

impl<T: Send + Sync + 'static> std::fmt::Debug for Promise<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Promise<{}>", type_name::<T>())
    }
}

/// The unique producer of an indirect value. One that is dropped leaves an error.
#[derive(Debug)]
pub struct IndirectPromise {
    cell: Option<AnyRef>,
}

/// An indirect value: a placeholder that stands for another value once it is forwarded to it.
pub fn indirect() -> (IndirectPromise, AnyRef) {
    let cell = new_cell::<Indirect>(&INDIRECT, 0, PENDING, 2, MaybeUninit::uninit()).cast();
    (IndirectPromise { cell: Some(AnyRef(cell)) }, AnyRef(cell))
}

impl IndirectPromise {
    /// Lets the value stand for `target`: at once if that is available, else as soon as it is. One that would stand for itself becomes
    /// an error.
    pub fn forward(mut self, target: Value) {
        let Some(cell) = self.cell.take() else { return };
        match target {
            Value::Async(target) if target.same(&cell) => {
                IndirectPromise { cell: Some(cell) }.set_error(Error::internal("a value waits for itself"));
            }
            Value::Async(target) => match target.state() {
                State::Error => {
                    let error = target
                        .error()
                        .cloned()
                        .unwrap_or_else(|| Error::internal("an error without a message"));
                    IndirectPromise { cell: Some(cell) }.set_error(error);
                }
                // An indirect target is left out, so that chains of them never grow.
                State::Concrete => match target.forwarded().cloned() {
                    Some(inner) => forward_to(cell, inner),
                    None => forward_to(cell, Value::Async(target)),
                },
                State::Pending => wait_and_forward(cell, target),
            },
            Value::Error(error) => IndirectPromise { cell: Some(cell) }.set_error(error),
            scalar @ Value::Scalar(..) => forward_to(cell, scalar),
        }
    }

    /// Makes the value available as an error.
    pub fn set_error(mut self, error: Error) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the cell's unique producer and is used up here; nothing has written the
            // storage.
            unsafe { publish_error(&cell, error) };
        }
    }

    /// Whether the value's only reference is this promise's, so that it will never be read.
    pub fn is_abandoned(&self) -> bool {
        self.cell.as_ref().is_none_or(|cell| cell.ref_count() == 1)
    }
}

/// Publishes an indirect cell whose target is available. The caller holds the cell's promise.
fn forward_to(cell: AnyRef, target: Value) {
    // SAFETY: the caller holds the cell's promise, so it is the unique producer, and the storage is
    // uninitialized and has `Indirect`'s layout.
    unsafe {
        Header::payload(cell.0).cast::<Indirect>().write(Indirect(target));
        Header::publish(cell.0, FORWARDED);
    }
}

fn wait_and_forward(cell: AnyRef, target: AnyRef) {
    /// # Safety
    /// `cell` and `target` stand for a reference each, which were given up for this call.
    unsafe fn run(cell: *mut (), target: u64, _: Option<u64>) -> u32 {
        // SAFETY: both references were handed to the waiter, which runs once.
        let (cell, target) = unsafe { (AnyRef::from_raw(cell), AnyRef::from_bits(target)) };
        forward_bounded(cell, target);
        0
    }
    let waited = target.clone();
    let (data, arg) = (cell.into_raw(), target.into_bits());
    // SAFETY: `run` takes both references over and is called once.
    unsafe {
        if !waited.wait(run, data, arg) {
            run(data, arg, None);
        }
    }
}

thread_local! {
    /// Forwardings in progress on this thread, one inside the other, and those put off because there were too many.
    static FORWARDING: (Cell<u32>, RefCell<Vec<(AnyRef, AnyRef)>>) = const { (Cell::new(0), RefCell::new(Vec::new())) };
}

/// Forwards `cell` to `target`, which is available. A long chain of indirect values, each waiting for the next, becomes
/// available without a native stack as deep as the chain is long.
fn forward_bounded(cell: AnyRef, target: AnyRef) {
    const MAX_NESTING: u32 = 64;
    let forward = |cell, target| IndirectPromise { cell: Some(cell) }.forward(Value::Async(target));
    let mut now = Some((cell, target));
    // At the thread's end there is no outer call that could do it later.
    let nesting = FORWARDING.try_with(|(nesting, put_off)| {
        if nesting.get() >= MAX_NESTING {
            put_off.borrow_mut().extend(now.take());
        }
        nesting.replace(nesting.get() + 1)
    });
    if let Some((cell, target)) = now {
        forward(cell, target);
    }
    let Ok(outer) = nesting else { return };
    if outer == 0 {
        while let Some((cell, target)) = FORWARDING.with(|(_, put_off)| put_off.borrow_mut().pop()) {
            forward(cell, target);
        }
    }
    FORWARDING.with(|(nesting, _)| nesting.set(outer));
}

impl Drop for IndirectPromise {
    fn drop(&mut self) {
        if let Some(cell) = self.cell.take() {
            // SAFETY: the promise is the cell's unique producer; it still has its cell, so it has not written
            // the storage.
            unsafe { publish_error(&cell, Error::internal("the producer of a value is gone")) };
        }
    }
}
