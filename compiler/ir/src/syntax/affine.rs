//! Parser of affine maps and integer sets.
//!
//! ```text
//! map        ::= dims `->` `(` (expr (`,` expr)*)? `)`
//! set        ::= dims `:` `(` (constraint (`,` constraint)*)? `)`
//! dims       ::= `(` names? `)` (`[` names? `]`)?
//! constraint ::= expr (`>=` | `==` | `<=`) expr
//! expr       ::= product ((`+` | `-`) product)*
//! product    ::= factor ((`*` | `floordiv` | `ceildiv` | `mod`) factor)*
//! factor     ::= `-` factor | `(` expr `)` | name | number
//! ```

use super::lexer::TokenKind;
use super::state::{Delimiter, PResult, ParserState};
use crate::affine::{AffineMap, AffineOp, ExprBuilder, ExprId, IntegerSet};
use crate::handles::Attr;

/// The names in scope and the expressions built so far.
#[derive(Default)]
struct Scope<'s> {
    names: rustc_hash::FxHashMap<&'s str, ExprId>,
    dims: u32,
    symbols: u32,
    exprs: ExprBuilder,
}

impl<'s> ParserState<'s> {
    pub(super) fn parse_affine_map_attr(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in affine map")?;
        let map = self.parse_affine_map()?;
        self.expect(TokenKind::Greater, "expected '>' in affine map")?;
        Ok(self.ctx().affine_map_attr(map))
    }

    pub(super) fn parse_affine_set_attr(&mut self) -> PResult<Attr> {
        self.advance();
        self.expect(TokenKind::Less, "expected '<' in integer set")?;
        let set = self.parse_integer_set()?;
        self.expect(TokenKind::Greater, "expected '>' in integer set")?;
        Ok(self.ctx().integer_set_attr(set))
    }

    /// Parses `(d0)[s0] -> (d0 + s0)`.
    pub fn parse_affine_map(&mut self) -> PResult<AffineMap> {
        let mut scope = self.parse_affine_names()?;
        self.expect(TokenKind::Arrow, "expected '->' or ':'")?;
        let mut results = Vec::new();
        self.parse_list(Delimiter::Paren, " in affine map range", |p| {
            results.push(p.parse_affine_expr(&mut scope)?);
            Ok(())
        })?;
        let (exprs, results) = scope.exprs.finish(&results);
        Ok(AffineMap { dims: scope.dims, symbols: scope.symbols, exprs, results })
    }

    /// Parses `(d0)[s0] : (d0 >= 0, s0 == 0)`.
    pub fn parse_integer_set(&mut self) -> PResult<IntegerSet> {
        let mut scope = self.parse_affine_names()?;
        self.expect(TokenKind::Colon, "expected '->' or ':'")?;
        let (mut roots, mut equal) = (Vec::new(), Vec::new());
        self.parse_list(Delimiter::Paren, " in integer set constraint list", |p| {
            let (expr, is_equality) = p.parse_constraint(&mut scope)?;
            roots.push(expr);
            equal.push(is_equality);
            Ok(())
        })?;
        if roots.is_empty() {
            // Everything is in the set.
            roots.push(scope.exprs.constant(0));
            equal.push(true);
        }
        let (exprs, roots) = scope.exprs.finish(&roots);
        let constraints = roots.into_iter().zip(equal).collect();
        Ok(IntegerSet { dims: scope.dims, symbols: scope.symbols, exprs, constraints })
    }

