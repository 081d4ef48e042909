//! Stores the results of kernels: in registers, among the function's results, and as waiters of values that
//! come later.
//!
//! Storing a value counts down the kernels that use it; see [`dataflow`](super::dataflow) for the protocol.

#![expect(unsafe_code, reason = "frames are shared between threads by the protocol of the dataflow module")]

use crate::program::{
    code::{
        function::{ControlInst, KernelEntry},
        instruction::{Event, REGISTER, address},
    },
    dataflow::wake::{only_user_ready, value_ready},
    frames::{ERROR, Flow, FlowFrame, READY},
    machine::Machine,
};
use crate::{
    kernel::Values,
    queue::deferred,
    value::{
        AnyRef, Holds, Value,
        settle::{Results, Settled, settle},
    },
};
use std::sync::atomic::Ordering::Relaxed;

impl Machine {
    /// Stores the results of a control flow kernel.
    ///
    /// # Safety
    /// The kernel is one of the flow's frame and ran in this flow; the results are as many as it has.
    pub(crate) unsafe fn finish_kernel(&mut self, flow: &mut Flow, kernel: u32, values: Values) {
        // SAFETY: the kernel has not stored its results, so it keeps the frame; the registers are those of
        // its results, and each is stored once.
        unsafe {
            let frame = &*flow.frame;
            let (pc, _) = frame.code().entry(kernel);
            let inst = &*address::<ControlInst>(pc);
            if inst.control.holds_operands() {
                for register in inst.operands.iter().map(|word| word & REGISTER) {
                    if frame.kind(register).is_none() {
                        drop(AnyRef::from_bits(frame.registers.add(register as usize).read()));
                    }
                }
            }
            let registers = frame.code().results(kernel);
            let results =
                values.into_iter().zip(registers).map(|(value, r)| settle(frame.kind(r), value)).collect();
            self.store_results(flow, kernel, results);
        }
    }

    /// # Safety
    /// As for [`Machine::finish_kernel`].
    pub(in crate::program) unsafe fn store_results(
        &mut self,
        flow: &mut Flow,
        kernel: u32,
        results: Results,
    ) {
        // SAFETY: the kernel keeps the frame until the flow ends.
        unsafe {
            let code = (*flow.frame).code();
            let registers = code.results(kernel);
            // Not after the results are stored: a kernel that is not counted no longer keeps the frame then.
            flow.ran += 1;
            flow.done += u32::from(code.is_counted(kernel));
            for (register, result) in registers.zip(results) {
                self.store(flow, register, result);
            }
        }
    }

    /// Stores a value in a register.
    ///
    /// # Safety
    /// The register is one of the flow's frame, and not stored yet; something keeps the frame.
    #[inline]
    pub(in crate::program) unsafe fn store(&mut self, flow: &Flow, register: u32, value: Settled) {
        // SAFETY: the caller says that something keeps the frame while this runs, and that the register is
        // one of the frame's and not stored yet.
        unsafe {
            let frame = &*flow.frame;
            let graph = frame.graph();
            if graph.is_result(register) {
                match &value {
                    &Settled::Bits(bits) => match frame.kind(register) {
                        Some(kind) => frame.produce(register, || Value::Scalar(kind, bits)),
                        None => frame
                            .produce(register, || Value::Async(AnyRef::clone(&AnyRef::borrow_bits(bits)))),
                    },
                    Settled::Error(error) => frame.produce(register, || Value::Error(error.clone())),
                    Settled::Pending(value) => frame.produce(register, || Value::Async(value.clone())),
                }
            }
            self.store_for_users(flow, register, value);
        }
    }

    /// Stores a value for the kernels that use it.
    ///
    /// # Safety
    /// As for [`Machine::store`].
    #[inline]
    pub(in crate::program) unsafe fn store_for_users(&mut self, flow: &Flow, register: u32, value: Settled) {
        // SAFETY: the caller, and then the users, keep the frame.
        unsafe {
            let frame = &*flow.frame;
            let users = frame.graph().users(register);
            let slot = frame.registers.add(register as usize);
            let tag = frame.tags.add(register as usize);
            match value {
                Settled::Bits(bits) => frame.write_bits(register, bits),
                Settled::Error(error) if !users.is_empty() => {
                    slot.write(error.into_bits());
                    tag.write(ERROR);
                    frame.has_errors.store(true, Relaxed);
                }
                Settled::Pending(value) if !users.is_empty() => {
                    slot.write(value.into_bits());
                    let waited = AnyRef::borrow_bits(slot.read());
                    let arg = u64::from(register) | u64::from(flow.stream) << 32;
                    let holds = match frame.kind(register) {
                        Some(kind) if users.len() == 1 && waited.is_of_kind(kind) => Holds::ReferenceForBits,
                        _ => Holds::Reference,
                    };
                    if !waited.wait_as(value_ready, flow.frame.cast(), arg, holds) {
                        let value = AnyRef::from_bits(slot.read());
                        let settled = settle(frame.kind(register), Value::Async(value));
                        self.store_for_users(flow, register, settled);
                    }
                    return;
                }
                Settled::Error(_) | Settled::Pending(_) => return,
            }
            FlowFrame::count_down(flow.frame, self, users, flow);
        }
    }

