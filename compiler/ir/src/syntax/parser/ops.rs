//! One operation: results, then the generic or the custom form, then a location.

use smallvec::SmallVec;

use super::{Parser, ResolvedName, UNREGISTERED};
use crate::attributes::AttrKind;
use crate::body::{Body, NamedAttr, OpRegions, OpState};
use crate::diagnostics::{Failed, Subject};
use crate::entity::{Block, Op};
use crate::opdef::{AttrClass, OpDefinition, Presence, Traits};
use crate::syntax::lexer::TokenKind;
use crate::syntax::op_parser::{OpParser, UnresolvedOperand};
use crate::syntax::print::attr_to_string;
use crate::syntax::state::SyntaxError;
use crate::types::TypeKind;

/// A name on the left-hand side: `%a` or `%a:2`.
struct Binding<'s> {
    name: &'s str,
    offset: usize,
    count: u32,
}

impl<'s> Parser<'s> {
    /// Parses one operation and appends it to `block`. Values that a failed one leaves undefined are
    /// poisoned.
    pub(super) fn operation(&mut self, body: &mut Body, block: Block) -> Result<(), Failed> {
        let start = self.state.offset();
        self.state.read_op_head();
        let mut bindings: SmallVec<[Binding<'s>; 2]> = SmallVec::new();
        let result = self.bound_operation(body, block, start, &mut bindings);
        if result.is_err() {
            for binding in bindings {
                self.scope().poison(binding.name, binding.offset);
            }
        }
        result
    }

    fn bound_operation(
        &mut self,
        body: &mut Body,
        block: Block,
        start: usize,
        bindings: &mut SmallVec<[Binding<'s>; 2]>,
    ) -> Result<(), Failed> {
        let mut expected = 0;
        if self.state.at(TokenKind::PercentId) {
            expected = self.bindings(bindings)?;
        }
        let op = match self.state.token().kind {
            TokenKind::String => self.generic(body)?,
            TokenKind::BareId if !is_integer_type(self.state.spelling()) => {
                self.custom(body, block, expected)?
            }
            _ => return Err(self.wrong_token("expected operation name in quotes")),
        };
        body.append_op(block, op);
        if bindings.is_empty() {
            return Ok(());
        }
        let found = body.num_results(op);
        if found == 0 {
            return Err(self.error(start, "cannot name an operation with no results"));
        }
        if found != expected {
            let message = format!("operation defines {found} results but was provided {expected} to bind");
            return Err(self.error(start, message));
        }
        let mut first = 0;
        for binding in bindings.iter() {
            let value = body.result(op, first);
            self.define(body, binding.name, binding.offset, value, binding.count)?;
            first += binding.count as usize;
        }
        Ok(())
    }

    /// `%a, %b:2 =`; how many values that is.
    fn bindings(&mut self, bindings: &mut SmallVec<[Binding<'s>; 2]>) -> Result<usize, Failed> {
        let mut total = 0usize;
        loop {
            let offset = self.state.offset();
            let name = self.state.spelling();
            self.expect(TokenKind::PercentId, "expected valid ssa identifier")?;
            let mut count = 1;
            if self.state.consume_if(TokenKind::Colon) {
                if !self.state.at(TokenKind::Integer) {
                    return Err(self.wrong_token("expected integer number of results"));
                }
                count = match self.state.spelling().parse::<u32>() {
                    Ok(count @ 1..) => count,
                    _ => {
                        let at = self.state.offset();
                        return Err(self.error(at, "expected named operation to have at least 1 result"));
                    }
                };
                self.state.advance();
            }
            bindings.push(Binding { name, offset, count });
            total = total.saturating_add(count as usize);
            if !self.state.consume_if(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Equal, "expected '=' after SSA name")?;
        Ok(total)
    }

    /// `"name"(operands)[successors] <{properties}> ({regions}) {attributes} : (types) -> types loc(…)`.
    fn generic(&mut self, body: &mut Body) -> Result<Op, Failed> {
        let offset = self.state.offset();
        let literal = self.state.spelling();
        let plain = &literal[1..literal.len() - 1];
        let name = if !plain.contains(['\\', '\0']) {
            self.op_name(plain)
        } else {
            match String::from_utf8(crate::syntax::strings::unquote(literal)) {
                Ok(name) if !name.contains('\0') => self.resolve_op_name(&name),
                Ok(_) => return Err(self.error(offset, "null character not allowed in operation name")),
                Err(_) => return Err(self.error(offset, "an operation name must be UTF-8")),
            }
        };
        if literal.len() == 2 {
            return Err(self.error(offset, "empty operation name is invalid"));
        }
        self.state.advance();
        self.check_registered(name)?;
        let mut state = OpState::new(name.ident, self.state.loc_at(offset));
        self.generic_rest(body, name.definition, offset, &mut state)?;
        self.complete(body, name.definition, state)
    }

    fn check_registered(&mut self, name: ResolvedName<'s>) -> Result<(), Failed> {
        let dialects = self.ctx.dialects();
        if name.definition.is_some() || dialects.allows_unregistered_dialects() {
            return Ok(());
        }
        let dialect = self.ctx.str(name.ident).split('.').next().unwrap_or_default();
        if dialects.dialect(dialect).is_some() {
            return Ok(());
        }
        // The name has been read; reading stops at the text behind it.
        let at = self.state.offset();
        Err(self.report_about(Subject::UnregisteredDialect, SyntaxError::new(at, UNREGISTERED)))
    }

    fn generic_rest(
        &mut self,
        body: &mut Body,
        definition: Option<&'s OpDefinition>,
        name_offset: usize,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        self.expect(TokenKind::LParen, "expected '(' to start operand list")?;
        let mut operands: SmallVec<[UnresolvedOperand<'s>; 4]> = SmallVec::new();
        if self.state.at(TokenKind::PercentId) {
            loop {
                operands.push(self.operand(true)?);
                if !self.state.consume_if(TokenKind::Comma) {
                    break;
                }
            }
        }
        self.expect(TokenKind::RParen, "expected ')' to end operand list")?;
        if self.state.at(TokenKind::LSquare) {
            if definition.is_some_and(|d| !d.has(Traits::TERMINATOR)) {
                let at = self.state.offset();
                return Err(self.error(at, "successors in non-terminator"));
            }
            self.successors(body, state)?;
        }
        if self.state.consume_if(TokenKind::Less) {
            self.properties(definition, name_offset, state)?;
        }
        if self.state.consume_if(TokenKind::LParen) {
            self.generic_regions(body, definition, state)?;
        }
        let first = state.attrs.len();
        if self.state.at(TokenKind::LBrace) {
            self.attr_dict(&mut state.attrs)?;
        }
        self.expect(TokenKind::Colon, "expected ':' followed by operation type")?;
        let type_offset = self.state.offset();
        let ty = self.with_state(|p| p.parse_type())?;
        let TypeKind::Function { inputs, results } = self.ctx.type_kind(ty) else {
            return Err(self.error(type_offset, "expected function type"));
        };
        state.result_types.extend_from_slice(results);
        if inputs.len() != operands.len() {
            let plural = if operands.len() == 1 { "" } else { "s" };
            let message =
                format!("expected {} operand type{plural} but had {}", operands.len(), inputs.len());
            return Err(self.error(type_offset, message));
        }
        if let Some(definition) = definition {
            let op_name = definition.name();
            let inherent = self.check_inherent(definition, &state.attrs[first..]);
            if let Err(message) = inherent {
                return Err(self.error(name_offset, format!("'{op_name}' op {message}")));
            }
        }
        for (operand, &ty) in operands.iter().zip(inputs) {
            state.operands.push(self.resolve_operand(body, operand, ty)?);
        }
        Ok(())
    }

    fn successors(&mut self, body: &mut Body, state: &mut OpState) -> Result<(), Failed> {
        self.expect(TokenKind::LSquare, "expected '['")?;
        loop {
            state.successors.push(self.successor(body)?);
            if !self.state.consume_if(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::RSquare, "expected ',' or ']'")
    }

    fn properties(
        &mut self,
        definition: Option<&OpDefinition>,
        name_offset: usize,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        let properties = self.with_state(|p| p.parse_attribute(None))?;
        self.expect(TokenKind::Greater, "expected '>' to close properties")?;
        match (definition, self.ctx.attr_kind(properties)) {
            (None, _) => state.properties = Some(properties),
            (Some(definition), AttrKind::Dict(entries)) => {
                for declared in &definition.attributes {
                    let given = entries.iter().find(|(name, _)| self.ctx.str(*name) == declared.name);
                    let Some(&(_, attr)) = given else { continue };
                    let is_of_its_kind = match declared.constraint.attr_class() {
                        AttrClass::Own => declared.constraint.matches(self.ctx, attr),
                        class => class.contains(self.ctx, attr),
                    };
                    if !is_of_its_kind {
                        let message = format!(
                            "invalid properties {} for op {}: Invalid attribute `{}` in property conversion: {}",
                            attr_to_string(self.ctx, properties),
                            definition.name(),
                            declared.name,
                            attr_to_string(self.ctx, attr)
                        );
                        return Err(self.error(name_offset, message));
                    }
                }
                state.attrs.extend_from_slice(entries);
            }
            (Some(definition), _) => {
                let found = attr_to_string(self.ctx, properties);
                let message = format!(
                    "invalid properties {found} for op {}: expected DictionaryAttr to set properties",
                    definition.name()
                );
                return Err(self.error(name_offset, message));
            }
        }
        Ok(())
    }

    fn generic_regions(
        &mut self,
        body: &mut Body,
        definition: Option<&OpDefinition>,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        if definition.is_some_and(|d| d.has(Traits::ISOLATED)) {
            let mut nested = Box::new(Body::new());
            loop {
                let region = nested.add_root_region();
                self.isolated(|p| p.region(&mut nested, region, &[]))?;
                if !self.state.consume_if(TokenKind::Comma) {
                    break;
                }
            }
            state.regions = OpRegions::Nested(nested);
        } else {
            let mut regions = SmallVec::new();
            loop {
                let region = body.create_region();
                self.region(body, region, &[])?;
                regions.push(region);
                if !self.state.consume_if(TokenKind::Comma) {
                    break;
                }
            }
            state.regions = OpRegions::Inline(regions);
        }
        self.expect(TokenKind::RParen, "expected ')' to end region list")
    }

    /// `{name = attribute, …}`.
    pub(in crate::syntax) fn attr_dict(
        &mut self,
        attrs: &mut SmallVec<[NamedAttr; 2]>,
    ) -> Result<(), Failed> {
        let entries = self.with_state(|p| p.parse_attr_dict())?;
        attrs.extend(entries);
        Ok(())
    }

    /// Whether the inherent attributes among `attrs` satisfy their constraints; the message if one does not.
    pub(in crate::syntax) fn check_inherent(
        &self,
        definition: &OpDefinition,
        attrs: &[NamedAttr],
    ) -> Result<(), String> {
        for declared in &definition.attributes {
            let found = attrs.iter().find(|(name, _)| self.ctx.str(*name) == declared.name);
            if let Some(&(_, attr)) = found
                && !declared.constraint.matches(self.ctx, attr)
            {
                return Err(format!(
                    "attribute '{}' failed to satisfy constraint: {}",
                    declared.name,
                    declared.constraint.description()
                ));
            }
        }
        Ok(())
    }

    /// The custom form: the declaration determines the text after the name.
    fn custom(&mut self, body: &mut Body, block: Block, expected: usize) -> Result<Op, Failed> {
        let offset = self.state.offset();
        let spelling = self.state.spelling();
        let mut name = self.op_name(spelling);
        if name.definition.is_none() && !spelling.contains('.') {
            let dialect = self.default_dialects.last().copied().unwrap_or_default();
            name = self.resolve_op_name(&format!("{dialect}.{spelling}"));
        }
        self.state.advance();
        let loc = self.state.loc_at(offset);
        let mut state = OpState::new(name.ident, loc);
        // In the regions of an operation without a default dialect all names are written in full.
        let own = name.definition.filter(|definition| definition.has(Traits::DEFAULT_DIALECT));
        self.default_dialects.push(own.map_or("", |definition| definition.dialect()));
        let result = self.custom_rest(body, block, (spelling, offset, expected), name, &mut state);
        self.default_dialects.pop();
        result?;
        let name = ResolvedName { ident: state.name, definition: self.ctx.definition(state.name) };
        let full = self.ctx.str(name.ident);
        self.check_duplicate_attrs(&state, full, offset)?;
        self.complete(body, name.definition, state)
    }

    /// The rest of a custom form, after its name.
    fn custom_rest(
        &mut self,
        body: &mut Body,
        block: Block,
        (spelling, offset, expected): (&'s str, usize, usize),
        name: ResolvedName<'s>,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        // Messages name declared operations in full, and others as written.
        let called = name.definition.map_or(spelling, |_| self.ctx.str(name.ident));
        let mut parser = OpParser::new(self, body, block, called, offset, expected);
        let legacy = match name.definition {
            Some(definition) => definition.legacy,
            None => parser.ctx().dialects().legacy_hook(),
        };
        let handled = match legacy.and_then(|hook| hook(&mut parser, state)) {
            Some(result) => {
                result?;
                true
            }
            None => false,
        };
        if !handled {
            match name.definition {
                Some(definition) => parser.parse_definition(definition, state)?,
                None => return Err(self.unknown_op(spelling, offset, name)),
            }
        }
        Ok(())
    }

    fn unknown_op(&mut self, spelling: &str, offset: usize, name: ResolvedName<'s>) -> Failed {
        let tried = self.ctx.str(name.ident);
        let dialects = self.ctx.dialects();
        let also = if tried == spelling { String::new() } else { format!(" (tried '{tried}' as well)") };
        let near = dialects.did_you_mean(tried);
        let dialect = tried.split('.').next().unwrap_or_default();
        if dialects.dialect(dialect).is_some() {
            let message = format!("custom op '{spelling}' is unknown{also}{near}");
            return self.report_about(Subject::CustomForm, SyntaxError::new(offset, message));
        }
        let mut known: Vec<&str> = dialects.dialects().iter().map(|dialect| dialect.name()).collect();
        known.sort_unstable();
        let also = if also.is_empty() { also } else { format!(" {also}") };
        let message = format!("Dialect `{dialect}' not found for custom op '{spelling}'{also}{near}");
        let error = SyntaxError::new(offset, message);
        let error = error.with_note(offset, format!("Available dialects: {}", known.join(", ")));
        self.report_about(Subject::CustomForm, error)
    }

    fn check_duplicate_attrs(&mut self, state: &OpState, name: &str, offset: usize) -> Result<(), Failed> {
        for (index, (attr_name, _)) in state.attrs.iter().enumerate() {
            if state.attrs[..index].iter().any(|(earlier, _)| earlier == attr_name) {
                let attr_name = self.ctx.str(*attr_name);
                let message = format!(
                    "custom op '{name}' attribute '{attr_name}' occurs more than once in the attribute list"
                );
                return Err(self.error(offset, message));
            }
        }
        Ok(())
    }

    /// Adds the implied parts, reads the trailing location and creates the operation.
    fn complete(
        &mut self,
        body: &mut Body,
        definition: Option<&OpDefinition>,
        mut state: OpState,
    ) -> Result<Op, Failed> {
        if let Some(definition) = definition {
            for declared in &definition.attributes {
                if let Presence::Default(default) = &declared.presence {
                    let name = self.ctx.ident(&declared.name);
                    if state.get_attr(name).is_none() {
                        state.attrs.push((name, default.build(self.ctx)));
                    }
                }
            }
            // An isolated operation owns a body even if it was written without regions.
            if definition.has(Traits::ISOLATED)
                && !definition.regions.is_empty()
                && matches!(state.regions, OpRegions::None)
            {
                state.regions = OpRegions::Nested(Box::default());
            }
        }
        if let Some(loc) = self.optional_location()? {
            state.loc = loc;
        }
        if state.attrs.len() > usize::from(u16::MAX) {
            let at = self.state.last_end();
            return Err(self.error(at, "an operation has at most 65535 attributes"));
        }
        Ok(body.create_op(self.ctx, state))
    }
}

/// Whether a word is an integer type, which names nothing.
pub(in crate::syntax) fn is_integer_type(word: &str) -> bool {
    let digits = word.strip_prefix(['s', 'u']).unwrap_or(word).strip_prefix('i');
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}
