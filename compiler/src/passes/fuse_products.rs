//! Fusion of products with the ops that follow them: `tf.MatMul`, `tf.Conv2D` or `tf.DepthwiseConv2dNative`, the `tf.BiasAdd` of its
//! result, after a convolution a batch norm with given statistics (`tf.FusedBatchNormV3` and its older versions), and the `tf.Relu` or
//! `tf.Relu6` of that, or some of them, become one op, which finishes each part of the product while it is in registers. So do such a
//! batch norm and the activation after it.
//!
//! A `tf.Mul` and a `tf.AddV2`, or one of the two alone, are a batch norm as well if the other argument is known to have one
//! number for each channel: if it is a constant, or computed from constants.
//!
//! They are `corert.executeop`s of one block on the CPU; the intermediate values and the statistics of a batch norm have no other
//! users. The fused op, such as `tfrt_fused.matmul`, stands at the place of the last one. It has the first one's attributes, the names
//! of the following ops in `fused_ops` (also of a batch norm that is first), the places of the members in `locations`, and the
//! attributes of a batch norm. It means the ops one after another, with their errors, bit for bit: no weights are changed.
//!
//! Padding with zeros before a convolution becomes a part of it first: see [`fuse_pads`].
//!
//! Other activations stay ops of their own: they take longer than one more pass over the result, and fuse with the ops that
//! follow them.

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, PassInfo};
use tfrt_ir::types::TypeKind;
use tfrt_ops::{BatchNorm, Class, Elementwise, EpilogueOp, Product, Row};

use super::fusion_reasons::Reasons;
use super::strictness::NoErrors;
use super::{fuse_pads, on_cpu};
use crate::pipeline::PassGroup;

pub(super) const INFO: PassInfo = PassInfo {
    name: "fuse-products",
    title: "FuseProducts",
    summary: "Merges matrix products and convolutions on the CPU with the bias and activation that follow",
    anchor: Anchor::Any,
    group: Some(PassGroup::Fusion.name()),
    options: &[on_cpu::EXCLUDE],
    statistics: &[("num-products", "Number of fused ops")],
    build: |options| {
        let fuse: on_cpu::Fuse = |ctx, body, stays_alone| smallvec![fuse(ctx, body, stays_alone, None)];
        Ok(Box::new(on_cpu::FusionPass::new(options, fuse)))
    },
};

/// Attributes of batch norms; those that count are kept in the fused op.
const NORM_ATTRS: [&str; 6] = ["T", "U", "data_format", "epsilon", "exponential_avg_factor", "is_training"];

/// The first op of a chain, and what it becomes together with the others.
#[derive(Clone, Copy)]
enum First {
    Product(Product),
    BatchNorm,
}

impl First {
    fn fused_op(self) -> &'static str {
        match self {
            First::Product(product) => product.fused_op(),
            First::BatchNorm => BatchNorm::FUSED_OP,
        }
    }
}

/// Fuses what it can in a body and all bodies below; says how many fused ops there are.
pub(super) fn fuse(
    ctx: &Context,
    body: &mut Body,
    stays_alone: on_cpu::StaysAlone<'_>,
    reasons: Option<&Reasons>,
) -> u64 {
    let mut count = 0;
    on_cpu::for_blocks(ctx, body, &mut |body, block, cpu| {
        forward_identities(ctx, body, block, cpu, stays_alone);
        fuse_pads::absorb(ctx, body, block, cpu, stays_alone);
        for op in body.ops(block).collect::<Vec<Op>>() {
            let chain = Chains { ctx, body, block, cpu, stays_alone }.from(op);
            if let Some((first, members)) = chain {
                if let Some(reasons) = reasons {
                    let what = format!("fused into {}, of {} ops", first.fused_op(), members.len());
                    members.iter().for_each(|&op| reasons.say(ctx, body, op, &what));
                }
                replace(ctx, body, first, &members);
                count += 1;
            }
        }
    });
    count
}

