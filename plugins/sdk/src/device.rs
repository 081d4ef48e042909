//! Devices: a type that has memory and copies to and from it.
//!
//! The device's functions finish their work before they return, so its streams have nothing to wait for and its events have happened when
//! they are recorded. That is enough for accelerators behind a synchronous driver, for simulators and for tests.

#![expect(unsafe_code, reason = "implements the C interface")]

use std::ffi::{CString, c_int, c_void};
use std::sync::OnceLock;

use crate::status::{Code, Error, guard, store, text};
use crate::sys::{self, Handle, SP_Device, SP_DeviceMemoryBase, SP_Platform, TF_Status};
use crate::tensor::Tensor;

/// A device.
pub trait Device: Send + Sync + Sized + 'static {
    /// The name of the platform and of the type: upper case letters and underscores.
    const NAME: &'static str;
    /// The type of its devices, by which kernels and programs name them.
    const TYPE: &'static str;
    /// A piece of its memory. It is read and written from any thread.
    type Memory: Send + Sync + 'static;

    /// The number of devices.
    fn count() -> usize {
        1
    }

    /// Makes a device ready.
    ///
    /// # Errors
    /// It cannot be used.
    fn open(ordinal: usize) -> Result<Self, Error>;

    /// Memory of this many bytes; `None` when there is no more.
    fn allocate(&self, bytes: usize) -> Option<Self::Memory>;

    /// Writes bytes to the start of memory.
    ///
    /// # Errors
    /// The device is not in order.
    fn write(&self, to: &Self::Memory, bytes: &[u8]) -> Result<(), Error>;

    /// Reads bytes from the start of memory.
    ///
    /// # Errors
    /// The device is not in order.
    fn read(&self, from: &Self::Memory, bytes: &mut [u8]) -> Result<(), Error>;

    /// Free and total bytes.
    fn usage(&self) -> (i64, i64);
}

/// The memory behind a tensor of a kernel that is registered for the type of device.
pub(crate) fn memory<D: Device>(tensor: &Tensor) -> Result<&D::Memory, Error> {
    let missing = || Error::new(Code::INVALID_ARGUMENT, "the tensor is in host memory");
    if tensor.in_host {
        return Err(missing());
    }
    // SAFETY: tensors on a device of this plugin have what `allocate` below gave, which lives as long as they do.
    unsafe { tensor.data().cast::<D::Memory>().as_ref() }.ok_or_else(missing)
}

/// Describes the devices to the host. [`crate::plugin!`] calls this.
///
/// # Safety
/// `params` and `status` are those that the host passes to `SE_InitPlugin`.
pub unsafe fn register_device<D: Device>(
    params: *mut sys::SE_PlatformRegistrationParams,
    status: *mut TF_Status,
) {
    static NAMES: OnceLock<(CString, CString)> = OnceLock::new();
    let (name, kind) = NAMES.get_or_init(|| (text(D::NAME), text(D::TYPE)));
    // SAFETY: the host's structs, which it has cleared; strings stay for ever.
    unsafe {
        let (Some(params), false) = (params.as_mut(), status.is_null()) else { return };
        let (Some(platform), Some(fns)) = (params.platform.as_mut(), params.platform_fns.as_mut()) else {
            return store(status, &Error::new(Code::INVALID_ARGUMENT, "the host passed no structs"));
        };
        platform.struct_size = SP_Platform::STRUCT_SIZE;
        platform.name = name.as_ptr();
        platform.type_ = kind.as_ptr();
        fns.struct_size = sys::SP_PlatformFns::STRUCT_SIZE;
        fns.get_device_count = Some(count::<D>);
        fns.create_device = Some(create::<D>);
        fns.destroy_device = Some(destroy::<D>);
        fns.create_device_fns = Some(create_fns);
        fns.destroy_device_fns = Some(destroy_fns);
        fns.create_stream_executor = Some(create_executor::<D>);
        fns.destroy_stream_executor = Some(destroy_executor);
        params.destroy_platform = Some(destroy_platform);
        params.destroy_platform_fns = Some(destroy_platform_fns);
    }
}

