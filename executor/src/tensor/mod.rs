//! Tensors: element types, shapes, buffers and the kinds of host tensors.
//!
//! A [`Tensor`] is one of the host kinds (dense, one repeated scalar, strings, sparse) or a tensor on a device. Its kind is
//! its [`TensorType`]; [`convert`] changes one kind into another. Everything here is synchronous and does not depend on
//! ops, values or handles.

mod block;
pub mod buffer;
pub mod convert;
mod coo;
mod dense;
mod dtype;
mod element;
mod scalar;
mod string;

use std::fmt;
use std::sync::Arc;

use crate::device::DeviceRef;
pub use buffer::{Buffer, OutOfMemory};
pub use coo::CooHostTensor;
pub use dense::DenseHostTensor;
pub use dtype::{DType, code_of, dtype_of};
pub use element::{DisplayElement, Element, Exponent, I1};
pub use num_complex::Complex;
pub use scalar::ScalarHostTensor;
pub use string::StringHostTensor;
pub use tfrt_ops::{Dims, DisplayDims, Extents, PartialShape, Shape, ShapeError, TensorMetadata, widened};

/// The reason why a tensor could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say it")]
pub enum TensorError {
    #[error(transparent)]
    OutOfMemory(#[from] OutOfMemory),
    #[error(transparent)]
    Shape(#[from] ShapeError),
    #[error("dense tensors cannot hold elements of type {}", .0.label())]
    NotDense(DType),
    #[error("a buffer of {bytes} bytes cannot hold a tensor {metadata}")]
    BufferSize { bytes: usize, metadata: TensorMetadata },
    #[error("{count} strings cannot fill a tensor of shape {shape}")]
    StringCount { count: usize, shape: Shape },
    #[error("indices {indices} and values {values} do not make a sparse tensor of shape {shape}")]
    Coo { indices: TensorMetadata, values: TensorMetadata, shape: Shape },
    #[error("index {} is outside a tensor of shape {shape}", DisplayDims(index))]
    CooIndex { index: Dims, shape: Shape },
    #[error("failed to convert coo tensor to scalar host tensor")]
    CooToScalar,
}

/// A tensor that is not in host memory, or is not an array of numbers or strings: its own type accesses its
/// content.
pub trait DeviceTensor: Send + Sync + fmt::Debug + fmt::Display + 'static {
    /// Dtype and shape.
    fn metadata(&self) -> &TensorMetadata;
    /// The kind of tensor, registered with [`TensorType::register`].
    fn tensor_type(&self) -> TensorType;
    /// Its device.
    fn device(&self) -> DeviceRef {
        DeviceRef::HOST
    }
    /// For downcasting to the device's own type.
    fn as_any(&self) -> &dyn std::any::Any;
    /// Its items, if it is a list of tensors. Items that are not set are `None`.
    fn items(&self) -> Option<Vec<Option<Tensor>>> {
        None
    }
    /// A list alike in everything but its items.
    ///
    /// # Errors
    /// This is no list, or one that cannot have such items.
    fn with_items(&self, items: Vec<Option<Tensor>>) -> Result<Tensor, String> {
        let _ = items;
        Err(format!("a {} has no items", self.tensor_type()))
    }
}

/// Any tensor. Cloning shares the elements.
#[derive(Debug, Clone)]
pub enum Tensor {
    /// Row-major elements.
    Dense(DenseHostTensor),
    /// One value for all elements.
    Scalar(ScalarHostTensor),
    /// Byte strings.
    String(StringHostTensor),
    /// Coordinates and values.
    Coo(Box<CooHostTensor>),
    /// Not in host memory, or of dtype `variant`.
    Device(Arc<dyn DeviceTensor>),
}

impl Tensor {
    /// Dtype and shape.
    #[inline]
    pub fn metadata(&self) -> &TensorMetadata {
        match self {
            Tensor::Dense(tensor) => tensor.metadata(),
            Tensor::Scalar(tensor) => tensor.metadata(),
            Tensor::String(tensor) => tensor.metadata(),
            Tensor::Coo(tensor) => tensor.metadata(),
            Tensor::Device(tensor) => tensor.metadata(),
        }
    }

    /// Type of the elements.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.metadata().dtype
    }

