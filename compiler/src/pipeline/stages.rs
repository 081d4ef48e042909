//! The stages of a pipeline, and running them in their order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use tfrt_bef::{BefWriter, WriteOptions};
use tfrt_ir::diagnostics::{Diagnostic, Diagnostics, Failed, Severity};
use tfrt_ir::module::Module;
use tfrt_ir::pass::{PassRegistry, RunOptions, RunOutput, panic_text};
use tfrt_ir::verify::verify_module;

use super::{OptLevel, PassGroup, PipelineOptions};
use crate::encode::{encode, encode_to_writer};

/// Something that the compiler does to a whole program: assigning devices, or a part of lowering.
pub trait Stage: Send + Sync {
    /// What messages call it.
    fn name(&self) -> &str;

    /// The level from which on it runs. What a program needs in order to run at all runs at each.
    fn min_level(&self) -> OptLevel {
        OptLevel::O0
    }

    /// The group that switches it off.
    fn group(&self) -> Option<PassGroup> {
        None
    }

    /// Changes the program, and leaves it valid.
    ///
    /// # Errors
    /// If the program cannot be compiled; the reason is in `diagnostics`.
    fn run(&self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<(), Failed>;
}

/// A pass that comes from a plugin. Nothing it does can make compilation fail.
pub trait PluginPass: Send + Sync {
    /// What warnings call it: the plugin, and which pass of it.
    fn name(&self) -> &str;

    /// Changes the program. Whether the result is valid is checked afterwards.
    ///
    /// # Errors
    /// What went wrong. The program is then put back to what it was.
    fn run(&self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<(), String>;
}

/// Everything between a verified program and its executable file. See the module above for the order.
pub struct Pipeline {
    options: PipelineOptions,
    passes: PassRegistry,
    assignment: Vec<Box<dyn Stage>>,
    plugins: Vec<Box<dyn PluginPass>>,
    lowering: Vec<Box<dyn Stage>>,
}

impl std::fmt::Debug for Pipeline {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names =
            |stages: &[Box<dyn Stage>]| stages.iter().map(|s| s.name().to_owned()).collect::<Vec<_>>();
        f.debug_struct("Pipeline")
            .field("options", &self.options)
            .field("assignment", &names(&self.assignment))
            .field("plugins", &self.plugins.iter().map(|pass| pass.name()).collect::<Vec<_>>())
            .field("lowering", &names(&self.lowering))
            .finish_non_exhaustive()
    }
}

impl Pipeline {
    /// A pipeline of the passes of `passes`, which has at least those of this crate, without stages that others add.
    #[must_use]
    pub fn new(options: PipelineOptions, passes: PassRegistry) -> Self {
        Self { options, passes, assignment: Vec::new(), plugins: Vec::new(), lowering: Vec::new() }
    }

    /// What was asked for.
    #[must_use]
    pub fn options(&self) -> &PipelineOptions {
        &self.options
    }

    /// What was asked for, to be changed: plugins have a say in which groups of passes run.
    pub fn options_mut(&mut self) -> &mut PipelineOptions {
        &mut self.options
    }

    /// Adds a stage that assigns devices. It runs before the passes of plugins, and again after them if there are any, and leaves
    /// operations alone that have a device.
    pub fn add_assignment(&mut self, stage: Box<dyn Stage>) {
        self.assignment.push(stage);
    }

    /// Adds a pass of a plugin after those that are there.
    pub fn add_plugin_pass(&mut self, pass: Box<dyn PluginPass>) {
        self.plugins.push(pass);
    }

    /// Adds a stage of lowering after those that are there.
    pub fn add_lowering(&mut self, stage: Box<dyn Stage>) {
        self.lowering.push(stage);
    }

