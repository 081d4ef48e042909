//! Graph optimizers and passes of plugins as passes of the compiler, and the optimizers' switches for the compiler's own
//! passes.
//!
//! | TensorFlow's optimizer | here |
//! |--|--|
//! | `constant_folding` | group `constant-folding` (`sccp`) |
//! | `common_subgraph_elimination` | group `common-subexpressions` (`cse`) |
//! | `arithmetic_optimization` | group `simplification` (`canonicalize`) |
//! | `function_optimization` | group `inlining` (`inline`) |
//! | `dependency_optimization` | group `dead-code` (`dce`) |
//! | `shape_optimization` | group `shape-inference` |
//! | `remapping` | group `fusion` |
//! | `disable_model_pruning` | on: groups `dead-code` and `dead-symbols` off |
//!
//! The other switches have no counterpart: this compiler has no such passes.

use std::collections::BTreeSet;
use std::sync::Arc;

use tfrt_compiler::pipeline::{Guarded, PassGroup, Pipeline, PipelineStep};
use tfrt_graphdef::proto::tensorflow::GraphDef;
use tfrt_graphdef::{IslandGraph, device, rewrite};
use tfrt_ir::Loc;
use tfrt_ir::diagnostics::{Diagnostic, Diagnostics, Failed, Severity};
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, OptionInfo, Pass, PassContext, PassInfo, PassOptions, PassRegistry, Target};
use tfrt_ir::syntax::{PrintOptions, parse_top_level, print_op};
use tfrt_plugin::graph::{GraphOptimizer, SWITCH_NAMES, TriState, decide, optimizers};
use tfrt_plugin::passes::{self as text, passes};

use crate::messages;

/// TensorFlow's names of optimizers and the corresponding groups.
const GROUPS: &[(&str, PassGroup)] = &[
    ("constant_folding", PassGroup::ConstantFolding),
    ("common_subgraph_elimination", PassGroup::CommonSubexpressions),
    ("arithmetic_optimization", PassGroup::Simplification),
    ("function_optimization", PassGroup::Inlining),
    ("dependency_optimization", PassGroup::DeadCode),
    ("shape_optimization", PassGroup::ShapeInference),
    ("remapping", PassGroup::Fusion),
];

/// TensorFlow's names of the optimizers that can be disabled.
pub fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|&(name, _)| name)
}

/// Adds the optimizers of all plugins to a pipeline, and applies what the user and they want of its passes. The user goes first.
pub(crate) fn add_to(pipeline: &mut Pipeline, use_plugins: bool, disabled: &[String]) {
    let mut groups = pipeline.options().groups;
    for (name, group) in GROUPS {
        if disabled.iter().any(|disabled| disabled == name) {
            groups = groups.with(*group, false);
        }
    }
    let optimizers = if use_plugins { optimizers() } else { Vec::new() };
    let wants = |switch: &str| -> Vec<(String, TriState)> {
        let at = SWITCH_NAMES.iter().position(|name| *name == switch).unwrap_or_default();
        optimizers.iter().map(|optimizer| (optimizer.name(), optimizer.switches[at])).collect()
    };
    for &(name, group) in GROUPS {
        let wants = wants(name);
        let wants: Vec<(&str, TriState)> = wants.iter().map(|(plugin, state)| (&**plugin, *state)).collect();
        let decision = decide(name, groups.has(group), &wants);
        if let Some(warning) = decision.warning {
            messages::warn(&warning);
        }
        groups = groups.with(group, decision.is_on);
    }
    if wants("disable_model_pruning").iter().any(|(_, state)| *state == TriState::On) {
        groups = groups.with(PassGroup::DeadCode, false).with(PassGroup::DeadSymbols, false);
    }
    pipeline.options_mut().groups = groups;
    for optimizer in optimizers {
        let name = optimizer.name();
        pipeline
            .add_plugin_pass(PipelineStep::new(&*name, Guarded::new(&*name, OptimizerPass { optimizer })));
    }
    if use_plugins {
        for pass in passes().into_iter().filter(|pass| !pass.only_by_name) {
            let pass = TextPass::new(pass, Vec::new());
            let name = pass.name.clone();
            pipeline.add_plugin_pass(PipelineStep::new(&*name, Guarded::new(&*name, pass)));
        }
    }
}

/// Adds the passes of all plugins to a table of passes. A name that is taken stays what it was, and a warning says so.
pub(crate) fn register(registry: &mut PassRegistry) {
    for pass in passes() {
        if registry.pass(&pass.name).is_some() {
            let (name, plugin) = (&pass.name, pass.plugin());
            messages::warn(&format_args!(
                "plugin '{plugin}': there is a pass '{name}' already, which is used"
            ));
            continue;
        }
        registry.add(&[info(&pass)]);
    }
}

/// The description of a plugin's pass in the table of passes. Plugins stay, and so do the texts.
fn info(pass: &text::PluginPass) -> PassInfo {
    let keep = |text: &str| -> &'static str { String::leak(text.to_owned()) };
    let options = pass.options.iter().map(|(name, summary)| OptionInfo {
        name: keep(name),
        summary: keep(summary),
        default: "",
    });
    PassInfo {
        name: keep(&pass.name),
        title: keep(&pass.name),
        summary: keep(&pass.summary),
        anchor: Anchor::Only("builtin.module"),
        group: None,
        options: Vec::leak(options.collect()),
        statistics: &[],
        build: build_text_pass,
    }
}

