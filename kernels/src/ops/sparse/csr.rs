//! Sparse matrices as variants: `tf.SparseTensorToCSRSparseMatrix`, `tf.SparseMatrixMatMul` and their like.
//!
//! A matrix, or a batch of them, is stored as the positions of its elements in order, row by row, and their
//! values.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use tfrt_executor::core_runtime::{DispatchFrame, OpEntry, OpError, OpRegistry};
use tfrt_executor::tensor::{
    DType, DenseHostTensor, DeviceTensor, Dims, Shape, Tensor, TensorMetadata, TensorType,
};

use crate::ops::arrays::gather::{positions, product};
use crate::ops::by_dtype::{for_dtype, unsupported};
use crate::ops::index_arguments::{integer_vector, integers, number, picked, vector};
use crate::ops::memory::filled;
use crate::ops::number::Number;

/// Adds the ops of this file.
pub(super) fn register(ops: &mut OpRegistry) {
    let entry = || OpEntry::new().variants();
    ops.add("tf.SparseTensorToCSRSparseMatrix", entry().dispatch(from_sparse));
    ops.add("tf.DenseToCSRSparseMatrix", entry().dispatch(from_dense));
    ops.add("tf.CSRSparseMatrixToSparseTensor", entry().dispatch(to_sparse));
    ops.add("tf.CSRSparseMatrixToDense", entry().dispatch(to_dense));
    ops.add("tf.CSRSparseMatrixComponents", entry().dispatch(components));
    ops.add("tf.SparseMatrixNNZ", entry().dispatch(count_values));
    ops.add("tf.SparseMatrixTranspose", entry().dispatch(transpose));
    ops.add("tf.SparseMatrixMatMul", entry().dispatch(multiply_dense));
    ops.add("tf.SparseMatrixSparseMatMul", entry().dispatch(multiply_sparse));
}

/// The dtypes of elements.
macro_rules! for_elements {
    ($dtype:expr, $body:expr) => {{
        let dtype = $dtype;
        if matches!(dtype, DType::F16 | DType::BF16) {
            return Err(unsupported(dtype));
        }
        for_dtype!(dtype, [floats complex], $body, else return Err(unsupported(dtype)))
    }};
}

#[derive(Debug)]
struct Matrix {
    metadata: TensorMetadata,
    /// Rows and columns, behind the number of matrices if it is a batch.
    dims: Dims,
    /// Batch, row and column of each value, in order.
    places: Vec<[i64; 3]>,
    values: DenseHostTensor,
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dtype = self.values.dtype();
        write!(
            f,
            "CSRSparseMatrix dtype = {}, shape = {:?}, values = {}",
            dtype.label(),
            &self.dims[..],
            self.places.len()
        )
    }
}

impl DeviceTensor for Matrix {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        TensorType::register("CSRSparseMatrix")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Matrix {
    fn variant(dims: Dims, places: Vec<[i64; 3]>, values: DenseHostTensor) -> Tensor {
        let metadata = TensorMetadata::new(DType::Variant, Shape::scalar());
        Tensor::Device(Arc::new(Matrix { metadata, dims, places, values }))
    }

    /// Of values that are there for these places, in any order.
    fn sorted(dims: Dims, places: Vec<[i64; 3]>, values: &DenseHostTensor) -> Result<Tensor, OpError> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&at| places[at]);
        let values = picked(values, &[places.len() as i64], 1, order.iter().copied())?;
        let places = order.into_iter().map(|at| places[at]).collect();
        Ok(Matrix::variant(dims, places, values))
    }

    fn of<'f>(frame: &'f DispatchFrame<'_>, i: usize) -> Result<&'f Matrix, OpError> {
        let found = match frame.tensor(i)? {
            Tensor::Device(device) => device.as_any().downcast_ref::<Matrix>(),
            _ => None,
        };
        found.ok_or_else(|| {
            let other = frame.tensor(i).map_or_else(|_| String::new(), |x| x.tensor_type().to_string());
            format!("argument {i} must be a CSRSparseMatrix, but is a {other}").into()
        })
    }

    /// The number of matrices, their rows and columns.
    fn sizes(&self) -> [i64; 3] {
        sizes(&self.dims)
    }

    fn check(&self, frame: &DispatchFrame<'_>) -> Result<(), OpError> {
        match frame.attrs().get_dtype("type") {
            Some(wanted) if wanted != self.values.dtype() => Err(format!(
                "Expected a CSRSparseMatrix of type {} but saw type {}",
                wanted.label(),
                self.values.dtype().label()
            )
            .into()),
            _ => Ok(()),
        }
    }
}

