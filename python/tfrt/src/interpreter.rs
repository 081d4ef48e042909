//! The check that the module is imported by the interpreter which it works in: the main one.
//!
//! What is started when the interpreter ends, and references that worker threads drop, belong to one interpreter; an object of another would
//! be released by the wrong one. The free-threaded build of Python is refused before this module is loaded, by `tfrt/__init__.py`.

#![expect(unsafe_code, reason = "asks Python for the number of the interpreter")]

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// # Errors
/// The current interpreter is not the main one, whose number is 0.
pub(crate) fn check(_py: Python<'_>) -> PyResult<()> {
    // SAFETY: the thread is attached to an interpreter, which the argument proves, so there is a current one.
    let number = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    if number == 0 {
        return Ok(());
    }
    Err(PyImportError::new_err(
        "tfrt works in the main interpreter only, and this is a subinterpreter: use threads, or processes of \
         multiprocessing.get_context(\"spawn\")",
    ))
}
