//! `tfrt reduce`: makes a program smaller while a test still finds it interesting, in the manner of `mlir-reduce`.
//!
//! [`tfrt_driver::reduce`] makes texts smaller; here are the command line and the test, which is a program of the user's. If the program can be
//! parsed to begin with, each smaller one must be, so that the test is only asked about programs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, ExitCode, Stdio};

use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use tfrt_driver::reduce::smallest;
use tfrt_driver::{compile, files};
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::parse_module;
use tfrt_ir::verify::verify_module;

use crate::cli;

/// Shown after the options.
const EXAMPLES: &str = "\
A test is a program that takes the name of a file and exits with 1 if the file is interesting, and with 0 if it is not:
  #!/bin/sh
  ! tfrt run \"$1\" 2>&1 | grep -q 'a message that should not be there'

Examples:
  tfrt reduce program.mlir --test=./interesting.sh -o small.mlir
  tfrt reduce program.mlir --test=./interesting.sh --test-arg=-O2 --any-text";

/// Makes a program smaller while a test still finds it interesting.
#[derive(Debug, Parser)]
#[command(name = "tfrt-reduce", version = crate::version::text(), after_help = EXAMPLES)]
struct Options {
    /// The program.
    #[arg(value_name = "FILE")]
    input: PathBuf,

    /// The program that is run for each smaller one; exit code 1 means that it is interesting.
    #[arg(long, value_name = "PROGRAM")]
    test: PathBuf,

    /// An argument for the test, before the name of the file; may be repeated.
    #[arg(long = "test-arg", value_name = "WORD", allow_hyphen_values = true)]
    test_args: Vec<String>,

    /// Where the smallest program goes; - for standard output.
    #[arg(short = 'o', value_name = "FILE", default_value = "-")]
    output: String,

    /// Smaller programs need not be right ones.
    #[arg(long)]
    any_text: bool,
}

/// The declaration of the command line.
pub(crate) fn command() -> clap::Command {
    Options::command()
}

/// Does what the command line says.
pub(crate) fn main() -> ExitCode {
    let matches = match cli::parse(command()) {
        Ok(matches) => matches,
        Err(code) => return code,
    };
    let done = Options::from_arg_matches(&matches).map_err(|error| error.to_string()).and_then(|o| run(&o));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{}: error: {message}", tfrt_driver::messages::program_name());
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let name = options.input.display();
    let text =
        fs::read_to_string(&options.input).map_err(|error| format!("cannot read '{name}': {error}"))?;
    let mut test = Test::new(options)?;
    if !test.is_interesting(&text)? {
        let shown = options.test.display();
        return Err(format!(
            "'{shown}' does not find '{name}' interesting: it must exit with 1, but exits with 0"
        ));
    }
    let must_parse = !options.any_text && is_right(&text);
    let small = smallest(&text, |candidate| {
        if must_parse && !is_right(candidate) { Ok(false) } else { test.is_interesting(candidate) }
    })?;
    eprintln!("{} of {} lines left, {} tests", small.lines().count(), text.lines().count(), test.runs);
    files::write_output(&options.output, small.as_bytes())
}

/// Whether a program can be parsed and keeps the rules of its operations.
fn is_right(text: &str) -> bool {
    let mut diagnostics = Diagnostics::new();
    parse_module(&compile::context(), "", text, &mut diagnostics)
        .is_some_and(|module| verify_module(&module, &mut diagnostics).is_ok())
}

/// The user's test, and the file that it looks at.
struct Test<'a> {
    options: &'a Options,
    folder: PathBuf,
    runs: usize,
}

impl<'a> Test<'a> {
    fn new(options: &'a Options) -> Result<Test<'a>, String> {
        let folder = std::env::temp_dir().join(format!("tfrt-reduce-{}", std::process::id()));
        fs::create_dir_all(&folder)
            .map_err(|error| format!("cannot make '{}': {error}", folder.display()))?;
        Ok(Test { options, folder, runs: 0 })
    }

    fn is_interesting(&mut self, text: &str) -> Result<bool, String> {
        let name = self.options.input.file_name().unwrap_or("program.mlir".as_ref());
        let file = self.folder.join(name);
        fs::write(&file, text).map_err(|error| format!("cannot write '{}': {error}", file.display()))?;
        self.runs += 1;
        // A name without a folder is one in this folder, as for `mlir-reduce`.
        let program = match self.options.test.parent() {
            Some(parent) if parent.as_os_str().is_empty() => Path::new(".").join(&self.options.test),
            _ => self.options.test.clone(),
        };
        let status = Process::new(&program)
            .args(&self.options.test_args)
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        let status = status.map_err(|error| format!("cannot run '{}': {error}", program.display()))?;
        match status.code() {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(format!("'{}' must exit with 0 or 1, but ended with {status}", program.display())),
        }
    }
}

impl Drop for Test<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
