//! The driver: compiles, loads, places and runs programs. Every front of this project (command lines, bindings) is a thin layer over it.
//!
//! The compiler does not depend on the runtime, nor the runtime on the compiler. This crate depends on both, and implements the
//! traits through which one queries the other:
//!
//! * [`compile`] builds the compiler's pipeline with its plugins and devices, and turns programs into executable files; [`input`] detects
//!   the form of a program, [`file_kind`] names files that are none, [`bytecode`] reads and writes MLIR bytecode, [`graphs`] reads TensorFlow's graphs, [`upstream`] is the bridge
//!   to upstream MLIR.
//! * [`oracle`] answers the compiler's questions about shapes and constants with the ops and kernels of the runtime.
//! * [`library_ops`] declares the kernels of shared libraries as operations.
//! * [`plugins`], [`plugin_passes`] and [`placement`] load plugins and give their passes and devices to the compiler.
//! * [`program`] opens programs for execution and gives a host the ops that they run.
//! * [`listing`] says what can be called with what, [`drawing`] makes pictures.
//! * [`values`] makes arguments from text and files ([`array`], [`pictures`]), and arrays from results; [`text_form`] writes results as text.
//! * [`large_pages`] is the allocator of programs that compile.
//!
//! Left to the front ends: command lines, output for people, and exit codes. Warnings without a place in a program go to standard
//! error, through [`messages`].

pub mod array;
pub mod bytecode;
pub mod compile;
pub mod drawing;
pub mod file_kind;
pub mod files;
pub mod graphs;
pub mod input;
mod jax_export;
pub mod large_pages;
pub mod library_ops;
pub mod listing;
pub mod messages;
pub mod onnx;
pub mod oracle;
pub mod pictures;
pub mod placement;
pub mod plugin_passes;
pub mod plugins;
pub mod program;
pub mod progress;
pub mod reduce;
pub mod roots;
pub mod saved_models;
pub mod text_form;
pub mod upstream;
pub mod values;
mod xla_modules;

/// The programs of the book's page on embedding compile, and do what the page says.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/embedding.md")]
struct Embedding;

/// So do those of the page on serving.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/serving.md")]
struct Serving;
