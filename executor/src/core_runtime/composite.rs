//! Ops that are functions of programs.
//!
//! The function's first argument and first result are chains, the others tensor handles. It runs in the caller's thread until
//! none of its kernels is ready any more; results that are not available yet are handles that are filled in later.

use super::OpError;
use super::handle::TensorHandle;
use super::op::{Op, OpImpl, OpInvocation};
use crate::device::DeviceRef;
use crate::kernel::ExecCtx;
use crate::program::Function;
use crate::value::{Error, IndirectPromise, Value, indirect};

/// The type of handles in programs.
pub const HANDLE_TYPE: &str = "!corert.tensorhandle";

struct CompositeOp {
    function: Function,
}

/// An op that calls a function. Refuses one whose arguments and results are not a chain and handles.
pub fn composite_op(function: Function) -> Result<Op, OpError> {
    let signature = function.as_func();
    for (i, name) in signature.arg_types().iter().enumerate().skip(1) {
        if *name != HANDLE_TYPE {
            let i = i - 1;
            return Err(format!(
                "The function should only takes type [{HANDLE_TYPE}] as input. But the {i}-th argument is type [{name}]."
            )
            .into());
        }
    }
    for (i, name) in signature.result_types().iter().enumerate().skip(1) {
        if *name != HANDLE_TYPE {
            let i = i - 1;
            return Err(format!(
                "The function should only returns type [{HANDLE_TYPE}]. But the {i}-th results is type [{name}]."
            )
            .into());
        }
    }
    Ok(Op::new(CompositeOp { function }))
}

impl OpImpl for CompositeOp {
    fn invoke(&self, mut call: OpInvocation<'_>) {
        let function = self.function.as_func();
        let (args, results) = (function.num_args(), function.num_results());
        if args != call.args.len() + 1 || results != call.results.len() + 1 {
            let name = function.name();
            let (got_args, got_results) = (call.args.len(), call.results.len());
            let (args, results) = (args.saturating_sub(1), results.saturating_sub(1));
            let message = format!(
                "composite op '{name}' takes {args} arguments and gives {results} results, but is called with \
                 {got_args} and {got_results}"
            );
            let error = call.context.report(crate::value::ErrorCode::Internal, &message);
            return call.fail(&error);
        }
        let chain = call.chain.as_deref().cloned().unwrap_or(Value::CHAIN);
        let args = call.args.iter_mut().map(|arg| std::mem::take(arg).into_value());
        let request = call.context.request();
        let context = ExecCtx { request: &request, program: self.function.program(), kernel: u32::MAX };
        let values = function.call(context, std::iter::once(chain).chain(args));
        let mut values = values.into_iter();
        let chain = values.next();
        if let (Some(out), Some(chain)) = (call.chain, chain) {
            *out = chain;
        }
        for (result, value) in call.results.iter_mut().zip(values) {
            *result = handle_of(value);
        }
    }
}

/// The handle that a function's result stands for, now or later.
pub fn handle_of(value: Value) -> TensorHandle {
    if value.is_available() {
        return TensorHandle::from_value(value).unwrap_or_else(|what| {
            TensorHandle::error(Error::internal(format!("expected a tensor handle, got {what}")))
        });
    }
    let (promise, tensor) = indirect();
    let later = value.clone();
    value.when_ready(move || fulfil(promise, later));
    TensorHandle::future(tensor, None, DeviceRef::HOST)
}

fn fulfil(promise: IndirectPromise, value: Value) {
    match TensorHandle::from_value(value.resolve().unwrap_or(value)) {
        Ok(handle) => match handle.into_async() {
            Some(tensor) => promise.forward(Value::Async(tensor)),
            None => promise.set_error(Error::internal("a tensor handle was moved")),
        },
        Err(what) => promise.set_error(Error::internal(format!("expected a tensor handle, got {what}"))),
    }
}
