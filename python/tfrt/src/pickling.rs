//! Programs on their way to another process: by path where the file has the same content there, else by value.
//!
//! What travels is the path of the mapped file, if there is one, the hash of its content, and the content itself, which a pickle of protocol
//! 5 may carry beside it. The receiver maps the file at the path if its content has the hash; else it keeps the content in
//! its cache and maps that, so that the processes of a machine share the constants.

use std::path::PathBuf;

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

/// The program that another process sent.
#[pyfunction]
#[pyo3(name = "_restore")]
pub(crate) fn restore(
    py: Python<'_>,
    source: &str,
    path: Option<PathBuf>,
    hash: &str,
    content: &[u8],
) -> PyResult<Py<Program>> {
    let runtime = &process()?.runtime;
    let has_content = |program: &executable::Program| hash_of(program) == hash;
    let (opened, path) = py.detach(|| {
        if let Some(path) = path
            && let Some(program) = runtime.open(&path).ok().filter(has_content)
        {
            return (Ok(program), Some(path));
        }
        let kept = Entry::of_content(hash).and_then(|entry| {
            let file = entry.find().or_else(|| entry.write(content))?;
            runtime.open(file).ok().filter(has_content)
        });
        (kept.map_or_else(|| runtime.load(content), Ok), None)
    });
    let program = opened.map_err(|error| errors::of_load(py, source, &error))?;
    py.detach(|| saved_models::initialise(runtime.host(), &program))
        .map_err(|message| errors::of_file(py, &message))?;
    Program::new(py, program, source, path)
}
