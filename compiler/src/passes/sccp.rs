//! Constant propagation: what can be computed from constants is computed now.
//!
//! Operations are visited in an order in which definitions come before uses; one whose operands are all constants and whose
//! declaration can evaluate it is replaced by constants, in its place. What would fail is left to fail when it runs. Constants do
//! not pass through block arguments, so they move neither into nor out of isolated regions.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};

pub(super) const INFO: PassInfo = PassInfo {
    name: "sccp",
    title: "SCCP",
    summary: "Computes what can be computed from constants",
    anchor: Anchor::Any,
    options: &[],
    statistics: &[("num-evaluated", "Number of operations replaced by constants")],
    build: |_| Ok(Box::new(Sccp)),
};

struct Sccp;

impl Pass for Sccp {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            cx.statistics[0] += run_on_body(cx.ctx, body);
        }
        Ok(())
    }
}

fn run_on_body(ctx: &Context, body: &mut Body) -> u64 {
    let mut state = State { ctx, constants: FxHashMap::default(), evaluated: 0 };
    let mut regions = body.root_regions().to_vec();
    while let Some(region) = regions.pop() {
        for block in body.blocks(region).collect::<Vec<Block>>() {
            let mut next = body.first_op(block);
            while let Some(op) = next {
                next = body.next_op(op);
                if (OpRef { ctx, body, op }).has(Traits::MEASURED) {
                    continue;
                }
                regions.extend_from_slice(body.inline_regions(op));
                match body.nested_mut(op) {
                    Some(nested) => state.evaluated += run_on_body(ctx, nested),
                    None => state.visit(body, op),
                }
            }
        }
    }
    state.evaluated
}

struct State<'a> {
    ctx: &'a Context,
    constants: FxHashMap<Value, Attr>,
    evaluated: u64,
}

impl State<'_> {
    fn visit(&mut self, body: &mut Body, op: Op) {
        let ctx = self.ctx;
        let view = OpRef { ctx, body, op };
        let Some(definition) = view.definition() else { return };
        if view.num_results() == 0 || !effects::of(view).repeatable {
            return;
        }
        let operands: SmallVec<[Option<Attr>; 4]> =
            view.operands().map(|value| self.constants.get(&value).copied()).collect();
        if operands.iter().any(Option::is_none) {
            return;
        }
        let Some(values) = definition.evaluate(view, &operands) else { return };
        if values.len() != view.num_results() {
            return;
        }
        if operands.is_empty() {
            self.constants.extend(view.results().zip(values));
            return;
        }
        let dialect = view.name_str().split_once('.').and_then(|(name, _)| ctx.dialects().dialect(name));
        let Some(materialize) = dialect.and_then(|dialect| dialect.materialize()) else { return };
        let make = |(&attr, ty)| materialize(ctx, attr, ty, view.loc());
        let states: Option<SmallVec<[_; 2]>> = values.iter().zip(view.result_types()).map(make).collect();
        let Some(states) = states else { return };
        let mut rewriter = Rewriter::new(ctx, body);
        let mut results: SmallVec<[Value; 2]> = SmallVec::new();
        for (state, value) in states.into_iter().zip(values) {
            let constant = rewriter.create(InsertionPoint::Before(op), state);
            let result = rewriter.body().result(constant, 0);
            self.constants.insert(result, value);
            results.push(result);
        }
        rewriter.replace_op(op, &results);
        self.evaluated += 1;
    }
}
