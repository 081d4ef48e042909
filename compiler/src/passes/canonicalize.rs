//! Canonicalization: rewrites operations to simpler ones by the folds and patterns of their declarations until nothing changes.
//!
//! Operations are visited top-down unless told otherwise; whatever a change touches is visited again. Constants produced by folds, and those there
//! before, stand at the start of the entry block, each once. Unused operations without effects and unreachable blocks go.
//! Every body is done on its own, so nothing moves into or out of a region of an isolated operation.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{Folded, Traits, constant_value};
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use super::dce::erase_unreachable_blocks;
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
        let regions = body.root_regions().to_vec();
        let simplify = |body: &mut Body| {
            self.simplify_regions
                && regions.iter().map(|&region| erase_unreachable_blocks(body, region)).sum::<u64>() > 0
        };
        let mut with_bodies = Vec::new();
        let mut iterations = 0;
        loop {
            if iterations == self.max_iterations {
                outcome.converged = false;
                break;
            }
            if iterations == 0 {
                simplify(body);
            }
            iterations += 1;
            let mut driver = Driver::new(ctx, body, self.max_rewrites);
            driver.rewriter.set_keeps_errors(self.keep_errors);
            for &region in &regions {
                driver.collect(region);
            }
            driver.unique_constants();
            if !self.top_down {
                driver.worklist.reverse();
            }
            outcome.converged &= driver.run();
            outcome.counts.iter_mut().zip(driver.counts).for_each(|(sum, count)| *sum += count);
            with_bodies = driver.with_bodies;
            if !simplify(body) {
                break;
            }
        }
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

struct Driver<'a> {
    rewriter: Rewriter<'a>,
    /// To be visited, the next one last.
    worklist: Vec<Op>,
    /// Which operations are in the worklist, by number.
    queued: Vec<bool>,
    /// The one operation for each constant, per entry block.
    constants: FxHashMap<(Block, Attr, Type), Op>,
    /// Operations that own bodies.
    with_bodies: Vec<Op>,
    counts: Counts,
    max_rewrites: u64,
}

impl<'a> Driver<'a> {
    fn new(ctx: &'a Context, body: &'a mut Body, max_rewrites: u64) -> Self {
        Self {
            rewriter: Rewriter::new(ctx, body),
            worklist: Vec::new(),
            queued: Vec::new(),
            constants: FxHashMap::default(),
            with_bodies: Vec::new(),
            counts: [0; 3],
            max_rewrites,
        }
    }

    fn body(&self) -> &Body {
        self.rewriter.body()
    }

    /// Puts all operations below a region on the worklist, the first to be visited last.
    fn collect(&mut self, region: tfrt_ir::entity::Region) {
        let body = self.rewriter.body();
        let mut found = Vec::new();
        let mut regions = vec![region];
        while let Some(region) = regions.pop() {
            for block in body.blocks(region) {
                for op in body.ops(block) {
                    found.push(op);
                    regions.extend_from_slice(body.inline_regions(op));
                    if body.nested(op).is_some() {
                        self.with_bodies.push(op);
                    }
                }
            }
        }
        self.queued.resize(body.op_capacity(), false);
        for &op in &found {
            self.queued[op.as_u32() as usize] = true;
        }
        found.reverse();
        found.append(&mut self.worklist);
        self.worklist = found;
    }

    fn enqueue(&mut self, op: Op) {
        if self.body().is_erased(op) {
            return;
        }
        let index = op.as_u32() as usize;
        if index >= self.queued.len() {
            self.queued.resize(index + 1, false);
        }
        if !std::mem::replace(&mut self.queued[index], true) {
            self.worklist.push(op);
        }
    }

    fn enqueue_touched(&mut self) {
        for op in self.rewriter.take_touched() {
            self.enqueue(op);
        }
        self.rewriter.take_erased();
    }

    /// Keeps one of equal constants, at the start of the entry block.
    fn unique_constants(&mut self) {
        let ctx = self.rewriter.ctx();
        for index in (0..self.worklist.len()).rev() {
            let op = self.worklist[index];
            let view = self.rewriter.op(op);
            if !view.has(Traits::CONSTANT_LIKE) || view.num_results() != 1 {
                continue;
            }
            let Some((value, ty)) = view.attr("value").zip(view.result_types().next()) else { continue };
            let Some(entry) = entry_block(self.body(), op) else { continue };
            if let Some(&known) = self.constants.get(&(entry, value, ty)) {
                let known = self.body().result(known, 0);
                self.rewriter.replace_op(op, &[known]);
                self.counts[0] += 1;
                continue;
            }
            self.constants.insert((entry, value, ty), op);
            let body = self.rewriter.body_mut();
            let follows_constant = body
                .prev_op(op)
                .is_none_or(|previous| (OpRef { ctx, body, op: previous }).has(Traits::CONSTANT_LIKE));
            if body.block_of(op) != Some(entry) || !follows_constant {
                body.unlink_op(op);
                body.prepend_op(entry, op);
            }
        }
        self.enqueue_touched();
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
            self.forget_constant(op);
            self.rewriter.erase_op(op);
            self.counts[2] += 1;
            return;
        }
        let name = view.name();
        let Some(definition) = self.rewriter.ctx().definition(name) else { return };
        if definition.can_fold() && !definition.has(Traits::CONSTANT_LIKE) && self.fold(op) {
            self.counts[0] += 1;
            return;
        }
        if definition.canonicalize(&mut self.rewriter, op) {
            self.counts[1] += 1;
        }
    }

    fn forget_constant(&mut self, op: Op) {
        let view = self.rewriter.op(op);
        if !view.has(Traits::CONSTANT_LIKE) {
            return;
        }
        if let Some((value, ty)) = view.attr("value").zip(view.result_types().next())
            && let Some(entry) = entry_block(self.body(), op)
            && self.constants.get(&(entry, value, ty)) == Some(&op)
        {
            self.constants.remove(&(entry, value, ty));
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
        if folded.is_empty() {
            // Folded in place: the hook saw that nothing is left to do.
            return false;
        }
        let types: SmallVec<[Type; 2]> = view.result_types().collect();
        let mut values: SmallVec<[Value; 2]> = SmallVec::new();
        for (folded, ty) in folded.into_iter().zip(types) {
            match folded {
                Folded::Value(value) => values.push(value),
                Folded::Constant(attr) => match self.materialize(op, attr, ty) {
                    Some(value) => values.push(value),
                    None => return false,
                },
            }
        }
        if values.len() != self.body().num_results(op) {
            return false;
        }
        self.rewriter.replace_op(op, &values);
        true
    }

    /// The constant `attr`, as an operation at the start of the entry block above `op`.
    fn materialize(&mut self, op: Op, attr: Attr, ty: Type) -> Option<Value> {
        let view = self.rewriter.op(op);
        let entry = entry_block(self.body(), op)?;
        if let Some(&known) = self.constants.get(&(entry, attr, ty)) {
            return Some(self.body().result(known, 0));
        }
        let dialect = view.name_str().split_once('.')?.0;
        let hook = view.ctx.dialects().dialect(dialect)?.materialize()?;
        let state = hook(view.ctx, attr, ty, view.loc())?;
        let constant = self.rewriter.create(InsertionPoint::Start(entry), state);
        self.constants.insert((entry, attr, ty), constant);
        Some(self.body().result(constant, 0))
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
