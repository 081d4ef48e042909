//! Dataflow: kernels run as their operands become available.
//!
//! A [`FlowFrame`] holds the state of one call: registers, the number of operands that each kernel still waits for, and the slots
//! of the function's results. Several threads may work on a frame at the same time, each with a [`Flow`] of its own: a list of
//! ready kernels of one stream, last in first out; ready kernels of other streams go to the work queue, one task per stream. A flow
//! ends when its list is empty; a value that becomes available later begins a new one ([`wake`](super::wake)).
//! [`store`](super::store) stores the results of kernels.
//!
//! # Why this is sound
//! * A register is written by one thread, before it counts down the kernels that use it (release), and read by a kernel
//!   that was counted down to zero (acquire). The kind of a register determines the meaning of its bits; `tags` says
//!   whether it holds an error.
//! * A register of an object holds one reference per use; a kernel consumes the references of its operands.
//! * `left` is one for each kernel that has not finished, and one for the initial flow. A flow subtracts the kernels
//!   that it has finished when it ends and does not touch the frame after that; before, its own kernels keep the
//!   frame. A pending value's callback and a queued task belong to kernels that have not run, which keep the frame as
//!   well.
//! * Another thread may take the last kernel that a flow counts down at once, and may then free the frame, and with it the last
//!   reference to the program. So the function that counts down takes frame, code and tables of users as raw pointers: it holds no
//!   reference to them across the count.

#![expect(unsafe_code, reason = "frames are shared between threads by the protocol above")]

pub(in crate::program) mod leave;
mod plan;
mod recorded;
mod runs;
mod store;
mod wake;

use crate::program::{
    code::{
        function::{ControlInst, FunctionCode, KernelClass, KernelEntry, Prepared},
        instruction::{Event, KernelInst, REGISTER, address},
        tiers::FlowRuns,
    },
    dataflow::{
        runs::Ran,
        wake::{run_first_of_stream, run_stream},
    },
    frames::{Awaited, Called, ERROR, Flow, FlowFrame, READY},
    machine::Machine,
    protocol::counts::Counts,
    straight::ops::run_framed,
};
use crate::{
    kernel::{Control, Values},
    queue::{Task, deferred},
    trace::record,
    value::{
        AnyRef, Error, KernelError, Value, panic_message,
        settle::{Results, Settled},
    },
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    ptr::null,
    sync::atomic::Ordering::Relaxed,
};

impl FlowFrame {
    /// Counts down kernels one of whose operands is there; those that have all of them are ready.
    ///
    /// After this the frame is there only if something else keeps it.
    ///
    /// # Safety
    /// The frame is the flow's. The operand's register is written, these are its users, a table of the frame's program, and none of them
    /// was told of this operand before.
    #[inline]
    pub(in crate::program) unsafe fn count_down(
        this: *mut FlowFrame,
        machine: &mut Machine,
        users: *const [u32],
        flow: &Flow,
    ) {
        // SAFETY: the frame is there until the last of these kernels is counted down, and one that is ready keeps it and its code until it
        // has run, which it does not before it is on a list.
        unsafe {
            let code = (*this).code;
            let ready = |kernel| FlowFrame::ready_in(code, machine, kernel, flow);
            Counts::count_down(&raw const (*this).counts, users, ready);
        }
    }

    /// As [`FlowFrame::count_down`], for a frame that no other thread works on yet.
    ///
    /// # Safety
    /// No other thread knows the frame. The operand's register is written, these are its users, and none of them was told of this
    /// operand before.
    pub(in crate::program) unsafe fn count_down_alone(
        &self,
        machine: &mut Machine,
        users: &[u32],
        flow: &Flow,
    ) {
        for &kernel in users {
            // SAFETY: the caller says that no other thread knows the frame. It has a count for each kernel; these
            // kernels use the operand, so their counts are above zero.
            unsafe {
                if Counts::count_down_alone(&raw const self.counts, kernel) {
                    FlowFrame::ready_in(self.code, machine, kernel, flow);
                }
            }
        }
    }

