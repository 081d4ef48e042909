//! `tfrt/passes.h`: the structs that a pass registers.

use std::ffi::{c_char, c_int};

use super::{Ptr, TF_Buffer};
use crate::passes::PassRun;
use crate::status::Status;

/// An option of a pass. It never grows.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TFRT_PassOption {
    /// Its name.
    pub name: *const c_char,
    /// Its description.
    pub summary: *const c_char,
}

/// Runs a pass.
pub type RunFn =
    unsafe extern "C-unwind" fn(Ptr, *mut PassRun, *const TF_Buffer, *mut TF_Buffer, *mut Status);

/// A pass.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TFRT_Pass {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// Not used.
    pub ext: Ptr,
    /// Its name in pipelines.
    pub name: *const c_char,
    /// One line for people.
    pub summary: *const c_char,
    /// The plugin's.
    pub data: Ptr,
    /// Its function.
    pub run: Option<RunFn>,
    /// Its options.
    pub options: *const TFRT_PassOption,
    /// The number of options.
    pub num_options: usize,
    /// Whether it runs only where a pipeline names it.
    pub only_by_name: u8,
}

/// The host's parameters of a plugin's registration.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TFRT_PassRegistrationParams {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// Not used.
    pub ext: Ptr,
    /// Version of the interface.
    pub major_version: c_int,
    /// Version of the interface.
    pub minor_version: c_int,
    /// Version of the interface.
    pub patch_version: c_int,
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;

    #[test]
    fn layouts_are_those_of_the_header() {
        assert_eq!((offset_of!(TFRT_Pass, run), offset_of!(TFRT_Pass, only_by_name)), (40, 64));
        assert_eq!((size_of::<TFRT_Pass>(), size_of::<TFRT_PassOption>()), (72, 16));
        assert_eq!(offset_of!(TFRT_PassRegistrationParams, patch_version), 24);
    }
}
