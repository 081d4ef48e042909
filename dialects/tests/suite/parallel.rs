//! Parsing gives the same outcome on any number of threads.

use std::collections::HashMap;
use std::fmt::Write as _;

use tfrt_ir::body::Body;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, SourceFile};
use tfrt_ir::entity::Op;
use tfrt_ir::module::Module;
use tfrt_ir::syntax::{PrintOptions, parse_module_on_threads, print_module};

use crate::common::context;

/// The program with its locations, or what is wrong with it.
fn parse(text: &str, threads: usize) -> (Option<String>, String) {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module_on_threads(&ctx, "a.mlir", text, 0..text.len(), threads, &mut diagnostics);
    let options = PrintOptions { debug_info: true, ..PrintOptions::default() };
    let sources = [SourceFile { name: "a.mlir", text: text.as_bytes() }];
    (
        module.map(|module| print_module(&module, &options) + &uses(&module)),
        DiagnosticPrinter::new(&ctx, &sources).render_all(&diagnostics),
    )
}

/// The users of every value in the order of the use lists, which the order of execution follows.
fn uses(module: &Module) -> String {
    let mut text = String::new();
    let mut places: HashMap<(*const Body, Op), usize> = HashMap::new();
    module.top_body().walk(&mut |body, op| {
        places.insert((std::ptr::from_ref(body), op), places.len());
    });
    module.top_body().walk(&mut |body, op| {
        for result in body.results(op) {
            for user in body.users(result) {
                let _ = write!(text, "{} ", places[&(std::ptr::from_ref(body), user)]);
            }
        }
        text.push('\n');
    });
    text
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

/// A function of one long block. `line` adds to it after the value `%v<index>` is defined.
fn long_function(line: &dyn Fn(usize) -> String) -> String {
    let mut text =
        String::from("func.func @long(%n: i32) -> i32 {\n  %v0, %ch = \"t.two\"() : () -> (i32, i32)\n");
    for index in 1..14_000 {
        let line = line(index);
        let _ = writeln!(text, "  %v{index} = tfrt.add.i32 %v{}, // }}\n    %n\n{line}", index - 1);
    }
    text + "  tfrt.return %v13999 : i32\n}\n"
}

#[test]
fn a_long_block() {
    let text = long_function(&|index| match index % 1000 {
        // Regions that see what is outside, and define names that are forgotten.
        1 => format!(
            "  %i{index}:2 = \"t.if\"(%ch) ({{\n  ^bb0(%x: i32):\n    %y = tfrt.add.i32 %x, %v{}\n    \"t.use\"(%y, %v0) : (i32, i32) -> ()\n  }}) \
             : (i32) -> (i32, i32)\n  \"t.use\"(%i{index}#1, %i{index}#0) : (i32, i32) -> ()\n",
            index / 2
        ),
        2 => "  \"t.attr\"() {s = \"\\\"}\", a = [1,\n2]} : () -> () loc(#here)\n".into(),
        3 => "  %r = \"t.isolated\"() ({\n  }) : () -> i32\n".replace("%r", &format!("%r{index}")),
        _ => String::new(),
    }) + "#here = loc(\"here\")\n";
    let (module, diagnostics) = check(&text);
    assert_eq!(diagnostics, "");
    assert!(module.is_some());
}

#[test]
fn a_long_block_that_one_thread_has_to_finish() {
    let at = |place: usize, line: &'static str| {
        move |index: usize| if index == place { line.to_owned() } else { String::new() }
    };
    let lines = [
        // In order, though pieces cannot know.
        ("  \"t.use\"(%v13900) : (i32) -> ()\n", true),
        ("  \"t.if\"() ({\n    %v13900 = \"t.a\"() : () -> i32\n  }) : () -> ()\n", true),
        ("  \"t.jump\"()[^bb1] : () -> ()\n^bb1:\n", true),
        // Wrong.
        ("  %v3 = tfrt.constant.i32 1\n", false),
        ("  \"t.if\"() ({\n    %v3 = \"t.a\"() : () -> i32\n  }) : () -> ()\n", false),
        ("  \"t.if\"() ({\n  ^bb0(%v3: i32):\n  }) : () -> ()\n", false),
        ("  \"t.use\"(%v3) : (i64) -> ()\n", false),
        ("  \"t.use\"(%v3#1) : (i32) -> ()\n", false),
        ("  \"t.use\"(%nothing) : (i32) -> ()\n", false),
        ("  %x = tfrt.nothing_here\n  \"t.use\"(%x) : (i32) -> ()\n", false),
        ("  }\n", false),
        ("  tfrt.constant.i32 {\n", false),
    ];
    for (line, is_right) in lines {
        let text = long_function(&at(9_000, line));
        let (module, diagnostics) = parse(&text, 1);
        assert!(
            parse(&text, 3) == (module.clone(), diagnostics.clone()),
            "{line}: three threads differ from one"
        );
        assert_eq!(module.is_some(), is_right, "{line}: {diagnostics}");
    }
}
