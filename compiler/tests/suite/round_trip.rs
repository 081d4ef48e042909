//! Text to BEF to text: every program of `testdata/` that can be encoded comes back as it was, and gives the same file again.
//!
//! The comparison ignores the parts that files do not hold: attributes of functions and modules, `private`, the sign of
//! `si32`.

use std::sync::Arc;

use tfrt_bef::{BefFile, WriteOptions};
use tfrt_compiler::decode::{DecodeOptions, decode};
use tfrt_compiler::encode::encode;
use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::module::Module;
use tfrt_ir::syntax::split::{DEFAULT_MARKER, split};
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

use crate::common::{context, programs};

/// The operations of functions, one a line, wherever the functions are: files hold those of nested modules beside the others.
fn operations(module: &Module) -> Vec<String> {
    let options = PrintOptions { generic: true, ..PrintOptions::default() };
    let text = print_module(module, &options);
    let frame = |line: &&str| {
        let inner = line.trim_start();
        let closes = inner == "}) : () -> ()" || (inner.starts_with('}') && !line.starts_with("    "));
        let opens = ["\"builtin.module\"", "\"func.func\"", "#", "!", "{-#"];
        closes || opens.iter().any(|open| inner.starts_with(open))
    };
    text.lines().filter(|line| !frame(line)).map(|line| line.trim_start().replace("si32", "i32")).collect()
}

fn shown(ctx: &Context, diagnostics: &Diagnostics) -> String {
    let printer = DiagnosticPrinter::new(ctx, &[]);
    diagnostics.iter().map(|diagnostic| printer.render(diagnostic)).collect()
}

