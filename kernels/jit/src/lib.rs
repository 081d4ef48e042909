//! Machine code from hot kernels, by Cranelift.
//!
//! The executor finds hot code and describes it as a [`Unit`](tfrt_executor::jit::Unit); a [`Jit`] compiles it to machine code:
//!
//! * [`scalar`]: kernels of scalars in Cranelift's IR, from the lowerings that the tables of `tfrt-scalars` state;
//! * [`translate`]: a unit, with its calls, branches and loops, as Cranelift functions;
//! * [`machine_code`]: from there to an [`image`], which is position-independent code, and to executable
//!   [`memory`];
//! * [`cache`]: the units that were compiled before, within a limit of memory;
//! * [`disk`]: units in a file for the next time, written with [`wire`];
//! * `loops`: fused element-wise ops, with a vector code generator of its own;
//! * `rounds`: loops that carry numbers and small tensors, as a whole;
//! * [`worker`]: the thread that compiles in the background;
//! * [`statistics`]: the units that were compiled, and the reasons why others were not.
//!
//! No other crate of the project links Cranelift's code generator. A program that wants compiled code passes a [`Jit`] to
//! its kernel registry:
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
mod rounds;
pub mod scalar;
pub mod statistics;
pub mod translate;
pub mod wire;
pub mod worker;

pub use disk::DiskOptions;
pub use jit::{Jit, JitError, JitOptions, When};
pub use loops::Vectors;
pub use statistics::Statistics;
