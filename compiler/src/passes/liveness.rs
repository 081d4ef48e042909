//! The live values of functions: an effect, a public result or a branch depends on them.
//!
//! The analysis is upstream's: it goes backwards from operations with effects, through structured operations of `scf`, branches of `cf`,
//! and calls by name of functions of the same symbol table. An operand that only flows into values that are not live is not live either,
//! whatever else uses its value. Operations that the analysis does not know keep all of their operands alive. Nothing is live because of an
//! operation in a block that never runs.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};
use tfrt_dialects::cf;
use tfrt_ir::body::{Body, ValueDef};
use tfrt_ir::context::Context;
use tfrt_ir::effects::{self, Effects};
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::handles::Ident;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;

use super::walk::nested_ops;

/// An operand that flows into other values: arguments of blocks, and results of the operation around.
pub(super) struct Flow {
    pub(super) user: Op,
    pub(super) index: usize,
    pub(super) targets: SmallVec<[Value; 2]>,
}

/// A function of the symbol table that is analysed.
pub(super) struct Function {
    /// The operation that owns the body.
    pub(super) op: Op,
    pub(super) body: Box<Body>,
    /// Whether all calls are known, so that arguments and results may go.
    pub(super) closed: bool,
    /// The ends of the function.
    pub(super) returns: Vec<Op>,
    /// The calls of this function: where they stand, by index of the function.
    pub(super) callers: Vec<(usize, Op)>,
    /// Calls for which there are shorter ones: their results have dead users only.
    pub(super) replaced: Vec<Op>,
    /// The operands of structured operations and their ends that flow elsewhere.
    pub(super) flows: Vec<Flow>,
    /// The blocks that may run; all, if that is not known.
    pub(super) reached: Option<FxHashSet<Block>>,
    live: FxHashSet<Value>,
    /// Values that are live as soon as the key is.
    needs: FxHashMap<Value, SmallVec<[Value; 2]>>,
}

/// The functions of a symbol table, with what is live in them.
pub(super) struct Functions {
    pub(super) functions: Vec<Function>,
    /// The callee of each call of a function here.
    callees: FxHashMap<(usize, Op), usize>,
    work: Vec<(usize, Value)>,
}

impl Function {
    /// A function whose calls are not known.
    pub(super) fn new(op: Op, body: Box<Body>) -> Self {
        Self {
            op,
            body,
            closed: false,
            returns: Vec::new(),
            callers: Vec::new(),
            replaced: Vec::new(),
            flows: Vec::new(),
            reached: None,
            live: FxHashSet::default(),
            needs: FxHashMap::default(),
        }
    }

    /// Whether the block of an operation may run.
    pub(super) fn is_reached(&self, op: Op) -> bool {
        let block = self.body.block_of(op);
        self.reached.as_ref().is_none_or(|reached| block.is_some_and(|block| reached.contains(&block)))
    }

    /// Whether a value is live.
    pub(super) fn is_live(&self, value: Value) -> bool {
        self.live.contains(&value)
    }

    /// Whether an operation does nothing that matters: it has no effects and none of its results is live; or it never runs, and nothing else
    /// needs an operand of it.
    pub(super) fn is_dead(&self, ctx: &Context, op: Op) -> bool {
        let view = OpRef { ctx, body: &self.body, op };
        if view.has(Traits::TERMINATOR) {
            return false;
        }
        let is_unused =
            effects::of(view) == Effects::NONE && view.results().all(|result| !self.is_live(result));
        let is_simple = || !view.has(Traits::CALL) && structured(view).is_none();
        is_unused
            || !self.is_reached(op) && is_simple() && view.operands().any(|operand| !self.is_live(operand))
    }

    /// The arguments of the function.
    pub(super) fn arguments(&self) -> &[Value] {
        self.body.root_block().map_or(&[], |block| self.body.block_args(block))
    }
}

/// The region that a structured operation has at an index, as its entry block.
fn entry(op: OpRef<'_>, region: usize) -> Option<Block> {
    op.body.entry_block(*op.body.inline_regions(op.op).get(region)?)
}

/// The last operations of the blocks of a region that have this name.
fn ends(op: OpRef<'_>, region: Region, name: &str) -> Vec<Op> {
    let last = op.body.blocks(region).filter_map(|block| op.body.last_op(block));
    last.filter(|&end| op.at(end).name_str() == name).collect()
}

