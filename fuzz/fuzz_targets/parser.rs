//! Any text gives diagnostics or a program; a program that verifies prints as text that gives the same program, and can be encoded
//! or is refused with a diagnostic.
#![no_main]

#[path = "common/context.rs"]
mod context;

use std::sync::Arc;

use context::context;
use libfuzzer_sys::fuzz_target;
use tfrt_bef::WriteOptions;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics, SourceFile};
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;
use tfrt_ir::{Context, Module};

fn parse(ctx: &Arc<Context>, text: &str) -> Option<Module> {
    let mut diagnostics = Diagnostics::new();
    let module = parse_module(ctx, "fuzz.mlir", text, &mut diagnostics);
    assert_eq!(
        module.is_none(),
        diagnostics.has_errors(),
        "a program without errors, or errors and no program"
    );
    let source = SourceFile { name: "fuzz.mlir", text: text.as_bytes() };
    DiagnosticPrinter::new(ctx, &[source]).render_all(&diagnostics);
    module
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let ctx = context();
    let Some(module) = parse(&ctx, text) else { return };
    for generic in [false, true] {
        if !generic && verify_module(&module, &mut Diagnostics::new()).is_err() {
            // Custom forms are for what verifies.
            continue;
        }
        let options = PrintOptions { generic, debug_info: true, ..PrintOptions::default() };
        let printed = print_module(&module, &options);
        if printed.contains("!ts.fixed_rank_shape.") {
            // The one type that results have and that programs, as upstream's, cannot spell.
            continue;
        }
        let again = parse(&ctx, &printed).unwrap_or_else(|| panic!("does not read back:\n{printed}"));
        let twice = print_module(&again, &options);
        assert_eq!(printed, twice, "reads back as something else");
    }
    if verify_module(&module, &mut Diagnostics::new()).is_ok() {
        let mut diagnostics = Diagnostics::new();
        let encoded = tfrt_compiler::encode::encode(&module, WriteOptions::default(), &mut diagnostics);
        assert_eq!(encoded.is_err(), diagnostics.has_errors());
    }
});