    /// Stores the result of a kernel that one kernel uses, if that result is a scalar which the only task computes that the kernel
    /// has queued, and queues the task. False if it is not as said; then nothing has happened.
    ///
    /// # Safety
    /// The kernel keeps the frame; it ran, this is its entry, which has an only user, and the event tells how it ended.
    #[inline(always)]
    pub(in crate::program) unsafe fn store_task(&mut self, flow: &mut Flow, entry: KernelEntry) -> bool {
        let event = &raw mut self.runner.event;
        // SAFETY: the kernel keeps the frame, which has this register, and the entry is the kernel's. The event's reference
        // moves to the register, so overwriting the event drops nothing. The value's task has not run when the value is stored,
        // so the frame still waits for it and is not freed.
        unsafe {
            let Event::Later(Settled::Pending(value)) = &*event else { return false };
            let Some(task) = deferred::take_sole(value) else { return false };
            let bits = value.bits();
            event.write(Event::None);
            flow.ran += 1;
            let frame = &*flow.frame;
            let register = entry.first_result;
            let queue = self.kept_ctx(u32::MAX).request().host().queue();
            let slot = frame.registers.add(register as usize);
            slot.write(bits);
            let arg = u64::from(register) | u64::from(entry.only_user) << 32;
            let waited = AnyRef::borrow_bits(slot.read());
            let kind = frame.kind(register);
            if kind.is_some_and(|kind| waited.wait_alone(only_user_ready, flow.frame.cast(), arg, kind)) {
                queue.push_now(task);
            } else {
                self.store(flow, register, Settled::Pending(AnyRef::from_bits(bits)));
                // A value's task, which has not run.
                task.share_value();
                queue.push_now(task);
            }
            true
        }
    }

    /// Stores results, and hands over the tasks that the kernel has queued: before, unless the only such task is the one that
    /// computes the only result. That may still be held back while the result is stored, for the value is not there before it
    /// runs, and so something keeps the frame and its request.
    #[inline(always)]
    pub(in crate::program) fn store_and_release<R: AsRef<[Settled]>>(
        &mut self,
        flow: &mut Flow,
        results: R,
        store: impl FnOnce(&mut Machine, &mut Flow, R),
    ) {
        // SAFETY: the kernel keeps the request until its results are stored; after that, the task that is still held back does, because its
        // value is one for which the frame waits.
        let queue = unsafe { self.kept_ctx(u32::MAX) }.request().host().queue();
        if let [Settled::Pending(value)] = results.as_ref()
            && let Some(task) = deferred::take_sole(value)
        {
            store(self, flow, results);
            // SAFETY: `take_sole` returned the value's own task, which has not run.
            unsafe { task.share_value() };
            return queue.push_now(task);
        }
        deferred::release();
        store(self, flow, results);
    }

    /// Passes the scalars that a kernel has written to their users.
    ///
    /// # Safety
    /// As for [`Machine::store`].
    pub(in crate::program) unsafe fn store_scalars(&mut self, flow: &mut Flow, kernel: u32) {
        // SAFETY: the caller says that something keeps the frame; the kernel has run, so the registers of its
        // results hold scalars.
        unsafe {
            let code = (*flow.frame).code();
            flow.ran += 1;
            flow.done += u32::from(code.is_counted(kernel));
            for register in code.results(kernel) {
                self.store_scalar(flow, register);
            }
        }
    }

    /// Hands on a scalar that a thunk has written.
    ///
    /// # Safety
    /// As for [`Machine::store`]; the register holds a scalar.
    #[inline]
    pub(in crate::program) unsafe fn store_scalar(&mut self, flow: &Flow, register: u32) {
        // SAFETY: the caller says that something keeps the frame, and that the register is one of the frame's
        // and holds a scalar.
        unsafe {
            let frame = &*flow.frame;
            let graph = frame.graph();
            if graph.is_result(register) {
                let bits = frame.registers.add(register as usize).read();
                return self.store(flow, register, Settled::Bits(bits));
            }
            frame.tags.add(register as usize).write(READY);
            FlowFrame::count_down(flow.frame, self, graph.users(register), flow);
        }
    }
}
