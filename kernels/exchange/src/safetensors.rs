//! `.safetensors` files: tensors by name, mapped.
//!
//! Elements are little-endian and row-major, as in memory; the crate `safetensors` reads the header. Its 8-bit and smaller floats
//! have no dtype here and are errors by name; so are the runtime's quantized integers, which the format lacks.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use safetensors::{
    Dtype, SafeTensors,
    tensor::{Metadata, TensorInfo},
};
use tfrt_executor::tensor::{DType, DenseHostTensor};

use crate::foreign::{Access, ArrayFile};
use crate::{ExchangeError, check_booleans, choose, label, metadata, replace};

const DTYPES: &[(Dtype, DType)] = &[
    (Dtype::BOOL, DType::I1),
    (Dtype::I8, DType::I8),
    (Dtype::I16, DType::I16),
    (Dtype::I32, DType::I32),
    (Dtype::I64, DType::I64),
    (Dtype::U8, DType::UI8),
    (Dtype::U16, DType::UI16),
    (Dtype::U32, DType::UI32),
    (Dtype::U64, DType::UI64),
    (Dtype::F16, DType::F16),
    (Dtype::BF16, DType::BF16),
    (Dtype::F32, DType::F32),
    (Dtype::F64, DType::F64),
    (Dtype::C64, DType::Complex64),
];

fn open(file: &ArrayFile) -> Result<SafeTensors<'_>, ExchangeError> {
    SafeTensors::deserialize(file.bytes())
        .map_err(|error| ExchangeError::new(format!("not a safetensors file: {error}")))
}

/// The names of the tensors of a file, sorted.
pub fn names(path: &Path) -> Result<Vec<String>, ExchangeError> {
    let file = ArrayFile::open(path, Access::Mapped)?;
    let tensors = open(&file)?;
    let mut names: Vec<String> = tensors.names().into_iter().map(str::to_owned).collect();
    names.sort_unstable();
    Ok(names)
}

/// Reads the tensor of this name, or the only one.
pub fn read(path: &Path, name: Option<&str>, access: Access) -> Result<DenseHostTensor, ExchangeError> {
    let file = ArrayFile::open(path, access)?;
    let tensors = open(&file)?;
    let mut names: Vec<&str> = tensors.names().into_iter().collect();
    names.sort_unstable();
    let name = names[choose(&names, name)?];
    let view = tensors.tensor(name).map_err(|error| ExchangeError::new(error.to_string()))?;
    let Some(&(_, dtype)) = DTYPES.iter().find(|(known, _)| *known == view.dtype()) else {
        return Err(ExchangeError::new(format!(
            "tensor '{name}' has dtype {:?}, which is not supported",
            view.dtype()
        )));
    };
    let data = view.data();
    let metadata = metadata(dtype, view.shape(), data.len())?;
    check_booleans(dtype, data)?;
    let start = data.as_ptr().addr() - file.bytes().as_ptr().addr();
    file.tensor(metadata, start..start + data.len())
}

/// Writes tensors to a file, replacing it.
pub fn write(path: &Path, tensors: &[(&str, &DenseHostTensor)]) -> Result<(), ExchangeError> {
    // The library writes files by name only, and replaces pipes and devices.
    let mut parts = Vec::new();
    for &(name, tensor) in tensors {
        let Some(&(dtype, _)) = DTYPES.iter().find(|(_, dtype)| *dtype == tensor.dtype()) else {
            let dtype = label(tensor.dtype());
            return Err(ExchangeError::new(format!("safetensors files have no dtype for {dtype}")));
        };
        parts.push((dtype, name, tensor));
    }
    // So every element is aligned, as the library orders them.
    parts.sort_by(|(a, a_name, _), (b, b_name, _)| b.cmp(a).then(a_name.cmp(b_name)));
    let mut end = 0;
    let infos = parts.iter().map(|&(dtype, name, tensor)| {
        let start = end;
        end += tensor.bytes().len();
        let shape = tensor.shape().dims().iter().map(|&dim| dim as usize).collect();
        (name.to_owned(), TensorInfo { dtype, shape, data_offsets: (start, end) })
    });
    let failed = |error: &dyn std::fmt::Display| ExchangeError::new(error.to_string());
    let metadata = Metadata::new(None, infos.collect()).map_err(|error| failed(&error))?;
    let mut header = serde_json::to_vec(&metadata).map_err(|error| failed(&error))?;
    header.resize(header.len().next_multiple_of(8), b' ');
    Ok(replace(path, |file| {
        let mut file = BufWriter::new(file);
        file.write_all(&(header.len() as u64).to_le_bytes())?;
        file.write_all(&header)?;
        for (.., tensor) in &parts {
            file.write_all(tensor.bytes())?;
        }
        file.flush()
    })?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{Scratch, floats};
    use tfrt_executor::tensor::{Shape, TensorMetadata};

    #[test]
    fn what_is_written_is_read_back_and_mapped() {
        let scratch = Scratch::new("safetensors");
        let path = scratch.path("a.safetensors");
        let (small, large) = (floats(&[2, 3]), floats(&[128, 128]));
        write(&path, &[("small", &small), ("large", &large)]).unwrap();
        assert_eq!(names(&path).unwrap(), ["large", "small"]);
        for (name, tensor) in [("small", &small), ("large", &large)] {
            let back = read(&path, Some(name), Access::Mapped).unwrap();
            assert_eq!((back.metadata(), back.bytes()), (tensor.metadata(), tensor.bytes()));
            assert_eq!(back.buffer().is_writable(), name == "small", "large tensors are mapped");
        }
    }

    #[test]
    fn every_dtype_goes_there_and_back() {
        let scratch = Scratch::new("safetensors-dtypes");
        let path = scratch.path("a.safetensors");
        for &(_, dtype) in DTYPES {
            let metadata = TensorMetadata::new(dtype, Shape::new(&[1, 2]).unwrap());
            let tensor = DenseHostTensor::filled(metadata, &vec![1; dtype.size().unwrap()]).unwrap();
            write(&path, &[("x", &tensor)]).unwrap();
            let back = read(&path, None, Access::Mapped).unwrap();
            assert_eq!((back.metadata(), back.bytes()), (tensor.metadata(), tensor.bytes()));
        }
        let quantized = TensorMetadata::new(DType::QI8, Shape::scalar());
        let quantized = DenseHostTensor::zeroed(quantized).unwrap();
        let error = write(&path, &[("x", &quantized)]).unwrap_err().to_string();
        assert_eq!(error, "safetensors files have no dtype for qi8");
    }

    #[test]
    fn every_cut_and_flip_is_an_error_or_a_tensor() {
        let scratch = Scratch::new("safetensors-fuzz");
        let (path, broken) = (scratch.path("a.safetensors"), scratch.path("b.safetensors"));
        write(&path, &[("x", &floats(&[2, 2]))]).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for at in 0..bytes.len() {
            std::fs::write(&broken, &bytes[..at]).unwrap();
            assert!(read(&broken, None, Access::Mapped).is_err(), "cut at {at}");
            let mut flipped = bytes.clone();
            flipped[at] ^= 0x55;
            std::fs::write(&broken, &flipped).unwrap();
            let _ = read(&broken, None, Access::Mapped);
        }
    }
}
