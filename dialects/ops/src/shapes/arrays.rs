//! Ops that make, reshape, cut and join tensors.

use smallvec::SmallVec;

use super::elementwise::{broadcast_dims, same};
use super::{
    Call, Dim, DimList, KnownShape, Operand, Outcome, Results, ShapeRow, ShapeView, at_least, dtype_attr,
    takes,
};
use crate::{DType, Dims, OpError, Shape};

pub(super) const ROWS: &[ShapeRow] = rows! {
    (reshape, elements unchanged), takes(2).needing(&[1]).checked() => "tf.Reshape";
    fill, takes(2).needing(&[0]).checked() => "tf.Fill";
    broadcast_to, takes(2).needing(&[1]).checked() => "tf.BroadcastTo";
    (broadcast_args, elements broadcast), takes(2).unchecked() => "tf.BroadcastArgs";
    scatter_nd, takes(3).needing(&[2]) => "tf.ScatterNd";
    sparse_to_dense, takes(4).needing(&[1]) => "tf.SparseToDense";
    strided_slice_grad, takes(5).needing(&[0]) => "tf.StridedSliceGrad";
    empty, takes(1).needing(&[0]).checked() => "tf.Empty";
    same, takes(2).unchecked() => "tf.ReverseV2" "tf.ReverseSequence" "tf.Cumsum" "tf.Cumprod";
    same, takes(3).unchecked() => "tf.MatrixBandPart";
    transpose, takes(2).needing(&[1]).checked() => "tf.Transpose";
    (expand_dims, elements unchanged), takes(2).needing(&[1]).checked() => "tf.ExpandDims";
    concat_first, at_least(2).needing(&[0]).checked() => "tf.Concat";
    (concat_last, elements concatenated), at_least(2).needing(&[-1]).checked() => "tf.ConcatV2";
    tile, takes(2).needing(&[1]).checked() => "tf.Tile";
    (gather, elements gathered), takes(3).needing(&[2]).checked().narrow() => "tf.GatherV2";
    one_hot, takes(4).needing(&[1]).checked().narrow() => "tf.OneHot";
    [top_k], takes(2).needing(&[1]).checked().narrow() => "tf.TopKV2";
    range, takes(3).needing(&[0, 1, 2]) => "tf.Range";
    lin_space, takes(3).needing(&[2]).checked() => "tf.LinSpace";
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

/// `axis` counted from the front, for a tensor of this rank; `op` names the op in the error.
pub(super) fn axis_of(axis: i64, rank: usize, op: &str) -> Result<usize, OpError> {
    normalize_axis(axis, rank)
        .ok_or_else(|| format!("{op}: Expected axis in the range [-{rank}, {rank}), but got {axis}").into())
}

/// Refuses an operand that does not have one element.
pub(super) fn expect_one_element(operand: &Operand<'_>, name: &str) -> Result<(), OpError> {
    if operand.shape.num_elements().may_be(1) {
        return Ok(());
    }
    Err(format!("{name} must be a scalar, got shape {}", operand.shape).into())
}

/// One result of the element type of an operand.
pub(super) fn like(operand: &Operand<'_>, dims: Option<DimList>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(operand.dtype, dims))
}

/// A result of this element type in the shape that operand `i` gives in its elements.
pub(super) fn in_shape(dtype: Option<DType>, call: &Call<'_>, i: usize) -> Result<Outcome, OpError> {
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
    let Some(wanted) = call.elements(1) else { return like(input, call.shape_in(1)) };
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
    expect_one_element(value, "value")?;
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
    if let (Some(from), Some(to), Some(_)) = (input.dims(), result.shape.view().dims(), call.elements(1)) {
        let both = broadcast_dims(&from, &to)?;
        // A size that is not known may be the wanted one.
        if both.len() != to.len() || !both.iter().zip(&to).all(|(both, to)| both.agrees(*to)) {
            return Err(format!("Incompatible shapes: {} vs. {}", input.shape, result.shape.view()).into());
        }
    }
    Ok(result)
}

fn broadcast_args(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [a, b] = [0, 1].map(|i| call.operands[i].dim(0));
    like(&call.operands[0], Some(SmallVec::from_elem(a.zip(b, |a, b| Some(a.max(b))), 1)))
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
    expect_one_element(axis, "axis")?;
    let dtype = parts.iter().find_map(|part| part.dtype);
    let Some(first) = parts.iter().find(|part| part.rank().is_some()) else {
        return Ok(Outcome::unranked(dtype));
    };
    let Some(mut dims) = first.dims() else { return Ok(Outcome::unranked(dtype)) };
    let rank = dims.len();
    let Some(axis) = axis.scalar() else { return Ok(Outcome::open(dtype, Some(unknown(rank)))) };
    let axis = axis_of(axis, rank, "ConcatOp")?;
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

/// Division that rounds up, for numbers that are not negative.
pub(super) fn divided_up(dividend: i64, divisor: i64) -> i64 {
    dividend / divisor + i64::from(dividend % divisor != 0)
}

fn gather(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [params, indices, axis] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    if !axis.shape.num_elements().may_be(1) {
        return Err("axis must be scalar".into());
    }
    let (Some(dims), Some(places)) = (params.dims(), indices.dims()) else { return like(params, None) };
    let given = call.int("batch_dims", 0);
    let batch = if given < 0 { given.saturating_add(places.len() as i64) } else { given };
    let batch = usize::try_from(batch).ok().filter(|&batch| batch <= places.len());
    let rank = dims.len();
    let Some(axis) = axis.scalar() else {
        let rank = batch.and_then(|batch| (rank + places.len()).checked_sub(1 + batch));
        return like(params, rank.map(unknown));
    };
    let axis = normalize_axis(axis, rank)
        .ok_or_else(|| format!("Expected axis in the range [-{rank}, {rank}), but got {axis}"))?;
    let batch = batch
        .filter(|&batch| batch <= axis)
        .ok_or_else(|| format!("batch_dims {given} must be at most axis {axis} and the rank of indices"))?;
    if !dims.iter().zip(&places).take(batch).all(|(a, b)| a.agrees(*b)) {
        let (params, indices) = (&params.shape, &indices.shape);
        return Err(format!("batch dimensions of {params} and {indices} differ").into());
    }
    let mut result: DimList = dims.iter().zip(&places).take(batch).map(|(a, b)| a.or(*b)).collect();
    result.extend_from_slice(&dims[batch..axis]);
    result.extend_from_slice(&places[batch..]);
    result.extend_from_slice(&dims[axis + 1..]);
    params.with_dims(&result)
}

fn one_hot(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [indices, depth, on, off] =
        [&call.operands[0], &call.operands[1], &call.operands[2], &call.operands[3]];
    if !depth.shape.num_elements().may_be(1) {
        return Err("depth must be a scalar".into());
    }
    if let Some(depth) = depth.scalar()
        && depth < 0
    {
        return Err(format!("depth must be non-negative, got: {depth}").into());
    }
    let is_one = |value: &Operand<'_>| value.shape.num_elements().may_be(1);
    if !on.same_dtype(off) || !is_one(on) || !is_one(off) {
        return Err("on_value and off_value must be scalars of one dtype".into());
    }
    let value = if on.dtype.is_some() { on } else { off };
    let Some(mut dims) = indices.dims() else { return like(value, None) };
    let (axis, rank) = (call.int("axis", -1), dims.len() + 1);
    let at = normalize_axis(axis, rank)
        .filter(|_| axis >= -1)
        .ok_or_else(|| format!("Expected axis to be -1 or between [0, {rank}). But received: {axis}"))?;
    dims.insert(at, depth.scalar().map_or(Dim::UNKNOWN, Dim::of));
    value.with_dims(&dims)
}

fn top_k(call: &Call<'_>) -> Result<Results, OpError> {
    let [input, k] = [&call.operands[0], &call.operands[1]];
    if !k.shape.num_elements().may_be(1) {
        return Err("k must be scalar".into());
    }
    let mut dims = input.dims();
    if let Some(dims) = &mut dims {
        let last = dims.last_mut().ok_or("input must be >= 1-D, got shape []")?;
        let k = k.scalar();
        if let (Some(k), Some(columns)) = (k, last.known())
            && !(0..=columns).contains(&k)
        {
            return Err(format!("input must have at least k columns. Had {columns}, needed {k}").into());
        }
        *last = k.filter(|&k| k >= 0).map_or(Dim::UNKNOWN, Dim::of);
    }
    let index = dtype_attr(call.attrs, "index_type", DType::I32, &[DType::I16, DType::I32, DType::I64])?;
    let index = Outcome::open(index, dims.clone());
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
    let num = &call.operands[2];
    expect_one_element(num, "num")?;
    if let Some(num) = num.scalar()
        && num <= 0
    {
        return Err(format!("Requires num > 0: {num}").into());
    }
    let count = num.scalar().map_or(Dim::UNKNOWN, Dim::of);
    call.operands[0].with_dims(&[count])
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
