//! Patterns that simplify branches: those with a known condition, those to blocks that only branch on, and those to a block
//! without other predecessors.
//!
//! Blocks that become unreachable stay for the pass to erase.

use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::body::{Body, OpState, ValueDef};
use tfrt_ir::context::Context;
use tfrt_ir::dense::{DenseView, make_dense};
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{CanonicalizeHook, constant_value};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::types::TypeKind;

use super::{segments, successor_operands, successor_sizes};

pub(super) const BRANCH: &[CanonicalizeHook] = &[merge_with_successor, branch_through];
pub(super) const CONDITIONAL: &[CanonicalizeHook] =
    &[known_condition, branch_through, same_successors, condition_of_predecessor, condition_known_behind];
pub(super) const SWITCH: &[CanonicalizeHook] = &[
    switch_without_cases,
    cases_like_default,
    known_case,
    branch_through,
    case_of_predecessor,
    cases_of_predecessor,
];
pub(super) const ASSERT: &[CanonicalizeHook] = &[assertion_that_holds];

/// The blocks whose ends name a block, once for each time.
fn predecessors(body: &Body, block: Block) -> Vec<Block> {
    let Some(region) = body.region_of(block) else { return Vec::new() };
    let blocks = body.blocks(region);
    let edges = blocks.flat_map(|from| {
        let successors = body.last_op(from).map_or(&[][..], |last| body.successors(last));
        successors.iter().filter(|&&to| to == block).map(move |_| from)
    });
    edges.collect()
}

fn single_predecessor(body: &Body, block: Block) -> Option<Block> {
    match predecessors(body, block)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// A successor with the operands that it gets.
type Edge = (Block, Vec<Value>);

fn edges(op: OpRef<'_>) -> Option<Vec<Edge>> {
    let groups = successor_operands(op)?;
    Some(op.body.successors(op.op).iter().copied().zip(groups).collect())
}

fn replace_by_branch(rewriter: &mut Rewriter<'_>, op: Op, (to, operands): Edge) -> bool {
    let ctx = rewriter.ctx();
    let state =
        OpState::new(ctx.ident("cf.br"), rewriter.body().loc(op)).operands(&operands).successors(&[to]);
    rewriter.replace_with(op, state);
    true
}

/// Replaces a branch by one of its kind with other edges. The operands that select one, and the attributes that do not count, stay.
fn replace_edges(rewriter: &mut Rewriter<'_>, op: Op, edges: &[Edge]) {
    let view = rewriter.op(op);
    let mut state = OpState::new(view.name(), view.loc());
    state.attrs.extend_from_slice(view.attrs());
    let selects = usize::from(view.name_str() != "cf.br");
    state.operands.extend(view.operands().take(selects));
    let sizes: Vec<usize> = edges.iter().map(|(_, operands)| operands.len()).collect();
    for (name, attr) in successor_sizes(view, &sizes) {
        state = state.attr(name, attr);
    }
    for (to, operands) in edges {
        state.operands.extend_from_slice(operands);
        state.successors.push(*to);
    }
    rewriter.replace_with(op, state);
}

/// A branch to a block that nothing else branches to goes, and the two blocks become one.
fn merge_with_successor(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(edges) = edges(view) else { return false };
    let [(to, operands)] = &edges[..] else { return false };
    let Some(block) = view.body.block_of(op) else { return false };
    if *to == block || single_predecessor(view.body, *to).is_none() {
        return false;
    }
    rewriter.erase_op(op);
    rewriter.merge_block(*to, block, operands);
    true
}

/// The final target of a branch to a block that only branches on.
fn through(op: OpRef<'_>, (block, operands): &Edge) -> Option<Edge> {
    let body = op.body;
    let branch = body.first_op(*block)?;
    let is_branch = |last: Op| op.at(last).name_str() == "cf.br";
    if !is_branch(branch) {
        return None;
    }
    let arguments = body.block_args(*block);
    if arguments.iter().any(|&argument| body.users(argument).any(|user| user != branch)) {
        return None;
    }
    let to = *body.successors(branch).first()?;
    if to == *block {
        return None;
    }
    let mut visited = vec![*block, to];
    let mut next = body.last_op(to).filter(|&last| is_branch(last));
    while let Some(branch) = next {
        let to = *body.successors(branch).first()?;
        if visited.contains(&to) {
            return None;
        }
        visited.push(to);
        next = body.last_op(to).filter(|&last| is_branch(last));
    }
    let passed = body.operands(branch).map(|operand| match body.value_def(operand) {
        ValueDef::Argument(owner, index) if owner == *block => operands[index as usize],
        _ => operand,
    });
    Some((to, passed.collect()))
}

/// A branch to a block that only branches on goes on at once.
fn branch_through(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(edges) = edges(view) else { return false };
    if view.name_str() == "cf.br" && Some(edges[0].0) == view.body.block_of(op) {
        return false;
    }
    let mut changed = false;
    let new: Vec<Edge> = edges
        .iter()
        .map(|edge| match through(view, edge) {
            Some(further) => {
                changed = true;
                further
            }
            None => edge.clone(),
        })
        .collect();
    if changed {
        replace_edges(rewriter, op, &new);
    }
    changed
}

/// The truth value that a value always has.
fn known_bool(op: OpRef<'_>, value: Value) -> Option<bool> {
    op.ctx.attr_as_bool(constant_value(op.ctx, op.body, value)?)
}

fn known_condition(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(condition) = known_bool(view, view.operand(0)) else { return false };
    let Some(mut edges) = edges(view) else { return false };
    let edge = edges.swap_remove(usize::from(!condition));
    replace_by_branch(rewriter, op, edge)
}

/// A choice between a block and the same block is one between the operands.
fn same_successors(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(edges) = edges(view) else { return false };
    let [(to, yes), (other, no)] = &edges[..] else { return false };
    if to != other {
        return false;
    }
    let from_elsewhere =
        || predecessors(view.body, *to).iter().any(|&from| Some(from) != view.body.block_of(op));
    if yes != no && from_elsewhere() {
        return false;
    }
    let condition = view.operand(0);
    let pairs: Vec<(Value, Value)> = yes.iter().copied().zip(no.iter().copied()).collect();
    let operands = pairs.into_iter().map(|(yes, no)| select(rewriter, op, condition, yes, no)).collect();
    replace_by_branch(rewriter, op, (*to, operands))
}

/// Makes `select` before an operation, unless both values are the same.
pub(crate) fn select(
    rewriter: &mut Rewriter<'_>,
    before: Op,
    condition: Value,
    yes: Value,
    no: Value,
) -> Value {
    if yes == no {
        return yes;
    }
    let ctx = rewriter.ctx();
    let body = rewriter.body();
    let state = OpState::new(ctx.ident("arith.select"), body.loc(before))
        .operands(&[condition, yes, no])
        .results(&[body.value_type(yes)]);
    let select = rewriter.create(InsertionPoint::Before(before), state);
    rewriter.body().result(select, 0)
}

/// Makes the constant `true` or `false` before an operation.
pub(crate) fn make_bool(rewriter: &mut Rewriter<'_>, before: Op, value: bool) -> Value {
    let ctx = rewriter.ctx();
    let state = OpState::new(ctx.ident("arith.constant"), rewriter.body().loc(before))
        .attr(ctx.ident("value"), ctx.bool_attr(value))
        .results(&[ctx.i1()]);
    let constant = rewriter.create(InsertionPoint::Before(before), state);
    rewriter.body().result(constant, 0)
}

/// The end of the only block that branches to that of an operation, if it is of the same kind and looks at the same value; and
/// the block of the operation.
fn predecessor_like<'a>(op: OpRef<'a>) -> Option<(OpRef<'a>, Block)> {
    let block = op.body.block_of(op.op)?;
    let last = op.at(op.body.last_op(single_predecessor(op.body, block)?)?);
    (last.name() == op.name() && last.operand(0) == op.operand(0)).then_some((last, block))
}

