//! A reader of the text of attributes and types of dialects: words, numbers, punctuation, lists.
//!
//! It reads the text after the dialect's dot, whose brackets the parser has matched already. Errors have the offset of the part
//! that is wrong and upstream's wording.

use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectSyntaxError;
use tfrt_ir::syntax::{PResult, ParserInput, ParserState, TokenKind};
use tfrt_ir::types::DYNAMIC;

/// The result of reading a part.
pub(crate) type Read<T> = Result<T, DialectSyntaxError>;

/// A position in a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttrText<'t> {
    text: &'t str,
    at: usize,
    /// The number of brackets around the next part.
    depth: usize,
}

impl<'t> AttrText<'t> {
    /// The start of a text.
    pub(crate) fn new(text: &'t str) -> Self {
        AttrText { text, at: 0, depth: 0 }
    }

    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    /// An error at the next part.
    pub(crate) fn error(&mut self, message: impl Into<String>) -> DialectSyntaxError {
        self.rest();
        self.error_at(self.at, message)
    }

    /// An error at an offset.
    pub(crate) fn error_at(&self, offset: usize, message: impl Into<String>) -> DialectSyntaxError {
        DialectSyntaxError { offset, message: message.into() }
    }

    /// The offset of the next part.
    pub(crate) fn offset(&mut self) -> usize {
        self.rest();
        self.at
    }

    /// Takes a text if it is next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes a text that must be next.
    pub(crate) fn expect(&mut self, text: &str) -> Read<()> {
        if self.eat(text) { Ok(()) } else { Err(self.error(format!("expected '{text}'"))) }
    }

    /// A word of letters, digits and underscores, if there is one.
    pub(crate) fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let starts = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if !starts {
            return None;
        }
        self.at += end;
        Some(&rest[..end])
    }

    /// A word, which may be in quotes.
    pub(crate) fn word_or_string(&mut self) -> Read<&'t str> {
        let quoted = self.eat("\"");
        let word = self.word();
        match word {
            Some(word) if !quoted || self.eat("\"") => Ok(word),
            _ => Err(self.error("expected valid keyword or string")),
        }
    }

    /// This word, which must be there.
    pub(crate) fn expect_word(&mut self, wanted: &str) -> Read<()> {
        let before = *self;
        if self.word() == Some(wanted) {
            return Ok(());
        }
        *self = before;
        Err(self.error(format!("expected '{wanted}'")))
    }

    /// `name =`
    pub(crate) fn field(&mut self, name: &str) -> Read<()> {
        self.expect_word(name)?;
        self.expect("=")
    }

    /// A decimal number with a sign.
    pub(crate) fn integer(&mut self) -> Read<i64> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.error("expected integer value"));
        }
        let Ok(value) = rest[..sign + digits].parse() else {
            return Err(self.error("integer value too large"));
        };
        self.at += sign + digits;
        Ok(value)
    }

    /// A decimal number with a point or an exponent.
    pub(crate) fn float(&mut self) -> Read<f64> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E')))
            .unwrap_or(rest.len());
        match rest[..end].parse() {
            Ok(value) => {
                self.at += end;
                Ok(value)
            }
            Err(_) => Err(self.error("expected floating point literal")),
        }
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self) -> Read<bool> {
        let before = *self;
        match self.word() {
            Some("true") => Ok(true),
            Some("false") => Ok(false),
            _ => {
                *self = before;
                Err(self.error("expected 'true' or 'false'"))
            }
        }
    }

    /// Items between brackets, separated by commas.
    pub(crate) fn list<T>(
        &mut self,
        brackets: (&str, &str),
        mut item: impl FnMut(&mut Self) -> Read<T>,
    ) -> Read<Vec<T>> {
        self.expect(brackets.0)?;
        let mut items = Vec::new();
        if self.eat(brackets.1) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.eat(",") {
                self.expect(brackets.1)?;
                return Ok(items);
            }
        }
    }

    /// `[1, 2]`
    pub(crate) fn integers(&mut self) -> Read<Vec<i64>> {
        self.list(("[", "]"), Self::integer)
    }

    /// A size, or `?` for one that is not known.
    pub(crate) fn size(&mut self) -> Read<i64> {
        if self.eat("?") { Ok(DYNAMIC) } else { self.integer() }
    }

    /// Nothing but blanks may follow.
    pub(crate) fn end(&mut self) -> Read<()> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.error("expected '>'")) }
    }

    /// Reads a part that may have parts of its own kind.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        /// Parts within parts, at most.
        const DEEPEST: usize = 128;
        if self.depth >= DEEPEST {
            return Err(self.error(format!("parts are nested more than {DEEPEST} deep")));
        }
        self.depth += 1;
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Text up to a character, or to the end.
    pub(crate) fn until(&mut self, end: char) -> &'t str {
        let rest = self.rest();
        let length = rest.find(end).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// A string with its quotes, if it is next.
    pub(crate) fn quoted(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let length = quoted_length(rest)?;
        self.at += length;
        Some(&rest[..length])
    }

    /// Text up to a comma or a closing bracket, beside those in brackets and quotes.
    pub(crate) fn balanced(&mut self) -> &'t str {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let (mut depth, mut at) = (0usize, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'"' => {
                    at += quoted_length(&rest[at..]).unwrap_or(rest.len() - at);
                    continue;
                }
                b'<' | b'[' | b'(' | b'{' => depth += 1,
                // The head of an arrow closes nothing.
                b'>' if at > 0 && bytes[at - 1] == b'-' => {}
                b'>' | b']' | b')' | b'}' if depth == 0 => break,
                b'>' | b']' | b')' | b'}' => depth -= 1,
                b',' | b'=' if depth == 0 => break,
                _ => {}
            }
            at += 1;
        }
        self.at += at;
        &rest[..at]
    }

    /// The text that is left.
    pub(crate) fn remaining(&mut self) -> &'t str {
        self.rest()
    }
}

/// The length of the string at the start of a text, with its quotes.
fn quoted_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    if bytes.first() != Some(&b'"') {
        return None;
    }
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    None
}

/// Writes `[1, 2]`; sizes that are not known are `?`.
pub(crate) fn write_integers(f: &mut std::fmt::Formatter<'_>, values: &[i64]) -> std::fmt::Result {
    f.write_str("[")?;
    for (index, value) in values.iter().enumerate() {
        f.write_str(if index > 0 { ", " } else { "" })?;
        write!(f, "{value}")?;
    }
    f.write_str("]")
}

/// Reads with the parser of the language up to the end of a part, which its brackets tell.
pub(crate) fn with_parser<T>(
    ctx: &Context,
    text: &mut AttrText<'_>,
    read: impl FnOnce(&mut ParserState<'_>) -> PResult<T>,
) -> Read<T> {
    let at = text.offset();
    let part = text.balanced();
    let Some(source) = ctx.add_source("<attribute>", part.as_bytes()) else {
        return Err(text.error_at(at, "the text of an attribute is too long"));
    };
    let mut state = ParserState::new(ParserInput { ctx, text: part, source });
    let value = read(&mut state).map_err(|error| text.error_at(at, error.message))?;
    match state.at(TokenKind::Eof) {
        true => Ok(value),
        false => Err(text.error_at(at, "expected '>'")),
    }
}
