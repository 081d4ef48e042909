//! Dataflow while kernels are recorded: the same loop as [`Machine::run_flow`], which also reads the clock after
//! each kernel; see [`straight::recorded`](crate::program::straight).

#![expect(unsafe_code, reason = "runs kernels of frames")]

use crate::{
    program::{
        frames::{Awaited, Flow, FlowFrame},
        machine::Machine,
    },
    trace::record,
};

impl Machine {
    /// As [`Machine::run_flow`], recording each kernel until it has handed on its results.
    ///
    /// # Safety
    /// The flow's frame is kept by what is ready, or by the flow.
    #[cold]
    pub(in crate::program) unsafe fn run_flow_recorded(&mut self, flow: &mut Flow) -> Option<Awaited> {
        // SAFETY: a ready kernel keeps the frame while it runs, and those that ran until the flow ends. Its code is kept by
        // the program, which the recording keeps.
        unsafe {
            let generation = self.program().keep_recorded();
            let mut start = record::ticks();
            loop {
                if !self.flows.ready.outline.is_empty() {
                    (*flow.frame).switch_stream(self, flow);
                    if !self.flows.ready.outline.is_empty() {
                        FlowFrame::hand_out(flow.frame, self);
                        start = record::ticks();
                    }
                }
                if self.flows.ready.inline.len() <= flow.base as usize {
                    return None;
                }
                let kernel = self.flows.ready.inline.pop()?;
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
