//! Transforms programs: see `tfrt_tools::opt`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tfrt_tools::opt::main()
}
