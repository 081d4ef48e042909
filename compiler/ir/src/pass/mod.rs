//! Passes and the pass manager.
//!
//! A [`Pass`] changes the operations below one operation, its *target*. A [`PassManager`] runs a tree of passes: those
//! nested under an operation name run on each such operation directly below the target, on several threads, since
//! isolated-from-above operations own their bodies and can be taken out of their parents.
//!
//! Invariants:
//! * A pass changes nothing above or beside its target, so the result does not depend on the number of threads; the reports
//!   of passes (diagnostics, statistics, printed IR) are joined in the order of the program.
//! * A pass keeps the IR valid; with [`RunOptions::verify_each`] the manager checks that and stops at the first pass that did
//!   not.
//! * Passes are identified by name through a [`PassRegistry`], the single table behind flags, pipelines and help texts.
//!
//! Other crates have the passes themselves, and the order in which a compiler runs them.

mod manager;
mod pipeline;
mod printing;
mod registry;
mod report;
mod reproducer;

pub use manager::{Print, RunOptions, RunOutput, panic_text};
pub use pipeline::{PassSpec, PipelineElement, PipelineError, PipelineSpec};
pub use registry::{Anchor, OptionInfo, PassInfo, PassManager, PassOptions, PassRegistry};
pub use report::{Display, Report, Statistic};
pub use reproducer::Reproducer;

use std::sync::Arc;

use crate::body::Body;
use crate::context::Context;
use crate::diagnostics::{Diagnostics, Failed};
use crate::entity::Op;
use crate::op_ref::OpRef;

/// The operation a pass runs on: it may change the operation's attributes and everything below it.
#[derive(Debug)]
pub struct Target<'a> {
    /// The body in which the operation stands. A pass does not access the rest of it.
    pub body: &'a mut Body,
    /// The operation, which is isolated from above.
    pub op: Op,
}

impl Target<'_> {
    /// The operations below the target; nothing for a declaration.
    pub fn nested(&mut self) -> Option<&mut Body> {
        self.body.nested_mut(self.op)
    }
}

/// The context of a pass besides its target.
#[derive(Debug)]
pub struct PassContext<'a> {
    /// Types, attributes, names and locations, and the dialects.
    pub ctx: &'a Arc<Context>,
    /// The diagnostics of the pass.
    pub diagnostics: &'a mut Diagnostics,
    /// One counter per entry of [`PassInfo::statistics`].
    pub statistics: &'a mut [u64],
    /// Whether the program has an operation that the pass [watches for](Pass::watches_for).
    pub is_watched_for: bool,
}

/// A transformation or an analysis that reports.
pub trait Pass: Send + Sync {
    /// Operations that matter to the pass wherever in the program they stand, also outside of its target. The manager looks for
    /// them once, before anything runs, in all that the whole pipeline runs on.
    fn watches_for(&self) -> Option<fn(OpRef<'_>) -> bool> {
        None
    }

    /// Runs on one target.
    ///
    /// # Errors
    /// If the pass has reported an error; the pipeline stops.
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed>;
}
