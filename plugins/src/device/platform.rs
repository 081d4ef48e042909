//! Platforms: the registrations of `SE_InitPlugin`, checked before they are used.
//!
//! The host clears each struct, with room behind it for fields of later versions that a newer plugin may write, and checks
//! the result: versions, names, and that every required function is there. A refusal names struct and field. Platforms
//! stay for the life of the process, as their libraries do.

#![expect(unsafe_code, reason = "calls functions of plugins")]

use std::ffi::{c_int, c_void};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;

use super::call::call;
use super::device::Device;
use crate::abi::stream_executor::{
    SE_CreateDeviceFnsParams, SE_CreateStreamExecutorParams, SE_PlatformRegistrationParams, SP_DeviceFns,
    SP_Platform, SP_PlatformFns, SP_StreamExecutor, SP_Timer, SP_TimerFns, Sized0, VERSION,
};
use crate::library::{LibraryId, note, registering, registering_name};
use crate::status::Status;

/// A struct with room for what later versions append to it.
#[repr(C)]
pub(super) struct Roomy<T> {
    pub(super) value: T,
    room: [u64; 64],
}

impl<T: Sized0> Roomy<T> {
    /// A cleared struct that stays for ever.
    pub(super) fn leak() -> *mut T {
        let roomy = Box::new(Roomy { value: T::cleared(), room: [0; 64] });
        Box::into_raw(roomy).cast()
    }
}

/// A platform of a plugin.
pub struct Platform {
    /// The plugin's name of it.
    pub name: String,
    /// The type of its devices, such as `MY_DEVICE`.
    pub device_type: String,
    /// The version of the interface that the plugin stated.
    pub version: [i32; 3],
    /// Whether memory comes in large blocks that are divided here.
    pub use_pool: bool,
    /// Whether memory can be had that host and device share.
    pub has_unified_memory: bool,
    /// The library that registered it.
    pub library: Option<LibraryId>,
    pub(super) platform: *const SP_Platform,
    pub(super) fns: SP_PlatformFns,
    pub(super) device_fns: SP_DeviceFns,
    pub(super) executor: SP_StreamExecutor,
    devices: OnceLock<Result<Vec<&'static Device>, String>>,
    /// The function that reads timers, if there are timers.
    timer: OnceLock<Option<NanosecondsFn>>,
}

impl std::fmt::Debug for Platform {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Platform")
            .field("name", &self.name)
            .field("device_type", &self.device_type)
            .finish_non_exhaustive()
    }
}

type NanosecondsFn = unsafe extern "C" fn(SP_Timer) -> u64;

// SAFETY: TensorFlow's interface requires platforms whose functions any thread may call.
unsafe impl Send for Platform {}
// SAFETY: TensorFlow's interface requires platforms whose functions several threads may call at once.
unsafe impl Sync for Platform {}

static PLATFORMS: RwLock<Vec<&'static Platform>> = RwLock::new(Vec::new());

/// All platforms, in the order of registration.
pub fn platforms() -> Vec<&'static Platform> {
    PLATFORMS.read().clone()
}

macro_rules! require {
    ($name:literal, $value:expr, $($field:ident),* $(,)?) => {
        if $value.struct_size == 0 {
            return Err(concat!($name, ": 'struct_size' is not set").to_owned());
        }
        $(if $value.$field.is_none() {
            return Err(format!("{}: the function '{}' is missing", $name, stringify!($field)));
        })*
    };
}

/// Whether a name of a platform or type is one: `[A-Z][A-Z_]*`.
fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|b| b.is_ascii_uppercase()) && bytes.all(|b| b.is_ascii_uppercase() || b == b'_')
}

