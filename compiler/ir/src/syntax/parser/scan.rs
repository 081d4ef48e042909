//! A byte scanner that recognises strings, comments and brackets, but no grammar: it finds the ends of
//! statements.
//!
//! It serves to continue after an error, and to split a file at functions before it is parsed.

use std::ops::Range;

/// The offset behind the string literal that starts at `at`, or the end of its line if it does not end there.
pub(super) fn skip_string(text: &[u8], at: usize) -> usize {
    let mut at = at + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// The offset of the newline that ends the comment at `at`.
fn skip_comment(text: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n)
}

fn is_comment(text: &[u8], at: usize) -> bool {
    text[at] == b'/' && text.get(at + 1) == Some(&b'/')
}

/// Bytes that mean something to the scanner; it goes over all others.
const SPECIAL: [bool; 256] = {
    let mut special = [false; 256];
    let bytes = b"\"/()[]{}%^#\n";
    let mut at = 0;
    while at < bytes.len() {
        special[bytes[at] as usize] = true;
        at += 1;
    }
    special
};

/// The first byte from `at` on that means something, and where it is: not in a string, not in a comment.
#[inline(always)]
fn next_special(text: &[u8], mut at: usize) -> Option<(usize, u8)> {
    loop {
        let &byte = text.get(at)?;
        match byte {
            _ if !SPECIAL[usize::from(byte)] => at += 1,
            b'"' => at = skip_string(text, at),
            b'/' if is_comment(text, at) => at = skip_comment(text, at),
            _ => return Some((at, byte)),
        }
    }
}

/// Finds the ends of statements that have errors. It remembers what it has found: where an error in a region makes the operations around
/// it fail as well, each of them is scanned up to the one inside of it, and on behind that one.
#[derive(Debug, Default)]
pub(super) struct StatementEnds {
    /// Statements that were scanned, and their ends: those of one block after the other, none inside another one.
    known: Vec<Range<usize>>,
}

impl StatementEnds {
    /// The end of the statement that starts at `start` and reaches at least to `error`: the first end of a line outside all
    /// brackets opened since `start`, or before a bracket that closes the enclosing construct.
    pub(super) fn find(&mut self, text: &[u8], start: usize, error: usize) -> usize {
        let first = self.known.partition_point(|known| known.start < start);
        let mut inside = self.known[first..].iter().peekable();
        let mut depth = 0u32;
        let mut at = start;
        let mut is_matched = true;
        let end = loop {
            let Some((found, byte)) = next_special(text, at) else { break text.len() };
            #[cfg(test)]
            super::super::linear_tests::note((found + 1 - at) as u64);
            while inside.next_if(|known| known.start < at).is_some() {}
            if depth > 0
                && let Some(known) = inside.next_if(|known| known.start <= found)
            {
                at = known.end;
                continue;
            }
            match byte {
                b'(' | b'[' | b'{' => depth += 1,
                b'}' if depth == 0 => break found,
                b')' | b']' | b'}' => {
                    is_matched &= depth > 0;
                    depth = depth.saturating_sub(1);
                }
                b'\n' if depth == 0 && found >= error => break found,
                _ => {}
            }
            at = found + 1;
        };
        // A bracket too many is one less of those around the statement.
        if is_matched {
            self.known.truncate(first);
            self.known.push(start..end);
        }
        end
    }
}

/// The next thing at some place of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// A statement: where it starts, and where it ends: at the end of its line.
    Statement(Range<usize>),
    /// Nothing that looks like one.
    Other,
    /// The text ends in the middle of a statement.
    Unclosed,
}

/// The statement from `at` on, which has its brackets matched, ends with a line, uses no values outside brackets, and whose first
/// word or string `accepts`.
pub(super) fn next_statement(text: &[u8], mut at: usize, accepts: &mut dyn FnMut(&[u8]) -> bool) -> Next {
    // The text between statements.
    while let Some(&byte) = text.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'/' if is_comment(text, at) => at = skip_comment(text, at),
            _ => break,
        }
    }
    let word = first_word(text, at);
    if word.is_empty() || !accepts(word) {
        return Next::Other;
    }
    match matched_statement_end(text, at + word.len()) {
        Ok(end) => Next::Statement(at..end),
        Err(place) if place == text.len() => Next::Unclosed,
        Err(_) => Next::Other,
    }
}

/// Where, `at_least` or later, a line outside all brackets opened since `start` starts with what looks like an operation. Nothing
/// if the block around `start` ends before.
pub(super) fn operation_after(text: &[u8], start: usize, at_least: usize) -> Option<usize> {
    let mut depth = 0u32;
    let mut at = start;
    while let Some((found, byte)) = next_special(text, at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b'}' if depth == 0 => return None,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' if depth == 0 => {
                let blanks = text[found + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                let line = found + 1 + blanks;
                if text.get(line) == Some(&b'^') {
                    return None;
                }
                if line >= at_least && looks_like_operation(&text[line..]) {
                    return Some(line);
                }
            }
            _ => {}
        }
        at = found + 1;
    }
    None
}

