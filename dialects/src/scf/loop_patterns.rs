//! Patterns that simplify `scf.for` and `scf.while`: loops that run never or once, loop-carried values that do not change,
//! unused results and arguments.

use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{CanonicalizeHook, constant_value};
use tfrt_ir::rewrite::Rewriter;

use super::patterns::{
    block_of, move_to_new, only_ends, region_of, replace_by_block, replace_used, set_uses, set_yielded,
    uses_below, yielded,
};
use super::successors::{replace_equal, replace_known};
use crate::cf::patterns::make_bool;

pub(super) const FOR: &[CanonicalizeHook] =
    &[trivial_count, replace_known, replace_equal, remove_unused_carried];
pub(super) const WHILE: &[CanonicalizeHook] = &[
    condition_true_inside,
    comparison_true_inside,
    move_branch_down,
    order_arguments,
    replace_known,
    replace_equal,
    remove_unused_values,
];

fn known(op: OpRef<'_>, value: Value) -> Option<i64> {
    op.ctx.attr_as_i64(constant_value(op.ctx, op.body, value)?)
}

/// Whether a `scf.for` ends whatever its bounds are, and gives something: it counts by one, which misses no bound.
pub(super) fn ends_surely(op: OpRef<'_>) -> bool {
    known(op, op.operand(2)) == Some(1) && effects::has_speculatable_regions(op)
}

/// The number of iterations of a `scf.for`, if its bounds are known.
fn trip_count(op: OpRef<'_>) -> Option<u64> {
    trips(op, op.operand(0), op.operand(1), op.operand(2), op.attr("unsignedCmp").is_some())
}

/// The number of iterations from `lower` to `upper`, if the bounds are known. `op` is the loop.
pub(super) fn trips(op: OpRef<'_>, lower: Value, upper: Value, step: Value, unsigned: bool) -> Option<u64> {
    let ty = op.value_type(lower);
    if lower == upper {
        return Some(0);
    }
    let [lower, upper, step] = [known(op, lower)?, known(op, upper)?, known(op, step)?].map(i128::from);
    let width = op.ctx.int_or_float_width(ty).unwrap_or(64);
    let (lower, upper) = if unsigned {
        let mask = (1i128 << width) - 1;
        (lower & mask, upper & mask)
    } else {
        (lower, upper)
    };
    if lower >= upper {
        return Some(0);
    }
    if step <= 0 {
        return None;
    }
    u64::try_from((upper - lower + step - 1) / step).ok()
}

/// Replaces a loop that runs never or once, or that does nothing, by its results.
fn trivial_count(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(block) = block_of(view, 0) else { return false };
    let Some(count) = trip_count(view) else { return false };
    let inits: Vec<Value> = view.operands().skip(3).collect();
    match count {
        0 => rewriter.replace_op(op, &inits),
        1 => {
            let arguments: Vec<Value> = [view.operand(0)].into_iter().chain(inits).collect();
            replace_by_block(rewriter, op, block, &arguments);
        }
        _ => {
            let body = view.body;
            let region = body.region_of(block);
            let values = yielded(body, block);
            if body.first_op(block) != body.last_op(block)
                || values.iter().any(|&value| region_of(body, value) == region)
            {
                return false;
            }
            rewriter.replace_op(op, &values);
        }
    }
    true
}

/// Carried values that nothing uses go.
fn remove_unused_carried(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some(block) = block_of(view, 0) else { return false };
    let arguments = body.block_args(block).iter().skip(1);
    let keep: Vec<bool> = view
        .results()
        .zip(arguments)
        .map(|(result, &argument)| body.has_uses(result) || body.has_uses(argument))
        .collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    let types: Vec<Type> = view.result_types().collect();
    let carried: Vec<Value> = view.operands().skip(3).collect();
    let operands: Vec<Value> = view.operands().take(3).chain(kept(&carried, &keep)).collect();
    rewriter.body_mut().set_operands(op, &operands);
    let new = move_to_new(rewriter, op, &operands, &kept(&types, &keep), 1);
    let values = yielded(rewriter.body(), block);
    set_yielded(rewriter, block, &kept(&values, &keep));
    for index in (0..keep.len()).rev().filter(|&index| !keep[index]) {
        rewriter.body_mut().erase_block_arg(block, index + 1);
    }
    replace_used(rewriter, op, new, &keep);
    true
}

/// The two blocks of a `scf.while`.
fn blocks(op: OpRef<'_>) -> Option<(Block, Block)> {
    Some((block_of(op, 0)?, block_of(op, 1)?))
}

