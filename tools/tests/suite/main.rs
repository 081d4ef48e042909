//! The tests of the tools in one program. Tests of all ops without the tools are in `tfrt-driver`.
//!
//! `cargo test -p tfrt-tools --test suite -- NAME` runs the tests whose path contains NAME, such as `devices::`. Apart are programs
//! that have a harness of their own (`lit`, `golden`, `book`), and what needs more than this workspace (`opencl`, `upstream`).
//!
//! Tests run at the same time, in one process. So files in the scratch folder have names of their own (`common::scratch`).

mod allocations;
mod common;

mod conformance;
mod corrupt_bef;
mod dependency_rule;
mod devices;
mod digits;
mod everything;
mod exports;
mod faults;
mod frozen_graphs;
mod graph_plugins;
mod jit_visible;
mod linked_plugins;
mod multicall;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod notice;
mod onnx;
mod op_names;
mod optimised;
#[cfg(target_os = "linux")]
mod packed;
mod saved_models;
mod sdk;
mod snapshots;
mod soak;
mod throwing;
mod unsafe_code;
