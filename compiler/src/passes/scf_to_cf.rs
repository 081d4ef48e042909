//! Structured control flow becomes branches between blocks: `scf.if`, `scf.for`, `scf.parallel`, `scf.while`, `scf.index_switch` and
//! `scf.execute_region`. A parallel loop first becomes a nest of `scf.for`, which carries what the iterations are joined to.
//!
//! Each operation is replaced by the blocks of its regions, between the two halves of its own block. Outer operations come first. An
//! operation inside a region of an unconverted operation that allows only one block is an error.

use tfrt_dialects::cf;
use tfrt_dialects::scf::{self, ParallelOperands};
use tfrt_ir::body::{Body, OpRegions, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Loc, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{Traits, constant_value};
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};

use super::walk::for_each_body;

pub(super) const INFO: PassInfo = PassInfo {
    name: "convert-scf-to-cf",
    title: "SCFToControlFlowPass",
    summary: "Converts structured branches and loops to branches between blocks",
    anchor: Anchor::Any,
    group: None,
    options: &[OptionInfo {
        name: "allow-pattern-rollback",
        summary: "Accepted as upstream has it; changes nothing",
        default: "true",
    }],
    statistics: &[],
    build: |options| {
        options.flag("allow-pattern-rollback")?;
        Ok(Box::new(ScfToCf))
    },
};

struct ScfToCf;

impl Pass for ScfToCf {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        let mut result = Ok(());
        if let Some(body) = target.nested() {
            for_each_body(ctx, body, &mut |body| {
                if convert_body(ctx, body, cx.diagnostics).is_err() {
                    result = Err(Failed);
                }
            });
        }
        result
    }
}

fn convert_body(ctx: &Context, body: &mut Body, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
    for op in reachable_ops(body) {
        let view = OpRef { ctx, body, op };
        let convert: fn(&Context, &mut Body, Op) = match view.name_str() {
            "scf.if" => convert_if,
            "scf.for" => convert_for,
            "scf.parallel" => convert_parallel,
            "scf.while" => convert_while,
            "scf.index_switch" => convert_switch,
            "scf.execute_region" => convert_execute,
            _ => continue,
        };
        if view.parent().is_some_and(|parent| parent.has(Traits::SINGLE_BLOCK)) {
            let message = format!(
                "failed to legalize operation '{}' that was explicitly marked illegal",
                view.name_str()
            );
            diagnostics.error_at_op(view, message);
            return Err(Failed);
        }
        convert(ctx, body, op);
    }
    Ok(())
}

/// The operations of a body that are not in blocks without a way to them, each before those in its regions.
fn reachable_ops(body: &Body) -> Vec<Op> {
    fn collect(body: &Body, regions: &[Region], found: &mut Vec<Op>) {
        for &region in regions {
            let Some(entry) = body.entry_block(region) else { continue };
            let reachable = body.reachable_blocks(entry);
            for op in body.blocks(region).filter(|block| reachable.contains(block)).flat_map(|b| body.ops(b))
            {
                found.push(op);
                collect(body, body.inline_regions(op), found);
            }
        }
    }
    let mut found = Vec::new();
    collect(body, body.root_regions(), &mut found);
    found
}

/// Makes an operation at the end of a block.
fn append(ctx: &Context, body: &mut Body, block: Block, state: OpState) -> Op {
    let op = body.create_op(ctx, state);
    body.append_op(block, op);
    op
}

fn branch(ctx: &Context, body: &mut Body, from: Block, loc: Loc, to: Block, operands: &[Value]) {
    let state = OpState::new(ctx.ident("cf.br"), loc).operands(operands).successors(&[to]);
    append(ctx, body, from, state);
}

fn conditional_branch(
    ctx: &Context,
    body: &mut Body,
    from: Block,
    loc: Loc,
    condition: Value,
    (yes, yes_operands): (Block, &[Value]),
    no: Block,
) {
    let operands: Vec<Value> = [condition].into_iter().chain(yes_operands.iter().copied()).collect();
    let state = OpState::new(ctx.ident("cf.cond_br"), loc)
        .operands(&operands)
        .attr(ctx.ident("operandSegmentSizes"), cf::segments(ctx, &[1, yes_operands.len(), 0]))
        .successors(&[yes, no]);
    append(ctx, body, from, state);
}

