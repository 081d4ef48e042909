//! Graph optimizers of plugins as passes of the compiler, and what they want of the compiler's own passes.
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

use std::sync::Arc;

use tfrt_compiler::pipeline::{PassGroup, Pipeline, PluginPass};
use tfrt_graphdef::rewrite;
use tfrt_ir::Module;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_plugin::graph::{GraphOptimizer, SWITCH_NAMES, TriState, decide, optimizers};

use crate::cli::program_name;
use crate::plugins::OnOff;

/// TensorFlow's name for an optimizer and what it is here.
const GROUPS: &[(&str, PassGroup)] = &[
    ("constant_folding", PassGroup::ConstantFolding),
    ("common_subgraph_elimination", PassGroup::CommonSubexpressions),
    ("arithmetic_optimization", PassGroup::Simplification),
    ("function_optimization", PassGroup::Inlining),
    ("dependency_optimization", PassGroup::DeadCode),
    ("shape_optimization", PassGroup::ShapeInference),
    ("remapping", PassGroup::Fusion),
];

/// The names that `--disable-optimizer` takes.
pub fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().map(|&(name, _)| name)
}

/// Adds the optimizers of all plugins to a pipeline, and applies what the user and they want of its passes. The user goes first.
pub fn add_to(pipeline: &mut Pipeline, use_plugins: OnOff, disabled: &[String]) {
    let mut groups = pipeline.options().groups;
    for (name, group) in GROUPS {
        if disabled.iter().any(|disabled| disabled == name) {
            groups = groups.with(*group, false);
        }
    }
    let optimizers = if use_plugins == OnOff::On { optimizers() } else { Vec::new() };
    let wants = |switch: &str| -> Vec<(String, TriState)> {
        let at = SWITCH_NAMES.iter().position(|name| *name == switch).unwrap_or_default();
        optimizers.iter().map(|optimizer| (optimizer.name(), optimizer.switches[at])).collect()
    };
    for &(name, group) in GROUPS {
        let wants = wants(name);
        let wants: Vec<(&str, TriState)> = wants.iter().map(|(plugin, state)| (&**plugin, *state)).collect();
        let decision = decide(name, groups.has(group), &wants);
        if let Some(warning) = decision.warning {
            eprintln!("{}: warning: {warning}", program_name());
        }
        groups = groups.with(group, decision.is_on);
    }
    if wants("disable_model_pruning").iter().any(|(_, state)| *state == TriState::On) {
        groups = groups.with(PassGroup::DeadCode, false).with(PassGroup::DeadSymbols, false);
    }
    pipeline.options_mut().groups = groups;
    for optimizer in optimizers {
        let name = optimizer.name();
        pipeline.add_plugin_pass(Box::new(OptimizerPass { optimizer, name }));
    }
}

/// A graph optimizer on the operations of its device type.
struct OptimizerPass {
    optimizer: GraphOptimizer,
    name: String,
}

impl PluginPass for OptimizerPass {
    fn name(&self) -> &str {
        &self.name
    }

    fn run(&self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<(), String> {
        let ctx = Arc::clone(module.ctx());
        let mut optimize = |island: &tfrt_graphdef::IslandGraph| self.optimizer.optimize(island, &ctx);
        rewrite(module, &self.optimizer.device_type, &mut optimize, diagnostics).map(drop)
    }
}
