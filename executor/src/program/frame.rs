//! Frames: the state of a dataflow call.
//!
//! See [`dataflow`](super::dataflow) for the protocol by which several threads work on one.

#![expect(unsafe_code, reason = "frames are shared between threads by the protocol of the dataflow module")]

use super::{
    Program,
    machine::Machine,
    order::Graph,
    prepare::{Code, Prepared},
    room::lines,
};
use crate::{
    kernel::Values,
    request::RequestContext,
    value::{AnyRef, Error, IndirectPromise, ScalarKind, Value, indirect},
};
use parking_lot::Mutex;
use std::{
    cell::UnsafeCell,
    sync::atomic::{
        AtomicBool, AtomicU8, AtomicU32,
        Ordering::{AcqRel, Acquire},
    },
};

/// Frames a function keeps for reuse.
const KEPT_FRAMES: usize = 64;
/// Words of kept frames per function.
const KEPT_WORDS: usize = 1 << 20;

pub(super) const EMPTY: u8 = 0;
pub(super) const READY: u8 = 1;
pub(super) const ERROR: u8 = 2;

const SLOT_EMPTY: u8 = 0;
const SLOT_VALUE: u8 = 1;
const SLOT_PROMISE: u8 = 2;

/// A result of the function: the value, or the promise that was given out in its place.
struct Slot {
    state: AtomicU8,
    value: UnsafeCell<Option<Value>>,
    promise: UnsafeCell<Option<IndirectPromise>>,
}

/// The state of a dataflow call.
pub(crate) struct Frame {
    pub(super) function: *const Prepared,
    pub(super) code: *const Code,
    pub(super) graph: *const Graph,
    pub(super) program: Option<Program>,
    pub(super) request: Option<RequestContext>,
    /// What the calls take inside of which it began, see [`room`](super::room).
    pub(super) level: u32,
    pub(super) left: AtomicU32,
    pub(super) has_errors: AtomicBool,
    pub(super) registers: *mut u64,
    pub(super) counters: *mut AtomicU32,
    /// Links of the lists of kernels that tasks hold.
    pub(super) next: *mut u32,
    pub(super) tags: *mut u8,
    slots: Box<[Slot]>,
    memory: Box<[UnsafeCell<u64>]>,
}

/// Frames that are not in use.
#[derive(Default)]
#[expect(clippy::vec_box, reason = "frames are lent out as boxes")]
pub(crate) struct FrameCache(Mutex<Vec<Box<Frame>>>);

// SAFETY: cached frames belong to the cache alone.
unsafe impl Send for FrameCache {}
// SAFETY: as above; the cache is a lock.
unsafe impl Sync for FrameCache {}

impl Frame {
    pub(super) fn new(function: &Prepared) -> Box<Frame> {
        let graph = function.graph();
        let (registers, kernels) = (function.kinds.len(), graph.counters.len());
        let links = if graph.many_streams { kernels } else { 0 };
        let words = registers + (kernels + links).div_ceil(2) + registers.div_ceil(8);
        let memory: Box<[UnsafeCell<u64>]> = (0..words).map(|_| UnsafeCell::new(0)).collect();
        let slots = (0..function.num_results)
            .map(|_| Slot {
                state: AtomicU8::new(SLOT_EMPTY),
                value: UnsafeCell::new(None),
                promise: UnsafeCell::new(None),
            })
            .collect();
        let base = UnsafeCell::raw_get(memory.as_ptr());
        // SAFETY: the parts lie one after the other within the memory, each aligned.
        let (counters, next, tags) = unsafe {
            let counters = base.add(registers).cast::<AtomicU32>();
            let next = counters.add(kernels).cast::<u32>();
            (counters, next, base.add(registers + (kernels + links).div_ceil(2)).cast::<u8>())
        };
        Box::new(Frame {
            function,
            code: function.main(),
            graph,
            program: None,
            request: None,
            level: 0,
            left: AtomicU32::new(0),
            has_errors: AtomicBool::new(false),
            registers: base,
            counters,
            next,
            tags,
            slots,
            memory,
        })
    }

