//! Helpers of all tests of plugins: the headers, and a place for files.

mod compile;

use std::path::{Path, PathBuf};

pub(crate) use compile::compile;

/// The headers.
pub(crate) const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");

/// A file in the folder for what tests write.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
