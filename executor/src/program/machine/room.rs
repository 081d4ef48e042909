//! Memory for calls: registers, continuations and frames of calls that wait for others, and their limit.
//!
//! A program may nest calls as deep as there is memory, but not deeper: endless recursion ends with an error of the program, not with
//! the process. Memory is counted in lines of 64 bytes: a machine's memory for continuations and registers, the frames that wait in
//! it, and the memory that was counted outside of it (its *level*). A frame knows the level at which it began, so that a call that
//! continues later, on whatever thread, counts on from there; a call from within a kernel counts as [`NESTED_RUN`] more.
//!
//! The straight loop checks the limit only when it needs more memory, which it must notice anyway; so the limit costs
//! nothing there. That is also when the values are counted that straight calls [hold](super::held): memory for continuations grows in steps
//! that shrink as the limit comes near. Between two steps, kernels may make large values: once these are a part of the limit, the
//! machine [pretends](Machine::grew) that its registers are full, so that the next call counts again. What waiting calls hold exceeds the
//! limit by that part and by what the innermost call made, at most.
//!
//! A frame counts a fixed size for each register that may have an async value; and, where it calls a function, the operands that it
//! shares with the callee.
//!
//! Values may hold memory that is not counted here (the payloads of a frame, what kernels need). So calls that take a good part of
//! their limit may take no more once the process has used most of what the system gives it.
//!
//! When the limit is reached, the kernel that calls fails, and with its error the request is cancelled: a program whose calls
//! branch would otherwise reach the limit again and again.

#![expect(unsafe_code, reason = "the register stack is made of raw pointers")]

use crate::{
    kernel::ExecCtx,
    memory,
    program::{
        code::function::ControlInst,
        frames::{Flow, LINE, lines},
        machine::{
            Caller, Cont, Machine, StackMark,
            held::{held_bytes, shared_payload},
        },
    },
    value::{ErrorCode, KernelError, Value},
};
use std::ptr::{null, null_mut};

/// Words of the first chunk of registers; later ones grow.
const FIRST_CHUNK: usize = 4096;
const LARGEST_CHUNK: usize = 1 << 20;
/// Continuations that a call needs at most: its own, and that of a loop.
const CONTS: usize = 2;
/// Calls look at the memory of the process when they take this part of their limit, and take room for so many more continuations at a
/// time from there on.
const SHARE_TO_LOOK: u64 = 16;
/// So many calls, or frames of one size, may wait whatever they hold: large values alone are no sign of recursion.
const FEW: usize = 8;
/// Bytes of a kernel's results from which on they are noted.
pub(in crate::program) const LARGE: usize = 1 << 10;
const MOST_CONTS: usize = 1 << 16;
/// Runs on a thread, one inside the other, from which on what a kernel calls becomes a task. A run takes up to 30 KiB of native stack
/// where nothing is optimised and AddressSanitizer watches, and less than a tenth of that elsewhere.
pub(in crate::program) const MAX_NESTED_RUNS: u32 = 50;
/// Lines for a run inside of a kernel, whose machine and native stack are not measured.
pub(in crate::program) const NESTED_RUN: u32 = 64;

/// Calls that wait, and room for more.
pub(in crate::program) struct Calls {
    /// The waiting calls, the innermost last.
    pub(in crate::program) conts: Vec<Cont>,
    /// The start of the next call's registers.
    pub(in crate::program) stack: StackMark,
    /// The memory of registers.
    pub(in crate::program) chunks: Vec<Box<[u64]>>,
    /// The memory of the calls outside of this run, and of the frames that wait in it.
    pub(in crate::program) level: u32,
    held: Held,
}

/// What is known of the values that waiting straight calls hold.
#[derive(Clone, Copy)]
struct Held {
    /// Their bytes when they were counted last.
    bytes: usize,
    /// The number of calls that waited then.
    waiting: usize,
    /// Bytes of large values that kernels have made since.
    made: usize,
    /// Whether the next call counts again.
    is_stale: bool,
}

impl Held {
    const NONE: Held = Held { bytes: 0, waiting: 0, made: 0, is_stale: false };
}

impl Calls {
    pub(in crate::program) fn new() -> Calls {
        let stack = StackMark { top: null_mut(), limit: null_mut(), chunk: usize::MAX };
        Calls { conts: Vec::new(), stack, chunks: Vec::new(), level: 0, held: Held::NONE }
    }

    /// Bytes that waiting straight calls hold: as they were counted last, in proportion if some have ended since.
    fn held_bytes(&self) -> usize {
        let held = &self.held;
        if held.bytes == 0 || self.conts.len() >= held.waiting {
            return held.bytes;
        }
        (held.bytes as u128 * self.conts.len() as u128 / held.waiting as u128) as usize
    }

    /// Undoes the pretence of [`Machine::grew`] for the call that runs.
    fn show_registers(&mut self) {
        if let Some(chunk) = self.chunks.get(self.stack.chunk) {
            self.stack.limit = chunk.as_ptr_range().end.cast_mut();
        }
    }

