//! The command line of `tfrt-opt`. The flags of the passes, and their help, come from the table of passes.

use std::path::PathBuf;

use clap::{Arg, ArgAction, Args as _, Command, ValueEnum};
use tfrt_driver::bytecode;
use tfrt_ir::diagnostics::{Diagnostic, Severity};
use tfrt_ir::pass::{Display, PassRegistry, Print, Report, RunOptions};

use crate::cli::boolean;
use crate::input_flags::InputFlags;
use crate::plugins::PluginFlags;
use crate::print_flags::PrintFlags;

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
  tfrt-opt --view-graph=program.svg program.mlir
                                          draw the layers or kernels of its functions
  tfrt-opt --view-graph=model.html model.pb
                                          draw the layers of a model, by name scopes that open
  tfrt-opt -split-input-file -verify-diagnostics tests.mlir
                                          check programs against their expected-error annotations";

/// Flags that are no passes.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The program, text or MLIR bytecode; - for standard input.
    #[arg(value_name = "FILE", default_value = "-")]
    pub(super) input: String,

    /// Where the program goes; - for standard output.
    #[arg(short = 'o', value_name = "FILE", default_value = "-")]
    pub(super) output: String,

    /// Passes as text, with nesting and options; instead of pass flags.
    #[arg(long, value_name = "PIPELINE")]
    pub(super) pass_pipeline: Option<String>,

    /// Passes of upstream MLIR as text; they run before all others. Needs a build with upstream MLIR.
    #[arg(long, value_name = "PIPELINE")]
    pub(super) mlir_pass_pipeline: Option<String>,

    /// List the passes and pipelines, and do nothing else.
    #[arg(long)]
    pub(super) list_passes: bool,

    /// List the dialects that are known, and do nothing else.
    #[arg(long)]
    pub(super) show_dialects: bool,

    /// Print the pipeline that is run, on standard error.
    #[arg(long)]
    pub(super) dump_pass_pipeline: bool,

    #[command(flatten)]
    pub(super) input_flags: InputFlags,

    /// Take the one operation of the input as the program, without a module around it.
    #[arg(long)]
    pub(super) no_implicit_module: bool,

    /// Accept operations of dialects that are not known, in generic form.
    #[arg(long)]
    pub(super) allow_unregistered_dialect: bool,

    /// Shared libraries whose kernels the program may use, as operations of any operands and of so many results as the kernel has.
    #[arg(long = "shared_libs", value_name = "FILES", value_delimiter = ',', hide_default_value = true)]
    pub(super) shared_libs: Vec<PathBuf>,

    /// Verify the program after each pass.
    #[arg(long, value_name = "BOOL", default_value = "true", default_missing_value = "true", num_args = 0..=1,
        require_equals = true, action = ArgAction::Set, value_parser = boolean)]
    verify_each: bool,

    /// Print the program, parse the text again, and fail if that gives another program.
    #[arg(long)]
    pub(super) verify_roundtrip: bool,

    /// Run passes on one thread.
    #[arg(long)]
    mlir_disable_threading: bool,

    /// Write MLIR bytecode instead of text.
    #[arg(long)]
    pub(super) emit_bytecode: bool,

    /// The version of the bytecode that is written.
    #[arg(long, value_name = "N", default_value_t = bytecode::NEWEST_VERSION, value_parser = clap::value_parser!(u64).range(0..=bytecode::NEWEST_VERSION))]
    pub(super) emit_bytecode_version: u64,

    /// Draw all functions: layers with op, dtype and shape, or kernels with streams as colours. FILE.svg has all boxes, FILE.html name
    /// scopes that open, FILE.dot is for Graphviz. A compiled file or a model is drawn and not printed.
    #[arg(long, value_name = "FILE")]
    pub(super) view_graph: Option<String>,

    /// Print how long each pass took, on standard error.
    #[arg(long)]
    pub(super) mlir_timing: bool,

    /// In which form times are printed.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    mlir_output_format: OutputFormat,

    /// How times are shown: as the pipeline is nested, or each pass once, the longest first.
    #[arg(long, value_name = "FORM", default_value = "tree")]
    mlir_timing_display: TimingDisplay,

    /// Print what each pass counted, on standard error.
    #[arg(long)]
    pub(super) mlir_pass_statistics: bool,

    /// How statistics are shown: as the pipeline is nested, or each pass once, by name.
    #[arg(long, value_name = "FORM", default_value = "pipeline")]
    pub(super) mlir_pass_statistics_display: StatisticsDisplay,

    /// If a pass fails, write the program as it was before all passes to a file, with the pipeline.
    #[arg(long, value_name = "FILE")]
    pub(super) mlir_pass_pipeline_crash_reproducer: Option<String>,

    /// Write the program as it was before all passes to a file, with the pipeline, whether or not a pass fails.
    #[arg(long, value_name = "FILE")]
    pub(super) mlir_generate_reproducer: Option<String>,

    /// Run the pipeline that a reproducer file holds.
    #[arg(long)]
    pub(super) run_reproducer: bool,

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

    /// Print the whole program wherever the operation of a pass is to be printed; passes then run on one thread.
    #[arg(long)]
    mlir_print_ir_module_scope: bool,

    /// Print the program before and after passes into files below this folder, in the nesting of its operations.
    #[arg(long, value_name = "FOLDER")]
    pub(super) mlir_print_ir_tree_dir: Option<String>,

    /// Report diagnostics down to this severity.
    #[arg(long, value_name = "LEVEL", default_value = "remarks")]
    mlir_diagnostic_verbosity_level: Verbosity,

    /// Report diagnostics without their notes.
    #[arg(long)]
    mlir_disable_diagnostic_notes: bool,

    /// Whether an error about an operation is followed by a note that shows the operation.
    #[arg(long, value_name = "BOOL", default_value = "true", default_missing_value = "true", num_args = 0..=1,
        require_equals = true, action = ArgAction::Set, value_parser = boolean)]
    pub(super) mlir_print_op_on_diagnostic: bool,

    #[command(flatten)]
    pub(super) print: PrintFlags,

    #[command(flatten)]
    pub(super) plugins: PluginFlags,
}

