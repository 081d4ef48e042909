//! The machine.
#![expect(unsafe_code, reason = "runs instructions")]
use super::code::Next;
use crate::value::KernelError;

pub(crate) struct Machine {
    failure: Option<KernelError>,
}

/// # Safety
/// The machine runs the thunk that calls this.
#[cold]
pub(crate) unsafe fn fail_fast(machine: *mut Machine, error: KernelError, registers: *mut u64) -> Next {
    // SAFETY: by the contract.
    unsafe { (*machine).failure = Some(error) };
    Next { pc: std::ptr::null(), registers }
}
