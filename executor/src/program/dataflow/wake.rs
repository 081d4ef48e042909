//! Continuing a call: when a stream's task runs, and when a value becomes available for which kernels waited.
//!
//! The thread that makes a value available stores it for the kernels that use it and runs the kernels that become ready
//! by that, with a machine of that thread. See [`dataflow`](super::dataflow) for why the frame still exists.

#![expect(unsafe_code, reason = "frames are shared between threads by the protocol of the dataflow module")]

use crate::program::{
    frames::{Flow, FlowFrame, READY},
    machine::{
        Machine, State,
        lend::{MAX_NESTING, depth, lend_machine},
    },
    protocol::counts::Counts,
};
use crate::{
    queue::Task,
    trace::record,
    value::{
        AnyRef, TaskFn, Value,
        settle::{Settled, settle},
    },
};

/// Runs the kernels of one stream that a flow handed out.
///
/// # Safety
/// `frame` is a [`FlowFrame`]. `arg` is a stream and, in its lower half, the first of a list of ready kernels of that stream, which a
/// flow handed out: they have not run, and no other thread has them.
pub(in crate::program) unsafe fn run_stream(frame: *mut (), arg: u64, drop_only: bool) {
    let frame: *mut FlowFrame = frame.cast();
    // SAFETY: the kernels have not run, so they keep the frame, which keeps program and request.
    unsafe {
        if drop_only && let Some(request) = &(*frame).request {
            // No worker will run this task: its kernels fail, so that their waiters are woken.
            request.cancel();
        }
        go_on_with(frame, |machine| {
            let base = machine.flows.ready.inline.len() as u32;
            let mut kernel = arg as u32;
            while kernel != u32::MAX {
                machine.flows.ready.inline.push(kernel);
                kernel = (*frame).next.add(kernel as usize).read();
            }
            machine.resume(Flow { frame, stream: (arg >> 32) as u32, base, ran: 0, done: 0, initial: false });
        });
    }
}

/// Runs the kernels of one stream that are ready when a call begins.
///
/// # Safety
/// `frame` is a [`FlowFrame`] whose call began with all arguments. The kernels of the stream with this index in the function's
/// [`Start`](crate::program::code::start::Start) have not run, and no other thread has them.
pub(in crate::program) unsafe fn run_first_of_stream(frame: *mut (), index: u64, drop_only: bool) {
    let frame: *mut FlowFrame = frame.cast();
    // SAFETY: the stream's kernels are ready and have not run, so they keep the frame, which keeps program
    // and request.
    unsafe {
        if drop_only && let Some(request) = &(*frame).request {
            request.cancel();
        }
        go_on_with(frame, |machine| {
            let (stream, kernels) = (*(*frame).function).start().stream(index as u32);
            let base = machine.flows.ready.inline.len() as u32;
            machine.flows.ready.inline.extend_from_slice(kernels);
            machine.resume(Flow { frame, stream, base, ran: 0, done: 0, initial: false });
        });
    }
}

/// A value that a register waited for is there. Called by the thread that made it so, which holds a reference; the
/// register's own reference is left to it where the value is a scalar.
///
/// A scalar that is used once may come as bits: then there is no value, and no reference to it.
///
/// # Safety
/// `frame` is a [`FlowFrame`], whose register `arg` (lower half) has waited for a value that is there now; called once for that. With
/// `bits` the value is gone, and the register is a scalar's.
pub(in crate::program) unsafe fn value_ready(frame: *mut (), arg: u64, bits: Option<u64>) -> u32 {
    let frame: *mut FlowFrame = frame.cast();
    let register = arg as u32;
    // SAFETY: the register's users have not run, so they keep the frame.
    unsafe {
        if let Some(bits) = bits
            && let Some(user) = (*frame).graph().only_user(register)
        {
            scalar_ready(frame, register, user, bits);
            return 1;
        }
        if depth() >= MAX_NESTING {
            push_task(frame, value_ready_task, arg);
            return 0;
        }
        let slot = (*frame).registers.add(register as usize);
        if let Some(kind) = (*frame).kind(register)
            && let Some(bits) = AnyRef::borrow_bits(slot.read()).scalar_bits(kind)
        {
            match (*frame).graph().only_user(register) {
                Some(user) => scalar_ready(frame, register, user, bits),
                None => go_on(frame, arg, Settled::Bits(bits)),
            }
            return 1;
        }
        value_ready_task(frame.cast(), arg, false);
        0
    }
}

/// A scalar that one kernel uses, and that is no result, is there, as its bits: nothing more to do, or a single kernel to go on
/// with, whatever its stream. Without bits, the value that the register waited for is there.
///
/// # Safety
/// `frame` is a [`FlowFrame`], whose register `arg` (lower half) has waited for a scalar that is there now, and which the kernel in the
/// upper half alone uses; called once for that.
pub(in crate::program) unsafe fn only_user_ready(frame: *mut (), arg: u64, bits: Option<u64>) -> u32 {
    let frame: *mut FlowFrame = frame.cast();
    let (register, user) = (arg as u32, (arg >> 32) as u32);
    // SAFETY: the register is one that waited; its user has not run, so it keeps the frame.
    unsafe {
        let Some(bits) = bits else {
            let (entry, _) = (*(*frame).code).step_unchecked(user);
            return value_ready(frame.cast(), u64::from(register) | u64::from(entry.stream) << 32, None);
        };
        scalar_ready(frame, register, user, bits);
        1
    }
}

