//! Guarded passes, whose failure does not fail the compilation: those of plugins.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::{Diagnostic, Failed, Severity};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Pass, PassContext, Target, panic_text};
use tfrt_ir::verify::verify;

/// A pass whose failure only means that it does nothing. If it fails or panics, or its result does not verify, its target is
/// restored, and a warning says why: the last error of the pass, with the others as notes.
pub struct Guarded<P> {
    name: String,
    pass: P,
}

impl<P> std::fmt::Debug for Guarded<P> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Guarded({})", self.name)
    }
}

impl<P> Guarded<P> {
    /// The pass, called `name` by warnings: the plugin, and which pass of it.
    #[must_use]
    pub fn new(name: impl Into<String>, pass: P) -> Self {
        Self { name: name.into(), pass }
    }
}

impl<P: Pass> Pass for Guarded<P> {
    fn watches_for(&self) -> Option<fn(OpRef<'_>) -> bool> {
        self.pass.watches_for()
    }

    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let before: Body = target.body.clone();
        let loc = target.body.loc(target.op);
        let mut found = cx.diagnostics.fork();
        let outcome = {
            let mut inner = PassContext {
                ctx: cx.ctx,
                diagnostics: &mut found,
                statistics: &mut *cx.statistics,
                is_watched_for: cx.is_watched_for,
            };
            catch_unwind(AssertUnwindSafe(|| self.pass.run(target, &mut inner)))
        };
        let mut errors: Vec<Diagnostic> = Vec::new();
        let problem = match outcome {
            Err(panic) => Some(format!("it panicked: {}", panic_text(&*panic))),
            Ok(Err(Failed)) => None,
            Ok(Ok(())) => {
                let mut invalid = cx.diagnostics.fork();
                if verify(OpRef { ctx: cx.ctx, body: target.body, op: target.op }, &mut invalid).is_ok() {
                    cx.diagnostics.append(found);
                    return Ok(());
                }
                found.append(invalid);
                Some("what it made does not verify".to_owned())
            }
        };
        *target.body = before;
        for diagnostic in found.take() {
            match diagnostic.severity {
                Severity::Error => errors.push(diagnostic),
                Severity::Warning | Severity::Remark | Severity::Note => {
                    cx.diagnostics.emit(diagnostic);
                }
            }
        }
        let last = || errors.pop().map(|error| error.message);
        let problem = problem.or_else(last).unwrap_or_else(|| "it does not say why".to_owned());
        let name = &self.name;
        let message =
            format!("plugin pass '{name}' failed: {problem}; the program stays as it was before it");
        let mut warning = Diagnostic::new(Severity::Warning, loc, message);
        for error in errors {
            warning.note(error.loc, error.message);
        }
        cx.diagnostics.emit(warning);
        Ok(())
    }
}
