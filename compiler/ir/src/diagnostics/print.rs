//! Diagnostics as text, in MLIR's form: `file:line:col: error: message`, the source line and a caret.
//!
//! A diagnostic is shown at the first file position in its location. For a location without a file position, the message
//! includes the location itself. A location inside a call is followed by the location of the call. A note at the same place as its diagnostic is
//! shown without the source line.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::{Diagnostic, Severity};
use crate::context::Context;
use crate::handles::{Ident, Loc};
use crate::location::LocKind;
use crate::syntax::loc_to_string;

/// So many callers of a location are shown.
const CALL_STACK_LIMIT: usize = 10;

/// A text that diagnostics may point into.
#[derive(Clone, Copy, Debug)]
pub struct SourceFile<'a> {
    /// The name by which locations call it.
    pub name: &'a str,
    /// Its contents.
    pub text: &'a [u8],
}

/// Shows diagnostics.
#[derive(Debug)]
pub struct DiagnosticPrinter<'a> {
    ctx: &'a Context,
    sources: FxHashMap<Ident, Source<'a>>,
}

#[derive(Debug)]
struct Source<'a> {
    text: &'a [u8],
    /// The starts of lines; found when the first line is requested, since many diagnostics may point into a long
    /// text.
    lines: OnceCell<Vec<usize>>,
}

impl<'a> Source<'a> {
    /// Line `line`, counted from 1, without its end.
    fn line(&self, line: u32) -> Option<&'a [u8]> {
        let lines = self.lines.get_or_init(|| {
            std::iter::once(0)
                .chain(memchr::memchr_iter(b'\n', self.text).map(|newline| newline + 1))
                .collect()
        });
        let start = *lines.get((line as usize).checked_sub(1)?)?;
        nth_line(&self.text[start..], 1)
    }
}

impl<'a> DiagnosticPrinter<'a> {
    /// A printer that knows these texts.
    #[must_use]
    pub fn new(ctx: &'a Context, sources: &[SourceFile<'a>]) -> Self {
        let known = |source: &SourceFile<'a>| {
            (ctx.ident(source.name), Source { text: source.text, lines: OnceCell::new() })
        };
        let sources = sources.iter().map(known).collect();
        Self { ctx, sources }
    }

    /// A diagnostic with its notes, each ending with a newline.
    #[must_use]
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let mut out = String::new();
        let mut stack = Vec::new();
        stack.extend(self.shown_loc(diagnostic.loc).map(|loc| (loc, "")));
        let mut callers = self.caller(diagnostic.loc);
        for _ in 0..CALL_STACK_LIMIT {
            let Some(loc) = callers else { break };
            stack.extend(self.shown_loc(loc).map(|loc| (loc, "called from")));
            callers = self.caller(loc);
        }
        let first = stack.first().map_or(diagnostic.loc, |(loc, _)| *loc);
        self.one(&mut out, first, diagnostic.severity, &diagnostic.message, true);
        for (loc, message) in stack.iter().skip(1) {
            self.one(&mut out, *loc, Severity::Note, message, true);
        }
        let mut last = diagnostic.loc;
        for note in &diagnostic.notes {
            self.one(&mut out, note.loc, note.severity, &note.message, last != note.loc);
            last = note.loc;
        }
        out
    }

    /// The file, line and column of a diagnostic's first line, as [`Self::render`] shows them.
    #[must_use]
    pub fn position(&self, diagnostic: &Diagnostic) -> Option<(&'a str, u32, u32)> {
        let shown = self.shown_loc(diagnostic.loc).unwrap_or(diagnostic.loc);
        let (file, line, column) = self.ctx.file_position(shown)?;
        Some((self.ctx.str(file), line, column))
    }

    /// Several diagnostics, one after the other.
    pub fn render_all<'d>(&self, diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> String {
        diagnostics.into_iter().map(|diagnostic| self.render(diagnostic)).collect()
    }

    /// The part of a location that is worth showing.
    fn shown_loc(&self, loc: Loc) -> Option<Loc> {
        match self.ctx.loc_kind(loc) {
            LocKind::Unknown => None,
            LocKind::FileLineCol { .. } | LocKind::FileRange { .. } => Some(loc),
            LocKind::Name { child, .. } => self.shown_loc(child),
            LocKind::CallSite { callee, .. } => self.shown_loc(callee),
            LocKind::Fused { locs, .. } => locs.iter().find_map(|&part| self.shown_loc(part)),
        }
    }

    /// From where the code at a location was called.
    fn caller(&self, loc: Loc) -> Option<Loc> {
        match self.ctx.loc_kind(loc) {
            LocKind::CallSite { caller, .. } => Some(caller),
            LocKind::Name { child, .. } => self.caller(child),
            LocKind::Fused { locs, .. } => locs.iter().find_map(|&part| self.caller(part)),
            _ => None,
        }
    }

    fn one(&self, out: &mut String, loc: Loc, severity: Severity, message: &str, show_line: bool) {
        let severity = severity.name();
        // Writing to a string cannot fail.
        let Some((file, line, col)) = self.ctx.file_position(loc) else {
            let _ = match self.ctx.loc_kind(loc) {
                LocKind::Unknown => writeln!(out, "<unknown>:0: {severity}: {message}"),
                _ => writeln!(out, "<unknown>:0: {severity}: {}: {message}", loc_to_string(self.ctx, loc)),
            };
            return;
        };
        let _ = writeln!(out, "{}:{line}:{col}: {severity}: {message}", self.ctx.str(file));
        if show_line && let Some(text) = self.source_line(file, line) {
            let (text, col) = excerpt(text, col as usize);
            push_line(out, &text);
            push_caret(out, &text, col, 1);
        }
    }

    fn source_line(&self, file: Ident, line: u32) -> Option<&'a [u8]> {
        self.sources.get(&file)?.line(line)
    }
}

