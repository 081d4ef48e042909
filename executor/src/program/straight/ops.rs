//! The executor's own instructions.
//!
//! Layouts, after the two words of the thunk: `check` step; `drop_object` register; `framed`, control flow: address of
//! the instance (two words); `quick`: that and the address of the kernel's quick function (two words); `give_back` count, result words.

#![expect(unsafe_code, reason = "instructions work on registers")]

use crate::{
    kernel::{Body, Control, ExecCtx, KernelFrame, QuickEnd, QuickFn, QuickFrame, Values},
    program::{
        code::{
            function::{ControlInst, FunctionCode},
            instruction::{
                Event, KernelInst, LAST_USE, Next, OBJECT, REGISTER, Runner, ThunkFn, address, stage_fast,
            },
        },
        machine::{
            Caller, Cont, Machine,
            held::payload_bytes,
            looping::Loop,
            room::{LARGE, too_deep},
        },
        native::{self, enter},
    },
    value::{
        AnyRef, KernelError, ScalarKind, State, Value,
        settle::{Results, Settled, settle},
    },
};
use std::ptr::{null, with_exposed_provenance};

/// The instruction of a control flow kernel.
pub(crate) fn of_control(control: Control) -> ThunkFn {
    match control {
        Control::Call => call,
        Control::If => branch,
        Control::Case => case,
        Control::Repeat => repeat,
        Control::While => while_loop,
    }
}

/// Looks at the request's cancellation.
///
/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for a `check`: the step follows.
pub(crate) unsafe fn check(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `check` instruction in the code of the running call: its step and
    // another instruction follow. The runner is the machine that runs it.
    unsafe {
        if (*machine).request().is_cancelled() {
            (*machine).runner.event = Event::Cancelled(pc.add(2).read());
            return Next { pc: null(), registers };
        }
        Next { pc: pc.add(3), registers }
    }
}

/// Drops the object in a register.
///
/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for a `drop_object`: a register follows, which holds an object
/// whose last use is over.
pub(crate) unsafe fn drop_object(pc: *const u32, registers: *mut u64, _: *mut Runner) -> Next {
    // SAFETY: `pc` is the place of a `drop_object` instruction: a register follows, which holds an object.
    // The code's order puts the instruction after the last use, so the reference is dropped once.
    unsafe {
        drop(AnyRef::from_bits(registers.add(pc.add(2).read() as usize).read()));
        Next { pc: pc.add(3), registers }
    }
}

/// Runs a kernel's function on a frame.
///
/// # Safety
/// As for [`KernelFrame::new`].
pub(crate) unsafe fn run_framed(
    machine: *mut Machine,
    inst: &KernelInst,
    kinds: &[Option<ScalarKind>],
    registers: *mut u64,
    all_owned: bool,
) -> Results {
    // SAFETY: the caller says that the kernel's operands are available in these registers, of these kinds,
    // and that last uses own their references; `machine` is the machine that runs the kernel, which keeps
    // program and request.
    unsafe {
        let ctx = (*machine).kept_ctx(inst.kernel);
        let mut frame = KernelFrame::new(inst, registers, kinds, all_owned, ctx);
        if let Body::Function(run) = &(*machine).inner().loaded.kernels[inst.code as usize].body {
            run(&mut frame);
        }
        settled(frame, ctx, kinds, inst.first_result() as usize)
    }
}

/// The results of a kernel that has run, for registers from `first` on.
fn settled(
    mut frame: KernelFrame<'_>,
    ctx: ExecCtx<'_>,
    kinds: &[Option<ScalarKind>],
    first: usize,
) -> Results {
    let results = std::mem::take(&mut frame.results);
    drop(frame);
    let mut unset = None;
    results
        .into_iter()
        .enumerate()
        .map(|(i, result)| match result {
            Some(value) => settle(kinds[first + i], value),
            None => Settled::Error(
                unset
                    .get_or_insert_with(|| ctx.report(KernelError::new("the kernel did not set a result")))
                    .clone(),
            ),
        })
        .collect()
}

