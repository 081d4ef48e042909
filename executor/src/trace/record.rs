//! Events of kernels, of scopes with fixed names, and of allocated and freed buffers, in a few nanoseconds
//! each.
//!
//! Each thread writes to chunks of its own, most events to one *slot* of two words. The length of a chunk is published with
//! release order, so that a reader sees whole events without any lock. A kernel's event refers to an instruction; its name and
//! place are looked up when the trace is written, and the programs that ran are kept until then. The reader takes the recorded
//! events as a whole, so that no running thread waits for it.
//!
//! The low bits of a slot's second word are its tag:
//!
//! | Slot | First word | Second word, above the low bits |
//! |---|---|---|
//! | kernel | start | duration (32 bits), place of the instruction in its code |
//! | scope | start | duration (32 bits), label |
//! | long | duration | nothing: the duration of the next slot, which has no room for it |
//! | code | address | nothing: kernels from here on in this chunk are of this code; the next slot has what describes it |
//! | memory | when | nothing; the next slot has address and bytes |

#![expect(unsafe_code, reason = "chunks are written by their thread and read by the writer of the trace")]

use crate::output::thread_number;
use parking_lot::Mutex;
use std::{
    any::Any,
    cell::{Cell, UnsafeCell},
    marker::PhantomData,
    mem::MaybeUninit,
    ptr::{null, with_exposed_provenance},
    sync::{
        Arc,
        atomic::{
            AtomicBool, AtomicU64, AtomicUsize,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

use tfrt_bef::{FunctionView, KernelView};

/// Slots of a chunk.
const CHUNK: usize = 8192;
/// Slots that an event takes at most.
const LARGEST: usize = 4;

type Slot = [u64; 2];

/// Code whose kernels are recorded: instructions at places.
pub(crate) trait Instructions {
    /// The first word; places are words from here.
    fn words(&self) -> *const u32;
    /// The kernel whose instruction stands at a place, the function that it stands in, and how many kernels, this one first, are
    /// compiled to one instruction; 0 when it is interpreted.
    fn describe_at(&self, place: u32) -> Option<(KernelView<'_>, FunctionView<'_>, u32)>;
}

/// The owner of recorded code: a program.
pub(crate) type Keeper = Arc<dyn Any + Send + Sync>;

/// Tells of the kernel at a place in the code at an address.
type Describe = unsafe fn(*const (), u32, &mut dyn FnMut(KernelView<'_>, FunctionView<'_>, u32));

const TAG_BITS: u32 = 3;
const KERNEL: u64 = 0;
const SCOPE: u64 = 1;
const LONG: u64 = 2;
const CODE: u64 = 3;
const MEMORY: u64 = 4;

struct Chunk {
    thread: u64,
    thread_name: Option<String>,
    len: AtomicUsize,
    slots: UnsafeCell<Box<[MaybeUninit<Slot>]>>,
}

// SAFETY: slots up to `len` are constant; the others are written by the chunk's thread alone.
unsafe impl Send for Chunk {}
// SAFETY: slots up to `len` are constant; the others are written by the chunk's thread alone.
unsafe impl Sync for Chunk {}

static ENABLED: AtomicBool = AtomicBool::new(false);

/// The current generation, for readers that need not keep a program.
static GENERATION: AtomicU64 = AtomicU64::new(0);

/// The recorded chunks. A chunk that was begun in a generation is only among them together with the programs kept in it.
struct Recorded {
    generation: Generation,
    chunks: Vec<Arc<Chunk>>,
    programs: Vec<Keeper>,
    /// The maximal number of chunks.
    limit: usize,
    is_truncated: bool,
}

/// Changes when the recorded events are dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Generation(u64);

static RECORDED: Mutex<Recorded> = Mutex::new(Recorded {
    generation: Generation(0),
    chunks: Vec::new(),
    programs: Vec::new(),
    limit: usize::MAX,
    is_truncated: false,
});

/// A thread's writer. Without a destructor, so that access is a plain load; `OWNER` keeps the chunk, and closes this when the
/// thread ends.
struct Writer {
    /// Null if closed; then `len` is that of a full chunk.
    chunk: Cell<*const Chunk>,
    slots: Cell<*mut Slot>,
    len: Cell<usize>,
    generation: Cell<Generation>,
    /// The code of the last kernel in the chunk, and its first word.
    code: Cell<*const ()>,
    words: Cell<*const u32>,
}

thread_local! {
    static WRITER: Writer = const {
        Writer {
            chunk: Cell::new(null()),
            slots: Cell::new(std::ptr::null_mut()),
            len: Cell::new(CHUNK),
            generation: Cell::new(Generation(0)),
            code: Cell::new(null()),
            words: Cell::new(null()),
        }
    };
    static OWNER: Owner = const { Owner(Cell::new(None)) };
    /// The program that this thread has kept last, by its address, and in which generation.
    static KEPT: Cell<(Generation, usize)> = const { Cell::new((Generation(0), 0)) };
}

struct Owner(Cell<Option<Arc<Chunk>>>);

impl Drop for Owner {
    fn drop(&mut self) {
        WRITER.with(Writer::close);
    }
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

/// Keeps a program, which is at this address, until its trace is written; events of its kernels may be recorded in this generation.
#[inline]
pub(crate) fn keep(address: usize, program: impl FnOnce() -> Keeper) -> Generation {
    let (generation, kept) = KEPT.get();
    if kept == address && generation.0 == GENERATION.load(Relaxed) {
        // It is still kept: its address is that of no other program.
        return generation;
    }
    keep_new(address, program())
}

#[cold]
fn keep_new(address: usize, program: Keeper) -> Generation {
    let mut recorded = RECORDED.lock();
    if !recorded.programs.iter().any(|kept| Arc::as_ptr(kept).addr() == address) {
        recorded.programs.push(program);
    }
    KEPT.set((recorded.generation, address));
    recorded.generation
}

/// Records that the instruction at `pc` ran. The code's program was given to [`keep`] in this generation; an event of an
/// earlier one is dropped.
///
/// # Safety
/// The code is there until this returns.
#[inline]
pub(crate) unsafe fn kernel<C: Instructions>(
    code: *const C,
    pc: *const u32,
    start: u64,
    end: u64,
    generation: Generation,
) {
    WRITER.with(|writer| {
        if !writer.has_room(generation) {
            return;
        }
        if writer.code.get() != code.cast() {
            // SAFETY: the caller says that the code is there.
            writer.set_code(unsafe { &*code });
        }
        let place = (pc.addr() - writer.words.get().addr()) / size_of::<u32>();
        writer.timed(start, end, place as u64, KERNEL);
    });
}

/// Records a scope with a label.
pub(super) fn scope(label: u32, start: u64, end: u64) {
    if enabled() {
        let generation = Generation(GENERATION.load(Relaxed));
        WRITER.with(|writer| {
            if writer.has_room(generation) {
                writer.timed(start, end, u64::from(label), SCOPE);
            }
        });
    }
}

/// Records that a buffer was allocated at an address; that it was freed, when `bytes` are negative.
pub(crate) fn memory(address: usize, bytes: i64) {
    if enabled() {
        let generation = Generation(GENERATION.load(Relaxed));
        WRITER.with(|writer| {
            if writer.has_room(generation) {
                writer.write(0, [ticks(), MEMORY]);
                writer.write(1, [address as u64, bytes as u64]);
                writer.publish(2);
            }
        });
    }
}

impl Writer {
    /// Whether there is room for an event of this generation.
    #[inline(always)]
    fn has_room(&self, generation: Generation) -> bool {
        (self.len.get() + LARGEST <= CHUNK && self.generation.get() == generation) || self.open(generation)
    }

    /// Writes a slot beyond the length of the chunk.
    #[inline(always)]
    fn write(&self, offset: usize, slot: Slot) {
        // SAFETY: there is room for an event, which takes no more slots than that; this thread alone writes to the chunk, which
        // its owner keeps.
        unsafe { self.slots.get().add(self.len.get() + offset).write(slot) };
    }

    /// Lets readers see what was written.
    #[inline(always)]
    fn publish(&self, slots: usize) {
        let len = self.len.get() + slots;
        self.len.set(len);
        // SAFETY: the writer is open, and its owner keeps the chunk.
        unsafe { (*self.chunk.get()).len.store(len, Release) };
    }

    #[inline(always)]
    fn timed(&self, start: u64, end: u64, what: u64, tag: u64) {
        let duration = end.saturating_sub(start);
        let what = what << TAG_BITS | tag;
        if duration >> 32 == 0 {
            self.write(0, [start, duration << 32 | what]);
            self.publish(1);
        } else {
            self.write(0, [duration, LONG]);
            self.write(1, [start, what]);
            self.publish(2);
        }
    }

    /// Says whose the kernels are that come next.
    #[cold]
    fn set_code<C: Instructions>(&self, code: &C) {
        /// # Safety
        /// There is a `C` at the address.
        unsafe fn describe<C: Instructions>(
            code: *const (),
            place: u32,
            tell: &mut dyn FnMut(KernelView<'_>, FunctionView<'_>, u32),
        ) {
            // SAFETY: the caller passes the address of a `C` that is alive.
            let code = unsafe { &*code.cast::<C>() };
            if let Some((kernel, function, compiled)) = code.describe_at(place) {
                tell(kernel, function, compiled);
            }
        }
        let address: *const C = code;
        let describe = describe::<C> as Describe as *const ();
        self.write(0, [address.expose_provenance() as u64, CODE]);
        self.write(1, [describe.expose_provenance() as u64, 0]);
        self.publish(2);
        self.code.set(address.cast());
        self.words.set(code.words());
    }

    fn close(&self) {
        self.chunk.set(null());
        self.len.set(CHUNK);
    }

    /// Begins a new chunk, if there may be one.
    #[cold]
    fn open(&self, generation: Generation) -> bool {
        let chunk = new_chunk(generation);
        self.close();
        // A thread that is ending records nothing.
        OWNER
            .try_with(|owner| {
                owner.0.set(None);
                let Some(chunk) = chunk else { return false };
                self.chunk.set(Arc::as_ptr(&chunk));
                // SAFETY: the chunk is new, so this thread is its only writer; a reader reads no slot beyond
                // the chunk's published length.
                self.slots.set(unsafe { (*chunk.slots.get()).as_mut_ptr().cast() });
                self.len.set(0);
                self.generation.set(generation);
                self.code.set(null());
                owner.0.set(Some(chunk));
                true
            })
            .unwrap_or(false)
    }
}

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
    let slots = new_slots();
    let (thread, len) = (thread_number(), AtomicUsize::new(0));
    let thread_name = std::thread::current().name().map(str::to_owned);
    let chunk = Arc::new(Chunk { thread, thread_name, len, slots: UnsafeCell::new(slots) });
    recorded.chunks.push(chunk.clone());
    Some(chunk)
}

/// Room for the events of a chunk. Its pages are asked for at once: one by one, as they are first written to, they cost as much
/// as the events.
fn new_slots() -> Box<[MaybeUninit<Slot>]> {
    let mut slots = Box::new_uninit_slice(CHUNK);
    let (start, page) = (slots.as_mut_ptr() as usize, rustix::param::page_size());
    let first = start.next_multiple_of(page);
    let end = (start + size_of_val(&*slots)) / page * page;
    if first < end {
        // SAFETY: the pages are the box's; asking for them changes nothing that is in them. Kernels that cannot do that say so.
        let _ = unsafe {
            rustix::mm::madvise(first as *mut _, end - first, rustix::mm::Advice::LinuxPopulateWrite)
        };
    }
    slots
}

/// The recorded events, with the programs to which they refer.
pub(super) struct Taken {
    chunks: Vec<Arc<Chunk>>,
    /// Only kept: events point into them.
    _programs: Vec<Keeper>,
    /// Whether there were more events than requested; the later ones are missing.
    pub(super) is_truncated: bool,
}

/// A place in code that was recorded, whose program is kept.
pub(super) struct RecordedPlace<'a> {
    code: *const (),
    describe: Describe,
    place: u32,
    taken: PhantomData<&'a Taken>,
}

impl RecordedPlace<'_> {
    /// Calls `f` with the kernel there; see [`Instructions::describe_at`].
    pub(super) fn describe<R>(
        &self,
        f: impl FnOnce(KernelView<'_>, FunctionView<'_>, u32) -> R,
    ) -> Option<R> {
        let (mut f, mut result) = (Some(f), None);
        let mut tell = |kernel: KernelView<'_>, function: FunctionView<'_>, compiled| {
            result = f.take().map(|f| f(kernel, function, compiled));
        };
        // SAFETY: what was recorded keeps the code's program, and the function was recorded with the code.
        unsafe { (self.describe)(self.code, self.place, &mut tell) };
        result
    }
}

/// The content of an event.
pub(super) enum Seen<'a> {
    /// A kernel ran. The pair is the same for each run of it.
    Kernel { id: (usize, usize), at: RecordedPlace<'a>, start: u64, end: u64 },
    /// A scope with a label.
    Scope { label: u32, start: u64, end: u64 },
    /// Bytes were allocated, or freed when they are negative.
    Memory { at: u64, address: usize, bytes: i64 },
}

/// Takes over the recorded events. Threads that still run go on without being recorded.
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
            // SAFETY: slots up to the length are written and constant.
            let slots: &[Slot] =
                unsafe { std::slice::from_raw_parts((*chunk.slots.get()).as_ptr().cast(), len) };
            let mut slots = slots.iter();
            let mut code: Option<(*const (), Describe)> = None;
            let mut long = 0;
            while let Some(&[first, second]) = slots.next() {
                let duration = std::mem::take(&mut long) + (second >> 32);
                let what = second as u32 >> TAG_BITS;
                let seen = match second & ((1 << TAG_BITS) - 1) {
                    KERNEL => {
                        // The code stands before its kernels.
                        let Some((code, describe)) = code else { break };
                        let at = RecordedPlace { code, describe, place: what, taken: PhantomData };
                        let id = (code.addr(), what as usize);
                        Seen::Kernel { id, at, start: first, end: first + duration }
                    }
                    SCOPE => Seen::Scope { label: what, start: first, end: first + duration },
                    LONG => {
                        long = first;
                        continue;
                    }
                    CODE => {
                        // Both slots are published together.
                        let Some(&[describe, _]) = slots.next() else { break };
                        let describe = with_exposed_provenance::<()>(describe as usize);
                        // SAFETY: `set_code` wrote this address, of such a function.
                        let describe = unsafe { std::mem::transmute::<*const (), Describe>(describe) };
                        code = Some((with_exposed_provenance(first as usize), describe));
                        continue;
                    }
                    _ => match slots.next() {
                        Some(&[address, bytes]) => {
                            Seen::Memory { at: first, address: address as usize, bytes: bytes as i64 }
                        }
                        // Both are published together.
                        None => break,
                    },
                };
                f(chunk.thread, chunk.thread_name.as_deref(), seen);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_of_any_length_and_pairs_of_slots_come_back() {
        let slots = Box::new_uninit_slice(CHUNK);
        let (thread, len) = (7, AtomicUsize::new(0));
        let chunk = Arc::new(Chunk { thread, thread_name: None, len, slots: UnsafeCell::new(slots) });
        // SAFETY: the test has the only reference to the chunk.
        let at = unsafe { (*chunk.slots.get()).as_mut_ptr().cast() };
        let writer = Writer {
            chunk: Cell::new(Arc::as_ptr(&chunk)),
            slots: Cell::new(at),
            len: Cell::new(0),
            generation: Cell::new(Generation(0)),
            code: Cell::new(null()),
            words: Cell::new(null()),
        };
        let durations = [0, 1, (1 << 32) - 1, 1 << 32, (1 << 40) + 5];
        for (label, duration) in durations.into_iter().enumerate() {
            writer.timed(1000, 1000 + duration, label as u64, SCOPE);
        }
        writer.write(0, [99, MEMORY]);
        writer.write(1, [0x7f00_1234_5678, (-640_i64) as u64]);
        writer.publish(2);
        // A clock that went backwards.
        writer.timed(1000, 900, 5, SCOPE);
        let taken = Taken { chunks: vec![chunk], _programs: Vec::new(), is_truncated: false };
        let mut seen = Vec::new();
        taken.for_each(|thread, _, event| {
            assert_eq!(thread, 7);
            seen.push(match event {
                Seen::Scope { label, start, end } => (u64::from(label), start, end as i64),
                Seen::Memory { at, address, bytes } => (at, address as u64, bytes),
                Seen::Kernel { .. } => unreachable!("there is no kernel"),
            });
        });
        let ends = |duration: u64| 1000 + duration as i64;
        let mut expected: Vec<_> = (0..).zip(durations).map(|(label, d)| (label, 1000, ends(d))).collect();
        expected.extend([(99, 0x7f00_1234_5678, -640), (5, 1000, 1000)]);
        assert_eq!(seen, expected);
    }
}
