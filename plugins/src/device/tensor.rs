//! Tensors in the memory of a device.

#![expect(unsafe_code, reason = "memory of a plugin is used from any thread")]

use std::any::Any;
use std::ffi::c_void;
use std::fmt;
use std::sync::Arc;

use tfrt_executor::device::DeviceRef;
use tfrt_executor::tensor::{DType, DeviceTensor, Shape, Tensor, TensorMetadata, TensorType};

use super::device::Device;
use crate::abi::stream_executor::{SP_DeviceMemoryBase, Sized0};

/// Memory of a device, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct DeviceMemory {
    pub(super) device: &'static Device,
    pub(super) base: SP_DeviceMemoryBase,
}

// SAFETY: the address is handed to the functions of the plugin, which may be called from any thread.
unsafe impl Send for DeviceMemory {}
// SAFETY: the address is handed to the functions of the plugin, which may be called from any thread.
unsafe impl Sync for DeviceMemory {}

impl Drop for DeviceMemory {
    fn drop(&mut self) {
        self.device.release(self.base);
    }
}

/// A tensor in the memory of a device: the memory's owner, or another view of what one owns.
///
/// Small ops make one each: it is written where it will lie, as moving what was just written costs more than writing it.
#[derive(Debug)]
pub struct PluginTensor {
    pub(crate) metadata: TensorMetadata,
    device: &'static Device,
    base: SP_DeviceMemoryBase,
    /// The tensor whose memory this one views; never a view itself.
    owner: Option<Arc<PluginTensor>>,
}

// SAFETY: the address is handed to the functions of the plugin, which may be called from any thread.
unsafe impl Send for PluginTensor {}
// SAFETY: the address is handed to the functions of the plugin, which may be called from any thread.
unsafe impl Sync for PluginTensor {}

impl Drop for PluginTensor {
    #[inline]
    fn drop(&mut self) {
        if self.owner.is_none() {
            self.device.release(self.base);
        }
    }
}

/// The reference to a tensor of a device in a tensor of the runtime, whose type has been checked.
#[derive(Debug)]
#[repr(transparent)]
pub struct OnDevice(Arc<dyn DeviceTensor>);

impl OnDevice {
    /// The reference in a tensor that is one of a device of plugins.
    #[inline]
    pub(crate) fn of(tensor: &Tensor) -> Option<&OnDevice> {
        let Tensor::Device(shared) = tensor else { return None };
        if !shared.as_any().is::<PluginTensor>() {
            return None;
        }
        // SAFETY: the check above has found that the tensor is a `PluginTensor`.
        unsafe { OnDevice::of_seen(tensor) }
    }

    /// As [`Self::of`], without another look.
    ///
    /// # Safety
    /// If the tensor is one of a device it is a [`PluginTensor`].
    #[inline]
    pub(crate) unsafe fn of_seen(tensor: &Tensor) -> Option<&OnDevice> {
        let Tensor::Device(shared) = tensor else { return None };
        // SAFETY: the struct is transparent over the pointer that `shared` refers to.
        Some(unsafe { &*std::ptr::from_ref(shared).cast::<OnDevice>() })
    }

    #[inline]
    pub(crate) fn get(&self) -> &PluginTensor {
        // SAFETY: `of` has seen that it is one.
        unsafe { &*Arc::as_ptr(&self.0).cast::<PluginTensor>() }
    }

    #[inline]
    pub(crate) fn share(&self) -> Arc<PluginTensor> {
        // SAFETY: `of` has found that this is a `PluginTensor`, and `Arc::into_raw` gives its pointer with
        // one reference.
        unsafe { Arc::from_raw(Arc::into_raw(self.0.clone()).cast::<PluginTensor>()) }
    }
}

