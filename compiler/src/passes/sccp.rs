//! Constant propagation: folds operations on constants.
//!
//! Operations are visited in an order in which definitions come before uses. If all operands of an operation are constants and its
//! declaration or the runtime can evaluate it, constants replace it in its place. An operation that would fail is left to fail when
//! it runs. In these dialects constants do not pass through block arguments, so they move neither into nor out of isolated regions; in MLIR's
//! own dialects, which come first, they do ([`constants`]).
//!
//! Ops that are run by name are evaluated if their definition is known and says that they have no state, if this project's CPU kernels run
//! them ([`handlers`]) by a handler that is known to be no error, and if their size is within bounds: operands of at most [`MAX_OPERANDS`]
//! bytes together, results of at most [`MAX_RESULTS`] or no larger than the operands; and only for at most [`MAX_TIME`]. Ops whose results
//! have no static shape are not evaluated.
//!
//! A choice of StableHLO, whose language has no errors, between two tensors by a condition whose elements are all the same constant is replaced by
//! the tensor that it chooses, if the types of all operands are known, so that the op is known not to fail. The other tensor may then be unused,
//! with the loop that makes it.

use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tfrt_dialects::oracle::{Inferred, KernelCall, OpCall, OperandInfo, Oracles};
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::dense::{DenseView, element_layout};
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::effects;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ir::rewrite::{InsertionPoint, Rewriter};
use tfrt_ir::symbol::SymbolTable;
use tfrt_ops::Elementwise;

use super::constants;
use crate::pipeline::PassGroup;
use crate::tensor_types::TensorTypes;
use crate::{handlers, tensor_types};

/// Bytes in all operands of an op that is evaluated.
const MAX_OPERANDS: u64 = 10 << 20;
/// Bytes in all results of an op that is evaluated, unless its operands have more.
const MAX_RESULTS: u64 = 100 << 10;
/// The same of operands that have some of them already, and how many times as many the results may have: tables that are looked up.
const MAX_GROWN: u64 = 2 << 20;
const MAX_GROWTH: u64 = 8;

/// Time limit for evaluating ops in one body, so that a program that computes for hours compiles in seconds. Programs that reach it leave
/// more to run time, and which ops are evaluated then depends on the machine.
const MAX_TIME: Duration = Duration::from_secs(20);

pub(super) const INFO: PassInfo = PassInfo {
    name: "sccp",
    title: "SCCP",
    summary: "Computes what can be computed from constants",
    anchor: Anchor::Any,
    group: Some(PassGroup::ConstantFolding.name()),
    options: &[],
    statistics: &[("num-evaluated", "Number of operations replaced by constants, or by an operand")],
    build: |_| Ok(Box::new(Sccp)),
};

struct Sccp;

impl Pass for Sccp {
    fn watches_for(&self) -> Option<fn(OpRef<'_>) -> bool> {
        Some(handlers::registers_other_cpu)
    }

    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            cx.statistics[0] += constants::propagate(cx.ctx, body);
        }
        let started = Instant::now();
        loop {
            let Some(body) = target.nested() else { return Ok(()) };
            let (evaluated, choices) = run_on_body(cx.ctx, body, cx.is_watched_for, started);
            let chosen = choose(cx.ctx, target, &choices);
            cx.statistics[0] += evaluated + chosen;
            if chosen == 0 {
                return Ok(());
            }
        }
    }
}

/// The op that chooses between the operands 1 and 2 by operand 0. Those of TensorFlow are strict: they fail with the tensor that is not chosen.
const CHOICE: &str = Elementwise::HloSelect.op();

/// A [`CHOICE`] directly in a body, and which operand of the operation it chooses for all elements.
type Choice = (Op, usize);

