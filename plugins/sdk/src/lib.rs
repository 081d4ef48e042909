//! Plugins in safe Rust: ops, kernels and devices over TensorFlow's C plugin interface.
//!
//! A plugin is a `cdylib` that implements [`Kernel`]s, and perhaps a [`Device`], and names them in [`plugin!`]. It loads into this
//! runtime and into TensorFlow, whose functions it calls; it links neither. `examples/` has an op with a CPU kernel, one with a
//! [`ShapeRule`], an [`AsyncKernel`], a kernel that changes a variable ([`Update`]), and a device.
//!
//! Invariants: a panic of the author's code becomes an error of the op; an owning type wraps every object from C and frees it;
//! elements are borrowed only from tensors in host memory, as slices of their own type.
//!
//! Left out: devices with asynchronous streams, which need the C headers.

#[macro_use]
mod macros;
mod asynchronous;
pub mod device;
mod kernel;
mod op;
mod shape;
mod status;
#[doc(hidden)]
pub mod sys;
mod tensor;
mod variable;

pub use asynchronous::{AsyncKernel, Run};
pub use device::{Device, register_device};
pub use kernel::{Construction, Context, Kernel, KernelBuilder};
pub use op::OpBuilder;
pub use shape::{Shape, ShapeContext, ShapeRule};
pub use status::{Code, Error};
pub use tensor::{DataType, Element, Output, Tensor};
pub use variable::Update;
