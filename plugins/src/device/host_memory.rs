//! Host memory from the plugin, the destination of asynchronous copies from a device: a driver may have to know it (`pinned`).
//!
//! Blocks come from `host_memory_allocate` in size classes, four for each doubling. Blocks without a tensor are kept for the next
//! tensor of their size: a driver may take longer to allocate one than the copy. At most [`MOST_KEPT`] bytes are kept, the largest
//! blocks go first; all are freed when the plugin has no more memory, and at the end. If the plugin has none, tensors lie in the
//! runtime's own memory.
//!
//! No function of the plugin is called while the accounts are locked, nor in the callback of a stream, where blocks are only
//! kept.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::ptr::NonNull;
use std::sync::Arc;

use tfrt_executor::tensor::Buffer;
use tfrt_executor::trace::{self, Level};

use super::copies::in_callback;
use super::device::Device;
use crate::tensor::ALIGNMENT;

/// So many bytes of a device's blocks wait for the next tensor.
const MOST_KEPT: usize = 256 << 20;
/// The smallest blocks have so many bytes.
const SMALLEST: usize = 256;

/// A block of a plugin, which may be aligned to less than buffers are.
#[derive(Debug, Clone, Copy)]
struct Block {
    given: NonNull<u8>,
    data: NonNull<u8>,
    class: usize,
}

// SAFETY: TensorFlow's interface requires host memory that any thread may use and free.
unsafe impl Send for Block {}
// SAFETY: a shared block only gives its address.
unsafe impl Sync for Block {}

/// The blocks of a device that no tensor has.
#[derive(Debug, Default)]
pub(super) struct HostMemory {
    /// By class.
    kept: Vec<Vec<Block>>,
    bytes: usize,
}

impl HostMemory {
    fn take(&mut self, class: usize) -> Option<Block> {
        let block = self.kept.get_mut(class)?.pop()?;
        self.bytes -= bytes_of(class);
        Some(block)
    }

    fn keep(&mut self, block: Block) {
        if self.kept.len() <= block.class {
            self.kept.resize_with(block.class + 1, Vec::new);
        }
        self.kept[block.class].push(block);
        self.bytes += bytes_of(block.class);
    }

    /// The largest blocks, until no more than so many bytes are left.
    fn excess(&mut self, most: usize) -> Vec<Block> {
        let mut excess = Vec::new();
        while self.bytes > most {
            let Some(class) = self.kept.iter().rposition(|blocks| !blocks.is_empty()) else { break };
            excess.extend(self.take(class));
        }
        excess
    }
}

/// The class of blocks that hold `size` bytes.
fn class_of(size: usize) -> usize {
    if size <= SMALLEST {
        return 0;
    }
    let last = size - 1;
    let order = last.ilog2();
    let quarter = (last >> (order - 2)) & 3;
    (order - SMALLEST.ilog2()) as usize * 4 + quarter + 1
}

/// The number of bytes of a class's blocks.
fn bytes_of(class: usize) -> usize {
    match class.checked_sub(1) {
        None => SMALLEST,
        Some(step) => (SMALLEST << (step / 4)) / 4 * (step % 4 + 5),
    }
}

/// A block that a buffer has.
struct Lent {
    device: &'static Device,
    block: Block,
}

impl Drop for Lent {
    fn drop(&mut self) {
        self.device.keep_host_block(self.block);
    }
}

impl Device {
    /// A buffer in host memory of the plugin; `None` if it has none, or for no bytes.
    pub(super) fn host_buffer(&'static self, size: usize) -> Option<Buffer> {
        if size == 0 || size > isize::MAX as usize / 4 {
            return None;
        }
        let class = class_of(size);
        let kept = self.host_memory.lock().take(class);
        let block = match kept {
            Some(block) => block,
            None => self.new_host_block(class)?,
        };
        let lent = Arc::new(Lent { device: self, block });
        // SAFETY: the block is aligned, holds `size` bytes, and is this buffer's until `lent` is dropped.
        unsafe { Buffer::lent(block.data, size, lent) }.ok()
    }

    #[cold]
    fn new_host_block(&self, class: usize) -> Option<Block> {
        if in_callback() {
            return None;
        }
        // Room to align the block, if the plugin does not.
        let size = bytes_of(class) + ALIGNMENT;
        let _scope = trace::scope(Level::Verbose, || format!("HostMemory: {size} bytes of {}", self.name));
        self.executor().host_memory_deallocate?;
        let allocate = self.executor().host_memory_allocate?;
        // SAFETY: the platform's own function.
        let new = || NonNull::new(unsafe { allocate(self.device, size as u64) }.cast::<u8>());
        let given = new().or_else(|| if self.give_back_host_memory(0) { new() } else { None })?;
        // SAFETY: there is room for that many bytes more.
        let data = unsafe { given.add(given.align_offset(ALIGNMENT)) };
        Some(Block { given, data, class })
    }

    /// Takes back a block that no tensor has any more.
    fn keep_host_block(&self, block: Block) {
        let mut memory = self.host_memory.lock();
        memory.keep(block);
        let is_too_much = memory.bytes > MOST_KEPT;
        drop(memory);
        if is_too_much && !in_callback() {
            self.give_back_host_memory(MOST_KEPT);
        }
    }

    /// Gives blocks back that no tensor has, until no more than so many bytes are kept. Whether there were any.
    pub(super) fn give_back_host_memory(&self, most: usize) -> bool {
        let excess = self.host_memory.lock().excess(most);
        if let Some(deallocate) = self.executor().host_memory_deallocate {
            for block in &excess {
                // SAFETY: the platform's own function and its own blocks, which were taken out of the free
                // blocks and have no tensor.
                unsafe { deallocate(self.device, block.given.as_ptr().cast()) };
            }
        }
        !excess.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_hold_their_sizes() {
        for size in (1..5000).chain([1 << 20, (1 << 20) + 1, 64 << 20, (64 << 20) + 1, 1 << 40]) {
            let class = class_of(size);
            assert!(bytes_of(class) >= size, "{size}");
            assert!(class == 0 || bytes_of(class - 1) < size, "{size}");
            assert!(size <= SMALLEST || bytes_of(class) <= size + size / 4 + 1, "{size}");
        }
    }

    #[test]
    fn large_blocks_go_first() {
        let mut memory = HostMemory::default();
        let at = NonNull::dangling();
        for size in [1000, 1 << 20, 100] {
            memory.keep(Block { given: at, data: at, class: class_of(size) });
        }
        let excess = memory.excess(2000);
        assert_eq!(excess.iter().map(|block| bytes_of(block.class)).collect::<Vec<_>>(), [1 << 20]);
        assert!(memory.take(class_of(1 << 20)).is_none() && memory.take(class_of(900)).is_some());
        assert_eq!(memory.bytes, SMALLEST);
        assert_eq!((memory.excess(0).len(), memory.bytes), (1, 0));
    }
}
