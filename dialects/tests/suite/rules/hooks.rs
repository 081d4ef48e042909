//! The messages of hooks, checked against the existing programs.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::split::{DEFAULT_MARKER, split};
use tfrt_ir::syntax::{parse_module, parse_module_part};
use tfrt_ir::verify::verify_module;

use super::witness;
use crate::common::testdata;

/// The files of `testdata/dialects` about what is wrong, by name, with their texts.
fn files() -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(testdata().join("dialects"))
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.to_string_lossy().ends_with("_errors.mlir"))
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("readable"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn every_message_of_every_hook_has_a_program() {
    let ctx = witness::context();
    // Operations whose hooks share their rules share the list of messages, and its programs.
    let mut given: BTreeSet<(*const &str, usize)> = BTreeSet::new();
    let mut note = |diagnostics: &Diagnostics| {
        for diagnostic in diagnostics {
            let by = ctx.dialects().ops();
            given.extend(by.filter_map(|op| {
                Some((op.declared_messages().as_ptr(), op.declared_message(&diagnostic.message)?))
            }));
        }
    };
    for (_, program) in crate::stablehlo_verifier::cases() {
        let mut diagnostics = Diagnostics::without_current_op();
        if let Some(module) = parse_module(&ctx, "case", &program, &mut diagnostics) {
            let _ = verify_module(&module, &mut diagnostics);
        }
        note(&diagnostics);
    }
    for (name, text) in files() {
        for part in split(&text, Some(DEFAULT_MARKER)).chunks.into_iter().map(|chunk| chunk.range) {
            let mut diagnostics = Diagnostics::without_current_op();
            if let Some(module) = parse_module_part(&ctx, &name, &text, part, &mut diagnostics) {
                // Whether that failed is in the diagnostics.
                let _ = verify_module(&module, &mut diagnostics);
            }
            note(&diagnostics);
        }
    }
    let mut missing = String::new();
    let mut declared = 0;
    for op in ctx.dialects().ops() {
        assert_eq!(op.has_verify_hook(), !op.declared_messages().is_empty(), "{}", op.name());
        for (index, message) in op.declared_messages().iter().enumerate() {
            declared += 1;
            if !given.contains(&(op.declared_messages().as_ptr(), index)) {
                let _ = writeln!(missing, "{}: {message}", op.name());
            }
        }
    }
    assert!(
        missing.is_empty(),
        "of {declared} messages, no program in testdata/dialects/*_errors.mlir or testdata/stablehlo/verifier.txt gives\n{missing}"
    );
    println!("{declared} messages of hooks");
}

#[test]
fn annotations_pin_columns() {
    for (name, text) in files() {
        for (index, line) in text.lines().enumerate() {
            let Some((_, annotation)) = line.split_once("// expected-") else { continue };
            let place = annotation.split("{{").next().unwrap_or_default();
            assert!(place.contains(':'), "{name}:{}: which column? for example '@+1:3'", index + 1);
        }
    }
}