/// Runs code of the author for a call that reports in a status.
///
/// # Safety
/// `status` is a status of the host, which is valid during the call.
unsafe fn report(status: *mut TF_Status, body: impl FnOnce() -> Result<(), Error>) {
    if let Err(error) = guard(body) {
        // SAFETY: the caller passes the host's status, which is valid during the call.
        unsafe { store(status, &error) };
    }
}

/// The author's device behind the host's.
///
/// # Safety
/// `device` is a device of the host that [`create`] was called for with this `D` and that is not destroyed during `'d`.
unsafe fn own<'d, D>(device: *const SP_Device) -> &'d D {
    // SAFETY: `create` put it there, and it lives until `destroy`.
    unsafe { &*(*device).device_handle.cast::<D>() }
}

/// # Safety
/// `data` points to `size` bytes that do not change during `'a`; to nothing if there are none.
unsafe fn slice<'a>(data: *const c_void, size: u64) -> &'a [u8] {
    match size {
        0 => &[],
        // SAFETY: the caller passes the address of `size` bytes that the host keeps during the call.
        _ => unsafe { std::slice::from_raw_parts(data.cast(), size as usize) },
    }
}

/// # Safety
/// Called by the host: `count` has room for a number, `status` is a status.
unsafe extern "C" fn count<D: Device>(_: *const SP_Platform, count: *mut c_int, status: *mut TF_Status) {
    // SAFETY: the host passes pointers that are valid during the call, and with this `D` if there is a device.
    unsafe {
        report(status, || {
            *count = c_int::try_from(D::count()).unwrap_or(c_int::MAX);
            Ok(())
        });
    }
}

/// # Safety
/// Called by the host: `params` has a device to be filled in, `status` is a status.
unsafe extern "C" fn create<D: Device>(
    _: *const SP_Platform,
    params: *mut sys::SE_CreateDeviceParams,
    status: *mut TF_Status,
) {
    // SAFETY: the host passes pointers that are valid during the call, and with this `D` if there is a device.
    unsafe {
        report(status, || {
            let ordinal = (*params).ordinal;
            let number = usize::try_from(ordinal).ok().filter(|&number| number < D::count());
            let number = number.ok_or_else(|| {
                Error::new(Code::INVALID_ARGUMENT, format!("there is no device {ordinal} of {}", D::count()))
            })?;
            let device = &mut *(*params).device;
            device.struct_size = SP_Device::STRUCT_SIZE;
            device.ordinal = ordinal;
            device.device_handle = Box::into_raw(Box::new(D::open(number)?)).cast();
            Ok(())
        });
    }
}

/// # Safety
/// Called by the host, once, with a device that [`create`] was called for with this `D`, and that nothing uses any more.
unsafe extern "C" fn destroy<D: Device>(_: *const SP_Platform, device: *mut SP_Device) {
    // SAFETY: `create` put a box's pointer, or null, there; it is taken out once, here.
    unsafe {
        let handle = std::mem::replace(&mut (*device).device_handle, std::ptr::null_mut());
        if !handle.is_null() {
            drop(Box::from_raw(handle.cast::<D>()));
        }
    }
}

/// # Safety
/// Called by the host: `params` has a struct to be filled in.
unsafe extern "C" fn create_fns(
    _: *const SP_Platform,
    params: *mut sys::SE_CreateDeviceFnsParams,
    _: *mut TF_Status,
) {
    // SAFETY: the host passes a struct that is valid during the call.
    unsafe { (*(*params).device_fns).struct_size = sys::SP_DeviceFns::STRUCT_SIZE };
}
/// # Safety
/// None: it does nothing.
unsafe extern "C" fn destroy_fns(_: *const SP_Platform, _: *mut sys::SP_DeviceFns) {}
/// # Safety
/// None: it does nothing.
unsafe extern "C" fn destroy_executor(_: *const SP_Platform, _: *mut sys::SP_StreamExecutor) {}
/// # Safety
/// None: it does nothing.
unsafe extern "C" fn destroy_platform(_: *mut SP_Platform) {}
/// # Safety
/// None: it does nothing.
unsafe extern "C" fn destroy_platform_fns(_: *mut sys::SP_PlatformFns) {}

