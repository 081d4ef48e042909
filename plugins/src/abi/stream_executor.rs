//! The structs of `stream_executor.h`: platforms, devices, streams, events, timers and memory.
//!
//! The host clears a struct, writes its own `struct_size`, and passes it; the plugin fills in the fields that it knows
//! and overwrites `struct_size` with its own. A field beyond that size was never written and must not be read.

#![expect(non_camel_case_types, reason = "the types carry the names of the C interface")]
#![expect(unsafe_code, reason = "structs of integers and nullable pointers are made of zeros")]

use std::ffi::{c_char, c_int, c_void};

use super::Ptr;
use crate::status::Status;

/// The version of the interface: major, minor, patch.
pub const VERSION: [i32; 3] = [0, 0, 1];

/// A stream of the plugin.
pub type SP_Stream = Ptr;
/// An event of the plugin.
pub type SP_Event = Ptr;
/// A timer of the plugin.
pub type SP_Timer = Ptr;
/// The function that `host_callback` calls.
pub type SE_StatusCallbackFn = Option<unsafe extern "C" fn(argument: *mut c_void, status: *mut Status)>;

/// An event with an unknown status.
pub const SE_EVENT_UNKNOWN: c_int = 0;
/// An event that failed.
pub const SE_EVENT_ERROR: c_int = 1;
/// An event that has not happened yet.
pub const SE_EVENT_PENDING: c_int = 2;
/// An event that has happened.
pub const SE_EVENT_COMPLETE: c_int = 3;

/// A struct that may be made of zeros and begins with its size.
///
/// # Safety
/// The type is `repr(C)`, its first field is `struct_size: usize`, and zeros are valid for all of its fields.
pub unsafe trait Sized0: Sized {
    /// The value of the C header's `_STRUCT_SIZE` macro.
    const STRUCT_SIZE: usize;

    /// A cleared struct with its size.
    fn cleared() -> Self {
        // SAFETY: an implementation of the trait says that zeros are valid for the type, and that it starts with
        // its size.
        unsafe {
            let mut value: Self = std::mem::zeroed();
            (&raw mut value).cast::<usize>().write(Self::STRUCT_SIZE);
            value
        }
    }
}

macro_rules! struct_sizes {
    ($($ty:ident $last:ident: $last_ty:ty = $size:literal,)*) => {
        $(
            // SAFETY: integers and nullable pointers only, the size first, as the declaration above shows.
            unsafe impl Sized0 for $ty {
                const STRUCT_SIZE: usize = $crate::offset_of_end!($ty, $last, $last_ty);
            }
            const _: () = assert!(<$ty as Sized0>::STRUCT_SIZE == $size);
        )*
    };
}

struct_sizes! {
    SP_TimerFns nanoseconds: Ptr = 24,
    SP_AllocatorStats largest_free_block_bytes: i64 = 96,
    SP_DeviceMemoryBase payload: u64 = 40,
    SP_Device pci_bus_id: Ptr = 56,
    SE_CreateDeviceParams device: Ptr = 32,
    SP_DeviceFns get_gflops: Ptr = 40,
    SE_CreateDeviceFnsParams device_fns: Ptr = 24,
    SP_StreamExecutor host_callback: Ptr = 288,
    SE_CreateStreamExecutorParams stream_executor: Ptr = 24,
    SP_Platform force_memory_growth: u8 = 35,
    SP_PlatformFns destroy_timer_fns: Ptr = 88,
    SE_PlatformRegistrationParams destroy_platform_fns: Ptr = 64,
}

/// `SP_TimerFns`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_TimerFns {
    pub struct_size: usize,
    pub ext: Ptr,
    pub nanoseconds: Option<unsafe extern "C" fn(timer: SP_Timer) -> u64>,
}

/// `SP_AllocatorStats`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_AllocatorStats {
    pub struct_size: usize,
    pub num_allocs: i64,
    pub bytes_in_use: i64,
    pub peak_bytes_in_use: i64,
    pub largest_alloc_size: i64,
    pub has_bytes_limit: i8,
    pub bytes_limit: i64,
    pub bytes_reserved: i64,
    pub peak_bytes_reserved: i64,
    pub has_bytes_reservable_limit: i8,
    pub bytes_reservable_limit: i64,
    pub largest_free_block_bytes: i64,
}

/// `SP_DeviceMemoryBase`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_DeviceMemoryBase {
    pub struct_size: usize,
    pub ext: Ptr,
    pub opaque: Ptr,
    pub size: u64,
    pub payload: u64,
}

