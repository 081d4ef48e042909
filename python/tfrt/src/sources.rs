//! From files, text and modules of other packages to programs that are ready to be called.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use tfrt_compiler::pipeline::{OptLevel, Precision, TargetCpu};
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::program::{GraphBoundary, OpenOptions, ProgramFile, compile_keeping};
use tfrt_driver::roots::Roots;
use tfrt_driver::saved_models::{self, Selection, Signature};

use tfrt_executor::program as executable;
use tfrt_executor::runtime::Runtime;

use crate::cache::Entry;
use crate::errors;
use crate::process::process;
use crate::program::Program;

/// Opens a program: a compiled file, which is mapped, or anything that can be compiled to one: MLIR text or bytecode, an ONNX model, a graph
/// or SavedModel of TensorFlow.
///
/// Of a graph, inputs names the nodes that are the arguments and outputs the tensors to compute (name or name:1), in order; else its
/// placeholders, and the tensors that no node takes. Of a SavedModel, signature names the only function to import, and tag the graph to take
/// instead of the one for serving.
///
/// Raises FileNotFoundError, PermissionError, CompileError (with the text, file, line and column of what is wrong) or LoadError.
#[pyfunction]
#[pyo3(signature = (path, *, opt_level=2, precision="f32", inputs=None, outputs=None, signature=None, tag=None))]
#[expect(clippy::too_many_arguments, reason = "the caller of Python names them")]
pub(crate) fn load(
    py: Python<'_>,
    path: PathBuf,
    opt_level: i32,
    precision: &str,
    inputs: Option<Vec<String>>,
    outputs: Option<Vec<String>>,
    signature: Option<&str>,
    tag: Option<&str>,
) -> PyResult<Py<Program>> {
    process()?;
    let precision = precision_of(precision)?;
    let name = path
        .to_str()
        .ok_or_else(|| PyValueError::new_err(format!("the path {} is not UTF-8", path.display())))?;
    let is_readable = || match std::fs::metadata(&path)?.is_file() {
        true => std::fs::File::open(&path).map(drop),
        false => Ok(()),
    };
    is_readable().map_err(|error| errors::of_system(&error, &path))?;
    let part = Part {
        boundary: GraphBoundary {
            inputs: inputs.as_deref().unwrap_or_default(),
            outputs: outputs.as_deref().unwrap_or_default(),
        },
        selection: Selection { tag, signature: signature.map_or(Signature::All, Signature::Named) },
    };
    let how = How { level: level(opt_level)?, precision, part };
    let file = py.detach(|| ProgramFile::read(name)).map_err(|message| errors::of_file(py, &message))?;
    if (inputs.is_some() || outputs.is_some()) && !matches!(file, ProgramFile::Graph { .. }) {
        return Err(PyValueError::new_err(format!("inputs, outputs: {name} is no graph of TensorFlow")));
    }
    if (signature.is_some() || tag.is_some()) && !matches!(file, ProgramFile::SavedModel(_)) {
        return Err(PyValueError::new_err(format!("signature, tag: {name} is no SavedModel")));
    }
    open(py, name, file, how, Keep::Always)
}

/// Compiles MLIR text or bytecode, or a module of another package: of MLIR's Python bindings, or that JAX lowered or exported.
///
/// Raises CompileError, with the text, file, line and column of what is wrong.
#[pyfunction]
#[pyo3(signature = (source, opt_level=2, precision="f32", *, name="<string>"))]
pub(crate) fn compile(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    opt_level: i32,
    precision: &str,
    name: &str,
) -> PyResult<Py<Program>> {
    process()?;
    let how = How { level: level(opt_level)?, precision: precision_of(precision)?, part: Part::default() };
    let file = match source.cast::<PyBytes>() {
        Ok(bytes) => ProgramFile::of(name, bytes.as_bytes().to_vec())
            .map_err(|message| errors::of_file(py, &message))?,
        Err(_) => ProgramFile::Source { name: name.to_owned(), text: module_text(source)?.into_bytes() },
    };
    open(py, name, file, how, Keep::IfSlow)
}

/// The text of a module.
fn module_text(source: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = source.cast::<PyString>() {
        return text.extract();
    }
    // What jax.export.export gives.
    if let Some(method) = source.getattr_opt("mlir_module")? {
        return method.call0()?.extract();
    }
    // What jax.jit(f).lower gives.
    if let Some(method) = source.getattr_opt("as_text")? {
        return method.call0()?.extract();
    }
    // A module of MLIR's Python bindings.
    if source.hasattr("operation")? {
        return source.str()?.extract();
    }
    Err(PyTypeError::new_err(format!(
        "expected MLIR as str or bytes, or a module, got {}",
        source.get_type().name()?
    )))
}

