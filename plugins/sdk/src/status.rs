//! Errors: a code and a message, as they cross the boundary.

#![expect(unsafe_code, reason = "calls the C interface")]

use std::ffi::{CStr, CString, c_int};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::sys;

/// The kind of an error; the numbers are the protocol's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code(pub c_int);

impl Code {
    /// A wrong argument.
    pub const INVALID_ARGUMENT: Code = Code(3);
    /// Something is not there.
    pub const NOT_FOUND: Code = Code(5);
    /// Out of memory, or of something else.
    pub const RESOURCE_EXHAUSTED: Code = Code(8);
    /// Not supported.
    pub const UNIMPLEMENTED: Code = Code(12);
    /// A mistake of the plugin.
    pub const INTERNAL: Code = Code(13);
    /// Not there at the moment.
    pub const UNAVAILABLE: Code = Code(14);
}

/// An error: its kind and a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The kind.
    pub code: Code,
    /// For people.
    pub message: String,
}

impl Error {
    /// An error.
    pub fn new(code: Code, message: impl Into<String>) -> Error {
        Error { code, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// A status that is deleted with its owner.
pub(crate) struct Status(*mut sys::TF_Status);

impl Status {
    pub(crate) fn new() -> Status {
        // SAFETY: the host's function, which takes nothing.
        Status(unsafe { sys::TF_NewStatus() })
    }

    pub(crate) fn raw(&mut self) -> *mut sys::TF_Status {
        self.0
    }

    /// The result of the last call.
    pub(crate) fn result(&mut self) -> Result<(), Error> {
        // SAFETY: the status is valid until it is dropped; its message until the next call that takes it.
        unsafe {
            match sys::TF_GetCode(self.0) {
                0 => Ok(()),
                code => {
                    let message = CStr::from_ptr(sys::TF_Message(self.0)).to_string_lossy().into_owned();
                    Err(Error { code: Code(code), message })
                }
            }
        }
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        // SAFETY: `self.0` is a status that this object made and frees once.
        unsafe { sys::TF_DeleteStatus(self.0) };
    }
}

/// Stores an error in a status of the host.
///
/// # Safety
/// `status` is a status.
pub(crate) unsafe fn store(status: *mut sys::TF_Status, error: &Error) {
    let message = text(&error.message);
    // SAFETY: the caller says: `status` is a status.
    unsafe { sys::TF_SetStatus(status, error.code.0, message.as_ptr()) };
}

/// A terminated string; it ends at the first NUL.
pub(crate) fn text(text: &str) -> CString {
    CString::new(text.split('\0').next().unwrap_or_default()).unwrap_or_default()
}

/// Runs code of the author: a panic is an error.
pub(crate) fn guard<T>(body: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let said = said.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(Error::new(Code::INTERNAL, format!("the plugin panicked: {said}")))
    })
}
