//! Canonicalization: rewrites operations to simpler ones by the folds and patterns of their declarations until nothing changes.
//!
//! Operations are visited top-down unless told otherwise; whatever a change touches is visited again. Constants produced by folds, and those there
//! before, stand at the start of the entry block, each once. Unused operations without effects and unreachable blocks go.
//! Every body is done on its own, so nothing moves into or out of a region of an isolated operation.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{Folded, Traits, constant_value};
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use super::regions::simplify_regions;
use super::walk::region_ops;
use crate::pipeline::PassGroup;

pub(super) const INFO: PassInfo = PassInfo {
    name: "canonicalize",
    title: "Canonicalizer",
    summary: "Simplifies operations by the folds and patterns of their declarations",
    anchor: Anchor::Any,
    group: Some(PassGroup::Simplification.name()),
    options: &[
        OptionInfo {
            name: "top-down",
            summary: "Visit operations from the top down, not from the bottom up",
            default: "true",
        },
        OptionInfo {
            name: "region-simplify",
            summary: "What is done to blocks: 'normal' erases those that nothing reaches, 'disabled' none",
            default: "normal",
        },
        OptionInfo {
            name: "max-iterations",
            summary: "Start again at most this often when blocks became unreachable (-1: no limit)",
            default: "10",
        },
        OptionInfo {
            name: "max-num-rewrites",
            summary: "Stop after this many rewrites in one body (-1: no limit)",
            default: "-1",
        },
        OptionInfo {
            name: "keep-errors",
            summary: "Leave out rules of upstream that drop errors, or the order of effects",
            default: "false",
        },
        OptionInfo {
            name: "test-convergence",
            summary: "Fail if a limit was reached before nothing was left to do",
            default: "false",
        },
    ],
    statistics: &[
        ("num-folds", "Number of operations folded"),
        ("num-rewrites", "Number of patterns applied"),
        ("num-erased", "Number of operations removed as unused"),
    ],
    build: |options| {
        let limit = |name| {
            let limit = options.integer(name)?;
            match u64::try_from(limit) {
                Ok(limit) => Ok(limit),
                Err(_) if limit == -1 => Ok(u64::MAX),
                Err(_) => Err(format!("'{limit}' value invalid for option '{name}': -1 means no limit")),
            }
        };
        Ok(Box::new(Canonicalize {
            top_down: options.flag("top-down")?,
            simplify_regions: match options.text("region-simplify") {
                "normal" => true,
                "disabled" => false,
                other => {
                    return Err(format!(
                        "'{other}' is not supported for option 'region-simplify'; try 'normal' or 'disabled'"
                    ));
                }
            },
            max_iterations: limit("max-iterations")?,
            max_rewrites: limit("max-num-rewrites")?,
            keep_errors: options.flag("keep-errors")?,
            test_convergence: options.flag("test-convergence")?,
        }))
    },
};

struct Canonicalize {
    top_down: bool,
    simplify_regions: bool,
    max_iterations: u64,
    max_rewrites: u64,
    keep_errors: bool,
    test_convergence: bool,
}

impl Pass for Canonicalize {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let mut outcome = Outcome { counts: [0; 3], converged: true };
        if let Some(body) = target.nested() {
            self.run_on_body(cx.ctx, body, &mut outcome);
            for (sum, count) in cx.statistics.iter_mut().zip(outcome.counts) {
                *sum += count;
            }
        }
        if self.test_convergence && !outcome.converged {
            let loc = target.body.loc(target.op);
            cx.diagnostics.error(loc, "canonicalization reached a limit before nothing was left to do");
            return Err(Failed);
        }
        Ok(())
    }
}

/// Folds, patterns applied, operations erased.
type Counts = [u64; 3];

struct Outcome {
    counts: Counts,
    /// Whether there was nothing left to do, in all bodies.
    converged: bool,
}

impl Canonicalize {
    fn run_on_body(&self, ctx: &Context, body: &mut Body, outcome: &mut Outcome) {
        let with_bodies = simplify(ctx, body, self, outcome);
        for op in with_bodies {
            if body.is_erased(op) || (OpRef { ctx, body, op }).has(Traits::MEASURED) {
                continue;
            }
            if let Some(nested) = body.nested_mut(op) {
                self.run_on_body(ctx, nested, outcome);
            }
        }
    }
}

