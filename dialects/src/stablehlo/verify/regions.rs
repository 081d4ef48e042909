//! Rules of operations with regions: the types of arguments and of what regions return.

use tfrt_ir::body::RegionRef;
use tfrt_ir::handles::Type;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::types::{DYNAMIC, TypeKind};

use super::infer::{at_least_one_operand, number, numbers, same_shapes};
use super::tensors::{
    Tensor, elements_agree, is_tensor, operand, quoted, tensor_type, type_shapes_agree, types_agree, width,
};
use super::{Rule, fail, inferred};
use crate::quant::QuantizedType;

/// The types of the first block's arguments.
pub(super) fn arguments(region: RegionRef<'_>) -> Vec<Type> {
    let block = region.entry_block();
    let values = block.map(|block| region.body.block_args(block)).unwrap_or_default();
    values.iter().map(|&value| region.body.value_type(value)).collect()
}

/// The types of what the first block returns.
pub(super) fn returned(op: OpRef<'_>, region: RegionRef<'_>) -> Vec<Type> {
    let last = region.entry_block().and_then(|block| region.body.last_op(block));
    let last = last.map(|last| OpRef { ctx: op.ctx, body: region.body, op: last });
    last.map(|last| last.operand_types().collect()).unwrap_or_default()
}

pub(super) fn conditional(op: OpRef<'_>) -> Rule {
    let which = operand(op, 0);
    if which.rank() != 0 {
        fail!("operand should be rank 0 tensor but got rank {}", which.rank());
    }
    let mut first: Option<Vec<Type>> = None;
    for (index, region) in op.regions().enumerate() {
        let count = arguments(region).len();
        if count != 0 {
            fail!("branch {} must have 0 arguments, but found {}", index, count);
        }
        let found = returned(op, region);
        match &first {
            None => first = Some(found),
            Some(first) => {
                let agree = first.len() == found.len()
                    && first.iter().zip(&found).all(|(&a, &b)| types_agree(op.ctx, a, b));
                if !agree {
                    fail!(
                        "branch 0 and branch {} have mismatched return types: {} vs {}",
                        index,
                        quoted(op.ctx, first.iter().copied()),
                        quoted(op.ctx, found)
                    );
                }
            }
        }
    }
    match first {
        Some(types) => inferred(op, &types),
        None => fail!("expect at least one branch"),
    }
}

pub(super) fn repeat(op: OpRef<'_>) -> Rule {
    let carried: Vec<Type> = op.operand_types().collect();
    let agree = |types: &[Type]| {
        types.len() == carried.len() && carried.iter().zip(types).all(|(&a, &b)| types_agree(op.ctx, a, b))
    };
    let (Some(condition), Some(body)) = (op.region(0), op.region(1)) else { return Ok(None) };
    let all = || quoted(op.ctx, carried.iter().copied());
    for (types, what) in [
        (arguments(condition), "condition block arguments"),
        (arguments(body), "body block arguments"),
        (returned(op, body), "body block return types"),
    ] {
        if !agree(&types) {
            fail!(
                "expect operands to be compatible with {} but got {} vs {}",
                what,
                all(),
                quoted(op.ctx, types)
            );
        }
    }
    let decided = returned(op, condition);
    let &[decision] = decided.as_slice() else {
        fail!("expect condition body returns a single value but got {}", decided.len());
    };
    let tensor = Tensor::of(op.ctx, decision);
    if !is_tensor(op.ctx, decision) || tensor.rank() != 0 || tensor.elem != op.ctx.i1() {
        fail!(
            "expect condition block return a zero-ranked tensor of i1 but got {}",
            quoted(op.ctx, [decision])
        );
    }
    inferred(op, &carried)
}

