//! Removes values on which nothing depends: operations, arguments and results of private functions, values that loops, conditions and
//! branches carry.
//!
//! [`liveness`](super::liveness) says what is live. An operand of a structured operation that only flows into dead values becomes
//! `ub.poison`; then the patterns of structured operations take carried values and results away. Arguments of blocks that are dead go with
//! the operands that branches pass to them. A private function that only calls refer to loses dead arguments and results, at its calls as
//! well. Calls themselves stay. In blocks that never run, operations go with what nothing else needs, and a branch on such a value becomes
//! `ub.unreachable`.
//!
//! Where upstream's pass leaves an invalid program (a dead argument of a public function, a dead argument of a block whose incoming values
//! are live at one place only, an operation that never runs without its operand), this one keeps or removes both sides, or puts poison there.

use std::mem;

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_convert::{RewritePatterns, apply_to_ops};
use tfrt_dialects::{cf, ub};
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Attr, Ident, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::InsertionPoint;
use tfrt_ir::symbol::{self, Visibility};
use tfrt_ir::types::TypeKind;

use super::canonicalize::DEFAULT;
use super::constants;
use super::liveness::{Function, Functions};
use super::walk::{nested_ops, nested_ops_inside_out};

pub(super) const INFO: PassInfo = PassInfo {
    name: "remove-dead-values",
    title: "RemoveDeadValues",
    summary: "Removes values on which nothing depends, also those that functions, loops and branches pass on",
    anchor: Anchor::Any,
    group: None,
    options: &[OptionInfo {
        name: "canonicalize",
        summary: "Simplify structured operations afterwards",
        default: "true",
    }],
    statistics: &[("num-removed", "Number of operations, arguments and results removed")],
    build: |options| Ok(Box::new(RemoveDeadValues { canonicalize: options.flag("canonicalize")? })),
};

struct RemoveDeadValues {
    canonicalize: bool,
}

impl Pass for RemoveDeadValues {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        let is_table = (OpRef { ctx, body: target.body, op: target.op }).has(Traits::SYMBOL_TABLE);
        let op = target.op;
        let Some(body) = target.nested() else { return Ok(()) };
        if is_table {
            let mut mentioned = FxHashSet::default();
            find_mentioned(ctx, body, 0, &mut mentioned);
            cx.statistics[0] += self.run_on_table(ctx, body, &mentioned);
        } else {
            let reached = constants::reached(ctx, body, &FxHashSet::default()).remove(&None);
            let mut function = Function::new(op, Box::new(mem::take(body)));
            function.reached = reached;
            let mut functions = Functions::analyse(ctx, vec![function], &FxHashMap::default());
            cx.statistics[0] += self.clean(ctx, &mut functions.functions);
            if let Some(function) = functions.functions.pop() {
                *body = *function.body;
            }
        }
        Ok(())
    }
}

/// Collects the names to which anything refers but a call in a function of the same symbol table. `depth`: how many bodies are around.
fn find_mentioned(ctx: &Context, body: &Body, depth: usize, mentioned: &mut FxHashSet<Ident>) {
    for op in nested_ops(body) {
        let view = OpRef { ctx, body, op };
        let is_table = view.has(Traits::SYMBOL_TABLE);
        let callee = view.attr("callee").filter(|_| depth == 1 && view.name_str() == "func.call");
        for &(_, attr) in view.attrs() {
            symbol::for_each_reference(ctx, attr, &mut |root, nested| {
                if callee != Some(attr) || !nested.is_empty() {
                    mentioned.insert(root);
                    mentioned.extend(nested.iter().copied());
                }
            });
        }
        if let Some(nested) = body.nested(op) {
            find_mentioned(ctx, nested, if is_table { 0 } else { depth + 1 }, mentioned);
        }
    }
}

