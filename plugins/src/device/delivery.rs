//! Delivery of a call's results to its caller: at once, or as promises.

use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_executor::core_runtime::{OpInvocation, TensorHandle};
use tfrt_executor::device::DeviceRef;
use tfrt_executor::value::{Error, ErrorCode, IndirectPromise, Value, indirect};

/// The outcome of a call.
pub(super) type Results = Result<Vec<TensorHandle>, Error>;

/// Gets the results of a call.
pub(super) type Done = Box<dyn FnOnce(Results) + Send>;

/// The destination of a call's results: it may be done before its caller knows whether to wait.
enum Delivery {
    Open,
    Done(Results),
    Promised(Promises),
}

struct Promises {
    results: Vec<IndirectPromise>,
    chain: Option<IndirectPromise>,
}

impl Promises {
    fn keep(self, outcome: Results) {
        match outcome {
            Ok(handles) => {
                let mut handles = handles.into_iter();
                for promise in self.results {
                    match handles.next().and_then(TensorHandle::into_async) {
                        Some(value) => promise.forward(Value::Async(value)),
                        None => promise.set_error(Error::internal("a result was not computed")),
                    }
                }
                if let Some(chain) = self.chain {
                    chain.forward(Value::CHAIN);
                }
            }
            Err(error) => {
                self.results.into_iter().for_each(|promise| promise.set_error(error.clone()));
                if let Some(chain) = self.chain {
                    chain.set_error(error);
                }
            }
        }
    }
}

/// Runs something that calls back with the results, now or later, and sets the results of a call accordingly.
pub(super) fn deliver(
    mut call: OpInvocation<'_>,
    device: DeviceRef,
    updates_chain: bool,
    start: impl FnOnce(Done),
) {
    let delivery = Arc::new(Mutex::new(Delivery::Open));
    let shared = delivery.clone();
    start(Box::new(move |outcome| {
        let mut state = shared.lock();
        match std::mem::replace(&mut *state, Delivery::Open) {
            Delivery::Promised(promises) => {
                drop(state);
                promises.keep(outcome);
            }
            Delivery::Open | Delivery::Done(_) => *state = Delivery::Done(outcome),
        }
    }));
    let mut state = delivery.lock();
    match std::mem::replace(&mut *state, Delivery::Open) {
        Delivery::Done(Ok(handles)) => {
            drop(state);
            for (result, handle) in call.results.iter_mut().zip(handles) {
                *result = handle;
            }
            for (i, result) in call.results.iter_mut().enumerate().filter(|(_, result)| result.is_null()) {
                let message = format!("result {i} was not computed");
                *result = TensorHandle::error(call.context.report(ErrorCode::Internal, &message));
            }
            if let Some(chain) = call.chain.as_deref_mut().filter(|_| updates_chain) {
                *chain = Value::CHAIN;
            }
        }
        Delivery::Done(Err(error)) => {
            drop(state);
            call.fail(&error);
        }
        Delivery::Open | Delivery::Promised(_) => {
            let mut promises = Promises { results: Vec::new(), chain: None };
            for result in call.results.iter_mut() {
                let (promise, tensor) = indirect();
                promises.results.push(promise);
                *result = TensorHandle::future(tensor, None, device);
            }
            if let Some(chain) = call.chain.as_deref_mut().filter(|_| updates_chain) {
                let (promise, value) = indirect();
                *chain = Value::Async(value);
                promises.chain = Some(promise);
            }
            *state = Delivery::Promised(promises);
        }
    }
}

/// The values that a call waits for.
pub(super) fn inputs(args: &[TensorHandle], chain: Option<&Value>) -> Vec<Value> {
    let tensors = args.iter().filter_map(|arg| arg.as_async().cloned().map(Value::Async));
    tensors.chain(chain.cloned()).collect()
}
