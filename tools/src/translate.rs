//! `tfrt-translate`: text to executable files, and such files to text; programs to TensorFlow's graphs, and back.

use std::path::Path;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, ValueEnum};
use tfrt_bef::{BefFile, WriteOptions};
use tfrt_compiler::decode::{DecodeOptions, decode_bytes};
use tfrt_compiler::picture::PictureFormat;
use tfrt_compiler::pipeline::{OptLevel, Pipeline};
use tfrt_driver::drawing;
use tfrt_driver::file_kind::FileKind;
use tfrt_driver::listing::list;
use tfrt_driver::program::{OpenError, OpenOptions, ProgramFile};
use tfrt_driver::roots::Roots;
use tfrt_driver::saved_models;
use tfrt_driver::{compile, files};
use tfrt_ir::Context;
use tfrt_ir::diagnostics::{Diagnostic, DiagnosticPrinter, Diagnostics};
use tfrt_ir::pass::{Display, Report};
use tfrt_ir::syntax::print_module;
use tfrt_ir::verify::verify_module;

use crate::artifacts::ArtifactFlags;
use crate::cli;
use crate::graphdef::{self, GraphFlags};
use crate::input_flags::InputFlags;
use crate::level::{Level, PrecisionFlag, TargetFlag};
use crate::plugins::PluginFlags;
use crate::print_flags::PrintFlags;
use crate::say::say;
use tfrt_driver::input::Input;

/// Shown after the options.
const EXAMPLES: &str = "\
Examples:
  tfrt-translate --mlir-to-bef program.mlir -o program.bef
                                          compile a program as it is written
  tfrt-translate --mlir-to-bef -O2 program.mlir -o program.bef
                                          optimise it first
  tfrt-translate --bef-to-mlir program.bef
                                          show a compiled program as text
  tfrt-translate --graphdef-to-mlir model.pb -o model.mlir
                                          a program from a graph that TensorFlow wrote
  tfrt-translate --graphdef-to-bef -O2 model.pb -o model.bef
                                          compile such a graph
  tfrt-translate model.pb -O2 -o model.bef
                                          the same: content and name say from what to what
  tfrt-translate model.pb -o model.html   draw its layers, by name scopes that open; or model.svg, all of them
  tfrt-translate --explain=fusion model.pb -O2 -o model.bef
                                          say why ops were fused, or not
  tfrt-translate --serialize --target=1.0.0 program.mlir -o program.mlirbc
                                          write a StableHLO program so that versions from 1.0.0 on read it
  tfrt-translate --deserialize program.mlirbc
                                          show such a file as text
  tfrt-translate --check program.bef      check a compiled file, its constants included";

/// Turns MLIR text into an executable BEF file or a TensorFlow graph, and either into text; draws programs and models.
///
/// Without an option that says from what to what, the content of FILE and the name of the output (.bef, .mlir, .pb, .pbtxt, and .svg, .html
/// or .dot for a picture) say it.
#[derive(Debug, Parser)]
#[command(name = "tfrt-translate", version = crate::version::text(), after_help = EXAMPLES)]
struct Options {
    /// What to translate; - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    input: String,

    /// Where the translation goes; - for standard output.
    #[arg(short = 'o', value_name = "FILE", default_value = "-")]
    output: String,

    /// Compile text, or MLIR bytecode, to an executable file.
    #[arg(long, group = "action")]
    mlir_to_bef: bool,

    /// Show an executable file as text.
    #[arg(long, group = "action")]
    bef_to_mlir: bool,

    /// Convert a program of ops to a TensorFlow graph, binary unless --pbtxt or the name of the output says text.
    #[arg(long, group = "action")]
    mlir_to_graphdef: bool,

    /// Convert a TensorFlow graph, binary or text, to a program.
    #[arg(long, group = "action")]
    graphdef_to_mlir: bool,

    /// Compile a TensorFlow graph, binary or text, to an executable file.
    #[arg(long, group = "action")]
    graphdef_to_bef: bool,

    /// Check an executable file, down to the checksums of its constants; prints what it is.
    #[arg(long, group = "action")]
    check: bool,

    /// List the functions that can be called, with the names, element types and sizes of what they take and give.
    #[arg(long, group = "action")]
    list: bool,

    /// How much to optimise what is compiled or drawn; 0 keeps everything as written.
    #[arg(short = 'O', value_name = "LEVEL", default_value = "0")]
    optimise: Level,

    #[command(flatten)]
    precision: PrecisionFlag,

    #[command(flatten)]
    target: TargetFlag,

    /// Leave out the sections that only serve people: types of registers, names and types of attributes.
    #[arg(long)]
    disable_optional_sections: bool,

