//! Parsing an operation by its declared assembly format.
//!
//! The parser walks the format once and collects what it reads per declared operand, result and type. Then it infers the
//! types that were not written, adds results and resolves operands, in the order of their declaration.

use smallvec::SmallVec;

use super::lexer::TokenKind;
use super::op_parser::{Delimiter, OpParser, UnresolvedOperand};
use super::printer::attribute_names;
use crate::body::OpState;
use crate::diagnostics::Failed;
use crate::handles::{Attr, Type};
use crate::opdef::{
    Arity, AttrClass, Element, Format, OpDefinition, Presence, Traits, TypeOf, ValueDefinition,
};
use crate::types::TypeKind;

type Types = SmallVec<[Type; 2]>;

/// The parts that were read so far.
struct Read<'s> {
    operands: SmallVec<[UnresolvedOperand<'s>; 4]>,
    /// For each declared operand: which of `operands`, and where they start in the text; unset while nothing was read for it.
    groups: SmallVec<[Option<(usize, usize, usize)>; 4]>,
    /// Everything was read by the directive `operands`, which starts here.
    all_operands: Option<usize>,
    operand_types: SmallVec<[Option<Types>; 4]>,
    all_operand_types: Option<Types>,
    result_types: SmallVec<[Option<Types>; 2]>,
    all_result_types: Option<Types>,
}

impl Read<'_> {
    /// Whether these are the types of operands of which none was read.
    fn has_no_operands(&self, of: TypeOf) -> bool {
        match of {
            TypeOf::Operand(index) => self.groups[index].is_some_and(|(start, end, _)| start == end),
            TypeOf::Operands => self.operands.is_empty(),
            TypeOf::Result(_) | TypeOf::Results => false,
        }
    }
}

