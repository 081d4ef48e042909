//! Variables as CPU kernels see them: inputs of type `resource`.
//!
//! TensorFlow declares the functions that this module needs, but its library of version 2.21 exports none of them: a plugin that
//! uses this module loads only into a newer version.

#![expect(unsafe_code, reason = "calls the C interface")]

use std::ffi::c_int;

use crate::kernel::{Context, fail};
use crate::status::{Error, Status, guard};
use crate::sys;
use crate::tensor::{Element, Output, Tensor};

/// A way to change the elements of a variable by those of a tensor of the same shape.
pub trait Update: 'static {
    /// The type of the elements.
    type Element: Element;

    /// Changes the variable.
    ///
    /// # Errors
    /// It cannot be changed like this.
    fn update(variable: &mut [Self::Element], value: &[Self::Element]) -> Result<(), Error>;
}

fn number(i: usize) -> c_int {
    c_int::try_from(i).unwrap_or(c_int::MAX)
}

impl Context {
    /// Makes an input the value of the variable that another input names.
    ///
    /// # Errors
    /// The input names no variable, or one of another type.
    pub fn assign_variable(&mut self, variable: usize, value: usize) -> Result<(), Error> {
        let mut status = Status::new();
        let (variable, value) = (number(variable), number(value));
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists.
        unsafe { sys::TF_AssignVariable(self.raw(), variable, value, false, Some(copy), status.raw()) };
        status.result()
    }

    /// Changes the variable that an input names by the value of another one, while no other kernel reads or changes
    /// it.
    ///
    /// # Errors
    /// The input names no variable that has a value, the shapes differ, or the update fails.
    pub fn update_variable<U: Update>(&mut self, variable: usize, value: usize) -> Result<(), Error> {
        let mut status = Status::new();
        let (variable, value, run) = (number(variable), number(value), self.raw());
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists.
        unsafe {
            let (copy, update) = (Some(copy as _), Some(update::<U> as _));
            sys::TF_AssignUpdateVariable(run, variable, value, 0, 0, copy, update, status.raw());
        }
        status.result()
    }

    /// The tensor of the variable that an input names.
    ///
    /// # Errors
    /// The input names no variable that has a value.
    pub fn variable(&mut self, variable: usize) -> Result<Tensor, Error> {
        let (mut status, mut tensor) = (Status::new(), std::ptr::null_mut());
        // SAFETY: the context is valid while the kernel runs, which is as long as `self` exists.
        unsafe {
            let (i, tensor) = (number(variable), &raw mut tensor);
            let copy = Some(copy as _);
            let (run, status) = (self.raw(), status.raw());
            sys::TF_GetInputTensorFromVariable(run, i, false, false, false, copy, tensor, status);
        }
        status.result()?;
        Ok(Tensor { raw: tensor, in_host: true })
    }
}

/// Copies a tensor of the host to another of the same size.
///
/// # Safety
/// Called by the host with two tensors in its own memory, which do not overlap and become the plugin's.
unsafe extern "C" fn copy(
    _: *mut sys::TF_OpKernelContext,
    from: *mut sys::TF_Tensor,
    to: *mut sys::TF_Tensor,
) {
    let (from, to) = (Tensor { raw: from, in_host: true }, Tensor { raw: to, in_host: true });
    // SAFETY: the host hands over two tensors of its own memory, which do not overlap.
    unsafe {
        let bytes = sys::TF_TensorByteSize(from.raw).min(sys::TF_TensorByteSize(to.raw));
        if bytes > 0 {
            std::ptr::copy_nonoverlapping(from.data().cast::<u8>(), to.data().cast::<u8>(), bytes);
        }
    }
}

/// # Safety
/// Called by the host with a context that is valid during the call, and two tensors that become the plugin's.
unsafe extern "C" fn update<U: Update>(
    context: *mut sys::TF_OpKernelContext,
    variable: *mut sys::TF_Tensor,
    value: *mut sys::TF_Tensor,
    _: c_int,
) {
    let variable = Tensor { raw: variable, in_host: true };
    let (mut variable, value) = (Output(variable), Tensor { raw: value, in_host: true });
    if let Err(error) = guard(|| U::update(variable.values_mut()?, value.values()?)) {
        fail(context, &error);
    }
}
