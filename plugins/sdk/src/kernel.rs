//! Kernels: types whose values compute the outputs of an op.

#![expect(unsafe_code, reason = "calls the C interface")]

use std::ffi::c_void;
use std::marker::PhantomData;

use crate::device::Device;
use crate::status::{Code, Error, Status, guard, text};
use crate::sys;
use crate::tensor::{DataType, Output, Tensor};

/// A kernel, made once for each use of its op; it computes on any thread, on several at once.
pub trait Kernel: Send + Sync + Sized + 'static {
    /// Makes the kernel for a use of the op.
    ///
    /// # Errors
    /// The use is not supported.
    fn new(construction: &mut Construction) -> Result<Self, Error>;

    /// Computes.
    ///
    /// # Errors
    /// The computation failed.
    fn compute(&self, context: &mut Context) -> Result<(), Error>;
}

/// The construction of a kernel: the attributes of a use.
#[derive(Debug)]
pub struct Construction(*mut sys::TF_OpKernelConstruction);

macro_rules! getters {
    ($($(#[$doc:meta])* $name:ident -> $ty:ty = $function:ident as $raw:ty, $convert:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Errors
        /// There is no such attribute, or it is something else.
        pub fn $name(&mut self, name: &str) -> Result<$ty, Error> {
            let (mut status, mut value) = (Status::new(), <$raw>::default());
            // SAFETY: the context is valid while the kernel is made; the string is terminated.
            unsafe { sys::$function(self.0, text(name).as_ptr(), &raw mut value, status.raw()) };
            status.result()?;
            Ok($convert(value))
        }
    )*};
}

impl Construction {
    getters! {
        /// A number.
        float -> f32 = TF_OpKernelConstruction_GetAttrFloat as f32, |value| value;
        /// An integer.
        int -> i64 = TF_OpKernelConstruction_GetAttrInt64 as i64, |value| value;
        /// A truth value.
        bool -> bool = TF_OpKernelConstruction_GetAttrBool as u8, |value: u8| value != 0;
        /// A type.
        data_type -> DataType = TF_OpKernelConstruction_GetAttrType as i32, DataType;
    }

    /// A string.
    ///
    /// # Errors
    /// There is no such attribute, or it is something else.
    pub fn string(&mut self, name: &str) -> Result<Vec<u8>, Error> {
        let (mut status, mut list, mut total) = (Status::new(), 0, 0);
        let name = text(name);
        // SAFETY: the construction is valid as long as `self` exists; `list` and `total` have room for a
        // number each, and the name is terminated.
        unsafe {
            let (list, total) = (&raw mut list, &raw mut total);
            sys::TF_OpKernelConstruction_GetAttrSize(self.0, name.as_ptr(), list, total, status.raw());
        }
        status.result()?;
        let mut bytes = vec![0u8; usize::try_from(total).unwrap_or(0)];
        // SAFETY: the construction is valid as long as `self` exists; `bytes` has room for `room` bytes, and
        // the name is terminated.
        unsafe {
            let (to, room) = (bytes.as_mut_ptr().cast(), bytes.len());
            sys::TF_OpKernelConstruction_GetAttrString(self.0, name.as_ptr(), to, room, status.raw());
        }
        status.result()?;
        Ok(bytes)
    }
}

/// One run of a kernel.
#[derive(Debug)]
pub struct Context(*mut sys::TF_OpKernelContext);

impl Context {
    pub(crate) fn new(raw: *mut sys::TF_OpKernelContext) -> Context {
        Context(raw)
    }

    pub(crate) fn raw(&self) -> *mut sys::TF_OpKernelContext {
        self.0
    }

    /// Whether the kernel runs on the host: there, all memory is, and only arguments that are said to be in host memory count as such.
    fn is_on_cpu(&self) -> bool {
        // SAFETY: the context is valid while the kernel runs; the name outlives the call.
        let name = unsafe {
            let name = sys::TF_GetDeviceName(self.0);
            match name.data.is_null() {
                true => &[][..],
                false => std::slice::from_raw_parts(name.data.cast::<u8>(), name.len),
            }
        };
        name.windows(5).any(|part| part == b":CPU:")
    }

    /// The number of inputs.
    pub fn num_inputs(&self) -> usize {
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists.
        usize::try_from(unsafe { sys::TF_NumInputs(self.0) }).unwrap_or(0)
    }

    /// An input.
    ///
    /// # Errors
    /// There are not as many.
    pub fn input(&mut self, i: usize) -> Result<Tensor, Error> {
        let (mut status, mut raw) = (Status::new(), std::ptr::null_mut());
        let i = i32::try_from(i).unwrap_or(i32::MAX);
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists.
        let in_host = self.is_on_cpu() || unsafe { sys::TF_IsHostMemoryInput(self.0, i, status.raw()) };
        status.result()?;
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists.
        unsafe { sys::TF_GetInput(self.0, i, &raw mut raw, status.raw()) };
        status.result()?;
        Ok(Tensor { raw, in_host })
    }

    /// Makes an output, to be filled.
    ///
    /// # Errors
    /// There is no memory, or the op gives something else.
    pub fn output(&mut self, i: usize, data_type: DataType, dims: &[i64]) -> Result<Output, Error> {
        let mut status = Status::new();
        let i = i32::try_from(i).unwrap_or(i32::MAX);
        let rank = i32::try_from(dims.len()).unwrap_or(i32::MAX);
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists; `dims` has
        // `rank` dimensions. The host computes the size itself.
        let raw =
            unsafe { sys::TF_AllocateOutput(self.0, i, data_type.0, dims.as_ptr(), rank, 0, status.raw()) };
        status.result()?;
        if raw.is_null() {
            return Err(Error::new(Code::INTERNAL, "the host gave no output"));
        }
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists; the status
        // is valid during the call.
        let in_host = self.is_on_cpu() || unsafe { sys::TF_IsHostMemoryOutput(self.0, i, status.raw()) };
        Ok(Output(Tensor { raw, in_host }))
    }

    /// The memory of a tensor that is on a device of this type, which is the one that the kernel is registered for.
    ///
    /// # Errors
    /// It is in host memory.
    pub fn memory<'t, D: Device>(&self, tensor: &'t Tensor) -> Result<&'t D::Memory, Error> {
        crate::device::memory::<D>(tensor)
    }
}

