//! Names of devices as users and programs write them.

use std::fmt;
use std::str::FromStr;

/// A device: `MY_DEVICE:1`. Also the name of its op handler.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeviceName {
    /// The type.
    pub kind: String,
    /// The number among those of its type.
    pub ordinal: u32,
}

impl DeviceName {
    /// Whether it is the host.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.kind.eq_ignore_ascii_case("cpu")
    }

    /// The same device of the type that a generic type stands for.
    #[must_use]
    pub fn resolve(&self, aliases: &[Alias]) -> DeviceName {
        let meant = aliases.iter().find(|alias| alias.generic.eq_ignore_ascii_case(&self.kind));
        let kind = meant.map_or(&self.kind, |alias| &alias.kind);
        DeviceName { kind: kind.clone(), ordinal: self.ordinal }
    }
}

impl fmt::Display for DeviceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind, self.ordinal)
    }
}

impl FromStr for DeviceName {
    type Err = String;

    /// Reads `TYPE`, `TYPE:N`, and TensorFlow's `/device:TYPE:N` with or without the parts before it.
    fn from_str(text: &str) -> Result<Self, String> {
        let last = text.rsplit('/').next().unwrap_or(text);
        let last = last.strip_prefix("device:").unwrap_or(last);
        let (kind, ordinal) = match last.rsplit_once(':') {
            None => (last, 0),
            Some((kind, number)) => {
                (kind, number.parse().map_err(|_| format!("'{text}' is no device: '{number}' is no number"))?)
            }
        };
        let is_kind = |kind: &str| {
            kind.starts_with(|c: char| c.is_ascii_alphabetic())
                && kind.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        if !is_kind(kind) {
            return Err(format!("'{text}' is no device; write TYPE or TYPE:N"));
        }
        Ok(DeviceName { kind: kind.to_owned(), ordinal })
    }
}

/// The meaning of a generic type of device: `GPU=MY_DEVICE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The generic type.
    pub generic: String,
    /// The type that is meant.
    pub kind: String,
}

impl FromStr for Alias {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((generic, kind)) if !generic.is_empty() && !kind.is_empty() => {
                Ok(Alias { generic: generic.to_owned(), kind: kind.to_owned() })
            }
            _ => Err(format!("'{text}' is no alias; write GENERIC=TYPE")),
        }
    }
}
