//! The C interface, as far as this crate uses it. Layouts are those of TensorFlow's headers.

#![expect(unsafe_code, reason = "declares functions of the host")]

use std::ffi::{c_char, c_int, c_void};

macro_rules! opaque {
    ($($name:ident)*) => {$(
        #[derive(Debug)]
        #[repr(C)]
        pub struct $name {
            _private: [u8; 0],
        }
    )*};
}

opaque! {
    TF_Status TF_Tensor TF_KernelBuilder TF_OpKernelConstruction TF_OpKernelContext
    TF_OpDefinitionBuilder TF_ShapeInferenceContext TF_ShapeHandle TF_DimensionHandle TF_AsyncOpKernelDoneCallback
}

pub type Create = unsafe extern "C" fn(*mut TF_OpKernelConstruction) -> *mut c_void;
pub type Compute = unsafe extern "C" fn(*mut c_void, *mut TF_OpKernelContext);
pub type ComputeAsync =
    unsafe extern "C" fn(*mut c_void, *mut TF_OpKernelContext, *mut TF_AsyncOpKernelDoneCallback);
pub type Copy = unsafe extern "C" fn(*mut TF_OpKernelContext, *mut TF_Tensor, *mut TF_Tensor);
pub type Update = unsafe extern "C" fn(*mut TF_OpKernelContext, *mut TF_Tensor, *mut TF_Tensor, c_int);
pub type Delete = unsafe extern "C" fn(*mut c_void);
pub type ShapeFn = unsafe extern "C" fn(*mut TF_ShapeInferenceContext, *mut TF_Status);

/// Bytes of a text, which need not end in a NUL.
#[repr(C)]
#[derive(Debug)]
pub struct TF_StringView {
    pub data: *const c_char,
    pub len: usize,
}

