//! Calls from outside: by kernels, by tasks, by the library's users.

#![expect(unsafe_code, reason = "a sync call that fails drops what its registers hold")]

use crate::kernel::opened::Program;
use crate::program::{
    code::{
        function::{ControlInst, FunctionCode},
        instruction::Event,
    },
    dataflow::leave::drop_kept,
    machine::{
        Caller, Cont, Machine,
        lend::{depth, nested_level, with_machine},
        room::{MAX_NESTED_RUNS, check_level},
    },
};
use crate::{
    allocator::AllocatorKind,
    kernel::{ExecCtx, Values},
    queue::Task,
    request::RequestContext,
    value::{
        AnyRef, Error, ErrorCode, KernelError, SourceLocation, Value, indirect,
        settle::{Settled, settle},
    },
};
use tfrt_bef::FunctionKind;

/// The reason why arguments do not fit a function, if they do not.
fn check_args(program: &Program, id: u32, args: &[Value]) -> Option<Error> {
    let view = program.function_view(id);
    (args.len() != view.num_args()).then(|| {
        let (name, takes) = (view.name(), view.num_args());
        Error::internal(format!("function '{name}' takes {takes} arguments, but got {}", args.len()))
    })
}

/// Runs a function in this thread until nothing of it is ready any more. Inside of too many other runs on this thread it is run in a
/// task, so that no native stack grows with the depth of a program.
pub(crate) fn call(ctx: ExecCtx<'_>, id: u32, args: Values) -> Values {
    let level = nested_level();
    check_level(ctx, id, level);
    if depth() >= MAX_NESTED_RUNS {
        return call_async_at(ctx.program, id, ctx.request, level, args);
    }
    call_at(ctx.program, id, ctx.request, level, args)
}

/// Runs a function in this thread, inside of calls that take as much as `level` says.
pub(crate) fn call_at(
    program: &Program,
    id: u32,
    request: &RequestContext,
    level: u32,
    args: Values,
) -> Values {
    if let Some(error) = check_args(program, id, &args) {
        return (0..program.function_view(id).num_results()).map(|_| Value::Error(error.clone())).collect();
    }
    let purity = &program.inner().loaded.purity;
    let free = purity.pure[id as usize];
    let replayable = purity.replayable[id as usize];
    let _owned = request.host().queue().own();
    let run = || {
        if replayable && !free {
            let args = args.clone();
            let results = with_machine(program, request, true, level, |machine| machine.try_call(id, args));
            if let Some(results) = results {
                return results;
            }
        }
        with_machine(program, request, free, level, |machine| machine.call(id, args))
    };
    let allocator = request.host().allocator();
    if allocator.kind() != AllocatorKind::TestFixedSize1k {
        return run();
    }
    // Only this allocator, whose room is so small that it shows, has the state of a call in its books.
    let view = program.function_view(id);
    let bytes = 32 * view.num_registers() as u64 + 8 * view.num_kernels() as u64;
    if let Err(error) = allocator.allocate(bytes) {
        let error = Error::new(ErrorCode::ResourceExhausted, error.to_string(), SourceLocation::Unknown);
        return (0..view.num_results()).map(|_| Value::Error(error.clone())).collect();
    }
    let results = run();
    allocator.deallocate(bytes);
    results
}

/// Runs a function in a task; the results stand for its results.
pub(crate) fn call_async(ctx: ExecCtx<'_>, id: u32, args: Values) -> Values {
    let level = nested_level();
    check_level(ctx, id, level);
    call_async_at(ctx.program, id, ctx.request, level, args)
}

/// As [`call_async`], inside of calls that take as much as `level` says.
pub(crate) fn call_async_at(
    program: &Program,
    id: u32,
    request: &RequestContext,
    level: u32,
    args: Values,
) -> Values {
    let count = program.function_view(id).num_results();
    let (promises, results): (Vec<_>, Values) =
        (0..count).map(|_| indirect()).map(|(promise, value)| (promise, Value::Async(value))).unzip();
    let (program, owned) = (program.clone(), request.clone());
    request.host().queue().push(Task::new(move || {
        for (promise, value) in promises.into_iter().zip(call_at(&program, id, &owned, level, args)) {
            promise.forward(value);
        }
    }));
    results
}

/// Runs a sync function: in textual order, to the first error. Arguments and results are there.
pub(crate) fn call_sync(
    program: &Program,
    id: u32,
    request: &RequestContext,
    args: Values,
) -> Result<Values, Error> {
    if let Some(error) = check_args(program, id, &args) {
        return Err(error);
    }
    if program.function_view(id).kind() != FunctionKind::Sync {
        return Err(Error::internal(format!("'{}' is no sync function", program.function_view(id).name())));
    }
    with_machine(program, request, true, nested_level(), |machine| machine.call_sync(id, args))
}

