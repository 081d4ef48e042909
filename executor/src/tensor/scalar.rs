//! Scalar tensors: one value that stands for every element.

use std::fmt;

use super::Shape;
use super::TensorMetadata;
use super::dense::DenseHostTensor;
use super::element::{DisplayElement, Element};
use super::{DType, TensorError};

/// A tensor of equal elements: the value once, and the shape.
#[derive(Debug, Clone)]
pub struct ScalarHostTensor {
    metadata: TensorMetadata,
    value: [u8; 16],
}

impl ScalarHostTensor {
    /// A tensor of `shape` filled with `value`.
    pub fn new<T: Element>(shape: Shape, value: T) -> Self {
        let mut bytes = [0; 16];
        let from = bytemuck::bytes_of(&value);
        // Elements have at most 16 bytes.
        bytes[..from.len()].copy_from_slice(from);
        ScalarHostTensor { metadata: TensorMetadata::new(T::DTYPE, shape), value: bytes }
    }

    /// A tensor with this metadata in which each element has these bytes, as many as the dtype has.
    pub fn from_bytes(metadata: TensorMetadata, element: &[u8]) -> Result<Self, TensorError> {
        let size = metadata.dtype.size().ok_or(TensorError::NotDense(metadata.dtype))?;
        if element.len() != size {
            return Err(TensorError::BufferSize { bytes: element.len(), metadata });
        }
        let mut value = [0; 16];
        value[..size].copy_from_slice(element);
        Ok(ScalarHostTensor { metadata, value })
    }

    /// Dtype and shape.
    pub fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    /// Type of the elements.
    pub fn dtype(&self) -> DType {
        self.metadata.dtype
    }

    /// The value's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.value[..self.metadata.dtype.size().unwrap_or(0)]
    }

    /// The value, when it has type `T`.
    pub fn value<T: Element>(&self) -> Option<T> {
        (self.metadata.dtype == T::DTYPE).then(|| bytemuck::pod_read_unaligned(self.bytes()))
    }

    /// All elements written out.
    pub fn to_dense(&self) -> Result<DenseHostTensor, TensorError> {
        DenseHostTensor::filled(self.metadata.clone(), self.bytes())
    }
}

impl fmt::Display for ScalarHostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &self.metadata;
        let value = DisplayElement { dtype: *dtype, bytes: self.bytes() };
        let dtype = dtype.label();
        write!(f, "ScalarHostTensor dtype = {dtype}, shape = {shape}, value = {value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalar_tensors_print_their_value() {
        let tensor = ScalarHostTensor::new(Shape::new(&[2]).unwrap(), 1.0f32);
        assert_eq!(tensor.to_string(), "ScalarHostTensor dtype = f32, shape = [2], value = 1.000000e+00");
        assert_eq!(tensor.to_dense().unwrap().values::<f32>().unwrap(), [1.0, 1.0]);
        assert_eq!(tensor.value::<i32>(), None);
    }
}