pub(super) fn map(op: OpRef<'_>) -> Rule {
    at_least_one_operand(op)?;
    same_shapes(op)?;
    let Some(region) = op.region(0) else { return Ok(None) };
    let types = arguments(region);
    if types.len() != op.num_operands() {
        fail!(
            "expects number of operands to match the arity of map computation, but got: {} and {}",
            op.num_operands(),
            types.len()
        );
    }
    for (index, &ty) in types.iter().enumerate() {
        let argument = Tensor::of(op.ctx, ty);
        let is_ranked = matches!(op.ctx.type_kind(ty), TypeKind::RankedTensor { .. });
        if !is_ranked || argument.rank() != 0 {
            fail!(
                "computation arguments must be 0-rank tensor, but got: arg #{} of type {}",
                index,
                quoted(op.ctx, [ty])
            );
        }
        let elem = operand(op, index).elem;
        if argument.elem != elem {
            fail!(
                "element type of operands and computation arguments must match, but got: {} and {}",
                quoted(op.ctx, [elem]),
                quoted(op.ctx, [argument.elem])
            );
        }
    }
    let results = returned(op, region);
    let &[ty] = results.as_slice() else {
        fail!("computation must return single output, but got: {}", results.len());
    };
    let value = Tensor::of(op.ctx, ty);
    if !is_tensor(op.ctx, ty) || value.rank() != 0 {
        fail!("computation must return 0-rank tensor, but got: {}", quoted(op.ctx, [ty]));
    }
    let dims = numbers(op, "dimensions");
    if dims.iter().enumerate().any(|(at, &dim)| dim != at as i64) {
        fail!(
            "requires monotonically increasing dimension numbers, but got: {}",
            super::tensors::list(&dims)
        );
    }
    let from = operand(op, 0);
    if dims.len() != from.rank() {
        fail!(
            "applied to a subset of dimensions currently not supported: operand dimensions = {}, requested map dimensions \
             size = {}",
            from.rank(),
            dims.len()
        );
    }
    // Upstream does not carry the bounds over.
    inferred(op, &[tensor_type(op.ctx, from.dims, &[], value.elem)])
}

pub(super) fn sort(op: OpRef<'_>) -> Rule {
    at_least_one_operand(op)?;
    same_shapes(op)?;
    let types: Vec<Type> = op.operand_types().collect();
    let Some(region) = op.region(0) else { return Ok(None) };
    let Some(first) = types.first().map(|&ty| Tensor::of(op.ctx, ty)) else { return Ok(None) };
    let (dim, rank) = (number(op, "dimension"), first.rank() as i64);
    if dim < -rank || dim >= rank {
        fail!("dimension attribute value must be in range [-{}, {}), but found {}", rank, rank, dim);
    }
    let found = arguments(region);
    if found.len() != 2 * types.len() {
        fail!("comparator block should have {} arguments", 2 * types.len());
    }
    for (index, &ty) in found.iter().enumerate() {
        let wanted = op.ctx.tensor(&[], Tensor::of(op.ctx, types[index / 2]).elem);
        if ty != wanted {
            fail!(
                "comparator block argument #{} should be of type {} but got {}",
                index,
                quoted(op.ctx, [wanted]),
                quoted(op.ctx, [ty])
            );
        }
    }
    let results = returned(op, region);
    let &[ty] = results.as_slice() else {
        fail!("comparator must return single output but got {}", results.len());
    };
    if ty != op.ctx.tensor(&[], op.ctx.i1()) {
        fail!("comparator must return tensor<i1> but got {}", quoted(op.ctx, [ty]));
    }
    inferred(op, &types)
}

/// Whether types agree but for the precision of floats.
pub(super) fn agree_but_for_precision(op: OpRef<'_>, a: Type, b: Type) -> bool {
    let is_float = |ty: Type| matches!(op.ctx.type_kind(Tensor::of(op.ctx, ty).elem), TypeKind::Float(_));
    if is_float(a) && is_float(b) { type_shapes_agree(op.ctx, a, b) } else { types_agree(op.ctx, a, b) }
}

/// Whether values of an element type may be kept in another; floats in floats of any precision.
fn is_promotable(op: OpRef<'_>, from: Type, to: Type) -> bool {
    let ctx = op.ctx;
    let fits = || width(ctx, from) <= width(ctx, to);
    if let (Some(a), Some(b)) = (QuantizedType::of(ctx, from), QuantizedType::of(ctx, to)) {
        return a.expressed == b.expressed && a.storage_width <= b.storage_width;
    }
    match (ctx.type_kind(from), ctx.type_kind(to)) {
        _ if elements_agree(ctx, from, to) => true,
        (TypeKind::Float(_), TypeKind::Float(_)) => true,
        (TypeKind::Integer { .. }, TypeKind::Integer { .. })
        | (TypeKind::Complex(_), TypeKind::Complex(_)) => fits(),
        _ => false,
    }
}

/// The elements of what the region of a reduction returns.
pub(super) fn accumulators(op: OpRef<'_>, region: RegionRef<'_>) -> Result<Vec<Type>, String> {
    let results = returned(op, region);
    if results.is_empty() {
        fail!("The reduction-region expected to return some value(s)");
    }
    if let Some(&ty) = results.iter().find(|&&ty| !is_tensor(op.ctx, ty)) {
        fail!(
            "Reduction-region here must produce tensor-typed result(s), but produces {} instead",
            quoted(op.ctx, [ty])
        );
    }
    Ok(results.into_iter().map(|ty| Tensor::of(op.ctx, ty).elem).collect())
}

