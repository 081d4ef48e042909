//! The report of the benchmark kernel: eleven lines over the recorded runs.

use tfrt_executor::tensor::Exponent;

/// Wall and processor time of one run, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Time that passed.
    pub wall: u64,
    /// Time all threads of the process spent.
    pub cpu: u64,
}

/// The lines, each with its prefix `BM:<name>:`.
pub fn report(name: &str, runs: &[Run]) -> Vec<String> {
    let sorted = |time: fn(&Run) -> u64| {
        let mut times: Vec<u64> = runs.iter().map(time).collect();
        times.sort_unstable();
        times
    };
    let (wall, cpu) = (sorted(|run| run.wall), sorted(|run| run.cpu));
    let (total_wall, total_cpu) = (total(&wall), total(&cpu));
    let mut lines = vec![format!("Duration(ns): {total_wall}"), format!("Count: {}", runs.len())];
    for (what, times) in [("Time", &wall), ("CPU", &cpu)] {
        lines.push(format!("{what} Min(ns): {}", percentile(times, 0)));
        for percent in [50, 95, 99] {
            lines.push(format!("{what} {percent}%(ns): {}", percentile(times, percent)));
        }
    }
    let utilization = if total_wall == 0 { 0.0 } else { 100.0 * total_cpu as f64 / total_wall as f64 };
    lines.push(format!("CPU utilization(percent): {}", Exponent(utilization)));
    lines.into_iter().map(|line| format!("BM:{name}:{line}")).collect()
}

fn total(times: &[u64]) -> u128 {
    times.iter().map(|&time| u128::from(time)).sum()
}

/// The element at `floor(n * percent / 100)` of sorted times, zero if there are none.
fn percentile(sorted: &[u64], percent: usize) -> u64 {
    sorted.get(sorted.len() * percent / 100).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_elements_of_the_sorted_times() {
        let runs: Vec<Run> = (1..=20).rev().map(|time| Run { wall: time * 10, cpu: time * 5 }).collect();
        assert_eq!(
            report("b", &runs),
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
        assert_eq!(report("none", &[]).len(), 11);
    }
}
