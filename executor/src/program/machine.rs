//! The machine: runs a function and what it calls in one thread.
//!
//! It is in one of three states: in the *straight loop*, which runs instructions one after the other; in *dataflow*,
//! which runs kernels of a [`Frame`] as they become ready; or *delivering* the results of a call to whoever waits for
//! them. Who waits is on a stack of continuations, and registers of straight calls are on a stack of chunks that never
//! move: no native stack grows with the depth of the program.
//!
//! A straight call leaves for dataflow at the first kernel that fails or whose results are not there yet, and when the
//! request is cancelled. It never comes back; calls above it are not affected until its results reach them.
//!
//! In *free* mode, which a run of a function that only computes scalars has, functions run in textual order whatever
//! their streams; otherwise only the order of the dataflow rules is good enough for the straight loop, on the
//! single-threaded queue.

#![expect(unsafe_code, reason = "runs instructions on registers")]

use super::{
    Program, ProgramInner,
    code::Next,
    control::Loop,
    dataflow::{Called, Flow},
    frame::Frame,
    lend::with_machine,
    order::{Ready, StreamLists},
    prepare::{Code, ControlInst, Prepared},
    settle::{Results, Settled, settle},
};
use crate::{
    jit::NativeContext,
    kernel::{Control, ExecCtx, Values},
    request::RequestContext,
    trace::record,
    value::{AnyRef, Error, IndirectPromise, KernelError, Value, panic_message},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    ptr::{null, null_mut},
};
use tfrt_bef::FunctionKind;

/// Words of the first chunk of registers; later ones grow.
const FIRST_CHUNK: usize = 4096;
const LARGEST_CHUNK: usize = 1 << 20;
/// Kernels of a run that may be forgotten and done again.
const REPLAYED: u64 = 1 << 16;

/// Who waits for the results of a call.
pub(crate) enum Cont {
    /// A kernel of a straight call.
    Straight(Caller),
    /// A kernel of a dataflow call.
    Flow(Flow, u32),
    /// A loop around the called function.
    Loop(Loop),
    /// Values that stand for the results.
    Promises(Vec<IndirectPromise>),
    /// The run's caller.
    Top,
}

/// A straight call that waits for a function it called.
#[derive(Clone, Copy)]
pub(crate) struct Caller {
    pub(crate) pc: *const u32,
    pub(crate) registers: *mut u64,
    pub(crate) code: *const Code,
    pub(crate) inst: *const ControlInst,
    /// The register stack as it was before the call.
    pub(crate) stack: StackMark,
}

/// A position in the register stack.
#[derive(Clone, Copy)]
pub(crate) struct StackMark {
    pub(crate) top: *mut u64,
    pub(super) limit: *mut u64,
    pub(super) chunk: usize,
}

impl StackMark {
    /// The start of the first chunk.
    #[inline]
    pub(super) fn bottom(chunk: &mut [u64]) -> StackMark {
        let range = chunk.as_mut_ptr_range();
        StackMark { top: range.start, limit: range.end, chunk: 0 }
    }
}

/// Why the straight loop was left.
pub(crate) enum Event {
    None,
    /// The kernel at `pc` failed; why is in `failure`.
    Failed,
    /// A kernel ran, and not all of its results are there; they are in `staged`.
    Staged,
    /// A kernel ran, and this is its only result.
    Later(Settled),
    /// A control flow kernel that the straight loop cannot run itself; the instruction after it.
    Slow(*const ControlInst, *const u32),
    /// The request was cancelled before this step.
    Cancelled(u32),
    /// The function that the run began with gave its results; they are in `values`.
    Returned,
}

enum State {
    Straight(*const u32, *mut u64),
    Flow(Flow),
    Deliver(Values),
    Done,
    /// The run is given up.
    GivenUp,
}

