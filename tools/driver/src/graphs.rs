//! `tfrt-translate` between programs and TensorFlow's graphs.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use prost::Message as _;
use tfrt_bef::WriteOptions;
use tfrt_compiler::pipeline::Pipeline;
use tfrt_dialects::op_name;
use tfrt_executor::core_runtime::OpRegistry;
use tfrt_graphdef::proto::tensorflow::GraphDef;
use tfrt_graphdef::{
    Boundary, ExportOptions, ImportOptions, TextFormat as _, graph_to_module, module_to_graph,
};
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, Failed};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::syntax::print_module;
use tfrt_ir::verify::verify_module;
use tfrt_ir::{Context, LocKind, Module};

use crate::compile::{self, Reporter};
use crate::files;
use crate::input::Input;
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

    /// With --graphdef-to-mlir or -bef: the nodes that are the arguments, in order; without, the placeholders of the graph.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    graph_inputs: Vec<String>,

    /// With --graphdef-to-mlir or -bef: the tensors to compute (name or name:1), in order; without, those that no node takes.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    graph_outputs: Vec<String>,
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

/// A graph as the text of a program.
pub(crate) fn to_program(
    flags: &GraphFlags,
    print: &PrintFlags,
    output: &str,
    name: &str,
    input: &[u8],
) -> Result<bool, String> {
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let module = import(&ctx, flags, name, read(name, input)?, &mut diagnostics);
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
    output: &str,
    name: &str,
    input: Vec<u8>,
) -> Result<bool, String> {
    let graph = read(name, &input)?;
    drop(input);
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let compiled = import(&ctx, flags, name, graph, &mut diagnostics)
        .and_then(|mut module| pipeline.compile_to_writer(&mut module, write, &mut diagnostics));
    eprint!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics));
    let Ok(compiled) = compiled else { return Ok(false) };
    files::write_output_with(output, |out| compiled.write_to(out))?;
    Ok(true)
}

/// The program that a graph means, verified.
fn import(
    ctx: &Arc<Context>,
    flags: &GraphFlags,
    name: &str,
    graph: GraphDef,
    diagnostics: &mut Diagnostics,
) -> Result<Module, Failed> {
    let options = ImportOptions {
        file: name.to_owned(),
        inputs: flags.graph_inputs.clone(),
        outputs: flags.graph_outputs.clone(),
    };
    let module = graph_to_module(ctx, &graph, &options, diagnostics)?;
    verify_module(&module, diagnostics)?;
    warn_of_missing_ops(&module, diagnostics);
    Ok(module)
}

/// Names the ops that neither this runtime nor a loaded plugin computes, each once, with a node that has it.
fn warn_of_missing_ops(module: &Module, diagnostics: &mut Diagnostics) {
    let mut known = OpRegistry::new();
    tfrt_kernels::ops::register_ops(&mut known);
    let of_plugins = tfrt_plugin::kernel::ops_with_kernels();
    let (ctx, body) = (module.ctx(), module.top_body());
    let mut said = BTreeSet::new();
    let mut pending: Vec<OpRef<'_>> = match body.root_block() {
        Some(block) => body.ops(block).map(|op| OpRef { ctx, body, op }).collect(),
        None => Vec::new(),
    };
    pending.reverse();
    while let Some(op) = pending.pop() {
        let inner: Vec<OpRef<'_>> = op.regions().flat_map(|region| region.entry_ops(ctx)).collect();
        pending.extend(inner.into_iter().rev());
        let Some(name) = op_name(op).filter(|name| known.get(name).is_none()) else { continue };
        let plain = name.strip_prefix("tf.").unwrap_or(name);
        if of_plugins.iter().any(|of_plugin| of_plugin == plain) || !said.insert(name) {
            continue;
        }
        let node = match ctx.loc_kind(op.loc()) {
            LocKind::Name { name, .. } => format!("node '{}': ", ctx.str(name)),
            _ => String::new(),
        };
        diagnostics.warning(
            op.loc(),
            format!("{node}nothing here computes the op '{plain}'; the program fails there unless a plugin that has it is loaded"),
        );
    }
}

/// A graph in either of its forms. What starts like the text form is taken for it.
fn read(name: &str, input: &[u8]) -> Result<GraphDef, String> {
    let complaint = |error: &dyn std::fmt::Display| format!("{name}:0:0: error: {error}");
    let is_text = std::str::from_utf8(input).ok().filter(|text| {
        let start = text.trim_start();
        ["node", "library", "version", "debug_info", "#"].iter().any(|word| start.starts_with(word))
    });
    match is_text {
        Some(text) => GraphDef::from_text(text).map_err(|error| complaint(&error)),
        None => match other_kind(input) {
            Some(kind) => Err(complaint(&format_args!(
                "this is {kind}, not a GraphDef; {}",
                "freeze the model with TensorFlow, by convert_variables_to_constants_v2 on a concrete function of it, \
                 and write graph.as_graph_def()"
            ))),
            None => GraphDef::decode(input).map_err(|error| complaint(&format_args!("no graph: {error}"))),
        },
    }
}

/// What a file is that holds a model, but no graph, told by its first bytes. A graph's first field has a length.
fn other_kind(input: &[u8]) -> Option<&'static str> {
    match input {
        [_, _, _, _, b'T', b'F', b'L', ..] => Some("a TensorFlow Lite model"),
        [b'\x89', b'H', b'D', b'F', ..] => Some("an HDF5 file, as Keras writes weights and models"),
        [b'P', b'K', 3, 4, ..] => Some("a ZIP archive, as Keras writes models"),
        [0x08, 1, 0x12, ..] => Some("a SavedModel, whose variables are in other files"),
        [0x08, 2..=u8::MAX, 0x12 | 0x1a | 0x3a, ..] => Some("an ONNX model"),
        _ => None,
    }
}
