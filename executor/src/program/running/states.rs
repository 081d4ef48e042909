//! The states of a run: the straight loop, dataflow, and delivering the results of a call to its waiter.
//!
//! Each state determines the next one, until the function that the run began with has returned its results.
//! See [`machine`](crate::program::machine) for the reasons to leave the straight loop.

#![expect(unsafe_code, reason = "registers and frames of calls that run")]

use crate::program::{
    code::{
        function::{ControlInst, FunctionCode, Prepared},
        instruction::{Event, LAST_USE, Next, OBJECT, REGISTER, Runner},
    },
    frames::{Awaited, Flow, FlowFrame},
    machine::{
        Caller, Cont, Machine, State,
        lend::{nested_level, with_machine},
        room::too_deep,
    },
};
use crate::{
    kernel::{Control, Values},
    value::{
        AnyRef, Error, Value,
        settle::{Results, Settled, settle},
    },
};
use tfrt_bef::FunctionKind;

/// Kernels of a run that may be forgotten and done again.
const REPLAYED: u64 = 1 << 16;

/// Goes on with the state that the machine was left in: see [`Engine::drive`](crate::program::code::instruction::Engine::drive).
///
/// # Safety
/// The runner is a machine that is lent for a run, and nothing of it is borrowed.
pub(in crate::program) unsafe fn drive(runner: *mut Runner) {
    // SAFETY: the caller says that the runner is a machine lent for a run, and that no borrow of it is live.
    let machine = unsafe { &mut *Machine::of(runner) };
    let state = std::mem::replace(&mut machine.next, State::Done);
    machine.run(state);
}

impl Machine {
    /// Runs a function to its end: until its results are there or stand for what comes.
    pub(crate) fn call(&mut self, id: u32, args: Values) -> Values {
        self.calls.conts.push(Cont::Top);
        let state = self.start(id, args);
        self.run(state);
        std::mem::take(&mut self.run.values)
    }

    /// Calls a function with arguments that are there: bits of scalars, references of objects, as its registers hold them. Its
    /// results are left in `values`.
    pub(crate) fn call_ready<const N: usize>(
        &mut self,
        function: &Prepared,
        first: [u64; N],
        rest: impl Iterator<Item = u64>,
    ) {
        self.calls.conts.push(Cont::Top);
        match self.straight_code(function) {
            Some(code) if !self.request().is_cancelled() => {
                let registers = self.push_registers(code.num_registers);
                // SAFETY: the code has at least as many registers as the function has arguments, which are
                // the first ones.
                unsafe {
                    for (i, bits) in first.into_iter().enumerate() {
                        registers.add(i).write(bits);
                    }
                    for (i, bits) in rest.enumerate() {
                        registers.add(N + i).write(bits);
                    }
                }
                self.straight.code = code;
                match self.run_straight(code.words.as_ptr(), registers) {
                    // Not if a loop has ended: it gives the results to the call around it.
                    Event::Returned if matches!(self.calls.conts.last(), Some(Cont::Top)) => {
                        drop(self.calls.conts.pop());
                    }
                    event => {
                        let state = self.left(event);
                        self.run(state);
                    }
                }
            }
            _ => {
                let args = first.into_iter().chain(rest).map(Settled::Bits).collect();
                let flow = self.begin_flow(function, args);
                self.run(State::Flow(flow));
            }
        }
    }

    /// Runs a replayable function in textual order; `None` if that does not come to its end without a failure, and what it did
    /// is forgotten. Nothing but scalars is in its registers.
    pub(crate) fn try_call(&mut self, id: u32, args: Values) -> Option<Values> {
        let there = |value: &Value| value.is_available() && value.error().is_none();
        if !args.iter().all(there) || self.request().is_cancelled() {
            return None;
        }
        let (mark, waiting, kernels) = (self.calls.stack, self.calls.conts.len(), self.run.kernels);
        self.calls.conts.push(Cont::Top);
        self.run.replays = true;
        let state = self.start(id, args);
        self.run(state);
        self.run.replays = false;
        if !std::mem::take(&mut self.run.given_up) {
            return Some(std::mem::take(&mut self.run.values));
        }
        self.calls.conts.truncate(waiting);
        self.calls.stack = mark;
        self.run.kernels = kernels;
        self.runner.failure = None;
        self.straight.staged.clear();
        None
    }

    /// Whether to give up the run because of what left the straight loop. A long run is not done again: it goes on as dataflow
    /// from where it is, and only the order in which several errors are reported may differ.
    fn gives_up(&mut self, event: &Event) -> bool {
        let fails = match *event {
            Event::Returned => false,
            // A loop without an iteration, or one whose count is wrong.
            Event::Slow(inst, _) => {
                // SAFETY: the pointer is that of an instance that `slow` was given, which lives as long as the code; the registers are
                // those of the call.
                let (inst, count) = unsafe {
                    let inst = &*inst.cast::<ControlInst>();
                    (inst, self.straight.registers.add(inst.selector as usize).read() as u32 as i32)
                };
                inst.control == Control::Repeat && (count < 0 || self.request().is_cancelled())
            }
            Event::Failed | Event::Staged | Event::Later(_) | Event::Cancelled(_) | Event::None => true,
        };
        fails && std::mem::take(&mut self.run.replays) && self.run.kernels < REPLAYED
    }

