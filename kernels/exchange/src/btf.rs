//! `.btf` files: numbered dense tensors, mapped.
//!
//! The format is described in [`crate::btf_records`], which reads single records for programs. Here a tensor is identified by its number in
//! the file, from `0`; sparse tensors are left to programs. The format lacks booleans, halves, complex and quantized numbers: these are
//! errors by name. Elements are little-endian, as in memory, and start at multiples of eight bytes.

use std::io::Write as _;
use std::path::Path;

use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::foreign::{Access, ArrayFile};
use crate::{ExchangeError, label, metadata, replace};

/// Element types; their positions are the codes.
const DTYPES: [DType; 10] = [
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::F32,
    DType::F64,
    DType::UI8,
    DType::UI16,
    DType::UI32,
    DType::UI64,
];

const DENSE: u8 = 0;

/// Bytes of a record before its dimensions: rank, element type, layout, padding.
const HEAD: usize = 16;

/// The word at a place of the file.
fn word(bytes: &[u8], at: usize) -> Result<u64, ExchangeError> {
    let word = at.checked_add(8).and_then(|end| bytes.get(at..end)).and_then(|word| word.try_into().ok());
    word.map(u64::from_le_bytes).ok_or_else(|| {
        ExchangeError::new(format!("not a tensor file: it ends at {}, before byte {at}", bytes.len()))
    })
}

/// A word that is a number of bytes or elements.
fn size(bytes: &[u8], at: usize) -> Result<usize, ExchangeError> {
    let found = word(bytes, at)?;
    usize::try_from(found)
        .ok()
        .filter(|&size| isize::try_from(size).is_ok())
        .ok_or_else(|| ExchangeError::new(format!("not a tensor file: {found} at byte {at} is too large")))
}

/// The number of tensors in the file.
pub fn count(path: &Path) -> Result<usize, ExchangeError> {
    size(ArrayFile::open(path, Access::Mapped)?.bytes(), 0)
}

/// Reads the tensor of this number, or the only one.
pub fn read(path: &Path, number: Option<&str>, access: Access) -> Result<DenseHostTensor, ExchangeError> {
    let file = ArrayFile::open(path, access)?;
    let bytes = file.bytes();
    let count = size(bytes, 0)?;
    let wanted = match number {
        Some(number) => number.parse().ok().filter(|&number| number < count).ok_or_else(|| {
            ExchangeError::new(format!(
                "there is no tensor '{number}', the file has {count} by their numbers"
            ))
        })?,
        None if count == 1 => 0,
        None if count == 0 => return Err(ExchangeError::new("the file has no tensors")),
        None => {
            let last = count - 1;
            return Err(ExchangeError::new(format!("the file has several tensors, choose one: 0 to {last}")));
        }
    };
    let start = size(bytes, wanted.saturating_add(1).saturating_mul(8))?;
    let (rank, kind) = (size(bytes, start)?, word(bytes, start.saturating_add(8))?.to_le_bytes());
    let [code, layout, ..] = kind;
    let Some(&dtype) = DTYPES.get(usize::from(code)) else {
        return Err(ExchangeError::new(format!("tensor {wanted} has the unknown element type {code}")));
    };
    if layout != DENSE {
        return Err(ExchangeError::new(format!("tensor {wanted} is not dense, its layout is {layout}")));
    }
    // A rank that the file cannot hold would otherwise be gone through dimension by dimension.
    if rank > bytes.len() / 8 {
        return Err(ExchangeError::new(format!("tensor {wanted} has rank {rank}, more than the file holds")));
    }
    let dims: Vec<usize> =
        (0..rank).map(|axis| size(bytes, start + HEAD + 8 * axis)).collect::<Result<_, _>>()?;
    let begin = start + HEAD + 8 * rank;
    let elements = dims.iter().try_fold(1usize, |product, &dim| product.checked_mul(dim));
    let length = elements
        .and_then(|count| count.checked_mul(dtype.size()?))
        .filter(|&length| begin.checked_add(length).is_some_and(|end| end <= bytes.len()));
    // Where the elements are not all there, the message says how many are.
    let length = length.unwrap_or(bytes.len() - begin.min(bytes.len()));
    let metadata = metadata(dtype, &dims, length)?;
    file.tensor(metadata, begin..begin + length)
}

