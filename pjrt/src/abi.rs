//! The binary interface: layouts of the argument structs, and how a call from C enters.
//!
//! Each function of the table takes one struct, whose first field says how large the caller believes it to be. [`enter`] copies as much
//! of it as both sides know, works on the copy, and copies results back: a caller with an older header gets zeros for what it does not
//! know, and memory behind a newer caller's struct stays as it is. A panic becomes an error. Results that are `bool` are bytes here, because
//! callers leave them uninitialised.
//!
//! Invariant: `REQUIRED` is the end of the last field of the struct's first version, as the public header computes it.
#![expect(unsafe_code, reason = "a C interface hands over pointers")]

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::failure::Failure;
use crate::handles::Handle;

/// A function of the table.
pub(crate) type Entry = unsafe extern "C" fn(*mut c_void) -> Handle;

/// A struct of arguments.
///
/// # Safety
/// It is `repr(C)`, starts with its size, and all its bytes may be zero.
pub(crate) unsafe trait Arguments {
    /// The bytes that each caller knows.
    const REQUIRED: usize;

    /// The name, offset and size of each field.
    #[cfg(test)]
    const FIELDS: &'static [(&'static str, usize, usize)];
}

macro_rules! arguments {
    ($name:ident, { $($field:ident: $ty:ty),* } $(later { $($later:ident: $later_ty:ty),* })?) => {
        #[repr(C)]
        pub(crate) struct $name {
            pub(crate) struct_size: usize,
            pub(crate) extension_start: *mut c_void,
            $(pub(crate) $field: $ty,)*
            $($(pub(crate) $later: $later_ty,)*)?
        }

        // SAFETY: `repr(C)`, and its fields are numbers, raw pointers and optional functions.
        unsafe impl Arguments for $name {
            const REQUIRED: usize = {
                let ends = [
                    std::mem::offset_of!($name, struct_size) + size_of::<usize>(),
                    std::mem::offset_of!($name, extension_start) + size_of::<usize>(),
                    $(std::mem::offset_of!($name, $field) + size_of::<$ty>(),)*
                ];
                $($(let _ = std::mem::offset_of!($name, $later);)*)?
                ends[ends.len() - 1]
            };

            #[cfg(test)]
            const FIELDS: &'static [(&'static str, usize, usize)] = &[
                ("struct_size", std::mem::offset_of!($name, struct_size), size_of::<usize>()),
                ("extension_start", std::mem::offset_of!($name, extension_start), size_of::<usize>()),
                $((stringify!($field), std::mem::offset_of!($name, $field), size_of::<$ty>()),)*
                $($((stringify!($later), std::mem::offset_of!($name, $later), size_of::<$later_ty>()),)*)?
            ];
        }
    };
}

/// Runs a function of the table on a copy of its arguments.
///
/// # Safety
/// `args` is null, or points to a struct that starts with its own size in bytes and may be read and written for so many.
pub(crate) unsafe fn enter<A: Arguments>(
    name: &str,
    args: *mut c_void,
    body: fn(&mut A) -> Result<(), Failure>,
) -> Handle {
    let run = || {
        if args.is_null() {
            return Err(Failure::invalid(format!("{name}: expected arguments, got a null pointer")));
        }
        // SAFETY: the struct starts with its size.
        let size = unsafe { args.cast::<usize>().read_unaligned() };
        if size < A::REQUIRED {
            return Err(Failure::invalid(format!(
                "{name}: expected arguments of at least {} bytes, got struct_size {size}",
                A::REQUIRED
            )));
        }
        let shared = size.min(size_of::<A>());
        // SAFETY: all bytes of the struct may be zero; `shared` bytes are inside both structs.
        let mut own = unsafe {
            let mut own = std::mem::zeroed::<A>();
            std::ptr::copy_nonoverlapping(args.cast::<u8>(), (&raw mut own).cast(), shared);
            own
        };
        body(&mut own)?;
        // SAFETY: `shared` bytes are inside the caller's struct, which it lets the call write, and inside our own.
        unsafe { std::ptr::copy_nonoverlapping((&raw const own).cast::<u8>(), args.cast(), shared) };
        Ok(())
    };
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(())) => Handle::NULL,
        Ok(Err(failure)) => failure.into_handle(),
        Err(_) => Failure::internal(format!("{name} failed unexpectedly")).into_handle(),
    }
}

