//! Inlining in modules of MLIR's own dialects, as upstream does it: functions are simplified before and after calls in them are
//! replaced, calls in regions and functions of several blocks are inlined too, and a private function is erased with its last use. A
//! function without uses is erased when all is done, so that its own calls count until then. A function that holds an operation of a dialect
//! that does not allow it, or of none that is registered, is not inlined, nor is a call in a region of such an operation.
//!
//! Such modules have no errors that a call would pass on, which is why they are handled separately.

use crate::components::components;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_ir::body::{Body, CopyMap, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::symbol::{self, SymbolTable, Visibility};

use super::constants::is_plain_region;

/// How to inline.
pub(super) struct Settings<'a> {
    /// No function becomes larger.
    pub(super) max_ops: usize,
    /// The number of rounds in which a function is simplified and inlined into.
    pub(super) max_iterations: u64,
    /// The largest number of operations of a function that is inlined, in percent of those of the caller.
    pub(super) threshold: u64,
    /// Simplifies a function.
    pub(super) simplify: &'a mut dyn FnMut(&mut Body, Op) -> Result<(), Failed>,
}

/// Whether all functions of a module, and of those in it, are of dialects that this is for.
pub(super) fn is_plain_module(ctx: &Context, body: &Body) -> bool {
    let regions = body.root_regions().iter().flat_map(|&region| body.blocks(region));
    regions.flat_map(|block| body.ops(block)).all(|op| {
        let view = OpRef { ctx, body, op };
        let is_native = view.attr("tfrt.native").is_some();
        match body.nested(op) {
            Some(nested) if view.has(Traits::CALLABLE) => {
                !is_native
                    && view.regions().all(|region| is_plain_region(ctx, region))
                    && returns(ctx, nested)
            }
            Some(nested) if view.has(Traits::SYMBOL_TABLE) => is_plain_module(ctx, nested),
            Some(_) => false,
            None => !is_native,
        }
    })
}

/// Whether a function says where it ends.
fn returns(ctx: &Context, body: &Body) -> bool {
    let ends =
        body.root_regions().iter().flat_map(|&region| body.blocks(region)).map(|block| body.last_op(block));
    ends.into_iter().all(|last| {
        last.is_some_and(|op| {
            let op = OpRef { ctx, body, op };
            op.has(Traits::TERMINATOR) || op.definition().is_none()
        })
    })
}

/// The counts of inlined calls and erased functions.
#[derive(Clone, Copy, Default)]
pub(super) struct Done {
    pub(super) inlined: u64,
    pub(super) erased: u64,
}

/// Inlines in a module.
pub(super) fn inline_module(
    ctx: &Context,
    body: &mut Body,
    settings: &mut Settings<'_>,
    done: &mut Done,
) -> Result<(), Failed> {
    let table = SymbolTable::of(ctx, body);
    let edges = call_graph(ctx, body, &table);
    let mut dead: FxHashSet<Op> = FxHashSet::default();
    for component in components(&edges) {
        for _ in 0..settings.max_iterations.max(1) {
            for &function in &component {
                if body.is_erased(function) || dead.contains(&function) {
                    continue;
                }
                if is_dead(ctx, body, function) {
                    dead.insert(function);
                } else if body.nested(function).is_some() {
                    (settings.simplify)(body, function)?;
                }
            }
            let before = done.inlined;
            for &function in &component {
                if body.is_erased(function) || dead.contains(&function) {
                    continue;
                }
                // Upstream looks at the calls that there were at the start.
                let stays = |callee: Op| {
                    let calls = |called: Op| edges.contains_edge(callee, called);
                    component.contains(&callee) || calls(callee) || calls(function)
                };
                // What was simplified may have been its last use.
                if is_dead(ctx, body, function) {
                    dead.insert(function);
                } else {
                    inline_into(ctx, body, &table, function, &stays, settings, done);
                }
            }
            if done.inlined == before {
                break;
            }
        }
    }
    for function in dead {
        body.erase_op(function);
        done.erased += 1;
    }
    let nested: Vec<Op> = body
        .root_block()
        .map(|block| {
            body.ops(block).filter(|&op| (OpRef { ctx, body, op }).has(Traits::SYMBOL_TABLE)).collect()
        })
        .unwrap_or_default();
    for op in nested {
        if let Some(inner) = body.nested_mut(op) {
            inline_module(ctx, inner, settings, done)?;
        }
    }
    Ok(())
}

