//! Ops that move elements, where shapes alone determine the results.

use smallvec::SmallVec;

use super::arrays::normalize_axis;
use super::{
    Attrs, Call, DataFormat, Dim, Operand, Outcome, Results, ShapeRow, at_least, dtype_attr, takes,
    unsupported_for,
};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    (pack, elements packed), at_least(1) => "tf.Pack";
    [unpack], takes(1) => "tf.Unpack";
    gather, takes(2) => "tf.Gather";
    gather_nd, takes(2) => "tf.GatherNd";
    updated, takes(3) =>
        "tf.TensorScatterUpdate" "tf.TensorScatterAdd" "tf.TensorScatterSub" "tf.TensorScatterMax" "tf.TensorScatterMin"
        "onnx.TensorScatterMul";
    searched, takes(2) => "tf.LowerBound" "tf.UpperBound";
    serialized, takes(1) => "tf.SerializeTensor";
    serialized, takes(1).unchecked() => "tf.EncodeJpeg";
    serialized, takes(2).unchecked() => "tf.EncodeJpegVariableQuality";
    matrix_diag, takes(1) => "tf.MatrixDiag";
    space_to_depth, takes(1) => "tf.SpaceToDepth";
    depth_to_space, takes(1) => "tf.DepthToSpace";
    format_permuted, takes(1) => "tf.DataFormatVecPermute";
    format_mapped, takes(1) => "tf.DataFormatDimMap";
};

/// An axis of a tensor, counted from the front.
fn axis_in(axis: i64, rank: usize, op: &str) -> Result<usize, OpError> {
    normalize_axis(axis, rank)
        .ok_or_else(|| format!("{op}: Expected axis in the range [-{rank}, {rank}), but got {axis}").into())
}

fn pack(call: &Call<'_>) -> Result<Outcome, OpError> {
    let first = &call.operands[0];
    let (mut shape, mut dtype) = (first.shape.to_known(), first.dtype);
    for other in &call.operands[1..] {
        if !other.may_equal(first) {
            return Err(format!("Shapes of all inputs must match: values[0] is {first} != {other}").into());
        }
        if shape.view().agrees(&other.shape) {
            shape = shape.view().or(&other.shape);
        }
        dtype = dtype.or(other.dtype);
    }
    let Some(mut dims) = shape.view().dims() else { return Ok(Outcome::unranked(dtype)) };
    let axis = axis_in(call.int("axis", 0), dims.len() + 1, "PackOp")?;
    dims.insert(axis, Dim::of(call.operands.len() as i64));
    Outcome::of_dims(dtype, &dims)
}

/// As many results as the axis is long.
fn unpack(call: &Call<'_>) -> Result<Results, OpError> {
    let value = &call.operands[0];
    let count = call.attrs.get_int("num").and_then(|num| usize::try_from(num).ok()).or(call.num_results);
    let Some(mut dims) = value.dims() else {
        return Ok(SmallVec::from_elem(Outcome::unranked(value.dtype), count.unwrap_or(0)));
    };
    let axis = axis_in(call.int("axis", 0), dims.len(), "UnpackOp")?;
    let num = dims.remove(axis);
    if call.attrs.get_int("num").is_some_and(|wanted| !num.may_be(wanted)) {
        return Err(format!("Input shape axis {axis} must equal num, got shape {}", value.shape).into());
    }
    let num = num.known().and_then(|num| usize::try_from(num).ok()).or(count).unwrap_or(0);
    if num > 1 << 20 {
        return Err(format!("too many results: {num}").into());
    }
    let mut results = Results::new();
    results.try_reserve_exact(num).map_err(|_| format!("out of memory for {num} results"))?;
    results.resize(num, value.with_dims(&dims)?);
    Ok(results)
}

fn gather(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [params, indices] = [&call.operands[0], &call.operands[1]];
    if params.rank() == Some(0) {
        return Err("params must be at least 1 dimensional".into());
    }
    let (Some(dims), Some(mut left)) = (params.dims(), indices.dims()) else {
        return Ok(Outcome::unranked(params.dtype));
    };
    left.extend_from_slice(&dims[1..]);
    params.with_dims(&left)
}