impl RemoveDeadValues {
    fn run_on_table(&self, ctx: &Context, table: &mut Body, mentioned: &FxHashSet<Ident>) -> u64 {
        let (mut functions, mut names) = (Vec::new(), FxHashMap::default());
        let mut removed = 0;
        for op in nested_ops(table) {
            let view = OpRef { ctx, body: table, op };
            if view.has(Traits::SYMBOL_TABLE) {
                if let Some(nested) = table.nested_mut(op) {
                    removed += self.run_on_table(ctx, nested, mentioned);
                }
                continue;
            }
            let is_function = view.name_str() == "func.func";
            let name = symbol::name(view);
            let is_private = symbol::visibility(view) == Visibility::Private;
            let Some(body) = table.take_nested(op) else { continue };
            let mut function = Function::new(op, body);
            if let Some(name) = name
                && is_function
                && is_private
                && !mentioned.contains(&name)
                && has_plain_ends(ctx, &function.body)
            {
                function.closed = true;
                names.insert(name, functions.len());
            }
            functions.push(function);
        }
        let closed =
            functions.iter().filter(|function| function.closed).map(|function| function.op).collect();
        for function in &mut functions {
            table.put_nested(function.op, mem::take(&mut function.body));
        }
        let mut reached = constants::reached(ctx, table, &closed);
        for function in &mut functions {
            function.body = table.take_nested(function.op).unwrap_or_default();
            function.reached = reached.remove(&Some(function.op));
        }
        let mut functions = Functions::analyse(ctx, functions, &names).functions;
        // Calls and returns first: then only what is dead uses dead arguments and results.
        let kept: Vec<Option<KeptSignature>> =
            (0..functions.len()).map(|index| kept_signature(ctx, &functions, index, table)).collect();
        for (index, kept) in kept.iter().enumerate() {
            if let Some(kept) = kept {
                removed += shorten_uses(ctx, &mut functions, index, kept);
            }
        }
        removed += self.clean(ctx, &mut functions);
        for (mut function, kept) in functions.into_iter().zip(kept) {
            if let Some(kept) = kept {
                shorten_function(ctx, table, &mut function, &kept);
            }
            table.put_nested(function.op, function.body);
        }
        removed
    }

    /// Removes what is dead inside of functions.
    fn clean(&self, ctx: &Context, functions: &mut [Function]) -> u64 {
        functions.iter_mut().map(|function| clean_function(ctx, function, self.canonicalize)).sum()
    }
}

/// Whether a function has a body whose blocks end in `func.return` or go on in another block.
fn has_plain_ends(ctx: &Context, body: &Body) -> bool {
    let Some(&region) = body.root_regions().first() else { return false };
    body.entry_block(region).is_some()
        && body.blocks(region).all(|block| {
            body.last_op(block).is_some_and(|op| {
                let view = OpRef { ctx, body, op };
                view.name_str() == "func.return" || cf::successor_operands(view).is_some()
            })
        })
}

fn clean_function(ctx: &Context, function: &mut Function, canonicalize: bool) -> u64 {
    let mut dead: Vec<Op> = Vec::new();
    let mut below_dead: FxHashSet<Op> = FxHashSet::default();
    let mut kept: Vec<Op> = Vec::new();
    let mut measured: FxHashSet<Op> = FxHashSet::default();
    for op in nested_ops(&function.body) {
        let view = OpRef { ctx, body: &function.body, op };
        let parent = view.parent().map(|parent| parent.op);
        if view.has(Traits::MEASURED) || parent.is_some_and(|parent| measured.contains(&parent)) {
            measured.insert(op);
        } else if parent.is_some_and(|parent| below_dead.contains(&parent)) {
            below_dead.insert(op);
        } else if function.is_dead(ctx, op) {
            below_dead.insert(op);
            dead.push(op);
        } else {
            kept.push(op);
        }
    }
    close_unreached(ctx, function, &mut kept);
    let arguments = dead_arguments(ctx, function);
    let mut removed = drop_branch_operands(ctx, function, &kept, &arguments);
    poison_flows(ctx, function, &below_dead);
    poison_unreached(ctx, function, &kept, &below_dead, &arguments);
    for &op in &below_dead {
        function.body.drop_operands(op);
    }
    for op in dead.iter().rev().copied().chain(mem::take(&mut function.replaced)) {
        function.body.erase_op(op);
    }
    removed += dead.len() as u64 + erase_block_arguments(function, arguments);
    if canonicalize {
        simplify_structured(ctx, &mut function.body);
    }
    removed
}

