//! `grappler.h`: the structs that a graph optimizer registers.

use std::ffi::{c_char, c_int, c_void};

use super::{Ptr, TF_Buffer};
use crate::graph::GrapplerItem;
use crate::status::Status;

/// Not set, off or on.
pub type TriStateNumber = c_int;

/// The number of switches of [`TP_OptimizerConfigs`].
pub const SWITCHES: usize = 19;

/// An optimizer's switches for the host's own passes.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TP_OptimizerConfigs {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// Not used.
    pub ext: Ptr,
    /// In the order of [`crate::graph::SWITCH_NAMES`].
    pub switches: [TriStateNumber; SWITCHES],
}

/// The functions of an optimizer.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TP_Optimizer {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// Not used.
    pub ext: Ptr,
    /// Makes the object that the other functions take first; may be null.
    pub create_func: Option<unsafe extern "C-unwind" fn() -> *mut c_void>,
    /// Makes a graph of a graph.
    pub optimize_func: Option<
        unsafe extern "C-unwind" fn(
            *mut c_void,
            *const TF_Buffer,
            *const GrapplerItem,
            *mut TF_Buffer,
            *mut Status,
        ),
    >,
    /// Frees what `create_func` made; may be null.
    pub destroy_func: Option<unsafe extern "C-unwind" fn(*mut c_void)>,
}

/// The struct that `TF_InitGraph` fills in.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TP_OptimizerRegistrationParams {
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
    /// On which devices it optimizes.
    pub device_type: *const c_char,
    /// The host's struct.
    pub optimizer_configs: *mut TP_OptimizerConfigs,
    /// The host's struct.
    pub optimizer: *mut TP_Optimizer,
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;
    use crate::offset_of_end;

    #[test]
    fn layouts_are_those_that_tensorflow_ships() {
        assert_eq!(size_of::<TP_OptimizerConfigs>(), 96);
        assert_eq!(offset_of_end!(TP_OptimizerConfigs, switches, [TriStateNumber; SWITCHES]), 92);
        assert_eq!((size_of::<TP_Optimizer>(), offset_of!(TP_Optimizer, destroy_func)), (40, 32));
        assert_eq!(size_of::<TP_OptimizerRegistrationParams>(), 56);
        assert_eq!(offset_of!(TP_OptimizerRegistrationParams, device_type), 32);
        assert_eq!(offset_of!(TP_OptimizerRegistrationParams, optimizer), 48);
    }
}
