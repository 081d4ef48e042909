//! Every program of `testdata/` that parses is the same program after it was printed and parsed again: in custom form (if it is valid), in
//! generic form, and without aliases; the generic form with all locations.

use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::module::Module;
use tfrt_ir::syntax::split::{DEFAULT_MARKER, split};
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

use crate::common::{context, programs};

fn parse(ctx: &Arc<Context>, name: &str, text: &str) -> Result<Module, String> {
    let mut diagnostics = Diagnostics::new();
    parse_module(ctx, name, text, &mut diagnostics).ok_or_else(|| {
        let printer = DiagnosticPrinter::new(ctx, &[]);
        diagnostics.iter().map(|diagnostic| printer.render(diagnostic)).collect()
    })
}

/// Everything there is to say about a program, in one form. Custom forms leave out where arguments of regions come from, and
/// terminators that they do not show.
fn generic(module: &Module, debug_info: bool) -> String {
    print_module(module, &PrintOptions { generic: true, debug_info, ..PrintOptions::default() })
}

/// Prints a program, if it parses, and parses it again, in each form. Says whether it did.
fn comes_back(name: &str, text: &str) -> bool {
    let ctx = context();
    let Ok(module) = parse(&ctx, name, text) else { return false };
    // A custom form says only what a valid operation has.
    let mut diagnostics = Diagnostics::new();
    let is_valid = verify_module(&module, &mut diagnostics).is_ok();
    if diagnostics
        .iter()
        .any(|diagnostic| diagnostic.message.contains("entry block of region may not have predecessors"))
    {
        // What branches there has no name to say where to.
        return false;
    }
    // Properties of another kind than they have cannot be written.
    let has_wrong_property = |message: &str| {
        message.contains(" op attribute '") && message.contains("failed to satisfy constraint")
    };
    if diagnostics.iter().any(|diagnostic| has_wrong_property(&diagnostic.message)) {
        return false;
    }
    for (is_generic, local_scope) in [(false, false), (true, false), (false, true), (true, true)] {
        if !is_generic && !is_valid {
            continue;
        }
        let form =
            PrintOptions { generic: is_generic, local_scope, debug_info: true, ..PrintOptions::default() };
        let printed = print_module(&module, &form);
        if printed.contains("!ts.fixed_rank_shape.") {
            // Kernels give such types, and print them, but no text may have them.
            continue;
        }
        // In a context of its own, so that nothing is known from before.
        let again = parse(&context(), name, &printed);
        let again = again.unwrap_or_else(|errors| panic!("{name}: {errors}\n{printed}"));
        assert_eq!(
            generic(&again, is_generic),
            generic(&module, is_generic),
            "{name}, generic: {is_generic}, local: {local_scope}\n{printed}"
        );
    }
    true
}

#[test]
fn printed_programs_are_the_same_programs() {
    let found = programs();
    let next = std::sync::atomic::AtomicUsize::new(0);
    let came_back = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(path) = found.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    let name = path.file_name().unwrap().to_string_lossy();
                    // Some files are no text, on purpose.
                    let Ok(text) = std::fs::read_to_string(path) else { continue };
                    for chunk in split(&text, Some(DEFAULT_MARKER)).chunks {
                        let part = &text[chunk.range];
                        if comes_back(&name, part) {
                            came_back.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        }
                    }
                }
            });
        }
    });
    let came_back = came_back.into_inner();
    assert!(came_back > 200, "only {came_back} programs parse");
}
