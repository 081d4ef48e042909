//! Diagnostics that a program expects, as annotations.
//!
//! ```text
//! // expected-error @+1 {{'d.op' op is wrong}}
//! "d.op"() : () -> ()
//! // expected-note-re @above {{value {{[0-9]+}} of .*}}
//! ```
//!
//! An annotation names a severity, optionally `-re` for a regular expression in inner braces, and a line: its own, `@+N`,
//! `@-N`, `@above` and `@below` (the next line without an annotation), or `@unknown` for diagnostics without a place. A
//! diagnostic matches an annotation of its line and severity whose text it contains; equal diagnostics match the same
//! annotation.
//!
//! A line may be followed by a column, counted from 1: `@+1:8`, `@above:8`. Upstream's annotations have lines only.

use std::fmt::Write as _;

use regex::Regex;

use super::print::{nth_line, push_caret, push_line};
use super::{Diagnostic, Severity, SourceFile};
use crate::context::Context;

#[derive(Debug)]
struct Expected {
    severity: Severity,
    /// Index of the source and line of the diagnostic; `None`: no place.
    place: Option<(usize, u32)>,
    /// The column on that line, where the annotation gives one.
    col: Option<u32>,
    text: String,
    regex: Option<Regex>,
    /// The place of the annotation: source, line, column.
    annotation: (usize, u32, usize),
    produced: bool,
}

impl Expected {
    fn fits(&self, message: &str) -> bool {
        match &self.regex {
            Some(regex) => regex.is_match(message),
            None => message.contains(&self.text),
        }
    }
}

/// Compares diagnostics with the annotations of some texts.
#[derive(Debug)]
pub struct ExpectedDiagnostics<'a> {
    sources: Vec<SourceFile<'a>>,
    expected: Vec<Expected>,
    malformed: Vec<String>,
}

impl<'a> ExpectedDiagnostics<'a> {
    /// Reads the annotations of some texts.
    #[must_use]
    pub fn new(sources: &[SourceFile<'a>]) -> Self {
        let mut all = Self { sources: Vec::new(), expected: Vec::new(), malformed: Vec::new() };
        for source in sources {
            all.add(*source);
        }
        all
    }

    /// Reads the annotations of one more text.
    pub fn add(&mut self, source: SourceFile<'a>) {
        self.sources.push(source);
        self.read(self.sources.len() - 1);
    }

    fn read(&mut self, source: usize) {
        let annotation = Regex::new(
            r"expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown)(?::([0-9]+))?)? *\{\{(.*)\}\}$",
        )
        .expect("the expression is well-formed");
        let text = String::from_utf8_lossy(self.sources[source].text).into_owned();
        // Annotations that wait for the next line without one.
        let mut for_below: Vec<usize> = Vec::new();
        let mut last_plain = 0;
        for (index, line_text) in text.split('\n').enumerate() {
            let line = index as u32 + 1;
            let line_text = line_text.trim_end_matches('\r');
            let Some(found) =
                line_text.contains("expected-").then(|| annotation.captures(line_text)).flatten()
            else {
                for waiting in for_below.drain(..) {
                    self.expected[waiting].place = Some((source, line));
                }
                last_plain = line;
                continue;
            };
            let severity = match &found[1] {
                "error" => Severity::Error,
                "note" => Severity::Note,
                "remark" => Severity::Remark,
                _ => Severity::Warning,
            };
            let start = found.get(0).map_or(0, |m| m.start());
            let text = found[6].to_owned();
            // A number that is too large is no column of any line.
            let col = found.get(5).map(|col| col.as_str().parse().unwrap_or(u32::MAX));
            let regex = match found.get(2).map(|_| expression(&text)) {
                None => None,
                Some(Ok(regex)) => Some(regex),
                Some(Err(message)) => {
                    self.complain(
                        (source, line, start + 1),
                        &format!("invalid regex: {message}"),
                        text.len(),
                    );
                    continue;
                }
            };
            let mut place = Some((source, line));
            match found.get(4).map(|m| m.as_str()) {
                None => {}
                Some("above") => place = Some((source, last_plain)),
                Some("below") => for_below.push(self.expected.len()),
                Some("unknown") => place = None,
                Some(offset) => {
                    let offset: i64 = offset.parse().unwrap_or(0);
                    place = Some((source, u32::try_from(i64::from(line) + offset).unwrap_or(0)));
                }
            }
            self.expected.push(Expected {
                severity,
                place,
                col,
                text,
                regex,
                annotation: (source, line, start + 1),
                produced: false,
            });
        }
    }

    fn complain(&mut self, (source, line, col): (usize, u32, usize), message: &str, width: usize) {
        let file = &self.sources[source];
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "{}:{line}:{col}: error: {message}", file.name);
        if let Some(text) = nth_line(file.text, line) {
            push_line(&mut out, text);
            push_caret(&mut out, text, col, width);
        }
        self.malformed.push(out);
    }

    /// Compares a diagnostic and its notes with the expected ones. Returns those that were not expected.
    #[must_use]
    pub fn check(&mut self, ctx: &Context, diagnostic: &Diagnostic) -> Vec<Diagnostic> {
        let mut unexpected = Vec::new();
        unexpected.extend(self.check_one(ctx, diagnostic));
        for note in &diagnostic.notes {
            unexpected.extend(self.check_one(ctx, note));
        }
        unexpected
    }

