//! Fusion of element-wise ops: chains and trees of them become one op that runs them block by block.
//!
//! The pass merges `corert.executeop`s of one block on the CPU: ops that compute each element of their result from the elements at its
//! position (broadcasts included), and reductions. A group ends in one op. The users of each other member are members, and perhaps ops that
//! come after the group's last one: then its value is a result of the fused op as well, if it depends on all arguments of the group. So no
//! value is lost, nothing is computed twice, no loop reads again what another one has at hand, and no value waits for, or fails with, a
//! value that it does not depend on. The value of a group with reductions in its middle depends on the shapes: the runtime runs it row by
//! row, or in parts that end in reductions. The group becomes `tfrt_fused.elementwise` at the place of its last op. The attribute `body`
//! ([`FusedBody`]) has the members and their results, `locations` the places of the members, where errors are reported. The rows of ops say
//! which ops can be members ([`MemberOp::of`]).
//!
//! An op stays alone if its handler is not known to be the CPU's, if a chain sequences it, or if it has an attribute that
//! changes its function and that a body cannot express. A value that broadcasts to many times as many elements is not computed again for each of
//! them: its op ends a group. What depends on a reduction is an exception, since a group that runs row by row computes it once a row. Regions of
//! benchmarks are lowered like all others.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use tfrt_dialects::{BATCH_TYPES_ATTR, RESULT_TYPES_ATTR};
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};
use tfrt_ops::{
    DType, Elementwise, FusedBody, FusedBodyBuilder, MemberAttr, MemberAttrName, MemberOp, MemberValue,
    MemberValueType, Reduction,
};

use super::fusion_reasons::{Alone, Reasons};
use super::{fuse_products, on_cpu, powers};
use crate::dtype::dtype_of;
use crate::pipeline::PassGroup;

pub(super) const INFO: PassInfo = PassInfo {
    name: "fuse-elementwise",
    title: "FuseElementwise",
    summary: "Merges element-wise ops on the CPU into ops that run without tensors between them",
    anchor: Anchor::Any,
    group: Some(PassGroup::Fusion.name()),
    options: &[on_cpu::EXCLUDE],
    statistics: &[
        ("num-groups", "Number of fused ops"),
        ("num-members", "Number of ops that are part of one"),
    ],
    build: |options| {
        let fuse: on_cpu::Fuse = |ctx, body, stays_alone| fuse(ctx, body, stays_alone, None).into();
        Ok(Box::new(on_cpu::FusionPass::new(options, fuse)))
    },
};

/// The name of the fused op.
const FUSED: &str = "tfrt_fused.elementwise";

/// Arguments of a group at most.
const MAX_ARGS: usize = 16;

/// Members of a group at most.
const MAX_MEMBERS: usize = 256;

/// Walks over a block that look for further results.
const MAX_WALKS: usize = 6;

/// Results of a group at most: each takes a register for where it goes.
const MAX_RESULTS: usize = 4;

/// Tensors that a member takes at most.
const MAX_OPERANDS: usize = 8;

/// Elements of its user that each element of an op's result serves, where it is not computed for each of them; and elements of users that
/// are many enough for that to matter.
const REPEATS: i64 = 16;
const MANY: i64 = 1 << 12;

/// Ops that lead from a reduction to a value of a row, at most.
const MAX_ROW_OPS: usize = 8;

/// The function of an op as a member of a group, if it can be one with so many arguments.
fn member_op(op: &str, arguments: usize) -> Option<MemberOp> {
    MemberOp::of(op).filter(|op| arguments <= MAX_OPERANDS && op.arity().takes(arguments))
}

fn is_reduction(op: MemberOp) -> bool {
    matches!(op, MemberOp::Reduction(_))
}

/// All ops that groups consist of.
pub fn fusable_ops() -> impl Iterator<Item = &'static str> {
    let functions = Elementwise::ALL.iter().map(|function| function.op());
    functions.chain(Reduction::ALL.iter().map(|reduction| reduction.tf_op()))
}

/// Fusion as a part of lowering: all of it.
pub(super) struct Fusion {
    /// Whether remarks say of each op what became of it.
    pub(super) explain: bool,
}