/// Cuts a block before an operation: gives the two parts, of which the operation starts the second.
fn split_before(body: &mut Body, op: Op) -> Option<(Block, Block)> {
    let block = body.block_of(op)?;
    let after = body.insert_block_after(block);
    body.splice_tail(op, after);
    Some((block, after))
}

/// Moves the blocks of a region to behind a block; gives the first and the last one.
fn move_behind(body: &mut Body, region: Region, after: Block) -> Option<(Block, Block)> {
    let blocks: Vec<Block> = body.blocks(region).collect();
    let mut place = after;
    for &block in &blocks {
        body.unlink_block(block);
        body.place_block_after(block, place);
        place = block;
    }
    Some((*blocks.first()?, *blocks.last()?))
}

/// Replaces the end of a block by a branch.
fn end_by_branch(ctx: &Context, body: &mut Body, block: Block, to: Block) {
    let Some(end) = body.last_op(block) else { return };
    let (operands, loc) = (body.operands(end).collect::<Vec<Value>>(), body.loc(end));
    body.erase_op(end);
    branch(ctx, body, block, loc, to, &operands);
}

/// The block at which the regions of an operation meet: it has an argument for each result, and goes on with what stood behind the operation.
fn meeting_block(ctx: &Context, body: &mut Body, op: Op, before: Block, after: Block) -> Block {
    let types: Vec<Type> = body.results(op).map(|result| body.value_type(result)).collect();
    if types.is_empty() {
        return after;
    }
    let loc = body.loc(op);
    let block = body.insert_block_after(before);
    for ty in types {
        body.add_block_arg(block, ty, loc);
    }
    branch(ctx, body, block, loc, after, &[]);
    block
}

/// The operand of `xori %x, true`.
fn negation_of(ctx: &Context, body: &Body, value: Value) -> Option<Value> {
    let op = OpRef { ctx, body, op: body.defining_op(value)? };
    if op.name_str() != "arith.xori" {
        return None;
    }
    let mask = constant_value(ctx, body, op.operand(1))?;
    (ctx.attr_as_bool(mask) == Some(true)).then(|| op.operand(0))
}

fn convert_if(ctx: &Context, body: &mut Body, op: Op) {
    let (mut condition, loc) = (body.operand(op, 0), body.loc(op));
    let &[mut yes, mut no] = body.inline_regions(op) else { return };
    if body.entry_block(no).is_some()
        && let Some(negated) = negation_of(ctx, body, condition)
    {
        condition = negated;
        (yes, no) = (no, yes);
    }
    let Some((before, after)) = split_before(body, op) else { return };
    let meeting = meeting_block(ctx, body, op, before, after);
    let Some((yes, yes_end)) = move_behind(body, yes, before) else { return };
    end_by_branch(ctx, body, yes_end, meeting);
    let no = match move_behind(body, no, yes_end) {
        Some((no, no_end)) => {
            end_by_branch(ctx, body, no_end, meeting);
            no
        }
        None => meeting,
    };
    conditional_branch(ctx, body, before, loc, condition, (yes, &[]), no);
    let values = body.block_args(meeting)[..body.num_results(op)].to_vec();
    body.replace_op(op, &values);
}

