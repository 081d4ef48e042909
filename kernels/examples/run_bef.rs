//! Runs every function of a compiled file that takes no arguments: all that a program needs which only executes.
//!
//!     cargo run --release -p tfrt-kernels --example run_bef -- program.bef
//!
//! It links the file format, the executor and the kernels, but neither a parser nor a compiler.

use std::process::ExitCode;

use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_executor::request::RequestContext;
use tfrt_executor::runtime::Runtime;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: run_bef FILE.bef");
        return ExitCode::FAILURE;
    };
    match run(path.as_ref()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: error: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn run(path: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let mut kernels = KernelRegistry::new();
    tfrt_kernels::register_all(&mut kernels);
    let runtime = Runtime::new(kernels)?;
    let host = runtime.host();

    // Only programs that run ops need this.
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    CoreRuntime::install(host, ops).state().register_default_handlers();

    let program = runtime.open(path)?;
    for function in program.functions() {
        if function.name().is_empty() || function.view().num_args() > 0 {
            continue;
        }
        let results = function.execute(&RequestContext::new(host), []);
        host.wait(&results);
        for (result, &ty) in results.iter().zip(function.view().result_types()) {
            match result.error() {
                Some(error) => println!("{}: error: {}", function.name(), error.message()),
                None => println!("{}: {} {:?}", function.name(), program.type_name(ty), result.resolve()),
            }
        }
        host.quiesce();
    }
    Ok(())
}
