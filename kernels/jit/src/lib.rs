//! Machine code from hot kernels, by Cranelift.
//!
//! The executor finds what is hot and describes it as a [`Unit`](tfrt_executor::jit::Unit); a [`Jit`] makes machine code of it:
//!
//! * [`scalar`]: kernels of scalars in Cranelift's IR, from the lowerings that the tables of `tfrt-scalars` state;
//! * [`translate`]: a unit, with its calls, branches and loops, as Cranelift functions;
//! * [`machine_code`]: from there to an [`image`], code that may lie anywhere, and to [`memory`] that can be run;
//! * [`cache`]: units that were compiled before, and how much memory they may take;
//! * [`disk`]: units in a file for the next time, written with [`wire`];
//! * `loops`: fused element-wise ops, as vector code of its own;
//! * [`worker`]: the thread that compiles in the background;
//! * [`statistics`]: what was compiled, and what was not and why.
//!
//! Nothing else in the project links Cranelift's code generator. A program that should run compiled gives a [`Jit`] to the
//! registry that it is opened with:
//!
//! ```
//! use tfrt_executor::kernel::KernelRegistry;
//! use tfrt_jit::{Jit, JitOptions};
//! # fn main() {
//! let mut registry = KernelRegistry::new();
//! tfrt_scalars::register(&mut registry);
//! let jit = Jit::new(JitOptions::default());
//! registry.set_jit(jit.clone());
//! // Programs that are opened with this registry have their hot functions compiled.
//! # }
//! ```

pub mod cache;
pub mod disk;
pub mod image;
pub mod jit;
mod loops;
pub mod machine_code;
pub mod memory;
pub mod scalar;
pub mod statistics;
pub mod translate;
pub mod wire;
pub mod worker;

pub use disk::DiskOptions;
pub use jit::{Jit, JitError, JitOptions, When};
pub use loops::Vectors;
pub use statistics::Statistics;