    /// A frame in which nothing is available, with these counters.
    pub(super) fn acquire(machine: &Machine, function: &Prepared, counters: &[u32]) -> *mut Frame {
        let cached = function.frames.0.lock().pop();
        let mut frame = cached.unwrap_or_else(|| Frame::new(function));
        debug_assert_eq!(counters.len(), function.graph().counters.len());
        frame.program = Some(machine.program().clone());
        frame.request = Some(machine.request().clone());
        frame.level = machine.frame_level();
        frame.left = AtomicU32::new(function.main().counted + 1);
        frame.has_errors = AtomicBool::new(false);
        // SAFETY: the frame is ours alone, and its parts have these lengths.
        unsafe {
            std::ptr::copy_nonoverlapping(counters.as_ptr(), frame.counters.cast(), counters.len());
            std::ptr::write_bytes(frame.tags, EMPTY, function.kinds.len());
        }
        Box::into_raw(frame)
    }

    pub(super) fn function(&self) -> &Prepared {
        // SAFETY: the frame's program owns the function.
        unsafe { &*self.function }
    }

    pub(super) fn graph(&self) -> &Graph {
        // SAFETY: as above.
        unsafe { &*self.graph }
    }

    pub(super) fn code(&self) -> &Code {
        // SAFETY: as above.
        unsafe { &*self.code }
    }

    /// What it takes.
    pub(super) fn lines(&self) -> u32 {
        lines(size_of::<Frame>() + size_of_val(&*self.slots) + size_of_val(&*self.memory))
    }

    #[inline]
    pub(super) fn kind(&self, register: u32) -> Option<ScalarKind> {
        self.function().kinds[register as usize]
    }

    /// Writes a value that is there to a register, with a reference for each use where it is an object.
    ///
    /// # Safety
    /// The register is not written yet; these are the bits of a value of its kind, with one reference that is given away.
    #[inline]
    pub(super) unsafe fn write_bits(&self, register: u32, bits: u64) {
        // SAFETY: by the contract.
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
    /// The caller has finished that many and does not touch the frame after this.
    pub(super) unsafe fn release(this: *mut Frame, finished: u32) {
        if finished == 0 {
            return;
        }
        // SAFETY: what the caller has finished keeps the frame until here.
        unsafe {
            let left = &(*this).left;
            if left.load(Acquire) == finished || left.fetch_sub(finished, AcqRel) == finished {
                Frame::free(this);
            }
        }
    }

    /// # Safety
    /// All kernels have finished and all flows have ended.
    pub(super) unsafe fn free(this: *mut Frame) {
        // SAFETY: by the contract the frame is ours alone; it came from a box.
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
            *slot.state.get_mut() = SLOT_EMPTY;
            *slot.value.get_mut() = None;
            *slot.promise.get_mut() = None;
        }
        frame.request = None;
        // The function must outlive the cache's use: the program goes last.
        let program = frame.program.take();
        let function = frame.function;
        let words = frame.memory.len();
        // SAFETY: `program` keeps the function.
        let mut cache = unsafe { &*function }.frames.0.lock();
        if cache.len() < KEPT_FRAMES && (cache.len() + 1) * words <= KEPT_WORDS.max(words) {
            cache.push(frame);
        }
        drop(cache);
        drop(program);
    }

    /// Gives a value to the results at this register.
    ///
    /// # Safety
    /// Called once per result register, by the thread that stores it.
    pub(super) unsafe fn produce(&self, register: u32, mut value: impl FnMut() -> Value) {
        for position in self.graph().result_positions(register) {
            let slot = &self.slots[position];
            // SAFETY: the value is written by this thread alone, before the state says so; the promise is there once the
            // state says so, and taken here alone.
            unsafe {
                *slot.value.get() = Some(value());
                if slot.state.swap(SLOT_VALUE, AcqRel) == SLOT_PROMISE
                    && let (Some(promise), Some(value)) =
                        ((*slot.promise.get()).take(), (*slot.value.get()).take())
                {
                    promise.forward(value);
                }
            }
        }
    }

    /// The function's results: values, or placeholders for what is still to come.
    ///
    /// # Safety
    /// Called once, by the initial flow.
    pub(super) unsafe fn collect(&self) -> Values {
        let take = |slot: &Slot| {
            // SAFETY: the value is there when the state says so, and taken once.
            unsafe {
                if slot.state.load(Acquire) == SLOT_VALUE {
                    return (*slot.value.get()).take();
                }
                let (promise, value) = indirect();
                *slot.promise.get() = Some(promise);
                match slot.state.compare_exchange(SLOT_EMPTY, SLOT_PROMISE, AcqRel, Acquire) {
                    Ok(_) => Some(Value::Async(value)),
                    Err(_) => {
                        *slot.promise.get() = None;
                        (*slot.value.get()).take()
                    }
                }
            }
        };
        self.slots.iter().map(|slot| take(slot).unwrap_or(Value::CHAIN)).collect()
    }
}
