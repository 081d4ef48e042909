//! Padding with zeros becomes a part of the convolution after it: `tf.Pad` and a `tf.Conv2D` or `tf.DepthwiseConv2dNative` of `VALID` windows
//! are one convolution with explicit padding, which copies no image.
//!
//! The amounts are constants, none of them of the batch or the channels, and types say that neither op fails. A filter must be known to be
//! finite: nothing times an infinity is not nothing, and convolutions may pass over padding. Then the results are the same, bit for bit.

use rustc_hash::FxHashSet;
use tfrt_dialects::BATCH_TYPES_ATTR;
use tfrt_ir::attributes::Attr;
use tfrt_ir::body::Body;
use tfrt_ir::context::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::{Class, Product, Row};

use super::on_cpu;

/// Merges pads of a block with the convolutions after them; says how many.
pub(super) fn absorb(
    ctx: &Context,
    body: &mut Body,
    block: Block,
    cpu: &FxHashSet<Value>,
    stays_alone: on_cpu::StaysAlone<'_>,
) -> u64 {
    let mut count = 0;
    for op in body.ops(block).collect::<Vec<Op>>() {
        let found = Search { ctx, body, block, cpu, stays_alone }.padded(op);
        let Some((pad, attrs)) = found else { continue };
        let image = body.operand(pad, 1);
        body.set_operand(op, 1, image);
        body.set_attr(ctx, op, ctx.ident("op_attrs"), attrs);
        body.erase_op(pad);
        count += 1;
    }
    count
}

struct Search<'a> {
    ctx: &'a Context,
    body: &'a Body,
    block: Block,
    cpu: &'a FxHashSet<Value>,
    stays_alone: on_cpu::StaysAlone<'a>,
}

impl<'a> Search<'a> {
    fn view(&self, op: Op) -> OpRef<'a> {
        OpRef { ctx: self.ctx, body: self.body, op }
    }

    /// The pad before a convolution, if the two can be one, and the attributes of that.
    fn padded(&self, op: Op) -> Option<(Op, Attr)> {
        let (ctx, body, view) = (self.ctx, self.body, self.view(op));
        let name = on_cpu::plain_op(view, self.cpu, self.stays_alone)?;
        let is_convolution =
            matches!(Row::of(name).class, Class::Product(Product::Conv2D | Product::DepthwiseConv2d));
        let attr = |key: &str| tfrt_dialects::op_attr(view, key);
        let text = |key: &str| attr(key).and_then(|value| ctx.attr_as_str(value));
        if !is_convolution
            || body.num_operands(op) != 3
            || text("padding") != Some("VALID")
            || !matches!(text("data_format"), None | Some("NHWC"))
        {
            return None;
        }
        let padded = body.operand(op, 1);
        let pad = body.defining_op(padded).filter(|&pad| body.block_of(pad) == Some(self.block))?;
        let pad_view = self.view(pad);
        let mut uses = body.uses(padded);
        let is_only = uses.next().is_some() && uses.next().is_none();
        let is_pad = on_cpu::plain_op(pad_view, self.cpu, self.stays_alone)
            .is_some_and(|name| Row::of(name).class == Class::ZeroPadding);
        let never_fail = [view, pad_view].iter().all(|op| op.attr(BATCH_TYPES_ATTR).is_some());
        if !is_pad || !is_only || !never_fail || body.num_operands(pad) != 3 {
            return None;
        }
        let amounts: Vec<i64> = self.constant(body.operand(pad, 2))?.integers()?.collect();
        let [0, 0, top, bottom, left, right, 0, 0] = amounts[..] else { return None };
        let is_finite = || Some(self.constant(body.operand(op, 2))?.floats()?.all(f64::is_finite));
        if [top, bottom, left, right].iter().any(|&amount| amount < 0) || is_finite() != Some(true) {
            return None;
        }
        let amounts: Vec<Attr> =
            [0, 0, top, bottom, left, right, 0, 0].iter().map(|&amount| ctx.i64_attr(amount)).collect();
        let mut attrs = tfrt_dialects::op_attrs(view);
        attrs.retain(|(key, _)| !matches!(*key, "padding" | "explicit_paddings"));
        attrs.push(("explicit_paddings", ctx.array_attr(&amounts)));
        attrs.push(("padding", ctx.string_attr("EXPLICIT")));
        attrs.sort_by_key(|(key, _)| *key);
        let pair = |(key, value)| ctx.array_attr(&[ctx.string_attr(key), value]);
        let attrs: Vec<Attr> = attrs.into_iter().map(pair).collect();
        Some((pad, ctx.array_attr(&attrs)))
    }

    /// The elements of a constant.
    fn constant(&self, value: Value) -> Option<DenseView<'a>> {
        DenseView::new(self.ctx, on_cpu::constant(self.ctx, self.body, value)?)
    }
}
