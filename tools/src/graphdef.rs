//! The part of `tfrt-translate` that converts programs to TensorFlow's graphs and back, and models of other systems to programs.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use clap::Args;
use prost::Message as _;
use tfrt_bef::WriteOptions;
use tfrt_compiler::pipeline::Pipeline;
use tfrt_driver::compile::{self, Reporter};
use tfrt_driver::files;
use tfrt_driver::graphs::{import, read};
use tfrt_driver::input::Input;
use tfrt_driver::onnx;
use tfrt_driver::program::GraphBoundary;
use tfrt_driver::progress;
use tfrt_driver::saved_models::{self, Selection, Signature};
use tfrt_graphdef::{Boundary, ExportOptions, ImportOptions, TextFormat as _, module_to_graph};
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, Failed};
use tfrt_ir::pass::Display;
use tfrt_ir::syntax::print_module;
use tfrt_ir::{Context, Module};

use crate::print_flags::PrintFlags;

/// How graphs are read and written.
#[derive(Debug, Args)]
#[command(next_help_heading = "Graphs")]
pub(crate) struct GraphFlags {
    /// With --mlir-to-graphdef: the function whose operations become the graph's nodes; without, main or the first public one.
    #[arg(long, value_name = "NAME")]
    graph_function: Option<String>,

    /// With --mlir-to-graphdef: arguments and results as _Arg and _Retval nodes, as in the graph of a function.
    #[arg(long)]
    graph_args: bool,

    /// With --mlir-to-graphdef: write text, as for a file that ends in .pbtxt.
    #[arg(long)]
    pbtxt: bool,

    #[command(flatten)]
    boundary: BoundaryFlags,
}

/// Where a graph that becomes a program begins and ends.
#[derive(Debug, Args)]
#[command(next_help_heading = "Graphs")]
pub(crate) struct BoundaryFlags {
    /// Of a graph: the nodes that are the arguments, in order; without, its placeholders.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', hide_default_value = true)]
    graph_inputs: Vec<String>,

    /// Of a graph: the tensors to compute (name or name:1), in order; without, those that no node takes.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', hide_default_value = true)]
    graph_outputs: Vec<String>,

    /// Of a SavedModel: the signature to import. Without, tfrt-run takes that of --function or the default one, tfrt-translate all.
    #[arg(long, value_name = "NAME")]
    pub(crate) signature: Option<String>,

    /// Of a SavedModel: the tag of the graph to import; without, serve.
    #[arg(long, value_name = "NAME")]
    tag: Option<String>,
}

impl BoundaryFlags {
    /// The nodes and tensors that the flags name.
    pub(crate) fn boundary(&self) -> GraphBoundary<'_> {
        GraphBoundary { inputs: &self.graph_inputs, outputs: &self.graph_outputs }
    }

    /// The part of a SavedModel that the flags name; `otherwise` is imported if they name no signature.
    pub(crate) fn selection<'a>(&'a self, otherwise: Signature<'a>) -> Selection<'a> {
        let signature = self.signature.as_deref().map_or(otherwise, Signature::Named);
        Selection { tag: self.tag.as_deref(), signature }
    }
}

impl GraphFlags {
    /// Where the graph begins and ends.
    pub(crate) fn boundary(&self) -> GraphBoundary<'_> {
        self.boundary.boundary()
    }

    /// All signatures of a saved model, unless the flags name one.
    pub(crate) fn selection(&self) -> Selection<'_> {
        self.boundary.selection(Signature::All)
    }

    /// The options for importing the graph of this file.
    fn import_options(&self, name: &str) -> ImportOptions {
        ImportOptions {
            file: name.to_owned(),
            inputs: self.boundary.graph_inputs.clone(),
            outputs: self.boundary.graph_outputs.clone(),
            ..ImportOptions::default()
        }
    }
}

/// A program as a graph.
pub(crate) fn from_program(
    flags: &GraphFlags,
    output: &str,
    name: &str,
    input: &[u8],
) -> Result<bool, String> {
    let input = Input::of(name, input)?;
    let ctx = compile::context();
    let mut reporter = Reporter::printing(input.source(name));
    let mut diagnostics = reporter.diagnostics();
    let boundary = if flags.graph_args { Boundary::Arguments } else { Boundary::Placeholders };
    let options = ExportOptions { main: flags.graph_function.clone(), boundary, debug_info: true };
    let graph = input
        .parse(&ctx, name, 0..input.text().len(), &mut diagnostics)
        .and_then(|module| module_to_graph(&module, &options, &mut diagnostics).ok());
    reporter.report(&ctx, &diagnostics.take());
    let Some(graph) = graph else { return Ok(false) };
    let as_text = flags.pbtxt || Path::new(output).extension().is_some_and(|extension| extension == "pbtxt");
    let bytes = match as_text {
        true => graph.to_text().map_err(|error| error.to_string())?.into_bytes(),
        false => graph.encode_to_vec(),
    };
    files::write_output(output, &bytes)?;
    Ok(true)
}

