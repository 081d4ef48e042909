//! Runs programs: see `tfrt_tools::run`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfrt_tools::run::main()
}
