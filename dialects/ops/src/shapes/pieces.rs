//! Ops that cut tensors into pieces, slice them, or add borders.

use smallvec::SmallVec;

use super::arrays::{axis_of, expect_one_element, like, unknown};
use super::{Attrs, Call, Dim, DimList, Operand, Outcome, Results, ShapeRow, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    [split], takes(2).needing(&[0]).checked() => "tf.Split";
    [split_v], takes(3).needing(&[1, 2]).checked().narrow() => "tf.SplitV";
    pad, takes(2).needing(&[1]).checked() => "tf.Pad";
    pad_with, takes(3).needing(&[1]).checked() => "tf.PadV2";
    mirror_pad, takes(2).needing(&[1]).checked() => "tf.MirrorPad";
    mirrored_gradient, takes(2).needing(&[1]).checked() => "tf.MirrorPadGrad";
    (slice, elements slice), takes(3).needing(&[1, 2]).checked() => "tf.Slice";
    (strided_slice, elements strided_slice), takes(4).needing(&[1, 2, 3]) => "tf.StridedSlice";
};

/// The number of results that a split has.
fn num_pieces(call: &Call<'_>) -> Result<usize, OpError> {
    let given = || usize::try_from(call.attrs.get_int("num_split")?).ok();
    Ok(call.num_results.or_else(given).ok_or("missing 'num_split' attribute")?)
}

fn split(call: &Call<'_>) -> Result<Results, OpError> {
    let [axis, value] = [&call.operands[0], &call.operands[1]];
    expect_one_element(axis, "split_dim")?;
    let count = num_pieces(call)?;
    let pieces = call.attrs.get_int("num_split").unwrap_or(count as i64);
    if pieces != count as i64 {
        return Err(format!("num_split is {pieces}, but {count} results are asked for").into());
    }
    let mut dims = value.dims();
    if let Some(dims) = &mut dims {
        match axis.scalar() {
            Some(axis) => {
                let axis = axis_of(axis, dims.len(), "SplitOp")?;
                dims[axis] = dims[axis].try_map(|dim| match dim.checked_rem(pieces) {
                    Some(0) if pieces > 0 => Ok(dim / pieces),
                    _ => Err(format!(
                        "Number of ways to split should evenly divide the split dimension, but got split_dim {axis} (size = {dim}) and num_split {pieces}"
                    )
                    .into()),
                })?;
            }
            None => *dims = unknown(dims.len()),
        }
    }
    Ok(SmallVec::from_elem(Outcome::open(value.dtype, dims), count))
}

fn split_v(call: &Call<'_>) -> Result<Results, OpError> {
    let [value, axis] = [&call.operands[0], &call.operands[2]];
    expect_one_element(axis, "split_dim")?;
    let count = num_pieces(call)?;
    let Some(dims) = value.dims() else {
        return Ok(SmallVec::from_elem(Outcome::unranked(value.dtype), count));
    };
    let Some(axis) = axis.scalar() else {
        return Ok(SmallVec::from_elem(Outcome::open(value.dtype, Some(unknown(dims.len()))), count));
    };
    let axis = axis_of(axis, dims.len(), "SplitVOp")?;
    let sizes = match call.elements(1) {
        Some(sizes) => sizes_of_pieces(sizes, dims[axis])?,
        None => unknown(count),
    };
    if sizes.len() != count {
        let got = sizes.len();
        return Err(format!("the op has {got} results, but {count} are asked for").into());
    }
    let (mut results, mut dims) = (Results::new(), dims);
    for size in sizes {
        dims[axis] = size;
        results.push(value.with_dims(&dims)?);
    }
    Ok(results)
}

