//! Messages of the driver without a place in a program: to the process's log sink, or on standard error with the name of the running
//! program in front.

use std::fmt::Display;

use tfrt_executor::output::{Severity, log_to_sink};

/// The name by which this process was called.
pub fn program_name() -> String {
    std::env::args().next().unwrap_or_else(|| "tfrt".to_owned())
}

/// Prints a warning.
pub fn warn(message: &dyn Display) {
    if !log_to_sink(Severity::Warning, file!(), line!(), &message.to_string()) {
        eprintln!("{}: warning: {message}", program_name());
    }
}

/// Prints an error.
pub fn error(message: &dyn Display) {
    if !log_to_sink(Severity::Error, file!(), line!(), &message.to_string()) {
        eprintln!("{}: error: {message}", program_name());
    }
}
