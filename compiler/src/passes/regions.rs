//! Simplification of control flow: erases unreachable blocks, operations whose results are not needed, and block arguments
//! that are never read.
//!
//! An operation is needed if it has effects, or if a needed operation uses one of its results; an argument, if a needed operation uses it.
//! So a value that only goes around a loop counts as unused.

use rustc_hash::FxHashSet;
use tfrt_ir::body::{Body, ValueDef};
use tfrt_ir::context::Context;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;

/// Simplifies regions, and those below them in the same body; whether anything changed.
pub(super) fn simplify_regions(ctx: &Context, body: &mut Body, regions: &[Region]) -> bool {
    let mut changed = body.erase_unreachable_blocks_below(regions) > 0;
    let mut live = Liveness { ctx, values: FxHashSet::default(), ops: FxHashSet::default(), changed: true };
    while live.changed {
        live.changed = false;
        for &region in regions {
            live.region(body, region);
        }
    }
    for &region in regions {
        changed |= live.erase_dead(body, region);
    }
    changed
}

/// The needed operations and arguments, as far as known.
struct Liveness<'a> {
    ctx: &'a Context,
    values: FxHashSet<Value>,
    ops: FxHashSet<Op>,
    changed: bool,
}

impl Liveness<'_> {
    fn region(&mut self, body: &Body, region: Region) {
        let blocks: Vec<Block> = body.blocks(region).collect();
        for (index, &block) in blocks.iter().enumerate().rev() {
            let mut next = body.last_op(block);
            while let Some(op) = next {
                next = body.prev_op(op);
                self.op(body, op);
            }
            for &argument in body.block_args(block) {
                // The operation around decides on the arguments of its entry block.
                if index == 0 || self.is_used(body, argument) {
                    self.set_live(argument);
                }
            }
        }
    }

    fn set_live(&mut self, value: Value) {
        self.changed |= self.values.insert(value);
    }

    fn op(&mut self, body: &Body, op: Op) {
        for &region in body.inline_regions(op) {
            self.region(body, region);
        }
        if self.ops.contains(&op) {
            return;
        }
        if !body.successors(op).is_empty() && self.successor_operands(body, op).is_none() {
            for &successor in body.successors(op) {
                body.block_args(successor).iter().for_each(|&argument| self.set_live(argument));
            }
        }
        let view = OpRef { ctx: self.ctx, body, op };
        // A branch is needed as the end of its block; the users decide whether the values that it passes on
        // are.
        let needed = view.has(Traits::TERMINATOR)
            || view.has(Traits::SYMBOL)
            || !effects::of(view).erasable
            || body.results(op).any(|result| self.is_used(body, result));
        if needed {
            self.ops.insert(op);
            self.changed = true;
        }
    }

    fn is_used(&self, body: &Body, value: Value) -> bool {
        body.uses(value).any(|use_| {
            let user = body.use_owner(use_);
            if !self.ops.contains(&user) {
                return false;
            }
            match self.argument_for(body, user, body.use_index(use_)) {
                Some(argument) => self.values.contains(&argument),
                None => true,
            }
        })
    }

    /// The operands that each successor of a branch gets, if they are known.
    fn successor_operands(&self, body: &Body, op: Op) -> Option<Vec<Vec<Value>>> {
        if body.successors(op).is_empty() {
            return None;
        }
        tfrt_dialects::cf::successor_operands(OpRef { ctx: self.ctx, body, op })
    }

    /// The argument of a successor that an operand of a branch becomes.
    fn argument_for(&self, body: &Body, op: Op, operand: usize) -> Option<Value> {
        let groups = self.successor_operands(body, op)?;
        let mut start = body.num_operands(op).checked_sub(groups.iter().map(Vec::len).sum())?;
        for (group, &successor) in groups.iter().zip(body.successors(op)) {
            if (start..start + group.len()).contains(&operand) {
                return Some(body.block_args(successor)[operand - start]);
            }
            start += group.len();
        }
        None
    }

    fn erase_dead(&self, body: &mut Body, region: Region) -> bool {
        let mut changed = false;
        let blocks: Vec<Block> = body.blocks(region).collect();
        for &block in &blocks {
            let dead: Vec<usize> = self.dead_successor_operands(body, block);
            if let Some(last) = body.last_op(block).filter(|_| !dead.is_empty()) {
                tfrt_dialects::cf::erase_operands(self.ctx, body, last, &dead);
            }
        }
        // Users before definitions: the definitions of dead users are dead.
        for &block in blocks.iter().rev() {
            let mut next = body.last_op(block);
            while let Some(op) = next {
                next = body.prev_op(op);
                if self.ops.contains(&op) {
                    for region in body.inline_regions(op).to_vec() {
                        changed |= self.erase_dead(body, region);
                    }
                } else {
                    body.set_operands(op, &[]);
                }
            }
        }
        for &block in blocks.iter().rev() {
            let mut next = body.last_op(block);
            while let Some(op) = next {
                next = body.prev_op(op);
                if !self.ops.contains(&op) {
                    body.erase_op(op);
                    changed = true;
                }
            }
        }
        for &block in blocks.iter().skip(1) {
            for index in (0..body.block_args(block).len()).rev() {
                let argument = body.block_args(block)[index];
                if !self.values.contains(&argument) && !body.has_uses(argument) {
                    body.erase_block_arg(block, index);
                    changed = true;
                }
            }
        }
        changed
    }

    /// The operands of a block's terminator that become unused arguments.
    fn dead_successor_operands(&self, body: &Body, block: Block) -> Vec<usize> {
        let Some(last) = body.last_op(block) else { return Vec::new() };
        let dead = |&index: &usize| {
            self.argument_for(body, last, index).is_some_and(|argument| {
                matches!(body.value_def(argument), ValueDef::Argument(..)) && !self.values.contains(&argument)
            })
        };
        (0..body.num_operands(last)).filter(dead).collect()
    }
}
