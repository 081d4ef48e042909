//! The arenas that hold the regions of one isolated-from-above operation.
//!
//! A [`Body`] owns every operation, block, region and value below one operation that is isolated from above, down to the next
//! such operation, which owns a body of its own. A body refers to nothing outside itself except handles of the context, so it
//! can be taken out of its operation ([`Body::take_nested`]), changed on another thread as `&mut Body`, and put back.
//!
//! The data of an entity (name, operands, types) is separate from its *position* (block, neighbours): `layout` holds the
//! order as linked lists, `uses` the use lists.
//!
//! Invariants:
//! * The operands and results of an operation have consecutive numbers; an operand slot knows its value and its owner.
//! * The use list of a value holds exactly the operand slots that name it, the newest first (MLIR's order).
//! * The attributes of an operation are sorted by name, without duplicates.
//! * An operation has its regions either in this body or, all of them, in one nested body.
//! * The slots of erased entities are never reused; accessing one is a bug of the caller and may panic.
//!
//! The verifier, not this module, checks structure: dominance, terminators, types.

mod absorb;
mod copy;
mod layout;
mod reachable;
mod regions;
mod uses;

#[cfg(test)]
mod tests;

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, PrimaryMap};
use smallvec::SmallVec;

use crate::context::Context;
use crate::entity::{Block, Op, Region, Use, Value};
use crate::handles::{Attr, Ident, Loc, Type};

pub use copy::CopyMap;
pub use layout::{Blocks, Ops};
pub use regions::{OpRegions, RegionRef};
pub use uses::Uses;

/// An attribute with its name.
pub type NamedAttr = (Ident, Attr);

/// Everything needed to create an operation.
#[derive(Debug)]
pub struct OpState {
    /// The full name, dialect included.
    pub name: Ident,
    /// The location of the operation.
    pub loc: Loc,
    /// Operands, in order.
    pub operands: SmallVec<[Value; 4]>,
    /// The types of the results, in order.
    pub result_types: SmallVec<[Type; 2]>,
    /// Attributes, in any order; of two with one name the later wins.
    pub attrs: SmallVec<[NamedAttr; 2]>,
    /// The properties of an operation that no dialect declares (`<{…}>`); those of declared operations are attributes.
    pub properties: Option<Attr>,
    /// Regions, already filled or empty.
    pub regions: OpRegions,
    /// Blocks of the same region to which a terminator may go on.
    pub successors: SmallVec<[Block; 2]>,
}

impl OpState {
    /// An operation with nothing but a name and a location.
    #[must_use]
    pub fn new(name: Ident, loc: Loc) -> Self {
        Self {
            name,
            loc,
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            attrs: SmallVec::new(),
            properties: None,
            regions: OpRegions::None,
            successors: SmallVec::new(),
        }
    }

    /// Adds operands.
    #[must_use]
    pub fn operands(mut self, values: &[Value]) -> Self {
        self.operands.extend_from_slice(values);
        self
    }

    /// Adds results.
    #[must_use]
    pub fn results(mut self, types: &[Type]) -> Self {
        self.result_types.extend_from_slice(types);
        self
    }

    /// Adds an attribute.
    #[must_use]
    pub fn attr(mut self, name: Ident, value: Attr) -> Self {
        self.attrs.push((name, value));
        self
    }

    /// The attribute `name` among those given so far.
    #[must_use]
    pub fn get_attr(&self, name: Ident) -> Option<Attr> {
        self.attrs.iter().rev().find(|(n, _)| *n == name).map(|&(_, a)| a)
    }

    /// Gives the operation a body of its own for its regions.
    #[must_use]
    pub fn nested(mut self, body: Box<Body>) -> Self {
        self.regions = OpRegions::Nested(body);
        self
    }

    /// Adds successors.
    #[must_use]
    pub fn successors(mut self, blocks: &[Block]) -> Self {
        self.successors.extend_from_slice(blocks);
        self
    }
}

/// The data of an operation.
#[derive(Clone, Debug)]
struct OpData {
    name: Ident,
    loc: Loc,
    first_operand: u32,
    num_operands: u32,
    first_result: u32,
    num_results: u32,
    first_attr: u32,
    num_attrs: u16,
    erased: bool,
    /// Index into `extras` plus one; zero for the many operations without regions, successors and properties.
    extra: u32,
}

/// Data that few operations have.
#[derive(Clone, Debug, Default)]
struct OpExtra {
    regions: SmallVec<[Region; 2]>,
    nested: Option<Box<Body>>,
    successors: SmallVec<[Block; 2]>,
    properties: Option<Attr>,
}

