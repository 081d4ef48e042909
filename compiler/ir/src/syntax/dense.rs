//! Parser of elements: `dense<…>`, `array<…>`, `dense_resource<…>` and `sparse<…>`.
//!
//! The literal of `dense` comes before its type, so its elements are kept as they are written until the type says how
//! to read them. Brackets are counted in a loop, not by recursion: a rank has no bound here but memory. Large constants are
//! hexadecimal strings, which are one token and decoded in one pass.

use super::attrs::Number;
use super::lexer::TokenKind;
use super::print::type_to_string;
use super::state::{PResult, ParserState};
use super::strings::{decode_hex, unquote};
use crate::attributes::AttrKind;
use crate::dense::{ElementLayout, element_layout, make_dense};
use crate::float;
use crate::handles::{Attr, Type};
use crate::types::{FloatKind, Signedness, TypeKind};

/// Elements may always take this many bytes …
const MAX_EXPANDED: usize = 64 << 20;
/// … and this many times the size of their text.
const MAX_GROWTH: usize = 64;

/// An element as it is written.
#[derive(Clone, Copy)]
struct Element<'s> {
    kind: TokenKind,
    number: Number<'s>,
}

/// What stands between `dense<` and `>`.
#[derive(Default)]
struct Literal<'s> {
    /// Sizes of the nested lists; empty for a splat.
    shape: Vec<i64>,
    elements: Vec<Element<'s>>,
    /// A string literal with hexadecimal digits.
    hex: Option<Element<'s>>,
    /// Where the literal starts.
    at: usize,
}

