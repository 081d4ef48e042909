//! Tests of the order of the steps, and of failing plugin passes.

use std::sync::Arc;

use parking_lot::Mutex;
use tfrt_bef::WriteOptions;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, Failed};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::module::Module;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Pass, PassContext, PassRegistry, Report, Target};
use tfrt_ir::syntax::{parse_module, print_module, print_op};

use super::{Guarded, OptLevel, PassGroup, PassGroups, Pipeline, PipelineOptions, PipelineStep};

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

/// A pass that records that it ran, and how many lines the program then had.
struct Recorder {
    name: &'static str,
    trace: Trace,
    outcome: Result<(), &'static str>,
}

impl Pass for Recorder {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let op = OpRef { ctx: cx.ctx, body: target.body, op: target.op };
        let lines = print_op(op, &Default::default()).lines().count();
        self.trace.lock().push(format!("{} {lines}", self.name));
        self.outcome.map_err(|message| {
            cx.diagnostics.error(target.body.loc(target.op), message);
            Failed
        })
    }
}

fn recorder(name: &'static str, trace: &Trace) -> PipelineStep {
    PipelineStep::new(name, Recorder { name, trace: trace.clone(), outcome: Ok(()) })
}

fn compile(
    pipeline: &Pipeline,
    module: &mut Module,
    diagnostics: &mut Diagnostics,
) -> Result<Report, Failed> {
    pipeline.compile_to_writer(module, WriteOptions::default(), diagnostics).map(|(_, report)| report)
}

/// The steps that run at a level, with one of each kind and two plugins: as recorded, and as the report names them.
fn order(level: OptLevel, groups: PassGroups) -> (String, String) {
    let trace = Trace::default();
    let mut pipeline = pipeline(level);
    pipeline.options_mut().groups = groups;
    pipeline.add_lowering(recorder("transfers", &trace));
    pipeline.add_lowering(recorder("late", &trace).since(OptLevel::O2).in_group(PassGroup::Fusion));
    pipeline.add_plugin_pass(recorder("plugin-a", &trace));
    pipeline.add_plugin_pass(recorder("plugin-b", &trace));
    pipeline.add_assignment(recorder("devices", &trace));
    let mut diagnostics = Diagnostics::new();
    let report = compile(&pipeline, &mut module(PROGRAM), &mut diagnostics).unwrap();
    assert!(diagnostics.is_empty());
    let names = report.statistics().map(|(name, _)| name).filter(|name| *name != "verify");
    (trace.lock().join(", "), names.collect::<Vec<_>>().join(" "))
}

#[test]
fn steps_run_in_the_fixed_order() {
    // The unused constant, one line, is gone before anything else runs.
    let (ran, reported) = order(OptLevel::O2, PassGroups::ALL);
    assert_eq!(ran, "devices 6, plugin-a 6, plugin-b 6, devices 6, transfers 6, late 6");
    assert_eq!(
        reported,
        "ConvertToTfrt Canonicalizer Inliner SCCP Canonicalizer CSE DCE SymbolDCE \
         devices plugin-a plugin-b devices transfers late types fusion regions encode"
    );
    let (ran, _) = order(OptLevel::O1, PassGroups::ALL);
    assert_eq!(ran, "devices 6, plugin-a 6, plugin-b 6, devices 6, transfers 6");
    let (ran, reported) = order(OptLevel::O0, PassGroups::ALL);
    assert_eq!(ran, "devices 7, transfers 7");
    assert_eq!(reported, "ConvertToTfrt devices transfers encode");
}

#[test]
fn what_a_step_leaves_is_verified() {
    struct Breaks;
    impl Pass for Breaks {
        fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
            break_it(target, cx);
            Ok(())
        }
    }
    let mut pipeline = pipeline(OptLevel::O0);
    pipeline.options_mut().verify_each = true;
    pipeline.add_lowering(PipelineStep::new("bad", Breaks));
    let mut diagnostics = Diagnostics::new();
    assert_eq!(compile(&pipeline, &mut module(PROGRAM), &mut diagnostics).map(drop), Err(Failed));
    let last = diagnostics.iter().last().unwrap();
    assert_eq!(last.message, "the IR does not verify after step 'bad'");
}

#[test]
fn groups_switch_passes_and_steps_off() {
    let (ran, _) = order(OptLevel::O2, PassGroups::NONE);
    assert_eq!(ran, "devices 7, plugin-a 7, plugin-b 7, devices 7, transfers 7");
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

/// The fault of a plugin's pass.
type Failure = fn(&mut Target<'_>, &mut PassContext<'_>) -> Result<(), Failed>;

struct Plugin(Failure);

impl Pass for Plugin {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        (self.0)(target, cx)
    }
}

/// The program and the diagnostics after a plugin's pass.
fn with_plugin(pass: Failure) -> (String, String) {
    let mut pipeline = pipeline(OptLevel::O1);
    pipeline.add_plugin_pass(PipelineStep::new("noisy", Guarded::new("libnoisy.so:shuffle", Plugin(pass))));
    let mut module = module(PROGRAM);
    let mut diagnostics = Diagnostics::new();
    compile(&pipeline, &mut module, &mut diagnostics).unwrap();
    let said = DiagnosticPrinter::new(module.ctx(), &[]).render_all(&diagnostics);
    (print_module(&module, &Default::default()), said)
}

/// Makes a constant of the terminator.
fn break_it(target: &mut Target<'_>, cx: &PassContext<'_>) {
    let contents = target.nested().unwrap();
    let func = contents.root_block().and_then(|block| contents.first_op(block)).unwrap();
    let body = contents.nested_mut(func).unwrap();
    let last = body.root_block().and_then(|block| body.last_op(block)).unwrap();
    body.set_name(last, cx.ctx.ident("tfrt.constant.i32"));
}

#[test]
fn a_plugin_that_fails_changes_nothing() {
    let (untouched, said) = with_plugin(|_, _| Ok(()));
    assert_eq!(said, "");
    let failures: [Failure; 4] = [
        |target, cx| {
            break_it(target, cx);
            cx.diagnostics.error(target.body.loc(target.op), "it did not like the graph");
            Err(Failed)
        },
        |target, cx| {
            break_it(target, cx);
            Err(Failed)
        },
        |target, cx| {
            break_it(target, cx);
            panic!("on purpose")
        },
        |target, cx| {
            break_it(target, cx);
            Ok(())
        },
    ];
    let reasons = [
        "it did not like the graph",
        "it does not say why",
        "it panicked: on purpose",
        "what it made does not verify",
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
fn a_step_that_fails_ends_compilation() {
    let trace = Trace::default();
    let mut pipeline = pipeline(OptLevel::O2);
    let failing = Recorder { name: "transfers", trace: trace.clone(), outcome: Err("no such device") };
    pipeline.add_lowering(PipelineStep::new("transfers", failing));
    pipeline.add_lowering(recorder("later", &trace));
    let mut diagnostics = Diagnostics::new();
    let result = pipeline.compile(&mut module(PROGRAM), WriteOptions::default(), &mut diagnostics);
    assert_eq!(result, Err(Failed));
    assert_eq!(diagnostics.iter().next().unwrap().message, "no such device");
    assert_eq!(trace.lock().join(","), "transfers 6");
}
