//! What running a pipeline measured: time and statistics, and their tables.

use std::fmt::Write as _;
use std::time::Duration;

/// A counter of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistic {
    /// What is counted.
    pub name: &'static str,
    /// One line on it.
    pub summary: &'static str,
    /// How often it happened, over all targets.
    pub value: u64,
}

/// One row of a report: a pass, or a nested pipeline with what ran in it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) depth: usize,
    pub(super) is_pass: bool,
    /// Added over all threads.
    pub(super) time: Duration,
    pub(super) statistics: Vec<Statistic>,
}

/// Times and statistics of one run, in the order of the pipeline.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub(super) rows: Vec<Row>,
    pub(super) wall: Duration,
}

impl Report {
    /// The statistics of all passes: name of the pass and counters, in the order of the pipeline.
    pub fn statistics(&self) -> impl Iterator<Item = (&str, &[Statistic])> {
        self.rows.iter().filter(|row| row.is_pass).map(|row| (row.name.as_str(), row.statistics.as_slice()))
    }

    /// The table of times, as `--mlir-timing` shows it.
    #[must_use]
    pub fn timing_table(&self) -> String {
        let mut out = header("... Execution time report ...");
        let wall = self.wall.as_secs_f64();
        let _ = write!(out, "  Total Execution Time: {wall:.4} seconds\n\n  ----Time----  ----Name----\n");
        let mut spent = 0.0;
        for row in &self.rows {
            let time = row.time.as_secs_f64();
            spent += if row.is_pass { time } else { 0.0 };
            let share = 100.0 * time / wall.max(1e-9);
            let _ = writeln!(
                out,
                "  {time:>7.4} ({share:>5.1}%)  {:indent$}{}",
                "",
                row.name,
                indent = 2 * row.depth
            );
        }
        let rest = (wall - spent).max(0.0);
        let _ = writeln!(out, "  {rest:>7.4} ({:>5.1}%)  Rest", 100.0 * rest / wall.max(1e-9));
        let _ = writeln!(out, "  {wall:>7.4} (100.0%)  Total");
        out
    }

    /// The table of counters, as `--mlir-pass-statistics` shows it.
    #[must_use]
    pub fn statistics_table(&self) -> String {
        let mut out = header("... Pass statistics report ...");
        for row in &self.rows {
            let _ = writeln!(out, "{:indent$}{}", "", row.name, indent = 2 * row.depth);
            for statistic in &row.statistics {
                let Statistic { name, summary, value } = statistic;
                let _ = writeln!(
                    out,
                    "{:indent$}(S) {value:>6} {name} - {summary}",
                    "",
                    indent = 2 * row.depth + 2
                );
            }
        }
        out
    }
}

fn header(title: &str) -> String {
    let rule = "-".repeat(73);
    format!("===-{rule}-===\n{title:^81}\n===-{rule}-===\n")
        .lines()
        .map(str::trim_end)
        .fold(String::new(), |out, line| out + line + "\n")
}
