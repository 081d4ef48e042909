//! The pass manager: nesting, threads, verification, printed IR, measurements.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::pipeline::PipelineSpec;
use super::printing::{Place, Printer, operation};
use super::registry::{Element, PassInfo, PassManager, Pipeline};
use super::report::{Report, Row, Statistic};
use super::{PassContext, Target};
use crate::body::{Body, OpState};
use crate::context::Context;
use crate::diagnostics::{Diagnostics, Failed};
use crate::entity::Op;
use crate::handles::Loc;
use crate::op_ref::OpRef;
use crate::syntax::PrintOptions;
use crate::verify::verify;

/// At which passes the IR is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Print {
    /// At none.
    #[default]
    Never,
    /// At all.
    All,
    /// At those with these names.
    Passes(Vec<String>),
}

impl Print {
    pub(super) fn applies(&self, info: &PassInfo) -> bool {
        match self {
            Print::Never => false,
            Print::All => true,
            Print::Passes(names) => names.iter().any(|name| name == info.name),
        }
    }
}

/// Options of running a pipeline.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Verify the target after each pass.
    pub verify_each: bool,
    /// On how many threads nested pipelines run; at least one.
    pub threads: usize,
    /// Print the target before passes.
    pub print_before: Print,
    /// Print the target after passes.
    pub print_after: Print,
    /// Of those after passes, print only what changed.
    pub print_after_change: bool,
    /// Print the target after a pass that failed.
    pub print_after_failure: bool,
    /// Print all of the operation that the pipeline runs on, not just the one that a pass runs on. Passes run on one thread then.
    pub print_module_scope: bool,
    /// Collect printed IR as files, see [`RunOutput::files`].
    pub print_tree: bool,
    /// Options of printing operations.
    pub print: PrintOptions,
}

impl RunOptions {
    /// Whether all is printed wherever something is printed.
    pub(super) fn prints_module(&self) -> bool {
        self.print_module_scope
            && (self.print_before != Print::Never
                || self.print_after != Print::Never
                || self.print_after_failure)
    }
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            verify_each: true,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            print_before: Print::Never,
            print_after: Print::Never,
            print_after_change: false,
            print_after_failure: false,
            print_module_scope: false,
            print_tree: false,
            print: PrintOptions::default(),
        }
    }
}

/// The output of a run besides diagnostics, also when it fails.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunOutput {
    /// The IR as printed before and after passes.
    pub printed: String,
    /// With [`RunOptions::print_tree`] the same as files: paths, relative and with slashes, and texts.
    pub files: Vec<(String, String)>,
    /// The failed passes and their targets, as crash reproducers name them: ``"`CSE` on 'func.func'
    /// operation: @f"``.
    pub failures: Vec<String>,
}

impl RunOutput {
    fn append(&mut self, other: RunOutput) {
        self.printed.push_str(&other.printed);
        self.files.extend(other.files);
        self.failures.extend(other.failures);
    }
}

/// The records of a run besides the changed IR.
struct Log {
    diagnostics: Diagnostics,
    output: RunOutput,
    times: Vec<Duration>,
    statistics: Vec<Vec<u64>>,
}

impl Log {
    fn new(diagnostics: Diagnostics, passes: usize) -> Self {
        let times = vec![Duration::ZERO; passes];
        Self { diagnostics, output: RunOutput::default(), times, statistics: vec![Vec::new(); passes] }
    }

    fn append(&mut self, other: Log) {
        self.diagnostics.append(other.diagnostics);
        self.output.append(other.output);
        for (sum, time) in self.times.iter_mut().zip(other.times) {
            *sum += time;
        }
        for (sums, counts) in self.statistics.iter_mut().zip(other.statistics) {
            sums.resize(sums.len().max(counts.len()), 0);
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
    }
}

struct Runner<'a> {
    ctx: &'a Arc<Context>,
    options: &'a RunOptions,
    passes: usize,
    /// For each pass, whether the program has an operation that it watches for.
    watched: Vec<bool>,
    printer: Printer<'a>,
}

