//! Tensors in other systems' formats: NumPy's files ([`npy`], [`npz`]), [`safetensors`], binary tensor files ([`btf`]), `ndarray` arrays
//! ([`mod@array`]) and DLPack ([`dlpack`]).
//!
//! Elements whose layout in a file is that of memory are not copied: the file is mapped and the tensor refers to it. The file must
//! not be changed or truncated while such a tensor lives. All other elements are converted to row-major order and the machine's byte
//! order. Dtypes that a format lacks are errors by name. A file cannot cause larger allocations than its length justifies.
//!
//! ```
//! use tfrt_executor::tensor::{DenseHostTensor, Shape};
//! use tfrt_exchange::{npz, read};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let directory = std::env::temp_dir().join(format!("tfrt-exchange-{}", std::process::id()));
//! # std::fs::create_dir_all(&directory)?;
//! let weights = DenseHostTensor::from_values(Shape::new(&[2, 2])?, &[1.0f32, 2.0, 3.0, 4.0])?;
//! let path = directory.join("model.npz");
//! npz::write(&path, &[("weights", &weights)])?;
//!
//! let back = read(&path, Some("weights"))?;
//! assert_eq!(back.values::<f32>(), Some(&[1.0, 2.0, 3.0, 4.0][..]));
//! # std::fs::remove_dir_all(&directory)?;
//! # Ok(())
//! # }
//! ```

pub mod array;
pub mod btf;
pub mod btf_records;
pub mod dlpack;
mod foreign;
pub mod npy;
mod npy_header;
pub mod npz;
mod replace;
pub mod safetensors;

pub use foreign::Access;
pub use replace::{UNFINISHED, replace};

use std::io;
use std::path::Path;

use tfrt_executor::tensor::{DType, DenseHostTensor, Shape, ShapeError, TensorError, TensorMetadata};

/// The reason why a tensor could not be read or written. The message does not name the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExchangeError(String);

impl ExchangeError {
    fn new(message: impl Into<String>) -> Self {
        ExchangeError(message.into())
    }
}

impl std::fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ExchangeError {}

impl From<io::Error> for ExchangeError {
    /// The system's words, without the error number that Rust adds.
    fn from(error: io::Error) -> Self {
        let text = error.to_string();
        ExchangeError(match text.rfind(" (os error ") {
            Some(end) => text[..end].to_owned(),
            None => text,
        })
    }
}

impl From<TensorError> for ExchangeError {
    fn from(error: TensorError) -> Self {
        ExchangeError(error.to_string())
    }
}

impl From<ShapeError> for ExchangeError {
    fn from(error: ShapeError) -> Self {
        ExchangeError(error.to_string())
    }
}

/// The formats of files, by extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One array: `.npy`, and every unknown extension.
    Npy,
    /// Arrays by name: `.npz`.
    Npz,
    /// Tensors by name: `.safetensors`.
    Safetensors,
    /// Tensors by number: `.btf`.
    Btf,
}

impl Format {
    /// The format that a path's extension stands for.
    pub fn of(path: &Path) -> Format {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some(extension) if extension.eq_ignore_ascii_case("npz") => Format::Npz,
            Some(extension) if extension.eq_ignore_ascii_case("safetensors") => Format::Safetensors,
            Some(extension) if extension.eq_ignore_ascii_case("btf") => Format::Btf,
            _ => Format::Npy,
        }
    }
}

/// Reads a tensor from a file of any format, which is mapped. Files of tensors by name need one, unless they have a single tensor.
pub fn read(path: &Path, name: Option<&str>) -> Result<DenseHostTensor, ExchangeError> {
    read_with(path, name, Access::Mapped)
}

/// As [`read`], from a file that is mapped or read.
pub fn read_with(path: &Path, name: Option<&str>, access: Access) -> Result<DenseHostTensor, ExchangeError> {
    match (Format::of(path), name) {
        (Format::Npy, None) => npy::read_with(path, access),
        (Format::Npy, Some(name)) => {
            Err(ExchangeError(format!("a NumPy array file has no tensor '{name}', only one without a name")))
        }
        (Format::Npz, name) => npz::read(path, name, access),
        (Format::Safetensors, name) => safetensors::read(path, name, access),
        (Format::Btf, number) => btf::read(path, number, access),
    }
}

/// Writes tensors to a file of any format. A format without names takes a single tensor.
pub fn write(path: &Path, tensors: &[(&str, &DenseHostTensor)]) -> Result<(), ExchangeError> {
    match (Format::of(path), tensors) {
        (Format::Npy, [(_, tensor)]) => npy::write(path, tensor),
        (Format::Npy, _) => {
            Err(ExchangeError(format!("a NumPy array file holds one tensor, not {}", tensors.len())))
        }
        (Format::Npz, _) => npz::write(path, tensors),
        (Format::Safetensors, _) => safetensors::write(path, tensors),
        (Format::Btf, _) => btf::write(path, tensors),
    }
}