/// `SP_Device`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_Device {
    pub struct_size: usize,
    pub ext: Ptr,
    pub ordinal: i32,
    pub device_handle: Ptr,
    pub hardware_name: *const c_char,
    pub device_vendor: *const c_char,
    pub pci_bus_id: *const c_char,
}

/// `SE_CreateDeviceParams`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SE_CreateDeviceParams {
    pub struct_size: usize,
    pub ext: Ptr,
    pub ordinal: i32,
    pub device: *mut SP_Device,
}

/// `SP_DeviceFns`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_DeviceFns {
    pub struct_size: usize,
    pub ext: Ptr,
    pub get_numa_node: Option<unsafe extern "C" fn(device: *const SP_Device) -> i32>,
    pub get_memory_bandwidth: Option<unsafe extern "C" fn(device: *const SP_Device) -> i64>,
    pub get_gflops: Option<unsafe extern "C" fn(device: *const SP_Device) -> f64>,
}

/// `SE_CreateDeviceFnsParams`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SE_CreateDeviceFnsParams {
    pub struct_size: usize,
    pub ext: Ptr,
    pub device_fns: *mut SP_DeviceFns,
}

/// `SP_StreamExecutor`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_StreamExecutor {
    pub struct_size: usize,
    pub ext: Ptr,
    pub allocate: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            size: u64,
            memory_space: i64,
            mem: *mut SP_DeviceMemoryBase,
        ),
    >,
    pub deallocate: Option<unsafe extern "C" fn(device: *const SP_Device, memory: *mut SP_DeviceMemoryBase)>,
    pub host_memory_allocate: Option<unsafe extern "C" fn(device: *const SP_Device, size: u64) -> Ptr>,
    pub host_memory_deallocate: Option<unsafe extern "C" fn(device: *const SP_Device, mem: Ptr)>,
    pub unified_memory_allocate: Option<unsafe extern "C" fn(device: *const SP_Device, bytes: u64) -> Ptr>,
    pub unified_memory_deallocate: Option<unsafe extern "C" fn(device: *const SP_Device, location: Ptr)>,
    pub get_allocator_stats:
        Option<unsafe extern "C" fn(device: *const SP_Device, stats: *mut SP_AllocatorStats) -> u8>,
    pub device_memory_usage:
        Option<unsafe extern "C" fn(device: *const SP_Device, free: *mut i64, total: *mut i64) -> u8>,
    pub create_stream:
        Option<unsafe extern "C" fn(device: *const SP_Device, stream: *mut SP_Stream, status: *mut Status)>,
    pub destroy_stream: Option<unsafe extern "C" fn(device: *const SP_Device, stream: SP_Stream)>,
    pub create_stream_dependency: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            dependent: SP_Stream,
            other: SP_Stream,
            status: *mut Status,
        ),
    >,
    pub get_stream_status:
        Option<unsafe extern "C" fn(device: *const SP_Device, stream: SP_Stream, status: *mut Status)>,
    pub create_event:
        Option<unsafe extern "C" fn(device: *const SP_Device, event: *mut SP_Event, status: *mut Status)>,
    pub destroy_event: Option<unsafe extern "C" fn(device: *const SP_Device, event: SP_Event)>,
    pub get_event_status: Option<unsafe extern "C" fn(device: *const SP_Device, event: SP_Event) -> c_int>,
    pub record_event: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            event: SP_Event,
            status: *mut Status,
        ),
    >,
    pub wait_for_event: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            event: SP_Event,
            status: *mut Status,
        ),
    >,
    pub create_timer:
        Option<unsafe extern "C" fn(device: *const SP_Device, timer: *mut SP_Timer, status: *mut Status)>,
    pub destroy_timer: Option<unsafe extern "C" fn(device: *const SP_Device, timer: SP_Timer)>,
    pub start_timer: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            timer: SP_Timer,
            status: *mut Status,
        ),
    >,
    pub stop_timer: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            timer: SP_Timer,
            status: *mut Status,
        ),
    >,
    pub memcpy_dtoh: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            host_dst: Ptr,
            device_src: *const SP_DeviceMemoryBase,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub memcpy_htod: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            device_dst: *mut SP_DeviceMemoryBase,
            host_src: *const c_void,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub memcpy_dtod: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            device_dst: *mut SP_DeviceMemoryBase,
            device_src: *const SP_DeviceMemoryBase,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub sync_memcpy_dtoh: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            host_dst: Ptr,
            device_src: *const SP_DeviceMemoryBase,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub sync_memcpy_htod: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            device_dst: *mut SP_DeviceMemoryBase,
            host_src: *const c_void,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub sync_memcpy_dtod: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            device_dst: *mut SP_DeviceMemoryBase,
            device_src: *const SP_DeviceMemoryBase,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub block_host_for_event:
        Option<unsafe extern "C" fn(device: *const SP_Device, event: SP_Event, status: *mut Status)>,
    pub block_host_until_done:
        Option<unsafe extern "C" fn(device: *const SP_Device, stream: SP_Stream, status: *mut Status)>,
    pub synchronize_all_activity: Option<unsafe extern "C" fn(device: *const SP_Device, status: *mut Status)>,
    pub mem_zero: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            location: *mut SP_DeviceMemoryBase,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub memset: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            location: *mut SP_DeviceMemoryBase,
            pattern: u8,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub memset32: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            location: *mut SP_DeviceMemoryBase,
            pattern: u32,
            size: u64,
            status: *mut Status,
        ),
    >,
    pub host_callback: Option<
        unsafe extern "C" fn(
            device: *const SP_Device,
            stream: SP_Stream,
            callback_fn: SE_StatusCallbackFn,
            callback_arg: Ptr,
        ) -> u8,
    >,
}

