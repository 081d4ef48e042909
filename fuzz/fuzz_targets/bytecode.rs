//! Any bytes give a located error or a program; writing that program and reading it back gives the same program.
#![no_main]

#[path = "common/context.rs"]
mod context;

use context::context;
use libfuzzer_sys::fuzz_target;
use tfrt_bytecode::{Codecs, MAGIC, WriteOptions, read_module, write_module};
use tfrt_ir::Module;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::syntax::{PrintOptions, print_module};
use tfrt_ir::verify::verify_module;

fn text(module: &Module) -> String {
    print_module(module, &PrintOptions { generic: true, debug_info: true, ..PrintOptions::default() })
}

fuzz_target!(|bytes: &[u8]| {
    // Most changes to the first bytes make it something else.
    let mut bytes = bytes.to_vec();
    bytes.iter_mut().zip(MAGIC).for_each(|(byte, magic)| *byte = magic);
    let ctx = context();
    let Ok(read) = read_module(&ctx, &Codecs::new(), &bytes) else { return };
    if verify_module(&read.module, &mut Diagnostics::new()).is_err() {
        return;
    }
    let written = write_module(&read.module, &Codecs::new(), &WriteOptions::default());
    let written = written.expect("a valid program can be written");
    let again = read_module(&ctx, &Codecs::new(), &written).expect("what is written can be read");
    assert_eq!(text(&again.module), text(&read.module));
});
