//! The optimization levels: which passes run, in which order, before a program is encoded.
//!
//! The order is fixed: passes on the op graph, then the assignment of devices, then the passes of plugins, each on the
//! operations of its device type, then verification; lowering, which no plugin sees, follows.

/// How much is done to a program before it is encoded.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Everything stays as written.
    #[default]
    O0,
    /// What is cheap and keeps every function and call: simplification, merging of equal operations.
    O1,
    /// Inlining as well, and erasing functions that nobody can call any more.
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
            OptLevel::O1 => "builtin.module(func.func(sccp,canonicalize,cse,dce))",
            OptLevel::O2 => {
                "builtin.module(func.func(canonicalize),inline,func.func(sccp,canonicalize,cse,dce),symbol-dce)"
            }
        }
    }
}
