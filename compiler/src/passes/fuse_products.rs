//! Fusion of products with what follows them: `tf.MatMul` or `tf.Conv2D`, the `tf.BiasAdd` of its result, and the `tf.Relu` or
//! `tf.Relu6` of that, or one of the two alone, become one op, which finishes each part of the product while it is at hand.
//!
//! They are `corert.executeop`s of one block on the CPU; nobody else uses what is between them. The fused op,
//! `tfrt_fused.matmul` or `tfrt_fused.conv2d`, stands at the place of the last one, with the product's attributes, the names of what
//! follows it in `fused_ops`, and where each was written in `locations`. It means the ops one after another, with their errors.
//!
//! Other activations stay ops of their own: they take longer than going over the result once more, and fuse with what follows
//! them.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, Target};

use super::on_cpu;
use crate::handlers::registers_other_cpu;
use crate::pipeline::PassGroup;

pub(super) const INFO: PassInfo = PassInfo {
    name: "fuse-products",
    title: "FuseProducts",
    summary: "Merges matrix products and convolutions on the CPU with the bias and activation that follow",
    anchor: Anchor::Any,
    group: Some(PassGroup::Fusion.name()),
    options: &[OptionInfo {
        name: "exclude",
        summary: "Ops that stay alone, separated by commas",
        default: "",
    }],
    statistics: &[("num-products", "Number of fused ops")],
    build: |options| Ok(Box::new(FuseProducts { excluded: super::excluded(options) })),
};

/// Products, and what they become.
const PRODUCTS: [(&str, &str); 2] = [("tf.MatMul", "tfrt_fused.matmul"), ("tf.Conv2D", "tfrt_fused.conv2d")];

/// What may follow the bias, or the product itself.
const ACTIVATIONS: [&str; 2] = ["tf.Relu", "tf.Relu6"];

struct FuseProducts {
    excluded: FxHashSet<String>,
}

impl Pass for FuseProducts {
    fn watches_for(&self) -> Option<fn(OpRef<'_>) -> bool> {
        Some(registers_other_cpu)
    }

    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        if let Some(body) = target.nested().filter(|_| !cx.is_watched_for) {
            cx.statistics[0] += fuse(cx.ctx, body, &|name| self.excluded.contains(name));
        }
        Ok(())
    }
}

/// Fuses what it can in a body and all bodies below; says how many fused ops there are.
pub(super) fn fuse(ctx: &Context, body: &mut Body, stays_alone: on_cpu::StaysAlone<'_>) -> u64 {
    let mut count = 0;
    on_cpu::for_blocks(ctx, body, &mut |body, block, cpu| {
        for op in body.ops(block).collect::<Vec<Op>>() {
            let chain = Chains { ctx, body, block, cpu, stays_alone }.from(op);
            if let Some((name, members)) = chain {
                replace(ctx, body, name, &members);
                count += 1;
            }
        }
    });
    count
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
    fn from(&self, op: Op) -> Option<(&'static str, SmallVec<[Op; 3]>)> {
        if self.body.is_erased(op) {
            return None;
        }
        let name = on_cpu::plain_op(self.view(op), self.cpu, self.stays_alone)?;
        let (_, fused) = PRODUCTS.into_iter().find(|(product, _)| *product == name)?;
        // The attributes of the fused op's own must not be the product's.
        let own = |key: &str| matches!(key, "fused_ops" | "locations");
        if self.body.num_operands(op) != 3
            || tfrt_dialects::op_attrs(self.view(op)).into_iter().any(|(key, _)| own(key))
        {
            return None;
        }
        let mut members = SmallVec::from_slice(&[op]);
        if let Some((bias, "tf.BiasAdd")) = self.user(op)
            && self.body.num_operands(bias) == 3
            && !self.has_other_attrs(bias, &["T", "data_format"])
            && self.format(op)? == self.format(bias)?
        {
            members.push(bias);
        }
        if let Some((activation, name)) = self.user(*members.last()?)
            && ACTIVATIONS.contains(&name)
            && self.body.num_operands(activation) == 2
            && !self.has_other_attrs(activation, &["T"])
        {
            members.push(activation);
        }
        (members.len() > 1).then_some((fused, members))
    }

    /// The order of dimensions that an op says, or that ops have if they do not say.
    fn format(&self, op: Op) -> Option<&'a str> {
        match tfrt_dialects::op_attr(self.view(op), "data_format") {
            None => Some("NHWC"),
            Some(value) => self.ctx.attr_as_str(value),
        }
    }

    /// The only user of an op's result, if it takes it as its first argument, under the same handler; and the name of the op that it
    /// is.
    fn user(&self, op: Op) -> Option<(Op, &'a str)> {
        let body = self.body;
        let mut uses = body.uses(body.result(op, 0));
        let (Some(only), None) = (uses.next(), uses.next()) else { return None };
        let user = body.use_owner(only);
        let name = on_cpu::plain_op(self.view(user), self.cpu, self.stays_alone)?;
        let is_next = body.use_index(only) == 1
            && body.block_of(user) == Some(self.block)
            && body.operand(user, 0) == body.operand(op, 0);
        is_next.then_some((user, name))
    }

    fn has_other_attrs(&self, op: Op, known: &[&str]) -> bool {
        tfrt_dialects::op_attrs(self.view(op)).into_iter().any(|(key, _)| !known.contains(&key))
    }
}

/// Puts a fused op in the place of the last member.
fn replace(ctx: &Context, body: &mut Body, fused: &str, members: &[Op]) {
    let (Some(&first), Some(&last)) = (members.first(), members.last()) else { return };
    let names = members[1..].iter().map(|&op| {
        let name = tfrt_dialects::op_name(OpRef { ctx, body, op }).unwrap_or_default();
        ctx.string_attr(name.strip_prefix("tf.").unwrap_or(name))
    });
    let names: Vec<Attr> = names.collect();
    let locations: Vec<Attr> = members.iter().map(|&op| on_cpu::place(ctx, body, op)).collect();
    let pair = |key: &str, value: Attr| ctx.array_attr(&[ctx.string_attr(key), value]);
    let mut op_attrs: Vec<(&str, Attr)> = tfrt_dialects::op_attrs(OpRef { ctx, body, op: first });
    op_attrs.extend([("fused_ops", ctx.array_attr(&names)), ("locations", ctx.array_attr(&locations))]);
    op_attrs.sort_by_key(|(key, _)| *key);
    let op_attrs: Vec<Attr> = op_attrs.into_iter().map(|(key, value)| pair(key, value)).collect();
    let op_attrs = ctx.array_attr(&op_attrs);
    let mut args: SmallVec<[Value; 4]> = body.operands(first).collect();
    // The bias, where there is one.
    args.extend(body.operands(members[1]).skip(2));
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
    body.replace_op(last, &[value]);
    // Each was used by the one after it alone.
    for &member in members[..members.len() - 1].iter().rev() {
        body.erase_op(member);
    }
}
