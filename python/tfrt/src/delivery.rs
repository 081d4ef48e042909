//! The thread that tells Python of results and of log lines: the only one of this package that takes the GIL by itself, so that workers
//! never wait for Python.
//!
//! It starts with the first callback that has to wait, or with the first log line. [`close`], which Python calls before the interpreter ends, ends it: what is
//! delivered later is dropped, and no thread asks for a GIL that is about to go.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use pyo3::prelude::*;

use crate::future::Future;
use crate::logging::Line;

/// A function of Python's and the future that it is called with.
pub(crate) struct Delivery {
    pub(crate) function: Py<PyAny>,
    pub(crate) future: Py<Future>,
}

impl Delivery {
    /// Calls the function. Its exception goes to `sys.unraisablehook`, because the function has no caller of Python's.
    pub(crate) fn run(self, py: Python<'_>) {
        let Delivery { function, future } = self;
        if let Err(error) = function.call1(py, (future,)) {
            error.write_unraisable(py, Some(function.bind(py)));
        }
    }
}

enum Thread {
    /// Nothing had to wait so far.
    NotStarted,
    Running(Sender<Message>, JoinHandle<()>),
    /// The interpreter is about to end.
    Closed,
}

static THREAD: Mutex<Thread> = Mutex::new(Thread::NotStarted);

/// The next action of the thread.
enum Message {
    Call(Delivery),
    Log(Line),
}

/// Log lines that wait for Python. Beyond [`MANY_LINES`] they go to standard error, so that a program that logs faster than Python reads
/// does not fill the memory.
static WAITING_LINES: AtomicUsize = AtomicUsize::new(0);
const MANY_LINES: usize = 10_000;

/// Set in a child of fork that inherited the lock of [`THREAD`] from a thread that it does not have: then nothing is delivered.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Says that this process is a fork's child, which does not have the thread: it starts one of its own if it needs one.
pub(crate) fn after_fork_in_child() {
    match THREAD.try_lock() {
        Ok(mut thread) => {
            if let Thread::Running(..) = &*thread {
                // Neither the channel's lock nor the handle of a thread that is not there can be used.
                std::mem::forget(std::mem::replace(&mut *thread, Thread::NotStarted));
            }
        }
        Err(_) => IS_LOST.store(true, Relaxed),
    }
}

/// Hands a log line to Python's `logging`; `false` if it cannot.
pub(crate) fn deliver_line(line: Line) -> bool {
    if WAITING_LINES.fetch_add(1, Relaxed) < MANY_LINES && send(std::iter::once(Message::Log(line))) {
        return true;
    }
    WAITING_LINES.fetch_sub(1, Relaxed);
    false
}

/// Has these functions called.
pub(crate) fn deliver(deliveries: Vec<Delivery>) {
    if !deliveries.is_empty() {
        // Without a thread the functions are not called; the results are there all the same.
        let _ = send(deliveries.into_iter().map(Message::Call));
    }
}

/// Sends messages to the thread, which it starts if there is none; whether there is one.
fn send(messages: impl Iterator<Item = Message>) -> bool {
    if IS_LOST.load(Relaxed) {
        return false;
    }
    let mut thread = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Thread::NotStarted = *thread {
        let (sender, receiver) = channel();
        let named = std::thread::Builder::new().name("tfrt-callbacks".to_owned());
        match named.spawn(move || run(&receiver)) {
            Ok(handle) => *thread = Thread::Running(sender, handle),
            Err(_) => return false,
        }
    }
    let Thread::Running(sender, _) = &*thread else { return false };
    for message in messages {
        // The receiver lives until the sender is dropped.
        let _ = sender.send(message);
    }
    true
}

fn run(receiver: &Receiver<Message>) {
    while let Ok(message) = receiver.recv() {
        // `None` if the interpreter is ending: then the references stay with the process.
        let _ = Python::try_attach(|py| match message {
            Message::Call(delivery) => delivery.run(py),
            Message::Log(line) => {
                WAITING_LINES.fetch_sub(1, Relaxed);
                line.emit(py);
            }
        });
    }
}

/// Ends the thread after what was delivered.
#[pyfunction]
#[pyo3(name = "_close")]
pub(crate) fn close(py: Python<'_>) {
    if IS_LOST.load(Relaxed) {
        return;
    }
    py.detach(|| {
        let before =
            std::mem::replace(&mut *THREAD.lock().unwrap_or_else(PoisonError::into_inner), Thread::Closed);
        if let Thread::Running(sender, handle) = before {
            drop(sender);
            // A callback that panicked ended the thread already.
            let _ = handle.join();
        }
    });
}
