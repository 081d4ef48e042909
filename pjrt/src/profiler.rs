//! The extension of the interface for profilers.
//!
//! JAX's library records what the host does, and asks each plugin for what its devices do; without this extension it calls a function that is not
//! there. The devices here are the host's own threads, so there is nothing to add: a profile of the plugin is empty.

use std::ffi::c_int;

use crate::abi::Extension;

/// The address of an error: null, as none of these functions fails.
type NoError = usize;

/// The arguments of `PLUGIN_Profiler_Create`.
#[derive(Debug)]
#[repr(C)]
struct Create {
    struct_size: usize,
    options: usize,
    options_size: usize,
    profiler: usize,
}

/// The arguments of `PLUGIN_Profiler_CollectData`: the address of the data and their size.
#[derive(Debug)]
#[repr(C)]
struct Collect {
    struct_size: usize,
    profiler: usize,
    data: [usize; 2],
}

/// `PLUGIN_Profiler_Api`.
#[derive(Debug)]
#[repr(C)]
struct Functions {
    struct_size: usize,
    own: usize,
    error_destroy: extern "C" fn(usize),
    error_message: extern "C" fn(usize),
    error_code: extern "C" fn(usize) -> NoError,
    create: extern "C" fn(Option<&mut Create>) -> NoError,
    destroy: extern "C" fn(usize) -> NoError,
    start: extern "C" fn(usize) -> NoError,
    stop: extern "C" fn(usize) -> NoError,
    collect: extern "C" fn(Option<&mut Collect>) -> NoError,
}

/// `PJRT_Profiler_Extension`.
#[derive(Debug)]
#[repr(C)]
pub(crate) struct Profiler {
    struct_size: usize,
    kind: c_int,
    next: &'static Extension<2>,
    functions: &'static Functions,
    context: i64,
}

extern "C" fn ignore(_: usize) {}

extern "C" fn done(_: usize) -> NoError {
    0
}

/// Gives a profiler, which callers only hand back.
extern "C" fn create(args: Option<&mut Create>) -> NoError {
    if let Some(args) = args {
        args.profiler = (&raw const FUNCTIONS).addr();
    }
    0
}

extern "C" fn collect(args: Option<&mut Collect>) -> NoError {
    if let Some(args) = args {
        args.data = [0; 2];
    }
    0
}

static FUNCTIONS: Functions = Functions {
    struct_size: size_of::<Functions>(),
    own: 0,
    error_destroy: ignore,
    error_message: ignore,
    error_code: done,
    create,
    destroy: done,
    start: done,
    stop: done,
    collect,
};

/// `PJRT_Extension_Type_Profiler`.
const KIND: c_int = 1;

/// The extension of the interface for profilers.
pub(crate) static EXTENSION: Profiler = Profiler {
    struct_size: size_of::<Profiler>(),
    kind: KIND,
    next: &crate::partitioner::EXTENSION,
    functions: &FUNCTIONS,
    context: 0,
};
