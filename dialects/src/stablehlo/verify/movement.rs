//! Rules of operations that move elements or change shapes.

use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::infer::{
    at_least_one_operand, compatible_elements, elements, most_specific, number, numbers, same_element_of,
    same_elements,
};
use super::quantized::{self, any_quantized};
use super::tensors::{Tensor, elements_agree, list, operand, result, sizes_agree, tensor_type, width};
use super::{Rule, fail, inferred, op_fail};

/// The number of a dimension that a list or attribute names, if the tensor has it.
fn dimension(tensor: Tensor<'_>, dim: i64) -> Option<usize> {
    usize::try_from(dim).ok().filter(|&dim| dim < tensor.rank())
}

fn is_repeated(values: &[i64]) -> bool {
    values.iter().enumerate().any(|(at, value)| values[..at].contains(value))
}

pub(super) fn bitcast_convert(op: OpRef<'_>) -> Rule {
    let (from, to) = (operand(op, 0), result(op, 0));
    let is_complex = |tensor: Tensor<'_>| matches!(op.ctx.type_kind(tensor.elem), TypeKind::Complex(_));
    let both = format!("'{}' and '{}'", from.text(), to.text());
    if is_complex(from) != is_complex(to) {
        fail!("cannot convert between real and complex types, but got: {}", both);
    }
    let (from_width, to_width) = (width(op.ctx, from.elem), width(op.ctx, to.elem));
    let (small, large) = if from_width < to_width { (from, to) } else { (to, from) };
    let (small_width, large_width) = (from_width.min(to_width), from_width.max(to_width));
    if small_width != large_width && small.rank() != large.rank() + 1 {
        fail!(
            "rank of smaller element type ({}) should be 1 more than rank of larger element type ({}), but {} != {} + 1.",
            small.rank(),
            large.rank(),
            small.rank(),
            large.rank()
        );
    }
    let mut shared = small.dims.iter().zip(large.dims);
    if !shared.all(|(&a, &b)| sizes_agree(a, b)) {
        fail!(
            "operand and result shapes must match except for the innermost dimension of the shape with the smaller element \
             type. Got: {}.",
            both
        );
    }
    if small_width != large_width
        && let Some(inner) = small.size(small.rank() - 1)
        && inner.checked_mul(small_width) != Some(large_width)
    {
        fail!(
            "requires compatible bit widths. Got: {}, but {} * {} != {}.",
            both,
            small_width,
            inner,
            large_width
        );
    }
    Ok(None)
}

pub(super) fn broadcast(op: OpRef<'_>) -> Rule {
    same_elements(op)?;
    let from = operand(op, 0);
    let mut dims = numbers(op, "broadcast_sizes");
    if let Some(size) = dims.iter().find(|&&size| size < 0) {
        fail!("Broadcast with negative dimension size {}", size);
    }
    dims.extend(from.dims);
    // Upstream does not carry the bounds over.
    inferred(op, &[tensor_type(op.ctx, &dims, &[], from.elem)])
}

fn broadcast_dimensions(op: OpRef<'_>, unequal: fn(usize, i64, i64, i64) -> String) -> Rule {
    let (from, to) = (operand(op, 0), result(op, 0));
    let dims = numbers(op, "broadcast_dimensions");
    if dims.len() != from.rank() {
        fail!("broadcast_dimensions size ({}) does not match operand rank ({})", dims.len(), from.rank());
    }
    if is_repeated(&dims) {
        fail!("broadcast_dimensions should not have duplicates");
    }
    for (index, &dim) in dims.iter().enumerate() {
        let Some(at) = dimension(to, dim) else {
            fail!("broadcast_dimensions contains invalid value {} for result with rank {}", dim, to.rank());
        };
        let (size, wanted) = (from.dims[index], to.dims[at]);
        if size != DYNAMIC && size != 1 && size != wanted {
            let message = unequal(index, size, dim, wanted);
            if !message.is_empty() {
                return Err(message);
            }
        }
    }
    Ok(None)
}

pub(super) fn broadcast_in_dim(op: OpRef<'_>) -> Rule {
    compatible_elements(op)?;
    broadcast_dimensions(op, |index, size, dim, wanted| {
        format!(
            "size of operand dimension {index} ({size}) is not equal to 1 or size of result dimension {dim} ({wanted})"
        )
    })?;
    quantized::same_scale(operand(op, 0), result(op, 0))?;
    quantized::broadcast(operand(op, 0), result(op, 0), &numbers(op, "broadcast_dimensions"))
}

