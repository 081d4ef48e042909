//! Copying operations from one body to another.

use rustc_hash::FxHashMap;

use super::{Body, OpRegions, OpState};
use crate::context::Context;
use crate::entity::{Block, Op, Region, Value};
use crate::handles::Loc;

/// The values and blocks of the target that stand for those of the source.
#[derive(Clone, Debug, Default)]
pub struct CopyMap {
    /// Values: at least those that copied operations use and that are defined outside them.
    pub values: FxHashMap<Value, Value>,
    /// Blocks: those that copied terminators name and that are not copied with them.
    pub blocks: FxHashMap<Block, Block>,
}

impl Body {
    /// Copies an operation of another body, with everything below it, into this one, where it stands nowhere yet. Its location
    /// becomes `loc` of the old one; `map` gets its results.
    ///
    /// # Panics
    /// If the operation uses a value that `map` does not have.
    pub fn copy_op(
        &mut self,
        ctx: &Context,
        source: &Body,
        op: Op,
        map: &mut CopyMap,
        loc: &mut dyn FnMut(Loc) -> Loc,
    ) -> Op {
        let mut state = OpState::new(source.name(op), loc(source.loc(op)));
        state.operands.extend(source.operands(op).map(|value| map.values[&value]));
        state.result_types.extend(source.results(op).map(|result| source.value_type(result)));
        state.attrs.extend_from_slice(source.attrs(op));
        state.properties = source.properties(op);
        let blocks = &map.blocks;
        state
            .successors
            .extend(source.successors(op).iter().map(|to| blocks.get(to).copied().unwrap_or(*to)));
        state.regions = if let Some(nested) = source.nested(op) {
            let mut nested = nested.clone();
            nested.map_locations(loc);
            OpRegions::Nested(Box::new(nested))
        } else if source.inline_regions(op).is_empty() {
            OpRegions::None
        } else {
            let copy = |&region: &Region| self.copy_region(ctx, source, region, map, loc);
            OpRegions::Inline(source.inline_regions(op).iter().map(copy).collect())
        };
        let new = self.create_op(ctx, state);
        map.values.extend(source.results(op).zip(self.results(new)));
        new
    }

    /// Moves an operation of another body, with everything below it, to the end of `block`.
    ///
    /// # Panics
    /// If the operation has operands, results, successors or regions in its own body, or stands in no block.
    pub fn move_op_from(&mut self, ctx: &Context, source: &mut Body, op: Op, block: Block) -> Op {
        let stands_alone = source.num_operands(op) == 0
            && source.num_results(op) == 0
            && source.successors(op).is_empty()
            && source.inline_regions(op).is_empty();
        assert!(stands_alone, "only an operation that nothing in its body refers to can be moved");
        let mut state = OpState::new(source.name(op), source.loc(op));
        state.attrs.extend_from_slice(source.attrs(op));
        state.properties = source.properties(op);
        if let Some(nested) = source.take_nested(op) {
            state.regions = OpRegions::Nested(nested);
        }
        source.erase_op(op);
        let new = self.create_op(ctx, state);
        self.append_op(block, new);
        new
    }

    fn copy_region(
        &mut self,
        ctx: &Context,
        source: &Body,
        region: Region,
        map: &mut CopyMap,
        loc: &mut dyn FnMut(Loc) -> Loc,
    ) -> Region {
        let new = self.create_region();
        for block in source.blocks(region) {
            let copy = self.append_block(new);
            map.blocks.insert(block, copy);
            for &arg in source.block_args(block) {
                let value = self.add_block_arg(copy, source.value_type(arg), loc(source.value_loc(arg)));
                map.values.insert(arg, value);
            }
        }
        for block in source.blocks(region) {
            let target = map.blocks[&block];
            for op in source.ops(block) {
                let op = self.copy_op(ctx, source, op, map, loc);
                self.append_op(target, op);
            }
        }
        new
    }

    /// Replaces every location in this body and all bodies below it.
    pub fn map_locations(&mut self, loc: &mut dyn FnMut(Loc) -> Loc) {
        for data in self.ops.values_mut() {
            data.loc = loc(data.loc);
        }
        for data in self.blocks.values_mut() {
            for arg in &mut data.arg_locs {
                *arg = loc(*arg);
            }
        }
        for nested in self.extras.iter_mut().filter_map(|extra| extra.nested.as_deref_mut()) {
            nested.map_locations(loc);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_uses_what_the_map_says() {
        let ctx = Context::new();
        let (mut source, block) = Body::with_entry_block();
        let arg = source.add_block_arg(block, ctx.i32(), ctx.unknown_loc());
        let state =
            OpState::new(ctx.ident("x.y"), ctx.unknown_loc()).operands(&[arg, arg]).results(&[ctx.i32()]);
        let op = source.create_op(&ctx, state);
        source.append_op(block, op);

        let (mut target, block) = Body::with_entry_block();
        let other = target.add_block_arg(block, ctx.i32(), ctx.unknown_loc());
        let mut map = CopyMap::default();
        map.values.insert(arg, other);
        let place = ctx.file_loc(ctx.ident("f"), 1, 2);
        let copy = target.copy_op(&ctx, &source, op, &mut map, &mut |_| place);
        assert_eq!(target.operands(copy).collect::<Vec<_>>(), [other, other]);
        assert_eq!(map.values[&source.result(op, 0)], target.result(copy, 0));
        assert_eq!(target.loc(copy), place);
    }
}
