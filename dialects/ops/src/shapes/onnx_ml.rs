//! Models of classical machine learning: ensembles of decision trees, places of values among sorted keys, probabilities of classes.

use smallvec::smallvec;

use super::{Call, Dim, Outcome, Results, ShapeRow, takes, unsupported};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    [ensemble], takes(7) => "onnx_ml.TreeEnsemble";
    coupled, takes(1) => "onnx_ml.CoupledProbabilities";
    found, takes(2) => "onnx_ml.FindKeys";
};

/// A row of scores for each row of features, and the place of the largest score.
fn ensemble(call: &Call<'_>) -> Result<Results, OpError> {
    let (x, base) = (&call.operands[0], &call.operands[6]);
    if let Some(dtype) = x.dtype.filter(|dtype| !matches!(dtype, DType::F32 | DType::F64)) {
        return Err(unsupported(dtype));
    }
    for (i, rank) in [(0, 2), (1, 2), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)] {
        let operand = &call.operands[i];
        if operand.shape.rank().is_some_and(|own| own != rank) {
            return Err(format!("operand {i} must have rank {rank}, but is {operand}").into());
        }
        let dtype = if matches!(i, 1 | 3 | 4) { Some(DType::I32) } else { x.dtype };
        if let (Some(own), Some(dtype)) = (operand.dtype, dtype)
            && own != dtype
        {
            return Err(format!("operand {i} must have dtype {dtype}, but is {operand}").into());
        }
    }
    let dim = |at: usize| call.operands[at].dims().map_or(Dim::UNKNOWN, |dims| dims[0]);
    let scores = Outcome::of_dims(x.dtype.or(base.dtype), &[dim(0), dim(6)])?;
    Ok(smallvec![scores, Outcome::of_dims(DType::I64, &[dim(0)])?])
}

/// A place for each value.
fn found(call: &Call<'_>) -> Result<Outcome, OpError> {
    let (x, keys) = (&call.operands[0], &call.operands[1]);
    if keys.shape.rank().is_some_and(|rank| rank != 1) {
        return Err(format!("the keys must have rank 1, but are {keys}").into());
    }
    if let (Some(of), Some(dtype)) = (x.dtype, keys.dtype)
        && of != dtype
    {
        return Err(format!("the keys must have dtype {of}, but are {keys}").into());
    }
    Ok(x.with_dtype(DType::I64))
}

/// A probability of each class for each row, which has one for each pair of classes.
fn coupled(call: &Call<'_>) -> Result<Outcome, OpError> {
    let pairs = &call.operands[0];
    let classes =
        call.attrs.get_int("classes").ok_or_else(|| OpError::incomplete("missing 'classes' attribute"))?;
    if !(2..=1 << 15).contains(&classes) {
        return Err(format!("classes must be at least 2 and at most 32768, but is {classes}").into());
    }
    if let Some(dtype) = pairs.dtype.filter(|&dtype| dtype != DType::F32) {
        return Err(unsupported(dtype));
    }
    let count = classes * (classes - 1) / 2;
    let dims = pairs.dims();
    if dims.as_ref().is_some_and(|dims| dims.len() != 2 || dims[1].known().is_some_and(|own| own != count)) {
        return Err(format!("rows of {classes} classes must have {count} numbers, but are {pairs}").into());
    }
    Outcome::of_dims(DType::F32, &[dims.map_or(Dim::UNKNOWN, |dims| dims[0]), Dim::of(classes)])
}
