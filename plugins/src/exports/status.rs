//! `tf_status.h` and `tsl_status.h`: `TF_Status` and `TSL_Status` are the same type.

#![expect(unsafe_code, reason = "the functions of this file are called from C")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use super::exports;
use crate::boxes;
use crate::status::{Code, Status};

/// Called with each payload.
type PayloadVisitor =
    Option<unsafe extern "C" fn(key: *const c_char, value: *const c_char, capture: *mut c_void)>;

/// A copy of a C string; nothing for null.
///
/// # Safety
/// `text` is null or a terminated string.
unsafe fn copy(text: *const c_char) -> CString {
    // SAFETY: the caller passes null or a terminated string.
    if text.is_null() { CString::default() } else { unsafe { CStr::from_ptr(text) }.to_owned() }
}

/// # Safety
/// `status` is null or a status that nothing else uses; `message` is null or a terminated string.
unsafe fn set(status: *mut Status, code: c_int, message: *const c_char) {
    // SAFETY: the caller passes null or a status, and null or a terminated string.
    unsafe {
        if let Some(status) = status.as_mut() {
            status.set_bytes(Code(code), copy(message));
        }
    }
}

/// # Safety
/// `status` is null or a status that nothing else uses; `key` and `value` are null or terminated strings.
unsafe fn set_payload(status: *mut Status, key: *const c_char, value: *const c_char) {
    // SAFETY: the caller passes null or a status, and nulls or terminated strings.
    unsafe {
        if let Some(status) = status.as_mut() {
            status.set_payload(copy(key), copy(value));
        }
    }
}

/// # Safety
/// `status` is null or a status that nothing changes meanwhile; `visitor` may be called with `capture`.
unsafe fn for_each_payload(status: *const Status, visitor: PayloadVisitor, capture: *mut c_void) {
    // SAFETY: the caller passes null or a status, and a function that takes what it passes as `capture`.
    unsafe {
        if let (Some(status), Some(visitor)) = (status.as_ref(), visitor) {
            for (key, value) in status.payloads() {
                visitor(key.as_ptr(), value.as_ptr(), capture);
            }
        }
    }
}

/// # Safety
/// `status` is null or a status that nothing else uses; `context` is null or a terminated string.
unsafe fn set_from_io_error(status: *mut Status, error: c_int, context: *const c_char) {
    let io = std::io::Error::from_raw_os_error(error);
    // SAFETY: the caller passes null or a status, and null or a terminated string.
    unsafe {
        if let Some(status) = status.as_mut() {
            let context = copy(context);
            status.set(code_of_errno(error), format!("{}; {}", context.to_string_lossy(), strerror(&io)));
        }
    }
}

