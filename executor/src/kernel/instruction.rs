//! Instructions, as kernels know them: the form that a kernel has in the code of a prepared function, and the part of a machine that its
//! thunk sees.
//!
//! An instruction is a thunk's address (two words) and the thunk's operands; a thunk returns the address of the next instruction, or null to
//! leave the loop, with the reason in its [`Runner`]. Scalar kernels are thunks made from the kernel's Rust function; the frames of other
//! kernels read a [`KernelInst`]. [`program`](crate::program) builds code and runs it.

#![expect(unsafe_code, reason = "kernel instances refer to tables of the function they belong to")]

use super::{ExecCtx, Site, opened::Program};
use crate::{
    request::RequestContext,
    value::{KernelError, settle::Settled},
};
use std::{ptr::null, sync::OnceLock};
use tfrt_bef::{AttrIx, BefFile, FunctionId};

/// The next instruction and the registers it works on.
pub(crate) struct Next {
    pub(crate) pc: *const u32,
    pub(crate) registers: *mut u64,
}

/// The reason for which the straight loop was left.
pub(crate) enum Event {
    None,
    /// The kernel at `pc` failed; why is in [`Runner::failure`].
    Failed,
    /// A kernel ran, and not all of its results are available; the machine has them.
    Staged,
    /// A kernel ran, and this is its only result.
    Later(Settled),
    /// A control flow instruction that the straight loop cannot run itself: the instance that follows its thunk, and the instruction
    /// after it.
    Slow(*const (), *const u32),
    /// The request was cancelled before this step.
    Cancelled(u32),
    /// The function that the run began with gave its results.
    Returned,
}

/// The part of a machine that thunks see: for what it runs, and why the loop was left. The first field of a machine.
#[repr(C)]
pub struct Runner {
    pub(crate) request: *const RequestContext,
    pub(crate) program: *const Program,
    pub(crate) event: Event,
    pub(crate) failure: Option<KernelError>,
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Runner").finish_non_exhaustive()
    }
}

impl Runner {
    /// A runner of no program.
    pub(crate) const fn idle() -> Runner {
        Runner { request: null(), program: null(), event: Event::None, failure: None }
    }

    /// The surroundings of a kernel that it runs.
    ///
    /// # Safety
    /// A program and a request have been put in. During `'a` something of the run is under way that keeps them: a kernel that has not given
    /// its results, a call that waits for others, or the caller that lent the machine.
    #[inline(always)]
    pub(crate) unsafe fn kept_ctx<'a>(&self, kernel: u32) -> ExecCtx<'a> {
        // SAFETY: the caller says that both are there and are kept during `'a`.
        unsafe { ExecCtx { request: &*self.request, program: &*self.program, kernel } }
    }
}

/// Leaves the straight loop because the kernel that runs has failed.
///
/// # Safety
/// The runner is that of the machine that runs the thunk that calls this.
#[cold]
pub(crate) unsafe fn fail_fast(runner: *mut Runner, error: KernelError, registers: *mut u64) -> Next {
    // SAFETY: the machine is there while it runs a thunk, and the thunk borrows nothing of it.
    unsafe {
        (*runner).failure = Some(error);
        (*runner).event = Event::Failed;
    }
    Next { pc: null(), registers }
}

/// Leaves the straight loop because the only result of the kernel that runs is not available.
///
/// # Safety
/// The runner is that of the machine that runs the thunk that calls this.
#[inline]
pub(crate) unsafe fn stage_fast(runner: *mut Runner, value: Settled, registers: *mut u64) -> Next {
    // SAFETY: the machine is there while it runs a thunk, and the thunk borrows nothing of it. There is no event while a thunk runs, so
    // there is nothing to drop in its place.
    unsafe {
        debug_assert!(matches!((*runner).event, Event::None));
        (&raw mut (*runner).event).write(Event::Later(value));
    }
    Next { pc: null(), registers }
}