fn sizes(dims: &[i64]) -> [i64; 3] {
    match *dims {
        [rows, columns] => [1, rows, columns],
        [batch, rows, columns] => [batch, rows, columns],
        _ => [0; 3],
    }
}

/// Places from a matrix of indices.
fn places(frame: &DispatchFrame<'_>, i: usize, dims: &[i64]) -> Result<Vec<[i64; 3]>, OpError> {
    let rank = dims.len();
    if !(2..=3).contains(&rank) {
        return Err(format!("dense rank must be 2 or 3, but the shape is {dims:?}").into());
    }
    let given = frame.dense(i)?.shape();
    if given.rank() != 2 || given.dim(1) != rank as i64 {
        return Err(format!("indices must be a matrix with {rank} columns, but have shape {given}").into());
    }
    let indices = positions(frame, i)?;
    let mut places = Vec::new();
    for row in indices.chunks_exact(rank) {
        if row.iter().zip(dims).any(|(index, dim)| !(0..*dim).contains(index)) {
            return Err(format!("index {row:?} is outside of shape {dims:?}").into());
        }
        places.push(match *row {
            [batch, row, column] => [batch, row, column],
            _ => [0, row[0], row[1]],
        });
    }
    Ok(places)
}

fn from_sparse(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(3)?;
    let dims = vector(frame, 2, "dense_shape")?;
    let places = places(frame, 0, &dims)?;
    if frame.dense(1)?.shape().dims()[..] != [places.len() as i64] {
        return Err(format!(
            "values must have shape [{}], but have shape {}",
            places.len(),
            frame.dense(1)?.shape()
        )
        .into());
    }
    let made = Matrix::sorted(dims, places, frame.dense(1)?)?;
    frame.set(0, made);
    Ok(())
}

fn from_dense(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let dims = frame.dense(0)?.shape().dims();
    let places = places(frame, 1, &dims)?;
    let [_, rows, columns] = sizes(&dims);
    let from = places.iter().map(|&[batch, row, column]| ((batch * rows + row) * columns + column) as usize);
    let values = picked(frame.dense(0)?, &[places.len() as i64], 1, from)?;
    let made = Matrix::sorted(dims, places, &values)?;
    frame.set(0, made);
    Ok(())
}

fn to_sparse(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let matrix = Matrix::of(frame, 0)?;
    matrix.check(frame)?;
    let rank = matrix.dims.len();
    let indices: Vec<i64> =
        matrix.places.iter().flat_map(|place| place[3 - rank..].iter().copied()).collect();
    let indices = integers(DType::I64, &[matrix.places.len() as i64, rank as i64], &indices)?;
    let (values, shape) = (matrix.values.clone(), integer_vector(DType::I64, &matrix.dims)?);
    frame.set(0, indices);
    frame.set(1, values);
    frame.set(2, shape);
    Ok(())
}

fn to_dense(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let matrix = Matrix::of(frame, 0)?;
    matrix.check(frame)?;
    let [_, rows, columns] = matrix.sizes();
    let dtype = matrix.values.dtype();
    let mut made = DenseHostTensor::zeroed(TensorMetadata::new(dtype, Shape::new(&matrix.dims)?))?;
    let size = dtype.size().unwrap_or(1);
    let to = made.bytes_mut().unwrap_or_default();
    for (&[batch, row, column], value) in matrix.places.iter().zip(matrix.values.bytes().chunks_exact(size)) {
        let at = ((batch * rows + row) * columns + column) as usize;
        to[at * size..][..size].copy_from_slice(value);
    }
    frame.set(0, made);
    Ok(())
}

