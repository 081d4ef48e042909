//! The resources that ops lend to the numerics: the threads of their host, and scratch memory from the caches
//! of buffers.
#![expect(unsafe_code, reason = "the promise that a parallel loop runs each task once")]

use tfrt_executor::core_runtime::OpContext;
use tfrt_executor::host::Host;
use tfrt_executor::tensor::Buffer;
use tfrt_executor::tensor::buffer::ALIGNMENT;
use tfrt_numerics::scratch::{Memory, Numbers, Scratch};
use tfrt_numerics::split::{Split, Threads};

/// Everything runs on the calling thread: for products inside a task.
pub(crate) const ALONE: Split<'static> = Split::alone(&Buffers);

/// The threads of the host that an op runs on.
pub(crate) struct HostThreads<'a>(&'a dyn OpContext);

impl<'a> HostThreads<'a> {
    pub(crate) fn of(context: &'a dyn OpContext) -> Self {
        HostThreads(context)
    }

    /// Tasks run on all threads of the host.
    pub(crate) fn split(&self) -> Split<'_> {
        Split::over(self, &Buffers)
    }
}

// SAFETY: `OpContext::parallel_for` cuts the range into blocks that do not overlap, runs each once, and returns when all have run.
unsafe impl Threads for HostThreads<'_> {
    fn parallel_for(&self, tasks: usize, body: &(dyn Fn(usize, usize) + Sync)) {
        self.0.parallel_for(tasks, 1, body);
    }

    fn count(&self) -> usize {
        self.0.host().map_or(1, Host::parallelism)
    }
}

/// The caches of buffers, as an allocator of scratch memory.
struct Buffers;

impl Memory for Buffers {
    fn numbers(&self, len: usize) -> Option<Box<dyn Numbers>> {
        let buffer = Buffer::uninitialized(len.checked_mul(size_of::<f32>())?).ok()?;
        Some(Box::new(Block(buffer)))
    }
}

/// A buffer that nothing else refers to, which is never cloned, or one that is only read.
struct Block(Buffer);

impl Numbers for Block {
    fn values(&self) -> &[f32] {
        bytemuck::cast_slice(self.0.bytes())
    }

    fn values_mut(&mut self) -> &mut [f32] {
        self.0.bytes_mut().map(bytemuck::cast_slice_mut).unwrap_or_default()
    }
}

/// A buffer's bytes as numbers; `None` if they are not aligned as scratch memory is.
pub(crate) fn numbers_of(buffer: Buffer) -> Option<Box<dyn Numbers>> {
    let is_aligned = buffer.as_ptr().addr().get().is_multiple_of(ALIGNMENT);
    let fits = is_aligned && buffer.len().is_multiple_of(size_of::<f32>());
    fits.then(|| Box::new(Block(buffer)) as Box<dyn Numbers>)
}

/// Scratch memory for `len` numbers, with unspecified contents; `None` if there is no memory for them.
pub(crate) fn scratch(len: usize) -> Option<Scratch> {
    Scratch::new(&Buffers, len)
}
