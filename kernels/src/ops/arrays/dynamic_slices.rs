//! `tf.IsotonicRegression`, `tf.ComputeAccidentalHits`, `tf.SparseMatMul`, and slices at positions that operands give, `tf.XlaDynamicSlice`
//! and `tf.XlaDynamicUpdateSlice`.

use std::collections::HashMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::{integer_vector, integers};
use crate::ops::memory::{filled, result_metadata};
use crate::ops::number::Float;
use crate::ops::number::num_traits_like::Functions as _;
use crate::ops::stand_ins::numbered;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add("tf.IsotonicRegression", OpEntry::new().dispatch(isotonic));
    ops.add("tf.ComputeAccidentalHits", OpEntry::new().dispatch(accidental_hits));
    ops.add("tf.SparseMatMul", OpEntry::new().dispatch(matrix_product));
    ops.add("tf.XlaDynamicSlice", OpEntry::new().dispatch(numbered(slice)).strings());
    ops.add("tf.XlaDynamicUpdateSlice", OpEntry::new().dispatch(numbered(update_slice)).strings());
}

/// The decreasing sequence nearest to each row: runs that increase become their means.
fn isotonic(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let columns = metadata.shape.dims().last().map_or(1, |&dim| dim as usize);
    let dtype = frame.dense(0)?.dtype();
    let input: Vec<f64> = match dtype {
        DType::UI8 => frame.values::<u8>(0)?.iter().map(|&x| x.into()).collect(),
        DType::UI16 => frame.values::<u16>(0)?.iter().map(|&x| x.into()).collect(),
        DType::UI32 => frame.values::<u32>(0)?.iter().map(|&x| x.into()).collect(),
        DType::UI64 => frame.values::<u64>(0)?.iter().map(|&x| x as f64).collect(),
        DType::I8 => frame.values::<i8>(0)?.iter().map(|&x| x.into()).collect(),
        DType::I16 => frame.values::<i16>(0)?.iter().map(|&x| x.into()).collect(),
        DType::I32 => frame.values::<i32>(0)?.iter().map(|&x| x.into()).collect(),
        DType::I64 => frame.values::<i64>(0)?.iter().map(|&x| x as f64).collect(),
        _ => for_dtype!(dtype, [floats halves], {
            frame.values::<T>(0)?.iter().map(|x| f64::from(x.work())).collect()
        }, else return Err(unsupported(dtype))),
    };
    let (mut means, mut segments) = (filled(0.0, input.len())?, filled(0_i64, input.len())?);
    let rows = means.chunks_exact_mut(columns.max(1)).zip(segments.chunks_exact_mut(columns.max(1)));
    for (row, (means, segments)) in input.chunks_exact(columns.max(1)).zip(rows) {
        let mut runs: Vec<(f64, usize)> = Vec::new();
        for &value in row {
            let (mut sum, mut count) = (value, 1);
            while let Some(&(before, length)) = runs.last()
                && before / (length as f64) < sum / count as f64
            {
                (sum, count) = (sum + before, count + length);
                runs.pop();
            }
            runs.push((sum, count));
        }
        let mut at = 0;
        for (segment, (sum, count)) in runs.into_iter().enumerate() {
            means[at..at + count].fill(sum / count as f64);
            segments[at..at + count].fill(segment as i64);
            at += count;
        }
    }
    let mut out = DispatchFrame::fresh(metadata)?;
    for_dtype!(metadata.dtype, [floats halves], {
        for (to, mean) in out.values_mut::<T>().iter_mut().zip(means) {
            *to = T::unwork(<T as Float>::Work::of(mean));
        }
    }, else return Err(unsupported(metadata.dtype)));
    let dims = metadata.shape.dims();
    frame.finish(0, out);
    frame.set(1, integers(DType::I32, &dims, &segments)?);
    Ok(())
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

/// A product of matrices most of whose elements are zero, which they need not be.
fn matrix_product(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let attrs = frame.attrs();
    let flag = |name| attrs.get_bool(name).unwrap_or(false);
    let wide = |i: usize| -> Result<Vec<f32>, OpError> {
        Ok(match frame.dense(i)?.dtype() {
            DType::F32 => frame.values::<f32>(i)?.to_vec(),
            _ => frame.values::<half::bf16>(i)?.iter().map(|x| x.to_f32()).collect(),
        })
    };
    let (a, b) = (wide(0)?, wide(1)?);
    let [rows, columns] = [metadata.shape.dim(0) as usize, metadata.shape.dim(1) as usize];
    let depth = a.len() / rows.max(1);
    let [down, across] = if flag("transpose_a") { [1, rows] } else { [depth, 1] };
    let [over, along] = if flag("transpose_b") { [1, depth] } else { [columns, 1] };
    let mut out = DispatchFrame::fresh(metadata)?;
    let mut sums = filled(0.0_f64, columns)?;
    for (row, out) in out.values_mut::<f32>().chunks_exact_mut(columns.max(1)).enumerate() {
        sums.fill(0.0);
        for k in 0..depth {
            let value = f64::from(a[row * down + k * across]);
            if value != 0.0 {
                for (column, sum) in sums.iter_mut().enumerate() {
                    *sum += value * f64::from(b[k * over + column * along]);
                }
            }
        }
        out.iter_mut().zip(&sums).for_each(|(out, &sum)| *out = sum as f32);
    }
    frame.finish(0, out);
    Ok(())
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
