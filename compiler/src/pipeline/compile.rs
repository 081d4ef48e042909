//! The pipeline itself: one function that lists all steps of compilation, from top to bottom.

use std::time::Instant;

use tfrt_bef::{BefWriter, WriteOptions};
use tfrt_ir::diagnostics::{Diagnostics, Failed, Severity};
use tfrt_ir::module::Module;
use tfrt_ir::pass::{Pass, PassContext, PassRegistry, Report, RunOptions, RunOutput, Statistic, Target};
use tfrt_ir::verify::verify_module;
use tfrt_ops::Precision;

use super::step::PipelineStep;
use super::{OptLevel, PipelineOptions};
use crate::encode::encode_to_writer;
use crate::op_checks::check_ops;
use crate::passes;

/// Everything between a verified program and its executable file. [`Pipeline::compile_to_writer`] is the order.
#[derive(Debug)]
pub struct Pipeline {
    options: PipelineOptions,
    passes: PassRegistry,
    conversion: PipelineStep,
    assignment: Vec<PipelineStep>,
    plugins: Vec<PipelineStep>,
    lowering: Vec<PipelineStep>,
    merging: [PipelineStep; 3],
}

impl Pipeline {
    /// A pipeline of the passes of `passes`, which has at least those of this crate, without steps that others add.
    #[must_use]
    pub fn new(options: PipelineOptions, passes: PassRegistry) -> Self {
        Self {
            options,
            passes,
            conversion: passes::conversion_step(),
            assignment: Vec::new(),
            plugins: Vec::new(),
            lowering: Vec::new(),
            merging: [passes::types_step(), passes::fusion_step(false), passes::regions_step(false)],
        }
    }

    /// The options.
    #[must_use]
    pub fn options(&self) -> &PipelineOptions {
        &self.options
    }

    /// The options, mutable: plugins influence which groups of passes run.
    pub fn options_mut(&mut self) -> &mut PipelineOptions {
        &mut self.options
    }

    /// Adds a step that assigns devices. It runs before the passes of plugins, and again after them if there are any, and leaves
    /// operations alone that have a device.
    pub fn add_assignment(&mut self, step: PipelineStep) {
        self.assignment.push(step);
    }

    /// Adds a pass of a plugin, which can do no harm ([`Guarded`](super::Guarded)), behind those that are there.
    pub fn add_plugin_pass(&mut self, step: PipelineStep) {
        self.plugins.push(step);
    }

    /// Adds a step of lowering behind those that are there: they come before fusion.
    pub fn add_lowering(&mut self, step: PipelineStep) {
        self.lowering.push(step);
    }

    /// From now on remarks say of each op with what it was fused, or why it was not, and whether it is in a region.
    pub fn explain_fusion(&mut self) {
        self.merging = [passes::types_step(), passes::fusion_step(true), passes::regions_step(true)];
    }

    /// Compiles a verified program to an executable file.
    ///
    /// # Errors
    /// If a step fails, or a file cannot hold the program; the reason is in `diagnostics`.
    pub fn compile(
        &self,
        module: &mut Module,
        write: WriteOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<u8>, Failed> {
        let (writer, _) = self.compile_to_writer(module, write, diagnostics)?;
        writer.finish().map_err(|error| {
            diagnostics.error(module.top().loc(), error.to_string());
            Failed
        })
    }

    /// As [`compile`](Self::compile), for callers that write the file themselves, or want to know how long each step took.
    ///
    /// # Errors
    /// If a step fails, or a file cannot hold the program; the reason is in `diagnostics`. Plugins cannot make it fail.
    pub fn compile_to_writer(
        &self,
        module: &mut Module,
        write: WriteOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<(BefWriter, Report), Failed> {
        let mut run = Run::new(self, module, diagnostics);

        // Operations of other dialects must be converted before anything can run, at every level.
        run.step(&self.conversion)?;
        run.check_ops()?;
        run.graph_passes()?;
        run.type_results();

        run.steps(&self.assignment)?;

        // Plugins come after all of this project's passes that rewrite the op graph. Their result is verified, and nodes that
        // they add get devices.
        if self.options.level > OptLevel::O0 && !self.plugins.is_empty() {
            run.steps(&self.plugins)?;
            run.verify("the plugins' passes")?;
            run.steps(&self.assignment)?;
        }

        // Lowering, which no plugin sees: transfers, precision, fusion, regions; then streams and the file.
        run.steps(&self.lowering)?;
        if self.options.precision != Precision::F32 {
            run.step(&passes::precision_step(self.options.precision))?;
        }
        run.steps(&self.merging)?;
        if let Some(target) = self.options.packed_for {
            run.step(&passes::packing_step(target))?;
        }
        let writer =
            run.timed("encode", |module, diagnostics| encode_to_writer(module, write, diagnostics))?;
        Ok((writer, run.report))
    }
}

/// One run of a pipeline: each step is timed, and its result is verified on request.
struct Run<'r> {
    pipeline: &'r Pipeline,
    module: &'r mut Module,
    diagnostics: &'r mut Diagnostics,
    report: Report,
}

impl<'r> Run<'r> {
    fn new(pipeline: &'r Pipeline, module: &'r mut Module, diagnostics: &'r mut Diagnostics) -> Self {
        Self { pipeline, module, diagnostics, report: Report::default() }
    }

