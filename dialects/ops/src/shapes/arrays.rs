//! Ops that make, reshape, cut and join tensors.

use smallvec::SmallVec;

use super::elementwise::{broadcast_dims, same};
use super::{
    Call, Dim, DimList, KnownShape, Operand, Outcome, Results, ShapeRow, ShapeView, at_least, takes,
};
use crate::{DType, Dims, OpError, Shape};

pub(super) const ROWS: &[ShapeRow] = rows! {
    reshape, takes(2).needing(&[1]).checked() => "tf.Reshape";
    fill, takes(2).needing(&[0]).checked() => "tf.Fill";
    broadcast_to, takes(2).needing(&[1]).checked() => "tf.BroadcastTo";
    scatter_nd, takes(3).needing(&[2]) => "tf.ScatterNd";
    sparse_to_dense, takes(4).needing(&[1]) => "tf.SparseToDense";
    strided_slice_grad, takes(5).needing(&[0]) => "tf.StridedSliceGrad";
    empty, takes(1).needing(&[0]).checked() => "tf.Empty";
    same, takes(2).unchecked() => "tf.ReverseV2" "tf.Cumsum" "tf.Cumprod";
    same, takes(3).unchecked() => "tf.MatrixBandPart";
    transpose, takes(2).needing(&[1]).checked() => "tf.Transpose";
    expand_dims, takes(2).needing(&[1]).checked() => "tf.ExpandDims";
    concat_first, at_least(2).needing(&[0]).checked() => "tf.Concat";
    concat_last, at_least(2).needing(&[-1]).checked() => "tf.ConcatV2";
    [split], takes(2).needing(&[0]) => "tf.Split";
    [split_v], takes(3).needing(&[1, 2]) => "tf.SplitV";
    tile, takes(2).needing(&[1]).checked() => "tf.Tile";
    pad, takes(2).needing(&[1]) => "tf.Pad" "tf.MirrorPad";
    pad, takes(3).needing(&[1]) => "tf.PadV2";
    slice, takes(3).needing(&[1, 2]) => "tf.Slice";
    strided_slice, takes(4).needing(&[1, 2, 3]) => "tf.StridedSlice";
    gather, takes(3).needing(&[2]) => "tf.GatherV2";
    one_hot, takes(4).needing(&[1]) => "tf.OneHot";
    [top_k], takes(2).needing(&[1]) => "tf.TopKV2";
    range, takes(3).needing(&[0, 1, 2]) => "tf.Range";
    lin_space, takes(3).needing(&[2]) => "tf.LinSpace";
    places, takes(1).unchecked() => "tf.Where";
    [unique], takes(1).unchecked() => "tf.Unique";
    [list_diff], takes(2).unchecked() => "tf.ListDiff";
    [broadcast_gradient_args], takes(2).unchecked() => "tf.BroadcastGradientArgs";
};

/// Dimensions of which only the number is known.
pub(super) fn unknown(rank: usize) -> DimList {
    SmallVec::from_elem(Dim::UNKNOWN, rank)
}

/// `axis` counted from the front, for a tensor of this rank.
pub fn normalize_axis(axis: i64, rank: usize) -> Option<usize> {
    let rank = rank as i64;
    (-rank..rank).contains(&axis).then(|| axis.rem_euclid(rank) as usize)
}

/// One result of the element type of an operand.
fn like(operand: &Operand<'_>, dims: Option<DimList>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(operand.dtype, dims))
}

/// A result of the element type of an operand, in the shape that operand `i` gives in its elements.
fn in_shape(dtype: Option<DType>, call: &Call<'_>, i: usize) -> Result<Outcome, OpError> {
    match call.elements(i) {
        Some(dims) => Ok(Outcome::new(dtype, KnownShape::Full(Shape::new(dims)?))),
        None => Ok(Outcome::open(dtype, call.shape_in(i))),
    }
}

fn expect_vector(operand: &Operand<'_>, name: &str) -> Result<(), OpError> {
    if operand.shape.may_have_rank(1) {
        return Ok(());
    }
    Err(format!("{name} must be a vector, but has shape {}", operand.shape).into())
}

/// The product of all dimensions but those that are zero.
fn nonzero(dims: &[i64]) -> Result<i64, OpError> {
    let product = dims.iter().filter(|&&dim| dim != 0).try_fold(1i64, |all, &dim| all.checked_mul(dim));
    product.ok_or_else(|| "the sizes of the shape overflow".into())
}

