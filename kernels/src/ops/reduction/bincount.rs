//! Counts of numbers: `tf.Bincount`, `tf.DenseBincount`, `tf.RaggedBincount`, `tf.SparseBincount`, the ops whose counts are sparse, and histograms.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::positions;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::{count, integer_dtype, integer_vector, integers, vector};
use crate::ops::memory::{filled, room};
use crate::ops::number::{Number, Real};
use crate::ops::ragged::dense::splits;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    // The ops differ in the row of each number and the number of rows.
    ops.add(
        "tf.Bincount",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let rows = filled(0, frame.dense(0)?.num_elements())?;
            dense_counts(frame, 0, 1, 2, &rows, None)
        }),
    );
    ops.add(
        "tf.RaggedBincount",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(4)?;
            let (rows, count) = ragged_rows(frame)?;
            dense_counts(frame, 1, 2, 3, &rows, Some(count))
        }),
    );
    ops.add(
        "tf.SparseBincount",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(5)?;
            let (rows, count) = sparse_rows(frame)?;
            dense_counts(frame, 1, 3, 4, &rows, count)
        }),
    );
    ops.add(
        "tf.RaggedCountSparseOutput",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(3)?;
            let (rows, count) = ragged_rows(frame)?;
            sparse_counts(frame, 1, 2, &rows, Some(count))
        }),
    );
    ops.add(
        "tf.SparseCountSparseOutput",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(4)?;
            let (rows, count) = sparse_rows(frame)?;
            sparse_counts(frame, 1, 3, &rows, count)
        }),
    );
    ops.add(
        "tf.DenseCountSparseOutput",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            frame.expect_args(2)?;
            let shape = frame.dense(0)?.shape();
            let (rows, count) = match shape.dims()[..] {
                [length] => (filled(0, length as usize)?, None),
                // Rows of nothing, of which there may be any number.
                [rows, 0] => (Vec::new(), Some(rows as usize)),
                [rows, length] => {
                    let row = |row| std::iter::repeat_n(row, length as usize);
                    let mut all = room(shape.num_elements())?;
                    all.extend((0..rows as usize).flat_map(row));
                    (all, Some(rows as usize))
                }
                _ => return Err(format!("Input must be a 1 or 2-dimensional tensor. Got: {shape}").into()),
            };
            sparse_counts(frame, 0, 1, &rows, count)
        }),
    );
    ops.add("tf.DenseBincount", OpEntry::new().dispatch(dense_bincount));
    ops.add(
        "tf.HistogramFixedWidth",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats], histogram::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
}

fn ragged_rows(frame: &DispatchFrame<'_>) -> Result<(Vec<usize>, usize), OpError> {
    let splits = splits(frame, 0, Some(frame.dense(1)?.num_elements()))?;
    let pairs = splits.windows(2).enumerate();
    let mut rows = room(frame.dense(1)?.num_elements())?;
    rows.extend(pairs.flat_map(|(row, pair)| std::iter::repeat_n(row, pair[1] - pair[0])));
    Ok((rows, splits.len() - 1))
}

fn sparse_rows(frame: &DispatchFrame<'_>) -> Result<(Vec<usize>, Option<usize>), OpError> {
    let (indices, shape) = (positions(frame, 0)?, vector(frame, 2, "dense_shape")?);
    let number = frame.dense(1)?.num_elements();
    if frame.dense(0)?.shape().dims()[..] != [number as i64, shape.len() as i64] {
        return Err(format!(
            "indices must have shape [{number}, {}], but have shape {}",
            shape.len(),
            frame.dense(0)?.shape()
        )
        .into());
    }
    match shape[..] {
        [_] => Ok((filled(0, number)?, None)),
        [rows, _] => {
            let row = |pair: &[i64]| match usize::try_from(pair[0]) {
                Ok(row) if pair[0] < rows => Ok(row),
                _ => Err(OpError::from(format!("index {pair:?} is outside of dense_shape {:?}", &shape[..]))),
            };
            let mut all = room(number)?;
            for pair in indices.chunks_exact(2) {
                all.push(row(pair)?);
            }
            let rows_there = usize::try_from(rows).map_err(|_| format!("dense_shape has {rows} rows"))?;
            Ok((all, Some(rows_there)))
        }
        _ => Err(format!("dense_shape must have 1 or 2 elements, but has {}", shape.len()).into()),
    }
}

