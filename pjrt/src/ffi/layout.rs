//! Layouts of the interface between a runtime and its foreign functions, version 0.3, as the public header `xla/ffi/api/c_api.h` has them.

use std::ffi::{c_char, c_void};

/// A function of the host. It gives null, or an error that the runtime destroys.
pub(crate) type Handler = unsafe extern "C" fn(*mut CallFrame) -> *mut c_void;

/// The functions for the stages of a call; all but the last may be missing.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub(crate) struct Bundle {
    pub(crate) instantiate: Option<Handler>,
    pub(crate) prepare: Option<Handler>,
    pub(crate) initialize: Option<Handler>,
    pub(crate) execute: Option<Handler>,
}

/// A stage of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(i32)]
pub(crate) enum Stage {
    Instantiate = 0,
    Prepare = 1,
    Initialize = 2,
    Execute = 3,
}

/// The start of each struct: its size, and extensions.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Head {
    pub(crate) struct_size: usize,
    pub(crate) extension_start: *mut c_void,
}

/// A text that does not end in a zero.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct ByteSpan {
    pub(crate) data: *const u8,
    pub(crate) len: usize,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Buffer {
    pub(crate) head: Head,
    pub(crate) dtype: i32,
    pub(crate) data: *mut c_void,
    pub(crate) rank: i64,
    pub(crate) dims: *mut i64,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Scalar {
    pub(crate) dtype: i32,
    pub(crate) value: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Array {
    pub(crate) dtype: i32,
    pub(crate) size: usize,
    pub(crate) data: *mut c_void,
}

/// Arguments, and results.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Values {
    pub(crate) head: Head,
    pub(crate) size: i64,
    pub(crate) types: *mut i32,
    pub(crate) values: *mut *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Attributes {
    pub(crate) head: Head,
    pub(crate) size: i64,
    pub(crate) types: *mut i32,
    pub(crate) names: *mut *mut ByteSpan,
    pub(crate) values: *mut *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct CallFrame {
    pub(crate) head: Head,
    pub(crate) api: *const c_void,
    pub(crate) context: *mut c_void,
    pub(crate) stage: i32,
    pub(crate) arguments: Values,
    pub(crate) results: Values,
    pub(crate) attributes: Attributes,
    pub(crate) future: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct ErrorCreate {
    pub(crate) head: Head,
    pub(crate) message: *const c_char,
    pub(crate) code: i32,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct ErrorGetMessage {
    pub(crate) head: Head,
    pub(crate) error: *mut c_void,
    pub(crate) message: *const c_char,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct ErrorDestroy {
    pub(crate) head: Head,
    pub(crate) error: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct HandlerRegister {
    pub(crate) head: Head,
    pub(crate) name: ByteSpan,
    pub(crate) platform: ByteSpan,
    pub(crate) bundle: Bundle,
    pub(crate) traits: u32,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct TypeInfo {
    pub(crate) head: Head,
    pub(crate) deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct TypeRegister {
    pub(crate) head: Head,
    pub(crate) name: ByteSpan,
    pub(crate) type_id: *mut i64,
    pub(crate) info: *const TypeInfo,
}

/// `ExecutionContext_Get`, and with a stage `State_Set` and `State_Get`.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct ContextGet {
    pub(crate) head: Head,
    pub(crate) context: *mut c_void,
    pub(crate) type_id: *mut i64,
    pub(crate) data: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct State {
    pub(crate) head: Head,
    pub(crate) context: *mut c_void,
    pub(crate) stage: i32,
    pub(crate) type_id: *mut i64,
    pub(crate) state: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Allocate {
    pub(crate) head: Head,
    pub(crate) context: *mut c_void,
    pub(crate) size: usize,
    pub(crate) alignment: usize,
    pub(crate) data: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Free {
    pub(crate) head: Head,
    pub(crate) context: *mut c_void,
    pub(crate) size: usize,
    pub(crate) data: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct Schedule {
    pub(crate) head: Head,
    pub(crate) context: *mut c_void,
    pub(crate) task: Option<unsafe extern "C" fn(*mut c_void)>,
    pub(crate) data: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct NumThreads {
    pub(crate) head: Head,
    pub(crate) context: *mut c_void,
    pub(crate) num_threads: *mut i64,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct FutureOf {
    pub(crate) head: Head,
    pub(crate) future: *mut c_void,
}

#[derive(Debug)]
#[repr(C)]
pub(crate) struct FutureError {
    pub(crate) head: Head,
    pub(crate) future: *mut c_void,
    pub(crate) error: *mut c_void,
}

/// `RunId_Get` and `DeviceOrdinal_Get`, whose result is of 64 or 32 bits.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Number {
    pub(crate) head: Head,
    pub(crate) context: *mut c_void,
    pub(crate) value: i64,
}