/// Runs a kernel that is not a thunk.
///
/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`KernelInst`].
pub(crate) unsafe fn framed(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `framed` instruction, which is followed by the address of its
    // [`KernelInst`]; the registers are those of the running call, where its operands are available, and
    // operand words mark the uses that own a reference.
    unsafe {
        let inst = &*address::<KernelInst>(pc);
        let code = &*(*machine).straight.code;
        let kinds = &code.function().kinds;
        let ctx = (*machine).kept_ctx(inst.kernel);
        let mut frame = KernelFrame::new(inst, registers, kinds, false, ctx);
        if let Body::Function(run) = &(*machine).inner().loaded.kernels[inst.code as usize].body {
            run(&mut frame);
        }
        let first = inst.first_result() as usize;
        // The usual case, without moving anything twice: everything is there.
        let mut bits: [u64; 4] = [0; 4];
        let mut made = 0usize;
        let count = frame.results.len();
        let there = count <= bits.len()
            && frame.results.iter().zip(&mut bits).enumerate().all(|(i, (result, bits))| match result {
                Some(Value::Async(value))
                    if kinds[first + i].is_none() && value.state() == State::Concrete =>
                {
                    *bits = value.bits();
                    made = made.saturating_add(payload_bytes(value));
                    true
                }
                Some(Value::Scalar(kind, scalar)) if kinds[first + i] == Some(*kind) => {
                    *bits = *scalar;
                    true
                }
                _ => false,
            });
        if made >= LARGE {
            (*machine).grew(made);
        }
        if there {
            for result in frame.results.drain(..) {
                // The register has the reference now.
                std::mem::forget(result);
            }
            drop(frame);
            for (i, &bits) in bits[..count].iter().enumerate() {
                registers.add(first + i).write(bits);
            }
            return Next { pc: pc.add(4), registers };
        }
        let results = settled(frame, ctx, kinds, first);
        if results.iter().all(|result| matches!(result, Settled::Bits(_))) {
            let mut register = registers.add(inst.first_result() as usize);
            for result in results {
                if let Settled::Bits(bits) = result {
                    register.write(bits);
                }
                register = register.add(1);
            }
            return Next { pc: pc.add(4), registers };
        }
        (*machine).straight.staged = results;
        (*machine).runner.event = Event::Staged;
        Next { pc: null(), registers }
    }
}

/// Runs a kernel without a frame, or with one if it declines that.
///
/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`KernelInst`] with one result, an object, and by its [`QuickFn`].
pub(crate) unsafe fn quick(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `quick` instruction, which is followed by the addresses of its
    // [`KernelInst`] and of its quick function; its operands are available in the registers, and the kernel
    // has one result, an object.
    unsafe {
        let inst = &*address::<KernelInst>(pc);
        let run = pc.add(4).cast::<u64>().read_unaligned() as usize;
        let run: QuickFn = std::mem::transmute(with_exposed_provenance::<()>(run));
        match run(QuickFrame::new(inst, registers, (*machine).kept_ctx(inst.kernel))).end {
            QuickEnd::Done => Next { pc: pc.add(6), registers },
            QuickEnd::Declined => {
                let next = framed(pc, registers, runner);
                if next.pc.is_null() { next } else { Next { pc: pc.add(6), registers } }
            }
            QuickEnd::Later(value) => stage_fast(runner, settle(None, Value::Async(value)), registers),
        }
    }
}

