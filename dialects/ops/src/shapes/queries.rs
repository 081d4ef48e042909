//! Ops that return their operands, and ops that return the shape of a tensor.

use smallvec::SmallVec;

use super::elementwise::same;
use super::{
    Call, Dim, DimList, KnownShape, Operand, Outcome, Results, ShapeRow, at_least, dtype_attr, takes,
};
use crate::{DType, OpError, PartialShape};

pub(super) const ROWS: &[ShapeRow] = rows! {
    constant, takes(0) => "tf.Const";
    (same, elements unchanged), takes(1) => "tf.Identity" "tf.StopGradient" "tf.PreventGradient" "tf.Snapshot";
    same, takes(1) => "tf.PlaceholderWithDefault" "tf.CheckNumerics" "tf.ZerosLike" "tf.OnesLike" "tf.InvertPermutation";
    [same_all], at_least(0) => "tf.IdentityN";
    ensured, takes(1) => "tf.EnsureShape";
    (shape, elements sizes), takes(1) => "tf.Shape";
    [shapes], at_least(0) => "tf.ShapeN";
    size, takes(1) => "tf.Size";
    rank, takes(1) => "tf.Rank";
    (squeezed, elements unchanged), takes(1) => "tf.Squeeze";
};

fn constant(call: &Call<'_>) -> Result<Outcome, OpError> {
    let Some(metadata) = call.attrs.get_tensor("value") else {
        return Err("tf.Const needs a `value` dense attribute".into());
    };
    if call.attrs.get_dtype("dtype").is_some_and(|dtype| dtype != metadata.dtype) {
        return Err("dtype attribute mismatch with expected tensor dtype".into());
    }
    Ok(Outcome::new(metadata.dtype, KnownShape::Full(metadata.shape)))
}

fn same_all(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(call.operands.iter().map(Operand::like).collect())
}

/// The operand, which has the shape that an attribute says.
fn ensured(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let Some(PartialShape::Ranked(wanted)) = call.attrs.get_shape("shape") else { return same(call) };
    let fits = x.shape.may_have_rank(wanted.len())
        && wanted.iter().enumerate().all(|(axis, &wanted)| wanted < 0 || x.dim(axis).may_be(wanted));
    if !fits {
        return Err(
            format!("Shape of tensor {} is not compatible with expected shape {wanted:?}.", x.shape).into()
        );
    }
    let dims: DimList =
        wanted.iter().enumerate().map(|(axis, &wanted)| x.dim(axis).or(Dim::of(wanted))).collect();
    x.with_dims(&dims)
}

fn out_type(call: &Call<'_>) -> Result<DType, OpError> {
    dtype_attr(call.attrs, "out_type", DType::I32, &[DType::I32, DType::I64])
}

fn shape_of(x: &Operand<'_>, dtype: DType) -> Result<Outcome, OpError> {
    Outcome::of_dims(dtype, &[x.rank().map_or(Dim::UNKNOWN, |rank| Dim::of(rank as i64))])
}

fn shape(call: &Call<'_>) -> Result<Outcome, OpError> {
    shape_of(&call.operands[0], out_type(call)?)
}

fn shapes(call: &Call<'_>) -> Result<Results, OpError> {
    call.operands.iter().map(|x| shape_of(x, out_type(call)?)).collect()
}

fn size(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(out_type(call)?))
}

fn rank(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::I32))
}

/// The operand without dimensions of one: those that an attribute names, or all.
fn squeezed(call: &Call<'_>) -> Result<Outcome, OpError> {
    let x = &call.operands[0];
    let attrs = call.attrs;
    let chosen = attrs.get_ints("squeeze_dims").or_else(|| attrs.get_ints("axis")).unwrap_or_default();
    let Some(dims) = x.dims() else { return Ok(Outcome::unranked(x.dtype)) };
    if chosen.is_empty() && dims.iter().any(|dim| dim.known().is_none()) {
        return Ok(Outcome::unranked(x.dtype));
    }
    let rank = dims.len();
    let mut squeeze: SmallVec<[bool; 8]> = SmallVec::from_elem(chosen.is_empty(), rank);
    for axis in chosen {
        let at = super::arrays::normalize_axis(axis, rank)
            .ok_or_else(|| format!("Tried to squeeze dim index {axis} for tensor with {rank} dimensions."))?;
        if !dims[at].may_be(1) {
            return Err(
                format!("Can not squeeze dim[{at}], expected a dimension of 1, got {}", dims[at]).into()
            );
        }
        squeeze[at] = true;
    }
    let is_left = |at: usize| !squeeze[at] || dims[at].known().is_some_and(|dim| dim != 1);
    let left: DimList = (0..rank).filter(|&at| is_left(at)).map(|at| dims[at]).collect();
    x.with_dims(&left)
}
