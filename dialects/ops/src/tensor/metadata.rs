//! The metadata of a tensor: dtype and shape.

use std::fmt;

use super::{DType, Shape};

/// Dtype and shape of a tensor.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TensorMetadata {
    /// Type of the elements.
    pub dtype: DType,
    /// Dimensions.
    pub shape: Shape,
}

impl TensorMetadata {
    /// Metadata from its parts.
    #[inline]
    pub fn new(dtype: DType, shape: Shape) -> Self {
        TensorMetadata { dtype, shape }
    }
}

impl fmt::Display for TensorMetadata {
    /// `i32 [2, 3]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.dtype.label(), self.shape)
    }
}
