//! Plugins: shared libraries of others with ops, kernels and devices, for the runtime that starts afterwards.
//!
//! A plugin finds the functions `TF_*` among those that all libraries of the process see; `tfrt._plugins` has put this library's there
//! before it calls [`load_plugin`].

use std::path::PathBuf;

use pyo3::exceptions::{PyImportError, PyRuntimeError};
use pyo3::prelude::*;
use tfrt_plugin::Loader;

use crate::{errors, logging, process};

/// Loads a plugin. One that is loaded already is not loaded again.
#[pyfunction]
#[pyo3(name = "_load_plugin")]
pub(crate) fn load_plugin(py: Python<'_>, path: PathBuf) -> PyResult<()> {
    if process::has_started() {
        return Err(PyRuntimeError::new_err(
            "plugins are loaded before the first program is opened and the first op is called",
        ));
    }
    // What a plugin logs while it is loaded.
    logging::install();
    let loader = Loader::new().map_err(|error| PyImportError::new_err(error.to_string()))?;
    py.detach(|| loader.load(&path)).map_err(|error| errors::of_file(py, &error.to_string()))?;
    Ok(())
}
