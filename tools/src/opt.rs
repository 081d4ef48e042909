//! `tfrt-opt`: reads programs, runs passes over them in the order of the command line, prints them.
//!
//! The flags of the passes, and their help, come from the table of passes.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Args as _, Command, FromArgMatches as _};
use tfrt_ir::diagnostics::SourceFile;
use tfrt_ir::pass::{Anchor, PassRegistry, PipelineElement, PipelineSpec, Print, RunOptions};
use tfrt_ir::syntax::print_module;

use crate::compile::{self, Reporter};
use crate::plugins::PluginFlags;
use crate::print_flags::PrintFlags;
use crate::split::chunks;
use crate::{cli, files};

/// Shown after the options.
const EXAMPLES: &str = "\
Examples:
  tfrt-opt program.mlir                   verify a program and print it
  tfrt-opt -inline -canonicalize -cse program.mlir
                                          run passes in this order
  tfrt-opt --pass-pipeline='builtin.module(func.func(cse,canonicalize),inline)' program.mlir
                                          the same with nesting
  tfrt-opt -canonicalize --mlir-print-ir-after-change program.mlir
                                          show what each pass changes
  tfrt-opt -split-input-file -verify-diagnostics tests.mlir
                                          check programs against their expected-error annotations";

/// What passes on the command line run on.
const MODULE: &str = "builtin.module";

/// What separates the printed programs of a split input.
const SEPARATOR: &str = "// -----\n";

/// Flags that are no passes.
#[derive(Debug, clap::Args)]
struct Options {
    /// The program; - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    input: String,

    /// Where the program goes; - for standard output.
    #[arg(short = 'o', value_name = "FILE", default_value = "-")]
    output: String,

    /// Passes as text, with nesting and options; instead of pass flags.
    #[arg(long, value_name = "PIPELINE")]
    pass_pipeline: Option<String>,

    /// List the passes and pipelines, and do nothing else.
    #[arg(long)]
    list_passes: bool,

    /// Print the pipeline that is run, on standard error.
    #[arg(long)]
    dump_pass_pipeline: bool,

    /// Split the input at lines that start with // ----- and treat each part by itself.
    #[arg(long)]
    split_input_file: bool,

    /// Check diagnostics against the expected-error annotations of the input.
    #[arg(long)]
    verify_diagnostics: bool,

    /// Accept operations of dialects that are not known, in generic form.
    #[arg(long)]
    allow_unregistered_dialect: bool,

    /// Verify the program after each pass.
    #[arg(long, value_name = "BOOL", default_value_t = true, default_missing_value = "true", num_args = 0..=1,
        require_equals = true, action = ArgAction::Set)]
    verify_each: bool,

    /// Run passes on one thread.
    #[arg(long)]
    mlir_disable_threading: bool,

    /// Print how long each pass took, on standard error.
    #[arg(long)]
    mlir_timing: bool,

    /// Print what each pass counted, on standard error.
    #[arg(long)]
    mlir_pass_statistics: bool,

    /// Print the program before these passes, on standard error.
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    mlir_print_ir_before: Vec<String>,

    /// Print the program before each pass, on standard error.
    #[arg(long)]
    mlir_print_ir_before_all: bool,

    /// Print the program after these passes, on standard error.
    #[arg(long, value_name = "PASSES", value_delimiter = ',')]
    mlir_print_ir_after: Vec<String>,

    /// Print the program after each pass, on standard error.
    #[arg(long)]
    mlir_print_ir_after_all: bool,

    /// Of the programs printed after passes, print only those that changed.
    #[arg(long)]
    mlir_print_ir_after_change: bool,

    /// Print the program after a pass that failed, on standard error.
    #[arg(long)]
    mlir_print_ir_after_failure: bool,

    #[command(flatten)]
    print: PrintFlags,

    #[command(flatten)]
    plugins: PluginFlags,
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let passes = compile::passes();
    let matches = match cli::parse(command(&passes)) {
        Ok(matches) => matches,
        Err(code) => return code,
    };
    let options = Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(&options, &passes, &matches) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// The options, and a flag for each pass and pipeline.
fn command(passes: &PassRegistry) -> Command {
    let command = Command::new("tfrt-opt").version(env!("CARGO_PKG_VERSION")).after_help(EXAMPLES);
    let command = Options::augment_args(command)
        .about("Reads programs, verifies them, runs passes over them in the order given, and prints them");
    let names = passes.passes().iter().map(|pass| (pass.name, pass.summary));
    let pipelines = passes.pipelines().iter().map(|(name, summary, _)| (*name, *summary));
    names.chain(pipelines).fold(command, |command, (name, summary)| {
        command.arg(
            Arg::new(name)
                .long(name)
                .help(summary)
                .help_heading("Passes, run in the order given")
                .value_name("OPTIONS")
                .num_args(0..=1)
                .require_equals(true)
                .default_missing_value("")
                .action(ArgAction::Append)
                .conflicts_with("pass_pipeline"),
        )
    })
}

