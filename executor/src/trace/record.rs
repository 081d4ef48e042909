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
    len: AtomicUsize,
    events: UnsafeCell<Box<[MaybeUninit<Event>]>>,
}

// SAFETY: events up to `len` are constant; the others are written by the chunk's thread alone.
unsafe impl Send for Chunk {}
// SAFETY: as above.
unsafe impl Sync for Chunk {}

static ENABLED: AtomicBool = AtomicBool::new(false);
static CHUNKS: Mutex<Vec<Arc<Chunk>>> = Mutex::new(Vec::new());
static PROGRAMS: Mutex<Vec<Program>> = Mutex::new(Vec::new());
/// Changes when recorded chunks are given up.
static GENERATION: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static CURRENT: Cell<Option<Arc<Chunk>>> = const { Cell::new(None) };
    static CURRENT_GENERATION: Cell<usize> = const { Cell::new(0) };
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

/// Keeps a program until its trace is written.
pub(crate) fn keep(program: &Program) {
    let mut programs = PROGRAMS.lock();
    if !programs.iter().any(|kept| kept.same(program)) {
        programs.push(program.clone());
    }
}

/// Records that the instruction at `pc` ran. The code's program was given to [`keep`].
pub(crate) fn kernel(code: *const Code, pc: *const u32, start: u64, end: u64) {
    let event = Event { code, pc, start, end };
    // A thread that is ending records nothing.
    let _ = CURRENT.try_with(|current| {
        let generation = GENERATION.load(Relaxed);
        let chunk = match current.take() {
            Some(chunk) if chunk.len.load(Relaxed) < CHUNK && CURRENT_GENERATION.get() == generation => chunk,
            _ => new_chunk(generation),
        };
        let len = chunk.len.load(Relaxed);
        // SAFETY: this thread alone writes to the chunk, beyond its length.
        unsafe { (*chunk.events.get())[len].write(event) };
        chunk.len.store(len + 1, Release);
        current.set(Some(chunk));
    });
}

#[cold]
fn new_chunk(generation: usize) -> Arc<Chunk> {
    let events = vec![MaybeUninit::uninit(); CHUNK].into();
    let chunk = Arc::new(Chunk {
        thread: thread_number(),
        len: AtomicUsize::new(0),
        events: UnsafeCell::new(events),
    });
    CURRENT_GENERATION.set(generation);
    CHUNKS.lock().push(chunk.clone());
    chunk
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
    for chunk in CHUNKS.lock().iter() {
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
    GENERATION.fetch_add(1, Relaxed);
    CHUNKS.lock().clear();
    PROGRAMS.lock().clear();
}
