//! Waiting for several values.

use super::Value;
use parking_lot::Mutex;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering::AcqRel},
};

type Action = Box<dyn FnOnce() + Send>;

struct Countdown {
    left: AtomicUsize,
    action: Mutex<Option<Action>>,
}

impl Countdown {
    fn step(&self) {
        if self.left.fetch_sub(1, AcqRel) == 1
            && let Some(action) = self.action.lock().take()
        {
            action();
        }
    }
}

/// Calls `f` when all values are available (errors count as such): at once if they are, else on the thread that makes
/// the last one so.
pub fn when_all_ready<'a>(values: impl IntoIterator<Item = &'a Value>, f: impl FnOnce() + Send + 'static) {
    let pending: Vec<&Value> = values.into_iter().filter(|value| !value.is_available()).collect();
    if pending.is_empty() {
        return f();
    }
    let countdown =
        Arc::new(Countdown { left: AtomicUsize::new(pending.len()), action: Mutex::new(Some(Box::new(f))) });
    for value in pending {
        let countdown = countdown.clone();
        value.when_ready(move || countdown.step());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::AsyncRef;
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::Ordering::SeqCst;

    #[test]
    fn runs_after_the_last_value() {
        let (a, first) = AsyncRef::<i32>::promise();
        let (b, second) = AsyncRef::<String>::promise();
        let values =
            [Value::from_async(first.into_any()), Value::CHAIN, Value::from_async(second.into_any())];
        let done = Arc::new(AtomicBool::new(false));
        let flag = done.clone();
        when_all_ready(&values, move || flag.store(true, SeqCst));
        b.set("x".into());
        assert!(!done.load(SeqCst));
        drop(a);
        assert!(done.load(SeqCst));
        assert_eq!(values[0].error().map(|e| e.message()), Some("the producer of a value is gone"));
    }
}