/// Runs functions; see the module's documentation.
pub struct Machine {
    pub(crate) conts: Vec<Cont>,
    pub(crate) stack: StackMark,
    pub(crate) code: *const Code,
    pub(crate) registers: *mut u64,
    pc: *const u32,
    pub(crate) request: *const RequestContext,
    pub(crate) program: *const Program,
    pub(crate) free: bool,
    /// Whether the run is given up at the first failure, to be done again in the order that is fixed.
    replays: bool,
    given_up: bool,
    pub(crate) single: bool,
    pub(crate) event: Event,
    pub(crate) failure: Option<KernelError>,
    pub(crate) staged: Results,
    pub(crate) values: Values,
    pub(crate) kernels: u64,
    pub(crate) ready: Ready,
    /// Kernels until the next sample, and what it was after the last one.
    pub(crate) fuel: i64,
    pub(crate) sampled: i64,
    /// For compiled code.
    pub(crate) native: NativeContext,
    pub(crate) native_results: Vec<u64>,
    pub(crate) lists: StreamLists,
    pub(super) chunks: Vec<Box<[u64]>>,
}

/// Leaves the straight loop because the kernel that runs has failed.
///
/// # Safety
/// The machine runs the thunk that calls this.
#[cold]
pub(crate) unsafe fn fail_fast(machine: *mut Machine, error: KernelError, registers: *mut u64) -> Next {
    // SAFETY: by the contract.
    unsafe {
        (*machine).failure = Some(error);
        (*machine).event = Event::Failed;
    }
    Next { pc: null(), registers }
}

/// Leaves the straight loop because the only result of the kernel that runs is not there.
///
/// # Safety
/// The machine runs the thunk that calls this.
#[inline]
pub(crate) unsafe fn stage_fast(machine: *mut Machine, value: Settled, registers: *mut u64) -> Next {
    // SAFETY: by the contract. There is no event while a thunk runs, so there is nothing to drop in its place.
    unsafe {
        debug_assert!(matches!((*machine).event, Event::None));
        (&raw mut (*machine).event).write(Event::Later(value));
    }
    Next { pc: null(), registers }
}

impl Machine {
    pub(super) fn new() -> Machine {
        Machine {
            conts: Vec::new(),
            stack: StackMark { top: null_mut(), limit: null_mut(), chunk: usize::MAX },
            code: null(),
            registers: null_mut(),
            pc: null(),
            request: null(),
            program: null(),
            free: false,
            replays: false,
            given_up: false,
            single: true,
            event: Event::None,
            failure: None,
            staged: Results::new(),
            values: Values::new(),
            kernels: 0,
            ready: Ready::default(),
            fuel: 0,
            sampled: 0,
            native: NativeContext::new(),
            native_results: Vec::new(),
            lists: StreamLists::default(),
            chunks: Vec::new(),
        }
    }

    pub(crate) fn request<'a>(&self) -> &'a RequestContext {
        // SAFETY: `with_machine` borrows it for the whole run, to which every caller is confined.
        unsafe { &*self.request }
    }

    #[inline]
    pub(crate) fn program<'a>(&self) -> &'a Program {
        // SAFETY: as for the request.
        unsafe { &*self.program }
    }

    #[inline]
    pub(super) fn inner<'a>(&self) -> &'a ProgramInner {
        self.program().inner()
    }

    #[inline]
    pub(crate) fn ctx<'a>(&self, kernel: u32) -> ExecCtx<'a> {
        ExecCtx { request: self.request(), program: self.program(), kernel }
    }