/// The region of a reduction takes an accumulator and a value for each input and returns the accumulators.
pub(super) fn reducer(
    op: OpRef<'_>,
    region: RegionRef<'_>,
    inputs: &[Type],
    starts: &[Type],
) -> Result<Vec<Type>, String> {
    let count = inputs.len();
    let found = arguments(region);
    if found.len() != 2 * count {
        fail!("Reduction-region must take {} parameters, but takes {} parameter(s)", 2 * count, found.len());
    }
    let results = returned(op, region);
    if results.is_empty() {
        fail!("The reduction-region expected to return some value(s)");
    }
    if results.len() != count {
        fail!("Reduction-region here must produce {} tensors, but produces {} instead", count, results.len());
    }
    if let Some(&ty) = results.iter().find(|&&ty| !is_tensor(op.ctx, ty)) {
        fail!(
            "Reduction-region here must produce tensor-typed result(s), but produces {} instead",
            quoted(op.ctx, [ty])
        );
    }
    let pair = |a: Type, b: Type| format!("{} vs {}", quoted(op.ctx, [a]), quoted(op.ctx, [b]));
    for index in 0..count {
        let (sum, start) = (results[index], starts[index]);
        let elem = |ty: Type| Tensor::of(op.ctx, ty).elem;
        for at in [index, count + index] {
            let agree = if at == index {
                types_agree(op.ctx, sum, found[at]) && elem(sum) == elem(found[at])
            } else {
                agree_but_for_precision(op, sum, found[at])
            };
            if !agree {
                fail!(
                    "The type of reduction-region's parameter at index {} is different than the corresponding result type: {}",
                    at,
                    pair(found[at], sum)
                );
            }
        }
        if !type_shapes_agree(op.ctx, sum, start) {
            fail!(
                "The shape of reduction-region's result type at index {} differs from the op's corresponding init-value type: \
                 {}",
                index,
                pair(sum, start)
            );
        }
        if !is_promotable(op, elem(start), elem(sum)) {
            fail!(
                "The element-type of reduction-region's result type at index {} is expected to be promotable from the op's \
                 corresponding init-value element-type: {}",
                index,
                pair(sum, start)
            );
        }
        let value = found[count + index];
        if !is_promotable(op, elem(inputs[index]), elem(value)) {
            fail!(
                "The element-type of reduction-region's argument at index {} is expected to be promotable from {}, but got {}",
                count + index,
                quoted(op.ctx, [elem(inputs[index])]),
                quoted(op.ctx, [elem(value)])
            );
        }
    }
    Ok(results.into_iter().map(|ty| Tensor::of(op.ctx, ty).elem).collect())
}

pub(super) fn reduce(op: OpRef<'_>) -> Rule {
    let types: Vec<Type> = op.operand_types().collect();
    let (inputs, starts) = types.split_at(types.len() / 2);
    let Some(&first) = inputs.first() else { return Ok(None) };
    if let Some(other) = inputs.iter().position(|&ty| !type_shapes_agree(op.ctx, first, ty)) {
        fail!(
            "expects all inputs to have compatible shapes. Shape at input-index {} is not compatible with shape at \
             input-index 0",
            other
        );
    }
    let first = Tensor::of(op.ctx, first);
    let dims = numbers(op, "dimensions");
    for (at, dim) in dims.iter().enumerate() {
        if *dim < 0 || *dim >= first.rank() as i64 {
            fail!("Out-of-bounds dimension {}, expected to be in range [0, {})", dim, first.rank());
        }
        if dims[..at].contains(dim) {
            fail!("Duplicate reduction dimension: {}", dim);
        }
    }
    let Some(region) = op.region(0) else { return Ok(None) };
    let elements = reducer(op, region, inputs, starts)?;
    let kept = || (0..first.rank()).filter(|&dim| !dims.contains(&(dim as i64)));
    let sizes: Vec<i64> = kept().map(|dim| first.dims[dim]).collect();
    let bounds: Vec<i64> =
        kept().map(|dim| if first.dims[dim] == DYNAMIC { first.bound(dim) } else { DYNAMIC }).collect();
    let wanted: Vec<Type> =
        elements.into_iter().map(|elem| tensor_type(op.ctx, &sizes, &bounds, elem)).collect();
    inferred(op, &wanted)
}
