//! Gradients of ops that move or resize: of slices and images.

use super::{Call, Outcome, Results, ShapeRow, at_least, rank_four, takes};
use crate::OpError;

pub(super) const ROWS: &[ShapeRow] = rows! {
    resized_gradient, takes(2) => "tf.ResizeBilinearGrad";
    slice_update, takes(5) => "tf.TensorStridedSliceUpdate";
    [offsets], at_least(1) => "tf.ConcatOffset";
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
