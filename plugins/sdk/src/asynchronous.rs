//! Asynchronous kernels: they start work that finishes later, on any thread.

#![expect(unsafe_code, reason = "calls the C interface")]

use std::ffi::c_void;
use std::ops::{Deref, DerefMut};

use crate::kernel::{Construction, Context, KernelBuilder, create_with, delete, fail};
use crate::status::{Code, Error, guard, text};
use crate::sys;

/// A kernel that starts its work and returns.
pub trait AsyncKernel: Send + Sync + Sized + 'static {
    /// Makes the kernel for a use of the op.
    ///
    /// # Errors
    /// The use is not supported.
    fn new(construction: &mut Construction) -> Result<Self, Error>;

    /// Starts the computation. `run` goes to the thread that finishes it.
    fn start(&self, run: Run);
}

/// A run of an asynchronous kernel, which ends with [`Run::finish`]. One that is dropped instead has failed.
#[derive(Debug)]
pub struct Run {
    context: Context,
    done: *mut sys::TF_AsyncOpKernelDoneCallback,
    outcome: Option<Result<(), Error>>,
}

// SAFETY: the host allows any thread to use the context of an asynchronous run; its only user is the owner of
// the `Run`, one thread at a time.
unsafe impl Send for Run {}

impl Run {
    /// Ends the run.
    pub fn finish(mut self, outcome: Result<(), Error>) {
        self.outcome = Some(outcome);
    }
}

impl Deref for Run {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.context
    }
}

impl DerefMut for Run {
    fn deref_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        let lost = || Err(Error::new(Code::INTERNAL, "the kernel gave up without a result"));
        if let Err(error) = self.outcome.take().unwrap_or_else(lost) {
            fail(self.context.raw(), &error);
        }
        // SAFETY: the host's callback, called once; the context is not used any more.
        unsafe { sys::TF_RunAsyncOpKernelDoneCallback(self.done) };
    }
}

impl<K: AsyncKernel> KernelBuilder<K> {
    /// An asynchronous kernel for an op on a type of device, `CPU` or one's own.
    pub fn asynchronous(op: &str, device: &str) -> Self {
        // SAFETY: the strings are terminated and are copied; the functions fit each other.
        let raw = unsafe {
            let (op, device) = (text(op), text(device));
            sys::TF_NewAsyncKernelBuilder(
                op.as_ptr(),
                device.as_ptr(),
                Some(create::<K>),
                Some(compute::<K>),
                Some(delete::<K>),
            )
        };
        Self::of(raw, op)
    }
}

/// # Safety
/// Called by the host with a context of a kernel's construction, which is valid during the call.
unsafe extern "C" fn create<K: AsyncKernel>(construction: *mut sys::TF_OpKernelConstruction) -> *mut c_void {
    create_with(construction, K::new)
}

/// # Safety
/// Called by the host with what [`create`] gave, a context that is valid until `done` is called, and with that callback.
unsafe extern "C" fn compute<K: AsyncKernel>(
    kernel: *mut c_void,
    context: *mut sys::TF_OpKernelContext,
    done: *mut sys::TF_AsyncOpKernelDoneCallback,
) {
    let run = Run { context: Context::new(context), done, outcome: None };
    // SAFETY: the host passes what `create` gave, and only if that was something.
    let kernel = unsafe { kernel.cast::<K>().as_ref() };
    // A kernel that panics drops the run, which fails by that.
    let _ = guard(|| match kernel {
        Some(kernel) => {
            kernel.start(run);
            Ok(())
        }
        None => {
            run.finish(Err(Error::new(Code::INTERNAL, "the kernel was not made")));
            Ok(())
        }
    });
}
