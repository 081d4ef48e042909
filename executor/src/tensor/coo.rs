//! Sparse tensors as a list of coordinates.

use std::fmt;

use super::Shape;
use super::TensorMetadata;
use super::dense::{DenseHostTensor, DisplayValues};
use super::element::Element;
use super::scalar::ScalarHostTensor;
use super::{DType, TensorError};

/// A sparse tensor: `n` coordinates (`i64 [n, rank]`) and `n` values; all other elements are zero.
#[derive(Debug, Clone)]
pub struct CooHostTensor {
    metadata: TensorMetadata,
    indices: DenseHostTensor,
    values: DenseHostTensor,
}

impl CooHostTensor {
    /// A sparse tensor of `shape`. Coordinates are not checked here: [`Self::to_dense`] reports those outside.
    pub fn new(shape: Shape, indices: DenseHostTensor, values: DenseHostTensor) -> Result<Self, TensorError> {
        let ok = indices.dtype() == DType::I64
            && indices.shape().rank() == 2
            && values.shape().rank() == 1
            && indices.shape().dim(0) == values.shape().dim(0)
            && indices.shape().dim(1) == shape.rank() as i64;
        if !ok {
            return Err(TensorError::Coo {
                indices: indices.metadata().clone(),
                values: values.metadata().clone(),
                shape,
            });
        }
        Ok(CooHostTensor { metadata: TensorMetadata::new(values.dtype(), shape), indices, values })
    }

    /// The non-zero elements of a dense tensor, in row-major order.
    pub fn from_dense<T: Element + Default>(dense: &DenseHostTensor) -> Result<Self, TensorError> {
        let Some(elements) = dense.values::<T>() else {
            return Err(TensorError::NotDense(dense.dtype()));
        };
        let (shape, strides) = (dense.shape(), dense.shape().strides());
        let mut indices = Vec::new();
        let mut values = Vec::new();
        for (linear, value) in elements.iter().enumerate().filter(|(_, value)| **value != T::default()) {
            let dims = shape.dims();
            indices.extend((0..dims.len()).map(|axis| linear as i64 / strides[axis] % dims[axis].max(1)));
            values.push(*value);
        }
        let indices =
            DenseHostTensor::from_values(Shape::new(&[values.len() as i64, shape.rank() as i64])?, &indices)?;
        let values = DenseHostTensor::from_values(Shape::new(&[values.len() as i64])?, &values)?;
        Self::new(shape.clone(), indices, values)
    }

    /// Dtype and shape.
    pub fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    /// The coordinates, `i64 [n, rank]`.
    pub fn indices(&self) -> &DenseHostTensor {
        &self.indices
    }

    /// The values, `[n]`.
    pub fn values(&self) -> &DenseHostTensor {
        &self.values
    }

    /// Zeros with the values scattered in. A coordinate outside the shape is an error; of equal ones the last wins.
    pub fn to_dense(&self) -> Result<DenseHostTensor, TensorError> {
        let mut dense = DenseHostTensor::zeroed(self.metadata.clone())?;
        let size = dense.dtype().size().ok_or(TensorError::NotDense(dense.dtype()))?;
        let (dims, strides) = (self.metadata.shape.dims(), self.metadata.shape.strides());
        let indices = self.indices.values::<i64>().unwrap_or_default();
        if let Some(bytes) = dense.bytes_mut() {
            for (entry, value) in self.values.bytes().chunks_exact(size).enumerate() {
                let index = &indices[entry * dims.len()..][..dims.len()];
                let inside = index.iter().zip(&dims).all(|(&i, &dim)| (0..dim).contains(&i));
                if !inside {
                    return Err(TensorError::CooIndex {
                        index: index.to_vec().into(),
                        shape: self.metadata.shape.clone(),
                    });
                }
                let linear: i64 = index.iter().zip(&strides).map(|(i, stride)| i * stride).sum();
                bytes[linear as usize * size..][..size].copy_from_slice(value);
            }
        }
        Ok(dense)
    }

    /// The one value that all elements have: possible for no elements, one element, or no non-zero ones.
    pub fn to_scalar(&self) -> Result<ScalarHostTensor, TensorError> {
        let size = self.metadata.dtype.size().ok_or(TensorError::NotDense(self.metadata.dtype))?;
        let zero = [0; 16];
        let elements = self.metadata.shape.num_elements();
        let value = match (elements, self.values.num_elements()) {
            (0, _) | (_, 0) => &zero[..size],
            (1, _) => &self.values.bytes()[..size],
            _ => return Err(TensorError::CooToScalar),
        };
        ScalarHostTensor::from_bytes(self.metadata.clone(), value)
    }
}

impl fmt::Display for CooHostTensor {
    /// All coordinates and values, with a newline of its own at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &self.metadata;
        let dtype = dtype.label();
        let all = |tensor| DisplayValues { tensor, limit: usize::MAX };
        let (indices, values) = (all(&self.indices), all(&self.values));
        writeln!(
            f,
            "CooHostTensor dtype = {dtype}, shape = {shape}, indices = [{indices}], values = [{values}]"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(dims: &[i64], values: &[i32]) -> DenseHostTensor {
        DenseHostTensor::from_values(Shape::new(dims).unwrap(), values).unwrap()
    }

    #[test]
    fn sparse_tensors_print_indices_and_values() {
        let coo = CooHostTensor::from_dense::<i32>(&dense(&[2, 2], &[0, 5, 6, 0])).unwrap();
        assert_eq!(
            coo.to_string(),
            "CooHostTensor dtype = i32, shape = [2, 2], indices = [0, 1, 1, 0], values = [5, 6]\n"
        );
    }

    #[test]
    fn dense_to_sparse_and_back() {
        for tensor in
            [dense(&[2, 3], &[0, 2, 0, 4, 0, 6]), dense(&[], &[7]), dense(&[], &[0]), dense(&[0, 3], &[])]
        {
            let coo = CooHostTensor::from_dense::<i32>(&tensor).unwrap();
            assert_eq!(coo.to_dense().unwrap().bytes(), tensor.bytes());
        }
    }

    #[test]
    fn coordinates_outside_are_reported() {
        let indices = DenseHostTensor::from_values(Shape::new(&[1, 2]).unwrap(), &[0i64, 3]).unwrap();
        let coo = CooHostTensor::new(Shape::new(&[2, 3]).unwrap(), indices, dense(&[1], &[1])).unwrap();
        assert_eq!(
            coo.to_dense().unwrap_err().to_string(),
            "index [0, 3] is outside a tensor of shape [2, 3]"
        );
    }

    #[test]
    fn few_sparse_tensors_are_scalars() {
        let scalar = |t: &DenseHostTensor| CooHostTensor::from_dense::<i32>(t).unwrap().to_scalar();
        assert_eq!(scalar(&dense(&[1, 1], &[4])).unwrap().value::<i32>(), Some(4));
        assert_eq!(scalar(&dense(&[2], &[0, 0])).unwrap().value::<i32>(), Some(0));
        assert_eq!(
            scalar(&dense(&[2], &[0, 1])).unwrap_err().to_string(),
            "failed to convert coo tensor to scalar host tensor"
        );
    }
}
