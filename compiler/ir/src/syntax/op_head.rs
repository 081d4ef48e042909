//! The heads of operations, by one grammar rule each.
//!
//! The rule `op_head` of `grammar.pest` takes results, name and operands in one go; its tokens are handed to the parser as its
//! lookahead. A text that does not start with such a head gives no tokens, and the parser lexes on one by one.

use pest::Parser as _;

use super::lexer::{Token, TokenKind, lex};

mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "syntax/tokens.pest"]
    #[grammar = "syntax/grammar.pest"]
    pub struct Operations;
}
use grammar::{Operations, Rule};

/// A run of heads ends with this many bytes, or with the line that goes on there.
const RUN: usize = 4096;

/// Puts the tokens of the operation heads from `start` on into `tokens`, in reverse order.
pub(super) fn read(text: &str, start: usize, tokens: &mut Vec<Token>) {
    tokens.clear();
    let Some(rest) = text.get(start..run_end(text.as_bytes(), start)) else { return };
    let Ok(pairs) = Operations::parse(Rule::op_heads, rest) else { return };
    let mut at = start;
    // Of the pairs, the first is the run itself, whose tokens follow.
    for pair in pairs.flatten().skip(1) {
        let kind = match pair.as_rule() {
            Rule::op_value => TokenKind::PercentId,
            Rule::string => TokenKind::String,
            Rule::bare_id => TokenKind::BareId,
            // Parts of tokens; no other rule of the grammar is reached from `op_heads`.
            _ => continue,
        };
        let span = pair.as_span();
        let found = Token { kind, start: start + span.start(), end: start + span.end() };
        // Between the pairs there is punctuation only.
        loop {
            let token = lex(text, at);
            if token.start >= found.start {
                break;
            }
            tokens.push(token);
            at = token.end;
        }
        if kind == TokenKind::PercentId && !is_one_token(&text.as_bytes()[found.start + 1..found.end]) {
            break;
        }
        tokens.push(found);
        at = found.end;
    }
    tokens.reverse();
}

/// Whether what follows `%` is a number or a name, not a number and a name.
fn is_one_token(id: &[u8]) -> bool {
    !id[0].is_ascii_digit() || id.iter().all(u8::is_ascii_digit)
}

/// Where to cut the text so that no token is cut: no token goes over the end of a line.
fn run_end(text: &[u8], start: usize) -> usize {
    let near = (start + RUN).min(text.len());
    match memchr::memrchr(b'\n', &text[start..near]) {
        _ if near == text.len() => near,
        Some(newline) => start + newline,
        None => memchr::memchr(b'\n', &text[near..]).map_or(text.len(), |newline| near + newline),
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
        check("%a, %b:2 = \"x.y\"(%b#1, %1) {", 9);
        check("tfrt.return\n", 1);
        check("%a = x %b\n  %c = y %a\n}", 8);
        check("x %b // comment\n y", 2);
        check("= x", 0);
        check("%a = ", 0);
        check("x %-, %a.b-c$, %", 4);
        check("x(%a", 3);
        check("x %1a", 1);
        check("x %a:2", 2);
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
        assert_eq!(tokens.len(), 1 + 4001);
    }
}