fn convert_for(ctx: &Context, body: &mut Body, op: Op) {
    let loc = body.loc(op);
    let operands: Vec<Value> = body.operands(op).collect();
    let predicate = if (OpRef { ctx, body, op }).attr("unsignedCmp").is_some() { 6 } else { 2 };
    let region = body.inline_regions(op)[0];
    let Some((before, after)) = split_before(body, op) else { return };
    let Some((head, mut last)) = move_behind(body, region, before) else { return };
    let first = body.insert_block_after(head);
    if let Some(op) = body.first_op(head) {
        body.splice_tail(op, first);
    }
    if last == head {
        last = first;
    }
    let variable = body.block_args(head)[0];
    let ty = body.value_type(variable);
    if let Some(end) = body.last_op(last) {
        let state = OpState::new(ctx.ident("arith.addi"), loc)
            .operands(&[variable, operands[2]])
            .results(&[ty])
            .attr(ctx.ident("overflowFlags"), ctx.opaque_attr("arith", "overflow<none>"));
        let next = body.create_op(ctx, state);
        body.insert_op_before(next, end);
        let values: Vec<Value> = [body.result(next, 0)].into_iter().chain(body.operands(end)).collect();
        body.erase_op(end);
        branch(ctx, body, last, loc, head, &values);
    }
    let inits: Vec<Value> = [operands[0]].into_iter().chain(operands[3..].iter().copied()).collect();
    branch(ctx, body, before, loc, head, &inits);
    let state = OpState::new(ctx.ident("arith.cmpi"), loc)
        .operands(&[variable, operands[1]])
        .results(&[ctx.i1()])
        .attr(ctx.ident("predicate"), ctx.i64_attr(predicate));
    let compare = append(ctx, body, head, state);
    let condition = body.result(compare, 0);
    conditional_branch(ctx, body, head, loc, condition, (first, &[]), after);
    let values = body.block_args(head)[1..].to_vec();
    body.replace_op(op, &values);
}

/// A parallel loop becomes sequential loops, one for each dimension, and these become blocks.
fn convert_parallel(ctx: &Context, body: &mut Body, op: Op) {
    let operands = ParallelOperands::of(OpRef { ctx, body, op });
    let loc = body.loc(op);
    let Some(inner) = body.inline_regions(op).first().and_then(|&region| body.entry_block(region)) else {
        return;
    };
    let Some(reduce) = body.last_op(inner) else { return };
    let mut carried = operands.inits;
    let types: Vec<Type> = carried.iter().map(|&value| body.value_type(value)).collect();
    let (mut loops, mut replacements) = (Vec::new(), Vec::new());
    // The place of the next loop: before the operation, or at the end of the loop around.
    let mut around: Option<Block> = None;
    for ((&lower, &upper), &step) in operands.lower.iter().zip(&operands.upper).zip(&operands.step) {
        let region = body.create_region();
        let block = body.append_block(region);
        let variable = body.add_block_arg(block, body.value_type(lower), loc);
        let inits = [lower, upper, step].into_iter().chain(carried.iter().copied()).collect::<Vec<Value>>();
        let arguments = carried.iter().map(|&init| {
            let (ty, loc) = (body.value_type(init), body.value_loc(init));
            body.add_block_arg(block, ty, loc)
        });
        let arguments: Vec<Value> = arguments.collect();
        let mut state = OpState::new(ctx.ident("scf.for"), loc).operands(&inits).results(&types);
        state.regions = OpRegions::Inline([region].into_iter().collect());
        let new = body.create_op(ctx, state);
        match around {
            None => body.insert_op_before(new, op),
            Some(block) => body.append_op(block, new),
        }
        replacements.push(variable);
        (carried, around) = (arguments, Some(block));
        loops.push(new);
    }
    let (Some(innermost), Some(&outermost)) = (around, loops.first()) else { return };
    let variables = body.block_args(inner).to_vec();
    for (variable, replacement) in variables.into_iter().zip(replacements) {
        body.replace_all_uses(variable, replacement);
    }
    let joined = join_reductions(body, reduce, &carried);
    body.erase_op(reduce);
    if let Some(first) = body.first_op(inner) {
        body.splice_tail(first, innermost);
    }
    // Each loop hands on what the loop in it gives.
    let mut given = joined;
    let mut block = innermost;
    for &new in loops.iter().rev() {
        append(ctx, body, block, OpState::new(ctx.ident("scf.yield"), loc).operands(&given));
        given = body.results(new).collect();
        block = body.block_of(new).unwrap_or(block);
    }
    let results: Vec<Value> = body.results(outermost).collect();
    body.replace_op(op, &results);
    for new in loops {
        convert_for(ctx, body, new);
    }
}

