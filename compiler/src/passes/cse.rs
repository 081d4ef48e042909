//! Common subexpression elimination: of equal pure operations, later ones are replaced by the first that dominates them.
//!
//! Operations are equal if name, operands, attributes and result types are; operands of commutative operations are compared
//! without regard to their order. Operations with regions are left alone.

use std::convert::Infallible;
use std::hash::{Hash, Hasher};

use crate::pipeline::PassGroup;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::dominators::{DominatorTree, Step};
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

/// Merges what is equal in a body and all bodies below it; says how many operations went because of an equal one, and how many
/// because nothing used them.
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
                Step::Enter(block) => {
                    marks.push(self.scopes.len());
                    self.block(body, block);
                }
                Step::Leave(_) => {
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
            }
            return;
        }
        if effects::is_erasable(view) {
            body.erase_op(op);
            self.dead += 1;
            return;
        }
        if !effects::is_mergeable(view) {
            return;
        }
        let ctx = self.ctx;
        let key = hash(view);
        let found = self.known.find(key, |&known| equal(view, OpRef { ctx, body, op: known })).copied();
        match found {
            Some(known) => {
                let values: SmallVec<[Value; 4]> = body.results(known).collect();
                body.replace_op(op, &values);
                self.merged += 1;
            }
            None => {
                let rehash = |&op: &Op| hash(OpRef { ctx, body, op });
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
    // The types follow from what is hashed, nearly always.
    hasher.finish()
}

fn equal(a: OpRef<'_>, b: OpRef<'_>) -> bool {
    a.name() == b.name()
        && a.attrs() == b.attrs()
        && sorted_operands(a) == sorted_operands(b)
        && a.result_types().eq(b.result_types())
}
