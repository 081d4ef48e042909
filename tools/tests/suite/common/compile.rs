//! Compiling plugins from C.

use std::path::PathBuf;
use std::process::Command;

use super::{root, scratch};

/// Compiles C sources, of the tree or by absolute paths, with `flags` for the linker, to the plugin `name`. Each caller names its own.
pub(crate) fn compile(sources: &[&str], name: &str, flags: &[&str]) -> PathBuf {
    let library = scratch(name);
    let output = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"])
        .args(["-shared", "-fPIC", "-pthread", "-I"])
        .arg(root().join("plugins/include"))
        .arg("-o")
        .arg(&library)
        .args(sources.iter().map(|source| root().join(source)))
        .args(flags)
        .output()
        .expect("a C compiler is installed");
    assert!(output.status.success(), "{sources:?}: {}", String::from_utf8_lossy(&output.stderr));
    library
}
