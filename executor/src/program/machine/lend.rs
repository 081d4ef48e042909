//! The machines of a thread: lent for a run, and kept for the next one.
//!
//! Runs nest: a kernel may call a function, and a value that becomes available resumes its waiters. Each run has a machine
//! of its own, so that the stacks of nested runs are separate.

#![expect(unsafe_code, reason = "the machine that was used last is kept as a pointer")]

use crate::kernel::opened::Program;
use crate::program::machine::{Machine, StackMark, room::NESTED_RUN};
use crate::{queue::deferred, request::RequestContext, value::counters};
use std::{
    cell::{Cell, RefCell},
    ptr::null_mut,
};

/// Machines a thread keeps for reuse.
const KEPT_MACHINES: usize = 16;
/// Chunks above this many words are given back after a run.
const KEPT_WORDS: usize = 1 << 18;

/// Callbacks on one thread, one inside the other, before the next becomes a task.
pub(crate) const MAX_NESTING: u32 = 100;

/// A thread's machines and nesting.
struct Local {
    /// The machine used last, if any: owned. `POOL` frees it.
    last: Cell<*mut Machine>,
    /// Runs on this thread, one inside the other.
    depth: Cell<u32>,
    /// The memory of the calls outside of the innermost run, see [`room`](crate::program::machine::room).
    level: Cell<u32>,
}

thread_local! {
    static LOCAL: Local =
        const { Local { last: Cell::new(null_mut()), depth: Cell::new(0), level: Cell::new(0) } };
    static POOL: Pool = const { Pool(RefCell::new(Vec::new())) };
}

/// Other machines of a thread.
#[expect(clippy::vec_box, reason = "machines are lent out as boxes")]
struct Pool(RefCell<Vec<Box<Machine>>>);

impl Drop for Pool {
    fn drop(&mut self) {
        let last = LOCAL.with(|local| local.last.replace(null_mut()));
        if !last.is_null() {
            // SAFETY: `last` owns a machine from `Box::into_raw`, and the cell no longer refers to it.
            drop(unsafe { Box::from_raw(last) });
        }
    }
}

/// Runs on this thread, one inside the other.
#[inline]
pub(crate) fn depth() -> u32 {
    LOCAL.with(|local| local.depth.get())
}

/// The memory of the calls outside of a run that begins on this thread now.
pub(crate) fn nested_level() -> u32 {
    LOCAL.with(|local| if local.depth.get() == 0 { 0 } else { local.level.get().saturating_add(NESTED_RUN) })
}

/// Lends a machine for a run on behalf of this request, inside of calls that take as much as `level` says.
pub(crate) fn with_machine<R>(
    program: &Program,
    request: &RequestContext,
    free: bool,
    level: u32,
    f: impl FnOnce(&mut Machine) -> R,
) -> R {
    // Tasks that an enclosing kernel has enqueued must not wait for the end of the kernel.
    deferred::release();
    // SAFETY: `program` and `request` are borrowed until `lend_machine` returns.
    unsafe { lend_machine(program, request, free, level, f) }
}

/// Lends a machine for a run.
///
/// # Safety
/// Program and request live for as long as the machine runs anything.
#[inline]
pub(crate) unsafe fn lend_machine<R>(
    program: *const Program,
    request: *const RequestContext,
    free: bool,
    level: u32,
    f: impl FnOnce(&mut Machine) -> R,
) -> R {
    /// Ends the run: there is this around it again.
    struct Depth(u32);
    impl Drop for Depth {
        fn drop(&mut self) {
            LOCAL.with(|local| {
                local.depth.set(local.depth.get() - 1);
                local.level.set(self.0);
            });
        }
    }
    let (last, outer) = LOCAL.with(|local| {
        local.depth.set(local.depth.get() + 1);
        (local.last.replace(null_mut()), local.level.replace(level))
    });
    let depth = Depth(outer);
    // SAFETY: `last` owned a machine from `Box::into_raw`, and the cell no longer refers to it.
    let mut machine = if last.is_null() { new_machine() } else { unsafe { Box::from_raw(last) } };
    // SAFETY: the caller keeps the program alive for as long as the machine runs.
    machine.set_run(unsafe { &*program }, request);
    machine.run.free = free;
    machine.calls.level = level;
    // SAFETY: the caller keeps the request alive for as long as the machine runs.
    machine.run.single = unsafe { &*request }.is_single_threaded();
    let result = f(&mut machine);
    drop(depth);
    counters::kernels(std::mem::take(&mut machine.run.kernels));
    machine.trim();
    LOCAL.with(|local| {
        if local.last.get().is_null() {
            local.last.set(Box::into_raw(machine));
        } else {
            keep_machine(machine);
        }
    });
    result
}

#[cold]
fn new_machine() -> Box<Machine> {
    let pooled = POOL.try_with(|pool| pool.0.borrow_mut().pop()).ok().flatten();
    pooled.unwrap_or_else(|| Box::new(Machine::new()))
}

#[cold]
fn keep_machine(machine: Box<Machine>) {
    // At the thread's end the pool may be gone.
    let _ = POOL.try_with(|pool| {
        let mut pool = pool.0.borrow_mut();
        if pool.len() < KEPT_MACHINES {
            pool.push(machine);
        }
    });
}

impl Machine {
    /// Empties the register stack. Gives large chunks back; small ones stay for the next run.
    #[inline]
    fn trim(&mut self) {
        match &mut self.calls.chunks[..] {
            [] => {}
            [chunk] if chunk.len() <= KEPT_WORDS => self.calls.stack = StackMark::bottom(chunk),
            _ => self.trim_chunks(),
        }
        if self.calls.conts.capacity() > KEPT_WORDS / 8 {
            self.calls.conts = Vec::new();
        }
        self.calls.forget_held();
    }

    #[cold]
    fn trim_chunks(&mut self) {
        if self.calls.chunks.iter().map(|chunk| chunk.len()).sum::<usize>() > KEPT_WORDS {
            self.calls.chunks.clear();
        }
        self.calls.stack = match self.calls.chunks.first_mut() {
            None => StackMark { top: null_mut(), limit: null_mut(), chunk: usize::MAX },
            Some(chunk) => StackMark::bottom(chunk),
        };
    }
}
