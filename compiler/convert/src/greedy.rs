//! The greedy driver: applies patterns and folds and removes unused operations, until nothing changes.
//!
//! Operations are visited top-down unless told otherwise; an operation that a change affects is visited again. Each visit does
//! one of these, in this order: it erases an unused operation without effects; it replaces an operation that its declaration
//! folds; it tries the patterns of the set, the highest benefit first; it tries the pattern of the operation's declaration.
//! Constants, those of folds and existing ones, are unique and stand at the start of the entry block. Blocks that cannot be reached go first.
//!
//! As in upstream's driver, constants that folds produce stand at first before the operation that was folded. When nothing is left
//! to visit and something changed, the driver starts again, and each start moves constants to the start of the entry block and
//! merges equal ones.
//!
//! [`apply_to_ops`] visits some operations and those that their changes affect. It leaves constants where they are, and does not start again.
//!
//! The driver works on one body and leaves the bodies below it alone, so nothing moves into or out of an isolated operation. It
//! ends: after [`GreedyOptions::max_rewrites`] changes, or [`GreedyOptions::max_iterations`] starts, it stops and says so.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::opdef::{Folded, Traits, constant_value};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use crate::pattern::{PatternIndex, RewritePattern, RewritePatterns};

/// Simplifies the blocks of regions; whether it changed any.
pub type SimplifyRegions = fn(&Context, &mut Body, &[Region]) -> bool;

/// The options of a rewrite of a body.
#[derive(Clone, Copy, Debug)]
pub struct GreedyOptions {
    /// Whether operations are visited from the top down first, else from the bottom up.
    pub top_down: bool,
    /// Whether operations are folded, and constants kept once.
    pub folds: bool,
    /// Whether the patterns of declarations are applied besides those of the set.
    pub declared_patterns: bool,
    /// Whether rules that drop errors, or the order of effects, are left out.
    pub keep_errors: bool,
    /// The function that simplifies blocks whenever nothing is left to visit.
    pub simplify_regions: Option<SimplifyRegions>,
    /// The largest number of iterations of the driver.
    pub max_iterations: u64,
    /// After how many folds and patterns the driver gives up. Unless told, a number that no sensible set of patterns reaches.
    pub max_rewrites: Option<u64>,
}

impl Default for GreedyOptions {
    fn default() -> Self {
        Self {
            top_down: true,
            folds: true,
            declared_patterns: false,
            keep_errors: false,
            simplify_regions: None,
            max_iterations: 10,
            max_rewrites: None,
        }
    }
}

/// The work that was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GreedyOutcome {
    /// Operations folded.
    pub folded: u64,
    /// Patterns applied.
    pub rewritten: u64,
    /// Operations erased because they were unused.
    pub erased: u64,
    /// Whether nothing was left to do.
    pub converged: bool,
    /// The operations that own bodies.
    pub owners: Vec<Op>,
}

/// Rewrites a body until nothing changes.
pub fn apply_greedily(
    ctx: &Context,
    body: &mut Body,
    patterns: &RewritePatterns,
    options: &GreedyOptions,
) -> GreedyOutcome {
    let mut outcome =
        GreedyOutcome { folded: 0, rewritten: 0, erased: 0, converged: true, owners: Vec::new() };
    let regions = body.root_regions().to_vec();
    let mut rewrites = options.max_rewrites.unwrap_or(1000 * (body.op_capacity() as u64 + 100));
    for _ in 0..options.max_iterations {
        let mut changed = body.erase_unreachable_blocks_below(&regions) > 0;
        let mut driver = Driver::new(ctx, body, patterns, options, rewrites);
        driver.collect(&regions);
        outcome.converged &= driver.run();
        changed |= driver.changed;
        outcome.folded += driver.folded;
        outcome.rewritten += driver.rewritten;
        outcome.erased += driver.erased;
        rewrites = rewrites.saturating_sub(driver.folded + driver.rewritten);
        let owners = driver.owners;
        if let Some(simplify) = options.simplify_regions {
            changed |= simplify(ctx, body, &regions);
        }
        if !changed {
            outcome.owners = owners;
            return outcome;
        }
    }
    outcome.converged = false;
    outcome.owners = body.ops_in(&regions).into_iter().filter(|&op| body.nested(op).is_some()).collect();
    outcome
}

/// Rewrites operations of a body, the last one first, and those that this affects, until nothing changes.
pub fn apply_to_ops(
    ctx: &Context,
    body: &mut Body,
    ops: &[Op],
    patterns: &RewritePatterns,
    options: &GreedyOptions,
) -> GreedyOutcome {
    let rewrites = options.max_rewrites.unwrap_or(1000 * (body.op_capacity() as u64 + 100));
    let mut driver = Driver::new(ctx, body, patterns, options, rewrites);
    ops.iter().for_each(|&op| driver.enqueue(op));
    let converged = driver.run();
    let Driver { folded, rewritten, erased, owners, .. } = driver;
    GreedyOutcome { folded, rewritten, erased, converged, owners }
}

