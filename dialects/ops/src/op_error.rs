//! Errors of ops: a call that is refused, or that fails.
//!
//! An error names what is wrong. A formatted message does so itself. A constant message, or one that came from elsewhere, does not:
//! such an error has details, which diagnostics show after the message. If a function gives no details, its caller adds them: the
//! values of the attributes that the message mentions, if it lacks them; or, for a constant message such as `depth must be a scalar`,
//! dtypes and shapes of the arguments.

use std::fmt;

use crate::ShapeError;

/// The message of a failed op. The op handler adds the location and the status code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpError {
    message: Box<str>,
    details: Box<str>,
    /// Whether the message is a constant text, or one that names no value.
    is_constant: bool,
    /// Whether there was not enough memory.
    is_out_of_memory: bool,
}

impl OpError {
    /// An error with this message.
    pub fn new(message: impl Into<Box<str>>) -> Self {
        OpError {
            message: message.into(),
            details: Box::default(),
            is_constant: false,
            is_out_of_memory: false,
        }
    }

    /// An error of an op that did not get the memory that it needs.
    pub fn out_of_memory(message: impl Into<Box<str>>) -> Self {
        OpError { is_out_of_memory: true, ..OpError::new(message) }
    }

    /// An error whose message names no value: it is completed as a constant text is.
    pub fn incomplete(message: impl Into<Box<str>>) -> Self {
        OpError { is_constant: true, ..OpError::new(message) }
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The message, by value.
    pub fn into_message(self) -> Box<str> {
        self.message
    }

    /// The same error, with the values that its message leaves out.
    #[must_use]
    pub fn with_details(self, details: impl Into<Box<str>>) -> Self {
        OpError { details: details.into(), ..self }
    }

    /// The details that diagnostics show after the message.
    pub fn details(&self) -> &str {
        &self.details
    }

    /// The message and the details.
    pub fn into_parts(self) -> (Box<str>, Box<str>) {
        (self.message, self.details)
    }

    /// Whether the op did not get the memory that it needs.
    pub fn is_out_of_memory(&self) -> bool {
        self.is_out_of_memory
    }

    /// Whether the message is a constant text, or one that names no value: the caller completes it.
    pub fn is_incomplete(&self) -> bool {
        self.is_constant
    }
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OpError {}

impl From<&str> for OpError {
    fn from(message: &str) -> Self {
        OpError::incomplete(message)
    }
}

impl From<String> for OpError {
    fn from(message: String) -> Self {
        OpError::new(message)
    }
}

impl From<ShapeError> for OpError {
    fn from(error: ShapeError) -> Self {
        OpError::new(error.to_string())
    }
}
