//! Exceptions: those of `tfrt._errors`, made from errors of the compiler and the runtime.

use std::io;
use std::path::Path;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use tfrt_driver::compile::Finding;
use tfrt_driver::files::os_message;
use tfrt_executor::program::LoadError;
use tfrt_executor::value::{Error, ErrorCode, SourceLocation};
use tfrt_ir::diagnostics::Severity;

use crate::logging::{self, Level};

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    Ok(py.import("tfrt._errors")?.getattr(name)?.cast_into()?)
}

/// An exception with its text and attributes.
fn raise(py: Python<'_>, name: &str, text: &str, attributes: &Bound<'_, PyDict>) -> PyErr {
    match class(py, name).and_then(|class| class.call((text,), Some(attributes))) {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// The place of an exception.
fn set_place(attributes: &Bound<'_, PyDict>, place: Option<(&str, u32, u32)>) -> PyResult<()> {
    let Some((file, line, column)) = place else { return Ok(()) };
    attributes.set_item("file", file)?;
    attributes.set_item("line", line)?;
    attributes.set_item("column", column)
}

/// Warns of what was found, logs remarks, and raises the errors, as one exception with the place of the first.
pub(crate) fn report(py: Python<'_>, findings: &[Finding], failed: bool) -> PyResult<()> {
    if !failed {
        let warn = py.import("warnings")?.getattr("warn")?;
        let category = class(py, "CompileWarning")?;
        for finding in findings.iter().filter(|finding| finding.severity == Severity::Warning) {
            warn.call1((finding.text.trim_end(), &category, 1))?;
        }
        for finding in findings.iter().filter(|finding| finding.severity == Severity::Remark) {
            let place = finding.place.as_ref().map(|(file, line, _)| (&**file, *line));
            logging::emit(py, "tfrt.compiler", Level::Info, place, finding.text.trim_end())?;
        }
        return Ok(());
    }
    let first = findings.iter().find(|finding| finding.severity == Severity::Error);
    let text: String = findings.iter().map(|finding| finding.text.trim_end()).collect::<Vec<_>>().join("\n");
    let attributes = PyDict::new(py);
    attributes.set_item("message", first.map_or("the program does not compile", |first| &first.message))?;
    let place = first.and_then(|first| first.place.as_ref());
    set_place(&attributes, place.map(|(file, line, column)| (&**file, *line, *column)))?;
    Err(raise(
        py,
        "CompileError",
        if text.is_empty() { "the program does not compile" } else { &text },
        &attributes,
    ))
}

/// The exception of a file that does not load.
pub(crate) fn of_load(py: Python<'_>, source: &str, error: &LoadError) -> PyErr {
    let attributes = PyDict::new(py);
    raise(py, "LoadError", &format!("{source}: {error}"), &attributes)
}

/// The exception of a file that the system does not read or write: FileNotFoundError, PermissionError or another OSError.
pub(crate) fn of_system(error: &io::Error, path: &Path) -> PyErr {
    match error.raw_os_error() {
        Some(number) => PyOSError::new_err((number, os_message(error), path.as_os_str().to_owned())),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// The exception of a file that is no program; the message is complete.
pub(crate) fn of_file(py: Python<'_>, message: &str) -> PyErr {
    raise(py, "LoadError", message, &PyDict::new(py))
}

/// The exception of a run that failed.
pub(crate) fn of_run(py: Python<'_>, error: &Error) -> PyErr {
    let attributes = PyDict::new(py);
    let place = match error.location() {
        SourceLocation::File { file, line, column } => Some((&**file, *line, *column)),
        _ => None,
    };
    let set = || -> PyResult<()> {
        attributes.set_item("message", error.message())?;
        attributes.set_item("code", error.code().name())?;
        attributes.set_item("op", error.op())?;
        set_place(&attributes, place)
    };
    if let Err(error) = set() {
        return error;
    }
    let text = match error.location() {
        SourceLocation::Unknown => error.description().into_owned(),
        location => format!("{location}: {}", error.description()),
    };
    let name = if error.code() == ErrorCode::Cancelled { "CancelledError" } else { "RunError" };
    raise(py, name, &text, &attributes)
}