/// Chooses among the tensors of a file.
fn choose<'a>(names: &[&'a str], name: Option<&str>) -> Result<usize, ExchangeError> {
    let list = |names: &[&'a str]| names.iter().map(|n| format!("'{n}'")).collect::<Vec<_>>().join(", ");
    match name {
        Some(name) => names
            .iter()
            .position(|&known| known == name)
            .ok_or_else(|| ExchangeError(format!("there is no tensor '{name}', only {}", list(names)))),
        None if names.len() == 1 => Ok(0),
        None if names.is_empty() => Err(ExchangeError::new("the file has no tensors")),
        None => Err(ExchangeError(format!("the file has several tensors, choose one: {}", list(names)))),
    }
}

/// Dtype and shape of `bytes` bytes of elements, which must be as many as the shape has.
fn metadata(dtype: DType, dims: &[usize], bytes: usize) -> Result<TensorMetadata, ExchangeError> {
    let text = || {
        let mut text: String = dims.iter().map(|dim| format!("{dim}x")).collect();
        text.push_str(dtype.name());
        text
    };
    let too_large = || ExchangeError(format!("{} is not a tensor of numbers that fits memory", text()));
    let signed: Option<Vec<i64>> = dims.iter().map(|&dim| i64::try_from(dim).ok()).collect();
    let expected = dims
        .iter()
        .try_fold(dtype.size().ok_or_else(too_large)?, |product, &dim| product.checked_mul(dim))
        .filter(|&bytes| isize::try_from(bytes).is_ok())
        .ok_or_else(too_large)?;
    if expected != bytes {
        return Err(ExchangeError(format!("{} needs {expected} bytes, found {bytes}", text())));
    }
    let shape = Shape::new(&signed.ok_or_else(too_large)?)?;
    Ok(TensorMetadata::new(dtype, shape))
}

/// Booleans are bytes 0 and 1, and nothing else.
fn check_booleans(dtype: DType, bytes: &[u8]) -> Result<(), ExchangeError> {
    match bytes.iter().position(|&byte| byte > 1) {
        Some(at) if dtype == DType::I1 => {
            Err(ExchangeError::new(format!("element {at}, {}, is no boolean: those are 0 and 1", bytes[at])))
        }
        _ => Ok(()),
    }
}

/// The name of a dtype in messages.
fn label(dtype: DType) -> &'static str {
    dtype.label()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use tfrt_executor::tensor::StringHostTensor;

    /// A folder that is gone with the test.
    pub(crate) struct Scratch(PathBuf);

    impl Scratch {
        pub(crate) fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("tfrt-exchange-{}-{name}", std::process::id()));
            std::fs::create_dir_all(&path).expect("a folder");
            Scratch(path)
        }

        pub(crate) fn path(&self, file: &str) -> PathBuf {
            self.0.join(file)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    /// A tensor of numbers that are all different.
    pub(crate) fn floats(dims: &[i64]) -> DenseHostTensor {
        let shape = Shape::new(dims).expect("small");
        let values: Vec<f32> = (0..shape.num_elements()).map(|i| i as f32 + 0.5).collect();
        DenseHostTensor::from_values(shape, &values).expect("small")
    }

    const FILES: [&str; 4] = ["a.npy", "a.npz", "a.safetensors", "a.btf"];

    #[test]
    fn a_device_is_written_to_and_its_errors_are_errors() {
        let scratch = Scratch::new("full");
        for file in FILES {
            let link = scratch.path(file);
            std::os::unix::fs::symlink("/dev/full", &link).unwrap();
            // Small ones fail when buffers are flushed, large ones before.
            for dims in [[1, 1], [300, 300]] {
                let error = write(&link, &[("x", &floats(&dims))]).unwrap_err();
                assert_eq!(error.to_string(), "No space left on device", "{file}");
            }
            assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink(), "{file}");
        }
        let strings = StringHostTensor::new(Shape::new(&[1]).unwrap(), vec![b"x".as_slice().into()]).unwrap();
        assert!(npy::write_strings(&scratch.path("a.npy"), &strings).is_err());
    }

    #[test]
    fn what_is_copied_does_not_depend_on_the_file() {
        let scratch = Scratch::new("copied");
        for file in FILES {
            let path = scratch.path(file);
            let large = floats(&[100, 100]);
            write(&path, &[("x", &large)]).unwrap();
            let copied = read_with(&path, None, Access::Copied).unwrap();
            let file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
            file.set_len(10).unwrap();
            assert_eq!(copied.bytes(), large.bytes());
        }
    }

    #[test]
    fn a_mapped_file_can_be_replaced() {
        let scratch = Scratch::new("replace");
        for file in FILES {
            let path = scratch.path(file);
            let large = floats(&[100, 100]);
            write(&path, &[("x", &large)]).unwrap();
            let mapped = read(&path, None).unwrap();
            assert!(!mapped.buffer().is_writable());
            write(&path, &[("x", &mapped.reshaped(Shape::new(&[10_000]).unwrap()).unwrap())]).unwrap();
            write(&path, &[("x", &floats(&[1]))]).unwrap();
            assert_eq!(mapped.bytes(), large.bytes());
            assert_eq!(read(&path, None).unwrap().bytes(), floats(&[1]).bytes());
        }
        let error = write(&scratch.path("no/such/folder.npy"), &[("x", &floats(&[1]))]).unwrap_err();
        assert_eq!(error.to_string(), "No such file or directory");
        write(Path::new("/dev/null"), &[("x", &floats(&[1]))]).unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn extensions_name_formats() {
        let scratch = Scratch::new("formats");
        let tensor = floats(&[2]);
        for (file, format) in [
            ("a.npy", Format::Npy),
            ("a.NPZ", Format::Npz),
            ("a.safetensors", Format::Safetensors),
            ("a.btf", Format::Btf),
        ] {
            let path = scratch.path(file);
            assert_eq!(Format::of(&path), format);
            write(&path, &[("x", &tensor)]).unwrap();
            assert_eq!(read(&path, None).unwrap().bytes(), tensor.bytes());
            let named = read(&path, Some("x"));
            assert_eq!(named.is_ok(), !matches!(format, Format::Npy | Format::Btf));
            assert_eq!(write(&path, &[("x", &tensor), ("y", &tensor)]).is_ok(), format != Format::Npy);
        }
    }
}
