//! Row-major tensors in host memory.
//!
//! A [`DenseHostTensor`] is a dtype, a shape and a [`Buffer`] that other tensors may share: slices, reshaped views and
//! mapped constants cost no copy. The constructors check that the buffer holds exactly `elements * element size` bytes,
//! aligned to the element.

use super::Shape;
use super::TensorMetadata;
use super::buffer::{Buffer, OutOfMemory};
use super::element::{DisplayElement, Element};
use super::{DType, TensorError, widened};

use std::fmt;

/// The number of elements that [`fmt::Display`] shows.
pub(super) const SHOWN: usize = 16;

/// A row-major tensor in host memory.
#[derive(Debug, Clone)]
pub struct DenseHostTensor {
    metadata: TensorMetadata,
    buffer: Buffer,
}

impl DenseHostTensor {
    /// A tensor with unspecified elements. Dtypes without a fixed element size are refused. Inlined, so that the tensor is made where it
    /// stays.
    #[inline(always)]
    pub fn uninitialized(metadata: TensorMetadata) -> Result<Self, TensorError> {
        let bytes = byte_size(&metadata)?;
        Ok(DenseHostTensor { buffer: Buffer::uninitialized(bytes)?, metadata })
    }

    /// A tensor of zeros (false for booleans).
    pub fn zeroed(metadata: TensorMetadata) -> Result<Self, TensorError> {
        let bytes = byte_size(&metadata)?;
        Ok(DenseHostTensor { buffer: Buffer::zeroed(bytes)?, metadata })
    }

    /// A tensor over an existing buffer, which must hold exactly the elements and be aligned to them.
    pub fn from_buffer(metadata: TensorMetadata, buffer: Buffer) -> Result<Self, TensorError> {
        let expected = byte_size(&metadata)?;
        let align = metadata.dtype.alignment();
        if buffer.len() != expected || !(buffer.as_ptr().as_ptr() as usize).is_multiple_of(align) {
            return Err(TensorError::BufferSize { bytes: buffer.len(), metadata });
        }
        Ok(DenseHostTensor { metadata, buffer })
    }

    /// As [`Self::from_buffer`], for a buffer that the caller has checked.
    ///
    /// # Safety
    /// The buffer holds exactly the elements and is aligned to them: ops reach them by address, without looking at the buffer's size.
    #[inline]
    #[expect(unsafe_code, reason = "leaves out the check on which others rely")]
    pub unsafe fn from_parts(metadata: TensorMetadata, buffer: Buffer) -> Self {
        debug_assert_eq!(byte_size(&metadata), Ok(buffer.len()));
        DenseHostTensor { metadata, buffer }
    }

    /// A tensor with a copy of `values`, one for each element of `shape`.
    pub fn from_values<T: Element>(shape: Shape, values: &[T]) -> Result<Self, TensorError> {
        let metadata = TensorMetadata::new(T::DTYPE, shape);
        let bytes: &[u8] = bytemuck::cast_slice(values);
        if byte_size(&metadata)? != bytes.len() {
            return Err(TensorError::BufferSize { bytes: bytes.len(), metadata });
        }
        Ok(DenseHostTensor { metadata, buffer: Buffer::copy_of(bytes)? })
    }

    /// A tensor with a copy of the bytes of its elements.
    pub fn from_bytes(metadata: TensorMetadata, bytes: &[u8]) -> Result<Self, TensorError> {
        if byte_size(&metadata)? != bytes.len() {
            return Err(TensorError::BufferSize { bytes: bytes.len(), metadata });
        }
        Ok(DenseHostTensor { metadata, buffer: Buffer::copy_of(bytes)? })
    }

    /// A tensor in which every element has the bytes `element`.
    pub fn filled(metadata: TensorMetadata, element: &[u8]) -> Result<Self, TensorError> {
        if metadata.dtype.size() != Some(element.len()) {
            return Err(TensorError::BufferSize { bytes: element.len(), metadata });
        }
        let mut tensor = Self::uninitialized(metadata)?;
        if let Some(bytes) = tensor.bytes_mut() {
            // What is filled is copied behind itself, twice as much each time.
            let mut done = element.len().min(bytes.len());
            bytes[..done].copy_from_slice(&element[..done]);
            while done < bytes.len() {
                let more = done.min(bytes.len() - done);
                bytes.copy_within(..more, done);
                done += more;
            }
        }
        Ok(tensor)
    }