impl Pass for Fusion {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested() {
            let reasons = self.explain.then(Reasons::default);
            fuse_products::fuse(cx.ctx, body, &|_| false, reasons.as_ref());
            fuse(cx.ctx, body, &|_| false, reasons.as_ref());
            if let Some(reasons) = reasons {
                reasons.report(cx.diagnostics);
            }
        }
        Ok(())
    }
}

/// Fuses what it can in a body and all bodies below; says how many groups there are, and of how many ops.
fn fuse(
    ctx: &Context,
    body: &mut Body,
    stays_alone: on_cpu::StaysAlone<'_>,
    reasons: Option<&Reasons>,
) -> [u64; 2] {
    let mut fusion = Fuser { ctx, stays_alone, reasons, groups: 0, members: 0 };
    on_cpu::for_blocks(ctx, body, &mut |body, block, cpu| fusion.block(body, block, cpu));
    [fusion.groups, fusion.members]
}

/// An op that is part of a group.
struct Candidate {
    op: MemberOp,
    group: u32,
}

struct Group {
    /// Last op first.
    members: Vec<Op>,
    args: FxHashSet<Value>,
    /// Members whose values are used outside, but for the last op.
    results: FxHashSet<Op>,
    /// Why the last op is not in a group of its users.
    alone: Option<Alone>,
}

/// The ops of a block, numbered from the end, those that the walk has come to.
#[derive(Default)]
struct Order(FxHashMap<Op, usize>);

impl Order {
    fn push(&mut self, op: Op) {
        self.0.insert(op, self.0.len());
    }

    /// The number of an op, or of the one around it that is in the block.
    fn number(&self, body: &Body, mut op: Op) -> Option<usize> {
        loop {
            if let Some(&number) = self.0.get(&op) {
                return Some(number);
            }
            op = body.parent_op(op)?;
        }
    }
}

/// The group of which an op may be part.
struct Join {
    group: u32,
    /// Whether its value is used outside of the group.
    is_result: bool,
}

struct Fuser<'a> {
    ctx: &'a Context,
    stays_alone: on_cpu::StaysAlone<'a>,
    /// Where people asked why.
    reasons: Option<&'a Reasons>,
    groups: u64,
    members: u64,
}

