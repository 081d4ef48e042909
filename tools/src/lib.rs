//! The command lines of the tools.
//!
//! `tfrt opt` transforms programs, `tfrt translate` turns text into executable files and back, `tfrt run` runs either. This crate has
//! their options and their output; `tfrt-driver` does the work. `tfrt-opt`, `tfrt-translate` and `tfrt-run` are programs of a few
//! lines that replace themselves by `tfrt` (`exec.rs`).

#![cfg_attr(not(test), deny(clippy::print_stdout))]

mod artifacts;
pub mod cli;
mod completions;
pub mod conformance;
pub mod device_flags;
mod graphdef;
mod input_flags;
pub mod level;
pub mod opt;
pub mod plugins;
pub mod print_flags;
mod reduce;
pub mod run;
mod say;
pub mod translate;
mod version;

use std::process::ExitCode;

use tfrt_driver::large_pages;

/// Printed when no subcommand is named.
const HELP: &str = "\
Compiles and runs dataflow programs

Usage: tfrt <COMMAND> [OPTIONS] [FILE]

Commands:
  run        Runs a program: a compiled file, or MLIR text; also installed as tfrt-run
  translate  Turns MLIR text into an executable file or a graph, and back; also installed as tfrt-translate
  opt        Runs passes over programs; also installed as tfrt-opt
  reduce     Makes a program smaller while a test still finds it interesting
  completions
             Writes a script that completes command lines in a shell: bash, elvish, fish, powershell or zsh

'tfrt <COMMAND> --help' shows the options of a command.
";

/// Does what the command line of this process says: its first argument names the tool.
pub fn main() -> ExitCode {
    say::code(run_subcommand())
}

fn run_subcommand() -> ExitCode {
    let Some(subcommand) = std::env::args_os().nth(1) else {
        eprint!("{HELP}");
        return ExitCode::FAILURE;
    };
    match subcommand.to_str() {
        Some("run") => run::main(),
        Some("opt") => {
            large_pages::enable();
            opt::main()
        }
        Some("translate") => {
            large_pages::enable();
            translate::main()
        }
        Some("reduce") => reduce::main(),
        Some("completions") => completions::main(),
        Some("--help" | "-h" | "-help" | "help") => {
            say::text(format_args!("{HELP}"));
            ExitCode::SUCCESS
        }
        Some("--version" | "-V" | "-version") => {
            say::say!("tfrt {}", version::text());
            ExitCode::SUCCESS
        }
        _ => {
            let name = tfrt_driver::messages::program_name();
            let subcommand = subcommand.display();
            eprintln!(
                "{name}: error: expected a command (run, translate, opt or reduce), got '{subcommand}'.  Try: '{name} --help'"
            );
            ExitCode::FAILURE
        }
    }
}
