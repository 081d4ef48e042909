//! Tests of runs whose passes fail in ways that no pass of this project should.

use std::path::Path;

use clap::FromArgMatches as _;
use tfrt_ir::diagnostics::Failed;
use tfrt_ir::op_ref::OpRef;
use tfrt_ir::pass::{Anchor, Pass, PassContext, PassInfo, Target};

use super::{Options, compile, options, run_with};

/// Panics on functions that are called `bad`.
struct Panics;

impl Pass for Panics {
    fn run(&self, target: &mut Target<'_>, cx: &mut PassContext<'_>) -> Result<(), Failed> {
        let op = OpRef { ctx: cx.ctx, body: target.body, op: target.op };
        let name = tfrt_ir::symbol::name(op).map(|name| cx.ctx.str(name));
        assert_ne!(name, Some("bad"), "no such function is known");
        Ok(())
    }
}

const INFO: PassInfo = PassInfo {
    name: "test-panics",
    title: "TestPanics",
    summary: "Panics on functions that are called bad",
    anchor: Anchor::Any,
    group: None,
    options: &[],
    statistics: &[],
    build: |_| Ok(Box::new(Panics)),
};

/// Runs the tool with the passes of everyone and the one above.
fn opt(args: &[&str]) -> Result<bool, String> {
    let mut passes = compile::passes();
    passes.add(&[INFO]);
    let args = std::iter::once("tfrt-opt").chain(args.iter().copied());
    let matches = options::command(&passes).try_get_matches_from(args).map_err(|error| error.to_string())?;
    let options = Options::from_arg_matches(&matches).map_err(|error| error.to_string())?;
    run_with(&options, &matches, &passes)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths of tests are UTF-8")
}

#[test]
fn a_pass_that_panics_leaves_a_reproducer() {
    let folder = std::env::temp_dir().join(format!("tfrt-opt-panics-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [input, output, file] = ["in.mlir", "out.mlir", "repro.mlir"].map(|name| folder.join(name));
    std::fs::write(&input, "func.func @good() {\n  tfrt.return\n}\nfunc.func @bad() {\n  tfrt.return\n}\n")
        .unwrap();
    let crash = format!("--mlir-pass-pipeline-crash-reproducer={}", text(&file));
    let pipeline = "--pass-pipeline=builtin.module(func.func(cse,test-panics))";
    let write = ["-o", text(&output)];
    assert_eq!(opt(&[pipeline, &crash, text(&input), write[0], write[1]]), Ok(false));
    assert!(!output.exists(), "a program that a pass failed on is not written");
    let reproducer = std::fs::read_to_string(&file).unwrap();
    assert!(reproducer.contains("func.func @bad()"), "{reproducer}");
    assert!(reproducer.contains("builtin.module(func.func(cse,test-panics))"), "{reproducer}");

    // It fails again; the program without the cause of the failure goes through.
    assert_eq!(opt(&["--run-reproducer", text(&file), write[0], write[1]]), Ok(false));
    std::fs::write(&file, reproducer.replace("@bad", "@well")).unwrap();
    assert_eq!(opt(&["--run-reproducer", text(&file), write[0], write[1]]), Ok(true));
    assert!(std::fs::read_to_string(&output).unwrap().contains("func.func @well()"));
    std::fs::remove_dir_all(&folder).unwrap();
}
