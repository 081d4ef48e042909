//! Running while kernels are recorded: the loops of [`machine`](super::machine) and [`dataflow`](super::dataflow) again, with a
//! look at the clock after each kernel.
//!
//! They are apart because what is not recorded must not pay for it: the usual loops ask one flag. An event begins where the
//! one before it has ended, so a clock is read once a kernel; what little is done between two kernels belongs to the second.

#![expect(unsafe_code, reason = "runs instructions on registers, and kernels of frames")]

use super::{
    dataflow::{Awaited, Flow},
    frame::Frame,
    machine::Machine,
    prepare::Code,
};
use crate::trace::record;

/// The straight loop, recording each instruction.
///
/// # Safety
/// As for the loop in [`Machine::run_straight`].
#[cold]
pub(super) unsafe fn run_straight(machine: *mut Machine, mut pc: *const u32, mut registers: *mut u64) {
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

impl Machine {
    /// As [`Machine::run_flow`], recording each kernel until it has handed on its results.
    ///
    /// # Safety
    /// As for that.
    #[cold]
    pub(super) unsafe fn run_flow_recorded(&mut self, flow: &mut Flow) -> Option<Awaited> {
        // SAFETY: a ready kernel keeps the frame while it runs, and those that ran until the flow ends. Its code is kept by
        // the program, which the recording keeps.
        unsafe {
            let generation = record::keep(self.program());
            let mut start = record::ticks();
            loop {
                if !self.ready.outline.is_empty() {
                    (*flow.frame).switch_stream(self, flow);
                    if !self.ready.outline.is_empty() {
                        Frame::hand_out(flow.frame, self);
                        start = record::ticks();
                    }
                }
                if self.ready.inline.len() <= flow.base as usize {
                    return None;
                }
                let kernel = self.ready.inline.pop()?;
                let code = (*flow.frame).code;
                let (awaited, pc) = self.run_next(flow, kernel);
                let end = record::ticks();
                if !pc.is_null() {
                    record::kernel(code, pc, start, end, generation);
                }
                if awaited.is_some() {
                    return awaited;
                }
                start = end;
            }
        }
    }
}
