//! Programs on their way to another process: by path where the file has the same content there, else by value.
//!
//! What travels is the path of the mapped file, if there is one, the hash of its content, and the content itself, which a pickle of protocol
//! 5 may carry beside it: then the sender copies nothing. The receiver maps the file at the path if its content has the hash; else it keeps
//! the content in its cache and maps that, so that the processes of a machine share the constants. It reads the content where it is.

use std::path::{Path, PathBuf};

use bytes::Bytes;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use tfrt_driver::saved_models;
use tfrt_executor::program as executable;
use tfrt_executor::tensor::{Buffer, DType, DenseHostTensor, Shape, TensorMetadata, convert};
use xxhash_rust::xxh3::xxh3_128;

use crate::cache::Entry;
use crate::process::process;
use crate::program::Program;
use crate::tensor::PyTensor;
use crate::{arguments, dtypes, errors};

/// The hash of a program's content, as text.
pub(crate) fn hash_of(program: &executable::Program) -> String {
    format!("{:032x}", xxh3_128(program.file().bytes()))
}

/// A program whose file's bytes others read.
struct Content(executable::Program);

impl AsRef<[u8]> for Content {
    fn as_ref(&self) -> &[u8] {
        self.0.file().bytes()
    }
}

/// The content of a program as an object with a buffer, without a copy.
pub(crate) fn content_of(program: &executable::Program) -> PyResult<PyTensor> {
    let refused = |error: &dyn std::fmt::Display| PyMemoryError::new_err(error.to_string());
    let bytes = Bytes::from_owner(Content(program.clone()));
    let shape = Shape::new(&[bytes.len() as i64]).map_err(|error| refused(&error))?;
    let buffer = Buffer::constant(bytes).map_err(|error| refused(&error))?;
    let tensor = DenseHostTensor::from_buffer(TensorMetadata::new(DType::UI8, shape), buffer);
    Ok(PyTensor::new(tensor.map_err(|error| refused(&error))?.into()))
}

/// A program that another process sent, if its content is in a file here: at this path, or in the cache.
#[pyfunction]
#[pyo3(name = "_restore_from_file")]
pub(crate) fn restore_from_file(
    py: Python<'_>,
    source: &str,
    path: Option<PathBuf>,
    hash: &str,
) -> PyResult<Option<Py<Program>>> {
    let runtime = &process()?.runtime;
    let open = |path: &Path| runtime.open(path).ok().filter(|program| hash_of(program) == hash);
    let found = py.detach(|| {
        let at_path = path.and_then(|path| Some((open(&path)?, Some(path))));
        at_path.or_else(|| Some((open(Entry::of_content(hash)?.find()?)?, None)))
    });
    found.map(|(program, path)| ready(py, program, source, path)).transpose()
}

/// A program that another process sent, of its content, which is any object with a buffer; the cache keeps it.
#[pyfunction]
#[pyo3(name = "_restore")]
pub(crate) fn restore(
    py: Python<'_>,
    source: &str,
    hash: &str,
    content: &Bound<'_, PyAny>,
) -> PyResult<Py<Program>> {
    let runtime = &process()?.runtime;
    let array = dtypes::numpy(py)?.call_method1("frombuffer", (content, "uint8"))?;
    let content = arguments::tensor(&array, None, None)?;
    let content = convert::to_dense(&content).map_err(PyTypeError::new_err)?;
    let content = content.bytes();
    let opened = py.detach(|| {
        let entry = Entry::of_content(hash);
        let kept = entry.as_ref().and_then(|entry| runtime.open(entry.write(content)?).ok());
        kept.filter(|program| hash_of(program) == hash).map_or_else(|| runtime.load(content), Ok)
    });
    ready(py, opened.map_err(|error| errors::of_load(py, source, &error))?, source, None)
}

/// Gives a program that is open its first state, and an object.
fn ready(
    py: Python<'_>,
    program: executable::Program,
    source: &str,
    path: Option<PathBuf>,
) -> PyResult<Py<Program>> {
    let host = process()?.runtime.host();
    py.detach(|| saved_models::initialise(host, &program))
        .map_err(|message| errors::of_file(py, &message))?;
    Program::new(py, program, source, path)
}
