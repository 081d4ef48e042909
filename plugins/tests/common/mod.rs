//! Compiling C plugins for tests.

#![allow(dead_code, reason = "each test file uses a part")]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The headers.
pub const INCLUDE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/include");

/// A file in the folder for what tests write.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Compiles a plugin from C text and gives the shared library. Each test that calls this names its own library.
pub fn compile(name: &str, source: &str) -> PathBuf {
    let (file, library) = (scratch(&format!("{name}.c")), scratch(&format!("lib{name}.so")));
    std::fs::write(&file, source).expect("the test's folder can be written");
    compile_file(&file, &library);
    library
}

/// Compiles a plugin from a C file.
pub fn compile_file(file: &Path, library: &Path) {
    let output = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-shared", "-fPIC"])
        .args(["-I", INCLUDE, "-o"])
        .args([library, file])
        .output()
        .expect("a C compiler is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