    /// Compiles a verified program to an executable file.
    ///
    /// # Errors
    /// If a stage fails, or a file cannot hold the program; the reason is in `diagnostics`.
    pub fn compile(
        &self,
        module: &mut Module,
        write: WriteOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<Vec<u8>, Failed> {
        self.optimise(module, diagnostics)?;
        self.lower(module, diagnostics)?;
        encode(module, write, diagnostics)
    }

    /// As [`compile`](Self::compile), for callers that write the file themselves.
    ///
    /// # Errors
    /// If a stage fails, or a file cannot hold the program; the reason is in `diagnostics`.
    pub fn compile_to_writer(
        &self,
        module: &mut Module,
        write: WriteOptions,
        diagnostics: &mut Diagnostics,
    ) -> Result<BefWriter, Failed> {
        self.optimise(module, diagnostics)?;
        self.lower(module, diagnostics)?;
        encode_to_writer(module, write, diagnostics)
    }

    /// Everything before lowering, on a verified program.
    ///
    /// # Errors
    /// If a pass or a stage fails; the reason is in `diagnostics`. Plugins cannot make it fail.
    pub fn optimise(&self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        // What other dialects say must be said in ours before anything can run, at every level.
        crate::convert::convert_module(module, diagnostics)?;
        self.run_graph_passes(module, diagnostics)?;
        self.run_stages(&self.assignment, module, diagnostics)?;
        if self.options.level == OptLevel::O0 || self.plugins.is_empty() {
            return Ok(());
        }
        for pass in &self.plugins {
            run_plugin_pass(&**pass, module, diagnostics);
        }
        self.run_stages(&self.assignment, module, diagnostics)
    }

    /// Lowering, short of the encoding.
    ///
    /// # Errors
    /// If a stage fails; the reason is in `diagnostics`.
    pub fn lower(&self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        self.run_stages(&self.lowering, module, diagnostics)
    }

    fn run_graph_passes(&self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        let spec = self.options.graph_passes();
        if spec.elements.is_empty() {
            return Ok(());
        }
        let manager = self.passes.build(&spec).map_err(|error| {
            diagnostics.error(module.top().loc(), error.message);
            Failed
        })?;
        let mut run = RunOptions { verify_each: self.options.verify_each, ..RunOptions::default() };
        if let Some(threads) = self.options.threads {
            run.threads = threads.max(1);
        }
        let ctx = module.ctx().clone();
        let op = module.top().op;
        manager.run(&ctx, module.top_body_mut(), op, &run, diagnostics, &mut RunOutput::default()).map(drop)
    }

    fn run_stages(
        &self,
        stages: &[Box<dyn Stage>],
        module: &mut Module,
        diagnostics: &mut Diagnostics,
    ) -> Result<(), Failed> {
        for stage in stages {
            let is_on = stage.group().is_none_or(|group| self.options.groups.has(group));
            if is_on && stage.min_level() <= self.options.level {
                stage.run(module, diagnostics)?;
            }
        }
        Ok(())
    }
}

/// Runs a pass of a plugin; on failure the module is what it was before, and a warning says why.
fn run_plugin_pass(pass: &dyn PluginPass, module: &mut Module, diagnostics: &mut Diagnostics) {
    let before = module.clone();
    let mut found = diagnostics.fork();
    let outcome = catch_unwind(AssertUnwindSafe(|| pass.run(module, &mut found)));
    let outcome = outcome.unwrap_or_else(|panic| Err(format!("it panicked: {}", panic_text(&*panic))));
    let problem = match outcome {
        Err(message) => message,
        Ok(()) if !Arc::ptr_eq(module.ctx(), before.ctx()) => {
            found = diagnostics.fork();
            "it made a program of another context".to_owned()
        }
        Ok(()) => {
            let mut invalid = diagnostics.fork();
            if verify_module(module, &mut invalid).is_ok() {
                diagnostics.append(found);
                return;
            }
            let errors = invalid.take().into_iter().filter(|d| d.severity == Severity::Error);
            found = diagnostics.fork();
            for error in errors {
                found.emit(error);
            }
            "what it made does not verify".to_owned()
        }
    };
    *module = before;
    let name = pass.name();
    let loc = module.top().loc();
    let message = format!("plugin pass '{name}' failed: {problem}; the program stays as it was before it");
    let mut warning = Diagnostic::new(Severity::Warning, loc, message);
    for diagnostic in found.take() {
        warning.note(diagnostic.loc, diagnostic.message);
    }
    diagnostics.emit(warning);
}
