//! Kernel events: who ran when, in a few nanoseconds.
//!
//! Each thread writes to chunks of its own; the length of a chunk is published with release order, so that a reader sees
//! whole events without any lock. An event refers to an instruction; its name and place are looked up when the trace is
//! written. The programs that ran are kept until then.

#![expect(unsafe_code, reason = "chunks are written by their thread and read by whoever writes the trace")]

use crate::{
    output::thread_number,
    program::{Code, Program},
    value::SourceLocation,
};
use parking_lot::Mutex;
use std::{
    cell::{Cell, UnsafeCell},
    mem::MaybeUninit,
    sync::{
        Arc,
        atomic::{
            AtomicBool, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

const CHUNK: usize = 8192;

#[derive(Clone, Copy)]
struct Event {
    code: *const Code,
    pc: *const u32,
    start: u64,
    end: u64,
}

struct Chunk {
    thread: u64,
    generation: Generation,
    len: AtomicUsize,
    events: UnsafeCell<Box<[MaybeUninit<Event>]>>,
}

// SAFETY: events up to `len` are constant; the others are written by the chunk's thread alone.
unsafe impl Send for Chunk {}
// SAFETY: as above.
unsafe impl Sync for Chunk {}

static ENABLED: AtomicBool = AtomicBool::new(false);

/// What was recorded. A chunk of a generation is only among the chunks together with the programs kept in it.
struct Recorded {
    generation: Generation,
    chunks: Vec<Arc<Chunk>>,
    programs: Vec<Program>,
}

/// Changes when what was recorded is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Generation(u64);

static RECORDED: Mutex<Recorded> =
    Mutex::new(Recorded { generation: Generation(0), chunks: Vec::new(), programs: Vec::new() });

thread_local! {
    static CURRENT: Cell<Option<Arc<Chunk>>> = const { Cell::new(None) };
}

/// Whether kernels are recorded.
#[inline]
pub(crate) fn enabled() -> bool {
    ENABLED.load(Relaxed)
}

pub(super) fn enable(on: bool) {
    ENABLED.store(on, Relaxed);
}

/// The processor's time stamp, in a unit of its own.
#[inline]
pub(crate) fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        // SAFETY: every x86-64 processor has the instruction.
        unsafe { core::arch::x86_64::_rdtsc() }
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed().as_nanos() as u64
    }
}

/// Keeps a program until its trace is written; events of its kernels may be recorded in this generation.
pub(crate) fn keep(program: &Program) -> Generation {
    let mut recorded = RECORDED.lock();
    if !recorded.programs.iter().any(|kept| kept.same(program)) {
        recorded.programs.push(program.clone());
    }
    recorded.generation
}

/// Records that the instruction at `pc` ran. The code's program was given to [`keep`] in this generation; an event of an
/// earlier one is dropped.
pub(crate) fn kernel(code: *const Code, pc: *const u32, start: u64, end: u64, generation: Generation) {
    let event = Event { code, pc, start, end };
    // A thread that is ending records nothing.
    let _ = CURRENT.try_with(|current| {
        let chunk = match current.take() {
            Some(chunk) if chunk.len.load(Relaxed) < CHUNK && chunk.generation == generation => Some(chunk),
            _ => new_chunk(generation),
        };
        let Some(chunk) = chunk else { return };
        let len = chunk.len.load(Relaxed);
        // SAFETY: this thread alone writes to the chunk, beyond its length.
        unsafe { (*chunk.events.get())[len].write(event) };
        chunk.len.store(len + 1, Release);
        current.set(Some(chunk));
    });
}

#[cold]
fn new_chunk(generation: Generation) -> Option<Arc<Chunk>> {
    let mut recorded = RECORDED.lock();
    if recorded.generation != generation {
        return None;
    }
    let events = vec![MaybeUninit::uninit(); CHUNK].into();
    let (thread, len) = (thread_number(), AtomicUsize::new(0));
    let chunk = Arc::new(Chunk { thread, generation, len, events: UnsafeCell::new(events) });
    recorded.chunks.push(chunk.clone());
    Some(chunk)
}

pub(super) struct KernelEvent {
    pub(super) thread: u64,
    pub(super) name: String,
    pub(super) location: SourceLocation,
    pub(super) stream: u32,
    pub(super) start: u64,
    pub(super) end: u64,
}

/// Goes through what was recorded.
pub(super) fn for_each_kernel(mut f: impl FnMut(KernelEvent)) {
    for chunk in &RECORDED.lock().chunks {
        let len = chunk.len.load(Acquire);
        // SAFETY: events up to the length are written and constant.
        let events = unsafe { &(&*chunk.events.get())[..len] };
        for event in events {
            // SAFETY: as above; the event's program, which owns the code, is kept until `clear`.
            let (event, code) = unsafe {
                let event = event.assume_init();
                (event, &*event.code)
            };
            if let Some((name, location, stream)) = code.describe(event.pc) {
                f(KernelEvent {
                    thread: chunk.thread,
                    name,
                    location,
                    stream,
                    start: event.start,
                    end: event.end,
                });
            }
        }
    }
}

/// Gives up what was recorded.
pub(super) fn clear() {
    let programs = {
        let mut recorded = RECORDED.lock();
        recorded.generation.0 += 1;
        recorded.chunks.clear();
        std::mem::take(&mut recorded.programs)
    };
    drop(programs);
}
