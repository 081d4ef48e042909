//! Sizes and bounds of results that several operations infer alike.

use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::tensors::{Tensor, elements_agree, operand, result, type_shapes_agree, types_agree};
use super::{Rule, fail, op_fail};

/// A list of numbers that an attribute is; empty where it is missing.
pub(super) fn numbers(op: OpRef<'_>, name: &str) -> Vec<i64> {
    op.attr(name).and_then(|attr| super::super::integers(op.ctx, attr)).unwrap_or_default()
}

/// A number that an attribute is; 0 where it is missing.
pub(super) fn number(op: OpRef<'_>, name: &str) -> i64 {
    op.attr(name).and_then(|attr| op.ctx.attr_as_i64(attr)).unwrap_or_default()
}

/// All types of operands and results agree.
pub(super) fn compatible_types(op: OpRef<'_>) -> Rule {
    let mut types = op.operand_types().chain(op.result_types());
    let Some(first) = types.next() else { return Ok(None) };
    if types.any(|ty| !types_agree(op.ctx, first, ty)) {
        op_fail!(op, "requires compatible types for all operands and results");
    }
    Ok(None)
}

/// All elements of operands and results agree.
pub(super) fn compatible_elements(op: OpRef<'_>) -> Rule {
    let mut types = op.operand_types().chain(op.result_types()).map(|ty| Tensor::of(op.ctx, ty).elem);
    let Some(first) = types.next() else { return Ok(None) };
    if types.any(|elem| !elements_agree(op.ctx, first, elem)) {
        op_fail!(op, "requires compatible element types for all operands and results");
    }
    Ok(None)
}

/// All elements of operands and results are the same.
pub(super) fn same_elements(op: OpRef<'_>) -> Rule {
    let mut types = op.operand_types().chain(op.result_types()).map(|ty| Tensor::of(op.ctx, ty).elem);
    let Some(first) = types.next() else { return Ok(None) };
    if types.any(|elem| elem != first) {
        op_fail!(op, "requires the same element type for all operands and results");
    }
    Ok(None)
}

/// Operations on all their operands have one.
pub(super) fn at_least_one_operand(op: OpRef<'_>) -> Rule {
    if op.num_operands() == 0 {
        op_fail!(op, "expected 1 or more operands, but found 0");
    }
    Ok(None)
}

/// All shapes of operands and results may be equal.
pub(super) fn same_shapes(op: OpRef<'_>) -> Rule {
    if !shapes_may_be_equal(op) {
        op_fail!(op, "requires the same shape for all operands and results");
    }
    Ok(None)
}

pub(super) fn shapes_may_be_equal(op: OpRef<'_>) -> bool {
    let types: Vec<Type> = op.operand_types().chain(op.result_types()).collect();
    let pairs = types.iter().enumerate().flat_map(|(at, &a)| types[at + 1..].iter().map(move |&b| (a, b)));
    pairs.into_iter().all(|(a, b)| type_shapes_agree(op.ctx, a, b))
}

/// The rule of element-wise operations: shapes may be equal, and all types have a rank or none has.
pub(super) fn elementwise(op: OpRef<'_>) -> Rule {
    let is_ranked = |ty: Type| matches!(op.ctx.type_kind(ty), TypeKind::RankedTensor { .. });
    let ranked = op.operand_types().chain(op.result_types()).filter(|&ty| is_ranked(ty)).count();
    if !shapes_may_be_equal(op) || (ranked != 0 && ranked != op.num_operands() + op.num_results()) {
        op_fail!(op, "all non-scalar operands/results must have the same shape and base type");
    }
    Ok(None)
}

/// The named operands and results have one element type.
pub(super) fn same_element_of(op: OpRef<'_>, names: &str, elements: &[Type]) -> Rule {
    if elements.windows(2).any(|pair| pair[0] != pair[1]) {
        op_fail!(op, "failed to verify that all of {{{}}} have same element type", names);
    }
    Ok(None)
}

/// The element types of all operands up to a number, and of the first result.
pub(super) fn elements(op: OpRef<'_>, operands: usize) -> Vec<Type> {
    let mut found: Vec<Type> = (0..operands).map(|index| operand(op, index).elem).collect();
    found.push(result(op, 0).elem);
    found
}

/// A list of precisions has one for each operand, or is empty.
pub(super) fn precisions(op: OpRef<'_>) -> Rule {
    let count = op.attr("precision_config").and_then(|attr| op.ctx.array_elems(attr)).map_or(0, <[_]>::len);
    if count > 2 {
        fail!("expects precision config to be empty or have <= 2 elements, got {}", count);
    }
    Ok(None)
}

/// The most specific size and bound of two for a dimension.
pub(super) fn most_specific(dim: usize, a: (i64, i64), b: (i64, i64)) -> Result<(i64, i64), String> {
    let size = if a.0 == DYNAMIC { b.0 } else { a.0 };
    if size != DYNAMIC {
        if let Some(bound) = [a.1, b.1].into_iter().find(|&bound| bound != DYNAMIC && bound < size) {
            fail!("Mismatched dimension size {} and bound {} in dimension {}", size, bound, dim);
        }
        return Ok((size, DYNAMIC));
    }
    let bound = match (a.1, b.1) {
        (DYNAMIC, bound) | (bound, DYNAMIC) => bound,
        (a, b) => a.min(b),
    };
    Ok((DYNAMIC, bound))
}
