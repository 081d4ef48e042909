//! The encoding of programs in files, and the programs that are refused.

use std::fmt::Write as _;

use tfrt_bef::{BefFile, FunctionKind, WriteOptions};
use tfrt_compiler::encode::{encode, encode_on_threads};
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::syntax::parse_module;
use tfrt_ir::verify::verify_module;

use crate::common::context;

/// Encodes a program; the error is the messages without source lines and notes.
fn encoded(text: &str) -> Result<BefFile, String> {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let bytes = parse_module(&ctx, "f", text, &mut diagnostics).and_then(|module| {
        verify_module(&module, &mut diagnostics).ok()?;
        encode(&module, WriteOptions::default(), &mut diagnostics).ok()
    });
    let printer = DiagnosticPrinter::new(&ctx, &[]);
    let errors: Vec<String> = diagnostics
        .iter()
        .filter_map(|diagnostic| printer.render(diagnostic).lines().next().map(str::to_owned))
        .collect();
    match bytes {
        Some(bytes) => Ok(BefFile::from_bytes(&bytes).unwrap()),
        None => Err(errors.join("\n")),
    }
}

/// A file as a list of functions and kernels.
fn disassembled(file: &BefFile) -> String {
    let mut out = String::new();
    for function in file.functions() {
        let kind = match function.kind() {
            FunctionKind::Async => "",
            FunctionKind::Native => " native",
            FunctionKind::Sync => " sync",
        };
        let _ = writeln!(
            out,
            "#{} @{}{kind} args {} -> {:?}, stream {}",
            function.id().0,
            function.name(),
            function.num_args(),
            function.result_registers(),
            function.root_stream()
        );
        for kernel in function.kernels() {
            let attrs: Vec<String> = kernel.attrs().iter().map(|&ix| file.attr(ix).describe()).collect();
            let functions: Vec<u32> = kernel.functions().iter().map(|id| id.0).collect();
            let _ = writeln!(
                out,
                "  {:?} = {}{:?} {attrs:?} {functions:?} stream {}",
                kernel.results(),
                kernel.name(),
                kernel.operands(),
                kernel.stream()
            );
        }
    }
    out
}

