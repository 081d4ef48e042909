//! The tests of programs that run: what they compute, who waits for it, and kernels of shared libraries.

#[path = "../common/mod.rs"]
mod common;

mod library;
mod programs;
mod waiting;