    /// Goes on with a loop that waited; its continuations are on the stack.
    pub(crate) fn deliver(&mut self, values: Values) {
        self.run(State::Deliver(values));
    }

    fn run(&mut self, mut state: State) {
        loop {
            state = match state {
                State::Straight(pc, registers) => self.straight(pc, registers),
                State::Flow(flow) => self.flow(flow),
                State::Awaits(flow, awaited) => self.wait_in_flow(flow, awaited),
                State::Deliver(values) => self.deliver_to(values),
                State::Done => return,
                State::GivenUp => {
                    self.run.given_up = true;
                    return;
                }
            };
        }
    }

    /// Starts a call of a function.
    fn start(&mut self, id: u32, args: Values) -> State {
        // SAFETY: the caller of the function waits here, or has lent the machine; either keeps the program.
        let inner = unsafe { self.kept_program() };
        let view = inner.loaded.file.function(tfrt_bef::FunctionId(id));
        match view.kind() {
            FunctionKind::Native => return State::Deliver(self.call_native(id, args)),
            FunctionKind::Sync => {
                let error = Error::internal(format!("'{}' is a sync function", view.name()));
                return State::Deliver(
                    (0..view.num_results()).map(|_| Value::Error(error.clone())).collect(),
                );
            }
            FunctionKind::Async => {}
        }
        let function = inner.prepared(id);
        let there = |value: &Value| value.is_available() && value.error().is_none();
        if let Some(code) = self.straight_code(function)
            && args.iter().all(there)
            && !self.request().is_cancelled()
        {
            let mark = self.calls.stack;
            let registers = self.push_registers(code.num_registers);
            let settled: Results =
                args.into_iter().enumerate().map(|(i, value)| settle(function.kinds[i], value)).collect();
            if settled.iter().all(|value| matches!(value, Settled::Bits(_))) {
                for (i, value) in settled.into_iter().enumerate() {
                    if let Settled::Bits(bits) = value {
                        // SAFETY: the code has at least as many registers as the function has arguments,
                        // which are the first ones.
                        unsafe { registers.add(i).write(bits) };
                    }
                }
                self.straight.code = code;
                return State::Straight(code.words.as_ptr(), registers);
            }
            self.calls.stack = mark;
            return State::Flow(self.begin_flow(function, settled));
        }
        if !self.run.free && inner.loaded.purity.replayable[id as usize] {
            // It has streams; as a run of its own it need not follow them.
            let copy = args.clone();
            let results = with_machine(self.program(), self.request(), true, nested_level(), |machine| {
                machine.try_call(id, copy)
            });
            if let Some(results) = results {
                return State::Deliver(results);
            }
        }
        let settled =
            args.into_iter().enumerate().map(|(i, value)| settle(function.kinds[i], value)).collect();
        State::Flow(self.begin_flow(function, settled))
    }

    fn straight(&mut self, pc: *const u32, registers: *mut u64) -> State {
        let event = self.run_straight(pc, registers);
        self.left(event)
    }

    /// Goes on after the straight loop was left.
    fn left(&mut self, event: Event) -> State {
        if self.run.replays && self.gives_up(&event) {
            return State::GivenUp;
        }
        // SAFETY: `code` points at the code of the running call; the program keeps all codes.
        let code = unsafe { &*self.straight.code };
        match event {
            Event::Returned => State::Deliver(std::mem::take(&mut self.run.values)),
            Event::Staged => {
                let step = self.step(code);
                let results = std::mem::take(&mut self.straight.staged);
                State::Flow(self.leave(code, self.straight.registers, step, Some(results)))
            }
            Event::Later(result) => {
                let step = self.step(code);
                let mut results = Results::new();
                results.push(result);
                State::Flow(self.leave(code, self.straight.registers, step, Some(results)))
            }
            Event::Slow(inst, next) => {
                // SAFETY: the pointer is that of an instance that `slow` was given; it belongs to the code of the running call, which
                // the program keeps.
                let inst = unsafe { &*inst.cast::<ControlInst>() };
                let registers = self.straight.registers;
                // SAFETY: these are the registers of the running call, whose next kernel is `inst`: its
                // operands are available, and a last use owns the register's reference.
                let (selector, args) = unsafe { straight_operands(inst, registers) };
                let caller = Caller { pc: next, registers, code, inst, stack: self.calls.stack };
                self.calls.conts.push(Cont::Straight(caller));
                self.start_control(inst, selector, args)
            }
            Event::Cancelled(step) => State::Flow(self.leave(code, self.straight.registers, step, None)),
            Event::Failed | Event::None => {
                let (error, step, results) = self.take_failure(code);
                let results = (0..results).map(|_| Settled::Error(error.clone())).collect();
                State::Flow(self.leave(code, self.straight.registers, step, Some(results)))
            }
        }
    }