fn build_text_pass(options: &PassOptions<'_>) -> Result<Box<dyn Pass>, String> {
    match text::pass(options.pass()) {
        Some(pass) => {
            let pass = TextPass::new(pass, options.given().to_vec());
            Ok(Box::new(Guarded::new(pass.name.clone(), pass)))
        }
        None => Err(format!("no plugin has a pass '{}'", options.pass())),
    }
}

/// A pass that works on text.
struct TextPass {
    pass: Arc<text::PluginPass>,
    options: Vec<(String, String)>,
    /// Its name in messages.
    name: String,
}

impl TextPass {
    fn new(pass: Arc<text::PluginPass>, options: Vec<(String, String)>) -> TextPass {
        let name = format!("{} ({})", pass.plugin(), pass.name);
        TextPass { pass, options, name }
    }

    /// Runs the pass on a program's text; returns the new text, if the pass changes anything. Its messages go
    /// to `diagnostics`.
    fn transform(
        &self,
        text: &str,
        loc: Loc,
        diagnostics: &mut Diagnostics,
    ) -> Result<Option<String>, String> {
        let outcome = self.pass.run(text, &self.options);
        for message in outcome.messages {
            let severity = if message.is_warning { Severity::Warning } else { Severity::Remark };
            let text = format!("plugin pass '{}': {}", self.name, message.text);
            diagnostics.emit(Diagnostic::new(severity, loc, text));
        }
        let Some(bytes) = outcome.module? else { return Ok(None) };
        String::from_utf8(bytes).map(Some).map_err(|error| format!("what it made is no text: {error}"))
    }

    /// The name of what it made, in locations.
    fn source_name(&self) -> String {
        format!("<plugin pass {}>", self.pass.name)
    }
}

/// Programs are handed over with their locations.
fn print_options() -> PrintOptions {
    PrintOptions { debug_info: true, ..PrintOptions::default() }
}

/// [`Guarded`] verifies the result and handles failures.
impl Pass for TextPass {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        self.rewrite(target, cx).map_err(|problem| {
            cx.diagnostics.error(target.body.loc(target.op), problem);
            Failed
        })
    }
}

impl TextPass {
    /// Puts what the pass makes of a module in its place.
    fn rewrite(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), String> {
        let (ctx, diagnostics) = (cx.ctx, &mut *cx.diagnostics);
        let op = OpRef { ctx, body: target.body, op: target.op };
        let text = print_op(op, &print_options());
        let loc = op.loc();
        let Some(text) = self.transform(&text, loc, diagnostics)? else { return Ok(()) };
        let new = parse_top_level(ctx, &self.source_name(), &text, 0..text.len(), 1, diagnostics);
        let (mut new, _) = new.ok_or("what it made is no program")?;
        let block = new.root_block().ok_or("what it made is no program")?;
        let op = new.first_op(block).ok_or("what it made is no program")?;
        let nested = new.take_nested(op).ok_or("what it made is no program")?;
        target.body.set_attrs(ctx, target.op, new.attrs(op));
        target.body.put_nested(target.op, nested);
        Ok(())
    }
}

/// Whether all devices of a graph that an optimizer gives are there.
fn check_devices(given: &GraphDef, new: &GraphDef) -> Result<(), String> {
    let named = |graph: &GraphDef| -> BTreeSet<String> {
        let devices = graph.node.iter().map(|node| &*node.device).filter(|device| !device.is_empty());
        devices.map(str::to_owned).collect()
    };
    let mut unknown = &named(new) - &named(given);
    if unknown.is_empty() {
        return Ok(());
    }
    let platforms = tfrt_plugin::device::platforms();
    let devices = platforms.iter().filter_map(|platform| platform.devices().ok()).flatten();
    let handlers: BTreeSet<String> =
        devices.map(|device| device.name.clone()).chain(["cpu".to_owned()]).collect();
    unknown.retain(|device| !handlers.contains(&device::handler(device)));
    let Some(device) = unknown.first() else { return Ok(()) };
    let node = new.node.iter().find(|node| node.device == *device).map_or("", |node| &node.name);
    Err(format!("node '{node}' of its graph runs on '{device}', which there is not"))
}

/// A graph optimizer on the operations of its device type.
struct OptimizerPass {
    optimizer: GraphOptimizer,
}

impl Pass for OptimizerPass {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let (ctx, loc) = (cx.ctx, target.body.loc(target.op));
        let Some(contents) = target.nested() else { return Ok(()) };
        let mut optimize = |island: &IslandGraph| {
            let graph = self.optimizer.optimize(island, ctx)?;
            check_devices(&island.graph, &graph).map(|()| graph)
        };
        let changed = rewrite(ctx, contents, &self.optimizer.device_type, &mut optimize, cx.diagnostics);
        changed.map(drop).map_err(|problem| {
            cx.diagnostics.error(loc, problem);
            Failed
        })
    }
}