impl PassManager {
    /// Runs the pipeline on one operation of `body`. Diagnostics go to `diagnostics`, printed IR and the names of failed passes to
    /// `output`, all in the order of the program whatever the number of threads.
    ///
    /// # Errors
    /// If the pipeline does not run on operations of this name, a pass fails or panics, or what it leaves does not verify; then
    /// an error is among the diagnostics and the IR is as the last pass left it.
    pub fn run(
        &self,
        ctx: &Arc<Context>,
        body: &mut Body,
        op: Op,
        options: &RunOptions,
        diagnostics: &mut Diagnostics,
        output: &mut RunOutput,
    ) -> Result<Report, Failed> {
        let name = ctx.str(body.name(op));
        if let Some(anchor) = &self.root.anchor
            && anchor != name
        {
            let message = format!("can't run '{anchor}' pass manager on '{name}' op");
            diagnostics.error(body.loc(op), message);
            return Err(Failed);
        }
        warn_of_anchors(&self.root, ctx, body.loc(op), diagnostics);
        let start = Instant::now();
        let (printer, place) = Printer::new(ctx, options, body, op);
        let passes = count_passes(&self.root);
        let mut watched = vec![false; passes];
        look_for_watched(&self.root, OpRef { ctx, body, op }, &mut watched);
        let runner = Runner { ctx, options, passes, watched, printer };
        let mut log = Log::new(diagnostics.fork(), runner.passes);
        let result = runner.pipeline(&self.root, body, op, &place, &mut log);
        output.append(std::mem::take(&mut log.output));
        let mut rows = Vec::new();
        add_rows(&self.root, 0, &log, &mut rows);
        let report = Report::new(rows, start.elapsed());
        diagnostics.append(log.diagnostics);
        result.map(|()| report)
    }

    /// The pipeline as it runs: with the passes of named pipelines, and all options with their values.
    #[must_use]
    pub fn spec(&self) -> &PipelineSpec {
        &self.spec
    }

    /// Whether there is nothing to run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        count_passes(&self.root) == 0
    }
}

/// Warns of nested pipelines that look as if their anchor were misspelled: there may be no operation of that name to run on, and
/// then nothing would say so.
fn warn_of_anchors(pipeline: &Pipeline, ctx: &Context, loc: Loc, diagnostics: &mut Diagnostics) {
    for element in &pipeline.elements {
        let Element::Nested(nested) = element else { continue };
        if let Some(anchor) = &nested.anchor
            && ctx.dialects().definition_by_name(anchor).is_none()
        {
            let hint = ctx.dialects().did_you_mean(anchor);
            if !hint.is_empty() {
                diagnostics
                    .warning(loc, format!("a pipeline runs on '{anchor}', which is not declared{hint}"));
            }
        }
        warn_of_anchors(nested, ctx, loc, diagnostics);
    }
}

/// Finds out for each pass whether there is an operation that it watches for.
fn look_for_watched(pipeline: &Pipeline, top: OpRef<'_>, found: &mut [bool]) {
    for element in &pipeline.elements {
        match element {
            Element::Nested(nested) => look_for_watched(nested, top, found),
            Element::Pass { pass, index, .. } => {
                let (Some(is_watched), Some(nested)) = (pass.watches_for(), top.body.nested(top.op)) else {
                    continue;
                };
                nested.walk(&mut |body, op| {
                    found[*index] = found[*index] || is_watched(OpRef { ctx: top.ctx, body, op });
                });
            }
        }
    }
}

fn count_passes(pipeline: &Pipeline) -> usize {
    let count = |element: &Element| match element {
        Element::Pass { .. } => 1,
        Element::Nested(nested) => count_passes(nested),
    };
    pipeline.elements.iter().map(count).sum()
}

fn add_rows(pipeline: &Pipeline, depth: usize, log: &Log, rows: &mut Vec<Row>) {
    for element in &pipeline.elements {
        match element {
            Element::Pass { info, index, .. } => {
                let counts = &log.statistics[*index];
                let statistic = |(at, &(name, summary)): (usize, &(&'static str, &'static str))| Statistic {
                    name,
                    summary,
                    value: counts.get(at).copied().unwrap_or(0),
                };
                let statistics = info.statistics.iter().enumerate().map(statistic).collect();
                let name = info.title.to_owned();
                rows.push(Row { name, depth, is_pass: true, time: log.times[*index], statistics });
            }
            Element::Nested(nested) => {
                let at = rows.len();
                let name = format!("'{}' Pipeline", nested.anchor.as_deref().unwrap_or("any"));
                rows.push(Row { name, depth, is_pass: false, time: Duration::ZERO, statistics: Vec::new() });
                add_rows(nested, depth + 1, log, rows);
                rows[at].time = rows[at + 1..].iter().filter(|row| row.is_pass).map(|row| row.time).sum();
            }
        }
    }
}

