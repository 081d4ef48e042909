//! `tfrt-opt`: reads programs, runs passes over them in the order of the command line, prints them.
//!
//! Each part of an input is processed separately from parsing to printing (`Session::part`); the measurements of the passes
//! are summed and shown at the end.

mod options;
mod pipeline;
#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::{ArgMatches, FromArgMatches as _};
use tfrt_compiler::op_checks::check_ops;
use tfrt_compiler::picture::{self, PictureFormat};
use tfrt_compiler::pipeline::OptLevel;
use tfrt_ir::Module;
use tfrt_ir::diagnostics::{Diagnostic, Diagnostics, Failed, Severity};
use tfrt_ir::pass::{PassRegistry, Report, Reproducer, RunOptions, RunOutput};
use tfrt_ir::syntax::split::DEFAULT_MARKER;
use tfrt_ir::syntax::{parse_module, parse_single_op, print_module, print_op};

use crate::say::{self, say};
use crate::{cli, translate};
use options::Options;
use pipeline::Planned;
use tfrt_driver::compile::{self, Reporter};
use tfrt_driver::input::Input;
use tfrt_driver::messages::program_name;
use tfrt_driver::plugins::PluginOptions;
use tfrt_driver::program::{GraphBoundary, OpenOptions, ProgramFile};
use tfrt_driver::roots::Roots;
use tfrt_driver::saved_models::{Selection, Signature};
use tfrt_driver::{bytecode, drawing, files, program, upstream};
use tfrt_executor::kernel::KernelRegistry;

/// The options.
pub(crate) fn command() -> clap::Command {
    options::command(&compile::passes())
}

/// Does what the command line says.
pub fn main() -> ExitCode {
    let passes = compile::passes();
    let matches = match cli::parse(options::command(&passes)) {
        Ok(matches) => matches,
        Err(code) => return code,
    };
    let options = Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(&options, &matches) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options, matches: &ArgMatches) -> Result<bool, String> {
    let loaded = options.plugins.load();
    if options.plugins.list() || !loaded {
        return Ok(loaded);
    }
    // Those of plugins are known only now.
    run_with(options, matches, &compile::passes())
}

/// Does what the command line says, with these passes.
fn run_with(options: &Options, matches: &ArgMatches, passes: &PassRegistry) -> Result<bool, String> {
    if options.list_passes {
        say::text(format_args!("{}", options::list(passes)));
        return Ok(true);
    }
    let mut kernels = KernelRegistry::new();
    program::add_libraries(&mut kernels, &options.shared_libs)
        .map_err(|error| format!("{}: couldn't load library {error}", program_name()))?;
    if options.show_dialects {
        let ctx = compile::context_with_kernels(true, &kernels);
        let mut names: Vec<&str> = ctx.dialects().dialects().iter().map(|dialect| dialect.name()).collect();
        names.sort_unstable();
        say!("Available Dialects: {}", names.join(","));
        return Ok(true);
    }
    let planned = Planned::of_command_line(options.pass_pipeline.as_deref(), passes, matches)?;
    let picture = match &options.view_graph {
        None => None,
        Some(file) => Some(PictureFormat::of_file(file).ok_or_else(|| {
            format!("--view-graph: the name of '{file}' ends in none of '.svg', '.html' and '.dot'")
        })?),
    };
    if let (Some(output), Some(format)) = (&options.view_graph, picture)
        && let Some(good) = draw_model(options, &planned, output, format)?
    {
        return Ok(good);
    }
    let run_options = options.run_options(passes)?;
    let bytes = files::read_input(&options.input)?;
    let name = files::source_name(&options.input);
    let input = Input::of(name, &bytes)?;
    let source = input.source(name);
    let mut session = Session {
        options,
        passes,
        planned,
        run: run_options,
        picture,
        kernels,
        name,
        input,
        report: Report::default(),
    };
    let flags = &options.input_flags;
    let mut reporter = flags.reporter(source);
    let mut outputs: Vec<Vec<u8>> = Vec::new();
    let mut all_good = true;
    for chunk in input.chunks(name, flags.split_marker()) {
        let output = session.part(chunk.range, &mut reporter)?;
        all_good &= output.is_some();
        outputs.push(output.unwrap_or_default());
    }
    if options.mlir_pass_statistics {
        eprint!("{}", session.report.statistics_table(options.statistics_display()));
    }
    if options.mlir_timing {
        eprint!("{}", options.timing_table(&session.report));
    }
    let as_expected = reporter.finish(all_good);
    if as_expected || flags.splits() {
        let separator = flags.output_separator(DEFAULT_MARKER);
        files::write_output(&options.output, &outputs.join(separator.as_bytes()))?;
    }
    Ok(as_expected)
}

