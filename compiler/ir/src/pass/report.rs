//! Measurements of a pipeline: time and statistics, and their tables.

use std::fmt::Write as _;
use std::time::Duration;

/// A counter of a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statistic {
    /// The name of the counter.
    pub name: &'static str,
    /// One line on it.
    pub summary: &'static str,
    /// The count, over all targets.
    pub value: u64,
}

/// One row of a report: a pass, or a nested pipeline with its passes.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) depth: usize,
    pub(super) is_pass: bool,
    /// Added over all threads.
    pub(super) time: Duration,
    pub(super) statistics: Vec<Statistic>,
}

/// Times and statistics of one or more runs of a pipeline, in the order of the pipeline.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub(super) rows: Vec<Row>,
    pub(super) wall: Duration,
    parser: Duration,
    output: Duration,
}

/// One line of the table of times.
struct TimingRow<'a> {
    time: Duration,
    depth: usize,
    name: &'a str,
}

/// The layout of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Display {
    /// As the pipeline is nested.
    #[default]
    Tree,
    /// Each pass once: times with the longest first, statistics by name.
    List,
}

impl Report {
    pub(super) fn new(rows: Vec<Row>, wall: Duration) -> Self {
        Self { rows, wall, parser: Duration::ZERO, output: Duration::ZERO }
    }

    /// Adds the measurements of another run of the same pipeline.
    pub fn add(&mut self, other: Report) {
        self.wall += other.wall;
        self.parser += other.parser;
        self.output += other.output;
        if self.rows.is_empty() {
            self.rows = other.rows;
            return;
        }
        for (row, other) in self.rows.iter_mut().zip(other.rows) {
            row.time += other.time;
            for (sum, other) in row.statistics.iter_mut().zip(other.statistics) {
                sum.value += other.value;
            }
        }
    }

    /// Appends the measurements of another pipeline.
    pub fn append(&mut self, other: Report) {
        self.wall += other.wall;
        self.parser += other.parser;
        self.output += other.output;
        self.rows.extend(other.rows);
    }

    /// Appends a step that no manager ran.
    pub fn add_step(&mut self, name: &str, time: Duration, statistics: Vec<Statistic>) {
        self.wall += time;
        self.rows.push(Row { name: name.to_owned(), depth: 0, is_pass: true, time, statistics });
    }

    /// Adds the time for reading a program, which is not part of a run.
    pub fn add_parser(&mut self, time: Duration) {
        self.parser += time;
        self.wall += time;
    }

    /// Adds the time for printing a program, which is not part of a run.
    pub fn add_output(&mut self, time: Duration) {
        self.output += time;
        self.wall += time;
    }

    /// The statistics of all passes: name of the pass and counters, in the order of the pipeline.
    pub fn statistics(&self) -> impl Iterator<Item = (&str, &[Statistic])> {
        self.rows.iter().filter(|row| row.is_pass).map(|row| (row.name.as_str(), row.statistics.as_slice()))
    }

    /// The table of times, as `--mlir-timing` shows it.
    #[must_use]
    pub fn timing_table(&self, display: Display) -> String {
        let mut out = header("... Execution time report ...");
        let wall = self.wall.as_secs_f64();
        let _ =
            write!(out, "  Total Execution Time: {wall:.4} seconds\n\n  ----Wall Time----  ----Name----\n");
        for TimingRow { time, depth, name } in self.timing_rows(display).into_iter().chain(self.summary()) {
            let (time, share) = self.shown(time);
            let _ = writeln!(out, "  {time} ({share}%)  {:indent$}{name}", "", indent = 2 * depth);
        }
        out
    }

