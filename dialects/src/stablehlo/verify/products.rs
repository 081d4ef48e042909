//! Rules of products, decompositions, statistics, tuples and barriers.

use smallvec::smallvec;
use tfrt_ir::handles::{Attr, Type};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::opdef::constant_value;
use tfrt_ir::types::{DYNAMIC, FloatKind, TypeKind};

use super::super::attributes::{DotAlgorithm, DotDimensionNumbers, RaggedDotDimensionNumbers};
use super::super::words::{FftType, Precision, RngDistribution, Transpose};
use super::infer::{
    compatible_elements, elements, most_specific, number, numbers, precisions, same_element_of,
};
use super::quantized::{self, any_quantized};
use super::tensors::{Tensor, list, operand, quoted, result, sizes_agree, tensor_type, type_shapes_agree};
use super::{Rule, fail, inferred, op_fail};
use crate::chlo::OfChlo;
use crate::dialect_attr::DialectAttr;

/// The rules of batch normalization: some operands have all dimensions, the others that of the features.
fn batch_norm(op: OpRef<'_>, whole: &[usize], single: &[usize]) -> Result<Type, String> {
    compatible_elements(op)?;
    let disagree = |indices: &[usize]| {
        indices.iter().any(|&at| !type_shapes_agree(op.ctx, operand(op, indices[0]).ty, operand(op, at).ty))
    };
    if disagree(whole) {
        fail!("expects multi-dimensional operands to have compatible shapes.");
    }
    if disagree(single) {
        fail!("expects single-dimensional operands to have compatible shapes.");
    }
    let (from, feature) = (operand(op, 0), number(op, "feature_index"));
    let Some(dim) = usize::try_from(feature).ok().filter(|&dim| dim < from.rank()) else {
        fail!(
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex {}, and rank {}.",
            feature,
            from.rank()
        );
    };
    let (count, found) = (from.dims[dim], operand(op, single[0]).dims[0]);
    if !sizes_agree(count, found) {
        fail!(
            "expects the size of single-dimensional operands to be compatible with feature count, but the size of \
             single-dimensional operands is {} and the feature count is {}.",
            found,
            count
        );
    }
    Ok(tensor_type(op.ctx, &[count], &[from.bound(dim)], from.elem))
}

pub(super) fn batch_norm_grad(op: OpRef<'_>) -> Rule {
    let feature = batch_norm(op, &[0, 4], &[1, 2, 3])?;
    inferred(op, &[operand(op, 0).ty, feature, feature])
}

pub(super) fn batch_norm_inference(op: OpRef<'_>) -> Rule {
    batch_norm(op, &[0], &[1, 2, 3, 4])?;
    inferred(op, &[operand(op, 0).ty])
}

pub(super) fn batch_norm_training(op: OpRef<'_>) -> Rule {
    let feature = batch_norm(op, &[0], &[1, 2])?;
    inferred(op, &[operand(op, 0).ty, feature, feature])
}

pub(super) fn cholesky(op: OpRef<'_>) -> Rule {
    compatible_elements(op)?;
    let from = operand(op, 0);
    let &[.., rows, columns] = from.dims else {
        fail!("argument 'a' must have rank >= 2, got shape {}.", list(from.dims));
    };
    if !sizes_agree(rows, columns) {
        fail!("minor dimensions of 'a' must have equal size, got shape {}.", list(from.dims));
    }
    inferred(op, &[from.ty])
}

pub(super) fn triangular_solve(op: OpRef<'_>) -> Rule {
    compatible_elements(op)?;
    let (a, b) = (operand(op, 0), operand(op, 1));
    let &[.., rows, columns] = a.dims else {
        fail!("operand 'a' must have rank >= 2, but got '{}'", a.text());
    };
    if !sizes_agree(rows, columns) {
        fail!("two minor dimensions of operand 'a' must be compatible, but got '{}'", a.text());
    }
    if a.rank() != b.rank() {
        fail!("operands must have equal rank, but got '{}' and '{}'", a.text(), b.text());
    }
    let is_left = op.attr("left_side").and_then(|attr| op.ctx.attr_as_i64(attr)).unwrap_or_default() != 0;
    let shared = b.dims[b.rank() - if is_left { 2 } else { 1 }];
    if !sizes_agree(rows, shared) {
        fail!(
            "shared dimension of operands 'a' and 'b' must be compatible, but got '{}' and '{}'",
            a.text(),
            b.text()
        );
    }
    let outer = a.rank() - 2;
    if !super::tensors::shapes_agree(&a.dims[..outer], &b.dims[..outer]) {
        fail!(
            "batch dimensions of the operands must be compatible, but got '{}' and '{}'",
            a.text(),
            b.text()
        );
    }
    let transpose = op.attr("transpose_a").and_then(|attr| Transpose::of(op.ctx, attr));
    if transpose == Some(&Transpose::Invalid) {
        fail!("Invalid transpose option value for triangular solve");
    }
    inferred(op, &[b.ty])
}

