//! Ops that read or write at positions given by a tensor: gather, scatter, one-hot, where, unique.

use std::collections::HashMap;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, Output};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, Dims, I1, Shape, StringHostTensor, TensorMetadata, widened,
};
use tfrt_ops::shapes::dtype_attr;

use crate::ops::arrays::steps;
use crate::ops::arrays::strided::element_size;
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::element_encoding::{encoded, encoded_first};
use crate::ops::memory::{append, filled, result_metadata, room};
use crate::ops::number::Number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    ops.add(
        "tf.Gather",
        OpEntry::new().dispatch(encoded(|frame: &mut DispatchFrame<'_>| gather(frame, 0, 0))).strings(),
    );
    let gather_v2 = OpEntry::new().dispatch(encoded(gather_v2)).strings().prepared(steps::gather);
    ops.add("tf.GatherV2", gather_v2);
    ops.add("tf.GatherNd", OpEntry::new().dispatch(encoded(gather_nd)).strings());
    ops.add("tf.ScatterNd", OpEntry::new().dispatch(scatter_nd).strings());
    ops.add("tf.OneHot", OpEntry::new().dispatch(encoded(one_hot)).strings());
    ops.add("tf.Where", OpEntry::new().dispatch(where_true));
    ops.add("tf.Unique", OpEntry::new().dispatch(encoded_first(unique)).strings());
}

/// The elements of an argument of indices: `i16`, `i32`, `i64` (and `u8`, `i8` where an op takes those).
pub(crate) fn positions(frame: &DispatchFrame<'_>, i: usize) -> Result<Vec<i64>, OpError> {
    Ok(few_positions(frame, i)?.into_vec())
}

/// As [`positions`], on the stack if they are few.
fn few_positions(frame: &DispatchFrame<'_>, i: usize) -> Result<Dims, OpError> {
    let dense = frame.dense(i)?;
    let no_room = |_| {
        let count = dense.num_elements();
        OpError::out_of_memory(format!("out of memory for the {count} elements of argument {i}"))
    };
    for_dtype!(
        dense.dtype(),
        [signed],
        widened(frame.values::<T>(i)?).map_err(no_room),
        else match dense.dtype() {
            DType::UI8 => widened(frame.values::<u8>(i)?).map_err(no_room),
            other => Err(format!("indices must be integers, but have dtype {}", other.label()).into()),
        }
    )
}

/// Elements of a part of a shape, of which there are none as soon as one dimension is zero, however large the others.
pub(crate) fn product(dims: &[i64]) -> usize {
    if dims.contains(&0) { 0 } else { dims.iter().fold(1, |all, &dim| all.saturating_mul(dim as usize)) }
}

fn gather_v2(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let (params, indices) = (frame.dense(0)?.shape().rank(), frame.dense(1)?.shape().rank());
    let axis = few_positions(frame, 2)?[0];
    let axis = if axis < 0 { axis + params as i64 } else { axis } as usize;
    let batch = frame.attrs().get_int("batch_dims").unwrap_or(0);
    let batch = if batch < 0 { batch + indices as i64 } else { batch } as usize;
    gather(frame, axis, batch)
}

/// `out[b, o, i, n] = params[b, o, indices[b, i], n]`.
pub(crate) fn gather(frame: &mut DispatchFrame<'_>, axis: usize, batch: usize) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let (params, indices) = (frame.dense(0)?, frame.dense(1)?);
    let (dims, index_dims) = (params.shape().dims(), indices.shape().dims());
    let inner = product(&dims[axis + 1..]).saturating_mul(element_size(metadata.dtype)?);
    let (limit, outer) = (dims[axis], product(&dims[batch..axis]));
    let at = few_positions(frame, 1)?;
    if let Some((i, bad)) = at.iter().enumerate().find(|(_, index)| !(0..limit).contains(*index)) {
        return Err(format!("indices[{i}] = {bad} is not in [0, {limit})").into());
    }
    let per_batch = product(&index_dims[batch..]);
    let mut out = DispatchFrame::fresh(metadata)?;
    let from = frame.dense(0)?.bytes();
    let mut to = &mut *out.bytes_mut();
    for b in 0..product(&dims[..batch]) {
        for o in 0..outer {
            let own = &at[b * per_batch..][..per_batch];
            let (part, rest) = to.split_at_mut((per_batch * inner).min(to.len()));
            to = rest;
            let first = (b * outer + o) * limit as usize;
            copy_rows(own.iter().map(|&index| first + index as usize), inner, from, part);
        }
    }
    frame.finish(0, out);
    Ok(())
}

/// Copies rows of so many bytes, by their numbers, to rows that follow each other, as many as there is room for.
pub(crate) fn copy_rows(rows: impl Iterator<Item = usize>, size: usize, from: &[u8], to: &mut [u8]) {
    macro_rules! words {
        ($size:literal) => {{
            let (to, from) = (to.as_chunks_mut::<$size>().0, from.as_chunks::<$size>().0);
            to.iter_mut().zip(rows).for_each(|(to, row)| *to = from[row]);
        }};
    }
    match size {
        1 => words!(1),
        2 => words!(2),
        4 => words!(4),
        8 => words!(8),
        _ => {
            for (to, row) in to.chunks_exact_mut(size.max(1)).zip(rows) {
                to.copy_from_slice(&from[row * size..][..size]);
            }
        }
    }
}

/// Row numbers of index tuples over the leading dimensions.
pub(crate) fn rows_of(at: &[i64], depth: usize, dims: &[i64]) -> Result<Vec<usize>, OpError> {
    if depth == 0 {
        return Ok(Vec::new());
    }
    let mut rows = room(at.len() / depth)?;
    for (at, tuple) in at.chunks_exact(depth).enumerate() {
        let inside = tuple.iter().zip(dims).all(|(index, dim)| (0..*dim).contains(index));
        if !inside {
            let shape = tfrt_executor::tensor::DisplayDims(dims);
            return Err(format!("indices[{at}] = {tuple:?} does not index into shape {shape}").into());
        }
        rows.push(tuple.iter().zip(dims).fold(0, |row, (&index, &dim)| row * dim as usize + index as usize));
    }
    Ok(rows)
}

/// Adds rows at the start of the tensor, up to a number that a shape says.
pub(super) fn resize(rows: &mut Vec<usize>, count: usize) -> Result<(), OpError> {
    let more = count.saturating_sub(rows.len());
    rows.try_reserve(more).map_err(|_| format!("out of memory for {count} rows"))?;
    rows.resize(count, 0);
    Ok(())
}

pub(crate) fn gather_nd(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let dims = frame.dense(0)?.shape().dims();
    let index_shape = frame.dense(1)?.shape();
    let depth = index_shape.dim(index_shape.rank() - 1) as usize;
    let count = product(&index_shape.dims()[..index_shape.rank() - 1]);
    let inner = product(&dims[depth..]).saturating_mul(element_size(metadata.dtype)?);
    let mut rows = rows_of(&positions(frame, 1)?, depth, &dims[..depth])?;
    let mut out = DispatchFrame::fresh(metadata)?;
    // Tuples of no index name the whole tensor; there may be any number of them where nothing is gathered.
    if !out.bytes_mut().is_empty() {
        resize(&mut rows, count)?;
    }
    let from = frame.dense(0)?.bytes();
    copy_rows(rows.iter().copied(), inner, from, out.bytes_mut());
    frame.finish(0, out);
    Ok(())
}

fn scatter_nd(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let dims: Dims = positions(frame, 2)?.into();
    let (indices, updates) = (frame.dense(0)?, frame.tensor(1)?.metadata());
    let (index_dims, dtype) = (indices.shape().dims(), updates.dtype);
    let Some((&depth, outer)) = index_dims.split_last() else {
        return Err("indices must be at least a vector".into());
    };
    let shape = Shape::new(&dims)?;
    let depth = usize::try_from(depth).ok().filter(|&depth| depth <= dims.len());
    let depth = depth.ok_or_else(|| format!("indices {} do not fit a shape {shape}", indices.shape()))?;
    let mut expected = Dims::from_slice(outer);
    expected.extend_from_slice(&dims[depth..]);
    if expected != updates.shape.dims() {
        let (updates, indices) = (&updates.shape, indices.shape());
        return Err(format!("updates {updates} do not fit indices {indices} and shape {shape}").into());
    }
    // As in TensorFlow, nothing can be written into a tensor without elements, be it nothing that is written.
    if shape.num_elements() == 0 && (indices.num_elements() > 0 || updates.shape.num_elements() > 0) {
        let (updates, indices) = (&updates.shape, indices.shape());
        return Err(format!(
            "Indices and updates specified for empty output shape: indices {indices}, updates {updates}, shape {shape}"
        )
        .into());
    }
    let mut rows = rows_of(&positions(frame, 0)?, depth, &dims[..depth])?;
    let inner = product(&dims[depth..]);
    // There may be any number of rows without elements.
    if inner > 0 {
        resize(&mut rows, product(outer))?;
    }
    if dtype == DType::String {
        // Strings written to one place are joined.
        let mut to = filled(Vec::new(), shape.num_elements())?;
        for (row, from) in rows.iter().zip(frame.strings(1)?.strings().chunks_exact(inner.max(1))) {
            for (to, from) in to[row * inner..][..inner].iter_mut().zip(from) {
                to.extend_from_slice(from);
            }
        }
        let strings = StringHostTensor::new(shape, to.into_iter().map(Vec::into_boxed_slice).collect())?;
        frame.set(0, strings);
        return Ok(());
    }
    if dtype == DType::I1 {
        // The sum of booleans is whether one of them holds.
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
        let to = out.values_mut::<I1>();
        to.fill(I1::from(false));
        for (row, from) in rows.iter().zip(frame.values::<I1>(1)?.chunks_exact(inner.max(1))) {
            for (to, from) in to[row * inner..][..inner].iter_mut().zip(from) {
                *to = I1::from(to.get() || from.get());
            }
        }
        frame.finish(0, out);
        return Ok(());
    }
    for_dtype!(dtype, [ints floats halves complex], {
        let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, shape))?;
        let to = out.values_mut::<T>();
        to.fill(T::ZERO);
        for (row, from) in rows.iter().zip(frame.values::<T>(1)?.chunks_exact(inner.max(1))) {
            for (to, &from) in to[row * inner..][..inner].iter_mut().zip(from) {
                *to = to.plus(from);
            }
        }
        frame.finish(0, out);
        Ok(())
    }, else Err(unsupported(dtype)))
}