    /// Dtype and shape.
    #[inline]
    pub fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    /// Type of the elements.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.metadata.dtype
    }

    /// The shape.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.metadata.shape
    }

    /// Number of elements.
    #[inline]
    pub fn num_elements(&self) -> usize {
        self.metadata.shape.num_elements()
    }

    /// The buffer alone.
    pub fn into_buffer(self) -> Buffer {
        self.buffer
    }

    /// The buffer.
    #[inline]
    pub fn buffer(&self) -> &Buffer {
        &self.buffer
    }

    /// All elements as bytes.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.buffer.bytes()
    }

    /// All elements as bytes for writing, if this is the only reference to the buffer.
    #[inline]
    pub fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        self.buffer.bytes_mut()
    }

    /// The elements, when they have type `T`.
    #[inline]
    pub fn values<T: Element>(&self) -> Option<&[T]> {
        (self.metadata.dtype == T::DTYPE).then(|| bytemuck::cast_slice(self.buffer.bytes()))
    }

    /// The elements for writing, if they have type `T` and this is the only reference to the buffer.
    #[inline]
    pub fn values_mut<T: Element>(&mut self) -> Option<&mut [T]> {
        if self.metadata.dtype != T::DTYPE {
            return None;
        }
        self.buffer.bytes_mut().map(bytemuck::cast_slice_mut)
    }

    /// The elements as indices, for `i32` and `i64` tensors: axes, shapes, paddings and the like. `None` also where there is no memory for
    /// the wider ones.
    pub fn index_values(&self) -> Option<super::Dims> {
        match self.dtype() {
            DType::I32 => widened(self.values::<i32>()?).ok(),
            DType::I64 => widened(self.values::<i64>()?).ok(),
            _ => None,
        }
    }

    /// The same elements in another shape with as many elements, sharing the buffer.
    pub fn reshaped(&self, shape: Shape) -> Result<Self, TensorError> {
        self.clone().into_reshaped(shape)
    }

    /// As [`Self::reshaped`], keeping the only reference to the buffer the only one.
    pub fn into_reshaped(self, shape: Shape) -> Result<Self, TensorError> {
        let metadata = TensorMetadata::new(self.dtype(), shape);
        if byte_size(&metadata)? != self.buffer.len() {
            return Err(TensorError::BufferSize { bytes: self.buffer.len(), metadata });
        }
        Ok(DenseHostTensor { metadata, buffer: self.buffer })
    }

    /// A copy in a buffer of its own.
    pub fn deep_copy(&self) -> Result<Self, TensorError> {
        Ok(DenseHostTensor { metadata: self.metadata.clone(), buffer: Buffer::copy_of(self.bytes())? })
    }

    /// Whether an op may write its result of this metadata into this tensor.
    #[inline]
    pub fn is_reusable_for(&self, metadata: &TensorMetadata) -> bool {
        self.buffer.is_exclusive() && self.metadata == *metadata
    }
}

/// Bytes of a dense tensor with this metadata.
#[inline]
fn byte_size(metadata: &TensorMetadata) -> Result<usize, TensorError> {
    let Some(size) = metadata.dtype.size() else {
        return Err(TensorError::NotDense(metadata.dtype));
    };
    let elements = metadata.shape.num_elements();
    elements.checked_mul(size).ok_or(TensorError::OutOfMemory(OutOfMemory(usize::MAX)))
}

/// Elements joined by `, `, with `, ... ` after the first `limit` when there are more.
pub(super) struct DisplayValues<'a> {
    pub tensor: &'a DenseHostTensor,
    pub limit: usize,
}

