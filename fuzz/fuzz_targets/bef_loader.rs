//! Any bytes give a located error or a file that can be read, shown as text and verified. Checksums are made right first, so that
//! what is behind them is reached.
#![no_main]

use std::sync::{Arc, Mutex};

use libfuzzer_sys::fuzz_target;
use tfrt_bef::BefFile;
use tfrt_compiler::decode::{DecodeOptions, decode_bytes};
use tfrt_ir::Context;
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::{PrintOptions, print_module};
use tfrt_ir::verify::verify_module;

/// A context of which many runs share one: making it takes far longer than a run.
fn context() -> Arc<Context> {
    static SHARED: Mutex<Option<(u32, Arc<Context>)>> = Mutex::new(None);
    let mut shared = SHARED.lock().expect("a run that panics ends the process");
    match &mut *shared {
        Some((runs, context)) if *runs < 1000 => {
            *runs += 1;
            Arc::clone(context)
        }
        old => Arc::clone(&old.insert((0, new_context())).1),
    }
}

fn new_context() -> Arc<Context> {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).expect("the declarations are constants");
    registry.allow_unregistered_dialects(true);
    Arc::new(Context::with_dialects(registry))
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.to_vec();
    tfrt_bef::recompute_checksums(&mut bytes);
    if let Ok(file) = BefFile::from_bytes(&bytes) {
        let _ = file.check();
    }
    let ctx = context();
    let mut diagnostics = Diagnostics::new();
    let decoded = decode_bytes(&ctx, &bytes, "fuzz.bef", DecodeOptions::default(), &mut diagnostics);
    assert_eq!(decoded.is_err(), diagnostics.has_errors());
    DiagnosticPrinter::new(&ctx, &[]).render_all(&diagnostics);
    let Ok(module) = decoded else { return };
    let is_valid = verify_module(&module, &mut Diagnostics::new()).is_ok();
    print_module(&module, &PrintOptions { generic: !is_valid, debug_info: true, ..PrintOptions::default() });
});
