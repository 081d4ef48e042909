//! `tf.Bucketize`: the interval between sorted boundaries that each element is in.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::ops::by_dtype::unsupported;
use crate::ops::memory::collected;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.Bucketize", OpEntry::new().dispatch(bucketize));
}

fn bucketize(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let boundaries: Vec<f32> = frame.attrs().get_array::<f32>("boundaries").unwrap_or_default().to_vec();
    if boundaries.windows(2).any(|pair| pair[0] > pair[1]) {
        return Err("Expected sorted boundaries".into());
    }
    let dtype = frame.dense(0)?.dtype();
    let shape = frame.dense(0)?.shape().clone();
    macro_rules! buckets {
        ($ty:ty, $to:expr) => {
            collected(frame.values::<$ty>(0)?.iter().map(|&value| {
                boundaries.partition_point(|&boundary| f64::from(boundary) <= $to(value)) as i32
            }))?
        };
    }
    let found: Vec<i32> = match dtype {
        DType::I32 => buckets!(i32, f64::from),
        DType::I64 => buckets!(i64, |value| value as f64),
        DType::F32 => buckets!(f32, f64::from),
        DType::F64 => buckets!(f64, |value| value),
        other => return Err(unsupported(other)),
    };
    frame.set(0, DenseHostTensor::from_values(shape, &found)?);
    Ok(())
}