/// The calls between functions; a function that is only named is not called.
fn call_graph(ctx: &Context, body: &Body, table: &SymbolTable) -> DiGraphMap<Op, ()> {
    let mut edges = DiGraphMap::new();
    let Some(block) = body.root_block() else { return edges };
    for op in body.ops(block).filter(|&op| (OpRef { ctx, body, op }).has(Traits::CALLABLE)) {
        edges.add_node(op);
        for (_, callee) in body.nested(op).into_iter().flat_map(|nested| calls(ctx, nested, table)) {
            edges.add_edge(op, callee, ());
        }
    }
    edges
}

/// Whether a function is private and nothing in its module names it.
fn is_dead(ctx: &Context, body: &Body, function: Op) -> bool {
    if body.is_erased(function) {
        return false;
    }
    let view = OpRef { ctx, body, op: function };
    let Some(name) = symbol::name(view) else { return false };
    if symbol::visibility(view) != Visibility::Private || body.nested(function).is_none_or(is_declaration) {
        return false;
    }
    let mut used = false;
    let ops = body.root_block().into_iter().flat_map(|block| body.ops(block));
    for op in ops {
        symbol::for_each_reference_below(OpRef { ctx, body, op }, &mut |_, root, _| used |= root == name);
    }
    !used
}

fn is_declaration(body: &Body) -> bool {
    body.root_block().is_none()
}

/// The calls below a function that name another one.
fn calls(ctx: &Context, body: &Body, table: &SymbolTable) -> Vec<(Op, Op)> {
    let mut found = Vec::new();
    for &region in body.root_regions() {
        body.walk_region(region, &mut |inner, op| {
            let view = OpRef { ctx, body: inner, op };
            if std::ptr::eq(inner, body)
                && view.has(Traits::CALL)
                && let Some(name) = view.attr("callee").and_then(|callee| ctx.flat_symbol(callee))
                && let Some(callee) = table.lookup(name)
            {
                found.push((op, callee));
            }
        });
    }
    found
}

/// Inlines calls in a function, but for those whose callee stays a function.
fn inline_into(
    ctx: &Context,
    body: &mut Body,
    table: &SymbolTable,
    function: Op,
    stays: &dyn Fn(Op) -> bool,
    settings: &Settings<'_>,
    done: &mut Done,
) {
    let Some(mut caller) = body.take_nested(function) else { return };
    let mut last_uses = Vec::new();
    for (call, callee) in calls(ctx, &caller, table) {
        if stays(callee) || body.is_erased(callee) {
            continue;
        }
        let view = OpRef { ctx, body, op: callee };
        let Some(source) = body.nested(callee).filter(|source| !is_declaration(source)) else { continue };
        let (own, added) = (size(&caller), size(source));
        let is_too_large =
            own + added > settings.max_ops || added as u64 * 100 / own as u64 > settings.threshold;
        if view.attr("no_inline").is_some()
            || is_too_large
            || !allows_inlining_into(ctx, &caller, call)
            || !allows_inlining(ctx, source)
        {
            continue;
        }
        if inline_call(ctx, &mut caller, call, source) {
            done.inlined += 1;
            last_uses.push(callee);
        }
    }
    body.put_nested(function, caller);
    for callee in last_uses {
        if is_dead(ctx, body, callee) {
            body.erase_op(callee);
            done.erased += 1;
        }
    }
}

/// Whether all operations of a body may stand in another one.
pub(super) fn allows_inlining(ctx: &Context, body: &Body) -> bool {
    let mut allowed = true;
    body.walk(&mut |body, op| allowed &= is_inlinable(OpRef { ctx, body, op }));
    allowed
}

/// Whether the region in which a call stands may have other operations.
fn allows_inlining_into(ctx: &Context, caller: &Body, call: Op) -> bool {
    caller.parent_op(call).is_none_or(|op| is_inlinable(OpRef { ctx, body: caller, op }))
}

/// Whether the dialect of an operation allows inlining.
fn is_inlinable(op: OpRef<'_>) -> bool {
    let dialect = op.name_str().split_once('.').and_then(|(name, _)| op.ctx.dialects().dialect(name));
    dialect.is_some_and(|dialect| dialect.is_inlinable())
}

