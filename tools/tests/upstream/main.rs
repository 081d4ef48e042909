//! Upstream MLIR as an oracle and as a part of the tools: only in builds with the feature `mlir`.
//!
//! Every program of `testdata/` that this project's parser accepts is printed, read and printed by upstream, and read again: that
//! must give the same program, by this project's printer with all locations. The same through upstream's bytecode and through one of
//! its pass pipelines that changes nothing. For programs that are wrong in the dialects that both sides know, upstream's messages
//! are among this project's.
#![cfg(feature = "mlir")]

mod bridge;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use regex::Regex;
use tfrt_compiler::mlir::Bridge;
use tfrt_driver::bytecode;
use tfrt_driver::compile;
use tfrt_driver::input::Input;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, Failed, Severity};
use tfrt_ir::syntax::split::DEFAULT_MARKER;
use tfrt_ir::syntax::{PrintOptions, print_module};
use tfrt_ir::{Module, OpRef};

/// The one type that results have and that no text may spell, on either side.
const UNSPEAKABLE: &str = "!ts.fixed_rank_shape.";

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

fn programs(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("testdata can be read");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("testdata can be read").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "mlir") {
            found.push(path);
        }
    }
}

/// A program with all locations, and without the resources that are for other tools: upstream does not keep those.
fn printed(module: &Module) -> String {
    let mut text = print_module(module, &PrintOptions { debug_info: true, ..PrintOptions::default() });
    // Alone, or behind those of dialects.
    let alone = "\n{-#\n  external_resources: {";
    let section = text.find(",\n  external_resources: {");
    if let Some(start) = text.find(alone) {
        text.truncate(start);
    } else if let (Some(start), Some(end)) = (section, text.rfind("\n#-}")) {
        text.replace_range(start..end, "");
    }
    text
}

/// The text with resources called as in `ours`: upstream numbers names that it has met before.
fn with_names_of(ours: &str, mut theirs: String) -> String {
    let names = Regex::new(r"dense_resource<(\w+)>").expect("the expression is a constant");
    for name in names.captures_iter(ours) {
        let numbered = Regex::new(&format!(r"\b{}(_\d+)+\b", &name[1])).expect("a name is letters");
        theirs = numbered.replace_all(&theirs, &name[1]).into_owned();
    }
    theirs
}

/// Whether a function is called within a manual computation of `sdy`, a dialect that upstream's tools do not have: they look for the function in the
/// operation, which may be a table of symbols for all that they know.
fn calls_within_unknown(module: &Module) -> bool {
    let ctx = module.ctx();
    let mut found = false;
    module.contents().walk(&mut |body, op| {
        let op = OpRef { ctx, body, op };
        for region in op.regions().filter(|_| op.name_str() == "sdy.manual_computation") {
            region.body.walk_region(region.region, &mut |body, inner| {
                found |= ctx.str(body.name(inner)) == "func.call";
            });
        }
    });
    found
}

/// A pipeline with a pass that changes nothing.
const IDENTITY: &str = "builtin.module(canonicalize{max-iterations=0})";

fn check(path: &Path, bridge: &Bridge) -> Result<usize, String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let input = Input::Text(&text);
    let mut checked = 0;
    for chunk in input.chunks("program.mlir", text.contains("split-input-file").then_some(DEFAULT_MARKER)) {
        let ctx = compile::context();
        // Programs that are wrong on purpose are for other tests.
        let Some(module) = input.parse(&ctx, "program.mlir", chunk.range, &mut Diagnostics::new()) else {
            continue;
        };
        let ours = printed(&module);
        let generic = PrintOptions { generic: true, ..PrintOptions::default() };
        if print_module(&module, &generic).contains(UNSPEAKABLE) || calls_within_unknown(&module) {
            continue;
        }
        let mut diagnostics = Diagnostics::new();
        let upstream_bytecode = |diagnostics: &mut Diagnostics| {
            let bytes = bridge.to_bytecode(&module, diagnostics)?;
            bridge.read(&ctx, &bytes, "program.mlir", diagnostics)
        };
        let our_bytecode = |diagnostics: &mut Diagnostics| {
            let bytes = bytecode::write(&module, bytecode::NEWEST_VERSION, diagnostics).ok_or(Failed)?;
            bridge.read(&ctx, &bytes, "program.mlir", diagnostics)
        };
        let their_bytecode = |diagnostics: &mut Diagnostics| {
            let bytes = bridge.to_bytecode(&module, diagnostics)?;
            bytecode::read(&ctx, &bytes, "program.mlir", diagnostics).ok_or(Failed)
        };
        let ways = [
            ("text", bridge.read_back(&module, &mut diagnostics)),
            ("bytecode", upstream_bytecode(&mut diagnostics)),
            ("bytecode that we write", our_bytecode(&mut diagnostics)),
            ("bytecode that we read", their_bytecode(&mut diagnostics)),
            ("a pipeline", bridge.run_pipeline(&module, IDENTITY, &mut diagnostics)),
        ];
        for (way, back) in ways {
            let Ok(back) = back else {
                let errors = DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics);
                return Err(format!("upstream does not read what we print ({way}): {errors}"));
            };
            let theirs = with_names_of(&ours, printed(&back));
            if ours != theirs {
                let (a, b) = ours
                    .lines()
                    .zip(theirs.lines())
                    .find(|(a, b)| a != b)
                    .unwrap_or(("(one is longer)", "(one is longer)"));
                return Err(format!("differs after {way}:\n  ours:     {a}\n  upstream: {b}"));
            }
        }
        checked += 1;
    }
    Ok(checked)
}

