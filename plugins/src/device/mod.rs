//! Devices of plugins: platforms, their devices, memory, streams, and the op handlers that run kernels on them.
//!
//! `platform` reads the registrations of `SE_InitPlugin`; `device` makes devices; `allocator` gives tensors memory, which `pool` divides;
//! `copies` moves tensors, `constants` copies constants only once; `tensor` is a tensor on a device; `handler` runs ops, `transfer_ops` the
//! ops that only move tensors. Every device has four streams: kernels go to the first, copies to and from the host to the second and third,
//! copies to other devices of the platform to the fourth. Streams wait for each other by dependencies. A thread of the runtime waits for a
//! stream only where a caller asks for a tensor at once.
//!
//! `host_memory` is the plugin's memory of the host, for copies to the host and kernels' outputs there. Unified memory is used only
//! on request: [`use_unified_memory`].

mod allocator;
mod call;
pub mod conformance;
mod constants;
mod copies;
mod delivery;
#[expect(clippy::module_inception, reason = "the folder is about devices, the file about one")]
mod device;
mod handler;
mod host_memory;
mod job;
mod platform;
mod pool;
mod tensor;
mod transfer_ops;

pub use allocator::DeviceStatistics;
pub use device::Device;
pub(crate) use device::to_host;
pub use handler::{DeviceOptions, install_devices};
pub use platform::{
    Platform, devices_in_use, init_plugin, platforms, synchronize_devices, use_unified_memory,
};
pub use tensor::{OnDevice, PluginTensor};
pub use transfer_ops::{COPY_TO_DEVICE, COPY_TO_HOST};
