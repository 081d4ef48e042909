//! Calls of native functions: functions of the host that a program declares and calls by name.
//!
//! A native function runs when all its arguments are available, errors among them; until then its results are placeholders.

use crate::program::machine::Machine;
use crate::{
    kernel::{ExecCtx, NativeFn, Values},
    value::{KernelError, Value, indirect, panic_message, when_all_ready},
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls the function; a panic, and a wrong number of results, is its error.
pub(in crate::program) fn call(native: &NativeFn, args: &[Value], count: usize, ctx: ExecCtx<'_>) -> Values {
    let mut results = Values::new();
    call_then(native, args, count, ctx, |values| results = values.clone());
    results
}

/// As [`call`], with the results borrowed in place: moving them costs more than a small function.
#[inline]
pub(in crate::program) fn call_then<R>(
    native: &NativeFn,
    args: &[Value],
    count: usize,
    ctx: ExecCtx<'_>,
    mut then: impl FnMut(&Values) -> R,
) -> R {
    let run = || {
        let results = native(args, ctx);
        if results.len() == count { Some(then(&results)) } else { None }
    };
    let message = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Some(result)) => return result,
        Ok(None) => "a native function gave a wrong number of results".to_owned(),
        Err(panic) => panic_message(&*panic),
    };
    let error = ctx.report(KernelError::new(message));
    then(&(0..count).map(|_| Value::Error(error.clone())).collect())
}

impl Machine {
    pub(in crate::program) fn call_native(&mut self, id: u32, args: Values) -> Values {
        let inner = self.inner();
        let Some(native) = inner.loaded.natives.get(&id) else {
            // The loader has found every native function.
            return Values::new();
        };
        let count = inner.loaded.file.function(tfrt_bef::FunctionId(id)).num_results();
        let ctx = self.ctx(self.calling_kernel());
        let resolve = |args: &Values| -> Values { args.iter().filter_map(Value::resolve).collect() };
        if args.iter().all(Value::is_available) {
            return call(native, &resolve(&args), count, ctx);
        }
        let (promises, results): (Vec<_>, Values) =
            (0..count).map(|_| indirect()).map(|(promise, value)| (promise, Value::Async(value))).unzip();
        let (native, owned, waited) = (native.clone(), ctx.to_owned(), args.clone());
        when_all_ready(&waited, move || {
            let values = call(&native, &resolve(&args), count, owned.as_ctx());
            for (promise, value) in promises.into_iter().zip(values) {
                promise.forward(value);
            }
        });
        results
    }
}
