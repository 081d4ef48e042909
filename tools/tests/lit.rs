//! Runs the programs of `testdata/` that have `// RUN:` lines: every such file is one test.
//!
//! A `RUN:` line is a shell command; several of them, or lines ended with `\`, make one script that stops at its first
//! failure, also inside a pipe. It runs in the program's own folder, so that diagnostics name the file alone, with these words replaced:
//! `%s` the program's file name, `%t` a scratch path of the test, `%{testdata}` the root of all programs. Found on the path: the
//! tools of this workspace, `FileCheck PROGRAM [options]` (the LLVM tool's language, by litcheck; blanks at the ends of an expression
//! `{{…}}` are dropped, so write `{{[ ]+}}`) and `not COMMAND`, which
//! succeeds when the command fails with an exit code of its own, and fails when it is killed by a signal, panics, or says that it
//! leaked: so no program of the test data leaves a value, a buffer or a host behind, whatever else it does wrong.
//!
//! A program that runs something is a second test, with everything that can be compiled to machine code compiled before it
//! first runs: `tfrt-run` takes its default for `--jit` from the environment.
//!
//! `TFRT_LIT_RUNNER` is a command that the tools are run under, such as a memory checker; `TFRT_LIT_SECONDS` the time that a command may
//! take.
//!
//! `cargo test -p tfrt-tools --test lit -- NAME` runs the tests whose path contains NAME.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::thread;

use libtest_mimic::{Arguments, Failed, Trial};

/// Seconds, far more than any command takes by itself.
const TIME_LIMIT: &str = "120";

/// The exit code of a Rust program that panicked.
const PANIC_EXIT_CODE: i32 = 101;

fn main() -> ExitCode {
    // The scripts find this very program under the names of the helpers that it implements.
    let mut args = std::env::args_os();
    let program = args.next().map(PathBuf::from).unwrap_or_default();
    match program.file_name().and_then(|name| name.to_str()) {
        Some("FileCheck") => file_check(),
        Some("not") => not(args.collect()),
        _ => run_all(),
    }
}

/// `FileCheck PROGRAM [options] [--input-file=FILE]`
fn file_check() -> ExitCode {
    use clap::Parser;
    #[derive(Parser)]
    #[command(name = "FileCheck")]
    struct FileCheck {
        program: PathBuf,
        #[arg(long, default_value = "-")]
        input_file: PathBuf,
        #[command(flatten)]
        options: litcheck_filecheck::Options,
    }
    // LLVM's spelling of long options has one dash or two.
    let args = std::env::args().map(|arg| {
        if arg.starts_with('-') && !arg.starts_with("--") && arg.len() > 2 && !arg.starts_with("-D") {
            format!("-{arg}")
        } else {
            arg
        }
    });
    let FileCheck { program, input_file, options } = FileCheck::parse_from(args);
    let config = litcheck_filecheck::Config { options, ..Default::default() };
    let source = |path: PathBuf| {
        litcheck::Input::from(path.clone())
            .into_source(true, config.source_manager())
            .map_err(|e| eprintln!("FileCheck: {}: {e}", path.display()))
    };
    let (Ok(program), Ok(mut input)) = (source(program), source(input_file)) else {
        return ExitCode::from(2);
    };
    if !config.options.strict_whitespace {
        // The checker does this for patterns only.
        let name = input.uri().clone();
        input = config.source_manager().load(Default::default(), name, single_blanks(input.as_str()));
    }
    match litcheck_filecheck::Test::new(program, &config).verify(input) {
        Ok(_) => ExitCode::SUCCESS,
        Err(report) => {
            eprintln!("{report:?}");
            ExitCode::FAILURE
        }
    }
}

/// A text in which a blank stands for each row of blanks and tabs.
fn single_blanks(text: &str) -> String {
    let is_blank = |c| c == ' ' || c == '\t';
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match is_blank(c) {
            true if out.ends_with(' ') => {}
            true => out.push(' '),
            false => out.push(c),
        }
    }
    out
}

