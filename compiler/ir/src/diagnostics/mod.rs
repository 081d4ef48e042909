//! Diagnostics: mistakes with their place, and how they are shown.
//!
//! Stages do not print; they add [`Diagnostic`]s to a [`Diagnostics`] list, which keeps the order in which they were found.
//! Parallel work collects into lists of its own, which are joined in the order of the program. `print` shows them in MLIR's
//! form, `expect` compares them with `expected-error` annotations.

mod expect;
mod print;

pub use expect::ExpectedDiagnostics;
pub use print::{DiagnosticPrinter, SourceFile};

use crate::handles::Loc;
use crate::op_ref::OpRef;
use crate::syntax::{PrintOptions, operation_text_with};

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Severity {
    /// The program is wrong.
    Error,
    /// The program is probably not what its author wants.
    Warning,
    /// Something its author may want to know.
    Remark,
    /// Belongs to the diagnostic before it.
    Note,
}

impl Severity {
    /// The word in messages and annotations.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
            Severity::Note => "note",
        }
    }
}

/// The subject of a diagnostic, for programs that act on it: messages are for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Subject {
    /// A subject on which no program acts.
    #[default]
    Other,
    /// A custom form that is not known, or not in this way.
    CustomForm,
    /// An operation of a dialect that is not registered.
    UnregisteredDialect,
}

/// A located message with its notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// Where.
    pub loc: Loc,
    /// The message, without severity and place.
    pub message: String,
    /// Its subject.
    pub subject: Subject,
    /// Further messages that belong to it.
    pub notes: Vec<Diagnostic>,
}

impl Diagnostic {
    /// A diagnostic without notes.
    pub fn new(severity: Severity, loc: Loc, message: impl Into<String>) -> Self {
        Self { severity, loc, message: message.into(), subject: Subject::Other, notes: Vec::new() }
    }

    /// The same, about something.
    #[must_use]
    pub fn about(self, subject: Subject) -> Self {
        Self { subject, ..self }
    }

    /// Adds a note at a place.
    pub fn note(&mut self, loc: Loc, message: impl Into<String>) -> &mut Self {
        self.notes.push(Diagnostic::new(Severity::Note, loc, message));
        self
    }
}

/// The error of a function that has already reported why it failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("failed; see the diagnostics")
    }
}

impl std::error::Error for Failed {}

/// Diagnostics in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    without_current_op: bool,
    op_locations: bool,
}

impl Diagnostics {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty list to which operations add no `see current operation` notes, as wanted when annotations are checked.
    #[must_use]
    pub fn without_current_op() -> Self {
        Self { without_current_op: true, ..Self::default() }
    }

    /// Shows operations with their locations, as wanted when programs are printed so.
    #[must_use]
    pub fn with_op_locations(self, op_locations: bool) -> Self {
        Self { op_locations, ..self }
    }

    /// An empty list with the same settings as this one: for a part that another thread does.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            list: Vec::new(),
            without_current_op: self.without_current_op,
            op_locations: self.op_locations,
        }
    }

    /// Whether diagnostics about an operation show it.
    #[must_use]
    pub fn shows_current_op(&self) -> bool {
        !self.without_current_op
    }

    /// Adds a diagnostic; the caller can add notes to the returned reference.
    pub fn emit(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.list.push(diagnostic);
        self.list.last_mut().expect("a diagnostic was just added")
    }

    /// Adds an error.
    pub fn error(&mut self, loc: Loc, message: impl Into<String>) -> &mut Diagnostic {
        self.emit(Diagnostic::new(Severity::Error, loc, message))
    }

    /// Adds an error at an operation, with a note that shows the operation: on lines of its own if it takes more than one.
    pub fn error_at_op(&mut self, op: OpRef<'_>, message: impl Into<String>) -> &mut Diagnostic {
        self.error_at_op_within(op, op, message)
    }

    /// The same, with the names that values have where an operation around this one is printed.
    pub fn error_at_op_within(
        &mut self,
        around: OpRef<'_>,
        op: OpRef<'_>,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let shown = self.shows_current_op().then(|| {
            let options = PrintOptions { debug_info: self.op_locations, ..PrintOptions::for_messages() };
            operation_text_with(around, op, &options)
        });
        let diagnostic = self.error(op.loc(), message);
        if let Some(shown) = shown {
            let separator = if shown.contains('\n') { "\n" } else { "" };
            diagnostic.note(op.loc(), format!("see current operation: {separator}{shown}"));
        }
        diagnostic
    }

    /// Adds a warning.
    pub fn warning(&mut self, loc: Loc, message: impl Into<String>) -> &mut Diagnostic {
        self.emit(Diagnostic::new(Severity::Warning, loc, message))
    }

    /// Adds a remark.
    pub fn remark(&mut self, loc: Loc, message: impl Into<String>) -> &mut Diagnostic {
        self.emit(Diagnostic::new(Severity::Remark, loc, message))
    }

    /// Adds what another list holds.
    pub fn append(&mut self, other: Diagnostics) {
        self.list.extend(other.list);
    }

    /// Whether there is an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.list.iter().any(|d| d.severity == Severity::Error)
    }

    /// The number of errors.
    #[must_use]
    pub fn num_errors(&self) -> usize {
        self.list.iter().filter(|d| d.severity == Severity::Error).count()
    }

    /// Nothing at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The diagnostics in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// Takes the diagnostics out.
    pub fn take(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.list)
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
