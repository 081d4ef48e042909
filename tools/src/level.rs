//! `-O0`, `-O1`, `-O2` and `--precision` on command lines.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tfrt_compiler::pipeline::{OptLevel, Precision};

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

/// The flag for the precision of products.
#[derive(Debug, Clone, Copy, Args)]
pub struct PrecisionFlag {
    /// In what precision matrix products and convolutions of f32 may be computed where text or a model is compiled: bf16 rounds their factors on processors that
    /// multiply these faster (AMX-BF16, AVX-512 BF16) and computes everything else, sums included, in f32.
    #[arg(
        long,
        value_name = "DTYPE",
        default_value = "f32",
        value_parser = PossibleValuesParser::new(Precision::ALL.map(Precision::name))
            .map(|name| Precision::from_name(name.as_bytes()).unwrap_or_default())
    )]
    precision: Precision,
}

impl PrecisionFlag {
    /// The precision.
    pub fn precision(self) -> Precision {
        self.precision
    }
}
