//! Devices of plugins: platforms, their devices, memory, streams, and the op handlers that run kernels on them.
//!
//! `platform` takes in what `SE_InitPlugin` registers; `device` makes devices and moves tensors; `pool` divides memory;
//! `tensor` is what lives there; `handler` runs ops. Every device has four streams: kernels go to the first, copies
//! to and from the host to the second and third, copies on the device to the fourth. Streams wait for each other by
//! dependencies, never a thread of ours for a stream, except where a caller asks for a tensor at once.

mod call;
pub mod conformance;
#[expect(clippy::module_inception, reason = "the folder is about devices, the file about one")]
mod device;
mod handler;
mod platform;
mod pool;
mod tensor;

pub use device::{Device, DeviceStatistics};
pub use handler::{COPY_TO_DEVICE, COPY_TO_HOST, install_devices};
pub use platform::{Platform, devices_in_use, init_plugin, platforms, synchronize_devices};
pub use tensor::{DeviceMemory, PluginTensor};
