//! A context for programs of any dialect, known or not.

use std::sync::{Arc, Mutex};

use tfrt_ir::Context;
use tfrt_ir::dialect::DialectRegistry;

/// A context of which many runs share one: making it takes far longer than a run.
pub fn context() -> Arc<Context> {
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
