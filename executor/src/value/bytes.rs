//! `!tfrt.string`: byte strings.

use std::borrow::Cow;

/// The payload of `!tfrt.string`. The bytes need not be UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteString(pub Box<[u8]>);

impl ByteString {
    /// The text, with invalid UTF-8 replaced.
    pub fn to_text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }
}

impl From<&str> for ByteString {
    fn from(text: &str) -> Self {
        ByteString(text.as_bytes().into())
    }
}