/// Erases ops that hand their argument on: graphs have one for each variable that was frozen. One stays if an error would get lost with it:
/// that of a handler that may be missing and that the arguments do not depend on, or that of another argument.
fn forward_identities(
    ctx: &Context,
    body: &mut Body,
    block: Block,
    cpu: &FxHashSet<Value>,
    stays_alone: on_cpu::StaysAlone<'_>,
) {
    let mut no_errors = NoErrors::default();
    for op in body.ops(block).collect::<Vec<Op>>() {
        let name = on_cpu::op_of_some_results(OpRef { ctx, body, op }, cpu, stays_alone);
        if name.is_some_and(|name| Row::of(name).class == Class::Identity)
            && body.num_operands(op) == 1 + body.num_results(op)
        {
            let arguments: SmallVec<[Value; 4]> = body.operands(op).skip(1).collect();
            let handler = body.operand(op, 0);
            let has_handler = tfrt_dialects::has_handler(OpRef { ctx, body, op });
            let after_handler = |&argument: &Value| {
                let definer = body.defining_op(argument).map(|op| OpRef { ctx, body, op });
                definer.is_some_and(|op| {
                    op.name_str() == "corert.executeop" && op.operands().next() == Some(handler)
                })
            };
            let mut keeps = |at: usize| {
                let mut others = (0..arguments.len()).filter(|&other| other != at);
                !body.has_uses(body.result(op, at))
                    || others.all(|other| {
                        no_errors.has(ctx, body, arguments[other])
                            || depends_on(body, arguments[at], arguments[other])
                    })
            };
            let alone = (0..arguments.len()).all(&mut keeps);
            if alone && (has_handler || arguments.iter().all(after_handler)) {
                body.replace_op(op, &arguments);
            }
        }
    }
}

/// Whether a value is computed from another one, if that is not far away: operations are strict, so it is an error if that one is.
fn depends_on(body: &Body, value: Value, on: Value) -> bool {
    /// Operations that are looked at.
    const MOST: usize = 64;
    let mut values = vec![value];
    for _ in 0..MOST {
        match values.pop() {
            None => return false,
            Some(value) if value == on => return true,
            Some(value) => {
                values.extend(body.defining_op(value).into_iter().flat_map(|op| body.operands(op)))
            }
        }
    }
    false
}

struct Chains<'a> {
    ctx: &'a Context,
    body: &'a Body,
    block: Block,
    cpu: &'a FxHashSet<Value>,
    stays_alone: on_cpu::StaysAlone<'a>,
}

