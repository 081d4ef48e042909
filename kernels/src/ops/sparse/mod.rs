//! Sparse tensors as three dense ones: a matrix of indices (a row for each value), the values, and the shape.
//!
//! Each index is checked to be inside the shape. The number of values of most results depends on elements of arguments, so few ops
//! here have a metadata function. Ops that only move values take any dtype; [`arithmetic`] has the ops that compute, [`cross`] those
//! that combine the values of several tensors.

mod arithmetic;
mod cross;
mod csr;
mod serialize;
mod sets;
mod to_dense;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry, TensorHandle};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, I1, Shape};

use crate::ops::arrays::gather::positions;
use crate::ops::element_encoding::encoded;
use crate::ops::index_arguments::{integer_vector, integers, number, picked, vector};
use crate::ops::memory::{filled, gathered};

/// Adds the ops of this folder.
pub(super) fn register(ops: &mut OpRegistry) {
    csr::register(ops);
    ops.add("tf.SparseReshape", OpEntry::new().dispatch(reshape));
    ops.add("tf.SparseReorder", OpEntry::new().dispatch(encoded(reorder)).strings());
    ops.add("tf.SparseFillEmptyRows", OpEntry::new().dispatch(encoded(fill_empty_rows)).strings());
    ops.add("tf.RaggedFillEmptyRows", OpEntry::new().dispatch(encoded(fill_ragged_rows)).strings());
    ops.add("tf.SparseConcat", OpEntry::new().dispatch(encoded(concat)).strings());
    ops.add("tf.SparseSlice", OpEntry::new().dispatch(encoded(slice)).strings());
    ops.add("tf.SparseSplit", OpEntry::new().dispatch(encoded(split)).strings());
    arithmetic::register(ops);
    cross::register(ops);
    serialize::register(ops);
    sets::register(ops);
    to_dense::register(ops);
}

/// Indices and shape of a sparse tensor.
struct Sparse {
    shape: Dims,
    /// Row after row.
    indices: Vec<i64>,
    count: usize,
}

impl Sparse {
    /// From the arguments of these numbers.
    fn of(frame: &DispatchFrame<'_>, indices: usize, values: usize, shape: usize) -> Result<Sparse, OpError> {
        let sparse = Sparse::without_values(frame, indices, shape)?;
        let given = frame.tensor(values)?.shape();
        if given.dims()[..] != [sparse.count as i64] {
            return Err(format!("values must have shape [{}], but have shape {given}", sparse.count).into());
        }
        Ok(sparse)
    }

    fn without_values(frame: &DispatchFrame<'_>, indices: usize, shape: usize) -> Result<Sparse, OpError> {
        let dims = vector(frame, shape, "the dense shape")?;
        let given = frame.dense(indices)?.shape();
        let count = match given.dims()[..] {
            [count, rank] if rank == dims.len() as i64 => count as usize,
            _ => {
                return Err(format!(
                    "indices must be a matrix with {} columns, one for each dimension, but have shape {given}",
                    dims.len()
                )
                .into());
            }
        };
        // More elements than can be counted are fine as long as they are not made.
        if let Some(dim) = dims.iter().find(|&&dim| dim < 0) {
            return Err(format!("dimension {dim} of the dense shape is negative").into());
        }
        let sparse = Sparse { indices: positions(frame, indices)?, shape: dims, count };
        for at in 0..count {
            let row = sparse.row(at);
            if row.iter().zip(&sparse.shape).any(|(index, dim)| !(0..*dim).contains(index)) {
                return Err(format!(
                    "indices[{at}] = {row:?} is out of bounds: need 0 <= index < {:?}",
                    &sparse.shape[..]
                )
                .into());
            }
        }
        Ok(sparse)
    }

    fn rank(&self) -> usize {
        self.shape.len()
    }

    fn row(&self, at: usize) -> &[i64] {
        &self.indices[at * self.rank()..][..self.rank()]
    }

    /// Values in the order of their indices; those with equal ones stay as they are.
    fn ordered(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.count).collect();
        order.sort_by(|&a, &b| self.row(a).cmp(self.row(b)));
        order
    }

    /// The number of an element in a dense tensor.
    fn place(&self, at: usize) -> usize {
        let row = self.row(at).iter().zip(&self.shape);
        row.fold(0, |place, (&index, &dim)| place * dim as usize + index as usize)
    }
}

