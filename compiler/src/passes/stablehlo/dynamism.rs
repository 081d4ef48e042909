//! The pass `stablehlo-canonicalize-dynamism`: dynamic operations whose operands for shapes are constants become the static ones.
//!
//! As upstream's, it looks at one operation at a time; results whose shape a constant says but whose type does not are left to the refinement of
//! shapes.

use tfrt_dialects::stablehlo::{i64_array, integers};
use tfrt_ir::body::{Body, NamedAttr};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::entity::Value;
use tfrt_ir::handles::Attr;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

pub(in crate::passes) const INFO: PassInfo = PassInfo {
    name: "stablehlo-canonicalize-dynamism",
    title: "StablehloCanonicalizeDynamismPass",
    summary: "Turns dynamic operations with constant shapes into static ones",
    anchor: Anchor::Only("func.func"),
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(CanonicalizeDynamism)),
};

struct CanonicalizeDynamism;

impl Pass for CanonicalizeDynamism {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let ctx: &Context = cx.ctx;
        let Some(body) = target.nested() else { return Ok(()) };
        for op in body.ops_in(body.root_regions()) {
            let Some(new) = static_form(OpRef { ctx, body, op }) else { continue };
            let operands: Vec<Value> = body.operands(op).collect();
            body.set_name(op, ctx.ident(new.name));
            body.set_attrs(ctx, op, &new.attrs);
            body.set_operands(op, &operands[..new.operands]);
            for &value in &operands[new.operands..] {
                erase_unused(ctx, body, value);
            }
        }
        Ok(())
    }
}

/// Erases a constant that nothing uses any more.
fn erase_unused(ctx: &Context, body: &mut Body, value: Value) {
    if body.has_uses(value) {
        return;
    }
    let Some(op) = body.defining_op(value) else { return };
    if !body.is_erased(op) && constant_value(ctx, body, value).is_some() {
        body.erase_op(op);
    }
}

/// The static operation that a dynamic one becomes; it keeps its first operands.
pub(super) struct StaticForm {
    pub(super) name: &'static str,
    pub(super) operands: usize,
    pub(super) attrs: Vec<NamedAttr>,
}

pub(super) fn static_form(op: OpRef<'_>) -> Option<StaticForm> {
    let ctx = op.ctx;
    let has_static = |value: Value| ctx.type_kind(op.value_type(value)).has_static_shape();
    let result_is_static = || op.result_types().next().is_some_and(|ty| ctx.type_kind(ty).has_static_shape());
    let constant = |index: usize| constant_value(ctx, op.body, op.operand(index));
    let list = |index: usize| integers(ctx, constant(index)?).map(|values| i64_array(ctx, &values));
    // The attributes that the static operation has too.
    let kept = |names: &[&str]| -> Vec<NamedAttr> {
        names.iter().filter_map(|name| Some((ctx.ident(name), op.attr(name)?))).collect()
    };
    let with = |mut attrs: Vec<NamedAttr>, more: &[(&str, Attr)]| {
        attrs.extend(more.iter().map(|&(name, value)| (ctx.ident(name), value)));
        attrs
    };
    let (name, operands, attrs) = match op.name_str() {
        "stablehlo.dynamic_broadcast_in_dim" if op.num_operands() == 2 => {
            list(1).filter(|_| has_static(op.operand(0)) && result_is_static())?;
            ("stablehlo.broadcast_in_dim", 1, kept(&["broadcast_dimensions"]))
        }
        "stablehlo.dynamic_conv" if op.num_operands() == 3 => {
            let same = [
                "window_strides",
                "lhs_dilation",
                "rhs_dilation",
                "window_reversal",
                "dimension_numbers",
                "feature_group_count",
                "batch_group_count",
                "precision_config",
            ];
            let padding = constant(2)?;
            let values = integers(ctx, padding)?;
            let ty = ctx.tensor(&[values.len() as i64 / 2, 2], ctx.i64());
            let data = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            let padding = tfrt_ir::dense::make_dense(ctx, ty, data);
            ("stablehlo.convolution", 2, with(kept(&same), &[("padding", padding)]))
        }
        "stablehlo.dynamic_gather" if op.num_operands() == 3 => {
            let sizes = list(2)?;
            let same = kept(&["dimension_numbers", "indices_are_sorted"]);
            ("stablehlo.gather", 2, with(same, &[("slice_sizes", sizes)]))
        }
        "stablehlo.dynamic_iota" if op.num_operands() == 1 => {
            list(0).filter(|_| result_is_static())?;
            ("stablehlo.iota", 0, kept(&["iota_dimension"]))
        }
        "stablehlo.dynamic_pad" if op.num_operands() == 5 => {
            let more = [
                ("edge_padding_low", list(2)?),
                ("edge_padding_high", list(3)?),
                ("interior_padding", list(4)?),
            ];
            ("stablehlo.pad", 2, with(Vec::new(), &more))
        }
        "stablehlo.dynamic_reshape" if op.num_operands() == 2 => {
            list(1).filter(|_| result_is_static())?;
            ("stablehlo.reshape", 1, Vec::new())
        }
        "stablehlo.real_dynamic_slice" if op.num_operands() == 4 => {
            let more = [("start_indices", list(1)?), ("limit_indices", list(2)?), ("strides", list(3)?)];
            ("stablehlo.slice", 1, with(Vec::new(), &more))
        }
        _ => return None,
    };
    Some(StaticForm { name, operands, attrs })
}
