//! Times reading, verifying and printing a program: `read_and_verify FILE`. Prints milliseconds, and nanoseconds per
//! operation.

use std::sync::Arc;
use std::time::Instant;

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::{PrintOptions, parse_module, print_module};
use tfrt_ir::verify::verify_module;

fn main() {
    let path = std::env::args().nth(1).expect("usage: read_and_verify FILE");
    let text = std::fs::read_to_string(&path).expect("the file can be read");
    let start = Instant::now();
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).expect("the declarations are right");
    registry.allow_unregistered_dialects(true);
    let ctx = Arc::new(Context::with_dialects(registry));
    println!("register dialects: {:?}", start.elapsed());
    let mut diagnostics = Diagnostics::new();
    let start = Instant::now();
    let module = parse_module(&ctx, &path, &text, &mut diagnostics).expect("the program is right");
    let parsed = start.elapsed();
    let mut ops = 0_u32;
    module.top_body().walk(&mut |_, _| ops += 1);
    let per_op = |time: std::time::Duration| time.as_nanos() as f64 / f64::from(ops);
    println!("parse: {parsed:?}, {:.0} ns an op ({ops} ops)", per_op(parsed));
    let start = Instant::now();
    verify_module(&module, &mut diagnostics).expect("the program is right");
    let verified = start.elapsed();
    println!("verify: {verified:?}, {:.0} ns an op", per_op(verified));
    let start = Instant::now();
    let printed = print_module(&module, &PrintOptions::default());
    println!(
        "print: {:?}, {:.0} ns an op ({} bytes)",
        start.elapsed(),
        per_op(start.elapsed()),
        printed.len()
    );
}