pub(super) fn dynamic_broadcast_in_dim(op: OpRef<'_>) -> Rule {
    let (from, to) = (operand(op, 0), result(op, 0));
    if !any_quantized(op) && !elements_agree(op.ctx, from.elem, to.elem) {
        fail!(
            "expects operand and result to have compatible element type. Got: '{}' and '{}'",
            from.text(),
            to.text()
        );
    }
    broadcast_dimensions(op, |index, size, dim, wanted| {
        if wanted == DYNAMIC {
            return String::new();
        }
        format!(
            "size of operand dimension {index} ({size}) is not compatible with size of result dimension {dim} ({wanted})"
        )
    })?;
    let (expanding, kept) =
        (numbers(op, "known_expanding_dimensions"), numbers(op, "known_nonexpanding_dimensions"));
    let all: Vec<i64> = expanding.iter().chain(&kept).copied().collect();
    if is_repeated(&all) {
        fail!("duplicate expansion hint for at least one operand dimension");
    }
    if let Some(dim) = all.into_iter().find(|&dim| dimension(from, dim).is_none()) {
        fail!("hint for expanding dimension {} does not refer to a valid operand dimension", dim);
    }
    quantized::broadcast(from, to, &numbers(op, "broadcast_dimensions"))
}

pub(super) fn concatenate(op: OpRef<'_>) -> Rule {
    at_least_one_operand(op)?;
    same_elements(op)?;
    let inputs: Vec<Tensor<'_>> = (0..op.num_operands()).map(|index| operand(op, index)).collect();
    let Some(&first) = inputs.first() else { return Ok(None) };
    let dim = number(op, "dimension");
    if let Some(other) = inputs.iter().position(|input| input.rank() != first.rank()) {
        fail!("operands (0) and ({}) do not match rank", other);
    }
    let Some(at) = dimension(first, dim) else {
        fail!("dimension {} is out-of-bounds for input rank {}", dim, first.rank());
    };
    let mut sizes: Vec<(i64, i64)> =
        (0..first.rank()).map(|dim| (first.dims[dim], first.bound(dim))).collect();
    for (other, input) in inputs.iter().enumerate().skip(1) {
        for (dim, size) in sizes.iter_mut().enumerate() {
            let found = (input.dims[dim], input.bound(dim));
            if dim != at {
                if !sizes_agree(first.dims[dim], found.0) {
                    fail!(
                        "shapes of operand (0) and ({}) are not compatible at non-concat index {}: ({}) != ({})",
                        other,
                        dim,
                        list(first.dims),
                        list(input.dims)
                    );
                }
                *size = most_specific(dim, *size, found)?;
            } else if size.0 != DYNAMIC && found.0 != DYNAMIC {
                size.0 += found.0;
            } else {
                let most = |(size, bound): (i64, i64)| if size == DYNAMIC { bound } else { size };
                let (a, b) = (most(*size), most(found));
                *size = (DYNAMIC, if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a + b });
            }
        }
    }
    let (dims, bounds): (Vec<i64>, Vec<i64>) = sizes.into_iter().unzip();
    inferred(op, &[tensor_type(op.ctx, &dims, &bounds, first.elem)])
}

/// The operands from a number on are integers of one type.
fn same_start_elements(op: OpRef<'_>, from: usize) -> Rule {
    if (from + 1..op.num_operands()).any(|index| operand(op, index).elem != operand(op, from).elem) {
        fail!("start indices must have same element type");
    }
    Ok(None)
}

pub(super) fn dynamic_slice(op: OpRef<'_>) -> Rule {
    same_element_of(op, "operand, result", &elements(op, 1))?;
    let from = operand(op, 0);
    let sizes = numbers(op, "slice_sizes");
    let starts = op.num_operands() - 1;
    if sizes.len() != starts {
        fail!(
            "has mismatched number of slice sizes ({}) and number of start indices ({})",
            sizes.len(),
            starts
        );
    }
    if starts != from.rank() {
        fail!(
            "has mismatched number of start indices ({}) and the rank of operand ({})",
            starts,
            from.rank()
        );
    }
    same_start_elements(op, 1)?;
    for (dim, &size) in sizes.iter().enumerate() {
        if size < 0 {
            fail!("has negative size index to dynamic slice: {}", size);
        }
        if let Some(whole) = from.size(dim)
            && size > whole
        {
            fail!(
                "has slice size {} greater than dimension size {} in dimension {} of operand",
                size,
                whole,
                dim
            );
        }
    }
    inferred(op, &[tensor_type(op.ctx, &sizes, &[], from.elem)])
}

pub(super) fn dynamic_update_slice(op: OpRef<'_>) -> Rule {
    same_element_of(op, "operand, update, result", &elements(op, 2))?;
    let (from, update) = (operand(op, 0), operand(op, 1));
    if update.rank() != from.rank() {
        fail!("update rank does not match operand rank: {} vs {}.", update.rank(), from.rank());
    }
    let starts = op.num_operands() - 2;
    if starts != from.rank() {
        fail!("expects number of start_indices to match operand rank: {} vs {}.", starts, from.rank());
    }
    same_start_elements(op, 2)?;
    for dim in 0..from.rank() {
        if let (Some(size), Some(whole)) = (update.size(dim), from.size(dim))
            && size > whole
        {
            fail!(
                "expects size at dimension {} of update to be in range [0, {}]. Got: {}.",
                dim,
                whole,
                size
            );
        }
    }
    inferred(op, &[from.ty])
}