/// The size of a dimension that is left to the reshape of a tensor, which is 1 in `dims`; `None` if it is not known.
fn open_size(from: &ShapeView<'_>, dims: &[i64]) -> Result<Option<i64>, OpError> {
    let Some(elements) = from.num_elements().known() else { return Ok(None) };
    let known = Shape::new(dims)?.num_elements() as i64;
    // Where no elements are requested, the sizes that are not zero suffice.
    let (there, asked) = match (known, from) {
        (0, ShapeView::Full(from)) => (nonzero(&from.dims())?, nonzero(dims)?),
        (0, _) => return Ok(None),
        _ => (elements, known),
    };
    if (known == 0 && elements != 0) || there % asked != 0 {
        return Err(format!(
            "Input to reshape is a tensor with {elements} values, but the requested shape requires a multiple of {known}"
        )
        .into());
    }
    Ok(Some(there / asked))
}

pub(super) fn reshape(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    expect_vector(&call.operands[1], "shape")?;
    let Some(wanted) = call.elements(1) else { return like(input, call.length(1).map(unknown)) };
    let mut dims = Dims::from_slice(wanted);
    let open = |axis: &usize| wanted[*axis] == -1;
    let first = (0..wanted.len()).find(open);
    if let Some(first) = first {
        if let Some(second) = (first + 1..wanted.len()).find(open) {
            return Err(format!("Only one input size may be -1, not both {first} and {second}").into());
        }
        dims[first] = 1;
        let Some(size) = open_size(&input.shape, &dims)? else {
            let mut dims: DimList = dims.iter().map(|&dim| Dim::of(dim)).collect();
            dims[first] = Dim::UNKNOWN;
            return like(input, Some(dims));
        };
        dims[first] = size;
    }
    let shape = Shape::new(&dims)?;
    match input.shape.num_elements().known() {
        Some(elements) if elements != shape.num_elements() as i64 => {
            let wanted = shape.num_elements();
            Err(format!(
                "Input to reshape is a tensor with {elements} values, but the requested shape has {wanted}"
            )
            .into())
        }
        _ => Ok(input.with_shape(KnownShape::Full(shape))),
    }
}

fn fill(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (dims, value) = (&call.operands[0].shape, &call.operands[1]);
    if !value.shape.num_elements().may_be(1) {
        return Err(format!("value must be a scalar, got shape {}", value.shape).into());
    }
    // A scalar stands for a vector of one.
    if dims.rank().is_some_and(|rank| rank > 1) {
        return Err(format!("dims must represent a vector, got shape {dims}").into());
    }
    in_shape(value.dtype, call, 0)
}

fn broadcast_to(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    expect_vector(&call.operands[1], "shape")?;
    let result = in_shape(input.dtype, call, 1)?;
    if let (Some(from), Some(to), Some(_)) = (input.dims(), result.shape.view().dims(), call.elements(1))
        && broadcast_dims(&from, &to)? != to
    {
        return Err(format!("Incompatible shapes: {} vs. {}", input.shape, result.shape.view()).into());
    }
    Ok(result)
}

fn scatter_nd(call: &Call<'_>) -> Result<Outcome, OpError> {
    like(&call.operands[1], call.shape_in(2))
}

fn sparse_to_dense(call: &Call<'_>) -> Result<Outcome, OpError> {
    like(&call.operands[2], call.shape_in(1))
}

fn strided_slice_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    like(&call.operands[4], call.shape_in(0))
}

fn empty(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dtype = call.attrs.get_dtype("dtype").ok_or("missing 'dtype' attribute")?;
    if matches!(dtype, DType::Resource | DType::Variant) {
        return Err(format!("dtype must be one of tensors with elements, but is {}", dtype.label()).into());
    }
    in_shape(Some(dtype), call, 0)
}

fn transpose(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let (Some(dims), Some(order)) = (input.dims(), call.elements(1)) else {
        return like(input, input.rank().or_else(|| call.length(1)).map(unknown));
    };
    let rank = dims.len();
    if order.len() != rank {
        let size = order.len();
        return Err(format!(
            "transpose expects a vector of size {rank}. But input(1) is a vector of size {size}"
        )
        .into());
    }
    let mut result = DimList::new();
    for (i, &axis) in order.iter().enumerate() {
        let at = normalize_axis(axis, rank).ok_or_else(|| format!("{axis} is out of range [0 .. {rank})"))?;
        if order[..i].iter().any(|&before| normalize_axis(before, rank) == Some(at)) {
            return Err(format!("{axis} is duplicated in the permutation").into());
        }
        result.push(dims[at]);
    }
    input.with_dims(&result)
}

