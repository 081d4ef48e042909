//! Statistics: the units that were compiled, and the reasons why others were not.

use std::{fmt, time::Duration};

/// Entries of each list at most: a process that runs for long may compile without end.
const LISTED: usize = 4096;

/// Counts of a [`Jit`](crate::Jit).
#[derive(Debug, Clone, Default)]
pub struct Statistics {
    /// Units that were compiled, in order: name, kernels, bytes of code, time it took. The first few thousand; so in the other lists.
    pub compiled: Vec<CompiledStatistics>,
    /// All units that were compiled or loaded.
    pub units: u64,
    /// Time spent on compiling, without loading.
    pub time: Duration,
    /// Entries omitted because the list is long enough: units, failures, and functions that stay interpreted.
    pub unlisted: u64,
    /// Units that were found in the cache.
    pub hits: u64,
    /// Units whose code came from the code file; they are among `compiled`.
    pub loaded: u64,
    /// Remarks about the code file.
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

/// Statistics of one compiled unit.
#[derive(Debug, Clone)]
pub struct CompiledStatistics {
    /// The function it is of, and how it is entered.
    pub name: String,
    /// Kernels of its functions.
    pub kernels: usize,
    /// Bytes of machine code.
    pub bytes: usize,
    /// The time for compiling, or for loading.
    pub time: Duration,
    /// Whether the code came from the code file.
    pub loaded: bool,
}

impl Statistics {
    /// A unit was compiled or loaded.
    pub(crate) fn add_compiled(&mut self, unit: CompiledStatistics) {
        self.units += 1;
        if unit.loaded {
            self.loaded += 1;
        } else {
            self.time += unit.time;
        }
        self.unlisted += push(&mut self.compiled, unit);
    }

    /// A unit failed to compile.
    pub(crate) fn add_failed(&mut self, reason: String) {
        self.unlisted += push(&mut self.failed, reason);
    }

    /// A function stays interpreted. It may run straight now and as dataflow then, and is listed once.
    pub(crate) fn add_interpreted(&mut self, function: &str, reason: &str) {
        if !self.interpreted.iter().any(|(of, why)| of == function && why == reason) {
            self.unlisted += push(&mut self.interpreted, (function.to_owned(), reason.to_owned()));
        }
    }

    /// Whether nothing was requested.
    pub fn is_empty(&self) -> bool {
        self.units == 0
            && self.failed.is_empty()
            && self.interpreted.is_empty()
            && self.remarks.is_empty()
            && self.hits + self.refused == 0
    }
}

/// Adds to a list that is not full; how much was left out.
fn push<T>(list: &mut Vec<T>, entry: T) -> u64 {
    if list.len() < LISTED {
        list.push(entry);
        return 0;
    }
    1
}

/// One line of totals.
impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "jit: {} units compiled in {:.1} ms, {} cache hits, {} bytes of code",
            self.units - self.loaded,
            self.time.as_secs_f64() * 1e3,
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

/// The lines below the totals: one per unit, and the reasons why hot code stays interpreted.
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
        let others = (self.unlisted > 0).then(|| format!("  and {} more", self.unlisted));
        compiled.chain(failed).chain(interpreted).chain(remarks).chain(others).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_bounded_and_totals_are_not() {
        let mut statistics = Statistics::default();
        assert!(statistics.is_empty());
        let time = Duration::from_millis(1);
        for i in 0..LISTED + 10 {
            let unit =
                CompiledStatistics { name: format!("f{i}"), kernels: 1, bytes: 1, time, loaded: i % 2 == 1 };
            statistics.add_compiled(unit);
            statistics.add_interpreted(&format!("f{}", i % 3), "it is cold");
        }
        assert_eq!((statistics.compiled.len(), statistics.interpreted.len()), (LISTED, 3));
        assert_eq!((statistics.units, statistics.loaded), (LISTED as u64 + 10, LISTED as u64 / 2 + 5));
        assert_eq!(statistics.time, time * (LISTED as u32 / 2 + 5));
        assert_eq!(statistics.details().last().map(String::as_str), Some("  and 10 more"));
    }
}
