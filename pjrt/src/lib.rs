//! The runtime as a PJRT plugin: a shared library that JAX loads in place of its own CPU.
//!
//! The library exports one function, [`GetPjrtApi`], which gives the table of all functions of the interface.
//!
//! * [`abi`] has the layouts of arguments, and how a call enters and leaves;
//! * [`element`] has element types and their numbers;
//! * [`handles`] are what callers hold instead of pointers, so that misuse is found out;
//! * [`client`] has the client, its devices and memories; [`buffer`] tensors; [`executable`] programs and their calls; [`event`] what callers
//!   wait for;
//! * [`layouts`] is the order of elements in memory, [`shardings`] how tensors are divided over devices;
//! * [`partitioner`] asks functions of Python how operations are divided;
//! * [`options`] are what a caller wants of a client and of a compilation;
//! * [`ffi`] calls functions of the host that programs name; [`profiler`] is what JAX asks for when it records a profile;
//! * [`failure`] is the error that callers get.
//!
//! The table has every function of the interface: one that is not supported gives UNIMPLEMENTED with its name. Left to others: conversion and
//! compilation (`tfrt-compiler` by way of `tfrt-driver`), and everything about Python.
#![expect(unsafe_code, reason = "the library is called from C")]

mod abi;
mod buffer;
mod client;
mod element;
mod event;
mod executable;
mod failure;
mod ffi;
mod handles;
mod layouts;
mod options;
mod partitioner;
mod profiler;
mod shardings;
#[cfg(test)]
mod tests;

use std::ffi::c_void;

use abi::Entry;
use failure::Failure;
use handles::Handle;

/// The version of the interface.
const MAJOR: i32 = 0;
const MINOR: i32 = 91;

/// The start of the table: its version.
#[derive(Debug)]
#[repr(C)]
struct Version {
    struct_size: usize,
    extension_start: *mut c_void,
    major: i32,
    minor: i32,
}

/// The table of functions.
#[derive(Debug)]
#[repr(C)]
pub struct Api {
    struct_size: usize,
    extension_start: *const c_void,
    version: Version,
    functions: [Entry; FUNCTIONS.len()],
}

// SAFETY: its pointers are null or to functions.
unsafe impl Sync for Api {}

static API: Api = Api {
    struct_size: size_of::<Api>(),
    extension_start: (&raw const profiler::EXTENSION).cast(),
    version: Version {
        struct_size: size_of::<Version>(),
        extension_start: std::ptr::null_mut(),
        major: MAJOR,
        minor: MINOR,
    },
    functions: {
        let mut functions = [FUNCTIONS[0].1; FUNCTIONS.len()];
        let mut index = 0;
        while index < functions.len() {
            functions[index] = FUNCTIONS[index].1;
            index += 1;
        }
        functions
    },
};

/// The table of functions, which lives as long as the process.
#[unsafe(no_mangle)]
pub extern "C" fn GetPjrtApi() -> *const Api {
    &raw const API
}

/// The functions in the interface's order. Callers do not read what `PJRT_Error_Destroy` and `PJRT_Error_Message` return.
macro_rules! functions {
    ($($name:literal $(=> $body:path)?;)*) => {
        const FUNCTIONS: &[(&str, Entry)] = &[$(($name, {
            /// # Safety
            /// `args` is null, or points to the struct that the interface has for the function.
            unsafe extern "C" fn entry(args: *mut c_void) -> Handle {
                functions!(@call $name, args $(, $body)?)
            }
            entry
        }),)*];
    };
    (@call $name:literal, $args:ident, $body:path) => {
        // SAFETY: the caller passes the function's struct, or null.
        unsafe { abi::enter($name, $args, $body) }
    };
    (@call $name:literal, $args:ident) => {{
        let _: *mut c_void = $args;
        Failure::unimplemented(concat!($name, " is not supported")).into_handle()
    }};
}

