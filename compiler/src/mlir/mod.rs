//! The bridge to upstream MLIR (feature `mlir`, LLVM 22): upstream's passes over this project's programs, its dialects
//! and its bytecode.
//!
//! A program crosses as text in generic form with locations, which both sides read and print exactly; so every operation,
//! attribute and location survives, and operations that upstream does not know pass through unchanged. Upstream's
//! diagnostics become this project's, at its locations. A [`Bridge`] holds one upstream context and is used from one thread.
//!
//! Not carried over: resources of a program to which no attribute refers.

mod raw;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use melior::diagnostic::{Diagnostic as Reported, DiagnosticSeverity};
use melior::dialect::DialectRegistry;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_dialects, register_all_passes};
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{Diagnostic, Diagnostics, Failed, Severity};
use tfrt_ir::handles::Loc;
use tfrt_ir::module::Module;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};

/// Upstream's name of a source that is in memory.
const UPSTREAM_NAME: &str = "-";

/// An upstream context with all dialects and passes.
pub struct Bridge {
    upstream: melior::Context,
    reports: Rc<RefCell<Vec<Report>>>,
}

/// Upstream's diagnostics, as text.
struct Report {
    severity: Severity,
    place: String,
    message: String,
    notes: Vec<Report>,
}

impl std::fmt::Debug for Bridge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bridge").field("reports", &self.reports.borrow().len()).finish_non_exhaustive()
    }
}

impl Default for Bridge {
    fn default() -> Self {
        Self::new()
    }
}

impl Bridge {
    /// A context that knows all upstream dialects and accepts all others.
    #[must_use]
    pub fn new() -> Self {
        let registry = DialectRegistry::new();
        register_all_dialects(&registry);
        register_all_passes();
        let upstream = melior::Context::new();
        upstream.append_dialect_registry(&registry);
        upstream.load_all_available_dialects();
        upstream.set_allow_unregistered_dialects(true);
        let reports = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&reports);
        upstream.attach_diagnostic_handler(move |reported| {
            sink.borrow_mut().push(report(&reported));
            true
        });
        Self { upstream, reports }
    }

    /// Runs a textual pipeline of upstream passes over a program and returns the result, in the same context.
    ///
    /// # Errors
    /// If upstream cannot read the program or the pipeline, or a pass fails; why is among the diagnostics.
    pub fn run_pipeline(
        &self,
        module: &Module,
        pipeline: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Module, Failed> {
        let mut program = self.import(module, diagnostics)?;
        let passes = PassManager::new(&self.upstream);
        if let Err(error) = parse_pass_pipeline(passes.as_operation_pass_manager(), pipeline) {
            let message = error.to_string();
            return Err(self.failed(module.ctx(), message.trim_end(), diagnostics));
        }
        let outcome = passes.run(&mut program);
        if outcome.is_err() {
            return Err(self.failed(module.ctx(), "an upstream pass failed", diagnostics));
        }
        self.take_reports(module.ctx(), diagnostics);
        let name = file_name(module);
        self.export(&program, module.ctx(), &name, diagnostics)
    }

    /// Reads text with upstream's parser and prints it in generic form with locations: what upstream makes of it.
    ///
    /// # Errors
    /// If upstream cannot read it; why is among the diagnostics.
    pub fn read_back(&self, module: &Module, diagnostics: &mut Diagnostics) -> Result<Module, Failed> {
        let program = self.import(module, diagnostics)?;
        self.export(&program, module.ctx(), &file_name(module), diagnostics)
    }

    /// A program as MLIR bytecode.
    ///
    /// # Errors
    /// If upstream cannot read the program; why is among the diagnostics.
    pub fn to_bytecode(&self, module: &Module, diagnostics: &mut Diagnostics) -> Result<Vec<u8>, Failed> {
        Ok(self.import(module, diagnostics)?.as_operation().write_bytecode())
    }

    /// A program from MLIR bytecode or from text in upstream's custom forms, of any upstream dialect; `name` is that of the file.
    ///
    /// # Errors
    /// If upstream cannot read it, or uses something that we cannot; why is among the diagnostics.
    pub fn read(
        &self,
        ctx: &Arc<Context>,
        bytes: &[u8],
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Module, Failed> {
        let Some(program) = raw::parse(&self.upstream, bytes) else {
            return Err(self.failed(ctx, "upstream cannot read this program", diagnostics));
        };
        let mut module = self.export(&program, ctx, name, diagnostics)?;
        // What upstream read has no name.
        let nameless = ctx.ident(UPSTREAM_NAME);
        let named = ctx.ident(name);
        module.top_body_mut().map_locations(&mut |loc| match ctx.file_position(loc) {
            Some((file, line, column)) if file == nameless => ctx.file_loc(named, line, column),
            _ => loc,
        });
        Ok(module)
    }

    fn import(
        &self,
        module: &Module,
        diagnostics: &mut Diagnostics,
    ) -> Result<melior::ir::Module<'_>, Failed> {
        let options = PrintOptions { generic: true, debug_info: true, ..PrintOptions::default() };
        let text = print_module(module, &options);
        raw::parse(&self.upstream, text.as_bytes())
            .ok_or_else(|| self.failed(module.ctx(), "upstream cannot read this program", diagnostics))
    }

    fn export(
        &self,
        program: &melior::ir::Module<'_>,
        ctx: &Arc<Context>,
        name: &str,
        diagnostics: &mut Diagnostics,
    ) -> Result<Module, Failed> {
        let flags =
            OperationPrintingFlags::new().enable_debug_info(true, false).print_generic_operation_form();
        let Ok(text) = program.as_operation().to_string_with_flags(flags) else {
            return Err(self.failed(ctx, "upstream printed something that is not text", diagnostics));
        };
        let before = diagnostics.num_errors();
        let module = parse_module(ctx, name, &text, diagnostics);
        match module {
            Some(module) if diagnostics.num_errors() == before => Ok(module),
            _ => Err(Failed),
        }
    }

    /// Passes on upstream's diagnostics; if none of them is an error, reports `otherwise`.
    fn failed(&self, ctx: &Context, otherwise: &str, diagnostics: &mut Diagnostics) -> Failed {
        let before = diagnostics.num_errors();
        self.take_reports(ctx, diagnostics);
        if diagnostics.num_errors() == before {
            diagnostics.error(ctx.unknown_loc(), otherwise);
        }
        Failed
    }

    fn take_reports(&self, ctx: &Context, diagnostics: &mut Diagnostics) {
        for report in self.reports.borrow_mut().drain(..) {
            diagnostics.emit(report.into_diagnostic(ctx));
        }
    }
}

