//! Dataflow: kernels run as their operands become available.
//!
//! A [`Frame`] holds the state of one call: registers, what each kernel still waits for, and where the function's results
//! go. Several threads may work on a frame at the same time, each with a [`Flow`] of its own: a list of ready kernels of
//! one stream, last in first out; ready kernels of other streams go to the work queue, one task per stream. A flow ends when
//! its list is empty; a value that becomes available later begins a new one.
//!
//! # Why this is sound
//! * A register is written by one thread, before it counts down the kernels that use it (release), and read by a kernel
//!   that was counted down to zero (acquire). What a register holds follows from its kind; `tags` says error or not.
//! * A register of an object holds one reference per use; a kernel consumes those of its operands.
//! * `left` is one for each kernel that has not finished, and one for the initial flow. A flow subtracts what it has
//!   finished when it ends and does not touch the frame after that; before, its own kernels keep the frame. A pending
//!   value's callback and a queued task are about kernels that have not run, which keep the frame as well.

#![expect(unsafe_code, reason = "frames are shared between threads by the protocol above")]

use super::{
    Program,
    code::{KernelInst, REGISTER},
    control::MAX_NESTING,
    frame::{ERROR, Frame, READY},
    lend::{depth, lend_machine},
    machine::{Event, Machine},
    ops::run_framed,
    order::Graph,
    prepare::{Code, ControlInst, KernelClass, Prepared},
    settle::{Results, Settled, settle},
};
use crate::{
    kernel::{Control, Values},
    queue::{Task, deferred},
    trace::record,
    value::{AnyRef, Error, Holds, KernelError, TaskFn, Value, panic_message},
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::{
        AtomicU32,
        Ordering::{AcqRel, Acquire, Relaxed},
    },
};

/// A control flow kernel that is ready: its position and instance, its selector, what it passes on.
pub(crate) type Called = (u32, *const ControlInst, u64, Values);

/// A thread's work on a frame.
#[derive(Clone, Copy)]
pub(crate) struct Flow {
    pub(super) frame: *mut Frame,
    pub(super) stream: u32,
    /// Where this flow's part of the machine's list of ready kernels begins.
    pub(super) base: u32,
    /// Kernels that ran or were skipped.
    pub(super) ran: u32,
    /// Those of them that the frame counts.
    pub(super) done: u32,
    /// Whether this is the flow of the call itself, which collects the results.
    pub(super) initial: bool,
}

/// Notes that one of the operands of a kernel is there; says whether all are. The only thread that is left to come need
/// not subtract.
#[inline(always)]
fn arrive(counter: &AtomicU32) -> bool {
    counter.load(Acquire) == 1 || counter.fetch_sub(1, AcqRel) == 1
}

impl Frame {
    /// Counts down kernels one of whose operands is there; those that have all of them are ready.
    ///
    /// # Safety
    /// The operand's register is written, and these are its users.
    #[inline]
    pub(super) unsafe fn count_down(&self, machine: &mut Machine, users: &[u32], flow: &Flow) {
        // SAFETY: by the contract.
        unsafe { self.count_down_by(arrive, machine, users, flow) }
    }

    /// As [`Frame::count_down`], for a frame that no other thread works on yet.
    ///
    /// # Safety
    /// As for [`Frame::count_down`], and as said.
    #[inline]
    pub(super) unsafe fn count_down_alone(&self, machine: &mut Machine, users: &[u32], flow: &Flow) {
        let arrive = |counter: &AtomicU32| {
            let left = counter.load(Relaxed);
            counter.store(left - 1, Relaxed);
            left == 1
        };
        // SAFETY: by the contract.
        unsafe { self.count_down_by(arrive, machine, users, flow) }
    }

    /// # Safety
    /// As for [`Frame::count_down`].
    #[inline(always)]
    unsafe fn count_down_by(
        &self,
        arrive: impl Fn(&AtomicU32) -> bool,
        machine: &mut Machine,
        users: &[u32],
        flow: &Flow,
    ) {
        let graph: *const Graph = self.graph;
        let counters = self.counters;
        for &kernel in users {
            // SAFETY: a kernel that was not counted down to zero keeps the frame, the function its graph.
            unsafe {
                let counter = &*counters.add(kernel as usize);
                if arrive(counter) {
                    let streams: &[u32] = &(*graph).streams;
                    if *streams.get_unchecked(kernel as usize) == flow.stream {
                        machine.ready.inline.push(kernel);
                    } else {
                        machine.ready.outline.push(kernel);
                    }
                }
            }
        }
    }