unsafe extern "C" {
    pub fn TF_NewStatus() -> *mut TF_Status;
    pub fn TF_DeleteStatus(status: *mut TF_Status);
    pub fn TF_SetStatus(status: *mut TF_Status, code: c_int, message: *const c_char);
    pub fn TF_GetCode(status: *const TF_Status) -> c_int;
    pub fn TF_Message(status: *const TF_Status) -> *const c_char;

    pub fn TF_DeleteTensor(tensor: *mut TF_Tensor);
    pub fn TF_TensorType(tensor: *const TF_Tensor) -> c_int;
    pub fn TF_NumDims(tensor: *const TF_Tensor) -> c_int;
    pub fn TF_Dim(tensor: *const TF_Tensor, index: c_int) -> i64;
    pub fn TF_TensorByteSize(tensor: *const TF_Tensor) -> usize;
    pub fn TF_TensorData(tensor: *const TF_Tensor) -> *mut c_void;
    pub fn TF_TensorElementCount(tensor: *const TF_Tensor) -> i64;

    pub fn TF_NewKernelBuilder(
        op: *const c_char,
        device: *const c_char,
        create: Option<Create>,
        compute: Option<Compute>,
        delete: Option<Delete>,
    ) -> *mut TF_KernelBuilder;
    pub fn TF_NewAsyncKernelBuilder(
        op: *const c_char,
        device: *const c_char,
        create: Option<Create>,
        compute: Option<ComputeAsync>,
        delete: Option<Delete>,
    ) -> *mut TF_KernelBuilder;
    pub fn TF_RunAsyncOpKernelDoneCallback(done: *mut TF_AsyncOpKernelDoneCallback);
    pub fn TF_KernelBuilder_TypeConstraint(
        builder: *mut TF_KernelBuilder,
        attr: *const c_char,
        ty: c_int,
        status: *mut TF_Status,
    );
    pub fn TF_KernelBuilder_HostMemory(builder: *mut TF_KernelBuilder, argument: *const c_char);
    pub fn TF_KernelBuilder_Priority(builder: *mut TF_KernelBuilder, priority: i32);
    pub fn TF_RegisterKernelBuilder(
        name: *const c_char,
        builder: *mut TF_KernelBuilder,
        status: *mut TF_Status,
    );
    pub fn TF_DeleteKernelBuilder(builder: *mut TF_KernelBuilder);

    pub fn TF_OpKernelConstruction_Failure(context: *mut TF_OpKernelConstruction, status: *mut TF_Status);
    pub fn TF_OpKernelConstruction_GetAttrFloat(
        context: *mut TF_OpKernelConstruction,
        name: *const c_char,
        value: *mut f32,
        status: *mut TF_Status,
    );
    pub fn TF_OpKernelConstruction_GetAttrInt64(
        context: *mut TF_OpKernelConstruction,
        name: *const c_char,
        value: *mut i64,
        status: *mut TF_Status,
    );
    pub fn TF_OpKernelConstruction_GetAttrBool(
        context: *mut TF_OpKernelConstruction,
        name: *const c_char,
        value: *mut u8,
        status: *mut TF_Status,
    );
    pub fn TF_OpKernelConstruction_GetAttrType(
        context: *mut TF_OpKernelConstruction,
        name: *const c_char,
        value: *mut c_int,
        status: *mut TF_Status,
    );
    pub fn TF_OpKernelConstruction_GetAttrSize(
        context: *mut TF_OpKernelConstruction,
        name: *const c_char,
        list: *mut i32,
        total: *mut i32,
        status: *mut TF_Status,
    );
    pub fn TF_OpKernelConstruction_GetAttrString(
        context: *mut TF_OpKernelConstruction,
        name: *const c_char,
        value: *mut c_char,
        room: usize,
        status: *mut TF_Status,
    );

    pub fn TF_OpKernelContext_Failure(context: *mut TF_OpKernelContext, status: *mut TF_Status);
    pub fn TF_NumInputs(context: *mut TF_OpKernelContext) -> c_int;
    pub fn TF_GetInput(
        context: *mut TF_OpKernelContext,
        i: c_int,
        tensor: *mut *mut TF_Tensor,
        status: *mut TF_Status,
    );
    pub fn TF_GetDeviceName(context: *mut TF_OpKernelContext) -> TF_StringView;
    pub fn TF_IsHostMemoryInput(context: *mut TF_OpKernelContext, i: c_int, status: *mut TF_Status) -> bool;
    pub fn TF_IsHostMemoryOutput(context: *mut TF_OpKernelContext, i: c_int, status: *mut TF_Status) -> bool;
    pub fn TF_AllocateOutput(
        context: *mut TF_OpKernelContext,
        i: c_int,
        dtype: c_int,
        dims: *const i64,
        num_dims: c_int,
        len: usize,
        status: *mut TF_Status,
    ) -> *mut TF_Tensor;

    pub fn TF_AssignVariable(
        context: *mut TF_OpKernelContext,
        variable: c_int,
        value: c_int,
        validate_shape: bool,
        copy: Option<Copy>,
        status: *mut TF_Status,
    );
    pub fn TF_AssignUpdateVariable(
        context: *mut TF_OpKernelContext,
        variable: c_int,
        value: c_int,
        op: c_int,
        is_variant: c_int,
        copy: Option<Copy>,
        update: Option<Update>,
        status: *mut TF_Status,
    );
    pub fn TF_GetInputTensorFromVariable(
        context: *mut TF_OpKernelContext,
        variable: c_int,
        lock_held: bool,
        is_variant: bool,
        sparse: bool,
        copy: Option<Copy>,
        tensor: *mut *mut TF_Tensor,
        status: *mut TF_Status,
    );

    pub fn TF_NewOpDefinitionBuilder(name: *const c_char) -> *mut TF_OpDefinitionBuilder;
    pub fn TF_OpDefinitionBuilderAddAttr(builder: *mut TF_OpDefinitionBuilder, spec: *const c_char);
    pub fn TF_OpDefinitionBuilderAddInput(builder: *mut TF_OpDefinitionBuilder, spec: *const c_char);
    pub fn TF_OpDefinitionBuilderAddOutput(builder: *mut TF_OpDefinitionBuilder, spec: *const c_char);
    pub fn TF_OpDefinitionBuilderSetIsStateful(builder: *mut TF_OpDefinitionBuilder, is: bool);
    pub fn TF_OpDefinitionBuilderSetShapeInferenceFunction(
        builder: *mut TF_OpDefinitionBuilder,
        function: Option<ShapeFn>,
    );
    pub fn TF_RegisterOpDefinition(builder: *mut TF_OpDefinitionBuilder, status: *mut TF_Status);
    pub fn TF_ShapeInferenceContextNumInputs(context: *mut TF_ShapeInferenceContext) -> i64;
    pub fn TF_ShapeInferenceContextScalar(context: *mut TF_ShapeInferenceContext) -> *mut TF_ShapeHandle;
    pub fn TF_ShapeInferenceContextVectorFromSize(
        context: *mut TF_ShapeInferenceContext,
        size: usize,
    ) -> *mut TF_ShapeHandle;
    pub fn TF_ShapeInferenceContextWithRank(
        context: *mut TF_ShapeInferenceContext,
        shape: *mut TF_ShapeHandle,
        rank: i64,
        to: *mut TF_ShapeHandle,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContextWithRankAtLeast(
        context: *mut TF_ShapeInferenceContext,
        shape: *mut TF_ShapeHandle,
        rank: i64,
        to: *mut TF_ShapeHandle,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContextWithRankAtMost(
        context: *mut TF_ShapeInferenceContext,
        shape: *mut TF_ShapeHandle,
        rank: i64,
        to: *mut TF_ShapeHandle,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContextRank(
        context: *mut TF_ShapeInferenceContext,
        shape: *mut TF_ShapeHandle,
    ) -> i64;
    pub fn TF_ShapeInferenceContextRankKnown(
        context: *mut TF_ShapeInferenceContext,
        shape: *mut TF_ShapeHandle,
    ) -> c_int;
    pub fn TF_ShapeInferenceContextSetUnknownShape(
        context: *mut TF_ShapeInferenceContext,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContextSubshape(
        context: *mut TF_ShapeInferenceContext,
        shape: *mut TF_ShapeHandle,
        start: i64,
        end: i64,
        to: *mut TF_ShapeHandle,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContextConcatenateShapes(
        context: *mut TF_ShapeInferenceContext,
        first: *mut TF_ShapeHandle,
        second: *mut TF_ShapeHandle,
        to: *mut TF_ShapeHandle,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContext_GetAttrType(
        context: *mut TF_ShapeInferenceContext,
        name: *const c_char,
        value: *mut c_int,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContextDim(
        context: *mut TF_ShapeInferenceContext,
        shape: *mut TF_ShapeHandle,
        i: i64,
        to: *mut TF_DimensionHandle,
    );
    pub fn TF_NewDimensionHandle() -> *mut TF_DimensionHandle;
    pub fn TF_DimensionHandleValueKnown(dimension: *mut TF_DimensionHandle) -> c_int;
    pub fn TF_DimensionHandleValue(dimension: *mut TF_DimensionHandle) -> i64;
    pub fn TF_DeleteDimensionHandle(dimension: *mut TF_DimensionHandle);
    pub fn TF_NewShapeHandle() -> *mut TF_ShapeHandle;
    pub fn TF_DeleteShapeHandle(handle: *mut TF_ShapeHandle);
    pub fn TF_ShapeInferenceContextGetInput(
        context: *mut TF_ShapeInferenceContext,
        i: c_int,
        handle: *mut TF_ShapeHandle,
        status: *mut TF_Status,
    );
    pub fn TF_ShapeInferenceContextSetOutput(
        context: *mut TF_ShapeInferenceContext,
        i: c_int,
        handle: *mut TF_ShapeHandle,
        status: *mut TF_Status,
    );
}

/// A struct of the interface of devices: its size first, then a pointer that is not used.
macro_rules! structs {
    ($($name:ident = $size:literal { $($field:ident: $ty:ty,)* })*) => {$(
        #[derive(Debug)]
        #[repr(C)]
        pub struct $name {
            pub struct_size: usize,
            pub ext: *mut c_void,
            $(pub $field: $ty,)*
        }
        impl $name {
            /// The value of its `_STRUCT_SIZE` macro in C.
            pub const STRUCT_SIZE: usize = $size;
        }
        const _: () = assert!(size_of::<$name>() == $size.next_multiple_of(8));
    )*};
}

type Any = Option<unsafe extern "C" fn()>;
pub type Handle = *mut c_void;
pub type Callback = unsafe extern "C" fn(*mut c_void, *mut TF_Status);

structs! {
    SP_DeviceMemoryBase = 40usize { opaque: *mut c_void, size: u64, payload: u64, }
    SP_Device = 56usize {
        ordinal: i32, device_handle: *mut c_void, hardware_name: *const c_char, device_vendor: *const c_char,
        pci_bus_id: *const c_char,
    }
    SE_CreateDeviceParams = 32usize { ordinal: i32, device: *mut SP_Device, }
    SP_DeviceFns = 40usize { get_numa_node: Any, get_memory_bandwidth: Any, get_gflops: Any, }
    SE_CreateDeviceFnsParams = 24usize { device_fns: *mut SP_DeviceFns, }
    SE_CreateStreamExecutorParams = 24usize { stream_executor: *mut SP_StreamExecutor, }
    SP_StreamExecutor = 288usize {
        allocate: Option<unsafe extern "C" fn(*const SP_Device, u64, i64, *mut SP_DeviceMemoryBase)>,
        deallocate: Option<unsafe extern "C" fn(*const SP_Device, *mut SP_DeviceMemoryBase)>,
        host_memory_allocate: Option<unsafe extern "C" fn(*const SP_Device, u64) -> *mut c_void>,
        host_memory_deallocate: Option<unsafe extern "C" fn(*const SP_Device, *mut c_void)>,
        unified_memory_allocate: Any,
        unified_memory_deallocate: Any,
        get_allocator_stats: Option<unsafe extern "C" fn(*const SP_Device, *mut c_void) -> u8>,
        device_memory_usage: Option<unsafe extern "C" fn(*const SP_Device, *mut i64, *mut i64) -> u8>,
        create_stream: Option<unsafe extern "C" fn(*const SP_Device, *mut Handle, *mut TF_Status)>,
        destroy_stream: Option<unsafe extern "C" fn(*const SP_Device, Handle)>,
        create_stream_dependency: Option<unsafe extern "C" fn(*const SP_Device, Handle, Handle, *mut TF_Status)>,
        get_stream_status: Option<unsafe extern "C" fn(*const SP_Device, Handle, *mut TF_Status)>,
        create_event: Option<unsafe extern "C" fn(*const SP_Device, *mut Handle, *mut TF_Status)>,
        destroy_event: Option<unsafe extern "C" fn(*const SP_Device, Handle)>,
        get_event_status: Option<unsafe extern "C" fn(*const SP_Device, Handle) -> c_int>,
        record_event: Option<unsafe extern "C" fn(*const SP_Device, Handle, Handle, *mut TF_Status)>,
        wait_for_event: Option<unsafe extern "C" fn(*const SP_Device, Handle, Handle, *mut TF_Status)>,
        create_timer: Any,
        destroy_timer: Any,
        start_timer: Any,
        stop_timer: Any,
        memcpy_dtoh: Option<
            unsafe extern "C" fn(*const SP_Device, Handle, *mut c_void, *const SP_DeviceMemoryBase, u64, *mut TF_Status),
        >,
        memcpy_htod: Option<
            unsafe extern "C" fn(*const SP_Device, Handle, *mut SP_DeviceMemoryBase, *const c_void, u64, *mut TF_Status),
        >,
        memcpy_dtod: Any,
        sync_memcpy_dtoh: Option<
            unsafe extern "C" fn(*const SP_Device, *mut c_void, *const SP_DeviceMemoryBase, u64, *mut TF_Status),
        >,
        sync_memcpy_htod: Option<
            unsafe extern "C" fn(*const SP_Device, *mut SP_DeviceMemoryBase, *const c_void, u64, *mut TF_Status),
        >,
        sync_memcpy_dtod: Any,
        block_host_for_event: Option<unsafe extern "C" fn(*const SP_Device, Handle, *mut TF_Status)>,
        block_host_until_done: Option<unsafe extern "C" fn(*const SP_Device, Handle, *mut TF_Status)>,
        synchronize_all_activity: Option<unsafe extern "C" fn(*const SP_Device, *mut TF_Status)>,
        mem_zero: Option<unsafe extern "C" fn(*const SP_Device, Handle, *mut SP_DeviceMemoryBase, u64, *mut TF_Status)>,
        memset: Option<unsafe extern "C" fn(*const SP_Device, Handle, *mut SP_DeviceMemoryBase, u8, u64, *mut TF_Status)>,
        memset32: Option<unsafe extern "C" fn(*const SP_Device, Handle, *mut SP_DeviceMemoryBase, u32, u64, *mut TF_Status)>,
        host_callback: Option<unsafe extern "C" fn(*const SP_Device, Handle, Option<Callback>, *mut c_void) -> u8>,
    }
    SP_Platform = 35usize {
        name: *const c_char, type_: *const c_char, supports_unified_memory: u8, use_bfc_allocator: u8,
        force_memory_growth: u8,
    }
    SP_PlatformFns = 88usize {
        get_device_count: Option<unsafe extern "C" fn(*const SP_Platform, *mut c_int, *mut TF_Status)>,
        create_device: Option<unsafe extern "C" fn(*const SP_Platform, *mut SE_CreateDeviceParams, *mut TF_Status)>,
        destroy_device: Option<unsafe extern "C" fn(*const SP_Platform, *mut SP_Device)>,
        create_device_fns: Option<unsafe extern "C" fn(*const SP_Platform, *mut SE_CreateDeviceFnsParams, *mut TF_Status)>,
        destroy_device_fns: Option<unsafe extern "C" fn(*const SP_Platform, *mut SP_DeviceFns)>,
        create_stream_executor: Option<
            unsafe extern "C" fn(*const SP_Platform, *mut SE_CreateStreamExecutorParams, *mut TF_Status),
        >,
        destroy_stream_executor: Option<unsafe extern "C" fn(*const SP_Platform, *mut SP_StreamExecutor)>,
        create_timer_fns: Any,
        destroy_timer_fns: Any,
    }
    SE_PlatformRegistrationParams = 64usize {
        major_version: i32, minor_version: i32, patch_version: i32,
        platform: *mut SP_Platform, platform_fns: *mut SP_PlatformFns,
        destroy_platform: Option<unsafe extern "C" fn(*mut SP_Platform)>,
        destroy_platform_fns: Option<unsafe extern "C" fn(*mut SP_PlatformFns)>,
    }
}
