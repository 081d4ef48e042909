//! Any bytes give a located error or a file that can be read, shown as text and verified. The target first corrects the
//! checksums, so that the fuzzer reaches the code behind their check.
#![no_main]

#[path = "common/context.rs"]
mod context;

use context::context;
use libfuzzer_sys::fuzz_target;
use tfrt_bef::BefFile;
use tfrt_compiler::decode::{DecodeOptions, decode_bytes};
use tfrt_ir::diagnostics::{DiagnosticPrinter, Diagnostics};
use tfrt_ir::syntax::{PrintOptions, print_module};
use tfrt_ir::verify::verify_module;

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
    let _ = print_module(
        &module,
        &PrintOptions { generic: !is_valid, debug_info: true, ..PrintOptions::default() },
    );
});
