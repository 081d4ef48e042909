//! Calls on their way: a worker thread runs the function, and any thread may wait for its results or cancel it.
//!
//! Python delivers signals to the main thread between its own instructions only. A thread that waits here lets go of the GIL and comes
//! back a few times a second to let Python look at signals; an exception that a signal raises cancels the call.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tfrt_executor::kernel::Values;
use tfrt_executor::program::Function;
use tfrt_executor::request::RequestContext;
use tfrt_executor::value::{Value, when_all_ready};

use crate::delivery::{Delivery, deliver};
use crate::process::Process;

/// The time after which a waiting thread lets Python look at signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// A call on its way.
pub(crate) struct Flight {
    request: RequestContext,
    state: Mutex<State>,
    landed: Condvar,
}

#[derive(Default)]
struct State {
    results: Values,
    is_done: bool,
    deliveries: Vec<Delivery>,
}

impl Flight {
    /// Starts a call on the workers.
    pub(crate) fn start(process: &Process, function: Function, arguments: Values) -> Arc<Flight> {
        let host = process.runtime.host();
        let request = RequestContext::new(host);
        let flight = Arc::new(Flight { request, state: Mutex::default(), landed: Condvar::new() });
        let own = flight.clone();
        host.enqueue(move || {
            let results = function.execute(&own.request, arguments);
            own.arrive(results);
        });
        flight
    }

    /// A call whose results are known or on their way.
    pub(crate) fn of(request: RequestContext, results: Values) -> Arc<Flight> {
        let flight = Arc::new(Flight { request, state: Mutex::default(), landed: Condvar::new() });
        flight.arrive(results);
        flight
    }

    fn arrive(self: &Arc<Self>, results: Values) {
        if Flight::is_available(&results) {
            // This thread has no part in them any more when the caller gets them, who may ask whether they are shared.
            self.lock().results = results;
            return self.land();
        }
        let own = self.clone();
        let waited: Values = results.clone();
        self.lock().results = results;
        when_all_ready(&waited, move || own.land());
    }

    fn land(&self) {
        let mut state = self.lock();
        state.is_done = true;
        let deliveries = std::mem::take(&mut state.deliveries);
        drop(state);
        self.landed.notify_all();
        deliver(deliveries);
    }

    /// Delivers when the results are there; gives the delivery back if they are.
    pub(crate) fn deliver_when_done(&self, delivery: Delivery) -> Option<Delivery> {
        let mut state = self.lock();
        if state.is_done {
            return Some(delivery);
        }
        state.deliveries.push(delivery);
        None
    }

    /// Whether the results are there.
    pub(crate) fn is_done(&self) -> bool {
        self.lock().is_done
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels the call: kernels that have not started do not run.
    pub(crate) fn cancel(&self) {
        self.request.cancel();
    }

    /// Waits for the results without the GIL, at most until the deadline: whether they are there.
    ///
    /// # Errors
    /// The exception that a signal's handler raised.
    pub(crate) fn wait(&self, py: Python<'_>, deadline: Option<Instant>) -> PyResult<bool> {
        loop {
            let is_done = py.detach(|| {
                let patience = match deadline {
                    Some(deadline) => PATIENCE.min(deadline.saturating_duration_since(Instant::now())),
                    None => PATIENCE,
                };
                let state = self.lock();
                let waited = self.landed.wait_timeout_while(state, patience, |state| !state.is_done);
                waited.unwrap_or_else(PoisonError::into_inner).0.is_done
            });
            if is_done {
                return Ok(true);
            }
            py.check_signals()?;
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Ok(false);
            }
        }
    }

    /// Waits for the results and takes them, and cancels the call if a signal's handler raises an exception.
    ///
    /// # Errors
    /// That exception, once the kernels that were running have ended, or at once the exception of a second signal.
    pub(crate) fn finish(&self, py: Python<'_>) -> PyResult<Values> {
        if let Err(interrupt) = self.wait(py, None) {
            self.cancel();
            // Kernels that run already end first: what they read stays with the caller until then, unless it is interrupted again.
            self.wait(py, None)?;
            return Err(interrupt);
        }
        let results = std::mem::take(&mut self.lock().results);
        Ok(results.into_iter().map(|value| value.resolve().unwrap_or(value)).collect())
    }

    /// The results, once they are there.
    pub(crate) fn results(&self) -> Values {
        self.lock()
            .results
            .iter()
            .map(|value| value.resolve().unwrap_or_else(|| value.clone()))
            .collect::<Values>()
    }

    /// Whether all results are there.
    pub(crate) fn is_available(values: &[Value]) -> bool {
        values.iter().all(Value::is_available)
    }
}
