//! Parser of types.
//!
//! ```text
//! type          ::= alias | dialect-type | function-type | builtin
//! function-type ::= `(` (type (`,` type)*)? `)` `->` (non-function-type | `(` (type (`,` type)*)? `)`)
//! builtin       ::= (`i` | `si` | `ui`) width | `index` | `f32` … | `none` | `complex` `<` type `>`
//!                 | `tuple` `<` … `>` | `vector` `<` … `>` | `tensor` `<` … `>` | `memref` `<` … `>`
//! ```

use super::lexer::{TokenKind, is_id_byte};
use super::state::{DialectBody, MAX_NESTING, PResult, ParserState};
use crate::attributes::AttrKind;
use crate::handles::{Attr, Type};
use crate::types::{DYNAMIC, FloatKind, MAX_INTEGER_WIDTH, Signedness, TypeKind};

/// Sign and digits of the width of an integer type's name.
pub(super) fn integer_type(name: &str) -> Option<(Signedness, &str)> {
    let (sign, digits) = match name.as_bytes() {
        [b'i', ..] => (Signedness::Signless, &name[1..]),
        [b's', b'i', ..] => (Signedness::Signed, &name[2..]),
        [b'u', b'i', ..] => (Signedness::Unsigned, &name[2..]),
        _ => return None,
    };
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())).then_some((sign, digits))
}

/// The continuation of a name marked with `#` or `!`.
pub(super) enum Extended<'s> {
    /// An alias.
    Alias(&'s str),
    /// A dialect's type or attribute.
    Dialect(&'s str, DialectBody<'s>),
}

impl<'s> ParserState<'s> {
    /// Parses a type.
    pub fn parse_type(&mut self) -> PResult<Type> {
        if self.at(TokenKind::LParen) {
            return self.nested(Self::parse_function_type);
        }
        self.parse_non_function_type()
    }

    /// Parses a type if there is one.
    pub fn parse_optional_type(&mut self) -> PResult<Option<Type>> {
        if self.at_type() { self.parse_type().map(Some) } else { Ok(None) }
    }

    /// Whether the next token starts a type.
    pub fn at_type(&self) -> bool {
        match self.token().kind {
            TokenKind::LParen | TokenKind::ExclaimId => true,
            TokenKind::BareId => {
                let name = self.spelling();
                integer_type(name).is_some() || is_builtin_type_name(name)
            }
            _ => false,
        }
    }

    /// Parses `: type`.
    pub fn parse_colon_type(&mut self) -> PResult<Type> {
        self.expect_punct(TokenKind::Colon)?;
        self.parse_type()
    }

    /// Parses types separated by commas, at least one.
    pub fn parse_type_list_no_parens(&mut self) -> PResult<Vec<Type>> {
        let mut types = vec![self.parse_type()?];
        while self.consume_if(TokenKind::Comma) {
            types.push(self.parse_type()?);
        }
        Ok(types)
    }

    /// Parses types in parentheses.
    pub fn parse_type_list_parens(&mut self) -> PResult<Vec<Type>> {
        self.expect_punct(TokenKind::LParen)?;
        let mut types = Vec::new();
        if self.consume_if(TokenKind::RParen) {
            return Ok(types);
        }
        types = self.parse_type_list_no_parens()?;
        self.expect_punct(TokenKind::RParen)?;
        Ok(types)
    }

    /// Parses the types after `->`: types in parentheses, or one type that is not a function.
    pub fn parse_function_result_types(&mut self) -> PResult<Vec<Type>> {
        if self.at(TokenKind::LParen) {
            return self.parse_type_list_parens();
        }
        Ok(vec![self.parse_non_function_type()?])
    }

    /// Parses `(types) -> results`.
    pub fn parse_function_type(&mut self) -> PResult<Type> {
        let inputs = self.parse_type_list_parens()?;
        self.expect(TokenKind::Arrow, "expected '->' in function type")?;
        let results = self.parse_function_result_types()?;
        Ok(self.ctx().function(&inputs, &results))
    }

