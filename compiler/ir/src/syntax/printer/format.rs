//! Printing by a declarative assembly format.

use smallvec::SmallVec;

use super::op::{OpPrinter, as_symbol_name, is_default};
use crate::entity::Value;
use crate::handles::Type;
use crate::op_ref::OpRef;
use crate::opdef::{AttrClass, Element, Format, OpDefinition, TypeOf, ValueDefinition};

/// The placement of spaces, by MLIR's rules.
#[derive(Clone, Copy)]
struct Spacing {
    wanted: bool,
    after_punctuation: bool,
}

type Groups<T> = SmallVec<[SmallVec<[T; 4]>; 4]>;

/// The parts of an operation to which a format's elements refer.
struct Parts<'a> {
    op: OpRef<'a>,
    definition: &'a OpDefinition,
    operands: Groups<Value>,
    results: Groups<Type>,
    /// The names of the attributes that elements of the format print.
    printed: SmallVec<[&'a str; 4]>,
}

impl<'a> Parts<'a> {
    fn new(op: OpRef<'a>, definition: &'a OpDefinition, format: &Format) -> Self {
        let mut printed: SmallVec<[&str; 4]> = SmallVec::new();
        let attributes = definition.attribute_definitions();
        for (index, declared) in attributes.iter().enumerate() {
            let writes = |element: &Element| match element {
                Element::Attribute(other) => *other == index,
                Element::Custom(_, attributes) => attributes.contains(&index),
                _ => false,
            };
            if format.any(&writes) {
                printed.push(&declared.name);
            }
        }
        printed.extend(["operandSegmentSizes", "resultSegmentSizes"]);
        let operands: SmallVec<[Value; 8]> = op.operands().collect();
        let results: SmallVec<[Type; 8]> = op.result_types().collect();
        let operand_sizes = op.group_sizes("operandSegmentSizes");
        let result_sizes = op.group_sizes("resultSegmentSizes");
        Self {
            op,
            definition,
            operands: grouped(definition.operand_definitions(), &operands, operand_sizes.as_deref()),
            results: grouped(definition.result_definitions(), &results, result_sizes.as_deref()),
            printed,
        }
    }

    fn types(&self, of: TypeOf) -> SmallVec<[Type; 4]> {
        match of {
            TypeOf::Operand(index) => self.operands[index].iter().map(|&v| self.op.value_type(v)).collect(),
            TypeOf::Result(index) => self.results[index].clone(),
            TypeOf::Operands => self.op.operand_types().collect(),
            TypeOf::Results => self.op.result_types().collect(),
        }
    }

    /// Whether an attribute is there with a value that must be written.
    fn has_attribute(&self, index: usize) -> bool {
        let name = &self.definition.attribute_definitions()[index].name;
        let entry = self.op.attrs().iter().find(|(n, _)| self.op.ctx.str(*n) == name);
        entry.is_some_and(|&entry| !is_default(self.op, entry))
    }

    /// Whether the anchor of an optional part is there.
    fn is_there(&self, element: &Element) -> bool {
        match element {
            Element::Operand(index) => !self.operands[*index].is_empty(),
            Element::Attribute(index) => self.has_attribute(*index),
            Element::Custom(_, attributes) => attributes.iter().any(|&index| self.has_attribute(index)),
            Element::OperandsAndComma(index) => !self.operands[*index].is_empty(),
            Element::Region(index) => {
                self.op.region(*index).is_some_and(|region| region.entry_block().is_some())
            }
            Element::Successor(index) => self.op.body.successors(self.op.op).len() > *index,
            Element::Operands => self.op.num_operands() > 0,
            Element::Regions => self.op.regions().len() > 0,
            Element::Successors => !self.op.body.successors(self.op.op).is_empty(),
            Element::Type(of)
            | Element::FunctionalType(of, _)
            | Element::SharedType(of, _)
            | Element::PairwiseTypes(of, _) => !self.types(*of).is_empty(),
            Element::AttrDict | Element::AttrDictWithKeyword => !self.op.attrs().is_empty(),
            Element::Literal(_) | Element::Space(_) | Element::Optional { .. } => true,
        }
    }
}

fn grouped<T: Copy>(definitions: &[ValueDefinition], all: &[T], sizes: Option<&[usize]>) -> Groups<T> {
    match OpDefinition::groups(definitions, all.len(), sizes) {
        Some(ranges) => ranges.into_iter().map(|range| SmallVec::from_slice(&all[range])).collect(),
        // An operation that does not verify: show everything with the first group.
        None => {
            let mut groups: Groups<T> = definitions.iter().map(|_| SmallVec::new()).collect();
            if let Some(first) = groups.first_mut() {
                first.extend_from_slice(all);
            }
            groups
        }
    }
}

