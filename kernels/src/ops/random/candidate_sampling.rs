//! Candidate sampling: `tf.ComputeAccidentalHits`, the sampled candidates that are true classes.

use std::collections::HashMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Shape};

use crate::ops::arrays::gather::positions;
use crate::ops::index_arguments::integer_vector;
use crate::ops::memory::filled;

/// Adds the op of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.ComputeAccidentalHits", OpEntry::new().dispatch(accidental_hits));
}

/// The positions of true classes among the candidates.
fn accidental_hits(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let classes = frame.dense(0)?.shape().dims();
    let wanted = frame.attrs().get_int("num_true").ok_or("missing 'num_true' attribute")?;
    if classes.len() != 2 || classes[1] != wanted {
        return Err(format!(
            "true_classes must be a batch_size * num_true matrix with num_true {wanted}, but has shape {}",
            frame.dense(0)?.shape()
        )
        .into());
    }
    if frame.dense(1)?.shape().rank() != 1 {
        return Err(format!(
            "sampled_candidates must be a vector, but has shape {}",
            frame.dense(1)?.shape()
        )
        .into());
    }
    let candidates = positions(frame, 1)?;
    // Of a candidate that is there twice, the last.
    let place: HashMap<i64, usize> =
        candidates.iter().enumerate().map(|(column, &candidate)| (candidate, column)).collect();
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for (at, class) in positions(frame, 0)?.into_iter().enumerate() {
        if let Some(&column) = place.get(&class) {
            rows.push(at as i64 / wanted.max(1));
            columns.push(column as i64);
        }
    }
    let weights = filled(-f32::MAX, rows.len())?;
    let shape = Shape::new(&[rows.len() as i64])?;
    frame.set(0, integer_vector(DType::I32, &rows)?);
    frame.set(1, integer_vector(DType::I64, &columns)?);
    frame.set(2, DenseHostTensor::from_values(shape, &weights)?);
    Ok(())
}
