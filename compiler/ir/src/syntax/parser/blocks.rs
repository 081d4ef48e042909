//! Regions and blocks.

use super::names::NamedBlock;
use super::{MAX_REGIONS, NameScope, Parser};
use crate::body::Body;
use crate::diagnostics::Failed;
use crate::entity::{Block, Region};
use crate::syntax::lexer::TokenKind;
use crate::syntax::op_parser::Argument;

impl<'s> Parser<'s> {
    /// Runs `parse` with an empty scope of names, as inside an isolated operation.
    pub(in crate::syntax) fn isolated<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let text = self.state.text();
        self.scopes.push(NameScope::new(text));
        let result = parse(self);
        self.check_undefined();
        self.scopes.pop();
        result
    }

    /// A region in braces, into `region` of `body`. Named arguments become the arguments of its entry block.
    pub(in crate::syntax) fn region(
        &mut self,
        body: &mut Body,
        region: Region,
        arguments: &[Argument<'s>],
    ) -> Result<(), Failed> {
        let open = self.state.offset();
        self.expect(TokenKind::LBrace, "expected '{' to begin a region")?;
        if self.regions >= MAX_REGIONS {
            return Err(self.error(open, format!("regions are nested deeper than {MAX_REGIONS} levels")));
        }
        if !arguments.is_empty() || !self.state.at(TokenKind::RBrace) {
            self.regions += 1;
            self.scope().push_region();
            let result = self.region_body(body, region, arguments);
            self.regions -= 1;
            let undefined =
                self.scope().pop_region().filter(|block| !block.defined).map(|block| block.offset).min();
            result?;
            if let Some(offset) = undefined {
                return Err(self.error(offset, "reference to an undefined block"));
            }
        }
        self.state.advance();
        Ok(())
    }

    fn region_body(
        &mut self,
        body: &mut Body,
        region: Region,
        arguments: &[Argument<'s>],
    ) -> Result<(), Failed> {
        let entry = body.create_block();
        if !arguments.is_empty() && self.state.at(TokenKind::CaretId) {
            let at = self.state.offset();
            return Err(self.error(at, "invalid block name in region with named arguments"));
        }
        for argument in arguments {
            let operand = &argument.operand;
            if let Some(previous) = self.scope().reference_offset(operand.name, operand.number) {
                let message = format!("region entry argument '{}' is already in use", operand.name);
                return Err(self.error_with_note(
                    operand.offset,
                    message,
                    (previous, "previously referenced here".into()),
                ));
            }
            let loc = argument.loc.unwrap_or_else(|| self.state.loc_at(operand.offset));
            let value = body.add_block_arg(entry, argument.ty, loc);
            if operand.number == 0 {
                self.define(body, operand.name, operand.offset, value, 1)?;
            } else {
                self.scope().define_numbered(operand.name, operand.number, operand.offset, value);
            }
        }
        let first = self.block(body, Some(entry))?;
        body.place_block(region, first);
        while !self.state.at(TokenKind::RBrace) {
            let block = self.block(body, None)?;
            body.place_block(region, block);
        }
        Ok(())
    }

    /// One block; `entry` is given for the first of a region, which needs no name.
    fn block(&mut self, body: &mut Body, entry: Option<Block>) -> Result<Block, Failed> {
        if let Some(entry) = entry
            && !self.state.at(TokenKind::CaretId)
        {
            self.block_body(body, entry)?;
            return Ok(entry);
        }
        let offset = self.state.offset();
        let name = self.state.spelling();
        self.expect(TokenKind::CaretId, "expected block name")?;
        let known = self.scope().block(name).map(|named| {
            let was_defined = named.defined;
            named.defined = true;
            named.offset = offset;
            (named.block, was_defined)
        });
        let block = match known {
            Some((_, true)) => return Err(self.error(offset, format!("redefinition of block '{name}'"))),
            Some((block, false)) => block,
            None => {
                let block = entry.unwrap_or_else(|| body.create_block());
                self.scope().add_block(name, NamedBlock { block, offset, defined: true });
                block
            }
        };
        if self.state.consume_if(TokenKind::LParen) {
            self.block_arguments(body, block)?;
        }
        self.expect(TokenKind::Colon, "expected ':' after block name")?;
        self.block_body(body, block)?;
        Ok(block)
    }

    fn block_arguments(&mut self, body: &mut Body, block: Block) -> Result<(), Failed> {
        if self.state.consume_if(TokenKind::RParen) {
            return Ok(());
        }
        loop {
            let operand = self.operand(false)?;
            self.expect(TokenKind::Colon, "expected ':' and type for SSA operand")?;
            let ty = self.with_state(|state| state.parse_type())?;
            let loc = self.optional_location()?.unwrap_or_else(|| self.state.loc_at(operand.offset));
            let value = body.add_block_arg(block, ty, loc);
            self.define(body, operand.name, operand.offset, value, 1)?;
            if !self.state.consume_if(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RParen, "expected ')'")
    }

    fn block_body(&mut self, body: &mut Body, block: Block) -> Result<(), Failed> {
        let mut looked_at = 0;
        let mut is_first = true;
        while !matches!(self.state.token().kind, TokenKind::CaretId | TokenKind::RBrace) {
            let start = self.state.offset();
            if start >= looked_at {
                looked_at = self.parallel_run(body, block);
                if self.state.offset() == start && is_first && looked_at == start + 1 {
                    self.long_block(body, block);
                }
                is_first = false;
                if self.state.offset() > start {
                    continue;
                }
            }
            if self.operation(body, block).is_err() && !self.resume(start) {
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// The block that `^name` means; it may come later in the region.
    pub(in crate::syntax) fn successor(&mut self, body: &mut Body) -> Result<Block, Failed> {
        let offset = self.state.offset();
        let name = self.state.spelling();
        self.expect(TokenKind::CaretId, "expected block name")?;
        if let Some(named) = self.scope().block(name) {
            return Ok(named.block);
        }
        let block = body.create_block();
        self.scope().add_block(name, NamedBlock { block, offset, defined: false });
        Ok(block)
    }
}
