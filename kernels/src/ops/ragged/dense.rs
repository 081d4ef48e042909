//! Ragged tensors as dense ones: values one after the other, and the start and end of each row.
//!
//! Row splits are checked: they start at 0, never decrease, and end at the number of values that they split. Results depend on
//! them, so these ops have no metadata functions.

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::arrays::shapes::Steps;
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::encoded;
use crate::ops::index_arguments::{integer_dtype, integer_vector, integers, picked};
use crate::ops::memory::{filled, room};
use crate::ops::number::Real;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.RaggedRange",
        OpEntry::new().dispatch(|frame: &mut DispatchFrame<'_>| {
            let dtype = frame.dense(0)?.dtype();
            for_dtype!(dtype, [ints floats halves], range::<T>(frame), else Err(unsupported(dtype)))
        }),
    );
    ops.add("tf.RaggedTensorToTensor", OpEntry::new().dispatch(encoded(to_tensor)).strings());
    ops.add("tf.RaggedGather", OpEntry::new().dispatch(encoded(gather)).strings());
    ops.add("tf.RaggedTensorToSparse", OpEntry::new().dispatch(encoded(to_sparse)).strings());
}

/// The starts of rows, and the end of the last, of so many values.
pub(crate) fn splits(
    frame: &DispatchFrame<'_>,
    i: usize,
    count: Option<usize>,
) -> Result<Vec<usize>, OpError> {
    let given = positions(frame, i)?;
    let good = given.first() == Some(&0) && given.windows(2).all(|pair| pair[0] <= pair[1]);
    if frame.dense(i)?.shape().rank() != 1 || !good {
        let (metadata, shown) = (frame.dense(i)?.metadata(), &given[..given.len().min(8)]);
        return Err(format!(
            "argument {i} must be row splits: a vector that starts at 0 and never falls, but is {metadata}: {shown:?}"
        )
        .into());
    }
    let splits: Vec<usize> = given.into_iter().map(|split| split as usize).collect();
    let last = splits.last().copied().unwrap_or(0);
    match count {
        Some(count) if last != count => {
            Err(format!("argument {i} must split {count} values, but its last element is {last}").into())
        }
        _ => Ok(splits),
    }
}

fn range<T: Steps>(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let mut rows = 1;
    let mut lengths = [0; 3];
    for (i, name) in ["starts", "limits", "deltas"].into_iter().enumerate() {
        let shape = frame.dense(i)?.shape();
        match shape.dims()[..] {
            [] => {}
            [length] => {
                lengths[i] = 1;
                rows = length as usize;
            }
            _ => return Err(format!("{name} must be a scalar or vector, but has shape {shape}").into()),
        }
    }
    let [starts, limits, deltas] = [frame.values::<T>(0)?, frame.values::<T>(1)?, frame.values::<T>(2)?];
    for (i, values) in [starts, limits, deltas].into_iter().enumerate() {
        if lengths[i] == 1 && values.len() != rows {
            return Err("starts, limits, and deltas must have the same shape".into());
        }
    }
    let (mut splits, mut values) = (vec![0_i64], Vec::new());
    for row in 0..rows {
        let [start, limit, delta] =
            [(starts, 0), (limits, 1), (deltas, 2)].map(|(values, i)| values[row * lengths[i]]);
        if delta == T::ZERO {
            return Err("Requires delta != 0".into());
        }
        if start.is_nan() || limit.is_nan() || delta.is_nan() {
            return Err("starts, limits and deltas must be numbers".into());
        }
        let up = delta > T::ZERO;
        // As many as there are at most, so that more than there is memory for is known at once.
        if (up && start < limit) || (!up && start > limit) {
            let most = T::steps(start, limit, delta);
            if most > f64::from(i32::MAX) {
                return Err(format!(
                    "Requires ((limit - start) / delta) <= 2147483647, got {most}, of {start:?}, {limit:?} and {delta:?}"
                )
                .into());
            }
            values
                .try_reserve(most as usize)
                .map_err(|_| OpError::from(format!("out of memory for a range of {most} elements")))?;
        }
        // Values add up step by step; how many there are is a matter of the exact products.
        let (mut next, mut value) = (start, start);
        let mut at: usize = 0;
        while (up && next < limit) || (!up && next > limit) {
            if values.len() >= i32::MAX as usize {
                return Err("Requires ((limit - start) / delta) <= 2147483647".into());
            }
            if values.len() == values.capacity() {
                let more = values.len().max(16);
                values.try_reserve(more).map_err(|_| {
                    OpError::from(format!("out of memory for a range of {more} elements more"))
                })?;
            }
            values.push(value);
            value = value.plus(delta);
            at += 1;
            let following = start.plus(times(delta, at));
            // A step that is lost to rounding, or that wraps, never arrives.
            if (up && following <= next) || (!up && following >= next) {
                break;
            }
            next = following;
        }
        splits.push(values.len() as i64);
    }
    let dtype = integer_dtype(frame.attrs(), "Tsplits", DType::I64)?;
    frame.set(0, integer_vector(dtype, &splits)?);
    frame.set(1, DenseHostTensor::from_values(Shape::new(&[values.len() as i64])?, &values)?);
    Ok(())
}