impl<'s> OpParser<'_, 's> {
    pub(super) fn parse_format(
        &mut self,
        definition: &OpDefinition,
        format: &Format,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        let mut read = Read {
            operands: SmallVec::new(),
            groups: SmallVec::from_elem(None, definition.operands.len()),
            all_operands: None,
            operand_types: SmallVec::from_elem(None, definition.operands.len()),
            all_operand_types: None,
            result_types: SmallVec::from_elem(None, definition.results.len()),
            all_result_types: None,
        };
        self.elements(definition, &format.elements, &mut read, state)?;
        self.add_results(definition, &read, state)?;
        self.add_operands(definition, &read, state)
    }

    fn elements(
        &mut self,
        definition: &OpDefinition,
        elements: &[Element],
        read: &mut Read<'s>,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        for element in elements {
            self.element(definition, element, read, state)?;
        }
        Ok(())
    }

    fn element(
        &mut self,
        definition: &OpDefinition,
        element: &Element,
        read: &mut Read<'s>,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        match element {
            Element::Space(_) => {}
            Element::Literal(text) => self.literal(text)?,
            Element::Operand(index) => self.operand_element(definition, *index, read)?,
            Element::Operands => {
                read.all_operands = Some(self.offset());
                read.operands = self.operand_list(Delimiter::None)?;
            }
            Element::Attribute(index) => {
                let attr = self.attribute_element(definition, *index)?;
                let name = self.ctx().ident(&definition.attributes[*index].name);
                state.attrs.push((name, attr));
            }
            Element::Region(index) => {
                if !definition.regions[*index].variadic || self.at("{") {
                    self.region_of(definition, state)?;
                }
            }
            Element::Regions => {
                while self.at("{") {
                    self.region_of(definition, state)?;
                    if !self.optional_comma() {
                        break;
                    }
                }
            }
            Element::Successor(_) => state.successors.push(self.successor()?),
            Element::Successors => {
                let mut blocks = SmallVec::<[_; 2]>::new();
                self.list(Delimiter::None, "", |p| {
                    blocks.push(p.successor()?);
                    Ok(())
                })?;
                state.successors.extend(blocks);
            }
            Element::Type(of) => {
                let types = self.types_of(definition, *of, read)?;
                set_types(read, *of, types);
            }
            Element::FunctionalType(inputs, results) => {
                let (input_types, result_types) = self.function_type()?;
                set_types(read, *inputs, Types::from_slice(input_types));
                set_types(read, *results, Types::from_slice(result_types));
            }
            Element::SharedType(inputs, results) => self.shared_types(definition, *inputs, *results, read)?,
            Element::PairwiseTypes(inputs, results) => {
                let types = Types::from_slice(&self.type_list()?);
                set_types(read, *inputs, types.clone());
                set_types(read, *results, types);
            }
            Element::OperandsAndComma(index) => {
                let (start, offset) = (read.operands.len(), self.offset());
                while let Some(operand) = self.optional_operand()? {
                    read.operands.push(operand);
                    self.comma()?;
                }
                // What is printed for no operands.
                if read.operands.len() == start {
                    self.optional_comma();
                }
                read.groups[*index] = Some((start, read.operands.len(), offset));
            }
            Element::Custom(directive, attributes) => {
                let names = attribute_names(definition, attributes);
                (definition.directives[*directive].parse)(self, &names, state)?;
            }
            Element::AttrDict => self.format_attr_dict(definition, state)?,
            Element::AttrDictWithKeyword => {
                if self.optional_keyword("attributes") {
                    if !self.at("{") {
                        return Err(self.wrong_token("expected '{' in attribute dictionary"));
                    }
                    self.format_attr_dict(definition, state)?;
                }
            }
            Element::Optional { then, otherwise, .. } => {
                let elements = if self.starts(definition, then) { then } else { otherwise };
                self.elements(definition, elements, read, state)?;
            }
        }
        Ok(())
    }

    fn literal(&mut self, text: &str) -> Result<(), Failed> {
        if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            self.keyword(text)
        } else {
            self.punctuation(text)
        }
    }

    /// Whether the first element of an optional part stands here.
    fn starts(&self, definition: &OpDefinition, elements: &[Element]) -> bool {
        match elements.iter().find(|element| !matches!(element, Element::Space(_))) {
            Some(Element::Literal(text)) => self.at(text),
            Some(Element::Operand(_) | Element::OperandsAndComma(_) | Element::Operands) => {
                self.at_kind(TokenKind::PercentId)
            }
            Some(Element::Region(_) | Element::Regions | Element::AttrDict) => self.at("{"),
            Some(Element::AttrDictWithKeyword) => self.at("attributes"),
            Some(Element::Successor(_) | Element::Successors) => self.at_kind(TokenKind::CaretId),
            Some(
                Element::Type(_)
                | Element::FunctionalType(..)
                | Element::SharedType(..)
                | Element::PairwiseTypes(..),
            ) => self.at_type(),
            // A directive has no first token that is known here.
            Some(Element::Custom(..)) => true,
            Some(Element::Attribute(index)) => match definition.attributes[*index].constraint.attr_class() {
                AttrClass::SymbolName | AttrClass::SymbolRef => self.at_kind(TokenKind::AtId),
                AttrClass::String => self.at_kind(TokenKind::String),
                _ => self.at_attribute(),
            },
            Some(Element::Optional { then, .. }) => self.starts(definition, then),
            Some(Element::Space(_)) | None => false,
        }
    }

    fn operand_element(
        &mut self,
        definition: &OpDefinition,
        index: usize,
        read: &mut Read<'s>,
    ) -> Result<(), Failed> {
        let (start, offset) = (read.operands.len(), self.offset());
        match definition.operands[index].arity {
            Arity::One => read.operands.push(self.operand()?),
            Arity::Optional => read.operands.extend(self.optional_operand()?),
            Arity::Variadic => read.operands.extend(self.operand_list(Delimiter::None)?),
        }
        read.groups[index] = Some((start, read.operands.len(), offset));
        Ok(())
    }

    fn attribute_element(&mut self, definition: &OpDefinition, index: usize) -> Result<Attr, Failed> {
        let ctx = self.ctx();
        let constraint = &definition.attributes[index].constraint;
        let offset = self.offset();
        match constraint.attr_class() {
            AttrClass::SymbolName => {
                let name = self.symbol_name()?;
                return Ok(ctx.string_attr(ctx.str(name)));
            }
            AttrClass::Unit if matches!(definition.attributes[index].presence, Presence::Optional) => {
                return Ok(ctx.unit());
            }
            _ => {}
        }
        // A bare word or a parenthesis would be taken for a type, and be called a wrong one.
        let quoted = matches!(constraint.attr_class(), AttrClass::String | AttrClass::SymbolRef);
        if quoted && (self.at_kind(TokenKind::BareId) || self.at_kind(TokenKind::LParen)) {
            return Err(self.wrong_token(format!("expected attribute value: {}", constraint.description())));
        }
        // A string has no type of its own, so a colon behind it belongs to the operation.
        let is_string = constraint.attr_class() == AttrClass::String;
        let ty = if is_string { Some(ctx.none()) } else { constraint.value_type(ctx) };
        let attr = self.attribute(ty)?;
        if constraint.attr_class().contains(ctx, attr) {
            Ok(attr)
        } else {
            let message =
                format!("invalid kind of attribute specified: expected {}", constraint.description());
            Err(self.error(offset, message))
        }
    }

    fn format_attr_dict(&mut self, definition: &OpDefinition, state: &mut OpState) -> Result<(), Failed> {
        let offset = self.offset();
        let first = state.attrs.len();
        self.attr_dict(&mut state.attrs)?;
        if state.attrs.len() > first
            && let Err(message) = self.check_inherent(definition, &state.attrs[first..])
        {
            return Err(self.error(offset, format!("'{}' op {message}", definition.name())));
        }
        Ok(())
    }

    fn types_of(&mut self, definition: &OpDefinition, of: TypeOf, read: &Read<'s>) -> Result<Types, Failed> {
        let arity = match of {
            TypeOf::Operand(index) => definition.operands[index].arity,
            TypeOf::Result(index) => definition.results[index].arity,
            TypeOf::Operands | TypeOf::Results => Arity::Variadic,
        };
        match arity {
            Arity::One => Ok(Types::from_slice(&[self.ty()?])),
            Arity::Optional => {
                if self.at_type() {
                    Ok(Types::from_slice(&[self.ty()?]))
                } else {
                    Ok(Types::new())
                }
            }
            // So that printed text reads back.
            Arity::Variadic if !self.at_type() && (self.at(")") || read.has_no_operands(of)) => {
                Ok(Types::new())
            }
            Arity::Variadic => Ok(Types::from_slice(&self.type_list()?)),
        }
    }

    /// Reads one type for all operands and the result, or a function type.
    fn shared_types(
        &mut self,
        definition: &OpDefinition,
        inputs: TypeOf,
        results: TypeOf,
        read: &mut Read<'s>,
    ) -> Result<(), Failed> {
        let at = self.offset();
        let ty = self.ty()?;
        if let TypeKind::Function { inputs: given, results: given_results } = self.ctx().type_kind(ty) {
            let count = read.operands.len();
            if given.len() != count {
                let message = format!("{count} operands present, but expected {}", given.len());
                return Err(self.error(at, message));
            }
            if given_results.len() != 1 {
                return Err(self.error(at, "expected single output"));
            }
            set_types(read, inputs, Types::from_slice(given));
            set_types(read, results, Types::from_slice(given_results));
            return Ok(());
        }
        let count = match inputs {
            TypeOf::Operand(index) => match read.groups[index] {
                Some((start, end, _)) => end - start,
                None => 0,
            },
            TypeOf::Operands => read.operands.len(),
            TypeOf::Result(_) | TypeOf::Results => 0,
        };
        set_types(read, inputs, Types::from_elem(ty, count));
        let results_count = definition.results.len();
        set_types(read, results, Types::from_elem(ty, results_count));
        Ok(())
    }

    fn add_results(
        &mut self,
        definition: &OpDefinition,
        read: &Read<'s>,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        if let Some(types) = &read.all_result_types {
            state.result_types.extend_from_slice(types);
            return Ok(());
        }
        for (declared, types) in definition.results.iter().zip(&read.result_types) {
            match (types, declared.constraint.buildable(self.ctx())) {
                (Some(types), _) => state.result_types.extend_from_slice(types),
                (None, _) if declared.arity != Arity::One => {}
                (None, Some(ty)) => state.result_types.push(ty),
                (None, None) => match self.shared_type(definition, read) {
                    Some(ty) => state.result_types.push(ty),
                    None => return Err(self.no_type("result", declared)),
                },
            }
        }
        Ok(())
    }

    fn add_operands(
        &mut self,
        definition: &OpDefinition,
        read: &Read<'s>,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        if let Some(offset) = read.all_operands {
            return self.add_all_operands(definition, read, offset, state);
        }
        if let Some(types) = &read.all_operand_types {
            let groups = read.groups.iter().flatten();
            let offset = groups.clone().next().map_or(self.name_offset(), |&(_, _, offset)| offset);
            let operands: SmallVec<[UnresolvedOperand<'s>; 4]> =
                groups.flat_map(|&(start, end, _)| &read.operands[start..end]).copied().collect();
            return self.resolve_all(&operands, types, offset, &mut state.operands);
        }
        for (index, declared) in definition.operands.iter().enumerate() {
            let Some((start, end, offset)) = read.groups[index] else { continue };
            let operands = &read.operands[start..end];
            if let Some(types) = &read.operand_types[index] {
                self.resolve_all(operands, types, offset, &mut state.operands)?;
                continue;
            }
            if operands.is_empty() {
                continue;
            }
            let implied =
                declared.constraint.buildable(self.ctx()).or_else(|| self.shared_type(definition, read));
            let Some(ty) = implied else {
                return match declared.arity {
                    Arity::Variadic => self.resolve_all(operands, &[], offset, &mut state.operands),
                    _ => Err(self.no_type("operand", declared)),
                };
            };
            for operand in operands {
                self.resolve(operand, ty, &mut state.operands)?;
            }
        }
        Ok(())
    }

    fn add_all_operands(
        &mut self,
        definition: &OpDefinition,
        read: &Read<'s>,
        offset: usize,
        state: &mut OpState,
    ) -> Result<(), Failed> {
        if let Some(types) = &read.all_operand_types {
            return self.resolve_all(&read.operands, types, offset, &mut state.operands);
        }
        let mut types: SmallVec<[Type; 4]> = SmallVec::new();
        for declared in &definition.operands {
            let count = match declared.arity {
                Arity::One => 1,
                // The rest belongs to the flexible group.
                _ => read.operands.len().saturating_sub(definition.operands.len() - 1),
            };
            if count == 0 {
                continue;
            }
            let implied =
                declared.constraint.buildable(self.ctx()).or_else(|| self.shared_type(definition, read));
            let Some(ty) = implied else {
                return match declared.arity {
                    Arity::Variadic => self.resolve_all(&read.operands, &types, offset, &mut state.operands),
                    _ => Err(self.no_type("operand", declared)),
                };
            };
            types.extend(std::iter::repeat_n(ty, count));
        }
        self.resolve_all(&read.operands, &types, offset, &mut state.operands)
    }

    /// The one type of all operands and results, if the operation has the trait and a type was written or is implied.
    fn shared_type(&self, definition: &OpDefinition, read: &Read<'s>) -> Option<Type> {
        if !definition.has(Traits::SAME_OPERANDS_AND_RESULT_TYPE) {
            return None;
        }
        let written = read.operand_types.iter().chain(&read.result_types).flatten();
        written
            .chain(&read.all_operand_types)
            .chain(&read.all_result_types)
            .find_map(|types| types.first().copied())
            .or_else(|| {
                let declared = definition.operands.iter().chain(&definition.results);
                declared.into_iter().find_map(|value| value.constraint.buildable(self.ctx()))
            })
    }

    fn no_type(&mut self, what: &str, declared: &ValueDefinition) -> Failed {
        let offset = self.name_offset();
        self.error(
            offset,
            format!("cannot tell the type of {what} '{}' from its assembly format", declared.name),
        )
    }
}

fn set_types(read: &mut Read<'_>, of: TypeOf, types: Types) {
    match of {
        TypeOf::Operand(index) => read.operand_types[index] = Some(types),
        TypeOf::Result(index) => read.result_types[index] = Some(types),
        TypeOf::Operands => read.all_operand_types = Some(types),
        TypeOf::Results => read.all_result_types = Some(types),
    }
}
