//! Turns text into executable files and back: see `tfrt_tools::translate`.

use std::process::ExitCode;

use tfrt_driver::large_pages::LargePages;

#[global_allocator]
static MEMORY: LargePages = LargePages;

fn main() -> ExitCode {
    tfrt_tools::translate::main()
}
