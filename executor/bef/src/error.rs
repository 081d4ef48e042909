//! Errors: the reasons to refuse a file, or to fail to write one.

use crate::records::Section;
use thiserror::Error;

/// The reason why a file cannot be used. Every message names the faulty place in the file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BefError {
    /// The operating system could not open, read or map the file.
    #[error("{0}")]
    Io(#[from] std::io::Error),
    /// There are no bytes.
    #[error("invalid BEF file header detected: the file is empty")]
    Empty,
    /// The first bytes are not those of a BEF file.
    #[error("invalid BEF file header detected: the file does not start with 0B EF")]
    NotBef,
    /// The older format, whose version is 0.
    #[error(
        "Unknown BEF format version detected: this is a file of version 0 (TFRT's own format), which is not supported"
    )]
    Version0,
    /// Another major version of this format.
    #[error(
        "Unknown BEF format version detected: the file has version {major}.{minor}, this program reads version {}.x",
        crate::records::MAJOR_VERSION
    )]
    Version {
        /// Major version of the file.
        major: u8,
        /// Minor version of the file.
        minor: u8,
    },
    /// The header or the section table is damaged.
    #[error("invalid BEF file header detected: {0}")]
    Header(String),
    /// A section's bytes do not have the checksum the section table says.
    #[error("checksum of the {} section does not match its contents", .0.name())]
    Checksum(Section),
    /// A record breaks a rule of the format.
    #[error("invalid {} section in BEF file: {what} (entry {entry})", section.name())]
    Invalid {
        /// The section.
        section: Section,
        /// Index of the element in the section.
        entry: u64,
        /// The rule, and what breaks it.
        what: String,
    },
}

impl BefError {
    /// A broken rule in an element of a section.
    pub(crate) fn invalid(section: Section, entry: impl TryInto<u64>, what: impl Into<String>) -> BefError {
        BefError::Invalid { section, entry: entry.try_into().unwrap_or(u64::MAX), what: what.into() }
    }

    /// The section at fault, if it is known.
    pub fn section(&self) -> Option<Section> {
        match self {
            BefError::Checksum(section) | BefError::Invalid { section, .. } => Some(*section),
            _ => None,
        }
    }
}

/// The reason why a program does not fit a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// More of something than its index can count.
    #[error("too many {0} for a BEF file")]
    TooMany(&'static str),
    /// Attribute or location nested too deeply, or too large once expanded.
    #[error("{0} is nested too deeply for a BEF file")]
    TooDeep(&'static str),
    /// Constants that do not fit memory: so many bytes.
    #[error("out of memory for {0} bytes of constants")]
    OutOfMemory(usize),
    /// A caller's mistake: the added parts do not make a valid file.
    #[error("not a valid BEF program: {0}")]
    Misuse(&'static str),
}
