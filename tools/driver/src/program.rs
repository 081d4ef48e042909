//! Opens a program for execution: a compiled file, mapped; or text, bytecode or a graph, compiled in memory.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use tfrt_bef::{BefError, BefFile, BefWriter};
use tfrt_compiler::decode::{DecodeOptions, decode};
use tfrt_compiler::pipeline::{OptLevel, Pipeline, PipelineOptions};
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::host::Host;
use tfrt_executor::kernel::{KernelRegistry, LibraryError, load_kernels};
use tfrt_executor::program::{LoadError, Program};
use tfrt_graphdef::ImportOptions;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, Failed, Severity};
use tfrt_ir::{Context, Module};
use tfrt_ops::{Precision, TargetCpu};
use tfrt_plan::Plans;

use crate::compile::{self, Finding, Output, Reporter};
use crate::file_kind::FileKind;
use crate::files::{self, BEF_MAGIC};
use crate::input::Input;
use crate::placement::Placement;
use crate::plugins::PluginOptions;
use crate::roots::Roots;
use crate::saved_models::{self, Selection};
use crate::{graphs, messages, onnx, progress};

/// The kernel by which programs register op handlers of their own.
const REGISTER_KERNEL: &str = "corert.register_op_handler";

/// All kernels of this project, those of test programs among them, and those of these libraries.
pub fn kernels(libraries: &[PathBuf]) -> Result<KernelRegistry, LibraryError> {
    let mut kernels = KernelRegistry::new();
    tfrt_kernels::register_all(&mut kernels);
    tfrt_kernels::test::register(&mut kernels);
    add_libraries(&mut kernels, libraries)?;
    Ok(kernels)
}

/// Adds the kernels of these libraries.
pub fn add_libraries(kernels: &mut KernelRegistry, libraries: &[PathBuf]) -> Result<(), LibraryError> {
    for library in libraries {
        // The system looks a plain name up in its own folders only.
        match library.is_file() && library.components().count() == 1 {
            true => load_kernels(kernels, Path::new(".").join(library))?,
            false => load_kernels(kernels, library)?,
        }
    }
    Ok(())
}

/// A program as a file holds it.
#[derive(Debug)]
pub enum ProgramFile {
    /// The name of a file that starts like a compiled one, or has the extension of one: it is mapped.
    Bef(String),
    /// A compiled program that is in memory: it came through a pipe, or its file may change.
    BefBytes(Vec<u8>),
    /// MLIR text or bytecode to compile.
    Source {
        /// Its name in locations.
        name: String,
        /// Its contents.
        text: Vec<u8>,
    },
    /// A TensorFlow graph to compile.
    Graph {
        /// Its name in locations.
        name: String,
        /// Its contents, which constants share.
        bytes: Bytes,
    },
    /// The folder of a SavedModel to compile.
    SavedModel(PathBuf),
    /// An ONNX model to compile.
    Onnx {
        /// Its name in locations; its other files are in the same folder.
        name: String,
        /// Its contents, which constants share.
        bytes: Bytes,
    },
}

/// The reason why a program cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    /// It does not compile; the diagnostics have been printed.
    Reported,
    /// The file does not load.
    Load(LoadError),
}

impl ProgramFile {
    /// Finds out what a file holds; `-` is standard input. The message of an error is complete, and names files of other systems for
    /// what they are.
    pub fn read(name: &str) -> Result<ProgramFile, String> {
        if name == "-" {
            return Self::of(files::STDIN_NAME, files::read_input(name)?);
        }
        if let Some(folder) = saved_models::folder_of(name) {
            return Ok(ProgramFile::SavedModel(folder));
        }
        files::check_is_file(name)?;
        let cannot_open = |e| format!("cannot open input file '{name}': {}", files::os_message(&e));
        let mut file = File::open(name).map_err(cannot_open)?;
        let mut start = Vec::new();
        file.by_ref().take(BEF_MAGIC.len() as u64).read_to_end(&mut start).map_err(cannot_open)?;
        // Pipes and devices cannot be mapped, nor read twice.
        let is_mapped = file.metadata().is_ok_and(|file| file.is_file());
        let is_bef = start == BEF_MAGIC || name.ends_with(".bef");
        if is_bef && is_mapped {
            return Ok(ProgramFile::Bef(name.to_owned()));
        }
        let text = match is_mapped {
            true => files::map_input(name)?,
            false => {
                file.read_to_end(&mut start).map_err(cannot_open)?;
                start.into()
            }
        };
        if is_bef {
            return Ok(ProgramFile::BefBytes(text.into()));
        }
        match name.ends_with(".mlir") {
            true => Ok(ProgramFile::Source { name: name.to_owned(), text: text.into() }),
            false => Self::of(name, text),
        }
    }