    /// Parses a type that is not a function.
    pub fn parse_non_function_type(&mut self) -> PResult<Type> {
        match self.token().kind {
            TokenKind::ExclaimId => self.parse_extended_type(),
            TokenKind::BareId => self.parse_builtin_type(),
            _ => Err(self.wrong_token("expected non-function type")),
        }
    }

    fn parse_builtin_type(&mut self) -> PResult<Type> {
        let name = self.spelling();
        let ctx = self.ctx();
        if let Some((sign, digits)) = integer_type(name) {
            let width = match digits.parse::<u32>() {
                Ok(width) if width <= MAX_INTEGER_WIDTH => width,
                Ok(_) => {
                    return Err(
                        self.error(format!("integer bitwidth is limited to {MAX_INTEGER_WIDTH} bits"))
                    );
                }
                Err(_) => return Err(self.error("invalid integer width")),
            };
            self.advance();
            return Ok(match (sign, width) {
                (Signedness::Signless, 1) => ctx.i1(),
                (Signedness::Signless, 32) => ctx.i32(),
                (Signedness::Signless, 64) => ctx.i64(),
                _ => ctx.int_with_sign(width, sign),
            });
        }
        let simple = match name {
            "f32" => Some(ctx.f32()),
            "index" => Some(ctx.index()),
            "none" => Some(ctx.none()),
            _ => FloatKind::from_name(name).map(|k| ctx.float(k)),
        };
        if let Some(ty) = simple {
            self.advance();
            return Ok(ty);
        }
        match name {
            "tensor" => self.nested(Self::parse_tensor_type),
            "vector" => self.nested(Self::parse_vector_type),
            "memref" => self.nested(Self::parse_memref_type),
            "complex" => self.nested(Self::parse_complex_type),
            "tuple" => self.nested(Self::parse_tuple_type),
            _ => Err(self.wrong_token("expected non-function type")),
        }
    }