impl<'s> ParserState<'s> {
    pub(super) fn parse_dense(&mut self, ty: Option<Type>) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'dense'")?;
        let literal = self.parse_elements_literal(true)?;
        let at = self.offset();
        let ty = self.parse_elements_type(ty)?;
        self.make_elements(&literal, ty, at)
    }

    /// Parses a literal and the `>` behind it.
    fn parse_elements_literal(&mut self, allow_hex: bool) -> PResult<Literal<'s>> {
        let mut literal = Literal { at: self.offset(), ..Literal::default() };
        if self.consume_if(TokenKind::Greater) {
            return Ok(literal);
        }
        if allow_hex && self.at(TokenKind::String) {
            literal.hex = Some(self.take_element(false));
        } else if self.at(TokenKind::LSquare) {
            self.parse_element_lists(&mut literal)?;
        } else {
            self.parse_element(&mut literal.elements)?;
        }
        self.expect(TokenKind::Greater, "expected '>'")?;
        Ok(literal)
    }

    /// Parses nested lists without recursion: `counts` holds how many parts each open list has so far.
    fn parse_element_lists(&mut self, literal: &mut Literal<'s>) -> PResult<()> {
        const UNKNOWN: i64 = -1;
        let inconsistent = "tensor literal is invalid; ranks are not consistent between elements";
        let mut counts: Vec<i64> = Vec::new();
        // Sizes per level, known once a list of that level is closed; and the level of elements, once one is seen.
        let mut sizes: Vec<i64> = Vec::new();
        let mut leaf: Option<usize> = None;
        loop {
            // A part starts: descend to an element or an empty list.
            let mut closed = false;
            while self.at(TokenKind::LSquare) {
                if leaf.is_some_and(|level| counts.len() >= level) {
                    return Err(self.error(inconsistent));
                }
                self.advance();
                counts.push(0);
                if sizes.len() < counts.len() {
                    sizes.push(UNKNOWN);
                }
                if self.at(TokenKind::RSquare) {
                    closed = true;
                    break;
                }
            }
            if !closed {
                if *leaf.get_or_insert(counts.len()) != counts.len() {
                    return Err(self.error(inconsistent));
                }
                self.parse_element(&mut literal.elements)?;
                if let Some(count) = counts.last_mut() {
                    *count += 1;
                }
            }
            // Close what ends here.
            while self.consume_if(TokenKind::RSquare) {
                let Some(count) = counts.pop() else { break };
                let size = &mut sizes[counts.len()];
                if *size != UNKNOWN && *size != count {
                    return Err(self.error(inconsistent));
                }
                *size = count;
                match counts.last_mut() {
                    Some(outer) => *outer += 1,
                    None => {
                        literal.shape = sizes;
                        return Ok(());
                    }
                }
            }
            if !self.consume_if(TokenKind::Comma) {
                return Err(self.wrong_token("expected ',' or ']'"));
            }
        }
    }

    fn take_element(&mut self, negative: bool) -> Element<'s> {
        let element = Element {
            kind: self.token().kind,
            number: Number { negative, text: self.spelling(), at: self.offset() },
        };
        self.advance();
        element
    }

    fn parse_element(&mut self, elements: &mut Vec<Element<'s>>) -> PResult<()> {
        let element = match self.token().kind {
            TokenKind::Integer | TokenKind::Float | TokenKind::String => self.take_element(false),
            TokenKind::BareId if matches!(self.spelling(), "true" | "false") => self.take_element(false),
            TokenKind::Minus => {
                self.advance();
                if !self.at(TokenKind::Integer) && !self.at(TokenKind::Float) {
                    return Err(self.error("expected integer or floating point literal"));
                }
                self.take_element(true)
            }
            TokenKind::LParen => {
                self.advance();
                for (end, message) in [
                    (TokenKind::Comma, "expected ',' between complex elements"),
                    (TokenKind::RParen, "expected ')' after complex elements"),
                ] {
                    if self.at(TokenKind::LParen) {
                        return Err(self.error("expected element literal of primitive type"));
                    }
                    self.parse_element(elements)?;
                    self.expect(end, message)?;
                }
                return Ok(());
            }
            _ => return Err(self.error("expected element literal of primitive type")),
        };
        elements.push(element);
        Ok(())
    }

    /// The type of elements: known, or written behind a colon.
    fn parse_elements_type(&mut self, ty: Option<Type>) -> PResult<Type> {
        let ty = match ty {
            Some(ty) => ty,
            None => {
                self.expect(TokenKind::Colon, "expected ':'")?;
                self.parse_type()?
            }
        };
        let kind = self.ctx().type_kind(ty);
        if !matches!(
            kind,
            TypeKind::RankedTensor { .. } | TypeKind::Vector { .. } | TypeKind::UnrankedTensor(_)
        ) {
            return Err(self.error("elements literal must be a shaped type"));
        }
        if !kind.has_static_shape() && !matches!(kind, TypeKind::Vector { .. }) {
            return Err(self.error("elements literal type must have static shape"));
        }
        Ok(ty)
    }

    fn make_elements(&self, literal: &Literal<'s>, ty: Type, at: usize) -> PResult<Attr> {
        let ctx = self.ctx();
        let kind = ctx.type_kind(ty);
        let dims = kind.dims().unwrap_or(&[]);
        // A scalable vector has only splats, of which one element is kept.
        let count = if matches!(kind, TypeKind::Vector { scalable, .. } if !scalable.is_empty()) {
            if !literal.shape.is_empty() || literal.hex.is_some() {
                return Err(self.error_at(at, "elements of a scalable vector must be a splat"));
            }
            Some(1)
        } else {
            kind.num_elements()
        };
        let Some(count) = count else {
            return Err(self.error_at(at, "elements literal type has too many elements"));
        };
        let elem = kind.element_type().unwrap_or(ty);
        let layout = element_layout(ctx, elem);
        if let (Some(hex), Some(layout)) = (literal.hex, &layout) {
            return self.make_hex_elements(hex, ty, layout, count, at);
        }
        if !literal.shape.is_empty() && literal.shape != dims {
            let list = |d: &[i64]| d.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            let message = format!(
                "inferred shape of elements literal ([{}]) does not match type ([{}])",
                list(&literal.shape),
                list(dims)
            );
            return Err(self.error_at(at, message));
        }
        if literal.hex.is_none() && literal.elements.is_empty() && count > 0 {
            let ty = type_to_string(ctx, ty);
            let message = format!("parsed zero elements, but type ('{ty}') expected at least 1");
            return Err(self.error_at(at, message));
        }
        let Some(layout) = layout else { return self.make_string_elements(literal, ty) };
        // A splat of no elements is no element.
        let used = if count == 0 { &[][..] } else { &literal.elements[..] };
        let expected = if literal.shape.is_empty() { count.min(1) } else { count };
        if used.len() as u64 != expected * u64::from(layout.parts) {
            let what =
                if layout.parts == 2 { "expected complex elements" } else { "expected elements of one part" };
            return Err(self.error_at(literal.at, what));
        }
        self.check_size(used.len(), &layout, literal.at)?;
        let mut data = Vec::with_capacity(used.len() * layout.part_bytes());
        for element in used {
            match layout.float {
                Some(kind) => self.push_float(element, kind, &mut data)?,
                None => self.push_integer(element, layout.part, &mut data)?,
            }
        }
        Ok(make_dense(ctx, ty, data))
    }

    /// Fails if numbers take much more memory than their text: a number of two characters can be of a type two
    /// megabytes wide.
    fn check_size(&self, count: usize, layout: &ElementLayout, at: usize) -> PResult<()> {
        let size = count.saturating_mul(layout.part_bytes());
        let text = self.offset().saturating_sub(at);
        if size > MAX_EXPANDED && size / MAX_GROWTH > text {
            return Err(
                self.error_at(at, format!("the elements would take {size} bytes, too many for their text"))
            );
        }
        Ok(())
    }

    fn push_integer(&self, element: &Element<'s>, ty: Type, data: &mut Vec<u8>) -> PResult<()> {
        let Element { kind, number } = *element;
        let fail = |message: &str| Err(self.error_at(number.at, message));
        match kind {
            TokenKind::Float => return fail("expected integer elements, but parsed floating-point"),
            TokenKind::String => return fail("expected integer elements, but parsed a string"),
            TokenKind::BareId => {
                if ty != self.ctx().i1() {
                    return fail("expected i1 type for 'true' or 'false' values");
                }
                data.push(u8::from(number.text == "true"));
                return Ok(());
            }
            _ => {}
        }
        let unsigned =
            matches!(self.ctx().type_kind(ty), TypeKind::Integer { sign: Signedness::Unsigned, .. });
        if number.negative && unsigned {
            return fail("expected unsigned integer elements, but parsed negative value");
        }
        match self.integer_value(number, ty) {
            Some(value) => data.extend_from_slice(&value.to_le_bytes()),
            None => return fail("integer constant out of range for type"),
        }
        Ok(())
    }

    fn push_float(&self, element: &Element<'s>, kind: FloatKind, data: &mut Vec<u8>) -> PResult<()> {
        let Element { kind: token, number } = *element;
        let bits = match token {
            TokenKind::Float => float::from_decimal(kind, number.negative, number.text),
            TokenKind::Integer if number.text.starts_with("0x") => self.float_from_integer(number, kind)?,
            _ => {
                let message = "expected floating-point elements, but parsed integer";
                return Err(self.error_at(number.at, message));
            }
        };
        data.extend_from_slice(&bits.to_le_bytes()[..kind.width().div_ceil(8) as usize]);
        Ok(())
    }

    fn make_hex_elements(
        &self,
        hex: Element<'s>,
        ty: Type,
        layout: &ElementLayout,
        count: u64,
        at: usize,
    ) -> PResult<Attr> {
        let text = hex.number.text.as_bytes();
        let digits = text.get(1..text.len().saturating_sub(1)).unwrap_or(&[]);
        let Some(mut data) = decode_hex(digits) else {
            let message = "expected string containing hex digits starting with `0x`";
            return Err(self.error_at(hex.number.at, message));
        };
        // Many booleans are written as bits, the first one lowest.
        if layout.is_bool && data.len() as u64 == count.div_ceil(8) && count > 1 {
            let bytes = data;
            data = (0..count as usize).map(|i| bytes[i / 8] >> (i % 8) & 1).collect();
        } else if layout.is_bool {
            // One byte for all: every bit set is true.
            data.iter_mut().for_each(|b| *b = u8::from(*b != 0));
        }
        let size = layout.bytes() as u64;
        let splat = data.len() as u64 == size;
        if count.checked_mul(size) != Some(data.len() as u64) && !(splat && count > 0) || !layout.fits(&data)
        {
            let ty = type_to_string(self.ctx(), ty);
            let message = format!("elements hex data size is invalid for provided type: '{ty}'");
            return Err(self.error_at(at, message));
        }
        Ok(make_dense(self.ctx(), ty, data))
    }

    fn make_string_elements(&self, literal: &Literal<'s>, ty: Type) -> PResult<Attr> {
        let mut values: Vec<Box<[u8]>> = Vec::with_capacity(literal.elements.len());
        for element in literal.hex.iter().chain(&literal.elements) {
            if element.kind != TokenKind::String {
                return Err(self.error_at(element.number.at, "expected string elements"));
            }
            values.push(unquote(element.number.text).into());
        }
        let count = self.ctx().type_kind(ty).num_elements().unwrap_or(0);
        if count == 0 {
            values.clear();
        }
        let splat = !values.is_empty() && values.iter().all(|v| *v == values[0]);
        if splat {
            values.truncate(1);
        }
        Ok(self.ctx().intern_attr(AttrKind::DenseStrings { ty, splat, values: values.into() }))
    }

    pub(super) fn parse_dense_array(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'array'")?;
        let at = self.offset();
        let elem = self.parse_optional_type()?;
        let Some(elem) = elem else {
            return Err(self.error_at(at, "expected an integer or floating point type"));
        };
        let ctx = self.ctx();
        let kind = match *ctx.type_kind(elem) {
            TypeKind::Integer { .. } => None,
            TypeKind::Float(kind) => Some(kind),
            _ => return Err(self.error_at(at, "expected an integer or floating point type")),
        };
        let width = ctx.int_or_float_width(elem).unwrap_or(0);
        if width != 1 && !width.is_multiple_of(8) || width == 0 {
            return Err(self.error_at(at, "element type bitwidth must be a multiple of 8"));
        }
        let layout = element_layout(ctx, elem);
        let mut data = Vec::new();
        if !self.consume_if(TokenKind::Greater) {
            self.expect(TokenKind::Colon, "expected ':' after dense array type")?;
            loop {
                let mut element = Vec::new();
                self.parse_element(&mut element)?;
                let [element] = element[..] else {
                    return Err(self.error("expected element literal of primitive type"));
                };
                if let Some(layout) = &layout {
                    self.check_size(data.len() / layout.part_bytes().max(1) + 1, layout, at)?;
                }
                match kind {
                    Some(kind) => self.push_float(&element, kind, &mut data)?,
                    None => self.push_integer(&element, elem, &mut data)?,
                }
                if !self.consume_if(TokenKind::Comma) {
                    break;
                }
            }
            self.expect(TokenKind::Greater, "expected '>' to close an array attribute")?;
        }
        Ok(ctx.intern_attr(AttrKind::DenseArray { elem, data: data.into() }))
    }

    pub(super) fn parse_dense_resource(&mut self, ty: Option<Type>) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'dense_resource'")?;
        let key = match self.token().kind {
            TokenKind::BareId => self.ctx().ident(self.spelling()),
            TokenKind::String => match String::from_utf8(unquote(self.spelling())) {
                Ok(key) => self.ctx().ident(&key),
                Err(_) => return Err(self.error("a resource key must be UTF-8")),
            },
            _ => return Err(self.error("expected a resource key")),
        };
        self.advance();
        self.expect(TokenKind::Greater, "expected '>'")?;
        let ty = match ty {
            Some(ty) => ty,
            None => {
                self.expect(TokenKind::Colon, "expected ':'")?;
                self.parse_type()?
            }
        };
        if !self.ctx().type_kind(ty).is_shaped() {
            return Err(self.error("`dense_resource` expected a shaped type"));
        }
        Ok(self.ctx().intern_attr(AttrKind::DenseResource { ty, key }))
    }

    pub(super) fn parse_sparse(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let ctx = self.ctx();
        let start = self.offset();
        self.advance();
        self.expect(TokenKind::Less, "Expected '<' after 'sparse'")?;
        let empty = self.consume_if(TokenKind::Greater);
        let (mut indices, mut values) = (Literal::default(), Literal::default());
        if !empty {
            indices = self.parse_list_or_element()?;
            self.expect(TokenKind::Comma, "expected ','")?;
            values = self.parse_list_or_element()?;
            self.expect(TokenKind::Greater, "expected '>'")?;
        }
        let at = self.offset();
        let ty = self.parse_elements_type(ty)?;
        let kind = ctx.type_kind(ty);
        let rank = kind.dims().map_or(0, <[i64]>::len) as i64;
        let elem = kind.element_type().unwrap_or(ty);
        // A list of one row or of single coordinates may leave out its brackets; one number stands for all of them.
        let rows = match (empty, &values.shape[..], &indices.shape[..]) {
            (true, ..) => 0,
            (_, [rows], _) | (_, [], [rows, _]) => *rows,
            _ => 1,
        };
        let index_type = ctx.tensor(&[rows, rank], ctx.i64());
        if let [count] = indices.shape[..]
            && (rank == 1 && count == rows || rows == 1 && count == rank)
        {
            indices.shape = vec![rows, rank];
        }
        if !empty && !indices.shape.is_empty() && indices.shape != [rows, rank] {
            let message = format!("expected sparse indices of shape [{rows}, {rank}]");
            return Err(self.error_at(start, message));
        }
        let value_type = ctx.tensor(&[rows], elem);
        let indices = if empty {
            make_dense(ctx, index_type, vec![])
        } else {
            self.make_elements(&indices, index_type, at)?
        };
        let values = if empty {
            make_dense(ctx, value_type, vec![])
        } else {
            self.make_elements(&values, value_type, at)?
        };
        Ok(ctx.intern_attr(AttrKind::Sparse { ty, indices, values }))
    }

    fn parse_list_or_element(&mut self) -> PResult<Literal<'s>> {
        let mut literal = Literal { at: self.offset(), ..Literal::default() };
        if self.at(TokenKind::LSquare) {
            self.parse_element_lists(&mut literal)?;
        } else {
            self.parse_element(&mut literal.elements)?;
        }
        Ok(literal)
    }
}
