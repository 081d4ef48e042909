//! Statuses: a code, a message and payloads, the content of a `TF_Status`.

use std::collections::BTreeMap;
use std::ffi::{CStr, CString, c_int};

use crate::boxes::Boxed;

/// The codes of a status. Other numbers that come from plugins become `UNKNOWN`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Code(pub c_int);

#[expect(missing_docs, reason = "the names are the protocol's own")]
impl Code {
    pub const OK: Code = Code(0);
    pub const CANCELLED: Code = Code(1);
    pub const UNKNOWN: Code = Code(2);
    pub const INVALID_ARGUMENT: Code = Code(3);
    pub const DEADLINE_EXCEEDED: Code = Code(4);
    pub const NOT_FOUND: Code = Code(5);
    pub const ALREADY_EXISTS: Code = Code(6);
    pub const PERMISSION_DENIED: Code = Code(7);
    pub const RESOURCE_EXHAUSTED: Code = Code(8);
    pub const FAILED_PRECONDITION: Code = Code(9);
    pub const ABORTED: Code = Code(10);
    pub const OUT_OF_RANGE: Code = Code(11);
    pub const UNIMPLEMENTED: Code = Code(12);
    pub const INTERNAL: Code = Code(13);
    pub const UNAVAILABLE: Code = Code(14);
    pub const DATA_LOSS: Code = Code(15);
    pub const UNAUTHENTICATED: Code = Code(16);
}

impl Code {
    /// The protocol's name, such as `INVALID_ARGUMENT`.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; 17] = [
            "OK",
            "CANCELLED",
            "UNKNOWN",
            "INVALID_ARGUMENT",
            "DEADLINE_EXCEEDED",
            "NOT_FOUND",
            "ALREADY_EXISTS",
            "PERMISSION_DENIED",
            "RESOURCE_EXHAUSTED",
            "FAILED_PRECONDITION",
            "ABORTED",
            "OUT_OF_RANGE",
            "UNIMPLEMENTED",
            "INTERNAL",
            "UNAVAILABLE",
            "DATA_LOSS",
            "UNAUTHENTICATED",
        ];
        usize::try_from(self.0).ok().and_then(|at| NAMES.get(at).copied()).unwrap_or("UNKNOWN")
    }
}

/// The object behind `TF_Status`. Success, which is the usual case, takes no memory.
#[derive(Debug, Clone, Default)]
pub struct Status(Option<Box<Failure>>);

#[derive(Debug, Clone)]
struct Failure {
    code: Code,
    message: CString,
    payloads: BTreeMap<CString, CString>,
}

impl Boxed for Status {
    const MARK: u64 = u64::from_le_bytes(*b"@TfStatu");
    const NAME: &'static str = "status";
}

impl Status {
    /// Success.
    #[inline]
    pub fn ok() -> Status {
        Status::default()
    }

    /// A failure. A message is cut at its first NUL.
    pub fn new(code: Code, message: impl AsRef<str>) -> Status {
        let mut status = Status::default();
        status.set(code, message);
        status
    }

    /// Replaces code and message. Success has no message and no payloads.
    pub fn set(&mut self, code: Code, message: impl AsRef<str>) {
        if code == Code::OK {
            return self.set_ok();
        }
        let message = message.as_ref().as_bytes();
        let end = message.iter().position(|&byte| byte == 0).unwrap_or(message.len());
        self.set_bytes(code, CString::new(&message[..end]).unwrap_or_default());
    }

    /// Success.
    #[inline]
    pub fn set_ok(&mut self) {
        if self.0.is_some() {
            self.0 = None;
        }
    }

    pub(crate) fn set_bytes(&mut self, code: Code, message: CString) {
        // A number that is no code says no more than that something is wrong.
        let code = if (0..=Code::UNAUTHENTICATED.0).contains(&code.0) { code } else { Code::UNKNOWN };
        let failure = Failure { code, message, payloads: BTreeMap::new() };
        self.0 = (code != Code::OK).then(|| Box::new(failure));
    }

    /// The code.
    #[inline]
    pub fn code(&self) -> Code {
        self.0.as_ref().map_or(Code::OK, |failure| failure.code)
    }

    /// Whether this is success.
    #[inline]
    pub fn is_ok(&self) -> bool {
        self.0.is_none()
    }

    /// The message as the plugin gave it.
    pub fn message_bytes(&self) -> &CStr {
        self.0.as_ref().map_or(c"", |failure| &failure.message)
    }

    /// The message; bytes that are not UTF-8 appear as replacement characters.
    pub fn message(&self) -> String {
        self.message_bytes().to_string_lossy().into_owned()
    }

    /// The text of a failure: its message, or the name of its code if it has none.
    pub fn text(&self) -> String {
        if self.message_bytes().is_empty() { self.code().name().to_owned() } else { self.message() }
    }

    /// Adds a payload to a failure; success carries none.
    pub fn set_payload(&mut self, key: CString, value: CString) {
        if let Some(failure) = &mut self.0 {
            failure.payloads.insert(key, value);
        }
    }

    /// The payloads, by key.
    pub fn payloads(&self) -> impl Iterator<Item = (&CStr, &CStr)> {
        let payloads = self.0.iter().flat_map(|failure| &failure.payloads);
        payloads.map(|(key, value)| (&**key, &**value))
    }

    /// `Ok` for success, `INVALID_ARGUMENT: message` otherwise.
    pub fn to_result(&self) -> Result<(), String> {
        if self.is_ok() { Ok(()) } else { Err(format!("{}: {}", self.code().name(), self.message())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_carries_nothing() {
        let mut status = Status::new(Code::INTERNAL, "broken\0rest");
        assert_eq!(status.to_result().unwrap_err(), "INTERNAL: broken");
        status.set_payload(c"k".into(), c"v".into());
        assert_eq!(status.payloads().count(), 1);
        status.set(Code::OK, "ignored");
        status.set_payload(c"k".into(), c"v".into());
        assert!(status.is_ok() && status.message().is_empty());
        assert_eq!(status.payloads().count(), 0);
        assert_eq!(Status::new(Code::CANCELLED, "").text(), "CANCELLED");
        assert_eq!(Status::new(Code(99), "what").to_result().unwrap_err(), "UNKNOWN: what");
    }
}
