//! Transforms programs: `tfrt opt` under the name of this family of tools.

use std::process::ExitCode;

#[path = "../exec.rs"]
mod exec;

fn main() -> ExitCode {
    exec::exec("opt")
}
