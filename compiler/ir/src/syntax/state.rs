//! The state that all parsers share: a text, one token of lookahead, the aliases, and the mapping of errors
//! to places.
//!
//! Parsers of operations, types, attributes and locations are functions on [`ParserState`] (one file each). A failed
//! parser returns a [`SyntaxError`] and leaves the state behind the last token it took; a caller that continues
//! after an error calls [`ParserState::seek`]. Nesting is bounded, so no text overflows the stack.
//!
//! States over different parts of one text work in parallel: they share the context and start with the same aliases.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::lexer::{Token, TokenKind, lex, lex_error};
use super::op_head;
use super::strings::unquote;
use crate::context::Context;
use crate::handles::{Attr, Loc, Type};
use crate::location::Source;

/// Brackets, types and attributes may be nested this deep.
pub const MAX_NESTING: u32 = 256;

/// A fault in a text, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Offset in the text.
    pub offset: usize,
    /// The fault.
    pub message: String,
    /// Further notes, and their places.
    pub notes: Vec<(usize, String)>,
}

/// The result of a parser.
pub type PResult<T> = Result<T, Box<SyntaxError>>;

impl SyntaxError {
    /// An error without notes.
    pub fn new(offset: usize, message: impl Into<String>) -> Box<SyntaxError> {
        Box::new(SyntaxError { offset, message: message.into(), notes: Vec::new() })
    }

    /// Adds a note.
    #[must_use]
    pub fn with_note(mut self: Box<Self>, offset: usize, note: impl Into<String>) -> Box<SyntaxError> {
        self.notes.push((offset, note.into()));
        self
    }
}

/// The body of a dialect's type or attribute, as it stands in the text.
#[derive(Clone, Copy, Debug)]
pub struct DialectBody<'t> {
    /// Everything between the dot and the end, or between the brackets.
    pub text: &'t str,
    /// Its start.
    pub offset: usize,
}

/// The size of an attribute or a type when its aliases are written out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// Levels of nesting.
    depth: u32,
    /// Lists, dictionaries, composite types and locations.
    parts: u64,
}

/// The things that the aliases of a file stand for, with the extent of each.
#[derive(Clone, Debug, Default)]
pub struct Aliases {
    types: FxHashMap<Box<str>, (Type, Extent)>,
    attrs: FxHashMap<Box<str>, (Attr, Extent)>,
}

/// The text that aliases stand for, written out, may have so many parts, and [`PARTS_PER_BYTE`] more for each byte of the text: a few lines of aliases of aliases can be
/// more than anything could print.
const MAX_PARTS: u64 = 1 << 20;
/// See [`MAX_PARTS`].
const PARTS_PER_BYTE: u64 = 64;

impl Aliases {
    /// The attribute that `#name` stands for.
    pub fn attr(&self, name: &str) -> Option<Attr> {
        self.attrs.get(name).map(|a| a.0)
    }

    /// The type that `!name` stands for.
    pub fn ty(&self, name: &str) -> Option<Type> {
        self.types.get(name).map(|a| a.0)
    }
}

/// The input of a parser, apart from its position. Dialects are those of the context.
#[derive(Clone, Copy, Debug)]
pub struct ParserInput<'s> {
    /// The context that interns.
    pub ctx: &'s Context,
    /// The whole text; all offsets refer to it.
    pub text: &'s str,
    /// The text as a source of locations.
    pub source: Source,
}

/// See the [module documentation](self).
pub struct ParserState<'s> {
    input: ParserInput<'s>,
    /// The parser sees `text[start..end]`.
    start: usize,
    end: usize,
    token: Token,
    /// The tokens behind `token` that are known already, the next one last.
    queue: Vec<Token>,
    /// End of the last token taken.
    last_end: usize,
    depth: u32,
    /// The deepest nesting since it was last reset, aliases included.
    deepest: u32,
    /// Parts so far, those of aliases included.
    parts: u64,
    pub(super) aliases: Arc<Aliases>,
}

impl std::fmt::Debug for ParserState<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ParserState").field("end", &self.end).finish_non_exhaustive()
    }
}

/// The brackets of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are the brackets")]
pub enum Delimiter {
    Paren,
    Square,
    Angle,
    Brace,
}