    /// Starts what a control flow kernel calls; its continuation is on the stack.
    fn start_control(&mut self, inst: &ControlInst, selector: u64, args: Values) -> State {
        match self.choose(inst, selector, args) {
            Ok((id, args)) => self.start(id, args),
            Err(values) => State::Deliver(values),
        }
    }

    /// Passes the results of a call to its waiter.
    fn deliver_to(&mut self, values: Values) -> State {
        match self.calls.conts.pop() {
            Some(Cont::Straight(caller)) => {
                self.calls.stack = caller.stack;
                if self.request().is_cancelled()
                    // SAFETY: the caller waits for the values of the call that has just ended, and if this
                    // returns results, the caller's call is over as well.
                    && let Some(values) = unsafe { self.skip_rest(&caller, &values) }
                {
                    return State::Deliver(values);
                }
                // SAFETY: the caller waits, so its code, instance and registers are as it left them.
                let (code, inst) = unsafe { (&*caller.code, &*caller.inst) };
                let kinds = &code.function().kinds[inst.first_result as usize..];
                let results: Results =
                    values.into_iter().zip(kinds).map(|(value, &kind)| settle(kind, value)).collect();
                self.straight.code = code;
                if results.iter().all(|result| matches!(result, Settled::Bits(_))) {
                    for (i, result) in results.into_iter().enumerate() {
                        if let Settled::Bits(bits) = result {
                            // SAFETY: the instance's results are registers of the caller.
                            unsafe { caller.registers.add(inst.first_result as usize + i).write(bits) };
                        }
                    }
                    return State::Straight(caller.pc, caller.registers);
                }
                State::Flow(self.leave(code, caller.registers, inst.step, Some(results)))
            }
            Some(Cont::Flow(mut flow, kernel, waiting)) => {
                self.popped_flow(waiting);
                // SAFETY: the flow's frame is kept by its kernel that waits here.
                unsafe { self.finish_kernel(&mut flow, kernel, values) };
                State::Flow(flow)
            }
            Some(Cont::Loop(state)) => match self.next_iteration(state, values) {
                Ok((id, args)) => self.start(id, args),
                Err(values) => State::Deliver(values),
            },
            Some(Cont::Promises(promises)) => {
                for (promise, value) in promises.into_iter().zip(values) {
                    promise.forward(value);
                }
                State::Done
            }
            Some(Cont::Top) => {
                self.run.values = values;
                State::Done
            }
            None => State::Done,
        }
    }

    /// Turns a straight call into a dataflow call: the steps before `step` have run; with `results` this one has, too.
    fn leave(
        &mut self,
        code: &FunctionCode,
        registers: *mut u64,
        step: u32,
        results: Option<Results>,
    ) -> Flow {
        // The call's registers are the last on the stack.
        self.calls.stack.top = registers;
        self.straight.staged.clear();
        // SAFETY: the registers are those of the call, with the references that the code's order leaves at this step.
        unsafe { FlowFrame::from_straight(self, code, registers, step, results) }
    }

    /// Starts what a control flow kernel of this flow calls, or goes on with it.
    fn wait_in_flow(&mut self, flow: Flow, awaited: Awaited) -> State {
        let (kernel, inst, selector, args) = match awaited {
            Awaited::Called(called) => called,
            Awaited::Inside(Next { pc, registers }) => return State::Straight(pc, registers),
        };
        // SAFETY: instances live as long as the function.
        let inst = unsafe { &*inst };
        let shared = self.shared_lines(&flow, &args);
        if !self.frames_fit(shared) {
            too_deep(self.ctx(inst.kernel), inst.functions[0]);
        }
        self.push_flow(flow, kernel, shared);
        self.start_control(inst, selector, args)
    }

    fn flow(&mut self, mut flow: Flow) -> State {
        // SAFETY: a flow's frame is kept until its kernels have run.
        let called = unsafe { self.run_flow(&mut flow) };
        match called {
            Some(awaited) => self.wait_in_flow(flow, awaited),
            // SAFETY: `run_flow` returned without a call, so nothing is ready in the flow, and the flow is
            // not used afterwards.
            None => match unsafe { self.end_flow(flow) } {
                Some(values) => State::Deliver(values),
                None => State::Done,
            },
        }
    }
}

/// Moves the operands of a control flow kernel out of the registers of a straight call.
///
/// # Safety
/// The registers are those of the call in which the kernel is next.
unsafe fn straight_operands(inst: &ControlInst, registers: *mut u64) -> (u64, Values) {
    // SAFETY: the caller says that the kernel is next in the call of these registers: its operands are
    // available and of its kinds, and a last use moves the register's reference out, once.
    unsafe {
        let code_kinds = inst.kinds();
        let args = inst.operands.iter().zip(code_kinds).map(|(&word, &kind)| {
            let bits = registers.add((word & REGISTER) as usize).read();
            match kind {
                Some(kind) => Value::Scalar(kind, bits),
                None if word & LAST_USE != 0 => Value::Async(AnyRef::from_bits(bits)),
                None => {
                    debug_assert!(word & OBJECT != 0);
                    Value::Async(AnyRef::clone(&AnyRef::borrow_bits(bits)))
                }
            }
        });
        let args = args.collect();
        (registers.add(inst.selector as usize).read(), args)
    }
}
