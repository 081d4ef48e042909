//! Tests that reading takes work in proportion to the length of the text, for each kind of token and construct: a text of four times as
//! many of them takes about four times the work, whether it is right or not; and so for printing. Work is counted as bytes that the lexer and
//! the scanner for ends of statements examine, and edges between blocks that the printer looks at, so that the result is the same on every
//! machine.

use std::cell::Cell;
use std::sync::Arc;

use super::tests::{context, parse_in};
use super::{PrintOptions, parse_module, print_module};
use crate::diagnostics::Diagnostics;

thread_local! {
    /// The work of this thread.
    static WORK: Cell<u64> = const { Cell::new(0) };
}

/// Counts some work.
pub(super) fn note(work: u64) {
    WORK.set(WORK.get() + work);
}

/// The work of reading an attribute. Whether it is one does not matter.
fn work(text: &str) -> u64 {
    let before = WORK.get();
    let _ = parse_in(&context(true), text);
    WORK.get() - before
}

/// A construct `count` times.
type Construct = fn(usize) -> String;

fn list(count: usize, item: &str) -> String {
    format!("[{}]", vec![item; count].join(", "))
}

const CONSTRUCTS: &[(&str, Construct)] = &[
    ("integers", |n| list(n, "12")),
    ("negative integers", |n| list(n, "-12 : i8")),
    ("floats", |n| list(n, "1.5e3 : f32")),
    ("a long integer", |n| "1".repeat(n)),
    ("a long hexadecimal integer", |n| format!("0x{} : i65536", "f".repeat(n))),
    ("a long float", |n| format!("1.{}", "5".repeat(n))),
    ("a long name", |n| format!("{{{} = 1}}", "n".repeat(n))),
    ("a long string", |n| format!("\"{}\"", "s".repeat(n))),
    ("escapes in a string", |n| format!("\"{}\"", "\\22".repeat(n))),
    ("strings", |n| list(n, "\"text\"")),
    ("units", |n| list(n, "unit")),
    ("symbols", |n| list(n, "@f::@g")),
    ("nested symbols", |n| format!("@f{}", "::@g".repeat(n))),
    ("types", |n| list(n, "i32")),
    ("dictionaries", |n| list(n, "{a = 1, b}")),
    ("entries of a dictionary", |n| {
        let entries: Vec<String> = (0..n).map(|i| format!("k{i} = {i}")).collect();
        format!("{{{}}}", entries.join(", "))
    }),
    ("dimensions", |n| format!("tensor<{}f32>", "2x".repeat(n))),
    ("dimensions of zero", |n| format!("tensor<{}f32>", "0x".repeat(n))),
    ("unknown dimensions", |n| format!("tensor<{}f32>", "?x".repeat(n))),
    ("mixed dimensions", |n| format!("tensor<{}f32>", "?x12x".repeat(n))),
    ("dimensions of memory", |n| format!("memref<{}f32>", "3x".repeat(n))),
    ("dimensions of vectors", |n| format!("vector<{}f32>", "4x".repeat(n))),
    ("scalable dimensions", |n| format!("vector<{}f32>", "[4]x".repeat(n))),
    ("tuples", |n| format!("tuple<{}>", vec!["tuple<i1>"; n].join(", "))),
    ("functions", |n| format!("({}) -> ()", vec!["() -> i1"; n].join(", "))),
    ("opaque types", |n| list(n, "!x.y<a, [b], \"c\">")),
    ("a long opaque type", |n| format!("!x.y<{}>", vec!["[a]"; n].join(", "))),
    ("elements", |n| format!("dense<{}> : tensor<{n}xi32>", list(n, "7"))),
    ("rows of elements", |n| format!("dense<{}> : tensor<{n}x2xi32>", list(n, "[7, 8]"))),
    ("hexadecimal elements", |n| format!("dense<\"0x{}\"> : tensor<{n}xi8>", "0A".repeat(n))),
    ("dense arrays", |n| format!("array<i32: {}>", vec!["7"; n].join(", "))),
    ("sums of dimensions", |n| format!("affine_map<(d0) -> (d0{})>", " + d0".repeat(n))),
    ("results of a map", |n| format!("affine_map<(d0) -> ({})>", vec!["d0"; n].join(", "))),
    ("fused locations", |n| format!("loc(fused[{}])", vec!["\"f\":1:2"; n].join(", "))),
    ("aliases", |n| {
        let text: String = (0..n).map(|i| format!("#a{i} = {i}\n")).collect();
        text + &list(n, "#a0")
    }),
    ("type aliases", |n| {
        let text: String = (0..n).map(|i| format!("!a{i} = i{}\n", i + 1)).collect();
        text + &list(n, "!a0")
    }),
    ("comments", |n| format!("{}1", "// text\n".repeat(n))),
    ("blanks", |n| format!("{}1", " \n".repeat(n))),
];

#[test]
fn reading_takes_work_in_proportion_to_the_text() {
    for (name, construct) in CONSTRUCTS {
        let (few, many) = (work(&construct(1000)), work(&construct(4000)));
        assert!(
            many <= 5 * few + 1000,
            "{name}: {few} bytes are looked at, and {many} for four times the text"
        );
        let length = construct(4000).len() as u64;
        assert!(many <= 16 * length + 1000, "{name}: {many} bytes are looked at in a text of {length}");
    }
}

