//! Rules of convolutions: what their tensors' dimensions mean, groups, windows.

use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::super::conv::ConvDimensionNumbers;
use super::infer::{number, precisions};
use super::products::inferred_shape;
use super::quantized::{self, any_quantized};
use super::tensors::{Tensor, elements_agree, list, operand};
use super::windows::Window;
use super::{Rule, fail};
use crate::dialect_attr::DialectAttr;

/// The dimensions of a tensor by their meaning: both that are not spatial, then the spatial ones.
fn dimensions(first: i64, second: i64, spatial: &[i64]) -> Vec<i64> {
    [&[first, second], spatial].concat()
}

/// The dimension numbers name each dimension once, and sizes fit the groups.
fn numbers_and_groups(op: OpRef<'_>, numbers: &ConvDimensionNumbers) -> Rule {
    let (lhs, rhs) = (operand(op, 0), operand(op, 1));
    let counts = [&numbers.input_spatial, &numbers.kernel_spatial, &numbers.output_spatial].map(Vec::len);
    if counts[0] != counts[1] || counts[0] != counts[2] {
        fail!(
            "expects the same size for input, kernel and output spatial-dimensions, but got {}, {}, and {} resp.",
            counts[0],
            counts[1],
            counts[2]
        );
    }
    let input = dimensions(numbers.input_batch, numbers.input_feature, &numbers.input_spatial);
    let kernel =
        dimensions(numbers.kernel_input_feature, numbers.kernel_output_feature, &numbers.kernel_spatial);
    let output = dimensions(numbers.output_batch, numbers.output_feature, &numbers.output_spatial);
    let all = [("input", input), ("kernel", kernel), ("output", output)];
    if all.iter().flat_map(|(_, dims)| dims).any(|&dim| dim < 0 || dim >= lhs.rank() as i64) {
        fail!("expects input, kernel, and output dimension-numbers to be in-range [0, {}).", lhs.rank());
    }
    for (name, dims) in &all {
        if dims.iter().enumerate().any(|(at, dim)| dims[..at].contains(dim)) {
            fail!("expects {} dimension-numbers to be unique, got {{{}}}.", name, list(dims));
        }
    }
    let size = |tensor: Tensor<'_>, dim: i64| tensor.size(dim as usize);
    let (features, batch) = (number(op, "feature_group_count"), number(op, "batch_group_count"));
    if features > 1 && batch > 1 {
        fail!(
            "expects batch_group_count and feature_group_count not to be both greater than 1. Got {} and {} resp.",
            batch,
            features
        );
    }
    if let Some(count) = size(lhs, numbers.input_batch)
        && count % batch != 0
    {
        fail!(
            "expects input batch dimension ({}) to be divisible by batch_group_count. Got batch_group_count = {}.",
            count,
            batch
        );
    }
    if let Some(count) = size(lhs, numbers.input_feature) {
        if count % features != 0 {
            fail!(
                "expects input feature dimension ({}) to be a multiple of feature_group_count. Got feature_group_count = {}.",
                count,
                features
            );
        }
        if let Some(of_kernel) = size(rhs, numbers.kernel_input_feature)
            && count / features != of_kernel
        {
            fail!(
                "expects input feature dimension ({}) / feature_group_count = kernel input feature dimension ({}). Got \
                 feature_group_count = {}.",
                count,
                of_kernel,
                features
            );
        }
    }
    if let Some(count) = size(rhs, numbers.kernel_output_feature) {
        if count % batch != 0 {
            fail!(
                "expects output feature dimension size ({}) to be a multiple of batch_group_count. Got batch_group_count = {}.",
                count,
                batch
            );
        }
        if count % features != 0 {
            fail!(
                "expects kernel output feature dimension ({}) to be divisible by feature_group_count. For feature_group_count \
                 = {}.",
                count,
                features
            );
        }
    }
    Ok(None)
}

/// The rules of both convolutions. Without a known padding, the result may have any shape.
fn convolve(op: OpRef<'_>, padding_is_known: bool) -> Rule {
    let numbers = op.attr("dimension_numbers").and_then(|attr| ConvDimensionNumbers::of(op.ctx, attr));
    let Some(numbers) = numbers else { return Ok(None) };
    let (lhs, rhs) = (operand(op, 0), operand(op, 1));
    let is_plain = [lhs, rhs].iter().all(|&tensor| quantized::quantized(tensor).is_none());
    // Floats of 8 bits may be of different kinds.
    let is_byte = |elem| matches!(op.ctx.type_kind(elem), TypeKind::Float(kind) if kind.width() == 8);
    let agree = elements_agree(op.ctx, lhs.elem, rhs.elem) || is_byte(lhs.elem) && is_byte(rhs.elem);
    if is_plain && !agree {
        fail!(
            "expects lhs and rhs to have compatible element type. Got: '{}' and '{}'",
            lhs.elem_text(),
            rhs.elem_text()
        );
    }
    if lhs.rank() != rhs.rank() {
        fail!(
            "expects convolution arguments to have same number of dimensions. Got: '{}' and '{}'.",
            lhs.text(),
            rhs.text()
        );
    }
    precisions(op)?;
    numbers_and_groups(op, numbers)?;
    if numbers.input_spatial.len() + 2 != lhs.rank() {
        fail!(
            "expects convolution arguments to have {} dimensions. Got: {}",
            numbers.input_spatial.len() + 2,
            lhs.rank()
        );
    }
    let kernel: Vec<i64> = numbers.kernel_spatial.iter().map(|&dim| rhs.dims[dim as usize]).collect();
    // An unknown size breaks no rule.
    let sizes = kernel.iter().map(|&size| if size == DYNAMIC { 1 } else { size }).collect();
    let elements = || match any_quantized(op) {
        true => quantized::convolution(op, numbers.kernel_output_feature, numbers.output_feature),
        false => Ok(None),
    };
    if !padding_is_known {
        return elements();
    }
    let window = Window::of_convolution(op, sizes)?;
    let mut dims = vec![DYNAMIC; lhs.rank()];
    let batch = lhs.dims[numbers.input_batch as usize];
    dims[numbers.output_batch as usize] =
        if batch == DYNAMIC { DYNAMIC } else { batch / number(op, "batch_group_count") };
    dims[numbers.output_feature as usize] = rhs.dims[numbers.kernel_output_feature as usize];
    for (at, (&from, &to)) in numbers.input_spatial.iter().zip(&numbers.output_spatial).enumerate() {
        let size = lhs.dims[from as usize];
        if size != DYNAMIC && kernel[at] != DYNAMIC {
            dims[to as usize] = window.places(at, size);
        }
    }
    let types = inferred_shape(op, &dims)?;
    elements()?;
    Ok(types)
}

pub(super) fn convolution(op: OpRef<'_>) -> Rule {
    convolve(op, true)
}

pub(super) fn dynamic_conv(op: OpRef<'_>) -> Rule {
    let numbers = op.attr("dimension_numbers").and_then(|attr| ConvDimensionNumbers::of(op.ctx, attr));
    let spatial = numbers.map_or(0, |numbers| numbers.input_spatial.len() as i64);
    let padding = operand(op, 2);
    if padding.dims != [spatial, 2] {
        fail!("expects padding to be of shape [{}, 2], but got [{}]", spatial, list(padding.dims));
    }
    convolve(op, false)
}
