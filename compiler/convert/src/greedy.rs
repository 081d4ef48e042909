//! The greedy driver: patterns, folds and removal of what is unused, until nothing changes any more.
//!
//! Operations are visited top-down unless told otherwise; whatever a change touches is visited again. Each visit does one of
//! these, in this order: an unused operation without effects is erased; one that its declaration folds is replaced; the
//! patterns of the set are tried, the best first; the pattern of its declaration is tried. Constants that folds produce, and
//! those that were there, stand at the start of the entry block, each once.
//!
//! The driver works on one body and leaves the bodies below it alone, so nothing moves into or out of an isolated operation. It
//! ends: after [`GreedyOptions::max_rewrites`] changes it stops and says so.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::{Folded, Traits, constant_value};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

use crate::pattern::{PatternIndex, RewritePattern, RewritePatterns};

/// How a body is rewritten.
#[derive(Clone, Copy, Debug)]
pub struct GreedyOptions {
    /// Whether operations are visited from the top down first, else from the bottom up.
    pub top_down: bool,
    /// Whether operations are folded, and constants kept once.
    pub folds: bool,
    /// Whether the patterns of declarations are applied besides those of the set.
    pub declared_patterns: bool,
    /// After how many folds and patterns the driver gives up. Unless told, a number that no sensible set of patterns reaches.
    pub max_rewrites: Option<u64>,
}

impl Default for GreedyOptions {
    fn default() -> Self {
        Self { top_down: true, folds: true, declared_patterns: false, max_rewrites: None }
    }
}

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GreedyOutcome {
    /// Operations folded.
    pub folded: u64,
    /// Patterns applied.
    pub rewritten: u64,
    /// Operations erased because they were unused.
    pub erased: u64,
    /// Whether nothing was left to do.
    pub converged: bool,
}

/// Rewrites a body until nothing changes.
pub fn apply_greedily(
    ctx: &Context,
    body: &mut Body,
    patterns: &RewritePatterns,
    options: &GreedyOptions,
) -> GreedyOutcome {
    let default_limit = 1000 * (body.op_capacity() as u64 + 100);
    let mut driver = Driver {
        rewriter: Rewriter::new(ctx, body),
        patterns: PatternIndex::new(patterns),
        worklist: Vec::new(),
        queued: Vec::new(),
        constants: FxHashMap::default(),
        outcome: GreedyOutcome { folded: 0, rewritten: 0, erased: 0, converged: true },
        options: *options,
        max_rewrites: options.max_rewrites.unwrap_or(default_limit),
    };
    for region in driver.body().root_regions().to_vec() {
        driver.collect(region);
    }
    if options.folds {
        driver.unique_constants();
    }
    if !options.top_down {
        driver.worklist.reverse();
    }
    driver.outcome.converged = driver.run();
    driver.outcome
}

struct Driver<'a> {
    rewriter: Rewriter<'a>,
    patterns: PatternIndex<'a, dyn RewritePattern>,
    /// To be visited, the next one last.
    worklist: Vec<Op>,
    /// Which operations are in the worklist, by number.
    queued: Vec<bool>,
    /// The one operation for each constant, per entry block.
    constants: FxHashMap<(Block, Attr, Type), Op>,
    outcome: GreedyOutcome,
    options: GreedyOptions,
    max_rewrites: u64,
}

impl Driver<'_> {
    fn body(&self) -> &Body {
        self.rewriter.body()
    }

    /// Puts all operations below a region on the worklist, the first to be visited last.
    fn collect(&mut self, region: Region) {
        let body = self.rewriter.body();
        let mut found = Vec::new();
        let mut regions = vec![region];
        while let Some(region) = regions.pop() {
            for block in body.blocks(region) {
                for op in body.ops(block) {
                    found.push(op);
                    regions.extend_from_slice(body.inline_regions(op));
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
                self.outcome.folded += 1;
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
            if self.outcome.folded + self.outcome.rewritten >= self.max_rewrites {
                return false;
            }
            self.visit(op);
            self.enqueue_touched();
        }
        true
    }

    fn visit(&mut self, op: Op) {
        let ctx = self.rewriter.ctx();
        let view = self.rewriter.op(op);
        let name = view.name();
        let definition = ctx.definition(name);
        if effects::is_erasable(view) {
            self.forget_constant(op);
            self.rewriter.erase_op(op);
            self.outcome.erased += 1;
            return;
        }
        let folds = definition.is_some_and(|def| def.can_fold() && !def.has(Traits::CONSTANT_LIKE));
        if self.options.folds && folds && self.fold(op) {
            self.outcome.folded += 1;
            return;
        }
        for pattern in self.patterns.of(ctx, name) {
            let outcome = self.patterns.set.get(pattern).rewrite(op, &mut self.rewriter);
            if outcome.is_ok() {
                self.outcome.rewritten += 1;
                return;
            }
        }
        let declared = definition.filter(|_| self.options.declared_patterns);
        if declared.is_some_and(|definition| definition.canonicalize(&mut self.rewriter, op)) {
            self.outcome.rewritten += 1;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::pattern::{Benefit, NoMatch, Root};
    use tfrt_ir::diagnostics::Diagnostics;
    use tfrt_ir::dialect::DialectRegistry;
    use tfrt_ir::syntax::{parse_module, print_module};

    /// What becomes of operations in a function.
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
        let options = GreedyOptions { top_down: false, ..GreedyOptions::default() };
        let ops = "%0 = \"x.alias\"(%a) : (i32) -> i32\n%1 = \"x.user\"(%0) : (i32) -> i32";
        let (text, _) = rewritten(ops, &patterns, &options);
        assert_eq!(text, "%0 = \"x.user\"(%arg0) : (i32) -> i32");
        assert_eq!(visits.load(Ordering::Relaxed), 2);
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
