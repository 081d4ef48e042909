//! Patterns that simplify branches with regions: `scf.if`, `scf.index_switch` and `scf.execute_region`.
//! [`loop_patterns`](super::loop_patterns) has those of loops.

use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{CanonicalizeHook, constant_value};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use super::successors::{replace_equal, replace_known};
use crate::cf::patterns::{make_bool, select};

pub(super) const IF: &[CanonicalizeHook] = &[
    swap_negated,
    combine_with_previous,
    combine_nested,
    condition_known_inside,
    values_to_select,
    remove_empty_else,
    static_condition,
    replace_yielded_booleans,
    replace_known,
    replace_equal,
    remove_unused_results,
];
pub(super) const SWITCH: &[CanonicalizeHook] =
    &[static_case, replace_known, replace_equal, remove_unused_results];
pub(super) const EXECUTE: &[CanonicalizeHook] = &[inline_one_block, inline_blocks];

/// The block of a region that has one.
pub(super) fn block_of(op: OpRef<'_>, region: usize) -> Option<Block> {
    op.body.entry_block(*op.body.inline_regions(op.op).get(region)?)
}

/// The operands of the end of a block.
pub(super) fn yielded(body: &Body, block: Block) -> Vec<Value> {
    body.last_op(block).map_or_else(Vec::new, |last| body.operands(last).collect())
}

/// The region in which a value is defined.
pub(super) fn region_of(body: &Body, value: Value) -> Option<Region> {
    body.region_of(body.value_block(value)?)
}

/// Whether a region is another, or around it.
pub(super) fn is_around(body: &Body, outer: Region, inner: Region) -> bool {
    let mut region = Some(inner);
    while let Some(current) = region {
        if current == outer {
            return true;
        }
        region = body
            .region_parent(current)
            .and_then(|op| body.block_of(op))
            .and_then(|block| body.region_of(block));
    }
    false
}

/// The uses of a value by operations in a region, or in regions below it.
pub(super) fn uses_below(body: &Body, value: Value, region: Region) -> Vec<(Op, usize)> {
    let inside = |op: Op| {
        body.block_of(op)
            .and_then(|block| body.region_of(block))
            .is_some_and(|inner| is_around(body, region, inner))
    };
    let uses = body.uses(value).map(|use_| (body.use_owner(use_), body.use_index(use_)));
    uses.filter(|&(op, _)| inside(op)).collect()
}

pub(super) fn set_uses(rewriter: &mut Rewriter<'_>, uses: &[(Op, usize)], value: Value) {
    for &(op, index) in uses {
        rewriter.body_mut().set_operand(op, index, value);
        rewriter.touch(op);
    }
}

/// Makes an operation like another before it, with other operands and results, which takes over the regions.
pub(super) fn move_to_new(
    rewriter: &mut Rewriter<'_>,
    op: Op,
    operands: &[Value],
    results: &[Type],
    regions: usize,
) -> Op {
    let view = rewriter.op(op);
    let mut state = OpState::new(view.name(), view.loc()).operands(operands).results(results);
    state.attrs.extend_from_slice(view.attrs());
    let old: Vec<Region> = view.body.inline_regions(op).to_vec();
    let body = rewriter.body_mut();
    state.regions = OpRegions::Inline((0..old.len()).map(|_| body.create_region()).collect());
    let new = rewriter.create(InsertionPoint::Before(op), state);
    let body = rewriter.body_mut();
    let targets = body.inline_regions(new).to_vec();
    for (from, to) in old.into_iter().zip(targets).take(regions) {
        body.move_blocks(from, to);
    }
    new
}

/// Sets the values that the end of a block yields.
pub(super) fn set_yielded(rewriter: &mut Rewriter<'_>, block: Block, values: &[Value]) {
    if let Some(last) = rewriter.body().last_op(block) {
        rewriter.body_mut().set_operands(last, values);
        rewriter.touch(last);
    }
}