struct Driver<'a> {
    rewriter: Rewriter<'a>,
    patterns: PatternIndex<'a, dyn RewritePattern>,
    options: &'a GreedyOptions,
    max_rewrites: u64,
    /// To be visited, the next one last.
    worklist: Vec<Op>,
    /// Which operations are in the worklist, by number.
    queued: Vec<bool>,
    /// The one operation for each constant, per entry block.
    constants: FxHashMap<(Block, Attr, Type), Op>,
    /// The operations among them.
    owned: FxHashSet<Op>,
    owners: Vec<Op>,
    folded: u64,
    rewritten: u64,
    erased: u64,
    /// Whether the worklist led to any change.
    changed: bool,
}

impl<'a> Driver<'a> {
    fn new(
        ctx: &'a Context,
        body: &'a mut Body,
        patterns: &'a RewritePatterns,
        options: &'a GreedyOptions,
        max_rewrites: u64,
    ) -> Self {
        let mut rewriter = Rewriter::new(ctx, body);
        rewriter.set_keeps_errors(options.keep_errors);
        Self {
            rewriter,
            patterns: PatternIndex::new(patterns),
            options,
            max_rewrites,
            worklist: Vec::new(),
            queued: Vec::new(),
            constants: FxHashMap::default(),
            owned: FxHashSet::default(),
            owners: Vec::new(),
            folded: 0,
            rewritten: 0,
            erased: 0,
            changed: false,
        }
    }

    fn body(&self) -> &Body {
        self.rewriter.body()
    }

