//! The report of the benchmark kernel: eleven lines over the recorded runs.

use std::collections::BTreeMap;

use tfrt_executor::tensor::Exponent;

/// A histogram of run times, in nanoseconds: as many entries as there are different times, however many runs there are.
#[derive(Debug, Default)]
struct Times {
    counts: BTreeMap<u64, u64>,
    total: u128,
}

impl Times {
    fn add(&mut self, time: u64) {
        *self.counts.entry(time).or_default() += 1;
        self.total += u128::from(time);
    }

    /// The element at `floor(runs * percent / 100)` of the sorted times, zero if there are none.
    fn percentile(&self, runs: u64, percent: u64) -> u64 {
        let mut before = u128::from(runs) * u128::from(percent) / 100;
        for (&time, &count) in &self.counts {
            match before.checked_sub(u128::from(count)) {
                Some(left) => before = left,
                None => return time,
            }
        }
        0
    }
}

/// Recorded runs.
#[derive(Debug, Default)]
pub struct Runs {
    count: u64,
    wall: Times,
    cpu: Times,
}

impl Runs {
    /// Records a run: nanoseconds that passed, and that all threads of the process spent.
    pub fn add(&mut self, wall: u64, cpu: u64) {
        self.count += 1;
        self.wall.add(wall);
        self.cpu.add(cpu);
    }

    /// The lines, each with its prefix `BM:<name>:`.
    pub fn report(&self, name: &str) -> Vec<String> {
        let Runs { count, wall, cpu } = self;
        let mut lines = vec![format!("Duration(ns): {}", wall.total), format!("Count: {count}")];
        for (what, times) in [("Time", wall), ("CPU", cpu)] {
            lines.push(format!("{what} Min(ns): {}", times.percentile(*count, 0)));
            for percent in [50, 95, 99] {
                lines.push(format!("{what} {percent}%(ns): {}", times.percentile(*count, percent)));
            }
        }
        let utilization = if wall.total == 0 { 0.0 } else { 100.0 * cpu.total as f64 / wall.total as f64 };
        lines.push(format!("CPU utilization(percent): {}", Exponent(utilization)));
        lines.into_iter().map(|line| format!("BM:{name}:{line}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_elements_of_the_sorted_times() {
        let mut runs = Runs::default();
        (1..=20).rev().for_each(|time| runs.add(time * 10, time * 5));
        assert_eq!(
            runs.report("b"),
            [
                "BM:b:Duration(ns): 2100",
                "BM:b:Count: 20",
                "BM:b:Time Min(ns): 10",
                "BM:b:Time 50%(ns): 110",
                "BM:b:Time 95%(ns): 200",
                "BM:b:Time 99%(ns): 200",
                "BM:b:CPU Min(ns): 5",
                "BM:b:CPU 50%(ns): 55",
                "BM:b:CPU 95%(ns): 100",
                "BM:b:CPU 99%(ns): 100",
                "BM:b:CPU utilization(percent): 5.000000e+01",
            ]
        );
        assert_eq!(Runs::default().report("none").len(), 11);
    }

    #[test]
    fn many_runs_of_the_same_time_take_one_entry() {
        let mut runs = Runs::default();
        (0..100_000).for_each(|run| runs.add(100 + run % 3, 50));
        assert_eq!((runs.wall.counts.len(), runs.cpu.counts.len()), (3, 1));
        assert_eq!([0, 50, 99].map(|percent| runs.wall.percentile(runs.count, percent)), [100, 101, 102]);
        assert_eq!(runs.wall.percentile(runs.count, 100), 0);
    }
}
