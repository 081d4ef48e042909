//! The executor's own instructions: those of a function's code that are no thunks of scalar kernels, see
//! [`straight::ops`](crate::program::straight::ops). The form of instructions is that of [`kernel::instruction`](crate::kernel::instruction).

#![expect(unsafe_code, reason = "instructions hold addresses")]

use crate::kernel::Control;
pub(in crate::program) use crate::kernel::instruction::{
    Event, KernelInst, KernelInstSpec, LAST_USE, Next, OBJECT, REGISTER, Runner, ThunkFn, stage_fast,
};
use std::ptr::with_exposed_provenance;

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
