//! The instruction stream of a prepared function.
//!
//! An instruction is a thunk's address (two words) and the thunk's operands; a thunk returns the address of the next
//! instruction, or null to leave the loop. Scalar kernels are thunks made from the kernel's Rust function. All other
//! instructions are the executor's own, see [`straight::ops`](crate::program::straight::ops).

#![expect(unsafe_code, reason = "kernel instances refer to tables of the function they belong to")]

use crate::kernel::Control;
use std::{ptr::with_exposed_provenance, sync::OnceLock};
use tfrt_bef::{AttrIx, BefFile, FunctionId};

/// The next instruction and the registers it works on.
pub(crate) struct Next {
    pub(crate) pc: *const u32,
    pub(crate) registers: *mut u64,
}

/// The runner of code, opaque to code: a [`Machine`](crate::program::machine::Machine).
#[derive(Debug)]
#[repr(C)]
pub struct Runner {
    _opaque: [u8; 0],
}

/// Executes an instruction.
///
/// # Safety
/// *The thunk contract.* The first argument is the place of an instruction of this thunk in the code of a function; the registers are those of
/// a call of that function in which this instruction is next: its operands are there, of the kinds that the function says, and no
/// errors, and a last use owns its register's reference. The runner is the machine that runs the call, whose `code` is that code.
pub(crate) type ThunkFn = unsafe fn(*const u32, *mut u64, *mut Runner) -> Next;

/// The executor's own instructions, and how a run goes on.
pub(crate) struct Engine {
    pub(in crate::program) check: ThunkFn,
    pub(in crate::program) drop_object: ThunkFn,
    pub(in crate::program) framed: ThunkFn,
    pub(in crate::program) quick: ThunkFn,
    pub(in crate::program) give_back: ThunkFn,
    pub(in crate::program) native: ThunkFn,
    pub(in crate::program) control: fn(Control) -> ThunkFn,
    /// Goes on with the state that the machine was left in, until the function that its run began with has given its results.
    pub(in crate::program) drive: unsafe fn(*mut Runner),
}

/// The address that follows an instruction's thunk.
///
/// # Safety
/// `pc` is the place of an instruction whose thunk is followed by the address of a `T`.
#[inline(always)]
pub(in crate::program) unsafe fn address<T>(pc: *const u32) -> *const T {
    // SAFETY: the instruction has these words; the builder exposed the address when it wrote it there.
    with_exposed_provenance(unsafe { pc.add(2).cast::<u64>().read_unaligned() } as usize)
}

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

    pub(crate) fn attrs<'a>(&self, file: &'a BefFile) -> &'a [AttrIx] {
        bytemuck::cast_slice(&file.words()[self.trailing as usize..][..usize::from(self.num_attrs)])
    }

    pub(crate) fn functions<'a>(&self, file: &'a BefFile) -> &'a [FunctionId] {
        let start = self.trailing as usize + usize::from(self.num_attrs);
        bytemuck::cast_slice(&file.words()[start..][..usize::from(self.num_functions)])
    }

    #[inline]
    pub(crate) fn site(&self) -> &crate::kernel::Site {
        &self.site
    }
}
