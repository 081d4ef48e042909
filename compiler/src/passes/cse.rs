//! Common subexpression elimination: of equal pure operations, later ones are replaced by the first that dominates them.
//!
//! Operations are equal if name, operands, attributes and result types are; operands of commutative operations are compared without regard
//! to their order. Operations with regions of one block each are equal if these are equal, operation by operation. An operation that reads
//! memory is merged with an equal one of its block, unless an operation between the two may write.

use std::convert::Infallible;
use std::hash::{Hash, Hasher};

use crate::pipeline::PassGroup;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dominators::{DominatorStep, DominatorTree};
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

pub(super) const INFO: PassInfo = PassInfo {
    name: "cse",
    title: "CSE",
    summary: "Merges equal operations without side effects",
    anchor: Anchor::Any,
    group: Some(PassGroup::CommonSubexpressions.name()),
    options: &[],
    statistics: &[
        ("num-cse'd", "Number of operations merged"),
        ("num-dce'd", "Number of operations removed as unused"),
    ],
    build: |_| Ok(Box::new(Cse)),
};

struct Cse;

impl Pass for Cse {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            let (merged, dead) = run_on_body(cx.ctx, body);
            cx.statistics[0] += merged;
            cx.statistics[1] += dead;
        }
        Ok(())
    }
}

/// Merges equal operations in a body and all bodies below it; returns the number of operations that an equal one replaced, and
/// the number of unused ones.
pub(super) fn run_on_body(ctx: &Context, body: &mut Body) -> (u64, u64) {
    let mut state = State { ctx, scopes: Vec::new(), known: HashTable::new(), merged: 0, dead: 0 };
    for region in body.root_regions().to_vec() {
        state.region(body, region);
    }
    (state.merged, state.dead)
}

struct State<'a> {
    ctx: &'a Context,
    /// The operations entered into `known`, in order; a scope is left by taking out those that came later.
    scopes: Vec<(u64, Op)>,
    known: HashTable<Op>,
    merged: u64,
    dead: u64,
}

impl State<'_> {
    fn region(&mut self, body: &mut Body, region: Region) {
        let blocks: Vec<Block> = body.blocks(region).collect();
        if let &[block] = blocks.as_slice() {
            let mark = self.scopes.len();
            self.block(body, block);
            self.leave(mark);
        } else if let Some(&entry) = blocks.first() {
            self.tree(body, entry);
        }
    }

    /// Walks the dominator tree of a region of several blocks, without recursion.
    fn tree(&mut self, body: &mut Body, entry: Block) {
        let tree = DominatorTree::new(body, entry);
        let mut marks = Vec::new();
        let walked: Result<(), Infallible> = tree.walk(entry, |step| {
            match step {
                DominatorStep::Enter(block) => {
                    marks.push(self.scopes.len());
                    self.block(body, block);
                }
                DominatorStep::Leave(_) => {
                    if let Some(mark) = marks.pop() {
                        self.leave(mark);
                    }
                }
            }
            Ok(())
        });
        match walked {
            Ok(()) => {}
        }
    }

    fn leave(&mut self, mark: usize) {
        for (hash, op) in self.scopes.drain(mark..) {
            if let Ok(entry) = self.known.find_entry(hash, |&known| known == op) {
                entry.remove();
            }
        }
    }

    fn block(&mut self, body: &mut Body, block: Block) {
        let mut next = body.first_op(block);
        while let Some(op) = next {
            next = body.next_op(op);
            self.op(body, op);
        }
    }

    fn op(&mut self, body: &mut Body, op: Op) {
        let view = OpRef { ctx: self.ctx, body, op };
        if body.num_regions(op) > 0 {
            if view.has(Traits::MEASURED) {
                return;
            }
            for region in body.inline_regions(op).to_vec() {
                self.region(body, region);
            }
            if let Some(nested) = body.nested_mut(op) {
                let (merged, dead) = run_on_body(self.ctx, nested);
                self.merged += merged;
                self.dead += dead;
                return;
            }
        }
        let view = OpRef { ctx: self.ctx, body, op };
        if effects::is_erasable(view) {
            body.erase_op(op);
            self.dead += 1;
            return;
        }
        let reads = view.has(Traits::READS_ONLY);
        if !(effects::is_mergeable(view) || reads) || !has_simple_regions(body, op) {
            return;
        }
        let ctx = self.ctx;
        let key = hash(view);
        let is_same = |&known: &Op| {
            let known = OpRef { ctx, body, op: known };
            equal(view, known) && (!reads || nothing_writes_between(known, view))
        };
        let found = self.known.find(key, is_same).copied();
        match found {
            Some(known) => {
                let values: SmallVec<[Value; 4]> = body.results(known).collect();
                body.replace_op(op, &values);
                self.merged += 1;
            }
            None => {
                let rehash = |&op: &Op| hash(OpRef { ctx, body, op });
                // A later one that reads finds the last one that read: those before a write are of no use.
                if reads
                    && let Ok(entry) =
                        self.known.find_entry(key, |&known| equal(view, OpRef { ctx, body, op: known }))
                {
                    entry.remove();
                }
                self.known.insert_unique(key, op, rehash);
                self.scopes.push((key, op));
            }
        }
    }
}