/// The shape of the result must be able to be this one.
pub(super) fn inferred_shape(op: OpRef<'_>, dims: &[i64]) -> Rule {
    let found = result(op, 0);
    if !super::tensors::shapes_agree(dims, found.dims) {
        fail!(
            "inferred shape '[{}]' is incompatible with return type of operation '{}'",
            list(dims),
            found.text()
        );
    }
    Ok(Some(smallvec![tensor_type(op.ctx, dims, &[], found.elem)]))
}

/// An algorithm is one that exists, and says all about precision.
fn dot_algorithm(op: OpRef<'_>) -> Rule {
    precisions(op)?;
    let algorithm = op.attr("algorithm").and_then(|attr| DotAlgorithm::of(op.ctx, attr));
    let Some(algorithm) = algorithm else { return Ok(None) };
    algorithm.fault().map_or(Ok(None), Err)
}

pub(super) fn dot_general(op: OpRef<'_>) -> Rule {
    dot_algorithm(op)?;
    let numbers = op.attr("dot_dimension_numbers").and_then(|attr| DotDimensionNumbers::of(op.ctx, attr));
    let Some(numbers) = numbers else { return Ok(None) };
    let mut dims = contraction(op, numbers)?;
    let batches = numbers.lhs_batching_dimensions.iter().zip(&numbers.rhs_batching_dimensions);
    for (at, (&a, &b)) in batches.enumerate() {
        let size = |tensor: Tensor<'_>, dim: i64| (tensor.dims[dim as usize], tensor.bound(dim as usize));
        dims[at] = most_specific(at, size(operand(op, 0), a), size(operand(op, 1), b))?.0;
    }
    let precise = op.attr("precision_config").and_then(|attr| op.ctx.array_elems(attr)).unwrap_or_default();
    let is_default = |&attr: &Attr| Precision::of(op.ctx, attr) == Some(&Precision::Default);
    if op.attr("algorithm").is_some() && !precise.iter().all(is_default) {
        fail!("must specify DEFAULT precision config when algorithm is set.");
    }
    let types = inferred_shape(op, &dims)?;
    if any_quantized(op) {
        quantized::dot(op, &numbers.rhs_contracting_dimensions)?;
    }
    Ok(types)
}

/// Checks the dimensions of a product, and gives the sizes of its result: of batches, then of both operands' others.
fn contraction(op: OpRef<'_>, numbers: &DotDimensionNumbers) -> Result<Vec<i64>, String> {
    let (lhs, rhs) = (operand(op, 0), operand(op, 1));
    let lists = [
        (&numbers.lhs_batching_dimensions, "lhs_batching_dimensions", lhs),
        (&numbers.lhs_contracting_dimensions, "lhs_contracting_dimensions", lhs),
        (&numbers.rhs_batching_dimensions, "rhs_batching_dimensions", rhs),
        (&numbers.rhs_contracting_dimensions, "rhs_contracting_dimensions", rhs),
    ];
    if lists[0].0.len() != lists[2].0.len() {
        fail!("lhs and rhs should have the same number of batching dimensions");
    }
    if lists[1].0.len() != lists[3].0.len() {
        fail!("lhs and rhs should have the same number of contracting dimensions");
    }
    for side in [&lists[..2], &lists[2..]] {
        let all: Vec<i64> = side.iter().flat_map(|(dims, ..)| dims.iter().copied()).collect();
        if let Some((_, dim)) = all.iter().enumerate().find(|(at, dim)| all[..*at].contains(dim)) {
            fail!("has duplicated dimension from {} and {}: {}", side[0].1, side[1].1, dim);
        }
    }
    for (dims, name, tensor) in lists {
        if let Some(dim) = dims.iter().find(|&&dim| dim < 0 || dim >= tensor.rank() as i64) {
            fail!("{} value: {} is out of range: [0, {})", name, dim, tensor.rank());
        }
    }
    let pairs_agree = |a: &[i64], b: &[i64]| {
        a.iter().zip(b).all(|(&a, &b)| sizes_agree(lhs.dims[a as usize], rhs.dims[b as usize]))
    };
    if !pairs_agree(lists[0].0, lists[2].0) {
        fail!("batching dimension sizes must match for lhs/rhs");
    }
    if !pairs_agree(lists[1].0, lists[3].0) {
        fail!("contracting dimension sizes must match for lhs/rhs");
    }
    let mut dims: Vec<i64> = lists[0].0.iter().map(|&dim| lhs.dims[dim as usize]).collect();
    for (at, tensor) in [(0, lhs), (2, rhs)] {
        let used = |dim: usize| lists[at..at + 2].iter().any(|(dims, ..)| dims.contains(&(dim as i64)));
        dims.extend((0..tensor.rank()).filter(|&dim| !used(dim)).map(|dim| tensor.dims[dim]));
    }
    Ok(dims)
}

