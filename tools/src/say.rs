//! Standard output for what tools say themselves: lists, versions, results of checks.
//!
//! The macros of the standard library panic if standard output cannot be written to: it is full, or closed. Here the first failure is an error on
//! standard error, after which nothing more is written, and the exit code of the process is 1 ([`code`]).

use std::fmt;
use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use tfrt_driver::files::os_message;
use tfrt_driver::messages;

static FAILED: AtomicBool = AtomicBool::new(false);

/// Writes to standard output.
pub(crate) fn text(text: fmt::Arguments<'_>) {
    if FAILED.load(Ordering::Relaxed) {
        return;
    }
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_fmt(text).and_then(|()| out.flush())
        && !FAILED.swap(true, Ordering::Relaxed)
    {
        messages::error(&format!("cannot write to standard output: {}", os_message(&error)));
    }
}

/// The exit code of a tool that said something.
pub(crate) fn code(code: ExitCode) -> ExitCode {
    if FAILED.load(Ordering::Relaxed) { ExitCode::FAILURE } else { code }
}

/// A line on standard output.
macro_rules! say {
    ($format:literal $($arguments:tt)*) => {
        $crate::say::text(format_args!("{}\n", format_args!($format $($arguments)*)))
    };
}
pub(crate) use say;