/// # Safety
/// The register is one that waited; what it held is not its any more. Its only user keeps the frame.
#[inline(always)]
unsafe fn scalar_ready(frame: *mut FlowFrame, register: u32, user: u32, bits: u64) {
    // SAFETY: the caller says that the register waited for this value and owns nothing any more, so only this thread writes
    // it; its only user has not run and keeps the frame until it is counted down, after which only the user's own task or run
    // accesses the frame.
    unsafe {
        (*frame).registers.add(register as usize).write(bits);
        (*frame).tags.add(register as usize).write(READY);
        if !Counts::count_down_one(&raw const (*frame).counts, user) {
            return;
        }
        if depth() >= MAX_NESTING {
            return push_task(frame, run_one, u64::from(user));
        }
        run_one(frame.cast(), u64::from(user), false);
    }
}

/// Runs a kernel that is ready, and what becomes ready by that.
///
/// # Safety
/// `frame` is a [`FlowFrame`]. The kernel is ready, has not run, and no other thread has it.
unsafe fn run_one(frame: *mut (), kernel: u64, drop_only: bool) {
    let frame: *mut FlowFrame = frame.cast();
    let kernel = kernel as u32;
    // SAFETY: the kernel has not run, so it keeps the frame.
    unsafe {
        if drop_only && let Some(request) = &(*frame).request {
            // As in `run_stream`.
            request.cancel();
        }
        let (entry, _) = (*(*frame).code).step_unchecked(kernel);
        go_on_with(frame, |machine| {
            let base = machine.flows.ready.inline.len() as u32;
            let flow = Flow { frame, stream: entry.stream, base, ran: 0, done: 0, initial: false };
            machine.resume_with(flow, kernel);
        });
    }
}

/// Enqueues the rest of the work for a frame, where there is no room on the native stack.
///
/// # Safety
/// The kernel or value that the task is for keeps the frame until the task has run.
#[cold]
unsafe fn push_task(frame: *mut FlowFrame, run: TaskFn, arg: u64) {
    // SAFETY: the caller says that the kernel or value of the task keeps the frame until the task has run, so
    // `run` gets a valid frame.
    unsafe {
        if let Some(host) = (*frame).request.as_ref().map(|request| request.host().clone()) {
            host.queue().push(Task::from_raw(run, frame.cast(), arg));
        }
    }
}

/// # Safety
/// `frame` is a [`FlowFrame`], whose register `arg` (lower half) has waited for a value that is there now and holds a reference to it;
/// called once for that.
unsafe fn value_ready_task(frame: *mut (), arg: u64, _drop_only: bool) {
    let frame: *mut FlowFrame = frame.cast();
    let register = arg as u32;
    // SAFETY: the register holds a reference to the value for which it waited, which is taken out once; its
    // users have not run and keep the frame.
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
unsafe fn go_on(frame: *mut FlowFrame, arg: u64, value: Settled) {
    let (register, stream) = (arg as u32, (arg >> 32) as u32);
    // SAFETY: the caller says that the register's users have not run, so they keep the frame, and that `value` is the
    // register's, which is stored once.
    unsafe {
        go_on_with(frame, |machine| {
            let base = machine.flows.ready.inline.len() as u32;
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
unsafe fn go_on_with(frame: *mut FlowFrame, f: impl FnOnce(&mut Machine)) {
    // SAFETY: the caller says that something keeps the frame until `f` has run what is ready. Program and request are
    // fields of the frame, so the machine's pointers to them stay valid while it runs.
    unsafe {
        let (Some(program), Some(request)) = (&(*frame).program, &(*frame).request) else { return };
        let (program, request) = (std::ptr::from_ref(program), std::ptr::from_ref(request));
        lend_machine(program, request, false, (*frame).level, f);
    }
}

impl Machine {
    /// Goes on with a dataflow call.
    #[inline]
    pub(crate) fn resume(&mut self, mut flow: Flow) {
        // SAFETY: a flow's frame is kept until its kernels have run.
        match unsafe { self.run_flow(&mut flow) } {
            // SAFETY: `run_flow` returned without a call, so nothing is ready in the flow, and the flow is
            // not used afterwards.
            None => match unsafe { self.end_flow(flow) } {
                None => {}
                Some(values) => self.drive(State::Deliver(values)),
            },
            Some(awaited) => self.drive(State::Awaits(flow, awaited)),
        }
    }

    /// Goes on with a dataflow call of which one kernel is ready; the flow is not the initial one.
    ///
    /// # Safety
    /// The kernel is ready, and keeps the flow's frame.
    #[inline]
    pub(crate) unsafe fn resume_with(&mut self, mut flow: Flow, kernel: u32) {
        if record::enabled() {
            self.flows.ready.inline.push(kernel);
            return self.resume(flow);
        }
        // SAFETY: the caller says that the kernel is ready and keeps the frame. Kernels that finished in this
        // flow are counted only when it ends, and keep the frame until then.
        unsafe {
            if let (Some(awaited), _) = self.run_next(&mut flow, kernel) {
                return self.drive(State::Awaits(flow, awaited));
            }
            if self.flows.ready.inline.len() as u32 != flow.base || !self.flows.ready.outline.is_empty() {
                return self.resume(flow);
            }
            self.run.kernels += u64::from(flow.ran);
            self.native.fuel -= i64::from(flow.ran);
            FlowFrame::release(flow.frame, flow.done);
        }
    }
}