/// Ends blocks that never run where a branch depends on a value that nothing else needs.
fn close_unreached(ctx: &Context, function: &mut Function, ops: &mut Vec<Op>) {
    let mut closed = Vec::new();
    ops.retain(|&op| {
        let view = OpRef { ctx, body: &function.body, op };
        let Some(groups) = cf::successor_operands(view).filter(|_| !function.is_reached(op)) else {
            return true;
        };
        let passed: usize = groups.iter().map(Vec::len).sum();
        let decides = view.operands().take(view.num_operands() - passed);
        let stays = decides.into_iter().all(|operand| function.is_live(operand));
        closed.extend(Some(op).filter(|_| !stays));
        stays
    });
    for op in closed {
        let state = ub::unreachable(ctx, function.body.loc(op));
        function.body.insert_op(ctx, InsertionPoint::Before(op), state);
        function.body.erase_op(op);
    }
}

/// The arguments of blocks, other than entries, that are dead, to which only branches of `cf` pass operands, one of which at least is dead too.
fn dead_arguments(ctx: &Context, function: &Function) -> FxHashMap<Block, Vec<usize>> {
    let body = &function.body;
    let mut passed: FxHashMap<Block, Option<Vec<bool>>> = FxHashMap::default();
    for op in nested_ops(body).into_iter().filter(|&op| !body.successors(op).is_empty()) {
        let groups = cf::successor_operands(OpRef { ctx, body, op });
        for (index, &block) in body.successors(op).iter().enumerate() {
            let count = body.block_args(block).len();
            let dead = passed.entry(block).or_insert_with(|| Some(vec![false; count]));
            match groups.as_ref().and_then(|groups| groups.get(index)) {
                Some(group) => {
                    for (dead, &operand) in dead.iter_mut().flatten().zip(group) {
                        *dead |= !function.is_live(operand);
                    }
                }
                None => *dead = None,
            }
        }
    }
    let is_entry = |block| body.region_of(block).is_none_or(|region| body.entry_block(region) == Some(block));
    let found = passed.into_iter().filter(|&(block, _)| !is_entry(block)).map(|(block, dead)| {
        let arguments = body.block_args(block).iter().zip(dead.unwrap_or_default()).enumerate();
        let dead = arguments.filter(|&(_, (&argument, dead))| dead && !function.is_live(argument));
        (block, dead.map(|(index, _)| index).collect::<Vec<usize>>())
    });
    found.filter(|(_, dead)| !dead.is_empty()).collect()
}

/// Takes the operands for dead arguments of blocks away from branches.
fn drop_branch_operands(
    ctx: &Context,
    function: &mut Function,
    ops: &[Op],
    arguments: &FxHashMap<Block, Vec<usize>>,
) -> u64 {
    let mut removed = 0;
    for &op in ops {
        let Some(groups) = cf::successor_operands(OpRef { ctx, body: &function.body, op }) else { continue };
        let passed: usize = groups.iter().map(Vec::len).sum();
        let mut at = function.body.num_operands(op) - passed;
        let mut dead = Vec::new();
        for (block, group) in function.body.successors(op).iter().zip(groups) {
            dead.extend(arguments.get(block).into_iter().flatten().map(|&index| at + index));
            at += group.len();
        }
        removed += dead.len() as u64;
        if !dead.is_empty() {
            cf::erase_operands(ctx, &mut function.body, op, &dead);
        }
    }
    removed
}