/// # Safety
/// Called by the host: `params` has a struct to be filled in.
unsafe extern "C" fn create_executor<D: Device>(
    _: *const SP_Platform,
    params: *mut sys::SE_CreateStreamExecutorParams,
    _: *mut TF_Status,
) {
    // SAFETY: the host passes a struct that is valid during the call.
    let se = unsafe { &mut *(*params).stream_executor };
    se.struct_size = sys::SP_StreamExecutor::STRUCT_SIZE;
    se.allocate = Some(allocate::<D>);
    se.deallocate = Some(deallocate::<D>);
    se.host_memory_allocate = Some(host_allocate);
    se.host_memory_deallocate = Some(host_deallocate);
    se.get_allocator_stats = Some(no_statistics);
    se.device_memory_usage = Some(usage::<D>);
    se.create_stream = Some(create_handle);
    se.destroy_stream = Some(destroy_handle);
    se.create_stream_dependency = Some(two_handles);
    se.get_stream_status = Some(one_handle);
    se.create_event = Some(create_handle);
    se.destroy_event = Some(destroy_handle);
    se.get_event_status = Some(event_status);
    se.record_event = Some(record);
    se.wait_for_event = Some(two_handles);
    se.memcpy_dtoh = Some(to_host::<D>);
    se.memcpy_htod = Some(to_device::<D>);
    se.sync_memcpy_dtoh = Some(sync_to_host::<D>);
    se.sync_memcpy_htod = Some(sync_to_device::<D>);
    se.block_host_for_event = Some(one_handle);
    se.block_host_until_done = Some(one_handle);
    se.synchronize_all_activity = Some(nothing);
    se.mem_zero = Some(zero::<D>);
    se.memset = Some(set::<D>);
    se.memset32 = Some(set32::<D>);
    se.host_callback = Some(host_callback);
}

/// # Safety
/// Called by the host: `device` is one that [`create`] was called for with this `D`, `to` is to be filled in.
unsafe extern "C" fn allocate<D: Device>(
    device: *const SP_Device,
    size: u64,
    _: i64,
    to: *mut SP_DeviceMemoryBase,
) {
    // SAFETY: the host passes pointers that are valid during the call, and with this `D` if there is a device.
    unsafe {
        let made = guard(|| Ok(usize::try_from(size).ok().and_then(|size| own::<D>(device).allocate(size))));
        (*to).struct_size = SP_DeviceMemoryBase::STRUCT_SIZE;
        ((*to).opaque, (*to).size) = match made {
            Ok(Some(memory)) => (Box::into_raw(Box::new(memory)).cast(), size),
            _ => (std::ptr::null_mut(), 0),
        };
    }
}

/// # Safety
/// Called by the host, once, with memory that [`allocate`] filled in with this `D`, and that nothing uses any more.
unsafe extern "C" fn deallocate<D: Device>(_: *const SP_Device, memory: *mut SP_DeviceMemoryBase) {
    // SAFETY: `allocate` put a box's pointer, or null, into `opaque`; it is taken out once, here.
    unsafe {
        let opaque = std::mem::replace(&mut (*memory).opaque, std::ptr::null_mut());
        if !opaque.is_null() {
            drop(Box::from_raw(opaque.cast::<D::Memory>()));
        }
    }
}

/// Every block of host memory starts with its size, in a line of its own.
const LINE: usize = 64;

/// # Safety
/// None: a pointer that it returns is one for [`host_deallocate`].
unsafe extern "C" fn host_allocate(_: *const SP_Device, size: u64) -> *mut c_void {
    let Some(all) = usize::try_from(size).ok().and_then(|size| size.checked_add(LINE)) else {
        return std::ptr::null_mut();
    };
    let Ok(layout) = std::alloc::Layout::from_size_align(all, LINE) else { return std::ptr::null_mut() };
    // SAFETY: the layout has a size; the block has room for a number.
    unsafe {
        let block = std::alloc::alloc(layout);
        if block.is_null() {
            return block.cast();
        }
        block.cast::<usize>().write(all);
        block.add(LINE).cast()
    }
}

