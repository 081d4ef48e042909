//! Tests of the printer: round trips through the parser, and texts with difficult names.

use std::sync::Arc;

use super::*;
use crate::context::Context;
use crate::diagnostics::Diagnostics;
use crate::dialect::{Dialect, DialectRegistry};
use crate::opdef::{OpDefinition, RegionShape, Traits};
use crate::syntax::parse_module;

fn parse(text: &str) -> Module {
    let mut registry = DialectRegistry::new();
    registry.allow_unregistered_dialects(true);
    let module = OpDefinition::new("builtin.module")
        .region("body", RegionShape::Blocks(1))
        .traits(Traits::ISOLATED | Traits::SYMBOL_TABLE | Traits::NO_TERMINATOR);
    registry.add_dialect(Dialect::new("builtin")).expect("the registry is empty");
    registry.add_op(module).expect("the registry has no operations");
    let ctx = Arc::new(Context::with_dialects(registry));
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "t.mlir", text, &mut diagnostics);
    assert!(!diagnostics.has_errors(), "{diagnostics:?}");
    module.expect("a program without errors is a module")
}

/// Prints, reads back and prints again; the two must agree.
fn stable(text: &str, options: &PrintOptions) -> String {
    let once = print_module(&parse(text), options);
    assert_eq!(print_module(&parse(&once), options), once);
    once
}

const PROGRAM: &str = r#"
"t.op"() ({
^bb0(%a: i32, %b: f32):
  %0:2 = "t.two"(%a, %b) {x = 1 : i64, y} : (i32, f32) -> (i32, i32)
  "t.use"(%0#1, %0#0) : (i32, i32) -> ()
  "t.br"(%0#0)[^bb1, ^bb2] : (i32) -> ()
^bb1:
  "t.br"()[^bb2] : () -> ()
^bb2:
  "t.inner"() ({
    %1 = "t.one"() : () -> i32
  }, {
  ^bb0(%c: i32):
    %2 = "t.one"() : () -> i32
  }) : () -> ()
  "t.end"() : () -> ()
}) {map = affine_map<(d0) -> (d0)>} : () -> ()
"#;

#[test]
fn the_generic_form_names_each_value_once() {
    let text = stable(PROGRAM, &PrintOptions { generic: true, ..PrintOptions::default() });
    assert_eq!(
        text,
        r#"#map = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "t.op"() ({
  ^bb0(%arg0: i32, %arg1: f32):
    %0:2 = "t.two"(%arg0, %arg1) {x = 1 : i64, y} : (i32, f32) -> (i32, i32)
    "t.use"(%0#1, %0#0) : (i32, i32) -> ()
    "t.br"(%0#0)[^bb1, ^bb2] : (i32) -> ()
  ^bb1:  // pred: ^bb0
    "t.br"()[^bb2] : () -> ()
  ^bb2:  // 2 preds: ^bb0, ^bb1
    "t.inner"() ({
      %2 = "t.one"() : () -> i32
    }, {
    ^bb0(%arg2: i32):
      %1 = "t.one"() : () -> i32
    }) : () -> ()
    "t.end"() : () -> ()
  }) {map = #map} : () -> ()
}) : () -> ()
"#
    );
}

#[test]
fn locations_are_printed_behind_and_defined_after() {
    let text =
        stable("\"t.a\"() : () -> ()\n", &PrintOptions { debug_info: true, ..PrintOptions::default() });
    assert!(text.contains("\"t.a\"() : () -> () loc(#loc1)"), "{text}");
    assert!(text.ends_with("#loc = loc(\"t.mlir\":0:0)\n#loc1 = loc(\"t.mlir\":1:1)\n"), "{text}");
    let local = PrintOptions { debug_info: true, local_scope: true, ..PrintOptions::default() };
    assert!(stable("\"t.a\"() : () -> ()\n", &local).contains("loc(\"t.mlir\":1:1)"));
}

#[test]
fn an_operation_alone_has_operands_without_names() {
    let module = parse("%0 = \"t.a\"() : () -> i32\n%1 = \"t.b\"(%0) : (i32) -> i32\n");
    let last = module.ops().last().expect("there are two operations");
    assert_eq!(operation_text(last), "%0 = \"t.b\"(<<UNKNOWN SSA VALUE>>) : (i32) -> i32");
}

#[test]
fn resources_are_printed_behind_the_program() {
    let text = "\"t.a\"() : () -> ()\n{-#\n  dialect_resources: {\n    builtin: {\n      blob: \"0x040000000102\",\n      \"odd key\": true\n    }\n  },\n  \
                external_resources: {\n    tool: {\n      text: \"a\\0Ab\"\n    }\n  }\n#-}\n";
    let printed = stable(text, &PrintOptions::default());
    assert!(printed.ends_with(&text[text.find("{-#").expect("it is there")..]), "{printed}");
}

#[test]
fn a_reproducer_tells_its_pipeline() {
    let reproducer = crate::pass::Reproducer {
        pipeline: "builtin.module(cse)".to_owned(),
        disable_threading: true,
        verify_each: false,
    };
    let module = parse("\"t.a\"() : () -> ()\n");
    let text = reproducer.text(&print_module(&module, &PrintOptions::default()), module.resources());
    assert_eq!(crate::pass::Reproducer::of(&parse(&text)), Some(reproducer));
    assert_eq!(crate::pass::Reproducer::of(&module), None);
}
