//! Convolutions and pools, and their gradients.

use super::{Call, Outcome, Results, ShapeRow, takes};
use crate::OpError;

pub(super) const ROWS: &[ShapeRow] = rows! {
    pool_grad, takes(2).needing(&[0]) => "tf.AvgPoolGrad" "tf.AvgPool3DGrad";
    like_input, takes(3).unchecked() => "tf.MaxPoolGrad" "tf.MaxPool3DGrad";
    like_input, takes(5).unchecked() => "tf.MaxPoolGradV2";
    like_output, takes(3).unchecked() => "tf.MaxPoolGradGrad" "tf.MaxPool3DGradGrad";
    like_output, takes(5).unchecked() => "tf.MaxPoolGradGradV2";
    input_grad, takes(3).needing(&[0]) => "tf.Conv3DBackpropInputV2" "tf.DepthwiseConv2dNativeBackpropInput";
    image_grad, takes(3).needing(&[0]) => "tf.Conv2DBackpropInput";
    filter_grad, takes(3).needing(&[1]) =>
        "tf.Conv2DBackpropFilter" "tf.DepthwiseConv2dNativeBackpropFilter" "tf.Conv3DBackpropFilterV2";
};

fn pool_grad(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(Outcome::open(call.operands[1].dtype, call.shape_in(0)).into())
}

fn like_input(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(call.operands[0].like().into())
}

fn like_output(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(call.operands[1].like().into())
}

fn input_grad(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(0)).into())
}

/// The sizes may leave out all but height and width; then the shape is not known.
fn image_grad(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(0).filter(|dims| dims.len() == 4)).into())
}

fn filter_grad(call: &Call<'_>) -> Result<Results, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(1)).into())
}
