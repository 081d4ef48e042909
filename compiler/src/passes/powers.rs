//! Squares and cubes: `tf.Pow` of `f32` by a constant two or three becomes multiplications.
//!
//! The op itself multiplies for these exponents, so the bits stay; but its vector code computes powers in general beside, which takes fifty times
//! as long. The usual approximation of GELU has a cube. Only ops are expanded whose type is inferred, so that none is that would refuse its
//! arguments. They are found and left alone as for fusion, of which this is the first part.

use rustc_hash::FxHashSet;
use tfrt_dialects::BATCH_TYPES_ATTR;
use tfrt_ir::attributes::{Attr, AttrKind};
use tfrt_ir::body::{Body, OpState};
use tfrt_ir::context::Context;
use tfrt_ir::dense::DenseView;
use tfrt_ir::entity::{Block, Op, Value};
use tfrt_ir::op_ref::OpRef;
use tfrt_ops::{DType, Elementwise};

use super::on_cpu;
use crate::dtype::dtype_of;

/// Expands the powers of a block.
pub(super) fn expand(
    ctx: &Context,
    body: &mut Body,
    block: Block,
    cpu: &FxHashSet<Value>,
    stays_alone: on_cpu::StaysAlone<'_>,
) {
    let is_power =
        |&op: &Op| on_cpu::plain_op(OpRef { ctx, body, op }, cpu, stays_alone) == Some(Elementwise::Pow.op());
    let powers: Vec<Op> = body.ops(block).filter(is_power).collect();
    for power in powers {
        let exponent = match body.num_operands(power) {
            3 if is_inferred(OpRef { ctx, body, op: power }) => number(ctx, body, body.operand(power, 2)),
            _ => None,
        };
        if exponent == Some(2.0) || exponent == Some(3.0) {
            let base = body.operand(power, 1);
            let mut value = before(ctx, body, power, Elementwise::Square, &[base]);
            if exponent == Some(3.0) {
                value = before(ctx, body, power, Elementwise::Mul, &[value, base]);
            }
            body.replace_all_uses(body.result(power, 0), value);
            body.erase_op(power);
        }
    }
}

/// Whether dtype and shape of the op's result follow from its operands, which then fit.
fn is_inferred(op: OpRef<'_>) -> bool {
    let ctx = op.ctx;
    let is_known = |&ty: &Attr| ctx.attr_as_type(ty).is_some_and(|ty| ctx.type_kind(ty).has_static_shape());
    let types = op.attr(BATCH_TYPES_ATTR).and_then(|types| ctx.array_elems(types)?.first());
    types.and_then(|&of_batches| ctx.array_elems(of_batches)).is_some_and(|types| types.iter().all(is_known))
}

/// The number that a value is, if it is a constant of `f32` without dimensions.
fn number(ctx: &Context, body: &Body, value: Value) -> Option<f64> {
    let value = on_cpu::constant(ctx, body, value)?;
    let AttrKind::DenseElements { ty, .. } = ctx.attr_kind(value) else { return None };
    let kind = ctx.type_kind(*ty);
    let is_single = kind.dims().is_some_and(|dims| dims.is_empty())
        && dtype_of(ctx, kind.element_type()?) == Some(DType::F32);
    DenseView::new(ctx, value).filter(|_| is_single)?.floats()?.next()
}

/// Puts a function of these operands before another one, with its handler, place, attributes and type; its result.
fn before(ctx: &Context, body: &mut Body, op: Op, function: Elementwise, operands: &[Value]) -> Value {
    let all: Vec<Value> = std::iter::once(body.operand(op, 0)).chain(operands.iter().copied()).collect();
    let ty = body.value_type(body.result(op, 0));
    let mut state = OpState::new(body.name(op), body.loc(op)).operands(&all).results(&[ty]);
    for &(key, value) in body.attrs(op) {
        let value = if ctx.str(key) == "op_name" { ctx.string_attr(function.op()) } else { value };
        state = state.attr(key, value);
    }
    let made = body.create_op(ctx, state);
    body.insert_op_before(made, op);
    body.result(made, 0)
}
