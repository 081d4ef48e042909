//! Programs on their way to another process: by path where the file has the same content there, else by value.
//!
//! What travels is the path of the mapped file, if there is one, the hash of its content, and the content itself, which a pickle of protocol
//! 5 may carry beside it. The receiver maps the file at the path if its content has the hash; else it keeps the content in
//! its cache and maps that, so that the processes of a machine share the constants.

use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use tfrt_driver::saved_models;
use tfrt_executor::program as executable;
use xxhash_rust::xxh3::xxh3_128;

use crate::cache::Entry;
use crate::errors;
use crate::process::process;
use crate::program::Program;

/// The hash of a program's content, as text.
pub(crate) fn hash_of(program: &executable::Program) -> String {
    format!("{:032x}", xxh3_128(program.file().bytes()))
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

/// A program that another process sent, of its content, which the cache keeps.
#[pyfunction]
#[pyo3(name = "_restore")]
pub(crate) fn restore(py: Python<'_>, source: &str, hash: &str, content: &[u8]) -> PyResult<Py<Program>> {
    let runtime = &process()?.runtime;
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
