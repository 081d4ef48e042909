//! Parser of attributes, except elements (`dense.rs`), affine maps (`affine.rs`) and locations (`locs.rs`).
//!
//! ```text
//! attribute ::= alias | dialect-attribute | `unit` | `true` | `false` | number (`:` type)? | string (`:` type)?
//!             | `[` … `]` | `{` … `}` | `@`symbol (`::` `@`symbol)* | type | `array` `<` … `>` | `dense` `<` … `>`
//!             | `dense_resource` `<` name `>` `:` type | `sparse` `<` … `>` `:` type | `strided` `<` … `>`
//!             | `affine_map` `<` … `>` | `affine_set` `<` … `>` | `distinct` `[` id `]` `<` attribute `>` | `loc` `(` … `)`
//! ```
//!
//! If the context determines the type of an attribute, the text omits it; then the caller passes `ty`.

use super::lexer::TokenKind;
use super::state::{Delimiter, DialectBody, PResult, ParserState};
use super::strings::unquote;
use super::types::{Extended, unregistered};
use crate::apint::{ApInt, MAX_DECIMAL_BITS};
use crate::attributes::AttrKind;
use crate::bigint::BigUint;
use crate::float;
use crate::handles::{Attr, Ident, Type};
use crate::types::{DYNAMIC, FloatKind, Signedness, TypeKind};

/// A number as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number<'s> {
    pub(super) negative: bool,
    /// Digits, hexadecimal with `0x`.
    pub(super) text: &'s str,
    /// The start of the digits.
    pub(super) at: usize,
}

impl<'s> ParserState<'s> {
    /// Parses an attribute. `ty` is its type if that is known; then none is written.
    pub fn parse_attribute(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let ctx = self.ctx();
        match self.token().kind {
            TokenKind::Integer => self.parse_integer(false, ty),
            TokenKind::Float => self.parse_float(false, ty),
            TokenKind::Minus => {
                self.advance();
                match self.token().kind {
                    TokenKind::Integer => self.parse_integer(true, ty),
                    TokenKind::Float => self.parse_float(true, ty),
                    _ => Err(self.error("expected constant integer or floating point value")),
                }
            }
            TokenKind::String => self.parse_string(ty),
            TokenKind::AtId => self.parse_symbol_ref(),
            TokenKind::LSquare => self.nested(Self::parse_array),
            TokenKind::LBrace => self.parse_dict(),
            TokenKind::HashId => self.parse_extended_attr(ty),
            TokenKind::BareId => match self.spelling() {
                "true" | "false" => {
                    let value = self.spelling() == "true";
                    self.advance();
                    Ok(ctx.bool_attr(value))
                }
                "unit" => {
                    self.advance();
                    Ok(ctx.unit())
                }
                "dense" => self.nested(|p| p.parse_dense(ty)),
                "array" => self.nested(Self::parse_dense_array),
                "dense_resource" => self.parse_dense_resource(ty),
                "sparse" => self.nested(|p| p.parse_sparse(ty)),
                "strided" => self.parse_strided(),
                "distinct" => self.nested(Self::parse_distinct),
                "affine_map" => self.nested(Self::parse_affine_map_attr),
                "affine_set" => self.nested(Self::parse_affine_set_attr),
                "loc" => {
                    let loc = self.parse_inline_location()?;
                    Ok(ctx.loc_attr(loc))
                }
                _ => self.parse_type_attr(),
            },
            _ => self.parse_type_attr(),
        }
    }

    fn parse_type_attr(&mut self) -> PResult<Attr> {
        match self.parse_optional_type()? {
            Some(ty) => Ok(self.ctx().type_attr(ty)),
            None => Err(self.wrong_token("expected attribute value")),
        }
    }

    /// Whether the next token starts an attribute.
    pub fn at_attribute(&self) -> bool {
        match self.token().kind {
            TokenKind::Integer
            | TokenKind::Float
            | TokenKind::Minus
            | TokenKind::String
            | TokenKind::AtId
            | TokenKind::LSquare
            | TokenKind::LBrace
            | TokenKind::HashId => true,
            TokenKind::BareId => {
                matches!(
                    self.spelling(),
                    "true"
                        | "false"
                        | "unit"
                        | "dense"
                        | "array"
                        | "dense_resource"
                        | "sparse"
                        | "strided"
                        | "distinct"
                        | "affine_map"
                        | "affine_set"
                        | "loc"
                ) || self.at_type()
            }
            _ => self.at_type(),
        }
    }

