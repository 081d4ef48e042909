//! Patterns that simplify `scf.for` and `scf.while`: loops that run never or once, loop-carried values that do not change,
//! unused results and arguments.

use tfrt_ir::body::ValueDef;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{CanonicalizeHook, constant_value};
use tfrt_ir::rewrite::Rewriter;

use super::patterns::{
    block_of, is_around, move_to_new, region_of, replace_by_block, replace_used, set_uses, set_yielded,
    uses_below, yielded,
};
use crate::cf::patterns::make_bool;

pub(super) const FOR: &[CanonicalizeHook] = &[drop_forwarded, trivial_count];
pub(super) const WHILE: &[CanonicalizeHook] = &[
    invariant_arguments,
    invariant_results,
    condition_true_inside,
    comparison_true_inside,
    remove_unused_results,
    remove_duplicated_results,
    remove_unused_arguments,
    order_arguments,
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

/// Values that a loop hands on as they are, and those that go around twice, go around no more.
fn drop_forwarded(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some(block) = block_of(view, 0) else { return false };
    let inits: Vec<Value> = view.operands().skip(3).collect();
    let arguments: Vec<Value> = body.block_args(block).iter().skip(1).copied().collect();
    let results: Vec<Value> = view.results().collect();
    let values = yielded(body, block);
    let mut keep = vec![true; results.len()];
    let mut replacements: Vec<(Value, Value)> = Vec::new();
    let mut known: Vec<(Value, Value, usize)> = Vec::new();
    for index in 0..results.len() {
        let (init, argument, value) = (inits[index], arguments[index], values[index]);
        let unused = !body.has_uses(argument) && !body.has_uses(results[index]);
        if argument == value || init == value || unused {
            keep[index] = false;
            replacements.extend([(argument, init), (results[index], init)]);
        } else if let Some(&(.., same)) = known.iter().find(|&&(i, v, _)| (i, v) == (init, value)) {
            keep[index] = false;
            replacements.extend([(argument, arguments[same]), (results[index], results[same])]);
        } else {
            known.push((init, value, index));
        }
    }
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    let pick = |values: &[Value]| -> Vec<Value> {
        values.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&value, _)| value).collect()
    };
    let types: Vec<Type> = pick(&results).iter().map(|&value| body.value_type(value)).collect();
    let operands: Vec<Value> = view.operands().take(3).chain(pick(&inits)).collect();
    let kept_values = pick(&values);
    for (from, to) in replacements {
        rewriter.replace_all_uses(from, to);
    }
    // A yielded value may be one of the removed arguments.
    let end = yielded(rewriter.body(), block);
    let kept_values = match end.len() == keep.len() {
        true => end.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(&value, _)| value).collect(),
        false => kept_values,
    };
    let new = move_to_new(rewriter, op, &operands, &types, 1);
    set_yielded(rewriter, block, &kept_values);
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

fn remove(values: &[Value], keep: &[bool]) -> Vec<Value> {
    values.iter().zip(keep).filter(|(_, keep)| **keep).map(|(&value, _)| value).collect()
}

/// Replaces a `scf.while` by one that takes only some of the operands; the arguments of the others are not used any more.
fn keep_operands(rewriter: &mut Rewriter<'_>, op: Op, keep: &[bool]) {
    let view = rewriter.op(op);
    let Some((before, after)) = blocks(view) else { return };
    let operands: Vec<Value> = view.operands().collect();
    let types: Vec<Type> = view.result_types().collect();
    let new = move_to_new(rewriter, op, &remove(&operands, keep), &types, 2);
    for index in (0..keep.len()).rev().filter(|&index| !keep[index]) {
        rewriter.body_mut().erase_block_arg(before, index);
    }
    let values = yielded(rewriter.body(), after);
    set_yielded(rewriter, after, &remove(&values, keep));
    replace_used(rewriter, op, new, &vec![true; types.len()]);
}