    /// As [`FlowFrame::count_down`], for one kernel.
    ///
    /// # Safety
    /// The frame is the flow's, and the kernel one of its: it uses an operand whose register is written, and was not told of it before.
    #[inline(always)]
    pub(in crate::program) unsafe fn count_down_one(
        this: *mut FlowFrame,
        machine: &mut Machine,
        kernel: u32,
        flow: &Flow,
    ) {
        // SAFETY: the kernel has not run and keeps the frame until it is counted down. Where this is what makes it ready, it keeps the
        // frame until it has run, which it does not before it is on a list.
        unsafe {
            let code = (*this).code;
            if Counts::count_down_one(&raw const (*this).counts, kernel) {
                FlowFrame::ready_in(code, machine, kernel, flow);
            }
        }
    }

    /// Puts a kernel that is ready on its list.
    ///
    /// # Safety
    /// It is one of this code's, has not run, and so keeps the code.
    #[inline(always)]
    unsafe fn ready_in(code: *const FunctionCode, machine: &mut Machine, kernel: u32, flow: &Flow) {
        // SAFETY: the code is there, and the position is that of one of its kernels.
        let (entry, _) = unsafe { (*code).step_unchecked(kernel) };
        if entry.stream == flow.stream {
            machine.flows.ready.inline.push(kernel);
        } else {
            machine.flows.ready.outline.push(kernel);
        }
    }

    /// With nothing ready in the flow's stream, goes on with the stream of the first kernel that is ready in another.
    pub(in crate::program) fn switch_stream(&self, machine: &mut Machine, flow: &mut Flow) {
        let ready = &mut machine.flows.ready;
        if ready.inline.len() == flow.base as usize && !ready.outline.is_empty() {
            let streams = &self.graph().streams;
            flow.stream = streams[ready.outline[0] as usize];
            ready.switch_to(streams, flow.stream);
        }
    }

    /// Hands ready kernels of other streams to the work queue, a task per stream.
    ///
    /// # Safety
    /// The outline list holds kernels of this frame.
    #[cold]
    pub(in crate::program) unsafe fn hand_out(this: *mut FlowFrame, machine: &mut Machine) {
        // SAFETY: the listed kernels are ready and have not run, so the frame is not freed; the thread that holds
        // a ready kernel alone accesses its link in `next`. After the last push the frame is not accessed.
        unsafe {
            let frame = &*this;
            let streams = &frame.graph().streams;
            let queue = machine.kept_ctx(u32::MAX).request().host().queue();
            let mut outline = std::mem::take(&mut machine.flows.ready.outline);
            let mut lists = std::mem::take(&mut machine.flows.lists);
            for &kernel in outline.iter() {
                let list = lists.list_of(streams[kernel as usize]);
                frame.next.add(kernel as usize).write(u32::MAX);
                match list.last {
                    u32::MAX => list.first = kernel,
                    last => frame.next.add(last as usize).write(kernel),
                }
                list.last = kernel;
            }
            lists.drain_sorted(|stream, first| {
                queue.push(Task::from_raw(
                    run_stream,
                    this.cast(),
                    u64::from(first) | u64::from(stream) << 32,
                ));
            });
            machine.flows.lists = lists;
            outline.clear();
            machine.flows.ready.outline = outline;
        }
    }
}

impl Machine {
    /// A frame of a call that begins here.
    pub(in crate::program) fn acquire_frame(&self, function: &Prepared, counters: &[u32]) -> *mut FlowFrame {
        FlowFrame::acquire(function, counters, self.program(), self.request(), self.frame_level())
    }

    /// Begins a dataflow call with these arguments.
    pub(crate) fn begin_flow(&mut self, function: &Prepared, args: Results) -> Flow {
        let graph = function.graph();
        let plain = |(register, value): (usize, &Settled)| {
            matches!(value, Settled::Bits(_)) && !graph.is_result(register as u32)
        };
        if args.iter().enumerate().all(plain) {
            return self.begin_ready_flow(function, args);
        }
        let frame = self.acquire_frame(function, &graph.counters);
        let base = self.flows.ready.inline.len() as u32;
        let flow = Flow { frame, stream: graph.root, base, ran: 0, done: 0, initial: true };
        // SAFETY: no other thread knows the frame before `store` registers a waiter in it; a call's initial flow, which
        // is not ended here, keeps the frame after that.
        unsafe {
            FlowFrame::count_down(frame, self, &*graph.sources, &flow);
            for (register, value) in args.into_iter().enumerate() {
                self.store(&flow, register as u32, value);
            }
        }
        flow
    }