    /// With --bef-to-mlir: keep the names of attributes that refer to functions also for `tfrt.cond`, `tfrt.while` and unknown
    /// operations, where existing tools say `callee`.
    #[arg(long)]
    keep_reference_names: bool,

    /// Verify the program after each step of compilation.
    #[arg(long)]
    verify_each: bool,

    /// Print how long each step of compilation took, on standard error.
    #[arg(long)]
    mlir_timing: bool,

    /// Say what the compiler does with each op, in remarks at the ops: with what it was fused or why it was not, and whether it runs in a
    /// region as a whole. Ops are fused at -O2.
    #[arg(long, value_name = "WHAT")]
    explain: Option<Explain>,

    #[command(flatten)]
    input_flags: InputFlags,

    #[command(flatten)]
    print: PrintFlags,

    #[command(flatten)]
    artifacts: ArtifactFlags,

    #[command(flatten)]
    graph: GraphFlags,

    #[command(flatten)]
    plugins: PluginFlags,
}

/// The options.
pub(crate) fn command() -> clap::Command {
    Options::command()
}

/// Translates what the command line says.
pub fn main() -> ExitCode {
    let options = match cli::parse(command()) {
        Ok(matches) => Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit()),
        Err(code) => return code,
    };
    match translate(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn translate(options: &Options) -> Result<bool, String> {
    let loaded = options.plugins.load();
    if options.plugins.list() || !loaded {
        return Ok(loaded);
    }
    if options.explain.is_some() && options.optimise.level() < OptLevel::O2 {
        eprintln!("warning: --explain=fusion: ops are fused at -O2 only");
    }
    if options.list {
        let input = ProgramFile::read(&options.input)?;
        let plugins = options.plugins.options();
        let (boundary, selection) = (options.graph.boundary(), options.graph.selection());
        return match list(&input, &plugins, boundary, selection) {
            Ok(lines) => files::write_output(&options.output, lines.as_bytes()).map(|()| true),
            Err(OpenError::Reported) => Ok(false),
            Err(OpenError::Load(error)) => {
                Err(format!("{}:0:0: error: {}", files::source_name(&options.input), error.message))
            }
        };
    }
    let Some(given) = options.action().or_else(|| Output::of(&options.output).map(Action::To)) else {
        return Err(unsaid(options));
    };
    if let Action::To(Output::Picture(format)) = given {
        return draw(options, format);
    }
    if let (Some(folder), Action::To(output)) = (saved_models::folder_of(&options.input), given) {
        return from_model(options, output, &folder);
    }
    let input = files::map_input(&options.input)?;
    let name = files::source_name(&options.input);
    let action = match given {
        Action::To(output) => Action::between(name, &input, output)?,
        given => given,
    };
    match action {
        Action::Check => check(name, &input),
        Action::BefToText => to_text(options, name, &input),
        Action::TextToGraph => graphdef::from_program(&options.graph, &options.output, name, &input),
        Action::GraphToText => {
            graphdef::to_program(&options.graph, &options.print, &options.output, name, &input)
        }
        Action::GraphToBef => {
            let (pipeline, write) = (options.pipeline(), options.write_options());
            let (graph, output, timing) = (&options.graph, &options.output, options.mlir_timing);
            graphdef::to_bef(graph, &pipeline, write, timing, output, name, input)
        }
        Action::OnnxToText => graphdef::onnx_to_program(&options.print, &options.output, name, &input),
        Action::OnnxToBef => {
            let (pipeline, write) = (options.pipeline(), options.write_options());
            graphdef::onnx_to_bef(&pipeline, write, options.mlir_timing, &options.output, name, input)
        }
        Action::Interpret => ArtifactFlags::interpret(&options.input_flags, name, &input),
        Action::Artifact => {
            let output = (&options.input_flags, &options.print, options.output.as_str());
            options.artifacts.translate(output, name, &input)
        }
        Action::TextToBef | Action::To(_) => to_bef(options, name, &input),
    }
}

/// The complaint that neither a flag nor the output's name says what to do.
fn unsaid(options: &Options) -> String {
    let input = std::fs::read(&options.input).ok();
    if let Some(complaint) = input.and_then(|input| FileKind::of(&input).complaint()) {
        return format!("{}:0:0: error: {complaint}", files::source_name(&options.input));
    }
    // Said twice, as by all translation tools of this family.
    let message = "Translation to perform option: must be specified at least once!";
    match options.output.as_str() {
        "-" => format!("{message}\n{message}"),
        output => format!(
            "{message}\n{message}\nthe name {output} does not say it either: those of outputs end in .bef, .mlir, .pb, .pbtxt, .svg, .html or .dot"
        ),
    }
}

/// A picture of any kind of file.
fn draw(options: &Options, format: PictureFormat) -> Result<bool, String> {
    let input = ProgramFile::read(&options.input)?;
    let open = OpenOptions {
        level: options.optimise.level(),
        precision: options.precision.precision(),
        packed_for: None,
        plugins: &options.plugins.options(),
        roots: Roots::default(),
        boundary: options.graph.boundary(),
        selection: options.graph.selection(),
    };
    drawn(drawing::draw(&input, &open, format), &options.input, &options.output)
}

/// Writes a picture, or says why there is none.
pub(crate) fn drawn(
    drawing: Result<Result<String, String>, OpenError>,
    input: &str,
    output: &str,
) -> Result<bool, String> {
    let complaint = |what: &str| format!("{}:0:0: error: {what}", files::source_name(input));
    match drawing {
        Ok(Ok(drawing)) => files::write_output(output, drawing.as_bytes()).map(|()| true),
        Ok(Err(nothing)) => Err(complaint(&nothing)),
        Err(OpenError::Reported) => Ok(false),
        Err(OpenError::Load(error)) => Err(complaint(&error.message)),
    }
}

/// A SavedModel in the form that the output has.
fn from_model(options: &Options, output: Output, folder: &Path) -> Result<bool, String> {
    match output {
        Output::Bef => graphdef::model_to_bef(
            &options.graph,
            &options.pipeline(),
            options.write_options(),
            options.mlir_timing,
            &options.output,
            folder,
        ),
        Output::Text => graphdef::model_to_program(&options.graph, &options.print, &options.output, folder),
        Output::Graph | Output::Picture(_) => {
            let step = "write it as a program (.mlir) first";
            Err(format!("{}: a SavedModel is not written as a graph; {step}", folder.display()))
        }
    }
}

/// The explanations of the compiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Explain {
    /// Fused ops and regions.
    Fusion,
}