/// Behind a branch on a condition, the condition is known to a branch on it.
fn condition_of_predecessor(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some((last, block)) = predecessor_like(view) else { return false };
    let condition = view.body.successors(last.op).first() == Some(&block);
    let Some(mut edges) = edges(view) else { return false };
    let edge = edges.swap_remove(usize::from(!condition));
    replace_by_branch(rewriter, op, edge)
}

/// Behind a branch on a condition, the condition is known to whatever uses it.
fn condition_known_behind(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let mut changed = false;
    for (index, value) in [true, false].into_iter().enumerate() {
        let view = rewriter.op(op);
        let condition = view.operand(0);
        let to = view.body.successors(op)[index];
        if single_predecessor(view.body, to).is_none() {
            continue;
        }
        let body = view.body;
        let uses: Vec<(Op, usize)> = body
            .uses(condition)
            .map(|use_| (body.use_owner(use_), body.use_index(use_)))
            .filter(|&(user, _)| body.block_of(user) == Some(to))
            .collect();
        if uses.is_empty() {
            continue;
        }
        let constant = make_bool(rewriter, op, value);
        for (user, index) in uses {
            rewriter.body_mut().set_operand(user, index, constant);
            rewriter.touch(user);
        }
        changed = true;
    }
    changed
}

/// The values that select the cases of a `cf.switch`.
fn case_values(op: OpRef<'_>) -> Vec<i64> {
    let view = op.attr("case_values").and_then(|values| DenseView::new(op.ctx, values));
    view.and_then(|view| view.integers()).map(Iterator::collect).unwrap_or_default()
}

fn switch_without_cases(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some(mut edges) = edges(view) else { return false };
    edges.len() == 1 && replace_by_branch(rewriter, op, edges.remove(0))
}