    /// Parses an attribute if there is one.
    pub fn parse_optional_attribute(&mut self, ty: Option<Type>) -> PResult<Option<Attr>> {
        if self.at_attribute() { self.parse_attribute(ty).map(Some) } else { Ok(None) }
    }

    /// Parses `: type`, or takes the default.
    fn parse_number_type(&mut self, default: Type) -> PResult<Type> {
        if self.consume_if(TokenKind::Colon) { self.parse_type() } else { Ok(default) }
    }

    fn parse_float(&mut self, negative: bool, ty: Option<Type>) -> PResult<Attr> {
        let text = self.spelling();
        self.advance();
        let ty = match ty {
            Some(ty) => ty,
            None => self.parse_number_type(self.ctx().f64())?,
        };
        let TypeKind::Float(kind) = *self.ctx().type_kind(ty) else {
            return Err(self.error("floating point value not valid for specified type"));
        };
        Ok(self.ctx().float_bits_attr(kind, float::from_decimal(kind, negative, text)))
    }

    fn parse_integer(&mut self, negative: bool, ty: Option<Type>) -> PResult<Attr> {
        let number = Number { negative, text: self.spelling(), at: self.offset() };
        let ctx = self.ctx();
        self.advance();
        let ty = match ty {
            Some(ty) => ty,
            None => self.parse_number_type(ctx.i64())?,
        };
        let width = match *ctx.type_kind(ty) {
            TypeKind::Float(kind) => {
                let bits = self.float_from_integer(number, kind)?;
                return Ok(ctx.float_bits_attr(kind, bits));
            }
            TypeKind::Index => 64,
            TypeKind::Integer { width, sign } => {
                if negative && sign == Signedness::Unsigned {
                    let message = "negative integer literal not valid for unsigned integer type";
                    return Err(self.error_at(number.at, message));
                }
                width
            }
            _ => return Err(self.error_at(number.at, "integer literal not valid for specified type")),
        };
        // Most values fit a word.
        if width <= 64
            && let Ok(value) = number.text.parse::<u64>()
            && value < 1 << 62
            && (width == 64 || value < 1 << (width.max(1) - 1))
            && !(negative && value == 0)
            && width > 0
        {
            let value = if negative { -(value as i64) } else { value as i64 };
            return Ok(ctx.intern_attr(AttrKind::Integer { ty, value: ApInt::from_i64(width, value) }));
        }
        match self.integer_value(number, ty) {
            Some(value) => Ok(ctx.intern_attr(AttrKind::Integer { ty, value })),
            None => Err(self.error_at(number.at, "integer constant out of range for attribute")),
        }
    }

    /// The bits of an integer literal of an integer type or `index`; `None` if it is out of range.
    ///
    /// Signless integers take what fits either with or without a sign.
    pub(super) fn integer_value(&self, number: Number<'_>, ty: Type) -> Option<ApInt> {
        let (width, sign) = match *self.ctx().type_kind(ty) {
            TypeKind::Integer { width, sign } => (width, sign),
            _ => (64, Signedness::Signed),
        };
        let (digits, radix) = match number.text.strip_prefix("0x") {
            Some(hex) => (hex, 16),
            None => (number.text, 10),
        };
        let digits = digits.trim_start_matches('0');
        // So long a number does not fit, and reading it would take long.
        if digits.len() as u64 > u64::from(width) + 1 {
            return None;
        }
        // A decimal digit has more than three bits.
        if radix == 10 && digits.len() as u64 > u64::from(MAX_DECIMAL_BITS) / 3 {
            return None;
        }
        let magnitude = BigUint::from_digits(digits.as_bytes(), radix);
        if magnitude.bits() > width || width == 0 && number.negative {
            return None;
        }
        let value = ApInt::from_words(width, magnitude.words());
        if number.negative {
            let value = value.negated();
            return value.is_negative().then_some(value);
        }
        (sign != Signedness::Signed || !value.is_negative()).then_some(value)
    }

