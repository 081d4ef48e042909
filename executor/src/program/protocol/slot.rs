//! Slots: a result of a dataflow call, as a value or as the promise that the caller got in its place.
//!
//! The thread that stores the register *produces* the value; the call's initial flow *collects* the results when it ends. These two may
//! run at the same time. The second one sees what the first one left: a producer that finds a promise forwards the value to it, a
//! collector that finds a value takes it.
//!
//! Atomics come from the parent, as in [`counts`](super::counts).

#![expect(unsafe_code, reason = "value and promise are shared between two threads by the protocol above")]

use super::sync::{
    AtomicU8,
    Ordering::{AcqRel, Acquire},
};
use std::cell::UnsafeCell;

const EMPTY: u8 = 0;
const VALUE: u8 = 1;
const PROMISE: u8 = 2;

/// A result, of values `V` and promises `P`.
pub(in super::super) struct Slot<V, P> {
    state: AtomicU8,
    value: UnsafeCell<Option<V>>,
    promise: UnsafeCell<Option<P>>,
}

impl<V, P> Slot<V, P> {
    /// Nothing was produced or collected.
    pub(in super::super) fn new() -> Slot<V, P> {
        Slot { state: AtomicU8::new(EMPTY), value: UnsafeCell::new(None), promise: UnsafeCell::new(None) }
    }

    /// Forgets what is left of a call.
    pub(in super::super) fn clear(&mut self) {
        self.state = AtomicU8::new(EMPTY);
        *self.value.get_mut() = None;
        *self.promise.get_mut() = None;
    }

    /// Gives the value. Returns it with the promise that was given out for it, if there is one.
    ///
    /// # Safety
    /// Called once in a call, by the thread that stores the result's register.
    pub(in super::super) unsafe fn produce(&self, value: V) -> Option<(P, V)> {
        // SAFETY: the value is written by this thread alone, before the state says so. A promise is there once the state says so; then the
        // collector touches neither any more.
        unsafe {
            *self.value.get() = Some(value);
            if self.state.swap(VALUE, AcqRel) != PROMISE {
                return None;
            }
            (*self.promise.get()).take().zip((*self.value.get()).take())
        }
    }

    /// Takes the value if it is there; otherwise leaves a promise, and gives what stands for the value. `None` only if it was collected
    /// before.
    ///
    /// # Safety
    /// Called once in a call, by its initial flow.
    pub(in super::super) unsafe fn collect(&self, promise: impl FnOnce() -> (P, V)) -> Option<V> {
        // SAFETY: the value is there when the state says so, and the producer does not touch it then, for there is no promise. The promise
        // is written before the state says so, and taken back if the state never says so.
        unsafe {
            if self.state.load(Acquire) == VALUE {
                return (*self.value.get()).take();
            }
            let (promise, placeholder) = promise();
            *self.promise.get() = Some(promise);
            match self.state.compare_exchange(EMPTY, PROMISE, AcqRel, Acquire) {
                Ok(_) => Some(placeholder),
                Err(_) => {
                    *self.promise.get() = None;
                    (*self.value.get()).take()
                }
            }
        }
    }
}
