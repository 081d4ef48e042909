//! `corert.cond` and `corert.while`: branches and loops over tensor handles.

use tfrt_executor::core_runtime::TensorHandle;
use tfrt_executor::kernel::{
    ExecCtx, KernelFlags, KernelFrame, KernelRegistry, OperandSpec, OwnedCtx, Signature, Values,
};
use tfrt_executor::program::Function;
use tfrt_executor::tensor::{DType, DenseHostTensor, Tensor, TensorType};
use tfrt_executor::value::{
    Error, IndirectPromise, KernelError, ScalarKind, Value, indirect, when_all_ready,
};

use super::handles::{handle_of, silent};
use super::runtime;

/// Adds the kernels of this file.
pub(super) fn register(registry: &mut KernelRegistry) {
    // The chain is the first of the values that go through.
    let through = |operands| Signature {
        operands,
        functions: 2,
        results: vec![OperandSpec::Scalar(ScalarKind::Chain)],
        rest_attrs: None,
        ..Signature::any()
    };
    let chain = OperandSpec::Scalar(ScalarKind::Chain);
    let signature = through(vec![OperandSpec::Object, chain]);
    registry.add_raw_with("corert.cond", signature, KernelFlags::NONE, |frame| {
        if let Err(error) = cond(frame) {
            frame.fail(error);
        }
    });
    registry.add_raw_with("corert.while", through(vec![chain]), KernelFlags::NONE, |frame| {
        if let Err(error) = while_loop(frame) {
            frame.fail(error);
        }
    });
}

/// The truth value of a predicate tensor.
fn predicate(handle: &TensorHandle, ctx: ExecCtx<'_>) -> Result<bool, KernelError> {
    let Some(tensor) = handle.tensor() else {
        return Err(handle.get_error().map_or_else(|| "the predicate is not available".into(), silent));
    };
    let dense = runtime(ctx)?.state().conversions.convert(tensor, TensorType::DENSE_HOST)?;
    match dense {
        Tensor::Dense(dense) => truth(&dense),
        other => Err(unsupported(other.tensor_type())),
    }
}

fn truth(dense: &DenseHostTensor) -> Result<bool, KernelError> {
    if !(dense.dtype() == DType::I1 || dense.dtype().is_integer()) {
        return Err(unsupported(TensorType::DENSE_HOST));
    }
    if dense.num_elements() != 1 {
        return Err(KernelError::new(format!(
            "a tensor predicate must have one element, but has shape {}",
            dense.shape()
        )));
    }
    Ok(dense.bytes().iter().any(|&byte| byte != 0))
}

fn unsupported(ty: TensorType) -> KernelError {
    KernelError::new(format!("tensor predicate does not support type {ty}"))
}

fn operands(frame: &mut KernelFrame<'_>, first: usize) -> Result<Values, KernelError> {
    (first..frame.num_operands()).map(|i| frame.take(i)).collect()
}

fn cond(frame: &mut KernelFrame<'_>) -> Result<(), KernelError> {
    let handle = handle_of(frame.take(0)?)?;
    let branch = frame.function(usize::from(!predicate(&handle, frame.ctx())?));
    drop(handle);
    let args = operands(frame, 1)?;
    let results = branch.call(frame.ctx(), args);
    for (i, result) in results.into_iter().take(frame.num_results()).enumerate() {
        frame.set_result(i, result);
    }
    Ok(())
}

/// A loop between two of its iterations.
struct Loop {
    condition: Function,
    body: Function,
    ctx: OwnedCtx,
    promises: Vec<IndirectPromise>,
}

fn while_loop(frame: &mut KernelFrame<'_>) -> Result<(), KernelError> {
    let args = operands(frame, 0)?;
    let [condition, body] = [0, 1].map(|i| frame.function(i).to_owned());
    let mut promises = Vec::new();
    for i in 0..frame.num_results() {
        let (promise, value) = indirect();
        promises.push(promise);
        frame.set_result(i, Value::Async(value));
    }
    let running = Loop { condition, body, ctx: frame.ctx().to_owned(), promises };
    running.test(args);
    Ok(())
}

impl Loop {
    /// Evaluates the condition; goes on when chain and predicate are there.
    fn test(self, args: Values) {
        let outcome = self.condition.as_func().call(self.ctx.as_ctx(), args.iter().cloned());
        if outcome.iter().all(Value::is_available) {
            return self.decide(args, &outcome);
        }
        let values: Vec<Value> = outcome.to_vec();
        when_all_ready(&values, move || self.decide(args, &outcome));
    }

    fn decide(self, mut args: Values, outcome: &[Value]) {
        if let Some(error) = outcome.iter().find_map(Value::error).cloned() {
            return self.fail(&args, error);
        }
        let ctx = self.ctx.clone();
        let go_on = match outcome {
            [_, handle] => handle_of(handle.clone()).and_then(|handle| predicate(&handle, ctx.as_ctx())),
            _ => {
                Err(KernelError::new("the condition of corert.while must return a chain and a tensor handle"))
            }
        };
        if let (Some(first), Some(chain)) = (args.first_mut(), outcome.first()) {
            *first = chain.clone();
        }
        match go_on {
            Err(error) => {
                let error = ctx.as_ctx().report(error);
                self.fail(&args, error);
            }
            Ok(false) => {
                for (promise, arg) in self.promises.into_iter().zip(args) {
                    promise.forward(arg);
                }
            }
            Ok(true) => {
                let results = self.body.as_func().call(ctx.as_ctx(), args);
                ctx.as_ctx().enqueue(move || {
                    if results.iter().all(Value::is_available) {
                        return self.next(results);
                    }
                    let values: Vec<Value> = results.to_vec();
                    when_all_ready(&values, move || self.next(results));
                });
            }
        }
    }

    fn next(self, args: Values) {
        match args.iter().find_map(Value::error).cloned() {
            Some(error) => self.fail(&args, error),
            None => match self.ctx.request().cancelled() {
                Some(error) => self.fail(&args, error),
                None => self.test(args),
            },
        }
    }

    /// The chain fails once all arguments are there, so that no effect of theirs is outstanding; the rest at once.
    fn fail(self, args: &[Value], error: Error) {
        let mut promises = self.promises.into_iter();
        let chain = promises.next();
        for promise in promises {
            promise.set_error(error.clone());
        }
        if let Some(chain) = chain {
            when_all_ready(args, move || chain.set_error(error));
        }
    }
}
