//! The thread that tells Python of results: the only one of this package that takes the GIL by itself, so that workers never wait for Python.
//!
//! It starts with the first callback that has to wait. [`close`], which Python calls before the interpreter ends, ends it: what is
//! delivered later is dropped, and no thread asks for a GIL that is about to go.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use pyo3::prelude::*;

use crate::future::Future;

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
    Running(Sender<Delivery>, JoinHandle<()>),
    /// The interpreter is about to end.
    Closed,
}

static THREAD: Mutex<Thread> = Mutex::new(Thread::NotStarted);

/// Has these functions called.
pub(crate) fn deliver(deliveries: Vec<Delivery>) {
    if deliveries.is_empty() {
        return;
    }
    let mut thread = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Thread::NotStarted = *thread {
        let (sender, receiver) = channel();
        let named = std::thread::Builder::new().name("tfrt-callbacks".to_owned());
        match named.spawn(move || run(&receiver)) {
            Ok(handle) => *thread = Thread::Running(sender, handle),
            // Without a thread the functions are not called; the results are there all the same.
            Err(_) => return,
        }
    }
    if let Thread::Running(sender, _) = &*thread {
        for delivery in deliveries {
            // The receiver lives until the sender is dropped.
            let _ = sender.send(delivery);
        }
    }
}

fn run(receiver: &Receiver<Delivery>) {
    while let Ok(delivery) = receiver.recv() {
        // `None` if the interpreter is ending: then the references stay with the process.
        let _ = Python::try_attach(|py| delivery.run(py));
    }
}

/// Ends the thread after what was delivered.
#[pyfunction]
#[pyo3(name = "_close")]
pub(crate) fn close(py: Python<'_>) {
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
