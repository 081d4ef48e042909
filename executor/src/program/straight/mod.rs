//! The straight loop: instructions one after the other, on registers, in one thread.
//!
//! [`ops`] has the executor's own instructions; scalar kernels are instructions made from their functions. [`recorded`] is the loop while
//! kernels are recorded. A call leaves the loop when a kernel fails, when a result is not available, or at a call that cannot run
//! straight; the loop returns the reason ([`Event`]). The caller of the loop decides how to continue.

#![expect(unsafe_code, reason = "runs instructions on registers")]

pub(in crate::program) mod ops;
mod recorded;

use crate::{
    program::{
        code::{function::FunctionCode, instruction::Event},
        machine::Machine,
    },
    trace::record,
    value::{KernelError, panic_message},
};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

impl Machine {
    /// Runs instructions until something leaves the loop; says why.
    pub(crate) fn run_straight(&mut self, pc: *const u32, registers: *mut u64) -> Event {
        let machine: *mut Machine = self;
        self.straight.registers = registers;
        self.straight.pc = pc;
        let left = catch_unwind(AssertUnwindSafe(|| {
            let (mut pc, mut registers) = (pc, registers);
            if record::enabled() {
                // SAFETY: `pc` is the next instruction of the call whose registers these are, and its operands
                // are available; `machine` is this machine, of which no borrow is live.
                return unsafe { recorded::run_straight(machine, pc, registers) };
            }
            loop {
                // SAFETY: code is made of instructions, each of which leads to another one or out of the loop; what
                // they read was checked by the loader and is there, or a previous one would have left the loop.
                unsafe {
                    (*machine).straight.pc = pc;
                    let next = FunctionCode::thunk(pc)(pc, registers, machine.cast());
                    if next.pc.is_null() {
                        return;
                    }
                    pc = next.pc;
                    registers = next.registers;
                }
            }
        }));
        if let Err(panic) = left {
            // SAFETY: `code` points at the code of the call whose instruction panicked; the program keeps all
            // codes.
            if unsafe { &*self.straight.code }.step_at(self.straight.pc).is_none() {
                resume_unwind(panic);
            }
            self.runner.failure = Some(KernelError::new(panic_message(&*panic)));
            self.runner.event = Event::Failed;
        }
        std::mem::replace(&mut self.runner.event, Event::None)
    }
}