    /// Begins a dataflow call with arguments that are there, none of which is a result.
    fn begin_ready_flow(&mut self, function: &Prepared, args: Results) -> Flow {
        let start = function.start();
        let frame = self.acquire_frame(function, &start.counters);
        // SAFETY: no other thread knows the frame before the first task is pushed, and all registers are written by
        // then. The initial flow, which is not ended here, keeps the frame.
        unsafe {
            for (register, value) in args.into_iter().enumerate() {
                if let Settled::Bits(bits) = value {
                    (*frame).write_bits(register as u32, bits);
                }
            }
            let base = self.flows.ready.inline.len() as u32;
            self.flows.ready.inline.extend_from_slice(&start.inline);
            let queue = self.request().host().queue();
            for index in 0..start.num_streams() {
                queue.push(Task::from_raw(run_first_of_stream, frame.cast(), u64::from(index)));
            }
            Flow { frame, stream: start.stream, base, ran: 0, done: 0, initial: true }
        }
    }

    /// Ends a flow. The initial one of a call gives the function's results.
    ///
    /// # Safety
    /// Nothing is ready in the flow; it is not used after this.
    pub(crate) unsafe fn end_flow(&mut self, flow: Flow) -> Option<Values> {
        self.run.kernels += u64::from(flow.ran);
        self.native.fuel -= i64::from(flow.ran);
        // SAFETY: the caller says that the flow has no ready kernels and is not used after this, so its
        // finished kernels, and for the initial flow its own share, are subtracted once; the frame is not
        // accessed after `release`.
        unsafe {
            if !flow.initial {
                FlowFrame::release(flow.frame, flow.done);
                return None;
            }
            let values = (*flow.frame).collect();
            FlowFrame::release(flow.frame, flow.done + 1);
            Some(values)
        }
    }

    /// Runs ready kernels until there are none, or until one calls a function.
    ///
    /// # Safety
    /// The flow's frame is kept by what is ready, or by the flow.
    pub(crate) unsafe fn run_flow(&mut self, flow: &mut Flow) -> Option<Awaited> {
        // SAFETY: a ready kernel keeps the frame while it runs, and those that ran until the flow ends.
        unsafe {
            loop {
                if record::enabled() {
                    return self.run_flow_recorded(flow);
                }
                if !self.flows.ready.outline.is_empty() {
                    (*flow.frame).switch_stream(self, flow);
                    if !self.flows.ready.outline.is_empty() {
                        FlowFrame::hand_out(flow.frame, self);
                    }
                }
                if self.flows.ready.inline.len() <= flow.base as usize {
                    return None;
                }
                let kernel = self.flows.ready.inline.pop()?;
                if let (Some(awaited), _) = self.run_next(flow, kernel) {
                    return Some(awaited);
                }
            }
        }
    }

    /// Runs a kernel that is ready, or the compiled run that begins with it; what stands for it in records of what ran, if
    /// anything does.
    ///
    /// # Safety
    /// The kernel was taken from the flow's list.
    #[inline(always)]
    pub(in crate::program) unsafe fn run_next(
        &mut self,
        flow: &mut Flow,
        mut kernel: u32,
    ) -> (Option<Awaited>, *const u32) {
        // SAFETY: the kernel keeps the frame, which keeps its function's code.
        unsafe {
            let code = (*flow.frame).code;
            let (_, mut pc) = (*code).step_unchecked(kernel);
            if let Some(runs) = FlowRuns::of(self, flow) {
                match FlowRuns::run(runs, self, flow, kernel) {
                    Ran::No => {}
                    Ran::Run => return (None, FunctionCode::mark_of(pc)),
                    Ran::Interpret(other) => {
                        kernel = other;
                        (_, pc) = (*code).step_unchecked(kernel);
                    }
                    Ran::Calls(next) => return (Some(Awaited::Inside(next)), null()),
                }
            }
            (self.run_kernel(flow, kernel).map(Awaited::Called), pc)
        }
    }

    /// # Safety
    /// The kernel is ready: all its operands are there, or errors.
    #[inline]
    pub(in crate::program) unsafe fn run_kernel(&mut self, flow: &mut Flow, kernel: u32) -> Option<Called> {
        // SAFETY: the kernel keeps the frame; its operands are written and hold what their kinds say.
        unsafe {
            let frame = &*flow.frame;
            let (entry, pc) = (*frame.code).step_unchecked(kernel);
            if frame.has_errors.load(Relaxed) || self.request().is_cancelled() {
                return self.run_unless_error(flow, kernel);
            }
            if !matches!(entry.class(), KernelClass::Fast | KernelClass::FastCtx) {
                return self.run_other(flow, kernel);
            }
            self.run_thunk(flow, kernel, entry, pc);
            None
        }
    }

