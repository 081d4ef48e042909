//! Plugins: shared libraries that bring ops, kernels, devices, graph optimizers, profilers and passes over TensorFlow's C interface.
//!
//! A library that was compiled against TensorFlow's own C headers loads here unmodified. [`Loader`] opens libraries and calls
//! their entry points; what these register through the exported `TF_*` functions ([`exports`]) is kept, for the life of
//! the process, in one registry. The layouts of the structs that cross the boundary are in [`abi`].
//!
//! Invariants:
//! * A program that loads plugins must export the functions: `cargo:rustc-link-arg=-Wl,--export-dynamic-symbol=TF_*`, the same
//!   for `TSL_*` and `TFRT_*`, in its build script. [`Loader`] refuses to work where they are missing.
//! * A panic never crosses the boundary, and nothing a plugin passes is trusted beyond what its header promises.
//! * Libraries are never unloaded: their code may be referred to from anywhere.
//! * A wrong plugin is an error that names it, the struct and the field; the others are loaded nevertheless. A crash inside a
//!   plugin is the process's, and cannot be caught; an exception can, outside of kernels and devices.

pub mod abi;
mod boxes;
pub mod device;
pub mod exports;
pub mod graph;
mod guard;
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
