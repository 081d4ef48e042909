//! Passes on symbols: erasing private ones that nothing refers to, and making public ones private.

use crate::pipeline::PassGroup;
use rustc_hash::FxHashSet;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Op;
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::symbol::{self, SymbolTable, VISIBILITY_ATTR, Visibility};

use crate::encode::COMPILED_ATTR;

pub(super) const SYMBOL_DCE: PassInfo = PassInfo {
    name: "symbol-dce",
    title: "SymbolDCE",
    summary: "Erases private symbols that nothing public needs",
    anchor: Anchor::Any,
    group: Some(PassGroup::DeadSymbols.name()),
    options: &[],
    statistics: &[("num-dce'd", "Number of symbols erased")],
    build: |_| Ok(Box::new(SymbolDce)),
};

pub(super) const SYMBOL_PRIVATIZE: PassInfo = PassInfo {
    name: "symbol-privatize",
    title: "SymbolPrivatize",
    summary: "Makes symbols private, but for those that are to be kept",
    anchor: Anchor::Any,
    group: None,
    options: &[OptionInfo {
        name: "exclude",
        summary: "Symbols that stay as they are, separated by commas",
        default: "",
    }],
    statistics: &[("num-privatized", "Number of symbols made private")],
    build: |options| {
        let excluded = super::excluded(options);
        let excluded = excluded.iter().map(|name| name.trim_start_matches('@').to_owned()).collect();
        Ok(Box::new(SymbolPrivatize { excluded }))
    },
};

struct SymbolDce;

impl Pass for SymbolDce {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let op = OpRef { ctx: cx.ctx, body: target.body, op: target.op };
        if !op.has(Traits::SYMBOL_TABLE) {
            let message = format!(
                "'{}' op was scheduled to run under SymbolDCE, but does not define a symbol table",
                op.name_str()
            );
            cx.diagnostics.error_at_op(op, message);
            return Err(Failed);
        }
        if let Some(body) = target.nested() {
            cx.statistics[0] += erase_unreferenced(cx.ctx, body);
        }
        Ok(())
    }
}

/// Erases the private symbols of a symbol table that are reached neither from its other operations nor from symbols that stay;
/// says how many.
pub(super) fn erase_unreferenced(ctx: &Context, body: &mut Body) -> u64 {
    let table = SymbolTable::of(ctx, body);
    let tops = top_level_ops(body);
    let mut live: FxHashSet<Op> = FxHashSet::default();
    let mut work: Vec<Op> = Vec::new();
    for &op in &tops {
        let view = OpRef { ctx, body, op };
        if symbol::name(view).is_none() || symbol::visibility(view) != Visibility::Private {
            live.insert(op);
            work.push(op);
        }
    }
    while let Some(op) = work.pop() {
        symbol::for_each_reference_below(OpRef { ctx, body, op }, &mut |_, root: Ident, _| {
            if let Some(used) = table.lookup(root)
                && live.insert(used)
            {
                work.push(used);
            }
        });
    }
    let mut erased = 0;
    for op in tops {
        if !live.contains(&op) {
            body.erase_op(op);
            erased += 1;
        } else if (OpRef { ctx, body, op }).has(Traits::SYMBOL_TABLE)
            // A module for another compiler is left alone.
            && (OpRef { ctx, body, op }).attr(COMPILED_ATTR).is_none()
            && let Some(nested) = body.nested_mut(op)
        {
            erased += erase_unreferenced(ctx, nested);
        }
    }
    erased
}

struct SymbolPrivatize {
    excluded: FxHashSet<String>,
}

impl Pass for SymbolPrivatize {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        let private = ctx.string_attr("private");
        for op in top_level_ops(body) {
            let view = OpRef { ctx, body, op };
            let Some(name) = symbol::name(view) else { continue };
            if symbol::visibility(view) != Visibility::Private && !self.excluded.contains(ctx.str(name)) {
                body.set_attr(ctx, op, ctx.ident(VISIBILITY_ATTR), private);
                cx.statistics[0] += 1;
            }
        }
        Ok(())
    }
}

/// The operations directly in a body.
fn top_level_ops(body: &Body) -> Vec<Op> {
    let blocks = body.root_regions().iter().flat_map(|&region| body.blocks(region));
    blocks.flat_map(|block| body.ops(block)).collect()
}