    /// The bits of a float written as an integer literal: only hexadecimal, which are the bits themselves.
    pub(super) fn float_from_integer(&self, number: Number<'_>, kind: FloatKind) -> PResult<u128> {
        let Some(hex) = number.text.strip_prefix("0x") else {
            let message = "unexpected decimal integer literal for a floating point value";
            return Err(self
                .error_at(number.at, message)
                .with_note(number.at, "add a trailing dot to make the literal a float"));
        };
        if number.negative {
            return Err(self.error_at(number.at, "hexadecimal float literal should not have a leading minus"));
        }
        let bits = u128::from_str_radix(hex, 16).ok().filter(|b| 128 - b.leading_zeros() <= kind.width());
        bits.ok_or_else(|| self.error_at(number.at, "hexadecimal float constant out of range for type"))
    }

    fn parse_string(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let bytes = self.take_string().into();
        let ty = match ty {
            Some(ty) => Some(ty),
            None if self.consume_if(TokenKind::Colon) => Some(self.parse_type()?),
            None => None,
        };
        // A string has the type `none` unless it says otherwise.
        let ty = ty.filter(|&t| t != self.ctx().none());
        Ok(self.ctx().intern_attr(AttrKind::String { bytes, ty }))
    }

    /// Parses `@root::@nested…`.
    pub fn parse_symbol_ref(&mut self) -> PResult<Attr> {
        if !self.at(TokenKind::AtId) {
            return Err(self.wrong_token("expected symbol name"));
        }
        let root = self.take_symbol_name()?;
        let mut nested = Vec::new();
        while self.consume_if(TokenKind::ColonColon) {
            if !self.at(TokenKind::AtId) {
                return Err(self.error("expected nested symbol reference identifier"));
            }
            nested.push(self.take_symbol_name()?);
        }
        Ok(self.ctx().nested_symbol_ref(root, &nested))
    }

    fn parse_array(&mut self) -> PResult<Attr> {
        self.advance();
        let mut elems = Vec::new();
        self.parse_list_until(TokenKind::RSquare, |p| {
            elems.push(p.parse_attribute(None)?);
            Ok(())
        })?;
        Ok(self.ctx().array_attr(&elems))
    }

    /// Parses a dictionary as an attribute.
    pub fn parse_dict(&mut self) -> PResult<Attr> {
        let entries = self.parse_attr_dict()?;
        Ok(self.ctx().dict(entries))
    }

    /// Parses `{name = value, flag}` into entries, in the order in which they are written.
    pub fn parse_attr_dict(&mut self) -> PResult<Vec<(Ident, Attr)>> {
        let ctx = self.ctx();
        let mut entries: Vec<(Ident, Attr)> = Vec::new();
        // Long dictionaries would take quadratic time without a set.
        let mut seen = rustc_hash::FxHashSet::default();
        self.nested(|p| {
            p.parse_list(Delimiter::Brace, " in attribute dictionary", |p| {
                let name_at = p.offset();
                let name = match p.token().kind {
                    TokenKind::BareId => p.spelling().into(),
                    TokenKind::String => match String::from_utf8(unquote(p.spelling())) {
                        Ok(name) => std::borrow::Cow::Owned(name),
                        Err(_) => return Err(p.error("an attribute name must be UTF-8")),
                    },
                    _ => return Err(p.wrong_token("expected attribute name")),
                };
                if name.is_empty() {
                    return Err(p.error("expected valid attribute name"));
                }
                let ident = ctx.ident(&name);
                let repeated = if entries.len() < 8 {
                    entries.iter().any(|e| e.0 == ident)
                } else {
                    if seen.is_empty() {
                        seen.extend(entries.iter().map(|e| e.0));
                    }
                    !seen.insert(ident)
                };
                if repeated {
                    return Err(
                        p.error_at(name_at, format!("duplicate key '{name}' in dictionary attribute"))
                    );
                }
                p.advance();
                let value =
                    if p.consume_if(TokenKind::Equal) { p.parse_attribute(None)? } else { ctx.unit() };
                entries.push((ident, value));
                Ok(())
            })
        })?;
        Ok(entries)
    }