fn one_hot(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    let metadata = result_metadata(frame, 0)?;
    let size = element_size(metadata.dtype)?;
    let dims = frame.dense(0)?.shape().dims();
    let axis = frame.attrs().get_int("axis").unwrap_or(-1);
    let axis = if axis < 0 { dims.len() } else { axis as usize };
    let depth = metadata.shape.dim(axis);
    let inner = product(&dims[axis..]);
    let at = few_positions(frame, 0)?;
    let mut out = DispatchFrame::fresh(metadata)?;
    let (on, off) = (frame.dense(2)?.bytes(), frame.dense(3)?.bytes());
    let to = out.bytes_mut();
    for element in to.chunks_exact_mut(size) {
        element.copy_from_slice(off);
    }
    for (i, &index) in at.iter().enumerate() {
        if (0..depth).contains(&index) {
            let (outer, column) = (i / inner, i % inner);
            let element = (outer * depth as usize + index as usize) * inner + column;
            to[element * size..][..size].copy_from_slice(on);
        }
    }
    frame.finish(0, out);
    Ok(())
}

pub(super) fn set_indices(
    frame: &mut DispatchFrame<'_>,
    i: usize,
    dtype: DType,
    dims: &[i64],
    at: &[usize],
) -> Result<(), OpError> {
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(dtype, Shape::new(dims)?))?;
    for_dtype!(dtype, [signed], {
        for (out, &at) in out.values_mut::<T>().iter_mut().zip(at) {
            *out = T::try_from(at).map_err(|_| format!("position {at} does not fit the output type"))?;
        }
    }, else return Err(unsupported(dtype)));
    frame.finish(i, out);
    Ok(())
}

