//! The functions that foreign functions call: errors, user data, state, memory, tasks and futures.
#![expect(unsafe_code, reason = "foreign functions are C++ and hand over pointers")]

use std::alloc::Layout;
use std::collections::HashMap;
use std::ffi::{CStr, CString, c_void};
use std::sync::{Arc, LazyLock};

use parking_lot::{Condvar, Mutex};

use super::layout::*;
use crate::failure::{Code, Failure};

/// An error of a foreign function.
#[derive(Debug)]
pub(super) struct FfiError {
    pub(super) code: i32,
    pub(super) message: CString,
}

/// A value that a foreign function keeps between its calls.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kept {
    type_id: i64,
    address: usize,
}

/// The context of an execution for the foreign functions that it calls.
#[derive(Debug)]
pub(super) struct Execution<'a> {
    /// The caller's data by type.
    pub(super) user_data: &'a [(i64, usize)],
    /// The state of the call site.
    pub(super) states: Mutex<HashMap<Stage, Kept>>,
    /// Memory by address.
    allocated: Mutex<HashMap<usize, Layout>>,
    pub(super) run: i64,
}

impl<'a> Execution<'a> {
    pub(super) fn new(user_data: &'a [(i64, usize)], run: i64) -> Execution<'a> {
        Execution { user_data, states: Mutex::default(), allocated: Mutex::default(), run }
    }
}

impl Drop for Execution<'_> {
    fn drop(&mut self) {
        for (address, layout) in self.allocated.get_mut().drain() {
            // SAFETY: `allocate` made it with this layout, and `free` has not freed it.
            unsafe { std::alloc::dealloc(std::ptr::with_exposed_provenance_mut(address), layout) };
        }
    }
}

/// The function that frees a value of a type.
pub(super) type Deleter = unsafe extern "C" fn(*mut c_void);

/// Types by name: number, and what frees a value.
type Types = HashMap<Vec<u8>, (i64, Option<Deleter>)>;

/// The types that were registered here.
static TYPES: LazyLock<Mutex<Types>> = LazyLock::new(Mutex::default);

/// The number of a type by its name; `wanted` is not zero if it has one already.
pub(super) fn register_type(name: &[u8], wanted: i64, deleter: Option<Deleter>) -> Result<i64, Failure> {
    // Numbers of the library that functions come from start at 1.
    const FIRST: i64 = 1 << 32;
    let mut types = TYPES.lock();
    let next = FIRST + types.len() as i64;
    let (number, _) =
        *types.entry(name.to_vec()).or_insert((if wanted == 0 { next } else { wanted }, deleter));
    match wanted == 0 || wanted == number {
        true => Ok(number),
        false => Err(Failure::invalid(format!(
            "the type '{}' has number {number}, got {wanted}",
            String::from_utf8_lossy(name)
        ))),
    }
}

/// Frees the state of a call site.
pub(super) fn free_state(kept: Kept) {
    let deleter =
        TYPES.lock().values().find(|(number, _)| *number == kept.type_id).and_then(|(_, free)| *free);
    if let Some(deleter) = deleter {
        // SAFETY: a function gave the value, to be freed by its type's deleter once.
        unsafe { deleter(std::ptr::with_exposed_provenance_mut(kept.address)) };
    }
}

/// Something that is not known yet.
#[derive(Debug, Default)]
struct Future {
    /// Null, or the address of an error.
    result: Mutex<Option<usize>>,
    is_set: Condvar,
}

/// Waits for a future that a function gave; its error or null.
///
/// # Safety
/// `future` is from `Future_Create`, and given up by the function.
pub(super) unsafe fn wait(future: *mut c_void) -> *mut c_void {
    // SAFETY: the count that the function gave up.
    let future = unsafe { Arc::from_raw(future.cast::<Future>()) };
    let mut result = future.result.lock();
    loop {
        match *result {
            Some(address) => return std::ptr::with_exposed_provenance_mut(address),
            None => future.is_set.wait(&mut result),
        }
    }
}