    /// Parses `{…}` if there is one, in the order in which its entries are written.
    pub fn parse_optional_attr_dict(&mut self) -> PResult<Vec<(Ident, Attr)>> {
        if self.at(TokenKind::LBrace) { self.parse_attr_dict() } else { Ok(Vec::new()) }
    }

    fn parse_strided(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'strided'")?;
        let mut strides = Vec::new();
        self.parse_list(Delimiter::Square, "", |p| {
            strides.push(p.parse_stride()?);
            Ok(())
        })?;
        let mut offset = 0;
        if self.consume_if(TokenKind::Comma) {
            if !self.consume_keyword("offset") {
                return Err(self.wrong_token("expected 'offset' after comma"));
            }
            self.expect(TokenKind::Colon, "expected ':' after 'offset'")?;
            offset = self.parse_stride()?;
        }
        self.expect(TokenKind::Greater, "expected '>'")?;
        Ok(self.ctx().intern_attr(AttrKind::Strided { strides: strides.into(), offset }))
    }

    fn parse_stride(&mut self) -> PResult<i64> {
        if self.consume_if(TokenKind::Question) {
            return Ok(DYNAMIC);
        }
        let negative = self.consume_if(TokenKind::Minus);
        let value = self.spelling().parse::<i64>().ok().filter(|_| self.at(TokenKind::Integer));
        let Some(value) = value else { return Err(self.error("expected a 64-bit signed integer or '?'")) };
        self.advance();
        Ok(if negative { -value } else { value })
    }

    fn parse_distinct(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::LSquare, "expected '[' after 'distinct'")?;
        let Some(id) = self.spelling().parse::<u64>().ok().filter(|_| self.at(TokenKind::Integer)) else {
            return Err(self.error("expected distinct ID"));
        };
        self.advance();
        self.expect(TokenKind::RSquare, "expected ']' to close distinct ID")?;
        self.expect(TokenKind::Less, "expected '<' after distinct ID")?;
        let value = if self.at(TokenKind::Greater) { self.ctx().unit() } else { self.parse_attribute(None)? };
        self.expect(TokenKind::Greater, "expected '>' to close distinct attribute")?;
        Ok(self.ctx().intern_attr(AttrKind::Distinct { id, value }))
    }

    fn parse_extended_attr(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let at = self.offset();
        match self.parse_extended()? {
            Extended::Alias(name) => match self.attr_alias(at, name)? {
                Some(attr) => Ok(attr),
                None => Err(self.undefined_alias(name)),
            },
            Extended::Dialect(dialect, body) => {
                let ty = match ty {
                    Some(ty) => Some(ty),
                    None if self.consume_if(TokenKind::Colon) => Some(self.parse_type()?),
                    None => None,
                };
                let ty = ty.filter(|&t| t != self.ctx().none());
                self.make_dialect_attr(dialect, body, ty)
            }
        }
    }

    fn make_dialect_attr(&self, dialect: &str, body: DialectBody<'_>, ty: Option<Type>) -> PResult<Attr> {
        let ctx = self.ctx();
        let dialects = ctx.dialects();
        let known = dialects.dialect(dialect);
        if known.is_none() && !dialects.allows_unregistered_dialects() {
            return Err(self.error_at(body.offset, unregistered('#', dialect, body.text, "attribute")));
        }
        let attr = match known.and_then(|d| d.parse_attr()) {
            Some(hook) => {
                hook(ctx, body.text).map_err(|e| self.error_at(body.offset + e.offset, e.message))?
            }
            None if known.is_some() => {
                let message = format!("dialect '{dialect}' provides no attribute parsing hook");
                return Err(self.error_at(body.offset, message));
            }
            None => ctx.opaque_attr(dialect, body.text),
        };
        match (ctx.attr_kind(attr), ty) {
            (_, None) => Ok(attr),
            (AttrKind::Opaque { dialect, body, .. }, ty) => {
                Ok(ctx.intern_attr(AttrKind::Opaque { dialect: *dialect, body: body.clone(), ty }))
            }
            _ => Err(self.error_at(body.offset, "this attribute has no type")),
        }
    }
}
