//! Transforms programs: see `tfrt_tools::opt`.

use std::process::ExitCode;

use tfrt_driver::large_pages::LargePages;

#[global_allocator]
static MEMORY: LargePages = LargePages;

fn main() -> ExitCode {
    tfrt_tools::opt::main()
}
