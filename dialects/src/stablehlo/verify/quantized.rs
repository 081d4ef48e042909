//! Rules of quantized elements: which operands and results are quantized together, and whose scales, zero points and dimensions agree.
//!
//! Storage types agree if their widths do: whether stored integers have a sign is no part of the storage type, as upstream compares it.

use tfrt_ir::float::{from_f64, write_float};
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, FloatKind};

use super::tensors::{Tensor, operand, result, sizes_agree};
use super::{Rule, fail, inferred};
use crate::quant::QuantizedType;

/// The parts of a tensor's element type, if that is quantized.
pub(super) fn quantized(tensor: Tensor<'_>) -> Option<QuantizedType> {
    QuantizedType::of(tensor.ctx, tensor.elem)
}

/// Whether an operand or a result is quantized.
pub(super) fn any_quantized(op: OpRef<'_>) -> bool {
    let is_quantized = |ty: Type| quantized(Tensor::of(op.ctx, ty)).is_some();
    op.operand_types().chain(op.result_types()).any(is_quantized)
}

/// Whether pairs of a scale and a zero point are the same, as far as there are both.
fn same_parameters(a: &QuantizedType, b: &QuantizedType) -> bool {
    a.parameters.iter().zip(&b.parameters).all(|(a, b)| a == b)
}

/// Operand and result that have one scale each have the same, and the same zero point; all else is the same too.
pub(super) fn same_scale(from: Tensor<'_>, to: Tensor<'_>) -> Rule {
    match (quantized(from), quantized(to)) {
        (Some(a), Some(b)) if a.dimension.is_none() && b.dimension.is_none() && a != b => {
            fail!(
                "expect same quantization scale and zero_point but got '{}' vs '{}'",
                from.text(),
                to.text()
            );
        }
        _ => Ok(None),
    }
}

/// Operand and result of an operation that moves elements have the same scales and zero points.
fn same_scales(from: Tensor<'_>, to: Tensor<'_>) -> Rule {
    same_scale(from, to)?;
    match (quantized(from), quantized(to)) {
        (Some(a), Some(b)) if axes(from, to).is_some() && !same_parameters(&a, &b) => {
            fail!(
                "expect same quantization scales and zero_points but got '{}' vs '{}'",
                from.text(),
                to.text()
            );
        }
        _ => Ok(None),
    }
}

/// The dimensions along which operand and result are quantized, if both are by an axis.
fn axes(from: Tensor<'_>, to: Tensor<'_>) -> Option<(usize, usize)> {
    let axis = |tensor| usize::try_from(quantized(tensor)?.dimension?).ok();
    axis(from).zip(axis(to))
}

/// The dimension of scales is the one that the permutation puts in its place.
pub(super) fn transposed(from: Tensor<'_>, to: Tensor<'_>, permutation: &[i64]) -> Rule {
    same_scales(from, to)?;
    let Some((axis, place)) = axes(from, to) else { return Ok(None) };
    match permutation.get(place) {
        Some(&source) if source != axis as i64 => {
            fail!(
                "operand quantization_dimension {} is not same as permutation[{}] = {}",
                axis,
                place,
                source
            );
        }
        _ => Ok(None),
    }
}

/// The dimension of scales keeps its size, and the sizes before it their product.
pub(super) fn reshaped(from: Tensor<'_>, to: Tensor<'_>) -> Rule {
    same_scales(from, to)?;
    let Some((axis, place)) = axes(from, to) else { return Ok(None) };
    if let (Some(a), Some(b)) = (from.dims.get(axis), to.dims.get(place))
        && !sizes_agree(*a, *b)
    {
        fail!(
            "expect same quantization dimension size for operand and result '{}' and '{}'",
            from.text(),
            to.text()
        );
    }
    let before =
        |dims: &[i64], axis: usize| dims.iter().take(axis).fold(1i64, |all, &dim| all.wrapping_mul(dim));
    let (a, b) = (before(from.dims, axis), before(to.dims, place));
    let is_known = [(from, axis), (to, place)]
        .iter()
        .all(|(tensor, axis)| !tensor.dims.iter().take(*axis).any(|&dim| dim == DYNAMIC));
    if is_known && a != b {
        fail!(
            "product of dimensions before quantization dimension must match between operand and result for {} and {}",
            a,
            b
        );
    }
    Ok(None)
}

/// A scale as types show it.
fn text(scale: f64) -> String {
    let mut text = String::new();
    write_float(&mut text, FloatKind::F64, from_f64(FloatKind::F64, scale));
    text
}

/// The dimension of scales goes where the operand's goes; one scale for all may become many alike. Upstream does not compare other scales.
pub(super) fn broadcast(from: Tensor<'_>, to: Tensor<'_>, dims: &[i64]) -> Rule {
    let Some((axis, place)) = axes(from, to) else { return Ok(None) };
    match dims.get(axis) {
        Some(&dim) if dim != place as i64 => {
            fail!(
                "result quantization_dimension {} not same as broadcast_dimensions[{}] = {}",
                place,
                axis,
                dim
            );
        }
        _ => {}
    }
    if from.dims.get(axis) != Some(&1) {
        return Ok(None);
    }
    let (Some(a), Some(b)) = (quantized(from), quantized(to)) else { return Ok(None) };
    let Some(&(scale, zero_point)) = a.parameters.first() else { return Ok(None) };
    for (at, &(other, point)) in b.parameters.iter().enumerate() {
        if other != scale {
            fail!("mismatch result scale {} ({}) and operand scale 0 ({})", at, text(other), text(scale));
        }
        if point != zero_point {
            fail!("mismatch result zero_point {} ({}) and operand zero_point 0 ({})", at, point, zero_point);
        }
    }
    Ok(None)
}