    /// The code in which the straight loop runs the function now, if any.
    #[inline]
    pub(crate) fn straight_code<'a>(&self, function: &'a Prepared) -> Option<&'a Code> {
        Some(self.original_straight_code(function)?.current(self))
    }

    /// The code in which the straight loop may run the function, if any, without compiled parts.
    #[inline]
    pub(crate) fn original_straight_code<'a>(&self, function: &'a Prepared) -> Option<&'a Code> {
        if self.free || (!self.single && function.pure) {
            return Some(function.textual());
        }
        Some(function.main()).filter(|code| code.straight)
    }

    /// Takes registers for a call of this code. `stack` is what [`Machine::restore`] undoes.
    #[inline]
    pub(crate) fn push_registers(&mut self, count: u32) -> *mut u64 {
        let free = (self.stack.limit as usize - self.stack.top as usize) / size_of::<u64>();
        if free < count as usize {
            self.next_chunk(count as usize);
        }
        let registers = self.stack.top;
        // SAFETY: the chunk has room.
        self.stack.top = unsafe { registers.add(count as usize) };
        registers
    }

    #[cold]
    fn next_chunk(&mut self, count: usize) {
        let next = self.stack.chunk.wrapping_add(1);
        if self.chunks.get(next).is_none_or(|chunk| chunk.len() < count) {
            // Chunks beyond this one are not in use.
            self.chunks.truncate(next);
            let grown = (FIRST_CHUNK << next.min(16)).min(LARGEST_CHUNK);
            self.chunks.push(vec![0; grown.max(count)].into());
        }
        let chunk = &mut self.chunks[next];
        let range = chunk.as_mut_ptr_range();
        self.stack = StackMark { top: range.start, limit: range.end, chunk: next };
    }

    /// Runs a function to its end: until its results are there or stand for what comes.
    pub(crate) fn call(&mut self, id: u32, args: Values) -> Values {
        self.conts.push(Cont::Top);
        let state = self.start(id, args);
        self.run(state);
        std::mem::take(&mut self.values)
    }

    /// Calls a function with arguments that are there: bits of scalars, references of objects, as its registers hold them. Its
    /// results are left in `values`.
    pub(crate) fn call_ready<const N: usize>(
        &mut self,
        function: &Prepared,
        first: [u64; N],
        rest: impl Iterator<Item = u64>,
    ) {
        self.conts.push(Cont::Top);
        match self.straight_code(function) {
            Some(code) if !self.request().is_cancelled() => {
                let registers = self.push_registers(code.num_registers);
                // SAFETY: arguments are the first registers.
                unsafe {
                    for (i, bits) in first.into_iter().enumerate() {
                        registers.add(i).write(bits);
                    }
                    for (i, bits) in rest.enumerate() {
                        registers.add(N + i).write(bits);
                    }
                }
                self.code = code;
                match self.run_straight(code.words.as_ptr(), registers) {
                    // Not if a loop has ended: it gives the results to the call around it.
                    Event::Returned if matches!(self.conts.last(), Some(Cont::Top)) => {
                        drop(self.conts.pop());
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
        let (mark, waiting, kernels) = (self.stack, self.conts.len(), self.kernels);
        self.conts.push(Cont::Top);
        self.replays = true;
        let state = self.start(id, args);
        self.run(state);
        self.replays = false;
        if !std::mem::take(&mut self.given_up) {
            return Some(std::mem::take(&mut self.values));
        }
        self.conts.truncate(waiting);
        self.stack = mark;
        self.kernels = kernels;
        self.failure = None;
        self.staged.clear();
        None
    }

    /// Whether to give up the run because of what left the straight loop. A long run is not done again: it goes on as dataflow
    /// from where it is, and only the order in which several errors are reported may differ.
    fn gives_up(&mut self, event: &Event) -> bool {
        let fails = match *event {
            Event::Returned => false,
            // A loop without an iteration, or one whose count is wrong.
            Event::Slow(inst, _) => {
                // SAFETY: instances live as long as the code; the registers are those of the call.
                let (inst, count) = unsafe {
                    let inst = &*inst;
                    (inst, self.registers.add(inst.selector as usize).read() as u32 as i32)
                };
                inst.control == Control::Repeat && (count < 0 || self.request().is_cancelled())
            }
            Event::Failed | Event::Staged | Event::Later(_) | Event::Cancelled(_) | Event::None => true,
        };
        fails && std::mem::take(&mut self.replays) && self.kernels < REPLAYED
    }

    /// Goes on with a dataflow call.
    #[inline]
    pub(crate) fn resume(&mut self, mut flow: Flow) {
        // SAFETY: a flow's frame is kept until its kernels have run.
        match unsafe { self.run_flow(&mut flow) } {
            // SAFETY: as above; the flow has ended.
            None => match unsafe { self.end_flow(flow) } {
                None => {}
                Some(values) => self.run(State::Deliver(values)),
            },
            Some(called) => {
                let state = self.call_from_flow(flow, called);
                self.run(state);
            }
        }
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
                State::Deliver(values) => self.deliver_to(values),
                State::Done => return,
                State::GivenUp => {
                    self.given_up = true;
                    return;
                }
            };
        }
    }

    /// Starts a call of a function.
    fn start(&mut self, id: u32, args: Values) -> State {
        let inner = self.inner();
        let view = inner.file.function(tfrt_bef::FunctionId(id));
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
            let mark = self.stack;
            let registers = self.push_registers(code.num_registers);
            let settled: Results =
                args.into_iter().enumerate().map(|(i, value)| settle(function.kinds[i], value)).collect();
            if settled.iter().all(|value| matches!(value, Settled::Bits(_))) {
                for (i, value) in settled.into_iter().enumerate() {
                    if let Settled::Bits(bits) = value {
                        // SAFETY: arguments are the first registers.
                        unsafe { registers.add(i).write(bits) };
                    }
                }
                self.code = code;
                return State::Straight(code.words.as_ptr(), registers);
            }
            self.stack = mark;
            return State::Flow(self.begin_flow(function, settled));
        }
        if !self.free && inner.purity.replayable[id as usize] {
            // It has streams; as a run of its own it need not follow them.
            let copy = args.clone();
            let results =
                with_machine(self.program(), self.request(), true, |machine| machine.try_call(id, copy));
            if let Some(results) = results {
                return State::Deliver(results);
            }
        }
        let settled =
            args.into_iter().enumerate().map(|(i, value)| settle(function.kinds[i], value)).collect();
        State::Flow(self.begin_flow(function, settled))
    }

    /// Runs instructions until something leaves the loop; says why.
    pub(crate) fn run_straight(&mut self, pc: *const u32, registers: *mut u64) -> Event {
        let machine: *mut Machine = self;
        self.registers = registers;
        self.pc = pc;
        let left = catch_unwind(AssertUnwindSafe(|| {
            let (mut pc, mut registers) = (pc, registers);
            if record::enabled() {
                // SAFETY: as below.
                return unsafe { run_traced(machine, pc, registers) };
            }
            loop {
                // SAFETY: code is made of instructions, each of which leads to another one or out of the loop; what
                // they read was checked by the loader and is there, or a previous one would have left the loop.
                unsafe {
                    (*machine).pc = pc;
                    let next = Code::thunk(pc)(pc, registers, machine);
                    if next.pc.is_null() {
                        return;
                    }
                    pc = next.pc;
                    registers = next.registers;
                }
            }
        }));
        if let Err(panic) = left {
            // SAFETY: `code` is that of the call whose instruction panicked.
            if unsafe { &*self.code }.step_at(self.pc).is_none() {
                resume_unwind(panic);
            }
            self.failure = Some(KernelError::new(panic_message(&*panic)));
            self.event = Event::Failed;
        }
        std::mem::replace(&mut self.event, Event::None)
    }

    /// The step whose kernel left the straight loop.
    pub(crate) fn step(&self, code: &Code) -> u32 {
        let step = code.step_at(self.pc);
        debug_assert!(step.is_some(), "the loop was left at no kernel");
        step.unwrap_or(0)
    }

    /// The error of the kernel that failed in the straight loop, its step and its number of results.
    pub(crate) fn take_failure(&mut self, code: &Code) -> (Error, u32, usize) {
        let step = self.step(code);
        let kernel = code.function().view().kernel(code.position(step) as usize);
        let failure =
            self.failure.take().unwrap_or_else(|| KernelError::new("a kernel stopped without a reason"));
        (self.ctx(kernel.ix().0).report(failure), step, kernel.results().len())
    }

    fn straight(&mut self, pc: *const u32, registers: *mut u64) -> State {
        let event = self.run_straight(pc, registers);
        self.left(event)
    }

    /// Goes on after the straight loop was left.
    fn left(&mut self, event: Event) -> State {
        if self.replays && self.gives_up(&event) {
            return State::GivenUp;
        }
        // SAFETY: `code` is that of the call that runs.
        let code = unsafe { &*self.code };
        match event {
            Event::Returned => State::Deliver(std::mem::take(&mut self.values)),
            Event::Staged => {
                let step = self.step(code);
                let results = std::mem::take(&mut self.staged);
                State::Flow(self.leave(code, self.registers, step, Some(results)))
            }
            Event::Later(result) => {
                let step = self.step(code);
                let mut results = Results::new();
                results.push(result);
                State::Flow(self.leave(code, self.registers, step, Some(results)))
            }
            Event::Slow(inst, next) => {
                // SAFETY: as above.
                let inst = unsafe { &*inst };
                let registers = self.registers;
                // SAFETY: the registers are those of the call, whose operands are there.
                let (selector, args) = unsafe { straight_operands(inst, registers) };
                let caller = Caller { pc: next, registers, code, inst, stack: self.stack };
                self.conts.push(Cont::Straight(caller));
                self.start_control(inst, selector, args)
            }
            Event::Cancelled(step) => State::Flow(self.leave(code, self.registers, step, None)),
            Event::Failed | Event::None => {
                let (error, step, results) = self.take_failure(code);
                let results = (0..results).map(|_| Settled::Error(error.clone())).collect();
                State::Flow(self.leave(code, self.registers, step, Some(results)))
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

    /// Gives the results of a call to whoever waits for them.
    fn deliver_to(&mut self, values: Values) -> State {
        match self.conts.pop() {
            Some(Cont::Straight(caller)) => {
                self.stack = caller.stack;
                // SAFETY: the caller waits, so its code, instance and registers are as it left them.
                let (code, inst) = unsafe { (&*caller.code, &*caller.inst) };
                let kinds = &code.function().kinds[inst.first_result as usize..];
                let results: Results =
                    values.into_iter().zip(kinds).map(|(value, &kind)| settle(kind, value)).collect();
                self.code = code;
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
            Some(Cont::Flow(mut flow, kernel)) => {
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
                self.values = values;
                State::Done
            }
            None => State::Done,
        }
    }

    /// Turns a straight call into a dataflow call: the steps before `step` have run; with `results` this one has, too.
    fn leave(&mut self, code: &Code, registers: *mut u64, step: u32, results: Option<Results>) -> Flow {
        // The call's registers are the last on the stack.
        self.stack.top = registers;
        self.staged.clear();
        // SAFETY: the registers are those of the call, with the references that the code's order leaves at this step.
        unsafe { Frame::from_straight(self, code, registers, step, results) }
    }

    /// Starts what a control flow kernel of this flow calls.
    fn call_from_flow(&mut self, flow: Flow, called: Called) -> State {
        let (kernel, inst, selector, args) = called;
        self.conts.push(Cont::Flow(flow, kernel));
        // SAFETY: instances live as long as the function.
        self.start_control(unsafe { &*inst }, selector, args)
    }

    fn flow(&mut self, mut flow: Flow) -> State {
        // SAFETY: a flow's frame is kept until its kernels have run.
        let called = unsafe { self.run_flow(&mut flow) };
        match called {
            Some(called) => self.call_from_flow(flow, called),
            // SAFETY: as above; the flow has ended.
            None => match unsafe { self.end_flow(flow) } {
                Some(values) => State::Deliver(values),
                None => State::Done,
            },
        }
    }
}

/// The straight loop, recording each instruction.
///
/// # Safety
/// As for the loop in [`Machine::run_straight`].
#[cold]
unsafe fn run_traced(machine: *mut Machine, mut pc: *const u32, mut registers: *mut u64) {
    // SAFETY: by the contract.
    unsafe {
        let generation = record::keep((*machine).program());
        let mut start = record::ticks();
        loop {
            (*machine).pc = pc;
            let code = (*machine).code;
            let next = Code::thunk(pc)(pc, registers, machine);
            let end = record::ticks();
            record::kernel(code, pc, start, end, generation);
            if next.pc.is_null() {
                return;
            }
            (pc, registers, start) = (next.pc, next.registers, end);
        }
    }
}

/// Moves the operands of a control flow kernel out of the registers of a straight call.
///
/// # Safety
/// The registers are those of the call in which the kernel is next.
unsafe fn straight_operands(inst: &ControlInst, registers: *mut u64) -> (u64, Values) {
    use super::code::{LAST_USE, OBJECT, REGISTER};
    // SAFETY: by the contract, operands are there; a last use takes the register's reference.
    unsafe {
        let code_kinds = inst.kinds();
        let args = inst.operands.iter().zip(code_kinds).map(|(&word, &kind)| {
            let bits = registers.add((word & REGISTER) as usize).read();
            match kind {
                Some(kind) => Value::Scalar(kind, bits),
                None if word & LAST_USE != 0 => Value::Async(AnyRef::from_bits(bits)),
                None => {
                    debug_assert!(word & OBJECT != 0);
                    Value::Async(AnyRef::borrow_bits(&bits).clone())
                }
            }
        });
        let args = args.collect();
        (registers.add(inst.selector as usize).read(), args)
    }
}