/// Passes the results to the caller that waits for them.
///
/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for a `give_back`: the number of results and their words
/// follow.
pub(crate) unsafe fn give_back(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `give_back` instruction, which is followed by its count and so many
    // result words; the results are in the registers, and a last use moves the register's reference out. The runner
    // has the request of the run, which its caller keeps.
    unsafe {
        let m = &mut *machine;
        let count = pc.add(2).read() as usize;
        let words = pc.add(3);
        let take = |i: usize| {
            let word = words.add(i).read();
            let bits = registers.add((word & REGISTER) as usize).read();
            if word & OBJECT != 0 && word & LAST_USE == 0 {
                AnyRef::borrow_bits(bits).add_refs(1);
            }
            bits
        };
        let code = &*m.straight.code;
        m.run.kernels += u64::from(code.num_kernels);
        m.native.fuel -= i64::from(code.num_kernels);
        if m.native.fuel < 0 {
            native::sample(m);
        }
        match m.calls.conts.last_mut() {
            Some(&mut Cont::Straight(caller)) => {
                let first = caller.registers.add((*caller.inst).first_result as usize);
                for i in 0..count {
                    first.add(i).write(take(i));
                }
                return_to(m, caller)
            }
            Some(Cont::Loop(state)) => {
                // Results may be arguments in another order: all are read before any is written.
                let mut few = [0; 8];
                let mut many = Vec::new();
                let values: &mut [u64] = if count <= few.len() {
                    &mut few[..count]
                } else {
                    many.resize(count, 0);
                    &mut many
                };
                for (i, value) in values.iter_mut().enumerate() {
                    *value = take(i);
                }
                if (*m.runner.request).is_cancelled() || !state.again(values) {
                    return end_loop(m, code, values, registers);
                }
                let carried = state.carried(count);
                for (i, &value) in values[..carried].iter().enumerate() {
                    registers.add(i).write(value);
                }
                let state = *state;
                if let Some(linked) = code.compiled_loop(m, &state) {
                    return match enter::run_loop(m, linked, state, registers) {
                        Err(next) => next,
                        Ok(values) => {
                            if let Some(Cont::Loop(state)) = m.calls.conts.last_mut() {
                                state.set_left(0);
                            }
                            end_loop(m, code, &values, registers)
                        }
                    };
                }
                Next { pc: code.words.as_ptr(), registers }
            }
            _ if count == 0 => {
                m.calls.stack.top = registers;
                m.runner.event = Event::Returned;
                Next { pc: null(), registers }
            }
            _ => {
                let kinds = &code.function().kinds;
                m.run.values = (0..count)
                    .map(|i| {
                        let bits = take(i);
                        match kinds[(words.add(i).read() & REGISTER) as usize] {
                            Some(kind) => Value::Scalar(kind, bits),
                            None => Value::Async(AnyRef::from_bits(bits)),
                        }
                    })
                    .collect();
                m.calls.stack.top = registers;
                m.runner.event = Event::Returned;
                Next { pc: null(), registers }
            }
        }
    }
}

/// # Safety
/// `caller` is the last continuation, and its results are written.
#[inline(always)]
unsafe fn return_to(m: &mut Machine, caller: Caller) -> Next {
    // SAFETY: the caller says that the last continuation is `caller`, a copy of it without a destructor, so
    // the vector is not empty and nothing is leaked.
    unsafe { m.calls.conts.set_len(m.calls.conts.len() - 1) };
    m.calls.stack = caller.stack;
    m.straight.code = caller.code;
    m.straight.registers = caller.registers;
    Next { pc: caller.pc, registers: caller.registers }
}

/// Ends a loop, because it is over or its request is cancelled: passes its values to the waiter.
///
/// # Safety
/// The last continuation is a loop, whose body gave these values.
#[cold]
unsafe fn end_loop(m: &mut Machine, code: &FunctionCode, values: &[u64], registers: *mut u64) -> Next {
    let kinds = &code.function().kinds;
    let results = code.function().result_registers();
    m.run.values = values
        .iter()
        .zip(results)
        .map(|(&bits, &register)| match kinds[register as usize] {
            Some(kind) => Value::Scalar(kind, bits),
            // SAFETY: the values are those of the results, each with its own reference.
            None => Value::Async(unsafe { AnyRef::from_bits(bits) }),
        })
        .collect::<Values>();
    m.calls.stack.top = registers;
    m.runner.event = Event::Returned;
    Next { pc: null(), registers }
}

