//! Images: other sizes, parts, files.

use super::arrays::unknown;
use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, at_least, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    resized_floats, takes(2).needing(&[1]) => "tf.ResizeBilinear" "tf.ResizeBicubic" "tf.ResizeArea";
    resized, takes(2).needing(&[1]) => "tf.ResizeNearestNeighbor" "tf.ResizeNearestNeighborGrad";
    cropped, takes(4).needing(&[3]) => "tf.CropAndResize";
    suppressed, at_least(3).unchecked() => "tf.NonMaxSuppression" "tf.NonMaxSuppressionV2" "tf.NonMaxSuppressionV3";
    decoded, at_least(1).unchecked() => "tf.DecodeJpeg" "tf.DecodePng" "tf.DecodeBmp" "tf.DecodeAndCropJpeg";
};

/// The height and the width that an operand gives.
fn sides(call: &Call<'_>, i: usize) -> [Dim; 2] {
    match call.elements(i) {
        Some(&[height, width]) if height >= 0 && width >= 0 => [Dim::of(height), Dim::of(width)],
        _ => [Dim::UNKNOWN; 2],
    }
}

fn resized_dims(call: &Call<'_>) -> DimList {
    let images = &call.operands[0];
    let is_batch = images.rank() == Some(4);
    let dim = |axis: usize| if is_batch { images.dim(axis) } else { Dim::UNKNOWN };
    let [height, width] = sides(call, 1);
    DimList::from_slice(&[dim(0), height, width, dim(3)])
}

fn resized_floats(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(Outcome::open(DType::F32, Some(resized_dims(call))).into())
}

fn resized(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(Outcome::open(call.operands[0].dtype, Some(resized_dims(call))).into())
}

fn cropped(call: &Call<'_>) -> Result<Results, OpError> {
    let [height, width] = sides(call, 3);
    let dims = DimList::from_slice(&[call.operands[1].dim(0), height, width, call.operands[0].dim(3)]);
    Ok(Outcome::open(DType::F32, Some(dims)).into())
}

fn suppressed(_: &Call<'_>) -> Result<Results, OpError> {
    Ok(Outcome::open(DType::I32, Some(unknown(1))).into())
}

fn decoded(call: &Call<'_>) -> Result<Results, OpError> {
    let channels =
        Some(call.int("channels", 0)).filter(|&channels| channels > 0).map_or(Dim::UNKNOWN, Dim::of);
    let dims = DimList::from_slice(&[Dim::UNKNOWN, Dim::UNKNOWN, channels]);
    Ok(Outcome::open(call.dtype("dtype", DType::UI8), Some(dims)).into())
}
