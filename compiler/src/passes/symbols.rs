//! Passes on symbols: erasing private ones that nothing refers to, and making public ones private.

use crate::pipeline::PassGroup;
use rustc_hash::FxHashSet;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostics, Failed};
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
    summary: "Erases private symbols that nothing public needs, and nested ones that nothing outside can name",
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
        let (ctx, name) = (cx.ctx, symbol::name(op));
        // Nothing outside of a table without a name, or with a private one, can name what is in it.
        let is_hidden = name.is_none() || symbol::visibility(op) == Visibility::Private;
        let Some(body) = target.nested() else { return Ok(()) };
        let mut dce = Dce { ctx, is_hidden, paths: FxHashSet::default(), erased: 0 };
        let result = dce.run_on_table(body, name, Some(&mut *cx.diagnostics));
        cx.statistics[0] += dce.erased;
        result
    }
}

/// Erases the private symbols of a symbol table, and of those below it, that are reached neither from its other operations nor from symbols
/// that stay; says how many.
pub(super) fn erase_unreferenced(ctx: &Context, body: &mut Body) -> u64 {
    let mut dce = Dce { ctx, is_hidden: false, paths: FxHashSet::default(), erased: 0 };
    // Without diagnostics nothing fails.
    let _done = dce.run_on_table(body, None, None);
    dce.erased
}

/// The state of erasing symbols.
struct Dce<'a> {
    ctx: &'a Context,
    /// Whether nothing outside of the outermost table can name symbols below it: then those that are not public may go.
    is_hidden: bool,
    /// The pairs of neighbours in references such as `@module::@symbol`.
    paths: FxHashSet<(Ident, Ident)>,
    erased: u64,
}

impl Dce<'_> {
    /// Erases in a table that has the name. With diagnostics, fails where an operation that is not known may be a symbol table.
    fn run_on_table(
        &mut self,
        body: &mut Body,
        name: Option<Ident>,
        mut diagnostics: Option<&mut Diagnostics>,
    ) -> Result<(), Failed> {
        let ctx = self.ctx;
        let table = SymbolTable::of(ctx, body);
        let tops = top_level_ops(body);
        let mut live: FxHashSet<Op> = FxHashSet::default();
        let mut work: Vec<Op> = Vec::new();
        for &op in &tops {
            let view = OpRef { ctx, body, op };
            let stays = symbol::name(view).is_none_or(|symbol| match symbol::visibility(view) {
                Visibility::Public => true,
                Visibility::Nested => {
                    !self.is_hidden || name.is_some_and(|name| self.paths.contains(&(name, symbol)))
                }
                Visibility::Private => false,
            });
            if stays {
                live.insert(op);
                work.push(op);
            }
        }
        work.reverse();
        while let Some(op) = work.pop() {
            let view = OpRef { ctx, body, op };
            if let Some(diagnostics) = diagnostics.as_deref_mut()
                && !view.has(Traits::SYMBOL_TABLE)
                && may_have_symbol_table(view)
            {
                let message = "operation contains potentially unknown symbol table, meaning that we can't reliable \
                               compute symbol uses";
                diagnostics.error_at_op(view, message);
                return Err(Failed);
            }
            symbol::for_each_reference_below(view, &mut |_, root: Ident, nested| {
                let first = [root];
                self.paths.extend(first.iter().chain(nested).copied().zip(nested.iter().copied()));
                if let Some(used) = table.lookup(root)
                    && live.insert(used)
                {
                    work.push(used);
                }
            });
        }
        for op in tops {
            let view = OpRef { ctx, body, op };
            if !live.contains(&op) {
                body.erase_op(op);
                self.erased += 1;
            } else if view.has(Traits::SYMBOL_TABLE)
                // A module for another compiler is left alone.
                && view.attr(COMPILED_ATTR).is_none()
            {
                let name = symbol::name(view);
                if let Some(nested) = body.nested_mut(op) {
                    self.run_on_table(nested, name, diagnostics.as_deref_mut())?;
                }
            }
        }
        Ok(())
    }
}

/// Whether an operation, or one below it, has one region and no dialect that is known, so that it may be a symbol table.
fn may_have_symbol_table(op: OpRef<'_>) -> bool {
    let may_be = |op: OpRef<'_>| {
        let dialect = op.name_str().split_once('.').and_then(|(name, _)| op.ctx.dialects().dialect(name));
        dialect.is_none() && op.regions().count() == 1
    };
    let mut found = may_be(op);
    for region in op.regions() {
        region.body.walk_region(region.region, &mut |body, inner| {
            found |= may_be(OpRef { ctx: op.ctx, body, op: inner });
        });
    }
    found
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
