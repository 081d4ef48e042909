//! All tools in one program: see `tfrt_tools`.

use std::process::ExitCode;

use tfrt_driver::large_pages::LargePages;

#[global_allocator]
static MEMORY: LargePages = LargePages;

fn main() -> ExitCode {
    tfrt_tools::main()
}
