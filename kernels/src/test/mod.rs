//! Kernels that test the executor, and that programs measure it with.

pub mod statistics;