    /// The program with its file in memory, where it does not change if the file does. The message of an error is complete.
    pub fn into_memory(self) -> Result<ProgramFile, String> {
        match self {
            ProgramFile::Bef(name) => Ok(ProgramFile::BefBytes(files::read_input(&name)?)),
            ProgramFile::Graph { name, bytes } => {
                Ok(ProgramFile::Graph { name, bytes: Bytes::copy_from_slice(&bytes) })
            }
            ProgramFile::Onnx { name, bytes } => {
                Ok(ProgramFile::Onnx { name, bytes: Bytes::copy_from_slice(&bytes) })
            }
            other => Ok(other),
        }
    }

    /// The program in these bytes, by their content. The message of an error is complete.
    pub fn of(name: &str, bytes: impl Into<Bytes>) -> Result<ProgramFile, String> {
        let (name, bytes) = (name.to_owned(), bytes.into());
        let kind = FileKind::of(&bytes);
        match kind {
            FileKind::Text | FileKind::Bytecode => Ok(ProgramFile::Source { name, text: bytes.into() }),
            FileKind::Graph => Ok(ProgramFile::Graph { name, bytes }),
            FileKind::Onnx => Ok(ProgramFile::Onnx { name, bytes }),
            FileKind::Unknown if name != files::STDIN_NAME => {
                let start = bytes[..bytes.len().min(4)].iter().map(|byte| format!("{byte:02x}"));
                let start = start.collect::<Vec<_>>().join(" ");
                Err(format!(
                    "{name}:0:0: error: files that begin with the bytes {start} are of no kind that is known here"
                ))
            }
            // What comes through a pipe is taken for a compiled program.
            _ => match kind.complaint().filter(|_| kind != FileKind::Empty || name != files::STDIN_NAME) {
                Some(complaint) => Err(format!("{name}:0:0: error: {complaint}")),
                None => Ok(ProgramFile::BefBytes(bytes.into())),
            },
        }
    }

    /// Its name in messages.
    fn name(&self) -> Cow<'_, str> {
        match self {
            ProgramFile::Bef(name)
            | ProgramFile::Source { name, .. }
            | ProgramFile::Graph { name, .. }
            | ProgramFile::Onnx { name, .. } => name.into(),
            ProgramFile::BefBytes(_) => files::STDIN_NAME.into(),
            ProgramFile::SavedModel(folder) => folder.to_string_lossy(),
        }
    }

    /// Whether this is a model, which is called on inputs, rather than a program whose functions run one after the other.
    pub fn is_model(&self) -> bool {
        matches!(self, ProgramFile::Graph { .. } | ProgramFile::SavedModel(_) | ProgramFile::Onnx { .. })
    }
}

/// Options of opening a program.
#[derive(Debug)]
pub struct OpenOptions<'a> {
    /// The optimization level of source. Compiled files stay as they are.
    pub level: OptLevel,
    /// The precision of products of `f32` that say none themselves. Compiled files stay as they are.
    pub precision: Precision,
    /// The processor for which source brings its constants packed at `-O2`, if any: programs that are written to a file gain by it.
    pub packed_for: Option<TargetCpu>,
    /// The plugins that take part in compiling, and where ops run.
    pub plugins: &'a PluginOptions,
    /// The functions of source that stay callable.
    pub roots: Roots<'a>,
    /// The inputs and outputs of a graph; none for those that the graph says.
    pub boundary: GraphBoundary<'a>,
    /// The part of a SavedModel that is opened.
    pub selection: Selection<'a>,
}

