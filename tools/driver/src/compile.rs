//! From text to modules and executable files, with their diagnostics printed or checked.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use tfrt_bef::{BefWriter, WriteOptions};
use tfrt_compiler::pipeline::{OptLevel, Pipeline, PipelineOptions};
use tfrt_executor::kernel::KernelRegistry;
use tfrt_ir::diagnostics::{
    Diagnostic, DiagnosticPrinter, Diagnostics, ExpectedDiagnostics, Failed, Severity, SourceFile,
};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::pass::{PassManager, PassRegistry, Report, RunOptions, RunOutput};
use tfrt_ir::{Context, Module};
use tfrt_ops::Precision;

use crate::input::Input;
use crate::library_ops;
use crate::plugins::PluginOptions;
use crate::progress::{self, Progress};

/// A context that knows every dialect of this project, and takes operations of others in generic form.
pub fn context() -> Arc<Context> {
    context_with(true)
}

/// A context that knows every dialect of this project.
pub fn context_with(allow_unregistered: bool) -> Arc<Context> {
    context_with_kernels(allow_unregistered, &KernelRegistry::new())
}

/// A context that also knows these kernels of shared libraries.
pub fn context_with_kernels(allow_unregistered: bool, kernels: &KernelRegistry) -> Arc<Context> {
    let mut dialects = DialectRegistry::new();
    tfrt_dialects::register_with(&mut dialects, tfrt_plugin::ops::definitions())
        .expect("the declarations are constants, all of which are tested");
    crate::oracle::oracles().install(&mut dialects);
    library_ops::declare(&mut dialects, kernels);
    dialects.allow_unregistered_dialects(allow_unregistered);
    Arc::new(Context::with_dialects(dialects))
}

/// All passes and pipelines, with those of the plugins that are loaded.
pub fn passes() -> PassRegistry {
    let mut passes = PassRegistry::new();
    tfrt_compiler::passes::register_passes(&mut passes);
    crate::plugin_passes::register(&mut passes);
    passes
}

/// A diagnostic that is kept rather than printed.
#[derive(Debug, Clone)]
pub struct Finding {
    /// Its severity.
    pub severity: Severity,
    /// The message alone.
    pub message: String,
    /// File, line and column, if it has a place.
    pub place: Option<(String, u32, u32)>,
    /// The text that the tools print: the place, the message, the line of the source with a caret, and notes.
    pub text: String,
}

/// Where diagnostics go that no annotation is compared with.
#[derive(Debug)]
pub enum Output<'a> {
    /// Standard error.
    Print,
    /// A list, for programs that show them in their own way.
    Keep(&'a mut Vec<Finding>),
}

impl Output<'_> {
    /// Passes a complete message on, which ends a compilation before there are diagnostics.
    pub(crate) fn message(&mut self, text: String) {
        match self {
            Output::Print => eprintln!("{text}"),
            Output::Keep(findings) => {
                let message = text.split_once(":0:0: error: ").map_or(&*text, |(_, message)| message);
                findings.push(Finding {
                    severity: Severity::Error,
                    message: message.to_owned(),
                    place: None,
                    text,
                });
            }
        }
    }

    /// Starts a step, which a user who reads the output sees if it takes long.
    pub(crate) fn during(&self, what: &str) -> Option<Progress> {
        match self {
            Output::Print => Some(progress::during(what)),
            Output::Keep(_) => None,
        }
    }

    /// Passes diagnostics on.
    fn diagnostics(&mut self, printer: &DiagnosticPrinter<'_>, diagnostics: &[Diagnostic]) {
        match self {
            Output::Print => eprint!("{}", printer.render_all(diagnostics)),
            Output::Keep(findings) => findings.extend(diagnostics.iter().map(|diagnostic| Finding {
                severity: diagnostic.severity,
                message: diagnostic.message.clone(),
                place:
                    printer.position(diagnostic).map(|(file, line, column)| (file.to_owned(), line, column)),
                text: printer.render(diagnostic),
            })),
        }
    }
}

/// The destination of diagnostics: an output, or a comparison with the annotations of the source.
#[derive(Debug)]
pub struct Reporter<'a> {
    sources: Vec<SourceFile<'a>>,
    output: Output<'a>,
    expected: Option<ExpectedDiagnostics<'a>>,
    only_expected: bool,
    has_unexpected: bool,
}

impl<'a> Reporter<'a> {
    /// Prints diagnostics, with lines of `source`.
    pub fn printing(source: SourceFile<'a>) -> Self {
        Self::to(Output::Print, vec![source])
    }

    /// Passes diagnostics on to an output, with lines of these sources.
    pub(crate) fn to(output: Output<'a>, sources: Vec<SourceFile<'a>>) -> Self {
        Self { sources, output, expected: None, only_expected: false, has_unexpected: false }
    }

    /// Checks diagnostics against the annotations of `source`, and prints those that do not agree.
    pub fn verifying(source: SourceFile<'a>) -> Self {
        Self {
            sources: vec![source],
            output: Output::Print,
            expected: Some(ExpectedDiagnostics::new(&[source])),
            only_expected: false,
            has_unexpected: false,
        }
    }