pub(super) fn ragged_dot(op: OpRef<'_>) -> Rule {
    precisions(op)?;
    let numbers = op
        .attr("ragged_dot_dimension_numbers")
        .and_then(|attr| OfChlo::<RaggedDotDimensionNumbers>::of(op.ctx, attr));
    let Some(numbers) = numbers else { return Ok(None) };
    let (lhs, rhs, groups) = (operand(op, 0), operand(op, 1), operand(op, 2));
    let dot = DotDimensionNumbers {
        lhs_batching_dimensions: numbers.lhs_batching_dimensions.clone(),
        rhs_batching_dimensions: numbers.rhs_batching_dimensions.clone(),
        lhs_contracting_dimensions: numbers.lhs_contracting_dimensions.clone(),
        rhs_contracting_dimensions: numbers.rhs_contracting_dimensions.clone(),
    };
    let &[ragged] = numbers.lhs_ragged_dimensions.as_slice() else {
        fail!("There must be exactly one ragged dimension in the lhs.");
    };
    if ragged < 0 || ragged >= lhs.rank() as i64 {
        fail!(
            "Expects lhs_ragged_dim to be in range [0, lhs_rank) i.e. [0, {}). got: {}.",
            lhs.rank(),
            ragged
        );
    }
    for (names, dims) in [
        ("rhs_batching_dimensions", &numbers.rhs_batching_dimensions),
        ("rhs_contracting_dimensions", &numbers.rhs_contracting_dimensions),
    ] {
        let all = [numbers.rhs_group_dimensions.as_slice(), dims].concat();
        if let Some((_, dim)) = all.iter().enumerate().find(|(at, dim)| all[..*at].contains(dim)) {
            fail!("has duplicated dimension from rhs_group_dimensions and {}: {}", names, dim);
        }
    }
    let dims = contraction(op, &dot)?;
    let batches = numbers.lhs_batching_dimensions.len();
    let is_batch = numbers.lhs_batching_dimensions.contains(&ragged);
    let is_contracted = numbers.lhs_contracting_dimensions.contains(&ragged);
    let is_kept = !is_batch && !is_contracted;
    if is_kept && numbers.rhs_group_dimensions.len() != 1 {
        fail!(
            "There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting."
        );
    }
    if !is_kept && !numbers.rhs_group_dimensions.is_empty() {
        fail!(
            "There must be zero group dimensions in the rhs when the ragged dimension is batch or contracting."
        );
    }
    let outer: Vec<i64> = outer_of_ragged(numbers, ragged).map(|dim| lhs.dims[dim as usize]).collect();
    if groups.rank() != 1 && groups.rank() != outer.len() + 1 || groups.rank() == 0 {
        fail!("expected group_sizes to have rank {}, got {}", outer.len() + 1, groups.rank());
    }
    let count = groups.dims[groups.rank() - 1];
    if groups.rank() > 1 && !super::tensors::shapes_agree(&groups.dims[..outer.len()], &outer) {
        let wanted = [outer.as_slice(), &[count]].concat();
        fail!("group_sizes is expected to have shape [{}], got [{}]", list(&wanted), list(groups.dims));
    }
    let mut dims = dims;
    if let &[group] = numbers.rhs_group_dimensions.as_slice() {
        let Some(at) = usize::try_from(group).ok().filter(|&dim| dim < rhs.rank()) else {
            fail!(
                "Expects rhs_group_dim to be in range [0, rhs_rank) i.e. [0, {}). got: {}.",
                rhs.rank(),
                group
            );
        };
        if !sizes_agree(rhs.dims[at], count) {
            fail!("rhs group dimension is expected to have size={}, got {}", count, rhs.dims[at]);
        }
        // The last sizes are those of the right operand's dimensions; groups are not among the result's.
        let is_used = |dim: i64| {
            numbers.rhs_batching_dimensions.contains(&dim)
                || numbers.rhs_contracting_dimensions.contains(&dim)
        };
        let before = (0..group).filter(|&dim| !is_used(dim)).count();
        let of_lhs = lhs.rank() - batches - numbers.lhs_contracting_dimensions.len();
        dims.remove(batches + of_lhs + before);
    }
    if is_contracted {
        dims.insert(0, count);
    }
    inferred_shape(op, &dims)
}

