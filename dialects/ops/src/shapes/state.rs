//! Handles of resources, variables, tables, arrays, and where and when a program runs.

use super::{Call, Outcome, Results, ShapeRow, takes};
use crate::{DType, OpError};

pub(super) const ROWS: &[ShapeRow] = rows! {
    handle, takes(0) =>
        "tf.VarHandleOp" "tf.HashTableV2" "tf.AnonymousHashTable" "tf.MutableHashTableV2" "tf.MutableHashTableOfTensorsV2"
        "tf.AnonymousMutableHashTable" "tf.AnonymousMutableHashTableOfTensors";
    handle, takes(2) => "tf.MutableDenseHashTableV2" "tf.AnonymousMutableDenseHashTable";
    [array], takes(1) => "tf.TensorArrayV3";
    [array], takes(2) => "tf.TensorArrayGradV3";
    [array], takes(3) => "tf.TensorArrayGradWithShape";
    seconds, takes(0) => "tf.Timestamp";
    device, takes(0) => "tf.DeviceIndex";
};

fn handle(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::Resource))
}

/// The handle, and the flow, a number that orders the ops on the array.
fn array(_: &Call<'_>) -> Result<Results, OpError> {
    Ok(Results::from_iter([Outcome::scalar(DType::Resource), Outcome::scalar(DType::F32)]))
}

fn seconds(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::F64))
}

fn device(_: &Call<'_>) -> Result<Outcome, OpError> {
    Ok(Outcome::scalar(DType::I32))
}
