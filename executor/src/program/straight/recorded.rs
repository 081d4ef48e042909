//! The straight loop while kernels are recorded: the same loop, which also reads the clock after each kernel.
//!
//! It is separate so that runs without recording do not pay for it: the usual loop checks one flag. An event begins where
//! the previous one has ended, so the clock is read once per kernel; the little work between two kernels belongs to the
//! second.

#![expect(unsafe_code, reason = "runs instructions on registers")]

use crate::{
    program::{code::function::FunctionCode, machine::Machine},
    trace::record,
};

/// The straight loop, recording each instruction.
///
/// # Safety
/// The machine is lent for a run and not borrowed; its `code` is that of the call whose instruction `pc` is and whose registers these are,
/// and the instruction is next in that call.
#[cold]
pub(in crate::program) unsafe fn run_straight(
    machine: *mut Machine,
    mut pc: *const u32,
    mut registers: *mut u64,
) {
    // SAFETY: each instruction leads to another one of the same call or of one that it calls, or out of the loop.
    unsafe {
        let generation = (*machine).program().keep_recorded();
        let mut start = record::ticks();
        loop {
            (*machine).straight.pc = pc;
            let code = (*machine).straight.code;
            let next = FunctionCode::thunk(pc)(pc, registers, machine.cast());
            let end = record::ticks();
            record::kernel(code, pc, start, end, generation);
            if next.pc.is_null() {
                return;
            }
            (pc, registers, start) = (next.pc, next.registers, end);
        }
    }
}