/// The sizes of pieces of a dimension, of which one may be left open by -1.
fn sizes_of_pieces(sizes: &[i64], dim: Dim) -> Result<DimList, OpError> {
    let is_open = |size: &&i64| **size == -1;
    if sizes.iter().filter(is_open).count() > 1 || sizes.iter().any(|&size| size < -1) {
        return Err(
            format!("sizes {sizes:?} of tf.SplitV may have one -1 and no other negative number").into()
        );
    }
    let known = sizes.iter().filter(|size| !is_open(size)).fold(0i64, |sum, &size| sum.saturating_add(size));
    let open = dim.map(|dim| dim - known);
    if let Some(dim) = dim.known()
        && (known > dim || (known < dim && !sizes.contains(&-1)))
    {
        let determined: SmallVec<[i64; 4]> =
            sizes.iter().map(|&size| if size == -1 { dim - known } else { size }).collect();
        return Err(
            format!("Determined shape must match the dimension {dim}, but got sizes {determined:?}").into()
        );
    }
    Ok(sizes.iter().map(|&size| if size == -1 { open } else { Dim::of(size) }).collect())
}

/// The borders of each dimension: the elements of a matrix of two columns, if they are known.
fn paddings<'a>(call: &'a Call<'_>) -> Result<Option<&'a [[i64; 2]]>, OpError> {
    let [input, paddings] = [&call.operands[0], &call.operands[1]];
    let Some(rank) = input.rank() else { return Ok(None) };
    let fits = paddings.shape.may_have_rank(2)
        && paddings.dim(0).agrees(Dim::of(rank as i64))
        && (paddings.rank().is_none() || paddings.dim(1).agrees(Dim::of(2)));
    if !fits {
        let shape = &paddings.shape;
        return Err(format!(
            "paddings must be a matrix of {rank} rows and 2 columns, but have shape {shape}"
        )
        .into());
    }
    let Some(values) = call.elements(1) else { return Ok(None) };
    if let Some(bad) = values.iter().find(|&&value| value < 0) {
        let error = OpError::from("tf.Pad paddings must be non-negative.");
        return Err(error.with_details(format!("one is {bad}")));
    }
    Ok(Some(values.as_chunks::<2>().0))
}

/// A tensor with so much added before and after each dimension.
fn pad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    let paddings = paddings(call)?;
    let Some(mut dims) = input.dims() else { return like(input, None) };
    let Some(paddings) = paddings else { return like(input, Some(unknown(dims.len()))) };
    for (dim, [before, after]) in dims.iter_mut().zip(paddings) {
        *dim = dim.try_map(|dim| {
            let sum = dim.checked_add(*before).and_then(|sum| sum.checked_add(*after));
            sum.ok_or_else(|| "the padded tensor is too large".into())
        })?;
    }
    input.with_dims(&dims)
}

fn pad_with(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, value] = [&call.operands[0], &call.operands[2]];
    let result = pad(call)?;
    if !value.same_dtype(input) || !value.shape.num_elements().may_be(1) {
        let dtype = input.dtype.map_or("?", DType::label);
        return Err(
            format!("constant_values must be a scalar of the input's dtype, {dtype}, got {value}").into()
        );
    }
    Ok(result)
}

/// The number of elements at the border that are not mirrored: reflection leaves the border element out, symmetric mirroring repeats it.
///
/// # Errors
/// The attribute `mode` of the op is neither.
pub fn mirror_offset(attrs: &dyn Attrs, op: &str) -> Result<i64, OpError> {
    match attrs.get_string("mode") {
        Some(b"REFLECT") => Ok(1),
        Some(b"SYMMETRIC") => Ok(0),
        _ => Err(format!("mode of {op} must be REFLECT or SYMMETRIC").into()),
    }
}

fn mirror_pad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let offset = mirror_offset(call.attrs, "tf.MirrorPad")?;
    if let (Some(paddings), Some(dims)) = (paddings(call)?, call.operands[0].dims()) {
        for (dim, [before, after]) in dims.iter().zip(paddings) {
            if let Some(dim) = dim.known()
                && before.max(after) > &(dim - offset)
            {
                return Err(format!(
                    "paddings must be no greater than the dimension size: {before}, {after} greater than {dim}"
                )
                .into());
            }
        }
    }
    pad(call)
}

