//! The bridge alone, as `tfrt_compiler::mlir` offers it.
//!
//! The test is here and not beside the code, because an executable with upstream's libraries is large, and
//! one is enough.

use std::sync::Arc;

use tfrt_compiler::mlir::Bridge;
use tfrt_driver::bytecode::is_bytecode;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::{Context, Module};

fn context() -> Arc<Context> {
    let mut registry = tfrt_ir::dialect::DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).expect("the dialects are declared rightly");
    registry.allow_unregistered_dialects(true);
    Arc::new(Context::with_dialects(registry))
}

fn module(ctx: &Arc<Context>, text: &str) -> Module {
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, "t.mlir", text, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    module.expect("a program without errors is a module")
}

const PROGRAM: &str = "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  %1 = arith.addi %a, %a : i32\n  \
                       %2 = arith.muli %0, %1 : i32\n  return %2 : i32\n}\n";

#[test]
fn upstream_dialects_come_in_and_upstream_passes_run() {
    let (ctx, bridge, mut diagnostics) = (context(), Bridge::new(), Diagnostics::new());
    let read = bridge.read(&ctx, PROGRAM.as_bytes(), "t.mlir", &mut diagnostics).expect("upstream reads it");
    let done =
        bridge.run_pipeline(&read, "builtin.module(cse)", &mut diagnostics).expect("cse does not fail");
    let text = print_module(&done, &PrintOptions::default());
    assert_eq!(text.matches("arith.addi").count(), 1, "{text}");
}

#[test]
fn our_programs_pass_through_unchanged() {
    let (ctx, bridge, mut diagnostics) = (context(), Bridge::new(), Diagnostics::new());
    let text = "func.func @f(%c: i1, %x: i32) -> i32 {\n  %r = tfrt.if %c, %x : (i32) -> (i32) {\n    tfrt.return %x : i32\n  } \
                else {\n    %y = tfrt.add.i32 %x, %x\n    tfrt.return %y : i32\n  }\n  tfrt.return %r : i32\n}\n";
    let ours = module(&ctx, text);
    let back = bridge.read_back(&ours, &mut diagnostics).expect("upstream reads what we print");
    let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
    assert_eq!(print_module(&back, &options), print_module(&ours, &options));
}

#[test]
fn bytecode_goes_out_and_comes_back() {
    let (ctx, bridge, mut diagnostics) = (context(), Bridge::new(), Diagnostics::new());
    let ours = module(&ctx, "func.func @f() {\n  %0 = tfrt.constant.i32 7\n  tfrt.return\n}\n");
    let bytes = bridge.to_bytecode(&ours, &mut diagnostics).expect("upstream reads what we print");
    assert!(is_bytecode(&bytes));
    let back = bridge.read(&ctx, &bytes, "t.mlir", &mut diagnostics).expect("it is what upstream wrote");
    let options = PrintOptions::default();
    assert_eq!(print_module(&back, &options), print_module(&ours, &options));
}

#[test]
fn what_upstream_reports_comes_back_located() {
    let (ctx, bridge, mut diagnostics) = (context(), Bridge::new(), Diagnostics::new());
    let ours = module(&ctx, "func.func @f() {\n  tfrt.return\n}\n");
    assert!(bridge.run_pipeline(&ours, "builtin.module(no-such-pass)", &mut diagnostics).is_err());
    assert!(diagnostics.has_errors());
    let mut diagnostics = Diagnostics::new();
    assert!(bridge.read(&ctx, b"func.func @f() {", "t.mlir", &mut diagnostics).is_err());
    assert!(diagnostics.has_errors());
}