/// Replaces an operation by the operations in a block of one of its regions, whose arguments become
/// `arguments`.
pub(super) fn replace_by_block(rewriter: &mut Rewriter<'_>, op: Op, block: Block, arguments: &[Value]) {
    let Some(end) = rewriter.body().last_op(block) else { return };
    rewriter.inline_block_before(block, op, arguments);
    let values: Vec<Value> = rewriter.body().operands(end).collect();
    rewriter.replace_op(op, &values);
    rewriter.erase_op(end);
}

/// The operand that is `value` with its bit turned around: of `xori %x, true`.
fn negation_of(op: OpRef<'_>, value: Value) -> Option<Value> {
    let def = op.at(op.body.defining_op(value)?);
    (def.name_str() == "arith.xori" && known_bool(def, def.operand(1)) == Some(true)).then(|| def.operand(0))
}

fn known_bool(op: OpRef<'_>, value: Value) -> Option<bool> {
    op.ctx.attr_as_bool(constant_value(op.ctx, op.body, value)?)
}

/// A branch on a negated condition branches the other way.
fn swap_negated(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let &[yes, no] = view.body.inline_regions(op) else { return false };
    let Some(condition) = negation_of(view, view.operand(0)) else { return false };
    if view.body.entry_block(no).is_none() {
        return false;
    }
    let body = rewriter.body_mut();
    let spare = body.create_region();
    body.move_blocks(yes, spare);
    body.move_blocks(no, yes);
    body.move_blocks(spare, no);
    body.set_operand(op, 0, condition);
    rewriter.touch(op);
    true
}

/// Two branches on one condition, one after the other, become one.
fn combine_with_previous(rewriter: &mut Rewriter<'_>, next: Op) -> bool {
    let view = rewriter.op(next);
    let Some(previous) = view.body.prev_op(next).map(|op| view.at(op)) else { return false };
    if previous.name() != view.name() {
        return false;
    }
    let (condition, other) = (previous.operand(0), view.operand(0));
    let (first, second) = (block_of(view, 0), block_of(view, 1));
    let (yes, no) = if condition == other {
        (first, second)
    } else if negation_of(view, other) == Some(condition) || negation_of(view, condition) == Some(other) {
        (second, first)
    } else {
        return false;
    };
    let types: Vec<Type> = previous.result_types().chain(view.result_types()).collect();
    let own = previous.num_results();
    let previous = previous.op;
    // Inside the branches, the first one's results are the values that its region yields.
    for (block, index) in [(yes, 0), (no, 1)] {
        let view = rewriter.op(previous);
        let (Some(block), Some(from)) = (block, block_of(view, index)) else { continue };
        let Some(region) = view.body.region_of(block) else { continue };
        let values = yielded(view.body, from);
        let results: Vec<Value> = view.results().collect();
        for (result, value) in results.into_iter().zip(values) {
            let uses = uses_below(rewriter.body(), result, region);
            set_uses(rewriter, &uses, value);
        }
    }
    let combined = make_if(rewriter, next, condition, &types);
    let targets = rewriter.body().inline_regions(combined).to_vec();
    let sources = rewriter.body().inline_regions(previous).to_vec();
    for ((target, source), block) in targets.into_iter().zip(sources).zip([yes, no]) {
        rewriter.body_mut().move_blocks(source, target);
        let Some(block) = block else { continue };
        match rewriter.body().entry_block(target) {
            Some(into) => {
                let (Some(end), values) = (rewriter.body().last_op(into), yielded(rewriter.body(), into))
                else {
                    continue;
                };
                let all: Vec<Value> = values.into_iter().chain(yielded(rewriter.body(), block)).collect();
                rewriter.erase_op(end);
                rewriter.merge_block(block, into, &[]);
                set_yielded(rewriter, into, &all);
            }
            None => {
                if let Some(region) = rewriter.body().region_of(block) {
                    rewriter.body_mut().move_blocks(region, target);
                }
            }
        }
    }
    let results: Vec<Value> = rewriter.body().results(combined).collect();
    rewriter.replace_op(previous, &results[..own]);
    rewriter.replace_op(next, &results[own..]);
    true
}

