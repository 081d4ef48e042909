//! Images: colours, other sizes, parts, files.

use super::arrays::unknown;
use super::{
    Call, Dim, DimList, KnownShape, Operand, Outcome, ShapeRow, at_least, rank_four, takes, unsupported_for,
};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    resized_floats, takes(2).needing(&[1]).checked() => "tf.ResizeBilinear" "tf.ResizeBicubic" "tf.ResizeArea";
    resized, takes(2).needing(&[1]).checked() => "tf.ResizeNearestNeighbor";
    nearest_grad, takes(2).needing(&[1]).checked() => "tf.ResizeNearestNeighborGrad";
    resized_grad, takes(2) => "tf.ResizeBicubicGrad";
    cropped, takes(4).needing(&[3]).checked() => "tf.CropAndResize";
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

/// The dimensions of images in another size.
fn resized_dims(call: &Call<'_>) -> Result<DimList, OpError> {
    let [batch, height, width, channels] = rank_four(&call.operands[0].shape, "images")?;
    let size = &call.operands[1];
    if !size.shape.num_elements().may_be(2) {
        return Err(format!("shape_t must have two elements, but has shape {}", size.shape).into());
    }
    if let Some(&[rows, columns]) = call.elements(1).filter(|size| size.iter().any(|&side| side <= 0)) {
        return Err(format!("output dimensions must be positive, but are [{rows},{columns}]").into());
    }
    if [height, width].contains(&Dim::of(0)) {
        return Err(format!("input image must be of non-zero size, but is [{height},{width}]").into());
    }
    let [rows, columns] = sides(call, 1);
    Ok(DimList::from_slice(&[batch, rows, columns, channels]))
}

fn resized_floats(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::new(DType::F32, KnownShape::of(&resized_dims(call)?)?))
}

fn resized(call: &Call<'_>) -> Result<Outcome, OpError> {
    call.operands[0].with_dims(&resized_dims(call)?)
}

/// The gradient of images, whose size is an operand.
fn nearest_grad(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [grads, size] = [&call.operands[0], &call.operands[1]];
    let [batch, _, _, channels] = rank_four(&grads.shape, "grads")?;
    if !size.shape.num_elements().may_be(2) {
        return Err(format!("size must have two elements, but has shape {}", size.shape).into());
    }
    if let Some(size) = call.elements(1).filter(|size| size.iter().any(|&side| side < 1)) {
        return Err(format!("the image must be of non-zero size, but is {size:?}").into());
    }
    let [height, width] = sides(call, 1);
    grads.with_dims(&[batch, height, width, channels])
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
    let [image, boxes, index] = [0, 1, 2].map(|i| &call.operands[i]);
    let [_, height, width, channels] = rank_four(&image.shape, "image")?;
    let Some([count, _]) = boxes.shape.dims_of_rank().filter(|[_, corners]| corners.may_be(4)) else {
        return Err(format!("boxes must have shape [num_boxes, 4], but have {}", boxes.shape).into());
    };
    if !index.shape.num_elements().agrees(count) {
        return Err(
            format!("box_index has incompatible shape {}: there are {count} boxes", index.shape).into()
        );
    }
    if let Some(size) = call.elements(3).filter(|size| size.len() != 2 || size.iter().any(|&side| side < 1)) {
        return Err(format!("crop_size must be two positive numbers, but is {size:?}").into());
    }
    if [height, width].contains(&Dim::of(0)) {
        return Err(format!("image dimensions must be positive, but are {height} and {width}").into());
    }
    let [rows, columns] = sides(call, 3);
    Ok(Outcome::new(DType::F32, KnownShape::of(&[count, rows, columns, channels])?))
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