/// # Safety
/// `memory` is null or came from [`host_allocate`], and is not used any more.
unsafe extern "C" fn host_deallocate(_: *const SP_Device, memory: *mut c_void) {
    if memory.is_null() {
        return;
    }
    // SAFETY: `host_allocate` returned this address, a line behind the start of its block, which begins with its size; the host passes it
    // here once.
    unsafe {
        let block = memory.cast::<u8>().sub(LINE);
        if let Ok(layout) = std::alloc::Layout::from_size_align(block.cast::<usize>().read(), LINE) {
            std::alloc::dealloc(block, layout);
        }
    }
}

/// # Safety
/// None: it does nothing.
unsafe extern "C" fn no_statistics(_: *const SP_Device, _: *mut c_void) -> u8 {
    0
}

/// # Safety
/// Called by the host: `device` is one that [`create`] was called for with this `D`, the pointers have room for a number each.
unsafe extern "C" fn usage<D: Device>(device: *const SP_Device, free: *mut i64, total: *mut i64) -> u8 {
    // SAFETY: the host passes pointers that are valid during the call, and with this `D` if there is a device.
    unsafe {
        match guard(|| Ok(own::<D>(device).usage())) {
            Ok(usage) => {
                (*free, *total) = usage;
                1
            }
            Err(_) => 0,
        }
    }
}

/// Streams, and events, are blocks that say whether they were recorded.
///
/// # Safety
/// Called by the host: `handle` has room for a handle.
unsafe extern "C" fn create_handle(_: *const SP_Device, handle: *mut Handle, _: *mut TF_Status) {
    // SAFETY: the host passes a pointer with room for a handle.
    unsafe { *handle = Box::into_raw(Box::new(std::sync::atomic::AtomicBool::new(false))).cast() };
}

/// # Safety
/// `handle` is null or came from [`create_handle`], and is not used any more.
unsafe extern "C" fn destroy_handle(_: *const SP_Device, handle: Handle) {
    if !handle.is_null() {
        // SAFETY: `create_handle` made this pointer with `Box::into_raw`; the host passes it here once, and not afterwards.
        drop(unsafe { Box::from_raw(handle.cast::<std::sync::atomic::AtomicBool>()) });
    }
}

/// # Safety
/// `event` came from [`create_handle`] and is not destroyed.
unsafe extern "C" fn record(_: *const SP_Device, _: Handle, event: Handle, _: *mut TF_Status) {
    // SAFETY: `create_handle` made this pointer, and the host has not destroyed it yet.
    unsafe { &*event.cast::<std::sync::atomic::AtomicBool>() }
        .store(true, std::sync::atomic::Ordering::Release);
}

/// # Safety
/// `event` came from [`create_handle`] and is not destroyed.
unsafe extern "C" fn event_status(_: *const SP_Device, event: Handle) -> c_int {
    // SAFETY: `create_handle` made this pointer, and the host has not destroyed it yet.
    let event = unsafe { &*event.cast::<std::sync::atomic::AtomicBool>() };
    if event.load(std::sync::atomic::Ordering::Acquire) { 3 } else { 2 }
}

/// # Safety
/// None: it does nothing.
unsafe extern "C" fn nothing(_: *const SP_Device, _: *mut TF_Status) {}
/// # Safety
/// None: it does nothing.
unsafe extern "C" fn one_handle(_: *const SP_Device, _: Handle, _: *mut TF_Status) {}
/// # Safety
/// None: it does nothing.
unsafe extern "C" fn two_handles(_: *const SP_Device, _: Handle, _: Handle, _: *mut TF_Status) {}

/// # Safety
/// Called by the host with a function that may be called once with `argument`.
unsafe extern "C" fn host_callback(
    _: *const SP_Device,
    _: Handle,
    callback: Option<sys::Callback>,
    argument: *mut c_void,
) -> u8 {
    let Some(callback) = callback else { return 0 };
    let mut status = crate::status::Status::new();
    // SAFETY: the host's function and argument, called once.
    unsafe { callback(argument, status.raw()) };
    1
}

