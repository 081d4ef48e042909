//! A read-only view of one operation, for hooks, printers and encoders.

use crate::attributes::AttrKind;
use crate::body::{Body, NamedAttr, RegionRef};
use crate::context::Context;
use crate::entity::{Op, Value};
use crate::handles::{Attr, Ident, Loc, Type};
use crate::opdef::{OpDefinition, Traits};

/// An operation together with the body that holds it and the context of its handles.
#[derive(Clone, Copy, Debug)]
pub struct OpRef<'a> {
    /// The context of all handles.
    pub ctx: &'a Context,
    /// The body in which the operation stands.
    pub body: &'a Body,
    /// The operation.
    pub op: Op,
}

impl<'a> OpRef<'a> {
    /// The same view of another operation of the same body.
    #[must_use]
    pub fn at(self, op: Op) -> OpRef<'a> {
        OpRef { op, ..self }
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> Ident {
        self.body.name(self.op)
    }

    /// The name as text.
    #[must_use]
    pub fn name_str(self) -> &'a str {
        self.ctx.str(self.name())
    }

    /// Its declaration, if its dialect has one.
    #[must_use]
    pub fn definition(self) -> Option<&'a OpDefinition> {
        self.ctx.definition(self.name())
    }

    /// Whether its declaration has all of `traits`; no for undeclared operations.
    #[must_use]
    pub fn has(self, traits: Traits) -> bool {
        self.definition().is_some_and(|definition| definition.has(traits))
    }

    /// Its location.
    #[must_use]
    pub fn loc(self) -> Loc {
        self.body.loc(self.op)
    }

    /// The attribute called `name`.
    #[must_use]
    pub fn attr(self, name: &str) -> Option<Attr> {
        self.attrs().iter().find(|(n, _)| self.ctx.str(*n) == name).map(|&(_, attr)| attr)
    }

    /// All attributes, sorted by name.
    #[must_use]
    pub fn attrs(self) -> &'a [NamedAttr] {
        self.body.attrs(self.op)
    }

    /// Whether an attribute belongs to the operation itself.
    #[must_use]
    pub fn is_inherent(self, name: Ident) -> bool {
        self.definition().is_some_and(|definition| definition.is_inherent(self.ctx.str(name)))
    }

    /// The number of operands.
    #[must_use]
    pub fn num_operands(self) -> usize {
        self.body.num_operands(self.op)
    }

    /// The operands, in order.
    pub fn operands(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + 'a {
        self.body.operands(self.op)
    }

    /// One operand.
    ///
    /// # Panics
    /// If there is no such operand.
    #[must_use]
    pub fn operand(self, index: usize) -> Value {
        self.body.operand(self.op, index)
    }

    /// The types of the operands, in order.
    pub fn operand_types(self) -> impl ExactSizeIterator<Item = Type> + DoubleEndedIterator + Clone + 'a {
        self.operands().map(move |value| self.body.value_type(value))
    }

    /// The number of results.
    #[must_use]
    pub fn num_results(self) -> usize {
        self.body.num_results(self.op)
    }

    /// The results, in order.
    pub fn results(self) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + 'a {
        self.body.results(self.op)
    }

    /// The types of the results, in order.
    pub fn result_types(self) -> impl ExactSizeIterator<Item = Type> + DoubleEndedIterator + Clone + 'a {
        self.results().map(move |value| self.body.value_type(value))
    }

    /// The type of a value of the same body.
    #[must_use]
    pub fn value_type(self, value: Value) -> Type {
        self.body.value_type(value)
    }

    /// The regions, wherever they are.
    pub fn regions(self) -> impl ExactSizeIterator<Item = RegionRef<'a>> + DoubleEndedIterator + Clone + 'a {
        self.body.regions(self.op)
    }

    /// One region.
    #[must_use]
    pub fn region(self, index: usize) -> Option<RegionRef<'a>> {
        self.regions().nth(index)
    }

    /// The sizes of the groups of operands or results, if the attribute `name` (`operandSegmentSizes`, …) gives them.
    #[must_use]
    pub fn group_sizes(self, name: &str) -> Option<Vec<usize>> {
        let AttrKind::DenseArray { elem, data } = self.ctx.attr_kind(self.attr(name)?) else { return None };
        let (sizes, rest) = data.as_chunks();
        if *elem != self.ctx.i32() || !rest.is_empty() {
            return None;
        }
        sizes.iter().map(|&size| usize::try_from(i32::from_le_bytes(size)).ok()).collect()
    }

    /// The operation of the same body around this one; none at the top of a body.
    #[must_use]
    pub fn parent(self) -> Option<OpRef<'a>> {
        self.body.parent_op(self.op).map(|op| self.at(op))
    }
}

impl<'a> RegionRef<'a> {
    /// The operations of the entry block, with the body that holds them.
    pub fn entry_ops(self, ctx: &'a Context) -> impl Iterator<Item = OpRef<'a>> + 'a {
        let body = self.body;
        self.entry_block().into_iter().flat_map(move |block| body.ops(block)).map(move |op| OpRef {
            ctx,
            body,
            op,
        })
    }

    /// The last operation of the entry block.
    #[must_use]
    pub fn terminator(self, ctx: &'a Context) -> Option<OpRef<'a>> {
        let op = self.body.last_op(self.entry_block()?)?;
        Some(OpRef { ctx, body: self.body, op })
    }
}
