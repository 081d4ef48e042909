//! The tests of op graphs as programs and of programs as op graphs, in one program.

use std::sync::Arc;

use tfrt_ir::Context;
use tfrt_ir::dialect::DialectRegistry;

mod mutations;
mod rewrite;
mod round_trip;

/// A context that knows all dialects.
fn context() -> Arc<Context> {
    let mut dialects = DialectRegistry::new();
    tfrt_dialects::register_all(&mut dialects).expect("the declarations are right");
    Arc::new(Context::with_dialects(dialects))
}
