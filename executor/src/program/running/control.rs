//! Control flow that the straight loop does not handle: selecting a callee, loops around calls whose results may come
//! later, and loops that wait.
//!
//! A loop is a continuation: it receives the results of an iteration, and either calls the body again or passes the
//! results to its waiter. A loop that must wait moves its continuation into a callback; its results are then
//! placeholders.

use crate::program::{
    code::function::ControlInst,
    machine::{
        Cont, Machine,
        lend::{MAX_NESTING, depth, with_machine},
        looping::Loop,
    },
    running::calls::call_async_at,
};
use crate::{
    kernel::{Control, OwnedCtx, Values},
    queue::Task,
    value::{Error, IndirectPromise, KernelError, Value, indirect, when_all_ready},
};

/// Iterations of `tfrt.repeat.i32` between two checks whether its first value is available.
const BLOCK: u32 = 32;
fn errors(count: usize, error: &Error) -> Values {
    (0..count).map(|_| Value::Error(error.clone())).collect()
}

fn promises(count: usize) -> (Vec<IndirectPromise>, Values) {
    (0..count).map(|_| indirect()).map(|(promise, value)| (promise, Value::Async(value))).unzip()
}

impl Machine {
    /// The callee of a control flow kernel, or the results if it calls nothing. Its loop, if any, is pushed.
    pub(crate) fn choose(
        &mut self,
        inst: &ControlInst,
        selector: u64,
        args: Values,
    ) -> Result<(u32, Values), Values> {
        match inst.control {
            Control::Call => Ok((inst.functions[0], args)),
            Control::If => Ok((inst.functions[usize::from(selector & 1 == 0)], args)),
            Control::Case => Ok((inst.case(selector), args)),
            Control::Repeat => {
                let count = selector as u32 as i32;
                if let Some(error) = self.request().cancelled() {
                    return Err(errors(args.len(), &error));
                }
                match u32::try_from(count) {
                    Ok(0) => Err(args),
                    Ok(count) => {
                        self.calls.conts.push(Cont::Loop(Loop::repeat(inst.functions[0], count)));
                        Ok((inst.functions[0], args))
                    }
                    Err(_) => {
                        let message = format!("the trip count {count} is negative");
                        let error = self.ctx(inst.kernel).report(KernelError::new(message));
                        Err(errors(args.len(), &error))
                    }
                }
            }
            Control::While if selector & 1 == 0 => Err(args),
            Control::While if inst.parallel && !self.run.free => {
                let (promises, results) = promises(args.len());
                let (ctx, level) = (self.ctx(inst.kernel).to_owned(), self.frame_level());
                ParallelWhile { ctx, level, body: inst.functions[0], promises }.step(args);
                Err(results)
            }
            Control::While => {
                self.calls.conts.push(Cont::Loop(Loop::while_true(inst.functions[0])));
                Ok((inst.functions[0], args))
            }
        }
    }

    /// The next step of a loop after an iteration: another call of the body (the loop is pushed) or its
    /// results.
    pub(crate) fn next_iteration(
        &mut self,
        mut state: Loop,
        mut values: Values,
    ) -> Result<(u32, Values), Values> {
        let Some(left) = state.left else { return self.next_while(state, values) };
        if left == 0 {
            return Err(values);
        }
        if let Some(error) = self.request().cancelled() {
            return Err(errors(values.len(), &error));
        }
        if (state.total - left).is_multiple_of(BLOCK)
            && values.first().is_some_and(|value| !value.is_available())
        {
            let first = values[0].clone();
            let (promises, results) = promises(values.len());
            let waiting = Waiting {
                ctx: self.ctx(u32::MAX).to_owned(),
                level: self.frame_level(),
                state,
                values: std::mem::take(&mut values),
                promises,
            };
            first.when_ready(move || waiting.resume_here());
            return Err(results);
        }
        state.left = Some(left - 1);
        self.calls.conts.push(Cont::Loop(state));
        Ok((state.body, values))
    }

    fn next_while(&mut self, state: Loop, mut values: Values) -> Result<(u32, Values), Values> {
        let flag = values.pop().unwrap_or_else(|| Value::scalar(false));
        if let Some(error) = flag.error() {
            return Err(fail_when_ready(values, error.clone()));
        }
        match flag.get_scalar::<bool>() {
            Some(false) => Err(values),
            Some(true) => {
                self.calls.conts.push(Cont::Loop(state));
                Ok((state.body, values))
            }
            None => {
                let (promises, results) = promises(values.len());
                values.push(flag.clone());
                let (ctx, level) = (self.ctx(u32::MAX).to_owned(), self.frame_level());
                let waiting = Waiting { ctx, level, state, values, promises };
                flag.when_ready(move || waiting.resume_in_task());
                Err(results)
            }
        }
    }
}

/// Errors in place of values, once all of the values are there.
fn fail_when_ready(values: Values, error: Error) -> Values {
    if values.iter().all(Value::is_available) {
        return errors(values.len(), &error);
    }
    let (promises, results) = promises(values.len());
    when_all_ready(&values, move || {
        for promise in promises {
            promise.set_error(error.clone());
        }
    });
    results
}

/// A loop between two iterations, outside of any machine.
struct Waiting {
    ctx: OwnedCtx,
    /// The memory of the calls outside of it.
    level: u32,
    state: Loop,
    values: Values,
    promises: Vec<IndirectPromise>,
}

impl Waiting {
    fn resume_here(self) {
        if depth() >= MAX_NESTING { self.resume_in_task() } else { self.resume() }
    }

    fn resume_in_task(self) {
        let host = self.ctx.host().clone();
        host.queue().push(Task::new(move || self.resume()));
    }

    fn resume(self) {
        let ctx = self.ctx.as_ctx();
        with_machine(ctx.program, ctx.request, false, self.level, |machine| {
            machine.calls.conts.push(Cont::Promises(self.promises));
            machine.calls.conts.push(Cont::Loop(self.state));
            machine.deliver(self.values);
        });
    }
}

/// A `tfrt.while` whose iterations run in tasks, each started as soon as the flag of the one before is there.
struct ParallelWhile {
    ctx: OwnedCtx,
    /// As in [`Waiting`].
    level: u32,
    body: u32,
    promises: Vec<IndirectPromise>,
}

impl ParallelWhile {
    fn step(self, args: Values) {
        let ctx = self.ctx.as_ctx();
        let mut values = call_async_at(ctx.program, self.body, ctx.request, self.level, args);
        let flag = values.pop().unwrap_or_else(|| Value::scalar(false));
        let waited = flag.clone();
        waited.when_ready(move || {
            if let Some(error) = flag.error() {
                return self.finish(fail_when_ready(values, error.clone()));
            }
            if flag.get_scalar::<bool>() == Some(true) { self.step(values) } else { self.finish(values) }
        });
    }

    fn finish(self, values: Values) {
        for (promise, value) in self.promises.into_iter().zip(values) {
            promise.forward(value);
        }
    }
}