    fn parse_affine_names(&mut self) -> PResult<Scope<'s>> {
        let mut scope = Scope::default();
        self.parse_list(Delimiter::Paren, " in dimensional identifier list", |p| {
            let id = scope.exprs.dim(scope.dims);
            scope.dims += 1;
            p.parse_affine_name(&mut scope, id)
        })?;
        if self.at(TokenKind::LSquare) {
            self.parse_list(Delimiter::Square, " in symbol list", |p| {
                let id = scope.exprs.symbol(scope.symbols);
                scope.symbols += 1;
                p.parse_affine_name(&mut scope, id)
            })?;
        }
        Ok(scope)
    }

    fn parse_affine_name(&mut self, scope: &mut Scope<'s>, id: ExprId) -> PResult<()> {
        if !self.at(TokenKind::BareId) {
            return Err(self.wrong_token("expected bare identifier"));
        }
        let name = self.spelling();
        if scope.names.insert(name, id).is_some() {
            return Err(self.error(format!("redefinition of identifier '{name}'")));
        }
        self.advance();
        Ok(())
    }

    fn parse_constraint(&mut self, scope: &mut Scope<'s>) -> PResult<(ExprId, bool)> {
        let left = self.parse_affine_expr(scope)?;
        let kind = self.token().kind;
        let compares = matches!(kind, TokenKind::Greater | TokenKind::Less | TokenKind::Equal);
        if compares {
            self.advance();
        }
        if !compares || !self.consume_if(TokenKind::Equal) {
            let message = "expected '== affine-expr' or '>= affine-expr' at end of affine constraint";
            return Err(self.error(message));
        }
        let right = self.parse_affine_expr(scope)?;
        let (more, less) = if kind == TokenKind::Less { (right, left) } else { (left, right) };
        let difference = scope.exprs.subtract(more, less);
        Ok((difference, kind == TokenKind::Equal))
    }

    fn parse_affine_expr(&mut self, scope: &mut Scope<'s>) -> PResult<ExprId> {
        let mut sum = self.parse_affine_product(scope, false)?;
        loop {
            let minus = match self.token().kind {
                TokenKind::Plus => false,
                TokenKind::Minus => true,
                _ => return Ok(sum),
            };
            self.advance();
            let right = self.parse_affine_product(scope, true)?;
            sum = if minus { scope.exprs.subtract(sum, right) } else { scope.exprs.add(sum, right) };
        }
    }

    /// `is_right`: an operator stands in front.
    fn parse_affine_product(&mut self, scope: &mut Scope<'s>, is_right: bool) -> PResult<ExprId> {
        let mut product = self.parse_affine_factor(scope, is_right)?;
        loop {
            let at = self.offset();
            let (op, name) = match self.token().kind {
                TokenKind::Star => (AffineOp::Mul, "multiply"),
                TokenKind::BareId => match self.spelling() {
                    "floordiv" => (AffineOp::FloorDiv, "floordiv"),
                    "ceildiv" => (AffineOp::CeilDiv, "ceildiv"),
                    "mod" => (AffineOp::Mod, "mod"),
                    _ => return Ok(product),
                },
                _ => return Ok(product),
            };
            self.advance();
            let right = self.parse_affine_factor(scope, true)?;
            let exprs = &mut scope.exprs;
            if op == AffineOp::Mul && !exprs.is_symbolic(product) && !exprs.is_symbolic(right) {
                let message = "non-affine expression: at least one of the multiply operands has to be either a \
                               constant or symbolic";
                return Err(self.error_at(at, message));
            }
            if op != AffineOp::Mul && !exprs.is_symbolic(right) {
                let message = format!(
                    "non-affine expression: right operand of {name} has to be either a constant or symbolic"
                );
                return Err(self.error_at(at, message));
            }
            product = exprs.binary(op, product, right);
        }
    }

    fn parse_affine_factor(&mut self, scope: &mut Scope<'s>, is_right: bool) -> PResult<ExprId> {
        match self.token().kind {
            TokenKind::Minus => {
                self.advance();
                // The smallest number has no positive counterpart.
                if self.at(TokenKind::Integer)
                    && let Ok(value) = format!("-{}", self.spelling()).parse()
                {
                    self.advance();
                    return Ok(scope.exprs.constant(value));
                }
                let value = self.nested(|p| p.parse_affine_factor(scope, is_right))?;
                let minus_one = scope.exprs.constant(-1);
                Ok(scope.exprs.mul(value, minus_one))
            }
            TokenKind::LParen => {
                self.advance();
                if self.at(TokenKind::RParen) {
                    return Err(self.error("no expression inside parentheses"));
                }
                let value = self.nested(|p| p.parse_affine_expr(scope))?;
                self.expect(TokenKind::RParen, "expected ')'")?;
                Ok(value)
            }
            TokenKind::Integer => {
                let Ok(value) = self.spelling().parse() else {
                    return Err(self.error("constant too large for index"));
                };
                self.advance();
                Ok(scope.exprs.constant(value))
            }
            TokenKind::BareId => match scope.names.get(self.spelling()) {
                Some(&id) => {
                    self.advance();
                    Ok(id)
                }
                None => Err(self.wrong_token("use of undeclared identifier")),
            },
            _ if is_right => Err(self.error("missing right operand of binary operator")),
            TokenKind::Plus | TokenKind::Star => Err(self.error("missing left operand of binary operator")),
            _ => Err(self.error("expected affine expression")),
        }
    }
}