/// The elements that a caller points to.
///
/// # Safety
/// `data` is null or points to `len` elements that stay for `'a`.
pub(crate) unsafe fn elements<'a, T>(what: &str, data: *const T, len: usize) -> Result<&'a [T], Failure> {
    if len == 0 {
        return Ok(&[]);
    }
    if data.is_null() {
        return Err(Failure::invalid(format!("{what}: expected {len} elements, got a null pointer")));
    }
    // SAFETY: `data` is not null, so the caller says that `len` elements are there for `'a`.
    Ok(unsafe { std::slice::from_raw_parts(data, len) })
}

/// Functions besides the table's, in a list of such extensions.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Extension<const N: usize> {
    struct_size: usize,
    kind: i32,
    next: *const c_void,
    pub(crate) functions: [Entry; N],
}

// SAFETY: its pointers are null or to functions and constants.
unsafe impl<const N: usize> Sync for Extension<N> {}

impl<const N: usize> Extension<N> {
    /// The extension of a kind, before another one or null.
    pub(crate) const fn new(kind: i32, next: *const c_void, functions: [Entry; N]) -> Extension<N> {
        Extension { struct_size: size_of::<Extension<N>>(), kind, next, functions }
    }
}

/// A function of an extension.
macro_rules! extension_entry {
    ($name:literal, $body:path) => {{
        /// # Safety
        /// `args` is null, or points to the struct that the interface has for the function.
        #[expect(unsafe_code, reason = "the function is called from C")]
        unsafe extern "C" fn entry(args: *mut std::ffi::c_void) -> $crate::handles::Handle {
            // SAFETY: the caller passes the struct of this function, or null.
            unsafe { $crate::abi::enter($name, args, $body) }
        }
        entry
    }};
}
pub(crate) use extension_entry;

/// A value with a name.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct NamedValue {
    pub(crate) struct_size: usize,
    pub(crate) extension_start: *mut c_void,
    pub(crate) name: *const u8,
    pub(crate) name_size: usize,
    pub(crate) kind: i32,
    pub(crate) value: *const c_void,
    pub(crate) value_size: usize,
}

/// `PJRT_NamedValue_kInt64List`.
const INT64_LIST: i32 = 2;

/// Constants of the process by name.
#[derive(Debug)]
pub(crate) struct NamedValues(pub(crate) Vec<NamedValue>);

// SAFETY: the pointers are to constants of the process, which nothing writes.
unsafe impl Send for NamedValues {}
// SAFETY: the constants that the pointers name are read alone, from any number of threads.
unsafe impl Sync for NamedValues {}

/// `PJRT_NamedValue_kFloat`.
const FLOAT: i32 = 3;

impl NamedValue {
    /// A number, which lies where lists have their address.
    pub(crate) fn float(name: &'static str, value: f32) -> NamedValue {
        NamedValue {
            kind: FLOAT,
            value: std::ptr::without_provenance(value.to_bits() as usize),
            value_size: 1,
            ..NamedValue::list(name, &[])
        }
    }

    /// The number that the option of a name is, if this is it.
    pub(crate) fn number(&self, name: &str) -> Option<i64> {
        /// `PJRT_NamedValue_kInt64`.
        const INT64: i32 = 1;
        // SAFETY: the name of an option is so many bytes.
        let own = unsafe { elements("an option's name", self.name, self.name_size) };
        let is_it = own.is_ok_and(|own| own == name.as_bytes()) && self.kind == INT64;
        // Numbers lie where lists have their address.
        is_it.then(|| self.value.addr() as i64)
    }