/// Calls `SE_InitPlugin` and registers the platform.
///
/// # Errors
/// The plugin failed, or what it registered is not complete. The message names struct and field.
///
/// # Safety
/// `address` is that of a function `SE_InitPlugin`.
pub unsafe fn init_plugin(address: *const ()) -> Result<Option<[i32; 3]>, String> {
    type Init = unsafe extern "C-unwind" fn(params: *mut SE_PlatformRegistrationParams, status: *mut Status);
    // SAFETY: the caller passes the address of the library's `SE_InitPlugin`, whose type the header declares;
    // all structs that it gets stay for ever.
    let (params, platform, fns) = unsafe {
        let init: Init = std::mem::transmute::<*const (), Init>(address);
        let params = Roomy::<SE_PlatformRegistrationParams>::leak();
        [(*params).major_version, (*params).minor_version, (*params).patch_version] = VERSION;
        (*params).platform = Roomy::<SP_Platform>::leak();
        (*params).platform_fns = Roomy::<SP_PlatformFns>::leak();
        call("SE_InitPlugin failed", |status| init(params, status))?;
        let params = *params;
        if params.platform.is_null() || params.platform_fns.is_null() {
            return Err("SE_PlatformRegistrationParams: 'platform' or 'platform_fns' is null".into());
        }
        (params, params.platform, *params.platform_fns)
    };
    require!("SE_PlatformRegistrationParams", params, destroy_platform, destroy_platform_fns);
    let version = [params.major_version, params.minor_version, params.patch_version];
    if version[0] != VERSION[0] {
        return Err(format!(
            "SE_PlatformRegistrationParams: 'major_version' is {}, but this program has {}",
            version[0], VERSION[0]
        ));
    }
    // SAFETY: the plugin has filled in the struct, whose strings are terminated or null, as the header
    // requires.
    let (given, name, device_type) = unsafe {
        let given = *platform;
        (given, crate::exports::text(given.name), crate::exports::text(given.r#type))
    };
    require!("SP_Platform", given,);
    for (field, value) in [("name", &name), ("type", &device_type)] {
        if !is_name(value) {
            return Err(format!(
                "SP_Platform: '{field}' is \"{value}\", but must be of the form [A-Z][A-Z_]*"
            ));
        }
    }
    require!(
        "SP_PlatformFns",
        fns,
        get_device_count,
        create_device,
        destroy_device,
        create_device_fns,
        destroy_device_fns,
        create_stream_executor,
        destroy_stream_executor,
    );
    let device_fns = create_device_fns(platform, &fns)?;
    let executor = create_executor(platform, &fns)?;
    let mut platforms = PLATFORMS.write();
    let taken = platforms.iter().find(|known| known.device_type == device_type);
    if let Some(taken) = taken {
        let owner = taken.library.map_or_else(|| "the program".into(), |id| id.path().display().to_string());
        return Err(format!(
            "SP_Platform: the type '{device_type}' of {} is registered by {owner} already",
            registering_name()
        ));
    }
    note("platform", format!("{name} with devices of type {device_type}"));
    platforms.push(Box::leak(Box::new(Platform {
        name,
        device_type,
        version,
        use_pool: given.use_bfc_allocator != 0,
        has_unified_memory: given.supports_unified_memory != 0,
        library: registering(),
        platform,
        fns,
        device_fns,
        executor,
        devices: OnceLock::new(),
        timer: OnceLock::new(),
    })));
    Ok(Some(version))
}

fn create_device_fns(platform: *const SP_Platform, fns: &SP_PlatformFns) -> Result<SP_DeviceFns, String> {
    let Some(create) = fns.create_device_fns else { return Err("create_device_fns is missing".into()) };
    let mut params = SE_CreateDeviceFnsParams::cleared();
    params.device_fns = Roomy::<SP_DeviceFns>::leak();
    // SAFETY: the function is the platform's own; the structs are cleared and stay for ever.
    let device_fns = unsafe {
        call("create_device_fns failed", |status| create(platform, &raw mut params, status))?;
        *params.device_fns
    };
    require!("SP_DeviceFns", device_fns,);
    Ok(device_fns)
}

fn create_executor(platform: *const SP_Platform, fns: &SP_PlatformFns) -> Result<SP_StreamExecutor, String> {
    let Some(create) = fns.create_stream_executor else {
        return Err("create_stream_executor is missing".into());
    };
    let mut params = SE_CreateStreamExecutorParams::cleared();
    params.stream_executor = Roomy::<SP_StreamExecutor>::leak();
    // SAFETY: the function is the platform's own; the structs are cleared and stay for ever.
    let executor = unsafe {
        call("create_stream_executor failed", |status| create(platform, &raw mut params, status))?;
        *params.stream_executor
    };
    require!(
        "SP_StreamExecutor",
        executor,
        allocate,
        deallocate,
        host_memory_allocate,
        host_memory_deallocate,
        get_allocator_stats,
        device_memory_usage,
        create_stream,
        destroy_stream,
        create_stream_dependency,
        get_stream_status,
        create_event,
        destroy_event,
        get_event_status,
        record_event,
        wait_for_event,
        memcpy_dtoh,
        memcpy_htod,
        sync_memcpy_dtoh,
        sync_memcpy_htod,
        block_host_for_event,
        synchronize_all_activity,
        mem_zero,
        memset,
        memset32,
        host_callback,
    );
    Ok(executor)
}

/// Whether devices take memory that they share with the host.
static UNIFIED_MEMORY: AtomicBool = AtomicBool::new(false);

/// Says whether the devices of platforms that have unified memory take it for tensors, so that these may be more than the
/// device holds. For drivers, before the first device is made.
pub fn use_unified_memory(wanted: bool) {
    UNIFIED_MEMORY.store(wanted, Ordering::Relaxed);
}

pub(super) fn wants_unified_memory() -> bool {
    UNIFIED_MEMORY.load(Ordering::Relaxed)
}

impl Platform {
    /// The function that reads a timer.
    pub(super) fn timer_nanoseconds(&self) -> Option<NanosecondsFn> {
        *self.timer.get_or_init(|| {
            let create = self.fns.create_timer_fns?;
            let fns = Roomy::<SP_TimerFns>::leak();
            // SAFETY: the platform's own function; the struct is cleared and stays for ever.
            unsafe {
                call("create_timer_fns failed", |status| create(self.platform, fns, status)).ok()?;
                (*fns).nanoseconds
            }
        })
    }

    /// The devices, made at their first use.
    ///
    /// # Errors
    /// The plugin cannot count or make them.
    pub fn devices(&'static self) -> Result<&'static [&'static Device], &'static str> {
        let devices = self.devices.get_or_init(|| {
            let count = count_devices(self)?;
            (0..count).map(|ordinal| Device::create(self, ordinal)).collect()
        });
        match devices {
            Ok(devices) => Ok(devices),
            Err(message) => Err(message),
        }
    }
}

/// The number of the plugin's devices.
pub(super) fn count_devices(platform: &Platform) -> Result<c_int, String> {
    let mut count: c_int = 0;
    if let Some(get) = platform.fns.get_device_count {
        call("get_device_count failed", |status| {
            // SAFETY: the function is the platform's own; the pointers are valid during the call.
            unsafe { get(platform.platform, &raw mut count, status) };
        })?;
    }
    Ok(count)
}

/// Returns when all devices that were made are done with their work, and have got back the memory of dropped tensors. Errors
/// belong to the ops, which report them.
pub fn synchronize_devices() {
    for platform in platforms() {
        for device in platform.devices.get().into_iter().flatten().flatten() {
            let _ = device.give_back_all();
            device.give_back_host_memory(0);
        }
    }
}

/// The devices that were made so far.
pub fn devices_in_use() -> Vec<&'static Device> {
    let made = |platform: &'static Platform| platform.devices.get().and_then(|devices| devices.as_ref().ok());
    platforms().into_iter().filter_map(made).flatten().copied().collect()
}

/// A pointer that callbacks of plugins pass back.
pub(super) type CallbackArgument = *mut c_void;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_upper_case() {
        assert!(is_name("GPU") && is_name("MY_DEVICE"));
        assert!(!is_name("") && !is_name("_X") && !is_name("gpu") && !is_name("GPU1"));
    }
}
