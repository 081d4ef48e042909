//! Dead code elimination: erases unused operations without side effects, and unreachable blocks.
//!
//! On a symbol table, calls, branches and loops count as well whose functions do nothing but compute their results: these have one block of
//! operations without side effects (the handler `cpu` is always there), and the chain that they give is the one that they take. They are strict:
//! one whose chain is used stays if an operand may be an error, unless it has [`LENIENT_ATTR`]. A loop whose results have no users is erased even
//! if it would never end.

use super::strictness::NoErrors;
use crate::handlers::gets_cpu;
use crate::pipeline::PassGroup;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tfrt_convert::graph::chain_type;
use tfrt_dialects::LENIENT_ATTR;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::symbol::{self, SymbolTable};

pub(super) const INFO: PassInfo = PassInfo {
    name: "dce",
    title: "DCE",
    summary: "Erases unused operations without side effects, and unreachable blocks",
    anchor: Anchor::Any,
    group: Some(PassGroup::DeadCode.name()),
    options: &[],
    statistics: &[
        ("num-dce'd", "Number of operations removed"),
        ("num-blocks", "Number of unreachable blocks removed"),
    ],
    build: |_| Ok(Box::new(Dce)),
};

struct Dce;

impl Pass for Dce {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let is_table = (OpRef { ctx: cx.ctx, body: target.body, op: target.op }).has(Traits::SYMBOL_TABLE);
        if let Some(body) = target.nested() {
            let quiet = if is_table { quiet_functions(cx.ctx, body) } else { FxHashSet::default() };
            let (ops, blocks) = run_on_body(cx.ctx, body, &quiet);
            cx.statistics[0] += ops;
            cx.statistics[1] += blocks;
        }
        Ok(())
    }
}

/// The functions of a symbol table that do nothing but compute their results, of those that [calls](called) name.
fn quiet_functions(ctx: &Context, table: &Body) -> FxHashSet<Ident> {
    let mut waiting: Vec<Ident> = Vec::new();
    table.walk(&mut |body, op| waiting.extend(called(OpRef { ctx, body, op })));
    let mut quiet = FxHashSet::default();
    if waiting.is_empty() {
        return quiet;
    }
    waiting.sort_unstable();
    waiting.dedup();
    let symbols = SymbolTable::of(ctx, table);
    // Callees stand before their callers or after them, so functions wait for others. Functions that call themselves are never quiet.
    loop {
        let before = waiting.len();
        waiting.retain(|&name| {
            let function = symbols.lookup(name).and_then(|function| table.nested(function));
            let is_quiet = function.is_some_and(|body| is_quiet(ctx, body, &quiet));
            if is_quiet {
                quiet.insert(name);
            }
            !is_quiet
        });
        if waiting.len() == before {
            return quiet;
        }
    }
}

/// Whether the body of a function does nothing but compute results, if the functions `quiet` do no more.
fn is_quiet(ctx: &Context, body: &Body, quiet: &FxHashSet<Ident>) -> bool {
    let Some(block) = body.root_block().filter(|&block| body.next_block(block).is_none()) else {
        return false;
    };
    body.ops(block).all(|op| {
        let view = OpRef { ctx, body, op };
        if view.name_str() == "tfrt.return" {
            let chain = chain_type(ctx);
            let own = |value: &Value| body.block_args(block).first() == Some(value);
            return view.operands().filter(|&value| body.value_type(value) == chain).all(|value| own(&value));
        }
        effects::of(view).erasable || gets_cpu(view) || is_quiet_call(view, quiet)
    })
}

/// The functions that a call, a branch or a loop of the op graph names.
fn called(op: OpRef<'_>) -> SmallVec<[Ident; 2]> {
    let mut names = SmallVec::new();
    if matches!(op.name_str(), "tfrt.call" | "tfrt.case" | "corert.cond" | "corert.while") {
        for &(_, attr) in op.attrs() {
            symbol::for_each_reference(op.ctx, attr, &mut |root, _| names.push(root));
        }
    }
    names
}

/// Whether an operation calls functions that do nothing but compute their results.
fn is_quiet_call(op: OpRef<'_>, quiet: &FxHashSet<Ident>) -> bool {
    let functions = called(op);
    !functions.is_empty() && functions.iter().all(|name| quiet.contains(name))
}

/// Erases an unused call of functions that do nothing but compute their results; what waits for it waits for what it waited for. An error among
/// its operands would keep that from happening, unless the call is lenient.
fn erase_quiet_call(ctx: &Context, body: &mut Body, op: Op, quiet: &FxHashSet<Ident>) -> bool {
    let chain = chain_type(ctx);
    let is_chain = |body: &Body, value: Value| body.value_type(value) == chain;
    let view = OpRef { ctx, body, op };
    if !view.results().all(|result| is_chain(body, result) || !body.has_uses(result))
        || !is_quiet_call(view, quiet)
    {
        return false;
    }
    let taken = view.operands().find(|&value| is_chain(body, value));
    let given: SmallVec<[Value; 1]> = view.results().filter(|&result| is_chain(body, result)).collect();
    match (&given[..], taken) {
        (&[], _) => {}
        (&[given], _) if !body.has_uses(given) => {}
        (&[given], Some(taken)) => {
            let mut errors = NoErrors::default();
            let is_strict = view.attr(LENIENT_ATTR).is_none();
            if is_strict && view.operands().any(|value| value != taken && !errors.has(ctx, body, value)) {
                return false;
            }
            body.replace_all_uses(given, taken);
        }
        _ => return false,
    }
    body.erase_op(op);
    true
}

/// Erases dead code in a body and all bodies below it; returns the numbers of erased operations and blocks.
fn run_on_body(ctx: &Context, body: &mut Body, quiet: &FxHashSet<Ident>) -> (u64, u64) {
    let (mut ops, mut blocks) = (0, 0);
    let mut regions = body.root_regions().to_vec();
    while let Some(region) = regions.pop() {
        blocks += body.erase_unreachable_blocks(region);
        for block in body.blocks(region).collect::<Vec<Block>>().into_iter().rev() {
            // Users mostly stand after the definitions they use, so one walk backwards finds the dead
            // operations.
            let mut previous = body.last_op(block);
            while let Some(op) = previous {
                previous = body.prev_op(op);
                let view = OpRef { ctx, body, op };
                if effects::is_erasable(view) {
                    body.erase_op(op);
                    ops += 1;
                } else if erase_quiet_call(ctx, body, op, quiet) {
                    ops += 1;
                } else if !(OpRef { ctx, body, op }).has(Traits::MEASURED) {
                    regions.extend_from_slice(body.inline_regions(op));
                    if let Some(nested) = body.nested_mut(op) {
                        let (inner_ops, inner_blocks) = run_on_body(ctx, nested, quiet);
                        ops += inner_ops;
                        blocks += inner_blocks;
                    }
                }
            }
        }
    }
    (ops, blocks)
}