/// Simplifies a body, and the bodies below it, as the pass does without options.
pub(super) fn canonicalize_body(ctx: &Context, body: &mut Body) {
    let pass = Canonicalize {
        top_down: true,
        simplify_regions: true,
        max_iterations: 10,
        max_rewrites: u64::MAX,
        keep_errors: false,
        test_convergence: false,
    };
    pass.run_on_body(ctx, body, &mut Outcome { counts: [0; 3], converged: true });
}

/// Simplifies what is in a body, without the bodies below it; gives the operations that own those.
fn simplify(ctx: &Context, body: &mut Body, limits: &Canonicalize, outcome: &mut Outcome) -> Vec<Op> {
    let regions = body.root_regions().to_vec();
    let mut iterations = 0;
    let mut rewrites = limits.max_rewrites;
    loop {
        if iterations == limits.max_iterations {
            outcome.converged = false;
            return region_ops(body, &regions).into_iter().filter(|&op| body.nested(op).is_some()).collect();
        }
        iterations += 1;
        let mut driver = Driver::new(ctx, body, rewrites);
        driver.rewriter.set_keeps_errors(limits.keep_errors);
        for &region in &regions {
            driver.collect(region, limits.top_down);
        }
        outcome.converged &= driver.run();
        outcome.counts.iter_mut().zip(driver.counts).for_each(|(sum, count)| *sum += count);
        let used = driver.counts[0] + driver.counts[1];
        let mut changed = driver.changed;
        let with_bodies = driver.with_bodies;
        rewrites = rewrites.saturating_sub(used);
        if limits.simplify_regions {
            changed |= simplify_regions(ctx, body, &regions);
        }
        if !changed {
            return with_bodies;
        }
    }
}

struct Driver<'a> {
    rewriter: Rewriter<'a>,
    /// To be visited, the next one last.
    worklist: Vec<Op>,
    /// Which operations are in the worklist, by number.
    queued: Vec<bool>,
    /// The one operation for each constant, per entry block.
    constants: FxHashMap<(Block, Attr, Type), Op>,
    /// The operations among them.
    owned: FxHashSet<Op>,
    /// Operations that own bodies.
    with_bodies: Vec<Op>,
    counts: Counts,
    /// Whether the worklist led to any change.
    changed: bool,
    max_rewrites: u64,
}

impl<'a> Driver<'a> {
    fn new(ctx: &'a Context, body: &'a mut Body, max_rewrites: u64) -> Self {
        Self {
            rewriter: Rewriter::new(ctx, body),
            worklist: Vec::new(),
            queued: Vec::new(),
            constants: FxHashMap::default(),
            owned: FxHashSet::default(),
            with_bodies: Vec::new(),
            counts: [0; 3],
            changed: false,
            max_rewrites,
        }
    }

    fn body(&self) -> &Body {
        self.rewriter.body()
    }

    /// Puts all operations below a region on the worklist, after moving constants to the start of their entry block, and merging equal
    /// ones. The first operation is to be visited first, or last if not `top_down`: then those in regions come before
    /// the one around them.
    fn collect(&mut self, region: Region, top_down: bool) {
        let found = region_ops(self.body(), &[region]);
        let mut order = Vec::with_capacity(found.len());
        for op in found {
            if self.own_constant(op) {
                continue;
            }
            if self.body().nested(op).is_some() {
                self.with_bodies.push(op);
            }
            order.push(op);
        }
        // What merging constants has touched is about to be visited anyway.
        self.rewriter.take_touched();
        self.rewriter.take_erased();
        if top_down {
            order.reverse();
        }
        for op in order {
            self.enqueue(op);
        }
    }

    fn enqueue(&mut self, op: Op) {
        if self.body().is_erased(op) || self.body().block_of(op).is_none() {
            return;
        }
        let index = op.as_u32() as usize;
        if index >= self.queued.len() {
            self.queued.resize(self.body().op_capacity().max(index + 1), false);
        }
        if !std::mem::replace(&mut self.queued[index], true) {
            self.worklist.push(op);
        }
    }

    /// Puts what has changed on the worklist, each with the operations around it.
    fn enqueue_touched(&mut self) {
        for op in self.rewriter.take_touched() {
            let mut next = Some(op);
            while let Some(op) = next {
                if self.body().is_erased(op) {
                    break;
                }
                self.enqueue(op);
                next = self.body().parent_op(op);
            }
        }
        self.rewriter.take_erased();
    }

