//! The layouts and numbers that cross the boundary, as in TensorFlow 2.21.
//!
//! Structs that plugins see by name are `repr(C)` here and carry their C names. They start with `struct_size` where they may
//! grow: [`has_field`] says whether the other side knows a field. Opaque types (`TF_Tensor`, `TF_OpKernelContext` …) are
//! Rust types behind a pointer and are declared where they are implemented.

use std::ffi::{c_char, c_int, c_void};

pub mod data_type;
pub mod grappler;
pub mod passes;
pub mod profiler;
pub mod stream_executor;

/// Any pointer whose type does not matter here.
pub type Ptr = *mut c_void;

/// Whether a struct of `struct_size` bytes, as its maker wrote it, contains the field that ends at `end`.
pub fn has_field(struct_size: usize, end: usize) -> bool {
    struct_size >= end
}

/// The offset of the end of a field: what `TF_OFFSET_OF_END` gives in C.
#[macro_export]
macro_rules! offset_of_end {
    ($ty:ty, $field:ident, $field_ty:ty) => {
        std::mem::offset_of!($ty, $field) + std::mem::size_of::<$field_ty>()
    };
}

/// Bytes with an owner, and the function that frees them.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_Buffer {
    /// The bytes.
    pub data: *const c_void,
    /// The number of bytes.
    pub length: usize,
    /// Frees them; null when they need not be freed.
    pub data_deallocator: Option<unsafe extern "C" fn(data: *mut c_void, length: usize)>,
}

impl TF_Buffer {
    /// No bytes.
    pub const EMPTY: TF_Buffer = TF_Buffer { data: std::ptr::null(), length: 0, data_deallocator: None };
}

/// Characters of another owner, not terminated.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_StringView {
    /// The characters.
    pub data: *const c_char,
    /// The number of characters.
    pub len: usize,
}

impl TF_StringView {
    /// A view of text that outlives the view.
    pub fn new(text: &str) -> TF_StringView {
        TF_StringView { data: text.as_ptr().cast(), len: text.len() }
    }
}

/// The place of a temporary.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_AllocatorAttributes {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// Not zero: in host memory.
    pub on_host: u8,
}

/// A range of inputs by argument name.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_InputRange_Args {
    /// Size as its maker knows the struct.
    pub struct_size: usize,
    /// For the host.
    pub private: Ptr,
    /// The first input of the argument.
    pub start: c_int,
    /// One past its last.
    pub stop: c_int,
    /// A `TF_Status`.
    pub status: *mut crate::status::Status,
}

/// The name that a tensor is sent and received under.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_RendezvousParsedKey {
    /// Bytes, without a NUL at the end.
    pub full_key: *mut c_char,
    /// The length of the key.
    pub full_key_size: u32,
}

/// The source or destination of a tensor.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_RendezvousArgsStruct {
    /// Something of the host's, which none is given here.
    pub device_context: Ptr,
    /// Of the memory: the lowest bit says that it is the host's.
    pub alloc_attrs: TFDevice_AllocatorAttributes,
    /// Something of the host's, which none is given here.
    pub cancellation_manager: Ptr,
}

/// The kind of memory.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TFDevice_AllocatorAttributes {
    /// The lowest bit says that it is the host's.
    pub value: u32,
    /// Not read.
    pub scope_id: i32,
}

/// A tensor to be sent.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_RendezvousSend_Params {
    /// Under which name.
    pub key: *const TF_RendezvousParsedKey,
    /// The source.
    pub args: *const TF_RendezvousArgsStruct,
    /// The sender's.
    pub tensor: *mut crate::tensor::TfTensor,
    /// Whether it stands for a value of a branch that was not taken.
    pub is_dead: bool,
    /// Whether it was sent.
    pub status: *mut crate::status::Status,
}

/// The outcome of a receive.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_RendezvousDoneCallback_Params {
    /// The receiver's.
    pub context: Ptr,
    /// Whether something was received.
    pub status: *const crate::status::Status,
    /// The tensor; the host's.
    pub tensor: *const crate::tensor::TfTensor,
    /// Whether it stands for a value of a branch that was not taken.
    pub is_dead: bool,
}

/// The receiver of a receive's outcome.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_RendezvousDoneCallbackImpl {
    /// The receiver's.
    pub context: Ptr,
    /// Called once, with the context.
    pub callback: Option<unsafe extern "C" fn(context: Ptr, params: *mut TF_RendezvousDoneCallback_Params)>,
}

/// A tensor to be received.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_RendezvousAsyncRecv_Params {
    /// The receiver's.
    pub context: Ptr,
    /// Under which name.
    pub key: *const TF_RendezvousParsedKey,
    /// The destination.
    pub args: *const TF_RendezvousArgsStruct,
    /// The function to call at the end.
    pub on_done: TF_RendezvousDoneCallbackImpl,
}

/// The functions by which kernels exchange tensors by key.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_RendezvousThunk {
    /// The first argument of the functions.
    pub rendezvous: Ptr,
    /// Sends.
    pub send_func: unsafe extern "C" fn(rendezvous: Ptr, params: *mut TF_RendezvousSend_Params),
    /// Receives.
    pub async_recv_func: unsafe extern "C" fn(rendezvous: Ptr, params: *mut TF_RendezvousAsyncRecv_Params),
    /// Gives up.
    pub start_abort_func: unsafe extern "C" fn(rendezvous: Ptr, status: *const crate::status::Status),
}

