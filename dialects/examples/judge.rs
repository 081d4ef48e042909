//! Says of each program of a file, one a line, what the parser and the verifier say first, or `ok`: `judge FILE`.
//! `checks/stablehlo/judged.py` compares that with what upstream says.

use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::diagnostics::Diagnostics;
use tfrt_ir::dialect::DialectRegistry;
use tfrt_ir::syntax::parse_module;
use tfrt_ir::verify::verify_module;

fn main() {
    let path = std::env::args().nth(1).expect("usage: judge FILE");
    let programs = std::fs::read_to_string(&path).expect("the file can be read");
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).expect("the declarations are right");
    let ctx = Arc::new(Context::with_dialects(registry));
    for program in programs.lines() {
        let mut diagnostics = Diagnostics::without_current_op();
        if let Some(module) = parse_module(&ctx, "case", program, &mut diagnostics) {
            // Whether that failed is in the diagnostics.
            let _ = verify_module(&module, &mut diagnostics);
        }
        let first = diagnostics.iter().next().map_or("ok", |diagnostic| &diagnostic.message);
        println!("{}", first.replace('\n', "\\n").replace('\t', " "));
    }
}
