//! What was compiled, and what was not and why.

use std::{fmt, time::Duration};

/// Counts of a [`Jit`](crate::Jit).
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// Units that were compiled, in order: name, kernels, bytes of code, time it took.
    pub compiled: Vec<CompiledStatistics>,
    /// Units that were found in the cache.
    pub hits: u64,
    /// Units whose code came from the code file; they are among `compiled`.
    pub loaded: u64,
    /// What is to be said of the code file.
    pub remarks: Vec<String>,
    /// Units that were not compiled because the cache was full.
    pub refused: u64,
    /// Units that failed to compile, with the reason.
    pub failed: Vec<String>,
    /// Functions that stay interpreted, as a whole or in part, with the reason.
    pub interpreted: Vec<(String, String)>,
    /// Bytes of code in memory.
    pub bytes: usize,
}

/// What is known of one compiled unit.
#[derive(Debug, Clone)]
pub struct CompiledStatistics {
    /// The function it is of, and how it is entered.
    pub name: String,
    /// Kernels of its functions.
    pub kernels: usize,
    /// Bytes of machine code.
    pub bytes: usize,
    /// How long it took to compile, or to load.
    pub time: Duration,
    /// Whether the code came from the code file.
    pub loaded: bool,
}

impl Statistics {
    /// Whether nothing was asked for.
    pub fn is_empty(&self) -> bool {
        self.compiled.is_empty()
            && self.failed.is_empty()
            && self.interpreted.is_empty()
            && self.remarks.is_empty()
            && self.hits + self.refused == 0
    }

    /// Time spent on compiling, without loading.
    pub fn time(&self) -> Duration {
        self.compiled.iter().filter(|unit| !unit.loaded).map(|unit| unit.time).sum()
    }
}

/// One line of totals.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "jit: {} units compiled in {:.1} ms, {} cache hits, {} bytes of code",
            self.compiled.len() - self.loaded as usize,
            self.time().as_secs_f64() * 1e3,
            self.hits,
            self.bytes
        )?;
        if self.loaded > 0 {
            write!(f, ", {} units from the code file", self.loaded)?;
        }
        if self.refused > 0 {
            write!(f, ", {} refused because the cache is full", self.refused)?;
        }
        Ok(())
    }
}

/// The lines below the totals: a line a unit, and why what is hot stays interpreted.
impl Statistics {
    /// Everything, for people.
    pub fn details(&self) -> Vec<String> {
        let compiled = self.compiled.iter().map(|unit| {
            let CompiledStatistics { name, kernels, bytes, time, loaded } = unit;
            let from = if *loaded { ", from the code file" } else { "" };
            format!("  {name}: {kernels} kernels, {bytes} bytes, {:.3} ms{from}", time.as_secs_f64() * 1e3)
        });
        let failed = self.failed.iter().map(|reason| format!("  not compiled: {reason}"));
        let interpreted =
            self.interpreted.iter().map(|(name, reason)| format!("  {name} stays interpreted: {reason}"));
        let remarks = self.remarks.iter().map(|remark| format!("  {remark}"));
        compiled.chain(failed).chain(interpreted).chain(remarks).collect()
    }
}