/// `not COMMAND ARGUMENT…`
fn not(command: Vec<std::ffi::OsString>) -> ExitCode {
    let Some((program, args)) = command.split_first() else {
        eprintln!("not: no command");
        return ExitCode::FAILURE;
    };
    let name = program.display();
    match run_watched(Command::new(program).args(args)) {
        Ok((status, leaked)) => match status.code() {
            Some(0) => eprintln!("not: {name} succeeded"),
            Some(PANIC_EXIT_CODE) => eprintln!("not: {name} panicked"),
            Some(_) if leaked => eprintln!("not: {name} leaked"),
            Some(_) => return ExitCode::SUCCESS,
            None => eprintln!("not: {name} was killed by a signal"),
        },
        Err(e) => eprintln!("not: {name}: {e}"),
    }
    ExitCode::FAILURE
}

/// Runs a command, passes on what it prints, and says how it ended and whether it said that it leaked something.
fn run_watched(command: &mut Command) -> io::Result<(ExitStatus, bool)> {
    // Where both streams are one, as with `2>&1`, they stay one: what is printed keeps its order.
    let file = |stream: &str| fs::metadata(format!("/proc/self/fd/{stream}")).map(|m| (m.dev(), m.ino()));
    let are_one = file("1")? == file("2")?;
    let (errors, error_end) = io::pipe()?;
    let (output, output_end) = io::pipe()?;
    command.stdout(if are_one { error_end.try_clone()? } else { output_end.try_clone()? });
    let mut child = command.stderr(error_end).spawn()?;
    // The command keeps the ends that it was given, and with them the pipes open.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    drop(output_end);
    let leaked = thread::scope(|scope| {
        let output = scope.spawn(move || pass_on(output, &mut io::stdout()));
        let leaked = pass_on(errors, &mut io::stderr());
        output.join().map(|output| (leaked, output)).map_err(|_| io::Error::other("a thread panicked"))
    })?;
    Ok((child.wait()?, leaked.0? || leaked.1?))
}

/// Copies lines as they are; says whether one of them reports a leak.
fn pass_on(from: io::PipeReader, to: &mut dyn Write) -> io::Result<bool> {
    let mut leaked = false;
    let mut line = Vec::new();
    let mut from = BufReader::new(from);
    while from.read_until(b'\n', &mut line)? > 0 {
        leaked |= line.starts_with(b"leaked ") || line.starts_with(b"Memory leak detected");
        to.write_all(&line)?;
        to.flush()?;
        line.clear();
    }
    Ok(leaked)
}

fn run_all() -> ExitCode {
    let args = Arguments::from_args();
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata");
    let testdata = testdata.canonicalize().unwrap_or(testdata);
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lit");
    let helpers = scratch.join("bin");
    if let Err(e) = install_helpers(&helpers) {
        eprintln!("cannot prepare {}: {e}", helpers.display());
        return ExitCode::FAILURE;
    }

    let mut programs = Vec::new();
    if let Err(e) = collect_programs(&testdata, &mut programs) {
        eprintln!("cannot read {}: {e}", testdata.display());
        return ExitCode::FAILURE;
    }
    programs.sort();
    let trials = programs
        .into_iter()
        .flat_map(|program| {
            let text = fs::read(&program).unwrap_or_default();
            let text = String::from_utf8_lossy(&text).into_owned();
            let name = program.strip_prefix(&testdata).unwrap_or(&program).display().to_string();
            match run_lines(&text) {
                Ok(lines) if lines.is_empty() => Vec::new(),
                Ok(lines) => {
                    let runs = lines.iter().any(|line| line.contains("tfrt-run"));
                    let tests = std::iter::once("").chain(runs.then_some(" --jit=eager"));
                    tests
                        .map(|jit| {
                            let name = format!("{name}{jit}");
                            let test = LitTest {
                                scratch: scratch.join(name.replace(['/', ' '], "_")),
                                testdata: testdata.clone(),
                                helpers: helpers.clone(),
                                program: program.clone(),
                                lines: lines.clone(),
                                eager: !jit.is_empty(),
                            };
                            Trial::test(name, move || test.run())
                        })
                        .collect()
                }
                Err(message) => vec![Trial::test(name, move || Err(Failed::from(message)))],
            }
        })
        .collect();
    libtest_mimic::run(&args, trials).exit_code()
}