#[test]
fn upstream_and_we_read_each_other() {
    let mut paths = Vec::new();
    programs(&testdata(), &mut paths);
    let bridge = Bridge::new();
    let mut checked = 0;
    let mut failures = Vec::new();
    for path in paths {
        match check(&path, &bridge) {
            Ok(count) => checked += count,
            Err(error) => failures.push(format!("{}: {error}", path.display())),
        }
    }
    assert!(failures.is_empty(), "{} programs:\n{}", failures.len(), failures.join("\n"));
    assert!(checked > 100, "only {checked} programs were compared");
}

/// Upstream's words for what we say otherwise: rules that we do not have, what is said a second time, and what we look at later.
const OTHER_WORDS: [&str; 6] = [
    "if an operand is non-scalar, then all results must be non-scalar",
    "failed to parse Arith_",
    "'func.return' op expects parent op 'func.func'",
    "('caseRegions') failed to verify constraint",
    "'func.constant' op reference to function with mismatched type",
    "must be the last operation in the parent block",
];

/// The errors of a program, as messages.
fn complaints(diagnostics: &Diagnostics) -> Vec<String> {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
    errors.map(|diagnostic| diagnostic.message.trim_end().replace('\0', "")).collect()
}

#[test]
fn upstream_and_we_complain_alike() {
    let bridge = Bridge::new();
    let (mut compared, mut differences) = (0, Vec::new());
    // Not those of `cf`, on some of which upstream crashes.
    for name in ["arith_errors.mlir", "func_errors.mlir", "scf_errors.mlir"] {
        let text =
            std::fs::read_to_string(testdata().join("dialects").join(name)).expect("the file is there");
        let text = text.replace("tfrt.return", "func.return");
        let input = Input::Text(&text);
        for chunk in input.chunks(name, Some(DEFAULT_MARKER)) {
            let program = &text[chunk.range.clone()];
            // Upstream does not know ours.
            if program.lines().any(|line| !line.trim_start().starts_with("//") && line.contains("tfrt")) {
                continue;
            }
            let ctx = compile::context();
            let (mut ours, mut theirs) = (Diagnostics::new(), Diagnostics::new());
            assert!(
                input.parse(&ctx, name, chunk.range, &mut ours).is_none(),
                "nothing is wrong with {program}"
            );
            assert!(
                bridge.read(&ctx, program.as_bytes(), name, &mut theirs).is_err(),
                "upstream reads {program}"
            );
            let ours = complaints(&ours);
            for message in complaints(&theirs) {
                compared += 1;
                let is_known = ours.iter().any(|own| own.starts_with(&message))
                    || OTHER_WORDS.iter().any(|words| message.contains(words));
                if !is_known {
                    differences.push(format!("{program}\nupstream: {message}\nours:     {ours:?}\n"));
                }
            }
        }
    }
    assert!(differences.is_empty(), "{} messages differ:\n{}", differences.len(), differences.join("\n"));
    assert!(compared > 100, "only {compared} messages were compared");
}

fn opt(args: &[&str], input: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tfrt-opt")).args(args).arg(input).output().expect("the tool runs")
}

fn scratch(name: &str, contents: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("upstream");
    std::fs::create_dir_all(&folder).expect("the scratch folder of tests is writable");
    let path = folder.join(name);
    std::fs::write(&path, contents).expect("the scratch folder of tests is writable");
    path
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

const UPSTREAM_PROGRAM: &str = "\
func.func @f(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %x = math.exp %a : tensor<4xf32>
  %y = math.exp %a : tensor<4xf32>
  %z = linalg.add ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}
";

#[test]
fn the_tools_run_upstream_passes_over_upstream_programs() {
    let program = scratch("upstream.mlir", UPSTREAM_PROGRAM.as_bytes());
    let done = opt(&["--allow-unregistered-dialect", "--mlir-pass-pipeline=builtin.module(cse)"], &program);
    assert!(done.status.success(), "{}", text(&done.stderr));
    assert_eq!(text(&done.stdout).matches("math.exp").count(), 1, "{}", text(&done.stdout));
    let wrong = opt(&["--allow-unregistered-dialect", "--mlir-pass-pipeline=builtin.module(csee)"], &program);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        text(&wrong.stderr).contains("'csee' does not refer to a registered pass"),
        "{}",
        text(&wrong.stderr)
    );
}

#[test]
fn errors_in_what_upstream_reads_name_the_file() {
    let program = scratch("names.mlir", UPSTREAM_PROGRAM.as_bytes());
    let done = opt(&["--allow-unregistered-dialect", "--mlir-print-debuginfo"], &program);
    assert!(text(&done.stdout).contains("names.mlir\":2:8"), "{}", text(&done.stdout));
}

#[test]
fn all_tools_read_bytecode() {
    let hello = testdata().join("tools/hello.mlir");
    let bytecode = opt(&["--emit-bytecode"], &hello);
    assert!(bytecode.status.success(), "{}", text(&bytecode.stderr));
    let file = scratch("hello.mlirbc", &bytecode.stdout);
    let again = opt(&[], &file);
    assert_eq!(text(&again.stdout), text(&opt(&[], &hello).stdout), "{}", text(&again.stderr));
    let run =
        |tool: &str, args: &[&str]| Command::new(tool).args(args).arg(&file).output().expect("the tool runs");
    let ran = run(env!("CARGO_BIN_EXE_tfrt-run"), &["--function=hello"]);
    assert_eq!(text(&ran.stdout), "int32 = 42\n42\n", "{}", text(&ran.stderr));
    let translated = run(env!("CARGO_BIN_EXE_tfrt-translate"), &["--mlir-to-bef"]);
    assert!(translated.stdout.starts_with(&[0x0b, 0xef]), "{}", text(&translated.stderr));
}
