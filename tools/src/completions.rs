//! Scripts that complete command lines in a shell: `tfrt completions SHELL`.
//!
//! One script serves all four programs. It is made from the declarations of the options, so it completes what the tools take.

use std::process::ExitCode;

use clap::{Command, ValueEnum as _};
use clap_complete::{Shell, generate};
use tfrt_driver::files;

/// The command lines of the tools, by the names of their subcommands.
fn tools() -> [(&'static str, Command); 3] {
    [
        ("run", crate::run::command()),
        ("translate", crate::translate::command()),
        ("opt", crate::opt::command()),
    ]
}

/// Writes the script of the shell that the process's arguments name.
pub(crate) fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(2).collect();
    let shell = match arguments.as_slice() {
        [shell] => shell.to_str().and_then(|shell| Shell::from_str(shell, true).ok()),
        _ => None,
    };
    let Some(shell) = shell else {
        let name = tfrt_driver::messages::program_name();
        let shells: Vec<String> = Shell::value_variants().iter().map(ToString::to_string).collect();
        eprintln!(
            "{name}: error: expected a shell, one of {}.  Try: '{name} completions bash'",
            shells.join(", ")
        );
        return ExitCode::FAILURE;
    };
    match files::write_output("-", &script(shell)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// The script for `tfrt` and for the three programs with names of their own.
fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let mut all = Command::new("tfrt").about("Compiles and runs dataflow programs");
    for (name, tool) in tools() {
        let mut alone = tool.clone();
        generate(shell, &mut alone, format!("tfrt-{name}"), &mut script);
        all = all.subcommand(tool.name(name));
    }
    all = all.subcommand(crate::reduce::command().name("reduce"));
    let shells = clap::Arg::new("SHELL").required(true).value_parser(clap::value_parser!(Shell));
    all = all.subcommand(
        Command::new("completions").about("Writes a script that completes command lines").arg(shells),
    );
    generate(shell, &mut all, "tfrt", &mut script);
    script
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shell_gets_every_program_and_its_options() {
        for &shell in Shell::value_variants() {
            let script = String::from_utf8(script(shell)).unwrap();
            for word in [
                "tfrt-run",
                "tfrt-translate",
                "tfrt-opt",
                "work_queue_type",
                "canonicalize",
                "graphdef-to-bef",
            ] {
                assert!(script.contains(word), "{shell}: {word}");
            }
        }
    }
}
