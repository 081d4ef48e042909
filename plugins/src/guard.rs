//! Calls of plugin functions that may throw.
//!
//! Rust cannot catch the exceptions of other languages: an exception that reaches `catch_unwind` ends the process. But it runs destructors
//! on its way. So rare calls of plugins (entry points, optimizers, passes, profilers) run on a thread for such calls: a destructor around
//! the call reports the exception and then never returns, so that the exception stops there. That thread, with its stack, is lost, and the
//! next call gets another; without exceptions one thread makes all calls. Kernels and devices are called directly: there a thread would
//! cost more than the work.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Sender, SyncSender, channel, sync_channel};
use std::thread;

use parking_lot::Mutex;

type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for a call.
static IDLE: Mutex<Vec<Sender<Job>>> = Mutex::new(Vec::new());

/// The stack of such a thread, as large as that of a program's first; unused pages cost nothing.
const STACK: usize = 8 << 20;

/// Stands behind a call that may be left by an exception.
struct Barrier<R> {
    caller: SyncSender<Option<thread::Result<R>>>,
    is_over: bool,
}

impl<R> Barrier<R> {
    /// The call has come back.
    fn lift(mut self) {
        self.is_over = true;
    }
}

impl<R> Drop for Barrier<R> {
    fn drop(&mut self) {
        if self.is_over || thread::panicking() {
            // A panic of our own can be caught.
            return;
        }
        // The caller waits for this.
        let _ = self.caller.send(None);
        loop {
            thread::park();
        }
    }
}

/// Runs a function that calls functions of a plugin, whose types must be `extern "C-unwind"`. It owns everything it uses,
/// since the frames of a call that an exception left stay for ever.
///
/// # Errors
/// An exception left it. A panic goes on.
pub(crate) fn guarded<R: Send + 'static>(call: impl FnOnce() -> R + Send + 'static) -> Result<R, String> {
    let (sender, receiver) = sync_channel(1);
    let job = move || {
        let barrier = Barrier { caller: sender.clone(), is_over: false };
        let result = catch_unwind(AssertUnwindSafe(move || {
            let result = call();
            barrier.lift();
            result
        }));
        // The caller waits for this.
        let _ = sender.send(Some(result));
    };
    let idle = IDLE.lock().pop();
    let worker =
        idle.map_or_else(spawn, Ok).map_err(|error| format!("there is no thread to call it on: {error}"))?;
    worker.send(Box::new(job)).map_err(|_| "the thread to call it on is gone".to_owned())?;
    match receiver.recv() {
        Ok(Some(result)) => {
            IDLE.lock().push(worker);
            result.map_or_else(|panic| resume_unwind(panic), Ok)
        }
        Ok(None) | Err(_) => Err("an exception left it".into()),
    }
}

fn spawn() -> std::io::Result<Sender<Job>> {
    let (sender, jobs) = channel::<Job>();
    let work = move || jobs.iter().for_each(|job| job());
    thread::Builder::new().name("plugin".into()).stack_size(STACK).spawn(work)?;
    Ok(sender)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_and_panics_come_back() {
        assert_eq!(guarded(|| 7), Ok(7));
        let panic = catch_unwind(|| guarded(|| -> i32 { panic!("of our own") }));
        assert!(panic.is_err_and(|payload| payload.downcast_ref() == Some(&"of our own")));
        assert_eq!(guarded(|| guarded(|| 8)), Ok(Ok(8)));
    }
}