/// Writes tensors to a file, replacing it. They are numbered in their order; names are not kept.
pub fn write(path: &Path, tensors: &[(&str, &DenseHostTensor)]) -> Result<(), ExchangeError> {
    let mut records = Vec::new();
    let mut offset = 8 + 8 * tensors.len();
    for (_, tensor) in tensors {
        let Some(code) = DTYPES.iter().position(|&dtype| dtype == tensor.dtype()) else {
            let dtype = label(tensor.dtype());
            return Err(ExchangeError::new(format!("binary tensor files have no dtype for {dtype}")));
        };
        let mut head = (tensor.shape().rank() as u64).to_le_bytes().to_vec();
        head.extend([code as u8, DENSE, 0, 0, 0, 0, 0, 0]);
        head.extend(tensor.shape().dims().iter().flat_map(|dim| dim.to_le_bytes()));
        let length = head.len() + tensor.bytes().len();
        records.push((offset as u64, head, tensor.bytes(), length.next_multiple_of(8) - length));
        offset += length.next_multiple_of(8);
    }
    Ok(replace(path, |file| {
        let mut file = std::io::BufWriter::new(file);
        file.write_all(&(tensors.len() as u64).to_le_bytes())?;
        for (offset, ..) in &records {
            file.write_all(&offset.to_le_bytes())?;
        }
        for (_, head, elements, padding) in &records {
            file.write_all(head)?;
            file.write_all(elements)?;
            file.write_all(&[0; 8][..*padding])?;
        }
        file.flush()
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::btf_records::{ElementType, read_dense};
    use crate::tests::{Scratch, floats};
    use tfrt_executor::tensor::{Shape, TensorMetadata};

    #[test]
    fn what_is_written_is_read_back_and_mapped() {
        let scratch = Scratch::new("btf");
        let path = scratch.path("a.btf");
        let (small, large) = (floats(&[3]), floats(&[128, 128]));
        write(&path, &[("", &small), ("", &large), ("", &floats(&[0, 5]))]).unwrap();
        assert_eq!(count(&path).unwrap(), 3);
        for (number, tensor) in [("0", &small), ("1", &large), ("2", &floats(&[0, 5]))] {
            let back = read(&path, Some(number), Access::Mapped).unwrap();
            assert_eq!((back.metadata(), back.bytes()), (tensor.metadata(), tensor.bytes()));
            assert_eq!(back.buffer().is_writable(), number != "1", "large tensors are mapped");
        }
        for (number, message) in [
            (None, "the file has several tensors, choose one: 0 to 2"),
            (Some("3"), "there is no tensor '3', the file has 3 by their numbers"),
            (Some("x"), "there is no tensor 'x', the file has 3 by their numbers"),
        ] {
            assert_eq!(read(&path, number, Access::Mapped).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn programs_read_what_is_written() {
        let scratch = Scratch::new("btf-kernels");
        let path = scratch.path("a.btf");
        write(&path, &[("", &floats(&[])), ("", &floats(&[1, 3]))]).unwrap();
        let path = path.to_string_lossy();
        let record = read_dense(&path, 1, ElementType::F32, 2).unwrap();
        assert_eq!((record.dims, record.bytes), (vec![1, 3], floats(&[1, 3]).bytes().to_vec()));
        assert_eq!(read_dense(&path, 0, ElementType::F32, 0).unwrap().bytes, 0.5f32.to_le_bytes());
    }

    #[test]
    fn every_dtype_goes_there_and_back() {
        let scratch = Scratch::new("btf-dtypes");
        let path = scratch.path("a.btf");
        for dtype in DTYPES {
            let metadata = TensorMetadata::new(dtype, Shape::new(&[1, 3]).unwrap());
            let tensor = DenseHostTensor::filled(metadata, &vec![1; dtype.size().unwrap()]).unwrap();
            write(&path, &[("", &tensor)]).unwrap();
            let back = read(&path, None, Access::Mapped).unwrap();
            assert_eq!((back.metadata(), back.bytes()), (tensor.metadata(), tensor.bytes()));
        }
        let boolean = DenseHostTensor::zeroed(TensorMetadata::new(DType::I1, Shape::scalar())).unwrap();
        let error = write(&path, &[("", &boolean)]).unwrap_err().to_string();
        assert_eq!(error, "binary tensor files have no dtype for i1");
    }

    #[test]
    fn every_cut_and_flip_is_an_error_or_a_tensor() {
        let scratch = Scratch::new("btf-fuzz");
        let (path, broken) = (scratch.path("a.btf"), scratch.path("b.btf"));
        write(&path, &[("", &floats(&[2, 2]))]).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            std::fs::write(&broken, &bytes[..at]).unwrap();
            assert!(read(&broken, None, Access::Mapped).is_err(), "cut at {at}");
            for mask in [0x01, 0x80, 0xFF] {
                let mut flipped = bytes.clone();
                flipped[at] ^= mask;
                std::fs::write(&broken, &flipped).unwrap();
                let _ = read(&broken, None, Access::Mapped);
            }
        }
    }
}
