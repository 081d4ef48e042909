//! Joining bodies: the operations of a block of one body move to the end of a block of another, for the cost of copying their
//! data.
//!
//! Everything keeps its order: the operations follow the existing ones, and their uses of a value are newer than the existing
//! uses, as if all had been created one after the other in one body.

use cranelift_entity::packed_option::{PackedOption, ReservedValue};
use cranelift_entity::{EntityRef, PrimaryMap};

use super::{ARGUMENT_BIT, Body};
use crate::entity::{Block, Op, Value};

/// The distances by which the numbers of one body move when it becomes a part of another.
#[derive(Clone, Copy)]
struct Offsets {
    ops: u32,
    values: u32,
    operands: u32,
    blocks: u32,
    regions: u32,
}

fn moved<K: EntityRef + ReservedValue>(key: PackedOption<K>, by: u32) -> PackedOption<K> {
    key.expand().map(|key| K::new(key.index() + by as usize)).into()
}

fn count<K: EntityRef, V>(map: &PrimaryMap<K, V>) -> u32 {
    u32::try_from(map.len()).expect("entities are numbered with 32 bits")
}

impl Body {
    /// Appends the operations of `from`, a block of `source`, to `block`. Values of operations of `source` that are placeholders
    /// for values of this body, each given with the value it stands for, are replaced, and these operations erased. Returns the
    /// distance by which the numbers of values have moved.
    ///
    /// # Panics
    /// If together they have more of anything than 32 bits count.
    pub(crate) fn absorb(
        &mut self,
        source: Body,
        from: Block,
        block: Block,
        stand_ins: impl IntoIterator<Item = (Op, Value, Value)>,
    ) -> u32 {
        let by = Offsets {
            ops: count(&self.ops),
            values: count(&self.values),
            operands: count(&self.operands),
            blocks: count(&self.blocks),
            regions: count(&self.regions),
        };
        self.absorb_ops(&source, from, block, by);
        self.absorb_values(&source, by);
        self.absorb_blocks(source, by);
        for (op, stand_in, value) in stand_ins {
            let stand_in = Value::from_u32(stand_in.as_u32() + by.values);
            self.hand_over_uses(stand_in, value);
            self.erase_op(Op::from_u32(op.as_u32() + by.ops));
        }
        by.values
    }

    fn absorb_ops(&mut self, source: &Body, from: Block, block: Block, by: Offsets) {
        let attrs = u32::try_from(self.attrs.len()).expect("attributes are numbered with 32 bits");
        let extras = u32::try_from(self.extras.len()).expect("operations are numbered with 32 bits");
        for data in source.ops.values() {
            let mut data = data.clone();
            data.first_operand += by.operands;
            data.first_result += by.values;
            data.first_attr += attrs;
            if data.extra != 0 {
                data.extra += extras;
            }
            self.ops.push(data);
        }
        let target = self.block_layout.first_and_last(block);
        let added = source.block_layout.first_and_last(from);
        self.op_layout.absorb(&source.op_layout, (from, block), by.ops, by.blocks);
        let (first, last) = (moved(added.0, by.ops), moved(added.1, by.ops));
        if let Some(first_added) = first.expand() {
            match target.1.expand() {
                Some(end) => self.op_layout.link(end, first_added),
                None => self.block_layout.set_first(block, first),
            }
            self.block_layout.set_last(block, last);
        }
        self.attrs.extend_from_slice(&source.attrs);
    }

    fn absorb_values(&mut self, source: &Body, by: Offsets) {
        for data in source.values.values() {
            let mut data = data.clone();
            data.owner = match data.owner & ARGUMENT_BIT {
                0 => data.owner + by.ops,
                _ => ((data.owner & !ARGUMENT_BIT) + by.blocks) | ARGUMENT_BIT,
            };
            data.first_use = moved(data.first_use, by.operands);
            self.values.push(data);
        }
        for operand in source.operands.values() {
            self.operands.push(operand.moved(by.ops, by.values, by.operands));
        }
    }

    fn absorb_blocks(&mut self, source: Body, by: Offsets) {
        for mut extra in source.extras {
            for region in &mut extra.regions {
                *region = crate::entity::Region::from_u32(region.as_u32() + by.regions);
            }
            for block in &mut extra.successors {
                *block = Block::from_u32(block.as_u32() + by.blocks);
            }
            self.extras.push(extra);
        }
        for (_, mut data) in source.blocks {
            for arg in &mut data.args {
                *arg = Value::from_u32(arg.as_u32() + by.values);
            }
            self.blocks.push(data);
        }
        self.block_layout.absorb(&source.block_layout, by.ops, by.blocks, by.regions);
        for (_, mut region) in source.regions {
            region.parent = moved(region.parent, by.ops);
            region.first = moved(region.first, by.blocks);
            region.last = moved(region.last, by.blocks);
            self.regions.push(region);
        }
    }
}