/// # Safety
/// Called by the host: `device` is one that [`create`] was called for with this `D`; `to` points to `size` bytes, `from` is memory
/// that [`allocate`] filled in, and `status` is a status.
unsafe extern "C" fn sync_to_host<D: Device>(
    device: *const SP_Device,
    to: *mut c_void,
    from: *const SP_DeviceMemoryBase,
    size: u64,
    status: *mut TF_Status,
) {
    if size == 0 {
        return;
    }
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe {
        report(status, || {
            let bytes = std::slice::from_raw_parts_mut(to.cast::<u8>(), size as usize);
            own::<D>(device).read(&*(*from).opaque.cast::<D::Memory>(), bytes)
        });
    }
}

/// # Safety
/// Called by the host: `device` is one that [`create`] was called for with this `D`; `to` is memory that [`allocate`] filled in,
/// `from` points to `size` bytes, and `status` is a status.
unsafe extern "C" fn sync_to_device<D: Device>(
    device: *const SP_Device,
    to: *mut SP_DeviceMemoryBase,
    from: *const c_void,
    size: u64,
    status: *mut TF_Status,
) {
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe {
        report(status, || own::<D>(device).write(&*(*to).opaque.cast::<D::Memory>(), slice(from, size)));
    }
}

/// # Safety
/// Called by the host, as [`sync_to_host`] is.
unsafe extern "C" fn to_host<D: Device>(
    device: *const SP_Device,
    _: Handle,
    to: *mut c_void,
    from: *const SP_DeviceMemoryBase,
    size: u64,
    status: *mut TF_Status,
) {
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe { sync_to_host::<D>(device, to, from, size, status) };
}

/// # Safety
/// Called by the host, as [`sync_to_device`] is.
unsafe extern "C" fn to_device<D: Device>(
    device: *const SP_Device,
    _: Handle,
    to: *mut SP_DeviceMemoryBase,
    from: *const c_void,
    size: u64,
    status: *mut TF_Status,
) {
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe { sync_to_device::<D>(device, to, from, size, status) };
}

/// # Safety
/// `device` is one that [`create`] was called for with this `D`; `at` is memory that [`allocate`] filled in, and `status` is a
/// status.
unsafe fn fill<D: Device>(
    device: *const SP_Device,
    at: *mut SP_DeviceMemoryBase,
    unit: &[u8],
    size: u64,
    status: *mut TF_Status,
) {
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe {
        report(status, || {
            let bytes: Vec<u8> = unit.iter().copied().cycle().take(size as usize).collect();
            own::<D>(device).write(&*(*at).opaque.cast::<D::Memory>(), &bytes)
        });
    }
}

/// # Safety
/// Called by the host, with arguments as [`fill`] takes them.
unsafe extern "C" fn zero<D: Device>(
    device: *const SP_Device,
    _: Handle,
    at: *mut SP_DeviceMemoryBase,
    size: u64,
    status: *mut TF_Status,
) {
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe { fill::<D>(device, at, &[0], size, status) };
}

/// # Safety
/// Called by the host, with arguments as [`fill`] takes them.
unsafe extern "C" fn set<D: Device>(
    device: *const SP_Device,
    _: Handle,
    at: *mut SP_DeviceMemoryBase,
    pattern: u8,
    size: u64,
    status: *mut TF_Status,
) {
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe { fill::<D>(device, at, &[pattern], size, status) };
}

/// # Safety
/// Called by the host, with arguments as [`fill`] takes them.
unsafe extern "C" fn set32<D: Device>(
    device: *const SP_Device,
    _: Handle,
    at: *mut SP_DeviceMemoryBase,
    pattern: u32,
    size: u64,
    status: *mut TF_Status,
) {
    // SAFETY: `device` is one that `create` filled in with this `D`, the host's memory has `size` bytes, and the device's memory is what
    // `allocate` filled in and has as many.
    unsafe { fill::<D>(device, at, &pattern.to_ne_bytes(), size, status) };
}
