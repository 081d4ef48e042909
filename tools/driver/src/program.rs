//! Opening the program: a compiled file, mapped; or text, compiled in memory.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use tfrt_bef::BefFile;
use tfrt_compiler::decode::{DecodeOptions, decode};
use tfrt_compiler::pipeline::{OptLevel, Pipeline, PipelineOptions};
use tfrt_executor::core_runtime::{CoreRuntime, OpRegistry};
use tfrt_executor::kernel::{KernelRegistry, LibraryError, load_kernels};
use tfrt_executor::program::{LoadError, Program};
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};

use super::{Driver, roots};
use crate::compile::{self, Reporter};
use crate::files::BEF_MAGIC;
use crate::{files, input as compile_input, upstream};

/// The kernel by which programs register op handlers of their own.
const REGISTER_KERNEL: &str = "corert.register_op_handler";

/// All kernels of this project, and those of these libraries.
pub(super) fn kernels(libraries: &[PathBuf]) -> Result<KernelRegistry, LibraryError> {
    let mut kernels = KernelRegistry::new();
    tfrt_kernels::register_all(&mut kernels);
    for library in libraries {
        // The system looks a plain name up in its own folders only.
        match library.is_file() && library.components().count() == 1 {
            true => load_kernels(&mut kernels, Path::new(".").join(library))?,
            false => load_kernels(&mut kernels, library)?,
        }
    }
    Ok(kernels)
}

/// What the command line names: a compiled file, or a program to compile.
pub(super) enum Input {
    /// A file that starts like a compiled one, or has the name of one: it is mapped.
    BefFile(String),
    /// A compiled program that came through a pipe.
    BefBytes(Vec<u8>),
    /// MLIR text or bytecode, and its name in locations.
    Source { name: String, text: Vec<u8> },
}

/// Why there is no program.
pub(super) enum OpenError {
    /// Everything has been printed.
    Reported,
    /// The file does not load.
    Load(LoadError),
}

impl Input {
    /// Finds out what an input is. The message of an error is complete.
    pub(super) fn read(name: &str) -> Result<Input, String> {
        if name == "-" {
            let bytes = files::read_input(name)?;
            return Ok(match is_source(&bytes) {
                true => Input::Source { name: files::STDIN_NAME.to_owned(), text: bytes },
                false => Input::BefBytes(bytes),
            });
        }
        let cannot_open = |e| format!("cannot open input file '{name}': {}", files::os_message(&e));
        let mut file = File::open(name).map_err(cannot_open)?;
        let mut start = Vec::new();
        file.by_ref().take(BEF_MAGIC.len() as u64).read_to_end(&mut start).map_err(cannot_open)?;
        if start == BEF_MAGIC || name.ends_with(".bef") {
            return Ok(Input::BefFile(name.to_owned()));
        }
        let mut text = start;
        file.read_to_end(&mut text).map_err(cannot_open)?;
        Ok(match name.ends_with(".mlir") || is_source(&text) {
            true => Input::Source { name: name.to_owned(), text },
            false => Input::BefBytes(text),
        })
    }
}

/// Whether bytes that do not start like a compiled file can be a program to compile at all.
fn is_source(bytes: &[u8]) -> bool {
    upstream::is_bytecode(bytes) || !bytes.starts_with(&BEF_MAGIC) && !bytes.is_empty() && !bytes.contains(&0)
}

impl Driver<'_> {
    /// Opens the program.
    pub(super) fn open(&mut self, input: Input) -> Result<Program, OpenError> {
        let is_compiled = !matches!(input, Input::Source { .. });
        let file = match input {
            Input::BefFile(name) => BefFile::open(name),
            Input::BefBytes(bytes) => BefFile::from_bytes(&bytes),
            Input::Source { name, text } => {
                let bytes = self.compile(&name, &text).ok_or(OpenError::Reported)?;
                if name == files::STDIN_NAME {
                    self.diagnostics.set_standard_input(text);
                }
                BefFile::from_bytes(&bytes)
            }
        };
        let mut file = file.map_err(|error| OpenError::Load(error.into()))?;
        if is_compiled && self.options.plugins.devices.moves_programs() {
            let bytes = self.place(&file).ok_or(OpenError::Reported)?;
            file = BefFile::from_bytes(&bytes).map_err(|error| OpenError::Load(error.into()))?;
        }
        let program = Program::from_file(file, &self.kernels).map_err(OpenError::Load)?;
        self.provide_handlers(&program);
        Ok(program)
    }

    fn compile(&self, name: &str, text: &[u8]) -> Option<Vec<u8>> {
        let source = match compile_input::Input::of(name, text) {
            Ok(source) => source,
            Err(message) => {
                eprintln!("{message}");
                return None;
            }
        };
        let mut reporter = Reporter::printing(source.source(name));
        let pipeline = compile::pipeline(self.options.optimise.level(), &self.options.plugins);
        let keep = |module: &mut _| roots::keep(module, self.options);
        compile::to_bef_prepared(name, source, keep, &pipeline, &mut reporter)
    }

    /// A compiled program with its ops on the devices that the command line asks for. Nothing else of it changes.
    fn place(&self, file: &BefFile) -> Option<Vec<u8>> {
        let ctx = compile::context();
        let mut diagnostics = Diagnostics::new();
        let mut pipeline = Pipeline::new(PipelineOptions::at(OptLevel::O0), compile::passes());
        self.options.plugins.devices.join(&mut pipeline);
        let placed = decode(&ctx, file, "<compiled program>", DecodeOptions::default(), &mut diagnostics)
            .and_then(|mut module| pipeline.compile(&mut module, Default::default(), &mut diagnostics));
        eprint!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics));
        placed.ok()
    }

    /// Gives the host a core runtime. A program that registers no op handler finds one named `cpu`; so does a function that is
    /// run by itself.
    fn provide_handlers(&self, program: &Program) {
        let mut ops = OpRegistry::new();
        tfrt_kernels::ops::register_ops(&mut ops);
        let runtime = CoreRuntime::install(&self.host, tfrt_plugin::with_plugins(ops));
        for error in tfrt_plugin::device::install_devices(&runtime, self.options.plugins.devices.options()) {
            eprintln!("{}: warning: {error}", crate::cli::program_name());
        }
        self.options.plugins.devices.install_aliases(&runtime);
        let registers = program.file().kernel_name_views().any(|kernel| kernel.name == REGISTER_KERNEL);
        let is_alone = self.options.is_single_run() && self.options.init_function.is_none();
        if !registers || is_alone {
            runtime.state().register_default_handlers();
        }
    }
}
