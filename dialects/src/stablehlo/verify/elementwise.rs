//! Rules of element-wise operations.

use smallvec::smallvec;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::TypeKind;

use super::super::attributes::ResultAccuracy;
use super::infer::{
    compatible_elements, compatible_types, elementwise, most_specific, same_elements, same_shapes,
};
use super::quantized::{self, any_quantized};
use super::tensors::{
    Tensor, elements_agree, list, operand, result, tensor_type, type_shapes_agree, with_elem,
};
use super::{Inferred, Rule, fail, inferred, op_fail};
use crate::dialect_attr::DialectAttr;
use crate::quant::QuantizedType;

/// The most specific of types that agree.
fn joined(op: OpRef<'_>, types: &[Tensor<'_>]) -> Result<Type, String> {
    let first = types[0];
    let mut dims: Vec<(i64, i64)> =
        (0..first.rank()).map(|dim| (first.dims[dim], first.bound(dim))).collect();
    for other in &types[1..] {
        for (dim, size) in dims.iter_mut().enumerate().take(other.rank()) {
            *size = most_specific(dim, *size, (other.dims[dim], other.bound(dim)))?;
        }
    }
    let (dims, bounds): (Vec<i64>, Vec<i64>) = dims.into_iter().unzip();
    Ok(tensor_type(op.ctx, &dims, &bounds, first.elem))
}

pub(super) fn uniform(op: OpRef<'_>) -> Rule {
    compatible_types(op)?;
    let accuracy = op.attr("result_accuracy").and_then(|attr| ResultAccuracy::of(op.ctx, attr));
    if let Some(fault) = accuracy.and_then(ResultAccuracy::fault) {
        return Err(fault);
    }
    Ok(alike(op))
}

/// The type of a result that operands have too: what all of them say.
fn alike(op: OpRef<'_>) -> Option<Inferred> {
    let operands: Vec<Tensor<'_>> = (0..op.num_operands()).map(|index| operand(op, index)).collect();
    let is_ranked =
        |tensor: &Tensor<'_>| matches!(op.ctx.type_kind(tensor.ty), TypeKind::RankedTensor { .. });
    if operands.is_empty() || op.num_results() != 1 || !operands.iter().all(is_ranked) {
        return None;
    }
    let ty = joined(op, &operands).ok()?;
    Some(smallvec![with_elem(Tensor::of(op.ctx, ty), result(op, 0).elem)])
}

pub(super) fn reduce_precision(op: OpRef<'_>) -> Rule {
    elementwise(op)?;
    compatible_types(op)?;
    Ok(alike(op))
}

pub(super) fn add(op: OpRef<'_>) -> Rule {
    same_shapes(op)?;
    let (lhs, rhs, sum) = (operand(op, 0), operand(op, 1), result(op, 0));
    if any_quantized(op) {
        quantized::sum(op)?;
        return inferred(op, &[joined(op, &[lhs, rhs])?]);
    }
    let types = inferred(op, &[with_elem(Tensor::of(op.ctx, joined(op, &[lhs, rhs])?), sum.elem)])?;
    if lhs.elem != rhs.elem || lhs.elem != sum.elem {
        fail!("op requires the same element type for all operands and results");
    }
    Ok(types)
}

pub(super) fn absolute(op: OpRef<'_>) -> Rule {
    elementwise(op)?;
    real_elements(op)
}

/// The result has the parts of complex operands as elements.
fn real_elements(op: OpRef<'_>) -> Rule {
    let from = operand(op, 0);
    let elem = match *op.ctx.type_kind(from.elem) {
        TypeKind::Complex(part) => part,
        _ => from.elem,
    };
    inferred(op, &[with_elem(from, elem)])
}

pub(super) fn part(op: OpRef<'_>) -> Rule {
    elementwise(op)?;
    real_elements(op)
}

pub(super) fn is_finite(op: OpRef<'_>) -> Rule {
    elementwise(op)?;
    inferred(op, &[with_elem(operand(op, 0), op.ctx.i1())])
}

pub(super) fn compare(op: OpRef<'_>) -> Rule {
    if !elements_agree(op.ctx, operand(op, 0).elem, operand(op, 1).elem) {
        op_fail!(op, "requires compatible element types for all operands");
    }
    elementwise(op)?;
    inferred(op, &[with_elem(operand(op, 0), op.ctx.i1())])
}

pub(super) fn complex(op: OpRef<'_>) -> Rule {
    same_shapes(op)?;
    if operand(op, 0).elem != operand(op, 1).elem {
        op_fail!(op, "requires the same element type for all operands");
    }
    let elem = op.ctx.intern_type(TypeKind::Complex(operand(op, 0).elem));
    inferred(op, &[with_elem(operand(op, 0), elem)])
}

pub(super) fn convert(op: OpRef<'_>) -> Rule {
    same_shapes(op)
}

pub(super) fn clamp(op: OpRef<'_>) -> Rule {
    compatible_elements(op)?;
    let value = operand(op, 1);
    for (index, name) in [(0, "min"), (2, "max")] {
        let limit = operand(op, index);
        if limit.rank() != 0 && !type_shapes_agree(op.ctx, limit.ty, value.ty) {
            fail!(
                "{} shape [{}] is not scalar and is not compatible to operand shape [{}]",
                name,
                list(limit.dims),
                list(value.dims)
            );
        }
    }
    // Upstream does not carry the bounds over.
    inferred(op, &[tensor_type(op.ctx, value.dims, &[], value.elem)])
}

pub(super) fn select(op: OpRef<'_>) -> Rule {
    let (which, yes, no) = (operand(op, 0), operand(op, 1), operand(op, 2));
    if yes.elem != no.elem || !type_shapes_agree(op.ctx, yes.ty, no.ty) {
        fail!("requires compatible types for non-predicate operands");
    }
    if which.rank() != 0 && !type_shapes_agree(op.ctx, which.ty, yes.ty) {
        fail!("requires the same shape for all operands");
    }
    inferred(op, &[joined(op, &[yes, no])?])
}

pub(super) fn constant(op: OpRef<'_>) -> Rule {
    let Some(ty) = op.attr("value").and_then(|value| op.ctx.attr_type(value)) else { return Ok(None) };
    let (value, result) = (Tensor::of(op.ctx, ty), result(op, 0));
    let stored = QuantizedType::of(op.ctx, result.elem).map(|quantized| quantized.storage_width);
    // A constant of a quantized type has the stored integers.
    if let (Some(width), TypeKind::Integer { width: given, .. }) = (stored, op.ctx.type_kind(value.elem))
        && width == *given
        && value.dims == result.dims
    {
        return Ok(None);
    }
    inferred(op, &[ty])
}

pub(super) fn same_as_operand(op: OpRef<'_>) -> Rule {
    same_elements(op)?;
    let from = operand(op, 0);
    inferred(op, &[from.ty])
}