fn expand_dims(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, axis] = [&call.operands[0], &call.operands[1]];
    if !axis.shape.num_elements().may_be(1) {
        return Err("Axis must be a scalar tensor".into());
    }
    let Some(mut dims) = input.dims() else { return like(input, None) };
    let rank = dims.len();
    let Some(axis) = axis.scalar() else { return like(input, Some(unknown(rank + 1))) };
    let at = normalize_axis(axis, rank + 1)
        .ok_or_else(|| format!("Failed to expand axis {axis} for tensor of rank {rank}"))?;
    dims.insert(at, Dim::of(1));
    input.with_dims(&dims)
}

/// Tensors that are alike except along an axis.
fn concat(axis: &Operand<'_>, parts: &[Operand<'_>]) -> Result<Outcome, OpError> {
    if !axis.shape.num_elements().may_be(1) {
        return Err(format!("axis must be a scalar, got shape {}", axis.shape).into());
    }
    let dtype = parts.iter().find_map(|part| part.dtype);
    let Some(first) = parts.iter().find(|part| part.rank().is_some()) else {
        return Ok(Outcome::unranked(dtype));
    };
    let Some(mut dims) = first.dims() else { return Ok(Outcome::unranked(dtype)) };
    let rank = dims.len();
    let Some(axis) = axis.scalar() else { return Ok(Outcome::open(dtype, Some(unknown(rank)))) };
    let axis = normalize_axis(axis, rank)
        .ok_or_else(|| format!("ConcatOp: Expected axis in the range [-{rank}, {rank}), but got {axis}"))?;
    let mut sum = Dim::of(0);
    for part in parts {
        let others = (0..rank).filter(|&at| at != axis);
        let fits = part.shape.may_have_rank(rank)
            && part.dtype.is_none_or(|own| dtype == Some(own))
            && others.clone().all(|at| part.dim(at).agrees(dims[at]));
        if !fits {
            return Err(format!("ConcatOp : Dimensions of inputs should match: {first} vs. {part}").into());
        }
        // All must be equal, so one that is known tells.
        others.for_each(|at| dims[at] = dims[at].or(part.dim(at)));
        // One part that is not known leaves the sum unknown.
        sum = sum.plus(part.dim(axis));
    }
    dims[axis] = sum;
    Outcome::of_dims(dtype, &dims)
}

fn concat_first(call: &Call<'_>) -> Result<Outcome, OpError> {
    concat(&call.operands[0], &call.operands[1..])
}

fn concat_last(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (axis, parts) = call.operands.split_last().ok_or("there are no tensors")?;
    concat(axis, parts)
}

fn split(call: &Call<'_>) -> Result<Results, OpError> {
    let value = &call.operands[1];
    let count = call.num_results.or_else(|| usize::try_from(call.attrs.get_int("num_split")?).ok());
    let count = count.ok_or("missing 'num_split' attribute")?;
    let parts = count.max(1) as i64;
    let dims = value.dims().and_then(|mut dims| {
        let Some(axis) = call.operands[0].scalar() else { return Some(unknown(dims.len())) };
        let axis = normalize_axis(axis, dims.len())?;
        if let Some(dim) = dims[axis].known() {
            dims[axis] = if dim % parts == 0 { Dim::of(dim / parts) } else { return None };
        }
        Some(dims)
    });
    Ok(SmallVec::from_elem(Outcome::open(value.dtype, dims), count))
}

fn split_v(call: &Call<'_>) -> Result<Results, OpError> {
    let value = &call.operands[0];
    let count = call.num_results.or_else(|| usize::try_from(call.attrs.get_int("num_split")?).ok());
    let part = |i: usize| {
        let mut dims = value.dims()?;
        let Some(axis) = call.operands[2].scalar() else { return Some(unknown(dims.len())) };
        let axis = normalize_axis(axis, dims.len())?;
        dims[axis] =
            call.elements(1).and_then(|sizes| sizes.get(i)).map_or(Dim::UNKNOWN, |&size| Dim::of(size));
        Some(dims)
    };
    let count = count.ok_or("missing 'num_split' attribute")?;
    Ok((0..count).map(|i| Outcome::open(value.dtype, part(i))).collect())
}