    /// Lets diagnostics pass that no annotation expects.
    #[must_use]
    pub fn only_expected(mut self) -> Self {
        self.only_expected = true;
        self
    }

    /// An empty list for a stage to fill.
    pub fn diagnostics(&self) -> Diagnostics {
        if self.expected.is_some() { Diagnostics::without_current_op() } else { Diagnostics::new() }
    }

    /// Shows or checks what a stage found.
    pub fn report(&mut self, ctx: &Context, diagnostics: &[Diagnostic]) {
        let printer = DiagnosticPrinter::new(ctx, &self.sources);
        let Some(expected) = &mut self.expected else {
            return self.output.diagnostics(&printer, diagnostics);
        };
        for diagnostic in diagnostics {
            let mut unexpected = expected.check(ctx, diagnostic);
            if self.only_expected {
                unexpected.clear();
            }
            self.has_unexpected |= !unexpected.is_empty();
            eprint!("{}", printer.render_all(&unexpected));
        }
    }

    /// Ends: whether the program that was compiled is in order. When annotations are checked that is for them to say; otherwise
    /// `succeeded` says it.
    pub fn finish(self, succeeded: bool) -> bool {
        match self.expected {
            None => succeeded,
            Some(expected) => {
                let missing = expected.finish();
                eprint!("{}", missing.concat());
                missing.is_empty() && !self.has_unexpected
            }
        }
    }
}

/// The pipeline of an optimization level, for products of a precision. Plugins and devices join it here.
pub fn pipeline(level: OptLevel, precision: Precision, plugins: &PluginOptions) -> Pipeline {
    let options = PipelineOptions { precision, ..PipelineOptions::at(level) };
    let mut pipeline = Pipeline::new(options, passes());
    plugins.join(&mut pipeline);
    pipeline
}

/// Runs passes on a module. What they print goes to `output`.
pub fn run_passes(
    manager: &PassManager,
    module: &mut Module,
    options: &RunOptions,
    diagnostics: &mut Diagnostics,
    output: &mut RunOutput,
) -> Result<Report, Failed> {
    let ctx = module.ctx().clone();
    let op = module.top().op;
    manager.run(&ctx, module.top_body_mut(), op, options, diagnostics, output)
}

/// Compiles a program to an executable file. What is found goes to `reporter`; `None` when there were errors.
pub fn to_bef(
    name: &str,
    input: Input<'_>,
    pipeline: &Pipeline,
    options: WriteOptions,
    reporter: &mut Reporter<'_>,
) -> Option<Vec<u8>> {
    with_module(name, input, reporter, |module, diagnostics| pipeline.compile(module, options, diagnostics))
}

/// As [`to_writer`], with something done to the program before it is optimised.
pub fn to_writer_prepared(
    name: &str,
    input: Input<'_>,
    prepare: impl FnOnce(&mut Module),
    pipeline: &Pipeline,
    reporter: &mut Reporter<'_>,
) -> Option<BefWriter> {
    with_module(name, input, reporter, |module, diagnostics| {
        prepare(module);
        let (writer, _) = pipeline.compile_to_writer(module, WriteOptions::default(), diagnostics)?;
        Ok(writer)
    })
}

/// As [`to_bef`], for callers that write the file themselves; with how long each step took.
pub fn to_writer(
    name: &str,
    input: Input<'_>,
    pipeline: &Pipeline,
    options: WriteOptions,
    reporter: &mut Reporter<'_>,
) -> Option<(BefWriter, Report)> {
    let start = Instant::now();
    with_module(name, input, reporter, |module, diagnostics| {
        let parser = start.elapsed();
        let (writer, mut report) = pipeline.compile_to_writer(module, options, diagnostics)?;
        report.add_parser(parser);
        Ok((writer, report))
    })
}

/// Parses a program, does something with it and reports what was found.
fn with_module<T>(
    name: &str,
    input: Input<'_>,
    reporter: &mut Reporter<'_>,
    compile: impl FnOnce(&mut Module, &mut Diagnostics) -> Result<T, Failed>,
) -> Option<T> {
    let ctx = context();
    let mut diagnostics = reporter.diagnostics();
    let mut module = input.parse(&ctx, name, 0..input.text().len(), &mut diagnostics);
    let compiled = module.as_mut().and_then(|module| compile(module, &mut diagnostics).ok());
    reporter.report(&ctx, &diagnostics.take());
    free(module, ctx, input.text().len());
    compiled
}

/// Frees a program of so much text in the background; memory that is not freed at the end goes with the process.
fn free(module: Option<Module>, ctx: Arc<Context>, text_len: usize) {
    /// Less text is not worth a thread.
    const LARGE: usize = 1 << 20;
    /// The context of the last program that was not large. What it has most of is declarations, of which a process needs one set.
    static LAST: Mutex<Option<Arc<Context>>> = Mutex::new(None);
    if text_len >= LARGE {
        // Its context has the constants: nothing of them stays behind.
        drop(std::thread::spawn(move || drop((module, ctx))));
        return;
    }
    drop(module);
    let before = LAST.lock().unwrap_or_else(PoisonError::into_inner).replace(ctx);
    drop(before);
}
