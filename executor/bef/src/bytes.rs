//! The bytes of a file: a map of it, or an aligned copy.
//!
//! Both start at a multiple of 64, so that a section's offset in the file determines its alignment in memory. The map
//! is the crate's only contact with memory that other processes may change, and its only `unsafe`.
#![expect(unsafe_code, reason = "mapping a file is unsafe because other processes may change it")]

use bytemuck::{Pod, Zeroable};
use std::{fs::File, io, path::Path};

/// Unit of an aligned buffer.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Block([u8; 64]);

/// The bytes: a map of the file, or a copy.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A private, read-only map of a file.
    Mapped(memmap2::Mmap),
    /// A copy on the heap.
    Owned(AlignedBytes),
}

/// A byte buffer whose first byte is aligned to 64.
#[derive(Clone)]
pub(crate) struct AlignedBytes {
    blocks: Vec<Block>,
    len: usize,
}

impl std::fmt::Debug for AlignedBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AlignedBytes").field("len", &self.len).finish()
    }
}

impl AlignedBytes {
    pub(crate) fn copy_of(bytes: &[u8]) -> AlignedBytes {
        let mut blocks = vec![Block::zeroed(); bytes.len().div_ceil(size_of::<Block>())];
        bytemuck::cast_slice_mut(&mut blocks)[..bytes.len()].copy_from_slice(bytes);
        AlignedBytes { blocks, len: bytes.len() }
    }

    /// The bytes that `write` writes, at most `most`.
    ///
    /// # Errors
    /// There is no memory for so many, or what `write` says.
    pub(crate) fn written(
        most: usize,
        write: impl FnOnce(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<AlignedBytes> {
        let blocks = bytemuck::allocation::try_zeroed_slice_box(most.div_ceil(size_of::<Block>()));
        let mut blocks: Vec<Block> = blocks
            .map_err(|()| {
                let message = format!("out of memory for a file of {most} bytes");
                io::Error::new(io::ErrorKind::OutOfMemory, message)
            })?
            .into_vec();
        let mut rest = &mut bytemuck::cast_slice_mut(&mut blocks)[..most];
        write(&mut rest)?;
        let len = most - rest.len();
        Ok(AlignedBytes { blocks, len })
    }

    fn as_slice(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.blocks)[..self.len]
    }
}

impl Bytes {
    /// Maps a file. An empty file cannot be mapped; it gives empty bytes.
    pub(crate) fn map(path: &Path) -> io::Result<Bytes> {
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Ok(Bytes::Owned(AlignedBytes::copy_of(&[])));
        }
        // SAFETY: the map is read-only and private. The documentation of `BefFile::open` requires its caller to see that
        // the file is not truncated or overwritten while it is mapped; untrusted files go through `from_bytes`.
        let map = unsafe { memmap2::Mmap::map(&file) }?;
        Ok(Bytes::Mapped(map))
    }

    /// All the bytes.
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map,
            Bytes::Owned(bytes) => bytes.as_slice(),
        }
    }

    /// Tells the system that the first `len` bytes are about to be read from front to back. A hint: failure is no error.
    pub(crate) fn will_read(&self, len: usize) {
        #[cfg(target_os = "linux")]
        if let Bytes::Mapped(map) = self {
            let _ = map.advise_range(memmap2::Advice::PopulateRead, 0, len);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = len;
    }
}
