//! Constants of programs on devices: copied there once, not in each run of the program.
//!
//! A site that copies tensors to a device owns one [`Constant`]: when it meets a tensor in read-only memory, which is a constant of the
//! program, it keeps the copy and returns it from then on. Kernels do not write to the copy, because they never hold its only reference.
//! The copies are dropped with the site, that is, with the program, or earlier when the device runs out of memory.

use std::sync::{Arc, OnceLock, Weak};

use parking_lot::Mutex;
use tfrt_executor::tensor::{Buffer, Tensor, TensorMetadata};

use super::device::Device;

/// The constants that a site copies.
#[derive(Debug, Default)]
pub(super) struct Constant(OnceLock<Arc<Kept>>);

#[derive(Debug)]
struct Kept {
    /// The constant; held, so that its memory is not reused.
    source: Buffer,
    metadata: TensorMetadata,
    /// Its copy; none when the device needed the memory.
    copy: Mutex<Option<Tensor>>,
}

/// The copies that a device has.
#[derive(Debug, Default)]
pub(super) struct Constants(Mutex<Vec<Weak<Kept>>>);

impl Constants {
    fn add(&self, kept: &Arc<Kept>) {
        let mut all = self.0.lock();
        all.retain(|kept| kept.strong_count() > 0);
        all.push(Arc::downgrade(kept));
    }

    /// Lets go of all copies; whether there were any.
    pub(super) fn clear(&self) -> bool {
        let all = std::mem::take(&mut *self.0.lock());
        let copies: Vec<Tensor> =
            all.iter().filter_map(Weak::upgrade).filter_map(|kept| kept.copy.lock().take()).collect();
        !copies.is_empty()
    }
}

impl Constant {
    /// The copy of a tensor of the host on a device, which is the same one at each call.
    pub(super) fn upload(&self, device: &'static Device, tensor: &Tensor) -> Result<Tensor, String> {
        let Tensor::Dense(dense) = tensor else { return device.upload(tensor) };
        if dense.buffer().is_writable() {
            return device.upload(tensor);
        }
        if let Some(kept) = self.0.get() {
            let is_same = kept.source.same_memory(dense.buffer()) && kept.metadata == *dense.metadata();
            let copy = if is_same { kept.copy.lock().clone() } else { None };
            return copy.map_or_else(|| device.upload(tensor), Ok);
        }
        let copy = device.upload(tensor)?;
        let (source, metadata) = (dense.buffer().clone(), dense.metadata().clone());
        let kept = Arc::new(Kept { source, metadata, copy: Mutex::new(Some(copy.clone())) });
        // Another thread may have been first.
        if self.0.set(kept.clone()).is_ok() {
            device.constants.add(&kept);
        }
        Ok(copy)
    }
}
