//! The interface of a device, other than the host, to a run.

use std::sync::Arc;

use tfrt_executor::tensor::{Buffer, DType, Shape, Tensor};

use crate::abi::Ptr;
use crate::device::PluginTensor;
use crate::status::Code;
use crate::tensor::TfTensor;

/// The device that a kernel runs on, when it is not the host.
pub trait KernelDevice: Send + Sync + std::fmt::Debug {
    /// The same device, shared.
    fn shared(&self) -> Arc<dyn KernelDevice>;
    /// The stream that the kernel's work goes to.
    fn stream(&self) -> Ptr;
    /// The device's number among those of its type.
    fn ordinal(&self) -> i32;
    /// Its full name, `/job:localhost/replica:0/task:0/device:GPU:0`.
    fn full_name(&self) -> &str;
    /// Memory for a tensor, of at least `bytes` bytes; `None` if there is none.
    fn allocate(&self, dtype: DType, shape: &Shape, bytes: usize) -> Option<Arc<PluginTensor>>;
    /// Memory of the host that the device's copies may write while the host goes on; `None` if the plugin has none.
    fn host_buffer(&self, bytes: usize) -> Option<Buffer>;
    /// The error when the device has no memory left.
    fn out_of_memory(&self, bytes: usize) -> (Code, String);
    /// The copy of a tensor of the host, for kernels that are started after this.
    ///
    /// # Errors
    /// It cannot be on the device, there is no memory, or the copy fails.
    fn upload(&self, tensor: &Tensor) -> Result<TfTensor, (Code, String)>;
    /// The copy of a tensor of the device, when the kernels before are done.
    ///
    /// # Errors
    /// It is not on the device, there is no memory, or the copy fails.
    fn download(&self, tensor: &Tensor) -> Result<Tensor, (Code, String)>;
}
