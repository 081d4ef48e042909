//! Bad use: callers of other versions, handles of every wrong kind, handles that are gone. All of it is an error, or does what it says.

use super::*;

/// Bytes behind a caller's struct, which a call leaves as they are.
const TAIL: usize = 64;
const CANARY: u8 = 0xa5;

/// Calls a function with a struct of a size, whose first object is `handle`; everything else is zero. Its error, if it gives one.
fn call_sized(name: &str, size: usize, handle: Handle) -> Option<String> {
    let words = (size + TAIL) / size_of::<usize>() + 3;
    let mut memory = vec![0_usize; words];
    memory[0] = size;
    // SAFETY: a handle is one word.
    unsafe { memory.as_mut_ptr().add(2).cast::<Handle>().write(handle) };
    let start = memory.as_mut_ptr().cast::<u8>();
    let room = words * size_of::<usize>() - size.max(3 * size_of::<usize>());
    let tail = size.max(3 * size_of::<usize>());
    // SAFETY: the tail lies inside of the memory.
    unsafe { start.add(tail).write_bytes(CANARY, room) };
    let error = raw(name, start.cast());
    // SAFETY: the tail lies inside of the memory.
    let rest = unsafe { std::slice::from_raw_parts(start.add(tail), room) };
    assert!(rest.iter().all(|&byte| byte == CANARY), "{name} wrote behind a struct of {size} bytes");
    (!error.is_null()).then(|| text(error))
}

