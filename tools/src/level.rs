//! `-O0`, `-O1` and `-O2` on command lines.

use clap::ValueEnum;
use tfrt_compiler::pipeline::OptLevel;

/// How much is optimised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// Everything as written.
    #[value(name = "0")]
    O0,
    /// Each function by itself.
    #[value(name = "1")]
    O1,
    /// The whole program.
    #[value(name = "2")]
    O2,
}

impl Level {
    /// The compiler's name for it.
    pub fn level(self) -> OptLevel {
        match self {
            Level::O0 => OptLevel::O0,
            Level::O1 => OptLevel::O1,
            Level::O2 => OptLevel::O2,
        }
    }
}
