//! `--jit`: whether and when programs become machine code, and what is said about it.

use std::sync::Arc;

use clap::ValueEnum;
use tfrt_jit::{Jit, JitError, JitOptions, When};

use super::Options;

/// Words of `--jit`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum JitMode {
    /// Interpret everything.
    Off,
    /// Compile what is hot, in the background.
    On,
    /// Compile everything before it first runs.
    Eager,
    /// Say on standard error, at the end, what was compiled, and what was not and why.
    Stats,
    /// Print Cranelift's IR and the machine code of what is compiled, on standard error.
    Dump,
    /// Write names of compiled functions to /tmp/perf-PID.map, for perf.
    Perf,
}

/// The compiler that the options ask for, if they do.
pub(super) fn from_options(options: &Options) -> Result<Option<Arc<Jit>>, JitError> {
    let asks = |mode: JitMode| options.jit.contains(&mode);
    if asks(JitMode::Off) {
        return Ok(None);
    }
    let threshold = options.jit_threshold;
    Jit::new(JitOptions {
        when: if asks(JitMode::Eager) { When::Eager } else { When::Hot { threshold } },
        capacity: options.jit_cache_size << 20,
        dump: asks(JitMode::Dump),
        perf: asks(JitMode::Perf),
    })
    .map(Some)
}

/// Waits for what is still being compiled, and says what was.
pub(super) fn finish(jit: &Jit, options: &Options) {
    let details = options.jit.contains(&JitMode::Stats);
    if details || options.jit.contains(&JitMode::Dump) {
        jit.finish();
    }
    let statistics = jit.statistics();
    if details || options.statistics {
        eprintln!("{statistics}");
    }
    if details {
        for line in statistics.details() {
            eprintln!("{line}");
        }
    }
}