impl Fuser<'_> {
    fn block(&mut self, body: &mut Body, block: Block, cpu: &FxHashSet<Value>) {
        powers::expand(self.ctx, body, block, cpu, self.stays_alone);
        for group in self.find(body, block, cpu) {
            if group.members.len() > 1 {
                self.groups += 1;
                self.members += group.members.len() as u64;
                self.explain(body, &group);
                self.replace(body, &group);
            } else {
                self.explain(body, &group);
            }
        }
    }

    /// Says what became of the members of a group.
    fn explain(&self, body: &Body, group: &Group) {
        let Some(reasons) = self.reasons else { return };
        match (&group.members[..], group.alone) {
            (&[op], Some(alone)) => {
                reasons.say(self.ctx, body, op, format_args!("not fused with its users: {alone}"));
            }
            (members, _) if members.len() > 1 => {
                let what = format!("fused into an element-wise op of {} members", members.len());
                members.iter().rev().for_each(|&op| reasons.say(self.ctx, body, op, &what));
            }
            _ => {}
        }
    }

    /// The groups of a block.
    fn find(&self, body: &Body, block: Block, cpu: &FxHashSet<Value>) -> Vec<Group> {
        let mut single = FxHashSet::default();
        // Ops that cannot be further results end groups, which may make others able to; few blocks need more than two walks.
        for walks in 0.. {
            let groups = self.walk(body, block, cpu, &|op| walks < MAX_WALKS && !single.contains(&op));
            let before = single.len();
            groups.iter().for_each(|group| self.independent(body, group, &mut single));
            if single.len() == before {
                return groups;
            }
        }
        Vec::new()
    }

    /// The further results of a group that do not depend on all that it takes.
    fn independent(&self, body: &Body, group: &Group, found: &mut FxHashSet<Op>) {
        if group.results.is_empty() {
            return;
        }
        // What never fails and is always there does not count.
        let is_constant = |value: Value| on_cpu::constant(self.ctx, body, value).is_some();
        let mut depends: FxHashMap<Value, u32> = FxHashMap::default();
        for (i, &arg) in group.args.iter().enumerate() {
            depends.insert(arg, if is_constant(arg) { 0 } else { 1 << i });
        }
        let all = depends.values().fold(0, |all, arg| all | arg);
        for &op in group.members.iter().rev() {
            let on =
                body.operands(op).skip(1).fold(0, |on, value| on | depends.get(&value).copied().unwrap_or(0));
            depends.insert(body.result(op, 0), on);
            if group.results.contains(&op) && on != all {
                found.insert(op);
            }
        }
    }

    /// The groups of a block, with further results that `may_be_result` allows. Users stand after what they use, so one walk backwards
    /// finds them.
    fn walk(
        &self,
        body: &Body,
        block: Block,
        cpu: &FxHashSet<Value>,
        may_be_result: &dyn Fn(Op) -> bool,
    ) -> Vec<Group> {
        let mut candidates: FxHashMap<Op, Candidate> = FxHashMap::default();
        let mut groups: Vec<Group> = Vec::new();
        let mut order = Order::default();
        let mut previous = body.last_op(block);
        while let Some(op) = previous {
            previous = body.prev_op(op);
            order.push(op);
            let Some(member_op) = self.candidate(OpRef { ctx: self.ctx, body, op }, cpu) else { continue };
            let join = self.group_to_join(body, op, &candidates, &groups, &order, cpu).and_then(|join| {
                if join.is_result && !may_be_result(op) { Err(Alone::NotIndependent) } else { Ok(join) }
            });
            let alone = join.as_ref().err().copied();
            let join = join.ok();
            let number = join.as_ref().map_or(groups.len() as u32, |join| join.group);
            if join.is_none() {
                groups.push(Group {
                    members: Vec::new(),
                    args: FxHashSet::default(),
                    results: FxHashSet::default(),
                    alone,
                });
            }
            let group = &mut groups[number as usize];
            if join.is_some_and(|join| join.is_result) {
                group.results.insert(op);
            }
            group.members.push(op);
            group.args.remove(&body.result(op, 0));
            group.args.extend(body.operands(op).skip(1));
            candidates.insert(op, Candidate { op: member_op, group: number });
        }
        groups
    }

    /// The group of users of an op's result, if there is one that has room and all other users come after it.
    fn group_to_join(
        &self,
        body: &Body,
        op: Op,
        candidates: &FxHashMap<Op, Candidate>,
        groups: &[Group],
        order: &Order,
        cpu: &FxHashSet<Value>,
    ) -> Result<Join, Alone> {
        let result = body.result(op, 0);
        // Where groups end. What is used by several goes to the one that ends first.
        let end = |group: u32| {
            groups[group as usize]
                .members
                .first()
                .and_then(|last| order.0.get(last))
                .copied()
                .ok_or(Alone::NoUser)
        };
        let mut number: Option<(u32, usize)> = None;
        // The fewest elements of a user that is element-wise itself.
        let mut least: Option<i64> = None;
        for use_ in body.uses(result) {
            let user = body.use_owner(use_);
            let Some(candidate) = candidates.get(&user) else { continue };
            // Axes are looked at before anything is computed.
            let as_axes = is_reduction(candidate.op) && body.use_index(use_) != 1;
            if !as_axes && body.operand(user, 0) == body.operand(op, 0) {
                let elements = if is_reduction(candidate.op) { None } else { self.elements(body, user) };
                least = Some(elements.unwrap_or(0).min(least.unwrap_or(i64::MAX)));
                let end = end(candidate.group)?;
                if number.is_none_or(|(_, first)| end > first) {
                    number = Some((candidate.group, end));
                }
            }
        }
        let (number, first) = number.ok_or(Alone::NoUser)?;
        if let (Some(least), Some(own)) = (least, self.elements(body, op))
            && least >= MANY
            && own > 1
            && least / own >= REPEATS
            && !self.is_of_row(body, op, cpu)
        {
            return Err(Alone::Repeated);
        }
        let mut is_result = false;
        for use_ in body.uses(result) {
            let user = body.use_owner(use_);
            let comes = match candidates.get(&user) {
                Some(candidate) if candidate.group == number => {
                    let as_axes = is_reduction(candidate.op) && body.use_index(use_) != 1;
                    if as_axes || body.operand(user, 0) != body.operand(op, 0) {
                        return Err(Alone::UsedAsAxes);
                    }
                    continue;
                }
                Some(candidate) => end(candidate.group)?,
                None => order.number(body, user).ok_or(Alone::UsedBefore)?,
            };
            if comes >= first {
                return Err(Alone::UsedBefore);
            }
            is_result = true;
        }
        let group = &groups[number as usize];
        let new = body.operands(op).skip(1).filter(|value| !group.args.contains(value)).count();
        let fits = group.members.len() < MAX_MEMBERS
            && group.args.len() - 1 + new <= MAX_ARGS
            && group.results.len() + usize::from(is_result) < MAX_RESULTS;
        if fits { Ok(Join { group: number, is_result }) } else { Err(Alone::TooLarge) }
    }

    /// Elements of an op's result, for a certain size of what is open; `None` if not known.
    fn elements(&self, body: &Body, op: Op) -> Option<i64> {
        let ctx = self.ctx;
        let results = ctx.array_elems((OpRef { ctx, body, op }).attr(BATCH_TYPES_ATTR)?)?;
        let samples = ctx.array_elems(*results.first()?)?;
        let ty = ctx.type_kind(ctx.attr_as_type(*samples.first()?)?);
        ty.dims()?.iter().try_fold(1i64, |all, &dim| all.checked_mul(dim.max(0)))
    }

    /// Whether element-wise ops lead from a reduction to an op.
    fn is_of_row(&self, body: &Body, op: Op, cpu: &FxHashSet<Value>) -> bool {
        let mut pending = vec![op];
        for _ in 0..MAX_ROW_OPS {
            let Some(op) = pending.pop() else { return false };
            match self.candidate(OpRef { ctx: self.ctx, body, op }, cpu) {
                Some(MemberOp::Reduction(_)) => return true,
                Some(MemberOp::Elementwise(_)) => {
                    pending.extend(body.operands(op).skip(1).filter_map(|value| body.defining_op(value)));
                }
                None => {}
            }
        }
        // Too far to tell.
        true
    }

    /// Whether an operation may be part of a group, and how.
    fn candidate(&self, op: OpRef<'_>, cpu: &FxHashSet<Value>) -> Option<MemberOp> {
        let name = on_cpu::plain_op(op, cpu, self.stays_alone)?;
        let member_op = member_op(name, op.num_operands().checked_sub(1)?)?;
        attributes(op, member_op).map(|_| member_op)
    }

    /// Puts a fused op in the place of a group's last op.
    fn replace(&self, body: &mut Body, group: &Group) {
        let ctx = self.ctx;
        let last = group.members[0];
        let mut numbers: FxHashMap<Value, u16> = FxHashMap::default();
        let mut args: SmallVec<[Value; 8]> = SmallVec::from_slice(&[body.operand(last, 0)]);
        for &op in group.members.iter().rev() {
            for value in body.operands(op).skip(1).filter(|value| group.args.contains(value)) {
                numbers.entry(value).or_insert_with(|| {
                    args.push(value);
                    // A group has fewer arguments and members than 16 bits can number.
                    (args.len() - 2) as u16
                });
            }
        }
        // In the order of the members; the last op's is the last one.
        let is_result = |op: &&Op| **op == last || group.results.contains(*op);
        let results: SmallVec<[Op; 2]> = group.members.iter().rev().filter(is_result).copied().collect();
        let Some(fused_body) = self.fused_body(body, group, args.len() - 1, &mut numbers, &results) else {
            debug_assert!(false, "candidates satisfy the rules of fused bodies");
            return;
        };
        let locations: Vec<Attr> =
            group.members.iter().rev().map(|&op| on_cpu::place(ctx, body, op)).collect();
        let pair = |key: &str, value: Attr| ctx.array_attr(&[ctx.string_attr(key), value]);
        let op_attrs = ctx.array_attr(&[
            pair("body", tfrt_dialects::fused_body_attr(ctx, Arc::new(fused_body))),
            pair("locations", ctx.array_attr(&locations)),
        ]);
        let types: SmallVec<[_; 2]> = results.iter().map(|&op| body.value_type(body.result(op, 0))).collect();
        let mut state = OpState::new(body.name(last), body.loc(last)).operands(&args).results(&types);
        for &(name, value) in body.attrs(last) {
            let value = match ctx.str(name) {
                "op_attrs" => op_attrs,
                "op_name" => ctx.string_attr(FUSED),
                name @ (RESULT_TYPES_ATTR | BATCH_TYPES_ATTR) => result_types(ctx, body, &results, name),
                _ => value,
            };
            state = state.attr(name, value);
        }
        let fused = body.create_op(ctx, state);
        body.insert_op_before(fused, last);
        for (i, &op) in results.iter().enumerate() {
            let value = body.result(fused, i);
            body.replace_all_uses(body.result(op, 0), value);
        }
        // What is left of each one's uses is by those before it in the list.
        for &op in &group.members {
            body.erase_op(op);
        }
    }
}

