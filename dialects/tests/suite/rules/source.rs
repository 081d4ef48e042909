//! No message is forgotten: prose in code that may report is compared with the declared and annotated messages.
//!
//! A text scan, not a parser of Rust: it takes the literals of functions whose signature says that they report, and the pieces
//! between the `{…}` of each. So it misses a message that is assembled from literals elsewhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::witness;
use crate::common::testdata;

fn files_below(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(files_below(&path, extension));
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The items of a source file, tests left out: each from a line that is not indented to the next.
fn items(source: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("//") {
            continue;
        }
        let is_start = ["fn ", "pub fn ", "pub(crate) fn ", "pub(super) fn "]
            .iter()
            .any(|word| trimmed.starts_with(word));
        if is_start || items.is_empty() {
            items.push(String::new());
        }
        let item = items.last_mut().expect("there is one");
        item.push_str(line);
        item.push('\n');
    }
    items
}

/// Its text up to the body.
fn signature(item: &str) -> &str {
    item.split(" {\n").next().unwrap_or_default()
}

/// The prose in the literals of a piece of code: what is between the `{…}` of those that have a blank between letters.
fn prose(item: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = item;
    while let Some(start) = rest.find('"') {
        let mut literal = String::new();
        let mut chars = rest[start + 1..].char_indices();
        let mut end = rest.len();
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    end = start + 1 + at + 1;
                    break;
                }
                '\\' => match chars.next() {
                    // A line that goes on.
                    Some((_, '\n')) => {
                        while chars.as_str().starts_with(' ') {
                            chars.next();
                        }
                    }
                    Some((_, escaped)) => literal.push(escaped),
                    None => {}
                },
                _ => literal.push(c),
            }
        }
        rest = &rest[end..];
        let words =
            literal.split(' ').filter(|word| word.chars().filter(char::is_ascii_alphabetic).count() > 1);
        if words.count() > 1 {
            let mut depth = 0;
            let split = literal.split(|c| {
                depth += i32::from(c == '{') - i32::from(c == '}');
                c == '{' || c == '}' || depth > 0
            });
            let is_prose = |piece: &&str| piece.trim().chars().any(|c| c.is_ascii_alphabetic());
            pieces.extend(split.filter(is_prose).map(str::to_owned));
        }
    }
    pieces
}

/// The texts of all annotations of all programs.
fn annotations() -> String {
    let mut texts = String::new();
    for path in files_below(&testdata(), "mlir") {
        let text = std::fs::read(&path).expect("readable");
        for line in String::from_utf8_lossy(&text).lines().filter(|line| line.contains("// expected-")) {
            texts.push_str(line);
            texts.push('\n');
        }
    }
    texts
}

/// Prose in the code below a folder that `known` does not contain. `reports` says of a signature whether the code is looked at.
fn unknown_prose(folder: &str, reports: &[&str], known: &str, except: &[&str]) -> String {
    let mut report = String::new();
    let mut seen = 0;
    for path in files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "rs") {
        if path.ends_with("tests.rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("readable");
        for item in items(&source) {
            if !reports.iter().any(|word| signature(&item).contains(word)) {
                continue;
            }
            for piece in prose(&item) {
                seen += 1;
                if !known.contains(&piece) && !except.iter().any(|text| text.contains(&piece)) {
                    let _ = writeln!(report, "{}: {piece:?}", path.display());
                }
            }
        }
    }
    assert!(seen > 0, "nothing was found in {folder}");
    report
}

#[test]
fn what_hooks_say_is_declared() {
    let ctx = witness::context();
    let declared = ctx.dialects().ops().flat_map(|op| op.declared_messages()).copied();
    // Literals with holes are compared piece by piece. What a dialect says of discardable attributes no operation declares: it has a program.
    let known = declared.collect::<Vec<_>>().join("\n") + &annotations();
    let report = unknown_prose("src", &["&mut OpVerifier"], &known, &[]);
    assert!(report.is_empty(), "not among the messages that are declared:\n{report}");
}

#[test]
fn what_custom_forms_say_has_a_program() {
    // For registries that lack the dialect of the current spelling.
    let except = ["stands for '{name}', which is not registered"];
    let report = unknown_prose("src", &["&mut OpParser", "DialectSyntaxError"], &annotations(), &except);
    assert!(report.is_empty(), "in no annotation in testdata:\n{report}");
}

#[test]
fn what_the_verifier_says_has_a_program() {
    let except = [
        // Operations of our dialects have one group of any number, or say how long each is.
        "{count} {what}s cannot be shared out among {} declared groups",
        // The text gives names of blocks and values to their own region only.
        "branching to block of a different region",
        "in a child region",
        "neither in a parent nor in a child region",
        // The parser is faster, and says it in other words.
        "created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on the MLIRContext, \
         or use -allow-unregistered-dialect with the MLIR opt tool used",
        // Declared names are strings, regions one, blocks one.
        "requires string attribute '{}'",
        "requires visibility attribute '{}' to be a string attribute",
        "Operations with a 'SymbolTable' must have exactly one region",
        "Operations with a 'SymbolTable' must have exactly one block",
        "expects graph region #{index} to have 0 or 1 blocks",
        // Not said to users.
        " does not declare that it may say: ",
    ];
    let reports = ["&mut OpVerifier", "&mut self", "&OpVerifier", "Option<String>"];
    let report = unknown_prose("../compiler/ir/src/verify", &reports, &annotations(), &except);
    assert!(report.is_empty(), "in no annotation in testdata:\n{report}");
}