    /// # Safety
    /// As for [`Machine::run_kernel`].
    #[cold]
    unsafe fn run_unless_error(&mut self, flow: &mut Flow, kernel: u32) -> Option<Called> {
        // SAFETY: the caller says that all operands of the kernel are written, as values or errors; a ready
        // kernel that has not run keeps the frame.
        unsafe {
            let frame = &*flow.frame;
            if let Some(error) = self.operand_error(frame, kernel) {
                self.skip_kernel(flow, kernel, &error);
                return None;
            }
            let (entry, pc) = (*frame.code).step_unchecked(kernel);
            if !matches!(entry.class(), KernelClass::Fast | KernelClass::FastCtx) {
                return self.run_other(flow, kernel);
            }
            self.run_thunk(flow, kernel, entry, pc);
            None
        }
    }

    /// Runs a kernel that is a thunk.
    ///
    /// # Safety
    /// As for [`Machine::run_kernel`]; this is its entry and its instruction.
    #[inline(always)]
    unsafe fn run_thunk(&mut self, flow: &mut Flow, kernel: u32, entry: KernelEntry, pc: *const u32) {
        // SAFETY: the kernel keeps the frame; its operands are written and hold what their kinds say.
        unsafe {
            let frame = &*flow.frame;
            let machine: *mut Machine = self;
            let queues = entry.class() == KernelClass::FastCtx;
            if queues {
                deferred::hold(self.request().host().queue());
            }
            let ran = catch_unwind(AssertUnwindSafe(|| {
                FunctionCode::thunk(pc)(pc, frame.registers, machine.cast())
            }));
            match ran {
                Ok(next) if !next.pc.is_null() => {
                    if queues {
                        deferred::release();
                    }
                    flow.ran += 1;
                    if entry.only_user != u32::MAX {
                        // Such a kernel is not counted.
                        frame.tags.add(entry.first_result as usize).write(READY);
                        return FlowFrame::count_down_one(flow.frame, self, entry.only_user, flow);
                    }
                    flow.done += u32::from(entry.is_counted());
                    for register in (*frame.code).results(kernel) {
                        self.store_scalar(flow, register);
                    }
                }
                Ok(_) if entry.only_user != u32::MAX && self.store_task(flow, entry) => {}
                Ok(_) => self.end_thunk(flow, kernel),
                Err(panic) => {
                    self.runner.failure = Some(KernelError::new(panic_message(&*panic)));
                    self.end_thunk(flow, kernel);
                }
            }
        }
    }

    /// Stores the results of a thunk that has failed, or whose results are not plain scalars.
    ///
    /// # Safety
    /// The kernel keeps the frame; it ran, and this is how it ended.
    #[inline(never)]
    unsafe fn end_thunk(&mut self, flow: &mut Flow, kernel: u32) {
        // SAFETY: the caller says that the kernel has run and keeps the frame; its results, if it succeeded,
        // are in its registers, and the event in the machine is its own.
        unsafe {
            let frame = &*flow.frame;
            match std::mem::replace(&mut self.runner.event, Event::None) {
                Event::Later(result) if self.runner.failure.is_none() => {
                    let code = frame.code();
                    let register = code.results(kernel).start;
                    flow.ran += 1;
                    flow.done += u32::from(code.is_counted(kernel));
                    self.store_and_release(flow, [result], |machine, flow, [result]| {
                        machine.store(flow, register, result);
                    });
                }
                _ => {
                    let results = self.failed(frame, kernel);
                    self.store_and_release(flow, results, |machine, flow, results| {
                        machine.store_results(flow, kernel, results);
                    });
                }
            }
        }
    }