impl OpenOptions<'_> {
    fn pipeline(&self) -> Pipeline {
        let mut pipeline = compile::pipeline(self.level, self.precision, self.plugins);
        pipeline.options_mut().packed_for = self.packed_for;
        pipeline
    }
}

/// The tensors at which a graph begins and ends.
#[derive(Debug, Clone, Copy, Default)]
pub struct GraphBoundary<'a> {
    /// The nodes that are the arguments, in order; without any, the graph's placeholders.
    pub inputs: &'a [String],
    /// The tensors to compute, in order; without any, those that no node takes.
    pub outputs: &'a [String],
}

/// Opens a program with these kernels.
pub fn open(
    file: &ProgramFile,
    kernels: &KernelRegistry,
    options: &OpenOptions<'_>,
) -> Result<Program, OpenError> {
    let is_compiled = matches!(file, ProgramFile::Bef(_) | ProgramFile::BefBytes(_));
    let mut file = open_file(file, options, |_| {})?.map_err(|error| OpenError::Load(error.into()))?;
    if is_compiled && options.plugins.placement.moves_programs() {
        let bytes = place(&file, &options.plugins.placement).ok_or(OpenError::Reported)?;
        file = BefFile::from_bytes(&bytes).map_err(|error| OpenError::Load(error.into()))?;
    }
    Program::from_file(file, kernels).map_err(OpenError::Load)
}

/// The compiled form of a program; `look` sees one that is compiled now, before it is.
pub(crate) fn open_file(
    file: &ProgramFile,
    options: &OpenOptions<'_>,
    look: impl FnOnce(&mut Module),
) -> Result<Result<BefFile, BefError>, OpenError> {
    Ok(match file {
        ProgramFile::Bef(name) => BefFile::open(name),
        ProgramFile::BefBytes(bytes) => BefFile::from_bytes(bytes),
        source => {
            let compiled = compile_file(source, options, Output::Print, look).ok_or(OpenError::Reported)?;
            let _loading = progress::during(&format!("loading {}", source.name()));
            compiled.into_file()
        }
    })
}

/// Compiles a program that is no compiled file yet, and keeps what was found; `None` when there were errors, or nothing to compile.
pub fn compile_keeping(
    file: &ProgramFile,
    options: &OpenOptions<'_>,
    findings: &mut Vec<Finding>,
) -> Option<Vec<u8>> {
    compile_looking(file, options, findings, |_| {})
}

/// As [`compile_keeping`]; `look` sees the program as it was written.
pub fn compile_looking(
    file: &ProgramFile,
    options: &OpenOptions<'_>,
    findings: &mut Vec<Finding>,
    look: impl FnOnce(&mut Module),
) -> Option<Vec<u8>> {
    match compile_file(file, options, Output::Keep(findings), look)?.finish() {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            Output::Keep(findings).message(format!("{}:0:0: error: {error}", file.name()));
            None
        }
    }
}

fn compile_file(
    file: &ProgramFile,
    options: &OpenOptions<'_>,
    output: Output<'_>,
    look: impl FnOnce(&mut Module),
) -> Option<BefWriter> {
    match file {
        ProgramFile::Bef(_) | ProgramFile::BefBytes(_) => None,
        ProgramFile::Source { name, text } => compile_source(name, text, options, output, look),
        ProgramFile::Graph { name, bytes } => compile_graph(name, bytes, options, output, look),
        ProgramFile::Onnx { name, bytes } => {
            let import = |ctx: &_, diagnostics: &mut _| onnx::import(ctx, name, bytes.clone(), diagnostics);
            compile_imported(name, import, options, output, look)
        }
        ProgramFile::SavedModel(folder) => {
            let import = |ctx: &_, diagnostics: &mut _| {
                saved_models::import(ctx, folder, options.selection, diagnostics)
            };
            compile_imported(&folder.display().to_string(), import, options, output, look)
        }
    }
}

fn compile_source(
    name: &str,
    text: &[u8],
    options: &OpenOptions<'_>,
    mut output: Output<'_>,
    look: impl FnOnce(&mut Module),
) -> Option<BefWriter> {
    let source = match Input::of(name, text) {
        Ok(source) => source,
        Err(message) => {
            output.message(message);
            return None;
        }
    };
    let mut reporter = Reporter::to(output, vec![source.source(name)]);
    let pipeline = options.pipeline();
    let prepare = |module: &mut Module| {
        look(module);
        options.roots.keep(module);
    };
    compile::to_writer_prepared(name, source, prepare, &pipeline, &mut reporter)
}