/// The operands of the `scf.condition` at the end of a block, except the condition.
fn handed_on(op: OpRef<'_>, before: Block) -> Vec<Value> {
    yielded(op.body, before).split_off(1)
}

/// The elements at the places that are kept.
fn kept<T: Copy>(elements: &[T], keep: &[bool]) -> Vec<T> {
    elements.iter().zip(keep).filter(|(_, keep)| **keep).map(|(&element, _)| element).collect()
}

/// In the second region, the condition was true.
fn condition_true_inside(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some((before, after)) = blocks(view) else { return false };
    let condition = yielded(body, before)[0];
    let handed = handed_on(view, before);
    let arguments = body.block_args(after);
    let replaced: Vec<Value> = handed
        .iter()
        .zip(arguments)
        .filter(|&(&value, &argument)| value == condition && body.has_uses(argument))
        .map(|(_, &argument)| argument)
        .collect();
    if replaced.is_empty() {
        return false;
    }
    let constant = make_bool(rewriter, op, true);
    for argument in replaced {
        rewriter.replace_all_uses(argument, constant);
    }
    true
}

/// In the second region, the same comparison has the same result, and the opposite comparison the opposite
/// one.
fn comparison_true_inside(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some((before, after)) = blocks(view) else { return false };
    let Some(compare) = body.defining_op(yielded(body, before)[0]).map(|def| view.at(def)) else {
        return false;
    };
    if compare.name_str() != "arith.cmpi" {
        return false;
    }
    let predicate = |op: OpRef<'_>| op.attr("predicate").and_then(|attr| op.ctx.attr_as_i64(attr));
    let Some(known) = predicate(compare) else { return false };
    let handed = handed_on(view, before);
    let (left, right) = (compare.operand(0), compare.operand(1));
    let mut found: Vec<(Op, bool)> = Vec::new();
    for (&value, &argument) in handed.iter().zip(body.block_args(after)) {
        for (operand, same, other) in [(0, left, right), (1, right, left)] {
            if value != same {
                continue;
            }
            for user in body.users(argument).map(|user| view.at(user)) {
                if user.name_str() != "arith.cmpi"
                    || user.operand(operand) != argument
                    || user.operand(1 - operand) != other
                {
                    continue;
                }
                match predicate(user) {
                    Some(predicate) if predicate == known => found.push((user.op, true)),
                    Some(predicate) if predicate == crate::arith::inverted(known) => {
                        found.push((user.op, false))
                    }
                    _ => {}
                }
            }
        }
    }
    let changed = !found.is_empty();
    for (user, value) in found {
        if !rewriter.body().is_erased(user) {
            let constant = make_bool(rewriter, op, value);
            rewriter.replace_op(user, &[constant]);
        }
    }
    changed
}

/// Arguments that the first region does not use go, with the values for them. So do values that neither the second region nor anything behind
/// the loop uses.
fn remove_unused_values(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some((before, after)) = blocks(view) else { return false };
    let taken: Vec<bool> = body.block_args(before).iter().map(|&argument| body.has_uses(argument)).collect();
    let given: Vec<bool> = view
        .results()
        .zip(body.block_args(after))
        .map(|(result, &argument)| body.has_uses(result) || body.has_uses(argument))
        .collect();
    let all = |keep: &[bool]| keep.iter().all(|&keep| keep);
    if all(&taken) && all(&given) {
        return false;
    }
    let operands: Vec<Value> = kept(&view.operands().collect::<Vec<Value>>(), &taken);
    let types: Vec<Type> = kept(&view.result_types().collect::<Vec<Type>>(), &given);
    let (first, second) = (yielded(body, before), yielded(body, after));
    let first: Vec<Value> = first[..1].iter().copied().chain(kept(&first[1..], &given)).collect();
    rewriter.body_mut().set_operands(op, &operands);
    set_yielded(rewriter, before, &first);
    set_yielded(rewriter, after, &kept(&second, &taken));
    for (block, keep) in [(before, &taken), (after, &given)] {
        for index in (0..keep.len()).rev().filter(|&index| !keep[index]) {
            rewriter.body_mut().erase_block_arg(block, index);
        }
    }
    if all(&given) {
        rewriter.touch(op);
    } else {
        let new = move_to_new(rewriter, op, &operands, &types, 2);
        replace_used(rewriter, op, new, &given);
    }
    true
}