    /// A list of numbers.
    pub(crate) fn list(name: &'static str, value: &'static [i64]) -> NamedValue {
        NamedValue {
            // The end of the last field, as for arguments.
            struct_size: std::mem::offset_of!(NamedValue, value_size) + size_of::<usize>(),
            extension_start: std::ptr::null_mut(),
            name: name.as_ptr(),
            name_size: name.len(),
            kind: INT64_LIST,
            value: value.as_ptr().cast(),
            value_size: value.len(),
        }
    }
}

/// A program to compile, or room for one.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Program {
    pub(crate) struct_size: usize,
    pub(crate) extension_start: *mut c_void,
    pub(crate) code: *mut u8,
    pub(crate) code_size: usize,
    pub(crate) format: *const u8,
    pub(crate) format_size: usize,
}

/// A visitor of values of a type of a foreign function.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct FfiTypeInfo {
    pub(crate) deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    pub(crate) serialize: Option<unsafe extern "C" fn()>,
    pub(crate) deserialize: Option<unsafe extern "C" fn()>,
}

/// The options of an execution.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct ExecuteOptions {
    pub(crate) struct_size: usize,
    pub(crate) extension_start: *mut c_void,
    pub(crate) send_callbacks: *mut c_void,
    pub(crate) recv_callbacks: *mut c_void,
    pub(crate) num_send_ops: usize,
    pub(crate) num_recv_ops: usize,
    pub(crate) launch_id: i32,
    pub(crate) non_donatable: *const i64,
    pub(crate) num_non_donatable: usize,
    pub(crate) context: Handle,
}

impl ExecuteOptions {
    /// The options that a caller points to; those that it does not know are zero.
    ///
    /// # Safety
    /// `options` is null, or points to a struct that starts with its own size.
    pub(crate) unsafe fn of(options: *const c_void) -> ExecuteOptions {
        // SAFETY: all bytes of the struct may be zero; the bytes that are copied are inside both structs.
        unsafe {
            let mut own = std::mem::zeroed::<ExecuteOptions>();
            if !options.is_null() {
                let size = options.cast::<usize>().read_unaligned().min(size_of::<ExecuteOptions>());
                std::ptr::copy_nonoverlapping(options.cast::<u8>(), (&raw mut own).cast(), size);
            }
            own
        }
    }
}

/// The order of an array's elements in memory: a union of two structs, both of which start with their size.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct MemoryLayout {
    pub(crate) struct_size: usize,
    pub(crate) extension_start: *mut c_void,
    pub(crate) inner_size: usize,
    pub(crate) inner_extension: *mut c_void,
    /// From minor to major, or strides in bytes.
    pub(crate) list: *const i64,
    pub(crate) list_len: usize,
    pub(crate) tile_dims: *const i64,
    pub(crate) tile_dim_sizes: *const usize,
    pub(crate) num_tiles: usize,
    /// 0: tiles; 1: strides.
    pub(crate) kind: i32,
}

impl MemoryLayout {
    /// The sizes of both structs, which end with their last fields.
    pub(crate) const SIZE: usize = std::mem::offset_of!(MemoryLayout, kind) + size_of::<i32>();
    pub(crate) const TILED_SIZE: usize =
        std::mem::offset_of!(MemoryLayout, kind) - std::mem::offset_of!(MemoryLayout, inner_size);
}

// Errors
arguments!(ErrorDestroy, { error: Handle });
arguments!(ErrorMessage, { error: Handle, message: *const u8, message_size: usize });
arguments!(ErrorGetCode, { error: Handle, code: i32 });

// The plugin
arguments!(PluginInitialize, {});
arguments!(PluginAttributes, { attributes: *const NamedValue, num_attributes: usize });

// Events
arguments!(EventDestroy, { event: Handle });
arguments!(EventIsReady, { event: Handle, is_ready: u8 });
arguments!(EventError, { event: Handle });
arguments!(EventAwait, { event: Handle });
arguments!(EventOnReady, { event: Handle, callback: Option<unsafe extern "C" fn(Handle, *mut c_void)>, user_arg: *mut c_void });