/// Takes dead arguments away from blocks, after the operands for them.
fn erase_block_arguments(function: &mut Function, arguments: FxHashMap<Block, Vec<usize>>) -> u64 {
    let mut removed = 0;
    for (block, dead) in arguments {
        for index in dead.into_iter().rev() {
            function.body.erase_block_arg(block, index);
            removed += 1;
        }
    }
    removed
}

/// Puts poison where an operation that never runs uses what goes.
fn poison_unreached(
    ctx: &Context,
    function: &mut Function,
    ops: &[Op],
    gone: &FxHashSet<Op>,
    arguments: &FxHashMap<Block, Vec<usize>>,
) {
    let body = &function.body;
    let of_blocks = |(&block, dead): (&Block, &Vec<usize>)| {
        dead.iter().map(|&index| body.block_args(block)[index]).collect::<Vec<Value>>()
    };
    let mut dropped: FxHashSet<Value> = arguments.iter().flat_map(of_blocks).collect();
    if function.closed {
        dropped.extend(function.arguments().iter().filter(|&&value| !function.is_live(value)));
    }
    for &op in ops {
        if function.body.is_erased(op) || function.is_reached(op) {
            continue;
        }
        for index in 0..function.body.num_operands(op) {
            let old = function.body.operand(op, index);
            let is_gone = function
                .body
                .defining_op(old)
                .is_some_and(|def| gone.contains(&def) || function.replaced.contains(&def));
            if is_gone || dropped.contains(&old) {
                poison_operand(ctx, &mut function.body, op, index);
            }
        }
    }
}

/// Puts poison in the place of an operand.
fn poison_operand(ctx: &Context, body: &mut Body, user: Op, index: usize) {
    let ty = body.value_type(body.operand(user, index));
    let state = ub::poison(ctx, ty, body.loc(user));
    let op = body.insert_op(ctx, InsertionPoint::Before(user), state);
    let value = body.result(op, 0);
    body.set_operand(user, index, value);
}

/// Replaces operands that only flow into dead values.
fn poison_flows(ctx: &Context, function: &mut Function, skipped: &FxHashSet<Op>) {
    let poison_name = ctx.ident("ub.poison");
    for flow in mem::take(&mut function.flows) {
        if skipped.contains(&flow.user) {
            continue;
        }
        let old = function.body.operand(flow.user, flow.index);
        let is_needed = flow.targets.iter().any(|&target| function.is_live(target));
        if is_needed && (function.is_reached(flow.user) || function.is_live(old)) {
            continue;
        }
        let body = &mut function.body;
        if body.defining_op(old).is_some_and(|def| body.name(def) == poison_name) {
            continue;
        }
        poison_operand(ctx, body, flow.user, flow.index);
    }
}

/// Simplifies structured operations, and what that affects.
fn simplify_structured(ctx: &Context, body: &mut Body) {
    let is_structured = |&op: &Op| ctx.str(body.name(op)).starts_with("scf.");
    let ends = |&op: &Op| (OpRef { ctx, body, op }).has(Traits::TERMINATOR);
    let ops: Vec<Op> =
        nested_ops_inside_out(body).into_iter().filter(is_structured).filter(|op| !ends(op)).collect();
    apply_to_ops(ctx, body, &ops, &RewritePatterns::new(), &DEFAULT);
}

/// The elements at the places that are kept.
fn kept<T: Copy>(elements: &[T], keep: &[bool]) -> Vec<T> {
    elements.iter().zip(keep).filter(|&(_, &keep)| keep).map(|(&element, _)| element).collect()
}

/// An attribute with an entry for each argument or result, without the entries that go.
fn kept_entries(ctx: &Context, attr: Attr, keep: &[bool]) -> Attr {
    match ctx.array_elems(attr) {
        Some(entries) if entries.len() == keep.len() => ctx.array_attr(&kept(entries, keep)),
        _ => attr,
    }
}

/// The part of its signature that a closed function keeps, if not the whole.
struct KeptSignature {
    arguments: Vec<bool>,
    results: Vec<bool>,
}

