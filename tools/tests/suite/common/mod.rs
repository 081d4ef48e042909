//! Helpers of the tests of the tools: places of files, output of a tool, plugins compiled from C, the handwritten
//! digits.

pub(crate) mod compile;
pub(crate) mod digits;

use std::path::{Path, PathBuf};
use std::process::Output;

/// The folder of the whole project.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A file in the folder for what tests write. Tests run at the same time: each names its own.
pub(crate) fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Adds the Rust sources in a folder and the folders below, in no particular order.
pub(crate) fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                sources(&path, files);
            }
        } else if name.ends_with(".rs") {
            files.push(path);
        }
    }
}

/// The text that a program wrote on standard output, and then on standard error.
pub(crate) fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
