//! The declarations of `tfrt/passes.h`, `tf_buffer.h` and `tf_status.h` that a pass uses.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

/// `TF_Status`
#[derive(Debug)]
#[repr(C)]
pub struct Status {
    _opaque: [u8; 0],
}

/// `TFRT_PassRun`
#[derive(Debug)]
#[repr(C)]
pub(crate) struct PassRun {
    _opaque: [u8; 0],
}

/// `TFRT_PassRegistrationParams`
#[derive(Debug)]
#[repr(C)]
pub struct RegistrationParams {
    _opaque: [u8; 0],
}

/// `TF_Buffer`
#[repr(C)]
pub(crate) struct Buffer {
    data: *const c_void,
    length: usize,
    deallocator: Option<unsafe extern "C" fn(*mut c_void, usize)>,
}

impl Buffer {
    /// The bytes.
    ///
    /// # Safety
    /// The buffer is the host's.
    pub(crate) unsafe fn bytes(&self) -> &[u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: the caller says that the buffer has `length` bytes at `data`.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.length) }
    }

    /// Bytes that the host frees with the function that is in the buffer.
    pub(crate) fn of(bytes: Vec<u8>) -> Buffer {
        /// # Safety
        /// `data` and `length` are those of a buffer that [`Buffer::of`] made, which is not used any more.
        unsafe extern "C" fn free(data: *mut c_void, length: usize) {
            // SAFETY: `Buffer::of` made pointer and length from a boxed slice, and the caller uses them no more.
            drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(data.cast::<u8>(), length)) });
        }
        let bytes = bytes.into_boxed_slice();
        let length = bytes.len();
        Buffer { data: Box::into_raw(bytes).cast::<c_void>(), length, deallocator: Some(free) }
    }
}

/// The function of a pass.
pub(crate) type Run =
    unsafe extern "C" fn(*mut c_void, *mut PassRun, *const Buffer, *mut Buffer, *mut Status);

/// `TFRT_Pass`, as far as this plugin knows it.
#[repr(C)]
pub(crate) struct Pass {
    struct_size: usize,
    ext: *mut c_void,
    name: *const c_char,
    summary: *const c_char,
    data: *mut c_void,
    run: Run,
    options: *const c_void,
    num_options: usize,
    only_by_name: bool,
}

impl Pass {
    /// A pass without options that runs by default.
    pub(crate) fn new(name: &'static CStr, summary: &'static CStr, run: Run) -> Pass {
        Pass {
            struct_size: std::mem::offset_of!(Pass, only_by_name) + 1,
            ext: null_mut(),
            name: name.as_ptr(),
            summary: summary.as_ptr(),
            data: null_mut(),
            run,
            options: null(),
            num_options: 0,
            only_by_name: false,
        }
    }
}

/// `TF_INTERNAL`
const INTERNAL: c_int = 13;

unsafe extern "C" {
    /// The host's.
    pub(crate) fn TFRT_RegisterPass(pass: *const Pass, status: *mut Status);
    fn TF_SetStatus(status: *mut Status, code: c_int, message: *const c_char);
}

/// Sets a status to a failure.
///
/// # Safety
/// The status is the host's.
pub(crate) unsafe fn fail(status: *mut Status, message: &str) {
    let message = CString::new(message.replace('\0', "")).unwrap_or_default();
    // SAFETY: the message is terminated.
    unsafe { TF_SetStatus(status, INTERNAL, message.as_ptr()) };
}