/// The file a program comes from, for locations in the text that is read back.
fn file_name(module: &Module) -> String {
    let place = module.ctx().file_position(module.top().loc());
    place.map_or_else(|| "<upstream>".to_owned(), |(file, _, _)| module.ctx().str(file).to_owned())
}

fn report(reported: &Reported<'_>) -> Report {
    let severity = match reported.severity() {
        DiagnosticSeverity::Error => Severity::Error,
        DiagnosticSeverity::Warning => Severity::Warning,
        DiagnosticSeverity::Remark => Severity::Remark,
        DiagnosticSeverity::Note => Severity::Note,
    };
    let notes =
        (0..reported.note_count()).filter_map(|index| reported.note(index).ok()).map(|note| report(&note));
    let notes = notes.collect();
    Report { severity, place: reported.location().to_string(), message: reported.to_string(), notes }
}

impl Report {
    fn into_diagnostic(self, ctx: &Context) -> Diagnostic {
        let (loc, message) = match file_place(ctx, &self.place) {
            Some(loc) => (loc, self.message),
            None if self.place == "loc(unknown)" => (ctx.unknown_loc(), self.message),
            None => (ctx.unknown_loc(), format!("{} [{}]", self.message, self.place)),
        };
        let mut diagnostic = Diagnostic::new(self.severity, loc, message);
        diagnostic.notes = self.notes.into_iter().map(|note| note.into_diagnostic(ctx)).collect();
        diagnostic
    }
}

/// The location in a file that `loc("file":line:column)` says.
fn file_place(ctx: &Context, text: &str) -> Option<Loc> {
    let inner = text.strip_prefix("loc(\"")?.strip_suffix(')')?;
    let (file, place) = inner.rsplit_once("\":")?;
    let (line, column) = place.split_once(':')?;
    Some(ctx.file_loc(ctx.ident(file), line.parse().ok()?, column.parse().ok()?))
}
