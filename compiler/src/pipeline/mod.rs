//! From a parsed program to an executable file: the steps, their order, and the extension points.
//!
//! The order is fixed; [`Pipeline::compile_to_writer`] spells it out:
//! 1. passes on the op graph, as the optimization level says, except the groups that are switched off;
//! 2. assignment of devices;
//! 3. the passes of plugins, after all of this project's that rewrite the op graph. Each sees the result of the one before it,
//!    and its own result is verified. If one fails, the program stays unchanged, and a warning names it;
//! 4. verification, and assignment of devices to operations that are new;
//! 5. lowering, which no plugin sees: transfers, then the precision of products, fusion, regions and what they bring with them, streams and the encoding.
//!
//! At `-O0` no pass that rewrites for speed runs, so the program keeps its order of effects; steps that every program needs
//! to run (assignment of devices, transfers) do.
//!
//! Each [`PipelineStep`] is a named [`Pass`](tfrt_ir::pass::Pass) on the whole program. It is timed, and its result is verified: always
//! in debug builds, else if [`PipelineOptions::verify_each`] says so. Passes of plugins are [`Guarded`]. The passes themselves are elsewhere.

mod compile;
mod groups;
mod guarded;
mod step;
#[cfg(test)]
mod tests;

pub use compile::Pipeline;
#[cfg(test)]
pub(crate) use compile::run_pass;
pub use groups::{PassGroup, PassGroups};
pub use guarded::Guarded;
pub use step::PipelineStep;

use tfrt_ir::pass::{PipelineElement, PipelineSpec};
pub use tfrt_ops::{Precision, TargetCpu};

/// The optimization level: the passes that run before a program is encoded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Everything stays as written.
    #[default]
    O0,
    /// Cheap passes that keep every function and call: simplification, merging of equal operations.
    O1,
    /// Inlining as well, and erasing functions without possible callers.
    O2,
}

impl OptLevel {
    /// All levels.
    pub const ALL: [OptLevel; 3] = [OptLevel::O0, OptLevel::O1, OptLevel::O2];

    /// The name of the flag and of the pipeline.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OptLevel::O0 => "O0",
            OptLevel::O1 => "O1",
            OptLevel::O2 => "O2",
        }
    }

    /// One line for `--help`.
    #[must_use]
    pub fn summary(self) -> &'static str {
        match self {
            OptLevel::O0 => "No passes at all",
            OptLevel::O1 => "Simplify each function",
            OptLevel::O2 => "Inline, then simplify each function",
        }
    }

    /// The passes on the op graph, as the text of a pipeline.
    #[must_use]
    pub fn pipeline(self) -> &'static str {
        match self {
            OptLevel::O0 => "builtin.module()",
            OptLevel::O1 => "builtin.module(func.func(sccp,canonicalize{keep-errors=true},cse,dce))",
            OptLevel::O2 => {
                "builtin.module(func.func(canonicalize{keep-errors=true}),inline,\
                 func.func(sccp,canonicalize{keep-errors=true},cse),dce,symbol-dce)"
            }
        }
    }
}

/// Options of a compilation, by a user or the configuration of a plugin.
#[derive(Clone, Debug, Default)]
pub struct PipelineOptions {
    /// The preset.
    pub level: OptLevel,
    /// Groups of passes that run; all of them by default, as far as the level has them.
    pub groups: PassGroups,
    /// The precision of products of `f32` that say none themselves.
    pub precision: Precision,
    /// The processor for which regions bring with them what they read of constants in another layout: files are larger, and programs start
    /// faster. By default they bring nothing.
    pub packed_for: Option<TargetCpu>,
    /// Whether the program is verified after each step in builds without debug assertions, too; after plugins it always is.
    pub verify_each: bool,
    /// On how many threads passes run; all that the machine has by default.
    pub threads: Option<usize>,
}

impl PipelineOptions {
    /// The preset of a level.
    #[must_use]
    pub fn at(level: OptLevel) -> Self {
        Self { level, ..Self::default() }
    }

    /// Whether the program is verified after each step.
    #[must_use]
    pub fn verifies_each(&self) -> bool {
        self.verify_each || cfg!(debug_assertions)
    }

    /// The passes on the op graph: those of the level whose groups are on.
    #[must_use]
    pub fn graph_passes(&self) -> PipelineSpec {
        let mut spec =
            PipelineSpec::parse(self.level.pipeline()).expect("the pipelines of the levels are constants");
        retain(&mut spec, self.groups);
        spec
    }
}

/// Leaves out passes whose group is off, and pipelines that are empty then.
fn retain(spec: &mut PipelineSpec, groups: PassGroups) {
    spec.elements.retain_mut(|element| match element {
        PipelineElement::Pass(pass) => PassGroup::of_pass(&pass.name).is_none_or(|group| groups.has(group)),
        PipelineElement::Nested(nested) => {
            retain(nested, groups);
            !nested.elements.is_empty()
        }
    });
}
