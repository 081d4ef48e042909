//! Resolution of operands to values, of names to definitions, and of location aliases to locations.

use rustc_hash::FxHashMap;

use super::names::Forward;
use super::{Parser, ResolvedName};
use crate::body::{Body, OpState};
use crate::diagnostics::Failed;
use crate::entity::Value;
use crate::handles::{Loc, Type};
use crate::syntax::lexer::TokenKind;
use crate::syntax::locs::LocRef;
use crate::syntax::op_parser::UnresolvedOperand;
use crate::syntax::print::type_to_string;

impl<'s> Parser<'s> {
    /// The declaration and handle of an operation name.
    pub(super) fn op_name(&mut self, name: &'s str) -> ResolvedName<'s> {
        if let Some(&resolved) = self.op_names.get(name) {
            return resolved;
        }
        let resolved = self.resolve_op_name(name);
        self.op_names.insert(name, resolved);
        resolved
    }

    /// The declaration and handle of a name that does not stand in the text.
    pub(in crate::syntax) fn resolve_op_name(&self, name: &str) -> ResolvedName<'s> {
        let ident = self.ctx.ident(name);
        ResolvedName { ident, definition: self.ctx.definition(ident) }
    }

    /// The value that an operand means, which must have this type.
    pub(in crate::syntax) fn resolve_operand(
        &mut self,
        body: &mut Body,
        operand: &UnresolvedOperand<'s>,
        ty: Type,
    ) -> Result<Value, Failed> {
        let UnresolvedOperand { name, number, offset } = *operand;
        let (value, previous) = match self.scope().lookup(name) {
            Some(definition) if definition.is_poisoned() => return Err(Failed),
            Some(definition) => match definition.value(number) {
                Some(value) => (value, definition.offset as usize),
                None => match self.scope().lookup_numbered(name, number) {
                    Some(argument) => argument,
                    None => return Err(self.error(offset, "reference to invalid result number")),
                },
            },
            None => match (self.scope().lookup_numbered(name, number), self.scope().forward(name, number)) {
                (Some(argument), _) => argument,
                (None, Some(forward)) => (forward.value, forward.offset),
                (None, None) => {
                    let state = OpState::new(
                        self.ctx.ident("builtin.unrealized_conversion_cast"),
                        self.state.loc_at(offset),
                    )
                    .results(&[ty]);
                    let placeholder = body.create_op(self.ctx, state);
                    let value = body.result(placeholder, 0);
                    self.scope().add_forward(name, number, Forward { placeholder, value, offset });
                    return Ok(value);
                }
            },
        };
        let found = body.value_type(value);
        if found == ty {
            return Ok(value);
        }
        let message = format!(
            "use of value '{name}' expects different type than prior uses: '{}' vs '{}'",
            type_to_string(self.ctx, ty),
            type_to_string(self.ctx, found)
        );
        Err(self.error_with_note(offset, message, (previous, "prior use here".into())))
    }

    /// Makes a name stand for `count` values from `first` on; resolves earlier uses.
    pub(super) fn define(
        &mut self,
        body: &mut Body,
        name: &'s str,
        offset: usize,
        first: Value,
        count: u32,
    ) -> Result<(), Failed> {
        if let Some(previous) = self.scope().lookup(name) {
            if previous.is_poisoned() {
                return Err(Failed);
            }
            let note = (previous.offset as usize, "previously defined here".to_owned());
            return Err(self.error_with_note(offset, format!("redefinition of SSA value '{name}'"), note));
        }
        for number in 0..count {
            let Some(forward) = self.scope().take_forward(name, number) else { continue };
            let value = Value::from_u32(first.as_u32() + number);
            let (wanted, found) = (body.value_type(forward.value), body.value_type(value));
            if wanted != found {
                let message = format!(
                    "definition of SSA value '{name}#{number}' has type '{}'",
                    type_to_string(self.ctx, found)
                );
                let note = format!("previously used here with type '{}'", type_to_string(self.ctx, wanted));
                return Err(self.error_with_note(offset, message, (forward.offset, note)));
            }
            body.replace_all_uses(forward.value, value);
            body.erase_op(forward.placeholder);
        }
        self.scope().define(name, offset, first, count);
        Ok(())
    }

    /// An operand as it is written: `%name` or `%name#2`.
    pub(in crate::syntax) fn operand(&mut self, allow_number: bool) -> Result<UnresolvedOperand<'s>, Failed> {
        let token = self.state.token();
        if token.kind != TokenKind::PercentId {
            return Err(self.wrong_token("expected SSA operand"));
        }
        let name = self.state.spelling();
        self.state.advance();
        let mut operand = UnresolvedOperand { name, number: 0, offset: token.start };
        if self.state.at(TokenKind::HashId) {
            let at = self.state.offset();
            if !allow_number {
                return Err(self.error(at, "result number not allowed in argument list"));
            }
            match self.state.spelling()[1..].parse() {
                Ok(number) => operand.number = number,
                Err(_) => return Err(self.error(at, "invalid SSA value result number")),
            }
            self.state.advance();
        }
        Ok(operand)
    }

    /// `loc(…)`, if it stands here.
    pub(in crate::syntax) fn optional_location(&mut self) -> Result<Option<Loc>, Failed> {
        if !self.state.at_keyword("loc") {
            return Ok(None);
        }
        Ok(Some(match self.with_state(|state| state.parse_location_ref())? {
            LocRef::Known(loc) => loc,
            LocRef::Alias { name, offset } => {
                let stand_in = format!("\0{}", self.ctx.str(name));
                let stand_in = self.ctx.name_loc(self.ctx.ident(&stand_in), self.ctx.unknown_loc());
                self.pending_locs.entry(stand_in).or_insert((name, offset));
                stand_in
            }
        }))
    }

    /// Puts the locations of aliases that were defined after their use where they belong.
    pub(super) fn resolve_locations(&mut self, body: &mut Body) {
        if self.pending_locs.is_empty() {
            return;
        }
        let mut known = FxHashMap::default();
        let mut pending: Vec<_> = self.pending_locs.drain().collect();
        pending.sort_unstable_by_key(|(_, (_, offset))| *offset);
        for (stand_in, (name, offset)) in pending {
            if let Ok(loc) = self.with_state(|state| state.resolve_location(name, offset)) {
                known.insert(stand_in, loc);
            }
        }
        body.map_locations(&mut |loc| known.get(&loc).copied().unwrap_or(loc));
    }
}
