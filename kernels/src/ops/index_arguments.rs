//! Whole numbers as arguments and results: counts, axes, positions, and elements picked by their number.

use tfrt_executor::core_runtime::{DispatchFrame, OpAttrsRef, OpError};
use tfrt_executor::tensor::{DType, DenseHostTensor, Dims, Shape, TensorMetadata};
use tfrt_ops::shapes::dtype_attr;
pub(crate) use tfrt_ops::shapes::normalize_axis;

use crate::ops::arrays::gather::positions;
use crate::ops::arrays::strided::element_size;
use crate::ops::memory::room;

/// The whole number that an argument is; `what` names it in the error for one that is no scalar.
pub(crate) fn number(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<i64, OpError> {
    match positions(frame, i)?[..] {
        [number] if frame.dense(i)?.shape().rank() == 0 => Ok(number),
        _ => Err(format!("{what} must be a scalar, but has shape {}", frame.dense(i)?.shape()).into()),
    }
}

/// A whole number that is not negative.
pub(crate) fn count(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<usize, OpError> {
    let number = number(frame, i, what)?;
    usize::try_from(number).map_err(|_| format!("{what} must be non-negative, but is {number}").into())
}

/// The elements of a vector of whole numbers.
pub(crate) fn vector(frame: &DispatchFrame<'_>, i: usize, what: &str) -> Result<Dims, OpError> {
    let shape = frame.dense(i)?.shape();
    if shape.rank() != 1 {
        return Err(format!("{what} must be a vector, but has shape {shape}").into());
    }
    frame.indices(i)
}

/// The attribute that says of which dtype whole numbers are: `i32` or `i64`.
pub(crate) fn integer_dtype(attrs: OpAttrsRef<'_>, name: &str, default: DType) -> Result<DType, OpError> {
    dtype_attr(&*attrs, name, default, &[DType::I32, DType::I64])
}

/// Whole numbers as a tensor of dtype `i64`, or `i32` where they fit it.
pub(crate) fn integers(dtype: DType, dims: &[i64], values: &[i64]) -> Result<DenseHostTensor, OpError> {
    let shape = Shape::new(dims)?;
    if dtype == DType::I64 {
        return Ok(DenseHostTensor::from_values(shape, values)?);
    }
    let mut narrow = room(values.len())?;
    for &value in values {
        narrow.push(i32::try_from(value).map_err(|_| "a result does not fit 32 bits")?);
    }
    Ok(DenseHostTensor::from_values(shape, &narrow)?)
}

/// A vector of whole numbers, which is what most index results are.
pub(crate) fn integer_vector(dtype: DType, values: &[i64]) -> Result<DenseHostTensor, OpError> {
    integers(dtype, &[values.len() as i64], values)
}

/// The elements (or, with `length`, the runs of so many elements) of a tensor that `from` numbers, in a tensor of this shape.
pub(crate) fn picked(
    tensor: &DenseHostTensor,
    dims: &[i64],
    length: usize,
    from: impl Iterator<Item = usize>,
) -> Result<DenseHostTensor, OpError> {
    let size = element_size(tensor.dtype())? * length;
    let metadata = TensorMetadata::new(tensor.dtype(), Shape::new(dims)?);
    let mut out = DenseHostTensor::uninitialized(metadata)?;
    let bytes = tensor.bytes();
    if size > 0
        && let Some(to) = out.bytes_mut()
    {
        for (to, from) in to.chunks_exact_mut(size).zip(from) {
            to.copy_from_slice(&bytes[from * size..][..size]);
        }
    }
    Ok(out)
}