/// Makes an `scf.if` of empty regions before an operation.
fn make_if(rewriter: &mut Rewriter<'_>, before: Op, condition: Value, results: &[Type]) -> Op {
    let ctx = rewriter.ctx();
    let body = rewriter.body_mut();
    let mut state =
        OpState::new(ctx.ident("scf.if"), body.loc(before)).operands(&[condition]).results(results);
    state.regions = OpRegions::Inline([body.create_region(), body.create_region()].into_iter().collect());
    rewriter.create(InsertionPoint::Before(before), state)
}

/// Whether a block has nothing but its end.
pub(super) fn only_ends(body: &Body, block: Block) -> bool {
    body.first_op(block) == body.last_op(block)
}

/// A branch in a branch, with nothing beside it, is one on both conditions.
fn combine_nested(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some(block) = block_of(view, 0) else { return false };
    let outer_else = block_of(view, 1);
    let Some(nested) = body.first_op(block).map(|op| view.at(op)) else { return false };
    if nested.name() != view.name() || body.next_op(nested.op) != body.last_op(block) {
        return false;
    }
    let nested_else = block_of(nested, 1);
    if [outer_else, nested_else].into_iter().flatten().any(|block| !only_ends(body, block)) {
        return false;
    }
    let Some(nested_then) = block_of(nested, 0) else { return false };
    let mut yes = yielded(body, block);
    let no = outer_else.map_or_else(Vec::new, |block| yielded(body, block));
    let inner_yes = yielded(body, nested_then);
    let inner_no = nested_else.map_or_else(Vec::new, |block| yielded(body, block));
    let mut outside = Vec::new();
    let region = body.region_of(block);
    for (index, value) in yes.iter_mut().enumerate() {
        if let Some(inner) = nested.results().position(|result| result == *value) {
            if inner_no.get(inner) != no.get(index) {
                return false;
            }
            *value = inner_yes[inner];
        } else if region_of(body, *value) == region {
            return false;
        } else {
            outside.push(index);
        }
    }
    let (outer, inner, types) =
        (view.operand(0), nested.operand(0), view.result_types().collect::<Vec<Type>>());
    let ctx = rewriter.ctx();
    let loc = rewriter.body().loc(op);
    let both = OpState::new(ctx.ident("arith.andi"), loc).operands(&[outer, inner]).results(&[ctx.i1()]);
    let both = rewriter.create(InsertionPoint::Before(op), both);
    let both = rewriter.body().result(both, 0);
    let new = make_if(rewriter, op, both, &types);
    let mut results: Vec<Value> = rewriter.body().results(new).collect();
    for index in outside {
        results[index] = select(rewriter, new, outer, yes[index], no[index]);
    }
    let targets = rewriter.body().inline_regions(new).to_vec();
    if let Some(source) = rewriter.body().region_of(nested_then) {
        rewriter.body_mut().move_blocks(source, targets[0]);
    }
    set_yielded(rewriter, nested_then, &yes);
    if !no.is_empty()
        && let Some(source) = outer_else.and_then(|block| rewriter.body().region_of(block))
    {
        rewriter.body_mut().move_blocks(source, targets[1]);
    }
    let moved: Vec<Op> = rewriter.body().ops(nested_then).collect();
    moved.into_iter().for_each(|op| rewriter.touch(op));
    rewriter.replace_op(op, &results);
    true
}

/// In a branch on a condition, the condition is known.
fn condition_known_inside(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let condition = view.operand(0);
    if constant_value(view.ctx, view.body, condition).is_some() {
        return false;
    }
    let regions = view.body.inline_regions(op).to_vec();
    let known: Vec<_> = regions.iter().map(|&region| uses_below(view.body, condition, region)).collect();
    let mut constants = [None, None];
    let uses: Vec<(Op, usize)> = view
        .body
        .uses(condition)
        .map(|use_| (view.body.use_owner(use_), view.body.use_index(use_)))
        .collect();
    // The newest use comes first, and so does its constant.
    for place in uses {
        let Some(index) = known.iter().position(|known| known.contains(&place)) else { continue };
        let constant = *constants[index].get_or_insert_with(|| make_bool(rewriter, op, index == 0));
        set_uses(rewriter, &[place], constant);
    }
    constants.iter().any(Option::is_some)
}