impl PluginTensor {
    /// A tensor that owns its memory.
    pub(crate) fn new(metadata: TensorMetadata, memory: DeviceMemory) -> Arc<PluginTensor> {
        let (device, base) = (memory.device, memory.base);
        // The tensor gives it back.
        std::mem::forget(memory);
        Arc::new(PluginTensor { metadata, device, base, owner: None })
    }

    /// A tensor with memory that `allocate` gets; `None` if it gets none.
    #[inline]
    pub(super) fn allocated(
        dtype: DType,
        shape: &Shape,
        device: &'static Device,
        allocate: impl FnOnce(&mut SP_DeviceMemoryBase) -> bool,
    ) -> Option<Arc<PluginTensor>> {
        let tensor = Arc::<PluginTensor>::new_uninit();
        let place = Arc::as_ptr(&tensor).cast::<PluginTensor>().cast_mut();
        // SAFETY: no other reference to the tensor exists, and all of its fields are written before it is used as one. Without memory it
        // stays uninitialized, and the written parts have no destructor.
        unsafe {
            (&raw mut (*place).base).write(SP_DeviceMemoryBase::cleared());
            if !allocate(&mut (*place).base) {
                return None;
            }
            (&raw mut (*place).metadata.dtype).write(dtype);
            (&raw mut (*place).metadata.shape).write(shape.clone());
            (&raw mut (*place).device).write(device);
            (&raw mut (*place).owner).write(None);
            Some(tensor.assume_init())
        }
    }

    /// The same memory as a tensor of this metadata.
    #[inline]
    pub(crate) fn view(self: Arc<PluginTensor>, metadata: TensorMetadata) -> Arc<PluginTensor> {
        if self.metadata == metadata {
            return self;
        }
        let (device, base) = (self.device, self.base);
        let owner = self.owner.clone().unwrap_or(self);
        Arc::new(PluginTensor { metadata, device, base, owner: Some(owner) })
    }

    /// The tensor for the runtime.
    #[inline]
    pub(crate) fn into_tensor(self: Arc<PluginTensor>) -> Tensor {
        Tensor::Device(self)
    }

    /// The device's tensor that a tensor is.
    #[inline]
    pub fn of(tensor: &Tensor) -> Option<&PluginTensor> {
        OnDevice::of(tensor).map(OnDevice::get)
    }

    /// The shared tensor of a device that a tensor is.
    #[inline]
    pub(crate) fn shared(tensor: &Tensor) -> Option<Arc<PluginTensor>> {
        OnDevice::of(tensor).map(OnDevice::share)
    }

    /// The memory as the plugin knows it.
    #[inline]
    pub(super) fn base(&self) -> &SP_DeviceMemoryBase {
        &self.base
    }

    /// The address as the plugin knows it, and the size in bytes.
    #[inline]
    pub fn address(&self) -> (*mut c_void, usize) {
        let base = self.base();
        (base.opaque, usize::try_from(base.size).unwrap_or(usize::MAX))
    }

    /// The device.
    #[inline]
    pub fn on(&self) -> &'static Device {
        self.device
    }

    /// Whether it is on this device.
    #[inline]
    pub(super) fn is_on(&self, device: &Device) -> bool {
        std::ptr::eq(self.on(), device)
    }

    /// Whether the one reference to this is the only one to the memory.
    pub(crate) fn is_exclusive(self: &Arc<PluginTensor>) -> bool {
        Arc::strong_count(self) == 1 && self.has_memory_alone()
    }

    /// Whether no other tensor refers to the memory.
    pub(crate) fn has_memory_alone(&self) -> bool {
        self.owner.as_ref().is_none_or(|owner| Arc::strong_count(owner) == 1)
    }
}

impl DeviceTensor for PluginTensor {
    fn metadata(&self) -> &TensorMetadata {
        &self.metadata
    }

    fn tensor_type(&self) -> TensorType {
        self.on().tensor_type
    }

    fn device(&self) -> DeviceRef {
        self.on().device_ref
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl fmt::Display for PluginTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tensor on {}, {}", self.on().name, self.metadata)
    }
}
