//! Errors in a file, with their byte offset.

use std::fmt;

/// The reason why bytecode could not be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BytecodeError {
    /// The byte of the file at which it was found; none for an error outside of a file.
    offset: Option<usize>,
    message: String,
}

impl BytecodeError {
    /// An error at a byte of the file.
    pub fn at(offset: usize, message: impl Into<String>) -> BytecodeError {
        BytecodeError { offset: Some(offset), message: message.into() }
    }

    /// An error without a place.
    pub fn new(message: impl Into<String>) -> BytecodeError {
        BytecodeError { offset: None, message: message.into() }
    }

    /// The byte of the file at which it was found.
    #[must_use]
    pub fn offset(&self) -> Option<usize> {
        self.offset
    }

    /// The fault.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for BytecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            Some(offset) => write!(f, "{} (at byte {offset})", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for BytecodeError {}

impl BytecodeError {
    /// The same error, with the producer of the file.
    pub(crate) fn written_by(self, producer: &str, version: u64) -> BytecodeError {
        let message = format!(
            "{}; the file has bytecode version {version} and was written by '{producer}'",
            self.message
        );
        BytecodeError { message, ..self }
    }
}