functions! {
    "PJRT_Error_Destroy" => failure::destroy;
    "PJRT_Error_Message" => failure::message;
    "PJRT_Error_GetCode" => failure::code;
    "PJRT_Plugin_Initialize" => client::initialize_plugin;
    "PJRT_Plugin_Attributes" => client::plugin_attributes;
    "PJRT_Event_Destroy" => event::destroy;
    "PJRT_Event_IsReady" => event::is_ready;
    "PJRT_Event_Error" => event::error;
    "PJRT_Event_Await" => event::wait;
    "PJRT_Event_OnReady" => event::on_ready;
    "PJRT_Client_Create" => client::create;
    "PJRT_Client_Destroy" => client::destroy;
    "PJRT_Client_PlatformName" => client::platform_name;
    "PJRT_Client_ProcessIndex" => client::process_index;
    "PJRT_Client_PlatformVersion" => client::platform_version;
    "PJRT_Client_Devices" => client::devices;
    "PJRT_Client_AddressableDevices" => client::addressable_devices;
    "PJRT_Client_LookupDevice" => client::lookup_device;
    "PJRT_Client_LookupAddressableDevice" => client::lookup_addressable_device;
    "PJRT_Client_AddressableMemories" => client::addressable_memories;
    "PJRT_Client_Compile" => client::compile;
    "PJRT_Client_DefaultDeviceAssignment" => client::default_assignment;
    "PJRT_Client_BufferFromHostBuffer" => buffer::from_host;
    "PJRT_DeviceDescription_Id" => client::device_id;
    "PJRT_DeviceDescription_ProcessIndex" => client::device_process_index;
    "PJRT_DeviceDescription_Attributes" => client::device_attributes;
    "PJRT_DeviceDescription_Kind" => client::device_kind;
    "PJRT_DeviceDescription_DebugString" => client::device_debug_string;
    "PJRT_DeviceDescription_ToString" => client::device_to_string;
    "PJRT_Device_GetDescription" => client::device_description;
    "PJRT_Device_IsAddressable" => client::device_is_addressable;
    "PJRT_Device_LocalHardwareId" => client::device_hardware_id;
    "PJRT_Device_AddressableMemories" => client::device_memories;
    "PJRT_Device_DefaultMemory" => client::device_default_memory;
    "PJRT_Device_MemoryStats";
    "PJRT_Memory_Id" => client::memory_id;
    "PJRT_Memory_Kind" => client::memory_kind;
    "PJRT_Memory_DebugString" => client::memory_debug_string;
    "PJRT_Memory_ToString" => client::memory_to_string;
    "PJRT_Memory_AddressableByDevices" => client::memory_devices;
    "PJRT_Executable_Destroy" => executable::api::destroy;
    "PJRT_Executable_Name" => executable::api::name;
    "PJRT_Executable_NumReplicas" => executable::api::num_replicas;
    "PJRT_Executable_NumPartitions" => executable::api::num_partitions;
    "PJRT_Executable_NumOutputs" => executable::api::num_outputs;
    "PJRT_Executable_SizeOfGeneratedCodeInBytes" => executable::api::code_size;
    "PJRT_Executable_GetCostAnalysis" => executable::analysis::costs;
    "PJRT_Executable_OutputMemoryKinds" => executable::api::output_memory_kinds;
    "PJRT_Executable_OptimizedProgram" => executable::api::optimized_program;
    "PJRT_Executable_Serialize" => executable::serialized::serialize;
    "PJRT_LoadedExecutable_Destroy" => executable::api::loaded_destroy;
    "PJRT_LoadedExecutable_GetExecutable" => executable::api::loaded_executable;
    "PJRT_LoadedExecutable_AddressableDevices" => executable::api::loaded_devices;
    "PJRT_LoadedExecutable_Delete" => executable::api::loaded_delete;
    "PJRT_LoadedExecutable_IsDeleted" => executable::api::loaded_is_deleted;
    "PJRT_LoadedExecutable_Execute" => executable::api::execute;
    "PJRT_Executable_DeserializeAndLoad" => executable::serialized::deserialize;
    "PJRT_LoadedExecutable_Fingerprint" => executable::api::loaded_fingerprint;
    "PJRT_Buffer_Destroy" => buffer::destroy;
    "PJRT_Buffer_ElementType" => buffer::element_type;
    "PJRT_Buffer_Dimensions" => buffer::dimensions;
    "PJRT_Buffer_UnpaddedDimensions" => buffer::unpadded_dimensions;
    "PJRT_Buffer_DynamicDimensionIndices" => buffer::dynamic_dimensions;
    "PJRT_Buffer_GetMemoryLayout" => layouts::of_buffer;
    "PJRT_Buffer_OnDeviceSizeInBytes" => buffer::size;
    "PJRT_Buffer_Device" => buffer::device;
    "PJRT_Buffer_Memory" => buffer::memory;
    "PJRT_Buffer_Delete" => buffer::delete;
    "PJRT_Buffer_IsDeleted" => buffer::is_deleted;
    "PJRT_Buffer_CopyToDevice" => buffer::copy_to_device;
    "PJRT_Buffer_ToHostBuffer" => buffer::to_host;
    "PJRT_Buffer_IsOnCpu" => buffer::is_on_cpu;
    "PJRT_Buffer_ReadyEvent" => buffer::ready_event;
    "PJRT_Buffer_UnsafePointer" => buffer::unsafe_pointer;
    "PJRT_Buffer_IncreaseExternalReferenceCount" => buffer::add_reference;
    "PJRT_Buffer_DecreaseExternalReferenceCount" => buffer::drop_reference;
    "PJRT_Buffer_OpaqueDeviceMemoryDataPointer" => buffer::data_pointer;
    "PJRT_CopyToDeviceStream_Destroy";
    "PJRT_CopyToDeviceStream_AddChunk";
    "PJRT_CopyToDeviceStream_TotalBytes";
    "PJRT_CopyToDeviceStream_GranuleSize";
    "PJRT_CopyToDeviceStream_CurrentBytes";
    "PJRT_TopologyDescription_Create";
    "PJRT_TopologyDescription_Destroy";
    "PJRT_TopologyDescription_PlatformName" => client::topology_platform_name;
    "PJRT_TopologyDescription_PlatformVersion" => client::topology_platform_version;
    "PJRT_TopologyDescription_GetDeviceDescriptions" => client::topology_devices;
    "PJRT_TopologyDescription_Serialize";
    "PJRT_TopologyDescription_Attributes" => client::topology_attributes;
    "PJRT_Compile";
    "PJRT_Executable_OutputElementTypes" => executable::api::output_types;
    "PJRT_Executable_OutputDimensions" => executable::api::output_dimensions;
    "PJRT_Buffer_CopyToMemory" => buffer::copy_to_memory;
    "PJRT_Client_CreateViewOfDeviceBuffer" => buffer::of_memory;
    "PJRT_Executable_Fingerprint" => executable::api::fingerprint;
    "PJRT_Client_TopologyDescription" => client::topology;
    "PJRT_Executable_GetCompiledMemoryStats" => executable::analysis::memory;
    "PJRT_Memory_Kind_Id" => client::memory_kind_id;
    "PJRT_ExecuteContext_Create" => ffi::create_context;
    "PJRT_ExecuteContext_Destroy" => ffi::destroy_context;
    "PJRT_Buffer_CopyRawToHost";
    "PJRT_AsyncHostToDeviceTransferManager_Destroy";
    "PJRT_AsyncHostToDeviceTransferManager_TransferData";
    "PJRT_Client_CreateBuffersForAsyncHostToDevice";
    "PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer";
    "PJRT_AsyncHostToDeviceTransferManager_Device";
    "PJRT_AsyncHostToDeviceTransferManager_BufferCount";
    "PJRT_AsyncHostToDeviceTransferManager_BufferSize";
    "PJRT_AsyncHostToDeviceTransferManager_SetBufferError";
    "PJRT_AsyncHostToDeviceTransferManager_AddMetadata";
    "PJRT_Client_DmaMap";
    "PJRT_Client_DmaUnmap";
    "PJRT_Client_CreateUninitializedBuffer";
    "PJRT_Client_UpdateGlobalProcessInfo" => client::update_processes;
    "PJRT_TopologyDescription_Deserialize";
    "PJRT_Client_CreateAliasBuffer";
    "PJRT_Client_FulfillAliasBuffer";
    "PJRT_LoadedExecutable_GetDeviceAssignment" => executable::api::loaded_assignment;
    "PJRT_Client_CreateErrorBuffer";
    "PJRT_AsyncHostToDeviceTransferManager_TransferLiteral";
    "PJRT_Buffer_CopyRawToHostFuture";
    "PJRT_Device_PoisonExecution";
    "PJRT_Device_CreateAsyncTrackingEvent";
    "PJRT_AsyncTrackingEvent_Destroy";
    "PJRT_Executable_GetCompileOptions";
    "PJRT_Buffer_DonateWithControlDependency";
    "PJRT_Event_Create";
    "PJRT_Event_Set";
}
