//! Optimised programs behave as written: for every program of `testdata/` that runs, `tfrt-run` prints the same at `-O0` and `-O2`,
//! on one thread.
//!
//! Lines are compared without regard to their order: independent effects may change places. Lines about the run itself are left out
//! (times, counts of allocations and kernels, functions that are not run).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex};
use std::thread;

use regex::Regex;

use crate::common::root;

/// Programs, by a part of their path, of which the optimised form prints something else, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    (
        "errors/which_error_wins.mlir",
        "operands change places that both are errors, of which one is passed on",
    ),
    (
        "core_runtime/checked_ops.mlir",
        "faults in the use of ops are errors in a program that is compiled to run",
    ),
    (
        "tools/placed_warnings.mlir",
        "an op that is not known is an error in a program that is compiled to run",
    ),
    ("bad_input/sizes.mlir", "ops of which errors are expected are not run when nobody takes their results"),
];

/// Words of lines that are about the run.
const ABOUT_THE_RUN: &[&str] =
    &["--- Not running", "BM:", "memory", "Memory", "leak", "took", " us", " ns", "seconds", "kernels"];

static POINTER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("pointer=0x[0-9a-f]+").expect("the expression is a constant"));

/// A line about a host tensor of one value as the line of a dense one: which of them a constant becomes does not depend on its value.
fn as_dense(line: &str) -> Option<String> {
    let (dtype, rest) = line.strip_prefix("ScalarHostTensor dtype = ")?.split_once(", shape = [")?;
    let (shape, value) = rest.split_once("], value = ")?;
    let dims: Option<Vec<usize>> = shape.split(", ").map(|dim| dim.parse().ok()).collect();
    let values = vec![value; dims?.iter().product()].join(", ");
    Some(format!("DenseHostTensor dtype = {dtype}, shape = [{shape}], values = [{values}]"))
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of programs can be read") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            found.push(path);
        }
    }
}

/// The lines printed while each function ran, sorted; those before the first function under no name.
type Sections = BTreeMap<String, Vec<String>>;

/// The exit code, and what was printed.
fn run(path: &Path, level: &str) -> (Option<i32>, Sections) {
    let output = Command::new("timeout")
        .args(["20", env!("CARGO_BIN_EXE_tfrt-run"), level, "--work_queue_type=s"])
        .arg(path.file_name().expect("a program has a name"))
        .current_dir(path.parent().expect("a program is in a folder"))
        .stdin(Stdio::null())
        .output()
        .expect("the tool can be run");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut sections = Sections::new();
    let mut section = String::new();
    for line in text.lines().filter(|line| !ABOUT_THE_RUN.iter().any(|word| line.contains(word))) {
        if let Some(name) = line.strip_prefix("--- Running '").and_then(|rest| rest.strip_suffix("':")) {
            name.clone_into(&mut section);
        }
        let line = as_dense(line).unwrap_or_else(|| POINTER.replace_all(line, "pointer").into_owned());
        sections.entry(section.clone()).or_default().push(line);
    }
    sections.values_mut().for_each(|lines| lines.sort());
    (output.status.code(), sections)
}

#[test]
fn optimised_programs_print_the_same() {
    let mut found = Vec::new();
    programs(&root().join("testdata"), &mut found);
    found.sort();
    let (next, compared) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let problems = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = found.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = path.to_string_lossy();
                    if EXCEPTIONS.iter().any(|(part, _)| name.contains(part)) {
                        continue;
                    }
                    let mut as_written = run(path, "-O0");
                    // What does not run as it is written, or measures for long, says nothing.
                    if as_written.0 != Some(0) || as_written.1.is_empty() {
                        continue;
                    }
                    compared.fetch_add(1, Ordering::Relaxed);
                    let optimised = run(path, "-O2");
                    // Functions that nobody else can call are gone when nobody here does.
                    let text = std::fs::read_to_string(path).unwrap_or_default();
                    let is_gone = |function: &str| {
                        !optimised.1.contains_key(function) && text.contains(&format!("private @{function}("))
                    };
                    as_written.1.retain(|function, _| !is_gone(function));
                    if as_written != optimised {
                        let problem = format!("{name}\n  -O0: {as_written:?}\n  -O2: {optimised:?}");
                        problems.lock().expect("no thread panics with it").push(problem);
                    }
                }
            });
        }
    });
    let mut problems = problems.into_inner().expect("no thread panics with it");
    problems.sort();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let compared = compared.into_inner();
    assert!(compared > 60, "only {compared} programs run");
}
