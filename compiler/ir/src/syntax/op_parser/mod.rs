//! The parser's interface for parse hooks: MLIR's `OpAsmParser`, in Rust.
//!
//! Every method that fails has already reported why, so a hook propagates [`Failed`] with `?`. Errors of a hook itself are
//! made with [`OpParser::error`] and start with `custom op '…'`.

mod types;
mod words;

use smallvec::SmallVec;

use super::lexer::TokenKind;
use super::parser::Parser;
use super::state::SyntaxError;
use crate::body::{Body, NamedAttr, OpRegions, OpState};
use crate::context::Context;
use crate::diagnostics::{Failed, Severity, Subject};
use crate::entity::{Block, Op, Region, Value};
use crate::handles::{Attr, Ident, Loc, Type};
use crate::op_ref::OpRef;
use crate::opdef::{OpDefinition, Traits};

/// Knows older spellings.
///
/// A registry has one for names that no dialect declares, a definition may have one for older forms of its operation. It is
/// called behind the name. `None` means that it knows nothing about what stands there, and it must have taken nothing.
/// Otherwise it has read the operation, has said with [`OpParser::remark`] how it is spelled now, and may have changed the
/// name in the state.
pub type LegacyHook = fn(&mut OpParser<'_, '_>, &mut OpState) -> Option<Result<(), Failed>>;

/// An operand as it is written, before its type is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnresolvedOperand<'s> {
    /// The name with its `%`.
    pub name: &'s str,
    /// The number behind `#`, or 0.
    pub number: u32,
    /// Its offset.
    pub offset: usize,
}

/// An argument of a region's entry block.
#[derive(Clone, Debug)]
pub struct Argument<'s> {
    /// Its name.
    pub operand: UnresolvedOperand<'s>,
    /// Its type.
    pub ty: Type,
    /// Attributes, where the operation allows them.
    pub attrs: SmallVec<[NamedAttr; 2]>,
    /// Its location, if that was written.
    pub loc: Option<Loc>,
}

/// The brackets of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delimiter {
    /// None; the list may be empty.
    None,
    /// `(…)`
    Paren,
    /// `(…)`, or nothing at all.
    OptionalParen,
    /// `[…]`
    Square,
    /// `[…]`, or nothing at all.
    OptionalSquare,
}

/// Reads one operation; see the documentation of its module.
pub struct OpParser<'p, 's> {
    parser: &'p mut Parser<'s>,
    body: &'p mut Body,
    block: Block,
    name: &'s str,
    name_offset: usize,
    num_results: usize,
}

