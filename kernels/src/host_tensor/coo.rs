//! `coo`: dense tensors to coordinates and back.
//!
//! The coordinates of an element are an inherited oddity: its position in the buffer is divided by the sizes of the
//! dimensions, from the last column backwards, but with the sizes taken from the first dimension forwards. For shapes that
//! are not square the columns are not those of the element, and may be outside the shape; the conversion back then reports
//! them.

use tfrt_executor::tensor::{CooHostTensor, DenseHostTensor, Element, Shape, Tensor, TensorMetadata};

use super::dense::{allocate, check_rank, dense};
use super::inplace::values;
use crate::host_tensor::compare::{Close, all_close};

const VALUES: &str = "Cannot allocate value tensor";
const INDICES: &str = "Cannot allocate index tensor";

/// The elements of a dense tensor that are not zero.
///
/// # Errors
/// A tensor of another type or rank, no memory.
pub fn from_dense<T: Element + Default>(tensor: &Tensor, rank: usize) -> Result<Tensor, String> {
    let tensor = dense(tensor)?;
    check_rank(tensor.shape(), rank)?;
    let dims = tensor.shape().dims();
    let (mut indices, mut found) = (Vec::new(), Vec::new());
    for (position, &value) in values::<T>(tensor)?.iter().enumerate() {
        if value == T::default() {
            continue;
        }
        let start = indices.len();
        indices.resize(start + rank, 0_i64);
        let mut rest = position as i64;
        for (column, &dim) in (0..rank).rev().zip(dims.iter()) {
            indices[start + column] = rest % dim;
            rest /= dim;
        }
        found.push(value);
    }
    let count = found.len() as i64;
    let make = |dims: &[i64], what: &str| Shape::new(dims).map_err(|_| what.to_owned());
    let found = DenseHostTensor::from_values(make(&[count], VALUES)?, &found).map_err(|_| VALUES)?;
    let indices =
        DenseHostTensor::from_values(make(&[count, rank as i64], INDICES)?, &indices).map_err(|_| INDICES)?;
    CooHostTensor::new(tensor.shape().clone(), indices, found)
        .map(Tensor::from)
        .map_err(|error| error.to_string())
}

/// Zeros with the values scattered in.
///
/// # Errors
/// A tensor of another kind, type or rank, coordinates outside the shape, no memory.
pub fn to_dense<T: Element>(tensor: &Tensor, rank: usize) -> Result<Tensor, String> {
    let tensor = sparse::<T>(tensor, rank)?;
    tensor.to_dense().map(Tensor::Dense).map_err(|error| error.to_string())
}

/// Whether shapes and coordinates are equal and values close.
///
/// # Errors
/// Tensors of another kind, type or rank.
pub fn equal<T: Element + Close>(a: &Tensor, b: &Tensor, rank: usize) -> Result<bool, String> {
    let (a, b) = (sparse::<T>(a, rank)?, sparse::<T>(b, rank)?);
    let same = a.metadata().shape == b.metadata().shape
        && values::<i64>(a.indices())? == values::<i64>(b.indices())?;
    Ok(same && all_close(values::<T>(a.values())?, values::<T>(b.values())?, 2))
}

/// A sparse tensor of coordinates that were checked, as a file gives them.
///
/// # Errors
/// Parts that do not go together, no memory.
pub fn from_parts(
    metadata: TensorMetadata,
    indices: &[i64],
    bytes: &[u8],
    count: i64,
) -> Result<Tensor, String> {
    const MESSAGE: &str = "cannot allocate result tensor";
    let index_shape =
        Shape::new(&[count, metadata.shape.rank() as i64]).map_err(|error| error.to_string())?;
    let value_shape = Shape::new(&[count]).map_err(|error| error.to_string())?;
    let indices = DenseHostTensor::from_values(index_shape, indices).map_err(|_| MESSAGE)?;
    let mut found = allocate(TensorMetadata::new(metadata.dtype, value_shape), MESSAGE)?;
    match found.bytes_mut() {
        Some(to) if to.len() == bytes.len() => to.copy_from_slice(bytes),
        _ => return Err(MESSAGE.to_owned()),
    }
    CooHostTensor::new(metadata.shape, indices, found).map(Tensor::from).map_err(|error| error.to_string())
}

fn sparse<T: Element>(tensor: &Tensor, rank: usize) -> Result<&CooHostTensor, String> {
    let Tensor::Coo(tensor) = tensor else {
        return Err(format!("a sparse host tensor is expected, but this is a {}", tensor.tensor_type()));
    };
    // Checks the type.
    values::<T>(tensor.values())?;
    check_rank(&tensor.metadata().shape, rank)?;
    Ok(tensor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coo(dims: &[i64], elements: &[i32]) -> Tensor {
        let tensor = DenseHostTensor::from_values(Shape::new(dims).unwrap(), elements).unwrap();
        from_dense::<i32>(&tensor.into(), dims.len()).unwrap()
    }

    #[test]
    fn columns_are_taken_modulo_the_dimensions_in_reverse() {
        let text = |tensor: Tensor| tensor.to_string().split_once("indices").unwrap().1.to_owned();
        assert_eq!(text(coo(&[2, 3], &[0, 2, 0, 4, 0, 6])), " = [0, 1, 1, 1, 2, 1], values = [2, 4, 6]\n");
        assert_eq!(
            text(coo(&[2, 1, 3], &[0, 2, 0, 4, 0, 6])),
            " = [0, 0, 1, 1, 0, 1, 2, 0, 1], values = [2, 4, 6]\n"
        );
        assert_eq!(text(coo(&[], &[0])), " = [], values = []\n");
    }

    #[test]
    fn square_tensors_come_back_and_others_report_their_coordinates() {
        let square = coo(&[2, 2], &[0, 3, 2, 1]);
        assert!(to_dense::<i32>(&square, 2).unwrap().to_string().ends_with("[0, 3, 2, 1]"));
        assert_eq!(equal::<i32>(&square, &square, 2), Ok(true));
        assert!(to_dense::<i32>(&coo(&[2, 3], &[0, 2, 0, 4, 0, 6]), 2).is_err());
        assert!(to_dense::<f32>(&square, 2).is_err());
        assert!(to_dense::<i32>(&square, 1).is_err());
    }
}
