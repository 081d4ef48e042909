//! However many threads parse a program, the outcome is the same.

use std::fmt::Write as _;
use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, SourceFile};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::{PrintOptions, parse_module_on_threads, print_module};

/// The program with its locations, or what is wrong with it.
fn parse(text: &str, threads: usize) -> (Option<String>, String) {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).expect("the declarations are right");
    registry.allow_unregistered_dialects(true);
    let ctx = Arc::new(Context::with_dialects(registry));
    let mut diagnostics = Diagnostics::new();
    let module = parse_module_on_threads(&ctx, "a.mlir", text, 0..text.len(), threads, &mut diagnostics);
    let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
    let sources = [SourceFile { name: "a.mlir", text: text.as_bytes() }];
    (
        module.map(|module| print_module(&module, &options)),
        DiagnosticPrinter::new(&ctx, &sources).render_all(&diagnostics),
    )
}

#[track_caller]
fn check(text: &str) -> (Option<String>, String) {
    let one = parse(text, 1);
    for threads in [2, 3, 8] {
        let many = parse(text, threads);
        assert_eq!(many.1, one.1, "{threads} threads differ from one");
        assert!(many.0 == one.0, "{threads} threads differ from one");
    }
    one
}

fn functions(count: usize, line: &dyn Fn(usize) -> String) -> String {
    let mut text = String::new();
    for index in 0..count {
        let line = line(index);
        let _ = writeln!(
            text,
            "func.func @f{index}(%n: i32) -> i32 {{ // }} {{\n  %s = tfrt_test.get_string {{value = \"}}\"}}\n  \
             %r = tfrt.repeat.i32 %n, %n : i32 {{\n    tfrt.return %n : i32\n  }}\n{line}  tfrt.return %r : i32 loc(#here)\n}}"
        );
    }
    text
}

#[test]
fn a_file_of_functions() {
    let text = functions(1500, &|_| String::new()) + "#here = loc(\"here\")\n";
    let (module, diagnostics) = check(&text);
    assert_eq!(diagnostics, "");
    assert!(module.expect("the text is right").contains("loc(\"here\")"));
}

#[test]
fn a_module_with_other_things_between_the_functions() {
    let text = format!(
        "#a = 7 : i32\nmodule {{\n{}\"x.y\"() : () -> ()\n{}}}\n#here = loc(\"here\")\n",
        functions(900, &|_| "  \"x.z\"() {k = #a} : () -> ()\n".into()),
        functions(700, &|_| String::new()).replace("@f", "@g"),
    );
    let (module, diagnostics) = check(&text);
    assert_eq!(diagnostics, "");
    assert!(module.is_some());
}

#[test]
fn errors_come_in_the_order_of_the_text() {
    let text = functions(1500, &|index| match index % 200 {
        7 => "  %x = tfrt.add.i32 %n, %nothing\n".into(),
        9 => "  tfrt.nothing_here\n".into(),
        11 => "  %x = tfrt.constant.i32 {\n }\n".into(),
        _ => String::new(),
    }) + "#here = loc(\"here\")\n";
    let (module, diagnostics) = check(&text);
    assert!(module.is_none());
    assert!(diagnostics.matches("error:").count() >= 21, "{diagnostics}");
}

#[test]
fn brackets_that_do_not_match() {
    for damage in ["  )\n", "  {\n", "  }\n", "  \"\n", "  ]\n"] {
        let text = functions(1500, &|index| if index == 700 { damage.to_owned() } else { String::new() });
        let (module, _) = check(&(text + "#here = loc(\"here\")\n"));
        assert!(module.is_none(), "{damage}");
    }
}