fn where_true(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let input = frame.dense(0)?;
    let shape = input.shape();
    let places = for_dtype!(
        input.dtype(),
        [ints floats halves complex],
        places(shape, frame.values::<T>(0)?, |x| *x != T::ZERO),
        else match input.values::<I1>() {
            Some(values) => places(shape, values, |x| x.get()),
            None => return Err(unsupported(input.dtype())),
        }
    )?;
    frame.finish(0, places);
    Ok(())
}

/// The places of the elements that a predicate holds for, a row each.
fn places<T>(shape: &Shape, values: &[T], is_wanted: impl Fn(&T) -> bool) -> Result<Output, OpError> {
    let (dims, strides) = (shape.dims(), shape.strides());
    let count = values.iter().filter(|x| is_wanted(x)).count();
    let rows = Shape::new(&[count as i64, dims.len() as i64])?;
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(DType::I64, rows))?;
    let found = values.iter().enumerate().filter(|(_, x)| is_wanted(x));
    for (row, (at, _)) in out.values_mut::<i64>().chunks_exact_mut(dims.len().max(1)).zip(found) {
        for ((to, dim), stride) in row.iter_mut().zip(&dims).zip(&strides) {
            *to = at as i64 / stride % (*dim).max(1);
        }
    }
    Ok(out)
}

