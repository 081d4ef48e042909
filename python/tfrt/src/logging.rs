//! Log lines of the runtime and remarks of the compiler in Python's `logging`: the loggers `tfrt.runtime` and `tfrt.compiler`.
//!
//! A worker that logs never waits for Python: its line goes to the thread of [`crate::delivery`]. Lines that nothing takes any more,
//! because the interpreter is about to end, are printed on standard error, as the command-line tools do.

use pyo3::prelude::*;
use tfrt_executor::output::{Severity, set_log_sink};

use crate::delivery::deliver_line;

/// A log line of the runtime.
pub(crate) struct Line {
    severity: Severity,
    file: Box<str>,
    line: u32,
    text: Box<str>,
}

impl Line {
    /// Gives the line to its logger. What a handler of Python's raises goes to `sys.unraisablehook`.
    pub(crate) fn emit(self, py: Python<'_>) {
        let level = match self.severity {
            Severity::Info => Level::Info,
            Severity::Warning => Level::Warning,
            Severity::Error => Level::Error,
            Severity::Fatal => Level::Critical,
        };
        if let Err(error) = emit(py, "tfrt.runtime", level, Some((&self.file, self.line)), &self.text) {
            error.write_unraisable(py, None);
        }
    }
}

/// A level, with the number that it has in `logging`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Level {
    Info = 20,
    Warning = 30,
    Error = 40,
    Critical = 50,
}

/// Gives a line to a logger, with the place that it is about.
pub(crate) fn emit(
    py: Python<'_>,
    logger: &str,
    level: Level,
    place: Option<(&str, u32)>,
    text: &str,
) -> PyResult<()> {
    let (file, line) = place.unwrap_or(("", 0));
    py.import("tfrt._logging")?.getattr("emit")?.call1((logger, level as i32, file, line, text))?;
    Ok(())
}

/// Sends the runtime's log lines here.
pub(crate) fn install() {
    set_log_sink(|severity, file, line, text| {
        deliver_line(Line { severity, file: file.into(), line, text: text.into() })
    });
}
