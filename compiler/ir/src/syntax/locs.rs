//! Parser of locations.
//!
//! ```text
//! location ::= `loc` `(` instance `)`
//! instance ::= alias | `unknown` | string (`:` line (`:` column (`to` line? `:` column)?)?)? | string `(` instance `)`
//!            | `callsite` `(` instance `at` instance `)` | `fused` (`<` attribute `>`)? `[` instance (`,` instance)* `]`
//! ```

use super::lexer::TokenKind;
use super::print::attr_to_string;
use super::state::{Delimiter, PResult, ParserState, SyntaxError};
use crate::attributes::AttrKind;
use crate::handles::{Attr, Ident, Loc};

/// A location, or the name of one that may be defined later in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocRef {
    /// A location.
    Known(Loc),
    /// `#name`, not defined yet.
    Alias {
        /// Name of the alias, without `#`.
        name: Ident,
        /// Its offset.
        offset: usize,
    },
}

/// The messages for missing parentheses.
const PLAIN: [&str; 2] = ["expected '(' in location", "expected ')' in location"];
/// The same where the location is an attribute.
const INLINE: [&str; 2] = ["expected '(' in inline location", "expected ')' in inline location"];

impl ParserState<'_> {
    /// Parses `loc(…)`.
    pub fn parse_location(&mut self) -> PResult<Loc> {
        self.parse_loc_parens(PLAIN, |p| p.parse_location_instance())
    }

    /// As [`parse_location`](Self::parse_location), where it is an attribute.
    pub(super) fn parse_inline_location(&mut self) -> PResult<Loc> {
        self.parse_loc_parens(INLINE, |p| p.parse_location_instance())
    }

    /// Parses `loc(…)`, where an alias alone may be one that is defined later.
    pub fn parse_location_ref(&mut self) -> PResult<LocRef> {
        self.parse_loc_parens(PLAIN, |p| {
            if p.at(TokenKind::HashId) {
                let name = &p.spelling()[1..];
                if !name.contains('.') && p.aliases().attr(name).is_none() {
                    let (name, offset) = (p.ctx().ident(name), p.offset());
                    p.advance();
                    return Ok(LocRef::Alias { name, offset });
                }
            }
            p.parse_location_instance().map(LocRef::Known)
        })
    }

    /// The location of an alias that was not defined where it was used, once all of the file was read.
    pub fn resolve_location(&self, name: Ident, offset: usize) -> PResult<Loc> {
        let ctx = self.ctx();
        let name = ctx.str(name);
        match self.aliases().attr(name).map(|attr| (attr, ctx.attr_kind(attr))) {
            Some((_, &AttrKind::Location(loc))) => Ok(loc),
            Some((other, _)) => Err(self.no_location(offset, other)),
            None => {
                Err(self.error_at(offset, format!("operation location alias was never defined: '{name}'")))
            }
        }
    }

    fn no_location(&self, offset: usize, found: Attr) -> Box<SyntaxError> {
        let found = attr_to_string(self.ctx(), found);
        self.error_at(offset, format!("expected location, but found '{found}'"))
    }

    fn parse_loc_parens<T>(
        &mut self,
        [open, close]: [&'static str; 2],
        inner: impl FnOnce(&mut Self) -> PResult<T>,
    ) -> PResult<T> {
        self.expect_keyword("loc")?;
        self.expect(TokenKind::LParen, open)?;
        let result = inner(self)?;
        self.expect(TokenKind::RParen, close)?;
        Ok(result)
    }

    fn parse_location_instance(&mut self) -> PResult<Loc> {
        match self.token().kind {
            TokenKind::HashId => {
                let at = self.offset();
                let attr = self.parse_attribute(None)?;
                match *self.ctx().attr_kind(attr) {
                    AttrKind::Location(loc) => Ok(loc),
                    _ => Err(self.no_location(at, attr)),
                }
            }
            TokenKind::String => self.nested(Self::parse_name_or_file),
            TokenKind::BareId => match self.spelling() {
                "unknown" => {
                    self.advance();
                    Ok(self.ctx().unknown_loc())
                }
                "callsite" => self.nested(Self::parse_callsite),
                "fused" => self.nested(Self::parse_fused),
                _ => Err(self.wrong_token("expected location instance")),
            },
            _ => Err(self.wrong_token("expected location instance")),
        }
    }

    fn parse_name_or_file(&mut self) -> PResult<Loc> {
        let ctx = self.ctx();
        let at = self.offset();
        let Ok(name) = String::from_utf8(self.take_string()) else {
            return Err(self.error_at(at, "the name of a location must be UTF-8"));
        };
        let name = ctx.ident(&name);
        if !self.consume_if(TokenKind::Colon) {
            let mut child = ctx.unknown_loc();
            if self.consume_if(TokenKind::LParen) {
                child = self.parse_location_instance()?;
                self.expect(TokenKind::RParen, "expected ')' after child location of NameLoc")?;
            }
            return Ok(ctx.name_loc(name, child));
        }
        let line = self.parse_position("expected integer line number in FileLineColRange")?;
        if !self.consume_if(TokenKind::Colon) {
            return Ok(ctx.file_loc(name, line, 0));
        }
        let column = self.parse_position("expected integer column number in FileLineColRange")?;
        if !self.consume_keyword("to") {
            return Ok(ctx.file_loc(name, line, column));
        }
        let mut end_line = line;
        if !self.at(TokenKind::Integer) && !self.at(TokenKind::Colon) {
            return Err(self.wrong_token("expected either integer or `:` post `to` in FileLineColRange"));
        }
        if self.at(TokenKind::Integer) {
            end_line = self.parse_position("expected integer line number in FileLineColRange")?;
        }
        let colon = "expected either integer or `:` post `to` in FileLineColRange";
        self.expect(TokenKind::Colon, colon)?;
        let end_column = self.parse_position("expected integer column number in FileLineColRange")?;
        Ok(ctx.file_range_loc(name, (line, column), (end_line, end_column)))
    }

    fn parse_position(&mut self, message: &str) -> PResult<u32> {
        let Some(value) = self.spelling().parse().ok().filter(|_| self.at(TokenKind::Integer)) else {
            return Err(self.error(message));
        };
        self.advance();
        Ok(value)
    }

    fn parse_callsite(&mut self) -> PResult<Loc> {
        self.advance();
        self.expect(TokenKind::LParen, "expected '(' in callsite location")?;
        let callee = self.parse_location_instance()?;
        if !self.consume_keyword("at") {
            return Err(self.wrong_token("expected 'at' in callsite location"));
        }
        let caller = self.parse_location_instance()?;
        self.expect(TokenKind::RParen, "expected ')' in callsite location")?;
        Ok(self.ctx().callsite_loc(callee, caller))
    }

    fn parse_fused(&mut self) -> PResult<Loc> {
        self.advance();
        let mut metadata = None;
        if self.consume_if(TokenKind::Less) {
            metadata = Some(self.parse_attribute(None)?);
            self.expect(TokenKind::Greater, "expected '>' after fused location metadata")?;
        }
        let mut locs = Vec::new();
        self.parse_list(Delimiter::Square, " in fused location", |p| {
            locs.push(p.parse_location_instance()?);
            Ok(())
        })?;
        Ok(self.ctx().fused_loc(&locs, metadata))
    }
}