/// The gradient without the borders.
fn mirrored_gradient(call: &Call<'_>) -> Result<Outcome, OpError> {
    let gradient = &call.operands[0];
    let offset = mirror_offset(call.attrs, "tf.MirrorPadGrad")?;
    let paddings = paddings(call)?;
    let Some(mut dims) = gradient.dims() else { return like(gradient, None) };
    let Some(paddings) = paddings else { return like(gradient, Some(unknown(dims.len()))) };
    for (dim, [before, after]) in dims.iter_mut().zip(paddings) {
        *dim = dim.try_map(|dim| {
            let size = dim.checked_sub(*before).and_then(|rest| rest.checked_sub(*after));
            size.filter(|size| *size >= 0 && before.max(after) <= &(size - offset)).ok_or_else(|| {
                format!("paddings {before} and {after} do not fit a padded dimension of {dim}").into()
            })
        })?;
    }
    gradient.with_dims(&dims)
}

fn slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, begin, size] = [&call.operands[0], &call.operands[1], &call.operands[2]];
    let of_rank = |list: &Operand<'_>, rank: usize| {
        list.shape.may_have_rank(1) && (list.rank().is_none() || list.dim(0).agrees(Dim::of(rank as i64)))
    };
    let rank = input.rank().or_else(|| call.length(1)).or_else(|| call.length(2));
    let Some(rank) = rank else { return like(input, None) };
    if !of_rank(begin, rank) || !of_rank(size, rank) {
        let (a, b) = (&begin.shape, &size.shape);
        return Err(format!(
            "Expected begin and size arguments to be 1-D tensors of size {rank}, but got shapes {a} and {b} instead."
        )
        .into());
    }
    let (begins, sizes) = (call.elements(1).unwrap_or_default(), call.elements(2).unwrap_or_default());
    let mut dims = unknown(rank);
    for (axis, result) in dims.iter_mut().enumerate() {
        let (begin, size) = (begins.get(axis).copied(), sizes.get(axis).copied());
        let dim = input.dim(axis);
        let whole = size == Some(-1);
        *result = match (begin, size) {
            (Some(begin), Some(-1)) => dim.map(|dim| dim.saturating_sub(begin)),
            (_, Some(size)) if !whole => Dim::of(size.max(0)),
            _ => Dim::UNKNOWN,
        };
        let (Some(b), Some(given), Some(dim)) = (begin, size, dim.known()) else { continue };
        let s = if whole { dim.saturating_sub(b) } else { given };
        if b < 0 || s < 0 || b > dim || s > dim - b {
            return Err(format!(
                "Expected begin[{axis}] in [0, {dim}] and size[{axis}] in [0, {}], but got {b} and {s}",
                dim.saturating_sub(b)
            )
            .into());
        }
    }
    input.with_dims(&dims)
}

/// A dimension that a strided slice takes from a tensor, or adds.
#[derive(Clone, Copy, Debug)]
pub struct SlicedAxis {
    /// The dimension of the tensor; `None` for one that is added.
    pub source: Option<usize>,
    /// The first position, where the dimension of the tensor is known.
    pub begin: i64,
    /// The distance of positions.
    pub stride: i64,
    /// The number of positions; `None` for a dimension that the result does not have, of which one position is taken.
    pub count: Option<Dim>,
}

