//! The bytes of a file: a map of it, or an aligned copy.
//!
//! Both start at a multiple of 64, so that a section's offset in the file determines its alignment in memory. The map
//! is the crate's only contact with memory that other processes may change, and its only `unsafe`.
//!
//! Files that a compiler reads, such as those with the weights of a model, are mapped here as well ([`map_file`]). Pages of a map that were read
//! count as memory of the process until they are given back ([`release`]): a reader that has copied large parts of a file gives them back.
#![expect(unsafe_code, reason = "mapping a file is unsafe because other processes may change it")]

use bytemuck::{Pod, Zeroable};
use std::{
    collections::BTreeMap,
    fs::File,
    io,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

/// Unit of an aligned buffer.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
struct Block([u8; 64]);

/// The bytes: a map of the file, or a copy.
#[derive(Debug)]
pub(crate) enum Bytes {
    /// A private, read-only map of a file.
    Mapped(Map),
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
        // Memory is touched only when it is written to: what it is a copy of may be given back meanwhile.
        let mut bytes = AlignedBytes { blocks: Vec::new(), len: 0 };
        bytes.blocks.try_reserve_exact(most.div_ceil(size_of::<Block>())).map_err(|_| {
            let message = format!("out of memory for a file of {most} bytes");
            io::Error::new(io::ErrorKind::OutOfMemory, message)
        })?;
        write(&mut bytes)?;
        Ok(bytes)
    }

    fn as_slice(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.blocks)[..self.len]
    }
}

/// Appends.
impl io::Write for AlignedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.blocks.len() * size_of::<Block>() - self.len;
        let (first, rest) = bytes.split_at(room.min(bytes.len()));
        bytemuck::cast_slice_mut(&mut self.blocks)[self.len..][..first.len()].copy_from_slice(first);
        let (whole, last) = rest.as_chunks();
        self.blocks.extend(whole.iter().map(|chunk| Block(*chunk)));
        if !last.is_empty() {
            let mut block = Block::zeroed();
            block.0[..last.len()].copy_from_slice(last);
            self.blocks.push(block);
        }
        self.len += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Bytes {
    /// Maps a file. An empty file cannot be mapped; it gives empty bytes.
    pub(crate) fn map(path: &Path) -> io::Result<Bytes> {
        Ok(match Map::of(&File::open(path)?)? {
            Some(map) => Bytes::Mapped(map),
            None => Bytes::Owned(AlignedBytes::copy_of(&[])),
        })
    }

    /// All the bytes.
    pub(crate) fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Mapped(map) => map.as_ref(),
            Bytes::Owned(bytes) => bytes.as_slice(),
        }
    }

    /// Tells the system that the first `len` bytes are about to be read from front to back. A hint: failure is no error.
    pub(crate) fn will_read(&self, len: usize) {
        #[cfg(target_os = "linux")]
        if let Bytes::Mapped(map) = self {
            let _ = map.0.advise_range(memmap2::Advice::PopulateRead, 0, len);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = len;
    }
}

/// A private, read-only map of a file, which [`MAPS`] knows.
#[derive(Debug)]
pub(crate) struct Map(Arc<memmap2::Mmap>);

/// The maps that exist, by their first address.
static MAPS: Mutex<BTreeMap<usize, Weak<memmap2::Mmap>>> = Mutex::new(BTreeMap::new());

fn maps() -> MutexGuard<'static, BTreeMap<usize, Weak<memmap2::Mmap>>> {
    // The map is as good after a panic as before.
    MAPS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Map {
    /// Maps a file; `None` if it is empty, because nothing can be mapped then.
    fn of(file: &File) -> io::Result<Option<Map>> {
        if file.metadata()?.len() == 0 {
            return Ok(None);
        }
        // SAFETY: the map is read-only and private. The documentation of `BefFile::open` and of `map_file` requires the caller to see
        // that the file is not truncated or overwritten while it is mapped; untrusted compiled files go through `BefFile::from_bytes`.
        let map = Arc::new(unsafe { memmap2::Mmap::map(file) }?);
        maps().insert(map.as_ptr().addr(), Arc::downgrade(&map));
        Ok(Some(Map(map)))
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        // The addresses are free, and may belong to another map, only when the map itself is dropped, after this.
        maps().remove(&self.0.as_ptr().addr());
    }
}

impl AsRef<[u8]> for Map {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Maps a regular file, of which nothing is read before it is needed. Slices of the bytes keep the map.
///
/// The file must not be changed or cut short while the bytes are in use: as with every mapped file, that ends the process with a signal, or gives
/// other bytes.
///
/// # Errors
/// The file cannot be opened or mapped.
pub fn map_file(path: &Path) -> io::Result<bytes::Bytes> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "is no regular file"));
    }
    Ok(Map::of(&file)?.map_or_else(bytes::Bytes::new, bytes::Bytes::from_owner))
}

/// Gives back the memory of those pages of a mapped file that lie within `bytes`. The bytes stay as they are: the next access reads the file again.
/// Nothing happens to bytes that are not part of such a map.
pub fn release(bytes: &[u8]) {
    #[cfg(target_os = "linux")]
    {
        /// A multiple of the size of pages; smaller parts are not worth a call.
        const PAGES: usize = 64 << 10;
        let address = bytes.as_ptr().addr();
        let map = maps().range(..=address).next_back().and_then(|(_, map)| map.upgrade());
        let Some(map) = map else { return };
        // The map starts at a page.
        let start = address - map.as_ptr().addr();
        let end = start.saturating_add(bytes.len());
        let (from, to) = (start.next_multiple_of(PAGES), end / PAGES * PAGES);
        if end > map.len() || from >= to {
            return;
        }
        // SAFETY: the map is private and nothing can write to it, so all its pages are those of the file, and are read from there again when they
        // are needed: references to the bytes stay valid. A failure changes nothing.
        let _ = unsafe { map.unchecked_advise_range(memmap2::UncheckedAdvice::DontNeed, from, to - from) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = bytes;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn released_bytes_stay_as_they_are() {
        let path = std::env::temp_dir().join(format!("tfrt-release-{}", std::process::id()));
        let content: Vec<u8> = (0..1 << 20).map(|at| (at % 251) as u8).collect();
        std::fs::write(&path, &content).unwrap();
        let mapped = map_file(&path).unwrap();
        let part = mapped.slice(1000..900_000);
        release(&content);
        release(&part);
        assert_eq!(part, content[1000..900_000]);
        drop(mapped);
        release(&part);
        assert_eq!(part, content[1000..900_000]);
        let start = part.as_ptr().addr() - 1000;
        assert!(maps().contains_key(&start));
        drop(part);
        assert!(!maps().contains_key(&start));
        std::fs::write(&path, []).unwrap();
        assert!(map_file(&path).unwrap().is_empty());
        std::fs::remove_file(&path).unwrap();
        assert!(map_file(&path).is_err() && map_file(&std::env::temp_dir()).is_err());
    }
}