fn size(body: &Body) -> usize {
    let mut count = 0;
    body.walk(&mut |_, _| count += 1);
    count
}

/// Puts a copy of `source` in the place of a call, if there is room for its blocks.
fn inline_call(ctx: &Context, caller: &mut Body, call: Op, source: &Body) -> bool {
    let Some(entry) = source.root_block() else { return false };
    let arguments = source.block_args(entry);
    if arguments.len() != caller.num_operands(call) {
        return false;
    }
    let blocks: Vec<Block> = source.root_regions().iter().flat_map(|&region| source.blocks(region)).collect();
    let around = caller.parent_op(call);
    let is_one_block = around.is_some_and(|op| (OpRef { ctx, body: caller, op }).has(Traits::SINGLE_BLOCK));
    let mut map = CopyMap::default();
    map.values.extend(arguments.iter().copied().zip(caller.operands(call)));
    let place = caller.loc(call);
    if let &[block] = blocks.as_slice() {
        let Some(end) = source.last_op(block) else { return false };
        for op in source.ops(block).filter(|&op| op != end) {
            let copy = caller.copy_op(ctx, source, op, &mut map, &mut |loc| ctx.callsite_loc(loc, place));
            caller.insert_op_before(copy, call);
        }
        let results: SmallVec<[Value; 4]> = source.operands(end).map(|value| map.values[&value]).collect();
        caller.replace_op(call, &results);
        return true;
    }
    let Some(block) = caller.block_of(call).filter(|_| !is_one_block) else { return false };
    inline_blocks(ctx, caller, (call, block), source, &blocks, map);
    true
}

/// Cuts a block at a call and puts copies of several blocks between the parts.
fn inline_blocks(
    ctx: &Context,
    caller: &mut Body,
    (call, block): (Op, Block),
    source: &Body,
    blocks: &[Block],
    mut map: CopyMap,
) {
    let place = caller.loc(call);
    let after = caller.insert_block_after(block);
    if let Some(next) = caller.next_op(call) {
        caller.splice_tail(next, after);
    }
    let results: Vec<Value> = caller.results(call).collect();
    let values: Vec<Value> = results
        .iter()
        .map(|&result| {
            let ty = caller.value_type(result);
            caller.add_block_arg(after, ty, place)
        })
        .collect();
    map.blocks.insert(blocks[0], block);
    let mut last = block;
    for &inner in &blocks[1..] {
        last = caller.insert_block_after(last);
        map.blocks.insert(inner, last);
        for &argument in source.block_args(inner) {
            let loc = ctx.callsite_loc(source.value_loc(argument), place);
            let copy = caller.add_block_arg(last, source.value_type(argument), loc);
            map.values.insert(argument, copy);
        }
    }
    caller.unlink_op(call);
    let end = ctx.ident("func.return");
    for inner in dominators_first(source, blocks[0]) {
        let target = map.blocks[&inner];
        for op in source.ops(inner) {
            let copy = if source.name(op) == end {
                let operands: Vec<Value> = source.operands(op).map(|value| map.values[&value]).collect();
                let loc = ctx.callsite_loc(source.loc(op), place);
                let state = OpState::new(ctx.ident("cf.br"), loc).operands(&operands).successors(&[after]);
                caller.create_op(ctx, state)
            } else {
                caller.copy_op(ctx, source, op, &mut map, &mut |loc| ctx.callsite_loc(loc, place))
            };
            caller.append_op(target, copy);
        }
    }
    for (result, value) in results.into_iter().zip(values) {
        caller.replace_all_uses(result, value);
    }
    caller.erase_op(call);
}

/// The blocks that are reached from an entry, each behind those that every way to it goes through.
fn dominators_first(body: &Body, entry: Block) -> Vec<Block> {
    let mut order = Vec::new();
    let mut seen: FxHashMap<Block, ()> = FxHashMap::default();
    let mut work = vec![entry];
    while let Some(block) = work.pop() {
        if seen.insert(block, ()).is_some() {
            continue;
        }
        order.push(block);
        let successors = body.last_op(block).map_or(&[][..], |last| body.successors(last));
        work.extend(successors.iter().rev());
    }
    order
}
