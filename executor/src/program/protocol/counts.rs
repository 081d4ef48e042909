//! The counts of a frame: they decide when a kernel is ready, and when the call has ended.
//!
//! Each kernel has a count of the operands that it still waits for. The thread that writes a register *counts down* the kernels that use
//! it; the thread that brings a count to zero owns the kernel, and runs it or hands it on. The frame itself has one count, `left`: one
//! for each kernel that has not ended, and one for the call's initial flow. A flow sums up the kernels that have ended in it and
//! subtracts that once, when it ends; the thread that brings `left` to zero frees the frame.
//!
//! `left` does not count every kernel ([`is_counted`]): a kernel with a single result that other kernels use is not counted, because
//! these end after it. Its thread must not touch the frame once it has counted the last of them down.
//!
//! # Why this is sound
//! * A register is written before the kernels that use it are counted down (release), and read by the thread that brought a count to
//!   zero (acquire).
//! * The work of a thread on a counted kernel comes before the thread subtracts that kernel (release), and the thread that frees the
//!   frame has seen all subtractions (acquire). The work on a kernel that is not counted comes before its users are counted down, and
//!   these end before the frame is freed.
//! * The only thread that is left for a count need not write it: no other thread does.
//!
//! This module does not depend on kernels and registers, and takes its atomics from its parent: a test puts it under a parent
//! whose atomics are those of a model checker, which tries all interleavings (`executor/tests/model/frame.rs`).

#![expect(unsafe_code, reason = "a frame may be gone when its last kernel is counted down")]

use super::sync::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed},
};

/// Whether `left` counts a kernel with so many results, the first of which has so many uses.
#[inline]
pub(in super::super) fn is_counted(results: usize, uses_of_first: usize) -> bool {
    !(results == 1 && uses_of_first > 0)
}

/// The counts of a frame.
pub(in super::super) struct Counts {
    left: AtomicU32,
    /// By kernel: operands that are missing.
    missing: *const AtomicU32,
}

impl Counts {
    /// The counts of a frame in which nothing runs, with a count for each kernel at `missing`.
    pub(in super::super) fn new(missing: *const AtomicU32) -> Counts {
        Counts { left: AtomicU32::new(0), missing }
    }

    /// Begins a call with so many counted kernels. No other thread knows the frame.
    pub(in super::super) fn begin(&mut self, counted: u32) {
        self.left = AtomicU32::new(counted + 1);
    }

    /// # Safety
    /// The frame has a count for this kernel, and is there.
    #[inline(always)]
    unsafe fn of<'a>(this: *const Counts, kernel: u32) -> &'a AtomicU32 {
        // SAFETY: the caller says that there is such a count.
        unsafe { &*(*this).missing.add(kernel as usize) }
    }

    /// The number of operands that the kernel waits for. The work that made the last of them available is
    /// visible.
    ///
    /// # Safety
    /// The frame has a count for this kernel, and is there.
    #[inline]
    pub(in super::super) unsafe fn missing(this: *const Counts, kernel: u32) -> u32 {
        // SAFETY: the caller says that the frame is alive and has a count for this kernel.
        unsafe { Counts::of(this, kernel) }.load(Acquire)
    }

    /// Sets how many operands the kernel waits for.
    ///
    /// # Safety
    /// The frame has a count for this kernel, and no other thread knows the frame.
    pub(in super::super) unsafe fn set_missing(this: *const Counts, kernel: u32, missing: u32) {
        // SAFETY: the caller says that the frame is alive, has a count for this kernel, and is known to this
        // thread alone.
        unsafe { Counts::of(this, kernel) }.store(missing, Relaxed);
    }

    /// Tells a kernel that one of its operands is there; says whether all are, so that the kernel is the caller's to run.
    ///
    /// # Safety
    /// The kernel is one of the frame, waits for this operand, and was not told of it before; so it keeps the frame until here. Where
    /// this says no, the frame is there afterwards only if something else keeps it.
    #[inline(always)]
    pub(in super::super) unsafe fn count_down_one(this: *const Counts, kernel: u32) -> bool {
        // SAFETY: the kernel has not run. The count is used as an atomic and not through a reference that must stay valid.
        let missing = unsafe { Counts::of(this, kernel) };
        // The only thread that is left to come need not subtract.
        missing.load(Acquire) == 1 || missing.fetch_sub(1, AcqRel) == 1
    }

    /// Tells kernels that an operand of theirs is there, and passes those that are ready to `ready`.
    ///
    /// After this the frame is there only if something else keeps it, and so is the table of users.
    ///
    /// # Safety
    /// The operand's register is written; these are the kernels that use it, each as often as it does, and none of them was told
    /// before. `ready` neither runs a kernel nor passes it to another thread.
    #[inline(always)]
    pub(in super::super) unsafe fn count_down(
        this: *const Counts,
        users: *const [u32],
        mut ready: impl FnMut(u32),
    ) {
        for at in 0..users.len() {
            // SAFETY: a kernel that was not told of this operand has not run: it keeps the frame, and the frame keeps the table. One that
            // `ready` was given does not run before this returns.
            unsafe {
                let kernel = users.cast::<u32>().add(at).read();
                if Counts::count_down_one(this, kernel) {
                    ready(kernel);
                }
            }
        }
    }

    /// As [`Counts::count_down_one`], without atomic operations.
    ///
    /// # Safety
    /// The frame has a count for this kernel, which is not zero, and no other thread knows the frame.
    #[inline]
    pub(in super::super) unsafe fn count_down_alone(this: *const Counts, kernel: u32) -> bool {
        // SAFETY: the caller says that the frame is alive, has a count for this kernel, and is known to this
        // thread alone.
        let missing = unsafe { Counts::of(this, kernel) };
        let left = missing.load(Relaxed) - 1;
        missing.store(left, Relaxed);
        left == 0
    }

    /// Subtracts counted kernels that have ended, or the initial flow; says whether nothing is left: then the frame is the caller's
    /// alone. Otherwise, unless it was nothing that ended, the caller must not touch the frame any more.
    ///
    /// # Safety
    /// So many have ended in the caller's flow and were not subtracted before; they keep the frame until here.
    #[inline]
    pub(in super::super) unsafe fn end(this: *const Counts, ended: u32) -> bool {
        if ended == 0 {
            return false;
        }
        // SAFETY: what has ended and was not subtracted keeps the frame.
        let left = unsafe { &(*this).left };
        left.load(Acquire) == ended || left.fetch_sub(ended, AcqRel) == ended
    }
}
