//! `-O0`, `-O1`, `-O2` and `--precision` on command lines.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use tfrt_compiler::pipeline::{OptLevel, Precision, TargetCpu};

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

/// The flag for what a compiled program brings with it.
#[derive(Debug, Clone, Copy, Args)]
pub struct TargetFlag {
    /// The processor for which a program that is compiled with -O2 brings its constants in the layout that products read, beside the plain ones: it starts
    /// faster, and processes that run it share them. On other processors the first call lays them out; with generic, on all.
    #[arg(
        long,
        value_name = "CPU",
        default_value = "native",
        value_parser = PossibleValuesParser::new(targets())
            .map(|name| Target(TargetCpu::from_name(&name)))
    )]
    target_cpu: Target,
}

/// A processor; none is the generic one.
#[derive(Debug, Clone, Copy)]
struct Target(Option<TargetCpu>);

fn targets() -> impl Iterator<Item = &'static str> {
    TargetCpu::ALL.iter().map(|target| target.name()).chain(["generic"])
}

impl TargetFlag {
    /// The processor, unless it is the generic one.
    pub fn target(self) -> Option<TargetCpu> {
        self.target_cpu.0
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
