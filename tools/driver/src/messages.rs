//! Messages of the driver without a place in a program: on standard error, with the name of the running program
//! in front.

use std::fmt::Display;

/// The name by which this process was called.
pub fn program_name() -> String {
    std::env::args().next().unwrap_or_else(|| "tfrt".to_owned())
}

/// Prints a warning.
pub fn warn(message: &dyn Display) {
    eprintln!("{}: warning: {message}", program_name());
}

/// Prints an error.
pub fn error(message: &dyn Display) {
    eprintln!("{}: error: {message}", program_name());
}
