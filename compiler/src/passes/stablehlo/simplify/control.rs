//! Operations with regions whose course is known or whose values are not used, and tuples.

use smallvec::SmallVec;
use tfrt_convert::NoMatch;
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use super::super::emit::Emit;
use super::{Number, Outcome, Pattern, defined_by, need, replace, static_dims};

pub(super) const PATTERNS: &[(&str, Pattern)] = &[
    ("case", branch),
    ("get_tuple_element", get_tuple_element),
    ("if", branch),
    ("reduce", reduce_nothing),
    ("sort", sort),
    ("tuple", tuple),
    ("while", repeat),
];

/// An element of a tuple that was put together.
fn get_tuple_element(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let tuple = defined_by(view, view.operand(0), "stablehlo.tuple").ok_or_else(NoMatch::quiet)?;
    let index =
        element_index(view).filter(|&index| index < tuple.num_operands()).ok_or_else(NoMatch::quiet)?;
    let value = tuple.operand(index);
    replace(rewriter, op, value)
}

fn element_index(view: OpRef<'_>) -> Option<usize> {
    usize::try_from(view.ctx.attr_as_i64(view.attr("index")?)?).ok()
}

/// The tuple whose elements these are, all of them in order.
fn tuple(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let mut whole: Option<Value> = None;
    for (index, value) in view.operands().enumerate() {
        let element = defined_by(view, value, "stablehlo.get_tuple_element").ok_or_else(NoMatch::quiet)?;
        let from = element.operand(0);
        need(element_index(element) == Some(index) && whole.is_none_or(|whole| whole == from))?;
        whole = Some(from);
    }
    replace(rewriter, op, whole.ok_or_else(NoMatch::quiet)?)
}

/// The branch that a constant chooses stands in the place of the operation. An index out of range chooses the last one.
fn branch(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let number = Number::of(view, view.operand(0)).ok_or_else(NoMatch::quiet)?;
    let count = view.regions().len();
    let chosen = if view.name_str() == "stablehlo.if" {
        usize::from(number.is_integer(0))
    } else {
        (0..count).find(|&index| number.is_integer(index as i64)).unwrap_or(count.saturating_sub(1))
    };
    let region = view.region(chosen).ok_or_else(NoMatch::quiet)?.region;
    let (block, end) = only_block(view.body, region).ok_or_else(NoMatch::quiet)?;
    let values: Vec<Value> = view.body.operands(end).collect();
    let types = values.iter().map(|&value| view.value_type(value));
    need(types.eq(view.result_types()) && view.body.block_args(block).is_empty())?;
    rewriter.erase_op(end);
    rewriter.inline_block_before(block, op, &[]);
    rewriter.replace_op(op, &values);
    Ok(())
}

/// The block of a region that has one, and its last operation.
fn only_block(body: &Body, region: Region) -> Option<(Block, Op)> {
    let block = body.entry_block(region).filter(|&block| body.next_block(block).is_none())?;
    Some((block, body.last_op(block)?))
}

/// Of no elements the initial values are the result.
fn reduce_nothing(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let count = view.num_results();
    need(view.num_operands() == 2 * count && count > 0)?;
    need(static_dims(view.ctx, view.value_type(view.operand(0)))?.contains(&0))?;
    let elem = |ty: Type| view.ctx.type_kind(ty).element_type();
    let types: Vec<Type> = view.result_types().collect();
    let initial: Vec<Value> = view.operands().skip(count).collect();
    for (&ty, &value) in types.iter().zip(&initial) {
        static_dims(view.ctx, ty)?;
        need(elem(ty) == elem(view.value_type(value)))?;
    }
    let mut emit = Emit::before(rewriter, op);
    let new: Vec<Value> =
        types.iter().zip(&initial).map(|(&ty, &value)| emit.broadcast_in_dim(value, ty, &[])).collect();
    rewriter.replace_op(op, &new);
    Ok(())
}