/// An input of an operation of the graph API.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_Input {
    /// The operation.
    pub oper: Ptr,
    /// The index of the input.
    pub index: c_int,
}

/// An output of an operation of the graph API.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_Output {
    /// The operation.
    pub oper: Ptr,
    /// The index of the output.
    pub index: c_int,
}

/// The graph API's metadata of an attribute.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_AttrMetadata {
    /// Whether the value is a list.
    pub is_list: u8,
    /// Its length, or −1.
    pub list_size: i64,
    /// The kind of value.
    pub ty: c_int,
    /// Total size of strings, or of dimensions.
    pub total_size: i64,
}

/// A loop that is being built with the graph API.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_WhileParams {
    /// Number of loop variables.
    pub ninputs: c_int,
    /// The graph of the condition.
    pub cond_graph: Ptr,
    /// Its inputs.
    pub cond_inputs: *const TF_Output,
    /// Its result.
    pub cond_output: TF_Output,
    /// The graph of the body.
    pub body_graph: Ptr,
    /// Its inputs.
    pub body_inputs: *const TF_Output,
    /// Its results.
    pub body_outputs: *mut TF_Output,
    /// The name of the loop.
    pub name: *const c_char,
}

/// Options for starting a thread.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_ThreadOptions {
    /// Bytes of stack; 0 for the default.
    pub stack_size: usize,
    /// Bytes of guard area; 0 for the default.
    pub guard_size: usize,
    /// NUMA node, or −1 for any.
    pub numa_node: c_int,
}

/// The statistics of a file.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct TF_FileStatistics {
    /// Bytes, or −1.
    pub length: i64,
    /// Time of the last change, in nanoseconds since 1970.
    pub mtime_nsec: i64,
    /// Whether it is a folder.
    pub is_directory: bool,
}

/// A value for calls that cannot give one: they failed, or are not supported.
pub trait Nothing {
    /// The value.
    const NOTHING: Self;
}

macro_rules! nothing {
    ($($ty:ty = $value:expr,)*) => {
        $(impl Nothing for $ty { const NOTHING: Self = $value; })*
    };
}

nothing! {
    () = (), bool = false, u8 = 0, i32 = 0, u32 = 0, i64 = 0, u64 = 0, usize = 0, f32 = 0.0,
    TF_StringView = TF_StringView { data: c"".as_ptr(), len: 0 },
    TF_Buffer = TF_Buffer::EMPTY,
    TF_Output = TF_Output { oper: std::ptr::null_mut(), index: 0 },
    TF_AttrMetadata = TF_AttrMetadata { is_list: 0, list_size: -1, ty: 0, total_size: -1 },
    TF_WhileParams = TF_WhileParams {
        ninputs: 0, cond_graph: std::ptr::null_mut(), cond_inputs: std::ptr::null(),
        cond_output: TF_Output { oper: std::ptr::null_mut(), index: 0 }, body_graph: std::ptr::null_mut(),
        body_inputs: std::ptr::null(), body_outputs: std::ptr::null_mut(), name: std::ptr::null(),
    },
}

impl<T> Nothing for *mut T {
    const NOTHING: Self = std::ptr::null_mut();
}

impl<T> Nothing for *const T {
    const NOTHING: Self = std::ptr::null();
}

#[cfg(test)]
mod tests {
    use std::mem::{offset_of, size_of};

    use super::*;

    #[test]
    fn layouts_are_those_that_tensorflow_ships() {
        assert_eq!(size_of::<TF_Buffer>(), 24);
        assert_eq!(size_of::<TF_StringView>(), 16);
        assert_eq!(size_of::<TF_AllocatorAttributes>(), 16);
        assert_eq!(offset_of_end!(TF_AllocatorAttributes, on_host, u8), 9);
        assert_eq!((size_of::<TF_InputRange_Args>(), offset_of!(TF_InputRange_Args, status)), (32, 24));
        assert_eq!(size_of::<TF_RendezvousThunk>(), 32);
        assert_eq!(size_of::<TF_RendezvousParsedKey>(), 16);
        assert_eq!(offset_of!(TF_RendezvousArgsStruct, cancellation_manager), 16);
        assert_eq!(
            (size_of::<TF_RendezvousSend_Params>(), offset_of!(TF_RendezvousSend_Params, status)),
            (40, 32)
        );
        assert_eq!(size_of::<TF_RendezvousDoneCallback_Params>(), 32);
        assert_eq!(offset_of!(TF_RendezvousDoneCallback_Params, is_dead), 24);
        assert_eq!(size_of::<TF_RendezvousAsyncRecv_Params>(), 40);
        assert_eq!(offset_of!(TF_RendezvousAsyncRecv_Params, on_done), 24);
        assert_eq!(size_of::<TF_Output>(), 16);
        assert_eq!((size_of::<TF_AttrMetadata>(), offset_of!(TF_AttrMetadata, total_size)), (32, 24));
        assert_eq!((size_of::<TF_WhileParams>(), offset_of!(TF_WhileParams, name)), (72, 64));
        assert_eq!(size_of::<TF_ThreadOptions>(), 24);
        assert_eq!(size_of::<TF_FileStatistics>(), 24);
    }
}
