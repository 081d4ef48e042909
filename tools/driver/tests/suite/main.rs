//! The tests that need all ops, kernels and passes together, in one program.
//!
//! `cargo test -p tfrt-driver --test suite -- NAME` runs the tests whose path contains NAME, such as `jit::`. Tests of whole programs
//! through the command lines are in `tfrt-tools`.
//!
//! Tests run at the same time, in one process. A test that looks at the whole process has a process of its own (`own_process`).

mod own_process;

mod definitions;
mod fusion;
mod jit;
mod kernel_signatures;
mod mutated;
mod onnx;
mod profiles;
mod round_trip;
mod same_errors;
mod stablehlo;