/// Sums of quantized elements: all are quantized alike, and the result by the axis of its operands.
pub(super) fn sum(op: OpRef<'_>) -> Rule {
    let (lhs, rhs, sum) = (operand(op, 0), operand(op, 1), result(op, 0));
    let (Some(a), Some(b), Some(c)) = (quantized(lhs), quantized(rhs), quantized(sum)) else {
        fail!("expects  all operands and results to be either quantized or non-quantized");
    };
    if a.storage_width != b.storage_width || a.storage_width != c.storage_width {
        fail!("mismatched operands and result quantization storage types");
    }
    if a.expressed != b.expressed || a.expressed != c.expressed {
        fail!("mismatched operands and result quantization expressed types");
    }
    match (a.dimension.or(b.dimension), c.dimension) {
        (Some(_), None) => fail!("result is not per_axis quantized but lhs or rhs are"),
        (None, Some(_)) => {
            fail!("result per_axis quantized but none from rhs and lhs are per_axis quantized");
        }
        _ => {}
    }
    for (name, tensor, own) in [("lhs", lhs, &a), ("rhs", rhs, &b)] {
        if own.dimension.is_some() && own.dimension != c.dimension {
            fail!(
                "quantization_dimension of {} and result are not same '{}' vs '{}'",
                name,
                tensor.elem_text(),
                sum.elem_text()
            );
        }
    }
    Ok(None)
}

/// Products of quantized elements: the right operand is quantized, the left one with the result or not at all.
fn product(op: OpRef<'_>) -> Rule {
    let (lhs, rhs, out) = (operand(op, 0), operand(op, 1), result(op, 0));
    let (a, b, c) = (quantized(lhs), quantized(rhs), quantized(out));
    let (Some(b), true) = (b, a.is_some() == c.is_some()) else {
        fail!(
            "rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold"
        );
    };
    let (Some(a), Some(c)) = (a, c) else {
        let expressed = op.ctx.float(b.expressed);
        if expressed != lhs.elem || expressed != out.elem {
            fail!("mismatched rhs quantization expressed type and lhs and result element type");
        }
        return Ok(None);
    };
    if a.storage_width != b.storage_width {
        fail!("mismatched lhs and rhs quantization storage types");
    }
    if a.expressed != b.expressed || a.expressed != c.expressed {
        fail!("mismatched lhs, rhs and result quantization expressed types");
    }
    if b.dimension.is_none() && c.dimension.is_some() {
        fail!("mismatched rhs and result quantization granularity");
    }
    Ok(None)
}

/// A product of quantized matrices.
pub(super) fn dot(op: OpRef<'_>, contracting: &[i64]) -> Rule {
    if let Some(rhs) = quantized(operand(op, 1)) {
        if rhs.parameters.iter().any(|&(_, zero_point)| zero_point != 0) {
            fail!("Zero point{} of rhs should be 0", if rhs.dimension.is_some() { "s" } else { "" });
        }
        if rhs.dimension.is_some_and(|axis| contracting.contains(&axis)) {
            fail!("Quantization dimension of rhs should not be in the contracting dimension of rhs");
        }
    }
    product(op)
}

/// A convolution of quantized elements, with the dimensions of the output features in kernel and result.
pub(super) fn convolution(op: OpRef<'_>, kernel_feature: i64, output_feature: i64) -> Rule {
    let axis = |tensor| quantized(tensor).and_then(|quantized| quantized.dimension);
    if axis(operand(op, 1)).is_some_and(|axis| axis != kernel_feature) {
        fail!("quantization dimension of rhs should be same with kernel_output_feature_dimension");
    }
    if axis(result(op, 0)).is_some_and(|axis| axis != output_feature) {
        fail!("quantization dimension of result should be same with output_feature_dimension");
    }
    product(op)
}

/// Quantized elements express what the operand's are or express.
pub(super) fn quantize(op: OpRef<'_>) -> Rule {
    super::infer::elementwise(op)?;
    let (from, to) = (operand(op, 0), result(op, 0));
    let Some(into) = quantized(to) else { return Ok(None) };
    let expressed = quantized(from).map_or(from.elem, |own| op.ctx.float(own.expressed));
    if expressed != op.ctx.float(into.expressed) {
        fail!(
            "Expressed type of result expected to be {}, but got {}",
            super::quoted(op.ctx, [expressed]),
            super::quoted(op.ctx, [op.ctx.float(into.expressed)])
        );
    }
    Ok(None)
}

/// The result has the elements that the operand's express.
pub(super) fn dequantize(op: OpRef<'_>) -> Rule {
    super::infer::elementwise(op)?;
    let from = operand(op, 0);
    let Some(own) = quantized(from) else { return Ok(None) };
    inferred(op, &[super::tensors::with_elem(from, op.ctx.float(own.expressed))])
}