/// `SE_CreateStreamExecutorParams`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SE_CreateStreamExecutorParams {
    pub struct_size: usize,
    pub ext: Ptr,
    pub stream_executor: *mut SP_StreamExecutor,
}

/// `SP_Platform`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_Platform {
    pub struct_size: usize,
    pub ext: Ptr,
    pub name: *const c_char,
    pub r#type: *const c_char,
    pub supports_unified_memory: u8,
    pub use_bfc_allocator: u8,
    pub force_memory_growth: u8,
}

/// `SP_PlatformFns`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SP_PlatformFns {
    pub struct_size: usize,
    pub ext: Ptr,
    pub get_device_count: Option<
        unsafe extern "C" fn(platform: *const SP_Platform, device_count: *mut c_int, status: *mut Status),
    >,
    pub create_device: Option<
        unsafe extern "C" fn(
            platform: *const SP_Platform,
            params: *mut SE_CreateDeviceParams,
            status: *mut Status,
        ),
    >,
    pub destroy_device: Option<unsafe extern "C" fn(platform: *const SP_Platform, device: *mut SP_Device)>,
    pub create_device_fns: Option<
        unsafe extern "C" fn(
            platform: *const SP_Platform,
            params: *mut SE_CreateDeviceFnsParams,
            status: *mut Status,
        ),
    >,
    pub destroy_device_fns:
        Option<unsafe extern "C" fn(platform: *const SP_Platform, device_fns: *mut SP_DeviceFns)>,
    pub create_stream_executor: Option<
        unsafe extern "C" fn(
            platform: *const SP_Platform,
            params: *mut SE_CreateStreamExecutorParams,
            status: *mut Status,
        ),
    >,
    pub destroy_stream_executor:
        Option<unsafe extern "C" fn(platform: *const SP_Platform, stream_executor: *mut SP_StreamExecutor)>,
    pub create_timer_fns: Option<
        unsafe extern "C" fn(platform: *const SP_Platform, timer: *mut SP_TimerFns, status: *mut Status),
    >,
    pub destroy_timer_fns:
        Option<unsafe extern "C" fn(platform: *const SP_Platform, timer_fns: *mut SP_TimerFns)>,
}

