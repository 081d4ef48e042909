//! `.npz` files: NumPy arrays by name, in a zip archive.
//!
//! Arrays that the archive stores without compression, as `numpy.savez` does, are mapped if they are aligned; compressed ones
//! (`numpy.savez_compressed`) are unpacked. The writer stores arrays uncompressed and aligned.

use std::fs::File;
use std::io::{self, BufWriter, Cursor, Read as _, Seek, SeekFrom, Write};
use std::path::Path;

use tfrt_executor::tensor::DenseHostTensor;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::foreign::MappedFile;
use crate::{ExchangeError, choose, npy, replace};

/// The largest ratio of decompressed to compressed data that deflate can reach.
const LARGEST_RATIO: u64 = 1100;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

fn open(file: &MappedFile) -> Result<Archive<'_>, ExchangeError> {
    ZipArchive::new(Cursor::new(file.bytes()))
        .map_err(|error| ExchangeError::new(format!("not a NumPy archive: {error}")))
}

/// The name of an array is that of its file without the extension.
fn names_of(archive: &Archive<'_>) -> Result<Vec<String>, ExchangeError> {
    (0..archive.len())
        .map(|i| match archive.name_for_index(i) {
            Some(Ok(name)) => Ok(name.strip_suffix(".npy").unwrap_or(&name).to_owned()),
            Some(Err(error)) => Err(ExchangeError::new(format!("the name of array {i}: {error}"))),
            None => Err(ExchangeError::new(format!("array {i} has no name"))),
        })
        .collect()
}

/// The names of the arrays of a file, in its order.
pub fn names(path: &Path) -> Result<Vec<String>, ExchangeError> {
    let file = MappedFile::open(path)?;
    names_of(&open(&file)?)
}

/// Reads the array of this name, or the only one.
pub fn read(path: &Path, name: Option<&str>) -> Result<DenseHostTensor, ExchangeError> {
    let file = MappedFile::open(path)?;
    let mut archive = open(&file)?;
    let names = names_of(&archive)?;
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let index = choose(&names, name)?;
    let broken =
        |error: zip::result::ZipError| ExchangeError::new(format!("array '{}': {error}", names[index]));
    let mut entry = archive.by_index(index).map_err(broken)?;
    if entry.compression() == CompressionMethod::Stored
        && let Some(start) = entry.data_start()
    {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let end = start.saturating_add(usize::try_from(entry.compressed_size()).unwrap_or(usize::MAX));
        if end > file.bytes().len() {
            return Err(ExchangeError::new(format!("array '{}' is cut short", names[index])));
        }
        drop(entry);
        return npy::in_file(&file, start..end);
    }
    // The archive may claim any size.
    let claimed = entry.size().min(entry.compressed_size().saturating_mul(LARGEST_RATIO));
    let mut bytes = Vec::with_capacity(usize::try_from(claimed).unwrap_or(0).min(1 << 20));
    entry.by_ref().take(claimed.saturating_add(1)).read_to_end(&mut bytes)?;
    npy::from_bytes(&bytes)
}

/// Writes arrays to a file, replacing it.
pub fn write(path: &Path, tensors: &[(&str, &DenseHostTensor)]) -> Result<(), ExchangeError> {
    let headers: Result<Vec<_>, _> = tensors.iter().map(|(_, tensor)| npy::header(tensor)).collect();
    let headers = headers?;
    replace(path, |path| write_archive(File::create(path)?, tensors, headers))
}

/// A file that fails for good once it has failed.
///
/// The archive writer completes the archive when it is dropped, also after an error, and panics if its positions are not what they would be
/// without the error: on a full disk where room appears again.
struct OneFailure {
    file: File,
    failed: bool,
}

impl OneFailure {
    fn attempt<T>(&mut self, act: impl FnOnce(&mut File) -> io::Result<T>) -> io::Result<T> {
        if self.failed {
            return Err(io::Error::other("an earlier write to the archive failed"));
        }
        act(&mut self.file).inspect_err(|error| self.failed = error.kind() != io::ErrorKind::Interrupted)
    }
}

impl Write for OneFailure {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.attempt(|file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(File::flush)
    }
}

impl Seek for OneFailure {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.attempt(|file| file.seek(to))
    }
}

fn write_archive(
    file: File,
    tensors: &[(&str, &DenseHostTensor)],
    headers: Vec<Vec<u8>>,
) -> Result<(), ExchangeError> {
    let mut archive = ZipWriter::new(BufWriter::new(OneFailure { file, failed: false }));
    let failed = |error: zip::result::ZipError| ExchangeError::new(error.to_string());
    for ((name, tensor), header) in tensors.iter().zip(headers) {
        let large = tensor.bytes().len() >= (1 << 31);
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .large_file(large)
            .with_alignment(64);
        archive.start_file(format!("{name}.npy"), options).map_err(failed)?;
        archive.write_all(&header)?;
        archive.write_all(tensor.bytes())?;
    }
    archive.finish().map_err(failed)?.flush()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Scratch, floats};

    #[test]
    fn what_is_written_is_read_back_and_mapped() {
        let scratch = Scratch::new("npz");
        let path = scratch.path("a.npz");
        let (small, large) = (floats(&[2, 3]), floats(&[128, 128]));
        write(&path, &[("small", &small), ("large", &large)]).unwrap();
        assert_eq!(names(&path).unwrap(), ["small", "large"]);
        for (name, tensor) in [("small", &small), ("large", &large)] {
            let back = read(&path, Some(name)).unwrap();
            assert_eq!((back.metadata(), back.bytes()), (tensor.metadata(), tensor.bytes()));
            assert_eq!(back.buffer().is_writable(), name == "small", "large arrays are mapped");
        }
        let error = read(&path, None).unwrap_err().to_string();
        assert_eq!(error, "the file has several tensors, choose one: 'small', 'large'");
        let error = read(&path, Some("x")).unwrap_err().to_string();
        assert_eq!(error, "there is no tensor 'x', only 'small', 'large'");
    }

    #[test]
    fn compressed_arrays_are_unpacked() {
        let scratch = Scratch::new("npz-deflated");
        let path = scratch.path("a.npz");
        let tensor = floats(&[100, 100]);
        let mut archive = ZipWriter::new(File::create(&path).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        archive.start_file("x.npy", options).unwrap();
        archive.write_all(&npy::header(&tensor).unwrap()).unwrap();
        archive.write_all(tensor.bytes()).unwrap();
        archive.finish().unwrap();
        assert_eq!(read(&path, None).unwrap().bytes(), tensor.bytes());
    }

    #[test]
    fn every_cut_and_flip_is_an_error_or_an_array() {
        let scratch = Scratch::new("npz-fuzz");
        let (path, broken) = (scratch.path("a.npz"), scratch.path("b.npz"));
        write(&path, &[("x", &floats(&[2, 2]))]).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            std::fs::write(&broken, &bytes[..at]).unwrap();
            assert!(read(&broken, None).is_err(), "cut at {at}");
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x55;
            std::fs::write(&broken, &flipped).unwrap();
            // Whatever it says, it says it in words.
            let _ = read(&broken, None);
        }
    }
}
