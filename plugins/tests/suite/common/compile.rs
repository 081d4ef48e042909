//! Compiling C plugins for tests.

use std::path::PathBuf;
use std::process::Command;

use super::{INCLUDE, scratch};

/// Compiles a plugin from C text and gives the shared library. Each test that calls this names its own library.
pub(crate) fn compile(name: &str, source: &str) -> PathBuf {
    let (file, library) = (scratch(&format!("{name}.c")), scratch(&format!("lib{name}.so")));
    std::fs::write(&file, source).expect("the test's folder can be written");
    let output = Command::new("cc")
        .args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-shared", "-fPIC"])
        .args(["-I", INCLUDE, "-o"])
        .args([&library, &file])
        .output()
        .expect("a C compiler is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    library
}
