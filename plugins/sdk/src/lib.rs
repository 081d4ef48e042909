//! Plugins in safe Rust: ops, kernels and devices over TensorFlow's C plugin interface.
//!
//! A plugin is a `cdylib` that implements [`Kernel`]s, and perhaps a [`Device`], and names them in [`plugin!`]. It loads into this
//! runtime and into TensorFlow, whose functions it calls; nothing of either is linked. `examples/` has an op with shape inference and a
//! CPU kernel, and a device.
//!
//! Invariants: a panic of the author's code becomes an error of the op; what C hands out is owned by a type that gives it back;
//! elements are borrowed only from tensors in host memory, as slices of the type that they have.
//!
//! Not here: asynchronous kernels, variables, devices whose streams run by themselves. The C headers have all of it.

#[macro_use]
mod macros;
pub mod device;
mod kernel;
mod op;
mod status;
#[doc(hidden)]
pub mod sys;
mod tensor;

pub use device::{Device, register_device};
pub use kernel::{Construction, Context, Kernel, KernelBuilder};
pub use op::OpBuilder;
pub use status::{Code, Error};
pub use tensor::{DataType, Element, Output, Tensor};
