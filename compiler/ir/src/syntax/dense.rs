//! Parser of elements: `dense<…>`, `array<…>`, `dense_resource<…>` and `sparse<…>`.
//!
//! The literal of `dense` comes before its type, so its elements are kept as text until the type is known. Brackets are
//! counted in a loop, not by recursion: only memory bounds the rank here. Large constants are hexadecimal strings, which
//! are one token and decoded in one pass.

use super::attrs::Number;
use super::lexer::TokenKind;
use super::print::type_to_string;
use super::state::{PResult, ParserState};
use super::strings::{decode_hex, unquote};
use crate::attributes::AttrKind;
use crate::context::Context;
use crate::dense::{DenseView, ElementLayout, element_layout, make_dense, read_bits};
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

/// The text between `dense<` and `>`.
#[derive(Default)]
struct Literal<'s> {
    /// Sizes of the nested lists; empty for a splat.
    shape: Vec<i64>,
    elements: Vec<Element<'s>>,
    /// A string literal with hexadecimal digits.
    hex: Option<Element<'s>>,
    /// The start of the literal.
    at: usize,
}

impl<'s> ParserState<'s> {
    pub(super) fn parse_dense(&mut self, ty: Option<Type>) -> PResult<Attr> {
        let at = self.offset();
        self.advance();
        self.expect(TokenKind::Less, "expected '<' after 'dense'")?;
        let literal = self.parse_elements_literal(true)?;
        let ty = self.parse_elements_type(ty, at)?;
        self.make_elements(&literal, ty, at)
    }

    /// Parses a literal and the `>` behind it.
    fn parse_elements_literal(&mut self, allow_hex: bool) -> PResult<Literal<'s>> {
        if self.at(TokenKind::Greater) {
            let literal = Literal { at: self.offset(), ..Literal::default() };
            self.advance();
            return Ok(literal);
        }
        let literal = self.parse_list_or_element(allow_hex)?;
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
                return Err(self.wrong_token("expected ']'"));
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

