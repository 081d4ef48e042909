//! Compiling plugins of the tree.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the whole project.
pub fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A file in the folder for what tests write.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Compiles C sources of the tree, with `flags` for the linker, to the plugin `name`. Each caller names its own.
pub fn compile(sources: &[&str], name: &str, flags: &[&str]) -> PathBuf {
    let library = scratch(name);
    let status = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"])
        .args(["-shared", "-fPIC", "-pthread", "-I"])
        .arg(root().join("plugins/include"))
        .arg("-o")
        .arg(&library)
        .args(sources.iter().map(|source| root().join(source)))
        .args(flags)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "{sources:?} do not compile");
    library
}