/// The dimension that an attribute names.
fn dimension_attribute(op: OpRef<'_>) -> Result<usize, String> {
    let (from, dim) = (operand(op, 0), number(op, "dimension"));
    let Some(at) = dimension(from, dim) else {
        fail!("requires dimension attribute in range [0, {}); found ({})", from.rank(), dim);
    };
    Ok(at)
}

pub(super) fn get_dimension_size(op: OpRef<'_>) -> Rule {
    dimension_attribute(op)?;
    inferred(op, &[op.ctx.tensor(&[], op.ctx.i32())])
}

pub(super) fn set_dimension_size(op: OpRef<'_>) -> Rule {
    let from = operand(op, 0);
    if operand(op, 1).rank() != 0 {
        fail!("size operand should be of rank-0");
    }
    let at = dimension_attribute(op)?;
    if constant_value(op.ctx, op.body, op.operand(1)).is_some() {
        return Ok(None);
    }
    let mut dims = from.dims.to_vec();
    let mut bounds: Vec<i64> = (0..from.rank()).map(|dim| from.bound(dim)).collect();
    if dims[at] != DYNAMIC {
        bounds[at] = dims[at];
    }
    dims[at] = DYNAMIC;
    inferred(op, &[tensor_type(op.ctx, &dims, &bounds, from.elem)])
}

pub(super) fn iota(op: OpRef<'_>) -> Rule {
    let to = result(op, 0);
    if to.rank() == 0 {
        fail!("does not support scalars.");
    }
    if dimension(to, number(op, "iota_dimension")).is_none() {
        fail!("iota dimension cannot go beyond the output rank.");
    }
    Ok(None)
}

pub(super) fn pad(op: OpRef<'_>) -> Rule {
    let from = operand(op, 0);
    let [low, high, interior] =
        ["edge_padding_low", "edge_padding_high", "interior_padding"].map(|name| numbers(op, name));
    if low.len() != high.len() || low.len() != interior.len() {
        op_fail!(
            op,
            "failed to verify that all of {{edge_padding_low, edge_padding_high, interior_padding}} have same size"
        );
    }
    same_elements(op)?;
    if low.len() != from.rank() {
        fail!("edge_padding_low length ({}) must match operand rank ({})", low.len(), from.rank());
    }
    let (mut dims, mut bounds) = (Vec::new(), Vec::new());
    for dim in 0..from.rank() {
        if interior[dim] < 0 {
            fail!("Interior padding cannot be negative: {}", interior[dim]);
        }
        let padded = |size: i64| {
            let inner = (size - 1).max(0).saturating_mul(interior[dim]);
            size.saturating_add(low[dim]).saturating_add(high[dim]).saturating_add(inner)
        };
        let (size, bound) = (from.dims[dim], from.bound(dim));
        let most = if size == DYNAMIC { bound } else { size };
        if most != DYNAMIC && padded(most) < 0 {
            fail!("Padding result in negative size for dimension {}", dim);
        }
        dims.push(if size == DYNAMIC { DYNAMIC } else { padded(size) });
        bounds.push(if bound == DYNAMIC || size != DYNAMIC { DYNAMIC } else { padded(bound) });
    }
    inferred(op, &[tensor_type(op.ctx, &dims, &bounds, from.elem)])
}

pub(super) fn dynamic_pad(op: OpRef<'_>) -> Rule {
    let (from, to) = (operand(op, 0), result(op, 0));
    same_element_of(op, "operand, padding_value, result", &elements(op, 2))?;
    if from.rank() != to.rank() {
        op_fail!(op, "failed to verify that all of {{operand, result}} have same rank");
    }
    if operand(op, 2).ty != operand(op, 3).ty || operand(op, 2).ty != operand(op, 4).ty {
        op_fail!(
            op,
            "failed to verify that all of {{edge_padding_low, edge_padding_high, interior_padding}} have same type"
        );
    }
    let count = operand(op, 2).dims.first().copied().unwrap_or_default();
    if count != from.rank() as i64 {
        fail!("padding operands size ({}) must match operand rank ({})", count, from.rank());
    }
    Ok(None)
}

pub(super) fn reshape(op: OpRef<'_>) -> Rule {
    compatible_elements(op)?;
    if let (Some(from), Some(to)) = (operand(op, 0).count(), result(op, 0).count())
        && from != to
    {
        fail!("number of output elements ({}) doesn't match expected number of elements ({})", to, from);
    }
    quantized::reshaped(operand(op, 0), result(op, 0))
}