/// Parses a program, if it is right, and takes it through a file. Says whether it did.
fn round_trip(name: &str, text: &str) -> bool {
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let Some(module) = parse_module(&ctx, name, text, &mut diagnostics) else { return false };
    if verify_module(&module, &mut diagnostics).is_err() {
        return false;
    }
    let Ok(bytes) = encode(&module, WriteOptions::default(), &mut diagnostics) else { return false };
    assert_eq!(
        encode(&module, WriteOptions::default(), &mut diagnostics).unwrap(),
        bytes,
        "{name}: not deterministic"
    );
    let file = BefFile::from_bytes(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
    let options = DecodeOptions { reference_names: true };
    let decoded = decode(&ctx, &file, "test.bef", options, &mut diagnostics)
        .unwrap_or_else(|_| panic!("{name}: {}", shown(&ctx, &diagnostics)));
    // The cost of `tfrt_test.test_cost`, which its verifier wants, is not in files, nor are notes on types and on errors. Data behind a program
    // becomes that of constants, and all dialects' strings become those of one.
    let lost =
        ["_tfrt_cost", "attributes {tf.result_types", "{tf.lenient}", "dense_resource<", "!tf_type.string"];
    if !lost.iter().any(|note| text.contains(note)) {
        verify_module(&decoded, &mut diagnostics)
            .unwrap_or_else(|_| panic!("{name}: {}", shown(&ctx, &diagnostics)));
        assert_eq!(operations(&module), operations(&decoded), "{name}");
        // Nor is how functions are to be cut into streams.
        if !["tfrt.cost_threshold", "tfrt.merge_inter_dependent_streams"]
            .iter()
            .any(|attr| text.contains(attr))
        {
            let again = encode(&decoded, WriteOptions::default(), &mut diagnostics)
                .unwrap_or_else(|_| panic!("{name}: {}", shown(&ctx, &diagnostics)));
            assert!(again == bytes, "{name}: another file after it was text");
        }
    }
    check_text(name, &ctx, &decoded);
    check_default_names(name, &ctx, &file, &decoded);
    true
}

/// The text of a program that was in a file is a program, the same, and gives the same file.
fn check_text(name: &str, ctx: &Arc<Context>, decoded: &Module) {
    let mut diagnostics = Diagnostics::new();
    // Without locations: the text has others.
    let write = WriteOptions { locations: false, ..WriteOptions::default() };
    let text = print_module(decoded, &PrintOptions::default());
    let Some(parsed) = parse_module(ctx, name, &text, &mut diagnostics) else {
        panic!("{name}: {}{text}", shown(ctx, &diagnostics));
    };
    assert_eq!(operations(&parsed), operations(decoded), "{name}");
    let (first, second) =
        (encode(decoded, write, &mut diagnostics), encode(&parsed, write, &mut diagnostics));
    assert!(first == second, "{name}: the text of the file gives another file");
}

/// Without options, only `tfrt.cond`, `tfrt.while` and operations that are not declared have other names of references than they had.
fn check_default_names(name: &str, ctx: &Arc<Context>, file: &BefFile, with_names: &Module) {
    let mut diagnostics = Diagnostics::new();
    let decoded = decode(ctx, file, "test.bef", DecodeOptions::default(), &mut diagnostics)
        .unwrap_or_else(|_| panic!("{name}: {}", shown(ctx, &diagnostics)));
    let (plain, named) = (operations(&decoded), operations(with_names));
    assert_eq!(plain.len(), named.len(), "{name}");
    for (plain, named) in plain.iter().zip(&named).filter(|(plain, named)| plain != named) {
        let op = plain.split('"').nth(1).unwrap_or_default();
        let is_declared = ctx.definition(ctx.ident(op)).is_some();
        let as_existing = ["tfrt.cond", "tfrt.while"].contains(&op);
        assert!(!is_declared || as_existing, "{name}: {plain}, but was {named}");
    }
}

#[test]
fn programs_come_back_from_files() {
    let mut count = 0;
    for path in programs() {
        let text = std::fs::read_to_string(&path).unwrap();
        for chunk in split(&text, Some(DEFAULT_MARKER)).chunks {
            let part = &text[chunk.range];
            count += usize::from(round_trip(&path.display().to_string(), part));
        }
    }
    assert!(count >= 10, "only {count} programs came through");
}

#[test]
fn modules_for_other_compilers_are_kept_as_text() {
    let text = r#"
        module @kernels attributes {tfrt.compiled} {
          func.func @f(%x: i32) -> i32 {
            "some.return"(%x) : (i32) -> ()
          }
        }
        func.func @main() {
          "x.compile"() {fn = @kernels::@f, n = [1 : i32, @main]} : () -> ()
          "x.compile"() {fn = @kernels::@f} : () -> ()
          tfrt.return
        }
    "#;
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "test.mlir", text, &mut diagnostics).unwrap();
    let bytes = encode(&module, WriteOptions::default(), &mut diagnostics).unwrap();
    let file = BefFile::from_bytes(&bytes).unwrap();
    assert_eq!(file.unit_records().len(), 1);
    let decoded = decode(&ctx, &file, "test.bef", DecodeOptions::default(), &mut diagnostics).unwrap();
    insta::assert_snapshot!(print_module(&decoded, &PrintOptions::default()), @r#"
    module {
      module @kernels attributes {tfrt.compiled} {
        func.func @f(%arg0: i32) -> i32 {
          "some.return"(%arg0) : (i32) -> ()
        }
      }
      func.func @main() {
        "x.compile"() {fn = @kernels::@f, n = [1 : i32, @main]} : () -> ()
        "x.compile"() {fn = @kernels::@f} : () -> ()
        tfrt.return
      }
    }
    "#);
}

#[test]
fn damaged_files_do_no_harm() {
    let text = r#"
        func.func private @native(%x: i32) -> i32 attributes {tfrt.native}
        func.func @main(%c: i1, %x: i32) -> i32 {
          %y = tfrt.if %c, %x : (i32) -> (i32) {
            %z = tfrt.call @native(%x) : (i32) -> i32
            tfrt.return %z : i32
          } else {
            tfrt.return %x : i32
          }
          "x.attrs"() {a = dense<[1, 2]> : tensor<2xi64>, b = ["s", [1 : i8]], c = #corert.shape<2x?>} : () -> () loc(fused["a", "b"("c":1:2)])
          tfrt.return %y : i32
        }
    "#;
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(&ctx, "test.mlir", text, &mut diagnostics).unwrap();
    let good = encode(&module, WriteOptions::default(), &mut diagnostics).unwrap();
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] = bad[at].wrapping_add(1);
        tfrt_bef::recompute_checksums(&mut bad);
        let mut diagnostics = Diagnostics::new();
        if let Ok(file) = BefFile::from_bytes(&bad)
            && let Ok(module) = decode(&ctx, &file, "bad.bef", DecodeOptions::default(), &mut diagnostics)
        {
            let _ = verify_module(&module, &mut diagnostics);
            let _ = print_module(&module, &PrintOptions { debug_info: true, ..PrintOptions::default() });
        }
    }
}