impl Fuser<'_> {
    /// The body of the op that a group becomes; `numbers` has those of its arguments, and gets those of the members.
    fn fused_body(
        &self,
        body: &Body,
        group: &Group,
        num_args: usize,
        numbers: &mut FxHashMap<Value, u16>,
        results: &[Op],
    ) -> Option<FusedBody> {
        let mut builder = FusedBodyBuilder::new(num_args);
        for &op in group.members.iter().rev() {
            let view = OpRef { ctx: self.ctx, body, op };
            let operands: SmallVec<[u16; 4]> =
                view.operands().skip(1).map(|value| numbers.get(&value).copied()).collect::<Option<_>>()?;
            let member_op = member_op(tfrt_dialects::op_name(view)?, operands.len())?;
            let number = builder.member(member_op, operands, attributes(view, member_op)?).ok()?;
            numbers.insert(body.result(op, 0), number);
        }
        let results: SmallVec<[u16; 2]> =
            results.iter().map(|&op| numbers.get(&body.result(op, 0)).copied()).collect::<Option<_>>()?;
        builder.finish(&results).ok()
    }
}

/// The types that are written at ops of one result each, as those of one op.
fn result_types(ctx: &Context, body: &Body, ops: &[Op], attr: &str) -> Attr {
    let written = |&op: &Op| {
        let types = (OpRef { ctx, body, op }).attr(attr).and_then(|types| ctx.array_elems(types));
        types.and_then(|types| types.first().copied()).unwrap_or_else(|| ctx.type_attr(ctx.none()))
    };
    let types: Vec<Attr> = ops.iter().map(written).collect();
    ctx.array_attr(&types)
}