pub(super) fn dynamic_reshape(op: OpRef<'_>) -> Rule {
    let (from, to) = (operand(op, 0), result(op, 0));
    if !any_quantized(op) && !elements_agree(op.ctx, from.elem, to.elem) {
        fail!(
            "expects operand and result to have compatible element type. Got: '{}' and '{}'",
            from.text(),
            to.text()
        );
    }
    if operand(op, 1).dims.first().is_some_and(|&count| count != to.rank() as i64) {
        fail!("result should have a rank equal to the number of elements in output_shape");
    }
    quantized::reshaped(from, to)
}

pub(super) fn reverse(op: OpRef<'_>) -> Rule {
    same_elements(op)?;
    let from = operand(op, 0);
    let dims = numbers(op, "dimensions");
    let types = inferred(op, &[from.ty])?;
    if is_repeated(&dims) {
        fail!("dimensions should be unique. Got: {}", list(&dims));
    }
    for dim in dims {
        if dim < 0 {
            fail!("all dimensions should be non-negative. Got dimension: {}.", dim);
        }
        if dimension(from, dim).is_none() {
            fail!("all dimensions should be between [0, {}). Got dimension: {}.", from.rank(), dim);
        }
    }
    Ok(types)
}

pub(super) fn slice(op: OpRef<'_>) -> Rule {
    let from = operand(op, 0);
    let [starts, limits, strides] =
        ["start_indices", "limit_indices", "strides"].map(|name| numbers(op, name));
    if starts.len() != limits.len() || starts.len() != strides.len() {
        op_fail!(op, "failed to verify that all of {{start_indices, limit_indices, strides}} have same size");
    }
    same_elements(op)?;
    if starts.len() != from.rank() {
        fail!(
            "the number of elements in start_indices ({}) does not match the rank of the operand ({})",
            starts.len(),
            from.rank()
        );
    }
    let mut dims = Vec::new();
    for dim in 0..from.rank() {
        let (start, limit, stride) = (starts[dim], limits[dim], strides[dim]);
        if start < 0 {
            fail!("negative start index {} in dimension {}", start, dim);
        }
        let (size, bound) = (from.dims[dim], from.bound(dim));
        if size != DYNAMIC && limit > size {
            fail!("limit index {} is larger than dimension size {} in dimension {}", limit, size, dim);
        }
        if size == DYNAMIC && bound != DYNAMIC && limit > bound {
            fail!("limit index {} is larger than dimension bound {} in dimension {}", limit, bound, dim);
        }
        if start > limit {
            fail!("start index {} is larger than limit index {} in dimension {}", start, limit, dim);
        }
        if stride <= 0 {
            fail!("stride must be positive but got {} in dimension {}", stride, dim);
        }
        dims.push((limit - start).saturating_add(stride - 1) / stride);
    }
    inferred(op, &[tensor_type(op.ctx, &dims, &[], from.elem)])
}

pub(super) fn real_dynamic_slice(op: OpRef<'_>) -> Rule {
    same_element_of(op, "operand, result", &elements(op, 1))?;
    let (from, starts) = (operand(op, 0), operand(op, 1));
    if operand(op, 2).ty != starts.ty || operand(op, 3).ty != starts.ty {
        op_fail!(op, "failed to verify that all of {{start_indices, limit_indices, strides}} have same type");
    }
    if let Some(count) = starts.size(0)
        && count != from.rank() as i64
    {
        fail!("has mismatched number of operand rank ({}) and start_indices size ({})", from.rank(), count);
    }
    Ok(None)
}

pub(super) fn transpose(op: OpRef<'_>) -> Rule {
    compatible_elements(op)?;
    let from = operand(op, 0);
    let permutation = numbers(op, "permutation");
    if permutation.len() != from.rank() {
        fail!(
            "TransposeOp operand rank {} does not match permutation size {}",
            from.rank(),
            permutation.len()
        );
    }
    let places: Option<Vec<usize>> = permutation.iter().map(|&dim| dimension(from, dim)).collect();
    let Some(places) = places.filter(|_| !is_repeated(&permutation)) else {
        let all: Vec<i64> = (0..from.rank() as i64).collect();
        fail!(
            "attribute permutation must be a permutation of [{}] but got {}",
            list(&all),
            list(&permutation)
        );
    };
    let dims: Vec<i64> = places.iter().map(|&dim| from.dims[dim]).collect();
    let bounds: Vec<i64> = places.iter().map(|&dim| from.bound(dim)).collect();
    let types = inferred(op, &[tensor_type(op.ctx, &dims, &bounds, from.elem)])?;
    quantized::transposed(from, result(op, 0), &permutation)?;
    Ok(types)
}