/// A kernel that is being registered.
#[derive(Debug)]
#[must_use]
pub struct KernelBuilder<K> {
    raw: *mut sys::TF_KernelBuilder,
    name: String,
    outcome: Result<(), Error>,
    kernel: PhantomData<K>,
}

impl<K: Kernel> KernelBuilder<K> {
    /// A kernel for an op on a type of device, `CPU` or one's own.
    pub fn new(op: &str, device: &str) -> Self {
        // SAFETY: the strings are terminated and are copied; the functions fit each other.
        let raw = unsafe {
            let (op, device) = (text(op), text(device));
            sys::TF_NewKernelBuilder(
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

impl<K> KernelBuilder<K> {
    pub(crate) fn of(raw: *mut sys::TF_KernelBuilder, op: &str) -> Self {
        KernelBuilder { raw, name: op.to_owned(), outcome: Ok(()), kernel: PhantomData }
    }

    /// For this value of a type attribute only.
    pub fn constraint(mut self, attr: &str, data_type: DataType) -> Self {
        let mut status = Status::new();
        // SAFETY: the strings are terminated and are copied; the functions fit each other.
        unsafe {
            sys::TF_KernelBuilder_TypeConstraint(self.raw, text(attr).as_ptr(), data_type.0, status.raw())
        };
        self.outcome = self.outcome.and(status.result());
        self
    }

    /// With an argument in host memory, on a device.
    pub fn host_memory(self, argument: &str) -> Self {
        // SAFETY: the strings are terminated and are copied; the functions fit each other.
        unsafe { sys::TF_KernelBuilder_HostMemory(self.raw, text(argument).as_ptr()) };
        self
    }

    /// Higher goes first.
    pub fn priority(self, priority: i32) -> Self {
        // SAFETY: the strings are terminated and are copied; the functions fit each other.
        unsafe { sys::TF_KernelBuilder_Priority(self.raw, priority) };
        self
    }

    /// Registers the kernel.
    ///
    /// # Errors
    /// Something that was said of it is wrong.
    pub fn register(self) -> Result<(), Error> {
        if let Err(error) = self.outcome {
            // SAFETY: the builder is our own.
            unsafe { sys::TF_DeleteKernelBuilder(self.raw) };
            return Err(error);
        }
        let mut status = Status::new();
        // SAFETY: the host takes the builder over.
        unsafe { sys::TF_RegisterKernelBuilder(text(&self.name).as_ptr(), self.raw, status.raw()) };
        status.result()
    }
}

/// # Safety
/// Called by the host with a context of a kernel's construction, which is valid during the call.
unsafe extern "C" fn create<K: Kernel>(construction: *mut sys::TF_OpKernelConstruction) -> *mut c_void {
    create_with(construction, K::new)
}

/// Makes a kernel for the host, which gets null when that fails.
pub(crate) fn create_with<K>(
    construction: *mut sys::TF_OpKernelConstruction,
    make: impl FnOnce(&mut Construction) -> Result<K, Error>,
) -> *mut c_void {
    match guard(|| make(&mut Construction(construction))) {
        Ok(kernel) => Box::into_raw(Box::new(kernel)).cast(),
        Err(error) => {
            let mut status = Status::new();
            // SAFETY: the host's context, which is valid during the call.
            unsafe {
                crate::status::store(status.raw(), &error);
                sys::TF_OpKernelConstruction_Failure(construction, status.raw());
            }
            std::ptr::null_mut()
        }
    }
}

/// # Safety
/// Called by the host with what [`create`] gave, null included, and with a context that is valid during the call.
unsafe extern "C" fn compute<K: Kernel>(kernel: *mut c_void, context: *mut sys::TF_OpKernelContext) {
    // SAFETY: the host passes what `create` gave, and only if that was something.
    let kernel = unsafe { kernel.cast::<K>().as_ref() };
    let computed = guard(|| match kernel {
        Some(kernel) => kernel.compute(&mut Context(context)),
        None => Err(Error::new(Code::INTERNAL, "the kernel was not made")),
    });
    if let Err(error) = computed {
        fail(context, &error);
    }
}

/// Fails a run.
pub(crate) fn fail(context: *mut sys::TF_OpKernelContext, error: &Error) {
    let mut status = Status::new();
    // SAFETY: the host's context, which is valid during the call.
    unsafe {
        crate::status::store(status.raw(), error);
        sys::TF_OpKernelContext_Failure(context, status.raw());
    }
}

/// # Safety
/// Called by the host, once, with what the kernel's `create` gave for this `K`, null included; nothing uses it any more.
pub(crate) unsafe extern "C" fn delete<K>(kernel: *mut c_void) {
    if !kernel.is_null() {
        // SAFETY: the host passes a pointer that `create` made from a box of `K`, and passes it once.
        let kernel = unsafe { Box::from_raw(kernel.cast::<K>()) };
        // There is no caller left to report a destructor's panic to.
        let _ = guard(|| {
            drop(kernel);
            Ok(())
        });
    }
}
