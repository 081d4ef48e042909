//! The order of operations and blocks: doubly linked lists, apart from the data of the entities.

use cranelift_entity::PrimaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::{BlockData, Body};
use crate::entity::{Block, Op, Region};

#[derive(Clone, Debug, Default)]
pub(super) struct OpLayout {
    block: PackedOption<Block>,
    prev: PackedOption<Op>,
    next: PackedOption<Op>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct OpLayouts(PrimaryMap<Op, OpLayout>);

impl OpLayouts {
    pub(super) fn push(&mut self) {
        self.0.push(OpLayout::default());
    }

    pub(super) fn reserve(&mut self, ops: usize) {
        self.0.reserve(ops);
    }

    /// Makes `second` the next of `first`.
    pub(super) fn link(&mut self, first: Op, second: Op) {
        self.0[first].next = second.into();
        self.0[second].prev = first.into();
    }

    /// Appends the operations of another body, whose numbers move; those of the first of `blocks` then stand in the second.
    pub(super) fn absorb(&mut self, other: &OpLayouts, blocks: (Block, Block), ops_by: u32, blocks_by: u32) {
        let op = |op: PackedOption<Op>| op.expand().map(|op| Op::from_u32(op.as_u32() + ops_by)).into();
        for layout in other.0.values() {
            let block = layout.block.expand().map(|block| match block == blocks.0 {
                true => blocks.1,
                false => Block::from_u32(block.as_u32() + blocks_by),
            });
            self.0.push(OpLayout { block: block.into(), prev: op(layout.prev), next: op(layout.next) });
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct BlockLayout {
    region: PackedOption<Region>,
    prev: PackedOption<Block>,
    next: PackedOption<Block>,
    first: PackedOption<Op>,
    last: PackedOption<Op>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct BlockLayouts(PrimaryMap<Block, BlockLayout>);

impl BlockLayouts {
    /// The ends of the list of a block's operations.
    pub(super) fn first_and_last(&self, block: Block) -> (PackedOption<Op>, PackedOption<Op>) {
        (self.0[block].first, self.0[block].last)
    }

    pub(super) fn set_first(&mut self, block: Block, op: PackedOption<Op>) {
        self.0[block].first = op;
    }

    pub(super) fn set_last(&mut self, block: Block, op: PackedOption<Op>) {
        self.0[block].last = op;
    }

    /// Appends the blocks of another body, whose numbers move.
    pub(super) fn absorb(&mut self, other: &BlockLayouts, ops_by: u32, blocks_by: u32, regions_by: u32) {
        let op = |op: PackedOption<Op>| op.expand().map(|op| Op::from_u32(op.as_u32() + ops_by)).into();
        let block = |block: PackedOption<Block>| {
            block.expand().map(|block| Block::from_u32(block.as_u32() + blocks_by)).into()
        };
        for layout in other.0.values() {
            self.0.push(BlockLayout {
                region: layout
                    .region
                    .expand()
                    .map(|region| Region::from_u32(region.as_u32() + regions_by))
                    .into(),
                prev: block(layout.prev),
                next: block(layout.next),
                first: op(layout.first),
                last: op(layout.last),
            });
        }
    }
}

/// The operations of a block, in order. The caller may erase the operation it got last after it has requested the next one.
#[derive(Clone, Debug)]
pub struct Ops<'a> {
    body: &'a Body,
    next: Option<Op>,
    last: Option<Op>,
}

impl Iterator for Ops<'_> {
    type Item = Op;

    fn next(&mut self) -> Option<Op> {
        let op = self.next?;
        self.next = if Some(op) == self.last { None } else { self.body.next_op(op) };
        Some(op)
    }
}

impl DoubleEndedIterator for Ops<'_> {
    fn next_back(&mut self) -> Option<Op> {
        let first = self.next?;
        let op = self.last?;
        if first == op {
            self.next = None;
        } else {
            self.last = self.body.prev_op(op);
        }
        Some(op)
    }
}

/// The blocks of a region, in order.
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    body: &'a Body,
    next: Option<Block>,
}

impl Iterator for Blocks<'_> {
    type Item = Block;

    fn next(&mut self) -> Option<Block> {
        let block = self.next?;
        self.next = self.body.next_block(block);
        Some(block)
    }
}

impl Body {
    // Operations.

    /// The block in which an operation stands.
    #[must_use]
    pub fn block_of(&self, op: Op) -> Option<Block> {
        self.op_layout.0[op].block.expand()
    }