/// An object of each kind, alive.
fn objects() -> Vec<(&'static str, Handle)> {
    let client = client();
    let found = call::<ClientDevices>("PJRT_Client_Devices", |args| args.client = client).expect("it exists");
    // SAFETY: the list lives as long as the client.
    let device = unsafe { *found.devices };
    let memory = call::<DeviceDefaultMemory>("PJRT_Device_DefaultMemory", |args| args.device = device)
        .expect("it exists")
        .memory;
    let topology =
        call::<ClientTopologyDescription>("PJRT_Client_TopologyDescription", |args| args.client = client)
            .expect("it exists")
            .topology;
    let loaded = compile(client, ADD).expect("it compiles");
    let executable = call::<LoadedExecutableGetExecutable>("PJRT_LoadedExecutable_GetExecutable", |args| {
        args.loaded_executable = loaded;
    })
    .expect("it exists")
    .executable;
    let array = buffer(client, &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    let event = call::<BufferReadyEvent>("PJRT_Buffer_ReadyEvent", |args| args.buffer = array)
        .expect("it exists")
        .event;
    let context = call::<ExecuteContextCreate>("PJRT_ExecuteContext_Create", |_| {}).expect("it can be made");
    vec![
        ("client", client),
        ("device", device),
        ("memory", memory),
        ("topology", topology),
        ("loaded executable", loaded),
        ("executable", executable),
        ("buffer", array),
        ("event", event),
        ("context", context.context),
        ("error", raw("PJRT_Client_Destroy", std::ptr::null_mut())),
    ]
}

/// A size that all structs of the interface fit.
const LARGE: usize = 512;

#[test]
fn callers_of_any_version_are_answered() {
    for (name, _) in FUNCTIONS {
        for size in (0..LARGE).step_by(4) {
            call_sized(name, size, Handle::NULL);
        }
    }
}

#[test]
fn a_newer_caller_gets_what_an_older_one_does() {
    let client = client();
    assert_eq!(call_sized("PJRT_Client_PlatformName", LARGE, client), None);
    assert_eq!(call_sized("PJRT_Client_Devices", LARGE, client), None);
    let message = call_sized("PJRT_Client_PlatformName", 39, client).expect("it is too small");
    assert!(message.contains("at least 40 bytes, got struct_size 39"), "{message}");
}

/// Every function on an object of every kind, with nothing else that it needs; then again with all of them destroyed.
#[test]
fn objects_of_the_wrong_kind_and_objects_that_are_gone_are_errors() {
    for (name, _) in FUNCTIONS {
        let all = objects();
        for &(_, handle) in &all {
            call_sized(name, LARGE, handle);
        }
        for &(_, handle) in &all {
            for destroy in
                FUNCTIONS.iter().map(|function| function.0).filter(|name| name.ends_with("_Destroy"))
            {
                call_sized(destroy, LARGE, handle);
            }
        }
        for &(kind, handle) in &all {
            let needs_none = ["PJRT_Client_Create", "PJRT_ExecuteContext_Create"];
            let needs_none = needs_none.contains(name) || name.starts_with("PJRT_Plugin_");
            let error = call_sized(name, LARGE, handle);
            assert!(error.is_some() || needs_none, "{name} took a {kind} that is gone");
        }
    }
}

#[test]
fn destroying_twice_is_an_error() {
    let array = buffer(client(), &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    assert_eq!(call_sized("PJRT_Buffer_Destroy", 24, array), None);
    let message = call_sized("PJRT_Buffer_Destroy", 24, array).expect("it is gone");
    assert!(message.contains("none or was destroyed"), "{message}");
}

#[test]
fn objects_outlive_their_client() {
    let client = client();
    let executable = compile(client, ADD).expect("it compiles");
    let array = buffer(client, &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    call::<ClientDestroy>("PJRT_Client_Destroy", |args| args.client = client).expect("it exists");
    let result = execute(executable, &[array]).expect("it runs");
    assert_eq!(elements(result), Ok(vec![2.0; 6]));
    assert!(compile(client, ADD).expect_err("the client is gone").contains("none or was destroyed"));
    assert!(buffer(client, &[1.0], &[1], &[]).is_err());
}

#[test]
fn wrong_counts_of_an_execution_are_errors() {
    let client = client();
    let executable = compile(client, ADD).expect("it compiles");
    let array = buffer(client, &[1.0; 6], &[2, 3], &[]).expect("it is an array");
    let arguments = [array, array];
    let wrong = |num_devices: usize, num_args: usize, lists: *const *const Handle, part: &str| {
        let message = call::<LoadedExecutableExecute>("PJRT_LoadedExecutable_Execute", |args| {
            (args.executable, args.num_devices, args.num_args) = (executable, num_devices, num_args);
            args.argument_lists = lists;
        })
        .map(|_| ())
        .expect_err("it is refused");
        assert!(message.contains(part), "{message}");
    };
    let lists = [arguments.as_ptr()];
    wrong(0, 1, lists.as_ptr(), "device");
    wrong(1, 2, lists.as_ptr(), "null pointer");
    wrong(1, 1, std::ptr::null(), "null pointer");
    wrong(1, 1, [std::ptr::null()].as_ptr(), "null pointer");
}

/// Counts how often an owner gets its memory back.
///
/// # Safety
/// `count` points to a number that nothing else uses.
unsafe extern "C" fn given_back(_: *mut c_void, count: *mut c_void) {
    // SAFETY: the number is the test's own, which waits for the call.
    unsafe { *count.cast::<usize>() += 1 };
}

/// Numbers where a buffer shares them.
#[repr(align(64))]
struct Aligned([f32; 7]);

#[test]
fn a_view_of_memory_gives_it_back_once() {
    let client = client();
    let mut memory = Aligned([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let mut count = 0_usize;
    let dims = [2, 3];
    let mut at = |index: usize| (&raw mut memory.0).cast::<f32>().wrapping_add(index).cast::<c_void>();
    let mut view = |data: *mut c_void, rank: usize| {
        call::<ClientCreateViewOfDeviceBuffer>("PJRT_Client_CreateViewOfDeviceBuffer", |args| {
            (args.client, args.device_buffer_ptr, args.element_type) = (client, data, 11);
            (args.dims, args.num_dims) = (dims.as_ptr(), rank);
            args.on_delete_callback = Some(given_back);
            args.on_delete_callback_arg = (&raw mut count).cast();
        })
    };
    assert!(view(std::ptr::null_mut(), 2).is_err());
    let [shared, copied] = [0, 1].map(|index| view(at(index), 2).expect("it is an array").buffer);
    assert_eq!(count, 1, "memory that is not aligned is copied at once");
    assert_eq!(elements(shared), Ok(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    assert_eq!(elements(copied), Ok(vec![2.0, 3.0, 4.0, 5.0, 6.0, 7.0]));
    call::<BufferDestroy>("PJRT_Buffer_Destroy", |args| args.buffer = shared).expect("it is there");
    assert_eq!(count, 2);
    call::<BufferDestroy>("PJRT_Buffer_Destroy", |args| args.buffer = copied).expect("it is there");
    assert_eq!(count, 2);
}

#[test]
fn an_array_is_shared_until_its_buffer_is_gone() {
    let client = client();
    let memory = Aligned([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let dims = [6];
    let mut count = 0_usize;
    let made = call::<ClientBufferFromHostBuffer>("PJRT_Client_BufferFromHostBuffer", |args| {
        (args.client, args.element_type, args.host_buffer_semantics) = (client, 11, 2);
        args.data = (&raw const memory.0).cast();
        (args.dims, args.num_dims) = (dims.as_ptr(), 1);
    })
    .expect("it is an array");
    let (buffer, event) = (made.buffer, made.done_with_host_buffer);
    let is_ready =
        || call::<EventIsReady>("PJRT_Event_IsReady", |args| args.event = event).map(|args| args.is_ready);
    assert_eq!(is_ready(), Ok(0));
    call::<EventOnReady>("PJRT_Event_OnReady", |args| {
        args.event = event;
        args.callback = Some(is_done);
        args.user_arg = (&raw mut count).cast();
    })
    .expect("it is an event");
    assert_eq!(elements(buffer), Ok(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]));
    call::<BufferDelete>("PJRT_Buffer_Delete", |args| args.buffer = buffer).expect("it is there");
    assert_eq!((is_ready(), count), (Ok(1), 1));
}

/// Counts its calls.
///
/// # Safety
/// `count` points to a number that nothing else uses.
unsafe extern "C" fn is_done(_: Handle, count: *mut c_void) {
    // SAFETY: the number is the test's own, which waits for the call.
    unsafe { *count.cast::<usize>() += 1 };
}