impl fmt::Display for DisplayValues<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dtype = self.tensor.dtype();
        let size = dtype.size().unwrap_or(1);
        for (i, bytes) in self.tensor.bytes().chunks_exact(size).take(self.limit).enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            DisplayElement { dtype, bytes }.fmt(f)?;
        }
        if self.tensor.num_elements() > self.limit {
            f.write_str(", ... ")?;
        }
        Ok(())
    }
}

impl fmt::Display for DenseHostTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TensorMetadata { dtype, shape } = &self.metadata;
        let dtype = dtype.label();
        let values = DisplayValues { tensor: self, limit: SHOWN };
        write!(f, "DenseHostTensor dtype = {dtype}, shape = {shape}, values = [{values}]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(dims: &[i64]) -> Shape {
        Shape::new(dims).unwrap()
    }

    #[test]
    fn dense_tensors_print_their_first_sixteen_elements() {
        let tensor = DenseHostTensor::from_values(shape(&[2, 2]), &[1i32, 2, 3, 4]).unwrap();
        assert_eq!(tensor.to_string(), "DenseHostTensor dtype = i32, shape = [2, 2], values = [1, 2, 3, 4]");
        let values: Vec<i64> = (0..17).collect();
        let tensor = DenseHostTensor::from_values(shape(&[17]), &values).unwrap();
        assert_eq!(
            tensor.to_string(),
            "DenseHostTensor dtype = i64, shape = [17], values = \
             [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ... ]"
        );
        let empty = DenseHostTensor::from_values::<f32>(shape(&[0, 2]), &[]).unwrap();
        assert_eq!(empty.to_string(), "DenseHostTensor dtype = f32, shape = [0, 2], values = []");
    }

    #[test]
    fn every_dtype_prints() {
        let print = |dtype, bytes: &[u8]| {
            let metadata = TensorMetadata::new(dtype, Shape::scalar());
            let text = DenseHostTensor::from_bytes(metadata, bytes).unwrap().to_string();
            text.split_once("values = ").unwrap().1.to_owned()
        };
        assert_eq!(print(DType::UI8, &[255]), "[255]");
        assert_eq!(print(DType::I8, &[255]), "[-1]");
        assert_eq!(print(DType::I1, &[1]), "[1]");
        assert_eq!(print(DType::UI64, &u64::MAX.to_ne_bytes()), "[18446744073709551615]");
        assert_eq!(print(DType::F16, &half::f16::from_f32(1.0).to_ne_bytes()), "[fp16(15360)]");
        assert_eq!(print(DType::BF16, &half::bf16::from_f32(1.0).to_ne_bytes()), "[bf16(16256)]");
        let complex: [u8; 8] = bytemuck::cast([1.0f32, -2.5]);
        assert_eq!(print(DType::Complex64, &complex), "[(1.000000e+00,-2.500000e+00)]");
        assert_eq!(print(DType::QUI8, &[2]), "[qu8(2)]");
        assert_eq!(print(DType::QI32, &5i32.to_ne_bytes()), "[qi32(5)]");
    }

    #[test]
    fn wrong_sizes_and_dtypes_are_refused() {
        assert!(DenseHostTensor::from_values(shape(&[3]), &[1i32, 2]).is_err());
        let strings = TensorMetadata::new(DType::String, shape(&[1]));
        assert_eq!(
            DenseHostTensor::uninitialized(strings).unwrap_err().to_string(),
            "dense tensors cannot hold elements of type str"
        );
        let huge = TensorMetadata::new(DType::Complex128, shape(&[1 << 61]));
        assert!(matches!(DenseHostTensor::uninitialized(huge), Err(TensorError::OutOfMemory(_))));
    }

    #[test]
    fn reshaping_shares_the_buffer() {
        let tensor = DenseHostTensor::from_values(shape(&[2, 3]), &[1u8, 2, 3, 4, 5, 6]).unwrap();
        assert!(tensor.is_reusable_for(&TensorMetadata::new(DType::UI8, shape(&[2, 3]))));
        let view = tensor.reshaped(shape(&[6])).unwrap();
        assert!(view.buffer().same_memory(tensor.buffer()));
        assert!(!tensor.is_reusable_for(tensor.metadata()));
        assert!(tensor.reshaped(shape(&[5])).is_err());
    }
}
