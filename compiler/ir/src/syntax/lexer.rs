//! The lexer: tokens.
//!
//! The lexical grammar is `tokens.pest`. A few byte loops here also recognise all tokens that programs are made of, because
//! the generated parser spends some hundred times longer on its bookkeeping than on such a token: reading a million
//! operations through it took five times as long. Text that the loops do not recognise goes through the grammar, and a test
//! compares the two on random text.

use pest::Parser as _;

/// The parser that pest generates from the grammar.
mod grammar {
    #[derive(pest_derive::Parser)]
    #[grammar = "syntax/tokens.pest"]
    pub(crate) struct Tokens;
}
pub(crate) use grammar::{Rule, Tokens};

/// The kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
// As wide as the offsets beside it: a token without padding is moved in whole words.
#[repr(u64)]
pub enum TokenKind {
    /// The end of the text.
    Eof,
    /// Not a token; [`lex_error`] says why.
    Error,
    /// `name`, a keyword or an integer type.
    BareId,
    /// `#name`
    HashId,
    /// `!name`
    ExclaimId,
    /// `%name`
    PercentId,
    /// `^name`
    CaretId,
    /// `@name` or `@"name"`
    AtId,
    /// `12` or `0x1F`
    Integer,
    /// `1.5e3`
    Float,
    /// `"text"`
    String,
    /// `->`
    Arrow,
    /// `:`
    Colon,
    /// `::`
    ColonColon,
    /// `,`
    Comma,
    /// `...`
    Ellipsis,
    /// `=`
    Equal,
    /// `>`
    Greater,
    /// `<`
    Less,
    /// `{`
    LBrace,
    /// `}`
    RBrace,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LSquare,
    /// `]`
    RSquare,
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `?`
    Question,
    /// `*`
    Star,
    /// `|`
    VerticalBar,
    /// `/`
    Slash,
    /// `{-#`
    FileMetadataBegin,
    /// `#-}`
    FileMetadataEnd,
}

impl TokenKind {
    /// The spelling of punctuation.
    pub fn spelling(self) -> Option<&'static str> {
        Some(match self {
            TokenKind::Arrow => "->",
            TokenKind::Colon => ":",
            TokenKind::ColonColon => "::",
            TokenKind::Comma => ",",
            TokenKind::Ellipsis => "...",
            TokenKind::Equal => "=",
            TokenKind::Greater => ">",
            TokenKind::Less => "<",
            TokenKind::LBrace => "{",
            TokenKind::RBrace => "}",
            TokenKind::LParen => "(",
            TokenKind::RParen => ")",
            TokenKind::LSquare => "[",
            TokenKind::RSquare => "]",
            TokenKind::Minus => "-",
            TokenKind::Plus => "+",
            TokenKind::Question => "?",
            TokenKind::Star => "*",
            TokenKind::VerticalBar => "|",
            TokenKind::Slash => "/",
            TokenKind::FileMetadataBegin => "{-#",
            TokenKind::FileMetadataEnd => "#-}",
            _ => return None,
        })
    }

    fn of_punctuation(text: &str) -> TokenKind {
        match text {
            "->" => TokenKind::Arrow,
            ":" => TokenKind::Colon,
            "::" => TokenKind::ColonColon,
            "," => TokenKind::Comma,
            "..." => TokenKind::Ellipsis,
            "=" => TokenKind::Equal,
            ">" => TokenKind::Greater,
            "<" => TokenKind::Less,
            "{" => TokenKind::LBrace,
            "}" => TokenKind::RBrace,
            "(" => TokenKind::LParen,
            ")" => TokenKind::RParen,
            "[" => TokenKind::LSquare,
            "]" => TokenKind::RSquare,
            "-" => TokenKind::Minus,
            "+" => TokenKind::Plus,
            "?" => TokenKind::Question,
            "*" => TokenKind::Star,
            "|" => TokenKind::VerticalBar,
            "/" => TokenKind::Slash,
            _ => TokenKind::Error,
        }
    }
}

/// A token and the bytes it stands at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Offset of its first byte.
    pub start: usize,
    /// Offset behind its last byte.
    pub end: usize,
}

/// The start of the next token: `at`, or behind the blanks and comments there.
#[inline]
pub fn skip_trivia(text: &[u8], mut at: usize) -> usize {
    loop {
        match text.get(at) {
            Some(b' ' | b'\n' | b'\t' | b'\r' | 0) => at += 1,
            Some(b'/') if text.get(at + 1) == Some(&b'/') => {
                at = memchr::memchr(b'\n', &text[at..]).map_or(text.len(), |n| at + n);
            }
            _ => return at,
        }
    }
}

fn run(text: &[u8], from: usize, belongs: impl Fn(u8) -> bool) -> usize {
    text[from..].iter().position(|&b| !belongs(b)).map_or(text.len(), |n| from + n)
}

/// The bytes of bare identifiers.
#[inline]
pub fn is_id_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.')
}