/// `--mlir-timing-display`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TimingDisplay {
    Tree,
    List,
}

/// `--mlir-pass-statistics-display`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum StatisticsDisplay {
    Pipeline,
    List,
}

/// `--mlir-output-format`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    Text,
    Json,
}

/// `--mlir-diagnostic-verbosity-level`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Verbosity {
    Errors,
    Warnings,
    Remarks,
}

/// The options, and a flag for each pass and pipeline.
pub(super) fn command(passes: &PassRegistry) -> Command {
    let command = Command::new("tfrt-opt").version(crate::version::text()).after_help(EXAMPLES);
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
                .action(ArgAction::Append),
        )
    })
}

impl Options {
    /// How passes are run.
    ///
    /// # Errors
    /// If a pass that is to be printed at does not exist.
    pub(super) fn run_options(&self, passes: &PassRegistry) -> Result<RunOptions, String> {
        check_names("--mlir-print-ir-before", &self.mlir_print_ir_before, passes)?;
        check_names("--mlir-print-ir-after", &self.mlir_print_ir_after, passes)?;
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
            print_module_scope: self.mlir_print_ir_module_scope,
            print_tree: self.mlir_print_ir_tree_dir.is_some(),
            print: self.print.options(),
            ..RunOptions::default()
        };
        if self.mlir_disable_threading {
            run.threads = 1;
        }
        Ok(run)
    }

    /// The table of times, in the form that is asked for.
    pub(super) fn timing_table(&self, report: &Report) -> String {
        match self.mlir_output_format {
            OutputFormat::Text => report.timing_table(self.timing_display()),
            OutputFormat::Json => report.timing_json(self.timing_display()),
        }
    }

    /// Leaves out diagnostics that are not to be shown.
    pub(super) fn filter(&self, found: &mut Vec<Diagnostic>) {
        let least = match self.mlir_diagnostic_verbosity_level {
            Verbosity::Errors => Severity::Error,
            Verbosity::Warnings => Severity::Warning,
            Verbosity::Remarks => Severity::Remark,
        };
        found.retain(|diagnostic| diagnostic.severity as u8 <= least as u8);
        if self.mlir_disable_diagnostic_notes {
            found.iter_mut().for_each(|diagnostic| diagnostic.notes.clear());
        }
    }

    fn timing_display(&self) -> Display {
        match self.mlir_timing_display {
            TimingDisplay::Tree => Display::Tree,
            TimingDisplay::List => Display::List,
        }
    }

    pub(super) fn statistics_display(&self) -> Display {
        match self.mlir_pass_statistics_display {
            StatisticsDisplay::Pipeline => Display::Tree,
            StatisticsDisplay::List => Display::List,
        }
    }
}

/// Complains about names that are no passes, as LLVM does about values that an option does not have.
fn check_names(option: &str, names: &[String], passes: &PassRegistry) -> Result<(), String> {
    let Some(name) = names.iter().find(|name| passes.pass(name).is_none()) else { return Ok(()) };
    let program = tfrt_driver::messages::program_name();
    let mut message = format!("{program}: for the {option} option: Cannot find option named '{name}'!");
    if let Some(near) = passes.closest(name) {
        message += &format!("\n{program}: Did you mean '{near}'?");
    }
    Err(message)
}

/// All passes with their options and counters, and all pipelines.
pub(super) fn list(passes: &PassRegistry) -> String {
    let mut out = String::from("Passes:\n");
    for pass in passes.passes() {
        out += &format!("  {:24} {}\n", pass.name, pass.summary);
        for option in pass.options {
            out += &format!("    {:22} {}", format!("{{{}}}", option.name), option.summary);
            out += &if option.default.is_empty() {
                "\n".to_owned()
            } else {
                format!(" [default: {}]\n", option.default)
            };
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