/// Line `line`, counted from 1, without its end.
pub(super) fn nth_line(text: &[u8], line: u32) -> Option<&[u8]> {
    let index = (line as usize).checked_sub(1)?;
    let line = text.split(|&byte| byte == b'\n').nth(index)?;
    Some(line.strip_suffix(b"\r").unwrap_or(line))
}

/// The part of a line that is shown, and the column in it: the whole line, or, if it is too long to read, the part around
/// the column.
fn excerpt(line: &[u8], col: usize) -> (Cow<'_, [u8]>, usize) {
    const LONG: usize = 4096;
    const AROUND: usize = 100;
    const GAP: &[u8] = b"...";
    if line.len() <= LONG {
        return (Cow::Borrowed(line), col);
    }
    // No character is cut.
    let boundary = |at: usize| {
        let at = at.min(line.len());
        (0..=at).rev().find(|&at| line.get(at).is_none_or(|byte| byte & 0xC0 != 0x80)).unwrap_or(0)
    };
    let column = col.saturating_sub(1).min(line.len());
    let (start, end) = (boundary(column.saturating_sub(AROUND)), boundary(column + AROUND));
    let (before, after) = (if start > 0 { GAP } else { b"" }, if end < line.len() { GAP } else { b"" });
    let shown = [before, &line[start..end], after].concat();
    (Cow::Owned(shown), column - start + before.len() + 1)
}

/// Adds a source line.
pub(super) fn push_line(out: &mut String, line: &[u8]) {
    out.push_str(&String::from_utf8_lossy(line));
    out.push('\n');
}

/// Adds a caret below column `col` of a line, counted from 1, and tildes below the rest of a range.
pub(super) fn push_caret(out: &mut String, line: &[u8], col: usize, width: usize) {
    let column = col.saturating_sub(1).min(line.len());
    for &byte in &line[..column] {
        // Continuation bytes of UTF-8 take no room.
        if byte & 0xC0 != 0x80 {
            out.push(if byte == b'\t' { '\t' } else { ' ' });
        }
    }
    out.push('^');
    let room = line.len().saturating_sub(column + 1);
    out.extend(std::iter::repeat_n('~', width.saturating_sub(1).min(room)));
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one\n\ttwo é three\n";

    fn render(diagnostic: impl Fn(&Context) -> Diagnostic) -> String {
        let ctx = Context::new();
        let sources = [SourceFile { name: "a.mlir", text: TEXT.as_bytes() }];
        DiagnosticPrinter::new(&ctx, &sources).render(&diagnostic(&ctx))
    }

    #[test]
    fn a_caret_points_at_the_column() {
        let shown =
            render(|ctx| Diagnostic::new(Severity::Error, ctx.file_loc(ctx.ident("a.mlir"), 2, 9), "no"));
        assert_eq!(shown, "a.mlir:2:9: error: no\n\ttwo é three\n\t      ^\n");
    }

    #[test]
    fn of_a_long_line_the_place_is_shown() {
        let ctx = Context::new();
        let text = format!("{}é!{}\n", "a".repeat(5000), "b".repeat(5000));
        let sources = [SourceFile { name: "a.mlir", text: text.as_bytes() }];
        let at = |col| {
            let loc = ctx.file_loc(ctx.ident("a.mlir"), 1, col);
            DiagnosticPrinter::new(&ctx, &sources).render(&Diagnostic::new(Severity::Error, loc, "no"))
        };
        let (a, b) = ("a".repeat(98), "b".repeat(99));
        assert_eq!(at(5003), format!("a.mlir:1:5003: error: no\n...{a}é!{b}...\n{}^\n", " ".repeat(102)));
        assert_eq!(at(1), format!("a.mlir:1:1: error: no\n{}...\n^\n", "a".repeat(100)));
        let end = format!("a.mlir:1:10004: error: no\n...{}\n{}^\n", "b".repeat(100), " ".repeat(103));
        assert_eq!(at(10004), end);
    }

    #[test]
    fn a_note_at_the_same_place_shows_no_line() {
        let shown = render(|ctx| {
            let file = ctx.ident("a.mlir");
            let loc = ctx.file_loc(file, 1, 1);
            let mut diagnostic = Diagnostic::new(Severity::Warning, loc, "first");
            diagnostic.note(loc, "same").note(ctx.file_loc(file, 1, 2), "other");
            diagnostic
        });
        assert_eq!(
            shown,
            "a.mlir:1:1: warning: first\none\n^\na.mlir:1:1: note: same\na.mlir:1:2: note: other\none\n ^\n"
        );
    }

    #[test]
    fn places_without_text_are_only_named() {
        let shown =
            render(|ctx| Diagnostic::new(Severity::Error, ctx.file_loc(ctx.ident("b.py"), 3, 4), "no"));
        assert_eq!(shown, "b.py:3:4: error: no\n");
        let shown = render(|ctx| Diagnostic::new(Severity::Error, ctx.unknown_loc(), "no"));
        assert_eq!(shown, "<unknown>:0: error: no\n");
    }

    #[test]
    fn callers_follow() {
        let shown = render(|ctx| {
            let file = ctx.ident("b.py");
            let loc = ctx.callsite_loc(ctx.file_loc(file, 1, 1), ctx.file_loc(file, 2, 2));
            Diagnostic::new(Severity::Error, loc, "no")
        });
        assert_eq!(shown, "b.py:1:1: error: no\nb.py:2:2: note: called from\n");
    }
}