// Clients
arguments!(ClientCreate, { create_options: *const NamedValue, num_options: usize, kv_get_callback: *mut c_void, kv_get_user_arg: *mut c_void, kv_put_callback: *mut c_void, kv_put_user_arg: *mut c_void, client: Handle } later { kv_try_get_callback: *mut c_void, kv_try_get_user_arg: *mut c_void });
arguments!(ClientDestroy, { client: Handle });
arguments!(ClientPlatformName, { client: Handle, platform_name: *const u8, platform_name_size: usize });
arguments!(ClientProcessIndex, { client: Handle, process_index: i32 });
arguments!(ClientPlatformVersion, { client: Handle, platform_version: *const u8, platform_version_size: usize });
arguments!(ClientTopologyDescription, { client: Handle, topology: Handle });
arguments!(ClientUpdateGlobalProcessInfo, { client: Handle, process_infos: *const c_void, num_process_infos: usize });
arguments!(ClientDevices, { client: Handle, devices: *const Handle, num_devices: usize });
arguments!(ClientAddressableDevices, { client: Handle, addressable_devices: *const Handle, num_addressable_devices: usize });
arguments!(ClientLookupDevice, { client: Handle, id: i32, device: Handle });
arguments!(ClientLookupAddressableDevice, { client: Handle, local_hardware_id: i32, addressable_device: Handle });
arguments!(ClientAddressableMemories, { client: Handle, addressable_memories: *const Handle, num_addressable_memories: usize });
arguments!(ClientCompile, { client: Handle, program: *const Program, compile_options: *const u8, compile_options_size: usize, executable: Handle });
arguments!(ClientDefaultDeviceAssignment, { client: Handle, num_replicas: i32, num_partitions: i32, default_assignment_size: usize, default_assignment: *mut i32 });
arguments!(ClientBufferFromHostBuffer, { client: Handle, data: *const c_void, element_type: i32, dims: *const i64, num_dims: usize, byte_strides: *const i64, num_byte_strides: usize, host_buffer_semantics: i32, device: Handle, memory: Handle, device_layout: *mut c_void, done_with_host_buffer: Handle, buffer: Handle });

// Topologies
arguments!(TopologyDescriptionPlatformName, { topology: Handle, platform_name: *const u8, platform_name_size: usize });
arguments!(TopologyDescriptionPlatformVersion, { topology: Handle, platform_version: *const u8, platform_version_size: usize });
arguments!(TopologyDescriptionGetDeviceDescriptions, { topology: Handle, descriptions: *const Handle, num_descriptions: usize });
arguments!(TopologyDescriptionAttributes, { topology: Handle, attributes: *const NamedValue, num_attributes: usize });

// Devices and memories
arguments!(DeviceDescriptionId, { device_description: Handle, id: i32 });
arguments!(DeviceDescriptionProcessIndex, { device_description: Handle, process_index: i32 });
arguments!(DeviceDescriptionAttributes, { device_description: Handle, num_attributes: usize, attributes: *const NamedValue });
arguments!(DeviceDescriptionKind, { device_description: Handle, device_kind: *const u8, device_kind_size: usize });
arguments!(DeviceDescriptionDebugString, { device_description: Handle, debug_string: *const u8, debug_string_size: usize });
arguments!(DeviceDescriptionToString, { device_description: Handle, to_string: *const u8, to_string_size: usize });
arguments!(DeviceGetDescription, { device: Handle, device_description: Handle });
arguments!(DeviceIsAddressable, { device: Handle, is_addressable: u8 });
arguments!(DeviceLocalHardwareId, { device: Handle, local_hardware_id: i32 });
arguments!(DeviceAddressableMemories, { device: Handle, memories: *const Handle, num_memories: usize });
arguments!(DeviceDefaultMemory, { device: Handle, memory: Handle });
arguments!(MemoryId, { memory: Handle, id: i32 });
arguments!(MemoryKind, { memory: Handle, kind: *const u8, kind_size: usize });
arguments!(MemoryKindId, { memory: Handle, kind_id: i32 });
arguments!(MemoryDebugString, { memory: Handle, debug_string: *const u8, debug_string_size: usize });
arguments!(MemoryToString, { memory: Handle, to_string: *const u8, to_string_size: usize });
arguments!(MemoryAddressableByDevices, { memory: Handle, devices: *const Handle, num_devices: usize });

