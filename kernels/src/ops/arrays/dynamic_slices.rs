//! Slices at positions that operands give: `tf.XlaDynamicSlice` and `tf.XlaDynamicUpdateSlice`.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DenseHostTensor, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::arrays::strided::element_size;
use crate::ops::element_encoding::encoded;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.XlaDynamicSlice", OpEntry::new().dispatch(encoded(slice)).strings());
    ops.add("tf.XlaDynamicUpdateSlice", OpEntry::new().dispatch(encoded(update_slice)).strings());
}

/// The start of a part of a tensor, moved so that all of it is inside.
fn starts(frame: &DispatchFrame<'_>, i: usize, whole: &[i64], part: &[i64]) -> Result<Dims, OpError> {
    let given = positions(frame, i)?;
    if given.len() != whole.len() || part.len() != whole.len() {
        return Err(format!(
            "indices and sizes must have {} elements, one for each dimension, but have {} and {}",
            whole.len(),
            given.len(),
            part.len()
        )
        .into());
    }
    if let Some((part, whole)) = part.iter().zip(whole).find(|(part, whole)| **part < 0 || part > whole) {
        return Err(format!("a part of {part} elements is not within {whole}").into());
    }
    Ok(given
        .iter()
        .zip(whole.iter().zip(part))
        .map(|(&start, (whole, part))| start.clamp(0, whole - part))
        .collect())
}

/// The places of a part's rows in the whole.
fn rows(whole: &[i64], part: &[i64], starts: &[i64]) -> impl Iterator<Item = usize> {
    let (whole, part, starts) = (whole.to_vec(), part.to_vec(), starts.to_vec());
    let outer = part.len().saturating_sub(1);
    (0..product(&part[..outer])).map(move |row| {
        let (mut rest, mut step) = (row, whole.get(outer).map_or(1, |&dim| dim as usize));
        let mut place = starts.get(outer).map_or(0, |&start| start as usize);
        for axis in (0..outer).rev() {
            place += (rest % part[axis] as usize + starts[axis] as usize) * step;
            rest /= part[axis] as usize;
            step *= whole[axis] as usize;
        }
        place
    })
}

fn slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let whole = frame.dense(0)?.shape().dims();
    let part: Dims = positions(frame, 2)?.into_iter().collect();
    let starts = starts(frame, 1, &whole, &part)?;
    let metadata = TensorMetadata::new(frame.dense(0)?.dtype(), Shape::new(&part)?);
    let size = element_size(metadata.dtype)?;
    let length = part.last().map_or(1, |&dim| dim as usize) * size;
    let mut made = DenseHostTensor::zeroed(metadata)?;
    let from = frame.dense(0)?.bytes();
    if length > 0 {
        let to = made.bytes_mut().unwrap_or_default();
        for (to, at) in to.chunks_exact_mut(length).zip(rows(&whole, &part, &starts)) {
            to.copy_from_slice(&from[at * size..][..length]);
        }
    }
    frame.set(0, made);
    Ok(())
}

fn update_slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (whole, part) = (frame.dense(0)?.shape().dims(), frame.dense(1)?.shape().dims());
    if frame.dense(0)?.dtype() != frame.dense(1)?.dtype() {
        return Err(format!(
            "update must have the dtype of input, {}, but has {}",
            frame.dense(0)?.dtype().label(),
            frame.dense(1)?.dtype().label()
        )
        .into());
    }
    let starts = starts(frame, 2, &whole, &part)?;
    let size = element_size(frame.dense(0)?.dtype())?;
    let length = part.last().map_or(1, |&dim| dim as usize) * size;
    let mut made = DenseHostTensor::zeroed(frame.dense(0)?.metadata().clone())?;
    let to = made.bytes_mut().unwrap_or_default();
    to.copy_from_slice(frame.dense(0)?.bytes());
    if length > 0 {
        for (from, at) in frame.dense(1)?.bytes().chunks_exact(length).zip(rows(&whole, &part, &starts)) {
            to[at * size..][..length].copy_from_slice(from);
        }
    }
    frame.set(0, made);
    Ok(())
}