/// The dimensions of the left operand each of whose slices has groups of its own.
fn outer_of_ragged(numbers: &RaggedDotDimensionNumbers, ragged: i64) -> impl Iterator<Item = i64> {
    let (batch, contracted) = (&numbers.lhs_batching_dimensions, &numbers.lhs_contracting_dimensions);
    let before = |dims: &[i64]| dims.iter().copied().take_while(|&dim| dim != ragged).collect::<Vec<_>>();
    let dims = if batch.contains(&ragged) {
        before(batch)
    } else if contracted.contains(&ragged) {
        [batch.clone(), before(contracted)].concat()
    } else {
        let kept = (0..ragged).filter(|dim| !batch.contains(dim) && !contracted.contains(dim));
        batch.iter().copied().chain(kept).collect()
    };
    dims.into_iter()
}

pub(super) fn dot(op: OpRef<'_>) -> Rule {
    precisions(op)?;
    let (lhs, rhs) = (operand(op, 0).dims, operand(op, 1).dims);
    let is_unranked =
        |index: usize| !matches!(op.ctx.type_kind(operand(op, index).ty), TypeKind::RankedTensor { .. });
    if is_unranked(0) || is_unranked(1) {
        return Ok(None);
    }
    let (rows, columns) = match (lhs.split_last(), rhs.split_first()) {
        (Some((&last, rows)), Some((&first, columns)))
            if rows.len() <= 1 && columns.len() <= 1 && sizes_agree(last, first) =>
        {
            (rows, columns)
        }
        _ => fail!("expected both lhs/rhs ranks to be either 1 or 2"),
    };
    inferred_shape(op, &[rows, columns].concat())
}

