//! Compiled programs as text: every program and every model of `testdata/` that compiles becomes text, from which comes a file with the same text. At `-O0` and `-O2`,
//! so that what passes and lowering make is covered, and fused ops and regions.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use tfrt_bef::BefFile;
use tfrt_compiler::decode::{DecodeOptions, decode};
use tfrt_compiler::pipeline::OptLevel;
use tfrt_driver::compile;
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::program::{GraphBoundary, OpenOptions, ProgramFile, compile_keeping};
use tfrt_driver::roots::Roots;
use tfrt_driver::saved_models::Selection;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::{PrintOptions, print_module};

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of programs can be read") {
        let path = entry.expect("its entries can be read").path();
        let is = |endings: &[&str]| {
            path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending))
        };
        if path.join("saved_model.pb").is_file() {
            found.push(path);
        } else if path.is_dir() {
            programs(&path, found);
        } else if is(&["mlir", "pb", "pbtxt", "onnx"]) {
            found.push(path);
        }
    }
}

fn compiled(file: &ProgramFile, level: OptLevel) -> Result<Vec<u8>, String> {
    let plugins = PluginOptions::default();
    let options = OpenOptions {
        level,
        precision: Default::default(),
        packed_for: None,
        plugins: &plugins,
        roots: Roots::default(),
        boundary: GraphBoundary::default(),
        selection: Selection::default(),
    };
    let mut findings = Vec::new();
    let errors = |findings: Vec<compile::Finding>| findings.into_iter().map(|finding| finding.text).collect();
    compile_keeping(file, &options, &mut findings).ok_or_else(|| errors(findings))
}

fn text_of(bytes: &[u8]) -> Result<String, String> {
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let file = BefFile::from_bytes(bytes).map_err(|error| error.to_string())?;
    let options = DecodeOptions { reference_names: true };
    let module = decode(&ctx, &file, "test.bef", options, &mut diagnostics)
        .map_err(|_| diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect::<String>())?;
    Ok(print_module(&module, &PrintOptions::default()))
}

/// The text with a cost at each op whose verifier wants one: costs decide streams, and files have the streams instead.
fn with_costs(text: &str) -> String {
    let line = |line: &str| match line.contains("tfrt_test.test_cost") {
        true => line.replacen('{', "{_tfrt_cost = 1 : i64, ", 1),
        false => line.to_owned(),
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Whether the program compiles; a text about what differs.
fn round_trip(path: &Path, level: OptLevel) -> Result<bool, String> {
    let Ok(file) = ProgramFile::read(&path.to_string_lossy()) else { return Ok(false) };
    let Ok(first) = compiled(&file, level) else { return Ok(false) };
    let text = text_of(&first)?;
    let source = ProgramFile::Source { name: "again.mlir".to_owned(), text: with_costs(&text).into_bytes() };
    let second = compiled(&source, OptLevel::O0)?;
    match text_of(&second)? == text {
        true => Ok(true),
        false => Err("the text of the second file differs".to_owned()),
    }
}

#[test]
fn compiled_programs_come_back_as_text() {
    let mut found = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata"), &mut found);
    found.sort();
    let (next, count) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let problems: Vec<String> = thread::scope(|scope| {
        let work = || {
            let mut problems = Vec::new();
            while let Some(path) = found.get(next.fetch_add(1, Ordering::Relaxed)) {
                for level in [OptLevel::O0, OptLevel::O2] {
                    match round_trip(path, level) {
                        Ok(done) => _ = count.fetch_add(usize::from(done), Ordering::Relaxed),
                        Err(problem) => {
                            problems.push(format!("{} -{}: {problem}", path.display(), level.name()));
                        }
                    }
                }
            }
            problems
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("the work does not panic")).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let count = count.into_inner();
    assert!(count > 500, "only {count} programs came through");
}

/// Inlining nests locations: each call is a place around the one where an op was written.
#[test]
fn long_chains_of_calls_have_files() {
    for depth in [100, 254, 255, 256, 257, 258, 600] {
        let mut text =
            "func.func @f0(%x: i32) -> i32 {\n  %a = tfrt.add.i32 %x, %x\n  tfrt.return %a : i32\n}\n"
                .to_owned();
        for i in 1..=depth {
            text += &format!(
                "func.func @f{i}(%x: i32) -> i32 {{\n  %a = tfrt.call @f{}(%x) : (i32) -> i32\n  tfrt.return %a : i32\n}}\n",
                i - 1
            );
        }
        let source = ProgramFile::Source { name: "calls.mlir".to_owned(), text: text.into_bytes() };
        for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2] {
            let file = compiled(&source, level).unwrap_or_else(|error| panic!("{depth}, {level:?}: {error}"));
            text_of(&file).unwrap_or_else(|error| panic!("{depth}, {level:?}: {error}"));
        }
    }
}
