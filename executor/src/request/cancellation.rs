//! Cancellation: the first error wins, and each action that was registered runs exactly once with it, on the canceller or on the thread that
//! registers it. Separate from requests so that a model checker can test it (`executor/tests/model/cancellation.rs`).

use super::sync::{
    AtomicBool, Mutex, OnceLock,
    Ordering::{Acquire, Release},
    lock,
};

/// A function that takes the error of the canceller.
type Action<E> = Box<dyn FnOnce(&E) + Send>;

/// See the module.
pub(crate) struct Cancellation<E> {
    flag: AtomicBool,
    error: OnceLock<E>,
    actions: Mutex<Vec<Action<E>>>,
}

impl<E: Clone> Cancellation<E> {
    /// Nothing is cancelled.
    pub(crate) fn new() -> Cancellation<E> {
        Cancellation { flag: AtomicBool::new(false), error: OnceLock::new(), actions: Mutex::new(Vec::new()) }
    }

    /// Cancels with this error, unless another one was first.
    pub(crate) fn cancel(&self, error: E) {
        let error = self.error.get_or_init(|| error);
        self.flag.store(true, Release);
        let actions = std::mem::take(&mut *lock(&self.actions));
        actions.into_iter().for_each(|action| action(error));
    }

    /// Runs the action once it is cancelled: at once, if it was.
    pub(crate) fn on_cancel(&self, action: impl FnOnce(&E) + Send + 'static) {
        let mut actions = lock(&self.actions);
        // Under the lock: the canceller takes the actions after it has stored the flag.
        match self.error() {
            None => actions.push(Box::new(action)),
            Some(error) => {
                drop(actions);
                action(&error);
            }
        }
    }

    /// Whether it was cancelled.
    #[inline]
    pub(crate) fn is_cancelled(&self) -> bool {
        self.flag.load(Acquire)
    }

    /// The error, if it was cancelled.
    #[inline]
    pub(crate) fn error(&self) -> Option<E> {
        if self.is_cancelled() { self.error.get().cloned() } else { None }
    }

    /// What becomes true when it is cancelled, for compiled code.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.flag
    }
}
