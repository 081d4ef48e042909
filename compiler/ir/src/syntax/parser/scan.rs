//! A byte scanner that knows strings, comments and brackets, but no grammar: it finds where statements end.
//!
//! It serves to go on after an error, and to cut a file at functions before it is parsed.

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

/// Where the statement ends that starts at `start` and goes on at least to `error`: at the first end of a line outside all
/// brackets opened since `start`, or before a bracket that closes what is around the statement.
pub(super) fn statement_end(text: &[u8], start: usize, error: usize) -> usize {
    let mut depth = 0u32;
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => {
                at = skip_string(text, at);
                continue;
            }
            b'/' if is_comment(text, at) => {
                at = skip_comment(text, at);
                continue;
            }
            b'(' | b'[' | b'{' => depth += 1,
            b'}' if depth == 0 => return at,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'\n' if depth == 0 && at >= error => return at,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_at_lines_outside_brackets() {
        let text = "a (\n) \"}\" // {\nb { \n}\n} c";
        assert_eq!(statement_end(text.as_bytes(), 0, 0), 14);
        assert_eq!(statement_end(text.as_bytes(), 0, 20), 21);
        assert_eq!(statement_end(text.as_bytes(), 22, 22), 22);
        assert_eq!(statement_end(b"\"abc", 0, 0), 4);
        assert_eq!(statement_end(b"\"a\\", 0, 0), 3);
    }
}