    /// Forgets what a run held.
    #[inline]
    pub(in crate::program) fn forget_held(&mut self) {
        self.held = Held::NONE;
    }
}

impl Machine {
    /// Whether a call with so many registers may begin: then there is room for it, and for its continuations. The caller is a control
    /// flow instruction of the straight call that runs, with the registers of that call, or a flow.
    #[inline(always)]
    pub(in crate::program) fn fits(
        &mut self,
        registers: u32,
        caller: Option<(&ControlInst, *mut u64)>,
    ) -> bool {
        let free = (self.calls.stack.limit as usize - self.calls.stack.top as usize) / size_of::<u64>();
        let fits =
            self.calls.conts.capacity() - self.calls.conts.len() >= CONTS && free >= registers as usize;
        fits || self.make_room(registers, caller)
    }

    /// Takes registers for a call that [fits](Machine::fits).
    ///
    /// # Safety
    /// The call [fits](Machine::fits): the last chunk has room for so many registers.
    #[inline(always)]
    pub(in crate::program) unsafe fn take_registers(&mut self, count: u32) -> *mut u64 {
        let registers = self.calls.stack.top;
        // SAFETY: the caller says that the last chunk has room for `count` registers from `top` on, so the
        // result is within the chunk or one past its end.
        self.calls.stack.top = unsafe { registers.add(count as usize) };
        registers
    }

    /// Takes registers, whatever the limit says: for calls that have begun already. What this changes is undone by going back to the
    /// earlier [`StackMark`].
    pub(in crate::program) fn push_registers(&mut self, count: u32) -> *mut u64 {
        let free = (self.calls.stack.limit as usize - self.calls.stack.top as usize) / size_of::<u64>();
        if free < count as usize {
            self.next_chunk(count as usize);
        }
        // SAFETY: the last chunk has room for `count` registers: it had before, or `next_chunk` has made it.
        unsafe { self.take_registers(count) }
    }

    /// Adds a continuation for which [there is room](Machine::fits).
    ///
    /// # Safety
    /// The call [fits](Machine::fits): there is room for another continuation.
    #[inline(always)]
    pub(in crate::program) unsafe fn push_cont(&mut self, cont: Cont) {
        debug_assert!(self.calls.conts.len() < self.calls.conts.capacity());
        // SAFETY: the caller says that `conts` has capacity for one more; the element is written before the
        // length includes it.
        unsafe {
            let length = self.calls.conts.len();
            self.calls.conts.as_mut_ptr().add(length).write(cont);
            self.calls.conts.set_len(length + 1);
        }
    }

    /// Lets a frame wait for a call of its kernel, with whose operands it shares so many lines.
    pub(in crate::program) fn push_flow(&mut self, flow: Flow, kernel: u32, shared: u32) {
        // SAFETY: the kernel that calls has not ended, so the flow's frame is not freed.
        let waiting = unsafe { (*flow.frame).lines() }.saturating_add(shared);
        // What is added is what will be subtracted.
        let waiting = waiting.min(u32::MAX - self.calls.level);
        self.calls.level += waiting;
        self.calls.conts.push(Cont::Flow(flow, kernel, waiting));
    }

    /// A frame does not wait any more, which counted as so many lines.
    pub(in crate::program) fn popped_flow(&mut self, waiting: u32) {
        self.calls.level -= waiting;
    }

    /// The level at which a frame begins.
    pub(in crate::program) fn frame_level(&self) -> u32 {
        let own = self.calls.conts.len() * size_of::<Cont>();
        self.calls.level.saturating_add(lines(own.saturating_add(self.calls.held_bytes())))
    }

    /// The lines of memory of a call's operands that a frame keeps while the callee has them.
    pub(in crate::program) fn shared_lines(&self, flow: &Flow, operands: &[Value]) -> u32 {
        // SAFETY: the kernel that calls has not ended, so the flow's frame is not freed.
        let own = unsafe { (*flow.frame).lines() };
        if self.calls.level / FEW as u32 <= own {
            return 0;
        }
        lines(operands.iter().map(shared_payload).fold(0, usize::saturating_add))
    }

    /// Whether a dataflow call may call something, with operands of which it keeps so many lines.
    pub(in crate::program) fn frames_fit(&mut self, shared: u32) -> bool {
        u64::from(self.calls.level) + u64::from(shared) <= self.limit() && self.fits(0, None)
    }

    fn limit(&self) -> u64 {
        self.request().host().call_memory() / LINE as u64
    }

    /// Everything that counts.
    fn lines(&self) -> u64 {
        let words: usize = self.calls.chunks.iter().map(|chunk| chunk.len()).sum();
        let own = self.calls.conts.capacity() * size_of::<Cont>() + words * size_of::<u64>();
        u64::from(self.calls.level) + (own.saturating_add(self.calls.held_bytes()) / LINE) as u64
    }