/// `SE_PlatformRegistrationParams`.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the fields carry the names of the C interface")]
pub struct SE_PlatformRegistrationParams {
    pub struct_size: usize,
    pub ext: Ptr,
    pub major_version: i32,
    pub minor_version: i32,
    pub patch_version: i32,
    pub platform: *mut SP_Platform,
    pub platform_fns: *mut SP_PlatformFns,
    pub destroy_platform: Option<unsafe extern "C" fn(platform: *mut SP_Platform)>,
    pub destroy_platform_fns: Option<unsafe extern "C" fn(platform_fns: *mut SP_PlatformFns)>,
}
#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;

    #[test]
    fn layouts_are_those_that_tensorflow_ships() {
        assert_eq!(size_of::<SP_TimerFns>(), 24);
        assert_eq!(offset_of!(SP_TimerFns, struct_size), 0);
        assert_eq!(offset_of!(SP_TimerFns, ext), 8);
        assert_eq!(offset_of!(SP_TimerFns, nanoseconds), 16);
        assert_eq!(size_of::<SP_AllocatorStats>(), 96);
        assert_eq!(offset_of!(SP_AllocatorStats, struct_size), 0);
        assert_eq!(offset_of!(SP_AllocatorStats, num_allocs), 8);
        assert_eq!(offset_of!(SP_AllocatorStats, bytes_in_use), 16);
        assert_eq!(offset_of!(SP_AllocatorStats, peak_bytes_in_use), 24);
        assert_eq!(offset_of!(SP_AllocatorStats, largest_alloc_size), 32);
        assert_eq!(offset_of!(SP_AllocatorStats, has_bytes_limit), 40);
        assert_eq!(offset_of!(SP_AllocatorStats, bytes_limit), 48);
        assert_eq!(offset_of!(SP_AllocatorStats, bytes_reserved), 56);
        assert_eq!(offset_of!(SP_AllocatorStats, peak_bytes_reserved), 64);
        assert_eq!(offset_of!(SP_AllocatorStats, has_bytes_reservable_limit), 72);
        assert_eq!(offset_of!(SP_AllocatorStats, bytes_reservable_limit), 80);
        assert_eq!(offset_of!(SP_AllocatorStats, largest_free_block_bytes), 88);
        assert_eq!(size_of::<SP_DeviceMemoryBase>(), 40);
        assert_eq!(offset_of!(SP_DeviceMemoryBase, struct_size), 0);
        assert_eq!(offset_of!(SP_DeviceMemoryBase, ext), 8);
        assert_eq!(offset_of!(SP_DeviceMemoryBase, opaque), 16);
        assert_eq!(offset_of!(SP_DeviceMemoryBase, size), 24);
        assert_eq!(offset_of!(SP_DeviceMemoryBase, payload), 32);
        assert_eq!(size_of::<SP_Device>(), 56);
        assert_eq!(offset_of!(SP_Device, struct_size), 0);
        assert_eq!(offset_of!(SP_Device, ext), 8);
        assert_eq!(offset_of!(SP_Device, ordinal), 16);
        assert_eq!(offset_of!(SP_Device, device_handle), 24);
        assert_eq!(offset_of!(SP_Device, hardware_name), 32);
        assert_eq!(offset_of!(SP_Device, device_vendor), 40);
        assert_eq!(offset_of!(SP_Device, pci_bus_id), 48);
        assert_eq!(size_of::<SE_CreateDeviceParams>(), 32);
        assert_eq!(offset_of!(SE_CreateDeviceParams, struct_size), 0);
        assert_eq!(offset_of!(SE_CreateDeviceParams, ext), 8);
        assert_eq!(offset_of!(SE_CreateDeviceParams, ordinal), 16);
        assert_eq!(offset_of!(SE_CreateDeviceParams, device), 24);
        assert_eq!(size_of::<SP_DeviceFns>(), 40);
        assert_eq!(offset_of!(SP_DeviceFns, struct_size), 0);
        assert_eq!(offset_of!(SP_DeviceFns, ext), 8);
        assert_eq!(offset_of!(SP_DeviceFns, get_numa_node), 16);
        assert_eq!(offset_of!(SP_DeviceFns, get_memory_bandwidth), 24);
        assert_eq!(offset_of!(SP_DeviceFns, get_gflops), 32);
        assert_eq!(size_of::<SE_CreateDeviceFnsParams>(), 24);
        assert_eq!(offset_of!(SE_CreateDeviceFnsParams, struct_size), 0);
        assert_eq!(offset_of!(SE_CreateDeviceFnsParams, ext), 8);
        assert_eq!(offset_of!(SE_CreateDeviceFnsParams, device_fns), 16);
        assert_eq!(size_of::<SP_StreamExecutor>(), 288);
        assert_eq!(offset_of!(SP_StreamExecutor, struct_size), 0);
        assert_eq!(offset_of!(SP_StreamExecutor, ext), 8);
        assert_eq!(offset_of!(SP_StreamExecutor, allocate), 16);
        assert_eq!(offset_of!(SP_StreamExecutor, deallocate), 24);
        assert_eq!(offset_of!(SP_StreamExecutor, host_memory_allocate), 32);
        assert_eq!(offset_of!(SP_StreamExecutor, host_memory_deallocate), 40);
        assert_eq!(offset_of!(SP_StreamExecutor, unified_memory_allocate), 48);
        assert_eq!(offset_of!(SP_StreamExecutor, unified_memory_deallocate), 56);
        assert_eq!(offset_of!(SP_StreamExecutor, get_allocator_stats), 64);
        assert_eq!(offset_of!(SP_StreamExecutor, device_memory_usage), 72);
        assert_eq!(offset_of!(SP_StreamExecutor, create_stream), 80);
        assert_eq!(offset_of!(SP_StreamExecutor, destroy_stream), 88);
        assert_eq!(offset_of!(SP_StreamExecutor, create_stream_dependency), 96);
        assert_eq!(offset_of!(SP_StreamExecutor, get_stream_status), 104);
        assert_eq!(offset_of!(SP_StreamExecutor, create_event), 112);
        assert_eq!(offset_of!(SP_StreamExecutor, destroy_event), 120);
        assert_eq!(offset_of!(SP_StreamExecutor, get_event_status), 128);
        assert_eq!(offset_of!(SP_StreamExecutor, record_event), 136);
        assert_eq!(offset_of!(SP_StreamExecutor, wait_for_event), 144);
        assert_eq!(offset_of!(SP_StreamExecutor, create_timer), 152);
        assert_eq!(offset_of!(SP_StreamExecutor, destroy_timer), 160);
        assert_eq!(offset_of!(SP_StreamExecutor, start_timer), 168);
        assert_eq!(offset_of!(SP_StreamExecutor, stop_timer), 176);
        assert_eq!(offset_of!(SP_StreamExecutor, memcpy_dtoh), 184);
        assert_eq!(offset_of!(SP_StreamExecutor, memcpy_htod), 192);
        assert_eq!(offset_of!(SP_StreamExecutor, memcpy_dtod), 200);
        assert_eq!(offset_of!(SP_StreamExecutor, sync_memcpy_dtoh), 208);
        assert_eq!(offset_of!(SP_StreamExecutor, sync_memcpy_htod), 216);
        assert_eq!(offset_of!(SP_StreamExecutor, sync_memcpy_dtod), 224);
        assert_eq!(offset_of!(SP_StreamExecutor, block_host_for_event), 232);
        assert_eq!(offset_of!(SP_StreamExecutor, block_host_until_done), 240);
        assert_eq!(offset_of!(SP_StreamExecutor, synchronize_all_activity), 248);
        assert_eq!(offset_of!(SP_StreamExecutor, mem_zero), 256);
        assert_eq!(offset_of!(SP_StreamExecutor, memset), 264);
        assert_eq!(offset_of!(SP_StreamExecutor, memset32), 272);
        assert_eq!(offset_of!(SP_StreamExecutor, host_callback), 280);
        assert_eq!(size_of::<SE_CreateStreamExecutorParams>(), 24);
        assert_eq!(offset_of!(SE_CreateStreamExecutorParams, struct_size), 0);
        assert_eq!(offset_of!(SE_CreateStreamExecutorParams, ext), 8);
        assert_eq!(offset_of!(SE_CreateStreamExecutorParams, stream_executor), 16);
        assert_eq!(size_of::<SP_Platform>(), 40);
        assert_eq!(offset_of!(SP_Platform, struct_size), 0);
        assert_eq!(offset_of!(SP_Platform, ext), 8);
        assert_eq!(offset_of!(SP_Platform, name), 16);
        assert_eq!(offset_of!(SP_Platform, r#type), 24);
        assert_eq!(offset_of!(SP_Platform, supports_unified_memory), 32);
        assert_eq!(offset_of!(SP_Platform, use_bfc_allocator), 33);
        assert_eq!(offset_of!(SP_Platform, force_memory_growth), 34);
        assert_eq!(size_of::<SP_PlatformFns>(), 88);
        assert_eq!(offset_of!(SP_PlatformFns, struct_size), 0);
        assert_eq!(offset_of!(SP_PlatformFns, ext), 8);
        assert_eq!(offset_of!(SP_PlatformFns, get_device_count), 16);
        assert_eq!(offset_of!(SP_PlatformFns, create_device), 24);
        assert_eq!(offset_of!(SP_PlatformFns, destroy_device), 32);
        assert_eq!(offset_of!(SP_PlatformFns, create_device_fns), 40);
        assert_eq!(offset_of!(SP_PlatformFns, destroy_device_fns), 48);
        assert_eq!(offset_of!(SP_PlatformFns, create_stream_executor), 56);
        assert_eq!(offset_of!(SP_PlatformFns, destroy_stream_executor), 64);
        assert_eq!(offset_of!(SP_PlatformFns, create_timer_fns), 72);
        assert_eq!(offset_of!(SP_PlatformFns, destroy_timer_fns), 80);
        assert_eq!(size_of::<SE_PlatformRegistrationParams>(), 64);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, struct_size), 0);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, ext), 8);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, major_version), 16);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, minor_version), 20);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, patch_version), 24);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, platform), 32);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, platform_fns), 40);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, destroy_platform), 48);
        assert_eq!(offset_of!(SE_PlatformRegistrationParams, destroy_platform_fns), 56);
    }
}