fn weights_of(frame: &DispatchFrame<'_>, i: usize, values: usize) -> Result<bool, OpError> {
    match frame.dense(i)?.num_elements() {
        0 => Ok(false),
        given if given == values => Ok(true),
        _ => Err(format!(
            "weights must have as many elements as the values, {values}, or none, but have shape {}",
            frame.dense(i)?.shape()
        )
        .into()),
    }
}

fn dense_counts(
    frame: &mut DispatchFrame<'_>,
    values: usize,
    size: usize,
    weights: usize,
    rows: &[usize],
    row_count: Option<usize>,
) -> Result<(), OpError> {
    let (numbers, size) = (positions(frame, values)?, count(frame, size, "size")?);
    let weighted = weights_of(frame, weights, numbers.len())?;
    let once = frame.attrs().get_bool("binary_output").unwrap_or(false);
    if let Some(bad) = numbers.iter().find(|&&number| number < 0) {
        return Err(format!("Input arr must be non-negative, but has {bad}").into());
    }
    let mut dims: Dims = row_count.map(|count| count as i64).into_iter().collect();
    dims.push(size as i64);
    let dtype = frame.dense(weights)?.dtype();
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(&dims)?))?;
    for_dtype!(dtype, [ints floats], {
        let weights = frame.values::<T>(weights)?;
        let counts = out.values_mut::<T>();
        counts.fill(T::ZERO);
        for (at, &number) in numbers.iter().enumerate().filter(|(_, number)| (**number as u64) < size as u64) {
            let place = &mut counts[rows[at] * size + number as usize];
            *place = match (once, weighted) {
                (true, _) => T::ONE,
                (false, true) => place.plus(weights[at]),
                (false, false) => place.plus(T::ONE),
            };
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}

fn dense_bincount(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let (values, size) = (positions(frame, 0)?, positions(frame, 1)?);
    let size = match size[..] {
        [size] if size >= 0 => size,
        [size] => return Err(format!("size ({size}) must be non-negative").into()),
        _ => return Err("Shape must be rank 0: size must be a scalar".into()),
    };
    let input = frame.dense(0)?.shape().dims();
    let (rows, columns) = match input[..] {
        [] => (1, 1),
        [columns] => (1, columns as usize),
        [rows, columns] => (rows as usize, columns as usize),
        _ => return Err(format!("Shape must be at most rank 2 but is rank {}", input.len()).into()),
    };
    if let Some(bad) = values.iter().find(|&&value| value < 0) {
        return Err(format!("Input arr must be non-negative, but has {bad}").into());
    }
    let weights = frame.dense(2)?;
    let weighted = weights.num_elements() > 0;
    if weighted && weights.num_elements() != values.len() {
        return Err(format!(
            "`weights` must be the same shape as `arr`, {}, or a length-0 `Tensor`, but has shape {}",
            frame.dense(0)?.shape(),
            weights.shape()
        )
        .into());
    }
    let once = frame.attrs().get_bool("binary_output").unwrap_or(false);
    let mut dims = Dims::from_slice(if input.len() == 2 { &input[..1] } else { &[] });
    dims.push(size);
    let dtype = weights.dtype();
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(&dims)?))?;
    debug_assert!(values.len() <= rows * columns);
    for_dtype!(dtype, [ints floats halves complex], {
        let weights = frame.values::<T>(2)?;
        let counts = out.values_mut::<T>();
        counts.fill(T::ZERO);
        for (at, &value) in values.iter().enumerate().filter(|(_, value)| **value < size) {
            let count = &mut counts[at / columns.max(1) * size as usize + value as usize];
            *count = match (once, weighted) {
                (true, _) => T::ONE,
                (false, true) => count.plus(weights[at]),
                (false, false) => count.plus(T::ONE),
            };
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(0, out);
    Ok(())
}

fn sparse_counts(
    frame: &mut DispatchFrame<'_>,
    values: usize,
    weights: usize,
    rows: &[usize],
    row_count: Option<usize>,
) -> Result<(), OpError> {
    let numbers = positions(frame, values)?;
    let weighted = weights_of(frame, weights, numbers.len())?;
    let attrs = frame.attrs();
    let once = attrs.get_bool("binary_output").unwrap_or(false);
    let (least, most) = (attrs.get_int("minlength").unwrap_or(-1), attrs.get_int("maxlength").unwrap_or(-1));
    if let Some(bad) = numbers.iter().find(|&&number| number < 0) {
        return Err(format!("Input values must all be non-negative, but there is {bad}").into());
    }
    let largest = numbers
        .iter()
        .filter(|&&number| most < 0 || number < most)
        .max()
        .map_or(0, |&largest| largest.saturating_add(1));
    let width = if most >= 0 { most } else { largest.max(least.max(0)) };
    let dtype = frame.dense(weights)?.dtype();
    for_dtype!(dtype, [ints floats], {
        let given = frame.values::<T>(weights)?;
        let mut counted = room(numbers.len())?;
        let wanted = numbers.iter().enumerate().filter(|(_, number)| most < 0 || **number < most);
        counted.extend(wanted.map(|(at, &number)| (rows[at], number, at)));
        // Weights are added in the order of their numbers.
        counted.sort_unstable();
        let groups = || counted.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let mut found = room(groups().count())?;
        let mut indices = room(groups().count().saturating_mul(2))?;
        for group in groups() {
            let (row, number, _) = group[0];
            if row_count.is_some() {
                indices.push(row as i64);
            }
            indices.push(number);
            found.push(group.iter().fold(T::ZERO, |count, &(_, _, at)| match (once, weighted) {
                (true, _) => T::ONE,
                (false, true) => count.plus(given[at]),
                (false, false) => count.plus(T::ONE),
            }));
        }
        let mut shape: Dims = row_count.map(|count| count as i64).into_iter().collect();
        shape.push(width);
        let count = found.len() as i64;
        frame.set(0, integers(DType::I64, &[count, shape.len() as i64], &indices)?);
        frame.set(1, DenseHostTensor::from_values(Shape::new(&[count])?, &found)?);
        frame.set(2, integer_vector(DType::I64, &shape)?);
        Ok(())
    }, else Err(unsupported(dtype)))
}

fn histogram<T: Real + crate::ops::image::resize::Pixel>(
    frame: &mut DispatchFrame<'_>,
) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let bins = count(frame, 2, "nbins")?;
    if bins == 0 {
        return Err("nbins should be a positive number, but got '0'".into());
    }
    let &[low, high] = frame.values::<T>(1)? else {
        return Err(format!(
            "value_range should be a vector of 2 elements, but has shape {}",
            frame.dense(1)?.shape()
        )
        .into());
    };
    if low.partial_cmp(&high) != Some(std::cmp::Ordering::Less) {
        return Err("value_range should satisfy value_range[0] < value_range[1]".into());
    }
    let (low, high) = (f64::from(low.to_f32()), f64::from(high.to_f32()));
    let step = (high - low) / bins as f64;
    let dtype = integer_dtype(frame.attrs(), "dtype", DType::I32)?;
    let mut counts = filled(0_i64, bins)?;
    for value in frame.values::<T>(0)? {
        let place = (f64::from(value.to_f32()).clamp(low, high) - low) / step;
        counts[(place as usize).min(bins - 1)] += 1;
    }
    frame.set(0, integer_vector(dtype, &counts)?);
    Ok(())
}
