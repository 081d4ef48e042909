//! Aggressive simplification of control flow: equal blocks become one, and arguments that all branches give the same value go.
//!
//! Blocks are equal if they branch to the same blocks and have the same operations, but for operands that come from outside; these become
//! arguments of the block that stays. Blocks with regions stay, and blocks whose values are used in others.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use tfrt_dialects::cf;
use tfrt_ir::body::{Body, ValueDef};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::op_ref::OpRef;

use super::regions::simplify_regions;

/// Simplifies regions, and those below them in the same body; whether anything changed.
pub(super) fn simplify_aggressively(ctx: &Context, body: &mut Body, regions: &[Region]) -> bool {
    let mut changed = simplify_regions(ctx, body, regions);
    let mut all = regions.to_vec();
    let mut visited = 0;
    while let Some(&region) = all.get(visited) {
        visited += 1;
        while merge_equal(ctx, body, region) {
            changed = true;
        }
        for op in body.blocks(region).flat_map(|block| body.ops(block)) {
            all.extend_from_slice(body.inline_regions(op));
        }
    }
    for region in all {
        let ends = ends_before(body, region);
        for block in body.blocks(region).skip(1).collect::<Vec<Block>>() {
            changed |= ends.get(&block).is_some_and(|ends| drop_common_arguments(ctx, body, ends, block));
        }
    }
    changed
}

/// For each block of a region, the operations that end blocks and lead to it.
fn ends_before(body: &Body, region: Region) -> FxHashMap<Block, Vec<Op>> {
    let mut found: FxHashMap<Block, Vec<Op>> = FxHashMap::default();
    for end in body.blocks(region).filter_map(|block| body.last_op(block)) {
        for &block in body.successors(end) {
            let ends = found.entry(block).or_default();
            if ends.last() != Some(&end) {
                ends.push(end);
            }
        }
    }
    found
}

/// Blocks that become one.
struct Cluster {
    leader: Block,
    others: Vec<Block>,
    /// The operands that differ: the number of the operation in its block, and that of the operand.
    differing: BTreeSet<(usize, usize)>,
}

/// Merges equal blocks of a region; whether there were any.
fn merge_equal(ctx: &Context, body: &mut Body, region: Region) -> bool {
    let mut groups: Vec<Vec<Block>> = Vec::new();
    let mut by_successors: FxHashMap<Vec<Block>, usize> = FxHashMap::default();
    for block in body.blocks(region).skip(1) {
        let Some(last) = body.last_op(block) else { continue };
        let group = *by_successors.entry(body.successors(last).to_vec()).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(block);
    }
    let mut changed = false;
    let before = ends_before(body, region);
    for group in groups.into_iter().filter(|group| group.len() > 1) {
        let mut clusters: Vec<Cluster> = Vec::new();
        for block in group.into_iter().filter(|&block| keeps_to_itself(body, block)) {
            let found = clusters.iter_mut().find_map(|cluster| {
                let differing = differences(ctx, body, cluster.leader, block)?;
                Some((cluster, differing))
            });
            match found {
                Some((cluster, differing)) => {
                    cluster.others.push(block);
                    cluster.differing.extend(differing);
                }
                None => {
                    clusters.push(Cluster { leader: block, others: Vec::new(), differing: BTreeSet::new() })
                }
            }
        }
        for cluster in clusters.into_iter().filter(|cluster| !cluster.others.is_empty()) {
            changed |= merge(ctx, body, &before, &cluster);
        }
    }
    changed
}

/// Whether a block has no regions, and only its own operations use its values.
fn keeps_to_itself(body: &Body, block: Block) -> bool {
    let used_here = |value: Value| body.users(value).all(|user| body.block_of(user) == Some(block));
    body.block_args(block).iter().all(|&argument| used_here(argument))
        && body.ops(block).all(|op| body.num_regions(op) == 0 && body.results(op).all(used_here))
}

/// Where a value is defined in a block: the number of the operation, or nothing for an argument, and that of the value.
fn place_of(body: &Body, value: Value, numbers: &FxHashMap<Op, usize>) -> (Option<usize>, u32) {
    match body.value_def(value) {
        ValueDef::Result(op, number) => (numbers.get(&op).copied(), number),
        ValueDef::Argument(_, number) => (None, number),
    }
}

