//! The tests of programs that run: what they compute, how they fail, who waits for it, and kernels of shared libraries.

#[path = "../common/mod.rs"]
mod common;

mod failures;
mod library;
mod modules;
mod programs;
mod waiting;