/// The attributes of an op that a body says; `None` if it has one that a body cannot say.
fn attributes(op: OpRef<'_>, member_op: MemberOp) -> Option<SmallVec<[MemberAttr; 1]>> {
    let is = |function| member_op == MemberOp::Elementwise(function);
    let mut said = SmallVec::new();
    let read = match member_op {
        MemberOp::Elementwise(function) => function.attribute(),
        MemberOp::Reduction(_) => Some(MemberAttrName::KeepDims),
    };
    for (key, value) in tfrt_dialects::op_attrs(op) {
        let attr = match key {
            _ if let Some(name) = read.filter(|name| name.name() == key) => {
                MemberAttr { name, value: member_value(op.ctx, name.value_type(), value)? }
            }
            // They say what the arguments' dtypes say.
            "T" | "Tidx" | "SrcT" | "Tx" => continue,
            "N" if is(Elementwise::AddN) => continue,
            "data_format" if op.ctx.attr_as_str(value) == Some("NHWC") => continue,
            "Truncate" if op.ctx.attr_as_bool(value) == Some(false) => continue,
            "incompatible_shape_error" if op.ctx.attr_as_bool(value) == Some(true) => continue,
            _ => return None,
        };
        said.push(attr);
    }
    // A dtype has no default.
    let is_complete = !said.is_empty() || read.is_none_or(|name| name.value_type() != MemberValueType::Type);
    is_complete.then_some(said)
}

/// The value of an attribute of this type; `None` for another one, which is not what the op reads.
fn member_value(ctx: &Context, ty: MemberValueType, value: Attr) -> Option<MemberValue> {
    Some(match ty {
        MemberValueType::Type => MemberValue::Type(dtype_of(ctx, ctx.attr_as_type(value)?)?),
        MemberValueType::Bool => MemberValue::Bool(ctx.attr_as_bool(value)?),
        MemberValueType::Number => {
            let AttrKind::Float { ty, bits } = ctx.attr_kind(value) else { return None };
            MemberValue::number(match dtype_of(ctx, *ty)? {
                DType::F32 => f64::from(f32::from_bits(bits.get() as u32)),
                DType::F64 => f64::from_bits(bits.get() as u64),
                _ => return None,
            })
        }
    })
}