impl Runner<'_> {
    fn pipeline(
        &self,
        pipeline: &Pipeline,
        body: &mut Body,
        op: Op,
        place: &Place,
        log: &mut Log,
    ) -> Result<(), Failed> {
        for element in &pipeline.elements {
            match element {
                Element::Pass { info, pass, index } => {
                    let start = Instant::now();
                    let mut counts = vec![0; info.statistics.len()];
                    let before = self.printer.before(info, place, body, op, &mut log.output);
                    let mut target = Target { body, op };
                    let mut cx = PassContext {
                        ctx: self.ctx,
                        diagnostics: &mut log.diagnostics,
                        statistics: &mut counts,
                        is_watched_for: self.watched[*index],
                    };
                    let outcome = catch_unwind(AssertUnwindSafe(|| pass.run(&mut target, &mut cx)));
                    let outcome = outcome.unwrap_or_else(|panic| {
                        let message = format!("pass '{}' panicked: {}", info.name, panic_text(&*panic));
                        log.diagnostics.error(body.loc(op), message);
                        Err(Failed)
                    });
                    let outcome =
                        outcome.and_then(|()| self.verify(&format!("pass '{}'", info.name), body, op, log));
                    log.times[*index] += start.elapsed();
                    let sums = &mut log.statistics[*index];
                    sums.resize(counts.len(), 0);
                    for (sum, count) in sums.iter_mut().zip(counts) {
                        *sum += count;
                    }
                    if outcome.is_err() {
                        log.output.failures.push(self.failure(info, body, op));
                    }
                    let failed = outcome.is_err();
                    let output = &mut log.output;
                    self.printer.after(info, place, (&*body, op), before.as_deref(), failed, output);
                    outcome?;
                }
                Element::Nested(nested) => {
                    self.nested(nested, body, op, place, log)?;
                    // A detached operation cannot resolve the symbols in it.
                    let name = nested.anchor.as_deref().unwrap_or("any");
                    self.verify(&format!("pipeline '{name}'"), body, op, log)?;
                }
            }
        }
        Ok(())
    }

    /// Runs a pipeline on each fitting operation directly below `op`, each taken out into a body of its own.
    fn nested(
        &self,
        pipeline: &Pipeline,
        body: &mut Body,
        op: Op,
        place: &Place,
        log: &mut Log,
    ) -> Result<(), Failed> {
        self.printer.note(place, body, op);
        let Some(outer) = body.nested_mut(op) else { return Ok(()) };
        let regions = outer.root_regions().to_vec();
        let blocks = regions.iter().flat_map(|&region| outer.blocks(region));
        let ops: Vec<Op> = blocks.flat_map(|block| outer.ops(block)).collect();
        let fits = |op: &Op| {
            let name = self.ctx.str(outer.name(*op));
            outer.nested(*op).is_some() && pipeline.anchor.as_ref().is_none_or(|anchor| anchor == name)
        };
        let ops: Vec<Op> = ops.into_iter().filter(fits).collect();
        let mut jobs = Vec::with_capacity(ops.len());
        for &op in &ops {
            let place = self.printer.place(place, OpRef { ctx: self.ctx, body: outer, op });
            let (holder, held) = self.take_out(outer, op);
            let log = Log::new(log.diagnostics.fork(), self.passes);
            jobs.push(Mutex::new(Job { holder, held, place, log, outcome: Ok(()) }));
        }
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Job { holder, held, place, log, outcome } = &mut *job.lock();
                *outcome = self.pipeline(pipeline, holder, *held, place, log);
                self.printer.note(place, holder, *held);
            }
        };
        let threads = if self.options.prints_module() { 1 } else { self.options.threads.min(jobs.len()) };
        std::thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
        let mut result = Ok(());
        for (op, job) in ops.into_iter().zip(jobs) {
            let Job { mut holder, held, log: part, outcome, .. } = job.into_inner();
            if let Some(nested) = holder.take_nested(held) {
                outer.put_nested(op, nested);
            }
            outer.set_attrs(self.ctx, op, holder.attrs(held));
            outer.set_loc(op, holder.loc(held));
            log.append(part);
            result = result.and(outcome);
        }
        result
    }

    /// An operation with the attributes and the body of `op`, alone in a new body.
    fn take_out(&self, outer: &mut Body, op: Op) -> (Body, Op) {
        let (mut holder, block) = Body::with_entry_block();
        let mut state = OpState::new(outer.name(op), outer.loc(op));
        state.attrs.extend_from_slice(outer.attrs(op));
        state.result_types.extend(outer.results(op).map(|result| outer.value_type(result)));
        if let Some(nested) = outer.take_nested(op) {
            state = state.nested(nested);
        }
        let held = holder.create_op(self.ctx, state);
        holder.append_op(block, held);
        (holder, held)
    }

    fn verify(&self, after: &str, body: &Body, op: Op, log: &mut Log) -> Result<(), Failed> {
        if !self.options.verify_each {
            return Ok(());
        }
        let result = verify(OpRef { ctx: self.ctx, body, op }, &mut log.diagnostics);
        if result.is_err() {
            let message = format!("the IR does not verify after {after}");
            log.diagnostics.error(body.loc(op), message);
        }
        result
    }

    fn failure(&self, info: &PassInfo, body: &Body, op: Op) -> String {
        format!("`{}` on {}", info.title, operation(OpRef { ctx: self.ctx, body, op }))
    }
}

/// An operation that a thread works on, taken out of its parent.
struct Job {
    holder: Body,
    held: Op,
    place: Place,
    log: Log,
    outcome: Result<(), Failed>,
}

/// The message of a panic.
#[must_use]
pub fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
}