/// The error that a function gave.
///
/// # Safety
/// `error` is null or from `Error_Create`, and the caller's alone.
pub(super) unsafe fn take_error(error: *mut c_void) -> Option<FfiError> {
    // SAFETY: an `error` that is not null is a box that `error_of` leaked, and only the caller of this function has it.
    (!error.is_null()).then(|| *unsafe { Box::from_raw(error.cast::<FfiError>()) })
}

fn error_of(code: i32, message: impl Into<Vec<u8>>) -> *mut c_void {
    let mut message: Vec<u8> = message.into();
    message.retain(|&byte| byte != 0);
    let message = CString::new(message).unwrap_or_default();
    Box::into_raw(Box::new(FfiError { code, message })).cast()
}

type Function = unsafe extern "C" fn(*mut c_void) -> *mut c_void;

/// The table that functions get.
#[repr(C)]
pub(super) struct Api {
    struct_size: usize,
    extension_start: *mut c_void,
    version: Version,
    internal: *const c_void,
    functions: [Function; 18],
}

#[repr(C)]
struct Version {
    struct_size: usize,
    extension_start: *mut c_void,
    major: i32,
    minor: i32,
}

// SAFETY: its pointers are null or to functions.
unsafe impl Sync for Api {}

pub(super) static API: Api = Api {
    struct_size: size_of::<Api>(),
    extension_start: std::ptr::null_mut(),
    version: Version {
        struct_size: size_of::<Version>(),
        extension_start: std::ptr::null_mut(),
        major: 0,
        minor: 3,
    },
    internal: std::ptr::null(),
    functions: [
        error_create,
        error_get_message,
        error_destroy,
        handler_register,
        stream_get,
        type_register,
        context_get,
        state_set,
        state_get,
        allocate,
        free,
        schedule,
        num_threads,
        future_create,
        future_set_available,
        future_set_error,
        run_id,
        device_ordinal,
    ],
};