/// Sets indices, values and shape as results from one on; values are those of the argument that the numbers name.
fn set_sparse(
    frame: &mut DispatchFrame<'_>,
    first: usize,
    indices: &[i64],
    values: DenseHostTensor,
    shape: &[i64],
) -> Result<(), OpError> {
    let count = values.num_elements() as i64;
    frame.set(first, integers(DType::I64, &[count, shape.len() as i64], indices)?);
    frame.set(first + 1, values);
    frame.set(first + 2, integer_vector(DType::I64, shape)?);
    Ok(())
}

fn elements(dims: &[i64], what: &str) -> Result<i64, OpError> {
    let count = dims.iter().try_fold(1_i64, |count, &dim| count.checked_mul(dim));
    count.ok_or_else(|| format!("{what} {dims:?} has more elements than can be counted").into())
}

fn reshape(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let sparse = Sparse::without_values(frame, 0, 1)?;
    let mut dims = vector(frame, 2, "the new shape")?;
    let whole = elements(&sparse.shape, "the input")?;
    let open: Vec<usize> = (0..dims.len()).filter(|&axis| dims[axis] == -1).collect();
    if let Some(dim) = dims.iter().find(|&&dim| dim < -1) {
        return Err(format!("size {dim} of the new shape must be non-negative").into());
    }
    match open[..] {
        [] => {}
        [axis] => {
            let others: Dims = dims.iter().copied().filter(|&dim| dim != -1).collect();
            let rest = elements(&others, "the new shape")?;
            if rest == 0 || whole % rest != 0 {
                return Err(format!(
                    "Input to reshape is a SparseTensor with {whole} dense values, but the requested shape requires a multiple of {rest}"
                )
                .into());
            }
            dims[axis] = whole / rest;
        }
        _ => return Err("only one output dimension may be -1".into()),
    }
    let wanted = elements(&dims, "the new shape")?;
    if wanted != whole {
        return Err(format!(
            "Input to reshape is a tensor with {whole} dense values, but the requested shape has {wanted}"
        )
        .into());
    }
    let mut indices = vec![0; sparse.count * dims.len()];
    for (at, to) in indices.chunks_exact_mut(dims.len().max(1)).enumerate().take(sparse.count) {
        let mut rest = sparse.place(at) as i64;
        for (to, &dim) in to.iter_mut().zip(&dims).rev() {
            *to = rest % dim;
            rest /= dim;
        }
    }
    frame.set(0, integers(DType::I64, &[sparse.count as i64, dims.len() as i64], &indices)?);
    frame.set(1, integer_vector(DType::I64, &dims)?);
    Ok(())
}

fn reorder(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let order = sparse.ordered();
    let indices: Vec<i64> = order.iter().flat_map(|&at| sparse.row(at).iter().copied()).collect();
    let values = picked(frame.dense(1)?, &[sparse.count as i64], 1, order.iter().copied())?;
    frame.set(0, integers(DType::I64, &[sparse.count as i64, sparse.rank() as i64], &indices)?);
    frame.set(1, values);
    Ok(())
}

fn fill_empty_rows(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let default = frame.dense(3)?;
    if default.shape().rank() != 0 || default.dtype() != frame.dense(1)?.dtype() {
        return Err(format!(
            "default_value must be a scalar of the values' dtype, {}, but is {}",
            frame.dense(1)?.dtype().label(),
            default.metadata()
        )
        .into());
    }
    let Some(&rows) = sparse.shape.first() else { return Err("Dense shape cannot be empty.".into()) };
    if rows > i64::from(i32::MAX) {
        return Err(format!("out of memory for {rows} rows").into());
    }
    let mut by_row: Vec<Vec<usize>> = filled(Vec::new(), rows as usize)?;
    for at in 0..sparse.count {
        by_row[sparse.row(at)[0] as usize].push(at);
    }
    let (mut indices, mut from) = (Vec::new(), Vec::new());
    let mut places = vec![0; sparse.count];
    for (row, members) in by_row.iter().enumerate() {
        if members.is_empty() {
            indices.push(row as i64);
            indices.extend(std::iter::repeat_n(0, sparse.rank() - 1));
            // Behind the values comes the default.
            from.push(sparse.count);
        }
        for &at in members {
            places[at] = from.len() as i64;
            indices.extend_from_slice(sparse.row(at));
            from.push(at);
        }
    }
    let count = from.len() as i64;
    let values = frame.dense(1)?;
    let with_default = gathered([values.bytes(), default.bytes()].into_iter().flatten().copied())?;
    let shape = Shape::new(&[sparse.count as i64 + 1])?;
    let metadata = tfrt_executor::tensor::TensorMetadata::new(values.dtype(), shape);
    let all = DenseHostTensor::from_bytes(metadata, &with_default)?;
    let filled = picked(&all, &[count], 1, from.into_iter())?;
    let empty: Vec<I1> = by_row.iter().map(|members| I1::from(members.is_empty())).collect();
    frame.set(0, integers(DType::I64, &[count, sparse.rank() as i64], &indices)?);
    frame.set(1, filled);
    frame.set(2, DenseHostTensor::from_values(Shape::new(&[rows])?, &empty)?);
    frame.set(3, integer_vector(DType::I64, &places)?);
    Ok(())
}

