//! Descriptions of tensors without their elements: element types and dimensions.

mod data_type;
mod dtype;
mod metadata;
mod shape;

pub use data_type::DataType;
pub use dtype::DType;
pub use metadata::TensorMetadata;
pub use shape::{Dims, DisplayDims, Extents, PartialShape, Shape, ShapeError, widened};
