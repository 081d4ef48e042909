//! Images: colours, other sizes, parts, files.

use super::arrays::unknown;
use super::{Call, Dim, DimList, Operand, Outcome, ShapeRow, at_least, rank_four, takes, unsupported_for};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    resized_floats, takes(2).needing(&[1]) => "tf.ResizeBilinear" "tf.ResizeBicubic" "tf.ResizeArea";
    resized, takes(2).needing(&[1]) => "tf.ResizeNearestNeighbor" "tf.ResizeNearestNeighborGrad";
    resized_grad, takes(2) => "tf.ResizeBicubicGrad";
    cropped, takes(4).needing(&[3]) => "tf.CropAndResize";
    suppressed, at_least(3).unchecked() => "tf.NonMaxSuppression" "tf.NonMaxSuppressionV2" "tf.NonMaxSuppressionV3";
    contrast, takes(2) => "tf.AdjustContrastv2";
    shifted, takes(2) => "tf.AdjustHue" "tf.AdjustSaturation";
    colours, takes(1) => "tf.RGBToHSV" "tf.HSVToRGB";
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

fn resized_floats(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(DType::F32, Some(resized_dims(call))))
}

fn resized(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[0].dtype, Some(resized_dims(call))))
}

/// The gradient of images, in their shape.
fn resized_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [grads, images] = [&call.operands[0], &call.operands[1]];
    rank_four(&grads.shape, "grads")?;
    let dims = rank_four(&images.shape, "original_image")?;
    if let Some(dtype) = images.dtype.filter(|dtype| !matches!(dtype, DType::F32 | DType::F64)) {
        return Err(unsupported_for("tf.ResizeBicubicGrad", dtype));
    }
    images.with_dims(&dims)
}

fn cropped(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [height, width] = sides(call, 3);
    let dims = DimList::from_slice(&[call.operands[1].dim(0), height, width, call.operands[0].dim(3)]);
    Ok(Outcome::open(DType::F32, Some(dims)))
}

fn suppressed(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(DType::I32, Some(unknown(1))))
}

fn decoded(call: &Call<'_>) -> Result<Outcome, OpError> {
    let channels =
        Some(call.int("channels", 0)).filter(|&channels| channels > 0).map_or(Dim::UNKNOWN, Dim::of);
    let dims = DimList::from_slice(&[Dim::UNKNOWN, Dim::UNKNOWN, channels]);
    Ok(Outcome::open(call.dtype("dtype", DType::UI8), Some(dims)))
}

/// Refuses what surely has fewer dimensions than an image.
fn expect_image(x: &Operand<'_>) -> Result<(), OpError> {
    if x.rank().is_some_and(|rank| rank < 3) {
        return Err(format!("input must be at least 3-D, got shape {}", x.shape).into());
    }
    Ok(())
}

fn contrast(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [images, factor] = [&call.operands[0], &call.operands[1]];
    expect_image(images)?;
    if !factor.shape.may_have_rank(0) {
        return Err(format!("contrast_factor must be scalar: {}", factor.shape).into());
    }
    Ok(images.like())
}

/// Pixels of three channels, in other colours.
fn colours(call: &Call<'_>) -> Result<Outcome, OpError> {
    let images = &call.operands[0];
    let Some(mut dims) = images.dims() else { return Ok(images.like()) };
    match dims.last_mut() {
        Some(channels) if channels.may_be(3) => *channels = Dim::of(3),
        _ => {
            return Err(format!(
                "the last dimension of images must have three channels, but the shape is {}",
                images.shape
            )
            .into());
        }
    }
    images.with_dims(&dims)
}

fn shifted(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [images, amount] = [&call.operands[0], &call.operands[1]];
    expect_image(images)?;
    if !amount.shape.may_have_rank(0) {
        return Err(format!("the amount must be a scalar, but has shape {}", amount.shape).into());
    }
    colours(call)
}
