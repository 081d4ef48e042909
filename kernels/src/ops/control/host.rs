//! Questions about where and when a program runs: `tf.Timestamp`, `tf.DeviceIndex`.

use std::time::{SystemTime, UNIX_EPOCH};

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Shape};

use crate::ops::records::example::names;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Timestamp", OpEntry::new().dispatch(timestamp).side_effects());
    ops.add("tf.DeviceIndex", OpEntry::new().dispatch(device_index));
}

/// Seconds since 1970.
fn timestamp(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(0)?;
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = since.map_or_else(|error| -error.duration().as_secs_f64(), |since| since.as_secs_f64());
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[seconds])?);
    Ok(())
}

/// The place of this device's type among those that are named, or their number: programs choose a branch by it.
fn device_index(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(0)?;
    let names = names(frame.attrs(), "device_names");
    let index = names.iter().position(|name| **name == *b"CPU").unwrap_or(names.len());
    frame.set(0, DenseHostTensor::from_values(Shape::scalar(), &[index as i32])?);
    Ok(())
}