fn kept_signature(
    ctx: &Context,
    functions: &[Function],
    index: usize,
    table: &Body,
) -> Option<KeptSignature> {
    let function = &functions[index];
    let (_, results) = signature(OpRef { ctx, body: table, op: function.op }).filter(|_| function.closed)?;
    let is_used = |number: usize| {
        function.callers.iter().any(|&(caller, call)| {
            let caller = &functions[caller];
            caller.is_live(caller.body.result(call, number))
        })
    };
    let kept = KeptSignature {
        arguments: function.arguments().iter().map(|&value| function.is_live(value)).collect(),
        results: (0..results.len()).map(is_used).collect(),
    };
    kept.arguments.iter().chain(&kept.results).any(|&keep| !keep).then_some(kept)
}

/// The types of the arguments and results of a function.
fn signature(function: OpRef<'_>) -> Option<(&[Type], &[Type])> {
    let ty = function.ctx.attr_as_type(function.attr("function_type")?)?;
    match function.ctx.type_kind(ty) {
        TypeKind::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

/// Takes what a function does not keep away from its calls and returns; says how many arguments and results go.
fn shorten_uses(ctx: &Context, functions: &mut [Function], index: usize, kept_of: &KeptSignature) -> u64 {
    for (caller, call) in mem::take(&mut functions[index].callers) {
        shorten_call(ctx, &mut functions[caller].body, call, &kept_of.arguments, &kept_of.results);
        functions[caller].replaced.push(call);
    }
    let function = &mut functions[index];
    for end in function.returns.clone() {
        let operands: Vec<Value> = function.body.operands(end).collect();
        function.body.set_operands(end, &kept(&operands, &kept_of.results));
    }
    kept_of.arguments.iter().chain(&kept_of.results).filter(|&&keep| !keep).count() as u64
}

/// Takes dead arguments and results away from a function that has no use for them any more.
fn shorten_function(ctx: &Context, table: &mut Body, function: &mut Function, kept_of: &KeptSignature) {
    let view = OpRef { ctx, body: table, op: function.op };
    let Some((inputs, results)) = signature(view) else { return };
    let ty = ctx.function(&kept(inputs, &kept_of.arguments), &kept(results, &kept_of.results));
    let mut changed = vec![(ctx.ident("function_type"), ctx.type_attr(ty))];
    for (name, keep) in [("arg_attrs", &kept_of.arguments), ("res_attrs", &kept_of.results)] {
        changed.extend(view.attr(name).map(|attr| (ctx.ident(name), kept_entries(ctx, attr, keep))));
    }
    for (name, attr) in changed {
        table.set_attr(ctx, function.op, name, attr);
    }
    if let Some(block) = function.body.root_block() {
        for number in (0..kept_of.arguments.len()).rev().filter(|&number| !kept_of.arguments[number]) {
            function.body.erase_block_arg(block, number);
        }
    }
}

/// Puts a call without dead operands and results before another, which is left for later, with the users of its dead results.
fn shorten_call(ctx: &Context, body: &mut Body, call: Op, keep_operands: &[bool], keep_results: &[bool]) {
    let view = OpRef { ctx, body, op: call };
    let operands: Vec<Value> = view.operands().collect();
    let types: Vec<Type> = view.result_types().collect();
    let mut state = OpState::new(view.name(), view.loc())
        .operands(&kept(&operands, keep_operands))
        .results(&kept(&types, keep_results));
    for &(name, attr) in view.attrs() {
        let attr = match ctx.str(name) {
            "arg_attrs" => kept_entries(ctx, attr, keep_operands),
            "res_attrs" => kept_entries(ctx, attr, keep_results),
            _ => attr,
        };
        state = state.attr(name, attr);
    }
    let new = body.insert_op(ctx, InsertionPoint::Before(call), state);
    let old: Vec<Value> = body.results(call).collect();
    for (from, to) in kept(&old, keep_results).into_iter().zip(body.results(new).collect::<Vec<Value>>()) {
        body.replace_all_uses(from, to);
    }
    body.set_operands(call, &[]);
}
