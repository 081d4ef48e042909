//! Tests of the parser: accepted texts, and the messages and places of errors.

use std::fmt::Write as _;
use std::sync::Arc;

use super::parse_module;
use crate::body::{Body, ValueDef};
use crate::context::Context;
use crate::diagnostics::{DiagnosticPrinter, Diagnostics, SourceFile};
use crate::dialect::{Dialect, DialectRegistry};
use crate::entity::{Op, Value};
use crate::opdef::{AttrConstraint, OpDefinition, Traits, TypeConstraint};
use crate::syntax::type_to_string;

fn context() -> Arc<Context> {
    let i32 = || TypeConstraint::integer(32);
    let mut registry = DialectRegistry::new();
    registry.allow_unregistered_dialects(true);
    registry.add_dialect(Dialect::new("t")).unwrap();
    let ops = [
        OpDefinition::new("t.add")
            .operand("a", i32())
            .operand("b", i32())
            .result("r", i32())
            .format("$a `,` $b attr-dict"),
        OpDefinition::new("t.const")
            .attribute("value", AttrConstraint::integer(32))
            .result("r", i32())
            .format("$value attr-dict"),
        OpDefinition::new("t.two").result("a", i32()).result("b", i32()).format("attr-dict"),
        OpDefinition::new("t.any")
            .variadic_operand("args", TypeConstraint::any())
            .traits(Traits::TERMINATOR)
            .format("(`with` $args^ `:` type($args))? attr-dict"),
        OpDefinition::new("t.isolated")
            .region("body", crate::opdef::RegionShape::Any)
            .traits(Traits::ISOLATED)
            .format("attr-dict-with-keyword $body"),
    ];
    for op in ops {
        registry.add_op(op).unwrap();
    }
    Arc::new(Context::with_dialects(registry))
}

/// Names, operands and result types of everything, indented by nesting.
fn dump(ctx: &Context, body: &Body) -> String {
    fn value(body: &Body, value: Value) -> String {
        match body.value_def(value) {
            ValueDef::Result(op, index) => format!("{}#{index}", op.as_u32()),
            ValueDef::Argument(block, index) => format!("^{}#{index}", block.as_u32()),
        }
    }
    fn dump_op(ctx: &Context, body: &Body, op: Op, indent: usize, out: &mut String) {
        let operands: Vec<String> = body.operands(op).map(|v| value(body, v)).collect();
        let types: Vec<String> = body.results(op).map(|v| type_to_string(ctx, body.value_type(v))).collect();
        let attrs: Vec<&str> = body.attrs(op).iter().map(|(name, _)| ctx.str(*name)).collect();
        let _ = write!(out, "{:indent$}{}: {}", "", op.as_u32(), ctx.str(body.name(op)));
        for list in [operands.join(" "), types.join(" "), attrs.join(" ")] {
            let _ = write!(out, " [{list}]");
        }
        for successor in body.successors(op) {
            let _ = write!(out, " ^{}", successor.as_u32());
        }
        out.push('\n');
        for region in body.regions(op) {
            for block in region.blocks() {
                let _ = writeln!(
                    out,
                    "{:indent$} ^{}({})",
                    "",
                    block.as_u32(),
                    region.body.block_args(block).len()
                );
                for inner in region.body.ops(block) {
                    dump_op(ctx, region.body, inner, indent + 2, out);
                }
            }
        }
    }
    let mut out = String::new();
    for found in body.root_block().into_iter().flat_map(|block| body.ops(block)) {
        dump_op(ctx, body, found, 0, &mut out);
    }
    out
}

fn parse(text: &str) -> Result<String, String> {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "a.mlir", text, &mut diagnostics);
    match module {
        Some(module) if diagnostics.is_empty() => Ok(dump(&ctx, module.contents())),
        _ => {
            let sources = [SourceFile { name: "a.mlir", text: text.as_bytes() }];
            Err(DiagnosticPrinter::new(&ctx, &sources).render_all(&diagnostics))
        }
    }
}

#[track_caller]
fn check_errors(text: &str, expected: &[&str]) {
    let errors = parse(text).expect_err("the text has errors");
    let lines: Vec<&str> = errors.lines().filter_map(|line| line.strip_prefix("a.mlir:")).collect();
    assert_eq!(lines, expected, "{errors}");
}