/// Of one matrix: where each row starts, the columns of its values, and these.
fn components(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let index = number(frame, 1, "index")?;
    let matrix = Matrix::of(frame, 0)?;
    matrix.check(frame)?;
    let [batch, rows, _] = matrix.sizes();
    if !(0..batch).contains(&index) {
        return Err(format!("index ({index}) not in [0, {batch})").into());
    }
    let own = matrix.places.partition_point(|place| place[0] < index)
        ..matrix.places.partition_point(|place| place[0] <= index);
    let places = &matrix.places[own.clone()];
    let mut starts = filled(0_i64, usize::try_from(rows).unwrap_or(usize::MAX).saturating_add(1))?;
    for (row, start) in starts.iter_mut().enumerate() {
        *start = places.partition_point(|place| place[1] < row as i64) as i64;
    }
    let columns: Vec<i64> = places.iter().map(|place| place[2]).collect();
    let values = picked(&matrix.values, &[places.len() as i64], 1, own)?;
    frame.set(0, integer_vector(DType::I32, &starts)?);
    frame.set(1, integer_vector(DType::I32, &columns)?);
    frame.set(2, values);
    Ok(())
}

fn count_values(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let matrix = Matrix::of(frame, 0)?;
    let [batch, ..] = matrix.sizes();
    let mut counts = filled(0_i64, batch as usize)?;
    for &[batch, ..] in &matrix.places {
        counts[batch as usize] += 1;
    }
    let dims: Dims = matrix.dims[..matrix.dims.len() - 2].into();
    frame.set(0, integers(DType::I32, &dims, &counts)?);
    Ok(())
}

/// Values conjugated.
fn conjugated(values: &DenseHostTensor) -> Result<DenseHostTensor, OpError> {
    let mut made = DenseHostTensor::zeroed(values.metadata().clone())?;
    for_elements!(values.dtype(), {
        let from = values.values::<T>().unwrap_or_default();
        for (to, from) in made.values_mut::<T>().unwrap_or_default().iter_mut().zip(from) {
            *to = from.conjugated();
        }
    });
    Ok(made)
}

fn transposed(matrix: &Matrix, conjugate: bool) -> Result<Tensor, OpError> {
    let mut dims = matrix.dims.clone();
    let rank = dims.len();
    dims.swap(rank - 1, rank - 2);
    let places = matrix.places.iter().map(|&[batch, row, column]| [batch, column, row]).collect();
    match conjugate {
        true => Matrix::sorted(dims, places, &conjugated(&matrix.values)?),
        false => Matrix::sorted(dims, places, &matrix.values),
    }
}

fn transpose(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(1)?;
    let matrix = Matrix::of(frame, 0)?;
    matrix.check(frame)?;
    let made = transposed(matrix, frame.attrs().get_bool("conjugate").unwrap_or(false))?;
    frame.set(0, made);
    Ok(())
}

/// The form in which a factor is taken.
#[derive(Clone, Copy)]
struct Taken {
    transposed: bool,
    conjugated: bool,
}

impl Taken {
    fn of(frame: &DispatchFrame<'_>, side: char) -> Result<Taken, OpError> {
        let flag = |what: &str| frame.attrs().get_bool(&format!("{what}_{side}")).unwrap_or(false);
        let (transposed, adjoint) = (flag("transpose"), flag("adjoint"));
        if transposed && adjoint {
            return Err(format!("Only one of adjoint_{side} and transpose_{side} may be true.").into());
        }
        Ok(Taken { transposed: transposed || adjoint, conjugated: adjoint })
    }

    fn value<T: Number>(self, value: T) -> T {
        if self.conjugated { value.conjugated() } else { value }
    }
}