impl Delimiter {
    fn tokens(self) -> (TokenKind, TokenKind) {
        match self {
            Delimiter::Paren => (TokenKind::LParen, TokenKind::RParen),
            Delimiter::Square => (TokenKind::LSquare, TokenKind::RSquare),
            Delimiter::Angle => (TokenKind::Less, TokenKind::Greater),
            Delimiter::Brace => (TokenKind::LBrace, TokenKind::RBrace),
        }
    }
}

impl<'s> ParserState<'s> {
    /// A parser of the whole text.
    pub fn new(input: ParserInput<'s>) -> Self {
        ParserState::of_part(input, 0, input.text.len(), Arc::default())
    }

    /// A parser of the bytes from `start` to `end`, which must be boundaries of characters.
    pub fn of_part(input: ParserInput<'s>, start: usize, end: usize, aliases: Arc<Aliases>) -> Self {
        let token = lex(input.text.get(..end).unwrap_or(input.text), start);
        ParserState {
            input,
            start,
            end,
            token,
            queue: Vec::new(),
            last_end: start,
            depth: 0,
            deepest: 0,
            parts: 0,
            aliases,
        }
    }

    /// The context that interns.
    #[inline]
    pub fn ctx(&self) -> &'s Context {
        self.input.ctx
    }

    /// The parser's input.
    pub fn input(&self) -> &ParserInput<'s> {
        &self.input
    }

    /// The aliases defined so far.
    pub fn aliases(&self) -> &Arc<Aliases> {
        &self.aliases
    }

    /// The text up to the end of this parser's part.
    #[inline]
    pub fn text(&self) -> &'s str {
        &self.input.text[..self.end]
    }

    /// The next token, not taken yet.
    #[inline]
    pub fn token(&self) -> Token {
        self.token
    }

    /// Whether the next token is of this kind.
    #[inline]
    pub fn at(&self, kind: TokenKind) -> bool {
        self.token.kind == kind
    }

    /// Whether the next token is this keyword.
    #[inline]
    pub fn at_keyword(&self, keyword: &str) -> bool {
        self.token.kind == TokenKind::BareId && self.spelling() == keyword
    }

    /// The next token's text.
    #[inline]
    pub fn spelling(&self) -> &'s str {
        &self.input.text[self.token.start..self.token.end]
    }

    /// Offset of the next token.
    #[inline]
    pub fn offset(&self) -> usize {
        self.token.start
    }

    /// Offset behind the last token taken.
    #[inline]
    pub fn last_end(&self) -> usize {
        self.last_end
    }

    /// The location of an offset.
    #[inline]
    pub fn loc_at(&self, offset: usize) -> Loc {
        self.input.source.loc(offset)
    }

    /// The location of the next token.
    #[inline]
    pub fn loc(&self) -> Loc {
        self.loc_at(self.token.start)
    }

    /// Takes the next token, whatever it is.
    #[inline]
    pub fn advance(&mut self) {
        self.last_end = self.token.end;
        self.token = match self.queue.pop() {
            Some(token) => token,
            None => lex(self.text(), self.token.end),
        };
    }

    /// Reads the heads of the operations from the next token on, as far as they go, by their grammar rule.
    pub(super) fn read_op_head(&mut self) {
        let starts_head =
            matches!(self.token.kind, TokenKind::PercentId | TokenKind::BareId | TokenKind::String);
        if starts_head && self.queue.is_empty() {
            op_head::read(&self.input.text[..self.end], self.token.start, &mut self.queue);
            if let Some(first) = self.queue.pop() {
                self.token = first;
            }
        }
    }

    /// Goes on at `offset`, which must be a boundary of characters, forwards or back.
    pub fn seek(&mut self, offset: usize) {
        self.queue.clear();
        self.token = lex(self.text(), offset.min(self.end));
        self.last_end = offset;
    }

    /// Takes the next token if it is of this kind.
    #[inline]
    pub fn consume_if(&mut self, kind: TokenKind) -> bool {
        let matches = self.at(kind);
        if matches {
            self.advance();
        }
        matches
    }

    /// Takes the next token if it is this keyword.
    #[inline]
    pub fn consume_keyword(&mut self, keyword: &str) -> bool {
        let matches = self.at_keyword(keyword);
        if matches {
            self.advance();
        }
        matches
    }

    /// Takes a token of this kind, or fails with `message` placed by [`wrong_token`](Self::wrong_token).
    #[inline]
    pub fn expect(&mut self, kind: TokenKind, message: &str) -> PResult<()> {
        if self.consume_if(kind) { Ok(()) } else { Err(self.wrong_token(message)) }
    }

    /// Takes a token of this kind of punctuation, or fails with `expected '…'`.
    #[inline]
    pub fn expect_punct(&mut self, kind: TokenKind) -> PResult<()> {
        self.expect_punct_in(kind, "")
    }

    fn expect_punct_in(&mut self, kind: TokenKind, context: &str) -> PResult<()> {
        if self.consume_if(kind) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected '{}'{context}", kind.spelling().unwrap_or("token"))))
    }

    /// Takes this keyword, or fails with `expected '…'`.
    pub fn expect_keyword(&mut self, keyword: &str) -> PResult<()> {
        if self.consume_keyword(keyword) {
            Ok(())
        } else {
            Err(self.wrong_token(format!("expected '{keyword}'")))
        }
    }

    /// An error at an offset.
    pub fn error_at(&self, offset: usize, message: impl Into<String>) -> Box<SyntaxError> {
        SyntaxError::new(offset, message)
    }

    /// An error at the next token. If that is not a valid token, the error says so instead.
    pub fn error(&self, message: impl Into<String>) -> Box<SyntaxError> {
        self.error_near(self.token.start, message.into())
    }

    fn error_near(&self, offset: usize, message: String) -> Box<SyntaxError> {
        match self.token.kind {
            TokenKind::Error => {
                let (offset, message) = lex_error(self.text(), self.token.start);
                SyntaxError::new(offset, message)
            }
            // The end has no line of its own: point at the last character.
            TokenKind::Eof if offset == self.token.start => {
                let last = self.text().char_indices().next_back().map_or(0, |(i, _)| i);
                SyntaxError::new(last, message)
            }
            _ => SyntaxError::new(offset, message),
        }
    }

    /// An error for a token that should have been another. The missing token belongs behind the previous one, and this
    /// is where the error points.
    pub fn wrong_token(&self, message: impl Into<String>) -> Box<SyntaxError> {
        let text = self.text().as_bytes();
        let start = self.token.start;
        let mut end = start;
        let blank = |b: &u8| matches!(b, b' ' | b'\t' | b'\r' | b'\n');
        loop {
            while text[..end].last().is_some_and(blank) {
                end -= 1;
            }
            // In front of the first token of a part there is nothing.
            if end <= self.start {
                return self.error_near(start, message.into());
            }
            let line = memchr::memrchr(b'\n', &text[..end]).map_or(0, |n| n + 1).max(self.start);
            match memchr::memmem::find(&text[line..end], b"//") {
                // Only text that was taken as a comment is behind the last token.
                Some(comment) if line + comment >= self.last_end => end = line + comment,
                _ => return self.error_near(end, message.into()),
            }
        }
    }

    /// Runs a parser one level deeper.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> PResult<T>) -> PResult<T> {
        self.note_depth(1, self.token.start)?;
        self.depth += 1;
        self.parts += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Fails if the thing being parsed becomes too deep with a part of depth `more`.
    fn note_depth(&mut self, more: u32, at: usize) -> PResult<()> {
        let depth = self.depth + more;
        if depth > MAX_NESTING {
            return Err(self.error_at(at, format!("nested deeper than {MAX_NESTING} levels")));
        }
        self.deepest = self.deepest.max(depth);
        Ok(())
    }

    /// Counts an alias with the extent of the thing it stands for.
    fn note_alias(&mut self, extent: Extent, at: usize) -> PResult<()> {
        self.note_depth(extent.depth, at)?;
        self.parts = self.parts.saturating_add(extent.parts);
        let most = MAX_PARTS + PARTS_PER_BYTE * self.text().len() as u64;
        if self.parts > most {
            return Err(self.error_at(at, format!("aliases stand for more than {most} parts")));
        }
        Ok(())
    }

    /// Runs `parse` and returns the extent of the parsed thing.
    pub(super) fn measured<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> PResult<T>,
    ) -> PResult<(T, Extent)> {
        let outer = std::mem::replace(&mut self.deepest, self.depth);
        let before = self.parts;
        let result = parse(self);
        let parts = self.parts - before;
        let depth = self.deepest - self.depth;
        self.deepest = self.deepest.max(outer);
        Ok((result?, Extent { depth, parts }))
    }

    pub(super) fn attr_alias(&mut self, at: usize, name: &str) -> PResult<Option<Attr>> {
        let Some(&(attr, extent)) = self.aliases.attrs.get(name) else { return Ok(None) };
        self.note_alias(extent, at)?;
        Ok(Some(attr))
    }

    pub(super) fn type_alias(&mut self, at: usize, name: &str) -> PResult<Option<Type>> {
        let Some(&(ty, extent)) = self.aliases.types.get(name) else { return Ok(None) };
        self.note_alias(extent, at)?;
        Ok(Some(ty))
    }

    /// Parses the name of an alias of a `kind` and the `=` behind it.
    fn start_alias_definition(&mut self, kind: &str, exists: bool) -> PResult<()> {
        let name = &self.spelling()[1..];
        if exists {
            return Err(self.error(format!("redefinition of {kind} alias id '{name}'")));
        }
        if name.contains('.') {
            return Err(self.error(format!("{kind} names with a '.' are reserved for dialect-defined names")));
        }
        self.advance();
        self.expect(TokenKind::Equal, &format!("expected '=' in {kind} alias definition"))?;
        Ok(())
    }

    /// Parses `#name = attribute`; the next token is the name.
    pub fn parse_attr_alias_definition(&mut self) -> PResult<()> {
        let name = &self.spelling()[1..];
        self.start_alias_definition("attribute", self.aliases.attrs.contains_key(name))?;
        let value = self.measured(|p| p.parse_attribute(None))?;
        Arc::make_mut(&mut self.aliases).attrs.insert(name.into(), value);
        Ok(())
    }

    /// Parses `!name = type`; the next token is the name.
    pub fn parse_type_alias_definition(&mut self) -> PResult<()> {
        let name = &self.spelling()[1..];
        self.start_alias_definition("type", self.aliases.types.contains_key(name))?;
        // An older spelling had a keyword here.
        self.consume_keyword("type");
        let value = self.measured(|p| p.parse_type())?;
        Arc::make_mut(&mut self.aliases).types.insert(name.into(), value);
        Ok(())
    }

    /// Parses elements separated by commas up to the closing bracket; the opening one comes first. An empty list is
    /// accepted. `context` ends the messages about brackets.
    pub fn parse_list(
        &mut self,
        delimiter: Delimiter,
        context: &str,
        mut element: impl FnMut(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        let (open, close) = delimiter.tokens();
        self.expect_punct_in(open, context)?;
        if self.consume_if(close) {
            return Ok(());
        }
        loop {
            element(self)?;
            if !self.consume_if(TokenKind::Comma) {
                break;
            }
        }
        self.expect_punct_in(close, context)
    }

    /// Parses elements separated by commas, the opening bracket having been taken, up to `close`.
    pub fn parse_list_until(
        &mut self,
        close: TokenKind,
        mut element: impl FnMut(&mut Self) -> PResult<()>,
    ) -> PResult<()> {
        if self.consume_if(close) {
            return Ok(());
        }
        loop {
            element(self)?;
            if !self.consume_if(TokenKind::Comma) {
                break;
            }
        }
        if self.consume_if(close) {
            return Ok(());
        }
        Err(self.wrong_token(format!("expected ',' or '{}'", close.spelling().unwrap_or("token"))))
    }

    /// Takes a string literal and returns its bytes; the next token must be one.
    pub fn take_string(&mut self) -> Vec<u8> {
        let bytes = unquote(self.spelling());
        self.advance();
        bytes
    }

    /// Takes `@name` and returns the name; the next token must be one. Fails if the name is not UTF-8.
    pub fn take_symbol_name(&mut self) -> PResult<crate::handles::Ident> {
        let spelling = &self.spelling()[1..];
        let ident = if spelling.starts_with('"') {
            let bytes = unquote(spelling);
            let name = String::from_utf8(bytes).map_err(|_| self.error("a symbol name must be UTF-8"))?;
            if name.is_empty() {
                return Err(self.error("expected non-empty symbol name"));
            }
            self.ctx().ident(&name)
        } else {
            self.ctx().ident(spelling)
        };
        self.advance();
        Ok(ident)
    }
}