fn level(number: i32) -> PyResult<OptLevel> {
    let level = usize::try_from(number).ok().and_then(|number| OptLevel::ALL.get(number));
    level
        .copied()
        .ok_or_else(|| PyValueError::new_err(format!("opt_level: expected 0, 1 or 2, got {number}")))
}

fn precision_of(name: &str) -> PyResult<Precision> {
    Precision::from_name(name.as_bytes()).ok_or_else(|| {
        let names = Precision::ALL.map(Precision::name).join("' or '");
        PyValueError::new_err(format!("precision: expected '{names}', got '{name}'"))
    })
}

/// The options for compiling a source.
#[derive(Clone, Copy)]
pub(crate) struct How<'a> {
    pub level: OptLevel,
    pub precision: Precision,
    pub part: Part<'a>,
}

/// The part of a model that becomes a program.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Part<'a> {
    pub boundary: GraphBoundary<'a>,
    pub selection: Selection<'a>,
}

impl Part<'_> {
    /// A text that is another for another part.
    pub(crate) fn text(&self) -> String {
        format!("{self:?}")
    }
}

/// A program that takes so long to compile is kept on disk, also if it is no file.
const WORTH_KEEPING: Duration = Duration::from_millis(50);

/// Whether the compiled form of a source is kept on disk.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Always,
    /// If compiling took long.
    IfSlow,
}

/// Compiles what is not compiled, and opens it.
fn open(py: Python<'_>, source: &str, file: ProgramFile, how: How<'_>, keep: Keep) -> PyResult<Py<Program>> {
    let runtime = &process()?.runtime;
    let mut path = None;
    let opened = match file {
        ProgramFile::Bef(name) => {
            // Where another process finds it, whatever its folder is.
            path = std::path::absolute(&name).ok();
            py.detach(|| runtime.open(name))
        }
        ProgramFile::BefBytes(bytes) => py.detach(|| runtime.load(&bytes)),
        file => {
            let entry = Entry::of(py, &file, how);
            match entry.as_ref().and_then(|entry| py.detach(|| open_entry(runtime, entry))) {
                Some(program) => Ok(program),
                None => {
                    let start = Instant::now();
                    let (bytes, is_clean) = compiled(py, &file, how, entry.is_some())?;
                    let is_worth = keep == Keep::Always || start.elapsed() > WORTH_KEEPING;
                    // What the compiler warns of is said each time.
                    let entry = entry.filter(|_| is_clean && is_worth);
                    py.detach(|| {
                        // Mapped, so that processes share its constants.
                        let kept = entry.as_ref().and_then(|entry| entry.write(&bytes));
                        kept.and_then(|path| runtime.open(path).ok()).map_or_else(|| runtime.load(&bytes), Ok)
                    })
                }
            }
        }
    };
    let program = opened.map_err(|error| errors::of_load(py, source, &error))?;
    py.detach(|| saved_models::initialise(runtime.host(), &program))
        .map_err(|message| errors::of_file(py, &message))?;
    Program::new(py, program, source, path)
}

/// The program of an entry of the cache; an entry that is damaged goes.
fn open_entry(runtime: &Runtime, entry: &Entry) -> Option<executable::Program> {
    let opened = runtime.open(entry.find()?);
    if opened.is_err() {
        entry.remove();
    }
    opened.ok()
}

/// The compiled form of a program, which is to be kept or not, and whether nothing was found in it.
fn compiled(py: Python<'_>, file: &ProgramFile, how: How<'_>, is_kept: bool) -> PyResult<(Vec<u8>, bool)> {
    let plugins = PluginOptions::default();
    let options = OpenOptions {
        level: how.level,
        precision: how.precision,
        packed_for: is_kept.then_some(TargetCpu::Native),
        plugins: &plugins,
        roots: Roots::default(),
        boundary: how.part.boundary,
        selection: how.part.selection,
    };
    let mut findings = Vec::new();
    let bytes = py.detach(|| compile_keeping(file, &options, &mut findings));
    errors::report(py, &findings, bytes.is_none())?;
    Ok((bytes.unwrap_or_default(), findings.is_empty()))
}