/// Puts what the regions of a `scf.reduce` compute before it, from carried values and its operands; gives the joined values.
fn join_reductions(body: &mut Body, reduce: Op, carried: &[Value]) -> Vec<Value> {
    let operands: Vec<Value> = body.operands(reduce).collect();
    let regions = body.inline_regions(reduce).to_vec();
    let mut joined = Vec::new();
    for ((region, &carried), operand) in regions.into_iter().zip(carried).zip(operands) {
        let Some(block) = body.entry_block(region) else { continue };
        for (argument, value) in body.block_args(block).to_vec().into_iter().zip([carried, operand]) {
            body.replace_all_uses(argument, value);
        }
        let ops: Vec<Op> = body.ops(block).collect();
        let Some((&end, inner)) = ops.split_last() else { continue };
        for &op in inner {
            body.move_op_before(op, reduce);
        }
        joined.extend(body.operands(end));
    }
    joined
}

fn convert_while(ctx: &Context, body: &mut Body, op: Op) {
    let loc = body.loc(op);
    let inits: Vec<Value> = body.operands(op).collect();
    let &[first, second] = body.inline_regions(op) else { return };
    let Some((before, after)) = split_before(body, op) else { return };
    let Some((head, head_end)) = move_behind(body, first, before) else { return };
    let Some(condition) = body.last_op(head_end) else { return };
    let operands: Vec<Value> = body.operands(condition).collect();
    let condition_loc = body.loc(condition);
    branch(ctx, body, before, loc, head, &inits);
    // A second region that only hands its arguments back leaves a loop of the first alone.
    let is_do_while = body.entry_block(second).is_some_and(|block| {
        body.first_op(block) == body.last_op(block)
            && body.next_block(block).is_none()
            && body
                .last_op(block)
                .is_some_and(|end| body.operands(end).eq(body.block_args(block).iter().copied()))
    });
    let target = if is_do_while {
        head
    } else {
        let Some((second, second_end)) = move_behind(body, second, head_end) else { return };
        end_by_branch(ctx, body, second_end, head);
        second
    };
    body.erase_op(condition);
    conditional_branch(ctx, body, head_end, condition_loc, operands[0], (target, &operands[1..]), after);
    body.replace_op(op, &operands[1..]);
}

fn convert_switch(ctx: &Context, body: &mut Body, op: Op) {
    let view = OpRef { ctx, body, op };
    let (index, loc, cases) = (view.operand(0), view.loc(), scf::cases(view));
    let regions = body.inline_regions(op).to_vec();
    let types: Vec<Type> = body.results(op).map(|result| body.value_type(result)).collect();
    let Some((before, after)) = split_before(body, op) else { return };
    let meeting = if types.is_empty() {
        after
    } else {
        for &ty in &types {
            body.add_block_arg(after, ty, loc);
        }
        after
    };
    let mut place = before;
    let mut targets = Vec::new();
    // The cases stand before the default.
    for &region in regions[1..].iter().chain(&regions[..1]) {
        let Some((first, last)) = move_behind(body, region, place) else { return };
        end_by_branch(ctx, body, last, meeting);
        targets.push(first);
        place = last;
    }
    targets.rotate_right(1);
    let cast = OpState::new(ctx.ident("arith.index_cast"), loc).operands(&[index]).results(&[ctx.i32()]);
    let cast = append(ctx, body, before, cast);
    let flag = body.result(cast, 0);
    let state = cf::switch(ctx, loc, flag, &cases, &targets);
    append(ctx, body, before, state);
    let values = body.block_args(meeting)[..types.len()].to_vec();
    body.replace_op(op, &values);
}

fn convert_execute(ctx: &Context, body: &mut Body, op: Op) {
    let loc = body.loc(op);
    let region = body.inline_regions(op)[0];
    let blocks: Vec<Block> = body.blocks(region).collect();
    let types: Vec<Type> = body.results(op).map(|result| body.value_type(result)).collect();
    let Some((before, after)) = split_before(body, op) else { return };
    let Some((first, _)) = move_behind(body, region, before) else { return };
    branch(ctx, body, before, loc, first, &[]);
    let name = ctx.ident("scf.yield");
    for block in blocks {
        if body.last_op(block).is_some_and(|end| body.name(end) == name) {
            end_by_branch(ctx, body, block, after);
        }
    }
    let values: Vec<Value> = types.iter().map(|&ty| body.add_block_arg(after, ty, loc)).collect();
    body.replace_op(op, &values);
}
