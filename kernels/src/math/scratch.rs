//! Room for numbers on the way, from the caches of buffers: fresh pages would cost more than what is computed in them.

use tfrt_executor::tensor::Buffer;

/// Numbers with unspecified contents, aligned for every vector.
pub(crate) struct Scratch(Buffer);

impl Scratch {
    /// Room for `len` numbers; `None` if there is no memory for them.
    pub(crate) fn new(len: usize) -> Option<Scratch> {
        Buffer::uninitialized(len.checked_mul(size_of::<f32>())?).ok().map(Scratch)
    }

    /// The numbers.
    pub(crate) fn values(&self) -> &[f32] {
        bytemuck::cast_slice(self.0.bytes())
    }

    /// The numbers, to be written.
    pub(crate) fn values_mut(&mut self) -> &mut [f32] {
        // Nobody else refers to the buffer, as it is never cloned.
        self.0.bytes_mut().map(bytemuck::cast_slice_mut).unwrap_or_default()
    }
}