// Executables
arguments!(ExecutableDestroy, { executable: Handle });
arguments!(ExecutableName, { executable: Handle, executable_name: *const u8, executable_name_size: usize });
arguments!(ExecutableNumReplicas, { executable: Handle, num_replicas: usize });
arguments!(ExecutableNumPartitions, { executable: Handle, num_partitions: usize });
arguments!(ExecutableNumOutputs, { executable: Handle, num_outputs: usize });
arguments!(ExecutableSizeOfGeneratedCodeInBytes, { executable: Handle, size_in_bytes: i64 });
arguments!(ExecutableOutputElementTypes, { executable: Handle, output_types: *const i32, num_output_types: usize });
arguments!(ExecutableOutputDimensions, { executable: Handle, num_outputs: usize, dims: *const i64, dim_sizes: *const usize });
arguments!(ExecutableOutputMemoryKinds, { executable: Handle, num_outputs: usize, memory_kinds: *const *const u8, memory_kind_sizes: *const usize });
arguments!(ExecutableOptimizedProgram, { executable: Handle, program: *mut Program });
arguments!(ExecutableFingerprint, { executable: Handle, executable_fingerprint: *const u8, executable_fingerprint_size: usize });
arguments!(ExecutableGetCostAnalysis, { executable: Handle, num_properties: usize, properties: *const NamedValue });
arguments!(ExecutableGetCompiledMemoryStats, { executable: Handle, generated_code_size_in_bytes: i64, argument_size_in_bytes: i64, output_size_in_bytes: i64, alias_size_in_bytes: i64, temp_size_in_bytes: i64, host_generated_code_size_in_bytes: i64, host_argument_size_in_bytes: i64, host_output_size_in_bytes: i64, host_alias_size_in_bytes: i64, host_temp_size_in_bytes: i64 } later { peak_memory_in_bytes: i64, total_size_in_bytes: i64 });
arguments!(ExecutableSerialize, { executable: Handle, serialized_bytes: *const u8, serialized_bytes_size: usize, serialized_executable: Handle, serialized_executable_deleter: Option<extern "C" fn(Handle)> });
arguments!(ExecutableParameterShardings, { executable: Handle, num_parameters: usize, shardings: *const *const u8, sharding_sizes: *const usize });
arguments!(ExecutableOutputShardings, { executable: Handle, num_outputs: usize, shardings: *const *const u8, sharding_sizes: *const usize });
arguments!(ExecutableDeserializeAndLoad, { client: Handle, serialized_executable: *const u8, serialized_executable_size: usize, loaded_executable: Handle } later { overridden_serialized_compile_options: *const u8, overridden_serialized_compile_options_size: usize });
arguments!(LoadedExecutableDestroy, { executable: Handle });
arguments!(LoadedExecutableGetExecutable, { loaded_executable: Handle, executable: Handle });
arguments!(LoadedExecutableAddressableDevices, { executable: Handle, addressable_devices: *const Handle, num_addressable_devices: usize });
arguments!(LoadedExecutableGetDeviceAssignment, { executable: Handle, serialized_bytes: *const u8, serialized_bytes_size: usize, serialized_device_assignment: *mut c_void, serialized_device_assignment_deleter: Option<unsafe extern "C" fn(*mut c_void)> });
arguments!(LoadedExecutableDelete, { executable: Handle });
arguments!(LoadedExecutableIsDeleted, { executable: Handle, is_deleted: u8 });
arguments!(LoadedExecutableExecute, { executable: Handle, options: *const c_void, argument_lists: *const *const Handle, num_devices: usize, num_args: usize, output_lists: *const *mut Handle, device_complete_events: *mut Handle, execute_device: Handle });
arguments!(LoadedExecutableFingerprint, { executable: Handle, executable_fingerprint: *const u8, executable_fingerprint_size: usize });

