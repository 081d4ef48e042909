//! Views of programs and of runs: drawings of functions, and profiles for TensorBoard and Perfetto.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyUserWarning};
use pyo3::prelude::*;
use tfrt_compiler::decode::{DecodeOptions, decode};
use tfrt_compiler::picture::{self, PictureFormat};
use tfrt_driver::compile;
use tfrt_executor::program as executable;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_plugin::profiler::{ProfileFolder, ProfileOptions, ProfilerSession};

use crate::errors;
use crate::process::process;

/// A drawing of the functions of a program; `None` for a program of which there is nothing to draw.
pub(crate) fn drawing(py: Python<'_>, program: &executable::Program) -> Option<String> {
    py.detach(|| {
        let ctx = compile::context();
        let mut diagnostics = Diagnostics::new();
        let options = DecodeOptions { reference_names: true };
        let module = decode(&ctx, program.file(), "<compiled program>", options, &mut diagnostics).ok()?;
        picture::draw(&module, None, PictureFormat::Svg).ok()
    })
}

/// A profile in the making, and where it goes.
#[pyclass(frozen, module = "tfrt")]
pub(crate) struct Profile(Mutex<Option<(ProfilerSession, ProfileFolder)>>);

#[pymethods]
impl Profile {
    /// Starts to profile; the folder is made.
    #[new]
    fn start(py: Python<'_>, folder: PathBuf) -> PyResult<Profile> {
        process()?;
        let made = py
            .detach(|| ProfileFolder::create(&folder))
            .map_err(|error| errors::of_system(&error, &folder))?;
        let session = py.detach(|| ProfilerSession::start(ProfileOptions::default()));
        let session = session.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Profile(Mutex::new(Some((session, made)))))
    }

    /// Ends the profile and writes it, for TensorBoard and for Perfetto: the paths of both files, or None if it was written before. What went
    /// wrong on the way is a warning.
    fn finish(&self, py: Python<'_>) -> PyResult<Option<(PathBuf, Option<PathBuf>)>> {
        let taken = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
        let Some((session, folder)) = taken else { return Ok(None) };
        let written = py.detach(|| folder.write(session));
        let written = written.map_err(|error| PyOSError::new_err(error.to_string()))?;
        let warn = py.import("warnings")?.getattr("warn")?;
        for message in written.errors.iter().chain(&written.warnings) {
            warn.call1((format!("the profile: {message}"), py.get_type::<PyUserWarning>()))?;
        }
        Ok(Some((written.profile, written.trace)))
    }
}