fn tile(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let Some(mut dims) = input.dims() else { return like(input, None) };
    let Some(multiples) = call.elements(1) else { return like(input, Some(unknown(dims.len()))) };
    if multiples.len() != dims.len() {
        return Err("Tile multiples must have the same size as input rank".into());
    }
    if let Some(bad) = multiples.iter().find(|&&multiple| multiple < 0) {
        return Err(format!("Expected multiples >= 0, but got {bad}").into());
    }
    for (dim, &by) in dims.iter_mut().zip(multiples) {
        *dim =
            dim.try_map(|dim| dim.checked_mul(by).ok_or_else(|| "the tiled tensor is too large".into()))?;
    }
    input.with_dims(&dims)
}

fn pad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let dims = input.dims().and_then(|dims| {
        let Some(paddings) = call.elements(1) else { return Some(unknown(dims.len())) };
        (paddings.len() == 2 * dims.len()).then(|| {
            let padded = |(dim, padding): (&Dim, &[i64])| {
                dim.map(|dim| dim.saturating_add(padding[0]).saturating_add(padding[1]))
            };
            dims.iter().zip(paddings.chunks_exact(2)).map(padded).collect()
        })
    });
    like(input, dims)
}

fn slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let dims = || {
        let rank = input.rank().or_else(|| call.length(1))?;
        let (begins, sizes) = (call.elements(1), call.elements(2));
        let size = |at: usize| match sizes.and_then(|sizes| sizes.get(at).copied()) {
            Some(-1) => match begins.and_then(|begins| begins.get(at)) {
                Some(&begin) => input.dim(at).map(|dim| (dim - begin).max(0)),
                None => Dim::UNKNOWN,
            },
            Some(size) => Dim::of(size),
            None => Dim::UNKNOWN,
        };
        Some((0..rank).map(size).collect())
    };
    like(input, dims())
}

/// Of slices with strides, what is known when everything about each axis is.
fn strided_slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    like(&call.operands[0], strided_dims(call))
}

fn strided_dims(call: &Call<'_>) -> Option<DimList> {
    let dims = call.operands[0].dims()?;
    let (begin, end, strides) = (call.elements(1)?, call.elements(2)?, call.elements(3)?);
    let mask = |name: &str, at: usize| call.int(name, 0) >> at & 1 == 1;
    if end.len() != begin.len() || strides.len() != begin.len() || begin.len() > 63 {
        return None;
    }
    let new_axes = (0..begin.len()).filter(|&at| mask("new_axis_mask", at)).count();
    let mut result = DimList::new();
    let mut axis = 0;
    let mut expanded = false;
    for at in 0..begin.len() {
        if mask("ellipsis_mask", at) {
            let explicit = begin.len() - 1 - new_axes;
            let covered = dims.len().checked_sub(explicit)?;
            result.extend_from_slice(dims.get(axis..axis + covered)?);
            axis += covered;
            expanded = true;
        } else if mask("new_axis_mask", at) {
            result.push(Dim::of(1));
        } else {
            let dim = *dims.get(axis)?;
            axis += 1;
            if mask("shrink_axis_mask", at) {
                continue;
            }
            let open = [mask("begin_mask", at), mask("end_mask", at)];
            result.push(match dim.known() {
                None => Dim::UNKNOWN,
                Some(dim) => Dim::of(strided_length(dim, [begin[at], end[at]], open, strides[at])?),
            });
        }
    }
    if !expanded {
        result.extend_from_slice(dims.get(axis..)?);
    }
    Some(result)
}

/// The number of elements between two bounds, which may be open, of a dimension.
fn strided_length(dim: i64, bounds: [i64; 2], open: [bool; 2], step: i64) -> Option<i64> {
    let bound = |i: usize, default: i64, low: i64, high: i64| match (open[i], bounds[i]) {
        (true, _) => default,
        (false, value) => (if value < 0 { value + dim } else { value }).clamp(low, high),
    };
    match step {
        0 => None,
        step if step > 0 => {
            let (from, to) = (bound(0, 0, 0, dim), bound(1, dim, 0, dim));
            Some(divided_up((to - from).max(0), step))
        }
        step => {
            let (from, to) = (bound(0, dim - 1, -1, dim - 1), bound(1, -1, -1, dim - 1));
            Some(divided_up((from - to).max(0), step.checked_neg()?))
        }
    }
}

