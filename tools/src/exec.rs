//! The programs `tfrt-opt`, `tfrt-translate` and `tfrt-run`, which replace themselves by `tfrt`, installed beside them.
//!
//! The three names are those of this family of tools; their code is nearly the same. One program holds it, so that it is linked,
//! stored and cached once. Replacing a process costs less than a millisecond. `tfrt` keeps the name by which the process was called,
//! for its messages.
//!
//! This file is a module of each of the three programs, which use nothing else of the package.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::{Command, ExitCode};

/// Goes on as `tfrt SUBCOMMAND`, with the arguments of this process. Returns only if that fails.
pub(crate) fn exec(subcommand: &str) -> ExitCode {
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_else(|| OsString::from("tfrt"));
    let program = match std::env::current_exe() {
        Ok(path) => path.with_file_name("tfrt"),
        Err(_) => "tfrt".into(),
    };
    let error = Command::new(&program).arg0(&name).arg(subcommand).args(arguments).exec();
    eprintln!(
        "{}: cannot start '{}', which does the work and is built and installed with this program: {error}",
        name.display(),
        program.display()
    );
    ExitCode::FAILURE
}
