//! Plugins: shared libraries that add ops, kernels, devices, graph optimizers, profilers and passes through TensorFlow's C
//! interface.
//!
//! A library that was compiled against TensorFlow's own C headers loads here unmodified. [`Loader`] opens libraries and calls
//! their entry points. One registry keeps, for the life of the process, everything that these register through the exported
//! `TF_*` functions ([`exports`]). [`abi`] has the layouts of the structs that cross the boundary.
//!
//! Invariants:
//! * A program that loads plugins must export the functions: `cargo:rustc-link-arg=-Wl,--export-dynamic-symbol=TF_*`, the same
//!   for `TSL_*` and `TFRT_*`, in its build script. [`Loader`] refuses to work where they are missing.
//! * A panic never crosses the boundary, and plugins are trusted only as far as the headers bind them.
//! * Libraries are never unloaded: any part of the process may refer to their code.
//! * A faulty plugin is an error that names it, the struct and the field; the others are still loaded. A crash inside a
//!   plugin is the process's, and cannot be caught; an exception can, outside of kernels and devices.

pub mod abi;
mod boxes;
pub mod device;
pub mod exports;
pub mod graph;
mod guard;
mod handles;
mod install;
pub mod kernel;
pub mod library;
mod loader;
pub mod node;
pub mod ops;
pub mod passes;
pub mod profiler;
mod rendezvous;
mod resources;
pub mod shape_inference;
pub mod status;
pub mod tensor;
pub mod tstring;
pub mod variable;
mod variant;

pub use install::{ops_with_cpu_kernels, with_plugins};
pub use library::{Library, Registered};
pub use loader::{EntryPoint, LoadError, Loader, default_directories};