    /// The type of elements that start at `at`: known, or written behind a colon.
    fn parse_elements_type(&mut self, ty: Option<Type>, at: usize) -> PResult<Type> {
        let ty = match ty {
            Some(ty) => ty,
            None => {
                self.expect(TokenKind::Colon, "expected ':'")?;
                self.parse_type()?
            }
        };
        let kind = self.ctx().type_kind(ty);
        if !kind.is_shaped() {
            return Err(self.error_at(at, "elements literal must be a shaped type"));
        }
        if !kind.has_static_shape() && !matches!(kind, TypeKind::Vector { .. }) {
            return Err(self.error_at(at, "elements literal type must have static shape"));
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
        let Some(layout) = layout else { return self.make_string_elements(literal, ty, at) };
        let used = &literal.elements[..];
        let is_splat = literal.shape.is_empty() && !used.is_empty();
        let expected = u64::from(layout.parts) * if is_splat { 1 } else { count };
        if used.len() as u64 != expected {
            let ty = type_to_string(ctx, if is_splat { elem } else { ty });
            let found = used.len();
            let message = format!("parsed {found} elements, but type ('{ty}') expected {expected} elements");
            return Err(self.error_at(at, message));
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
            TokenKind::Integer => self.float_from_integer(number, kind)?,
            _ => return Err(self.error_at(number.at, "expected floating point literal")),
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
        // Booleans are written as bits, the first one lowest; of one alone every bit counts. Releases of upstream after 22 write bytes.
        let mut is_whole = true;
        let are_bytes = layout.is_bool && data.len() as u64 == count && data.iter().all(|&byte| byte <= 1);
        if layout.is_bool && count == 1 && data.len() == 1 {
            data[0] = u8::from(data[0] != 0);
        } else if layout.is_bool && !are_bytes {
            is_whole = data.len() as u64 == count.div_ceil(8);
            let bytes = data;
            let bits = if is_whole { count as usize } else { 0 };
            data = (0..bits).map(|i| bytes[i / 8] >> (i % 8) & 1).collect();
        }
        let size = layout.bytes() as u64;
        let splat = data.len() as u64 == size;
        if !is_whole
            || count.checked_mul(size) != Some(data.len() as u64) && !(splat && count > 0)
            || !layout.fits(&data)
        {
            let ty = type_to_string(self.ctx(), ty);
            let message = format!("elements hex data size is invalid for provided type: '{ty}'");
            return Err(self.error_at(at, message));
        }
        Ok(make_dense(self.ctx(), ty, data))
    }

    fn make_string_elements(&self, literal: &Literal<'s>, ty: Type, at: usize) -> PResult<Attr> {
        let mut values: Vec<Box<[u8]>> = Vec::with_capacity(literal.elements.len());
        for element in literal.hex.iter().chain(&literal.elements) {
            if element.kind != TokenKind::String {
                let message = format!("expected string token, got {}", element.number.text);
                return Err(self.error_at(at, message));
            }
            values.push(unquote(element.number.text).into());
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
        let elem = self.parse_type()?;
        let ctx = self.ctx();
        let kind = match *ctx.type_kind(elem) {
            TypeKind::Integer { .. } => None,
            TypeKind::Float(kind) => Some(kind),
            _ => {
                let message = format!("expected integer or float type, got: '{}'", type_to_string(ctx, elem));
                return Err(self.error_at(at, message));
            }
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
                let element = self.parse_array_element(elem, kind.is_some())?;
                if let Some(layout) = &layout {
                    self.check_size(data.len() / layout.part_bytes().max(1) + 1, layout, at)?;
                }
                match kind {
                    Some(kind) => self.push_float(&element, kind, &mut data)?,
                    // A faulty value is reported at its end.
                    None if self.integer_value(element.number, elem).is_none()
                        && element.kind == TokenKind::Integer =>
                    {
                        return Err(self.error("integer constant out of range"));
                    }
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

    /// An element of an array of numbers of one type.
    fn parse_array_element(&mut self, elem: Type, is_float: bool) -> PResult<Element<'s>> {
        let is_bool = elem == self.ctx().i1();
        let negative = self.consume_if(TokenKind::Minus);
        let is_word = !negative && self.at(TokenKind::BareId) && matches!(self.spelling(), "true" | "false");
        match self.token().kind {
            TokenKind::Integer | TokenKind::Float if is_float => {}
            _ if is_float => return Err(self.error("expected floating point literal")),
            TokenKind::BareId if is_word && !is_bool => {
                return Err(self.error("expected i1 type for 'true' or 'false' values"));
            }
            TokenKind::BareId if is_word => {}
            TokenKind::Integer if is_bool => {
                return Err(self.error("expected 'true' or 'false' values for i1 type"));
            }
            TokenKind::Integer => {}
            _ => return Err(self.error("expected integer literal")),
        }
        Ok(self.take_element(negative))
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
            _ => return Err(self.error("expected identifier key for 'resource' entry")),
        };
        self.advance();
        self.expect(TokenKind::Greater, "expected '>'")?;
        let at = self.offset();
        let ty = match ty {
            Some(ty) => ty,
            None => {
                self.expect(TokenKind::Colon, "expected ':'")?;
                self.parse_type()?
            }
        };
        if !self.ctx().type_kind(ty).is_shaped() {
            return Err(self.error_at(at, "`dense_resource` expected a shaped type"));
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
            indices = self.parse_list_or_element(false)?;
            self.expect(TokenKind::Comma, "expected ','")?;
            values = self.parse_list_or_element(true)?;
            self.expect(TokenKind::Greater, "expected '>'")?;
        }
        let ty = self.parse_elements_type(ty, start)?;
        let kind = ctx.type_kind(ty);
        let dims = kind.dims().unwrap_or(&[]);
        let rank = dims.len() as i64;
        let elem = kind.element_type().unwrap_or(ty);
        // One number stands for all coordinates of one element, one value for the values at all coordinates.
        let (index_shape, value_shape) = match (empty, indices.shape.is_empty(), values.shape.is_empty()) {
            (true, ..) => (vec![0, rank], vec![0]),
            (_, one_index, one_value) => {
                let index_shape = if one_index { vec![1, rank] } else { indices.shape.clone() };
                let count = index_shape.first().copied().unwrap_or(0);
                (index_shape, if one_value { vec![count] } else { values.shape.clone() })
            }
        };
        let index_type = ctx.tensor(&index_shape, ctx.i64());
        let indices = match empty {
            true => make_dense(ctx, index_type, vec![]),
            false => self.make_elements(&indices, index_type, indices.at)?,
        };
        let value_type = ctx.tensor(&value_shape, elem);
        let values = match empty {
            true => make_dense(ctx, value_type, vec![]),
            false => self.make_elements(&values, value_type, values.at)?,
        };
        if value_shape.len() != 1 {
            return Err(self.error_at(start, "expected 1-d tensor for sparse element values"));
        }
        let fits = match index_shape[..] {
            [_, coordinates] => coordinates == rank,
            [_] => rank == 1,
            _ => false,
        };
        if !fits || index_shape[0] != value_shape[0] {
            let list = |d: &[i64]| d.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            let message = format!(
                "expected shape ([{}]); inferred shape of indices literal ([{}]); inferred shape of values literal \
                 ([{}])",
                list(dims),
                list(&index_shape),
                list(&value_shape)
            );
            return Err(self.error_at(start, message));
        }
        if let Some((number, index)) = outside(ctx, indices, dims) {
            let index: Vec<String> = index.iter().map(|&at| (at as u64).to_string()).collect();
            let message = format!(
                "sparse index #{number} is not contained within the value shape, with index=[{}], and type='{}'",
                index.join(", "),
                type_to_string(ctx, ty)
            );
            return Err(self.error_at(start, message));
        }
        Ok(ctx.intern_attr(AttrKind::Sparse { ty, indices, values }))
    }

    fn parse_list_or_element(&mut self, allow_hex: bool) -> PResult<Literal<'s>> {
        let mut literal = Literal { at: self.offset(), ..Literal::default() };
        if allow_hex && self.at(TokenKind::String) {
            literal.hex = Some(self.take_element(false));
        } else if self.at(TokenKind::LSquare) {
            self.parse_element_lists(&mut literal)?;
        } else {
            self.parse_element(&mut literal.elements)?;
        }
        Ok(literal)
    }
}

/// The first of some coordinates that lie outside of a shape, with its number.
fn outside(ctx: &Context, indices: Attr, dims: &[i64]) -> Option<(usize, Vec<i64>)> {
    let view = DenseView::new(ctx, indices)?;
    let numbers: Vec<i64> = view.elements().map(|bytes| read_bits(bytes) as i64).collect();
    numbers
        .chunks(dims.len().max(1))
        .enumerate()
        .find(|(_, index)| index.iter().zip(dims).any(|(&at, &size)| !(0..size).contains(&at)))
        .map(|(number, index)| (number, index.to_vec()))
}
