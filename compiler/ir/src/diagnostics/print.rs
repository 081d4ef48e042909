//! Diagnostics as text, in MLIR's form.
