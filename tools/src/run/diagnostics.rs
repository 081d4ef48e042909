//! The handling of errors that kernels report.
//!
//! Each error is compared with the `expected-error` annotations of the source file that its location names; such a file is read
//! when a first error points into it, and from then on all its annotations count. An unexpected error is printed at once.

use std::path::Path;

use parking_lot::Mutex;
use tfrt_executor::value::{Error, SourceLocation};
use tfrt_ir::Context;
use tfrt_ir::diagnostics::{Diagnostic, DiagnosticPrinter, ExpectedDiagnostics, Severity, SourceFile};

use tfrt_driver::files::STDIN_NAME;

/// The driver's diagnostic handler.
#[derive(Debug)]
pub(super) struct RuntimeDiagnostics {
    /// Only for locations.
    ctx: Context,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    expected: ExpectedDiagnostics<'static>,
    sources: Vec<SourceFile<'static>>,
    /// The text of standard input, if that is the program.
    standard_input: Option<Vec<u8>>,
    has_unexpected: bool,
}

impl Default for RuntimeDiagnostics {
    fn default() -> Self {
        let state = State {
            expected: ExpectedDiagnostics::new(&[]),
            sources: Vec::new(),
            standard_input: None,
            has_unexpected: false,
        };
        Self { ctx: Context::new(), state: Mutex::new(state) }
    }
}

impl RuntimeDiagnostics {
    /// Takes the text that came through standard input, for errors that point into it.
    pub(super) fn set_standard_input(&self, text: Vec<u8>) {
        self.state.lock().standard_input = Some(text);
    }

    /// Takes one error.
    pub(super) fn report(&self, error: &Error) {
        self.report_at(error.location(), &error.description());
    }

    /// Takes one message about a place.
    pub(super) fn report_at(&self, location: &SourceLocation, message: &str) {
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
    pub(super) fn finish(&self) -> bool {
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
        if self.sources.iter().any(|source| source.name == name) {
            return;
        }
        let text = match name {
            STDIN_NAME => self.standard_input.take(),
            _ if Path::new(name).is_file() => std::fs::read(name).ok(),
            _ => None,
        };
        let Some(text) = text else { return };
        // A handful of files, read once, for as long as the process lives.
        let source = SourceFile { name: String::leak(name.to_owned()), text: Vec::leak(text) };
        self.sources.push(source);
        self.expected.add(source);
    }
}
