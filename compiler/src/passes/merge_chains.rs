//! Simplification of `tfrt.merge.chains`: removes operands for which it need not wait.
//!
//! An operand is removed if it is available from the start (a new chain, a constant) or occurs twice; a merge whose only user is
//! another merge becomes a part of that one. A merge with one chain left becomes that chain, a merge with none a new chain. All of
//! this keeps the chains that the result waits for and the errors it passes on; canonicalization has a rule of its own, which is
//! upstream's and relies on other users of an operand.

use smallvec::SmallVec;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

pub(super) const INFO: PassInfo = PassInfo {
    name: "merge-chains",
    title: "MergeChains",
    summary: "Simplifies merges of chains to what has to be waited for",
    anchor: Anchor::Any,
    group: None,
    options: &[],
    statistics: &[
        ("num-operands", "Number of operands that need not be waited for"),
        ("num-merges", "Number of merges removed"),
    ],
    build: |_| Ok(Box::new(MergeChains)),
};

const MERGE: &str = "tfrt.merge.chains";
const NEW_CHAIN: &str = "tfrt.new.chain";

struct MergeChains;

impl Pass for MergeChains {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            let mut state = State { ctx: cx.ctx, operands: 0, merges: 0 };
            state.body(body);
            cx.statistics[0] += state.operands;
            cx.statistics[1] += state.merges;
        }
        Ok(())
    }
}

struct State<'a> {
    ctx: &'a Context,
    operands: u64,
    merges: u64,
}

impl State<'_> {
    fn body(&mut self, body: &mut Body) {
        for region in body.root_regions().to_vec() {
            self.region(body, region);
        }
    }

    fn region(&mut self, body: &mut Body, region: Region) {
        for block in body.blocks(region).collect::<Vec<Block>>() {
            let mut next = body.first_op(block);
            while let Some(op) = next {
                next = body.next_op(op);
                self.op(body, op);
            }
        }
    }

    fn op(&mut self, body: &mut Body, op: Op) {
        let view = OpRef { ctx: self.ctx, body, op };
        if view.name_str() == MERGE {
            self.merge(body, op);
            return;
        }
        if body.num_regions(op) == 0 || view.has(Traits::MEASURED) {
            return;
        }
        for region in body.inline_regions(op).to_vec() {
            self.region(body, region);
        }
        if let Some(nested) = body.nested_mut(op) {
            self.body(nested);
        }
    }

    fn merge(&mut self, body: &mut Body, op: Op) {
        let ctx = self.ctx;
        let before: SmallVec<[Value; 8]> = body.operands(op).collect();
        let mut kept: SmallVec<[Value; 8]> = SmallVec::new();
        let mut absorbed: SmallVec<[Op; 4]> = SmallVec::new();
        let mut ready = 0;
        for &value in &before {
            let definer = body.defining_op(value).map(|definer| OpRef { ctx, body, op: definer });
            match definer {
                Some(definer) if definer.name_str() == MERGE && body.has_one_use(value) => {
                    kept.extend(definer.operands());
                    absorbed.push(definer.op);
                }
                Some(definer) if is_ready(definer) => {
                    ready += 1;
                }
                _ => kept.push(value),
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        let merged = kept.len();
        kept.retain(|value| seen.insert(*value));
        if kept == before {
            return;
        }
        self.operands += ready + (merged - kept.len()) as u64;
        let result = body.result(op, 0);
        let ty = body.value_type(result);
        match kept.as_slice() {
            [] => {
                let state = OpState::new(ctx.ident(NEW_CHAIN), body.loc(op)).results(&[ty]);
                let chain = body.create_op(ctx, state);
                body.insert_op_before(chain, op);
                let chain = body.result(chain, 0);
                body.replace_op(op, &[chain]);
                self.merges += 1;
            }
            &[only] if body.value_type(only) == ty => {
                body.replace_op(op, &[only]);
                self.merges += 1;
            }
            _ => body.set_operands(op, &kept),
        }
        for inner in absorbed {
            debug_assert!(effects::is_erasable(OpRef { ctx, body, op: inner }), "its only use went");
            body.erase_op(inner);
            self.merges += 1;
        }
    }
}

/// Whether the results of an operation are there from the start.
fn is_ready(op: OpRef<'_>) -> bool {
    op.name_str() == NEW_CHAIN || op.name_str().starts_with("tfrt.constant.") || op.has(Traits::CONSTANT_LIKE)
}