// Buffers
arguments!(BufferDestroy, { buffer: Handle });
arguments!(BufferElementType, { buffer: Handle, element_type: i32 });
arguments!(BufferDimensions, { buffer: Handle, dims: *const i64, num_dims: usize });
arguments!(BufferUnpaddedDimensions, { buffer: Handle, unpadded_dims: *const i64, num_dims: usize });
arguments!(BufferDynamicDimensionIndices, { buffer: Handle, dynamic_dim_indices: *const usize, num_dynamic_dims: usize });
arguments!(BufferOnDeviceSizeInBytes, { buffer: Handle, on_device_size_in_bytes: usize });
arguments!(BufferDevice, { buffer: Handle, device: Handle });
arguments!(BufferMemory, { buffer: Handle, memory: Handle });
arguments!(BufferDelete, { buffer: Handle });
arguments!(BufferIsDeleted, { buffer: Handle, is_deleted: u8 });
arguments!(BufferCopyToDevice, { buffer: Handle, dst_device: Handle, dst_buffer: Handle });
arguments!(BufferCopyToMemory, { buffer: Handle, dst_memory: Handle, dst_buffer: Handle });
arguments!(BufferToHostBuffer, { src: Handle, host_layout: *mut c_void, dst: *mut c_void, dst_size: usize, event: Handle });
arguments!(BufferIsOnCpu, { buffer: Handle, is_on_cpu: u8 });
arguments!(BufferReadyEvent, { buffer: Handle, event: Handle });
arguments!(BufferUnsafePointer, { buffer: Handle, buffer_pointer: usize });
arguments!(BufferIncreaseExternalReferenceCount, { buffer: Handle });
arguments!(BufferDecreaseExternalReferenceCount, { buffer: Handle });
arguments!(BufferOpaqueDeviceMemoryDataPointer, { buffer: Handle, device_memory_ptr: *mut c_void });

arguments!(BufferGetMemoryLayout, { buffer: Handle, layout: MemoryLayout });

arguments!(ClientCreateViewOfDeviceBuffer, { client: Handle, device_buffer_ptr: *mut c_void, dims: *const i64, num_dims: usize, element_type: i32, layout: *mut c_void, device: Handle, on_delete_callback: Option<unsafe extern "C" fn(*mut c_void, *mut c_void)>, on_delete_callback_arg: *mut c_void, stream: isize, buffer: Handle } later { memory: Handle });

// Layouts
arguments!(LayoutDestroy, { layout: Handle });
arguments!(LayoutSerialize, { layout: Handle, serialized_bytes: *const u8, serialized_bytes_size: usize, serialized_layout: Handle, serialized_layout_deleter: Option<extern "C" fn(Handle)> });
arguments!(ClientGetDefaultLayout, { client: Handle, element_type: i32, dims: *const i64, num_dims: usize, layout: Handle });
arguments!(BufferMemoryLayout, { buffer: Handle, layout: Handle });
arguments!(TopologyGetDefaultLayout, { topology: Handle, element_type: i32, dims: *const i64, num_dims: usize, layout: Handle });
arguments!(ExecutableGetOutputLayouts, { executable: Handle, num_outputs: usize, layouts: *const Handle });

// Foreign functions
arguments!(ExecuteContextCreate, { context: Handle });
arguments!(ExecuteContextDestroy, { context: Handle });
arguments!(FfiTypeRegister, { type_name: *const u8, type_name_size: usize, type_id: i64, type_info: *const FfiTypeInfo });
arguments!(FfiUserDataAdd, { context: Handle, type_id: i64, data: *mut c_void });