/// Calls a function, or leaves the loop if it cannot run straight.
///
/// # Safety
/// The thunk contract; `inst` is the instruction's instance, the function takes its operands.
#[inline(always)]
unsafe fn enter(
    pc: *const u32,
    registers: *mut u64,
    machine: *mut Machine,
    inst: &ControlInst,
    id: u32,
    looping: Option<Loop>,
) -> Next {
    // SAFETY: the caller says that `pc` is the place of the instruction of `inst`, which is not the code's last, that the
    // registers are those of the running call, and that the function `id` takes its operands; `fits` has found room before
    // registers and continuations are taken.
    unsafe {
        let m = &mut *machine;
        let code = m.kept_program().straight_function(id).and_then(|function| m.straight_code(function));
        let Some(code) = code else { return slow(pc, registers, m, inst) };
        let stack = m.calls.stack;
        if !m.fits(code.num_registers, Some((inst, registers))) {
            too_deep(m.ctx(inst.kernel), id);
            return slow(pc, registers, m, inst);
        }
        m.push_cont(Cont::Straight(Caller { pc: pc.add(4), registers, code: m.straight.code, inst, stack }));
        if let Some(state) = looping {
            m.push_cont(Cont::Loop(state));
        }
        let callee = m.take_registers(code.num_registers);
        for (i, &word) in inst.operands.iter().enumerate() {
            let bits = registers.add((word & REGISTER) as usize).read();
            if word & OBJECT != 0 && word & LAST_USE == 0 {
                AnyRef::borrow_bits(bits).add_refs(1);
            }
            callee.add(i).write(bits);
        }
        m.straight.code = code;
        m.straight.registers = callee;
        Next { pc: code.words.as_ptr(), registers: callee }
    }
}

#[cold]
fn slow(pc: *const u32, registers: *mut u64, m: &mut Machine, inst: &ControlInst) -> Next {
    // SAFETY: a control flow instruction has four words and is not the last one.
    m.runner.event = Event::Slow(std::ptr::from_ref(inst).cast(), unsafe { pc.add(4) });
    Next { pc: null(), registers }
}

/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`ControlInst`] with a function.
unsafe fn call(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `call` instruction, which is followed by the address of its [`ControlInst`]; the
    // loader has checked that it has a function, which takes its operands.
    unsafe {
        let inst = &*address::<ControlInst>(pc);
        enter(pc, registers, machine, inst, *inst.functions.get_unchecked(0), None)
    }
}

/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`ControlInst`] with two functions.
unsafe fn branch(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `branch` instruction, which is followed by the address of its
    // [`ControlInst`]; the loader has checked that it has two functions, which take its operands, and that
    // the selector is a scalar.
    unsafe {
        let inst = &*address::<ControlInst>(pc);
        let condition = registers.add(inst.selector as usize).read() & 1;
        enter(pc, registers, machine, inst, *inst.functions.get_unchecked(1 - condition as usize), None)
    }
}

/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`ControlInst`] with a function.
unsafe fn case(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `case` instruction, which is followed by the address of its
    // [`ControlInst`]; the loader has checked that it has a function, that all take its operands, and that
    // the selector is a scalar.
    unsafe {
        let inst = &*address::<ControlInst>(pc);
        let id = inst.case(registers.add(inst.selector as usize).read());
        enter(pc, registers, machine, inst, id, None)
    }
}

/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`ControlInst`] with a function.
unsafe fn repeat(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `repeat` instruction, which is followed by the address of its [`ControlInst`]; the
    // loader has checked that it has a function, which takes its operands.
    unsafe {
        let inst = &*address::<ControlInst>(pc);
        let count = registers.add(inst.selector as usize).read() as u32 as i32;
        if count <= 0 || (*machine).request().is_cancelled() {
            return slow(pc, registers, &mut *machine, inst);
        }
        let body = *inst.functions.get_unchecked(0);
        enter(pc, registers, machine, inst, body, Some(Loop::repeat(body, count as u32)))
    }
}

/// # Safety
/// The [thunk contract](crate::program::code::instruction::ThunkFn), for an instruction that is followed by the address of a
/// [`ControlInst`] with a function.
unsafe fn while_loop(pc: *const u32, registers: *mut u64, runner: *mut Runner) -> Next {
    let machine = Machine::of(runner);
    // SAFETY: `pc` is the place of a `while_loop` instruction, which is followed by the address of its [`ControlInst`];
    // the loader has checked that it has a function, which takes its operands.
    unsafe {
        let inst = &*address::<ControlInst>(pc);
        let condition = registers.add(inst.selector as usize).read() & 1;
        if condition == 0 || (inst.parallel && !(*machine).run.free) || (*machine).request().is_cancelled() {
            return slow(pc, registers, &mut *machine, inst);
        }
        let body = *inst.functions.get_unchecked(0);
        enter(pc, registers, machine, inst, body, Some(Loop::while_true(body)))
    }
}