/// The definition of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueDef {
    /// The `n`-th result of an operation.
    Result(Op, u32),
    /// The `n`-th argument of a block.
    Argument(Block, u32),
}

const ARGUMENT_BIT: u32 = 1 << 31;

#[derive(Clone, Debug)]
struct ValueData {
    ty: Type,
    /// The defining operation, or the block with [`ARGUMENT_BIT`] set.
    owner: u32,
    index: u32,
    first_use: PackedOption<Use>,
}

#[derive(Clone, Debug)]
struct BlockData {
    args: SmallVec<[Value; 4]>,
    arg_locs: SmallVec<[Loc; 4]>,
}

/// The arenas below one isolated-from-above operation. See the module for its invariants.
#[derive(Clone, Debug, Default)]
pub struct Body {
    ops: PrimaryMap<Op, OpData>,
    op_layout: layout::OpLayouts,
    extras: Vec<OpExtra>,
    attrs: Vec<NamedAttr>,
    values: PrimaryMap<Value, ValueData>,
    operands: PrimaryMap<Use, uses::Operand>,
    blocks: PrimaryMap<Block, BlockData>,
    block_layout: layout::BlockLayouts,
    regions: PrimaryMap<Region, regions::RegionData>,
    roots: SmallVec<[Region; 1]>,
}

impl Body {
    /// A body without regions.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A body with one region of one block, as most operations want it.
    #[must_use]
    pub fn with_entry_block() -> (Self, Block) {
        let mut body = Self::new();
        let region = body.add_root_region();
        let block = body.append_block(region);
        (body, block)
    }

    /// Makes room for about `ops` more operations with two operands and one result each.
    pub fn reserve(&mut self, ops: usize) {
        self.ops.reserve(ops);
        self.op_layout.reserve(ops);
        self.values.reserve(ops);
        self.operands.reserve(2 * ops);
    }

    /// Creates an operation that stands nowhere yet; see [`Body::append_op`].
    ///
    /// # Panics
    /// If there are more than `u16::MAX` attributes.
    pub fn create_op(&mut self, ctx: &Context, mut state: OpState) -> Op {
        let op = self.ops.next_key();
        let first_operand = self.new_operands(op, &state.operands);
        let first_result = self.values.len() as u32;
        for (index, &ty) in state.result_types.iter().enumerate() {
            self.values.push(ValueData {
                ty,
                owner: op.as_u32(),
                index: index as u32,
                first_use: None.into(),
            });
        }
        let needs_extra = state.properties.is_some()
            || !state.successors.is_empty()
            || !matches!(state.regions, OpRegions::None);
        let extra = if needs_extra {
            let (regions, nested) = match state.regions {
                OpRegions::None => (SmallVec::new(), None),
                OpRegions::Inline(regions) => (regions, None),
                OpRegions::Nested(body) => (SmallVec::new(), Some(body)),
            };
            for &region in &regions {
                self.regions[region].parent = Some(op).into();
            }
            self.extras.push(OpExtra {
                regions,
                nested,
                successors: state.successors,
                properties: state.properties,
            });
            self.extras.len() as u32
        } else {
            0
        };
        let first_attr = self.attrs.len() as u32;
        if state.attrs.len() > 1 {
            dedup_attrs(&mut state.attrs);
            sort_attrs(ctx, &mut state.attrs);
        }
        self.attrs.extend_from_slice(&state.attrs);
        let num_attrs =
            u16::try_from(state.attrs.len()).expect("an operation has fewer than 65536 attributes");
        self.ops.push(OpData {
            name: state.name,
            loc: state.loc,
            first_operand,
            num_operands: state.operands.len() as u32,
            first_result,
            num_results: state.result_types.len() as u32,
            first_attr,
            num_attrs,
            erased: false,
            extra,
        });
        self.op_layout.push();
        op
    }

    /// The name of an operation.
    #[must_use]
    pub fn name(&self, op: Op) -> Ident {
        self.ops[op].name
    }

    /// Renames an operation. The caller ensures that operands and attributes fit the new name.
    pub fn set_name(&mut self, op: Op, name: Ident) {
        self.ops[op].name = name;
    }

    /// The location of an operation.
    #[must_use]
    pub fn loc(&self, op: Op) -> Loc {
        self.ops[op].loc
    }