    /// Takes a constant over, to the start of the entry block; whether it went because there is an equal one.
    fn own_constant(&mut self, op: Op) -> bool {
        let view = self.rewriter.op(op);
        if !view.has(Traits::CONSTANT_LIKE) || view.num_results() != 1 {
            return false;
        }
        let Some((value, ty)) = view.attr("value").zip(view.result_types().next()) else { return false };
        let Some(entry) = entry_block(self.body(), op) else { return false };
        if let Some(&known) = self.constants.get(&(entry, value, ty)) {
            let known = self.body().result(known, 0);
            self.rewriter.replace_op(op, &[known]);
            self.counts[0] += 1;
            return true;
        }
        let owned = &self.owned;
        let body = self.rewriter.body_mut();
        let stays = body.block_of(op) == Some(entry)
            && body.prev_op(op).is_none_or(|previous| owned.contains(&previous));
        if !stays {
            body.unlink_op(op);
            body.prepend_op(entry, op);
        }
        self.constants.insert((entry, value, ty), op);
        self.owned.insert(op);
        false
    }

    /// Visits what is on the worklist, and what comes to it; whether all of it.
    fn run(&mut self) -> bool {
        while let Some(op) = self.worklist.pop() {
            self.queued[op.as_u32() as usize] = false;
            if self.body().is_erased(op) {
                continue;
            }
            if self.counts[0] + self.counts[1] >= self.max_rewrites {
                return false;
            }
            self.visit(op);
            self.enqueue_touched();
        }
        true
    }

    fn visit(&mut self, op: Op) {
        let view = self.rewriter.op(op);
        if effects::is_erasable(view) {
            self.rewriter.erase_op(op);
            self.counts[2] += 1;
            self.changed = true;
            return;
        }
        let name = view.name();
        let Some(definition) = self.rewriter.ctx().definition(name) else { return };
        if definition.can_fold() && !definition.has(Traits::CONSTANT_LIKE) && self.fold(op) {
            self.counts[0] += 1;
            self.changed = true;
            return;
        }
        if definition.canonicalize(&mut self.rewriter, op) {
            self.counts[1] += 1;
            self.changed = true;
        }
    }

    /// Replaces an operation by what its declaration folds it to, if all of that can be had.
    fn fold(&mut self, op: Op) -> bool {
        let view = self.rewriter.op(op);
        let runs_op = matches!(view.name_str(), "corert.executeop" | "corert.executeop.seq");
        if runs_op && self.rewriter.keeps_errors() && !tfrt_dialects::has_handler(view) {
            return false;
        }
        let constants: SmallVec<[Option<Attr>; 4]> =
            view.operands().map(|value| constant_value(view.ctx, view.body, value)).collect();
        let Some(folded) = view.definition().and_then(|definition| definition.fold(view, &constants)) else {
            return false;
        };
        if folded.len() != view.num_results() || folded.is_empty() {
            return false;
        }
        let dialect = view.name_str().split_once('.').and_then(|(name, _)| view.ctx.dialects().dialect(name));
        let materialize = dialect.and_then(|dialect| dialect.materialize());
        let states: Option<SmallVec<[Result<Value, OpState>; 2]>> = folded
            .into_iter()
            .zip(view.result_types())
            .map(|(folded, ty)| match folded {
                Folded::Value(value) => Some(Ok(value)),
                Folded::Constant(attr) => materialize?(view.ctx, attr, ty, view.loc()).map(Err),
            })
            .collect();
        let Some(states) = states else { return false };
        let mut values: SmallVec<[Value; 2]> = SmallVec::new();
        for state in states {
            values.push(match state {
                Ok(value) => value,
                Err(state) => {
                    let constant = self.rewriter.create(InsertionPoint::Before(op), state);
                    self.rewriter.body().result(constant, 0)
                }
            });
        }
        self.rewriter.replace_op(op, &values);
        true
    }
}

/// The entry block of the root region of the body in which an operation stands.
fn entry_block(body: &Body, op: Op) -> Option<Block> {
    let mut op = op;
    while let Some(parent) = body.parent_op(op) {
        op = parent;
    }
    let region = body.region_of(body.block_of(op)?)?;
    body.entry_block(region)
}
