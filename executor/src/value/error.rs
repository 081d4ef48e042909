//! Errors as values: the results of a failed kernel.
//!
//! An [`Error`] is immutable and shared: every value it poisons refers to the same one, so message and location of the
//! kernel that failed reach the function's results unchanged. A kernel *returns* a [`KernelError`]; the executor adds
//! the location, calls the host's diagnostic handler and makes the [`Error`].

use crate::value::counters;
use std::{borrow::Cow, fmt, ptr::with_exposed_provenance, sync::Arc};
use tfrt_bef::{Location, LocationView};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// Canonical status codes, as printed by `--print_error_code`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum ErrorCode { $($(#[$doc])* $name,)* }

        impl ErrorCode {
            /// All codes.
            pub const ALL: &'static [ErrorCode] = &[$(ErrorCode::$name,)*];

            /// The canonical upper-case name.
            pub const fn name(self) -> &'static str {
                match self { $(ErrorCode::$name => $text,)* }
            }
        }
    };
}

codes! {
    /// The request was cancelled or its deadline passed.
    Cancelled = "CANCELLED",
    /// Not known.
    Unknown = "UNKNOWN",
    /// An argument is wrong whatever the state of the system.
    InvalidArgument = "INVALID_ARGUMENT",
    /// Too late.
    DeadlineExceeded = "DEADLINE_EXCEEDED",
    /// A requested thing does not exist.
    NotFound = "NOT_FOUND",
    /// Something to be created exists already.
    AlreadyExists = "ALREADY_EXISTS",
    /// Not allowed.
    PermissionDenied = "PERMISSION_DENIED",
    /// Out of memory or another resource.
    ResourceExhausted = "RESOURCE_EXHAUSTED",
    /// The system is not in a state required for the operation.
    FailedPrecondition = "FAILED_PRECONDITION",
    /// Aborted.
    Aborted = "ABORTED",
    /// Past the valid range.
    OutOfRange = "OUT_OF_RANGE",
    /// Not implemented or not supported.
    Unimplemented = "UNIMPLEMENTED",
    /// Any failure of a kernel.
    Internal = "INTERNAL",
    /// Temporarily unavailable.
    Unavailable = "UNAVAILABLE",
    /// Unrecoverable loss of data.
    DataLoss = "DATA_LOSS",
    /// No valid credentials.
    Unauthenticated = "UNAUTHENTICATED",
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place in a program's source, as far as the file knows it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum SourceLocation {
    /// No location at all.
    #[default]
    Unknown,
    /// A position in a source file.
    File {
        /// Path as it was given to the compiler.
        file: Arc<str>,
        /// Line, from 1.
        line: u32,
        /// Column, from 1.
        column: u32,
    },
    /// Anything else, in the textual form of `LocationView`.
    Named(Arc<str>),
}

impl SourceLocation {
    /// The location of a file, as diagnostics name it.
    pub(crate) fn of(location: Option<LocationView<'_>>) -> SourceLocation {
        let Some(view) = location else { return SourceLocation::Unknown };
        match view.get() {
            Location::FileLineCol { file, line, column } => {
                SourceLocation::File { file: file.into(), line, column }
            }
            Location::Other => SourceLocation::Unknown,
            _ => SourceLocation::Named(view.to_string().into()),
        }
    }

    /// The position in a file that `file:line:column` names, or the name in `loc("name")`, as locations are printed.
    pub fn parse(text: &str) -> Option<SourceLocation> {
        if let Some(name) = text.strip_prefix("loc(\"").and_then(|rest| rest.strip_suffix("\")")) {
            return Some(SourceLocation::Named(name.into()));
        }
        let (rest, column) = text.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(SourceLocation::File {
            file: file.into(),
            line: line.parse().ok()?,
            column: column.parse().ok()?,
        })
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceLocation::Unknown => f.write_str("<unknown>:0"),
            SourceLocation::File { file, line, column } => write!(f, "{file}:{line}:{column}"),
            SourceLocation::Named(name) => write!(f, "loc(\"{name}\")"),
        }
    }
}

#[derive(Debug)]
struct ErrorInfo {
    code: ErrorCode,
    message: Box<str>,
    op: Option<OpFailure>,
    location: SourceLocation,
}

/// The op that failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OpFailure {
    /// Its name.
    pub op: Box<str>,
    /// The offending values, which the message leaves out. Empty if it names them.
    pub details: Box<str>,
}

impl Drop for ErrorInfo {
    fn drop(&mut self) {
        counters::error_freed();
    }
}