    fn check_one(&mut self, ctx: &Context, diagnostic: &Diagnostic) -> Option<Diagnostic> {
        let position = ctx.file_position(diagnostic.loc);
        let col = position.map(|(_, _, col)| col);
        let place = match position {
            None => Some(None),
            Some((file, line, _)) => {
                let name = ctx.str(file);
                self.sources.iter().position(|source| source.name == name).map(|index| Some((index, line)))
            }
        };
        let mut near_miss = None;
        let mut other_column = None;
        if let Some(place) = place {
            for expected in &mut self.expected {
                if expected.place != place || !expected.fits(&diagnostic.message) {
                    continue;
                }
                if expected.col.is_some() && expected.col != col {
                    other_column = expected.col;
                    continue;
                }
                if expected.severity == diagnostic.severity {
                    expected.produced = true;
                    return None;
                }
                near_miss.get_or_insert((expected.severity, expected.annotation));
            }
        }
        let severity = diagnostic.severity.name();
        let (loc, message) = match near_miss {
            Some((wanted, (source, line, col))) => {
                let message = format!("'{severity}' diagnostic emitted when expecting a '{}'", wanted.name());
                (ctx.file_loc(ctx.ident(self.sources[source].name), line, col as u32), message)
            }
            None => {
                let at = other_column.map_or(String::new(), |col| format!(" not at column {col}"));
                (diagnostic.loc, format!("unexpected {severity}{at}: {}", diagnostic.message))
            }
        };
        Some(Diagnostic::new(Severity::Error, loc, message))
    }

    /// Whether there are annotations at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.expected.is_empty() && self.malformed.is_empty()
    }

    /// The expected diagnostics that did not come, as text to print; empty if all came.
    #[must_use]
    pub fn finish(mut self) -> Vec<String> {
        let missing: Vec<_> = self
            .expected
            .iter()
            .filter(|expected| !expected.produced)
            .map(|expected| {
                let message =
                    format!("expected {} \"{}\" was not produced", expected.severity.name(), expected.text);
                (expected.annotation, message, expected.text.len())
            })
            .collect();
        for (place, message, width) in missing {
            self.complain(place, &message, width);
        }
        self.malformed
    }
}

/// The expression of a `-re` annotation: inner braces contain an expression, the rest stands for itself.
fn expression(text: &str) -> Result<Regex, String> {
    let mut pattern = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("{{") {
        pattern.push_str(&regex::escape(&rest[..start]));
        let inner = &rest[start + 2..];
        let Some(end) = inner.find("}}") else { return Err("found start of regex with no end '}}'".into()) };
        pattern.push('(');
        pattern.push_str(&inner[..end]);
        pattern.push(')');
        rest = &inner[end + 2..];
    }
    pattern.push_str(&regex::escape(rest));
    Regex::new(&pattern).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, diagnostics: &[(Severity, u32, &str)]) -> (Vec<String>, Vec<String>) {
        let ctx = Context::new();
        let mut expected = ExpectedDiagnostics::new(&[SourceFile { name: "a.mlir", text: text.as_bytes() }]);
        let mut unexpected = Vec::new();
        for &(severity, line, message) in diagnostics {
            let loc = if line == 0 { ctx.unknown_loc() } else { ctx.file_loc(ctx.ident("a.mlir"), line, 1) };
            for found in expected.check(&ctx, &Diagnostic::new(severity, loc, message)) {
                unexpected.push(found.message);
            }
        }
        (unexpected, expected.finish())
    }

    #[test]
    fn lines_are_relative_to_the_annotation() {
        let text = "// expected-error @+1 {{one}}\nx\n// expected-note @above {{two}}\n// expected-warning @below {{three}}\n\
                    // expected-remark @-3 {{four}}\ny // expected-error {{five}}\n// expected-error @unknown {{six}}\nz";
        let found = [
            (Severity::Error, 2, "one!"),
            (Severity::Note, 2, "two"),
            (Severity::Remark, 2, "four"),
            (Severity::Error, 6, "five"),
            (Severity::Warning, 8, "three"),
            (Severity::Error, 0, "six"),
        ];
        assert_eq!(check(text, &found), (vec![], vec![]));
    }

    #[test]
    fn a_column_may_follow_the_line() {
        let text = "// expected-error @+1:1 {{one}}\nx\n// expected-note @above:7 {{two}}";
        let (unexpected, missing) = check(text, &[(Severity::Error, 2, "one"), (Severity::Note, 2, "two")]);
        assert_eq!(unexpected, ["unexpected note not at column 7: two"]);
        assert_eq!(missing.len(), 1);
    }

    #[test]
    fn equal_diagnostics_meet_one_annotation() {
        let text = "x // expected-error {{one}}";
        let (unexpected, missing) = check(text, &[(Severity::Error, 1, "one"), (Severity::Error, 1, "one")]);
        assert!(unexpected.is_empty() && missing.is_empty());
        let (unexpected, missing) = check(text, &[(Severity::Warning, 1, "one")]);
        assert_eq!(unexpected, ["'warning' diagnostic emitted when expecting a 'error'"]);
        assert_eq!(missing.len(), 1);
    }

    #[test]
    fn expressions_are_in_inner_braces() {
        let text = "// expected-error-re @+1 {{value {{[0-9]+}} (sic)}}\nx";
        assert_eq!(check(text, &[(Severity::Error, 2, "value 17 (sic)")]), (vec![], vec![]));
        assert_eq!(
            check(text, &[(Severity::Error, 2, "value x (sic)")]).0,
            ["unexpected error: value x (sic)"]
        );
    }

    #[test]
    fn what_is_missing_is_shown_with_its_annotation() {
        let (unexpected, missing) = check("// expected-error {{abc}}", &[(Severity::Remark, 1, "abc")]);
        assert_eq!(unexpected, ["'remark' diagnostic emitted when expecting a 'error'"]);
        assert_eq!(
            missing,
            [
                "a.mlir:1:4: error: expected error \"abc\" was not produced\n// expected-error {{abc}}\n   ^~~\n"
            ]
        );
    }
}