/// A SavedModel as the text of a program.
pub(crate) fn model_to_program(
    flags: &GraphFlags,
    print: &PrintFlags,
    output: &str,
    folder: &Path,
) -> Result<bool, String> {
    let selection = flags.boundary.selection(Signature::All);
    write_text(print, output, |ctx, diagnostics| saved_models::import(ctx, folder, selection, diagnostics))
}

/// A SavedModel as an executable file.
pub(crate) fn model_to_bef(
    flags: &GraphFlags,
    pipeline: &Pipeline,
    write: WriteOptions,
    timing: bool,
    output: &str,
    folder: &Path,
) -> Result<bool, String> {
    let selection = flags.boundary.selection(Signature::All);
    let import = |ctx: &_, diagnostics: &mut _| saved_models::import(ctx, folder, selection, diagnostics);
    write_bef(pipeline, write, timing, output, &folder.display().to_string(), import)
}

/// An ONNX model as the text of a program.
pub(crate) fn onnx_to_program(
    print: &PrintFlags,
    output: &str,
    name: &str,
    input: &[u8],
) -> Result<bool, String> {
    write_text(print, output, |ctx, diagnostics| onnx::import(ctx, name, input, diagnostics))
}

/// An ONNX model as an executable file.
pub(crate) fn onnx_to_bef(
    pipeline: &Pipeline,
    write: WriteOptions,
    timing: bool,
    output: &str,
    name: &str,
    input: Bytes,
) -> Result<bool, String> {
    write_bef(pipeline, write, timing, output, name, move |ctx, diagnostics| {
        onnx::import(ctx, name, input, diagnostics)
    })
}

/// A graph as the text of a program.
pub(crate) fn to_program(
    flags: &GraphFlags,
    print: &PrintFlags,
    output: &str,
    name: &str,
    input: &[u8],
) -> Result<bool, String> {
    let graph = read(name, input)?;
    write_text(print, output, |ctx, diagnostics| {
        import(ctx, &graph, &flags.import_options(name), diagnostics)
    })
}

fn write_text(
    print: &PrintFlags,
    output: &str,
    import: impl FnOnce(&Arc<Context>, &mut Diagnostics) -> Result<Module, Failed>,
) -> Result<bool, String> {
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let module = import(&ctx, &mut diagnostics);
    eprint!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics));
    let Ok(module) = module else { return Ok(false) };
    files::write_output(output, print_module(&module, &print.options()).as_bytes())?;
    Ok(true)
}

/// A graph as an executable file, without the text between them: constants stay bytes.
pub(crate) fn to_bef(
    flags: &GraphFlags,
    pipeline: &Pipeline,
    write: WriteOptions,
    timing: bool,
    output: &str,
    name: &str,
    input: Bytes,
) -> Result<bool, String> {
    let graph = read(name, input)?;
    let options = flags.import_options(name);
    write_bef(pipeline, write, timing, output, name, move |ctx, diagnostics| {
        import(ctx, &graph, &options, diagnostics)
    })
}

fn write_bef(
    pipeline: &Pipeline,
    write: WriteOptions,
    timing: bool,
    output: &str,
    name: &str,
    import: impl FnOnce(&Arc<Context>, &mut Diagnostics) -> Result<Module, Failed>,
) -> Result<bool, String> {
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let reading = progress::during(&format!("reading {name}"));
    let module = import(&ctx, &mut diagnostics);
    drop(reading);
    let compiling = progress::during(&format!("compiling {name}"));
    let compiled =
        module.and_then(|mut module| pipeline.compile_to_writer(&mut module, write, &mut diagnostics));
    drop(compiling);
    eprint!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics));
    let Ok((compiled, report)) = compiled else { return Ok(false) };
    let writing = progress::during(&format!("writing {output}"));
    files::write_output_with(output, |out| compiled.write_to(out))?;
    drop(writing);
    if timing {
        eprint!("{}", report.timing_table(Display::Tree));
    }
    Ok(true)
}
