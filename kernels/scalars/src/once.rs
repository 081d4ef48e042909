//! `tfrt.once`: a function that runs once for all executions in a request.
//!
//! The request's resources keep the results under the function's name. The first execution makes placeholders, runs
//! the function and forwards its results to them; every execution, the first included, returns those placeholders.

use std::sync::{Mutex, PoisonError};

use tfrt_executor::kernel::{KernelFlags, KernelFrame, KernelRegistry, Signature, Values};
use tfrt_executor::value::{IndirectPromise, KernelError, Value, indirect};

/// Adds the kernel of this file.
pub fn register(registry: &mut KernelRegistry) {
    let signature = Signature { functions: 1, ..Signature::any() };
    registry.add_raw_with("tfrt.once", signature, KernelFlags::NONE, |frame| {
        if let Err(error) = once(frame) {
            frame.fail(error);
        }
    });
}

/// Results of the one execution.
struct Execution {
    results: Vec<Value>,
    /// Taken by the execution that runs the function.
    promises: Mutex<Option<Vec<IndirectPromise>>>,
}

impl Execution {
    fn new(num_results: usize) -> Self {
        let (promises, results) = (0..num_results)
            .map(|_| indirect())
            .map(|(promise, value)| (promise, Value::from(value)))
            .unzip();
        Execution { results, promises: Mutex::new(Some(promises)) }
    }
}

fn once(frame: &mut KernelFrame<'_>) -> Result<(), KernelError> {
    let ctx = frame.ctx();
    let resources =
        ctx.resources().ok_or_else(|| KernelError::new("tfrt.once requires resource context").silent())?;
    let function = frame.function(0);
    let name = format!("tfrt.once @{}", function.name());
    let execution = resources
        .get_or_create(&name, || Execution::new(function.num_results()))
        .map_err(|error| KernelError::new(error.to_string()))?;
    let promises = execution.promises.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(promises) = promises {
        let arguments: Values =
            (0..frame.num_operands()).map(|index| frame.take(index)).collect::<Result<_, _>>()?;
        for (promise, value) in promises.into_iter().zip(function.call(ctx, arguments)) {
            promise.forward(value);
        }
    }
    for index in 0..frame.num_results() {
        let value = execution.results.get(index).cloned();
        frame.set_result(index, value.ok_or("tfrt.once has more results than its function")?);
    }
    Ok(())
}