/// The same for values whose rows are given: the rows again, the values, which rows were empty, and where each value went.
fn fill_ragged_rows(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let given = vector(frame, 0, "value_rowids")?;
    let rows = number(frame, 2, "nrows")?;
    let default = frame.dense(3)?;
    if default.shape().rank() != 0 || default.dtype() != frame.dense(1)?.dtype() {
        return Err(format!(
            "default_value must be a scalar of the values' dtype, but has shape {}",
            default.shape()
        )
        .into());
    }
    if frame.dense(1)?.shape().dims()[..] != [given.len() as i64] {
        return Err(format!(
            "values must have shape [{}], but have shape {}",
            given.len(),
            frame.dense(1)?.shape()
        )
        .into());
    }
    if !(0..=i64::from(i32::MAX)).contains(&rows) {
        return Err(format!("nrows must not be negative, nor more than memory holds, but is {rows}").into());
    }
    let mut by_row: Vec<Vec<usize>> = filled(Vec::new(), rows as usize)?;
    for (at, &row) in given.iter().enumerate() {
        let row = usize::try_from(row).ok().and_then(|row| by_row.get_mut(row));
        row.ok_or_else(|| format!("value_rowids[{at}] = {} is not in [0, {rows})", given[at]))?.push(at);
    }
    let (mut row_of, mut from, mut places) = (Vec::new(), Vec::new(), vec![0; given.len()]);
    for (row, members) in by_row.iter().enumerate() {
        if members.is_empty() {
            row_of.push(row as i64);
            from.push(given.len());
        }
        for &at in members {
            places[at] = from.len() as i64;
            row_of.push(row as i64);
            from.push(at);
        }
    }
    let values = frame.dense(1)?;
    let with_default = gathered([values.bytes(), default.bytes()].into_iter().flatten().copied())?;
    let shape = Shape::new(&[given.len() as i64 + 1])?;
    let metadata = tfrt_executor::tensor::TensorMetadata::new(values.dtype(), shape);
    let all = DenseHostTensor::from_bytes(metadata, &with_default)?;
    let filled = picked(&all, &[from.len() as i64], 1, from.into_iter())?;
    let empty: Vec<I1> = by_row.iter().map(|members| I1::from(members.is_empty())).collect();
    frame.set(0, integer_vector(DType::I64, &row_of)?);
    frame.set(1, filled);
    frame.set(2, DenseHostTensor::from_values(Shape::new(&[rows])?, &empty)?);
    frame.set(3, integer_vector(DType::I64, &places)?);
    Ok(())
}

/// Runs of arguments of the same kind: indices, values and shapes of several tensors.
fn several(frame: &DispatchFrame<'_>, first: usize, count: usize) -> Result<Vec<Sparse>, OpError> {
    (0..count).map(|i| Sparse::of(frame, first + i, first + count + i, first + 2 * count + i)).collect()
}

/// An axis counted from the front.
fn axis_of(axis: i64, rank: usize, what: &str) -> Result<usize, OpError> {
    crate::ops::index_arguments::normalize_axis(axis, rank)
        .ok_or_else(|| format!("{what} must be in range [-{rank}, {rank}), but is {axis}").into())
}

