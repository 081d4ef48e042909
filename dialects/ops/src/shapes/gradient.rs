//! Gradients of ops that move, resize or look up: of slices, images, windows and rows.

use super::elementwise::{same, same_as_second};
use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, at_least, rank_four, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    resized_gradient, takes(2) => "tf.ResizeBilinearGrad";
    slice_update, takes(5) => "tf.TensorStridedSliceUpdate";
    [offsets], at_least(1) => "tf.ConcatOffset";
    segments, takes(4).needing(&[3]) => "tf.SparseSegmentSumGrad" "tf.SparseSegmentMeanGrad" "tf.SparseSegmentSqrtNGrad";
    [distinct_segments], takes(4).unchecked() =>
        "tf.SparseSegmentSumGradV2" "tf.SparseSegmentMeanGradV2" "tf.SparseSegmentSqrtNGradV2";
    [filled_rows], takes(2).unchecked() => "tf.SparseFillEmptyRowsGrad" "tf.RaggedFillEmptyRowsGrad";
    [added], takes(4).unchecked() => "tf.SparseAddGrad";
    sliced, takes(4).unchecked() => "tf.SparseSliceGrad";
    cropped_image, takes(4).needing(&[3]) => "tf.CropAndResizeGradImage";
    cropped_boxes, takes(4).unchecked() => "tf.CropAndResizeGradBoxes";
    same, takes(3).unchecked() => "tf.Dilation2DBackpropInput" "tf.MaxPoolGradWithArgmax";
    same, takes(5).unchecked() => "tf.FractionalMaxPoolGrad";
    same_as_second, takes(3).unchecked() => "tf.Dilation2DBackpropFilter";
    same_as_second, takes(4).unchecked() => "tf.ScaleAndTranslateGrad";
    averaged, takes(4).needing(&[0]) => "tf.FractionalAvgPoolGrad";
    [quantised], takes(4).unchecked() => "tf.QuantizeAndDequantizeV4Grad";
};

/// A gradient for each element of the original image.
fn resized_gradient(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [dy, image] = [&call.operands[0], &call.operands[1]];
    let [batch, _, _, channels] = rank_four(&dy.shape, "grads")?;
    let [images, height, width, own] = rank_four(&image.shape, "original_image")?;
    image.with_dims(&[images.or(batch), height, width, own.or(channels)])
}

/// The first operand, of which a slice is replaced.
fn slice_update(call: &Call<'_>) -> Result<Outcome, OpError> {
    let [input, value] = [&call.operands[0], &call.operands[4]];
    if !input.same_dtype(value) {
        return Err(format!("input {input} and value {value} must have one dtype").into());
    }
    Ok(Outcome { dtype: input.dtype.or(value.dtype), ..input.like() })
}

/// For each shape, where its tensor begins: a vector like the shape.
fn offsets(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(call.operands[1..].iter().map(|shape| shape.like()).collect())
}

/// The dimensions of the first operand, with another first one.
fn rows(call: &Call<'_>, count: Dim) -> Outcome {
    let dims = call.operands[0].dims().and_then(|mut dims| {
        *dims.first_mut()? = count;
        Some(dims)
    });
    Outcome::open(call.operands[0].dtype, dims)
}

/// A gradient for each row of the table that sums were made of.
fn segments(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(rows(call, call.operands[3].scalar().map_or(Dim::UNKNOWN, Dim::of)))
}

/// Gradients of the rows that sums were made of, and the numbers of the rows.
fn distinct_segments(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(Results::from_iter([rows(call, Dim::UNKNOWN), vector(call.operands[1].dtype, Dim::UNKNOWN)]))
}

fn vector(dtype: Option<DType>, count: Dim) -> Outcome {
    Outcome::open(dtype, Some(DimList::from_slice(&[count])))
}

/// Gradients of the elements and of the default value.
fn filled_rows(call: &Call<'_>) -> Result<Results, OpError> {
    let dtype = call.operands[1].dtype;
    Ok(Results::from_iter([vector(dtype, call.operands[0].dim(0)), Outcome::scalar(dtype)]))
}

/// Gradients of the elements of both summands.
fn added(call: &Call<'_>) -> Result<Results, OpError> {
    let dtype = call.operands[0].dtype;
    Ok(call.operands[1..3].iter().map(|indices| vector(dtype, indices.dim(0))).collect())
}

fn sliced(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(vector(call.operands[0].dtype, call.operands[1].dim(0)))
}

/// A gradient for each element of the image.
fn cropped_image(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.dtype("T", DType::F32), call.shape_in(3)))
}

fn cropped_boxes(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(call.operands[2].with_dtype(DType::F32))
}

fn averaged(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[1].dtype, call.shape_in(0)))
}

/// Gradients of the numbers and of both ends of their range.
fn quantised(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(call.operands[1..].iter().map(|operand| operand.like()).collect())
}