pub(super) fn fft(op: OpRef<'_>) -> Rule {
    let from = operand(op, 0);
    let lengths = numbers(op, "fft_length");
    let Some(&kind) = op.attr("fft_type").and_then(|attr| FftType::of(op.ctx, attr)) else { return Ok(None) };
    if !(1..=3).contains(&lengths.len()) {
        fail!("rank must be between 1 and 3, but got {}.", lengths.len());
    }
    let complex = match *op.ctx.type_kind(from.elem) {
        TypeKind::Complex(part) => Some(part),
        _ => None,
    };
    if kind == FftType::Rfft {
        if !matches!(op.ctx.type_kind(from.elem), TypeKind::Float(FloatKind::F32 | FloatKind::F64)) {
            fail!("RFFT requires f32 or f64 input type, but is given '{}'.", from.elem_text());
        }
    } else if complex.is_none() {
        fail!("FFT/IFFT/IRFFT take a complex tensor as input, but is given '{}'.", from.text());
    }
    let Some(outer) = from.rank().checked_sub(lengths.len()) else {
        fail!(
            "operand rank must not be less than fft rank of {} for operand of type '{}'.",
            lengths.len(),
            from.text()
        );
    };
    let mut dims = from.dims.to_vec();
    let inner = &from.dims[outer..];
    let last = lengths[lengths.len() - 1];
    let mut elem = from.elem;
    match kind {
        FftType::Rfft => {
            if !super::tensors::shapes_agree(inner, &lengths) {
                fail!(
                    "RFFT requires innermost dimensions to be compatible with fft_length. Got: {} but wanted {}.",
                    list(from.dims),
                    list(&lengths)
                );
            }
            elem = op.ctx.intern_type(TypeKind::Complex(from.elem));
            if let Some(dim) = dims.last_mut().filter(|dim| **dim != 0) {
                *dim = last / 2 + 1;
            }
        }
        FftType::Irfft => {
            for (&size, &length) in inner.iter().zip(&lengths[..lengths.len() - 1]) {
                if !sizes_agree(size, length) {
                    fail!(
                        "IRFFT requires non-final dimensions to be compatible with fft_length. Got: {} but wanted {}, and {} \
                         != {}.",
                        list(from.dims),
                        list(&lengths),
                        size,
                        length
                    );
                }
            }
            // Of nothing, nothing is made.
            let found = inner[inner.len() - 1];
            if found != 0 && !sizes_agree(found, last / 2 + 1) {
                fail!(
                    "IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: {} but fft_length is {}.",
                    found,
                    list(&lengths)
                );
            }
            elem = complex.unwrap_or(from.elem);
            if let Some(dim) = dims.last_mut() {
                *dim = last;
            }
        }
        FftType::Fft | FftType::Ifft => {}
    }
    let bounds: Vec<i64> =
        (0..from.rank()).map(|dim| if dims[dim] == DYNAMIC { from.bound(dim) } else { DYNAMIC }).collect();
    inferred(op, &[tensor_type(op.ctx, &dims, &bounds, elem)])
}

pub(super) fn tuple(op: OpRef<'_>) -> Rule {
    let types: Vec<Type> = op.operand_types().collect();
    let whole = op.ctx.intern_type(TypeKind::Tuple(types.into()));
    // Parts of tuples have no other type than the operands.
    if op.result_types().next() == Some(whole) {
        return Ok(None);
    }
    op_fail!(
        op,
        "inferred type(s) {} are incompatible with return type(s) of operation {}",
        quoted(op.ctx, [whole]),
        quoted(op.ctx, op.result_types())
    )
}

pub(super) fn get_tuple_element(op: OpRef<'_>) -> Rule {
    let TypeKind::Tuple(types) = op.ctx.type_kind(op.value_type(op.operand(0))) else { return Ok(None) };
    let index = number(op, "index");
    match usize::try_from(index).ok().and_then(|index| types.get(index)) {
        Some(&ty) => inferred(op, &[ty]),
        None => fail!("index {} is out of bounds of operand with size {}", index, types.len()),
    }
}

pub(super) fn rng(op: OpRef<'_>) -> Rule {
    same_element_of(op, "a, b, result", &elements(op, 2))?;
    let (low, shape) = (operand(op, 0), operand(op, 2));
    let distribution = op.attr("rng_distribution").and_then(|attr| RngDistribution::of(op.ctx, attr));
    if distribution == Some(&RngDistribution::Normal)
        && !matches!(op.ctx.type_kind(low.elem), TypeKind::Float(_))
    {
        fail!("mu and sigma must be floats");
    }
    let constant = constant_value(op.ctx, op.body, op.operand(2));
    let dims = constant.and_then(|attr| super::super::integers(op.ctx, attr));
    let rank = shape.size(0).and_then(|rank| usize::try_from(rank).ok()).filter(|&rank| rank <= 64);
    match (dims, rank) {
        (Some(dims), _) => inferred(op, &[tensor_type(op.ctx, &dims, &[], low.elem)]),
        (None, Some(rank)) => inferred(op, &[tensor_type(op.ctx, &vec![DYNAMIC; rank], &[], low.elem)]),
        (None, None) => Ok(None),
    }
}

pub(super) fn optimization_barrier(op: OpRef<'_>) -> Rule {
    if op.num_operands() != op.num_results() {
        op_fail!(op, "requires the same number of operands and results");
    }
    for (index, (from, to)) in op.operand_types().zip(op.result_types()).enumerate() {
        if from != to {
            op_fail!(op, "requires the same type for operand and result at index {}", index);
        }
    }
    Ok(None)
}
