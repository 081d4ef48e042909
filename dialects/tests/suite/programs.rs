//! The programs of `testdata/dialects`, without the tools: their errors are those of their annotations.

use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, ExpectedDiagnostics, SourceFile};
use tfrt_ir::syntax::parse_module_part;
use tfrt_ir::syntax::split::{DEFAULT_MARKER, split};
use tfrt_ir::verify::verify_module;

use crate::common::{context, testdata};

/// The diagnostics that are unexpected or missing in a file with annotations.
fn check_annotations(name: &str, text: &str) -> String {
    let ctx = context();
    let mut diagnostics = Diagnostics::without_current_op();
    for part in split(text, Some(DEFAULT_MARKER)).chunks.into_iter().map(|chunk| chunk.range) {
        if let Some(module) = parse_module_part(&ctx, name, text, part, &mut diagnostics) {
            // Whether that failed is in the diagnostics.
            let _ = verify_module(&module, &mut diagnostics);
        }
    }
    let sources = [SourceFile { name, text: text.as_bytes() }];
    let printer = DiagnosticPrinter::new(&ctx, &sources);
    let mut expected = ExpectedDiagnostics::new(&sources);
    let mut report = String::new();
    for diagnostic in &diagnostics {
        for unexpected in expected.check(&ctx, diagnostic) {
            report += &printer.render(&unexpected);
        }
    }
    report + &expected.finish().concat()
}

#[test]
fn programs_give_the_diagnostics_they_expect() {
    let mut report = String::new();
    let mut seen = 0;
    for entry in std::fs::read_dir(testdata().join("dialects")).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        // What plugins' ops are is known where plugins are loaded.
        let is_wrong = name.ends_with("_errors.mlir") && !name.starts_with("plugin_");
        if is_wrong || name == "older_spellings.mlir" {
            let text = std::fs::read_to_string(&path).expect("readable");
            report += &check_annotations(&name, &text);
            seen += 1;
        }
    }
    assert!(seen >= 8, "only {seen} files found");
    assert!(report.is_empty(), "{report}");
}