/// Programs: of many parts, and with an error inside of many, or up to the greatest depth.
const PROGRAMS: &[(&str, Construct)] = &[
    ("blocks", |n| {
        let blocks: String =
            (0..n).map(|i| format!("^b{i}:\n\"t.br\"()[^b{}] : () -> ()\n", i + 1)).collect();
        format!(
            "\"x.y\"() ({{\n\"t.br\"()[^b0] : () -> ()\n{blocks}^b{n}:\n\"t.end\"() : () -> ()\n}}) : () -> ()\n"
        )
    }),
    ("blocks that all go to one", |n| {
        let blocks: String = (0..n).map(|i| format!("^b{i}:\n\"t.br\"()[^b0] : () -> ()\n")).collect();
        format!("\"x.y\"() ({{\n\"t.br\"()[^b0] : () -> ()\n{blocks}}}) : () -> ()\n")
    }),
    ("operations", |n| "\"x.y\"() : () -> ()\n".repeat(n)),
    ("operations in an operation", |n| {
        format!("\"x.y\"() ({{\n{}}}) : () -> ()\n", "\"x.y\"() : () -> ()\n".repeat(n))
    }),
    ("regions", |n| "\"x.y\"() ({\n}, {\n}) : () -> ()\n".repeat(n)),
    ("operations with errors", |n| "\"x.y\"() : ()\n".repeat(n)),
    ("operations that are nested too deep", |n| {
        format!("{}{}", "\"x.y\"() ({\n".repeat(n), "}) : () -> ()\n".repeat(n))
    }),
    ("operations that are not closed", |n| "\"x.y\"() ({\n".repeat(n)),
    ("an error in each of many operations around operations", |n| {
        let body = "\"x.y\"() : () -> ()\n".repeat(n);
        format!("{}{body}%\n{}", "\"x.y\"(%u) ({\n".repeat(60), "})\n".repeat(60))
    }),
];

/// The work of reading a program, and of printing it if it is one.
fn program_work(text: &str) -> [u64; 2] {
    let start = WORK.get();
    let module = parse_module(&Arc::new(context(true)), "test.mlir", text, &mut Diagnostics::new());
    let read = WORK.get();
    if let Some(module) = module {
        std::hint::black_box(print_module(&module, &PrintOptions::default()));
    }
    [read - start, WORK.get() - read]
}

#[test]
fn programs_take_work_in_proportion_to_their_text() {
    for (name, program) in PROGRAMS {
        let (few, many) = (program(1000), program(4000));
        for (few, many) in program_work(&few).into_iter().zip(program_work(&many)) {
            assert!(many <= 5 * few + 1000, "{name}: work of {few}, and of {many} for four times the text");
        }
        let [read, _] = program_work(&many);
        let length = many.len() as u64;
        assert!(read <= 16 * length + 1000, "{name}: work of {read} in a text of {length} bytes");
    }
}

/// The first error of a program.
fn first_error(text: &str) -> Option<String> {
    let mut diagnostics = Diagnostics::new();
    parse_module(&Arc::new(context(true)), "test.mlir", text, &mut diagnostics);
    diagnostics.take().into_iter().next().map(|diagnostic| diagnostic.message)
}

/// A definition of an alias by the one before.
type Step = fn(usize) -> String;

#[test]
fn aliases_that_double_at_each_step_are_refused() {
    let steps: [(&str, Step); 4] = [
        ("#a0 = []\n", |i| format!("#a{} = [#a{i}, #a{i}]\n", i + 1)),
        ("#a0 = {}\n", |i| format!("#a{} = {{x = #a{i}, y = #a{i}}}\n", i + 1)),
        ("!a0 = tuple<>\n", |i| format!("!a{} = tuple<!a{i}, !a{i}>\n", i + 1)),
        ("#a0 = loc(\"f\":1:1)\n", |i| {
            format!("#a{} = loc(fused<{i}>[callsite(#a{i} at #a{i}), \"g\":{i}:1])\n", i + 1)
        }),
    ];
    for (first, step) in steps {
        let text = |count: usize| first.to_owned() + &(0..count).map(step).collect::<String>();
        assert_eq!(first_error(&text(12)), None, "{first}");
        let message = first_error(&text(60)).unwrap_or_default();
        assert!(message.starts_with("aliases stand for more than"), "{first}: {message}");
    }
}

#[test]
fn what_aliases_stand_for_is_bounded_over_all_of_a_text() {
    let steps: String = (0..16).map(|i| format!("#a{} = [#a{i}, #a{i}]\n", i + 1)).collect();
    let uses = "\"x.y\"() {a = #a16} : () -> ()\n".repeat(1000);
    let message = first_error(&format!("#a0 = []\n{steps}{uses}")).unwrap_or_default();
    assert!(message.starts_with("aliases stand for more than"), "{message}");
}

#[test]
fn huge_integers_are_printed_in_hexadecimal() {
    let ctx = Arc::new(context(true));
    for digits in ["f".repeat(20_000), "7".repeat(100_000), format!("1{}", "0".repeat(16_384))] {
        let text = format!("\"x.y\"() {{a = 0x{digits} : i400000}} : () -> ()\n");
        let module =
            parse_module(&ctx, "test.mlir", &text, &mut Diagnostics::new()).expect("it is a program");
        let printed = print_module(&module, &PrintOptions::default());
        assert!(printed.contains(&format!("0x{digits} : i400000")), "{}", &printed[..80]);
    }
}