/// The passes of the command line as a pipeline on modules.
fn pipeline(options: &Options, passes: &PassRegistry, matches: &ArgMatches) -> Result<PipelineSpec, String> {
    if let Some(text) = &options.pass_pipeline {
        return PipelineSpec::parse(text).map_err(|error| error.render(text).trim_end().to_owned());
    }
    let names = passes.passes().iter().map(|pass| pass.name);
    let names = names.chain(passes.pipelines().iter().map(|(name, ..)| *name));
    let mut given: Vec<(usize, String)> = Vec::new();
    for name in names {
        let indices = matches.indices_of(name).into_iter().flatten();
        let values = matches.get_many::<String>(name).into_iter().flatten();
        for (index, value) in indices.zip(values) {
            let text = if value.is_empty() { name.to_owned() } else { format!("{name}{{{value}}}") };
            given.push((index, text));
        }
    }
    given.sort();
    let mut elements: Vec<PipelineElement> = Vec::new();
    for (_, text) in given {
        let spec = PipelineSpec::parse(&text).map_err(|error| error.render(&text).trim_end().to_owned())?;
        elements.extend(spec.elements);
    }
    Ok(PipelineSpec { anchor: MODULE.to_owned(), elements: nest(elements, passes), offset: 0 })
}

/// Puts passes that run only on operations of one kind into pipelines on these.
fn nest(elements: Vec<PipelineElement>, passes: &PassRegistry) -> Vec<PipelineElement> {
    let mut nested: Vec<PipelineElement> = Vec::new();
    for element in elements {
        let anchor = match &element {
            PipelineElement::Pass(pass) => passes.pass(&pass.name).map(|info| info.anchor),
            PipelineElement::Nested(_) => None,
        };
        match (anchor, nested.last_mut()) {
            (Some(Anchor::Only(name)), Some(PipelineElement::Nested(last))) if last.anchor == name => {
                last.elements.push(element);
            }
            (Some(Anchor::Only(name)), _) if name != MODULE => {
                let anchor = name.to_owned();
                nested.push(PipelineElement::Nested(PipelineSpec {
                    anchor,
                    elements: vec![element],
                    offset: 0,
                }));
            }
            _ => nested.push(element),
        }
    }
    nested
}

fn run(options: &Options, passes: &PassRegistry, matches: &ArgMatches) -> Result<bool, String> {
    let loaded = options.plugins.load();
    if options.plugins.list() || !loaded {
        return Ok(loaded);
    }
    if options.list_passes {
        print!("{}", list(passes));
        return Ok(true);
    }
    let spec = pipeline(options, passes, matches)?;
    let text = spec.to_string();
    let manager = passes.build(&spec).map_err(|error| {
        let text = options.pass_pipeline.as_ref().unwrap_or(&text);
        error.render(text).trim_end().to_owned()
    })?;
    if options.dump_pass_pipeline {
        eprintln!("Pass Manager with {} passes:\n{spec}\n", spec.elements.len());
    }
    let input = files::read_input(&options.input)?;
    let name = files::source_name(&options.input);
    let text = files::as_text(name, &input)?;
    let source = SourceFile { name, text: text.as_bytes() };
    let mut reporter = match options.verify_diagnostics {
        true => Reporter::verifying(source),
        false => Reporter::printing(source),
    };
    let run_options = options.run_options();
    let mut outputs = Vec::new();
    let mut all_good = true;
    for chunk in chunks(text, options.split_input_file) {
        let ctx = compile::context_with(options.allow_unregistered_dialect);
        let mut diagnostics = reporter.diagnostics();
        let mut output = String::new();
        let module = compile::parse(&ctx, name, text, chunk.range, &mut diagnostics);
        let mut succeeded = false;
        if let Some(mut module) = module {
            let mut printed = String::new();
            let result =
                compile::run_passes(&manager, &mut module, &run_options, &mut diagnostics, &mut printed);
            eprint!("{printed}");
            if let Ok(report) = result {
                if options.mlir_pass_statistics {
                    eprint!("{}", report.statistics_table());
                }
                if options.mlir_timing {
                    eprint!("{}", report.timing_table());
                }
                succeeded = true;
                output = print_module(&module, &options.print.options());
                output.push('\n');
            }
        }
        reporter.report(&ctx, &diagnostics.take());
        all_good &= succeeded;
        outputs.push(output);
    }
    let as_expected = reporter.finish(all_good);
    if as_expected || options.split_input_file {
        files::write_output(&options.output, outputs.join(SEPARATOR).as_bytes())?;
    }
    Ok(as_expected)
}

impl Options {
    fn run_options(&self) -> RunOptions {
        let print = |all: bool, names: &[String]| match (all, names) {
            (true, _) => Print::All,
            (false, []) => Print::Never,
            (false, names) => Print::Passes(names.to_vec()),
        };
        let mut run = RunOptions {
            verify_each: self.verify_each,
            print_before: print(self.mlir_print_ir_before_all, &self.mlir_print_ir_before),
            print_after: print(
                self.mlir_print_ir_after_all
                    || self.mlir_print_ir_after_change && self.mlir_print_ir_after.is_empty(),
                &self.mlir_print_ir_after,
            ),
            print_after_change: self.mlir_print_ir_after_change,
            print_after_failure: self.mlir_print_ir_after_failure,
            print: self.print.options(),
            ..RunOptions::default()
        };
        if self.mlir_disable_threading {
            run.threads = 1;
        }
        run
    }
}

/// All passes with their options and counters, and all pipelines.
fn list(passes: &PassRegistry) -> String {
    let mut out = String::from("Passes:\n");
    for pass in passes.passes() {
        out += &format!("  {:24} {}\n", pass.name, pass.summary);
        for option in pass.options {
            out += &format!("    {:22} {}\n", format!("{{{}}}", option.name), option.summary);
        }
        for (name, summary) in pass.statistics {
            out += &format!("    {:22} {summary}\n", format!("({name})"));
        }
    }
    out += "Pipelines:\n";
    for (name, summary, text) in passes.pipelines() {
        out += &format!("  {name:24} {summary}\n    {text}\n");
    }
    out
}