/// Evaluates operations in a body; `other_cpu` says that the handler `cpu` is not the CPU's own; the time since `started` is limited. Gives the
/// number of those that constants replaced, and the choices that are known.
fn run_on_body(ctx: &Context, body: &mut Body, other_cpu: bool, started: Instant) -> (u64, Vec<Choice>) {
    let mut state =
        State { ctx, other_cpu, constants: FxHashMap::default(), evaluated: 0, started, choices: Vec::new() };
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
                    Some(nested) => state.evaluated += run_on_body(ctx, nested, other_cpu, started).0,
                    None => state.visit(body, op),
                }
            }
        }
    }
    (state.evaluated, state.choices)
}

/// Replaces ops in the target's body by what they choose, where this is known to be what they give; says how many.
fn choose(ctx: &Context, target: &mut Target<'_>, choices: &[Choice]) -> u64 {
    if choices.is_empty() {
        return 0;
    }
    let types = TensorTypes::of(OpRef { ctx, body: target.body, op: target.op });
    let Some(body) = target.nested() else { return 0 };
    let fixed = |value: Value| types.get(value).filter(|&ty| ctx.type_kind(ty).has_static_shape());
    let mut chosen = 0;
    for &(op, which) in choices {
        // A choice before this one may have been what it chooses.
        let Some(value) = body.operands(op).nth(which) else { continue };
        let runs = !types.failures().iter().any(|(failing, _)| *failing == op)
            && body.operands(op).skip(1).all(|operand| fixed(operand).is_some());
        let result = body.result(op, 0);
        if runs && fixed(result).is_some_and(|ty| fixed(value) == Some(ty)) {
            Rewriter::new(ctx, body).replace_op(op, &[value]);
            chosen += 1;
        }
    }
    chosen
}

/// The tensors that a function without arguments gives, as far as all of them are constants once its operations are evaluated; the function is one
/// of a module's body that ops of the CPU run.
pub(super) fn evaluated_results(ctx: &Context, module: &mut Body, name: &str) -> Option<Vec<Attr>> {
    run_on_body(ctx, module, false, Instant::now());
    let function = SymbolTable::of(ctx, module).lookup(ctx.ident(name))?;
    let body = module.nested(function)?;
    let end = body.last_op(body.root_block()?)?;
    let is_chain = |&value: &Value| ctx.is_opaque_type(body.value_type(value), "tfrt", "chain");
    let tensors = body.operands(end).filter(|value| !is_chain(value));
    let constant = |value: Value| {
        let def = OpRef { ctx, body, op: body.defining_op(value)? };
        constant_tensor(def, def.name_str() == "corert.executeop")
    };
    tensors.map(constant).collect()
}

struct State<'a> {
    ctx: &'a Context,
    other_cpu: bool,
    constants: FxHashMap<Value, Attr>,
    evaluated: u64,
    started: Instant,
    choices: Vec<Choice>,
}