    /// With nothing ready in the flow's stream, goes on with the stream of the first kernel that is ready in another.
    pub(super) fn switch_stream(&self, machine: &mut Machine, flow: &mut Flow) {
        let ready = &mut machine.ready;
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
    pub(super) unsafe fn hand_out(this: *mut Frame, machine: &mut Machine) {
        // SAFETY: the kernels have not run, so they keep the frame; links of a kernel belong to whoever holds it.
        unsafe {
            let frame = &*this;
            let streams = &frame.graph().streams;
            let queue = machine.request().host().queue();
            let mut outline = std::mem::take(&mut machine.ready.outline);
            let mut lists = std::mem::take(&mut machine.lists);
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
            machine.lists = lists;
            outline.clear();
            machine.ready.outline = outline;
        }
    }
}

/// Runs the kernels of one stream that a flow handed out.
unsafe fn run_stream(frame: *mut (), arg: u64, drop_only: bool) {
    let frame: *mut Frame = frame.cast();
    // SAFETY: the kernels have not run, so they keep the frame, which keeps program and request.
    unsafe {
        if drop_only && let Some(request) = &(*frame).request {
            // Nobody will run this: the kernels fail, so that whoever waits for them does not wait for ever.
            request.cancel();
        }
        go_on_with(frame, |machine| {
            let base = machine.ready.inline.len() as u32;
            let mut kernel = arg as u32;
            while kernel != u32::MAX {
                machine.ready.inline.push(kernel);
                kernel = (*frame).next.add(kernel as usize).read();
            }
            machine.resume(Flow { frame, stream: (arg >> 32) as u32, base, ran: 0, done: 0, initial: false });
        });
    }
}

/// A value that a register waited for is there. Called by the thread that made it so, which holds a reference; the
/// register's own reference is left to it where the value is a scalar.
///
/// A scalar that is used once may come as bits: then there is no value, and no reference to it.
unsafe fn value_ready(frame: *mut (), arg: u64, bits: Option<u64>) -> u32 {
    let frame: *mut Frame = frame.cast();
    let register = arg as u32;
    // SAFETY: the register's users have not run, so they keep the frame.
    unsafe {
        if let Some(bits) = bits {
            one_user_ready(frame, register, bits);
            return 1;
        }
        if depth() >= MAX_NESTING {
            push_task(frame, value_ready_task, arg);
            return 0;
        }
        let slot = (*frame).registers.add(register as usize);
        if let Some(kind) = (*frame).kind(register)
            && let Some(bits) = AnyRef::borrow_bits(&*slot).scalar_bits(kind)
        {
            if (*frame).graph().only_user(register).is_some() {
                one_user_ready(frame, register, bits);
            } else {
                go_on(frame, arg, Settled::Bits(bits));
            }
            return 1;
        }
        value_ready_task(frame.cast(), arg, false);
        0
    }
}

/// A scalar that one kernel uses, and that is no result, is there: nothing more to do, or a single kernel to go on with, whatever
/// its stream.
///
/// # Safety
/// The register is one that waited; what it held is not its any more. Its user keeps the frame.
#[inline(always)]
unsafe fn one_user_ready(frame: *mut Frame, register: u32, bits: u64) {
    // SAFETY: by the contract.
    unsafe {
        let graph: *const Graph = (*frame).graph;
        let Some(user) = (*graph).only_user(register) else { return };
        (*frame).registers.add(register as usize).write(bits);
        (*frame).tags.add(register as usize).write(READY);
        if !arrive(&*(*frame).counters.add(user as usize)) {
            return;
        }
        if depth() >= MAX_NESTING {
            return push_task(frame, run_one, u64::from(user));
        }
        run_one(frame.cast(), u64::from(user), false);
    }
}

/// Runs a kernel that is ready, and what becomes ready by that.
unsafe fn run_one(frame: *mut (), kernel: u64, drop_only: bool) {
    let frame: *mut Frame = frame.cast();
    let kernel = kernel as u32;
    // SAFETY: the kernel has not run, so it keeps the frame.
    unsafe {
        if drop_only && let Some(request) = &(*frame).request {
            // As in `run_stream`.
            request.cancel();
        }
        let stream = (*frame).graph().streams[kernel as usize];
        go_on_with(frame, |machine| {
            let base = machine.ready.inline.len() as u32;
            machine.ready.inline.push(kernel);
            machine.resume(Flow { frame, stream, base, ran: 0, done: 0, initial: false });
        });
    }
}

/// Queues what is to be done for a frame, where there is no room on the native stack.
///
/// # Safety
/// What the task is about keeps the frame until it has run.
#[cold]
unsafe fn push_task(frame: *mut Frame, run: TaskFn, arg: u64) {
    // SAFETY: by the contract.
    unsafe {
        if let Some(host) = (*frame).request.as_ref().map(|request| request.host().clone()) {
            host.queue().push(Task::from_raw(run, frame.cast(), arg));
        }
    }
}

unsafe fn value_ready_task(frame: *mut (), arg: u64, _drop_only: bool) {
    let frame: *mut Frame = frame.cast();
    let register = arg as u32;
    // SAFETY: as above.
    unsafe {
        let waited = AnyRef::from_bits((*frame).registers.add(register as usize).read());
        go_on(frame, arg, settle((*frame).kind(register), Value::Async(waited)));
    }
}

/// Goes on with what waited for a register.
///
/// # Safety
/// The register's users have not run, so they keep the frame; `value` is the register's.
#[inline]
unsafe fn go_on(frame: *mut Frame, arg: u64, value: Settled) {
    let (register, stream) = (arg as u32, (arg >> 32) as u32);
    // SAFETY: by the contract.
    unsafe {
        go_on_with(frame, |machine| {
            let base = machine.ready.inline.len() as u32;
            let flow = Flow { frame, stream, base, ran: 0, done: 0, initial: false };
            machine.store_for_users(&flow, register, value);
            machine.resume(flow);
        });
    }
}

/// Lends a machine for more work on a frame.
///
/// # Safety
/// Something keeps the frame until `f` has what is ready run.
#[inline]
unsafe fn go_on_with(frame: *mut Frame, f: impl FnOnce(&mut Machine)) {
    // SAFETY: by the contract. Program and request live in the frame, which what is ready keeps while the machine runs.
    unsafe {
        let (Some(program), Some(request)) = (&(*frame).program, &(*frame).request) else { return };
        let (program, request) = (std::ptr::from_ref(program), std::ptr::from_ref(request));
        lend_machine(program, request, false, f);
    }
}

impl Machine {
    /// Begins a dataflow call with these arguments.
    pub(crate) fn begin_flow(&mut self, function: &Prepared, args: Results) -> Flow {
        let frame = Frame::acquire(self, function);
        // SAFETY: nobody else knows the frame.
        unsafe {
            let graph = (*frame).graph();
            let base = self.ready.inline.len() as u32;
            let flow = Flow { frame, stream: graph.root, base, ran: 0, done: 0, initial: true };
            (*frame).count_down_alone(self, &graph.sources, &flow);
            let mut alone = true;
            for (register, value) in args.into_iter().enumerate() {
                let register = register as u32;
                match value {
                    Settled::Bits(bits)
                        if alone && (*frame).kind(register).is_some() && !graph.is_result(register) =>
                    {
                        (*frame).registers.add(register as usize).write(bits);
                        (*frame).tags.add(register as usize).write(READY);
                        (*frame).count_down_alone(self, graph.users(register), &flow);
                    }
                    value => {
                        // What waits for it may go on at any time.
                        alone &= !matches!(value, Settled::Pending(_));
                        self.store(&flow, register, value);
                    }
                }
            }
            flow
        }
    }

