//! Why an op failed, as its metadata or dispatch function says it.

use std::fmt;

use crate::tensor::{OutOfMemory, ShapeError, TensorError};

/// The message of a failed op. The op handler adds the location and the status code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpError(Box<str>);

impl OpError {
    /// An error with this message.
    pub fn new(message: impl Into<Box<str>>) -> Self {
        OpError(message.into())
    }

    /// The message.
    pub fn message(&self) -> &str {
        &self.0
    }

    /// The message, by value.
    pub fn into_message(self) -> Box<str> {
        self.0
    }
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpError {}

impl From<&str> for OpError {
    fn from(message: &str) -> Self {
        OpError(message.into())
    }
}

impl From<String> for OpError {
    fn from(message: String) -> Self {
        OpError(message.into())
    }
}

impl From<ShapeError> for OpError {
    fn from(error: ShapeError) -> Self {
        OpError(error.to_string().into())
    }
}

impl From<OutOfMemory> for OpError {
    fn from(OutOfMemory(bytes): OutOfMemory) -> Self {
        OpError(format!("out of memory allocating result of {bytes} bytes").into())
    }
}

impl From<TensorError> for OpError {
    fn from(error: TensorError) -> Self {
        match error {
            TensorError::OutOfMemory(error) => error.into(),
            other => OpError(other.to_string().into()),
        }
    }
}