    fn parse_complex_type(&mut self) -> PResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in complex type")?;
        let at = self.offset();
        let elem = self.parse_type()?;
        self.expect(TokenKind::Greater, "expected '>' in complex type")?;
        if !matches!(self.ctx().type_kind(elem), TypeKind::Integer { .. } | TypeKind::Float(_)) {
            return Err(self.error_at(at, "invalid element type for complex"));
        }
        Ok(self.ctx().complex(elem))
    }

    fn parse_tuple_type(&mut self) -> PResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in tuple type")?;
        if self.consume_if(TokenKind::Greater) {
            return Ok(self.ctx().tuple(&[]));
        }
        let types = self.parse_type_list_no_parens()?;
        self.expect(TokenKind::Greater, "expected '>' in tuple type")?;
        Ok(self.ctx().tuple(&types))
    }

    fn parse_vector_type(&mut self) -> PResult<Type> {
        let start = self.offset();
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in vector type")?;
        let (mut dims, mut scalable) = (Vec::new(), Vec::new());
        loop {
            let is_scalable = self.consume_if(TokenKind::LSquare);
            if !is_scalable && self.at(TokenKind::Integer) && self.take_plain_dimensions(&mut dims) {
                scalable.resize(dims.len(), false);
                continue;
            }
            if !self.at(TokenKind::Integer) {
                if is_scalable {
                    return Err(self.wrong_token("expected integer in scalable dimension"));
                }
                break;
            }
            dims.push(self.parse_dimension()?);
            scalable.push(is_scalable);
            if is_scalable {
                self.expect(TokenKind::RSquare, "missing ']' closing scalable dimension")?;
            }
            self.parse_x()?;
        }
        let elem = self.parse_type()?;
        self.expect(TokenKind::Greater, "expected '>' in vector type")?;
        if !self.ctx().is_int_index_float(elem) {
            let message = "failed to verify 'elementType': VectorElementTypeInterface instance";
            return Err(self.error_at(start, message));
        }
        if dims.contains(&0) {
            let dims: Vec<String> = dims.iter().map(i64::to_string).collect();
            let message =
                format!("vector types must have positive constant sizes but got {}", dims.join(", "));
            return Err(self.error_at(start, message));
        }
        if !scalable.contains(&true) {
            scalable.clear();
        }
        Ok(self.ctx().intern_type(TypeKind::Vector { dims: dims.into(), scalable: scalable.into(), elem }))
    }

    fn parse_tensor_type(&mut self) -> PResult<Type> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in tensor type")?;
        let dims = self.parse_ranked_or_star()?;
        let at = self.offset();
        let elem = self.parse_type()?;
        let encoding =
            if self.consume_if(TokenKind::Comma) { Some(self.parse_attribute(None)?) } else { None };
        self.expect(TokenKind::Greater, "expected '>' in tensor type")?;
        let ctx = self.ctx();
        let valid = match ctx.type_kind(elem) {
            TypeKind::Complex(_) | TypeKind::Vector { .. } | TypeKind::Opaque { .. } => true,
            _ => ctx.is_int_index_float(elem),
        };
        if !valid {
            return Err(self.error_at(at, "invalid tensor element type"));
        }
        if let (Some(dims), Some(encoding)) = (&dims, encoding) {
            ctx.check_encoding(encoding, dims, elem).map_err(|message| self.error(message))?;
        }
        match dims {
            Some(dims) => Ok(ctx.intern_type(TypeKind::RankedTensor { dims: dims.into(), elem, encoding })),
            None if encoding.is_some() => Err(self.error("cannot apply encoding to unranked tensor")),
            None => Ok(ctx.unranked_tensor(elem)),
        }
    }

    fn parse_memref_type(&mut self) -> PResult<Type> {
        let start = self.offset();
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in memref type")?;
        let dims = self.parse_ranked_or_star()?;
        let at = self.offset();
        let elem = self.parse_type()?;
        let ctx = self.ctx();
        let valid = match ctx.type_kind(elem) {
            TypeKind::Complex(_)
            | TypeKind::Vector { .. }
            | TypeKind::MemRef { .. }
            | TypeKind::UnrankedMemRef { .. } => true,
            _ => ctx.is_int_index_float(elem),
        };
        if !valid {
            return Err(self.error_at(at, "invalid memref element type"));
        }
        let (mut layout, mut memory_space) = (None, None);
        while self.consume_if(TokenKind::Comma) {
            let attr_at = self.offset();
            let attr = self.parse_attribute(None)?;
            let is_layout = matches!(ctx.attr_kind(attr), AttrKind::AffineMap(_) | AttrKind::Strided { .. });
            if is_layout && dims.is_none() {
                return Err(self.error_at(attr_at, "cannot have affine map for unranked memref type"));
            }
            match (is_layout, memory_space) {
                (true, Some(_)) => return Err(self.error("expected memory space to be last in memref type")),
                (false, Some(_)) => {
                    return Err(self.error("multiple memory spaces specified in memref type"));
                }
                // Of several layouts the last counts.
                (true, None) => layout = Some(attr),
                (false, None) => memory_space = Some(attr),
            }
        }
        self.expect(TokenKind::Greater, "expected ',' or '>'")?;
        let default_space = |a: &Attr| ctx.attr_as_i64(*a) != Some(0);
        let memory_space = memory_space.filter(default_space);
        let Some(dims) = dims else {
            return Ok(ctx.intern_type(TypeKind::UnrankedMemRef { elem, memory_space }));
        };
        if let Some(map) = layout {
            match ctx.attr_kind(map) {
                AttrKind::AffineMap(map) if map.dims as usize != dims.len() => {
                    let message = format!(
                        "memref layout mismatch between rank and affine map: {} != {}",
                        dims.len(),
                        map.dims
                    );
                    return Err(self.error_at(start, message));
                }
                AttrKind::AffineMap(map) if map.is_identity() => layout = None,
                AttrKind::Strided { strides, .. } if strides.len() != dims.len() => {
                    let message = "expected the number of strides to match the rank";
                    return Err(self.error_at(start, message));
                }
                _ => {}
            }
        }
        Ok(ctx.intern_type(TypeKind::MemRef { dims: dims.into(), elem, layout, memory_space }))
    }

    fn parse_ranked_or_star(&mut self) -> PResult<Option<Vec<i64>>> {
        if self.consume_if(TokenKind::Star) {
            self.parse_x()?;
            return Ok(None);
        }
        self.parse_dimension_list().map(Some)
    }

    /// Parses `2x?x`, up to the first part that is not a dimension.
    pub fn parse_dimension_list(&mut self) -> PResult<Vec<i64>> {
        let mut dims = Vec::new();
        loop {
            if self.consume_if(TokenKind::Question) {
                dims.push(DYNAMIC);
            } else if self.at(TokenKind::Integer) {
                if self.take_plain_dimensions(&mut dims) {
                    continue;
                }
                dims.push(self.parse_dimension()?);
            } else {
                return Ok(dims);
            }
            self.parse_x()?;
        }
    }

    /// Takes sizes that are written without blanks, each with the `x` behind it; whether there was one. As tokens, each `x` would begin a name that goes on to
    /// the end of the shape, and be looked at as often as there are sizes.
    fn take_plain_dimensions(&mut self, dims: &mut Vec<i64>) -> bool {
        let (text, start) = (self.text(), self.offset());
        let mut at = start;
        loop {
            let rest = &text[at..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            match rest[..digits].parse() {
                Ok(dim) if rest.as_bytes().get(digits) == Some(&b'x') => dims.push(dim),
                _ => break,
            }
            at += digits + 1;
        }
        if at > start {
            self.seek(at);
        }
        at > start
    }

    /// Parses one size. `0x` is the size 0 and the separator, not the start of a hexadecimal number.
    fn parse_dimension(&mut self) -> PResult<i64> {
        let spelling = self.spelling();
        if spelling.starts_with("0x") {
            self.seek(self.offset() + 1);
            return Ok(0);
        }
        let dim = spelling.parse().map_err(|_| self.error("invalid dimension"))?;
        self.advance();
        Ok(dim)
    }

    /// Parses the `x` between dimensions; the next text may be glued to it.
    fn parse_x(&mut self) -> PResult<()> {
        if !self.at(TokenKind::BareId) || !self.spelling().starts_with('x') {
            return Err(self.wrong_token("expected 'x' in dimension list"));
        }
        self.seek(self.offset() + 1);
        Ok(())
    }

    fn parse_extended_type(&mut self) -> PResult<Type> {
        let at = self.offset();
        match self.parse_extended()? {
            Extended::Alias(name) => match self.type_alias(at, name)? {
                Some(ty) => Ok(ty),
                None => Err(self.undefined_alias(name)),
            },
            Extended::Dialect(dialect, body) => self.make_dialect_type(dialect, body),
        }
    }

    fn make_dialect_type(&self, dialect: &str, body: DialectBody<'_>) -> PResult<Type> {
        let ctx = self.ctx();
        match ctx.dialects().dialect(dialect) {
            Some(known) => match known.parse_type() {
                Some(hook) => {
                    hook(ctx, body.text).map_err(|e| self.error_at(body.offset + e.offset, e.message))
                }
                None if known.allows_unknown_types() => Ok(ctx.opaque_type(dialect, body.text)),
                None => {
                    let message = format!("dialect '{dialect}' provides no type parsing hook");
                    Err(self.error_at(body.offset, message))
                }
            },
            None if ctx.dialects().allows_unregistered_dialects() => Ok(ctx.opaque_type(dialect, body.text)),
            None => Err(self.error_at(body.offset, unregistered('!', dialect, body.text, "type"))),
        }
    }

    /// The refusal of an alias that was not defined; it is behind us.
    pub(super) fn undefined_alias(&self, name: &str) -> Box<super::state::SyntaxError> {
        self.wrong_token(format!("undefined symbol alias id '{name}'"))
    }

    /// Takes a marked name and, if it is a dialect's, the body that belongs to it.
    pub(super) fn parse_extended(&mut self) -> PResult<Extended<'s>> {
        let token = self.token();
        let identifier = &self.spelling()[1..];
        let text = self.text();
        let trailing = text.as_bytes().get(token.end) == Some(&b'<');
        let Some((dialect, body)) = identifier.split_once('.') else {
            if !trailing {
                self.advance();
                return Ok(Extended::Alias(identifier));
            }
            let end = self.body_end(token.end)?;
            self.seek(end);
            let body = DialectBody { text: &text[token.end + 1..end - 1], offset: token.end + 1 };
            return Ok(Extended::Dialect(identifier, body));
        };
        if dialect.is_empty() {
            return Err(self.error("expected the name of a dialect"));
        }
        let offset = token.end - body.len();
        let end = if trailing { self.body_end(token.end)? } else { token.end };
        self.seek(end);
        Ok(Extended::Dialect(dialect, DialectBody { text: &text[offset..end], offset }))
    }
}

