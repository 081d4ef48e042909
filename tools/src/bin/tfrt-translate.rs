//! Turns text into executable files and back: see `tfrt_tools::translate`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfrt_tools::translate::main()
}
