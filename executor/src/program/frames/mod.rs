//! Frames: the state of a dataflow call.
//!
//! Its counts and its results follow the [protocols](crate::program::protocol). [`dataflow`](crate::program::dataflow) describes how
//! several threads work on a frame; [`Flow`] is the state of one of them.

#![expect(unsafe_code, reason = "frames are shared between threads by the protocol of the dataflow module")]

use crate::kernel::opened::Program;
use crate::{
    kernel::Values,
    program::{
        code::{
            function::{ControlInst, FunctionCode, Prepared},
            instruction::Next,
            order::Graph,
        },
        protocol::{counts::Counts, slot::Slot},
    },
    request::RequestContext,
    value::{AnyRef, Error, IndirectPromise, ScalarKind, Value, indirect},
};
use std::{
    cell::UnsafeCell,
    sync::atomic::{AtomicBool, AtomicU32},
};

/// Frames a function keeps for reuse.
const KEPT_FRAMES: usize = 64;
/// Words of kept frames per function.
const KEPT_WORDS: usize = 1 << 20;

pub(in crate::program) const EMPTY: u8 = 0;
pub(in crate::program) const READY: u8 = 1;
pub(in crate::program) const ERROR: u8 = 2;

/// Bytes of a line, in which memory of calls is counted.
pub(crate) const LINE: usize = 64;

/// Lines of an async value in a frame: its cell, and what its waiter or its task needs.
const LINES_OF_CELL: u32 = 2;

/// Bytes in lines.
pub(in crate::program) const fn lines(bytes: usize) -> u32 {
    let lines = bytes.div_ceil(LINE);
    if lines > u32::MAX as usize { u32::MAX } else { lines as u32 }
}

/// A ready control flow kernel: its position and instance, its selector, its operands.
pub(crate) type Called = (u32, *const ControlInst, u64, Values);

/// The call that a flow waits for.
pub(crate) enum Awaited {
    /// A kernel is to call a function.
    Called(Called),
    /// A compiled run of kernels has called one: straight code goes on there.
    Inside(Next),
}

/// A thread's work on a frame.
#[derive(Clone, Copy)]
pub(crate) struct Flow {
    pub(in crate::program) frame: *mut FlowFrame,
    pub(in crate::program) stream: u32,
    /// The start of this flow's part of the machine's list of ready kernels.
    pub(in crate::program) base: u32,
    /// Kernels that ran or were skipped.
    pub(in crate::program) ran: u32,
    /// The number of those that the frame counts.
    pub(in crate::program) done: u32,
    /// Whether this is the flow of the call itself, which collects the results.
    pub(in crate::program) initial: bool,
}

/// The state of a dataflow call.
pub(crate) struct FlowFrame {
    pub(in crate::program) function: *const Prepared,
    pub(in crate::program) code: *const FunctionCode,
    pub(in crate::program) graph: *const Graph,
    pub(in crate::program) program: Option<Program>,
    pub(in crate::program) request: Option<RequestContext>,
    /// The memory of the calls outside of this one, see [`room`](crate::program::machine::room).
    pub(in crate::program) level: u32,
    pub(in crate::program) counts: Counts,
    pub(in crate::program) has_errors: AtomicBool,
    pub(in crate::program) registers: *mut u64,
    /// Links of the lists of kernels that tasks hold.
    pub(in crate::program) next: *mut u32,
    pub(in crate::program) tags: *mut u8,
    slots: Box<[Slot<Value, IndirectPromise>]>,
    memory: Box<[UnsafeCell<u64>]>,
    /// The memory it takes with its values, in lines.
    lines: u32,
}

// SAFETY: a frame is shared by the protocol of the dataflow module; one that is sent as a box is not in use: it has no values, program or
// request, and its pointers are to its own memory and to what its function owns.
unsafe impl Send for FlowFrame {}

impl FlowFrame {
    pub(in crate::program) fn new(function: &Prepared) -> Box<FlowFrame> {
        let graph = function.graph();
        let (registers, kernels) = (function.kinds.len(), graph.counters.len());
        let links = if graph.many_streams { kernels } else { 0 };
        let words = registers + (kernels + links).div_ceil(2) + registers.div_ceil(8);
        let memory: Box<[UnsafeCell<u64>]> = (0..words).map(|_| UnsafeCell::new(0)).collect();
        let slots: Box<[_]> = (0..function.num_results).map(|_| Slot::new()).collect();
        let base = UnsafeCell::raw_get(memory.as_ptr());
        // SAFETY: the parts lie one after the other within the memory, each aligned.
        let (counters, next, tags) = unsafe {
            let counters = base.add(registers).cast::<AtomicU32>();
            let next = counters.add(kernels).cast::<u32>();
            (counters, next, base.add(registers + (kernels + links).div_ceil(2)).cast::<u8>())
        };
        let own = size_of::<FlowFrame>() + size_of_val(&*slots) + size_of_val(&*memory);
        Box::new(FlowFrame {
            lines: lines(own).saturating_add(function.cells.saturating_mul(LINES_OF_CELL)),
            function,
            code: function.main(),
            graph,
            program: None,
            request: None,
            level: 0,
            counts: Counts::new(counters),
            has_errors: AtomicBool::new(false),
            registers: base,
            next,
            tags,
            slots,
            memory,
        })
    }