impl State<'_> {
    fn visit(&mut self, body: &mut Body, op: Op) {
        let ctx = self.ctx;
        let view = OpRef { ctx, body, op };
        let Some(definition) = view.definition() else { return };
        if view.num_results() == 0 || !effects::of(view).repeatable {
            return;
        }
        let is_executed = matches!(view.name_str(), "corert.executeop");
        if let Some(value) = constant_tensor(view, is_executed) {
            self.constants.insert(body.result(op, 0), value);
            return;
        }
        if is_executed && (self.other_cpu || !runs_on_cpu(view)) {
            return;
        }
        let operands: SmallVec<[Option<Attr>; 4]> = view
            .operands()
            .skip(usize::from(is_executed))
            .map(|value| self.constants.get(&value).copied())
            .collect();
        if operands.iter().any(Option::is_none) {
            self.choices.extend(choice(view, &operands));
            return;
        }
        let values = if is_executed {
            if self.started.elapsed() > MAX_TIME {
                return;
            }
            self.execute(view, &operands)
        } else {
            definition.evaluate(view, &operands).or_else(|| self.run(view, &operands))
        };
        let Some(values) = values else { return };
        if values.len() != view.num_results() {
            return;
        }
        if operands.is_empty() && !is_executed {
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

    /// The results of a scalar kernel.
    fn run(&self, op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<SmallVec<[Attr; 2]>> {
        if operands.is_empty() || op.attrs().iter().any(|&(name, _)| op.is_inherent(name)) {
            return None;
        }
        let operands: Vec<Attr> = operands.iter().copied().collect::<Option<_>>()?;
        let results: SmallVec<[Type; 2]> = op.result_types().collect();
        let kernel = KernelCall { name: op.name_str(), results: &results };
        let values = Oracles::evaluator(self.ctx)?.evaluate_kernel(self.ctx, kernel, &operands)?;
        Some(values.into())
    }

    /// The results of an op that is run by name.
    fn execute(&self, op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<SmallVec<[Attr; 2]>> {
        let ctx = self.ctx;
        let operands: Vec<Attr> = operands.iter().copied().collect::<Option<_>>()?;
        let infos: Vec<OperandInfo> = operands
            .iter()
            .map(|&value| OperandInfo { ty: ctx.attr_type(value), value: Some(value) })
            .collect();
        let Inferred::Types(types) = tensor_types::infer(ctx, op, &infos, op.num_results()) else {
            return None;
        };
        let taken = total_bytes(ctx, infos.iter().map(|info| info.ty))?;
        let given = total_bytes(ctx, types.into_iter())?;
        let grown = taken.saturating_mul(MAX_GROWTH).min(MAX_GROWN);
        if taken > MAX_OPERANDS || given > taken.max(grown).max(MAX_RESULTS) {
            return None;
        }
        let attrs = tfrt_dialects::op_attrs(op);
        let call = OpCall { name: tfrt_dialects::op_name(op)?, attrs: &attrs, num_results: op.num_results() };
        let values = Oracles::evaluator(ctx)?.evaluate(ctx, call, &operands)?;
        Some(values.into())
    }
}

/// The result of a [`CHOICE`] by a condition that is the same for all elements.
fn choice(op: OpRef<'_>, operands: &[Option<Attr>]) -> Option<Choice> {
    let &[Some(condition), _, _] = operands else { return None };
    if tfrt_dialects::op_name(op)? != CHOICE {
        return None;
    }
    let mut elements = DenseView::new(op.ctx, condition)?.stored();
    let first = elements.next()?;
    let which = if first.iter().all(|&byte| byte == 0) { 3 } else { 2 };
    elements.all(|element| element == first).then_some((op.op, which))
}

/// The bytes of tensors of static shape.
fn total_bytes(ctx: &Context, types: impl Iterator<Item = Option<Type>>) -> Option<u64> {
    let mut sum = 0u64;
    for ty in types {
        let kind = ctx.type_kind(ty?);
        let layout = element_layout(ctx, kind.element_type()?)?;
        sum = sum.checked_add(kind.num_elements()?.checked_mul(layout.bytes() as u64)?)?;
    }
    Some(sum)
}

/// The tensor that an operation always gives.
fn constant_tensor(op: OpRef<'_>, is_executed: bool) -> Option<Attr> {
    if is_executed {
        let gives_it = op.num_results() == 1 && tfrt_dialects::has_handler(op);
        return tfrt_dialects::constant_tensor(op).filter(|_| gives_it);
    }
    (op.has(Traits::CONSTANT_LIKE) && op.num_results() == 1).then(|| op.attr("value"))?
}

/// Whether this project's kernel runs an op, if the handler `cpu` is the CPU's own. It runs: the handler is there.
fn runs_on_cpu(op: OpRef<'_>) -> bool {
    let handler = op.operands().next().and_then(|handler| op.body.defining_op(handler)).map(|def| op.at(def));
    handler.is_some_and(handlers::gets_cpu)
        && tfrt_dialects::has_handler(op)
        && tfrt_dialects::op_name(op).is_some_and(|name| !handlers::is_foreign(op.ctx, name))
}