fn concat(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    if frame.num_args() == 0 || !frame.num_args().is_multiple_of(3) {
        return Err(
            format!("expected indices, values and shapes, but got {} arguments", frame.num_args()).into()
        );
    }
    let parts = several(frame, 0, frame.num_args() / 3)?;
    let count = parts.len();
    let first = &parts[0];
    let axis = axis_of(frame.attrs().get_int("concat_dim").unwrap_or(0), first.rank(), "concat_dim")?;
    let mut shape = first.shape.clone();
    shape[axis] = 0;
    let mut order: Vec<(Dims, usize, usize)> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let fits = |(at, (a, b)): (usize, (&i64, &i64))| at == axis || a == b;
        if part.rank() != first.rank() || !part.shape.iter().zip(&first.shape).enumerate().all(fits) {
            return Err(format!(
                "All shapes must match in all dimensions but {axis}: expected {:?} but got {:?} at position {number}",
                &first.shape[..], &part.shape[..]
            )
            .into());
        }
        if frame.dense(count + number)?.dtype() != frame.dense(count)?.dtype() {
            return Err("all values must have one dtype".into());
        }
        for at in 0..part.count {
            let mut row = Dims::from_slice(part.row(at));
            row[axis] += shape[axis];
            order.push((row, number, at));
        }
        shape[axis] =
            shape[axis].checked_add(part.shape[axis]).ok_or("the concatenated dimension is too large")?;
    }
    order.sort();
    let starts: Vec<usize> = parts
        .iter()
        .scan(0, |start, part| {
            *start += part.count;
            Some(*start - part.count)
        })
        .collect();
    let mut parts = Vec::new();
    for i in 0..count {
        parts.push(frame.dense(count + i)?.bytes());
    }
    let bytes = gathered(parts.into_iter().flatten().copied())?;
    let dtype = frame.dense(count)?.dtype();
    let metadata = tfrt_executor::tensor::TensorMetadata::new(dtype, Shape::new(&[order.len() as i64])?);
    let all = DenseHostTensor::from_bytes(metadata, &bytes)?;
    let from = order.iter().map(|&(_, number, at)| starts[number] + at);
    let values = picked(&all, &[order.len() as i64], 1, from)?;
    let indices: Vec<i64> = order.iter().flat_map(|(row, _, _)| row.iter().copied()).collect();
    set_sparse(frame, 0, &indices, values, &shape)
}

/// The part of a sparse tensor that lies in a box: its indices in the box, and which of the values they are of.
fn inside(sparse: &Sparse, begin: &[i64], size: &[i64]) -> (Vec<i64>, Vec<usize>) {
    let (mut indices, mut from) = (Vec::new(), Vec::new());
    for at in 0..sparse.count {
        let row = sparse.row(at);
        let is_inside = |((index, begin), size): ((&i64, &i64), &i64)| (0..*size).contains(&(index - begin));
        if row.iter().zip(begin).zip(size).all(is_inside) {
            indices.extend(row.iter().zip(begin).map(|(index, begin)| index - begin));
            from.push(at);
        }
    }
    (indices, from)
}

fn slice(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(5)?;
    let sparse = Sparse::of(frame, 0, 1, 2)?;
    let (begin, mut size) = (vector(frame, 3, "start")?, vector(frame, 4, "size")?);
    if begin.len() != sparse.rank() || size.len() != sparse.rank() {
        return Err(format!(
            "start and size must have {} elements, but have {} and {}",
            sparse.rank(),
            begin.len(),
            size.len()
        )
        .into());
    }
    for axis in 0..sparse.rank() {
        if begin[axis] < 0 || size[axis] < 0 {
            return Err(format!("start and size must be non-negative, but are {begin:?} and {size:?}").into());
        }
        size[axis] = size[axis].min((sparse.shape[axis] - begin[axis]).max(0));
    }
    let (indices, from) = inside(&sparse, &begin, &size);
    let values = picked(frame.dense(1)?, &[from.len() as i64], 1, from.into_iter())?;
    set_sparse(frame, 0, &indices, values, &size)
}

fn split(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(4)?;
    let sparse = Sparse::of(frame, 1, 2, 3)?;
    let axis = axis_of(number(frame, 0, "split_dim")?, sparse.rank(), "split_dim")?;
    let parts = frame.num_results() / 3;
    let wanted = frame.attrs().get_int("num_split").unwrap_or(parts as i64);
    let dim = sparse.shape[axis];
    if wanted < 1 || wanted > dim || wanted != parts as i64 {
        return Err(
            format!("num_split must be in [1, {dim}], and a third of the results, but is {wanted}").into()
        );
    }
    // The first ones take the remainder.
    let (each, more) = (dim / wanted, dim % wanted);
    let (mut begin, mut size) = (Dims::from_elem(0, sparse.rank()), sparse.shape.clone());
    let mut made: Vec<(usize, TensorHandle)> = Vec::new();
    for part in 0..parts {
        size[axis] = each + i64::from((part as i64) < more);
        let (indices, from) = inside(&sparse, &begin, &size);
        let count = from.len() as i64;
        let values = picked(frame.dense(2)?, &[count], 1, from.into_iter())?;
        let indices = integers(DType::I64, &[count, sparse.rank() as i64], &indices)?;
        made.push((part, TensorHandle::new(indices)));
        made.push((parts + part, TensorHandle::new(values)));
        made.push((2 * parts + part, TensorHandle::new(integer_vector(DType::I64, &size)?)));
        begin[axis] += size[axis];
    }
    for (at, handle) in made {
        frame.set_handle(at, handle);
    }
    Ok(())
}