/// A function of the table: a null pointer where the struct should be is an error.
macro_rules! entry {
    ($(#[$doc:meta])* $name:ident($args:ident: $ty:ty) $body:block) => {
        $(#[$doc])*
        ///
        /// # Safety
        /// `args` is null, or points to the struct that the interface has for the function, whose pointers are good.
        unsafe extern "C" fn $name(args: *mut c_void) -> *mut c_void {
            // SAFETY: the caller's struct, which nothing else uses during the call.
            let Some($args) = (unsafe { args.cast::<$ty>().as_mut() }) else {
                return error_of(Code::InvalidArgument as i32, concat!(stringify!($name), ": expected arguments, got a null pointer"));
            };
            $body
        }
    };
}

entry! {
    /// A new error.
    error_create(args: ErrorCreate) {
        let message = match args.message.is_null() {
            true => Vec::new(),
            // SAFETY: a text that ends in a zero.
            false => unsafe { CStr::from_ptr(args.message) }.to_bytes().to_vec(),
        };
        error_of(args.code, message)
    }
}

entry! {
    /// The text of an error, which lives as long as it.
    error_get_message(args: ErrorGetMessage) {
        // SAFETY: an error that was not destroyed, or null.
        args.message = unsafe { args.error.cast::<FfiError>().as_ref() }.map_or(c"".as_ptr(), |error| error.message.as_ptr());
        std::ptr::null_mut()
    }
}

entry! {
    /// Destroys an error.
    error_destroy(args: ErrorDestroy) {
        // SAFETY: the caller gives it up.
        drop(unsafe { take_error(args.error) });
        std::ptr::null_mut()
    }
}

/// A text of a caller.
///
/// # Safety
/// The span is of bytes that stay for `'a`.
unsafe fn text<'a>(span: ByteSpan) -> &'a [u8] {
    if span.data.is_null() || span.len == 0 {
        return &[];
    }
    // SAFETY: the caller says that so many bytes are there and stay for `'a`; the pointer is not null.
    unsafe { std::slice::from_raw_parts(span.data, span.len) }
}

entry! {
    /// Registers a function by name.
    handler_register(args: HandlerRegister) {
        // SAFETY: a text of the caller.
        super::register(unsafe { text(args.name) }, args.bundle);
        std::ptr::null_mut()
    }
}

entry! {
    /// There are no streams on a host.
    stream_get(args: Head) {
        let _ = args;
        error_of(Code::Unimplemented as i32, "there are no streams on the host")
    }
}

entry! {
    /// Registers a type by name.
    type_register(args: TypeRegister) {
        // SAFETY: a text, a number and a struct of the caller.
        let (name, number, deleter) = unsafe {
            let deleter = args.info.as_ref().and_then(|info| info.deleter);
            (text(args.name), args.type_id.as_mut(), deleter)
        };
        let Some(number) = number else { return error_of(Code::InvalidArgument as i32, "the type has no place for its number") };
        match register_type(name, *number, deleter) {
            Ok(found) => {
                *number = found;
                std::ptr::null_mut()
            }
            Err(failure) => error_of(failure.code as i32, failure.message),
        }
    }
}

/// The execution that a call belongs to, and the number of a type.
///
/// # Safety
/// The pointers are those that the call was given, or null.
unsafe fn of_call<'a>(context: *mut c_void, type_id: *const i64) -> Option<(&'a Execution<'a>, i64)> {
    // SAFETY: the context is from `call`, and lives as long as the call.
    unsafe {
        Some((context.cast::<Execution<'_>>().as_ref()?, type_id.as_ref().copied().unwrap_or_default()))
    }
}

const NO_CONTEXT: &str = "the call has no execution context";

entry! {
    /// The caller's data of a type.
    context_get(args: ContextGet) {
        // SAFETY: the caller passes the context that `call` gave its handler and the number of a type, or null.
        let Some((execution, number)) = (unsafe { of_call(args.context, args.type_id) }) else {
            return error_of(Code::InvalidArgument as i32, NO_CONTEXT);
        };
        match execution.user_data.iter().find(|(known, _)| *known == number) {
            Some(&(_, data)) => {
                args.data = std::ptr::with_exposed_provenance_mut(data);
                std::ptr::null_mut()
            }
            None => error_of(Code::NotFound as i32, format!("the execution has no data of type {number}")),
        }
    }
}

/// The stage of a number.
fn stage(number: i32) -> Option<Stage> {
    [Stage::Instantiate, Stage::Prepare, Stage::Initialize, Stage::Execute]
        .into_iter()
        .find(|&stage| stage as i32 == number)
}

entry! {
    /// Keeps a value of the call site.
    state_set(args: State) {
        // SAFETY: the caller passes the context that `call` gave its handler and the number of a type, or null.
        let (Some((execution, type_id)), Some(stage)) = (unsafe { of_call(args.context, args.type_id) }, stage(args.stage)) else {
            return error_of(Code::InvalidArgument as i32, NO_CONTEXT);
        };
        let kept = Kept { type_id, address: args.state.expose_provenance() };
        match execution.states.lock().entry(stage) {
            std::collections::hash_map::Entry::Occupied(_) => error_of(Code::InvalidArgument as i32, "the state was set before"),
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(kept);
                std::ptr::null_mut()
            }
        }
    }
}

entry! {
    /// The value that the call site keeps.
    state_get(args: State) {
        // SAFETY: the caller passes the context that `call` gave its handler and the number of a type, or null.
        let (Some((execution, type_id)), Some(stage)) = (unsafe { of_call(args.context, args.type_id) }, stage(args.stage)) else {
            return error_of(Code::InvalidArgument as i32, NO_CONTEXT);
        };
        match execution.states.lock().get(&stage).copied() {
            Some(kept) if kept.type_id == type_id => {
                args.state = std::ptr::with_exposed_provenance_mut(kept.address);
                std::ptr::null_mut()
            }
            Some(_) => error_of(Code::InvalidArgument as i32, "the state is of another type"),
            None => error_of(Code::NotFound as i32, "the state was not set"),
        }
    }
}

entry! {
    /// Memory until it is freed, or until the call is over.
    allocate(args: Allocate) {
        // SAFETY: the caller passes the context that `call` gave its handler, or null.
        let Some((execution, _)) = (unsafe { of_call(args.context, std::ptr::null()) }) else {
            return error_of(Code::InvalidArgument as i32, NO_CONTEXT);
        };
        let Ok(layout) = Layout::from_size_align(args.size.max(1), args.alignment.max(1)) else {
            return error_of(Code::InvalidArgument as i32, format!("{} bytes cannot be aligned to {}", args.size, args.alignment));
        };
        // SAFETY: the layout is of one byte at least.
        let data = unsafe { std::alloc::alloc(layout) };
        if data.is_null() {
            return error_of(Code::ResourceExhausted as i32, format!("out of memory for {} bytes", args.size));
        }
        execution.allocated.lock().insert(data.expose_provenance(), layout);
        args.data = data.cast();
        std::ptr::null_mut()
    }
}

entry! {
    /// Frees memory.
    free(args: Free) {
        // SAFETY: the caller passes the context that `call` gave its handler, or null.
        let Some((execution, _)) = (unsafe { of_call(args.context, std::ptr::null()) }) else {
            return error_of(Code::InvalidArgument as i32, NO_CONTEXT);
        };
        match execution.allocated.lock().remove(&args.data.addr()) {
            // SAFETY: `allocate` made it with this layout, and it was not freed.
            Some(layout) => unsafe { std::alloc::dealloc(args.data.cast(), layout) },
            None => return error_of(Code::InvalidArgument as i32, "the memory was not allocated for this call"),
        }
        std::ptr::null_mut()
    }
}

entry! {
    /// Runs a task, here and now: the interface does not say when.
    schedule(args: Schedule) {
        if let Some(task) = args.task {
            // SAFETY: the caller's task with its argument, once.
            unsafe { task(args.data) };
        }
        std::ptr::null_mut()
    }
}

entry! {
    /// Tasks run in the thread that schedules them.
    num_threads(args: NumThreads) {
        // SAFETY: a number of the caller, or null.
        if let Some(count) = unsafe { args.num_threads.as_mut() } {
            *count = 1;
        }
        std::ptr::null_mut()
    }
}

entry! {
    /// A new future. The call waits for it with one count, who sets it gives up the other.
    future_create(args: FutureOf) {
        let future = Arc::new(Future::default());
        args.future = Arc::into_raw(future.clone()).cast_mut().cast();
        std::mem::forget(future);
        std::ptr::null_mut()
    }
}

/// Sets a future, and gives up the setter's count.
///
/// # Safety
/// `future` is from `future_create` and was not set.
unsafe fn set(future: *mut c_void, error: *mut c_void) -> *mut c_void {
    if future.is_null() {
        return error_of(Code::InvalidArgument as i32, "expected a future, got a null pointer");
    }
    // SAFETY: `future_create` gave the setter a count by `Arc::into_raw`, which is given up here, once.
    let future = unsafe { Arc::from_raw(future.cast::<Future>()) };
    *future.result.lock() = Some(error.expose_provenance());
    future.is_set.notify_all();
    std::ptr::null_mut()
}

entry! {
    /// Ends a future well.
    future_set_available(args: FutureOf) {
        // SAFETY: a future that was not set.
        unsafe { set(args.future, std::ptr::null_mut()) }
    }
}

entry! {
    /// Ends a future with an error.
    future_set_error(args: FutureError) {
        // SAFETY: a future that was not set, and an error that the caller gives up.
        unsafe { set(args.future, args.error) }
    }
}

entry! {
    /// The number of the execution.
    run_id(args: Number) {
        // SAFETY: the caller passes the context that `call` gave its handler, or null.
        args.value = unsafe { of_call(args.context, std::ptr::null()) }.map_or(0, |(execution, _)| execution.run);
        std::ptr::null_mut()
    }
}

entry! {
    /// The number of the device, of 32 bits in a struct of the same size.
    device_ordinal(args: Number) {
        args.value = 0;
        std::ptr::null_mut()
    }
}