    /// Runs a kernel that is not a thunk.
    ///
    /// # Safety
    /// As for [`Machine::run_kernel`].
    #[inline(never)]
    unsafe fn run_other(&mut self, flow: &mut Flow, kernel: u32) -> Option<Called> {
        // SAFETY: the kernel keeps the frame; its operands are written and hold what their kinds say.
        unsafe {
            let frame = &*flow.frame;
            let (pc, class) = frame.code().entry(kernel);
            if class == KernelClass::Control {
                let inst = address::<ControlInst>(pc);
                let (selector, args) = flow_operands(frame, &*inst);
                return Some((kernel, inst, selector, args));
            }
            let inst = &*address::<KernelInst>(pc);
            let machine: *mut Machine = self;
            let kinds = &frame.function().kinds;
            deferred::hold(self.request().host().queue());
            let run = || run_framed(machine, inst, kinds, frame.registers, true);
            let results = match catch_unwind(AssertUnwindSafe(run)) {
                Ok(results) => results,
                Err(panic) => {
                    self.runner.failure = Some(KernelError::new(panic_message(&*panic)));
                    self.failed(frame, kernel)
                }
            };
            self.store_and_release(flow, results, |machine, flow, results| {
                machine.store_results(flow, kernel, results);
            });
            None
        }
    }

    /// The results of a kernel that has failed.
    #[cold]
    fn failed(&mut self, frame: &FlowFrame, kernel: u32) -> Results {
        let view = frame.function().view().kernel(kernel as usize);
        let failure = self
            .runner
            .failure
            .take()
            .unwrap_or_else(|| KernelError::new("a kernel stopped without a reason"));
        self.runner.event = Event::None;
        let error = self.ctx(view.ix().0).report(failure);
        view.results().map(|_| Settled::Error(error.clone())).collect()
    }

    /// The error that keeps a kernel from running: that of its last erroneous operand, or else of the request.
    ///
    /// # Safety
    /// The kernel is one of the frame and ready: its operands are written.
    #[cold]
    unsafe fn operand_error(&self, frame: &FlowFrame, kernel: u32) -> Option<Error> {
        let view = frame.function().view().kernel(kernel as usize);
        for &register in view.operands().iter().rev() {
            // SAFETY: the operand is written; the tag says that it is an error, of which the register keeps its own
            // reference until the frame is gone.
            unsafe {
                if frame.tags.add(register as usize).read() == ERROR {
                    let error = Error::from_bits(frame.registers.add(register as usize).read());
                    let copy = error.clone();
                    std::mem::forget(error);
                    return Some(copy);
                }
            }
        }
        self.request().cancelled()
    }

    /// Gives a kernel that does not run this error as results.
    ///
    /// # Safety
    /// The kernel is ready in the flow, was taken from its list, and has not run; it is skipped once.
    #[cold]
    unsafe fn skip_kernel(&mut self, flow: &mut Flow, kernel: u32, error: &Error) {
        // SAFETY: the kernel keeps the frame; operands that are objects have a reference for this use.
        unsafe {
            let frame = &*flow.frame;
            let view = frame.function().view().kernel(kernel as usize);
            for &register in view.operands() {
                if frame.kind(register).is_none() && frame.tags.add(register as usize).read() == READY {
                    drop(AnyRef::from_bits(frame.registers.add(register as usize).read()));
                }
            }
            let results = view.results().map(|_| Settled::Error(error.clone())).collect();
            self.store_results(flow, kernel, results);
        }
    }
}

/// Moves the operands of a control flow kernel out of a frame, or copies those that the kernel holds until it has its results.
///
/// # Safety
/// The kernel is ready and takes its references.
unsafe fn flow_operands(frame: &FlowFrame, inst: &ControlInst) -> (u64, Values) {
    let read = |register: u32| {
        // SAFETY: the caller says that the kernel is ready, so its operands' registers hold values of their
        // kinds, with a reference for this use, which is moved out once.
        unsafe {
            let bits = frame.registers.add(register as usize).read();
            match frame.kind(register) {
                Some(kind) => Value::Scalar(kind, bits),
                None if inst.control.holds_operands() => {
                    Value::Async(AnyRef::clone(&AnyRef::borrow_bits(bits)))
                }
                None => Value::Async(AnyRef::from_bits(bits)),
            }
        }
    };
    let args = inst.operands.iter().map(|&word| read(word & REGISTER)).collect();
    let selector = if inst.control == Control::Call {
        0
    } else {
        // SAFETY: the selector's register holds a value of its kind, with a reference for this use, which is
        // moved out once: a kernel that holds its operands borrows only the others.
        unsafe {
            let bits = frame.registers.add(inst.selector as usize).read();
            match frame.kind(inst.selector) {
                Some(_) => bits,
                None => match AnyRef::from_bits(bits).resolve() {
                    Some(Value::Scalar(_, bits)) => bits,
                    // The loader has checked that it is a scalar.
                    _ => 0,
                },
            }
        }
    };
    (selector, args)
}