/// Puts the helpers and the tools under test into one folder, by their plain names.
fn install_helpers(folder: &Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    let this = std::env::current_exe()?;
    for (name, target) in [
        ("FileCheck", this.as_path()),
        ("not", this.as_path()),
        ("tfrt-opt", Path::new(env!("CARGO_BIN_EXE_tfrt-opt"))),
        ("tfrt-translate", Path::new(env!("CARGO_BIN_EXE_tfrt-translate"))),
        ("tfrt-run", Path::new(env!("CARGO_BIN_EXE_tfrt-run"))),
    ] {
        let link = folder.join(name);
        if link.symlink_metadata().is_ok() {
            fs::remove_file(&link)?;
        }
        match std::env::var("TFRT_LIT_RUNNER") {
            // What is to be watched is the program that does the work.
            Ok(runner) if let Some(subcommand) = name.strip_prefix("tfrt-") => {
                let target = env!("CARGO_BIN_EXE_tfrt");
                fs::write(&link, format!("#!/bin/sh\nexec {runner} '{target}' {subcommand} \"$@\"\n"))?;
                fs::set_permissions(&link, fs::Permissions::from_mode(0o755))?;
            }
            _ => std::os::unix::fs::symlink(target, &link)?,
        }
    }
    Ok(())
}

/// All `.mlir` files below `folder`, without the golden programs, which have a runner of their own.
fn collect_programs(folder: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "golden") {
                collect_programs(&path, into)?;
            }
        } else if path.extension().is_some_and(|extension| extension == "mlir" || extension == "test") {
            into.push(path);
        }
    }
    Ok(())
}

/// The commands of a program, in order, continued lines joined.
fn run_lines(text: &str) -> Result<Vec<String>, String> {
    let mut lines = Vec::new();
    let mut pending = String::new();
    for line in text.lines() {
        let Some((_, command)) = line.split_once("RUN:").filter(|(before, _)| is_comment_start(before))
        else {
            continue;
        };
        match command.trim().strip_suffix('\\') {
            Some(start) => pending.push_str(start),
            None => lines.push(std::mem::take(&mut pending) + command.trim()),
        }
    }
    if pending.is_empty() { Ok(lines) } else { Err("the last RUN: line ends with a backslash".into()) }
}

fn is_comment_start(before: &str) -> bool {
    matches!(before.trim(), "//" | "#")
}

struct LitTest {
    program: PathBuf,
    testdata: PathBuf,
    helpers: PathBuf,
    scratch: PathBuf,
    lines: Vec<String>,
    /// Whether everything is compiled before it runs.
    eager: bool,
}

impl LitTest {
    fn run(&self) -> Result<(), Failed> {
        let folder = self.program.parent().ok_or("a program has a folder")?;
        let file = self.program.file_name().and_then(|name| name.to_str()).ok_or("not a UTF-8 file name")?;
        fs::create_dir_all(&self.scratch).map_err(|e| format!("{}: {e}", self.scratch.display()))?;
        let scratch_file = self.scratch.join("tmp");
        let script = self
            .lines
            .iter()
            .map(|line| {
                line.replace("%{testdata}", &self.testdata.display().to_string())
                    .replace("%s", file)
                    .replace("%t", &scratch_file.display().to_string())
            })
            .collect::<Vec<_>>();
        let path = match std::env::var("PATH") {
            Ok(path) => format!("{}:{path}", self.helpers.display()),
            Err(_) => self.helpers.display().to_string(),
        };
        let limit = std::env::var("TFRT_LIT_SECONDS").unwrap_or_else(|_| TIME_LIMIT.to_owned());
        // One command at a time, so that a failure names its line.
        for command in &script {
            let output = Command::new("timeout")
                .args([limit.as_str(), "bash", "-o", "pipefail", "-c", command])
                .current_dir(folder)
                .env("PATH", &path)
                .env("TFRT_JIT", if self.eager { "eager" } else { "on" })
                .stdin(Stdio::null())
                .output()
                .map_err(|e| format!("bash: {e}"))?;
            if !output.status.success() {
                return Err(Failed::from(format!(
                    "{}\n{}: {}\n--- stdout\n{}--- stderr\n{}",
                    self.program.display(),
                    command,
                    output.status,
                    String::from_utf8_lossy(&output.stdout),
                    String::from_utf8_lossy(&output.stderr),
                )));
            }
        }
        Ok(())
    }
}
