//! The machine: runs a function and its callees in one thread.
//!
//! It is in one of three states: in the *straight loop*, which runs instructions one after the other; in *dataflow*, which runs kernels of
//! a [`FlowFrame`](crate::program::frames::FlowFrame) as they become ready; or *delivering* the results of a call to its waiter. Waiters
//! are on a stack of continuations, and registers of straight calls are on a stack of chunks that never move: no native stack grows with
//! the depth of the program.
//!
//! A straight call leaves for dataflow at the first kernel that fails or whose results are not available, and when the
//! request is cancelled. It never comes back; its callers are not affected until its results reach them.
//!
//! In *free* mode, which a run of a function that only computes scalars has, functions run in textual order whatever
//! their streams; otherwise only the order of the dataflow rules is good enough for the straight loop, on the
//! single-threaded queue.
//!
//! This module has the parts of a machine, one state for each of these; [`room`] reserves memory for calls,
//! [`straight`](crate::program::straight) and [`dataflow`](crate::program::dataflow) are the states, and
//! [`running`](crate::program::running) switches between them.

#![expect(unsafe_code, reason = "runs instructions on registers")]

pub(in crate::program) mod held;
pub(in crate::program) mod lend;
pub(in crate::program) mod looping;
pub(in crate::program) mod native;
pub(in crate::program) mod room;

use crate::{
    kernel::{ExecCtx, Values, opened::Program},
    program::{
        code::{
            function::{ControlInst, FunctionCode},
            instruction::Runner,
            order::{Ready, StreamLists},
        },
        frames::{Awaited, Flow},
        machine::{looping::Loop, native::NativeState, room::Calls},
        open::ProgramInner,
    },
    request::RequestContext,
    value::{Error, IndirectPromise, KernelError, settle::Results},
};
use std::ptr::{null, null_mut};

/// A waiter of the results of a call.
pub(crate) enum Cont {
    /// A kernel of a straight call.
    Straight(Caller),
    /// A kernel of a dataflow call, and the lines of memory for which the call counts while it waits.
    Flow(Flow, u32, u32),
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
    pub(crate) code: *const FunctionCode,
    pub(crate) inst: *const ControlInst,
    /// The register stack as it was before the call.
    pub(crate) stack: StackMark,
}

/// A position in the register stack.
#[derive(Clone, Copy)]
pub(crate) struct StackMark {
    pub(crate) top: *mut u64,
    pub(in crate::program) limit: *mut u64,
    pub(in crate::program) chunk: usize,
}

impl StackMark {
    /// The start of the first chunk.
    #[inline]
    pub(in crate::program) fn bottom(chunk: &mut [u64]) -> StackMark {
        let range = chunk.as_mut_ptr_range();
        StackMark { top: range.start, limit: range.end, chunk: 0 }
    }
}

/// The state of a run.
pub(in crate::program) struct Run {
    /// The executable form of its program.
    inner: *const ProgramInner,
    /// Whether functions run in textual order whatever their streams.
    pub(in crate::program) free: bool,
    /// Whether the host's queue is the single-threaded one.
    pub(in crate::program) single: bool,
    /// Whether the run is abandoned at the first failure, to be repeated in the fixed order.
    pub(in crate::program) replays: bool,
    pub(in crate::program) given_up: bool,
    /// Kernels that have run.
    pub(in crate::program) kernels: u64,
    /// The results of the function that the run began with.
    pub(in crate::program) values: Values,
}

/// The straight call that runs.
pub(in crate::program) struct Straight {
    pub(in crate::program) code: *const FunctionCode,
    pub(in crate::program) registers: *mut u64,
    pub(in crate::program) pc: *const u32,
    pub(in crate::program) staged: Results,
}

/// Ready kernels of the flows that run, one inside the other.
#[derive(Default)]
pub(in crate::program) struct Flows {
    pub(in crate::program) ready: Ready,
    pub(in crate::program) lists: StreamLists,
}

/// The next step of a run.
pub(in crate::program) enum State {
    /// Instructions from here on, on these registers.
    Straight(*const u32, *mut u64),
    /// Kernels that are ready.
    Flow(Flow),
    /// The call that a flow waits for.
    Awaits(Flow, Awaited),
    /// The results of a call, to be passed to its waiter.
    Deliver(Values),
    Done,
    /// The run is abandoned.
    GivenUp,
}

/// Runs functions; see the module's documentation.
#[repr(C)]
pub(crate) struct Machine {
    /// The part that thunks see; first, so that its address is that of the machine.
    pub(in crate::program) runner: Runner,
    pub(in crate::program) run: Run,
    /// Calls that wait, and room for registers.
    pub(in crate::program) calls: Calls,
    pub(in crate::program) straight: Straight,
    pub(in crate::program) flows: Flows,
    pub(in crate::program) native: NativeState,
    /// The state from which [`Engine::drive`](crate::program::code::instruction::Engine::drive) continues.
    pub(in crate::program) next: State,
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("waiting", &self.calls.conts.len()).finish_non_exhaustive()
    }
}