impl ParserState<'_> {
    fn body_end(&self, open: usize) -> PResult<usize> {
        body_end(self.text(), open).map_err(|(at, message)| self.error_at(at, message))
    }
}

/// The offset behind the bracket that closes the `<` at `open`, or the offset and text of the error. Brackets inside
/// must match; strings are skipped.
fn body_end(text: &str, open: usize) -> Result<usize, (usize, String)> {
    let bytes = text.as_bytes();
    let mut openers: Vec<u8> = Vec::new();
    let mut at = open;
    // Unclosed brackets are reported at the start of the whole.
    let unbalanced = |opener: Option<&u8>| {
        let opener = char::from(*opener.unwrap_or(&b'<'));
        Err((open, format!("unbalanced '{opener}' character in pretty dialect name")))
    };
    loop {
        let Some(skip) = bytes[at..].iter().position(|b| b"<>()[]{}\"-\0".contains(b)) else {
            return unbalanced(openers.last());
        };
        at += skip;
        let byte = bytes[at];
        at += 1;
        match byte {
            b'<' | b'(' | b'[' | b'{' => openers.push(byte),
            b'-' => at += usize::from(bytes.get(at) == Some(&b'>')),
            b'"' => at = super::lexer::lex(text, at - 1).end,
            0 => return unbalanced(openers.last()),
            closer => {
                let wanted = match closer {
                    b'>' => b'<',
                    b')' => b'(',
                    b']' => b'[',
                    _ => b'{',
                };
                if openers.last() != Some(&wanted) {
                    return unbalanced(openers.last());
                }
                openers.pop();
                if openers.is_empty() {
                    return Ok(at);
                }
            }
        }
        if openers.len() > MAX_NESTING as usize {
            return Err((at - 1, format!("nested deeper than {MAX_NESTING} levels")));
        }
    }
}