impl OpPrinter<'_> {
    /// Writes the text after the name of an operation as its format says.
    pub(super) fn by_format(&mut self, op: OpRef<'_>, definition: &OpDefinition) {
        let Some(format) = &definition.format else { return };
        let parts = Parts::new(op, definition, format);
        let mut spacing = Spacing { wanted: true, after_punctuation: false };
        self.elements(&format.elements, &parts, &mut spacing);
    }

    fn elements(&mut self, elements: &[Element], parts: &Parts<'_>, spacing: &mut Spacing) {
        for element in elements {
            self.element(element, parts, spacing);
        }
    }

    fn element(&mut self, element: &Element, parts: &Parts<'_>, spacing: &mut Spacing) {
        match element {
            Element::Literal(text) => return self.literal(text, spacing),
            Element::Space(text) => {
                self.text(text);
                *spacing = Spacing { wanted: false, after_punctuation: text.is_empty() };
                return;
            }
            Element::AttrDict => return self.attr_dict(parts.op, &parts.printed),
            Element::AttrDictWithKeyword => return self.attr_dict_with_keyword(parts.op, &parts.printed),
            Element::Optional { then, otherwise, anchor } => {
                let branch = if parts.is_there(&then[*anchor]) { then } else { otherwise };
                return self.elements(branch, parts, spacing);
            }
            _ => {}
        }
        if is_empty(element, parts) {
            return;
        }
        if spacing.wanted || !spacing.after_punctuation {
            self.text(" ");
        }
        *spacing = Spacing { wanted: true, after_punctuation: false };
        match element {
            Element::Operand(index) => self.operands(parts.operands[*index].iter().copied()),
            Element::Operands => self.operands(parts.op.operands()),
            Element::Attribute(index) => self.attribute(*index, parts),
            Element::Region(index) => {
                if let Some(region) = parts.op.region(*index) {
                    self.region(region, true, true);
                }
            }
            Element::Regions => {
                for (index, region) in parts.op.regions().enumerate() {
                    self.text(if index > 0 { ", " } else { "" });
                    self.region(region, true, true);
                }
            }
            Element::Successor(index) => {
                let all = parts.op.body.successors(parts.op.op);
                let variadic = parts.definition.successor_definitions()[*index].variadic;
                let end = if variadic { all.len() } else { *index + 1 };
                self.successors(all.get(*index..end).unwrap_or_default());
            }
            Element::Successors => self.successors(parts.op.body.successors(parts.op.op)),
            Element::Type(of) => self.types(parts.types(*of)),
            Element::FunctionalType(inputs, results) => self.function_type(parts, *inputs, *results),
            Element::SharedType(inputs, results) => {
                let results_of = parts.types(*results);
                match *results_of.as_slice() {
                    [shared] if parts.types(*inputs).iter().all(|&ty| ty == shared) => self.ty(shared),
                    _ => self.function_type(parts, *inputs, *results),
                }
            }
            Element::PairwiseTypes(inputs, _) => self.types(parts.types(*inputs)),
            Element::OperandsAndComma(index) => {
                self.operands(parts.operands[*index].iter().copied());
                self.text(",");
            }
            Element::Custom(directive, attributes) => {
                let names = attribute_names(parts.definition, attributes);
                (parts.definition.directives[*directive].print)(self, parts.op, &names);
            }
            Element::Literal(_)
            | Element::Space(_)
            | Element::AttrDict
            | Element::AttrDictWithKeyword
            | Element::Optional { .. } => {}
        }
    }

    fn function_type(&mut self, parts: &Parts<'_>, inputs: TypeOf, results: TypeOf) {
        self.text("(");
        self.types(parts.types(inputs));
        self.text(") -> ");
        self.result_types(parts.types(results));
    }

    fn literal(&mut self, text: &str, spacing: &mut Spacing) {
        let one = text.len() == 1 || text == "->";
        let closing = if spacing.after_punctuation { ">)}]," } else { "<>(){}[]," };
        let space = !one || !text.starts_with(|c| closing.contains(c));
        if spacing.wanted && space {
            self.text(" ");
        }
        self.text(text);
        spacing.wanted = text.len() != 1 || !text.starts_with(|c| "<({[".contains(c));
        spacing.after_punctuation = !text.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic());
    }

    fn attribute(&mut self, index: usize, parts: &Parts<'_>) {
        let declared = &parts.definition.attribute_definitions()[index];
        let Some(attr) = parts.op.attr(&declared.name) else { return };
        if declared.constraint.attr_class() == AttrClass::SymbolName
            && let Some(name) = as_symbol_name(self.ctx(), attr)
        {
            self.symbol(name);
        } else if declared.constraint.value_type(self.ctx()).is_some() {
            self.attr_without_type(attr);
        } else {
            self.attr(attr);
        }
    }
}

/// The names of the attributes that a directive stands for.
pub(in crate::syntax) fn attribute_names<'d>(
    definition: &'d OpDefinition,
    attributes: &[usize],
) -> SmallVec<[&'d str; 5]> {
    attributes.iter().map(|&index| &*definition.attribute_definitions()[index].name).collect()
}

/// Whether an element writes nothing, so that it needs no space either.
fn is_empty(element: &Element, parts: &Parts<'_>) -> bool {
    match element {
        Element::Operand(index) => parts.operands[*index].is_empty(),
        // As in MLIR, `operands` has its space also where a variadic group happens to be empty.
        Element::Operands => parts.definition.operand_definitions().is_empty(),
        Element::Attribute(index) => {
            parts.op.attr(&parts.definition.attribute_definitions()[*index].name).is_none()
        }
        Element::Type(of) => parts.types(*of).is_empty(),
        _ => false,
    }
}