/// The offset behind the string that starts at `open`, or where and why it is none.
fn string_end(text: &[u8], open: usize) -> Result<usize, (usize, &'static str)> {
    let mut at = open + 1;
    loop {
        let run = text.get(at..).and_then(|rest| memchr::memchr3(b'"', b'\\', b'\n', rest));
        at = run.map_or(text.len(), |n| at + n);
        match text.get(at..).unwrap_or(&[]) {
            [b'"', ..] => return Ok(at + 1),
            [b'\\', b'"' | b'\\' | b'n' | b't', ..] => at += 2,
            [b'\\', a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit() => at += 3,
            [b'\\', ..] => return Err((at, "unknown escape in string literal")),
            _ => return Err((at, "expected '\"' in string literal")),
        }
    }
}

/// Recognises tokens that need no lookahead beyond their own bytes.
#[inline]
fn skim(text: &[u8], start: usize) -> Option<(TokenKind, usize)> {
    let next = text.get(start + 1).copied();
    let one = |kind| Some((kind, start + 1));
    let two = |kind| Some((kind, start + 2));
    match *text.get(start)? {
        b'a'..=b'z' | b'A'..=b'Z' | b'_' => Some((TokenKind::BareId, run(text, start + 1, is_id_byte))),
        b'0' if next == Some(b'x') => {
            let end = run(text, start + 2, |b| b.is_ascii_hexdigit());
            // Without digits it is the number 0 and a name.
            Some((TokenKind::Integer, if end == start + 2 { start + 1 } else { end }))
        }
        b'0'..=b'9' => {
            let end = run(text, start, |b| b.is_ascii_digit());
            if text.get(end) != Some(&b'.') {
                return Some((TokenKind::Integer, end));
            }
            let end = run(text, end + 1, |b| b.is_ascii_digit());
            let digits = match text.get(end..)? {
                [b'e' | b'E', b'+' | b'-', b'0'..=b'9', ..] => end + 2,
                [b'e' | b'E', b'0'..=b'9', ..] => end + 1,
                _ => return Some((TokenKind::Float, end)),
            };
            Some((TokenKind::Float, run(text, digits, |b| b.is_ascii_digit())))
        }
        b'"' => Some((TokenKind::String, string_end(text, start).ok()?)),
        b'@' if next == Some(b'"') => Some((TokenKind::AtId, string_end(text, start + 1).ok()?)),
        mark @ (b'%' | b'#' | b'!' | b'^') => {
            let end = match next? {
                b'0'..=b'9' => run(text, start + 1, |b| b.is_ascii_digit()),
                b'-' if mark == b'#' => return None,
                b if is_id_byte(b) || b == b'-' => run(text, start + 1, |b| is_id_byte(b) || b == b'-'),
                _ => return None,
            };
            let kind = match mark {
                b'%' => TokenKind::PercentId,
                b'#' => TokenKind::HashId,
                b'!' => TokenKind::ExclaimId,
                _ => TokenKind::CaretId,
            };
            Some((kind, end))
        }
        b'@' if next.is_some_and(|b| b.is_ascii_alphabetic() || b == b'_') => {
            Some((TokenKind::AtId, run(text, start + 1, is_id_byte)))
        }
        b'-' if next == Some(b'>') => two(TokenKind::Arrow),
        b':' if next == Some(b':') => two(TokenKind::ColonColon),
        b'-' => one(TokenKind::Minus),
        b':' => one(TokenKind::Colon),
        b',' => one(TokenKind::Comma),
        b'=' => one(TokenKind::Equal),
        b'>' => one(TokenKind::Greater),
        b'<' => one(TokenKind::Less),
        b'{' if next != Some(b'-') => one(TokenKind::LBrace),
        b'}' => one(TokenKind::RBrace),
        b'(' => one(TokenKind::LParen),
        b')' => one(TokenKind::RParen),
        b'[' => one(TokenKind::LSquare),
        b']' => one(TokenKind::RSquare),
        b'+' => one(TokenKind::Plus),
        b'?' => one(TokenKind::Question),
        b'*' => one(TokenKind::Star),
        b'|' => one(TokenKind::VerticalBar),
        _ => None,
    }
}

/// So many rules may be tried in one run of a generated parser. What is longer is no token.
const CALL_LIMIT: usize = 1 << 20;

/// Bounds the time that a run of a generated parser takes, for the whole process.
pub(super) fn limit_grammar() {
    use std::sync::Once;
    static ONCE: Once = Once::new();
    ONCE.call_once(|| pest::set_call_limit(std::num::NonZeroUsize::new(CALL_LIMIT)));
}

/// The token at `start`, by the grammar.
fn by_grammar(text: &str, start: usize) -> Option<(TokenKind, usize)> {
    let pair = Tokens::parse(Rule::token, text.get(start..)?).ok()?.next()?.into_inner().next()?;
    let kind = match pair.as_rule() {
        Rule::bare_id => TokenKind::BareId,
        Rule::at_id => TokenKind::AtId,
        Rule::string => TokenKind::String,
        Rule::float => TokenKind::Float,
        Rule::integer => TokenKind::Integer,
        Rule::hash_id => TokenKind::HashId,
        Rule::exclaim_id => TokenKind::ExclaimId,
        Rule::percent_id => TokenKind::PercentId,
        Rule::caret_id => TokenKind::CaretId,
        Rule::file_metadata_begin => TokenKind::FileMetadataBegin,
        Rule::file_metadata_end => TokenKind::FileMetadataEnd,
        _ => TokenKind::of_punctuation(pair.as_str()),
    };
    Some((kind, start + pair.as_span().end()))
}

/// The first token at or after `from`. An error token covers one character.
#[inline]
pub fn lex(text: &str, from: usize) -> Token {
    let token = lexed(text, from);
    #[cfg(test)]
    super::linear_tests::note((token.end - from) as u64);
    token
}

fn lexed(text: &str, from: usize) -> Token {
    let start = skip_trivia(text.as_bytes(), from);
    if start >= text.len() {
        return Token { kind: TokenKind::Eof, start: text.len(), end: text.len() };
    }
    match skim(text.as_bytes(), start).or_else(|| by_grammar(text, start)) {
        Some((kind, end)) => Token { kind, start, end },
        None => {
            let width = text.get(start..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
            Token { kind: TokenKind::Error, start, end: start + width }
        }
    }
}

/// The reason why there is no token at `start`: the offset and the message.
pub fn lex_error(text: &str, start: usize) -> (usize, &'static str) {
    let bytes = text.as_bytes();
    let in_string = |open| string_end(bytes, open).err().unwrap_or((open, "unexpected character"));
    match bytes.get(start) {
        Some(b'"') => in_string(start),
        Some(b'@') if bytes.get(start + 1) == Some(&b'"') => in_string(start + 1),
        Some(b'@') => (start + 1, "@ identifier expected to start with letter or '_'"),
        Some(b'%') => (start, "invalid SSA name"),
        Some(b'#') => (start, "invalid attribute name"),
        Some(b'!') => (start, "invalid type identifier"),
        Some(b'^') => (start, "invalid block name"),
        Some(b'.') => (start + 1, "expected three consecutive dots for an ellipsis"),
        _ => (start, "unexpected character"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skimming_agrees_with_the_grammar() {
        let alphabet: Vec<char> = "abx_$.-09#!%^@\"\\n\n\t ,:=<>{}()[]+?*|/eé~\0.0xE+\"".chars().collect();
        let mut seed = 12345u64;
        let mut skimmed = 0;
        for _ in 0..100_000 {
            let text: String = (0..7)
                .map(|_| {
                    seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                    alphabet[(seed >> 33) as usize % alphabet.len()]
                })
                .collect();
            let start = skip_trivia(text.as_bytes(), 0);
            if let Some(found) = skim(text.as_bytes(), start) {
                skimmed += 1;
                assert_eq!(Some(found), by_grammar(&text, start), "{text:?}");
            }
            let blanks = Tokens::parse(Rule::trivia, &text).expect("trivia may be empty").as_str().len();
            assert_eq!(blanks, start, "{text:?}");
        }
        assert!(skimmed > 50_000);
    }

    #[test]
    fn tokens_of_each_kind() {
        use TokenKind::*;
        let text =
            r#"a.b i32 #x !y.z %0 ^bb @f @"f g" 12 0x1F 0xg 1. 1.5e-3 1.e "a\"\22" -> - :: {-# #-} ... ~"#;
        let mut at = 0;
        let mut kinds = vec![];
        loop {
            let token = lex(text, at);
            kinds.push(token.kind);
            at = token.end;
            if token.kind == Eof {
                break;
            }
        }
        let expected = [
            BareId,
            BareId,
            HashId,
            ExclaimId,
            PercentId,
            CaretId,
            AtId,
            AtId,
            Integer,
            Integer,
            Integer,
            BareId,
            Float,
            Float,
            Float,
            BareId,
            String,
            Arrow,
            Minus,
            ColonColon,
            FileMetadataBegin,
            FileMetadataEnd,
            Ellipsis,
            Error,
            Eof,
        ];
        assert_eq!(kinds, expected);
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(lex_error(r#""abc\q""#, 0), (4, "unknown escape in string literal"));
        assert_eq!(lex_error("\"abc\nd\"", 0), (4, "expected '\"' in string literal"));
        assert_eq!(lex("@\"abc", 0).kind, TokenKind::Error);
        assert_eq!(lex_error("@\"abc", 0), (5, "expected '\"' in string literal"));
        assert_eq!(lex_error("@1", 0).1, "@ identifier expected to start with letter or '_'");
        assert_eq!(lex("é", 0), Token { kind: TokenKind::Error, start: 0, end: 2 });
    }
}
