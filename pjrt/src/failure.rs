//! Errors that callers get, with the codes of the public header.

use std::sync::Arc;

use tfrt_executor::value::{Error, ErrorCode, SourceLocation};

use crate::abi::{ErrorDestroy, ErrorGetCode, ErrorMessage};
use crate::handles::{self, Handle};

/// The codes that are used here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
pub(crate) enum Code {
    Cancelled = 1,
    Unknown = 2,
    InvalidArgument = 3,
    DeadlineExceeded = 4,
    NotFound = 5,
    AlreadyExists = 6,
    PermissionDenied = 7,
    ResourceExhausted = 8,
    FailedPrecondition = 9,
    Aborted = 10,
    OutOfRange = 11,
    Unimplemented = 12,
    Internal = 13,
    Unavailable = 14,
    DataLoss = 15,
    Unauthenticated = 16,
}

impl Code {
    /// The code with a number; `Unknown` for a number without a code.
    pub(crate) fn of(number: i32) -> Code {
        use Code::*;
        [
            Cancelled,
            InvalidArgument,
            DeadlineExceeded,
            NotFound,
            AlreadyExists,
            PermissionDenied,
            ResourceExhausted,
            FailedPrecondition,
            Aborted,
            OutOfRange,
            Unimplemented,
            Internal,
            Unavailable,
            DataLoss,
            Unauthenticated,
        ]
        .into_iter()
        .find(|&code| code as i32 == number)
        .unwrap_or(Unknown)
    }
}

/// An error.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) message: String,
}

impl Failure {
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Failure {
        Failure { code, message: message.into() }
    }

    pub(crate) fn invalid(message: impl Into<String>) -> Failure {
        Failure::new(Code::InvalidArgument, message)
    }

    pub(crate) fn internal(message: impl Into<String>) -> Failure {
        Failure::new(Code::Internal, message)
    }

    pub(crate) fn unimplemented(message: impl Into<String>) -> Failure {
        Failure::new(Code::Unimplemented, message)
    }

    pub(crate) fn out_of_memory(error: impl std::fmt::Display) -> Failure {
        Failure::new(Code::ResourceExhausted, with_words_of_xla(&error.to_string()))
    }

    /// The error of a run, with the place of its op.
    pub(crate) fn of_run(error: &Error) -> Failure {
        let code = match error.code() {
            ErrorCode::Cancelled => Code::Cancelled,
            ErrorCode::InvalidArgument => Code::InvalidArgument,
            ErrorCode::Unimplemented => Code::Unimplemented,
            ErrorCode::ResourceExhausted => Code::ResourceExhausted,
            ErrorCode::Internal => Code::Internal,
            _ => Code::Unknown,
        };
        let message = match error.location() {
            SourceLocation::Unknown => error.description().to_string(),
            location => format!("{location}: {}", error.description()),
        };
        let is_memory = matches!(code, Code::ResourceExhausted);
        Failure::new(code, if is_memory { with_words_of_xla(&message) } else { message })
    }

    /// Gives it to the caller.
    pub(crate) fn into_handle(self) -> Handle {
        handles::issue(Arc::new(self))
    }
}

/// A message of memory that is not there, behind the words that XLA has for it.
fn with_words_of_xla(message: &str) -> String {
    let before = message.split(" bytes").next().unwrap_or_default();
    match before.rsplit(' ').next().filter(|word| word.parse::<u64>().is_ok()) {
        Some(size) => format!("Out of memory allocating {size} bytes. ({message})"),
        None => format!("Out of memory. ({message})"),
    }
}

pub(crate) fn destroy(args: &mut ErrorDestroy) -> Result<(), Failure> {
    handles::destroy::<Failure>(args.error)?;
    Ok(())
}

pub(crate) fn message(args: &mut ErrorMessage) -> Result<(), Failure> {
    let failure = handles::find::<Failure>(args.error)?;
    (args.message, args.message_size) = (failure.message.as_ptr(), failure.message.len());
    Ok(())
}

pub(crate) fn code(args: &mut ErrorGetCode) -> Result<(), Failure> {
    args.code = handles::find::<Failure>(args.error)?.code as i32;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_not_there_is_said_in_words_of_xla() {
        let of = |message: &str| Failure::out_of_memory(message).message;
        assert_eq!(
            of("out of memory allocating 64 bytes (op hlo.add)"),
            "Out of memory allocating 64 bytes. (out of memory allocating 64 bytes (op hlo.add))"
        );
        assert_eq!(of("no more bytes"), "Out of memory. (no more bytes)");
    }
}