/// Whether a line starts with a quoted name, a name with a dot, or names of values and an equals sign.
fn looks_like_operation(line: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$' | b'-');
    match line.first() {
        Some(b'"') => true,
        Some(b'%') => {
            let bound = line.iter().take_while(|byte| is_name(byte) || b"%:, ".contains(byte)).count();
            let after = line.get(bound + 1..).unwrap_or_default();
            let blanks = after.iter().take_while(|byte| **byte == b' ').count();
            let is_word = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'"' | b'_');
            line.get(bound) == Some(&b'=') && after.get(blanks).is_some_and(is_word)
        }
        Some(byte) if byte.is_ascii_alphabetic() => {
            line.iter().take_while(|byte| is_name(byte)).any(|byte| *byte == b'.')
        }
        _ => false,
    }
}

/// The name or string at `at`; nothing if there is something else.
fn first_word(text: &[u8], at: usize) -> &[u8] {
    match text.get(at) {
        Some(b'"') => &text[at..skip_string(text, at)],
        Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
            let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
            let end = text[at..].iter().position(|byte| !is_name(byte)).map_or(text.len(), |n| at + n);
            &text[at..end]
        }
        _ => &[],
    }
}

/// The end of the line on which all brackets opened from `at` on are closed again, or where they do not match.
fn matched_statement_end(text: &[u8], mut at: usize) -> Result<usize, usize> {
    let mut open = Vec::new();
    while let Some((found, byte)) = next_special(text, at) {
        match byte {
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            b')' | b']' | b'}' if open.pop() != Some(byte) => return Err(found),
            b'%' | b'^' | b'#' if open.is_empty() => return Err(found),
            b'\n' if open.is_empty() => return Ok(found),
            _ => {}
        }
        at = found + 1;
    }
    Err(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The starts of the statements from 0 on, and the text behind them.
    fn statements(text: &[u8], accepts: &mut dyn FnMut(&[u8]) -> bool) -> (Vec<usize>, usize, Next) {
        let (mut starts, mut end) = (Vec::new(), 0);
        loop {
            match next_statement(text, end, accepts) {
                Next::Statement(range) => {
                    starts.push(range.start);
                    end = range.end;
                }
                next => return (starts, end, next),
            }
        }
    }

    #[test]
    fn statements_have_their_brackets_matched() {
        let text = b"f {\n  g(\n)\n}\n// {\n\"f\"() ({ \"}\" })\n  f %x\nf }\n";
        let mut words = Vec::new();
        let found = statements(text, &mut |word| {
            words.push(String::from_utf8_lossy(word).into_owned());
            true
        });
        assert_eq!(found, (vec![0, 18], 33, Next::Other));
        assert_eq!(words, ["f", "\"f\"", "f"]);
        assert_eq!(statements(b"f {\n", &mut |_| true), (vec![], 0, Next::Unclosed));
        assert_eq!(statements(b"f (]\n", &mut |_| true), (vec![], 0, Next::Other));
        assert_eq!(statements(b"f\ng\n", &mut |word| word == b"f").0, [0]);
    }

    #[test]
    fn operations_start_lines_outside_brackets() {
        let text = b"%a = t.a\n  : i32 {\n %b = t.b\n } // %c = x\n  %c:2, %d = \"t.c\"()\n  t.d %c\n t.e\n ^bb:\n t.f\n";
        let starts = |at_least| operation_after(text, 0, at_least);
        assert_eq!(starts(0), Some(44));
        assert_eq!(starts(45), Some(65));
        assert_eq!(starts(66), Some(73));
        assert_eq!(starts(74), None);
        assert_eq!(operation_after(b"t.a\n }\n t.b\n", 0, 0), None);
        for not_one in ["%a, %b : i32", "%a = %b", "loc(unknown)", "#a = 1", ""] {
            assert!(!looks_like_operation(not_one.as_bytes()), "{not_one}");
        }
    }

    #[test]
    fn statements_end_at_lines_outside_brackets() {
        let end = |text, start, error| StatementEnds::default().find(text, start, error);
        let text = "a (\n) \"}\" // {\nb { \n}\n} c";
        assert_eq!(end(text.as_bytes(), 0, 0), 14);
        assert_eq!(end(text.as_bytes(), 0, 20), 21);
        assert_eq!(end(text.as_bytes(), 22, 22), 22);
        assert_eq!(end(b"\"abc", 0, 0), 4);
        assert_eq!(end(b"\"a\\", 0, 0), 3);
    }

    #[test]
    fn what_is_known_of_statements_changes_no_end() {
        // All texts of six pieces, scanned from the inside to the outside and from each start again.
        let pieces = ["(\n", ")\n", "{\n", "}\n", "a\n", "\"(\" "];
        for number in 0..pieces.len().pow(6) {
            let chosen: [&str; 6] =
                std::array::from_fn(|i| pieces[number / pieces.len().pow(i as u32) % pieces.len()]);
            let text = chosen.concat();
            let starts = (0..6).map(|i| text.len() - chosen[i..].concat().len()).collect::<Vec<_>>();
            let mut known = StatementEnds::default();
            for start in starts.into_iter().rev() {
                let alone = StatementEnds::default().find(text.as_bytes(), start, start + 1);
                assert_eq!(known.find(text.as_bytes(), start, start + 1), alone, "{text} at {start}");
            }
        }
    }
}
