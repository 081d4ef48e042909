//! Cancellation: each action runs once, with the error of the first canceller.

#[path = "../../src/request/cancellation.rs"]
#[expect(dead_code, reason = "the library uses more of it than the models do")]
mod request;

mod sync {
    pub(super) use loom::sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, Ordering},
    };
    /// What it holds is only looked at after the flag, which the checker knows.
    pub(super) use std::sync::OnceLock;

    pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap()
    }
}

use super::model;
use loom::{
    sync::{Arc, atomic::AtomicUsize, atomic::Ordering::SeqCst},
    thread,
};
use request::Cancellation;

#[test]
fn an_action_that_is_registered_meanwhile_runs_once() {
    model(|| {
        let cancellation = Arc::new(Cancellation::<u32>::new());
        let runs = Arc::new(AtomicUsize::new(0));
        let canceller = cancellation.clone();
        let thread = thread::spawn(move || canceller.cancel(7));
        let count = runs.clone();
        cancellation.on_cancel(move |&error| {
            assert_eq!(error, 7);
            count.fetch_add(1, SeqCst);
        });
        if let Some(error) = cancellation.error() {
            assert_eq!(error, 7);
        }
        thread.join().unwrap();
        assert_eq!(runs.load(SeqCst), 1);
    });
}

#[test]
fn of_two_cancellers_one_gives_the_error_to_all() {
    model(|| {
        let cancellation = Arc::new(Cancellation::<u32>::new());
        let (runs, seen) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (count, see) = (runs.clone(), seen.clone());
        cancellation.on_cancel(move |&error| {
            count.fetch_add(1, SeqCst);
            see.store(error as usize, SeqCst);
        });
        let canceller = cancellation.clone();
        let thread = thread::spawn(move || canceller.cancel(1));
        cancellation.cancel(2);
        // What was cancelled has its error, as soon as `cancel` returns.
        let error = cancellation.error().unwrap();
        thread.join().unwrap();
        assert_eq!(cancellation.error(), Some(error));
        assert_eq!((runs.load(SeqCst), seen.load(SeqCst)), (1, error as usize));
    });
}
