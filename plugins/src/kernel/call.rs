//! Runs of synchronous kernels, which borrow the kernel and the device from the caller.

#![expect(unsafe_code, reason = "what is borrowed is behind a pointer in what an asynchronous run shares")]

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;
use std::sync::Arc;

use tfrt_executor::core_runtime::OpContext;

use super::KernelInstance;
use super::context::Context;
use super::device::KernelDevice;
use crate::boxes;

/// An object that a run keeps as long as it lasts.
pub(crate) enum Held<T: ?Sized> {
    Shared(Arc<T>),
    /// Lent by a caller that outlives the run: a [`Call`] ensures that.
    Lent(NonNull<T>),
}

impl<T: ?Sized> Deref for Held<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self {
            Held::Shared(shared) => shared,
            // SAFETY: it lives as long as the call that lent it, and the run is over before that.
            Held::Lent(lent) => unsafe { lent.as_ref() },
        }
    }
}

impl<T: ?Sized> std::fmt::Debug for Held<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Held")
    }
}

// SAFETY: both forms are shared access to a `T`, which other threads may have because `T` is `Sync`, and drop because it is `Send`.
unsafe impl<T: ?Sized + Send + Sync> Send for Held<T> {}
// SAFETY: a reference to either form gives shared access to a `T`, which is `Sync`.
unsafe impl<T: ?Sized + Send + Sync> Sync for Held<T> {}

/// A run of a synchronous kernel, which is over when the kernel's function returns: it borrows its inputs and surroundings, and stays
/// on its thread.
///
/// Private to this crate: mutable access to the context would allow taking it out, with the borrowed parts.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    context: Context,
    _lent: PhantomData<(&'a KernelInstance, *const ())>,
}

impl<'a> Call<'a> {
    /// A run whose inputs are pushed next.
    #[inline]
    pub(crate) fn new(
        instance: &'a KernelInstance,
        device: Option<&'a (dyn KernelDevice + 'static)>,
    ) -> Call<'a> {
        let device = device.map(|device| Held::Lent(NonNull::from(device)));
        let instance = Held::Lent(NonNull::from(instance));
        Call { context: Context::with(instance, device, boxes::here()), _lent: PhantomData }
    }

    /// Runs it for a call. Its outputs are there to be taken.
    ///
    /// # Errors
    /// The kernel failed, or is not synchronous.
    #[inline]
    pub(crate) fn run_for(&mut self, call: &dyn OpContext) -> Result<(), String> {
        self.context.run_for(call)
    }
}

impl Deref for Call<'_> {
    type Target = Context;

    #[inline]
    fn deref(&self) -> &Context {
        &self.context
    }
}

impl DerefMut for Call<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}