impl<'a> Chains<'a> {
    fn view(&self, op: Op) -> OpRef<'a> {
        OpRef { ctx: self.ctx, body: self.body, op }
    }

    /// The ops that start with the product `op` and become one, and what they become.
    fn from(&self, op: Op) -> Option<(First, SmallVec<[Op; 5]>)> {
        if self.body.is_erased(op) {
            return None;
        }
        let class = self.class(op)?;
        let first = match class {
            Class::Product(product) => First::Product(product),
            _ if self.is_norm(op, class) => First::BatchNorm,
            _ => return None,
        };
        let is_norm = matches!(first, First::BatchNorm);
        // The attributes of the fused op's own must not be the product's.
        let own = |key: &str| {
            matches!(key, "fused_ops" | "locations") || (!is_norm && matches!(key, "epsilon" | "is_training"))
        };
        if self.body.num_operands(op) != if is_norm { 6 } else { 3 }
            || tfrt_dialects::op_attrs(self.view(op)).into_iter().any(|(key, _)| own(key))
        {
            return None;
        }
        let mut members: SmallVec<[Op; 5]> = SmallVec::from_slice(&[op]);
        if !is_norm
            && let Some((bias, Class::Elementwise(Elementwise::BiasAdd))) = self.user(op)
            && self.body.num_operands(bias) == 3
            && !self.has_other_attrs(bias, &["T", "data_format"])
            && self.format(op)? == self.format(bias)?
        {
            members.push(bias);
        }
        let has_bias = members.len() > 1;
        if let First::Product(product) = first {
            if product != Product::MatMul
                && let Some((norm, class)) = self.user(*members.last()?)
                && self.is_norm(norm, class)
                && self.format(op)? == self.format(norm)?
            {
                members.push(norm);
            } else if let Some(channels) = self.channels(op, product) {
                let factor = self.by_channel(*members.last()?, Elementwise::Mul, channels);
                members.extend(factor);
                // A second bias would be one too many.
                if factor.is_some() || !has_bias {
                    members.extend(self.by_channel(*members.last()?, Elementwise::AddV2, channels));
                }
            }
        }
        if let Some((activation, class)) = self.user(*members.last()?)
            && matches!(class, Class::Elementwise(Elementwise::Relu | Elementwise::Relu6))
            && self.body.num_operands(activation) == 2
            && !self.has_other_attrs(activation, &["T"])
        {
            members.push(activation);
        }
        (members.len() > 1).then_some((first, members))
    }

    /// The class of the op that an operation executes, if it may be a member: it has one result, or the others have no users.
    fn class(&self, op: Op) -> Option<Class> {
        let name = on_cpu::op_of_some_results(self.view(op), self.cpu, self.stays_alone)?;
        let mut results = self.body.results(op);
        results.next()?;
        results.all(|result| self.body.uses(result).next().is_none()).then(|| Row::of(name).class)
    }

    /// Whether an op of this class is a batch norm with given statistics.
    fn is_norm(&self, op: Op, class: Class) -> bool {
        let attr = |key: &str| tfrt_dialects::op_attr(self.view(op), key);
        matches!(class, Class::BatchNorm(_))
            && self.body.num_operands(op) == 6
            && attr("is_training").and_then(|value| self.ctx.attr_as_bool(value)) == Some(false)
            && attr("epsilon").is_some()
            && !self.has_other_attrs(op, &NORM_ATTRS)
    }

    /// The channels of a product of `f32` that come last, if they are known.
    fn channels(&self, op: Op, product: Product) -> Option<i64> {
        if product != Product::MatMul && self.format(op)? != "NHWC" {
            return None;
        }
        let filter = self.dims(self.body.operand(op, 2), 0)?;
        let transposed = || tfrt_dialects::op_attr(self.view(op), "transpose_b");
        match (product, &filter[..]) {
            (Product::Conv2D, &[_, _, _, channels]) => Some(channels),
            (Product::DepthwiseConv2d, &[_, _, channels, multiplier]) => channels.checked_mul(multiplier),
            (Product::MatMul, &[rows, columns]) => {
                let transposed = self.ctx.attr_as_bool(transposed()?)?;
                Some(if transposed { rows } else { columns })
            }
            _ => None,
        }
    }

    /// The only user of an op's result, if it computes this function and its other argument has one number for each channel.
    fn by_channel(&self, op: Op, function: Elementwise, channels: i64) -> Option<Op> {
        let (user, class, at) = self.only_user(op)?;
        if class != Class::Elementwise(function) {
            return None;
        }
        let other = self.body.operand(user, if at == 1 { 2 } else { 1 });
        let is_plain = self.body.num_operands(user) == 3 && !self.has_other_attrs(user, &["T"]);
        let dims = self.dims(other, 0).filter(|_| is_plain)?;
        let (&last, ones) = dims.split_last()?;
        // No more dimensions than a matrix has, so that the result is that of the product.
        (last == channels && ones.len() < 2 && ones.iter().all(|&dim| dim == 1)).then_some(user)
    }

    /// The shape of a value that is made of constants of `f32` by ops that are known here.
    fn dims(&self, value: Value, depth: usize) -> Option<SmallVec<[i64; 4]>> {
        use Elementwise::{Add, AddV2, Mul, Neg, RealDiv, Reciprocal, Rsqrt, Sqrt, Sub};
        /// Ops behind each other that are looked through.
        const DEPTH: usize = 16;
        let op = self.body.defining_op(value).filter(|_| depth < DEPTH)?;
        let view = self.view(op);
        if view.name_str() == "corert.const_dense_tensor" {
            let TypeKind::RankedTensor { dims, elem, .. } =
                self.ctx.type_kind(self.ctx.attr_type(view.attr("value")?)?)
            else {
                return None;
            };
            return (*elem == self.ctx.f32()).then(|| SmallVec::from_slice(dims));
        }
        let name = on_cpu::plain_op(view, self.cpu, self.stays_alone)?;
        let argument = |i: usize| self.dims(self.body.operand(op, i), depth + 1);
        match (Row::of(name).class, self.body.num_operands(op)) {
            (Class::Identity | Class::Elementwise(Rsqrt | Sqrt | Neg | Reciprocal), 2) => argument(1),
            (Class::Elementwise(AddV2 | Add | Sub | Mul | RealDiv), 3) => {
                let (a, b) = (argument(1)?, argument(2)?);
                let rank = a.len().max(b.len());
                let dim = |dims: &[i64], i: usize| (i + dims.len()).checked_sub(rank).map_or(1, |i| dims[i]);
                let joined = |i: usize| match (dim(&a, i), dim(&b, i)) {
                    (1, other) | (other, 1) => Some(other),
                    (a, b) => (a == b).then_some(a),
                };
                (0..rank).map(joined).collect()
            }
            _ => None,
        }
    }

    /// The order of dimensions that an op says, or that ops have if they do not say.
    fn format(&self, op: Op) -> Option<&'a str> {
        match tfrt_dialects::op_attr(self.view(op), "data_format") {
            None => Some("NHWC"),
            Some(value) => self.ctx.attr_as_str(value),
        }
    }

    /// The only user of an op's result, if it takes it as its first argument, under the same handler; and the user's class.
    fn user(&self, op: Op) -> Option<(Op, Class)> {
        let (user, class, at) = self.only_user(op)?;
        (at == 1).then_some((user, class))
    }

    /// The only user of an op's result under the same handler, its class, and the number of the operand that takes the result.
    fn only_user(&self, op: Op) -> Option<(Op, Class, usize)> {
        let body = self.body;
        let mut uses = body.uses(body.result(op, 0));
        let (Some(only), None) = (uses.next(), uses.next()) else { return None };
        let user = body.use_owner(only);
        let class = self.class(user)?;
        let at = body.use_index(only);
        let is_next =
            at > 0 && body.block_of(user) == Some(self.block) && body.operand(user, 0) == body.operand(op, 0);
        is_next.then_some((user, class, at))
    }

    fn has_other_attrs(&self, op: Op, known: &[&str]) -> bool {
        tfrt_dialects::op_attrs(self.view(op)).into_iter().any(|(key, _)| !known.contains(&key))
    }
}

