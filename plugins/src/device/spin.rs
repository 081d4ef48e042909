//! A lock around a few instructions, as books are kept for each tensor.
//!
//! It costs one atomic exchange to take and a plain store to give back. Whoever finds it taken for longer lets other threads run, so
//! nothing that waits or calls a plugin belongs under it.

#![expect(unsafe_code, reason = "a lock lends what it guards")]

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicBool, Ordering};

/// Looks at a lock that is taken before the thread lets others run.
const PATIENCE: u32 = 64;

/// Something that one thread at a time has.
#[derive(Debug, Default)]
pub(super) struct Spin<T> {
    is_taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value goes from thread to thread, to one at a time.
unsafe impl<T: Send> Sync for Spin<T> {}

impl<T> Spin<T> {
    pub(super) const fn new(value: T) -> Spin<T> {
        Spin { is_taken: AtomicBool::new(false), value: UnsafeCell::new(value) }
    }

    /// Waits until nobody else has it.
    #[inline]
    pub(super) fn lock(&self) -> Held<'_, T> {
        if self.is_taken.swap(true, Ordering::Acquire) {
            self.wait();
        }
        Held(self)
    }

    #[cold]
    fn wait(&self) {
        loop {
            for _ in 0..PATIENCE {
                if !self.is_taken.load(Ordering::Relaxed) && !self.is_taken.swap(true, Ordering::Acquire) {
                    return;
                }
                std::hint::spin_loop();
            }
            std::thread::yield_now();
        }
    }
}

/// A lock that is taken, until this is dropped.
pub(super) struct Held<'a, T>(&'a Spin<T>);

impl<T> Deref for Held<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        // SAFETY: the lock is ours.
        unsafe { &*self.0.value.get() }
    }
}

impl<T> DerefMut for Held<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the lock is ours.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<T> Drop for Held<'_, T> {
    #[inline]
    fn drop(&mut self) {
        self.0.is_taken.store(false, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thread_at_a_time() {
        let numbers = Spin::new((0u64, 0u64));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..20_000 {
                        let mut held = numbers.lock();
                        let (first, second) = &mut *held;
                        assert_eq!(first, second);
                        *first += 1;
                        *second += 1;
                    }
                });
            }
        });
        assert_eq!(*numbers.lock(), (80_000, 80_000));
    }

    #[test]
    fn a_panic_gives_it_back() {
        let number = Spin::new(1);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            *number.lock() = 2;
            let _held = number.lock();
            panic!("on purpose");
        }));
        assert!(outcome.is_err());
        assert_eq!(*number.lock(), 2);
    }
}
