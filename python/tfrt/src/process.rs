//! The runtime of the process: one host with all kernels, ops and machine code, made by the first program that is opened.
//!
//! It lives as long as the process. A child of `fork` has its memory but none of its threads, so every use in such a child is refused.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Arc;
use tfrt_driver::placement::Placement;
use tfrt_driver::program;
use tfrt_executor::core_runtime::CoreRuntime;
use tfrt_executor::host::HostOptions;
use tfrt_executor::runtime::Runtime;
use tfrt_jit::{Jit, JitOptions};

use crate::{delivery, logging};

/// The runtime, and the ops on its host.
pub(crate) struct Process {
    pub(crate) runtime: Runtime,
    pub(crate) core: CoreRuntime,
}

static PROCESS: OnceLock<Result<Process, String>> = OnceLock::new();
static STARTED: AtomicBool = AtomicBool::new(false);
static IS_FORKED_CHILD: AtomicBool = AtomicBool::new(false);

/// The runtime of this process.
///
/// # Errors
/// The process is the child of a fork, or its threads cannot be started.
#[inline]
pub(crate) fn process() -> PyResult<&'static Process> {
    if IS_FORKED_CHILD.load(Relaxed) {
        return Err(PyRuntimeError::new_err(
            "this process was forked from one in which tfrt was in use, and the fork has none of its threads: start \
             processes with multiprocessing.get_context(\"spawn\")",
        ));
    }
    match PROCESS.get_or_init(start) {
        Ok(process) => Ok(process),
        Err(message) => Err(PyRuntimeError::new_err(message.clone())),
    }
}

/// Whether the runtime was started.
pub(crate) fn has_started() -> bool {
    STARTED.load(Relaxed)
}

fn start() -> Result<Process, String> {
    STARTED.store(true, Relaxed);
    logging::install();
    let mut kernels = program::kernels(&[]).map_err(|error| error.to_string())?;
    kernels.set_jit(Jit::new(JitOptions::default()));
    // A call that fails raises its error: nothing is printed.
    let options = HostOptions { diagnostics: Arc::new(|_| {}), ..HostOptions::default() };
    let runtime = Runtime::with_options(kernels, options)
        .map_err(|error| format!("tfrt cannot start its threads: {error}"))?;
    let core = program::core_runtime(runtime.host(), &Placement::default());
    core.state().register_default_handlers();
    Ok(Process { runtime, core })
}

/// Says that this process is a fork's child: then a runtime that the parent had started cannot be used.
#[pyfunction]
#[pyo3(name = "_after_fork_in_child")]
pub(crate) fn after_fork_in_child() {
    delivery::after_fork_in_child();
    if STARTED.load(Relaxed) {
        IS_FORKED_CHILD.store(true, Relaxed);
    }
}