/// The message of an operating system error without Rust's suffix.
pub(crate) fn strerror(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// The code that stands for an `errno`.
pub(crate) fn code_of_errno(error: c_int) -> Code {
    match error {
        0 => Code::OK,
        // EINVAL, ENAMETOOLONG, E2BIG, EDESTADDRREQ, EDOM, EFAULT, EILSEQ, ENOPROTOOPT, ENOSTR, ENOTSOCK, ENOTTY,
        // EPROTOTYPE, ESPIPE
        22 | 36 | 7 | 89 | 33 | 14 | 84 | 92 | 60 | 88 | 25 | 91 | 29 => Code::INVALID_ARGUMENT,
        // ETIMEDOUT, ETIME
        110 | 62 => Code::DEADLINE_EXCEEDED,
        // ENODEV, ENOENT, ENXIO, ESRCH
        19 | 2 | 6 | 3 => Code::NOT_FOUND,
        // EEXIST, EADDRNOTAVAIL, EALREADY
        17 | 99 | 114 => Code::ALREADY_EXISTS,
        // EPERM, EACCES, EROFS
        1 | 13 | 30 => Code::PERMISSION_DENIED,
        // ENOTEMPTY, EISDIR, ENOTDIR, EADDRINUSE, EBADF, EBUSY, ECHILD, EISCONN, ENOTBLK, ENOTCONN, EPIPE,
        // ESHUTDOWN, ETXTBSY
        39 | 21 | 20 | 98 | 9 | 16 | 10 | 106 | 15 | 107 | 32 | 108 | 26 => Code::FAILED_PRECONDITION,
        // ENOSPC, EDQUOT, EMFILE, EMLINK, ENFILE, ENOBUFS, ENODATA, ENOMEM, ENOSR, EUSERS
        28 | 122 | 24 | 31 | 23 | 105 | 61 | 12 | 63 | 87 => Code::RESOURCE_EXHAUSTED,
        // EFBIG, EOVERFLOW, ERANGE
        27 | 75 | 34 => Code::OUT_OF_RANGE,
        // ENOSYS, ENOTSUP, EAFNOSUPPORT, EPFNOSUPPORT, EPROTONOSUPPORT, ESOCKTNOSUPPORT, EXDEV
        38 | 95 | 97 | 96 | 93 | 94 | 18 => Code::UNIMPLEMENTED,
        // EAGAIN, ECONNREFUSED, ECONNABORTED, ECONNRESET, EINTR, EHOSTDOWN, EHOSTUNREACH, ENETDOWN, ENETRESET,
        // ENETUNREACH, ENOLCK, ENOLINK, ENONET
        11 | 111 | 103 | 104 | 4 | 112 | 113 | 100 | 102 | 101 | 37 | 67 | 64 => Code::UNAVAILABLE,
        // EDEADLK, ESTALE
        35 | 116 => Code::ABORTED,
        // ECANCELED
        125 => Code::CANCELLED,
        _ => Code::UNKNOWN,
    }
}

exports! {
    fn TF_NewStatus() -> *mut Status {
        boxes::give(Status::ok())
    }

    fn TF_DeleteStatus(status: *mut Status) {
        drop(boxes::take(status));
    }

    fn TF_SetStatus(status: *mut Status, code: c_int, message: *const c_char) {
        set(status, code, message);
    }

    fn TF_SetPayload(status: *mut Status, key: *const c_char, value: *const c_char) {
        set_payload(status, key, value);
    }

    fn TF_ForEachPayload(status: *const Status, visitor: PayloadVisitor, capture: *mut c_void) {
        for_each_payload(status, visitor, capture);
    }

    fn TF_SetStatusFromIOError(status: *mut Status, error: c_int, context: *const c_char) {
        set_from_io_error(status, error, context);
    }

    fn TF_GetCode(status: *const Status) -> c_int {
        status.as_ref().map_or(Code::UNKNOWN.0, |status| status.code().0)
    }

    fn TF_Message(status: *const Status) -> *const c_char {
        status.as_ref().map_or(c"".as_ptr(), |status| status.message_bytes().as_ptr())
    }

    fn TSL_NewStatus() -> *mut Status {
        boxes::give(Status::ok())
    }

    fn TSL_DeleteStatus(status: *mut Status) {
        drop(boxes::take(status));
    }

    fn TSL_SetStatus(status: *mut Status, code: c_int, message: *const c_char) {
        set(status, code, message);
    }

    fn TSL_SetPayload(status: *mut Status, key: *const c_char, value: *const c_char) {
        set_payload(status, key, value);
    }

    fn TSL_ForEachPayload(status: *const Status, visitor: PayloadVisitor, capture: *mut c_void) {
        for_each_payload(status, visitor, capture);
    }

    fn TSL_SetStatusFromIOError(status: *mut Status, error: c_int, context: *const c_char) {
        set_from_io_error(status, error, context);
    }

    fn TSL_GetCode(status: *const Status) -> c_int {
        status.as_ref().map_or(Code::UNKNOWN.0, |status| status.code().0)
    }

    fn TSL_Message(status: *const Status) -> *const c_char {
        status.as_ref().map_or(c"".as_ptr(), |status| status.message_bytes().as_ptr())
    }
}
