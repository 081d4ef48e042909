//! Memory of other owners that tensors can refer to: mapped files, and vectors.

#![expect(unsafe_code, reason = "tensors over memory that they keep alive")]

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use tfrt_executor::tensor::{Buffer, DenseHostTensor, Element, TensorError, TensorMetadata};

use crate::ExchangeError;

/// Parts of files below this size are copied: a mapping costs more.
const SMALL: usize = 16 << 10;

/// A mapped file.
pub(crate) struct MappedFile(Arc<Mmap>);

impl MappedFile {
    pub(crate) fn open(path: &Path) -> Result<MappedFile, ExchangeError> {
        let kind = std::fs::metadata(path)?.file_type();
        if kind.is_dir() {
            return Err(ExchangeError::new("Is a directory"));
        }
        if !kind.is_file() {
            return Err(ExchangeError::new("is no regular file, and arrays are read by mapping their file"));
        }
        let file = File::open(path)?;
        // SAFETY: the crate's documentation requires files that do not change while they are mapped.
        Ok(MappedFile(Arc::new(unsafe { Mmap::map(&file) }?)))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// A tensor of the elements in a part of the file, without a copy where they are aligned.
    ///
    /// # Panics
    /// If the range is not inside the file.
    pub(crate) fn tensor(
        &self,
        metadata: TensorMetadata,
        range: Range<usize>,
    ) -> Result<DenseHostTensor, ExchangeError> {
        let bytes = &self.0[range];
        if bytes.len() < SMALL || !bytes.as_ptr().addr().is_multiple_of(metadata.dtype.alignment()) {
            return Ok(DenseHostTensor::from_bytes(metadata, bytes)?);
        }
        // SAFETY: the bytes belong to the mapping, which the buffer keeps alive; the crate's documentation
        // requires that the file does not change meanwhile.
        let buffer = unsafe { Buffer::external(bytes, self.0.clone()) }.map_err(TensorError::from)?;
        Ok(DenseHostTensor::from_buffer(metadata, buffer)?)
    }
}

/// A tensor of elements of a vector, from `start` on, without a copy.
///
/// # Panics
/// If the vector does not have that many.
pub(crate) fn of_vec<T: Element>(
    metadata: TensorMetadata,
    values: Vec<T>,
    start: usize,
) -> Result<DenseHostTensor, ExchangeError> {
    let owner = Arc::new(values);
    let bytes: &[u8] = bytemuck::cast_slice(&owner[start..start + metadata.shape.num_elements()]);
    // SAFETY: the bytes belong to the vector, which the buffer keeps alive and which nothing changes.
    let buffer = unsafe { Buffer::external(bytes, owner.clone()) }.map_err(TensorError::from)?;
    Ok(DenseHostTensor::from_buffer(metadata, buffer)?)
}
