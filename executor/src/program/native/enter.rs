//! Entering compiled code, and resuming interpretation where it bailed out.

#![expect(unsafe_code, reason = "enters machine code and rebuilds interpreted calls from what it leaves")]

use crate::{
    jit::{CompiledUnit, ExitFrame, ExitState},
    kernel::Control,
    program::{
        code::{
            function::{ControlInst, FunctionCode},
            instruction::{Next, Runner, address},
            tiers::{Linked, NativeInst},
        },
        machine::{Caller, Cont, Machine, looping::Loop},
    },
};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::arch::asm;
use std::ptr::null;

/// Bytes of native stack that compiled code may use before it leaves for frames on the heap.
const STACK: usize = 64 << 10;

/// The current end of this thread's native stack.
///
/// Machine code compares it with its own stack pointer. The address of a local variable would not do: AddressSanitizer may keep
/// locals elsewhere, to find uses after their function has returned.
#[inline(always)]
fn stack_pointer() -> usize {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    {
        let pointer: usize;
        // SAFETY: the instruction reads a register, and touches neither memory, stack nor flags.
        unsafe {
            #[cfg(target_arch = "x86_64")]
            asm!("mov {}, rsp", out(reg) pointer, options(nomem, nostack, preserves_flags));
            #[cfg(target_arch = "aarch64")]
            asm!("mov {}, sp", out(reg) pointer, options(nomem, nostack, preserves_flags));
        }
        pointer
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    {
        let here = 0u8;
        &raw const here as usize
    }
}

/// Enters compiled code; says whether it came to its end.
///
/// # Safety
/// The registers are those of a call of the unit's function 0, as its entry wants them.
#[inline(always)]
pub(in crate::program) unsafe fn enter_unit(
    m: &mut Machine,
    unit: &CompiledUnit,
    registers: *mut u64,
) -> bool {
    m.native.context.stack_limit = stack_pointer().saturating_sub(STACK);
    m.native.context.cancelled = m.request().cancelled_flag();
    if unit.results > m.native.results.len() {
        m.native.results.resize(unit.results, 0);
    }
    m.native.context.results = m.native.results.as_mut_ptr();
    m.native.context.functions = unit.functions.as_ptr();
    // SAFETY: the caller says that the registers are those of a call of the unit's function 0: a `JitCompiler`
    // answers with code for the unit that it was given. `unit` is borrowed, so its code stays mapped; the
    // constructor's caller said that the code keeps the contract of `jit`, and the context has the results,
    // functions and limits that the code uses.
    let left = unsafe { (unit.entry)(registers, &mut m.native.context) };
    m.run.kernels += std::mem::take(&mut m.native.context.kernels);
    left == 0
}

/// Runs a compiled run of kernels.
///
/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`NativeInst`].
pub(in crate::program) unsafe fn native(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `native` instruction, which is followed by the address of its
    // [`NativeInst`]; the runner is the machine that runs it. The registers of this code are those of the
    // original code, so they fit the unit.
    unsafe {
        let inst = &*address::<NativeInst>(pc);
        if enter_unit(&mut *machine, &inst.linked.unit, registers) {
            return Next { pc: pc.add(4), registers };
        }
        bail(&mut *machine, &inst.linked, inst.steps.start, registers)
    }
}

/// Runs what remains of a loop; the values that the last iteration gave if it came to its end, or where to go on.
///
/// # Safety
/// The machine is about to run the function, whose arguments are in the registers, for the loop on top of its continuations.
pub(in crate::program) unsafe fn run_loop(
    m: &mut Machine,
    linked: &Linked,
    state: Loop,
    registers: *mut u64,
) -> Result<Vec<u64>, Next> {
    m.native.context.left = u64::from(state.left().unwrap_or(0));
    // SAFETY: the caller says that the arguments of the unit's function are in these registers; `bail` gets the records that
    // the code has just written.
    unsafe {
        if enter_unit(m, &linked.unit, registers) {
            return Ok(m.native.results[..linked.unit.results].to_vec());
        }
        Err(bail(m, linked, 0, registers))
    }
}

/// A call that compiled code left, and the values of its registers.
pub(in crate::program) struct LeftCall<'a> {
    pub(in crate::program) frame: &'a ExitFrame,
    /// For one that waits for a loop's body: iterations left.
    left: u64,
    values: &'a [u64],
}