    /// A frame in which nothing is available, with these counters, for a call of this function; the level is the memory of the calls
    /// outside of it.
    pub(in crate::program) fn acquire(
        function: &Prepared,
        counters: &[u32],
        program: &Program,
        request: &RequestContext,
        level: u32,
    ) -> *mut FlowFrame {
        let mut frame = function.frames.take().unwrap_or_else(|| FlowFrame::new(function));
        debug_assert_eq!(counters.len(), function.graph().counters.len());
        frame.program = Some(program.clone());
        frame.request = Some(request.clone());
        frame.level = level;
        frame.counts.begin(function.main().counted);
        frame.has_errors = AtomicBool::new(false);
        // SAFETY: this thread alone has the frame, which has a counter for each kernel and a tag for each
        // register.
        unsafe {
            for (kernel, &missing) in (0..).zip(counters) {
                Counts::set_missing(&raw const frame.counts, kernel, missing);
            }
            std::ptr::write_bytes(frame.tags, EMPTY, function.kinds.len());
        }
        Box::into_raw(frame)
    }

    pub(in crate::program) fn function(&self) -> &Prepared {
        // SAFETY: `function` belongs to the frame's program, which the frame keeps alive.
        unsafe { &*self.function }
    }

    pub(in crate::program) fn graph(&self) -> &Graph {
        // SAFETY: `graph` belongs to a function of the frame's program, which the frame keeps alive.
        unsafe { &*self.graph }
    }

    pub(in crate::program) fn code(&self) -> &FunctionCode {
        // SAFETY: `code` belongs to a function of the frame's program, which the frame keeps alive.
        unsafe { &*self.code }
    }

    /// The memory it takes, in lines: its own, and that of an async value for each register that may have one. What the values hold beside
    /// themselves is not known here.
    pub(in crate::program) fn lines(&self) -> u32 {
        self.lines
    }

    #[inline]
    pub(in crate::program) fn kind(&self, register: u32) -> Option<ScalarKind> {
        self.function().kinds[register as usize]
    }

    /// Writes a value that is there to a register, with a reference for each use where it is an object.
    ///
    /// # Safety
    /// The register is not written yet; these are the bits of a value of its kind, with one reference, which the register takes.
    #[inline]
    pub(in crate::program) unsafe fn write_bits(&self, register: u32, bits: u64) {
        // SAFETY: the caller says that the register is one of the frame's and not written yet, and that the bits are of its
        // kind, with one reference that moves to the register; the other uses get references of their own.
        unsafe {
            if self.kind(register).is_none() {
                match self.graph().users(register).len() {
                    0 => drop(AnyRef::from_bits(bits)),
                    1 => {}
                    count => AnyRef::borrow_bits(bits).add_refs(count as u32 - 1),
                }
            }
            self.registers.add(register as usize).write(bits);
            self.tags.add(register as usize).write(READY);
        }
    }

    /// Counts kernels as finished; the last ones free the frame.
    ///
    /// # Safety
    /// The caller has finished that many, which were not counted before, and does not touch the frame after this.
    pub(in crate::program) unsafe fn release(this: *mut FlowFrame, finished: u32) {
        // SAFETY: what the caller has finished keeps the frame until it is counted; where nothing is left after that, all kernels have
        // finished and all flows have ended.
        unsafe {
            if Counts::end(&raw const (*this).counts, finished) {
                FlowFrame::free(this);
            }
        }
    }

    /// Frees the frame, or keeps it for another call of its function.
    ///
    /// # Safety
    /// All kernels have finished and all flows have ended.
    pub(in crate::program) unsafe fn free(this: *mut FlowFrame) {
        // SAFETY: the caller says that all kernels and flows have ended, so this is the only pointer to the
        // frame; `acquire` made it with `Box::into_raw`.
        let mut frame = unsafe { Box::from_raw(this) };
        let registers = frame.function().kinds.len();
        if *frame.has_errors.get_mut() {
            for register in 0..registers {
                // SAFETY: a register with this tag holds an error.
                unsafe {
                    if frame.tags.add(register).read() == ERROR {
                        drop(Error::from_bits(frame.registers.add(register).read()));
                    }
                }
            }
        }
        for slot in &mut frame.slots {
            slot.clear();
        }
        frame.request = None;
        // The function must outlive the cache's use: the program goes last.
        let program = frame.program.take();
        let function = frame.function;
        let words = frame.memory.len();
        let has_room = |kept: usize| kept < KEPT_FRAMES && (kept + 1) * words <= KEPT_WORDS.max(words);
        // SAFETY: `function` belongs to `program`, which is dropped below.
        unsafe { &*function }.frames.keep(frame, has_room);
        drop(program);
    }

    /// Gives a value to the results at this register.
    ///
    /// # Safety
    /// Called once per result register, by the thread that stores it.
    pub(in crate::program) unsafe fn produce(&self, register: u32, mut value: impl FnMut() -> Value) {
        for position in self.graph().result_positions(register) {
            // SAFETY: a result is that of one register, for which this is called once.
            if let Some((promise, value)) = unsafe { self.slots[position].produce(value()) } {
                promise.forward(value);
            }
        }
    }

    /// The function's results: values, or placeholders for values that come later.
    ///
    /// # Safety
    /// Called once, by the initial flow.
    pub(in crate::program) unsafe fn collect(&self) -> Values {
        let placeholder = || {
            let (promise, value) = indirect();
            (promise, Value::Async(value))
        };
        // SAFETY: the caller is the initial flow and calls this once, so each slot is collected once.
        let take = |slot: &Slot<_, _>| unsafe { slot.collect(placeholder) };
        self.slots.iter().map(|slot| take(slot).unwrap_or(Value::CHAIN)).collect()
    }

    /// The number of operands that the kernel waits for.
    ///
    /// # Safety
    /// It is one of the frame's kernels.
    #[inline]
    pub(in crate::program) unsafe fn waits_for(&self, kernel: u32) -> u32 {
        // SAFETY: the caller says that the kernel is one of the frame's, which has a count for each.
        unsafe { Counts::missing(&raw const self.counts, kernel) }
    }
}