/// Puts an operation with fewer operands and results in the place of another; it takes the regions. `kept` are the numbers of the results
/// that it has.
fn shrink(op: Op, rewriter: &mut Rewriter<'_>, operands: &[Value], kept: &[usize]) -> Op {
    let ctx = rewriter.ctx();
    let old: Vec<Region> = rewriter.body().inline_regions(op).to_vec();
    let new: SmallVec<[Region; 2]> = old.iter().map(|_| rewriter.body_mut().create_region()).collect();
    for (&from, &to) in old.iter().zip(&new) {
        rewriter.body_mut().move_blocks(from, to);
    }
    let body = rewriter.body();
    let types: Vec<Type> = kept.iter().map(|&index| body.value_type(body.result(op, index))).collect();
    let mut state = OpState::new(body.name(op), body.loc(op)).operands(operands).results(&types);
    state.attrs.extend_from_slice(body.attrs(op));
    state.regions = OpRegions::Inline(new);
    debug_assert!(ctx.definition(state.name).is_some());
    let new = rewriter.create(InsertionPoint::Before(op), state);
    for (index, &result) in kept.iter().enumerate() {
        let (from, to) = (rewriter.body().result(op, result), rewriter.body().result(new, index));
        rewriter.replace_all_uses(from, to);
    }
    rewriter.erase_op(op);
    new
}

/// Drops the operands that a sort neither compares nor gives to a user.
fn sort(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let body = view.body;
    let (block, _) =
        view.region(0).and_then(|region| only_block(body, region.region)).ok_or_else(NoMatch::quiet)?;
    let arguments = body.block_args(block).to_vec();
    let count = view.num_operands();
    need(arguments.len() == 2 * count && view.num_results() == count)?;
    let is_used = |&index: &usize| {
        let values = [arguments[2 * index], arguments[2 * index + 1], body.result(op, index)];
        values.into_iter().any(|value| body.has_uses(value))
    };
    let mut kept: Vec<usize> = (0..count).filter(is_used).collect();
    if kept.is_empty() {
        kept.push(0);
    }
    need(kept.len() < count)?;
    let operands: Vec<Value> = kept.iter().map(|&index| view.operand(index)).collect();
    for index in (0..count).rev().filter(|index| !kept.contains(index)) {
        rewriter.body_mut().erase_block_arg(block, 2 * index + 1);
        rewriter.body_mut().erase_block_arg(block, 2 * index);
    }
    shrink(op, rewriter, &operands, &kept);
    Ok(())
}

/// A value that a loop hands on unchanged is not handed on.
fn repeat(op: Op, rewriter: &mut Rewriter<'_>) -> Outcome {
    let view = rewriter.op(op);
    let body = view.body;
    let block = |index: usize| only_block(body, view.region(index)?.region);
    let ((condition, _), (round, end)) = block(0).zip(block(1)).ok_or_else(NoMatch::quiet)?;
    let (first, second) = (body.block_args(condition).to_vec(), body.block_args(round).to_vec());
    let operands: Vec<Value> = view.operands().collect();
    let next: Vec<Value> = body.operands(end).collect();
    let count = operands.len();
    need([first.len(), second.len(), next.len(), view.num_results()].into_iter().all(|len| len == count))?;
    let same_types = |index: usize| {
        let types = [operands[index], first[index], second[index], body.result(op, index)]
            .map(|v| body.value_type(v));
        types.windows(2).all(|pair| pair[0] == pair[1])
    };
    let is_constant = |&index: &usize| {
        (next[index] == second[index] || next[index] == operands[index]) && same_types(index)
    };
    let constant: Vec<usize> = (0..count).filter(is_constant).collect();
    need(!constant.is_empty() && constant.len() < count)?;
    let kept: Vec<usize> = (0..count).filter(|index| !constant.contains(index)).collect();
    for &index in constant.iter().rev() {
        let result = rewriter.body().result(op, index);
        for value in [first[index], second[index], result] {
            rewriter.replace_all_uses(value, operands[index]);
        }
        rewriter.body_mut().erase_block_arg(condition, index);
        rewriter.body_mut().erase_block_arg(round, index);
    }
    let at = |values: &[Value]| kept.iter().map(|&index| values[index]).collect::<Vec<Value>>();
    // Uses of the constant ones were just replaced, also among the values handed on.
    let next: Vec<Value> = rewriter.body().operands(end).collect();
    rewriter.set_operands(end, &at(&next));
    shrink(op, rewriter, &at(&operands), &kept);
    Ok(())
}
