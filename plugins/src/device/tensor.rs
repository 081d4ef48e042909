//! Tensors in the memory of a device.

#![expect(unsafe_code, reason = "memory of a plugin is used from any thread")]

use std::any::Any;
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DeviceTensor, Tensor, TensorMetadata, TensorType};

use super::device::Device;
use crate::abi::stream_executor::SP_DeviceMemoryBase;

/// Memory of a device, given back when nobody refers to it.
#[derive(Debug)]
pub struct DeviceMemory {
    pub(super) device: Arc<Device>,
    pub(super) base: SP_DeviceMemoryBase,
}

// SAFETY: the address is handed to the functions of the plugin, which may be called from any thread.
unsafe impl Send for DeviceMemory {}
// SAFETY: as above.
unsafe impl Sync for DeviceMemory {}

impl DeviceMemory {
    /// The address as the plugin knows it, and the size in bytes.
    pub fn address(&self) -> (*mut c_void, usize) {
        (self.base.opaque, usize::try_from(self.base.size).unwrap_or(usize::MAX))
    }

    /// The device.
    pub fn device(&self) -> &Arc<Device> {
        &self.device
    }
}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        self.device.release(self.base);
    }
}

/// A tensor in the memory of a device.
#[derive(Debug)]
pub struct PluginTensor {
    pub(crate) metadata: TensorMetadata,
    pub(crate) memory: Arc<DeviceMemory>,
}

impl PluginTensor {
    /// A tensor of the runtime over this memory.
    #[inline]
    pub(crate) fn make(metadata: TensorMetadata, memory: Arc<DeviceMemory>) -> Tensor {
        Tensor::Device(Arc::new(PluginTensor { metadata, memory }))
    }

    /// The device's tensor that a tensor is.
    #[inline]
    pub fn of(tensor: &Tensor) -> Option<&PluginTensor> {
        match tensor {
            Tensor::Device(tensor) => tensor.as_any().downcast_ref(),
            _ => None,
        }
    }

    /// Its memory.
    pub fn memory(&self) -> &Arc<DeviceMemory> {
        &self.memory
    }
}

impl DeviceTensor for PluginTensor {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        self.memory.device.tensor_type
    }

    fn device(&self) -> DeviceRef {
        self.memory.device.device_ref
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl fmt::Display for PluginTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor on {}, {}", self.memory.device.name, self.metadata)
    }
}