impl Machine {
    pub(in crate::program) fn new() -> Machine {
        Machine {
            runner: Runner::idle(),
            run: Run {
                inner: null(),
                free: false,
                single: true,
                replays: false,
                given_up: false,
                kernels: 0,
                values: Values::new(),
            },
            calls: Calls::new(),
            straight: Straight { code: null(), registers: null_mut(), pc: null(), staged: Results::new() },
            flows: Flows::default(),
            native: NativeState::new(),
            next: State::Done,
        }
    }

    /// The machine that this runner is the first field of: no runner is anything else.
    #[inline(always)]
    pub(in crate::program) fn of(runner: *mut Runner) -> *mut Machine {
        runner.cast()
    }

    /// As thunks know it.
    #[inline(always)]
    pub(in crate::program) fn as_runner(&mut self) -> *mut Runner {
        std::ptr::from_mut(self).cast()
    }

    /// Goes on with this state, until the function that the run began with has given its results.
    #[inline]
    pub(in crate::program) fn drive(&mut self, state: State) {
        self.next = state;
        let drive = self.inner().engine().drive;
        // SAFETY: this is a machine that is lent for a run, and nothing of it is borrowed.
        unsafe { drive(self.as_runner()) }
    }

    /// The request of the run.
    #[inline]
    pub(crate) fn request(&self) -> &RequestContext {
        // SAFETY: `lend_machine` asks its caller to keep the request as long as the machine runs anything, and nothing asks for it
        // afterwards.
        unsafe { &*self.runner.request }
    }

    /// The program of the run.
    #[inline]
    pub(crate) fn program(&self) -> &Program {
        // SAFETY: the caller of `lend_machine` keeps the program alive as long as the machine runs, and
        // nothing calls this afterwards.
        unsafe { &*self.runner.program }
    }

    /// The surroundings of a kernel of the run.
    #[inline]
    pub(crate) fn ctx(&self, kernel: u32) -> ExecCtx<'_> {
        ExecCtx { request: self.request(), program: self.program(), kernel }
    }

    /// The executable form of the run's program.
    #[inline]
    pub(in crate::program) fn inner(&self) -> &ProgramInner {
        // SAFETY: it is a part of the program, which the caller of `lend_machine` keeps alive as long as the machine runs, and nothing
        // calls this afterwards.
        unsafe { &*self.run.inner }
    }

    /// Puts in the program and the request of the next run.
    #[inline]
    pub(in crate::program) fn set_run(&mut self, program: &Program, request: *const RequestContext) {
        self.runner.program = program;
        self.runner.request = request;
        self.run.inner = program.inner();
    }

    /// The surroundings of a kernel of the run, for as long as the run is known to last; so the machine can work meanwhile.
    ///
    /// # Safety
    /// During `'a` something of the run is under way that keeps its program and request: a kernel that has not given its results, a call
    /// that waits for others, or the caller that lent the machine.
    #[inline]
    pub(crate) unsafe fn kept_ctx<'a>(&self, kernel: u32) -> ExecCtx<'a> {
        // SAFETY: the caller says that something keeps program and request alive during `'a`, and a machine that runs has them.
        unsafe { self.runner.kept_ctx(kernel) }
    }

    /// The program of the run, as [`Machine::kept_ctx`] gives the surroundings.
    ///
    /// # Safety
    /// During `'a` something of the run is under way that keeps its program.
    #[inline]
    pub(in crate::program) unsafe fn kept_program<'a>(&self) -> &'a ProgramInner {
        // SAFETY: the caller says that something keeps the program alive during `'a`.
        unsafe { &*self.run.inner }
    }

    /// Position in the file of the kernel that waits for what is called now; `u32::MAX` if there is none.
    pub(in crate::program) fn calling_kernel(&self) -> u32 {
        let kernel_of = |cont: &Cont| match cont {
            // SAFETY: the instance lives as long as the code of the call, which waits.
            Cont::Straight(caller) => Some(unsafe { (*caller.inst).kernel }),
            Cont::Flow(flow, kernel, _) => {
                // SAFETY: the kernel that waits has not ended, so its frame is not freed.
                let frame = unsafe { &*flow.frame };
                Some(frame.function().view().kernel(*kernel as usize).ix().0)
            }
            Cont::Loop(_) | Cont::Promises(_) | Cont::Top => None,
        };
        self.calls.conts.iter().rev().take(2).find_map(kernel_of).unwrap_or(u32::MAX)
    }

    /// The step whose kernel left the straight loop.
    pub(crate) fn step(&self, code: &FunctionCode) -> u32 {
        let step = code.step_at(self.straight.pc);
        debug_assert!(step.is_some(), "the loop was left at no kernel");
        step.unwrap_or(0)
    }

    /// The error of the kernel that failed in the straight loop, its step and its number of results.
    pub(crate) fn take_failure(&mut self, code: &FunctionCode) -> (Error, u32, usize) {
        let step = self.step(code);
        let kernel = code.function().view().kernel(code.position(step) as usize);
        let failure = self
            .runner
            .failure
            .take()
            .unwrap_or_else(|| KernelError::new("a kernel stopped without a reason"));
        (self.ctx(kernel.ix().0).report(failure), step, kernel.results().len())
    }
}