    /// Ends a flow. The initial one of a call gives the function's results.
    ///
    /// # Safety
    /// Nothing is ready in the flow; it is not used after this.
    pub(crate) unsafe fn end_flow(&mut self, flow: Flow) -> Option<Values> {
        self.kernels += u64::from(flow.ran);
        // SAFETY: by the contract.
        unsafe {
            if !flow.initial {
                Frame::release(flow.frame, flow.done);
                return None;
            }
            let values = (*flow.frame).collect();
            Frame::release(flow.frame, flow.done + 1);
            Some(values)
        }
    }

    /// Stores the results of a control flow kernel.
    ///
    /// # Safety
    /// The kernel is one of the flow's frame and ran in this flow; the results are as many as it has.
    pub(crate) unsafe fn finish_kernel(&mut self, flow: &mut Flow, kernel: u32, values: Values) {
        // SAFETY: the kernel keeps the frame.
        unsafe {
            let frame = &*flow.frame;
            let (pc, _) = frame.code().entry(kernel);
            let inst = &*pc.add(2).cast::<*const ControlInst>().read_unaligned();
            if inst.control == Control::Repeat {
                // The operands of a loop are held until its end.
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
    pub(super) unsafe fn store_results(&mut self, flow: &mut Flow, kernel: u32, results: Results) {
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
    unsafe fn store(&mut self, flow: &Flow, register: u32, value: Settled) {
        // SAFETY: the caller keeps the frame.
        unsafe {
            let frame = &*flow.frame;
            let graph = frame.graph();
            if graph.is_result(register) {
                match &value {
                    &Settled::Bits(bits) => match frame.kind(register) {
                        Some(kind) => frame.produce(register, || Value::Scalar(kind, bits)),
                        None => frame.produce(register, || Value::Async(AnyRef::borrow_bits(&bits).clone())),
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
    unsafe fn store_for_users(&mut self, flow: &Flow, register: u32, value: Settled) {
        // SAFETY: the caller, and then the users, keep the frame.
        unsafe {
            let frame = &*flow.frame;
            let users = frame.graph().users(register);
            let slot = frame.registers.add(register as usize);
            let tag = frame.tags.add(register as usize);
            match value {
                Settled::Bits(bits) => {
                    if frame.kind(register).is_none() {
                        match users.len() {
                            0 => drop(AnyRef::from_bits(bits)),
                            1 => {}
                            count => AnyRef::borrow_bits(&bits).add_refs(count as u32 - 1),
                        }
                    }
                    slot.write(bits);
                    tag.write(READY);
                }
                Settled::Error(error) if !users.is_empty() => {
                    slot.write(error.into_bits());
                    tag.write(ERROR);
                    frame.has_errors.store(true, Relaxed);
                }
                Settled::Pending(value) if !users.is_empty() => {
                    slot.write(value.into_bits());
                    let waited = AnyRef::borrow_bits(&*slot);
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
            frame.count_down(self, users, flow);
        }
    }

    /// Runs ready kernels until there are none, or until one calls a function: then returns it with what it is called with.
    ///
    /// # Safety
    /// The flow's frame is kept by what is ready, or by the flow.
    pub(crate) unsafe fn run_flow(&mut self, flow: &mut Flow) -> Option<Called> {
        // SAFETY: a ready kernel keeps the frame while it runs, and those that ran until the flow ends.
        unsafe {
            loop {
                if !self.ready.outline.is_empty() {
                    (*flow.frame).switch_stream(self, flow);
                    if !self.ready.outline.is_empty() {
                        Frame::hand_out(flow.frame, self);
                    }
                }
                if self.ready.inline.len() <= flow.base as usize {
                    return None;
                }
                let kernel = self.ready.inline.pop()?;
                if record::enabled() {
                    let (pc, _) = (*flow.frame).code().entry(kernel);
                    let _recorded = Recorded::new(self.program(), (*flow.frame).code, pc);
                    if let Some(called) = self.run_kernel(flow, kernel) {
                        return Some(called);
                    }
                    continue;
                }
                if let Some(called) = self.run_kernel(flow, kernel) {
                    return Some(called);
                }
            }
        }
    }

    /// # Safety
    /// The kernel is ready: all its operands are there, or errors.
    #[inline]
    unsafe fn run_kernel(&mut self, flow: &mut Flow, kernel: u32) -> Option<Called> {
        // SAFETY: the kernel keeps the frame; its operands are written and hold what their kinds say.
        unsafe {
            let frame = &*flow.frame;
            if (frame.has_errors.load(Relaxed) || self.request().is_cancelled())
                && let Some(error) = self.operand_error(frame, kernel)
            {
                self.skip_kernel(flow, kernel, &error);
                return None;
            }
            let code = frame.code();
            let (pc, class) = code.entry(kernel);
            let results = match class {
                KernelClass::Fast | KernelClass::FastCtx => {
                    let machine: *mut Machine = self;
                    if class == KernelClass::FastCtx {
                        deferred::hold();
                    }
                    let ran =
                        catch_unwind(AssertUnwindSafe(|| Code::thunk(pc)(pc, frame.registers, machine)));
                    match ran {
                        Ok(next) if !next.pc.is_null() => {
                            if class == KernelClass::FastCtx {
                                deferred::release(self.request().host().queue());
                            }
                            flow.ran += 1;
                            flow.done += u32::from(code.is_counted(kernel));
                            for register in code.results(kernel) {
                                self.store_scalar(flow, register);
                            }
                            return None;
                        }
                        Ok(_) => match std::mem::replace(&mut self.event, Event::None) {
                            Event::Later(result) => {
                                let register = code.results(kernel).start;
                                flow.ran += 1;
                                flow.done += u32::from(code.is_counted(kernel));
                                self.store_and_release(flow, [result], |machine, flow, [result]| {
                                    machine.store(flow, register, result);
                                });
                                return None;
                            }
                            _ => self.failed(frame, kernel),
                        },
                        Err(panic) => {
                            self.failure = Some(KernelError::new(panic_message(&*panic)));
                            self.failed(frame, kernel)
                        }
                    }
                }
                KernelClass::Framed => {
                    let inst = &*pc.add(2).cast::<*const KernelInst>().read_unaligned();
                    let machine: *mut Machine = self;
                    let kinds = &frame.function().kinds;
                    deferred::hold();
                    let run = || run_framed(machine, inst, kinds, frame.registers, true);
                    match catch_unwind(AssertUnwindSafe(run)) {
                        Ok(results) => results,
                        Err(panic) => {
                            self.failure = Some(KernelError::new(panic_message(&*panic)));
                            self.failed(frame, kernel)
                        }
                    }
                }
                KernelClass::Control => {
                    let inst = pc.add(2).cast::<*const ControlInst>().read_unaligned();
                    let (selector, args) = flow_operands(frame, &*inst);
                    return Some((kernel, inst, selector, args));
                }
            };
            self.store_and_release(flow, results, |machine, flow, results| {
                machine.store_results(flow, kernel, results);
            });
            None
        }
    }

    /// Stores results, and hands over the tasks that the kernel has queued: before, unless the only such task is the one that
    /// computes the only result. That may still be held back while the result is stored, for the value is not there before it
    /// runs, and so something keeps the frame and its request.
    #[inline(always)]
    fn store_and_release<R: AsRef<[Settled]>>(
        &mut self,
        flow: &mut Flow,
        results: R,
        store: impl FnOnce(&mut Machine, &mut Flow, R),
    ) {
        let queue = self.request().host().queue();
        if let [Settled::Pending(value)] = results.as_ref()
            && let Some(task) = deferred::take_sole(value)
        {
            store(self, flow, results);
            // SAFETY: a value's task, which has not run.
            unsafe { task.share_value() };
            return queue.push_now(task);
        }
        deferred::release(queue);
        store(self, flow, results);
    }

    /// Hands on a scalar that a thunk has written.
    ///
    /// # Safety
    /// As for [`Machine::store`]; the register holds a scalar.
    #[inline]
    unsafe fn store_scalar(&mut self, flow: &Flow, register: u32) {
        // SAFETY: the caller keeps the frame.
        unsafe {
            let frame = &*flow.frame;
            let graph = frame.graph();
            if graph.is_result(register) {
                let bits = frame.registers.add(register as usize).read();
                return self.store(flow, register, Settled::Bits(bits));
            }
            frame.tags.add(register as usize).write(READY);
            frame.count_down(self, graph.users(register), flow);
        }
    }

    /// The results of a kernel that has failed.
    #[cold]
    fn failed(&mut self, frame: &Frame, kernel: u32) -> Results {
        let view = frame.function().view().kernel(kernel as usize);
        let failure =
            self.failure.take().unwrap_or_else(|| KernelError::new("a kernel stopped without a reason"));
        self.event = Event::None;
        let error = self.ctx(view.ix().0).report(failure);
        view.results().map(|_| Settled::Error(error.clone())).collect()
    }

    /// The error that keeps a kernel from running: that of its last erroneous operand, or else of the request.
    #[cold]
    unsafe fn operand_error(&self, frame: &Frame, kernel: u32) -> Option<Error> {
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

/// Records a kernel, from its start until it has handed on its results.
struct Recorded {
    code: *const Code,
    pc: *const u32,
    start: u64,
    generation: record::Generation,
}

impl Recorded {
    #[cold]
    fn new(program: &Program, code: *const Code, pc: *const u32) -> Recorded {
        let generation = record::keep(program);
        Recorded { code, pc, start: record::ticks(), generation }
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        record::kernel(self.code, self.pc, self.start, record::ticks(), self.generation);
    }
}

/// Moves the operands of a control flow kernel out of a frame.
///
/// # Safety
/// The kernel is ready and takes its references.
unsafe fn flow_operands(frame: &Frame, inst: &ControlInst) -> (u64, Values) {
    let read = |register: u32| {
        // SAFETY: the operand is there and holds what its kind says.
        unsafe {
            let bits = frame.registers.add(register as usize).read();
            match frame.kind(register) {
                Some(kind) => Value::Scalar(kind, bits),
                None if inst.control == Control::Repeat => Value::Async(AnyRef::borrow_bits(&bits).clone()),
                None => Value::Async(AnyRef::from_bits(bits)),
            }
        }
    };
    let args = inst.operands.iter().map(|&word| read(word & REGISTER)).collect();
    let selector = if inst.control == Control::Call {
        0
    } else {
        // SAFETY: as above; the selector is not held, whatever the control flow.
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
