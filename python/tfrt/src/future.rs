//! `Future`: the results of a call that runs beside others.
//!
//! In a fork's child nothing runs that could finish a call, and a lock of the parent's threads may be taken for ever: every use of a future is
//! refused there.

use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTimeoutError, PyValueError};
use pyo3::prelude::*;
use tfrt_executor::value::{ErrorCode, Value};

use crate::delivery::Delivery;
use crate::flight::Flight;
use crate::process::process;
use crate::program::Function;

/// Results that may still be on their way: `result()` waits for them, `await` does so without blocking a thread.
#[pyclass(frozen, module = "tfrt", weakref)]
pub(crate) struct Future {
    flight: Arc<Flight>,
    function: Py<Function>,
}

impl Future {
    pub(crate) fn new(flight: Arc<Flight>, function: Py<Function>) -> Future {
        Future { flight, function }
    }
}

/// The time at which a caller's patience ends; none for a caller that waits for ever.
fn deadline(timeout: Option<f64>) -> PyResult<Option<Instant>> {
    let Some(seconds) = timeout else { return Ok(None) };
    if seconds.is_nan() {
        return Err(PyValueError::new_err("timeout: expected seconds, got nan"));
    }
    // A time that the clock does not reach is for ever.
    let length = Duration::try_from_secs_f64(seconds.max(0.0)).ok();
    Ok(length.and_then(|length| Instant::now().checked_add(length)))
}

#[pymethods]
impl Future {
    /// The results, as the call would have returned them. Raises the call's exception, or TimeoutError after so many seconds.
    #[pyo3(signature = (timeout=None))]
    fn result(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Py<PyAny>> {
        let process = process()?;
        if !self.flight.wait(py, deadline(timeout)?)? {
            let seconds = timeout.unwrap_or_default();
            return Err(PyTimeoutError::new_err(format!(
                "the results are not there after {seconds} seconds"
            )));
        }
        self.function.get().objects(py, process, self.flight.results())
    }

    /// The exception of the call, or None. Raises TimeoutError after so many seconds.
    #[pyo3(signature = (timeout=None))]
    fn exception(&self, py: Python<'_>, timeout: Option<f64>) -> PyResult<Option<Py<PyAny>>> {
        process()?;
        match self.result(py, timeout) {
            Err(error) if self.flight.is_done() => Ok(Some(error.into_value(py).into_any())),
            Err(error) => Err(error),
            Ok(_) => Ok(None),
        }
    }

    /// Whether the results, or an exception, are there.
    fn done(&self) -> PyResult<bool> {
        process()?;
        Ok(self.flight.is_done())
    }

    /// Stops the call between two of its kernels; whether it was still running. The results of a call that is stopped raise CancelledError.
    fn cancel(&self) -> PyResult<bool> {
        process()?;
        let was_done = self.flight.is_done();
        self.flight.cancel();
        Ok(!was_done)
    }

    /// Whether the call was stopped.
    fn cancelled(&self) -> PyResult<bool> {
        process()?;
        let is_cancelled =
            |value: &Value| value.error().is_some_and(|error| error.code() == ErrorCode::Cancelled);
        Ok(self.flight.is_done() && self.flight.results().iter().any(is_cancelled))
    }

    /// Calls function(future) when the results are there: at once if they are, else on another thread.
    fn add_done_callback(slf: &Bound<'_, Self>, function: Py<PyAny>) -> PyResult<()> {
        process()?;
        let delivery = Delivery { function, future: slf.clone().unbind() };
        if let Some(delivery) = slf.get().flight.deliver_when_done(delivery) {
            delivery.run(slf.py());
        }
        Ok(())
    }

    fn __await__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        process()?;
        slf.py().import("tfrt._await")?.getattr("results")?.call1((slf,))
    }

    fn __repr__(&self) -> PyResult<String> {
        let state = match (self.done()?, self.cancelled()?) {
            (_, true) => "cancelled",
            (true, _) => "done",
            (false, _) => "running",
        };
        Ok(format!("<tfrt.Future of {}, {state}>", self.function.get().function.name()))
    }
}