/// Outer values that both regions yield are selected, before the branch.
fn values_to_select(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let (Some(yes), Some(no)) = (block_of(view, 0), block_of(view, 1)) else { return false };
    let regions = (body.region_of(yes), body.region_of(no));
    let (yes_values, no_values) = (yielded(body, yes), yielded(body, no));
    let stays: Vec<bool> = yes_values
        .iter()
        .zip(&no_values)
        .map(|(&yes, &no)| region_of(body, yes) == regions.0 || region_of(body, no) == regions.1)
        .collect();
    if stays.iter().all(|&stays| stays) {
        return false;
    }
    let condition = view.operand(0);
    let pick = |values: &[Value]| -> Vec<Value> {
        values.iter().zip(&stays).filter(|(_, stays)| **stays).map(|(&value, _)| value).collect()
    };
    let types: Vec<Type> = pick(&yes_values).iter().map(|&value| body.value_type(value)).collect();
    let new = move_to_new(rewriter, op, &[condition], &types, 2);
    let mut kept = rewriter.body().results(new);
    let mut results = Vec::with_capacity(stays.len());
    for (index, &stays) in stays.iter().enumerate() {
        results.push(match (stays, kept.len()) {
            (true, 1..) => kept.next().unwrap_or(yes_values[index]),
            _ => select(rewriter, new, condition, yes_values[index], no_values[index]),
        });
    }
    set_yielded(rewriter, yes, &pick(&yes_values));
    set_yielded(rewriter, no, &pick(&no_values));
    rewriter.replace_op(op, &results);
    true
}

/// A second region that does and gives nothing goes.
fn remove_empty_else(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(block) = block_of(view, 1) else { return false };
    if view.num_results() > 0 || !only_ends(view.body, block) {
        return false;
    }
    rewriter.body_mut().erase_block(block);
    rewriter.touch(op);
    true
}

fn static_condition(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(condition) = known_bool(view, view.operand(0)) else { return false };
    match block_of(view, usize::from(!condition)) {
        Some(block) => replace_by_block(rewriter, op, block, &[]),
        None => rewriter.erase_op(op),
    }
    true
}

/// Removes unused results, here and from the regions' yields.
fn remove_unused_results(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let used: Vec<bool> = view.results().map(|result| view.body.has_uses(result)).collect();
    if used.iter().all(|&used| used) {
        return false;
    }
    let operands: Vec<Value> = view.operands().collect();
    let types: Vec<Type> =
        view.result_types().zip(&used).filter(|(_, used)| **used).map(|(ty, _)| ty).collect();
    let regions = view.body.inline_regions(op).len();
    let new = move_to_new(rewriter, op, &operands, &types, regions);
    for index in 0..regions {
        let Some(block) = block_of(rewriter.op(new), index) else { continue };
        let values = yielded(rewriter.body(), block);
        let values: Vec<Value> =
            values.into_iter().zip(&used).filter(|(_, used)| **used).map(|(value, _)| value).collect();
        set_yielded(rewriter, block, &values);
    }
    replace_used(rewriter, op, new, &used);
    true
}

/// Replaces an operation by one that has only some of its results; nothing uses the others.
pub(super) fn replace_used(rewriter: &mut Rewriter<'_>, op: Op, new: Op, used: &[bool]) {
    let old: Vec<Value> = rewriter.body().results(op).collect();
    let mut kept = rewriter.body().results(new);
    for (result, _) in old.into_iter().zip(used).filter(|(_, used)| **used) {
        if let Some(value) = kept.next() {
            rewriter.replace_all_uses(result, value);
        }
    }
    rewriter.erase_op(op);
}

