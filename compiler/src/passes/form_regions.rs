//! Regions: ops of known shapes on the CPU become one op that a backend runs as a whole.
//!
//! The pass runs after fusion, on `corert.executeop`s of one block whose ops have no state and whose operands and results have known dtypes
//! and shapes. Such ops form a region if values connect them. It goes in the place of its last op, so no user of its results may come before
//! that op. Constants become part of the region; within a benchmark, so do constants that are passed to it. What the region computes is said
//! by records ([`RegionBody`]) and lists of the ops' names, attributes and places: see [`tfrt_ops`], which the runtime reads them with.
//!
//! Every result of a region depends on all of its arguments that ops compute, so that no value waits for, or fails with, a value that it does not
//! depend on. Ops that would break this rule are split: a result that needs fewer arguments is that of a region of its own, whose results are
//! arguments of the rest. Arguments of the function do not count: calls are strict. (A host that calls with an error, or with a value that is still
//! to come, gets it from all results of the region; with a tensor that has failed, from those that depend on it.) A single op stays alone, unless it was fused: regions pay by what is between ops. Which ops can be in regions at all is for
//! the runtime to say ([`RegionOps`]).
//!
//! Where the first dimension of a function's arguments is not known it is taken to be the size of a batch. The types of all values are
//! inferred for two [`samples`] of all sizes that are not known: a dimension that is the same for both is a number, one that grows with the size
//! of the batch is a multiple of it, and all others are open. That the former hold for other sizes as well is for the runtime to check, which knows
//! the ops. It infers the latter for the arguments of a call, so a region with them should have inside what computes sizes.
//!
//! Loops over functions that consist of such ops become one op each before: [`form_loops`].
//!
//! [`Annotate`] runs before fusion. It writes the types of results at the ops, where fused ops find them: they have no shape functions.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_dialects::oracle::{Oracles, RegionOps, RegionPart};
use tfrt_dialects::{BATCH_TYPES_ATTR, RESULT_TYPES_ATTR};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Region, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::Traits;
use tfrt_ir::pass::{Pass, PassContext, Target};
use tfrt_ir::symbol::NAME_ATTR;
use tfrt_ir::syntax::type_to_string;
use tfrt_ir::types::{DYNAMIC, Type};
use tfrt_ops::{Class, OpDefRegistry, RegionBody, RegionBodyBuilder, RegionType, Row, Sample};

use super::connected::{components, position, split};
use super::fusion_reasons::{NotPlain, Outside, Reasons};
use super::{form_loops, on_cpu};
use crate::dtype::dtype_of;
use crate::encode::COMPILED_ATTR;
use crate::handlers::{gets_cpu, registers_other_cpu};
use crate::tensor_types::{TensorTypes, samples};

/// The name of the op that runs a region.
pub(super) const REGION: &str = "tfrt_region.run";

/// The sizes of a batch for which types are inferred: other dimensions are rarely multiples of them.
const BATCHES: [i64; 2] = [1009, 2003];

/// The largest number of times that ops connected by values are split: each split looks at all of them.
const MAX_SPLITS: usize = 64;

/// Writes types at ops. See the module.
pub(super) struct Annotate;

/// Forms regions. See the module.
pub(super) struct FormRegions {
    /// Whether remarks say which ops are in regions, and why others are not.
    pub(super) explain: bool,
}

impl Pass for Annotate {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let Some(body) = target.nested() else { return Ok(()) };
        for_functions(cx.ctx, body, &mut |_, _, nested, types| annotate(cx.ctx, nested, types));
        Ok(())
    }
}

impl Pass for FormRegions {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let Some(body) = target.nested() else { return Ok(()) };
        form_loops::form(cx.ctx, body);
        let reasons = self.explain.then(Reasons::default);
        for_functions(cx.ctx, body, &mut |ops, _, nested, types| {
            Former { ctx: cx.ctx, ops, reasons: reasons.as_ref() }.body(nested, &[], types);
        });
        if let Some(reasons) = reasons {
            reasons.report(cx.diagnostics);
        }
        Ok(())
    }
}

