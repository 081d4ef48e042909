//! The driver: compiles, loads, places and runs programs. Every front of this project (command lines, bindings) is a thin layer over it.
//!
//! The compiler knows nothing of the runtime, and the runtime nothing of the compiler. This crate knows both, and implements the
//! traits by which one asks the other:
//!
//! * [`compile`] builds the compiler's pipeline with its plugins and devices, and turns programs into executable files; [`input`]
//!   tells the forms of programs apart, [`bytecode`] reads and writes MLIR's, [`graphs`] reads TensorFlow's, [`upstream`] is the bridge to
//!   upstream MLIR.
//! * [`oracle`] answers the compiler's questions about shapes and constants with the ops and kernels of the runtime.
//! * [`plugins`], [`plugin_passes`] and [`placement`] load plugins and give their passes and devices to the compiler.
//! * [`program`] opens programs for execution and gives a host the ops that they run.
//! * [`values`] makes arguments from text and files ([`array`]), and arrays from results.
//! * [`large_pages`] is the allocator of programs that compile.
//!
//! Left to the fronts: command lines, what is printed for people, and exit codes. Warnings that belong to no place in a program go to
//! standard error, by [`messages`].

pub mod array;
pub mod bytecode;
pub mod compile;
pub mod files;
pub mod graphs;
pub mod input;
pub mod large_pages;
pub mod messages;
pub mod oracle;
pub mod placement;
pub mod plugin_passes;
pub mod plugins;
pub mod program;
pub mod roots;
pub mod upstream;
pub mod values;

/// The programs of the book's page on embedding compile, and do what the page says.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;
