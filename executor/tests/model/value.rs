//! Async values: each waiter is called once, after the payload is there; the last reference is noticed once.

#![expect(unsafe_code, reason = "exercises the protocol by which cells are sound")]

#[path = "../../src/value/life.rs"]
#[expect(dead_code, reason = "the library uses more of it than the models do")]
mod life;

mod sync {
    pub(super) use loom::sync::atomic::{AtomicU32, AtomicUsize, Ordering, fence};
}

use super::model;
use life::{CONCRETE, Holds, Life, PENDING};
use loom::{
    cell::UnsafeCell,
    sync::atomic::{
        AtomicUsize,
        Ordering::{Relaxed, SeqCst},
    },
    thread,
};
use std::{ptr::NonNull, sync::Arc};

/// A value as the library makes it: a life and a payload, freed by the last reference.
struct Value {
    life: Life,
    payload: UnsafeCell<u32>,
    log: Arc<Log>,
}

/// Counts of events.
struct Log {
    called: AtomicUsize,
    freed: AtomicUsize,
}

impl Log {
    fn new() -> Arc<Log> {
        Arc::new(Log { called: AtomicUsize::new(0), freed: AtomicUsize::new(0) })
    }
}

/// A reference.
#[derive(Clone, Copy)]
struct Ref(NonNull<Value>);

// SAFETY: the protocol under test shares values between threads; the model checker reports a race.
unsafe impl Send for Ref {}

impl Ref {
    fn new(refs: u32, log: &Arc<Log>) -> Ref {
        let life = Life::new(PENDING, refs, 0);
        let value = Value { life, payload: UnsafeCell::new(0), log: log.clone() };
        Ref(NonNull::from(Box::leak(Box::new(value))))
    }

    fn life(self) -> NonNull<Life> {
        // SAFETY: the caller has a reference.
        unsafe { NonNull::new_unchecked(&raw mut (*self.0.as_ptr()).life) }
    }

    /// The payload; the checker complains if it may still be written.
    fn read(self) -> u32 {
        // SAFETY: the caller has a reference.
        unsafe { self.0.as_ref().payload.with(|payload| *payload) }
    }

    fn publish(self) {
        // SAFETY: called by the only producer of each test. A waiter that takes bits leaves both references.
        let left = unsafe {
            if let Some(waiter) = Life::take_sole(self.life()) {
                self.drop_refs(2);
                return waiter.give(7);
            }
            self.0.as_ref().payload.with_mut(|payload| *payload = 7);
            Life::publish(self.life(), CONCRETE)
        };
        self.drop_refs(left + 1);
    }

    fn drop_refs(self, count: u32) {
        // SAFETY: the tests account for their references; the last one frees the value.
        unsafe {
            if Life::drop_refs(self.life(), count) {
                let value = Box::from_raw(self.0.as_ptr());
                value.payload.with_mut(|payload| *payload = 0);
                value.log.freed.fetch_add(1, Relaxed);
            }
        }
    }

    /// Waits, or goes on at once; either way the waiter drops this reference.
    fn wait(self) {
        self.wait_as(Holds::Reference);
    }

    fn wait_as(self, holds: Holds) {
        /// # Safety
        /// `data` is a value to which the waiter has a reference, `log` the address of its log.
        unsafe fn ready(data: *mut (), log: u64, bits: Option<u64>) -> u32 {
            let this = Ref(NonNull::new(data.cast()).unwrap());
            // With bits there is no value any more.
            assert_eq!(bits.unwrap_or_else(|| u64::from(this.read())), 7);
            // SAFETY: the test's log outlives its threads.
            unsafe { &*(log as *const Log) }.called.fetch_add(1, Relaxed);
            // The reference is left to the caller.
            1
        }
        // SAFETY: `ready` may run anywhere, and has this reference.
        unsafe {
            let (data, log) = (self.0.as_ptr().cast(), Arc::as_ptr(&self.0.as_ref().log) as u64);
            if !self.0.as_ref().life.wait(ready, data, log, holds) {
                ready(data, log, None);
                self.drop_refs(1);
            }
        }
    }
}