/// A transformation of a function: its name, its body, and the types of its values.
pub(super) type Visit<'v> = &'v mut dyn FnMut(&dyn RegionOps, Option<Attr>, &mut Body, Types<'_>);

/// Visits the bodies of all functions; none if there are no regions, or `cpu` may be another handler.
pub(super) fn for_functions(ctx: &Context, body: &mut Body, visit: Visit<'_>) {
    let Some(ops) = Oracles::of(ctx).and_then(|oracles| oracles.regions.as_deref()) else { return };
    let mut other_cpu = false;
    body.walk(&mut |body, op| other_cpu |= registers_other_cpu(OpRef { ctx, body, op }));
    let Some(block) = body.root_block().filter(|_| !other_cpu) else { return };
    for function in body.ops(block).collect::<Vec<Op>>() {
        let view = OpRef { ctx, body, op: function };
        if !view.has(Traits::CALLABLE) || view.attr(COMPILED_ATTR).is_some() {
            continue;
        }
        let types = samples(view, BATCHES);
        let name = view.attr(NAME_ATTR);
        if let Some(nested) = body.nested_mut(function) {
            visit(ops, name, nested, types.each_ref());
        }
    }
}

/// The types of the values of one body, for each of [`BATCHES`].
pub(super) type Types<'a> = [&'a TensorTypes; 2];

/// The types inside of an operation.
fn nested<'a>([a, b]: Types<'a>, op: Op) -> Option<Types<'a>> {
    Some([a.nested(op)?, b.nested(op)?])
}

fn annotate(ctx: &Context, body: &mut Body, types: Types<'_>) {
    for region in body.root_regions().to_vec() {
        annotate_region(ctx, body, region, types);
    }
}

fn annotate_region(ctx: &Context, body: &mut Body, region: Region, types: Types<'_>) {
    for block in body.blocks(region).collect::<Vec<Block>>() {
        for op in body.ops(block).collect::<Vec<Op>>() {
            if let Some(inner) = nested(types, op) {
                for region in body.inline_regions(op).to_vec() {
                    annotate_region(ctx, body, region, inner);
                }
                if let Some(nested) = body.nested_mut(op) {
                    annotate(ctx, nested, inner);
                }
            }
            let view = OpRef { ctx, body, op };
            if view.name_str() != "corert.executeop" || view.num_results() == 0 {
                continue;
            }
            let both = |result: Value| {
                let [a, b] = types.map(|types| Some(ctx.type_attr(types.get(result)?)));
                Some(ctx.array_attr(&[a?, b?]))
            };
            let results: Option<Vec<Attr>> = view.results().map(both).collect();
            if let Some(results) = results {
                body.set_attr(ctx, op, ctx.ident(BATCH_TYPES_ATTR), ctx.array_attr(&results));
            }
        }
    }
}

/// The types of a region's values: of the region, then of those around it in the same body.
pub(super) type Scopes<'a> = [Types<'a>];

pub(super) struct Former<'a> {
    pub(super) ctx: &'a Context,
    pub(super) ops: &'a dyn RegionOps,
    /// Where people asked why.
    pub(super) reasons: Option<&'a Reasons>,
}

/// Ops that become a region, in order, and the handler of all.
struct Group {
    members: Vec<Op>,
    handler: Value,
}

