//! Ops that split and join tensors by numbers: partitions and stitches, rolls, reversed sequences, differences of lists, unique
//! rows, and searches in sorted rows.

use rustc_hash::{FxHashMap, FxHashSet};
use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};

use crate::ops::arrays::gather::{Canonical, canonical, positions, product};
use crate::ops::arrays::strided::{element_size, row_major};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::{encoded, encoded_first};
use crate::ops::index_arguments::{integer_dtype, integer_vector, integers, normalize_axis, picked, vector};
use crate::ops::memory::{collected, push, room};
use crate::ops::number::Real;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let moves = || OpEntry::new().strings();
    ops.add("tf.DynamicPartition", moves().dispatch(encoded(dynamic_partition)));
    ops.add("tf.DynamicStitch", moves().dispatch(encoded(stitch)));
    ops.add("tf.ParallelDynamicStitch", moves().dispatch(encoded(stitch)));
    ops.add("tf.Roll", moves().dispatch(encoded(roll)));
    ops.add("tf.ReverseSequence", moves().dispatch(encoded(reverse_sequence)));
    ops.add("tf.ListDiff", moves().dispatch(encoded_first(list_diff)));
    ops.add(
        "tf.UniqueV2",
        moves().dispatch(encoded_first(|frame: &mut DispatchFrame<'_>| unique(frame, true, false))),
    );
    ops.add(
        "tf.UniqueWithCounts",
        moves().dispatch(encoded_first(|frame: &mut DispatchFrame<'_>| unique(frame, false, true))),
    );
    ops.add(
        "tf.UniqueWithCountsV2",
        moves().dispatch(encoded_first(|frame: &mut DispatchFrame<'_>| unique(frame, true, true))),
    );
    for (name, upper) in [("tf.LowerBound", false), ("tf.UpperBound", true)] {
        ops.add(
            name,
            OpEntry::new().dispatch(move |frame: &mut DispatchFrame<'_>| {
                let dtype = frame.dense(0)?.dtype();
                for_dtype!(dtype, [ints floats halves], search::<T>(frame, upper), else Err(unsupported(dtype)))
            }),
        );
    }
    ops.add("tf.UnravelIndex", OpEntry::new().dispatch(unravel));
}

fn dynamic_partition(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (data, partitions) = (frame.dense(0)?, positions(frame, 1)?);
    let (dims, id_dims) = (data.shape().dims(), frame.dense(1)?.shape().dims());
    if !dims.starts_with(&id_dims) {
        return Err(format!(
            "data.shape must start with partitions.shape, got data.shape = {}, partitions.shape = {}",
            data.shape(),
            frame.dense(1)?.shape()
        )
        .into());
    }
    let count = frame.attrs().get_int("num_partitions").unwrap_or(frame.num_results() as i64);
    if count < 1 || count != frame.num_results() as i64 {
        return Err(
            format!("num_partitions must be positive and the number of results, but is {count}").into()
        );
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); count as usize];
    for (at, &partition) in partitions.iter().enumerate() {
        match usize::try_from(partition).ok().and_then(|partition| members.get_mut(partition)) {
            Some(members) => push(members, at)?,
            None => return Err(format!("partitions[{at}] = {partition} is not in [0, {count})").into()),
        }
    }
    let inner = &dims[id_dims.len()..];
    let parts = members
        .into_iter()
        .map(|members| {
            let mut dims = Dims::from_slice(&[members.len() as i64]);
            dims.extend_from_slice(inner);
            picked(data, &dims, product(inner), members.into_iter())
        })
        .collect::<Result<Vec<_>, OpError>>()?;
    for (i, part) in parts.into_iter().enumerate() {
        frame.set(i, part);
    }
    Ok(())
}

fn stitch(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let count = frame.num_args() / 2;
    if count == 0 || !frame.num_args().is_multiple_of(2) {
        return Err(
            format!("expected as many indices as data, but got {} arguments", frame.num_args()).into()
        );
    }
    let (mut rows, mut inner): (i64, Option<Dims>) = (0, None);
    let dtype = frame.dense(count)?.dtype();
    let mut all = Vec::new();
    for i in 0..count {
        let (indices, data) = (frame.dense(i)?, frame.dense(count + i)?);
        let (index_dims, dims) = (indices.shape().dims(), data.shape().dims());
        if !dims.starts_with(&index_dims) {
            return Err(format!(
                "data[{i}].shape = {} does not start with indices[{i}].shape = {}",
                data.shape(),
                indices.shape()
            )
            .into());
        }
        let rest = Dims::from_slice(&dims[index_dims.len()..]);
        if data.dtype() != dtype || inner.as_ref().is_some_and(|inner| *inner != rest) {
            return Err(format!(
                "Need data[0].shape[{0}:] = data[{i}].shape[{0}:] and one dtype, got data[{i}] = {1}",
                index_dims.len(),
                data.metadata()
            )
            .into());
        }
        inner = Some(rest);
        let numbers = positions(frame, i)?;
        for &number in &numbers {
            if !(0..i64::from(i32::MAX)).contains(&number) {
                return Err(format!("indices[{i}] has {number}, which is no row number").into());
            }
            rows = rows.max(number + 1);
        }
        all.push(numbers);
    }
    let inner = inner.unwrap_or_default();
    let mut dims = Dims::from_slice(&[rows]);
    dims.extend_from_slice(&inner);
    let row = element_size(dtype)? * product(&inner);
    // Rows that no operand gives are zeros, so that the result is deterministic.
    let mut out = DenseHostTensor::zeroed(TensorMetadata::new(dtype, Shape::new(&dims)?))?;
    if row > 0
        && let Some(to) = out.bytes_mut()
    {
        for (i, numbers) in all.iter().enumerate() {
            let from = frame.dense(count + i)?.bytes();
            for (&number, from) in numbers.iter().zip(from.chunks_exact(row)) {
                to[number as usize * row..][..row].copy_from_slice(from);
            }
        }
    }
    frame.set(0, out);
    Ok(())
}

fn roll(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let input = frame.dense(0)?;
    let dims = input.shape().dims();
    let (shifts, axes) = (positions(frame, 1)?, positions(frame, 2)?);
    if dims.is_empty() {
        return Err("input must be 1-D or higher".into());
    }
    if shifts.len() != axes.len() || frame.dense(1)?.shape().rank() > 1 || frame.dense(2)?.shape().rank() > 1
    {
        return Err(format!(
            "shift and axis must have the same size, but have shapes {} and {}",
            frame.dense(1)?.shape(),
            frame.dense(2)?.shape()
        )
        .into());
    }
    let mut by_axis = Dims::from_elem(0, dims.len());
    for (&shift, &axis) in shifts.iter().zip(&axes) {
        let at = normalize_axis(axis, dims.len()).ok_or_else(|| {
            OpError::from(format!("axis {axis} is out of range for a tensor of shape {}", input.shape()))
        })?;
        let dim = dims[at].max(1);
        by_axis[at] = (by_axis[at] + shift.rem_euclid(dim)) % dim;
    }
    let steps = row_major(&dims);
    let from = (0..input.num_elements()).map(|at| {
        (0..dims.len()).fold(0, |from, axis| {
            let place = (at as i64 / steps[axis]) % dims[axis];
            from + ((place - by_axis[axis]).rem_euclid(dims[axis]) * steps[axis]) as usize
        })
    });
    let rolled = picked(input, &dims, 1, from)?;
    frame.set(0, rolled);
    Ok(())
}

fn reverse_sequence(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (input, lengths) = (frame.dense(0)?, vector(frame, 1, "seq_lens")?);
    let dims = input.shape().dims();
    let attrs = frame.attrs();
    let axis = |name: &str, default: Option<i64>| {
        let axis = attrs
            .get_int(name)
            .or(default)
            .ok_or_else(|| OpError::incomplete(format!("missing '{name}' attribute")))?;
        normalize_axis(axis, dims.len()).ok_or_else(|| {
            OpError::from(format!("{name} must be < input rank ({} vs. {})", axis, dims.len()))
        })
    };
    let (sequence, batch) = (axis("seq_dim", None)?, axis("batch_dim", Some(0))?);
    if sequence == batch {
        return Err(format!("batch_dim == seq_dim == {sequence}").into());
    }
    if lengths.len() as i64 != dims[batch] {
        return Err(format!(
            "Length of seq_lens != input.dims({batch}), ({} vs. {})",
            lengths.len(),
            dims[batch]
        )
        .into());
    }
    if let Some((at, length)) =
        lengths.iter().enumerate().find(|(_, length)| !(0..=dims[sequence]).contains(*length))
    {
        return Err(format!("seq_lens({at}) = {length} is not in [0, {}]", dims[sequence]).into());
    }
    // What is behind both axes moves together.
    let outer = &dims[..=sequence.max(batch)];
    let inner = dims[outer.len()..].iter().product::<i64>() as usize;
    let steps = row_major(outer);
    let from = (0..outer.iter().product()).map(|at: i64| {
        let place = |axis: usize| (at / steps[axis]) % dims[axis];
        let (place, length) = (place(sequence), lengths[place(batch) as usize]);
        let moved = if place < length { length - 1 - 2 * place } else { 0 };
        (at + moved * steps[sequence]) as usize
    });
    let reversed = picked(input, &dims, inner, from)?;
    frame.set(0, reversed);
    Ok(())
}

fn list_diff(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (x, y) = (frame.dense(0)?, frame.dense(1)?);
    for (name, tensor) in [("x", x), ("y", y)] {
        if tensor.shape().rank() != 1 {
            return Err(format!("{name} should be a 1D vector, but has shape {}", tensor.shape()).into());
        }
    }
    let dtype = x.dtype();
    if y.dtype() != dtype {
        return Err("x and y must have one dtype".into());
    }
    let size = element_size(dtype)?;
    let mut gone: FxHashSet<Canonical> = FxHashSet::default();
    for element in y.bytes().chunks_exact(size) {
        gone.try_reserve(1)
            .map_err(|_| format!("out of memory for the {} elements of y", y.num_elements()))?;
        gone.insert(canonical(dtype, element));
    }
    let mut kept = Vec::new();
    for (at, element) in x.bytes().chunks_exact(size).enumerate() {
        if !gone.contains(&canonical(dtype, element)) {
            push(&mut kept, at as i64)?;
        }
    }
    let out = picked(x, &[kept.len() as i64], 1, kept.iter().map(|&at| at as usize))?;
    let index = integer_dtype(frame.attrs(), "out_idx", DType::I32)?;
    frame.set(0, out);
    frame.set(1, integer_vector(index, &kept)?);
    Ok(())
}

fn unique(frame: &mut DispatchFrame<'_>, with_axis: bool, counted: bool) -> Result<(), OpError> {
    frame.expect_args(1 + usize::from(with_axis))?;
    let x = frame.dense(0)?;
    let dims = x.shape().dims();
    let axes = if with_axis { positions(frame, 1)? } else { Vec::new() };
    let axis = match axes[..] {
        [] if dims.len() == 1 => 0,
        [] => return Err(format!("unique expects a 1D vector, but x has shape {}", x.shape()).into()),
        [axis] => normalize_axis(axis, dims.len()).ok_or_else(|| {
            OpError::from(format!(
                "axis has to be between {} and {}, but is {axis}",
                -(dims.len() as i64),
                dims.len()
            ))
        })?,
        _ => return Err("axis does not support input tensors larger than 1 elements".into()),
    };
    let dtype = x.dtype();
    let size = element_size(dtype)?;
    let (outer, inner) = (product(&dims[..axis]), product(&dims[axis + 1..]));
    let count = dims[axis] as usize;
    let mut numbers: FxHashMap<Vec<u8>, usize> = FxHashMap::default();
    let (mut firsts, mut places, mut counts) = (Vec::new(), room(count)?, Vec::new());
    for at in 0..count {
        let mut key = room(outer * inner * size)?;
        for block in 0..outer {
            let start = (block * count + at) * inner * size;
            for element in x.bytes()[start..start + inner * size].chunks_exact(size) {
                key.extend_from_slice(&canonical(dtype, element)[..size]);
            }
        }
        let next = firsts.len();
        numbers
            .try_reserve(1)
            .map_err(|_| format!("out of memory for the unique ones of {count} elements"))?;
        let number = *numbers.entry(key).or_insert(next);
        if number == next {
            push(&mut firsts, at)?;
            push(&mut counts, 0)?;
        }
        counts[number] += 1;
        places.push(number as i64);
    }
    let mut result_dims = dims.clone();
    result_dims[axis] = firsts.len() as i64;
    let from = (0..outer).flat_map(|block| firsts.iter().map(move |&at| block * count + at));
    let values = picked(x, &result_dims, inner, from)?;
    let index = integer_dtype(frame.attrs(), "out_idx", DType::I32)?;
    frame.set(0, values);
    frame.set(1, integer_vector(index, &places)?);
    if counted {
        frame.set(2, integer_vector(index, &counts)?);
    }
    Ok(())
}

fn search<T: Real>(frame: &mut DispatchFrame<'_>, upper: bool) -> Result<(), OpError> {
    let (sorted, values) = (frame.values::<T>(0)?, frame.values::<T>(1)?);
    let [width, searched] =
        [frame.dense(0)?.shape().dim(1) as usize, frame.dense(1)?.shape().dim(1) as usize];
    let places = collected(values.iter().enumerate().map(|(at, value)| {
        let row = &sorted[at / searched.max(1) * width..][..width];
        let before = |x: &T| if upper { x <= value } else { x < value };
        row.partition_point(before) as i64
    }))?;
    let dtype = integer_dtype(frame.attrs(), "out_type", DType::I32)?;
    let dims = frame.dense(1)?.shape().dims();
    frame.set(0, integers(dtype, &dims, &places)?);
    Ok(())
}

fn unravel(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (indices, dims) = (positions(frame, 0)?, vector(frame, 1, "dims")?);
    if dims.iter().any(|&dim| dim <= 0) {
        return Err(format!("Input dims cannot contain a dim of zero or less, but are {dims:?}").into());
    }
    let whole =
        dims.iter().try_fold(1_i64, |whole, &dim| whole.checked_mul(dim)).ok_or("dims are too large")?;
    if let Some(index) = indices.iter().find(|index| !(0..whole).contains(*index)) {
        return Err(format!("index is out of bound as with dims: {index} is not in [0, {whole})").into());
    }
    let shape = frame.dense(0)?.shape();
    if shape.rank() > 1 {
        return Err(format!("The indices can only be scalar or vector, but have shape {shape}").into());
    }
    let steps = row_major(&dims);
    let mut result = room(dims.len().saturating_mul(indices.len()))?;
    for (axis, &dim) in dims.iter().enumerate() {
        result.extend(indices.iter().map(|index| index / steps[axis] % dim));
    }
    let mut result_dims = Dims::from_slice(&[dims.len() as i64]);
    result_dims.extend(shape.dims());
    let dtype = frame.dense(0)?.dtype();
    frame.set(0, integers(dtype, &result_dims, &result)?);
    Ok(())
}