/// A result that both regions give alike is that; one that is true in one region alone is the condition, or its negation.
fn replace_yielded_booleans(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let (Some(yes), Some(no)) = (block_of(view, 0), block_of(view, 1)) else { return false };
    let condition = view.operand(0);
    let values: Vec<(Value, (Value, Value))> = view
        .results()
        .zip(yielded(view.body, yes).into_iter().zip(yielded(view.body, no)))
        .filter(|(result, _)| view.body.has_uses(*result))
        .collect();
    let mut changed = false;
    for (result, (yes, no)) in values {
        let view = rewriter.op(op);
        if yes == no {
            rewriter.replace_all_uses(result, yes);
            changed = true;
            continue;
        }
        let bool_type = view.ctx.i1();
        if view.value_type(result) != bool_type {
            continue;
        }
        let value = match (known_bool(view, yes), known_bool(view, no)) {
            (Some(true), Some(false)) => condition,
            (Some(false), Some(true)) => {
                let ones = make_bool(rewriter, op, true);
                let ctx = rewriter.ctx();
                let state = OpState::new(ctx.ident("arith.xori"), rewriter.body().loc(op))
                    .operands(&[condition, ones])
                    .results(&[bool_type]);
                let not = rewriter.create(InsertionPoint::Before(op), state);
                rewriter.body().result(not, 0)
            }
            _ => continue,
        };
        rewriter.replace_all_uses(result, value);
        changed = true;
    }
    changed
}

fn static_case(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let value = constant_value(view.ctx, view.body, view.operand(0));
    let Some(value) = value.and_then(|value| view.ctx.attr_as_i64(value)) else { return false };
    let index = super::cases(view).iter().position(|&case| case == value).map_or(0, |index| index + 1);
    let Some(block) = block_of(view, index) else { return false };
    replace_by_block(rewriter, op, block, &[]);
    true
}

fn inline_one_block(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(block) = block_of(view, 0) else { return false };
    if view.attr("no_inline").is_some() || view.body.next_block(block).is_some() {
        return false;
    }
    replace_by_block(rewriter, op, block, &[]);
    true
}

/// The blocks of a region that runs once become blocks of the function, or of such a region around.
fn inline_blocks(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    if view.attr("no_inline").is_some()
        || view.parent().is_some_and(|parent| parent.name() != view.name())
        || block_of(view, 0).is_none()
    {
        return false;
    }
    let Some(block) = body.block_of(op) else { return false };
    let region = body.inline_regions(op)[0];
    let blocks: Vec<Block> = body.blocks(region).collect();
    let ctx = rewriter.ctx();
    let (name, end_name) = (ctx.ident("cf.br"), ctx.ident("scf.yield"));
    let loc = rewriter.body().loc(op);
    let types: Vec<Type> = rewriter.op(op).result_types().collect();
    let body = rewriter.body_mut();
    let after = body.insert_block_after(block);
    if let Some(next) = body.next_op(op) {
        body.splice_tail(next, after);
    }
    let mut place = block;
    for &inner in &blocks {
        body.unlink_block(inner);
        body.place_block_after(inner, place);
        place = inner;
    }
    let arguments: Vec<Value> = types.iter().map(|&ty| body.add_block_arg(after, ty, loc)).collect();
    for &inner in &blocks {
        let Some(last) = rewriter.body().last_op(inner) else { continue };
        if rewriter.body().name(last) == end_name {
            let operands: Vec<Value> = rewriter.body().operands(last).collect();
            let state =
                OpState::new(name, rewriter.body().loc(last)).operands(&operands).successors(&[after]);
            rewriter.create(InsertionPoint::Before(last), state);
            rewriter.erase_op(last);
        }
    }
    rewriter.create(InsertionPoint::End(block), OpState::new(name, loc).successors(&blocks[..1]));
    rewriter.replace_op(op, &arguments);
    true
}