fn gather_nd(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [params, indices] = [&call.operands[0], &call.operands[1]];
    if params.rank() == Some(0) {
        return Err("params must be at least a vector, but is a scalar".into());
    }
    let (Some(dims), Some(mut left)) = (params.dims(), indices.dims()) else {
        return Ok(Outcome::unranked(params.dtype));
    };
    let depth = left.pop().ok_or("indices must be at least a vector")?;
    let is_empty = |dim: &Dim| dim.is(0);
    let surely_some = left.iter().all(|dim| dim.known().is_some_and(|dim| dim != 0));
    // As in TensorFlow, also where nothing is gathered.
    if dims.iter().any(is_empty) && surely_some {
        let (params, indices) = (&params.shape, &indices.shape);
        return Err(format!(
            "Requested more than 0 entries, but params is empty: params {params}, indices {indices}"
        )
        .into());
    }
    let Some(depth) = depth.known() else { return Ok(Outcome::unranked(params.dtype)) };
    match usize::try_from(depth) {
        Ok(depth) if depth <= dims.len() => left.extend_from_slice(&dims[depth..]),
        _ => {
            let rank = dims.len();
            return Err(format!(
                "index innermost dimension length must be <= params rank; saw: {depth} vs. {rank}"
            )
            .into());
        }
    }
    params.with_dims(&left)
}

/// The first operand with updates of its element type.
fn updated(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [tensor, updates] = [&call.operands[0], &call.operands[2]];
    if let (Some(tensor), Some(updates)) = (tensor.dtype, updates.dtype)
        && tensor != updates
    {
        let (tensor, updates) = (tensor.label(), updates.label());
        return Err(format!("updates have dtype {updates}, the tensor {tensor}").into());
    }
    Ok(Outcome { dtype: tensor.dtype.or(updates.dtype), ..tensor.like() })
}

fn searched(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [sorted, values] = [&call.operands[0], &call.operands[1]];
    let is_matrix = |x: &Operand<'_>| x.shape.may_have_rank(2);
    let fits = is_matrix(sorted) && is_matrix(values) && sorted.dim(0).agrees(values.dim(0));
    if !fits || !sorted.same_dtype(values) {
        return Err(format!(
            "sorted_inputs and values must be matrices of one dtype and as many rows, but are {sorted} and {values}"
        )
        .into());
    }
    let dtype = dtype_attr(call.attrs, "out_type", DType::I32, &[DType::I32, DType::I64])?;
    let dims = [values.dim(0).or(sorted.dim(0)), values.dim(1)];
    Outcome::of_dims(dtype, &dims)
}

fn serialized(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::String))
}

fn matrix_diag(call: &Call<'_>) -> Result<Outcome, OpError> {
    let diagonal = &call.operands[0];
    let Some(mut dims) = diagonal.dims() else { return Ok(Outcome::unranked(diagonal.dtype)) };
    let last = *dims.last().ok_or("input must be at least 1-dim, received shape: []")?;
    dims.push(last);
    diagonal.with_dims(&dims)
}

/// The sides of the blocks of pixels that `tf.SpaceToDepth` and `tf.DepthToSpace` move.
///
/// # Errors
/// The attribute is missing or says no block.
pub fn block_size(attrs: &dyn Attrs) -> Result<i64, OpError> {
    let block = attrs.get_int("block_size").ok_or("missing 'block_size' attribute")?;
    if block < 2 {
        return Err(format!("Block size should be > 1, but was: {block} (attribute 'block_size')").into());
    }
    Ok(block)
}

/// Format, sizes and blocks of images.
fn blocks(call: &Call<'_>) -> Result<(DataFormat, [Dim; 4], i64), OpError> {
    let images = &call.operands[0];
    let format = DataFormat::of(call.attrs)?;
    let block = block_size(call.attrs)?;
    if let Some(rank) = images.rank().filter(|&rank| rank != 4) {
        return Err(format!("Input rank should be: 4 instead of: {rank}").into());
    }
    Ok((format, format.dims(&images.shape, "input")?, block))
}

