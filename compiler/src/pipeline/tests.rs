//! The order of the stages, and what becomes of plugin passes that fail.

use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_bef::WriteOptions;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, Failed};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::module::Module;
use tfrt_ir::pass::PassRegistry;
use tfrt_ir::syntax::{parse_module, print_module};

use super::{OptLevel, PassGroup, PassGroups, Pipeline, PipelineOptions, PluginPass, Stage};

const PROGRAM: &str = "func.func @f() -> i32 {
  %0 = tfrt.constant.i32 1
  %1 = tfrt.constant.i32 2
  tfrt.return %0 : i32
}
";

fn module(text: &str) -> Module {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).unwrap();
    let ctx = Arc::new(Context::with_dialects(registry));
    parse_module(&ctx, "f", text, &mut Diagnostics::new()).unwrap()
}

fn pipeline(level: OptLevel) -> Pipeline {
    let mut passes = PassRegistry::new();
    crate::passes::register_passes(&mut passes);
    Pipeline::new(PipelineOptions::at(level), passes)
}

type Trace = Arc<Mutex<Vec<String>>>;

/// A stage, or a plugin's pass, that records that it ran, and how many lines the program then had.
struct Recorder {
    name: &'static str,
    trace: Trace,
    level: OptLevel,
    outcome: Result<(), &'static str>,
}

impl Recorder {
    fn new(name: &'static str, trace: &Trace) -> Box<Self> {
        Box::new(Recorder { name, trace: trace.clone(), level: OptLevel::O0, outcome: Ok(()) })
    }

    fn record(&self, module: &Module) {
        let lines = print_module(module, &Default::default()).lines().count();
        self.trace.lock().push(format!("{} {lines}", self.name));
    }
}

impl Stage for Recorder {
    fn name(&self) -> &str {
        self.name
    }

    fn min_level(&self) -> OptLevel {
        self.level
    }

    fn group(&self) -> Option<PassGroup> {
        (self.name == "fusion").then_some(PassGroup::Fusion)
    }

    fn run(&self, module: &mut Module, diagnostics: &mut Diagnostics) -> Result<(), Failed> {
        self.record(module);
        self.outcome.map_err(|message| {
            diagnostics.error(module.top().loc(), message);
            Failed
        })
    }
}

impl PluginPass for Recorder {
    fn name(&self) -> &str {
        self.name
    }

    fn run(&self, module: &mut Module, _: &mut Diagnostics) -> Result<(), String> {
        self.record(module);
        self.outcome.map_err(str::to_owned)
    }
}

/// What runs at a level, with one of each stage and two plugins.
fn order(level: OptLevel, groups: PassGroups) -> String {
    let trace = Trace::default();
    let mut pipeline = pipeline(level);
    pipeline.options_mut().groups = groups;
    pipeline.add_lowering(Recorder::new("transfers", &trace));
    pipeline.add_lowering(Box::new(Recorder { level: OptLevel::O2, ..*Recorder::new("fusion", &trace) }));
    pipeline.add_plugin_pass(Recorder::new("plugin-a", &trace));
    pipeline.add_plugin_pass(Recorder::new("plugin-b", &trace));
    pipeline.add_assignment(Recorder::new("devices", &trace));
    let mut diagnostics = Diagnostics::new();
    pipeline.compile(&mut module(PROGRAM), WriteOptions::default(), &mut diagnostics).unwrap();
    assert!(diagnostics.is_empty());
    trace.lock().join(", ")
}

#[test]
fn stages_run_in_the_fixed_order() {
    // The unused constant, one line, is gone before anything else runs.
    assert_eq!(
        order(OptLevel::O2, PassGroups::ALL),
        "devices 6, plugin-a 6, plugin-b 6, devices 6, transfers 6, fusion 6"
    );
    assert_eq!(
        order(OptLevel::O1, PassGroups::ALL),
        "devices 6, plugin-a 6, plugin-b 6, devices 6, transfers 6"
    );
    assert_eq!(order(OptLevel::O0, PassGroups::ALL), "devices 7, transfers 7");
}