    /// The same as JSON: a list of objects, in which those of nested passes are members of that around them.
    #[must_use]
    pub fn timing_json(&self, display: Display) -> String {
        let mut out = String::from("[\n");
        let rows = self.timing_rows(display);
        let open = |out: &mut String, row: &TimingRow<'_>| {
            let (time, share) = self.shown(row.time);
            let name = row.name.replace('\\', "\\\\").replace('"', "\\\"");
            let _ = write!(
                out,
                "{:indent$}{{\"wall\": {{\"duration\": {time}, \"percentage\": {share}}}, \"name\": \"{name}\"",
                "",
                indent = 2 * row.depth
            );
        };
        for (index, row) in rows.iter().enumerate() {
            open(&mut out, row);
            if display == Display::List {
                out.push_str("},\n");
                continue;
            }
            out.push_str(", \"passes\": [\n");
            // Each list ends with an empty object, since each object before it ends with a comma.
            let next = rows.get(index + 1).map_or(0, |next| next.depth);
            for depth in (next..=row.depth).rev() {
                let _ = writeln!(out, "{:indent$}{{}}]}},", "", indent = 2 * depth);
            }
        }
        let [rest, total] = self.summary();
        open(&mut out, &rest);
        out.push_str("},\n");
        open(&mut out, &total);
        out.push_str("}\n]\n");
        out
    }

    /// A time in seconds, and its share of the whole in percent.
    fn shown(&self, time: Duration) -> (String, String) {
        let share = 100.0 * time.as_secs_f64() / self.wall.as_secs_f64().max(1e-9);
        (format!("{:>8.4}", time.as_secs_f64()), format!("{share:>5.1}"))
    }

    /// The rows of times, without those that [`Report::summary`] adds.
    fn timing_rows(&self, display: Display) -> Vec<TimingRow<'_>> {
        let row = |time, depth, name| TimingRow { time, depth, name };
        let ends = (row(self.parser, 0, "Parser"), row(self.output, 0, "Output"));
        match display {
            Display::Tree => {
                let passes = self.rows.iter().map(|pass| row(pass.time, pass.depth, &pass.name));
                std::iter::once(ends.0).chain(passes).chain([ends.1]).collect()
            }
            Display::List => {
                let passes = self.rows.iter().filter(|row| row.is_pass);
                let merged =
                    merged(passes.map(|row| (row.name.as_str(), row.time)), |sum, time| *sum += time);
                let passes = merged.into_iter().map(|(name, time)| row(time, 0, name));
                let mut rows: Vec<_> = passes.chain([ends.0, ends.1]).collect();
                rows.sort_by_key(|row| std::cmp::Reverse(row.time));
                rows
            }
        }
    }

    /// The rest of the whole time, and the whole time.
    fn summary(&self) -> [TimingRow<'_>; 2] {
        let passes = self.rows.iter().filter(|row| row.is_pass);
        let spent: Duration = passes.map(|row| row.time).sum();
        let rest = self.wall.saturating_sub(spent + self.parser + self.output);
        [
            TimingRow { time: rest, depth: 0, name: "Rest" },
            TimingRow { time: self.wall, depth: 0, name: "Total" },
        ]
    }

    /// The table of counters, as `--mlir-pass-statistics` shows it.
    #[must_use]
    pub fn statistics_table(&self, display: Display) -> String {
        let mut out = header("... Pass statistics report ...");
        let mut write = |name: &str, depth: usize, statistics: &[Statistic]| {
            let _ = writeln!(out, "{:indent$}{name}", "", indent = 2 * depth);
            for Statistic { name, summary, value } in statistics {
                let _ =
                    writeln!(out, "{:indent$}(S) {value:>6} {name} - {summary}", "", indent = 2 * depth + 2);
            }
        };
        match display {
            Display::Tree => self.rows.iter().for_each(|row| write(&row.name, row.depth, &row.statistics)),
            Display::List => {
                let passes = self.rows.iter().filter(|row| row.is_pass);
                let mut rows = merged(
                    passes.map(|row| (row.name.as_str(), row.statistics.clone())),
                    |sums: &mut Vec<Statistic>, counts| {
                        for (sum, count) in sums.iter_mut().zip(counts) {
                            sum.value += count.value;
                        }
                    },
                );
                rows.sort_by(|a, b| a.0.cmp(b.0));
                rows.iter().for_each(|(name, statistics)| write(name, 0, statistics));
            }
        }
        out
    }
}

/// One entry for each name, in the order in which names are met first.
fn merged<'a, T>(entries: impl Iterator<Item = (&'a str, T)>, add: impl Fn(&mut T, T)) -> Vec<(&'a str, T)> {
    let mut out: Vec<(&str, T)> = Vec::new();
    for (name, entry) in entries {
        match out.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => add(sum, entry),
            None => out.push((name, entry)),
        }
    }
    out
}

fn header(title: &str) -> String {
    let rule = "-".repeat(73);
    let indent = " ".repeat((80 - title.len()) / 2);
    format!("==={rule}===\n{indent}{title}\n==={rule}===\n")
}