    /// The operations of a block, in order.
    #[must_use]
    pub fn ops(&self, block: Block) -> Ops<'_> {
        let layout = &self.block_layout.0[block];
        Ops { body: self, next: layout.first.expand(), last: layout.last.expand() }
    }

    /// The first operation of a block.
    #[must_use]
    pub fn first_op(&self, block: Block) -> Option<Op> {
        self.block_layout.0[block].first.expand()
    }

    /// The last operation of a block: its terminator, if the block is complete.
    #[must_use]
    pub fn last_op(&self, block: Block) -> Option<Op> {
        self.block_layout.0[block].last.expand()
    }

    /// The operation after this one in its block.
    #[must_use]
    pub fn next_op(&self, op: Op) -> Option<Op> {
        self.op_layout.0[op].next.expand()
    }

    /// The operation before this one in its block.
    #[must_use]
    pub fn prev_op(&self, op: Op) -> Option<Op> {
        self.op_layout.0[op].prev.expand()
    }

    /// Puts an operation at the end of a block.
    ///
    /// # Panics
    /// If it already stands in a block.
    pub fn append_op(&mut self, block: Block, op: Op) {
        self.link_op(block, op, self.last_op(block), None);
    }

    /// Puts an operation at the start of a block.
    ///
    /// # Panics
    /// If it already stands in a block.
    pub fn prepend_op(&mut self, block: Block, op: Op) {
        self.link_op(block, op, None, self.first_op(block));
    }

    /// Puts an operation before another.
    ///
    /// # Panics
    /// If it already stands in a block, or the other does not.
    pub fn insert_op_before(&mut self, op: Op, before: Op) {
        let block = self.block_of(before).expect("the place to insert at stands in a block");
        self.link_op(block, op, self.prev_op(before), Some(before));
    }

    /// Puts an operation after another.
    ///
    /// # Panics
    /// If it already stands in a block, or the other does not.
    pub fn insert_op_after(&mut self, op: Op, after: Op) {
        let block = self.block_of(after).expect("the place to insert at stands in a block");
        self.link_op(block, op, Some(after), self.next_op(after));
    }

    fn link_op(&mut self, block: Block, op: Op, prev: Option<Op>, next: Option<Op>) {
        assert!(self.block_of(op).is_none(), "an operation stands in one block at most");
        self.op_layout.0[op] = OpLayout { block: block.into(), prev: prev.into(), next: next.into() };
        match prev {
            Some(prev) => self.op_layout.0[prev].next = op.into(),
            None => self.block_layout.0[block].first = op.into(),
        }
        match next {
            Some(next) => self.op_layout.0[next].prev = op.into(),
            None => self.block_layout.0[block].last = op.into(),
        }
    }

    /// Takes an operation out of its block, without erasing it.
    pub fn unlink_op(&mut self, op: Op) {
        let OpLayout { block, prev, next } = std::mem::take(&mut self.op_layout.0[op]);
        let Some(block) = block.expand() else { return };
        match prev.expand() {
            Some(prev) => self.op_layout.0[prev].next = next,
            None => self.block_layout.0[block].first = next,
        }
        match next.expand() {
            Some(next) => self.op_layout.0[next].prev = prev,
            None => self.block_layout.0[block].last = prev,
        }
    }

    /// Moves an operation before another of the same body.
    pub fn move_op_before(&mut self, op: Op, before: Op) {
        if op != before {
            self.unlink_op(op);
            self.insert_op_before(op, before);
        }
    }

    /// Moves an operation to the end of a block of the same body.
    pub fn move_op_to_end(&mut self, op: Op, block: Block) {
        self.unlink_op(op);
        self.append_op(block, op);
    }

    /// Erases an operation with everything below it.
    ///
    /// # Panics
    /// If one of its results is still used (by an operation outside it).
    pub fn erase_op(&mut self, op: Op) {
        for region in self.inline_regions(op).to_vec() {
            self.erase_region_contents(region);
        }
        self.drop_operands(op);
        for result in self.results(op) {
            assert!(!self.has_uses(result), "an operation whose results are used cannot be erased");
        }
        self.unlink_op(op);
        if self.ops[op].extra != 0 {
            *self.extra_mut(op) = super::OpExtra::default();
        }
        let data = &mut self.ops[op];
        data.erased = true;
        data.num_attrs = 0;
    }

    /// Moves the operations from `first` to the end of its block to the end of `target`.
    pub fn splice_tail(&mut self, first: Op, target: Block) {
        let mut next = Some(first);
        while let Some(op) = next {
            next = self.next_op(op);
            self.move_op_to_end(op, target);
        }
    }

    // Blocks.

    /// Creates a block that stands in no region yet.
    pub fn create_block(&mut self) -> Block {
        let block = self
            .blocks
            .push(BlockData { args: smallvec::SmallVec::new(), arg_locs: smallvec::SmallVec::new() });
        self.block_layout.0.push(BlockLayout::default());
        block
    }

    /// Adds a new block at the end of a region.
    pub fn append_block(&mut self, region: Region) -> Block {
        let block = self.create_block();
        self.place_block(region, block);
        block
    }

    /// Puts a block that stands nowhere at the end of a region.
    ///
    /// # Panics
    /// If it already stands in a region.
    pub fn place_block(&mut self, region: Region, block: Block) {
        assert!(self.region_of(block).is_none(), "a block stands in one region at most");
        let last = self.regions[region].last;
        let layout = &mut self.block_layout.0[block];
        layout.region = region.into();
        layout.prev = last;
        match last.expand() {
            Some(last) => self.block_layout.0[last].next = block.into(),
            None => self.regions[region].first = block.into(),
        }
        self.regions[region].last = block.into();
    }

    /// Adds a new block after another one of its region.
    ///
    /// # Panics
    /// If the other block stands in no region.
    pub fn insert_block_after(&mut self, after: Block) -> Block {
        let block = self.create_block();
        self.place_block_after(block, after);
        block
    }

    /// Puts a block that stands nowhere after another one of a region.
    ///
    /// # Panics
    /// If it already stands in a region, or the other block in none.
    pub fn place_block_after(&mut self, block: Block, after: Block) {
        assert!(self.region_of(block).is_none(), "a block stands in one region at most");
        let region = self.region_of(after).expect("the place to insert at stands in a region");
        let next = self.block_layout.0[after].next;
        let layout = &mut self.block_layout.0[block];
        layout.region = region.into();
        layout.prev = after.into();
        layout.next = next;
        self.block_layout.0[after].next = block.into();
        match next.expand() {
            Some(next) => self.block_layout.0[next].prev = block.into(),
            None => self.regions[region].last = block.into(),
        }
    }

    /// Moves the blocks of a region to the end of another of the same body.
    pub fn move_blocks(&mut self, from: Region, to: Region) {
        while let Some(block) = self.entry_block(from) {
            self.unlink_block(block);
            self.place_block(to, block);
        }
    }

    /// The region in which a block stands.
    #[must_use]
    pub fn region_of(&self, block: Block) -> Option<Region> {
        self.block_layout.0[block].region.expand()
    }

    /// The block after this one in its region.
    #[must_use]
    pub fn next_block(&self, block: Block) -> Option<Block> {
        self.block_layout.0[block].next.expand()
    }

    /// The block before this one in its region.
    #[must_use]
    pub fn prev_block(&self, block: Block) -> Option<Block> {
        self.block_layout.0[block].prev.expand()
    }

    /// The blocks of a region, in order.
    #[must_use]
    pub fn blocks(&self, region: Region) -> Blocks<'_> {
        Blocks { body: self, next: self.entry_block(region) }
    }

    /// The first block of a region.
    #[must_use]
    pub fn entry_block(&self, region: Region) -> Option<Block> {
        self.regions[region].first.expand()
    }

    /// Takes a block out of its region, without erasing it.
    pub fn unlink_block(&mut self, block: Block) {
        let layout = &mut self.block_layout.0[block];
        let (region, prev, next) = (layout.region.take(), layout.prev.take(), layout.next.take());
        let Some(region) = region else { return };
        match prev {
            Some(prev) => self.block_layout.0[prev].next = next.into(),
            None => self.regions[region].first = next.into(),
        }
        match next {
            Some(next) => self.block_layout.0[next].prev = prev.into(),
            None => self.regions[region].last = prev.into(),
        }
    }

    /// Erases a block with its operations.
    ///
    /// # Panics
    /// If one of its values is used outside it.
    pub fn erase_block(&mut self, block: Block) {
        self.erase_blocks(&[block]);
    }

    /// Erases blocks with their operations, which may use one another's values in any order.
    ///
    /// # Panics
    /// If one of their values is used outside them.
    pub fn erase_blocks(&mut self, blocks: &[Block]) {
        for &block in blocks {
            self.drop_block_operands(block);
        }
        for &block in blocks {
            self.erase_block_contents(block);
            self.unlink_block(block);
        }
    }

    pub(super) fn erase_region_contents(&mut self, region: Region) {
        let blocks: Vec<Block> = self.blocks(region).collect();
        self.erase_blocks(&blocks);
    }

    /// Drops all uses by the operations of a block, so that they can be erased in any order.
    fn drop_block_operands(&mut self, block: Block) {
        let ops: Vec<Op> = self.ops(block).collect();
        for op in ops {
            self.drop_operands(op);
            for region in self.inline_regions(op).to_vec() {
                let blocks: Vec<Block> = self.blocks(region).collect();
                for block in blocks {
                    self.drop_block_operands(block);
                }
            }
        }
    }

    fn erase_block_contents(&mut self, block: Block) {
        while let Some(op) = self.last_op(block) {
            self.erase_op(op);
        }
    }
}
