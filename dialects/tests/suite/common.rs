//! Helpers of these tests: contexts with all dialects, and the programs of `testdata/`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tfrt_ir::context::Context;
use tfrt_ir::dialect::DialectRegistry;

/// All dialects.
pub(crate) fn registry() -> DialectRegistry {
    let mut registry = DialectRegistry::new();
    tfrt_dialects::register_all(&mut registry).expect("the declarations are right");
    registry
}

/// A context that knows all dialects and lets others pass.
pub(crate) fn context() -> Arc<Context> {
    let mut registry = registry();
    registry.allow_unregistered_dialects(true);
    Arc::new(Context::with_dialects(registry))
}

/// The folder of programs.
pub(crate) fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata")
}

/// All `.mlir` files of `testdata/`, in order.
pub(crate) fn programs() -> Vec<PathBuf> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).expect("the folder of programs can be read") {
            let path = entry.expect("its entries can be read").path();
            if path.is_dir() {
                collect(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "mlir") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(&testdata(), &mut found);
    found.sort();
    found
}