fn sorted_operands(op: OpRef<'_>) -> SmallVec<[Value; 4]> {
    let mut operands: SmallVec<[Value; 4]> = op.operands().collect();
    if operands.len() > 1 && op.has(Traits::COMMUTATIVE) {
        operands.sort_unstable();
    }
    operands
}

fn hash(op: OpRef<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    op.name().hash(&mut hasher);
    sorted_operands(op).hash(&mut hasher);
    op.attrs().hash(&mut hasher);
    // The types nearly always follow from the hashed parts.
    hasher.finish()
}

fn equal(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    a.name() == b.name()
        && a.attrs() == b.attrs()
        && sorted_operands(a) == sorted_operands(b)
        && a.result_types().eq(b.result_types())
        && equal_regions(a, b, &mut FxHashMap::default())
}

/// Whether the regions of two operations are equal, where values of the second stand for values of the first.
fn equal_regions(a: OpRef<'_>, b: OpRef<'_>, same: &mut FxHashMap<Value, Value>) -> bool {
    let (first, second) = (a.body.inline_regions(a.op), b.body.inline_regions(b.op));
    first.len() == second.len()
        && first.iter().zip(second).all(|(&first, &second)| {
            match (a.body.entry_block(first), b.body.entry_block(second)) {
                (None, None) => true,
                (Some(first), Some(second)) => equal_blocks(a, b, (first, second), same),
                _ => false,
            }
        })
}

fn equal_blocks(
    a: OpRef<'_>,
    b: OpRef<'_>,
    (first, second): (Block, Block),
    same: &mut FxHashMap<Value, Value>,
) -> bool {
    let (first_args, second_args) = (a.body.block_args(first), b.body.block_args(second));
    let types = |args: &[Value]| args.iter().map(|&arg| a.value_type(arg)).collect::<Vec<_>>();
    if types(first_args) != types(second_args) {
        return false;
    }
    same.extend(first_args.iter().copied().zip(second_args.iter().copied()));
    let (mut left, mut right) = (a.body.first_op(first), b.body.first_op(second));
    while let (Some(x), Some(y)) = (left, right) {
        let (x, y) = (a.at(x), b.at(y));
        let alike = x.name() == y.name()
            && x.attrs() == y.attrs()
            && x.result_types().eq(y.result_types())
            && x.num_operands() == y.num_operands()
            && x.operands().zip(y.operands()).all(|(x, y)| same.get(&x).copied().unwrap_or(x) == y)
            && equal_regions(x, y, same);
        if !alike {
            return false;
        }
        same.extend(x.results().zip(y.results()));
        (left, right) = (a.body.next_op(x.op), b.body.next_op(y.op));
    }
    left.is_none() && right.is_none()
}

/// Whether each region of an operation has at most one block.
fn has_simple_regions(body: &Body, op: Op) -> bool {
    let blocks = body.inline_regions(op).iter().filter_map(|&region| body.entry_block(region));
    blocks.into_iter().all(|block| body.next_block(block).is_none())
}

/// Whether two operations stand in one block, the first before the second, and none between them may write memory.
fn nothing_writes_between(first: OpRef<'_>, second: OpRef<'_>) -> bool {
    let body = first.body;
    let mut next = body.next_op(first.op);
    while let Some(op) = next {
        if op == second.op {
            return true;
        }
        if !effects::of(first.at(op)).erasable {
            return false;
        }
        next = body.next_op(op);
    }
    false
}