impl Linked {
    /// The calls of a record, the outermost first, and the iterations left of a loop that was entered.
    pub(in crate::program) fn left_calls<'a>(
        &'a self,
        mut words: &'a [u64],
    ) -> (Option<u64>, Vec<LeftCall<'a>>) {
        let mut entered = None;
        let mut records = Vec::new();
        let mut count = 0;
        while let Some((&number, mut rest)) = words.split_first() {
            let exit = &self.unit.exits[number as usize];
            if exit.entered_loop {
                entered = Some(rest[0]);
                rest = &rest[1..];
            }
            records.push((exit, rest));
            count += exit.frames.len();
            words = &rest[exit.frames.iter().map(ExitFrame::words).sum()..];
        }
        let mut calls = Vec::with_capacity(count);
        for (exit, mut rest) in records.into_iter().rev() {
            for frame in &exit.frames {
                let (taken, after) = rest.split_at(frame.words());
                let (left, values) = taken.split_at(taken.len() - frame.registers.len());
                calls.push(LeftCall { frame, left: left.first().copied().unwrap_or(0), values });
                rest = after;
            }
        }
        (entered, calls)
    }
}

impl ExitFrame {
    /// Words of its part of a record: the iterations left of a loop, and the values.
    fn words(&self) -> usize {
        usize::from(self.state == ExitState::Looping) + self.registers.len()
    }
}

impl LeftCall<'_> {
    /// Writes the call's registers, which are where `place` says.
    ///
    /// # Safety
    /// The call has these registers.
    pub(in crate::program) unsafe fn restore(&self, registers: *mut u64, place: impl Fn(u32) -> u32) {
        for (&register, &value) in self.frame.registers.iter().zip(self.values) {
            // SAFETY: the caller says that the call has these registers: `place` gives numbers within them.
            unsafe { registers.add(place(register) as usize).write(value) };
        }
    }

    /// The loop around what the call waits for, if it does wait for one.
    pub(in crate::program) fn waits_in(&self, inst: &ControlInst) -> Option<Loop> {
        let body = inst.functions[0];
        (self.frame.state == ExitState::Looping).then(|| match inst.control {
            Control::While => Loop::while_true(body),
            _ => Loop::repeat(body, (self.left as u32).saturating_add(1)),
        })
    }

    /// Makes an interpreted call, whose registers are written: it waits, or goes on where this says.
    ///
    /// # Safety
    /// The registers are those of a call of this code, in which the step is reached.
    unsafe fn go_on(
        &self,
        m: &mut Machine,
        code: *const FunctionCode,
        registers: *mut u64,
        step: u32,
    ) -> *const u32 {
        m.straight.code = code;
        m.straight.registers = registers;
        // SAFETY: `code` belongs to the program of the run, which keeps all codes.
        let pc = unsafe { &*code }.start_of(step);
        if self.frame.state != ExitState::Next {
            // SAFETY: the step is that of a control flow kernel, whose instruction has four words with the
            // address of its [`ControlInst`], and is not the code's last.
            let (inst, after) = unsafe { (&*address::<ControlInst>(pc), pc.add(4)) };
            m.calls.conts.push(Cont::Straight(Caller {
                pc: after,
                registers,
                code,
                inst,
                stack: m.calls.stack,
            }));
            m.calls.conts.extend(self.waits_in(inst).map(Cont::Loop));
        }
        pc
    }
}

/// Makes interpreted calls of what compiled code left; the innermost goes on.
///
/// # Safety
/// The unit has just left, and was entered with these registers, at this step.
#[cold]
unsafe fn bail(m: &mut Machine, linked: &Linked, first: u32, registers: *mut u64) -> Next {
    let words = std::mem::take(&mut m.native.context.words);
    let (entered, calls) = linked.left_calls(&words);
    if let (Some(left), Some(Cont::Loop(state))) = (entered, m.calls.conts.last_mut()) {
        state.set_left(left as u32);
    }
    let mut next = Next { pc: null(), registers };
    if let Some((outermost, inner)) = calls.split_first() {
        let place = |register: u32| linked.places.get(register as usize).copied().unwrap_or(register);
        // SAFETY: the unit's registers are those of the call; the program keeps its codes.
        unsafe {
            outermost.restore(registers, place);
            next.pc = outermost.go_on(m, linked.codes[0], registers, first + outermost.frame.step);
            next = go_on_inside(m, linked, inner, next);
        }
    }
    next
}

/// Makes interpreted calls of those that a call waits for; without any, that one goes on.
///
/// # Safety
/// They were left by the unit that this is, and are those that the last continuation waits for.
pub(in crate::program) unsafe fn go_on_inside(
    m: &mut Machine,
    linked: &Linked,
    calls: &[LeftCall<'_>],
    mut next: Next,
) -> Next {
    for call in calls {
        let code = linked.codes[call.frame.function as usize];
        // SAFETY: the program keeps its codes; the registers are pushed for this call.
        unsafe {
            let registers = m.push_registers((*code).num_registers);
            call.restore(registers, |register| register);
            next = Next { pc: call.go_on(m, code, registers, call.frame.step), registers };
        }
    }
    if let Some(innermost) = calls.last() {
        // SAFETY: the code belongs to the program of the run, which keeps all codes.
        let code = unsafe { &*linked.codes[innermost.frame.function as usize] };
        m.check_taken_over(code.function().view().id().0);
    }
    next
}
