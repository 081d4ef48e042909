//! Leaving the straight loop: a straight call becomes a dataflow call.
//!
//! The values that the call has computed go into a frame, with one reference per remaining use. The lists of ready
//! kernels get the state that the rules of dataflow give after the same kernels.

#![expect(unsafe_code, reason = "moves registers and their references from one form of a call to another")]

use crate::program::{
    code::{
        function::{ControlInst, FunctionCode, KernelClass},
        instruction::{KernelInst, LAST_USE, OBJECT, REGISTER, address},
    },
    frames::{EMPTY, Flow, FlowFrame, READY},
    machine::Machine,
    protocol::counts::Counts,
};
use crate::value::{AnyRef, Value, settle::Results};

impl FlowFrame {
    /// Turns a straight call into a dataflow call; see [`Machine::leave`].
    ///
    /// # Safety
    /// The registers are those of a call of this code; the steps before `step` have run, with `results` this one as well.
    /// References in registers are as the code's order leaves them; they pass to the frame.
    pub(in crate::program) unsafe fn from_straight(
        machine: &mut Machine,
        code: &FunctionCode,
        registers: *mut u64,
        step: u32,
        results: Option<Results>,
    ) -> Flow {
        let function = code.function();
        let view = function.view();
        let pointer = machine.acquire_frame(function, &function.graph().counters);
        // SAFETY: `acquire_frame` returned this frame to this thread alone, and the flow below keeps it.
        let frame = unsafe { &*pointer };
        let graph = frame.graph();
        let main = frame.code();
        let mut flow = Flow {
            frame: pointer,
            stream: graph.root,
            base: machine.flows.ready.inline.len() as u32,
            ran: step,
            done: (0..step).filter(|&earlier| main.is_counted(code.position(earlier))).count() as u32,
            initial: true,
        };
        let ran = step + u32::from(results.is_some());
        let mut has_run = vec![false; view.num_kernels()];
        for earlier in 0..ran {
            has_run[code.position(earlier) as usize] = true;
        }
        // Registers and their references.
        let mut uses = vec![0u32; view.num_registers()];
        for (kernel, _) in view.kernels().zip(&has_run).filter(|(_, ran)| !**ran) {
            for &register in kernel.operands() {
                uses[register as usize] += 1;
            }
        }
        let computed = (0..step).flat_map(|earlier| view.kernel(code.position(earlier) as usize).results());
        for register in (0..function.num_args).chain(computed) {
            let at = register as usize;
            // SAFETY: the register was written; if it holds an object that is used again, it has one reference.
            unsafe {
                let bits = registers.add(at).read();
                frame.registers.add(at).write(bits);
                frame.tags.add(at).write(READY);
                let is_result = graph.is_result(register);
                match frame.kind(register) {
                    Some(kind) if is_result => frame.produce(register, || Value::Scalar(kind, bits)),
                    Some(_) => {}
                    None => {
                        let count = uses[at] + graph.result_positions(register).count() as u32;
                        if count > 1 {
                            AnyRef::borrow_bits(bits).add_refs(count - 1);
                        }
                        if is_result {
                            frame.produce(register, || Value::Async(AnyRef::from_bits(bits)));
                        }
                    }
                }
            }
        }
        if results.is_some() {
            // Code that would have dropped these after the kernel does not run any more.
            let kernel = view.kernel(code.position(step) as usize);
            // SAFETY: the kernel's operands were copied to the frame's registers; an object for which no use
            // is left has one reference there, which is dropped once.
            unsafe {
                let is_used = |register| uses[register as usize] > 0 || graph.is_result(register);
                drop_kept(code, code.position(step), kernel.operands(), frame.registers, is_used);
            }
        }
        // Ready kernels.
        if code.exact {
            // SAFETY: no other thread knows the frame; each register was written above, and each of its users
            // is told of it once.
            unsafe {
                frame.count_down_alone(machine, &graph.sources, &flow);
                for arg in 0..function.num_args {
                    frame.count_down_alone(machine, graph.users(arg), &flow);
                }
                for earlier in 0..ran {
                    frame.switch_stream(machine, &mut flow);
                    let kernel = machine.flows.ready.inline.pop();
                    debug_assert_eq!(kernel, Some(code.position(earlier)));
                    if earlier < step {
                        for register in view.kernel(code.position(earlier) as usize).results() {
                            frame.count_down_alone(machine, graph.users(register), &flow);
                        }
                    }
                }
            }
        } else {
            for (position, kernel) in
                view.kernels().enumerate().rev().filter(|&(position, _)| !has_run[position])
            {
                // SAFETY: no other thread knows the frame, which has a tag for each register and a counter
                // for each kernel.
                unsafe {
                    let missing = kernel
                        .operands()
                        .iter()
                        .filter(|&&r| frame.tags.add(r as usize).read() == EMPTY)
                        .count();
                    Counts::set_missing(&raw const frame.counts, position as u32, missing as u32);
                    if missing == 0 {
                        machine.flows.ready.inline.push(position as u32);
                    }
                }
            }
        }
        if let Some(results) = results {
            let kernel = code.position(step);
            // SAFETY: the kernel has run and its results are stored here.
            unsafe { machine.store_results(&mut flow, kernel, results) };
        }
        flow
    }
}

/// Drops objects that a kernel uses last without taking them: because it uses them twice, or holds them while it loops.
///
/// # Safety
/// These registers have a reference of their own; the kernel has run, and what comes after it in the code does not.
pub(in crate::program) unsafe fn drop_kept(
    code: &FunctionCode,
    position: u32,
    operands: &[u32],
    registers: *mut u64,
    is_used: impl Fn(u32) -> bool,
) {
    let (pc, class) = code.entry(position);
    let kinds = &code.function().kinds;
    for (i, &register) in operands.iter().enumerate() {
        let dead = kinds[register as usize].is_none() && !is_used(register);
        if !dead || operands[..i].contains(&register) {
            continue;
        }
        // SAFETY: the class says what the instruction's address is.
        let kept = unsafe {
            match class {
                KernelClass::Fast | KernelClass::FastCtx => false,
                KernelClass::Framed => {
                    let inst = &*address::<KernelInst>(pc);
                    inst.operands()[i] & LAST_USE == 0
                }
                KernelClass::Control => {
                    let inst = &*address::<ControlInst>(pc);
                    let skip = operands.len() - inst.operands.len();
                    i >= skip && inst.operands[i - skip] & (OBJECT | LAST_USE) == OBJECT
                }
            }
        };
        if kept {
            // SAFETY: the caller says that these registers have a reference of their own; the instructions that would have
            // dropped them do not run any more, so each is dropped once.
            drop(unsafe { AnyRef::from_bits(registers.add((register & REGISTER) as usize).read()) });
        }
    }
}
