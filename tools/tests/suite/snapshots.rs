//! The output of the tools, word for word: help, programs, diagnostics, disassembled files.
//!
//! `INSTA_UPDATE=always cargo test -p tfrt-tools --test suite snapshots::` takes over what they print now; the change then shows in review.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{root, scratch};

/// The tool's output, of both streams. Programs are named relative to `testdata`, where it runs.
fn run(tool: &str, args: &[&str]) -> String {
    let output = Command::new(tool)
        .args(args)
        .current_dir(root().join("testdata"))
        .stdin(Stdio::null())
        .output()
        .expect("the tool can be run");
    let code = output.status.code().map_or("killed".to_owned(), |code| code.to_string());
    let stream = |name: &str, bytes: &[u8]| match bytes {
        [] => String::new(),
        bytes => format!("--- {name}\n{}\n", String::from_utf8_lossy(bytes).trim_end()),
    };
    format!("exit code {code}\n{}{}", stream("stdout", &output.stdout), stream("stderr", &output.stderr))
}

const OPT: &str = env!("CARGO_BIN_EXE_tfrt-opt");
const TRANSLATE: &str = env!("CARGO_BIN_EXE_tfrt-translate");
const RUN: &str = env!("CARGO_BIN_EXE_tfrt-run");

#[test]
fn help() {
    insta::assert_snapshot!("help_of_tfrt_opt", run(OPT, &["--help"]));
    insta::assert_snapshot!("help_of_tfrt_translate", run(TRANSLATE, &["--help"]));
    insta::assert_snapshot!("help_of_tfrt_run", run(RUN, &["--help"]));
}

#[test]
fn the_whole_language() {
    let audit = |options: &[&str]| {
        let mut args = vec!["-allow-unregistered-dialect", "language/audit.mlir"];
        args.extend_from_slice(options);
        run(OPT, &args)
    };
    insta::assert_snapshot!("audit", audit(&[]));
    insta::assert_snapshot!("audit_generic", audit(&["--mlir-print-op-generic", "--mlir-print-debuginfo"]));
    insta::assert_snapshot!("audit_local", audit(&["--mlir-print-local-scope", "--mlir-print-debuginfo"]));
}

#[test]
fn printed_programs() {
    insta::assert_snapshot!("printed", run(OPT, &["programs/fib.mlir"]));
    insta::assert_snapshot!(
        "printed_generic",
        run(OPT, &["--mlir-print-op-generic", "programs/loop_and_branch.mlir"])
    );
    insta::assert_snapshot!(
        "printed_with_locations",
        run(OPT, &["--mlir-print-debuginfo", "tools/hello.mlir"])
    );
    insta::assert_snapshot!(
        "printed_optimised",
        run(OPT, &["-inline", "-canonicalize", "-cse", "programs/error_in_one_half.mlir"])
    );
}

#[test]
fn diagnostics() {
    insta::assert_snapshot!("several_mistakes", run(OPT, &["bad_input/several_mistakes.mlir"]));
    insta::assert_snapshot!("runtime_error", run(RUN, &["-O0", "bad_input/shape_mismatch.mlir"]));
    insta::assert_snapshot!("older_spellings", run(RUN, &["core_runtime/document_example.mlir"]));
}

#[test]
fn disassembled_files() {
    let bef = scratch("snapshot.bef");
    let bef = bef.to_str().expect("the scratch folder has a UTF-8 name");
    for program in ["programs/fib.mlir", "bad_input/shape_mismatch.mlir"] {
        assert_eq!(run(TRANSLATE, &["--mlir-to-bef", program, "-o", bef]), "exit code 0\n");
        let name = format!(
            "disassembled_{}",
            Path::new(program).file_stem().and_then(|s| s.to_str()).unwrap_or(program)
        );
        let text = run(TRANSLATE, &["--bef-to-mlir", "--mlir-print-debuginfo", bef]);
        // The module's own location is the file, wherever that is.
        insta::assert_snapshot!(name, text.replace(bef, "program.bef"));
    }
}