/// The operands in which two blocks differ; `None` if they differ in anything else.
fn differences(ctx: &Context, body: &Body, one: Block, other: Block) -> Option<Vec<(usize, usize)>> {
    let types =
        |block| body.block_args(block).iter().map(|&value| body.value_type(value)).collect::<Vec<_>>();
    if types(one) != types(other) {
        return None;
    }
    let (ops, others): (Vec<Op>, Vec<Op>) = (body.ops(one).collect(), body.ops(other).collect());
    if ops.len() != others.len() {
        return None;
    }
    let numbered = |ops: &[Op]| ops.iter().enumerate().map(|(index, &op)| (op, index)).collect();
    let (numbers, other_numbers): (FxHashMap<Op, usize>, FxHashMap<Op, usize>) =
        (numbered(&ops), numbered(&others));
    let mut differing = Vec::new();
    for (number, (&a, &b)) in ops.iter().zip(&others).enumerate() {
        let (left, right) = (OpRef { ctx, body, op: a }, OpRef { ctx, body, op: b });
        if left.name() != right.name()
            || left.attrs() != right.attrs()
            || !left.result_types().eq(right.result_types())
            || left.num_operands() != right.num_operands()
        {
            return None;
        }
        for (index, (x, y)) in left.operands().zip(right.operands()).enumerate() {
            if x == y {
                continue;
            }
            let is_own = body.value_block(x) == Some(one);
            if body.value_type(x) != body.value_type(y) || is_own != (body.value_block(y) == Some(other)) {
                return None;
            }
            match is_own {
                true if place_of(body, x, &numbers) != place_of(body, y, &other_numbers) => return None,
                true => {}
                // No branch passes on what it gives itself.
                false if ends_a_block(body, x) || ends_a_block(body, y) => return None,
                false => differing.push((number, index)),
            }
        }
    }
    Some(differing)
}

fn ends_a_block(body: &Body, value: Value) -> bool {
    body.defining_op(value).is_some_and(|op| body.next_op(op).is_none())
}

/// Makes one block of several.
fn merge(ctx: &Context, body: &mut Body, before: &FxHashMap<Block, Vec<Op>>, cluster: &Cluster) -> bool {
    let blocks: Vec<Block> = [cluster.leader].into_iter().chain(cluster.others.iter().copied()).collect();
    // Blocks that were merged before are gone, with their ends.
    let ends = blocks.iter().filter_map(|block| before.get(block)).flatten().copied();
    let ends: BTreeSet<Op> = ends.filter(|&end| !body.is_erased(end)).collect();
    let is_branch = |&op: &Op| cf::successor_operands(OpRef { ctx, body, op }).is_some();
    if !cluster.differing.is_empty() && !ends.iter().all(is_branch) {
        return false;
    }
    // For each operand that differs, its value in each block. Equal ones get one argument.
    let ops: Vec<Vec<Op>> = blocks.iter().map(|&block| body.ops(block).collect()).collect();
    let mut columns: Vec<Vec<Value>> = Vec::new();
    let mut arguments: Vec<Value> = Vec::new();
    for &(number, index) in &cluster.differing {
        let column: Vec<Value> = ops.iter().map(|ops| body.operand(ops[number], index)).collect();
        let known = columns.iter().position(|known| *known == column);
        let argument = known.map(|at| arguments[at]).unwrap_or_else(|| {
            let (ty, loc) = (body.value_type(column[0]), body.value_loc(column[0]));
            let argument = body.add_block_arg(cluster.leader, ty, loc);
            columns.push(column);
            arguments.push(argument);
            argument
        });
        body.set_operand(ops[0][number], index, argument);
    }
    for end in ends {
        let successors = body.successors(end).to_vec();
        let groups = cf::successor_operands(OpRef { ctx, body, op: end });
        let position = |block| blocks.iter().position(|&merged| merged == block);
        let to: Vec<Block> = successors
            .iter()
            .map(|&block| if position(block).is_some() { cluster.leader } else { block })
            .collect();
        if let (Some(mut groups), false) = (groups, columns.is_empty()) {
            for (group, &block) in groups.iter_mut().zip(&successors) {
                group.extend(position(block).into_iter().flat_map(|at| columns.iter().map(move |c| c[at])));
            }
            cf::set_successor_operands(ctx, body, end, &groups);
        }
        body.set_successors(end, &to);
    }
    body.erase_blocks(&cluster.others);
    true
}

/// Drops arguments of a block that all branches give one value; whether there were any.
fn drop_common_arguments(ctx: &Context, body: &mut Body, ends: &[Op], block: Block) -> bool {
    let mut dropped = Vec::new();
    for index in 0..body.block_args(block).len() {
        let Some(value) = common_value(ctx, body, ends, block, index) else { continue };
        if body.value_block(value) != Some(block) {
            body.replace_all_uses(body.block_args(block)[index], value);
            dropped.push(index);
        }
    }
    if dropped.is_empty() {
        return false;
    }
    let is_kept = |&(index, _): &(usize, &Value)| !dropped.contains(&index);
    for &end in ends {
        let Some(mut groups) = cf::successor_operands(OpRef { ctx, body, op: end }) else { continue };
        for (group, &to) in groups.iter_mut().zip(body.successors(end)) {
            if to == block {
                *group = group.iter().enumerate().filter(is_kept).map(|(_, &value)| value).collect();
            }
        }
        cf::set_successor_operands(ctx, body, end, &groups);
    }
    for &index in dropped.iter().rev() {
        body.erase_block_arg(block, index);
    }
    true
}

/// The value that all branches give for an argument of a block.
fn common_value(ctx: &Context, body: &Body, ends: &[Op], block: Block, index: usize) -> Option<Value> {
    let mut common = None;
    for &end in ends {
        let groups = cf::successor_operands(OpRef { ctx, body, op: end })?;
        for (group, _) in groups.iter().zip(body.successors(end)).filter(|&(_, &to)| to == block) {
            let value = *group.get(index)?;
            if *common.get_or_insert(value) != value {
                return None;
            }
        }
    }
    common
}
