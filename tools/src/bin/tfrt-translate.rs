//! Turns text into executable files and back: `tfrt translate` under the name of this family of tools.

use std::process::ExitCode;

#[path = "../exec.rs"]
mod exec;

fn main() -> ExitCode {
    exec::exec("translate")
}