/// The dimensions of a strided slice of a tensor: those of the result in order, and among them those of which one position is taken.
///
/// # Errors
/// The lists do not fit each other or the tensor, a position is outside of it, a stride is zero.
pub fn sliced_axes(
    dims: &[Dim],
    [begin, end, strides]: [&[i64]; 3],
    attrs: &dyn Attrs,
) -> Result<SmallVec<[SlicedAxis; 6]>, OpError> {
    if begin.len() != end.len() || begin.len() != strides.len() {
        return Err("begin, end and strides of tf.StridedSlice must have the same length".into());
    }
    let mask = |name: &str| attrs.get_int(name).unwrap_or(0);
    let (begin_mask, end_mask) = (mask("begin_mask"), mask("end_mask"));
    let (ellipsis_mask, new_axis_mask, shrink_mask) =
        (mask("ellipsis_mask"), mask("new_axis_mask"), mask("shrink_axis_mask"));
    if ellipsis_mask.count_ones() > 1 {
        return Err("Multiple ellipses in slice spec not allowed".into());
    }
    let has = |mask: i64, i: usize| i < 64 && mask >> i & 1 == 1;
    let consumed = (0..begin.len()).filter(|&i| !has(ellipsis_mask, i) && !has(new_axis_mask, i)).count();
    let Some(mut covered) = dims.len().checked_sub(consumed) else {
        let rank = dims.len();
        return Err(format!("Index out of range using input dim {rank}; input has only {rank} dims").into());
    };
    let whole = |axis: usize| SlicedAxis { source: Some(axis), begin: 0, stride: 1, count: Some(dims[axis]) };
    let mut axes = SmallVec::new();
    let mut axis = 0;
    for i in 0..begin.len() {
        if has(ellipsis_mask, i) {
            axes.extend((axis..axis + covered).map(whole));
            axis += std::mem::take(&mut covered);
            continue;
        }
        if has(new_axis_mask, i) {
            axes.push(SlicedAxis { source: None, begin: 0, stride: 0, count: Some(Dim::of(1)) });
            continue;
        }
        let (dim, stride) = (dims[axis], strides[i]);
        if stride == 0 {
            return Err(format!("strides[{i}] must be non-zero").into());
        }
        let source = Some(axis);
        axes.push(if has(shrink_mask, i) {
            let at = match dim.known() {
                Some(dim) => {
                    let at = if begin[i] < 0 { begin[i] + dim } else { begin[i] };
                    if !(0..dim).contains(&at) {
                        return Err(
                            format!("slice index {} of dimension {axis} out of bounds.", begin[i]).into()
                        );
                    }
                    at
                }
                None => 0,
            };
            if stride < 0 {
                return Err(format!(
                    "only stride 1 allowed on non-range indexing, but strides[{i}] is {stride}"
                )
                .into());
            }
            SlicedAxis { source, begin: at, stride, count: None }
        } else {
            let bound = |mask: i64, value: i64| (!has(mask, i)).then_some(value);
            let bounds = [bound(begin_mask, begin[i]), bound(end_mask, end[i])];
            match dim.known() {
                Some(dim) => {
                    let (begin, count) = clipped(bounds, stride, dim);
                    SlicedAxis { source, begin, stride, count: Some(Dim::of(count)) }
                }
                None => SlicedAxis { source, begin: 0, stride, count: Some(Dim::UNKNOWN) },
            }
        });
        axis += 1;
    }
    axes.extend((axis..dims.len()).map(whole));
    Ok(axes)
}

/// The first of the positions `begin, begin + stride, …` before `end`, and how many there are, as Python's slices are clipped.
fn clipped([begin, end]: [Option<i64>; 2], stride: i64, dim: i64) -> (i64, i64) {
    // Where a slice may start and must stop, by direction.
    let (low, high) = if stride > 0 { (0, dim) } else { (-1, dim - 1) };
    let clip = |at: i64| (if at < 0 { at.saturating_add(dim) } else { at }).clamp(low, high);
    let begin = begin.map_or(if stride > 0 { low } else { high }, clip);
    let end = end.map_or(if stride > 0 { high } else { low }, clip);
    let distance = if stride > 0 { end - begin } else { begin - end };
    (begin, if distance <= 0 { 0 } else { (distance - 1) / stride.saturating_abs() + 1 })
}

/// The executor has no metadata from here: the kernel needs the steps as well, and works out both with [`sliced_axes`].
fn strided_slice(call: &Call<'_>) -> Result<Outcome, OpError> {
    let input = &call.operands[0];
    for (operand, what) in call.operands[1..].iter().zip(["begin", "end", "strides"]) {
        if !operand.shape.may_have_rank(1) {
            return Err(format!("{what} must be a vector, but has shape {}", operand.shape).into());
        }
    }
    let (Some(dims), Some(begin), Some(end), Some(strides)) =
        (input.dims(), call.elements(1), call.elements(2), call.elements(3))
    else {
        return like(input, None);
    };
    let axes = sliced_axes(&dims, [begin, end, strides], call.attrs)?;
    let result: DimList = axes.iter().filter_map(|axis| axis.count).collect();
    input.with_dims(&result)
}