    /// Counts what waiting straight calls hold, and the one that is about to wait.
    fn count_held(&mut self, caller: Option<(&ControlInst, *mut u64)>) {
        let caller = caller.map(|(inst, registers)| Caller {
            pc: null(),
            registers,
            code: self.straight.code,
            inst,
            stack: self.calls.stack,
        });
        self.calls.held = Held {
            bytes: held_bytes(&self.calls.conts, caller.as_ref()),
            waiting: self.calls.conts.len(),
            made: 0,
            is_stale: false,
        };
    }

    /// Notes that a kernel has made large values. Once they are enough, no register seems to be free, neither for this call nor for those
    /// that wait: so the next call [makes room](Machine::fits), and counts what is held.
    #[cold]
    pub(in crate::program) fn grew(&mut self, bytes: usize) {
        let enough = (self.limit() / SHARE_TO_LOOK) as usize * LINE;
        let calls = &mut self.calls;
        calls.held.made = calls.held.made.saturating_add(bytes);
        if calls.held.made < enough || calls.held.is_stale {
            return;
        }
        calls.held.is_stale = true;
        calls.stack.limit = calls.stack.top;
        for cont in &mut calls.conts {
            if let Cont::Straight(caller) = cont {
                caller.stack.limit = caller.stack.top;
            }
        }
    }

    /// Makes room for a call, if the limit and the system allow it.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, registers: u32, caller: Option<(&ControlInst, *mut u64)>) -> bool {
        let left = |machine: &Machine| machine.limit().saturating_sub(machine.lines()) as usize * LINE;
        self.calls.show_registers();
        let waiting = self.calls.conts.len();
        let full = self.calls.conts.capacity() - waiting < CONTS;
        if full || self.calls.held.is_stale {
            self.count_held(caller);
            if waiting > FEW && left(self) == 0 {
                return false;
            }
        }
        if full {
            let each = size_of::<Cont>() + self.calls.held.bytes / waiting.max(1);
            let mut more = waiting.max(CONTS * 32).min(left(self) / each);
            if self.lines() > self.limit() / SHARE_TO_LOOK && memory::is_short() {
                return false;
            }
            if self.lines() > self.limit() / SHARE_TO_LOOK {
                more = more.min(MOST_CONTS);
            }
            if more < CONTS || self.calls.conts.try_reserve_exact(more).is_err() {
                return false;
            }
        }
        let free = (self.calls.stack.limit as usize - self.calls.stack.top as usize) / size_of::<u64>();
        if free < registers as usize {
            let words = self.words_of_next(registers as usize);
            if words.is_some_and(|words| words * size_of::<u64>() > left(self)) {
                return false;
            }
            if words.is_some_and(|words| Vec::<u64>::new().try_reserve_exact(words).is_err()) {
                return false;
            }
            self.next_chunk(registers as usize);
        }
        true
    }

    /// Looks at the limit after calls were taken over from compiled code, which knows none: they have begun already. This is the function
    /// of the innermost.
    pub(in crate::program) fn check_taken_over(&self, callee: u32) {
        if self.lines() > self.limit() {
            too_deep(self.ctx(self.calling_kernel()), callee);
        }
    }

    /// Words of the next chunk, if it is still to be made.
    fn words_of_next(&self, count: usize) -> Option<usize> {
        let next = self.calls.stack.chunk.wrapping_add(1);
        let there = self.calls.chunks.get(next).is_some_and(|chunk| chunk.len() >= count);
        (!there).then(|| (FIRST_CHUNK << next.min(16)).min(LARGEST_CHUNK).max(count))
    }

    #[cold]
    fn next_chunk(&mut self, count: usize) {
        let next = self.calls.stack.chunk.wrapping_add(1);
        if let Some(words) = self.words_of_next(count) {
            // Chunks beyond this one are not in use.
            self.calls.chunks.truncate(next);
            self.calls.chunks.push(vec![0; words].into());
        }
        let chunk = &mut self.calls.chunks[next];
        let range = chunk.as_mut_ptr_range();
        self.calls.stack = StackMark { top: range.start, limit: range.end, chunk: next };
    }
}

/// Looks whether a kernel may call this function from within, inside of calls that take as much as `level` says; if not, its request ends.
pub(in crate::program) fn check_level(ctx: ExecCtx<'_>, callee: u32, level: u32) {
    if u64::from(level) > ctx.host().call_memory() / LINE as u64 {
        too_deep(ctx, callee);
    }
}

/// Reports that there is no memory for the callee of this kernel, and cancels the request. A caller that calls nevertheless
/// gets the error as soon as the call would run a kernel.
#[cold]
pub(in crate::program) fn too_deep(ctx: ExecCtx<'_>, callee: u32) {
    if ctx.request().is_cancelled() {
        return;
    }
    let name = match ctx.program().function_view(callee).name() {
        "" => "a region".to_owned(),
        name => format!("'{name}'"),
    };
    let limit = ctx.host().call_memory() >> 20;
    let message =
        format!("calls nest too deep: {name} and the calls that wait for it need more than {limit} MiB");
    let error = ctx.report(KernelError::with_code(ErrorCode::ResourceExhausted, message));
    ctx.request().cancel_with(error);
}