/// If the first region only passes on its arguments, in another order, makes it pass them on in order.
fn order_arguments(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some((before, after)) = blocks(view) else { return false };
    let values = handed_on(view, before);
    let arguments = body.block_args(before).to_vec();
    if values.len() != arguments.len() || values == arguments {
        return false;
    }
    let positions: Option<Vec<usize>> =
        values.iter().map(|value| arguments.iter().position(|argument| argument == value)).collect();
    let Some(positions) = positions else { return false };
    let mut sorted = positions.clone();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != arguments.len() {
        return false;
    }
    let inner = body.block_args(after).to_vec();
    let results: Vec<Value> = view.results().collect();
    if positions
        .iter()
        .enumerate()
        .any(|(index, &at)| body.value_type(results[index]) != body.value_type(results[at]))
    {
        return false;
    }
    let condition = yielded(body, before)[0];
    let region = body.region_of(after);
    let mut moved: Vec<(Vec<(Op, usize)>, Value)> = Vec::new();
    for (index, &at) in positions.iter().enumerate() {
        let all = |value: Value| -> Vec<(Op, usize)> {
            body.uses(value).map(|use_| (body.use_owner(use_), body.use_index(use_))).collect()
        };
        moved.push((all(results[index]), results[at]));
        let below = region.map_or_else(Vec::new, |region| uses_below(body, inner[index], region));
        moved.push((below, inner[at]));
    }
    for (uses, value) in moved {
        set_uses(rewriter, &uses, value);
    }
    let operands: Vec<Value> = [condition].into_iter().chain(arguments).collect();
    set_yielded(rewriter, before, &operands);
    true
}

/// A branch at the end of the first region, on the condition of the loop and with nothing to do where that is false, moves to the start of the
/// second region. Values of the first region that it uses are handed on.
fn move_branch_down(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some((before, after)) = blocks(view) else { return false };
    let Some(end) = body.last_op(before).map(|end| view.at(end)) else { return false };
    let Some(branch) = body.prev_op(end.op).map(|branch| view.at(branch)) else { return false };
    if branch.name_str() != "scf.if" || branch.operand(0) != end.operand(0) {
        return false;
    }
    let (Some(yes), no) = (block_of(branch, 0), block_of(branch, 1)) else { return false };
    let (Some(outer), Some(inner)) = (body.region_of(before), body.region_of(yes)) else { return false };
    if no.is_some_and(|no| !only_ends(body, no)) {
        return false;
    }
    let mut used: Vec<Value> = Vec::new();
    for user in body.ops_in(&[inner]) {
        for operand in body.operands(user).filter(|&operand| region_of(body, operand) == Some(outer)) {
            if !used.contains(&operand) {
                used.push(operand);
            }
        }
    }
    let uses: Vec<_> = used.iter().map(|&value| uses_below(body, value, inner)).collect();
    let own: Vec<Value> = branch.results().collect();
    let (yes_values, no_values) = (yielded(body, yes), no.map_or_else(Vec::new, |no| yielded(body, no)));
    let mut handed = yielded(body, before);
    let mut replaced: Vec<(Value, usize)> = Vec::new();
    for (index, value) in handed.iter_mut().enumerate().skip(1) {
        if let Some(at) = own.iter().position(|result| result == value) {
            *value = no_values[at];
            replaced.push((body.block_args(after)[index - 1], at));
        }
    }
    handed.extend_from_slice(&used);
    let types: Vec<Type> =
        view.result_types().chain(used.iter().map(|&value| body.value_type(value))).collect();
    let operands: Vec<Value> = view.operands().collect();
    let count = view.num_results();
    let branch = branch.op;
    for (&value, uses) in used.iter().zip(uses) {
        let (ty, loc) = (rewriter.body().value_type(value), rewriter.body().value_loc(value));
        let argument = rewriter.body_mut().add_block_arg(after, ty, loc);
        set_uses(rewriter, &uses, argument);
    }
    // What the branch gives may have been such a value.
    let yes_values = match yes_values.is_empty() {
        true => yes_values,
        false => yielded(rewriter.body(), yes),
    };
    set_yielded(rewriter, before, &handed);
    for (argument, at) in replaced {
        rewriter.replace_all_uses(argument, yes_values[at]);
    }
    let first = rewriter.body().first_op(after);
    let last = rewriter.body().last_op(yes);
    let moved: Vec<Op> = rewriter.body().ops(yes).filter(|&op| Some(op) != last).collect();
    for op in moved {
        if let Some(first) = first {
            rewriter.body_mut().move_op_before(op, first);
            rewriter.touch(op);
        }
    }
    rewriter.erase_op(branch);
    let new = move_to_new(rewriter, op, &operands, &types, 2);
    replace_used(rewriter, op, new, &vec![true; count]);
    true
}