    fn steps(&mut self, steps: &[PipelineStep]) -> Result<(), Failed> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    /// Runs a step, if it is on.
    fn step(&mut self, step: &PipelineStep) -> Result<(), Failed> {
        if !step.is_on(&self.pipeline.options) {
            return Ok(());
        }
        let start = Instant::now();
        let mut counts = vec![0; step.statistics().len()];
        let result = run_pass(step.pass(), self.module, &mut counts, self.diagnostics);
        let counted = step.statistics().iter().zip(counts);
        let statistics = counted.map(|(&(name, summary), value)| Statistic { name, summary, value });
        self.report.add_step(step.name(), start.elapsed(), statistics.collect());
        result?;
        match self.pipeline.options.verifies_each() {
            true => self.verify(&format!("step '{}'", step.name())),
            false => Ok(()),
        }
    }

    /// Faults in the use of ops: errors in a program that is compiled to run, and warnings in one that stays as written.
    fn check_ops(&mut self) -> Result<(), Failed> {
        let severity = match self.pipeline.options.level {
            OptLevel::O0 => Severity::Warning,
            OptLevel::O1 | OptLevel::O2 => Severity::Error,
        };
        check_ops(self.module, severity, self.diagnostics)
    }

    /// The passes of the level on the op graph, which run on several functions at once.
    fn graph_passes(&mut self) -> Result<(), Failed> {
        let options = &self.pipeline.options;
        let spec = options.graph_passes();
        if spec.elements.is_empty() {
            return Ok(());
        }
        let manager = self.pipeline.passes.build(&spec).map_err(|error| {
            self.diagnostics.error(self.module.top().loc(), error.message);
            Failed
        })?;
        let mut run = RunOptions { verify_each: options.verifies_each(), ..RunOptions::default() };
        if let Some(threads) = options.threads {
            run.threads = threads.max(1);
        }
        let ctx = self.module.ctx().clone();
        let op = self.module.top().op;
        let body = self.module.top_body_mut();
        let report = manager.run(&ctx, body, op, &run, self.diagnostics, &mut RunOutput::default())?;
        self.report.append(report);
        Ok(())
    }

    /// Functions say what their results are, so that files do.
    fn type_results(&mut self) {
        if self.pipeline.options.level > OptLevel::O0 {
            let ctx = self.module.ctx().clone();
            passes::write_public_results(&ctx, self.module.contents_mut());
        }
    }

    fn timed<T>(
        &mut self,
        name: &str,
        work: impl FnOnce(&mut Module, &mut Diagnostics) -> Result<T, Failed>,
    ) -> Result<T, Failed> {
        let start = Instant::now();
        let result = work(self.module, self.diagnostics);
        self.report.add_step(name, start.elapsed(), Vec::new());
        result
    }

    fn verify(&mut self, after: &str) -> Result<(), Failed> {
        self.timed("verify", |module, diagnostics| {
            verify_module(module, diagnostics).map_err(|Failed| {
                diagnostics.error(module.top().loc(), format!("the IR does not verify after {after}"));
                Failed
            })
        })
    }
}

/// Runs a pass on a whole program.
pub(crate) fn run_pass(
    pass: &dyn Pass,
    module: &mut Module,
    statistics: &mut [u64],
    diagnostics: &mut Diagnostics,
) -> Result<(), Failed> {
    let ctx = module.ctx().clone();
    let mut is_watched_for = false;
    if let Some(is_watched) = pass.watches_for() {
        module.contents().walk(&mut |body, op| {
            is_watched_for |= is_watched(tfrt_ir::OpRef { ctx: &ctx, body, op });
        });
    }
    let op = module.top().op;
    let mut cx = PassContext { ctx: &ctx, diagnostics, statistics, is_watched_for };
    pass.run(&mut Target { body: module.top_body_mut(), op }, &mut cx)
}
