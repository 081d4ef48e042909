//! `tfrt`, its subcommands, and the programs that replace themselves by it.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{root, scratch, text};

fn run(program: impl AsRef<Path>, args: &[&str]) -> Output {
    let mut command = Command::new(program.as_ref());
    command.args(args).current_dir(root().join("testdata"));
    loop {
        match command.output() {
            // A process that another test has just started may hold a copy of the program open for writing until it runs its own.
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => std::thread::yield_now(),
            output => return output.expect("the tool can be run"),
        }
    }
}

#[test]
fn a_subcommand_does_what_the_program_of_its_name_does() {
    let tfrt = env!("CARGO_BIN_EXE_tfrt");
    for (program, args) in [
        (env!("CARGO_BIN_EXE_tfrt-run"), &["run", "programs/fib.mlir", "--functions=main"][..]),
        (env!("CARGO_BIN_EXE_tfrt-opt"), &["opt", "-canonicalize", "programs/fib.mlir"]),
        (env!("CARGO_BIN_EXE_tfrt-translate"), &["translate", "--mlir-to-bef", "programs/fib.mlir"]),
        (env!("CARGO_BIN_EXE_tfrt-run"), &["run", "bad_input/shape_mismatch.mlir"]),
    ] {
        let (one, other) = (run(tfrt, args), run(program, &args[1..]));
        assert_eq!(one.status, other.status, "{args:?}");
        assert_eq!(one.stdout, other.stdout, "{args:?}");
        assert_eq!(one.stderr, other.stderr, "{args:?}");
    }
}

#[test]
fn messages_say_the_name_that_was_typed() {
    let complaint = |program: &str, args: &[&str]| {
        let output = run(program, args);
        assert_eq!(output.status.code(), Some(1));
        text(&output).replace(program, "PROGRAM")
    };
    assert_eq!(
        complaint(env!("CARGO_BIN_EXE_tfrt"), &["run", "--zzz"]),
        "PROGRAM run: Unknown command line argument '--zzz'.  Try: 'PROGRAM run --help'\n"
    );
    assert_eq!(
        complaint(env!("CARGO_BIN_EXE_tfrt-run"), &["--zzz"]),
        "PROGRAM: Unknown command line argument '--zzz'.  Try: 'PROGRAM --help'\n"
    );
    assert_eq!(
        complaint(env!("CARGO_BIN_EXE_tfrt"), &["walk"]),
        "PROGRAM: error: expected a command (run, translate, opt or reduce), got 'walk'.  Try: 'PROGRAM --help'\n"
    );
}

#[test]
fn a_program_is_reduced_while_a_test_finds_it_interesting() {
    let tfrt = env!("CARGO_BIN_EXE_tfrt");
    let reduce = |words: &[&str]| {
        let shell = ["--test=/bin/sh", "--test-arg=-c"];
        run(tfrt, &[&["reduce", "programs/fib.mlir"], &shell[..], words].concat())
    };
    // The script's `$0` is the file; 1 says that it is interesting.
    let small = reduce(&["--test-arg=! grep -q lessequal \"$0\""]);
    assert!(small.status.success(), "{}", String::from_utf8_lossy(&small.stderr));
    let small = String::from_utf8_lossy(&small.stdout).into_owned();
    let compiled = Command::new(env!("CARGO_BIN_EXE_tfrt-opt"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .and_then(|mut child| {
            std::io::Write::write_all(&mut child.stdin.take().expect("it is piped"), small.as_bytes())?;
            child.wait()
        });
    assert!(compiled.expect("it ends").success(), "{small}");
    assert!(small.contains("lessequal") && small.lines().count() < 12, "{small}");
    let any = reduce(&["--test-arg=! grep -q lessequal \"$0\"", "--any-text"]);
    assert_eq!(String::from_utf8_lossy(&any.stdout).lines().count(), 1);
    let never = reduce(&["--test-arg=exit 0"]);
    assert!(String::from_utf8_lossy(&never.stderr).contains("it must exit with 1, but exits with 0"));
    let wrong = reduce(&["--test-arg=exit 7"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("must exit with 0 or 1"));
}

#[test]
fn the_version_tells_builds_and_machines_apart() {
    let of = |program: &str| {
        let output = run(program, &["--version"]);
        assert!(output.status.success());
        let text = text(&output);
        let (first, rest) = text.split_once('\n').expect("several lines");
        assert!(first.ends_with(concat!(" ", env!("CARGO_PKG_VERSION"))), "{first}");
        rest.to_owned()
    };
    let all = of(env!("CARGO_BIN_EXE_tfrt"));
    for line in ["commit: ", "BEF: writes 1.", "features: ", "processor: "] {
        assert!(all.contains(line), "{all}");
    }
    for program in
        [env!("CARGO_BIN_EXE_tfrt-run"), env!("CARGO_BIN_EXE_tfrt-opt"), env!("CARGO_BIN_EXE_tfrt-translate")]
    {
        assert_eq!(of(program), all);
    }
}

#[test]
fn completions_are_for_a_shell_that_is_known() {
    let script = run(env!("CARGO_BIN_EXE_tfrt"), &["completions", "bash"]);
    assert!(script.status.success() && text(&script).contains("tfrt-translate"));
    let wrong = run(env!("CARGO_BIN_EXE_tfrt"), &["completions", "csh"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(text(&wrong).contains("expected a shell, one of bash, "), "{}", text(&wrong));
}

#[test]
fn help_names_the_commands() {
    let output = run(env!("CARGO_BIN_EXE_tfrt"), &["--help"]);
    assert!(output.status.success());
    for command in ["run", "translate", "opt"] {
        assert!(text(&output).contains(&format!("\n  {command} ")), "{}", text(&output));
    }
    assert!(
        text(&run(env!("CARGO_BIN_EXE_tfrt"), &["run", "--help"]))
            .contains("Usage: tfrt run [OPTIONS] [FILE]")
    );
}

#[test]
fn a_program_that_stands_alone_says_what_is_missing() {
    let folder = scratch("alone");
    std::fs::create_dir_all(&folder).expect("the test's folder can be written");
    let program = folder.join("tfrt-run");
    std::fs::copy(env!("CARGO_BIN_EXE_tfrt-run"), &program).expect("the test's folder can be written");
    let output = run(&program, &["--help"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output);
    let expected = format!("cannot start '{}'", folder.join("tfrt").display());
    assert!(said.contains(&expected) && said.contains("No such file"), "{said}");
}
