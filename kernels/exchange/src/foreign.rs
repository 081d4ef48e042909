//! Memory of other owners that tensors can refer to: files, mapped or read, and vectors.

#![expect(unsafe_code, reason = "tensors over memory that they keep alive")]

use std::fs::File;
use std::io::Read as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use tfrt_executor::tensor::{Buffer, DenseHostTensor, Element, TensorError, TensorMetadata};

use crate::ExchangeError;

/// Parts of files below this size are copied: a mapping costs more.
const SMALL: usize = 16 << 10;

/// How the content of a file is had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Access {
    /// The file is mapped: it must not be changed or truncated while tensors refer to it.
    #[default]
    Mapped,
    /// The file is read into memory, so that what happens to it afterwards changes nothing.
    Copied,
}

/// The content of a file.
pub(crate) struct ArrayFile(Content);

enum Content {
    Mapped(Arc<Mmap>),
    Copied(Arc<Vec<u8>>),
}

impl ArrayFile {
    pub(crate) fn open(path: &Path, access: Access) -> Result<ArrayFile, ExchangeError> {
        let kind = std::fs::metadata(path)?.file_type();
        if kind.is_dir() {
            return Err(ExchangeError::new("Is a directory"));
        }
        if !kind.is_file() && access == Access::Mapped {
            return Err(ExchangeError::new("is no regular file, and arrays are read by mapping their file"));
        }
        let file = File::open(path)?;
        Ok(ArrayFile(match access {
            // SAFETY: the crate's documentation requires files that do not change while they are mapped.
            Access::Mapped => Content::Mapped(Arc::new(unsafe { Mmap::map(&file) }?)),
            Access::Copied => Content::Copied(Arc::new(read(file)?)),
        }))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.0 {
            Content::Mapped(map) => map,
            Content::Copied(bytes) => bytes,
        }
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
        let bytes = &self.bytes()[range];
        if bytes.len() < SMALL || !bytes.as_ptr().addr().is_multiple_of(metadata.dtype.alignment()) {
            return Ok(DenseHostTensor::from_bytes(metadata, bytes)?);
        }
        // SAFETY: the bytes belong to the mapping or the vector, which the buffer keeps alive. Nothing changes the vector, and the crate's
        // documentation requires that a mapped file does not change meanwhile.
        let buffer = unsafe {
            match &self.0 {
                Content::Mapped(map) => Buffer::external(bytes, map.clone()),
                Content::Copied(all) => Buffer::external(bytes, all.clone()),
            }
        };
        Ok(DenseHostTensor::from_buffer(metadata, buffer.map_err(TensorError::from)?)?)
    }
}

/// All bytes of a file: more than there is memory for is an error.
fn read(mut file: File) -> Result<Vec<u8>, ExchangeError> {
    let length = usize::try_from(file.metadata()?.len()).unwrap_or(usize::MAX);
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(length)
        .map_err(|_| ExchangeError::new(format!("out of memory for a file of {length} bytes")))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
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
