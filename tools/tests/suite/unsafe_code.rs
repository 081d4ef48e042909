//! Unsafe code states its assumptions: each unsafe function the duties of its caller, each unsafe block why it is sound.
//!
//! The compiler's lints require a comment at each block and a section on public functions. This test reads the sources: it also covers
//! private functions, and rejects comments that only refer to another place.

use std::{fs, path::Path};

use crate::common::sources;

/// Phrases that are no reason: a reader would have to look for it.
const NO_REASONS: &[&str] = &[
    "as above",
    "as below",
    "as said",
    "as there",
    "by the contract",
    "by the caller's contract",
    "see above",
    "see below",
    "so below",
    "the caller's",
    "the caller's promise",
    "the contract",
    "the thunk contract",
    "what is asked for",
    "what the caller promises",
];

/// Starts of reasons that a reader would have to put together from another place.
const BORROWED_REASONS: &[&str] = &[
    "as above",
    "as below",
    "as for ",
    "as said",
    "as the caller says",
    "as there",
    "by the contract of this function",
    "the caller's. ",
    "the caller's; ",
    "what the function was given",
];

/// Words of a reason, at least.
const FEWEST_WORDS: usize = 4;

fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line starts an unsafe function, be it a foreign one.
fn is_unsafe_function(line: &str) -> bool {
    let line = line.trim_start();
    let line = if line.starts_with("pub") {
        let visibility = if line.starts_with("pub(") { line.find(')').map_or(0, |end| end + 1) } else { 3 };
        line[visibility..].trim_start()
    } else {
        line
    };
    let Some(rest) = line.strip_prefix("unsafe ") else { return false };
    let rest = rest.trim_start();
    let rest = match rest.strip_prefix("extern ") {
        Some(abi) => abi.trim_start().trim_start_matches(|c| c != ' ').trim_start(),
        None => rest,
    };
    rest.strip_prefix("fn ").is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// Whether the item at this line has a section on safety.
fn has_section(lines: &[&str], at: usize) -> bool {
    let mut in_attribute = false;
    for line in lines[..at].iter().rev().map(|line| line.trim()) {
        if in_attribute {
            in_attribute = !line.starts_with("#[");
        } else if line.starts_with("///") {
            if line.contains("# Safety") {
                return true;
            }
        } else if line.starts_with("//") || line.starts_with("#[") || line.starts_with("$(#[") {
        } else if line.ends_with(")]") {
            in_attribute = true;
        } else {
            return false;
        }
    }
    false
}

/// Whether the function at this line implements one of a trait, which says what its callers must guarantee.
fn implements(lines: &[&str], at: usize) -> bool {
    let inner = indentation(lines[at]);
    let outer = lines[..at].iter().rev().find(|line| {
        let text = line.trim();
        !text.is_empty() && indentation(line) < inner && text != "{" && !text.starts_with("where")
    });
    let outer = outer.map_or("", |line| line.trim());
    let outer = outer.strip_prefix("unsafe ").unwrap_or(outer);
    outer.starts_with("impl") && outer.contains(" for ")
}

/// The text of the comment on safety that starts at this line.
fn reason(lines: &[&str], at: usize) -> Option<String> {
    let first = lines[at].trim().strip_prefix("// SAFETY:")?;
    let more = lines[at + 1..].iter().map(|line| line.trim());
    let more = more.take_while(|line| {
        line.starts_with("//") && !line.starts_with("///") && !line.starts_with("// SAFETY:")
    });
    let more = more.map(|line| line.trim_start_matches('/'));
    let words: Vec<&str> = std::iter::once(first).chain(more).flat_map(str::split_whitespace).collect();
    Some(words.join(" "))
}

/// The faults of a source, by line.
fn complaints(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut complaints = Vec::new();
    for at in 0..lines.len() {
        if is_unsafe_function(lines[at]) && !has_section(&lines, at) && !implements(&lines, at) {
            complaints.push((at + 1, "an unsafe function without a section `# Safety`".to_owned()));
        }
        if let Some(reason) = reason(&lines, at) {
            let plain = reason.trim_end_matches('.').to_lowercase();
            let is_borrowed = BORROWED_REASONS.iter().any(|start| plain.starts_with(start));
            let is_short = plain.split(' ').count() < FEWEST_WORDS;
            if is_borrowed || is_short || NO_REASONS.contains(&plain.as_str()) {
                complaints
                    .push((at + 1, format!("`SAFETY: {reason}` is no reason that can be checked here")));
            }
        }
    }
    complaints
}

#[test]
fn unsafe_code_says_what_it_relies_on() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is around the crate");
    let mut files = Vec::new();
    sources(root, &mut files);
    files.sort();
    let mut wrong = Vec::new();
    for file in &files {
        let text = fs::read_to_string(file).expect("a source is text");
        let shown = file.strip_prefix(root).unwrap_or(file).display();
        wrong.extend(complaints(&text).into_iter().map(|(line, what)| format!("{shown}:{line}: {what}")));
    }
    assert!(files.len() > 300, "only {} sources were found", files.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn complaints_are_about_what_is_missing() {
    // The bars keep this from being taken for code.
    let text = r#"
| pub(crate) unsafe fn bare() {}
|
| /// Does it.
| ///
| /// # Safety
| /// The pointer is valid.
| #[expect(
|     clippy::lint,
|     reason = "several lines"
| )]
| unsafe extern "C" fn explained(at: *const u8) {
|     // SAFETY: as above.
|     unsafe { at.read() };
|     // SAFETY: as above; the pointer is
|     // valid.
|     unsafe { at.read() };
|     // SAFETY: as the caller says; it is valid.
|     unsafe { at.read() };
|     // SAFETY: the caller's; it is valid.
|     unsafe { at.read() };
|     // SAFETY: it is valid.
|     unsafe { at.read() };
|     // SAFETY: the caller passes a
|     // valid pointer.
|     unsafe { at.read() };
| }
|
| unsafe impl<T> Trait for Thing<T>
| where
|     T: Send,
| {
|     unsafe fn of_the_trait() {}
| }
|
| impl<T> Thing<T> {
|     unsafe fn of_its_own() {}
| }
"#;
    let text: Vec<&str> =
        text.lines().map(|line| line.trim_start_matches('|').strip_prefix(' ').unwrap_or_default()).collect();
    let lines: Vec<usize> = complaints(&text.join("\n")).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [2, 13, 15, 18, 20, 22, 37]);
}
