//! Diagnostics that a program says it expects.