/// So many times a number.
fn times<T: Real>(value: T, count: usize) -> T {
    // Of the powers of two that make the count up; exact for integers and for counts below the mantissa's limit.
    let (mut result, mut power, mut rest) = (T::ZERO, value, count);
    while rest > 0 {
        if rest & 1 == 1 {
            result = result.plus(power);
        }
        power = power.plus(power);
        rest >>= 1;
    }
    result
}

/// The split of the values of one dimension into those of the enclosing one.
enum Partition {
    /// The number of rows; only the first.
    FirstSize(usize),
    /// For each value the row that it is in.
    Rows(Vec<i64>),
    /// The starts of rows.
    Splits(Vec<i64>),
}

impl Partition {
    /// The largest number of values in a row.
    fn widest(&self) -> i64 {
        match self {
            Partition::FirstSize(_) => 0,
            Partition::Splits(splits) => splits.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0),
            Partition::Rows(rows) => rows.chunk_by(|a, b| a == b).map(<[i64]>::len).max().unwrap_or(0) as i64,
        }
    }
}

fn to_tensor(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let attrs = frame.attrs();
    let kinds: Vec<Vec<u8>> = attrs
        .get_aggregate("row_partition_types")
        .unwrap_or_default()
        .iter()
        .map(|kind| match kind {
            tfrt_executor::core_runtime::AttrValue::String(text) => text.to_vec(),
            _ => Vec::new(),
        })
        .collect();
    if frame.num_args() != 3 + kinds.len() {
        return Err(format!(
            "row_partition_types names {} row partitions, but there are {} arguments, of which 3 are others",
            kinds.len(),
            frame.num_args()
        )
        .into());
    }
    let mut partitions = Vec::new();
    for (i, kind) in kinds.iter().enumerate() {
        let given = positions(frame, 3 + i)?;
        partitions.push(match &kind[..] {
            b"FIRST_DIM_SIZE" if i == 0 => match given[..] {
                [size] if size >= 0 => Partition::FirstSize(size as usize),
                _ => return Err("FIRST_DIM_SIZE must be one number that is not negative".into()),
            },
            b"VALUE_ROWIDS" => {
                if given.iter().any(|&row| row < 0) || given.windows(2).any(|pair| pair[1] < pair[0]) {
                    return Err(
                        format!("row ids of argument {} must not fall, and not be negative", 3 + i).into()
                    );
                }
                Partition::Rows(given)
            }
            b"ROW_SPLITS" => {
                splits(frame, 3 + i, None)?;
                Partition::Splits(given)
            }
            other => {
                return Err(format!(
                    "row_partition_types: {} is not supported here",
                    String::from_utf8_lossy(other)
                )
                .into());
            }
        });
    }
    let (first, inner) = match partitions.split_first() {
        Some((Partition::FirstSize(size), rest)) => (*size, rest),
        Some((Partition::Splits(splits), _)) => (splits.len() - 1, &partitions[..]),
        _ => return Err("the first row partition must be FIRST_DIM_SIZE or ROW_SPLITS".into()),
    };
    let values = frame.dense(1)?;
    let value_dims = values.shape().dims();
    let Some((&value_count, value_inner)) = value_dims.split_first() else {
        return Err("values must have at least rank 1".into());
    };
    // The shape that the values have, and its change by the first argument.
    let mut dims = Dims::from_slice(&[first as i64]);
    dims.extend(inner.iter().map(Partition::widest));
    dims.extend_from_slice(value_inner);
    let wanted = positions(frame, 0)?;
    if frame.dense(0)?.shape().rank() == 1 {
        if wanted.len() != dims.len() {
            return Err(format!(
                "shape must have {} dimensions, as many as the ragged tensor, but has {}",
                dims.len(),
                wanted.len()
            )
            .into());
        }
        for (dim, &wanted) in dims.iter_mut().zip(&wanted).filter(|(_, wanted)| **wanted >= 0) {
            *dim = wanted;
        }
    } else if wanted != [-1] {
        return Err("shape must be a vector, or the scalar -1".into());
    }
    let outer = inner.len() + 1;
    if dims[outer..] != *value_inner {
        return Err(format!(
            "the inner dimensions of values, {value_inner:?}, must be those of the shape, {:?}",
            &dims[outer..]
        )
        .into());
    }
    // The place of each value, from the outside in; none for values that are cut off.
    let mut places: Vec<Option<usize>> = filled(None, first)?;
    for (row, place) in places.iter_mut().enumerate() {
        *place = (row < dims[0] as usize).then_some(row);
    }
    for (axis, partition) in inner.iter().enumerate() {
        let width = dims[axis + 1] as usize;
        let place = |parent: Option<usize>, at: usize| {
            parent.filter(|_| at < width).map(|parent| parent * width + at)
        };
        let mut next: Vec<Option<usize>> = Vec::new();
        match partition {
            Partition::FirstSize(_) => {}
            Partition::Splits(splits) => {
                if splits.len() != places.len() + 1 {
                    return Err(format!(
                        "row splits of dimension {} must have {} elements, but have {}",
                        axis + 1,
                        places.len() + 1,
                        splits.len()
                    )
                    .into());
                }
                let total = splits.last().copied().unwrap_or(0);
                usize::try_from(total)
                    .ok()
                    .filter(|_| total <= i64::from(i32::MAX))
                    .and_then(|total| next.try_reserve_exact(total).ok())
                    .ok_or_else(|| OpError::from(format!("out of memory for {total} rows")))?;
                for (row, pair) in splits.windows(2).enumerate() {
                    next.extend((0..(pair[1] - pair[0]) as usize).map(|at| place(places[row], at)));
                }
            }
            Partition::Rows(rows) => {
                for run in rows.chunk_by(|a, b| a == b) {
                    let parent =
                        usize::try_from(run[0]).ok().and_then(|row| places.get(row)).ok_or_else(|| {
                            OpError::from(format!(
                                "row id {} of dimension {} is not below {}",
                                run[0],
                                axis + 1,
                                places.len()
                            ))
                        })?;
                    next.extend((0..run.len()).map(|at| place(*parent, at)));
                }
            }
        }
        places = next;
    }
    if places.len() != value_count as usize {
        return Err(format!(
            "the row partitions are of {} values, but there are {value_count}",
            places.len()
        )
        .into());
    }
    let default = frame.dense(2)?;
    if default.dtype() != values.dtype() {
        return Err("default_value must have the dtype of values".into());
    }
    let (length, default_length) = (product(value_inner), default.num_elements());
    // A default of fewer dimensions stands for each of their elements.
    let fits =
        default_length == 1 || (default_length == length && value_inner.ends_with(&default.shape().dims()));
    if !fits {
        return Err(format!(
            "default_value of shape {} does not fit elements of shape {value_inner:?}",
            default.shape()
        )
        .into());
    }
    let size = element_size(values.dtype())?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(values.dtype(), Shape::new(&dims)?))?;
    let to = out.bytes_mut();
    let each = (default_length * size).max(1);
    to.chunks_exact_mut(each).for_each(|to| to.copy_from_slice(default.bytes()));
    let row = length * size;
    if row > 0 {
        for (place, from) in places.iter().zip(values.bytes().chunks_exact(row)) {
            if let Some(place) = place {
                to[place * row..][..row].copy_from_slice(from);
            }
        }
    }
    frame.finish(0, out);
    Ok(())
}