/// The flow of values through a structured operation, and the operands that decide which regions run; `None` if the operation is not known.
fn structured(op: OpRef<'_>) -> Option<(Vec<Flow>, Vec<Value>)> {
    let body = op.body;
    let results: Vec<Value> = op.results().collect();
    let regions = body.inline_regions(op.op);
    let mut flows = Vec::new();
    let mut flow = |user: Op, skipped: usize, targets: &[&[Value]]| {
        for index in skipped..body.num_operands(user) {
            let targets = targets.iter().filter_map(|values| values.get(index - skipped).copied()).collect();
            flows.push(Flow { user, index, targets });
        }
    };
    let control = match op.name_str() {
        "scf.for" => {
            let carried = body.block_args(entry(op, 0)?).get(1..)?;
            flow(op.op, 3, &[carried, &results]);
            for end in ends(op, regions[0], "scf.yield") {
                flow(end, 0, &[carried, &results]);
            }
            op.operands().take(3).collect()
        }
        "scf.while" => {
            let (before, after) = (body.block_args(entry(op, 0)?), body.block_args(entry(op, 1)?));
            flow(op.op, 0, &[before]);
            let mut control = Vec::new();
            for end in ends(op, regions[0], "scf.condition") {
                flow(end, 1, &[after, &results]);
                control.push(op.at(end).operand(0));
            }
            for end in ends(op, regions[1], "scf.yield") {
                flow(end, 0, &[before]);
            }
            control
        }
        "scf.if" | "scf.index_switch" | "scf.execute_region" => {
            for &region in regions {
                for end in ends(op, region, "scf.yield") {
                    flow(end, 0, &[&results]);
                }
            }
            op.operands().collect()
        }
        _ => return None,
    };
    Some((flows, control))
}

impl Functions {
    /// Finds what is live. `names` has the closed functions by name: private ones, to which nothing but calls refers.
    pub(super) fn analyse(ctx: &Context, functions: Vec<Function>, names: &FxHashMap<Ident, usize>) -> Self {
        let mut all = Self { functions, callees: FxHashMap::default(), work: Vec::new() };
        for index in 0..all.functions.len() {
            all.find_calls(ctx, index, names);
        }
        for index in 0..all.functions.len() {
            all.start(ctx, index);
        }
        while let Some((index, value)) = all.work.pop() {
            all.spread(ctx, index, value);
        }
        all
    }

    fn find_calls(&mut self, ctx: &Context, index: usize, names: &FxHashMap<Ident, usize>) {
        let function = &self.functions[index];
        let (mut calls, mut returns) = (Vec::new(), Vec::new());
        for op in nested_ops(&function.body) {
            let view = OpRef { ctx, body: &function.body, op };
            match view.name_str() {
                "func.call" => {
                    let callee = view.attr("callee").and_then(|callee| ctx.flat_symbol(callee));
                    calls.extend(callee.and_then(|name| names.get(&name)).map(|&callee| (op, callee)));
                }
                "func.return" => returns.push(op),
                _ => {}
            }
        }
        self.functions[index].returns = returns;
        for (op, callee) in calls {
            self.callees.insert((index, op), callee);
            self.functions[callee].callers.push((index, op));
        }
    }

