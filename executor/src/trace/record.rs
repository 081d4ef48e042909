//! Kernel events, and buffers that come and go: in a few nanoseconds each.
//!
//! Each thread writes to chunks of its own; the length of a chunk is published with release order, so that a reader sees
//! whole events without any lock. An event refers to an instruction; its name and place are looked up when the trace is
//! written. The programs that ran are kept until then. What was recorded is taken over as a whole, so that nobody who runs
//! waits for whoever reads.

#![expect(unsafe_code, reason = "chunks are written by their thread and read by whoever writes the trace")]

use crate::{
    output::thread_number,
    program::{Code, Program},
};
use parking_lot::Mutex;
use std::{
    cell::{Cell, UnsafeCell},
    mem::MaybeUninit,
    sync::{
        Arc,
        atomic::{
            AtomicBool, AtomicU64, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

const CHUNK: usize = 8192;

#[derive(Clone, Copy)]
enum Event {
    Kernel {
        code: *const Code,
        pc: *const u32,
        start: u64,
        end: u64,
    },
    /// Bytes that were allocated, or freed when they are negative.
    Memory {
        at: u64,
        address: usize,
        bytes: i64,
    },
}

struct Chunk {
    thread: u64,
    thread_name: Option<String>,
    generation: Generation,
    len: AtomicUsize,
    events: UnsafeCell<Box<[MaybeUninit<Event>]>>,
}

// SAFETY: events up to `len` are constant; the others are written by the chunk's thread alone.
unsafe impl Send for Chunk {}
// SAFETY: as above.
unsafe impl Sync for Chunk {}

static ENABLED: AtomicBool = AtomicBool::new(false);

/// The generation of now, for those who need not keep a program.
static GENERATION: AtomicU64 = AtomicU64::new(0);

/// What was recorded. A chunk of a generation is only among the chunks together with the programs kept in it.
struct Recorded {
    generation: Generation,
    chunks: Vec<Arc<Chunk>>,
    programs: Vec<Program>,
    /// How many chunks there may be.
    limit: usize,
    is_truncated: bool,
}

/// Changes when what was recorded is given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Generation(u64);

static RECORDED: Mutex<Recorded> = Mutex::new(Recorded {
    generation: Generation(0),
    chunks: Vec::new(),
    programs: Vec::new(),
    limit: usize::MAX,
    is_truncated: false,
});

thread_local! {
    static CURRENT: Cell<Option<Arc<Chunk>>> = const { Cell::new(None) };
    /// The program that this thread has kept last, by its address, and in which generation.
    static KEPT: Cell<(Generation, usize)> = const { Cell::new((Generation(0), 0)) };
}

/// Whether kernels are recorded.
#[inline]
pub(crate) fn enabled() -> bool {
    ENABLED.load(Relaxed)
}

/// Starts to record at most about so many events.
pub(super) fn enable(events: usize) {
    let mut recorded = RECORDED.lock();
    recorded.limit = events.div_ceil(CHUNK);
    recorded.is_truncated = false;
    ENABLED.store(true, Relaxed);
}

/// Records no more.
pub(super) fn disable() {
    ENABLED.store(false, Relaxed);
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
#[inline]
pub(crate) fn keep(program: &Program) -> Generation {
    let (generation, kept) = KEPT.get();
    if kept == program.address() && generation.0 == GENERATION.load(Relaxed) {
        // It is still kept: its address is that of no other program.
        return generation;
    }
    keep_new(program)
}

#[cold]
fn keep_new(program: &Program) -> Generation {
    let mut recorded = RECORDED.lock();
    if !recorded.programs.iter().any(|kept| kept.same(program)) {
        recorded.programs.push(program.clone());
    }
    KEPT.set((recorded.generation, program.address()));
    recorded.generation
}

/// Records that the instruction at `pc` ran. The code's program was given to [`keep`] in this generation; an event of an
/// earlier one is dropped.
#[inline]
pub(crate) fn kernel(code: *const Code, pc: *const u32, start: u64, end: u64, generation: Generation) {
    record(Event::Kernel { code, pc, start, end }, generation);
}

/// Records that a buffer was allocated at an address; that it was freed, when `bytes` are negative.
pub(crate) fn memory(address: usize, bytes: i64) {
    if enabled() {
        let generation = Generation(GENERATION.load(Relaxed));
        record(Event::Memory { at: ticks(), address, bytes }, generation);
    }
}

fn record(event: Event, generation: Generation) {
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
    if !enabled() {
        return None;
    }
    let mut recorded = RECORDED.lock();
    if recorded.generation != generation {
        return None;
    }
    if recorded.chunks.len() >= recorded.limit {
        recorded.is_truncated = true;
        disable();
        return None;
    }
    let events = new_events();
    let (thread, len) = (thread_number(), AtomicUsize::new(0));
    let thread_name = std::thread::current().name().map(str::to_owned);
    let chunk = Arc::new(Chunk { thread, thread_name, generation, len, events: UnsafeCell::new(events) });
    recorded.chunks.push(chunk.clone());
    Some(chunk)
}

/// Room for the events of a chunk. Its pages are asked for at once: one by one, as they are first written to, they cost as much
/// as the events.
fn new_events() -> Box<[MaybeUninit<Event>]> {
    let mut events = Box::new_uninit_slice(CHUNK);
    let (start, page) = (events.as_mut_ptr() as usize, rustix::param::page_size());
    let first = start.next_multiple_of(page);
    let end = (start + size_of_val(&*events)) / page * page;
    if first < end {
        // SAFETY: the pages are the box's; asking for them changes nothing that is in them. Kernels that cannot do that say so.
        let _ = unsafe {
            rustix::mm::madvise(first as *mut _, end - first, rustix::mm::Advice::LinuxPopulateWrite)
        };
    }
    events
}

/// What was recorded, with the programs that it refers to.
pub(super) struct Taken {
    chunks: Vec<Arc<Chunk>>,
    /// Only kept: events point into them.
    _programs: Vec<Program>,
    /// Whether there were more events than were asked for; those of later are missing.
    pub(super) is_truncated: bool,
}

/// What is known of an event.
pub(super) enum Seen<'a> {
    /// A kernel ran. The pair is the same for each run of it.
    Kernel { id: (usize, usize), code: &'a Code, pc: *const u32, start: u64, end: u64 },
    /// Bytes were allocated, or freed when they are negative.
    Memory { at: u64, address: usize, bytes: i64 },
}

/// Takes over what was recorded. Whoever still runs goes on without being recorded.
pub(super) fn take() -> Taken {
    let mut recorded = RECORDED.lock();
    recorded.generation.0 += 1;
    GENERATION.store(recorded.generation.0, Relaxed);
    Taken {
        chunks: std::mem::take(&mut recorded.chunks),
        _programs: std::mem::take(&mut recorded.programs),
        is_truncated: recorded.is_truncated,
    }
}

impl Taken {
    /// Goes through what was recorded: thread, its name, event.
    pub(super) fn for_each(&self, mut f: impl FnMut(u64, Option<&str>, Seen<'_>)) {
        for chunk in &self.chunks {
            let len = chunk.len.load(Acquire);
            // SAFETY: events up to the length are written and constant.
            let events = unsafe { &(&*chunk.events.get())[..len] };
            for event in events {
                // SAFETY: as above.
                let seen = match unsafe { event.assume_init() } {
                    Event::Kernel { code, pc, start, end } => {
                        let id = (code.addr(), pc.addr());
                        // SAFETY: the event's program, which owns the code, is kept with the chunks.
                        Seen::Kernel { id, code: unsafe { &*code }, pc, start, end }
                    }
                    Event::Memory { at, address, bytes } => Seen::Memory { at, address, bytes },
                };
                f(chunk.thread, chunk.thread_name.as_deref(), seen);
            }
        }
    }
}
