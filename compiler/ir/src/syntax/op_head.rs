//! The heads of operations, each parsed by one grammar rule.
//!
//! The rule `op_head` of `grammar.pest` parses results, name and operands at once; the parser receives its tokens as
//! lookahead. If a text does not start with such a head, there are no tokens, and the parser lexes one by one.

use pest::Parser as _;

use super::lexer::{Token, TokenKind, is_id_byte, lex};

mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "syntax/tokens.pest"]
    #[grammar = "syntax/grammar.pest"]
    pub(super) struct Operations;
}
use grammar::{Operations, Rule};

/// A run of heads ends with this many bytes, or with the line that goes on there.
const RUN: usize = 4096;
/// A line that does not end within so many bytes has no runs: looking for its end again and again would take longer than lexing it.
const LONG_LINE: usize = 4 * RUN;

/// Puts the tokens of the operation heads from `start` on into `tokens`, in reverse order.
pub(super) fn read(text: &str, start: usize, tokens: &mut Vec<Token>) {
    tokens.clear();
    let Some(rest) = text.get(start..run_end(text.as_bytes(), start)) else { return };
    let Ok(pairs) = Operations::parse(Rule::op_heads, rest) else { return };
    let bytes = text.as_bytes();
    let mut at = start;
    // Of the pairs, the first is the run itself, whose tokens follow.
    for pair in pairs.flatten().skip(1) {
        let span = pair.as_span();
        let mut found = start + span.start()..start + span.end();
        if pair.as_rule() == Rule::op_value {
            // The rule begins behind the `%`.
            found.start -= 1;
        }
        if found.is_empty() {
            continue;
        }
        let spelling = &bytes[found.clone()];
        let kind = match pair.as_rule() {
            Rule::op_value if is_value(spelling) => TokenKind::PercentId,
            Rule::op_name if is_name(spelling) => TokenKind::BareId,
            // Another token, or more than one.
            _ => TokenKind::Error,
        };
        // Before the pair there is punctuation.
        let (_, next) = lex_until(text, at, found.start, tokens);
        if next != found.start {
            // The pair stands in a comment or begins in the middle of a token.
            break;
        }
        if kind == TokenKind::Error {
            (at, _) = lex_until(text, found.start, found.end, tokens);
        } else {
            tokens.push(Token { kind, start: found.start, end: found.end });
            at = found.end;
        }
    }
    tokens.reverse();
}

/// Adds the tokens that start in `at..end`; where the last ends and where the next starts.
fn lex_until(text: &str, mut at: usize, end: usize, tokens: &mut Vec<Token>) -> (usize, usize) {
    loop {
        let token = lex(text, at);
        if token.start >= end {
            return (at, token.start);
        }
        tokens.push(token);
        at = token.end;
    }
}

/// Whether this is a name without quotes.
fn is_name(spelling: &[u8]) -> bool {
    (spelling[0].is_ascii_alphabetic() || spelling[0] == b'_')
        && spelling.iter().all(|&byte| is_id_byte(byte))
}

/// Whether this is one token: `%` and a number or a name.
fn is_value(spelling: &[u8]) -> bool {
    match spelling {
        [b'%', first, rest @ ..] if first.is_ascii_digit() => rest.iter().all(u8::is_ascii_digit),
        [b'%', first, rest @ ..] => {
            let is_part = |byte: &u8| is_id_byte(*byte) || *byte == b'-';
            is_part(first) && rest.iter().all(is_part)
        }
        _ => false,
    }
}

/// The end of the text to parse at once, so that no token is cut: no token goes over the end of a line. `start` if that is
/// too far away.
fn run_end(text: &[u8], start: usize) -> usize {
    let near = (start + RUN).min(text.len());
    match memchr::memrchr(b'\n', &text[start..near]) {
        _ if near == text.len() => near,
        Some(newline) => start + newline,
        None => {
            let far = (start + LONG_LINE).min(text.len());
            match memchr::memchr(b'\n', &text[near..far]) {
                Some(newline) => near + newline,
                None if far == text.len() => far,
                None => start,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The heads read at once are the tokens that are lexed one by one.
    #[track_caller]
    fn check(text: &str, expected: usize) {
        let mut tokens = Vec::new();
        read(text, 0, &mut tokens);
        let mut at = 0;
        for &token in tokens.iter().rev() {
            assert_eq!(token, lex(text, at), "{text}");
            at = token.end;
        }
        assert_eq!(tokens.len(), expected, "{text}: {tokens:?}");
    }

    #[test]
    fn heads_are_the_tokens_that_are_there() {
        check("%a = tfrt.add.i32 %b, %c", 6);
        check("%a, %b:2 = \"x.y\"(%b#1, %1) {", 13);
        check("tfrt.return\n", 1);
        check("%a = x %b\n  %c = y %a\n}", 9);
        check("x %b // comment\n y", 2);
        check("= x", 1);
        check("%a = ", 1);
        check("x %-, %a.b-c$, %", 6);
        check("x(%a", 3);
        check("x %1a", 3);
        check("x %a:2", 4);
        check("x %a\"b c\" %c", 3);
        check("x dense<[1, 2]>", 1);
    }

    #[test]
    fn random_heads_are_lexed_alike() {
        let alphabet = [
            "%", "a", "1", "#", ":", ",", "=", "(", ")", " ", "\n", "\"", "\\", ".", "-", "$", "//", "é",
            "\0",
        ];
        let mut seed = 99u64;
        for _ in 0..50_000 {
            let text: String = (0..12)
                .map(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    alphabet[(seed >> 33) as usize % alphabet.len()]
                })
                .collect();
            let mut tokens = Vec::new();
            read(&text, 0, &mut tokens);
            let mut at = 0;
            for &token in tokens.iter().rev() {
                assert_eq!(token, lex(&text, at), "{text:?}");
                at = token.end;
            }
        }
    }

    #[test]
    fn runs_end_at_lines() {
        let line = "%a = x %b, %c\n";
        let text = line.repeat(1000);
        let mut tokens = Vec::new();
        read(&text, 0, &mut tokens);
        assert_eq!(tokens.len(), 6 * (RUN / line.len()));
        let long = format!("x {}%z\ny", "%abc, ".repeat(2000));
        read(&long, 0, &mut tokens);
        assert_eq!(tokens.len(), 4002);
        read(&format!("x {}%z\ny", "%abc, ".repeat(3000)), 0, &mut tokens);
        assert_eq!(tokens.len(), 0);
    }
}