    /// Collects how values flow in a function, and marks what is live at the start.
    fn start(&mut self, ctx: &Context, index: usize) {
        let function = &self.functions[index];
        let body = &function.body;
        let mut needs: FxHashMap<Value, SmallVec<[Value; 2]>> = FxHashMap::default();
        let (mut flows, mut live) = (Vec::new(), Vec::new());
        // Ends of operations whose flow is known: they come behind the operations around them.
        let mut known_ends: FxHashSet<Op> = FxHashSet::default();
        let mut measured: FxHashSet<Op> = FxHashSet::default();
        for op in nested_ops(body) {
            let view = OpRef { ctx, body, op };
            if view.has(Traits::MEASURED) || view.parent().is_some_and(|parent| measured.contains(&parent.op))
            {
                measured.insert(op);
                live.extend(view.operands());
                continue;
            }
            let is_reached = function.is_reached(op);
            if let Some(groups) = cf::successor_operands(view) {
                if !is_reached {
                    continue;
                }
                let passed: usize = groups.iter().map(Vec::len).sum();
                live.extend(view.operands().take(view.num_operands() - passed));
                for (&block, operands) in body.successors(op).iter().zip(&groups) {
                    for (&argument, &operand) in body.block_args(block).iter().zip(operands) {
                        needs.entry(argument).or_default().push(operand);
                    }
                }
            } else if let Some((own, control)) = structured(view) {
                if is_reached && effects::of(view) != Effects::NONE {
                    live.extend(control.iter().copied());
                }
                for result in view.results().filter(|_| is_reached) {
                    needs.entry(result).or_default().extend_from_slice(&control);
                }
                for flow in own {
                    let operand = body.operand(flow.user, flow.index);
                    for &target in flow.targets.iter().filter(|_| function.is_reached(flow.user)) {
                        needs.entry(target).or_default().push(operand);
                    }
                    known_ends.extend(Some(flow.user).filter(|&user| user != op));
                    flows.push(flow);
                }
                for end in ends_of(view) {
                    known_ends.insert(end);
                }
                // What a region gets from the operation alone: the number of an iteration.
                for argument in view
                    .regions()
                    .filter_map(|region| region.entry_block())
                    .flat_map(|b| body.block_args(b))
                    .filter(|_| is_reached)
                {
                    needs.entry(*argument).or_insert_with(|| smallvec![]).extend_from_slice(&control);
                }
            } else if !is_reached || known_ends.contains(&op) || self.callees.contains_key(&(index, op)) {
                // What is live of their operands is found later, or nothing is.
            } else if view.has(Traits::TERMINATOR) {
                if !(function.closed && function.returns.contains(&op)) {
                    live.extend(view.operands());
                }
            } else if effects::of(view) != Effects::NONE {
                live.extend(view.operands());
            }
        }
        let function = &mut self.functions[index];
        (function.needs, function.flows) = (needs, flows);
        for value in live {
            self.mark(index, value);
        }
    }

    fn mark(&mut self, index: usize, value: Value) {
        if self.functions[index].live.insert(value) {
            self.work.push((index, value));
        }
    }

    /// Marks what a live value needs.
    fn spread(&mut self, ctx: &Context, index: usize, value: Value) {
        let function = &self.functions[index];
        let body = &function.body;
        let mut live: SmallVec<[(usize, Value); 4]> = SmallVec::new();
        let local =
            |values: &[Value]| values.iter().map(|&value| (index, value)).collect::<SmallVec<[_; 4]>>();
        live.extend(function.needs.get(&value).into_iter().flat_map(|values| local(values)));
        match body.value_def(value) {
            ValueDef::Result(op, number) => {
                let view = OpRef { ctx, body, op };
                if let Some(&callee) = self.callees.get(&(index, op)) {
                    let called = &self.functions[callee];
                    for &end in called.returns.iter().filter(|&&end| called.is_reached(end)) {
                        live.extend(
                            called.body.operands(end).nth(number as usize).map(|value| (callee, value)),
                        );
                    }
                } else if structured(view).is_none() {
                    live.extend(view.operands().map(|value| (index, value)));
                    // What the regions of an operation give that is not known here makes its results.
                    for &region in body.inline_regions(op) {
                        for end in body.blocks(region).filter_map(|block| body.last_op(block)) {
                            live.extend(body.operands(end).map(|value| (index, value)));
                        }
                    }
                }
            }
            ValueDef::Argument(block, number) => {
                if Some(block) == body.root_block() {
                    let calls = function.callers.iter().copied();
                    for (caller, call) in
                        calls.filter(|&(caller, call)| self.functions[caller].is_reached(call))
                    {
                        let operand = self.functions[caller].body.operands(call).nth(number as usize);
                        live.extend(operand.map(|value| (caller, value)));
                    }
                } else if let Some(owner) =
                    body.region_of(block).and_then(|region| body.region_parent(region))
                    && structured(OpRef { ctx, body, op: owner }).is_none()
                {
                    live.extend(body.operands(owner).map(|value| (index, value)));
                }
            }
        }
        for (index, value) in live {
            self.mark(index, value);
        }
    }
}

/// The ends of the regions of a structured operation.
fn ends_of(op: OpRef<'_>) -> Vec<Op> {
    let regions = op.body.inline_regions(op.op).iter();
    regions
        .flat_map(|&region| {
            let mut found = ends(op, region, "scf.yield");
            found.extend(ends(op, region, "scf.condition"));
            found
        })
        .collect()
}
