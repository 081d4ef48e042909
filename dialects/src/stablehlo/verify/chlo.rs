//! Rules of the operations of `chlo`.

use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::infer::{compatible_elements, compatible_types, elementwise, same_elements, same_shapes};
use super::tensors::{Tensor, operand, result, tensor_type, with_elem};
use super::{Rule, fail, inferred, op_fail};
use crate::stablehlo::directives::integers;
use crate::stablehlo::types::bounds;

/// All types agree.
pub(super) fn function(op: OpRef<'_>) -> Rule {
    compatible_types(op)?;
    elementwise(op)
}

/// A test of each element.
pub(super) fn is_kind(op: OpRef<'_>) -> Rule {
    elementwise(op)?;
    inferred(op, &[with_elem(operand(op, 0), op.ctx.i1())])
}

/// The shape to which two tensors are broadcast, with an element; unranked if they do not say it.
fn broadcast(op: OpRef<'_>, x: Tensor<'_>, y: Tensor<'_>, elem: Type) -> Type {
    let unranked = op.ctx.unranked_tensor(elem);
    if x.ty == y.ty && bounds(op.ctx, x.ty).is_some() {
        return with_elem(x, elem);
    }
    let is_known = |tensor: Tensor<'_>| {
        matches!(op.ctx.type_kind(tensor.ty), TypeKind::RankedTensor { .. })
            && bounds(op.ctx, tensor.ty).is_none()
    };
    if !is_known(x) || !is_known(y) {
        return unranked;
    }
    let (large, small) = if x.rank() >= y.rank() { (x.dims, y.dims) } else { (y.dims, x.dims) };
    let given = op.attr("broadcast_dimensions").and_then(|attr| integers(op.ctx, attr));
    let places = match given {
        Some(places) => places,
        None => (0..small.len()).map(|at| (large.len() - small.len() + at) as i64).collect(),
    };
    if places.len() != small.len() {
        return unranked;
    }
    let mut dims = large.to_vec();
    for (&size, &place) in small.iter().zip(&places) {
        let Some(to) = usize::try_from(place).ok().and_then(|place| dims.get_mut(place)) else {
            return unranked;
        };
        *to = match (*to, size) {
            (a, b) if a == b => a,
            (1, b) => b,
            (a, 1) => a,
            (DYNAMIC, b) => b,
            (a, DYNAMIC) => a,
            _ => return unranked,
        };
    }
    tensor_type(op.ctx, &dims, &[], elem)
}

/// The result has the operands' shape, broadcast, and this element.
fn broadcast_to(op: OpRef<'_>, elem: Type) -> Rule {
    let (x, y) = (operand(op, 0), operand(op, 1));
    inferred(op, &[broadcast(op, x, y, elem)])
}

pub(super) fn broadcast_compatible(op: OpRef<'_>) -> Rule {
    compatible_elements(op)?;
    broadcast_to(op, operand(op, 0).elem)
}

pub(super) fn broadcast_same(op: OpRef<'_>) -> Rule {
    same_elements(op)?;
    broadcast_to(op, operand(op, 0).elem)
}

/// The element of both operands.
fn matched(op: OpRef<'_>) -> Result<Type, String> {
    let (x, y) = (operand(op, 0).elem, operand(op, 1).elem);
    if x == y { Ok(x) } else { Err("mismatched operand types".to_owned()) }
}

pub(super) fn broadcast_logical(op: OpRef<'_>) -> Rule {
    let elem = matched(op)?;
    broadcast_to(op, elem)
}

pub(super) fn broadcast_complex(op: OpRef<'_>) -> Rule {
    let elem = matched(op)?;
    broadcast_to(op, op.ctx.intern_type(TypeKind::Complex(elem)))
}

pub(super) fn broadcast_compare(op: OpRef<'_>) -> Rule {
    matched(op)?;
    broadcast_to(op, op.ctx.i1())
}

/// The predicate and both tensors are broadcast to one shape.
pub(super) fn broadcast_select(op: OpRef<'_>) -> Rule {
    let (pred, x, y) = (operand(op, 0), operand(op, 1), operand(op, 2));
    if x.elem != y.elem {
        fail!("mismatched operand types");
    }
    // Upstream does not compare the result's element.
    let elem = result(op, 0).elem;
    let both = broadcast(op, x, y, elem);
    let all = broadcast(op, Tensor::of(op.ctx, both), pred, elem);
    inferred(op, &[all])
}

pub(super) fn constant_like(op: OpRef<'_>) -> Rule {
    same_shapes(op)?;
    let value = op.attr("value").and_then(|attr| op.ctx.attr_type(attr));
    if value != Some(result(op, 0).elem) {
        op_fail!(op, "value's type doesn't match element return type");
    }
    inferred(op, &[with_elem(operand(op, 0), result(op, 0).elem)])
}

pub(super) fn top_k(op: OpRef<'_>) -> Rule {
    let x = operand(op, 0);
    let Some(k) = op.attr("k").and_then(|attr| op.ctx.attr_as_i64(attr)) else { return Ok(None) };
    if !matches!(op.ctx.type_kind(x.ty), TypeKind::RankedTensor { .. }) {
        return inferred(op, &[x.ty, op.ctx.unranked_tensor(op.ctx.i32())]);
    }
    let Some(last) = x.rank().checked_sub(1) else { fail!("operand's rank must be at least 1") };
    if x.size(last).is_some_and(|size| size < k) {
        fail!("operand's last dimension must be at least {k}");
    }
    let mut dims = x.dims.to_vec();
    dims[last] = k;
    let values = tensor_type(op.ctx, &dims, &[], x.elem);
    let indices = with_elem(Tensor::of(op.ctx, values), op.ctx.i32());
    inferred(op, &[values, indices])
}