fn multiply_dense(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (left, right) = (Taken::of(frame, 'a')?, Taken::of(frame, 'b')?);
    let flag = |name| frame.attrs().get_bool(name).unwrap_or(false);
    let (transpose_output, conjugate_output) = (flag("transpose_output"), flag("conjugate_output"));
    let a = Matrix::of(frame, 0)?;
    let b = frame.dense(1)?.shape().dims();
    let [batch, rows, depth] = a.sizes();
    let [rows, depth] = if left.transposed { [depth, rows] } else { [rows, depth] };
    let [own, b_rows, b_columns] = sizes(&b);
    let [same, columns] = if right.transposed { [b_columns, b_rows] } else { [b_rows, b_columns] };
    if a.dims.len() != b.len() || own != batch || depth != same || a.values.dtype() != frame.dense(1)?.dtype()
    {
        return Err(format!(
            "Matrix size-incompatible: a has shape {:?} and dtype {}, b is {}",
            &a.dims[..],
            a.values.dtype().label(),
            frame.dense(1)?.metadata()
        )
        .into());
    }
    let mut dims = a.dims.clone();
    let rank = dims.len();
    [dims[rank - 2], dims[rank - 1]] = if transpose_output { [columns, rows] } else { [rows, columns] };
    let mut out = DispatchFrame::fresh(&TensorMetadata::new(a.values.dtype(), Shape::new(&dims)?))?;
    for_elements!(a.values.dtype(), {
        let mut sums = filled(T::SUM_ZERO, product(&dims))?;
        let factors = frame.values::<T>(1)?;
        for (&[batch, row, column], &value) in a.places.iter().zip(a.values.values::<T>().unwrap_or_default())
        {
            let [row, k] = if left.transposed { [column, row] } else { [row, column] };
            let value = left.value(value).widen();
            for column in 0..columns {
                let from = if right.transposed { column * b_columns + k } else { k * b_columns + column };
                let to = if transpose_output { column * rows + row } else { row * columns + column };
                let factor = right.value(factors[(batch * b_rows * b_columns + from) as usize]).widen();
                let sum = &mut sums[(batch * rows * columns + to) as usize];
                *sum = T::sum_plus(*sum, T::sum_times(value, factor));
            }
        }
        for (to, sum) in out.values_mut::<T>().iter_mut().zip(sums) {
            let value = T::narrow(sum);
            *to = if conjugate_output { value.conjugated() } else { value };
        }
    });
    frame.finish(0, out);
    Ok(())
}

fn multiply_sparse(frame: &mut DispatchFrame<'_>) -> Result<(), OpError> {
    frame.expect_args(2)?;
    let (left, right) = (Taken::of(frame, 'a')?, Taken::of(frame, 'b')?);
    let (a, b) = (Matrix::of(frame, 0)?, Matrix::of(frame, 1)?);
    a.check(frame)?;
    b.check(frame)?;
    let side = |taken: Taken, [batch, rows, columns]: [i64; 3]| match taken.transposed {
        true => [batch, columns, rows],
        false => [batch, rows, columns],
    };
    let ([batch, rows, depth], [own, same, columns]) = (side(left, a.sizes()), side(right, b.sizes()));
    if a.dims.len() != b.dims.len() || batch != own || depth != same || a.values.dtype() != b.values.dtype() {
        return Err(format!(
            "Matrix size-incompatible: a has shape {:?}, b has shape {:?}",
            &a.dims[..],
            &b.dims[..]
        )
        .into());
    }
    let mut dims = a.dims.clone();
    let rank = dims.len();
    [dims[rank - 2], dims[rank - 1]] = [rows, columns];
    let made = for_elements!(a.values.dtype(), {
        let mut by_row: BTreeMap<[i64; 2], Vec<(i64, T)>> = BTreeMap::new();
        for (&[batch, row, column], &value) in b.places.iter().zip(b.values.values::<T>().unwrap_or_default())
        {
            let [row, column] = if right.transposed { [column, row] } else { [row, column] };
            by_row.entry([batch, row]).or_default().push((column, right.value(value)));
        }
        let mut sums: BTreeMap<[i64; 3], <T as Number>::Sum> = BTreeMap::new();
        for (&[batch, row, column], &value) in a.places.iter().zip(a.values.values::<T>().unwrap_or_default())
        {
            let [row, k] = if left.transposed { [column, row] } else { [row, column] };
            let value = left.value(value).widen();
            for &(column, factor) in by_row.get(&[batch, k]).map(Vec::as_slice).unwrap_or_default() {
                let sum = sums.entry([batch, row, column]).or_insert(T::SUM_ZERO);
                *sum = T::sum_plus(*sum, T::sum_times(value, factor.widen()));
            }
        }
        let values: Vec<T> = sums.values().map(|&sum| T::narrow(sum)).collect();
        let values = DenseHostTensor::from_values(Shape::new(&[values.len() as i64])?, &values)?;
        Matrix::variant(dims, sums.into_keys().collect(), values)
    });
    frame.set(0, made);
    Ok(())
}
