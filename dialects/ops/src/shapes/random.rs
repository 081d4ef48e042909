//! Random numbers: the first operand is the shape.

use super::{Call, Outcome, ShapeRow, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    floats, takes(1).needing(&[0]) => "tf.RandomUniform" "tf.RandomStandardNormal" "tf.TruncatedNormal";
    floats, takes(2).needing(&[0]) =>
        "tf.StatelessRandomUniform" "tf.StatelessRandomNormal" "tf.StatelessTruncatedNormal";
    floats, takes(4).needing(&[0]) =>
        "tf.StatelessRandomUniformV2" "tf.StatelessRandomNormalV2" "tf.StatelessTruncatedNormalV2";
    integers, takes(4).needing(&[0]) => "tf.StatelessRandomUniformInt";
    integers_v2, takes(6).needing(&[0]) => "tf.StatelessRandomUniformIntV2";
};

fn floats(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.dtype("dtype", DType::F32), call.shape_in(0)))
}

fn integers(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[2].dtype, call.shape_in(0)))
}

fn integers_v2(call: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::open(call.operands[4].dtype, call.shape_in(0)))
}
