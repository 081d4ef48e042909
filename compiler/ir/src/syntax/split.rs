//! Inputs of several programs, separated by lines that start with `// -----`.
//!
//! A chunk after the first starts with what follows the marker on the separator's line, so that line is its line 1.

use std::ops::Range;

/// What separates two programs, at the start of a line.
const MARKER: &str = "// -----";

/// One program of an input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its bytes in the input.
    pub range: Range<usize>,
    /// Where it starts in the input: a line, which counts from 1.
    pub first_line: usize,
}

/// The programs of an input: all of it when it is not to be split.
pub fn chunks(text: &str, split: bool) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let (mut start, mut first_line) = (0, 1);
    if split {
        let mut offset = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            if line.starts_with(MARKER) {
                chunks.push(Chunk { range: start..offset, first_line });
                (start, first_line) = (offset + MARKER.len(), index + 1);
            }
            offset += line.len();
        }
    }
    chunks.push(Chunk { range: start..text.len(), first_line });
    chunks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(&str, usize)]) {
        let got: Vec<_> = chunks(text, true).into_iter().map(|c| (&text[c.range], c.first_line)).collect();
        assert_eq!(got, expect);
    }

    #[test]
    fn markers_at_line_starts_separate() {
        check("a\n// -----\nb\n", &[("a\n", 1), ("\nb\n", 2)]);
        check("a // -----\n  // -----\n", &[("a // -----\n  // -----\n", 1)]);
        check("// ----- x\n// -----", &[("", 1), (" x\n", 1), ("", 2)]);
        check("", &[("", 1)]);
        assert_eq!(chunks("a\n// -----\nb\n", false).len(), 1);
    }
}