fn gather(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let Some(depth) = frame.num_args().checked_sub(2).filter(|&depth| depth > 0) else {
        return Err(format!("expected at least 3 arguments, but got {}", frame.num_args()).into());
    };
    let values = frame.dense(depth)?;
    let value_dims = values.shape().dims();
    let Some((&count, inner)) = value_dims.split_first() else {
        return Err("params_dense_values must have at least rank 1".into());
    };
    let mut levels = Vec::new();
    for level in 0..depth {
        levels.push(splits(frame, level, None)?);
    }
    for level in 0..depth {
        let below = levels.get(level + 1).map_or(count as usize, |next| next.len() - 1);
        if levels[level].last() != Some(&below) {
            return Err(format!("the row splits of dimension {level} must split {below} rows").into());
        }
    }
    let indices = positions(frame, depth + 1)?;
    let index_dims = frame.dense(depth + 1)?.shape().dims();
    if index_dims.is_empty() {
        return Err("indices must have at least rank 1".into());
    }
    let rows = levels[0].len() as i64 - 1;
    if let Some((at, index)) = indices.iter().enumerate().find(|(_, index)| !(0..rows).contains(*index)) {
        return Err(format!("indices[{at}] = {index} is not in [0, {rows})").into());
    }
    let dtype = frame.dense(0)?.dtype();
    let mut results = Vec::new();
    // Dimensions of the indices beyond the first are of one length each.
    for axis in 1..index_dims.len() {
        let (outer, width) = (product(&index_dims[..axis]), index_dims[axis]);
        let mut splits = room(outer.saturating_add(1))?;
        splits.extend((0..=outer as i64).map(|row| row * width));
        results.push(splits);
    }
    let mut chosen: Vec<usize> = indices.iter().map(|&index| index as usize).collect();
    for level in &levels {
        let (mut next, mut new_splits) = (Vec::new(), vec![0_i64]);
        for &row in &chosen {
            next.try_reserve(level[row + 1] - level[row])
                .map_err(|_| OpError::from("out of memory for rows"))?;
            next.extend(level[row]..level[row + 1]);
            new_splits.push(next.len() as i64);
        }
        results.push(new_splits);
        chosen = next;
    }
    let mut dims = Dims::from_slice(&[chosen.len() as i64]);
    dims.extend_from_slice(inner);
    let gathered = picked(values, &dims, product(inner), chosen.into_iter())?;
    let last = results.len();
    for (i, splits) in results.iter().enumerate() {
        frame.set(i, integer_vector(dtype, splits)?);
    }
    frame.set(last, gathered);
    Ok(())
}