fn compile_graph(
    name: &str,
    bytes: &Bytes,
    options: &OpenOptions<'_>,
    mut output: Output<'_>,
    look: impl FnOnce(&mut Module),
) -> Option<BefWriter> {
    let graph = match graphs::read(name, bytes.clone()) {
        Ok(graph) => graph,
        Err(message) => {
            output.message(message);
            return None;
        }
    };
    let GraphBoundary { inputs, outputs } = options.boundary;
    let (file, inputs, outputs) = (name.to_owned(), inputs.to_vec(), outputs.to_vec());
    let import = ImportOptions { file, inputs, outputs, ..ImportOptions::default() };
    compile_imported(
        name,
        |ctx, diagnostics| graphs::import(ctx, &graph, &import, diagnostics),
        options,
        output,
        look,
    )
}

fn compile_imported(
    name: &str,
    import: impl FnOnce(&Arc<Context>, &mut Diagnostics) -> Result<Module, Failed>,
    options: &OpenOptions<'_>,
    output: Output<'_>,
    look: impl FnOnce(&mut Module),
) -> Option<BefWriter> {
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let reading = output.during(&format!("reading {name}"));
    let module = import(&ctx, &mut diagnostics);
    drop(reading);
    let pipeline = options.pipeline();
    let compiling = output.during(&format!("compiling {name}"));
    let compiled = module.and_then(|mut module| {
        look(&mut module);
        options.roots.keep(&mut module);
        pipeline.compile_to_writer(&mut module, Default::default(), &mut diagnostics)
    });
    drop(compiling);
    Reporter::to(output, Vec::new()).report(&ctx, &diagnostics.take());
    Some(compiled.ok()?.0)
}

/// A compiled program with its ops on the devices that the user asks for. Nothing else of it changes.
fn place(file: &BefFile, placement: &Placement) -> Option<Vec<u8>> {
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let mut pipeline = Pipeline::new(PipelineOptions::at(OptLevel::O0), compile::passes());
    placement.join(&mut pipeline);
    let options = DecodeOptions { reference_names: true };
    let placed = decode(&ctx, file, "<compiled program>", options, &mut diagnostics)
        .and_then(|mut module| pipeline.compile(&mut module, Default::default(), &mut diagnostics));
    // Who compiled the program has its warnings. Remarks are about the placement.
    let printer = DiagnosticPrinter::new(&ctx, &[]);
    for found in diagnostics.iter().filter(|found| found.severity != Severity::Warning) {
        eprint!("{}", printer.render(found));
    }
    placed.ok()
}

/// The programs for which the default op handlers are registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefaultHandlers {
    /// Programs that register no op handler themselves.
    Unregistered,
    /// All programs, such as one of which a single function runs without the others.
    Always,
}

/// Gives a host the core runtime that a program needs: all ops, the devices of plugins, and op handlers.
pub fn install_core_runtime(
    host: &Host,
    program: &Program,
    placement: &Placement,
    handlers: DefaultHandlers,
) -> CoreRuntime {
    let runtime = core_runtime(host, placement);
    let registers = program.file().kernel_name_views().any(|kernel| kernel.name == REGISTER_KERNEL);
    if !registers || handlers == DefaultHandlers::Always {
        runtime.state().register_default_handlers();
    }
    runtime
}

/// Gives a host a core runtime with all ops and the devices of plugins, without op handlers.
pub fn core_runtime(host: &Host, placement: &Placement) -> CoreRuntime {
    let mut ops = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut ops);
    tfrt_kernels::test::register_ops(&mut ops);
    ops.set_region_backend(Arc::new(Plans::default()));
    let runtime = CoreRuntime::install(host, tfrt_plugin::with_plugins(ops));
    for error in tfrt_plugin::device::install_devices(&runtime, placement.options()) {
        messages::warn(&error);
    }
    placement.install_aliases(&runtime);
    runtime
}