#[test]
fn generic_and_custom_forms() {
    let text = r#"
        %a = t.const 1
        %b:2 = "t.two"() : () -> (i32, i32)
        %c = t.add %b#1, %a {note} // comment
        "u.unknown"(%c, %b#0) <{p = 1}> ({ "u.inner"(%a) : (i32) -> () }) {q} : (i32, i32) -> () loc("x")
        t.any with %a, %c : i32, i32 {z = 1 : i8}
        t.any
    "#;
    let expected = "\
0: t.const [] [i32] [value]
1: t.two [] [i32 i32] []
2: t.add [1#1 0#0] [i32] [note]
4: u.unknown [2#0 1#0] [] [q]
 ^1(0)
  3: u.inner [0#0] [] []
5: t.any [0#0 2#0] [] [z]
6: t.any [] [] []
";
    assert_eq!(parse(text).unwrap(), expected);
}

#[test]
fn blocks_may_be_named_before_they_are_defined() {
    let text = r#"
        "u.f"() ({
          "u.br"()[^bb1] : () -> ()
        ^bb2(%x: i32, %y: i64):
          "u.use"(%x, %z) : (i32, i8) -> ()
        ^bb1:
          %z = "u.br"()[^bb2, ^bb1] : () -> (i8)
        }) : () -> ()
    "#;
    let expected = "\
5: u.f [] [] []
 ^1(0)
  0: u.br [] [] [] ^2
 ^3(2)
  2: u.use [^3#0 3#0] [] []
 ^2(0)
  3: u.br [] [i8] [] ^3 ^2
";
    let found = parse(text).unwrap();
    assert_eq!(found.replace("4: u.f", "5: u.f"), expected);
}

#[test]
fn isolated_operations_have_names_and_bodies_of_their_own() {
    let text = "%a = t.const 1\nt.isolated attributes {k} {\n  %a = t.const 2\n  t.any with %a : i32\n}\n";
    let expected = "0: t.const [] [i32] [value]\n1: t.isolated [] [] [k]\n ^0(0)\n  0: t.const [] [i32] [value]\n  \
                    1: t.any [0#0] [] []\n";
    assert_eq!(parse(text).unwrap(), expected);
    check_errors(
        "%a = t.const 1\nt.isolated {\n  t.any with %a : i32\n}\n",
        &["3:14: error: use of undeclared SSA value name"],
    );
    check_errors(
        "%value = t.const 1\nt.any with %valeu : i32\nt.any with %v : i32\n",
        &[
            "2:12: error: use of undeclared SSA value name; did you mean '%value'?",
            "3:12: error: use of undeclared SSA value name",
        ],
    );
}

#[test]
fn errors_are_worded_and_placed_as_upstream() {
    check_errors(
        "%x = t.const 1\n%x = t.const 2",
        &["2:1: error: redefinition of SSA value '%x'", "1:1: note: previously defined here"],
    );
    check_errors(
        "%x = t.const 1\n\"u.f\"(%x) : (i64) -> ()",
        &[
            "2:7: error: use of value '%x' expects different type than prior uses: 'i64' vs 'i32'",
            "1:1: note: prior use here",
        ],
    );
    check_errors("%x = t.const\nt.any", &["1:13: error: expected attribute value"]);
}

#[test]
fn several_errors_are_found_in_one_run() {
    let text = "\
%a = t.const
%b = t.add %a, %nothing
t.nothing_here %a {
  }
%c, %d = t.const 1
\"u.f\"() ({
  %e = t.const \"x\"
  \"u.g\"(%e, %f) : (i32, i32) -> ()
}) : () -> ()
%b = t.const 7
t.any
";
    check_errors(
        text,
        &[
            "1:13: error: expected attribute value",
            "3:1: error: custom op 't.nothing_here' is unknown",
            "5:1: error: operation defines 1 results but was provided 2 to bind",
            "7:16: error: custom op 't.const' invalid kind of attribute specified: expected 32-bit signless integer attribute",
        ],
    );
}

#[test]
fn locations_may_use_aliases_defined_later() {
    let text = "t.any loc(#here)\nt.any loc(#here)\n#here = loc(\"f\":3:4)\n";
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "a.mlir", text, &mut diagnostics).expect("the text is well-formed");
    let expected = ctx.file_loc(ctx.ident("f"), 3, 4);
    assert!(module.ops().all(|op| op.loc() == expected));
    check_errors(
        "t.any loc(#nowhere)",
        &["1:11: error: operation location alias was never defined: 'nowhere'"],
    );
}

#[test]
fn resources_are_kept() {
    let text =
        "t.any\n{-#\n  dialect_resources: { builtin: { blob: \"0x040000000102\", flag: true } }\n#-}\n";
    let ctx = context();
    let module =
        parse_module(&ctx, "a.mlir", text, &mut Diagnostics::new()).expect("the text is well-formed");
    assert_eq!(module.resources().blob("blob"), Some(&[1u8, 2][..]));
}

#[test]
fn nesting_is_bounded() {
    let deep = "\"u.f\"() ({\n".repeat(5000);
    let errors = parse(&deep).unwrap_err();
    assert!(errors.contains("regions are nested deeper than 64 levels"), "{errors}");
    for open in ["[", "{a = ", "(", "tensor<"] {
        let deep = format!("\"u.f\"() {{a = {}", open.repeat(100_000));
        assert!(parse(&deep).is_err());
    }
}

#[test]
fn an_unregistered_dialect_is_named_once() {
    let ctx = Arc::new(Context::with_dialects(DialectRegistry::new()));
    let mut diagnostics = Diagnostics::new();
    let text = "\"a.b\"() : () -> ()\n\"c.d\"() : () -> ()\n";
    assert!(parse_module(&ctx, "a.mlir", text, &mut diagnostics).is_none());
    let found: Vec<_> =
        diagnostics.iter().map(|d| ctx.file_position(d.loc).map(|(_, line, col)| (line, col))).collect();
    assert_eq!(found, [Some((1, 6))]);
}
