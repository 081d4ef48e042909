//! The machine's state for compiled code.

#![expect(unsafe_code, reason = "compiled code calls back with the context that it was given")]

use crate::jit::NativeContext;
use std::ptr::{null, null_mut};

/// The context of compiled code, and the count of kernels since the last sample.
pub(in crate::program) struct NativeState {
    pub(in crate::program) context: NativeContext,
    /// Results of units that have no registers.
    pub(in crate::program) results: Vec<u64>,
    /// Kernels until the next sample, and what it was after the last one.
    pub(in crate::program) fuel: i64,
    pub(in crate::program) sampled: i64,
}

impl NativeState {
    pub(in crate::program) fn new() -> NativeState {
        NativeState { context: NativeContext::new(), results: Vec::new(), fuel: 0, sampled: 0 }
    }
}

/// Makes room in the context's words.
///
/// # Safety
/// Compiled code calls it with the context that it was entered with, which nothing else uses meanwhile.
unsafe extern "C" fn reserve(context: *mut NativeContext, count: u64) -> *mut u64 {
    // SAFETY: compiled code passes the context it was entered with.
    let words = unsafe { &mut (*context).words };
    let start = words.len();
    words.resize(start + count as usize, 0);
    &raw mut words[start]
}

impl NativeContext {
    fn new() -> NativeContext {
        NativeContext {
            stack_limit: 0,
            cancelled: null(),
            kernels: 0,
            left: 0,
            results: null_mut(),
            functions: null(),
            reserve,
            words: Vec::new(),
        }
    }
}