fn multiplied(dim: Dim, factor: i64) -> Result<Dim, OpError> {
    dim.try_map(|dim| dim.checked_mul(factor).ok_or_else(|| "block_size is too large".into()))
}

fn space_to_depth(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (format, [batch, height, width, depth], block) = blocks(call)?;
    let fits = |dim: Dim| dim.known().is_none_or(|dim| dim % block == 0);
    if !fits(height) || !fits(width) {
        return Err(format!(
            "Image width {width} and height {height} should be divisible by block_size: {block}"
        )
        .into());
    }
    let [height, width] = [height, width].map(|dim| dim.map(|dim| dim / block));
    let depth = multiplied(multiplied(depth, block)?, block)?;
    call.operands[0].with_dims(&format.from_last([batch, height, width, depth]))
}

fn depth_to_space(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (format, [batch, height, width, depth], block) = blocks(call)?;
    let square = block.checked_mul(block).ok_or("block_size is too large")?;
    if depth.known().is_some_and(|depth| depth % square != 0) {
        return Err(format!(
            "Input depth dimension {depth} should be divisible by: {square} (block_size {block}, squared)"
        )
        .into());
    }
    let dims =
        [batch, multiplied(height, block)?, multiplied(width, block)?, depth.map(|depth| depth / square)];
    call.operands[0].with_dims(&format.from_last(dims))
}

/// The letters of both formats of a call, which must be the same.
fn common_letters(call: &Call<'_>) -> Result<Vec<u8>, OpError> {
    let format = |name: &str, default: &'static [u8]| {
        let mut letters = call.attrs.get_string(name).unwrap_or(default).to_vec();
        letters.sort_unstable();
        if matches!(letters.len(), 4 | 5) {
            return Ok(letters);
        }
        Err(OpError::from(format!("{name} must have 4 or 5 letters, but has {}", letters.len())))
    };
    let letters = format("src_format", b"NHWC")?;
    if letters != format("dst_format", b"NCHW")? {
        return Err("src_format and dst_format must have the same letters".into());
    }
    Ok(letters)
}

/// Refuses an operand that surely does not number dimensions.
fn expect_numbers(x: &Operand<'_>, op: &str) -> Result<(), OpError> {
    match x.dtype.filter(|dtype| !matches!(dtype, DType::I32 | DType::I64)) {
        Some(dtype) => Err(unsupported_for(op, dtype)),
        None => Ok(()),
    }
}

/// The numbers of dimensions in a format, in another.
fn format_mapped(call: &Call<'_>) -> Result<Outcome, OpError> {
    common_letters(call)?;
    expect_numbers(&call.operands[0], "tf.DataFormatDimMap")?;
    Ok(call.operands[0].like())
}

/// Numbers for the dimensions of a format, or pairs of them. Formats have a letter for each dimension; numbers for batch (`N`) and channels
/// (`C`) may be missing.
fn format_permuted(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let letters = common_letters(call)?;
    expect_numbers(x, "tf.DataFormatVecPermute")?;
    let all = letters.len() as i64;
    let spatial = letters.iter().filter(|letter| !matches!(letter, b'N' | b'C')).count() as i64;
    let Some(rank) = x.rank() else { return Ok(x.like()) };
    if !matches!(rank, 1 | 2) {
        return Err(format!("input must be a vector or 2D tensor, but got shape {}", x.shape).into());
    }
    if !x.dim(0).may_be(all) && !x.dim(0).may_be(spatial) {
        let shape = &x.shape;
        return Err(format!("input must have {spatial} or {all} rows, but got shape {shape}").into());
    }
    if rank == 2 && !x.dim(1).may_be(2) {
        return Err(format!("the second dimension of input must be 2, but got shape {}", x.shape).into());
    }
    Ok(x.like())
}
