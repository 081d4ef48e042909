//! The tests of the tools, and of everything together, in one program: linking the whole workspace costs a hundred megabytes a program.
//!
//! `cargo test -p tfrt-tools --test suite -- NAME` runs the tests whose path contains NAME, such as `devices::`. Apart are programs
//! that have a harness of their own (`lit`, `golden`, `book`), and what needs more than this workspace (`opencl`, `upstream`).
//!
//! Tests run at the same time, in one process. So files in the scratch folder have names of their own (`common::scratch`), and what
//! looks at the whole process has one of its own (`own_process`).

mod common;
mod own_process;

mod conformance;
mod corrupt_bef;
mod definitions;
mod dependency_rule;
mod devices;
mod digits;
mod everything;
mod exports;
mod frozen_graphs;
mod fusion;
mod graph_plugins;
mod jit;
mod jit_visible;
mod kernel_signatures;
mod linked_plugins;
mod optimised;
mod profiles;
mod sdk;
mod snapshots;
mod throwing;