    /// Puts all operations below the regions on the worklist, after moving constants to the start of their entry block and merging
    /// equal ones. The first operation is to be visited first, or last if not top-down: then those in regions come before the
    /// one around them.
    fn collect(&mut self, regions: &[Region]) {
        let found = self.body().ops_in(regions);
        let mut order = Vec::with_capacity(found.len());
        for op in found {
            if self.options.folds && self.own_constant(op) {
                continue;
            }
            if self.body().nested(op).is_some() {
                self.owners.push(op);
            }
            order.push(op);
        }
        // What merging constants has touched is about to be visited anyway.
        self.rewriter.take_touched();
        self.rewriter.take_erased();
        if self.options.top_down {
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
            self.folded += 1;
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
            if self.folded + self.rewritten >= self.max_rewrites {
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
            self.erased += 1;
            self.changed = true;
            return;
        }
        let name = view.name();
        let ctx = self.rewriter.ctx();
        let definition = ctx.definition(name);
        let folds = definition.is_some_and(|def| def.can_fold() && !def.has(Traits::CONSTANT_LIKE));
        if self.options.folds && folds && self.fold(op) {
            self.folded += 1;
            self.changed = true;
            return;
        }
        let declared = definition.filter(|_| self.options.declared_patterns);
        if self.patterns.apply(op, name, &mut self.rewriter)
            || declared.is_some_and(|definition| definition.canonicalize(&mut self.rewriter, op))
        {
            self.rewritten += 1;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::pattern::{Benefit, NoMatch, Root};
    use tfrt_ir::diagnostics::Diagnostics;
    use tfrt_ir::dialect::DialectRegistry;
    use tfrt_ir::syntax::{parse_module, print_module};

    /// The operations of a function after rewriting.
    fn rewritten(ops: &str, patterns: &RewritePatterns, options: &GreedyOptions) -> (String, GreedyOutcome) {
        let mut registry = DialectRegistry::new();
        tfrt_dialects::register_all(&mut registry).unwrap();
        registry.allow_unregistered_dialects(true);
        let ctx = Arc::new(Context::with_dialects(registry));
        let text = format!("func.func @f(%a: i32) {{\n{ops}\n  tfrt.return\n}}\n");
        let mut module = parse_module(&ctx, "f", &text, &mut Diagnostics::new()).unwrap();
        let (ctx, contents) = module.split_mut();
        let function = contents.root_block().and_then(|block| contents.first_op(block)).unwrap();
        let outcome = apply_greedily(ctx, contents.nested_mut(function).unwrap(), patterns, options);
        let printed = print_module(&module, &Default::default());
        let lines = printed.lines().map(str::trim).filter(|line| line.contains('='));
        (lines.collect::<Vec<_>>().join("; "), outcome)
    }

    /// A pattern that gives the operation another name.
    fn rename(to: &'static str) -> impl Fn(Op, &mut Rewriter<'_>) -> Result<(), NoMatch> + Send + Sync {
        move |op, rewriter| {
            let name = rewriter.ctx().ident(to);
            rewriter.body_mut().set_name(op, name);
            rewriter.touch(op);
            Ok(())
        }
    }

    #[test]
    fn the_pattern_of_the_highest_benefit_goes_first() {
        let mut patterns = RewritePatterns::new();
        patterns.on("x.op", rename("x.first"));
        patterns.add(
            Root::Dialect("x".into()),
            Benefit(5),
            Box::new(|op: Op, rewriter: &mut Rewriter<'_>| match rewriter.op(op).name_str() {
                "x.op" => rename("x.best")(op, rewriter),
                _ => Err(NoMatch::quiet()),
            }),
        );
        patterns.add(Root::Any, Benefit(2), Box::new(|_: Op, _: &mut Rewriter<'_>| Err(NoMatch::quiet())));
        let (text, outcome) = rewritten("%0 = \"x.op\"() : () -> i32", &patterns, &GreedyOptions::default());
        assert_eq!(text, "%0 = \"x.best\"() : () -> i32");
        assert_eq!((outcome.rewritten, outcome.converged), (1, true));
    }

    #[test]
    fn patterns_that_undo_each_other_come_to_an_end() {
        let mut patterns = RewritePatterns::new();
        patterns.on("x.a", rename("x.b"));
        patterns.on("x.b", rename("x.a"));
        let (_, outcome) = rewritten("%0 = \"x.a\"() : () -> i32", &patterns, &GreedyOptions::default());
        assert!(!outcome.converged);
        let options = GreedyOptions { max_rewrites: Some(3), ..GreedyOptions::default() };
        let (text, outcome) = rewritten("%0 = \"x.a\"() : () -> i32", &patterns, &options);
        assert_eq!((text.as_str(), outcome.rewritten), ("%0 = \"x.b\"() : () -> i32", 3));
    }

    #[test]
    fn users_of_what_changed_are_visited_again() {
        let visits = Arc::new(AtomicU32::new(0));
        let mut patterns = RewritePatterns::new();
        let counter = visits.clone();
        patterns.on("x.user", move |_, _: &mut Rewriter<'_>| {
            counter.fetch_add(1, Ordering::Relaxed);
            Err(NoMatch::quiet())
        });
        patterns.on("x.alias", |op, rewriter: &mut Rewriter<'_>| {
            let source = rewriter.op(op).operand(0);
            rewriter.replace_op(op, &[source]);
            Ok(())
        });
        // From the bottom up the user comes first.
        let options = GreedyOptions { top_down: false, max_iterations: 1, ..GreedyOptions::default() };
        let ops = "%0 = \"x.alias\"(%a) : (i32) -> i32\n%1 = \"x.user\"(%0) : (i32) -> i32";
        let (text, _) = rewritten(ops, &patterns, &options);
        assert_eq!(text, "%0 = \"x.user\"(%arg0) : (i32) -> i32");
        assert_eq!(visits.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn constants_of_folds_move_to_the_start_of_the_block() {
        let ops = "%0 = \"x.first\"() : () -> i32\n%1 = arith.constant 1 : i32\n%2 = arith.addi %1, %1 : i32
  %3 = \"x.use\"(%0, %2) : (i32, i32) -> i32";
        let once = GreedyOptions { max_iterations: 1, ..GreedyOptions::default() };
        let (text, outcome) = rewritten(ops, &RewritePatterns::new(), &once);
        assert_eq!(
            text,
            "%0 = \"x.first\"() : () -> i32; %c2_i32 = arith.constant 2 : i32; \
             %1 = \"x.use\"(%0, %c2_i32) : (i32, i32) -> i32"
        );
        assert!(!outcome.converged);
        let (text, outcome) = rewritten(ops, &RewritePatterns::new(), &GreedyOptions::default());
        assert_eq!(
            text,
            "%c2_i32 = arith.constant 2 : i32; %0 = \"x.first\"() : () -> i32; \
             %1 = \"x.use\"(%0, %c2_i32) : (i32, i32) -> i32"
        );
        assert!(outcome.converged);
    }

    #[test]
    fn folds_and_removal_happen_without_patterns() {
        let ops = "%0 = arith.constant 1 : i32\n%1 = arith.constant 1 : i32\n%2 = arith.constant 7 : i32
  %3 = \"x.use\"(%0, %1) : (i32, i32) -> i32";
        let (text, outcome) = rewritten(ops, &RewritePatterns::new(), &GreedyOptions::default());
        assert_eq!(
            text,
            "%c1_i32 = arith.constant 1 : i32; %0 = \"x.use\"(%c1_i32, %c1_i32) : (i32, i32) -> i32"
        );
        assert_eq!((outcome.folded, outcome.erased), (1, 1));
        let options = GreedyOptions { folds: false, ..GreedyOptions::default() };
        let (text, _) = rewritten(ops, &RewritePatterns::new(), &options);
        assert!(text.contains("(%c1_i32, %c1_i32_0)"), "{text}");
    }
}