#[test]
fn groups_switch_passes_and_stages_off() {
    assert_eq!(
        order(OptLevel::O2, PassGroups::NONE),
        "devices 7, plugin-a 7, plugin-b 7, devices 7, transfers 7"
    );
    let mut options = PipelineOptions::at(OptLevel::O2);
    for group in PassGroup::ALL {
        options.groups = PassGroups::ALL.with(group, false);
        assert!(!options.groups.has(group));
        assert_eq!(options.groups.with(group, true), PassGroups::ALL);
        let text = options.graph_passes().to_string();
        let name = text.split(['(', ')', ',']).find(|name| PassGroup::of_pass(name) == Some(group));
        assert_eq!(name, None, "{text}");
    }
}

/// What is left of the program, and what is said, when a plugin's pass does something.
fn with_plugin(pass: impl Fn(&mut Module) -> Result<(), String> + Send + Sync + 'static) -> (String, String) {
    struct Plugin<F>(F);
    impl<F: Fn(&mut Module) -> Result<(), String> + Send + Sync> PluginPass for Plugin<F> {
        fn name(&self) -> &str {
            "libnoisy.so:shuffle"
        }
        fn run(&self, module: &mut Module, _: &mut Diagnostics) -> Result<(), String> {
            (self.0)(module)
        }
    }
    let mut pipeline = pipeline(OptLevel::O1);
    pipeline.add_plugin_pass(Box::new(Plugin(pass)));
    let mut module = module(PROGRAM);
    let mut diagnostics = Diagnostics::new();
    pipeline.optimise(&mut module, &mut diagnostics).unwrap();
    let said = DiagnosticPrinter::new(module.ctx(), &[]).render_all(&diagnostics);
    (print_module(&module, &Default::default()), said)
}

/// What a plugin's pass does wrong.
type Failure = fn(&mut Module) -> Result<(), String>;

/// Makes a constant of the terminator.
fn break_it(module: &mut Module) {
    let ctx = module.ctx().clone();
    let contents = module.contents_mut();
    let func = contents.root_block().and_then(|block| contents.first_op(block)).unwrap();
    let body = contents.nested_mut(func).unwrap();
    let last = body.root_block().and_then(|block| body.last_op(block)).unwrap();
    body.set_name(last, ctx.ident("tfrt.constant.i32"));
}

#[test]
fn a_plugin_that_fails_changes_nothing() {
    let (untouched, said) = with_plugin(|_| Ok(()));
    assert_eq!(said, "");
    let failures: [Failure; 4] = [
        |module| {
            break_it(module);
            Err("it did not like the graph".to_owned())
        },
        |module| {
            break_it(module);
            panic!("on purpose")
        },
        |module| {
            break_it(module);
            Ok(())
        },
        |module| {
            *module = super::tests::module(PROGRAM);
            Ok(())
        },
    ];
    let reasons = [
        "it did not like the graph",
        "it panicked: on purpose",
        "what it made does not verify",
        "it made a program of another context",
    ];
    for (failure, reason) in failures.into_iter().zip(reasons) {
        let (program, said) = with_plugin(failure);
        assert_eq!(program, untouched);
        let warning = format!(
            "warning: plugin pass 'libnoisy.so:shuffle' failed: {reason}; the program stays as it was before it"
        );
        assert!(said.contains(&warning), "{said}");
        assert_eq!(said.contains("note:"), reason.ends_with("verify"), "{said}");
    }
}

#[test]
fn a_stage_that_fails_ends_compilation() {
    let trace = Trace::default();
    let mut pipeline = pipeline(OptLevel::O2);
    pipeline.add_lowering(Box::new(Recorder {
        outcome: Err("no such device"),
        ..*Recorder::new("transfers", &trace)
    }));
    pipeline.add_lowering(Recorder::new("later", &trace));
    let mut diagnostics = Diagnostics::new();
    let result = pipeline.compile(&mut module(PROGRAM), WriteOptions::default(), &mut diagnostics);
    assert_eq!(result, Err(Failed));
    assert_eq!(diagnostics.iter().next().unwrap().message, "no such device");
    assert_eq!(trace.lock().join(","), "transfers 6");
}