/// Replaces a switch by one with some of its cases.
fn keep_cases(rewriter: &mut Rewriter<'_>, op: Op, keep: impl Fn(i64, &Edge) -> bool) -> bool {
    let view = rewriter.op(op);
    let ctx = rewriter.ctx();
    let Some(edges) = edges(view) else { return false };
    let values = case_values(view);
    let kept: Vec<(i64, Edge)> = values
        .iter()
        .copied()
        .zip(edges[1..].iter().cloned())
        .filter(|(value, edge)| keep(*value, edge))
        .collect();
    if kept.len() == values.len() {
        return false;
    }
    let flag = view.value_type(view.operand(0));
    let attr = cases_attr(ctx, flag, kept.iter().map(|(value, _)| *value));
    let name = ctx.ident("case_values");
    match attr {
        Some(attr) => rewriter.body_mut().set_attr(ctx, op, name, attr),
        None => drop(rewriter.body_mut().remove_attr(op, name)),
    }
    let edges: Vec<Edge> = edges.into_iter().take(1).chain(kept.into_iter().map(|(_, edge)| edge)).collect();
    replace_edges(rewriter, op, &edges);
    true
}

/// The attribute with the values of cases; none without cases.
fn cases_attr(
    ctx: &Context,
    flag: tfrt_ir::handles::Type,
    values: impl Iterator<Item = i64>,
) -> Option<Attr> {
    let values: Vec<i64> = values.collect();
    let bytes = ctx.int_or_float_width(flag)?.div_ceil(8) as usize;
    if values.is_empty() || bytes > 8 {
        return None;
    }
    let dims = [values.len() as i64].into();
    let ty = ctx.intern_type(TypeKind::Vector { dims, scalable: [].into(), elem: flag });
    let data = values.iter().flat_map(|value| value.to_le_bytes()[..bytes].to_vec()).collect();
    Some(make_dense(ctx, ty, data))
}

/// Removes cases that do the same as the default.
fn cases_like_default(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let Some(default) = edges(rewriter.op(op)).and_then(|edges| edges.into_iter().next()) else {
        return false;
    };
    keep_cases(rewriter, op, |_, edge| *edge != default)
}

fn take_case(rewriter: &mut Rewriter<'_>, op: Op, value: i64) -> bool {
    let view = rewriter.op(op);
    let Some(mut edges) = edges(view) else { return false };
    let index = case_index(view, value);
    replace_by_branch(rewriter, op, edges.swap_remove(index))
}

/// The successor to which a value leads.
fn case_index(op: OpRef<'_>, value: i64) -> usize {
    case_values(op).iter().position(|&case| case == value).map_or(0, |index| index + 1)
}

/// The successor that a conditional branch or a switch takes for a constant.
pub fn taken_successor(op: OpRef<'_>, selector: Attr) -> Option<usize> {
    match op.name_str() {
        "cf.cond_br" => op.ctx.attr_as_bool(selector).map(|condition| usize::from(!condition)),
        "cf.switch" => op.ctx.attr_as_i64(selector).map(|value| case_index(op, value)),
        _ => None,
    }
}

fn known_case(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let value = constant_value(view.ctx, view.body, view.operand(0));
    match value.map(|value| view.ctx.attr_kind(value)) {
        Some(AttrKind::Integer { value, .. }) => match value.as_i64() {
            Some(value) => take_case(rewriter, op, value),
            None => false,
        },
        _ => false,
    }
}

/// Behind a case of a switch, the value is known to a switch on it.
fn case_of_predecessor(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some((last, block)) = predecessor_like(view) else { return false };
    let successors = view.body.successors(last.op);
    if successors.first() == Some(&block) {
        return false;
    }
    let Some(index) = successors.iter().skip(1).position(|&to| to == block) else { return false };
    let Some(&value) = case_values(last).get(index) else { return false };
    take_case(rewriter, op, value)
}

/// Behind the default of a switch, the cases of the switch are known not to be.
fn cases_of_predecessor(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    let Some((last, block)) = predecessor_like(view) else { return false };
    if view.body.successors(last.op).first() != Some(&block) {
        return false;
    }
    let excluded = case_values(last);
    keep_cases(rewriter, op, |value, _| !excluded.contains(&value))
}

/// A `cf.switch` without operands for its successors, the default first.
#[must_use]
pub fn switch(ctx: &Context, loc: tfrt_ir::Loc, flag: Value, cases: &[i64], targets: &[Block]) -> OpState {
    let mut state = OpState::new(ctx.ident("cf.switch"), loc)
        .operands(&[flag])
        .attr(ctx.ident("operandSegmentSizes"), segments(ctx, &[1, 0, 0]))
        .attr(ctx.ident("case_operand_segments"), segments(ctx, &vec![0; cases.len()]))
        .successors(targets);
    if let Some(values) = cases_attr(ctx, ctx.i32(), cases.iter().copied()) {
        state = state.attr(ctx.ident("case_values"), values);
    }
    state
}

fn assertion_that_holds(rewriter: &mut Rewriter<'_>, op: Op) -> bool {
    let view = rewriter.op(op);
    if known_bool(view, view.operand(0)) != Some(true) {
        return false;
    }
    rewriter.erase_op(op);
    true
}