#[test]
fn regions_come_before_their_functions() {
    let file = encoded(
        r#"
        func.func @main(%c: i1, %x: i32) -> i32 {
          %y = tfrt.if %c, %x : (i32) -> (i32) {
            %r = tfrt.repeat.i32 %x, %x : i32 {
              tfrt.return %x : i32
            }
            tfrt.return %r : i32
          } else {
            %z = tfrt.call @later(%x) : (i32) -> i32
            tfrt.return %z : i32
          }
          tfrt.return %y : i32
        }
        func.func private @native(%x: i32) -> i32 attributes {tfrt.native}
        func.func @later(%x: i32) -> i32 {
          %y = "x.refs"(%x) {a = [@main, @native], b = 1 : i64, c = @later} : (i32) -> i32
          tfrt.return %y : i32
        }
        "#,
    )
    .unwrap();
    insta::assert_snapshot!(disassembled(&file), @r#"
    #0 @ args 1 -> [0], stream 0
    #1 @ args 1 -> [1], stream 0
      1..2 = tfrt.repeat.i32[0, 0] [] [0] stream 0
    #2 @ args 1 -> [1], stream 0
      1..2 = tfrt.call[0] [] [5] stream 0
    #3 @main args 2 -> [2], stream 0
      2..3 = tfrt.if[0, 1] [] [1, 2] stream 0
    #4 @native native args 1 -> [], stream 0
    #5 @later args 1 -> [1], stream 0
      1..2 = x.refs[0] ["i64 attribute"] [3, 4, 5] stream 0
    "#);
}

#[test]
fn kernels_know_their_stream() {
    let file = encoded(
        r#"
        func.func @main() -> i32 attributes {tfrt.cost_threshold = 1 : i64} {
          %a = "tfrt_test.test_cost"() {id = 0 : i64, _tfrt_cost = 1 : i64} : () -> i32
          %b = "tfrt_test.test_cost"() {id = 1 : i64, _tfrt_cost = 5 : i64} : () -> i32
          %c = tfrt.add.i32 %a, %b
          tfrt.return %c : i32
        }
        "#,
    )
    .unwrap();
    insta::assert_snapshot!(disassembled(&file), @r#"
    #0 @main args 0 -> [2], stream 0
      0..1 = tfrt_test.test_cost[] ["i64 attribute"] [] stream 1
      1..2 = tfrt_test.test_cost[] ["i64 attribute"] [] stream 0
      2..3 = tfrt.add.i32[0, 1] [] [] stream 0
    "#);
}

#[test]
fn what_cannot_be_encoded_is_reported_where_it_stands() {
    let error = |text: &str| encoded(text).unwrap_err();
    insta::assert_snapshot!(error("func.func private @f(%x: i32)"), @"f:1:1: error: external functions are not allowed");
    insta::assert_snapshot!(error("func.func @f() {\n  \"x.end\"() : () -> ()\n}"), @"f:2:3: error: all functions need to have a tfrt.return");
    insta::assert_snapshot!(error("func.func @f(%x: i32) -> i32 attributes {tfrt.sync} {\n  tfrt.return %x : i32\n}"), @"f:2:3: error: return value 0 is an argument in a sync function");
    insta::assert_snapshot!(
        error("func.func @f() {\n  \"x.y\"() ({\n  ^a:\n    \"x.br\"()[^b] : () -> ()\n  ^b:\n    tfrt.return\n  }) : () -> ()\n  tfrt.return\n}"),
        @"f:2:3: error: multi-block regions cannot be emitted to BEF files"
    );
    insta::assert_snapshot!(error("func.func @f() {\n  \"x.y\"() ({}) : () -> ()\n  tfrt.return\n}"), @"f:2:3: error: all functions need to have a tfrt.return");
    insta::assert_snapshot!(error("func.func @f() {\n  \"x.y\"() {a = 1 : i32, b = 1 : index} : () -> ()\n  tfrt.return\n}"), @"f:2:3: error: BEF files cannot encode the 'b' attribute");
    insta::assert_snapshot!(error("func.func @f() {\n  \"x.y\"() {a = [@f, 1 : i32]} : () -> ()\n  tfrt.return\n}"), @"f:2:3: error: BEF files cannot encode the 'a' attribute");
    insta::assert_snapshot!(
        error("func.func @f(%h: !corert.ophandler) {\n  corert.executeop(%h) \"x.y\"() {a = 1 : i32, b = 1 : i128}\n  tfrt.return\n}"),
        @"f:2:3: error: BEF files cannot encode the 'op_attrs' attribute: 'b' is 1 : i128"
    );
    insta::assert_snapshot!(error("func.func @f() {\n  \"x.y\"() {a = @g, b = [@h, @f]} : () -> ()\n  tfrt.return\n}"), @r#"
    f:2:3: error: function @g not defined
    f:2:3: error: function @h not defined
    "#);
    insta::assert_snapshot!(
        error("func.func @f(%x: i32) {\n  \"x.y\"() ({\n    \"x.z\"(%x) : (i32) -> ()\n    tfrt.return\n  }) : () -> ()\n  tfrt.return\n}"),
        @"f:3:5: error: BEF executor only supports references to kernels within the current region"
    );
    insta::assert_snapshot!(
        error("func.func @f() {\n  \"x.y\"() ({\n    \"x.z\"(%a) : (i32) -> ()\n    %a = \"x.a\"() : () -> i32\n    tfrt.return\n  }) : () -> ()\n  tfrt.return\n}"),
        @"f:3:5: error: BEF files cannot hold a use of a value before its definition"
    );
    insta::assert_snapshot!(error("func.func @f() {\n  tfrt.return\n}\n\"x.y\"() : () -> ()"), @"f:4:1: error: operations outside of functions cannot be emitted to BEF files");
    insta::assert_snapshot!(
        error("func.func @f() {\n  tfrt.return\n}\nmodule {\n  func.func @f() {\n    tfrt.return\n  }\n}"),
        @"f:5:3: error: function @f is defined twice; BEF files have one name space"
    );
    insta::assert_snapshot!(error("func.func @f() {\n  \"x.y\"() {a = @m::@f} : () -> ()\n  tfrt.return\n}"), @"f:2:3: error: BEF files cannot encode the 'a' attribute");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let ctx = context();
    let mut text = String::new();
    for function in 0..20 {
        let _ = write!(
            text,
            "func.func @f{function}(%n: i32, %c: i1) -> (i32, i32) {{\n  %0 = tfrt.add.i32 %n, %n\n"
        );
        for i in 0..50 {
            let _ = writeln!(text, "  %{} = tfrt.add.i32 %{i}, %n", i + 1);
        }
        text += "  %r = tfrt.if %c, %50 : (i32) -> i32 {\n    %1 = tfrt.add.i32 %50, %50\n    tfrt.return %1 : i32\n  } else {\n    \
                 tfrt.return %50 : i32\n  }\n  tfrt.return %r, %0 : i32, i32\n}\n";
    }
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "f", &text, &mut diagnostics).unwrap();
    verify_module(&module, &mut diagnostics).unwrap();
    let mut bytes_on = |spare_threads| {
        let writer = encode_on_threads(&module, WriteOptions::default(), spare_threads, &mut diagnostics);
        writer.unwrap().finish().unwrap()
    };
    let alone = bytes_on(0);
    for spare_threads in [1, 3] {
        assert_eq!(bytes_on(spare_threads), alone);
    }
}

/// Many functions with everything that is numbered as it is met: names, types, attributes, locations, functions. `last` stands in
/// the last of them.
fn many_functions(last: &str) -> String {
    let mut text = String::from("func.func private @native(i32) -> i64 attributes {tfrt.native}\n");
    for function in 0..40 {
        let _ = write!(text, "func.func @f{function}(%n: i32) -> i32 {{\n  %0 = tfrt.add.i32 %n, %n\n");
        for i in 0..600 {
            let _ = writeln!(text, "  %{} = tfrt.add.i32 %{i}, %n", i + 1);
        }
        let next = (function + 1) % 40;
        let _ = write!(
            text,
            "  %s:2 = \"x.kernel{}\"(%n) {{a{function} = {function} : i32, b = [1 : i32, \"text {function}\"], \
             d = dense<[{function}, 2]> : tensor<2xi16>, f = @f{next}, g = [@f0, @native], u}} : (i32) -> (!x.t{function}, i64) \
             loc(fused[\"part {function}\", \"file{function}\":1:2, callsite(\"callee\" at \"caller {function}\")])\n  \
             %r = \"x.regions\"() ({{\n    %y = \"x.y\"() : () -> i8\n    tfrt.return %y : i8\n  }}) : () -> i32\n{}  \
             tfrt.return %r : i32\n}} loc(\"function {function}\")\n",
            function % 7,
            if function == 39 { last } else { "" }
        );
    }
    text + "module @inner {\n  func.func @g() {\n    tfrt.return\n  }\n}\n"
}

/// The file on so many threads, or what is wrong.
fn on_threads(text: &str, spare_threads: usize, options: WriteOptions) -> Result<Vec<u8>, String> {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "f", text, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"));
    verify_module(&module, &mut diagnostics).unwrap();
    let writer = encode_on_threads(&module, options, spare_threads, &mut diagnostics);
    writer
        .map(|writer| writer.finish().unwrap())
        .map_err(|_| DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics))
}

#[test]
fn parts_by_several_threads_are_the_file_of_one() {
    let text = many_functions("");
    let options = [(true, true), (false, true), (true, false)];
    for (optional_sections, locations) in options {
        let options = WriteOptions { optional_sections, locations };
        let alone = on_threads(&text, 0, options).unwrap();
        BefFile::from_bytes(&alone).unwrap().check().unwrap();
        for spare_threads in [1, 3] {
            assert!(
                on_threads(&text, spare_threads, options).unwrap() == alone,
                "{spare_threads} {options:?}"
            );
        }
    }
}

#[test]
fn parts_by_several_threads_find_what_one_finds() {
    for last in [
        "  \"x.y\"() {a = 1 : i32, b = 1 : i128} : () -> ()\n",
        "  \"x.y\"() {a = @nobody, b = [@f1, @no_one]} : () -> ()\n",
        "  \"x.y\"() ({}) : () -> ()\n",
    ] {
        let text = many_functions(last);
        let alone = on_threads(&text, 0, WriteOptions::default()).unwrap_err();
        assert!(alone.contains("error: "), "{alone}");
        assert_eq!(on_threads(&text, 2, WriteOptions::default()).unwrap_err(), alone);
    }
    let twice = many_functions("") + "module {\n  func.func @f7() {\n    tfrt.return\n  }\n}\n";
    let alone = on_threads(&twice, 0, WriteOptions::default()).unwrap_err();
    assert!(alone.contains("@f7 is defined twice"), "{alone}");
    assert_eq!(on_threads(&twice, 2, WriteOptions::default()).unwrap_err(), alone);
}