    /// The shape.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.metadata().shape
    }

    /// The kind of tensor.
    #[inline]
    pub fn tensor_type(&self) -> TensorType {
        match self {
            Tensor::Dense(_) => TensorType::DENSE_HOST,
            Tensor::Scalar(_) => TensorType::SCALAR_HOST,
            Tensor::String(_) => TensorType::STRING_HOST,
            Tensor::Coo(_) => TensorType::COO_HOST,
            Tensor::Device(tensor) => tensor.tensor_type(),
        }
    }

    /// The dense tensor, if it is one.
    #[inline]
    pub fn as_dense(&self) -> Option<&DenseHostTensor> {
        match self {
            Tensor::Dense(tensor) => Some(tensor),
            _ => None,
        }
    }

    /// The printed form as bytes (strings need not be UTF-8), without a final newline.
    pub fn print(&self) -> Vec<u8> {
        match self {
            Tensor::String(tensor) => tensor.print(),
            other => other.to_string().into_bytes(),
        }
    }
}

impl fmt::Display for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tensor::Dense(tensor) => tensor.fmt(f),
            Tensor::Scalar(tensor) => tensor.fmt(f),
            Tensor::String(tensor) => tensor.fmt(f),
            Tensor::Coo(tensor) => tensor.fmt(f),
            Tensor::Device(tensor) => tensor.fmt(f),
        }
    }
}

impl From<DenseHostTensor> for Tensor {
    #[inline]
    fn from(tensor: DenseHostTensor) -> Self {
        Tensor::Dense(tensor)
    }
}

impl From<ScalarHostTensor> for Tensor {
    fn from(tensor: ScalarHostTensor) -> Self {
        Tensor::Scalar(tensor)
    }
}

impl From<StringHostTensor> for Tensor {
    fn from(tensor: StringHostTensor) -> Self {
        Tensor::String(tensor)
    }
}

impl From<CooHostTensor> for Tensor {
    fn from(tensor: CooHostTensor) -> Self {
        Tensor::Coo(Box::new(tensor))
    }
}

/// The kind of a tensor: a small number with a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct TensorType(u16);

const HOST_TYPES: [&str; 5] = ["Unknown", "DenseHost", "ScalarHost", "StringHost", "CooHost"];

static DEVICE_TYPES: parking_lot::RwLock<Vec<&'static str>> = parking_lot::RwLock::new(Vec::new());

impl TensorType {
    /// No kind in particular.
    pub const UNKNOWN: TensorType = TensorType(0);
    /// [`DenseHostTensor`].
    pub const DENSE_HOST: TensorType = TensorType(1);
    /// [`ScalarHostTensor`].
    pub const SCALAR_HOST: TensorType = TensorType(2);
    /// [`StringHostTensor`].
    pub const STRING_HOST: TensorType = TensorType(3);
    /// [`CooHostTensor`].
    pub const COO_HOST: TensorType = TensorType(4);

    /// The kind of this name, made if it is new: for devices with tensors of their own. Names are kept for the life of the
    /// process.
    pub fn register(name: &str) -> TensorType {
        if let Some(known) = Self::by_name(name) {
            return known;
        }
        let mut types = DEVICE_TYPES.write();
        if let Some(at) = types.iter().position(|&known| known == name) {
            return TensorType((HOST_TYPES.len() + at) as u16);
        }
        types.push(Box::leak(name.to_owned().into_boxed_str()));
        TensorType((HOST_TYPES.len() + types.len() - 1) as u16)
    }

    /// The registered kind of this name.
    pub fn by_name(name: &str) -> Option<TensorType> {
        let types = DEVICE_TYPES.read();
        let at = HOST_TYPES.iter().chain(types.iter()).position(|&known| known == name)?;
        Some(TensorType(at as u16))
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let at = usize::from(self.0);
        HOST_TYPES.get(at).copied().unwrap_or_else(|| DEVICE_TYPES.read()[at - HOST_TYPES.len()])
    }

    /// Whether tensors of this kind are in host memory.
    pub fn is_host(self) -> bool {
        (1..HOST_TYPES.len() as u16).contains(&self.0)
    }
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TensorType<name={}>", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tensor_types_have_names() {
        assert_eq!(TensorType::by_name("CooHost"), Some(TensorType::COO_HOST));
        assert_eq!(TensorType::by_name("Martian"), None);
        let own = TensorType::register("MyDevice");
        assert_eq!(TensorType::register("MyDevice"), own);
        assert_eq!(format!("{own} {own:?}"), "MyDevice TensorType<name=MyDevice>");
        assert!(!own.is_host() && TensorType::COO_HOST.is_host());
    }

    #[test]
    fn a_tensor_is_small() {
        assert!(size_of::<Tensor>() <= 48, "{}", size_of::<Tensor>());
        assert!(size_of::<TensorMetadata>() <= 20, "{}", size_of::<TensorMetadata>());
    }
}