fn unique(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let input = frame.dense(0)?;
    if input.shape().rank() != 1 {
        return Err(format!("unique expects a 1D vector, but got shape {}", input.shape()).into());
    }
    let (dtype, dims) = (input.dtype(), input.shape().dims());
    let out_idx = dtype_attr(&*frame.attrs(), "out_idx", DType::I32, &[DType::I32, DType::I64])?;
    let size = element_size(dtype)?;
    let mut numbers: HashMap<Canonical, usize> = HashMap::new();
    let (mut values, mut at) = (Vec::new(), room(input.num_elements())?);
    let no_room = || format!("out of memory for the unique ones of {} elements", input.num_elements());
    for element in input.bytes().chunks_exact(size) {
        let next = numbers.len();
        numbers.try_reserve(1).map_err(|_| no_room())?;
        let number = *numbers.entry(canonical(dtype, element)).or_insert(next);
        if number == next {
            append(&mut values, element).map_err(|_| no_room())?;
        }
        at.push(number);
    }
    let metadata = TensorMetadata::new(dtype, Shape::new(&[numbers.len() as i64])?);
    let tensor = DenseHostTensor::from_bytes(metadata, &values)?;
    frame.set(0, tensor);
    set_indices(frame, 1, out_idx, &dims, &at)
}

/// The bytes of an element, which has at most sixteen, and zeros behind them.
pub(crate) type Canonical = [u8; 16];

/// Bytes that are equal for equal elements: minus zero is zero.
pub(crate) fn canonical(dtype: DType, element: &[u8]) -> Canonical {
    let (parts, width) = match dtype {
        DType::Complex64 | DType::Complex128 => (2, element.len() / 2),
        _ => (1, element.len()),
    };
    let mut bytes = Canonical::default();
    bytes[..element.len()].copy_from_slice(element);
    if dtype.is_floating() || dtype.is_complex() {
        for part in bytes.chunks_exact_mut(width).take(parts) {
            let magnitude_is_zero =
                part[..width - 1].iter().all(|&byte| byte == 0) && part[width - 1] & 0x7f == 0;
            if magnitude_is_zero {
                part[width - 1] = 0;
            }
        }
    }
    bytes
}