/// Whether a bare name, not an integer type, starts a builtin type.
fn is_builtin_type_name(name: &str) -> bool {
    matches!(name, "tensor" | "vector" | "memref" | "complex" | "tuple" | "index" | "none")
        || FloatKind::from_name(name).is_some()
}

/// The refusal of a type or attribute of a dialect that is not registered.
pub(super) fn unregistered(mark: char, dialect: &str, body: &str, what: &str) -> String {
    let mut name = String::new();
    write_dialect_symbol(&mut name, mark, dialect, body);
    format!(
        "`{name}` {what} created with unregistered dialect. If this is intended, please use \
         -allow-unregistered-dialect"
    )
}

/// Writes `!dialect.body`, with brackets where the body would not read back behind a dot.
pub(super) fn write_dialect_symbol(out: &mut String, mark: char, dialect: &str, body: &str) {
    out.push(mark);
    out.push_str(dialect);
    if reads_back_behind_dot(body) {
        out.push('.');
        out.push_str(body);
    } else {
        out.push('<');
        out.push_str(body);
        out.push('>');
    }
}

fn reads_back_behind_dot(body: &str) -> bool {
    if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return body.ends_with('-');
    }
    let rest = body.trim_start_matches(|c: char| c.is_ascii() && is_id_byte(c as u8) && c != '$');
    // `b-` would swallow the closing bracket.
    rest.is_empty()
        || rest.starts_with('<') && body_end(rest, 0).is_ok_and(|end| end == rest.len())
        || body.ends_with('-') && body.bytes().all(|b| is_id_byte(b) || b == b'-')
}