/// Executes an instruction.
///
/// # Safety
/// *The thunk contract.* The first argument is the place of an instruction of this thunk in the code of a function; the registers are those of
/// a call of that function in which this instruction is next: its operands are there, of the kinds that the function says, and no
/// errors, and a last use owns its register's reference. The runner is that of the machine that runs the call, whose `code` is that code.
pub(crate) type ThunkFn = unsafe fn(*const u32, *mut u64, *mut Runner) -> Next;

/// A [`ThunkFn`], opaque to the traits that mention it.
#[derive(Debug, Clone, Copy)]
pub struct Thunk(pub(crate) ThunkFn);

/// Bit of an operand word: this use consumes the register's reference (straight code only).
pub(crate) const LAST_USE: u32 = 1 << 31;
/// Bit of an operand word of the executor's own instructions: the register holds an object.
pub(crate) const OBJECT: u32 = 1 << 30;
/// The register number in an operand word.
pub(crate) const REGISTER: u32 = OBJECT - 1;

/// A kernel in a prepared function that is not a thunk of scalars.
pub(crate) struct KernelInst {
    /// Operand words, in a table of the prepared function.
    operands: *const u32,
    num_operands: u32,
    first_result: u32,
    num_results: u32,
    /// The kernel's name, by index.
    pub(crate) code: u32,
    /// Position in the file.
    pub(crate) kernel: u32,
    /// The place of its attributes and functions in the file's words.
    trailing: u32,
    num_attrs: u16,
    num_functions: u16,
    site: OnceLock<Box<dyn std::any::Any + Send + Sync>>,
}

// SAFETY: the operand table is not changed after preparation and lives as long as the instance.
unsafe impl Send for KernelInst {}
// SAFETY: the operand table is not changed after preparation and lives as long as the instance.
unsafe impl Sync for KernelInst {}

/// The parts of a [`KernelInst`].
pub(crate) struct KernelInstSpec<'a> {
    pub(crate) operands: &'a [u32],
    pub(crate) first_result: u32,
    pub(crate) num_results: u32,
    pub(crate) code: u32,
    pub(crate) kernel: u32,
    pub(crate) trailing: u32,
    pub(crate) num_attrs: u16,
    pub(crate) num_functions: u16,
}

impl KernelInst {
    /// # Safety
    /// The operands' table outlives the instance.
    pub(crate) unsafe fn new(spec: KernelInstSpec<'_>) -> KernelInst {
        KernelInst {
            operands: spec.operands.as_ptr(),
            num_operands: spec.operands.len() as u32,
            first_result: spec.first_result,
            num_results: spec.num_results,
            code: spec.code,
            kernel: spec.kernel,
            trailing: spec.trailing,
            num_attrs: spec.num_attrs,
            num_functions: spec.num_functions,
            site: OnceLock::new(),
        }
    }

    /// Operand words: register and [`LAST_USE`].
    #[inline]
    pub(crate) fn operands(&self) -> &[u32] {
        // SAFETY: the caller of `new` keeps the operand table alive longer than the instance; it has
        // `num_operands` words and does not change.
        unsafe { std::slice::from_raw_parts(self.operands, self.num_operands as usize) }
    }

    #[inline]
    pub(crate) fn first_result(&self) -> u32 {
        self.first_result
    }

    #[inline]
    pub(crate) fn num_results(&self) -> usize {
        self.num_results as usize
    }

    #[inline]
    pub(crate) fn attrs<'a>(&self, file: &'a BefFile) -> &'a [AttrIx] {
        bytemuck::cast_slice(&file.words()[self.trailing as usize..][..usize::from(self.num_attrs)])
    }

    #[inline]
    pub(crate) fn functions<'a>(&self, file: &'a BefFile) -> &'a [FunctionId] {
        let start = self.trailing as usize + usize::from(self.num_attrs);
        bytemuck::cast_slice(&file.words()[start..][..usize::from(self.num_functions)])
    }

    #[inline]
    pub(crate) fn site(&self) -> &Site {
        &self.site
    }
}