fn to_sparse(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let Some(depth) = frame.num_args().checked_sub(1).filter(|&depth| depth > 0) else {
        return Err(format!("expected at least 2 arguments, but got {}", frame.num_args()).into());
    };
    let values = frame.dense(depth)?;
    let value_dims = values.shape().dims();
    let Some((&count, inner)) = value_dims.split_first() else {
        return Err("rt_dense_values must have at least rank 1".into());
    };
    let mut levels = Vec::new();
    for level in 0..depth {
        levels.push(splits(frame, level, None)?);
    }
    let length = product(inner);
    let mut dims = Dims::from_slice(&[levels[0].len() as i64 - 1]);
    let mut rows: Vec<Vec<i64>> = (0..dims[0]).map(|row| vec![row]).collect();
    for (level, splits) in levels.iter().enumerate() {
        let below = levels.get(level + 1).map_or(count as usize, |next| next.len() - 1);
        if splits.last() != Some(&below) {
            return Err(format!("the row splits of dimension {level} must split {below} rows").into());
        }
        dims.push(splits.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0) as i64);
        if length == 0 {
            // Rows without elements, of which there may be any number.
            continue;
        }
        let pairs = rows.iter().zip(splits.windows(2));
        let below = pairs.flat_map(|(row, pair)| {
            (0..(pair[1] - pair[0]) as i64).map(move |at| row.iter().copied().chain([at]).collect())
        });
        rows = below.collect();
    }
    dims.extend_from_slice(inner);
    if length == 0 {
        rows.clear();
    }
    let mut indices = room((rows.len() * length).saturating_mul(dims.len()))?;
    for row in &rows {
        for at in 0..length {
            indices.extend_from_slice(row);
            let mut rest = at as i64;
            let start = indices.len();
            for &dim in inner.iter().rev() {
                indices.push(rest % dim);
                rest /= dim;
            }
            indices[start..].reverse();
        }
    }
    let total = (rows.len() * length) as i64;
    let flat = values.reshaped(Shape::new(&[total])?)?;
    frame.set(0, integers(DType::I64, &[total, dims.len() as i64], &indices)?);
    frame.set(1, flat);
    frame.set(2, integer_vector(DType::I64, &dims)?);
    Ok(())
}
