//! Inputs of several programs with a marker between them, as for MLIR's tools.
//!
//! The marker may stand anywhere in a line, though it mostly has a line of its own. The rest of its line belongs to the next program,
//! of which that line is line 1. A marker at the very end separates nothing. Text that equals the marker except for its last two
//! characters was probably meant as one: [`Split::near_misses`] has the ends of such texts.

use std::ops::Range;

/// The default marker between two programs.
pub const DEFAULT_MARKER: &str = "// -----";

/// The number of characters at the end of a near miss of a marker that may be missing or wrong.
const SUFFIX: usize = 2;

/// One program of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its bytes in the input.
    pub range: Range<usize>,
    /// Its start in the input: a line, which counts from 1.
    pub first_line: usize,
}

/// The programs of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The programs: at least one, which may be empty.
    pub chunks: Vec<Chunk>,
    /// Offsets behind the first part of a marker of which the rest is missing.
    pub near_misses: Vec<usize>,
}

/// The programs of an input: all of it when there is no marker to split it at.
#[must_use]
pub fn split(text: &str, marker: Option<&str>) -> Split {
    let mut found = Split { chunks: Vec::new(), near_misses: Vec::new() };
    let (mut start, mut first_line) = (0, 1);
    if let Some(marker) = marker.filter(|marker| !marker.is_empty()) {
        // Of a marker that is all suffix nothing can be nearly there.
        let suffix = marker.char_indices().rev().nth(SUFFIX - 1).map_or(0, |(at, _)| at);
        let prefix = if suffix == 0 { marker } else { &marker[..suffix] };
        let mut looked_at = 0;
        while let Some(at) = text[looked_at..].find(prefix).map(|at| looked_at + at) {
            looked_at = at + prefix.len();
            let end = at + marker.len();
            if text[at..].starts_with(marker) && end < text.len() {
                let lines = |range: Range<usize>| text[range].bytes().filter(|&byte| byte == b'\n').count();
                let line = first_line + lines(start..end);
                found.chunks.push(Chunk { range: start..at, first_line });
                (start, first_line, looked_at) = (end, line, end);
            } else {
                found.near_misses.push(looked_at);
            }
        }
    }
    found.chunks.push(Chunk { range: start..text.len(), first_line });
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_with(marker: &str, text: &str, expect: &[(&str, usize)], near_misses: &[usize]) {
        let got = split(text, Some(marker));
        let chunks: Vec<_> = got.chunks.into_iter().map(|c| (&text[c.range], c.first_line)).collect();
        assert_eq!(chunks, expect);
        assert_eq!(got.near_misses, near_misses);
    }

    fn check(text: &str, expect: &[(&str, usize)], near_misses: &[usize]) {
        check_with(DEFAULT_MARKER, text, expect, near_misses);
    }

    #[test]
    fn markers_separate_wherever_they_stand() {
        check("a\n// -----\nb\n", &[("a\n", 1), ("\nb\n", 2)], &[]);
        check("a // -----\n  // -----\n", &[("a ", 1), ("\n  ", 1), ("\n", 2)], &[]);
        check("// ------ x\n// -----\n", &[("", 1), ("- x\n", 1), ("\n", 2)], &[]);
        check("", &[("", 1)], &[]);
        assert_eq!(split("a\n// -----\nb\n", None).chunks.len(), 1);
    }

    #[test]
    fn a_marker_at_the_end_separates_nothing() {
        check("a\n// -----", &[("a\n// -----", 1)], &[8]);
    }

    #[test]
    fn what_is_nearly_a_marker_is_told() {
        check(
            "a\n// ----\n// --- \n// --\n//-----\nb",
            &[("a\n// ----\n// --- \n// --\n//-----\nb", 1)],
            &[8, 16],
        );
    }

    #[test]
    fn other_markers() {
        check_with("//---", "a\n//---b\n// -----\n//-- c", &[("a\n", 1), ("b\n// -----\n//-- c", 2)], &[21]);
        check_with("§", "a§b", &[("a", 1), ("b", 1)], &[]);
        check_with("§§", "a§§b§c", &[("a", 1), ("b§c", 1)], &[]);
        check_with("", "a\n// -----\nb", &[("a\n// -----\nb", 1)], &[]);
    }
}