fn check(log: &Log, waiters: usize) {
    assert_eq!(log.called.load(SeqCst), waiters);
    assert_eq!(log.freed.load(SeqCst), 1);
}

#[test]
fn every_waiter_is_called_once() {
    model(|| {
        let log = Log::new();
        let value = Ref::new(3, &log);
        let producer = thread::spawn(move || value.publish());
        let other = thread::spawn(move || value.wait());
        value.wait();
        producer.join().unwrap();
        other.join().unwrap();
        check(&log, 2);
    });
}

#[test]
fn several_waiters_of_a_thread_are_called() {
    model(|| {
        let log = Log::new();
        let value = Ref::new(4, &log);
        let producer = thread::spawn(move || value.publish());
        for _ in 0..3 {
            value.wait();
        }
        producer.join().unwrap();
        check(&log, 3);
    });
}

#[test]
fn a_sole_waiter_may_register_before_the_task_is_shared() {
    model(|| {
        let log = Log::new();
        let value = Ref::new(2, &log);
        // SAFETY: the value is freed with its last reference, and this thread has one.
        let life = unsafe { value.life().as_ref() };
        life.hide();
        value.wait();
        life.share();
        let producer = thread::spawn(move || value.publish());
        producer.join().unwrap();
        check(&log, 1);
    });
}

#[test]
fn bits_are_given_to_a_sole_waiter_that_takes_them() {
    for others in 0..2 {
        model(move || {
            let log = Log::new();
            let value = Ref::new(2, &log);
            // SAFETY: the value is freed with its last reference, and this thread has one.
            let life = unsafe { value.life().as_ref() };
            life.hide();
            value.wait_as(Holds::ReferenceForBits);
            // With another reference somebody may wait as well: the value is published.
            life.add_refs(others);
            life.share();
            let producer = thread::spawn(move || value.publish());
            if others > 0 {
                value.wait();
            }
            producer.join().unwrap();
            check(&log, 1 + others as usize);
        });
    }
}

#[test]
fn a_held_back_task_may_be_shared_before_anybody_waits() {
    model(|| {
        let log = Log::new();
        let value = Ref::new(2, &log);
        // Another reference: the shortcut of a value without another owner is not taken.
        // SAFETY: the value is freed with its last reference, and this thread has one.
        let life = unsafe { value.life().as_ref() };
        life.add_refs(1);
        life.hide();
        life.share();
        let producer = thread::spawn(move || value.publish());
        let other = thread::spawn(move || value.wait());
        value.wait();
        producer.join().unwrap();
        other.join().unwrap();
        check(&log, 2);
    });
}

#[test]
fn another_thread_may_wait_before_a_held_back_task_is_handed_over() {
    model(|| {
        let log = Log::new();
        let value = Ref::new(2, &log);
        // The kernel has given the only value away: its owner waits while the task is handed over and runs.
        let other = thread::spawn(move || value.wait_as(Holds::Reference));
        // SAFETY: the task has a reference.
        unsafe { value.life().as_ref() }.share();
        value.publish();
        other.join().unwrap();
        check(&log, 1);
    });
}

#[test]
fn a_value_that_came_back_from_another_thread_has_that_ones_waiter() {
    model(|| {
        let log = Log::new();
        let value = Ref::new(3, &log);
        let other = thread::spawn(move || value.wait_as(Holds::Reference));
        // SAFETY: the value is freed with its last reference, and this thread has one.
        let life = unsafe { value.life().as_ref() };
        life.hide();
        value.wait();
        life.share();
        let producer = thread::spawn(move || value.publish());
        other.join().unwrap();
        producer.join().unwrap();
        check(&log, 2);
    });
}