/// Division that rounds up, for numbers that are not negative.
pub(super) fn divided_up(dividend: i64, divisor: i64) -> i64 {
    dividend / divisor + i64::from(dividend % divisor != 0)
}

fn gather(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [params, indices] = [&call.operands[0], &call.operands[1]];
    let dims = || {
        let (dims, places) = (params.dims()?, indices.dims()?);
        let batch = call.int("batch_dims", 0);
        let from_front = if batch < 0 { batch.checked_add(places.len() as i64)? } else { batch };
        let batch = usize::try_from(from_front).ok()?;
        let Some(axis) = call.operands[2].scalar() else {
            return Some(unknown((dims.len() + places.len()).checked_sub(1 + batch)?));
        };
        let axis = normalize_axis(axis, dims.len())?;
        let mut result = DimList::from_slice(&dims[..axis]);
        result.extend_from_slice(places.get(batch..)?);
        result.extend_from_slice(&dims[axis + 1..]);
        Some(result)
    };
    like(params, dims())
}

fn one_hot(call: &Call<'_>) -> Result<Outcome, OpError> {
    let dims = call.operands[0].dims().and_then(|mut dims| {
        let axis = match call.int("axis", -1) {
            -1 => dims.len(),
            axis => usize::try_from(axis).ok().filter(|&axis| axis <= dims.len())?,
        };
        dims.insert(axis, call.operands[1].scalar().map_or(Dim::UNKNOWN, Dim::of));
        Some(dims)
    });
    like(&call.operands[2], dims)
}

fn top_k(call: &Call<'_>) -> Result<Results, OpError> {
    let input = &call.operands[0];
    let dims = input.dims().and_then(|mut dims| {
        *dims.last_mut()? = call.operands[1].scalar().map_or(Dim::UNKNOWN, Dim::of);
        Some(dims)
    });
    let index = Outcome::open(call.dtype("index_type", DType::I32), dims.clone());
    Ok(Results::from_iter([Outcome::open(input.dtype, dims), index]))
}

fn range(call: &Call<'_>) -> Result<Outcome, OpError> {
    let length = || {
        let [start, limit, delta] = [0, 1, 2].map(|i| call.operands[i].scalar());
        let (start, limit, delta) = (start?, limit?, delta?);
        let distance = limit.checked_sub(start)?;
        match delta {
            0 => None,
            delta if delta > 0 => Some(divided_up(distance.max(0), delta)),
            delta => Some(divided_up(distance.checked_neg()?.max(0), delta.checked_neg()?)),
        }
    };
    like(&call.operands[0], Some(SmallVec::from_elem(length().map_or(Dim::UNKNOWN, Dim::of), 1)))
}

fn lin_space(call: &Call<'_>) -> Result<Outcome, OpError> {
    let count = call.operands[2].scalar().map_or(Dim::UNKNOWN, Dim::of);
    like(&call.operands[0], Some(SmallVec::from_elem(count, 1)))
}

fn places(call: &Call<'_>) -> Result<Outcome, OpError> {
    let rank = call.operands[0].rank().map_or(Dim::UNKNOWN, |rank| Dim::of(rank as i64));
    Outcome::of_dims(DType::I64, &[Dim::UNKNOWN, rank])
}

fn unique(call: &Call<'_>) -> Result<Results, OpError> {
    let values = &call.operands[0];
    let index = values.with_dtype(call.dtype("out_idx", DType::I32));
    Ok(Results::from_iter([Outcome::open(values.dtype, Some(unknown(1))), index]))
}

fn list_diff(call: &Call<'_>) -> Result<Results, OpError> {
    let index = Outcome::open(call.dtype("out_idx", DType::I32), Some(unknown(1)));
    Ok(Results::from_iter([Outcome::open(call.operands[0].dtype, Some(unknown(1))), index]))
}

fn broadcast_gradient_args(call: &Call<'_>) -> Result<Results, OpError> {
    let axes = Outcome::open(call.operands[0].dtype, Some(unknown(1)));
    Ok(Results::from_iter([axes.clone(), axes]))
}