/// A translation.
#[derive(Clone, Copy)]
enum Action {
    TextToBef,
    BefToText,
    TextToGraph,
    GraphToText,
    GraphToBef,
    OnnxToText,
    OnnxToBef,
    /// To a portable artifact of StableHLO, or from one.
    Artifact,
    /// To what a program does.
    Interpret,
    Check,
    /// From whatever the input is.
    To(Output),
}

/// A kind of output that its name tells.
#[derive(Clone, Copy)]
enum Output {
    Bef,
    Text,
    Graph,
    Picture(PictureFormat),
}

impl Output {
    fn of(name: &str) -> Option<Output> {
        match Path::new(name).extension()?.to_str()? {
            "bef" => Some(Output::Bef),
            "mlir" => Some(Output::Text),
            "pb" | "pbtxt" => Some(Output::Graph),
            _ => PictureFormat::of_file(name).map(Output::Picture),
        }
    }
}

impl Action {
    /// The translation of this input to a kind of output.
    fn between(name: &str, input: &[u8], output: Output) -> Result<Action, String> {
        let kind = FileKind::of(input);
        let complaint = |what: &str| Err(format!("{name}:0:0: error: {what}"));
        match (kind, output) {
            (FileKind::Graph, Output::Bef) => Ok(Action::GraphToBef),
            (FileKind::Graph, Output::Text) => Ok(Action::GraphToText),
            (FileKind::Bef, Output::Text) => Ok(Action::BefToText),
            (FileKind::Onnx, Output::Bef) => Ok(Action::OnnxToBef),
            (FileKind::Onnx, Output::Text) => Ok(Action::OnnxToText),
            (FileKind::Onnx, Output::Graph) => {
                complaint("an ONNX model is not written as a graph; write it as a program (.mlir) first")
            }
            (FileKind::Text | FileKind::Bytecode, Output::Bef) => Ok(Action::TextToBef),
            (FileKind::Text | FileKind::Bytecode, Output::Graph) => Ok(Action::TextToGraph),
            (FileKind::Text | FileKind::Bytecode, Output::Text) => {
                complaint("this is a program as text or bytecode; tfrt-opt prints it as text")
            }
            (FileKind::Bef, _) => {
                complaint("this is a compiled file; it becomes text only, in a file whose name ends in .mlir")
            }
            (FileKind::Graph, Output::Graph) => complaint("this is a graph already"),
            (FileKind::Unknown, _) => complaint("this is no program"),
            _ => complaint(&kind.complaint().unwrap_or_default()),
        }
    }
}

impl Options {
    /// The translation that a flag names.
    fn action(&self) -> Option<Action> {
        let actions = [
            (self.mlir_to_bef, Action::TextToBef),
            (self.bef_to_mlir, Action::BefToText),
            (self.mlir_to_graphdef, Action::TextToGraph),
            (self.graphdef_to_mlir, Action::GraphToText),
            (self.graphdef_to_bef, Action::GraphToBef),
            (self.artifacts.serialize || self.artifacts.deserialize, Action::Artifact),
            (self.artifacts.interpret, Action::Interpret),
            (self.check, Action::Check),
        ];
        actions.into_iter().find(|(is_given, _)| *is_given).map(|(_, action)| action)
    }