/// Draws an input that is neither text nor bytecode; `None` if it is one of these.
fn draw_model(
    options: &Options,
    planned: &Planned,
    output: &str,
    format: PictureFormat,
) -> Result<Option<bool>, String> {
    if options.input == "-" {
        return Ok(None);
    }
    let file = ProgramFile::read(&options.input)?;
    if matches!(file, ProgramFile::Source { .. }) {
        return Ok(None);
    }
    if !planned.spec().elements.is_empty() {
        let name = &options.input;
        return Err(format!("{name}:0:0: error: passes run on text and bytecode; this file is only drawn"));
    }
    let open = OpenOptions {
        level: OptLevel::O0,
        precision: Default::default(),
        packed_for: None,
        plugins: &PluginOptions::default(),
        roots: Roots::default(),
        boundary: GraphBoundary::default(),
        selection: Selection { tag: None, signature: Signature::All },
    };
    translate::drawn(drawing::draw(&file, &open, format), &options.input, output).map(Some)
}

/// One invocation.
struct Session<'a> {
    options: &'a Options,
    passes: &'a PassRegistry,
    planned: Planned,
    run: RunOptions,
    picture: Option<PictureFormat>,
    /// Kernels of shared libraries.
    kernels: KernelRegistry,
    name: &'a str,
    input: Input<'a>,
    report: Report,
}