fn is_batch_norm(name: &str) -> bool {
    matches!(Row::of(name).class, Class::BatchNorm(_))
}

/// Puts a fused op in the place of the last member.
fn replace(ctx: &Context, body: &mut Body, first: First, members: &[Op]) {
    let fused = first.fused_op();
    let (Some(&start), Some(&last)) = (members.first(), members.last()) else { return };
    let name = |op: Op| tfrt_dialects::op_name(OpRef { ctx, body, op }).unwrap_or_default();
    let named = match first {
        First::BatchNorm => members,
        First::Product(_) => &members[1..],
    };
    let ops = named.iter().filter_map(|&op| EpilogueOp::of(name(op)));
    let names: Vec<Attr> = ops.map(|op| ctx.string_attr(op.name())).collect();
    let locations: Vec<Attr> = members.iter().map(|&op| on_cpu::place(ctx, body, op)).collect();
    let pair = |key: &str, value: Attr| ctx.array_attr(&[ctx.string_attr(key), value]);
    let mut op_attrs: Vec<(&str, Attr)> = tfrt_dialects::op_attrs(OpRef { ctx, body, op: start });
    if let Some(&norm) = members[1..].iter().find(|&&op| is_batch_norm(name(op))) {
        let attr = |key: &'static str| {
            tfrt_dialects::op_attr(OpRef { ctx, body, op: norm }, key).map(|value| (key, value))
        };
        op_attrs.extend(["epsilon", "is_training"].into_iter().filter_map(attr));
    }
    op_attrs.extend([("fused_ops", ctx.array_attr(&names)), ("locations", ctx.array_attr(&locations))]);
    op_attrs.sort_by_key(|(key, _)| *key);
    let op_attrs: Vec<Attr> = op_attrs.into_iter().map(|(key, value)| pair(key, value)).collect();
    let op_attrs = ctx.array_attr(&op_attrs);
    let mut args: SmallVec<[Value; 8]> = body.operands(start).collect();
    // The bias and the statistics, where there are any.
    for (&before, &member) in members.iter().zip(&members[1..]) {
        let before = body.result(before, 0);
        args.extend(body.operands(member).skip(1).filter(|&arg| arg != before));
    }
    let result = body.value_type(body.result(last, 0));
    let mut state = OpState::new(body.name(last), body.loc(last)).operands(&args).results(&[result]);
    for &(name, value) in body.attrs(last) {
        let value = match ctx.str(name) {
            "op_attrs" => op_attrs,
            "op_name" => ctx.string_attr(fused),
            _ => value,
        };
        state = state.attr(name, value);
    }
    let op = body.create_op(ctx, state);
    body.insert_op_before(op, last);
    let value = body.result(op, 0);
    let before = body.result(last, 0);
    body.replace_all_uses(before, value);
    body.erase_op(last);
    // Each was used by the one after it alone.
    for &member in members[..members.len() - 1].iter().rev() {
        body.erase_op(member);
    }
}