    fn pipeline(&self) -> Pipeline {
        let mut pipeline =
            compile::pipeline(self.optimise.level(), self.precision.precision(), &self.plugins.options());
        pipeline.options_mut().verify_each = self.verify_each;
        pipeline.options_mut().packed_for = self.target.target();
        if self.explain == Some(Explain::Fusion) {
            pipeline.explain_fusion();
        }
        pipeline
    }

    fn write_options(&self) -> WriteOptions {
        WriteOptions { optional_sections: !self.disable_optional_sections, ..Default::default() }
    }
}

/// Compiles each part of a text. Outputs of several parts are separated by a newline, or the marker for it.
fn to_bef(options: &Options, name: &str, input: &[u8]) -> Result<bool, String> {
    let input = Input::of(name, input)?;
    let write = options.write_options();
    let pipeline = options.pipeline();
    let mut report = Report::default();
    let separator = options.input_flags.output_separator("");
    let mut parts = Vec::new();
    let mut all_good = true;
    let flags = &options.input_flags;
    for chunk in input.chunks(name, flags.split_marker()) {
        let name = match flags.splits() {
            true => format!("within split at {name}:{} offset ", chunk.first_line),
            false => name.to_owned(),
        };
        let part = match input {
            Input::Text(text) => Input::Text(&text[chunk.range]),
            Input::Bytecode(_) => input,
        };
        let source = part.source(&name);
        let mut reporter = flags.reporter(source);
        let compiled = compile::to_writer(&name, part, &pipeline, write, &mut reporter);
        all_good &= reporter.finish(compiled.is_some());
        let compiled = compiled.map(|(writer, times)| {
            report.add(times);
            writer
        });
        parts.push(compiled.filter(|_| !flags.verifies()));
    }
    if all_good || flags.splits() {
        files::write_output_with(&options.output, |out| {
            for (i, part) in parts.iter().enumerate() {
                if i > 0 {
                    out.write_all(separator.as_bytes())?;
                }
                if let Some(part) = part {
                    part.write_to(out)?;
                }
            }
            Ok(())
        })?;
    }
    if options.mlir_timing {
        eprint!("{}", report.timing_table(Display::Tree));
    }
    Ok(all_good)
}

fn to_text(options: &Options, name: &str, input: &[u8]) -> Result<bool, String> {
    let ctx = compile::context();
    let mut diagnostics = Diagnostics::new();
    let decode = DecodeOptions { reference_names: options.keep_reference_names };
    let module = decode_bytes(&ctx, input, name, decode, &mut diagnostics);
    eprint!("{}", DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics));
    let Ok(module) = module else { return Ok(false) };
    // What a file does not hold (names, types) is missed only here.
    let print = options.print.options();
    let mut diagnostics = Diagnostics::new().with_op_locations(print.debug_info);
    if verify_module(&module, &mut diagnostics).is_err() {
        for diagnostic in &diagnostics {
            eprint!("{}", without_position(&ctx, diagnostic));
        }
        return Ok(false);
    }
    let mut text = print_module(&module, &print);
    text.push('\n');
    files::write_output(&options.output, text.as_bytes())?;
    Ok(true)
}

/// A diagnostic about a decoded operation: its position is one in a source that need not be there any more, so only the file is
/// named, and the note that shows the operation tells where it was.
fn without_position(ctx: &Context, diagnostic: &Diagnostic) -> String {
    let file = |loc| ctx.file_position(loc).map_or("<unknown>", |(file, _, _)| ctx.str(file));
    let mut text =
        format!("{}: {}: {}\n", file(diagnostic.loc), diagnostic.severity.name(), diagnostic.message);
    for note in &diagnostic.notes {
        let place = match ctx.file_position(note.loc) {
            Some((file, line, column)) => format!("{}:{line}:{column}", ctx.str(file)),
            None => "<unknown>".to_owned(),
        };
        text += &format!("{place}: {}: {}\n", note.severity.name(), note.message);
    }
    text
}

/// Checks everything that can be checked without the kernels.
fn check(name: &str, input: &[u8]) -> Result<bool, String> {
    let complaint = |error| format!("{name}:0:0: error: {error}");
    let file = BefFile::from_bytes(input).map_err(complaint)?;
    file.check().map_err(complaint)?;
    let (major, minor) = file.version();
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    say!(
        "{name}: BEF {major}.{minor}, {}, {}, {}: no errors",
        count(file.len(), "byte"),
        count(file.functions().filter(|f| !f.is_region()).count(), "function"),
        count(file.kernel_records().len(), "kernel"),
    );
    Ok(true)
}
