//! `pluggable_profiler.h`: the structs that a profiler registers.

use std::ffi::{c_char, c_int};

use super::Ptr;
use crate::status::Status;

/// A profiler, as its functions take it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TP_Profiler {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// The plugin's.
    pub ext: Ptr,
    /// The type of device that it profiles.
    pub device_type: *const c_char,
}

/// Starts or stops.
pub type ProfilerFn = unsafe extern "C-unwind" fn(*const TP_Profiler, *mut Status);

/// The functions of a profiler.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TP_ProfilerFns {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// Not used.
    pub ext: Ptr,
    /// Starts to profile.
    pub start: Option<ProfilerFn>,
    /// Stops.
    pub stop: Option<ProfilerFn>,
    /// Without a buffer, returns the size of the data; with one, the data.
    pub collect_data_xspace:
        Option<unsafe extern "C-unwind" fn(*const TP_Profiler, *mut u8, *mut usize, *mut Status)>,
}

/// The struct that `TF_InitProfiler` fills in.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_ProfilerRegistrationParams {
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
    /// The host's struct.
    pub profiler: *mut TP_Profiler,
    /// The host's struct.
    pub profiler_fns: *mut TP_ProfilerFns,
    /// Frees the plugin's fields of the first struct. Never called, since plugins stay loaded.
    pub destroy_profiler: Option<unsafe extern "C-unwind" fn(*mut TP_Profiler)>,
    /// The same for the second.
    pub destroy_profiler_fns: Option<unsafe extern "C-unwind" fn(*mut TP_ProfilerFns)>,
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;

    #[test]
    fn layouts_are_those_that_tensorflow_ships() {
        assert_eq!((size_of::<TP_Profiler>(), offset_of!(TP_Profiler, device_type)), (24, 16));
        assert_eq!((size_of::<TP_ProfilerFns>(), offset_of!(TP_ProfilerFns, collect_data_xspace)), (40, 32));
        assert_eq!(size_of::<TF_ProfilerRegistrationParams>(), 64);
        assert_eq!(offset_of!(TF_ProfilerRegistrationParams, destroy_profiler_fns), 56);
    }
}