/// A shared, immutable error value.
#[derive(Debug, Clone)]
pub struct Error(Arc<ErrorInfo>);

impl Error {
    /// Makes an error value without reporting it: see [`ExecCtx::report`](crate::kernel::ExecCtx::report) for
    /// that.
    pub fn new(code: ErrorCode, message: impl Into<Box<str>>, location: SourceLocation) -> Error {
        Error::of_op(None, code, message.into(), location)
    }

    /// As [`Error::new`], for an op that failed.
    pub(crate) fn of_op(
        op: Option<OpFailure>,
        code: ErrorCode,
        message: Box<str>,
        location: SourceLocation,
    ) -> Error {
        counters::error_made();
        Error(Arc::new(ErrorInfo { code, message, op, location }))
    }

    /// An internal error without a location.
    pub fn internal(message: impl Into<Box<str>>) -> Error {
        Error::new(ErrorCode::Internal, message, SourceLocation::Unknown)
    }

    /// The error of a cancelled request.
    pub fn cancelled() -> Error {
        Error::new(ErrorCode::Cancelled, "Cancelled", SourceLocation::Unknown)
    }

    /// The status code.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// The message, without code or location.
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// The op that failed, where the error is one of an op.
    pub fn op(&self) -> Option<&str> {
        Some(&self.0.op.as_ref()?.op)
    }

    /// The offending values, where the message is the same text whatever they are. Mostly empty.
    pub fn details(&self) -> &str {
        self.0.op.as_ref().map_or("", |op| &op.details)
    }

    /// The text of diagnostics: the message, the op's name where the message does not mention it, and the details.
    pub fn description(&self) -> Cow<'_, str> {
        let message = self.message();
        let Some(OpFailure { op, details }) = &self.0.op else { return message.into() };
        match (message.contains(&**op), details.is_empty()) {
            (true, true) => message.into(),
            (true, false) => format!("{message} ({details})").into(),
            (false, true) => format!("{message} (op {op})").into(),
            (false, false) => format!("{message} (op {op}, {details})").into(),
        }
    }

    /// Where the kernel that failed stands in its source.
    pub fn location(&self) -> &SourceLocation {
        &self.0.location
    }

    /// Whether both are the same error, not merely equal ones.
    pub fn same(&self, other: &Error) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Gives the error up for the bits that stand for it in a register.
    pub(crate) fn into_bits(self) -> u64 {
        Arc::into_raw(self.0).expose_provenance() as u64
    }

    /// Takes over the error that these bits stand for.
    ///
    /// # Safety
    /// `bits` came from [`Error::into_bits`], and the error that they stand for was not taken over before.
    #[expect(unsafe_code, reason = "registers hold errors as bits")]
    pub(crate) unsafe fn from_bits(bits: u64) -> Error {
        // SAFETY: `into_bits` made these bits with `Arc::into_raw` and exposed the pointer; the caller passes each such reference back
        // once.
        Error(unsafe { Arc::from_raw(with_exposed_provenance(bits as usize)) })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {}

/// Why a kernel failed, as the kernel says it.
#[derive(Debug, Clone)]
pub struct KernelError {
    /// The status code; [`ErrorCode::Internal`] unless stated.
    pub code: ErrorCode,
    /// The message.
    pub message: Box<str>,
    /// Whether it is reported to the host's diagnostic handler.
    pub diagnose: bool,
    /// The op that failed, for kernels that run ops.
    pub op: Option<OpFailure>,
}

impl KernelError {
    /// An internal error.
    pub fn new(message: impl Into<Box<str>>) -> KernelError {
        KernelError::with_code(ErrorCode::Internal, message)
    }

    /// An error with a code.
    pub fn with_code(code: ErrorCode, message: impl Into<Box<str>>) -> KernelError {
        KernelError { code, message: message.into(), diagnose: true, op: None }
    }

    /// The error value of a failure at this place, without reporting it.
    pub(crate) fn at(self, location: SourceLocation) -> Error {
        Error::of_op(self.op, self.code, self.message, location)
    }

    /// The same error as a mere value: no diagnostic is emitted.
    pub fn silent(self) -> KernelError {
        KernelError { diagnose: false, ..self }
    }
}

impl From<String> for KernelError {
    fn from(message: String) -> KernelError {
        KernelError::new(message)
    }
}

impl From<&str> for KernelError {
    fn from(message: &str) -> KernelError {
        KernelError::new(message)
    }
}

impl fmt::Display for KernelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for KernelError {}