    /// Moves an operation's location.
    pub fn set_loc(&mut self, op: Op, loc: Loc) {
        self.ops[op].loc = loc;
    }

    /// The number of operations ever created here, erased ones included: the size of a side table.
    #[must_use]
    pub fn op_capacity(&self) -> usize {
        self.ops.len()
    }

    /// Whether no operation here ever had regions, successors or properties.
    #[must_use]
    pub fn is_flat(&self) -> bool {
        self.extras.is_empty()
    }

    /// The number of values ever created here.
    #[must_use]
    pub fn value_capacity(&self) -> usize {
        self.values.len()
    }

    /// The number of operand slots ever created here.
    #[must_use]
    pub fn operand_capacity(&self) -> usize {
        self.operands.len()
    }

    /// The number of blocks ever created here.
    #[must_use]
    pub fn block_capacity(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the operation was erased.
    #[must_use]
    pub fn is_erased(&self, op: Op) -> bool {
        self.ops[op].erased
    }

    // Results and values.

    /// The number of results.
    #[must_use]
    pub fn num_results(&self, op: Op) -> usize {
        self.ops[op].num_results as usize
    }

    /// The results of an operation, in order.
    pub fn results(
        &self,
        op: Op,
    ) -> impl ExactSizeIterator<Item = Value> + DoubleEndedIterator + Clone + use<> {
        let data = &self.ops[op];
        (data.first_result..data.first_result + data.num_results).map(|n| Value::new(n as usize))
    }

    /// One result of an operation.
    ///
    /// # Panics
    /// If there is no such result.
    #[must_use]
    pub fn result(&self, op: Op, index: usize) -> Value {
        let data = &self.ops[op];
        assert!(index < data.num_results as usize, "operation has no result #{index}");
        Value::new(data.first_result as usize + index)
    }

    /// The type of a value.
    #[must_use]
    pub fn value_type(&self, value: Value) -> Type {
        self.values[value].ty
    }

    /// Changes the type of a value.
    pub fn set_value_type(&mut self, value: Value, ty: Type) {
        self.values[value].ty = ty;
    }

    /// The definition of a value.
    #[must_use]
    pub fn value_def(&self, value: Value) -> ValueDef {
        let data = &self.values[value];
        if data.owner & ARGUMENT_BIT == 0 {
            ValueDef::Result(Op::from_u32(data.owner), data.index)
        } else {
            ValueDef::Argument(Block::from_u32(data.owner & !ARGUMENT_BIT), data.index)
        }
    }

    /// The operation that defines a value, unless it is a block argument.
    #[must_use]
    pub fn defining_op(&self, value: Value) -> Option<Op> {
        match self.value_def(value) {
            ValueDef::Result(op, _) => Some(op),
            ValueDef::Argument(..) => None,
        }
    }

    /// The location of a value.
    #[must_use]
    pub fn value_loc(&self, value: Value) -> Loc {
        match self.value_def(value) {
            ValueDef::Result(op, _) => self.loc(op),
            ValueDef::Argument(block, index) => self.blocks[block].arg_locs[index as usize],
        }
    }

    /// The block in which a value is defined; none if its operation stands nowhere.
    #[must_use]
    pub fn value_block(&self, value: Value) -> Option<Block> {
        match self.value_def(value) {
            ValueDef::Result(op, _) => self.block_of(op),
            ValueDef::Argument(block, _) => Some(block),
        }
    }

    // Attributes.

    /// All attributes, inherent and discardable, sorted by name.
    #[must_use]
    pub fn attrs(&self, op: Op) -> &[NamedAttr] {
        let data = &self.ops[op];
        let start = data.first_attr as usize;
        &self.attrs[start..start + data.num_attrs as usize]
    }

    /// The attribute called `name`.
    #[must_use]
    pub fn attr(&self, op: Op, name: Ident) -> Option<Attr> {
        self.attrs(op).iter().find(|(n, _)| *n == name).map(|&(_, attr)| attr)
    }

    /// Replaces all attributes; sorts them.
    pub fn set_attrs(&mut self, ctx: &Context, op: Op, attrs: &[NamedAttr]) {
        let mut attrs: SmallVec<[NamedAttr; 2]> = SmallVec::from_slice(attrs);
        dedup_attrs(&mut attrs);
        sort_attrs(ctx, &mut attrs);
        let data = &mut self.ops[op];
        if attrs.len() > data.num_attrs as usize {
            data.first_attr = self.attrs.len() as u32;
            self.attrs.extend_from_slice(&attrs);
        } else {
            let start = data.first_attr as usize;
            self.attrs[start..start + attrs.len()].copy_from_slice(&attrs);
        }
        data.num_attrs = u16::try_from(attrs.len()).expect("an operation has fewer than 65536 attributes");
    }

    /// Replaces all attributes by a list that may name one attribute several times, and keeps its order. For readers of
    /// formats that can say so; whatever looks a name up finds the first.
    pub fn set_attrs_verbatim(&mut self, op: Op, attrs: &[NamedAttr]) {
        let data = &mut self.ops[op];
        data.first_attr = self.attrs.len() as u32;
        data.num_attrs = u16::try_from(attrs.len()).expect("an operation has fewer than 65536 attributes");
        self.attrs.extend_from_slice(attrs);
    }

    /// Adds or replaces one attribute.
    pub fn set_attr(&mut self, ctx: &Context, op: Op, name: Ident, value: Attr) {
        let mut attrs: SmallVec<[NamedAttr; 4]> = SmallVec::from_slice(self.attrs(op));
        attrs.push((name, value));
        self.set_attrs(ctx, op, &attrs);
    }

    /// Removes one attribute and returns it.
    pub fn remove_attr(&mut self, op: Op, name: Ident) -> Option<Attr> {
        let position = self.attrs(op).iter().position(|(n, _)| *n == name)?;
        let data = &mut self.ops[op];
        let start = data.first_attr as usize;
        let end = start + data.num_attrs as usize;
        let (_, removed) = self.attrs[start + position];
        self.attrs.copy_within(start + position + 1..end, start + position);
        data.num_attrs -= 1;
        Some(removed)
    }

    /// The properties of an operation that no dialect declares.
    #[must_use]
    pub fn properties(&self, op: Op) -> Option<Attr> {
        self.extra(op).and_then(|extra| extra.properties)
    }

    // Blocks' own data.

    /// The arguments of a block.
    #[must_use]
    pub fn block_args(&self, block: Block) -> &[Value] {
        &self.blocks[block].args
    }

    /// Adds an argument to a block.
    pub fn add_block_arg(&mut self, block: Block, ty: Type, loc: Loc) -> Value {
        let index = self.blocks[block].args.len() as u32;
        let owner = block.as_u32() | ARGUMENT_BIT;
        let value = self.values.push(ValueData { ty, owner, index, first_use: None.into() });
        let data = &mut self.blocks[block];
        data.args.push(value);
        data.arg_locs.push(loc);
        value
    }

    /// Takes an argument away from a block.
    ///
    /// # Panics
    /// If the argument is still used or does not exist.
    pub fn erase_block_arg(&mut self, block: Block, index: usize) {
        let value = self.blocks[block].args[index];
        assert!(!self.has_uses(value), "a block argument that is still used cannot be erased");
        let data = &mut self.blocks[block];
        data.args.remove(index);
        data.arg_locs.remove(index);
        for position in index..self.blocks[block].args.len() {
            let value = self.blocks[block].args[position];
            self.values[value].index = position as u32;
        }
    }

    /// Moves the arguments of a block to a location.
    pub fn set_block_arg_locs(&mut self, block: Block, loc: Loc) {
        self.blocks[block].arg_locs.fill(loc);
    }

    fn extra(&self, op: Op) -> Option<&OpExtra> {
        let index = self.ops[op].extra;
        (index != 0).then(|| &self.extras[index as usize - 1])
    }

    fn extra_mut(&mut self, op: Op) -> &mut OpExtra {
        if self.ops[op].extra == 0 {
            self.extras.push(OpExtra::default());
            self.ops[op].extra = self.extras.len() as u32;
        }
        &mut self.extras[self.ops[op].extra as usize - 1]
    }
}

/// Of attributes with one name, keeps the last.
fn dedup_attrs<A: smallvec::Array<Item = NamedAttr>>(attrs: &mut SmallVec<A>) {
    let mut index = attrs.len();
    while index > 1 {
        index -= 1;
        let name = attrs[index].0;
        if let Some(earlier) = attrs[..index].iter().position(|(n, _)| *n == name) {
            attrs.remove(earlier);
        }
    }
}

/// Puts attributes in the order of the texts of their names, the order of MLIR's dictionaries.
pub fn sort_attrs(ctx: &Context, attrs: &mut [NamedAttr]) {
    attrs.sort_by(|(a, _), (b, _)| ctx.str(*a).cmp(ctx.str(*b)));
}