impl Session<'_> {
    /// One program from parsing to its output; nothing if something is wrong with it, which is then in `reporter`. The error is about
    /// files and command lines.
    fn part(&mut self, range: Range<usize>, reporter: &mut Reporter<'_>) -> Result<Option<Vec<u8>>, String> {
        let ctx = compile::context_with_kernels(self.options.allow_unregistered_dialect, &self.kernels);
        let mut diagnostics = match self.options.mlir_print_op_on_diagnostic {
            true => reporter.diagnostics(),
            false => Diagnostics::without_current_op(),
        }
        .with_op_locations(self.options.print.options().debug_info);
        let start = Instant::now();
        let module = match self.options.no_implicit_module {
            true => self.input.parse_single(&ctx, self.name, range, &mut diagnostics),
            false => self.input.parse(&ctx, self.name, range, &mut diagnostics),
        };
        self.report.add_parser(start.elapsed());
        if let Some(module) = &module {
            let checked = check_ops(module, Severity::Warning, &mut diagnostics);
            debug_assert!(checked.is_ok(), "warnings are no failure");
        }
        let result = module.map(|module| self.module(module, &mut diagnostics)).transpose();
        let mut found = diagnostics.take();
        if !self.options.input_flags.verifies() {
            self.options.filter(&mut found);
        }
        reporter.report(&ctx, &found);
        Ok(result?.flatten())
    }

    fn module(
        &mut self,
        mut module: Module,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<Vec<u8>>, String> {
        if let Some(pipeline) = &self.options.mlir_pass_pipeline {
            match upstream::run_pipeline(&module, pipeline, diagnostics) {
                Some(transformed) => module = transformed,
                None => return Ok(None),
            }
            if tfrt_ir::verify::verify_module(&module, diagnostics).is_err() {
                return Ok(None);
            }
        }
        if self.options.verify_roundtrip && !self.round_trips(&module, diagnostics) {
            return Ok(None);
        }
        if self.run_passes(&mut module, diagnostics)?.is_err() {
            return Ok(None);
        }
        if let (Some(file), Some(format)) = (&self.options.view_graph, self.picture) {
            let drawn = picture::draw(&module, None, format).map_err(|e| format!("--view-graph: {e}"))?;
            files::write_output(file, drawn.as_bytes())?;
        }
        if self.options.emit_bytecode {
            return Ok(bytecode::write(&module, self.options.emit_bytecode_version, diagnostics));
        }
        let start = Instant::now();
        let print = self.options.print.options();
        let mut text = print_module(&module, &print);
        // As upstream's driver does.
        if !print.local_scope {
            text.push('\n');
        }
        self.report.add_output(start.elapsed());
        Ok(Some(text.into_bytes()))
    }

    /// Whether a program is the same after it was printed and parsed.
    fn round_trips(&self, module: &Module, diagnostics: &mut Diagnostics) -> bool {
        let print = tfrt_ir::syntax::PrintOptions { debug_info: true, ..Default::default() };
        let text = print_module(module, &print);
        let again = match self.options.no_implicit_module {
            true => parse_single_op(module.ctx(), self.name, &text, 0..text.len(), diagnostics),
            false => parse_module(module.ctx(), self.name, &text, diagnostics),
        };
        let same = again.is_some_and(|again| print_module(&again, &print) == text);
        if !same {
            diagnostics
                .error(module.top().loc(), "roundTrip testing roundtripped module differs from reference");
        }
        same
    }

    /// Runs the passes of the command line, or those of the reproducer that the program is.
    fn run_passes(
        &mut self,
        module: &mut Module,
        diagnostics: &mut Diagnostics,
    ) -> Result<Result<(), Failed>, String> {
        let mut run = self.run.clone();
        self.planned.set_anchor(module.top().name_str(), self.passes)?;
        if self.options.run_reproducer {
            match Reproducer::take(module) {
                Some(reproducer) => {
                    self.planned = Planned::parse(&reproducer.pipeline, self.passes)?;
                    self.report = Report::default();
                    run.verify_each = reproducer.verify_each;
                    if reproducer.disable_threading {
                        run.threads = 1;
                    }
                }
                None => {
                    let message = "the program has no 'mlir_reproducer' resource; no passes are run for it";
                    diagnostics.warning(module.top().loc(), message);
                }
            }
        }
        if self.options.dump_pass_pipeline {
            let spec = self.planned.spec();
            eprintln!("Pass Manager with {} passes:\n{}\n", spec.elements.len(), spec.on_lines());
        }
        let wants_reproducer = self.options.mlir_generate_reproducer.is_some()
            || self.options.mlir_pass_pipeline_crash_reproducer.is_some();
        let reproducer = wants_reproducer.then(|| self.reproducer(module, &run));
        if let (Some(file), Some(text)) = (&self.options.mlir_generate_reproducer, &reproducer) {
            files::write_output(file, text.as_bytes())?;
        }
        let mut output = RunOutput::default();
        let result = compile::run_passes(&self.planned.manager, module, &run, diagnostics, &mut output);
        eprint!("{}", output.printed);
        if let Some(folder) = &self.options.mlir_print_ir_tree_dir {
            write_tree(folder, &output.files)?;
        }
        match result {
            Ok(report) => {
                self.report.add(report);
                Ok(Ok(()))
            }
            Err(failed) => {
                let file = self.options.mlir_pass_pipeline_crash_reproducer.as_ref();
                if let (Some(file), Some(text), false) = (file, &reproducer, output.failures.is_empty()) {
                    files::write_output(file, text.as_bytes())?;
                    diagnostics.emit(failure_report(module, &output.failures, file));
                }
                Ok(Err(failed))
            }
        }
    }

    /// The program with the pipeline that is about to run on it.
    fn reproducer(&self, module: &Module, run: &RunOptions) -> String {
        let reproducer = Reproducer {
            pipeline: self.planned.spec().to_string(),
            disable_threading: run.threads == 1,
            verify_each: run.verify_each,
        };
        reproducer.text(&print_op(module.top(), &self.options.print.options()), module.resources())
    }
}

/// Writes files below a folder.
fn write_tree(folder: &str, tree: &[(String, String)]) -> Result<(), String> {
    for (path, text) in tree {
        let path = Path::new(folder).join(path);
        let written = match path.parent() {
            Some(parent) => std::fs::create_dir_all(parent),
            None => Ok(()),
        };
        written.and_then(|()| std::fs::write(&path, text)).map_err(|e| {
            format!("cannot open output file '{}': {}", path.display(), files::os_message(&e))
        })?;
    }
    Ok(())
}

fn failure_report(module: &Module, failures: &[String], file: &str) -> Diagnostic {
    let ctx = module.ctx();
    let loc = module.top().loc();
    let place = ctx.file_position(loc).map_or(loc, |(name, ..)| ctx.file_loc(name, 0, 0));
    let message = "Failures have been detected while processing an MLIR pass pipeline";
    let mut diagnostic = Diagnostic::new(Severity::Error, place, message);
    let failures = failures.join(", ");
    diagnostic.note(
        place,
        format!("Pipeline failed while executing [{failures}]: reproducer generated at `{file}`"),
    );
    diagnostic
}