impl std::fmt::Debug for OpParser<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpParser").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<'p, 's> OpParser<'p, 's> {
    pub(super) fn new(
        parser: &'p mut Parser<'s>,
        body: &'p mut Body,
        block: Block,
        name: &'s str,
        name_offset: usize,
        num_results: usize,
    ) -> Self {
        Self { parser, body, block, name, name_offset, num_results }
    }

    /// The context of all handles.
    #[must_use]
    pub fn ctx(&self) -> &'s Context {
        self.parser.ctx
    }

    /// The name of the operation: in full if it is declared, else as it is written.
    #[must_use]
    pub fn op_name(&self) -> &'s str {
        self.name
    }

    /// The offset of the name.
    #[must_use]
    pub fn name_offset(&self) -> usize {
        self.name_offset
    }

    /// The number of values that the left-hand side names.
    #[must_use]
    pub fn num_results(&self) -> usize {
        self.num_results
    }

    /// The offset of the next token.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.parser.state.offset()
    }

    /// The location of an offset.
    #[must_use]
    pub fn loc_at(&self, offset: usize) -> Loc {
        self.parser.state.loc_at(offset)
    }

    /// The text from the next token on, for parts that a dialect reads by itself; [`seek`](Self::seek) goes behind them.
    #[must_use]
    pub fn remaining_text(&self) -> &'s str {
        &self.parser.state.text()[self.offset()..]
    }

    /// Goes on at an offset in the text, which must be a boundary of characters.
    pub fn seek(&mut self, offset: usize) {
        self.parser.state.seek(offset);
    }

    // Messages.

    /// Reports `custom op '…' message`.
    pub fn error(&mut self, offset: usize, message: impl AsRef<str>) -> Failed {
        let message = format!("custom op '{}' {}", self.name, message.as_ref());
        self.parser.report_about(Subject::CustomForm, SyntaxError::new(offset, message))
    }

    /// Reports that the next token should have been another.
    pub fn wrong_token(&mut self, message: impl Into<String>) -> Failed {
        self.parser.wrong_token(message)
    }

    /// Adds a remark.
    pub fn remark(&mut self, offset: usize, message: impl Into<String>) {
        self.parser.emit(Severity::Remark, offset, message);
    }

    /// Adds a warning.
    pub fn warning(&mut self, offset: usize, message: impl Into<String>) {
        self.parser.emit(Severity::Warning, offset, message);
    }

    // Operands.

    /// One operand.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn operand(&mut self) -> Result<UnresolvedOperand<'s>, Failed> {
        self.parser.operand(true)
    }

    /// One operand, if there is one.
    ///
    /// # Errors
    /// If its number is wrong; reported.
    pub fn optional_operand(&mut self) -> Result<Option<UnresolvedOperand<'s>>, Failed> {
        if self.parser.state.at(TokenKind::PercentId) { self.operand().map(Some) } else { Ok(None) }
    }

    /// Operands separated by commas.
    ///
    /// # Errors
    /// If a bracket or an operand is missing; reported.
    pub fn operand_list(
        &mut self,
        delimiter: Delimiter,
    ) -> Result<SmallVec<[UnresolvedOperand<'s>; 4]>, Failed> {
        let mut operands = SmallVec::new();
        if delimiter == Delimiter::None && !self.parser.state.at(TokenKind::PercentId) {
            return Ok(operands);
        }
        self.list(delimiter, " in operand list", |p| {
            operands.push(p.operand()?);
            Ok(())
        })?;
        Ok(operands)
    }

    /// Elements separated by commas, as `element` reads them. Without brackets there must be one.
    ///
    /// # Errors
    /// If a bracket or an element is missing; reported.
    pub fn list(
        &mut self,
        delimiter: Delimiter,
        context: &str,
        mut element: impl FnMut(&mut Self) -> Result<(), Failed>,
    ) -> Result<(), Failed> {
        let (open, close) = match delimiter {
            Delimiter::None => (None, None),
            Delimiter::Paren | Delimiter::OptionalParen => (Some(TokenKind::LParen), Some(TokenKind::RParen)),
            Delimiter::Square | Delimiter::OptionalSquare => {
                (Some(TokenKind::LSquare), Some(TokenKind::RSquare))
            }
        };
        if let (Some(open), Some(close)) = (open, close) {
            let optional = matches!(delimiter, Delimiter::OptionalParen | Delimiter::OptionalSquare);
            if optional && !self.parser.state.at(open) {
                return Ok(());
            }
            self.expect_in(open, context)?;
            if self.parser.state.consume_if(close) {
                return Ok(());
            }
        }
        loop {
            element(self)?;
            if !self.parser.state.consume_if(TokenKind::Comma) {
                break;
            }
        }
        match close {
            Some(close) => self.expect_in(close, context),
            None => Ok(()),
        }
    }

    fn expect_in(&mut self, kind: TokenKind, context: &str) -> Result<(), Failed> {
        if self.parser.state.consume_if(kind) {
            return Ok(());
        }
        Err(self.parser.wrong_token(format!("expected '{}'{context}", kind.spelling().unwrap_or("token"))))
    }

    /// Adds the value that an operand means, which must have type `ty`, to `values`.
    ///
    /// # Errors
    /// If it has another type; reported.
    pub fn resolve(
        &mut self,
        operand: &UnresolvedOperand<'s>,
        ty: Type,
        values: &mut SmallVec<[Value; 4]>,
    ) -> Result<(), Failed> {
        values.push(self.parser.resolve_operand(self.body, operand, ty)?);
        Ok(())
    }

    /// Adds the values that operands mean; `offset` is where a difference in number is reported.
    ///
    /// # Errors
    /// If there are not as many types as operands, or a type is another; reported.
    pub fn resolve_all(
        &mut self,
        operands: &[UnresolvedOperand<'s>],
        types: &[Type],
        offset: usize,
        values: &mut SmallVec<[Value; 4]>,
    ) -> Result<(), Failed> {
        if operands.len() != types.len() {
            let message = format!(
                "number of operands and types do not match: got {} operands and {} types",
                operands.len(),
                types.len()
            );
            return Err(self.error(offset, message));
        }
        operands.iter().zip(types).try_for_each(|(operand, &ty)| self.resolve(operand, ty, values))
    }

    // Attributes.

    /// An attribute; `ty` is the type of a number, if it is known and not to be written.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn attribute(&mut self, ty: Option<Type>) -> Result<Attr, Failed> {
        self.parser.with_state(|state| state.parse_attribute(ty))
    }

    /// An affine map without the word and brackets around it: `(d0, d1) -> (d1, d0)`.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn affine_map(&mut self) -> Result<Attr, Failed> {
        let map = self.parser.with_state(|state| state.parse_affine_map())?;
        Ok(self.ctx().affine_map_attr(map))
    }

    /// Attributes in braces, or nothing.
    ///
    /// # Errors
    /// If something in the braces is wrong; reported.
    pub fn attr_dict(&mut self, attrs: &mut SmallVec<[NamedAttr; 2]>) -> Result<(), Failed> {
        if self.parser.state.at(TokenKind::LBrace) { self.parser.attr_dict(attrs) } else { Ok(()) }
    }

    /// `attributes {…}`, or nothing.
    ///
    /// # Errors
    /// If the braces are missing or something in them is wrong; reported.
    pub fn attr_dict_with_keyword(&mut self, attrs: &mut SmallVec<[NamedAttr; 2]>) -> Result<(), Failed> {
        if self.optional_keyword("attributes") { self.parser.attr_dict(attrs) } else { Ok(()) }
    }

    /// Whether the inherent attributes among `attrs` satisfy their constraints; the message if one does not.
    pub(super) fn check_inherent(
        &self,
        definition: &OpDefinition,
        attrs: &[NamedAttr],
    ) -> Result<(), String> {
        self.parser.check_inherent(definition, attrs)
    }

    /// `@name`
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn symbol_name(&mut self) -> Result<Ident, Failed> {
        let offset = self.offset();
        match self.optional_symbol_name()? {
            Some(name) => Ok(name),
            None => Err(self.error(offset, "expected valid '@'-identifier for symbol name")),
        }
    }

    /// `@name`, if it is there.
    ///
    /// # Errors
    /// If it is not a proper name; reported.
    pub fn optional_symbol_name(&mut self) -> Result<Option<Ident>, Failed> {
        if self.parser.state.at(TokenKind::AtId) {
            self.parser.with_state(|state| state.take_symbol_name()).map(Some)
        } else {
            Ok(None)
        }
    }

    // Regions, blocks and operations.

    /// A region in braces, as the next root region of the body of an isolated operation. Values from outside are not seen, so
    /// the names of the operation's operands may be given to the arguments.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn isolated_region(
        &mut self,
        nested: &mut Body,
        arguments: &[Argument<'s>],
    ) -> Result<Region, Failed> {
        let region = nested.add_root_region();
        self.parser.isolated(|parser| parser.region(nested, region, arguments))?;
        Ok(region)
    }

    /// A region in braces, in the body of the operation itself.
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn inline_region(&mut self, arguments: &[Argument<'s>]) -> Result<Region, Failed> {
        let region = self.body.create_region();
        self.parser.region(self.body, region, arguments)?;
        Ok(region)
    }

    /// Makes a region of one block with arguments of these types, which `fill` fills: for forms that say the contents in short.
    pub fn filled_region(
        &mut self,
        arguments: &[Type],
        loc: Loc,
        fill: impl FnOnce(&mut Body, Block),
    ) -> Region {
        let region = self.body.create_region();
        let block = self.body.append_block(region);
        for &ty in arguments {
            self.body.add_block_arg(block, ty, loc);
        }
        fill(self.body, block);
        region
    }

    /// A region without blocks, in the body of the operation itself.
    pub fn empty_region(&mut self) -> Region {
        self.body.create_region()
    }

    /// Ends the last block of a region of the operation itself with an operation without operands, as forms that leave the
    /// terminator out mean, unless it ends with a terminator. A region without blocks gets one.
    pub fn end_inline_region(&mut self, region: Region, terminator: &str) {
        let ctx = self.ctx();
        let loc = self.loc_at(self.name_offset());
        let block = match self.body.blocks(region).last() {
            Some(block) => block,
            None => self.body.append_block(region),
        };
        let ended = self
            .body
            .last_op(block)
            .is_some_and(|op| OpRef { ctx, body: self.body, op }.has(Traits::TERMINATOR));
        if !ended {
            let op = self.body.create_op(ctx, OpState::new(ctx.ident(terminator), loc));
            self.body.append_op(block, op);
        }
    }

    /// `(%name : type {attributes} loc(…), …)`: arguments with their optional parts.
    ///
    /// # Errors
    /// If something is missing; reported.
    pub fn argument_list(&mut self, allow_attrs: bool) -> Result<Vec<Argument<'s>>, Failed> {
        let mut arguments = Vec::new();
        self.list(Delimiter::Paren, "", |p| {
            arguments.push(p.argument(allow_attrs)?);
            Ok(())
        })?;
        Ok(arguments)
    }

    /// `%name : type {attributes} loc(…)`
    ///
    /// # Errors
    /// If something is missing; reported.
    pub fn argument(&mut self, allow_attrs: bool) -> Result<Argument<'s>, Failed> {
        let operand = self.parser.operand(false)?;
        let ty = self.colon_type()?;
        let mut attrs = SmallVec::new();
        if allow_attrs {
            self.attr_dict(&mut attrs)?;
        }
        let loc = self.optional_location()?;
        Ok(Argument { operand, ty, attrs, loc })
    }

    /// `loc(…)`, if it is there.
    ///
    /// # Errors
    /// If what is in the brackets is no location; reported.
    pub fn optional_location(&mut self) -> Result<Option<Loc>, Failed> {
        self.parser.optional_location()
    }

    /// `^block`
    ///
    /// # Errors
    /// The text has something else at this place; the parser reports that.
    pub fn successor(&mut self) -> Result<Block, Failed> {
        self.parser.successor(self.body)
    }

    /// The body in which the operation will stand.
    #[must_use]
    pub fn body(&self) -> &Body {
        self.body
    }

    /// Creates another operation before this one; for older spellings that left something out.
    pub fn create_op_before(&mut self, state: OpState) -> Op {
        let op = self.body.create_op(self.parser.ctx, state);
        self.body.append_op(self.block, op);
        op
    }

    /// Reads the rest as the custom form of a definition.
    ///
    /// # Errors
    /// If it does not fit; reported.
    pub fn parse_definition(&mut self, definition: &OpDefinition, state: &mut OpState) -> Result<(), Failed> {
        if let Some(parse) = definition.parse {
            return parse(self, state);
        }
        match &definition.format {
            Some(format) => self.parse_format(definition, format, state),
            None => Err(self.error(self.name_offset, "has no custom assembly form")),
        }
    }

    /// Makes a region the one region of an operation: in a body of its own if the definition says that it is isolated.
    ///
    /// # Errors
    /// If there is no region; reported.
    pub(super) fn region_of(&mut self, definition: &OpDefinition, state: &mut OpState) -> Result<(), Failed> {
        if definition.has(Traits::ISOLATED) {
            let mut nested = match std::mem::replace(&mut state.regions, OpRegions::None) {
                OpRegions::Nested(nested) => nested,
                _ => Box::default(),
            };
            let result = self.isolated_region(&mut nested, &[]).map(|region| {
                // An operation that wants one block has it, also when nothing is written in it.
                if definition.has(Traits::SINGLE_BLOCK) && nested.entry_block(region).is_none() {
                    nested.append_block(region);
                }
            });
            state.regions = OpRegions::Nested(nested);
            result
        } else {
            let region = self.inline_region(&[])?;
            match &mut state.regions {
                OpRegions::Inline(regions) => regions.push(region),
                regions => *regions = OpRegions::Inline(SmallVec::from_slice(&[region])),
            }
            Ok(())
        }
    }
}
