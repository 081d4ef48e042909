//! What becomes of the errors that kernels report.
//!
//! Each is compared with the `expected-error` annotations of the source file that its location names; such a file is read when a
//! first error points into it, and from then on all its annotations count. What nothing expects is printed at once.

use std::path::Path;

use parking_lot::Mutex;
use tfrt_executor::value::{Error, SourceLocation};
use tfrt_ir::Context;
use tfrt_ir::diagnostics::{Diagnostic, DiagnosticPrinter, ExpectedDiagnostics, Severity, SourceFile};

/// The driver's diagnostic handler.
#[derive(Debug)]
pub struct RuntimeDiagnostics {
    /// Only for locations.
    ctx: Context,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    expected: ExpectedDiagnostics<'static>,
    sources: Vec<SourceFile<'static>>,
    has_unexpected: bool,
}

impl Default for RuntimeDiagnostics {
    fn default() -> Self {
        let state =
            State { expected: ExpectedDiagnostics::new(&[]), sources: Vec::new(), has_unexpected: false };
        Self { ctx: Context::new(), state: Mutex::new(state) }
    }
}

impl RuntimeDiagnostics {
    /// Takes one error.
    pub fn report(&self, error: &Error) {
        self.report_at(error.location(), &error.description());
    }

    /// Takes one message about a place.
    pub fn report_at(&self, location: &SourceLocation, message: &str) {
        let ctx = &self.ctx;
        let mut state = self.state.lock();
        let loc = match location {
            SourceLocation::Unknown => ctx.unknown_loc(),
            SourceLocation::File { file, line, column } => {
                state.open(file);
                ctx.file_loc(ctx.ident(file), *line, *column)
            }
            SourceLocation::Named(name) => ctx.name_loc(ctx.ident(name), ctx.unknown_loc()),
        };
        let diagnostic = Diagnostic::new(Severity::Error, loc, format!("runtime error: {message}"));
        let unexpected = state.expected.check(ctx, &diagnostic);
        state.has_unexpected |= !unexpected.is_empty();
        eprint!("{}", DiagnosticPrinter::new(ctx, &state.sources).render_all(&unexpected));
    }

    /// Prints what was expected and did not come; whether all was as expected.
    pub fn finish(&self) -> bool {
        let mut state = self.state.lock();
        let expected = std::mem::replace(&mut state.expected, ExpectedDiagnostics::new(&[]));
        let missing = expected.finish();
        eprint!("{}", missing.concat());
        missing.is_empty() && !state.has_unexpected
    }
}

impl State {
    /// Reads a source file when an error points into it for the first time.
    fn open(&mut self, name: &str) {
        if self.sources.iter().any(|source| source.name == name) || !Path::new(name).is_file() {
            return;
        }
        let Ok(text) = std::fs::read(name) else { return };
        // A handful of files, read once, for as long as the process lives.
        let source = SourceFile { name: String::leak(name.to_owned()), text: Vec::leak(text) };
        self.sources.push(source);
        self.expected.add(source);
    }
}