impl Machine {
    fn call_sync(&mut self, id: u32, args: Values) -> Result<Values, Error> {
        // SAFETY: the caller of `lend_machine` keeps the program until the machine's run, of which this call
        // is a part, has ended.
        let function = unsafe { self.kept_program() }.prepared(id);
        let code = function.textual().current(self);
        let mut bits = Vec::with_capacity(args.len());
        let mut failed = None;
        for (i, value) in args.into_iter().enumerate() {
            match settle(function.kinds[i], value) {
                Settled::Bits(value) => bits.push(value),
                Settled::Error(error) => failed = Some((i, error)),
                Settled::Pending(_) => {
                    failed = Some((i, Error::internal(format!("argument {i} is not available"))))
                }
            }
            if failed.is_some() {
                break;
            }
        }
        if let Some((count, error)) = failed {
            for (&bits, kind) in bits[..count].iter().zip(&function.kinds) {
                if kind.is_none() {
                    // SAFETY: `settle` made the bits of an object with a reference, which is dropped once.
                    drop(unsafe { AnyRef::from_bits(bits) });
                }
            }
            return Err(error);
        }
        let mark = self.calls.stack;
        let registers = self.push_registers(code.num_registers);
        for (i, value) in bits.into_iter().enumerate() {
            // SAFETY: the code has at least as many registers as the function has arguments, which are the
            // first ones.
            unsafe { registers.add(i).write(value) };
        }
        self.straight.code = code;
        self.calls.conts.push(Cont::Top);
        let event = self.run_straight(code.words.as_ptr(), registers);
        // SAFETY: compiled code that was left goes on in the original code.
        let code = unsafe { &*self.straight.code };
        self.calls.conts.pop();
        self.calls.stack = mark;
        let (error, ran, last_stored) = match event {
            Event::Returned => return Ok(std::mem::take(&mut self.run.values)),
            event @ (Event::Staged | Event::Later(_)) => {
                let mut results = std::mem::take(&mut self.straight.staged);
                results.extend(if let Event::Later(result) = event { Some(result) } else { None });
                let failed = results.into_iter().find_map(|result| match result {
                    Settled::Error(error) => Some(error),
                    _ => None,
                });
                let step = self.step(code);
                let waits = || {
                    let kernel = code.function().view().kernel(code.position(step) as usize);
                    let error = KernelError::new("a kernel of a sync function is not synchronous");
                    self.ctx(kernel.ix().0).report(error)
                };
                (failed.unwrap_or_else(waits), step + 1, false)
            }
            Event::Failed | Event::None => {
                let (error, step, _) = self.take_failure(code);
                (error, step + 1, false)
            }
            Event::Cancelled(step) => {
                (self.request().cancelled().unwrap_or_else(Error::cancelled), step, true)
            }
            Event::Slow(inst, _) => {
                // SAFETY: the pointer is that of an instance that `slow` was given; it belongs to `code`, which the program keeps.
                let inst = unsafe { &*inst.cast::<ControlInst>() };
                let error = KernelError::new("control flow in a sync function");
                (self.ctx(inst.kernel).report(error), inst.step, true)
            }
        };
        // SAFETY: `ran` steps have run, the rest never will.
        unsafe { drop_live(code, registers, ran, last_stored) };
        Err(error)
    }
}

impl Machine {
    /// The results of a straight call of a cancelled request that gets this error for what it called: nothing of it runs any more, so
    /// they are the same error. Deep recursion so ends without a frame for each of its calls. `None` if it is not as simple.
    ///
    /// # Safety
    /// The caller waits, and gets these values; if they are given, it is over.
    pub(in crate::program) unsafe fn skip_rest(&self, caller: &Caller, values: &Values) -> Option<Values> {
        let error = self.request().cancelled()?;
        // SAFETY: the caller's code and instance live as long as the program.
        let (code, inst) = unsafe { (&*caller.code, &*caller.inst) };
        let function = code.function();
        let view = function.view();
        let is_computed = |register: u32| {
            let mut computed =
                (0..inst.step).flat_map(|step| view.kernel(code.position(step) as usize).results());
            register < function.num_args || computed.any(|other| other == register)
        };
        if values.is_empty()
            || !values.iter().all(|value| value.error().is_some_and(|other| other.same(&error)))
            || view.result_registers().iter().any(|&register| is_computed(register))
        {
            return None;
        }
        // SAFETY: the caller says that the straight call waits and ends with these results: the steps up to
        // its call have run, the rest never will, and the call's own results are not stored.
        unsafe { drop_live(code, caller.registers, inst.step + 1, false) };
        Some(view.result_registers().iter().map(|_| Value::Error(error.clone())).collect())
    }
}

/// Drops the objects that a straight call would still have used.
///
/// # Safety
/// The registers are those of the call of which `ran` steps have run, the last of them to the storing of its results if
/// `last_stored` says so; nothing more of it runs.
unsafe fn drop_live(code: &FunctionCode, registers: *mut u64, ran: u32, last_stored: bool) {
    let function = code.function();
    let view = function.view();
    let mut live = vec![false; view.num_registers()];
    for step in ran..code.num_kernels {
        for &register in view.kernel(code.position(step) as usize).operands() {
            live[register as usize] = true;
        }
    }
    for &register in view.result_registers() {
        live[register as usize] = true;
    }
    let stored = ran - u32::from(!last_stored);
    if !last_stored {
        let position = code.position(stored);
        let operands = view.kernel(position as usize).operands();
        // SAFETY: the kernel has run, and nothing after it.
        unsafe { drop_kept(code, position, operands, registers, |register| live[register as usize]) };
    }
    let computed = (0..stored).flat_map(|step| view.kernel(code.position(step) as usize).results());
    for register in (0..function.num_args).chain(computed) {
        if live[register as usize] && function.kinds[register as usize].is_none() {
            // SAFETY: the register was written, and its last use is still to come.
            drop(unsafe { AnyRef::from_bits(registers.add(register as usize).read()) });
        }
    }
}
