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

use crate::foreign::{Access, ArrayFile};
use crate::{ExchangeError, choose, npy, replace};

/// The largest ratio of decompressed to compressed data that deflate can reach.
const LARGEST_RATIO: u64 = 1100;

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

fn open(file: &ArrayFile) -> Result<Archive<'_>, ExchangeError> {
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
pub fn names(path: &Path, access: Access) -> Result<Vec<String>, ExchangeError> {
    let file = ArrayFile::open(path, access)?;
    names_of(&open(&file)?)
}

/// Reads the array of this name, or the only one.
pub fn read(path: &Path, name: Option<&str>, access: Access) -> Result<DenseHostTensor, ExchangeError> {
    let file = ArrayFile::open(path, access)?;
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
    replace(path, |file| write_archive(file, tensors, headers))
}

/// A file that an archive is written to. After an error it only counts: the archive writer completes the archive also then, with a message of
/// its own, and panics if its positions are not what they would be without the error.
struct Target<'a> {
    file: &'a mut File,
    at: u64,
    end: u64,
    /// The first error.
    error: Option<io::Error>,
}

impl Target<'_> {
    /// Keeps the first error. An interrupted call is made again.
    fn attempt<T>(&mut self, act: impl FnOnce(&mut File) -> io::Result<T>, otherwise: T) -> io::Result<T> {
        if self.error.is_some() {
            return Ok(otherwise);
        }
        match act(self.file) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.error = Some(error);
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl Write for Target<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.attempt(|file| file.write(bytes), bytes.len())?;
        self.at += written as u64;
        self.end = self.end.max(self.at);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.attempt(File::flush, ())
    }
}

impl Seek for Target<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => self.end.checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        let place = place.ok_or(io::ErrorKind::InvalidInput)?;
        if place != self.at {
            self.attempt(|file| file.seek(SeekFrom::Start(place)), place)?;
            self.at = place;
        }
        Ok(place)
    }
}

fn write_archive(
    file: &mut File,
    tensors: &[(&str, &DenseHostTensor)],
    headers: Vec<Vec<u8>>,
) -> Result<(), ExchangeError> {
    let mut archive = ZipWriter::new(BufWriter::new(Target { file, at: 0, end: 0, error: None }));
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
    let target = archive.finish().map_err(failed)?.into_inner().map_err(io::IntoInnerError::into_error)?;
    target.error.map_or(Ok(()), |error| Err(error.into()))
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
        assert_eq!(names(&path, Access::Mapped).unwrap(), ["small", "large"]);
        for (name, tensor) in [("small", &small), ("large", &large)] {
            let back = read(&path, Some(name), Access::Mapped).unwrap();
            assert_eq!((back.metadata(), back.bytes()), (tensor.metadata(), tensor.bytes()));
            assert_eq!(back.buffer().is_writable(), name == "small", "large arrays are mapped");
        }
        let error = read(&path, None, Access::Mapped).unwrap_err().to_string();
        assert_eq!(error, "the file has several tensors, choose one: 'small', 'large'");
        let error = read(&path, Some("x"), Access::Mapped).unwrap_err().to_string();
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
        assert_eq!(read(&path, None, Access::Mapped).unwrap().bytes(), tensor.bytes());
    }

    #[test]
    fn every_cut_and_flip_is_an_error_or_an_array() {
        let scratch = Scratch::new("npz-fuzz");
        let (path, broken) = (scratch.path("a.npz"), scratch.path("b.npz"));
        write(&path, &[("x", &floats(&[2, 2]))]).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            std::fs::write(&broken, &bytes[..at]).unwrap();
            assert!(read(&broken, None, Access::Mapped).is_err(), "cut at {at}");
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x55;
            std::fs::write(&broken, &flipped).unwrap();
            // Whatever it says, it says it in words.
            let _ = read(&broken, None, Access::Mapped);
        }
    }
}
