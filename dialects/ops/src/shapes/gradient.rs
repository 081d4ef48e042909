//! Gradients of ops that move or resize: of slices, borders, and images.

use super::arrays::unknown;
use super::{Call, Dim, DimList, Outcome, Results, ShapeRow, at_least, rank_four, takes};
use crate::OpError;

pub(super) const ROWS: &[ShapeRow] = rows! {
    resized_gradient, takes(2) => "tf.ResizeBilinearGrad";
    slice_update, takes(5) => "tf.TensorStridedSliceUpdate";
    [offsets], at_least(1) => "tf.ConcatOffset";
    mirrored_gradient, takes(2).needing(&[1]) => "tf.MirrorPadGrad";
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

/// The gradient without the borders.
fn mirrored_gradient(call: &Call<'_>) -> Result<Outcome, OpError> {
    let gradient = &call.operands[0];
    let dims = gradient.dims().and_then(|dims| -> Option<DimList> {
        let Some(paddings) = call.elements(1) else { return Some(unknown(dims.len())) };
        let less = |(dim, padding): (&Dim, &[i64])| {
            dim.map(|dim| dim.saturating_sub(padding[0]).saturating_sub(padding[1]))
        };
        (paddings.len() == 2 * dims.len())
            .then(|| dims.iter().zip(paddings.chunks_exact(2)).map(less).collect())
    });
    Ok(Outcome::open(gradient.dtype, dims))
}