impl Former<'_> {
    /// `handlers` says which arguments of the entry blocks are the CPU's handler.
    fn body(&self, body: &mut Body, handlers: &[bool], types: Types<'_>) {
        for region in body.root_regions().to_vec() {
            self.region(body, region, handlers, &[types]);
        }
    }

    fn region(&self, body: &mut Body, region: Region, handlers: &[bool], scopes: &Scopes<'_>) {
        let ctx = self.ctx;
        let mut cpu = on_cpu::of_arguments(body, region, handlers);
        for block in body.blocks(region).collect::<Vec<Block>>() {
            for op in body.ops(block).collect::<Vec<Op>>() {
                let view = OpRef { ctx, body, op };
                if gets_cpu(view) {
                    cpu.extend(view.results());
                }
                let inner = scopes.first().and_then(|&types| nested(types, op));
                let Some(inner) = inner.filter(|_| body.num_regions(op) > 0) else { continue };
                let handlers = on_cpu::passed_on(view, &cpu);
                for region in body.inline_regions(op).to_vec() {
                    let scopes: Vec<Types<'_>> =
                        std::iter::once(inner).chain(scopes.iter().copied()).collect();
                    self.region(body, region, &handlers, &scopes);
                }
                if let Some(nested) = body.nested_mut(op) {
                    self.body(nested, &handlers, inner);
                }
            }
            self.block(body, block, &cpu, scopes);
        }
    }

    fn block(&self, body: &mut Body, block: Block, cpu: &FxHashSet<Value>, scopes: &Scopes<'_>) {
        if let Some(reasons) = self.reasons {
            for op in body.ops(block) {
                let executes = tfrt_dialects::op_name(OpRef { ctx: self.ctx, body, op }).is_some();
                if executes
                    && let Some(why) =
                        self.outside(body, op, cpu, scopes).filter(|why| *why != Outside::Constant)
                {
                    reasons.say(self.ctx, body, op, format_args!("in no region: {why}"));
                }
            }
        }
        for group in self.groups(body, block, cpu, scopes) {
            for members in components(body, group.members) {
                self.component(body, group.handler, members, scopes);
            }
        }
    }

    /// Makes regions of ops that values connect: one if that can be.
    fn component(&self, body: &mut Body, handler: Value, members: Vec<Op>, scopes: &Scopes<'_>) {
        // All parts go where the last op is, in the order in which they take values of each other. There they come after the ops that they
        // take values of, and before the users of their results: `groups` has seen to that for all members.
        let Some(place) = members.last().and_then(|&last| body.next_op(last)) else { return };
        let mut splits = 0;
        let mut left = vec![members];
        while let Some(members) = left.pop() {
            match self.record(body, &members, scopes) {
                Some(Outcome::Region(region)) => {
                    let what = format!("in a region of {} steps", members.len());
                    self.say(body, &members, &what);
                    self.replace(body, (handler, place), &members, &region, scopes);
                }
                Some(Outcome::Split(op)) if splits < MAX_SPLITS => {
                    splits += 1;
                    let (first, rest) = split(body, members, op);
                    left.extend(components(body, rest).into_iter().rev());
                    left.push(first);
                }
                outcome => {
                    let why = outcome.map_or_else(|| self.no_region(body, &members), |_| Outside::NoRecord);
                    self.say(body, &members, &format!("in no region: {why}"));
                    if splits > 0 {
                        members.iter().for_each(|&op| body.move_op_before(op, place));
                    }
                }
            }
        }
    }

    /// Says the same about several ops.
    fn say(&self, body: &Body, members: &[Op], what: &str) {
        if let Some(reasons) = self.reasons {
            members.iter().for_each(|&op| reasons.say(self.ctx, body, op, what));
        }
    }

    /// Groups of ops that can stand in the place of the last one of them.
    fn groups(&self, body: &Body, block: Block, cpu: &FxHashSet<Value>, scopes: &Scopes<'_>) -> Vec<Group> {
        let positions: FxHashMap<Op, usize> = body.ops(block).enumerate().map(|(at, op)| (op, at)).collect();
        let candidates: FxHashSet<Op> =
            body.ops(block).filter(|&op| self.is_candidate(body, op, cpu, scopes)).collect();
        let mut groups: Vec<Group> = Vec::new();
        // The first user of the open group's values that cannot be part of it.
        let mut limit = 0;
        for (at, op) in body.ops(block).enumerate() {
            if !candidates.contains(&op) {
                continue;
            }
            let handler = body.operand(op, 0);
            if at >= limit || groups.last().is_none_or(|group| group.handler != handler) {
                groups.push(Group { members: Vec::new(), handler });
                limit = usize::MAX;
            }
            if let Some(group) = groups.last_mut() {
                group.members.push(op);
            }
            for use_ in body.results(op).flat_map(|result| body.uses(result)) {
                let user = body.use_owner(use_);
                let is_candidate = candidates.contains(&user) && body.operand(user, 0) == handler;
                if !is_candidate && let Some(at) = position(body, &positions, user) {
                    limit = limit.min(at);
                }
            }
        }
        groups
    }

    /// Whether an op can be in a region.
    pub(super) fn is_candidate(
        &self,
        body: &Body,
        op: Op,
        cpu: &FxHashSet<Value>,
        scopes: &Scopes<'_>,
    ) -> bool {
        self.outside(body, op, cpu, scopes).is_none()
    }

    /// Why an op cannot be in a region; `None` if it can.
    fn outside(&self, body: &Body, op: Op, cpu: &FxHashSet<Value>, scopes: &Scopes<'_>) -> Option<Outside> {
        let view = OpRef { ctx: self.ctx, body, op };
        let Some(name) = on_cpu::op_of_some_results(view, cpu, &|_| false) else {
            return Some(Outside::Call(on_cpu::not_plain(view, cpu).unwrap_or(NotPlain::Sequenced)));
        };
        let definitions = self.ctx.dialects().extension::<OpDefRegistry>();
        if definitions.and_then(|ops| ops.get(name)).is_some_and(|definition| definition.is_stateful) {
            return Some(Outside::Stateful);
        }
        if Row::of(name).class == Class::Constant {
            return Some(Outside::Constant);
        }
        if self.ops.part(name).is_none() {
            return Some(Outside::NoPart);
        }
        if view.num_results() == 0 {
            return Some(Outside::NoResults);
        }
        let mut values = view.operands().skip(1).chain(view.results()).enumerate();
        let (at, value) = values.find(|&(_, value)| self.type_of(body, value, scopes).is_none())?;
        let operands = view.num_operands() - 1;
        let value_name = match at.checked_sub(operands) {
            None => format!("operand {at}"),
            Some(result) => format!("result {result}"),
        };
        let known = self.both_types(body, value, scopes).map(|both| both_text(self.ctx, both));
        Some(Outside::UnknownType { value: value_name, known })
    }

    /// Why ops that values connect, and that cannot be recorded, are no region.
    fn no_region(&self, body: &Body, members: &[Op]) -> Outside {
        match (self.has_step(body, members), self.pays(body, members)) {
            (_, false) => Outside::Single,
            (false, _) => Outside::NoStep,
            (true, true) => Outside::NoRecord,
        }
    }

    /// Whether any of these ops has a step.
    fn has_step(&self, body: &Body, members: &[Op]) -> bool {
        let name = |op: Op| tfrt_dialects::op_name(OpRef { ctx: self.ctx, body, op });
        members.iter().any(|&op| name(op).and_then(|name| self.ops.part(name)) == Some(RegionPart::Step))
    }

    /// Whether a region of these ops would gain something: a single op only if it was fused.
    fn pays(&self, body: &Body, members: &[Op]) -> bool {
        let name = |op: Op| tfrt_dialects::op_name(OpRef { ctx: self.ctx, body, op });
        let is_fused = |&op: &Op| Row::of(name(op).unwrap_or_default()).shape.is_none();
        members.len() != 1 || members.iter().all(is_fused)
    }

    /// The types of a value for [`BATCHES`].
    pub(super) fn both_types(&self, body: &Body, value: Value, scopes: &Scopes<'_>) -> Option<[Type; 2]> {
        let ctx = self.ctx;
        let written = || {
            let definer = OpRef { ctx, body, op: body.defining_op(value)? };
            let at = definer.results().position(|result| result == value)?;
            let both = *ctx.array_elems(definer.attr(BATCH_TYPES_ATTR)?)?.get(at)?;
            let &[a, b] = ctx.array_elems(both)? else { return None };
            Some([ctx.attr_as_type(a)?, ctx.attr_as_type(b)?])
        };
        let inferred = |types: &Types<'_>| Some([types[0].get(value)?, types[1].get(value)?]);
        written().or_else(|| scopes.iter().find_map(inferred))
    }

    /// The type of a value, if all of it follows from the sizes of the function's arguments.
    pub(super) fn type_of(&self, body: &Body, value: Value, scopes: &Scopes<'_>) -> Option<RegionType> {
        let ctx = self.ctx;
        let kinds = self.both_types(body, value, scopes)?.map(|ty| ctx.type_kind(ty));
        if !kinds.iter().all(|kind| kind.has_static_shape()) {
            return None;
        }
        let dtype = dtype_of(ctx, kinds[0].element_type()?).filter(|dtype| dtype.size().is_some())?;
        let dims = kinds.map(|kind| kind.dims());
        let [Some(a), Some(b)] = dims else { return None };
        let [of_a, of_b] = BATCHES;
        RegionType::of_samples(dtype, [Sample { batch: of_a, dims: a }, Sample { batch: of_b, dims: b }])
    }

    /// The region of these ops; `None` if it would gain nothing.
    fn record(&self, body: &Body, members: &[Op], scopes: &Scopes<'_>) -> Option<Outcome> {
        if !self.pays(body, members) || !self.has_step(body, members) {
            return None;
        }
        let inside: FxHashSet<Op> = members.iter().copied().collect();
        let is_inside = |value: Value| body.defining_op(value).is_some_and(|op| inside.contains(&op));
        let (mut args, mut constants): (Vec<Value>, Vec<Value>) = Default::default();
        let mut seen: FxHashSet<Value> = FxHashSet::default();
        for value in members.iter().flat_map(|&op| body.operands(op).skip(1)) {
            if is_inside(value) || !seen.insert(value) {
                continue;
            }
            let is_constant = scopes.iter().any(|types| types[0].constant(value).is_some());
            if is_constant { constants.push(value) } else { args.push(value) }
        }
        let mut numbers: FxHashMap<Value, u32> = FxHashMap::default();
        let mut depends: FxHashMap<Value, BTreeSet<u32>> = FxHashMap::default();
        let mut builder = RegionBodyBuilder::default();
        let given = body.root_block().map(|block| body.block_args(block)).unwrap_or_default();
        let mut computed = 0;
        for &arg in &args {
            let number = builder.arg(self.type_of(body, arg, scopes)?).ok()?;
            numbers.insert(arg, number);
            if !given.contains(&arg) {
                computed += 1;
                depends.insert(arg, BTreeSet::from([number]));
            }
        }
        for &constant in &constants {
            numbers.insert(constant, builder.constant(self.type_of(body, constant, scopes)?).ok()?);
        }
        let mut results: Vec<Value> = Vec::new();
        let mut independent = None;
        for &op in members {
            let operands: SmallVec<[u32; 4]> =
                body.operands(op).skip(1).map(|value| numbers.get(&value).copied()).collect::<Option<_>>()?;
            let types: Option<Vec<RegionType>> =
                body.results(op).map(|result| self.type_of(body, result, scopes)).collect();
            let given = builder.step(&operands, types?).ok()?;
            // Many arguments are rare; a chain over all of them is cheap to merge.
            let on: BTreeSet<u32> = body
                .operands(op)
                .skip(1)
                .filter_map(|value| depends.get(&value))
                .flat_map(|on| on.iter().copied())
                .collect();
            for (result, number) in body.results(op).zip(given) {
                numbers.insert(result, number);
                depends.insert(result, on.clone());
                if body.uses(result).any(|use_| !inside.contains(&body.use_owner(use_))) {
                    if on.len() != computed {
                        independent = Some(op);
                    }
                    results.push(result);
                }
            }
        }
        if let Some(op) = independent {
            return Some(Outcome::Split(op));
        }
        let given: Vec<u32> = results.iter().filter_map(|result| numbers.get(result).copied()).collect();
        Some(Outcome::Region(Recorded { body: builder.finish(&given).ok()?, args, constants, results }))
    }

    /// The attributes of a region, pairs of name and value: its records, what they refer to, and its constants.
    pub(super) fn attributes(
        &self,
        body: &Body,
        members: &[Op],
        records: &RegionBody,
        constants: &[Value],
        scopes: &Scopes<'_>,
    ) -> Attr {
        let ctx = self.ctx;
        let view = |op: Op| OpRef { ctx, body, op };
        let words: Vec<Attr> = records.to_words().into_iter().map(|word| ctx.i64_attr(word)).collect();
        let list = |of: &dyn Fn(Op) -> Attr| {
            let attrs: Vec<Attr> = members.iter().map(|&op| of(op)).collect();
            ctx.array_attr(&attrs)
        };
        let names = list(&|op| ctx.string_attr(tfrt_dialects::op_name(view(op)).unwrap_or_default()));
        let attrs = list(&|op| view(op).attr("op_attrs").unwrap_or_else(|| ctx.array_attr(&[])));
        let locations = list(&|op| on_cpu::place(ctx, body, op));
        let constant = |&value: &Value| scopes.iter().find_map(|types| types[0].constant(value));
        let values: Vec<Attr> = constants.iter().filter_map(constant).collect();
        let pair = |key: &str, value: Attr| ctx.array_attr(&[ctx.string_attr(key), value]);
        ctx.array_attr(&[
            pair("attrs", attrs),
            pair("constants", ctx.array_attr(&values)),
            pair("locations", locations),
            pair("ops", names),
            pair("records", ctx.array_attr(&words)),
        ])
    }

    /// Puts a region before an op, and erases its members.
    fn replace(
        &self,
        body: &mut Body,
        (handler, place): (Value, Op),
        members: &[Op],
        region: &Recorded,
        scopes: &Scopes<'_>,
    ) {
        let ctx = self.ctx;
        let Some(&last) = members.last() else { return };
        let op_attrs = self.attributes(body, members, &region.body, &region.constants, scopes);
        // Later regions need the types of the values that they take.
        let both = |&result: &Value| {
            let types = self.both_types(body, result, scopes)?.map(|ty| ctx.type_attr(ty));
            Some(ctx.array_attr(&types))
        };
        let result_types: Option<Vec<Attr>> = region.results.iter().map(both).collect();
        let operands: Vec<Value> = std::iter::once(handler).chain(region.args.iter().copied()).collect();
        let types: Vec<_> = region.results.iter().map(|&result| body.value_type(result)).collect();
        let mut state = OpState::new(body.name(last), body.loc(last)).operands(&operands).results(&types);
        for &(name, value) in body.attrs(last) {
            state = match ctx.str(name) {
                "op_attrs" => state.attr(name, op_attrs),
                "op_name" => state.attr(name, ctx.string_attr(REGION)),
                RESULT_TYPES_ATTR | BATCH_TYPES_ATTR => state,
                _ => state.attr(name, value),
            };
        }
        if let Some(types) = result_types {
            state = state.attr(ctx.ident(BATCH_TYPES_ATTR), ctx.array_attr(&types));
        }
        let op = body.create_op(ctx, state);
        body.insert_op_before(op, place);
        for (i, &result) in region.results.iter().enumerate() {
            let value = body.result(op, i);
            body.replace_all_uses(result, value);
        }
        for &member in members.iter().rev() {
            body.erase_op(member);
        }
        for &constant in &region.constants {
            let definer = body.defining_op(constant).filter(|_| !body.has_uses(constant));
            let is_constant = |op: &Op| {
                let op = OpRef { ctx, body, op: *op };
                op.num_results() == 1 && op.name_str() == "corert.const_dense_tensor"
            };
            if let Some(definer) = definer.filter(is_constant) {
                body.erase_op(definer);
            }
        }
    }
}

/// A type as people write it, from what it is for two sizes of a batch.
fn both_text(ctx: &Context, [a, b]: [Type; 2]) -> String {
    let kinds = [a, b].map(|ty| ctx.type_kind(ty));
    match kinds.map(|kind| kind.dims()) {
        [Some(first), Some(second)] if first.len() == second.len() => {
            let dims = first.iter().zip(second).map(|(a, b)| if a == b { *a } else { DYNAMIC });
            let dims: Vec<i64> = dims.collect();
            kinds[0]
                .element_type()
                .map_or_else(String::new, |elem| type_to_string(ctx, ctx.tensor(&dims, elem)))
        }
        _ => type_to_string(ctx, a),
    }
}

/// The decision about ops.
enum Outcome {
    Region(Recorded),
    /// They are no region, because the results of this op do not depend on all arguments.
    Split(Op),
}

/// A region, and the values that are its arguments, constants and results.
struct Recorded {
    body: RegionBody,
    args: Vec<Value>,
    constants: Vec<Value>,
    results: Vec<Value>,
}
