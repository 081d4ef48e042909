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
//!
//! This module has what a machine is made of, and the straight loop; [`room`](super::room) makes room for calls,
//! [`states`](super::states) goes from one state to the next.

#![expect(unsafe_code, reason = "runs instructions on registers")]

use super::{
    Program, ProgramInner,
    code::Next,
    control::Loop,
    dataflow::Flow,
    order::{Ready, StreamLists},
    prepare::{Code, ControlInst, Prepared},
    recorded,
    settle::{Results, Settled},
};
use crate::{
    jit::NativeContext,
    kernel::{ExecCtx, Values},
    request::RequestContext,
    trace::record,
    value::{Error, IndirectPromise, KernelError, panic_message},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    ptr::{null, null_mut},
};

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

/// Runs functions; see the module's documentation.
pub struct Machine {
    pub(crate) conts: Vec<Cont>,
    pub(crate) stack: StackMark,
    pub(crate) code: *const Code,
    pub(crate) registers: *mut u64,
    pub(super) pc: *const u32,
    pub(crate) request: *const RequestContext,
    pub(crate) program: *const Program,
    pub(crate) free: bool,
    /// Whether the run is given up at the first failure, to be done again in the order that is fixed.
    pub(super) replays: bool,
    pub(super) given_up: bool,
    pub(crate) single: bool,
    pub(crate) event: Event,
    pub(crate) failure: Option<KernelError>,
    pub(crate) staged: Results,
    pub(crate) values: Values,
    pub(crate) kernels: u64,
    /// What the calls outside of this run take, and the frames that wait in it; see [`room`](super::room).
    pub(super) level: u32,
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

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("waiting", &self.conts.len()).finish_non_exhaustive()
    }
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
            level: 0,
            ready: Ready::default(),
            fuel: 0,
            sampled: 0,
            native: NativeContext::new(),
            native_results: Vec::new(),
            lists: StreamLists::default(),
            chunks: Vec::new(),
        }
    }

    /// The request of the run.
    #[inline]
    pub(crate) fn request(&self) -> &RequestContext {
        // SAFETY: `lend_machine` asks its caller to keep the request as long as the machine runs anything, and nothing asks for it
        // afterwards.
        unsafe { &*self.request }
    }

    /// The program of the run.
    #[inline]
    pub(crate) fn program(&self) -> &Program {
        // SAFETY: as for the request.
        unsafe { &*self.program }
    }

    /// The surroundings of a kernel of the run.
    #[inline]
    pub(crate) fn ctx(&self, kernel: u32) -> ExecCtx<'_> {
        ExecCtx { request: self.request(), program: self.program(), kernel }
    }

    /// The surroundings of a kernel of the run, for as long as the run is known to last; so the machine can work meanwhile.
    ///
    /// # Safety
    /// During `'a` something of the run is under way that keeps its program and request: a kernel that has not given its results, a call
    /// that waits for others, or whoever lent the machine.
    #[inline]
    pub(crate) unsafe fn kept_ctx<'a>(&self, kernel: u32) -> ExecCtx<'a> {
        // SAFETY: by the caller's promise both are there during `'a`.
        unsafe { ExecCtx { request: &*self.request, program: &*self.program, kernel } }
    }

    /// The program of the run, as [`Machine::kept_ctx`] gives the surroundings.
    ///
    /// # Safety
    /// During `'a` something of the run is under way that keeps its program.
    #[inline]
    pub(super) unsafe fn kept_program<'a>(&self) -> &'a ProgramInner {
        // SAFETY: by the caller's promise the program is there during `'a`.
        unsafe { (*self.program).inner() }
    }

    /// Position in the file of the kernel that waits for what is called now; `u32::MAX` if there is none.
    pub(super) fn calling_kernel(&self) -> u32 {
        let kernel_of = |cont: &Cont| match cont {
            // SAFETY: the instance lives as long as the code of the call, which waits.
            Cont::Straight(caller) => Some(unsafe { (*caller.inst).kernel }),
            Cont::Flow(flow, kernel) => {
                // SAFETY: the kernel that waits keeps the frame.
                let frame = unsafe { &*flow.frame };
                Some(frame.function().view().kernel(*kernel as usize).ix().0)
            }
            Cont::Loop(_) | Cont::Promises(_) | Cont::Top => None,
        };
        self.conts.iter().rev().take(2).find_map(kernel_of).unwrap_or(u32::MAX)
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

    /// Runs instructions until something leaves the loop; says why.
    pub(crate) fn run_straight(&mut self, pc: *const u32, registers: *mut u64) -> Event {
        let machine: *mut Machine = self;
        self.registers = registers;
        self.pc = pc;
        let left = catch_unwind(AssertUnwindSafe(|| {
            let (mut pc, mut registers) = (pc, registers);
            if record::enabled() {
                // SAFETY: as below.
                return unsafe { recorded::run_straight(machine, pc, registers) };
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
}