/// Replaces a `scf.while` by one that gives only some of the results; the others, and the arguments for them, are not used any more.
fn keep_results(rewriter: &mut Rewriter<'_>, op: Op, keep: &[bool]) {
    let view = rewriter.op(op);
    let Some((before, after)) = blocks(view) else { return };
    let operands: Vec<Value> = view.operands().collect();
    let types: Vec<Type> =
        view.result_types().zip(keep).filter(|(_, keep)| **keep).map(|(ty, _)| ty).collect();
    let new = move_to_new(rewriter, op, &operands, &types, 2);
    for index in (0..keep.len()).rev().filter(|&index| !keep[index]) {
        rewriter.body_mut().erase_block_arg(after, index);
    }
    let values = yielded(rewriter.body(), before);
    let kept: Vec<Value> = values[..1].iter().copied().chain(remove(&values[1..], keep)).collect();
    set_yielded(rewriter, before, &kept);
    replace_used(rewriter, op, new, keep);
}

/// An argument whose next value is its first, or itself by way of the second region, is the first value.
fn invariant_arguments(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some((before, after)) = blocks(view) else { return false };
    let condition = handed_on(view, before);
    let next = yielded(body, after);
    let arguments = body.block_args(before).to_vec();
    let invariant: Vec<bool> = next
        .iter()
        .enumerate()
        .map(|(index, &value)| {
            let init = view.operand(index);
            if value == init {
                return true;
            }
            match body.value_def(value) {
                ValueDef::Argument(block, at) if block == after => {
                    let handed = condition[at as usize];
                    handed == arguments[index] || handed == init
                }
                _ => false,
            }
        })
        .collect();
    if !invariant.iter().any(|&invariant| invariant) {
        return false;
    }
    let inits: Vec<Value> = view.operands().collect();
    for (index, _) in invariant.iter().enumerate().filter(|(_, invariant)| **invariant) {
        rewriter.replace_all_uses(arguments[index], inits[index]);
    }
    let keep: Vec<bool> = invariant.into_iter().map(|invariant| !invariant).collect();
    keep_operands(rewriter, op, &keep);
    true
}

/// A result that comes from outside of the loop is that.
fn invariant_results(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let body = view.body;
    let Some((before, after)) = blocks(view) else { return false };
    let Some(region) = body.region_of(before) else { return false };
    let values = handed_on(view, before);
    let inside = |value: Value| region_of(body, value).is_some_and(|inner| is_around(body, region, inner));
    let keep: Vec<bool> = values.iter().map(|&value| inside(value)).collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    let arguments = body.block_args(after).to_vec();
    let results: Vec<Value> = view.results().collect();
    for (index, _) in keep.iter().enumerate().filter(|(_, keep)| !**keep) {
        rewriter.replace_all_uses(arguments[index], values[index]);
        rewriter.replace_all_uses(results[index], values[index]);
    }
    keep_results(rewriter, op, &keep);
    true
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

/// Results that neither the second region nor anything behind the loop uses go.
fn remove_unused_results(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some((_, after)) = blocks(view) else { return false };
    let arguments = view.body.block_args(after);
    let keep: Vec<bool> = view
        .results()
        .zip(arguments)
        .map(|(result, &argument)| view.body.has_uses(result) || view.body.has_uses(argument))
        .collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    keep_results(rewriter, op, &keep);
    true
}

/// A value that is handed on twice is handed on once.
fn remove_duplicated_results(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some((before, after)) = blocks(view) else { return false };
    let values = handed_on(view, before);
    let first = |index: usize| values.iter().position(|&value| value == values[index]).unwrap_or(index);
    let firsts: Vec<usize> = (0..values.len()).map(first).collect();
    let keep: Vec<bool> = firsts.iter().enumerate().map(|(index, &first)| first == index).collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    let arguments = view.body.block_args(after).to_vec();
    let results: Vec<Value> = view.results().collect();
    for (index, &first) in firsts.iter().enumerate().filter(|&(index, &first)| first != index) {
        rewriter.replace_all_uses(arguments[index], arguments[first]);
        rewriter.replace_all_uses(results[index], results[first]);
    }
    keep_results(rewriter, op, &keep);
    true
}

/// Arguments that the first region does not use go, with the values for them.
fn remove_unused_arguments(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some((before, _)) = blocks(view) else { return false };
    let keep: Vec<bool> =
        view.body.block_args(before).iter().map(|&argument| view.body.has_uses(argument)).collect();
    if keep.iter().all(|&keep| keep) {
        return false;
    }
    keep_operands(rewriter, op, &keep);
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
